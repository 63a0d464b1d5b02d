/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which crossings are watched, when time events come, and the event iteration:
 * everything is evaluated, contradicted crossings turn, discrete variables follow,
 * until nothing changes; then when clauses act, pre-values are taken over, and all
 * begins again until they agree. A pass costs one evaluation of what crossings need;
 * passes are limited by level (dae/block/level.c). What turns too often in a short part
 * of the run ends it. */
#include "sim/event/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

/* Limits of the event iteration (LANGUAGE 9). The inner one turns all contradicted
 * crossings in each pass until MAX_JOINT, then those of the first level that has any:
 * all that are in no circle, else the worst one in MAX_WORST of its passes, then the
 * first one. A level has MOST_PASSES and MORE_PASSES for each of its crossings. */
enum {
  MAX_JOINT = 10,
  MAX_WORST = 30,
  MOST_PASSES = 90,
  MORE_PASSES = 4,
  MAX_OUTER = 100
};

/* What has turned more often has the widest band: then its blur is looked for, as SURE
 * times what N_BLURS trials show. */
enum { MOST_TURNS = 2 * MAX_JOINT, N_BLURS = 2 };
static const double SURE = 8.0;

/* A crossing that changes more often than MAX_FLIPS within this part of the run
 * chatters: the run would need a thousand million events. */
static const double CHATTER_PART = 1e-6;
enum { MAX_FLIPS = 1000 };

/* A ball that is put back on its floor with each bounce no longer leaves it when it has
 * done so within the band so often. */
enum { MAX_WITHIN = 8 };

static void
find_watched (SimEvents *e)
{
  BaseArena *arena = e->rhs->arena;

  e->watched = base_arena_array (arena, uint32_t, e->n_crossings);
  e->watch_of = base_arena_array (arena, uint32_t, e->n_crossings);
  for (uint32_t r = 0; r < e->n_crossings; r++) {
    bool is_watched = e->crossings[r].kind == DAE_STATE_EVENT &&
                      !sim_rhs_crossing_is_followed (e->rhs, &e->crossings[r]);

    e->watch_of[r] = is_watched ? e->n_watched : UINT32_MAX;
    if (is_watched)
      e->watched[e->n_watched++] = r;
  }
  sim_memory_array (e->rhs->memory, &e->watches, e->n_watched);
  e->live = base_arena_array (arena, uint32_t, e->n_watched);
  for (uint32_t w = 0; w < e->n_watched; w++) {
    e->watches[w].is_armed = true;
    e->watches[w].band = SIM_EVENT_BAND;
    e->watches[w].bounce.time = -INFINITY;
  }
}

static void
find_levels (SimEvents *e)
{
  for (uint32_t r = 0; r < e->n_crossings; r++)
    e->n_levels = MAX (e->n_levels, e->crossings[r].level + 1);
  e->levels = base_arena_array (e->rhs->arena, SimLevel, e->n_levels);
  for (uint32_t r = 0; r < e->n_crossings; r++)
    e->levels[e->crossings[r].level].n_crossings++;
  e->considered = base_arena_array (e->rhs->arena, uint32_t, e->n_crossings);
  e->contradicted = base_arena_array (e->rhs->arena, uint32_t, e->n_crossings);
}

/* A place on one of the two agendas for each time event. */
static void
find_timed (SimEvents *e)
{
  SimMemory *memory = e->rhs->memory;
  uint32_t n[2] = {0};

  e->place_of = base_arena_array (memory->arena, uint32_t, e->n_crossings);
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    e->timed[i] = base_arena_array (memory->arena, uint32_t, e->n_crossings);
  for (uint32_t r = 0; r < e->n_crossings; r++) {
    const CodeCrossing *crossing = &e->crossings[r];
    bool is_timed = crossing->kind == DAE_TIME_EVENT &&
                    !sim_rhs_crossing_is_followed (e->rhs, crossing);

    e->place_of[r] = is_timed ? n[crossing->is_apart] : UINT32_MAX;
    if (is_timed)
      e->timed[crossing->is_apart][n[crossing->is_apart]++] = r;
  }
  for (size_t i = 0; i < G_N_ELEMENTS (n); i++)
    sim_agenda_init (&e->agenda[i], memory, n[i]);
}

