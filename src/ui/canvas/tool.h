/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/view/hit.h"
#include "ui/studio/studio.h"

/* What pointer and keys do on the canvas: a state machine that knows no widget, so that
 * a test can drive it. Places are diagram units. The diagram changes only when an
 * action ends, by one undoable edit; until then the functions at the end tell a view
 * what to show. A refusal is told by the studio's signal "message".
 */
typedef struct UiTool UiTool;

typedef enum {
  UI_TOOL_IDLE,
  UI_TOOL_PRESSED, /* pressed, not moved far enough to mean a drag */
  UI_TOOL_MOVING,  /* the selected items, or a note, follow the pointer */
  UI_TOOL_BANDING, /* a rubber band selects */
  UI_TOOL_WIRING,  /* a wire from a port to the pointer; button down or not */
  UI_TOOL_BENDING  /* a segment of a wire follows the pointer */
} UiToolMode;

enum { UI_TOOL_SHIFT = 1, UI_TOOL_CTRL = 2, UI_TOOL_ALT = 4 };

UiTool *ui_tool_new (UiStudio *studio);
void ui_tool_free (UiTool *tool);

/* Pixels per diagram unit: decides how near is near. */
void ui_tool_set_zoom (UiTool *tool, double zoom);

void ui_tool_press (UiTool *tool, DocPoint at, unsigned modifiers);
void ui_tool_motion (UiTool *tool, DocPoint at, unsigned modifiers);
void ui_tool_release (UiTool *tool, DocPoint at, unsigned modifiers);
void ui_tool_leave (UiTool *tool); /* the pointer left the canvas */

/* Esc: false if there was nothing to cancel. */
bool ui_tool_cancel (UiTool *tool);
/* Backspace: takes the last corner of the wire back; false if no wire is drawn. */
bool ui_tool_step_back (UiTool *tool);
/* The diagram changed under the tool: names and numbers are looked up anew. */
void ui_tool_refresh (UiTool *tool);

/* ---- what to show ---- */

UiToolMode ui_tool_mode (const UiTool *tool);
const DocHit *ui_tool_hover (const UiTool *tool); /* what lies under the pointer */
DocRect ui_tool_band (const UiTool *tool);
/* How far the selection, or the note, has been dragged. */
DocPoint ui_tool_offset (const UiTool *tool);
bool ui_tool_is_copying (const UiTool *tool);
/* The note that is selected, UINT32_MAX: none. Notes are no part of the studio's
 * selection. */
uint32_t ui_tool_note (const UiTool *tool);
void ui_tool_select_note (UiTool *tool, uint32_t note);

/* The edge of the selected wire that was clicked, UINT32_MAX: none. */
uint32_t ui_tool_branch (const UiTool *tool);
/* Takes that edge out of a wire of several; false if there is nothing to take. */
bool ui_tool_delete_branch (UiTool *tool);

/* The path of the wire under way, or of the one being bent. Borrowed. */
const DocPoint *ui_tool_path (const UiTool *tool, uint32_t *n);
/* UI_TOOL_WIRING: whether a port can take the wire, where it would end ("" on a wire,
 * NULL in free space) and why it cannot end under the pointer (NULL: it can, or nothing
 * is there). */
bool ui_tool_port_fits (const UiTool *tool, uint32_t item, uint32_t port);
const char *ui_tool_target (const UiTool *tool);
const char *ui_tool_refusal (const UiTool *tool);
/* UI_TOOL_BENDING: which wire, and which edge of it; UINT32_MAX otherwise. */
uint32_t ui_tool_wire (const UiTool *tool);
uint32_t ui_tool_edge (const UiTool *tool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiTool, ui_tool_free)
