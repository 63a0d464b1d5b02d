/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads the blocks. Adds to the linear ones that are solved while the model runs what
 * their tears are as expressions, and what tells whether those hold
 * (DaeBlock.solution), where the factors do not fill up and good pivots are found.
 * Promises that nothing else changes. */
void dae_eliminate_blocks (DaeBuild *work);
