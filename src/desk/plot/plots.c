/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stack of plots of a desk, by the names of variables, and what is plotted where
 * nobody chose, or all that was chosen has gone: what the diagram keeps, as far as the
 * model has it, else what desk/plot/first-plots.h finds. */
#include "desk/plot/plots.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/name.h"
#include "desk/plot/first-plots.h"
#include "doc/edit/edit.h"
#include "doc/level.h"

/* What is plotted when a run begins and nothing was chosen. */
enum { N_AUTO_PLOTS = 2, N_AUTO_CURVES = 4 };

/* What is plotted of a component. */
enum { N_DROPPED = 3 };

struct _DeskPlots {
  GObject parent;

  DeskRuns *runs;
  GPtrArray *all;   /* DocPlot; at least one */
  GPtrArray *aside; /* DocPlot: what the last model that had nothing of it put away */
};

G_DEFINE_FINAL_TYPE (DeskPlots, desk_plots, G_TYPE_OBJECT)

uint32_t
desk_plots_n (const DeskPlots *self)
{
  return self->all->len;
}

const DocPlot *
desk_plots_at (const DeskPlots *self, uint32_t plot)
{
  return self->all->pdata[plot];
}

bool
desk_plots_has (const DeskPlots *self, const char *variable)
{
  for (guint p = 0; p < self->all->len; p++)
    if (doc_plot_find (self->all->pdata[p], variable) != UINT32_MAX)
      return true;
  return false;
}

bool
desk_plots_has_curves (const DeskPlots *self)
{
  for (guint p = 0; p < self->all->len; p++)
    if (doc_plot_n (self->all->pdata[p]) > 0)
      return true;
  return false;
}

char *
desk_plots_hint (const DeskPlots *self, uint32_t plot)
{
  const DocPlot *of = desk_plots_at (self, plot);

  if (doc_plot_n (of) > 0)
    return g_strdup_printf (_ ("%s is not in this run"),
                            doc_plot_curve (of, 0)->variable);
  return g_strdup (desk_plots_has_curves (self)
                       ? _ ("Drag a variable here")
                       : _ ("Tick a variable or drag one here"));
}

/* That of the curves, if there are any. */
static const SimModel *
model_of (const DeskPlots *self)
{
  const DeskRun *run = self->runs->current;

  return run != NULL ? desk_program_model (run->program)
                     : desk_document_model (self->runs->document);
}

/* Whether a plot is over time, and all its curves have the unit of a variable, as
 * people read it. */
static bool
has_units (const DeskPlots *self, const DocPlot *plot, const SimVar *var)
{
  const SimModel *model = model_of (self);

  if (plot->x != NULL)
    return false;
  for (uint32_t i = 0; i < doc_plot_n (plot); i++) {
    const char *name = doc_plot_curve (plot, i)->variable;
    const uint32_t k = model != NULL ? sim_model_find (model, name) : UINT32_MAX;
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

  for (uint32_t p = self->all->len; p-- > 0;)
    if (doc_plot_n (desk_plots_at (self, p)) == 0)
      empty = p;
    else if (has_units (self, desk_plots_at (self, p), var))
      return p;
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
  g_ptr_array_add (self->all, doc_plot_new ());
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
  if (doc_plot_add (self->all->pdata[plot], variable))
    tell (self);
}

/* Those below a component that has no variables itself, as a subsystem; how many there
 * are then. */
static uint32_t
add_states (DeskPlots *self, DeskVariableNode *component, uint32_t n_added)
{
  g_autoptr (GListModel) children = desk_variable_node_children (component);
  const guint n = g_list_model_get_n_items (children);

  for (guint i = 0; i < n && n_added < N_DROPPED; i++) {
    g_autoptr (DeskVariableNode) child = g_list_model_get_item (children, i);
    const SimVar *var = desk_variable_node_var (child);

    if (var == NULL)
      n_added = add_states (self, child, n_added);
    else if (var->is_state && !var->is_derived) {
      desk_plots_add (self, desk_plots_for (self, var), var->name);
      n_added++;
    }
  }
  return n_added;
}

bool
desk_plots_drop (DeskPlots *self, uint32_t plot, DeskVariableNode *what)
{
  if (desk_variable_node_var (what) != NULL) {
    desk_plots_add (self, plot, desk_variable_node_path (what));
    return true;
  }
  g_autoptr (GListModel) children = desk_variable_node_children (what);
  const guint n = g_list_model_get_n_items (children);
  uint32_t n_added = 0;

  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = 0; i < n && n_added < N_DROPPED; i++) {
    g_autoptr (DeskVariableNode) child = g_list_model_get_item (children, i);
    const SimVar *var = desk_variable_node_var (child);

    if (var == NULL)
      continue;
    desk_plots_add (self, desk_plots_for (self, var), var->name);
    n_added++;
  }
  if (n_added == 0)
    n_added = add_states (self, what, 0);
  g_object_thaw_notify (G_OBJECT (self));
  return n_added > 0;
}

