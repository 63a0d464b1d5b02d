/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/cells.h"
#include "sim/memory.h"

/* What an event has left to compute. A change opens what reads it, until nothing is
 * open; what moves between events stays open. Everything else is as if it had been
 * computed, to the bit. */
typedef struct {
  const CodeCells *cells;
  const CodeProgram *program;
  double *slots;
  bool *is_open;     /* by cell, then by crossing */
  GArray *instants;  /* heaps of open cells: of INSTANTS… */
  GArray *discrete;  /* …and DISCRETE */
  GArray *later;     /* of DISCRETE, for the next pass */
  GArray *crossings; /* open ones; they close when they agree with their differences */
  GArray *touched;   /* discrete variables that may differ from their pre-values */
  bool *is_touched;
  uint32_t current;    /* cell of DISCRETE in hand; UINT32_MAX: none */
  uint64_t n_computed; /* cells, so far */
} SimOpen;

/* False if the program is better computed as a whole. */
bool sim_open_init (SimOpen *open, SimMemory *memory, const CodeProgram *program);

/* Everything was computed for the slots, and no pre-value differs. */
void sim_open_begin (SimOpen *open, double *slots);

/* Writes what changes at events only: a crossing, a discrete variable, a pre-value. */
void sim_open_set (SimOpen *open, uint32_t slot, double value);

void sim_open_crossing (SimOpen *open, uint32_t crossing);

/* Of one that was taken from the list. */
void sim_open_close_crossing (SimOpen *open, uint32_t crossing);

/* Computes what is open of INSTANTS. */
void sim_open_find_instants (SimOpen *open);

/* Computes DISCRETE once. The last variable that changed, or UINT32_MAX. */
uint32_t sim_open_find_discrete (SimOpen *open);

/* Pre-values are those of the touched variables. */
void sim_open_end_pass (SimOpen *open);
