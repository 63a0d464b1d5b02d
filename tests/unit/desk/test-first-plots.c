/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is plotted after the run of a model that nobody plotted yet. */
#include <string.h>

#include "desk/plot/plots.h"
#include "studio-fixture.h"

static const char *
variable (Fixture *fixture, uint32_t plot, uint32_t curve)
{
  return doc_plot_curve (desk_plots_at (fixture->studio->plots, plot), curve)->variable;
}

/* A model that nobody plotted yet shows places and speeds of its first bodies, and no
 * more curves than can be told from each other. */
static void
test_first_of_many (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autoptr (GString) text = g_string_new ("component M\n");

  for (int i = 1; i <= 9; i++)
    g_string_append_printf (text,
                            "  m%d = TranslationalComponents.Components.Mass(m = 1, "
                            "s(initial = %d), v(initial = 0))\n",
                            i, i);
  g_string_append (text, "end\n");
  doc_set_text (studio->document->doc, text->str, text->len);
  settle (studio);
  desk_plots_clear (studio->plots, 0);
  run (studio);
  g_assert_cmpuint (desk_plots_n (studio->plots), ==, 2);
  for (uint32_t p = 0; p < 2; p++) {
    g_assert_cmpuint (doc_plot_n (desk_plots_at (studio->plots, p)), ==, 4);
    for (uint32_t c = 0; c < 4; c++) {
      const char *name = variable (fixture, p, c);
      const char last = variable (fixture, p, 0)[strlen (name) - 1];

      g_assert_cmpint (name[strlen (name) - 1], ==, last); /* of one unit */
    }
  }
}

/* The variables of all plots after a first run of a model, joined with " ". */
static char *
first_of (Fixture *fixture, const char *text)
{
  DeskStudio *studio = fixture->studio;
  GString *out = g_string_new (NULL);

  doc_set_text (studio->document->doc, text, strlen (text));
  settle (studio);
  while (desk_plots_has_curves (studio->plots))
    desk_plots_clear (studio->plots, 0);
  run (studio);
  for (uint32_t p = 0; p < desk_plots_n (studio->plots); p++)
    for (uint32_t c = 0; c < doc_plot_n (desk_plots_at (studio->plots, p)); c++)
      g_string_append_printf (out, "%s%s", out->len > 0 ? " " : "",
                              variable (fixture, p, c));
  return g_string_free (out, FALSE);
}

#define LOOP                                                                           \
  "component M\n"                                                                      \
  "  filter = BlockComponents.Continuous.FirstOrder(k = 1, T = 1)\n"                   \
  "  force = TranslationalComponents.Sources.ForceSource()\n"                          \
  "  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 1), "           \
  "v(initial = 0))\n"
#define JOINED                                                                         \
  "  step = BlockComponents.Sources.Step()\nrelations\n"                               \
  "  connect(step.y, filter.u)\n  connect(filter.y, force.f)\n"                        \
  "  connect(force.flange, mass.flange_a)\n"

/* What somebody measures is what they want to see, beside what it shall be; without
 * sensors it is how bodies move, and not the states of springs and blocks, which are
 * shown if there is nothing else. */
static void
test_first_measured (Fixture *fixture, gconstpointer data)
{
  g_autofree char *moved =
      first_of (fixture, LOOP
                "  spring = TranslationalComponents.Components.Spring(c = 1)\n" JOINED
                "  connect(mass.flange_b, spring.flange_a)\nend\n");
  g_autofree char *measured = first_of (
      fixture, LOOP "  speed = TranslationalComponents.Sensors.SpeedSensor()\n" JOINED
                    "  connect(mass.flange_b, speed.flange)\nend\n");
  g_autofree char *controlled = first_of (
      fixture, LOOP "  speed = TranslationalComponents.Sensors.SpeedSensor()\n"
                    "  set = BlockComponents.Sources.Step()\n"
                    "  pid = BlockComponents.Continuous.LimPID()\n" JOINED
                    "  connect(mass.flange_b, speed.flange)\n"
                    "  connect(set.y, pid.u_s)\n  connect(speed.v, pid.u_m)\nend\n");
  g_autofree char *blocks = first_of (
      fixture, "component M\n"
               "  filter = BlockComponents.Continuous.FirstOrder(k = 1, T = 1)\n"
               "  step = BlockComponents.Sources.Step()\nrelations\n"
               "  connect(step.y, filter.u)\nend\n");

  g_assert_cmpstr (moved, ==, "mass.s mass.v");
  g_assert_cmpstr (measured, ==, "speed.v");
  g_assert_cmpstr (controlled, ==, "speed.v set.y");
  g_assert_cmpstr (blocks, ==, "filter.x");
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/first-plots/of-many", test_first_of_many},
      {"/desk/first-plots/measured", test_first_measured},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
