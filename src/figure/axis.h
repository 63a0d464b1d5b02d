#pragma once

#include <stdint.h>

/* Round ticks (1, 2, 5 times a power of ten) for [min, max]. */
typedef struct {
  double first;
  double step;
  uint32_t n;
  int digits; /* behind the decimal point, for labels */
} FigureTicks;

FigureTicks figure_ticks (double min, double max, uint32_t at_most);

/* Widens a data range to a pleasant axis range; a flat one gets room around it. */
void figure_axis_fit (double *min, double *max);

/* "0.25", "1.5e6", with a common exponent when numbers are far from 1; `text` 32 bytes.
 */
const char *figure_tick_text (const FigureTicks *ticks, double value, char *text);
