/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "desk/studio-private.h"

G_DEFINE_FINAL_TYPE (DeskStudio, desk_studio, G_TYPE_OBJECT)

static guint signals[DESK_STUDIO_N_SIGNALS];

void
desk_studio_tell (DeskStudio *self, DeskStudioSignal signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
desk_studio_say (DeskStudio *self, const char *sentence)
{
  g_signal_emit (self, signals[DESK_STUDIO_MESSAGE], 0, sentence);
}

/* ---- diagnostics ---- */

static void
note_worst (DeskStudio *self, const char *item, const BaseDiag *diag)
{
  const BaseDiag *known = item != NULL ? g_hash_table_lookup (self->worst, item) : NULL;

  if (item != NULL && (known == NULL || diag->severity > known->severity))
    g_hash_table_insert (self->worst, (gpointer) item, (gpointer) diag);
}

static const char *
name_of (DeskStudio *self, uint32_t item)
{
  return item != UINT32_MAX ? doc_item (self->doc, item)->name : NULL;
}

/* Does it stand in this text of the diagram? */
static bool
is_within (DeskStudio *self, const BaseDiag *diag, BaseSpan span)
{
  const char *path = base_source_path (lang_file_source (doc_file (self->doc)));

  return diag->file != NULL && strcmp (diag->file, path) == 0 &&
         diag->begin >= span.begin && diag->begin < span.end;
}

const char *
desk_studio_diag_item (DeskStudio *self, const BaseDiag *diag)
{
  const char *name = diag->path != NULL
                         ? name_of (self, doc_find_item_of (self->doc, diag->path))
                         : NULL;

  for (uint32_t i = 0; name == NULL && i < doc_n_items (self->doc); i++)
    if (is_within (self, diag, doc_item (self->doc, i)->decl->span))
      name = doc_item (self->doc, i)->name;
  return name;
}

uint32_t
desk_studio_diag_wire (DeskStudio *self, const BaseDiag *diag)
{
  for (uint32_t i = 0; i < doc_n_wires (self->doc); i++)
    if (is_within (self, diag, doc_wire (self->doc, i)->relation->span))
      return i;
  return UINT32_MAX;
}

/* Is the diagram the one that the current run is of? */
static bool
is_what_ran (DeskStudio *self)
{
  const DeskProgram *ran = self->current != NULL ? self->current->program : NULL;

  return ran != NULL && (ran == desk_compiler_program (self->compiler) ||
                         ran == desk_compiler_live (self->compiler));
}

static void
add_report (DeskStudio *self, const BaseDiags *report)
{
  if (report != NULL)
    base_diags_append (self->diags, report);
}

/* Why that run ended early. */
static const BaseDiag *
run_failure (DeskStudio *self)
{
  return is_what_ran (self) ? run_session_failure (self->current->session) : NULL;
}

void
desk_studio_collect_diags (DeskStudio *self)
{
  const BaseDiag *failure = run_failure (self);

  g_hash_table_remove_all (self->worst);
  base_diags_free (self->diags);
  self->diags = base_diags_new ();
  base_diags_append (self->diags, desk_compiler_diags (self->compiler));
  if (is_what_ran (self)) {
    /* What its start kept, moved or added, and what changed on the way. */
    add_report (self, run_session_start_report (self->current->session));
    add_report (self, run_session_run_report (self->current->session));
  }
  if (failure != NULL)
    base_diags_append_one (self->diags, failure);
  for (uint32_t i = 0; i < base_diags_count (self->diags); i++) {
    const BaseDiag *diag = base_diags_get (self->diags, i);

    note_worst (self, desk_studio_diag_item (self, diag), diag);
    for (uint32_t c = 0; diag->culprits[c] != NULL; c++)
      note_worst (self, name_of (self, doc_find_item_of (self->doc, diag->culprits[c])),
                  diag);
  }
  desk_studio_tell (self, DESK_STUDIO_DIAGS_CHANGED);
}

/* ---- compilation ---- */

static void
on_compiled (gpointer data)
{
  DeskStudio *self = data;
  DeskProgram *program = desk_compiler_program (self->compiler);

  desk_studio_collect_diags (self);
  desk_studio_tell (self, DESK_STUDIO_MODEL_CHANGED);
  if (!self->run_when_compiled)
    return;
  self->run_when_compiled = false;
  if (program != NULL)
    desk_studio_run_program (self, program);
  else
    desk_studio_run (self); /* says what is wrong */
}

const BaseDiags *
desk_studio_diags (DeskStudio *self)
{
  return self->diags;
}

const BaseDiag *
desk_studio_item_diag (DeskStudio *self, const char *item)
{
  return g_hash_table_lookup (self->worst, item);
}

const SimModel *
desk_studio_model (DeskStudio *self)
{
  const DeskProgram *program = desk_compiler_program (self->compiler);

  return program != NULL ? desk_program_model (program) : NULL;
}

DeskProgram *
desk_studio_program (DeskStudio *self)
{
  return desk_compiler_program (self->compiler);
}

bool
desk_studio_is_compiling (DeskStudio *self)
{
  return !desk_compiler_is_at_rest (self->compiler);
}

/* ---- the diagram ---- */

/* Names that are gone leave the selection. */
static void
prune_selection (DeskStudio *self)
{
  guint n = self->selection->len;

  for (guint i = 0; i + 1 < self->selection->len;) {
    const char *name = g_ptr_array_index (self->selection, i);

    if (doc_find_item (self->doc, name) == UINT32_MAX)
      g_ptr_array_remove_index (self->selection, i);
    else
      i++;
  }
  bool wire_gone = self->selected_wire != UINT32_MAX;
  self->selected_wire = UINT32_MAX; /* wires are numbered anew by every change */
  if (n != self->selection->len || wire_gone)
    desk_studio_tell (self, DESK_STUDIO_SELECTION_CHANGED);
}

static void
on_doc (void *data, DocModel *doc)
{
  DeskStudio *self = data;

  prune_selection (self);
  desk_compiler_submit (self->compiler, doc, (const char *const *) self->tables->pdata);
  desk_studio_compare_run (self);
  desk_studio_tell (self, DESK_STUDIO_DOC_CHANGED);
}

static void
clear_plots (DeskStudio *self)
{
  g_ptr_array_set_size (self->plots, 0);
  desk_studio_plot_remove_all (self, 0);
}

static void
replace_doc (DeskStudio *self, DocModel *doc)
{
  if (self->doc != NULL) {
    doc_unlisten (self->doc, on_doc, self);
    doc_free (self->doc);
  }
  self->doc = doc;
  self->current = NULL;
  g_clear_pointer (&self->outdated, g_free);
  self->time = NAN;
  self->is_playing = false;
  self->replay_speed = 0;
  desk_studio_forget_pull (self);
  self->run_when_compiled = false;
  g_ptr_array_set_size (self->runs, 0);
  g_ptr_array_set_size (self->tables, 0);
  g_ptr_array_add (self->tables, NULL);
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = UINT32_MAX;
  g_hash_table_remove_all (self->worst);
  desk_compiler_forget (self->compiler);
  doc_listen (doc, on_doc, self);
  clear_plots (self);
  desk_compiler_submit (self->compiler, doc, (const char *const *) self->tables->pdata);
  desk_studio_tell (self, DESK_STUDIO_DOC_REPLACED);
  desk_studio_tell (self, DESK_STUDIO_RUNS_CHANGED);
  desk_studio_tell (self, DESK_STUDIO_RUN_CHANGED);
  desk_studio_tell (self, DESK_STUDIO_TIME_CHANGED);
  desk_studio_tell (self, DESK_STUDIO_REPLAY_CHANGED);
  desk_studio_tell (self, DESK_STUDIO_SELECTION_CHANGED);
  desk_studio_collect_diags (self);
}

DocModel *
desk_studio_doc (DeskStudio *self)
{
  return self->doc;
}

const LibIndex *
desk_studio_library (DeskStudio *self)
{
  return self->library;
}

void
desk_studio_new_doc (DeskStudio *self)
{
  replace_doc (self, doc_new (self->library));
}

void
desk_studio_take_doc (DeskStudio *self, DocModel *doc)
{
  replace_doc (self, doc);
}

bool
desk_studio_open (DeskStudio *self, const char *path, GError **error)
{
  DocModel *doc = doc_load (self->library, path, error);

  if (doc == NULL)
    return false;
  replace_doc (self, doc);
  return true;
}

bool
desk_studio_open_example (DeskStudio *self, const char *path, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, error);

  if (text == NULL)
    return false;
  replace_doc (self, doc_from_text (self->library, NULL, text, length));
  return true;
}

