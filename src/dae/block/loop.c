/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of one block with their partial derivatives, and the matrix of the torn
 * block. Each residual is differentiated by one reverse sweep (expr/gradient.c); the
 * torn matrix follows by carrying derivatives by the tears forward through the inner
 * unknowns, sparse, as in forward automatic differentiation (Griewank & Walther,
 * Evaluating Derivatives, 2008, ch. 3). It is given up where it fills up, so the work
 * stays near-linear in the entries. */
#include "dae/block/loop.h"

#include <math.h>
#include <string.h>

typedef struct {
  uint32_t column;
  ExprId partial;
} Entry;

typedef struct {
  DaeBuild *work;
  BASE_VEC (Entry) entries;
} Gather;

static void
add_partial (void *data, uint32_t variable, ExprId partial)
{
  Gather *gather = data;

  base_vec_push (gather->work->scratch, gather->entries,
                 (Entry){gather->work->slot[variable], partial});
}

static int
compare_entries (const void *a, const void *b)
{
  uint32_t ca = ((const Entry *) a)->column, cb = ((const Entry *) b)->column;

  return (ca > cb) - (ca < cb);
}

typedef struct {
  const DaeBuild *work;
  bool is_found;
} Search;

static void
look_for_unknown (void *data, ExprId e)
{
  Search *search = data;
  const ExprNode *node = expr_node (search->work->pool, e);

  if (node->op == EXPR_VAR &&
      search->work->slot[expr_index (node->payload, search->work->vars.n)] !=
          UINT32_MAX)
    search->is_found = true;
}

static void
classify (DaeLoop *loop, uint32_t n_entries, double *value)
{
  DaeBuild *work = loop->work;
  Search search = {.work = work};

  expr_walk_reset (work->walk);
  loop->is_constant = true;
  for (uint32_t k = 0; k < n_entries; k++) {
    uint8_t depends = dae_build_depends (work, loop->partial[k]);
    loop->is_constant = loop->is_constant && depends == DAE_ON_PARAMETER;
    loop->varies |= (depends & (DAE_ON_TIME | DAE_ON_CONTINUOUS)) != 0;
    if ((depends & DAE_ON_CONTINUOUS) != 0)
      expr_walk (work->walk, loop->partial[k], look_for_unknown, &search);
    value[k] = dae_build_sample (work, loop->partial[k]);
    if (!isfinite (value[k]))
      value[k] = 1.0;
  }
  loop->is_linear = !search.is_found;
  loop->is_constant = loop->is_constant && loop->is_linear;
  loop->value = value;
}

static int
compare_unknowns (const void *a, const void *b, void *work)
{
  return dae_build_compare_names (work, *(const uint32_t *) a, *(const uint32_t *) b);
}

/* The partial derivatives of the residuals in the order of `eq`. */
static GraphPattern
gather_partials (Gather *gather, uint32_t n, const uint32_t *eq)
{
  DaeBuild *work = gather->work;
  uint32_t *start = base_arena_array (work->scratch, uint32_t, n + 1);

  for (uint32_t r = 0; r < n; r++) {
    if (!dae_build_is_spent (work, eq[r]))
      expr_gradient (work->pool, dae_build_residual (work, eq[r]),
                     (ExprSlots){work->slot, work->vars.n}, add_partial, gather);
    start[r + 1] = gather->entries.n;
    if (start[r + 1] > start[r])
      qsort (gather->entries.at + start[r], start[r + 1] - start[r], sizeof (Entry),
             compare_entries);
  }
  return (GraphPattern){n, n, start, NULL};
}

typedef struct {
  const uint32_t *start;
  const Entry *entries;
  const double *sample; /* of each residual */
} Rows;

/* By the unknowns in them, then by what the residuals are at one point, the greatest
 * first: equations that are the same there say the same. */
