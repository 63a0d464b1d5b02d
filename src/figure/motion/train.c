/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the nodes of trains stand: to scale along their lines, as far as that leaves
 * room for all parts (longest paths over the rooms, in the order of the line), and how
 * far apart their lanes are. */
#include <math.h>
#include <stdlib.h>

#include "figure/motion/shape.h"

/* Between lanes at least, between what is in them, and between trains, in sizes. */
static const double LANE_STEP = 0.95;
static const double LANE_GAP = 0.3;
static const double TRAIN_STEP = 1.4;

/* Between what is not joined in a lane. */
static const double ROOM_GAP = 0.4;

/* Round the nodes, in sizes: for sources there. */
static const double EDGE = 0.6;

/* A mass is as long as this share of the way that the parts go, or of the room that
 * they have. */
static const double SIZE_OF_WAY = 0.4;
static const double SIZE_OF_ROOM = 0.4;

/* Trains that differ more than this in size are not drawn to one scale. */
static const double SCALE_MOST = 20;

/* ---- surveys ---- */

/* Of a node at the instant of the values; shafts do not move along their line. */
static double
coordinate (const FigureNode *node)
{
  double s =
      node->train->kind == FIGURE_SPOT_SLIDE ? figure_value (node->coordinate) : 0;

  return isfinite (s) ? s : 0;
}

static void
look (FigureMotion *motion, bool is_first)
{
  for (uint32_t i = 0; i < motion->n_nodes; i++) {
    FigureNode *node = motion->nodes[i];
    double s = coordinate (node);

    if (is_first) {
      node->at_start = s;
      node->way = (RunRange){s, s};
    }
    node->way.min = fmin (node->way.min, s);
    node->way.max = fmax (node->way.max, s);
  }
  for (uint32_t t = 0; t < motion->n_trains; t++)
    for (uint32_t i = 0; i < motion->trains[t].n_rooms; i++) {
      FigureRoom *room = &motion->trains[t].rooms[i];
      double way = coordinate (room->to) - coordinate (room->from);

      room->least = is_first ? way : fmin (room->least, way);
    }
}

/* ---- one train ---- */

static void
choose_size (FigureTrain *train)
{
  double way = 0;
  RunRange room = {INFINITY, -INFINITY};

  for (uint32_t i = 0; i < train->n_nodes; i++) {
    const FigureNode *node = train->nodes[i];

    way = fmax (way, node->way.max - node->way.min);
    room.min = fmin (room.min, node->at_start);
    room.max = fmax (room.max, node->at_start);
  }
  double size = fmax (SIZE_OF_WAY * way,
                      SIZE_OF_ROOM * (room.max - room.min) / MAX (train->n_links, 1));
  if (train->kind == FIGURE_SPOT_TURN || !(size > 0))
    size = train->size > 0 ? train->size : 1;
  train->size = fmax (train->size, figure_axis_round_up (size));
}

static FigurePoint
gear_radii (const FigureLink *link)
{
  return figure_shape_gear_radii (figure_value (link->shape->ratio),
                                  2 * link->from->train->size);
}

static bool
is_gears (const FigureShape *shape)
{
  return shape->kind == FIGURE_SHAPE_GEARS;
}

/* Half of what a shape of a train takes across the line, in its own metres. */
static double
half_across (const FigureShape *shape, const FigureTrain *train)
{
  FigureShape own = *shape;

  own.unit = 2 * train->size;
  return figure_shape_reach (&own);
}

static void
widen_pad (FigureNode *node, double pad, uint32_t lane)
{
  node->pad = fmax (node->pad, pad);
  node->pad_lane = lane;
}

