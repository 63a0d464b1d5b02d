/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States that are chosen anew while a run goes on. */
#include "model-run.h"

/* n rods in Cartesian coordinates fall from the horizontal and swing over: of each x
 * and y one is a state, and which one changes. */
static char *
rods (uint32_t n)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "component M\n"
                          "  structural parameter n::Integer = %u\n"
                          "  variable x::Real[n]\n"
                          "  variable y::Real[n]\n"
                          "  variable u::Real[n]\n"
                          "  variable v::Real[n]\n"
                          "  variable f::Real[n + 1]\n"
                          "  variable energy::Real\n"
                          "relations\n"
                          "  initial u[1] = 0\n"
                          "  guess y = fill(0, n)\n"
                          "  guess v = fill(0, n)\n"
                          "  der(x) = u\n"
                          "  der(y) = v\n"
                          "  x[1]^2 + y[1]^2 = 1\n"
                          "  f[n + 1] = 0\n"
                          "  energy = 0.5*sum([u[i]^2 + v[i]^2 for i in 1:n]) + "
                          "9.81*sum(y)\n",
                          n);
  for (uint32_t i = 1; i <= n; i++) {
    g_string_append_printf (text, "  initial x[%u] = %u\n", i, i);
    for (const char *c = "xy", *speed = "uv"; *c != '\0'; c++, speed++) {
      g_string_append_printf (text, "  der(%c[%u]) = %s", *speed, i,
                              *c == 'y' ? "-9.81" : "0");
      g_string_append_printf (text,
                              i > 1 ? " - (%c[%u] - %c[%u])*f[%u]" : " - %c[%u]*f[1]",
                              *c, i, *c, i - 1, i);
      if (i < n)
        g_string_append_printf (text, " + (%c[%u] - %c[%u])*f[%u]", *c, i + 1, *c, i,
                                i + 1);
      g_string_append (text, "\n");
    }
    if (i > 1)
      g_string_append_printf (text, "  (x[%u] - x[%u])^2 + (y[%u] - y[%u])^2 = 1\n", i,
                              i - 1, i, i - 1);
  }
  g_string_append (text, "end\n");
  return g_string_free (text, FALSE);
}

/* Whatever is chosen, the rods keep their length and the energy stays; and nothing is
 * chosen anew without need. */
static void
test_rods (void)
{
  for (uint32_t n = 1; n <= 4; n++) {
    SimOptions options = options_for (4.0, 1e-8);
    SimRunStats stats;
    g_autofree char *text = rods (n);
    g_autoptr (Run) run = run_model (text, "energy", &options);

    g_assert_no_error (run->error);
    for (uint32_t i = 0; i < run->values->len; i++)
      g_assert_cmpfloat_with_epsilon (value_at (run, i), 0.0, 2e-4);
    sim_state_stats (run->state, &stats);
    g_test_message ("%u rods: %u changes, %u steps, %g", n,
                    (unsigned) stats.n_selections, (unsigned) stats.steps.n_steps,
                    stats.drift);
    g_assert_cmpfloat (stats.drift, <, 1e-9);
    g_assert_cmpuint (stats.n_selections, >, 0);
    g_assert_cmpuint (stats.n_selections, <, 12 * n);
    g_assert_cmpuint (stats.steps.n_steps, <, 800 * n);
  }
}

/* A ball on a rod in space: of three coordinates two are states. Its energy and its
 * angular momentum about the vertical stay. */
static void
test_ball (void)
{
  static const char TEXT[] = "component M\n"
                             "  variable r::Real[3]\n"
                             "  variable v::Real[3]\n"
                             "  variable f::Real\n"
                             "  variable energy::Real\n"
                             "  variable momentum::Real\n"
                             "relations\n"
                             "  initial r[1] = 0.8\n"
                             "  initial r[2] = 0\n"
                             "  initial v[1] = 0\n"
                             "  initial v[2] = 0.5\n"
                             "  guess r = [0.8, 0, 0.6]\n"
                             "  der(r) = v\n"
                             "  der(v) = [0, 0, -9.81] - f*r\n"
                             "  r[1]^2 + r[2]^2 + r[3]^2 = 1\n"
                             "  energy = 0.5*sum(v .* v) + 9.81*r[3]\n"
                             "  momentum = r[1]*v[2] - r[2]*v[1]\n"
                             "end\n";
  SimOptions options = options_for (6.0, 1e-9);
  static const struct {
    const char *name;
    double value;
  } KEPT[] = {{"energy", 0.125 + 9.81 * 0.6}, {"momentum", 0.4}};

  for (size_t k = 0; k < G_N_ELEMENTS (KEPT); k++) {
    SimRunStats stats;
    g_autoptr (Run) run = run_model (TEXT, KEPT[k].name, &options);

    g_assert_no_error (run->error);
    sim_state_stats (run->state, &stats);
    g_assert_cmpuint (stats.n_selections, >, 0);
    for (uint32_t i = 0; i < run->values->len; i++)
      g_assert_cmpfloat_with_epsilon (value_at (run, i), KEPT[k].value, 1e-5);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/selection/rods", test_rods);
  g_test_add_func ("/sim/selection/ball", test_ball);
  return g_test_run ();
}
