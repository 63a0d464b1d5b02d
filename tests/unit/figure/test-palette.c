/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each variable has one colour as long as it is plotted. */
#include "figure/plot/palette.h"
#include "figure/plot/plot.h"

static void
test_palette (void)
{
  g_autoptr (FigurePalette) palette = figure_palette_new ();

  figure_palette_begin (palette);
  g_assert_cmpuint (figure_palette_index (palette, "a"), ==, 0);
  g_assert_cmpuint (figure_palette_index (palette, "b"), ==, 1);
  g_assert_cmpuint (figure_palette_index (palette, "a"), ==, 0);
  figure_palette_end (palette);
  /* The first one goes, a new one comes before the other. */
  figure_palette_begin (palette);
  g_assert_cmpuint (figure_palette_index (palette, "c"), ==, 2);
  g_assert_cmpuint (figure_palette_index (palette, "b"), ==, 1);
  figure_palette_end (palette);
  figure_palette_begin (palette);
  g_assert_cmpuint (figure_palette_index (palette, "b"), ==, 1);
  g_assert_cmpuint (figure_palette_index (palette, "d"), ==, 0);
  figure_palette_end (palette);
}

/* Colour and dashes together tell many curves apart. */
static void
test_dashes (void)
{
  const FigureTheme theme = figure_theme (false);

  for (uint32_t i = 0; i < 30; i++)
    for (uint32_t k = 0; k < i; k++) {
      const FigureColor a = figure_theme_curve_color (&theme, i);
      const FigureColor b = figure_theme_curve_color (&theme, k);

      g_assert_true (figure_theme_curve_dash (i) != figure_theme_curve_dash (k) ||
                     a.r != b.r || a.g != b.g || a.b != b.b);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/palette/stays", test_palette);
  g_test_add_func ("/figure/palette/dashes", test_dashes);
  return g_test_run ();
}
