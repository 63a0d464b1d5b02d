/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building a diagram by typing, without a window. */
#include "desk/tool/chain.h"
#include "desk/tool/offer.h"

#include "blank-fixture.h"

/* What Return does with a text: the first component that is offered. */
static const char *
type (Fixture *fixture, const char *text, bool is_alone)
{
  g_autofree char *words = desk_insert_words (fixture->catalogue, text);
  g_autoptr (GListModel) found =
      desk_offer_search (fixture->studio, fixture->catalogue, words);
  g_autoptr (DeskComponent) first = g_list_model_get_item (found, 0);

  g_assert_nonnull (first);
  return desk_insert (fixture->studio, fixture->catalogue,
                      &(DeskInsertion){first, text, is_alone, NULL, false},
                      (DocPoint){0, 0});
}

static void
assert_value (Fixture *fixture, const char *item, const char *param, const char *value)
{
  g_autofree char *text = doc_get_modifier (doc_of (fixture), item, param);

  g_assert_cmpstr (text, ==, value);
}

static void
assert_joined (Fixture *fixture, const char *a, const char *b)
{
  g_autofree char *refusal = doc_refusal (doc_of (fixture), a, b);

  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "already"));
}

/* The absorber, a part after the other, all values with them. */
static void
test_absorber (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = doc_of (fixture);
  const char *machine;

  g_assert_cmpstr (type (fixture, "fixed", false), ==, "fixed");
  type (fixture, "spring damper 1k 5", false);
  machine = type (fixture, "mass 10 kg", false);
  type (fixture, "springdamper 100 0,5", false);
  type (fixture, "mass m = 1", false);
  desk_selection_set (fixture->studio->selection, &machine, 1);
  type (fixture, "force", false);
  type (fixture, "sine 10 1.59155 start_time=1", false);
  g_assert_null (fixture->told);

  g_assert_cmpuint (doc_n_items (doc), ==, 7);
  g_assert_cmpuint (doc_n_wires (doc), ==, 6);
  assert_joined (fixture, "fixed.flange", "springDamper.flange_a");
  assert_joined (fixture, "springDamper.flange_b", "mass.flange_a");
  assert_joined (fixture, "mass.flange_b", "springDamper2.flange_a");
  assert_joined (fixture, "springDamper2.flange_b", "mass2.flange_a");
  assert_joined (fixture, "sine.y", "forceSource.f");
  assert_value (fixture, "springDamper", "c", "1k");
  assert_value (fixture, "springDamper", "d", "5");
  assert_value (fixture, "mass", "m", "10");
  assert_value (fixture, "springDamper2", "d", "0.5");
  assert_value (fixture, "mass2", "m", "1");
  assert_value (fixture, "sine", "amplitude", "10");
  assert_value (fixture, "sine", "frequency", "1.59155");
  g_assert_cmpuint (doc_undo_depth (doc), ==, 7); /* a step each */
}

/* The wall of a train that is typed is at its left end. */
static void
test_wall (Fixture *fixture, gconstpointer data)
{
  const DocModel *doc = doc_of (fixture);

  type (fixture, "fixed", false);
  type (fixture, "spring", false);
  g_assert_cmpfloat (doc_item (doc, 0)->ports[0].outward.x, ==, 1);
  g_assert_cmpfloat (doc_item (doc, 1)->box.y1, ==, doc_item (doc, 0)->box.y1);
  g_assert_cmpfloat (doc_item (doc, 1)->rot, ==, 0);
}

/* A part is called as it is found, in one word or in two: the one that fits the end of
 * the train. */
static void
test_fits (Fixture *fixture, gconstpointer data)
{
  type (fixture, "inertia 2", false);
  g_assert_cmpstr (type (fixture, "speedsensor", false), ==, "velocitySensor");
  assert_joined (fixture, "inertia.spline_b", "velocitySensor.spline");
}

/* Two parts that hold are not wired to each other, nor by what is between them. */
static void
test_holds (Fixture *fixture, gconstpointer data)
{
  static const char *const pairs[][2] = {
      {"world", "fixed planar"}, {"fixed", "fixed"}, {"fixed", "position"}};
  DocModel *doc = doc_of (fixture);
  const char *mass;

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    doc_set_text (doc, "component M\nend\n", strlen ("component M\nend\n"));
    desk_selection_set (fixture->studio->selection, NULL, 0);
    type (fixture, pairs[i][0], false);
    type (fixture, pairs[i][1], false);
    g_assert_cmpuint (doc_n_items (doc), ==, 2);
    g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  }
  /* The second end of a mass may be held, but no end twice. */
  desk_selection_set (fixture->studio->selection, NULL, 0);
  mass = type (fixture, "mass", false);
  for (guint i = 0; i < 3; i++) {
    desk_selection_set (fixture->studio->selection, &mass, 1);
    type (fixture, "fixed", false);
    g_assert_cmpuint (doc_n_wires (doc), ==, MIN (i + 1, 2));
  }
}

