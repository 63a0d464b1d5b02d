/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gaussian elimination of a linear block on its expressions, once: what is left is
 * straight-line code, in which constants are folded, ones and zeros cost nothing, and
 * what follows from parameters is computed with these. Of the pivots that pass a
 * threshold test at several points, with one sign there (Duff, Erisman & Reid, Direct
 * Methods for Sparse Matrices, 2017, ch. 7), the one that adds least entries is taken
 * (minimum local fill, ibid.), then that of least multiplications (Markowitz, The
 * elimination form of the inverse, Management Science 3(3), 1957), then of the row that
 * was changed last. Each costs the lines that it touches; the whole is given up where
 * it fills up, so that the work stays near-linear in the entries. */
#include "dae/block/eliminate.h"

#include <math.h>

#include "base/heap.h"
#include "dae/block/loop.h"
#include "dae/block/sample.h"

/* Pivots are no smaller than this part of the greatest entry of their columns, in units
 * of the rows; and than that, in units of row and column: less may be rounding. */
static const double CHOICE = 0.01, LEAST = 1e-8;

/* Multiplications for each entry of the matrix, and entries of a row or column: more is
 * left to elimination at run time. */
enum { MOST_PER_ENTRY = 6, MOST_SPARE = 64, MOST_IN_LINE = 32 };

/* Scaling comes to rest soon. */
enum { N_SWEEPS = 6 };

/* What a pivot asks for beside multiplications: nothing, a quotient of parameters, or a
 * quotient and a look at it in each evaluation. */
enum { ON_NUMBER, ON_PARAMETERS, VARIES, N_RANKS };

enum { NO_PIVOT = UINT32_MAX, MOST_WORK = (MOST_IN_LINE + 1) * (MOST_IN_LINE + 1) };

typedef struct {
  uint32_t column;
  ExprId value;
  double sample[DAE_SAMPLES];
} Entry;

typedef BASE_VEC (Entry) Row;
typedef BASE_VEC (uint32_t) Column;

/* A row that may be next, by what its best pivot costs. */
typedef struct {
  uint32_t cost;
  uint32_t since; /* pivots by then */
  uint32_t row;
} Candidate;

typedef struct {
  const DaeLoop *loop;
  DaeSamples *samples;
  ExprPool *pool;
  BaseArena *scratch;
  Row *rows;       /* without its pivot, once it has one */
  Column *columns; /* the rows without pivots that have an entry there */
  ExprId *right;   /* by row */
  double *unit;    /* by row: what makes its entries about one */
  double *unit_of_column;
  uint32_t *cost; /* by row: its last one in the heap */
  bool *is_done;  /* by row */
  uint32_t *seen; /* by row: the last pivot that changed its costs */
  GArray *heap;
  uint32_t *row_of_eq; /* by equation, to work with */
  uint32_t n_done;
  uint32_t *pivot_row; /* in order */
  uint32_t *pivot_column;
  ExprId *inverse; /* 1 / pivot */
  uint64_t n_work;
  int sign; /* of the determinant, but for what `pivots` say */
  BASE_VEC (DaeFactor) pivots;
  BASE_VEC (DaeFactor) multipliers;
} Elimination;

static ExprId
multiply (const Elimination *e, ExprId a, ExprId b)
{
  return expr_binary (e->pool, EXPR_MUL, a, b);
}

static uint32_t
place_in_row (const Row *row, uint32_t column)
{
  uint32_t k = 0;

  while (k < row->n && row->at[k].column != column)
    k++;
  return k;
}

static Entry
take_entry (Row *row, uint32_t column)
{
  uint32_t k = place_in_row (row, column);
  Entry entry = row->at[k];

  row->at[k] = row->at[--row->n];
  return entry;
}

static void
leave_column (Column *column, uint32_t row)
{
  uint32_t k = 0;

  while (column->at[k] != row)
    k++;
  column->at[k] = column->at[--column->n];
}

/* ---- the choice of pivots ---- */

