/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluates assignments in the order of the blocks at a few points, to judge what an
 * expression may come to while the model runs. The cost is that of the expressions. */
#include "dae/block/sample.h"

#include <math.h>

#define QUARTER G_PI_2

static const double OPPOSITE = -2.3;

/* Of the points; time goes on from 0. */
static const double TIMES[DAE_SAMPLES] = {0.7390851332151607, 0.0, QUARTER, 3.1};

/* Of what expressions may read; aliases and the like they do not. */
static double
arbitrary (DaeBuild *work, uint32_t variable)
{
  DaeVarKind kind = work->vars.at[variable].kind;

  return kind == DAE_ALIAS || kind == DAE_ABSENT
             ? 1.0
             : dae_build_sample (work, expr_var (work->pool, variable));
}

DaeSamples
dae_samples_new (DaeBuild *work)
{
  DaeSamples samples = {.work = work};

  for (uint32_t i = 0; i < DAE_SAMPLES; i++)
    samples.value[i] = base_arena_array (work->scratch, double, work->vars.n);
  for (uint32_t v = 0; v < work->vars.n; v++) {
    bool is_parameter = work->vars.at[v].kind == DAE_PARAMETER;
    double value = is_parameter ? work->param_value[v] : arbitrary (work, v);

    samples.value[0][v] = value;
    samples.value[1][v] = is_parameter ? value : 0.0;
    samples.value[2][v] = is_parameter ? value : QUARTER;
    samples.value[3][v] = is_parameter ? value : OPPOSITE * value;
  }
  return samples;
}

static double
value_of (const void *data, uint32_t variable)
{
  const DaeSamples *samples = data;

  return samples->value[samples->at][variable];
}

bool
dae_samples_evaluate (DaeSamples *samples, ExprId e, double *value)
{
  bool are_finite = true;

  for (samples->at = 0; samples->at < DAE_SAMPLES; samples->at++) {
    value[samples->at] =
        expr_eval (samples->work->pool, e, TIMES[samples->at], value_of, samples);
    are_finite &= isfinite (value[samples->at]);
  }
  return are_finite;
}

void
dae_samples_assign (DaeSamples *samples, const DaeBlock *block)
{
  double value[DAE_SAMPLES];

  if (block->kind != DAE_ASSIGN ||
      !dae_samples_evaluate (samples, block->inner[0], value))
    return;
  for (uint32_t i = 0; i < DAE_SAMPLES; i++)
    samples->value[i][block->unknown[0]] = value[i];
}