bool
desk_studio_save (DeskStudio *self, const char *path, GError **error)
{
  const bool is_other = g_strcmp0 (path, doc_path (self->doc)) != 0;
  const bool is_named = is_other && doc_name_after (self->doc, path);
  const bool is_saved = doc_save (self->doc, path, error);

  if (is_named && !is_saved)
    doc_undo (self->doc);
  if (is_saved)
    desk_studio_tell (self, DESK_STUDIO_DOC_CHANGED);
  return is_saved;
}

void
desk_studio_allow_file (DeskStudio *self, const char *path)
{
  g_ptr_array_insert (self->tables, (gint) self->tables->len - 1, g_strdup (path));
  desk_compiler_submit (self->compiler, self->doc,
                        (const char *const *) self->tables->pdata);
  desk_studio_tell (self, DESK_STUDIO_DIAGS_CHANGED);
}

/* ---- selection ---- */

const char *const *
desk_studio_selection (DeskStudio *self, uint32_t *n)
{
  if (n != NULL)
    *n = self->selection->len - 1;
  return (const char *const *) self->selection->pdata;
}

bool
desk_studio_is_selected (DeskStudio *self, const char *name)
{
  const char *interned = base_name (name);

  for (guint i = 0; i + 1 < self->selection->len; i++)
    if (g_ptr_array_index (self->selection, i) == interned)
      return true;
  return false;
}

