/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which candidates are the states of a selection (dae/index/selection.c; Mattsson,
 * Olsson & Elmqvist, Dynamic selection of states in Dymola, 2000). Behind each step the
 * constraints' matrix, scaled, is eliminated for the present choice; where the others
 * move too fast with it, complete pivoting chooses, and augmenting paths lead each
 * state to a candidate that it may stand for, leaving the rest as they are. Costs O(m^2
 * n) for m constraints of n unknowns. */
#include "sim/event/selection.h"

#include <math.h>
#include <string.h>

#include "sim/model-private.h"

/* The candidates that a state determines may move so much faster than it does, in units
 * that make their greatest effects on the constraints equal, before others are chosen,
 * which must be better by BETTER. At best it is about one. */
static const double LIMIT = 4.0, BETTER = 0.5;

/* Scaled pivots below this are rounding: the constraints depend on each other here. */
static const double RANK = 1e-10;

enum { MAX_NAMED = 4 };

static uint32_t
level_of (const CodeSelection *code, uint32_t which, uint32_t level)
{
  return which * code->order + level;
}

/* Angles compare with angles, lengths with lengths, whatever the size of the mechanism.
 */
static uint32_t
kind_of (const SimModel *model, const CodeStep *step, uint32_t column)
{
  const char *units = sim_model_slot_units (model, step->unknown[column]);
  uint32_t c = 0;

  while (strcmp (sim_model_slot_units (model, step->unknown[c]), units) != 0)
    c++;
  return c;
}

static void
selection_init (SimSelection *selection, const CodeSelection *code, const SimRhs *rhs)
{
  BaseArena *arena = rhs->arena;
  SimPivots *pivots = &selection->pivots;
  const CodeSteps *steps = &rhs->program->sections[CODE_DYNAMIC];
  const CodeStep *step = code->step < steps->n ? &steps->steps[code->step] : NULL;
  uint32_t n = step == NULL ? 0 : step->n;

  sim_memory_array (rhs->memory, &selection->chosen, code->n_states);
  selection->holder_of = base_arena_array (arena, uint32_t, code->n);
  selection->found_by = base_arena_array (arena, uint32_t, code->n);
  selection->queue = base_arena_array (arena, uint32_t, code->n_states);
  /* The matrix of the constraints, without the ties. */
  pivots->n_columns = n;
  for (uint32_t r = 0; r < n; r++)
    pivots->n_rows += !code->is_tie[r];
  pivots->matrix = base_arena_array (arena, double, (size_t) pivots->n_rows *n);
  pivots->row_of = base_arena_array (arena, uint32_t, n);
  pivots->column_of = base_arena_array (arena, uint32_t, pivots->n_rows);
  pivots->may_solve = base_arena_array (arena, bool, n);
  selection->nominal = base_arena_array (arena, double, n);
  selection->kind_of = base_arena_array (arena, uint32_t, n);
  sim_memory_array (rhs->memory, &selection->largest, n);
  /* Units of its columns, and which of them may become states. */
  selection->is_candidate = base_arena_array (arena, bool, n);
  for (uint32_t c = 0; c < n; c++) {
    selection->nominal[c] = sim_model_slot_nominal (rhs->model, step->unknown[c]);
    selection->kind_of[c] = kind_of (rhs->model, step, c);
  }
  for (uint32_t j = 0; j < code->n && n > 0; j++)
    selection->is_candidate[code->column[j]] = true;
}

void
sim_selections_init (SimSelections *selections, SimRhs *rhs)
{
  *selections = (SimSelections){
      .rhs = rhs, .n = rhs->program->n_selections, .codes = rhs->program->selections};
  selections->selections = base_arena_array (rhs->arena, SimSelection, selections->n);
  for (uint32_t i = 0; i < selections->n; i++)
    selection_init (&selections->selections[i], &selections->codes[i], rhs);
  sim_memory_keep_from (rhs->memory, selections, n_changes);
}

/* What is chosen into the slots: picks, and the states' values. */
static void
put (const SimSelection *selection, const CodeSelection *code, double *slots)
{
  for (uint32_t i = 0; i < code->n_ties; i++) {
    const CodeTie *tie = &code->ties[i];
    slots[tie->pick] = slots[tie->pre] =
        selection->chosen[tie->state] == tie->candidate;
  }
  for (uint32_t i = 0; i < code->n_states; i++)
    for (uint32_t k = 0; k < code->order; k++) {
      uint32_t at = level_of (code, selection->chosen[i], k);
      slots[code->state[level_of (code, i, k)]] =
          code->sign[at] * slots[code->candidate[at]];
    }
}

/* ---- the constraints' matrix, scaled ---- */

static void
evaluate (const SimRhs *rhs, const CodeStep *step)
{
  code_eval_range (rhs->program, step->inner_code, rhs->slots);
  code_eval_range (rhs->program, step->residual_code, rhs->slots);
  code_eval_range (rhs->program, step->jacobian_code, rhs->slots);
}

