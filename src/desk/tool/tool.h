/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"
#include "desk/tool/insert.h"
#include "doc/view/hit.h"

/* What pointer and keys do on the canvas: a state machine that knows no widget, so that
 * a test can drive it. Places are diagram units. The diagram changes only when an
 * action ends, by one undoable edit; until then the functions at the end tell a view
 * what to show. A refusal is told by the studio's messages.
 */
typedef struct DeskTool DeskTool;

typedef enum {
  DESK_TOOL_IDLE,
  DESK_TOOL_PRESSED, /* pressed, not moved far enough to mean a drag */
  DESK_TOOL_MOVING,  /* the selected items, or a note, follow the pointer */
  DESK_TOOL_BANDING, /* a rubber band selects */
  DESK_TOOL_WIRING,  /* a wire from a port to the pointer; button down or not */
  DESK_TOOL_BENDING  /* a segment of a wire follows the pointer */
} DeskToolMode;

enum { DESK_TOOL_SHIFT = 1, DESK_TOOL_CTRL = 2, DESK_TOOL_ALT = 4 };

/* For a studio that outlives it. NULL may be freed. */
DeskTool *desk_tool_new (DeskStudio *studio);
void desk_tool_free (DeskTool *tool);

/* Pixels per diagram unit: decides how near is near. */
void desk_tool_set_zoom (DeskTool *tool, double zoom);

/* The pointer, with its first button: `at` in diagram units, `modifiers` a sum of
 * DESK_TOOL_SHIFT and its like. What they do depends on the mode. */
void desk_tool_press (DeskTool *tool, DocPoint at, unsigned modifiers);
void desk_tool_motion (DeskTool *tool, DocPoint at, unsigned modifiers);
void desk_tool_release (DeskTool *tool, DocPoint at, unsigned modifiers);
void desk_tool_leave (DeskTool *tool); /* the pointer left the canvas */
/* The diagram has moved under the pointer, which is over another point of it now. */
void desk_tool_moved_under (DeskTool *tool, DocPoint at);

/* Esc: false if there was nothing to cancel. */
bool desk_tool_cancel (DeskTool *tool);
/* Backspace: takes the last corner of the wire back; false if no wire is drawn. */
bool desk_tool_step_back (DeskTool *tool);
/* The diagram changed under the tool: names and numbers are looked up anew. */
void desk_tool_refresh (DeskTool *tool);

/* Where a wire was let go over free space, as long as it has not gone on from there;
 * NULL: none was. Caller frees. */
DeskInsertEnd *desk_tool_loose_end (const DeskTool *tool);

/* ---- what to show ---- */

/* What is going on; the rubber band counts only while it is one. Borrowed until the
 * next event. */
DeskToolMode desk_tool_mode (const DeskTool *tool);
/* What lies under the pointer; nothing as long as a change was not followed. */
const DocHit *desk_tool_hover (const DeskTool *tool);
DocRect desk_tool_band (const DeskTool *tool);
/* How far the selection, or the note, has been dragged. */
DocPoint desk_tool_offset (const DeskTool *tool);
bool desk_tool_is_copying (const DeskTool *tool);

/* DESK_TOOL_MOVING: the wire that the item would be put into here, UINT32_MAX: none. */
uint32_t desk_tool_splice (const DeskTool *tool);

/* The edge of the selected wire that was clicked, UINT32_MAX: none. */
uint32_t desk_tool_branch (const DeskTool *tool);
/* Takes that edge out of a wire of several; false if there is nothing to take. */
bool desk_tool_delete_branch (DeskTool *tool);

/* Selects the first tag of that name, and tells where it is; false: there is none. */
bool desk_tool_first_tag (DeskTool *tool, const char *name, DocRect *box);
/* Selects the next one of the tags that the selected wire has in common with others,
 * and tells where it is; false if it has none. */
bool desk_tool_next_tag (DeskTool *tool, DocRect *box);

/* The path of the wire under way, or of the one being bent. Borrowed. */
const DocPoint *desk_tool_path (const DeskTool *tool, uint32_t *n);
/* DESK_TOOL_WIRING: whether a port can take the wire, where it would end ("" on a wire,
 * NULL in free space) and why it cannot end under the pointer (NULL: it can, or nothing
 * is there). */
bool desk_tool_port_fits (const DeskTool *tool, uint32_t item, uint32_t port);
const char *desk_tool_target (const DeskTool *tool);
const char *desk_tool_refusal (const DeskTool *tool);
/* DESK_TOOL_BENDING: which wire, and which edge of it; UINT32_MAX otherwise. */
uint32_t desk_tool_wire (const DeskTool *tool);
uint32_t desk_tool_edge (const DeskTool *tool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskTool, desk_tool_free)
