/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variables are plotted, and what is chosen if nobody chose. */
#include "desk/plot/plots.h"

#include <string.h>

#include "base/name.h"
#include "doc/edit/edit.h"
#include "doc/plots.h"

/* What is plotted when a run begins and nothing was chosen. */
enum { N_AUTO_PLOTS = 2, N_AUTO_CURVES = 4 };

struct _DeskPlots {
  GObject parent;

  DeskRuns *runs;
  GPtrArray *all; /* of GPtrArray of interned names, NULL-terminated; at least one */
};

G_DEFINE_FINAL_TYPE (DeskPlots, desk_plots, G_TYPE_OBJECT)

uint32_t
desk_plots_n (const DeskPlots *self)
{
  return self->all->len;
}

const char *const *
desk_plots_variables (const DeskPlots *self, uint32_t plot, uint32_t *n)
{
  GPtrArray *names = self->all->pdata[plot];

  *n = names->len;
  return (const char *const *) names->pdata;
}

bool
desk_plots_has (const DeskPlots *self, const char *variable)
{
  for (guint p = 0; p < self->all->len; p++)
    if (g_ptr_array_find (self->all->pdata[p], base_name (variable), NULL))
      return true;
  return false;
}

/* Whether all curves of a plot have the unit of a variable, as people read it. */
static bool
has_units (const DeskPlots *self, const GPtrArray *names, const SimVar *var)
{
  const DeskRun *run = self->runs->current;
  const SimModel *model = run != NULL ? desk_program_model (run->program)
                                      : desk_document_model (self->runs->document);

  for (guint i = 0; i < names->len; i++) {
    const uint32_t k =
        model != NULL ? sim_model_find (model, names->pdata[i]) : UINT32_MAX;
    const SimVar *shown = k != UINT32_MAX ? sim_model_var (model, k) : NULL;

    if (shown == NULL || strcmp (shown->units, var->units) != 0 ||
        strcmp (shown->display_units, var->display_units) != 0)
      return false;
  }
  return true;
}

uint32_t
desk_plots_for (const DeskPlots *self, const SimVar *var)
{
  uint32_t empty = self->all->len;

  for (uint32_t p = self->all->len; p-- > 0;) {
    const GPtrArray *names = self->all->pdata[p];

    if (names->len == 0)
      empty = p;
    else if (has_units (self, names, var))
      return p;
  }
  return empty;
}

static void
tell (DeskPlots *self)
{
  g_object_notify (G_OBJECT (self), "all");
}

static void
append (DeskPlots *self)
{
  g_ptr_array_add (self->all, g_ptr_array_new_null_terminated (0, NULL, TRUE));
}

void
desk_plots_append (DeskPlots *self)
{
  append (self);
  tell (self);
}

void
desk_plots_add (DeskPlots *self, uint32_t plot, const char *variable)
{
  while (self->all->len <= plot)
    append (self);
  GPtrArray *names = self->all->pdata[plot];
  if (g_ptr_array_find (names, base_name (variable), NULL))
    return;
  g_ptr_array_add (names, (gpointer) base_name (variable));
  tell (self);
}

void
desk_plots_remove (DeskPlots *self, uint32_t plot, const char *variable)
{
  GPtrArray *names = plot < self->all->len ? self->all->pdata[plot] : NULL;

  if (names == NULL || !g_ptr_array_remove (names, (gpointer) base_name (variable)))
    return;
  if (names->len == 0 && self->all->len > 1)
    g_ptr_array_remove_index (self->all, plot);
  tell (self);
}

void
desk_plots_clear (DeskPlots *self, uint32_t plot)
{
  if (plot < self->all->len)
    g_ptr_array_remove_index (self->all, plot);
  if (self->all->len == 0)
    append (self);
  tell (self);
}

void
desk_plots_keep (DeskPlots *self)
{
  g_autoptr (GPtrArray) plots = g_ptr_array_new ();

  for (guint p = 0; p < self->all->len; p++) {
    GPtrArray *names = self->all->pdata[p];

    if (names->len > 0)
      g_ptr_array_add (plots, names->pdata);
  }
  doc_keep_plots (self->runs->document->doc, plots);
}

/* ---- what is chosen by itself ---- */

static bool
has_curves (const DeskPlots *self)
{
  for (guint p = 0; p < self->all->len; p++)
    if (((const GPtrArray *) self->all->pdata[p])->len > 0)
      return true;
  return false;
}

/* The curves that the diagram asks for. */
static void
plot_what_is_kept (DeskPlots *self, const SimModel *model)
{
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_class (self->runs->document->doc));
  uint32_t plot = 0;

  for (guint p = 0; p < plots->len; p++) {
    bool is_used = false;

    for (char **name = plots->pdata[p]; *name != NULL; name++)
      if (sim_model_find (model, *name) != UINT32_MAX) {
        desk_plots_add (self, plot, *name);
        is_used = true;
      }
    plot += is_used;
  }
}

/* The first states that a user named, one plot for each unit: something to look at in a
 * model nobody plotted yet. */
static void
plot_states (DeskPlots *self, const SimModel *model)
{
  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const SimVar *var = sim_model_var (model, i);

    if (!var->is_state || var->is_derived)
      continue;
    const uint32_t plot = desk_plots_for (self, var);
    uint32_t n = 0;

    if (plot < self->all->len)
      desk_plots_variables (self, plot, &n);
    if (plot < N_AUTO_PLOTS && n < N_AUTO_CURVES)
      desk_plots_add (self, plot, var->name);
  }
}

static void
on_runs (DeskPlots *self)
{
  const DeskRun *run = self->runs->current;

  if (run == NULL || has_curves (self))
    return;
  plot_what_is_kept (self, desk_program_model (run->program));
  if (!has_curves (self))
    plot_states (self, desk_program_model (run->program));
}

static void
on_doc (DeskPlots *self)
{
  g_ptr_array_set_size (self->all, 0);
  desk_plots_clear (self, 0);
}

/* ---- object ---- */

static void
desk_plots_finalize (GObject *object)
{
  g_ptr_array_unref (DESK_PLOTS (object)->all);
  G_OBJECT_CLASS (desk_plots_parent_class)->finalize (object);
}

static void
desk_plots_class_init (DeskPlotsClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"all", G_TYPE_POINTER, offsetof (DeskPlots, all)}};

  G_OBJECT_CLASS (class)->finalize = desk_plots_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_plots_init (DeskPlots *self)
{
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  append (self);
}

DeskPlots *
desk_plots_new (DeskRuns *runs)
{
  DeskPlots *self = g_object_new (DESK_TYPE_PLOTS, NULL);

  self->runs = runs;
  desk_property_listen (runs->document, "doc", self, G_CALLBACK (on_doc));
  desk_property_listen (runs, "all", self, G_CALLBACK (on_runs));
  return self;
}
