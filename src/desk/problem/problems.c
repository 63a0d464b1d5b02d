/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers diagnostics from compiler and run, and finds what of the diagram each of them
 * is about: by its path, by its place in the text, and by the culprits that it names.
 */
#include "desk/problem/problems.h"

#include <string.h>

#include "doc/level.h"

G_DEFINE_FINAL_TYPE (DeskProblems, desk_problems, G_TYPE_OBJECT)

const BaseDiag *
desk_problems_of (const DeskProblems *self, const char *item)
{
  return g_hash_table_lookup (self->worst, item);
}

BaseSeverity
desk_problems_severity (const DeskProblems *self, const BaseDiag *diag)
{
  return desk_compiler_is_missing (diag) && !self->is_asked_for ? BASE_WARNING
                                                                : diag->severity;
}

/* ---- places ---- */

typedef BaseSpan (*SpanOf) (const DocModel *doc, uint32_t i);

static BaseSpan
span_of_item (const DocModel *doc, uint32_t i)
{
  return lang_file_span (doc_file (doc), doc_item (doc, i)->decl->span);
}

static BaseSpan
span_of_wire (const DocModel *doc, uint32_t i)
{
  return lang_file_span (doc_file (doc), doc_wire (doc, i)->relation->span);
}

/* In which of n parts, which are in the order of the text, it stands; UINT32_MAX: in
 * none of this diagram's. */
static uint32_t
find_place (const DocModel *doc, const BaseDiag *diag, uint32_t n, SpanOf span_of)
{
  const char *path = base_source_path (lang_file_source (doc_file (doc)));
  uint32_t low = 0, high = n;

  if (diag->file == NULL || strcmp (diag->file, path) != 0 || doc_is_ahead (doc))
    return UINT32_MAX;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;

    if (span_of (doc, middle).end <= diag->begin)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && span_of (doc, low).begin <= diag->begin ? low : UINT32_MAX;
}

char *
desk_problems_level (const DeskProblems *self, const BaseDiag *diag)
{
  const DocModel *doc = self->document->doc;
  const char *path = base_source_path (doc_source (doc));

  if (diag->path != NULL && *diag->path != '\0')
    return doc_level_of (doc, diag->path);
  return diag->file != NULL && strcmp (diag->file, path) == 0 && !doc_is_ahead (doc)
             ? doc_level_at (doc, diag->begin)
             : NULL;
}

/* By its path, by its place in the component shown, or by that in one that a part leads
 * to. */
static uint32_t
item_of (const DeskProblems *self, const BaseDiag *diag)
{
  const DocModel *doc = self->document->doc;
  uint32_t item =
      diag->path != NULL ? doc_level_find_item (doc, diag->path) : UINT32_MAX;

  if (item == UINT32_MAX)
    item = find_place (doc, diag, doc_n_items (doc), span_of_item);
  if (item != UINT32_MAX || diag->path != NULL)
    return item;
  g_autofree char *level = desk_problems_level (self, diag);
  return level != NULL ? doc_level_find_item (doc, level) : UINT32_MAX;
}

/* A diagnostic may be about all parts of a diagram, so what is in the list is known by
 * a table. */
static void
add_item (GPtrArray *names, GHashTable *known, const DocModel *doc, uint32_t item)
{
  const char *name = item != UINT32_MAX ? doc_item (doc, item)->name : NULL;

  if (name != NULL && g_hash_table_add (known, (gpointer) name))
    g_ptr_array_add (names, (gpointer) name);
}

GPtrArray *
desk_problems_items (const DeskProblems *self, const BaseDiag *diag)
{
  const DocModel *doc = self->document->doc;
  GPtrArray *names = g_ptr_array_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_direct_hash, g_direct_equal);

  add_item (names, known, doc, item_of (self, diag));
  for (uint32_t i = 0; diag->culprits[i] != NULL; i++)
    add_item (names, known, doc, doc_level_find_item (doc, diag->culprits[i]));
  return names;
}

