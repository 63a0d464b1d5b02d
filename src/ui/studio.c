#include "ui/studio.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "ui/compiler.h"

#define DEFAULT_STOP 10.0
#define DEFAULT_RTOL 1e-6
#define DEFAULT_ALG  "auto"
/* What is plotted when a run begins and nothing was chosen. */
enum { N_AUTO_PLOTS = 2, N_AUTO_CURVES = 4 };

struct _UiStudio {
  GObject parent;

  LibIndex *library;
  DocModel *doc;
  UiCompiler *compiler;
  BaseDiags *diags;  /* of the text, the compiler, and the start of the current run */
  GHashTable *worst; /* instance name -> BaseDiag of that list */
  bool run_when_compiled;

  GPtrArray *selection; /* interned names, NULL-terminated */
  uint32_t selected_wire;

  GPtrArray *runs; /* UiRun */
  UiRun *current;
  uint32_t n_runs_made;
  double speed;

  GPtrArray *plots; /* of GPtrArray of interned names, NULL-terminated */
  double time;
};

G_DEFINE_FINAL_TYPE (UiStudio, ui_studio, G_TYPE_OBJECT)

enum {
  DOC_REPLACED,
  DOC_CHANGED,
  SELECTION_CHANGED,
  DIAGS_CHANGED,
  MODEL_CHANGED,
  RUN_CHANGED,
  RUNS_CHANGED,
  PLOTS_CHANGED,
  TIME_CHANGED,
  MESSAGE,
  N_SIGNALS
};
static guint signals[N_SIGNALS];

static void
tell (UiStudio *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* ---- diagnostics ---- */

static void
note_worst (UiStudio *self, const char *path, const BaseDiag *diag)
{
  if (path == NULL || path[0] == '\0')
    return;
  g_autofree char *item = g_strndup (path, strcspn (path, ".["));
  const BaseDiag *known = g_hash_table_lookup (self->worst, item);
  if (known == NULL || diag->severity > known->severity)
    g_hash_table_insert (self->worst, g_steal_pointer (&item), (gpointer) diag);
}

/* A diagnostic without a path may stand inside the text of an instance. */
static void
note_by_place (UiStudio *self, const BaseDiag *diag)
{
  const char *path = base_source_path (lang_file_source (doc_file (self->doc)));

  if (diag->path != NULL || diag->file == NULL || strcmp (diag->file, path) != 0)
    return;
  for (uint32_t i = 0; i < doc_n_items (self->doc); i++) {
    const DocItem *item = doc_item (self->doc, i);

    if (diag->begin >= item->decl->span.begin && diag->begin < item->decl->span.end)
      note_worst (self, item->name, diag);
  }
}

/* What the start of the current run kept, moved or added, as long as the diagram is the
 * one that ran. */
static const BaseDiags *
start_report (UiStudio *self)
{
  if (self->current == NULL ||
      run_session_model (self->current->session) != ui_compiler_model (self->compiler))
    return NULL;
  return run_session_start_report (self->current->session);
}

static void
collect_diags (UiStudio *self)
{
  const BaseDiags *report = start_report (self);

  g_hash_table_remove_all (self->worst);
  base_diags_free (self->diags);
  self->diags = base_diags_new ();
  base_diags_append (self->diags, ui_compiler_diags (self->compiler));
  if (report != NULL)
    base_diags_append (self->diags, report);
  for (uint32_t i = 0; i < base_diags_count (self->diags); i++) {
    const BaseDiag *diag = base_diags_get (self->diags, i);

    note_worst (self, diag->path, diag);
    for (uint32_t c = 0; diag->culprits[c] != NULL; c++)
      note_worst (self, diag->culprits[c], diag);
    note_by_place (self, diag);
  }
  tell (self, DIAGS_CHANGED);
}

/* ---- runs ---- */

static void
run_free (gpointer data)
{
  UiRun *run = data;

  run_session_stop (run->session);
  g_object_unref (run->session);
  g_free (run->name);
  g_free (run);
}

GPtrArray *
ui_studio_runs (UiStudio *self)
{
  return self->runs;
}

UiRun *
ui_studio_current_run (UiStudio *self)
{
  return self->current;
}

RunSessionState
ui_studio_run_state (UiStudio *self)
{
  return self->current == NULL ? RUN_IDLE
                               : run_session_get_state (self->current->session);
}

static bool
is_active (const UiRun *run)
{
  RunSessionState state = run_session_get_state (run->session);

  return state == RUN_RUNNING || state == RUN_PAUSED;
}

/* Keeps pinned runs, the current one and the one before it (shown grey until the new
 * one has landed). */
static void
drop_old_runs (UiStudio *self)
{
  for (guint i = 0; i + 2 < self->runs->len;) {
    UiRun *run = g_ptr_array_index (self->runs, i);

    if (run->is_pinned || run == self->current)
      i++;
    else
      g_ptr_array_remove_index (self->runs, i);
  }
}

static void
on_run_state (UiStudio *self)
{
  if (self->current != NULL &&
      run_session_get_state (self->current->session) == RUN_FAILED) {
    const GError *error = run_session_error (self->current->session);

    if (error != NULL)
      g_signal_emit (self, signals[MESSAGE], 0, error->message);
  }
  if (ui_studio_run_state (self) != RUN_RUNNING)
    collect_diags (self); /* the start's report has come */
  tell (self, RUN_CHANGED);
}

static SimOptions
options_of (UiStudio *self)
{
  SimOptions options = sim_options_default ();
  DocAnalysis analysis = {0};

  doc_get_analysis (self->doc, &analysis);
  options.stop = ui_studio_stop_time (self);
  options.rtol = ui_studio_rtol (self);
  options.solver = ui_studio_solver (self);
  if (analysis.exists && isfinite (analysis.abstol))
    options.atol = analysis.abstol;
  if (analysis.exists && isfinite (analysis.saveat))
    options.interval = analysis.saveat;
  g_free (analysis.alg);
  return options;
}

/* The plot whose curves have this unit, or a new one while there is room. */
static uint32_t
plot_for_units (const char **units, uint32_t *n_units, const char *of_var)
{
  for (uint32_t p = 0; p < *n_units; p++)
    if (strcmp (units[p], of_var) == 0)
      return p;
  if (*n_units == N_AUTO_PLOTS)
    return UINT32_MAX;
  units[*n_units] = of_var;
  return (*n_units)++;
}

/* The first states that a user named, one plot for each unit: something to look at in a
 * model nobody plotted yet. */
static void
plot_something (UiStudio *self, const SimModel *model)
{
  const char *units[N_AUTO_PLOTS];
  uint32_t n_curves[N_AUTO_PLOTS] = {0};
  uint32_t n_units = 0, n;

  for (guint p = 0; p < self->plots->len; p++) {
    ui_studio_plot_variables (self, p, &n);
    if (n > 0)
      return;
  }
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    if (!var->is_state || var->is_derived)
      continue;
    uint32_t plot = plot_for_units (units, &n_units, var->units);
    if (plot != UINT32_MAX && n_curves[plot]++ < N_AUTO_CURVES)
      ui_studio_plot_add (self, plot, var->name);
  }
}

