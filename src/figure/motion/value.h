/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion-private.h"

/* The values of a mechanism at an instant; private to figure/. */

/* Reads all variables at time t, which lies between that of `row` and of the next. */
void figure_value_read (FigureMotion *motion, size_t row, double t);

/* A rectangle that holds both; one of them may be empty. */
FigureRect figure_value_rect_join (FigureRect a, FigureRect b);
FigureRect figure_value_rect_empty (void);

/* Number of rows that a survey looks at, spread over the trace. */
enum { FIGURE_SURVEY_ROWS = 32 };
/* The row of the k-th look. */
size_t figure_value_survey_row (const FigureMotion *motion, uint32_t k);

/* The least of 1, 2, 5, 10, … times a power of ten that is not below x > 0. */
double figure_value_round_up (double x);
