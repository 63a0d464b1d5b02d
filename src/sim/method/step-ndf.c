/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numerical differentiation formulas of order 1 to 5 in backward differences, with
 * quasi-constant steps: Shampine & Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput.
 * 18(1), 1997, sections 2 and 4.
 *
 * A trial step is committed to the differences only when the next one begins, so that
 * it can be taken again with another size, and the interpolant is that of the step
 * itself. */
#include <float.h>
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

enum { MAX_ORDER = 5, N_DIFFS = MAX_ORDER + 3, MAX_ITERATIONS = 4 };

static const double KAPPA[MAX_ORDER + 1] = {0,       -37.0 / 200, -1.0 / 9,
                                            -0.0823, -0.0415,     0};

static const double SHRINK_MOST = 0.2, GROW_MOST = 10, GROW_WORTH = 1.2;

/* Newton stops when the expected error of the iterate is this share of the tolerance.
 */
static const double NEWTON_SHARE = 0.03;

/* A better rate of convergence than before is believed by and by. */
static const double RATE_FORGET = 0.3;

/* After so many failed attempts at one step the history is not trusted. */
enum { FAILURES_TO_RESTART = 3 };

typedef struct {
  SimMethodRoom room;
  double *set[2][N_DIFFS]; /* differences */
  double *correction;      /* trial value - predicted value */
  double *predicted;
  double *history; /* psi: what the older points contribute */
  double *weight;  /* 1 / tolerance */
  double *delta;
  double *rate;

  /* Kept (SimMemory), as is the room. */
  int order;
  int order_next; /* takes effect with the commitment */
  int n_equal;    /* steps of this size and order so far */
  int n_failures; /* attempts at this step that failed */
  int n_iterations;
  int base;         /* the set at t with spacing h; the other one is for h_trial… */
  bool is_rescaled; /* …if that is not h */
  double t;         /* of the differences' base */
  double h;
  double h_trial;       /* of the trial step; 0: none yet */
  double t_trial;       /* where it ends */
  double factored;      /* the gamma of the last factorisation; 0: none */
  double convergence;   /* Newton's rate with it; 0: not known yet */
  bool is_jacobian_new; /* evaluated in this step */
  bool has_jacobian;
} Ndf;

enum { N_VECTORS = 2 * N_DIFFS + 6 };

static double *const *
base_of (const Ndf *state)
{
  return state->set[state->base];
}

/* The differences of the trial step. */
static double *const *
trial_of (const Ndf *state)
{
  return state->set[state->is_rescaled ? 1 - state->base : state->base];
}

static double
gamma_of (int order)
{
  double sum = 0;

  for (int j = 1; j <= order; j++)
    sum += 1.0 / j;
  return sum;
}

static double
alpha_of (int order)
{
  return (1 - KAPPA[order]) * gamma_of (order);
}

static double
error_constant (int order)
{
  return KAPPA[order] * gamma_of (order) + 1.0 / (order + 1);
}

static void *
ndf_alloc (size_t n)
{
  Ndf *state = sim_method_room_new (n, N_VECTORS, sizeof (Ndf), offsetof (Ndf, order));
  double *room = state->room.vectors;

  for (int s = 0; s < 2; s++)
    for (int k = 0; k < N_DIFFS; k++, room += n)
      state->set[s][k] = room;
  state->correction = room;
  state->predicted = room + n;
  state->history = room + 2 * n;
  state->weight = room + 3 * n;
  state->delta = room + 4 * n;
  state->rate = room + 5 * n;
  state->t = NAN;
  return state;
}

static int
ndf_reset (void *vstate, size_t n)
{
  Ndf *state = vstate;

  state->t = NAN;
  state->h_trial = 0;
  state->has_jacobian = false;
  state->factored = 0;
  return GSL_SUCCESS;
}

