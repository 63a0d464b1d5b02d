/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting, moving, copying and the rubber band, as the pointer goes down, moves and
 * is released; what begins at a port or bends a wire is done by tool-wire.c. */
#include "desk/tool/tool.h"

#include <math.h>

#include "desk/tool/commands.h"
#include "desk/tool/tool-private.h"
#include "desk/tool/view.h"
#include "doc/edit/edit.h"
#include "doc/wire/tag-extent.h"

static const double drag_px = 4;
static const double near_px = 7;
static const double near_units = 12; /* at small zoom ports must not cover the item */

static bool
has_moved (const DeskTool *tool)
{
  const double dx = tool->pointer.x - tool->press.x;
  const double dy = tool->pointer.y - tool->press.y;

  return hypot (dx, dy) * tool->zoom >= drag_px;
}

static DocHit
look (const DeskTool *tool)
{
  const DocModel *doc = tool->studio->document->doc;
  DocHit hit =
      doc_hit (doc, tool->pointer, desk_tool_slack (tool, near_px, near_units));

  if (hit.kind == DOC_HIT_NOTHING)
    hit = doc_hit_tag (doc, tool->pointer, tool->zoom);
  return hit.kind != DOC_HIT_NOTHING ? hit
                                     : doc_hit_note (doc, tool->pointer, tool->zoom);
}

/* ---- selection ---- */

static void
select_only (DeskTool *tool, const char *name)
{
  desk_selection_set (tool->studio->selection, &name, name != NULL ? 1 : 0);
}

/* The selection with one more, or one less, item. */
static void
select_change (DeskTool *tool, const char *name, bool is_in)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  uint32_t n;
  const char *const *now = desk_selection_names (tool->studio->selection, &n);

  for (uint32_t i = 0; i < n; i++)
    if (!g_str_equal (now[i], name))
      g_ptr_array_add (names, (char *) now[i]);
  if (is_in)
    g_ptr_array_add (names, (char *) name);
  desk_selection_set (tool->studio->selection, (const char *const *) names->pdata,
                      names->len);
}

static void
select_band (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  uint32_t n_old = 0;
  uint32_t n;
  const bool is_added = tool->modifiers & (DESK_TOOL_SHIFT | DESK_TOOL_CTRL);
  const char *const *old =
      is_added ? desk_selection_names (tool->studio->selection, &n_old) : NULL;
  g_autofree uint32_t *items = doc_hit_items (doc, desk_tool_band (tool), true, &n);

  for (uint32_t i = 0; i < n_old; i++)
    g_ptr_array_add (names, (char *) old[i]);
  for (uint32_t i = 0; i < n; i++) {
    const char *name = doc_item (doc, items[i])->name;

    if (n_old == 0 || !desk_selection_has (tool->studio->selection, name))
      g_ptr_array_add (names, (char *) name);
  }
  desk_selection_set (tool->studio->selection, (const char *const *) names->pdata,
                      names->len);
}

/* ---- press ---- */

static void
press_item (DeskTool *tool)
{
  const char *name = doc_item (tool->studio->document->doc, tool->hit.item)->name;

  tool->pressed = name;
  tool->was_selected = desk_selection_has (tool->studio->selection, name);
  if (tool->was_selected)
    return;
  if (tool->modifiers & (DESK_TOOL_SHIFT | DESK_TOOL_CTRL))
    select_change (tool, name, true);
  else
    select_only (tool, name);
}

void
desk_tool_press (DeskTool *tool, DocPoint at, unsigned modifiers)
{
  tool->pointer = at;
  tool->press = at;
  tool->is_inside = true;
  tool->modifiers = modifiers;
  tool->is_button_down = true;
  if (tool->mode == DESK_TOOL_WIRING)
    return;

  /* What lies under the pointer decides what a drag will be. */
  tool->hit = look (tool);
  tool->offset = (DocPoint){0, 0};
  desk_tool_set_mode (tool, DESK_TOOL_PRESSED);
  tool->pressed = NULL;
  if (desk_selection_note (tool->studio->selection) != UINT32_MAX)
    select_only (tool, NULL);
  switch (tool->hit.kind) {
  case DOC_HIT_PORT:
    desk_tool_wire_begin (tool);
    break;
  case DOC_HIT_ITEM:
    press_item (tool);
    break;
  case DOC_HIT_WIRE:
    desk_selection_set_wire (tool->studio->selection, tool->hit.wire);
    tool->branch = tool->hit.edge;
    tool->branch_wire = tool->hit.wire;
    break;
  case DOC_HIT_NOTE:
    desk_selection_set_note (tool->studio->selection, tool->hit.note);
    break;
  case DOC_HIT_NOTHING:
    break;
  }
}

/* ---- motion ---- */

