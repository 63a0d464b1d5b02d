/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations by their uses[]. Adds differentiated equations (DaeEqInfo.next) with
 * the derivatives that stand in them, and n_old_vars; may make DAE_ABSENT of what only
 * looks at a derivative that does not exist.
 *
 * Promises that the last versions of equations match the highest derivatives one to
 * one. E503 if nothing can, E504 if an equation cannot be differentiated, W504. */
void dae_index_reduce (DaeBuild *work);