static int
compare_rows (const void *pa, const void *pb, void *data)
{
  const Rows *rows = data;
  uint32_t a = *(const uint32_t *) pa, b = *(const uint32_t *) pb;
  uint32_t i = rows->start[a], k = rows->start[b];

  for (; i < rows->start[a + 1] && k < rows->start[b + 1]; i++, k++)
    if (rows->entries[i].column != rows->entries[k].column)
      return rows->entries[i].column < rows->entries[k].column ? -1 : 1;
  if (i < rows->start[a + 1] || k < rows->start[b + 1])
    return i < rows->start[a + 1] ? 1 : -1;
  return (rows->sample[a] < rows->sample[b]) - (rows->sample[a] > rows->sample[b]);
}

/* Unknowns by name, equations by those in them: which of them are torn, and with that
 * which of several solutions the start finds, must not follow from the order of the
 * text. */
static void
put_in_order (DaeLoop *loop, const Gather *gather, const uint32_t *eq)
{
  DaeBuild *work = loop->work;
  uint32_t n = loop->n, n_entries = 0;
  const uint32_t *from = loop->pattern.start;
  uint32_t *order = base_arena_array (work->scratch, uint32_t, n);
  uint32_t *sorted = base_arena_array (work->scratch, uint32_t, n);
  uint32_t *start = base_arena_array (work->scratch, uint32_t, n + 1);
  uint32_t *column = base_arena_array (work->scratch, uint32_t, from[n]);
  ExprId *partial = base_arena_array (work->scratch, ExprId, from[n]);
  double *sample = base_arena_array (work->scratch, double, n);
  Rows rows = {from, gather->entries.at, sample};

  /* What they are sorted by, then their entries in that order. */
  for (uint32_t r = 0; r < n; r++) {
    order[r] = r;
    sample[r] = dae_build_sample (work, dae_build_residual (work, eq[r]));
  }
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_rows, &rows);
  for (uint32_t r = 0; r < n; r++) {
    sorted[r] = eq[order[r]];
    for (uint32_t k = from[order[r]]; k < from[order[r] + 1]; k++) {
      column[n_entries] = gather->entries.at[k].column;
      partial[n_entries++] = gather->entries.at[k].partial;
    }
    start[r + 1] = n_entries;
  }
  loop->eq = sorted;
  loop->pattern = (GraphPattern){n, n, start, column};
  loop->partial = partial;
}

DaeLoop
dae_loop_new (DaeBuild *work, uint32_t n, const uint32_t *eq, const uint32_t *unknown)
{
  DaeLoop loop = {.work = work, .n = n};
  Gather gather = {.work = work};
  uint32_t *sorted = base_arena_array (work->scratch, uint32_t, n);

  memcpy (sorted, unknown, n * sizeof *unknown);
  g_qsort_with_data (sorted, (gint) n, sizeof *sorted, compare_unknowns, work);
  for (uint32_t i = 0; i < n; i++)
    work->slot[sorted[i]] = i;
  loop.unknown = sorted;
  loop.pattern = gather_partials (&gather, n, eq);
  put_in_order (&loop, &gather, eq);
  classify (&loop, gather.entries.n,
            base_arena_array (work->scratch, double, gather.entries.n));
  for (uint32_t i = 0; i < n; i++)
    work->slot[sorted[i]] = UINT32_MAX;
  return loop;
}

uint32_t
dae_loop_entry (const DaeLoop *loop, uint32_t row, uint32_t column)
{
  uint32_t k = loop->pattern.start[row];

  while (loop->pattern.column[k] != column)
    k++;
  return k;
}

/* Row and column factors that bring the largest element of each row and column near 1,
 * so that unknowns of different units can be compared. */
