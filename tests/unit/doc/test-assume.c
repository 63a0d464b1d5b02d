/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values that stand in for missing ones: written, marked, confirmed, taken back. */
#include "test-doc.h"

#define PLACE                                                                          \
  "{\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "      \
  "\"y2\": 100, \"rot\": 0}}}}"

static const char SKETCH[] =
    "component Sketch\n"
    "  mass = TranslationalComponents.Components.Mass() {^mass}  # heavy\n"
    "  spring = TranslationalComponents.Components.Spring(s_rel0 = 0.1) {^spring}\n"
    "  friction = TranslationalComponents.Components.MassWithStopAndFriction(m = 3)\n"
    "  gone = TranslationalComponents.Components.Mass() if false\n"
    "metadata {\n"
    "  \"_links\": {\n"
    "    \"mass\": " PLACE ",\n"
    "    \"spring\": " PLACE "\n"
    "  }\n"
    "}\n"
    "end\n";

static const char *const ALL[] = {"mass", "spring", "friction", "gone", "nobody"};

static bool
assume_all (DocModel *doc)
{
  g_autoptr (GError) error = NULL;
  const bool is_changed = doc_assume (doc, ALL, G_N_ELEMENTS (ALL), &error);

  g_assert_no_error (error);
  return is_changed;
}

static bool
has (const DocModel *doc, const char *part)
{
  return strstr (doc_text (doc, NULL), part) != NULL;
}

/* All in one step, those of a part in one list; what is given, and what is commented
 * out, stays as it is. */
static void
test_assume (void)
{
  g_autoptr (DocModel) doc = test_doc (SKETCH);
  const uint32_t n = doc_n_missing (doc);

  g_assert_cmpuint (n, >, 3);
  g_assert_cmpuint (doc_n_assumed (doc), ==, 0);
  g_assert_true (assume_all (doc));
  assert_sound (doc);
  g_assert_cmpuint (doc_n_missing (doc), ==, 0);
  g_assert_cmpuint (doc_n_assumed (doc), ==, n);
  g_assert_true (has (doc, ".Mass(m = 1) {^mass}  # heavy\n"));
  g_assert_true (has (doc, ".Spring(s_rel0 = 0.1, c = 1) {^spring}\n"));
  g_assert_true (has (doc, "(m = 3, "));
  g_assert_true (has (doc, "gone = TranslationalComponents.Components.Mass() if"));
  g_assert_true (has (doc, "\"assumed\": {\"m\": \"1\"}"));
  g_assert_true (doc_is_assumed (doc, "spring", "c"));
  g_assert_false (doc_is_assumed (doc, "spring", "s_rel0"));
  g_assert_false (doc_is_assumed (doc, "friction", "m"));
  /* Nothing is left to do; one step back is the whole. */
  g_assert_false (assume_all (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, SKETCH);
  g_assert_false (doc_can_undo (doc));
}

/* A value that is typed is the user's, whatever it is, with a unit or not, and one step
 * back it is assumed again. */
static void
test_typed (void)
{
  g_autoptr (DocModel) doc = test_doc (SKETCH);
  static const struct {
    const char *item, *target, *value, *entry;
  } SETS[] = {{"mass", "m", "1", NULL},
              {"mass", "m", "2000", "2 t"},
              {"spring", "c", NULL, NULL},
              {"friction", "smax", "0.5", NULL}};

  g_assert_true (assume_all (doc));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (SETS); i++) {
    g_assert_true (doc_is_assumed (doc, SETS[i].item, SETS[i].target));
    g_assert_true (doc_set_modifier (doc, SETS[i].item, SETS[i].target, SETS[i].value,
                                     SETS[i].entry, NULL));
    assert_sound (doc);
    g_assert_false (doc_is_assumed (doc, SETS[i].item, SETS[i].target));
    g_autofree char *entry = doc_get_entry (doc, SETS[i].item, SETS[i].target);
    g_assert_cmpstr (entry, ==, SETS[i].entry);
    g_assert_true (doc_undo (doc));
    assert_text (doc, before);
  }
  /* Initial values and other parameters leave the mark alone. */
  g_assert_true (doc_set_modifier (doc, "mass", "s(initial)", "0.1", NULL, NULL));
  g_assert_true (doc_is_assumed (doc, "mass", "m"));
}

static void
test_confirm (void)
{
  g_autoptr (DocModel) doc = test_doc (SKETCH);

  g_assert_false (doc_confirm (doc, ALL, G_N_ELEMENTS (ALL), NULL));
  g_assert_true (assume_all (doc));
  g_assert_true (doc_confirm (doc, ALL, G_N_ELEMENTS (ALL), NULL));
  assert_sound (doc);
  g_assert_cmpuint (doc_n_assumed (doc), ==, 0);
  g_assert_true (has (doc, ".Mass(m = 1)"));
  g_assert_false (has (doc, "assumed"));
  g_assert_true (doc_undo (doc));
  g_assert_cmpuint (doc_n_assumed (doc), >, 0);
}

