/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Makes the block that solves the `n` equations for the `n` unknowns. */
DaeBlock dae_tear_block (DaeBuild *work,
                         uint32_t n,
                         const uint32_t *eq,
                         const uint32_t *unknown);

/* The value of `variable` from the equation, or EXPR_NONE. */
ExprId dae_tear_solution (DaeBuild *work, uint32_t eq, uint32_t variable);
