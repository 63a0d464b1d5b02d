/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/ast.h"

/* A plot that a component asks to be shown, and its form in the metadata (LANGUAGE
 * §12): an object, or a list of variables where nothing more is said of it. Strings are
 * interned. */

typedef struct {
  const char *variable; /* dotted name; need not exist */
  const char *color;    /* "#rrggbb"; NULL: by its place among the curves */
  double width;         /* px; 0: as usual */
  bool is_hidden;       /* it is only in the legend */
} DocPlotCurve;

typedef enum { DOC_PLOT_X, DOC_PLOT_Y, DOC_PLOT_N_AXES } DocPlotAxis;

typedef struct {
  const char *title;                /* or NULL */
  const char *x;                    /* of an X-Y plot: a variable; NULL: over time */
  double range[DOC_PLOT_N_AXES][2]; /* least and greatest, SI; the same: fitted */
  GArray *curves;                   /* DocPlotCurve */
} DocPlot;

/* Empty, over time; the caller frees it. */
DocPlot *doc_plot_new (void);
void doc_plot_free (DocPlot *plot);

uint32_t doc_plot_n (const DocPlot *plot); /* curves */
const DocPlotCurve *doc_plot_curve (const DocPlot *plot, uint32_t i);
/* Which curve shows a variable; UINT32_MAX: none. */
uint32_t doc_plot_find (const DocPlot *plot, const char *variable);
/* False if it is there already. */
bool doc_plot_add (DocPlot *plot, const char *variable);

/* DocPlot * of those that have curves, in order, as the diagram keeps them; never NULL,
 * the caller unrefs. They are written by doc_keep_plots (). A range that is none is
 * left out. */
GPtrArray *doc_plots_of (const LangClass *class);
/* Reports such ranges (W606). */
void doc_plots_check (const LangClass *class, BaseDiags *diags);

/* Leaves out curves of variables that are not known, and plots without a curve or whose
 * x is not. */
void doc_plots_prune (GPtrArray *plots,
                      bool (*is_known) (gconstpointer model, const char *variable),
                      gconstpointer model);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DocPlot, doc_plot_free)
