/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label beside the moving picture: what the pointer is over, and its values at the
 * time shown. */
#include <string.h>

#include "ui/motion/motion-view-private.h"
#include "ui/studio/describe.h"

static void
put_value (GString *text, const SimVar *var, const char *path, double value)
{
  const size_t length = strlen (path);
  const bool is_own = g_str_has_prefix (var->name, path) && var->name[length] == '.';

  g_string_append_c (text, '\n');
  ui_describe_value (text, var, is_own ? var->name + length + 1 : var->name, value);
}

void
ui_motion_view_show_values (UiMotionView *self)
{
  const FigureMotion *motion = ui_motion_view_motion (self);
  const uint32_t i = self->look.hovered;

  gtk_widget_set_visible (self->values, i != FIGURE_NO_ELEMENT);
  if (i == FIGURE_NO_ELEMENT || self->trace == NULL)
    return;
  const FigureElement *element = figure_motion_element (motion, i);
  g_autoptr (GString) text = g_string_new (element->path);
  const double time = ui_studio_time_shown (self->studio);
  const char *outdated = ui_studio_outdated (self->studio);

  if (outdated != NULL)
    g_string_append_printf (text, " \u00B7 %s", outdated);
  for (uint32_t k = 0; k < element->n_variables; k++)
    put_value (
        text, sim_model_var (ui_program_model (self->program), element->variables[k]),
        element->path, run_trace_value_at (self->trace, element->variables[k], time));
  if (strcmp (text->str, gtk_label_get_text (GTK_LABEL (self->values))) != 0)
    gtk_label_set_text (GTK_LABEL (self->values), text->str);
}
