/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of CodeMatrix by carrying gradients forward through the explicit
 * assignments (forward accumulation, Griewank & Walther, Evaluating derivatives, 2008),
 * the gradient of each single expression being found in reverse. An explicit variable
 * that depends on more than MAX_GRADIENT columns gets a column and a row of its own
 * instead, so that long chains do not fill up. */
#include "code/build/build-private.h"
#include "expr/derive.h"

enum { MAX_GRADIENT = 6 };

/* Entries of which the code is made between two looks at the memory. */
enum { CHECKED = 4096 };

typedef struct {
  uint32_t n;
  const uint32_t *column;
  const ExprId *value;
} Gradient;

typedef struct {
  CodeBuild *build;
  BaseArena *arena;
  const DaeSystem *dae;
  uint32_t n_columns;
  uint32_t *variable;  /* by column */
  uint32_t *column_of; /* by variable; CODE_NONE: explicit or constant */
  Gradient *gradient;  /* by variable: of the explicit ones */
  uint32_t *is_active; /* by variable: UINT32_MAX if its gradient is 0 */
  ExprId *sum;         /* by column: of the row being collected; EXPR_NONE: 0 */
  BASE_VEC (uint32_t) touched;
  BASE_VEC (uint32_t) partial_of; /* the partial derivatives of one expression */
  BASE_VEC (ExprId) partial;
  BASE_VEC (Gradient) rows; /* of z */
} Collector;

static void
add (Collector *c, uint32_t column, ExprId term)
{
  if (expr_is_none (c->sum[column])) {
    base_vec_push (c->arena, c->touched, column);
    c->sum[column] = term;
  } else {
    c->sum[column] = expr_binary (c->dae->pool, EXPR_ADD, c->sum[column], term);
  }
}

/* What was added since the last call, by column, without zeros. */
static Gradient
take_sum (Collector *c)
{
  uint32_t *column = base_arena_array (c->arena, uint32_t, c->touched.n);
  ExprId *value = base_arena_array (c->arena, ExprId, c->touched.n);
  uint32_t n = 0;

  if (c->touched.n > 1)
    qsort (c->touched.at, c->touched.n, sizeof *c->touched.at, base_vec_by_number);
  for (uint32_t i = 0; i < c->touched.n; i++) {
    uint32_t at = c->touched.at[i];

    if (!expr_is_zero (c->dae->pool, c->sum[at])) {
      column[n] = at;
      value[n++] = c->sum[at];
    }
    c->sum[at] = EXPR_NONE;
  }
  c->touched.n = 0;
  return (Gradient){.n = n, .column = column, .value = value};
}

static void
note_partial (void *data, uint32_t variable, ExprId derivative)
{
  Collector *c = data;

  base_vec_push (c->arena, c->partial_of, variable);
  base_vec_push (c->arena, c->partial, derivative);
}

/* Adds the derivatives of `e` by all columns. */
static void
add_gradient (Collector *c, ExprId e)
{
  const ExprSlots slots = {c->is_active, c->dae->n_vars};

  c->partial_of.n = 0;
  c->partial.n = 0;
  expr_gradient (c->dae->pool, e, slots, note_partial, c);
  for (uint32_t i = 0; i < c->partial.n; i++) {
    uint32_t v = c->partial_of.at[i];
    const Gradient *inner = &c->gradient[v];

    if (c->column_of[v] != CODE_NONE)
      add (c, c->column_of[v], c->partial.at[i]);
    else
      for (uint32_t k = 0; k < inner->n; k++)
        add (c, inner->column[k],
             expr_binary (c->dae->pool, EXPR_MUL, c->partial.at[i], inner->value[k]));
  }
}

static void
add_column (Collector *c, uint32_t variable)
{
  c->variable[c->n_columns] = variable;
  c->column_of[variable] = c->n_columns++;
  c->is_active[variable] = 0;
}

static void
assign (Collector *c, uint32_t variable, ExprId e)
{
  add_gradient (c, e);
  if (c->touched.n > MAX_GRADIENT) {
    add_column (c, variable);
    add (c, c->column_of[variable], expr_number (c->dae->pool, -1.0));
    base_vec_push (c->arena, c->rows, take_sum (c));
  } else {
    c->gradient[variable] = take_sum (c);
    if (c->gradient[variable].n > 0)
      c->is_active[variable] = 0;
  }
}

/* The k-th row of z belongs to the k-th column of z, so that the diagonal is full. */
static void
collect_block (Collector *c, const DaeBlock *block)
{
  uint32_t n_inner = block->n - block->n_tears;
  uint32_t first = c->rows.n;

  for (uint32_t i = 0; i < block->n; i++)
    if (c->dae->vars[block->unknown[i]].kind == DAE_DISCRETE)
      return;
  for (uint32_t k = 0; k < block->n_tears; k++) {
    add_column (c, block->unknown[n_inner + k]);
    base_vec_push (c->arena, c->rows, (Gradient){0});
  }
  for (uint32_t k = 0; k < n_inner && !code_budget_is_spent (c->build, 0); k++)
    assign (c, block->unknown[k], block->inner[k]);
  for (uint32_t k = 0; k < block->n_tears && !code_budget_is_spent (c->build, 0); k++) {
    add_gradient (c, block->residual[k]);
    c->rows.at[first + k] = take_sum (c);
  }
}

