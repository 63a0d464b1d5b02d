/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* E504: the equation must be differentiated but cannot be, because of `culprit` (a
 * variable without derivative, or UINT32_MAX if something in it jumps). */
void dae_jump_not_differentiable (DaeBuild *work, uint32_t eq, uint32_t culprit);

/* The same for a variable that nothing reads: a note, it is left out. */
void dae_jump_note_absent (DaeBuild *work,
                           uint32_t variable,
                           uint32_t eq,
                           uint32_t culprit);

/* W504: the equation is differentiated although it has kinks. */
void dae_jump_note_piecewise (DaeBuild *work, uint32_t eq);