void
sim_events_list_live (SimEvents *e)
{
  e->n_live = 0;
  for (uint32_t w = 0; w < e->n_watched; w++)
    if (e->watches[w].is_watched)
      e->live[e->n_live++] = w;
}

static void
note_restored (void *events)
{
  sim_events_list_live (events);
  sim_events_unsettle (events);
}

void
sim_events_init (SimEvents *e, SimRhs *rhs, double sample_max, bool is_continuous)
{
  BaseArena *arena = rhs->arena;

  *e = (SimEvents){.rhs = rhs,
                   .program = rhs->program,
                   .crossings = rhs->program->crossings,
                   .n_crossings = rhs->program->n_crossings,
                   .discrete = rhs->program->discrete,
                   .n_discrete = rhs->program->n_discrete,
                   .actions = rhs->program->actions,
                   .n_actions = rhs->program->n_actions,
                   .slots = rhs->slots,
                   .sample_max = sample_max,
                   .crossing_changed = UINT32_MAX,
                   .slot_changed = UINT32_MAX,
                   .termination = UINT32_MAX};
  rhs->is_continuous = is_continuous;
  find_watched (e);
  find_levels (e);
  find_timed (e);
  sim_memory_array (rhs->memory, &e->ticks, e->n_crossings);
  e->settles_all = !sim_open_init (&e->open, rhs->memory, rhs->program);
  /* Differences of the watched crossings; what outlives a step is kept. */
  double **vectors[] = {&e->start, &e->earlier, &e->before,
                        &e->now,   &e->next,    &e->probe};
  for (size_t i = 0; i < G_N_ELEMENTS (vectors); i++)
    sim_memory_array (rhs->memory, vectors[i], e->n_watched);
  e->y = base_arena_array (arena, double, rhs->ode.n);
  e->rates = base_arena_array (arena, double, rhs->ode.n);
  e->old_discrete = base_arena_array (arena, double, e->n_discrete);
  e->action_value = base_arena_array (arena, double, e->n_actions);
  e->old_drivers = base_arena_array (arena, double, e->program->n_drivers);
  sim_memory_keep_from (rhs->memory, e, is_settled);
  sim_memory_when_restored (rhs->memory, note_restored, e);
}

void
sim_events_unsettle (SimEvents *e)
{
  e->is_settled = false;
}

static double
after (double t)
{
  return t + SIM_TIME_NOISE * fmax (1.0, fabs (t));
}

/* The agenda has instants to come. True if this one is too near to be told from now. */
static bool
note_time (SimEvents *e, uint32_t r)
{
  const CodeCrossing *crossing = &e->crossings[r];
  double at = -e->slots[crossing->rest] / e->slots[crossing->slope];
  double t = e->slots[CODE_TIME];
  bool is_ahead = isfinite (at) && at > after (t);

  if (e->place_of[r] == UINT32_MAX)
    return false;
  sim_agenda_put (&e->agenda[crossing->is_apart], e->place_of[r],
                  is_ahead ? at : INFINITY);
  return at > t && at <= after (t);
}

double
sim_events_next_time (SimEvents *e, double t, bool is_apart)
{
  SimAgenda *agenda = &e->agenda[is_apart];
  uint32_t i = 0;
  double next;

  /* What is no longer ahead is looked at by the next event. */
  while ((next = sim_agenda_next (agenda, &i)) <= after (t)) {
    sim_agenda_put (agenda, i, INFINITY);
    if (!e->settles_all)
      sim_open_crossing (&e->open, e->timed[is_apart][i]);
  }
  return next;
}

void
sim_events_note_size (SimWatch *watch, double difference)
{
  if (isfinite (difference))
    watch->scale = fmax (watch->scale, fabs (difference));
}