static int
by_cost (gconstpointer left, gconstpointer right)
{
  const Candidate *a = left, *b = right;

  if (a->cost != b->cost)
    return a->cost < b->cost ? -1 : 1;
  if (a->since != b->since)
    return a->since > b->since ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

/* Is the entry of row r great enough beside the others of its column? */
static bool
may_be_pivot (const Elimination *e, uint32_t r, const Entry *entry)
{
  const Column *column = &e->columns[entry->column];

  for (uint32_t i = 0; i < DAE_SAMPLES; i++) {
    double size = fabs (entry->sample[i]) * e->unit[r], least = size / CHOICE;

    if (!(size * e->unit_of_column[entry->column] > LEAST) ||
        signbit (entry->sample[i]) != signbit (entry->sample[0]))
      return false;
    for (uint32_t k = 0; k < column->n; k++) {
      const Row *row = &e->rows[column->at[k]];
      double other = row->at[place_in_row (row, entry->column)].sample[i];
      if (fabs (other) * e->unit[column->at[k]] > least)
        return false;
    }
  }
  return true;
}

/* How much a pivot asks for beside its multiplications. */
static uint32_t
rank_of (const Elimination *e, ExprId value)
{
  double number;

  if (expr_is_number (e->pool, value, &number))
    return ON_NUMBER;
  return dae_build_depends (e->loop->work, value) == DAE_ON_PARAMETER ? ON_PARAMETERS
                                                                      : VARIES;
}

/* Entries that the pivot of row r adds to others. */
static uint32_t
count_fill (const Elimination *e, uint32_t r, const Entry *pivot)
{
  const Row *row = &e->rows[r];
  const Column *column = &e->columns[pivot->column];
  uint32_t n = 0;

  for (uint32_t k = 0; k < column->n; k++) {
    const Row *below = &e->rows[column->at[k]];
    for (uint32_t i = 0; i < row->n && column->at[k] != r; i++)
      n += place_in_row (below, row->at[i].column) == below->n;
  }
  return n;
}

/* What a pivot costs: entries that it adds, then multiplications, then what it asks for
 * beside these. */
static uint32_t
cost_of (const Elimination *e, uint32_t r, const Entry *pivot)
{
  uint32_t n_work = (e->rows[r].n - 1) * (e->columns[pivot->column].n - 1);

  return (count_fill (e, r, pivot) * MOST_WORK + n_work) * N_RANKS +
         rank_of (e, pivot->value);
}

/* The cost of the best pivot of a row, NO_PIVOT if there is none. */
static uint32_t
find_best (const Elimination *e, uint32_t r, uint32_t *column)
{
  const Row *row = &e->rows[r];
  uint32_t best = NO_PIVOT;

  for (uint32_t k = 0; k < row->n; k++) {
    const Entry *entry = &row->at[k];
    uint32_t cost = cost_of (e, r, entry);

    if (cost > best || (cost == best && entry->column > *column) ||
        !may_be_pivot (e, r, entry))
      continue;
    best = cost;
    *column = entry->column;
  }
  return best;
}

static void
offer (Elimination *e, uint32_t r)
{
  uint32_t column, cost = find_best (e, r, &column);

  e->cost[r] = cost;
  base_heap_push (e->heap, &(Candidate){cost, e->n_done, r}, sizeof (Candidate),
                  by_cost);
}

static void
offer_column (Elimination *e, uint32_t column)
{
  for (uint32_t k = 0; k < e->columns[column].n; k++) {
    uint32_t r = e->columns[column].at[k];

    if (e->seen[r] != e->n_done)
      offer (e, r);
    e->seen[r] = e->n_done;
  }
}

static void
offer_around (Elimination *e, uint32_t r)
{
  for (uint32_t k = 0; k < e->rows[r].n; k++)
    offer_column (e, e->rows[r].at[k].column);
}

/* The row of the cheapest pivot. False if there is none, or only costly ones. */
static bool
choose (Elimination *e, uint32_t *row, uint32_t *column)
{
  Candidate best = {NO_PIVOT, 0, 0};

  do {
    if (e->heap->len == 0)
      return false;
    base_heap_pop (e->heap, &best, sizeof best, by_cost);
  } while (e->is_done[best.row] || best.since != e->seen[best.row]);
  *row = best.row;
  e->n_work += best.cost / N_RANKS % MOST_WORK;
  return best.cost != NO_PIVOT && find_best (e, best.row, column) == best.cost;
}

/* ---- the arithmetic ---- */

/* The row of the first entry minus its multiple that takes that entry out. False if a
 * line becomes too long. */
static bool
subtract (Elimination *e,
          uint32_t r,
          ExprId factor,
          const double *part,
          const Row *above)
{
  Row *row = &e->rows[r];

  for (uint32_t k = 0; k < above->n; k++) {
    const Entry *from = &above->at[k];
    ExprId product = multiply (e, factor, from->value);
    uint32_t at = place_in_row (row, from->column);

    /* A new entry, or the old one. */
    if (at == row->n) {
      base_vec_push (e->scratch, *row,
                     (Entry){from->column, expr_number (e->pool, 0.0), {0.0}});
      base_vec_push (e->scratch, e->columns[from->column], r);
    }
    Entry *entry = &row->at[at];
    entry->value = expr_binary (e->pool, EXPR_SUB, entry->value, product);
    for (uint32_t i = 0; i < DAE_SAMPLES; i++)
      entry->sample[i] -= part[i] * from->sample[i];
    /* What may be too much, or nothing. */
    if (row->n > MOST_IN_LINE || e->columns[from->column].n > MOST_IN_LINE)
      return false;
    if (expr_is_zero (e->pool, entry->value)) {
      take_entry (row, from->column);
      leave_column (&e->columns[from->column], r);
    }
  }
  return true;
}

/* Takes the pivot out of its row, and the row out of what is left. */
static Entry
take_pivot (Elimination *e, uint32_t r, uint32_t c)
{
  Entry pivot = take_entry (&e->rows[r], c);
  uint32_t rank = rank_of (e, pivot.value);

  leave_column (&e->columns[c], r);
  for (uint32_t k = 0; k < e->rows[r].n; k++)
    leave_column (&e->columns[e->rows[r].at[k].column], r);
  e->is_done[r] = true;
  e->pivot_row[e->n_done] = r;
  e->pivot_column[e->n_done] = c;
  e->inverse[e->n_done++] =
      expr_binary (e->pool, EXPR_DIV, expr_number (e->pool, 1.0), pivot.value);
  if (rank != ON_NUMBER)
    base_vec_push (e->scratch, e->pivots,
                   (DaeFactor){pivot.value, e->unit[r] * e->unit_of_column[c]});
  else if (pivot.sample[0] < 0.0)
    e->sign = -e->sign;
  return pivot;
}

static bool
eliminate (Elimination *e, uint32_t r, uint32_t c)
{
  Entry pivot = take_pivot (e, r, c);
  ExprId inverse = e->inverse[e->n_done - 1];
  bool varies = rank_of (e, pivot.value) == VARIES;
  const Column *below = &e->columns[c];

  for (uint32_t k = 0; k < below->n; k++) {
    uint32_t i = below->at[k];
    Entry entry = take_entry (&e->rows[i], c);
    ExprId factor = multiply (e, entry.value, inverse);
    double part[DAE_SAMPLES];

    for (uint32_t s = 0; s < DAE_SAMPLES; s++)
      part[s] = entry.sample[s] / pivot.sample[s];
    if (varies)
      base_vec_push (e->scratch, e->multipliers,
                     (DaeFactor){factor, e->unit[i] / e->unit[r]});
    e->right[i] =
        expr_binary (e->pool, EXPR_SUB, e->right[i], multiply (e, factor, e->right[r]));
    if (!subtract (e, i, factor, part, &e->rows[r]))
      return false;
  }
  /* What that changes for the choice of others. */
  for (uint32_t k = 0; k < below->n; k++)
    offer_around (e, below->at[k]);
  offer_around (e, r);
  return true;
}

static bool
eliminate_all (Elimination *e)
{
  const uint64_t most =
      MOST_SPARE + MOST_PER_ENTRY * (uint64_t) e->loop->pattern.start[e->loop->n];
  uint32_t r, c;

  for (uint32_t i = 0; i < e->loop->n; i++)
    offer (e, i);
  while (e->n_done < e->loop->n)
    if (!choose (e, &r, &c) || e->n_work > most || !eliminate (e, r, c))
      return false;
  return true;
}

/* ---- before and behind ---- */

static ExprId
zero_for_unknown (void *data,
                  ExprPool *pool,
                  ExprId e,
                  const ExprNode *node,
                  bool is_changed)
{
  const DaeBuild *work = data;

  return node->op == EXPR_VAR &&
                 work->slot[expr_index (node->payload, work->vars.n)] != DAE_NONE
             ? expr_number (pool, 0.0)
             : EXPR_NONE;
}

/* What is delayed is not known by now. */
static bool
is_past (const ExprNode *node)
{
  return node->op == EXPR_DELAY;
}

/* The right sides: what the residuals are without the unknowns. */
static void
find_right (Elimination *e)
{
  const DaeLoop *loop = e->loop;
  DaeBuild *work = loop->work;
  g_autoptr (ExprMap) map = expr_map_new (e->pool, zero_for_unknown, is_past, work);

  for (uint32_t i = 0; i < loop->n; i++)
    work->slot[loop->unknown[i]] = i;
  for (uint32_t r = 0; r < loop->n; r++) {
    ExprId rest = expr_map_apply (map, dae_build_residual (work, loop->eq[r]));
    e->right[r] = expr_unary (e->pool, EXPR_NEG, rest);
  }
  for (uint32_t i = 0; i < loop->n; i++)
    work->slot[loop->unknown[i]] = DAE_NONE;
}

/* The rows of the matrix. False if they cannot be judged, as what is switched at
 * events, or if one of them is long. */
static bool
fill_rows (Elimination *e)
{
  const DaeLoop *loop = e->loop;
  const GraphPattern *p = &loop->pattern;

  for (uint32_t r = 0; r < loop->n; r++) {
    if (p->start[r + 1] - p->start[r] > MOST_IN_LINE)
      return false;
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++) {
      Entry entry = {.column = p->column[k], .value = loop->partial[k]};
      uint8_t depends = dae_build_depends (loop->work, entry.value);

      if ((depends & DAE_ON_DISCRETE) != 0 ||
          !dae_samples_evaluate (e->samples, entry.value, entry.sample))
        return false;
      base_vec_push (e->scratch, e->rows[r], entry);
      base_vec_push (e->scratch, e->columns[entry.column], r);
    }
  }
  for (uint32_t c = 0; c < loop->n; c++)
    if (e->columns[c].n > MOST_IN_LINE)
      return false;
  return true;
}