/* Wheels need room for themselves at their nodes. */
static void
pad_nodes (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_nodes; i++)
    motion->nodes[i]->pad = 0;
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = motion->shapes[i];
    FigureNode *node = shape->a->node;

    if (node != NULL && shape->a == shape->b &&
        figure_shape_info[shape->kind].kind == FIGURE_WHEEL)
      widen_pad (node, half_across (shape, node->train), shape->a->lane);
  }
  for (uint32_t t = 0; t < motion->n_trains; t++)
    for (uint32_t i = 0; i < motion->trains[t].n_links; i++) {
      const FigureLink *link = &motion->trains[t].links[i];

      if (!is_gears (link->shape))
        continue;
      widen_pad (link->a->node, gear_radii (link).x, link->lane);
      widen_pad (link->b->node, gear_radii (link).y, link->lane);
    }
}

/* A gear is in the way of its lane only. */
static double
pad_of (const FigureNode *node, uint32_t lane)
{
  return node->pad_lane == lane ? node->pad : 0;
}

/* What hangs on the node of a gear begins at its rim. */
static void
inset_ends (const FigureLink *link)
{
  FigureSpot *ends[] = {link->a, link->b};

  for (int i = 0; i < 2; i++) {
    double pad = pad_of (ends[i]->node, link->lane);

    ends[i]->inset = ends[i]->node == link->from ? pad : -pad;
  }
}

/* Metres between its nodes. */
static double
want_of (const FigureRoom *room)
{
  double size = room->from->train->size;

  if (room->link == NULL || !is_gears (room->link->shape)) {
    double share =
        room->link == NULL ? ROOM_GAP : figure_shape_info[room->link->shape->kind].room;

    return share * size + pad_of (room->from, room->lane) +
           pad_of (room->to, room->lane);
  }
  FigurePoint radii = gear_radii (room->link);
  bool is_belt = figure_value (room->link->shape->ratio) > 0;
  return radii.x + radii.y + (is_belt ? 0.3 * size : 0);
}

/* What hangs on the line only by what follows moves up to that: shafts need not begin
 * at the left. */
static void
pull (FigureTrain *train)
{
  g_autofree bool *is_held = g_new0 (bool, train->n_nodes);
  g_autofree uint32_t *n_out = g_new0 (uint32_t, train->n_nodes);
  const uint32_t first = train->nodes[0]->rank;

  /* What is held: by a node that others hang on too, or by what is held. */
  for (uint32_t i = 0; i < train->n_links; i++)
    n_out[train->links[i].from->rank - first]++;
  for (uint32_t i = 0; i < train->n_links; i++) {
    const uint32_t from = train->links[i].from->rank - first;

    if (is_held[from] || n_out[from] > 1)
      is_held[train->links[i].to->rank - first] = true;
  }
  /* The rest as far on as its rooms let it, the last first. */
  for (uint32_t i = train->n_rooms; i > 0;) {
    FigureNode *node = train->rooms[i - 1].from;
    const uint32_t k = node->rank - first;
    double most = INFINITY;

    for (; i > 0 && train->rooms[i - 1].from == node; i--)
      most =
          fmin (most, train->rooms[i - 1].to->offset - want_of (&train->rooms[i - 1]));
    if (!is_held[k] && n_out[k] == 1)
      node->offset = most;
  }
}

/* Moves nodes on until all rooms are there; what has room stays at its coordinate. */
static void
spread (FigureTrain *train)
{
  for (uint32_t i = 0; i < train->n_nodes; i++)
    train->nodes[i]->offset = 0;
  for (uint32_t i = 0; i < train->n_links; i++)
    if (!is_gears (train->links[i].shape))
      inset_ends (&train->links[i]);
  for (uint32_t i = 0; i < train->n_rooms; i++) {
    const FigureRoom *room = &train->rooms[i];

    room->to->offset =
        fmax (room->to->offset, room->from->offset + want_of (room) - room->least);
  }
  if (train->kind == FIGURE_SPOT_TURN && train->n_rooms > 0)
    pull (train);
}