/* Begins at order 1 with the difference h y'. */
static int
start (Ndf *state, SimMethodContext *context, double t, double h, const double *y)
{
  int status = sim_method_rhs (t, y, state->rate, context);

  if (status != GSL_SUCCESS)
    return status;
  state->base = 0;
  state->is_rescaled = false;
  for (int s = 0; s < 2; s++)
    for (int k = 0; k < N_DIFFS; k++)
      memset (state->set[s][k], 0, state->room.n * sizeof *y);
  memcpy (base_of (state)[0], y, state->room.n * sizeof *y);
  for (size_t i = 0; i < state->room.n; i++)
    base_of (state)[1][i] = h * state->rate[i];
  state->order = state->order_next = 1;
  state->n_equal = 0;
  state->n_failures = 0;
  state->t = t;
  state->h = h;
  state->h_trial = 0;
  state->has_jacobian = false;
  state->factored = 0;
  return GSL_SUCCESS;
}

/* The trial step becomes history. */
static void
commit (Ndf *state)
{
  int k = state->order;
  double *const *d = trial_of (state);

  for (size_t i = 0; i < state->room.n; i++) {
    d[k + 2][i] = state->correction[i] - d[k + 1][i];
    d[k + 1][i] = state->correction[i];
  }
  for (int j = k; j >= 0; j--)
    for (size_t i = 0; i < state->room.n; i++)
      d[j][i] += d[j + 1][i];
  if (state->is_rescaled) {
    state->base = 1 - state->base;
    state->is_rescaled = false;
    state->n_equal = 0;
  }
  state->n_equal = state->order_next == state->order ? state->n_equal + 1 : 0;
  state->order = state->order_next;
  state->t = state->t_trial;
  state->h = state->h_trial;
  state->h_trial = 0;
  state->n_failures = 0;
  state->is_jacobian_new = false;
}

/* The matrix R of section 2.2 for a change of the step by `ratio`. */
static void
fill_r (int order, double ratio, double r[MAX_ORDER + 1][MAX_ORDER + 1])
{
  for (int j = 1; j <= order; j++) {
    double product = 1;

    for (int i = 1; i <= order; i++) {
      product *= (i - 1 - ratio * j) / i;
      r[i][j] = product;
    }
  }
}

/* scaled = base (R U), which the change from spacing h to ratio * h asks for. */
static void
rescale (Ndf *state, double ratio)
{
  double r[MAX_ORDER + 1][MAX_ORDER + 1], u[MAX_ORDER + 1][MAX_ORDER + 1];
  double *const *base = base_of (state), *const *scaled = trial_of (state);
  int order = state->order;

  fill_r (order, ratio, r);
  fill_r (order, 1, u);
  memcpy (scaled[0], base[0], state->room.n * sizeof (double));
  for (int j = 1; j <= order; j++) {
    double *restrict to = scaled[j];

    memset (to, 0, state->room.n * sizeof *to);
    for (int i = 1; i <= order; i++) {
      const double *restrict from = base[i];
      double w = 0;

      for (int m = 1; m <= order; m++)
        w += r[i][m] * u[m][j];
      for (size_t e = 0; e < state->room.n; e++)
        to[e] += w * from[e];
    }
  }
}

static void
predict (Ndf *state, const SimMethodContext *context)
{
  const SimTolerance *tolerance = &context->tolerance;
  double *restrict y = state->predicted, *restrict psi = state->history;

  memcpy (y, trial_of (state)[0], state->room.n * sizeof *y);
  memset (psi, 0, state->room.n * sizeof *psi);
  for (int j = 1; j <= state->order; j++) {
    const double *restrict d = trial_of (state)[j];
    double w = gamma_of (j) / alpha_of (state->order);

    for (size_t i = 0; i < state->room.n; i++) {
      y[i] += d[i];
      psi[i] += w * d[i];
    }
  }
  for (size_t i = 0; i < state->room.n; i++)
    state->weight[i] = 1 / (tolerance->rtol * fabs (y[i]) + tolerance->atol[i]);
  memset (state->correction, 0, state->room.n * sizeof *y);
}

