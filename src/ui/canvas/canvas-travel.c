/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way into a subsystem and out again, seen for a moment: its level grows out of its
 * icon, or shrinks back into it. Everything else is at once as it will be; this only
 * paints the frames of that time otherwise. Both levels are what was painted of them,
 * one last, the other now, so that a frame costs no more than putting them together:
 * the inner one lies in the icon, centred, as large as it has room there, and the two
 * are zoomed as one picture about the point at which they have the same pixel, by equal
 * factors in equal times. */
#include <adwaita.h>
#include <math.h>

#include "ui/canvas/canvas-private.h"
#include "ui/widgets/control.h"

static const guint travel_ms = 200;
static const double fade = 0.5;       /* of the way, while the inner level appears */
static const double most_share = 0.9; /* of the canvas that an icon fills */
static const double rim_alpha = 0.5;

/* ---- geometry ---- */

/* The point that stays, in pixels, and the size of the inner level in the icon. */
static DocPoint
find_center (const UiCanvas *self, double *share)
{
  const DeskView *view = self->travel.goes_in ? &self->travel.outer : &self->view;
  const DocRect door = self->travel.door;
  const DocPoint a = desk_view_to_pixel (view, (DocPoint){door.x1, door.y1});
  const DocPoint b = desk_view_to_pixel (view, (DocPoint){door.x2, door.y2});
  const double s =
      fmin (fmin ((b.x - a.x) / self->width, (b.y - a.y) / self->height), most_share);

  *share = s;
  return (DocPoint){((a.x + b.x) - s * self->width) / (2 * (1 - s)),
                    ((a.y + b.y) - s * self->height) / (2 * (1 - s))};
}

/* ---- drawing ---- */

static void
append_zoomed (GtkSnapshot *snapshot,
               GskRenderNode *node,
               DocPoint about,
               double factor)
{
  const float by = (float) factor;

  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) about.x * (1 - by),
                                                          (float) about.y * (1 - by)));
  gtk_snapshot_scale (snapshot, by, by);
  gtk_snapshot_append_node (snapshot, node);
}

/* With a rim that tells it from the level around it, until it fills the canvas. */
static GskRenderNode *
framed (const UiCanvas *self, GskRenderNode *node, double factor, double way)
{
  const FigureColor color = ui_control_theme ().text;
  const GdkRGBA rim = {(float) color.r, (float) color.g, (float) color.b,
                       (float) (rim_alpha * (1 - way))};
  const float width = (float) (1 / factor);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRoundedRect all;

  gsk_rounded_rect_init_from_rect (
      &all, &GRAPHENE_RECT_INIT (0, 0, (float) self->width, (float) self->height), 0);
  gtk_snapshot_push_clip (snapshot, &all.bounds);
  gtk_snapshot_append_node (snapshot, node);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &all, (float[4]){width, width, width, width},
                              (GdkRGBA[4]){rim, rim, rim, rim});
  return gtk_snapshot_free_to_node (snapshot);
}

static void
append_both (UiCanvas *self, GtkSnapshot *snapshot, GskRenderNode *now)
{
  const UiCanvasTravel *travel = &self->travel;
  GskRenderNode *outer = travel->goes_in ? travel->left : now;
  GskRenderNode *inner = travel->goes_in ? now : travel->left;
  const double way = travel->goes_in ? travel->done : 1 - travel->done;
  double share;
  const DocPoint center = find_center (self, &share);
  const double factor = pow (share, 1 - way); /* of the inner level */
  g_autoptr (GskRenderNode) card = framed (self, inner, factor, way);

  gtk_snapshot_save (snapshot);
  append_zoomed (snapshot, outer, center, factor / share);
  gtk_snapshot_restore (snapshot);
  /* While it is small: a group as large as the canvas would be dear. */
  if (way < fade)
    gtk_snapshot_push_opacity (snapshot, way / fade);
  gtk_snapshot_save (snapshot);
  append_zoomed (snapshot, card, center, factor);
  gtk_snapshot_restore (snapshot);
  if (way < fade)
    gtk_snapshot_pop (snapshot);
}

