/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notes can be read at any zoom at which anything can, as far as there is room, and
 * hide nothing. */
#include "test-labels.h"

#include "doc/edit/edit.h"
#include "doc/view/hit.h"
#include "doc/view/note.h"

static const double size = 16; /* of the font */

static bool
is_near (double a, double b)
{
  return fabs (a - b) < 1e-9;
}

static double
width_of (DocRect box)
{
  return box.x2 - box.x1;
}

static const char *
add_mass (DocModel *doc, double x, double y)
{
  return doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){x, y},
                  false, NULL);
}

/* Alone, a note has 11 pixels at a small zoom, and its own size at a large one. */
static void
test_legible (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());

  g_assert_true (doc_add_note (doc, (DocPoint){0, 0}, "A title"));
  const double own = width_of (doc_note (doc, 0)->box);
  for (double zoom = 0.25; zoom < 4; zoom += 0.05) {
    const double scale = doc_note_scale (doc, 0, zoom);

    g_assert_true (is_near (size * zoom * scale, fmax (size * zoom, 11)));
    g_assert_true (is_near (width_of (doc_note_extent (doc, 0, zoom)), own * scale));
  }
  g_assert_cmpfloat (doc_note_scale (doc, 0, 0.2), ==, 0);
  g_assert_false (width_of (doc_note_extent (doc, 0, 0.2)) > 0);
}

/* It grows up to a component, its label, a wire, or half the way to another note. */
static void
test_room (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  const double zoom = 0.3;

  g_assert_true (doc_add_note (doc, (DocPoint){0, -70}, "A title"));
  const double free_scale = doc_note_scale (doc, 0, zoom);
  g_assert_nonnull (add_mass (doc, 0, 0));
  const double scale = doc_note_scale (doc, 0, zoom);
  g_assert_cmpfloat (scale, <, free_scale);
  g_assert_cmpfloat (scale, >, 1);
  /* another one beside it */
  g_assert_true (doc_add_note (doc, (DocPoint){0, -95}, "A title"));
  const DocRect upper = doc_note_extent (doc, 1, zoom);
  const DocRect lower = doc_note_extent (doc, 0, zoom);
  g_assert_cmpfloat (doc_note_scale (doc, 1, zoom), >, 1);
  g_assert_true (is_near (upper.y2, lower.y1));
  /* and where there is none it keeps its size */
  g_assert_true (doc_move_note (doc, 0, 0, 70));
  g_assert_cmpfloat (doc_note_scale (doc, 0, zoom), ==, 1);
}

/* What grows is pointed at where it is seen. */
static void
test_hit (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  const double zoom = 0.3;

  g_assert_true (doc_add_note (doc, (DocPoint){0, 0}, "A title"));
  const DocRect own = doc_note (doc, 0)->box;
  const DocRect seen = doc_note_extent (doc, 0, zoom);
  const DocPoint between = {(own.x2 + seen.x2) / 2, 0}, beyond = {seen.x2 + 1, 0};
  g_assert_cmpint (doc_hit_note (doc, between, zoom).kind, ==, DOC_HIT_NOTE);
  g_assert_cmpint (doc_hit_note (doc, beyond, zoom).kind, ==, DOC_HIT_NOTHING);
  g_assert_cmpint (doc_hit_note (doc, between, 1).kind, ==, DOC_HIT_NOTHING);
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){0, 0}, 0.2).kind, ==, DOC_HIT_NOTHING);
}

static void
assert_note_clear (const DocModel *doc, uint32_t note, double zoom)
{
  const DocRect box = doc_note_extent (doc, note, zoom);

  if (doc_note_scale (doc, note, zoom) <= 1)
    return;
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, i, doc_label_scale (zoom), lines);

    g_assert_false (boxes_meet (doc_item (doc, i)->box, box));
    for (uint32_t k = 0; k < n; k++)
      g_assert_false (boxes_meet (lines[k].box, box));
  }
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    g_assert_false (is_struck_by (doc_wire (doc, w), box));
  for (uint32_t i = 0; i < doc_n_notes (doc); i++)
    g_assert_false (i != note && boxes_meet (doc_note_extent (doc, i, zoom), box));
}

/* Among components, wires and notes drawn at random, one that has grown hides nothing,
 * and is within what is said to be filled. */
static void
test_hides_nothing (void)
{
  g_autoptr (GRand) dice = g_rand_new_with_seed (11);

  for (int round = 0; round < 20; round++) {
    g_autoptr (DocModel) doc = doc_new (test_library ());
    const char *last = NULL;

    for (int i = 0; i < 10; i++) {
      const double x = 20 * g_rand_int_range (dice, 0, 40);
      const double y = 20 * g_rand_int_range (dice, 0, 40);
      const char *name = add_mass (doc, x, y);

      if (last != NULL && i % 3 == 0) {
        g_autofree char *from = g_strconcat (last, ".flange_b", NULL);
        g_autofree char *to = g_strconcat (name, ".flange_a", NULL);

        doc_connect (doc, from, to, NULL, 0, NULL);
      }
      last = name;
      g_assert_true (doc_add_note (doc,
                                   (DocPoint){g_rand_double_range (dice, 0, 900),
                                              g_rand_double_range (dice, 0, 900)},
                                   i % 2 == 0 ? "A title" : "Two\nlines of text"));
    }
    for (double zoom = 0.26; zoom < 1; zoom += 0.1) {
      const DocRect bounds = doc_note_bounds_with_labels (doc, zoom);

      for (uint32_t i = 0; i < doc_n_notes (doc); i++) {
        const DocRect box = doc_note_extent (doc, i, zoom);

        assert_note_clear (doc, i, zoom);
        g_assert_true (box.x1 >= bounds.x1 && box.x2 <= bounds.x2 &&
                       box.y1 >= bounds.y1 && box.y2 <= bounds.y2);
      }
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/note/legible", test_legible);
  g_test_add_func ("/doc/note/room", test_room);
  g_test_add_func ("/doc/note/hit", test_hit);
  g_test_add_func ("/doc/note/hides-nothing", test_hides_nothing);
  return g_test_run ();
}
