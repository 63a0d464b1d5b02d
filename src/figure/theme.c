/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of all pictures, light and dark. Curves have those of Okabe & Ito (Color
 * Universal Design, 2008), which people with colour-blindness tell apart; colours that
 * a library chose for wires move towards white on a dark ground. */
#include <glib.h>
#include <string.h>

#include "figure/plot/plot.h"

#define RGB(hex)                                                                       \
  {                                                                                    \
    ((hex) >> 16 & 255) / 255.0, ((hex) >> 8 & 255) / 255.0, ((hex) &255) / 255.0      \
  }

static const FigureTheme LIGHT = {
    .background = RGB (0xffffff),
    .frame = RGB (0x9a9996),
    .grid = RGB (0xe6e6e4),
    .text = RGB (0x2e3436),
    .faint = RGB (0x77767b),
    .accent = RGB (0x1c71d8),
    .caution = RGB (0x9c5400),
    .loss = RGB (0xe01b24),
    .is_dark = false,
};
static const FigureTheme DARK = {
    .background = RGB (0x1e1e1e),
    .frame = RGB (0x77767b),
    .grid = RGB (0x333336),
    .text = RGB (0xeeeeec),
    .faint = RGB (0x9a9996),
    .accent = RGB (0x78aeed),
    .caution = RGB (0xf8c35a),
    .loss = RGB (0xff7b63),
    .is_dark = true,
};

/* Okabe & Ito, Color Universal Design (2008), without their yellow, which is too pale
 * for lines on white; for the dark style the same hues lighter. */
static const FigureColor ON_LIGHT[] = {RGB (0x0072b2), RGB (0xd55e00), RGB (0x009e73),
                                       RGB (0xb5508b), RGB (0xd08c00), RGB (0x3a9bd9),
                                       RGB (0x4a4a4f), RGB (0x7a5c2e)};
static const FigureColor ON_DARK[] = {RGB (0x56b4e9), RGB (0xff8c42), RGB (0x33cfa0),
                                      RGB (0xe58fc0), RGB (0xf5c04a), RGB (0x8ad0ff),
                                      RGB (0xc8c8cc), RGB (0xc9a86a)};

FigureTheme
figure_theme (bool is_dark)
{
  return is_dark ? DARK : LIGHT;
}

void
figure_theme_source (cairo_t *cr, FigureColor color, double opacity)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, opacity);
}

FigureColor
figure_theme_mix (FigureColor a, FigureColor b, double share)
{
  return (FigureColor){a.r + share * (b.r - a.r), a.g + share * (b.g - a.g),
                       a.b + share * (b.b - a.b)};
}

FigureColor
figure_theme_old_color (const FigureTheme *theme, FigureColor color)
{
  static const double FADED = 0.35; /* share of the background */
  const double luma = 0.299 * color.r + 0.587 * color.g + 0.114 * color.b;
  const double grey = (1 - FADED) * luma + FADED * theme->background.r;

  return (FigureColor){grey, grey, grey};
}

FigureColor
figure_theme_curve_color (const FigureTheme *theme, uint32_t index)
{
  return theme->is_dark ? ON_DARK[index % G_N_ELEMENTS (ON_DARK)]
                        : ON_LIGHT[index % G_N_ELEMENTS (ON_LIGHT)];
}

uint32_t
figure_theme_curve_dash (uint32_t index)
{
  return index / G_N_ELEMENTS (ON_LIGHT);
}

bool
figure_theme_color_parse (const char *text, FigureColor *color)
{
  unsigned hex = 0;

  if (text == NULL || text[0] != '#' || strlen (text) < 7)
    return false;
  for (int i = 1; i < 7; i++) {
    if (!g_ascii_isxdigit (text[i]))
      return false;
    hex = 16 * hex + (unsigned) g_ascii_xdigit_value (text[i]);
  }
  *color = (FigureColor) RGB (hex);
  return true;
}

/* Colours of domains are chosen for paper; on a dark ground they move towards white. */
FigureColor
figure_theme_domain_color (const FigureTheme *theme, const char *stroke)
{
  static const FigureColor WHITE = {1, 1, 1};
  FigureColor color = theme->faint;

  return figure_theme_color_parse (stroke, &color) && theme->is_dark
             ? figure_theme_mix (color, WHITE, 0.35)
             : color;
}
