/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/model-private.h"

/* Names the components behind the start blocks that are iterated, in the phrases of
 * their residuals: those that the unknowns belong to or meet at; of a closed loop, all
 * on the way round, as the user placed them. Texts are in the arena. */
void sim_loop_parts_describe (BaseArena *arena,
                              const DaeSystem *dae,
                              SimPhrase *phrases);
