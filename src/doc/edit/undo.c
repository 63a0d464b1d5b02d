/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of editing: they are opened, made of patches, settled and closed, and from then
 * on taken back and made again. Only here is the text of a model replaced. */
#include <glib/gi18n-lib.h>

#include "base/file.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/edit/step.h"
#include "doc/wire/route.h"

/* Makes a batch of changes in the text, or takes it back. */
static void
read_text (DocModel *doc, GArray *batch, bool undo, bool is_typed)
{
  g_autoptr (GArray) edits = NULL;
  g_autoptr (BaseSource) source = doc_step_text (batch, doc_source (doc), undo, &edits);

  if (is_typed)
    doc_read_typed (doc, source, edits);
  else
    doc_read_edit (doc, source, edits);
  doc_tell_text (doc, edits);
}

/* Makes a batch of changes, which it takes, as a part of the open step. */
static void
make (DocModel *doc, GArray *batch)
{
  if (doc->before == NULL) {
    doc->before = doc_settle_note (doc);
    doc->ways = doc->open->is_whole_text ? NULL : doc_settle_ways (doc);
  }
  g_ptr_array_add (doc->open->batches, batch);
  read_text (doc, batch, false, false);
  doc_view_read (doc);
  doc->open->after = doc->shown;
}

/* The same of a patch, which may be NULL; false if it changes nothing. */
static bool
make_patch (DocModel *doc, DocPatch *patch)
{
  GArray *batch = patch == NULL ? NULL : doc_patch_finish (patch);

  if (batch != NULL)
    make (doc, batch);
  return batch != NULL;
}

/* Takes a step back, or makes it again. */
static void
replay (DocModel *doc, const DocStep *step, bool undo)
{
  const guint n = step->batches->len;
  const char *level = doc->shown.level;

  doc->shown = undo ? step->before : step->after;
  for (guint i = 0; i < n; i++)
    read_text (doc, step->batches->pdata[undo ? n - 1 - i : i], undo,
               step->is_typed || doc->ahead != NULL);
  /* What is drawn may be of a text before. */
  if (doc->ahead != NULL && doc->shown.level != level)
    doc_level_find (doc);
  if (doc->ahead == NULL || doc->shown.level != level)
    doc_view_read (doc);
}

void
doc_begin (DocModel *doc, const char *label)
{
  if (doc->nesting++ == 0) {
    doc->open = doc_step_new (label, doc->shown);
    doc->open->number = ++doc->n_steps;
  }
  doc_route_limit_step (doc);
}

void
doc_end (DocModel *doc)
{
  g_assert (doc->nesting > 0);
  if (doc->nesting == 1 && doc->before != NULL && !doc->open->is_whole_text &&
      !doc->open->is_cancelled) {
    make_patch (doc, doc_settle_places (doc, doc->before));
    make_patch (doc, doc_settle_wires (doc, doc->before));
  }
  if (--doc->nesting > 0)
    return;
  doc_route_limit (doc, 0);
  g_clear_pointer (&doc->before, doc_settle_free);
  g_clear_pointer (&doc->ways, doc_ways_free);
  g_ptr_array_set_size (doc->kept_arenas, 0);
  if (doc->stale_items->len > 0 || doc->stale_wires->len > 0)
    doc_view_read (doc); /* was changed, but in no way that the text tells */
  g_clear_pointer (&doc->loose, g_hash_table_unref);
  DocStep *step = g_steal_pointer (&doc->open);
  const bool is_made = step->batches->len > 0;
  if (is_made && !step->is_cancelled) {
    g_ptr_array_add (doc->undo, step);
    g_ptr_array_set_size (doc->redo, 0);
  } else {
    if (is_made)
      replay (doc, step, true);
    doc_step_free (step);
  }
  if (is_made || doc->is_taken_back)
    doc_changed (doc);
}

void
doc_cancel (DocModel *doc)
{
  g_assert (doc->nesting > 0);
  doc->open->is_cancelled = true;
  doc_end (doc);
}

bool
doc_apply (DocPatch *patch, const char *format, ...)
{
  DocModel *doc = doc_patch_model (patch);
  va_list args;

  va_start (args, format);
  g_autofree char *label = g_strdup_vprintf (_ (format), args);
  va_end (args);
  doc_begin (doc, label);
  const bool is_changed = make_patch (doc, patch);
  doc_end (doc);
  return is_changed;
}

bool
doc_set_text (DocModel *doc, const char *text, gsize length)
{
  gsize old_length;
  const char *old = doc_text (doc, &old_length);

  if (length == old_length && memcmp (text, old, length) == 0)
    return false;
  GArray *batch = doc_step_batch_new ();
  doc_step_batch_add (batch, 0, (uint32_t) old_length, text, length);
  doc_begin (doc, _ ("Edit text"));
  doc->open->is_whole_text = true;
  make (doc, batch);
  doc_end (doc);
  return true;
}

