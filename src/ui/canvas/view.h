/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Which part of the diagram a canvas shows: pixel = zoom * unit + offset. */
typedef struct {
  double zoom; /* pixels per diagram unit */
  double x, y; /* pixel of the diagram's origin */
} UiView;

extern const double UI_VIEW_MIN, UI_VIEW_MAX; /* limits of the zoom */

DocPoint ui_view_to_diagram (const UiView *view, double x_px, double y_px);
DocPoint ui_view_to_pixel (const UiView *view, DocPoint at);

/* The part of the diagram that a window of this size shows. */
DocRect ui_view_visible (const UiView *view, double width_px, double height_px);

/* Changes the zoom; what lies under the pixel stays there. */
void ui_view_zoom_at (UiView *view, double factor, double x_px, double y_px);

/* Shows the whole rectangle with a margin, never larger than `max_zoom`. An empty one
 * puts its place into the middle, at 100 %. */
void ui_view_fit (UiView *view,
                  DocRect rect,
                  double width_px,
                  double height_px,
                  double max_zoom);

/* A rectangle with room for the labels around the components in it. */
DocRect ui_view_with_labels (DocRect rect);

/* Brings a point into the middle. */
void ui_view_center (UiView *view, DocPoint at, double width_px, double height_px);

/* To the nearest point of the 10-unit grid. */
DocPoint ui_view_snap (DocPoint at);