void
desk_studio_select (DeskStudio *self, const char *const *names, uint32_t n)
{
  GPtrArray *fresh = g_ptr_array_new ();

  for (uint32_t i = 0; i < n; i++)
    g_ptr_array_add (fresh, (gpointer) base_name (names[i]));
  g_ptr_array_add (fresh, NULL);
  bool is_same =
      fresh->len == self->selection->len &&
      memcmp (fresh->pdata, self->selection->pdata, fresh->len * sizeof (void *)) == 0;
  g_ptr_array_unref (self->selection);
  self->selection = fresh;
  is_same = is_same && self->selected_wire == UINT32_MAX;
  self->selected_wire = UINT32_MAX;
  if (!is_same)
    desk_studio_tell (self, DESK_STUDIO_SELECTION_CHANGED);
}

void
desk_studio_select_wire (DeskStudio *self, uint32_t wire)
{
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = wire;
  desk_studio_tell (self, DESK_STUDIO_SELECTION_CHANGED);
}

uint32_t
desk_studio_selected_wire (DeskStudio *self)
{
  return self->selected_wire;
}

/* ---- object ---- */

static void
desk_studio_finalize (GObject *object)
{
  DeskStudio *self = DESK_STUDIO (object);

  g_ptr_array_unref (self->tables);
  doc_unlisten (self->doc, on_doc, self);
  desk_compiler_free (self->compiler);
  desk_studio_forget_pull (self);
  g_hash_table_unref (self->worst);
  base_diags_free (self->diags);
  g_ptr_array_unref (self->runs);
  g_free (self->outdated);
  g_ptr_array_unref (self->selection);
  g_ptr_array_unref (self->plots);
  doc_free (self->doc);
  lib_index_unref (self->library);
  G_OBJECT_CLASS (desk_studio_parent_class)->finalize (object);
}

static void
desk_studio_class_init (DeskStudioClass *class)
{
  static const char *const NAMES[] = {
      "doc-replaced",  "doc-changed",    "selection-changed", "diags-changed",
      "model-changed", "run-changed",    "runs-changed",      "plots-changed",
      "time-changed",  "replay-changed", "pull-changed"};

  G_OBJECT_CLASS (class)->finalize = desk_studio_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (NAMES); i++)
    signals[i] = g_signal_new (NAMES[i], DESK_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[DESK_STUDIO_MESSAGE] =
      g_signal_new ("message", DESK_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("refused", DESK_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_OBJECT);
}

static void
desk_studio_init (DeskStudio *self)
{
  self->diags = base_diags_new ();
  self->worst = g_hash_table_new (g_str_hash, g_str_equal);
  self->runs = g_ptr_array_new_with_free_func (desk_studio_run_free);
  self->selection = desk_studio_name_list_new ();
  self->tables = g_ptr_array_new_with_free_func (g_free);
  self->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->selected_wire = UINT32_MAX;
  self->time = NAN;
}

DeskStudio *
desk_studio_new (const LibIndex *library)
{
  DeskStudio *self = g_object_new (DESK_TYPE_STUDIO, NULL);

  self->library = lib_index_ref (library);
  self->compiler = desk_compiler_new (on_compiled, self);
  replace_doc (self, doc_new (library));
  return self;
}