static void
scale_columns (SimSelection *selection)
{
  const SimPivots *p = &selection->pivots;

  for (uint32_t c = 0; c < p->n_columns; c++) {
    double largest = selection->largest[selection->kind_of[c]];

    for (uint32_t r = 0; r < p->n_rows && largest > 0.0; r++)
      p->matrix[(size_t) r * p->n_columns + c] /= largest;
  }
}

static void
scale_rows (const SimPivots *p)
{
  for (uint32_t r = 0; r < p->n_rows; r++) {
    double *row = p->matrix + (size_t) r * p->n_columns, largest = 0.0;

    for (uint32_t c = 0; c < p->n_columns; c++)
      largest = fmax (largest, fabs (row[c]));
    for (uint32_t c = 0; c < p->n_columns && largest > 0.0; c++)
      row[c] /= largest;
  }
}

static void
fill (SimSelection *selection,
      const CodeSelection *code,
      const CodeStep *step,
      double *slots)
{
  const SimPivots *p = &selection->pivots;
  uint32_t n = p->n_columns, *row = p->row_of, n_rows = 0;

  for (uint32_t r = 0; r < n; r++)
    row[r] = code->is_tie[r] ? UINT32_MAX : n_rows++;
  memset (p->matrix, 0, (size_t) p->n_rows * n * sizeof (double));
  for (uint32_t c = 0; c < n; c++) {
    double *largest = &selection->largest[selection->kind_of[c]];
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++) {
      double entry = slots[step->entry[k]] * selection->nominal[c];
      if (row[step->row[k]] == UINT32_MAX)
        continue;
      *largest = fmax (*largest, fabs (entry));
      p->matrix[(size_t) row[step->row[k]] * n + c] = entry;
    }
  }
  scale_columns (selection);
  scale_rows (p);
  sim_pivots_clear (p);
}

/* How far the candidates that are solved for move with the others. */
static double
growth_of (const SimSelection *selection)
{
  const SimPivots *p = &selection->pivots;
  uint32_t n = p->n_columns;
  double growth = 0.0;

  for (uint32_t c = 0; c < n; c++)
    for (uint32_t k = 0; k < n; k++)
      if (selection->is_candidate[c] && p->row_of[c] != UINT32_MAX &&
          p->row_of[k] == UINT32_MAX)
        growth = fmax (growth, fabs (p->matrix[(size_t) p->row_of[c] * n + k]));
  return growth;
}

/* What a choice makes of the constraints: how many it can solve for the rest, and how
 * far that moves with it. */
typedef struct {
  uint32_t rank;
  double growth;
} Fit;

/* With these candidates not solved for (NULL: any). What is torn beside them always is.
 */
static Fit
measure (SimSelection *selection,
         const CodeSelection *code,
         const SimRhs *rhs,
         const uint32_t *chosen)
{
  const CodeStep *step = &rhs->program->sections[CODE_DYNAMIC].steps[code->step];
  uint32_t rank;

  fill (selection, code, step, rhs->slots);
  for (uint32_t c = 0; c < selection->pivots.n_columns; c++)
    selection->pivots.may_solve[c] = !selection->is_candidate[c];
  rank = sim_pivots_eliminate (&selection->pivots, RANK);
  for (uint32_t j = 0; j < code->n; j++)
    selection->pivots.may_solve[code->column[j]] = true;
  for (uint32_t i = 0; i < code->n_states && chosen != NULL; i++)
    selection->pivots.may_solve[code->column[chosen[i]]] = false;
  rank += sim_pivots_eliminate (&selection->pivots, RANK);
  return (Fit){rank, growth_of (selection)};
}

static bool
is_free (const SimSelection *selection, const CodeSelection *code, uint32_t j)
{
  return selection->pivots.row_of[code->column[j]] == UINT32_MAX;
}

/* The first tie of a state. */
static uint32_t
first_tie (const CodeSelection *code, uint32_t state)
{
  uint32_t low = 0, high = code->n_ties;

  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (code->ties[middle].state < state)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Along the search back to the state that it began with: each stands for what it found,
 * and gives what it stood for to the one that found that. */
static void
pass_on (SimSelection *selection, uint32_t candidate, uint32_t begin)
{
  for (uint32_t state = selection->found_by[candidate];;
       state = selection->found_by[candidate]) {
    uint32_t before = selection->chosen[state];

    selection->chosen[state] = candidate;
    selection->holder_of[candidate] = state;
    if (state == begin)
      return;
    candidate = before;
  }
}

/* Finds something that state `begin` may stand for, by letting others change if need be
 * (breadth-first search for an augmenting path). */
static void
place (SimSelection *selection, const CodeSelection *code, uint32_t begin)
{
  uint32_t n = 1;

  memset (selection->found_by, 0xff, code->n * sizeof *selection->found_by);
  selection->queue[0] = begin;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t state = selection->queue[i];
    for (uint32_t t = first_tie (code, state);
         t < code->n_ties && code->ties[t].state == state; t++) {
      uint32_t j = code->ties[t].candidate;
      if (!is_free (selection, code, j) || selection->found_by[j] != UINT32_MAX)
        continue;
      selection->found_by[j] = state;
      if (selection->holder_of[j] == UINT32_MAX) {
        pass_on (selection, j, begin);
        return;
      }
      selection->queue[n++] = selection->holder_of[j];
    }
  }
}

