/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view of the canvas under the wheel and two fingers, by the signals that its
 * controllers give. */
#include <adwaita.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "base/folder.h"
#include "doc/view/label.h"
#include "ui/canvas/canvas-private.h"

static const double tiny = 1e-9;

typedef struct {
  LibIndex *library;
  FigureSymbols *symbols;
  DeskCatalogue *catalogue;
  DeskStudio *studio;
  UiCanvas *canvas;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *icons = base_folder_icons ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  fixture->library = lib_index_load_all (folder, diags, NULL);
  g_assert_nonnull (fixture->library);
  fixture->symbols = figure_symbols_new (icons);
  fixture->catalogue = desk_catalogue_new (fixture->library);
  fixture->studio = desk_studio_new (fixture->library);
  fixture->canvas = g_object_ref_sink (UI_CANVAS (
      ui_canvas_new (fixture->studio, fixture->symbols, fixture->catalogue)));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_run_dispose (G_OBJECT (fixture->canvas));
  g_object_unref (fixture->canvas);
  g_object_unref (fixture->studio);
  desk_catalogue_free (fixture->catalogue);
  figure_symbols_free (fixture->symbols);
  lib_index_unref (fixture->library);
}

/* Of the canvas; it lives as long as that. */
static GtkEventController *
controller (Fixture *fixture, GType type)
{
  g_autoptr (GListModel) all =
      gtk_widget_observe_controllers (GTK_WIDGET (fixture->canvas));
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (one, type))
      found = one;
  }
  g_assert_nonnull (found);
  return found;
}

static void
point_at (Fixture *fixture, double x, double y)
{
  g_signal_emit_by_name (controller (fixture, GTK_TYPE_EVENT_CONTROLLER_MOTION),
                         "motion", x, y);
}

/* What lies under the pointer when a pinch begins stays there. */
static void
test_pinch (Fixture *fixture, gconstpointer data)
{
  GtkEventController *pinch = controller (fixture, GTK_TYPE_GESTURE_ZOOM);
  DeskView *view = &fixture->canvas->view;

  point_at (fixture, 300, 200);

  const DocPoint before = desk_view_to_diagram (view, 300, 200);

  g_signal_emit_by_name (pinch, "begin", NULL);
  for (double scale = 1; scale < 2.05; scale += 0.1)
    g_signal_emit_by_name (pinch, "scale-changed", scale);
  g_assert_cmpfloat_with_epsilon (view->zoom, 2, tiny);

  const DocPoint after = desk_view_to_diagram (view, 300, 200);

  g_assert_cmpfloat_with_epsilon (after.x, before.x, tiny);
  g_assert_cmpfloat_with_epsilon (after.y, before.y, tiny);

  /* The next one goes on from there, also back. */
  g_signal_emit_by_name (pinch, "begin", NULL);
  g_signal_emit_by_name (pinch, "scale-changed", 0.25);
  g_assert_cmpfloat_with_epsilon (view->zoom, 0.5, tiny);
}

/* Two fingers side by side take along what is between them. */
static void
test_pinch_pans (Fixture *fixture, gconstpointer data)
{
  GtkEventController *pinch = controller (fixture, GTK_TYPE_GESTURE_ZOOM);
  DeskView *view = &fixture->canvas->view;

  point_at (fixture, 300, 200);

  const DocPoint before = desk_view_to_diagram (view, 300, 200);

  g_signal_emit_by_name (pinch, "begin", NULL);
  point_at (fixture, 340, 230);
  g_signal_emit_by_name (pinch, "scale-changed", 1.5);

  const DocPoint after = desk_view_to_diagram (view, 340, 230);

  g_assert_cmpfloat_with_epsilon (view->zoom, 1.5, tiny);
  g_assert_cmpfloat_with_epsilon (after.x, before.x, tiny);
  g_assert_cmpfloat_with_epsilon (after.y, before.y, tiny);
}

