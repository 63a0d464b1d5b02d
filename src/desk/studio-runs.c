/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/unit.h"
#include "desk/studio-private.h"
#include "doc/plots.h"

/* Rows of a run with a speed, in a wall second. */
#define FRAMES_PER_S 60
/* What is plotted when a run begins and nothing was chosen. */
enum { N_AUTO_PLOTS = 2, N_AUTO_CURVES = 4 };

/* ---- runs ---- */

void
desk_studio_run_free (gpointer data)
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

GPtrArray *
desk_studio_runs (DeskStudio *self)
{
  return self->runs;
}

DeskRun *
desk_studio_current_run (DeskStudio *self)
{
  return self->current;
}

RunSessionState
desk_studio_run_state (DeskStudio *self)
{
  return self->current == NULL ? RUN_IDLE
                               : run_session_get_state (self->current->session);
}

bool
desk_studio_run_is_active (const DeskRun *run)
{
  RunSessionState state = run != NULL ? run_session_get_state (run->session) : RUN_IDLE;

  return state == RUN_RUNNING || state == RUN_PAUSED;
}

/* Keeps the current run and the one before it, which is shown grey until the new one
 * has landed. */
static void
drop_old_runs (DeskStudio *self)
{
  if (self->runs->len > 2)
    g_ptr_array_remove_range (self->runs, 0, self->runs->len - 2);
}

static void
on_run_state (DeskStudio *self)
{
  if (self->current != NULL &&
      run_session_get_state (self->current->session) == RUN_FAILED) {
    const GError *error = run_session_error (self->current->session);

    if (error != NULL)
      desk_studio_say (self, error->message);
  }
  if (desk_studio_run_state (self) != RUN_RUNNING)
    desk_studio_collect_diags (self); /* the start's report has come */
  desk_studio_tell (self, DESK_STUDIO_RUN_CHANGED);
}

static bool
has_curves (DeskStudio *self)
{
  uint32_t n;

  for (guint p = 0; p < self->plots->len; p++) {
    desk_studio_plot_variables (self, p, &n);
    if (n > 0)
      return true;
  }
  return false;
}

/* The curves that the diagram asks for. */
static void
plot_what_is_kept (DeskStudio *self, const SimModel *model)
{
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_class (self->doc));
  uint32_t plot = 0;

  for (guint p = 0; p < plots->len; p++) {
    bool is_used = false;

    for (char **name = plots->pdata[p]; *name != NULL; name++)
      if (sim_model_find (model, *name) != UINT32_MAX) {
        desk_studio_plot_add (self, plot, *name);
        is_used = true;
      }
    plot += is_used;
  }
}

/* What the diagram asks for, else the first states that a user named, one plot for each
 * unit: something to look at in a model nobody plotted yet. */
static void
plot_something (DeskStudio *self, const SimModel *model)
{
  if (!has_curves (self))
    plot_what_is_kept (self, model);
  if (has_curves (self))
    return;
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    if (!var->is_state || var->is_derived)
      continue;
    const uint32_t plot = desk_studio_plot_for (self, var);
    uint32_t n = 0;

    if (plot < self->plots->len)
      desk_studio_plot_variables (self, plot, &n);
    if (plot < N_AUTO_PLOTS && n < N_AUTO_CURVES)
      desk_studio_plot_add (self, plot, var->name);
  }
}

/* With a speed the picture wants a row for each frame. */
static void
want_frames (SimOptions *options, double speed)
{
  double frame = speed / FRAMES_PER_S;
  double *interval =
      options->interval == 0 ? &options->interval_max : &options->interval;

  if (speed > 0 && options->interval >= 0)
    *interval = *interval > 0 ? fmin (*interval, frame) : frame;
}

