/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* At how many points. */
enum { DAE_SAMPLES = 4 };

/* Values of all variables where the states, and what is solved together, are arbitrary,
 * 0, a quarter of a turn, and arbitrary with the other sign: at 0 and a quarter sines
 * and cosines vanish. What is assigned follows from them, so that the points are such
 * as may occur. Parameters are those of the model. */
typedef struct {
  DaeBuild *work;
  double *value[DAE_SAMPLES];
  uint32_t at; /* the point in hand */
} DaeSamples;

/* In work->scratch. */
DaeSamples dae_samples_new (DaeBuild *work);

/* The variable of an assignment gets its values; blocks in order. */
void dae_samples_assign (DaeSamples *samples, const DaeBlock *block);

/* The values of an expression, all finite; false if one is not. */
bool dae_samples_evaluate (DaeSamples *samples, ExprId e, double *value);
