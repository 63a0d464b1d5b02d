/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dormand & Prince 8(5,3), twelve stages: Hairer, Norsett & Wanner, Solving ODEs I,
 * II.5, the error estimated by two embedded methods of orders 5 and 3; dense output of
 * order 7 after II.6 from three further stages, at 15 evaluations a step in all. The
 * coefficients are those of the authors' program DOP853, to 20 digits. */
#include <glib.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#include "sim/method/method.h"

enum {
  N_STAGES = 12,
  END = N_STAGES, /* index of the slope at the step's end */
  N_SLOPES = 16,  /* with that and those of the dense output */
  N_DENSE = 4,    /* vectors of its polynomial beside values and slopes at the ends */
  LANES = 8       /* components that are summed at a time */
};

/* A sum of slopes: weight[j] of k[of[j]], j < n. */
typedef struct {
  uint8_t n;
  uint8_t of[N_STAGES];
  double weight[N_STAGES];
} Row;

/* Arguments of stages 2 to 12 and the times where they stand. */
static const Row STAGES[N_STAGES - 1] = {
    {1, {0}, {0.052600151958767731879}},
    {2, {0, 1}, {0.019725056984537899454, 0.059175170953613698363}},
    {2, {0, 2}, {0.029587585476806849182, 0.088762756430420547545}},
    {3,
     {0, 2, 3},
     {0.2413651341592666855, -0.88454947932828608534, 0.92483400326179200312}},
    {3,
     {0, 3, 4},
     {0.037037037037037037037, 0.17082860872947387128, 0.12546768756682242502}},
    {4,
     {0, 3, 4, 5},
     {0.037109375, 0.17025221101954403931, 0.060216538980455960685, -0.017578125}},
    {5,
     {0, 3, 4, 5, 6},
     {0.037092000118504792711, 0.17038392571223999381, 0.10726203044637328465,
      -0.015319437748624401753, 0.0082737891638140228876}},
    {6,
     {0, 3, 4, 5, 6, 7},
     {0.62411095871607571711, -3.3608926294469412941, -0.86821934684172600682,
      27.592099699446708305, 20.154067550477893409, -43.489884181069958848}},
    {7,
     {0, 3, 4, 5, 6, 7, 8},
     {0.47766253643826436589, -2.4881146199716676419, -0.59029082683684299637,
      21.230051448181194235, 15.279233632882423583, -33.288210968984862919,
      -0.020331201708508626136}},
    {8,
     {0, 3, 4, 5, 6, 7, 8, 9},
     {-0.93714243008598732572, 5.1863724288440637083, 1.0914373489967295782,
      -8.1497870107469261251, -18.520065659996959864, 22.739487099350504282,
      2.4936055526796523899, -3.0467644718982195004}},
    {9,
     {0, 3, 4, 5, 6, 7, 8, 9, 10},
     {2.2733101475165382079, -10.534495466737250198, -2.0008720582248624991,
      -17.958931863118798917, 27.948884529419960051, -2.8589982771350236947,
      -8.8728569335306295443, 12.360567175794303065, 0.64339274601576353036}},
};
static const double TIMES[N_STAGES - 1] = {
    0.052600151958767731879,
    0.078900227938151597818,
    0.11835034190722739673,
    0.2816496580927726033,
    1.0 / 3,
    0.25,
    4.0 / 13,
    127.0 / 195,
    3.0 / 5,
    6.0 / 7,
    1,
};
static const Row SOLUTION = {8,
                             {0, 5, 6, 7, 8, 9, 10, 11},
                             {0.054293734116568762238, 4.4503128927524088814,
                              1.891517899314500383, -5.8012039600105847815,
                              0.31116436695781989441, -0.15216094966251607856,
                              0.20136540080403034837, 0.044710615727772590518}};
/* Its differences to the solutions of order 5 and 3. */
static const Row ERROR_5 = {8,
                            {0, 5, 6, 7, 8, 9, 10, 11},
                            {0.013120044994194880733, -1.2251564463762044407,
                             -0.49575894965725019152, 1.664377182454986537,
                             -0.35032884874997368169, 0.33417911871301747903,
                             0.081923206485115712466, -0.022355307863886295259}};
static const Row ERROR_3 = {8,
                            {0, 5, 6, 7, 8, 9, 10, 11},
                            {-0.18980075407240761571, 4.4503128927524088814,
                             1.891517899314500383, -5.8012039600105847815,
                             -0.42268232132379196293, -0.15216094966251607856,
                             0.20136540080403034837, 0.022651792198360825812}};

