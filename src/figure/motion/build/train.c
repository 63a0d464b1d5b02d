/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parts make a train, and in which order. */
#include "figure/motion/train.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure/motion/build/build-private.h"

/* ---- which ports are joined ---- */

static uint32_t
root_of (uint32_t *of, uint32_t i)
{
  while (of[i] != i) {
    of[i] = of[of[i]];
    i = of[i];
  }
  return i;
}

static void
join (uint32_t *of, uint32_t i, uint32_t k)
{
  uint32_t a = root_of (of, i), b = root_of (of, k);

  of[MAX (a, b)] = MIN (a, b);
}

/* For each port the first that it is joined with by connects of what shows its parts.
 */
static uint32_t *
join_ports (const FigureBuild *build)
{
  const LibTree *tree = build->tree;
  uint32_t *of = base_arena_array (build->scratch, uint32_t, tree->n_instances);

  for (uint32_t i = 0; i < tree->n_instances; i++)
    of[i] = i;
  for (uint32_t i = 0; i < tree->n_sets; i++)
    for (uint32_t k = 1; k < tree->sets[i].n_ports; k++)
      if (build->instances[tree->sets[i].owner].has_parts)
        join (of, tree->sets[i].ports[0], tree->sets[i].ports[k]);
  for (uint32_t i = 0; i < tree->n_instances; i++)
    of[i] = of[of[i]];
  return of;
}

/* ---- nodes ---- */

/* What stands at a set of joined ports. */
typedef struct {
  uint32_t held_by; /* the part that is ground there, + 1 */
  uint32_t node[2]; /* + 1; at ground that of parts that begin and of those that end */
  uint32_t first;   /* node of a spot, + 1 */
} Place;

typedef struct {
  FigureMotion *motion;
  const uint32_t *set_of; /* by instance: the place of a port */
  Place *places;
  BASE_VEC (FigureNode) nodes;
  BASE_VEC (FigureLink) links;
} Build;

static Place *
place_of (const Build *build, const FigureSpot *spot)
{
  return &build->places[build->set_of[spot->port]];
}

static uint32_t
node_new (Build *build, const FigureSpot *spot, uint32_t held_by)
{
  base_vec_push (build->motion->arena, build->nodes,
                 (FigureNode){.coordinate = spot->x,
                              .train = FIGURE_NONE,
                              .low = UINT32_MAX,
                              .is_end = true,
                              .held_by = held_by});
  return build->nodes.n;
}

/* Ground is everywhere: what turns has a piece of it for each part, what slides one for
 * parts that begin and one for parts that end there. `end` is 0 or 1. */
static uint32_t
node_of (Build *build, const FigureSpot *spot, int end)
{
  Place *place = place_of (build, spot);
  bool is_held = place->held_by != 0;
  uint32_t *node = &place->node[is_held ? end : 0];

  if (*node == 0 || (is_held && spot->kind == FIGURE_SPOT_TURN))
    *node = node_new (build, spot, place->held_by - 1);
  return *node - 1;
}

static bool
is_train_shape (const FigureMotion *motion, const FigureShape *shape)
{
  return motion->spots[shape->a].kind != FIGURE_SPOT_PLANAR &&
         motion->spots[shape->a].x.var != FIGURE_NONE;
}

static void
find_grounds (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = 0; i < motion->n_shapes; i++)
    if (motion->shapes[i].kind == FIGURE_SHAPE_GROUND &&
        is_train_shape (motion, &motion->shapes[i]))
      place_of (build, &motion->spots[motion->shapes[i].a])->held_by =
          motion->shapes[i].part + 1;
}

static void
find_nodes (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = 0; i < motion->n_spots; i++)
    motion->spots[i].node = FIGURE_NONE;
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = &motion->shapes[i];
    FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];

    if (!is_train_shape (motion, shape) || a == b || b->x.var == FIGURE_NONE)
      continue;
    a->node = node_of (build, a, 0);
    b->node = node_of (build, b, 1);
    if (a->node != b->node)
      base_vec_push (motion->arena, build->links,
                     (FigureLink){.shape = i, .from = a->node, .to = b->node});
  }
}

/* Shapes with one end, and ports that no shape hangs on, find the node that is there;
 * of ground the first. */
