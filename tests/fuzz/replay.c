/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay FOLDER...: a fuzz target on every text of some folders, on beginnings of it
 * and on damaged copies. The damage is the same in every run. */
#include <glib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

enum { N_BEGINNINGS = 64, N_DAMAGED = 200, MAX_WOUNDS = 4, MAX_CUT = 24 };

static const char *const dictionary[] = {
    "component", "end",     "relations", "metadata", "connect(", "if",   "switch",
    "case",      "(",       ")",         "[",        "]",        "{",    "}",
    "\"",        "\"\"\"",  "::",        "=",        "initial",  "1e",   "\n",
    "#",         "'",       "^",         "{^key}",   "\xff",     "\xc3", "$",
    "parameter", "extends", "?",         ":",
};

static void
run (const GString *text)
{
  const char *keep = g_getenv ("FUZZ_KEEP");
  /* An exact copy, so that a sanitizer sees a read behind its end. */
  g_autofree uint8_t *copy = g_memdup2 (text->str, text->len);

  if (keep)
    g_assert_true (g_file_set_contents (keep, text->str, (gssize) text->len, NULL));
  LLVMFuzzerTestOneInput (copy, text->len);
}

static void
run_beginnings (const GString *text)
{
  for (gsize k = 0; k < N_BEGINNINGS; k++) {
    g_autoptr (GString) part =
        g_string_new_len (text->str, text->len * k / N_BEGINNINGS);

    run (part);
  }
}

static void
wound (GString *text, GRand *rand)
{
  const gsize at =
      text->len > 0 ? (gsize) g_rand_int_range (rand, 0, (gint32) text->len) : 0;
  const gsize wanted = (gsize) g_rand_int_range (rand, 0, MAX_CUT);
  const gsize cut = MIN (wanted, text->len - at);

  switch (g_rand_int_range (rand, 0, 4)) {
  case 0:
    g_string_erase (text, (gssize) at, (gssize) cut);
    break;
  case 1: {
    g_autofree char *piece = g_memdup2 (text->str + at, cut);
    g_string_insert_len (text, (gssize) at, piece, (gssize) cut);
    break;
  }
  case 2:
    if (text->len > 0)
      text->str[at] = (char) g_rand_int_range (rand, 0, 256);
    break;
  default:
    g_string_insert (text, (gssize) at,
                     dictionary[g_rand_int_range (rand, 0, G_N_ELEMENTS (dictionary))]);
  }
}

static void
run_damaged (const GString *text)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) text->len);

  for (int k = 0; k < N_DAMAGED; k++) {
    g_autoptr (GString) copy = g_string_new_len (text->str, (gssize) text->len);

    for (int wounds = g_rand_int_range (rand, 1, MAX_WOUNDS + 1); wounds > 0; wounds--)
      wound (copy, rand);
    run (copy);
  }
}

static void
test_text (gconstpointer path)
{
  g_autofree char *content = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  g_autoptr (GString) text = g_string_new_len (content, (gssize) length);
  run (text);
  run_beginnings (text);
  run_damaged (text);
}

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* One test per text of the folder, in the order of names. */
static void
add_folder (const char *folder, const char *label)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_assert_nonnull (dir);
  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index (names, i);
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree char *name_label = g_strconcat (label, "/", name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR))
      add_folder (path, name_label);
    else if (g_str_has_suffix (name, ".dyad"))
      g_test_add_data_func_full (name_label, g_steal_pointer (&path), test_text,
                                 g_free);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++) {
    g_autofree char *name = g_path_get_basename (argv[i]);
    g_autofree char *label = g_strconcat ("/fuzz/", name, NULL);

    add_folder (argv[i], label);
  }
  return g_test_run ();
}
