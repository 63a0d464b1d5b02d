/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes sessions of the compiled diagram, keeps the last two and those that are to be
 * compared, and finds out after each change of the diagram whether the current one is
 * still of it; if not, that one may be repeated. */
#include "desk/run/runs.h"

#include <glib/gi18n.h>
#include <math.h>

#include "desk/run/outdated.h"
#include "doc/edit/edit.h"
#include "doc/level.h"

/* Rows of a run with a speed, in a wall second. */
#define FRAMES_PER_S 60

/* Edits that follow each other by less than this begin one run. */
#define PAUSE_MS 50

G_DEFINE_FINAL_TYPE (DeskRuns, desk_runs, G_TYPE_OBJECT)

static void
run_free (gpointer data)
{
  DeskRun *run = data;

  run_session_stop (run->session);
  g_object_unref (run->session);
  desk_program_unref (run->program);
  lang_file_unref (run->file);
  g_free (run->component);
  g_free (run->name);
  g_free (run);
}

RunSessionState
desk_runs_state (const DeskRuns *self)
{
  return self->current == NULL ? RUN_IDLE
                               : run_session_get_state (self->current->session);
}

bool
desk_runs_is_active (const DeskRuns *self)
{
  const RunSessionState state = desk_runs_state (self);

  return state == RUN_RUNNING || state == RUN_PAUSED;
}

bool
desk_runs_can_go_on (const DeskRuns *self)
{
  return desk_runs_state (self) == RUN_PAUSED && self->outdated == NULL;
}

/* ---- beginning ---- */

/* Whether some time passed in which no variable changed. */
static bool
is_constant (const RunSession *session)
{
  const RunTrace *trace = run_session_trace (session);
  const uint32_t n_vars = sim_model_n_vars (run_session_model (session));
  const size_t n = run_trace_length (trace);

  for (uint32_t i = 0; i < n_vars; i++) {
    const RunRange range = run_trace_range (trace, i, 0, n);

    if (range.max > range.min)
      return false;
  }
  return n > 1 && run_trace_time (trace, n - 1) > run_trace_time (trace, 0);
}

/* Wall s since it began. */
static double
age (const DeskRun *run)
{
  return 1e-6 * (double) (g_get_monotonic_time () - run->began);
}

static void
on_state (DeskRuns *self, GParamSpec *property, RunSession *session)
{
  const DeskRun *run = self->current;

  if (run == NULL || session != run->session)
    return;
  const RunSessionState state = run_session_get_state (session);
  if (run->speed <= 0 && (state == RUN_FAILED || state == RUN_FINISHED))
    self->took = age (run);
  if (state == RUN_FAILED)
    desk_message_error (self->messages, run_session_error (session));
  else if (state == RUN_FINISHED && !run->is_repeated && is_constant (session))
    desk_message (self->messages, _ ("All variables are constant: the model starts in "
                                     "equilibrium, and nothing drives it"));
  g_object_notify (G_OBJECT (self), "current");
}

/* As long as the run is of what is on the screen, its values may be confirmed there. */
static char *
assumed_text (const DeskRuns *self, bool is_outdated)
{
  uint32_t n = 0;

  if (self->current != NULL)
    n = is_outdated ? self->current->n_assumed : doc_n_assumed (self->document->doc);
  return n == 0 ? NULL
                : g_strdup_printf (g_dngettext (NULL, "with %u assumed value",
                                                "with %u assumed values", n),
                                   n);
}

/* Takes the text over. */
static void
tell (DeskRuns *self, char **field, char *text, const char *property)
{
  if (g_strcmp0 (text, *field) == 0) {
    g_free (text);
    return;
  }
  g_free (*field);
  *field = text;
  g_object_notify (G_OBJECT (self), property);
}

static void
compare (DeskRuns *self)
{
  char *outdated =
      self->current != NULL ? desk_outdated (self->current, self->document->doc) : NULL;

  if (outdated == NULL && self->current != NULL &&
      self->current->n_inputs != self->document->n_inputs)
    outdated = g_strdup (_ ("before a table changed"));
  char *assumed = assumed_text (self, outdated != NULL);

  tell (self, &self->outdated, outdated, "outdated");
  tell (self, &self->assumed, assumed, "assumed");
}

