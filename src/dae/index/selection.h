/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads constraints whose matrix varies, and the states that were chosen for them. Adds
 * selections[]: hidden states in their place with the equations that tie them, and
 * discrete picks; states[] and rates[] anew.
 *
 * Promises as many equations as unknowns, ties in their order, and that each hidden
 * state stands for one candidate at the start. */
void dae_selections_make (DaeBuild *work);
