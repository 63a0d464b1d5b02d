/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Which part of the diagram a canvas shows: pixel = zoom * unit + offset. */
typedef struct {
  double zoom; /* pixels per diagram unit */
  double x, y; /* pixel of the diagram's origin */
} DeskView;

extern const double DESK_VIEW_MIN, DESK_VIEW_MAX; /* limits of the zoom */

/* From pixels to diagram units and back. */
DocPoint desk_view_to_diagram (const DeskView *view, double x_px, double y_px);
DocPoint desk_view_to_pixel (const DeskView *view, DocPoint at);

/* The part of the diagram that a window of this size shows. */
DocRect desk_view_visible (const DeskView *view, double width_px, double height_px);

/* Changes the zoom; what lies under the pixel stays there. */
void desk_view_zoom_at (DeskView *view, double factor, double x_px, double y_px);

/* Shows the whole rectangle with a margin, never larger than `max_zoom`. An empty one
 * puts its place into the middle, at 100 %. */
void desk_view_fit (DeskView *view,
                    DocRect rect,
                    double width_px,
                    double height_px,
                    double max_zoom);

/* Shows all of a diagram so, with its labels at the size that they get at that zoom; an
 * empty one at 100 %, whatever its sheet measures. */
void desk_view_fit_diagram (DeskView *view,
                            const DocModel *doc,
                            double width_px,
                            double height_px,
                            double max_zoom);

/* Moves the rectangle into a window of this size as little as it takes, at the same
 * zoom; false, and nothing is moved, if there is not enough room for that. */
bool desk_view_keep (DeskView *view, DocRect rect, double width_px, double height_px);

/* A rectangle with room for the labels around the components in it. */
DocRect desk_view_with_labels (DocRect rect);

/* Brings a point into the middle. */
void desk_view_center (DeskView *view, DocPoint at, double width_px, double height_px);

/* To the nearest point of the 10-unit grid. */
DocPoint desk_view_snap (DocPoint at);
