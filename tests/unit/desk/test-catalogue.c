/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the palette offers and how it is found. */
#include "desk/catalogue.h"

#include "blank-fixture.h"
#include "desk/describe.h"

static char *
first_found (Fixture *fixture, const char *text)
{
  g_autoptr (GListModel) found = desk_catalogue_search (fixture->catalogue, text);
  g_autoptr (DeskComponent) first = g_list_model_get_item (found, 0);

  return first != NULL ? g_strdup (desk_catalogue_component_class (first)) : NULL;
}

static void
assert_first (Fixture *fixture, const char *text, const char *class_name)
{
  g_autofree char *first = first_found (fixture, text);

  g_assert_cmpstr (first, ==, class_name);
}

/* The name itself wins over longer names that begin with it. */
static void
test_best_first (Fixture *fixture, gconstpointer data)
{
  assert_first (fixture, "mass", "TranslationalComponents.Components.Mass");
  assert_first (fixture, "Spring", "TranslationalComponents.Components.Spring");
  assert_first (fixture, "spring rot", "RotationalComponents.Components.Spring");
  assert_first (fixture, "inert", "RotationalComponents.Components.Inertia");
}

/* Capitals of a long name are enough. */
static void
test_capitals (Fixture *fixture, gconstpointer data)
{
  assert_first (fixture, "isdf",
                "TranslationalComponents.Sources.InverseSpeedDependentForce");
}

/* The place of a component in what is found; UINT_MAX if it is not. */
static guint
place_of (GListModel *found, const char *class_name)
{
  for (guint i = 0; i < g_list_model_get_n_items (found); i++) {
    g_autoptr (DeskComponent) one = g_list_model_get_item (found, i);

    if (g_str_equal (desk_catalogue_component_class (one), class_name))
      return i;
  }
  return UINT_MAX;
}

/* Of two that both are found, the one that is meant comes first: a whole name before a
 * begun one, the shorter of two begun ones, a name before a word of its category, and
 * that before one of its documentation. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  static const struct {
    const char *typed, *first, *later;
  } CASES[] = {
      {"spring", "TranslationalComponents.Components.Spring",
       "TranslationalComponents.Components.SpringDamper"},
      {"sprin", "TranslationalComponents.Components.Spring",
       "TranslationalComponents.Components.SpringDamper"},
      {"damper", "TranslationalComponents.Components.Damper",
       "TranslationalComponents.Components.SpringDamper"},
      {"force", "TranslationalComponents.Sources.Force",
       "TranslationalComponents.Sources.InverseSpeedDependentForce"},
      {"sour", "BlockComponents.Sources.Sine",
       "TranslationalComponents.Components.Mass"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (GListModel) found =
        desk_catalogue_search (fixture->catalogue, CASES[i].typed);
    const guint first = place_of (found, CASES[i].first);

    g_test_message ("%s", CASES[i].typed);
    g_assert_cmpuint (first, !=, UINT_MAX);
    g_assert_cmpuint (first, <, place_of (found, CASES[i].later));
  }
}

static int
offer_all (const LibCard *card, gpointer data)
{
  return 0;
}

/* Every component is found first by its whole name, if no other is called so. */
static void
test_own_name (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GListModel) all =
      desk_catalogue_rank (fixture->catalogue, "", offer_all, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  const guint n = g_list_model_get_n_items (all);
  guint n_first = 0;

  g_assert_cmpuint (n, >, 100);
  for (guint i = 0; i < n; i++) {
    g_autoptr (DeskComponent) one = g_list_model_get_item (all, i);
    const char *title = desk_catalogue_component_card (one)->title;
    g_autoptr (GListModel) found = desk_catalogue_search (fixture->catalogue, title);
    g_autofree char *loud = g_ascii_strup (title, -1);
    g_autoptr (DeskComponent) first = g_list_model_get_item (found, 0);

    g_assert_true (desk_catalogue_has_name (fixture->catalogue, title));
    g_assert_true (desk_catalogue_has_name (fixture->catalogue, loud));
    g_assert_cmpuint (place_of (found, desk_catalogue_component_class (one)), <, 8);
    n_first += g_str_equal (desk_catalogue_component_card (first)->title, title);
    g_assert_true (desk_catalogue_find (fixture->catalogue,
                                        desk_catalogue_component_class (one)) == one);
  }
  g_assert_cmpuint (n_first, >=, n - n / 50);
  g_assert_false (desk_catalogue_has_name (fixture->catalogue, "Mas"));
  g_assert_false (desk_catalogue_has_name (fixture->catalogue, ""));
}

