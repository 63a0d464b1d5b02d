/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a diagram on a Cairo surface: wires with rounded corners, dots where paths
 * part, arcs over what they cross and arrows at inputs, then the items, each with the
 * wires that pass over it again, then notes. What lies outside the clip is skipped;
 * linear in the rest. */
#include "figure/diagram/diagram.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "doc/view/hit.h"
#include "doc/view/label.h"
#include "doc/view/note.h"
#include "doc/wire/tag-extent.h"
#include "figure/diagram/item.h"
#include "figure/output.h"
#include "figure/text.h"

#define CORNER           5.0 /* radius of a wire's corners */
#define HOP              4.0 /* radius of the arc over another wire */
#define JUNCTION         3.5
#define MARK             8.0 /* wider than the wire */
#define ARROW            7.0
#define PAGE_MARGIN      10.0 /* px around a saved picture */
#define NOTE_FONT        "Cantarell 12"
#define TAG_FONT         "Cantarell 9"
#define TAG_POINT        7.0 /* of a tag, where its signal goes */
#define TAG_PAD          5.0 /* beside its text */
#define TAG_RIM          1.5
#define COUNT_STROKE     7.0 /* half of it, across a wire that stands for several */
#define COUNT_WIDTH      2.0
#define COUNT_ROOM       80.0 /* beside it, for the number */
#define COUNT_SCALE_MOST 2.5

/* A saved picture fits between the margins of a printed page, as 160 mm by 240 mm, and
 * its names are of 7 points there, whatever the size of the diagram: it is drawn as a
 * canvas shows it at the zoom that fits, where names are of 11 px (doc_label_scale ()),
 * but no smaller than names are seen at. A PNG has 300 dots to the inch. */
static const double page_px_per_point = 11.0 / 7;
static const double page_width = 160 / 25.4 * 72, page_height = 240 / 25.4 * 72;
static const double page_zoom_most = 0.8, page_zoom_least = 0.25;
static const double units_per_point = 96.0 / 72, dots_per_point = 300.0 / 72;

