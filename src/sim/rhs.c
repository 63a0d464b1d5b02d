/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations of one run. A section of the program is walked step by step: straight
 * code, then an implicit block by its own solver (sim/solve/newton.h). Integrators see
 * y' = f and the matrix I - gamma J, which is factored sparse over states and algebraic
 * unknowns (sim/solve/sparse.h), or over the states alone where the algebraic part is
 * singular (sim/solve/reduced.h). An evaluation costs the code and one solution per
 * block. */
#include "sim/rhs.h"

#include <math.h>
#include <string.h>

#include "sim/norm.h"

/* A solution that the first correction does not lead to at once may be another one than
 * the nearest: that counts as a departure of DOUBT. */
static const double CONTRACTION = 0.25, DOUBT = 4.0;

void
sim_rhs_put (SimRhs *rhs, double t, const double *y)
{
  if (!rhs->is_frozen)
    rhs->slots[CODE_TIME] = t;
  memcpy (rhs->slots + rhs->program->first_state, y, rhs->ode.n * sizeof *y);
}

/* By how much the solution just found departs from where its way led, in parts of what
 * it may; 0 while that is not known. */
static double
departure_of (const SimRhs *rhs, const SimNewton *solver)
{
  const SimPath *path = sim_newton_path ((SimNewton *) solver);

  if (!sim_path_leads (path))
    return 0.0;
  double departure = sim_path_departure (path, rhs->slots);
  return sim_newton_contraction (solver) > CONTRACTION ? fmax (departure, DOUBT)
                                                       : departure;
}

static SimStatus
solve_on_path (SimRhs *rhs, SimNewton *solver)
{
  sim_path_predict (sim_newton_path (solver), rhs->slots);
  SimStatus status = sim_newton_solve (solver, rhs->is_aside, &rhs->failure);
  if (status == SIM_OK && !rhs->is_aside)
    rhs->departure = fmax (rhs->departure, departure_of (rhs, solver));
  return status;
}

static SimStatus
solve (SimRhs *rhs, CodeSection section, SimNewton *solver)
{
  if (section == CODE_START)
    return sim_newton_solve_start (solver, rhs->stop_flag, &rhs->failure);
  if (sim_newton_path (solver) != NULL)
    return solve_on_path (rhs, solver);
  return sim_newton_solve (solver, rhs->is_aside, &rhs->failure);
}

static SimStatus
solve_block (SimRhs *rhs, CodeSection section, SimNewton *solver)
{
  SimStatus status = solve (rhs, section, solver);

  if (status == SIM_OK && !rhs->is_aside)
    sim_newton_keep (solver);
  return status;
}

/* Step i: straight code, then the block and what follows from its solution. */
static SimStatus
evaluate_step (SimRhs *rhs, CodeSection section, uint32_t i)
{
  const CodeStep *step = &rhs->program->sections[section].steps[i];
  SimNewton *solver = rhs->solvers[section][i];

  if (step->before != 0)
    code_eval_range (rhs->program, step->before, rhs->slots);
  if (solver == NULL)
    return SIM_OK;
  SimStatus status = solve_block (rhs, section, solver);
  if (status == SIM_OK)
    code_eval_range (rhs->program, step->inner_code, rhs->slots);
  return status;
}

/* As sim_rhs_walk(), but only what the slice has of the section. */
static SimStatus
walk_slice (SimRhs *rhs, const CodeSlice *slice, CodeSection section)
{
  uint32_t n = rhs->program->sections[section].n;

  for (uint32_t i = 0; i < n; i++) {
    const CodeSliceStep *step = &slice->steps[section][i];

    if (step->before != 0)
      code_slice_eval (slice, step->before, rhs->slots);
    if (!step->is_solved)
      continue;
    SimStatus status = solve_block (rhs, section, rhs->solvers[section][i]);
    if (status != SIM_OK)
      return status;
    if (step->behind != 0)
      code_slice_eval (slice, step->behind, rhs->slots);
  }
  return SIM_OK;
}