static Gradient
rate_row (Collector *c, uint32_t rate)
{
  const DaeVar *var = &c->dae->vars[rate];
  bool is_negated = var->kind == DAE_ALIAS && var->sign < 0.0;
  uint32_t target = code_build_target (c->dae, rate);
  const Gradient *known = &c->gradient[target];

  if (c->column_of[target] != CODE_NONE) {
    add (c, c->column_of[target], expr_number (c->dae->pool, is_negated ? -1.0 : 1.0));
    return take_sum (c);
  }
  if (!is_negated)
    return *known;
  for (uint32_t k = 0; k < known->n; k++)
    add (c, known->column[k], expr_unary (c->dae->pool, EXPR_NEG, known->value[k]));
  return take_sum (c);
}

/* Rows to columns; rows come in order, so each column is in order. */
static CodeJacobian
transpose (BaseArena *arena, uint32_t n, const Gradient *rows)
{
  CodeJacobian m = {.col_start = base_arena_array (arena, uint32_t, n + 1)};
  uint32_t *next = base_arena_array (arena, uint32_t, n + 1);

  for (uint32_t r = 0; r < n; r++)
    for (uint32_t k = 0; k < rows[r].n; k++)
      m.col_start[rows[r].column[k] + 1]++;
  for (uint32_t c = 0; c < n; c++) {
    m.col_start[c + 1] += m.col_start[c];
    next[c + 1] = m.col_start[c + 1];
  }
  m.n = n;
  m.row = base_arena_array (arena, uint32_t, m.col_start[n]);
  m.value = base_arena_array (arena, ExprId, m.col_start[n]);
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t k = 0; k < rows[r].n; k++) {
      uint32_t at = next[rows[r].column[k]]++;
      m.row[at] = r;
      m.value[at] = rows[r].value[k];
    }
  return m;
}

/* Of what transpose() and code_build_jacobian() will take at least. */
static size_t
n_bytes (uint32_t n, const Gradient *rows)
{
  size_t n_entries = 0;

  for (uint32_t r = 0; r < n; r++)
    n_entries += rows[r].n;
  return n_entries * 2 * (sizeof (uint32_t) + sizeof (ExprId));
}

static Collector
begin (CodeBuild *build)
{
  BaseArena *arena = build->scratch;
  const DaeSystem *dae = build->dae;
  Collector c = {
      .build = build,
      .arena = arena,
      .dae = dae,
      .variable = base_arena_array (arena, uint32_t, dae->n_vars),
      .column_of = base_arena_array (arena, uint32_t, dae->n_vars),
      .gradient = base_arena_array (arena, Gradient, dae->n_vars),
      .is_active = base_arena_array (arena, uint32_t, dae->n_vars),
      .sum = base_arena_array (arena, ExprId, dae->n_vars),
  };

  for (uint32_t v = 0; v < dae->n_vars; v++) {
    c.column_of[v] = CODE_NONE;
    c.is_active[v] = UINT32_MAX;
    c.sum[v] = EXPR_NONE;
  }
  for (uint32_t i = 0; i < dae->n_states; i++)
    add_column (&c, build->program->states[i]);
  return c;
}

CodeJacobian
code_jacobian_derive (CodeBuild *build)
{
  BaseArena *arena = build->arena;
  const DaeSystem *dae = build->dae;

  if (dae->n_states == 0)
    return (CodeJacobian){.col_start = base_arena_array (arena, uint32_t, 1)};

  Collector c = begin (build);
  for (uint32_t b = 0; b < dae->n_dynamic && !code_budget_is_spent (build, 0); b++)
    collect_block (&c, &dae->dynamic[b]);
  Gradient *rows = base_arena_array (c.arena, Gradient, c.n_columns);
  for (uint32_t i = 0; i < dae->n_states; i++)
    rows[i] = rate_row (&c, build->rates[i]);
  for (uint32_t k = 0; k < c.rows.n; k++)
    rows[dae->n_states + k] = c.rows.at[k];
  if (code_budget_is_spent (build, n_bytes (c.n_columns, rows)))
    return (CodeJacobian){0};
  CodeJacobian jacobian = transpose (arena, c.n_columns, rows);
  jacobian.variable =
      base_arena_copy (arena, c.variable, c.n_columns * sizeof *c.variable,
                       c.n_columns * sizeof *c.variable);
  return jacobian;
}

void
code_build_jacobian (CodeBuild *build, const CodeJacobian *jacobian)
{
  BaseArena *stays = build->program->arena;
  uint32_t n_entries = jacobian->col_start[jacobian->n];
  uint32_t *value = code_build_registers (build, n_entries);
  uint32_t *col_start = base_arena_array (stays, uint32_t, jacobian->n + 1);
  uint32_t *row = base_arena_array (stays, uint32_t, n_entries);

  build->lower.range = code_entry_range (CODE_JACOBIAN);
  build->lower.fixed_range = code_entry_range (CODE_JACOBIAN_CONSTANT);
  /* The entries as code. */
  for (uint32_t k = 0; k < n_entries; k++) {
    if (k % CHECKED == 0 && code_budget_is_spent (build, 0))
      return;
    value[k] = code_lower_result (&build->lower, jacobian->value[k]);
    row[k] = jacobian->row[k];
  }
  /* Their pattern, and the slots of the further columns. */
  uint32_t n_z = jacobian->n - build->dae->n_states;
  uint32_t *z = base_arena_array (stays, uint32_t, n_z);
  for (uint32_t i = 0; i < n_z; i++)
    z[i] = build->slot_of[jacobian->variable[build->dae->n_states + i]];
  for (uint32_t c = 0; c <= jacobian->n; c++)
    col_start[c] = jacobian->col_start[c];
  build->program->matrix = (CodeMatrix){
      .n_states = build->dae->n_states,
      .n = jacobian->n,
      .z = z,
      .col_start = col_start,
      .row = row,
      .value = value,
  };
}
