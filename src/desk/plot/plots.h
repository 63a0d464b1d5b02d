/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/plot/variable-node.h"
#include "desk/run/runs.h"
#include "doc/plot.h"

/* What is plotted: a stack of plots, as the diagram keeps them. There is always one. A
 * run that begins while nothing is plotted, or nothing that its model still has,
 * chooses: what the diagram asks for, else what its parts suggest
 * (desk/plot/first-plots.h). What it puts away comes back with a run whose model has
 * some of it again, but nothing of the rest. Property "all": another variable is
 * plotted, or one less.
 */
#define DESK_TYPE_PLOTS (desk_plots_get_type ())
G_DECLARE_FINAL_TYPE (DeskPlots, desk_plots, DESK, PLOTS, GObject)

/* The runs outlive it. */
DeskPlots *desk_plots_new (DeskRuns *runs);

/* At least 1. */
uint32_t desk_plots_n (const DeskPlots *self);
/* Borrowed until the next change. */
const DocPlot *desk_plots_at (const DeskPlots *self, uint32_t plot);
bool desk_plots_has (const DeskPlots *self, const char *variable);

/* Whether any of the plots shows something. */
bool desk_plots_has_curves (const DeskPlots *self);

/* What is said in a plot that draws no curve. Caller frees. */
char *desk_plots_hint (const DeskPlots *self, uint32_t plot);

/* Where a variable belongs that nobody dragged anywhere: the last plot over time whose
 * curves all have its unit, else an empty one, else desk_plots_n (). */
uint32_t desk_plots_for (const DeskPlots *self, const SimVar *var);

/* An empty one below. */
void desk_plots_append (DeskPlots *self);
/* `plot` == desk_plots_n () makes a new one. */
void desk_plots_add (DeskPlots *self, uint32_t plot, const char *variable);
/* What is dropped there: a variable is added to that plot, of a component the first
 * variables, each where it belongs; of one that has only parts their first states.
 * False if there are none. */
bool desk_plots_drop (DeskPlots *self, uint32_t plot, DeskVariableNode *what);
void desk_plots_remove (DeskPlots *self, uint32_t plot, const char *variable);
void desk_plots_clear (DeskPlots *self, uint32_t plot);
/* Plots against a variable; NULL: over time. */
void desk_plots_set_x (DeskPlots *self, uint32_t plot, const char *variable);
/* Shows a curve, or leaves only its name in the legend. */
void desk_plots_hide (DeskPlots *self, uint32_t plot, uint32_t curve, bool is_hidden);
/* Takes a curve before the one that is `to_curve` now, in its own plot or another one;
 * `to_plot` == desk_plots_n () makes a new one, a greater `to_curve` means the end. A
 * plot that nothing is left of goes. */
void desk_plots_move (DeskPlots *self,
                      uint32_t plot,
                      uint32_t curve,
                      uint32_t to_plot,
                      uint32_t to_curve);
/* What an axis shows, in SI units; the same twice: all there is. It is kept with the
 * plots. Tells nobody: whoever zooms draws. */
void desk_plots_set_range (DeskPlots *self,
                           uint32_t plot,
                           DocPlotAxis axis,
                           const double range[2]);
/* What can be plotted against: at most so many interned names of variables that have
 * this text in them, upper or lower case, those that are plotted first. The caller
 * unrefs. */
GPtrArray *desk_plots_find (const DeskPlots *self, const char *text, uint32_t most);
/* Writes the plots into the diagram, as one change of it; its next opening shows them.
 */
void desk_plots_keep (DeskPlots *self);
