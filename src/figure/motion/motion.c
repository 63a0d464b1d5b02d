/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/motion/motion.h"

#include <math.h>
#include <string.h>

#include "figure/motion/paint.h"
#include "figure/motion/pose.h"
#include "figure/motion/train.h"

/* Around what is shown, as a share of the picture. */
static const double MARGIN = 0.08;

/* Pixels per metre that a view may have. */
static const double SCALE_LEAST = 1e-9;
static const double SCALE_MOST = 1e9;

/* ---- elements ---- */

bool
figure_mechanism_is_empty (const FigureMechanism *mechanism)
{
  for (uint32_t i = 0; i < mechanism->n_parts; i++)
    if (mechanism->parts[i].public.kind != FIGURE_GROUND)
      return false;
  return true;
}

uint32_t
figure_mechanism_n_elements (const FigureMechanism *mechanism)
{
  return mechanism->n_parts;
}

const FigureElement *
figure_mechanism_element (const FigureMechanism *mechanism, uint32_t element)
{
  g_assert (element < mechanism->n_parts);
  return &mechanism->parts[element].public;
}

uint32_t
figure_mechanism_find (const FigureMechanism *mechanism, const char *path)
{
  g_autofree char *at = g_strdup (path);

  while (true) {
    uint32_t found = GPOINTER_TO_UINT (g_hash_table_lookup (mechanism->by_path, at));
    char *dot = strrchr (at, '.');

    if (found != 0)
      return found - 1;
    if (dot == NULL)
      return FIGURE_NO_ELEMENT;
    *dot = '\0';
  }
}

const uint32_t *
figure_mechanism_variables (const FigureMechanism *mechanism, uint32_t *n)
{
  *n = mechanism->n_columns;
  return mechanism->columns;
}

double
figure_mechanism_time (const FigureMechanism *mechanism)
{
  return mechanism->time;
}

FigureRect
figure_mechanism_bounds (const FigureMechanism *mechanism)
{
  return mechanism->bounds;
}

/* ---- views ---- */

FigureView
figure_view_fit (FigureRect bounds, double width, double height)
{
  FigureView view = {.scale = 100, .width = width, .height = height};
  double w = bounds.x2 - bounds.x1, h = bounds.y2 - bounds.y1;
  double space = 1 - 2 * MARGIN;

  if (!(w >= 0) || !(h >= 0))
    return view;
  view.x = (bounds.x1 + bounds.x2) / 2;
  view.y = (bounds.y1 + bounds.y2) / 2;
  if (w > 0 || h > 0)
    view.scale = fmin (w > 0 ? space * width / w : INFINITY,
                       h > 0 ? space * height / h : INFINITY);
  view.scale = CLAMP (view.scale, SCALE_LEAST, SCALE_MOST);
  return view;
}

FigurePoint
figure_view_to_px (const FigureView *view, FigurePoint at)
{
  return (FigurePoint){view->width / 2 + (at.x - view->x) * view->scale,
                       view->height / 2 - (at.y - view->y) * view->scale};
}

FigurePoint
figure_view_from_px (const FigureView *view, FigurePoint px)
{
  return (FigurePoint){view->x + (px.x - view->width / 2) / view->scale,
                       view->y - (px.y - view->height / 2) / view->scale};
}

FigureView
figure_view_zoom (FigureView view, double factor, FigurePoint px)
{
  FigurePoint at = figure_view_from_px (&view, px);

  view.scale = CLAMP (view.scale * factor, SCALE_LEAST, SCALE_MOST);
  view.x = at.x - (px.x - view.width / 2) / view.scale;
  view.y = at.y + (px.y - view.height / 2) / view.scale;
  return view;
}

/* ---- free bodies ---- */

FigurePoint
figure_port_force (const FigureMechanism *mechanism, const FigurePort *port)
{
  const FigureSpot *spot = &mechanism->spots[port->spot];
  double fx = figure_value_or (mechanism, port->fx, 0);

  if (spot->kind == FIGURE_SPOT_PLANAR)
    return (FigurePoint){fx, figure_value_or (mechanism, port->fy, 0)};
  if (spot->kind == FIGURE_SPOT_TURN || spot->node == FIGURE_NONE)
    return (FigurePoint){0, 0};
  const FigureNode *node = &mechanism->trains->nodes[spot->node];
  const FigureTrain *train = &mechanism->trains->trains[node->train];
  return (FigurePoint){fx * train->along.x, fx * train->along.y};
}

FigurePoint
figure_mechanism_point (const FigureMechanism *mechanism,
                        uint32_t element,
                        FigurePoint local)
{
  const FigurePart *part = &mechanism->parts[element];
  const FigureSpot *spot =
      &mechanism->spots[part->grip != FIGURE_NONE ? part->grip : part->point];
  double angle = spot->kind == FIGURE_SPOT_PLANAR ? spot->angle : 0;
  double c = cos (angle), s = sin (angle);

  return (FigurePoint){spot->at.x + c * local.x - s * local.y,
                       spot->at.y + s * local.x + c * local.y};
}

double
figure_mechanism_pull (const FigureMechanism *mechanism,
                       uint32_t element,
                       FigurePoint local,
                       FigurePoint hand)
{
  const FigurePart *part = &mechanism->parts[element];
  const FigureSpot *spot =
      part->grip != FIGURE_NONE ? &mechanism->spots[part->grip] : NULL;
  FigurePoint grip = figure_mechanism_point (mechanism, element, local);
  FigurePoint way = {hand.x - grip.x, hand.y - grip.y};

  if (spot == NULL || spot->kind == FIGURE_SPOT_PLANAR || spot->node == FIGURE_NONE)
    return 0;
  const FigureNode *node = &mechanism->trains->nodes[spot->node];
  const FigureTrain *train = &mechanism->trains->trains[node->train];
  if (spot->kind == FIGURE_SPOT_SLIDE)
    return (way.x * train->along.x + way.y * train->along.y) / train->scale;
  FigurePoint middle = figure_part_middle (mechanism, part);
  double x = grip.x - middle.x, y = grip.y - middle.y;
  double square = fmax (x * x + y * y, 1e-4 * mechanism->unit * mechanism->unit);
  return (x * way.y - y * way.x) / square;
}

uint32_t
figure_mechanism_free_body (const FigureMechanism *mechanism,
                            uint32_t element,
                            FigureLoad loads[FIGURE_LOADS_MAX])
{
  const FigurePart *part = &mechanism->parts[element];
  uint32_t n = 0;

  for (uint32_t i = 0; i < part->n_ports && n < FIGURE_LOADS_MAX; i++) {
    const FigurePort *port = &mechanism->ports[part->first_port + i];
    const FigureSpot *spot = &mechanism->spots[port->spot];
    const FigureSpot *own = &mechanism->spots[part->point];
    bool is_axis = /* of a joint: it is drawn with the joint, not with its train */
        own->kind == FIGURE_SPOT_PLANAR && spot->kind != FIGURE_SPOT_PLANAR;
    FigurePoint f = figure_port_force (mechanism, port);

    loads[n++] = (FigureLoad){.name = port->name,
                              .at = is_axis ? own->at : spot->at,
                              .fx = f.x,
                              .fy = f.y,
                              .tau = figure_value_or (mechanism, port->tau, 0)};
  }
  return n;
}
