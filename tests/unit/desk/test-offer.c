/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is offered first for what people type, in the diagram that they type it in. */
#include "desk/tool/offer.h"

#include "blank-fixture.h"

#define T "TranslationalComponents."
#define R "RotationalComponents."
#define B "BlockComponents."
#define P "MultibodyComponents.PlanarMechanics."

static void
set_text (Fixture *fixture, const char *declarations)
{
  g_autofree char *text = g_strdup_printf ("component M\n%send\n", declarations);

  doc_set_text (fixture->studio->document->doc, text, strlen (text));
}

static void
select_item (Fixture *fixture, const char *name)
{
  desk_selection_set (fixture->studio->selection, &name, 1);
}

static char *
class_at (GListModel *found, guint i)
{
  g_autoptr (DeskComponent) component = g_list_model_get_item (found, i);

  return component != NULL ? g_strdup (desk_catalogue_component_class (component))
                           : NULL;
}

static void
assert_first (Fixture *fixture, const char *typed, const char *class_name)
{
  g_autoptr (GListModel) found =
      desk_offer_search (fixture->studio, fixture->catalogue, typed);
  g_autofree char *first = class_at (found, 0);

  if (g_strcmp0 (first, class_name) != 0)
    g_test_message ("“%s” gives %s first", typed, first);
  g_assert_cmpstr (first, ==, class_name);
}

typedef struct {
  const char *typed, *class_name;
} Case;

static void
assert_all (Fixture *fixture, const Case *cases, guint n)
{
  for (guint i = 0; i < n; i++)
    assert_first (fixture, cases[i].typed, cases[i].class_name);
}

/* The parts of a controlled drive train, by the words that come to mind. */
static void
test_drive_train (Fixture *fixture, gconstpointer data)
{
  static const Case cases[] = {
      {"inertia", R "Components.Inertia"},
      {"spring", R "Components.Spring"},
      {"damper", R "Components.Damper"},
      {"spring damper", R "Components.SpringDamper"},
      {"fixed", R "Components.Fixed"},
      {"clutch", R "Components.Clutch"},
      {"brake", R "Components.Brake"},
      {"one way clutch", R "Components.OneWayClutch"},
      {"planetary", R "Components.IdealPlanetaryGear"},
      {"gear", R "Components.IdealGear"},
      {"lossy gear", R "Components.LossyGear"},
      {"backlash", R "Components.ElastoBacklash"},
      {"friction", R "Components.BearingFriction"},
      {"bearing", R "Components.BearingFriction"},
      {"torque", R "Sources.TorqueSource"},
      {"motor", R "Sources.TorqueSource"},
      {"speed", R "Sources.SpeedSource"},
      {"speed sensor", R "Sensors.VelocitySensor"},
      {"angle sensor", R "Sensors.AngleSensor"},
      {"torque sensor", R "Sensors.TorqueSensor"},
      {"PI", B "Continuous.PI"},
      {"feedback", B "Math.Feedback"},
      {"step", B "Sources.Step"},
      {"limiter", B "Nonlinear.Limiter"},
      {"gain", B "Math.Gain"},
  };

  g_assert_cmpuint (G_N_ELEMENTS (cases), ==, 25);
  set_text (fixture, "  rotor = RotationalComponents.Components.Inertia(J = 1)\n");
  assert_all (fixture, cases, G_N_ELEMENTS (cases));
  select_item (fixture, "rotor");
  assert_all (fixture, cases, G_N_ELEMENTS (cases));
}

