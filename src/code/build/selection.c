/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies the selections of states into the program, variables as slots, and finds the
 * implicit block of DYNAMIC in which the candidates of each are torn: its matrix is
 * what the pivots are taken from. A selection whose candidates are not torn in one
 * block takes no part in the run. */
#include "code/build/build-private.h"

/* The step that has the slot as a tear variable, and its column there. */
static uint32_t
find_step (const CodeSteps *steps, uint32_t slot, uint32_t *column)
{
  for (uint32_t i = 0; i < steps->n; i++)
    for (uint32_t k = 0; k < steps->steps[i].n; k++)
      if (steps->steps[i].unknown[k] == slot) {
        *column = k;
        return i;
      }
  return CODE_NONE;
}

/* False if the candidates are not all torn in one block of DYNAMIC: then nothing that
 * is integrated depends on the selection. */
static bool
find_columns (CodeBuild *build, const DaeSelection *from, CodeSelection *selection)
{
  const CodeSteps *steps = &build->program->sections[CODE_DYNAMIC];
  uint32_t *column = base_arena_array (build->program->arena, uint32_t, from->n);

  selection->column = column;
  for (uint32_t j = 0; j < from->n; j++) {
    uint32_t slot = build->slot_of[from->candidate[j * (from->order + 1)]];
    uint32_t step = find_step (steps, slot, &column[j]);
    if (step == CODE_NONE || (j > 0 && step != selection->step))
      return false;
    selection->step = step;
  }
  return true;
}

static void
find_ties (CodeBuild *build, const DaeSelection *from, CodeSelection *selection)
{
  const CodeStep *step = &build->program->sections[CODE_DYNAMIC].steps[selection->step];
  bool *is_tie = base_arena_array (build->program->arena, bool, step->n);

  for (uint32_t r = 0; r < step->n; r++)
    for (uint32_t i = 0; i < from->n_states; i++)
      is_tie[r] = is_tie[r] || step->eq[r] == from->row[i];
  selection->is_tie = is_tie;
}

/* Levels below `order`, of n variables that have one more. */
static uint32_t *
slots_of (CodeBuild *build, uint32_t n, uint32_t order, const uint32_t *variable)
{
  uint32_t *slot = base_arena_array (build->program->arena, uint32_t, n * order);

  for (uint32_t i = 0; i < n * order; i++)
    slot[i] = build->slot_of[variable[i / order * (order + 1) + i % order]];
  return slot;
}

static const double *
signs_of (CodeBuild *build, const DaeSelection *from)
{
  uint32_t n = from->n * from->order;
  double *sign = base_arena_array (build->program->arena, double, n);

  for (uint32_t i = 0; i < n; i++)
    sign[i] = build->sign_of[from->candidate[i / from->order * (from->order + 1) +
                                             i % from->order]];
  return sign;
}

static const CodeTie *
ties_of (CodeBuild *build, const DaeSelection *from)
{
  CodeTie *ties = base_arena_array (build->program->arena, CodeTie, from->n_ties);

  for (uint32_t i = 0; i < from->n_ties; i++) {
    const DaeTie *tie = &from->ties[i];
    ties[i] = (CodeTie){tie->state, tie->candidate, build->slot_of[tie->pick],
                        build->pre_of[tie->pick]};
  }
  return ties;
}

void
code_build_selections (CodeBuild *build)
{
  const DaeSystem *dae = build->dae;
  CodeProgram *program = build->program;

  program->selections =
      base_arena_array (program->arena, CodeSelection, dae->n_selections);
  for (uint32_t i = 0; i < dae->n_selections; i++) {
    const DaeSelection *from = &dae->selections[i];
    CodeSelection selection = {
        .n = from->n,
        .n_states = from->n_states,
        .order = from->order,
        .candidate = slots_of (build, from->n, from->order, from->candidate),
        .sign = signs_of (build, from),
        .state = slots_of (build, from->n_states, from->order, from->state),
        .n_ties = from->n_ties,
        .ties = ties_of (build, from)};

    /* Where the candidates are solved for. */
    if (!find_columns (build, from, &selection))
      selection.step = CODE_NONE;
    else
      find_ties (build, from, &selection);
    program->selections[program->n_selections++] = selection;
  }
}
