/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* Functions given by points, kept in the slots of a run so that parameters may change
 * them: a header, then x, y and slopes of all points. x must not fall; where it stands
 * still the function jumps. */
enum {
  CODE_TABLE_SIZE,          /* number of points */
  CODE_TABLE_SMOOTHNESS,    /* FlatSmoothness */
  CODE_TABLE_EXTRAPOLATION, /* FlatExtrapolation */
  CODE_TABLE_PLACE, /* interval of the last look-up: where the next one begins */
  CODE_TABLE_HEADER
};

/* The slots that a table of so many points takes, header included. */
uint32_t code_table_n_slots (uint32_t n_points);

/* Slopes of the points that are not given, to be found anew when points have changed.
 * Returns the first place. Akima, A new method of interpolation and smooth curve
 * fitting, J. ACM 17 (1970); Fritsch & Butland, A method for constructing local
 * monotone piecewise cubic interpolants, SIAM J. Sci. Stat. Comput. 5 (1984). */
double code_table_prepare (double *table);

/* Value and first two derivatives; NaN outside if the table must not be left. */
double code_table_value (double *table, double x);
double code_table_slope (double *table, double x);
double code_table_bend (double *table, double x);
