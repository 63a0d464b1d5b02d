/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/tool/tool.h"

/* Shared by tool.c (select, move, band), tool-wire.c (wires) and, below both,
 * tool-state.c. */
struct DeskTool {
  DeskStudio *studio;
  DeskToolMode mode;
  double zoom;
  DocPoint press, pointer; /* where the button went down; where the pointer is */
  bool is_inside;          /* the pointer is on the canvas */
  DocHit hit;              /* at the press */
  DocHit hover;            /* of that diagram, at that revision */
  const DocModel *hover_doc;
  uint64_t hover_revision;
  unsigned modifiers;  /* at the press */
  const char *pressed; /* the item at the press (interned) */
  bool was_selected;   /* it was selected before */
  DocPoint offset;
  bool is_copying;
  uint32_t branch; /* edge that was clicked, and its wire */
  uint32_t branch_wire;

  /* Wiring and bending. */
  bool is_button_down;
  bool is_loose; /* let go over free space: its last corner is its end */
  char *from;
  DocPoint from_at, from_outward;
  GArray *corners; /* of DocPoint */
  DocPoint *path;
  uint32_t n_path;
  char *target;
  uint32_t target_wire;
  char *refusal;
  uint32_t *first_port; /* of each item, in `fits` */
  char *fits;           /* 0 not asked yet, 1 yes, 2 no */
};

/* The document is held while the button does what a change would break off. */
void desk_tool_set_mode (DeskTool *tool, DeskToolMode mode);
void desk_tool_set_hover (DeskTool *tool, DocHit hit);

/* How far apart in diagram units so many pixels are, but not more than `at_most`. */
double desk_tool_slack (const DeskTool *tool, double px, double at_most);
void desk_tool_tell (const DeskTool *tool, const char *sentence);
/* Forgets the wire under way. */
void desk_tool_wire_clear (DeskTool *tool);

void desk_tool_wire_begin (DeskTool *tool);
void desk_tool_wire_motion (DeskTool *tool);
void desk_tool_wire_release (DeskTool *tool, bool has_moved);
void desk_tool_wire_refresh (DeskTool *tool);

void desk_tool_bend_motion (DeskTool *tool);
void desk_tool_bend_release (DeskTool *tool);
