/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of the moving picture: draws the instant of the time line, follows runs
 * and pulls, and offers its actions. */
#include "ui/motion/motion-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "doc/level.h"
#include "figure/text.h"
#include "ui/motion/motion-view-private.h"
#include "ui/widgets/control.h"

/* As many are drawn in a frame of about 8 ms. */
#define FRAME_ELEMENTS 200

/* A picture of a run that is not of the model on the screen. */
#define OUTDATED_ALPHA 0.35
#define OUTDATED_FONT  "Cantarell 10"

G_DEFINE_FINAL_TYPE (UiMotionView, ui_motion_view, GTK_TYPE_WIDGET)

enum { POP_OUT, KEPT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What can be shown or not. */
static const struct {
  const char *name;
  size_t offset;
  bool is_default;
} TOGGLES[] = {
    {"trails", offsetof (FigureLook, has_trails), true},
    {"forces", offsetof (FigureLook, has_forces), false},
    {"torques", offsetof (FigureLook, has_torques), false},
    {"velocities", offsetof (FigureLook, has_velocities), false},
    {"labels", offsetof (FigureLook, has_labels), true},
    {"grid", offsetof (FigureLook, has_grid), true},
};

/* As the menu says them; they work with the focus in the view. */
static const UiShortcut SHORTCUTS[] = {
    {"t", "motion.trails"},       {"a", "motion.forces"}, {"m", "motion.torques"},
    {"v", "motion.velocities"},   {"l", "motion.labels"}, {"g", "motion.grid"},
    {"<Shift>t", "motion.trail"}, {"f", "motion.fit"},
};

static bool *
toggle_of (UiMotionView *self, guint i)
{
  return (bool *) ((char *) &self->look + TOGGLES[i].offset);
}

/* ---- what is shown ---- */

bool
ui_motion_view_moves (UiMotionView *self)
{
  return self->moves;
}

bool
ui_motion_view_is_planar (UiMotionView *self)
{
  const FigureMotion *motion = ui_motion_view_motion (self);

  for (uint32_t i = 0; motion != NULL && i < figure_motion_n_elements (motion); i++)
    if (figure_motion_element (motion, i)->kind == FIGURE_BODY)
      return true;
  return false;
}

/* ---- the view ---- */

static bool
holds (FigureRect outer, FigureRect inner)
{
  return outer.x1 <= inner.x1 && outer.y1 <= inner.y1 && outer.x2 >= inner.x2 &&
         outer.y2 >= inner.y2;
}

static FigureRect
shown_rect (const FigureView *view)
{
  FigurePoint a = figure_motion_view_from_px (view, (FigurePoint){0, view->height});
  FigurePoint b = figure_motion_view_from_px (view, (FigurePoint){view->width, 0});

  return (FigureRect){a.x, a.y, b.x, b.y};
}

/* A picture that grows while a run is going on is fitted anew only when it leaves what
 * is shown, so that it does not creep. */
static void
follow (UiMotionView *self, double width, double height)
{
  FigureRect bounds = figure_motion_bounds (ui_motion_view_motion (self));
  const bool is_resized = width != self->view.width || height != self->view.height;

  self->view.width = width;
  self->view.height = height;
  if (!self->is_fitted || bounds.x1 > bounds.x2)
    return;
  const bool is_live = desk_runs_state (self->studio->runs) == RUN_RUNNING;
  if (is_resized || !is_live || !holds (shown_rect (&self->view), bounds))
    self->view = figure_motion_view_fit (bounds, width, height);
}

static void
mark (UiMotionView *self)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  const DeskPull *pull = self->studio->pull;
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  g_autofree char *path =
      n == 1 ? doc_level_path (self->studio->document->doc, names[0]) : NULL;

  self->look.selected = n == 1 ? figure_motion_find (motion, path) : FIGURE_NO_ELEMENT;
  self->look.grabbed = FIGURE_NO_ELEMENT;
  if (!pull->is_held)
    return;
  for (uint32_t i = 0; i < figure_motion_n_elements (motion); i++)
    if (g_strcmp0 (figure_motion_element (motion, i)->port, pull->port) == 0) {
      self->look.grabbed = i;
      break;
    }
  self->look.pull_point = pull->point;
  self->look.puller = pull->at.at;
}

