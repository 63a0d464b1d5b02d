/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the nodes of trains stand: to scale along their lines, as far as that leaves
 * room for all parts. */
#include <math.h>
#include <stdlib.h>

#include "figure/motion/shape.h"
#include "figure/motion/train.h"
#include "figure/motion/value.h"

/* Room that a shape wants between its ends, in sizes. */
static const double ROOM[FIGURE_N_SHAPES] = {
    [FIGURE_SHAPE_BAR] = 1,      [FIGURE_SHAPE_ROD] = 0.8,
    [FIGURE_SHAPE_LINE] = 1,     [FIGURE_SHAPE_SPRING] = 1.4,
    [FIGURE_SHAPE_DAMPER] = 1.4, [FIGURE_SHAPE_SPRING_DAMPER] = 1.5,
    [FIGURE_SHAPE_GAP] = 0.6,    [FIGURE_SHAPE_CLUTCH] = 0.8,
    [FIGURE_SHAPE_BRAKE] = 1,    [FIGURE_SHAPE_BELT] = 1.6,
    [FIGURE_SHAPE_GEARS] = 1.5,  [FIGURE_SHAPE_MASS] = 1,
    [FIGURE_SHAPE_DISC] = 1.2,   [FIGURE_SHAPE_SLIDER] = 1,
    [FIGURE_SHAPE_RING] = 1.5,
};

/* Between lanes and between trains, in sizes. */
static const double LANE_STEP = 0.95;
static const double TRAIN_STEP = 1.4;

/* A mass is as long as this share of the way that the parts go, or of the room that
 * they have. */
static const double SIZE_OF_WAY = 0.4;
static const double SIZE_OF_ROOM = 0.4;

/* Trains that differ more than this in size are not drawn to one scale. */
static const double SCALE_MOST = 20;

/* ---- coordinates ---- */

/* Of a node at the instant of the values; shafts do not move along their line. */
static double
coordinate (const FigureMotion *motion, const FigureTrain *train, uint32_t node)
{
  const FigureNode *n = &motion->trains->nodes[node];
  double s =
      train->kind == FIGURE_SPOT_SLIDE ? figure_value (motion, n->coordinate) : 0;

  return isfinite (s) ? s : 0;
}

/* What the looks at a run have shown of each node, and of each link the least way from
 * its first node to its last. */
typedef struct {
  RunRange *way;
  double *at_start;
  double *least;
} Looks;

static void
look (FigureMotion *motion, Looks *looks, bool is_first)
{
  const FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < trains->n_nodes; i++) {
    double s = coordinate (motion, &trains->trains[trains->nodes[i].train], i);

    if (is_first)
      looks->at_start[i] = s;
    looks->way[i].min = is_first ? s : fmin (looks->way[i].min, s);
    looks->way[i].max = is_first ? s : fmax (looks->way[i].max, s);
  }
  for (uint32_t i = 0; i < trains->n_links; i++) {
    const FigureLink *link = &trains->links[i];
    const FigureTrain *train = &trains->trains[trains->nodes[link->from].train];
    double way =
        coordinate (motion, train, link->to) - coordinate (motion, train, link->from);

    looks->least[i] = is_first ? way : fmin (looks->least[i], way);
  }
}

/* ---- one train ---- */

static void
choose_size (const FigureMotion *motion, FigureTrain *train, const Looks *looks)
{
  const FigureTrains *trains = motion->trains;
  double way = 0;
  RunRange room = {INFINITY, -INFINITY};

  for (uint32_t i = 0; i < train->n_nodes; i++) {
    uint32_t node = trains->order[train->first_node + i];

    way = fmax (way, looks->way[node].max - looks->way[node].min);
    room.min = fmin (room.min, looks->at_start[node]);
    room.max = fmax (room.max, looks->at_start[node]);
  }
  double size = fmax (SIZE_OF_WAY * way,
                      SIZE_OF_ROOM * (room.max - room.min) / MAX (train->n_links, 1));
  if (train->kind == FIGURE_SPOT_TURN || !(size > 0))
    size = train->size > 0 ? train->size : 1;
  train->size = fmax (train->size, figure_value_round_up (size));
}

/* A gear is in the way of its lane only. */
static double
pad_of (const FigureNode *node, const FigureLink *link)
{
  return node->pad_lane == link->lane ? node->pad : 0;
}

/* What hangs on the node of a gear begins at its rim. */
static void
inset_ends (FigureMotion *motion, const FigureLink *link)
{
  const FigureShape *shape = &motion->shapes[link->shape];
  uint32_t ends[] = {shape->a, shape->b};

  for (int i = 0; i < 2; i++) {
    FigureSpot *spot = &motion->spots[ends[i]];
    double pad = pad_of (&motion->trains->nodes[spot->node], link);

    spot->inset = spot->node == link->from ? pad : -pad;
  }
}

