/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/name.h"
#include "doc/edit/edit.h"
#include "ui/studio/studio-private.h"

uint32_t
ui_studio_n_plots (UiStudio *self)
{
  return self->plots->len;
}

const char *const *
ui_studio_plot_variables (UiStudio *self, uint32_t plot, uint32_t *n)
{
  GPtrArray *names = g_ptr_array_index (self->plots, plot);

  *n = names->len - 1;
  return (const char *const *) names->pdata;
}

bool
ui_studio_is_plotted (UiStudio *self, const char *variable)
{
  for (guint p = 0; p < self->plots->len; p++)
    if (g_ptr_array_find (g_ptr_array_index (self->plots, p), base_name (variable),
                          NULL))
      return true;
  return false;
}

GPtrArray *
ui_studio_name_list_new (void)
{
  GPtrArray *names = g_ptr_array_new ();

  g_ptr_array_add (names, NULL);
  return names;
}

void
ui_studio_plot_new (UiStudio *self)
{
  g_ptr_array_add (self->plots, ui_studio_name_list_new ());
  ui_studio_tell (self, UI_STUDIO_PLOTS_CHANGED);
}

void
ui_studio_plot_add (UiStudio *self, uint32_t plot, const char *variable)
{
  while (self->plots->len <= plot)
    g_ptr_array_add (self->plots, ui_studio_name_list_new ());
  GPtrArray *names = g_ptr_array_index (self->plots, plot);
  if (g_ptr_array_find (names, base_name (variable), NULL))
    return;
  g_ptr_array_insert (names, (gint) names->len - 1, (gpointer) base_name (variable));
  ui_studio_tell (self, UI_STUDIO_PLOTS_CHANGED);
}

void
ui_studio_plot_remove (UiStudio *self, uint32_t plot, const char *variable)
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
  ui_studio_tell (self, UI_STUDIO_PLOTS_CHANGED);
}

void
ui_studio_plot_remove_all (UiStudio *self, uint32_t plot)
{
  if (plot < self->plots->len)
    g_ptr_array_remove_index (self->plots, plot);
  if (self->plots->len == 0)
    g_ptr_array_add (self->plots, ui_studio_name_list_new ());
  ui_studio_tell (self, UI_STUDIO_PLOTS_CHANGED);
}

void
ui_studio_keep_plots (UiStudio *self)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();

  for (guint p = 0; p < self->plots->len; p++) {
    GPtrArray *names = g_ptr_array_index (self->plots, p);

    if (names->len > 1)
      g_ptr_array_add (plots, names->pdata);
  }
  doc_keep_plots (self->doc, plots);
}
