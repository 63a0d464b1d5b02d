/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/motion/motion-view.h"

/* Shared by motion-view.c (the widget), motion-view-input.c (pointer and keys),
 * motion-view-export.c (files) and, below them, motion-view-state.c (what is shown). */
struct _UiMotionView {
  GtkWidget parent;

  DeskStudio *studio;
  GtkWidget *overlay;
  GtkWidget *area;   /* the picture */
  GtkWidget *values; /* of what the pointer is over */
  GtkWidget *hint;   /* instead of a picture */
  GtkWidget *keep;   /* a revealer: keep the pull? */
  GtkWidget *free_body;
  GtkWidget *free_body_label;
  GtkWidget *free_body_area;
  GSimpleActionGroup *actions;
  guint tick;
  GCancellable *export; /* the last one, or NULL */

  /* What is drawn: that of the current run, once it has caught up with where it was
   * branched. */
  DeskProgram *program; /* or NULL */
  RunTrace *trace;      /* or NULL */
  size_t n_rows_drawn;
  uint32_t n_skipped; /* frames since the last one that was drawn */
  bool moves;

  FigureLook look;
  bool *trails; /* of the elements, once one was chosen; else NULL */
  uint32_t n_trails;
  FigureView view;
  bool is_fitted; /* the view follows the picture until the user moves it */

  /* The drag that is going on. */
  FigureHit pressed;
  FigureHit gripped; /* the body there */
  char *port;        /* by which it is pulled, or NULL */
  FigurePoint from;  /* px */
  FigurePoint panned;
  FigurePoint pointer; /* px */
  bool has_moved;
  bool is_pulling;
  uint32_t free_element;
};

/* ---- motion-view-state.c ---- */
FigureMotion *ui_motion_view_motion (UiMotionView *self); /* or NULL */
/* Takes the pose of the time line. False: there is none. */
bool ui_motion_view_pose (UiMotionView *self);
void ui_motion_view_redraw (UiMotionView *self);

/* Shows the current run's picture; one that only repeats what was seen is waited for.
 */
void ui_motion_view_find_source (UiMotionView *self);
void ui_motion_view_set_hovered (UiMotionView *self, uint32_t element);

/* What the popover shows; FIGURE_NO_ELEMENT closes it. */
void ui_motion_view_show_free_body (UiMotionView *self, uint32_t element);

/* ---- motion-view-input.c ---- */
void ui_motion_view_add_input (UiMotionView *self);

/* ---- motion-view-export.c ---- */
/* By the name of the action. */
void ui_motion_view_export (UiMotionView *self, const char *action);