/* Moves nodes on until all links have room; what has room stays at its coordinate. */
static void
spread (FigureMotion *motion, FigureTrain *train, const Looks *looks)
{
  FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < train->n_nodes; i++)
    trains->nodes[trains->order[train->first_node + i]].offset = 0;
  for (uint32_t i = 0; i < train->n_links; i++) {
    uint32_t k = train->first_link + i;
    const FigureLink *link = &trains->links[k];
    const FigureShape *shape = &motion->shapes[link->shape];
    FigureNode *from = &trains->nodes[link->from], *to = &trains->nodes[link->to];
    double ratio = figure_value (motion, shape->ratio);
    double want =
        ROOM[shape->kind] * train->size + pad_of (from, link) + pad_of (to, link);

    if (shape->kind == FIGURE_SHAPE_GEARS) {
      FigurePoint radii = figure_shape_gear_radii (ratio, 2 * train->size);

      want = radii.x + radii.y + (ratio > 0 ? 0.3 * train->size : 0);
    } else {
      inset_ends (motion, link);
    }
    to->offset = fmax (to->offset, from->offset + want - looks->least[k]);
  }
}

/* Gears need room for themselves at their nodes. */
static void
pad_nodes (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < trains->n_nodes; i++)
    trains->nodes[i].pad = 0;
  for (uint32_t i = 0; i < trains->n_links; i++) {
    const FigureShape *shape = &motion->shapes[trains->links[i].shape];
    FigureNode *a = &trains->nodes[motion->spots[shape->a].node];
    FigureNode *b = &trains->nodes[motion->spots[shape->b].node];

    if (shape->kind != FIGURE_SHAPE_GEARS)
      continue;
    double size = trains->trains[a->train].size;
    FigurePoint radii =
        figure_shape_gear_radii (figure_value (motion, shape->ratio), 2 * size);
    a->pad = fmax (a->pad, radii.x);
    b->pad = fmax (b->pad, radii.y);
    a->pad_lane = b->pad_lane = trains->links[i].lane;
  }
}

/* ---- the picture ---- */

static double
lane_at (const FigureTrain *train, double lane)
{
  return lane * LANE_STEP * train->size;
}

/* What a train reaches along and across its line over the run, in its own metres. */
static FigureRect
extent (const FigureMotion *motion, const FigureTrain *train)
{
  const FigureTrains *trains = motion->trains;
  FigureRect rect = figure_value_rect_empty ();
  double edge = 0.6 * train->size;

  for (uint32_t i = 0; i < train->n_nodes; i++) {
    const FigureNode *node = &trains->nodes[trains->order[train->first_node + i]];
    double low = 0, high = 0;

    if (train->kind == FIGURE_SPOT_SLIDE) {
      RunRange range = motion->vars[node->coordinate.var].range;

      low = node->coordinate.factor * range.min;
      high = node->coordinate.factor * range.max;
    }
    rect.x1 = fmin (rect.x1, fmin (low, high) + node->offset - edge);
    rect.x2 = fmax (rect.x2, fmax (low, high) + node->offset + edge);
  }
  rect.y1 = -edge;
  rect.y2 = lane_at (train, train->n_lanes - 1) + edge;
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
rect_of (const FigureMotion *motion, const FigureTrain *train)
{
  FigureRect own = extent (motion, train);
  FigurePoint a = to_picture (train, own.x1, own.y1);
  FigurePoint b = to_picture (train, own.x2, own.y2);

  return (FigureRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x),
                      fmax (a.y, b.y)};
}