/* The same words mean the parts of the diagram's domain. */
static void
test_domains (Fixture *fixture, gconstpointer data)
{
  static const Case sliding[] = {
      {"spring", T "Components.Spring"}, {"fixed", T "Components.Fixed"},
      {"brake", T "Components.Brake"},   {"force", T "Sources.ForceSource"},
      {"speed", T "Sources.Speed"},      {"mass", T "Components.Mass"}};
  static const Case planar[] = {{"spring", P "Spring"},
                                {"fixed", P "Fixed"},
                                {"joint", P "Revolute"},
                                {"rod", P "FixedTranslation"}};

  assert_first (fixture, "spring", T "Components.Spring");
  set_text (fixture, "  m = TranslationalComponents.Components.Mass(m = 1)\n");
  assert_all (fixture, sliding, G_N_ELEMENTS (sliding));
  set_text (fixture, "  b = MultibodyComponents.PlanarMechanics.Body()\n");
  assert_all (fixture, planar, G_N_ELEMENTS (planar));
  /* Of two domains the one that is selected. */
  set_text (fixture, "  m = TranslationalComponents.Components.Mass(m = 1)\n"
                     "  n = TranslationalComponents.Components.Mass(m = 1)\n"
                     "  j = RotationalComponents.Components.Inertia(J = 1)\n");
  assert_first (fixture, "spring", T "Components.Spring");
  select_item (fixture, "j");
  assert_first (fixture, "spring", R "Components.Spring");
  /* Also where hardly anything is of it, or all its ports have wires. */
  g_autoptr (GString) text = g_string_new (NULL);
  for (int i = 0; i < 20; i++)
    g_string_append_printf (text, "  m%d = " T "Components.Mass(m = 1)\n", i);
  g_string_append (text, "  s = " R "Components.Fixed()\n  d = " R
                         "Components.Damper(d = 1)\n  j = " R
                         "Components.Inertia(J = 1)\nrelations\n"
                         "  connect(s.spline, j.spline_a)\n"
                         "  connect(j.spline_b, d.spline_a)\n");
  set_text (fixture, text->str);
  desk_selection_set (fixture->studio->selection, NULL, 0);
  assert_first (fixture, "spring", T "Components.Spring");
  select_item (fixture, "j");
  assert_first (fixture, "spring", R "Components.Spring");
}

/* What people say, in five languages and without their accents. */
static void
test_words (Fixture *fixture, gconstpointer data)
{
  static const Case cases[] = {
      {"engine", R "Sources.TorqueSource"},
      {"motor", R "Sources.TorqueSource"},
      {"pulley", R "Components.IdealRollingWheel"},
      {"subtract", B "Math.Feedback"},
      {"belt", R "Components.IdealGear"},
      {"rope", R "Components.IdealRollingWheel"},
      {"Seil", R "Components.IdealRollingWheel"},
      {"Feder", T "Components.Spring"},
      {"ressort", T "Components.Spring"},
      {"muelle", T "Components.Spring"},
      {"resorte", T "Components.Spring"},
      {"molla", T "Components.Spring"},
      {"mola", T "Components.Spring"},
      {"Dämpfer", T "Components.Damper"},
      {"dampfer", T "Components.Damper"},
      {"amortisseur", T "Components.Damper"},
      {"Kupplung", R "Components.Clutch"},
      {"embrayage", R "Components.Clutch"},
      {"engranaje", R "Components.IdealGear"},
      {"frizione", R "Components.Clutch"},
      {"flywheel", R "Components.Inertia"},
      {"shock absorber", T "Components.SpringDamper"},
  };

  assert_all (fixture, cases, G_N_ELEMENTS (cases));
}

/* A word for which there is no component is not met with silence. */
static void
test_instead (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GListModel) found =
      desk_offer_search (fixture->studio, fixture->catalogue, "Scope");

  g_assert_cmpuint (g_list_model_get_n_items (found), ==, 0);
  g_assert_nonnull (desk_catalogue_instead (fixture->catalogue, "Scope"));
  g_assert_null (desk_catalogue_instead (fixture->catalogue, "spring"));
}

