/* SPDX-License-Identifier: GPL-3.0-or-later */
/* After a change in any folder of the user's own libraries all of them are read anew,
 * on a thread, and looked through for the catalogue. What counts is their content: if
 * that is the same nobody is told. */
#include "desk/library.h"

#include <glib/gi18n.h>
#include <string.h>

#include "desk/property.h"

enum { DEEPEST_FOLDER = 16 };

G_DEFINE_FINAL_TYPE (DeskLibrary, desk_library, G_TYPE_OBJECT)

/* ---- reading ---- */

/* What is read, and what comes of it. */
typedef struct {
  LibIndex *below;
  char *place;
  LibIndex *index;
  DeskCatalogue *part;
  char *problem;
  char *signature;
  GPtrArray *folders; /* paths, to be watched */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  lib_index_unref (reading->below);
  lib_index_unref (reading->index);
  g_clear_pointer (&reading->part, desk_catalogue_free);
  g_clear_pointer (&reading->folders, g_ptr_array_unref);
  g_free (reading->place);
  g_free (reading->problem);
  g_free (reading->signature);
  g_free (reading);
}

static void
list_folders (const char *folder, int depth, GPtrArray *folders)
{
  g_autoptr (GDir) dir = depth < DEEPEST_FOLDER ? g_dir_open (folder, 0, NULL) : NULL;

  g_ptr_array_add (folders, g_strdup (folder));
  for (const char *name; dir != NULL && (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR) &&
        !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
      list_folders (path, depth + 1, folders);
  }
}

/* "Wheel.dyad, line 3: …" */
static char *
problem_of (const BaseDiags *diags)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (diag->severity != BASE_ERROR || diag->file == NULL)
      continue;
    g_autofree char *name = g_filename_display_basename (diag->file);
    return g_strdup_printf (_ ("%s, line %u: %s"), name, diag->line, diag->message);
  }
  return NULL;
}

static bool
is_own (const LibIndex *below, const char *namespace)
{
  g_autofree char *library = g_strndup (namespace, strcspn (namespace, "."));

  return lib_index_about (below, library) == NULL;
}

static char *
signature_of (const Reading *reading, const BaseDiags *diags)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (uint32_t i = 0; i < lib_index_n_entries (reading->index); i++) {
    const LibEntry *entry = lib_index_entry (reading->index, i);
    const BaseSource *source = lang_file_source (entry->file);

    if (!is_own (reading->below, entry->namespace))
      continue;
    g_checksum_update (sum, (const guchar *) entry->name, -1);
    g_checksum_update (sum, (const guchar *) base_source_text (source),
                       (gssize) base_source_length (source));
  }
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    g_autofree char *text = base_diag_to_text (base_diags_get (diags, i));

    g_checksum_update (sum, (const guchar *) text, -1);
  }
  return g_strdup (g_checksum_get_string (sum));
}

/* On any thread. */
static void
read_all (Reading *reading)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();

  reading->folders = g_ptr_array_new_with_free_func (g_free);
  list_folders (reading->place, 0, reading->folders);
  reading->index = lib_index_put_own (reading->below, reading->place, diags);
  reading->part = desk_catalogue_new_part (reading->index, reading->below);
  reading->problem = problem_of (diags);
  reading->signature = signature_of (reading, diags);
}

static void
read_apart (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  read_all (data);
  g_task_return_boolean (task, true);
}

/* ---- taking it over ---- */

/* What stands in a folder that is new is read once more, as nobody has watched it until
 * now. */
static void
take (DeskLibrary *self, Reading *reading)
{
  if (desk_watch_set (self->watch, (const char *const *) reading->folders->pdata,
                      reading->folders->len) &&
      self->signature != NULL)
    desk_library_read_again (self);
  if (g_strcmp0 (self->signature, reading->signature) == 0)
    return;
  g_free (self->signature);
  g_free (self->problem);
  self->signature = g_steal_pointer (&reading->signature);
  self->problem = g_steal_pointer (&reading->problem);
  lib_index_unref (self->index);
  self->index = g_steal_pointer (&reading->index);
  desk_catalogue_take_part (self->catalogue, reading->part);
  g_object_notify (G_OBJECT (self), "index");
}

static Reading *
reading_new (const DeskLibrary *self)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->below = lib_index_ref (self->below);
  reading->place = g_strdup (self->place);
  return reading;
}

static void
finished (GObject *source, GAsyncResult *result, gpointer data)
{
  DeskLibrary *self = DESK_LIBRARY (source);

  self->is_reading = false;
  take (self, g_task_get_task_data (G_TASK (result)));
  if (self->is_outdated)
    desk_library_read_again (self);
}

void
desk_library_read_again (DeskLibrary *self)
{
  self->is_outdated = self->is_reading;
  if (self->is_reading)
    return;
  self->is_reading = true;
  g_autoptr (GTask) task = g_task_new (self, NULL, finished, NULL);
  g_task_set_task_data (task, reading_new (self), reading_free);
  g_task_run_in_thread (task, read_apart);
}

static void
on_change (gpointer data, GHashTable *changed)
{
  desk_library_read_again (data);
}

/* ---- what is the user's own ---- */

bool
desk_library_is_named (const DeskLibrary *self,
                       const LibIndex *index,
                       const DocModel *doc)
{
  const LibAbout *about;

  for (uint32_t i = 0; (about = lib_index_about_at (index, i)) != NULL; i++) {
    g_autofree char *name = g_strconcat (about->name, ".", NULL);

    if (lib_index_about (self->below, about->name) != NULL)
      return false; /* these come last */
    if (strstr (doc_text (doc, NULL), name) != NULL)
      return true;
  }
  return false;
}

const char *
desk_library_file_of (const DeskLibrary *self, const LibEntry *entry)
{
  const LibEntry *there = lib_index_get (self->index, entry->name, LIB_COMPONENTS);

  return there != NULL && is_own (self->below, there->namespace)
             ? base_source_path (lang_file_source (there->file))
             : NULL;
}

/* ---- life ---- */

static void
desk_library_finalize (GObject *object)
{
  DeskLibrary *self = DESK_LIBRARY (object);

  desk_watch_free (self->watch);
  g_clear_pointer (&self->catalogue, desk_catalogue_free);
  lib_index_unref (self->index);
  lib_index_unref (self->below);
  g_free (self->place);
  g_free (self->problem);
  g_free (self->signature);
  G_OBJECT_CLASS (desk_library_parent_class)->finalize (object);
}

static void
desk_library_class_init (DeskLibraryClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"index", G_TYPE_POINTER, offsetof (DeskLibrary, index)}};

  G_OBJECT_CLASS (class)->finalize = desk_library_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_library_init (DeskLibrary *self)
{
  self->watch = desk_watch_new (on_change, self);
}

DeskLibrary *
desk_library_new (const LibIndex *below, const char *place)
{
  DeskLibrary *self = g_object_new (DESK_TYPE_LIBRARY, NULL);

  self->below = lib_index_ref (below);
  self->place = g_strdup (place);
  self->catalogue = desk_catalogue_new (below);
  Reading *reading = reading_new (self);
  read_all (reading);
  take (self, reading);
  reading_free (reading);
  return self;
}
