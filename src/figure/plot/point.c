/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A point of a curve, marked and named: a ring on the curve, and a label that keeps
 * clear of it. */
#include <math.h>

#include "base/number.h"
#include "figure/plot/plot.h"
#include "figure/text.h"

#define FONT   "Cantarell 9"
#define GAP    12.0 /* px from the point to its label */
#define PAD    6.0  /* px around its text */
#define RADIUS 4.0  /* px, of the ring */
#define ROUND  5.0  /* px, of its corners */
#define DIGITS 4

/* To the right and above, else where it fits. */
void
figure_plot_place_label (const FigureFrame *frame,
                         const FigurePlotPoint *point,
                         const double size[2],
                         double corner[2])
{
  const bool is_left = point->x + GAP + size[0] > frame->right &&
                       point->x - GAP - size[0] >= frame->left;
  const bool is_below = point->y - GAP - size[1] < frame->top;

  corner[0] = is_left ? point->x - GAP - size[0] : point->x + GAP;
  corner[1] = is_below ? point->y + GAP : point->y - GAP - size[1];
  /* Where neither side has room for it, above or below the point; and never over it. */
  if (corner[0] + size[0] > frame->right)
    corner[0] = fmax (frame->right - size[0], 0);
}

/* Those of time: as many digits as tell two pixels apart. */
static int
time_digits (const FigurePlot *plot, double time)
{
  const double span = plot->x.max - plot->x.min;
  const double share = span > 0 && time != 0 ? fabs (time) / (span / plot->width) : 0;

  return share > 1 ? CLAMP ((int) ceil (log10 (share)), DIGITS, 12) : DIGITS;
}

char *
figure_plot_point_text (const FigurePlot *plot, const FigurePlotPoint *point)
{
  const FigureCurve *curve = &plot->curves[point->curve];
  char value[BASE_NUMBER_SIZE], time[BASE_NUMBER_SIZE];
  char value_minus[BASE_MINUS_SIZE], time_minus[BASE_MINUS_SIZE];
  const char *units = curve->units != NULL ? curve->units : "";

  base_number_to_short_text (point->value, DIGITS, value);
  base_number_to_short_text (point->time, time_digits (plot, point->time), time);
  return g_strdup_printf ("%s\u2002%s%s%s\u2002%s\u00A0s", curve->label,
                          base_number_with_minus (value, value_minus),
                          *units != '\0' ? "\u00A0" : "", units,
                          base_number_with_minus (time, time_minus));
}

static void
add_round_box (cairo_t *cr, double x, double y, double width, double height)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - ROUND, y + ROUND, ROUND, -G_PI / 2, 0);
  cairo_arc (cr, x + width - ROUND, y + height - ROUND, ROUND, 0, G_PI / 2);
  cairo_arc (cr, x + ROUND, y + height - ROUND, ROUND, G_PI / 2, G_PI);
  cairo_arc (cr, x + ROUND, y + ROUND, ROUND, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}

void
figure_plot_draw_point (cairo_t *cr,
                        const FigurePlot *plot,
                        const FigureFrame *frame,
                        const FigureTheme *theme,
                        const FigurePlotPoint *point)
{
  g_autofree char *text = figure_plot_point_text (plot, point);
  const FigureColor color = plot->curves[point->curve].color;
  double size[2], corner[2];

  /* The ring. */
  cairo_set_line_width (cr, 2);
  cairo_arc (cr, point->x, point->y, RADIUS, 0, 2 * G_PI);
  figure_theme_source (cr, theme->background, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, color, 1);
  cairo_stroke (cr);
  /* The label, with the colour of the curve at its left. */
  figure_text_size (cr, FONT, text, &size[0], &size[1]);
  const double sample = 3 * PAD;
  size[0] += 2 * PAD + sample;
  size[1] += PAD;
  figure_plot_place_label (frame, point, size, corner);
  const double x = floor (corner[0]) + 0.5, y = floor (corner[1]) + 0.5;
  add_round_box (cr, x, y, ceil (size[0]), ceil (size[1]));
  figure_theme_source (cr, theme->background, 0.94);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1);
  figure_theme_source (cr, theme->frame, 1);
  cairo_stroke (cr);
  figure_theme_source (cr, color, 1);
  cairo_set_line_width (cr, 3);
  cairo_move_to (cr, x + PAD, y + size[1] / 2);
  cairo_line_to (cr, x + sample, y + size[1] / 2);
  cairo_stroke (cr);
  figure_theme_source (cr, theme->text, 1);
  figure_text (cr, FONT, x + PAD + sample, y + size[1] / 2, (FigureAnchor){0, 0.5},
               text);
}