char *
desk_runs_note (const DeskRuns *self)
{
  if (self->outdated != NULL && self->assumed != NULL)
    return g_strdup_printf ("%s \u00B7 %s", self->outdated, self->assumed);
  return g_strdup (self->outdated != NULL ? self->outdated : self->assumed);
}

/* With a speed the picture wants a row for each frame. */
static SimOptions
with_frames (const SimOptions *options, double speed)
{
  SimOptions own = *options;
  double frame = speed / FRAMES_PER_S;
  double *interval = own.interval == 0 ? &own.interval_max : &own.interval;

  if (speed > 0 && own.interval >= 0)
    *interval = *interval > 0 ? fmin (*interval, frame) : frame;
  return own;
}

/* All but the last two and those that are kept. */
static void
drop_old (DeskRuns *self)
{
  for (guint i = 0; i + 2 < self->all->len;) {
    const DeskRun *run = self->all->pdata[i];

    if (run->is_kept)
      i++;
    else
      g_ptr_array_remove_index (self->all, i);
  }
}

/* A repeated run that another one overtakes goes: what is seen while that is under way
 * are the last results that were whole. */
static void
drop_overtaken (DeskRuns *self)
{
  DeskRun *run = self->current;

  if (run == NULL || !run->is_repeated || run->is_kept || !desk_runs_is_active (self))
    return;
  self->current = NULL;
  g_ptr_array_remove (self->all, run);
}

/* Takes the session over. `from`: the run that it branches from, or NULL. */
static DeskRun *
run_new (DeskRuns *self,
         DeskProgram *program,
         RunSession *session,
         const DeskRun *from,
         double speed)
{
  DeskRun *run = g_new0 (DeskRun, 1);
  const DocModel *doc = self->document->doc;

  run->number = ++self->n_made;
  run->name = g_strdup_printf (_ ("Run %u"), run->number);
  run->program = desk_program_ref (program);
  run->session = session;
  run->file = lang_file_ref (from != NULL ? from->file : doc_file (doc));
  run->n_inputs = from != NULL ? from->n_inputs : self->document->n_inputs;
  run->n_assumed = from != NULL ? from->n_assumed : doc_n_assumed (doc);
  run->component =
      g_strdup (from != NULL ? from->component : doc_level_root (doc)->name);
  run->speed = speed;
  run->began = g_get_monotonic_time ();
  run_session_set_speed (session, speed);
  return run;
}

/* The run before it ends. */
static void
begin (DeskRuns *self, DeskRun *run)
{
  if (self->current != NULL)
    run_session_stop (self->current->session);
  desk_property_listen (run->session, "state", self, G_CALLBACK (on_state));
  g_ptr_array_add (self->all, run);
  self->current = run;
  drop_old (self);
  /* Told before it starts, so that no row is missed. */
  compare (self);
  g_object_notify (G_OBJECT (self), "all");
  run_session_start (run->session);
  desk_compiler_want_live (self->document->compiler);
  g_object_notify (G_OBJECT (self), "current");
}

void
desk_runs_branch (DeskRuns *self,
                  DeskProgram *program,
                  const SimOptions *options,
                  double speed,
                  double time)
{
  const SimOptions own = with_frames (options, speed);

  RunSession *session = run_session_branch (self->current->session,
                                            desk_program_model (program), &own, time);

  begin (self, run_new (self, program, session, self->current, speed));
}

static DeskRun *
run_of (DeskRuns *self, DeskProgram *program, double speed)
{
  const SimOptions options = with_frames (desk_program_options (program), speed);

  return run_new (self, program,
                  run_session_new (desk_program_model (program), &options), NULL,
                  speed);
}

/* ---- what the user does ---- */

/* The only thing against a run may be values that components still need. */
bool
desk_runs_lacks_only_values (const DeskRuns *self)
{
  const BaseDiags *diags = desk_compiler_diags (self->document->compiler);
  bool is_so = doc_n_missing (self->document->doc) > 0;

  for (uint32_t i = 0; i < base_diags_count (diags); i++)
    is_so &= base_diags_get (diags, i)->severity != BASE_ERROR ||
             desk_compiler_is_missing (base_diags_get (diags, i));
  return is_so;
}

