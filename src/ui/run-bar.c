/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/run-bar.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "ui/control.h"

struct _UiRunBar {
  GtkWidget parent;

  UiStudio *studio;
  GtkWidget *box;
  GtkWidget *start;
  GtkWidget *stop;
  GtkWidget *step;
  GtkWidget *stop_time;
  GtkWidget *settings;
  GtkWidget *solver;
  GtkWidget *rtol;
  GtkWidget *speed;
  GtkWidget *clock;
  GSimpleActionGroup *actions;
  guint tick;
  bool is_updating;
};

G_DEFINE_FINAL_TYPE (UiRunBar, ui_run_bar, GTK_TYPE_WIDGET)

static const double SPEEDS[] = {0, 0.1, 0.5, 1, 2, 10};
static const double RTOLS[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

/* ---- showing ---- */

/* What a run has reached while it goes on; then the time line says it. */
static void
show_clock (UiRunBar *self)
{
  const RunSessionState state = ui_studio_run_state (self->studio);
  const UiRun *run = ui_studio_current_run (self->studio);
  char text[64] = "";

  if (state == RUN_RUNNING || state == RUN_PAUSED) {
    double lag = run_session_lag (run->session);

    g_snprintf (text, sizeof text, "%.3f\u2009s", run_session_time (run->session));
    if (lag > 0.1) {
      g_autofree char *late = g_strdup_printf (_ ("%.1f\u2009s behind"), lag);

      g_strlcat (text, "  ", sizeof text);
      g_strlcat (text, late, sizeof text);
    }
  }
  if (strcmp (text, gtk_label_get_text (GTK_LABEL (self->clock))) != 0)
    gtk_label_set_text (GTK_LABEL (self->clock), text);
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  UiRunBar *self = UI_RUN_BAR (widget);

  show_clock (self);
  if (ui_studio_run_state (self->studio) == RUN_RUNNING)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  return G_SOURCE_REMOVE;
}

static void
enable (UiRunBar *self, const char *name, bool is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

static void
on_run_changed (UiRunBar *self)
{
  RunSessionState state = ui_studio_run_state (self->studio);
  bool is_running = state == RUN_RUNNING;
  bool goes_on = state == RUN_PAUSED && ui_studio_outdated (self->studio) == NULL;
  const char *label = is_running ? _ ("Pause") : goes_on ? _ ("Resume") : _ ("Run");

  enable (self, "stop", is_running || state == RUN_PAUSED);
  enable (self, "pause", is_running);
  enable (self, "step", goes_on);
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
  const SimStepperClass *const *all = sim_stepper_all ();

  for (guint i = 0; all[i] != NULL; i++)
    if (strcmp (all[i]->name, name) == 0)
      return i;
  return 0;
}

static void
show_settings (UiRunBar *self)
{
  char number[BASE_NUMBER_SIZE];
  g_autofree char *text = g_strdup_printf (
      "%s s", base_number_to_text (ui_studio_stop_time (self->studio), number));

  self->is_updating = true;
  if (!gtk_widget_has_focus (gtk_widget_get_first_child (self->stop_time)) ||
      !ui_control_is_typed_in (self->stop_time)) {
    gtk_editable_set_text (GTK_EDITABLE (self->stop_time), text);
    ui_control_settle (self->stop_time);
  }
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->solver),
                              index_of_solver (ui_studio_solver (self->studio)));
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (self->rtol),
      index_of (RTOLS, G_N_ELEMENTS (RTOLS), ui_studio_rtol (self->studio)));
  gtk_drop_down_set_selected (
      GTK_DROP_DOWN (self->speed),
      index_of (SPEEDS, G_N_ELEMENTS (SPEEDS), ui_studio_speed (self->studio)));
  self->is_updating = false;
}

/* ---- input ---- */

static void
on_stop_time (UiRunBar *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->stop_time));
  double stop;
  bool is_valid = base_unit_parse_quantity (text, "s", "s", &stop) && stop > 0;

  if (is_valid) {
    gtk_widget_remove_css_class (self->stop_time, "error");
    ui_control_settle (self->stop_time);
    ui_studio_set_stop_time (self->studio, stop);
  } else {
    gtk_widget_add_css_class (self->stop_time, "error");
    gtk_widget_set_tooltip_text (
        self->stop_time, _ ("A time above zero, such as 10 s, 250 ms or 2 min"));
  }
}

static void
on_stop_time_left (UiRunBar *self)
{
  on_stop_time (self);
  gtk_widget_remove_css_class (self->stop_time, "error");
  show_settings (self);
}

static void
on_solver (UiRunBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->solver));

  if (!self->is_updating && i != GTK_INVALID_LIST_POSITION)
    ui_studio_set_solver (self->studio, sim_stepper_all ()[i]->name);
}

static void
on_rtol (UiRunBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->rtol));

  if (!self->is_updating && i < G_N_ELEMENTS (RTOLS))
    ui_studio_set_rtol (self->studio, RTOLS[i]);
}

static void
on_speed (UiRunBar *self)
{
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->speed));

  if (!self->is_updating && i < G_N_ELEMENTS (SPEEDS))
    ui_studio_set_speed (self->studio, SPEEDS[i]);
}

