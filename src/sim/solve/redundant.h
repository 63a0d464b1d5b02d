/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/rhs.h"

/* What is wrong with the closed loops of the start at the variables in the slots, which
 * stay. Constraints that follow from others (a parallelogram with a third rod): as many
 * equations as unknowns, and yet the mechanism moves; *trouble names the loop and how
 * many are too many. Or speeds that a position cannot have (at a dead centre); *trouble
 *names one that they do not determine; looked for only `with_speeds`, as positions must
 *be found before. False if nothing is. */
bool sim_redundant_find (const SimRhs *rhs, bool with_speeds, SimFailure *failure);
