#include "figure/text.h"

#include <pango/pangocairo.h>

#define DPI 96.0

static PangoLayout *
layout_new (cairo_t *cr, const char *font, const char *text)
{
  PangoLayout *layout = pango_cairo_create_layout (cr);
  PangoFontDescription *description = pango_font_description_from_string (font);

  pango_cairo_context_set_resolution (pango_layout_get_context (layout), DPI);
  pango_layout_set_font_description (layout, description);
  pango_layout_set_text (layout, text, -1);
  pango_font_description_free (description);
  return layout;
}

void
figure_text_size (cairo_t *cr,
                  const char *font,
                  const char *text,
                  double *width,
                  double *height)
{
  g_autoptr (PangoLayout) layout = layout_new (cr, font, text);
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
  g_autoptr (PangoLayout) layout = layout_new (cr, font, text);
  int w, h;

  pango_layout_get_size (layout, &w, &h);
  cairo_move_to (cr, x - anchor.x * w / PANGO_SCALE, y - anchor.y * h / PANGO_SCALE);
  pango_cairo_show_layout (cr, layout);
}
