/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for data beside the program, in the source tree if that was built there, so
 * that an installation may be moved. */
#include "base/folder.h"

#include "base/config.h"

#include <stdbool.h>

static bool
is_below (const char *path, const char *folder)
{
  g_autofree char *prefix = g_strconcat (folder, G_DIR_SEPARATOR_S, NULL);

  return g_str_has_prefix (path, prefix);
}

static bool
holds (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

char *
base_folder_data (void)
{
  const char *chosen = g_getenv ("DASHPOT_DATADIR");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (chosen && *chosen)
    return g_strdup (chosen);
  if (program) {
    if (is_below (program, DASHPOT_BUILD_DIR))
      return g_build_filename (DASHPOT_SOURCE_DIR, "data", NULL);

    g_autofree char *bin = g_path_get_dirname (program);
    g_autofree char *prefix = g_path_get_dirname (bin);
    g_autofree char *beside = g_build_filename (prefix, "share", "dashpot", NULL);
    if (holds (beside, "library"))
      return g_steal_pointer (&beside);
  }
  return g_strdup (DASHPOT_DATA_DIR);
}

char *
base_folder_locale (void)
{
  const char *chosen = g_getenv ("TEXTDOMAINDIR");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (chosen && *chosen)
    return g_strdup (chosen);
  if (program) {
    if (is_below (program, DASHPOT_BUILD_DIR))
      return g_build_filename (DASHPOT_BUILD_DIR, "po", NULL);

    g_autofree char *bin = g_path_get_dirname (program);
    g_autofree char *prefix = g_path_get_dirname (bin);
    g_autofree char *beside = g_build_filename (prefix, "share", "locale", NULL);
    if (holds (beside, "."))
      return g_steal_pointer (&beside);
  }
  return g_strdup (DASHPOT_LOCALE_DIR);
}

char *
base_folder_schemas (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (program == NULL)
    return NULL;
  if (is_below (program, DASHPOT_BUILD_DIR))
    return g_build_filename (DASHPOT_BUILD_DIR, "data", NULL);

  g_autofree char *bin = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (bin);
  return g_build_filename (prefix, "share", "glib-2.0", "schemas", NULL);
}

char *
base_folder_icons (void)
{
  g_autofree char *data = base_folder_data ();

  if (holds (data, "icons"))
    return g_build_filename (data, "icons", NULL);
  /* In the source tree the symbols stand beside data/. */
  g_autofree char *root = g_path_get_dirname (data);
  return g_build_filename (root, "icons", NULL);
}
