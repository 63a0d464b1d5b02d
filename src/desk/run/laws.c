/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GTask per job. It holds what it needs, counted: the text of the diagram, or the
 * laws that were compiled of the same text before; and the table of the run, which any
 * thread may read. What the laws depend on besides x is looked up in that table on the
 * thread, since only the compiled law knows what that is; the main thread looks it up
 * again to see whether a curve still holds. */
#include "desk/run/laws.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "desk/property.h"
#include "desk/quantity.h"
#include "doc/level.h"
#include "lang/parse.h"
#include "lib/model.h"

/* Where a run stands: what is said of one component. */
typedef struct {
  const char *item; /* interned */
  const char *path; /* of it in the model, interned */
  const SimModel *model;
  const RunTrace *trace; /* NULL: there is no run */
  double time;
} Point;

typedef struct {
  LibIndex *library;
  BaseSource *source; /* of the diagram */
  const char *shown;  /* its component, interned */
  char **tables;
  Point point; /* counted */
  guint n_inputs;
  GPtrArray *laws;   /* RunLaw, counted; NULL: to be compiled */
  GPtrArray *curves; /* DeskLaw */
  char *wrong;       /* why there are not all laws that the metadata names */
  char *why;         /* the same of curves */
  int stop_flag;     /* atomic */
} Job;

struct _DeskLaws {
  GObject parent;

  DeskDocument *document;
  DeskSelection *selection;
  DeskTimeline *timeline;
  const char *item;   /* interned; NULL: nothing that has laws */
  BaseSource *source; /* that the laws are of; NULL: not compiled yet */
  guint n_inputs;     /* DeskDocument.n_inputs of then */
  GPtrArray *laws;
  GPtrArray *curves; /* never NULL */
  char *wrong;       /* why not all are there; else NULL */
  char *why;         /* the same of curves, or that */
  Job *running;      /* owned by its task */
  bool is_asked;     /* once more when that has ended */
};

G_DEFINE_FINAL_TYPE (DeskLaws, desk_laws, G_TYPE_OBJECT)

/* ---- what a run tells ---- */

static double
value_of (const Point *point, const char *name)
{
  g_autofree char *path =
      g_strconcat (point->trace != NULL ? point->path : point->item, ".", name, NULL);
  const uint32_t column =
      point->trace != NULL ? sim_model_find (point->model, path) : UINT32_MAX;

  return column != UINT32_MAX && run_trace_length (point->trace) > 0
             ? run_trace_value_at (point->trace, column, point->time)
             : NAN;
}

static RunRange
visited_of (const Point *point, const char *name)
{
  g_autofree char *path =
      g_strconcat (point->trace != NULL ? point->path : point->item, ".", name, NULL);
  const uint32_t column =
      point->trace != NULL ? sim_model_find (point->model, path) : UINT32_MAX;

  return column != UINT32_MAX ? run_trace_range (point->trace, column, 0,
                                                 run_trace_length (point->trace))
                              : (RunRange){1, 0};
}

/* Borrowed from the current run, if it is of this model. */
static Point
find_point (const DeskLaws *self)
{
  const DeskRun *run = self->timeline->runs->current;
  const LangClass *root = doc_level_root (self->document->doc);
  Point point = {.item = self->item};

  if (run == NULL || root == NULL || g_strcmp0 (run->component, root->name) != 0 ||
      self->item == NULL)
    return point;
  g_autofree char *path = doc_level_path (self->document->doc, self->item);
  point.path = base_name (path);
  point.model = run_session_model (run->session);
  point.trace = run_session_trace (run->session);
  point.time = desk_timeline_shown (self->timeline);
  return point;
}

/* ---- on the thread ---- */

static void
law_free (gpointer data)
{
  DeskLaw *law = data;

  run_law_curve_free (law->curve);
  g_free (law->given);
  g_free (law);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  lib_index_unref (job->library);
  base_source_unref (job->source);
  g_strfreev (job->tables);
  sim_model_unref ((SimModel *) job->point.model);
  run_trace_unref ((RunTrace *) job->point.trace);
  g_clear_pointer (&job->laws, g_ptr_array_unref);
  g_clear_pointer (&job->curves, g_ptr_array_unref);
  g_free (job->wrong);
  g_free (job->why);
  g_free (job);
}

static void
compile (Job *job)
{
  g_autoptr (BaseDiags) told = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (job->source, told);
  g_autoptr (LibIndex) index = lib_index_put (job->library, file, NULL, told);
  const BaseLimits limits = {.tables = (const char *const *) job->tables,
                             .stop_flag = &job->stop_flag};
  g_autofree char *candidates = NULL;
  const LibEntry *analysis;
  const LibEntry *entry =
      lib_model_find (index, file, job->shown, &analysis, &candidates);

  job->laws = entry != NULL
                  ? run_laws_new (index, entry, job->point.item, &limits, &job->wrong)
                  : g_ptr_array_new ();
}

