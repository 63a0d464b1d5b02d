/* SPDX-License-Identifier: GPL-3.0-or-later */
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
level_of (const CodeChoice *code, uint32_t which, uint32_t level)
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
choice_init (SimChoice *choice, const CodeChoice *code, const SimRhs *rhs)
{
  BaseArena *arena = rhs->arena;
  const CodeSteps *steps = code_section (rhs->program, CODE_DYNAMIC);
  const CodeStep *step = code->step < steps->n ? &steps->steps[code->step] : NULL;
  uint32_t n = step == NULL ? 0 : step->n;

  sim_memory_array (rhs->memory, &choice->chosen, code->n_states);
  choice->holder_of = base_arena_array (arena, uint32_t, code->n);
  choice->found_by = base_arena_array (arena, uint32_t, code->n);
  choice->queue = base_arena_array (arena, uint32_t, code->n_states);
  choice->n_columns = n;
  for (uint32_t r = 0; r < n; r++)
    choice->n_rows += !code->is_tie[r];
  choice->matrix = base_arena_array (arena, double, (size_t) choice->n_rows *n);
  choice->nominal = base_arena_array (arena, double, n);
  choice->kind_of = base_arena_array (arena, uint32_t, n);
  sim_memory_array (rhs->memory, &choice->largest, n);
  choice->row_of = base_arena_array (arena, uint32_t, n);
  choice->column_of = base_arena_array (arena, uint32_t, choice->n_rows);
  choice->may_solve = base_arena_array (arena, bool, n);
  choice->pivots = (SimPivots){.n_rows = choice->n_rows,
                               .n_columns = n,
                               .matrix = choice->matrix,
                               .may_solve = choice->may_solve,
                               .row_of = choice->row_of,
                               .column_of = choice->column_of};
  choice->is_candidate = base_arena_array (arena, bool, n);
  for (uint32_t c = 0; c < n; c++) {
    choice->nominal[c] = sim_model_slot_nominal (rhs->model, step->unknown[c]);
    choice->kind_of[c] = kind_of (rhs->model, step, c);
  }
  for (uint32_t j = 0; j < code->n && n > 0; j++)
    choice->is_candidate[code->column[j]] = true;
}

void
sim_choices_init (SimChoices *choices, SimRhs *rhs)
{
  *choices = (SimChoices){.rhs = rhs};
  choices->codes = code_choices (rhs->program, &choices->n);
  choices->choices = base_arena_array (rhs->arena, SimChoice, choices->n);
  for (uint32_t i = 0; i < choices->n; i++)
    choice_init (&choices->choices[i], &choices->codes[i], rhs);
  sim_memory_keep_from (rhs->memory, choices, n_changes);
}

