/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

#include "sim/status.h"

/* y' = f(t, y) as the integrators see it. n may be 0. Functions return SIM_OK or the
 * reason why there is no value; SIM_BAD_VALUE asks the integrator for a smaller step.
 */
typedef struct {
  uint32_t n;
  void *data;
  SimStatus (*rhs) (void *data, double t, const double *y, double *f);

  /* For implicit methods. `refresh` evaluates J = df/dy at (t, y); `factor` prepares
   * M = I - gamma J with the last J; `solve` replaces b by M^-1 b. */
  SimStatus (*refresh) (void *data, double t, const double *y);
  SimStatus (*factor) (void *data, double gamma);
  SimStatus (*solve) (void *data, double *b);

  /* The dense Jacobian at (t, y), row by row (n * n), for GSL's own implicit steppers.
   */
  SimStatus (*dense) (void *data, double t, const double *y, double *dfdy);
} SimOde;

/* Accepted local error: |e_i| <= rtol * |y_i| + atol[i] for every i (maximum norm). */
typedef struct {
  double rtol;
  const double *atol; /* n, absolute, nominal values included */
} SimTolerance;
