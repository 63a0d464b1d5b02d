/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which parts make a train, and in which order. Ports that connects join are one node
 * (union-find with path halving, Tarjan and van Leeuwen 1984), nodes that links join
 * one train; along its line nodes stand where links lead (topological order by depth
 * first search, Tarjan 1976). A shape with three ends is two links in series, its third
 * end between them. Linear in the parts but for sorting and lanes. */
#include <math.h>
#include <stdlib.h>

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

/* Each of n numbers alone. */
static uint32_t *
apart (BaseArena *arena, uint32_t n)
{
  uint32_t *of = base_arena_array (arena, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    of[i] = i;
  return of;
}

/* For each port the first that it is joined with by connects of what shows its parts.
 */
static uint32_t *
join_ports (const FigureBuild *build)
{
  const LibTree *tree = build->tree;
  uint32_t *of = apart (build->scratch, tree->n_instances);

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
  const FigureShape *held_by; /* the ground there */
  FigureNode *node[2]; /* at ground that of parts that begin and that end there */
  FigureNode *first;
} Place;

typedef struct {
  FigureMotion *motion;
  BaseArena *scratch;
  const uint32_t *set_of; /* by instance: the place of a port */
  Place *places;
  BASE_VEC (FigureNode *) nodes;
  BASE_VEC (FigureLink) links;
} Build;

static Place *
place_of (const Build *build, const FigureSpot *spot)
{
  return &build->places[build->set_of[spot->port]];
}

/* Ground is everywhere: what turns has a piece of it for each part, what slides one for
 * parts that begin and one for parts that end there. `end` is 0 or 1. */
static FigureNode *
node_of (Build *build, const FigureSpot *spot, int end)
{
  Place *place = place_of (build, spot);
  bool is_held = place->held_by != NULL;
  FigureNode **node = &place->node[is_held ? end : 0];

  if (*node != NULL && !(is_held && spot->kind == FIGURE_SPOT_TURN))
    return *node;
  *node = base_arena_new0 (build->motion->arena, FigureNode);
  **node = (FigureNode){.number = build->nodes.n,
                        .coordinate = spot->x,
                        .low = UINT32_MAX,
                        .is_end = true,
                        .held_by = place->held_by};
  base_vec_push (build->motion->arena, build->nodes, *node);
  return *node;
}

static void
add_link (Build *build, const FigureShape *shape, FigureSpot *a, FigureSpot *b)
{
  if (a->node != b->node)
    base_vec_push (
        build->scratch, build->links,
        (FigureLink){.shape = shape, .a = a, .b = b, .from = a->node, .to = b->node});
}

static void
find_nodes (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = motion->shapes[i];

    if (shape->kind == FIGURE_SHAPE_GROUND && shape->a->kind != FIGURE_SPOT_PLANAR)
      place_of (build, shape->a)->held_by = shape;
  }
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    FigureShape *shape = motion->shapes[i];
    FigureSpot *a = shape->a, *b = shape->b, *c = shape->c;

    if (a->kind == FIGURE_SPOT_PLANAR || a == b)
      continue;
    a->node = node_of (build, a, 0);
    b->node = node_of (build, b, 1);
    if (c != NULL) {
      c->node = node_of (build, c, 1);
      add_link (build, shape, a, c);
    }
    add_link (build, shape, c != NULL ? c : a, b);
  }
}

/* Shapes with one end, and ports that no shape hangs on, find the node that is there;
 * of ground the first. */
static void
attach_rest (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = motion->n_spots; i-- > 0;)
    if (motion->spots[i]->node != NULL)
      place_of (build, motion->spots[i])->first = motion->spots[i]->node;
  for (uint32_t i = 0; i < motion->n_spots; i++) {
    FigureSpot *spot = motion->spots[i];

    if (spot->node == NULL && spot->kind != FIGURE_SPOT_PLANAR)
      spot->node = place_of (build, spot)->first;
  }
}

/* ---- trains ---- */

