/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/mechanism-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "figure/text.h"
#include "ui/control.h"
#include "ui/mechanism-private.h"

/* As many are drawn in a frame of about 8 ms. */
#define FRAME_ELEMENTS 200

/* A picture of a run that is not of the model on the screen. */
#define OUTDATED_ALPHA 0.35
#define OUTDATED_FONT  "Cantarell 10"

G_DEFINE_FINAL_TYPE (UiMechanismView, ui_mechanism_view, GTK_TYPE_WIDGET)

enum { MOVES_CHANGED, POP_OUT, KEPT, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What can be shown or not. The letters work with the focus in the view. */
static const struct {
  const char *name;
  const char *title;
  const char *key;
  size_t offset;
  bool is_default;
} TOGGLES[] = {
    {"trails", N_ ("_Trails"), "t", offsetof (FigureLook, has_trails), true},
    {"forces", N_ ("_Forces"), "a", offsetof (FigureLook, has_forces), false},
    {"torques", N_ ("T_orques"), "m", offsetof (FigureLook, has_torques), false},
    {"velocities", N_ ("_Velocities"), "v", offsetof (FigureLook, has_velocities),
     false},
    {"labels", N_ ("_Labels"), "l", offsetof (FigureLook, has_labels), true},
    {"grid", N_ ("_Grid"), "g", offsetof (FigureLook, has_grid), true},
};

static bool *
toggle_of (UiMechanismView *self, guint i)
{
  return (bool *) ((char *) &self->look + TOGGLES[i].offset);
}

/* ---- what is shown ---- */

FigureMechanism *
ui_mechanism_view_mechanism (UiMechanismView *self)
{
  return self->program != NULL ? ui_program_mechanism (self->program) : NULL;
}

bool
ui_mechanism_view_moves (UiMechanismView *self)
{
  return self->moves;
}

bool
ui_mechanism_view_is_planar (UiMechanismView *self)
{
  const FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);

  for (uint32_t i = 0; mechanism != NULL && i < figure_mechanism_n_elements (mechanism);
       i++)
    if (figure_mechanism_element (mechanism, i)->kind == FIGURE_BODY)
      return true;
  return false;
}

/* What was chosen holds for a picture of the same elements: the run goes on with hands.
 */
static void
keep_trails (UiMechanismView *self, const FigureMechanism *mechanism)
{
  const uint32_t n = mechanism != NULL ? figure_mechanism_n_elements (mechanism) : 0;

  if (n != self->n_trails)
    g_clear_pointer (&self->trails, g_free);
  self->n_trails = n;
  self->look.trails = self->trails;
}

/* A drag goes on if what it holds is in the new picture, too: the same diagram with
 * hands, as a rule. */
static void
keep_grip (UiMechanismView *self, const FigureMechanism *mechanism)
{
  const uint32_t n = mechanism != NULL ? figure_mechanism_n_elements (mechanism) : 0;
  uint32_t i = 0;

  self->pressed.element = FIGURE_NO_ELEMENT;
  while (i < n &&
         (self->port == NULL ||
          g_strcmp0 (figure_mechanism_element (mechanism, i)->port, self->port) != 0))
    i++;
  self->gripped.element = i < n ? i : FIGURE_NO_ELEMENT;
  if (i < n || !self->is_pulling)
    return;
  self->is_pulling = false;
  ui_studio_grab_release (self->studio);
}

static void
set_source (UiMechanismView *self, UiProgram *program, const RunTrace *trace)
{
  const bool is_new = program != self->program;

  if (!is_new && trace == self->trace)
    return;
  if (program != NULL)
    ui_program_ref (program);
  g_clear_pointer (&self->program, ui_program_unref);
  g_clear_pointer (&self->trace, run_trace_unref);
  self->program = program;
  self->trace = trace != NULL ? run_trace_ref (trace) : NULL;
  self->n_rows_drawn = 0;
  if (is_new) {
    FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);
    const bool moves = mechanism != NULL && !figure_mechanism_is_empty (mechanism);

    ui_mechanism_view_set_hovered (self, FIGURE_NO_ELEMENT);
    keep_trails (self, mechanism);
    keep_grip (self, mechanism);
    self->free_element = FIGURE_NO_ELEMENT;
    if (moves != self->moves) {
      self->moves = moves;
      g_signal_emit (self, signals[MOVES_CHANGED], 0);
    }
  }
}

