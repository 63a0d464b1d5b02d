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

/* Where it is shown, in pixels: a rectangle, in whose lower right corner something
 * floats over the diagram. */
typedef struct {
  double width, height;
  double corner_width, corner_height; /* 0: nothing does */
} DeskViewRoom;

/* What is to be seen: some items with their labels, or all that there is, with wires,
 * notes and tags. Texts have the size that they get at the zoom. */
typedef struct {
  const DocModel *doc;
  const uint32_t *items; /* NULL: all there is */
  uint32_t n_items;
} DeskViewContent;

/* An item with its labels, as they are seen at a zoom. */
DocRect desk_view_item_bounds (const DocModel *doc, uint32_t item, double zoom);

/* Whether all of it is within the room, and not in the corner. */
bool desk_view_shows (const DeskView *view,
                      const DeskViewContent *what,
                      const DeskViewRoom *room);

/* Shows all of it, with a margin, never larger than `max_zoom`; an empty diagram at
 * 100 %, whatever its sheet measures. */
void desk_view_fit_content (DeskView *view,
                            const DeskViewContent *what,
                            const DeskViewRoom *room,
                            double max_zoom);

/* Moves the view by as little as it takes to show all of it, at the same zoom; false,
 * and nothing is moved, if there is not enough room for that. */
bool desk_view_keep (DeskView *view,
                     const DeskViewContent *what,
                     const DeskViewRoom *room);

/* A rectangle with room for the labels around the components in it. */
DocRect desk_view_with_labels (DocRect rect);

/* Brings a point into the middle. */
void desk_view_center (DeskView *view, DocPoint at, double width_px, double height_px);

/* To the nearest point of the 10-unit grid. */
DocPoint desk_view_snap (DocPoint at);