static void
number_trains (Build *build)
{
  FigureMotion *motion = build->motion;
  uint32_t *of = apart (build->scratch, motion->n_nodes);

  motion->trains = base_arena_array (motion->arena, FigureTrain, motion->n_nodes);
  for (uint32_t i = 0; i < build->links.n; i++)
    join (of, build->links.at[i].from->number, build->links.at[i].to->number);
  for (uint32_t i = 0; i < motion->n_nodes; i++) { /* a root comes first in its set */
    uint32_t root = root_of (of, i);

    motion->nodes[i]->train =
        root == i ? &motion->trains[motion->n_trains++] : motion->nodes[root]->train;
  }
}

/* In the diagram y points down. */
static double
drawn (FigurePoint way, FigurePoint at)
{
  return way.x * at.x - way.y * at.y;
}

/* The way of the line: as most parts lie in the diagram, from `from` to `to`, where
 * coordinates grow. Shafts lie level. */
static void
direct_trains (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = 0; i < build->links.n; i++) {
    const FigureSpot *a = build->links.at[i].a, *b = build->links.at[i].b;
    FigureTrain *train = a->node->train;

    train->kind = a->kind;
    train->along.x += b->drawn_at.x - a->drawn_at.x; /* the sum of all at first */
    train->along.y += b->drawn_at.y - a->drawn_at.y;
  }
  for (uint32_t t = 0; t < motion->n_trains; t++) {
    FigureTrain *train = &motion->trains[t];
    FigurePoint sum = train->along;
    bool is_upright =
        train->kind == FIGURE_SPOT_SLIDE && fabs (sum.y) > 1.5 * fabs (sum.x);
    double sign = is_upright ? (sum.y > 0 ? -1 : 1) : (sum.x < 0 ? -1 : 1);

    train->along = is_upright ? (FigurePoint){0, sign} : (FigurePoint){sign, 0};
    train->across = is_upright ? (FigurePoint){1, 0} : (FigurePoint){0, -1};
  }
}

/* Nodes and trains stand in the diagram where their ports do in the mean. */
static void
draw_nodes (Build *build)
{
  FigureMotion *motion = build->motion;

  for (uint32_t i = 0; i < 2 * build->links.n; i++) {
    const FigureLink *link = &build->links.at[i / 2];
    const FigureSpot *spot = i % 2 == 0 ? link->a : link->b;
    FigureTrain *train = spot->node->train;

    spot->node->drawn += drawn (train->along, spot->drawn_at);
    spot->node->n_drawn++;
    train->drawn_across += drawn (train->across, spot->drawn_at);
    train->n_drawn++;
  }
  for (uint32_t i = 0; i < motion->n_nodes; i++)
    motion->nodes[i]->drawn /= MAX (motion->nodes[i]->n_drawn, 1);
  for (uint32_t t = 0; t < motion->n_trains; t++)
    motion->trains[t].drawn_across /= MAX (motion->trains[t].n_drawn, 1);
}

/* ---- order ---- */

static int
by_place (const void *a, const void *b, gpointer data)
{
  const FigureNode *x = *(FigureNode *const *) a, *y = *(FigureNode *const *) b;

  if (x->train != y->train)
    return x->train < y->train ? -1 : 1;
  return (x->drawn > y->drawn) - (x->drawn < y->drawn);
}

/* A link leads where its own ports do in the diagram; each node lists those that leave
 * it. */
static void
list_links (Build *build)
{
  for (uint32_t i = 0; i < build->links.n; i++) {
    FigureLink *link = &build->links.at[i];
    const FigureSpot *a = link->shape->a, *b = link->shape->b;
    FigurePoint along = a->node->train->along;
    bool is_back = drawn (along, b->drawn_at) - drawn (along, a->drawn_at) < 0;

    link->from = is_back ? link->b->node : link->a->node;
    link->to = is_back ? link->a->node : link->b->node;
    link->next = link->from->out;
    link->from->out = link;
  }
}

/* Writes what can be reached from a node and has no place yet before *end, each after
 * all that leads to it: depth first, those that are left last come first. */
static void
place_from (FigureNode *start, GPtrArray *open, FigureNode ***end)
{
  start->is_placed = true;
  g_ptr_array_add (open, start);
  while (open->len > 0) {
    FigureNode *node = g_ptr_array_index (open, open->len - 1);
    FigureLink *link = node->out;

    if (link == NULL) {
      g_ptr_array_set_size (open, (int) open->len - 1);
      *--*end = node;
      continue;
    }
    node->out = link->next;
    if (!link->to->is_placed) {
      link->to->is_placed = true;
      g_ptr_array_add (open, link->to);
    }
  }
}

