/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "code/table.h"
#include "dae/system.h"

enum { N = 5 };

static const double X[N] = {-1.0, 0.0, 0.5, 2.0, 3.0};
static const double Y[N] = {2.0, 1.0, 1.5, 4.0, 3.0};

static double *
make_of (int n,
         const double *xs,
         const double *ys,
         FlatSmoothness smoothness,
         FlatExtrapolation extrapolation)
{
  double *table = g_new0 (double, code_table_n_slots ((uint32_t) n));

  table[CODE_TABLE_SIZE] = n;
  table[CODE_TABLE_SMOOTHNESS] = smoothness;
  table[CODE_TABLE_EXTRAPOLATION] = extrapolation;
  for (int i = 0; i < n; i++) {
    table[CODE_TABLE_HEADER + i] = xs[i];
    table[CODE_TABLE_HEADER + n + i] = ys[i];
  }
  table[CODE_TABLE_PLACE] = code_table_prepare (table);
  return table;
}

static double *
make (FlatSmoothness smoothness, FlatExtrapolation extrapolation)
{
  return make_of (N, X, Y, smoothness, extrapolation);
}

static const FlatSmoothness ALL[] = {FLAT_TABLE_LINEAR,         FLAT_TABLE_CONSTANT,
                                     FLAT_TABLE_AKIMA,          FLAT_TABLE_MONOTONE,
                                     FLAT_TABLE_MODIFIED_AKIMA, FLAT_TABLE_STEFFEN};

/* Every kind passes through its points, in whatever order they are asked for. */
static void
test_points (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (ALL); k++) {
    g_autofree double *table = make (ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    for (int i = 0; i < 50; i++)
      g_assert_cmpfloat_with_epsilon (code_table_value (table, X[i * 7 % N]),
                                      Y[i * 7 % N], 1e-15);
  }
}