static void
begin_drag (DeskTool *tool)
{
  switch (tool->hit.kind) {
  case DOC_HIT_ITEM:
    tool->is_copying = tool->modifiers & DESK_TOOL_CTRL;
    desk_tool_set_mode (tool, DESK_TOOL_MOVING);
    break;
  case DOC_HIT_NOTE:
    desk_tool_set_mode (tool, DESK_TOOL_MOVING);
    break;
  case DOC_HIT_WIRE: /* a tag stands where there is room for it */
    if (doc_wire (tool->studio->document->doc, tool->hit.wire)->tag == NULL)
      desk_tool_set_mode (tool, DESK_TOOL_BENDING);
    break;
  case DOC_HIT_NOTHING:
    desk_tool_set_mode (tool, DESK_TOOL_BANDING);
    break;
  case DOC_HIT_PORT:
    break;
  }
}

/* The grid holds for the place of what is dragged, not for the way it goes. */
static void
drag (DeskTool *tool, unsigned modifiers)
{
  DocModel *doc = tool->studio->document->doc;
  DocPoint by = {tool->pointer.x - tool->press.x, tool->pointer.y - tool->press.y};
  DocPoint base = {0, 0};

  if (tool->hit.kind == DOC_HIT_ITEM) {
    const DocRect box = doc_item (doc, tool->hit.item)->box;

    base = (DocPoint){box.x1, box.y1};
  }
  if (modifiers & DESK_TOOL_SHIFT) {
    if (fabs (by.x) >= fabs (by.y))
      by.y = 0;
    else
      by.x = 0;
  }
  if (!(modifiers & DESK_TOOL_ALT)) {
    const DocPoint to = desk_view_snap ((DocPoint){base.x + by.x, base.y + by.y});

    by.x = by.x != 0 ? to.x - base.x : 0;
    by.y = by.y != 0 ? to.y - base.y : 0;
  }
  tool->offset = by;
}

void
desk_tool_motion (DeskTool *tool, DocPoint at, unsigned modifiers)
{
  tool->pointer = at;
  tool->is_inside = true;
  if (tool->mode == DESK_TOOL_PRESSED && has_moved (tool))
    begin_drag (tool);
  switch (tool->mode) {
  case DESK_TOOL_IDLE:
    desk_tool_set_hover (tool, look (tool));
    break;
  case DESK_TOOL_PRESSED:
  case DESK_TOOL_BANDING:
    break;
  case DESK_TOOL_MOVING:
    drag (tool, modifiers);
    break;
  case DESK_TOOL_WIRING:
    desk_tool_wire_motion (tool);
    break;
  case DESK_TOOL_BENDING:
    desk_tool_bend_motion (tool);
    break;
  }
}

void
desk_tool_moved_under (DeskTool *tool, DocPoint at)
{
  if (tool->mode == DESK_TOOL_IDLE && tool->is_inside)
    desk_tool_motion (tool, at, 0);
}

void
desk_tool_leave (DeskTool *tool)
{
  tool->is_inside = false;
  desk_tool_set_hover (tool, (DocHit){.kind = DOC_HIT_NOTHING});
}

/* ---- release ---- */

static void
click (DeskTool *tool)
{
  if (tool->hit.kind == DOC_HIT_NOTHING) {
    if (!(tool->modifiers & (DESK_TOOL_SHIFT | DESK_TOOL_CTRL)))
      select_only (tool, NULL);
  } else if (tool->hit.kind == DOC_HIT_ITEM && tool->was_selected) {
    if (tool->modifiers & DESK_TOOL_CTRL)
      select_change (tool, tool->pressed, false);
    else if (!(tool->modifiers & DESK_TOOL_SHIFT))
      select_only (tool, tool->pressed);
  }
}

uint32_t
desk_tool_splice (const DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (tool->studio->selection, &n);

  if (tool->mode != DESK_TOOL_MOVING || tool->hit.kind != DOC_HIT_ITEM || n != 1 ||
      tool->is_copying)
    return UINT32_MAX;
  const DocRect box = doc_item (doc, doc_find_item (doc, names[0]))->box;
  const DocPoint middle = {(box.x1 + box.x2) / 2 + tool->offset.x,
                           (box.y1 + box.y2) / 2 + tool->offset.y};
  const DocHit hit = doc_hit_wire (doc, middle, near_units);

  return hit.kind == DOC_HIT_WIRE && doc_can_splice (doc, names[0], hit.wire)
             ? hit.wire
             : UINT32_MAX;
}

static void
drop (DeskTool *tool, uint32_t into)
{
  DocModel *doc = tool->studio->document->doc;
  const DocPoint by = tool->offset;
  uint32_t n;
  g_auto (GStrv) names =
      g_strdupv ((char **) desk_selection_names (tool->studio->selection, &n));

  if (by.x == 0 && by.y == 0)
    return;
  if (tool->hit.kind == DOC_HIT_NOTE)
    doc_move_note (doc, tool->hit.note, by.x, by.y);
  else if (tool->is_copying)
    desk_commands_duplicate_to (tool->studio, by);
  else if (into == UINT32_MAX || !doc_splice (doc, names[0], into, by.x, by.y))
    doc_move (doc, (const char *const *) names, n, by.x, by.y);
}