/* Divides rows, or columns, by the geometric mean of their least and greatest entries.
 */
static void
sweep (Elimination *e, bool is_by_row, double *least, double *greatest)
{
  double *unit = is_by_row ? e->unit : e->unit_of_column;

  for (uint32_t i = 0; i < e->loop->n; i++) {
    least[i] = INFINITY;
    greatest[i] = 0.0;
  }
  for (uint32_t r = 0; r < e->loop->n; r++)
    for (uint32_t k = 0; k < e->rows[r].n; k++) {
      const Entry *entry = &e->rows[r].at[k];
      uint32_t i = is_by_row ? r : entry->column;
      double size =
          fabs (entry->sample[0]) * e->unit[r] * e->unit_of_column[entry->column];

      least[i] = size > 0.0 ? fmin (least[i], size) : least[i];
      greatest[i] = fmax (greatest[i], size);
    }
  for (uint32_t i = 0; i < e->loop->n; i++)
    if (greatest[i] > 0.0)
      unit[i] /= sqrt (least[i] * greatest[i]);
}

/* As Fulkerson & Wolfe do, An algorithm for scaling matrices, SIAM Review 4(2), 1962.
 */
static void
find_units (Elimination *e)
{
  double *least = base_arena_array (e->scratch, double, e->loop->n);
  double *greatest = base_arena_array (e->scratch, double, e->loop->n);

  for (uint32_t i = 0; i < e->loop->n; i++)
    e->unit[i] = e->unit_of_column[i] = 1.0;
  for (uint32_t s = 0; s < N_SWEEPS; s++) {
    sweep (e, true, least, greatest);
    sweep (e, false, least, greatest);
  }
}

