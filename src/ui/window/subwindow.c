/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GTK gives the keys of an application to its own windows only; one that is merely
 * transient for such a window has none. A window that is hidden instead of closed
 * belongs to the application while it is shown, or the program would not end. */
#include "ui/window/subwindow.h"

static void
joined (GtkWindow *window)
{
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL)
    gtk_window_set_application (window, gtk_window_get_application (parent));
}

static void
left (GtkWindow *window)
{
  gtk_window_set_application (window, NULL);
}

void
ui_subwindow_attach (GtkWindow *window, GtkWindow *parent)
{
  gtk_window_set_transient_for (window, parent);
  gtk_window_set_destroy_with_parent (window, TRUE);
  g_signal_connect (window, "show", G_CALLBACK (joined), NULL);
  g_signal_connect (window, "hide", G_CALLBACK (left), NULL);
}

static void
passed_on (GSimpleAction *action, GVariant *parameter, gpointer window)
{
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (parent),
                                    g_action_get_name (G_ACTION (action)), NULL);
}

static void
add_shortcut (GtkWindow *window, const char *keys, GtkShortcutAction *action)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys), action));
  gtk_widget_add_controller (GTK_WIDGET (window), controller);
}

/* Undo and redo have no keys of the application: entries keep theirs. */
void
ui_subwindow_pass_on (GtkWindow *window)
{
  static const GActionEntry PASSED[] = {{"undo", passed_on},
                                        {"redo", passed_on},
                                        {"save", passed_on},
                                        {"run", passed_on}};
  g_autoptr (GSimpleActionGroup) passed = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (passed), PASSED, G_N_ELEMENTS (PASSED),
                                   window);
  gtk_widget_insert_action_group (GTK_WIDGET (window), "win", G_ACTION_GROUP (passed));
  add_shortcut (window, "<Control>z", gtk_named_action_new ("win.undo"));
  add_shortcut (window, "<Control><Shift>z|<Control>y",
                gtk_named_action_new ("win.redo"));
}

static gboolean
closed_by_key (GtkWidget *window, GVariant *arguments, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return GDK_EVENT_STOP;
}

void
ui_subwindow_close_by_escape (GtkWindow *window)
{
  add_shortcut (window, "Escape", gtk_callback_action_new (closed_by_key, NULL, NULL));
}
