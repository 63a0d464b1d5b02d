/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of plots of a window. All curves are one cached node, made anew when rows,
 * ranges, cursors or colours change; only the line of the time is drawn over it in each
 * frame of a replay. Gestures zoom, pan and move cursors through DeskPlotView, which
 * holds the ranges. */
#include "ui/plots/plots.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "desk/plot/plot-view.h"
#include "figure/text.h"
#include "run/export.h"
#include "ui/motion/time-bar.h"
#include "ui/widgets/chooser.h"
#include "ui/widgets/control.h"
#include "ui/widgets/picker.h"
#include "ui/widgets/popover.h"

#define CLICK_SLACK  4.0 /* px: a shorter drag is a click */
#define WHEEL_FACTOR 1.15
#define MIN_HEIGHT   120

struct _UiPlots {
  GtkWidget parent;

  DeskStudio *studio;
  DeskPlotView *view;
  GtkWidget *menu;
  guint tick;
  size_t n_rows_drawn;
  GskRenderNode *curves; /* all that does not move with the time; NULL: to be made */

  /* The drag that is going on, in pixels of the widget. */
  bool is_dragging;
  DeskPlotPart part;
  uint32_t plot;
  double from[2], to[2];
  double panned[2];
  uint32_t current; /* pressed, or given a variable, last: what the menu is about */

  GArray *n_shown; /* variables of each plot when they changed last */
  uint32_t wanted; /* the plot to be scrolled to */
  guint scroll_tick;
};

G_DEFINE_FINAL_TYPE (UiPlots, ui_plots, GTK_TYPE_WIDGET)

/* ---- drawing ---- */

/* In the middle. */
static void
draw_hint (cairo_t *cr,
           const FigureFrame *frame,
           const char *text,
           const FigureTheme *theme)
{
  cairo_set_source_rgb (cr, theme->faint.r, theme->faint.g, theme->faint.b);
  figure_text (cr, "Cantarell 11", (frame->left + frame->right) / 2,
               (frame->top + frame->bottom) / 2, (FigureAnchor){0.5, 0.5}, text);
}

static void
draw_plot (UiPlots *self, cairo_t *cr, uint32_t p, const FigureTheme *theme)
{
  double top;
  const FigurePlot *plot = desk_plot_view_plot (self->view, p, &top);
  const FigureFrame *frame = desk_plot_view_frame (self->view, p);

  cairo_save (cr);
  cairo_translate (cr, 0, top);
  /* Before a run there is nothing that axes could measure. */
  if (self->studio->runs->current == NULL) {
    draw_hint (cr, frame, _ ("The curves of the next run are drawn here"), theme);
  } else {
    figure_plot_draw (cr, plot, frame, theme);
    if (plot->n_curves == 0) {
      g_autofree char *hint = desk_plots_hint (self->studio->plots, p);

      draw_hint (cr, frame, hint, theme);
    }
  }
  cairo_restore (cr);
}

static void
draw_box (UiPlots *self, cairo_t *cr, const FigureTheme *theme)
{
  double top;
  const FigureFrame *frame = desk_plot_view_frame (self->view, self->plot);
  double x1 = fmin (self->from[0], self->to[0]), x2 = fmax (self->from[0], self->to[0]);
  double y1 = fmin (self->from[1], self->to[1]), y2 = fmax (self->from[1], self->to[1]);

  desk_plot_view_plot (self->view, self->plot, &top);
  if (self->part == DESK_PLOT_X_AXIS) {
    y1 = top + frame->top;
    y2 = top + frame->bottom;
  } else if (self->part == DESK_PLOT_Y_AXIS) {
    x1 = frame->left;
    x2 = frame->right;
  }
  cairo_rectangle (cr, floor (x1) + 0.5, floor (y1) + 0.5, round (x2 - x1),
                   round (y2 - y1));
  cairo_set_source_rgba (cr, theme->accent.r, theme->accent.g, theme->accent.b, 0.15);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, theme->accent.r, theme->accent.g, theme->accent.b);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

