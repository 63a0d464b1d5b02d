/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing a wire and bending one: where it would end under the pointer, why it cannot,
 * and the way it takes, found anew with every motion. */
#include <glib/gi18n.h>
#include <math.h>

#include "desk/tool/tool-private.h"
#include "desk/tool/view.h"
#include "doc/edit/edit.h"
#include "doc/wire/route.h"
#include "doc/wire/stretch.h"

static const double snap_px = 14;
static const double snap_units = 24;

/* Where the wire begins, found by name: numbers change with every edit. */
static const DocPort *
find_from (const DeskTool *tool, const DocModel *doc)
{
  const char *dot = strchr (tool->from, '.');
  g_autofree char *name = dot != NULL
                              ? g_strndup (tool->from, (gsize) (dot - tool->from))
                              : g_strdup (tool->from);
  const uint32_t item = doc_find_item (doc, name);

  if (item == UINT32_MAX)
    return NULL;
  for (uint32_t i = 0; i < doc_item (doc, item)->n_ports; i++) {
    const DocPort *port = &doc_item (doc, item)->ports[i];

    if (g_str_equal (port->name, dot != NULL ? dot + 1 : ""))
      return port;
  }
  return NULL;
}

static void
count_ports (DeskTool *tool, const DocModel *doc)
{
  const uint32_t n = doc_n_items (doc);
  uint32_t n_ports = 0;

  g_free (tool->first_port);
  g_free (tool->fits);
  tool->first_port = g_new (uint32_t, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    tool->first_port[i] = n_ports;
    n_ports += doc_item (doc, i)->n_ports;
  }
  tool->first_port[n] = n_ports;
  tool->fits = g_malloc0 (n_ports + 1);
}

void
desk_tool_wire_begin (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  const DocPort *port = &doc_item (doc, tool->hit.item)->ports[tool->hit.port];

  if (!doc_can_edit (doc)) {
    desk_tool_tell (
        tool, _ ("The text of this component has errors; correct them before drawing"));
    desk_tool_set_mode (tool, DESK_TOOL_IDLE);
    return;
  }
  desk_tool_wire_clear (tool);
  desk_tool_set_mode (tool, DESK_TOOL_WIRING);
  tool->from = doc_port_name (doc_item (doc, tool->hit.item), tool->hit.port);
  tool->from_at = port->at;
  tool->from_outward = port->outward;
  count_ports (tool, doc);
}

void
desk_tool_wire_refresh (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  const DocPort *port = find_from (tool, doc);

  if (port == NULL) {
    desk_tool_cancel (tool);
    return;
  }
  tool->from_at = port->at;
  tool->from_outward = port->outward;
  count_ports (tool, doc);
  desk_tool_wire_motion (tool);
}

bool
desk_tool_port_fits (const DeskTool *tool, uint32_t item, uint32_t port)
{
  DocModel *doc = tool->studio->document->doc;

  if (tool->fits == NULL || item >= doc_n_items (doc))
    return false;

  char *known = &tool->fits[tool->first_port[item] + port];

  if (*known == 0) {
    g_autofree char *to = doc_port_name (doc_item (doc, item), port);
    g_autofree char *why = g_str_equal (to, tool->from)
                               ? g_strdup ("")
                               : doc_refusal (doc, tool->from, to);

    *known = why == NULL ? 1 : 2;
  }
  return *known == 1;
}

/* ---- where the wire would end ---- */

/* Over the body of a component: the port nearest to the pointer that can take it. */
static uint32_t
nearest_port (const DeskTool *tool, uint32_t item)
{
  const DocItem *it = doc_item (tool->studio->document->doc, item);
  uint32_t best = UINT32_MAX;
  double least = INFINITY;

  for (uint32_t i = 0; i < it->n_ports; i++) {
    const DocPoint at = it->ports[i].at;
    const double far = hypot (at.x - tool->pointer.x, at.y - tool->pointer.y);

    if (far < least && desk_tool_port_fits (tool, item, i)) {
      least = far;
      best = i;
    }
  }
  return best;
}

static void
aim_at_port (DeskTool *tool, const DocModel *doc, const DocHit *hit)
{
  g_autofree char *to = doc_port_name (doc_item (doc, hit->item), hit->port);

  if (g_str_equal (to, tool->from))
    return;
  tool->refusal = doc_refusal (doc, tool->from, to);
  if (tool->refusal == NULL)
    tool->target = g_steal_pointer (&to);
}

static void
aim_at_wire (DeskTool *tool, const DocModel *doc, const DocHit *hit)
{
  const DocWire *wire = doc_wire (doc, hit->wire);

  for (uint32_t i = 0; i < wire->n_ends && tool->refusal == NULL; i++)
    tool->refusal = doc_refusal (doc, tool->from, wire->ends[i].name);
  if (tool->refusal == NULL) {
    tool->target = g_strdup ("");
    tool->target_wire = hit->wire;
  }
}

static bool
is_from_item (const DeskTool *tool, const char *name)
{
  const size_t n = strlen (name);

  return strncmp (tool->from, name, n) == 0 &&
         (tool->from[n] == '.' || tool->from[n] == '\0');
}