/* All words must be found; blanks, case and accents do not count, and a value is no
 * word. */
static void
test_words (Fixture *fixture, gconstpointer data)
{
  static const char *const SAME[] = {"spring damper", "  Spring   DAMPER ",
                                     "spr\u00EDng damp\u00E8r"};

  for (guint i = 0; i < G_N_ELEMENTS (SAME); i++)
    assert_first (fixture, SAME[i], "TranslationalComponents.Components.SpringDamper");
  assert_first (fixture, "mass qqzzqq", NULL);
  assert_first (fixture, "qqzzqq mass", NULL);
  assert_first (fixture, "   ", NULL);
  assert_first (fixture, "12.5", NULL);
  assert_first (fixture, "-3", NULL);
}

static int
weigh_masses (const LibCard *card, gpointer least)
{
  return strstr (card->title, "Mass") != NULL ? 1000 : least != NULL ? -1 : 0;
}

/* What else speaks for a component goes before its name, and less than nothing leaves
 * it out. */
static void
test_weight (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GListModel) all =
      desk_catalogue_rank (fixture->catalogue, " ", weigh_masses, NULL);
  g_autoptr (GListModel) some =
      desk_catalogue_rank (fixture->catalogue, "", weigh_masses, fixture);
  const guint n = g_list_model_get_n_items (some);

  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (g_list_model_get_n_items (all), >, 10 * n);
  for (guint i = 0; i < n; i++) {
    g_autoptr (DeskComponent) one = g_list_model_get_item (some, i);

    g_assert_cmpuint (place_of (all, desk_catalogue_component_class (one)), ==, i);
  }
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GListModel) none = desk_catalogue_search (fixture->catalogue, "qqzzqq");
  g_autoptr (GListModel) empty = desk_catalogue_search (fixture->catalogue, "");

  g_assert_cmpuint (g_list_model_get_n_items (none), ==, 0);
  g_assert_cmpuint (g_list_model_get_n_items (empty), ==, 0);
}

/* Nobody can drag out what cannot stand on a diagram. */
static void
test_offers_no_partial (Fixture *fixture, gconstpointer data)
{
  GListModel *sections = desk_catalogue_sections (fixture->catalogue);
  uint32_t n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (sections); i++) {
    g_autoptr (DeskSection) library = g_list_model_get_item (sections, i);
    GListModel *categories = desk_catalogue_section_children (library);

    for (guint k = 0; k < g_list_model_get_n_items (categories); k++) {
      g_autoptr (DeskSection) category = g_list_model_get_item (categories, k);

      n += g_list_model_get_n_items (desk_catalogue_section_children (category));
    }
  }
  g_assert_cmpuint (n, >, 40);
  g_assert_null (desk_catalogue_find (
      fixture->catalogue, "TranslationalComponents.Interfaces.PartialCompliant"));
  g_assert_null (
      desk_catalogue_find (fixture->catalogue, "TranslationalComponents.Spring"));
  g_assert_nonnull (desk_catalogue_find (fixture->catalogue,
                                         "TranslationalComponents.Components.Spring"));
}