/* Everything but the line of the time, which moves sixty times a second in a replay:
 * GTK paints again only what is new. */
static GskRenderNode *
curves_new (UiPlots *self, double width, double height)
{
  FigureTheme theme = ui_control_theme ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  desk_plot_view_update (self->view, width, height, &theme);
  self->n_rows_drawn = desk_plot_view_n_rows (self->view);
  for (uint32_t p = 0; p < desk_plot_view_n (self->view); p++)
    draw_plot (self, cr, p, &theme);
  if (self->is_dragging)
    draw_box (self, cr, &theme);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
draw_time (UiPlots *self, GtkSnapshot *snapshot)
{
  const double now = self->studio->timeline->time;
  FigureTheme theme = ui_control_theme ();
  const GdkRGBA color = {theme.faint.r, theme.faint.g, theme.faint.b, 1};

  for (uint32_t p = 0; p < desk_plot_view_n (self->view); p++) {
    double top;
    const FigureFrame *frame = desk_plot_view_frame (self->view, p);

    desk_plot_view_plot (self->view, p, &top);
    if (desk_plot_view_is_over_time (self->view, p) && now >= frame->x_min &&
        now <= frame->x_max)
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (floor (figure_plot_frame_x (frame, now)),
                               top + frame->top, 1, frame->bottom - frame->top));
  }
}

static void
ui_plots_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiPlots *self = UI_PLOTS (widget);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);

  if (self->curves == NULL)
    self->curves = curves_new (self, width, height);
  gtk_snapshot_append_node (snapshot, self->curves);
  draw_time (self, snapshot);
}

