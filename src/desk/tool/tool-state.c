/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the canvas tool: how it is made and cancelled, and what a view asks of
 * it.
 */
#include <math.h>

#include "desk/tool/tool-private.h"

DeskTool *
desk_tool_new (DeskStudio *studio)
{
  DeskTool *tool = g_new0 (DeskTool, 1);

  tool->studio = g_object_ref (studio);
  tool->zoom = 1;
  tool->branch = UINT32_MAX;
  tool->corners = g_array_new (FALSE, FALSE, sizeof (DocPoint));
  return tool;
}

static bool
holds (DeskToolMode mode)
{
  return mode != DESK_TOOL_IDLE && mode != DESK_TOOL_WIRING;
}

void
desk_tool_set_mode (DeskTool *tool, DeskToolMode mode)
{
  const bool held = holds (tool->mode);

  tool->mode = mode;
  if (holds (mode) && !held)
    desk_document_hold (tool->studio->document);
  else if (held && !holds (mode))
    desk_document_release (tool->studio->document);
}

void
desk_tool_free (DeskTool *tool)
{
  desk_tool_set_mode (tool, DESK_TOOL_IDLE);
  desk_tool_wire_clear (tool);
  g_array_unref (tool->corners);
  g_object_unref (tool->studio);
  g_free (tool);
}

void
desk_tool_set_zoom (DeskTool *tool, double zoom)
{
  tool->zoom = zoom;
}

double
desk_tool_slack (const DeskTool *tool, double px, double at_most)
{
  return fmin (px / tool->zoom, at_most);
}

void
desk_tool_tell (const DeskTool *tool, const char *sentence)
{
  desk_message (&tool->studio->messages, sentence);
}

void
desk_tool_wire_clear (DeskTool *tool)
{
  g_array_set_size (tool->corners, 0);
  g_clear_pointer (&tool->from, g_free);
  g_clear_pointer (&tool->path, g_free);
  g_clear_pointer (&tool->target, g_free);
  g_clear_pointer (&tool->refusal, g_free);
  g_clear_pointer (&tool->first_port, g_free);
  g_clear_pointer (&tool->fits, g_free);
  tool->n_path = 0;
  tool->is_loose = false;
}

bool
desk_tool_cancel (DeskTool *tool)
{
  const bool was_busy = tool->mode != DESK_TOOL_IDLE;

  desk_tool_set_mode (tool, DESK_TOOL_IDLE);
  tool->is_copying = false;
  tool->is_button_down = false;
  tool->offset = (DocPoint){0, 0};
  desk_tool_wire_clear (tool);
  return was_busy;
}

/* ---- what to show ---- */

DeskToolMode
desk_tool_mode (const DeskTool *tool)
{
  return tool->mode;
}

/* Who listens before the tool may ask between a change and desk_tool_refresh(). */
const DocHit *
desk_tool_hover (const DeskTool *tool)
{
  static const DocHit nothing = {.kind = DOC_HIT_NOTHING};
  const DocModel *doc = tool->studio->document->doc;
  const bool is_of_now =
      tool->hover_doc == doc && tool->hover_revision == doc_revision (doc);

  return is_of_now ? &tool->hover : &nothing;
}

void
desk_tool_set_hover (DeskTool *tool, DocHit hit)
{
  tool->hover = hit;
  tool->hover_doc = tool->studio->document->doc;
  tool->hover_revision = doc_revision (tool->hover_doc);
}

DocRect
desk_tool_band (const DeskTool *tool)
{
  const DocPoint a = tool->press;
  const DocPoint b = tool->pointer;

  return (DocRect){fmin (a.x, b.x), fmin (a.y, b.y), fmax (a.x, b.x), fmax (a.y, b.y)};
}

DocPoint
desk_tool_offset (const DeskTool *tool)
{
  return tool->offset;
}

bool
desk_tool_is_copying (const DeskTool *tool)
{
  return tool->is_copying;
}
