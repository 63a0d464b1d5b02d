/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects curves of the runs that are shown into one chart per plot; plots over time
 * share one axis. How far they are zoomed stands in the plots themselves. */
#include "desk/plot/plot-view-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "desk/quantity.h"

#define MIN_PLOT_HEIGHT 90.0
#define KEPT_SHARE      0.55 /* of its colour that a kept run has */
#define KEPT_FADING     0.75 /* and what remains with each younger one */
#define HIGHLIGHT       1.0  /* px: as much wider is a curve that is pointed at */
#define STEPPED_BACK    0.65 /* share of the background in the others */
#define X_AXIS_ROOM     44.0 /* px below the area that belong to the time axis */

static void
view_free (gpointer data)
{
  DeskPlotViewOne *view = data;

  figure_chart_free (view->chart);
  g_free (view->note);
  g_free (view);
}

DeskPlotView *
desk_plot_view_new (DeskStudio *studio)
{
  DeskPlotView *self = g_new0 (DeskPlotView, 1);

  self->studio = studio;
  self->palette = figure_palette_new ();
  self->shown_plot = self->shown_curve = UINT32_MAX;
  self->views = g_ptr_array_new_with_free_func (view_free);
  self->past = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->future = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->cursor[0] = self->cursor[1] = NAN;
  return self;
}

void
desk_plot_view_free (DeskPlotView *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->views);
  figure_palette_free (self->palette);
  g_ptr_array_unref (self->past);
  g_ptr_array_unref (self->future);
  g_free (self);
}

DeskPlotViewOne *
desk_plot_view_one (const DeskPlotView *self, uint32_t plot)
{
  g_assert (plot < self->views->len);
  return g_ptr_array_index (self->views, plot);
}

static void
match_views (DeskPlotView *self)
{
  uint32_t n = desk_plots_n (self->studio->plots);

  while (self->views->len < n) {
    DeskPlotViewOne *view = g_new0 (DeskPlotViewOne, 1);

    view->chart = figure_chart_new ();
    view->chart->palette = self->palette;
    g_ptr_array_add (self->views, view);
  }
  g_ptr_array_set_size (self->views, (gint) n);
}

/* Fills in a curve of a run, in the units that people read. */
static void
fill_curve (FigureCurve *curve, const DeskRun *run, uint32_t column, uint32_t x_column)
{
  const SimModel *model = run_session_model (run->session);
  const SimVar *var = sim_model_var (model, column);

  curve->trace = run_session_trace (run->session);
  curve->column = column;
  curve->x_column = x_column;
  curve->is_stepped = var->is_discrete;
  desk_quantity_scale (var, &curve->factor, &curve->offset);
  if (x_column != UINT32_MAX)
    desk_quantity_scale (sim_model_var (model, x_column), &curve->x_factor,
                         &curve->x_offset);
}

/* The runs to be seen, oldest first: those that are kept, the one before the current
 * while that has not landed, and the current one. */
static bool
is_shown (const DeskRuns *runs, const DeskRun *run)
{
  return run == runs->current || run->is_kept || desk_runs_state (runs) == RUN_RUNNING;
}

/* Kept runs are the paler the more of them are younger; what does not count any more is
 * grey. */
static FigureColor
color_of (const DeskRuns *runs,
          const DeskRun *run,
          const FigureTheme *theme,
          FigureColor color)
{
  guint n_younger = 0;

  if (run == runs->current ? runs->outdated != NULL : !run->is_kept)
    return figure_theme_old_color (theme, color);
  if (run == runs->current)
    return color;
  for (guint i = runs->all->len - 1; runs->all->pdata[i] != run; i--)
    n_younger += ((const DeskRun *) runs->all->pdata[i])->is_kept;
  return figure_theme_mix (color, theme->background,
                           1 - KEPT_SHARE * pow (KEPT_FADING, n_younger));
}

