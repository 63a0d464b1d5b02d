/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* Delayed signals of one run, by their CodeDelay.number. Who records them is
 * above this module and gives the table that answers to code_slots_bind(). */
typedef struct CodeDelayTable CodeDelayTable;

struct CodeDelayTable {
  /* The signal `delay` before `time`, as code asks for it. */
  double (*look_up) (CodeDelayTable *self, uint32_t number, double delay, double time);
};

/* For the evaluator: `slots` are those of code_slots_new(); NaN as long as no table is
 * bound. */
double code_delay_value (const double *slots, double number, double delay, double time);
