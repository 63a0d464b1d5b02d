/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the room of the window is for: drawing, with all components and only a bar below
 * the diagram, or watching, with the pane of the plots open. F7 changes between the
 * two, and a run that the user asks for is watched. The diagrams that were left in the
 * second arrangement, thus also those that were run once and not put back, are
 * remembered in the settings, by their paths, as far as they have one: their files do
 * not change because somebody looked at them. The pane can also be opened and closed
 * alone; before there is a run it opens only when it is asked for, since it would be
 * empty. */
#include <glib/gi18n.h>

#include "ui/window/window-private.h"

static const char watched_key[] = "watched-files";
static const guint most_watched = 100;

/* ---- the pane below the diagram ---- */

/* The action says which of its pages is seen, "" if it is closed. */
static void
tell_below (UiWindow *self)
{
  const char *page = gtk_widget_get_visible (GTK_WIDGET (self->bottom_bin))
                         ? adw_view_stack_get_visible_child_name (self->bottom)
                         : "";
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "below");

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_string (page));
}

void
ui_window_show_below (UiWindow *self, const char *page)
{
  if (*page != '\0')
    adw_view_stack_set_visible_child_name (self->bottom, page);
  gtk_widget_set_visible (GTK_WIDGET (self->bottom_bin), *page != '\0');
  tell_below (self);
}

void
ui_window_show_plotted (UiWindow *self)
{
  if (self->studio->runs->current != NULL)
    ui_window_show_below (self, "plots");
}

/* The button of the page that is seen closes it. */
static void
act_below (GSimpleAction *action, GVariant *page, gpointer data)
{
  g_autoptr (GVariant) now = g_action_get_state (G_ACTION (action));
  UiWindow *self = data;

  ui_window_show_below (
      self, g_variant_equal (page, now) ? "" : g_variant_get_string (page, NULL));
}

/* ---- the arrangement ---- */

static void
arrange (UiWindow *self, bool watches)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "watch");
  const bool is_open = gtk_widget_get_visible (GTK_WIDGET (self->bottom_bin));

  if (watches != self->is_watching)
    ui_window_fold_palette (self, watches);
  self->is_watching = watches;
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (watches));
  if (!watches)
    ui_window_show_below (self, "");
  else if (!is_open && self->studio->runs->current != NULL)
    ui_window_show_below (self, "plots");
}

/* ---- what is remembered ---- */

static bool
is_remembered (UiWindow *self, const char *path)
{
  g_auto (GStrv) all =
      self->settings != NULL ? g_settings_get_strv (self->settings, watched_key) : NULL;

  return all != NULL && path != NULL &&
         g_strv_contains ((const char *const *) all, path);
}

static void
remember (UiWindow *self)
{
  const char *path = doc_path (self->studio->document->doc);

  if (self->settings == NULL || path == NULL ||
      is_remembered (self, path) == self->is_watching)
    return;

  g_auto (GStrv) old = g_settings_get_strv (self->settings, watched_key);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  if (self->is_watching)
    g_ptr_array_add (all, (gpointer) path);
  for (guint i = 0; old[i] != NULL && all->len < most_watched; i++)
    if (!g_str_equal (old[i], path))
      g_ptr_array_add (all, old[i]);
  g_ptr_array_add (all, NULL);
  g_settings_set_strv (self->settings, watched_key, (const char *const *) all->pdata);
}

static void
doc_replaced (UiWindow *self)
{
  ui_window_show_below (self, "");
  arrange (self, is_remembered (self, doc_path (self->studio->document->doc)));
}

/* ---- what changes it ---- */

static void
act_watch (GSimpleAction *action, GVariant *state, gpointer data)
{
  arrange (data, g_variant_get_boolean (state));
  remember (data);
}

static void
watch (UiWindow *self)
{
  arrange (self, true);
  ui_window_show_below (self, "plots");
  remember (self);
}

void
ui_window_watch_next (UiWindow *self)
{
  if (desk_runs_can_go_on (self->studio->runs))
    watch (self);
  else
    self->watches_next = true;
}

static void
run_replaced (UiWindow *self)
{
  if (self->watches_next && self->studio->runs->current != NULL)
    watch (self);
}

/* What was told of it gets a button that mends it. Problems do not open for a run that
 * only follows a number that is dragged: the next one may begin, and what it shows is
 * being looked at. */
static void
run_refused (UiWindow *self)
{
  if (self->told != NULL && desk_runs_lacks_only_values (self->studio->runs)) {
    adw_toast_set_button_label (self->told, _ ("Assume Missing Values"));
    adw_toast_set_action_name (self->told, "win.assume");
  }
  if (self->watches_next)
    ui_window_show_problems (self);
}

/* It has begun, or nothing came of it. */
static void
run_asked_for (UiWindow *self)
{
  self->watches_next = self->watches_next && self->studio->runs->is_asked_for;
}

/* ---- set up ---- */

void
ui_window_add_room (UiWindow *self)
{
  static const GActionEntry entries[] = {
      {.name = "below", .activate = act_below, .parameter_type = "s", .state = "''"},
      {.name = "watch", .change_state = act_watch, .state = "false"},
  };
  DeskStudio *studio = self->studio;

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries),
                                   self);
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  desk_property_listen (studio->document, "path", self, G_CALLBACK (remember));
  desk_property_listen (studio->runs, "all", self, G_CALLBACK (run_replaced));
  desk_property_listen (studio->runs, "is-refused", self, G_CALLBACK (run_refused));
  desk_property_listen (studio->runs, "is-asked-for", self, G_CALLBACK (run_asked_for));
}
