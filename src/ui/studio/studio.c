/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/name.h"
#include "ui/studio/studio-private.h"

G_DEFINE_FINAL_TYPE (UiStudio, ui_studio, G_TYPE_OBJECT)

static guint signals[UI_STUDIO_N_SIGNALS];

void
ui_studio_tell (UiStudio *self, UiStudioSignal signal)
{
  g_signal_emit (self, signals[signal], 0);
}

void
ui_studio_say (UiStudio *self, const char *sentence)
{
  g_signal_emit (self, signals[UI_STUDIO_MESSAGE], 0, sentence);
}

/* ---- diagnostics ---- */

static void
note_worst (UiStudio *self, const char *item, const BaseDiag *diag)
{
  const BaseDiag *known = item != NULL ? g_hash_table_lookup (self->worst, item) : NULL;

  if (item != NULL && (known == NULL || diag->severity > known->severity))
    g_hash_table_insert (self->worst, (gpointer) item, (gpointer) diag);
}

static const char *
name_of (UiStudio *self, uint32_t item)
{
  return item != UINT32_MAX ? doc_item (self->doc, item)->name : NULL;
}

/* Does it stand in this text of the diagram? */
static bool
is_within (UiStudio *self, const BaseDiag *diag, BaseSpan span)
{
  const char *path = base_source_path (lang_file_source (doc_file (self->doc)));

  return diag->file != NULL && strcmp (diag->file, path) == 0 &&
         diag->begin >= span.begin && diag->begin < span.end;
}

const char *
ui_studio_diag_item (UiStudio *self, const BaseDiag *diag)
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
ui_studio_diag_wire (UiStudio *self, const BaseDiag *diag)
{
  for (uint32_t i = 0; i < doc_n_wires (self->doc); i++)
    if (is_within (self, diag, doc_wire (self->doc, i)->relation->span))
      return i;
  return UINT32_MAX;
}

/* Is the diagram the one that the current run is of? */
static bool
is_what_ran (UiStudio *self)
{
  const UiProgram *ran = self->current != NULL ? self->current->program : NULL;

  return ran != NULL && (ran == ui_compiler_program (self->compiler) ||
                         ran == ui_compiler_live (self->compiler));
}

static void
add_report (UiStudio *self, const BaseDiags *report)
{
  if (report != NULL)
    base_diags_append (self->diags, report);
}

/* Why that run ended early. */
static const BaseDiag *
run_failure (UiStudio *self)
{
  return is_what_ran (self) ? run_session_failure (self->current->session) : NULL;
}

void
ui_studio_collect_diags (UiStudio *self)
{
  const BaseDiag *failure = run_failure (self);

  g_hash_table_remove_all (self->worst);
  base_diags_free (self->diags);
  self->diags = base_diags_new ();
  base_diags_append (self->diags, ui_compiler_diags (self->compiler));
  if (is_what_ran (self)) {
    /* What its start kept, moved or added, and what changed on the way. */
    add_report (self, run_session_start_report (self->current->session));
    add_report (self, run_session_run_report (self->current->session));
  }
  if (failure != NULL)
    base_diags_append_one (self->diags, failure);
  for (uint32_t i = 0; i < base_diags_count (self->diags); i++) {
    const BaseDiag *diag = base_diags_get (self->diags, i);

    note_worst (self, ui_studio_diag_item (self, diag), diag);
    for (uint32_t c = 0; diag->culprits[c] != NULL; c++)
      note_worst (self, name_of (self, doc_find_item_of (self->doc, diag->culprits[c])),
                  diag);
  }
  ui_studio_tell (self, UI_STUDIO_DIAGS_CHANGED);
}

/* ---- compilation ---- */

static void
on_compiled (gpointer data)
{
  UiStudio *self = data;
  UiProgram *program = ui_compiler_program (self->compiler);

  ui_studio_collect_diags (self);
  ui_studio_tell (self, UI_STUDIO_MODEL_CHANGED);
  if (!self->run_when_compiled)
    return;
  self->run_when_compiled = false;
  if (program != NULL)
    ui_studio_run_program (self, program);
  else
    ui_studio_run (self); /* says what is wrong */
}

const BaseDiags *
ui_studio_diags (UiStudio *self)
{
  return self->diags;
}

const BaseDiag *
ui_studio_item_diag (UiStudio *self, const char *item)
{
  return g_hash_table_lookup (self->worst, item);
}

const SimModel *
ui_studio_model (UiStudio *self)
{
  const UiProgram *program = ui_compiler_program (self->compiler);

  return program != NULL ? ui_program_model (program) : NULL;
}

UiProgram *
ui_studio_program (UiStudio *self)
{
  return ui_compiler_program (self->compiler);
}

bool
ui_studio_is_compiling (UiStudio *self)
{
  return !ui_compiler_is_at_rest (self->compiler);
}

/* ---- the diagram ---- */

/* Names that are gone leave the selection. */
static void
prune_selection (UiStudio *self)
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
    ui_studio_tell (self, UI_STUDIO_SELECTION_CHANGED);
}

static void
on_doc (void *data, DocModel *doc)
{
  UiStudio *self = data;

  prune_selection (self);
  ui_compiler_submit (self->compiler, doc, (const char *const *) self->tables->pdata);
  ui_studio_compare_run (self);
  ui_studio_tell (self, UI_STUDIO_DOC_CHANGED);
}

static void
clear_plots (UiStudio *self)
{
  g_ptr_array_set_size (self->plots, 0);
  ui_studio_plot_remove_all (self, 0);
}

