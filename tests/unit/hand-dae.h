/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "base/vec.h"
#include "dae/system.h"

/* Sorted systems written by hand, for tests of what stands on `dae`. Variables are made
 * first, then blocks in the order in which they are solved. The start system is: each
 * state at its guess, then all blocks. */
typedef struct {
  BaseArena *arena;
  DaeSystem dae;
  FlatModel flat;
  BASE_VEC (FlatVar) flat_vars;
  BASE_VEC (DaeVar) vars;
  BASE_VEC (uint32_t) params;
  BASE_VEC (uint32_t) states;
  BASE_VEC (uint32_t) rates;
  BASE_VEC (DaeBlock) dynamic;
  BASE_VEC (DaeBlock) output;
  BASE_VEC (DaeCrossing) crossings;
  BASE_VEC (DaeEq) eqs;
  BASE_VEC (FlatEq) flat_eqs;
  BASE_VEC (FlatAssert) asserts;
  BASE_VEC (uint32_t) checks;
} HandDae;

static inline HandDae *
hand_new (void)
{
  BaseArena *arena = base_arena_new ();
  HandDae *h = base_arena_new0 (arena, HandDae);

  h->arena = arena;
  h->flat.name = "Hand";
  h->flat.pool = h->dae.pool = expr_pool_new (arena);
  return h;
}

static inline void
hand_free (HandDae *h)
{
  base_arena_free (h->arena);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HandDae, hand_free)

static inline ExprId
hand_add_var (HandDae *h, const char *name, DaeVarKind kind, ExprId value)
{
  bool is_param = kind == DAE_PARAMETER;
  uint32_t v = h->vars.n;
  FlatVar flat = {
      .name = name,
      .type = kind == DAE_DISCRETE ? FLAT_BOOLEAN : FLAT_REAL,
      .kind = is_param               ? FLAT_PARAMETER
              : kind == DAE_DISCRETE ? FLAT_DISCRETE
                                     : FLAT_CONTINUOUS,
      .value = is_param ? value : EXPR_NONE,
      .guess = is_param ? EXPR_NONE : value,
      .min = EXPR_NONE,
      .max = EXPR_NONE,
      .nominal = EXPR_NONE,
      .units = "",
      .display_units = "",
  };

  base_vec_push (h->arena, h->flat_vars, flat);
  base_vec_push (h->arena, h->vars,
                 (DaeVar){.kind = kind,
                          .name = name,
                          .derivative = DAE_NONE,
                          .integral = DAE_NONE,
                          .alias = DAE_NONE,
                          .flat = v});
  return expr_var (h->dae.pool, v);
}

static inline uint32_t
hand_index (const HandDae *h, ExprId var)
{
  return expr_node (h->dae.pool, var)->payload.at;
}

static inline ExprId
hand_param (HandDae *h, const char *name, double value)
{
  return hand_add_var (h, name, DAE_PARAMETER, expr_number (h->dae.pool, value));
}

static inline ExprId
hand_computed_param (HandDae *h, const char *name, ExprId value)
{
  ExprId p = hand_add_var (h, name, DAE_PARAMETER, value);

  base_vec_push (h->arena, h->params, hand_index (h, p));
  return p;
}

static inline ExprId
hand_var (HandDae *h, const char *name)
{
  return hand_add_var (h, name, DAE_ALGEBRAIC, EXPR_NONE);
}

static inline ExprId
hand_discrete (HandDae *h, const char *name)
{
  return hand_add_var (h, name, DAE_DISCRETE, EXPR_NONE);
}

static inline ExprId
hand_alias (HandDae *h, const char *name, ExprId of, double sign)
{
  ExprId a = hand_add_var (h, name, DAE_ALIAS, EXPR_NONE);

  h->vars.at[hand_index (h, a)].alias = hand_index (h, of);
  h->vars.at[hand_index (h, a)].sign = sign;
  return a;
}

static inline ExprId
hand_state (HandDae *h, const char *name, ExprId guess)
{
  return hand_add_var (h, name, DAE_STATE, guess);
}

/* der (state) = rate, which is a variable. */
static inline void
hand_rate (HandDae *h, ExprId state, ExprId rate)
{
  base_vec_push (h->arena, h->states, hand_index (h, state));
  base_vec_push (h->arena, h->rates, hand_index (h, rate));
}

static inline uint32_t
hand_add_eq (HandDae *h, ExprId lhs, ExprId rhs)
{
  base_vec_push (h->arena, h->flat_eqs,
                 (FlatEq){.lhs = lhs, .rhs = rhs, .set = UINT32_MAX});
  base_vec_push (h->arena, h->eqs,
                 (DaeEq){.lhs = lhs, .rhs = rhs, .flat_eq = h->flat_eqs.n - 1});
  return h->eqs.n - 1;
}

static inline DaeBlock
hand_assign_block (HandDae *h, ExprId var, ExprId value)
{
  uint32_t *unknown = base_arena_array (h->arena, uint32_t, 1);
  uint32_t *eq = base_arena_array (h->arena, uint32_t, 1);
  ExprId *inner = base_arena_array (h->arena, ExprId, 1);

  *unknown = hand_index (h, var);
  *inner = value;
  *eq = hand_add_eq (h, var, value);
  return (DaeBlock){
      .kind = DAE_ASSIGN, .n = 1, .unknown = unknown, .inner = inner, .eq = eq};
}

static inline void
hand_assign (HandDae *h, ExprId var, ExprId value)
{
  base_vec_push (h->arena, h->dynamic, hand_assign_block (h, var, value));
}