static void
refuse (const DeskRuns *self)
{
  const uint32_t n = doc_n_missing (self->document->doc);

  if (!desk_runs_lacks_only_values (self)) {
    desk_message (self->messages,
                  _ ("The diagram has errors; they are listed under Problems"));
    return;
  }
  g_autofree char *text = g_strdup_printf (
      g_dngettext (NULL, "%u value is missing", "%u values are missing", n), n);
  desk_message (self->messages, text);
}

static void
ask_for (DeskRuns *self, bool is_asked_for)
{
  if (self->is_asked_for == is_asked_for)
    return;
  self->is_asked_for = is_asked_for;
  g_object_notify (G_OBJECT (self), "is-asked-for");
}

void
desk_runs_run (DeskRuns *self)
{
  DeskProgram *program = desk_compiler_program (self->document->compiler);

  if (desk_runs_can_go_on (self)) {
    desk_runs_resume (self);
    ask_for (self, false);
    return;
  }
  ask_for (self, true);
  if (desk_compiler_is_busy (self->document->compiler))
    return;
  self->is_refused = program == NULL;
  if (self->is_refused) {
    refuse (self);
    g_object_notify (G_OBJECT (self), "is-refused");
  } else if (sim_model_n_vars (desk_program_model (program)) == 0)
    desk_message (self->messages,
                  _ ("There is nothing to simulate; add components to the "
                     "canvas and connect them"));
  else
    begin (self, run_of (self, program, self->speed));
  ask_for (self, false);
}

void
desk_runs_stop (DeskRuns *self)
{
  ask_for (self, false);
  if (desk_runs_is_active (self))
    run_session_stop (self->current->session);
}

void
desk_runs_pause (DeskRuns *self)
{
  if (desk_runs_state (self) == RUN_RUNNING)
    run_session_pause (self->current->session);
}

void
desk_runs_resume (DeskRuns *self)
{
  if (desk_runs_can_go_on (self))
    run_session_resume (self->current->session);
}

void
desk_runs_step (DeskRuns *self)
{
  if (desk_runs_can_go_on (self))
    run_session_step (self->current->session);
}

void
desk_runs_set_speed (DeskRuns *self, double speed)
{
  self->speed = speed;
  if (!desk_runs_is_active (self))
    return;
  self->current->speed = speed;
  run_session_set_speed (self->current->session, speed);
}

/* ---- runs to be compared ---- */

DeskRun *
desk_runs_previous (const DeskRuns *self)
{
  return self->all->len > 1 ? self->all->pdata[self->all->len - 2] : NULL;
}

/* Lets the oldest one go where there are too many. */
static void
bound_kept (DeskRuns *self)
{
  DeskRun *oldest = NULL;
  uint32_t n = 0;

  for (guint i = self->all->len; i-- > 0;)
    if (((DeskRun *) self->all->pdata[i])->is_kept) {
      oldest = self->all->pdata[i];
      n++;
    }
  if (n <= DESK_RUNS_MOST_KEPT)
    return;
  g_autofree char *text =
      g_strdup_printf (_ ("%s is no longer compared: at most %u runs are kept"),
                       oldest->name, DESK_RUNS_MOST_KEPT);
  desk_message (self->messages, text);
  oldest->is_kept = false;
  drop_old (self);
}

void
desk_runs_keep (DeskRuns *self, DeskRun *run)
{
  run->is_kept = true;
  bound_kept (self);
  g_object_notify (G_OBJECT (self), "all");
}

bool
desk_runs_has_kept (const DeskRuns *self)
{
  for (guint i = 0; i < self->all->len; i++)
    if (((const DeskRun *) self->all->pdata[i])->is_kept)
      return true;
  return false;
}

void
desk_runs_let_go (DeskRuns *self)
{
  for (guint i = 0; i < self->all->len; i++)
    ((DeskRun *) self->all->pdata[i])->is_kept = false;
  drop_old (self);
  g_object_notify (G_OBJECT (self), "all");
}

/* ---- runs that repeat themselves ---- */

void
desk_runs_repeat (DeskRuns *self)
{
  const DeskCompiler *compiler = self->document->compiler;
  DeskProgram *program = desk_compiler_program (compiler);

  self->is_due = desk_compiler_is_busy (compiler);
  g_clear_handle_id (&self->pause, g_source_remove);
  if (self->is_due || program == NULL ||
      sim_model_n_vars (desk_program_model (program)) == 0)
    return;
  DeskRun *run = run_of (self, program, 0);
  run->is_repeated = true;
  drop_overtaken (self);
  begin (self, run);
}