double
sim_events_band (const SimWatch *watch)
{
  return fmax (watch->band * watch->scale, watch->blur);
}

/* ---- the event iteration ---- */

/* Writes a crossing or a pre-value. */
static void
set (SimEvents *e, uint32_t slot, double value)
{
  if (e->is_sparse)
    sim_open_set (&e->open, slot, value);
  else
    e->slots[slot] = value;
}

static bool
is_idle (const SimEvents *e, uint32_t r)
{
  return e->watch_of[r] != UINT32_MAX && e->slots[e->crossings[r].watched] == 0.0 &&
         !e->crossings[r].is_of_start;
}

/* A crossing that decides nothing while the discrete variables stand is false, so that
 * it is so, whatever was before, when it begins to matter: friction that comes to rest
 * begins as locked. If it had turned it has not; else it would seem to turn to and fro
 * where others make it matter and not. */
static void
lay_idle (SimEvents *e, uint32_t r)
{
  SimWatch *watch = &e->watches[e->watch_of[r]];
  uint32_t slot = e->crossings[r].slot;

  watch->n_turns -= e->slots[slot] != 0.0 && watch->n_turns > 0;
  set (e, slot, 0.0);
}

/* A difference that is mere rounding, or an indicator that has not yet left its event,
 * does not change a crossing; exactly zero and infinity are values like others. What
 * turns to and fro does not do so for a difference that is nothing against those it
 * had. */
static bool
keeps_value (const SimEvents *e, uint32_t r)
{
  const CodeCrossing *crossing = &e->crossings[r];
  uint32_t w = e->watch_of[r];
  double size = fabs (e->slots[crossing->indicator]);

  if (w != UINT32_MAX && e->watches[w].n_turns >= 2 &&
      size <= sim_events_band (&e->watches[w]))
    return true;
  if (w == UINT32_MAX || size == 0.0 || isinf (size))
    return false;
  return size <= SIM_DIFFERENCE_NOISE * e->slots[crossing->noise] ||
         size <= e->watches[w].margin;
}

/* Where a lock and a brake hold one shaft, or a gear with losses drives nothing, what
 * is left of the difference is the rounding of a system that determines it hardly, or
 * of zero: the band widens until that lies in it, as part of one unit at least. */
static void
turn (SimEvents *e, uint32_t r, bool value)
{
  uint32_t w = e->watch_of[r];

  set (e, e->crossings[r].slot, value);
  e->crossing_changed = r;
  if (w == UINT32_MAX)
    return;
  SimWatch *watch = &e->watches[w];
  if (!watch->has_turned)
    watch->n_within = watch->is_armed ? 0 : watch->n_within + 1;
  watch->is_armed = false;
  watch->has_turned = true;
  if (++watch->n_turns <= MAX_JOINT)
    return;
  watch->band = fmin (2.0 * watch->band, SIM_WIDEST_BAND);
  watch->scale = fmax (watch->scale, 1.0);
}

/* By how much a crossing is contradicted, from 0 to 1: the difference as part of the
 * operands. What is no state event has no doubt about it. */
static double
contradiction (const SimEvents *e, uint32_t r)
{
  const CodeCrossing *crossing = &e->crossings[r];

  if (e->watch_of[r] == UINT32_MAX || e->slots[crossing->noise] == 0.0)
    return 1.0;
  return fabs (e->slots[crossing->indicator]) / e->slots[crossing->noise];
}

/* Keeps in contradicted[] those of the first level that has any. */
static uint32_t
first_level (SimEvents *e, uint32_t n)
{
  uint32_t level = UINT32_MAX, n_kept = 0;

  for (uint32_t i = 0; i < n; i++)
    level = MIN (level, e->crossings[e->contradicted[i]].level);
  for (uint32_t i = 0; i < n; i++)
    if (e->crossings[e->contradicted[i]].level == level)
      e->contradicted[n_kept++] = e->contradicted[i];
  return n_kept;
}

