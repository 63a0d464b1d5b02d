/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which lane each part of a train lies. Links in series are one bar, which stays in
 * its lane; where more than two meet, those that lie nearest to each other in the
 * diagram go on in one. From the longest bar on, bars that are joined to placed ones
 * take the cheapest lane: where joints cross no bar, are short, and lie on the side
 * where the diagram has them (a greedy visibility representation; Tamassia and Tollis
 * 1986 have the idea, for planar graphs). Then rooms say what may not lie in each
 * other: parts behind each other in a lane, and joints that pass it. Cost: bars times
 * the lanes near them. */
#include <math.h>
#include <stdlib.h>

#include "figure/motion/build/build-private.h"

/* What it costs that a joint crosses a bar, per lane of its way, that it leaves to the
 * other side than in the diagram, and a lane that is not there yet. */
static const double COST_CROSSING = 20, COST_WAY = 1, COST_SIDE = 0.4, COST_NEW = 0.5;

/* Lanes and gaps that are tried on each side of what a bar is joined to. */
enum { PLACES_NEAR = 8 };

typedef struct Bar Bar;

typedef struct {
  uint32_t number;
  GPtrArray *bars; /* along the line */
} Lane;

struct Bar {
  FigureLink *first, *last; /* by `next` */
  uint32_t n_links;
  double drawn; /* across the line in the diagram, the sum of its links */
  Bar *open;    /* the next that ends at the same node, while bars are made */
  Lane *lane;   /* NULL: not placed */
};

typedef struct {
  FigureTrain *train;
  BaseArena *scratch;
  uint32_t first_rank;  /* of its first node */
  Bar **bar_of;         /* by link */
  uint32_t *begin, *at; /* by node: the bars there, at[begin[i]...] by link number */
  GPtrArray *lanes;     /* across the line */
  GPtrArray *passing;   /* nodes whose joints the bar that is placed may cross */
} Lanes;

static uint32_t
rank (const Lanes *lanes, const FigureNode *node)
{
  return node->rank - lanes->first_rank;
}

static double
drawn (const FigureLink *link)
{
  FigurePoint way = link->from->train->across;

  return way.x * (link->a->drawn_at.x + link->b->drawn_at.x) / 2 -
         way.y * (link->a->drawn_at.y + link->b->drawn_at.y) / 2;
}

/* ---- bars ---- */

/* How little a link looks like going on after another one. Halves of one shape do. */
static double
bend (const FigureLink *before, const FigureLink *link)
{
  return before->shape == link->shape ? -1 : fabs (drawn (before) - drawn (link));
}

/* Of the bars that end at the node and its links from `links` on, the pair that goes
 * straight on; NULL if there is none left. */
static Bar **
straightest (const Lanes *lanes, Bar **open, FigureLink **next)
{
  const FigureTrain *train = lanes->train;
  const FigureNode *node = (*next)->from;
  Bar **found = NULL;
  double least = INFINITY;

  for (Bar **bar = open; *bar != NULL; bar = &(*bar)->open)
    for (FigureLink *link = *next;
         link < train->links + train->n_links && link->from == node; link++)
      if (lanes->bar_of[link - train->links] == NULL &&
          bend ((*bar)->last, link) < least) {
        least = bend ((*bar)->last, link);
        found = bar;
        *next = link;
      }
  return found;
}

static void
append (Lanes *lanes, Bar *bar, FigureLink *link)
{
  lanes->bar_of[link - lanes->train->links] = bar;
  link->next = NULL;
  if (bar->last != NULL)
    bar->last->next = link;
  else
    bar->first = link;
  bar->last = link;
  bar->n_links++;
  bar->drawn += drawn (link);
}

/* Links are in the order of the nodes that they begin at: what ends there is known. */
static void
make_bars (Lanes *lanes)
{
  FigureTrain *train = lanes->train;
  Bar **open = base_arena_array (lanes->scratch, Bar *, train->n_nodes);

  for (uint32_t i = 0, end; i < train->n_links; i = end) {
    FigureNode *node = train->links[i].from;
    FigureLink *next = &train->links[i];
    Bar **bar;

    /* What ends here goes on as straight as it can. */
    while ((bar = straightest (lanes, &open[rank (lanes, node)], &next)) != NULL) {
      Bar *taken = *bar;

      *bar = taken->open;
      append (lanes, taken, next);
      next = &train->links[i];
    }
    /* The rest begins here; all end somewhere. */
    for (end = i; end < train->n_links && train->links[end].from == node; end++) {
      FigureLink *link = &train->links[end];

      if (lanes->bar_of[end] == NULL)
        append (lanes, base_arena_new0 (lanes->scratch, Bar), link);
      bar = &open[rank (lanes, link->to)];
      lanes->bar_of[end]->open = *bar;
      *bar = lanes->bar_of[end];
    }
  }
}

