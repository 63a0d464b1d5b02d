/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sleeve fitting in one pass (Zhao & Saalfeld, Linear-time sleeve-fitting polyline
 * simplification algorithms, AutoCarto 13, 1997): from the last point of the path each
 * further one is seen under an angle of its width; as long as these sectors have a
 * direction in common, one straight line serves all of them. */
#include "figure/plot/sleeve.h"

#include <glib.h>
#include <math.h>

/* How far a point may lie beside the line, and how far beyond its end, in widths: not
 * more than one together. */
#define ACROSS 0.97
#define ALONG  0.24

static void
put_anchor (FigureSleeve *s, FigureSleevePoint point)
{
  g_array_append_val (s->points, point);
  s->anchor = point;
  s->has_anchor = true;
  s->has_last = false;
  s->reach = 0;
}

void
figure_sleeve_end (FigureSleeve *s)
{
  if (s->has_last)
    g_array_append_val (s->points, s->last);
  s->has_anchor = s->has_last = false;
}

/* Does the line from the anchor still serve all points if it ends there? */
static bool
narrow (FigureSleeve *s, double dx, double dy, double distance)
{
  if (distance <= s->width)
    return s->reach <= s->width;
  double angle = atan2 (dy, dx), half = asin (ACROSS * s->width / distance);

  if (s->reach <= s->width) {
    s->angle = angle;
    s->low = -half;
    s->high = half;
    return true;
  }
  double beside = remainder (angle - s->angle, 2 * G_PI);
  bool is_straight =
      distance >= s->reach - ALONG * s->width && beside >= s->low && beside <= s->high;
  s->low = fmax (s->low, beside - half);
  s->high = fmin (s->high, beside + half);
  return is_straight;
}

void
figure_sleeve_add (FigureSleeve *s, FigureSleevePoint point)
{
  if (!isfinite (point.x) || !isfinite (point.y)) {
    figure_sleeve_end (s);
    g_array_append_val (s->points, point);
    return;
  }
  if (!s->has_anchor) {
    put_anchor (s, point);
    return;
  }
  double dx = point.x - s->anchor.x, dy = point.y - s->anchor.y;
  double distance = hypot (dx, dy);
  if (!narrow (s, dx, dy, distance)) {
    put_anchor (s, s->last);
    figure_sleeve_add (s, point);
    return;
  }
  s->has_last = true;
  s->last = point;
  s->reach = fmax (s->reach, distance);
}
