/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar below the moving picture: slider, replay, speed. It shows the time of
 * DeskTimeline and sets it; its frame clock, which runs only during a replay, moves
 * that on by the wall time between two frames. */
#include "ui/motion/time-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/number.h"
#include "ui/widgets/control.h"

/* Frames that a step with Shift goes. */
static const double LEAP = 10;

static const double SPEEDS[] = {0, 0.001, 0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100};

struct _UiTimeBar {
  GtkWidget parent;

  DeskStudio *studio;
  GtkWidget *box;
  GtkWidget *start;
  GtkWidget *play;
  GtkWidget *slider;
  GtkWidget *short_slider; /* instead, where there is no room beside it */
  GtkWidget *label;
  GtkWidget *speed;
  guint tick;
  gint64 frame_us; /* of the last frame; 0: none yet */
  bool is_updating;
};

G_DEFINE_FINAL_TYPE (UiTimeBar, ui_time_bar, GTK_TYPE_WIDGET)

/* ---- showing ---- */

/* As many places as the span needs to tell frames apart. */
static int
n_places (double span)
{
  return span > 0 ? CLAMP ((int) ceil (3 - log10 (span)), 0, 9) : 3;
}

static void
show_time (UiTimeBar *self)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self->slider));
  double start, end, time = desk_timeline_shown (self->studio->timeline);
  char number[BASE_NUMBER_SIZE], shown[BASE_MINUS_SIZE], text[64];
  bool has_run = desk_timeline_span (self->studio->timeline, &start, &end);

  self->is_updating = true;
  gtk_adjustment_configure (adjustment, time, start, end, (end - start) / 100,
                            (end - start) / 10, 0);
  self->is_updating = false;
  g_snprintf (number, sizeof number, "%.*f", n_places (end - start), time);
  g_snprintf (text, sizeof text, "%s\u2009s", base_number_with_minus (number, shown));
  gtk_label_set_text (GTK_LABEL (self->label), text);
  gtk_widget_set_sensitive (self->box, has_run);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiTimeBar *self = UI_TIME_BAR (widget);
  gint64 now_us = gdk_frame_clock_get_frame_time (clock);

  if (self->frame_us != 0)
    desk_timeline_play_on (self->studio->timeline,
                           (double) (now_us - self->frame_us) * 1e-6);
  self->frame_us = now_us;
  show_time (self);
  if (self->studio->timeline->is_playing ||
      desk_runs_state (self->studio->runs) == RUN_RUNNING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
on_replay_changed (UiTimeBar *self)
{
  bool is_playing = self->studio->timeline->is_playing;

  gtk_button_set_icon_name (GTK_BUTTON (self->play),
                            is_playing ? "media-playback-pause-symbolic"
                                       : "media-playback-start-symbolic");
  ui_control_set_label (self->play, is_playing ? _ ("Pause replay") : _ ("Replay"));
  ui_control_tell_key (self->play, "space");
  if (!is_playing)
    self->frame_us = 0;
  if (self->tick == 0 &&
      (is_playing || desk_runs_state (self->studio->runs) == RUN_RUNNING)) {
    self->frame_us = 0;
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  }
  show_time (self);
}

static void
on_doc_replaced (UiTimeBar *self)
{
  self->is_updating = true;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->speed), 0);
  self->is_updating = false;
  show_time (self);
}

/* ---- input ---- */

static gboolean
on_slid (GtkRange *range, GtkScrollType type, double value, UiTimeBar *self)
{
  if (self->is_updating)
    return FALSE;
  desk_timeline_set_playing (self->studio->timeline, false);
  desk_timeline_set_time (self->studio->timeline, value);
  show_time (self);
  return TRUE;
}

static void
on_speed (UiTimeBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed));

  if (!self->is_updating && i < G_N_ELEMENTS (SPEEDS))
    desk_timeline_set_speed (self->studio->timeline, SPEEDS[i]);
}

static void
on_play (UiTimeBar *self)
{
  desk_timeline_set_playing (self->studio->timeline,
                             !self->studio->timeline->is_playing);
}

