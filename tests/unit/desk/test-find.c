/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a text is found in. */
#include "desk/tool/find.h"

#include "blank-fixture.h"

static const char text[] =
    "component M\n"
    "  \"Heavy wheel of the motor\"\n"
    "  rotor = RotationalComponents.Components.Inertia(J = 12.5) {^rotor}\n"
    "  body = TranslationalComponents.Components.Mass(m = 10, L = 0.2)\n"
    "  spring = TranslationalComponents.Components.Spring(c = 2k) {^spring}\n"
    "  extra = TranslationalComponents.Components.Damper(d = 1)\n"
    "relations\n"
    "  connect(body.flange_b, spring.flange_a) {\"Dyad\": {\"tag\": \"Rod\"}}\n"
    "  connect(spring.flange_a, extra.flange_a) {\"Dyad\": {\"tag\": \"\"}}\n"
    "metadata {\n"
    "  \"Dyad\": {\"labels\": [{\"label\": \"Read this motor note\", \"x\": 0, \"y\": "
    "0,"
    " \"rot\": 0, \"layer\": \"diagram\"}]},\n"
    "  \"_links\": {\"spring\": {\"entry\": {\"c\": \"2 N/mm\"}}}\n"
    "}\n"
    "end\n";

/* The titles that are found, and the detail of the first. */
static void
assert_found (Fixture *fixture,
              const char *typed,
              const char *titles,
              const char *detail)
{
  g_autoptr (GPtrArray) found = desk_find (fixture->studio, typed, 10);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? "|" : "",
                            ((DeskFound *) found->pdata[i])->title);
  g_assert_cmpstr (all->str, ==, titles);
  if (detail != NULL)
    g_assert_cmpstr (((DeskFound *) found->pdata[0])->detail, ==, detail);
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  assert_found (fixture, "ROT", "rotor", "Inertia");
  assert_found (fixture, "spring", "spring", "Spring");
  assert_found (fixture, "inertia", "rotor", "Inertia");
}

static void
test_values (Fixture *fixture, gconstpointer data)
{
  assert_found (fixture, "10 kg", "body", "m = 10 kg");
  assert_found (fixture, "m = 10", "body", "m = 10 kg");
  assert_found (fixture, "12.5", "rotor", "J = 12.5 kg·m²");
  assert_found (fixture, "2 N/mm", "spring", "c = 2 N/mm");
  assert_found (fixture, "L =", "body", "L = 0.2 m");
}

/* Documentation of a part, and notes, after what is called so. */
static void
test_texts (Fixture *fixture, gconstpointer data)
{
  assert_found (fixture, "motor", "rotor|Read this motor note",
                "Heavy wheel of the motor");
  assert_found (fixture, "read this", "Read this motor note", NULL);
  assert_found (fixture, "no such thing", "", NULL);
  assert_found (fixture, "", "rotor|body|spring|extra", NULL);
}

/* A net shown as tags is found once, by what stands in them, before values. */
static void
test_tags (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) found = desk_find (fixture->studio, "rod", 10);

  assert_found (fixture, "rod", "Rod",
                "body.flange_b — spring.flange_a — extra.flange_a");
  g_assert_cmpstr (((DeskFound *) found->pdata[0])->tag, ==, "Rod");
  g_assert_null (((DeskFound *) found->pdata[0])->item);
}

/* A brake in the axles of two wagons, and one of the model. */
static const char train[] =
    "component Axle\n  brake = TranslationalComponents.Components.Mass(m = 77)\n"
    "end\n\n"
    "component Wagon\n"
    "  front = Axle()\n  rear = Axle() {^rear}\n"
    "  pipe = Dyad.Flange()\nrelations\n"
    "  connect(front.brake.flange_a, rear.brake.flange_a) {\"Dyad\": {\"tag\": "
    "\"Line\"}}\n"
    "metadata {\"Dyad\": {\"labels\": [{\"label\": \"of the icon\", \"layer\": "
    "\"icon\"}, {\"label\": \"Under the floor\", \"layer\": \"diagram\"}]}}\n"
    "end\n\n"
    "component Train\n"
    "  first = Wagon()\n  next = [Wagon() for i in 1:3]\n"
    "  brake = TranslationalComponents.Components.Damper(d = 77)\n"
    "end\n";

static const DeskFound *
first_of (GPtrArray *found)
{
  g_assert_cmpuint (found->len, >, 0);
  return found->pdata[0];
}

/* Components of other levels are found, with the way there, each once: what is shown
 * comes first. */
static void
test_levels (Fixture *fixture, gconstpointer data)
{
  doc_set_text (doc_of (fixture), train, strlen (train));
  assert_found (fixture, "brake", "brake|first ▸ front ▸ brake", "Damper");
  assert_found (fixture, "77 kg", "first ▸ front ▸ brake", "m = 77 kg");
  assert_found (fixture, "axle", "first ▸ front|first ▸ rear", "Axle");
  assert_found (fixture, "line", "first ▸ Line",
                "front.brake.flange_a — rear.brake.flange_a");
  assert_found (fixture, "floor", "first ▸ Under the floor", NULL);
  assert_found (fixture, "of the icon", "", NULL);
  g_autoptr (GPtrArray) notes = desk_find (fixture->studio, "floor", 10);
  g_assert_cmpstr (first_of (notes)->level, ==, "first");
  g_assert_cmpuint (first_of (notes)->note, ==, 0);

  /* From inside, in another of its instances, that one is meant. */
  g_assert_true (desk_document_show_level (fixture->studio->document, "next[2].rear"));
  assert_found (fixture, "brake", "brake|Train ▸ brake", "Mass");
  assert_found (fixture, "front", "first ▸ front", NULL);
  g_autoptr (GPtrArray) found = desk_find (fixture->studio, "brake", 10);
  g_assert_cmpstr (first_of (found)->level, ==, "next[2].rear");
}

/* The name that was typed, then those that begin so, then those that have it inside, or
 * in their class; each kind first on the level shown. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  static const char masses[] =
      "component Pair\n"
      "  bigmass = TranslationalComponents.Components.Mass(m = 1)\n"
      "  mass2 = TranslationalComponents.Components.Mass(m = 1)\n"
      "  Mass = TranslationalComponents.Components.Mass(m = 1)\n"
      "end\n\n"
      "component Model\n"
      "  body = TranslationalComponents.Components.Mass(m = 1)\n"
      "  mass1 = TranslationalComponents.Components.Mass(m = 1)\n"
      "  pair = Pair()\n"
      "end\n";

  doc_set_text (doc_of (fixture), masses, strlen (masses));
  assert_found (fixture, "mass", "pair ▸ Mass|mass1|pair ▸ mass2|body|pair ▸ bigmass",
                "Mass");
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/find/names", test_names},   {"/desk/find/values", test_values},
      {"/desk/find/texts", test_texts},   {"/desk/find/tags", test_tags},
      {"/desk/find/levels", test_levels}, {"/desk/find/order", test_order},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (text, tests, G_N_ELEMENTS (tests));
}