static void
add_curves (DeskPlotView *self, DeskPlotViewOne *view, uint32_t i)
{
  const DeskRuns *runs = self->studio->runs;
  const char *variable = doc_plot_curve (view->chart->of, i)->variable;
  const char *x = view->chart->of->x;
  double factor, offset;

  for (guint r = 0; r < runs->all->len; r++) {
    const DeskRun *run = runs->all->pdata[r];
    const SimModel *model = run_session_model (run->session);
    const uint32_t column = sim_model_find (model, variable);
    const uint32_t x_column = x != NULL ? sim_model_find (model, x) : UINT32_MAX;
    const bool is_old = run != runs->current;

    /* Runs that are shown and have the variables. */
    if (!is_shown (runs, run) || column == UINT32_MAX ||
        (x != NULL && x_column == UINT32_MAX))
      continue;
    const SimVar *var = sim_model_var (model, column);
    g_autofree char *label = is_old
                                 ? g_strdup_printf ("%s \u00B7 %s", variable, run->name)
                                 : g_strdup (variable);
    /* In the units of display; older runs paler, with their name. */
    FigureCurve *curve = figure_chart_add (view->chart, i, label,
                                           desk_quantity_scale (var, &factor, &offset));
    fill_curve (curve, run, column, x_column);
    curve->color = color_of (runs, run, &view->chart->theme, curve->color);
  }
}

/* That of the first plot over time that has one; the same twice: none has. */
static const double *
time_range (const DeskPlotView *self)
{
  static const double ALL[2] = {0, 0};
  const DeskPlots *plots = self->studio->plots;

  for (uint32_t p = 0; p < desk_plots_n (plots); p++) {
    const double *range = desk_plots_at (plots, p)->range[DOC_PLOT_X];

    if (desk_plots_at (plots, p)->x == NULL && range[0] < range[1])
      return range;
  }
  return ALL;
}

/* The axis of a plot over time shows the whole span of a run, so that it need not grow
 * while the run is going on. */
static void
choose_time_range (const DeskPlotView *self, FigurePlot *plot)
{
  const double *range = time_range (self);

  plot->x.min = range[0];
  plot->x.max = range[1];
  if (!(range[0] < range[1]) && self->studio->runs->current != NULL)
    desk_timeline_span (self->studio->timeline, &plot->x.min, &plot->x.max);
}

/* The others step back. */
static void
highlight (const DeskPlotView *self, DeskPlotViewOne *view, uint32_t p)
{
  const FigureTheme *theme = &view->chart->theme;

  if (self->shown_plot != p || self->shown_curve >= view->chart->curves->len)
    return;
  for (uint32_t i = 0; i < view->chart->curves->len; i++) {
    FigureCurve *curve = &g_array_index (view->chart->curves, FigureCurve, i);

    if (i == self->shown_curve)
      curve->width += HIGHLIGHT;
    else
      curve->color = figure_theme_mix (curve->color, theme->background, STEPPED_BACK);
  }
}

static void
fill_plot (DeskPlotView *self,
           DeskPlotViewOne *view,
           uint32_t p,
           const FigureTheme *theme)
{
  const DocPlot *of = desk_plots_at (self->studio->plots, p);
  FigurePlot *plot = &view->chart->plot;

  /* Curves, then what is said of them, ranges and cursors. */
  figure_chart_begin (view->chart, of, theme);
  for (uint32_t i = 0; i < doc_plot_n (of); i++)
    add_curves (self, view, i);
  figure_chart_end (view->chart);
  highlight (self, view, p);
  view->is_xy = of->x != NULL;
  g_free (view->note);
  view->note = desk_runs_note (self->studio->runs);
  plot->note = doc_plot_n (of) > 0 ? view->note : NULL;
  plot->is_cautioned = self->studio->runs->assumed != NULL;
  if (!view->is_xy)
    choose_time_range (self, plot);
  for (uint32_t c = 0; c < 2; c++) {
    plot->has_cursor[c] = !isnan (self->cursor[c]);
    plot->cursor[c] = self->cursor[c];
  }
  plot->is_measured = true;
}