static double
distance (DocPoint a, DocPoint b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

static DocPoint
towards (DocPoint from, DocPoint to, double length)
{
  double d = distance (from, to);

  if (d == 0)
    return from;
  return (DocPoint){from.x + (to.x - from.x) * length / d,
                    from.y + (to.y - from.y) * length / d};
}

/* The place that a level line from `from` crosses next on its way to `to`; `to` if
 * there is none. */
static DocPoint
next_crossing (const DocWire *wire, DocPoint from, DocPoint to)
{
  const double way = to.x > from.x ? 1 : -1;
  DocPoint next = to;

  for (uint32_t i = 0; i < wire->n_crossings; i++) {
    const DocPoint *at = &wire->crossings[i];

    if (at->y == from.y && (at->x - from.x) * way > 0 && (next.x - at->x) * way > 0)
      next = *at;
  }
  return next;
}

/* A line that hops over those of other nets. */
static void
line_to (cairo_t *cr, const DocWire *wire, DocPoint from, DocPoint to)
{
  while (wire != NULL && from.y == to.y) {
    const DocPoint at = next_crossing (wire, from, to);
    const double radius = fmin (HOP, fmin (distance (from, at), distance (at, to)));

    if (at.x == to.x)
      break;
    if (to.x > from.x)
      cairo_arc (cr, at.x, at.y, radius, G_PI, 2 * G_PI);
    else
      cairo_arc_negative (cr, at.x, at.y, radius, 0, -G_PI);
    from = at;
  }
  cairo_line_to (cr, to.x, to.y);
}

/* A polyline with rounded corners; of a wire with its hops (NULL: without). */
static void
rounded_path (cairo_t *cr, const DocWire *wire, const DocPoint *p, uint32_t n)
{
  DocPoint from = p[0];

  cairo_move_to (cr, from.x, from.y);
  for (uint32_t i = 1; i + 1 < n; i++) {
    double shorter = fmin (distance (p[i - 1], p[i]), distance (p[i], p[i + 1]));
    double radius = fmin (CORNER, shorter / 2);
    DocPoint a = towards (p[i], p[i - 1], radius);
    DocPoint b = towards (p[i], p[i + 1], radius);

    line_to (cr, wire, from, a);
    cairo_curve_to (cr, p[i].x, p[i].y, p[i].x, p[i].y, b.x, b.y);
    from = b;
  }
  line_to (cr, wire, from, p[n - 1]);
}

/* A wire to a part that is commented out joins nothing. */
static bool
is_commented (const DocModel *doc, const DocWire *wire)
{
  for (uint32_t i = 0; i < wire->n_ends; i++)
    if (wire->ends[i].item != UINT32_MAX &&
        doc_item (doc, wire->ends[i].item)->is_commented)
      return true;
  return false;
}

static void
set_wire_style (cairo_t *cr,
                const DocWire *wire,
                const FigureTheme *theme,
                double width)
{
  figure_theme_source (cr, figure_theme_domain_color (theme, wire->stroke), 1);
  cairo_set_line_width (cr, width);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
}

void
figure_diagram_draw_path (cairo_t *cr,
                          const DocWire *style,
                          const DocPoint *points,
                          uint32_t n,
                          const FigureTheme *theme,
                          double width)
{
  if (n < 2)
    return;
  set_wire_style (cr, style, theme, width);
  rounded_path (cr, NULL, points, n);
  cairo_stroke (cr);
}

static bool
is_input (const DocModel *doc, const DocWire *wire, int32_t end)
{
  if (end < 1 || (uint32_t) end > wire->n_ends ||
      wire->ends[end - 1].item == UINT32_MAX)
    return false;
  const DocItem *item = doc_item (doc, wire->ends[end - 1].item);
  const DocPort *port = &item->ports[wire->ends[end - 1].port];
  return port->port != NULL &&
         (item->is_own_port ? port->port->is_output : port->port->is_input);
}

static void
arrow (cairo_t *cr, DocPoint from, DocPoint tip)
{
  DocPoint back = towards (tip, from, ARROW);
  double dx = (tip.x - back.x) * 0.4;
  double dy = (tip.y - back.y) * 0.4;

  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, back.x - dy, back.y + dx);
  cairo_line_to (cr, back.x + dy, back.y - dx);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* ---- tags ---- */

/* The outline of a tag, pointed at the side that `way` leads to. */
static void
trace_tag (cairo_t *cr, DocRect box, DocPoint way)
{
  const double x1 = box.x1 + (way.x < 0 ? TAG_POINT : 0);
  const double x2 = box.x2 - (way.x > 0 ? TAG_POINT : 0);
  const double y1 = box.y1 + (way.y < 0 ? TAG_POINT : 0);
  const double y2 = box.y2 - (way.y > 0 ? TAG_POINT : 0);
  const double x = (box.x1 + box.x2) / 2, y = (box.y1 + box.y2) / 2;

  /* Clockwise from its upper left corner, past the point. */
  cairo_move_to (cr, x1, y1);
  if (way.y < 0) {
    cairo_line_to (cr, x - TAG_POINT, y1);
    cairo_line_to (cr, x, box.y1);
    cairo_line_to (cr, x + TAG_POINT, y1);
  }
  cairo_line_to (cr, x2, y1);
  if (way.x > 0)
    cairo_line_to (cr, box.x2, y);
  cairo_line_to (cr, x2, y2);
  if (way.y > 0) {
    cairo_line_to (cr, x + TAG_POINT, y2);
    cairo_line_to (cr, x, box.y2);
    cairo_line_to (cr, x - TAG_POINT, y2);
  }
  cairo_line_to (cr, x1, y2);
  if (way.x < 0)
    cairo_line_to (cr, box.x1, y);
  cairo_close_path (cr);
}

/* In the middle of what is left beside the point; a font that is wider than the room
 * was measured by is drawn narrower, and a long name cut. */
static void
draw_tag_name (cairo_t *cr, DocRect box, DocPoint way, const char *name)
{
  const double x = (box.x1 + box.x2 - way.x * TAG_POINT) / 2;
  const double y = (box.y1 + box.y2 - way.y * TAG_POINT) / 2;
  const double room = box.x2 - box.x1 - TAG_POINT - 2 * TAG_PAD;
  double width, height;

  figure_text_size (cr, TAG_FONT, name, &width, &height);
  if (width > 1.2 * room) {
    figure_text_cut (cr, TAG_FONT, x - room / 2, y + height / 2, room, name);
    return;
  }
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, fmin (1, room / width), 1);
  figure_text (cr, TAG_FONT, 0, 0, (FigureAnchor){0.5, 0.5}, name);
  cairo_restore (cr);
}

