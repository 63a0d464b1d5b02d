/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Checks for -Dverify=true, which abort on a violation: what holds between all steps,
 * and what the header of a step promises from it on. */
void dae_verify_step_any (const DaeBuild *work);
void dae_verify_step_check (const DaeBuild *work);
void dae_verify_step_when (const DaeBuild *work);
void dae_verify_step_tables (const DaeBuild *work);
void dae_verify_step_parameters (const DaeBuild *work);
void dae_verify_step_aliases (const DaeBuild *work);
void dae_verify_step_events (const DaeBuild *work);
void dae_verify_step_index (const DaeBuild *work);
void dae_verify_step_states (const DaeBuild *work);
void dae_verify_step_selections (const DaeBuild *work);
void dae_verify_step_actions (const DaeBuild *work);
void dae_verify_step_blocks (const DaeBuild *work);
void dae_verify_step_levels (const DaeBuild *work);
void dae_verify_step_start (const DaeBuild *work);
void dae_verify_step_guesses (const DaeBuild *work);
