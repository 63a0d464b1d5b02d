/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curves are one render node, by the code that draws all plots, made anew when
 * they, the size or the colours change; over it only the dots are drawn in each frame.
 * What jumps is joined by a dashed line between two open circles: neither side belongs
 * to the line, and it is no slope. */
#include "ui/inspector/law-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/unit.h"
#include "desk/describe.h"
#include "desk/quantity.h"
#include "figure/plot/plot.h"
#include "ui/widgets/control.h"

enum { MOST_LAWS = 4, MOST_CURVES = 6 };
static const int PLOT_PX[] = {0, 170, 130, 110, 90}; /* by number of laws */
static const int LEAST_PX = 60;
static const double DOT_PX = 5, RING_PX = 3.5, ROOM = 0.06;
static const double AT_REST = 1e-6; /* of the range of x: the line is there already */

#define UI_TYPE_LAW_VIEW (ui_law_view_get_type ())
G_DECLARE_FINAL_TYPE (UiLawView, ui_law_view, UI, LAW_VIEW, GtkWidget)

/* One law as it is drawn. */
typedef struct {
  FigureCurve curves[MOST_CURVES];
  char *x_units, *y_units, *given;
} Chart;

struct _UiLawView {
  GtkWidget parent;

  DeskStudio *studio;
  GtkWidget *box;   /* around it and what is said below */
  GtkWidget *words; /* label */
  uint32_t n;
  Chart charts[MOST_LAWS];
  FigurePlot plots[MOST_LAWS];
  FigureFrame frames[MOST_LAWS]; /* of the last drawing */
  GskRenderNode *node;           /* NULL: to be made */
  guint tick;
};

G_DEFINE_FINAL_TYPE (UiLawView, ui_law_view, GTK_TYPE_WIDGET)

/* ---- the plots ---- */

static void
forget_charts (UiLawView *self)
{
  for (uint32_t i = 0; i < self->n; i++) {
    g_clear_pointer (&self->charts[i].x_units, g_free);
    g_clear_pointer (&self->charts[i].y_units, g_free);
    g_clear_pointer (&self->charts[i].given, g_free);
  }
  self->n = 0;
}

/* Of all that is drawn, with some room; the plot's own if that is flat. */
static void
choose_y_range (FigurePlot *plot, const RunLawCurve *curve)
{
  const size_t n = run_trace_length (curve->trace);
  const FigureCurve *first = &plot->curves[0];
  FigureAxis *axis = &plot->y;
  double least = INFINITY, greatest = -INFINITY;

  for (uint32_t k = 1; k <= plot->n_curves; k++) {
    const RunRange range = run_trace_range (curve->trace, k, 0, n);

    least = fmin (least, range.min);
    greatest = fmax (greatest, range.max);
  }
  if (curve->can_hold && isfinite (curve->hold.min))
    least = fmin (least, curve->hold.min);
  if (curve->can_hold && isfinite (curve->hold.max))
    greatest = fmax (greatest, curve->hold.max);
  const double room = ROOM * (greatest - least);
  axis->min = figure_plot_shown (first, least - room);
  axis->max = figure_plot_shown (first, greatest + room);
  /* What goes down without end while it holds. */
  if (curve->can_hold && isinf (curve->hold.min))
    axis->min = fmin (axis->min, -axis->max / 2);
  if (curve->can_hold && isinf (curve->hold.max))
    axis->max = fmax (axis->max, -axis->min / 2);
}

static int
plot_height (UiLawView *self)
{
  return gtk_widget_get_height (GTK_WIDGET (self)) / (int) MAX (self->n, 1);
}

static void
make_plot (UiLawView *self, uint32_t i, const FigureTheme *theme)
{
  const DeskLaw *drawn = desk_laws_get (self->studio->laws, i);
  const RunLaw *law = drawn->law;
  Chart *chart = &self->charts[i];
  const uint32_t n = MIN (law->n_y, MOST_CURVES);
  double factor, offset;

  /* Axes. */
  chart->x_units = base_unit_to_label (desk_quantity_scale (
      sim_model_var (law->model, law->variables[0]), &factor, &offset));
  /* A curve for each y. */
  for (uint32_t k = 0; k < n; k++) {
    const SimVar *var = sim_model_var (law->model, law->variables[1 + k]);
    FigureCurve *curve = &chart->curves[k];

    *curve = (FigureCurve){.trace = drawn->curve->trace,
                           .column = 1 + k,
                           .x_column = 0,
                           .label = law->y[k],
                           .x_factor = factor,
                           .x_offset = offset,
                           .color = figure_theme_curve_color (theme, k),
                           .width = 2};
    const char *units = desk_quantity_scale (var, &curve->factor, &curve->offset);
    if (k == 0)
      chart->y_units = base_unit_to_label (units);
  }
  /* What else it holds for. */
  chart->given = desk_laws_given_to_text (self->studio->laws, i);
  self->plots[i] = (FigurePlot){
      .width = gtk_widget_get_width (GTK_WIDGET (self)),
      .height = plot_height (self),
      .x = {.label = law->x, .units = chart->x_units},
      .y = {.label = n == 1 ? law->y[0] : NULL, .units = chart->y_units},
      .n_curves = n,
      .curves = chart->curves,
      .has_legend = n > 1,
      .note = chart->given,
  };
  choose_y_range (&self->plots[i], drawn->curve);
}