/* One scale for all that slides if nothing is planar, else the sizes of what is. */
static void
choose_scales (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;
  double most = 0;

  for (uint32_t t = 0; t < trains->n; t++)
    if (trains->trains[t].kind == FIGURE_SPOT_SLIDE)
      most = fmax (most, trains->trains[t].size);
  if (!motion->has_planar)
    motion->unit = 2 * (most > 0 ? most : 1);
  for (uint32_t t = 0; t < trains->n; t++) {
    FigureTrain *train = &trains->trains[t];
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

static int
by_height (const void *a, const void *b, gpointer data)
{
  const FigureTrain *trains = data;
  uint32_t i = *(const uint32_t *) a, k = *(const uint32_t *) b;
  double x = trains[i].drawn_across, y = trains[k].drawn_across;

  return x != y ? (x > y) - (x < y) : (i > k) - (i < k);
}

/* Level trains below each other in the order of the diagram, upright ones to the right
 * of all. What slides keeps its true coordinates along the line if nothing is planar.
 */
static void
stack (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;
  g_autofree uint32_t *order = g_new (uint32_t, trains->n + 1);
  FigureRect all =
      motion->has_planar ? motion->planar_bounds : figure_value_rect_empty ();

  for (uint32_t t = 0; t < trains->n; t++)
    order[t] = t;
  g_qsort_with_data (order, (int) trains->n, sizeof *order, by_height, trains->trains);
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < trains->n; i++) {
      FigureTrain *train = &trains->trains[order[i]];
      bool is_first = !(all.x1 <= all.x2);
      double gap = (TRAIN_STEP - 0.6 * 2 + 0.2) * train->scale * train->size;

      if (is_upright (train) != (pass == 1) || !train->is_shown)
        continue;
      train->origin = (FigurePoint){0, 0};
      FigureRect own = rect_of (motion, train);
      if (!is_first && pass == 0)
        train->origin.y = all.y1 - gap - own.y2;
      if (!is_first && pass == 1)
        train->origin.x = all.x2 + gap - own.x1;
      if (!is_first && pass == 0 &&
          (motion->has_planar || train->kind == FIGURE_SPOT_TURN))
        train->origin.x = (all.x1 + all.x2) / 2 - (own.x1 + own.x2) / 2;
      if (!is_first && pass == 1 && motion->has_planar)
        train->origin.y = (all.y1 + all.y2) / 2 - (own.y1 + own.y2) / 2;
      all = figure_value_rect_join (all, rect_of (motion, train));
    }
}

static void
size_shapes (FigureMotion *motion)
{
  const FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    uint32_t node = motion->spots[motion->shapes[i].a].node;

    if (motion->spots[motion->shapes[i].a].kind == FIGURE_SPOT_PLANAR ||
        node == FIGURE_NONE)
      continue;
    const FigureTrain *train = &trains->trains[trains->nodes[node].train];
    motion->shapes[i].unit = 2 * train->size * train->scale;
  }
}

void
figure_trains_reset (FigureMotion *motion)
{
  for (uint32_t t = 0; t < motion->trains->n; t++)
    motion->trains->trains[t].size = 0;
}

void
figure_trains_survey (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;
  g_autofree RunRange *way = g_new0 (RunRange, trains->n_nodes + 1);
  g_autofree double *at_start = g_new0 (double, trains->n_nodes + 1);
  g_autofree double *least = g_new0 (double, trains->n_links + 1);
  Looks looks = {way, at_start, least};

  if (trains->n == 0)
    return;
  for (uint32_t k = 0; k < FIGURE_SURVEY_ROWS; k++) {
    size_t row = figure_value_survey_row (motion, k);

    figure_value_read (motion, row, run_trace_time (motion->trace, row));
    look (motion, &looks, k == 0);
  }
  for (uint32_t t = 0; t < trains->n; t++)
    choose_size (motion, &trains->trains[t], &looks);
  pad_nodes (motion);
  for (uint32_t t = 0; t < trains->n; t++)
    spread (motion, &trains->trains[t], &looks);
  choose_scales (motion);
  stack (motion);
  size_shapes (motion);
}

/* ---- now ---- */

FigurePoint
figure_trains_place (const FigureMotion *motion, const FigureNode *node, double lane)
{
  const FigureTrain *train = &motion->trains->trains[node->train];
  double s =
      train->kind == FIGURE_SPOT_SLIDE ? figure_value (motion, node->coordinate) : 0;

  return to_picture (train, s + node->offset, lane_at (train, lane));
}

void
figure_trains_pose (FigureMotion *motion)
{
  const FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < motion->n_spots; i++) {
    FigureSpot *spot = &motion->spots[i];

    if (spot->kind == FIGURE_SPOT_PLANAR)
      continue;
    spot->at = (FigurePoint){NAN, NAN};
    if (spot->node == FIGURE_NONE ||
        !trains->trains[trains->nodes[spot->node].train].is_shown)
      continue;
    const FigureNode *node = &trains->nodes[spot->node];
    const FigureTrain *train = &trains->trains[node->train];
    spot->at = figure_trains_place (motion, node, spot->lane);
    spot->at.x += train->scale * spot->inset * train->along.x;
    spot->at.y += train->scale * spot->inset * train->along.y;
    if (spot->kind == FIGURE_SPOT_TURN) {
      spot->angle = figure_value (motion, spot->x);
      continue;
    }
    double v = train->scale * figure_value_rate (motion, spot->x);
    spot->rate = (FigurePoint){v * train->along.x, v * train->along.y};
  }
}

FigureRect
figure_trains_bounds (const FigureMotion *motion)
{
  FigureRect rect = figure_value_rect_empty ();

  for (uint32_t t = 0; t < motion->trains->n; t++)
    if (motion->trains->trains[t].is_shown)
      rect =
          figure_value_rect_join (rect, rect_of (motion, &motion->trains->trains[t]));
  return rect;
}
