/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between units of the diagram and pixels of a canvas: a zoom and an offset. Zooming
 * keeps the point under the pointer where it is; fitting centres a rectangle with a
 * margin. What a diagram fills depends on the zoom, as its texts do not get smaller
 * than can be read, so a fit is repeated until its zoom stays. Where something would
 * then lie in the corner that the canvas does not show, the room above it or beside it
 * is used, whichever is the better one. */
#include "desk/tool/view.h"

#include <math.h>

#include "doc/view/hit.h"
#include "doc/view/label.h"
#include "doc/view/note.h"
#include "doc/wire/tag-extent.h"

const double DESK_VIEW_MIN = 0.05;
const double DESK_VIEW_MAX = 8;

static const double grid = 10;
static const double label_room = 20;
static const double most_margin_px = 48;
static const double margin_share = 0.07; /* of the smaller side */
static const double rim_px = 6;          /* of what is moved into sight without a fit */

enum { MOST_FITS = 6 };
static const double same_zoom =
    1e-3; /* relative: a fit that changes less is the last */

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

DocRect
desk_view_with_labels (DocRect rect)
{
  return (DocRect){rect.x1 - label_room, rect.y1 - label_room, rect.x2 + label_room,
                   rect.y2 + label_room};
}

/* ---- what is to be seen ---- */

DocRect
desk_view_item_bounds (const DocModel *doc, uint32_t item, double zoom)
{
  DocRect all = doc_item (doc, item)->box;
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t n = doc_label_lines (doc, item, doc_label_scale (zoom), lines);

  for (uint32_t i = 0; i < n; i++)
    all = doc_rect_join (all, lines[i].box);
  return all;
}

/* With room around bodies, for their ports. */
static DocRect
bounds_of (const DeskViewContent *what, double zoom)
{
  const DocModel *doc = what->doc;
  DocRect all = DOC_RECT_NONE;

  for (uint32_t i = 0; i < what->n_items; i++) {
    const DocRect body = desk_view_with_labels (doc_item (doc, what->items[i])->box);

    all = doc_rect_join (all, body);
    all = doc_rect_join (all, desk_view_item_bounds (doc, what->items[i], zoom));
  }
  if (what->items != NULL)
    return all;
  return doc_rect_join (desk_view_with_labels (doc_bounds (doc)),
                        doc_note_bounds_with_labels (doc, zoom));
}

static bool
meets (DocRect a, DocRect b)
{
  return a.x1 < b.x2 && b.x1 < a.x2 && a.y1 < b.y2 && b.y1 < a.y2;
}

static bool
items_meet (const DocModel *doc,
            const uint32_t *items,
            uint32_t n,
            DocRect rect,
            double zoom)
{
  for (uint32_t i = 0; i < n; i++)
    if (meets (desk_view_item_bounds (doc, items[i], zoom), rect))
      return true;
  return false;
}

/* Whether anything of the diagram is seen in a rectangle at that zoom. */
static bool
diagram_meets (const DocModel *doc, DocRect rect, double zoom)
{
  const double reach = doc_label_reach (doc_label_scale (zoom));
  const DocRect near = {rect.x1 - reach, rect.y1 - reach, rect.x2 + reach,
                        rect.y2 + reach};
  uint32_t n_items, n_wires;
  g_autofree uint32_t *items = doc_hit_items (doc, near, false, &n_items);
  g_autofree uint32_t *wires = doc_hit_wires (doc, rect, &n_wires);
  bool is_met = n_wires > 0 || items_meet (doc, items, n_items, rect, zoom);

  for (uint32_t i = 0; i < doc_n_notes (doc) && !is_met; i++)
    is_met = meets (doc_note_extent (doc, i, zoom), rect);
  for (uint32_t i = 0; i < doc_n_wires (doc) && !is_met; i++) {
    const DocWire *wire = doc_wire (doc, i);

    for (uint32_t e = 0; wire->tag != NULL && e < wire->n_edges && !is_met; e++)
      is_met = meets (doc_tag_extent (doc, i, e, zoom), rect);
  }
  return is_met;
}

