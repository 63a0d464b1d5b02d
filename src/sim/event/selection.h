/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/rhs.h"
#include "sim/solve/pivot.h"

/* States that are chosen while the model runs (CodeSelection). All work space is made
 * in init, in the arena of the rhs. */
typedef struct {
  uint32_t *chosen;    /* by state: the candidate that it stands for */
  SimPivots pivots;    /* of the constraints, which are the rows that are no ties */
  double *nominal;     /* by column */
  uint32_t *kind_of;   /* by column: the first one of the same unit */
  double *largest;     /* by kind: the greatest entry of its columns so far */
  bool *is_candidate;  /* by column */
  uint32_t *holder_of; /* by candidate: the state that stands for it, or UINT32_MAX */
  uint32_t *found_by;  /* by candidate, likewise: in the search for a state */
  uint32_t *queue;     /* states of that search */
} SimSelection;

typedef struct {
  SimRhs *rhs;
  uint32_t n;
  const CodeSelection *codes;
  SimSelection *selections;
  uint64_t n_changes; /* after the start; kept, as are what is chosen and `largest` */
} SimSelections;

void sim_selections_init (SimSelections *selections, SimRhs *rhs);

/* All variables stand in the slots, as START gave them: chooses states for them, if
 * those of the static selection say little about the rest, and gives them their values.
 */
void sim_selections_begin (SimSelections *selections);

/* DYNAMIC was evaluated. Where small changes of the states move the other candidates
 * far, others are chosen, if they are better, and take their values in the slots. True
 * if that was so: the integrator must start anew. */
bool sim_selections_update (SimSelections *selections);

/* The variables that became states last, for the first few of them: "`a`, `b`". Caller
 * frees. */
char *sim_selections_to_text (const SimSelections *selections);
