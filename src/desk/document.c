/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The diagram of a window: hands each new state of its text to the compiler, and
 * tells of what changes, the diagram as a whole, its revision, its path, what was
 * compiled and what is under way. The compiler works on a thread of its own, and so
 * does who makes an edit that takes long; nothing here waits for them. */
#include "desk/document.h"

#include <gio/gio.h>
#include <string.h>

#include "base/file.h"
#include "doc/edit/edit.h"
#include "doc/level.h"

G_DEFINE_FINAL_TYPE (DeskDocument, desk_document, G_TYPE_OBJECT)

static void
compile (DeskDocument *self)
{
  desk_compiler_submit (self->compiler, self->doc,
                        (const char *const *) self->tables->pdata);
}

static void
on_compiled (gpointer self)
{
  g_object_notify (self, "compiler");
}

static void
follow_level (DeskDocument *self, DocRect door, bool goes_in)
{
  if (self->level == doc_level (self->doc))
    return;
  self->level = doc_level (self->doc);
  self->door = door;
  self->goes_in = goes_in;
  g_object_notify (G_OBJECT (self), "level");
}

static void follow_library (DeskDocument *self);

static void
on_doc (void *data, DocModel *doc)
{
  DeskDocument *self = data;

  follow_level (self, DOC_RECT_NONE, false);
  follow_library (self);
  compile (self);
  g_object_notify (data, "revision");
}

static void
free_doc (GTask *task, gpointer source, gpointer doc, GCancellable *cancellable)
{
  doc_free (doc);
  g_task_return_boolean (task, true);
}

/* Frees a diagram that nobody looks at any more: on a thread, since a large one takes
 * longer than a frame. NULL: nothing. */
static void
let_go (DocModel *doc)
{
  if (doc == NULL)
    return;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_task_data (task, doc, NULL);
  g_task_run_in_thread (task, free_doc);
}

static void
drop_doc (DeskDocument *self)
{
  doc_unlisten (self->doc, on_doc, self);
  let_go (self->doc);
}

/* ---- edits made apart ---- */

enum { MOST_BEGUN = 3 }; /* times that an edit is made apart */

typedef struct {
  DeskEdit edit;
  DeskDocument *document; /* NULL once it has gone */
  DocModel *fork;         /* NULL: not begun */
  const char *level;      /* where it was asked for */
  uint64_t revision;      /* of the diagram when it was asked for */
  uint32_t n_begun;
  bool is_made;
  int is_dropped; /* atomic */
} Apart;

static void
apart_free (Apart *apart)
{
  let_go (apart->fork);
  apart->edit.free (apart->edit.data);
  g_free (apart);
}

static void
make_apart (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Apart *apart = data;

  doc_fork_read (apart->fork);
  apart->edit.make (apart->fork, apart->edit.data);
  g_task_return_boolean (task, true);
}

static void on_made (GObject *source, GAsyncResult *result, gpointer data);

/* The document is not kept: the thread could be the last to let it go. */
static void
begin_edit (DeskDocument *self, Apart *apart)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_made, apart);

  apart->is_made = false;
  apart->n_begun++;
  apart->fork = doc_fork (self->doc, apart->level, &apart->is_dropped);
  g_task_set_task_data (task, apart, NULL);
  g_task_run_in_thread (task, make_apart);
}

/* Makes it in the diagram, from what it has found: somebody who goes on editing does
 * not keep it off forever. */
static void
make_here (DeskDocument *self, const Apart *apart)
{
  const char *shown = doc_level (self->doc);

  if (!doc_level_show (self->doc, apart->level))
    return; /* what it is about has gone */
  if (apart->edit.label != NULL)
    doc_begin (self->doc, apart->edit.label);
  apart->edit.make (self->doc, apart->edit.data);
  if (apart->edit.label != NULL)
    doc_end (self->doc);
  desk_document_show_level (self, shown);
}

/* Puts what was made into the diagram, if it can be; false: it has to be made again. */
static bool
put_in (DeskDocument *self, const Apart *apart)
{
  const uint64_t before = doc_revision (self->doc);

  if (!doc_fork_join (self->doc, apart->fork)) {
    if (apart->n_begun < MOST_BEGUN)
      return false;
    make_here (self, apart);
  }
  /* Those behind it were asked for later. */
  for (GList *link = self->edits->head; link != NULL; link = link->next)
    if (((Apart *) link->data)->revision == before)
      ((Apart *) link->data)->revision = doc_revision (self->doc);
  return true;
}

/* Goes on with the first edit, once it is made. */
static void
land (DeskDocument *self)
{
  Apart *apart = g_queue_peek_head (self->edits);

  if (apart == NULL || !apart->is_made || self->n_holds > 0)
    return;
  if (apart->is_dropped || put_in (self, apart)) {
    g_queue_pop_head (self->edits);
    apart_free (apart);
  } else
    let_go (g_steal_pointer (&apart->fork));
  apart = g_queue_peek_head (self->edits);
  if (apart != NULL)
    begin_edit (self, apart);
  g_object_notify (G_OBJECT (self), "editing");
}

