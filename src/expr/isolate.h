/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "expr/pool.h"

/* How an expression depends on one variable. */
typedef enum { EXPR_INDEPENDENT, EXPR_LINEAR, EXPR_NONLINEAR } ExprDependence;

/* As `variable`: time. */
#define EXPR_OF_TIME UINT32_MAX

/* Writes e = slope * x + offset with both free of x, if e is linear in x (slope 0 if it
 * is independent). Crossings and conditions that hold x make it nonlinear. */
ExprDependence expr_isolate_line (ExprPool *pool,
                                  ExprId e,
                                  uint32_t variable,
                                  ExprId *slope,
                                  ExprId *offset);

/* Decides whether a slope that is no number may be divided by. */
typedef bool (*ExprCanDivide) (const void *data, ExprId slope);

/* Solves lhs = rhs for the variable when the solution is unique and exists for every
 * value of the rest, or its failing shows (log of a negative number): linear with a
 * slope that is a non-zero number or that `can_divide` allows (NULL: none); also
 * through NEG, EXP, LOG, LOG10, SINH and odd powers. EXPR_NONE if not. */
ExprId expr_isolate (ExprPool *pool,
                     ExprId lhs,
                     ExprId rhs,
                     uint32_t variable,
                     ExprCanDivide can_divide,
                     const void *data);

/* True if the variable occurs in e, other than as memory (below PRE, delayed). */
bool expr_isolate_occurs (const ExprPool *pool, ExprId e, uint32_t variable);
