/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dormand & Prince 5(4): Hairer, Norsett & Wanner, Solving ODEs I, table II.5.2; dense
 * output of order 4 after (II.6.12); step control PI after II.4 and DOPRI5's defaults.
 */
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

enum { N_STAGES = 7 };

static const double C2 = 1.0 / 5, C3 = 3.0 / 10, C4 = 4.0 / 5, C5 = 8.0 / 9;
static const double A21 = 1.0 / 5;
static const double A31 = 3.0 / 40, A32 = 9.0 / 40;
static const double A41 = 44.0 / 45, A42 = -56.0 / 15, A43 = 32.0 / 9;
static const double A51 = 19372.0 / 6561, A52 = -25360.0 / 2187, A53 = 64448.0 / 6561,
                    A54 = -212.0 / 729;
static const double A61 = 9017.0 / 3168, A62 = -355.0 / 33, A63 = 46732.0 / 5247,
                    A64 = 49.0 / 176, A65 = -5103.0 / 18656;
static const double A71 = 35.0 / 384, A73 = 500.0 / 1113, A74 = 125.0 / 192,
                    A75 = -2187.0 / 6784, A76 = 11.0 / 84;
static const double E1 = 71.0 / 57600, E3 = -71.0 / 16695, E4 = 71.0 / 1920,
                    E5 = -17253.0 / 339200, E6 = 22.0 / 525, E7 = -1.0 / 40;
static const double D1 = -12715105075.0 / 11282082432, D3 = 87487479700.0 / 32700410799,
                    D4 = -10690763975.0 / 1880347072,
                    D5 = 701980252875.0 / 199316789632, D6 = -1453857185.0 / 822651844,
                    D7 = 69997945.0 / 29380423;

static const double SAFETY = 0.9, SHRINK_MOST = 0.2, GROW_MOST = 10;
static const double BETA = 0.04, ERROR_LEAST = 1e-4;

typedef struct {
  SimMethodRoom room;
  double *k[N_STAGES];
  double *stage; /* argument of the next evaluation; at the end that of stage 6 */
  double *y0;
  double *y1;

  /* Kept (SimMemory), as is the room. */
  double h;
  double error_old;
  double stiffness; /* h |lambda| of the last step */
} Dopri5;

static void *
dopri5_alloc (size_t n)
{
  Dopri5 *state =
      sim_method_room_new (n, N_STAGES + 3, sizeof (Dopri5), offsetof (Dopri5, h));
  double *room = state->room.vectors;

  state->error_old = ERROR_LEAST;
  for (int i = 0; i < N_STAGES; i++, room += n)
    state->k[i] = room;
  state->stage = room;
  state->y0 = room + n;
  state->y1 = room + 2 * n;
  return state;
}

/* Stages 2 to 6; k[0] and y0 are given. */
static int
evaluate_stages (Dopri5 *state, double t, double h, const gsl_odeiv2_system *sys)
{
  size_t n = state->room.n;
  const double *restrict y = state->y0;
  const double *restrict k1 = state->k[0], *restrict k2 = state->k[1],
                         *restrict k3 = state->k[2], *restrict k4 = state->k[3],
                         *restrict k5 = state->k[4];
  double *restrict u = state->stage;
  int status;

  for (size_t i = 0; i < n; i++)
    u[i] = y[i] + h * A21 * k1[i];
  status = GSL_ODEIV_FN_EVAL (sys, t + C2 * h, u, state->k[1]);
  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < n; i++)
    u[i] = y[i] + h * (A31 * k1[i] + A32 * k2[i]);
  status = GSL_ODEIV_FN_EVAL (sys, t + C3 * h, u, state->k[2]);
  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < n; i++)
    u[i] = y[i] + h * (A41 * k1[i] + A42 * k2[i] + A43 * k3[i]);
  status = GSL_ODEIV_FN_EVAL (sys, t + C4 * h, u, state->k[3]);
  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < n; i++)
    u[i] = y[i] + h * (A51 * k1[i] + A52 * k2[i] + A53 * k3[i] + A54 * k4[i]);
  status = GSL_ODEIV_FN_EVAL (sys, t + C5 * h, u, state->k[4]);
  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < n; i++)
    u[i] = y[i] +
           h * (A61 * k1[i] + A62 * k2[i] + A63 * k3[i] + A64 * k4[i] + A65 * k5[i]);
  return GSL_ODEIV_FN_EVAL (sys, t + h, u, state->k[5]);
}

