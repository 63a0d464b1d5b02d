/* Places for components that have none: columns by distance along the wires. */
#include <math.h>
#include <string.h>

#include "doc/state.h"

static const double pitch = 200; /* of columns and rows */
static const double first = 150; /* centre of the first */
static const double side = 100;

typedef struct {
  uint32_t *begin; /* of each item in `to`, n + 1 */
  uint32_t *to;
} Neighbours;

static Neighbours
find_neighbours (uint32_t n, const DocLink *links, uint32_t n_links)
{
  Neighbours list = {g_new0 (uint32_t, n + 2), g_new (uint32_t, 2 * n_links + 1)};

  for (uint32_t i = 0; i < n_links; i++) {
    list.begin[links[i].a + 2]++;
    list.begin[links[i].b + 2]++;
  }
  for (uint32_t i = 2; i < n + 2; i++)
    list.begin[i] += list.begin[i - 1];
  for (uint32_t i = 0; i < n_links; i++) {
    list.to[list.begin[links[i].a + 1]++] = links[i].b;
    list.to[list.begin[links[i].b + 1]++] = links[i].a;
  }
  return list;
}

/* Breadth first from item `start`; its columns begin at 0. Appends to order[]. */
static uint32_t
walk (const Neighbours *list,
      uint32_t start,
      int32_t *column,
      uint32_t *order,
      uint32_t n)
{
  uint32_t end = n;

  column[start] = 0;
  order[end++] = start;
  for (uint32_t at = n; at < end; at++) {
    uint32_t item = order[at];

    for (uint32_t k = list->begin[item]; k < list->begin[item + 1]; k++)
      if (column[list->to[k]] < 0) {
        column[list->to[k]] = column[item] + 1;
        order[end++] = list->to[k];
      }
  }
  return end;
}

/* A better start than any item is the last one that a walk reaches: a longest way
 * begins there. The first of the items comes to the left. */
static uint32_t
walk_part (const Neighbours *list,
           uint32_t start,
           int32_t *column,
           uint32_t *order,
           uint32_t n)
{
  uint32_t end = walk (list, start, column, order, n);
  uint32_t far = start;

  for (uint32_t i = n; i < end; i++) {
    uint32_t item = order[i];

    if (column[item] > column[far] || (column[item] == column[far] && item < far))
      far = item;
  }
  for (uint32_t i = n; i < end; i++)
    column[order[i]] = -1;
  end = walk (list, far, column, order, n);
  int32_t last = column[order[end - 1]];
  for (uint32_t i = n; 2 * column[start] > last && i < end; i++)
    if (order[i] != start)
      column[order[i]] = last - column[order[i]];
  column[start] = MIN (column[start], last - column[start]);
  return end;
}

static bool
is_free (const DocPlace *places, const bool *is_placed, uint32_t n, double x, double y)
{
  for (uint32_t i = 0; i < n; i++)
    if (is_placed[i] &&
        fabs (places[i].x - x) < (places[i].width + side) / 2 + side / 2 &&
        fabs (places[i].y - y) < (places[i].height + side) / 2 + side / 2)
      return false;
  return true;
}

void
doc_layout (DocPlace *places,
            const bool *is_placed,
            uint32_t n,
            const DocLink *links,
            uint32_t n_links)
{
  Neighbours list = find_neighbours (n, links, n_links);
  g_autofree int32_t *column = g_new (int32_t, n + 1);
  g_autofree uint32_t *order = g_new (uint32_t, n + 1);
  g_autofree uint32_t *used = g_new0 (uint32_t, n + 1); /* rows per column */
  uint32_t base = 0, n_done = 0;

  memset (column, 0xFF, (n + 1) * sizeof *column);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t begin = n_done, rows = 0;

    if (column[i] >= 0)
      continue;
    n_done = walk_part (&list, i, column, order, n_done);
    for (uint32_t k = begin; k < n_done; k++)
      used[column[order[k]]] = 0;
    for (uint32_t k = begin; k < n_done; k++) {
      uint32_t item = order[k], row = base + used[column[item]]++;
      double x = first + pitch * column[item], y = first + pitch * row;

      rows = MAX (rows, used[column[item]]);
      if (is_placed[item])
        continue;
      while (!is_free (places, is_placed, n, x, y))
        y += pitch;
      places[item] = (DocPlace){.x = x, .y = y, .width = side, .height = side};
    }
    base += rows;
  }
  g_free (list.begin);
  g_free (list.to);
}
