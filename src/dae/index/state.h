/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads constraints (equations with a `next`), guesses and initial equations. Adds
 * kinds DAE_STATE and DAE_DERIVATIVE, states[], rates[] and DaeVarInfo.is_wanted_fixed.
 *
 * Promises as many equations as unknowns that are no states, and a choice that the
 * order of the model's text does not change. E503 for constraints that depend on each
 * other whatever the state. */
void dae_states_choose (DaeBuild *work);

/* Fills states[] and rates[] from the kinds of the variables. */
void dae_states_list (DaeBuild *work);