/* Arguments of the stages of the dense output, and its polynomial. */
static const Row DENSE_STAGES[N_SLOPES - END - 1] = {
    {8,
     {0, 6, 7, 8, 9, 10, 11, 12},
     {0.056167502283047952339, 0.25350021021662481109, -0.24623903747080248992,
      -0.12419142326381636047, 0.15329179827876569731, 0.0082010522956346898849,
      0.0075678976605456997614, -0.008298}},
    {8,
     {0, 5, 6, 7, 10, 11, 12, 13},
     {0.031834648163502140506, 0.028300909672366775529, 0.053541988307438567622,
      -0.054923748571390988465, -0.00010834732869724932286, 0.00038257109083565841295,
      -0.0003404650086874045608, 0.14131244367463250028}},
    {8,
     {0, 5, 6, 7, 8, 12, 13, 14},
     {-0.42889630158379192341, -4.6976214153611638431, 7.6834211960625990418,
      4.0689898183971100797, 0.35672718745528110927, -0.0013990241651590146213,
      2.947514789152772339, -9.1509584721798700108}},
};
static const double DENSE_TIMES[N_SLOPES - END - 1] = {0.1, 0.2, 7.0 / 9};
static const Row DENSE[N_DENSE] = {
    {12,
     {0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
     {-8.4289382761090128651, 0.56671495351937776963, -3.0689499459498916913,
      2.3846676565120698288, 2.1170345824450282767, -0.87139158377797299207,
      2.2404374302607882759, 0.63157877876946881816, -0.088990336451333310821,
      18.148505520854727257, -9.1946323924783554, -4.4360363875948939664}},
    {12,
     {0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
     {10.427508642579134603, 242.28349177525818288, 165.20045171727028199,
      -374.5467547226902028, -22.113666853125306036, 7.733432668472263839,
      -30.674084731089398182, -9.332130526430227873, 15.697238121770843886,
      -31.139403219565177677, -9.3529243588444783866, 35.816841486394083752}},
    {12,
     {0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
     {19.985053242002433821, -387.03730874935176555, -189.17813819516756883,
      527.80815920542364901, -11.573902539959630126, 6.881232694696300017,
      -1.0006050966910838403, 0.77771377980534432093, -2.7782057523535084066,
      -60.196695231264120758, 84.320405506677161018, 11.992291136182789328}},
    {12,
     {0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
     {-25.693933462703749003, -154.18974869023643374, -231.52937917604549568,
      357.63911791061412378, 93.405324183624310004, -37.458323136451633157,
      104.09964950896230045, 29.840293426660503123, -43.533456590011143754,
      96.324553959188282948, -39.177261675615439165, -149.72683625798562581}},
};

static const double SAFETY = 0.9, SHRINK_MOST = 1.0 / 3, GROW_MOST = 6;

/* The weight of the error of order 3 where both are combined (II.10.17). */
static const double SHARE_3 = 0.1;

typedef struct {
  SimMethodRoom room;
  double *k[N_SLOPES];
  double *dense[N_DENSE];
  double *stage; /* argument of the next evaluation; at the end that of stage 12 */
  double *y0;
  double *y1;

  /* Kept (SimMemory), as is the room. */
  double t;
  double h;
  double stiffness; /* h |lambda| of the last step */
} Dop853;

static void *
dop853_alloc (size_t n)
{
  Dop853 *state = sim_method_room_new (n, N_SLOPES + N_DENSE + 3, sizeof (Dop853),
                                       offsetof (Dop853, t));
  double *room = state->room.vectors;

  for (int i = 0; i < N_SLOPES; i++, room += n)
    state->k[i] = room;
  for (int i = 0; i < N_DENSE; i++, room += n)
    state->dense[i] = room;
  state->stage = room;
  state->y0 = room + n;
  state->y1 = room + 2 * n;
  return state;
}

/* Adds a row's slopes of the components from `i` on. */
static inline void
add_lanes (const Dop853 *state, const Row *row, size_t i, size_t width, double *lanes)
{
  for (uint8_t j = 0; j < row->n; j++) {
    const double *restrict k = state->k[row->of[j]] + i;
    const double weight = row->weight[j];

    for (size_t lane = 0; lane < width; lane++)
      lanes[lane] += weight * k[lane];
  }
}

/* y + h * row; y = NULL is 0. */
static void
combine (const Dop853 *state, const Row *row, const double *y, double h, double *sum)
{
  size_t n = state->room.n;

  for (size_t i = 0; i < n; i += LANES) {
    double lanes[LANES] = {0};
    size_t width = MIN (LANES, n - i);

    /* A known number of lanes stays in registers. */
    if (width == LANES)
      add_lanes (state, row, i, LANES, lanes);
    else
      add_lanes (state, row, i, width, lanes);
    for (size_t lane = 0; lane < width; lane++)
      sum[i + lane] = (y != NULL ? y[i + lane] : 0) + h * lanes[lane];
  }
}

/* Slopes 2 to 12; k[0] and y0 are given. */
static int
evaluate_stages (Dop853 *state, double t, double h, const gsl_odeiv2_system *sys)
{
  int status = GSL_SUCCESS;

  for (int i = 0; i < N_STAGES - 1 && status == GSL_SUCCESS; i++) {
    combine (state, &STAGES[i], state->y0, h, state->stage);
    status = GSL_ODEIV_FN_EVAL (sys, t + TIMES[i] * h, state->stage, state->k[i + 1]);
  }
  return status;
}

/* Where both estimates are small that of order 5 falls with h^8 (Hairer, Norsett &
 * Wanner, Solving ODEs I, II.10.17): |e5|^2 / sqrt (|e5|^2 + 0.01 |e3|^2). */
static void
estimate_error (Dop853 *state, double h, const double *y, double *error, void *context)
{
  size_t n = state->room.n;
  double *e3 = state->dense[0]; /* of no step yet */

  combine (state, &ERROR_5, NULL, h, error);
  combine (state, &ERROR_3, NULL, h, e3);
  double norm_5 = sim_method_norm (context, error, y);
  double norm_3 = sim_method_norm (context, e3, y);
  double share = norm_5 > 0 ? norm_5 / hypot (norm_5, SHARE_3 * norm_3) : 1;
  for (size_t i = 0; i < n; i++)
    error[i] *= share;
}

/* shape: the signature is GSL's */
static int
dop853_apply (void *vstate,
              size_t n,
              double t,
              double h,
              double y[],
              double yerr[],
              const double dydt_in[],
              double dydt_out[],
              const gsl_odeiv2_system *sys)
{
  Dop853 *state = vstate;
  int status = sim_method_first_slope (sys, t, y, dydt_in, state->k[0]);

  memcpy (state->y0, y, n * sizeof *y);
  if (status == GSL_SUCCESS)
    status = evaluate_stages (state, t, h, sys);
  if (status != GSL_SUCCESS)
    return status;
  /* The solution, whose slope is the first of the next step. */
  combine (state, &SOLUTION, state->y0, h, state->y1);
  memcpy (y, state->y1, n * sizeof *y);
  status = GSL_ODEIV_FN_EVAL (sys, t + h, y, state->k[END]);
  if (status != GSL_SUCCESS)
    return status;
  estimate_error (state, h, y, yerr, sys->params);
  if (dydt_out != NULL)
    memcpy (dydt_out, state->k[END], n * sizeof *y);
  state->t = t;
  state->h = h;
  state->stiffness = sim_method_stiffness (n, h, state->k[END], state->k[N_STAGES - 1],
                                           state->y1, state->stage);
  return GSL_SUCCESS;
}

static int
dop853_reset (void *vstate, size_t n)
{
  Dop853 *state = vstate;

  state->stiffness = 0;
  return GSL_SUCCESS;
}

static unsigned
dop853_order (void *vstate)
{
  return 8;
}

/* The further stages. Where one cannot be had, the polynomial is the cubic through the
 * ends. */
static void
dop853_complete (void *vstate, const gsl_odeiv2_system *sys)
{
  Dop853 *state = vstate;
  size_t n = state->room.n;
  int status = GSL_SUCCESS;

  for (int i = 0; i < N_SLOPES - END - 1 && status == GSL_SUCCESS; i++) {
    combine (state, &DENSE_STAGES[i], state->y0, state->h, state->stage);
    status = GSL_ODEIV_FN_EVAL (sys, state->t + DENSE_TIMES[i] * state->h, state->stage,
                                state->k[END + 1 + i]);
  }
  for (int i = 0; i < N_DENSE; i++)
    if (status == GSL_SUCCESS)
      combine (state, &DENSE[i], NULL, state->h, state->dense[i]);
    else
      memset (state->dense[i], 0, n * sizeof *state->dense[i]);
}

static void
dop853_interpolate (const void *vstate, double s, double *y)
{
  const Dop853 *state = vstate;
  const double *restrict y0 = state->y0, *restrict y1 = state->y1;
  const double *restrict k0 = state->k[0], *restrict k1 = state->k[END];
  double *const *dense = state->dense;
  double h = state->h, r = 1 - s;

  for (size_t i = 0; i < state->room.n; i++) {
    double rise = y1[i] - y0[i], bend = h * k0[i] - rise;
    double inner =
        dense[0][i] + s * (dense[1][i] + r * (dense[2][i] + s * dense[3][i]));

    y[i] = y0[i] + s * (rise + r * (bend + s * (rise - h * k1[i] - bend + r * inner)));
  }
}

/* Without the PI term: DOP853's default. */
static double
dop853_accept (void *vstate, double h, double error)
{
  return h *
         CLAMP (SAFETY * pow (MAX (error, 1e-30), -1.0 / 8), SHRINK_MOST, GROW_MOST);
}

static double
dop853_reject (void *vstate, double h, double error)
{
  return h * CLAMP (SAFETY * pow (error, -1.0 / 8), SHRINK_MOST, SAFETY);
}

static double
dop853_stiffness (const void *vstate)
{
  const Dop853 *state = vstate;

  return state->stiffness;
}

SIM_METHOD_STEP_TYPE (dop853, .can_use_dydt_in = 1, .gives_exact_dydt_out = 1);

const SimMethod sim_method_dop853 = {
    .type = &dop853_type,
    .first_order = 8,
    .complete = dop853_complete,
    .interpolate = dop853_interpolate,
    .accept = dop853_accept,
    .reject = dop853_reject,
    .stiffness = dop853_stiffness,
};