static void
equilibrate (const DaeLoop *loop, double *row, double *column)
{
  const GraphPattern *p = &loop->pattern;
  g_autofree double *largest = g_new (double, loop->n);

  for (uint32_t i = 0; i < loop->n; i++)
    column[i] = 1.0;
  for (int sweep = 0; sweep < 4; sweep++) {
    for (uint32_t i = 0; i < loop->n; i++)
      largest[i] = 0.0;
    for (uint32_t r = 0; r < loop->n; r++) {
      double most = 0.0;
      for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++)
        most = fmax (most, fabs (loop->value[k]) * column[p->column[k]]);
      row[r] = most > 0.0 ? 1.0 / most : 1.0;
      for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++)
        largest[p->column[k]] =
            fmax (largest[p->column[k]], fabs (loop->value[k]) * row[r]);
    }
    for (uint32_t i = 0; i < loop->n; i++)
      column[i] = largest[i] > 0.0 ? 1.0 / largest[i] : 1.0;
  }
}

/* Growth of rounding errors that still leaves ten digits. */
#define MAX_GROWTH 1e5

/* Inner unknowns follow from each other by lines but for so many times: of a cube of a
 * cube of a cube Newton's method loses its way, and overflows. */
enum { MAX_DEPTH = 2 };

/* Is the equation no line in that unknown, as far as can be seen at once? */
static bool
bends (const DaeLoop *loop, uint32_t entry)
{
  return !loop->is_linear && (dae_build_depends (loop->work, loop->partial[entry]) &
                              DAE_ON_CONTINUOUS) != 0;
}

bool
dae_loop_is_stable (const DaeLoop *loop, const GraphTearing *torn)
{
  const GraphPattern *p = &loop->pattern;
  g_autofree double *row = g_new (double, loop->n);
  g_autofree double *column = g_new (double, loop->n);
  g_autofree double *error = g_new (double, loop->n);
  g_autofree uint32_t *depth = g_new0 (uint32_t, loop->n);

  equilibrate (loop, row, column);
  for (uint32_t i = 0; i < loop->n; i++)
    error[i] = 1.0;
  for (uint32_t i = 0; i < torn->n_solved; i++) {
    uint32_t r = torn->row[i], c = torn->column[i];
    double sum = 0.0, pivot = 0.0;
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++) {
      double size = fabs (loop->value[k]) * column[p->column[k]];
      if (p->column[k] == c)
        pivot = size;
      else
        sum += size * error[p->column[k]];
      depth[c] = MAX (depth[c], depth[p->column[k]] + bends (loop, k));
    }
    error[c] = 1.0 + sum / pivot;
    /* Sums along a chain grow with its length only. */
    if (!(error[c] < MAX_GROWTH * (1.0 + torn->n_solved)) || depth[c] > MAX_DEPTH)
      return false;
  }
  return true;
}

typedef struct {
  uint32_t tear;
  ExprId value;
} Term;

/* Derivatives by the tears, sparse: those of column c are terms[begin[c] … end[c]). */
typedef struct {
  const DaeLoop *loop;
  BASE_VEC (Term) terms;
  uint32_t *begin;
  uint32_t *end;
  ExprId *sum; /* per tear; EXPR_NONE: 0 */
  uint32_t *touched;
  uint32_t n_touched;
} Forward;

/* Adds up the derivatives of a row over all columns but one. */
static void
sum_row (Forward *f, uint32_t row, uint32_t but)
{
  const DaeLoop *loop = f->loop;
  ExprPool *pool = loop->work->pool;

  f->n_touched = 0;
  for (uint32_t k = loop->pattern.start[row]; k < loop->pattern.start[row + 1]; k++) {
    uint32_t c = loop->pattern.column[k];
    for (uint32_t i = f->begin[c]; c != but && i < f->end[c]; i++) {
      Term term = f->terms.at[i];
      ExprId product = expr_binary (pool, EXPR_MUL, loop->partial[k], term.value);
      ExprId *sum = &f->sum[term.tear];
      if (expr_is_none (*sum))
        f->touched[f->n_touched++] = term.tear;
      *sum =
          expr_is_none (*sum) ? product : expr_binary (pool, EXPR_ADD, *sum, product);
    }
  }
  qsort (f->touched, f->n_touched, sizeof *f->touched, base_vec_by_number);
}

