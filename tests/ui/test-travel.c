/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture that leads into a subsystem and out: it begins as the level that is left
 * and ends as the one that comes, which is there at once for whoever acts. */
#include <adwaita.h>
#include <stdlib.h>
#include <string.h>

#include "ui/canvas/canvas-private.h"
#include "window-fixture.h"

static const char *const text =
    "component Part\n"
    "  a = TranslationalComponents.Components.Mass(m = 1) {\n"
    "    \"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "
    "\"y2\": 100}}}\n  }\nend\n"
    "component M\n"
    "  part = Part() {\n"
    "    \"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": 200, \"x2\": "
    "400, "
    "\"y2\": 300}}}\n  }\n"
    "  far = TranslationalComponents.Components.Mass(m = 1) {\n"
    "    \"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "
    "\"y2\": 100}}}\n  }\n"
    "end\n";

static void
set_animations (bool on)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", on, NULL);
}

static cairo_surface_t *
pixels (UiCanvas *canvas)
{
  cairo_surface_t *copy =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, canvas->width, canvas->height);
  cairo_t *cr = cairo_create (copy);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  ui_canvas_draw_frame (canvas, snapshot);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (copy);
  return copy;
}

/* How many colours differ by more than rounding does; frees both. */
static int
n_different (cairo_surface_t *a, cairo_surface_t *b)
{
  const unsigned char *x = cairo_image_surface_get_data (a);
  const unsigned char *y = cairo_image_surface_get_data (b);
  const int n = cairo_image_surface_get_height (a) * cairo_image_surface_get_stride (a);
  int count = 0;

  for (int i = 0; i < n; i++)
    count += i % 4 != 3 && abs (x[i] - y[i]) > 3;
  cairo_surface_destroy (a);
  cairo_surface_destroy (b);
  return count;
}

static void
come_to_rest (UiCanvas *canvas)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (canvas));
  const gint64 before = gdk_frame_clock_get_frame_counter (clock);

  while (gdk_frame_clock_get_frame_counter (clock) < before + 3 ||
         canvas->picture.tiles == NULL || ui_canvas_is_drawing (canvas) ||
         ui_canvas_is_travelling (canvas)) {
    gtk_widget_queue_draw (GTK_WIDGET (canvas));
    g_main_context_iteration (NULL, TRUE);
  }
}

static UiWindow *
open_window (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  act (window, "win.new");
  g_assert_true (
      doc_set_text (ui_window_studio (window)->document->doc, text, strlen (text)));
  while (gtk_widget_get_width (GTK_WIDGET (window->canvas)) <= 1 ||
         desk_document_is_compiling (ui_window_studio (window)->document))
    g_main_context_iteration (NULL, TRUE);
  ui_canvas_fit (window->canvas, false);
  come_to_rest (window->canvas);
  return window;
}

static void
close_window (UiWindow *window)
{
  while (desk_document_is_compiling (ui_window_studio (window)->document))
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* From `left`, the pixels of the level that one goes away from, to its end. */
static void
assert_leads_from (UiCanvas *canvas, cairo_surface_t *left)
{
  const DeskView view = canvas->view;

  g_assert_true (ui_canvas_is_travelling (canvas));
  canvas->travel.done = 0;
  g_assert_cmpint (n_different (left, pixels (canvas)), <, 50);
  /* Half way neither is seen. */
  canvas->travel.done = 0.5;
  cairo_surface_t *half = pixels (canvas);
  canvas->travel.done = 1;
  cairo_surface_t *last = pixels (canvas);
  g_assert_cmpint (n_different (half, cairo_surface_reference (last)), >, 1000);
  ui_canvas_stop_travel (canvas);
  g_assert_false (ui_canvas_is_travelling (canvas));
  g_assert_cmpint (n_different (last, pixels (canvas)), <, 50);
  come_to_rest (canvas);
  g_assert_cmpmem (&view, sizeof view, &canvas->view, sizeof view);
}

static void
test_in_and_out (void)
{
  UiWindow *window = open_window ();
  UiCanvas *canvas = window->canvas;
  DeskDocument *document = ui_window_studio (window)->document;

  set_animations (true);
  come_to_rest (canvas);
  cairo_surface_t *outside = pixels (canvas);
  g_assert_true (desk_document_show_level (document, "part"));
  assert_leads_from (canvas, outside);
  cairo_surface_t *inside = pixels (canvas);
  g_assert_true (desk_document_show_level (document, ""));
  assert_leads_from (canvas, inside);
  /* It comes to an end by itself. */
  g_assert_true (desk_document_show_level (document, "part"));
  while (ui_canvas_is_travelling (canvas))
    g_main_context_iteration (NULL, TRUE);
  close_window (window);
}

/* Where nothing was seen yet, or nothing is to move. */
static void
test_at_once (void)
{
  UiWindow *window = open_window ();
  UiCanvas *canvas = window->canvas;
  DeskDocument *document = ui_window_studio (window)->document;

  set_animations (true);
  g_assert_true (desk_document_show_level (document, "part"));
  g_assert_true (desk_document_show_level (document, ""));
  g_assert_false (ui_canvas_is_travelling (canvas));
  set_animations (false);
  come_to_rest (canvas);
  g_assert_true (desk_document_show_level (document, "part"));
  g_assert_false (ui_canvas_is_travelling (canvas));
  /* An edit that leads elsewhere is no way that one goes. */
  come_to_rest (canvas);
  set_animations (true);
  g_assert_true (doc_set_text (document->doc, "component M\nend\n", 16));
  g_assert_cmpstr (document->level, ==, "");
  g_assert_false (ui_canvas_is_travelling (canvas));
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/travel/in-and-out", test_in_and_out);
  g_test_add_func ("/ui/travel/at-once", test_at_once);
  return run_window_tests ();
}