SimStatus
sim_rhs_walk (SimRhs *rhs, CodeSection section)
{
  uint32_t n = rhs->program->sections[section].n;

  for (uint32_t i = 0; i < n; i++) {
    SimStatus status = evaluate_step (rhs, section, i);
    if (status != SIM_OK)
      return status;
  }
  return SIM_OK;
}

SimStatus
sim_rhs_walk_on (SimRhs *rhs, CodeSection section)
{
  uint32_t n = rhs->program->sections[section].n;
  SimStatus first = SIM_OK;
  SimFailure failure = rhs->failure;

  for (uint32_t i = 0; i < n; i++) {
    SimStatus status = evaluate_step (rhs, section, i);
    if (status == SIM_OK || first != SIM_OK)
      continue;
    first = status;
    failure = rhs->failure;
  }
  rhs->failure = failure;
  return first;
}

void
sim_rhs_walk_blurred (SimRhs *rhs, CodeSection section, uint32_t pattern)
{
  const CodeSteps *steps = &rhs->program->sections[section];
  const SimFailure failure = rhs->failure;

  rhs->is_aside = true;
  for (uint32_t i = 0; i < steps->n; i++) {
    SimNewton *solver = rhs->solvers[section][i];

    if (evaluate_step (rhs, section, i) != SIM_OK || solver == NULL)
      continue;
    sim_newton_blur (solver, pattern);
    code_eval_range (rhs->program, steps->steps[i].inner_code, rhs->slots);
  }
  rhs->is_aside = false;
  rhs->failure = failure;
}

void
sim_rhs_walk_before (SimRhs *rhs, CodeSection section, uint32_t last)
{
  const CodeStep *step = &rhs->program->sections[section].steps[last];

  for (uint32_t i = 0; i < last; i++)
    evaluate_step (rhs, section, i);
  if (step->before != 0)
    code_eval_range (rhs->program, step->before, rhs->slots);
}

double
sim_rhs_residual (SimRhs *rhs)
{
  const CodeSteps *dynamic = &rhs->program->sections[CODE_DYNAMIC];
  double largest = 0.0;

  for (uint32_t i = 0; i < dynamic->n; i++) {
    const CodeStep *step = &dynamic->steps[i];
    if (step->n == 0 || !step->is_constraint)
      continue;
    code_eval_range (rhs->program, step->inner_code, rhs->slots);
    code_eval_range (rhs->program, step->residual_code, rhs->slots);
    for (uint32_t k = 0; k < step->n; k++)
      largest = fmax (largest, fabs (rhs->slots[step->residual[k]]));
  }
  return largest;
}

static bool
is_at_fault (const SimRhs *rhs, uint32_t slot)
{
  return !isfinite (rhs->slots[slot]) &&
         sim_model_slot_name (rhs->model, slot) != NULL &&
         !rhs->model->vars[rhs->model->var_of_slot[slot]].is_parameter;
}

/* The first one in order of computation, from one place in it to another. */
static uint32_t
find_not_finite (const SimRhs *rhs, uint32_t from, uint32_t to)
{
  const uint32_t *order = rhs->program->order;

  for (uint32_t i = from; i < to; i++)
    if (is_at_fault (rhs, order[i]))
      return order[i];
  return UINT32_MAX;
}

/* The first variable without a finite value in order of computation. States and rates
 * stand in front of the others, but are computed from them. */
static uint32_t
find_culprit (SimRhs *rhs)
{
  const uint32_t n_first = rhs->program->n_rates_first;

  sim_rhs_complete (rhs);
  sim_rhs_walk (rhs, CODE_OUTPUT);
  uint32_t culprit = find_not_finite (rhs, n_first, rhs->program->n_order);
  return culprit != UINT32_MAX ? culprit : find_not_finite (rhs, 0, n_first);
}

static SimStatus
blame_slot (SimRhs *rhs, uint32_t slot)
{
  rhs->failure = sim_failure (SIM_BAD_VALUE, rhs->slots[CODE_TIME]);
  rhs->failure.slot = slot;
  return SIM_BAD_VALUE;
}

