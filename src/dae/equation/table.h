/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads tables of the FlatModel where equations, asserts, bindings and guesses ask
 * them.
 *
 * Puts expressions for those that are small or make events; adds a discrete variable
 * for the interval of each large one that does, and index tables to work->flat.
 *
 * Promises that what is left of tables is read without events: one that jumps only at
 * arguments that keep their value between events, or under noevent. */
void dae_table_expand (DaeBuild *work);

/* Whether the slope of a table of the model has no steps. */
bool dae_table_is_smooth (const DaeBuild *work, uint32_t table);
