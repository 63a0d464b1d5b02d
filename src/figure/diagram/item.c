/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws one item: its symbol, mirrored first and then turned into its box, its ports in
 * shape and colour of their connector, those that are there only if they are wanted
 * with a lead to the symbol, and its labels upright, where the diagram has room for
 * them. Details are left out where the zoom is too small for them. */
#include "figure/diagram/item.h"

#include <math.h>

#include "doc/view/label.h"
#include "figure/diagram/diagram.h"
#include "figure/text.h"
#include "lib/offer/icon.h"

#define NAME_FONT     DOC_LABEL_FONT " 10" /* points: DOC_LABEL_NAME */
#define VALUE_FONT    DOC_LABEL_FONT " 9"  /* DOC_LABEL_VALUE */
#define MIN_PORT_ZOOM 0.25
#define PORT_SIZE     11.0
#define PORT_RIM      1.6
#define JOINED_SIZE   1.6 /* of a port's dot, as multiple of the port */
#define STACK_SHEETS  2   /* behind the first part of an array */
#define STACK_STEP    (DOC_STACK / STACK_SHEETS)
#define STACK_ASIDE   5.0
#define STACK_RIM     1.5
#define CHAIN_WIDTH   2.5 /* of the line along the rim */

DocRect
figure_item_extent (const DocItem *item, double zoom)
{
  const double room = PORT_SIZE + doc_label_reach (doc_label_scale (zoom));

  return (DocRect){item->box.x1 - room, item->box.y1 - room, item->box.x2 + room,
                   item->box.y2 + room};
}

/* From the unit square of the symbol to the diagram: mirrored first, then turned. */
static void
symbol_transform (cairo_t *cr, const DocItem *item)
{
  const DocRect *box = &item->box;
  bool is_upright =
      fmod (fabs (item->rot), 180) < 45 || fmod (fabs (item->rot), 180) > 135;
  double width = is_upright ? box->x2 - box->x1 : box->y2 - box->y1;
  double height = is_upright ? box->y2 - box->y1 : box->x2 - box->x1;

  cairo_translate (cr, (box->x1 + box->x2) / 2, (box->y1 + box->y2) / 2);
  cairo_rotate (cr, item->rot * G_PI / 180);
  cairo_scale (cr, item->flip_x ? -width : width, item->flip_y ? -height : height);
  cairo_translate (cr, -0.5, -0.5);
}

/* Where a point of the rim of a box lies on the way around it, clockwise from its upper
 * left corner. */
static double
way_around (DocRect box, DocPoint at)
{
  const double width = box.x2 - box.x1, height = box.y2 - box.y1;
  const double above = fabs (at.y - box.y1), right = fabs (at.x - box.x2),
               below = fabs (at.y - box.y2), left = fabs (at.x - box.x1);
  const double least = fmin (fmin (above, right), fmin (below, left));

  return least == above   ? at.x - box.x1
         : least == right ? width + at.y - box.y1
         : least == below ? width + height + box.x2 - at.x
                          : 2 * width + height + box.y2 - at.y;
}

static const DocPort *
port_named (const DocItem *item, const char *name)
{
  for (uint32_t p = 0; p < item->n_ports; p++)
    if (g_str_equal (item->ports[p].name, name))
      return &item->ports[p];
  return NULL;
}

/* That each part's last port is joined with the first one of the next: a dashed line
 * along the rim between them, not over the top, where the other sheets are. */
