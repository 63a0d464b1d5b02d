/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The picture of the diagram behind the canvas, somewhat larger than what is seen, in
 * tiles that lie at multiples of their size from the origin: a pan draws those that
 * come into view, and an edit those in which something looks otherwise; the others stay
 * the same render nodes, so that GTK does not paint them either. While the zoom changes
 * the last picture is shown stretched, and the next one is drawn beside it. What need
 * not be there at once is drawn in slices of 2 ms a frame: that next picture, what is
 * not in sight yet, and all of it at first. What is dragged is left out and drawn over
 * it. */
#include <math.h>

#include "doc/view/hit.h"
#include "doc/view/label.h"
#include "doc/view/note.h"
#include "doc/wire/tag-extent.h"
#include "ui/canvas/canvas-private.h"

/* Device pixels. A tile goes on for one under the next tiles, so that no seam is seen
 * when it is stretched. */
enum { TILE = 256, SIDE = TILE + 1 };

static const double cover_px = 64; /* of a picture beyond what is seen */
static const double lead_px = 32; /* before its end comes in sight, the next is begun */
static const double cover_out = 0.15; /* of what is seen, while that grows */
static const double port_room = 40;   /* diagram units: ports reach so far */
static const double note_room = 4;    /* accents, and pixels that are rounded */
static const double least_seen = 0.95,
                    most_seen = 1.25; /* a picture is stretched so much unnoticed */
static const gint64 slice_us = 2000;  /* of a frame, for the next picture */
static const size_t symbol_bytes = 48 << 20;

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

/* ---- geometry ---- */

static bool
is_inside (DocRect inner, DocRect outer)
{
  return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
         inner.y2 <= outer.y2;
}

static bool
touches (DocRect a, DocRect b)
{
  return a.x1 <= b.x2 && a.x2 >= b.x1 && a.y1 <= b.y2 && a.y2 >= b.y1;
}

static DocRect
grown (DocRect box, double by)
{
  return (DocRect){box.x1 - by, box.y1 - by, box.x2 + by, box.y2 + by};
}

static int
n_tiles (const UiCanvasPicture *picture)
{
  return picture->n_x * picture->n_y;
}

/* What a number of tiles of the picture covers, from one on. */
static DocRect
covered (const UiCanvasPicture *picture, int x, int y, int n_x, int n_y)
{
  const double side = TILE / (picture->zoom * picture->scale);

  return (DocRect){x * side, y * side, (x + n_x) * side, (y + n_y) * side};
}

static DocRect
tile_rect (const UiCanvasPicture *picture, int k)
{
  return covered (picture, picture->x + k % picture->n_x, picture->y + k / picture->n_x,
                  1, 1);
}

/* ---- what is in a tile ---- */

typedef struct {
  UiCanvas *self;
  const DocModel *doc;
  const FigureTheme *theme;
  const UiCanvasPicture *picture;
  int x, y;
  DocRect rect;
  GArray *wires, *items, *notes; /* uint32_t */
  uint64_t look;
} Tile;

static void
add_part (Tile *tile, GArray *list, uint32_t number, FigurePartLook look)
{
  if (!touches (look.extent, tile->rect))
    return;
  g_array_append_val (list, number);
  tile->look = (tile->look ^ look.number) * UINT64_C (0x100000001B3);
}

static void
find_wires (Tile *tile, bool hides_items)
{
  const double zoom = tile->picture->zoom;
  uint32_t n;
  g_autofree uint32_t *wires =
      doc_hit_wires (tile->doc,
                     grown (tile->rect, fmax (FIGURE_DIAGRAM_COUNT,
                                              doc_tag_extent_most (tile->doc, zoom))),
                     &n);

  for (uint32_t i = 0; i < n; i++)
    if (wires[i] != desk_tool_wire (tile->self->tool) &&
        !(hides_items && ui_canvas_is_wire_moving (tile->self, tile->doc,
                                                   doc_wire (tile->doc, wires[i]))))
      add_part (tile, tile->wires, wires[i],
                figure_diagram_wire_look (tile->doc, wires[i], zoom));
}

