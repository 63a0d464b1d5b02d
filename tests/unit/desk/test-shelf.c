/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands above the libraries in the palette. */
#include "desk/shelf.h"

#include "blank-fixture.h"

#define MASS   "TranslationalComponents.Components.Mass"
#define SPRING "TranslationalComponents.Components.Spring"

static void
assert_sections (Fixture *fixture, const char *first, const char *second)
{
  GListModel *sections = desk_shelf_sections (fixture->shelf);
  g_autoptr (DeskSection) a = g_list_model_get_item (sections, 0);
  g_autoptr (DeskSection) b = g_list_model_get_item (sections, 1);

  g_assert_cmpstr (desk_catalogue_section_title (a), ==, first);
  g_assert_cmpstr (desk_catalogue_section_title (b), ==, second);
}

static void
assert_names (char **names, const char *expected)
{
  g_autofree char *joined = g_strjoinv (" ", names);

  g_assert_cmpstr (joined, ==, expected);
  g_strfreev (names);
}

/* Headings come and go with what is below them. */
static void
test_sections (Fixture *fixture, gconstpointer data)
{
  DeskComponent *mass = desk_catalogue_find (fixture->catalogue, MASS);

  assert_sections (fixture, "Translational", "Rotational");
  desk_shelf_use (fixture->shelf, mass);
  assert_sections (fixture, "Translational", "Rotational");
  desk_shelf_show_used (fixture->shelf);
  assert_sections (fixture, "Recently used", "Translational");
  desk_shelf_toggle_favorite (fixture->shelf, mass);
  assert_sections (fixture, "Favorites", "Recently used");
  g_assert_true (desk_shelf_is_favorite (fixture->shelf, mass));
  desk_shelf_toggle_favorite (fixture->shelf, mass);
  assert_sections (fixture, "Recently used", "Translational");
}

/* The newest first, each once, and not many. */
static void
test_used (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = {"Brake", "Damper", "ElastoGap", "Fixed", "Rod"};

  desk_shelf_use (fixture->shelf, desk_catalogue_find (fixture->catalogue, MASS));
  desk_shelf_use (fixture->shelf, desk_catalogue_find (fixture->catalogue, SPRING));
  desk_shelf_use (fixture->shelf, desk_catalogue_find (fixture->catalogue, MASS));
  assert_names (desk_shelf_used (fixture->shelf), MASS " " SPRING);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *class_name =
        g_strconcat ("TranslationalComponents.Components.", names[i], NULL);

    desk_shelf_use (fixture->shelf,
                    desk_catalogue_find (fixture->catalogue, class_name));
  }
  g_auto (GStrv) used = desk_shelf_used (fixture->shelf);
  g_assert_cmpuint (g_strv_length (used), ==, 6);
  g_assert_cmpstr (used[5], ==, MASS);
}

static void
note_change (GListModel *model, guint at, guint removed, guint added, char **seen)
{
  g_autofree char *before = *seen;

  *seen = g_strdup_printf ("%s at %u: -%u +%u", before, at, removed, added);
}

/* What no library has is not seen, and not forgotten; what stays is not touched. */
static void
test_recalled (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = {SPRING, "Nowhere.Part", MASS, SPRING, NULL};
  DeskComponent *mass = desk_catalogue_find (fixture->catalogue, MASS);
  g_autofree char *seen = g_strdup ("");

  desk_shelf_set_favorites (fixture->shelf, names);
  assert_names (desk_shelf_favorites (fixture->shelf), SPRING " Nowhere.Part " MASS);
  g_autoptr (DeskSection) favorites =
      g_list_model_get_item (desk_shelf_sections (fixture->shelf), 0);
  GListModel *shown = desk_catalogue_section_children (favorites);
  g_assert_cmpuint (g_list_model_get_n_items (shown), ==, 2);
  g_signal_connect (shown, "items-changed", G_CALLBACK (note_change), &seen);
  desk_shelf_set_favorites (fixture->shelf, names);
  desk_shelf_toggle_favorite (fixture->shelf, mass);
  assert_names (desk_shelf_favorites (fixture->shelf), SPRING " Nowhere.Part");
  desk_shelf_toggle_favorite (fixture->shelf, mass);
  g_assert_cmpstr (seen, ==, " at 1: -1 +0 at 1: -0 +1");
  desk_shelf_set_favorites (fixture->shelf, (const char *const[]){NULL});
  assert_sections (fixture, "Translational", "Rotational");
}

/* Groups and favorites keep the order that they were put in; a group that no order
 * names comes last, and the usual order is nothing to remember. */
static void
test_order (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = {SPRING, MASS, NULL};
  static const char *const none[] = {NULL};
  DeskShelf *shelf = fixture->shelf;
  GListModel *sections = desk_shelf_sections (shelf);

  g_autoptr (DeskSection) first = g_list_model_get_item (sections, 0);
  g_autoptr (DeskSection) second = desk_shelf_library_beside (shelf, first, 1);
  g_assert_null (desk_shelf_library_beside (shelf, first, -1));
  desk_shelf_set_favorites (shelf, names);
  g_autoptr (DeskSection) favorites = g_list_model_get_item (sections, 0);
  g_assert_false (desk_shelf_is_library (shelf, favorites));
  assert_names (desk_shelf_order (shelf), "");
  g_assert_true (desk_shelf_move_library (shelf, second, first));
  assert_sections (fixture, "Favorites", "Rotational");
  g_assert_false (desk_shelf_move_library (shelf, second, favorites));
  g_auto (GStrv) order = desk_shelf_order (shelf);
  g_assert_cmpstr (order[0], ==, "Rotational");
  desk_shelf_set_order (shelf, none);
  assert_sections (fixture, "Favorites", "Translational");
  desk_shelf_set_order (shelf, (const char *const[]){"Rotational", NULL});
  assert_sections (fixture, "Favorites", "Rotational");
  g_auto (GStrv) again = desk_shelf_order (shelf);
  g_assert_true (
      g_strv_equal ((const char *const *) again, (const char *const *) order));
  /* Favorites. */
  DeskComponent *mass = desk_catalogue_find (fixture->catalogue, MASS);
  DeskComponent *spring = desk_catalogue_find (fixture->catalogue, SPRING);
  g_assert_true (desk_shelf_move_favorite (shelf, mass, spring));
  assert_names (desk_shelf_favorites (shelf), MASS " " SPRING);
  g_autoptr (DeskComponent) behind = desk_shelf_favorite_beside (shelf, mass, 1);
  g_assert_true (behind == spring);
  g_assert_null (desk_shelf_favorite_beside (shelf, mass, -1));
}

int
main (int argc, char **argv)
{
  static const Test tests[] = {
      {"/desk/shelf/sections", test_sections},
      {"/desk/shelf/used", test_used},
      {"/desk/shelf/recalled", test_recalled},
      {"/desk/shelf/order", test_order},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, tests, G_N_ELEMENTS (tests));
}
