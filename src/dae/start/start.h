/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations, initial ones too, guesses and solved_by[]. Adds start.blocks,
 * .checks and .fixed, with an equation for each variable that is fixed (DAE_USE_FIXED).
 *
 * Promises that the blocks solve each unknown once, states among them, and a choice
 * that the order of the model's text does not change. W502. */
void dae_start_plan (DaeBuild *work);
