/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a canvas shows: pixels and diagram units. */
#include "desk/tool/view.h"
#include "doc/view/label.h"

static const double tiny = 1e-9;

/* The point under the pointer stays there when the wheel turns. */
static void
test_zoom_keeps_the_pointer (void)
{
  DeskView view = {.zoom = 0.7, .x = 31, .y = -12};
  const DocPoint before = desk_view_to_diagram (&view, 400, 300);

  for (int i = 0; i < 7; i++) {
    desk_view_zoom_at (&view, 1.2, 400, 300);

    const DocPoint after = desk_view_to_diagram (&view, 400, 300);

    g_assert_cmpfloat_with_epsilon (after.x, before.x, tiny);
    g_assert_cmpfloat_with_epsilon (after.y, before.y, tiny);
  }
}

/* There is an end to zooming, and it does not move the diagram either. */
static void
test_zoom_has_limits (void)
{
  DeskView view = {.zoom = 1};

  desk_view_zoom_at (&view, 1e6, 100, 100);
  g_assert_cmpfloat (view.zoom, ==, DESK_VIEW_MAX);
  desk_view_zoom_at (&view, 1e-9, 100, 100);
  g_assert_cmpfloat (view.zoom, ==, DESK_VIEW_MIN);

  const DocPoint there = desk_view_to_diagram (&view, 100, 100);

  g_assert_cmpfloat_with_epsilon (there.x, 100, tiny);
}

/* Everything is in view after a fit, in the middle, and a small diagram is not blown
 * up. */
static void
test_fit_shows_all (void)
{
  const DocRect big = {-500, 200, 2500, 900};
  const DocRect small = {0, 0, 10, 10};
  DeskView view = {.zoom = 1};

  desk_view_fit (&view, big, 800, 500, 1.25);

  const DocRect seen = desk_view_visible (&view, 800, 500);

  g_assert_true (seen.x1 < big.x1 && seen.y1 < big.y1);
  g_assert_true (seen.x2 > big.x2 && seen.y2 > big.y2);
  desk_view_fit (&view, small, 800, 500, 1.25);
  g_assert_cmpfloat (view.zoom, ==, 1.25);
}

/* In a smaller window what was seen is moved, no farther than it takes, and not zoomed;
 * what has not enough room for that stays. */
static void
test_keep (void)
{
  const DocRect rect = {0, 0, 400, 300};
  DeskView view = {.zoom = 0.5, .x = 300, .y = 200};

  g_assert_true (desk_view_keep (&view, rect, 600, 500));
  g_assert_true (view.x == 300 && view.y == 200);
  g_assert_true (desk_view_keep (&view, rect, 600, 250));
  g_assert_true (view.x == 300 && view.y == 100);
  view.x = -20;
  g_assert_true (desk_view_keep (&view, rect, 600, 250));
  g_assert_true (view.x == 0 && view.zoom == 0.5);
  g_assert_false (desk_view_keep (&view, rect, 199, 250));
  g_assert_true (view.x == 0 && view.y == 100);
}

/* How many names of a diagram are not seen when it is opened in a canvas of that size,
 * or reach out of it. */
static uint32_t
n_names_missing (const DocModel *doc, double width, double height)
{
  DeskView view;
  uint32_t n = 0;

  desk_view_fit_diagram (&view, doc, width, height, 1.25);
  const DocRect seen = desk_view_visible (&view, width, height);
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n_lines =
        doc_label_lines (doc, i, doc_label_scale (view.zoom), lines);
    bool has_name = false;

    for (uint32_t k = 0; k < n_lines; k++) {
      has_name |= lines[k].is_name;
      g_assert_cmpfloat (lines[k].box.x1, >=, seen.x1);
      g_assert_cmpfloat (lines[k].box.x2, <=, seen.x2);
      g_assert_cmpfloat (lines[k].box.y1, >=, seen.y1);
      g_assert_cmpfloat (lines[k].box.y2, <=, seen.y2);
    }
    n += !has_name;
  }
  return n;
}

/* An example opens with all of its names, and none is cut off at the rim. */
static void
test_fit_shows_names (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);

    if (!g_str_has_suffix (name, ".dyad"))
      continue;
    g_autoptr (DocModel) doc = doc_load (library, file, NULL);
    g_test_message ("%s", name);
    g_assert_cmpuint (n_names_missing (doc, 1100, 800), ==, 0);
  }
}

/* An empty diagram is shown at 100 %. */
static void
test_fit_of_nothing (void)
{
  DeskView view = {.zoom = 3};

  desk_view_fit (&view, (DocRect){500, 500, 500, 500}, 800, 600, 1.25);
  g_assert_cmpfloat (view.zoom, ==, 1);

  const DocPoint middle = desk_view_to_pixel (&view, (DocPoint){500, 500});

  g_assert_cmpfloat (middle.x, ==, 400);
  g_assert_cmpfloat (middle.y, ==, 300);
}

static void
test_snap (void)
{
  const DocPoint at = desk_view_snap ((DocPoint){14.9, -15.1});

  g_assert_cmpfloat (at.x, ==, 10);
  g_assert_cmpfloat (at.y, ==, -20);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/view/zoom-keeps-the-pointer", test_zoom_keeps_the_pointer);
  g_test_add_func ("/desk/view/zoom-has-limits", test_zoom_has_limits);
  g_test_add_func ("/desk/view/keep", test_keep);
  g_test_add_func ("/desk/view/fit-shows-all", test_fit_shows_all);
  g_test_add_func ("/desk/view/fit-shows-names", test_fit_shows_names);
  g_test_add_func ("/desk/view/fit-of-nothing", test_fit_of_nothing);
  g_test_add_func ("/desk/view/snap", test_snap);
  return g_test_run ();
}
