/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings by which windows look as they were left: one schema for all of them, beside
 * the program where nobody installed it. */
#include "ui/widgets/remember.h"

#include "base/config.h"
#include "base/folder.h"

/* A schema that nobody installed is beside the program. */
GSettings *
ui_remember_settings (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autofree char *folder = base_folder_schemas ();
  g_autoptr (GSettingsSchemaSource) beside =
      folder != NULL
          ? g_settings_schema_source_new_from_directory (folder, source, TRUE, NULL)
          : NULL;

  if (beside != NULL)
    source = beside;
  g_autoptr (GSettingsSchema) schema =
      source != NULL ? g_settings_schema_source_lookup (source, DASHPOT_APP_ID, TRUE)
                     : NULL;
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static gboolean
closing (GtkWindow *window, const char *key)
{
  g_autoptr (GSettings) settings = ui_remember_settings ();
  int width, height;

  gtk_window_get_default_size (window, &width, &height);
  if (settings != NULL && !gtk_window_is_maximized (window))
    g_settings_set (settings, key, "(ii)", width, height);
  return GDK_EVENT_PROPAGATE;
}

void
ui_remember_size (GtkWindow *window, const char *key, int width, int height)
{
  g_autoptr (GSettings) settings = ui_remember_settings ();
  int kept[2] = {0, 0};

  if (settings != NULL)
    g_settings_get (settings, key, "(ii)", &kept[0], &kept[1]);
  gtk_window_set_default_size (window, kept[0] > 0 ? kept[0] : width,
                               kept[1] > 0 ? kept[1] : height);
  g_signal_connect (window, "close-request", G_CALLBACK (closing), (gpointer) key);
}