static void
make_plots (UiLawView *self, const FigureTheme *theme)
{
  forget_charts (self);
  self->n = MIN (desk_laws_n (self->studio->laws), MOST_LAWS);
  for (uint32_t i = 0; i < self->n; i++)
    make_plot (self, i, theme);
  figure_plots_layout (self->plots, self->n, self->frames);
}

/* ---- drawing ---- */

static void
draw_ring (cairo_t *cr, double x, double y, FigureColor color, const FigureTheme *theme)
{
  cairo_new_path (cr);
  cairo_arc (cr, x, y, RING_PX, 0, 2 * G_PI);
  figure_theme_source (cr, theme->background, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, color, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_dashes (cairo_t *cr, double x, double y0, double y1, FigureColor color)
{
  static const double DASH[] = {4, 3};

  figure_theme_source (cr, color, 1);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, DASH, G_N_ELEMENTS (DASH), 0);
  cairo_move_to (cr, x, y0);
  cairo_line_to (cr, x, y1);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

/* At rest y is any value of the line; a cap shows where it ends. */
static void
draw_hold (cairo_t *cr,
           const RunLawCurve *curve,
           const FigureCurve *line,
           const FigureFrame *frame)
{
  const double x = figure_plot_frame_x (frame, figure_plot_shown_x (line, 0));
  const double ends[] = {curve->hold.min, curve->hold.max};
  double y[2];

  for (uint32_t i = 0; i < 2; i++) {
    y[i] = isfinite (ends[i])
               ? figure_plot_frame_y (frame, figure_plot_shown (line, ends[i]))
               : (i == 0 ? frame->bottom : frame->top);
    if (!isfinite (ends[i]))
      continue;
    figure_theme_source (cr, line->color, 1);
    cairo_set_line_width (cr, 1.5);
    cairo_move_to (cr, x - RING_PX, y[i]);
    cairo_line_to (cr, x + RING_PX, y[i]);
    cairo_stroke (cr);
  }
  draw_dashes (cr, x, y[0], y[1], line->color);
}

static void
draw_jumps (cairo_t *cr,
            const RunLawCurve *curve,
            const FigurePlot *plot,
            const FigureFrame *frame,
            const FigureTheme *theme)
{
  if (curve->can_hold)
    draw_hold (cr, curve, &plot->curves[0], frame);
  for (uint32_t i = 0; i < curve->n_jumps; i++) {
    const RunLawJump *jump = &curve->jumps[i];

    if (jump->curve >= plot->n_curves)
      continue;
    /* Where its sides are. */
    const FigureCurve *line = &plot->curves[jump->curve];
    const FigureColor color = line->color;
    const double x = figure_plot_frame_x (frame, figure_plot_shown_x (line, jump->x));
    const double y[] = {
        figure_plot_frame_y (frame, figure_plot_shown (line, jump->before)),
        figure_plot_frame_y (frame, figure_plot_shown (line, jump->after))};

    /* Dashes between rings. */
    if (!curve->can_hold || fabs (jump->x) > AT_REST * (curve->to - curve->from))
      draw_dashes (cr, x, y[0], y[1], color);
    draw_ring (cr, x, y[0], color, theme);
    draw_ring (cr, x, y[1], color, theme);
  }
}

static void
draw_curves (UiLawView *self, cairo_t *cr, const FigureTheme *theme)
{
  make_plots (self, theme);
  for (uint32_t i = 0; i < self->n; i++) {
    const DeskLaw *drawn = desk_laws_get (self->studio->laws, i);

    cairo_save (cr);
    cairo_translate (cr, 0, i * plot_height (self));
    figure_plot_draw (cr, &self->plots[i], &self->frames[i], theme);
    draw_jumps (cr, drawn->curve, &self->plots[i], &self->frames[i], theme);
    cairo_restore (cr);
  }
}

static bool
is_inside (const FigureFrame *frame, double x, double y)
{
  return x >= frame->left - 1 && x <= frame->right + 1 && y >= frame->top - 1 &&
         y <= frame->bottom + 1;
}

/* Where it stands now; grey if that is of another model. */
static void
draw_dots (UiLawView *self, cairo_t *cr, const FigureTheme *theme)
{
  const bool is_old = self->studio->runs->outdated != NULL;

  for (uint32_t i = 0; i < self->n; i++)
    for (uint32_t k = 0; k < self->plots[i].n_curves; k++) {
      const FigureCurve *line = &self->charts[i].curves[k];
      const FigureColor color = line->color;
      double point[2];

      /* Its place, if that is seen. */
      if (!desk_laws_point (self->studio->laws, i, k, point))
        continue;
      const double x =
          figure_plot_frame_x (&self->frames[i], figure_plot_shown_x (line, point[0]));
      const double y =
          figure_plot_frame_y (&self->frames[i], figure_plot_shown (line, point[1]));
      if (!is_inside (&self->frames[i], x, y))
        continue;
      /* The dot. */
      cairo_new_path (cr);
      cairo_arc (cr, x, i * plot_height (self) + y, DOT_PX, 0, 2 * G_PI);
      figure_theme_source (cr, is_old ? figure_theme_old_color (theme, color) : color,
                           1);
      cairo_fill_preserve (cr);
      figure_theme_source (cr, theme->background, 1);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
    }
}

static void
ui_law_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiLawView *self = UI_LAW_VIEW (widget);
  const FigureTheme theme = ui_control_theme ();
  const graphene_rect_t all =
      GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                          (float) gtk_widget_get_height (widget));

  if (self->node == NULL) {
    GtkSnapshot *own = gtk_snapshot_new ();
    cairo_t *cr = gtk_snapshot_append_cairo (own, &all);

    draw_curves (self, cr, &theme);
    cairo_destroy (cr);
    self->node = gtk_snapshot_free_to_node (own);
  }
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &all);
  draw_dots (self, cr, &theme);
  cairo_destroy (cr);
}

