/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires that are led anew with others. Each finds those before it in its way, so that
 * what comes first takes the best place: the short ones, which have the least choice.
 * Then each is tried once more with all others there (rip-up and reroute, as in the
 * routing of circuits: Dees and Karger 1982). */
#include "doc/wire/tidy.h"

#include <math.h>

#include "doc/wire/edge.h"
#include "doc/wire/net.h"
#include "doc/wire/route.h"
#include "doc/wire/spread.h"

/* States that may be visited for n wires, some 20 to 300 ms: where more are, as in a
 * heap of bodies, ways are no longer looked for. */
static const uint64_t least_visited = 20000, most_visited = 2000, all_visited = 1000000;

static const double trifle = 1; /* of a price: no reason to draw something anew */

typedef struct {
  double size; /* of what holds all ends */
  uint32_t wire;
} Ranked;

static int
by_size (gconstpointer left, gconstpointer right)
{
  const Ranked *a = left, *b = right;

  if (a->size != b->size)
    return a->size < b->size ? -1 : 1;
  return (a->wire > b->wire) - (a->wire < b->wire);
}

static double
size_of (const DocModel *doc, const DocWire *wire)
{
  DocRect box = DOC_RECT_NONE;

  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const DocPort *port = doc_end_port (doc, &wire->ends[k]);

    if (port != NULL)
      box = doc_rect_join (box, doc_box (port->at, port->at));
  }
  return box.x2 - box.x1 + box.y2 - box.y1;
}

/* Draws a wire so if that is cheaper than its drawing by more than a trifle. */
static bool
draw_if_better (DocModel *doc, uint32_t w, const DocNet *net, double price, bool keep)
{
  const DocNet was = doc_net_copy (doc, &doc->wires[w]);

  doc_net_draw (doc, w, net);
  const bool is_better = doc_edges_price (doc, w) < price - trifle;
  if (!is_better || !keep)
    doc_net_draw (doc, w, &was);
  return is_better;
}

static bool
improve (DocModel *doc, uint32_t wire, bool keep)
{
  if (doc_route_is_spent (doc))
    return false;
  /* What stands in the middle of a channel is as good as where it is shortest. */
  const double price =
      doc_edges_price (doc, wire) -
      (doc_spread_is_even (doc, wire) ? doc_spread_price (doc, wire) : 0);

  if (price <= doc_net_least (doc, wire) + trifle)
    return false;
  const DocNet net = doc_net_route (doc, wire);
  return draw_if_better (doc, wire, &net, price, keep);
}

bool
doc_tidy_improve (DocModel *doc, uint32_t wire)
{
  return improve (doc, wire, true);
}

bool
doc_tidy_lead (DocModel *doc, uint32_t wire, const bool *edges)
{
  const DocNet net = doc_net_lead (doc, wire, edges);

  return draw_if_better (doc, wire, &net, doc_edges_price (doc, wire), true);
}

bool
doc_tidy_is_loose (DocModel *doc, uint32_t wire)
{
  return !doc_route_is_spent (doc) && !improve (doc, wire, false);
}

/* Draws the wires whose ways are known, and nothing has come to lie in; marks them. */
static void
draw_known (DocModel *doc,
            const Ranked *ranked,
            uint32_t n,
            const DocWays *ways,
            bool *is_known)
{
  for (uint32_t i = 0; i < n; i++) {
    DocNet net;

    is_known[i] = doc_ways_find (ways, doc, ranked[i].wire, &net);
    if (is_known[i])
      doc_net_draw (doc, ranked[i].wire, &net);
  }
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t w = ranked[i].wire;
    double faults = 0;

    for (uint32_t e = 0; is_known[i] && e < doc->wires[w].n_edges; e++)
      faults += doc_edge_faults (doc, w, e);
    is_known[i] &= faults == 0;
    if (faults > 0)
      doc_net_draw (doc, w, &(DocNet){0});
  }
}

/* Takes the wires away, marks and ranks them. */
static Ranked *
take_away (DocModel *doc, const uint32_t *wires, uint32_t n, bool *in_flux)
{
  Ranked *ranked = g_new (Ranked, n + 1);

  for (uint32_t i = 0; i < n; i++) {
    ranked[i] = (Ranked){size_of (doc, &doc->wires[wires[i]]), wires[i]};
    doc_net_draw (doc, wires[i], &(DocNet){0});
    in_flux[wires[i]] = true;
  }
  qsort (ranked, n, sizeof *ranked, by_size);
  return ranked;
}

/* Puts the lines of those that were led into the middle of their channels. */
static void
spread (DocModel *doc, const Ranked *ranked, uint32_t n, const bool *is_known)
{
  g_autofree uint32_t *wires = g_new (uint32_t, n + 1);
  uint32_t n_led = 0;

  for (uint32_t i = 0; i < n; i++)
    if (!is_known[i])
      wires[n_led++] = ranked[i].wire;
  doc_spread_wires (doc, wires, n_led);
}

void
doc_tidy_wires (DocModel *doc,
                const uint32_t *wires,
                uint32_t n,
                const DocWays *ways,
                bool is_hurried)
{
  const uint64_t states = MIN (least_visited + most_visited * n, all_visited);
  const uint64_t limit =
      is_hurried ? doc_route_limit_step (doc) : doc_route_limit (doc, states);
  g_autofree bool *in_flux = g_new0 (bool, doc->n_wires + 1);
  g_autofree Ranked *ranked = take_away (doc, wires, n, in_flux);
  g_autofree bool *is_known = g_new0 (bool, n + 1);

  doc_labels_place_again (doc, in_flux);
  /* What is known of them, the others one after the other, */
  if (ways != NULL)
    draw_known (doc, ranked, n, ways, is_known);
  for (uint32_t i = 0; i < n && !doc_is_stopped (doc); i++)
    if (!is_known[i]) {
      const DocNet net = doc_net_route (doc, ranked[i].wire);

      doc_net_draw (doc, ranked[i].wire, &net);
    }
  /* and each of these once more with all others there. */
  for (uint32_t i = 0; i < n; i++)
    if (!is_known[i])
      doc_tidy_improve (doc, ranked[i].wire);
  spread (doc, ranked, n, is_known);
  doc_labels_place_again (doc, NULL);
  doc_route_limit_again (doc, limit);
}
