/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/plot/plot-view.h"
#include "run/measure.h"

/* What is measured between the cursors of plots, a row for each curve that is plotted;
 * computed on a thread, since there may be millions of rows. Property "all": it is new.
 */
#define DESK_TYPE_MEASURES (desk_measures_get_type ())
G_DECLARE_FINAL_TYPE (DeskMeasures, desk_measures, DESK, MEASURES, GObject)

typedef struct {
  char *label; /* of the curve */
  char *units; /* as people write them; "": none */
  FigureColor color;
  RunMeasure measure;
} DeskMeasure;

struct _DeskMeasures {
  GObject parent;

  GPtrArray *all;                /* DeskMeasure; for reading */
  double times[2];               /* of the cursors, NaN without; what `all` is of */
  struct DeskMeasuresJob *asked; /* what it is of, or will be */
  struct DeskMeasuresJob *next;  /* asked meanwhile; or NULL */
  bool is_busy;
};

/* Of nothing yet; the caller unrefs it. */
DeskMeasures *desk_measures_new (void);

/* Measures what the view showed last, if that is not what is measured already. */
void desk_measures_refresh (DeskMeasures *self, const DeskPlotView *view);

/* What can be measured: the columns of the table. */
typedef enum {
  DESK_MEASURE_A,
  DESK_MEASURE_B,
  DESK_MEASURE_CHANGE,
  DESK_MEASURE_SLOPE,
  DESK_MEASURE_MIN,
  DESK_MEASURE_MAX,
  DESK_MEASURE_MEAN,
  DESK_MEASURE_RMS,
  DESK_MEASURE_SETTLING,
  DESK_MEASURE_RISE,
  DESK_MEASURE_N
} DeskMeasureKind;

/* The head of a column, and the sentence that says what it is. */
const char *desk_measures_title (DeskMeasureKind kind);
const char *desk_measures_help (DeskMeasureKind kind);
double desk_measures_value (const DeskMeasures *self, guint row, DeskMeasureKind kind);
/* "0.12 m", a dash for what is not known. Caller frees. */
char *desk_measures_text (const DeskMeasures *self, guint row, DeskMeasureKind kind);
/* "A 1.2 s   B 3 s   B−A 1.8 s   1/|B−A| 0.5556 Hz". Caller frees. */
char *desk_measures_head (const DeskMeasures *self);
/* The table separated by tabs, numbers with all digits and without units, which have a
 * column; caller frees. */
char *desk_measures_to_text (const DeskMeasures *self);