static void
begin_run (UiStudio *self, const SimModel *model)
{
  SimOptions options = options_of (self);
  UiRun *run = g_new0 (UiRun, 1);

  if (self->current != NULL)
    run_session_stop (self->current->session);
  run->number = ++self->n_runs_made;
  run->name = g_strdup_printf (_ ("Run %u"), run->number);
  run->session = run_session_new (model, &options);
  run_session_set_speed (run->session, self->speed);
  g_signal_connect_object (run->session, "notify::state", G_CALLBACK (on_run_state),
                           self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->runs, run);
  self->current = run;
  self->time = NAN;
  drop_old_runs (self);
  plot_something (self, model);
  run_session_start (run->session);
  tell (self, RUNS_CHANGED);
  tell (self, RUN_CHANGED);
}

void
ui_studio_run (UiStudio *self)
{
  const SimModel *model = ui_compiler_model (self->compiler);

  if (ui_studio_run_state (self) == RUN_PAUSED) {
    ui_studio_resume (self);
    return;
  }
  self->run_when_compiled = ui_compiler_is_busy (self->compiler);
  if (self->run_when_compiled)
    return;
  if (model != NULL)
    begin_run (self, model);
  else
    g_signal_emit (self, signals[MESSAGE], 0,
                   _ ("The diagram has errors; they are listed under Problems"));
}

void
ui_studio_stop (UiStudio *self)
{
  self->run_when_compiled = false;
  if (self->current != NULL && is_active (self->current))
    run_session_stop (self->current->session);
}

void
ui_studio_pause (UiStudio *self)
{
  if (ui_studio_run_state (self) == RUN_RUNNING)
    run_session_pause (self->current->session);
}

void
ui_studio_resume (UiStudio *self)
{
  if (ui_studio_run_state (self) == RUN_PAUSED)
    run_session_resume (self->current->session);
}