/* Lanes one below the other, as high as what lies in them. */
static void
part_lanes (FigureMotion *motion)
{
  for (uint32_t t = 0; t < motion->n_trains; t++)
    for (uint32_t lane = 0; lane < motion->trains[t].n_lanes; lane++)
      motion->trains[t].lane_half[lane] = 0;
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = motion->shapes[i];
    const FigureNode *node = shape->a->node;

    if (node == NULL)
      continue;
    double *half = &node->train->lane_half[shape->a->lane];
    *half = fmax (*half, half_across (shape, node->train));
  }
  for (uint32_t t = 0; t < motion->n_trains; t++) {
    FigureTrain *train = &motion->trains[t];
    const double *half = train->lane_half;

    for (uint32_t lane = 1; lane < train->n_lanes; lane++)
      train->lane_at[lane] =
          train->lane_at[lane - 1] +
          fmax (LANE_STEP * train->size,
                half[lane - 1] + half[lane] + LANE_GAP * train->size);
  }
}

/* ---- the picture ---- */

/* What a train reaches along and across its line over the run, in its own metres. */
static FigureRect
extent (const FigureTrain *train)
{
  FigureRect rect = figure_value_rect_empty ();
  double edge = EDGE * train->size;
  const uint32_t last = MAX (train->n_lanes, 1) - 1;

  for (uint32_t i = 0; i < train->n_nodes; i++) {
    const FigureNode *node = train->nodes[i];
    bool slides = train->kind == FIGURE_SPOT_SLIDE;
    RunRange range = node->coordinate.var->range;
    double low = slides ? node->coordinate.factor * range.min : 0;
    double high = slides ? node->coordinate.factor * range.max : 0;

    const double around = fmax (edge, node->pad);
    rect.x1 = fmin (rect.x1, fmin (low, high) + node->offset - around);
    rect.x2 = fmax (rect.x2, fmax (low, high) + node->offset + around);
  }
  rect.y1 = -fmax (edge, train->lane_half[0]);
  rect.y2 = train->lane_at[last] + fmax (edge, train->lane_half[last]);
  return rect;
}

static FigurePoint
to_picture (const FigureTrain *train, double along, double across)
{
  double u = train->scale * along, v = train->scale * across;

  return (FigurePoint){train->origin.x + u * train->along.x + v * train->across.x,
                       train->origin.y + u * train->along.y + v * train->across.y};
}

static FigureRect
rect_of (const FigureTrain *train)
{
  FigureRect own = extent (train);
  FigurePoint a = to_picture (train, own.x1, own.y1);
  FigurePoint b = to_picture (train, own.x2, own.y2);

  return (FigureRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x),
                      fmax (a.y, b.y)};
}

/* One scale for all that slides if nothing is planar, else the sizes of what is. */
static void
choose_scales (FigureMotion *motion)
{
  double most = 0;

  for (uint32_t t = 0; t < motion->n_trains; t++)
    if (motion->trains[t].kind == FIGURE_SPOT_SLIDE)
      most = fmax (most, motion->trains[t].size);
  if (!motion->has_planar)
    motion->unit = 2 * (most > 0 ? most : 1);
  for (uint32_t t = 0; t < motion->n_trains; t++) {
    FigureTrain *train = &motion->trains[t];
    bool is_scaled = motion->has_planar || train->kind == FIGURE_SPOT_TURN ||
                     most > SCALE_MOST * train->size;

    train->scale = is_scaled ? motion->unit / (2 * train->size) : 1;
    if (motion->has_planar)
      train->scale *= 0.6;
  }
}

static bool
is_upright (const FigureTrain *train)
{
  return train->along.x == 0;
}

/* Level trains first, both in the order of the diagram. */
static int
by_height (const void *a, const void *b, gpointer data)
{
  const FigureTrain *x = *(FigureTrain *const *) a, *y = *(FigureTrain *const *) b;

  if (is_upright (x) != is_upright (y))
    return is_upright (x) ? 1 : -1;
  return (x->drawn_across > y->drawn_across) - (x->drawn_across < y->drawn_across);
}

