/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text beside the diagram: shown and hidden by a key, as the settings remember it.
 * That the text is ahead of the diagram is said only when somebody has stopped typing:
 * half a word has faults most of the time. */
#include "ui/window/window-private.h"

enum { CALM_MS = 700 };

static gboolean
show_hint (gpointer data)
{
  UiWindow *self = data;

  self->ahead_timer = 0;
  gtk_widget_set_visible (self->ahead_hint, TRUE);
  return G_SOURCE_REMOVE;
}

static void
revised (UiWindow *self)
{
  g_clear_handle_id (&self->ahead_timer, g_source_remove);
  if (!doc_is_ahead (self->studio->document->doc))
    gtk_widget_set_visible (self->ahead_hint, FALSE);
  else if (!gtk_widget_get_visible (self->ahead_hint))
    self->ahead_timer = g_timeout_add (CALM_MS, show_hint, self);
}

/* Who opens it wants to write there; not when the window opens with it. */
static void
toggled (UiWindow *self)
{
  if (gtk_widget_get_visible (GTK_WIDGET (self->text_bin)) &&
      gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    gtk_widget_grab_focus (GTK_WIDGET (self->text_view));
}

/* Of what is selected; who is in the text already wants the name at the caret. */
void
ui_window_show_in_text (UiWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->text_view)) &&
      ui_text_view_show_target (self->text_view))
    return;
  gtk_widget_set_visible (GTK_WIDGET (self->text_bin), TRUE);
  if (n == 0 || !ui_text_view_show_item (self->text_view, names[0]))
    gtk_widget_grab_focus (GTK_WIDGET (self->text_view));
}

void
ui_window_add_text (UiWindow *self, DeskCatalogue *catalogue)
{
  g_autoptr (GPropertyAction) show =
      g_property_action_new ("show-text", self->text_bin, "visible");

  self->text_view = UI_TEXT_VIEW (ui_text_view_new (self->studio, catalogue));
  adw_bin_set_child (self->text_bin, GTK_WIDGET (self->text_view));
  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (show));
  if (self->settings != NULL)
    g_settings_bind (self->settings, "text-visible", self->text_bin, "visible",
                     G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES);
  g_signal_connect_object (self->text_bin, "notify::visible", G_CALLBACK (toggled),
                           self, G_CONNECT_SWAPPED);
  desk_property_listen (self->studio->document, "revision", self, G_CALLBACK (revised));
  desk_property_listen (self->studio->document, "doc", self, G_CALLBACK (revised));
}

/* As ui_window_forget_panes (). */
void
ui_window_forget_text (UiWindow *self)
{
  g_clear_handle_id (&self->ahead_timer, g_source_remove);
  if (self->settings != NULL)
    g_settings_unbind (self->text_bin, "visible");
}