/* A wire is offered what can take it, and that alone, its own domain first. */
static void
test_at_port (Fixture *fixture, gconstpointer data)
{
  set_text (fixture, "  j = RotationalComponents.Components.Inertia(J = 1)\n"
                     "  t = RotationalComponents.Sources.TorqueSource()\n");
  g_autoptr (GListModel) all =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "j.spline_b", "");
  const guint n = g_list_model_get_n_items (all);

  g_assert_cmpuint (n, >, 30);
  for (guint i = 0; i < n; i++) {
    g_autoptr (DeskComponent) one = g_list_model_get_item (all, i);
    const LibCard *card = desk_catalogue_component_card (one);
    bool has_spline = false;

    for (uint32_t k = 0; k < card->n_ports; k++)
      has_spline |= g_str_equal (card->ports[k].class_name, "Dyad.Spline");
    g_assert_true (has_spline);
    if (i < 20)
      g_assert_cmpstr (card->library, ==, "RotationalComponents");
  }
  /* What is typed chooses among them: a block has no spline, a sine gives a torque. */
  g_autoptr (GListModel) none = desk_offer_at_port (fixture->studio, fixture->catalogue,
                                                    "j.spline_b", "feedback");
  g_autoptr (GListModel) sine =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "t.tau", "sine");
  g_autofree char *first = class_at (sine, 0);
  g_assert_cmpuint (g_list_model_get_n_items (none), ==, 0);
  g_assert_cmpstr (first, ==, B "Sources.Sine");
}

/* To an input that has its signal no second one, but what shares it. */
static void
test_fed_port (Fixture *fixture, gconstpointer data)
{
  set_text (fixture, "  a = " B "Sources.Sine()\n  b = " B "Math.Gain(k = 1)\n"
                     "relations\n  connect(a.y, b.u)\n");
  g_autoptr (GListModel) source =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "b.u", "step");
  g_autoptr (GListModel) block =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "b.u", "gain");
  g_autoptr (GListModel) behind =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "a.y", "gain");

  for (guint i = 0; i < g_list_model_get_n_items (source); i++) {
    g_autoptr (DeskComponent) one = g_list_model_get_item (source, i);
    const LibCard *card = desk_catalogue_component_card (one);
    bool takes = false;

    for (uint32_t k = 0; k < card->n_ports; k++)
      takes |= card->ports[k].is_input;
    g_assert_true (takes);
  }
  g_assert_cmpuint (g_list_model_get_n_items (block), >, 0);
  g_assert_cmpuint (g_list_model_get_n_items (behind), >, 0);
}

/* An input without a signal is offered what gives one. */
static void
test_unfed_port (Fixture *fixture, gconstpointer data)
{
  set_text (fixture, "  b = " B "Math.Gain(k = 1)\n");
  g_autoptr (GListModel) source =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "b.u", "step");
  g_autoptr (GListModel) sink =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "b.u", "terminator");
  g_autoptr (GListModel) behind =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "b.y", "terminator");

  g_assert_cmpuint (g_list_model_get_n_items (source), >, 0);
  g_assert_cmpuint (g_list_model_get_n_items (sink), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (behind), >, 0);
}

/* Where a wire of signals is drawn, what most people put there comes first, however
 * much of the diagram is of another domain. */
static void
test_usual (Fixture *fixture, gconstpointer data)
{
  static const Case firsts[] = {
      {"t.tau", B "Sources.Constant"}, {"w.w", B "Math.Feedback"},
      {"g.u", B "Sources.Constant"},   {"g.y", B "Math.Feedback"},
      {"x.f", B "Sources.Constant"},   {"s.y", B "Math.Feedback"}};

  set_text (fixture, "  t = " R "Sources.TorqueSource()\n"
                     "  w = " R "Sensors.VelocitySensor()\n"
                     "  x = " T "Sources.ForceSource()\n"
                     "  g = " B "Math.Gain(k = 1)\n  s = " B "Sources.Step()\n");
  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++) {
    g_autoptr (GListModel) found =
        desk_offer_at_port (fixture->studio, fixture->catalogue, firsts[i].typed, "");
    g_autofree char *first = class_at (found, 0);

    g_assert_cmpstr (first, ==, firsts[i].class_name);
  }
  /* Behind them, what needs no signal itself. */
  g_autoptr (GListModel) all =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "t.tau", "");
  guint at = 0;
  for (guint i = 0; i < 25; i++) {
    g_autofree char *class_name = class_at (all, i);

    at = g_str_equal (class_name, B "Sources.ContinuousClock") ? i : at;
    g_assert_true (g_str_has_prefix (class_name, B));
  }
  g_assert_cmpuint (at, >, 5);
}

