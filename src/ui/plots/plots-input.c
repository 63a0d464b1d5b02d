/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer and keys of the plots: they zoom, pan and move cursors through DeskPlotView,
 * which knows where things lie. */
#include <math.h>

#include "ui/motion/time-bar.h"
#include "ui/plots/plots-private.h"

#define CLICK_SLACK  4.0 /* px: a shorter drag is a click */
#define WHEEL_FACTOR 1.15
#define WHEEL_PAUSE  700 /* ms between turns of the wheel that are two zooms */

void
ui_plots_give_up_drag (UiPlots *self)
{
  self->is_dragging = false;
  self->is_moving_name = false;
  self->grabbed = self->named = UINT32_MAX;
  self->part = DESK_PLOT_OUTSIDE;
}

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

static GdkModifierType
mods_of (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (
      GTK_EVENT_CONTROLLER (controller));
}

/* Whether a press follows one at the same place. GtkGestureClick of GTK 4.8 misses it
 * where a click elsewhere came shortly before. */
static bool
is_second (UiPlots *self, double x, double y, guint32 now_ms)
{
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (self));
  const bool is_near =
      hypot (x - self->from[0], y - self->from[1]) < CLICK_SLACK && !self->is_double;
  int most_ms;

  g_object_get (settings, "gtk-double-click-time", &most_ms, NULL);
  const bool is_soon =
      self->press_ms != 0 && now_ms - self->press_ms <= (guint32) most_ms;
  self->press_ms = now_ms;
  return is_near && is_soon;
}

/* ---- names in the legend ---- */

static uint32_t
name_at (UiPlots *self, double x, double y, uint32_t *plot)
{
  *plot = desk_plot_view_at (self->view, y);
  return *plot != UINT32_MAX ? desk_plot_view_legend_at (self->view, *plot, x, y)
                             : UINT32_MAX;
}

/* A click shows a curve or hides it; a drag takes it elsewhere. */
static void
let_name_go (UiPlots *self)
{
  DeskPlots *plots = self->studio->plots;
  const uint32_t plot = self->plot;
  const uint32_t curve = desk_plot_view_source (self->view, plot, self->named);
  const bool is_moved = self->is_moving_name;
  DeskPlotPlace place;

  self->named = UINT32_MAX;
  self->is_moving_name = false;
  if (plot >= desk_plots_n (plots) || curve >= doc_plot_n (desk_plots_at (plots, plot)))
    return;
  desk_plot_view_legend_place (self->view, self->to[0], self->to[1], &place);
  if (!is_moved)
    desk_plots_hide (plots, plot, curve,
                     !doc_plot_curve (desk_plots_at (plots, plot), curve)->is_hidden);
  else
    desk_plots_move (plots, plot, curve, place.plot, place.curve);
}

/* ---- drags ---- */

/* With Ctrl the other cursor is set where this one stands. */
static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, UiPlots *self)
{
  uint32_t plot;

  self->is_double = is_second (
      self, x, y,
      gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture)));
  if (self->is_double) {
    desk_plot_view_put_cursors (self->view, self->before);
    desk_plot_view_fit (self->view);
    ui_plots_redraw (self);
  }
  /* What is pressed: a name, a cursor, or a part of a plot. */
  desk_plot_view_get_cursors (self->view, self->before);
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->grabbed = UINT32_MAX;
  self->is_moving_name = false;
  self->named = name_at (self, x, y, &plot);
  if (!find_part (self, x, y) && self->named == UINT32_MAX)
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  else if (!(mods_of (gesture) & GDK_CONTROL_MASK))
    self->grabbed = desk_plot_view_cursor_at (self->view, self->plot, x, y);
  if (self->grabbed != UINT32_MAX)
    desk_plot_view_take_cursor (self->view, self->grabbed);
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
  if (self->part == DESK_PLOT_OUTSIDE && self->named == UINT32_MAX)
    return;
  self->to[0] = self->from[0] + dx;
  self->to[1] = self->from[1] + dy;
  if (self->named != UINT32_MAX) {
    self->is_moving_name |= hypot (dx, dy) >= CLICK_SLACK;
    ui_plots_redraw (self);
    return;
  }
  if (self->grabbed != UINT32_MAX && (dx != 0 || dy != 0))
    desk_plot_view_set_cursor (self->view, self->grabbed, self->plot, self->to[0],
                               self->to[1]);
  else if (self->grabbed == UINT32_MAX)
    self->is_dragging = !is_click (self, dx, dy);
  ui_plots_redraw (self);
}

