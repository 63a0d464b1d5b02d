/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

#include "base/number.h"

/* Round ticks (1, 2, 5 times a power of ten) for [min, max]. Numbers far from 1 share a
 * factor 10^exponent (a multiple of 3), which is written once on the axis. */
typedef struct {
  double first;
  double step;
  uint32_t n;
  int exponent;
  int digits; /* behind the decimal point of value / 10^exponent */
} FigureTicks;

/* The least of 1, 2, 5, 10, … times a power of ten that is not below `least` > 0. */
double figure_axis_round_up (double least);

enum { FIGURE_TICK_TEXT_SIZE = BASE_MINUS_SIZE };

/* At most `at_most` (2 or more) ticks inside [min, max], min < max, both finite. */
FigureTicks figure_axis_ticks (double min, double max, uint32_t at_most);

/* Widens a data range to a pleasant axis range; a flat one gets room around it, an
 * empty one (min > max) or one that is not finite becomes 0…1. */
void figure_axis_fit (double *min, double *max);

/* "0.25": the number of a tick without its common factor, with a true minus sign.
 * `text` has room for FIGURE_TICK_TEXT_SIZE bytes and is returned. */
const char *figure_axis_tick_text (const FigureTicks *ticks, double value, char *text);
