/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the canvas tool: how it is made and cancelled, and what a view asks of
 * it.
 */
#include <math.h>

#include "ui/canvas/tool-private.h"

UiTool *
ui_tool_new (UiStudio *studio)
{
  UiTool *tool = g_new0 (UiTool, 1);

  tool->studio = g_object_ref (studio);
  tool->zoom = 1;
  tool->note = UINT32_MAX;
  tool->branch = UINT32_MAX;
  tool->corners = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  return tool;
}

void
ui_tool_free (UiTool *tool)
{
  ui_tool_wire_clear (tool);
  g_array_unref (tool->corners);
  g_object_unref (tool->studio);
  g_free (tool);
}

void
ui_tool_set_zoom (UiTool *tool, double zoom)
{
  tool->zoom = zoom;
}

double
ui_tool_slack (const UiTool *tool, double px, double at_most)
{
  return fmin (px / tool->zoom, at_most);
}

void
ui_tool_tell (const UiTool *tool, const char *sentence)
{
  g_signal_emit_by_name (tool->studio, "message", sentence);
}

void
ui_tool_wire_clear (UiTool *tool)
{
  g_array_set_size (tool->corners, 0);
  g_clear_pointer (&tool->from, g_free);
  g_clear_pointer (&tool->path, g_free);
  g_clear_pointer (&tool->target, g_free);
  g_clear_pointer (&tool->refusal, g_free);
  g_clear_pointer (&tool->first_port, g_free);
  g_clear_pointer (&tool->fits, g_free);
  tool->n_path = 0;
}

bool
ui_tool_cancel (UiTool *tool)
{
  const bool was_busy = tool->mode != UI_TOOL_IDLE;

  tool->mode = UI_TOOL_IDLE;
  tool->is_copying = false;
  tool->is_button_down = false;
  tool->offset = (DocPoint){0, 0};
  ui_tool_wire_clear (tool);
  return was_busy;
}

/* ---- what to show ---- */

UiToolMode
ui_tool_mode (const UiTool *tool)
{
  return tool->mode;
}

const DocHit *
ui_tool_hover (const UiTool *tool)
{
  return &tool->hover;
}

DocRect
ui_tool_band (const UiTool *tool)
{
  const DocPoint a = tool->press;
  const DocPoint b = tool->pointer;

  return (DocRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};
}

DocPoint
ui_tool_offset (const UiTool *tool)
{
  return tool->offset;
}

bool
ui_tool_is_copying (const UiTool *tool)
{
  return tool->is_copying;
}

uint32_t
ui_tool_note (const UiTool *tool)
{
  return tool->note;
}
