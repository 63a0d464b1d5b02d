/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The block on its belt by hand, as who knows the model writes it: Dormand and Prince's
 * pair with its interpolant and step control (Hairer, Norsett & Wanner, Solving ODEs I,
 * II.4 to II.6), two phases with one indicator each, whose zero is found on the
 * interpolant by secants and reached by a step that ends there. */
typedef struct {
  double stiffness, damping, mass, v_belt;
  double peak; /* break-away force over the sliding one */
  uint32_t n;  /* rows of the friction over the sliding speed */
  const double (*friction)[2];
} Belt;

typedef struct {
  uint32_t n_events, n_steps;
  double y[2]; /* position and speed at the end */
  double row;  /* sum of the positions of all rows */
} BeltRun;

/* A step from t of size h. */
typedef struct {
  const Belt *belt;
  double sign; /* direction of sliding; 0: the block sticks */
  double t, h, y[2], y1[2], k[7][2];
} BeltStep;

static double
belt_friction (const Belt *b, double v)
{
  uint32_t i = 0;

  while (i + 2 < b->n && v > b->friction[i + 1][0])
    i++;
  const double *p = b->friction[i], *q = b->friction[i + 1];
  return p[1] + (v - p[0]) * (q[1] - p[1]) / (q[0] - p[0]);
}

static void
belt_rates (const BeltStep *s, const double *y, double *f)
{
  const Belt *b = s->belt;
  double v_rel = y[1] - b->v_belt;

  f[0] = y[1];
  f[1] = s->sign == 0 ? 0
                      : (-b->stiffness * y[0] - b->damping * y[1] -
                         s->sign * belt_friction (b, s->sign * v_rel)) /
                            b->mass;
}

/* Positive until the phase ends: what holds the block has not broken away, or the
 * sliding has not come to rest. */
static double
belt_indicator (const BeltStep *s, const double *y)
{
  const Belt *b = s->belt;

  return s->sign == 0 ? b->peak * b->friction[0][1] -
                            fabs (b->stiffness * y[0] + b->damping * y[1])
                      : s->sign * (y[1] - b->v_belt);
}

/* The error in tolerances; y1 and k are set. */
static double
belt_apply (BeltStep *s, double tolerance)
{
  static const double A[6][6] = {
      {1.0 / 5},
      {3.0 / 40, 9.0 / 40},
      {44.0 / 45, -56.0 / 15, 32.0 / 9},
      {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
      {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
      {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
  static const double E[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                              -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
  double worst = 0;

  for (int j = 0; j < 6; j++) {
    for (int i = 0; i < 2; i++) {
      double sum = 0;

      for (int k = 0; k <= j; k++)
        sum += A[j][k] * s->k[k][i];
      s->y1[i] = s->y[i] + s->h * sum;
    }
    belt_rates (s, s->y1, s->k[j + 1]);
  }
  for (int i = 0; i < 2; i++) {
    double error = 0;

    for (int k = 0; k < 7; k++)
      error += E[k] * s->k[k][i];
    worst = fmax (worst, fabs (s->h * error) / (tolerance * (1 + fabs (s->y1[i]))));
  }
  return worst;
}

static void
belt_interpolate (const BeltStep *s, double x, double *y)
{
  static const double D[7] = {
      -12715105075.0 / 11282082432,  0,
      87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
      701980252875.0 / 199316789632, -1453857185.0 / 822651844,
      69997945.0 / 29380423};
  double r = 1 - x;

  for (int i = 0; i < 2; i++) {
    double bend = 0, rise = s->y1[i] - s->y[i];

    for (int k = 0; k < 7; k++)
      bend += D[k] * s->h * s->k[k][i];
    y[i] = s->y[i] + x * (rise + r * (s->h * s->k[0][i] - rise +
                                      x * (2 * rise - s->h * s->k[0][i] -
                                           s->h * s->k[6][i] + r * bend)));
  }
}

/* Where in the step the indicator is zero, by regula falsi with Illinois' weights. */
static double
belt_zero (const BeltStep *s, double before, double behind)
{
  double a = 0, b = 1, last = 0, y[2];

  for (int i = 0;
       i < 50 && behind < 0 && (b - a) * s->h > 1e-14 * fmax (1, fabs (s->t)); i++) {
    double x = b - behind * (b - a) / (behind - before);

    belt_interpolate (s, x, y);
    double value = belt_indicator (s, y);
    if (value <= 0) {
      b = x;
      behind = value;
      before *= last < 0 ? 0.5 : 1;
    } else {
      a = x;
      before = value;
      behind *= last > 0 ? 0.5 : 1;
    }
    last = value;
  }
  return b;
}

/* The other phase. What comes to rest on the belt sticks, as long as that can hold it.
 */
static void
belt_turn (BeltStep *s)
{
  const Belt *b = s->belt;
  double pull = -b->stiffness * s->y[0] - b->damping * s->y[1];

  if (s->sign != 0) {
    s->y[1] = b->v_belt;
    s->sign = fabs (pull) > b->peak * b->friction[0][1] ? copysign (1, pull) : 0;
  } else {
    s->sign = copysign (1, pull);
  }
  belt_rates (s, s->y, s->k[0]);
}

/* From rest on the belt up to t_stop, with n_rows rows at equal intervals. */
static BeltRun
belt_run (const Belt *b, double y0, double tolerance, double t_stop, uint32_t n_rows)
{
  BeltStep s = {.belt = b, .y = {y0, b->v_belt}};
  BeltRun run = {0};
  const double FIRST_STEP = 1e-3;
  double h = FIRST_STEP;
  uint32_t next_row = 1;

  belt_rates (&s, s.y, s.k[0]);
  while (s.t < t_stop) {
    double before = belt_indicator (&s, s.y), y[2];

    s.h = fmin (h, t_stop - s.t);
    double error = belt_apply (&s, tolerance);
    h = s.h * fmin (5, fmax (0.2, 0.9 * pow (fmax (error, 1e-10), -0.2)));
    if (error > 1)
      continue;
    /* It ends at the event in it. */
    double behind = belt_indicator (&s, s.y1);
    bool ends = behind < 0;
    if (ends) {
      s.h *= belt_zero (&s, fmax (before, 1e-300), behind);
      belt_apply (&s, tolerance);
    }
    for (; next_row * t_stop <= (s.t + s.h) * n_rows; next_row++) {
      belt_interpolate (&s, (next_row * t_stop / n_rows - s.t) / s.h, y);
      run.row += y[0];
    }
    s.t += s.h;
    memcpy (s.y, s.y1, sizeof s.y);
    memcpy (s.k[0], s.k[6], sizeof s.k[0]);
    run.n_steps++;
    run.n_events += ends;
    if (ends)
      belt_turn (&s);
    /* What has just begun to slide must be seen to have some speed. */
    if (ends && s.sign != 0)
      h = FIRST_STEP;
  }
  memcpy (run.y, s.y, sizeof run.y);
  return run;
}
