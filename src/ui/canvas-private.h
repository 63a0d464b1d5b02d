#pragma once

#include "ui/canvas.h"
#include "ui/tool.h"
#include "ui/view.h"

/* Shared by canvas.c (widget), canvas-input.c (pointer and keys) and canvas-draw.c. */

/* The finished diagram as one picture, a margin around the window included, so that a
 * small pan needs no drawing. */
typedef struct {
  GskRenderNode *node;
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

struct _UiCanvas {
  GtkWidget parent_instance;

  UiStudio *studio;
  FigureSymbols *symbols;
  UiCatalogue *catalogue;
  UiTool *tool;
  UiView view;
  bool keeps_fit; /* shows everything until the user chooses another view */
  uint64_t stamp; /* counts whatever changes the picture */
  UiCanvasPicture picture;
  GArray *badges;  /* of UiCanvasBadge */
  GtkWidget *menu; /* made when first asked for */

  /* Pointer. */
  GtkGesture *drag;
  double pointer_x, pointer_y;
  double start_x, start_y; /* where the button went down */
  bool has_pointer;
  bool is_space_down;
  bool is_panning;
  bool is_double;      /* the button is down for the second time */
  double pan_x, pan_y; /* offset of the view at the start of the pan */
  double pinch_zoom;   /* when the pinch began */
  DocPoint pinch_at;   /* of the diagram, between the fingers */

  /* What is dragged in from the palette; NULL: nothing. */
  UiComponent *ghost;
  DocPoint ghost_at;
};

void ui_canvas_add_controllers (UiCanvas *self);
void ui_canvas_view_changed (UiCanvas *self);
void ui_canvas_open_insert_at (UiCanvas *self, DocPoint at);
GdkRectangle ui_canvas_pixel_box (UiCanvas *self, DocRect box);
void ui_canvas_open_menu (UiCanvas *self, double x, double y);

void ui_canvas_draw (UiCanvas *self, GtkSnapshot *snapshot);