/* Whoever changes the number in the text, with any program, has given it. */
static void
test_text_wins (void)
{
  static const char TEXT[] =
      "component M\n"
      "  a = TranslationalComponents.Components.Mass(m = 2) {\"assumed\": {\"m\": "
      "\"1\"}}\n"
      "  b = TranslationalComponents.Components.Mass(m = 1) {\"assumed\": {\"m\": "
      "\"1\"}}\n"
      "  c = TranslationalComponents.Components.Mass() {\"assumed\": {\"m\": \"1\"}}\n"
      "  d = TranslationalComponents.Components.Mass(m = 1) {\"assumed\": [1, \"m\"]}\n"
      "end\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_false (doc_is_assumed (doc, "a", "m"));
  g_assert_true (doc_is_assumed (doc, "b", "m"));
  g_assert_false (doc_is_assumed (doc, "c", "m"));
  g_assert_false (doc_is_assumed (doc, "d", "m"));
  g_assert_cmpuint (doc_n_assumed (doc), ==, 1);
  g_assert_cmpuint (doc_n_missing (doc), ==, 1);
}

/* Copies are assumed as well. */
static void
test_copy (void)
{
  g_autoptr (DocModel) doc = test_doc (SKETCH);

  g_assert_true (assume_all (doc));
  g_autofree char *text = doc_copy (doc, ALL, 1);
  g_assert_true (doc_paste (doc, text, (DocPoint){300, 300}, false, NULL, NULL));
  g_assert_true (doc_is_assumed (doc, "mass2", "m"));
}

/* One step for all of them, what was typed and what was assumed included; for all or
 * for none. */
static void
test_modifiers_of_several (void)
{
  static const char two[] = "component M\n"
                            "  a = TranslationalComponents.Components.Mass() {\n"
                            "    \"assumed\": {\"m\": true}\n"
                            "  }\n"
                            "  b = TranslationalComponents.Components.Mass(m = 2)\n"
                            "end\n";
  static const char *const names[] = {"a", "b", NULL};
  static const char *const wrong[] = {"a", "c", NULL};
  g_autoptr (DocModel) doc = test_doc (two);
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_set_modifiers (doc, names, "m", "3000", "3 t", NULL));
  for (guint i = 0; i < 2; i++) {
    g_autofree char *value = doc_get_modifier (doc, names[i], "m");
    g_autofree char *entry = doc_get_entry (doc, names[i], "m");

    g_assert_cmpstr (value, ==, "3000");
    g_assert_cmpstr (entry, ==, "3 t");
  }
  g_assert_false (doc_is_assumed (doc, "a", "m"));
  assert_sound (doc);
  g_assert_true (doc_undo (doc));
  assert_text (doc, two);
  g_assert_false (doc_set_modifiers (doc, wrong, "m", "4", NULL, &error));
  g_assert_nonnull (error);
  assert_text (doc, two);
}

/* Metadata that two parts share cannot say which of them it means: what cannot be
 * assumed is not offered either. */
static void
test_shared (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component Sketch\n"
                "  a = TranslationalComponents.Components.Mass() {^k}\n"
                "  b = TranslationalComponents.Components.Mass() {^k}\n"
                "  c = TranslationalComponents.Components.Mass()\n"
                "metadata {\"_links\": {\"k\": " PLACE "}}\n"
                "end\n");
  static const char *const three[] = {"a", "b", "c"};

  g_assert_cmpuint (doc_n_missing (doc), ==, 1);
  g_assert_false (doc_lacks (doc, "a", "m"));
  g_assert_true (doc_lacks (doc, "c", "m"));
  g_assert_true (doc_assume (doc, three, 3, NULL));
  g_assert_cmpuint (doc_n_missing (doc), ==, 0);
}

/* Marks that somebody has written there can be confirmed, of all at once. */
static void
test_shared_marks (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component Sketch\n"
                "  a = TranslationalComponents.Components.Mass(m = 1) {^k}\n"
                "  b = TranslationalComponents.Components.Mass(m = 1) {^k}\n"
                "metadata {\"_links\": {\"k\": {\"assumed\": {\"m\": \"1\"}}}}\n"
                "end\n");
  static const char *const both[] = {"a", "b"};

  g_assert_cmpuint (doc_n_assumed (doc), ==, 2);
  g_assert_true (doc_confirm (doc, both, 2, NULL));
  assert_sound (doc);
  g_assert_cmpuint (doc_n_assumed (doc), ==, 0);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_confirm (doc, both, 1, NULL));
  g_assert_cmpuint (doc_n_assumed (doc), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/assume/assume", test_assume);
  g_test_add_func ("/doc/assume/typed", test_typed);
  g_test_add_func ("/doc/assume/confirm", test_confirm);
  g_test_add_func ("/doc/assume/text-wins", test_text_wins);
  g_test_add_func ("/doc/assume/copy", test_copy);
  g_test_add_func ("/doc/assume/modifiers-of-several", test_modifiers_of_several);
  g_test_add_func ("/doc/assume/shared", test_shared);
  g_test_add_func ("/doc/assume/shared-marks", test_shared_marks);
  return g_test_run ();
}
