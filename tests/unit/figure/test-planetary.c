/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Epicyclic gears: what is drawn turns as the equation of the shafts says, in mesh. */
#include "figure/motion/planetary.h"

#include <glib.h>
#include <math.h>

static const double RATIOS[] = {3, 2,  1.5,  1,  1.2,   2.37, 0.4,
                                8, -2, -0.5, -3, -0.25, -1.5};

/* Angles of the shafts that obey from + ratio*to = (1 + ratio)*by. */
static void
turn (double ratio, double from, double to, double angles[3])
{
  angles[FIGURE_PLANETARY_FROM] = from;
  angles[FIGURE_PLANETARY_TO] = to;
  angles[FIGURE_PLANETARY_BY] = (from + ratio * to) / (1 + ratio);
}

/* Its teeth over those it has to have: sun and ring turn against each other as seen
 * from the carrier. */
static double
error_of_teeth (const FigurePlanetary *gear, double ratio)
{
  double angles[3];

  turn (ratio, 0.7, -0.2, angles);
  const double sun = angles[gear->sun] - angles[gear->carrier];
  const double ring = angles[gear->ring] - angles[gear->carrier];
  const double teeth = (double) gear->ring_teeth * gear->inner_teeth /
                       (gear->sun_teeth * gear->outer_teeth);

  g_assert_cmpfloat (sun * ring, <, 0);
  return fabs (-sun / ring / teeth - 1);
}

static void
test_ratio (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (RATIOS); i++) {
    const FigurePlanetary gear = figure_planetary (RATIOS[i]);
    const double radii = gear.inner_radius / (gear.sun_radius * gear.outer_radius);
    const double teeth = (double) gear.ring_teeth * gear.inner_teeth /
                         (gear.sun_teeth * gear.outer_teeth);

    g_test_message ("%g: %u %u %u %u", RATIOS[i], gear.sun_teeth, gear.inner_teeth,
                    gear.outer_teeth, gear.ring_teeth);
    g_assert_cmpfloat (error_of_teeth (&gear, RATIOS[i]), <, 0.03);
    g_assert_cmpfloat_with_epsilon (radii, teeth, 0.05 * teeth);
    g_assert_cmpfloat_with_epsilon (gear.orbit, 1 - gear.outer_radius, 1e-9);
    g_assert_cmpfloat_with_epsilon (gear.orbit, gear.sun_radius + gear.inner_radius,
                                    1e-9);
  }
  /* What can be built with few teeth is drawn so. */
  const double exact[] = {3, 2, 1.5, 1, -2, -3};
  for (size_t i = 0; i < G_N_ELEMENTS (exact); i++) {
    const FigurePlanetary gear = figure_planetary (exact[i]);

    g_assert_cmpfloat (error_of_teeth (&gear, exact[i]), <, 1e-9);
  }
}

/* The carrier's turn lies between those of sun and ring. */
static void
test_shafts (void)
{
  static const struct {
    double ratio;
    uint32_t sun, ring, carrier;
  } SHAFTS[] = {
      {3, FIGURE_PLANETARY_FROM, FIGURE_PLANETARY_TO, FIGURE_PLANETARY_BY},
      {0.4, FIGURE_PLANETARY_TO, FIGURE_PLANETARY_FROM, FIGURE_PLANETARY_BY},
      {-3, FIGURE_PLANETARY_FROM, FIGURE_PLANETARY_BY, FIGURE_PLANETARY_TO},
      {-2, FIGURE_PLANETARY_FROM, FIGURE_PLANETARY_BY, FIGURE_PLANETARY_TO},
      {-0.25, FIGURE_PLANETARY_TO, FIGURE_PLANETARY_BY, FIGURE_PLANETARY_FROM}};

  for (size_t i = 0; i < G_N_ELEMENTS (SHAFTS); i++) {
    const FigurePlanetary gear = figure_planetary (SHAFTS[i].ratio);

    g_assert_cmpuint (gear.sun, ==, SHAFTS[i].sun);
    g_assert_cmpuint (gear.ring, ==, SHAFTS[i].ring);
    g_assert_cmpuint (gear.carrier, ==, SHAFTS[i].carrier);
  }
}

/* Planets of one wheel mesh with sun and ring at once, all of them, at any time. */
static void
test_mesh (void)
{
  const double simple[] = {3, 2, 1.5, 2.5, 4, -3};

  for (size_t i = 0; i < G_N_ELEMENTS (simple); i++)
    for (int k = 0; k < 20; k++) {
      const FigurePlanetary gear = figure_planetary (simple[i]);
      double angles[3];

      turn (simple[i], 0.37 * k, 5.0 - 0.91 * k, angles);
      g_assert_cmpuint (gear.inner_teeth, ==, gear.outer_teeth);
      for (uint32_t planet = 0; planet < gear.n_planets; planet++) {
        const double at = angles[gear.carrier] + 2 * G_PI * planet / gear.n_planets;
        const double teeth = (figure_planetary_inner (&gear, at, angles[gear.sun]) -
                              figure_planetary_outer (&gear, at, angles[gear.ring])) *
                             gear.outer_teeth / (2 * G_PI);

        g_assert_cmpfloat_with_epsilon (teeth, round (teeth), 1e-6);
      }
    }
}

/* A planet turns on its pin as it rolls on the sun. */
static void
test_roll (void)
{
  const FigurePlanetary gear = figure_planetary (3);
  const double still = figure_planetary_inner (&gear, 0, 0);
  const double on_sun = gear.sun_teeth / (double) gear.inner_teeth;

  g_assert_cmpfloat_with_epsilon (figure_planetary_inner (&gear, 0, 0.3) - still,
                                  -0.3 * on_sun, 1e-12);
  g_assert_cmpfloat_with_epsilon (figure_planetary_inner (&gear, 0.3, 0.3) - still, 0.3,
                                  1e-12);
  g_assert_cmpfloat_with_epsilon (figure_planetary_outer (&gear, 0, 0.1) -
                                      figure_planetary_outer (&gear, 0, 0),
                                  0.1 * gear.ring_teeth / gear.outer_teeth, 1e-12);
}

/* Ratios that no gear has are drawn too. */
static void
test_odd (void)
{
  const double odd[] = {NAN, INFINITY, 0, -1, 1e6, 1e-9};

  for (size_t i = 0; i < G_N_ELEMENTS (odd); i++) {
    const FigurePlanetary gear = figure_planetary (odd[i]);

    g_assert_cmpfloat (gear.sun_radius, >, 0.05);
    g_assert_cmpfloat (gear.outer_radius, >, 0.05);
    g_assert_cmpuint (gear.n_planets, >=, 2);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/planetary/ratio", test_ratio);
  g_test_add_func ("/planetary/shafts", test_shafts);
  g_test_add_func ("/planetary/mesh", test_mesh);
  g_test_add_func ("/planetary/roll", test_roll);
  g_test_add_func ("/planetary/odd", test_odd);
  return g_test_run ();
}