/* Level trains below each other, upright ones to the right of all. What slides keeps
 * its true coordinates along the line if nothing is planar. */
static void
stack (FigureMotion *motion)
{
  g_autofree FigureTrain **order = g_new (FigureTrain *, motion->n_trains);
  FigureRect all =
      motion->has_planar ? motion->planar_bounds : figure_value_rect_empty ();

  for (uint32_t t = 0; t < motion->n_trains; t++)
    order[t] = &motion->trains[t];
  g_qsort_with_data (order, (int) motion->n_trains, sizeof *order, by_height, NULL);
  for (uint32_t i = 0; i < motion->n_trains; i++) {
    FigureTrain *train = order[i];
    double gap = (TRAIN_STEP - 2 * EDGE + 0.2) * train->scale * train->size;

    if (!train->is_shown)
      continue;
    train->origin = (FigurePoint){0, 0};
    /* Beside or below all that has its place. */
    FigureRect own = rect_of (train);
    bool is_first = !(all.x1 <= all.x2);
    bool is_centred = motion->has_planar || train->kind == FIGURE_SPOT_TURN;
    if (!is_first && is_upright (train)) {
      train->origin.x = all.x2 + gap - own.x1;
      if (motion->has_planar)
        train->origin.y = (all.y1 + all.y2) / 2 - (own.y1 + own.y2) / 2;
    } else if (!is_first) {
      train->origin.y = all.y1 - gap - own.y2;
      if (is_centred)
        train->origin.x = (all.x1 + all.x2) / 2 - (own.x1 + own.x2) / 2;
    }
    all = figure_value_rect_join (all, rect_of (train));
  }
}

void
figure_train_survey (FigureMotion *motion)
{
  if (motion->n_trains == 0)
    return;
  for (uint32_t k = 0; k < FIGURE_SURVEY_ROWS; k++) {
    figure_value_look (motion, k);
    look (motion, k == 0);
  }
  for (uint32_t t = 0; t < motion->n_trains; t++)
    choose_size (&motion->trains[t]);
  pad_nodes (motion);
  for (uint32_t t = 0; t < motion->n_trains; t++)
    spread (&motion->trains[t]);
  part_lanes (motion);
  choose_scales (motion);
  stack (motion);
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureNode *node = motion->shapes[i]->a->node;

    if (node != NULL)
      motion->shapes[i]->unit = 2 * node->train->size * node->train->scale;
  }
}

/* ---- now ---- */

FigurePoint
figure_train_place (const FigureNode *node, uint32_t lane)
{
  const FigureTrain *train = node->train;
  double s = train->kind == FIGURE_SPOT_SLIDE ? figure_value (node->coordinate) : 0;

  return to_picture (train, s + node->offset, train->lane_at[lane]);
}

void
figure_train_pose (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_spots; i++) {
    FigureSpot *spot = motion->spots[i];

    if (spot->kind == FIGURE_SPOT_PLANAR)
      continue;
    spot->at = (FigurePoint){NAN, NAN};
    if (spot->node == NULL || !spot->node->train->is_shown)
      continue;
    const FigureTrain *train = spot->node->train;
    spot->at = figure_train_place (spot->node, spot->lane);
    spot->at.x += train->scale * spot->inset * train->along.x;
    spot->at.y += train->scale * spot->inset * train->along.y;
    if (spot->kind == FIGURE_SPOT_TURN) {
      spot->angle = figure_value (spot->x);
      continue;
    }
    double v = train->scale * figure_value_rate (spot->x);
    spot->rate = (FigurePoint){v * train->along.x, v * train->along.y};
  }
}

FigureRect
figure_train_bounds (const FigureMotion *motion)
{
  FigureRect rect = figure_value_rect_empty ();

  for (uint32_t t = 0; t < motion->n_trains; t++)
    if (motion->trains[t].is_shown)
      rect = figure_value_rect_join (rect, rect_of (&motion->trains[t]));
  return rect;
}
