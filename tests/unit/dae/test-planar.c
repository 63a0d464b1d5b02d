/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dae-bench.h"

#define PM "MultibodyComponents.PlanarMechanics."

/* Entries of the matrix that the accelerations of a chain of pendulums need. */
static uint32_t
chain_entries (int n, uint32_t *n_tears)
{
  g_autoptr (GString) text =
      g_string_new ("component M\n  world = " PM "World()\n  fixed = " PM "Fixed()\n");

  for (int i = 1; i <= n; i++)
    g_string_append_printf (text,
                            "  pin%d = " PM "Revolute()\n"
                            "  rod%d = " PM "BodyShape(m = 1, I = 0.1)\n",
                            i, i);
  g_string_append (text, "relations\n  connect(fixed.frame_b, pin1.frame_a)\n");
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "  connect(pin%d.frame_b, rod%d.frame_a)\n", i, i);
  for (int i = 1; i < n; i++)
    g_string_append_printf (text, "  connect(rod%d.frame_b, pin%d.frame_a)\n", i,
                            i + 1);
  g_string_append (text, "end\n");
  g_auto (DaeBench) bench = dae_bench_new (text->str);
  g_assert_nonnull (bench.dae);
  const DaeBlock *block = dae_bench_block (&bench, "pin1.alpha");
  g_assert_cmpint (block->kind, ==, DAE_LINEAR);
  *n_tears = block->n_tears;
  return block->n_entries;
}

/* Few bodies: one acceleration each, a full matrix. Many: accelerations and forces, as
 * sparse as the chain. */
static void
test_chain_stays_sparse (void)
{
  uint32_t n_tears;

  g_assert_cmpuint (chain_entries (5, &n_tears), ==, 25);
  g_assert_cmpuint (n_tears, ==, 5);
  uint32_t n_50 = chain_entries (50, &n_tears);
  g_assert_cmpuint (n_tears, >, 50);
  g_assert_cmpuint (n_50, <, 10 * n_tears);
  uint32_t n_100 = chain_entries (100, &n_tears);
  g_assert_cmpuint (n_100, <, 2 * n_50 + n_50 / 10);
}

#define CIRCLE                                                                         \
  "component M\n"                                                                      \
  "  variable x::Real(guess = 1)\n  variable y::Real\n"                                \
  "  variable vx::Real\n  variable vy::Real\n  variable f::Real\n"                     \
  "relations\n"                                                                        \
  "  der(x) = vx\n  der(y) = vy\n"                                                     \
  "  der(vx) = -f * x\n  der(vy) = -f * y - 9.81\n"                                    \
  "  x^2 + y^2 = 1\n"

