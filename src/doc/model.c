/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/model.h"

#include <glib/gi18n-lib.h>
#include <stdarg.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "base/writer.h"
#include "doc/edit/edit.h"
#include "doc/edit/patch.h"
#include "doc/edit/settle.h"
#include "doc/model-private.h"
#include "lang/parse.h"
#include "lib/folder.h"
#include "lib/model.h"

static const char EMPTY[] = "component " DOC_UNNAMED "\nend\n";

/* ---- steps ---- */

static void
change_clear (void *data)
{
  DocChange *change = data;

  g_free (change->removed);
  g_free (change->inserted);
}

GArray *
doc_changes_new (void)
{
  GArray *changes = g_array_new (FALSE, TRUE, sizeof (DocChange));

  g_array_set_clear_func (changes, change_clear);
  return changes;
}

void
doc_changes_add (GArray *changes,
                 uint32_t at,
                 uint32_t n_removed,
                 const char *text,
                 size_t n_text)
{
  DocChange change = {
      .at = at,
      .order = changes->len,
      .n_removed = n_removed,
      .n_inserted = (uint32_t) n_text,
      .inserted = g_memdup2 (text, n_text),
  };

  g_array_append_val (changes, change);
}

static DocStep *
step_new (const DocModel *doc, const char *label)
{
  DocStep *step = g_new0 (DocStep, 1);

  step->label = g_strdup (label);
  step->batches = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  step->shown_before = step->shown_after = doc->shown;
  step->before = doc_settle_note (doc);
  return step;
}

static void
step_free (void *data)
{
  DocStep *step = data;

  g_ptr_array_unref (step->batches);
  g_clear_pointer (&step->before, doc_settle_free);
  g_free (step->label);
  g_free (step);
}

/* ---- reading ---- */

bool
doc_means (const DocModel *doc, const LangName *name, const LangClass *class)
{
  return name->n > 0 && name->parts[name->n - 1] == class->name &&
         (name->n == 1 || (name->n == 2 && name->parts[0] == doc->namespace));
}

/* The component to show when none is asked for: the model, else the first one. */
static const LangClass *
default_class (const DocModel *doc)
{
  const LibEntry *model = lib_model_find (doc->index, doc->file, NULL, NULL, NULL);

  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < lang_file_n_classes (doc->file); i++) {
      const LangClass *class = lang_file_class (doc->file, i);

      if (pass == 0 ? model != NULL && class == model->class
                    : class->kind == LANG_COMPONENT)
        return class;
    }
  return NULL;
}

void
doc_read (DocModel *doc, BaseSource *source)
{
  doc_view_clear (doc);
  g_clear_pointer (&doc->index, lib_index_unref);
  g_clear_pointer (&doc->file, lang_file_unref);
  g_clear_pointer (&doc->diags, base_diags_free);
  doc->diags = base_diags_new ();
  doc->file = lang_parse (source, doc->diags);
  doc->index = lib_index_put (doc->library, doc->file, NULL, doc->diags);
  doc->namespace = lib_folder_namespace (base_source_path (source));
  base_source_unref (source);
  doc->class = doc->shown == NULL ? NULL : lang_file_find (doc->file, doc->shown);
  if (doc->class == NULL || doc->class->kind != LANG_COMPONENT)
    doc->class = default_class (doc);
  doc->shown = doc->class == NULL ? NULL : doc->class->name;
  doc_view_build (doc);
}

static BaseSource *
source_of (const DocModel *doc, const char *text, size_t length)
{
  return base_source_new (doc->path == NULL ? DOC_UNNAMED ".dyad" : doc->path, text,
                          length);
}

DocModel *
doc_from_text (const LibIndex *library,
               const char *path,
               const char *text,
               gsize length)
{
  DocModel *doc = g_new0 (DocModel, 1);

  doc->library = lib_index_ref (library);
  doc->path = g_strdup (path);
  doc->undo = g_ptr_array_new_with_free_func (step_free);
  doc->redo = g_ptr_array_new_with_free_func (step_free);
  doc->listeners = g_array_new (FALSE, FALSE, sizeof (DocListening));
  doc->card_arena = base_arena_new ();
  doc->cards = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  doc->revision = 1;
  doc_read (doc, source_of (doc, text, length));
  doc->saved = base_source_ref (lang_file_source (doc->file));
  return doc;
}

DocModel *
doc_new (const LibIndex *library)
{
  return doc_from_text (library, NULL, EMPTY, strlen (EMPTY));
}

DocModel *
doc_load (const LibIndex *library, const char *path, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (path, DOC_TEXT_MOST, &length, error);

  if (text == NULL)
    return NULL;
  DocModel *doc = doc_from_text (library, path, text, length);

  /* A broken diagram is opened, so that its mistakes can be seen; a letter is not. */
  if (doc_class (doc) == NULL && length > 0 && !base_file_has_ending (path, ".dyad")) {
    g_clear_pointer (&doc, doc_free);
    g_set_error (
        error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
        _ ("it holds no component; a diagram is a text file that ends in .dyad"));
  }
  return doc;
}