SimStatus
sim_rhs_check (SimRhs *rhs)
{
  uint32_t first = rhs->program->first_state, last = rhs->model->n_named_slots;

  if (last <= first || sim_norm_is_finite (rhs->slots + first, last - first))
    return SIM_OK;
  uint32_t culprit = find_not_finite (rhs, 0, rhs->program->n_order);
  return culprit == UINT32_MAX ? SIM_OK : blame_slot (rhs, culprit);
}

/* The same for what is asked for alone. */
static SimStatus
check_asked (SimRhs *rhs)
{
  for (uint32_t k = 0; k < rhs->n_asked; k++)
    if (is_at_fault (rhs, rhs->asked_slots[k]))
      return blame_slot (rhs, rhs->asked_slots[k]);
  return SIM_OK;
}

static bool
holds (ExprOp op, double indicator)
{
  switch ((int) op) {
  case EXPR_LT:
    return indicator < 0.0;
  case EXPR_LE:
    return indicator <= 0.0;
  case EXPR_GT:
    return indicator > 0.0;
  default:
    return indicator >= 0.0;
  }
}

bool
sim_rhs_crossing_holds_at (const CodeCrossing *crossing, const double *slots)
{
  double slope = slots[crossing->slope], rest = slots[crossing->rest];
  double at = -rest / slope, t = slots[CODE_TIME];

  if (crossing->kind != DAE_TIME_EVENT)
    return holds (crossing->op, slots[crossing->indicator]);
  if (slope == 0.0)
    return holds (crossing->op, rest);
  bool is_over = t >= at - SIM_TIME_NOISE * fmax (1.0, fabs (at));
  return holds (crossing->op, is_over == (slope > 0.0) ? 1.0 : -1.0);
}

bool
sim_rhs_crossing_is_followed (const SimRhs *rhs, const CodeCrossing *crossing)
{
  return rhs->is_continuous && !crossing->decides;
}

/* Crossings that make no events are as the present states want them. */
static SimStatus
follow_crossings (SimRhs *rhs)
{
  const uint32_t n = rhs->program->n_crossings;
  const CodeCrossing *crossings = rhs->program->crossings;
  SimStatus status = sim_rhs_walk (rhs, CODE_WATCH);

  if (status != SIM_OK)
    return status;
  code_eval (rhs->program, CODE_INDICATORS, rhs->slots);
  code_eval (rhs->program, CODE_INSTANTS, rhs->slots);
  for (uint32_t r = 0; r < n; r++)
    if (!crossings[r].decides)
      rhs->slots[crossings[r].slot] =
          sim_rhs_crossing_holds_at (&crossings[r], rhs->slots);
  return SIM_OK;
}

/* Whatever fails, a smaller step may mend: the reason is kept in case none does. */
static SimStatus
evaluate (SimRhs *rhs, const CodeSlice *slice, double t, const double *y)
{
  if (t < rhs->t_tried && !rhs->is_aside)
    rhs->departure = 0.0;
  if (!rhs->is_aside)
    rhs->t_tried = t;
  sim_rhs_put (rhs, t, y);
  if (rhs->is_continuous && follow_crossings (rhs) != SIM_OK)
    return SIM_BAD_VALUE;
  SimStatus status = slice == NULL ? sim_rhs_walk (rhs, CODE_DYNAMIC)
                                   : walk_slice (rhs, slice, CODE_DYNAMIC);
  return status == SIM_OK ? SIM_OK : SIM_BAD_VALUE;
}

SimStatus
sim_rhs_evaluate (SimRhs *rhs, double t, const double *y)
{
  return evaluate (rhs, NULL, t, y);
}

SimStatus
sim_rhs_evaluate_rates (SimRhs *rhs, double t, const double *y)
{
  return evaluate (rhs, rhs->rates, t, y);
}

void
sim_rhs_complete (SimRhs *rhs)
{
  const CodeSteps *steps = &rhs->program->sections[CODE_DYNAMIC];

  for (uint32_t i = 0; i < steps->n && rhs->rates != NULL; i++)
    code_eval_range (rhs->program, steps->steps[i].inner_code, rhs->slots);
}