/* Turns all, the worst or the first of contradicted[], which are of one level. */
static void
turn_some (SimEvents *e, uint32_t n)
{
  SimLevel *level = &e->levels[e->crossings[e->contradicted[0]].level];
  uint32_t chosen = e->contradicted[0];
  bool is_any_free = false;

  level->n_passes++;
  for (uint32_t i = 0; i < n && level->n_passes <= MAX_WORST; i++) {
    uint32_t r = e->contradicted[i];

    if (!e->crossings[r].is_in_circle) {
      turn (e, r, e->slots[e->crossings[r].slot] == 0.0);
      is_any_free = true;
    } else if (contradiction (e, r) > contradiction (e, chosen)) {
      chosen = r;
    }
  }
  if (!is_any_free)
    turn (e, chosen, e->slots[e->crossings[chosen].slot] == 0.0);
}

/* Is anything contradicted that turned on, though its band is the widest? */
static bool
turns_on (const SimEvents *e)
{
  for (uint32_t w = 0; w < e->n_watched; w++) {
    const CodeCrossing *crossing = &e->crossings[e->watched[w]];
    bool value = e->slots[crossing->slot] != 0.0;

    if (e->watches[w].n_turns > MOST_TURNS &&
        value != sim_rhs_crossing_holds_at (crossing, e->slots))
      return true;
  }
  return false;
}

/* How far differences move when all that was solved for moves by its rounding. What
 * turns to and fro within that is not contradicted: where one part of a machine runs
 * away, nothing but digits that were lost may be left of a torque in another part. */
static void
measure_blur (SimEvents *e, CodeSection section)
{
  const size_t size = e->program->n_kept * sizeof (double);

  if (e->sharp == NULL)
    e->sharp = base_arena_array (e->rhs->arena, double, e->program->n_kept);
  memcpy (e->sharp, e->slots, size);
  for (uint32_t k = 0; k < N_BLURS; k++) {
    sim_rhs_walk_blurred (e->rhs, section, k);
    code_eval (e->program, CODE_INDICATORS, e->slots);
    for (uint32_t w = 0; w < e->n_watched; w++) {
      SimWatch *watch = &e->watches[w];
      uint32_t slot = e->crossings[e->watched[w]].indicator;

      if (watch->n_turns > MOST_TURNS)
        watch->blur = fmax (watch->blur, SURE * fabs (e->slots[slot] - e->sharp[slot]));
    }
    memcpy (e->slots, e->sharp, size);
  }
}

/* Crossings that may be contradicted, ascending: watched ones and those that are open,
 * or all. */
static uint32_t
consider (SimEvents *e)
{
  GArray *crossings = e->open.crossings;
  uint32_t n = 0, w = 0;

  if (!e->is_sparse) {
    for (uint32_t r = 0; r < e->n_crossings; r++)
      e->considered[n++] = r;
    return n;
  }
  if (crossings->len > 0) /* it may have no data yet */
    qsort (crossings->data, crossings->len, sizeof (uint32_t), base_vec_by_number);
  for (guint i = 0; i < crossings->len; i++) {
    uint32_t r = g_array_index (crossings, uint32_t, i);

    while (w < e->n_watched && e->watched[w] < r)
      e->considered[n++] = e->watched[w++];
    e->considered[n++] = r;
  }
  while (w < e->n_watched)
    e->considered[n++] = e->watched[w++];
  return n;
}

/* What agrees with its difference, or is a time event that is not due, closes. */
static void
close_crossings (SimEvents *e)
{
  GArray *crossings = e->open.crossings;
  uint32_t n = crossings->len;

  g_array_set_size (crossings, 0);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t r = ((uint32_t *) crossings->data)[i];
    bool value = e->slots[e->crossings[r].slot] != 0.0;

    if (note_time (e, r) ||
        value != sim_rhs_crossing_holds_at (&e->crossings[r], e->slots))
      g_array_append_val (crossings, r);
    else
      sim_open_close_crossing (&e->open, r);
  }
}

