/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plot beside the grid, by the code that draws all plots, with a mark on each
 * point. While a point is dragged the axes stand still. */
#include "ui/inspector/table-curve.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "figure/plot/plot.h"
#include "figure/text.h"
#include "ui/widgets/control.h"

static const double REACH_PX = 9, POINT_PX = 3.5, CURRENT_PX = 5;
enum {
  MOST_CURVES = 12,
  MOST_MARKS = 300 /* points; of more only the current one is marked */
};

struct _UiTableCurve {
  GtkWidget parent;

  DeskTableEdit *edit;
  RunTrace *trace;
  FigurePlot plot;
  FigureFrame frame; /* of the last drawing */
  FigureCurve curves[MOST_CURVES];
  char *labels[MOST_CURVES];
  char *x_label, *x_units, *y_units;

  /* The drag that is going on. */
  bool is_dragging;
  double from[2]; /* the point when it was taken, in pixels */
  double to[2];
  bool has_moved;
  guint tick;
};

G_DEFINE_FINAL_TYPE (UiTableCurve, ui_table_curve, GTK_TYPE_WIDGET)

/* ---- the plot ---- */

/* What a curve is called: its column, and in a map the value of its grid. */
static char *
label_of (const DeskTable *table, uint32_t column)
{
  g_autofree char *name = desk_table_column_name (table, column);
  char text[BASE_NUMBER_SIZE], shown[BASE_MINUS_SIZE];

  if (desk_table_first_row (table) == 0 || desk_table_n_rows (table) == 0)
    return g_steal_pointer (&name);
  return g_strdup_printf (
      "%s = %s", name,
      base_number_with_minus (
          base_number_to_short_text (desk_table_number (table, 0, column), 4, text),
          shown));
}

static void
forget_labels (UiTableCurve *self)
{
  for (uint32_t i = 0; i < MOST_CURVES; i++)
    g_clear_pointer (&self->labels[i], g_free);
  g_clear_pointer (&self->x_label, g_free);
  g_clear_pointer (&self->x_units, g_free);
  g_clear_pointer (&self->y_units, g_free);
}

/* Curves, axes and what they are called, of the table as it is. */
static void
make_plot (UiTableCurve *self, const FigureTheme *theme)
{
  const DeskTable *table = self->edit->table;
  const uint32_t n = MIN (desk_table_n_columns (table) - 1, MOST_CURVES);
  const FigureAxis x = self->plot.x, y = self->plot.y;

  /* The curves. */
  forget_labels (self);
  g_clear_pointer (&self->trace, run_trace_unref);
  self->trace = desk_table_trace (table);
  for (uint32_t i = 0; i < n; i++) {
    self->labels[i] = label_of (table, i + 1);
    self->curves[i] = (FigureCurve){
        .trace = self->trace,
        .column = i + 1,
        .x_column = 0,
        .label = self->labels[i],
        .factor = 1,
        .x_factor = 1,
        .color = figure_theme_curve_color (theme, i),
        .width = 1.5,
    };
  }
  /* The axes, which stand still while a point is dragged. */
  self->x_label = desk_table_column_name (table, 0);
  self->x_units = desk_table_column_units (table, 0);
  self->y_units = desk_table_column_units (table, 1);
  self->plot = (FigurePlot){
      .width = gtk_widget_get_width (GTK_WIDGET (self)),
      .height = gtk_widget_get_height (GTK_WIDGET (self)),
      .x = {.label = self->x_label, .units = *self->x_units ? self->x_units : NULL},
      .y = {.units = *self->y_units ? self->y_units : NULL},
      .n_curves = n,
      .curves = self->curves,
      .has_legend = n > 0 && *self->labels[0] != '\0',
  };
  if (self->is_dragging) {
    self->plot.x.min = x.min;
    self->plot.x.max = x.max;
    self->plot.y.min = y.min;
    self->plot.y.max = y.max;
  }
  figure_plots_layout (&self->plot, 1, &self->frame);
}

