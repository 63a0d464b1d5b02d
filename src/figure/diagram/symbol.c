/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figure/diagram/symbol.h"

#include <glib.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <string.h>

#define SCHEME   "dyad://"
#define BOX_SIZE 100.0 /* what stands for a missing symbol is drawn in this square */

typedef struct {
  char *uri; /* "" for none */
  int size;
  bool is_dark;
} Key;

typedef struct {
  Key key;
  cairo_surface_t *surface;
} Entry;

struct FigureSymbols {
  char *icons_dir;
  GHashTable *handles; /* uri -> RsvgHandle, or NULL where there is no such file */
  GHashTable *entries; /* Key -> Entry */
  GQueue recent;       /* of Entry, newest first */
  size_t bytes;
};

static guint
key_hash (gconstpointer data)
{
  const Key *key = data;

  return g_str_hash (key->uri) * 31 + (guint) key->size * 2 + key->is_dark;
}

static gboolean
key_equal (gconstpointer a, gconstpointer b)
{
  const Key *x = a;
  const Key *y = b;

  return x->size == y->size && x->is_dark == y->is_dark && g_str_equal (x->uri, y->uri);
}

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  cairo_surface_destroy (entry->surface);
  g_free (entry->key.uri);
  g_free (entry);
}

static void
handle_unref (gpointer handle)
{
  if (handle != NULL)
    g_object_unref (handle);
}

FigureSymbols *
figure_symbols_new (const char *icons_dir)
{
  FigureSymbols *symbols = g_new0 (FigureSymbols, 1);

  symbols->icons_dir = g_strdup (icons_dir);
  symbols->handles =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, handle_unref);
  symbols->entries = g_hash_table_new_full (key_hash, key_equal, NULL, entry_free);
  g_queue_init (&symbols->recent);
  return symbols;
}

void
figure_symbols_free (FigureSymbols *symbols)
{
  if (symbols == NULL)
    return;
  g_queue_clear (&symbols->recent);
  g_hash_table_unref (symbols->entries);
  g_hash_table_unref (symbols->handles);
  g_free (symbols->icons_dir);
  g_free (symbols);
}

/* NULL for what is no symbol of ours or cannot be read; asked once per uri. */
static RsvgHandle *
find_handle (FigureSymbols *symbols, const char *uri)
{
  gpointer found;

  if ((!g_str_has_prefix (uri, SCHEME) && !g_path_is_absolute (uri)) ||
      strstr (uri, "..") != NULL)
    return NULL;
  if (g_hash_table_lookup_extended (symbols->handles, uri, NULL, &found))
    return found;
  g_autofree char *path =
      g_path_is_absolute (uri)
          ? g_strdup (uri)
          : g_build_filename (symbols->icons_dir, uri + sizeof SCHEME - 1, NULL);
  RsvgHandle *handle = rsvg_handle_new_from_file (path, NULL);
  g_hash_table_insert (symbols->handles, g_strdup (uri), handle);
  return handle;
}

static void
draw_box (cairo_t *cr, int size, bool is_dark)
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

static cairo_surface_t *
render (FigureSymbols *symbols, const Key *key)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, key->size, key->size);
  cairo_t *cr = cairo_create (surface);
  RsvgHandle *handle = find_handle (symbols, key->uri);
  RsvgRectangle viewport = {0, 0, key->size, key->size};

  if (handle == NULL || !rsvg_handle_render_document (handle, cr, &viewport, NULL))
    draw_box (cr, key->size, key->is_dark);
  cairo_destroy (cr);
  return surface;
}

cairo_surface_t *
figure_symbol (FigureSymbols *symbols, const char *uri, int size, bool is_dark)
{
  Key key = {(char *) (uri == NULL ? "" : uri), CLAMP (size, 1, 4096), is_dark};
  Entry *entry = g_hash_table_lookup (symbols->entries, &key);

  if (entry != NULL)
    return entry->surface;
  entry = g_new0 (Entry, 1);
  entry->key = key;
  entry->key.uri = g_strdup (key.uri);
  entry->surface = render (symbols, &key);
  symbols->bytes += (size_t) key.size * (size_t) key.size * 4;
  g_hash_table_insert (symbols->entries, &entry->key, entry);
  g_queue_push_head (&symbols->recent, entry);
  return entry->surface;
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
draw_as_vectors (FigureSymbols *symbols, cairo_t *cr, const char *uri, double opacity)
{
  RsvgHandle *handle = uri == NULL ? NULL : find_handle (symbols, uri);
  RsvgRectangle square = {0, 0, 1, 1};

  cairo_push_group (cr);
  if (handle == NULL || !rsvg_handle_render_document (handle, cr, &square, NULL)) {
    cairo_scale (cr, 1 / BOX_SIZE, 1 / BOX_SIZE);
    draw_box (cr, (int) BOX_SIZE, false);
  }
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
  if (type == CAIRO_SURFACE_TYPE_PDF || type == CAIRO_SURFACE_TYPE_SVG) {
    draw_as_vectors (symbols, cr, uri, opacity);
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
  while (symbols->bytes > max_bytes && symbols->recent.length > 0) {
    Entry *oldest = g_queue_pop_tail (&symbols->recent);

    symbols->bytes -= (size_t) oldest->key.size * (size_t) oldest->key.size * 4;
    g_hash_table_remove (symbols->entries, &oldest->key);
  }
}
