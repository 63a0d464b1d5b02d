/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of preferences: each row is bound to a key of the settings, and whoever it
 * concerns listens to that key, so nothing is applied here. */
#include "ui/start/preferences.h"

#include <glib/gi18n.h>

#include "ui/window/subwindow.h"

static const char *const schemes[] = {"default", "light", "dark"};

static void
scheme_chosen (AdwComboRow *row, GParamSpec *pspec, GSettings *settings)
{
  const guint at = adw_combo_row_get_selected (row);

  if (at < G_N_ELEMENTS (schemes))
    g_settings_set_string (settings, "color-scheme", schemes[at]);
}

static GtkWidget *
scheme_row_new (GSettings *settings)
{
  const char *const names[] = {_ ("Follow the system"), _ ("Light"), _ ("Dark"), NULL};
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);
  g_autofree char *now = g_settings_get_string (settings, "color-scheme");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Appearance"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_str_equal (schemes[i], now))
      adw_combo_row_set_selected (ADW_COMBO_ROW (row), i);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (scheme_chosen),
                           settings, 0);
  return row;
}

static GtkWidget *
switch_row_new (GSettings *settings, const char *key, const char *title)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  g_settings_bind (settings, key, toggle, "active", G_SETTINGS_BIND_DEFAULT);
  return row;
}

void
ui_preferences_show (GtkWindow *parent, GSettings *settings)
{
  GtkWidget *window = adw_preferences_window_new ();
  GtkWidget *page = adw_preferences_page_new ();
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Window"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), scheme_row_new (settings));
  adw_preferences_group_add (
      ADW_PREFERENCES_GROUP (group),
      switch_row_new (settings, "palette-visible", _ ("Show components")));
  adw_preferences_group_add (
      ADW_PREFERENCES_GROUP (group),
      switch_row_new (settings, "panel-visible", _ ("Show the side panel")));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window),
                              ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 480, 320);
  ui_subwindow_attach (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));
}
