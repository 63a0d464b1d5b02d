/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places for components that have none: breadth first along the wires, each beside the
 * one before it, on the side on which its port is, in the cells of a lattice; each part
 * that hangs together gets rows of its own. O(items + connects), but for the search for
 * places that the items with one leave free. */
#include <math.h>
#include <string.h>

#include "doc/model-private.h"

static const double pitch = 200; /* of columns and rows */
static const double first = 150; /* centre of the first */
static const double side = 100;

typedef struct {
  uint32_t item;
  int side;       /* of the port here */
  int other_side; /* of the port there */
} Neighbour;

typedef struct {
  int32_t column, row;
  bool is_reached;
  bool is_mirrored;
} Cell;

typedef struct {
  uint32_t n;
  uint32_t *begin; /* of each item in `to`, n + 1 */
  Neighbour *to;
  Cell *cells; /* per item */
  uint32_t *order;
  GHashTable *used; /* cells of the part, column and row in one pointer */
} Layout;

static void
find_neighbours (Layout *l, const DocLink *links, uint32_t n_links)
{
  l->begin = g_new0 (uint32_t, l->n + 2);
  l->to = g_new (Neighbour, 2 * n_links + 1);
  for (uint32_t i = 0; i < n_links; i++) {
    l->begin[links[i].a + 2]++;
    l->begin[links[i].b + 2]++;
  }
  for (uint32_t i = 2; i < l->n + 2; i++)
    l->begin[i] += l->begin[i - 1];
  for (uint32_t i = 0; i < n_links; i++) {
    l->to[l->begin[links[i].a + 1]++] =
        (Neighbour){links[i].b, links[i].side_a, links[i].side_b};
    l->to[l->begin[links[i].b + 1]++] =
        (Neighbour){links[i].a, links[i].side_b, links[i].side_a};
  }
}

static void *
cell (int32_t column, int32_t row)
{
  return GSIZE_TO_POINTER (((gsize) (uint32_t) column << 16) + (uint32_t) row);
}

/* The first free row of a column, from `row` downwards. */
static void
settle (Layout *l, uint32_t item, int32_t column, int32_t row)
{
  while (!g_hash_table_add (l->used, cell (column, row)))
    row++;
  l->cells[item].column = column;
  l->cells[item].row = row;
  l->cells[item].is_reached = true;
}

/* The neighbours of an item beside it, or those below it. One beside it is mirrored if
 * its port would be on the far side. */
static uint32_t
reach (Layout *l, uint32_t item, bool beside, uint32_t n)
{
  for (uint32_t k = l->begin[item]; k < l->begin[item + 1]; k++) {
    const Neighbour *next = &l->to[k];
    int right = l->cells[item].is_mirrored ? -next->side : next->side;

    if (l->cells[next->item].is_reached ||
        (next->side != 0 && next->other_side != 0) != beside)
      continue;
    l->cells[next->item].is_mirrored = beside && next->other_side == right;
    settle (l, next->item, l->cells[item].column + (beside ? right : 0),
            l->cells[item].row + !beside);
    l->order[n++] = next->item;
  }
  return n;
}

static bool
has_beside (const Layout *l, uint32_t item)
{
  for (uint32_t k = l->begin[item]; k < l->begin[item + 1]; k++)
    if (l->to[k].side != 0 && l->to[k].other_side != 0)
      return true;
  return false;
}

/* All that hangs together with `start`; returns how many. Rows are followed to their
 * ends before the wires between them. */
static uint32_t
walk (Layout *l, uint32_t start)
{
  uint32_t n = 1, at = 0, below = 0;

  g_hash_table_remove_all (l->used);
  settle (l, start, 0, 0);
  l->order[0] = start;
  while (at < n || below < n)
    if (at < n)
      n = reach (l, l->order[at++], true, n);
    else
      n = reach (l, l->order[below++], false, n);
  return n;
}

static bool
is_free (const DocPlace *places, const bool *is_placed, uint32_t n, double x, double y)
{
  for (uint32_t i = 0; i < n; i++)
    if (is_placed[i] && fabs (places[i].x - x) < places[i].width / 2 + side &&
        fabs (places[i].y - y) < places[i].height / 2 + side)
      return false;
  return true;
}

/* Puts the part that was walked to rows from `base` on; returns the first row below it.
 */
static int32_t
place_part (const Layout *l,
            uint32_t n_part,
            int32_t base,
            DocPlace *places,
            const bool *is_placed)
{
  int32_t least = 0, rows = 0;

  for (uint32_t k = 0; k < n_part; k++)
    least = MIN (least, l->cells[l->order[k]].column);
  for (uint32_t k = 0; k < n_part; k++) {
    uint32_t item = l->order[k];
    double x = first + pitch * (l->cells[item].column - least);
    double y = first + pitch * (base + l->cells[item].row);

    rows = MAX (rows, l->cells[item].row + 1);
    if (is_placed[item])
      continue;
    /* Down until there is room. */
    while (!is_free (places, is_placed, l->n, x, y))
      y += pitch;
    places[item] = (DocPlace){
        .x = x,
        .y = y,
        .width = side,
        .height = side,
        .flip_x = l->cells[item].is_mirrored,
    };
  }
  return base + rows;
}

void
doc_auto_layout (DocPlace *places,
                 const bool *is_placed,
                 uint32_t n,
                 const DocLink *links,
                 uint32_t n_links)
{
  g_autoptr (GHashTable) used = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autofree Cell *cells = g_new0 (Cell, n + 1);
  g_autofree uint32_t *order = g_new (uint32_t, n + 1);
  Layout l = {.n = n, .cells = cells, .order = order, .used = used};
  int32_t base = 0;

  find_neighbours (&l, links, n_links);
  /* parts begin with what is in a row, so that grounds come below */
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < n; i++)
      if (!cells[i].is_reached && (pass == 1 || has_beside (&l, i)))
        base = place_part (&l, walk (&l, i), base, places, is_placed);
  g_free (l.begin);
  g_free (l.to);
}