static inline void
hand_output (HandDae *h, ExprId var, ExprId value)
{
  base_vec_push (h->arena, h->output, hand_assign_block (h, var, value));
}

/* A block of `n` tear variables without inner ones; entries row by row, n * n, of which
 * the zero numbers are left out. */
static inline void
hand_block (HandDae *h,
            DaeBlockKind kind,
            uint32_t n,
            const ExprId *vars,
            const ExprId *residuals,
            const ExprId *entries)
{
  DaeBlock block = {
      .kind = kind, .n = n, .n_tears = n, .is_constant = kind == DAE_LINEAR};
  uint32_t *unknown = base_arena_array (h->arena, uint32_t, n);
  uint32_t *eq = base_arena_array (h->arena, uint32_t, n);
  DaeEntry *list = base_arena_array (h->arena, DaeEntry, n * n);
  double number;

  for (uint32_t i = 0; i < n; i++) {
    unknown[i] = hand_index (h, vars[i]);
    eq[i] = hand_add_eq (h, residuals[i], expr_number (h->dae.pool, 0.0));
  }
  for (uint32_t c = 0; c < n; c++)
    for (uint32_t r = 0; r < n; r++)
      if (!expr_is_number (h->dae.pool, entries[r * n + c], &number) || number != 0.0)
        list[block.n_entries++] = (DaeEntry){r, c, entries[r * n + c]};
  block.unknown = unknown;
  block.eq = eq;
  block.residual = base_arena_copy (h->arena, residuals, n * sizeof *residuals,
                                    n * sizeof *residuals);
  block.entries = list;
  base_vec_push (h->arena, h->dynamic, block);
}

static inline ExprId
hand_crossing (HandDae *h, ExprOp op, ExprId left, ExprId right)
{
  base_vec_push (h->arena, h->crossings,
                 (DaeCrossing){.kind = DAE_STATE_EVENT,
                               .op = op,
                               .left = left,
                               .right = right,
                               .slope = EXPR_NONE,
                               .rest = EXPR_NONE});
  return expr_leaf (h->dae.pool, EXPR_CROSSING, h->crossings.n - 1);
}

/* time op at */
static inline ExprId
hand_time_crossing (HandDae *h, ExprOp op, ExprId at)
{
  ExprPool *pool = h->dae.pool;

  base_vec_push (h->arena, h->crossings,
                 (DaeCrossing){.kind = DAE_TIME_EVENT,
                               .op = op,
                               .left = expr_time (pool),
                               .right = at,
                               .slope = expr_number (pool, 1.0),
                               .rest = expr_unary (pool, EXPR_NEG, at)});
  return expr_leaf (pool, EXPR_CROSSING, h->crossings.n - 1);
}

/* A redundant initial equation. */
static inline void
hand_check (HandDae *h, ExprId lhs, ExprId rhs)
{
  base_vec_push (h->arena, h->checks, hand_add_eq (h, lhs, rhs));
}

static inline void
hand_assert (HandDae *h, ExprId condition, const char *text)
{
  base_vec_push (h->arena, h->asserts,
                 (FlatAssert){.condition = condition, .text = text});
}

static inline void
hand_finish_start (HandDae *h)
{
  BASE_VEC (DaeBlock) start = {0};

  for (uint32_t i = 0; i < h->states.n; i++) {
    uint32_t v = h->states.at[i];
    ExprId guess = h->flat_vars.at[v].guess;

    if (expr_is_none (guess))
      guess = expr_number (h->dae.pool, 0.0);
    base_vec_push (h->arena, start,
                   hand_assign_block (h, expr_var (h->dae.pool, v), guess));
  }
  for (uint32_t i = 0; i < h->dynamic.n; i++)
    base_vec_push (h->arena, start, h->dynamic.at[i]);
  for (uint32_t i = 0; i < h->output.n; i++)
    base_vec_push (h->arena, start, h->output.at[i]);
  h->dae.start = (DaeStart){.n_blocks = start.n,
                            .blocks = start.at,
                            .n_checks = h->checks.n,
                            .n_redundant = h->checks.n,
                            .checks = h->checks.at};
}

static inline const DaeSystem *
hand_finish (HandDae *h)
{
  static const LangClass class = {.kind = LANG_COMPONENT, .name = "Hand"};
  static const LibEntry entry = {.class = &class, .name = "Hand"};
  static const LibInstance root = {.path = "", .name = "", .entry = &entry, .end = 1};
  DaeSystem *dae = &h->dae;

  hand_finish_start (h);
  if (h->flat.memory == 0)
    h->flat.memory = SIZE_MAX;
  h->flat.n_vars = h->flat_vars.n;
  h->flat.vars = h->flat_vars.at;
  h->flat.n_eqs = h->flat_eqs.n;
  h->flat.eqs = h->flat_eqs.at;
  h->flat.n_instances = 1;
  h->flat.instances = &root;
  h->flat.n_asserts = h->asserts.n;
  h->flat.asserts = h->asserts.at;
  dae->flat = &h->flat;
  dae->n_vars = h->vars.n;
  dae->vars = h->vars.at;
  dae->n_eqs = h->eqs.n;
  dae->eqs = h->eqs.at;
  dae->n_params = h->params.n;
  dae->params = h->params.at;
  dae->n_states = h->states.n;
  dae->states = h->states.at;
  dae->rates = h->rates.at;
  dae->n_dynamic = h->dynamic.n;
  dae->dynamic = h->dynamic.at;
  dae->n_output = h->output.n;
  dae->output = h->output.at;
  dae->n_crossings = h->crossings.n;
  dae->crossings = h->crossings.at;
  return dae;
}