/* Ends a group, and paints it pale and without its colours. */
static void
paint_grey (cairo_t *cr)
{
  cairo_pattern_t *drawn = cairo_pop_group (cr);

  cairo_push_group (cr);
  cairo_set_source (cr, drawn);
  cairo_paint (cr);
  cairo_set_operator (cr, CAIRO_OPERATOR_HSL_SATURATION);
  cairo_set_source_rgb (cr, 0.5, 0.5, 0.5);
  cairo_mask (cr, drawn);
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, OUTDATED_ALPHA);
  cairo_pattern_destroy (drawn);
}

/* In the middle of the lower edge, cut where it has no room. */
static void
draw_note (cairo_t *cr, int width, int height, const char *text)
{
  const double edge = 8, room = width - 2 * edge;
  double text_width, text_height;

  figure_text_size (cr, OUTDATED_FONT, text, &text_width, &text_height);
  if (text_width > room)
    figure_text_cut (cr, OUTDATED_FONT, edge, height - edge, room, text);
  else
    figure_text (cr, OUTDATED_FONT, width / 2.0, height - edge, (FigureAnchor){0.5, 1},
                 text);
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  UiMotionView *self = data;
  FigureTheme theme = ui_control_theme ();

  if (!ui_motion_view_pose (self))
    return;
  follow (self, width, height);
  mark (self);
  const DeskRuns *runs = self->studio->runs;
  g_autofree char *note = desk_runs_note (runs);
  if (runs->outdated != NULL)
    cairo_push_group (cr);
  figure_motion_draw (ui_motion_view_motion (self), cr, &self->view, &theme,
                      &self->look);
  if (runs->outdated != NULL)
    paint_grey (cr);
  if (note == NULL)
    return;
  figure_theme_source (cr, runs->assumed != NULL ? theme.caution : theme.text, 1);
  draw_note (cr, width, height, note);
}

static void
draw_free_body (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  UiMotionView *self = data;
  FigureTheme theme = ui_control_theme ();

  if (self->free_element != FIGURE_NO_ELEMENT && ui_motion_view_pose (self))
    figure_motion_draw_free_body (ui_motion_view_motion (self), cr, self->free_element,
                                  (FigurePoint){width, height}, &theme);
}

/* ---- what the studio tells ---- */

/* Large pictures are drawn in every second, third... frame of what moves by itself, so
 * that the rest of the window keeps its time. */
static bool
is_due (UiMotionView *self)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  const uint32_t n =
      motion != NULL ? figure_motion_n_elements (motion) / FRAME_ELEMENTS : 0;

  self->n_skipped = self->n_skipped < n ? self->n_skipped + 1 : 0;
  return self->n_skipped == 0;
}

static void
on_time_changed (UiMotionView *self)
{
  if (!self->studio->timeline->is_playing || is_due (self))
    ui_motion_view_redraw (self);
}

/* Draws again only when rows have come; the frame clock runs only while a run does. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiMotionView *self = UI_MOTION_VIEW (widget);

  ui_motion_view_find_source (self);
  if (self->trace != NULL && isnan (self->studio->timeline->time) &&
      run_trace_length (self->trace) != self->n_rows_drawn && is_due (self))
    ui_motion_view_redraw (self);
  if (desk_runs_state (self->studio->runs) == RUN_RUNNING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  ui_motion_view_redraw (self);
  return G_SOURCE_REMOVE;
}

static void
on_run_changed (UiMotionView *self)
{
  if (self->tick == 0 && desk_runs_state (self->studio->runs) == RUN_RUNNING)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  ui_motion_view_redraw (self);
}

static void
on_pull_changed (UiMotionView *self)
{
  const DeskPull *pull = self->studio->pull;

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->keep),
                                 pull->port != NULL && !pull->is_held);
  ui_motion_view_redraw (self);
}

static void
on_doc_replaced (UiMotionView *self)
{
  self->is_fitted = true;
  g_clear_pointer (&self->trails, g_free);
  self->look.trails = NULL;
  gtk_popover_popdown (GTK_POPOVER (self->free_body));
  on_pull_changed (self);
}

/* ---- actions ---- */

