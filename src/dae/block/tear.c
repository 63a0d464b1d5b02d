/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sorted block as assignments, tears and residuals. graph_tear() chooses the tears,
 * first among all unknowns that can be divided out, then in the nodal form; of few
 * tears with a full matrix and more of them with a sparse one the cheaper is taken by
 * counts of instructions. What neither suits, or what would let rounding errors grow,
 * stays one sparse matrix of the whole block. */
#include "dae/block/tear.h"

#include <math.h>
#include <string.h>

#include "dae/block/loop.h"
#include "expr/isolate.h"

/* True if the slope follows from parameters and is not zero as they are. */
static bool
can_divide (const void *data, ExprId slope)
{
  DaeBuild *work = (DaeBuild *) data;

  if (dae_build_depends (work, slope) != DAE_ON_PARAMETER)
    return false;
  double value = dae_build_sample (work, slope);
  return isfinite (value) && value != 0.0;
}

ExprId
dae_tear_solution (DaeBuild *work, uint32_t eq, uint32_t variable)
{
  DaeEqInfo *info = &work->eq_info.at[eq];

  if (info->solved_for != variable) {
    info->solved_for = variable;
    info->solution = expr_isolate (work->pool, work->eqs.at[eq].lhs,
                                   work->eqs.at[eq].rhs, variable, can_divide, work);
  }
  return info->solution;
}

static ExprId
zero_for_unknown (void *data,
                  ExprPool *pool,
                  ExprId e,
                  const ExprNode *node,
                  bool is_changed)
{
  return node->op == EXPR_VAR && node->payload.at == *(uint32_t *) data
             ? expr_number (pool, 0.0)
             : EXPR_NONE;
}

/* The value of an inner unknown: its partial derivative has only parameters, so the
 * equation is a line in it even where that cannot be seen from its form. */
static ExprId
inner_value (const DaeLoop *loop, uint32_t row, uint32_t column)
{
  DaeBuild *work = loop->work;
  uint32_t unknown = loop->unknown[column];
  ExprId value = dae_tear_solution (work, loop->eq[row], unknown);

  if (!expr_is_none (value))
    return value;
  g_autoptr (ExprMap) map = expr_map_new (work->pool, zero_for_unknown, NULL, &unknown);
  ExprId at_zero = expr_map_apply (map, dae_build_residual (work, loop->eq[row]));
  return expr_binary (work->pool, EXPR_DIV, expr_unary (work->pool, EXPR_NEG, at_zero),
                      loop->partial[dae_loop_entry (loop, row, column)]);
}

/* The whole block as one matrix. */
static void
fill_untorn (const DaeLoop *loop, DaeBlock *block)
{
  DaeBuild *work = loop->work;
  const GraphPattern *p = &loop->pattern;
  uint32_t n_entries = p->start[loop->n];
  size_t size = loop->n * sizeof (uint32_t);
  ExprId *residual = base_arena_array (work->arena, ExprId, loop->n);
  DaeEntry *entries = base_arena_array (work->scratch, DaeEntry, n_entries);

  for (uint32_t r = 0; r < loop->n; r++) {
    residual[r] = dae_build_residual (work, loop->eq[r]);
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++)
      entries[k] = (DaeEntry){r, p->column[k], loop->partial[k]};
  }
  block->n_tears = loop->n;
  block->unknown = base_arena_copy (work->arena, loop->unknown, size, size);
  block->eq = base_arena_copy (work->arena, loop->eq, size, size);
  block->residual = residual;
  block->n_entries = n_entries;
  block->entries = dae_loop_by_column (work->arena, loop->n, n_entries, entries);
}

static bool
fill_torn (const DaeLoop *loop, const GraphTearing *torn, DaeBlock *block)
{
  DaeBuild *work = loop->work;

  if (!dae_loop_reduce (loop, torn, &block->n_entries, &block->entries))
    return false;
  uint32_t *unknown = base_arena_array (work->arena, uint32_t, loop->n);
  uint32_t *eq = base_arena_array (work->arena, uint32_t, loop->n);
  ExprId *inner = base_arena_array (work->arena, ExprId, torn->n_solved);
  ExprId *residual = base_arena_array (work->arena, ExprId, torn->n_tears);
  /* Solved unknowns first, then tears with their residuals. */
  for (uint32_t i = 0; i < torn->n_solved; i++) {
    unknown[i] = loop->unknown[torn->column[i]];
    eq[i] = loop->eq[torn->row[i]];
    inner[i] = inner_value (loop, torn->row[i], torn->column[i]);
  }
  for (uint32_t i = 0; i < torn->n_tears; i++) {
    unknown[torn->n_solved + i] = loop->unknown[torn->tear_column[i]];
    eq[torn->n_solved + i] = loop->eq[torn->residual_row[i]];
    residual[i] = dae_build_residual (work, loop->eq[torn->residual_row[i]]);
  }
  block->n_tears = torn->n_tears;
  block->unknown = unknown;
  block->inner = inner;
  block->residual = residual;
  block->eq = eq;
  return true;
}

