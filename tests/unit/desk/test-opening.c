/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a file for somebody who goes on meanwhile, and what stands in its way. */
#include <glib/gstdio.h>
#include <string.h>

#include "desk/opening.h"
#include "studio-fixture.h"

typedef struct {
  bool is_done;
  char *path;
  DocModel *doc;
  GError *error;
} Result;

static void
keep_result (GObject *owner, GAsyncResult *task, gpointer data)
{
  Result *result = g_object_get_data (owner, "result");

  result->is_done = true;
  result->path = g_strdup (desk_opening_path (task));
  result->doc = desk_opening_finish (task, &result->error);
}

static Result
read_for (DeskStudio *studio, const char *path, bool cancels)
{
  Result result = {0};
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_object_set_data (G_OBJECT (studio), "result", &result);
  desk_opening_begin (G_OBJECT (studio), studio->document->library, path, cancellable,
                      keep_result);
  if (cancels)
    g_cancellable_cancel (cancellable);
  g_assert_false (result.is_done);
  while (!result.is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (result.path, ==, path);
  g_assert_true ((result.doc == NULL) == (result.error != NULL));
  g_free (result.path);
  return result;
}

static void
test_read (Fixture *fixture, gconstpointer data)
{
  Result result = read_for (fixture->studio, fixture->example, false);

  g_assert_no_error (result.error);
  g_assert_cmpstr (doc_path (result.doc), ==, fixture->example);
  doc_free (result.doc);
  result = read_for (fixture->studio, fixture->example, true);
  g_assert_error (result.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_error_free (result.error);
}

/* Only what is large is worth a thread. What cannot be read is said without its folder,
 * and named once. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("opening-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "large.dyad", NULL);
  g_autofree char *text = g_strnfill (40000, '\n');

  g_assert_false (desk_opening_is_slow (fixture->example));
  g_assert_false (desk_opening_is_slow (path));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (desk_opening_is_slow (path));
  g_unlink (path);
  Result result = read_for (fixture->studio, path, false);
  g_autofree char *sentence = desk_opening_failure (path, result.error);
  g_assert_true (g_str_has_prefix (sentence, "large.dyad was not opened: cannot"));
  g_error_free (result.error);
  g_rmdir (folder);
}

/* What is unsaved or runs is not replaced; what is open is not opened again. */
static void
test_guards (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskDocument *document = studio->document;

  g_assert_false (desk_studio_is_in_use (studio));
  g_assert_false (desk_document_shows (document, fixture->example));
  g_assert_true (desk_document_open (document, fixture->example, NULL));
  g_assert_true (desk_document_shows (document, fixture->example));
  settle (studio);
  desk_runs_set_speed (studio->runs, 0.1); /* so that it does not end at once */
  desk_runs_run (studio->runs);
  g_assert_true (desk_studio_is_in_use (studio));
  desk_runs_stop (studio->runs);
  settle (studio);
  g_assert_false (desk_studio_is_in_use (studio));
  doc_set_text (document->doc, "component M\nend\n", strlen ("component M\nend\n"));
  g_assert_true (desk_studio_is_in_use (studio));
  g_assert_false (desk_document_shows (document, fixture->example));
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {{"/desk/opening/read", test_read},
                               {"/desk/opening/failure", test_failure},
                               {"/desk/opening/guards", test_guards}};

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