/* Of a click: the second one of two shows everything. */
static void
set_cursor (UiPlots *self, uint32_t which)
{
  if (self->is_double || self->part != DESK_PLOT_AREA)
    return;
  desk_plot_view_choose_curve (self->view, self->plot, self->from[0], self->from[1]);
  desk_plot_view_set_cursor (self->view, which, self->plot, self->from[0],
                             self->from[1]);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, UiPlots *self)
{
  if (self->named != UINT32_MAX) {
    let_name_go (self);
    return;
  }
  if (self->part == DESK_PLOT_OUTSIDE)
    return;
  if (self->grabbed != UINT32_MAX)
    self->grabbed = UINT32_MAX;
  else if (!is_click (self, dx, dy)) {
    desk_plot_view_zoom_box (self->view, self->plot, self->part, self->from, self->to);
    self->press_ms = 0;
  } else
    set_cursor (self, mods_of (gesture) & GDK_CONTROL_MASK ? 1 : 0);
  self->is_dragging = false;
  ui_plots_redraw (self);
}

static void
on_pan_begin (GtkGestureDrag *gesture, double x, double y, UiPlots *self)
{
  if (!find_part (self, x, y))
    gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
  self->panned[0] = self->panned[1] = 0;
  self->has_panned = false;
}

static void
on_pan_update (GtkGestureDrag *gesture, double dx, double dy, UiPlots *self)
{
  const double by[] = {dx - self->panned[0], dy - self->panned[1]};

  if (self->part == DESK_PLOT_OUTSIDE)
    return;
  desk_plot_view_pan (self->view, self->plot, self->part, by, self->has_panned);
  self->has_panned = true;
  self->panned[0] = dx;
  self->panned[1] = dy;
  /* The next motion, which may come before the next frame, is from there. */
  ui_plots_update (self);
  ui_plots_redraw (self);
}

static void
on_click (GtkGestureClick *gesture, int n_press, double x, double y, UiPlots *self)
{
  if (n_press == 1) {
    find_part (self, x, y);
    ui_plots_open_menu (self, x, y);
  }
}