SimStatus
sim_rhs_evaluate_row_rest (SimRhs *rhs)
{
  rhs->is_aside = true;
  SimStatus status = rhs->asked == NULL ? sim_rhs_walk (rhs, CODE_OUTPUT)
                                        : walk_slice (rhs, rhs->asked, CODE_OUTPUT);
  rhs->is_aside = false;
  if (status != SIM_OK)
    return status;
  return rhs->asked == NULL ? sim_rhs_check (rhs) : check_asked (rhs);
}

SimStatus
sim_rhs_evaluate_row (SimRhs *rhs, double t, const double *y)
{
  rhs->is_aside = true;
  SimStatus status = evaluate (rhs, rhs->asked, t, y);
  rhs->is_aside = false;
  return status == SIM_OK ? sim_rhs_evaluate_row_rest (rhs) : status;
}

void
sim_rhs_take_rates (const SimRhs *rhs, double *rates)
{
  for (uint32_t i = 0; i < rhs->n_runs; i++) {
    const double *from = rhs->slots + rhs->runs[i].slot;

    for (uint32_t k = 0; k < rhs->runs[i].n; k++)
      *rates++ = from[k];
  }
}

static SimStatus
ode_rhs (void *data, double t, const double *y, double *f)
{
  SimRhs *rhs = data;

  if (sim_rhs_evaluate_rates (rhs, t, y) != SIM_OK)
    return SIM_BAD_VALUE;
  sim_rhs_take_rates (rhs, f);
  if (sim_norm_is_finite (f, rhs->ode.n))
    return SIM_OK;
  uint32_t culprit = find_culprit (rhs);
  rhs->failure = sim_failure (SIM_BAD_VALUE, t);
  rhs->failure.slot = culprit;
  return SIM_BAD_VALUE;
}

/* Where a slope is infinite, as that of a root at 0, the entry counts as none: the
 * iteration goes on there without it, and converges or asks for a smaller step. */
static SimStatus
ode_refresh (void *data, double t, const double *y)
{
  SimRhs *rhs = data;
  const CodeMatrix *matrix = &rhs->program->matrix;
  double *values = sim_sparse_values (rhs->matrix);

  if (sim_rhs_evaluate (rhs, t, y) != SIM_OK)
    return SIM_BAD_VALUE;
  code_eval (rhs->program, CODE_JACOBIAN, rhs->slots);
  for (uint32_t k = 0; k < matrix->col_start[matrix->n]; k++) {
    double value = rhs->slots[matrix->value[k]];
    values[k] = isfinite (value) ? value : 0.0;
  }
  return SIM_OK;
}

/* The variable of a column of the matrix. */
static SimStatus
blame_column (SimRhs *rhs, uint32_t column)
{
  const CodeMatrix *m = &rhs->program->matrix;

  rhs->failure = sim_failure (SIM_SINGULAR, rhs->slots[CODE_TIME]);
  rhs->failure.slot = column < m->n_states ? rhs->program->first_state + column
                                           : m->z[column - m->n_states];
  return SIM_BAD_VALUE;
}

/* The algebraic part may be singular where the states do not feel it. */
static SimStatus
factor_reduced (SimRhs *rhs, double gamma)
{
  uint32_t culprit = sim_sparse_culprit (rhs->matrix);

  rhs->is_reduced = rhs->reduced != NULL &&
                    sim_reduced_factor (rhs->reduced, sim_sparse_values (rhs->matrix),
                                        gamma, &culprit) == SIM_OK;
  return rhs->is_reduced ? SIM_OK : blame_column (rhs, culprit);
}

static SimStatus
ode_factor (void *data, double gamma)
{
  SimRhs *rhs = data;

  rhs->is_reduced = false;
  if (rhs->ode.n == 0 || sim_sparse_factor (rhs->matrix, gamma) == SIM_OK)
    return SIM_OK;
  return factor_reduced (rhs, gamma);
}

