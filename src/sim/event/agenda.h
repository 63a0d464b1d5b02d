/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/memory.h"

/* The instants of several clocks, the next one at hand. */
typedef struct {
  uint32_t n;
  double *least; /* kept; of a binary tree whose root is 1: leaf i stands at n + i */
} SimAgenda;

/* All at infinity. */
void sim_agenda_init (SimAgenda *agenda, SimMemory *memory, uint32_t n);

/* O(log n). */
void sim_agenda_put (SimAgenda *agenda, uint32_t i, double time);

/* The least instant, or infinity, and whose it is. */
double sim_agenda_next (const SimAgenda *agenda, uint32_t *i);
