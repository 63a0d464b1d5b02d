/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the moving picture shows: whose run, fitted or not, what the pointer is over
 * with its values at the time shown, and the free body beside it. */
#include <glib/gi18n.h>
#include <string.h>

#include "base/number.h"
#include "desk/describe.h"
#include "desk/quantity.h"
#include "ui/motion/motion-view-private.h"

FigureMotion *
ui_motion_view_motion (UiMotionView *self)
{
  return self->program != NULL ? desk_program_motion (self->program) : NULL;
}

bool
ui_motion_view_pose (UiMotionView *self)
{
  FigureMotion *motion = ui_motion_view_motion (self);

  if (motion == NULL || self->trace == NULL)
    return false;
  self->n_rows_drawn = run_trace_length (self->trace);
  return figure_motion_pose (motion, self->trace, self->studio->timeline->time);
}

static void
put_value (GString *text, const SimVar *var, const char *path, double value)
{
  const size_t length = strlen (path);
  const bool is_own = g_str_has_prefix (var->name, path) && var->name[length] == '.';

  g_string_append_c (text, '\n');
  desk_quantity_append (text, var, is_own ? var->name + length + 1 : var->name, value);
}

/* Where the values may stand, best place first: not where the buttons are. */
static const struct {
  GtkAlign across, along;
} PLACES[] = {
    {GTK_ALIGN_START, GTK_ALIGN_START},  {GTK_ALIGN_END, GTK_ALIGN_END},
    {GTK_ALIGN_START, GTK_ALIGN_END},    {GTK_ALIGN_START, GTK_ALIGN_CENTER},
    {GTK_ALIGN_END, GTK_ALIGN_CENTER},   {GTK_ALIGN_CENTER, GTK_ALIGN_END},
    {GTK_ALIGN_CENTER, GTK_ALIGN_START},
};

static double
first_px (GtkAlign align, double room, double size)
{
  const double left = room - size;

  return align == GTK_ALIGN_START ? 0 : align == GTK_ALIGN_END ? left : left / 2;
}

/* How much of the picture the values would cover. */
static double
covered_at (UiMotionView *self, GtkAlign across, GtkAlign along)
{
  int width, height;

  gtk_widget_measure (self->values, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL,
                      NULL);
  gtk_widget_measure (self->values, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                      NULL);
  const double x = first_px (across, self->view.width, width);
  const double y = first_px (along, self->view.height, height);

  return figure_motion_covered (ui_motion_view_motion (self), &self->view, &self->look,
                                (FigureRect){x, y, x + width, y + height});
}

/* The values stay where they are as long as nothing is drawn there. */
static void
place_values (UiMotionView *self)
{
  GtkAlign across = gtk_widget_get_halign (self->values);
  GtkAlign along = gtk_widget_get_valign (self->values);
  double least = covered_at (self, across, along);

  for (size_t i = 0; i < G_N_ELEMENTS (PLACES) && least > 0; i++) {
    const double covered = covered_at (self, PLACES[i].across, PLACES[i].along);

    if (covered >= least)
      continue;
    least = covered;
    across = PLACES[i].across;
    along = PLACES[i].along;
  }
  gtk_widget_set_halign (self->values, across);
  gtk_widget_set_valign (self->values, along);
}

/* The name and the values of what the pointer is over. */
static void
show_values (UiMotionView *self)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  const uint32_t i = self->look.hovered;

  gtk_widget_set_visible (self->values, i != FIGURE_NO_ELEMENT);
  if (i == FIGURE_NO_ELEMENT || self->trace == NULL)
    return;
  const FigureElement *element = figure_motion_element (motion, i);
  g_autoptr (GString) text = g_string_new (element->path);
  const double time = desk_timeline_shown (self->studio->timeline);
  const char *outdated = self->studio->runs->outdated;

  if (outdated != NULL)
    g_string_append_printf (text, " \u00B7 %s", outdated);
  for (uint32_t k = 0; k < element->n_variables; k++)
    put_value (
        text, sim_model_var (desk_program_model (self->program), element->variables[k]),
        element->path, run_trace_value_at (self->trace, element->variables[k], time));
  gtk_label_set_text (GTK_LABEL (self->values), text->str);
  if (ui_motion_view_pose (self))
    place_values (self);
}