/* Nodal: relative positions and laws solved for the force are inner, what sums up to
 * zero at a node is left as residual, so positions of nodes are torn and the matrix is
 * as sparse as the mechanism. */
static bool
can_solve_nodal (const DaeLoop *loop, uint32_t row, uint32_t entry)
{
  double number;

  return expr_is_number (loop->work->pool, loop->partial[entry], &number) &&
         dae_build_flat_eq (loop->work, loop->eq[row])->kind != FLAT_CONNECT_FLOW;
}

/* Instructions: of dense elimination per n^3, of sparse elimination per entry, of the
 * code of a term. Measured on chains and trees of bodies. */
static const double DENSE_COST = 3.5, SPARSE_COST = 80.0, TERM_COST = 8.0;

/* Tears that an inner unknown may follow from where the torn system is kept sparse. */
enum { MAX_GRADIENT = 6 };

static double
cost_of (const GraphTearing *torn)
{
  double n = torn->n_tears;

  return fmin (DENSE_COST * n * n * n, SPARSE_COST * (double) torn->n_entries) +
         TERM_COST * (double) torn->n_terms;
}

/* More terms than this, and the whole is sparser than the torn system. */
static uint64_t
max_terms (const GraphPattern *pattern)
{
  return 4096 + 8 * (uint64_t) pattern->start[pattern->n_rows];
}

/* Few tears make a small full matrix, more of them a large sparse one: takes what costs
 * less to evaluate and to factor. False if either fills up. */
static bool
choose_size (const DaeLoop *loop, GraphTearing *torn)
{
  const GraphPattern *p = &loop->pattern;
  BaseArena *scratch = loop->work->scratch;
  GraphTearing few = *torn, more = *torn;
  bool has_few = graph_limit_tearing (scratch, p, GRAPH_NONE, max_terms (p), &few);
  bool has_more = graph_limit_tearing (scratch, p, MAX_GRADIENT, max_terms (p), &more);

  *torn = has_few && (!has_more || cost_of (&few) <= cost_of (&more)) ? few : more;
  return has_few || has_more;
}

static bool
is_torn (const DaeLoop *loop, uint32_t column)
{
  return loop->work->is_torn != NULL && loop->work->is_torn[loop->unknown[column]];
}

/* Few tears first: unknowns with any coefficient of parameters may be inner. Where that
 * is unstable or fills up, the nodal form. */
static bool
try_tearing (const DaeLoop *loop, bool is_nodal, DaeBlock *block)
{
  DaeBuild *work = loop->work;
  const GraphPattern *p = &loop->pattern;
  g_autofree bool *can_solve = g_new (bool, p->start[loop->n]);

  for (uint32_t r = 0; r < loop->n; r++)
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++)
      can_solve[k] = !is_torn (loop, p->column[k]) &&
                     (is_nodal ? can_solve_nodal (loop, r, k)
                               : can_divide (work, loop->partial[k]));
  GraphTearing torn = graph_tear (work->scratch, p, can_solve);
  return choose_size (loop, &torn) && torn.n_tears > 0 && torn.n_tears < loop->n &&
         dae_loop_is_stable (loop, &torn) && fill_torn (loop, &torn, block);
}

static DaeBlock
make_assignment (DaeBuild *work, uint32_t eq, uint32_t unknown, ExprId value)
{
  typedef struct {
    uint32_t unknown, eq;
    ExprId inner;
  } Assignment;
  Assignment *kept = base_arena_new0 (work->arena, Assignment);

  *kept = (Assignment){unknown, eq, value};
  return (DaeBlock){.kind = DAE_ASSIGN,
                    .n = 1,
                    .unknown = &kept->unknown,
                    .eq = &kept->eq,
                    .inner = &kept->inner};
}

static bool
is_constraint (const DaeBuild *work, uint32_t n, const uint32_t *eq)
{
  bool is_any = false;

  for (uint32_t i = 0; i < n; i++)
    is_any = is_any || work->eq_info.at[eq[i]].next != DAE_NONE;
  return is_any;
}

DaeBlock
dae_tear_block (DaeBuild *work, uint32_t n, const uint32_t *eq, const uint32_t *unknown)
{
  if (n == 1) {
    bool is_discrete = work->eq_info.at[eq[0]].use == DAE_USE_DISCRETE;
    ExprId value = is_discrete ? work->eqs.at[eq[0]].rhs
                               : dae_tear_solution (work, eq[0], unknown[0]);
    if (!expr_is_none (value))
      return make_assignment (work, eq[0], unknown[0], value);
  }
  DaeLoop loop = dae_loop_new (work, n, eq, unknown);
  DaeBlock block = {.kind = loop.is_linear ? DAE_LINEAR : DAE_NONLINEAR,
                    .is_constant = loop.is_constant,
                    .varies = loop.varies,
                    .is_constraint = is_constraint (work, n, eq),
                    .n = n};
  if (dae_build_is_spent (work, eq[0]) ||
      (!try_tearing (&loop, false, &block) && !try_tearing (&loop, true, &block)))
    fill_untorn (&loop, &block);
  return block;
}
