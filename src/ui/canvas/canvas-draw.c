/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the canvas of a frame: the cached picture of the diagram, and over it what
 * changes with the pointer: selection, items and wires that move, the wire being drawn
 * with the ports that may take it, badges of problems, what is dragged in. These are
 * snapshot nodes in pixels, wires a Cairo node over the part that they cover. Nothing
 * here changes the diagram. */
#include <glib/gi18n.h>
#include <math.h>

#include "desk/describe.h"
#include "doc/view/label.h"
#include "doc/wire/stretch.h"
#include "doc/wire/tag-extent.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/control.h"

static const float badge_px = 8;

static GdkRGBA
rgba (FigureColor color, double alpha)
{
  return (GdkRGBA){(float) color.r, (float) color.g, (float) color.b, (float) alpha};
}

/* ---- small shapes on top, in pixels ---- */

static GskRoundedRect
rounded (DocPoint a, DocPoint b, float radius)
{
  GskRoundedRect rect;

  gsk_rounded_rect_init_from_rect (&rect,
                                   &GRAPHENE_RECT_INIT ((float) a.x, (float) a.y,
                                                        (float) (b.x - a.x),
                                                        (float) (b.y - a.y)),
                                   radius);
  return rect;
}

static void
fill (GtkSnapshot *snapshot, const GskRoundedRect *shape, GdkRGBA color)
{
  gtk_snapshot_push_rounded_clip (snapshot, shape);
  gtk_snapshot_append_color (snapshot, &color, &shape->bounds);
  gtk_snapshot_pop (snapshot);
}

static void
outline (GtkSnapshot *snapshot, const GskRoundedRect *shape, float width, GdkRGBA color)
{
  gtk_snapshot_append_border (snapshot, shape, (float[4]){width, width, width, width},
                              (GdkRGBA[4]){color, color, color, color});
}

static GskRoundedRect
circle (DocPoint at, float radius)
{
  return rounded ((DocPoint){at.x - radius, at.y - radius},
                  (DocPoint){at.x + radius, at.y + radius}, radius);
}

static GskRoundedRect
around (const UiCanvas *self, DocRect box, double margin_px)
{
  const DocPoint a = desk_view_to_pixel (&self->view, (DocPoint){box.x1, box.y1});
  const DocPoint b = desk_view_to_pixel (&self->view, (DocPoint){box.x2, box.y2});

  return rounded ((DocPoint){round (a.x - margin_px), round (a.y - margin_px)},
                  (DocPoint){round (b.x + margin_px), round (b.y + margin_px)}, 8);
}

static PangoLayout *
layout_new (UiCanvas *self, const char *text)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);

  pango_layout_set_width (layout, 420 * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  return layout;
}

/* A sentence in a box; it stays inside the canvas. */
static void
draw_label (UiCanvas *self,
            GtkSnapshot *snapshot,
            const char *text,
            DocPoint at,
            GdkRGBA back)
{
  g_autoptr (PangoLayout) layout = layout_new (self, text);
  const GdkRGBA white = {1, 1, 1, 1};
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  at.x = fmin (at.x, gtk_widget_get_width (GTK_WIDGET (self)) - width - 24);
  at.y = fmin (at.y, gtk_widget_get_height (GTK_WIDGET (self)) - height - 16);

  const GskRoundedRect box = rounded (
      (DocPoint){at.x, at.y}, (DocPoint){at.x + width + 20, at.y + height + 12}, 8);

  fill (snapshot, &box, back);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) at.x + 10, (float) at.y + 6));
  gtk_snapshot_append_layout (snapshot, layout, &white);
  gtk_snapshot_restore (snapshot);
}

/* A Cairo context in diagram units over the part of the canvas that `box` covers. */
static cairo_t *
begin_cairo (UiCanvas *self, GtkSnapshot *snapshot, DocRect box, double margin_px)
{
  const DocPoint a = desk_view_to_pixel (&self->view, (DocPoint){box.x1, box.y1});
  const DocPoint b = desk_view_to_pixel (&self->view, (DocPoint){box.x2, box.y2});
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot,
      &GRAPHENE_RECT_INIT ((float) (a.x - margin_px), (float) (a.y - margin_px),
                           (float) (b.x - a.x + 2 * margin_px),
                           (float) (b.y - a.y + 2 * margin_px)));

  cairo_translate (cr, self->view.x, self->view.y);
  cairo_scale (cr, self->view.zoom, self->view.zoom);
  return cr;
}

