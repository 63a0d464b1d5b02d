/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/wire/stretch.h"

#include <math.h>

/* How far a wire runs straight out of a port before it may turn. */
static const double stub = 10;
static const double grid = 10;

static bool
is_flat (DocPoint a, DocPoint b)
{
  return a.y == b.y && a.x != b.x;
}

static bool
is_steep (DocPoint a, DocPoint b)
{
  return a.x == b.x && a.y != b.y;
}

static void
put (GArray *path, double x, double y)
{
  g_array_append_val (path, ((DocPoint){x, y}));
}

static bool
in_line (DocPoint a, DocPoint b, DocPoint c)
{
  return (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
}

/* Drops points that say nothing: doubles, corners on a straight line, ways there and
 * back. The ends stay. */
static DocPoint *
finish (GArray *path, uint32_t *n_out)
{
  DocPoint *p = (DocPoint *) (void *) path->data;
  uint32_t n = 0;

  for (uint32_t i = 0; i < path->len; i++) {
    while (n > 1 && in_line (p[n - 2], p[n - 1], p[i]))
      n--;
    if (n == 0 || p[n - 1].x != p[i].x || p[n - 1].y != p[i].y)
      p[n++] = p[i];
  }
  if (n == 1)
    p[n++] = p[path->len - 1];
  *n_out = n;
  return (DocPoint *) (void *) g_array_free (path, FALSE);
}

static GArray *
copy (const DocPoint *points, uint32_t n)
{
  GArray *path = g_array_sized_new (FALSE, FALSE, sizeof (DocPoint), n + 4);

  return g_array_append_vals (path, points, n);
}

/* A straight wire whose ends no longer are in line gets a step in its middle. */
static DocPoint *
step (DocPoint a, DocPoint b, bool was_flat, uint32_t *n_out)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  const double x = grid * round ((a.x + b.x) / 2 / grid);
  const double y = grid * round ((a.y + b.y) / 2 / grid);

  put (path, a.x, a.y);
  if (was_flat && a.y != b.y) {
    put (path, x, a.y);
    put (path, x, b.y);
  } else if (!was_flat && a.x != b.x) {
    put (path, a.x, y);
    put (path, b.x, y);
  }
  put (path, b.x, b.y);
  return finish (path, n_out);
}

/* The corner beside an end keeps its segment in line with the end. */
static void
follow (DocPoint *corner, DocPoint corner_was, DocPoint end_was, DocPoint end)
{
  if (is_flat (corner_was, end_was))
    corner->y = end.y;
  else if (is_steep (corner_was, end_was))
    corner->x = end.x;
}

/* The path with its ends at a and b; the inner points are those of a path without
 * doubles and needless corners. */
static DocPoint *
stretch (const DocPoint *points, uint32_t n, DocPoint a, DocPoint b, uint32_t *n_out)
{
  const bool is_diagonal = points[0].x != points[1].x && points[0].y != points[1].y;

  if (n == 2 && !is_diagonal)
    return step (a, b, !is_steep (points[0], points[1]), n_out);

  GArray *path = copy (points, n);
  DocPoint *p = (DocPoint *) (void *) path->data;

  if (n > 2) {
    follow (&p[1], points[1], points[0], a);
    follow (&p[n - 2], points[n - 2], points[n - 1], b);
  }
  p[0] = a;
  p[n - 1] = b;
  return finish (path, n_out);
}

DocPoint *
doc_stretch (const DocPoint *points,
             uint32_t n,
             DocPoint first,
             DocPoint last,
             uint32_t *n_out)
{
  const DocPoint a = {points[0].x + first.x, points[0].y + first.y};
  const DocPoint b = {points[n - 1].x + last.x, points[n - 1].y + last.y};

  if (first.x != last.x || first.y != last.y) {
    uint32_t n_clean;
    g_autofree DocPoint *clean = finish (copy (points, n), &n_clean);

    return stretch (clean, n_clean, a, b, n_out);
  }
  GArray *path = copy (points, n);
  for (uint32_t i = 0; i < n; i++) {
    DocPoint *p = &g_array_index (path, DocPoint, i);

    *p = (DocPoint){p->x + first.x, p->y + first.y};
  }
  return finish (path, n_out);
}

DocPoint *
doc_stretch_bend (const DocPoint *points,
                  uint32_t n,
                  uint32_t segment,
                  DocPoint by,
                  uint32_t *n_out)
{
  const DocPoint a = points[segment];
  const DocPoint b = points[segment + 1];
  const bool is_nothing = a.x == b.x && a.y == b.y;
  const double dx = is_flat (a, b) || is_nothing ? 0 : by.x;
  const double dy = is_steep (a, b) || is_nothing ? 0 : by.y;
  const double length = hypot (b.x - a.x, b.y - a.y);
  const double reach = fmin (stub, length / 3);
  const double ux = length > 0 ? (b.x - a.x) / length * reach : 0;
  const double uy = length > 0 ? (b.y - a.y) / length * reach : 0;
  GArray *path = g_array_sized_new (FALSE, FALSE, sizeof (DocPoint), n + 4);

  g_array_append_vals (path, points, segment);
  if (segment == 0) {
    put (path, a.x, a.y);
    put (path, a.x + ux, a.y + uy);
    put (path, a.x + ux + dx, a.y + uy + dy);
  } else
    put (path, a.x + dx, a.y + dy);
  if (segment + 2 == n) {
    put (path, b.x - ux + dx, b.y - uy + dy);
    put (path, b.x - ux, b.y - uy);
    put (path, b.x, b.y);
  } else
    put (path, b.x + dx, b.y + dy);
  if (segment + 2 < n)
    g_array_append_vals (path, points + segment + 2, n - segment - 2);
  return finish (path, n_out);
}
