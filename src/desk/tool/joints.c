/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks the wires that could begin at a part, as one would draw them: a wire costs its
 * length, and as much as a detour for each end that looks away from the other, or where
 * a wire ends already. All pairs of ports are weighed and sorted; whether they may be
 * joined is asked in that order, until there are enough. */
#include "desk/tool/joints.h"

#include <math.h>
#include <string.h>

#include "doc/edit/edit.h"

static const double cost_of_turn = 300;  /* an end that looks away */
static const double cost_of_taken = 500; /* a port that has a wire */

/* Ports by the numbers of their items and their own. */
typedef struct {
  uint32_t from, item, to;
  double cost;
} Pair;

static void
joint_free (gpointer data)
{
  DeskJoint *joint = data;

  g_free (joint->from);
  g_free (joint->to);
  g_free (joint);
}

/* Whether a wire ends at each port of an item. Caller frees. */
static bool **
find_taken (const DocModel *doc)
{
  bool **taken = g_new0 (bool *, doc_n_items (doc) + 1);

  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    taken[i] = g_new0 (bool, doc_item (doc, i)->n_ports + 1);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t k = 0; k < doc_wire (doc, w)->n_ends; k++) {
      const DocEnd *end = &doc_wire (doc, w)->ends[k];

      if (end->item != UINT32_MAX)
        taken[end->item][end->port] = true;
    }
  return taken;
}

static void
taken_free (bool **taken)
{
  for (uint32_t i = 0; taken[i] != NULL; i++)
    g_free (taken[i]);
  g_free (taken);
}

static double
cost_of (const DocPort *from, const DocPort *to)
{
  const DocPoint way = {to->at.x - from->at.x, to->at.y - from->at.y};
  const bool leaves = way.x * from->outward.x + way.y * from->outward.y > 0;
  const bool arrives = way.x * to->outward.x + way.y * to->outward.y < 0;

  return hypot (way.x, way.y) + (leaves ? 0 : cost_of_turn) +
         (arrives ? 0 : cost_of_turn);
}

static int
by_cost (gconstpointer a, gconstpointer b)
{
  const Pair *p = a, *q = b;

  return p->cost < q->cost ? -1 : p->cost > q->cost;
}

/* All pairs of a port of the item with one of another item, sorted. */
static GArray *
list_pairs (const DocModel *doc, uint32_t item)
{
  GArray *pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  bool **taken = find_taken (doc);
  const DocItem *own = doc_item (doc, item);

  for (uint32_t p = 0; p < own->n_ports; p++)
    for (uint32_t i = 0; i < doc_n_items (doc); i++)
      for (uint32_t q = 0; i != item && q < doc_item (doc, i)->n_ports; q++) {
        const double cost = cost_of (&own->ports[p], &doc_item (doc, i)->ports[q]);
        const int n_taken = taken[item][p] + taken[i][q];

        g_array_append_val (pairs, ((Pair){p, i, q, cost + n_taken * cost_of_taken}));
      }
  taken_free (taken);
  g_array_sort (pairs, by_cost); /* equal ones stay in order */
  return pairs;
}

static bool
has_text (const char *from, const char *to, const char *folded)
{
  g_autofree char *title = g_strconcat (from, " — ", to, NULL);
  g_autofree char *plain = g_utf8_casefold (title, -1);

  return strstr (plain, folded) != NULL;
}

GPtrArray *
desk_joints (DeskStudio *studio, const char *text, guint most)
{
  const DocModel *doc = studio->document->doc;
  GPtrArray *joints = g_ptr_array_new_with_free_func (joint_free);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  const uint32_t item = n > 0 ? doc_find_item (doc, names[0]) : UINT32_MAX;

  if (item == UINT32_MAX)
    return joints;
  g_autoptr (GArray) pairs = list_pairs (doc, item);
  for (guint i = 0; i < pairs->len && joints->len < most; i++) {
    const Pair *pair = &g_array_index (pairs, Pair, i);
    g_autofree char *from = doc_port_name (doc_item (doc, item), pair->from);
    g_autofree char *to = doc_port_name (doc_item (doc, pair->item), pair->to);
    g_autofree char *refusal = NULL;

    if (!has_text (from, to, folded) || (refusal = doc_refusal (doc, from, to)) != NULL)
      continue;
    const DeskJoint joint = {g_steal_pointer (&from), g_steal_pointer (&to)};
    g_ptr_array_add (joints, g_memdup2 (&joint, sizeof joint));
  }
  return joints;
}