/* shape: GTK's own signature */
static void
ui_law_view_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  const uint32_t n = MIN (desk_laws_n (UI_LAW_VIEW (widget)->studio->laws), MOST_LAWS);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : (int) n * LEAST_PX;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 280 : (int) n * PLOT_PX[n];
}

/* ---- what it shows ---- */

static void
make_anew (UiLawView *self)
{
  g_clear_pointer (&self->node, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ui_law_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  make_anew (UI_LAW_VIEW (widget));
}

/* For those who read, and for those who listen. */
static void
say_points (UiLawView *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (uint32_t i = 0; i < desk_laws_n (self->studio->laws); i++) {
    g_autofree char *point = desk_laws_point_to_text (self->studio->laws, i);

    if (point != NULL)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", point);
  }
  if (desk_laws_why (self->studio->laws) != NULL) {
    g_autofree char *why = desk_describe_sentence (desk_laws_why (self->studio->laws));

    g_string_append (text, text->len > 0 ? "\n" : "");
    g_string_append_printf (text, _ ("No characteristic: %s"), why);
  }
  if (g_str_equal (gtk_label_get_text (GTK_LABEL (self->words)), text->str))
    return;
  gtk_label_set_text (GTK_LABEL (self->words), text->str);
  gtk_widget_set_visible (self->words, text->len > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text->str, -1);
}

static void
curves_changed (UiLawView *self)
{
  const uint32_t n = desk_laws_n (self->studio->laws);

  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  gtk_widget_set_visible (self->box,
                          n > 0 || desk_laws_why (self->studio->laws) != NULL);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  make_anew (self);
  say_points (self);
}

static void
time_changed (UiLawView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  say_points (self);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiLawView *self = UI_LAW_VIEW (widget);

  desk_laws_follow (self->studio->laws);
  time_changed (self);
  if (desk_runs_is_active (self->studio->runs))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

/* While a run goes on only the frame clock tells. */
static void
run_changed (UiLawView *self)
{
  if (self->tick == 0 && desk_runs_is_active (self->studio->runs))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  time_changed (self);
}

/* ---- widget ---- */

static void
ui_law_view_dispose (GObject *object)
{
  UiLawView *self = UI_LAW_VIEW (object);

  forget_charts (self);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_law_view_parent_class)->dispose (object);
}

static void
ui_law_view_class_init (UiLawViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_law_view_dispose;
  widget_class->snapshot = ui_law_view_snapshot;
  widget_class->measure = ui_law_view_measure;
  widget_class->size_allocate = ui_law_view_size_allocate;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "lawview");
}

static void
ui_law_view_init (UiLawView *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  ui_control_follow_theme (self, G_CALLBACK (make_anew));
}

GtkWidget *
ui_law_view_new (DeskStudio *studio)
{
  UiLawView *self = g_object_new (UI_TYPE_LAW_VIEW, NULL);

  self->studio = g_object_ref (studio);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  self->words = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->words, "caption");
  gtk_widget_add_css_class (self->words, "numeric");
  gtk_label_set_xalign (GTK_LABEL (self->words), 0);
  gtk_label_set_wrap (GTK_LABEL (self->words), TRUE);
  gtk_widget_add_css_class (self->box, "inspector-laws");
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self));
  gtk_box_append (GTK_BOX (self->box), self->words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Characteristic"), -1);
  /* All that moves the curves or the dots. */
  desk_property_listen (studio->laws, "curves", self, G_CALLBACK (curves_changed));
  desk_property_listen (studio->timeline, "time", self, G_CALLBACK (time_changed));
  desk_property_listen (studio->runs, "outdated", self,
                        G_CALLBACK (gtk_widget_queue_draw));
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (run_changed));
  curves_changed (self);
  run_changed (self);
  return self->box;
}