static void
on_made (GObject *source, GAsyncResult *result, gpointer data)
{
  Apart *apart = data;

  apart->is_made = true;
  if (apart->document != NULL)
    land (apart->document);
  else
    apart_free (apart);
}

void
desk_document_edit (DeskDocument *self, DeskEdit edit)
{
  Apart *apart = g_new0 (Apart, 1);

  apart->edit = edit;
  apart->document = self;
  apart->level = doc_level (self->doc);
  apart->revision = doc_revision (self->doc);
  g_queue_push_tail (self->edits, apart);
  if (g_queue_get_length (self->edits) == 1)
    begin_edit (self, apart);
  g_object_notify (G_OBJECT (self), "editing");
}

bool
desk_document_is_editing (const DeskDocument *self)
{
  return !g_queue_is_empty (self->edits);
}

/* One that is not made yet need not be. */
static bool
drop_last (DeskDocument *self)
{
  Apart *last = g_queue_peek_tail (self->edits);

  if (last == NULL || last->is_dropped)
    return false;
  g_atomic_int_set (&last->is_dropped, 1);
  if (last->fork == NULL)
    apart_free (g_queue_pop_tail (self->edits));
  g_object_notify (G_OBJECT (self), "editing");
  return true;
}

const char *
desk_document_edit_label (const DeskDocument *self)
{
  const Apart *last = g_queue_peek_tail (self->edits);

  return last != NULL && !last->is_dropped && last->revision == doc_revision (self->doc)
             ? last->edit.label
             : NULL;
}

bool
desk_document_drop_edit (DeskDocument *self)
{
  return desk_document_edit_label (self) != NULL && drop_last (self);
}

/* Nobody waits for any of them; the one under way frees itself. */
static void
leave_edits (DeskDocument *self)
{
  Apart *first = g_queue_pop_head (self->edits);

  g_queue_free_full (self->edits, (GDestroyNotify) apart_free);
  if (first == NULL)
    return;
  g_atomic_int_set (&first->is_dropped, 1);
  first->document = NULL;
  if (first->is_made)
    apart_free (first);
}

void
desk_document_hold (DeskDocument *self)
{
  self->n_holds++;
}

static gboolean
land_held (gpointer self)
{
  land (self);
  return G_SOURCE_REMOVE;
}

/* Not at once: who releases is not at rest yet. */
void
desk_document_release (DeskDocument *self)
{
  g_assert (self->n_holds > 0);
  if (--self->n_holds == 0 && desk_document_is_editing (self))
    g_idle_add_full (G_PRIORITY_DEFAULT, land_held, g_object_ref (self),
                     g_object_unref);
}

/* ---- the library ---- */

static void
read_over (DocModel *doc, gpointer library)
{
  doc_set_library (doc, library);
}

/* Once the text can be read: until then what is shown stays as it is. */
static void
follow_library (DeskDocument *self)
{
  if (!self->is_behind || doc_is_ahead (self->doc))
    return;
  self->is_behind = false;
  desk_document_edit (self, (DeskEdit){NULL, read_over, lib_index_ref (self->library),
                                       (GDestroyNotify) lib_index_unref});
}

void
desk_document_set_library (DeskDocument *self, const LibIndex *library, bool is_used)
{
  lib_index_unref (self->library);
  self->library = lib_index_ref (library);
  self->n_inputs += is_used;
  self->is_behind = true;
  follow_library (self);
}

/* ---- what could not be taken ---- */

static void
draft_free (gpointer data)
{
  DeskDraft *draft = data;

  g_free (draft->held);
  g_free (draft->text);
  g_free (draft->problem);
  g_free (draft);
}

static char *
draft_key (const DeskDocument *self, const char *const *items, const char *parameter)
{
  g_autofree char *all = g_strjoinv (" ", (char **) items);

  return g_strdup_printf ("%s %s %s", self->level, all, parameter);
}

void
desk_document_set_draft (DeskDocument *self,
                         const char *const *items,
                         const char *parameter,
                         const DeskDraft *draft)
{
  g_autofree char *key = draft_key (self, items, parameter);

  if (draft == NULL) {
    g_hash_table_remove (self->drafts, key);
    return;
  }
  DeskDraft *kept = g_new (DeskDraft, 1);

  *kept = (DeskDraft){g_strdup (draft->held), g_strdup (draft->text),
                      g_strdup (draft->problem)};
  g_hash_table_replace (self->drafts, g_steal_pointer (&key), kept);
}

const DeskDraft *
desk_document_draft (const DeskDocument *self,
                     const char *const *items,
                     const char *parameter)
{
  g_autofree char *key = draft_key (self, items, parameter);

  return g_hash_table_lookup (self->drafts, key);
}

