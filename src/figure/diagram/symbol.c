/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Component symbols by librsvg. Each file is read once, each drawing made once, each
 * size drawn once; when too many pixels are kept, all are let go, as what is in sight
 * is drawn again at once. A group of the id "upright" in a symbol, as its letters or a
 * curve, is neither turned nor mirrored with the rest, which then is a group "turning":
 * it is put with its middle where that has come to. Letters that belong to different
 * ports are groups of their own, "upright" to "upright4". */
#include "figure/diagram/symbol.h"

#include <glib.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

#include "doc/model.h"
#include "figure/diagram/drawing.h"
#include "figure/diagram/foreign-svg.h"

#define SCHEME   "dyad://"
#define BOX_SIZE 100.0 /* vectors are measured and drawn in this square */

/* What of a symbol is drawn; from UPRIGHT on what is read. */
typedef enum { ALL, TURNING, UPRIGHT, N_LAYERS = UPRIGHT + 4 } Layer;

static const char *const IDS[N_LAYERS] = {NULL,        "#turning",  "#upright",
                                          "#upright2", "#upright3", "#upright4"};

/* A symbol with the surfaces that were asked for, by their size, layer and theme. */
typedef struct {
  RsvgHandle *handle; /* NULL: no symbol of ours, or it cannot be read */
  bool has[N_LAYERS];
  DocPoint middle[N_LAYERS]; /* of what stays upright, in sides of the symbol */
  GHashTable *surfaces;
} Symbol;

struct FigureSymbols {
  char *icons_dir;
  GHashTable *by_uri;
  size_t bytes;
};

static void
symbol_free (gpointer data)
{
  Symbol *symbol = data;

  g_clear_object (&symbol->handle);
  g_hash_table_unref (symbol->surfaces);
  g_free (symbol);
}

FigureSymbols *
figure_symbols_new (const char *icons_dir)
{
  FigureSymbols *symbols = g_new0 (FigureSymbols, 1);

  symbols->icons_dir = g_strdup (icons_dir);
  symbols->by_uri =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, symbol_free);
  return symbols;
}

void
figure_symbols_free (FigureSymbols *symbols)
{
  if (symbols == NULL)
    return;
  g_hash_table_unref (symbols->by_uri);
  g_free (symbols->icons_dir);
  g_free (symbols);
}

/* Ours, somebody else's, or a drawing, for a box of that aspect. */
static RsvgHandle *
read_symbol (const FigureSymbols *symbols, const char *uri, double aspect)
{
  LibDrawing drawing;

  if (lib_icon_to_drawing (uri, &drawing)) {
    g_autofree char *svg = figure_drawing_svg (&drawing, aspect);

    return rsvg_handle_new_from_data ((const guint8 *) svg, strlen (svg), NULL);
  }
  if (g_path_is_absolute (uri))
    return figure_foreign_svg_read (uri, NULL);
  if (!g_str_has_prefix (uri, SCHEME) || strstr (uri, "..") != NULL)
    return NULL;
  g_autofree char *path =
      g_build_filename (symbols->icons_dir, uri + strlen (SCHEME), NULL);
  return rsvg_handle_new_from_file (path, NULL);
}

/* Which layers there are, and their middles; without one that turns the other is the
 * whole symbol. */
static void
find_layers (Symbol *symbol)
{
  const RsvgRectangle viewport = {0, 0, BOX_SIZE, BOX_SIZE};

  symbol->has[ALL] = true;
  for (Layer layer = TURNING; layer < N_LAYERS; layer++) {
    DocPoint *middle = &symbol->middle[layer];
    RsvgRectangle box; /* of the paths: where these have gaps ink goes to the corner */

    *middle = (DocPoint){0.5, 0.5};
    symbol->has[layer] =
        symbol->handle != NULL && rsvg_handle_has_sub (symbol->handle, IDS[layer]);
    if (layer >= UPRIGHT && symbol->has[TURNING] && symbol->has[layer] &&
        rsvg_handle_get_geometry_for_layer (symbol->handle, IDS[layer], &viewport, NULL,
                                            &box, NULL))
      *middle = (DocPoint){(box.x + box.width / 2) / BOX_SIZE,
                           (box.y + box.height / 2) / BOX_SIZE};
  }
}

