/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One simulation on a thread of its own. The main thread writes orders under a lock and
 * raises an atomic flag that ends the piece of run in hand; the run's thread takes them
 * between two pieces, keeps pace with the wall clock if a speed is set, and takes
 * checkpoints. A branch begins at the nearest checkpoint and repeats the changes that
 * were made since. The main context is woken by a source to notify of a new state; all
 * else is polled. */
#include "run/session.h"

#include "run/checkpoint.h"
#include "run/recorder.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdatomic.h>
#include <time.h>

/* With a speed the run is simulated in pieces of this wall time. */
static const double PIECE_S = 1.0 / 60;

/* Steps of a run whose interval says nothing (SimOptions.interval <= 0). */
static const double ROWS = 500;

/* The main thread writes orders, the run's thread reads them; both under `lock`. The
 * rest that both see is atomic. */
struct _RunSession {
  GObject parent;
  SimModel *model;
  SimOptions options;
  RunRecorder *recorder;
  GThread *thread;
  GSource *teller; /* wakes the main context to notify */
  SimState *sim;   /* the thread's until it has ended */
  GError *error;   /* written before the state says so */

  GMutex lock;
  GCond changed;
  bool wants_stop;
  bool wants_pause;
  bool wants_step;
  double speed;
  GArray *changes; /* of RunChange: wanted */
  GArray *history; /* of RunChange: done */
  RunCheckpoints *checkpoints;

  int interrupt; /* atomic: sim_state_run() returns soon, orders are waiting */
  int stop;      /* atomic: so does sim_state_init() */
  int state;     /* atomic RunSessionState */
  _Atomic double time;
  _Atomic double lag;
  _Atomic (const BaseDiags *) start_report;

  /* Given before the start, then the thread's. */
  RunSession *origin;  /* a run of another model that it is a branch of, or NULL… */
  double origin_until; /* …until then */
  SimSnapshot *beginning; /* or of a run of this model, or NULL */
  GArray *repeated;       /* of RunChange: what then is done again */
  uint32_t n_repeated;
  double fast_until;

  /* The thread's own. */
  bool is_whole;    /* the piece in hand is not short, and may end for a checkpoint */
  double pace_wall; /* at this wall time */
  double pace_time; /* the run should have been here */
  double pace_speed;
};

enum { PROP_STATE = 1, N_PROPS };

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (RunSession, run_session, G_TYPE_OBJECT)

/* ---- telling the main thread ---- */

static gboolean
tell (gpointer data)
{
  RunSession *self = data;

  g_source_set_ready_time (self->teller, -1);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  return G_SOURCE_CONTINUE;
}

static gboolean
teller_dispatch (GSource *source, GSourceFunc callback, gpointer data)
{
  return callback (data);
}

static void
set_state (RunSession *self, RunSessionState state)
{
  if (g_atomic_int_get (&self->state) == (int) state)
    return;
  g_atomic_int_set (&self->state, (int) state);
  g_source_set_ready_time (self->teller, 0);
}

/* ---- the run's thread ---- */

static double
wall_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
sleep_until (double wall)
{
  struct timespec at = {.tv_sec = (time_t) wall,
                        .tv_nsec = (long) (1e9 * (wall - floor (wall)))};

  while (clock_nanosleep (CLOCK_MONOTONIC, TIMER_ABSTIME, &at, NULL) == EINTR)
    ;
}

static void
publish (RunSession *self)
{
  atomic_store (&self->time, sim_state_time (self->sim));
}

static void
start_pace (RunSession *self, double speed)
{
  self->pace_speed = speed;
  self->pace_wall = wall_time ();
  self->pace_time = sim_state_time (self->sim);
  atomic_store (&self->lag, 0);
}

static void
apply (RunSession *self, uint32_t variable, double value)
{
  RunChange done = {sim_state_time (self->sim), variable, value};

  sim_state_set_parameter (self->sim, variable, value);
  g_mutex_lock (&self->lock);
  g_array_append_val (self->history, done);
  g_mutex_unlock (&self->lock);
}

/* The next change that is to be repeated, or NULL. */
static const RunChange *
next_repeated (const RunSession *self)
{
  return self->n_repeated < self->repeated->len
             ? &g_array_index (self->repeated, RunChange, self->n_repeated)
             : NULL;
}

static void
apply_repeated (RunSession *self)
{
  const RunChange *next = next_repeated (self);

  for (; next != NULL && next->time <= sim_state_time (self->sim);
       next = next_repeated (self)) {
    apply (self, next->variable, next->value);
    self->n_repeated++;
  }
}

