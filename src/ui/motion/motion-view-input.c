/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gestures and keys on the moving picture: a drag on a body with a pull point pulls it,
 * on the ground it moves the view; a click selects the component, and on a joint shows
 * its free-body diagram, as a double click does on any part; a double click on the
 * ground fits the view, the wheel zooms at the pointer. */
#include <math.h>
#include <string.h>

#include "doc/level.h"
#include "ui/motion/motion-view-private.h"
#include "ui/motion/time-bar.h"

#define CLICK_SLACK  4.0 /* px: a shorter drag is a click */
#define HIT_SLACK    5.0 /* px around what is drawn */
#define WHEEL_FACTOR 1.15

static FigureHit
hit_at (UiMotionView *self, double x, double y, bool pulls)
{
  FigureMotion *motion = ui_motion_view_motion (self);

  if (motion == NULL || isnan (figure_motion_time (motion)))
    return (FigureHit){.element = FIGURE_NO_ELEMENT};
  return figure_motion_hit (motion, &self->view, (FigurePoint){x, y}, HIT_SLACK, pulls);
}

static const FigureElement *
element_at (UiMotionView *self, uint32_t element)
{
  return element == FIGURE_NO_ELEMENT
             ? NULL
             : figure_motion_element (ui_motion_view_motion (self), element);
}

/* ---- pull and pan ---- */

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, UiMotionView *self)
{
  const FigureElement *element;

  gtk_widget_grab_focus (self->area);
  self->pressed = hit_at (self, x, y, false);
  self->gripped = hit_at (self, x, y, true);
  element = element_at (self, self->gripped.element);
  g_free (self->port);
  self->port = g_strdup (element != NULL ? element->port : NULL);
  self->from = (FigurePoint){x, y};
  self->panned = (FigurePoint){0, 0};
  self->is_pulling = self->has_moved = false;
}

static void
pan (UiMotionView *self, double dx, double dy)
{
  self->view.x -= (dx - self->panned.x) / self->view.scale;
  self->view.y += (dy - self->panned.y) / self->view.scale;
  self->panned = (FigurePoint){dx, dy};
  self->is_fitted = false;
  ui_motion_view_redraw (self);
}

/* The puller at a place of the picture. */
static DeskPullPoint
puller_at (UiMotionView *self, FigurePoint at)
{
  const FigureElement *element = element_at (self, self->gripped.element);
  const uint32_t variable = desk_program_port_coordinate (self->program, element->port);
  DeskPullPoint puller = {.at = at};

  if (variable != UINT32_MAX)
    puller.coordinate =
        run_trace_value_at (self->trace, variable,
                            desk_timeline_shown (self->studio->timeline)) +
        figure_motion_pull (ui_motion_view_motion (self), self->gripped.element,
                            self->gripped.local, at);
  return puller;
}

static void
pull (UiMotionView *self, double dx, double dy)
{
  const FigureElement *element = element_at (self, self->gripped.element);
  const DeskPullPoint puller = puller_at (
      self, figure_motion_view_from_px (
                &self->view, (FigurePoint){self->from.x + dx, self->from.y + dy}));

  if (self->is_pulling) {
    desk_pull_move (self->studio->pull, &puller);
  } else {
    self->is_pulling = desk_pull_begin (self->studio->pull, element->port,
                                        self->gripped.local, &puller);
    if (!self->is_pulling)
      self->gripped.element = FIGURE_NO_ELEMENT; /* said once; goes on as a pan */
  }
  gtk_widget_queue_draw (self->area);
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, UiMotionView *self)
{
  self->has_moved |= hypot (dx, dy) >= CLICK_SLACK;
  if (!self->has_moved)
    return;
  if (self->gripped.element != FIGURE_NO_ELEMENT)
    pull (self, dx, dy);
  else
    pan (self, dx, dy);
}

/* The component of the diagram that an element belongs to. */
static void
select_element (UiMotionView *self, const FigureElement *element)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k =
      element != NULL ? doc_level_find_item (doc, element->path) : UINT32_MAX;

  if (element == NULL)
    desk_selection_set (self->studio->selection, NULL, 0);
  else if (k != UINT32_MAX)
    desk_selection_set (self->studio->selection, &doc_item (doc, k)->name, 1);
}

static void
show_free_body (UiMotionView *self, uint32_t element, double x, double y)
{
  ui_motion_view_show_free_body (self, element);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->free_body),
                               &(GdkRectangle){(int) x, (int) y, 1, 1});
  gtk_popover_popup (GTK_POPOVER (self->free_body));
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, UiMotionView *self)
{
  const FigureElement *element = element_at (self, self->pressed.element);

  if (self->is_pulling) {
    self->is_pulling = false;
    desk_pull_release (self->studio->pull);
  } else if (!self->has_moved) {
    select_element (self, element);
    if (element != NULL && element->kind == FIGURE_JOINT)
      show_free_body (self, self->pressed.element, self->from.x, self->from.y);
  }
}

/* The sequence was taken away, as when the window closes. */
static void
on_cancel (GtkGesture *gesture, GdkEventSequence *sequence, UiMotionView *self)
{
  if (self->is_pulling)
    desk_pull_release (self->studio->pull);
  self->is_pulling = false;
}

static void
on_pressed (GtkGestureClick *gesture,
            int n_press,
            double x,
            double y,
            UiMotionView *self)
{
  FigureHit hit = hit_at (self, x, y, false);

  if (n_press == 2 && hit.element != FIGURE_NO_ELEMENT)
    show_free_body (self, hit.element, x, y);
  else if (n_press == 2)
    ui_motion_view_fit (self);
}

static void
on_pan_begin (GtkGestureDrag *gesture, double x, double y, UiMotionView *self)
{
  self->panned = (FigurePoint){0, 0};
}

static void
on_pan_update (GtkGestureDrag *gesture, double dx, double dy, UiMotionView *self)
{
  pan (self, dx, dy);
}

/* ---- hover, wheel, keys ---- */

static void
on_motion (GtkEventControllerMotion *controller, double x, double y, UiMotionView *self)
{
  self->pointer = (FigurePoint){x, y};
  if (!self->is_pulling)
    ui_motion_view_set_hovered (self, hit_at (self, x, y, false).element);
}

static void
on_leave (UiMotionView *self)
{
  ui_motion_view_set_hovered (self, FIGURE_NO_ELEMENT);
}

static gboolean
on_scroll (GtkEventControllerScroll *controller,
           double dx,
           double dy,
           UiMotionView *self)
{
  self->view =
      figure_motion_view_zoom (self->view, pow (WHEEL_FACTOR, -dy), self->pointer);
  self->is_fitted = false;
  ui_motion_view_redraw (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType mods,
        UiMotionView *self)
{
  return ui_time_bar_key (self->studio, key, mods) ? GDK_EVENT_STOP
                                                   : GDK_EVENT_PROPAGATE;
}

void
ui_motion_view_add_input (UiMotionView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *middle = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *key = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (on_cancel), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (middle), GDK_BUTTON_MIDDLE);
  g_signal_connect (middle, "drag-begin", G_CALLBACK (on_pan_begin), self);
  g_signal_connect (middle, "drag-update", G_CALLBACK (on_pan_update), self);
  g_signal_connect (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (motion, "enter", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  /* A click is also the beginning of a drag. */
  gtk_gesture_group (click, drag);
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (middle));
  gtk_widget_add_controller (self->area, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (self->area, motion);
  gtk_widget_add_controller (self->area, scroll);
  gtk_widget_add_controller (self->area, key);
}