DeskRun *
desk_studio_prepare_run (DeskStudio *self,
                         DeskProgram *program,
                         const SimOptions *options,
                         double speed,
                         const DeskRun *from,
                         double time)
{
  DeskRun *run = g_new0 (DeskRun, 1);
  const SimModel *model = desk_program_model (program);
  SimOptions own = *options;

  want_frames (&own, speed);
  run->number = ++self->n_runs_made;
  run->name = g_strdup_printf (_ ("Run %u"), run->number);
  run->program = desk_program_ref (program);
  run->file = lang_file_ref (from != NULL ? from->file : doc_file (self->doc));
  run->component =
      g_strdup (from != NULL ? from->component : doc_class (self->doc)->name);
  run->session = from != NULL ? run_session_branch (from->session, model, &own, time)
                              : run_session_new (model, &own);
  run_session_set_speed (run->session, speed);
  return run;
}

void
desk_studio_begin_run (DeskStudio *self, DeskRun *run)
{
  if (self->current != NULL)
    run_session_stop (self->current->session);
  g_signal_connect_object (run->session, "notify::state", G_CALLBACK (on_run_state),
                           self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->runs, run);
  self->current = run;
  desk_studio_compare_run (self);
  desk_studio_set_playing (self, false);
  desk_studio_set_time (self, NAN);
  drop_old_runs (self);
  plot_something (self, desk_program_model (run->program));
  run_session_start (run->session);
  desk_compiler_want_live (self->compiler);
  desk_studio_tell (self, DESK_STUDIO_RUNS_CHANGED);
  desk_studio_tell (self, DESK_STUDIO_RUN_CHANGED);
}

void
desk_studio_run_program (DeskStudio *self, DeskProgram *program)
{
  const SimOptions *options = desk_program_options (program);

  desk_studio_begin_run (
      self, desk_studio_prepare_run (self, program, options, self->speed, NULL, 0));
}

void
desk_studio_run (DeskStudio *self)
{
  DeskProgram *program = desk_compiler_program (self->compiler);

  if (desk_studio_run_state (self) == RUN_PAUSED && self->outdated == NULL) {
    desk_studio_resume (self);
    return;
  }
  self->run_when_compiled = desk_compiler_is_busy (self->compiler);
  if (self->run_when_compiled)
    return;
  if (program != NULL && sim_model_n_vars (desk_program_model (program)) == 0)
    desk_studio_say (self, _ ("There is nothing to simulate; add components to the "
                              "canvas and connect them"));
  else if (program != NULL)
    desk_studio_run_program (self, program);
  else
    desk_studio_say (self,
                     _ ("The diagram has errors; they are listed under Problems"));
}

void
desk_studio_stop (DeskStudio *self)
{
  self->run_when_compiled = false;
  if (desk_studio_run_is_active (self->current))
    run_session_stop (self->current->session);
}

void
desk_studio_pause (DeskStudio *self)
{
  if (desk_studio_run_state (self) == RUN_RUNNING)
    run_session_pause (self->current->session);
}

void
desk_studio_resume (DeskStudio *self)
{
  if (desk_studio_run_state (self) == RUN_PAUSED && self->outdated == NULL)
    run_session_resume (self->current->session);
}

void
desk_studio_step (DeskStudio *self)
{
  if (desk_studio_run_state (self) == RUN_PAUSED && self->outdated == NULL)
    run_session_step (self->current->session);
}

/* ---- settings of a run, kept in the diagram ---- */

/* What the analysis of the file says in plain numbers is shown at once, what follows
 * from other definitions once it is compiled. */
static SimOptions
compiled_options (DeskStudio *self)
{
  const DeskProgram *program = desk_compiler_program (self->compiler);

  return program != NULL ? *desk_program_options (program)
                         : sim_state_options_default ();
}

double
desk_studio_stop_time (DeskStudio *self)
{
  const double stop = doc_get_analysis (self->doc).stop;

  return isfinite (stop) ? stop : compiled_options (self).stop;
}

double
desk_studio_rtol (DeskStudio *self)
{
  const double rtol = doc_get_analysis (self->doc).reltol;

  return isfinite (rtol) ? rtol : compiled_options (self).rtol;
}

double
desk_studio_interval (DeskStudio *self)
{
  const double own = doc_get_analysis (self->doc).saveat;
  const double interval = isfinite (own) ? own : compiled_options (self).interval;

  return interval != 0 ? interval : NAN;
}