/* Whether some of it lies in the corner. */
static bool
is_hidden (const DeskView *view, const DeskViewContent *what, const DeskViewRoom *room)
{
  const DocPoint a = desk_view_to_diagram (view, room->width - room->corner_width,
                                           room->height - room->corner_height);
  const DocPoint b = desk_view_to_diagram (view, room->width, room->height);
  const DocRect corner = {a.x, a.y, b.x, b.y};

  if (room->corner_width == 0 || room->corner_height == 0)
    return false;
  return what->items != NULL
             ? items_meet (what->doc, what->items, what->n_items, corner, view->zoom)
             : diagram_meets (what->doc, corner, view->zoom);
}

static bool
holds (DocRect outer, DocRect inner)
{
  return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
         inner.y2 <= outer.y2;
}

bool
desk_view_shows (const DeskView *view,
                 const DeskViewContent *what,
                 const DeskViewRoom *room)
{
  return holds (desk_view_visible (view, room->width, room->height),
                bounds_of (what, view->zoom)) &&
         !is_hidden (view, what, room);
}

/* ---- showing it ---- */

/* All of the room, what is above the corner, what is beside it. */
enum { N_AREAS = 3 };

static void
list_areas (const DeskViewRoom *room, DeskViewRoom areas[N_AREAS])
{
  const double width = fmax (room->width - room->corner_width, 1);
  const double height = fmax (room->height - room->corner_height, 1);

  areas[0] = (DeskViewRoom){.width = room->width, .height = room->height};
  areas[1] = (DeskViewRoom){.width = room->width, .height = height};
  areas[2] = (DeskViewRoom){.width = width, .height = room->height};
}

static DeskView
fitted (const DeskViewContent *what, const DeskViewRoom *area, double max_zoom)
{
  DeskView view = {.zoom = max_zoom};
  double before = 0;

  for (int i = 0; i < MOST_FITS && fabs (view.zoom - before) > same_zoom * before;
       i++) {
    before = view.zoom;
    desk_view_fit (&view, bounds_of (what, before), area->width, area->height,
                   max_zoom);
  }
  return view;
}

void
desk_view_fit_content (DeskView *view,
                       const DeskViewContent *what,
                       const DeskViewRoom *room,
                       double max_zoom)
{
  const DocModel *doc = what->doc;
  const DocRect sheet = doc_bounds (doc);
  const DocPoint middle = {(sheet.x1 + sheet.x2) / 2, (sheet.y1 + sheet.y2) / 2};
  DeskViewRoom areas[N_AREAS];

  if (doc_n_items (doc) == 0 && doc_n_notes (doc) == 0) {
    view->zoom = 1;
    desk_view_center (view, middle, room->width, room->height);
    return;
  }
  list_areas (room, areas);
  *view = fitted (what, &areas[0], max_zoom);
  if (!is_hidden (view, what, room))
    return;
  const DeskView above = fitted (what, &areas[1], max_zoom);
  const DeskView beside = fitted (what, &areas[2], max_zoom);
  *view = above.zoom >= beside.zoom ? above : beside;
}

static bool
move_into (DeskView *view, DocRect rect, const DeskViewRoom *area)
{
  const DocPoint a = desk_view_to_pixel (view, (DocPoint){rect.x1, rect.y1});
  const DocPoint b = desk_view_to_pixel (view, (DocPoint){rect.x2, rect.y2});
  const double right = area->width - rim_px, below = area->height - rim_px;

  if (b.x - a.x > right - rim_px || b.y - a.y > below - rim_px)
    return false;
  view->x += fmax (rim_px - a.x, 0) - fmax (b.x - right, 0);
  view->y += fmax (rim_px - a.y, 0) - fmax (b.y - below, 0);
  return true;
}

bool
desk_view_keep (DeskView *view, const DeskViewContent *what, const DeskViewRoom *room)
{
  const DocRect rect = bounds_of (what, view->zoom);
  DeskViewRoom areas[N_AREAS];

  list_areas (room, areas);
  for (int i = 0; i < N_AREAS; i++) {
    DeskView moved = *view;

    if (move_into (&moved, rect, &areas[i]) && !is_hidden (&moved, what, room)) {
      *view = moved;
      return true;
    }
  }
  return false;
}

DocPoint
desk_view_snap (DocPoint at)
{
  return (DocPoint){grid * round (at.x / grid), grid * round (at.y / grid)};
}
