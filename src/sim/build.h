/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/program.h"
#include "sim/model.h"

/* Takes over nothing: copies what it needs. NULL with a diagnostic as from
 * code_build(). */
SimModel *sim_model_new (const DaeSystem *dae, BaseDiags *diags);