static void
replace_doc (UiStudio *self, DocModel *doc)
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
  ui_studio_forget_pull (self);
  self->run_when_compiled = false;
  g_ptr_array_set_size (self->runs, 0);
  g_ptr_array_set_size (self->tables, 0);
  g_ptr_array_add (self->tables, NULL);
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = UINT32_MAX;
  g_hash_table_remove_all (self->worst);
  ui_compiler_forget (self->compiler);
  doc_listen (doc, on_doc, self);
  clear_plots (self);
  ui_compiler_submit (self->compiler, doc, (const char *const *) self->tables->pdata);
  ui_studio_tell (self, UI_STUDIO_DOC_REPLACED);
  ui_studio_tell (self, UI_STUDIO_RUNS_CHANGED);
  ui_studio_tell (self, UI_STUDIO_RUN_CHANGED);
  ui_studio_tell (self, UI_STUDIO_TIME_CHANGED);
  ui_studio_tell (self, UI_STUDIO_REPLAY_CHANGED);
  ui_studio_tell (self, UI_STUDIO_SELECTION_CHANGED);
  ui_studio_collect_diags (self);
}

DocModel *
ui_studio_doc (UiStudio *self)
{
  return self->doc;
}

const LibIndex *
ui_studio_library (UiStudio *self)
{
  return self->library;
}

void
ui_studio_new_doc (UiStudio *self)
{
  replace_doc (self, doc_new (self->library));
}

void
ui_studio_take_doc (UiStudio *self, DocModel *doc)
{
  replace_doc (self, doc);
}

bool
ui_studio_open (UiStudio *self, const char *path, GError **error)
{
  DocModel *doc = doc_load (self->library, path, error);

  if (doc == NULL)
    return false;
  replace_doc (self, doc);
  return true;
}

bool
ui_studio_open_example (UiStudio *self, const char *path, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, error);

  if (text == NULL)
    return false;
  replace_doc (self, doc_from_text (self->library, NULL, text, length));
  return true;
}

bool
ui_studio_save (UiStudio *self, const char *path, GError **error)
{
  const bool is_other = g_strcmp0 (path, doc_path (self->doc)) != 0;
  const bool is_named = is_other && doc_name_after (self->doc, path);
  const bool is_saved = doc_save (self->doc, path, error);

  if (is_named && !is_saved)
    doc_undo (self->doc);
  if (is_saved)
    ui_studio_tell (self, UI_STUDIO_DOC_CHANGED);
  return is_saved;
}

void
ui_studio_allow_file (UiStudio *self, const char *path)
{
  g_ptr_array_insert (self->tables, (gint) self->tables->len - 1, g_strdup (path));
  ui_compiler_submit (self->compiler, self->doc,
                      (const char *const *) self->tables->pdata);
  ui_studio_tell (self, UI_STUDIO_DIAGS_CHANGED);
}

/* ---- selection ---- */

const char *const *
ui_studio_selection (UiStudio *self, uint32_t *n)
{
  if (n != NULL)
    *n = self->selection->len - 1;
  return (const char *const *) self->selection->pdata;
}

bool
ui_studio_is_selected (UiStudio *self, const char *name)
{
  const char *interned = base_name (name);

  for (guint i = 0; i + 1 < self->selection->len; i++)
    if (g_ptr_array_index (self->selection, i) == interned)
      return true;
  return false;
}

void
ui_studio_select (UiStudio *self, const char *const *names, uint32_t n)
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
    ui_studio_tell (self, UI_STUDIO_SELECTION_CHANGED);
}

void
ui_studio_select_wire (UiStudio *self, uint32_t wire)
{
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = wire;
  ui_studio_tell (self, UI_STUDIO_SELECTION_CHANGED);
}

uint32_t
ui_studio_selected_wire (UiStudio *self)
{
  return self->selected_wire;
}

/* ---- object ---- */

static void
ui_studio_finalize (GObject *object)
{
  UiStudio *self = UI_STUDIO (object);

  g_ptr_array_unref (self->tables);
  doc_unlisten (self->doc, on_doc, self);
  ui_compiler_free (self->compiler);
  ui_studio_forget_pull (self);
  g_hash_table_unref (self->worst);
  base_diags_free (self->diags);
  g_ptr_array_unref (self->runs);
  g_free (self->outdated);
  g_ptr_array_unref (self->selection);
  g_ptr_array_unref (self->plots);
  doc_free (self->doc);
  lib_index_unref (self->library);
  G_OBJECT_CLASS (ui_studio_parent_class)->finalize (object);
}

static void
ui_studio_class_init (UiStudioClass *class)
{
  static const char *const NAMES[] = {
      "doc-replaced",  "doc-changed",    "selection-changed", "diags-changed",
      "model-changed", "run-changed",    "runs-changed",      "plots-changed",
      "time-changed",  "replay-changed", "pull-changed"};

  G_OBJECT_CLASS (class)->finalize = ui_studio_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (NAMES); i++)
    signals[i] = g_signal_new (NAMES[i], UI_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[UI_STUDIO_MESSAGE] =
      g_signal_new ("message", UI_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("refused", UI_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_OBJECT);
}

static void
ui_studio_init (UiStudio *self)
{
  self->diags = base_diags_new ();
  self->worst = g_hash_table_new (g_str_hash, g_str_equal);
  self->runs = g_ptr_array_new_with_free_func (ui_studio_run_free);
  self->selection = ui_studio_name_list_new ();
  self->tables = g_ptr_array_new_with_free_func (g_free);
  self->plots = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->selected_wire = UINT32_MAX;
  self->time = NAN;
}

UiStudio *
ui_studio_new (const LibIndex *library)
{
  UiStudio *self = g_object_new (UI_TYPE_STUDIO, NULL);

  self->library = lib_index_ref (library);
  self->compiler = ui_compiler_new (on_compiled, self);
  replace_doc (self, doc_new (library));
  return self;
}