static void
find_items (Tile *tile, bool hides_items)
{
  const double zoom = tile->picture->zoom;
  const double room = fmax (port_room, doc_label_reach (doc_label_scale (zoom)));
  uint32_t n;
  g_autofree uint32_t *items =
      doc_hit_items (tile->doc, grown (tile->rect, room), false, &n);

  for (uint32_t i = 0; i < n; i++)
    if (!hides_items || !ui_canvas_is_selected (tile->self, tile->doc, items[i]))
      add_part (tile, tile->items, items[i],
                figure_diagram_item_look (tile->doc, items[i], zoom));
}

static void
find_notes (Tile *tile, uint32_t dragged)
{
  const double zoom = tile->picture->zoom;

  for (uint32_t i = 0; i < doc_n_notes (tile->doc); i++) {
    const DocRect reach = doc_note_reach (tile->doc, i, zoom);
    const double room = reach.x2 - reach.x1 + reach.y2 - reach.y1 + note_room;

    if (i != dragged && touches (grown (reach, room), tile->rect))
      add_part (tile, tile->notes, i, figure_diagram_note_look (tile->doc, i, zoom));
  }
}

/* What is dragged is left out. */
static void
find_parts (Tile *tile)
{
  const bool hides_items =
      tile->picture->lacks_moving && ui_canvas_is_moving_items (tile->self);
  const uint32_t dragged = ui_canvas_is_moving_note (tile->self)
                               ? desk_selection_note (tile->self->studio->selection)
                               : UINT32_MAX;

  find_wires (tile, hides_items);
  find_items (tile, hides_items);
  find_notes (tile, dragged);
}

/* ---- drawing ---- */

/* Dots on whole pixels, at a distance that the eye can use. */
static void
draw_grid (cairo_t *cr, const Tile *tile)
{
  static const double steps[] = {10, 20, 50, 100, 200, 500, 1000};
  const FigureTheme *theme = tile->theme;
  const DocRect clip = tile->rect;
  const int size = tile->picture->scale;
  const double zoom = tile->picture->zoom * size;
  double step = steps[0];

  for (uint32_t i = 1; i < G_N_ELEMENTS (steps) && step * tile->picture->zoom < 16; i++)
    step = steps[i];
  for (double y = step * floor (clip.y1 / step); y <= clip.y2; y += step)
    for (double x = step * floor (clip.x1 / step); x <= clip.x2; x += step)
      cairo_rectangle (cr, round (x * zoom) - TILE * (double) tile->x,
                       round (y * zoom) - TILE * (double) tile->y, size, size);
  cairo_set_source_rgba (cr, theme->faint.r, theme->faint.g, theme->faint.b, 0.6);
  cairo_fill (cr);
}

/* No dot lies under a label, where it would be read as a point or a comma. */
static void
clear_labels (cairo_t *cr, const Tile *tile)
{
  const FigureTheme *theme = tile->theme;
  const double scale = doc_label_scale (tile->picture->zoom);
  const double rim = 1 / tile->picture->zoom;
  DocLabelLine lines[DOC_LABELS_MOST];

  for (guint i = 0; i < tile->items->len; i++) {
    const uint32_t n = doc_label_lines (
        tile->doc, g_array_index (tile->items, uint32_t, i), scale, lines);

    for (uint32_t k = 0; k < n; k++) {
      const DocRect box = grown (lines[k].box, rim);

      cairo_rectangle (cr, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1);
    }
  }
  cairo_set_source_rgb (cr, theme->background.r, theme->background.g,
                        theme->background.b);
  cairo_fill (cr);
}

