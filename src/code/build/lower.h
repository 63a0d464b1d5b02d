/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/build/ir.h"

/* A number that stands in a fixed slot from the start. */
typedef struct {
  uint32_t slot;
  double number;
} CodeLoad;

/* Expressions to instructions. Each node of the pool is computed once in a scope: what
 * was computed since a mark can be forgotten, so that code that may not have been run
 * is not relied upon. Subexpressions of parameters alone go to the range of parameters
 * and are never forgotten. Nothing recurses over expression depth. */
typedef struct {
  BaseArena *arena; /* of the build */
  const DaeSystem *dae;
  CodeIr *ir;
  uint32_t range;           /* where code goes */
  uint32_t fixed_range;     /* where code of parameters goes */
  uint32_t n_nodes;         /* nodes that the arrays below cover */
  bool *is_fixed;           /* by node: of parameters and numbers only */
  uint32_t *node_of;        /* by variable: its node, or CODE_NONE */
  uint32_t *reg_of;         /* by node: register that holds it, or CODE_NONE */
  BASE_VEC (uint32_t) made; /* nodes computed since the scope began */
  BASE_VEC (ExprId) stack;
  const uint32_t *slot_of; /* by variable, aliases resolved */
  const double *sign_of;
  const uint32_t *pre_of;      /* by variable: slot of its pre-value or CODE_NONE */
  const uint32_t *crossing_of; /* by crossing: slot of its value */
  const uint32_t *table_of;    /* by table: its first slot */
  const uint32_t *delay_of;    /* by node: slot of a delay's number */
  bool *is_table_ready;        /* by table: its points are computed */
  BASE_VEC (CodeLoad) loads;   /* what is known at once */
  const char *unsupported;     /* first thing met that cannot be computed, or NULL */
} CodeLower;

/* Takes over the slots of variables, pre-values and crossings from the caller. Call it
 * when no expression is built any more. */
void code_lower_init (CodeLower *lower);

/* The register of the value of `e`, computed in the present range if it is not there.
 */
uint32_t code_lower_value (CodeLower *lower, ExprId e);

/* The variable is e until the scope is left, and is stored nowhere. */
void code_lower_define (CodeLower *lower, uint32_t variable, ExprId e);

/* slot = e */
void code_lower_assign (CodeLower *lower, uint32_t slot, ExprId e);

/* slot = op (a, b) or op (a) */
void code_lower_combine (CodeLower *lower,
                         CodeOp op,
                         uint32_t slot,
                         ExprId a,
                         ExprId b);

/* As code_lower_value() for what is read from outside the present range. */
uint32_t code_lower_result (CodeLower *lower, ExprId e);

uint32_t code_lower_mark (const CodeLower *lower);
void code_lower_forget (CodeLower *lower, uint32_t mark);
