/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the curves of plots with their cursors and measures all of them on a thread;
 * while that goes on only the last question that was asked waits. Curves that stand in
 * two plots are one row. */
#include "desk/plot/measures.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/property.h"

enum { DIGITS = 5 };
static const char UNKNOWN[] = "\u2013";

/* One curve of a question. */
typedef struct {
  RunMeasured curve;
  size_t n_rows;
} Asked;

typedef struct DeskMeasuresJob Job;
struct DeskMeasuresJob {
  double times[2];
  GArray *asked;  /* Asked; it holds their traces */
  GPtrArray *all; /* DeskMeasure, to be filled */
};

G_DEFINE_FINAL_TYPE (DeskMeasures, desk_measures, G_TYPE_OBJECT)

static void
measure_free (gpointer data)
{
  DeskMeasure *measure = data;

  g_free (measure->label);
  g_free (measure->units);
  g_free (measure);
}

static void
let_trace_go (gpointer data)
{
  run_trace_unref ((RunTrace *) ((Asked *) data)->curve.trace);
}

static Job *
job_new (void)
{
  Job *job = g_new0 (Job, 1);

  job->asked = g_array_new (FALSE, FALSE, sizeof (Asked));
  g_array_set_clear_func (job->asked, let_trace_go);
  job->all = g_ptr_array_new_with_free_func (measure_free);
  return job;
}

static void
job_free (Job *job)
{
  g_array_unref (job->asked);
  g_ptr_array_unref (job->all);
  g_free (job);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Job, job_free)

/* ---- the question ---- */

static bool
has_curve (const Job *job, const FigureCurve *curve)
{
  for (guint i = 0; i < job->asked->len; i++) {
    const RunMeasured *one = &g_array_index (job->asked, Asked, i).curve;

    if (one->trace == curve->trace && one->column == curve->column)
      return true;
  }
  return false;
}

static void
add_curve (Job *job, const FigureCurve *curve)
{
  const Asked asked = {
      {run_trace_ref (curve->trace), curve->column, curve->factor, curve->offset},
      run_trace_length (curve->trace)};
  DeskMeasure *measure = g_new0 (DeskMeasure, 1);

  g_array_append_val (job->asked, asked);
  measure->label = g_strdup (curve->label);
  measure->units = g_strdup (curve->units != NULL ? curve->units : "");
  measure->color = curve->color;
  g_ptr_array_add (job->all, measure);
}

static Job *
ask (const DeskPlotView *view)
{
  Job *job = job_new ();

  desk_plot_view_get_cursors (view, job->times);
  for (uint32_t p = 0; desk_plot_view_has_cursor (view) && p < desk_plot_view_n (view);
       p++) {
    const FigurePlot *plot = desk_plot_view_plot (view, p, NULL);

    for (uint32_t i = 0; i < plot->n_curves; i++)
      if (!plot->curves[i].is_hidden && !has_curve (job, &plot->curves[i]))
        add_curve (job, &plot->curves[i]);
  }
  return job;
}

static bool
is_same_time (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static bool
is_same_curve (const Asked *a, const Asked *b)
{
  return a->n_rows == b->n_rows && a->curve.trace == b->curve.trace &&
         a->curve.column == b->curve.column && a->curve.factor == b->curve.factor &&
         a->curve.offset == b->curve.offset;
}

static bool
is_same (const Job *a, const Job *b)
{
  if (a == NULL || a->all->len != b->all->len ||
      !is_same_time (a->times[0], b->times[0]) ||
      !is_same_time (a->times[1], b->times[1]))
    return false;
  for (guint i = 0; i < a->all->len; i++) {
    const DeskMeasure *one = a->all->pdata[i], *other = b->all->pdata[i];

    if (!is_same_curve (&g_array_index (a->asked, Asked, i),
                        &g_array_index (b->asked, Asked, i)) ||
        strcmp (one->label, other->label) != 0 ||
        memcmp (&one->color, &other->color, sizeof one->color) != 0)
      return false;
  }
  return true;
}

/* ---- the answer ---- */

static void
measure_all (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;

  for (guint i = 0; i < job->all->len; i++)
    ((DeskMeasure *) job->all->pdata[i])->measure = run_measure_between (
        &g_array_index (job->asked, Asked, i).curve, job->times[0], job->times[1]);
  g_task_return_boolean (task, TRUE);
}

static void begin (DeskMeasures *self);

static void
measured (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DeskMeasures) self = data;

  self->is_busy = false;
  g_ptr_array_unref (self->all);
  self->all = g_ptr_array_ref (self->asked->all);
  memcpy (self->times, self->asked->times, sizeof self->times);
  if (self->next != NULL) {
    job_free (self->asked);
    self->asked = g_steal_pointer (&self->next);
    begin (self);
  }
  g_object_notify (G_OBJECT (self), "all");
}