static void
draw_chain (cairo_t *cr,
            const DocItem *item,
            const DocChained *link,
            const FigureTheme *theme)
{
  static const double dashes[] = {6, 4};
  const DocRect box = item->box;
  const DocPort *ports[] = {port_named (item, link->last),
                            port_named (item, link->first)};
  const double width = box.x2 - box.x1, height = box.y2 - box.y1;
  const DocPoint corners[] = {
      {box.x2, box.y1}, {box.x2, box.y2}, {box.x1, box.y2}, {box.x1, box.y1}};
  const double ways[] = {width, width + height, 2 * width + height,
                         2 * (width + height)};

  if (ports[0] == NULL || ports[1] == NULL)
    return;
  /* From the one that comes first on the way around, past corners. */
  const bool is_swapped =
      way_around (box, ports[0]->at) > way_around (box, ports[1]->at);
  const DocPoint from = ports[is_swapped]->at, to = ports[!is_swapped]->at;
  cairo_move_to (cr, from.x, from.y);
  for (guint k = 0; k < G_N_ELEMENTS (corners); k++)
    if (ways[k] > way_around (box, from) && ways[k] < way_around (box, to))
      cairo_line_to (cr, corners[k].x, corners[k].y);
  cairo_line_to (cr, to.x, to.y);
  figure_theme_source (cr, figure_theme_domain_color (theme, ports[0]->port->stroke),
                       item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, CHAIN_WIDTH);
  cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* Of several parts: a sheet around the symbol, and behind it the rims of two more. */
static void
draw_stack (cairo_t *cr, const DocItem *item, const FigureTheme *theme)
{
  const DocRect *box = &item->box;

  for (int k = 1; k <= STACK_SHEETS; k++) {
    const double aside = k * STACK_ASIDE, y = box->y1 - k * STACK_STEP;

    cairo_move_to (cr, box->x1 + aside, y + STACK_STEP);
    cairo_line_to (cr, box->x1 + aside, y);
    cairo_line_to (cr, box->x2 - aside, y);
    cairo_line_to (cr, box->x2 - aside, y + STACK_STEP);
  }
  cairo_rectangle (cr, box->x1, box->y1, box->x2 - box->x1, box->y2 - box->y1);
  figure_theme_source (cr, theme->faint,
                       item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, STACK_RIM);
  cairo_stroke (cr);
  for (uint32_t k = 0; k < item->array->n_links; k++)
    draw_chain (cr, item, &item->array->links[k], theme);
}

static void
draw_symbol (cairo_t *cr,
             const DocItem *item,
             FigureSymbols *symbols,
             const FigureTheme *theme)
{
  cairo_save (cr);
  symbol_transform (cr, item);
  figure_symbol_draw (symbols, cr, item->icon, theme->is_dark,
                      item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  cairo_restore (cr);
}

/* From a port to a symbol that does not reach it; dashed from one that not every
 * instance has, which symbols do not show. */
static void
draw_lead (cairo_t *cr,
           const DocItem *item,
           const LibPort *port,
           FigureSymbols *symbols,
           const FigureTheme *theme)
{
  static const double width = 0.026, dashes[] = {0.056, 0.04}; /* as in symbols */
  const DocPoint at = {(port->icon.x1 + port->icon.x2) / 2000,
                       (port->icon.y1 + port->icon.y2) / 2000};
  const double x = 0.5 - at.x, y = 0.5 - at.y;
  const DocPoint way = fabs (x) > fabs (y) ? (DocPoint){copysign (1, x), 0}
                                           : (DocPoint){0, copysign (1, y)};
  const double gap = figure_symbol_gap (symbols, item->icon, at, way);

  cairo_save (cr);
  symbol_transform (cr, item);
  cairo_set_line_width (cr, width);
  cairo_set_dash (cr, dashes, port->is_optional ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_move_to (cr, at.x, at.y);
  cairo_line_to (cr, at.x + gap * way.x, at.y + gap * way.y);
  figure_theme_source (cr, figure_theme_domain_color (theme, port->stroke),
                       item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_leads (cairo_t *cr,
            const DocItem *item,
            FigureSymbols *symbols,
            const FigureTheme *theme)
{
  LibDrawing drawing;
  const bool is_drawn = lib_icon_to_drawing (item->icon, &drawing);

  for (uint32_t p = 0; p < item->n_ports; p++)
    if (is_drawn || item->ports[p].port->is_optional)
      draw_lead (cr, item, item->ports[p].port, symbols, theme);
}

/* A disc that is filled: quicker than one that is stroked. */
static void
disc (cairo_t *cr, DocPoint at, double size, FigureColor color)
{
  cairo_new_path (cr);
  cairo_arc (cr, at.x, at.y, size / 2, 0, 2 * G_PI);
  figure_theme_source (cr, color, 1);
  cairo_fill (cr);
}

static void
square (cairo_t *cr, DocPoint at, double size, FigureColor color)
{
  cairo_rectangle (cr, at.x - size / 2, at.y - size / 2, size, size);
  figure_theme_source (cr, color, 1);
  cairo_fill (cr);
}

/* A triangle that points the way a signal goes. */
static void
draw_signal (cairo_t *cr,
             DocPoint at,
             DocPoint way,
             double size,
             FigureColor rim,
             FigureColor inside)
{
  DocPoint side = {-way.y * 0.6 * size, way.x * 0.6 * size};
  DocPoint back = {at.x - way.x * 0.6 * size, at.y - way.y * 0.6 * size};

  cairo_new_path (cr);
  cairo_move_to (cr, at.x + way.x * 0.6 * size, at.y + way.y * 0.6 * size);
  cairo_line_to (cr, back.x + side.x, back.y + side.y);
  cairo_line_to (cr, back.x - side.x, back.y - side.y);
  cairo_close_path (cr);
  figure_theme_source (cr, inside, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, rim, 1);
  cairo_set_line_width (cr, PORT_RIM);
  cairo_stroke (cr);
}

/* Other ports than those of signals are discs or squares as their connector says: a
 * domain is told by shape and colour. Where paths meet, a dot shows beside the port
 * that these are joined. */
static void
draw_port (cairo_t *cr,
           const DocItem *item,
           const DocPort *port,
           const FigureTheme *theme,
           double size)
{
  static const LibPort UNKNOWN = {0};
  const LibPort *card = port->port != NULL ? port->port : &UNKNOWN;
  FigureColor color = figure_theme_domain_color (theme, card->stroke);
  double sense = (card->is_output - card->is_input) * (item->is_own_port ? -1 : 1);

  if (port->is_junction)
    disc (cr, port->at, JOINED_SIZE * size, color);
  if (sense != 0) {
    draw_signal (cr, port->at,
                 (DocPoint){sense * port->outward.x, sense * port->outward.y}, size,
                 color, card->is_open ? theme->background : color);
    return;
  }
  void (*const fill) (cairo_t *, DocPoint, double, FigureColor) =
      card->is_round ? disc : square;
  fill (cr, port->at, size + PORT_RIM, color);
  if (card->is_open)
    fill (cr, port->at, size - PORT_RIM, theme->background);
}

/* In its box: a font that is wider than that of the labels is drawn narrower. */
static void
draw_label (cairo_t *cr,
            const DocItem *item,
            const DocLabelLine *line,
            const FigureTheme *theme)
{
  const char *font = line->is_name ? NAME_FONT : VALUE_FONT;
  const FigureColor color = line->is_name    ? theme->text
                            : line->is_given ? theme->faint
                                             : theme->caution;
  double width, height;

  figure_text_size (cr, font, line->text, &width, &height);
  const double room = (line->box.x2 - line->box.x1) / line->scale;
  const double narrow = width > room ? room / width : 1;
  cairo_save (cr);
  cairo_translate (cr, line->box.x1, (line->box.y1 + line->box.y2) / 2);
  cairo_scale (cr, line->scale * narrow, line->scale);
  figure_theme_source (cr, color, item->is_commented ? FIGURE_ITEM_COMMENTED : 1);
  figure_text (cr, font, 0, 0, (FigureAnchor){0, 0.5}, line->text);
  cairo_restore (cr);
}

static void
draw_body (cairo_t *cr,
           const DocItem *item,
           FigureSymbols *symbols,
           const FigureTheme *theme)
{
  if (item->array != NULL)
    draw_stack (cr, item, theme);
  draw_leads (cr, item, symbols, theme);
  draw_symbol (cr, item, symbols, theme);
}

void
figure_item_draw_alone (cairo_t *cr,
                        const DocItem *item,
                        FigureSymbols *symbols,
                        const FigureTheme *theme)
{
  draw_body (cr, item, symbols, theme);
  for (uint32_t p = 0; p < item->n_ports; p++)
    draw_port (cr, item, &item->ports[p], theme, PORT_SIZE);
}

void
figure_item_draw (cairo_t *cr,
                  const DocModel *doc,
                  uint32_t index,
                  FigureSymbols *symbols,
                  const FigureTheme *theme,
                  double zoom)
{
  const DocItem *item = doc_item (doc, index);

  if (!item->is_own_port)
    draw_body (cr, item, symbols, theme);
  for (uint32_t p = 0; zoom >= MIN_PORT_ZOOM && p < item->n_ports; p++)
    draw_port (cr, item, &item->ports[p], theme,
               item->is_own_port ? 2 * PORT_SIZE : PORT_SIZE);
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t n = doc_label_lines (doc, index, doc_label_scale (zoom), lines);
  for (uint32_t i = 0; i < n; i++)
    draw_label (cr, item, &lines[i], theme);
}
