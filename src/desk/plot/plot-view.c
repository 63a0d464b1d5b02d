/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "desk/plot/plot-view.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/unit.h"

#define MIN_PLOT_HEIGHT 90.0
#define X_AXIS_ROOM     44.0 /* px below the area that belong to the time axis */
#define LINE_WIDTH      1.6

typedef struct {
  double y_min, y_max; /* y_min >= y_max: fit */
  double top;
  FigurePlot plot;
  FigureFrame frame;
  GArray *curves; /* FigureCurve */
  GPtrArray *labels;
  GPtrArray *curve_units; /* as people write them */
  char *units;            /* of all curves; NULL: they differ */
  char *note;
} View;

struct DeskPlotView {
  DeskStudio *studio;
  GPtrArray *views;
  double x_min, x_max; /* x_min >= x_max: all */
  double cursor[2];
};

static void
view_free (gpointer data)
{
  View *view = data;

  g_array_unref (view->curves);
  g_ptr_array_unref (view->labels);
  g_ptr_array_unref (view->curve_units);
  g_free (view->units);
  g_free (view->note);
  g_free (view);
}

DeskPlotView *
desk_plot_view_new (DeskStudio *studio)
{
  DeskPlotView *self = g_new0 (DeskPlotView, 1);

  self->studio = studio;
  self->views = g_ptr_array_new_with_free_func (view_free);
  self->cursor[0] = self->cursor[1] = NAN;
  return self;
}

void
desk_plot_view_free (DeskPlotView *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->views);
  g_free (self);
}

static View *
view_at (const DeskPlotView *self, uint32_t plot)
{
  return g_ptr_array_index (self->views, plot);
}

static void
match_views (DeskPlotView *self)
{
  uint32_t n = desk_plots_n (self->studio->plots);

  while (self->views->len < n) {
    View *view = g_new0 (View, 1);

    view->curves = g_array_new (FALSE, TRUE, sizeof (FigureCurve));
    view->labels = g_ptr_array_new_with_free_func (g_free);
    view->curve_units = g_ptr_array_new_with_free_func (g_free);
    g_ptr_array_add (self->views, view);
  }
  g_ptr_array_set_size (self->views, (gint) n);
}

/* A curve in the units that people read; false if the run's model has no such variable.
 */
static bool
curve_of_run (const DeskRun *run,
              const char *variable,
              FigureCurve *curve,
              const char **units)
{
  const SimModel *model = run_session_model (run->session);
  uint32_t column = sim_model_find (model, variable);
  double factor, offset;

  if (column == UINT32_MAX)
    return false;
  const SimVar *var = sim_model_var (model, column);
  *curve = (FigureCurve){.trace = run_session_trace (run->session),
                         .column = column,
                         .x_column = UINT32_MAX,
                         .factor = 1,
                         .width = LINE_WIDTH,
                         .is_stepped = var->is_discrete};
  *units = var->units;
  if (var->display_units[0] != '\0' &&
      base_unit_scale (var->units, var->display_units, &factor, &offset)) {
    curve->factor = 1 / factor;
    curve->offset = -offset / factor;
    *units = var->display_units;
  }
  return true;
}

/* On the axis if all curves have the same, else behind their names. */
static void
show_units (View *view)
{
  const GPtrArray *units = view->curve_units;

  g_clear_pointer (&view->units, g_free);
  for (guint i = 1; i < units->len; i++)
    if (strcmp (units->pdata[i], units->pdata[0]) != 0) {
      for (guint k = 0; k < units->len; k++) {
        char *name = view->labels->pdata[k];
        const char *of_curve = units->pdata[k];

        if (*of_curve == '\0')
          continue;
        view->labels->pdata[k] = g_strdup_printf ("%s [%s]", name, of_curve);
        g_array_index (view->curves, FigureCurve, k).label = view->labels->pdata[k];
        g_free (name);
      }
      return;
    }
  if (units->len > 0)
    view->units = g_strdup (units->pdata[0]);
}