/* Many small moves of two fingers are together as far as one large one. */
static void
test_scroll (Fixture *fixture, gconstpointer data)
{
  GtkEventController *scroll = controller (fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  const DeskView *view = &fixture->canvas->view;
  const DeskView start = *view;
  gboolean is_handled;

  g_signal_emit_by_name (scroll, "scroll", 1.0, -2.0, &is_handled);
  g_assert_true (is_handled);

  const double dx = view->x - start.x, dy = view->y - start.y;

  g_assert_cmpfloat (dx, <, 0);
  g_assert_cmpfloat (dy, >, 0);
  for (int i = 0; i < 500; i++)
    g_signal_emit_by_name (scroll, "scroll", 0.002, -0.004, &is_handled);
  g_assert_cmpfloat_with_epsilon (view->x - start.x, 2 * dx, 1e-6);
  g_assert_cmpfloat_with_epsilon (view->y - start.y, 2 * dy, 1e-6);
  g_assert_cmpfloat (view->zoom, ==, start.zoom);
}

/* ---- what stays in sight ---- */

static bool
is_seen (Fixture *fixture, const char *name)
{
  const DocModel *doc = fixture->studio->document->doc;
  const DocRect box = doc_item (doc, doc_find_item (doc, name))->box;
  const DocRect seen = ui_canvas_seen (fixture->canvas);

  return box.x1 >= seen.x1 && box.x2 <= seen.x2 && box.y1 >= seen.y1 &&
         box.y2 <= seen.y2;
}

static uint32_t
n_seen (Fixture *fixture)
{
  const DocModel *doc = fixture->studio->document->doc;
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    n += is_seen (fixture, doc_item (doc, i)->name);
  return n;
}

/* Adds parts to the end of a row, each shown when it is there. */
static void
grow (Fixture *fixture, uint32_t n)
{
  static const char mass[] = "TranslationalComponents.Components.Mass";
  DocModel *doc = fixture->studio->document->doc;

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t n_items = doc_n_items (doc);
    const char *name =
        n_items == 0
            ? doc_add (doc, mass, (DocPoint){0, 0}, false, NULL)
            : doc_add_beside (doc, mass, doc_item (doc, n_items - 1)->name, true, NULL);

    g_assert_nonnull (name);
    ui_canvas_show_new (fixture->canvas, &name, 1);
    g_assert_true (is_seen (fixture, name));
  }
}

/* A row that grows beyond the rim is seen whole, never zoomed in, and the view stays as
 * long as there is room. */
static void
test_new_in_sight (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;

  ui_canvas_view_resized (canvas, 800, 600);
  grow (fixture, 2);
  const DeskView start = canvas->view;
  grow (fixture, 1);
  g_assert_true (canvas->view.x == start.x && canvas->view.zoom == start.zoom);
  for (uint32_t n = 4; n <= 9; n++) {
    const double zoom = canvas->view.zoom;

    grow (fixture, 1);
    g_assert_cmpuint (n_seen (fixture), ==, n);
    g_assert_cmpfloat (canvas->view.zoom, <=, zoom);
  }
  /* A view of the user's own is only moved. */
  ui_canvas_zoom_by (canvas, 0);
  grow (fixture, 1);
  g_assert_cmpfloat (canvas->view.zoom, ==, 1);
}

/* Where the canvas becomes smaller, what was seen still is, and the view comes back
 * with the size. */
static void
test_smaller (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;

  ui_canvas_view_resized (canvas, 800, 600);
  grow (fixture, 6);
  const DeskView start = canvas->view;
  ui_canvas_view_resized (canvas, 800, 250);
  g_assert_true (n_seen (fixture) == 6 && canvas->view.zoom == start.zoom);
  ui_canvas_view_resized (canvas, 500, 250);
  g_assert_true (n_seen (fixture) == 6 && canvas->view.zoom < start.zoom);
  ui_canvas_view_resized (canvas, 800, 600);
  g_assert_true (canvas->view.x == start.x && canvas->view.y == start.y &&
                 canvas->view.zoom == start.zoom);

  /* A part of it, which the user has chosen. */
  ui_canvas_zoom_by (canvas, 0);
  const uint32_t n = n_seen (fixture);
  g_assert_true (n > 1 && n < 6);
  ui_canvas_view_resized (canvas, 500, 600);
  g_assert_cmpuint (n_seen (fixture), ==, n);
  ui_canvas_view_resized (canvas, 800, 600);
  g_assert_cmpfloat (canvas->view.zoom, ==, 1);
}