/* One of x and y, and of their speeds, is integrated: which may change. */
static void
test_states_of_a_circle_may_change (void)
{
  g_auto (DaeBench) bench = dae_bench_new (CIRCLE "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 2);
  g_assert_cmpuint (bench.dae->n_selections, ==, 1);
  const DaeSelection *selection = &bench.dae->selections[0];
  g_assert_cmpuint (selection->n, ==, 2);
  g_assert_cmpuint (selection->n_states, ==, 1);
  g_assert_cmpuint (selection->order, ==, 2);
  g_assert_cmpuint (selection->candidate[0], ==, dae_bench_var (&bench, "y"));
  g_assert_cmpuint (selection->candidate[1], ==, dae_bench_var (&bench, "vy"));
  g_assert_cmpuint (selection->candidate[3], ==, dae_bench_var (&bench, "x"));
  g_assert_cmpuint (dae_bench_block (&bench, "x")->n_tears, ==, 2);
  /* The force does not ask which of them are states. */
  g_assert_cmpuint (dae_bench_block (&bench, "f")->n_tears, ==, 1);
}

/* What a reinit sets must stay a state; positions may still change. */
static void
test_reinit_keeps_states (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new (CIRCLE "  when y > 0.5\n    reinit(vy, 0)\n  end\nend\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_selections, ==, 1);
  g_assert_cmpuint (bench.dae->selections[0].order, ==, 1);
  g_assert_true (dae_bench_is_state (&bench, "vy"));
}

#define SLEIGH                                                                         \
  "component M\n"                                                                      \
  "  variable x::Real\n  variable y::Real\n  variable phi::Real\n"                     \
  "  variable vx::Real\n  variable vy::Real\n  variable w::Real\n"                     \
  "  variable px::Real(guess = 1)\n  variable py::Real\n"                              \
  "  variable ux::Real\n  variable uy::Real\n"                                         \
  "  variable n::Real\n  variable f::Real\n"                                           \
  "relations\n"                                                                        \
  "  der(x) = vx\n  der(y) = vy\n  der(phi) = w\n  der(w) = 0\n"                       \
  "  der(px) = ux\n  der(py) = uy\n"                                                   \
  "  2 * der(vx) = -n * sin(phi) + f * (px - x)\n"                                     \
  "  2 * der(vy) = n * cos(phi) + f * (py - y)\n"                                      \
  "  der(ux) = -f * (px - x)\n  der(uy) = -f * (py - y)\n"                             \
  "  vy * cos(phi) = vx * sin(phi)\n  (px - x)^2 + (py - y)^2 = 1\n"                   \
  "end\n"

/* Where another constraint binds the velocities, they are chosen apart from the
 * positions; the angle of the edge is known by then and in neither selection. */
static void
test_velocities_have_their_own_selection (void)
{
  g_auto (DaeBench) bench = dae_bench_new (SLEIGH);

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_states, ==, 7);
  g_assert_cmpuint (bench.dae->n_selections, ==, 2);
  g_assert_cmpuint (bench.dae->selections[0].n, ==, 4);
  g_assert_cmpuint (bench.dae->selections[0].n_states, ==, 3);
  g_assert_cmpuint (bench.dae->selections[0].order, ==, 1);
  g_assert_cmpuint (bench.dae->selections[1].n, ==, 4);
  g_assert_cmpuint (bench.dae->selections[1].n_states, ==, 2);
  g_assert_true (dae_bench_is_state (&bench, "phi"));
}

/* Two links that hang from each other: the first speaks for what hangs on it, the
 * second for itself alone. */
static void
test_ties_follow_dependence (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable x::Real[2]\n  variable y::Real[2]\n"
                     "  variable v::Real[2]\n  variable u::Real[2]\n"
                     "  variable f::Real[2]\n"
                     "relations\n"
                     "  guess x = [1, 2]\n"
                     "  der(x) = v\n  der(y) = u\n"
                     "  der(v[1]) = -f[1] * x[1] + f[2] * (x[2] - x[1])\n"
                     "  der(u[1]) = -f[1] * y[1] + f[2] * (y[2] - y[1]) - 9\n"
                     "  der(v[2]) = -f[2] * (x[2] - x[1])\n"
                     "  der(u[2]) = -f[2] * (y[2] - y[1]) - 9\n"
                     "  x[1]^2 + y[1]^2 = 1\n"
                     "  (x[2] - x[1])^2 + (y[2] - y[1])^2 = 1\n"
                     "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_selections, ==, 1);
  const DaeSelection *selection = &bench.dae->selections[0];
  g_assert_cmpuint (selection->n, ==, 4);
  g_assert_cmpuint (selection->n_states, ==, 2);
  /* Of 2 * 4 pairs: itself, twice; what the first link and the second determine. */
  g_assert_cmpuint (selection->n_ties, ==, 5);
}

/* Joints of a tree are good states everywhere, and a linear constraint keeps its own.
 */
static void
test_tree_has_no_selection (void)
{
  g_auto (DaeBench) bench = dae_bench_new (
      "component M\n"
      "  world = " PM "World()\n  fixed = " PM "Fixed()\n  pin = " PM "Revolute()\n"
      "  rod = " PM "BodyShape(m = 1, I = 0.1)\n"
      "  first = RotationalComponents.Components.Inertia(J = 1)\n"
      "  gear = RotationalComponents.Components.IdealGear(ratio = 3)\n"
      "  second = RotationalComponents.Components.Inertia(J = 1)\n"
      "relations\n"
      "  connect(fixed.frame_b, pin.frame_a)\n  connect(pin.frame_b, rod.frame_a)\n"
      "  connect(first.spline_b, gear.spline_a)\n"
      "  connect(gear.spline_b, second.spline_a)\n"
      "end\n");

  g_assert_nonnull (bench.dae);
  g_assert_cmpuint (bench.dae->n_selections, ==, 0);
  g_assert_true (dae_bench_is_state (&bench, "pin.phi"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/planar/chain-stays-sparse", test_chain_stays_sparse);
  g_test_add_func ("/dae/planar/states-of-a-circle-may-change",
                   test_states_of_a_circle_may_change);
  g_test_add_func ("/dae/planar/reinit-keeps-states", test_reinit_keeps_states);
  g_test_add_func ("/dae/planar/own-choice", test_velocities_have_their_own_selection);
  g_test_add_func ("/dae/planar/ties", test_ties_follow_dependence);
  g_test_add_func ("/dae/planar/tree-has-no-choice", test_tree_has_no_selection);
  return g_test_run ();
}
