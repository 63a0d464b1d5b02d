/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills a plot with curves: their look as the diagram keeps it, else by their order,
 * their labels, and their units, at the axis if all have the same and else behind each
 * label. The strings live as long as the chart. */
#include "figure/plot/chart.h"

#include <string.h>

#include "base/unit.h"

static const double CURVE_WIDTH = 1.5;

FigureChart *
figure_chart_new (void)
{
  FigureChart *chart = g_new0 (FigureChart, 1);

  chart->curves = g_array_new (FALSE, TRUE, sizeof (FigureCurve));
  chart->sources = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  chart->labels = g_ptr_array_new_with_free_func (g_free);
  chart->units = g_ptr_array_new_with_free_func (g_free);
  return chart;
}

void
figure_chart_free (FigureChart *chart)
{
  g_array_unref (chart->curves);
  g_array_unref (chart->sources);
  g_ptr_array_unref (chart->labels);
  g_ptr_array_unref (chart->units);
  g_free (chart->x_units);
  g_free (chart);
}

void
figure_chart_begin (FigureChart *chart, const DocPlot *plot, const FigureTheme *theme)
{
  g_array_set_size (chart->curves, 0);
  g_array_set_size (chart->sources, 0);
  g_ptr_array_set_size (chart->labels, 0);
  g_ptr_array_set_size (chart->units, 0);
  chart->of = plot;
  chart->theme = *theme;
  chart->plot = (FigurePlot){.title = plot->title, .has_legend = true};
}

FigureCurve *
figure_chart_add (FigureChart *chart, uint32_t i, const char *label, const char *units)
{
  const DocPlotCurve *look = doc_plot_curve (chart->of, i);
  FigureCurve curve = {.x_column = UINT32_MAX,
                       .factor = 1,
                       .x_factor = 1,
                       .width = look->width > 0 ? look->width : CURVE_WIDTH,
                       .is_hidden = look->is_hidden};
  const uint32_t index = chart->palette != NULL
                             ? figure_palette_index (chart->palette, look->variable)
                             : i;

  if (!figure_theme_color_parse (look->color, &curve.color)) {
    curve.color = figure_theme_curve_color (&chart->theme, index);
    curve.dash = figure_theme_curve_dash (index);
  }
  g_array_append_val (chart->sources, i);
  g_ptr_array_add (chart->labels, g_strdup (label));
  g_ptr_array_add (chart->units, base_unit_to_label (units));
  g_array_append_val (chart->curves, curve);
  return &g_array_index (chart->curves, FigureCurve, chart->curves->len - 1);
}

void
figure_chart_label_x (FigureChart *chart, const char *label, const char *units)
{
  g_free (chart->x_units);
  chart->x_units = base_unit_to_label (units);
  chart->plot.x.label = label;
  chart->plot.x.units = chart->x_units;
}

static bool
have_same_units (const FigureChart *chart)
{
  for (guint i = 1; i < chart->units->len; i++)
    if (strcmp (chart->units->pdata[i], chart->units->pdata[0]) != 0)
      return false;
  return chart->units->len > 0;
}

static void
put_units_behind (FigureChart *chart)
{
  for (guint i = 0; i < chart->units->len; i++) {
    const char *units = chart->units->pdata[i];
    g_autofree char *label = chart->labels->pdata[i];

    chart->labels->pdata[i] = *units != '\0' ? g_strdup_printf ("%s [%s]", label, units)
                                             : g_steal_pointer (&label);
  }
}

void
figure_chart_end (FigureChart *chart)
{
  FigureCurve *curves = (FigureCurve *) (void *) chart->curves->data;
  FigurePlot *plot = &chart->plot;
  const bool is_on_axis = have_same_units (chart);

  if (!is_on_axis)
    put_units_behind (chart);
  for (guint i = 0; i < chart->curves->len; i++) {
    curves[i].label = chart->labels->pdata[i];
    curves[i].units = chart->units->pdata[i];
  }
  /* Ranges in the units of the first curve. */
  plot->curves = curves;
  plot->n_curves = chart->curves->len;
  plot->x.min = chart->of->range[DOC_PLOT_X][0];
  plot->x.max = chart->of->range[DOC_PLOT_X][1];
  plot->y.units = is_on_axis ? chart->units->pdata[0] : NULL;
  if (plot->n_curves == 0)
    return;
  if (curves[0].x_column != UINT32_MAX) {
    plot->x.min = figure_plot_shown_x (&curves[0], plot->x.min);
    plot->x.max = figure_plot_shown_x (&curves[0], plot->x.max);
  }
  plot->y.min = figure_plot_shown (&curves[0], chart->of->range[DOC_PLOT_Y][0]);
  plot->y.max = figure_plot_shown (&curves[0], chart->of->range[DOC_PLOT_Y][1]);
}