const char *
desk_studio_solver (DeskStudio *self)
{
  const char *name = doc_get_analysis (self->doc).alg;

  return name != NULL ? name : compiled_options (self).solver;
}

/* What is to be changed: the analysis of the diagram, or a new one. */
static DocAnalysis
own_analysis (DeskStudio *self)
{
  const DocAnalysis analysis = doc_get_analysis (self->doc);

  return analysis.exists
             ? analysis
             : (DocAnalysis){true, sim_state_options_default ().stop, NAN, NAN, NAN,
                             NULL};
}

static void
write_analysis (DeskStudio *self, DocAnalysis analysis)
{
  g_autoptr (GError) error = NULL;

  if (!doc_set_analysis (self->doc, &analysis, &error) && error != NULL)
    desk_studio_say (self, error->message);
}

static bool
is_same (double a, double b)
{
  return a == b || (isnan (a) && isnan (b));
}

static void
set_option (DeskStudio *self, SimOption option, double value)
{
  DocAnalysis analysis = own_analysis (self);
  double old = NAN;

  switch (option) {
  case SIM_OPTION_STOP:
    old = desk_studio_stop_time (self);
    analysis.stop = value;
    break;
  case SIM_OPTION_RTOL:
    old = desk_studio_rtol (self);
    analysis.reltol = value;
    break;
  case SIM_OPTION_INTERVAL:
    old = desk_studio_interval (self);
    /* Where nothing is written here, it is inherited. */
    analysis.saveat = isnan (value) && isnan (analysis.saveat) ? 0 : value;
    break;
  case SIM_OPTION_ATOL:
  case SIM_OPTION_STEP:
    g_return_if_reached ();
  }
  if (!is_same (value, old))
    write_analysis (self, analysis);
}

/* Those that hold, with one of them changed. */
static SimOptions
options_with (DeskStudio *self, SimOption option, double value)
{
  const double interval = desk_studio_interval (self);
  SimOptions options = compiled_options (self);

  options.is_steady = false;
  options.stop = option == SIM_OPTION_STOP ? value : desk_studio_stop_time (self);
  options.rtol = option == SIM_OPTION_RTOL ? value : desk_studio_rtol (self);
  options.interval = option == SIM_OPTION_INTERVAL ? value : interval;
  if (isnan (options.interval))
    options.interval = 0;
  return options;
}

char *
desk_studio_set_option (DeskStudio *self, SimOption option, const char *typed)
{
  static const struct {
    const char *units;
    const char *expected;
  } KINDS[] = {
      [SIM_OPTION_STOP] = {"s", N_ ("give a time such as 10 s, 250 ms or 2 min")},
      [SIM_OPTION_RTOL] = {"1", N_ ("give a number such as 1e-6")},
      [SIM_OPTION_INTERVAL] = {"s", N_ ("give a time such as 10 ms, -1 for every "
                                        "step, or nothing")},
  };
  const bool is_default = option == SIM_OPTION_INTERVAL && *typed == '\0';
  const char *units = KINDS[option].units;
  double value = NAN;
  SimOption wrong;

  if (!is_default && !base_unit_parse_quantity (typed, units, units, &value))
    return g_strdup (_ (KINDS[option].expected));
  const SimOptions options = options_with (self, option, value);
  const char *problem = sim_state_options_wrong (&options, &wrong);
  if (problem != NULL && wrong == option)
    return g_strdup (problem);
  set_option (self, option, value);
  return NULL;
}

void
desk_studio_set_solver (DeskStudio *self, const char *name)
{
  DocAnalysis analysis = own_analysis (self);

  analysis.alg = name;
  if (strcmp (name, desk_studio_solver (self)) != 0)
    write_analysis (self, analysis);
}

double
desk_studio_speed (DeskStudio *self)
{
  return self->speed;
}

void
desk_studio_set_speed (DeskStudio *self, double speed)
{
  self->speed = speed;
  if (desk_studio_run_is_active (self->current))
    run_session_set_speed (self->current->session, speed);
}
