/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Component symbols by librsvg. Each file is read once, each size drawn once; when too
 * many pixels are kept, all are let go, as what is in sight is drawn again at once. */
#include "figure/diagram/symbol.h"

#include <glib.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

#define SCHEME   "dyad://"
#define BOX_SIZE 100.0 /* what stands for a missing symbol is drawn in this square */

/* A symbol with the surfaces that were asked for, by twice their size, and one more for
 * the dark theme. */
typedef struct {
  RsvgHandle *handle; /* NULL: no symbol of ours, or it cannot be read */
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

static RsvgHandle *
read_symbol (const FigureSymbols *symbols, const char *uri)
{
  bool is_path = g_path_is_absolute (uri);

  if ((!is_path && !g_str_has_prefix (uri, SCHEME)) || strstr (uri, "..") != NULL)
    return NULL;
  g_autofree char *path =
      is_path ? g_strdup (uri)
              : g_build_filename (symbols->icons_dir, uri + strlen (SCHEME), NULL);
  return rsvg_handle_new_from_file (path, NULL);
}

static Symbol *
find_symbol (FigureSymbols *symbols, const char *uri)
{
  uri = uri == NULL ? "" : uri;
  Symbol *symbol = g_hash_table_lookup (symbols->by_uri, uri);

  if (symbol == NULL) {
    symbol = g_new0 (Symbol, 1);
    symbol->handle = read_symbol (symbols, uri);
    symbol->surfaces = g_hash_table_new_full (NULL, NULL, NULL,
                                              (GDestroyNotify) cairo_surface_destroy);
    g_hash_table_insert (symbols->by_uri, g_strdup (uri), symbol);
  }
  return symbol;
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
draw (const Symbol *symbol, cairo_t *cr, double size, bool is_dark)
{
  RsvgRectangle viewport = {0, 0, size, size};

  if (symbol->handle == NULL ||
      !rsvg_handle_render_document (symbol->handle, cr, &viewport, NULL))
    draw_box (cr, size, is_dark);
}

cairo_surface_t *
figure_symbol (FigureSymbols *symbols, const char *uri, int size, bool is_dark)
{
  Symbol *symbol = find_symbol (symbols, uri);
  const int side = CLAMP (size, 1, 4096);
  gpointer key = GINT_TO_POINTER (2 * side + is_dark);
  cairo_surface_t *surface = g_hash_table_lookup (symbol->surfaces, key);

  if (surface != NULL)
    return surface;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, side, side);
  cairo_t *cr = cairo_create (surface);
  draw (symbol, cr, side, is_dark);
  cairo_destroy (cr);
  symbols->bytes += (size_t) side * (size_t) side * 4;
  g_hash_table_insert (symbol->surfaces, key, surface);
  return surface;
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
draw_as_vectors (const Symbol *symbol, cairo_t *cr, double opacity)
{
  if (opacity < 1.0)
    cairo_push_group (cr);
  cairo_scale (cr, 1 / BOX_SIZE, 1 / BOX_SIZE);
  draw (symbol, cr, BOX_SIZE, false);
  if (opacity == 1.0)
    return;
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, opacity);
}

void
figure_symbol_draw (FigureSymbols *symbols,
                    cairo_t *cr,
                    const char *uri,
                    bool is_dark,
                    double opacity)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));
  cairo_matrix_t m;

  cairo_save (cr);
  cairo_get_matrix (cr, &m);
  double width = hypot (m.xx, m.yx);
  int size = (int) CLAMP (round (fmax (width, hypot (m.xy, m.yy))), 1, 1024);
  /* Vectors as such; pixels from the cache, in the size that is needed. */
  if (type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG) {
    draw_as_vectors (find_symbol (symbols, uri), cr, opacity);
  } else {
    cairo_surface_t *surface = figure_symbol (symbols, uri, size, is_dark);
    bool is_upright = m.xx > 0 && m.yy > 0 && fabs (m.xy) + fabs (m.yx) < 1e-9 * width;

    if (is_upright && fabs (m.xx - m.yy) < 0.5)
      blit_upright (cr, surface, &m, opacity);
    else
      blit_turned (cr, surface, size, opacity);
  }
  cairo_restore (cr);
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