static bool
is_catching_up (const RunSession *self)
{
  return sim_state_time (self->sim) < self->fast_until;
}

/* The clock shows how far a run is that nothing interrupts but a checkpoint. */
static void
keep_row (void *data, SimState *state, double time, bool is_event)
{
  RunSession *self = data;

  run_recorder_sink (self->recorder, state, time, is_event);
  atomic_store_explicit (&self->time, time, memory_order_release);
  if (self->is_whole && run_checkpoints_is_due (self->checkpoints, wall_time ()))
    g_atomic_int_set (&self->interrupt, 1);
}

/* Of a run that stands everything can be seen. */
static void
show_last_row (RunSession *self)
{
  sim_state_flush (self->sim, keep_row, self);
  publish (self);
}

/* Waits as long as the run is paused, then takes over what has been ordered. `steps`
 * says that one interval is wanted. False: the run is to end. */
static bool
take_orders (RunSession *self, bool *steps)
{
  g_autoptr (GArray) changes = NULL;
  bool was_paused = false;

  g_mutex_lock (&self->lock);
  /* Paused: everything is shown, then the thread sleeps. */
  while (self->wants_pause && !self->wants_step && !self->wants_stop) {
    was_paused = true;
    show_last_row (self);
    set_state (self, RUN_PAUSED);
    g_cond_wait (&self->changed, &self->lock);
  }
  /* Orders are taken over under the lock and carried out behind it. */
  bool goes_on = !self->wants_stop;
  double speed = is_catching_up (self) ? 0 : self->speed;
  *steps = self->wants_step;
  self->wants_step = false;
  if (self->changes->len > 0 && !is_catching_up (self)) {
    changes = self->changes;
    self->changes = g_array_new (FALSE, FALSE, sizeof (RunChange));
  }
  g_atomic_int_set (&self->interrupt, 0);
  g_mutex_unlock (&self->lock);
  if (!goes_on)
    return false;
  set_state (self, RUN_RUNNING);
  apply_repeated (self);
  for (uint32_t i = 0; changes != NULL && i < changes->len; i++) {
    const RunChange *change = &g_array_index (changes, RunChange, i);

    apply (self, change->variable, change->value);
  }
  if (was_paused || speed != self->pace_speed)
    start_pace (self, speed);
  return true;
}

/* Sleeps until the wall clock is where the run is. A run that is late does not catch
 * up: its clock is set back and the delay is shown. */
static void
keep_pace (RunSession *self)
{
  double gone = sim_state_time (self->sim) - self->pace_time;
  double due = self->pace_wall + gone / self->pace_speed;
  double late = wall_time () - due;

  if (late > 0) {
    self->pace_wall += late;
    atomic_store (&self->lag, atomic_load (&self->lag) + late);
    return;
  }
  atomic_store (&self->lag, 0);
  sleep_until (due);
}

static double
row_interval (const SimOptions *options)
{
  double widest = (options->stop - options->start) / ROWS;

  if (options->interval > 0)
    return options->interval;
  return options->interval_max > 0 ? MIN (widest, options->interval_max) : widest;
}

static void
keep_checkpoint (RunSession *self)
{
  if (!run_checkpoints_is_due (self->checkpoints, wall_time ()))
    return;
  g_mutex_lock (&self->lock);
  run_checkpoints_take (self->checkpoints, self->sim,
                        run_trace_length (run_session_trace (self)),
                        self->history->len);
  g_mutex_unlock (&self->lock);
}

/* What a run was up to a time: the checkpoint before it and the changes until then. */
typedef struct {
  RunCheckpoint checkpoint;
  GArray *changes; /* of RunChange; those of the checkpoint are the first of them */
} RunBranch;

static void
find_branch (RunSession *from, double time, RunBranch *branch)
{
  g_mutex_lock (&from->lock);
  branch->checkpoint = run_checkpoints_find (from->checkpoints, time);
  branch->changes = g_array_copy (from->history);
  g_mutex_unlock (&from->lock);
  guint n = branch->changes->len;
  while (n > branch->checkpoint.n_changes &&
         g_array_index (branch->changes, RunChange, n - 1).time > time)
    n--;
  g_array_set_size (branch->changes, n);
}

static void
clear_branch (RunBranch *branch)
{
  sim_snapshot_unref (branch->checkpoint.snapshot);
  g_array_unref (branch->changes);
}

