/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's own libraries, watched and read again, without a window. */
#include <glib/gstdio.h>
#include <string.h>

#include "desk/library.h"
#include "desk/tool/levels.h"
#include "studio-fixture.h"

typedef struct {
  Fixture studio;
  char *place, *folder, *path;
  DeskLibrary *library;
} Case;

static void
write_text (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
follow (Case *c)
{
  desk_document_set_library (c->studio.studio->document, c->library->index, true);
}

static void
begin (Case *c, gconstpointer data)
{
  set_up (&c->studio, NULL);
  c->place = g_dir_make_tmp ("library-XXXXXX", NULL);
  c->folder = g_build_filename (c->place, "MyLibrary", NULL);
  c->path = g_build_filename (c->folder, "Hub.dyad", NULL);
  c->library = desk_library_new (c->studio.studio->document->library, c->place);
  g_signal_connect_swapped (c->library, "notify::index", G_CALLBACK (follow), c);
}

static void
end (Case *c, gconstpointer data)
{
  g_object_unref (c->library);
  tear_down (&c->studio, NULL);
  g_unlink (c->path);
  g_rmdir (c->folder);
  g_assert_cmpint (g_rmdir (c->place), ==, 0);
  g_free (c->path);
  g_free (c->folder);
  g_free (c->place);
}

static uint32_t
n_ports (const Case *c)
{
  const DocModel *doc = c->studio.studio->document->doc;

  return doc_n_items (doc) > 0 ? doc_item (doc, 0)->n_ports : 0;
}

/* What is written there is offered, and every diagram follows; a file with faults takes
 * nothing away, and says where they are; nobody is told of what is the same. */
static void
test_follows (Case *c, gconstpointer data)
{
  static const char TEXT[] = "component M\n  hub = MyLibrary.Hub()\nend\n";
  DeskDocument *document = c->studio.studio->document;
  GListModel *sections = desk_catalogue_sections (c->library->catalogue);
  const guint n = g_list_model_get_n_items (sections);

  desk_document_take (document,
                      doc_from_text (document->library, NULL, TEXT, strlen (TEXT)));
  g_assert_null (doc_item (document->doc, 0)->card);
  /* The first file. */
  g_assert_cmpint (g_mkdir (c->folder, 0700), ==, 0);
  write_text (c->path, "component Hub\n  a = Flange()\nend\n");
  desk_library_read_again (c->library);
  while (n_ports (c) != 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (sections), ==, n + 1);
  g_assert_nonnull (desk_catalogue_find (c->library->catalogue, "MyLibrary.Hub"));
  const LibEntry *entry = doc_item (document->doc, 0)->card->entry;
  g_assert_cmpstr (desk_library_file_of (c->library, entry), ==, c->path);
  g_assert_true (desk_library_is_named (c->library, c->library->index, document->doc));
  g_assert_false (doc_can_undo (document->doc));
  g_assert_cmpstr (doc_text (document->doc, NULL), ==, TEXT);
  /* Another one, seen by the monitor alone. */
  write_text (c->path, "component Hub\n  a = Flange()\n  b = Flange()\nend\n");
  while (n_ports (c) != 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (c->library->problem);
  /* Faults. */
  write_text (c->path, "component Rim\nend\n\ncomponent Hub\n  a = = Flange()\nend\n");
  while (c->library->problem == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_str_has_prefix (c->library->problem, "Hub.dyad, line 5: "));
  g_assert_nonnull (desk_catalogue_find (c->library->catalogue, "MyLibrary.Rim"));
  g_assert_null (desk_catalogue_find (c->library->catalogue, "MyLibrary.Hub"));
}

/* A diagram that no longer holds the subsystem cannot use the one of the library: it is
 * told so. */
static void
test_refused (Case *c, gconstpointer data)
{
  static const char TEXT[] = "component M\n  hub = Hub()\nend\n\n"
                             "component Hub\n  a = Flange()\nend\n";
  DeskStudio *studio = c->studio.studio;
  DeskDocument *document = studio->document;
  const char *const names[] = {"hub"};
  g_autofree char *about = g_build_filename (c->folder, "library.json", NULL);
  g_autofree char *last = NULL;
  g_autoptr (GError) error = NULL;

  g_set_object (&studio->library, c->library);
  studio->messages = (DeskMessages){keep_message, &last};
  desk_document_take (document,
                      doc_from_text (document->library, NULL, TEXT, strlen (TEXT)));
  g_assert_true (desk_levels_save (studio, "hub", "Hub", &error));
  g_assert_no_error (error);
  g_assert_true (doc_delete_items (document->doc, names, 1, NULL));
  while (desk_document_is_editing (document))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (last);
  g_assert_true (g_str_has_prefix (last, "This diagram keeps a copy of its own: "));
  studio->messages = (DeskMessages){0};
  g_assert_cmpint (g_unlink (about), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/desk/library/follows", Case, NULL, begin, test_follows, end);
  g_test_add ("/desk/library/refused", Case, NULL, begin, test_refused, end);
  return g_test_run ();
}