static DocRect
bounds_of (const DocPoint *points, uint32_t n)
{
  DocRect box = {points[0].x, points[0].y, points[0].x, points[0].y};

  for (uint32_t i = 1; i < n; i++)
    box = (DocRect){fmin (box.x1, points[i].x), fmin (box.y1, points[i].y),
                    fmax (box.x2, points[i].x), fmax (box.y2, points[i].y)};
  return box;
}

static void
stroke_path (UiCanvas *self,
             GtkSnapshot *snapshot,
             const DocPoint *points,
             uint32_t n,
             double width_px,
             GdkRGBA color)
{
  cairo_t *cr = begin_cairo (self, snapshot, bounds_of (points, n), width_px + 2);

  for (uint32_t i = 0; i < n; i++)
    cairo_line_to (cr, points[i].x, points[i].y);
  cairo_set_line_width (cr, width_px / self->view.zoom);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  gdk_cairo_set_source_rgba (cr, &color);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

/* With its tag. */
static void
stroke_edge (UiCanvas *self,
             GtkSnapshot *snapshot,
             uint32_t number,
             uint32_t edge,
             double width_px,
             GdkRGBA color)
{
  const DocModel *doc = self->studio->document->doc;
  const DocWire *wire = doc_wire (doc, number);
  const DocEdge *e = &wire->edges[edge];
  g_autofree DocPoint *points = g_memdup2 (e->points, e->n_points * sizeof *points);

  if (wire->tag != NULL) {
    const GskRoundedRect tag = around (
        self, doc_tag_extent (doc, number, edge, self->view.zoom), width_px / 2);

    fill (snapshot, &tag, color);
    points[e->n_points - 1] = doc_wire_tag_foot (wire, edge);
  }
  stroke_path (self, snapshot, points, e->n_points, width_px, color);
}

/* With all that has the same tags. */
static void
stroke_wire (UiCanvas *self,
             GtkSnapshot *snapshot,
             uint32_t wire,
             double width_px,
             GdkRGBA color)
{
  const DocModel *doc = self->studio->document->doc;
  const char *tag = doc_wire (doc, wire)->tag;

  for (uint32_t k = 0; k < doc_n_wires (doc); k++) {
    const DocWire *w = doc_wire (doc, k);

    if (k == wire || (tag != NULL && g_strcmp0 (w->tag, tag) == 0))
      for (uint32_t i = 0; i < w->n_edges; i++)
        stroke_edge (self, snapshot, k, i, width_px, color);
  }
}

/* ---- what is going on ---- */

/* The whole wire, and stronger the branch that Delete would take. */
static void
draw_selected_wire (UiCanvas *self,
                    GtkSnapshot *snapshot,
                    uint32_t wire,
                    const FigureTheme *theme)
{
  const DocWire *w = doc_wire (self->studio->document->doc, wire);
  const uint32_t branch = desk_tool_branch (self->tool);

  stroke_wire (self, snapshot, wire, 5, rgba (theme->accent, 0.35));
  if (branch < w->n_edges)
    stroke_edge (self, snapshot, wire, branch, 5, rgba (theme->accent, 0.5));
}

static void
draw_selection (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const uint32_t wire = desk_selection_wire (self->studio->selection);
  const uint32_t note = desk_selection_note (self->studio->selection);
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  for (uint32_t i = 0; i < n && !ui_canvas_is_moving_items (self); i++) {
    const uint32_t k = doc_find_item (doc, names[i]);

    if (k == UINT32_MAX)
      continue;

    const GskRoundedRect box =
        around (self, desk_view_item_bounds (doc, k, self->view.zoom), 6);

    fill (snapshot, &box, rgba (theme->accent, 0.10));
    outline (snapshot, &box, 1.5f, rgba (theme->accent, 0.9));
  }
  /* The wire, and a note, which is marked by a dot. */
  if (wire != UINT32_MAX && wire < doc_n_wires (doc) &&
      wire != desk_tool_wire (self->tool))
    draw_selected_wire (self, snapshot, wire, theme);
  if (note != UINT32_MAX && note < doc_n_notes (doc)) {
    const DocPoint by = desk_tool_offset (self->tool);
    const DocPoint at = doc_note (doc, note)->at;
    const GskRoundedRect dot = circle (
        desk_view_to_pixel (&self->view, (DocPoint){at.x + by.x, at.y + by.y}), 5);

    fill (snapshot, &dot, rgba (theme->accent, 0.9));
  }
}

/* The two ends of an edge move with their items; a junction moves if all ends do. */
static DocPoint
end_offset (const UiCanvas *self, const DocModel *doc, const DocWire *wire, int32_t end)
{
  const DocPoint by = desk_tool_offset (self->tool);
  bool moves = true;

  if (end > 0)
    moves = wire->ends[end - 1].item != UINT32_MAX &&
            ui_canvas_is_selected (self, doc, wire->ends[end - 1].item);
  else
    for (uint32_t i = 0; i < wire->n_ends; i++)
      moves = moves && wire->ends[i].item != UINT32_MAX &&
              ui_canvas_is_selected (self, doc, wire->ends[i].item);
  return moves ? by : (DocPoint){0, 0};
}

static void
draw_moving_wire (UiCanvas *self, cairo_t *cr, uint32_t wire, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const DocWire *w = doc_wire (doc, wire);

  for (uint32_t i = 0; i < w->n_edges; i++) {
    const DocEdge *edge = &w->edges[i];
    const DocPoint by = end_offset (self, doc, w, edge->from);
    uint32_t n;

    if (w->tag != NULL) {
      cairo_save (cr);
      cairo_translate (cr, by.x, by.y);
      figure_diagram_draw_tag (cr, doc, wire, i, theme, self->view.zoom);
      cairo_restore (cr);
      continue;
    }
    g_autofree DocPoint *path = doc_stretch (edge->points, edge->n_points, by,
                                             end_offset (self, doc, w, edge->to), &n);

    figure_diagram_draw_path (cr, w, path, n, theme, w->width);
  }
}

static DocRect
shifted (DocRect box, DocPoint by)
{
  return (DocRect){box.x1 + by.x, box.y1 + by.y, box.x2 + by.x, box.y2 + by.y};
}

/* What holds all that is dragged, with its wires, as far as it is seen. */
static DocRect
moving_bounds (UiCanvas *self, const DocModel *doc)
{
  const DocPoint by = desk_tool_offset (self->tool);
  const DocRect seen = ui_canvas_seen (self);
  DocRect box = DOC_RECT_NONE;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = doc_find_item (doc, names[i]);

    if (k == UINT32_MAX)
      continue;
    const DocRect extent = figure_diagram_item_look (doc, k, self->view.zoom).extent;
    box = doc_rect_join (box, shifted (extent, by));
  }
  for (uint32_t i = 0; ui_canvas_is_moving_items (self) && i < doc_n_wires (doc); i++)
    if (ui_canvas_is_wire_moving (self, doc, doc_wire (doc, i))) {
      const DocRect extent = figure_diagram_wire_look (doc, i, self->view.zoom).extent;

      box = doc_rect_join (box, doc_rect_join (extent, shifted (extent, by)));
    }
  return (DocRect){fmax (box.x1, seen.x1), fmax (box.y1, seen.y1),
                   fmin (box.x2, seen.x2), fmin (box.y2, seen.y2)};
}

