/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RODAS, a stiffly accurate Rosenbrock method of order 4(3) with dense output of order
 * 3: Hairer & Wanner, Solving ODEs II, IV.7 with the coefficients of their code RODAS
 * (METH = 1) in the form that needs no product with the Jacobian, (IV.7.16):
 *   (I / (h gamma) - J) U_i = f (t + alpha_i h, y + sum a_ij U_j)
 *                             + sum c_ij U_j / h + gamma_i h df/dt. */
#include <float.h>
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

enum { N_STAGES = 6 };

static const double GAMMA = 0.25;
static const double A[N_STAGES][N_STAGES - 1] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1},
};
static const double C[N_STAGES][N_STAGES - 1] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136,
     -6.058818238834054},
};
static const double ALPHA[N_STAGES] = {0, 0.386, 0.21, 0.63, 1, 1};
static const double GAMMA_T[N_STAGES] = {0.25, -0.1043, 0.1035, -0.0362, 0, 0};
static const double D[2][N_STAGES - 1] = {
    {10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823,
     1.025137723295662},
    {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
     -6.594389125716872},
};

static const double SAFETY = 0.9, SHRINK_MOST = 0.2, GROW_MOST = 6;

typedef struct {
  SimMethodRoom room;
  double *u[N_STAGES];
  double *y0;
  double *y1;
  double *stage;
  double *rate;  /* f at the start of the step */
  double *drift; /* df/dt there */

  /* Kept (SimMemory), as is the room. */
  double t; /* where J, rate and drift were evaluated; NaN: nowhere */
  double error_old;
  double h_old; /* of the last accepted step, 0: none */
} Rodas4;

static void *
rodas4_alloc (size_t n)
{
  Rodas4 *state =
      sim_method_room_new (n, N_STAGES + 5, sizeof (Rodas4), offsetof (Rodas4, t));
  double *room = state->room.vectors;

  for (int i = 0; i < N_STAGES; i++, room += n)
    state->u[i] = room;
  state->y0 = room;
  state->y1 = room + n;
  state->stage = room + 2 * n;
  state->rate = room + 3 * n;
  state->drift = room + 4 * n;
  state->t = NAN;
  return state;
}

/* y += factor * sum weight[j] U_j */
static void
add_stages (const Rodas4 *state,
            double *restrict y,
            double factor,
            const double *weight,
            int m)
{
  for (int j = 0; j < m; j++) {
    const double *restrict u = state->u[j];
    double w = factor * weight[j];

    if (w != 0)
      for (size_t i = 0; i < state->room.n; i++)
        y[i] += w * u[i];
  }
}

/* J, f and df/dt at the start of a step; a step tried again needs none of them. */
static int
evaluate_start (Rodas4 *state, double t, const double *y, SimMethodContext *context)
{
  double dt = sqrt (DBL_EPSILON * MAX (1e-5, fabs (t)));
  int status;

  if (t == state->t && memcmp (y, state->y0, state->room.n * sizeof *y) == 0)
    return GSL_SUCCESS;
  state->t = NAN;
  memcpy (state->y0, y, state->room.n * sizeof *y);
  status = sim_method_refresh (context, t, y);
  if (status == GSL_SUCCESS)
    status = sim_method_rhs (t, y, state->rate, context);
  if (status == GSL_SUCCESS)
    status = sim_method_rhs (t + dt, y, state->drift, context);
  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < state->room.n; i++)
    state->drift[i] = (state->drift[i] - state->rate[i]) / dt;
  state->t = t;
  return GSL_SUCCESS;
}

static int
evaluate_stage (Rodas4 *state, int stage, double t, double h, SimMethodContext *context)
{
  double *restrict u = state->u[stage];
  const double *restrict drift = state->drift;
  int status = GSL_SUCCESS;

  if (stage == 0) {
    memcpy (u, state->rate, state->room.n * sizeof *u);
  } else {
    memcpy (state->stage, state->y0, state->room.n * sizeof *u);
    add_stages (state, state->stage, 1, A[stage], stage);
    status = sim_method_rhs (t + ALPHA[stage] * h, state->stage, u, context);
  }
  if (status != GSL_SUCCESS)
    return status;
  add_stages (state, u, 1 / h, C[stage], stage);
  for (size_t i = 0; i < state->room.n; i++)
    u[i] = GAMMA * h * (u[i] + GAMMA_T[stage] * h * drift[i]);
  return sim_method_solve (context, u);
}

/* shape: the signature is GSL's */
static int
rodas4_apply (void *vstate,
              size_t n,
              double t,
              double h,
              double y[],
              double yerr[],
              const double dydt_in[],
              double dydt_out[],
              const gsl_odeiv2_system *sys)
{
  Rodas4 *state = vstate;
  SimMethodContext *context = sys->params;
  int status = evaluate_start (state, t, y, context);

  if (status == GSL_SUCCESS)
    status = sim_method_factor (context, GAMMA * h);
  for (int stage = 0; stage < N_STAGES && status == GSL_SUCCESS; stage++)
    status = evaluate_stage (state, stage, t, h, context);
  if (status != GSL_SUCCESS)
    return status;
  /* Stage 6 is taken at the embedded solution and is its error. */
  for (size_t i = 0; i < n; i++) {
    yerr[i] = state->u[N_STAGES - 1][i];
    y[i] = state->stage[i] + yerr[i];
  }
  memcpy (state->y1, y, n * sizeof *y);
  return dydt_out == NULL ? GSL_SUCCESS : GSL_ODEIV_FN_EVAL (sys, t + h, y, dydt_out);
}

static int
rodas4_reset (void *vstate, size_t n)
{
  Rodas4 *state = vstate;

  state->t = NAN;
  state->h_old = 0;
  return GSL_SUCCESS;
}

static unsigned
rodas4_order (void *vstate)
{
  return 4;
}

/* y0 (1 - s) + s (y1 + (1 - s) (d_2 + s d_3)), d_k = sum D_kj U_j */
static void
rodas4_interpolate (const void *vstate, double s, double *y)
{
  const Rodas4 *state = vstate;
  double weight[N_STAGES - 1];

  for (int j = 0; j < N_STAGES - 1; j++)
    weight[j] = s * (1 - s) * (D[0][j] + s * D[1][j]);
  for (size_t i = 0; i < state->room.n; i++)
    y[i] = state->y0[i] * (1 - s) + state->y1[i] * s;
  add_stages (state, y, 1, weight, N_STAGES - 1);
}

/* Gustafsson's predictive control (Hairer & Wanner, Solving ODEs II, (IV.8.29)). */
static double
rodas4_accept (void *vstate, double h, double error)
{
  Rodas4 *state = vstate;
  double e = MAX (error, 1e-6), factor = SAFETY * pow (e, -0.25);

  if (state->h_old > 0)
    factor = MIN (factor, SAFETY * h / state->h_old * pow (state->error_old / e, 0.25) *
                              pow (e, -0.25));
  state->error_old = MAX (error, 1e-2);
  state->h_old = h;
  return h * CLAMP (factor, SHRINK_MOST, GROW_MOST);
}

static double
rodas4_reject (void *vstate, double h, double error)
{
  double factor = SAFETY * pow (error, -0.25);

  return h * CLAMP (factor, SHRINK_MOST, SAFETY);
}

SIM_METHOD_STEP_TYPE (rodas4, .can_use_dydt_in = 0, .gives_exact_dydt_out = 1);

const SimMethod sim_method_rodas4 = {
    .type = &rodas4_type,
    .first_order = 4,
    .interpolate = rodas4_interpolate,
    .accept = rodas4_accept,
    .reject = rodas4_reject,
};