/* What is chosen into the slots: picks, and the states' values. */
static void
put (const SimChoice *choice, const CodeChoice *code, double *slots)
{
  for (uint32_t i = 0; i < code->n_ties; i++) {
    const CodeTie *tie = &code->ties[i];
    slots[tie->pick] = slots[tie->pre] = choice->chosen[tie->state] == tie->candidate;
  }
  for (uint32_t i = 0; i < code->n_states; i++)
    for (uint32_t k = 0; k < code->order; k++) {
      uint32_t at = level_of (code, choice->chosen[i], k);
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
scale_columns (SimChoice *choice)
{
  for (uint32_t c = 0; c < choice->n_columns; c++) {
    double largest = choice->largest[choice->kind_of[c]];

    for (uint32_t r = 0; r < choice->n_rows && largest > 0.0; r++)
      choice->matrix[(size_t) r * choice->n_columns + c] /= largest;
  }
}

static void
scale_rows (SimChoice *choice)
{
  for (uint32_t r = 0; r < choice->n_rows; r++) {
    double *row = choice->matrix + (size_t) r * choice->n_columns, largest = 0.0;

    for (uint32_t c = 0; c < choice->n_columns; c++)
      largest = fmax (largest, fabs (row[c]));
    for (uint32_t c = 0; c < choice->n_columns && largest > 0.0; c++)
      row[c] /= largest;
  }
}

static void
fill (SimChoice *choice, const CodeChoice *code, const CodeStep *step, double *slots)
{
  uint32_t n = choice->n_columns, *row = choice->row_of, n_rows = 0;

  for (uint32_t r = 0; r < n; r++)
    row[r] = code->is_tie[r] ? UINT32_MAX : n_rows++;
  memset (choice->matrix, 0, (size_t) choice->n_rows * n * sizeof (double));
  for (uint32_t c = 0; c < n; c++) {
    double *largest = &choice->largest[choice->kind_of[c]];
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++) {
      double entry = slots[step->entry[k]] * choice->nominal[c];
      if (row[step->row[k]] == UINT32_MAX)
        continue;
      *largest = fmax (*largest, fabs (entry));
      choice->matrix[(size_t) row[step->row[k]] * n + c] = entry;
    }
  }
  scale_columns (choice);
  scale_rows (choice);
  sim_pivots_clear (&choice->pivots);
}

/* How far the candidates that are solved for move with the others. */
static double
growth_of (const SimChoice *choice)
{
  uint32_t n = choice->n_columns;
  double growth = 0.0;

  for (uint32_t r = 0; r < choice->n_rows; r++)
    if (choice->column_of[r] == UINT32_MAX)
      return INFINITY;
  for (uint32_t c = 0; c < n; c++)
    for (uint32_t k = 0; k < n; k++)
      if (choice->is_candidate[c] && choice->row_of[c] != UINT32_MAX &&
          choice->row_of[k] == UINT32_MAX)
        growth =
            fmax (growth, fabs (choice->matrix[(size_t) choice->row_of[c] * n + k]));
  return growth;
}

/* With these candidates not solved for (NULL: any). What is torn beside them always is.
 */
static double
measure (SimChoice *choice,
         const CodeChoice *code,
         const SimRhs *rhs,
         const uint32_t *chosen)
{
  const CodeStep *step = &code_section (rhs->program, CODE_DYNAMIC)->steps[code->step];

  fill (choice, code, step, rhs->slots);
  for (uint32_t c = 0; c < choice->n_columns; c++)
    choice->may_solve[c] = !choice->is_candidate[c];
  sim_pivots_eliminate (&choice->pivots, RANK);
  for (uint32_t j = 0; j < code->n; j++)
    choice->may_solve[code->column[j]] = true;
  for (uint32_t i = 0; i < code->n_states && chosen != NULL; i++)
    choice->may_solve[code->column[chosen[i]]] = false;
  sim_pivots_eliminate (&choice->pivots, RANK);
  return growth_of (choice);
}

static bool
is_free (const SimChoice *choice, const CodeChoice *code, uint32_t j)
{
  return choice->row_of[code->column[j]] == UINT32_MAX;
}

/* The first tie of a state. */
static uint32_t
first_tie (const CodeChoice *code, uint32_t state)
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
pass_on (SimChoice *choice, uint32_t candidate, uint32_t begin)
{
  for (uint32_t state = choice->found_by[candidate];;
       state = choice->found_by[candidate]) {
    uint32_t before = choice->chosen[state];

    choice->chosen[state] = candidate;
    choice->holder_of[candidate] = state;
    if (state == begin)
      return;
    candidate = before;
  }
}

/* Finds something that state `begin` may stand for, by letting others change if need be
 * (breadth-first search for an augmenting path). */
static void
place (SimChoice *choice, const CodeChoice *code, uint32_t begin)
{
  uint32_t n = 1;

  memset (choice->found_by, 0xff, code->n * sizeof *choice->found_by);
  choice->queue[0] = begin;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t state = choice->queue[i];
    for (uint32_t t = first_tie (code, state);
         t < code->n_ties && code->ties[t].state == state; t++) {
      uint32_t j = code->ties[t].candidate;
      if (!is_free (choice, code, j) || choice->found_by[j] != UINT32_MAX)
        continue;
      choice->found_by[j] = state;
      if (choice->holder_of[j] == UINT32_MAX) {
        pass_on (choice, j, begin);
        return;
      }
      choice->queue[n++] = choice->holder_of[j];
    }
  }
}

