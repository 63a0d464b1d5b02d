/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GTask per model: the start of a run, up to its first row, and no step of it. It
 * waits for none that the compiler has under way, nor lets that wait; one that nobody
 * needs any more is told to end, and the next one begins when it has. The main thread
 * only takes the array of values over. */
#include "desk/run/starts.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "desk/property.h"
#include "doc/edit/edit.h"
#include "doc/level.h"
#include "sim/state.h"

enum { SHOWN_DIGITS = 3 };

/* What a thread needs, and what it gives. */
typedef struct {
  DeskProgram *program;
  int stop_flag;  /* atomic */
  double *values; /* of all variables; NULL: none were found */
} Job;

struct _DeskStarts {
  GObject parent;

  DeskDocument *document;
  DeskProgram *waiting; /* to be solved when the job has ended, or NULL */
  Job *running;         /* owned by its task */
  DeskProgram *program; /* whose values they are */
  double *values;       /* NULL: not known */
};

G_DEFINE_FINAL_TYPE (DeskStarts, desk_starts, G_TYPE_OBJECT)

/* ---- on the thread ---- */

static void
job_free (gpointer data)
{
  Job *job = data;

  desk_program_unref (job->program);
  g_free (job->values);
  g_free (job);
}

static void
take_row (void *data, SimState *state, double time, bool is_event)
{
  Job *job = data;
  const uint32_t n = sim_model_n_vars (desk_program_model (job->program));

  if (job->values != NULL) /* the first row is where a run begins */
    return;
  job->values = g_new (double, n);
  for (uint32_t i = 0; i < n; i++)
    job->values[i] = sim_state_value (state, i);
}

static void
solve (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  SimState *state = sim_state_new (desk_program_model (job->program),
                                   desk_program_options (job->program), NULL);

  if (state != NULL) {
    sim_state_set_stop_flag (state, &job->stop_flag);
    if (sim_state_init (state, take_row, job, NULL) != SIM_OK)
      g_clear_pointer (&job->values, g_free);
    sim_state_free (state);
  }
  g_task_return_boolean (task, TRUE);
}

/* ---- one at a time ---- */

static void start_waiting (DeskStarts *self);

static void
solved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DeskStarts) self = data;
  Job *job = g_task_get_task_data (G_TASK (result));
  /* Not left to the thread: the picture in it is the main thread's. */
  g_autoptr (DeskProgram) program = g_steal_pointer (&job->program);

  self->running = NULL;
  if (self->waiting == NULL && g_atomic_int_get (&job->stop_flag) == 0) {
    self->program = g_steal_pointer (&program);
    self->values = g_steal_pointer (&job->values);
    g_object_notify (G_OBJECT (self), "values");
  }
  start_waiting (self);
}

static void
start_waiting (DeskStarts *self)
{
  if (self->running != NULL || self->waiting == NULL)
    return;
  self->running = g_new0 (Job, 1);
  self->running->program = g_steal_pointer (&self->waiting);
  /* No source: the thread could be the last to let it go. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, solved, g_object_ref (self));
  g_task_set_task_data (task, self->running, job_free);
  g_task_run_in_thread (task, solve);
}

/* What is known is of a diagram that is there no more. */
void
desk_starts_stop (DeskStarts *self)
{
  if (self->running != NULL)
    g_atomic_int_set (&self->running->stop_flag, 1);
  g_clear_pointer (&self->waiting, desk_program_unref);
  g_clear_pointer (&self->program, desk_program_unref);
  if (self->values == NULL)
    return;
  g_clear_pointer (&self->values, g_free);
  g_object_notify (G_OBJECT (self), "values");
}

static void
compiled (DeskStarts *self)
{
  DeskProgram *program = desk_compiler_program (self->document->compiler);

  desk_starts_stop (self);
  if (program != NULL)
    self->waiting = desk_program_ref (program);
  start_waiting (self);
}

static void
desk_starts_dispose (GObject *object)
{
  desk_starts_stop (DESK_STARTS (object));
  G_OBJECT_CLASS (desk_starts_parent_class)->dispose (object);
}

static void
desk_starts_class_init (DeskStartsClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"values", G_TYPE_POINTER, G_STRUCT_OFFSET (DeskStarts, values)},
  };

  G_OBJECT_CLASS (class)->dispose = desk_starts_dispose;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_starts_init (DeskStarts *self)
{
}

DeskStarts *
desk_starts_new (DeskDocument *document)
{
  DeskStarts *self = g_object_new (DESK_TYPE_STARTS, NULL);

  self->document = document;
  desk_property_listen (document, "doc", self, G_CALLBACK (desk_starts_stop));
  desk_property_listen (document, "revision", self, G_CALLBACK (desk_starts_stop));
  desk_property_listen (document, "compiler", self, G_CALLBACK (compiled));
  return self;
}

/* ---- what is known ---- */

/* UINT32_MAX if it is not. */
static uint32_t
find (const DeskStarts *self, const char *variable)
{
  g_autofree char *path = doc_level_path (self->document->doc, variable);
  const uint32_t i = self->values != NULL
                         ? sim_model_find (desk_program_model (self->program), path)
                         : UINT32_MAX;

  return i != UINT32_MAX && isfinite (self->values[i]) ? i : UINT32_MAX;
}

double
desk_starts_value (const DeskStarts *self, const char *variable)
{
  const uint32_t i = find (self, variable);

  return i != UINT32_MAX ? self->values[i] : NAN;
}

/* Does the diagram give a guess for it? */
static bool
has_guess (const DeskStarts *self, const char *variable)
{
  const char *dot = strchr (variable, '.');

  if (dot == NULL)
    return false;
  g_autofree char *item = g_strndup (variable, (gsize) (dot - variable));
  g_autofree char *target = g_strconcat (dot + 1, "(guess)", NULL);
  g_autofree char *guess = doc_get_modifier (self->document->doc, item, target);
  return guess != NULL;
}

char *
desk_starts_to_text (const DeskStarts *self, const char *variable)
{
  const uint32_t i = find (self, variable);
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];

  if (i == UINT32_MAX)
    return NULL;
  /* "0.12 rad" */
  const SimVar *var = sim_model_var (desk_program_model (self->program), i);
  g_autofree char *behind = base_unit_behind ("\u00A0", var->units);
  base_number_to_short_text (self->values[i], SHOWN_DIGITS, number);
  g_autofree char *value =
      g_strconcat (base_number_with_minus (number, text), behind, NULL);
  /* and why */
  return !var->is_at_guess            ? g_strdup_printf (_ ("%s, solved"), value)
         : has_guess (self, variable) ? g_strdup_printf (_ ("%s, guess"), value)
                                      : g_strdup_printf (_ ("%s, default"), value);
}

char *
desk_starts_given (const DeskStarts *self, const char *item, const char *name)
{
  const bool is_inside =
      strcmp (item, DOC_SELF) == 0 && *doc_level (self->document->doc) != '\0';
  const double value = is_inside ? desk_starts_value (self, name) : NAN;
  char number[BASE_NUMBER_SIZE];

  return isnan (value)
             ? NULL
             : g_strdup (base_number_to_short_text (value, SHOWN_DIGITS, number));
}

bool
desk_starts_is_busy (const DeskStarts *self)
{
  return self->running != NULL || self->waiting != NULL;
}
