/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A function that is given by points, as a run evaluates it: for whoever draws it. */

/* The values at `n_at` places between the first and the last of `n` points, of which
 * there are two at least and whose abscissae do not fall. `smoothness` is a case of the
 * enumeration Smoothness; false if there is none of that name. */
bool run_points_values (const char *smoothness,
                        const double (*points)[2],
                        uint32_t n,
                        const double *at,
                        uint32_t n_at,
                        double *values);