/* Numbers stand below the last of plots that share the time axis. */
static void
label_x (const DeskPlotView *self, FigureChart *chart, const DocPlot *below)
{
  const DeskRun *run = self->studio->runs->current;
  const SimModel *model = run != NULL ? run_session_model (run->session) : NULL;
  const char *x = chart->of->x;
  const uint32_t variable =
      x != NULL && model != NULL ? sim_model_find (model, x) : UINT32_MAX;
  double factor, offset;

  chart->plot.x.is_bare = below != NULL && x == NULL && below->x == NULL;
  if (x != NULL)
    figure_chart_label_x (
        chart, x,
        variable != UINT32_MAX
            ? desk_quantity_scale (sim_model_var (model, variable), &factor, &offset)
            : "");
  else if (!chart->plot.x.is_bare)
    figure_chart_label_x (chart, _ ("Time"), "s");
}

void
desk_plot_view_update (DeskPlotView *self,
                       double width,
                       double height,
                       const FigureTheme *theme)
{
  match_views (self);
  uint32_t n = self->views->len;
  double each = fmax (floor (height / n), MIN_PLOT_HEIGHT);
  g_autofree FigurePlot *plots = g_new (FigurePlot, n);
  g_autofree FigureFrame *frames = g_new (FigureFrame, n);

  figure_palette_begin (self->palette);
  for (uint32_t p = 0; p < n; p++) {
    DeskPlotViewOne *view = desk_plot_view_one (self, p);
    FigurePlot *plot = &view->chart->plot;

    fill_plot (self, view, p, theme);
    view->top = p * each;
    plot->width = width;
    plot->height = each;
    label_x (self, view->chart,
             p + 1 < n ? desk_plots_at (self->studio->plots, p + 1) : NULL);
    plots[p] = *plot;
  }
  figure_palette_end (self->palette);
  /* Frames of all plots together, so that their edges meet. */
  figure_plots_layout (plots, n, frames);
  for (uint32_t p = 0; p < n; p++)
    desk_plot_view_one (self, p)->frame = frames[p];
}

uint32_t
desk_plot_view_n (const DeskPlotView *self)
{
  return self->views->len;
}

const FigurePlot *
desk_plot_view_plot (const DeskPlotView *self, uint32_t plot, double *top)
{
  if (top != NULL)
    *top = desk_plot_view_one (self, plot)->top;
  return &desk_plot_view_one (self, plot)->chart->plot;
}

const FigureFrame *
desk_plot_view_frame (const DeskPlotView *self, uint32_t plot)
{
  return &desk_plot_view_one (self, plot)->frame;
}

bool
desk_plot_view_is_over_time (const DeskPlotView *self, uint32_t plot)
{
  return !desk_plot_view_one (self, plot)->is_xy;
}

uint32_t
desk_plot_view_at (const DeskPlotView *self, double y)
{
  if (self->views->len != desk_plots_n (self->studio->plots))
    return UINT32_MAX;
  for (uint32_t p = 0; p < self->views->len; p++)
    if (y < desk_plot_view_one (self, p)->top +
                desk_plot_view_one (self, p)->chart->plot.height)
      return p;
  return UINT32_MAX;
}

DeskPlotPart
desk_plot_view_part (const DeskPlotView *self, uint32_t plot, double x, double y)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  double local = y - view->top;
  bool is_across = x >= view->frame.left && x <= view->frame.right;
  bool is_along = local >= view->frame.top && local <= view->frame.bottom;

  if (is_across && is_along)
    return DESK_PLOT_AREA;
  if (is_across && local > view->frame.bottom &&
      local < view->frame.bottom + X_AXIS_ROOM)
    return DESK_PLOT_X_AXIS;
  if (is_along && x < view->frame.left)
    return DESK_PLOT_Y_AXIS;
  return DESK_PLOT_OUTSIDE;
}

uint32_t
desk_plot_view_legend_at (const DeskPlotView *self, uint32_t plot, double x, double y)
{
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);

  return figure_plot_legend_at (&view->chart->plot, &view->frame, x, y - view->top);
}

