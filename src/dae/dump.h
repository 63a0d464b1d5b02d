/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* What a step has made as text; of blocks, "tear" shows their matrices, too. */
void dae_dump_alias (GString *out, const DaeBuild *work);
void dae_dump_events (GString *out, const DaeBuild *work);
void dae_dump_incidence (GString *out, const DaeBuild *work);
void dae_dump_index (GString *out, const DaeBuild *work);
void dae_dump_states (GString *out, const DaeBuild *work);
void dae_dump_blocks (GString *out, const DaeBuild *work);
void dae_dump_tear (GString *out, const DaeBuild *work);
void dae_dump_start (GString *out, const DaeBuild *work);
