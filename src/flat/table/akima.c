/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mixed slopes of Akima's surfaces: Akima, A method of bivariate interpolation and
 * smooth surface fitting based on local procedures, Comm. ACM 17 (1974). At a point of
 * the grid the mixed slope is the mean of the four mixed divided differences around it,
 * with the weights that the slopes over x and over y have there. Beyond the grid
 * divided differences go on as a straight line, as in one dimension. */
#include "flat/table/akima.h"

typedef struct {
  ExprPool *pool;
  const FlatValue *data;
} Grid;

/* Something between the points k and k + 1. */
typedef ExprId (*Difference) (const Grid *grid, int i, int j);

static ExprId
binary (const Grid *grid, ExprOp op, ExprId a, ExprId b)
{
  return expr_binary (grid->pool, op, a, b);
}

static ExprId
quotient (const Grid *grid, ExprId above, ExprId below, ExprId width)
{
  return binary (grid, EXPR_DIV, binary (grid, EXPR_SUB, above, below), width);
}

/* Entry of the data: row 0 is the grid of y, column 0 that of x. */
static ExprId
entry (const Grid *grid, int row, int column)
{
  return grid->data->items[(uint32_t) row * grid->data->shape.n[1] + (uint32_t) column];
}

static ExprId
width_x (const Grid *grid, int i)
{
  return binary (grid, EXPR_SUB, entry (grid, i + 2, 0), entry (grid, i + 1, 0));
}

static ExprId
width_y (const Grid *grid, int j)
{
  return binary (grid, EXPR_SUB, entry (grid, 0, j + 2), entry (grid, 0, j + 1));
}

/* Slope over x of interval i at point j, and over y of interval j at point i. */
static ExprId
chord_x (const Grid *grid, int i, int j)
{
  return quotient (grid, entry (grid, i + 2, j + 1), entry (grid, i + 1, j + 1),
                   width_x (grid, i));
}

static ExprId
chord_y (const Grid *grid, int i, int j)
{
  return quotient (grid, entry (grid, i + 1, j + 2), entry (grid, i + 1, j + 1),
                   width_y (grid, j));
}

static ExprId
mixed (const Grid *grid, int i, int j)
{
  ExprId above = chord_x (grid, i, j + 1), below = chord_x (grid, i, j);

  return quotient (grid, above, below, width_y (grid, j));
}

/* Difference (i, j) for any i (is_x) or j, on a straight line beyond the grid. */
static ExprId
extended (const Grid *grid, Difference of, int i, int j, bool is_x)
{
  int k = is_x ? i : j, last = (int) grid->data->shape.n[is_x ? 0 : 1] - 3;

  if (k >= 0 && k <= last)
    return of (grid, i, j);
  int end = k < 0 ? 0 : last, before = last == 0 ? 0 : k < 0 ? 1 : last - 1;
  double distance = k < 0 ? -k : k - last;
  ExprId near = is_x ? of (grid, end, j) : of (grid, i, end);
  ExprId far = is_x ? of (grid, before, j) : of (grid, i, before);
  ExprId rise = binary (grid, EXPR_SUB, near, far);
  ExprId step = binary (grid, EXPR_MUL, expr_number (grid->pool, distance), rise);
  return binary (grid, EXPR_ADD, near, step);
}

static ExprId
mixed_over_y (const Grid *grid, int i, int j)
{
  return extended (grid, mixed, i, j, false);
}

/* |c(k + 1) - c(k)| of the chords along one direction. */
static ExprId
change (const Grid *grid, int i, int j, bool is_x)
{
  Difference chord = is_x ? chord_x : chord_y;
  ExprId next = extended (grid, chord, i + is_x, j + !is_x, is_x);
  ExprId this = extended (grid, chord, i, j, is_x);

  return expr_unary (grid->pool, EXPR_ABS, binary (grid, EXPR_SUB, next, this));
}

/* Weights of what is before point (i, j) and of what is behind, which add up to 1. */
static void
find_weights (const Grid *grid, int i, int j, bool is_x, ExprId weight[2])
{
  ExprPool *pool = grid->pool;
  ExprId before = change (grid, i, j, is_x);
  ExprId behind = change (grid, i - 2 * is_x, j - 2 * !is_x, is_x);
  ExprId sum = binary (grid, EXPR_ADD, before, behind);
  ExprId is_bent = expr_unary (pool, EXPR_NOEVENT,
                               binary (grid, EXPR_GT, sum, expr_number (pool, 0.0)));

  ExprId half = expr_number (pool, 0.5);
  weight[0] = expr_if (pool, is_bent, binary (grid, EXPR_DIV, before, sum), half);
  weight[1] = expr_if (pool, is_bent, binary (grid, EXPR_DIV, behind, sum), half);
}

ExprId
flat_akima_twist (ExprPool *pool, const FlatValue *data, uint32_t row, uint32_t column)
{
  const Grid grid = {.pool = pool, .data = data};
  int i = (int) row, j = (int) column;
  ExprId over_x[2], over_y[2], sum = expr_number (pool, 0.0);

  if (data->shape.n[0] < 3 || data->shape.n[1] < 3)
    return sum;
  find_weights (&grid, i, j, true, over_x);
  find_weights (&grid, i, j, false, over_y);
  for (int a = 0; a < 2; a++)
    for (int b = 0; b < 2; b++) {
      ExprId around = extended (&grid, mixed_over_y, i - 1 + a, j - 1 + b, true);
      ExprId weight = binary (&grid, EXPR_MUL, over_x[a], over_y[b]);
      sum = binary (&grid, EXPR_ADD, sum, binary (&grid, EXPR_MUL, weight, around));
    }
  return sum;
}
