/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cursors of a plot say in numbers: of each curve behind its name, of the time
 * below the axis. Differences are of the values themselves, not of the rounded ones. */
#include "figure/plot/plot.h"

#include <math.h>

#include "base/number.h"

#define VALUE_DIGITS 4
#define TIME_DIGITS  6 /* beside others that differ little */

static const char UNKNOWN[] = "\u2013";

static void
append_number (GString *text, double value, int digits)
{
  char number[BASE_NUMBER_SIZE], minus[BASE_MINUS_SIZE];

  base_number_to_short_text (value, digits, number);
  g_string_append (text,
                   isnan (value) ? UNKNOWN : base_number_with_minus (number, minus));
}

/* "A 0.12", or "A (0.12, 3.4)" of a point of an X-Y curve. */
static void
append (GString *text, const char *name, const double *values, int n, int digits)
{
  g_string_append_printf (text, "%s%s\u00A0", text->len > 0 ? "\u2002" : "", name);
  for (int i = 0; i < n; i++) {
    g_string_append (text, n == 1 ? "" : i == 0 ? "(" : ",\u00A0");
    append_number (text, values[i], digits);
  }
  if (n > 1)
    g_string_append_c (text, ')');
}

/* What cursor A and B are at, and from one to the other, where they are set. */
static GString *
to_text (const FigurePlot *plot, double values[2][2], int n, int digits)
{
  static const char *const NAMES[] = {"A", "B"};
  GString *text = g_string_new (NULL);

  for (int which = 0; which < 2; which++)
    if (plot->has_cursor[which])
      append (text, NAMES[which], values[which], n, digits);
  if (plot->has_cursor[0] && plot->has_cursor[1])
    append (text, "B\u2212A",
            (double[]){values[1][0] - values[0][0], values[1][1] - values[0][1]}, n,
            digits);
  return text;
}

char *
figure_plot_readout_curve (const FigurePlot *plot, const FigureCurve *curve)
{
  const bool is_xy = curve->x_column != UINT32_MAX;
  double values[2][2] = {{0}};

  if (!plot->has_cursor[0] && !plot->has_cursor[1])
    return NULL;
  for (int which = 0; which < 2; which++) {
    const double time = plot->cursor[which];

    values[which][is_xy] = figure_plot_shown (
        curve, run_trace_value_at (curve->trace, curve->column, time));
    if (is_xy)
      values[which][0] = figure_plot_shown_x (
          curve, run_trace_value_at (curve->trace, curve->x_column, time));
  }
  return g_string_free (to_text (plot, values, is_xy ? 2 : 1, VALUE_DIGITS), FALSE);
}

char *
figure_plot_readout_time (const FigurePlot *plot)
{
  double times[2][2] = {{plot->cursor[0]}, {plot->cursor[1]}};
  const double span = fabs (plot->cursor[1] - plot->cursor[0]);

  if (!plot->has_cursor[0] && !plot->has_cursor[1])
    return NULL;
  GString *text = to_text (plot, times, 1, TIME_DIGITS);
  g_string_append (text, "\u00A0s");
  if (plot->has_cursor[0] && plot->has_cursor[1] && span > 0) {
    append (text, "1/|B\u2212A|", (double[]){1 / span}, 1, VALUE_DIGITS);
    g_string_append (text, "\u00A0Hz");
  }
  return g_string_free (text, FALSE);
}