void
desk_plots_remove (DeskPlots *self, uint32_t plot, const char *variable)
{
  DocPlot *of = plot < self->all->len ? self->all->pdata[plot] : NULL;
  const uint32_t curve = of != NULL ? doc_plot_find (of, variable) : UINT32_MAX;

  if (curve == UINT32_MAX)
    return;
  g_array_remove_index (of->curves, curve);
  if (doc_plot_n (of) == 0 && self->all->len > 1)
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

/* Its range was one of what it was plotted against before. */
void
desk_plots_set_x (DeskPlots *self, uint32_t plot, const char *variable)
{
  DocPlot *of = plot < self->all->len ? self->all->pdata[plot] : NULL;
  const char *name = variable != NULL ? base_name (variable) : NULL;

  if (of == NULL || of->x == name)
    return;
  of->x = name;
  of->range[DOC_PLOT_X][0] = of->range[DOC_PLOT_X][1] = 0;
  tell (self);
}

void
desk_plots_hide (DeskPlots *self, uint32_t plot, uint32_t curve, bool is_hidden)
{
  DocPlot *of = self->all->pdata[plot];

  g_array_index (of->curves, DocPlotCurve, curve).is_hidden = is_hidden;
  tell (self);
}

void
desk_plots_move (DeskPlots *self,
                 uint32_t plot,
                 uint32_t curve,
                 uint32_t to_plot,
                 uint32_t to_curve)
{
  while (self->all->len <= to_plot)
    append (self);
  DocPlot *from = self->all->pdata[plot], *to = self->all->pdata[to_plot];
  const DocPlotCurve moved = *doc_plot_curve (from, curve);
  /* One that is there already stays, and the moved one is it. */
  const uint32_t there = from != to ? doc_plot_find (to, moved.variable) : UINT32_MAX;

  g_array_remove_index (from->curves, curve);
  if (from == to && to_curve > curve && to_curve <= from->curves->len + 1)
    to_curve--;
  if (there == UINT32_MAX)
    g_array_insert_val (to->curves, MIN (to_curve, to->curves->len), moved);
  if (doc_plot_n (from) == 0 && self->all->len > 1)
    g_ptr_array_remove_index (self->all, plot);
  tell (self);
}

void
desk_plots_set_range (DeskPlots *self,
                      uint32_t plot,
                      DocPlotAxis axis,
                      const double range[2])
{
  DocPlot *of = self->all->pdata[plot];

  of->range[axis][0] = range[0];
  of->range[axis][1] = range[1];
}

static void
find (const DeskPlots *self, const char *folded, bool is_plotted, GPtrArray *found)
{
  const SimModel *model = model_of (self);

  for (uint32_t i = 0; i < sim_model_n_vars (model); i++) {
    const char *name = sim_model_var (model, i)->name;
    g_autofree char *low = g_utf8_casefold (name, -1);

    if (strstr (low, folded) != NULL && desk_program_is_users (name) &&
        desk_plots_has (self, name) == is_plotted)
      g_ptr_array_add (found, (gpointer) base_name (name));
  }
}

GPtrArray *
desk_plots_find (const DeskPlots *self, const char *text, uint32_t most)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autofree char *folded = g_utf8_casefold (text, -1);

  if (model_of (self) == NULL)
    return found;
  find (self, folded, true, found);
  find (self, folded, false, found);
  g_ptr_array_set_size (found, (gint) MIN (found->len, most));
  return found;
}

