/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* A signal as it was. Who records it is above this module: it binds what answers to the
 * slot that the code reads. */
typedef struct CodeDelayLine CodeDelayLine;

struct CodeDelayLine {
  /* The signal `delay` before `time`, as code asks for it. */
  double (*look_up) (CodeDelayLine *self, double delay, double time);
};

/* Puts the line into the slot, where it stays until the slots are loaded anew. */
void code_delay_bind (double *place, CodeDelayLine *line);

/* NaN as long as none is bound. */
double code_delay_value (const double *place, double delay, double time);