void
figure_diagram_draw_tag (cairo_t *cr,
                         const DocModel *doc,
                         uint32_t index,
                         uint32_t number,
                         const FigureTheme *theme,
                         double zoom)
{
  const DocWire *wire = doc_wire (doc, index);
  const DocEdge *edge = &wire->edges[number];
  const uint32_t last = edge->n_points - 1;
  const DocRect box = wire->tags[number];
  const double opacity = is_commented (doc, wire) ? FIGURE_ITEM_COMMENTED : 1;
  const FigureColor color = figure_theme_domain_color (theme, wire->stroke);
  const double sense = is_input (doc, wire, edge->from) ? -1 : wire->is_signal ? 1 : 0;
  const DocPoint before = edge->points[last - 1], far = edge->points[last];
  const DocPoint way = {sense * ((far.x > before.x) - (far.x < before.x)),
                        sense * ((far.y > before.y) - (far.y < before.y))};
  g_autofree DocPoint *line =
      g_memdup2 (edge->points, edge->n_points * sizeof *edge->points);

  /* The line up to the tag, */
  const DocPoint foot = doc_wire_tag_foot (wire, number);
  const double scale = doc_tag_extent_scale (doc, index, number, zoom);
  line[last] = foot;
  set_wire_style (cr, wire, theme, wire->width);
  figure_theme_source (cr, color, opacity);
  rounded_path (cr, wire, line, edge->n_points);
  cairo_stroke (cr);
  if (sense < 0)
    arrow (cr, line[1], line[0]);
  /* and the tag with its name. */
  cairo_save (cr);
  cairo_translate (cr, foot.x, foot.y);
  cairo_scale (cr, scale, scale);
  cairo_translate (cr, -foot.x, -foot.y);
  trace_tag (cr, box, way);
  figure_theme_source (cr, theme->background, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, color, opacity);
  cairo_set_line_width (cr, TAG_RIM / scale);
  cairo_stroke (cr);
  figure_theme_source (cr, theme->text, opacity);
  draw_tag_name (cr, box, way, wire->tag);
  cairo_restore (cr);
}

/* ---- wires ---- */

/* The longest straight piece of a wire. */
static bool
find_longest (const DocWire *wire, DocPoint *from, DocPoint *to)
{
  double most = 0;

  *from = *to = (DocPoint){0, 0};
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++) {
      const DocPoint *points = &wire->edges[e].points[k];

      if (distance (points[0], points[1]) <= most)
        continue;
      most = distance (points[0], points[1]);
      *from = points[0];
      *to = points[1];
    }
  return most > 0;
}

/* Of a wire that stands for several: a stroke across its longest piece, with their
 * number beside it. */
static void
draw_count (cairo_t *cr, const DocWire *wire, const FigureTheme *theme, double zoom)
{
  const double scale = fmin (doc_label_scale (zoom), COUNT_SCALE_MOST);
  DocPoint a, b;

  if (scale == 0 || wire->count == NULL || wire->tag != NULL ||
      !find_longest (wire, &a, &b))
    return;
  const bool is_level = fabs (b.x - a.x) >= fabs (b.y - a.y);
  cairo_save (cr);
  cairo_translate (cr, (a.x + b.x) / 2, (a.y + b.y) / 2);
  cairo_scale (cr, scale, scale);
  cairo_move_to (cr, is_level ? -COUNT_STROKE / 2 : -COUNT_STROKE,
                 is_level ? COUNT_STROKE : COUNT_STROKE / 2);
  cairo_line_to (cr, is_level ? COUNT_STROKE / 2 : COUNT_STROKE,
                 is_level ? -COUNT_STROKE : -COUNT_STROKE / 2);
  cairo_set_line_width (cr, COUNT_WIDTH);
  cairo_stroke (cr);
  /* Above a level one, to the right of a plumb one. */
  double width, height;
  const DocPoint at = is_level ? (DocPoint){COUNT_STROKE, -COUNT_STROKE / 2}
                               : (DocPoint){1.5 * COUNT_STROKE, COUNT_STROKE};
  figure_text_size (cr, TAG_FONT, wire->count, &width, &height);
  figure_theme_source (cr, theme->text, 1);
  figure_text_cut (cr, TAG_FONT, at.x, at.y, fmin (width + 1, COUNT_ROOM), wire->count);
  cairo_restore (cr);
}