/* The candidates that were not solved for; those that are states stay it where they
 * are, if they can. */
static void
take_over (SimChoice *choice, const CodeChoice *code)
{
  memset (choice->holder_of, 0xff, code->n * sizeof *choice->holder_of);
  for (uint32_t i = 0; i < code->n_states; i++)
    if (is_free (choice, code, choice->chosen[i]))
      choice->holder_of[choice->chosen[i]] = i;
  for (uint32_t i = 0; i < code->n_states; i++)
    if (!is_free (choice, code, choice->chosen[i]))
      place (choice, code, i);
}

/* False if what is chosen may stay. */
static bool
choose (SimChoice *choice, const CodeChoice *code, const SimRhs *rhs)
{
  evaluate (rhs, &code_section (rhs->program, CODE_DYNAMIC)->steps[code->step]);
  double present = measure (choice, code, rhs, choice->chosen);
  if (present <= LIMIT)
    return false;
  if (!(measure (choice, code, rhs, NULL) <= BETTER * present))
    return false;
  take_over (choice, code);
  return true;
}

/* Chooses where the values of START stand in the slots, before anything is solved with
 * the static choice, which may be singular there. The slots are as before then. */
static void
choose_at_start (SimChoice *choice, const CodeChoice *code, SimRhs *rhs)
{
  size_t size = code_n_slots (rhs->program) * sizeof (double);
  g_autofree double *kept = g_memdup2 (rhs->slots, size);

  sim_rhs_walk_before (rhs, CODE_DYNAMIC, code->step);
  for (uint32_t j = 0; j < choice->n_columns; j++) {
    uint32_t slot =
        code_section (rhs->program, CODE_DYNAMIC)->steps[code->step].unknown[j];
    rhs->slots[slot] = kept[slot];
  }
  choose (choice, code, rhs);
  memcpy (rhs->slots, kept, size);
}

void
sim_choices_begin (SimChoices *choices)
{
  choices->n_changes = 0;
  for (uint32_t i = 0; i < choices->n; i++) {
    SimChoice *choice = &choices->choices[i];

    memset (choice->largest, 0, choice->n_columns * sizeof (double));
    for (uint32_t s = 0; s < choices->codes[i].n_states; s++)
      choice->chosen[s] = s;
    put (choice, &choices->codes[i], choices->rhs->slots);
  }
  for (uint32_t i = 0; i < choices->n; i++) {
    SimChoice *choice = &choices->choices[i];

    if (choice->n_columns > 0)
      choose_at_start (choice, &choices->codes[i], choices->rhs);
    put (choice, &choices->codes[i], choices->rhs->slots);
  }
}

bool
sim_choices_update (SimChoices *choices)
{
  SimRhs *rhs = choices->rhs;
  bool has_changed = false;

  for (uint32_t i = 0; i < choices->n; i++) {
    if (choices->choices[i].n_columns == 0 ||
        !choose (&choices->choices[i], &choices->codes[i], rhs))
      continue;
    /* Not all derivatives stand in slots before. */
    if (!has_changed && sim_rhs_walk (rhs, CODE_OUTPUT) != SIM_OK)
      return false;
    put (&choices->choices[i], &choices->codes[i], rhs->slots);
    choices->n_changes++;
    has_changed = true;
  }
  return has_changed;
}

char *
sim_choices_to_text (const SimChoices *choices)
{
  GString *text = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < choices->n; i++)
    for (uint32_t s = 0; s < choices->codes[i].n_states; s++) {
      const CodeChoice *code = &choices->codes[i];
      uint32_t at = level_of (code, choices->choices[i].chosen[s], 0);
      if (choices->choices[i].chosen[s] != s && n++ < MAX_NAMED)
        g_string_append_printf (
            text, "%s`%s`", n == 1 ? "" : ", ",
            sim_model_slot_name (choices->rhs->model, code->candidate[at]));
    }
  return g_string_free (text, FALSE);
}
