/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What assistive tools and tests cannot see: where things are on the canvas and in the
 * moving picture, written as JSON once the window is at rest. It is at rest when no
 * model is being compiled, nor about to be run by itself, two frames were drawn since,
 * and nothing is left to be done or drawn: by then all input that came before the
 * question has had its effect. */
#include <string.h>

#include "ui/window/window-private.h"

enum { FRAMES = 2 }; /* motions of the pointer wait for the next one */

static void
append_area (UiWindow *self, GString *json, const char *name, GtkWidget *widget)
{
  graphene_rect_t bounds;
  double x, y;

  gtk_native_get_surface_transform (GTK_NATIVE (self), &x, &y);
  if (!gtk_widget_get_mapped (widget) ||
      !gtk_widget_compute_bounds (widget, GTK_WIDGET (self), &bounds))
    return;
  g_string_append_printf (json, "%s\"%s\": [%.0f, %.0f, %.0f, %.0f]",
                          g_str_has_suffix (json->str, "{") ? "" : ", ", name,
                          x + bounds.origin.x, y + bounds.origin.y, bounds.size.width,
                          bounds.size.height);
}

/* Of the window's surface, in its pixels. */
static void
append_areas (UiWindow *self, GString *json)
{
  g_string_append (json, ", \"areas\": {");
  append_area (self, json, "window", GTK_WIDGET (self));
  append_area (self, json, "canvas", GTK_WIDGET (self->canvas));
  append_area (self, json, "plots", /* what is seen of them */
               gtk_widget_get_parent (GTK_WIDGET (self->plots)));
  append_area (self, json, "stack", GTK_WIDGET (self->plots));
  append_area (self, json, "motion", GTK_WIDGET (self->motion));
  append_area (self, json, "time", GTK_WIDGET (self->time_bin));
  g_string_append (json, "}");
}

/* Whether something dragged hovers over a widget that takes it. */
static bool
has_drop (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  bool has = false;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

    has |= GTK_IS_DROP_TARGET (controller) &&
           gtk_drop_target_get_current_drop (GTK_DROP_TARGET (controller)) != NULL;
  }
  return has;
}

static void
append_drop (UiWindow *self, GString *json)
{
  const bool has = has_drop (GTK_WIDGET (self)) ||
                   has_drop (GTK_WIDGET (self->canvas)) ||
                   has_drop (GTK_WIDGET (self->plots));

  g_string_append_printf (json, ", \"drop\": %s", has ? "true" : "false");
}

static void
append_run (UiWindow *self, GString *json)
{
  static const char *const states[] = {
      [RUN_IDLE] = "idle",         [RUN_RUNNING] = "running", [RUN_PAUSED] = "paused",
      [RUN_FINISHED] = "finished", [RUN_STOPPED] = "stopped", [RUN_FAILED] = "failed",
  };
  const DeskRun *run = self->studio->runs->current;

  g_string_append_printf (json, ", \"run\": {\"state\": \"%s\", \"number\": %u}",
                          states[desk_runs_state (self->studio->runs)],
                          run != NULL ? run->number : 0);
}

static void
write_places (UiWindow *self, const char *path)
{
  g_autofree char *places = ui_canvas_places (self->canvas);
  g_autoptr (GString) json = g_string_new (places);

  g_string_truncate (json, (gsize) (strrchr (json->str, '}') - json->str));
  append_areas (self, json);
  append_drop (self, json);
  g_string_append_printf (json, ", \"active\": %s",
                          gtk_window_is_active (GTK_WINDOW (self)) ? "true" : "false");
  append_run (self, json);
  g_string_append_printf (json, ", \"text_line\": %d",
                          ui_text_view_first_line (self->text_view));
  g_string_append (json, ", \"plots\": ");
  ui_plots_places (self->plots, json);
  g_string_append (json, ", \"motion\": {");
  ui_motion_view_places (self->motion, json);
  g_string_append (json, "}}\n");
  g_file_set_contents (path, json->str, -1, NULL);
}

static void wait_for_frames (UiWindow *self);

static gboolean
look (gpointer data)
{
  UiWindow *self = data;
  const char *path = g_getenv ("DASHPOT_PLACES");

  if (desk_document_is_compiling (self->studio->document) ||
      desk_runs_is_about_to_repeat (self->studio->runs) ||
      desk_starts_is_busy (self->studio->starts) ||
      desk_laws_is_busy (self->studio->laws) || ui_canvas_is_drawing (self->canvas) ||
      ui_canvas_is_travelling (self->canvas))
    wait_for_frames (self);
  else if (path != NULL)
    write_places (self, path);
  return G_SOURCE_REMOVE;
}

static bool
is_moving (const UiWindow *self)
{
  return desk_runs_state (self->studio->runs) == RUN_RUNNING ||
         self->studio->timeline->is_playing;
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  guint *n_frames = data;

  if (++*n_frames < FRAMES)
    return G_SOURCE_CONTINUE;
  g_idle_add_full (is_moving (UI_WINDOW (widget)) ? G_PRIORITY_HIGH_IDLE
                                                  : G_PRIORITY_LOW,
                   look, g_object_ref (widget), g_object_unref);
  return G_SOURCE_REMOVE;
}

static void
wait_for_frames (UiWindow *self)
{
  gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, g_new0 (guint, 1), g_free);
}

void
ui_window_list_places (UiWindow *self)
{
  wait_for_frames (self);
}