static void
draw_moving_items (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const DocPoint by = desk_tool_offset (self->tool);
  const DocRect box = moving_bounds (self, doc);
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  if (box.x1 >= box.x2 || box.y1 >= box.y2)
    return;
  cairo_t *cr = begin_cairo (self, snapshot, box, 0);
  if (ui_canvas_is_moving_items (self))
    for (uint32_t i = 0; i < doc_n_wires (doc); i++)
      if (ui_canvas_is_wire_moving (self, doc, doc_wire (doc, i)))
        draw_moving_wire (self, cr, i, theme);
  cairo_translate (cr, by.x, by.y);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = doc_find_item (doc, names[i]);

    if (k != UINT32_MAX)
      figure_item_draw (cr, doc, k, self->symbols, theme, self->view.zoom);
  }
  cairo_destroy (cr);
}

static void
draw_moving_note (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t note = desk_selection_note (self->studio->selection);
  const DocPoint by = desk_tool_offset (self->tool);
  const DocRect extent = figure_diagram_note_look (doc, note, self->view.zoom).extent;
  cairo_t *cr = begin_cairo (self, snapshot, shifted (extent, by), 0);

  cairo_translate (cr, by.x, by.y);
  figure_diagram_draw_note (cr, doc, note, theme, self->view.zoom);
  cairo_destroy (cr);
}

static void
draw_bending (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const DocWire *wire = doc_wire (doc, desk_tool_wire (self->tool));
  const uint32_t edge = desk_tool_edge (self->tool);
  uint32_t n;
  const DocPoint *path = desk_tool_path (self->tool, &n);

  for (uint32_t i = 0; i < wire->n_edges; i++)
    if (i != edge)
      stroke_path (self, snapshot, wire->edges[i].points, wire->edges[i].n_points,
                   wire->width * self->view.zoom, rgba (theme->text, 0.7));
  if (n > 1)
    stroke_path (self, snapshot, path, n, 2.5, rgba (theme->accent, 1));
}