/* Finds what is contradicted and turns what can be turned in this pass. */
static bool
update_crossings (SimEvents *e, CodeSection section, uint32_t pass)
{
  uint32_t n = 0;

  code_eval (e->program, CODE_INDICATORS, e->slots);
  if (e->is_sparse)
    sim_open_find_instants (&e->open);
  else
    code_eval (e->program, CODE_INSTANTS, e->slots);
  code_eval (e->program, CODE_NOISE, e->slots);
  code_eval (e->program, CODE_WATCHED, e->slots);
  if (pass > MOST_TURNS && turns_on (e))
    measure_blur (e, section);
  const uint32_t n_considered = consider (e);
  for (uint32_t i = 0; i < n_considered; i++) {
    uint32_t r = e->considered[i];
    bool old = e->slots[e->crossings[r].slot] != 0.0;
    bool value = sim_rhs_crossing_holds_at (&e->crossings[r], e->slots);

    if (is_idle (e, r)) {
      lay_idle (e, r);
      continue;
    }
    if (value == old || keeps_value (e, r))
      continue;
    e->contradicted[n++] = r;
    if (pass <= MAX_JOINT)
      turn (e, r, value);
  }
  if (n > 0 && pass > MAX_JOINT)
    turn_some (e, first_level (e, n));
  if (e->is_sparse)
    close_crossings (e);
  return n > 0;
}

/* True if the level that turned last, or all, have had their passes. */
static bool
is_endless (const SimEvents *e, uint32_t pass)
{
  if (pass > MAX_JOINT && e->crossing_changed != UINT32_MAX) {
    const SimLevel *level = &e->levels[e->crossings[e->crossing_changed].level];

    if (level->n_passes > MOST_PASSES + MORE_PASSES * level->n_crossings)
      return true;
  }
  return pass / MORE_PASSES > MOST_PASSES + e->n_crossings + e->n_discrete;
}

/* From the values that stand in the slots, for the start. */
static void
guess_crossings (SimEvents *e)
{
  code_eval (e->program, CODE_INDICATORS, e->slots);
  code_eval (e->program, CODE_INSTANTS, e->slots);
  for (uint32_t r = 0; r < e->n_crossings; r++)
    e->slots[e->crossings[r].slot] =
        sim_rhs_crossing_holds_at (&e->crossings[r], e->slots);
}

/* What was not selected may be no number, and then stays it. */
static bool
differ (double a, double b)
{
  return a != b && !(isnan (a) && isnan (b));
}

static bool
update_open (SimEvents *e)
{
  uint32_t last = sim_open_find_discrete (&e->open);

  if (last != UINT32_MAX)
    e->slot_changed = e->discrete[last].slot;
  return last != UINT32_MAX;
}

static bool
update_discrete (SimEvents *e)
{
  bool has_changed = false;

  if (e->is_sparse)
    return update_open (e);
  for (uint32_t i = 0; i < e->n_discrete; i++)
    e->old_discrete[i] = e->slots[e->discrete[i].slot];
  code_eval (e->program, CODE_DISCRETE, e->slots);
  for (uint32_t i = 0; i < e->n_discrete; i++)
    if (differ (e->slots[e->discrete[i].slot], e->old_discrete[i])) {
      e->slot_changed = e->discrete[i].slot;
      has_changed = true;
    }
  return has_changed;
}

static bool
copy_to_pre (SimEvents *e)
{
  GArray *touched = e->open.touched;
  const uint32_t n = e->is_sparse ? touched->len : e->n_discrete;
  bool has_changed = false;

  for (uint32_t k = 0; k < n; k++) {
    uint32_t i = e->is_sparse ? g_array_index (touched, uint32_t, k) : k;
    double value = e->slots[e->discrete[i].slot];

    has_changed |= differ (e->slots[e->discrete[i].pre], value);
    set (e, e->discrete[i].pre, value);
  }
  if (e->is_sparse)
    sim_open_end_pass (&e->open);
  return has_changed;
}

