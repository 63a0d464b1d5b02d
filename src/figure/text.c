/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text by Pango at 96 dots an inch, whatever the surface, so that a picture looks the
 * same in a window and in a file. One layout per font is kept with the Cairo context:
 * finding a font costs more than setting a short text. */
#include "figure/text.h"

#include <pango/pangocairo.h>

#define DPI 96.0

static const cairo_user_data_key_t layouts_key;

static void
layouts_unref (void *layouts)
{
  g_hash_table_unref (layouts);
}

static PangoLayout *
layout_new (cairo_t *cr, const char *font)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *description = pango_font_description_from_string (font);
  cairo_font_options_t *options = cairo_font_options_create ();

  /* Letters as wide at any zoom as in the font. */
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (pango_layout_get_context (layout), options);
  cairo_font_options_destroy (options);
  pango_context_set_round_glyph_positions (pango_layout_get_context (layout), FALSE);
  pango_cairo_context_set_resolution (pango_layout_get_context (layout), DPI);
  pango_layout_set_font_description (layout, description);
  pango_font_description_free (description);
  return layout;
}

static PangoLayout *
layout_of (cairo_t *cr, const char *font, const char *text)
{
  GHashTable *layouts = cairo_get_user_data (cr, &layouts_key);
  PangoLayout *layout;

  if (layouts == NULL) {
    layouts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
    cairo_set_user_data (cr, &layouts_key, layouts, layouts_unref);
  }
  layout = g_hash_table_lookup (layouts, font);
  if (layout == NULL) {
    layout = layout_new (cr, font);
    g_hash_table_insert (layouts, g_strdup (font), layout);
  }
  pango_cairo_update_layout (cr, layout);
  pango_layout_set_text (layout, text, -1);
  return layout;
}

void
figure_text_size (cairo_t *cr,
                  const char *font,
                  const char *text,
                  double *width,
                  double *height)
{
  PangoLayout *layout = layout_of (cr, font, text);
  int w, h;

  pango_layout_get_size (layout, &w, &h);
  *width = w / (double) PANGO_SCALE;
  *height = h / (double) PANGO_SCALE;
}

void
figure_text (cairo_t *cr,
             const char *font,
             double x,
             double y,
             FigureAnchor anchor,
             const char *text)
{
  PangoLayout *layout = layout_of (cr, font, text);
  int w, h;

  pango_layout_get_size (layout, &w, &h);
  cairo_move_to (cr, x - anchor.x * w / PANGO_SCALE, y - anchor.y * h / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
}

void
figure_text_cut (cairo_t *cr,
                 const char *font,
                 double x,
                 double y,
                 double width,
                 const char *text)
{
  PangoLayout *layout = layout_of (cr, font, text);
  int w, h;

  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_size (layout, &w, &h);
  cairo_move_to (cr, x, y - h / (double) PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (layout, -1);
}