/* The step that typing may go on with, or NULL. */
static DocStep *
typed_last (const DocModel *doc)
{
  DocStep *last = doc->undo->len > 0 ? doc->undo->pdata[doc->undo->len - 1] : NULL;

  return last != NULL && last->is_typed && doc->redo->len == 0 ? last : NULL;
}

bool
doc_type (DocModel *doc, DocTyped typed, bool goes_on)
{
  DocStep *step = goes_on ? typed_last (doc) : NULL;

  if (doc->nesting > 0)
    return false;
  if (step == NULL) {
    step = doc_step_new (_ ("Edit text"), doc->shown);
    step->number = ++doc->n_steps;
    step->is_typed = true;
    g_ptr_array_add (doc->undo, step);
    g_ptr_array_set_size (doc->redo, 0);
  }
  GArray *batch = doc_step_batch_new ();
  doc_step_batch_add (batch, typed.begin, typed.end - typed.begin, typed.text,
                      typed.length);
  g_ptr_array_add (step->batches, batch);
  read_text (doc, batch, false, true);
  if (doc->ahead == NULL)
    doc_view_read (doc);
  step->after = doc->shown;
  doc_changed (doc);
  return true;
}

bool
doc_reload (DocModel *doc, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (doc->path, DOC_TEXT_MOST, &length, error);

  if (text == NULL)
    return false;
  doc_set_text (doc, text, length);
  doc_note_saved (doc);
  return true;
}

/* ---- back and forth ---- */

uint32_t
doc_undo_depth (const DocModel *doc)
{
  return doc->undo->len;
}

void
doc_begin_anew (DocModel *doc, uint64_t *step, const char *label)
{
  const guint n = doc->undo->len;
  const DocStep *last = n > 0 ? doc->undo->pdata[n - 1] : NULL;

  if (doc->nesting == 0 && last != NULL && last->number == *step) {
    replay (doc, last, true);
    g_ptr_array_set_size (doc->undo, (gint) n - 1);
    doc->is_taken_back = true;
  }
  doc_begin (doc, label);
  *step = doc->open->number;
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

static DocStep *
last_of (const GPtrArray *steps)
{
  return steps->len == 0 ? NULL : steps->pdata[steps->len - 1];
}

/* Saving has named the model after its file: that is no edit of the user's, and undo
 * goes past it as long as there is one; redo goes back the same way. */
static bool
is_past_naming (const DocModel *doc, bool undo)
{
  const DocStep *naming = last_of (doc->undo);
  const DocStep *next = last_of (doc->redo);

  if (naming == NULL || naming->named_after == NULL)
    return false;
  return undo ? doc->undo->len > 1 && g_strcmp0 (naming->named_after, doc->path) == 0
              : next != NULL && next->is_unnamed;
}

/* On top of another step, which leaves those that can be made again as they are. */
static void
name_again (DocModel *doc, const DocStep *naming)
{
  GPtrArray *redo = doc->redo;

  doc->redo = g_ptr_array_new ();
  if (naming->name_again (doc, naming->after.root, NULL)) {
    last_of (doc->undo)->named_after = naming->named_after;
    last_of (doc->undo)->name_again = naming->name_again;
  }
  g_ptr_array_unref (doc->redo);
  doc->redo = redo;
}

static bool
go (DocModel *doc, GPtrArray *from, GPtrArray *to, bool undo)
{
  if (from->len == 0 || doc->nesting > 0)
    return false;
  DocStep *naming = is_past_naming (doc, undo)
                        ? g_ptr_array_steal_index (doc->undo, doc->undo->len - 1)
                        : NULL;
  if (naming != NULL)
    replay (doc, naming, true);
  DocStep *step = g_ptr_array_steal_index (from, from->len - 1);
  replay (doc, step, undo);
  g_ptr_array_add (to, step);
  if (naming != NULL) {
    step->is_unnamed = true;
    name_again (doc, naming);
    doc_step_free (naming);
  }
  doc_changed (doc);
  return true;
}

bool
doc_undo (DocModel *doc)
{
  return go (doc, doc->undo, doc->redo, true);
}

bool
doc_redo (DocModel *doc)
{
  return go (doc, doc->redo, doc->undo, false);
}

static const char *
label_of (const DocStep *step)
{
  return step != NULL ? step->label : NULL;
}

const char *
doc_undo_label (const DocModel *doc)
{
  return label_of (is_past_naming (doc, true) ? doc->undo->pdata[doc->undo->len - 2]
                                              : last_of (doc->undo));
}

const char *
doc_redo_label (const DocModel *doc)
{
  return label_of (last_of (doc->redo));
}