/* ---- the diagram ---- */

/* The body of the item of the level shown that leads into another one. */
static DocRect
door_into (const DocModel *doc, const char *level)
{
  const uint32_t item = *level != '\0' ? doc_level_find_item (doc, level) : UINT32_MAX;

  return item != UINT32_MAX ? doc_item (doc, item)->box : DOC_RECT_NONE;
}

bool
desk_document_show_level (DeskDocument *self, const char *level)
{
  const DocRect in = door_into (self->doc, level);
  const bool goes_in = in.x1 < in.x2;
  const bool is_shown = doc_level_show (self->doc, level);

  follow_level (self, goes_in ? in : door_into (self->doc, self->level), goes_in);
  return is_shown;
}

void
desk_document_take (DeskDocument *self, DocModel *doc)
{
  while (drop_last (self))
    ;
  drop_doc (self);
  self->doc = doc;
  self->level = doc_level (doc);
  doc_listen (doc, on_doc, self);
  g_ptr_array_set_size (self->tables, 0);
  g_hash_table_remove_all (self->drafts);
  desk_compiler_forget (self->compiler);
  compile (self);
  self->is_behind = doc_library (doc) != self->library;
  g_object_notify (G_OBJECT (self), "doc");
  follow_library (self);
}

bool
desk_document_open (DeskDocument *self, const char *path, GError **error)
{
  DocModel *doc = doc_load (self->library, path, error);

  if (doc != NULL)
    desk_document_take (self, doc);
  return doc != NULL;
}

bool
desk_document_open_example (DeskDocument *self, const char *path, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, error);

  if (text != NULL)
    desk_document_take (self, doc_from_text (self->library, NULL, text, length));
  return text != NULL;
}

bool
desk_document_shows (const DeskDocument *self, const char *path)
{
  if (doc_path (self->doc) == NULL || doc_is_modified (self->doc))
    return false;

  g_autofree char *wanted = base_file_resolve (path);
  g_autofree char *shown = base_file_resolve (doc_path (self->doc));

  return strcmp (wanted, shown) == 0;
}

bool
desk_document_save (DeskDocument *self, const char *path, GError **error)
{
  const bool is_other = g_strcmp0 (path, doc_path (self->doc)) != 0;
  const bool is_named = is_other && doc_name_after (self->doc, path);
  const bool is_saved = doc_save (self->doc, path, error);

  if (is_named && !is_saved)
    doc_undo (self->doc);
  if (is_saved)
    g_object_notify (G_OBJECT (self), "path");
  return is_saved;
}

void
desk_document_allow_file (DeskDocument *self, const char *path)
{
  g_ptr_array_add (self->tables, g_strdup (path));
  desk_document_read_again (self);
}

void
desk_document_read_again (DeskDocument *self)
{
  self->n_inputs++;
  compile (self);
}

const SimModel *
desk_document_model (const DeskDocument *self)
{
  const DeskProgram *program = desk_compiler_program (self->compiler);

  return program != NULL ? desk_program_model (program) : NULL;
}

bool
desk_document_is_compiling (const DeskDocument *self)
{
  return !desk_compiler_is_at_rest (self->compiler);
}

static void
desk_document_finalize (GObject *object)
{
  DeskDocument *self = DESK_DOCUMENT (object);

  desk_compiler_free (self->compiler);
  g_ptr_array_unref (self->tables);
  g_hash_table_unref (self->drafts);
  leave_edits (self);
  drop_doc (self);
  lib_index_unref (self->library);
  G_OBJECT_CLASS (desk_document_parent_class)->finalize (object);
}

static void
desk_document_class_init (DeskDocumentClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"doc", G_TYPE_POINTER, offsetof (DeskDocument, doc)},
      {"revision", G_TYPE_POINTER, offsetof (DeskDocument, doc)},
      {"level", G_TYPE_POINTER, offsetof (DeskDocument, level)},
      {"path", G_TYPE_POINTER, offsetof (DeskDocument, doc)},
      {"compiler", G_TYPE_POINTER, offsetof (DeskDocument, compiler)},
      {"editing", G_TYPE_POINTER, offsetof (DeskDocument, edits)},
  };

  G_OBJECT_CLASS (class)->finalize = desk_document_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_document_init (DeskDocument *self)
{
  self->tables = g_ptr_array_new_null_terminated (0, g_free, TRUE);
  self->edits = g_queue_new ();
  self->drafts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, draft_free);
  self->compiler = desk_compiler_new (on_compiled, self);
}

DeskDocument *
desk_document_new (const LibIndex *library)
{
  DeskDocument *self = g_object_new (DESK_TYPE_DOCUMENT, NULL);

  self->library = lib_index_ref (library);
  self->doc = doc_new (library);
  self->level = doc_level (self->doc);
  doc_listen (self->doc, on_doc, self);
  compile (self);
  return self;
}