static void
act_fit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_motion_view_fit (data);
}

/* The selected component draws its way, or no longer. */
static void
act_trail (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiMotionView *self = data;

  const bool is_there = ui_motion_view_motion (self) != NULL;
  if (is_there)
    mark (self);
  const uint32_t i = self->look.selected;
  if (!is_there || i >= self->n_trails) { /* none, or of a picture that went */
    desk_message (&self->studio->messages,
                  _ ("Select the component that is to leave a trail first"));
    return;
  }
  if (self->trails == NULL)
    self->trails = g_new0 (bool, self->n_trails);
  self->trails[i] = !self->trails[i];
  self->look.trails = self->trails;
  g_action_group_change_action_state (G_ACTION_GROUP (self->actions), "trails",
                                      g_variant_new_boolean (TRUE));
  gtk_widget_queue_draw (self->area);
}

static void
act_pop_out (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_signal_emit (data, signals[POP_OUT], 0);
}

static void
act_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_motion_view_export (data, g_action_get_name (G_ACTION (action)));
}

static void
act_toggle (GSimpleAction *action, GVariant *state, gpointer data)
{
  UiMotionView *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    if (g_str_equal (TOGGLES[i].name, g_action_get_name (G_ACTION (action))))
      *toggle_of (self, i) = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  gtk_widget_queue_draw (self->area);
}

static void
on_keep (UiMotionView *self)
{
  const char *name = desk_pull_keep (self->studio->pull);

  if (name != NULL)
    g_signal_emit (self, signals[KEPT], 0, name);
}

static void
on_drop_pull (UiMotionView *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->keep), FALSE);
}

char *
ui_motion_view_toggles (UiMotionView *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    if (*toggle_of (self, i))
      g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "",
                              TOGGLES[i].name);
  return g_string_free (words, FALSE);
}

void
ui_motion_view_set_toggles (UiMotionView *self, const char *toggles)
{
  g_auto (GStrv) words = g_strsplit (toggles, " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    g_action_group_change_action_state (
        G_ACTION_GROUP (self->actions), TOGGLES[i].name,
        g_variant_new_boolean (
            g_strv_contains ((const char *const *) words, TOGGLES[i].name)));
}

void
ui_motion_view_places (UiMotionView *self, GString *json)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  uint32_t n = 0;

  if (motion == NULL || !ui_motion_view_pose (self))
    return;
  for (uint32_t i = 0; i < figure_motion_n_elements (motion); i++) {
    FigurePoint at = figure_motion_view_to_px (
        &self->view, figure_motion_point (motion, i, (FigurePoint){0, 0}));

    if (!isfinite (at.x) || !isfinite (at.y))
      continue;
    g_string_append_printf (json, "%s\"%s\": [%.0f, %.0f]", n == 0 ? "" : ", ",
                            figure_motion_element (motion, i)->path, at.x, at.y);
    n++;
  }
}

/* ---- object ---- */

static void
ui_motion_view_dispose (GObject *object)
{
  UiMotionView *self = UI_MOTION_VIEW (object);

  g_clear_pointer (&self->free_body, gtk_widget_unparent);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_pointer (&self->program, desk_program_unref);
  g_clear_pointer (&self->trace, run_trace_unref);
  if (self->export != NULL)
    g_cancellable_cancel (self->export);
  g_clear_object (&self->export);
  g_clear_pointer (&self->trails, g_free);
  g_clear_pointer (&self->port, g_free);
  g_clear_object (&self->actions);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_motion_view_parent_class)->dispose (object);
}

/* In another window the actions are new to the buttons: GTK 4.8 tells them only what is
 * inserted there. */
static void
ui_motion_view_root (GtkWidget *widget)
{
  UiMotionView *self = UI_MOTION_VIEW (widget);

  GTK_WIDGET_CLASS (ui_motion_view_parent_class)->root (widget);
  gtk_widget_insert_action_group (widget, "motion", NULL);
  gtk_widget_insert_action_group (widget, "motion", G_ACTION_GROUP (self->actions));
}