uint32_t
desk_problems_wire (const DeskProblems *self, const BaseDiag *diag)
{
  const DocModel *doc = self->document->doc;

  return find_place (doc, diag, doc_n_wires (doc), span_of_wire);
}

/* ---- gathering ---- */

static void
note_worst (DeskProblems *self, const BaseDiag *diag)
{
  g_autoptr (GPtrArray) names = desk_problems_items (self, diag);

  for (guint i = 0; i < names->len; i++) {
    const BaseDiag *known = desk_problems_of (self, names->pdata[i]);

    if (known == NULL ||
        desk_problems_severity (self, diag) > desk_problems_severity (self, known))
      g_hash_table_insert (self->worst, names->pdata[i], (gpointer) diag);
  }
}

/* What the start of a run of this diagram kept, moved or added, what changed on the
 * way, and why it ended early. */
static void
add_run (DeskProblems *self)
{
  const DeskCompiler *compiler = self->document->compiler;
  const DeskRun *run = self->runs->current;

  if (run == NULL || (run->program != desk_compiler_program (compiler) &&
                      run->program != desk_compiler_live (compiler)))
    return;
  const BaseDiags *reports[] = {run_session_start_report (run->session),
                                run_session_run_report (run->session)};
  const BaseDiag *failure = run_session_failure (run->session);
  for (guint i = 0; i < G_N_ELEMENTS (reports); i++)
    if (reports[i] != NULL)
      base_diags_append (self->diags, reports[i]);
  if (failure != NULL)
    base_diags_append_one (self->diags, failure);
}

static void
collect (DeskProblems *self)
{
  g_hash_table_remove_all (self->worst);
  base_diags_free (self->diags);
  self->diags = base_diags_new ();
  base_diags_append (self->diags, desk_compiler_diags (self->document->compiler));
  add_run (self);
  for (uint32_t i = 0; i < base_diags_count (self->diags); i++)
    note_worst (self, base_diags_get (self->diags, i));
  g_object_notify (G_OBJECT (self), "diags");
}

static void
on_compiled (DeskProblems *self)
{
  if (desk_compiler_program (self->document->compiler) != NULL)
    self->is_asked_for = false;
  collect (self);
}

static void
on_refused (DeskProblems *self)
{
  self->is_asked_for = true;
  collect (self);
}

static void
on_replaced (DeskProblems *self)
{
  self->is_asked_for = false;
}

/* A run reports when it pauses or has ended. */
static void
on_run (DeskProblems *self)
{
  if (desk_runs_state (self->runs) != RUN_RUNNING)
    collect (self);
}

/* ---- object ---- */

static void
desk_problems_finalize (GObject *object)
{
  DeskProblems *self = DESK_PROBLEMS (object);

  g_hash_table_unref (self->worst);
  base_diags_free (self->diags);
  G_OBJECT_CLASS (desk_problems_parent_class)->finalize (object);
}

static void
desk_problems_class_init (DeskProblemsClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"diags", G_TYPE_POINTER, offsetof (DeskProblems, diags)}};

  G_OBJECT_CLASS (class)->finalize = desk_problems_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_problems_init (DeskProblems *self)
{
  self->diags = base_diags_new ();
  self->worst = g_hash_table_new (g_str_hash, g_str_equal);
}

DeskProblems *
desk_problems_new (DeskDocument *document, DeskRuns *runs)
{
  DeskProblems *self = g_object_new (DESK_TYPE_PROBLEMS, NULL);

  self->document = document;
  self->runs = runs;
  desk_property_listen (document, "doc", self, G_CALLBACK (on_replaced));
  desk_property_listen (document, "compiler", self, G_CALLBACK (on_compiled));
  desk_property_listen (document, "level", self, G_CALLBACK (collect));
  desk_property_listen (runs, "is-refused", self, G_CALLBACK (on_refused));
  desk_property_listen (runs, "current", self, G_CALLBACK (on_run));
  return self;
}