/* Solves (I - g J) delta = g f - psi - correction and adds delta; returns its size. */
static int
iterate (Ndf *state, double g, double *y, double *size, SimMethodContext *context)
{
  double *restrict delta = state->delta, *restrict sum = state->correction;
  int status = sim_method_rhs (state->t_trial, y, state->rate, context);

  if (status != GSL_SUCCESS)
    return status;
  for (size_t i = 0; i < state->room.n; i++)
    delta[i] = g * state->rate[i] - state->history[i] - sum[i];
  status = sim_method_solve (context, delta);
  if (status != GSL_SUCCESS)
    return status;
  *size = 0;
  for (size_t i = 0; i < state->room.n; i++) {
    double scaled = fabs (delta[i]) * state->weight[i];

    *size = scaled > *size || isnan (scaled) ? scaled : *size;
    sum[i] += delta[i];
    y[i] = state->predicted[i] + sum[i];
  }
  return GSL_SUCCESS;
}

/* Simplified Newton. GSL_CONTINUE if it does not converge fast enough. */
static int
correct (Ndf *state, double g, double *y, SimMethodContext *context)
{
  double rounding = 10 * DBL_EPSILON / context->tolerance.rtol;
  double enough = MAX (rounding, NEWTON_SHARE), size_old = 0;

  predict (state, context);
  memcpy (y, state->predicted, state->room.n * sizeof *y);
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    double size;
    int status = iterate (state, g, y, &size, context);

    state->n_iterations = k + 1;
    if (status != GSL_SUCCESS)
      return status;
    if (!(size <= DBL_MAX))
      return GSL_CONTINUE;
    /* Rounding does not converge, as where the prediction is exact. */
    if (k > 0 && size <= rounding && size >= size_old)
      return GSL_SUCCESS;
    /* The rate of convergence says what is left of the error. */
    if (k > 0)
      state->convergence = MAX (RATE_FORGET * state->convergence, size / size_old);
    double rate = state->convergence, rest = size * rate / (1 - rate);
    if (size == 0 || (rate > 0 && rate < 1 && rest < enough))
      return GSL_SUCCESS;
    /* It will not get there in time. */
    if (k > 0 && (rate >= 1 || pow (rate, MAX_ITERATIONS - 2 - k) * rest > enough))
      return GSL_CONTINUE;
    size_old = size;
  }
  return GSL_CONTINUE;
}

/* Factors and solves; a slow convergence is blamed on an old Jacobian first. */
static int
solve (Ndf *state, double t, double *y, SimMethodContext *context)
{
  double g = state->h_trial / alpha_of (state->order);

  for (;;) {
    int status = GSL_SUCCESS;

    /* Jacobian and factors only if they are missing or of another step. */
    if (!state->has_jacobian) {
      status = sim_method_refresh (context, t, base_of (state)[0]);
      state->has_jacobian = state->is_jacobian_new = true;
      state->factored = 0;
    }
    if (status == GSL_SUCCESS && state->factored != g) {
      status = sim_method_factor (context, g);
      state->convergence = 0;
    }
    if (status != GSL_SUCCESS) {
      state->has_jacobian = false;
      return status;
    }
    state->factored = g;
    status = correct (state, g, y, context);
    if (status == GSL_SUCCESS || status == GSL_EBADFUNC)
      return status;
    /* Slow with a new Jacobian: a shorter step. */
    if (state->is_jacobian_new)
      return GSL_FAILURE;
    state->has_jacobian = false;
  }
}

/* The caller may have moved the end of the last step by its rounding error. */
static bool
is_same_time (double a, double b)
{
  return fabs (a - b) <= 4 * DBL_EPSILON * fabs (a);
}

