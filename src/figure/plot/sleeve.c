/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sleeve fitting in one pass (Zhao & Saalfeld, Linear-time sleeve-fitting polyline
 * simplification algorithms, AutoCarto 13, 1997): from the last point of the path each
 * further one is seen under an angle of its width; as long as these sectors have a
 * direction in common, one straight line serves all of them. */
#include "figure/plot/sleeve.h"

#include <glib.h>
#include <math.h>

FigureSleeve
figure_sleeve (cairo_t *cr, double width)
{
  return (FigureSleeve){.cr = cr, .width = width};
}

static void
put_anchor (FigureSleeve *s, double x, double y)
{
  s->n++;
  s->has_anchor = true;
  s->has_last = false;
  s->anchor_x = x;
  s->anchor_y = y;
  s->reach = 0;
}

void
figure_sleeve_end (FigureSleeve *s)
{
  if (s->has_last)
    cairo_line_to (s->cr, s->last_x, s->last_y);
  s->has_anchor = s->has_last = false;
}

/* Does the line from the anchor still serve all points if it ends there? */
static bool
narrow (FigureSleeve *s, double dx, double dy, double distance)
{
  if (distance <= s->width)
    return s->reach <= distance + s->width;
  double angle = atan2 (dy, dx), half = asin (s->width / distance);

  if (s->reach <= s->width) {
    s->angle = angle;
    s->low = -half;
    s->high = half;
    return true;
  }
  double beside = remainder (angle - s->angle, 2 * G_PI);
  bool is_straight =
      distance >= s->reach - s->width && beside >= s->low && beside <= s->high;
  s->low = fmax (s->low, beside - half);
  s->high = fmin (s->high, beside + half);
  return is_straight;
}

void
figure_sleeve_add (FigureSleeve *s, double x, double y)
{
  if (!isfinite (x) || !isfinite (y)) {
    figure_sleeve_end (s);
    return;
  }
  if (!s->has_anchor) {
    cairo_move_to (s->cr, x, y);
    put_anchor (s, x, y);
    return;
  }
  double distance = hypot (x - s->anchor_x, y - s->anchor_y);
  if (!narrow (s, x - s->anchor_x, y - s->anchor_y, distance)) {
    cairo_line_to (s->cr, s->last_x, s->last_y);
    put_anchor (s, s->last_x, s->last_y);
    figure_sleeve_add (s, x, y);
    return;
  }
  s->has_last = true;
  s->last_x = x;
  s->last_y = y;
  s->reach = fmax (s->reach, distance);
}
