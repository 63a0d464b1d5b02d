/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving, turning, mirroring and aligning items. A wire all of whose ends are selected
 * takes part in the motion, an affine one; of the others the ends follow their ports
 * and the rest bends. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/wire/net.h"
#include "doc/wire/route.h"
#include "doc/wire/stretch.h"
#include "doc/wire/tag.h"

/* ---- selections ---- */

DocSelection *
doc_selection_new (const DocModel *doc, const char *const *names, uint32_t n)
{
  DocSelection *selection = g_new0 (DocSelection, 1);

  selection->places = g_new (DocPlace, n + 1);
  selection->items = g_new (uint32_t, n + 1);
  selection->position = g_new (uint32_t, doc->n_items + 1);
  memset (selection->position, 0xFF, (doc->n_items + 1) * sizeof (uint32_t));
  for (uint32_t i = 0; i < n; i++) {
    uint32_t item = doc_find_item (doc, names[i]);

    if (item >= doc->n_items || selection->position[item] != UINT32_MAX)
      continue;
    selection->position[item] = selection->n;
    selection->places[selection->n] = doc_item_place (&doc->items[item]);
    selection->items[selection->n++] = item;
  }
  return selection;
}

void
doc_selection_free (DocSelection *selection)
{
  if (selection == NULL)
    return;
  g_free (selection->places);
  g_free (selection->items);
  g_free (selection->position);
  g_free (selection);
}

/* ---- wires ---- */

/* How the selection as a whole is moved, if it is: x' = c x + s y + dx and so on. */
typedef struct {
  bool is_rigid;
  double xx, xy, yx, yy, dx, dy;
  bool is_added; /* by the same step, which has led nothing around it yet */
} Motion;

static DocPoint
moved (const Motion *m, DocPoint p)
{
  return (DocPoint){m->xx * p.x + m->xy * p.y + m->dx,
                    m->yx * p.x + m->yy * p.y + m->dy};
}

typedef struct {
  DocModel *doc;
  const DocSelection *selection;
  Motion motion;
} Change;

static bool
is_selected (const Change *change, const DocEnd *end)
{
  return end->item != UINT32_MAX &&
         change->selection->position[end->item] != UINT32_MAX;
}

static DocPoint
new_end (const Change *change, const DocEnd *end)
{
  const DocItem *item = &change->doc->items[end->item];
  const DocPort *port = &item->ports[end->port];

  if (!is_selected (change, end))
    return port->at;
  const DocPlace *place =
      &change->selection->places[change->selection->position[end->item]];
  return doc_place_port (place, port->port, item->is_own_port).at;
}

/* How far the beginning or end of an edge goes. */
static DocPoint
shift_of (const Change *change, const DocWire *wire, int32_t number, DocPoint was)
{
  if (number <= 0 || wire->ends[number - 1].item == UINT32_MAX)
    return (DocPoint){0, 0};
  DocPoint now = new_end (change, &wire->ends[number - 1]);
  return (DocPoint){now.x - was.x, now.y - was.y};
}

static void
move_whole (const Change *change, DocNet *net)
{
  for (uint32_t i = 0; i < net->edges.n; i++) {
    const DocEdge *edge = &net->edges.at[i];
    DocPoint *points = g_new (DocPoint, edge->n_points);

    for (uint32_t k = 0; k < edge->n_points; k++)
      points[k] = moved (&change->motion, edge->points[k]);
    doc_net_set_path (net, i, points, edge->n_points);
  }
  for (uint32_t i = 0; i < net->junctions.n; i++)
    net->junctions.at[i] = moved (&change->motion, net->junctions.at[i]);
}

