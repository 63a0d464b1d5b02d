/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "base/name.h"
#include "desk/studio-private.h"
#include "doc/edit/edit.h"

uint32_t
desk_studio_n_plots (DeskStudio *self)
{
  return self->plots->len;
}

const char *const *
desk_studio_plot_variables (DeskStudio *self, uint32_t plot, uint32_t *n)
{
  GPtrArray *names = g_ptr_array_index (self->plots, plot);

  *n = names->len - 1;
  return (const char *const *) names->pdata;
}

bool
desk_studio_is_plotted (DeskStudio *self, const char *variable)
{
  for (guint p = 0; p < self->plots->len; p++)
    if (g_ptr_array_find (g_ptr_array_index (self->plots, p), base_name (variable),
                          NULL))
      return true;
  return false;
}

GPtrArray *
desk_studio_name_list_new (void)
{
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, NULL);
  return names;
}

void
desk_studio_plot_new (DeskStudio *self)
{
  g_ptr_array_add (self->plots, desk_studio_name_list_new ());
  desk_studio_tell (self, DESK_STUDIO_PLOTS_CHANGED);
}

void
desk_studio_plot_add (DeskStudio *self, uint32_t plot, const char *variable)
{
  while (self->plots->len <= plot)
    g_ptr_array_add (self->plots, desk_studio_name_list_new ());
  GPtrArray *names = g_ptr_array_index (self->plots, plot);
  if (g_ptr_array_find (names, base_name (variable), NULL))
    return;
  g_ptr_array_insert (names, (gint) names->len - 1, (gpointer) base_name (variable));
  desk_studio_tell (self, DESK_STUDIO_PLOTS_CHANGED);
}

static const SimModel *
model_of_plots (DeskStudio *self)
{
  return self->current != NULL ? desk_program_model (self->current->program)
                               : desk_studio_model (self);
}

/* Whether all curves of a plot have the unit of a variable, as people read it. */
static bool
has_units (DeskStudio *self, uint32_t plot, const SimVar *var)
{
  const SimModel *model = model_of_plots (self);
  uint32_t n;
  const char *const *names = desk_studio_plot_variables (self, plot, &n);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t k = model != NULL ? sim_model_find (model, names[i]) : UINT32_MAX;
    const SimVar *shown = k != UINT32_MAX ? sim_model_var (model, k) : NULL;

    if (shown == NULL || strcmp (shown->units, var->units) != 0 ||
        strcmp (shown->display_units, var->display_units) != 0)
      return false;
  }
  return true;
}

uint32_t
desk_studio_plot_for (DeskStudio *self, const SimVar *var)
{
  uint32_t empty = self->plots->len;

  for (uint32_t p = self->plots->len; p-- > 0;) {
    uint32_t n;

    desk_studio_plot_variables (self, p, &n);
    if (n == 0)
      empty = p;
    else if (has_units (self, p, var))
      return p;
  }
  return empty;
}

void
desk_studio_plot_remove (DeskStudio *self, uint32_t plot, const char *variable)
{
  guint at;

  if (plot >= self->plots->len)
    return;
  GPtrArray *names = g_ptr_array_index (self->plots, plot);
  if (!g_ptr_array_find (names, base_name (variable), &at))
    return;
  g_ptr_array_remove_index (names, at);
  if (names->len == 1 && self->plots->len > 1)
    g_ptr_array_remove_index (self->plots, plot);
  desk_studio_tell (self, DESK_STUDIO_PLOTS_CHANGED);
}

void
desk_studio_plot_remove_all (DeskStudio *self, uint32_t plot)
{
  if (plot < self->plots->len)
    g_ptr_array_remove_index (self->plots, plot);
  if (self->plots->len == 0)
    g_ptr_array_add (self->plots, desk_studio_name_list_new ());
  desk_studio_tell (self, DESK_STUDIO_PLOTS_CHANGED);
}

void
desk_studio_keep_plots (DeskStudio *self)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();

  for (guint p = 0; p < self->plots->len; p++) {
    GPtrArray *names = g_ptr_array_index (self->plots, p);

    if (names->len > 1)
      g_ptr_array_add (plots, names->pdata);
  }
  doc_keep_plots (self->doc, plots);
}