static gboolean
ui_motion_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (UI_MOTION_VIEW (widget)->area);
}

static void
ui_motion_view_class_init (UiMotionViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_motion_view_dispose;
  widget_class->root = ui_motion_view_root;
  widget_class->grab_focus = ui_motion_view_grab_focus;
  widget_class->focus = ui_control_focus_child;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "mechanism");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/motion-view.ui");
#define BIND(name)                                                                     \
  gtk_widget_class_bind_template_child (widget_class, UiMotionView, name)
  BIND (overlay);
  BIND (area);
  BIND (values);
  BIND (hint);
  BIND (keep);
  BIND (free_body);
  BIND (free_body_label);
  BIND (free_body_area);
#undef BIND
  gtk_widget_class_bind_template_callback (widget_class, on_keep);
  gtk_widget_class_bind_template_callback (widget_class, on_drop_pull);
  g_signal_new ("moves-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  signals[KEPT] = g_signal_new ("kept", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[POP_OUT] = g_signal_new ("pop-out", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
add_actions (UiMotionView *self)
{
  static const GActionEntry ENTRIES[] = {
      {.name = "fit", .activate = act_fit},
      {.name = "trail", .activate = act_trail},
      {.name = "pop-out", .activate = act_pop_out},
      {.name = "export-frame", .activate = act_export},
      {.name = "export-frames", .activate = act_export},
      {.name = "export-film", .activate = act_export},
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), ENTRIES,
                                   G_N_ELEMENTS (ENTRIES), self);
  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++) {
    *toggle_of (self, i) = TOGGLES[i].is_default;
    g_autoptr (GSimpleAction) action = g_simple_action_new_stateful (
        TOGGLES[i].name, NULL, g_variant_new_boolean (TOGGLES[i].is_default));

    g_signal_connect (action, "change-state", G_CALLBACK (act_toggle), self);
    g_action_map_add_action (G_ACTION_MAP (self->actions), G_ACTION (action));
  }
  gtk_widget_insert_action_group (GTK_WIDGET (self), "motion",
                                  G_ACTION_GROUP (self->actions));
}

static void
ui_motion_view_init (UiMotionView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->look = figure_motion_look_default ();
  self->look.hovered = FIGURE_NO_ELEMENT;
  self->is_fitted = true;
  self->free_element = FIGURE_NO_ELEMENT;
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->free_body_area),
                                  draw_free_body, self, NULL);
  add_actions (self);
  ui_control_add_shortcuts (self->area, SHORTCUTS, G_N_ELEMENTS (SHORTCUTS));
  ui_control_tell_keys (GTK_WIDGET (self), SHORTCUTS, G_N_ELEMENTS (SHORTCUTS));
  ui_control_keep_menus_clear (GTK_WIDGET (self));
  ui_motion_view_add_input (self);
  ui_control_follow_theme (self, G_CALLBACK (ui_motion_view_redraw));
}

GtkWidget *
ui_motion_view_new (DeskStudio *studio)
{
  UiMotionView *self = g_object_new (UI_TYPE_MOTION_VIEW, NULL);
  const GCallback redraw = G_CALLBACK (ui_motion_view_redraw);

  self->studio = g_object_ref (studio);
  desk_property_listen (studio->timeline, "speed", self, redraw);
  desk_property_listen (studio->timeline, "is-playing", self, redraw);
  desk_property_listen (studio->runs, "all", self, redraw);
  desk_property_listen (studio->document, "compiler", self, redraw);
  desk_property_listen (studio->selection, "names", self, redraw);
  desk_property_listen (studio->runs, "outdated", self, redraw);
  desk_property_listen (studio->runs, "assumed", self, redraw);
  desk_property_listen (studio->timeline, "time", self, G_CALLBACK (on_time_changed));
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (on_run_changed));
  desk_property_listen (studio->pull, "port", self, G_CALLBACK (on_pull_changed));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (on_doc_replaced));
  on_run_changed (self);
  return GTK_WIDGET (self);
}
