/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a moving picture tells about its elements: which there are, where their points
 * are at the instant of the pose, what acts on them. */
#include "figure/motion/motion.h"

#include <math.h>
#include <string.h>

#include "figure/motion/shape.h"
#include "figure/motion/train.h"

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
  *n = motion->n_columns;
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

/* ---- free bodies ---- */

FigurePoint
figure_motion_port_force (const FigureMotion *motion, const FigurePort *port)
{
  const FigureSpot *spot = &motion->spots[port->spot];
  double fx = figure_value_or (motion, port->fx, 0);

  if (spot->kind == FIGURE_SPOT_PLANAR)
    return (FigurePoint){fx, figure_value_or (motion, port->fy, 0)};
  if (spot->kind == FIGURE_SPOT_TURN || spot->node == FIGURE_NONE)
    return (FigurePoint){0, 0};
  const FigureNode *node = &motion->trains->nodes[spot->node];
  const FigureTrain *train = &motion->trains->trains[node->train];
  return (FigurePoint){fx * train->along.x, fx * train->along.y};
}

FigurePoint
figure_motion_point (const FigureMotion *motion, uint32_t element, FigurePoint local)
{
  const FigurePart *part = &motion->parts[element];
  const FigureSpot *spot =
      &motion->spots[part->pull_point != FIGURE_NONE ? part->pull_point : part->point];
  double angle = spot->kind == FIGURE_SPOT_PLANAR ? spot->angle : 0;
  double c = cos (angle), s = sin (angle);

  return (FigurePoint){spot->at.x + c * local.x - s * local.y,
                       spot->at.y + s * local.x + c * local.y};
}

double
figure_motion_pull (const FigureMotion *motion,
                    uint32_t element,
                    FigurePoint local,
                    FigurePoint puller)
{
  const FigurePart *part = &motion->parts[element];
  const FigureSpot *spot =
      part->pull_point != FIGURE_NONE ? &motion->spots[part->pull_point] : NULL;
  FigurePoint pull_point = figure_motion_point (motion, element, local);
  FigurePoint way = {puller.x - pull_point.x, puller.y - pull_point.y};

  if (spot == NULL || spot->kind == FIGURE_SPOT_PLANAR || spot->node == FIGURE_NONE)
    return 0;
  const FigureNode *node = &motion->trains->nodes[spot->node];
  const FigureTrain *train = &motion->trains->trains[node->train];
  if (spot->kind == FIGURE_SPOT_SLIDE)
    return (way.x * train->along.x + way.y * train->along.y) / train->scale;
  FigurePoint middle = figure_shape_middle (motion, part);
  double x = pull_point.x - middle.x, y = pull_point.y - middle.y;
  double square = fmax (x * x + y * y, 1e-4 * motion->unit * motion->unit);
  return (x * way.y - y * way.x) / square;
}

uint32_t
figure_motion_free_body (const FigureMotion *motion,
                         uint32_t element,
                         FigureLoad loads[FIGURE_LOADS_MAX])
{
  const FigurePart *part = &motion->parts[element];
  uint32_t n = 0;

  for (uint32_t i = 0; i < part->n_ports && n < FIGURE_LOADS_MAX; i++) {
    const FigurePort *port = &motion->ports[part->first_port + i];
    const FigureSpot *spot = &motion->spots[port->spot];
    const FigureSpot *own = &motion->spots[part->point];
    bool is_axis = /* of a joint: it is drawn with the joint, not with its train */
        own->kind == FIGURE_SPOT_PLANAR && spot->kind != FIGURE_SPOT_PLANAR;
    FigurePoint f = figure_motion_port_force (motion, port);

    loads[n++] = (FigureLoad){.name = port->name,
                              .at = is_axis ? own->at : spot->at,
                              .fx = f.x,
                              .fy = f.y,
                              .tau = figure_value_or (motion, port->tau, 0)};
  }
  return n;
}