/* shape: the signature is GSL's */
static int
dopri5_apply (void *vstate,
              size_t n,
              double t,
              double h,
              double y[],
              double yerr[],
              const double dydt_in[],
              double dydt_out[],
              const gsl_odeiv2_system *sys)
{
  Dopri5 *state = vstate;
  const double *restrict k1 = state->k[0], *restrict k3 = state->k[2],
                         *restrict k4 = state->k[3], *restrict k5 = state->k[4],
                         *restrict k6 = state->k[5], *restrict k7 = state->k[6];
  int status = sim_method_first_slope (sys, t, y, dydt_in, state->k[0]);

  memcpy (state->y0, y, n * sizeof *y);
  if (status == GSL_SUCCESS)
    status = evaluate_stages (state, t, h, sys);
  if (status != GSL_SUCCESS)
    return status;
  /* The solution of order 5, whose slope is the first of the next step. */
  for (size_t i = 0; i < n; i++)
    y[i] += h * (A71 * k1[i] + A73 * k3[i] + A74 * k4[i] + A75 * k5[i] + A76 * k6[i]);
  memcpy (state->y1, y, n * sizeof *y);
  status = GSL_ODEIV_FN_EVAL (sys, t + h, y, state->k[6]);
  if (status != GSL_SUCCESS)
    return status;
  /* Its difference to that of order 4. */
  for (size_t i = 0; i < n; i++)
    yerr[i] = h * (E1 * k1[i] + E3 * k3[i] + E4 * k4[i] + E5 * k5[i] + E6 * k6[i] +
                   E7 * k7[i]);
  if (dydt_out != NULL)
    memcpy (dydt_out, state->k[6], n * sizeof *y);
  state->h = h;
  state->stiffness =
      sim_method_stiffness (n, h, state->k[6], state->k[5], state->y1, state->stage);
  return GSL_SUCCESS;
}

static int
dopri5_reset (void *vstate, size_t n)
{
  Dopri5 *state = vstate;

  state->error_old = ERROR_LEAST;
  state->stiffness = 0;
  return GSL_SUCCESS;
}

static unsigned
dopri5_order (void *vstate)
{
  return 5;
}

static void
dopri5_interpolate (const void *vstate, double s, double *y)
{
  const Dopri5 *state = vstate;
  double h = state->h, r = 1 - s;
  /* Weights of y1 - y0, k1, k7 and of the fourth-order correction. */
  double wy = s + s * r * (2 * s - 1), w1 = h * s * r * r, w7 = -h * s * s * r,
         w4 = h * s * s * r * r;

  for (size_t i = 0; i < state->room.n; i++) {
    double correction = D1 * state->k[0][i] + D3 * state->k[2][i] +
                        D4 * state->k[3][i] + D5 * state->k[4][i] +
                        D6 * state->k[5][i] + D7 * state->k[6][i];

    y[i] = state->y0[i] + wy * (state->y1[i] - state->y0[i]) + w1 * state->k[0][i] +
           w7 * state->k[6][i] + w4 * correction;
  }
}

static double
dopri5_accept (void *vstate, double h, double error)
{
  Dopri5 *state = vstate;
  double factor = SAFETY * pow (MAX (error, 1e-30), -(0.2 - 0.75 * BETA)) *
                  pow (state->error_old, BETA);

  state->error_old = MAX (error, ERROR_LEAST);
  return h * CLAMP (factor, SHRINK_MOST, GROW_MOST);
}

static double
dopri5_reject (void *vstate, double h, double error)
{
  double factor = SAFETY * pow (error, -(0.2 - 0.75 * BETA));

  return h * CLAMP (factor, SHRINK_MOST, SAFETY);
}

static double
dopri5_stiffness (const void *vstate)
{
  const Dopri5 *state = vstate;

  return state->stiffness;
}

SIM_METHOD_STEP_TYPE (dopri5, .can_use_dydt_in = 1, .gives_exact_dydt_out = 1);

const SimMethod sim_method_dopri5 = {
    .type = &dopri5_type,
    .first_order = 5,
    .interpolate = dopri5_interpolate,
    .accept = dopri5_accept,
    .reject = dopri5_reject,
    .stiffness = dopri5_stiffness,
};