/* A diagram that was left out of view comes back with another size, unless the user has
 * looked away from it. */
static void
test_out_of_sight (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;
  DocModel *doc = fixture->studio->document->doc;

  ui_canvas_view_resized (canvas, 800, 600);
  grow (fixture, 2);
  const char *name = doc_item (doc, 1)->name;
  doc_move (doc, &name, 1, 800, 0);
  g_assert_cmpuint (n_seen (fixture), ==, 1);
  ui_canvas_view_resized (canvas, 800, 300);
  g_assert_cmpuint (n_seen (fixture), ==, 2);
  ui_canvas_zoom_by (canvas, 3);
  const uint32_t n = n_seen (fixture);
  g_assert_cmpuint (n, <, 2);
  ui_canvas_view_resized (canvas, 800, 280);
  g_assert_cmpuint (n_seen (fixture), ==, n);
}

/* Nothing moves below what is dragged. */
static void
test_still_while_dragged (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;

  ui_canvas_view_resized (canvas, 800, 600);
  grow (fixture, 2);
  const DeskView start = canvas->view;
  desk_tool_press (canvas->tool, (DocPoint){0, -60}, 0);
  desk_tool_motion (canvas->tool, (DocPoint){-200, -200}, 0);
  g_assert_cmpint (desk_tool_mode (canvas->tool), !=, DESK_TOOL_IDLE);
  g_assert_false (ui_canvas_view_resized (canvas, 300, 200));
  g_assert_true (canvas->view.x == start.x && canvas->view.zoom == start.zoom);
}

/* The frame of what is selected does not run through its labels, at any zoom. */
static void
test_frame (Fixture *fixture, gconstpointer data)
{
  const DocModel *doc = fixture->studio->document->doc;

  uint32_t n_seen = 0;

  ui_canvas_view_resized (fixture->canvas, 800, 600);
  grow (fixture, 3);
  for (double zoom = 0.3; zoom < 2; zoom *= 1.3)
    for (uint32_t i = 0; i < doc_n_items (doc); i++) {
      const DocRect frame = desk_view_item_bounds (doc, i, zoom);
      const DocRect body = doc_item (doc, i)->box;
      DocLabelLine lines[DOC_LABELS_MOST];
      const uint32_t n = doc_label_lines (doc, i, doc_label_scale (zoom), lines);

      n_seen += n;
      g_assert_true (frame.x1 <= body.x1 && frame.y2 >= body.y2);
      for (uint32_t k = 0; k < n; k++)
        g_assert_true (frame.x1 <= lines[k].box.x1 && frame.x2 >= lines[k].box.x2 &&
                       frame.y1 <= lines[k].box.y1 && frame.y2 >= lines[k].box.y2);
    }
  g_assert_cmpuint (n_seen, >, 10);
}

/* ---- the picture that is kept ---- */

static void
open_example (Fixture *fixture, const char *name)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path = g_build_filename (folder, "examples", name, NULL);

  g_assert_true (desk_document_open_example (fixture->studio->document, path, NULL));
  while (desk_document_is_compiling (
      fixture->studio->document)) /* badges are drawn, too */
    g_main_context_iteration (NULL, TRUE);
}

/* Draws until there is nothing more to do. */
static void
settle (UiCanvas *canvas)
{
  const UiCanvasPicture *picture = &canvas->picture;
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (canvas));
  const gint64 before = gdk_frame_clock_get_frame_counter (clock);

  gtk_widget_queue_draw (GTK_WIDGET (canvas));
  do
    g_main_context_iteration (NULL, TRUE);
  while (gdk_frame_clock_get_frame_counter (clock) == before ||
         picture->tiles == NULL || picture->zoom != canvas->view.zoom ||
         picture->stamp != canvas->stamp || canvas->last_zoom != canvas->view.zoom ||
         ui_canvas_is_drawing (canvas));
}

