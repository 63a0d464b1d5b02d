/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads dynamic[] and crossings[]. Adds DaeCrossing.level and .is_in_circle.
 *
 * Promises that a crossing has a higher level than those that it follows from, unless
 * they stand in one circle. */
void dae_level_crossings (DaeBuild *work);
