/* The view of the canvas under the wheel and two fingers, by the signals that its
 * controllers give. */
#include <adwaita.h>
#include <locale.h>
#include <stdio.h>

#include "base/folder.h"
#include "ui/canvas-private.h"

static const double tiny = 1e-9;

typedef struct {
  LibIndex *library;
  FigureSymbols *symbols;
  UiCatalogue *catalogue;
  UiStudio *studio;
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
  fixture->catalogue = ui_catalogue_new (fixture->library);
  fixture->studio = ui_studio_new (fixture->library);
  fixture->canvas = g_object_ref_sink (UI_CANVAS (
      ui_canvas_new (fixture->studio, fixture->symbols, fixture->catalogue)));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_run_dispose (G_OBJECT (fixture->canvas));
  g_object_unref (fixture->canvas);
  g_object_unref (fixture->studio);
  ui_catalogue_free (fixture->catalogue);
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
  UiView *view = &fixture->canvas->view;

  point_at (fixture, 300, 200);

  const DocPoint before = ui_view_to_diagram (view, 300, 200);

  g_signal_emit_by_name (pinch, "begin", NULL);
  for (double scale = 1; scale < 2.05; scale += 0.1)
    g_signal_emit_by_name (pinch, "scale-changed", scale);
  g_assert_cmpfloat_with_epsilon (view->zoom, 2, tiny);

  const DocPoint after = ui_view_to_diagram (view, 300, 200);

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
  UiView *view = &fixture->canvas->view;

  point_at (fixture, 300, 200);

  const DocPoint before = ui_view_to_diagram (view, 300, 200);

  g_signal_emit_by_name (pinch, "begin", NULL);
  point_at (fixture, 340, 230);
  g_signal_emit_by_name (pinch, "scale-changed", 1.5);

  const DocPoint after = ui_view_to_diagram (view, 340, 230);

  g_assert_cmpfloat_with_epsilon (view->zoom, 1.5, tiny);
  g_assert_cmpfloat_with_epsilon (after.x, before.x, tiny);
  g_assert_cmpfloat_with_epsilon (after.y, before.y, tiny);
}

/* Many small moves of two fingers are together as far as one large one. */
static void
test_scroll (Fixture *fixture, gconstpointer data)
{
  GtkEventController *scroll = controller (fixture, GTK_TYPE_EVENT_CONTROLLER_SCROLL);
  const UiView *view = &fixture->canvas->view;
  const UiView start = *view;
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
  ADD ("/ui/canvas/pinch", test_pinch);
  ADD ("/ui/canvas/pinch-pans", test_pinch_pans);
  ADD ("/ui/canvas/scroll", test_scroll);
#undef ADD
  return g_test_run ();
}