void
figure_diagram_draw_wire (cairo_t *cr,
                          const DocModel *doc,
                          uint32_t index,
                          const FigureTheme *theme,
                          double width,
                          double zoom)
{
  const DocWire *wire = doc_wire (doc, index);

  set_wire_style (cr, wire, theme, width);
  if (is_commented (doc, wire))
    figure_theme_source (cr, figure_theme_domain_color (theme, wire->stroke),
                         FIGURE_ITEM_COMMENTED);
  /* All edges in one stroke, then dots, then arrows, or each with its tag. */
  for (uint32_t e = 0; wire->tag == NULL && e < wire->n_edges; e++)
    if (wire->edges[e].n_points >= 2)
      rounded_path (cr, wire, wire->edges[e].points, wire->edges[e].n_points);
  cairo_stroke (cr);
  for (uint32_t j = 0; j < wire->n_branches; j++) {
    cairo_arc (cr, wire->branches[j].x, wire->branches[j].y, JUNCTION, 0, 2 * G_PI);
    cairo_fill (cr);
  }
  for (uint32_t e = 0; wire->tag != NULL && e < wire->n_edges; e++)
    figure_diagram_draw_tag (cr, doc, index, e, theme, zoom);
  for (uint32_t e = 0; wire->tag == NULL && wire->is_signal && e < wire->n_edges; e++) {
    const DocEdge *edge = &wire->edges[e];
    uint32_t last = edge->n_points - 1;

    if (is_input (doc, wire, edge->to))
      arrow (cr, edge->points[last - 1], edge->points[last]);
    if (is_input (doc, wire, edge->from))
      arrow (cr, edge->points[1], edge->points[0]);
  }
  draw_count (cr, wire, theme, zoom);
}

/* A glow under a wire that had no other way. */
static void
draw_mark (cairo_t *cr, const DocWire *wire, const FigureTheme *theme)
{
  figure_theme_source (cr, theme->caution, 0.5);
  cairo_set_line_width (cr, wire->width + MARK);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (uint32_t e = 0; e < wire->n_edges; e++)
    rounded_path (cr, NULL, wire->edges[e].points, wire->edges[e].n_points);
  cairo_stroke (cr);
}

void
figure_diagram_draw_wires_over (cairo_t *cr,
                                const DocModel *doc,
                                uint32_t item,
                                const FigureTheme *theme,
                                double zoom)
{
  const DocRect box = doc_item (doc, item)->box;
  uint32_t n;
  g_autofree uint32_t *wires = doc_hit_wires (doc, box, &n);

  for (uint32_t i = 0; i < n; i++) {
    if (!doc_hit_is_under_wire (doc, wires[i], item))
      continue;
    cairo_save (cr);
    cairo_rectangle (cr, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1);
    cairo_clip (cr);
    draw_mark (cr, doc_wire (doc, wires[i]), theme);
    figure_diagram_draw_wire (cr, doc, wires[i], theme, doc_wire (doc, wires[i])->width,
                              zoom);
    cairo_restore (cr);
  }
}