/* What holds its flange against a support may stand on a wall. */
static void
test_support (Fixture *fixture, gconstpointer data)
{
  static const char text[] =
      "component M\n"
      "  move = TranslationalComponents.Sources.Position(useSupport = true)\nend\n";
  const char *move = "move";

  doc_set_text (doc_of (fixture), text, strlen (text));
  desk_selection_set (fixture->studio->selection, &move, 1);
  type (fixture, "fixed", false);
  g_assert_cmpuint (doc_n_wires (doc_of (fixture)), ==, 1);
}

/* `pi` is a word of the language. */
static void
test_first_name (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (type (fixture, "pi", false), ==, "pi1");
  g_assert_cmpstr (type (fixture, "pi", false), ==, "pi2");
  g_assert_cmpstr (type (fixture, "gain", false), ==, "gain");
  g_assert_cmpstr (type (fixture, "gain", false), ==, "gain2");
}

/* Two that cannot be joined stand side by side, and it is told why. */
static void
test_apart (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (type (fixture, "mass 1", false), ==, "mass");
  type (fixture, "spring 1", false);
  g_assert_null (fixture->told);
  g_assert_cmpstr (type (fixture, "inertia 1", false), ==, "inertia");
  g_assert_cmpstr (
      fixture->told, ==,
      "inertia cannot be joined with spring: rotating and sliding ports cannot be "
      "joined directly; insert a rack, a wheel or a lever");
  type (fixture, "sine", false);
  g_assert_cmpstr (
      fixture->told, ==,
      "sine cannot be joined with inertia: a signal cannot act on a rotating "
      "port directly; insert a source of torque or motion");
}

/* A port that a parameter turns off is named with it. */
static void
test_absent (Fixture *fixture, gconstpointer data)
{
  g_assert_cmpstr (type (fixture, "revolute", false), ==, "revolute");
  type (fixture, "inertia 0.05", false);
  g_assert_cmpstr (
      fixture->told, ==,
      "inertia cannot be joined with revolute: revolute has the port flange_a "
      "only while its useFlange is on");
  g_assert_cmpstr (type (fixture, "prismatic", false), ==, "prismatic");
  g_assert_cmpstr (fixture->told, ==,
                   "prismatic cannot be joined with inertia: rotating ports and planar "
                   "frames cannot be joined directly; insert a revolute joint with a "
                   "shaft");
}

/* With the other key it stands alone. */
static void
test_alone (Fixture *fixture, gconstpointer data)
{
  type (fixture, "mass", false);
  g_assert_nonnull (type (fixture, "spring", true));
  g_assert_cmpuint (doc_n_wires (doc_of (fixture)), ==, 0);
  g_assert_null (fixture->told);
}

static void
assert_words (Fixture *fixture, const char *text, const char *expected)
{
  g_autofree char *words = desk_insert_words (fixture->catalogue, text);

  g_assert_cmpstr (words, ==, expected);
}

/* Numbers are values where they are no part of a name. */
static void
test_words (Fixture *fixture, gconstpointer data)
{
  assert_words (fixture, "spring damper 1k 5", "spring damper");
  assert_words (fixture, "mass m = 10 kg", "mass");
  assert_words (fixture, "atan 2", "atan 2");
  assert_words (fixture, "add3 1", "add3");
  assert_words (fixture, "pi 2 0.5", "pi"); /* no word of Atan2 */
  assert_words (fixture, "backlash 2", "backlash");
  assert_words (fixture, "mass 10,", "mass");
  assert_words (fixture, "mass -1.5e3", "mass");
  assert_words (fixture, "prismatic [1, 0] s = 2", "prismatic");
  assert_words (fixture, "", "");
  assert_words (fixture, " = ", "");
  g_assert_cmpstr (desk_insert_next ("spring 1, mass 2"), ==, ", mass 2");
  g_assert_null (desk_insert_next ("spring 0,5"));
  g_assert_null (desk_insert_next ("table table=[[0, 0], [1, 1]]"));
}

static void
assert_preview (Fixture *fixture, const char *class, const char *text, const char *told)
{
  DeskComponent *component = desk_catalogue_find (fixture->catalogue, class);
  g_autofree char *problem = NULL;
  g_autofree char *values =
      desk_insert_preview (fixture->catalogue, component, text, &problem);

  g_test_message ("“%s”: %s", text, problem != NULL ? problem : values);
  if (*told == '!') {
    g_assert_nonnull (problem);
    g_assert_nonnull (strstr (problem, told + 1));
    g_assert_cmpstr (values, ==, "");
  } else {
    g_assert_cmpstr (values, ==, told);
    g_assert_null (problem);
  }
}

