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

/* From a file or folder to the one that it stands in. */
static void
climb (char **place)
{
  char *above = g_path_get_dirname (*place);

  g_free (*place);
  *place = above;
}

/* `built` for a program in its build folder; for another one the folder below share/
 * that is beside bin/ or libexec/dashpot/, where it stands, and has `part` in it; else
 * NULL. */
static char *
find (const char *built, const char *share, const char *part)
{
  g_autofree char *place = g_file_read_link ("/proc/self/exe", NULL);

  if (place == NULL)
    return NULL;
  if (base_file_is_below (place, DASHPOT_BUILD_DIR))
    return g_strdup (built);
  climb (&place);
  for (int level = 0; level < 2; level++) {
    climb (&place);
    g_autofree char *beside = g_build_filename (place, "share", share, NULL);
    if (holds (beside, part))
      return g_steal_pointer (&beside);
  }
  return NULL;
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
base_folder_own (void)
{
  return g_build_filename (g_get_user_data_dir (), "dashpot", "library", NULL);
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

char *
base_folder_helper (const char *name)
{
  g_autofree char *place = g_file_read_link ("/proc/self/exe", NULL);

  if (place != NULL) {
    bool is_built = base_file_is_below (place, DASHPOT_BUILD_DIR);
    climb (&place);
    if (is_built)
      return g_build_filename (place, name, NULL);
    climb (&place);
    g_autofree char *beside = g_build_filename (place, DASHPOT_HELPER_PART, name, NULL);
    if (g_file_test (beside, G_FILE_TEST_IS_EXECUTABLE))
      return g_steal_pointer (&beside);
  }
  return g_build_filename (DASHPOT_PREFIX, DASHPOT_HELPER_PART, name, NULL);
}