void
doc_free (DocModel *doc)
{
  if (doc == NULL)
    return;
  doc_view_clear (doc);
  lib_index_unref (doc->index);
  lang_file_unref (doc->file);
  base_diags_free (doc->diags);
  base_source_unref ((BaseSource *) doc->saved);
  g_hash_table_unref (doc->cards);
  base_arena_free (doc->card_arena);
  lib_index_unref ((LibIndex *) doc->library);
  g_ptr_array_unref (doc->undo);
  g_ptr_array_unref (doc->redo);
  if (doc->open != NULL)
    step_free (doc->open);
  g_array_unref (doc->listeners);
  g_free (doc->path);
  g_free (doc);
}

static bool
is_text (const BaseSource *source, const char *text, size_t length)
{
  return length == base_source_length (source) &&
         memcmp (text, base_source_text (source), length) == 0;
}

bool
doc_is_modified (const DocModel *doc)
{
  gsize length;
  const char *text = doc_text (doc, &length);

  return !is_text (doc->saved, text, length);
}

/* ---- changing ---- */

/* The text with a batch of changes made, or taken back with `undo`. Notes in the
 * changes what they remove. */
static BaseSource *
text_with (const DocModel *doc, GArray *changes, bool undo)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  g_autoptr (GString) out = g_string_sized_new (length);
  int64_t shift = 0; /* of the places behind, when taking back */
  gsize from = 0;

  for (guint i = 0; i < changes->len; i++) {
    DocChange *change = &g_array_index (changes, DocChange, i);
    gsize at = (gsize) (change->at + (undo ? shift : 0));
    gsize n_gone = undo ? change->n_inserted : change->n_removed;

    g_assert (at >= from && at + n_gone <= length);
    g_string_append_len (out, text + from, (gssize) (at - from));
    if (change->removed == NULL)
      change->removed = g_memdup2 (text + at, change->n_removed);
    if (undo && change->n_removed > 0)
      g_string_append_len (out, change->removed, change->n_removed);
    else if (!undo && change->n_inserted > 0)
      g_string_append_len (out, change->inserted, change->n_inserted);
    from = at + n_gone;
    shift += (int64_t) change->n_inserted - change->n_removed;
  }
  g_string_append_len (out, text + from, (gssize) (length - from));
  return source_of (doc, out->str, out->len);
}

void
doc_apply (DocModel *doc, GArray *changes)
{
  g_assert (doc->open != NULL);
  doc_read (doc, text_with (doc, changes, false));
  g_ptr_array_add (doc->open->batches, changes);
  doc->open->shown_after = doc->shown;
}

void
doc_show_next (DocModel *doc, const char *name)
{
  doc->shown = base_name (name);
}

static void
changed (DocModel *doc)
{
  doc->is_taken_back = false;
  doc->revision++;
  for (guint i = 0; i < doc->listeners->len; i++) {
    DocListening listening = g_array_index (doc->listeners, DocListening, i);

    listening.listener (listening.data, doc);
  }
}

/* ---- saving ---- */

static void
note_saved (DocModel *doc)
{
  base_source_unref ((BaseSource *) doc->saved);
  doc->saved = base_source_ref (lang_file_source (doc->file));
}

