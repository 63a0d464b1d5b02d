/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The document knows which level is shown; here is what keys and menus do with it, and
 * what is selected then. */
#include "desk/tool/levels.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "doc/level.h"

/* The only item that is selected, or NULL; borrowed. */
static const char *
selected (DeskStudio *studio)
{
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);

  return n == 1 ? names[0] : NULL;
}

bool
desk_levels_can_go_in (DeskStudio *studio)
{
  const char *item = selected (studio);

  return item != NULL && doc_level_inside (studio->document->doc, item) != NULL;
}

bool
desk_levels_can_go_out (DeskStudio *studio)
{
  return *doc_level (studio->document->doc) != '\0';
}

void
desk_levels_go_in (DeskStudio *studio)
{
  if (!desk_levels_can_go_in (studio))
    return;
  g_autofree char *level = doc_level_into (studio->document->doc, selected (studio));
  desk_document_show_level (studio->document, level);
}

void
desk_levels_go_to (DeskStudio *studio, const char *level)
{
  const char *from = doc_level (studio->document->doc);

  if (!desk_document_show_level (studio->document, level) || strcmp (from, level) == 0)
    return;
  const uint32_t item = doc_level_find_item (studio->document->doc, from);
  if (item != UINT32_MAX)
    desk_selection_set (studio->selection,
                        &doc_item (studio->document->doc, item)->name, 1);
}

void
desk_levels_go_out (DeskStudio *studio)
{
  g_autofree char *level = doc_level_around (doc_level (studio->document->doc));

  desk_levels_go_to (studio, level);
}

void
desk_levels_group (DeskStudio *studio)
{
  uint32_t n;
  const char *const *list = desk_selection_names (studio->selection, &n);
  g_auto (GStrv) names = g_strdupv ((char **) list); /* that list follows the edit */
  g_autoptr (GError) error = NULL;
  const char *name =
      doc_group (studio->document->doc, (const char *const *) names, n, &error);

  if (name != NULL)
    desk_selection_set (studio->selection, &name, 1);
  desk_message_error (&studio->messages, error);
}

void
desk_levels_ungroup (DeskStudio *studio)
{
  const char *item = selected (studio);
  g_autoptr (GPtrArray) added = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (item != NULL && doc_ungroup (studio->document->doc, item, added, &error))
    desk_selection_set (studio->selection, (const char *const *) added->pdata,
                        added->len);
  desk_message_error (&studio->messages, error);
}

void
desk_levels_show (DeskStudio *studio, const BaseDiag *diag)
{
  g_autofree char *level = desk_problems_level (studio->problems, diag);

  if (level != NULL)
    desk_document_show_level (studio->document, level);
}

/* ---- My Library ---- */

/* The folder of the library; what it says of itself is written with its first one. */
#define OWN_LIBRARY "MyLibrary"

const char *
desk_levels_file (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  const char *name = selected (studio);
  const uint32_t item = name != NULL ? doc_find_item (doc, name) : UINT32_MAX;

  return item != UINT32_MAX && doc_item (doc, item)->card != NULL &&
                 studio->library != NULL
             ? desk_library_file_of (studio->library, doc_item (doc, item)->card->entry)
             : NULL;
}

char *
desk_levels_own_file (DeskStudio *studio, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".dyad", NULL);

  return g_build_filename (studio->library->place, OWN_LIBRARY, file, NULL);
}

static bool
make_folder (const char *folder, GError **error)
{
  g_autofree char *about = g_build_filename (folder, "library.json", NULL);
  g_autofree char *shown = g_filename_display_name (folder);
  g_autofree char *text = g_strdup_printf ("{\"title\": \"%s\"}\n", N_ ("My Library"));

  if (g_mkdir_with_parents (folder, 0777) != 0) {
    const int why = errno;

    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (why),
                 _ ("The folder %s cannot be made: %s"), shown, g_strerror (why));
    return false;
  }
  return g_file_test (about, G_FILE_TEST_EXISTS) ||
         base_writer_save (about, text, strlen (text), error);
}

/* What the diagram is to use. */
typedef struct {
  DeskStudio *studio; /* weak */
  LibIndex *below;
  char *place, *item, *path;
  GError *refused; /* why it cannot, when that was tried last */
} Own;

/* After the last trial. */
static void
own_free (gpointer data)
{
  Own *own = data;

  if (own->refused != NULL && own->studio != NULL) {
    /* Translators: %s is a sentence that says why. */
    g_autofree char *sentence = g_strdup_printf (
        _ ("This diagram keeps a copy of its own: %s"), own->refused->message);
    desk_message (&own->studio->messages, sentence);
  }
  g_clear_weak_pointer (&own->studio);
  g_clear_error (&own->refused);
  lib_index_unref (own->below);
  g_free (own->place);
  g_free (own->item);
  g_free (own->path);
  g_free (own);
}

/* Reads the libraries for itself, so that nobody waits for others who read them. */
static void
use_own (DocModel *doc, gpointer data)
{
  Own *own = data;
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library = lib_index_put_own (own->below, own->place, diags);

  g_clear_error (&own->refused);
  doc_set_library (doc, library);
  doc_own_use (doc, own->item, own->path, &own->refused);
}

bool
desk_levels_save (DeskStudio *studio,
                  const char *item,
                  const char *name,
                  GError **error)
{
  const DeskLibrary *library = studio->library;
  g_autofree char *path = desk_levels_own_file (studio, name);
  g_autofree char *folder = g_build_filename (library->place, OWN_LIBRARY, NULL);
  g_autofree char *around = g_path_get_dirname (path);
  g_autofree char *text = NULL;

  if (strcmp (around, folder) != 0) {
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 _ ("“%s” cannot be a name: letters, digits and _ only, no reserved "
                    "word, not a digit first"),
                 name);
    return false;
  }
  /* The file; then the diagram, and everybody else. */
  text = doc_own_text (studio->document->doc, item, path, error);
  if (text == NULL || !make_folder (folder, error) ||
      !doc_own_copy_icons (studio->document->doc, item, path, error) ||
      !base_file_check_target (path, error) ||
      !base_writer_save (path, text, strlen (text), error))
    return false;
  Own *own = g_new0 (Own, 1);
  g_set_weak_pointer (&own->studio, studio);
  own->below = lib_index_ref (library->below);
  own->place = g_strdup (library->place);
  own->item = g_strdup (item);
  own->path = g_steal_pointer (&path);
  desk_document_edit (studio->document, (DeskEdit){NULL, use_own, own, own_free});
  desk_library_read_again (studio->library);
  return true;
}
