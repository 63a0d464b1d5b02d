/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run bar: actions that start, pause, step and stop a run, the switch by which runs
 * repeat themselves after edits, their settings, and the time reached. The settings are
 * those of the diagram's analysis; one that cannot be taken stays with its reason, and
 * no run begins until it is mended. The clock ticks only while a run does. */
#include "ui/window/run-bar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "desk/describe.h"
#include "ui/widgets/control.h"

struct _UiRunBar {
  GtkWidget parent;

  DeskStudio *studio;
  GtkWidget *box;
  GtkWidget *start;
  GtkWidget *repeat;
  GtkWidget *stop_time;
  GtkWidget *solver;
  GtkWidget *rtol;
  GtkWidget *speed;
  GtkWidget *clock;
  GSimpleActionGroup *actions;
  guint tick;
  bool is_updating;
};

enum { ASKED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiRunBar, ui_run_bar, GTK_TYPE_WIDGET)

static const double SPEEDS[] = {0, 0.1, 0.5, 1, 2, 10};

/* ---- showing ---- */

/* What a run has reached while it goes on; then the time line says it. */
static void
show_clock (UiRunBar *self)
{
  const RunSessionState state = desk_runs_state (self->studio->runs);
  const DeskRun *run = self->studio->runs->current;
  char number[BASE_NUMBER_SIZE], shown[BASE_MINUS_SIZE], text[64] = "";

  if (state == RUN_RUNNING || state == RUN_PAUSED) {
    double lag = run_session_lag (run->session);

    g_snprintf (number, sizeof number, "%.3f", run_session_time (run->session));
    g_snprintf (text, sizeof text, "%s\u2009s", base_number_with_minus (number, shown));
    if (lag > 0.1) {
      g_autofree char *late = g_strdup_printf (_ ("%.1f\u2009s behind"), lag);

      g_strlcat (text, "  ", sizeof text);
      g_strlcat (text, late, sizeof text);
    }
  }
  gtk_label_set_text (GTK_LABEL (self->clock), text);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiRunBar *self = UI_RUN_BAR (widget);

  show_clock (self);
  if (desk_runs_state (self->studio->runs) == RUN_RUNNING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
on_run_changed (UiRunBar *self)
{
  GActionMap *map = G_ACTION_MAP (self->actions);
  RunSessionState state = desk_runs_state (self->studio->runs);
  bool is_running = state == RUN_RUNNING;
  bool goes_on = desk_runs_can_go_on (self->studio->runs);
  const char *label = is_running ? _ ("Pause") : goes_on ? _ ("Resume") : _ ("Run");

  ui_control_enable (map, "stop", is_running || state == RUN_PAUSED);
  ui_control_enable (map, "pause", is_running);
  ui_control_enable (map, "step", goes_on);
  gtk_button_set_icon_name (GTK_BUTTON (self->start),
                            is_running ? "media-playback-pause-symbolic"
                                       : "media-playback-start-symbolic");
  ui_control_set_label (self->start, label);
  if (is_running && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  show_clock (self);
}

static guint
index_of (const double *values, guint n, double value)
{
  guint best = 0;

  for (guint i = 0; i < n; i++)
    if (fabs (values[i] - value) < fabs (values[best] - value))
      best = i;
  return best;
}

static guint
index_of_solver (const char *name)
{
  for (guint i = 0; sim_state_solver (i) != NULL; i++)
    if (strcmp (sim_state_solver (i), name) == 0)
      return i;
  return 0;
}

static void
show_settings (UiRunBar *self)
{
  char number[BASE_NUMBER_SIZE];
  g_autofree char *stop = g_strdup_printf (
      "%s s",
      base_number_to_text (desk_settings (self->studio->document).stop, number));

  const guint solver = index_of_solver (desk_settings (self->studio->document).solver);

  self->is_updating = true;
  ui_control_show_text (self->stop_time, stop);
  ui_control_show_text (
      self->rtol,
      base_number_to_text (desk_settings (self->studio->document).rtol, number));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->solver), solver);
  gtk_widget_set_tooltip_text (self->solver, sim_state_solver_summary (solver));
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (self->speed),
      index_of (SPEEDS, G_N_ELEMENTS (SPEEDS), self->studio->runs->speed));
  self->is_updating = false;
}

/* ---- input ---- */

/* What cannot be taken stays, and no run begins until it is mended. */
static bool
apply (UiRunBar *self, GtkWidget *entry)
{
  const SimOption option = entry == self->rtol ? SIM_OPTION_RTOL : SIM_OPTION_STOP;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  g_autofree char *problem = NULL, *sentence = NULL;

  if (ui_control_is_typed_in (entry))
    problem = desk_settings_set (self->studio->document, option, text);
  sentence = problem != NULL ? desk_describe_sentence (problem) : NULL;
  ui_control_show_problem (entry, sentence);
  if (problem == NULL) {
    ui_control_settle (entry);
    show_settings (self);
  }
  return problem == NULL;
}

static void
on_typed (UiRunBar *self, GtkWidget *entry)
{
  if (!apply (self, entry))
    ui_control_refuse (&self->studio->messages, entry);
}

/* Told once. */
static void
on_left (UiRunBar *self, GtkEventController *focus)
{
  GtkWidget *entry = gtk_event_controller_get_widget (focus);

  if (gtk_widget_has_css_class (entry, "error"))
    apply (self, entry);
  else
    on_typed (self, entry);
}

