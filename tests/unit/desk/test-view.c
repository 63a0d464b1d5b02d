/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a canvas shows: pixels and diagram units. */
#include "desk/tool/view.h"
#include "doc/view/label.h"
#include "doc/view/note.h"

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

/* ---- of diagrams ---- */

typedef struct {
  DocModel *doc;
  const DeskView *view;
  const DeskViewRoom *room;
} Shown;

/* A thing of the diagram is within the room, and not under what floats there. */
static void
assert_seen (const Shown *shown, DocRect box)
{
  const DeskViewRoom *room = shown->room;
  const DocPoint a = desk_view_to_pixel (shown->view, (DocPoint){box.x1, box.y1});
  const DocPoint b = desk_view_to_pixel (shown->view, (DocPoint){box.x2, box.y2});

  g_assert_cmpfloat (a.x, >=, 0);
  g_assert_cmpfloat (a.y, >=, 0);
  g_assert_cmpfloat (b.x, <=, room->width);
  g_assert_cmpfloat (b.y, <=, room->height);
  g_assert_true (b.x <= room->width - room->corner_width ||
                 b.y <= room->height - room->corner_height);
}

/* Bodies, labels, notes, wires. Returns how many names are not written. */
static uint32_t
check_all_seen (const Shown *shown)
{
  const double zoom = shown->view->zoom;
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc_n_items (shown->doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n_lines =
        doc_label_lines (shown->doc, i, doc_label_scale (zoom), lines);
    bool has_name = false;

    assert_seen (shown, doc_item (shown->doc, i)->box);
    for (uint32_t k = 0; k < n_lines; k++) {
      has_name |= lines[k].is_name;
      assert_seen (shown, lines[k].box);
    }
    n += !has_name;
  }
  for (uint32_t i = 0; i < doc_n_notes (shown->doc); i++)
    assert_seen (shown, doc_note_extent (shown->doc, i, zoom));
  for (uint32_t i = 0; i < doc_n_wires (shown->doc); i++)
    for (uint32_t e = 0; e < doc_wire (shown->doc, i)->n_edges; e++) {
      const DocEdge *edge = &doc_wire (shown->doc, i)->edges[e];

      for (uint32_t k = 0; k + 1 < edge->n_points; k++)
        assert_seen (
            shown,
            doc_rect_join ((DocRect){edge->points[k].x, edge->points[k].y,
                                     edge->points[k].x, edge->points[k].y},
                           (DocRect){edge->points[k + 1].x, edge->points[k + 1].y,
                                     edge->points[k + 1].x, edge->points[k + 1].y}));
    }
  return n;
}

typedef void (*Check) (DocModel *doc);

static void
with_examples (Check check)
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
    check (doc);
  }
}

/* An example opens with all of its names. */
static void
check_names (DocModel *doc)
{
  const DeskViewRoom room = {.width = 1100, .height = 800};
  DeskView view;

  desk_view_fit_content (&view, &(DeskViewContent){.doc = doc}, &room, 1.25);
  g_assert_cmpuint (check_all_seen (&(Shown){doc, &view, &room}), ==, 0);
}

static void
test_fit_shows_names (void)
{
  with_examples (check_names);
}

/* The canvas of windows of 1024 × 700 to 2560 × 1440, before and after a run. */
static const DeskViewRoom rooms[] = {
    {433, 596, 208, 54}, {637, 346, 208, 54},   {769, 756, 208, 54},
    {973, 439, 208, 54}, {1969, 1336, 208, 54}, {2173, 1019, 208, 54},
};

static void
check_corner (DocModel *doc)
{
  for (uint32_t i = 0; i < G_N_ELEMENTS (rooms); i++) {
    DeskView view;

    desk_view_fit_content (&view, &(DeskViewContent){.doc = doc}, &rooms[i], 1.25);
    check_all_seen (&(Shown){doc, &view, &rooms[i]});
  }
}

/* Whatever the size, nothing is cut off at the rim and nothing lies under the buttons
 * in the corner. */
static void
test_fit_is_clear_of_the_corner (void)
{
  with_examples (check_corner);
}

/* A view that shows everything is moved into a smaller room, no farther than it takes
 * and not zoomed, and still shows everything; what has not enough room stays. */
static void
check_keep (DocModel *doc)
{
  const DeskViewContent all = {.doc = doc};
  uint32_t n_kept = 0;

  for (uint32_t i = 0; i < G_N_ELEMENTS (rooms); i++) {
    DeskView view;

    desk_view_fit_content (&view, &all, &rooms[i], 1.25);
    for (uint32_t k = 0; k < G_N_ELEMENTS (rooms); k++) {
      DeskView kept = view;

      if (desk_view_keep (&kept, &all, &rooms[k])) {
        n_kept++;
        check_all_seen (&(Shown){doc, &kept, &rooms[k]});
        g_assert_true (desk_view_shows (&kept, &all, &rooms[k]));
      } else
        g_assert_false (desk_view_shows (&view, &all, &rooms[k]));
      g_assert_cmpfloat (kept.zoom, ==, view.zoom);
      if (k == i || !desk_view_keep (&kept, &all, &rooms[k]))
        g_assert_true (kept.x == view.x && kept.y == view.y);
    }
  }
  g_assert_cmpuint (n_kept, >, G_N_ELEMENTS (rooms));
}

static void
test_keep (void)
{
  with_examples (check_keep);
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
  g_test_add_func ("/desk/view/fit-is-clear-of-the-corner",
                   test_fit_is_clear_of_the_corner);
  g_test_add_func ("/desk/view/fit-of-nothing", test_fit_of_nothing);
  g_test_add_func ("/desk/view/snap", test_snap);
  return g_test_run ();
}