static SimStatus
give_up (SimEvents *e, SimStatus status)
{
  e->rhs->failure = sim_failure (status, e->slots[CODE_TIME]);
  e->rhs->failure.slot = e->slot_changed;
  e->rhs->failure.crossing = e->crossing_changed;
  return status;
}

/* Names those that turn to and fro: what turned last, and others of its level. */
static SimStatus
give_up_inner (SimEvents *e)
{
  SimStatus status = give_up (e, SIM_INNER_LOOP);
  SimFailure *failure = &e->rhs->failure;
  uint32_t last = e->crossing_changed;

  for (uint32_t w = 0; last != UINT32_MAX && w < e->n_watched; w++) {
    uint32_t r = e->watched[w];

    if (r != last && e->watches[w].n_turns > MAX_JOINT &&
        e->crossings[r].level == e->crossings[last].level &&
        failure->n_others < SIM_FAILURE_OTHERS)
      failure->other[failure->n_others++] = r;
  }
  return status;
}

static void
forget_turns (SimEvents *e)
{
  for (uint32_t w = 0; w < e->n_watched; w++)
    e->watches[w].n_turns = 0;
}

/* Substitution goes round in a circle: begins again with what turned as false. */
static void
begin_again (SimEvents *e)
{
  for (uint32_t w = 0; w < e->n_watched; w++)
    if (e->watches[w].n_turns > 1)
      set (e, e->crossings[e->watched[w]].slot, 0.0);
  update_discrete (e);
}

/* New pre-values act on discrete variables before anything is solved: what slid and has
 * come to rest must be tried as locked first, not as sliding on.
 * Where several contacts change at once, what one does may contradict what another was
 * turned for in the same pass: then they are turned one by one, as the pivots of a
 * linear complementarity problem (Cottle, Pang & Stone, The Linear Complementarity
 * Problem, 1992, 4.2: the first one each time ends for P-matrices, Murty 1974; the
 * worst one is faster where it ends). A system that cannot be solved keeps its values
 * as long as anything still changes: with other discrete values it may be another one.
 */
static SimStatus
settle_inner (SimEvents *e, CodeSection section)
{
  for (uint32_t i = 0; i < e->n_levels; i++)
    e->levels[i].n_passes = 0;
  update_discrete (e);
  for (uint32_t pass = 0; !is_endless (e, pass); pass++) {
    SimStatus status = sim_rhs_walk_on (e->rhs, section);

    if (e->rhs->stop_flag != NULL && g_atomic_int_get (e->rhs->stop_flag) != 0)
      return SIM_STOPPED;
    bool has_changed = update_crossings (e, section, pass);
    has_changed |= update_discrete (e);
    if (!has_changed)
      return status;
    if (pass == MAX_JOINT)
      begin_again (e);
  }
  return give_up_inner (e);
}

static SimStatus
do_action (SimEvents *e, uint32_t i)
{
  switch (e->actions[i].kind) {
  case FLAT_ASSIGN: /* is an equation */
    break;
  case FLAT_REINIT:
    e->slots[e->actions[i].state] = e->action_value[i];
    e->has_reinit = true;
    break;
  case FLAT_TERMINATE:
    if (e->termination == UINT32_MAX)
      e->termination = i;
    break;
  case FLAT_WHEN_ASSERT:
    if (e->action_value[i] != 0.0)
      break;
    e->rhs->failure = sim_failure (SIM_ASSERT, e->slots[CODE_TIME]);
    e->rhs->failure.action = i;
    return SIM_ASSERT;
  }
  return SIM_OK;
}