static Elimination
elimination_new (const DaeLoop *loop, DaeSamples *samples, uint32_t *row_of_eq)
{
  BaseArena *scratch = loop->work->scratch;
  uint32_t n = loop->n;

  return (Elimination){.loop = loop,
                       .samples = samples,
                       .row_of_eq = row_of_eq,
                       .pool = loop->work->pool,
                       .scratch = scratch,
                       .rows = base_arena_array (scratch, Row, n),
                       .columns = base_arena_array (scratch, Column, n),
                       .right = base_arena_array (scratch, ExprId, n),
                       .unit = base_arena_array (scratch, double, n),
                       .unit_of_column = base_arena_array (scratch, double, n),
                       .cost = base_arena_array (scratch, uint32_t, n),
                       .is_done = base_arena_array (scratch, bool, n),
                       .seen = base_arena_array (scratch, uint32_t, n),
                       .heap = g_array_new (FALSE, FALSE, sizeof (Candidate)),
                       .pivot_row = base_arena_array (scratch, uint32_t, n),
                       .pivot_column = base_arena_array (scratch, uint32_t, n),
                       .inverse = base_arena_array (scratch, ExprId, n),
                       .sign = 1};
}

/* -1 if it is odd: each cycle of length k is k - 1 exchanges. */
static int
parity_of (BaseArena *scratch, uint32_t n, const uint32_t *permutation)
{
  bool *is_seen = base_arena_array (scratch, bool, n);
  int sign = 1;

  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = i; !is_seen[k]; k = permutation[k]) {
      is_seen[k] = true;
      if (permutation[k] != i)
        sign = -sign;
    }
  return sign;
}