/* Two points make a straight line, whatever curve is led through more of them. */
static void
test_two_points (void)
{
  static const double XS[] = {-1, 3}, YS[] = {5, -3};

  for (size_t k = 0; k < G_N_ELEMENTS (ALL); k++) {
    if (ALL[k] == FLAT_TABLE_CONSTANT)
      continue;
    g_autofree double *table = make_of (2, XS, YS, ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    for (double x = -4; x < 6; x += 0.25)
      g_assert_cmpfloat_with_epsilon (code_table_value (table, x), 3 - 2 * x, 1e-12);
  }
}

/* Two points at one place are a jump: no curve through them leaves what is near. */
static void
test_any_jump (void)
{
  static const double XS[] = {0, 1, 1, 2, 3}, YS[] = {0, 1, 4, 5, 4};

  for (size_t k = 0; k < G_N_ELEMENTS (ALL); k++) {
    g_autofree double *table = make_of (5, XS, YS, ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    for (double x = 0; x <= 3; x += 0.01) {
      g_assert_cmpfloat (code_table_value (table, x), >=, -2);
      g_assert_cmpfloat (code_table_value (table, x), <=, 7);
      g_assert_true (isfinite (code_table_slope (table, x)));
    }
  }
}

/* The slope is that of the value, the bend that of the slope. */
static void
test_slopes (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (ALL); k++) {
    g_autofree double *table = make (ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    for (double x = -2.03; x < 4.0; x += 0.1) {
      double h = 1e-6;
      double slope =
          (code_table_value (table, x + h) - code_table_value (table, x - h)) /
          (2.0 * h);
      g_assert_cmpfloat_with_epsilon (code_table_slope (table, x), slope, 1e-6);
      double bend =
          (code_table_slope (table, x + h) - code_table_slope (table, x - h)) /
          (2.0 * h);
      g_assert_cmpfloat_with_epsilon (code_table_bend (table, x), bend, 1e-6);
    }
  }
}

/* Cubic kinds have no kinks. */
static void
test_smooth (void)
{
  for (size_t k = 2; k < G_N_ELEMENTS (ALL); k++) {
    g_autofree double *table = make (ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    for (int i = 0; i < N; i++)
      g_assert_cmpfloat_with_epsilon (code_table_slope (table, X[i] - 1e-9),
                                      code_table_slope (table, X[i] + 1e-9), 1e-6);
  }
}

/* Straight data stay straight, whatever the kind; Akima and monotone agree with them.
 */
static void
test_straight (void)
{
  for (size_t k = 0; k < G_N_ELEMENTS (ALL); k++) {
    g_autofree double *table = make (ALL[k], FLAT_TABLE_LAST_TWO_POINTS);

    if (ALL[k] == FLAT_TABLE_CONSTANT)
      continue;
    for (int i = 0; i < N; i++)
      table[CODE_TABLE_HEADER + N + i] = 3.0 - 2.0 * X[i];
    code_table_prepare (table);
    for (double x = -3.0; x < 5.0; x += 0.1)
      g_assert_cmpfloat_with_epsilon (code_table_value (table, x), 3.0 - 2.0 * x,
                                      1e-12);
  }
}

/* The monotone kinds do not overshoot. */
static void
test_monotone (void)
{
  static const FlatSmoothness KINDS[] = {FLAT_TABLE_MONOTONE, FLAT_TABLE_STEFFEN};

  for (size_t k = 0; k < G_N_ELEMENTS (KINDS); k++) {
    g_autofree double *table = make (KINDS[k], FLAT_TABLE_HOLD);

    for (double x = -1.0; x < 3.0; x += 0.01) {
      double value = code_table_value (table, x);
      g_assert_cmpfloat (value, >=, 1.0);
      g_assert_cmpfloat (value, <=, 4.0);
    }
  }
}

/* Slopes at the points, worked out by hand. Chords: -1, 1, 5/3, -1 over 1, 0.5, 1.5, 1.
 */
static void
test_point_slopes (void)
{
  g_autofree double *steffen = make (FLAT_TABLE_STEFFEN, FLAT_TABLE_HOLD);
  g_autofree double *akima = make (FLAT_TABLE_MODIFIED_AKIMA, FLAT_TABLE_HOLD);
  /* Weights of the chords before and behind the point 0.5: |-1 - 5/3| + |5/3 - 1|/2 and
   * |1 + 1| + |1 - 1|/2. */
  double before = 8.0 / 3.0 + 1.0 / 3.0, behind = 2.0;

  g_assert_cmpfloat_with_epsilon (code_table_slope (steffen, 0.5),
                                  (1.0 * 1.5 + 5.0 / 3.0 * 0.5) / 2.0, 1e-14);
  g_assert_cmpfloat (code_table_slope (steffen, 2.0), ==, 0.0);
  g_assert_cmpfloat_with_epsilon (
      code_table_slope (akima, 0.5),
      (before * 1.0 + behind * 5.0 / 3.0) / (before + behind), 1e-14);
}

static void
test_outside (void)
{
  g_autofree double *hold = make (FLAT_TABLE_LINEAR, FLAT_TABLE_HOLD);
  g_autofree double *on = make (FLAT_TABLE_LINEAR, FLAT_TABLE_LAST_TWO_POINTS);
  g_autofree double *around = make (FLAT_TABLE_LINEAR, FLAT_TABLE_PERIODIC);
  g_autofree double *none = make (FLAT_TABLE_LINEAR, FLAT_TABLE_ERROR);

  g_assert_cmpfloat (code_table_value (hold, -5.0), ==, 2.0);
  g_assert_cmpfloat (code_table_value (hold, 9.0), ==, 3.0);
  g_assert_cmpfloat (code_table_slope (hold, 9.0), ==, 0.0);
  g_assert_cmpfloat (code_table_value (on, -2.0), ==, 3.0);
  g_assert_cmpfloat (code_table_value (on, 4.0), ==, 2.0);
  for (double x = -1.0; x < 3.0; x += 0.25) {
    g_assert_cmpfloat_with_epsilon (code_table_value (around, x + 8.0),
                                    code_table_value (around, x), 1e-14);
    g_assert_cmpfloat_with_epsilon (code_table_value (around, x - 4.0),
                                    code_table_value (around, x), 1e-14);
  }
  g_assert_true (isnan (code_table_value (none, 3.1)));
  g_assert_cmpfloat (code_table_value (none, 3.0), ==, 3.0);
}

/* Where x stands still the function jumps; at the jump it has the later value. */
static void
test_jump (void)
{
  g_autofree double *table = make (FLAT_TABLE_LINEAR, FLAT_TABLE_HOLD);

  table[CODE_TABLE_HEADER + 2] = table[CODE_TABLE_HEADER + 3] = 1.0;
  code_table_prepare (table);
  g_assert_cmpfloat_with_epsilon (code_table_value (table, 1.0 - 1e-12), 1.5, 1e-9);
  g_assert_cmpfloat (code_table_value (table, 1.0), ==, 4.0);
}

/* Points at random, some of which jump. */
static double *
random_table (GRand *rand,
              int n,
              FlatSmoothness smoothness,
              FlatExtrapolation extrapolation,
              bool has_jumps)
{
  double *table = g_new0 (double, code_table_n_slots ((uint32_t) n));
  double *x = table + CODE_TABLE_HEADER;

  table[CODE_TABLE_SIZE] = n;
  table[CODE_TABLE_SMOOTHNESS] = smoothness;
  table[CODE_TABLE_EXTRAPOLATION] = extrapolation;
  for (int i = 0; i < n; i++) {
    const bool is_jump = has_jumps && i > 1 && i < n - 1 && x[i - 1] > x[i - 2] &&
                         g_rand_int_range (rand, 0, 4) == 0;

    x[i] =
        i == 0 ? -1.3 : x[i - 1] + (is_jump ? 0 : g_rand_double_range (rand, 0.1, 2));
    x[n + i] = g_rand_int_range (rand, -3, 4);
    x[2 * n + i] = g_rand_double_range (rand, -2, 2);
  }
  code_table_prepare (table);
  return table;
}

/* The same points elsewhere: x' = a x + b in the other order if a < 0, y' = c y + d. */
static double *
mapped (const double *table, double a, double b, double c, double d)
{
  const int n = (int) table[CODE_TABLE_SIZE];
  double *other = g_new0 (double, code_table_n_slots ((uint32_t) n));
  double *to = other + CODE_TABLE_HEADER;
  const double *from = table + CODE_TABLE_HEADER;

  memcpy (other, table, CODE_TABLE_HEADER * sizeof *other);
  other[CODE_TABLE_PLACE] = 0;
  for (int i = 0; i < n; i++) {
    const int k = a < 0 ? n - 1 - i : i;

    to[k] = a * from[i] + b;
    to[n + k] = c * from[n + i] + d;
    to[2 * n + k] = c / a * from[2 * n + i];
  }
  code_table_prepare (other);
  return other;
}

/* No unit, no origin and no direction of the axes counts. */
static void
test_any_axes (void)
{
  static const double MAPS[][4] = {{1, 0, -1, 0},   {1, 0, 1000, 0.3}, {1, 0, 1e-3, -2},
                                   {1e-3, 0, 1, 0}, {700, 5, -2, 1},   {-1, 0, 1, 0},
                                   {-30, 2, 0.1, 0}};
  static const FlatExtrapolation OUTSIDE[] = {
      FLAT_TABLE_HOLD, FLAT_TABLE_LAST_TWO_POINTS, FLAT_TABLE_PERIODIC};
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (int k = 0; k < 3000; k++) {
    const FlatSmoothness smoothness =
        k % 7 == 6 ? FLAT_TABLE_HERMITE : ALL[k % (int) G_N_ELEMENTS (ALL)];
    const double *map = MAPS[g_rand_int_range (rand, 0, (int) G_N_ELEMENTS (MAPS))];
    const int n = g_rand_int_range (rand, 1, 9);
    g_autofree double *table =
        random_table (rand, n, smoothness, OUTSIDE[k % 3], k % 2 == 0);
    g_autofree double *other = mapped (table, map[0], map[1], map[2], map[3]);

    if (smoothness == FLAT_TABLE_CONSTANT && map[0] < 0)
      continue; /* it holds the value before */
    for (int i = 0; i < 20; i++) {
      const double x = g_rand_double_range (rand, -6, 12), at = map[0] * x + map[1];
      const double value = map[2] * code_table_value (table, x) + map[3];

      g_assert_cmpfloat_with_epsilon (code_table_value (other, at), value,
                                      1e-9 *
                                          (1e-3 + fabs (map[2]) * 100 + fabs (value)));
      g_assert_cmpfloat_with_epsilon (code_table_slope (other, at) * map[0] / map[2],
                                      code_table_slope (table, x),
                                      1e-8 * (1 + fabs (code_table_slope (table, x))));
    }
  }
}

/* What is found does not depend on what was looked for before: between the points of a
 * line, as a search from the first one finds it. */
static void
test_search (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);

  for (int n = 1; n < 400; n += 1 + n / 3) {
    g_autofree double *table =
        random_table (rand, n, FLAT_TABLE_LINEAR, FLAT_TABLE_HOLD, true);
    const double *x = table + CODE_TABLE_HEADER, *y = x + n;

    for (int i = 0; i < 2000; i++) {
      /* Some are points, some beyond the ends. */
      const double at = i % 3 == 0 ? x[g_rand_int_range (rand, 0, n)]
                                   : g_rand_double_range (rand, x[0] - 1, x[n - 1] + 1);
      int k = 0;

      while (k + 1 < n && x[k + 1] <= at)
        k++;
      const double share = k + 1 < n && at > x[k] ? (at - x[k]) / (x[k + 1] - x[k]) : 0;
      const double expected = share > 0 ? y[k] + share * (y[k + 1] - y[k]) : y[k];
      g_assert_cmpfloat_with_epsilon (code_table_value (table, at), expected, 1e-12);
    }
  }
}

/* Beyond the ends every kind goes on without a jump: level, as steep as at the end, or
 * from the beginning; where that is an error, there is no value. */
static void
test_beyond (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  for (int k = 0; k < 600; k++) {
    const FlatSmoothness smoothness = ALL[k % (int) G_N_ELEMENTS (ALL)];
    const int n = g_rand_int_range (rand, 2, 9);
    g_autofree double *hold =
        random_table (rand, n, smoothness, FLAT_TABLE_HOLD, false);
    g_autofree double *on = mapped (hold, 1, 0, 1, 0),
                      *again = mapped (hold, 1, 0, 1, 0);
    g_autofree double *none = mapped (hold, 1, 0, 1, 0);
    const double first = hold[CODE_TABLE_HEADER],
                 last = hold[CODE_TABLE_HEADER + n - 1];
    const double away = g_rand_double_range (rand, 0.01, 5), period = last - first;

    on[CODE_TABLE_EXTRAPOLATION] = FLAT_TABLE_LAST_TWO_POINTS;
    again[CODE_TABLE_EXTRAPOLATION] = FLAT_TABLE_PERIODIC;
    none[CODE_TABLE_EXTRAPOLATION] = FLAT_TABLE_ERROR;
    for (int end = 0; end < 2; end++) {
      const double at = end == 0 ? first : last, x = end == 0 ? at - away : at + away;
      const double steep = code_table_slope (on, at);

      g_assert_cmpfloat (code_table_value (hold, x), ==, code_table_value (hold, at));
      g_assert_cmpfloat (code_table_slope (hold, x), ==, 0);
      g_assert_cmpfloat_with_epsilon (
          code_table_value (on, x), code_table_value (on, at) + steep * (x - at), 1e-6);
      g_assert_cmpfloat_with_epsilon (code_table_slope (on, x), steep, 1e-6);
      g_assert_cmpfloat (code_table_bend (on, x), ==, 0);
      g_assert_true (isnan (code_table_value (none, x)));
      g_assert_true (isnan (code_table_slope (none, x)));
      g_assert_cmpfloat (code_table_value (none, at), ==, code_table_value (on, at));
    }
    const double x = g_rand_double_range (rand, first, last);
    g_assert_cmpfloat (code_table_value (none, x), ==, code_table_value (on, x));
    for (int turns = -3; turns <= 3; turns++)
      g_assert_cmpfloat_with_epsilon (code_table_value (again, x + turns * period),
                                      code_table_value (on, x), 1e-8);
    g_assert_true (isnan (code_table_value (on, NAN)));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/table/points", test_points);
  g_test_add_func ("/code/table/two-points", test_two_points);
  g_test_add_func ("/code/table/any-jump", test_any_jump);
  g_test_add_func ("/code/table/slopes", test_slopes);
  g_test_add_func ("/code/table/smooth", test_smooth);
  g_test_add_func ("/code/table/straight", test_straight);
  g_test_add_func ("/code/table/monotone", test_monotone);
  g_test_add_func ("/code/table/point-slopes", test_point_slopes);
  g_test_add_func ("/code/table/outside", test_outside);
  g_test_add_func ("/code/table/jump", test_jump);
  g_test_add_func ("/code/table/any-axes", test_any_axes);
  g_test_add_func ("/code/table/search", test_search);
  g_test_add_func ("/code/table/beyond", test_beyond);
  return g_test_run ();
}
