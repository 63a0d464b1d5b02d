/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/tool/tool.h"
#include "desk/tool/view.h"
#include "ui/canvas/canvas.h"

/* Shared by canvas.c (widget), canvas-input.c (pointer and keys), canvas-open.c (lists,
 * prompts, menu), canvas-draw.c, canvas-preview.c and, below them, canvas-view.c. */

/* A square of the picture. */
typedef struct {
  GskRenderNode *node; /* NULL: not drawn yet */
  uint64_t look;       /* of all that is in it */
} UiCanvasTile;

/* The diagram as one picture of tiles, a margin around the window included, so that a
 * small pan needs no drawing. */
typedef struct {
  UiCanvasTile *tiles; /* row by row; NULL: there is no picture */
  int x, y;            /* the first, counted from the origin of the diagram */
  int n_x, n_y;
  uint64_t stamp; /* of UiCanvas when it was drawn */
  double zoom;
  int scale;
  bool is_dark;
  bool lacks_moving; /* what is dragged is left out */
  DocRect covers;    /* diagram units */
} UiCanvasPicture;

typedef struct {
  uint32_t item;
  BaseSeverity severity;
} UiCanvasBadge;

/* The view of a level that is not shown. */
typedef struct {
  DeskView view;
  bool is_chosen;
  int width, height; /* of the canvas then */
} UiCanvasView;

/* The way from one level to another, while it is shown. */
typedef struct {
  AdwAnimation *animation; /* NULL: nobody is on the way */
  GskRenderNode *left;     /* the level that was left, as it was seen; NULL likewise */
  DeskView outer;          /* the view of that, needed on the way in */
  DocRect door;            /* the icon, diagram units of the outer level */
  bool goes_in;
  guint start; /* the tick callback that waits for its first frame, or 0 */
  bool has_waited;
  double done; /* 0 to 1 */
} UiCanvasTravel;

struct _UiCanvas {
  GtkWidget parent_instance;

  DeskStudio *studio;
  FigureSymbols *symbols;
  DeskCatalogue *catalogue;
  DeskTool *tool;
  DeskView view;
  GHashTable *views; /* level -> UiCanvasView: of those that were shown before */
  const char *level; /* that the view is of, interned */
  bool keeps_fit; /* shows everything until the user chooses another view, or edits */
  bool is_chosen; /* the view, by the user */
  int width, height;   /* of the last allocation */
  GtkWidget *floating; /* over the lower right corner, NULL: nothing */
  DeskView base;       /* before the canvas got that size */
  int base_width, base_height;
  uint32_t base_items; /* how many there were */
  DeskView resized;    /* what became of it */
  uint64_t stamp;      /* counts whatever changes the picture */
  UiCanvasPicture picture;
  UiCanvasPicture next; /* for another zoom; drawn a little in each frame */
  double last_zoom;     /* in the frame before */
  GskRenderNode *frame; /* the last one of this level, NULL: there was none */
  UiCanvasTravel travel;
  GArray *badges;  /* of UiCanvasBadge */
  GtkWidget *menu; /* made when first asked for */

  /* Pointer. */
  GtkGesture *drag;
  double pointer_x, pointer_y;
  double start_x, start_y; /* where the button went down */
  bool has_pointer;
  bool is_resting;           /* the pointer has, long enough for a tooltip */
  guint rest;                /* the source that waits for that */
  double edited_x, edited_y; /* where it was at the last edit, -infinity: elsewhere */
  bool is_space_down;
  bool is_panning;
  bool has_press; /* the last press of the first button was the first of two */
  guint32 press_time;
  double press_x, press_y;
  bool is_double;      /* the button is down for the second time */
  double pan_x, pan_y; /* offset of the view at the start of the pan */
  double pinch_zoom;   /* when the pinch began */
  DocPoint pinch_at;   /* of the diagram, between the fingers */

  /* What is dragged in from the palette; NULL: nothing. */
  DeskComponent *ghost;
  DocPoint ghost_at;

  /* The diagram as an edit would leave it, and what that changes; NULL: none is looked
   * at. */
  DocModel *preview;
  struct DeskMendChanges *preview_changes;
};

void ui_canvas_add_controllers (UiCanvas *self);

/* ---- canvas-tooltip.c ---- */

void ui_canvas_add_tooltip (UiCanvas *self);
/* The pointer was moved: a tooltip comes when it has rested again. */
void ui_canvas_pointer_moved (UiCanvas *self);
/* There is none until the pointer has left the place. */
void ui_canvas_stop_tooltip (UiCanvas *self);
/* What the tooltip of that text is shown below: moved so that it stays within. */
void ui_canvas_keep_tip_within (UiCanvas *self, GdkRectangle *area, const char *markup);

/* ---- canvas-view.c ---- */

void ui_canvas_view_changed (UiCanvas *self);
/* From now on the view is the user's. */
void ui_canvas_view_chosen (UiCanvas *self);
/* The canvas gets this size: what is fitted stays so, and what is seen is kept in
 * sight, at the same zoom if there is room for that; where the user has not chosen the
 * view, all of the diagram is if that stays legible. The view comes back with the size.
 * Nothing moves while something is dragged. Whether the view is another one then. */
bool ui_canvas_view_resized (UiCanvas *self, int width, int height);
DocRect ui_canvas_seen (UiCanvas *self); /* what of the diagram is in view */
void ui_canvas_reveal_note (UiCanvas *self, uint32_t note);
void ui_canvas_reveal_box (UiCanvas *self, DocRect box);
GdkRectangle ui_canvas_pixel_box (UiCanvas *self, DocRect box);

/* ---- canvas-open.c ---- */

void ui_canvas_open_insert_at (UiCanvas *self, DocPoint at);
/* Components for the end of a wire, there; takes it. */
void ui_canvas_open_offer (UiCanvas *self, DeskInsertEnd *end);
void ui_canvas_open_menu (UiCanvas *self, double x, double y);

void ui_canvas_draw (UiCanvas *self, GtkSnapshot *snapshot);

/* ---- canvas-travel.c ---- */

void ui_canvas_add_travel (UiCanvas *self);
/* Another level is shown, with its own view; `from` was the view of the one before. */
void ui_canvas_travel (UiCanvas *self, DeskView from);
void ui_canvas_stop_travel (UiCanvas *self); /* at its end */
/* Draws the canvas, or what is seen on the way to it. */
void ui_canvas_draw_frame (UiCanvas *self, GtkSnapshot *snapshot);

/* ---- canvas-preview.c ---- */

void ui_canvas_draw_preview (UiCanvas *self,
                             GtkSnapshot *snapshot,
                             const FigureTheme *theme);

/* ---- canvas-picture.c ---- */

/* Makes the picture fit the diagram and the view. What takes long while the zoom
 * changes is spread over frames; meanwhile the last picture is shown larger or smaller.
 */
void ui_canvas_update_picture (UiCanvas *self, const FigureTheme *theme);
void ui_canvas_show_picture (UiCanvas *self, GtkSnapshot *snapshot);
void ui_canvas_drop_picture (UiCanvas *self);

bool ui_canvas_is_moving_items (const UiCanvas *self);
bool ui_canvas_is_moving_note (const UiCanvas *self);
bool ui_canvas_is_selected (const UiCanvas *self, const DocModel *doc, uint32_t item);
/* Does the wire follow the items that are dragged? */
bool ui_canvas_is_wire_moving (const UiCanvas *self,
                               const DocModel *doc,
                               const DocWire *wire);
