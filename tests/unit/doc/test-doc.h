/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/edit.h"
#include "doc/model.h"
#include "doc/view/hit.h"
#include "doc/wire/route.h"

#include <math.h>
#include <string.h>

/* The libraries of the source tree, read once. */
static inline const LibIndex *
test_library (void)
{
  static LibIndex *library = NULL;

  if (library == NULL) {
    g_autoptr (BaseDiags) diags = base_diags_new ();
    g_autoptr (GError) error = NULL;

    library = lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, &error);
    g_assert_no_error (error);
    g_assert_nonnull (library);
  }
  return library;
}

static inline DocModel *
test_doc (const char *text)
{
  return doc_from_text (test_library (), "test.dyad", text, strlen (text));
}

static inline void
assert_text (const DocModel *doc, const char *expected)
{
  g_assert_cmpstr (doc_text (doc, NULL), ==, expected);
}

static inline void
assert_sound (const DocModel *doc)
{
  for (uint32_t i = 0; i < base_diags_count (doc_diags (doc)); i++)
    if (base_diags_get (doc_diags (doc), i)->severity == BASE_ERROR) {
      g_autofree char *text = base_diag_to_text (base_diags_get (doc_diags (doc), i));

      g_error ("%s%s", text, doc_text (doc, NULL));
    }
}

/* All segments of all wires are horizontal or vertical, and the wires reach their
 * ports. */
static inline void
assert_orthogonal (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t e = 0; e < wire->n_edges; e++)
      for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
        DocPoint a = wire->edges[e].points[k], b = wire->edges[e].points[k + 1];

        if (fabs (a.x - b.x) > 1e-6 && fabs (a.y - b.y) > 1e-6)
          g_error ("wire %u edge %u: (%g, %g) to (%g, %g) is diagonal in\n%s", w, e,
                   a.x, a.y, b.x, b.y, doc_text (doc, NULL));
      }
  }
}

static inline char *
read_file (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}
