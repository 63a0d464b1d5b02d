/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a diagram with its tree, its file and those who listen. A change copies
 * the text and reads what it touches; the cards of library components are kept. */
#include "doc/model.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "base/writer.h"
#include "doc/edit/step.h"
#include "doc/error.h"
#include "doc/model-private.h"
#include "lang/parse.h"
#include "lib/folder.h"
#include "lib/model.h"

static const char EMPTY[] = "component " DOC_UNNAMED "\nend\n";

/* ---- reading ---- */

/* The component to run when none is asked for: the model, else the first one. */
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

/* Takes what was read, with the faults of the text, and indexes it. */
static void
take (DocModel *doc, LangFile *file, BaseDiags *diags)
{
  lib_index_unref (doc->index);
  lang_file_unref (doc->file);
  base_diags_free (doc->faults);
  base_source_unref ((BaseSource *) g_steal_pointer (&doc->ahead));
  doc->file = file;
  doc->faults = diags;
  doc->index = lib_index_put (doc->library, file, NULL, diags);
  doc->namespace = lib_folder_namespace (base_source_path (lang_file_source (file)));
  doc->root = doc->shown.root == NULL ? NULL : lang_file_find (file, doc->shown.root);
  if (doc->root == NULL || doc->root->kind != LANG_COMPONENT)
    doc->root = default_class (doc);
  doc->shown.root = doc->root == NULL ? NULL : doc->root->name;
  doc_level_find (doc);
}

void
doc_read (DocModel *doc, const BaseSource *source)
{
  BaseDiags *diags = base_diags_new ();

  take (doc, lang_parse (source, diags), diags);
  doc->is_file_new = true;
}

/* Whether an edit was made in another definition than the one that is shown. */
static bool
has_other_changes (const DocModel *doc, const LangFile *now)
{
  for (uint32_t i = 0; i < lang_file_n_classes (now); i++)
    if (lang_file_class (doc->file, i) != lang_file_class (now, i) &&
        lang_file_class (doc->file, i) != doc->class)
      return true;
  return false;
}

void
doc_read_edit (DocModel *doc, const BaseSource *source, const GArray *edits)
{
  LangFile *file =
      doc->ahead == NULL
          ? lang_parse_edit (doc->file, source,
                             (const LangEdit *) (const void *) edits->data, edits->len)
          : NULL;

  if (file == NULL) {
    doc_read (doc, source);
    return;
  }
  doc->is_file_new |= has_other_changes (doc, file);
  take (doc, file, base_diags_new ());
}

/* What is typed is read at once up to that many bytes, which takes 2 ms. */
static const size_t most_at_once = 32 << 10;

/* What edits, the first of which stands before the others, change in a text that one
 * has changed. */
static LangEdit
join_edits (LangEdit before, const GArray *edits)
{
  const LangEdit first = g_array_index (edits, LangEdit, 0);
  const LangEdit last = g_array_index (edits, LangEdit, edits->len - 1);
  const uint32_t end = before.begin + before.length;
  const uint32_t to = MAX (last.end, end); /* in the text between */
  LangEdit both = {MIN (before.begin, first.begin), before.end + (to - end), 0};
  uint32_t growth = 0;

  for (guint i = 0; i < edits->len; i++) {
    const LangEdit *edit = &g_array_index (edits, LangEdit, i);

    growth += edit->length - (edit->end - edit->begin);
  }
  both.length = to - both.begin + growth;
  return both;
}

bool
doc_read_typed (DocModel *doc, const BaseSource *source, const GArray *edits)
{
  const LangEdit none = {g_array_index (edits, LangEdit, 0).begin,
                         g_array_index (edits, LangEdit, 0).begin, 0};
  const LangEdit all = join_edits (doc->ahead != NULL ? doc->typed : none, edits);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LangFile *file = NULL;
  bool is_shared = false;

  if (MAX (all.end - all.begin, all.length) <= most_at_once)
    file = lang_parse_edit (doc->file, source, &all, 1);
  is_shared = file != NULL;
  if (!is_shared && base_source_length (source) <= most_at_once)
    file = lang_parse (source, diags);
  if (file == NULL || !lang_file_is_sound (file)) {
    lang_file_unref (file);
    base_source_unref ((BaseSource *) doc->ahead);
    doc->ahead = base_source_ref (source);
    doc->typed = all;
    return false;
  }
  doc->is_file_new |= !is_shared || has_other_changes (doc, file);
  take (doc, file, g_steal_pointer (&diags));
  return true;
}

