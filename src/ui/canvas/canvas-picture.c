/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the diagram behind the canvas, somewhat larger than what is seen, as
 * one render node. A pan within it paints nothing, one beyond it draws only what comes
 * into view. While the zoom changes the last picture is shown stretched, and the next
 * one is drawn beside it in slices of 4 ms a frame. What is dragged is left out and
 * drawn over it. */
#include <math.h>

#include "doc/view/hit.h"
#include "doc/view/label.h"
#include "ui/canvas/canvas-private.h"

static const double cover_px = 160;
static const double port_room = 40; /* diagram units: ports reach so far */
static const double most_stretch =
    2.5; /* a picture is shown so much larger or smaller */
static const double least_seen = 0.95, most_seen = 1.25; /* and so much unnoticed */
static const gint64 slice_us = 4000; /* of a frame, for the next picture */
static const size_t symbol_bytes = 48 << 20;
enum { PER_LOOK = 8 }; /* parts drawn between two looks at the clock */

struct UiCanvasDrawing {
  UiCanvasPicture picture;
  cairo_surface_t *surface;
  cairo_t *cr;
  uint32_t *wires, *items;
  uint32_t n_wires, n_items;
  uint32_t at;  /* wires, then items, then notes */
  DocRect kept; /* holds the picture before: nothing is drawn there */
};

/* ---- what is dragged ---- */

bool
ui_canvas_is_moving_items (const UiCanvas *self)
{
  return desk_tool_mode (self->tool) == DESK_TOOL_MOVING &&
         desk_selection_note (self->studio->selection) == UINT32_MAX &&
         !desk_tool_is_copying (self->tool);
}

bool
ui_canvas_is_moving_note (const UiCanvas *self)
{
  return desk_tool_mode (self->tool) == DESK_TOOL_MOVING &&
         desk_selection_note (self->studio->selection) != UINT32_MAX;
}

bool
ui_canvas_is_selected (const UiCanvas *self, const DocModel *doc, uint32_t item)
{
  return desk_selection_has (self->studio->selection, doc_item (doc, item)->name);
}

bool
ui_canvas_is_wire_moving (const UiCanvas *self,
                          const DocModel *doc,
                          const DocWire *wire)
{
  for (uint32_t i = 0; i < wire->n_ends; i++)
    if (wire->ends[i].item != UINT32_MAX &&
        ui_canvas_is_selected (self, doc, wire->ends[i].item))
      return true;
  return false;
}

/* ---- drawing ---- */

static bool
is_inside (DocRect inner, DocRect outer)
{
  return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
         inner.y2 <= outer.y2;
}

/* Dots on whole pixels, at a distance that the eye can use. */
static void
draw_grid (cairo_t *cr, const FigureTheme *theme, const UiCanvasPicture *picture)
{
  static const double steps[] = {10, 20, 50, 100, 200, 500, 1000};
  const DocRect clip = picture->covers;
  const double zoom = picture->zoom * picture->scale;
  double step = steps[0];

  for (uint32_t i = 1; i < G_N_ELEMENTS (steps) && step * picture->zoom < 16; i++)
    step = steps[i];
  for (double y = step * ceil (clip.y1 / step); y <= clip.y2; y += step)
    for (double x = step * ceil (clip.x1 / step); x <= clip.x2; x += step)
      cairo_rectangle (cr, round ((x - clip.x1) * zoom), round ((y - clip.y1) * zoom),
                       picture->scale, picture->scale);
  cairo_set_source_rgba (cr, theme->faint.r, theme->faint.g, theme->faint.b, 0.6);
  cairo_fill (cr);
}

static void
drawing_free (UiCanvasDrawing *drawing)
{
  cairo_destroy (drawing->cr);
  cairo_surface_destroy (drawing->surface);
  g_free (drawing->wires);
  g_free (drawing->items);
  g_free (drawing);
}