/* At the point of the job; NULL, and it is said why, if it cannot be drawn. */
static DeskLaw *
law_new (Job *job, const RunLaw *law)
{
  const RunRange visited = visited_of (&job->point, law->x);
  g_autofree double *given = g_new (double, law->n_given + 1);

  for (uint32_t k = 0; k < law->n_given; k++) {
    const double value = value_of (&job->point, law->given[k]);

    given[k] = isfinite (value) ? value : law->given_values[k];
  }
  g_autofree char *why = NULL;
  RunLawCurve *curve = run_law_draw (law, given, &visited, &job->stop_flag, &why);
  if (curve == NULL && job->why == NULL)
    job->why = g_steal_pointer (&why);
  if (curve == NULL)
    return NULL;
  DeskLaw *drawn = g_new0 (DeskLaw, 1);
  *drawn = (DeskLaw){law, curve, visited, g_steal_pointer (&given)};
  return drawn;
}

static void
draw (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;

  if (job->laws == NULL)
    compile (job);
  job->curves = g_ptr_array_new_with_free_func (law_free);
  for (guint i = 0; i < job->laws->len && !g_atomic_int_get (&job->stop_flag); i++) {
    DeskLaw *law = law_new (job, job->laws->pdata[i]);

    if (law != NULL)
      g_ptr_array_add (job->curves, law);
  }
  g_task_return_boolean (task, TRUE);
}

/* ---- one job at a time ---- */

static void begin (DeskLaws *self);

/* Nothing is told if there was nothing and is nothing. */
static void
take_curves (DeskLaws *self, GPtrArray *curves, const char *why)
{
  if (curves->len == 0 && self->curves->len == 0 && g_strcmp0 (why, self->why) == 0)
    return;
  g_ptr_array_unref (self->curves);
  self->curves = g_ptr_array_ref (curves);
  g_free (self->why);
  self->why = g_strdup (why);
  g_object_notify (G_OBJECT (self), "curves");
}

static void
drawn (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DeskLaws) self = data;
  Job *job = g_task_get_task_data (G_TASK (result));
  const bool is_wanted =
      self->item == job->point.item && g_atomic_int_get (&job->stop_flag) == 0;

  self->running = NULL;
  if (is_wanted) {
    /* The curves point at laws: these go first where they are others. */
    GPtrArray *before = self->laws;

    self->laws = g_ptr_array_ref (job->laws);
    g_clear_pointer (&self->source, base_source_unref);
    self->source = base_source_ref (job->source);
    self->n_inputs = job->n_inputs;
    g_free (self->wrong);
    self->wrong = g_strdup (job->wrong);
    take_curves (self, job->curves, job->wrong != NULL ? job->wrong : job->why);
    g_clear_pointer (&before, g_ptr_array_unref);
  }
  if (self->is_asked)
    begin (self);
  else if (is_wanted)
    desk_laws_follow (self); /* the time has gone on meanwhile */
}

static void
begin (DeskLaws *self)
{
  const DocModel *doc = self->document->doc;
  const BaseSource *source = lang_file_source (doc_file (doc));

  self->is_asked = false;
  if (self->item == NULL || !doc_can_edit (doc))
    return;
  if (self->running != NULL) {
    self->is_asked = true;
    return;
  }
  Job *job = self->running = g_new0 (Job, 1);
  job->library = lib_index_ref (doc_library (doc));
  job->source = base_source_ref (source);
  job->shown = doc_class (doc)->name;
  job->tables = g_strdupv ((char **) self->document->tables->pdata);
  job->point = find_point (self);
  if (job->point.trace != NULL) {
    sim_model_ref (job->point.model);
    run_trace_ref (job->point.trace);
  }
  job->n_inputs = self->document->n_inputs;
  if (self->source == source && self->n_inputs == job->n_inputs) {
    job->laws = g_ptr_array_ref (self->laws);
    job->wrong = g_strdup (self->wrong);
  }
  /* No source: the thread could be the last to let it go. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, drawn, g_object_ref (self));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, draw);
}

/* ---- when it is drawn anew ---- */

/* The only component that is selected, if it has a law; interned. */
static const char *
find_item (const DeskLaws *self)
{
  const DocModel *doc = self->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (self->selection, &n);
  const uint32_t k = n == 1 ? doc_find_item (doc, names[0]) : UINT32_MAX;
  const LibCard *card = k != UINT32_MAX ? doc_item (doc, k)->card : NULL;

  return card != NULL && run_law_is_named (doc_library (doc), card->entry) ? names[0]
                                                                           : NULL;
}

static void
forget (DeskLaws *self)
{
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (GPtrArray) laws = g_steal_pointer (&self->laws);

  if (self->running != NULL)
    g_atomic_int_set (&self->running->stop_flag, 1);
  g_clear_pointer (&self->source, base_source_unref);
  take_curves (self, none, NULL);
}

/* Of another component nothing stays. */
static void
changed (DeskLaws *self)
{
  const char *item = find_item (self);

  if (item != self->item || !doc_can_edit (self->document->doc)) {
    forget (self);
    self->item = item;
  }
  begin (self);
}

/* Nothing of another diagram, whatever its components are called. */
static void
is_other (DeskLaws *self)
{
  forget (self);
  self->item = NULL;
  changed (self);
}

/* Files may have changed without the text. */
static void
compiled (DeskLaws *self)
{
  if (self->source != NULL && self->n_inputs != self->document->n_inputs)
    begin (self);
}

static bool
is_outdated (const DeskLaws *self, const DeskLaw *law)
{
  const Point point = find_point (self);
  const RunRange visited = visited_of (&point, law->law->x);

  if (visited.min <= visited.max &&
      (visited.min != law->visited.min || visited.max != law->visited.max))
    return true;
  for (uint32_t i = 0; i < law->law->n_given; i++) {
    const double value = value_of (&point, law->law->given[i]);

    if (isfinite (value) && value != law->given[i])
      return true;
  }
  return false;
}

void
desk_laws_follow (DeskLaws *self)
{
  for (guint i = 0; i < self->curves->len; i++)
    if (is_outdated (self, self->curves->pdata[i])) {
      begin (self);
      return;
    }
}

/* ---- object ---- */

void
desk_laws_stop (DeskLaws *self)
{
  self->item = NULL;
  self->is_asked = false;
  if (self->running != NULL)
    g_atomic_int_set (&self->running->stop_flag, 1);
}

static void
desk_laws_finalize (GObject *object)
{
  DeskLaws *self = DESK_LAWS (object);

  g_clear_pointer (&self->source, base_source_unref);
  g_ptr_array_unref (self->curves);
  g_free (self->wrong);
  g_free (self->why);
  g_clear_pointer (&self->laws, g_ptr_array_unref);
  G_OBJECT_CLASS (desk_laws_parent_class)->finalize (object);
}

static void
desk_laws_class_init (DeskLawsClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"curves", G_TYPE_POINTER, G_STRUCT_OFFSET (DeskLaws, curves)},
  };

  G_OBJECT_CLASS (class)->finalize = desk_laws_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_laws_init (DeskLaws *self)
{
  self->curves = g_ptr_array_new ();
}

