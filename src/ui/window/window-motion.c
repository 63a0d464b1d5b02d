/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moving picture in the window: beside the plots, or in a window of its own. It
 * appears by itself when there is something that moves, unless it was closed. */
#include <glib/gi18n.h>

#include "ui/window/subwindow.h"
#include "ui/window/window-private.h"

static bool
is_wanted (UiWindow *self)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self), "show-motion");

  return g_variant_get_boolean (state);
}

static void
update (UiWindow *self)
{
  const bool is_docked = self->motion_window == NULL;
  const bool is_shown =
      is_docked && is_wanted (self) && ui_motion_view_moves (self->motion);

  if (is_shown == gtk_widget_get_visible (GTK_WIDGET (self->motion_bin)))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->motion_bin), is_shown);
}

/* ---- its own window ---- */

static gboolean
dock (GtkWindow *window, UiWindow *self)
{
  g_object_ref (self->motion);
  gtk_window_set_focus (window, NULL);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->motion))),
                  GTK_WIDGET (self->motion));
  adw_bin_set_child (self->motion_bin, GTK_WIDGET (self->motion));
  g_object_unref (self->motion);
  self->motion_window = NULL;
  gtk_window_set_transient_for (window, NULL); /* it may outlive this one */
  update (self);
  return FALSE;
}

static void
pop_out (UiWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();

  if (self->motion_window != NULL) {
    gtk_window_close (self->motion_window);
    return;
  }
  self->motion_window = GTK_WINDOW (adw_window_new ());
  gtk_window_set_title (self->motion_window, _ ("Moving Picture"));
  gtk_window_set_default_size (self->motion_window, 720, 560);
  ui_subwindow_attach (self->motion_window, GTK_WINDOW (self));
  gtk_widget_insert_action_group (GTK_WIDGET (self->motion_window), "run",
                                  ui_run_bar_actions (self->run_bar));
  g_object_ref (self->motion);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas)); /* not from what goes away */
  adw_bin_set_child (self->motion_bin, NULL);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->motion));
  gtk_box_append (GTK_BOX (box), ui_time_bar_new (self->studio));
  g_object_unref (self->motion);
  adw_window_set_content (ADW_WINDOW (self->motion_window), box);
  g_signal_connect_object (self->motion_window, "close-request", G_CALLBACK (dock),
                           self, 0);
  update (self);
  gtk_window_present (self->motion_window);
}

static void
kept (UiMotionView *view, const char *name, UiWindow *self)
{
  ui_canvas_reveal (self->canvas, name);
}

/* ---- replay ---- */

/* A run that was over before it could be seen is shown at once. */
static void
run_changed (UiWindow *self)
{
  const DeskRun *run = self->studio->runs->current;

  if (run == NULL || run->number == self->n_replayed ||
      desk_runs_state (self->studio->runs) != RUN_FINISHED)
    return;
  self->n_replayed = run->number;
  if (self->studio->runs->speed == 0 && self->studio->pull->port == NULL &&
      is_wanted (self) && ui_motion_view_is_planar (self->motion))
    desk_timeline_set_playing (self->studio->timeline, true);
}

/* ---- actions and settings ---- */

static void
show_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  UiWindow *self = data;

  g_simple_action_set_state (action, state);
  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "motion-visible",
                            g_variant_get_boolean (state));
  if (!g_variant_get_boolean (state) && self->motion_window != NULL)
    gtk_window_close (self->motion_window);
  update (self);
}

void
ui_window_close_motion (UiWindow *self)
{
  g_autofree char *toggles = ui_motion_view_toggles (self->motion);

  if (self->settings != NULL)
    g_settings_set_string (self->settings, "motion-shows", toggles);
  if (self->motion_window != NULL)
    gtk_window_close (self->motion_window);
}

void
ui_window_add_motion (UiWindow *self)
{
  const bool is_visible = self->settings == NULL ||
                          g_settings_get_boolean (self->settings, "motion-visible");
  g_autoptr (GSimpleAction) show = g_simple_action_new_stateful (
      "show-motion", NULL, g_variant_new_boolean (is_visible));

  self->motion = UI_MOTION_VIEW (ui_motion_view_new (self->studio));
  adw_bin_set_child (self->motion_bin, GTK_WIDGET (self->motion));
  g_signal_connect_object (show, "change-state", G_CALLBACK (show_changed), self, 0);
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show));
  if (self->settings != NULL) {
    g_autofree char *shown = g_settings_get_string (self->settings, "motion-shows");

    ui_motion_view_set_toggles (self->motion, shown);
  }
  g_signal_connect_object (self->motion, "moves-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->motion, "kept", G_CALLBACK (kept), self, 0);
  g_signal_connect_object (self->motion, "pop-out", G_CALLBACK (pop_out), self,
                           G_CONNECT_SWAPPED);
  desk_property_listen (self->studio->runs, "current", self, G_CALLBACK (run_changed));
}