static void
stretch_edges (const Change *change, const DocWire *wire, DocNet *net)
{
  for (uint32_t i = 0; i < net->edges.n; i++) {
    const DocEdge *edge = &net->edges.at[i];
    const DocPoint a = shift_of (change, wire, edge->from, edge->points[0]);
    const DocPoint b =
        shift_of (change, wire, edge->to, edge->points[edge->n_points - 1]);
    uint32_t n;

    if (a.x == 0 && a.y == 0 && b.x == 0 && b.y == 0)
      continue;
    DocPoint *points = doc_stretch (edge->points, edge->n_points, a, b, &n);
    doc_net_set_path (net, i, points, n);
  }
}

/* How many ends of a wire are selected. */
static uint32_t
n_selected (const Change *change, const DocWire *wire)
{
  uint32_t n = 0;

  for (uint32_t k = 0; k < wire->n_ends; k++)
    n += is_selected (change, &wire->ends[k]);
  return n;
}

/* The drawing of a wire that takes part in the motion; false if it does not. */
static bool
change_wire (const Change *change, const DocWire *wire, DocNet *net)
{
  const bool is_drawn = !wire->is_auto_routed && wire->tag == NULL;
  const uint32_t n = is_drawn ? n_selected (change, wire) : 0;

  if (n == 0)
    return false;
  *net = doc_net_copy (change->doc, wire);
  if (n == wire->n_ends && change->motion.is_rigid)
    move_whole (change, net);
  else
    stretch_edges (change, wire, net);
  return true;
}

/* "Move spring1": a verb and what it is about. */
static char *
label_of (const DocSelection *selection, const DocModel *doc, const char *verb)
{
  if (selection->n == 1)
    return g_strdup_printf (_ ("%s %s"), _ (verb),
                            doc->items[selection->items[0]].name);
  return g_strdup_printf (_ ("%s %u components"), _ (verb), selection->n);
}

/* What lies where items are taken from and where they go to, but not what goes with
 * them. */
static void
watch (const Change *change)
{
  DocModel *doc = change->doc;
  const DocSelection *selection = change->selection;
  g_autofree bool *goes_along = g_new (bool, doc->n_wires + 1);
  const uint64_t limit = doc_route_limit_step (doc);

  for (uint32_t w = 0; w < doc->n_wires; w++)
    goes_along[w] = change->motion.is_rigid &&
                    n_selected (change, &doc->wires[w]) == doc->wires[w].n_ends;
  for (uint32_t i = 0; i < selection->n; i++) {
    if (!change->motion.is_added)
      doc_settle_watch (doc, doc->items[selection->items[i]].box, goes_along);
    doc_settle_watch (doc, doc_place_box (&selection->places[i]), goes_along);
  }
  doc_route_limit_again (doc, limit);
}

/* Moves items and wires in the view, as the text will say; leaves which wires are drawn
 * anew. Caller frees. */
static bool *
move_in_view (const Change *change)
{
  DocModel *doc = change->doc;
  const DocSelection *selection = change->selection;
  g_autofree DocNet *nets = g_new (DocNet, doc->n_wires + 1);
  bool *is_changed = g_new (bool, doc->n_wires + 1);

  watch (change);
  for (uint32_t w = 0; w < doc->n_wires; w++)
    is_changed[w] = change_wire (change, &doc->wires[w], &nets[w]);
  for (uint32_t i = 0; i < selection->n; i++)
    doc_view_place (doc, selection->items[i], &selection->places[i]);
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (is_changed[w])
      doc_net_draw (doc, w, &nets[w]);
  doc_tags_place_again (doc);
  return is_changed;
}

/* And leads wires anew around them. */
static bool *
settle_in_view (const Change *change)
{
  DocModel *doc = change->doc;
  const DocSelection *selection = change->selection;
  g_autofree DocDrawing *drawn = doc_settle_drawings (doc->wires, doc->n_wires);
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  bool *is_changed = move_in_view (change);

  g_array_append_vals (moved, selection->items, selection->n);
  doc_settle_view (doc, moved, drawn, doc->n_wires, is_changed);
  g_clear_pointer (&doc->loose, g_hash_table_unref);
  return is_changed;
}

