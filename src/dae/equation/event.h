/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads and rewrites equations and asserts. Adds crossings[], discrete variables for
 * what counts (floor, sample), their equations, and asserts of operators' domains.
 *
 * Promises that no comparison, sign or sample is left outside noevent and smooth. */
void dae_event_collect (DaeBuild *work);