void
desk_tool_wire_motion (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  DocHit hit =
      doc_hit (doc, tool->pointer, desk_tool_slack (tool, snap_px, snap_units));
  const DocRouteEnd from = {tool->from_at, tool->from_outward, UINT32_MAX};
  DocRouteEnd to = doc_route_at_point (desk_view_snap (tool->pointer), UINT32_MAX);

  g_clear_pointer (&tool->target, g_free);
  g_clear_pointer (&tool->refusal, g_free);
  if (hit.kind == DOC_HIT_ITEM &&
      !is_from_item (tool, doc_item (doc, hit.item)->name)) {
    hit.port = nearest_port (tool, hit.item);
    hit.kind = hit.port == UINT32_MAX ? DOC_HIT_ITEM : DOC_HIT_PORT;
  }
  /* Where the wire would end, and why not. */
  desk_tool_set_hover (tool, hit);
  if (hit.kind == DOC_HIT_PORT)
    aim_at_port (tool, doc, &hit);
  else if (hit.kind == DOC_HIT_WIRE)
    aim_at_wire (tool, doc, &hit);
  /* Its path to there. */
  if (tool->target != NULL && hit.kind == DOC_HIT_PORT)
    to = doc_route_at_port (&doc_item (doc, hit.item)->ports[hit.port]);
  else if (tool->target != NULL)
    to = doc_route_at_point (hit.nearest, hit.wire);
  g_free (tool->path);
  tool->path =
      doc_route (doc, &from, &to, (const DocPoint *) (void *) tool->corners->data,
                 tool->corners->len, &tool->n_path);
}

/* ---- the end of it ---- */

static void
finish (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  g_autofree char *from = g_steal_pointer (&tool->from);
  g_autofree char *to = g_steal_pointer (&tool->target);
  g_autofree DocPoint *corners =
      g_memdup2 (tool->corners->data, tool->corners->len * sizeof (DocPoint));
  const uint32_t n = tool->corners->len;
  const uint32_t wire = tool->target_wire;
  const DocPoint at = tool->n_path > 0 ? tool->path[tool->n_path - 1] : tool->pointer;
  g_autoptr (GError) error = NULL;

  desk_tool_cancel (tool);
  if (*to != '\0')
    doc_connect (doc, from, to, corners, n, &error);
  else
    doc_connect_to_wire (doc, from, wire, at, corners, n, &error);
  if (error != NULL)
    desk_tool_tell (tool, error->message);
}

static void
add_corner (DeskTool *tool)
{
  const DocPoint at = desk_view_snap (tool->pointer);

  if (tool->corners->len > 0) {
    const DocPoint last =
        g_array_index (tool->corners, DocPoint, tool->corners->len - 1);

    if (last.x == at.x && last.y == at.y)
      return;
  }
  g_array_append_val (tool->corners, at);
  tool->is_loose = false;
  desk_tool_wire_motion (tool);
}

void
desk_tool_wire_release (DeskTool *tool, bool has_moved)
{
  const bool is_first = tool->corners->len == 0 && tool->hit.kind == DOC_HIT_PORT;
  const bool was_dragged = is_first && has_moved;

  if (tool->target != NULL)
    finish (tool);
  else if (tool->refusal != NULL) {
    desk_tool_tell (tool, tool->refusal);
    if (was_dragged)
      desk_tool_cancel (tool);
  } else if (was_dragged && desk_tool_hover (tool)->kind == DOC_HIT_NOTHING) {
    add_corner (tool);
    tool->is_loose = true;
  } else if (tool->hit.kind == DOC_HIT_NOTHING)
    add_corner (tool);
  /* From now on the wire follows the pointer and every click is a corner. */
  tool->hit.kind = DOC_HIT_NOTHING;
}

DeskInsertEnd *
desk_tool_loose_end (const DeskTool *tool)
{
  const guint n = tool->corners->len;
  DeskInsertEnd *end = tool->is_loose ? g_new (DeskInsertEnd, 1) : NULL;

  if (end == NULL)
    return NULL;
  end->from = g_strdup (tool->from);
  end->points = g_memdup2 (tool->corners->data, n * sizeof (DocPoint));
  end->n = n;
  return end;
}

bool
desk_tool_step_back (DeskTool *tool)
{
  if (tool->mode != DESK_TOOL_WIRING)
    return false;
  if (tool->corners->len == 0)
    return desk_tool_cancel (tool);
  g_array_set_size (tool->corners, tool->corners->len - 1);
  tool->is_loose = false;
  desk_tool_wire_motion (tool);
  return true;
}

/* ---- bending ---- */

static DocPoint
bend_by (const DeskTool *tool, const DocEdge *edge)
{
  const DocPoint a = edge->points[tool->hit.segment];
  const DocPoint to = desk_view_snap ((DocPoint){
      a.x + tool->pointer.x - tool->press.x, a.y + tool->pointer.y - tool->press.y});

  return (DocPoint){to.x - a.x, to.y - a.y};
}

void
desk_tool_bend_motion (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  const DocEdge *edge = &doc_wire (doc, tool->hit.wire)->edges[tool->hit.edge];

  tool->offset = bend_by (tool, edge);
  g_free (tool->path);
  tool->path = doc_stretch_bend (edge->points, edge->n_points, tool->hit.segment,
                                 tool->offset, &tool->n_path);
}

void
desk_tool_bend_release (DeskTool *tool)
{
  const DocPoint by = tool->offset;
  const DocHit hit = tool->hit;

  desk_tool_wire_clear (tool);
  if (by.x != 0 || by.y != 0)
    doc_move_segment (tool->studio->document->doc, hit.wire, hit.edge, hit.segment,
                      by.x, by.y);
}

/* ---- what to show ---- */

const DocPoint *
desk_tool_path (const DeskTool *tool, uint32_t *n)
{
  *n = tool->n_path;
  return tool->path;
}

const char *
desk_tool_target (const DeskTool *tool)
{
  return tool->target;
}

const char *
desk_tool_refusal (const DeskTool *tool)
{
  return tool->refusal;
}

uint32_t
desk_tool_wire (const DeskTool *tool)
{
  return tool->mode == DESK_TOOL_BENDING ? tool->hit.wire : UINT32_MAX;
}

uint32_t
desk_tool_edge (const DeskTool *tool)
{
  return tool->mode == DESK_TOOL_BENDING ? tool->hit.edge : UINT32_MAX;
}