void
ui_studio_step (UiStudio *self)
{
  if (ui_studio_run_state (self) == RUN_PAUSED)
    run_session_step (self->current->session);
}

void
ui_studio_pin_run (UiStudio *self, UiRun *run, bool pinned)
{
  run->is_pinned = pinned;
  tell (self, RUNS_CHANGED);
}

void
ui_studio_remove_run (UiStudio *self, UiRun *run)
{
  if (run == self->current)
    self->current = NULL;
  g_ptr_array_remove (self->runs, run);
  tell (self, RUNS_CHANGED);
  tell (self, RUN_CHANGED);
}

/* ---- settings of a run, kept in the diagram ---- */

double
ui_studio_stop_time (UiStudio *self)
{
  DocAnalysis analysis = {0};

  doc_get_analysis (self->doc, &analysis);
  g_free (analysis.alg);
  return analysis.exists && isfinite (analysis.stop) ? analysis.stop : DEFAULT_STOP;
}

double
ui_studio_rtol (UiStudio *self)
{
  DocAnalysis analysis = {0};

  doc_get_analysis (self->doc, &analysis);
  g_free (analysis.alg);
  return analysis.exists && isfinite (analysis.reltol) ? analysis.reltol : DEFAULT_RTOL;
}

const char *
ui_studio_solver (UiStudio *self)
{
  DocAnalysis analysis = {0};
  const char *name = DEFAULT_ALG;

  doc_get_analysis (self->doc, &analysis);
  if (analysis.exists && analysis.alg != NULL)
    name = base_name (analysis.alg);
  g_free (analysis.alg);
  return name;
}

/* Reads the analysis, lets the caller change it, writes it back: one undoable step. */
static void
set_analysis (UiStudio *self, double stop, double rtol, const char *alg)
{
  DocAnalysis analysis = {0};
  g_autoptr (GError) error = NULL;

  doc_get_analysis (self->doc, &analysis);
  if (!analysis.exists)
    analysis = (DocAnalysis){true, DEFAULT_STOP, NAN, NAN, NAN, NULL};
  analysis.exists = true;
  analysis.stop = isfinite (stop) ? stop : analysis.stop;
  analysis.reltol = isfinite (rtol) ? rtol : analysis.reltol;
  if (alg != NULL) {
    g_free (analysis.alg);
    analysis.alg = g_strdup (alg);
  }
  if (!doc_set_analysis (self->doc, &analysis, &error) && error != NULL)
    g_signal_emit (self, signals[MESSAGE], 0, error->message);
  g_free (analysis.alg);
}

void
ui_studio_set_stop_time (UiStudio *self, double stop)
{
  if (stop > 0 && stop != ui_studio_stop_time (self))
    set_analysis (self, stop, NAN, NULL);
}

void
ui_studio_set_rtol (UiStudio *self, double rtol)
{
  if (rtol > 0 && rtol != ui_studio_rtol (self))
    set_analysis (self, NAN, rtol, NULL);
}

void
ui_studio_set_solver (UiStudio *self, const char *name)
{
  if (strcmp (name, ui_studio_solver (self)) != 0)
    set_analysis (self, NAN, NAN, name);
}

double
ui_studio_speed (UiStudio *self)
{
  return self->speed;
}

void
ui_studio_set_speed (UiStudio *self, double speed)
{
  self->speed = speed;
  if (self->current != NULL && is_active (self->current))
    run_session_set_speed (self->current->session, speed);
}

/* ---- compilation ---- */

static void
on_compiled (gpointer data)
{
  UiStudio *self = data;
  const SimModel *model = ui_compiler_model (self->compiler);

  collect_diags (self);
  tell (self, MODEL_CHANGED);
  if (!self->run_when_compiled)
    return;
  self->run_when_compiled = false;
  if (model != NULL)
    begin_run (self, model);
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
  return ui_compiler_model (self->compiler);
}

bool
ui_studio_is_compiling (UiStudio *self)
{
  return ui_compiler_is_busy (self->compiler);
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
    tell (self, SELECTION_CHANGED);
}

static void
on_doc (void *data, DocModel *doc)
{
  UiStudio *self = data;

  prune_selection (self);
  ui_compiler_submit (self->compiler, doc);
  tell (self, DOC_CHANGED);
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
  self->run_when_compiled = false;
  g_ptr_array_set_size (self->runs, 0);
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = UINT32_MAX;
  g_hash_table_remove_all (self->worst);
  ui_compiler_forget (self->compiler);
  doc_listen (doc, on_doc, self);
  clear_plots (self);
  ui_compiler_submit (self->compiler, doc);
  tell (self, DOC_REPLACED);
  tell (self, RUNS_CHANGED);
  tell (self, RUN_CHANGED);
  tell (self, SELECTION_CHANGED);
  collect_diags (self);
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
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, error))
    return false;
  replace_doc (self, doc_from_text (self->library, NULL, text, length));
  return true;
}

