/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "test-doc.h"

/* What a diagram looks like, from its points alone. */

/* No way there and back, no corner on a straight line. */
static inline void
assert_tidy (const DocModel *doc, const DocEdge *edge)
{
  for (uint32_t k = 2; k < edge->n_points; k++) {
    DocPoint a = edge->points[k - 2], b = edge->points[k - 1], c = edge->points[k];

    if ((a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y))
      g_error ("needless point (%g, %g) in\n%s", b.x, b.y, doc_text (doc, NULL));
  }
}

static inline bool
is_drawn (const DocModel *doc, uint32_t net, double x, double y)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t e = 0; wire->net == net && e < wire->n_edges; e++)
      for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
        DocPoint a = wire->edges[e].points[k], b = wire->edges[e].points[k + 1];

        if (x > fmin (a.x, b.x) - 1e-3 && x < fmax (a.x, b.x) + 1e-3 &&
            y > fmin (a.y, b.y) - 1e-3 && y < fmax (a.y, b.y) + 1e-3)
          return true;
      }
  }
  return false;
}

static inline uint32_t
n_ways (const DocModel *doc, uint32_t net, DocPoint at)
{
  const double reach = 0.1;

  return (uint32_t) is_drawn (doc, net, at.x + reach, at.y) +
         is_drawn (doc, net, at.x - reach, at.y) +
         is_drawn (doc, net, at.x, at.y + reach) +
         is_drawn (doc, net, at.x, at.y - reach);
}

static inline bool
has_branch (const DocModel *doc, uint32_t net, DocPoint at)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t k = 0; wire->net == net && k < wire->n_branches; k++)
      if (hypot (wire->branches[k].x - at.x, wire->branches[k].y - at.y) < 0.01)
        return true;
  }
  return false;
}

/* A dot is where the lines of a net part, and nowhere else. */
static inline void
assert_branches (const DocModel *doc, const DocWire *wire)
{
  for (uint32_t k = 0; k < wire->n_branches; k++)
    if (n_ways (doc, wire->net, wire->branches[k]) < 3)
      g_error ("nothing parts at (%g, %g) in\n%s", wire->branches[k].x,
               wire->branches[k].y, doc_text (doc, NULL));
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k < wire->edges[e].n_points; k++) {
      DocPoint at = wire->edges[e].points[k];

      if ((n_ways (doc, wire->net, at) >= 3) != has_branch (doc, wire->net, at))
        g_error ("a dot at (%g, %g) is wrong or missing in\n%s", at.x, at.y,
                 doc_text (doc, NULL));
    }
}

/* ---- nothing hidden, nothing joined that is not ---- */

typedef struct {
  DocPoint a, b;
  const DocWire *wire;
} Segment;

static inline GArray *
all_segments (const DocModel *doc)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Segment));

  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t e = 0; e < doc_wire (doc, w)->n_edges; e++) {
      const DocEdge *edge = &doc_wire (doc, w)->edges[e];

      for (uint32_t k = 0; k + 1 < edge->n_points; k++)
        g_array_append_val (
            all, ((Segment){edge->points[k], edge->points[k + 1], doc_wire (doc, w)}));
    }
  return all;
}

static inline bool
is_inside (DocPoint p, const Segment *s)
{
  return p.x > fmin (s->a.x, s->b.x) - 1e-3 && p.x < fmax (s->a.x, s->b.x) + 1e-3 &&
         p.y > fmin (s->a.y, s->b.y) - 1e-3 && p.y < fmax (s->a.y, s->b.y) + 1e-3;
}

/* Two nets meet only where both go straight on. */
static inline void
assert_apart (const DocModel *doc, const Segment *s, const Segment *t)
{
  if (s->wire->net != t->wire->net && (is_inside (s->a, t) || is_inside (s->b, t) ||
                                       is_inside (t->a, s) || is_inside (t->b, s)))
    g_error ("two nets look joined at (%g, %g) to (%g, %g) and (%g, %g) to (%g, %g) "
             "in\n%s",
             s->a.x, s->a.y, s->b.x, s->b.y, t->a.x, t->a.y, t->b.x, t->b.y,
             doc_text (doc, NULL));
}

static inline void
assert_seen (const DocModel *doc, const Segment *s, const DocItem *item)
{
  if (fmax (s->a.x, s->b.x) > item->box.x1 && fmin (s->a.x, s->b.x) < item->box.x2 &&
      fmax (s->a.y, s->b.y) > item->box.y1 && fmin (s->a.y, s->b.y) < item->box.y2 &&
      !item->is_own_port)
    g_error ("the wire from (%g, %g) to (%g, %g) is under %s in\n%s", s->a.x, s->a.y,
             s->b.x, s->b.y, item->name, doc_text (doc, NULL));
}

static inline void
assert_true_picture (const DocModel *doc)
{
  g_autoptr (GArray) segments = all_segments (doc);
  const Segment *all = (const Segment *) (const void *) segments->data;

  for (guint i = 0; i < segments->len; i++) {
    for (guint k = 0; k < i; k++)
      assert_apart (doc, &all[i], &all[k]);
    for (uint32_t k = 0; k < doc_n_items (doc); k++)
      assert_seen (doc, &all[i], doc_item (doc, k));
    for (uint32_t k = 0; k < all[i].wire->n_branches; k++)
      for (guint m = 0; m < segments->len; m++)
        if (all[m].wire->net != all[i].wire->net &&
            is_inside (all[i].wire->branches[k], &all[m]))
          g_error ("a dot lies on another net in\n%s", doc_text (doc, NULL));
    for (uint32_t k = 0; k < all[i].wire->n_junctions; k++)
      if (!has_branch (doc, all[i].wire->net, all[i].wire->junctions[k]))
        g_error ("nothing parts at the junction (%g, %g) in\n%s",
                 all[i].wire->junctions[k].x, all[i].wire->junctions[k].y,
                 doc_text (doc, NULL));
  }
}

static inline bool
is_roomy (const DocModel *doc)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    for (uint32_t k = 0; k < i; k++) {
      const DocRect a = doc_item (doc, i)->box, b = doc_item (doc, k)->box;

      if (a.x1 - 40 < b.x2 && a.x2 + 40 > b.x1 && a.y1 - 40 < b.y2 && a.y2 + 40 > b.y1)
        return false;
    }
  return true;
}