static void
attach_rest (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = motion->n_spots; i-- > 0;)
    if (motion->spots[i].node != FIGURE_NONE)
      place_of (build, &motion->spots[i])->first = motion->spots[i].node + 1;
  for (uint32_t i = 0; i < motion->n_spots; i++) {
    FigureSpot *spot = &motion->spots[i];

    if (spot->node == FIGURE_NONE && spot->kind != FIGURE_SPOT_PLANAR &&
        spot->x.var != FIGURE_NONE)
      spot->node = place_of (build, spot)->first - 1;
  }
}

/* ---- trains ---- */

static uint32_t
number_trains (FigureTrains *trains)
{
  FigureNode *nodes = trains->nodes;
  g_autofree uint32_t *of = g_new (uint32_t, trains->n_nodes + 1);
  uint32_t n = 0;

  for (uint32_t i = 0; i < trains->n_nodes; i++)
    of[i] = i;
  for (uint32_t i = 0; i < trains->n_links; i++)
    join (of, trains->links[i].from, trains->links[i].to);
  for (uint32_t i = 0; i < trains->n_nodes; i++) { /* a root comes first in its set */
    uint32_t root = root_of (of, i);

    nodes[i].train = root == i ? n++ : nodes[root].train;
  }
  return n;
}

/* The way of the line: as most parts lie in the diagram, from `from` to `to`, where
 * coordinates grow. Shafts lie level. */
static void
find_direction (const FigureMotion *motion, FigureTrain *train, FigurePoint sum)
{
  bool is_upright =
      train->kind == FIGURE_SPOT_SLIDE && fabs (sum.y) > 1.5 * fabs (sum.x);
  double sign = is_upright ? (sum.y > 0 ? -1 : 1) : (sum.x < 0 ? -1 : 1);

  train->along = is_upright ? (FigurePoint){0, sign} : (FigurePoint){sign, 0};
  train->across = is_upright ? (FigurePoint){1, 0} : (FigurePoint){0, -1};
}

/* In the diagram y points down. */
static double
drawn_along (const FigureTrain *train, FigurePoint at)
{
  return train->along.x * at.x - train->along.y * at.y;
}

static double
drawn_across (const FigureTrain *train, FigurePoint at)
{
  return train->across.x * at.x - train->across.y * at.y;
}

static void
direct_trains (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;
  g_autofree FigurePoint *sums = g_new0 (FigurePoint, trains->n + 1);

  for (uint32_t i = 0; i < trains->n_links; i++) {
    const FigureShape *shape = &motion->shapes[trains->links[i].shape];
    const FigureSpot *a = &motion->spots[shape->a], *b = &motion->spots[shape->b];
    uint32_t t = trains->nodes[trains->links[i].from].train;

    trains->trains[t].kind = a->kind;
    sums[t].x += b->drawn_at.x - a->drawn_at.x;
    sums[t].y += b->drawn_at.y - a->drawn_at.y;
  }
  for (uint32_t t = 0; t < trains->n; t++)
    find_direction (motion, &trains->trains[t], sums[t]);
}

/* Nodes stand in the diagram where their ports do in the mean. */
static void
draw_nodes (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;
  g_autofree uint32_t *n = g_new0 (uint32_t, trains->n_nodes + 1);
  g_autofree uint32_t *n_train = g_new0 (uint32_t, trains->n + 1);

  for (uint32_t i = 0; i < 2 * trains->n_links; i++) {
    const FigureLink *link = &trains->links[i / 2];
    const FigureShape *shape = &motion->shapes[link->shape];
    const FigureSpot *spot = &motion->spots[i % 2 == 0 ? shape->a : shape->b];
    FigureNode *node = &trains->nodes[spot->node];
    FigureTrain *train = &trains->trains[node->train];

    node->drawn += drawn_along (train, spot->drawn_at);
    n[spot->node]++;
    train->drawn_across += drawn_across (train, spot->drawn_at);
    n_train[node->train]++;
  }
  for (uint32_t i = 0; i < trains->n_nodes; i++)
    trains->nodes[i].drawn /= MAX (n[i], 1);
  for (uint32_t t = 0; t < trains->n; t++)
    trains->trains[t].drawn_across /= MAX (n_train[t], 1);
}

/* ---- order ---- */

static int
by_place (const void *a, const void *b, gpointer data)
{
  const FigureNode *nodes = ((const FigureTrains *) data)->nodes;
  uint32_t i = *(const uint32_t *) a, k = *(const uint32_t *) b;
  const FigureNode *x = &nodes[i], *y = &nodes[k];

  if (x->train != y->train)
    return x->train < y->train ? -1 : 1;
  if (x->drawn != y->drawn)
    return x->drawn < y->drawn ? -1 : 1;
  return (i > k) - (i < k);
}

