/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other programs do to the file that is open, without a window. */
#include <glib/gstdio.h>
#include <string.h>

#include "studio-fixture.h"

static const char OURS[] = "component M\nend\n";
static const char THEIRS[] =
    "component M\n  variable x::Real\nrelations\n  x = 1\nend\n";

typedef struct {
  Fixture studio;
  char *folder;
  char *path;
  char *said;     /* last */
  guint n_looked; /* notifications of the state */
} Case;

static void
write_text (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
begin (Case *c, gconstpointer data)
{
  DeskStudio *studio;

  set_up (&c->studio, NULL);
  studio = c->studio.studio;
  studio->messages = (DeskMessages){keep_message, &c->said};
  c->folder = g_dir_make_tmp ("disk-XXXXXX", NULL);
  c->path = g_build_filename (c->folder, "m.dyad", NULL);
  write_text (c->path, OURS);
  g_assert_true (desk_document_open (studio->document, c->path, NULL));
  g_signal_connect_swapped (studio->disk, "notify::state", G_CALLBACK (count),
                            &c->n_looked);
}

static void
end (Case *c, gconstpointer data)
{
  g_autofree char *kept = g_strconcat (c->path, "~", NULL);

  tear_down (&c->studio, NULL);
  g_unlink (c->path);
  g_unlink (kept);
  g_assert_cmpint (g_rmdir (c->folder), ==, 0);
  g_free (c->folder);
  g_free (c->path);
  g_free (c->said);
}

/* Until it was looked at again, or the test fails. */
static void
wait_for (Case *c, DocDisk state)
{
  const int64_t late = g_get_monotonic_time () + 100 * G_USEC_PER_SEC;
  const guint before = c->n_looked;

  while (c->n_looked == before || c->studio.studio->disk->state != state) {
    g_assert_cmpint (g_get_monotonic_time (), <, late);
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
}

static void
assert_text (Case *c, const char *expected)
{
  g_assert_cmpstr (doc_text (c->studio.studio->document->doc, NULL), ==, expected);
}

/* What is written is noticed and can be taken over, which is a step of undo. */
static void
test_reload (Case *c, gconstpointer data)
{
  DeskDisk *disk = c->studio.studio->disk;
  DocModel *doc = c->studio.studio->document->doc;

  write_text (c->path, THEIRS);
  wait_for (c, DOC_DISK_CHANGED);
  assert_text (c, OURS);
  g_assert_true (desk_disk_reload (disk));
  g_assert_cmpuint (disk->state, ==, DOC_DISK_SAME);
  assert_text (c, THEIRS);
  g_assert_true (doc_undo (doc));
  assert_text (c, OURS);
}

/* Before it is overwritten the other version is kept beside it. */
static void
test_keep (Case *c, gconstpointer data)
{
  DeskStudio *studio = c->studio.studio;
  g_autofree char *kept = g_strconcat (c->path, "~", NULL);
  g_autofree char *text = NULL;

  write_text (c->path, THEIRS);
  wait_for (c, DOC_DISK_CHANGED);
  g_assert_true (desk_disk_keep_other (studio->disk));
  g_assert_nonnull (strstr (c->said, "m.dyad~"));
  g_assert_true (g_file_get_contents (kept, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, THEIRS);
  g_assert_true (desk_document_save (studio->document, c->path, NULL));
  g_assert_cmpuint (studio->disk->state, ==, DOC_DISK_SAME);
}

/* What is gone stands nowhere but here. It is neither read nor kept then. */
static void
test_gone (Case *c, gconstpointer data)
{
  DeskStudio *studio = c->studio.studio;

  g_assert_false (doc_is_modified (studio->document->doc));
  g_unlink (c->path);
  wait_for (c, DOC_DISK_GONE);
  g_assert_true (doc_is_modified (studio->document->doc));
  g_assert_false (desk_disk_reload (studio->disk));
  g_assert_false (desk_disk_keep_other (studio->disk));
  g_assert_nonnull (strstr (c->said, "m.dyad"));
  g_assert_cmpuint (studio->disk->state, ==, DOC_DISK_GONE);
  assert_text (c, OURS);
}

/* The file that is watched is the one that is open: not what it was before, nor what
 * the own saving does. */
static void
test_other_file (Case *c, gconstpointer data)
{
  DeskStudio *studio = c->studio.studio;
  g_autofree char *other = g_build_filename (c->folder, "other.dyad", NULL);

  g_assert_true (desk_document_save (studio->document, other, NULL));
  write_text (c->path, THEIRS);
  doc_set_text (studio->document->doc, THEIRS, strlen (THEIRS));
  g_assert_true (desk_document_save (studio->document, other, NULL));
  wait_for (c, DOC_DISK_SAME);
  write_text (other, OURS);
  wait_for (c, DOC_DISK_CHANGED);
  g_unlink (other);
  wait_for (c, DOC_DISK_GONE);
}

/* ---- symbols ---- */

static const char DRAWN[] =
    "component Part\n"
    "metadata {\"Dyad\": {\"icons\": {\"default\": \"part.svg\"}}}\nend\n"
    "component M\n  p = Part()\nend\n";

static void
note_symbols (DeskDisk *disk, GParamSpec *property, GPtrArray *told)
{
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, disk->symbols);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    g_ptr_array_add (told, g_strdup (path));
}

/* A symbol that another program changes is told, also from the level that does not show
 * it. */
static void
test_symbols (Case *c, gconstpointer data)
{
  DeskStudio *studio = c->studio.studio;
  g_autofree char *svg = g_build_filename (c->folder, "part.svg", NULL);
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  const int64_t late = g_get_monotonic_time () + 100 * G_USEC_PER_SEC;

  write_text (svg, "<svg xmlns='http://www.w3.org/2000/svg'/>");
  write_text (c->path, DRAWN);
  g_assert_true (desk_document_open (studio->document, c->path, NULL));
  g_assert_cmpstr (doc_item (studio->document->doc, 0)->icon, ==, svg);
  g_signal_connect (studio->disk, "notify::symbols", G_CALLBACK (note_symbols), told);
  g_assert_true (desk_document_show_level (studio->document, "p"));
  write_text (svg, "<svg xmlns='http://www.w3.org/2000/svg' width='9'/>");
  while (told->len == 0) {
    g_assert_cmpint (g_get_monotonic_time (), <, late);
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
  g_assert_cmpuint (told->len, ==, 1);
  g_assert_cmpstr (told->pdata[0], ==, svg);
  g_assert_null (studio->disk->symbols);
  g_unlink (svg);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test) (Case *, gconstpointer);
  } TESTS[] = {{"/desk/disk/reload", test_reload},
               {"/desk/disk/keep", test_keep},
               {"/desk/disk/gone", test_gone},
               {"/desk/disk/other-file", test_other_file},
               {"/desk/disk/symbols", test_symbols}};

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (TESTS); i++)
    g_test_add (TESTS[i].name, Case, NULL, begin, TESTS[i].test, end);
  return g_test_run ();
}
