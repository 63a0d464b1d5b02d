/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations. Adds DaeEqInfo.uses[] of those that take part.
 *
 * Promises that uses[] are unknowns, ascending, each once, and all that the value of
 * the equation depends on now: what is delayed is not among them. */
void dae_incidence_find (DaeBuild *work);

/* The same for `n` equations, as those that a step has added or changed. */
void dae_incidence_uses (DaeBuild *work, uint32_t first, uint32_t n);

/* In `scratch`. Rows are eq[0 … n_eqs); columns the variables with place[v] !=
 * DAE_NONE, as place[] counts them. */
GraphPattern dae_incidence_pattern (DaeBuild *work,
                                    uint32_t n_eqs,
                                    const uint32_t *eq,
                                    uint32_t n_columns,
                                    const uint32_t *place);