static void
on_solver (UiRunBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->solver));
  g_autofree char *problem = NULL;

  if (!self->is_updating && i != GTK_INVALID_LIST_POSITION)
    problem = desk_settings_set_solver (self->studio->document, sim_state_solver (i));
  if (problem != NULL)
    desk_message (&self->studio->messages, problem);
}

static void
on_speed (UiRunBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed));

  if (!self->is_updating && i < G_N_ELEMENTS (SPEEDS))
    desk_runs_set_speed (self->studio->runs, SPEEDS[i]);
}

static void
refuse (UiRunBar *self, GtkWidget *entry)
{
  on_typed (self, entry);
  gtk_widget_grab_focus (entry);
}

static void
act_start (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiRunBar *self = data;

  ui_control_finish_typing (GTK_WIDGET (self));
  if (desk_runs_state (self->studio->runs) == RUN_RUNNING)
    desk_runs_pause (self->studio->runs);
  else if (!apply (self, self->stop_time))
    refuse (self, self->stop_time);
  else if (!apply (self, self->rtol))
    refuse (self, self->rtol);
  else {
    g_signal_emit (self, signals[ASKED], 0);
    desk_runs_run (self->studio->runs);
  }
}

static void
act_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  desk_runs_stop (UI_RUN_BAR (data)->studio->runs);
}

static void
act_pause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  desk_runs_pause (UI_RUN_BAR (data)->studio->runs);
}

static void
act_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  desk_runs_step (UI_RUN_BAR (data)->studio->runs);
}

GActionGroup *
ui_run_bar_actions (UiRunBar *self)
{
  return G_ACTION_GROUP (self->actions);
}

/* ---- object ---- */

/* The stepping methods that there are. */
static void
list_solvers (UiRunBar *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);

  for (guint i = 0; sim_state_solver (i) != NULL; i++)
    gtk_string_list_append (names, sim_state_solver (i));
  self->is_updating = true;
  gtk_drop_down_set_model (GTK_DROP_DOWN (self->solver), G_LIST_MODEL (names));
  self->is_updating = false;
}

static void
ui_run_bar_dispose (GObject *object)
{
  UiRunBar *self = UI_RUN_BAR (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_run_bar_parent_class)->dispose (object);
}

static void
ui_run_bar_class_init (UiRunBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_run_bar_dispose;
  signals[ASKED] = g_signal_new ("asked", UI_TYPE_RUN_BAR, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/run-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, box);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, start);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, repeat);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, stop_time);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, solver);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, rtol);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, speed);
  gtk_widget_class_bind_template_child (widget_class, UiRunBar, clock);
  gtk_widget_class_bind_template_callback (widget_class, on_typed);
  gtk_widget_class_bind_template_callback (widget_class, on_left);
  gtk_widget_class_bind_template_callback (widget_class, on_solver);
  gtk_widget_class_bind_template_callback (widget_class, on_speed);
}

static void
ui_run_bar_init (UiRunBar *self)
{
  static const GActionEntry ENTRIES[] = {
      {.name = "start", .activate = act_start},
      {.name = "stop", .activate = act_stop},
      {.name = "pause", .activate = act_pause},
      {.name = "step", .activate = act_step},
  };

  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), ENTRIES,
                                   G_N_ELEMENTS (ENTRIES), self);
  self->is_updating = true; /* the lists are not yet the user's choice */
  gtk_widget_init_template (GTK_WIDGET (self));
  ui_control_list_speeds (self->speed, _ ("As fast as possible"), SPEEDS,
                          G_N_ELEMENTS (SPEEDS));
  list_solvers (self);
  ui_control_add_undo (self->stop_time);
  ui_control_add_undo (self->rtol);
}

static void
repeating_changed (UiRunBar *self, const char *key, GSettings *settings)
{
  desk_runs_set_repeating (self->studio->runs, g_settings_get_boolean (settings, key));
}

/* One switch for all windows. */
static void
follow_setting (UiRunBar *self, GSettings *settings)
{
  gtk_widget_set_visible (self->repeat, settings != NULL);
  if (settings == NULL)
    return;
  g_autoptr (GAction) action = g_settings_create_action (settings, "repeat-runs");
  g_action_map_add_action (G_ACTION_MAP (self->actions), action);
  g_signal_connect_object (settings, "changed::repeat-runs",
                           G_CALLBACK (repeating_changed), self, G_CONNECT_SWAPPED);
  repeating_changed (self, "repeat-runs", settings);
}

GtkWidget *
ui_run_bar_new (DeskStudio *studio, GSettings *settings)
{
  UiRunBar *self = g_object_new (UI_TYPE_RUN_BAR, NULL);

  self->studio = g_object_ref (studio);
  follow_setting (self, settings);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "run",
                                  G_ACTION_GROUP (self->actions));
  desk_property_listen (studio->runs, "current", self, G_CALLBACK (on_run_changed));
  desk_property_listen (studio->runs, "outdated", self, G_CALLBACK (on_run_changed));
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (show_settings));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (show_settings));
  desk_property_listen (studio->document, "compiler", self, G_CALLBACK (show_settings));
  show_settings (self);
  on_run_changed (self);
  return GTK_WIDGET (self);
}
