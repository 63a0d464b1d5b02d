/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Selecting, moving, copying and the rubber band, as the pointer goes down, moves and
 * is released; what begins at a port or bends a wire is done by tool-wire.c. */
#include "ui/canvas/tool.h"

#include <math.h>

#include "doc/edit/edit.h"
#include "ui/canvas/tool-private.h"
#include "ui/canvas/view.h"
#include "ui/studio/commands.h"

static const double drag_px = 4;
static const double near_px = 7;
static const double near_units = 12; /* at small zoom ports must not cover the item */

static bool
has_moved (const UiTool *tool)
{
  const double dx = tool->pointer.x - tool->press.x;
  const double dy = tool->pointer.y - tool->press.y;

  return hypot (dx, dy) * tool->zoom >= drag_px;
}

static DocHit
look (const UiTool *tool)
{
  return doc_hit (ui_studio_doc (tool->studio), tool->pointer,
                  ui_tool_slack (tool, near_px, near_units));
}

/* ---- selection ---- */

static void
select_only (UiTool *tool, const char *name)
{
  ui_studio_select (tool->studio, &name, name != NULL ? 1 : 0);
}

/* The selection with one more, or one less, item. */
static void
select_change (UiTool *tool, const char *name, bool is_in)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  uint32_t n;
  const char *const *now = ui_studio_selection (tool->studio, &n);

  for (uint32_t i = 0; i < n; i++)
    if (!g_str_equal (now[i], name))
      g_ptr_array_add (names, (char *) now[i]);
  if (is_in)
    g_ptr_array_add (names, (char *) name);
  ui_studio_select (tool->studio, (const char *const *) names->pdata, names->len);
}

static void
select_band (UiTool *tool)
{
  DocModel *doc = ui_studio_doc (tool->studio);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  uint32_t n_old = 0;
  uint32_t n;
  const bool is_added = tool->modifiers & (UI_TOOL_SHIFT | UI_TOOL_CTRL);
  const char *const *old = is_added ? ui_studio_selection (tool->studio, &n_old) : NULL;
  g_autofree uint32_t *items = doc_hit_items (doc, ui_tool_band (tool), true, &n);

  for (uint32_t i = 0; i < n_old; i++)
    g_ptr_array_add (names, (char *) old[i]);
  for (uint32_t i = 0; i < n; i++) {
    const char *name = doc_item (doc, items[i])->name;

    if (n_old == 0 || !ui_studio_is_selected (tool->studio, name))
      g_ptr_array_add (names, (char *) name);
  }
  ui_studio_select (tool->studio, (const char *const *) names->pdata, names->len);
}

void
ui_tool_select_note (UiTool *tool, uint32_t note)
{
  if (note != UINT32_MAX)
    select_only (tool, NULL);
  tool->note = note;
}

/* ---- press ---- */

static void
press_item (UiTool *tool)
{
  const char *name = doc_item (ui_studio_doc (tool->studio), tool->hit.item)->name;

  tool->pressed = name;
  tool->was_selected = ui_studio_is_selected (tool->studio, name);
  if (tool->was_selected)
    return;
  if (tool->modifiers & (UI_TOOL_SHIFT | UI_TOOL_CTRL))
    select_change (tool, name, true);
  else
    select_only (tool, name);
}

void
ui_tool_press (UiTool *tool, DocPoint at, unsigned modifiers)
{
  tool->pointer = at;
  tool->press = at;
  tool->is_inside = true;
  tool->modifiers = modifiers;
  tool->is_button_down = true;
  if (tool->mode == UI_TOOL_WIRING)
    return;

  tool->hit = look (tool);
  tool->offset = (DocPoint){0, 0};
  tool->mode = UI_TOOL_PRESSED;
  tool->pressed = NULL;
  if (tool->hit.kind != DOC_HIT_NOTE)
    tool->note = UINT32_MAX;
  switch (tool->hit.kind) {
  case DOC_HIT_PORT:
    ui_tool_wire_begin (tool);
    break;
  case DOC_HIT_ITEM:
    press_item (tool);
    break;
  case DOC_HIT_WIRE:
    ui_studio_select_wire (tool->studio, tool->hit.wire);
    tool->branch = tool->hit.edge;
    tool->branch_wire = tool->hit.wire;
    break;
  case DOC_HIT_NOTE:
    ui_tool_select_note (tool, tool->hit.note);
    break;
  case DOC_HIT_NOTHING:
    break;
  }
}

/* ---- motion ---- */

static void
begin_drag (UiTool *tool)
{
  switch (tool->hit.kind) {
  case DOC_HIT_ITEM:
    tool->is_copying = tool->modifiers & UI_TOOL_CTRL;
    tool->mode = UI_TOOL_MOVING;
    break;
  case DOC_HIT_NOTE:
    tool->mode = UI_TOOL_MOVING;
    break;
  case DOC_HIT_WIRE:
    tool->mode = UI_TOOL_BENDING;
    break;
  case DOC_HIT_NOTHING:
    tool->mode = UI_TOOL_BANDING;
    break;
  case DOC_HIT_PORT:
    break;
  }
}