/* The links that leave each node, as lists: `first` per node, `next` per link. */
typedef struct {
  uint32_t *first, *next;
  bool *is_done;
  GArray *open; /* nodes on the way of the search */
} Search;

/* A link leads where its own ports do in the diagram. */
static void
list_links (FigureMotion *motion, Search *search)
{
  FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < trains->n_nodes; i++)
    search->first[i] = FIGURE_NONE;
  for (uint32_t i = 0; i < trains->n_links; i++) {
    FigureLink *link = &trains->links[i];
    const FigureShape *shape = &motion->shapes[link->shape];
    const FigureTrain *train = &trains->trains[trains->nodes[link->from].train];
    double way = drawn_along (train, motion->spots[shape->b].drawn_at) -
                 drawn_along (train, motion->spots[shape->a].drawn_at);
    uint32_t from = motion->spots[way < 0 ? shape->b : shape->a].node;

    link->to = motion->spots[way < 0 ? shape->a : shape->b].node;
    link->from = from;
    search->next[i] = search->first[from];
    search->first[from] = i;
  }
}

/* Writes what can be reached from a node and has no place yet before *end, each after
 * all that leads to it: depth first, those that are left last come first. */
static void
place_from (const FigureTrains *trains, Search *search, uint32_t start, uint32_t **end)
{
  g_array_append_val (search->open, start);
  search->is_done[start] = true;
  while (search->open->len > 0) {
    uint32_t node = g_array_index (search->open, uint32_t, search->open->len - 1);
    uint32_t link = search->first[node];

    if (link == FIGURE_NONE) {
      g_array_set_size (search->open, search->open->len - 1);
      *--*end = node;
      continue;
    }
    search->first[node] = search->next[link];
    uint32_t to = trains->links[link].to;
    if (!search->is_done[to]) {
      search->is_done[to] = true;
      g_array_append_val (search->open, to);
    }
  }
}

/* Train by train along their lines: where links lead (Tarjan 1976, topological order;
 * the links that would close a ring do not count), else as in the diagram. */
static void
order_nodes (FigureMotion *motion, uint32_t *rank)
{
  FigureTrains *trains = motion->trains;
  g_autofree uint32_t *drawn = g_new (uint32_t, trains->n_nodes + 1);
  g_autofree uint32_t *first = g_new (uint32_t, trains->n_nodes + 1);
  g_autofree uint32_t *next = g_new (uint32_t, trains->n_links + 1);
  g_autofree bool *is_done = g_new0 (bool, trains->n_nodes + 1);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Search search = {first, next, is_done, open};

  trains->order = base_arena_array (motion->arena, uint32_t, trains->n_nodes);
  uint32_t *end = trains->order + trains->n_nodes;
  for (uint32_t i = 0; i < trains->n_nodes; i++)
    drawn[i] = i;
  g_qsort_with_data (drawn, (int) trains->n_nodes, sizeof (uint32_t), by_place, trains);
  list_links (motion, &search);
  for (uint32_t i = trains->n_nodes; i-- > 0;)
    if (!is_done[drawn[i]])
      place_from (trains, &search, drawn[i], &end);
  for (uint32_t i = trains->n_nodes; i-- > 0;) {
    FigureTrain *train = &trains->trains[trains->nodes[trains->order[i]].train];

    rank[trains->order[i]] = i;
    train->first_node = i;
    train->n_nodes++;
  }
}

typedef struct {
  const FigureMotion *motion;
  const uint32_t *rank;
} Sort;

static double
link_across (const FigureMotion *motion, const FigureLink *link)
{
  const FigureShape *shape = &motion->shapes[link->shape];
  const FigureTrains *trains = motion->trains;
  const FigureTrain *train = &trains->trains[trains->nodes[link->from].train];

  return drawn_across (train, motion->spots[shape->a].drawn_at) +
         drawn_across (train, motion->spots[shape->b].drawn_at);
}

/* By where they begin, then as they lie in the diagram. */
static int
by_begin (const void *a, const void *b, gpointer data)
{
  const Sort *sort = data;
  const FigureLink *x = a, *y = b;

  if (sort->rank[x->from] != sort->rank[y->from])
    return sort->rank[x->from] < sort->rank[y->from] ? -1 : 1;
  double u = link_across (sort->motion, x), v = link_across (sort->motion, y);
  if (u != v)
    return u < v ? -1 : 1;
  return (x->shape > y->shape) - (x->shape < y->shape);
}