/* The current run's; a run that only repeats what was seen is waited for. */
static void
find_source (UiMechanismView *self)
{
  const UiRun *run = ui_studio_current_run (self->studio);

  if (run == NULL)
    set_source (self, ui_studio_program (self->studio), NULL);
  else if (self->trace == NULL || run_session_get_state (run->session) > RUN_PAUSED ||
           run_session_time (run->session) >= run_session_fast_until (run->session))
    set_source (self, run->program, run_session_trace (run->session));
}

/* Takes the pose of the time line. False: there is none. */
static bool
pose (UiMechanismView *self)
{
  FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);

  if (mechanism == NULL || self->trace == NULL)
    return false;
  self->n_rows_drawn = run_trace_length (self->trace);
  return figure_mechanism_pose (mechanism, self->trace, ui_studio_time (self->studio));
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
  FigurePoint a = figure_view_from_px (view, (FigurePoint){0, view->height});
  FigurePoint b = figure_view_from_px (view, (FigurePoint){view->width, 0});

  return (FigureRect){a.x, a.y, b.x, b.y};
}

/* A picture that grows while a run is going on is fitted anew only when it leaves what
 * is shown, so that it does not creep. */
static void
follow (UiMechanismView *self, double width, double height)
{
  FigureRect bounds = figure_mechanism_bounds (ui_mechanism_view_mechanism (self));
  const bool is_resized = width != self->view.width || height != self->view.height;

  self->view.width = width;
  self->view.height = height;
  if (!self->is_fitted || bounds.x1 > bounds.x2)
    return;
  const bool is_live = ui_studio_run_state (self->studio) == RUN_RUNNING;
  if (is_resized || !is_live || !holds (shown_rect (&self->view), bounds))
    self->view = figure_view_fit (bounds, width, height);
}

static void
mark (UiMechanismView *self)
{
  const FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);
  const UiGrab *grab = ui_studio_grab (self->studio);
  uint32_t n;
  const char *const *names = ui_studio_selection (self->studio, &n);

  self->look.selected =
      n == 1 ? figure_mechanism_find (mechanism, names[0]) : FIGURE_NO_ELEMENT;
  self->look.grabbed = FIGURE_NO_ELEMENT;
  if (!grab->is_held)
    return;
  for (uint32_t i = 0; i < figure_mechanism_n_elements (mechanism); i++)
    if (g_strcmp0 (figure_mechanism_element (mechanism, i)->port, grab->port) == 0) {
      self->look.grabbed = i;
      break;
    }
  self->look.grip = grab->point;
  self->look.hand = grab->hand.at;
}

static FigureTheme
theme_of (void)
{
  return figure_theme (adw_style_manager_get_dark (adw_style_manager_get_default ()));
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

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  UiMechanismView *self = data;
  FigureTheme theme = theme_of ();

  if (!pose (self))
    return;
  follow (self, width, height);
  mark (self);
  const char *outdated = ui_studio_outdated (self->studio);
  if (outdated != NULL)
    cairo_push_group (cr);
  figure_mechanism_draw (ui_mechanism_view_mechanism (self), cr, &self->view, &theme,
                         &self->look);
  if (outdated == NULL)
    return;
  paint_grey (cr);
  cairo_set_source_rgb (cr, theme.text.r, theme.text.g, theme.text.b);
  figure_text (cr, OUTDATED_FONT, width / 2.0, height - 8, (FigureAnchor){0.5, 1},
               outdated);
}

