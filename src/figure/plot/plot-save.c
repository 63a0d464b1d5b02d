/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stack of plots on one page of a file, with their frames aligned. A scale makes PNG
 * finer; what is drawn in vectors needs none. */
#include <math.h>

#include "base/file.h"
#include "figure/output.h"
#include "figure/plot/plot.h"

typedef struct {
  const FigurePlot *plots;
  uint32_t n;
  double scale;
  const FigureTheme *theme;
} Page;

static void
draw_page (cairo_t *cr, const void *data)
{
  const Page *page = data;
  g_autofree FigureFrame *frames = g_new (FigureFrame, page->n);

  cairo_scale (cr, page->scale, page->scale);
  figure_plots_layout (page->plots, page->n, frames);
  for (uint32_t i = 0; i < page->n; i++) {
    figure_plot_draw (cr, &page->plots[i], &frames[i], page->theme);
    cairo_translate (cr, 0, page->plots[i].height);
  }
}

bool
figure_plot_save (const FigurePlot *plots,
                  uint32_t n_plots,
                  double scale,
                  const FigureTheme *theme,
                  const char *path,
                  GError **error)
{
  const Page page = {plots, n_plots, base_file_has_ending (path, ".png") ? scale : 1,
                     theme};
  double width = 1;
  double height = 0;

  for (uint32_t i = 0; i < n_plots; i++) {
    width = fmax (width, plots[i].width);
    height += plots[i].height;
  }
  return figure_output_save (path, width * page.scale, fmax (height, 1) * page.scale,
                             draw_page, &page, error);
}
