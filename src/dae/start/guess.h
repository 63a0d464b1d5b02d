/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations that are linear in a few variables, guesses and start.blocks. Adds
 * start.guesses: where iterates begin.
 *
 * Promises that each guess reads only guesses before it and what someone wrote. */
void dae_guess_spread (DaeBuild *work);