/* No source: the thread could be the last to let it go. */
static void
begin (DeskMeasures *self)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, measured, g_object_ref (self));

  self->is_busy = true;
  g_task_set_task_data (task, self->asked, NULL);
  g_task_run_in_thread (task, measure_all);
}

void
desk_measures_refresh (DeskMeasures *self, const DeskPlotView *view)
{
  g_autoptr (Job) job = ask (view);

  if (is_same (self->next != NULL ? self->next : self->asked, job))
    return;
  if (self->is_busy) {
    g_clear_pointer (&self->next, job_free);
    self->next = g_steal_pointer (&job);
  } else {
    g_clear_pointer (&self->asked, job_free);
    self->asked = g_steal_pointer (&job);
    begin (self);
  }
}

/* ---- the table ---- */

const char *
desk_measures_title (DeskMeasureKind kind)
{
  static const char *const TITLES[] = {[DESK_MEASURE_A] = "A",
                                       [DESK_MEASURE_B] = "B",
                                       [DESK_MEASURE_CHANGE] = "B\u2212A",
                                       [DESK_MEASURE_SLOPE] = N_ ("Slope"),
                                       [DESK_MEASURE_MIN] = N_ ("Min"),
                                       [DESK_MEASURE_MAX] = N_ ("Max"),
                                       [DESK_MEASURE_MEAN] = N_ ("Mean"),
                                       [DESK_MEASURE_RMS] = N_ ("RMS"),
                                       [DESK_MEASURE_SETTLING] = N_ ("Settling"),
                                       [DESK_MEASURE_RISE] = N_ ("Rise")};

  return _ (TITLES[kind]);
}

const char *
desk_measures_help (DeskMeasureKind kind)
{
  static const char *const SENTENCES[] = {
      [DESK_MEASURE_A] = N_ ("Value at cursor A"),
      [DESK_MEASURE_B] = N_ ("Value at cursor B"),
      [DESK_MEASURE_CHANGE] = N_ ("Change from A to B"),
      [DESK_MEASURE_SLOPE] = N_ ("Change from A to B by the time between them"),
      [DESK_MEASURE_MIN] = N_ ("Least value between the cursors"),
      [DESK_MEASURE_MAX] = N_ ("Greatest value between the cursors"),
      [DESK_MEASURE_MEAN] = N_ ("Mean over the time between the cursors"),
      [DESK_MEASURE_RMS] = N_ ("Root of the mean square over that time"),
      [DESK_MEASURE_SETTLING] =
          /* xgettext:no-c-format */
      N_ ("From the earlier cursor until the curve stays within 2 % of its change "
          "around the value at the later one"),
      [DESK_MEASURE_RISE] =
          /* xgettext:no-c-format */
      N_ ("From 10 % to 90 % of the change between the cursors")};

  return _ (SENTENCES[kind]);
}

double
desk_measures_value (const DeskMeasures *self, guint row, DeskMeasureKind kind)
{
  const RunMeasure *measure = &((const DeskMeasure *) self->all->pdata[row])->measure;
  const double change = measure->at[1] - measure->at[0];

  /* What is not known is NaN, and so is what follows from it. */
  switch (kind) {
  case DESK_MEASURE_A:
    return measure->at[0];
  case DESK_MEASURE_B:
    return measure->at[1];
  case DESK_MEASURE_CHANGE:
    return change;
  case DESK_MEASURE_SLOPE:
    return self->times[0] != self->times[1] ? change / (self->times[1] - self->times[0])
                                            : NAN;
  case DESK_MEASURE_MIN:
    return measure->min;
  case DESK_MEASURE_MAX:
    return measure->max;
  case DESK_MEASURE_MEAN:
    return measure->mean;
  case DESK_MEASURE_RMS:
    return measure->rms;
  case DESK_MEASURE_SETTLING:
    return measure->settling;
  case DESK_MEASURE_RISE:
    return measure->rise;
  case DESK_MEASURE_N:
    break;
  }
  g_assert_not_reached ();
}

/* "m/s" by the second is "m/s²", and others alike. Caller frees. */
static char *
units_by_time (const char *units)
{
  static const char *const BY[][2] = {{"/s", "/s\u00B2"}, {"/s\u00B2", "/s\u00B3"}};

  if (*units == '\0')
    return g_strdup ("1/s");
  for (guint i = 0; i < G_N_ELEMENTS (BY); i++)
    if (g_str_has_suffix (units, BY[i][0]))
      return g_strdup_printf ("%.*s%s", (int) (strlen (units) - strlen (BY[i][0])),
                              units, BY[i][1]);
  return g_strdup_printf (strchr (units, '/') != NULL ? "(%s)/s" : "%s/s", units);
}