/* The pixels of what is seen. */
static cairo_surface_t *
pixels (UiCanvas *canvas)
{
  cairo_surface_t *copy = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 600, 400);
  cairo_t *cr = cairo_create (copy);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  ui_canvas_show_picture (canvas, snapshot);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (copy);
  return copy;
}

/* The largest difference of a colour, of 255. */
static int
difference (cairo_surface_t *a, cairo_surface_t *b)
{
  const unsigned char *x = cairo_image_surface_get_data (a);
  const unsigned char *y = cairo_image_surface_get_data (b);
  const int n = 400 * cairo_image_surface_get_stride (a);
  int most = 0;

  for (int i = 0; i < n; i++)
    if (i % 4 != 3) /* the fourth byte of a pixel is not used */
      most = MAX (most, abs (x[i] - y[i]));
  return most;
}

static void
assert_like_new (UiCanvas *canvas)
{
  cairo_surface_t *kept = pixels (canvas);

  ui_canvas_drop_picture (canvas);
  settle (canvas);

  cairo_surface_t *new = pixels (canvas);

  g_assert_cmpint (difference (kept, new), <=, 3);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (new);
}

static GtkWidget *
show_example (Fixture *fixture, const char *name)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *canvas = GTK_WIDGET (fixture->canvas);

  open_example (fixture, name);
  gtk_widget_set_size_request (canvas, 600, 400);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), canvas);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (canvas) < 600)
    g_main_context_iteration (NULL, TRUE);
  return window;
}

/* The picture goes on for so many pixels beyond what is seen: the next one was begun
 * before its end came in sight. */
static void
assert_leads (UiCanvas *canvas, double px)
{
  const DocRect seen = ui_canvas_seen (canvas), covers = canvas->picture.covers;
  const double room = px / canvas->view.zoom;

  g_assert_cmpfloat (covers.x1, <=, seen.x1 - room);
  g_assert_cmpfloat (covers.y1, <=, seen.y1 - room);
  g_assert_cmpfloat (covers.x2, >=, seen.x2 + room);
  g_assert_cmpfloat (covers.y2, >=, seen.y2 + room);
}