/* Zooms what is under the pointer: the time, or the axis that it is on. Over a legend
 * and beside the plots it scrolls the stack. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy, UiPlots *self)
{
  GtkEventController *wheel = GTK_EVENT_CONTROLLER (controller);
  const guint32 now = gtk_event_controller_get_current_event_time (wheel);
  const uint32_t plot = desk_plot_view_at (self->view, self->pointer[1]);
  const DeskPlotPart part =
      plot != UINT32_MAX
          ? desk_plot_view_part (self->view, plot, self->pointer[0], self->pointer[1])
          : DESK_PLOT_OUTSIDE;

  if (part == DESK_PLOT_OUTSIDE || dy == 0)
    return GDK_EVENT_PROPAGATE;
  const bool is_more = now - self->wheel_ms < WHEEL_PAUSE && self->wheel_ms != 0 &&
                       plot == self->wheel_plot && part == self->wheel_part;
  desk_plot_view_zoom (self->view, plot, part, self->pointer, pow (WHEEL_FACTOR, -dy),
                       is_more);
  self->wheel_ms = now;
  self->wheel_plot = plot;
  self->wheel_part = part;
  ui_plots_update (self);
  ui_plots_redraw (self);
  return GDK_EVENT_STOP;
}

/* What a press here would do. */
static const char *
pointer_shape (const UiPlots *self)
{
  const double x = self->pointer[0], y = self->pointer[1];
  const uint32_t plot = desk_plot_view_at (self->view, y);

  if (plot == UINT32_MAX)
    return NULL;
  if (desk_plot_view_cursor_at (self->view, plot, x, y) != UINT32_MAX)
    return "col-resize";
  if (desk_plot_view_legend_at (self->view, plot, x, y) != UINT32_MAX)
    return "pointer";
  switch (desk_plot_view_part (self->view, plot, x, y)) {
  case DESK_PLOT_AREA:
    return "crosshair";
  case DESK_PLOT_X_AXIS:
    return "ew-resize";
  case DESK_PLOT_Y_AXIS:
    return "ns-resize";
  case DESK_PLOT_OUTSIDE:
    break;
  }
  return NULL;
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, UiPlots *self)
{
  uint32_t plot;
  const uint32_t named = name_at (self, x, y, &plot);

  self->has_pointer = true;
  self->pointer[0] = x;
  self->pointer[1] = y;
  if (desk_plot_view_highlight (self->view, named != UINT32_MAX ? plot : UINT32_MAX,
                                named))
    ui_plots_redraw (self);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), pointer_shape (self));
  ui_plots_hover (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (GtkEventControllerMotion *motion, UiPlots *self)
{
  self->has_pointer = self->is_hovering = false;
  if (desk_plot_view_highlight (self->view, UINT32_MAX, UINT32_MAX))
    ui_plots_redraw (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, UiPlots *self)
{
  uint32_t plot = desk_plot_view_at (self->view, y);

  if (plot == UINT32_MAX)
    plot = desk_plots_n (self->studio->plots);
  return desk_plots_drop (self->studio->plots, plot, g_value_get_object (value));
}

/* Pixels that a cursor goes with Shift. */
static const double LEAP = 10;

/* A and B take a cursor, arrows move it, and letters lead it along a curve, with Shift
 * backwards. */
static bool
cursor_key (UiPlots *self, guint key, GdkModifierType mods)
{
  static const struct {
    guint key;
    DeskPlotPoint point;
  } POINTS[] = {{GDK_KEY_e, DESK_PLOT_EXTREMUM},
                {GDK_KEY_z, DESK_PLOT_ZERO},
                {GDK_KEY_l, DESK_PLOT_LEVEL},
                {GDK_KEY_v, DESK_PLOT_EVENT}};
  const bool is_shifted = mods & GDK_SHIFT_MASK;
  const double px = is_shifted ? LEAP : 1;
  const guint low = gdk_keyval_to_lower (key);

  if (mods & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return false;
  if (low == GDK_KEY_a || low == GDK_KEY_b) {
    desk_plot_view_take_cursor (self->view, low == GDK_KEY_a ? 0 : 1);
    return true;
  }
  if (!desk_plot_view_has_cursor (self->view))
    return false;
  /* Those that move it. */
  if (key == GDK_KEY_Left || key == GDK_KEY_Right) {
    desk_plot_view_move_cursor (self->view, key == GDK_KEY_Left ? -px : px);
    return true;
  }
  for (guint i = 0; i < G_N_ELEMENTS (POINTS); i++)
    if (low == POINTS[i].key) {
      if (!desk_plot_view_lead_cursor (self->view, POINTS[i].point, !is_shifted))
        gtk_widget_error_bell (GTK_WIDGET (self));
      return true;
    }
  return false;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType mods,
        UiPlots *self)
{
  if (cursor_key (self, key, mods)) {
    ui_plots_update (self);
    ui_plots_redraw (self);
    return GDK_EVENT_STOP;
  }
  if (ui_time_bar_key (self->studio, key, mods))
    return GDK_EVENT_STOP;
  if (mods & GDK_ALT_MASK && (key == GDK_KEY_Left || key == GDK_KEY_Right)) {
    gtk_widget_activate_action (
        GTK_WIDGET (self), key == GDK_KEY_Left ? "plots.back" : "plots.forward", NULL);
    return GDK_EVENT_STOP;
  }
  /* Keys of one plot, or of all. */
  if (key == GDK_KEY_Escape && desk_plot_view_has_cursor (self->view)) {
    desk_plot_view_clear_cursors (self->view);
  } else if (key == GDK_KEY_c && mods & GDK_CONTROL_MASK &&
             desk_plot_view_has_cursor (self->view)) {
    ui_measure_view_copy (self->measure_view);
  } else if (key == GDK_KEY_f) {
    desk_plot_view_fit (self->view);
  } else if (key == GDK_KEY_x) {
    ui_plots_open_against (self);
  } else if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && mods & GDK_SHIFT_MASK)) {
    const DocPoint at = ui_plots_current_place (self);

    ui_plots_open_menu (self, at.x, at.y);
  } else {
    return GDK_EVENT_PROPAGATE;
  }
  ui_plots_redraw (self);
  return GDK_EVENT_STOP;
}

void
ui_plots_add_controllers (UiPlots *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *pan = gtk_gesture_drag_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkDropTarget *drop = gtk_drop_target_new (DESK_TYPE_VARIABLE_NODE, GDK_ACTION_COPY);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (on_click), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (pan), GDK_BUTTON_MIDDLE);
  g_signal_connect (pan, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (pan, "drag-update", G_CALLBACK (on_pan_update), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), self);
  /* All of them work on the whole stack. */
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pan));
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, key);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drop));
}