/* Before anything is typed, what fits the selection is offered. */
static void
test_nothing_typed (Fixture *fixture, gconstpointer data)
{
  set_text (fixture, "  j = RotationalComponents.Components.Inertia(J = 1)\n");
  g_autoptr (GListModel) before =
      desk_offer_search (fixture->studio, fixture->catalogue, "");
  g_assert_cmpuint (g_list_model_get_n_items (before), ==, 0);
  select_item (fixture, "j");
  g_autoptr (GListModel) after =
      desk_offer_search (fixture->studio, fixture->catalogue, " ");
  g_assert_cmpuint (g_list_model_get_n_items (after), >, 30);
}

/* A port of what is selected that is wired already asks for nothing: a what stands at
 * a wall is offered only where it is free. */
static void
test_wired (Fixture *fixture, gconstpointer data)
{
  set_text (fixture, "  a = " T "Components.Fixed()\n"
                     "  j = " T "Components.Spring(c = 1)\n"
                     "  t = " R "Components.Inertia(J = 1)\n"
                     "relations\n  connect(a.flange, j.flange_a)\n");
  select_item (fixture, "a");
  g_autoptr (GListModel) wired =
      desk_offer_search (fixture->studio, fixture->catalogue, "");
  g_assert_cmpuint (g_list_model_get_n_items (wired), ==, 0);
  select_item (fixture, "j");
  g_autoptr (GListModel) free_end =
      desk_offer_search (fixture->studio, fixture->catalogue, "");
  g_assert_cmpuint (g_list_model_get_n_items (free_end), >, 0);
  for (guint i = 0; i < g_list_model_get_n_items (free_end); i++) {
    g_autofree char *class_name = class_at (free_end, i);

    g_assert_false (g_str_equal (class_name, R "Components.Inertia"));
  }
  /* A port that is asked for by itself may have another wire. */
  g_autoptr (GListModel) more =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "a.flange", "");
  g_assert_cmpuint (g_list_model_get_n_items (more), >, 0);
  g_autoptr (GListModel) none =
      desk_offer_at_port (fixture->studio, fixture->catalogue, "a.nothing", "");
  g_assert_cmpuint (g_list_model_get_n_items (none), ==, 0);
}

/* The library that most of the diagram is from; blocks belong to any. */
static void
test_domain (Fixture *fixture, gconstpointer data)
{
  g_assert_null (desk_offer_domain (fixture->studio));
  set_text (fixture, "  a = BlockComponents.Sources.Sine()\n"
                     "  b = BlockComponents.Math.Gain(k = 1)\n");
  g_assert_cmpstr (desk_offer_domain (fixture->studio), ==, "Block");
  set_text (fixture, "  a = BlockComponents.Sources.Sine()\n"
                     "  b = BlockComponents.Math.Gain(k = 1)\n"
                     "  j = RotationalComponents.Components.Inertia(J = 1)\n");
  g_assert_cmpstr (desk_offer_domain (fixture->studio), ==, "Rotational");
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/offer/drive-train", test_drive_train},
      {"/desk/offer/domains", test_domains},
      {"/desk/offer/words", test_words},
      {"/desk/offer/instead", test_instead},
      {"/desk/offer/at-port", test_at_port},
      {"/desk/offer/fed-port", test_fed_port},
      {"/desk/offer/unfed-port", test_unfed_port},
      {"/desk/offer/usual", test_usual},
      {"/desk/offer/nothing-typed", test_nothing_typed},
      {"/desk/offer/wired", test_wired},
      {"/desk/offer/domain", test_domain},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