/* Bodies of when clauses whose condition rose: all values first, then what they do. */
static SimStatus
act (SimEvents *e)
{
  bool any = false;

  for (uint32_t i = 0; i < e->n_actions; i++)
    any |= e->slots[e->actions[i].fires] != 0.0;
  if (!any)
    return SIM_OK;
  code_eval (e->program, CODE_ACTIONS, e->slots);
  for (uint32_t i = 0; i < e->n_actions; i++)
    e->action_value[i] = e->slots[e->actions[i].value];
  for (uint32_t i = 0; i < e->n_actions; i++) {
    SimStatus status = e->slots[e->actions[i].fires] != 0.0 ? do_action (e, i) : SIM_OK;
    if (status != SIM_OK)
      return status;
  }
  return SIM_OK;
}

bool
sim_events_has_driven (const SimEvents *e)
{
  for (uint32_t i = 0; i < e->program->n_drivers; i++)
    if (differ (e->slots[e->program->drivers[i]], e->old_drivers[i]))
      return true;
  return e->has_reinit || e->is_turned;
}

/* Instants that have come are looked at, whatever else is. */
static void
begin_settling (SimEvents *e)
{
  e->is_sparse = e->is_settled && !e->settles_all;
  e->is_settled = false;
  for (int i = 0; i < 2 && e->is_sparse; i++)
    sim_events_next_time (e, e->slots[CODE_TIME], i == 1);
  for (uint32_t i = 0; i < e->program->n_drivers; i++)
    e->old_drivers[i] = e->slots[e->program->drivers[i]];
  e->crossing_changed = e->slot_changed = UINT32_MAX;
}

/* From here on only what changes has to be settled. */
static void
end_settling (SimEvents *e)
{
  for (uint32_t r = 0; r < e->n_crossings && !e->is_sparse; r++)
    if (e->crossings[r].kind == DAE_TIME_EVENT)
      note_time (e, r);
  if (!e->is_sparse && e->open.cells != NULL)
    sim_open_begin (&e->open, e->slots);
  e->is_settled = e->slots[CODE_INITIAL] == 0.0 && !e->rhs->is_continuous;
}

static SimStatus
settle (SimEvents *e)
{
  for (int pass = 0; pass < MAX_OUTER; pass++) {
    /* What turns once in each pass turns to and fro, too. */
    if (pass < MAX_JOINT)
      forget_turns (e);
    SimStatus status = settle_inner (e, CODE_WATCH);

    if (status == SIM_OK)
      status = act (e);
    if (status != SIM_OK || !copy_to_pre (e))
      return status;
  }
  return give_up (e, SIM_EVENT_LOOP);
}

SimStatus
sim_events_settle (SimEvents *e)
{
  begin_settling (e);
  SimStatus status = settle (e);
  if (status == SIM_OK)
    end_settling (e);
  e->is_sparse = false;
  return status;
}

SimStatus
sim_events_settle_start (SimEvents *e)
{
  e->crossing_changed = e->slot_changed = UINT32_MAX;
  e->is_settled = false;
  forget_turns (e);
  return settle_inner (e, CODE_START);
}

static bool
is_too_often (SimFlips *flips, double t, double span)
{
  if (flips->n == 0 || t - flips->from > CHATTER_PART * span) {
    flips->from = t;
    flips->n = 0;
  }
  return ++flips->n > MAX_FLIPS;
}

SimStatus
sim_events_count (SimEvents *e, double span)
{
  uint32_t r = e->crossing_changed;
  double t = e->slots[CODE_TIME];

  if (r == UINT32_MAX)
    return SIM_OK;
  if (e->crossings[r].is_sample)
    return is_too_often (&e->ticks[r], t, span) ? SIM_CROWDED : SIM_OK;
  if (e->watch_of[r] == UINT32_MAX)
    return SIM_OK;
  SimWatch *watch = &e->watches[e->watch_of[r]];
  if (e->has_reinit && watch->n_within > MAX_WITHIN)
    return SIM_ZENO;
  return is_too_often (&watch->flips, t, span) ? SIM_CHATTERING : SIM_OK;
}

void
sim_events_guess (SimEvents *e)
{
  e->is_settled = false;
  copy_to_pre (e);
  guess_crossings (e);
  update_discrete (e);
}