/* Writes down what was done in the view. */
static bool
write_places (DocPatch *patch,
              const DocSelection *selection,
              const bool *is_changed,
              const char *label)
{
  const DocModel *doc = doc_patch_model (patch);

  for (uint32_t i = 0; i < selection->n; i++)
    doc_patch_set_place (patch, doc->items[selection->items[i]].decl,
                         DOC_PATCH_IN_DIAGRAM, &selection->places[i]);
  doc_patch_set_drawings (patch, is_changed);
  return doc_apply (patch, "%s", label);
}

/* Puts the selected items at their new places. */
static bool
apply_places (DocModel *doc,
              const DocSelection *selection,
              Motion motion,
              const char *verb)
{
  const Change change = {doc, selection, motion};
  DocPatch *patch = doc_patch_new (doc, NULL);

  if (patch == NULL)
    return false;
  g_autofree char *label = label_of (selection, doc, verb);
  /* One step, and one limit to what is looked for in it. */
  doc_begin (doc, label);
  g_autofree bool *is_changed = settle_in_view (&change);
  const bool is_moved = write_places (patch, selection, is_changed, label);
  doc_end (doc);
  return is_moved;
}

void
doc_move_unsettled (DocModel *doc, const char *name, DocPoint by, uint32_t wire)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, &name, 1);
  const Change change = {doc, selection, {true, 1, 0, 0, 1, by.x, by.y}};
  DocPatch *patch = doc_patch_new (doc, NULL);

  g_assert (patch != NULL && selection->n == 1);
  g_autofree char *label = label_of (selection, doc, N_ ("Move"));
  selection->places[0].x += by.x;
  selection->places[0].y += by.y;
  g_autofree bool *is_changed = move_in_view (&change);
  is_changed[wire] = true;
  write_places (patch, selection, is_changed, label);
}

static bool
move_by (DocModel *doc, DocSelection *selection, DocPoint by, bool is_added)
{
  if (selection->n == 0 || (by.x == 0 && by.y == 0))
    return false;
  for (uint32_t i = 0; i < selection->n; i++) {
    selection->places[i].x += by.x;
    selection->places[i].y += by.y;
  }
  return apply_places (doc, selection, (Motion){true, 1, 0, 0, 1, by.x, by.y, is_added},
                       N_ ("Move"));
}

bool
doc_move (DocModel *doc, const char *const *names, uint32_t n, double dx, double dy)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);

  return move_by (doc, selection, (DocPoint){dx, dy}, false);
}

void
doc_move_added (DocModel *doc, DocSelection *added, DocPoint by)
{
  move_by (doc, added, by, true);
}

/* The middle of the selection; on the grid if that is what the items are on. */
static DocPoint
middle_of (const DocModel *doc, const DocSelection *selection)
{
  DocRect all = doc->items[selection->items[0]].box;

  if (selection->n == 1)
    return (DocPoint){selection->places[0].x, selection->places[0].y};
  for (uint32_t i = 1; i < selection->n; i++)
    all = doc_rect_join (all, doc->items[selection->items[i]].box);
  return (DocPoint){doc_on_grid ((all.x1 + all.x2) / 2),
                    doc_on_grid ((all.y1 + all.y2) / 2)};
}

/* The motion by a matrix about a point, which also moves the centres. */
static bool
turn_about (DocModel *doc,
            DocSelection *selection,
            const double matrix[4],
            const char *verb)
{
  DocPoint c = middle_of (doc, selection);
  Motion motion = {true, matrix[0], matrix[1], matrix[2], matrix[3], 0, 0};
  DocPoint back = moved (&motion, c);

  motion.dx = c.x - back.x;
  motion.dy = c.y - back.y;
  for (uint32_t i = 0; i < selection->n; i++) {
    DocPlace *place = &selection->places[i];
    DocPoint now = moved (&motion, (DocPoint){place->x, place->y});

    place->x = now.x;
    place->y = now.y;
  }
  return apply_places (doc, selection, motion, verb);
}