/* Titles and order are what the libraries say of themselves. */
static void
test_libraries (Fixture *fixture, gconstpointer data)
{
  static const char *const titles[] = {"Translational", "Rotational", "Multibody",
                                       "Block", "Thermal"};
  static const char *const symbols[] = {"Spring", "Inertia", "Revolute", "FirstOrder",
                                        "HeatCapacitor"};
  GListModel *sections = desk_catalogue_sections (fixture->catalogue);

  g_assert_cmpuint (g_list_model_get_n_items (sections), ==, G_N_ELEMENTS (titles));
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++) {
    g_autoptr (DeskSection) section = g_list_model_get_item (sections, i);

    g_assert_cmpstr (desk_catalogue_section_title (section), ==, titles[i]);
    g_assert_nonnull (strstr (desk_catalogue_section_symbol (section), symbols[i]));
  }
}

static void
assert_category (GListModel *sections, guint library, guint category, const char *title)
{
  g_autoptr (DeskSection) group = g_list_model_get_item (sections, library);
  g_autoptr (DeskSection) below =
      g_list_model_get_item (desk_catalogue_section_children (group), category);

  g_assert_cmpstr (desk_catalogue_section_title (below), ==, title);
}

static const char *
first_icon (DeskCatalogue *catalogue, guint library)
{
  g_autoptr (DeskSection) group =
      g_list_model_get_item (desk_catalogue_sections (catalogue), library);
  g_autoptr (DeskSection) category =
      g_list_model_get_item (desk_catalogue_section_children (group), 0);
  g_autoptr (DeskComponent) first =
      g_list_model_get_item (desk_catalogue_section_children (category), 0);

  return desk_catalogue_component_card (first)->icon;
}

/* A library of another domain beside them: its group comes where it says, and in it
 * first the categories that it names. */
static void
test_other_library (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *dyad = g_build_filename (data, "library", "Dyad", NULL);
  g_autofree char *blocks = g_build_filename (data, "library", "BlockComponents", NULL);
  g_autofree char *electrical = g_test_build_filename (
      G_TEST_DIST, "models", "electrical", "ElectricalComponents", NULL);
  const char *const folders[] = {dyad, blocks, electrical, NULL};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library = lib_index_load (folders, diags, NULL);

  g_assert_nonnull (library);
  DeskCatalogue *catalogue = desk_catalogue_new (library);
  GListModel *sections = desk_catalogue_sections (catalogue);
  g_autoptr (DeskSection) first = g_list_model_get_item (sections, 0);
  g_autoptr (DeskSection) second = g_list_model_get_item (sections, 1);
  g_assert_cmpstr (desk_catalogue_section_title (first), ==, "Electrical circuits");
  g_assert_cmpstr (desk_catalogue_section_title (second), ==, "Block");
  g_assert_cmpuint (g_list_model_get_n_items (desk_catalogue_section_children (first)),
                    ==, 2);
  g_assert_cmpstr (desk_catalogue_section_symbol (first), ==,
                   first_icon (catalogue, 0));
  assert_category (sections, 0, 0, "Sources");
  assert_category (sections, 0, 1, "Components");
  assert_category (sections, 1, 0, "Sources");
  assert_category (sections, 1, 1, "Continuous");
  desk_catalogue_free (catalogue);
}

/* A title may go on in the next line where a word of it begins. */
static void
test_titles (void)
{
  g_autofree char *plain = desk_describe_title ("Mass");
  g_autofree char *two = desk_describe_title ("SpringDamper");
  g_autofree char *short_form = desk_describe_title ("LimPID");

  g_assert_cmpstr (plain, ==, "Mass");
  g_assert_cmpstr (two, ==, "Spring\u200BDamper");
  g_assert_cmpstr (short_form, ==, "Lim\u200BPID");
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/catalogue/best-first", test_best_first},
      {"/desk/catalogue/capitals", test_capitals},
      {"/desk/catalogue/order", test_order},
      {"/desk/catalogue/own-name", test_own_name},
      {"/desk/catalogue/words", test_words},
      {"/desk/catalogue/weight", test_weight},
      {"/desk/catalogue/nothing", test_nothing},
      {"/desk/catalogue/no-partial", test_offers_no_partial},
      {"/desk/catalogue/libraries", test_libraries},
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/desk/catalogue/other-library", test_other_library);
  g_test_add_func ("/desk/catalogue/titles", test_titles);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
