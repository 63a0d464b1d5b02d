/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../same-file.h"
#include "doc/level.h"
#include "doc/view/label.h"
#include "test-doc.h"

/* A diagram that was edited is the same as one that is read from its text: the tree and
 * all that is drawn. */

static inline void
same_points (const DocPoint *a, const DocPoint *b, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    SAME (a[i].x == b[i].x && a[i].y == b[i].y);
}

static inline void
same_rect (DocRect a, DocRect b)
{
  SAME (a.x1 == b.x1 && a.y1 == b.y1 && a.x2 == b.x2 && a.y2 == b.y2);
}

static inline void
same_item (const DocItem *a, const DocItem *b)
{
  SAME (strcmp (a->name, b->name) == 0 && a->decl->name == b->decl->name);
  SAME ((a->card == NULL) == (b->card == NULL));
  SAME (a->card == NULL || strcmp (a->card->entry->name, b->card->entry->name) == 0);
  same_rect (a->box, b->box);
  SAME (a->rot == b->rot && a->flip_x == b->flip_x && a->flip_y == b->flip_y);
  SAME (a->is_commented == b->is_commented && a->is_own_port == b->is_own_port &&
        a->is_auto_placed == b->is_auto_placed);
  SAME (a->n_ports == b->n_ports);
  for (uint32_t i = 0; i < a->n_ports; i++) {
    const DocPort *p = &a->ports[i], *q = &b->ports[i];

    SAME (strcmp (p->name, q->name) == 0 && strcmp (p->port->name, q->port->name) == 0);
    same_points (&p->at, &q->at, 1);
    same_points (&p->outward, &q->outward, 1);
    same_rect (p->box, q->box);
    SAME (p->is_junction == q->is_junction);
  }
}

static inline void
same_wire (const DocWire *a, const DocWire *b)
{
  SAME (a->n_ends == b->n_ends && a->n_edges == b->n_edges &&
        a->n_junctions == b->n_junctions && a->net == b->net);
  for (uint32_t i = 0; i < a->n_ends; i++)
    SAME (a->ends[i].item == b->ends[i].item && a->ends[i].port == b->ends[i].port &&
          strcmp (a->ends[i].name, b->ends[i].name) == 0);
  for (uint32_t i = 0; i < a->n_edges; i++) {
    SAME (a->edges[i].from == b->edges[i].from && a->edges[i].to == b->edges[i].to &&
          a->edges[i].n_points == b->edges[i].n_points);
    same_points (a->edges[i].points, b->edges[i].points, a->edges[i].n_points);
    if (a->tag != NULL)
      same_rect (a->tags[i], b->tags[i]);
  }
  SAME (g_strcmp0 (a->tag, b->tag) == 0);
  same_points (a->junctions, b->junctions, a->n_junctions);
  SAME (a->n_branches == b->n_branches && a->n_crossings == b->n_crossings);
  same_points (a->branches, b->branches, a->n_branches);
  same_points (a->crossings, b->crossings, a->n_crossings);
  SAME (strcmp (a->stroke, b->stroke) == 0 && a->width == b->width);
  SAME (a->is_signal == b->is_signal && a->is_auto_routed == b->is_auto_routed);
}

/* At the size of the diagram, and where texts are larger. */
static inline void
same_labels (const DocModel *a, const DocModel *b, uint32_t item)
{
  for (double scale = 1; scale <= 2; scale++) {
    DocLabelLine one[DOC_LABELS_MOST], other[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (b, item, scale, other);

    SAME (doc_label_lines (a, item, scale, one) == n);
    for (uint32_t i = 0; i < n; i++) {
      SAME (strcmp (one[i].text, other[i].text) == 0);
      same_rect (one[i].box, other[i].box);
    }
  }
}

static inline void
same_diags (const BaseDiags *a, const BaseDiags *b)
{
  SAME (base_diags_count (a) == base_diags_count (b));
  for (uint32_t i = 0; i < base_diags_count (a); i++) {
    g_autofree char *one = base_diag_to_text (base_diags_get (a, i));
    g_autofree char *other = base_diag_to_text (base_diags_get (b, i));

    g_assert_cmpstr (one, ==, other);
    SAME (base_diags_get (a, i)->begin == base_diags_get (b, i)->begin);
  }
}

/* What lies near is found through the grids. */
static inline void
same_hits (const DocModel *a, const DocModel *b)
{
  const DocRect bounds = doc_bounds (b);

  same_rect (doc_bounds (a), bounds);
  for (uint32_t k = 0; k < 64; k++) {
    const DocPoint at = {bounds.x1 + (bounds.x2 - bounds.x1) * (k % 8) / 7,
                         bounds.y1 + (bounds.y2 - bounds.y1) * (k / 8) / 7};
    const DocHit one = doc_hit (a, at, 10), other = doc_hit (b, at, 10);

    if (one.kind != other.kind || one.item != other.item || one.port != other.port ||
        one.wire != other.wire || one.edge != other.edge ||
        one.segment != other.segment || one.note != other.note)
      g_error ("at (%g, %g): %d %u %u %u %u %u, in place of %d %u %u %u %u %u", at.x,
               at.y, one.kind, one.item, one.port, one.wire, one.edge, one.segment,
               other.kind, other.item, other.port, other.wire, other.edge,
               other.segment);
  }
  for (uint32_t i = 0; i < doc_n_items (b); i++)
    SAME (doc_find_item (a, doc_item (b, i)->name) == i);
}

static inline void
assert_same_doc (const DocModel *doc)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  g_autoptr (DocModel) read =
      doc_from_text (test_library (), doc_path (doc), text, length);

  assert_same_file (doc_file (doc), doc_file (read));
  SAME ((doc_class (doc) == NULL) == (doc_class (read) == NULL));
  if (doc_class (doc) == NULL || doc_level_root (doc)->name != doc_class (read)->name)
    return;
  SAME (doc_level_show (read, doc_level (doc)));
  SAME (doc_class (doc)->name == doc_class (read)->name);
  SAME (doc_n_items (doc) == doc_n_items (read));
  SAME (doc_n_wires (doc) == doc_n_wires (read));
  SAME (doc_n_notes (doc) == doc_n_notes (read));
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    same_item (doc_item (doc, i), doc_item (read, i));
  for (uint32_t i = 0; i < doc_n_wires (doc); i++)
    same_wire (doc_wire (doc, i), doc_wire (read, i));
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    same_labels (doc, read, i);
  for (uint32_t i = 0; i < doc_n_notes (doc); i++) {
    const DocNote *a = doc_note (doc, i), *b = doc_note (read, i);

    SAME (strcmp (a->text, b->text) == 0 && a->index == b->index && a->rot == b->rot);
    same_points (&a->at, &b->at, 1);
  }
  same_diags (doc_diags (doc), doc_diags (read));
  same_hits (doc, read);
}