/* Puts what is already drawn into the new picture, and leaves only the rest to draw. */
static void
keep_old (UiCanvasDrawing *drawing, const UiCanvasPicture *old)
{
  const DocRect covers = drawing->picture.covers;
  const double zoom = drawing->picture.zoom * drawing->picture.scale;
  const double stretch = drawing->picture.zoom / old->zoom;
  const double x = (old->covers.x1 - covers.x1) * zoom;
  const double y = (old->covers.y1 - covers.y1) * zoom;
  const double width = cairo_image_surface_get_width (drawing->surface);
  const double height = cairo_image_surface_get_height (drawing->surface);
  /* The rim of a picture that is stretched is mixed with the ground. */
  const double rim = stretch == 1 ? -0.5 : 1;
  const double x1 = fmax (0, ceil (x + rim)), y1 = fmax (0, ceil (y + rim));
  const double x2 = fmin (
      width, floor (x + stretch * cairo_image_surface_get_width (old->surface) - rim));
  const double y2 =
      fmin (height,
            floor (y + stretch * cairo_image_surface_get_height (old->surface) - rim));
  cairo_t *cr = drawing->cr;

  if (x2 <= x1 || y2 <= y1)
    return;
  cairo_save (cr);
  cairo_translate (cr, stretch == 1 ? round (x) : x, stretch == 1 ? round (y) : y);
  cairo_scale (cr, stretch * old->scale, stretch * old->scale);
  cairo_set_source_surface (cr, old->surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_restore (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_rectangle (cr, x1, y1, x2 - x1, y2 - y1);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  cairo_clip (cr);
  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  drawing->kept = (DocRect){covers.x1 + x1 / zoom, covers.y1 + y1 / zoom,
                            covers.x1 + x2 / zoom, covers.y1 + y2 / zoom};
  drawing->picture.is_draft = stretch != 1 || old->is_draft;
}

/* How far parts reach out of their boxes, their labels included. */
static double
reach_at (double zoom)
{
  return fmax (port_room, doc_label_reach (doc_label_scale (zoom)));
}

/* `wanted` says what the picture shall be; its node comes with the end. What `old`
 * holds of it, unless NULL, is taken from there. */
static UiCanvasDrawing *
drawing_new (UiCanvas *self,
             const UiCanvasPicture *wanted,
             const FigureTheme *theme,
             const UiCanvasPicture *old)
{
  const DocModel *doc = self->studio->document->doc;
  const DocRect clip = wanted->covers;
  const double room = reach_at (wanted->zoom);
  const DocRect reach = {clip.x1 - room, clip.y1 - room, clip.x2 + room,
                         clip.y2 + room};
  const double zoom = wanted->zoom * wanted->scale;
  const int width = MAX (1, (int) ceil ((clip.x2 - clip.x1) * zoom));
  const int height = MAX (1, (int) ceil ((clip.y2 - clip.y1) * zoom));
  UiCanvasDrawing *drawing = g_new0 (UiCanvasDrawing, 1);

  drawing->picture = *wanted;
  drawing->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  drawing->cr = cairo_create (drawing->surface);
  /* What lies in reach; the ground; what the old picture has of it. */
  drawing->wires = doc_hit_wires (doc, reach, &drawing->n_wires);
  drawing->items = doc_hit_items (doc, reach, false, &drawing->n_items);
  cairo_set_source_rgb (drawing->cr, theme->background.r, theme->background.g,
                        theme->background.b);
  cairo_paint (drawing->cr);
  if (old != NULL)
    keep_old (drawing, old);
  draw_grid (drawing->cr, theme, wanted);
  cairo_scale (drawing->cr, zoom, zoom);
  cairo_translate (drawing->cr, -clip.x1, -clip.y1);
  figure_symbols_trim (self->symbols, symbol_bytes);
  return drawing;
}

/* Whether nothing of a part, its labels included, reaches out of what is kept. */
static bool
is_kept (const UiCanvasDrawing *drawing, DocRect box)
{
  const double room = reach_at (drawing->picture.zoom);

  return is_inside (
      (DocRect){box.x1 - room, box.y1 - room, box.x2 + room, box.y2 + room},
      drawing->kept);
}

/* What is dragged is left out. */
static void
draw_part (UiCanvas *self, UiCanvasDrawing *drawing, const FigureTheme *theme)
{
  DocModel *doc = self->studio->document->doc;
  const bool hides_items =
      drawing->picture.lacks_moving && ui_canvas_is_moving_items (self);
  uint32_t k = drawing->at;

  /* Wires, then items, then notes. */
  if (k < drawing->n_wires) {
    const uint32_t wire = drawing->wires[k];
    const DocWire *w = doc_wire (doc, wire);

    if (wire != desk_tool_wire (self->tool) &&
        !is_kept (drawing, doc_wire_bounds (w)) &&
        !(hides_items && ui_canvas_is_wire_moving (self, doc, w)))
      figure_diagram_draw_wire (drawing->cr, doc, wire, theme, w->width);
    return;
  }
  k -= drawing->n_wires;
  if (k < drawing->n_items) {
    const uint32_t item = drawing->items[k];

    if (!is_kept (drawing, doc_item (doc, item)->box) &&
        (!hides_items || !ui_canvas_is_selected (self, doc, item))) {
      figure_item_draw (drawing->cr, doc, item, self->symbols, theme,
                        drawing->picture.zoom);
      figure_diagram_draw_wires_over (drawing->cr, doc, item, theme);
    }
    return;
  }
  k -= drawing->n_items;
  if (!ui_canvas_is_moving_note (self) ||
      k != desk_selection_note (self->studio->selection))
    figure_diagram_draw_note (drawing->cr, doc, k, theme, drawing->picture.zoom);
}

/* A node that blits the surface: unlike a texture it is not converted for each frame,
 * and as long as it is the same node nothing is painted at all. */
static GskRenderNode *
node_new (cairo_surface_t *surface, double width, double height)
{
  GskRenderNode *node =
      gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

/* Goes on until the clock shows `until`; true when the picture is finished. */
static bool
drawing_go_on (UiCanvas *self,
               UiCanvasDrawing *drawing,
               const FigureTheme *theme,
               gint64 until)
{
  const uint32_t n =
      drawing->n_wires + drawing->n_items + doc_n_notes (self->studio->document->doc);
  const int scale = drawing->picture.scale;

  for (; drawing->at < n; drawing->at++) {
    if (drawing->at % PER_LOOK == 0 && g_get_monotonic_time () >= until)
      return false;
    draw_part (self, drawing, theme);
  }
  cairo_surface_flush (drawing->surface);
  cairo_surface_set_device_scale (drawing->surface, scale, scale);
  drawing->picture.node =
      node_new (drawing->surface,
                cairo_image_surface_get_width (drawing->surface) / (double) scale,
                cairo_image_surface_get_height (drawing->surface) / (double) scale);
  return true;
}

/* ---- the picture that is kept ---- */

static bool
shows_same (const UiCanvasPicture *a, const UiCanvasPicture *b)
{
  return a->stamp == b->stamp && a->scale == b->scale && a->is_dark == b->is_dark &&
         a->lacks_moving == b->lacks_moving;
}

static bool
is_crisp (const UiCanvasPicture *picture, const UiCanvasPicture *wanted)
{
  return picture->zoom == wanted->zoom && !picture->is_draft;
}

/* `x` where the pixels of two pictures of the same zoom lie on each other. */
static double
aligned (double x, double old, double zoom)
{
  return old + round ((x - old) * zoom) / zoom;
}

static UiCanvasPicture
wanted_picture (UiCanvas *self, const FigureTheme *theme, DocRect seen)
{
  const UiCanvasPicture *old = &self->picture;
  const int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  const double zoom = self->view.zoom;
  DocRect covers = {seen.x1 - cover_px / zoom, seen.y1 - cover_px / zoom,
                    seen.x2 + cover_px / zoom, seen.y2 + cover_px / zoom};

  if (old->zoom == zoom && old->scale == scale) {
    covers.x1 = aligned (covers.x1, old->covers.x1, zoom * scale);
    covers.y1 = aligned (covers.y1, old->covers.y1, zoom * scale);
  }
  return (UiCanvasPicture){.stamp = self->stamp,
                           .zoom = zoom,
                           .scale = scale,
                           .is_dark = theme->is_dark,
                           .lacks_moving =
                               ui_canvas_is_moving_items (self) ||
                               ui_canvas_is_moving_note (self) ||
                               desk_tool_mode (self->tool) == DESK_TOOL_BENDING,
                           .covers = covers};
}

static void
picture_clear (UiCanvasPicture *picture)
{
  g_clear_pointer (&picture->node, gsk_render_node_unref);
  g_clear_pointer (&picture->surface, cairo_surface_destroy);
}

static void
take_picture (UiCanvas *self)
{
  picture_clear (&self->picture);
  self->picture = self->drawing->picture;
  self->picture.surface = cairo_surface_reference (self->drawing->surface);
  g_clear_pointer (&self->drawing, drawing_free);
}

static gboolean
draw_again (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

/* A picture for another zoom, begun anew as soon as the zoom rests: one that is under
 * way while it changes is still better than the one shown. */
static void
refine (UiCanvas *self,
        const FigureTheme *theme,
        const UiCanvasPicture *wanted,
        DocRect seen)
{
  const UiCanvasPicture *under_way =
      self->drawing != NULL ? &self->drawing->picture : NULL;
  const bool rests = self->last_zoom == wanted->zoom;
  const double stretch = wanted->zoom / self->picture.zoom;

  if (under_way != NULL &&
      (!shows_same (under_way, wanted) || !is_inside (seen, under_way->covers) ||
       (rests && under_way->zoom != wanted->zoom)))
    g_clear_pointer (&self->drawing, drawing_free);
  if (self->drawing == NULL && !rests && stretch > least_seen && stretch < most_seen)
    return;
  if (self->drawing == NULL)
    self->drawing = drawing_new (self, wanted, theme, NULL);
  if (drawing_go_on (self, self->drawing, theme, g_get_monotonic_time () + slice_us))
    take_picture (self);
}

/* At once, with what there is of the picture before. */
static void
draw_now (UiCanvas *self,
          const FigureTheme *theme,
          const UiCanvasPicture *wanted,
          const UiCanvasPicture *old)
{
  g_clear_pointer (&self->drawing, drawing_free);
  self->drawing = drawing_new (self, wanted, theme, old);
  drawing_go_on (self, self->drawing, theme, G_MAXINT64);
  take_picture (self);
}

void
ui_canvas_update_picture (UiCanvas *self, const FigureTheme *theme)
{
  const DocRect seen = ui_canvas_seen (self);
  const UiCanvasPicture wanted = wanted_picture (self, theme, seen);
  const UiCanvasPicture *picture = &self->picture;
  const double stretch = wanted.zoom / picture->zoom;

  if (picture->node == NULL || !shows_same (picture, &wanted) ||
      stretch > most_stretch || stretch < 1 / most_stretch)
    draw_now (self, theme, &wanted, NULL);
  else if (!is_inside (seen, picture->covers))
    draw_now (self, theme, &wanted, picture);
  else if (!is_crisp (picture, &wanted))
    refine (self, theme, &wanted, seen);
  if (!is_crisp (picture, &wanted))
    gtk_widget_add_tick_callback (GTK_WIDGET (self), draw_again, NULL, NULL);
  self->last_zoom = wanted.zoom;
}

void
ui_canvas_show_picture (UiCanvas *self, GtkSnapshot *snapshot)
{
  const UiCanvasPicture *picture = &self->picture;
  const float stretch = (float) (self->view.zoom / picture->zoom);
  DocPoint at = desk_view_to_pixel (&self->view,
                                    (DocPoint){picture->covers.x1, picture->covers.y1});

  if (stretch == 1)
    at = (DocPoint){round (at.x), round (at.y)};
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) at.x, (float) at.y));
  if (stretch != 1)
    gtk_snapshot_scale (snapshot, stretch, stretch);
  gtk_snapshot_append_node (snapshot, picture->node);
  gtk_snapshot_restore (snapshot);
}

void
ui_canvas_drop_picture (UiCanvas *self)
{
  picture_clear (&self->picture);
  g_clear_pointer (&self->drawing, drawing_free);
}