bool
desk_plot_view_highlight (DeskPlotView *self, uint32_t plot, uint32_t curve)
{
  const bool is_new = self->shown_plot != plot || self->shown_curve != curve;

  self->shown_plot = plot;
  self->shown_curve = curve;
  return is_new;
}

uint32_t
desk_plot_view_source (const DeskPlotView *self, uint32_t plot, uint32_t curve)
{
  const GArray *sources = desk_plot_view_one (self, plot)->chart->sources;

  return curve < sources->len ? g_array_index (sources, uint32_t, curve) : UINT32_MAX;
}

void
desk_plot_view_legend_place (const DeskPlotView *self,
                             double x,
                             double y,
                             DeskPlotPlace *place)
{
  const uint32_t n = self->views->len, plot = desk_plot_view_at (self, y);

  *place = (DeskPlotPlace){.plot = n, .curve = UINT32_MAX};
  if (plot == UINT32_MAX || n == 0) {
    if (n > 0) /* a line below all of them */
      place->mark[1] = place->mark[3] =
          desk_plot_view_one (self, n - 1)->top +
          desk_plot_view_one (self, n - 1)->chart->plot.height - 1;
    place->mark[2] = n > 0 ? desk_plot_view_one (self, 0)->chart->plot.width : 0;
    return;
  }
  const DeskPlotViewOne *view = desk_plot_view_one (self, plot);
  const FigurePlot *drawn = &view->chart->plot;
  double box[4] = {0}, edge = view->frame.legend;
  /* Behind each name that ends before the pointer, below the legend behind all. */
  place->plot = plot;
  place->curve = 0;
  box[3] = view->frame.top;
  box[1] = box[3] - 14;
  for (uint32_t i = 0; i < drawn->n_curves; i++) {
    double next[4];

    if (!figure_plot_legend_box (drawn, &view->frame, i, next))
      break;
    const bool is_before = y - view->top >= next[3] ||
                           (y - view->top >= next[1] && x > (next[0] + next[2]) / 2);
    if (i == 0 || is_before)
      memcpy (box, next, sizeof box);
    if (!is_before)
      continue;
    place->curve = desk_plot_view_source (self, plot, i) + 1;
    edge = next[2];
  }
  place->mark[0] = place->mark[2] = edge + (place->curve > 0 ? 8 : -4);
  place->mark[1] = view->top + box[1];
  place->mark[3] = view->top + box[3];
}

static void
append_legend (GString *text, const FigurePlot *plot)
{
  for (uint32_t i = 0; i < plot->n_curves; i++) {
    g_autofree char *readout = figure_plot_readout_curve (plot, &plot->curves[i]);

    g_string_append_printf (text, "%s%s%s%s", i > 0 ? "\n" : "", plot->curves[i].label,
                            readout != NULL ? "\u2003" : "",
                            readout != NULL ? readout : "");
  }
}

char *
desk_plot_view_legend (const DeskPlotView *self, double y)
{
  const uint32_t p = desk_plot_view_at (self, y);
  const DeskPlotViewOne *view = p != UINT32_MAX ? desk_plot_view_one (self, p) : NULL;
  GString *text = g_string_new (NULL);

  if (view != NULL && y - view->top < view->frame.top)
    append_legend (text, &view->chart->plot);
  if (text->len > 0 && view->chart->plot.note != NULL)
    g_string_append_printf (text, "\n%s", view->chart->plot.note);
  return g_string_free (text, text->len == 0);
}

/* Of the runs themselves: the curves are those of the last update, and a run may have
 * been removed since. */
size_t
desk_plot_view_n_rows (const DeskPlotView *self)
{
  GPtrArray *runs = self->studio->runs->all;
  size_t n = 0;

  for (guint r = 0; r < runs->len; r++) {
    const DeskRun *run = g_ptr_array_index (runs, r);

    if (is_shown (self->studio->runs, run))
      n += run_trace_length (run_session_trace (run->session));
  }
  return n;
}
