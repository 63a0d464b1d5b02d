/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/plot/measures.h"
#include "desk/plot/plot-view.h"
#include "ui/plots/measure-view.h"
#include "ui/plots/plots.h"

/* Shared by plots.c (widget), plots-input.c (pointer and keys), plots-menu.c,
 * plots-export.c and, below them, plots-draw.c. */

#define UI_PLOTS_MIN_HEIGHT 120 /* px, of each */

struct _UiPlots {
  GtkWidget parent;

  DeskStudio *studio;
  DeskPlotView *view;
  GtkWidget *menu;
  guint tick;
  size_t n_rows_drawn;
  GskRenderNode *curves; /* all that does not move with the time; NULL: to be made */

  DeskMeasures *measures;
  UiMeasureView *measure_view;

  /* The point of a curve under the pointer, and in which plot. */
  bool has_pointer, is_hovering;
  uint32_t hovered;
  FigurePlotPoint point;
  double pointer[2]; /* px; of the last motion: events of a wheel do not tell theirs */

  /* The drag that is going on, in pixels of the widget. */
  bool is_dragging;
  DeskPlotPart part;
  uint32_t plot;
  double from[2], to[2];
  double panned[2];
  bool has_panned;
  uint32_t named;      /* the curve whose name is pressed; UINT32_MAX: none */
  bool is_moving_name; /* and dragged */
  uint32_t grabbed;    /* the cursor that is dragged; UINT32_MAX: none */
  double
      before[2]; /* the cursors before the last click, which may become a double one */
  guint32 press_ms; /* of that; 0: none */
  bool is_double;
  uint32_t current; /* pressed, or given a variable, last: what the menu is about */

  /* The wheel's last turn: what follows soon is one step of the history with it. */
  guint32 wheel_ms;
  uint32_t wheel_plot;
  DeskPlotPart wheel_part;

  GArray *n_shown; /* variables of each plot when they changed last */
  uint32_t wanted; /* the plot to be scrolled to */
  guint scroll_tick;
};

/* Draws all of it again in the next frame. */
void ui_plots_redraw (UiPlots *self);
/* Collects what is drawn, where the next frame is too late. */
void ui_plots_update (UiPlots *self);
/* Finds what is under the pointer. */
void ui_plots_hover (UiPlots *self);
void ui_plots_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);

void ui_plots_add_controllers (UiPlots *self);
/* The plot under a drag may be another one now, or none. */
void ui_plots_give_up_drag (UiPlots *self);

void ui_plots_open_menu (UiPlots *self, double x, double y);
/* In the middle of the plot that commands are about. */
DocPoint ui_plots_current_place (UiPlots *self);
void ui_plots_install_actions (GtkWidgetClass *class);