/* The sum for one tear, taken out. */
static ExprId
take (Forward *f, uint32_t tear)
{
  ExprId sum = f->sum[tear];

  f->sum[tear] = EXPR_NONE;
  return sum;
}

static void
add_column (Forward *f, uint32_t row, uint32_t column)
{
  ExprPool *pool = f->loop->work->pool;
  ExprId slope = f->loop->partial[dae_loop_entry (f->loop, row, column)];

  sum_row (f, row, column);
  f->begin[column] = f->terms.n;
  for (uint32_t i = 0; i < f->n_touched; i++) {
    ExprId sum = expr_unary (pool, EXPR_NEG, take (f, f->touched[i]));
    Term term = {f->touched[i], expr_binary (pool, EXPR_DIV, sum, slope)};
    if (!expr_is_zero (pool, term.value))
      base_vec_push (f->loop->work->scratch, f->terms, term);
  }
  f->end[column] = f->terms.n;
}

static Forward
forward_new (const DaeLoop *loop, const GraphTearing *torn)
{
  BaseArena *scratch = loop->work->scratch;
  Forward f = {.loop = loop,
               .begin = base_arena_array (scratch, uint32_t, loop->n),
               .end = base_arena_array (scratch, uint32_t, loop->n),
               .sum = base_arena_array (scratch, ExprId, torn->n_tears),
               .touched = base_arena_array (scratch, uint32_t, torn->n_tears)};

  for (uint32_t t = 0; t < torn->n_tears; t++) {
    uint32_t c = torn->tear_column[t];
    f.sum[t] = EXPR_NONE;
    f.begin[c] = f.terms.n;
    base_vec_push (scratch, f.terms, (Term){t, expr_number (loop->work->pool, 1.0)});
    f.end[c] = f.terms.n;
  }
  return f;
}

const DaeEntry *
dae_loop_by_column (BaseArena *arena,
                    uint32_t n_columns,
                    uint32_t n,
                    const DaeEntry *entries)
{
  DaeEntry *sorted = base_arena_array (arena, DaeEntry, n);
  g_autofree uint32_t *next = g_new0 (uint32_t, (size_t) n_columns + 1);

  for (uint32_t k = 0; k < n; k++)
    next[entries[k].column + 1]++;
  for (uint32_t c = 0; c < n_columns; c++)
    next[c + 1] += next[c];
  for (uint32_t k = 0; k < n; k++)
    sorted[next[entries[k].column]++] = entries[k];
  return sorted;
}

/* More derivatives than this, and the whole is sparser than the torn system. */
static uint32_t
max_terms (const DaeLoop *loop)
{
  return 4096 + 8 * loop->pattern.start[loop->n];
}

bool
dae_loop_reduce (const DaeLoop *loop,
                 const GraphTearing *torn,
                 uint32_t *n_entries,
                 const DaeEntry **entries)
{
  DaeBuild *work = loop->work;
  Forward f = forward_new (loop, torn);
  BASE_VEC (DaeEntry) found = {0};

  /* Gradients by the tears, forward through the solved columns. */
  for (uint32_t i = 0; i < torn->n_solved; i++) {
    add_column (&f, torn->row[i], torn->column[i]);
    if (f.terms.n > max_terms (loop))
      return false;
  }
  /* Those of the residuals are the matrix. */
  for (uint32_t i = 0; i < torn->n_tears; i++) {
    sum_row (&f, torn->residual_row[i], DAE_NONE);
    for (uint32_t k = 0; k < f.n_touched; k++) {
      DaeEntry entry = {i, f.touched[k], take (&f, f.touched[k])};
      if (!expr_is_zero (work->pool, entry.value))
        base_vec_push (work->scratch, found, entry);
    }
    if (found.n > MAX (64, loop->pattern.start[loop->n]))
      return false;
  }
  *n_entries = found.n;
  *entries = dae_loop_by_column (work->arena, torn->n_tears, found.n, found.at);
  return true;
}