static void
act_start (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiRunBar *self = data;

  if (ui_studio_run_state (self->studio) == RUN_RUNNING)
    ui_studio_pause (self->studio);
  else
    ui_studio_run (self->studio);
}

static void
act_stop (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_studio_stop (UI_RUN_BAR (data)->studio);
}

static void
act_pause (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_studio_pause (UI_RUN_BAR (data)->studio);
}

static void
act_step (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_studio_step (UI_RUN_BAR (data)->studio);
}

GActionGroup *
ui_run_bar_actions (UiRunBar *self)
{
  return G_ACTION_GROUP (self->actions);
}

/* ---- object ---- */

static GtkWidget *
button_new (const char *icon, const char *action, const char *label)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ui_control_set_label (button, label);
  return button;
}

static GtkWidget *
solver_new (void)
{
  const SimStepperClass *const *all = sim_stepper_all ();
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; all[i] != NULL; i++)
    gtk_string_list_append (names, all[i]->name);
  return gtk_drop_down_new (G_LIST_MODEL (names), NULL);
}

static void
add_setting (GtkWidget *grid, int row, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_widget_set_halign (label, GTK_ALIGN_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
  ui_control_set_label (widget, text);
}

static GtkWidget *
settings_new (UiRunBar *self)
{
  static const char *const SPEED_NAMES[] = {N_ ("As fast as possible"),
                                            "0.1 \u00D7",
                                            "0.5 \u00D7",
                                            N_ ("Real time"),
                                            "2 \u00D7",
                                            "10 \u00D7",
                                            NULL};
  static const char *const RTOL_NAMES[] = {"1e-4", "1e-5", "1e-6", "1e-7",
                                           "1e-8", "1e-9", NULL};
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *button = gtk_menu_button_new ();
  GtkStringList *speeds = gtk_string_list_new (NULL);

  for (guint i = 0; SPEED_NAMES[i] != NULL; i++)
    gtk_string_list_append (speeds, _ (SPEED_NAMES[i]));
  self->solver = solver_new ();
  self->rtol = gtk_drop_down_new_from_strings (RTOL_NAMES);
  self->speed = gtk_drop_down_new (G_LIST_MODEL (speeds), NULL);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  add_setting (grid, 0, _ ("Solver"), self->solver);
  add_setting (grid, 1, _ ("Relative tolerance"), self->rtol);
  add_setting (grid, 2, _ ("Speed"), self->speed);
  gtk_popover_set_child (GTK_POPOVER (popover), grid);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "emblem-system-symbolic");
  ui_control_set_label (button, _ ("Simulation settings"));
  g_signal_connect_swapped (self->solver, "notify::selected", G_CALLBACK (on_solver),
                            self);
  g_signal_connect_swapped (self->rtol, "notify::selected", G_CALLBACK (on_rtol), self);
  g_signal_connect_swapped (self->speed, "notify::selected", G_CALLBACK (on_speed),
                            self);
  return button;
}

static GtkWidget *
stop_time_new (UiRunBar *self)
{
  GtkWidget *entry = gtk_entry_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 7);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 9);
  ui_control_set_label (entry, _ ("Stop time"));
  ui_control_add_undo (entry);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (on_stop_time), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_stop_time_left), self);
  gtk_widget_add_controller (entry, focus);
  return entry;
}

static void
ui_run_bar_dispose (GObject *object)
{
  UiRunBar *self = UI_RUN_BAR (object);

  if (self->studio != NULL)
    g_signal_handlers_disconnect_by_data (self->studio, self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_run_bar_parent_class)->dispose (object);
}

static void
ui_run_bar_class_init (UiRunBarClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ui_run_bar_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class),
                                            GTK_TYPE_BIN_LAYOUT);
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
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->start = button_new ("media-playback-start-symbolic", "run.start", _ ("Run"));
  gtk_widget_add_css_class (self->start, "suggested-action");
  self->step = button_new ("media-skip-forward-symbolic", "run.step", _ ("One step"));
  self->stop = button_new ("media-playback-stop-symbolic", "run.stop", _ ("Stop"));
  self->stop_time = stop_time_new (self);
  self->settings = settings_new (self);
  self->clock = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->clock, "numeric");
  gtk_widget_add_css_class (self->clock, "dim-label");
  gtk_label_set_width_chars (GTK_LABEL (self->clock), 9);
  gtk_label_set_xalign (GTK_LABEL (self->clock), 1);
  GtkWidget *const all[] = {self->start,     self->step,     self->stop,
                            self->stop_time, self->settings, self->clock};
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    gtk_box_append (GTK_BOX (self->box), all[i]);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
ui_run_bar_new (UiStudio *studio)
{
  UiRunBar *self = g_object_new (UI_TYPE_RUN_BAR, NULL);

  self->studio = g_object_ref (studio);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "run",
                                  G_ACTION_GROUP (self->actions));
  g_signal_connect_swapped (studio, "run-changed", G_CALLBACK (on_run_changed), self);
  g_signal_connect_swapped (studio, "doc-changed", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (studio, "doc-replaced", G_CALLBACK (show_settings), self);
  g_signal_connect_swapped (studio, "model-changed", G_CALLBACK (show_settings), self);
  show_settings (self);
  on_run_changed (self);
  return GTK_WIDGET (self);
}
