/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "expr/pool.h"

/* Partial derivatives de/dx. One ExprDerive serves many expressions for the same x and
 * shares its memo; make a new one per x. Piecewise operators are differentiated per
 * piece: if(c, a, b)' = if(c, a', b'); abs' = sign (without event), min/max by
 * comparison inside noevent; crossings, FLOOR, SIGN, discrete things have derivative 0.
 */
typedef struct ExprDerive ExprDerive;

/* By the variable of that number. The pool outlives it. The derivative is built into
 * the pool; it is never EXPR_NONE. */
ExprDerive *expr_derive_new (ExprPool *pool, uint32_t variable);
void expr_derive_free (ExprDerive *derive);
ExprId expr_derive (ExprDerive *derive, ExprId e);

/* The non-zero partial derivatives of `e` by every variable whose slot is not
 * UINT32_MAX, in one reverse sweep over the nodes of `e`. Calls `found` once for each
 * such variable with a derivative that is not identically zero, in order of variable.
 */
typedef struct {
  const uint32_t *at; /* by variable */
  uint32_t n;
} ExprSlots;
typedef void (*ExprPartial) (void *data, uint32_t variable, ExprId derivative);
void expr_gradient (ExprPool *pool,
                    ExprId e,
                    ExprSlots slots,
                    ExprPartial found,
                    void *data);

/* Total derivative by time. `rate` gives the derivative of a variable: a VAR leaf, 0
 * for parameters and discrete variables, or EXPR_NONE if it has none (the result is
 * then EXPR_NONE, and *culprit is that variable). time' = 1. Memo as above. */
typedef ExprId (*ExprRate) (void *data, ExprPool *pool, uint32_t variable);
typedef struct ExprDeriveTime ExprDeriveTime;

/* Whether a table's slope has no steps: only then it is differentiated once more. */
typedef bool (*ExprIsSmooth) (void *data, uint32_t table);

/* The pool and `data` outlive it. The derivative is EXPR_NONE if e jumps: *culprit is
 * then the variable that has none, or UINT32_MAX if an operator jumps; else it is left
 * as it was. */
ExprDeriveTime *expr_derive_time_new (ExprPool *pool,
                                      ExprRate rate,
                                      ExprIsSmooth is_smooth,
                                      void *data);
void expr_derive_time_free (ExprDeriveTime *derive);
ExprId expr_derive_time (ExprDeriveTime *derive, ExprId e, uint32_t *culprit);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprDerive, expr_derive_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprDeriveTime, expr_derive_time_free)