bool
doc_rotate (DocModel *doc, const char *const *names, uint32_t n, bool counter_clockwise)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);
  double s = counter_clockwise ? -1 : 1;

  if (selection->n == 0)
    return false;
  for (uint32_t i = 0; i < selection->n; i++)
    selection->places[i].rot = fmod (selection->places[i].rot + 360 + 90 * s, 360);
  return turn_about (doc, selection, (const double[]){0, -s, s, 0}, N_ ("Rotate"));
}

/* Mirroring after a turn is turning back after a mirroring. */
bool
doc_flip (DocModel *doc, const char *const *names, uint32_t n, bool vertically)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);

  if (selection->n == 0)
    return false;
  for (uint32_t i = 0; i < selection->n; i++) {
    DocPlace *place = &selection->places[i];

    place->rot = fmod (360 - place->rot, 360);
    place->flip_x ^= !vertically;
    place->flip_y ^= vertically;
  }
  return turn_about (doc, selection,
                     vertically ? (const double[]){1, 0, 0, -1}
                                : (const double[]){-1, 0, 0, 1},
                     N_ ("Flip"));
}

/* ---- aligning ---- */

static double
edge_of (const DocRect *box, DocAlign how)
{
  switch (how) {
  case DOC_ALIGN_LEFT:
    return box->x1;
  case DOC_ALIGN_RIGHT:
    return box->x2;
  case DOC_ALIGN_TOP:
    return box->y1;
  case DOC_ALIGN_BOTTOM:
    return box->y2;
  case DOC_ALIGN_CENTER:
  case DOC_DISTRIBUTE_X:
    return (box->x1 + box->x2) / 2;
  case DOC_ALIGN_MIDDLE:
  case DOC_DISTRIBUTE_Y:
    return (box->y1 + box->y2) / 2;
  }
  return 0;
}

typedef struct {
  double at;
  uint32_t i;
} Ranked;

static int
by_rank (gconstpointer a, gconstpointer b)
{
  const Ranked *left = a, *right = b;

  if (left->at != right->at)
    return left->at < right->at ? -1 : 1;
  return left->i < right->i ? -1 : left->i > right->i;
}

/* Where each of the ranked goes: all to one line, or evenly between the outer two. */
static double
target_of (const Ranked *ranked, uint32_t n, uint32_t k, DocAlign how)
{
  if (how == DOC_DISTRIBUTE_X || how == DOC_DISTRIBUTE_Y)
    return ranked[0].at + (ranked[n - 1].at - ranked[0].at) * k / (n - 1);
  if (how == DOC_ALIGN_LEFT || how == DOC_ALIGN_TOP)
    return ranked[0].at;
  if (how == DOC_ALIGN_RIGHT || how == DOC_ALIGN_BOTTOM)
    return ranked[n - 1].at;
  return doc_on_grid ((ranked[0].at + ranked[n - 1].at) / 2);
}

bool
doc_align (DocModel *doc, const char *const *names, uint32_t n, DocAlign how)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);
  g_autofree Ranked *ranked = g_new (Ranked, selection->n + 1);
  bool vertical = how == DOC_ALIGN_TOP || how == DOC_ALIGN_MIDDLE ||
                  how == DOC_ALIGN_BOTTOM || how == DOC_DISTRIBUTE_Y;

  if (selection->n < 2)
    return false;
  for (uint32_t i = 0; i < selection->n; i++)
    ranked[i] = (Ranked){edge_of (&doc->items[selection->items[i]].box, how), i};
  qsort (ranked, selection->n, sizeof *ranked, by_rank);
  for (uint32_t k = 0; k < selection->n; k++) {
    DocPlace *place = &selection->places[ranked[k].i];
    double by = target_of (ranked, selection->n, k, how) - ranked[k].at;

    if (vertical)
      place->y += by;
    else
      place->x += by;
  }
  return apply_places (doc, selection, (Motion){false, 0, 0, 0, 0, 0, 0}, N_ ("Align"));
}