/* Lists the links at each node. */
static void
list_at_nodes (Lanes *lanes)
{
  const FigureTrain *train = lanes->train;
  const uint32_t n = train->n_nodes;

  lanes->begin = base_arena_array (lanes->scratch, uint32_t, n + 2);
  lanes->at = base_arena_array (lanes->scratch, uint32_t, 2 * train->n_links);
  for (uint32_t i = 0; i < train->n_links; i++) {
    lanes->begin[rank (lanes, train->links[i].from) + 2]++;
    lanes->begin[rank (lanes, train->links[i].to) + 2]++;
  }
  for (uint32_t i = 2; i < n + 2; i++)
    lanes->begin[i] += lanes->begin[i - 1];
  for (uint32_t i = 0; i < train->n_links; i++) {
    lanes->at[lanes->begin[rank (lanes, train->links[i].from) + 1]++] = i;
    lanes->at[lanes->begin[rank (lanes, train->links[i].to) + 1]++] = i;
  }
}

static bool
is_at (const Lanes *lanes, const Bar *bar, const FigureNode *node)
{
  const uint32_t i = rank (lanes, node);

  for (uint32_t k = lanes->begin[i]; k < lanes->begin[i + 1]; k++)
    if (lanes->bar_of[lanes->at[k]] == bar)
      return true;
  return false;
}

/* ---- lanes ---- */

/* The last bar of a lane that begins before a node, or NULL; *after is the place of the
 * next one. */
static const Bar *
bar_before (const Lane *lane, const FigureNode *node, uint32_t *after)
{
  uint32_t low = 0, high = lane->bars->len;

  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    const Bar *bar = g_ptr_array_index (lane->bars, middle);

    if (bar->first->from->rank < node->rank)
      low = middle + 1;
    else
      high = middle;
  }
  *after = low;
  return low > 0 ? g_ptr_array_index (lane->bars, low - 1) : NULL;
}

static bool
is_free (const Lane *lane, const Bar *bar)
{
  uint32_t after;
  const Bar *before = bar_before (lane, bar->last->to, &after);

  return before == NULL || before->last->to->rank <= bar->first->from->rank;
}

/* Whether a joint of a node that passes a lane crosses a bar there. */
static bool
is_crossed (const Lanes *lanes, const Lane *lane, const FigureNode *node)
{
  uint32_t after;
  const Bar *bar = bar_before (lane, node, &after);

  return bar != NULL && bar->last->to->rank > node->rank && !is_at (lanes, bar, node);
}

/* Lanes and the gaps around them are places: lane i is 2*i + 1. */
static uint32_t
place_of_lane (uint32_t lane)
{
  return 2 * lane + 1;
}

/* What it costs at one of its nodes that the bar lies at a place: the way to what is
 * placed there, what that crosses, the wrong side. */
static double
cost_of_joint (const Lanes *lanes,
               const Bar *bar,
               const FigureNode *node,
               uint32_t place)
{
  const uint32_t low = place_of_lane (node->low), high = place_of_lane (node->high);
  double cost = 0;

  if (node->low > node->high) /* nothing is placed there */
    return 0;
  const uint32_t from = place < low ? place : high, to = place < low ? low : place;
  if (place < low || place > high)
    cost += COST_WAY * ((to - from + 1) / 2); /* whole lanes */
  for (uint32_t k = from + 1; k < to; k++)
    if (k % 2 == 1)
      cost += COST_CROSSING *
              is_crossed (lanes, g_ptr_array_index (lanes->lanes, k / 2), node);
  /* Beside the bar that it is joined to. */
  const uint32_t i = rank (lanes, node);
  for (uint32_t k = lanes->begin[i]; k < lanes->begin[i + 1]; k++) {
    const Bar *other = lanes->bar_of[lanes->at[k]];

    if (other->lane == NULL)
      continue;
    const double way = bar->drawn / bar->n_links - other->drawn / other->n_links;
    const bool is_below = place > place_of_lane (other->lane->number);
    cost += (way > 0) != is_below && way != 0 ? COST_SIDE : 0;
    break;
  }
  return cost;
}