/* What will be inserted is said before, and so is what cannot be. */
static void
test_preview (Fixture *fixture, gconstpointer data)
{
  static const char mass[] = "TranslationalComponents.Components.Mass";
  static const char spring[] = "TranslationalComponents.Components.SpringDamper";
  static const char shape[] = "MultibodyComponents.PlanarMechanics.BodyShape";

  assert_preview (fixture, mass, "mass", "");
  assert_preview (fixture, mass, "mass 10 kg", "m = 10 kg");
  assert_preview (fixture, spring, "springdamper 1 kN/mm 5", "c = 1 kN/mm, d = 5");
  assert_preview (fixture, spring, "springdamper d=2 1", "d = 2, c = 1");
  assert_preview (fixture, mass, "mass 10 N", "!another kind of quantity");
  assert_preview (fixture, mass, "mass -1", "!at least 0");
  assert_preview (fixture, mass, "mass 1,5 kg", "m = 1.5 kg");
  assert_preview (fixture, mass, "mass 1,000 kg", "!two ways");
  assert_preview (fixture, mass, "mass m = 2*", "!not a value");
  assert_preview (fixture, mass, "mass k = 1", "!no parameter k");
  assert_preview (fixture, shape, "bodyshape [100 mm, 0] 2 0.5",
                  "r = [100 mm, 0], m = 2, I = 0.5");
  assert_preview (fixture, shape, "bodyshape 2 [1,0]", "m = 2, r = [1,0]");
  assert_preview (fixture, mass, "mass 2 s=10 mm v(guess)=1",
                  "m = 2, s(initial) = 10 mm, v(guess) = 1");
  assert_preview (fixture, mass, "mass s(start)=1", "!no parameter s(start)");
  assert_preview (fixture, mass, "mass s=1 kg", "!another kind of quantity");
  assert_preview (fixture, mass, "mass [1, 2]", "!no further value");
  assert_preview (fixture, "TranslationalComponents.Components.Fixed", "fixed 1 2",
                  "!no further value");
}

/* A variable that is named gets its initial value. */
static void
test_start (Fixture *fixture, gconstpointer data)
{
  type (fixture, "mass 2 s=10 mm V(guess)=1", false);
  g_assert_null (fixture->told);
  assert_value (fixture, "mass", "s(initial)", "0.01");
  assert_value (fixture, "mass", "v(guess)", "1");
}

static void
assert_begin (Fixture *fixture, const char *text, const char *rest, const char *port)
{
  g_autofree char *found = NULL;

  g_assert_cmpstr (desk_insert_begin (fixture->studio, text, &found), ==, rest);
  g_assert_cmpstr (found, ==, port);
}

/* A name and a colon go on at that part, or at its port. */
static void
test_begin (Fixture *fixture, gconstpointer data)
{
  const char *component = "RotationalComponents.Components.Inertia";
  uint32_t n;

  type (fixture, "planetary 2", false);
  type (fixture, "inertia 1", false);
  assert_begin (fixture, "clutch: mass", NULL, NULL);
  assert_begin (fixture, "inertia:", NULL, NULL);
  assert_begin (fixture, "inertia", NULL, NULL);
  assert_begin (fixture, "idealPlanetaryGear.moon: inertia", NULL, NULL);
  assert_begin (fixture, "idealPlanetaryGear: brake 5", "brake 5", NULL);
  g_assert_cmpstr (desk_selection_names (fixture->studio->selection, &n)[0], ==,
                   "idealPlanetaryGear");
  assert_begin (fixture, ", inertia: ", "", NULL);
  assert_begin (fixture, "idealPlanetaryGear.carrier: inertia", "inertia",
                "idealPlanetaryGear.carrier");
  desk_insert (fixture->studio, fixture->catalogue,
               &(DeskInsertion){desk_catalogue_find (fixture->catalogue, component),
                                "inertia 3", false, "idealPlanetaryGear.carrier",
                                false},
               (DocPoint){0, 0});
  assert_joined (fixture, "idealPlanetaryGear.carrier", "inertia2.spline_b");
  assert_value (fixture, "inertia2", "J", "3");
}

/* What cannot be taken changes nothing. */
static void
test_refused (Fixture *fixture, gconstpointer data)
{
  g_assert_null (type (fixture, "mass 10 N", false));
  g_assert_nonnull (fixture->told);
  g_assert_cmpuint (doc_n_items (doc_of (fixture)), ==, 0);
  g_assert_cmpuint (doc_undo_depth (doc_of (fixture)), ==, 0);
}