void
ui_canvas_draw_frame (UiCanvas *self, GtkSnapshot *snapshot)
{
  GtkSnapshot *own = gtk_snapshot_new ();

  ui_canvas_draw (self, own);
  g_clear_pointer (&self->frame, gsk_render_node_unref);
  self->frame = gtk_snapshot_free_to_node (own);
  if (self->frame == NULL)
    return;
  if (self->travel.left != NULL)
    append_both (self, snapshot, self->frame);
  else
    gtk_snapshot_append_node (snapshot, self->frame);
}

/* ---- the time it takes ---- */

static void
move_on (double done, gpointer data)
{
  UiCanvas *self = data;

  self->travel.done = done;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
arrived (UiCanvas *self)
{
  g_clear_pointer (&self->travel.left, gsk_render_node_unref);
  g_clear_object (&self->travel.animation);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ui_canvas_stop_travel (UiCanvas *self)
{
  g_autoptr (AdwAnimation) animation = self->travel.animation;

  if (animation == NULL)
    return;
  g_object_ref (animation);
  if (self->travel.start != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->travel.start);
  self->travel.start = 0;
  adw_animation_skip (animation);
}

/* The frame after the change, in which the inspector is laid out anew, is longer than
 * others: the time begins with the one that follows. */
static gboolean
start (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiCanvas *self = UI_CANVAS (widget);
  const bool is_first = !self->travel.has_waited;

  self->travel.has_waited = true;
  if (is_first)
    return G_SOURCE_CONTINUE;
  self->travel.start = 0;
  adw_animation_play (self->travel.animation);
  return G_SOURCE_REMOVE;
}

bool
ui_canvas_is_travelling (const UiCanvas *self)
{
  return self->travel.animation != NULL;
}

void
ui_canvas_travel (UiCanvas *self, DeskView from)
{
  const DocRect door = self->studio->document->door;
  g_autoptr (GskRenderNode) left = g_steal_pointer (&self->frame);
  AdwAnimationTarget *target;

  /* Only from what was seen, through an icon. */
  ui_canvas_stop_travel (self);
  if (left == NULL || door.x1 >= door.x2 || self->width <= 1 ||
      !adw_get_enable_animations (GTK_WIDGET (self)))
    return;
  self->travel.left = g_steal_pointer (&left);
  self->travel.door = door;
  self->travel.outer = from;
  self->travel.goes_in = self->studio->document->goes_in;
  self->travel.done = 0;
  self->travel.has_waited = false;
  target = adw_callback_animation_target_new (move_on, self, NULL);
  self->travel.animation =
      adw_timed_animation_new (GTK_WIDGET (self), 0, 1, travel_ms, target);
  adw_timed_animation_set_easing (ADW_TIMED_ANIMATION (self->travel.animation),
                                  ADW_EASE_IN_OUT_CUBIC);
  g_signal_connect_object (self->travel.animation, "done", G_CALLBACK (arrived), self,
                           G_CONNECT_SWAPPED);
  self->travel.start =
      gtk_widget_add_tick_callback (GTK_WIDGET (self), start, NULL, NULL);
}

/* Who acts means what comes, and sees it at once. */
static gboolean
acted (GtkEventControllerLegacy *controller, GdkEvent *event, UiCanvas *self)
{
  const GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_PRESS || type == GDK_SCROLL || type == GDK_KEY_PRESS ||
      type == GDK_TOUCH_BEGIN || type == GDK_TOUCHPAD_PINCH)
    ui_canvas_stop_travel (self);
  return GDK_EVENT_PROPAGATE;
}

void
ui_canvas_add_travel (UiCanvas *self)
{
  GtkEventController *any = gtk_event_controller_legacy_new ();

  gtk_event_controller_set_propagation_phase (any, GTK_PHASE_CAPTURE);
  g_signal_connect (any, "event", G_CALLBACK (acted), self);
  gtk_widget_add_controller (GTK_WIDGET (self), any);
}