static double
cost_of_place (const Lanes *lanes, const Bar *bar, uint32_t place)
{
  double cost = place % 2 == 0 ? COST_NEW : 0;

  cost += cost_of_joint (lanes, bar, bar->first->from, place);
  for (const FigureLink *link = bar->first; link != NULL; link = link->next)
    cost += cost_of_joint (lanes, bar, link->to, place);
  for (uint32_t i = 0; i < lanes->passing->len; i++) {
    const FigureNode *node = g_ptr_array_index (lanes->passing, i);

    if (place > place_of_lane (node->low) && place < place_of_lane (node->high))
      cost += COST_CROSSING;
  }
  return cost;
}

/* Collects the nodes of others whose joints the bar may cross. */
static void
find_passing (Lanes *lanes, const Bar *bar)
{
  g_ptr_array_set_size (lanes->passing, 0);
  for (uint32_t r = bar->first->from->rank + 1; r < bar->last->to->rank; r++) {
    FigureNode *node = lanes->train->nodes[r - lanes->first_rank];

    if (node->low < node->high && !is_at (lanes, bar, node))
      g_ptr_array_add (lanes->passing, node);
  }
}

static void
insert_lane (Lanes *lanes, uint32_t at)
{
  Lane *lane = base_arena_new0 (lanes->scratch, Lane);

  lane->bars = g_ptr_array_new ();
  g_ptr_array_insert (lanes->lanes, (int) at, lane);
  for (uint32_t i = at; i < lanes->lanes->len; i++)
    ((Lane *) g_ptr_array_index (lanes->lanes, i))->number = i;
  for (uint32_t i = 0; i < lanes->train->n_nodes; i++) {
    FigureNode *node = lanes->train->nodes[i];

    if (node->low > node->high)
      continue;
    node->low += node->low >= at;
    node->high += node->high >= at;
  }
}

static void
widen (FigureNode *node, uint32_t lane)
{
  node->low = MIN (node->low, lane);
  node->high = MAX (node->high, lane);
}

static void
put_bar (Lanes *lanes, Bar *bar, uint32_t place)
{
  uint32_t after;

  if (place % 2 == 0)
    insert_lane (lanes, place / 2);
  bar->lane = g_ptr_array_index (lanes->lanes, place / 2);
  bar_before (bar->lane, bar->last->to, &after);
  g_ptr_array_insert (bar->lane->bars, (int) after, bar);
  widen (bar->first->from, bar->lane->number);
  for (FigureLink *link = bar->first; link != NULL; link = link->next)
    widen (link->to, bar->lane->number);
}

/* The places near what the bar is joined to, and the outermost ones. */
static void
place_bar (Lanes *lanes, Bar *bar)
{
  const uint32_t n = place_of_lane (lanes->lanes->len);
  uint32_t low = UINT32_MAX, high = 0, best = n - 1;
  double least = INFINITY;

  find_passing (lanes, bar);
  for (const FigureLink *link = bar->first; link != NULL; link = link->next) {
    low = MIN (low, MIN (link->from->low, link->to->low));
    high = MAX (high, link->to->low <= link->to->high ? link->to->high : 0);
    high = MAX (high, link->from->low <= link->from->high ? link->from->high : 0);
  }
  low = low == UINT32_MAX ? 0 : place_of_lane (low);
  /* The cheapest of those that are free. */
  for (uint32_t place = 0; place < n; place++) {
    if (place > 0 && place + PLACES_NEAR < low)
      place = low - PLACES_NEAR;
    if (place + 1 < n && place > place_of_lane (high) + PLACES_NEAR)
      place = n - 1;
    if (place % 2 == 1 && !is_free (g_ptr_array_index (lanes->lanes, place / 2), bar))
      continue;
    const double cost = cost_of_place (lanes, bar, place);
    if (cost < least) {
      least = cost;
      best = place;
    }
  }
  put_bar (lanes, bar, best);
}

/* Breadth first from the longest bar over what is joined. */
static void
place_bars (Lanes *lanes)
{
  const FigureTrain *train = lanes->train;
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Bar *longest = lanes->bar_of[0];

  for (uint32_t i = 1; i < train->n_links; i++)
    if (lanes->bar_of[i]->n_links > longest->n_links)
      longest = lanes->bar_of[i];
  g_hash_table_add (seen, longest);
  g_ptr_array_add (queue, longest);
  for (uint32_t q = 0; q < queue->len; q++) {
    Bar *bar = g_ptr_array_index (queue, q);

    place_bar (lanes, bar);
    /* Then what is joined to it. */
    for (const FigureLink *link = bar->first; link != NULL; link = link->next)
      for (int end = 0; end < 2; end++) {
        const uint32_t r = rank (lanes, end == 0 ? link->from : link->to);

        for (uint32_t k = lanes->begin[r]; k < lanes->begin[r + 1]; k++)
          if (g_hash_table_add (seen, lanes->bar_of[lanes->at[k]]))
            g_ptr_array_add (queue, lanes->bar_of[lanes->at[k]]);
      }
  }
}