DeskLaws *
desk_laws_new (DeskDocument *document, DeskSelection *selection, DeskTimeline *timeline)
{
  DeskLaws *self = g_object_new (DESK_TYPE_LAWS, NULL);

  self->document = document;
  self->selection = selection;
  self->timeline = timeline;
  desk_property_listen (document, "doc", self, G_CALLBACK (is_other));
  desk_property_listen (document, "compiler", self, G_CALLBACK (compiled));
  desk_property_listen (document, "revision", self, G_CALLBACK (changed));
  desk_property_listen (selection, "names", self, G_CALLBACK (changed));
  desk_property_listen (timeline, "time", self, G_CALLBACK (desk_laws_follow));
  desk_property_listen (timeline->runs, "current", self, G_CALLBACK (desk_laws_follow));
  return self;
}

/* ---- what is known ---- */

uint32_t
desk_laws_n (const DeskLaws *self)
{
  return self->curves->len;
}

const DeskLaw *
desk_laws_get (const DeskLaws *self, uint32_t i)
{
  return self->curves->pdata[i];
}

const char *
desk_laws_why (const DeskLaws *self)
{
  return self->why;
}

bool
desk_laws_point (const DeskLaws *self, uint32_t i, uint32_t k, double point[2])
{
  const RunLaw *law = desk_laws_get (self, i)->law;
  const Point at = find_point (self);

  point[0] = value_of (&at, law->x);
  point[1] = value_of (&at, law->y[k]);
  return isfinite (point[0]) && isfinite (point[1]);
}

char *
desk_laws_point_to_text (const DeskLaws *self, uint32_t i)
{
  const RunLaw *law = desk_laws_get (self, i)->law;
  g_autoptr (GString) x = g_string_new (NULL);
  g_autoptr (GString) y = g_string_new (NULL);
  double point[2];

  for (uint32_t k = 0; k < law->n_y; k++) {
    if (!desk_laws_point (self, i, k, point))
      return NULL;
    g_string_append (y, k > 0 ? ", " : "");
    desk_quantity_append (y, sim_model_var (law->model, law->variables[1 + k]),
                          law->y[k], point[1]);
  }
  desk_quantity_append (x, sim_model_var (law->model, law->variables[0]), law->x,
                        point[0]);
  /* Translators: two quantities, as in "f = 3 N at v = 0.5 m/s". */
  return g_strdup_printf (_ ("%s at %s"), y->str, x->str);
}

char *
desk_laws_given_to_text (const DeskLaws *self, uint32_t i)
{
  const DeskLaw *drawn = desk_laws_get (self, i);
  const RunLaw *law = drawn->law;
  GString *text = law->n_given > 0 ? g_string_new (NULL) : NULL;

  for (uint32_t k = 0; k < law->n_given; k++) {
    g_string_append (text, k > 0 ? ", " : "");
    desk_quantity_append (text, sim_model_var (law->model, law->given_variables[k]),
                          law->given[k], drawn->given[k]);
  }
  return text != NULL ? g_string_free (text, FALSE) : NULL;
}

bool
desk_laws_is_busy (const DeskLaws *self)
{
  return self->running != NULL;
}