static char *
units_of (const DeskMeasures *self, guint row, DeskMeasureKind kind)
{
  const char *units = ((const DeskMeasure *) self->all->pdata[row])->units;

  switch (kind) {
  case DESK_MEASURE_SLOPE:
    return units_by_time (units);
  case DESK_MEASURE_SETTLING:
  case DESK_MEASURE_RISE:
    return g_strdup ("s");
  default:
    return g_strdup (units);
  }
}

static char *
with_units (double value, const char *units)
{
  char number[BASE_NUMBER_SIZE], minus[BASE_MINUS_SIZE];

  if (isnan (value))
    return g_strdup (UNKNOWN);
  base_number_to_short_text (value, DIGITS, number);
  return g_strdup_printf ("%s%s%s", base_number_with_minus (number, minus),
                          *units != '\0' ? "\u00A0" : "", units);
}

char *
desk_measures_text (const DeskMeasures *self, guint row, DeskMeasureKind kind)
{
  g_autofree char *units = units_of (self, row, kind);

  return with_units (desk_measures_value (self, row, kind), units);
}

char *
desk_measures_head (const DeskMeasures *self)
{
  static const char *const NAMES[] = {"A", "B"};
  const double span = self->times[1] - self->times[0];
  GString *text = g_string_new (NULL);

  for (int which = 0; which < 2; which++)
    if (!isnan (self->times[which])) {
      g_autofree char *time = with_units (self->times[which], "s");

      g_string_append_printf (text, "%s%s\u00A0%s", text->len > 0 ? "\u2003" : "",
                              NAMES[which], time);
    }
  if (isnan (span))
    return g_string_free (text, FALSE);
  g_autofree char *length = with_units (span, "s");
  g_autofree char *frequency = with_units (span != 0 ? 1 / fabs (span) : NAN, "Hz");
  g_string_append_printf (text, "\u2003B\u2212A\u00A0%s\u20031/|B\u2212A|\u00A0%s",
                          length, frequency);
  return g_string_free (text, FALSE);
}

static void
append_cell (GString *text, double value)
{
  char number[BASE_NUMBER_SIZE];

  g_string_append_printf (text, "\t%s",
                          isnan (value) ? "" : base_number_to_text (value, number));
}

char *
desk_measures_to_text (const DeskMeasures *self)
{
  static const char *const TIMES[] = {"A [s]", "B [s]", "B\u2212A [s]"};
  const double times[] = {self->times[0], self->times[1],
                          self->times[1] - self->times[0]};
  GString *text = g_string_new (NULL);

  /* The cursors, */
  for (guint i = 0; i < G_N_ELEMENTS (TIMES); i++) {
    g_string_append (text, TIMES[i]);
    append_cell (text, times[i]);
    g_string_append_c (text, '\n');
  }
  /* and the table with its head. */
  g_string_append_printf (text, "%s\t%s", _ ("Curve"), _ ("Unit"));
  for (DeskMeasureKind kind = 0; kind < DESK_MEASURE_N; kind++)
    g_string_append_printf (
        text, "\t%s%s", desk_measures_title (kind),
        kind == DESK_MEASURE_SETTLING || kind == DESK_MEASURE_RISE ? " [s]" : "");
  for (guint row = 0; row < self->all->len; row++) {
    const DeskMeasure *measure = self->all->pdata[row];

    g_string_append_printf (text, "\n%s\t%s", measure->label, measure->units);
    for (DeskMeasureKind kind = 0; kind < DESK_MEASURE_N; kind++)
      append_cell (text, desk_measures_value (self, row, kind));
  }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

/* ---- object ---- */

static void
desk_measures_finalize (GObject *object)
{
  DeskMeasures *self = DESK_MEASURES (object);

  g_ptr_array_unref (self->all);
  g_clear_pointer (&self->asked, job_free);
  g_clear_pointer (&self->next, job_free);
  G_OBJECT_CLASS (desk_measures_parent_class)->finalize (object);
}

static void
desk_measures_class_init (DeskMeasuresClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"all", G_TYPE_POINTER, offsetof (DeskMeasures, all)}};

  G_OBJECT_CLASS (class)->finalize = desk_measures_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_measures_init (DeskMeasures *self)
{
  self->all = g_ptr_array_new_with_free_func (measure_free);
  self->times[0] = self->times[1] = NAN;
}

DeskMeasures *
desk_measures_new (void)
{
  return g_object_new (DESK_TYPE_MEASURES, NULL);
}
