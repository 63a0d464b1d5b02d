/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for data beside the program, in the source tree if that was built there, so
 * that an installation may be moved. */
#include "base/folder.h"

#include "base/config.h"
#include "base/file.h"

static bool
holds (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_test (path, G_FILE_TEST_IS_DIR);
}

/* `built` for a program in its build folder; for another one the folder below share/
 * that is beside it and has `part` in it; else NULL. */
static char *
find (const char *built, const char *share, const char *part)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (program == NULL)
    return NULL;
  if (base_file_is_below (program, DASHPOT_BUILD_DIR))
    return g_strdup (built);
  g_autofree char *bin = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (bin);
  g_autofree char *beside = g_build_filename (prefix, "share", share, NULL);
  return holds (beside, part) ? g_steal_pointer (&beside) : NULL;
}

/* What the user chose, else what was found, which is taken over, else `installed`. */
static char *
first_of (const char *variable, char *found, const char *installed)
{
  const char *chosen = g_getenv (variable);
  g_autofree char *own = found;

  if (chosen != NULL && *chosen != '\0')
    return g_strdup (chosen);
  return own != NULL ? g_steal_pointer (&own) : g_strdup (installed);
}

char *
base_folder_data (void)
{
  return first_of ("DASHPOT_DATADIR",
                   find (DASHPOT_SOURCE_DIR "/data", "dashpot", "library"),
                   DASHPOT_DATA_DIR);
}

char *
base_folder_locale (void)
{
  return first_of ("TEXTDOMAINDIR", find (DASHPOT_BUILD_DIR "/po", "locale", "."),
                   DASHPOT_LOCALE_DIR);
}

char *
base_folder_schemas (void)
{
  return find (DASHPOT_BUILD_DIR "/data", "glib-2.0/schemas", ".");
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