/* Train by train along their lines: where links lead (the links that would close a ring
 * do not count), else as in the diagram. */
static void
order_nodes (Build *build)
{
  FigureMotion *motion = build->motion;
  uint32_t n = motion->n_nodes;
  size_t size = n * sizeof (FigureNode *);
  FigureNode **in_diagram = base_arena_copy (build->scratch, motion->nodes, size, size);
  FigureNode **order = base_arena_array (motion->arena, FigureNode *, n);
  FigureNode **end = order + n;
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  g_qsort_with_data (in_diagram, (int) n, sizeof *in_diagram, by_place, NULL);
  list_links (build);
  for (uint32_t i = n; i-- > 0;)
    if (!in_diagram[i]->is_placed)
      place_from (in_diagram[i], open, &end);
  for (uint32_t i = n; i-- > 0;) {
    order[i]->rank = i;
    order[i]->train->nodes = &order[i];
    order[i]->train->n_nodes++;
  }
}

static double
across (const FigureLink *link)
{
  FigurePoint way = link->from->train->across;

  return drawn (way, link->a->drawn_at) + drawn (way, link->b->drawn_at);
}

/* By where they begin, then as they lie in the diagram. */
static int
by_begin (const void *a, const void *b, gpointer data)
{
  const FigureLink *x = a, *y = b;

  if (x->from->rank != y->from->rank)
    return x->from->rank < y->from->rank ? -1 : 1;
  return (across (x) > across (y)) - (across (x) < across (y));
}

static void
order_links (Build *build)
{
  size_t size = build->links.n * sizeof (FigureLink);
  FigureLink *links =
      base_arena_copy (build->motion->arena, build->links.at, size, size);

  for (uint32_t i = 0; i < build->links.n; i++)
    if (links[i].from->rank > links[i].to->rank) {
      FigureNode *swap = links[i].from;

      links[i].from = links[i].to;
      links[i].to = swap;
    }
  g_qsort_with_data (links, (int) build->links.n, sizeof *links, by_begin, NULL);
  for (uint32_t i = build->links.n; i-- > 0;) {
    links[i].from->train->links = &links[i];
    links[i].from->train->n_links++;
  }
}

static void
set_lanes (FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_spots; i++)
    if (motion->spots[i]->node != NULL && motion->spots[i]->node->low != UINT32_MAX)
      motion->spots[i]->lane = motion->spots[i]->node->low;
  for (uint32_t t = 0; t < motion->n_trains; t++)
    for (uint32_t i = 0; i < motion->trains[t].n_links; i++) {
      const FigureLink *link = &motion->trains[t].links[i];

      link->a->lane = link->b->lane = link->lane;
    }
}

/* A damper on the axis of a joint makes no picture of its own. */
static void
choose_train (FigureTrain *train, bool has_planar)
{
  train->is_shown = !has_planar;
  for (uint32_t i = 0; i < train->n_links; i++) {
    FigureKind kind = figure_shape_info[train->links[i].shape->kind].kind;

    train->is_shown = train->is_shown || figure_kind_info[kind].is_solid;
  }
}

void
figure_train_build (const FigureBuild *tables)
{
  FigureMotion *motion = tables->motion;
  Build build = {
      .motion = motion,
      .scratch = tables->scratch,
      .set_of = join_ports (tables),
      .places = base_arena_array (tables->scratch, Place, tables->tree->n_instances)};

  find_nodes (&build);
  attach_rest (&build);
  motion->n_nodes = build.nodes.n;
  motion->nodes = build.nodes.at;
  number_trains (&build);
  direct_trains (&build);
  draw_nodes (&build);
  order_nodes (&build);
  order_links (&build);
  for (uint32_t t = 0; t < motion->n_trains; t++) {
    figure_lane_assign (&motion->trains[t], motion->arena, build.scratch);
    choose_train (&motion->trains[t], motion->has_planar);
  }
  set_lanes (motion);
}