static void
draw_free_body (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  UiMechanismView *self = data;
  FigureTheme theme = theme_of ();

  if (self->free_element != FIGURE_NO_ELEMENT && pose (self))
    figure_mechanism_draw_free_body (ui_mechanism_view_mechanism (self), cr,
                                     self->free_element, (FigurePoint){width, height},
                                     &theme);
}

void
ui_mechanism_view_show_free_body (UiMechanismView *self, uint32_t element)
{
  const FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);
  char number[BASE_NUMBER_SIZE];

  self->free_element = element;
  if (element == FIGURE_NO_ELEMENT) {
    gtk_popover_popdown (GTK_POPOVER (self->free_body));
    return;
  }
  g_autofree char *title = g_strdup_printf (
      _ ("%s at %s s"), figure_mechanism_element (mechanism, element)->path,
      base_number_to_short_text (ui_studio_time_shown (self->studio), 4, number));
  gtk_label_set_text (GTK_LABEL (self->free_body_label), title);
  gtk_widget_queue_draw (self->free_body_area);
}

void
ui_mechanism_view_set_hovered (UiMechanismView *self, uint32_t element)
{
  if (self->look.hovered == element)
    return;
  self->look.hovered = element;
  ui_mechanism_view_show_values (self);
  gtk_widget_queue_draw (self->area);
}

void
ui_mechanism_view_redraw (UiMechanismView *self)
{
  find_source (self);
  gtk_widget_set_visible (self->hint, self->trace == NULL);
  ui_mechanism_view_show_values (self);
  gtk_widget_queue_draw (self->area);
  if (gtk_widget_get_visible (self->free_body))
    ui_mechanism_view_show_free_body (self, self->free_element);
}

/* ---- what the studio tells ---- */

/* Large pictures are drawn in every second, third... frame of what moves by itself, so
 * that the rest of the window keeps its time. */
static bool
is_due (UiMechanismView *self)
{
  const FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);
  const uint32_t n =
      mechanism != NULL ? figure_mechanism_n_elements (mechanism) / FRAME_ELEMENTS : 0;

  self->n_skipped = self->n_skipped < n ? self->n_skipped + 1 : 0;
  return self->n_skipped == 0;
}

static void
on_time_changed (UiMechanismView *self)
{
  if (!ui_studio_is_playing (self->studio) || is_due (self))
    ui_mechanism_view_redraw (self);
}

/* Draws again only when rows have come; the frame clock runs only while a run does. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiMechanismView *self = UI_MECHANISM_VIEW (widget);

  find_source (self);
  if (self->trace != NULL && isnan (ui_studio_time (self->studio)) &&
      run_trace_length (self->trace) != self->n_rows_drawn && is_due (self))
    ui_mechanism_view_redraw (self);
  if (ui_studio_run_state (self->studio) == RUN_RUNNING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  ui_mechanism_view_redraw (self);
  return G_SOURCE_REMOVE;
}

static void
on_run_changed (UiMechanismView *self)
{
  if (self->tick == 0 && ui_studio_run_state (self->studio) == RUN_RUNNING)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  ui_mechanism_view_redraw (self);
}

static void
on_grab_changed (UiMechanismView *self)
{
  const UiGrab *grab = ui_studio_grab (self->studio);

  gtk_revealer_set_reveal_child (GTK_REVEALER (self->keep),
                                 grab->port != NULL && !grab->is_held);
  ui_mechanism_view_redraw (self);
}

static void
on_doc_replaced (UiMechanismView *self)
{
  self->is_fitted = true;
  g_clear_pointer (&self->trails, g_free);
  self->look.trails = NULL;
  gtk_popover_popdown (GTK_POPOVER (self->free_body));
  on_grab_changed (self);
}

/* ---- actions ---- */

void
ui_mechanism_view_fit (UiMechanismView *self)
{
  self->is_fitted = true;
  self->view.width = 0; /* anew */
  gtk_widget_queue_draw (self->area);
}

