/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

/* The symbol of a component of the diagram's file while it is edited: what is drawn,
 * with its ports. Each change is one step of undo; typing, and dragging a port, are
 * one. Fields are for reading. Properties:
 *
 *   "card" it may be drawn otherwise; NULL: there is no such component any more, or
 *          the diagram is another one
 */
#define DESK_TYPE_ICON (desk_icon_get_type ())
G_DECLARE_FINAL_TYPE (DeskIcon, desk_icon, DESK, ICON, GObject)

struct _DeskIcon {
  GObject parent;

  DeskStudio *studio;
  char *component;
  BaseArena *arena; /* of what follows */
  const LibCard *card;
  DocItem item; /* as it is drawn, upright, from (0, 0) to DOC_ITEM_SIDE */
  DocIcon said;

  uint64_t step; /* of undo, that goes on; 0: none */
  bool is_over;  /* it was another diagram's */
};

/* The component whose symbol can be edited now, interned: that of the subsystem that is
 * selected or, with nothing selected, the one shown, if it has ports or is a part of
 * the model; NULL. */
const char *desk_icon_component (DeskStudio *studio);

/* The caller unrefs it. */
DeskIcon *desk_icon_new (DeskStudio *studio, const char *component);

/* Text and colour NULL: as without being said. Typing goes on until a step is ended. */
void desk_icon_set_shape (DeskIcon *self, LibShape shape);
void desk_icon_set_text (DeskIcon *self, const char *text);
void desk_icon_set_stroke (DeskIcon *self, const char *stroke);
void desk_icon_end_step (DeskIcon *self);

/* Takes an SVG for the symbol, of which a copy goes beside the diagram's file; NULL, or
 * the sentence that says why not, which the caller frees. */
char *desk_icon_take_file (DeskIcon *self, const char *path);
void desk_icon_remove_file (DeskIcon *self);

/* Whether the component declares the port itself, so that it can be moved. */
bool desk_icon_owns (const DeskIcon *self, const char *port);
/* To the place nearest to a point of the icon, in a drag that goes on until the step is
 * ended; to the next place in a direction. */
void desk_icon_drag_port (DeskIcon *self, const char *port, DocPoint at);
void desk_icon_shift_port (DeskIcon *self, const char *port, DocPoint way);
