/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where lines of different nets cross: the plumb ones in order of their places, and
 * each level one looks at those that stand within it. */
#include "doc/wire/crossing.h"

#include <stdlib.h>

#include "base/vec.h"
#include "doc/model-private.h"

typedef struct {
  double x, y1, y2;
  uint32_t net;
} Plumb;

typedef BASE_VEC (DocPoint) Points;

static int
by_place (const void *left, const void *right)
{
  const Plumb *a = left, *b = right;

  if (a->x != b->x)
    return a->x < b->x ? -1 : 1;
  return (a->y1 > b->y1) - (a->y1 < b->y1);
}

static void
add_plumbs (GArray *plumbs, const DocWire *wire)
{
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocRect box =
          doc_box (wire->edges[e].points[k], wire->edges[e].points[k + 1]);

      if (box.x1 == box.x2 && box.y1 < box.y2)
        g_array_append_val (plumbs, ((Plumb){box.x1, box.y1, box.y2, wire->net}));
    }
}

static uint32_t
first_behind (const Plumb *plumbs, uint32_t n, double x)
{
  uint32_t low = 0;

  while (low < n) {
    const uint32_t middle = (low + n) / 2;

    if (plumbs[middle].x <= x)
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

static void
cross (DocModel *doc, Points *found, const GArray *plumbs, DocRect level, uint32_t net)
{
  const Plumb *all = (const Plumb *) (const void *) plumbs->data;

  for (uint32_t i = first_behind (all, plumbs->len, level.x1);
       i < plumbs->len && all[i].x < level.x2; i++)
    if (all[i].y1 < level.y1 && level.y1 < all[i].y2 && all[i].net != net)
      base_vec_push (doc->arena, *found, (DocPoint){all[i].x, level.y1});
}

void
doc_crossings_find (DocModel *doc)
{
  g_autoptr (GArray) plumbs = g_array_new (FALSE, FALSE, sizeof (Plumb));

  for (uint32_t w = 0; w < doc->n_wires; w++)
    add_plumbs (plumbs, &doc->wires[w]);
  if (plumbs->len > 1)
    qsort (plumbs->data, plumbs->len, sizeof (Plumb), by_place);
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    DocWire *wire = &doc->wires[w];
    Points found = {0};

    for (uint32_t e = 0; e < wire->n_edges; e++)
      for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
        const DocRect box =
            doc_box (wire->edges[e].points[k], wire->edges[e].points[k + 1]);

        if (box.y1 == box.y2)
          cross (doc, &found, plumbs, box, wire->net);
      }
    wire->crossings = found.at;
    wire->n_crossings = found.n;
  }
}