static void
go_to_start (DeskStudio *studio)
{
  double start, end;

  desk_timeline_set_playing (studio->timeline, false);
  if (desk_timeline_span (studio->timeline, &start, &end))
    desk_timeline_set_time (studio->timeline, start);
}

static void
on_start (UiTimeBar *self)
{
  go_to_start (self->studio);
}

bool
ui_time_bar_key (DeskStudio *studio, guint key, GdkModifierType mods)
{
  double frames = mods & GDK_SHIFT_MASK ? LEAP : 1;

  if (mods & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return false;
  switch (key) {
  case GDK_KEY_space:
    desk_timeline_go_on (studio->timeline);
    return true;
  case GDK_KEY_comma:
  case GDK_KEY_Left:
    desk_timeline_move (studio->timeline, -frames);
    return true;
  case GDK_KEY_period:
  case GDK_KEY_Right:
    desk_timeline_move (studio->timeline, frames);
    return true;
  case GDK_KEY_Home:
    go_to_start (studio);
    return true;
  case GDK_KEY_End:
    desk_timeline_set_playing (studio->timeline, false);
    desk_timeline_set_time (studio->timeline, NAN);
    return true;
  default:
    return false;
  }
}

/* Before the slider, whose own arrow keys know nothing of frames. Buttons and lists
 * keep their space bar. */
static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType mods,
        UiTimeBar *self)
{
  GtkWidget *widget =
      gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));

  if (key == GDK_KEY_space && GTK_IS_BUTTON (widget))
    return GDK_EVENT_PROPAGATE;
  return ui_time_bar_key (self->studio, key, mods) ? GDK_EVENT_STOP
                                                   : GDK_EVENT_PROPAGATE;
}

/* ---- object ---- */

/* It takes what its neighbours leave: were more than the least natural, a GtkBox would
 * share what is scarce, and their labels would miss their room by a few pixels. */
/* shape: GTK's own signature */
static void
ui_time_bar_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  gtk_widget_measure (UI_TIME_BAR (widget)->box, orientation, for_size, minimum,
                      natural, minimum_baseline, natural_baseline);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = *minimum;
}

static void
ui_time_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (UI_TIME_BAR (widget)->box, width, height, baseline, NULL);
}

static void
ui_time_bar_dispose (GObject *object)
{
  UiTimeBar *self = UI_TIME_BAR (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_time_bar_parent_class)->dispose (object);
}

static void
ui_time_bar_class_init (UiTimeBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_time_bar_dispose;
  widget_class->measure = ui_time_bar_measure;
  widget_class->size_allocate = ui_time_bar_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "timebar");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/time-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, box);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, start);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, play);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, slider);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, short_slider);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, label);
  gtk_widget_class_bind_template_child (widget_class, UiTimeBar, speed);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_play);
  gtk_widget_class_bind_template_callback (widget_class, on_slid);
  gtk_widget_class_bind_template_callback (widget_class, on_speed);
}

static void
listen_to_keys (UiTimeBar *self, GtkWidget *widget)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (widget, key);
}

static void
ui_time_bar_init (UiTimeBar *self)
{
  self->is_updating = true;
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_control_list_speeds (self->speed, _ ("Auto"), SPEEDS, G_N_ELEMENTS (SPEEDS));
  self->is_updating = false;
  ui_control_tell_key (self->start, "Home");
  listen_to_keys (self, self->slider);
  listen_to_keys (self, self->short_slider);
  listen_to_keys (self, self->start);
  listen_to_keys (self, self->play);
}

GtkWidget *
ui_time_bar_new (DeskStudio *studio)
{
  UiTimeBar *self = g_object_new (UI_TYPE_TIME_BAR, NULL);

  self->studio = g_object_ref (studio);
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (on_replay_changed));
  desk_property_listen (studio->timeline, "is-playing", self,
                        G_CALLBACK (on_replay_changed));
  desk_property_listen (studio->timeline, "time", self, G_CALLBACK (show_time));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (on_doc_replaced));
  on_replay_changed (self);
  return GTK_WIDGET (self);
}