static void
act_fit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_mechanism_view_fit (data);
}

/* The selected component draws its way, or no longer. */
static void
act_trail (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiMechanismView *self = data;

  const bool is_there = ui_mechanism_view_mechanism (self) != NULL;
  if (is_there)
    mark (self);
  const uint32_t i = self->look.selected;
  if (!is_there || i >= self->n_trails) { /* none, or of a picture that went */
    g_signal_emit_by_name (self->studio, "message",
                           _ ("Select what is to draw its way first"));
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
  ui_mechanism_view_export (data, g_action_get_name (G_ACTION (action)));
}

static void
act_toggle (GSimpleAction *action, GVariant *state, gpointer data)
{
  UiMechanismView *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    if (g_str_equal (TOGGLES[i].name, g_action_get_name (G_ACTION (action))))
      *toggle_of (self, i) = g_variant_get_boolean (state);
  g_simple_action_set_state (action, state);
  gtk_widget_queue_draw (self->area);
}

static void
on_keep (UiMechanismView *self)
{
  const char *name = ui_studio_keep_grab (self->studio);

  if (name != NULL)
    g_signal_emit (self, signals[KEPT], 0, name);
}

static void
on_drop_pull (UiMechanismView *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->keep), FALSE);
}

char *
ui_mechanism_view_toggles (UiMechanismView *self)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    if (*toggle_of (self, i))
      g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "",
                              TOGGLES[i].name);
  return g_string_free (words, FALSE);
}

void
ui_mechanism_view_set_toggles (UiMechanismView *self, const char *toggles)
{
  g_auto (GStrv) words = g_strsplit (toggles, " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++)
    g_action_group_change_action_state (
        G_ACTION_GROUP (self->actions), TOGGLES[i].name,
        g_variant_new_boolean (
            g_strv_contains ((const char *const *) words, TOGGLES[i].name)));
}

void
ui_mechanism_view_places (UiMechanismView *self, GString *json)
{
  const FigureMechanism *mechanism = ui_mechanism_view_mechanism (self);
  uint32_t n = 0;

  if (mechanism == NULL || !pose (self))
    return;
  for (uint32_t i = 0; i < figure_mechanism_n_elements (mechanism); i++) {
    FigurePoint at = figure_view_to_px (
        &self->view, figure_mechanism_point (mechanism, i, (FigurePoint){0, 0}));

    if (!isfinite (at.x) || !isfinite (at.y))
      continue;
    g_string_append_printf (json, "%s\"%s\": [%.0f, %.0f]", n == 0 ? "" : ", ",
                            figure_mechanism_element (mechanism, i)->path, at.x, at.y);
    n++;
  }
}

/* ---- object ---- */

static void
ui_mechanism_view_dispose (GObject *object)
{
  UiMechanismView *self = UI_MECHANISM_VIEW (object);

  if (self->studio != NULL)
    g_signal_handlers_disconnect_by_data (self->studio, self);
  g_clear_pointer (&self->free_body, gtk_widget_unparent);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_pointer (&self->program, ui_program_unref);
  g_clear_pointer (&self->trace, run_trace_unref);
  if (self->export != NULL)
    g_cancellable_cancel (self->export);
  g_clear_object (&self->export);
  g_clear_pointer (&self->trails, g_free);
  g_clear_pointer (&self->port, g_free);
  g_clear_object (&self->actions);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_mechanism_view_parent_class)->dispose (object);
}

/* In another window the actions are new to the buttons: GTK 4.8 tells them only what is
 * inserted there. */
static void
ui_mechanism_view_root (GtkWidget *widget)
{
  UiMechanismView *self = UI_MECHANISM_VIEW (widget);

  GTK_WIDGET_CLASS (ui_mechanism_view_parent_class)->root (widget);
  gtk_widget_insert_action_group (widget, "motion", NULL);
  gtk_widget_insert_action_group (widget, "motion", G_ACTION_GROUP (self->actions));
}

