/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between units of the diagram and pixels of a canvas: a zoom and an offset. Zooming
 * keeps the point under the pointer where it is; fitting centres a rectangle with a
 * margin. */
#include "desk/tool/view.h"

#include <math.h>

#include "doc/view/note.h"

const double DESK_VIEW_MIN = 0.05;
const double DESK_VIEW_MAX = 8;

static const double grid = 10;
static const double label_room = 20;
static const double most_margin_px = 48;
static const double margin_share = 0.07; /* of the smaller side */

DocPoint
desk_view_to_diagram (const DeskView *view, double x_px, double y_px)
{
  return (DocPoint){(x_px - view->x) / view->zoom, (y_px - view->y) / view->zoom};
}

DocPoint
desk_view_to_pixel (const DeskView *view, DocPoint at)
{
  return (DocPoint){view->zoom * at.x + view->x, view->zoom * at.y + view->y};
}

DocRect
desk_view_visible (const DeskView *view, double width_px, double height_px)
{
  const DocPoint a = desk_view_to_diagram (view, 0, 0);
  const DocPoint b = desk_view_to_diagram (view, width_px, height_px);

  return (DocRect){a.x, a.y, b.x, b.y};
}

void
desk_view_zoom_at (DeskView *view, double factor, double x_px, double y_px)
{
  const DocPoint under = desk_view_to_diagram (view, x_px, y_px);

  view->zoom = CLAMP (view->zoom * factor, DESK_VIEW_MIN, DESK_VIEW_MAX);
  view->x = x_px - view->zoom * under.x;
  view->y = y_px - view->zoom * under.y;
}

void
desk_view_center (DeskView *view, DocPoint at, double width_px, double height_px)
{
  view->x = round (width_px / 2 - view->zoom * at.x);
  view->y = round (height_px / 2 - view->zoom * at.y);
}

void
desk_view_fit (DeskView *view,
               DocRect rect,
               double width_px,
               double height_px,
               double max_zoom)
{
  const double width = rect.x2 - rect.x1;
  const double height = rect.y2 - rect.y1;
  const double margin =
      fmin (most_margin_px, margin_share * fmin (width_px, height_px));
  const double room_x = fmax (width_px - 2 * margin, 1);
  const double room_y = fmax (height_px - 2 * margin, 1);
  double zoom = width > 0 || height > 0 ? max_zoom : 1;

  if (width > 0)
    zoom = fmin (zoom, room_x / width);
  if (height > 0)
    zoom = fmin (zoom, room_y / height);
  view->zoom = CLAMP (zoom, DESK_VIEW_MIN, DESK_VIEW_MAX);
  desk_view_center (view, (DocPoint){rect.x1 + width / 2, rect.y1 + height / 2},
                    width_px, height_px);
}

bool
desk_view_keep (DeskView *view, DocRect rect, double width_px, double height_px)
{
  const DocPoint a = desk_view_to_pixel (view, (DocPoint){rect.x1, rect.y1});
  const DocPoint b = desk_view_to_pixel (view, (DocPoint){rect.x2, rect.y2});

  if (b.x - a.x > width_px || b.y - a.y > height_px)
    return false;
  view->x += fmax (-a.x, 0) - fmax (b.x - width_px, 0);
  view->y += fmax (-a.y, 0) - fmax (b.y - height_px, 0);
  return true;
}

DocRect
desk_view_with_labels (DocRect rect)
{
  return (DocRect){rect.x1 - label_room, rect.y1 - label_room, rect.x2 + label_room,
                   rect.y2 + label_room};
}

void
desk_view_fit_diagram (DeskView *view,
                       const DocModel *doc,
                       double width_px,
                       double height_px,
                       double max_zoom)
{
  const DocRect bounds = doc_bounds (doc);
  const bool is_empty = doc_n_items (doc) == 0 && doc_n_notes (doc) == 0;
  const double x = (bounds.x1 + bounds.x2) / 2, y = (bounds.y1 + bounds.y2) / 2;
  DocRect rect = is_empty ? (DocRect){x, y, x, y} : desk_view_with_labels (bounds);

  desk_view_fit (view, rect, width_px, height_px, max_zoom);
  if (is_empty)
    return;
  rect = doc_rect_join (rect, doc_note_bounds_with_labels (doc, view->zoom));
  desk_view_fit (view, rect, width_px, height_px, max_zoom);
}

DocPoint
desk_view_snap (DocPoint at)
{
  return (DocPoint){grid * round (at.x / grid), grid * round (at.y / grid)};
}
