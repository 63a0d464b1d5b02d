/* SPDX-License-Identifier: GPL-3.0-or-later */
/* victim FOLDER SEED: two windows that work on FOLDER/0.dyad and 1.dyad until the
 * process is killed: components are added, moved and deleted, steps undone, now and
 * then a diagram is saved. What a process before left is restored first. Each state
 * goes to FOLDER/log at once, a line each: what happened ("restored", "edited",
 * "saving"), the window, the monotonic time in seconds, and the SHA-1 of the text.
 * kills.py kills it and judges what the next one finds. */
#include "tests/ui/window-fixture.h"

#include <fcntl.h>
#include <unistd.h>

#include "doc/edit/edit.h"

enum { N_FILES = 2, LONGEST_PAUSE_MS = 60 };

static char *paths[N_FILES];
static int log_file;

static void
note (const char *what, guint file, const DocModel *doc)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  g_autofree char *sum =
      g_compute_checksum_for_data (G_CHECKSUM_SHA1, (const guchar *) text, length);
  g_autofree char *line =
      g_strdup_printf ("%s %u %.6f %s\n", what, file,
                       (double) g_get_monotonic_time () / G_USEC_PER_SEC, sum);

  g_assert_cmpint (write (log_file, line, strlen (line)), ==, (gssize) strlen (line));
}

/* The window that works on the file, saved or not. */
static UiWindow *
window_of (guint file)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (application));
       link != NULL; link = link->next)
    if (UI_IS_WINDOW (link->data) &&
        g_strcmp0 (doc_path (ui_window_studio (link->data)->document->doc),
                   paths[file]) == 0)
      return link->data;
  return NULL;
}

static void
begin (void)
{
  for (guint i = 0; i < N_FILES; i++) {
    g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

    g_application_open (G_APPLICATION (application), &file, 1, "");
  }
  draw ();
  if (find_dialog () != NULL)
    answer ("restore");
  g_assert_cmpuint (n_windows (), ==, N_FILES);
  for (guint i = 0; i < N_FILES; i++) {
    g_assert_nonnull (window_of (i));
    note ("restored", i, ui_window_studio (window_of (i))->document->doc);
  }
}

static void
edit (DocModel *doc, GRand *rand)
{
  const uint32_t n = doc_n_items (doc);
  const char *name = n > 0 ? doc_item (doc, g_rand_int (rand) % n)->name : NULL;
  const double x = 20.0 * g_rand_int_range (rand, 0, 60);
  const double y = 20.0 * g_rand_int_range (rand, 0, 60);

  switch (g_rand_int_range (rand, 0, n > 40 ? 5 : 4)) {
  case 0:
    doc_undo (doc);
    break;
  case 1:
    doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){x, y}, false,
             NULL);
    break;
  case 4:
    doc_delete_items (doc, &name, 1, NULL);
    break;
  default:
    if (name != NULL)
      doc_move (doc, &name, 1, x - 600, y - 600);
    break;
  }
}

static void
work (GRand *rand)
{
  for (;;) {
    const guint file = g_rand_int (rand) % N_FILES;
    UiWindow *window = window_of (file);
    DocModel *doc = ui_window_studio (window)->document->doc;
    const gint64 until =
        g_get_monotonic_time () + 1000 * g_rand_int_range (rand, 0, LONGEST_PAUSE_MS);

    if (g_rand_int (rand) % 25 == 0) {
      note ("saving", file, doc);
      ui_window_save (window);
    } else {
      edit (doc, rand);
      note ("edited", file, doc);
    }
    while (g_main_context_iteration (NULL, FALSE) || g_get_monotonic_time () < until)
      g_usleep (200);
  }
}

int
main (int argc, char **argv)
{
  g_assert_cmpint (argc, ==, 3);
  for (guint i = 0; i < N_FILES; i++)
    paths[i] = g_strdup_printf ("%s/%u.dyad", argv[1], i);

  g_autofree char *name = g_build_filename (argv[1], "log", NULL);
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) atoi (argv[2]));

  log_file = open (name, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  argc = 1;
  if (log_file < 0 || !begin_window_tests (argc, argv))
    return 77;
  begin ();
  work (rand);
}