static SimStatus
ode_solve (void *data, double *b)
{
  SimRhs *rhs = data;
  uint32_t n = rhs->ode.n, n_all = rhs->program->matrix.n;

  if (n == 0)
    return SIM_OK;
  if (rhs->is_reduced) {
    sim_reduced_solve (rhs->reduced, b);
    return SIM_OK;
  }
  if (n == n_all) {
    sim_sparse_solve (rhs->matrix, b);
    return SIM_OK;
  }
  memcpy (rhs->work, b, n * sizeof *b);
  memset (rhs->work + n, 0, (n_all - n) * sizeof *b);
  sim_sparse_solve (rhs->matrix, rhs->work);
  memcpy (b, rhs->work, n * sizeof *b);
  return SIM_OK;
}

static SimStatus
ode_dense (void *data, double t, const double *y, double *dfdy)
{
  SimRhs *rhs = data;
  uint32_t culprit;
  SimStatus status = ode_refresh (rhs, t, y);

  if (status != SIM_OK)
    return status;
  status =
      sim_reduced_fill (rhs->reduced, sim_sparse_values (rhs->matrix), dfdy, &culprit);
  return status == SIM_OK ? SIM_OK : blame_column (rhs, culprit);
}

static void
make_solvers (SimRhs *rhs)
{
  uint32_t n = 0;

  for (uint32_t s = 0; s < CODE_N_SECTIONS; s++)
    n += rhs->program->sections[s].n;
  rhs->blocks = base_arena_array (rhs->arena, SimNewton *, n);
  for (uint32_t s = 0; s < CODE_N_SECTIONS; s++) {
    const CodeSteps *steps = &rhs->program->sections[s];

    rhs->solvers[s] = base_arena_array (rhs->arena, SimNewton *, steps->n);
    for (uint32_t i = 0; i < steps->n; i++)
      if (steps->steps[i].n > 0)
        rhs->blocks[rhs->n_blocks++] = rhs->solvers[s][i] = sim_newton_new (
            rhs->memory, rhs->model, &steps->steps[i], rhs->slots, rhs->iterates);
    if (s == CODE_START)
      rhs->n_start = rhs->n_blocks;
  }
}

static void
find_runs (SimRhs *rhs)
{
  const uint32_t *rates = rhs->program->rates;

  rhs->runs = base_arena_array (rhs->arena, SimSlotRun, rhs->ode.n);
  for (uint32_t i = 0; i < rhs->ode.n; i++) {
    if (i == 0 || rates[i] != rates[i - 1] + 1)
      rhs->runs[rhs->n_runs++] = (SimSlotRun){.slot = rates[i]};
    rhs->runs[rhs->n_runs - 1].n++;
  }
}

/* The slices of the rates: without blocks all is needed anyway. */
static void
slice_rates (SimRhs *rhs)
{
  const CodeSteps *steps = &rhs->program->sections[CODE_DYNAMIC];
  bool has_inner = false;

  for (uint32_t i = 0; i < steps->n; i++)
    has_inner |= steps->steps[i].n > 0 && steps->steps[i].inner_code != 0;
  if (has_inner)
    rhs->rates = code_slice_new (rhs->arena, rhs->program, CODE_DYNAMIC, true,
                                 rhs->program->rates, rhs->ode.n);
}

void
sim_rhs_ask (SimRhs *rhs, const uint32_t *slots, uint32_t n)
{
  uint32_t *asked = base_arena_array (rhs->arena, uint32_t, n);

  memcpy (asked, slots, n * sizeof *slots);
  rhs->asked_slots = asked;
  rhs->n_asked = n;
  rhs->asked = code_slice_new (rhs->arena, rhs->program, CODE_OUTPUT, false, slots, n);
}

/* Is anything nonlinear solved there? */
static bool
has_paths (const SimRhs *rhs, CodeSection section)
{
  const CodeSteps *steps = &rhs->program->sections[section];

  for (uint32_t i = 0; i < steps->n; i++)
    if (steps->steps[i].n > 0 && !steps->steps[i].is_linear)
      return true;
  return false;
}