/* One piece of the run. */
static SimStatus
advance (RunSession *self, bool steps)
{
  double t = sim_state_time (self->sim), t_end = self->options.stop;
  const RunChange *next = next_repeated (self);

  if (steps)
    t_end = MIN (t_end, t + row_interval (&self->options));
  else if (self->pace_speed > 0)
    t_end = MIN (t_end, t + PIECE_S * self->pace_speed);
  else if (is_catching_up (self))
    t_end = MIN (t_end, self->fast_until);
  if (next != NULL)
    t_end = MIN (t_end, next->time);
  self->is_whole = !steps && !(self->pace_speed > 0);
  SimStatus status =
      sim_state_run (self->sim, t_end, &self->interrupt, keep_row, self, &self->error);
  publish (self);
  if (status == SIM_OK && !steps && self->pace_speed > 0)
    keep_pace (self);
  return status;
}

/* The run of another model that this one begins with, without rows: from its nearest
 * checkpoint to the time of the branch. */
static SimStatus
follow_origin (RunSession *self, SimState *sim, uint32_t n, const RunChange *changes)
{
  SimStatus status = SIM_OK;

  for (uint32_t i = 0; i <= n && status == SIM_OK; i++) {
    double t_end = self->origin_until;

    if (i < n)
      t_end = MIN (t_end, changes[i].time);
    status = sim_state_run (sim, t_end, &self->stop, NULL, NULL, &self->error);
    if (i < n && status == SIM_OK)
      sim_state_set_parameter (sim, changes[i].variable, changes[i].value);
  }
  return status;
}

static SimStatus
begin_like_origin (RunSession *self)
{
  RunSession *origin = self->origin;
  g_autoptr (SimState) sim =
      sim_state_new (origin->model, &origin->options, &self->error);
  RunBranch branch;

  if (sim == NULL)
    return SIM_INCONSISTENT;
  find_branch (origin, self->origin_until, &branch);
  SimStatus status = SIM_OK;
  if (branch.checkpoint.snapshot != NULL)
    sim_snapshot_restore (branch.checkpoint.snapshot, sim);
  else
    status = sim_state_init (sim, NULL, NULL, &self->error);
  const RunChange *changes = (const RunChange *) (void *) branch.changes->data;
  uint32_t n_done = branch.checkpoint.n_changes;
  if (status == SIM_OK)
    status = follow_origin (self, sim, branch.changes->len - n_done, changes + n_done);
  if (status == SIM_OK)
    status = sim_state_init_from (self->sim, sim, run_recorder_sink, self->recorder,
                                  &self->error);
  clear_branch (&branch);
  return status;
}

static SimStatus
begin (RunSession *self)
{
  if (self->origin != NULL && self->beginning == NULL)
    return begin_like_origin (self);
  if (self->beginning == NULL)
    return sim_state_init (self->sim, run_recorder_sink, self->recorder, &self->error);
  sim_snapshot_restore (self->beginning, self->sim);
  return SIM_OK;
}

/* The state in which the run has ended. */
static RunSessionState
run_to_end (RunSession *self)
{
  bool steps;

  self->sim = sim_state_new (self->model, &self->options, &self->error);
  if (self->sim == NULL)
    return RUN_FAILED;
  sim_state_set_stop_flag (self->sim, &self->stop);
  /* The start, by itself or from another run. */
  SimStatus begun = begin (self);
  if (begun == SIM_TERMINATED)
    return RUN_FINISHED;
  if (begun != SIM_OK)
    return begun == SIM_STOPPED ? RUN_STOPPED : RUN_FAILED;
  atomic_store (&self->start_report, sim_state_start_report (self->sim));
  publish (self);
  start_pace (self, 0);
  while (!sim_state_is_finished (self->sim)) {
    /* Between two pieces: checkpoint, orders; then the next one. */
    keep_checkpoint (self);
    if (!take_orders (self, &steps)) {
      show_last_row (self);
      return RUN_STOPPED;
    }
    SimStatus status = advance (self, steps);
    if (!run_recorder_is_complete (self->recorder)) {
      g_clear_error (&self->error);
      g_set_error_literal (
          &self->error, G_FILE_ERROR, G_FILE_ERROR_NOMEM,
          _ ("There is no memory for more results; choose a longer interval"));
      return RUN_FAILED;
    }
    if (status == SIM_TERMINATED)
      return RUN_FINISHED;
    if (status != SIM_OK && status != SIM_STOPPED)
      return RUN_FAILED;
  }
  return RUN_FINISHED;
}

static gpointer
run_thread (gpointer data)
{
  RunSession *self = data;

  set_state (self, run_to_end (self));
  return NULL;
}

/* ---- object ---- */