void
ui_motion_view_show_free_body (UiMotionView *self, uint32_t element)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  char number[BASE_NUMBER_SIZE], shown[BASE_MINUS_SIZE];

  self->free_element = element;
  if (element == FIGURE_NO_ELEMENT) {
    gtk_popover_popdown (GTK_POPOVER (self->free_body));
    return;
  }
  base_number_to_short_text (desk_timeline_shown (self->studio->timeline), 4, number);
  g_autofree char *title =
      g_strdup_printf (_ ("%s at %s s"), figure_motion_element (motion, element)->path,
                       base_number_with_minus (number, shown));
  gtk_label_set_text (GTK_LABEL (self->free_body_label), title);
  gtk_widget_queue_draw (self->free_body_area);
}

void
ui_motion_view_set_hovered (UiMotionView *self, uint32_t element)
{
  if (self->look.hovered == element)
    return;
  self->look.hovered = element;
  show_values (self);
  gtk_widget_queue_draw (self->area);
}

/* ---- the source ---- */

/* What was chosen holds for a picture of the same elements: the run goes on with
 * pullers.
 */
static void
keep_trails (UiMotionView *self, const FigureMotion *motion)
{
  const uint32_t n = motion != NULL ? figure_motion_n_elements (motion) : 0;

  if (n != self->n_trails)
    g_clear_pointer (&self->trails, g_free);
  self->n_trails = n;
  self->look.trails = self->trails;
}

/* A drag goes on if what it holds is in the new picture, too: the same diagram with
 * pullers, as a rule. */
static void
keep_pull_point (UiMotionView *self, const FigureMotion *motion)
{
  const uint32_t n = motion != NULL ? figure_motion_n_elements (motion) : 0;
  uint32_t i = 0;

  self->pressed.element = FIGURE_NO_ELEMENT;
  while (i < n &&
         (self->port == NULL ||
          g_strcmp0 (figure_motion_element (motion, i)->port, self->port) != 0))
    i++;
  self->gripped.element = i < n ? i : FIGURE_NO_ELEMENT;
  if (i < n || !self->is_pulling)
    return;
  self->is_pulling = false;
  desk_pull_release (self->studio->pull);
}

static void
set_source (UiMotionView *self, DeskProgram *program, const RunTrace *trace)
{
  const bool is_new = program != self->program;

  if (!is_new && trace == self->trace)
    return;
  if (program != NULL)
    desk_program_ref (program);
  g_clear_pointer (&self->program, desk_program_unref);
  g_clear_pointer (&self->trace, run_trace_unref);
  self->program = program;
  self->trace = trace != NULL ? run_trace_ref (trace) : NULL;
  self->n_rows_drawn = 0;
  /* Of another model: marks and trails by name, as far as they exist. */
  if (is_new) {
    FigureMotion *motion = ui_motion_view_motion (self);
    const bool moves = motion != NULL && !figure_motion_is_empty (motion);

    /* Elements of the old picture, before anybody is told of the new one. */
    self->free_element = FIGURE_NO_ELEMENT;
    ui_motion_view_set_hovered (self, FIGURE_NO_ELEMENT);
    keep_trails (self, motion);
    keep_pull_point (self, motion);
    if (moves != self->moves) {
      self->moves = moves;
      g_signal_emit_by_name (self, "moves-changed");
    }
  }
}

/* The current run's; a run that only repeats what was seen is waited for. */
void
ui_motion_view_find_source (UiMotionView *self)
{
  const DeskRun *run = self->studio->runs->current;

  if (run == NULL)
    set_source (self, desk_compiler_program (self->studio->document->compiler), NULL);
  else if (self->trace == NULL || run_session_get_state (run->session) > RUN_PAUSED ||
           run_session_time (run->session) >= run_session_fast_until (run->session))
    set_source (self, run->program, run_session_trace (run->session));
}

void
ui_motion_view_redraw (UiMotionView *self)
{
  ui_motion_view_find_source (self);
  gtk_widget_set_visible (self->hint, self->trace == NULL);
  show_values (self);
  gtk_widget_queue_draw (self->area);
  if (gtk_widget_get_visible (self->free_body))
    ui_motion_view_show_free_body (self, self->free_element);
}

void
ui_motion_view_fit (UiMotionView *self)
{
  self->is_fitted = true;
  self->view.width = 0; /* anew */
  gtk_widget_queue_draw (self->area);
}
