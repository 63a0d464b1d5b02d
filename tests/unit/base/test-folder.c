/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/config.h"
#include "base/folder.h"

#include <glib/gstdio.h>

/* A program in its build folder uses the source tree. */
static void
test_uninstalled (void)
{
  g_unsetenv ("DASHPOT_DATADIR");
  g_autofree char *data = base_folder_data ();
  g_autofree char *icons = base_folder_icons ();
  g_autofree char *source = g_path_get_dirname (data);
  g_autofree char *schemas = base_folder_schemas ();
  g_autofree char *compiled = g_build_filename (DASHPOT_BUILD_DIR, "data", NULL);

  g_assert_cmpstr (schemas, ==, compiled);
  g_assert_cmpstr (source, ==, DASHPOT_SOURCE_DIR);
  g_assert_true (g_str_has_suffix (data, "/data"));
  g_assert_true (g_file_test (data, G_FILE_TEST_IS_DIR));
  g_assert_true (g_file_test (icons, G_FILE_TEST_IS_DIR));
}

/* Programs that others start: beside the one that asks in the build folder; where they
 * are when installed, tests/checks/install.py sees. */
static void
test_helper (void)
{
  g_autofree char *helper = base_folder_helper ("helper");
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (own);
  g_autofree char *expected = g_build_filename (folder, "helper", NULL);

  g_assert_cmpstr (helper, ==, expected);
}

static void
test_environment_comes_first (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *symbols = g_build_filename (folder, "icons", NULL);

  g_assert_nonnull (folder);
  g_assert_cmpint (g_mkdir (symbols, 0700), ==, 0);
  g_setenv ("DASHPOT_DATADIR", folder, TRUE);
  g_autofree char *data = base_folder_data ();
  g_autofree char *icons = base_folder_icons ();

  g_assert_cmpstr (data, ==, folder);
  g_assert_cmpstr (icons, ==, symbols);
  g_rmdir (symbols);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/folder/uninstalled", test_uninstalled);
  g_test_add_func ("/base/folder/helper", test_helper);
  g_test_add_func ("/base/folder/environment", test_environment_comes_first);
  return g_test_run ();
}