static Symbol *
find_symbol (FigureSymbols *symbols, const char *uri, double aspect)
{
  LibDrawing drawing;

  uri = uri == NULL ? "" : uri;
  g_autofree char *longer = aspect != 1 && lib_icon_to_drawing (uri, &drawing)
                                ? g_strdup_printf ("%s\n%g", uri, aspect)
                                : NULL;
  const char *key = longer != NULL ? longer : uri;
  Symbol *symbol = g_hash_table_lookup (symbols->by_uri, key);

  if (symbol == NULL) {
    symbol = g_new0 (Symbol, 1);
    symbol->handle = read_symbol (symbols, uri, aspect);
    find_layers (symbol);
    symbol->surfaces = g_hash_table_new_full (NULL, NULL, NULL,
                                              (GDestroyNotify) cairo_surface_destroy);
    g_hash_table_insert (symbols->by_uri, g_strdup (key), symbol);
  }
  return symbol;
}

static gboolean
is_of (gpointer key, gpointer symbol, gpointer uri)
{
  const size_t n = strlen (uri);

  return strncmp (key, uri, n) == 0 &&
         (((const char *) key)[n] == '\0' || ((const char *) key)[n] == '\n');
}

void
figure_symbols_forget (FigureSymbols *symbols, const char *uri)
{
  g_hash_table_foreach_remove (symbols->by_uri, is_of, (gpointer) uri);
}

static void
draw_box (cairo_t *cr, double size, bool is_dark)
{
  double grey = is_dark ? 0.65 : 0.45;
  double inset = size / 10.0;

  cairo_set_source_rgba (cr, grey, grey, grey, 0.15);
  cairo_rectangle (cr, inset, inset, size - 2 * inset, size - 2 * inset);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, grey, grey, grey);
  cairo_set_line_width (cr, MAX (1, size / 48.0));
  cairo_stroke (cr);
}

static void
draw (const Symbol *symbol, Layer layer, cairo_t *cr, double size, bool is_dark)
{
  RsvgRectangle viewport = {0, 0, size, size};

  if (symbol->handle == NULL ||
      !rsvg_handle_render_layer (symbol->handle, cr, IDS[layer], &viewport, NULL))
    draw_box (cr, size, is_dark);
}

static cairo_surface_t *
surface_of (FigureSymbols *symbols,
            const Symbol *symbol,
            Layer layer,
            int size,
            bool is_dark)
{
  const int side = CLAMP (size, 1, 4096);
  gpointer key = GINT_TO_POINTER (2 * (N_LAYERS * side + (int) layer) + is_dark);
  cairo_surface_t *surface = g_hash_table_lookup (symbol->surfaces, key);

  if (surface != NULL)
    return surface;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, side, side);
  cairo_t *cr = cairo_create (surface);
  draw (symbol, layer, cr, side, is_dark);
  cairo_destroy (cr);
  symbols->bytes += (size_t) side * (size_t) side * 4;
  g_hash_table_insert (symbol->surfaces, key, surface);
  return surface;
}

cairo_surface_t *
figure_symbol (FigureSymbols *symbols, const char *uri, int size, bool is_dark)
{
  return surface_of (symbols, find_symbol (symbols, uri, 1), ALL, size, is_dark);
}

static void
blit_upright (cairo_t *cr,
              cairo_surface_t *surface,
              const cairo_matrix_t *m,
              double opacity)
{
  cairo_identity_matrix (cr);
  cairo_set_source_surface (cr, surface, round (m->x0), round (m->y0));
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint_with_alpha (cr, opacity);
}

static void
blit_turned (cairo_t *cr, cairo_surface_t *surface, int size, double opacity)
{
  cairo_scale (cr, 1.0 / size, 1.0 / size);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cr, opacity);
}

static void
draw_as_vectors (const Symbol *symbol, Layer layer, cairo_t *cr, double opacity)
{
  if (opacity < 1.0)
    cairo_push_group (cr);
  cairo_scale (cr, 1 / BOX_SIZE, 1 / BOX_SIZE);
  draw (symbol, layer, cr, BOX_SIZE, false);
  if (opacity == 1.0)
    return;
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, opacity);
}

static bool
is_upright (const cairo_matrix_t *m)
{
  return m->xx > 0 && m->yy > 0 && fabs (m->xy) + fabs (m->yx) < 1e-9 * m->xx;
}