static void
draw_parts (cairo_t *cr, const Tile *tile)
{
  const double zoom = tile->picture->zoom;

  for (guint i = 0; i < tile->wires->len; i++) {
    const uint32_t wire = g_array_index (tile->wires, uint32_t, i);

    figure_diagram_draw_wire (cr, tile->doc, wire, tile->theme,
                              doc_wire (tile->doc, wire)->width, zoom);
  }
  for (guint i = 0; i < tile->items->len; i++) {
    const uint32_t item = g_array_index (tile->items, uint32_t, i);

    figure_item_draw (cr, tile->doc, item, tile->self->symbols, tile->theme, zoom);
    figure_diagram_draw_wires_over (cr, tile->doc, item, tile->theme, zoom);
  }
  for (guint i = 0; i < tile->notes->len; i++)
    figure_diagram_draw_note (cr, tile->doc, g_array_index (tile->notes, uint32_t, i),
                              tile->theme, zoom);
}

/* Whether GTK paints by Cairo, where a texture is converted for each frame; elsewhere a
 * Cairo node is painted and uploaded again for each zoom at which it is shown. */
static bool
is_by_cairo (UiCanvas *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));

  return native == NULL || GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (native));
}

static GskRenderNode *
texture_node_new (cairo_surface_t *surface, float side)
{
  const int stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface), (gsize) stride * SIDE,
      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));
  g_autoptr (GdkTexture) texture =
      gdk_memory_texture_new (SIDE, SIDE, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);

  return gsk_texture_node_new (texture, &GRAPHENE_RECT_INIT (0, 0, side, side));
}

/* A node that shows a surface: as long as it is the same node nothing is painted. */
static GskRenderNode *
node_new (UiCanvas *self, cairo_surface_t *surface, int scale)
{
  const float side = SIDE / (float) scale;

  if (!is_by_cairo (self))
    return texture_node_new (surface, side);
  GskRenderNode *node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, side, side));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_surface_set_device_scale (surface, scale, scale);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

static GskRenderNode *
draw (const Tile *tile)
{
  const double zoom = tile->picture->zoom * tile->picture->scale;
  cairo_surface_t *surface = cairo_image_surface_create (
      is_by_cairo (tile->self) ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, tile->theme->background.r, tile->theme->background.g,
                        tile->theme->background.b);
  cairo_paint (cr);
  draw_grid (cr, tile);
  cairo_translate (cr, -TILE * (double) tile->x, -TILE * (double) tile->y);
  cairo_scale (cr, zoom, zoom);
  clear_labels (cr, tile);
  draw_parts (cr, tile);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  GskRenderNode *node = node_new (tile->self, surface, tile->picture->scale);
  cairo_surface_destroy (surface);
  return node;
}

static bool
shows_same (const UiCanvasPicture *a, const UiCanvasPicture *b)
{
  return a->stamp == b->stamp && a->scale == b->scale && a->is_dark == b->is_dark &&
         a->lacks_moving == b->lacks_moving;
}

/* The tile of another picture at the same place, if it may have the same pixels. */
static const UiCanvasTile *
same_tile (const UiCanvasPicture *picture, int k, const UiCanvasPicture *other)
{
  const int x = picture->x + k % picture->n_x - other->x;
  const int y = picture->y + k / picture->n_x - other->y;

  return other->tiles == NULL || other->zoom != picture->zoom ||
                 other->scale != picture->scale || other->is_dark != picture->is_dark ||
                 x < 0 || x >= other->n_x || y < 0 || y >= other->n_y
             ? NULL
             : &other->tiles[y * other->n_x + x];
}