void
desk_tool_release (DeskTool *tool, DocPoint at, unsigned modifiers)
{
  const DeskToolMode mode = tool->mode;

  if (mode == DESK_TOOL_IDLE)
    return;
  desk_tool_motion (tool, at, modifiers);
  tool->is_button_down = false;
  if (mode == DESK_TOOL_WIRING) {
    desk_tool_wire_release (tool, has_moved (tool));
    return;
  }

  const DeskToolMode end = tool->mode;
  const uint32_t into = desk_tool_splice (tool);

  /* Idle before the edit: it calls desk_tool_refresh(). */
  desk_tool_set_mode (tool, DESK_TOOL_IDLE);
  if (end == DESK_TOOL_PRESSED)
    click (tool);
  else if (end == DESK_TOOL_MOVING)
    drop (tool, into);
  else if (end == DESK_TOOL_BANDING)
    select_band (tool);
  else if (end == DESK_TOOL_BENDING)
    desk_tool_bend_release (tool);
  tool->is_copying = false;
  tool->offset = (DocPoint){0, 0};
  desk_tool_set_hover (tool, look (tool));
}

void
desk_tool_refresh (DeskTool *tool)
{
  tool->branch = UINT32_MAX; /* wires are numbered anew */
  if (tool->mode == DESK_TOOL_WIRING)
    desk_tool_wire_refresh (tool);
  else
    desk_tool_cancel (tool);
  desk_tool_set_hover (tool, tool->is_inside ? look (tool)
                                             : (DocHit){.kind = DOC_HIT_NOTHING});
}

uint32_t
desk_tool_branch (const DeskTool *tool)
{
  const DocModel *doc = tool->studio->document->doc;
  const uint32_t wire = desk_selection_wire (tool->studio->selection);

  return wire == tool->branch_wire && wire < doc_n_wires (doc) &&
                 tool->branch < doc_wire (doc, wire)->n_edges
             ? tool->branch
             : UINT32_MAX;
}

bool
desk_tool_delete_branch (DeskTool *tool)
{
  DocModel *doc = tool->studio->document->doc;
  const uint32_t wire = desk_selection_wire (tool->studio->selection);
  const uint32_t branch = desk_tool_branch (tool);
  g_autoptr (GError) error = NULL;

  if (branch == UINT32_MAX || doc_wire (doc, wire)->n_edges < 2)
    return false;
  desk_selection_set_wire (tool->studio->selection, UINT32_MAX);
  tool->branch = UINT32_MAX;
  doc_delete_edge (doc, wire, branch, &error);
  if (error != NULL)
    desk_tool_tell (tool, error->message);
  return true;
}

/* ---- tags ---- */

typedef struct {
  uint32_t wire, edge;
} Tag;

/* All tags of that name, in order. */
static GArray *
tags_named (const DocModel *doc, const char *name)
{
  GArray *tags = g_array_new (FALSE, FALSE, sizeof (Tag));

  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t e = 0; g_strcmp0 (wire->tag, name) == 0 && e < wire->n_edges; e++)
      g_array_append_val (tags, ((Tag){w, e}));
  }
  return tags;
}

static void
select_tag (DeskTool *tool, Tag tag, DocRect *box)
{
  desk_selection_set_wire (tool->studio->selection, tag.wire);
  tool->branch = tag.edge;
  tool->branch_wire = tag.wire;
  *box = doc_tag_extent (tool->studio->document->doc, tag.wire, tag.edge, tool->zoom);
}

bool
desk_tool_first_tag (DeskTool *tool, const char *name, DocRect *box)
{
  g_autoptr (GArray) tags = tags_named (tool->studio->document->doc, name);

  if (tags->len == 0)
    return false;
  select_tag (tool, g_array_index (tags, Tag, 0), box);
  return true;
}

bool
desk_tool_next_tag (DeskTool *tool, DocRect *box)
{
  const DocModel *doc = tool->studio->document->doc;
  const uint32_t wire = desk_selection_wire (tool->studio->selection);
  const uint32_t branch = desk_tool_branch (tool);

  if (wire >= doc_n_wires (doc) || doc_wire (doc, wire)->tag == NULL)
    return false;
  g_autoptr (GArray) tags = tags_named (doc, doc_wire (doc, wire)->tag);
  guint next = 0;
  for (guint i = 0; i < tags->len; i++) {
    const Tag *tag = &g_array_index (tags, Tag, i);

    if (tag->wire == wire && tag->edge == branch)
      next = (i + 1) % tags->len;
  }
  if (tags->len == 0)
    return false;
  select_tag (tool, g_array_index (tags, Tag, next), box);
  return true;
}