/* Small handles say where a wire can begin. */
static void
draw_hover (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const DocHit *hover = desk_tool_hover (self->tool);

  if (hover->kind == DOC_HIT_WIRE)
    stroke_wire (self, snapshot, hover->wire, 5, rgba (theme->accent, 0.22));
  if (hover->kind != DOC_HIT_ITEM && hover->kind != DOC_HIT_PORT)
    return;

  const DocItem *item = doc_item (doc, hover->item);

  for (uint32_t i = 0; i < item->n_ports; i++) {
    const bool is_hit = hover->kind == DOC_HIT_PORT && hover->port == i;
    const DocPoint at = desk_view_to_pixel (&self->view, item->ports[i].at);
    const GskRoundedRect dot = circle (at, is_hit ? 7 : 5);

    fill (snapshot, &dot,
          is_hit ? rgba (theme->accent, 0.9) : rgba (theme->background, 1));
    outline (snapshot, &dot, 1.5f, rgba (theme->accent, 0.9));
  }
}

/* Ports that can take the wire glow, the others fade. */
static void
draw_candidates (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const DocRect seen = ui_canvas_seen (self);
  uint32_t n;
  g_autofree uint32_t *items = doc_hit_items (doc, seen, false, &n);

  for (uint32_t i = 0; i < n; i++) {
    const DocItem *item = doc_item (doc, items[i]);

    for (uint32_t k = 0; k < item->n_ports; k++) {
      const DocPoint at = desk_view_to_pixel (&self->view, item->ports[k].at);
      const bool fits = desk_tool_port_fits (self->tool, items[i], k);
      const GskRoundedRect halo = circle (at, fits ? 11 : 8);
      const GskRoundedRect dot = circle (at, fits ? 5 : 3);

      fill (snapshot, &halo,
            fits ? rgba (theme->accent, 0.3) : rgba (theme->background, 0.8));
      fill (snapshot, &dot, fits ? rgba (theme->accent, 1) : rgba (theme->faint, 0.9));
      if (fits)
        outline (snapshot, &halo, 1.5f, rgba (theme->accent, 0.9));
    }
  }
}

static void
draw_wiring (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  static const GdkRGBA red = {0.75f, 0.11f, 0.16f, 0.95f};
  const char *target = desk_tool_target (self->tool);
  const char *refusal = desk_tool_refusal (self->tool);
  uint32_t n;
  const DocPoint *path = desk_tool_path (self->tool, &n);

  draw_candidates (self, snapshot, theme);
  if (n > 1)
    stroke_path (self, snapshot, path, n, 2.5,
                 refusal != NULL ? red
                                 : rgba (theme->accent, target != NULL ? 1.0 : 0.75));
  /* Where it would end; else why not, or what may be done. */
  if (n > 0 && target != NULL) {
    const GskRoundedRect ring =
        circle (desk_view_to_pixel (&self->view, path[n - 1]), 9);

    outline (snapshot, &ring, 2.5f, rgba (theme->accent, 1));
  }
  if (refusal != NULL) {
    g_autofree char *sentence = desk_describe_sentence (refusal);

    draw_label (self, snapshot, sentence,
                (DocPoint){self->pointer_x + 16, self->pointer_y + 20}, red);
  } else if (!gtk_gesture_is_active (self->drag))
    draw_label (self, snapshot,
                _ ("Click: add corner   Backspace: remove corner   Esc: cancel"),
                (DocPoint){12, gtk_widget_get_height (GTK_WIDGET (self))},
                (GdkRGBA){0.2f, 0.2f, 0.2f, 0.85f});
}

static void
draw_band (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  const DocRect band = desk_tool_band (self->tool);
  const DocPoint a = desk_view_to_pixel (&self->view, (DocPoint){band.x1, band.y1});
  const DocPoint b = desk_view_to_pixel (&self->view, (DocPoint){band.x2, band.y2});
  const GskRoundedRect box = rounded (a, b, 3);

  fill (snapshot, &box, rgba (theme->accent, 0.12));
  outline (snapshot, &box, 1, rgba (theme->accent, 0.8));
}

