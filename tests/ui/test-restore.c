/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work that a killed process left is shown where its files are, unless something else
 * was done there since. */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "desk/journal.h"
#include "doc/edit/edit.h"
#include "ui/canvas/canvas-private.h"
#include "window-fixture.h"

static const char saved[] =
    "component M\n  mass = TranslationalComponents.Components.Mass()\nend\n";
static const char lost[] =
    "component M\n"
    "  mass = TranslationalComponents.Components.Mass() {\n"
    "    \"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "
    "\"y2\": 100}}}\n  }\n"
    "  far = TranslationalComponents.Components.Mass() {\n"
    "    \"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 6000, \"y1\": 4000, \"x2\": "
    "6100, \"y2\": 4100}}}\n  }\n"
    "end\n";

static char *paths[2];

/* A process that works on both files and is killed. */
static void
lose_work (void)
{
  const pid_t child = fork ();

  if (child == 0) {
    for (int i = 0; i < 2; i++) {
      DeskJournal *journal = desk_journal_new (NULL);

      desk_journal_keep (journal, paths[i], lost);
      desk_journal_flush (journal);
    }
    raise (SIGKILL);
  }
  g_assert_cmpint (waitpid (child, NULL, 0), ==, child);
}

static UiWindow *
open_file (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkApplication *all = GTK_APPLICATION (application);

  g_application_open (G_APPLICATION (application), &file, 1, "");
  for (GList *link = gtk_application_get_windows (all); link; link = link->next)
    if (UI_IS_WINDOW (link->data) && ui_window_shows_file (link->data, path))
      return link->data;
  g_assert_not_reached ();
}

static const char *
text_in (UiWindow *window)
{
  return doc_text (ui_window_studio (window)->document->doc, NULL);
}

static void
assert_fits (UiWindow *window)
{
  const DocRect seen = ui_canvas_seen (window->canvas);
  const DocRect all = doc_bounds (ui_window_studio (window)->document->doc);

  g_assert_cmpfloat (seen.x1, <=, all.x1);
  g_assert_cmpfloat (seen.y1, <=, all.y1);
  g_assert_cmpfloat (seen.x2, >=, all.x2);
  g_assert_cmpfloat (seen.y2, >=, all.y2);
}

static void
test_place (void)
{
  UiWindow *same = open_file (paths[0]);
  const char *body;
  UiWindow *edited = open_file (paths[1]);
  DocModel *doc = ui_window_studio (edited)->document->doc;

  while (gtk_widget_get_width (GTK_WIDGET (same->canvas)) <= 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (doc_set_text (doc, "component M\nend\n", 16));
  body = adw_message_dialog_get_body (find_dialog ());
  g_assert_nonnull (strstr (body, "2 diagrams have unsaved changes:"));
  g_assert_nonnull (strstr (body, "\nsame.dyad"));
  answer ("restore");
  g_assert_cmpuint (n_windows (), ==, 3);
  g_assert_cmpstr (text_in (same), ==, lost);
  g_assert_true (doc_is_modified (ui_window_studio (same)->document->doc));
  g_assert_cmpstr (text_in (edited), ==, "component M\nend\n");
  assert_fits (same);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  int status;

  g_setenv ("XDG_CACHE_HOME", folder, TRUE);
  for (int i = 0; i < 2; i++) {
    paths[i] = g_build_filename (folder, i == 0 ? "same.dyad" : "edited.dyad", NULL);
    g_assert_true (g_file_set_contents (paths[i], saved, -1, NULL));
  }
  lose_work ();
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/restore/place", test_place);
  status = run_window_tests ();
  for (int i = 0; i < 2; i++) {
    g_unlink (paths[i]);
    g_free (paths[i]);
  }
  return status;
}
