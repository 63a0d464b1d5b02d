/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads and rewrites equations, crossings and their uses[]. Makes DAE_ALIAS of what is
 * neither a state nor a rate and equals another unknown.
 *
 * Promises what aliases promise, for equations and crossings, and that states[] and
 * rates[] are as they were. */
void dae_late_alias_remove (DaeBuild *work);