static void
draw_badges (UiCanvas *self, GtkSnapshot *snapshot)
{
  static const GdkRGBA colors[] = {[BASE_NOTE] = {0.21f, 0.52f, 0.89f, 1},
                                   [BASE_WARNING] = {0.90f, 0.60f, 0.0f, 1},
                                   [BASE_ERROR] = {0.88f, 0.11f, 0.14f, 1}};
  static const GdkRGBA white = {1, 1, 1, 1};
  DocModel *doc = self->studio->document->doc;
  const double width = gtk_widget_get_width (GTK_WIDGET (self)) + badge_px;
  const double height = gtk_widget_get_height (GTK_WIDGET (self)) + badge_px;

  for (guint i = 0; i < self->badges->len; i++) {
    const UiCanvasBadge *badge = &g_array_index (self->badges, UiCanvasBadge, i);
    const DocRect box = doc_item (doc, badge->item)->box;
    const DocPoint corner =
        desk_view_to_pixel (&self->view, (DocPoint){box.x2, box.y1});
    /* Labels stand above and beside. */
    const DocPoint at = {corner.x - badge_px / 2, corner.y + badge_px - 2};

    if (at.x < -badge_px || at.y < -badge_px || at.x > width || at.y > height)
      continue;
    /* A disc with an exclamation mark. */
    const GskRoundedRect rim = circle (at, badge_px + 1.5f);
    const GskRoundedRect disc = circle (at, badge_px);
    const GskRoundedRect bar =
        rounded ((DocPoint){at.x - 1, at.y - 4.5}, (DocPoint){at.x + 1, at.y + 1}, 1);
    const GskRoundedRect dot = circle ((DocPoint){at.x, at.y + 3.5}, 1.2f);

    fill (snapshot, &rim, (GdkRGBA){1, 1, 1, 0.85f});
    fill (snapshot, &disc, colors[badge->severity]);
    fill (snapshot, &bar, white);
    fill (snapshot, &dot, white);
  }
}

/* What is dragged in, where it would come to lie; the wire that it would be put into.
 */
static void
draw_ghost (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const LibCard *card = desk_catalogue_component_card (self->ghost);
  const DocPoint at = self->ghost_at;
  const DocRect box = {at.x - 50, at.y - 50, at.x + 50, at.y + 50};
  const DocHit hit = doc_hit (doc, at, 2);
  const GskRoundedRect frame = around (self, box, 4);
  const int px = MAX (8, (int) (100 * self->view.zoom *
                                gtk_widget_get_scale_factor (GTK_WIDGET (self))));
  cairo_surface_t *symbol =
      figure_symbol (self->symbols, card->icon, px, theme->is_dark);
  cairo_t *cr;

  if (hit.kind == DOC_HIT_WIRE)
    stroke_wire (self, snapshot, hit.wire, 6, rgba (theme->accent, 0.5));
  outline (snapshot, &frame, 1.5f, rgba (theme->accent, 0.8));
  cr = begin_cairo (self, snapshot, box, 0);
  cairo_translate (cr, box.x1, box.y1);
  cairo_scale (cr, 100.0 / px, 100.0 / px);
  cairo_set_source_surface (cr, symbol, 0, 0);
  cairo_paint_with_alpha (cr, 0.75);
  cairo_destroy (cr);
}

void
ui_canvas_draw (UiCanvas *self, GtkSnapshot *snapshot)
{
  const FigureTheme theme = ui_control_theme ();
  const DeskToolMode mode = desk_tool_mode (self->tool);

  ui_canvas_update_picture (self, &theme);
  ui_canvas_show_picture (self, snapshot);
  if (desk_tool_splice (self->tool) != UINT32_MAX)
    stroke_wire (self, snapshot, desk_tool_splice (self->tool), 6,
                 rgba (theme.accent, 0.5));
  draw_selection (self, snapshot, &theme);
  if (mode == DESK_TOOL_MOVING && !ui_canvas_is_moving_note (self))
    draw_moving_items (self, snapshot, &theme);
  else if (mode == DESK_TOOL_MOVING)
    draw_moving_note (self, snapshot, &theme);
  else if (mode == DESK_TOOL_BENDING)
    draw_bending (self, snapshot, &theme);
  else
    draw_badges (self, snapshot);
  if (mode == DESK_TOOL_WIRING)
    draw_wiring (self, snapshot, &theme);
  else if (mode == DESK_TOOL_BANDING)
    draw_band (self, snapshot, &theme);
  else if (mode == DESK_TOOL_IDLE)
    draw_hover (self, snapshot, &theme);
  if (self->ghost != NULL)
    draw_ghost (self, snapshot, &theme);
  ui_canvas_draw_preview (self, snapshot, &theme);
}