/* shape: the signature is GSL's */
static int
ndf_apply (void *vstate,
           size_t n,
           double t,
           double h,
           double y[],
           double yerr[],
           const double dydt_in[],
           double dydt_out[],
           const gsl_odeiv2_system *sys)
{
  Ndf *state = vstate;
  SimMethodContext *context = sys->params;
  int status = GSL_SUCCESS;

  if (state->h_trial != 0 && is_same_time (t, state->t_trial))
    commit (state);
  else if (!is_same_time (t, state->t))
    status = start (state, context, t, h, y);
  if (status != GSL_SUCCESS)
    return status;
  /* Differences of the past in steps of h. */
  state->h_trial = h;
  state->t_trial = t + h;
  state->is_rescaled = h != state->h;
  if (state->is_rescaled)
    rescale (state, h / state->h);
  status = solve (state, t, y, context);
  if (status != GSL_SUCCESS) {
    state->n_failures++;
    return status;
  }
  /* What the formula leaves out is the error. */
  double c = error_constant (state->order), g = h / alpha_of (state->order);
  for (size_t i = 0; i < n; i++)
    yerr[i] = c * state->correction[i];
  if (dydt_out != NULL)
    for (size_t i = 0; i < n; i++)
      dydt_out[i] = (state->history[i] + state->correction[i]) / g;
  return GSL_SUCCESS;
}

static unsigned
ndf_order (void *vstate)
{
  const Ndf *state = vstate;

  return (unsigned) MAX (state->order, 1);
}

/* The predictor's polynomial plus the correction times the one that is 0 at the old
 * points and 1 at the new. */
static void
ndf_interpolate (const void *vstate, double s, double *y)
{
  const Ndf *state = vstate;
  double product = 1;

  memcpy (y, trial_of (state)[0], state->room.n * sizeof *y);
  for (int j = 0; j <= state->order; j++) {
    const double *restrict d =
        j < state->order ? trial_of (state)[j + 1] : state->correction;

    product *= (s + j) / (j + 1);
    for (size_t i = 0; i < state->room.n; i++)
      y[i] += product * d[i];
  }
}

/* Greatest |factor (a_i + b_i)| in tolerances. */
static double
norm_sum (const Ndf *state,
          double factor,
          const double *a,
          const double *b,
          double sign)
{
  double largest = 0;

  for (size_t i = 0; i < state->room.n; i++)
    largest = MAX (largest, fabs (a[i] + sign * b[i]) * state->weight[i]);
  return fabs (factor) * largest;
}

/* The step size of that order relative to the present one. */
static double
growth (double safety, double error, int order)
{
  return safety * pow (MAX (error, 1e-10), -1.0 / (order + 1));
}

static double
safety_of (const Ndf *state)
{
  return 0.9 * (2 * MAX_ITERATIONS + 1.0) / (2 * MAX_ITERATIONS + state->n_iterations);
}

static double
ndf_accept (void *vstate, double h, double error)
{
  Ndf *state = vstate;
  int k = state->order, best_order = k;
  double best;

  state->order_next = k;
  if (state->is_rescaled || state->n_equal < k)
    return h;
  best = growth (safety_of (state), error, k);
  /* The order below and the one above, by the steps that they would allow. */
  if (k > 1) {
    double lower = growth (safety_of (state),
                           norm_sum (state, error_constant (k - 1), trial_of (state)[k],
                                     state->correction, 1),
                           k - 1);
    if (lower > best) {
      best = lower;
      best_order = k - 1;
    }
  }
  if (k < MAX_ORDER) {
    double higher = growth (safety_of (state),
                            norm_sum (state, error_constant (k + 1), state->correction,
                                      trial_of (state)[k + 1], -1),
                            k + 1);
    if (higher > best) {
      best = higher;
      best_order = k + 1;
    }
  }
  /* A change that is not worth new factors is not made. */
  if (best < GROW_WORTH && best > 0.9)
    return h;
  state->order_next = best_order;
  return h * CLAMP (best, SHRINK_MOST, GROW_MOST);
}

static double
ndf_reject (void *vstate, double h, double error)
{
  Ndf *state = vstate;
  double factor = growth (safety_of (state), error, state->order);

  if (++state->n_failures >= FAILURES_TO_RESTART)
    state->order = state->order_next = 1;
  return h * CLAMP (factor, SHRINK_MOST, 0.9);
}

SIM_METHOD_STEP_TYPE (ndf, .can_use_dydt_in = 0, .gives_exact_dydt_out = 0);

const SimMethod sim_method_ndf = {
    .type = &ndf_type,
    .first_order = 2,
    .interpolate = ndf_interpolate,
    .accept = ndf_accept,
    .reject = ndf_reject,
};