void
sim_rhs_init (SimRhs *rhs, const SimModel *model, double *slots)
{
  const CodeMatrix *m = &model->program->matrix;

  *rhs = (SimRhs){.memory = sim_memory_new (),
                  .model = model,
                  .program = model->program,
                  .slots = slots};
  rhs->arena = rhs->memory->arena;
  rhs->ode = (SimOde){
      .n = m->n_states,
      .data = rhs,
      .rhs = ode_rhs,
      .refresh = ode_refresh,
      .factor = ode_factor,
      .solve = ode_solve,
      .dense = ode_dense,
  };
  /* What outlives a step. */
  rhs->failure = sim_failure (SIM_OK, 0.0);
  sim_memory_keep_from (rhs->memory, rhs, failure);
  sim_memory_keep_array (rhs->memory, &rhs->slots,
                         rhs->program->n_kept * sizeof (double));
  sim_memory_array (rhs->memory, &rhs->iterates, rhs->program->n_kept);
  /* A solver for each implicit block, and the matrix of all. */
  make_solvers (rhs);
  find_runs (rhs);
  slice_rates (rhs);
  rhs->chooses = model->program->n_selections > 0;
  rhs->has_output_paths = has_paths (rhs, CODE_OUTPUT);
  rhs->has_paths = rhs->has_output_paths || has_paths (rhs, CODE_DYNAMIC);
  rhs->matrix = sim_sparse_new (rhs->memory, m->n_states, m->n, m->col_start, m->row);
  if (m->n_states <= SIM_REDUCED_MOST)
    rhs->reduced = sim_reduced_new (rhs->memory, model);
  rhs->work = base_arena_array (rhs->arena, double, m->n);
}

void
sim_rhs_update_parameters (SimRhs *rhs)
{
  code_eval (rhs->program, CODE_PARAMETERS, rhs->slots);
  code_eval (rhs->program, CODE_JACOBIAN_CONSTANT, rhs->slots);
  for (uint32_t i = 0; i < rhs->n_blocks; i++)
    sim_newton_forget (rhs->blocks[i]);
}

SimStatus
sim_rhs_evaluate_paths (SimRhs *rhs, double t, const double *y)
{
  SimStatus status = sim_rhs_evaluate (rhs, t, y);

  if (status != SIM_OK || !rhs->has_output_paths)
    return status;
  return sim_rhs_walk (rhs, CODE_OUTPUT) == SIM_OK ? SIM_OK : SIM_BAD_VALUE;
}

void
sim_rhs_each_path (SimRhs *rhs, void (*function) (SimPath *path, const double *slots))
{
  for (uint32_t i = rhs->n_start; i < rhs->n_blocks; i++) {
    SimPath *path = sim_newton_path (rhs->blocks[i]);

    if (path != NULL)
      function (path, rhs->slots);
  }
}

void
sim_rhs_turn_back (SimRhs *rhs)
{
  sim_rhs_each_path (rhs, sim_path_turn_back);
}

SimStatus
sim_rhs_accept (SimRhs *rhs, double t, const double *y)
{
  if (!rhs->has_paths && !rhs->chooses)
    return SIM_OK;
  SimStatus status = sim_rhs_evaluate_paths (rhs, t, y);
  if (status == SIM_OK)
    sim_rhs_each_path (rhs, sim_path_accept);
  rhs->is_new = rhs->is_new && status != SIM_OK;
  rhs->departure = 0.0;
  return status;
}

void
sim_rhs_restart (SimRhs *rhs)
{
  if (rhs->has_output_paths && sim_rhs_walk (rhs, CODE_DYNAMIC) == SIM_OK)
    sim_rhs_walk (rhs, CODE_OUTPUT);
  sim_rhs_each_path (rhs, sim_path_restart);
  rhs->is_new = true;
  rhs->departure = 0.0;
}

uint64_t
sim_rhs_n_newton (const SimRhs *rhs)
{
  uint64_t n = 0;

  for (uint32_t i = 0; i < rhs->n_blocks; i++)
    n += sim_newton_n_iterations (rhs->blocks[i]);
  return n;
}
