/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which numbers stand at an axis: multiples of 1, 2 or 5 times a power of ten, with the
 * least step that gives no more than fit. Large and small numbers share a power of a
 * thousand. Ranges without extent, but for rounding, are widened so that a constant is
 * a line in the middle. */
#include "figure/plot/axis.h"

#include <glib.h>
#include <math.h>
#include <string.h>

#define MARGIN    0.04  /* of the data range, above and below */
#define FLAT      1e-12 /* relative: smaller ranges are rounding noise */
#define MAX_TICKS 1000

double
figure_axis_round_up (double least)
{
  double power = pow (10, floor (log10 (least)));
  double mantissa = least / power;

  /* The slack keeps 2.0000000001 from becoming 5. */
  return power * (mantissa <= 1 + 1e-9   ? 1
                  : mantissa <= 2 + 1e-9 ? 2
                  : mantissa <= 5 + 1e-9 ? 5
                                         : 10);
}

static int
common_exponent (double largest)
{
  int power = largest > 0 ? (int) floor (log10 (largest) + 1e-9) : 0;

  if (power >= -3 && power <= 4)
    return 0;
  return 3 * (int) floor (power / 3.0);
}

/* Multiples of step from min to max, with a little slack for rounding. */
static double
count_ticks (double min, double max, double step)
{
  return floor (max / step + 1e-9) - ceil (min / step - 1e-9) + 1;
}

FigureTicks
figure_axis_ticks (double min, double max, uint32_t at_most)
{
  FigureTicks ticks = {0};

  at_most = MAX (at_most, 2);
  /* The smallest round step that gives few enough; how many depends on where they fall.
   */
  ticks.step = figure_axis_round_up ((max - min) / (at_most + 1));
  if (!(ticks.step > 0) || !isfinite (ticks.step))
    return (FigureTicks){.first = min, .step = 1, .n = 1};
  while (count_ticks (min, max, ticks.step) > at_most)
    ticks.step = figure_axis_round_up (1.1 * ticks.step);
  ticks.first = ceil (min / ticks.step - 1e-9) * ticks.step;
  ticks.n = (uint32_t) CLAMP (count_ticks (min, max, ticks.step), 0, MAX_TICKS);
  ticks.exponent = common_exponent (fmax (fabs (min), fabs (max)));
  int power = (int) floor (log10 (ticks.step) + 1e-9);
  ticks.digits = CLAMP (ticks.exponent - power, 0, 15);
  return ticks;
}

void
figure_axis_fit (double *min, double *max)
{
  if (!isfinite (*min) || !isfinite (*max) || *min > *max) {
    *min = 0;
    *max = 1;
    return;
  }
  double size = fmax (fabs (*min), fabs (*max));
  double range = *max - *min;
  if (range <= FLAT * size || range == 0)
    range = size > 0 ? 0.2 * size : 1;
  *min -= MARGIN * range;
  *max += MARGIN * range;
  if (*max - *min < 0.5 * range) { /* flat: centre it */
    *min -= 0.5 * range;
    *max += 0.5 * range;
  }
}

const char *
figure_axis_tick_text (const FigureTicks *ticks, double value, char *text)
{
  char number[FIGURE_TICK_TEXT_SIZE];
  char pattern[8];
  double scaled = value / pow (10, ticks->exponent);

  if (fabs (value) < 1e-9 * ticks->step)
    scaled = 0; /* no "-0.00" */
  g_snprintf (pattern, sizeof pattern, "%%.%df", ticks->digits);
  g_ascii_formatd (number, sizeof number, pattern, scaled);
  return base_number_with_minus (number, text);
}
