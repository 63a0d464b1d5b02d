/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "../flat/flat-bench.h"
#include "dae/system.h"

/* A model of text, flattened and sorted. */
typedef struct {
  FlatBench flat;
  DaeSystem *dae;
} DaeBench;

static inline DaeBench
dae_bench_new (const char *text)
{
  DaeBench bench = {.flat = flat_bench_new (text, "Test", "M")};

  flat_bench_check_good (&bench.flat);
  bench.dae = dae_build_verified (bench.flat.arena, bench.flat.flat, bench.flat.diags);
  return bench;
}

static inline void
dae_bench_clear (DaeBench *bench)
{
  flat_bench_clear (&bench->flat);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DaeBench, dae_bench_clear)

static inline uint32_t
dae_bench_var (const DaeBench *bench, const char *name)
{
  for (uint32_t v = 0; v < bench->dae->n_vars; v++)
    if (strcmp (bench->dae->vars[v].name, name) == 0)
      return v;
  g_error ("there is no variable %s", name);
}

/* At the start: others may be chosen later. */
static inline bool
dae_bench_is_state (const DaeBench *bench, const char *name)
{
  uint32_t v = dae_bench_var (bench, name);
  bool is_state = bench->dae->vars[v].kind == DAE_STATE;

  for (uint32_t i = 0; i < bench->dae->n_selections; i++) {
    const DaeSelection *selection = &bench->dae->selections[i];
    for (uint32_t k = 0; k < selection->n_states * (selection->order + 1); k++)
      is_state |=
          selection->candidate[k] == v && k % (selection->order + 1) < selection->order;
  }
  return is_state;
}

/* The dynamic or output block that solves the variable. */
static inline const DaeBlock *
dae_bench_block (const DaeBench *bench, const char *name)
{
  uint32_t v = dae_bench_var (bench, name);
  const DaeSystem *dae = bench->dae;

  if (dae->vars[v].kind == DAE_ALIAS)
    v = dae->vars[v].alias;
  for (uint32_t b = 0; b < dae->n_dynamic + dae->n_output; b++) {
    const DaeBlock *block =
        b < dae->n_dynamic ? &dae->dynamic[b] : &dae->output[b - dae->n_dynamic];
    for (uint32_t i = 0; i < block->n; i++)
      if (block->unknown[i] == v)
        return block;
  }
  g_error ("%s is solved by no block", name);
}

static inline void
dae_bench_dump (const char *text, const char *step, GString *out)
{
  g_auto (FlatBench) flat = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&flat);
  g_assert_true (dae_build_dump_step (out, flat.arena, flat.flat, step, flat.diags));
}