/* The columns of the block's unknowns. */
static void
find_columns (const DaeLoop *loop, const DaeBlock *block, uint32_t *column)
{
  uint32_t *place = loop->work->slot;

  for (uint32_t i = 0; i < loop->n; i++)
    place[loop->unknown[i]] = i;
  for (uint32_t i = 0; i < loop->n; i++)
    column[i] = place[block->unknown[i]];
  for (uint32_t i = 0; i < loop->n; i++)
    place[loop->unknown[i]] = DAE_NONE;
}

/* The sign of the determinant of the torn matrix beside that of the whole. */
static int
sign_of_tearing (const Elimination *e, const DaeBlock *block, const uint32_t *column)
{
  const DaeLoop *loop = e->loop;
  uint32_t *row = base_arena_array (e->scratch, uint32_t, loop->n);
  int sign = 1;

  for (uint32_t i = 0; i < loop->n; i++)
    e->row_of_eq[loop->eq[i]] = i;
  for (uint32_t i = 0; i < loop->n; i++)
    row[i] = e->row_of_eq[block->eq[i]];
  for (uint32_t i = 0; i < block->n - block->n_tears; i++)
    if (loop->value[dae_loop_entry (loop, row[i], column[i])] < 0.0)
      sign = -sign;
  return sign * parity_of (e->scratch, loop->n, row) *
         parity_of (e->scratch, loop->n, column);
}