/* ---- chains ---- */

/* What a field does with a text between commas; false if it is refused. */
static bool
chain_on (Fixture *fixture, DeskChain *chain, const char *text)
{
  g_autofree char *words = desk_insert_words (fixture->catalogue, text);
  g_autoptr (GListModel) found =
      desk_offer_search (fixture->studio, fixture->catalogue, words);
  g_autoptr (DeskComponent) first = g_list_model_get_item (found, 0);
  g_autofree char *refusal = desk_chain_refusal (chain, first);

  return refusal == NULL &&
         desk_chain_insert (chain, &(DeskInsertion){.component = first, .text = text},
                            (DocPoint){0, 0}, NULL) != NULL;
}

static void
assert_class (Fixture *fixture, const char *name, const char *class_name)
{
  const DocItem *item =
      doc_item (doc_of (fixture), doc_find_item (doc_of (fixture), name));

  g_assert_cmpstr (item->card->entry->name, ==, class_name);
}

/* Parts of one field are of the domain that lets all of them be joined, whichever part
 * tells it; each is a step of undo still. */
static void
test_chain (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = doc_of (fixture);
  g_autoptr (DeskChain) chain = desk_chain_new (fixture->studio, fixture->catalogue);
  uint32_t n;

  g_assert_true (chain_on (fixture, chain, "fixed"));
  g_assert_true (chain_on (fixture, chain, "spring 1k"));
  assert_class (fixture, "spring", "TranslationalComponents.Components.Spring");
  g_assert_true (chain_on (fixture, chain, "inertia 2"));
  assert_class (fixture, "fixed", "RotationalComponents.Components.Fixed");
  assert_class (fixture, "spring", "RotationalComponents.Components.Spring");
  assert_value (fixture, "spring", "c", "1k");
  assert_joined (fixture, "fixed.spline", "spring.spline_a");
  assert_joined (fixture, "spring.spline_b", "inertia.spline_a");
  g_assert_true (chain_on (fixture, chain, "damper"));
  assert_class (fixture, "damper", "RotationalComponents.Components.Damper");
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 4);
  g_assert_cmpstr (desk_chain_names (chain, &n)[1], ==, "spring");
  g_assert_cmpuint (n, ==, 4);
  g_assert_null (fixture->told);
}

/* What no choice joins is refused, and nothing changes; what was chosen by hand, edited
 * meanwhile, or there before, stays. */
static void
test_chain_refused (Fixture *fixture, gconstpointer data)
{
  DocModel *doc = doc_of (fixture);
  g_autoptr (DeskChain) chain = desk_chain_new (fixture->studio, fixture->catalogue);
  DeskComponent *spring = desk_catalogue_find (
      fixture->catalogue, "TranslationalComponents.Components.Spring");

  g_assert_true (chain_on (fixture, chain, "inertia"));
  g_assert_false (chain_on (fixture, chain, "mass"));
  g_assert_cmpuint (doc_n_items (doc), ==, 1);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 1);

  g_autoptr (DeskChain) other = desk_chain_new (fixture->studio, fixture->catalogue);
  desk_selection_set (fixture->studio->selection, NULL, 0);
  desk_chain_insert (
      other, &(DeskInsertion){.component = spring, .text = "spring", .is_chosen = true},
      (DocPoint){0, 800}, NULL);
  g_assert_false (chain_on (fixture, other, "inertia"));

  g_autoptr (DeskChain) third = desk_chain_new (fixture->studio, fixture->catalogue);
  desk_selection_set (fixture->studio->selection, NULL, 0);
  desk_chain_insert (third, &(DeskInsertion){.component = spring, .text = "spring"},
                     (DocPoint){0, 1600}, NULL);
  doc_set_modifier (doc, "spring2", "c", "1", NULL, NULL);
  g_assert_false (chain_on (fixture, third, "inertia"));
  assert_class (fixture, "spring2", "TranslationalComponents.Components.Spring");
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/insert/absorber", test_absorber},
      {"/desk/insert/wall", test_wall},
      {"/desk/insert/alone", test_alone},
      {"/desk/insert/words", test_words},
      {"/desk/insert/start", test_start},
      {"/desk/insert/begin", test_begin},
      {"/desk/insert/preview", test_preview},
      {"/desk/insert/refused", test_refused},
      {"/desk/insert/fits", test_fits},
      {"/desk/insert/holds", test_holds},
      {"/desk/insert/support", test_support},
      {"/desk/insert/name", test_first_name},
      {"/desk/insert/apart", test_apart},
      {"/desk/insert/absent", test_absent},
      {"/desk/insert/chain", test_chain},
      {"/desk/insert/chain-refused", test_chain_refused},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