bool
ui_table_curve_place (UiTableCurve *self,
                      uint32_t row,
                      uint32_t column,
                      graphene_point_t *place)
{
  const DeskTable *table = self->edit->table;
  double x, y;

  if (table == NULL || column == 0 || column > self->plot.n_curves ||
      row < desk_table_first_row (table) || row >= desk_table_n_rows (table))
    return false;
  x = figure_plot_frame_x (&self->frame, desk_table_number (table, row, 0));
  y = figure_plot_frame_y (&self->frame, desk_table_number (table, row, column));
  *place = GRAPHENE_POINT_INIT ((float) x, (float) y);
  return isfinite (x) && isfinite (y);
}

/* ---- drawing ---- */

/* A disc where the point can be moved, else a square. */
static void
trace_mark (UiTableCurve *self,
            cairo_t *cr,
            uint32_t row,
            uint32_t column,
            graphene_point_t at)
{
  const bool is_current = row == self->edit->row &&
                          (self->edit->column == 0 || column == self->edit->column);
  const double size = is_current ? CURRENT_PX : POINT_PX;

  cairo_new_path (cr);
  if (desk_table_can_move (self->edit->table, row, column))
    cairo_arc (cr, at.x, at.y, size, 0, 2 * G_PI);
  else
    cairo_rectangle (cr, at.x - size, at.y - size, 2 * size, 2 * size);
}

static void
draw_mark (UiTableCurve *self,
           cairo_t *cr,
           uint32_t row,
           uint32_t column,
           const FigureTheme *theme)
{
  const bool is_current = row == self->edit->row &&
                          (self->edit->column == 0 || column == self->edit->column);
  const FigureColor color = figure_theme_curve_color (theme, column - 1);
  graphene_point_t at;

  if (!ui_table_curve_place (self, row, column, &at) || at.x < self->frame.left - 1 ||
      at.x > self->frame.right + 1 || at.y < self->frame.top - 1 ||
      at.y > self->frame.bottom + 1)
    return;
  trace_mark (self, cr, row, column, at);
  figure_theme_source (cr, is_current ? theme->background : color, 1);
  cairo_fill_preserve (cr);
  figure_theme_source (cr, is_current ? color : theme->background, 1);
  cairo_set_line_width (cr, is_current ? 2.5 : 1);
  cairo_stroke (cr);
}

static void
draw_marks (UiTableCurve *self, cairo_t *cr, const FigureTheme *theme)
{
  const uint32_t n = desk_table_n_rows (self->edit->table);
  const bool is_all = n <= MOST_MARKS;

  for (uint32_t c = 1; c <= self->plot.n_curves; c++) {
    for (uint32_t r = 0; is_all && r < n; r++)
      if (r != self->edit->row)
        draw_mark (self, cr, r, c, theme);
    draw_mark (self, cr, self->edit->row, c, theme);
  }
}

static void
ui_table_curve_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiTableCurve *self = UI_TABLE_CURVE (widget);
  const FigureTheme theme = ui_control_theme ();
  const float width = (float) gtk_widget_get_width (widget);
  const float height = (float) gtk_widget_get_height (widget);

  if (self->edit->table == NULL)
    return;
  make_plot (self, &theme);
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  figure_plot_draw (cr, &self->plot, &self->frame, &theme);
  draw_marks (self, cr, &theme);
  cairo_destroy (cr);
}

/* shape: GTK's own signature */
static void
ui_table_curve_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 220 : 180;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 420 : 320;
}

/* ---- points ---- */

/* The point nearest to a place, if one is near. */
static bool
find_point (UiTableCurve *self, double x, double y, uint32_t found[2])
{
  const uint32_t n =
      self->edit->table != NULL ? desk_table_n_rows (self->edit->table) : 0;
  double least = REACH_PX;

  for (uint32_t c = 1; c <= self->plot.n_curves; c++)
    for (uint32_t r = 0; r < n; r++) {
      graphene_point_t at;

      if (!ui_table_curve_place (self, r, c, &at) || hypot (at.x - x, at.y - y) > least)
        continue;
      least = hypot (at.x - x, at.y - y);
      found[0] = r;
      found[1] = c;
    }
  return least < REACH_PX;
}

