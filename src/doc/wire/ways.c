/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How wires were led, kept by their ends: numbers of wires, and the view that a drawing
 * belongs to, change with edits. All points are copies, so that a thread may keep them
 * for another diagram of the same text. */
#include "doc/wire/ways.h"

#include <string.h>

struct DocWays {
  BaseArena *arena;
  GHashTable *way_of; /* ends as text -> Way, or NULL if several wires have them */
};

typedef struct {
  DocPort *ports; /* as they stood, per end */
  DocNet net;
} Way;

DocWays *
doc_ways_new (void)
{
  DocWays *ways = g_new (DocWays, 1);

  *ways = (DocWays){base_arena_new (), g_hash_table_new (g_str_hash, g_str_equal)};
  return ways;
}

void
doc_ways_free (DocWays *ways)
{
  g_hash_table_unref (ways->way_of);
  base_arena_free (ways->arena);
  g_free (ways);
}

/* The same with all points in that arena. */
static DocNet
copy (const DocNet *net, BaseArena *arena)
{
  DocNet twin = {.arena = arena, .n_ends = net->n_ends};

  for (uint32_t i = 0; i < net->edges.n; i++) {
    DocEdge edge = net->edges.at[i];
    const size_t size = edge.n_points * sizeof *edge.points;

    edge.points = base_arena_copy (arena, edge.points, size, size);
    base_vec_push (arena, twin.edges, edge);
  }
  for (uint32_t i = 0; i < net->junctions.n; i++)
    base_vec_push (arena, twin.junctions, net->junctions.at[i]);
  return twin;
}

static bool
stand_so (const DocModel *doc, const DocWire *wire, const DocPort *ports)
{
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocPort *port = doc_end_port (doc, &wire->ends[k]);

    if (port == NULL || !doc_is_same (port->at, ports[k].at) ||
        !doc_is_same (port->outward, ports[k].outward))
      return false;
  }
  return true;
}

bool
doc_ways_find (const DocWays *ways, const DocModel *doc, uint32_t wire, DocNet *net)
{
  const DocWire *w = &doc->wires[wire];
  g_autoptr (GString) ends = g_string_new (NULL);

  doc_net_print_ends (ends, w);
  const Way *way = g_hash_table_lookup (ways->way_of, ends->str);
  if (way == NULL || !stand_so (doc, w, way->ports))
    return false;
  *net = copy (&way->net, doc->arena);
  return true;
}

/* Whether an edge ends where its ports stand. */
static bool
meets_ports (const DocEdge *edge, const DocPort *ports)
{
  return (edge->from <= 0 || doc_is_same (edge->points[0], ports[edge->from - 1].at)) &&
         (edge->to <= 0 ||
          doc_is_same (edge->points[edge->n_points - 1], ports[edge->to - 1].at));
}

/* NULL if an end of the wire is not there, or has been moved in the view and the wire
 * has not: then nobody knows where it was led to. */
static Way *
way_of (const DocWays *ways, const DocModel *doc, const DocWire *wire)
{
  Way *way = base_arena_array (ways->arena, Way, 1);
  const DocNet net = doc_net_copy (doc, wire);

  way->ports = base_arena_array (ways->arena, DocPort, wire->n_ends);
  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocPort *port = doc_end_port (doc, &wire->ends[k]);

    if (port == NULL)
      return NULL;
    way->ports[k] = (DocPort){.at = port->at, .outward = port->outward};
  }
  for (uint32_t i = 0; i < net.edges.n; i++)
    if (!meets_ports (&net.edges.at[i], way->ports))
      return NULL;
  way->net = copy (&net, ways->arena);
  return way;
}

void
doc_ways_note (DocWays *ways, const DocModel *doc, const uint32_t *wires, uint32_t n)
{
  g_autoptr (GString) ends = g_string_new (NULL);

  g_hash_table_remove_all (ways->way_of);
  base_arena_free (ways->arena);
  ways->arena = base_arena_new ();
  for (uint32_t i = 0; i < n; i++) {
    const DocWire *wire = &doc->wires[wires[i]];

    doc_net_print_ends (ends, wire);
    const bool is_double = g_hash_table_contains (ways->way_of, ends->str);
    g_hash_table_insert (
        ways->way_of,
        base_arena_copy (ways->arena, ends->str, ends->len + 1, ends->len + 1),
        is_double ? NULL : way_of (ways, doc, wire));
  }
}
