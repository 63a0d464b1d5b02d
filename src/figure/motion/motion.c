/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a moving picture tells about its elements: which there are, where their points
 * are at the instant of the pose, what acts on them. */
#include "figure/motion/motion.h"

#include <math.h>
#include <string.h>

#include "figure/motion/shape.h"

/* ---- elements ---- */

bool
figure_motion_is_empty (const FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_parts; i++)
    if (motion->parts[i].public.kind != FIGURE_GROUND)
      return false;
  return true;
}

uint32_t
figure_motion_n_elements (const FigureMotion *motion)
{
  return motion->n_parts;
}

const FigureElement *
figure_motion_element (const FigureMotion *motion, uint32_t element)
{
  g_assert (element < motion->n_parts);
  return &motion->parts[element].public;
}

uint32_t
figure_motion_find (const FigureMotion *motion, const char *path)
{
  g_autofree char *at = g_strdup (path);

  while (true) {
    uint32_t found = GPOINTER_TO_UINT (g_hash_table_lookup (motion->by_path, at));
    char *dot = strrchr (at, '.');

    if (found != 0)
      return found - 1;
    if (dot == NULL)
      return FIGURE_NO_ELEMENT;
    *dot = '\0';
  }
}

const uint32_t *
figure_motion_variables (const FigureMotion *motion, uint32_t *n)
{
  *n = motion->n_vars;
  return motion->columns;
}

double
figure_motion_time (const FigureMotion *motion)
{
  return motion->time;
}

FigureRect
figure_motion_bounds (const FigureMotion *motion)
{
  return motion->bounds;
}

/* ---- points and pulls ---- */

FigurePoint
figure_motion_point (const FigureMotion *motion, uint32_t element, FigurePoint local)
{
  const FigureSpot *spot = motion->parts[element].handle;
  double angle = spot->kind == FIGURE_SPOT_PLANAR ? spot->angle : 0;
  FigurePoint away = figure_point_turned (local, angle);

  return (FigurePoint){spot->at.x + away.x, spot->at.y + away.y};
}

double
figure_motion_pull (const FigureMotion *motion,
                    uint32_t element,
                    FigurePoint local,
                    FigurePoint puller)
{
  const FigurePart *part = &motion->parts[element];
  FigurePoint from = figure_motion_point (motion, element, local);
  FigurePoint way = {puller.x - from.x, puller.y - from.y};

  if (part->public.port == NULL || part->handle->node == NULL)
    return 0;
  const FigureTrain *train = part->handle->node->train;
  if (train->kind == FIGURE_SPOT_SLIDE)
    return (way.x * train->along.x + way.y * train->along.y) / train->scale;
  FigurePoint middle = figure_shape_middle (part->shape);
  double x = from.x - middle.x, y = from.y - middle.y;
  double square = fmax (x * x + y * y, 1e-4 * motion->unit * motion->unit);
  return (x * way.y - y * way.x) / square;
}

/* ---- free bodies ---- */

FigurePoint
figure_motion_port_force (const FigurePort *port)
{
  const FigureSpot *spot = port->spot;
  double fx = figure_value_or (port->fx, 0);

  if (spot->kind == FIGURE_SPOT_PLANAR)
    return (FigurePoint){fx, figure_value_or (port->fy, 0)};
  if (spot->kind == FIGURE_SPOT_TURN || spot->node == NULL)
    return (FigurePoint){0, 0};
  FigurePoint along = spot->node->train->along;
  return (FigurePoint){fx * along.x, fx * along.y};
}

uint32_t
figure_motion_free_body (const FigureMotion *motion,
                         uint32_t element,
                         FigureLoad loads[FIGURE_LOADS_MAX])
{
  const FigurePart *part = &motion->parts[element];
  uint32_t n = MIN (part->n_ports, FIGURE_LOADS_MAX);

  for (uint32_t i = 0; i < n; i++) {
    const FigurePort *port = &part->ports[i];
    bool is_axis = /* of a joint: it is drawn with the joint, not with its train */
        part->point->kind == FIGURE_SPOT_PLANAR &&
        port->spot->kind != FIGURE_SPOT_PLANAR;
    FigurePoint f = figure_motion_port_force (port);

    loads[i] = (FigureLoad){.name = port->name,
                            .at = is_axis ? part->point->at : port->spot->at,
                            .fx = f.x,
                            .fy = f.y,
                            .tau = figure_value_or (port->tau, 0)};
  }
  return n;
}