/* ---- rooms ---- */

typedef BASE_VEC (FigureRoom) Rooms;

static void
keep_apart (Lanes *lanes, Rooms *rooms, FigureNode *from, FigureNode *to, uint32_t lane)
{
  if (from != to)
    base_vec_push (lanes->scratch, *rooms,
                   (FigureRoom){.from = from, .to = to, .lane = lane});
}

/* Between bars of a lane. */
static void
part_bars (Lanes *lanes, const Lane *lane, Rooms *rooms)
{
  for (uint32_t i = 1; i < lane->bars->len; i++) {
    const Bar *before = g_ptr_array_index (lane->bars, i - 1);
    const Bar *bar = g_ptr_array_index (lane->bars, i);

    keep_apart (lanes, rooms, before->last->to, bar->first->from, lane->number);
  }
}

/* Between the joint of a node and what lies in a lane that it passes. */
static void
part_joint (Lanes *lanes, const Lane *lane, FigureNode *node, Rooms *rooms)
{
  uint32_t after;
  const Bar *before = bar_before (lane, node, &after);

  if (before != NULL && before->last->to->rank <= node->rank)
    keep_apart (lanes, rooms, before->last->to, node, lane->number);
  if (after < lane->bars->len) {
    const Bar *next = g_ptr_array_index (lane->bars, after);

    keep_apart (lanes, rooms, node, next->first->from, lane->number);
  }
}

static int
by_begin (const void *a, const void *b, gpointer data)
{
  const FigureRoom *x = a, *y = b;

  return (x->from->rank > y->from->rank) - (x->from->rank < y->from->rank);
}

static void
make_rooms (Lanes *lanes, BaseArena *arena)
{
  FigureTrain *train = lanes->train;
  Rooms rooms = {0};

  for (uint32_t i = 0; i < train->n_links; i++)
    base_vec_push (lanes->scratch, rooms,
                   (FigureRoom){.from = train->links[i].from,
                                .to = train->links[i].to,
                                .link = &train->links[i],
                                .lane = train->links[i].lane});
  for (uint32_t i = 0; i < lanes->lanes->len; i++)
    part_bars (lanes, g_ptr_array_index (lanes->lanes, i), &rooms);
  for (uint32_t i = 0; i < train->n_nodes; i++)
    for (uint32_t lane = train->nodes[i]->low + 1; lane < train->nodes[i]->high; lane++)
      part_joint (lanes, g_ptr_array_index (lanes->lanes, lane), train->nodes[i],
                  &rooms);
  g_qsort_with_data (rooms.at, (int) rooms.n, sizeof *rooms.at, by_begin, NULL);
  const size_t size = rooms.n * sizeof *rooms.at;
  train->n_rooms = rooms.n;
  train->rooms = base_arena_copy (arena, rooms.at, size, size);
}

static void
make_lanes (FigureTrain *train, uint32_t n, BaseArena *arena)
{
  train->n_lanes = n;
  train->lane_at = base_arena_array (arena, double, n);
  train->lane_half = base_arena_array (arena, double, n);
}

void
figure_lane_assign (FigureTrain *train, BaseArena *arena, BaseArena *scratch)
{
  if (train->n_links == 0) {
    make_lanes (train, 1, arena);
    return;
  }
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  g_autoptr (GPtrArray) passing = g_ptr_array_new ();
  Lanes lanes = {.train = train,
                 .scratch = scratch,
                 .first_rank = train->nodes[0]->rank,
                 .bar_of = base_arena_array (scratch, Bar *, train->n_links),
                 .lanes = order,
                 .passing = passing};

  /* Bars in their lanes, then what that says of links and rooms. */
  make_bars (&lanes);
  list_at_nodes (&lanes);
  place_bars (&lanes);
  make_lanes (train, order->len, arena);
  for (uint32_t i = 0; i < train->n_links; i++) {
    train->links[i].lane = lanes.bar_of[i]->lane->number;
    train->links[i].from->is_end = false;
  }
  make_rooms (&lanes, arena);
  for (uint32_t i = 0; i < order->len; i++)
    g_ptr_array_unref (((Lane *) g_ptr_array_index (order, i))->bars);
}