static void
redraw (UiPlots *self)
{
  g_clear_pointer (&self->curves, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* shape: GTK's own signature */
static void
ui_plots_measure (GtkWidget *widget,
                  GtkOrientation orientation,
                  int for_size,
                  int *minimum,
                  int *natural,
                  int *minimum_baseline,
                  int *natural_baseline)
{
  UiPlots *self = UI_PLOTS (widget);

  *minimum_baseline = *natural_baseline = -1;
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL
                 ? 130
                 : MIN_HEIGHT * (int) MAX (1, desk_plots_n (self->studio->plots));
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 600 : MAX (*minimum, 260);
}

/* Draws again only when rows have come; the frame clock runs only while a run does. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiPlots *self = UI_PLOTS (widget);

  if (desk_plot_view_n_rows (self->view) != self->n_rows_drawn)
    redraw (self);
  if (desk_runs_is_active (self->studio->runs))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
on_run_changed (UiPlots *self)
{
  if (self->tick == 0 && desk_runs_is_active (self->studio->runs))
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  redraw (self);
}

/* The plot under a drag may be another one now, or none. */
static void
give_up_drag (UiPlots *self)
{
  self->is_dragging = false;
  self->part = DESK_PLOT_OUTSIDE;
}

/* The first plot that got a variable, or UINT32_MAX: a run that chooses several at once
 * is read from the top. */
static uint32_t
find_grown (UiPlots *self)
{
  const uint32_t n = desk_plots_n (self->studio->plots);
  const guint n_before = self->n_shown->len;
  uint32_t grown = UINT32_MAX;

  g_array_set_size (self->n_shown, n);
  for (uint32_t p = 0; p < n; p++) {
    uint32_t *before = &g_array_index (self->n_shown, uint32_t, p);
    const uint32_t n_now = doc_plot_n (desk_plots_at (self->studio->plots, p));

    if (n >= n_before && n_now > *before)
      grown = MIN (grown, p);
    *before = n_now;
  }
  return grown;
}

/* Once a new plot has its place. */
static gboolean
scroll_to_wanted (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiPlots *self = UI_PLOTS (widget);
  const double n = desk_plots_n (self->studio->plots);
  const double height = gtk_widget_get_height (widget);
  GtkWidget *scrolled = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);

  if (height < MIN_HEIGHT * n)
    return G_SOURCE_CONTINUE;
  self->scroll_tick = 0;
  if (scrolled != NULL)
    gtk_adjustment_clamp_page (
        gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
        height * self->wanted / n, height * (self->wanted + 1) / n);
  return G_SOURCE_REMOVE;
}

static void
on_plots_changed (UiPlots *self)
{
  const uint32_t grown = find_grown (self);

  self->current = MIN (self->current, desk_plots_n (self->studio->plots) - 1);
  give_up_drag (self);
  redraw (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  if (grown == UINT32_MAX)
    return;
  self->wanted = self->current = grown;
  if (self->scroll_tick == 0)
    self->scroll_tick =
        gtk_widget_add_tick_callback (GTK_WIDGET (self), scroll_to_wanted, NULL, NULL);
}

static void
on_doc_replaced (UiPlots *self)
{
  give_up_drag (self);
  desk_plot_view_fit (self->view);
  desk_plot_view_clear_cursors (self->view);
  redraw (self);
}

/* ---- input ---- */

static bool
find_part (UiPlots *self, double x, double y)
{
  self->plot = desk_plot_view_at (self->view, y);
  self->part = self->plot == UINT32_MAX
                   ? DESK_PLOT_OUTSIDE
                   : desk_plot_view_part (self->view, self->plot, x, y);
  if (self->plot != UINT32_MAX)
    self->current = self->plot;
  return self->part != DESK_PLOT_OUTSIDE;
}

/* The legend shortens names. */
static gboolean
on_tooltip (UiPlots *self, int x, int y, gboolean is_by_key, GtkTooltip *tooltip)
{
  g_autofree char *text = desk_plot_view_legend (self->view, y);

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, UiPlots *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (!find_part (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  self->from[0] = self->to[0] = x;
  self->from[1] = self->to[1] = y;
}

static bool
is_click (const UiPlots *self, double dx, double dy)
{
  double along = self->part == DESK_PLOT_Y_AXIS ? 0 : fabs (dx);
  double across = self->part == DESK_PLOT_X_AXIS ? 0 : fabs (dy);

  return fmax (along, across) < CLICK_SLACK;
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, UiPlots *self)
{
  if (self->part == DESK_PLOT_OUTSIDE)
    return;
  self->to[0] = self->from[0] + dx;
  self->to[1] = self->from[1] + dy;
  self->is_dragging = !is_click (self, dx, dy);
  redraw (self);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, UiPlots *self)
{
  GdkModifierType mods =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (self->part == DESK_PLOT_OUTSIDE)
    return;
  if (!is_click (self, dx, dy))
    desk_plot_view_zoom_box (self->view, self->plot, self->part, self->from, self->to);
  else if (self->part == DESK_PLOT_AREA)
    desk_plot_view_set_cursor (self->view, mods & GDK_CONTROL_MASK ? 1 : 0, self->plot,
                               self->from[0], self->from[1]);
  self->is_dragging = false;
  redraw (self);
}

static void
on_pan_begin (GtkGestureDrag *gesture, double x, double y, UiPlots *self)
{
  if (!find_part (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  self->panned[0] = self->panned[1] = 0;
}

static void
on_pan_update (GtkGestureDrag *gesture, double dx, double dy, UiPlots *self)
{
  FigureTheme theme = ui_control_theme ();

  if (self->part == DESK_PLOT_OUTSIDE)
    return;
  desk_plot_view_pan (self->view, self->plot, dx - self->panned[0],
                      self->part == DESK_PLOT_X_AXIS ? 0 : dy - self->panned[1]);
  self->panned[0] = dx;
  self->panned[1] = dy;
  desk_plot_view_update (self->view, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &theme);
  redraw (self);
}

static void
open_menu (UiPlots *self, double x, double y)
{
  ui_popover_popup_menu (self->menu, (GdkRectangle){(int) x, (int) y, 1, 1});
}

/* In the middle of the plot that commands are about. */
static DocPoint
current_place (UiPlots *self)
{
  const uint32_t n = desk_plots_n (self->studio->plots);
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  return (DocPoint){gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                    height * (self->current + 0.5) / n};
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, UiPlots *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  if (button == GDK_BUTTON_PRIMARY && n_press == 2) {
    desk_plot_view_fit (self->view);
    redraw (self);
  } else if (button == GDK_BUTTON_SECONDARY && n_press == 1) {
    find_part (self, x, y);
    open_menu (self, x, y);
  }
}

/* With Ctrl, as on the canvas: the wheel alone scrolls the stack. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, UiPlots *self)
{
  GtkEventController *wheel = GTK_EVENT_CONTROLLER (controller);
  GdkEvent *event = gtk_event_controller_get_current_event (wheel);
  double x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0, y;

  if (!(gtk_event_controller_get_current_event_state (wheel) & GDK_CONTROL_MASK))
    return GDK_EVENT_PROPAGATE;
  if (event != NULL && gdk_event_get_position (event, &x, &y)) {
    GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
    double surface_x, surface_y;

    gtk_native_get_surface_transform (native, &surface_x, &surface_y);
    gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self),
                                      x - surface_x, y - surface_y, &x, &y);
  }
  desk_plot_view_zoom_time (self->view, x, pow (WHEEL_FACTOR, -dy));
  redraw (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, UiPlots *self)
{
  uint32_t plot = desk_plot_view_at (self->view, y);

  if (plot == UINT32_MAX)
    plot = desk_plots_n (self->studio->plots);
  return desk_plots_drop (self->studio->plots, plot, g_value_get_object (value));
}

/* ---- against another variable than time ---- */

static const uint32_t most_found = 20;

/* The key of the row that stands for the time: no variable has an empty name. */
static void
search_x (void *data, const char *text, GPtrArray *rows)
{
  const UiPlots *self = data;
  const DeskPlots *plots = self->studio->plots;
  g_autoptr (GPtrArray) found = desk_plots_find (plots, text, most_found);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autofree char *time = g_utf8_casefold (_ ("Time"), -1);
  const bool is_over_time = desk_plots_at (plots, self->current)->x == NULL;

  if (!is_over_time && strstr (time, folded) != NULL)
    ui_picker_add (rows, "", _ ("Time"), NULL, NULL);
  for (guint i = 0; i < found->len; i++)
    ui_picker_add (rows, found->pdata[i], found->pdata[i], NULL, NULL);
}

static void
choose_x (void *data, const char *key)
{
  const UiPlots *self = data;

  desk_plots_set_x (self->studio->plots, self->current, *key != '\0' ? key : NULL);
}

void
ui_plots_open_against (UiPlots *self)
{
  const DocPoint place = current_place (self);
  const GdkRectangle at = {(int) place.x, (int) place.y, 1, 1};

  if (desk_plots_has_curves (self->studio->plots))
    ui_picker_show (GTK_WIDGET (self), &at,
                    &(UiPicker){.name = _ ("Plot against"),
                                .nothing = _ ("No variable of that name"),
                                .search = search_x,
                                .chosen = choose_x,
                                .data = self});
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType mods,
        UiPlots *self)
{
  if (ui_time_bar_key (self->studio, key, mods))
    return GDK_EVENT_STOP;
  if (key == GDK_KEY_Escape && desk_plot_view_has_cursor (self->view)) {
    desk_plot_view_clear_cursors (self->view);
  } else if (key == GDK_KEY_f) {
    desk_plot_view_fit (self->view);
  } else if (key == GDK_KEY_x) {
    ui_plots_open_against (self);
  } else if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && mods & GDK_SHIFT_MASK)) {
    const DocPoint at = current_place (self);

    open_menu (self, at.x, at.y);
  } else {
    return GDK_EVENT_PROPAGATE;
  }
  redraw (self);
  return GDK_EVENT_STOP;
}

/* ---- menu ---- */

static void
act_fit (GtkWidget *widget, const char *name, GVariant *parameter)
{
  desk_plot_view_fit (UI_PLOTS (widget)->view);
  redraw (UI_PLOTS (widget));
}

static void
act_add (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiPlots *self = UI_PLOTS (widget);
  DeskPlots *plots = self->studio->plots;

  /* A second empty plot would only take room. */
  if (doc_plot_n (desk_plots_at (plots, desk_plots_n (plots) - 1)) > 0)
    desk_plots_append (plots);
}

static void
act_clear (GtkWidget *widget, const char *name, GVariant *parameter)
{
  UiPlots *self = UI_PLOTS (widget);

  desk_plots_clear (self->studio->plots, self->current);
}

static void
say (UiPlots *self, const char *text)
{
  desk_message (&self->studio->messages, text);
}

void
ui_plots_save_picture (UiPlots *self, const char *path)
{
  FigureTheme theme = figure_theme (false);
  g_autoptr (GError) error = NULL;
  uint32_t n = desk_plot_view_n (self->view);
  g_autofree FigurePlot *plots = g_new (FigurePlot, n);

  desk_plot_view_update (self->view, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &theme);
  for (uint32_t p = 0; p < n; p++)
    plots[p] = *desk_plot_view_plot (self->view, p, NULL);
  if (figure_plot_save (plots, n, gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                        &theme, path, &error))
    ui_chooser_tell_written (&self->studio->messages, path, path);
  else
    say (self, error->message);
}

static void
leave_out_pullers (const SimModel *model, uint32_t *columns, uint32_t *n)
{
  uint32_t n_kept = 0;

  for (uint32_t i = 0; i < *n; i++)
    if (desk_program_is_users (sim_model_var (model, columns[i])->name))
      columns[n_kept++] = columns[i];
  *n = n_kept;
}

/* A table that is being written: all of it is counted or its own. */
typedef struct {
  UiPlots *plots;
  SimModel *model;
  RunTrace *trace;
  uint32_t *columns;
  uint32_t n_columns;
  char *path;
} Table;

static void
write_table (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Table *table = data;
  GError *error = NULL;

  if (run_export_csv (table->trace, table->model, table->columns, table->n_columns,
                      table->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
table_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Table *table = data;
  DeskStudio *studio = table->plots->studio; /* NULL: the window has gone */
  g_autoptr (GError) error = NULL;
  const bool is_written = g_task_propagate_boolean (G_TASK (result), &error);

  if (studio != NULL && is_written)
    ui_chooser_tell_written (&studio->messages, table->path, table->path);
  else if (studio != NULL)
    desk_message (&studio->messages, error->message);
  if (g_application_get_default () != NULL)
    g_application_release (g_application_get_default ());
  g_object_unref (table->plots);
  sim_model_unref (table->model);
  run_trace_unref (table->trace);
  g_free (table->columns);
  g_free (table->path);
  g_free (table);
}

/* On a thread, since there may be millions of numbers; the program does not end before
 * all of them are written. The plots are no source of the task, whose thread could be
 * the last to let them go. */
void
ui_plots_save_table (UiPlots *self, const char *path)
{
  const DeskRun *run = self->studio->runs->current;
  g_autoptr (GError) error = NULL;

  if (run == NULL)
    return;
  if (!run_export_check_name (path, &error)) {
    say (self, error->message);
    return;
  }
  /* What the thread needs, */
  const SimModel *model = run_session_model (run->session);
  Table *table = g_new0 (Table, 1);
  table->columns = run_export_all_signals (model, &table->n_columns);
  leave_out_pullers (model, table->columns, &table->n_columns);
  table->plots = g_object_ref (self);
  table->model = sim_model_ref (model);
  table->trace = run_trace_ref (run_session_trace (run->session));
  table->path = g_strdup (path);
  /* and the thread. */
  g_autoptr (GTask) task = g_task_new (NULL, NULL, table_written, table);
  if (g_application_get_default () != NULL)
    g_application_hold (g_application_get_default ());
  g_task_set_task_data (task, table, NULL);
  g_task_run_in_thread (task, write_table);
}

static void
on_table_chosen (gpointer data, const char *path)
{
  UiPlots *self = data;

  if (path != NULL)
    ui_plots_save_table (self, path);
}

static void
on_picture_chosen (gpointer data, const char *path)
{
  if (path != NULL)
    ui_plots_save_picture (data, path);
}

static void
act_export (GtkWidget *widget, const char *name, GVariant *parameter)
{
  bool is_table = g_str_has_suffix (name, "csv");

  ui_chooser_export (
      widget, UI_PLOTS (widget)->studio->document->doc,
      &(UiChooser){.title = is_table ? _ ("Export Table") : _ ("Export Picture"),
                   .name = is_table ? ".csv" : "-plots.png",
                   .messages = &UI_PLOTS (widget)->studio->messages},
      is_table ? on_table_chosen : on_picture_chosen, widget);
}

/* ---- object ---- */

static void
add_controllers (UiPlots *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pan = gtk_gesture_drag_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkDropTarget *drop = gtk_drop_target_new (DESK_TYPE_VARIABLE_NODE, GDK_ACTION_COPY);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect (click, "pressed", G_CALLBACK (on_click), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);
  g_signal_connect (pan, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (pan, "drag-update", G_CALLBACK (on_pan_update), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  /* All of them work on the whole stack. */
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pan));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drop));
}

static void
ui_plots_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&UI_PLOTS (widget)->curves, gsk_render_node_unref);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    ui_popover_present (GTK_POPOVER (child));
}

static void
ui_plots_dispose (GObject *object)
{
  UiPlots *self = UI_PLOTS (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child); /* popovers */
  g_clear_pointer (&self->view, desk_plot_view_free);
  g_clear_pointer (&self->curves, gsk_render_node_unref);
  g_clear_pointer (&self->n_shown, g_array_unref);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_plots_parent_class)->dispose (object);
}

static void
ui_plots_class_init (UiPlotsClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_plots_dispose;
  widget_class->snapshot = ui_plots_snapshot;
  widget_class->measure = ui_plots_measure;
  widget_class->size_allocate = ui_plots_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "plots");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_install_action (widget_class, "plots.fit", NULL, act_fit);
  gtk_widget_class_install_action (widget_class, "plots.add", NULL, act_add);
  gtk_widget_class_install_action (widget_class, "plots.clear", NULL, act_clear);
  gtk_widget_class_install_action (widget_class, "plots.export-picture", NULL,
                                   act_export);
  gtk_widget_class_install_action (widget_class, "plots.export-csv", NULL, act_export);
}

static void
ui_plots_init (UiPlots *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->n_shown = g_array_new (FALSE, TRUE, sizeof (uint32_t));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Plots"), -1);
  gtk_widget_set_has_tooltip (widget, TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_tooltip), NULL);
  self->menu = ui_popover_menu_new ("plots-menu", widget);
  add_controllers (self);
  ui_control_follow_theme (self, G_CALLBACK (redraw));
}

GtkWidget *
ui_plots_new (DeskStudio *studio)
{
  UiPlots *self = g_object_new (UI_TYPE_PLOTS, NULL);

  self->studio = g_object_ref (studio);
  self->view = desk_plot_view_new (studio);
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (on_run_changed));
  desk_property_listen (studio->runs, "all", self, G_CALLBACK (redraw));
  desk_property_listen (studio->runs, "outdated", self, G_CALLBACK (redraw));
  desk_property_listen (studio->runs, "assumed", self, G_CALLBACK (redraw));
  desk_property_listen (studio->plots, "all", self, G_CALLBACK (on_plots_changed));
  desk_property_listen (studio->timeline, "time", self,
                        G_CALLBACK (gtk_widget_queue_draw));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (on_doc_replaced));
  return GTK_WIDGET (self);
}