/* The grid holds for the place of what is dragged, not for the way it goes. */
static void
drag (UiTool *tool, unsigned modifiers)
{
  DocModel *doc = ui_studio_doc (tool->studio);
  DocPoint by = {tool->pointer.x - tool->press.x, tool->pointer.y - tool->press.y};
  DocPoint base = {0, 0};

  if (tool->hit.kind == DOC_HIT_ITEM) {
    const DocRect box = doc_item (doc, tool->hit.item)->box;

    base = (DocPoint){box.x1, box.y1};
  }
  if (modifiers & UI_TOOL_SHIFT) {
    if (fabs (by.x) >= fabs (by.y))
      by.y = 0;
    else
      by.x = 0;
  }
  if (!(modifiers & UI_TOOL_ALT)) {
    const DocPoint to = ui_view_snap ((DocPoint){base.x + by.x, base.y + by.y});

    by.x = by.x != 0 ? to.x - base.x : 0;
    by.y = by.y != 0 ? to.y - base.y : 0;
  }
  tool->offset = by;
}

void
ui_tool_motion (UiTool *tool, DocPoint at, unsigned modifiers)
{
  tool->pointer = at;
  tool->is_inside = true;
  if (tool->mode == UI_TOOL_PRESSED && has_moved (tool))
    begin_drag (tool);
  switch (tool->mode) {
  case UI_TOOL_IDLE:
    tool->hover = look (tool);
    break;
  case UI_TOOL_PRESSED:
  case UI_TOOL_BANDING:
    break;
  case UI_TOOL_MOVING:
    drag (tool, modifiers);
    break;
  case UI_TOOL_WIRING:
    ui_tool_wire_motion (tool);
    break;
  case UI_TOOL_BENDING:
    ui_tool_bend_motion (tool);
    break;
  }
}

void
ui_tool_leave (UiTool *tool)
{
  tool->is_inside = false;
  tool->hover = (DocHit){.kind = DOC_HIT_NOTHING};
}

/* ---- release ---- */

static void
click (UiTool *tool)
{
  if (tool->hit.kind == DOC_HIT_NOTHING) {
    if (!(tool->modifiers & (UI_TOOL_SHIFT | UI_TOOL_CTRL)))
      select_only (tool, NULL);
  } else if (tool->hit.kind == DOC_HIT_ITEM && tool->was_selected) {
    if (tool->modifiers & UI_TOOL_CTRL)
      select_change (tool, tool->pressed, false);
    else if (!(tool->modifiers & UI_TOOL_SHIFT))
      select_only (tool, tool->pressed);
  }
}

static void
drop (UiTool *tool)
{
  DocModel *doc = ui_studio_doc (tool->studio);
  const DocPoint by = tool->offset;
  uint32_t n;
  g_auto (GStrv) names = g_strdupv ((char **) ui_studio_selection (tool->studio, &n));

  if (by.x == 0 && by.y == 0)
    return;
  if (tool->hit.kind == DOC_HIT_NOTE)
    doc_move_note (doc, tool->note, by.x, by.y);
  else if (tool->is_copying)
    ui_commands_duplicate (tool->studio, by);
  else
    doc_move (doc, (const char *const *) names, n, by.x, by.y);
}

void
ui_tool_release (UiTool *tool, DocPoint at, unsigned modifiers)
{
  const UiToolMode mode = tool->mode;

  if (mode == UI_TOOL_IDLE)
    return;
  ui_tool_motion (tool, at, modifiers);
  tool->is_button_down = false;
  if (mode == UI_TOOL_WIRING) {
    ui_tool_wire_release (tool, has_moved (tool));
    return;
  }

  const UiToolMode end = tool->mode;

  /* Idle before the edit: it calls ui_tool_refresh(). */
  tool->mode = UI_TOOL_IDLE;
  if (end == UI_TOOL_PRESSED)
    click (tool);
  else if (end == UI_TOOL_MOVING)
    drop (tool);
  else if (end == UI_TOOL_BANDING)
    select_band (tool);
  else if (end == UI_TOOL_BENDING)
    ui_tool_bend_release (tool);
  tool->is_copying = false;
  tool->offset = (DocPoint){0, 0};
  tool->hover = look (tool);
}

void
ui_tool_refresh (UiTool *tool)
{
  DocModel *doc = ui_studio_doc (tool->studio);

  tool->branch = UINT32_MAX; /* wires are numbered anew */
  if (tool->note != UINT32_MAX && tool->note >= doc_n_notes (doc))
    tool->note = UINT32_MAX;
  if (tool->mode == UI_TOOL_WIRING)
    ui_tool_wire_refresh (tool);
  else
    ui_tool_cancel (tool);
  tool->hover = tool->is_inside ? look (tool) : (DocHit){.kind = DOC_HIT_NOTHING};
}

uint32_t
ui_tool_branch (const UiTool *tool)
{
  const DocModel *doc = ui_studio_doc (tool->studio);
  const uint32_t wire = ui_studio_selected_wire (tool->studio);

  return wire == tool->branch_wire && wire < doc_n_wires (doc) &&
                 tool->branch < doc_wire (doc, wire)->n_edges
             ? tool->branch
             : UINT32_MAX;
}

bool
ui_tool_delete_branch (UiTool *tool)
{
  DocModel *doc = ui_studio_doc (tool->studio);
  const uint32_t wire = ui_studio_selected_wire (tool->studio);
  const uint32_t branch = ui_tool_branch (tool);
  g_autoptr (GError) error = NULL;

  if (branch == UINT32_MAX || doc_wire (doc, wire)->n_edges < 2)
    return false;
  ui_studio_select_wire (tool->studio, UINT32_MAX);
  tool->branch = UINT32_MAX;
  doc_delete_edge (doc, wire, branch, &error);
  if (error != NULL)
    ui_tool_tell (tool, error->message);
  return true;
}