/* Nothing is read yet; that text is saved, which it takes. */
static DocModel *
new_model (const LibIndex *library, const char *path, const BaseSource *saved)
{
  DocModel *doc = g_new0 (DocModel, 1);

  doc->library = lib_index_ref (library);
  doc->saved = saved;
  doc->path = g_strdup (path);
  doc->undo = g_ptr_array_new_with_free_func ((GDestroyNotify) doc_step_free);
  doc->redo = g_ptr_array_new_with_free_func ((GDestroyNotify) doc_step_free);
  doc->listeners = g_array_new (FALSE, FALSE, sizeof (DocListening));
  doc->stale_items = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  doc->stale_wires = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  doc->stale_boxes = g_array_new (FALSE, FALSE, sizeof (DocRect));
  doc->kept_arenas = g_ptr_array_new_with_free_func ((GDestroyNotify) base_arena_free);
  doc->card_arena = base_arena_new ();
  doc->cards = doc_cards_new (doc->card_arena);
  doc->shown.level = base_name ("");
  doc->revision = 1;
  return doc;
}

DocModel *
doc_from_text (const LibIndex *library,
               const char *path,
               const char *text,
               gsize length)
{
  DocModel *doc = new_model (
      library, path,
      base_source_new (path == NULL ? DOC_UNNAMED ".dyad" : path, text, length));

  doc_fork_read (doc);
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
  g_assert (doc->nesting == 0);
  /* The view, what it is of, and what was done. */
  doc_view_clear (doc);
  g_array_unref (doc->stale_items);
  g_array_unref (doc->stale_wires);
  g_array_unref (doc->stale_boxes);
  g_ptr_array_unref (doc->kept_arenas);
  lib_index_unref (doc->index);
  lang_file_unref (doc->file);
  base_diags_free (doc->faults);
  base_diags_free (doc->diags);
  base_source_unref ((BaseSource *) doc->ahead);
  base_source_unref ((BaseSource *) doc->saved);
  doc_cards_free (doc->cards);
  base_arena_free (doc->route_arena);
  base_arena_free (doc->card_arena);
  lib_index_unref ((LibIndex *) doc->library);
  g_ptr_array_unref (doc->undo);
  g_ptr_array_unref (doc->redo);
  g_clear_pointer (&doc->groups, g_ptr_array_unref);
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

void
doc_changed (DocModel *doc)
{
  doc->is_taken_back = false;
  doc->revision++;
  for (guint i = 0; i < doc->listeners->len; i++) {
    DocListening listening = g_array_index (doc->listeners, DocListening, i);

    listening.listener (listening.data, doc);
  }
}

void
doc_listen_text (DocModel *doc, DocTextListener listener, void *data)
{
  doc->text_listener = listener;
  doc->text_data = data;
}

void
doc_tell_text (DocModel *doc, const GArray *edits)
{
  if (doc->text_listener != NULL)
    doc->text_listener (doc->text_data, doc_source (doc),
                        edits != NULL ? (const LangEdit *) (void *) edits->data : NULL,
                        edits != NULL ? edits->len : 0);
}

/* ---- edits made apart ---- */

DocModel *
doc_fork (const DocModel *doc, const char *level, const int *stop_flag)
{
  DocModel *fork =
      new_model (doc->library, doc->path, base_source_ref (doc_source (doc)));

  fork->shown = (DocShown){doc->shown.root, base_name (level)};
  fork->stop_flag = stop_flag;
  return fork;
}

void
doc_fork_read (DocModel *fork)
{
  doc_read (fork, fork->saved);
  doc_view_read (fork);
}

bool
doc_fork_join (DocModel *doc, DocModel *fork)
{
  const bool has_steps = fork->undo->len > 0;
  const bool is_renewed = has_steps || fork->library != doc->library;

  if (doc->nesting > 0 || doc_source (doc) != fork->saved)
    return false;
  if (doc->ahead != NULL ? !lang_file_is_sound (fork->file) : !is_renewed)
    return true;
  /* All is what the fork says, */
  const DocModel was = *doc;
  *doc = *fork;
  *fork = was;
  /* but for whose file it is, what was done to it, and who listens. */
  fork->path = doc->path;
  fork->saved = doc->saved;
  fork->undo = doc->undo;
  fork->redo = doc->redo;
  fork->groups = doc->groups;
  fork->listeners = doc->listeners;
  doc->text_listener = was.text_listener;
  doc->text_data = was.text_data;
  doc->path = was.path;
  doc->saved = was.saved;
  doc->undo = was.undo;
  doc->redo = was.redo;
  doc->groups = was.groups;
  doc->listeners = was.listeners;
  doc->stop_flag = was.stop_flag;
  doc->n_steps = was.n_steps;
  doc->revision = was.revision;
  while (fork->undo->len > 0) {
    DocStep *step = g_ptr_array_steal_index (fork->undo, 0);

    step->number = ++doc->n_steps;
    g_ptr_array_add (doc->undo, step);
  }
  if (has_steps) {
    g_ptr_array_set_size (doc->redo, 0);
    doc_tell_text (doc, NULL);
  }
  /* The level is where the user has gone meanwhile. */
  doc->shown.level = was.shown.level;
  doc_level_find (doc);
  doc_view_read (doc);
  doc_changed (doc);
  return true;
}

void
doc_set_library (DocModel *doc, const LibIndex *library)
{
  const LibIndex *before = doc->library;

  g_assert (doc->nesting == 0);
  doc_view_clear (doc);
  doc_cards_free (doc->cards);
  base_arena_free (doc->card_arena);
  doc->card_arena = base_arena_new ();
  doc->cards = doc_cards_new (doc->card_arena);
  doc->library = lib_index_ref (library);
  doc_read (doc, doc_source (doc));
  doc_view_read (doc);
  lib_index_unref ((LibIndex *) before);
  doc_changed (doc);
}

/* ---- saving ---- */

void
doc_note_saved (DocModel *doc)
{
  base_source_unref ((BaseSource *) doc->saved);
  doc->saved = base_source_ref (doc_source (doc));
}

bool
doc_save (DocModel *doc, const char *path, GError **error)
{
  gsize length;
  const char *text = doc_text (doc, &length);

  if (!base_file_check_target (path, error) ||
      !base_writer_save (path, text, length, error))
    return false;
  doc_note_saved (doc);
  if (g_strcmp0 (path, doc->path) == 0)
    return true;
  g_free (doc->path);
  doc->path = g_strdup (path);
  /* the file's name is the name of its namespace */
  g_autoptr (BaseSource) source = base_source_new (path, text, length);
  if (doc->ahead != NULL) {
    base_source_unref ((BaseSource *) doc->ahead);
    doc->ahead = g_steal_pointer (&source);
  } else {
    doc_read (doc, source);
    doc_view_read (doc);
  }
  doc_changed (doc);
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
  return is_text (doc->saved, text, length) || is_text (doc_source (doc), text, length)
             ? DOC_DISK_SAME
             : DOC_DISK_CHANGED;
}

void
doc_forget_saved (DocModel *doc)
{
  base_source_unref ((BaseSource *) doc->saved);
  doc->saved = base_source_new (doc->path, "", 0);
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
    return g_strdup (doc->shown.root == NULL ? DOC_UNNAMED : doc->shown.root);
  char *name = g_path_get_basename (doc->path);
  if (base_file_has_ending (name, ".dyad"))
    name[strlen (name) - strlen (".dyad")] = '\0';
  return name;
}

const BaseSource *
doc_source (const DocModel *doc)
{
  return doc->ahead != NULL ? doc->ahead : lang_file_source (doc->file);
}

bool
doc_is_ahead (const DocModel *doc)
{
  return doc->ahead != NULL;
}

const char *
doc_text (const DocModel *doc, gsize *length)
{
  const BaseSource *source = doc_source (doc);

  if (length != NULL)
    *length = base_source_length (source);
  return base_source_text (source);
}

bool
doc_can_edit (const DocModel *doc)
{
  return doc->ahead == NULL && doc->class != NULL && !doc->class->is_broken;
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
doc_library (const DocModel *doc)
{
  return doc->library;
}

const LibIndex *
doc_index (const DocModel *doc)
{
  return doc->index;
}
