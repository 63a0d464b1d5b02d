/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads bindings of parameters. Adds params[] and param_value[].
 *
 * Promises that each of params[] needs only earlier ones, and those without a binding.
 * From here on dae_build_sample() may be asked. */
void dae_parameters_order (DaeBuild *work);