/* It comes to its end soon: the last one did, and it is not yet late. */
static bool
is_short (const DeskRuns *self)
{
  return self->took <= DESK_RUNS_MOST_REPEATED_S &&
         (desk_runs_state (self) != RUN_RUNNING ||
          age (self->current) <= DESK_RUNS_MOST_REPEATED_S);
}

static bool
should_repeat (const DeskRuns *self)
{
  return self->is_repeating && self->outdated != NULL &&
         desk_compiler_program (self->document->compiler) != NULL &&
         desk_runs_state (self) != RUN_PAUSED &&
         (desk_runs_state (self) != RUN_RUNNING || self->current->speed <= 0) &&
         is_short (self);
}

static gboolean
pause_over (gpointer data)
{
  DeskRuns *self = data;

  self->pause = 0;
  if (should_repeat (self))
    desk_runs_repeat (self);
  return G_SOURCE_REMOVE;
}

/* One that is long and of an older model has nobody who waits for it. */
static void
repeat_soon (DeskRuns *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  if (should_repeat (self))
    self->pause = g_timeout_add (PAUSE_MS, pause_over, self);
  else if (self->is_repeating && self->outdated != NULL && self->current->is_repeated &&
           desk_runs_state (self) == RUN_RUNNING && !is_short (self))
    desk_runs_stop (self);
}

void
desk_runs_set_repeating (DeskRuns *self, bool is_repeating)
{
  self->is_repeating = is_repeating;
  repeat_soon (self);
}

bool
desk_runs_is_about_to_repeat (const DeskRuns *self)
{
  return self->pause != 0 || self->is_due;
}

/* ---- object ---- */

static void
on_edited (DeskRuns *self)
{
  g_clear_handle_id (&self->pause, g_source_remove); /* once that is compiled */
  compare (self);
}

static void
on_compiled (DeskRuns *self)
{
  compare (self);
  if (self->is_asked_for)
    desk_runs_run (self);
  else if (self->is_due)
    desk_runs_repeat (self);
  else
    repeat_soon (self);
}

static void
clear (DeskRuns *self)
{
  g_clear_handle_id (&self->pause, g_source_remove);
  self->is_due = false;
  self->took = 0;
  self->current = NULL;
  ask_for (self, false);
  g_ptr_array_set_size (self->all, 0);
  compare (self);
  g_object_notify (G_OBJECT (self), "all");
  g_object_notify (G_OBJECT (self), "current");
}

static void
desk_runs_finalize (GObject *object)
{
  DeskRuns *self = DESK_RUNS (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  g_ptr_array_unref (self->all);
  g_free (self->outdated);
  g_free (self->assumed);
  G_OBJECT_CLASS (desk_runs_parent_class)->finalize (object);
}

static void
desk_runs_class_init (DeskRunsClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"all", G_TYPE_POINTER, offsetof (DeskRuns, all)},
      {"current", G_TYPE_POINTER, offsetof (DeskRuns, current)},
      {"outdated", G_TYPE_STRING, offsetof (DeskRuns, outdated)},
      {"assumed", G_TYPE_STRING, offsetof (DeskRuns, assumed)},
      {"is-refused", G_TYPE_BOOLEAN, offsetof (DeskRuns, is_refused)},
      {"is-asked-for", G_TYPE_BOOLEAN, offsetof (DeskRuns, is_asked_for)},
  };

  G_OBJECT_CLASS (class)->finalize = desk_runs_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_runs_init (DeskRuns *self)
{
  self->all = g_ptr_array_new_with_free_func (run_free);
}

DeskRuns *
desk_runs_new (DeskDocument *document, const DeskMessages *messages)
{
  DeskRuns *self = g_object_new (DESK_TYPE_RUNS, NULL);

  self->document = document;
  self->messages = messages;
  desk_property_listen (document, "doc", self, G_CALLBACK (clear));
  desk_property_listen (document, "revision", self, G_CALLBACK (on_edited));
  desk_property_listen (document, "compiler", self, G_CALLBACK (on_compiled));
  return self;
}
