/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "test-doc.h"

#include "doc/view/label.h"

/* What labels promise, from their boxes and the points of the drawing alone. */

static inline bool
boxes_meet (DocRect a, DocRect b)
{
  const double tiny = 1e-6;

  return a.x1 < b.x2 - tiny && a.x2 > b.x1 + tiny && a.y1 < b.y2 - tiny &&
         a.y2 > b.y1 + tiny;
}

static inline bool
is_struck_by (const DocWire *wire, DocRect box)
{
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocPoint a = wire->edges[e].points[k], b = wire->edges[e].points[k + 1];

      if (fmax (a.x, b.x) > box.x1 && fmin (a.x, b.x) < box.x2 &&
          fmax (a.y, b.y) > box.y1 && fmin (a.y, b.y) < box.y2)
        return true;
    }
  return false;
}

/* Whether the class has put a label upon its symbol. */
static inline bool
is_upon (const DocItem *item, DocRect box)
{
  return box.x1 >= item->box.x1 && box.x2 <= item->box.x2 && box.y1 >= item->box.y1 &&
         box.y2 <= item->box.y2;
}

static inline void
assert_label_clear (const DocModel *doc, uint32_t item, uint32_t row, double scale)
{
  DocLabelLine lines[DOC_LABELS_MOST], others[DOC_LABELS_MOST];

  doc_label_lines (doc, item, scale, lines);
  const DocLabelLine *line = &lines[row];
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    if (is_struck_by (doc_wire (doc, w), line->box))
      g_error ("\"%s\" lies on wire %u at scale %g in\n%s", line->text, w, scale,
               doc_text (doc, NULL));
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const uint32_t n = doc_label_lines (doc, i, scale, others);

    if (boxes_meet (doc_item (doc, i)->box, line->box) &&
        (i != item || !is_upon (doc_item (doc, i), line->box)))
      g_error ("\"%s\" lies on %s at scale %g in\n%s", line->text,
               doc_item (doc, i)->name, scale, doc_text (doc, NULL));
    for (uint32_t k = 0; k < n; k++)
      if ((i != item || k != row) && boxes_meet (others[k].box, line->box))
        g_error ("\"%s\" and \"%s\" lie on each other at scale %g in\n%s", line->text,
                 others[k].text, scale, doc_text (doc, NULL));
  }
}

/* No label that is seen lies on a wire, a body or another label, whatever the zoom. */
static inline void
assert_labels_clear (const DocModel *doc)
{
  static const double SCALES[] = {1, 1.4, 2, 2.75, 3.3};

  for (uint32_t s = 0; s < G_N_ELEMENTS (SCALES); s++)
    for (uint32_t i = 0; i < doc_n_items (doc); i++) {
      DocLabelLine lines[DOC_LABELS_MOST];
      const uint32_t n = doc_label_lines (doc, i, SCALES[s], lines);

      for (uint32_t k = 0; k < n; k++)
        assert_label_clear (doc, i, k, SCALES[s]);
    }
}

/* The line of that text, or with `part` in it; all zero if it is not seen. */
static inline DocLabelLine
label_line (const DocModel *doc, const char *item, const char *part, double scale)
{
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t i = doc_find_item (doc, item);

  g_assert_cmpuint (i, !=, UINT32_MAX);
  const uint32_t n = doc_label_lines (doc, i, scale, lines);
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t p = 0; p < lines[k].n_parts; p++)
      if (g_str_equal (lines[k].parts[p].name, part))
        return lines[k];
  return (DocLabelLine){0};
}