static void
ui_mechanism_view_class_init (UiMechanismViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  const GType type = G_TYPE_FROM_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_mechanism_view_dispose;
  widget_class->root = ui_mechanism_view_root;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "mechanism");
  signals[MOVES_CHANGED] = g_signal_new ("moves-changed", type, G_SIGNAL_RUN_LAST, 0,
                                         NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[KEPT] = g_signal_new ("kept", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[POP_OUT] = g_signal_new ("pop-out", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
add_actions (UiMechanismView *self)
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

static GMenuModel *
menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) shown = g_menu_new ();
  g_autoptr (GMenu) own = g_menu_new ();
  g_autoptr (GMenu) out = g_menu_new ();
  g_autoptr (GMenuItem) trail =
      g_menu_item_new (_ ("Trail of the _Selection"), "motion.trail");

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++) {
    g_autofree char *action = g_strconcat ("motion.", TOGGLES[i].name, NULL);
    g_autoptr (GMenuItem) item = g_menu_item_new (_ (TOGGLES[i].title), action);

    g_menu_item_set_attribute (item, "accel", "s", TOGGLES[i].key);
    g_menu_append_item (shown, item);
  }
  g_menu_item_set_attribute (trail, "accel", "s", "<Shift>t");
  g_menu_append_item (own, trail);
  g_menu_append (out, _ ("Export _Picture…"), "motion.export-frame");
  g_menu_append (out, _ ("Export All F_rames…"), "motion.export-frames");
  g_menu_append (out, _ ("Export _Animation…"), "motion.export-film");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (shown));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (own));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (out));
  return G_MENU_MODEL (menu);
}

/* The letters of the toggles and F, with the focus in the view. */
static void
add_shortcuts (UiMechanismView *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();
  GtkShortcutController *shortcuts = GTK_SHORTCUT_CONTROLLER (controller);

  for (guint i = 0; i < G_N_ELEMENTS (TOGGLES); i++) {
    g_autofree char *action = g_strconcat ("motion.", TOGGLES[i].name, NULL);

    gtk_shortcut_controller_add_shortcut (
        shortcuts, gtk_shortcut_new (gtk_shortcut_trigger_parse_string (TOGGLES[i].key),
                                     gtk_named_action_new (action)));
  }
  gtk_shortcut_controller_add_shortcut (
      shortcuts, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("f"),
                                   gtk_named_action_new ("motion.fit")));
  gtk_shortcut_controller_add_shortcut (
      shortcuts, gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Shift>t"),
                                   gtk_named_action_new ("motion.trail")));
  gtk_widget_add_controller (self->area, controller);
}

static GtkWidget *
button_new (const char *icon, const char *action, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ui_control_set_label (button, label);
  return button;
}

static void
add_buttons (UiMechanismView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *menu = gtk_menu_button_new ();
  g_autoptr (GMenuModel) model = menu_new ();

  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu), model);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu), "view-more-symbolic");
  ui_control_set_label (menu, _ ("What the moving picture shows"));
  gtk_widget_add_css_class (box, "zoom-box");
  gtk_widget_add_css_class (box, "linked");
  gtk_widget_set_halign (box, GTK_ALIGN_END);
  gtk_widget_set_valign (box, GTK_ALIGN_START);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_end (box, 6);
  gtk_box_append (GTK_BOX (box), button_new ("zoom-fit-best-symbolic", "motion.fit",
                                             _ ("Fit the moving picture (F)")));
  gtk_box_append (GTK_BOX (box), button_new ("window-new-symbolic", "motion.pop-out",
                                             _ ("Moving picture in its own window")));
  gtk_box_append (GTK_BOX (box), menu);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), box);
}

