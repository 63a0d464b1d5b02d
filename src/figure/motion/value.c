/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of a picture's variables at an instant of the run, and what is reckoned
 * with them everywhere: rectangles. Between two rows values are
 * interpolated linearly; rates come from divided differences of up to three rows. */
#include <math.h>

#include "figure/motion/motion-private.h"

const FigureVar figure_value_one = {UINT32_MAX, {1, 1}, 1, 0};

/* Times of up to three rows around t that differ: before, at, after. */
typedef struct {
  size_t row[3];
  double time[3];
  uint32_t n;
  double share; /* of the way from row[at] to the next */
  uint32_t at;  /* the row at or before t */
} Stencil;

static Stencil
stencil_at (const FigureMotion *motion, size_t row, double t)
{
  const RunTrace *trace = motion->trace;
  Stencil s = {.n = 0};
  double here = run_trace_time (trace, row);

  if (row > 0 && run_trace_time (trace, row - 1) < here) {
    s.row[s.n] = row - 1;
    s.time[s.n++] = run_trace_time (trace, row - 1);
  }
  s.at = s.n;
  s.row[s.n] = row;
  s.time[s.n++] = here;
  if (row + 1 < motion->n_seen && run_trace_time (trace, row + 1) > here) {
    s.row[s.n] = row + 1;
    s.time[s.n++] = run_trace_time (trace, row + 1);
    s.share = (t - here) / (s.time[s.n - 1] - here);
  }
  return s;
}

/* Slope at t of the line or parabola through the rows (Newton's divided differences).
 */
static double
slope (const Stencil *s, const double *v, double t)
{
  if (s->n < 2)
    return 0;
  double first = (v[1] - v[0]) / (s->time[1] - s->time[0]);
  if (s->n < 3)
    return first;
  double second = (v[2] - v[1]) / (s->time[2] - s->time[1]);
  return first + (second - first) / (s->time[2] - s->time[0]) *
                     (2 * t - s->time[0] - s->time[1]);
}

void
figure_value_read (FigureMotion *motion, size_t row, double t)
{
  Stencil s = stencil_at (motion, row, t);

  for (uint32_t i = 0; i < motion->n_vars; i++) {
    FigureVar *var = motion->vars[i];
    double v[3];

    for (uint32_t k = 0; k < s.n; k++)
      v[k] = run_trace_value (motion->trace, var->column, s.row[k]);
    var->value = s.share > 0 ? v[s.at] + s.share * (v[s.at + 1] - v[s.at]) : v[s.at];
    var->rate = slope (&s, v, t);
  }
}

void
figure_value_look (FigureMotion *motion, uint32_t k)
{
  size_t row = (motion->n_seen - 1) * k / (FIGURE_SURVEY_ROWS - 1);

  figure_value_read (motion, row, run_trace_time (motion->trace, row));
}

/* ---- rectangles ---- */

FigureRect
figure_value_rect_empty (void)
{
  return (FigureRect){INFINITY, INFINITY, -INFINITY, -INFINITY};
}

FigureRect
figure_value_rect_join (FigureRect a, FigureRect b)
{
  return (FigureRect){fmin (a.x1, b.x1), fmin (a.y1, b.y1), fmax (a.x2, b.x2),
                      fmax (a.y2, b.y2)};
}
