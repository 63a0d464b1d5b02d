/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every result goes through one filter, which drops what says nothing; so each function
 * just lists the points it means. A segment that touches an end leaves a lead there, of
 * at most a third of its length. */
#include "doc/wire/stretch.h"

#include <string.h>

#include "doc/model-private.h"

/* How far a wire runs straight out of a port before it may turn. */
static const double lead = 10;

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

static bool
in_line (DocPoint a, DocPoint b, DocPoint c)
{
  return (a.x == b.x && b.x == c.x) || (a.y == b.y && b.y == c.y);
}

void
doc_stretch_add (GArray *path, DocPoint p)
{
  const DocPoint *points = (const DocPoint *) (void *) path->data;
  guint n = path->len;

  while (n > 1 && in_line (points[n - 2], points[n - 1], p))
    n--;
  g_array_set_size (path, n);
  if (n == 0 || !doc_is_same (points[n - 1], p))
    g_array_append_val (path, p);
}

/* The points as a path. */
static DocPoint *
finish (const DocPoint *points, uint32_t n, uint32_t *n_out)
{
  GArray *path = g_array_sized_new (FALSE, FALSE, sizeof (DocPoint), n + 1);

  for (uint32_t i = 0; i < n; i++)
    doc_stretch_add (path, points[i]);
  if (path->len == 1)
    g_array_append_val (path, points[n - 1]);
  *n_out = path->len;
  return (DocPoint *) (void *) g_array_free (path, FALSE);
}

/* A straight wire whose ends no longer are in line gets a step in its middle. */
static DocPoint *
step (DocPoint a, DocPoint b, bool was_flat, uint32_t *n_out)
{
  const double x = doc_on_grid ((a.x + b.x) / 2), y = doc_on_grid ((a.y + b.y) / 2);
  const DocPoint path[] = {a, was_flat ? (DocPoint){x, a.y} : (DocPoint){a.x, y},
                           was_flat ? (DocPoint){x, b.y} : (DocPoint){b.x, y}, b};

  return finish (path, G_N_ELEMENTS (path), n_out);
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

DocPoint *
doc_stretch (const DocPoint *points,
             uint32_t n,
             DocPoint first,
             DocPoint last,
             uint32_t *n_out)
{
  const DocPoint a = {points[0].x + first.x, points[0].y + first.y};
  const DocPoint b = {points[n - 1].x + last.x, points[n - 1].y + last.y};
  g_autofree DocPoint *was = finish (points, n, &n);
  g_autofree DocPoint *path = g_memdup2 (was, n * sizeof *was);

  if (doc_is_same (first, last))
    for (uint32_t i = 0; i < n; i++)
      path[i] = (DocPoint){was[i].x + first.x, was[i].y + first.y};
  else if (n > 2) {
    follow (&path[1], was[1], was[0], a);
    follow (&path[n - 2], was[n - 2], was[n - 1], b);
  } else if (was[0].x == was[1].x || was[0].y == was[1].y)
    return step (a, b, !is_steep (was[0], was[1]), n_out);
  path[0] = a;
  path[n - 1] = b;
  return finish (path, n, n_out);
}

DocPoint *
doc_stretch_bend (const DocPoint *points,
                  uint32_t n,
                  uint32_t segment,
                  DocPoint by,
                  uint32_t *n_out)
{
  const DocPoint a = points[segment], b = points[segment + 1];
  const bool is_nothing = doc_is_same (a, b);
  const double dx = is_flat (a, b) || is_nothing ? 0 : by.x;
  const double dy = is_steep (a, b) || is_nothing ? 0 : by.y;
  const double length = hypot (b.x - a.x, b.y - a.y);
  const double reach = fmin (lead, length / 3);
  const double ux = length > 0 ? (b.x - a.x) / length * reach : 0;
  const double uy = length > 0 ? (b.y - a.y) / length * reach : 0;
  const bool is_first = segment == 0, is_last = segment + 2 == n;
  const DocPoint from = is_first ? (DocPoint){a.x + ux, a.y + uy} : a;
  const DocPoint to = is_last ? (DocPoint){b.x - ux, b.y - uy} : b;
  g_autofree DocPoint *path = g_new (DocPoint, n + 4);
  uint32_t k = segment;

  /* At a port a short piece stays, and the rest is moved. */
  memcpy (path, points, segment * sizeof *path);
  if (is_first)
    path[k++] = a;
  if (is_first)
    path[k++] = from;
  path[k++] = (DocPoint){from.x + dx, from.y + dy};
  path[k++] = (DocPoint){to.x + dx, to.y + dy};
  if (is_last)
    path[k++] = to;
  if (is_last)
    path[k++] = b;
  memcpy (path + k, points + segment + 2, (n - segment - 2) * sizeof *path);
  return finish (path, k + n - segment - 2, n_out);
}