/* Makes a tile: takes it from the picture that is there if nothing looks otherwise. */
static void
make_tile (UiCanvas *self, const FigureTheme *theme, UiCanvasPicture *picture, int k)
{
  const UiCanvasTile *was = same_tile (picture, k, &self->picture);
  UiCanvasTile *now = &picture->tiles[k];

  /* It may stand already, or nothing has moved at all. */
  if (now->node != NULL)
    return;
  if (was != NULL && shows_same (picture, &self->picture)) {
    *now = (UiCanvasTile){gsk_render_node_ref (was->node), was->look};
    return;
  }
  /* Else what lies in it tells whether it looks the same. */
  g_autoptr (GArray) wires = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Tile tile = {.self = self,
               .doc = self->studio->document->doc,
               .theme = theme,
               .picture = picture,
               .x = picture->x + k % picture->n_x,
               .y = picture->y + k / picture->n_x,
               .rect = grown (tile_rect (picture, k), 1 / picture->zoom),
               .wires = wires,
               .items = items,
               .notes = notes};
  find_parts (&tile);
  now->look = tile.look;
  now->node = was != NULL && was->look == tile.look ? gsk_render_node_ref (was->node)
                                                    : draw (&tile);
}

/* ---- the picture that is kept ---- */

static void
picture_clear (UiCanvasPicture *picture)
{
  for (int k = 0; picture->tiles != NULL && k < n_tiles (picture); k++)
    g_clear_pointer (&picture->tiles[k].node, gsk_render_node_unref);
  g_clear_pointer (&picture->tiles, g_free);
}

static UiCanvasPicture
wanted_picture (UiCanvas *self, const FigureTheme *theme, DocRect seen)
{
  UiCanvasPicture wanted = {.stamp = self->stamp,
                            .zoom = self->view.zoom,
                            .scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                            .is_dark = theme->is_dark,
                            .lacks_moving =
                                ui_canvas_is_moving_items (self) ||
                                ui_canvas_is_moving_note (self) ||
                                desk_tool_mode (self->tool) == DESK_TOOL_BENDING};
  const double beyond =
      wanted.zoom < self->last_zoom
          ? fmax (cover_px / wanted.zoom, cover_out * (seen.x2 - seen.x1))
          : cover_px / wanted.zoom;
  const DocRect room = grown (seen, beyond);
  const double per_unit = wanted.zoom * wanted.scale / TILE;

  wanted.x = (int) floor (room.x1 * per_unit);
  wanted.y = (int) floor (room.y1 * per_unit);
  wanted.n_x = (int) ceil (room.x2 * per_unit) - wanted.x;
  wanted.n_y = (int) ceil (room.y2 * per_unit) - wanted.y;
  wanted.covers = covered (&wanted, wanted.x, wanted.y, wanted.n_x, wanted.n_y);
  return wanted;
}

static void
begin_next (UiCanvas *self, const UiCanvasPicture *wanted)
{
  picture_clear (&self->next);
  self->next = *wanted;
  self->next.tiles = g_new0 (UiCanvasTile, n_tiles (wanted));
  figure_symbols_trim (self->symbols, symbol_bytes);
}

static DocRect
common (DocRect a, DocRect b)
{
  return (DocRect){fmax (a.x1, b.x1), fmax (a.y1, b.y1), fmin (a.x2, b.x2),
                   fmin (a.y2, b.y2)};
}

/* Whether a tile of the next picture is needed in this frame: it is seen, and there is
 * a picture, which does not show what is there. Where there is none, as at the
 * beginning, tiles come one after the other. */
static bool
is_needed (const UiCanvas *self, DocRect tile, DocRect seen)
{
  const UiCanvasPicture *picture = &self->picture;

  return picture->tiles != NULL && touches (tile, seen) &&
         !(shows_same (picture, &self->next) &&
           is_inside (common (tile, seen), picture->covers));
}

/* What is needed, and then more of it until the clock shows `until`. */
static void
go_on (UiCanvas *self, const FigureTheme *theme, DocRect seen, gint64 until)
{
  UiCanvasPicture *next = &self->next;
  bool is_whole = true;

  for (int k = 0; k < n_tiles (next); k++)
    if (is_needed (self, tile_rect (next, k), seen))
      make_tile (self, theme, next, k);
  for (int k = 0; k < n_tiles (next); k++) {
    if (g_get_monotonic_time () < until)
      make_tile (self, theme, next, k);
    is_whole &= next->tiles[k].node != NULL;
  }
  if (!is_whole)
    return;
  picture_clear (&self->picture);
  self->picture = *next;
  next->tiles = NULL;
}