static void
run_session_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  RunSession *self = RUN_SESSION (object);

  switch (id) {
  case PROP_STATE:
    g_value_set_int (value, (int) run_session_get_state (self));
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  }
}

static void
run_session_dispose (GObject *object)
{
  RunSession *self = RUN_SESSION (object);

  if (self->thread != NULL) {
    run_session_stop (self);
    run_session_wait (self);
  }
  if (self->teller != NULL)
    g_source_destroy (self->teller);
  g_clear_pointer (&self->teller, g_source_unref);
  G_OBJECT_CLASS (run_session_parent_class)->dispose (object);
}

static void
run_session_finalize (GObject *object)
{
  RunSession *self = RUN_SESSION (object);

  sim_state_free (self->sim);
  run_recorder_free (self->recorder);
  sim_model_unref (self->model);
  g_clear_error (&self->error);
  g_array_unref (self->changes);
  g_array_unref (self->history);
  run_checkpoints_free (self->checkpoints);
  g_clear_object (&self->origin);
  sim_snapshot_unref (self->beginning);
  g_array_unref (self->repeated);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->changed);
  G_OBJECT_CLASS (run_session_parent_class)->finalize (object);
}

static void
run_session_class_init (RunSessionClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->get_property = run_session_get_property;
  object_class->dispose = run_session_dispose;
  object_class->finalize = run_session_finalize;
  properties[PROP_STATE] = g_param_spec_int (
      "state", NULL, NULL, RUN_IDLE, RUN_FAILED, RUN_IDLE,
      G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
run_session_init (RunSession *self)
{
  static GSourceFuncs teller_funcs = {.dispatch = teller_dispatch};

  g_mutex_init (&self->lock);
  g_cond_init (&self->changed);
  self->changes = g_array_new (FALSE, FALSE, sizeof (RunChange));
  self->history = g_array_new (FALSE, FALSE, sizeof (RunChange));
  self->checkpoints = run_checkpoints_new ();
  self->repeated = g_array_new (FALSE, FALSE, sizeof (RunChange));
  self->teller = g_source_new (&teller_funcs, sizeof (GSource));
  g_source_set_callback (self->teller, tell, self, NULL);
  g_source_set_static_name (self->teller, "run session");
  g_source_attach (self->teller, g_main_context_get_thread_default ());
}

RunSession *
run_session_new (const SimModel *model, const SimOptions *options)
{
  RunSession *self = g_object_new (RUN_TYPE_SESSION, NULL);

  self->model = sim_model_ref (model);
  self->options = *options;
  self->options.solver = g_intern_string (options->solver);
  self->recorder = run_recorder_new (model, NULL, 0);
  run_recorder_set_flag (self->recorder, &self->interrupt);
  atomic_store (&self->time, options->start);
  self->fast_until = options->start;
  return self;
}

/* ---- branches ---- */

/* Goes on from a checkpoint of a run of the same model. */
static void
branch_off (RunSession *self, RunSession *from, double time)
{
  RunBranch branch;

  find_branch (from, time, &branch);
  uint32_t n_done = branch.checkpoint.n_changes, n = branch.changes->len;
  const RunChange *changes = (const RunChange *) (void *) branch.changes->data;
  while (from->origin != NULL && n_done < n &&
         changes[n_done].time <= from->origin_until)
    n_done++;
  g_array_append_vals (self->history, changes, branch.checkpoint.n_changes);
  g_array_append_vals (self->repeated, changes + n_done, n - n_done);
  g_set_object (&self->origin, from->origin);
  self->origin_until = from->origin_until;
  if (branch.checkpoint.snapshot != NULL) {
    self->beginning = sim_snapshot_ref (branch.checkpoint.snapshot);
    run_recorder_set_past (self->recorder, self->model, run_session_trace (from),
                           from->model, branch.checkpoint.n_rows);
    g_mutex_lock (&from->lock);
    run_checkpoints_inherit (self->checkpoints, from->checkpoints, time);
    g_mutex_unlock (&from->lock);
    atomic_store (&self->time, sim_snapshot_time (self->beginning));
  }
  clear_branch (&branch);
}

/* The rows and changes of a run of another model, by the names of variables. */
static void
take_past (RunSession *self, const RunSession *from, double time)
{
  const RunTrace *trace = run_session_trace (from);
  uint32_t n;
  g_autofree RunChange *changes = run_session_changes (from, &n);

  for (uint32_t i = 0; i < n && changes[i].time <= time; i++) {
    const SimVar *var = sim_model_var (from->model, changes[i].variable);

    changes[i].variable = sim_model_find (self->model, var->name);
    if (changes[i].variable != UINT32_MAX)
      g_array_append_val (self->history, changes[i]);
  }
  if (run_trace_length (trace) > 0 && run_trace_time (trace, 0) <= time)
    run_recorder_set_past (self->recorder, self->model, trace, from->model,
                           run_trace_row_at (trace, time) + 1);
}

RunSession *
run_session_branch (RunSession *from,
                    const SimModel *model,
                    const SimOptions *options,
                    double time)
{
  RunSession *self = run_session_new (model, options);

  while (from->origin != NULL && time < from->origin_until)
    from = from->origin;
  self->fast_until = time;
  if (model == from->model) {
    branch_off (self, from, time);
  } else {
    self->origin = g_object_ref (from);
    self->origin_until = time;
    atomic_store (&self->time, time);
  }
  if (self->origin != NULL && self->beginning == NULL)
    take_past (self, self->origin, self->origin_until);
  return self;
}

/* ---- orders ---- */

void
run_session_start (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_return_if_fail (run_session_get_state (self) == RUN_IDLE);
  set_state (self, RUN_RUNNING);
  self->thread = g_thread_new ("run", run_thread, self);
}

/* Ends an order: the thread looks at it at once. */
static void
send (RunSession *self)
{
  g_atomic_int_set (&self->interrupt, 1);
  g_cond_signal (&self->changed);
  g_mutex_unlock (&self->lock);
}

void
run_session_pause (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_mutex_lock (&self->lock);
  self->wants_pause = true;
  send (self);
}

void
run_session_resume (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_mutex_lock (&self->lock);
  self->wants_pause = false;
  send (self);
}

void
run_session_stop (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_mutex_lock (&self->lock);
  self->wants_stop = true;
  g_atomic_int_set (&self->stop, 1);
  send (self);
}

void
run_session_step (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_mutex_lock (&self->lock);
  self->wants_pause = true;
  self->wants_step = true;
  send (self);
}

void
run_session_set_speed (RunSession *self, double speed)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_return_if_fail (isfinite (speed));
  g_mutex_lock (&self->lock);
  self->speed = MAX (speed, 0);
  send (self);
}

void
run_session_set_parameter (RunSession *self, uint32_t variable, double value)
{
  RunChange change = {.variable = variable, .value = value};

  g_return_if_fail (RUN_IS_SESSION (self));
  g_return_if_fail (variable < sim_model_n_vars (self->model));
  g_return_if_fail (sim_model_var (self->model, variable)->is_settable);
  g_mutex_lock (&self->lock);
  g_array_append_val (self->changes, change);
  send (self);
}

RunChange *
run_session_changes (const RunSession *self, uint32_t *n)
{
  RunSession *shared = (RunSession *) self;

  g_mutex_lock (&shared->lock);
  *n = shared->history->len;
  RunChange *changes = g_memdup2 (shared->history->data, *n * sizeof (RunChange));
  g_mutex_unlock (&shared->lock);
  return changes;
}

double
run_session_fast_until (const RunSession *self)
{
  return self->fast_until;
}

void
run_session_wait (RunSession *self)
{
  g_return_if_fail (RUN_IS_SESSION (self));
  g_clear_pointer (&self->thread, g_thread_join);
}

/* ---- looks ---- */

RunSessionState
run_session_get_state (const RunSession *self)
{
  return (RunSessionState) g_atomic_int_get (&self->state);
}

double
run_session_time (const RunSession *self)
{
  return atomic_load (&self->time);
}

double
run_session_lag (const RunSession *self)
{
  return atomic_load (&self->lag);
}

const SimModel *
run_session_model (const RunSession *self)
{
  return self->model;
}

const SimOptions *
run_session_options (const RunSession *self)
{
  return &self->options;
}

RunTrace *
run_session_trace (const RunSession *self)
{
  return run_recorder_trace (self->recorder);
}

const GError *
run_session_error (const RunSession *self)
{
  return run_session_get_state (self) >= RUN_FINISHED ? self->error : NULL;
}

const BaseDiag *
run_session_failure (const RunSession *self)
{
  return run_session_get_state (self) >= RUN_FINISHED && self->sim != NULL
             ? sim_state_failure (self->sim)
             : NULL;
}

const BaseDiags *
run_session_run_report (const RunSession *self)
{
  return run_session_get_state (self) >= RUN_FINISHED && self->sim != NULL
             ? sim_state_run_report (self->sim)
             : NULL;
}

const BaseDiags *
run_session_start_report (const RunSession *self)
{
  return atomic_load (&self->start_report);
}