static void
add_labels (UiMechanismView *self)
{
  self->values = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->values, "motion-values");
  gtk_widget_set_halign (self->values, GTK_ALIGN_START);
  gtk_widget_set_valign (self->values, GTK_ALIGN_START);
  gtk_label_set_xalign (GTK_LABEL (self->values), 0);
  gtk_widget_set_can_target (self->values, FALSE);
  gtk_widget_set_visible (self->values, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->values);
  self->hint = gtk_label_new (_ ("Run it to see it move"));
  gtk_widget_add_css_class (self->hint, "dim-label");
  gtk_widget_set_can_target (self->hint, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->hint);
}

static void
add_keep (UiMechanismView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *keep = gtk_button_new_with_label (_ ("Keep Pull as Component"));
  GtkWidget *drop = gtk_button_new_from_icon_name ("window-close-symbolic");

  ui_control_set_label (drop, _ ("Do not keep the pull"));
  gtk_widget_set_tooltip_text (
      keep, _ ("Adds what the hand did to the diagram, so that every run repeats it"));
  gtk_widget_add_css_class (box, "zoom-box");
  gtk_widget_add_css_class (box, "linked");
  gtk_box_append (GTK_BOX (box), keep);
  gtk_box_append (GTK_BOX (box), drop);
  self->keep = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->keep), box);
  gtk_widget_set_halign (self->keep, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->keep, GTK_ALIGN_END);
  gtk_widget_set_margin_bottom (self->keep, 6);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->keep);
  g_signal_connect_swapped (keep, "clicked", G_CALLBACK (on_keep), self);
  g_signal_connect_swapped (drop, "clicked", G_CALLBACK (on_drop_pull), self);
}

static void
add_free_body (UiMechanismView *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->free_body = gtk_popover_new ();
  self->free_body_area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role",
                                       GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->free_body_area), 320);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->free_body_area), 260);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->free_body_area),
                                  draw_free_body, self, NULL);
  self->free_body_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->free_body_label, "heading");
  gtk_box_append (GTK_BOX (box), self->free_body_label);
  gtk_box_append (GTK_BOX (box), self->free_body_area);
  gtk_popover_set_child (GTK_POPOVER (self->free_body), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->free_body_area),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Free-body diagram"), -1);
  gtk_widget_set_parent (self->free_body, self->area);
}

static void
ui_mechanism_view_init (UiMechanismView *self)
{
  self->look = figure_look_default ();
  self->look.hovered = FIGURE_NO_ELEMENT;
  self->is_fitted = true;
  self->free_element = FIGURE_NO_ELEMENT;
  self->overlay = gtk_overlay_new ();
  self->area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role",
                             GTK_ACCESSIBLE_ROLE_IMG, NULL);
  gtk_widget_set_focusable (self->area, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_size_request (self->area, 180, 120);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->area),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Moving picture"),
                                  -1);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw, self, NULL);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->area);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  add_actions (self);
  add_shortcuts (self);
  add_labels (self);
  add_buttons (self);
  add_keep (self);
  add_free_body (self);
  ui_mechanism_view_add_input (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (ui_mechanism_view_redraw), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
ui_mechanism_view_new (UiStudio *studio)
{
  UiMechanismView *self = g_object_new (UI_TYPE_MECHANISM_VIEW, NULL);
  static const char *const REDRAWN[] = {"replay-changed", "runs-changed",
                                        "model-changed", "selection-changed"};

  self->studio = g_object_ref (studio);
  for (guint i = 0; i < G_N_ELEMENTS (REDRAWN); i++)
    g_signal_connect_swapped (studio, REDRAWN[i], G_CALLBACK (ui_mechanism_view_redraw),
                              self);
  g_signal_connect_swapped (studio, "time-changed", G_CALLBACK (on_time_changed), self);
  g_signal_connect_swapped (studio, "run-changed", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (studio, "grab-changed", G_CALLBACK (on_grab_changed), self);
  g_signal_connect_swapped (studio, "doc-replaced", G_CALLBACK (on_doc_replaced), self);
  on_run_changed (self);
  return GTK_WIDGET (self);
}