static gboolean
draw_again (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

/* Goes on with the next picture. One for another zoom is begun anew as soon as the zoom
 * rests: one that is under way while it changes is still better than the one shown. */
static void
refine (UiCanvas *self,
        const FigureTheme *theme,
        const UiCanvasPicture *wanted,
        DocRect seen)
{
  const UiCanvasPicture *picture = &self->picture, *next = &self->next;
  const bool rests = self->last_zoom == wanted->zoom;
  const double stretch = wanted->zoom / picture->zoom;

  if (next->tiles != NULL &&
      (!shows_same (next, wanted) || !is_inside (seen, next->covers) ||
       (rests && next->zoom != wanted->zoom)))
    picture_clear (&self->next);
  if (next->tiles == NULL && !rests && picture->tiles != NULL &&
      shows_same (picture, wanted) && stretch > least_seen && stretch < most_seen &&
      is_inside (seen, picture->covers))
    return;
  if (next->tiles == NULL)
    begin_next (self, wanted);
  go_on (self, theme, seen, g_get_monotonic_time () + slice_us);
}

void
ui_canvas_update_picture (UiCanvas *self, const FigureTheme *theme)
{
  const DocRect seen = ui_canvas_seen (self);
  const UiCanvasPicture wanted = wanted_picture (self, theme, seen);
  const UiCanvasPicture *picture = &self->picture;

  if (picture->tiles != NULL && shows_same (picture, &wanted) &&
      picture->zoom == wanted.zoom &&
      is_inside (grown (seen, lead_px / wanted.zoom), picture->covers))
    picture_clear (&self->next);
  else
    refine (self, theme, &wanted, seen);
  if (self->next.tiles != NULL || picture->zoom != wanted.zoom)
    gtk_widget_add_tick_callback (GTK_WIDGET (self), draw_again, NULL, NULL);
  self->last_zoom = wanted.zoom;
}

static void
show (const UiCanvas *self, const UiCanvasPicture *picture, GtkSnapshot *snapshot)
{
  const float stretch = (float) (self->view.zoom / picture->zoom);
  const float side = TILE / (float) picture->scale;
  DocPoint at = desk_view_to_pixel (&self->view,
                                    (DocPoint){picture->covers.x1, picture->covers.y1});

  if (stretch == 1)
    at = (DocPoint){round (at.x), round (at.y)};
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) at.x, (float) at.y));
  if (stretch != 1)
    gtk_snapshot_scale (snapshot, stretch, stretch);
  for (int k = 0; picture->tiles != NULL && k < n_tiles (picture); k++) {
    const graphene_point_t corner = {side * (float) (k % picture->n_x),
                                     side * (float) (k / picture->n_x)};

    if (picture->tiles[k].node == NULL)
      continue;
    gtk_snapshot_save (snapshot);
    gtk_snapshot_translate (snapshot, &corner);
    gtk_snapshot_append_node (snapshot, picture->tiles[k].node);
    gtk_snapshot_restore (snapshot);
  }
  gtk_snapshot_restore (snapshot);
}

void
ui_canvas_show_picture (UiCanvas *self, GtkSnapshot *snapshot)
{
  const UiCanvasPicture *picture = &self->picture, *next = &self->next;
  const bool is_outdated = next->tiles != NULL && !shows_same (picture, next);

  /* Under the picture, so that GL takes up its textures one by one. */
  if (is_outdated || !is_by_cairo (self) ||
      !is_inside (ui_canvas_seen (self), picture->covers))
    show (self, next, snapshot);
  if (!is_outdated)
    show (self, picture, snapshot);
}

bool
ui_canvas_is_drawing (UiCanvas *self)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self)) && self->next.tiles != NULL;
}

void
ui_canvas_drop_picture (UiCanvas *self)
{
  picture_clear (&self->picture);
  picture_clear (&self->next);
}