/* The candidates that were not solved for; those that are states stay it where they
 * are, if they can. */
static void
take_over (SimSelection *selection, const CodeSelection *code)
{
  memset (selection->holder_of, 0xff, code->n * sizeof *selection->holder_of);
  for (uint32_t i = 0; i < code->n_states; i++)
    if (is_free (selection, code, selection->chosen[i]))
      selection->holder_of[selection->chosen[i]] = i;
  for (uint32_t i = 0; i < code->n_states; i++)
    if (!is_free (selection, code, selection->chosen[i]))
      place (selection, code, i);
}

/* False if what is chosen may stay. Where constraints depend on each other, as those of
 * two wheels on one axle do, no choice solves them all. */
static bool
choose (SimSelection *selection, const CodeSelection *code, const SimRhs *rhs)
{
  evaluate (rhs, &rhs->program->sections[CODE_DYNAMIC].steps[code->step]);
  Fit present = measure (selection, code, rhs, selection->chosen);
  if (present.rank == selection->pivots.n_rows && present.growth <= LIMIT)
    return false;
  Fit best = measure (selection, code, rhs, NULL);
  if (best.rank == present.rank &&
      (present.growth <= LIMIT || best.growth > BETTER * present.growth))
    return false;
  take_over (selection, code);
  return true;
}

/* Chooses where the values of START stand in the slots, before anything is solved with
 * the static selection, which may be singular there. The slots are as before then. */
static void
choose_at_start (SimSelection *selection, const CodeSelection *code, SimRhs *rhs)
{
  size_t size = rhs->program->n_kept * sizeof (double);
  g_autofree double *kept = g_memdup2 (rhs->slots, size);

  sim_rhs_walk_before (rhs, CODE_DYNAMIC, code->step);
  for (uint32_t j = 0; j < selection->pivots.n_columns; j++) {
    uint32_t slot = rhs->program->sections[CODE_DYNAMIC].steps[code->step].unknown[j];
    rhs->slots[slot] = kept[slot];
  }
  choose (selection, code, rhs);
  memcpy (rhs->slots, kept, size);
}

void
sim_selections_begin (SimSelections *selections)
{
  selections->n_changes = 0;
  for (uint32_t i = 0; i < selections->n; i++) {
    SimSelection *selection = &selections->selections[i];

    memset (selection->largest, 0, selection->pivots.n_columns * sizeof (double));
    for (uint32_t s = 0; s < selections->codes[i].n_states; s++)
      selection->chosen[s] = s;
    put (selection, &selections->codes[i], selections->rhs->slots);
  }
  for (uint32_t i = 0; i < selections->n; i++) {
    SimSelection *selection = &selections->selections[i];

    if (selection->pivots.n_columns > 0)
      choose_at_start (selection, &selections->codes[i], selections->rhs);
    put (selection, &selections->codes[i], selections->rhs->slots);
  }
}

bool
sim_selections_update (SimSelections *selections)
{
  SimRhs *rhs = selections->rhs;
  bool has_changed = false;

  for (uint32_t i = 0; i < selections->n; i++) {
    if (selections->selections[i].pivots.n_columns == 0 ||
        !choose (&selections->selections[i], &selections->codes[i], rhs))
      continue;
    /* Not all derivatives stand in slots before. */
    if (!has_changed && sim_rhs_walk (rhs, CODE_OUTPUT) != SIM_OK)
      return false;
    put (&selections->selections[i], &selections->codes[i], rhs->slots);
    selections->n_changes++;
    has_changed = true;
  }
  return has_changed;
}

char *
sim_selections_to_text (const SimSelections *selections)
{
  GString *text = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < selections->n; i++)
    for (uint32_t s = 0; s < selections->codes[i].n_states; s++) {
      const CodeSelection *code = &selections->codes[i];
      uint32_t at = level_of (code, selections->selections[i].chosen[s], 0);
      if (selections->selections[i].chosen[s] != s && n++ < MAX_NAMED)
        g_string_append_printf (
            text, "%s`%s`", n == 1 ? "" : ", ",
            sim_model_slot_name (selections->rhs->model, code->candidate[at]));
    }
  return g_string_free (text, FALSE);
}