bool
doc_save (DocModel *doc, const char *path, GError **error)
{
  gsize length;
  const char *text = doc_text (doc, &length);

  if (g_file_test (path, G_FILE_TEST_EXISTS) &&
      !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return doc_patch_refuse (error, "%s is not a regular file",
                             path); /* a pipe would block */
  if (!base_writer_save (path, text, length, error))
    return false;
  note_saved (doc);
  if (g_strcmp0 (path, doc->path) == 0)
    return true;
  g_free (doc->path);
  doc->path = g_strdup (path);
  /* the file's name is the name of its namespace */
  doc_read (doc, source_of (doc, text, length));
  changed (doc);
  return true;
}

DocDisk
doc_disk (const DocModel *doc)
{
  size_t length;
  g_autofree char *text = doc->path != NULL
                              ? base_file_read (doc->path, DOC_TEXT_MOST, &length, NULL)
                              : NULL;

  if (doc->path == NULL)
    return DOC_DISK_SAME;
  if (text == NULL)
    return g_file_test (doc->path, G_FILE_TEST_EXISTS) ? DOC_DISK_CHANGED
                                                       : DOC_DISK_GONE;
  return is_text (doc->saved, text, length) ||
                 is_text (lang_file_source (doc->file), text, length)
             ? DOC_DISK_SAME
             : DOC_DISK_CHANGED;
}

bool
doc_reload (DocModel *doc, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (doc->path, DOC_TEXT_MOST, &length, error);

  if (text == NULL)
    return false;
  doc_set_text (doc, text, length);
  note_saved (doc);
  return true;
}

void
doc_forget_saved (DocModel *doc)
{
  base_source_unref ((BaseSource *) doc->saved);
  doc->saved = base_source_new (doc->path, "", 0);
}

void
doc_begin (DocModel *doc, const char *label)
{
  if (doc->nesting++ == 0)
    doc->open = step_new (doc, label);
}

void
doc_end (DocModel *doc)
{
  g_assert (doc->nesting > 0);
  if (doc->nesting == 1 && doc->open->batches->len > 0 && doc->open->before != NULL) {
    g_autoptr (DocSettle) before = g_steal_pointer (&doc->open->before);

    doc_settle (doc, before);
  }
  if (--doc->nesting > 0)
    return;
  DocStep *step = g_steal_pointer (&doc->open);
  if (step->batches->len == 0) {
    step_free (step);
    if (doc->is_taken_back)
      changed (doc);
    return;
  }
  g_ptr_array_add (doc->undo, step);
  g_ptr_array_set_size (doc->redo, 0);
  changed (doc);
}

/* The text as it was before the last step, which the caller owns then. */
static DocStep *
take_back (DocModel *doc)
{
  DocStep *step = g_ptr_array_steal_index (doc->undo, doc->undo->len - 1);

  for (guint i = step->batches->len; i-- > 0;) {
    if (i == 0)
      doc->shown = step->shown_before;
    doc_read (doc, text_with (doc, step->batches->pdata[i], true));
  }
  return step;
}

uint32_t
doc_undo_depth (const DocModel *doc)
{
  return doc->undo->len;
}

void
doc_begin_anew (DocModel *doc, uint32_t depth, const char *label)
{
  while (doc->nesting == 0 && doc->undo->len > depth) {
    step_free (take_back (doc));
    doc->is_taken_back = true;
  }
  doc_begin (doc, label);
}

bool
doc_undo (DocModel *doc)
{
  if (!doc_can_undo (doc))
    return false;
  g_ptr_array_add (doc->redo, take_back (doc));
  changed (doc);
  return true;
}

bool
doc_redo (DocModel *doc)
{
  if (!doc_can_redo (doc))
    return false;
  DocStep *step = g_ptr_array_steal_index (doc->redo, doc->redo->len - 1);
  for (guint i = 0; i < step->batches->len; i++) {
    if (i + 1 == step->batches->len)
      doc->shown = step->shown_after;
    doc_read (doc, text_with (doc, step->batches->pdata[i], false));
  }
  g_ptr_array_add (doc->undo, step);
  changed (doc);
  return true;
}

bool
doc_can_undo (const DocModel *doc)
{
  return doc->undo->len > 0 && doc->nesting == 0;
}

bool
doc_can_redo (const DocModel *doc)
{
  return doc->redo->len > 0 && doc->nesting == 0;
}

static const char *
last_label (const GPtrArray *steps)
{
  return steps->len == 0 ? NULL
                         : ((const DocStep *) steps->pdata[steps->len - 1])->label;
}

const char *
doc_undo_label (const DocModel *doc)
{
  return last_label (doc->undo);
}

const char *
doc_redo_label (const DocModel *doc)
{
  return last_label (doc->redo);
}

bool
doc_set_text (DocModel *doc, const char *text, gsize length)
{
  gsize old_length;

  doc_text (doc, &old_length);
  if (is_text (lang_file_source (doc->file), text, length))
    return false;
  GArray *changes = doc_changes_new ();
  doc_changes_add (changes, 0, (uint32_t) old_length, text, length);
  doc_begin (doc, _ ("Edit text"));
  g_clear_pointer (&doc->open->before, doc_settle_free);
  doc_apply (doc, changes);
  doc_end (doc);
  return true;
}

void
doc_listen (DocModel *doc, DocListener listener, void *data)
{
  DocListening listening = {listener, data};

  g_array_append_val (doc->listeners, listening);
}

void
doc_unlisten (DocModel *doc, DocListener listener, void *data)
{
  for (guint i = 0; i < doc->listeners->len; i++) {
    const DocListening *listening = &g_array_index (doc->listeners, DocListening, i);

    if (listening->listener == listener && listening->data == data) {
      g_array_remove_index (doc->listeners, i);
      return;
    }
  }
}

/* ---- what it is ---- */

const char *
doc_path (const DocModel *doc)
{
  return doc->path;
}

char *
doc_title (const DocModel *doc)
{
  if (doc->path == NULL)
    return g_strdup (doc->shown == NULL ? DOC_UNNAMED : doc->shown);
  char *name = g_path_get_basename (doc->path);
  if (base_file_has_ending (name, ".dyad"))
    name[strlen (name) - strlen (".dyad")] = '\0';
  return name;
}

const char *
doc_text (const DocModel *doc, gsize *length)
{
  const BaseSource *source = lang_file_source (doc->file);

  if (length != NULL)
    *length = base_source_length (source);
  return base_source_text (source);
}

bool
doc_can_edit (const DocModel *doc)
{
  return doc->class != NULL && !doc->class->is_broken;
}

uint64_t
doc_revision (const DocModel *doc)
{
  return doc->revision;
}

const BaseDiags *
doc_diags (const DocModel *doc)
{
  return doc->diags;
}

const LangFile *
doc_file (const DocModel *doc)
{
  return doc->file;
}

const LangClass *
doc_class (const DocModel *doc)
{
  return doc->class;
}

const LibIndex *
doc_index (const DocModel *doc)
{
  return doc->index;
}