void
desk_plots_keep (DeskPlots *self)
{
  doc_keep_plots (self->runs->document->doc, self->all);
}

/* ---- what is chosen by itself ---- */

static bool
is_known (gconstpointer model, const char *variable)
{
  return sim_model_find (model, variable) != UINT32_MAX;
}

static bool
has_known (const GPtrArray *plots, const SimModel *model)
{
  for (guint p = 0; p < plots->len; p++) {
    const DocPlot *plot = plots->pdata[p];

    for (uint32_t i = 0; i < doc_plot_n (plot); i++)
      if (is_known (model, doc_plot_curve (plot, i)->variable))
        return true;
  }
  return false;
}

/* Makes room for another choice. */
static void
set_aside (DeskPlots *self)
{
  g_ptr_array_unref (self->aside);
  self->aside = g_ptr_array_ref (self->all);
}

/* After undo, what was plotted before. */
static void
take_back (DeskPlots *self)
{
  GPtrArray *all = self->aside;

  self->aside = self->all;
  self->all = all;
  tell (self);
}

/* What the diagram asks for, as far as it is there. */
static void
plot_what_is_kept (DeskPlots *self, const SimModel *model)
{
  GPtrArray *kept = doc_plots_of (doc_level_root (self->runs->document->doc));

  doc_plots_prune (kept, is_known, model);
  g_ptr_array_unref (self->all);
  self->all = kept;
  if (kept->len == 0)
    append (self);
  tell (self);
}

/* A plot for each unit, few of them, with as many curves as can be told apart. */
static void
plot_first (DeskPlots *self, const SimModel *model)
{
  g_autoptr (GPtrArray) vars = desk_first_plots_find (self->runs->document->doc, model);

  for (guint i = 0; i < vars->len; i++) {
    const SimVar *var = vars->pdata[i];
    const uint32_t plot = desk_plots_for (self, var);
    const uint32_t n =
        plot < self->all->len ? doc_plot_n (desk_plots_at (self, plot)) : 0;

    if (plot < N_AUTO_PLOTS && n < N_AUTO_CURVES)
      desk_plots_add (self, plot, var->name);
  }
}

static void
on_runs (DeskPlots *self)
{
  const DeskRun *run = self->runs->current;
  const SimModel *model = run != NULL ? desk_program_model (run->program) : NULL;

  if (model == NULL || has_known (self->all, model))
    return;
  if (has_known (self->aside, model)) {
    take_back (self);
    return;
  }
  /* All of them are one choice, and told as one. */
  g_object_freeze_notify (G_OBJECT (self));
  if (desk_plots_has_curves (self))
    set_aside (self);
  plot_what_is_kept (self, model);
  if (!desk_plots_has_curves (self))
    plot_first (self, model);
  g_object_thaw_notify (G_OBJECT (self));
}

static void
on_doc (DeskPlots *self)
{
  g_ptr_array_set_size (self->all, 0);
  g_ptr_array_set_size (self->aside, 0);
  desk_plots_clear (self, 0);
}

/* ---- object ---- */

static void
desk_plots_finalize (GObject *object)
{
  g_ptr_array_unref (DESK_PLOTS (object)->all);
  g_ptr_array_unref (DESK_PLOTS (object)->aside);
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
  self->all = g_ptr_array_new_with_free_func ((GDestroyNotify) doc_plot_free);
  self->aside = g_ptr_array_new_with_free_func ((GDestroyNotify) doc_plot_free);
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