/* Vectors as such; pixels from the cache, in the size that is needed. */
static void
draw_layer (FigureSymbols *symbols,
            cairo_t *cr,
            const Symbol *symbol,
            Layer layer,
            bool is_dark,
            double opacity)
{
  const cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  cairo_matrix_t m;

  cairo_get_matrix (cr, &m);
  const double width = fmax (hypot (m.xx, m.yx), hypot (m.xy, m.yy));
  const int size = (int) CLAMP (round (width), 1, 1024);
  if (type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG) {
    draw_as_vectors (symbol, layer, cr, opacity);
    return;
  }
  cairo_surface_t *surface = surface_of (symbols, symbol, layer, size, is_dark);
  if (is_upright (&m) && fabs (m.xx - m.yy) < 0.5)
    blit_upright (cr, surface, &m, opacity);
  else
    blit_turned (cr, surface, size, opacity);
}

/* As large as it is, with that middle of what stays upright where that is. */
static void
straighten (cairo_t *cr, DocPoint middle)
{
  cairo_matrix_t m;
  double x = middle.x, y = middle.y;

  cairo_get_matrix (cr, &m);
  cairo_matrix_transform_point (&m, &x, &y);
  cairo_identity_matrix (cr);
  cairo_translate (cr, x, y);
  cairo_scale (cr, hypot (m.xx, m.xy), hypot (m.yx, m.yy));
  cairo_translate (cr, -middle.x, -middle.y);
}

/* How many times as wide as high the unit square is. */
static double
aspect_of (cairo_t *cr)
{
  cairo_matrix_t m;

  cairo_get_matrix (cr, &m);
  const double aspect = hypot (m.xx, m.yx) / hypot (m.xy, m.yy);
  return isfinite (aspect) ? CLAMP (round (aspect * 100) / 100, 0.05, 20) : 1;
}

void
figure_symbol_draw (FigureSymbols *symbols,
                    cairo_t *cr,
                    const char *uri,
                    bool is_dark,
                    double opacity)
{
  const Symbol *symbol = find_symbol (symbols, uri, aspect_of (cr));
  cairo_matrix_t m;

  cairo_get_matrix (cr, &m);
  const bool is_whole = !symbol->has[UPRIGHT] || is_upright (&m);
  for (Layer layer = ALL; layer < N_LAYERS; layer++) {
    if (!symbol->has[layer] || (layer == ALL) != is_whole)
      continue;
    cairo_save (cr);
    if (layer >= UPRIGHT)
      straighten (cr, symbol->middle[layer]);
    draw_layer (symbols, cr, find_symbol (symbols, uri, aspect_of (cr)), layer, is_dark,
                opacity);
    cairo_restore (cr);
  }
}

double
figure_symbol_gap (FigureSymbols *symbols, const char *uri, DocPoint from, DocPoint way)
{
  enum { SIDE = 100, OPAQUE = 128 };
  cairo_surface_t *surface = figure_symbol (symbols, uri, SIDE, false);
  const int stride = cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  const unsigned char *data = cairo_image_surface_get_data (surface);
  for (int i = 0; i < SIDE; i++) {
    const int x = CLAMP ((int) (SIDE * from.x + way.x * i), 0, SIDE - 1);
    const int y = CLAMP ((int) (SIDE * from.y + way.y * i), 0, SIDE - 1);
    const uint32_t *row = (const void *) (data + y * stride);

    if (row[x] >> 24 >= OPAQUE)
      return (double) i / SIDE;
  }
  return 0;
}

bool
figure_symbol_check (const char *path, GError **error)
{
  RsvgHandle *handle = figure_foreign_svg_read (path, error);
  const bool is_good = handle != NULL;

  g_clear_object (&handle);
  return is_good;
}

void
figure_symbols_trim (FigureSymbols *symbols, size_t max_bytes)
{
  GHashTableIter all;
  gpointer symbol;

  if (symbols->bytes <= max_bytes)
    return;
  g_hash_table_iter_init (&all, symbols->by_uri);
  while (g_hash_table_iter_next (&all, NULL, &symbol))
    g_hash_table_remove_all (((Symbol *) symbol)->surfaces);
  symbols->bytes = 0;
}
