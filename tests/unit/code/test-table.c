/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

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
  return g_test_run ();
}
