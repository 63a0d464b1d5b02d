/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who forgets to connect the other end of a part is told so, whatever the part is and
 * of whatever domain; who leaves an end free that may be free is not. */
#include "dae-bench.h"

#define TC "TranslationalComponents.Components."
#define RC "RotationalComponents.Components."
#define PM "MultibodyComponents.PlanarMechanics."
#define HC "ThermalComponents.Components."

/* A domain whose connector says nothing of itself. */
#define PIPES                                                                          \
  "connector Tap\n  potential p::Real\n  flow q::Real\nend\n"                          \
  "component Pipe\n  a = Tap()\n  b = Tap()\nrelations\n"                              \
  "  a.q + b.q = 0\n  a.p - b.p = a.q\n"                                               \
  "metadata {\"Dyad\": {\"through\": [\"a\", \"b\"]}}\nend\n"                          \
  "component Tank\n  a = Tap()\nrelations\n  der(a.p) = a.q\nend\n"

static const struct {
  const char *parts, *connect;
  const char *message, *hint; /* NULL: nothing is said */
} CASES[] = {
    {"mass = " TC "Mass(m = 1)\n  part = " TC "Spring(c = 1)",
     "mass.flange_b, part.flange_a",
     "`part.flange_b` is connected to nothing, so `part` has no effect",
     "connect a Fixed or a Mass to `part.flange_b`"},
    {"mass = " TC "Mass(m = 1)\n  part = " TC "Damper(d = 1)",
     "mass.flange_a, part.flange_b",
     "`part.flange_a` is connected to nothing, so `part` has no effect",
     "connect a Fixed or a Mass to `part.flange_a`"},
    {"mass = " TC "Mass(m = 1)\n  part = " TC
     "SpringDamper(c = 1, d = 1, useHeatPort = true)\n  heat = " HC
     "HeatCapacitor(C = 1)",
     "mass.flange_b, part.flange_a)\n  connect(part.heatPort, heat.port",
     "`part.flange_b` is connected to nothing, so `part` has no effect",
     "connect a Fixed or a Mass to `part.flange_b`"},
    {"mass = " TC "Mass(m = 1)\n  part = " TC "ElastoGap(c = 1, d = 1)",
     "mass.flange_b, part.flange_a",
     "`part.flange_b` is connected to nothing, so `part` has no effect",
     "connect a Fixed or a Mass to `part.flange_b`"},
    {"inertia = " RC "Inertia(J = 1)\n  part = " RC "SpringDamper(c = 1, d = 1)",
     "inertia.spline_b, part.spline_a",
     "`part.spline_b` is connected to nothing, so `part` has no effect",
     "connect a Fixed or an Inertia to `part.spline_b`"},
    {"heat = " HC "HeatCapacitor(C = 1)\n  part = " HC "ThermalConductor(G = 1)",
     "heat.port, part.port_a",
     "`part.port_b` is connected to nothing, so `part` has no effect",
     "connect a FixedTemperature or a HeatCapacitor to `part.port_b`"},
    {"tank = Tank()\n  part = Pipe()", "tank.a, part.a",
     "`part.b` is connected to nothing, so `part` has no effect",
     "connect something to `part.b`"},
    /* A body acts with its other end free. */
    {"spring = " TC "Spring(c = 1)\n  wall = " TC "Fixed()\n  part = " TC "Mass(m = 1)",
     "spring.flange_b, part.flange_a)\n  connect(wall.flange, spring.flange_a", NULL,
     NULL},
    {"world = " PM "World(g = 9.81)\n  part = " PM
     "BodyShape(r = [1, 0], m = 1, I = 1)",
     "world.frame_b, part.frame_a", NULL, NULL},
    /* A part that nobody has connected yet is another mistake (E503). */
    {"a = " TC "Mass(m = 1)\n  b = " TC "Mass(m = 1)\n  part = " TC "Damper(d = 1)\n"
     "  c = " TC "Fixed()\n  d = " TC "Fixed()",
     "a.flange_b, b.flange_a", NULL, NULL},
};

/* The only W411, or NULL. */
static const BaseDiag *
find_idle (const BaseDiags *diags)
{
  const uint32_t i = base_diags_find (diags, 411);

  for (uint32_t k = 0; k < base_diags_count (diags); k++)
    g_assert_true (k == i || base_diags_get (diags, k)->number != 411);
  return i != UINT32_MAX ? base_diags_get (diags, i) : NULL;
}

static void
test_open_end (void)
{
  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text =
        g_strdup_printf ("component M\n  %s\nrelations\n  connect(%s)\nend\n%s",
                         CASES[i].parts, CASES[i].connect, PIPES);
    g_auto (DaeBench) bench = dae_bench_new (text);
    const BaseDiag *found = find_idle (bench.flat.diags);

    g_assert_cmpstr (found != NULL ? found->message : NULL, ==, CASES[i].message);
    if (found == NULL)
      continue;
    g_assert_cmpint (found->severity, ==, BASE_WARNING);
    g_assert_cmpstr (found->hint, ==, CASES[i].hint);
    g_assert_true (g_str_has_prefix (found->path, "part."));
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/open/W411", test_open_end);
  return g_test_run ();
}