static void
order_links (FigureMotion *motion, const uint32_t *rank)
{
  FigureTrains *trains = motion->trains;
  Sort sort = {motion, rank};

  for (uint32_t i = 0; i < trains->n_links; i++) {
    FigureLink *link = &trains->links[i];

    if (rank[link->from] > rank[link->to]) {
      uint32_t swap = link->from;

      link->from = link->to;
      link->to = swap;
    }
  }
  g_qsort_with_data (trains->links, (int) trains->n_links, sizeof *trains->links,
                     by_begin, &sort);
  for (uint32_t i = trains->n_links; i-- > 0;) {
    FigureTrain *train = &trains->trains[trains->nodes[trains->links[i].from].train];

    train->first_link = i;
    train->n_links++;
  }
}

/* Each link takes the first lane that is free where it begins. */
static void
assign_lanes (FigureMotion *motion, FigureTrain *train, const uint32_t *rank)
{
  FigureTrains *trains = motion->trains;
  g_autofree uint32_t *busy_until = g_new0 (uint32_t, train->n_links + 1);

  for (uint32_t i = 0; i < train->n_links; i++) {
    FigureLink *link = &trains->links[train->first_link + i];
    FigureNode *nodes[] = {&trains->nodes[link->from], &trains->nodes[link->to]};

    while (link->lane < train->n_lanes && busy_until[link->lane] > rank[link->from])
      link->lane++;
    train->n_lanes = MAX (train->n_lanes, link->lane + 1);
    busy_until[link->lane] = rank[link->to];
    nodes[0]->is_end = false;
    for (int end = 0; end < 2; end++) {
      nodes[end]->low = MIN (nodes[end]->low, link->lane);
      nodes[end]->high = MAX (nodes[end]->high, link->lane);
    }
  }
}

/* A damper on the axis of a joint makes no picture of its own. */
static void
choose_trains (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;

  for (uint32_t t = 0; t < trains->n; t++)
    trains->trains[t].is_shown = !motion->has_planar;
  for (uint32_t i = 0; i < trains->n_links; i++) {
    FigureKind kind =
        figure_metadata_shape (motion->shapes[trains->links[i].shape].kind)->kind;

    if (kind == FIGURE_MASS || kind == FIGURE_ROTOR || kind == FIGURE_WHEEL)
      trains->trains[trains->nodes[trains->links[i].from].train].is_shown = true;
  }
}

static void
set_lanes (FigureMotion *motion)
{
  FigureTrains *trains = motion->trains;

  for (uint32_t i = 0; i < motion->n_spots; i++)
    if (motion->spots[i].kind != FIGURE_SPOT_PLANAR &&
        motion->spots[i].node != FIGURE_NONE)
      motion->spots[i].lane = trains->nodes[motion->spots[i].node].low;
  for (uint32_t i = 0; i < trains->n_links; i++) {
    const FigureShape *shape = &motion->shapes[trains->links[i].shape];

    motion->spots[shape->a].lane = motion->spots[shape->b].lane = trains->links[i].lane;
  }
}

void
figure_trains_build (const FigureBuild *tables)
{
  FigureMotion *motion = tables->motion;
  Build build = {
      .motion = motion,
      .set_of = join_ports (tables),
      .places = base_arena_array (tables->scratch, Place, tables->tree->n_instances)};
  FigureTrains *trains = base_arena_new0 (motion->arena, FigureTrains);

  motion->trains = trains;
  find_grounds (&build);
  find_nodes (&build);
  attach_rest (&build);
  trains->n_nodes = build.nodes.n;
  trains->nodes = build.nodes.at;
  trains->n_links = build.links.n;
  trains->links = build.links.at;
  trains->n = number_trains (trains);
  trains->trains = base_arena_array (motion->arena, FigureTrain, trains->n);
  g_autofree uint32_t *rank = g_new0 (uint32_t, trains->n_nodes + 1);
  direct_trains (motion);
  draw_nodes (motion);
  order_nodes (motion, rank);
  order_links (motion, rank);
  for (uint32_t t = 0; t < trains->n; t++)
    assign_lanes (motion, &trains->trains[t], rank);
  set_lanes (motion);
  choose_trains (motion);
}
