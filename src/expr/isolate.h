#pragma once

#include "expr/pool.h"

/* How an expression depends on one variable. */
typedef enum { EXPR_INDEPENDENT, EXPR_LINEAR, EXPR_NONLINEAR } ExprDependence;

/* Writes e = slope * x + offset with both free of x, if e is linear in x. Relations and
 * conditions that hold x make it nonlinear. */
ExprDependence expr_linear (ExprPool *pool,
                            ExprId e,
                            uint32_t variable,
                            ExprId *slope,
                            ExprId *offset);

/* Solves lhs = rhs for the variable when that is possible without dividing by something
 * that may be zero, and when the solution is unique: linear with a slope that is a
 * non-zero number or, where `may_divide`, any expression of parameters (checked for 0
 * at run time by the caller) ; also through NEG, EXP, SINH, ATAN, odd roots … where
 * invertible everywhere. EXPR_NONE if not. */
ExprId expr_isolate (ExprPool *pool,
                     ExprId lhs,
                     ExprId rhs,
                     uint32_t variable,
                     bool may_divide);

/* True if the variable occurs in e. For many queries use expr_walk(). */
bool expr_contains (const ExprPool *pool, ExprId e, uint32_t variable);