static bool
touches (DocRect a, DocRect b)
{
  return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

/* With its arrows and tags. */
static DocRect
wire_box (const DocModel *doc, uint32_t index, double zoom)
{
  const DocWire *wire = doc_wire (doc, index);
  DocRect box = doc_wire_bounds (wire);

  for (uint32_t e = 0; wire->tag != NULL && e < wire->n_edges; e++)
    box = doc_rect_join (box, doc_tag_extent (doc, index, e, zoom));

  const double room = wire->count != NULL ? FIGURE_DIAGRAM_COUNT : ARROW;
  return (DocRect){box.x1 - room, box.y1 - room, box.x2 + room, box.y2 + room};
}

void
figure_diagram_draw_note (cairo_t *cr,
                          const DocModel *doc,
                          uint32_t index,
                          const FigureTheme *theme,
                          double zoom)
{
  const DocNote *note = doc_note (doc, index);
  const double scale = doc_note_scale (doc, index, zoom);

  if (scale == 0)
    return;
  figure_theme_source (cr, theme->text, 1);
  cairo_save (cr);
  cairo_translate (cr, note->at.x, note->at.y);
  cairo_rotate (cr, note->rot * G_PI / 180);
  cairo_scale (cr, scale, scale);
  figure_text (cr, NOTE_FONT, 0, 0, (FigureAnchor){0.5, 0.5}, note->text);
  cairo_restore (cr);
}

void
figure_diagram_draw (cairo_t *cr,
                     const DocModel *doc,
                     FigureSymbols *symbols,
                     const FigureTheme *theme,
                     double zoom,
                     DocRect clip)
{
  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    const DocWire *wire = doc_wire (doc, i);

    if (touches (wire_box (doc, i, zoom), clip))
      figure_diagram_draw_wire (cr, doc, i, theme, wire->width, zoom);
  }
  for (uint32_t i = 0; i < doc_n_items (doc); i++)
    if (touches (figure_item_extent (doc_item (doc, i), zoom), clip)) {
      figure_item_draw (cr, doc, i, symbols, theme, zoom);
      figure_diagram_draw_wires_over (cr, doc, i, theme, zoom);
    }
  for (uint32_t i = 0; i < doc_n_notes (doc); i++)
    figure_diagram_draw_note (cr, doc, i, theme, zoom);
}

typedef struct {
  const DocModel *doc;
  FigureSymbols *symbols;
  const FigureTheme *theme;
  DocRect bounds;
  double zoom;        /* px per unit */
  double dots_per_px; /* dots: pixels of a PNG, else units of figure_output_save () */
} Page;

static void
draw_page (cairo_t *cr, const void *data)
{
  const Page *page = data;

  figure_theme_source (cr, page->theme->background, 1);
  cairo_paint (cr);
  cairo_scale (cr, page->dots_per_px * page->zoom, page->dots_per_px * page->zoom);
  cairo_translate (cr, -page->bounds.x1, -page->bounds.y1);
  figure_diagram_draw (cr, page->doc, page->symbols, page->theme, page->zoom,
                       page->bounds);
}

/* All that is seen at the zoom of the page, with its margin. */
static void
find_page_bounds (Page *page)
{
  const double margin = PAGE_MARGIN / page->zoom;
  DocRect all = doc_rect_join (doc_bounds (page->doc),
                               doc_note_bounds_with_labels (page->doc, page->zoom));

  page->bounds =
      (DocRect){all.x1 - margin, all.y1 - margin, all.x2 + margin, all.y2 + margin};
}

/* The greatest zoom at which the page holds the diagram. Labels reach the farther out
 * the smaller it is: found in a few rounds. */
static void
fit_page (Page *page)
{
  enum { ROUNDS = 8 };

  page->zoom = page_zoom_most;
  find_page_bounds (page);
  for (int i = 0; i < ROUNDS && page->zoom > page_zoom_least; i++) {
    const double wide = page->zoom * (page->bounds.x2 - page->bounds.x1) /
                        (page_width * page_px_per_point);
    const double high = page->zoom * (page->bounds.y2 - page->bounds.y1) /
                        (page_height * page_px_per_point);

    if (fmax (wide, high) <= 1)
      return;
    page->zoom = fmax (page->zoom / fmax (wide, high), page_zoom_least);
    find_page_bounds (page);
  }
}

bool
figure_diagram_save (const DocModel *doc,
                     FigureSymbols *symbols,
                     const FigureTheme *theme,
                     const char *path,
                     GError **error)
{
  Page page = {doc, symbols, theme};

  page.dots_per_px =
      (base_file_has_ending (path, ".png") ? dots_per_point : units_per_point) /
      page_px_per_point;
  fit_page (&page);
  const double dots = page.dots_per_px * page.zoom;
  return figure_output_save (path, dots * (page.bounds.x2 - page.bounds.x1),
                             dots * (page.bounds.y2 - page.bounds.y1), draw_page, &page,
                             error);
}