static void
move_point (UiTableCurve *self)
{
  const FigureFrame *frame = &self->frame;
  const double x = self->to[0], y = self->to[1];
  const DeskTableMove to = {
      .x = figure_plot_frame_time (frame, x),
      .y = figure_plot_frame_value (frame, y),
      .x_step = fabs (figure_plot_frame_time (frame, x + 1) -
                      figure_plot_frame_time (frame, x)),
      .y_step = fabs (figure_plot_frame_value (frame, y + 1) -
                      figure_plot_frame_value (frame, y)),
  };

  self->has_moved = false;
  desk_table_edit_move (self->edit, &to);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  if (UI_TABLE_CURVE (widget)->has_moved)
    move_point (UI_TABLE_CURVE (widget));
  return G_SOURCE_CONTINUE;
}

static void
drag_begin (GtkGestureDrag *gesture, double x, double y, UiTableCurve *self)
{
  uint32_t found[2];
  graphene_point_t at;

  if (!find_point (self, x, y, found)) {
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  /* What cannot be moved is only made current. */
  if (!desk_table_can_move (self->edit->table, found[0], found[1])) {
    desk_table_edit_go (self->edit, found[0], found[1]);
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
    return;
  }
  /* The axes stand still from now on. */
  ui_table_curve_place (self, found[0], found[1], &at);
  self->from[0] = at.x;
  self->from[1] = at.y;
  self->plot.x.min = self->frame.x_min;
  self->plot.x.max = self->frame.x_max;
  self->plot.y.min = self->frame.y_min;
  self->plot.y.max = self->frame.y_max;
  self->is_dragging = true;
  self->has_moved = false;
  desk_table_edit_take (self->edit, found[0], found[1]);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
drag_update (GtkGestureDrag *gesture, double dx, double dy, UiTableCurve *self)
{
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  const bool is_along = fabs (dx) > fabs (dy);

  if (!self->is_dragging)
    return;
  self->to[0] = self->from[0] + (state & GDK_SHIFT_MASK && !is_along ? 0 : dx);
  self->to[1] = self->from[1] + (state & GDK_SHIFT_MASK && is_along ? 0 : dy);
  self->has_moved = true;
}

static void
stop_dragging (UiTableCurve *self)
{
  gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->is_dragging = false;
  desk_table_edit_let_go (self->edit);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end (GtkGestureDrag *gesture, double dx, double dy, UiTableCurve *self)
{
  if (self->is_dragging && self->has_moved)
    move_point (self);
  if (self->is_dragging)
    stop_dragging (self);
}

/* Another table may not have the point that is dragged. */
static void
table_changed (UiTableCurve *self)
{
  if (self->is_dragging && !self->edit->is_taken)
    stop_dragging (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pointed (GtkEventControllerMotion *controller, double x, double y, UiTableCurve *self)
{
  uint32_t found[2];
  const bool is_over = !self->is_dragging && find_point (self, x, y, found);
  const bool is_fixed =
      is_over && !desk_table_can_move (self->edit->table, found[0], found[1]);

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), is_fixed ? "not-allowed"
                                                      : is_over || self->is_dragging
                                                          ? "move"
                                                          : NULL);
}

/* ---- widget ---- */

static void
ui_table_curve_finalize (GObject *object)
{
  UiTableCurve *self = UI_TABLE_CURVE (object);

  forget_labels (self);
  g_clear_pointer (&self->trace, run_trace_unref);
  if (self->is_dragging)
    desk_table_edit_let_go (self->edit);
  g_clear_object (&self->edit);
  G_OBJECT_CLASS (ui_table_curve_parent_class)->finalize (object);
}

static void
ui_table_curve_class_init (UiTableCurveClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = ui_table_curve_finalize;
  widget_class->snapshot = ui_table_curve_snapshot;
  widget_class->measure = ui_table_curve_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_set_css_name (widget_class, "tablecurve");
}

static void
ui_table_curve_init (UiTableCurve *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (motion, "motion", G_CALLBACK (pointed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  ui_control_follow_theme (self, G_CALLBACK (gtk_widget_queue_draw));
}

GtkWidget *
ui_table_curve_new (DeskTableEdit *edit)
{
  UiTableCurve *self = g_object_new (UI_TYPE_TABLE_CURVE, NULL);

  self->edit = g_object_ref (edit);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Curve of the table"), -1);
  desk_property_listen (edit, "table", self, G_CALLBACK (table_changed));
  desk_property_listen (edit, "place", self, G_CALLBACK (gtk_widget_queue_draw));
  return GTK_WIDGET (self);
}