/* What is pieced together while the view moves is what would be drawn at once. */
static void
test_picture (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;
  GtkWidget *window = show_example (fixture, "car-bump.dyad");

  ui_canvas_zoom_by (canvas, 3);
  canvas->view.x += 300;
  settle (canvas);
  for (int i = 0; i < 8; i++) {
    canvas->view.x -= 97.25;
    canvas->view.y += i % 3 * 61.5 - 60;
    settle (canvas);
    assert_leads (canvas, 30);
  }
  assert_like_new (canvas);
  for (int i = 0; i < 12; i++) {
    ui_canvas_zoom_by (canvas, i < 5 ? 1.3 : 0.8);
    g_main_context_iteration (NULL, TRUE);
  }
  settle (canvas);
  assert_like_new (canvas);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* An edit of any kind, of an item or of something else. */
static void
edit (DocModel *doc, GRand *rand)
{
  const uint32_t item = (uint32_t) g_rand_int_range (rand, 0, (int) doc_n_items (doc));
  const char *name = doc_item (doc, item)->name;
  const DocPoint at = {10 * g_rand_int_range (rand, -40, 40),
                       10 * g_rand_int_range (rand, -40, 40)};
  const uint32_t wire = (uint32_t) g_rand_int_range (rand, 0, 5);

  switch (g_rand_int_range (rand, 0, 10)) {
  case 0:
    doc_rotate (doc, &name, 1, false);
    break;
  case 1:
    doc_flip (doc, &name, 1, true);
    break;
  case 2:
    doc_set_commented (doc, &name, 1, !doc_item (doc, item)->is_commented);
    break;
  case 3:
    doc_rename (doc, name, at.x > 0 ? "other" : "some", NULL);
    break;
  case 4:
    doc_set_modifier (doc, name, "m", at.x > 0 ? "17" : NULL, NULL, NULL);
    break;
  case 5:
    doc_add_note (doc, at, "note");
    break;
  case 6:
    doc_delete_items (doc, &name, 1, NULL);
    break;
  case 7:
    if (wire < doc_n_wires (doc) && doc_wire (doc, wire)->n_edges > 0)
      doc_move_segment (doc, wire, 0, 0, at.x, at.y);
    break;
  case 8:
    doc_undo (doc);
    break;
  default:
    doc_move (doc, &name, 1, at.x, at.y);
  }
}

/* Of two connects between the same ports the second has no tag to ask at. */
static void
test_second_connect (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "component M\n"
      "  a = TranslationalComponents.Components.Mass(m = 1)\n"
      "  b = TranslationalComponents.Components.Mass(m = 1)\n"
      "relations\n"
      "  connect(a.flange_b, b.flange_a) {\"Dyad\": {\"tag\": \"rod\"}}\n"
      "  connect(a.flange_b, b.flange_a) {\"Dyad\": {\"tag\": \"rod\"}}\n"
      "end\n";
  DocModel *doc = fixture->studio->document->doc;
  GtkWidget *const last = gtk_widget_get_last_child (GTK_WIDGET (fixture->canvas));

  doc_set_text (doc, text, strlen (text));
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->n_edges, ==, 0);
  desk_selection_set_wire (fixture->studio->selection, 1);
  g_assert_cmpuint (desk_tool_branch (fixture->canvas->tool), ==, UINT32_MAX);
  ui_canvas_open_rename (fixture->canvas);
  g_assert_true (gtk_widget_get_last_child (GTK_WIDGET (fixture->canvas)) == last);
  /* The next one is of the first. */
  ui_canvas_next_tag (fixture->canvas);
  g_assert_cmpuint (desk_selection_wire (fixture->studio->selection), ==, 0);
}

static void
assert_exactly_new (UiCanvas *canvas)
{
  cairo_surface_t *kept = pixels (canvas);

  ui_canvas_drop_picture (canvas);
  settle (canvas);
  cairo_surface_t *new = pixels (canvas);
  g_assert_cmpint (difference (kept, new), ==, 0);
  cairo_surface_destroy (kept);
  cairo_surface_destroy (new);
}

