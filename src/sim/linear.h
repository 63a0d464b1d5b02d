/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/state.h"

/* The equations of a run, solved for the rates of its states: x' = f (x), at the time
 * where it stands and with its parameters and discrete variables. To be asked of a run
 * that has begun, between two calls of sim_state_run() and not between a change of a
 * parameter and the next of them; it goes on as if nothing had been asked (rkf45 and
 * rk8pd: but for rounding, since they evaluate the equations once more to tell what is
 * within a step).
 *
 * Vectors have sim_model_n_states() elements. Where a system of equations has several
 * solutions, f belongs to the one that the run is on, so x should be near it. */

/* Where it stands: x, and the variable that has each value. Where states are chosen
 * while the model runs they are those of the moment. `variables` may be NULL. */
void sim_linear_states (SimState *state, double *x, uint32_t *variables);

/* x' at x. False and an error as of sim_state_run() if it has no value there. */
bool sim_linear_rates (SimState *state, const double *x, double *rates, GError **error);

/* df/dx at x, n * n values, row by row, of exact partial derivatives. What is delayed
 * does not follow x. False and an error where f has no value or no derivative. */
bool sim_linear_jacobian (SimState *state,
                          const double *x,
                          double *jacobian,
                          GError **error);
