/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lib/tree.h"

/* What is simulated: the same for every run, immutable, counted. Holds the program, the
 * tree of instances, and what messages and results need to know about variables; needs
 * no arena. */
typedef struct SimModel SimModel;

typedef enum { SIM_REAL, SIM_INTEGER, SIM_BOOLEAN, SIM_ENUM } SimType;

typedef struct {
  const char *name; /* dotted */
  SimType type;
  const char *units;
  const char *display_units;
  const char *doc; /* or NULL */
  uint32_t slot;
  double sign; /* value = sign * slots[slot] */
  bool is_parameter;
  bool is_settable;   /* parameter that is neither structural, final nor computed */
  bool is_structural; /* a change needs a new compilation */
  bool is_state;
  bool is_at_guess; /* begins at its guess, as nothing else says where (W502) */
  bool is_discrete;
  bool
      is_derived; /* der(x) made by index reduction: no name of the user's; or absent */
  double nominal;
  double min, max; /* -/+ infinity if none; of parameters and variables */
  uint32_t n_cases;
  const char *const
      *cases; /* of an enum, 1-based in results: value k is cases[k - 1] */
} SimVar;

/* Counted, from any thread; NULL may be given back. */
SimModel *sim_model_ref (const SimModel *model);
void sim_model_unref (SimModel *model);

/* The name of its class, which lives as long as the model. */
const char *sim_model_name (const SimModel *model);
/* What it is made of. Lives as long as the model. */
const LibTree *sim_model_tree (const SimModel *model);
uint32_t sim_model_n_vars (const SimModel *model);
const SimVar *sim_model_var (const SimModel *model, uint32_t i);
uint32_t sim_model_find (const SimModel *model,
                         const char *name); /* UINT32_MAX if none */
uint32_t sim_model_n_states (const SimModel *model);
uint32_t sim_model_n_crossings (const SimModel *model);
uint32_t sim_model_n_equations (const SimModel *model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimModel, sim_model_unref)
