/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads the when clauses of the FlatModel.
 *
 * Adds a discrete variable for each condition and for each branch that may fire, their
 * equations (DAE_USE_DISCRETE), one equation for each variable that is assigned, and
 * actions with their equations (DAE_USE_ACTION), as later steps rewrite these, too.
 *
 * Promises that `fires` of each action is discrete. */
void dae_when_expand (DaeBuild *work);

/* Behind late aliases: takes values of actions back from their equations.
 *
 * Promises that what a reinit sets is a state: E601. */
void dae_when_finish (DaeBuild *work);