/* The runs to be seen, oldest first: the one before the current while that has not
 * landed, and the current one. */
static bool
is_shown (DeskStudio *studio, const DeskRun *run)
{
  const DeskRun *current = studio->runs->current;
  RunSessionState state = desk_runs_state (studio->runs);

  return run == current || current == NULL || state == RUN_RUNNING;
}

static void
add_curves (DeskPlotView *self,
            View *view,
            const char *variable,
            uint32_t index,
            const FigureTheme *theme)
{
  GPtrArray *runs = self->studio->runs->all;
  const DeskRun *current = self->studio->runs->current;

  for (guint r = 0; r < runs->len; r++) {
    const DeskRun *run = g_ptr_array_index (runs, r);
    FigureCurve curve;
    const char *units;

    if (!is_shown (self->studio, run) || !curve_of_run (run, variable, &curve, &units))
      continue;
    g_ptr_array_add (view->curve_units, base_unit_to_label (units));
    curve.color = figure_theme_curve_color (theme, index);
    const char *outdated = run == current ? self->studio->runs->outdated : NULL;
    if (outdated != NULL || run != current)
      curve.color = figure_theme_old_color (theme, curve.color);
    char *label = run == current
                      ? g_strdup (variable)
                      : g_strdup_printf ("%s \u00B7 %s", variable, run->name);
    g_ptr_array_add (view->labels, label);
    curve.label = label;
    g_array_append_val (view->curves, curve);
  }
}

/* While a run is going on the axis shows its whole span, so that it need not grow. */
static void
shown_span (const DeskPlotView *self, double *min, double *max)
{
  *min = self->x_min;
  *max = self->x_max;
  if (*min < *max || self->studio->runs->current == NULL)
    return;
  desk_timeline_span (self->studio->timeline, min, max);
}

static void
fill_plot (DeskPlotView *self, View *view, uint32_t p, const FigureTheme *theme)
{
  uint32_t n;
  const char *const *names = desk_plots_variables (self->studio->plots, p, &n);

  g_array_set_size (view->curves, 0);
  g_ptr_array_set_size (view->labels, 0);
  g_ptr_array_set_size (view->curve_units, 0);
  for (uint32_t i = 0; i < n; i++)
    add_curves (self, view, names[i], i, theme);
  show_units (view);
  g_free (view->note);
  view->note = g_strdup (self->studio->runs->outdated);
  view->plot.note = n > 0 ? view->note : NULL;
  view->plot.n_curves = view->curves->len;
  view->plot.curves = (const FigureCurve *) view->curves->data;
  view->plot.y = (FigureAxis){view->y_min, view->y_max, NULL, view->units};
  view->plot.x = (FigureAxis){0};
  shown_span (self, &view->plot.x.min, &view->plot.x.max);
  view->plot.has_legend = true;
  for (uint32_t c = 0; c < 2; c++) {
    view->plot.has_cursor[c] = !isnan (self->cursor[c]);
    view->plot.cursor[c] = self->cursor[c];
  }
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

  for (uint32_t p = 0; p < n; p++) {
    View *view = view_at (self, p);

    fill_plot (self, view, p, theme);
    view->top = p * each;
    view->plot.width = width;
    view->plot.height = each;
    view->plot.x.is_bare = p < n - 1;
    if (p == n - 1) {
      view->plot.x.label = _ ("Time");
      view->plot.x.units = "s";
    }
    plots[p] = view->plot;
  }
  figure_plots_layout (plots, n, frames);
  for (uint32_t p = 0; p < n; p++)
    view_at (self, p)->frame = frames[p];
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
    *top = view_at (self, plot)->top;
  return &view_at (self, plot)->plot;
}

const FigureFrame *
desk_plot_view_frame (const DeskPlotView *self, uint32_t plot)
{
  return &view_at (self, plot)->frame;
}

