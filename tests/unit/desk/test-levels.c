/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window works on, on a level below the model. */
#include <string.h>

#include "desk/tool/commands.h"
#include "desk/tool/levels.h"
#include "doc/level.h"
#include "studio-fixture.h"

#define T "TranslationalComponents.Components."

/* The body of the wagon lacks its mass; the model has a body, too. */
static const char TRAIN[] = "component Wagon\n"
                            "  flange = Flange()\n"
                            "  body = " T "Mass(s(initial = 1), v(initial = 0))\n"
                            "  hook = " T "Spring(c = 3)\n"
                            "relations\n"
                            "  connect(flange, body.flange_a)\n"
                            "  connect(body.flange_b, hook.flange_a)\n"
                            "end\n"
                            "component Train\n"
                            "  first = Wagon()\n"
                            "  wall = " T "Fixed()\n"
                            "  body = " T "Spring(c = 8)\n"
                            "relations\n"
                            "  connect(wall.flange, body.flange_a)\n"
                            "  connect(body.flange_b, first.flange)\n"
                            "end\n";

static void
show_text (DeskStudio *studio, const char *text)
{
  doc_set_text (studio->document->doc, text, strlen (text));
  settle (studio);
}

/* A problem inside is one of the part around it, and leads in; there it can be mended.
 */
static void
test_problem_inside (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  show_text (studio, TRAIN);
  const BaseDiag *diag = desk_problems_of (studio->problems, "first");
  g_assert_nonnull (diag);
  g_assert_cmpstr (diag->path, ==, "first.body");
  g_assert_null (desk_problems_of (studio->problems, "body"));
  desk_levels_show (studio, diag);
  g_assert_cmpstr (doc_level (studio->document->doc), ==, "first");
  g_assert_nonnull (desk_problems_of (studio->problems, "body"));
  g_assert_null (desk_problems_of (studio->problems, "hook"));
  desk_commands_assume (studio);
  settle (studio);
  g_assert_nonnull (desk_document_model (studio->document));
}

/* One that is told of a place in the text alone, two levels below. */
static void
test_problem_of_place (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "component Axle\n  hub = Unknown()\nend\n\n"
                             "component Car\n  axle = Axle()\nend\n\n"
                             "component Train\n  car = Car()\nend\n\n"
                             "analysis Run\n  extends TransientAnalysis(stop = 1)\n"
                             "  model = Train()\nend\n";
  DeskStudio *studio = fixture->studio;

  show_text (studio, text);
  const BaseDiag *diag = desk_problems_of (studio->problems, "car");
  g_assert_nonnull (diag);
  g_assert_null (diag->path);
  desk_levels_show (studio, diag);
  g_assert_cmpstr (doc_level (studio->document->doc), ==, "car.axle");
  g_assert_nonnull (desk_problems_of (studio->problems, "hub"));
}

/* What a parameter of the part shown is given by those around it. */
static void
test_given (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "component Hub\n  parameter w::Real\n"
                             "  m = " T "Mass(m = w)\nend\n\n"
                             "component Car\n  hub = Hub(w = 3)\nend\n";
  DeskStudio *studio = fixture->studio;

  show_text (studio, text);
  g_assert_true (desk_document_show_level (studio->document, "hub"));
  settle (studio);
  g_autofree char *given = desk_starts_given (studio->starts, DOC_SELF, "w");
  g_assert_cmpstr (given, ==, "3");
  g_assert_true (desk_document_show_level (studio->document, ""));
  g_assert_null (desk_starts_given (studio->starts, DOC_SELF, "w"));
}

/* Names stand for other things on another level: start values, what is selected. */
static void
test_names_on_levels (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const char *const body[] = {"body"};

  show_text (studio, TRAIN);
  g_assert_true (desk_document_show_level (studio->document, "first"));
  doc_set_modifier (studio->document->doc, "body", "m", "2", NULL, NULL);
  settle (studio);
  g_assert_cmpfloat (desk_starts_value (studio->starts, "body.s"), ==, 1);
  desk_selection_set (studio->selection, body, 1);
  desk_levels_go_out (studio);
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpstr (names[0], ==, "first");
  g_assert_true (isnan (desk_starts_value (studio->starts, "body.s")));
  g_assert_cmpfloat (desk_starts_value (studio->starts, "first.body.s"), ==, 1);
  g_assert_true (desk_levels_can_go_in (studio));
  desk_levels_go_in (studio);
  g_assert_cmpstr (doc_level (studio->document->doc), ==, "first");
  g_assert_false (desk_commands_has_items (studio));
}

/* Plots of what is selected inside are those of the model's variables. */
static void
test_plot_inside (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  const char *const parts[] = {"spring", "damper"};

  desk_selection_set (studio->selection, parts, 2);
  desk_levels_group (studio);
  settle (studio);
  desk_levels_go_in (studio);
  desk_selection_set (studio->selection, parts, 1);
  desk_commands_plot (studio);
  g_assert_true (desk_plots_has (studio->plots, "subsystem.spring.f"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/desk/levels/problem-inside", Fixture, NULL, set_up, test_problem_inside,
              tear_down);
  g_test_add ("/desk/levels/problem-of-place", Fixture, NULL, set_up,
              test_problem_of_place, tear_down);
  g_test_add ("/desk/levels/given", Fixture, NULL, set_up, test_given, tear_down);
  g_test_add ("/desk/levels/names", Fixture, NULL, set_up, test_names_on_levels,
              tear_down);
  g_test_add ("/desk/levels/plot-inside", Fixture, NULL, set_up, test_plot_inside,
              tear_down);
  return g_test_run ();
}