/* The unknowns, last pivots first, as far as tears follow from them. */
static const ExprId *
substitute (Elimination *e, uint32_t n_tears, const uint32_t *tears)
{
  uint32_t n = e->loop->n;
  ExprId *value = base_arena_array (e->scratch, ExprId, n); /* by column */
  ExprId *solution = base_arena_array (e->loop->work->arena, ExprId, n_tears);
  bool *is_needed = base_arena_array (e->scratch, bool, n);

  for (uint32_t t = 0; t < n_tears; t++)
    is_needed[tears[t]] = true;
  for (uint32_t i = 0; i < n; i++) {
    const Row *row = &e->rows[e->pivot_row[i]];
    for (uint32_t k = 0; k < row->n && is_needed[e->pivot_column[i]]; k++)
      is_needed[row->at[k].column] = true;
  }
  for (uint32_t i = n; i-- > 0;) {
    const Row *row = &e->rows[e->pivot_row[i]];
    ExprId sum = e->right[e->pivot_row[i]];

    if (!is_needed[e->pivot_column[i]])
      continue;
    for (uint32_t k = 0; k < row->n; k++)
      sum = expr_binary (e->pool, EXPR_SUB, sum,
                         multiply (e, row->at[k].value, value[row->at[k].column]));
    value[e->pivot_column[i]] = multiply (e, sum, e->inverse[i]);
  }
  for (uint32_t t = 0; t < n_tears; t++)
    solution[t] = value[tears[t]];
  return solution;
}

static const DaeFactor *
keep (const Elimination *e, uint32_t n, const DaeFactor *factors)
{
  return base_arena_copy (e->loop->work->arena, factors, n * sizeof *factors,
                          n * sizeof *factors);
}

static void
finish (Elimination *e, DaeBlock *block)
{
  uint32_t n = e->loop->n;
  uint32_t *column = base_arena_array (e->scratch, uint32_t, n);

  find_columns (e->loop, block, column);
  block->sign = e->sign * parity_of (e->scratch, n, e->pivot_row) *
                parity_of (e->scratch, n, e->pivot_column) *
                sign_of_tearing (e, block, column);
  block->solution = substitute (e, block->n_tears, column + block->n - block->n_tears);
  block->n_pivots = e->pivots.n;
  block->pivots = keep (e, e->pivots.n, e->pivots.at);
  block->n_multipliers = e->multipliers.n;
  block->multipliers = keep (e, e->multipliers.n, e->multipliers.at);
}

static void
eliminate_block (DaeSamples *samples, uint32_t *row_of_eq, DaeBlock *block)
{
  const DaeLoop loop =
      dae_loop_new (samples->work, block->n, block->eq, block->unknown);
  Elimination e = elimination_new (&loop, samples, row_of_eq);

  if (fill_rows (&e)) {
    find_units (&e);
    find_right (&e);
    if (eliminate_all (&e))
      finish (&e, block);
  }
  g_array_unref (e.heap);
}

static bool
is_linear (const DaeBlock *block)
{
  return block->kind == DAE_LINEAR && block->n_tears > 0;
}

static bool
has_linear (uint32_t n, const DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++)
    if (is_linear (&blocks[b]))
      return true;
  return false;
}

static void
eliminate_blocks (DaeSamples *samples,
                  uint32_t *row_of_eq,
                  uint32_t n,
                  DaeBlock *blocks)
{
  for (uint32_t b = 0; b < n; b++) {
    if (is_linear (&blocks[b]) && !dae_build_is_spent (samples->work, blocks[b].eq[0]))
      eliminate_block (samples, row_of_eq, &blocks[b]);
    dae_samples_assign (samples, &blocks[b]);
  }
}

void
dae_eliminate_blocks (DaeBuild *work)
{
  if (!has_linear (work->dynamic.n, work->dynamic.at) &&
      !has_linear (work->output.n, work->output.at))
    return;
  DaeSamples samples = dae_samples_new (work);
  uint32_t *row_of_eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  eliminate_blocks (&samples, row_of_eq, work->dynamic.n, work->dynamic.at);
  eliminate_blocks (&samples, row_of_eq, work->output.n, work->output.at);
}