static DocPoint
middle_of_body (const DocModel *doc)
{
  DocPoint at;
  uint32_t i = 0;

  do {
    const DocRect box = doc_item (doc, i++)->box;
    at = (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
  } while (doc_hit (doc, at, 20).kind != DOC_HIT_ITEM);
  return at;
}

/* The grid has a dot where nothing is, and none under a label, where "9.81" would be
 * read as "9,81": looks at its places of one of both kinds, returns how many there are.
 */
static uint32_t
look_at_dots (UiCanvas *canvas, bool is_under, uint32_t *dot)
{
  const DocModel *doc = canvas->studio->document->doc;
  const DocRect seen = ui_canvas_seen (canvas);
  cairo_surface_t *picture = pixels (canvas);
  const uint32_t *all = (uint32_t *) (void *) cairo_image_surface_get_data (picture);
  const char *name;
  uint32_t n = 0;

  for (double x = 10 * ceil (seen.x1 / 10); x < seen.x2; x += 10)
    for (double y = 10 * ceil (seen.y1 / 10); y < seen.y2; y += 10) {
      const DocPoint px = desk_view_to_pixel (&canvas->view, (DocPoint){x, y});
      const uint32_t pixel = all[(int) px.y * 600 + (int) px.x] & 0xFFFFFF;

      if ((doc_label_at (doc, (DocPoint){x, y}, 1, &name) != UINT32_MAX) != is_under ||
          (!is_under && doc_hit (doc, (DocPoint){x, y}, 20).kind != DOC_HIT_NOTHING))
        continue;
      *dot = n++ == 0 && !is_under ? pixel : *dot;
      g_assert_true ((pixel == *dot) == !is_under);
    }
  cairo_surface_destroy (picture);
  return n;
}

static void
test_grid (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;
  GtkWidget *window = show_example (fixture, "car-bump.dyad");
  const DocPoint middle = middle_of_body (fixture->studio->document->doc);
  uint32_t dot;

  canvas->view = (DeskView){2, 300 - 2 * middle.x, 200 - 2 * middle.y};
  settle (canvas);
  g_assert_cmpuint (look_at_dots (canvas, false, &dot), >, 10);
  g_assert_cmpuint (look_at_dots (canvas, true, &dot), >, 3);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What an edit leaves of the picture is what would be drawn there, and so is what a
 * drag leaves while it lasts. */
static void
test_edited_picture (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;
  GtkWidget *window = show_example (fixture, "car-bump.dyad");
  DocModel *doc = fixture->studio->document->doc;
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (int i = 0; i < 150; i++) {
    if (i % 50 == 1)
      ui_canvas_zoom_by (canvas, i < 50 ? 1.7 : 0.35);
    settle (canvas);
    edit (doc, rand);
    settle (canvas);
    assert_exactly_new (canvas);
  }
  while (doc_undo (doc))
    ;
  const DocPoint at = middle_of_body (doc);
  desk_tool_press (canvas->tool, at, 0);
  desk_tool_motion (canvas->tool, (DocPoint){at.x + 700, at.y}, 0);
  g_assert_cmpint (desk_tool_mode (canvas->tool), ==, DESK_TOOL_MOVING);
  for (int i = 0; i < 20; i++)
    settle (canvas);
  g_assert_true (canvas->picture.lacks_moving);
  assert_exactly_new (canvas);
  desk_tool_cancel (canvas->tool);
  for (int i = 0; i < 20; i++)
    settle (canvas);
  g_assert_false (canvas->picture.lacks_moving);
  assert_exactly_new (canvas);
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* An edit draws the tiles that it has to do with. */
static void
test_tiles (Fixture *fixture, gconstpointer data)
{
  UiCanvas *canvas = fixture->canvas;
  GtkWidget *window = show_example (fixture, "car-bump.dyad");
  const UiCanvasPicture *picture = &canvas->picture;
  const char *name = doc_item (fixture->studio->document->doc, 0)->name;

  ui_canvas_zoom_by (canvas, 4);
  settle (canvas);
  const int n = picture->n_x * picture->n_y;
  g_autofree UiCanvasTile *before = g_memdup2 (picture->tiles, n * sizeof *before);
  for (int k = 0; k < n; k++)
    gsk_render_node_ref (before[k].node);
  doc_move (fixture->studio->document->doc, &name, 1, 10, 0);
  settle (canvas);
  int n_kept = 0;
  for (int k = 0; k < n; k++) {
    n_kept += picture->tiles[k].node == before[k].node;
    gsk_render_node_unref (before[k].node);
  }
  g_assert_cmpint (n_kept, >=, n / 2);
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
}

static bool
has_tooltip (Fixture *fixture)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean has = FALSE;

  g_signal_emit_by_name (fixture->canvas, "query-tooltip", 0, 0, FALSE, tooltip, &has);
  return has;
}

static void
wait_for_rest (Fixture *fixture)
{
  while (!fixture->canvas->is_resting)
    g_main_context_iteration (NULL, TRUE);
}

/* A tooltip waits until the pointer rests, and does not come over what was just edited
 * before the pointer has left the place. */
static void
test_tooltip (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = fixture->studio->document->doc;
  const char *name = doc_add (doc, "TranslationalComponents.Components.Mass",
                              (DocPoint){300, 200}, false, NULL);

  fixture->canvas->view = (DeskView){.zoom = 1};
  point_at (fixture, 300, 200);
  g_assert_false (has_tooltip (fixture));
  wait_for_rest (fixture);
  g_assert_true (has_tooltip (fixture));
  /* Moved again, it waits again. */
  point_at (fixture, 305, 200);
  g_assert_false (has_tooltip (fixture));
  wait_for_rest (fixture);
  /* An edit. */
  doc_rotate (doc, &name, 1, false);
  g_assert_false (has_tooltip (fixture));
  point_at (fixture, 310, 200);
  g_assert_cmpuint (fixture->canvas->rest, ==, 0);
  g_assert_false (has_tooltip (fixture));
  /* Gone and come back. */
  point_at (fixture, 500, 200);
  point_at (fixture, 310, 200);
  wait_for_rest (fixture);
  g_assert_true (has_tooltip (fixture));
  /* Another size: something else is under the pointer, which did not move. */
  GTK_WIDGET_GET_CLASS (fixture->canvas)
      ->size_allocate (GTK_WIDGET (fixture->canvas), 640, 300, -1);
  g_assert_false (has_tooltip (fixture));
  while (desk_document_is_compiling (fixture->studio->document))
    g_main_context_iteration (NULL, TRUE);
}

/* Wherever the item is, its tooltip stands over the canvas, not over what is beside it.
 */
static void
test_tooltip_within (Fixture *fixture, gconstpointer data)
{
  static const int lefts[] = {-40, 0, 300, 580};
  GtkWidget *window = gtk_window_new ();
  UiCanvas *canvas = fixture->canvas;

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (canvas));
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (canvas)) < 600)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (lefts); i++) {
    GdkRectangle area = {lefts[i], 100, 40, 40};

    ui_canvas_keep_tip_within (canvas, &area, "<b>spring</b>\nA line of some length");
    g_assert_cmpint (area.x, >=, 60);
    g_assert_cmpint (area.x, <=, 540);
    g_assert_cmpint (area.y, ==, 100);
    if (lefts[i] == 300)
      g_assert_cmpint (area.x, ==, 320);
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The menu ends in the window wherever it is asked for, and begins there if it can. */
static void
test_menu_within (Fixture *fixture, gconstpointer data)
{
  static const int places[] = {10, 300, 650};
  GtkWidget *window = gtk_window_new ();
  UiCanvas *canvas = fixture->canvas;

  gtk_window_set_default_size (GTK_WINDOW (window), 600, 660);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (canvas));
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (canvas)) < 600)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    double x, y;
    int height;
    GdkRectangle at;

    ui_canvas_open_menu (canvas, 100, places[i]);
    gtk_widget_measure (canvas->menu, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                        NULL);
    g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (canvas->menu), &at));
    gtk_widget_translate_coordinates (GTK_WIDGET (canvas), window, at.x,
                                      at.y + at.height, &x, &y);
    const int most = gtk_widget_get_height (window);
    g_assert_cmpint (height, <, most);
    g_assert_cmpfloat (y + height, <=, most);
    if (at.y < places[i])
      g_assert_cmpfloat (y + height, >, most - 2);
    gtk_popover_popdown (GTK_POPOVER (canvas->menu));
  }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  if (!gtk_init_check ())
    return puts ("1..0 # SKIP no display"), 0;
  adw_init ();
#define ADD(path, run) g_test_add (path, Fixture, NULL, set_up, run, tear_down)
  ADD ("/ui/canvas/second-connect", test_second_connect);
  ADD ("/ui/canvas/pinch", test_pinch);
  ADD ("/ui/canvas/pinch-pans", test_pinch_pans);
  ADD ("/ui/canvas/scroll", test_scroll);
  ADD ("/ui/canvas/new-in-sight", test_new_in_sight);
  ADD ("/ui/canvas/smaller", test_smaller);
  ADD ("/ui/canvas/out-of-sight", test_out_of_sight);
  ADD ("/ui/canvas/still-while-dragged", test_still_while_dragged);
  ADD ("/ui/canvas/frame", test_frame);
  ADD ("/ui/canvas/picture", test_picture);
  ADD ("/ui/canvas/edited-picture", test_edited_picture);
  ADD ("/ui/canvas/grid", test_grid);
  ADD ("/ui/canvas/tiles", test_tiles);
  ADD ("/ui/canvas/tooltip", test_tooltip);
  ADD ("/ui/canvas/tooltip-within", test_tooltip_within);
  ADD ("/ui/canvas/menu-within", test_menu_within);
#undef ADD
  return g_test_run ();
}