bool
ui_studio_save (UiStudio *self, const char *path, GError **error)
{
  bool is_saved = doc_save (self->doc, path, error);

  if (is_saved)
    tell (self, DOC_CHANGED);
  return is_saved;
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
    tell (self, SELECTION_CHANGED);
}

void
ui_studio_select_wire (UiStudio *self, uint32_t wire)
{
  g_ptr_array_set_size (self->selection, 0);
  g_ptr_array_add (self->selection, NULL);
  self->selected_wire = wire;
  tell (self, SELECTION_CHANGED);
}

uint32_t
ui_studio_selected_wire (UiStudio *self)
{
  return self->selected_wire;
}

/* ---- plots ---- */

uint32_t
ui_studio_n_plots (UiStudio *self)
{
  return self->plots->len;
}

const char *const *
ui_studio_plot_variables (UiStudio *self, uint32_t plot, uint32_t *n)
{
  GPtrArray *names = g_ptr_array_index (self->plots, plot);

  *n = names->len - 1;
  return (const char *const *) names->pdata;
}

bool
ui_studio_is_plotted (UiStudio *self, const char *variable)
{
  for (guint p = 0; p < self->plots->len; p++)
    if (g_ptr_array_find (g_ptr_array_index (self->plots, p), base_name (variable),
                          NULL))
      return true;
  return false;
}

static GPtrArray *
plot_new (void)
{
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, NULL);
  return names;
}

void
ui_studio_plot_new (UiStudio *self)
{
  g_ptr_array_add (self->plots, plot_new ());
  tell (self, PLOTS_CHANGED);
}

void
ui_studio_plot_add (UiStudio *self, uint32_t plot, const char *variable)
{
  while (self->plots->len <= plot)
    g_ptr_array_add (self->plots, plot_new ());
  GPtrArray *names = g_ptr_array_index (self->plots, plot);
  if (g_ptr_array_find (names, base_name (variable), NULL))
    return;
  g_ptr_array_insert (names, (gint) names->len - 1, (gpointer) base_name (variable));
  tell (self, PLOTS_CHANGED);
}

void
ui_studio_plot_remove (UiStudio *self, uint32_t plot, const char *variable)
{
  guint at;

  if (plot >= self->plots->len)
    return;
  GPtrArray *names = g_ptr_array_index (self->plots, plot);
  if (!g_ptr_array_find (names, base_name (variable), &at))
    return;
  g_ptr_array_remove_index (names, at);
  if (names->len == 1 && self->plots->len > 1)
    g_ptr_array_remove_index (self->plots, plot);
  tell (self, PLOTS_CHANGED);
}

void
ui_studio_plot_remove_all (UiStudio *self, uint32_t plot)
{
  if (plot < self->plots->len)
    g_ptr_array_remove_index (self->plots, plot);
  if (self->plots->len == 0)
    g_ptr_array_add (self->plots, plot_new ());
  tell (self, PLOTS_CHANGED);
}

double
ui_studio_time (UiStudio *self)
{
  return self->time;
}

void
ui_studio_set_time (UiStudio *self, double time)
{
  if (time == self->time || (isnan (time) && isnan (self->time)))
    return;
  self->time = time;
  tell (self, TIME_CHANGED);
}

/* ---- object ---- */

static void
ui_studio_finalize (GObject *object)
{
  UiStudio *self = UI_STUDIO (object);

  doc_unlisten (self->doc, on_doc, self);
  ui_compiler_free (self->compiler);
  g_hash_table_unref (self->worst);
  base_diags_free (self->diags);
  g_ptr_array_unref (self->runs);
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
      "doc-replaced",  "doc-changed",   "selection-changed",
      "diags-changed", "model-changed", "run-changed",
      "runs-changed",  "plots-changed", "time-changed"};

  G_OBJECT_CLASS (class)->finalize = ui_studio_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (NAMES); i++)
    signals[i] = g_signal_new (NAMES[i], UI_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", UI_TYPE_STUDIO, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ui_studio_init (UiStudio *self)
{
  self->diags = base_diags_new ();
  self->worst = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->runs = g_ptr_array_new_with_free_func (run_free);
  self->selection = plot_new ();
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