uint32_t
desk_plot_view_at (const DeskPlotView *self, double y)
{
  for (uint32_t p = 0; p < self->views->len; p++)
    if (y < view_at (self, p)->top + view_at (self, p)->plot.height)
      return p;
  return UINT32_MAX;
}

DeskPlotPart
desk_plot_view_part (const DeskPlotView *self, uint32_t plot, double x, double y)
{
  const View *view = view_at (self, plot);
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

char *
desk_plot_view_legend (const DeskPlotView *self, double y)
{
  const uint32_t p = desk_plot_view_at (self, y);
  const View *view = p != UINT32_MAX ? view_at (self, p) : NULL;
  GString *text = g_string_new (NULL);

  if (view != NULL && y - view->top < view->frame.top)
    for (guint i = 0; i < view->curves->len; i++)
      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                              (const char *) view->labels->pdata[i]);
  if (text->len > 0 && view->plot.note != NULL)
    g_string_append_printf (text, "\n%s", view->plot.note);
  return g_string_free (text, text->len == 0);
}

static void
order (double *a, double *b)
{
  if (*a > *b) {
    double swap = *a;

    *a = *b;
    *b = swap;
  }
}

void
desk_plot_view_zoom_box (DeskPlotView *self,
                         uint32_t plot,
                         DeskPlotPart part,
                         const double from[2],
                         const double to[2])
{
  View *view = view_at (self, plot);

  if (part == DESK_PLOT_AREA || part == DESK_PLOT_X_AXIS) {
    self->x_min = figure_plot_frame_time (&view->frame, from[0]);
    self->x_max = figure_plot_frame_time (&view->frame, to[0]);
    order (&self->x_min, &self->x_max);
  }
  if (part == DESK_PLOT_AREA || part == DESK_PLOT_Y_AXIS) {
    view->y_min = figure_plot_frame_value (&view->frame, from[1] - view->top);
    view->y_max = figure_plot_frame_value (&view->frame, to[1] - view->top);
    order (&view->y_min, &view->y_max);
  }
}

void
desk_plot_view_zoom_time (DeskPlotView *self, double x, double factor)
{
  if (self->views->len == 0)
    return;
  const FigureFrame *frame = &view_at (self, 0)->frame;
  double t = figure_plot_frame_time (frame, CLAMP (x, frame->left, frame->right));
  double min = t - (t - frame->x_min) / factor;
  double max = t + (frame->x_max - t) / factor;

  /* Closer than the numbers can tell apart there is nothing to see. */
  if (max - min > 1e-12 * fmax (1, fabs (t)) && max - min < 1e12) {
    self->x_min = min;
    self->x_max = max;
  }
}

void
desk_plot_view_pan (DeskPlotView *self, uint32_t plot, double dx, double dy)
{
  View *view = view_at (self, plot);
  const FigureFrame *frame = &view->frame;
  double time = dx / (frame->right - frame->left) * (frame->x_max - frame->x_min);
  double value = dy / (frame->bottom - frame->top) * (frame->y_max - frame->y_min);

  self->x_min = frame->x_min - time;
  self->x_max = frame->x_max - time;
  if (value == 0)
    return;
  view->y_min = frame->y_min + value;
  view->y_max = frame->y_max + value;
}

void
desk_plot_view_fit (DeskPlotView *self)
{
  self->x_min = self->x_max = 0;
  for (uint32_t p = 0; p < self->views->len; p++)
    view_at (self, p)->y_min = view_at (self, p)->y_max = 0;
}

void
desk_plot_view_set_cursor (DeskPlotView *self, uint32_t which, double x)
{
  self->cursor[which] = isnan (x) || self->views->len == 0
                            ? NAN
                            : figure_plot_frame_time (&view_at (self, 0)->frame, x);
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

    if (is_shown (self->studio, run))
      n += run_trace_length (run_session_trace (run->session));
  }
  return n;
}
