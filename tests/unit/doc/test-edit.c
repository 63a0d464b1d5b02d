/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "test-doc.h"

static const char CHAIN[] =
    "# A comment that stays\n"
    "component Chain\n"
    "  \"the body\"\n"
    "  mass = TranslationalComponents.Components.Mass(m = 2k) {^mass}  # heavy\n"
    "\n"
    "  # soft\n"
    "  spring = TranslationalComponents.Components.Spring(c = 10) {^spring}\n"
    "  fixed = TranslationalComponents.Components.Fixed() {^fixed}\n"
    "relations\n"
    "  initial mass.s = 0.1\n"
    "  connect(fixed.flange, spring.flange_a) {^id1}  # first\n"
    "  connect(spring.flange_b, mass.flange_a) {^id2}\n"
    "metadata {\n"
    "  \"unknown\": {\"key\": [1,2 , 3]},\n"
    "  \"_links\": {\n"
    "    \"mass\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": 100, "
    "\"x2\": "
    "600, \"y2\": 200, \"rot\": 0}}}},\n"
    "    \"spring\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": "
    "100, "
    "\"x2\": 400, \"y2\": 200, \"rot\": 0}}}},\n"
    "    \"fixed\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, \"y1\": "
    "100, "
    "\"x2\": 200, \"y2\": 200, \"rot\": 90}}}},\n"
    "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}},\n"
    "    \"id2\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}}\n"
    "  }\n"
    "}\n"
    "end\n";

/* The text with one part replaced, the way a person would change it. */
static char *
with (const char *text, const char *old, const char *new)
{
  const char *found = strstr (text, old);

  g_assert_nonnull (found);
  g_assert_null (strstr (found + 1, old));
  return g_strdup_printf ("%.*s%s%s", (int) (found - text), text, new,
                          found + strlen (old));
}

static void
assert_replaced (const DocModel *doc, const char *old, const char *new)
{
  g_autofree char *expected = with (CHAIN, old, new);

  assert_text (doc, expected);
}

static void
assert_undo (DocModel *doc, const char *before)
{
  g_autofree char *after = g_strdup (doc_text (doc, NULL));

  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
  g_assert_true (doc_redo (doc));
  assert_text (doc, after);
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* A moved component rewrites four numbers; wires between others do not change. */
static void
test_move_rewrites_numbers (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_move (doc, (const char *const[]){"mass"}, 1, 20, 0));
  assert_replaced (doc, "\"x1\": 500, \"y1\": 100, \"x2\": 600,",
                   "\"x1\": 520, \"y1\": 100, \"x2\": 620,");
  assert_orthogonal (doc);
  assert_undo (doc, CHAIN);
}

static void
test_move_bends_the_wire (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_move (doc, (const char *const[]){"mass"}, 1, 0, 40));
  assert_orthogonal (doc);
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->edges[0].n_points, ==, 4);
  g_assert_cmpfloat (doc_wire (doc, 1)->edges[0].points[3].y, ==, 190);
  assert_undo (doc, CHAIN);
}

/* All three moved: the wires move as they are. */
static void
test_move_all (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring", "fixed"};

  g_assert_true (doc_move (doc, names, 3, 30, 70));
  g_assert_cmpuint (doc_wire (doc, 1)->edges[0].n_points, ==, 2);
  g_assert_cmpfloat (doc_item (doc, 0)->box.x1, ==, 530);
  g_assert_true (doc_move (doc, names, 3, -30, -70));
  assert_text (doc, CHAIN);
}

static void
test_rotate_and_flip (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const mass[] = {"mass"};

  g_assert_true (doc_rotate (doc, mass, 1, false));
  g_assert_cmpfloat (doc_item (doc, 0)->rot, ==, 90);
  g_assert_cmpfloat (doc_item (doc, 0)->ports[0].at.x, ==, 550);
  g_assert_cmpfloat (doc_item (doc, 0)->ports[0].at.y, ==, 100);
  assert_orthogonal (doc);
  for (int i = 0; i < 3; i++)
    g_assert_true (doc_rotate (doc, mass, 1, false));
  g_assert_cmpfloat (doc_item (doc, 0)->rot, ==, 0);
  g_assert_true (doc_flip (doc, mass, 1, false));
  g_assert_true (doc_item (doc, 0)->flip_x);
  g_assert_cmpfloat (doc_item (doc, 0)->ports[0].at.x, ==, 600);
  assert_orthogonal (doc);
  for (int i = 0; i < 6; i++)
    g_assert_true (doc_undo (doc) == (i < 5));
  assert_text (doc, CHAIN);
}

/* Turned as a whole, the drawing keeps its shape. */
static void
test_rotate_all (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring", "fixed"};

  g_assert_true (doc_rotate (doc, names, 3, true));
  assert_orthogonal (doc);
  g_assert_cmpuint (doc_wire (doc, 1)->edges[0].n_points, ==, 2);
  g_assert_cmpfloat (doc_item (doc, 0)->box.y1, <, doc_item (doc, 1)->box.y1);
  g_assert_true (doc_rotate (doc, names, 3, false));
  g_assert_cmpfloat (doc_item (doc, 0)->box.x1, ==, 500);
  g_assert_cmpfloat (doc_item (doc, 0)->rot, ==, 0);
}

static void
test_align (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring", "fixed"};

  g_assert_true (doc_move (doc, names, 1, 10, 60));
  g_assert_true (doc_align (doc, names, 3, DOC_ALIGN_TOP));
  g_assert_cmpfloat (doc_item (doc, 0)->box.y1, ==, 100);
  g_assert_true (doc_align (doc, names, 3, DOC_DISTRIBUTE_X));
  g_assert_cmpfloat (doc_item (doc, 1)->box.x1, ==, 305);
  assert_orthogonal (doc);
}

/* Removal takes the element, its doc text, the comment on its line, its connects, its
 * initial values and their `_links`. */
static void
test_delete (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_delete_items (doc, (const char *const[]){"mass"}, 1, NULL));
  assert_text (
      doc, "# A comment that stays\n"
           "component Chain\n"
           "\n"
           "  # soft\n"
           "  spring = TranslationalComponents.Components.Spring(c = 10) {^spring}\n"
           "  fixed = TranslationalComponents.Components.Fixed() {^fixed}\n"
           "relations\n"
           "  connect(fixed.flange, spring.flange_a) {^id1}  # first\n"
           "metadata {\n"
           "  \"unknown\": {\"key\": [1,2 , 3]},\n"
           "  \"_links\": {\n"
           "    \"spring\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, "
           "\"y1\": 100, \"x2\": 400, \"y2\": 200, \"rot\": 0}}}},\n"
           "    \"fixed\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, "
           "\"y1\": 100, \"x2\": 200, \"y2\": 200, \"rot\": 90}}}},\n"
           "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}}\n"
           "  }\n"
           "}\n"
           "end\n");
  assert_undo (doc, CHAIN);
}

static void
test_delete_all (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring", "fixed"};

  g_assert_true (doc_delete_items (doc, names, 3, NULL));
  g_assert_cmpuint (doc_n_items (doc), ==, 0);
  g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  assert_sound (doc);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "\"_links\": {}"));
  assert_undo (doc, CHAIN);
}

/* From nothing to a chain with wires, all in core text. */
static void
test_build (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  g_autoptr (GError) error = NULL;

  g_assert_false (doc_is_modified (doc));
  g_assert_cmpstr (doc_add (doc, "TranslationalComponents.Components.Mass",
                            (DocPoint){150, 150}, false, &error),
                   ==, "mass");
  g_assert_cmpstr (doc_add (doc, "TranslationalComponents.Components.Mass",
                            (DocPoint){350, 150}, false, &error),
                   ==, "mass2");
  g_assert_true (doc_connect (doc, "mass.flange_b", "mass2.flange_a", NULL, 0, &error));
  g_assert_no_error (error);
  assert_text (doc,
               "component Untitled\n"
               "  mass = TranslationalComponents.Components.Mass() {^mass}\n"
               "  mass2 = TranslationalComponents.Components.Mass() {^mass2}\n"
               "relations\n"
               "  connect(mass.flange_b, mass2.flange_a) {^id1}\n"
               "metadata {\n"
               "  \"_links\": {\n"
               "    \"mass\": {\"Dyad\": {\"placement\": {\"diagram\": {\"iconName\": "
               "\"default\", \"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200, "
               "\"rot\": 0}}}},\n"
               "    \"mass2\": {\"Dyad\": {\"placement\": {\"diagram\": {\"iconName\": "
               "\"default\", \"x1\": 300, \"y1\": 100, \"x2\": 400, \"y2\": 200, "
               "\"rot\": 0}}}},\n"
               "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}], "
               "\"renderStyle\": \"standard\"}}\n"
               "  }\n"
               "}\n"
               "end\n");
  assert_sound (doc);
  g_assert_true (doc_is_modified (doc));
  for (int i = 0; i < 3; i++)
    g_assert_true (doc_undo (doc));
  g_assert_false (doc_undo (doc));
  assert_text (doc, "component Untitled\nend\n");
  g_assert_false (doc_is_modified (doc));
}

/* A new instance states what its diagram should not leave to a default. */
static void
test_stated_default (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());

  doc_add (doc, "MultibodyComponents.PlanarMechanics.World", (DocPoint){150, 150},
           false, NULL);
  g_assert_true (
      g_str_has_prefix (doc_text (doc, NULL),
                        "component Untitled\n"
                        "  world = MultibodyComponents.PlanarMechanics.World(g = 9.81) "
                        "{^world}\n"));
}

/* Dropped onto a wire, a component goes into it. */
static void
test_add_into_wire (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (doc_add (doc, "TranslationalComponents.Components.Damper",
                            (DocPoint){450, 150}, true, &error),
                   ==, "damper");
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_cmpstr (doc_wire (doc, 1)->ends[0].name, ==, "spring.flange_b");
  g_assert_cmpstr (doc_wire (doc, 1)->ends[1].name, ==, "damper.flange_a");
  g_assert_cmpstr (doc_wire (doc, 2)->ends[0].name, ==, "mass.flange_a");
  g_assert_cmpstr (doc_wire (doc, 2)->ends[1].name, ==, "damper.flange_b");
  assert_orthogonal (doc);
  assert_undo (doc, CHAIN);
}

/* A wire may end on a wire: a junction. */
static void
test_junction (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GError) error = NULL;

  doc_add (doc, "TranslationalComponents.Components.Damper", (DocPoint){450, 350},
           false, &error);
  g_assert_true (doc_connect_to_wire (doc, "damper.flange_a", 1, (DocPoint){452, 148},
                                      NULL, 0, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  const DocWire *wire = doc_wire (doc, 1);
  g_assert_cmpuint (wire->n_ends, ==, 3);
  g_assert_cmpuint (wire->n_edges, ==, 3);
  g_assert_cmpuint (wire->n_junctions, ==, 1);
  g_assert_cmpfloat (wire->junctions[0].x, ==, 450);
  g_assert_cmpfloat (wire->junctions[0].y, ==, 150);
  g_assert_false (wire->is_auto_routed);
  assert_orthogonal (doc);

  /* the last edge goes, the other two become one again */
  g_assert_true (doc_delete_edge (doc, 1, 2, &error));
  assert_sound (doc);
  g_assert_cmpuint (doc_wire (doc, 1)->n_ends, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->n_edges, ==, 1);
  g_assert_cmpuint (doc_wire (doc, 1)->edges[0].n_points, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->n_junctions, ==, 0);
}

static void
test_refusals (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autoptr (GError) error = NULL;

  doc_add (doc, "RotationalComponents.Components.Inertia", (DocPoint){800, 150}, false,
           NULL);
  doc_add (doc, "BlockComponents.Sources.Sine", (DocPoint){800, 350}, false, NULL);
  g_assert_false (
      doc_connect (doc, "mass.flange_b", "inertia.spline_a", NULL, 0, &error));
  g_assert_error (error, g_quark_from_string ("doc-error-quark"), 0);
  g_clear_error (&error);
  g_assert_false (
      doc_connect (doc, "mass.flange_a", "spring.flange_b", NULL, 0, &error));
  g_assert_nonnull (strstr (error->message, "connected already"));
  g_clear_error (&error);
  g_assert_false (doc_connect (doc, "mass.flange_a", "mass.flange_a", NULL, 0, &error));
  g_clear_error (&error);
  g_assert_false (doc_connect (doc, "mass.nothing", "mass.flange_a", NULL, 0, &error));
  g_clear_error (&error);
  g_assert_false (doc_connect (doc, "sine.y", "mass.flange_b", NULL, 0, &error));
  g_clear_error (&error);
  g_assert_null (doc_add (doc, "Nothing.Like.It", (DocPoint){0, 0}, false, &error));
  g_clear_error (&error);
  g_assert_false (doc_rename (doc, "mass", "end", &error));
  g_clear_error (&error);
  g_assert_false (doc_rename (doc, "mass", "spring", &error));
  g_clear_error (&error);
  g_assert_false (doc_set_modifier (doc, "mass", "m", "2 +", NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_false (doc_set_modifier (doc, "mass", "m", "2 # two", NULL, &error));
  g_clear_error (&error);
  g_assert_false (doc_set_modifier (doc, "mass", "m", "1) + (2", NULL, &error));
  g_clear_error (&error);
  g_assert_true (
      doc_set_modifier (doc, "mass", "m", "f(\"# no comment\")", NULL, &error));
  assert_sound (doc);
}

static void
test_modifiers (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  g_autofree char *old = doc_get_modifier (doc, "mass", "m");

  g_assert_cmpstr (old, ==, "2k");
  g_assert_true (doc_set_modifier (doc, "mass", "m", "3", NULL, NULL));
  assert_replaced (doc, "m = 2k", "m = 3");
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_set_modifier (doc, "mass", "L", "0.1", NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "(m = 2k, L = 0.1)");
  g_assert_true (doc_set_modifier (doc, "mass", "s(initial)", "1", NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "(m = 2k, L = 0.1, s(initial = 1))");
  g_assert_true (doc_set_modifier (doc, "mass", "s(guess)", "2", NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "(m = 2k, L = 0.1, s(initial = 1, guess = 2))");
  g_assert_true (doc_set_modifier (doc, "mass", "s(initial)", NULL, NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "(m = 2k, L = 0.1, s(guess = 2))");
  g_assert_true (doc_set_modifier (doc, "mass", "s(guess)", NULL, NULL, NULL));
  g_assert_true (doc_set_modifier (doc, "mass", "m", NULL, NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "(L = 0.1)");
  g_assert_true (doc_set_modifier (doc, "mass", "L", NULL, NULL, NULL));
  assert_replaced (doc, "(m = 2k)", "()");
  g_assert_true (doc_set_modifier (doc, "fixed", "s0", "1", NULL, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "Fixed(s0 = 1) {^fixed}"));
  assert_sound (doc);
}

/* What was typed with a unit is kept beside the number, which wins. */
static void
test_entry (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_set_modifier (doc, "spring", "c", "5000000", "5 kN/mm", NULL));
  g_autofree char *entry = doc_get_entry (doc, "spring", "c");
  g_assert_cmpstr (entry, ==, "5 kN/mm");
  assert_sound (doc);
  g_assert_true (doc_set_modifier (doc, "spring", "c", "6000000", "6 kN/mm", NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "\"entry\": {\"c\": \"6 kN/mm\"}"));
  g_assert_true (doc_set_modifier (doc, "spring", "c", "7", NULL, NULL));
  g_assert_null (doc_get_entry (doc, "spring", "c"));
  assert_replaced (doc, "c = 10", "c = 7");
}

/* A vector is kept as typed as long as its numbers are the same. */
static void
test_entry_of_list (void)
{
  static const char TEXT[] =
      "component M\n"
      "  rod = MultibodyComponents.PlanarMechanics.FixedTranslation(r = [0.1, 0])\n"
      "end\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_true (doc_set_modifier (doc, "rod", "r", "[0.2, 1]", "[200 mm, 1 m]", NULL));
  g_autofree char *entry = doc_get_entry (doc, "rod", "r");
  g_assert_cmpstr (entry, ==, "[200 mm, 1 m]");
  assert_sound (doc);
  g_assert_cmpuint (base_diags_find (doc_diags (doc), 604), ==, UINT32_MAX);

  g_autofree char *spaced =
      with (doc_text (doc, NULL), "[0.2, 1]", "[ 0.2, # m\n    1]");
  g_assert_true (doc_set_text (doc, spaced, strlen (spaced)));
  g_autofree char *kept = doc_get_entry (doc, "rod", "r");
  g_assert_cmpstr (kept, ==, "[200 mm, 1 m]");
  g_assert_true (doc_undo (doc));

  g_autofree char *changed = with (doc_text (doc, NULL), "[0.2, 1]", "[0.3, 1]");
  g_assert_true (doc_set_text (doc, changed, strlen (changed)));
  g_assert_null (doc_get_entry (doc, "rod", "r"));
  g_assert_cmpuint (base_diags_find (doc_diags (doc), 604), !=, UINT32_MAX);
}

/* A stale entry is not shown. */
static void
test_modifier_wins_over_entry (void)
{
  g_autofree char *text =
      with (CHAIN, "\"spring\": {\"Dyad\"",
            "\"spring\": {\"entry\": {\"c\": \"5 kN/mm\"}, \"Dyad\"");
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_null (doc_get_entry (doc, "spring", "c"));
  uint32_t found = base_diags_find (doc_diags (doc), 604); /* W604 */
  g_assert_cmpuint (found, !=, UINT32_MAX);
  g_assert_cmpuint (base_diags_get (doc_diags (doc), found)->line, ==, 7);
  g_assert_true (doc_set_modifier (doc, "spring", "c", "5000000", "5 kN/mm", NULL));
  g_assert_cmpuint (base_diags_find (doc_diags (doc), 604), ==, UINT32_MAX);
}

/* The fields of an enum's case are set like parameters. */
static void
test_enum_field (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());

  g_assert_cmpstr (doc_add (doc, "RotationalComponents.Sources.Position",
                            (DocPoint){100, 100}, false, NULL),
                   ==, "position");
  g_assert_true (
      doc_set_modifier (doc, "position", "ref_type.f_crit", "20", NULL, NULL));
  g_autofree char *value = doc_get_modifier (doc, "position", "ref_type.f_crit");
  g_assert_cmpstr (value, ==, "20");
  g_autofree char *whole = doc_get_modifier (doc, "position", "ref_type");
  g_assert_cmpstr (whole, ==,
                   "RotationalComponents.Sources.ReferenceType.Filtered(f_crit = 20)");
  g_assert_true (
      doc_set_modifier (doc, "position", "ref_type.f_crit", "30", NULL, NULL));
  g_assert_true (
      doc_set_modifier (doc, "position", "ref_type.f_crit", NULL, NULL, NULL));
  g_autofree char *reset = doc_get_modifier (doc, "position", "ref_type");
  g_assert_cmpstr (reset, ==, "RotationalComponents.Sources.ReferenceType.Filtered()");
  assert_sound (doc);
}

/* All references change with the name; other words that contain it do not. */
static void
test_rename (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_rename (doc, "mass", "body", NULL));
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text,
                            "  body = TranslationalComponents.Components.Mass(m = 2k) "
                            "{^body}  # heavy\n"));
  g_assert_nonnull (strstr (text, "initial body.s = 0.1"));
  g_assert_nonnull (strstr (text, "connect(spring.flange_b, body.flange_a) {^id2}"));
  g_assert_nonnull (strstr (text, "    \"body\": {\"Dyad\""));
  g_assert_null (strstr (text, "mass"));
  assert_undo (doc, CHAIN);
}

/* The tests of a component name variables of its instances by path. */
static void
test_rename_in_tests (void)
{
  g_autoptr (DocModel) doc = test_doc (
      "component A\n  mass = TranslationalComponents.Components.Mass(m = 1)\n"
      "  mass2 = TranslationalComponents.Components.Mass(m = 1)\nmetadata {\n"
      "  \"Dyad\": {\"tests\": {\"case\": {\"params\": {\"mass.m\": 2}, \"expect\": "
      "{\"final\": {\"mass.s\": 1, \"mass2.s\": 0}}}}}\n}\nend\n");

  g_assert_true (doc_rename (doc, "mass", "body", NULL));
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text, "\"params\": {\"body.m\": 2}"));
  g_assert_nonnull (strstr (text, "{\"body.s\": 1, \"mass2.s\": 0}"));
}

/* A renamed component stays shown when that is undone, beside others. */
static void
test_rename_shown (void)
{
  static const char TWO[] = "component A\nend\n\ncomponent B\nend\n";
  g_autoptr (DocModel) doc = test_doc ("component B\nend\n");

  g_assert_true (doc_set_text (doc, TWO, strlen (TWO)));
  g_assert_true (doc_rename_model (doc, "C", NULL));
  g_assert_cmpstr (doc_class (doc)->name, ==, "C");
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_class (doc)->name, ==, "B");
  g_assert_true (doc_redo (doc));
  g_assert_cmpstr (doc_class (doc)->name, ==, "C");
}

static void
test_rename_model (void)
{
  static const char TEXT[] = "component A\nend\n\nanalysis ARun\n  extends "
                             "TransientAnalysis(stop = 1)\n  model = A()\nend\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_true (doc_rename_model (doc, "B", NULL));
  assert_text (doc, "component B\nend\n\nanalysis BRun\n  extends "
                    "TransientAnalysis(stop = 1)\n  model = B()\nend\n");
  g_assert_cmpstr (doc_class (doc)->name, ==, "B");
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_class (doc)->name, ==, "A");
}

static void
test_comment_out (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring"};

  g_assert_true (doc_set_commented (doc, names, 2, true));
  g_assert_true (doc_item (doc, 0)->is_commented);
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "Mass(m = 2k) if false {^mass}  # heavy"));
  g_assert_true (doc_set_commented (doc, names, 2, false));
  assert_text (doc, CHAIN);
  g_assert_false (doc_set_commented (doc, names, 2, false));
}

/* A condition that was there comes back. */
static void
test_comment_out_conditional (void)
{
  static const char TEXT[] =
      "component A\n  x = TranslationalComponents.Components.Mass() if "
      "a > 2\n  parameter a::Real = 1\nend\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);
  const char *const names[] = {"x"};

  g_assert_true (doc_set_commented (doc, names, 1, true));
  g_assert_true (doc_item (doc, 0)->is_commented);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "if false and (a > 2) {^x}\n"));
  g_assert_true (doc_set_commented (doc, names, 1, false));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "Mass() if a > 2 {^x}\n"));
}

static void
test_note_life (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);

  g_assert_true (doc_add_note (doc, (DocPoint){10, 20}, "a \"quoted\"\nnote"));
  assert_sound (doc);
  g_assert_cmpuint (doc_n_notes (doc), ==, 1);
  g_assert_cmpstr (doc_note (doc, 0)->text, ==, "a \"quoted\"\nnote");
  g_assert_true (doc_add_note (doc, (DocPoint){30, 40}, "second"));
  g_assert_true (doc_move_note (doc, 0, 5, 5));
  g_assert_cmpfloat (doc_note (doc, 0)->at.x, ==, 15);
  g_assert_true (doc_set_note (doc, 1, "changed"));
  g_assert_cmpstr (doc_note (doc, 1)->text, ==, "changed");
  g_assert_true (doc_set_note (doc, 0, NULL));
  g_assert_cmpuint (doc_n_notes (doc), ==, 1);
  g_assert_cmpstr (doc_note (doc, 0)->text, ==, "changed");
  while (doc_undo (doc))
    ;
  assert_text (doc, CHAIN);
}

/* Copies have their own names and wires and stand where they are wanted. */
static void
test_copy_and_paste (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  const char *const names[] = {"mass", "spring"};
  g_autofree char *text = doc_copy (doc, names, 2);
  g_autoptr (GPtrArray) fresh = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_paste (doc, text, (DocPoint){450, 450}, false, fresh, &error));
  g_assert_no_error (error);
  assert_sound (doc);
  g_assert_cmpuint (fresh->len, ==, 2);
  g_assert_cmpstr (fresh->pdata[0], ==, "mass2");
  g_assert_cmpstr (fresh->pdata[1], ==, "spring2");
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_cmpstr (doc_wire (doc, 2)->ends[0].name, ==, "spring2.flange_b");
  g_assert_cmpfloat (doc_item (doc, 3)->box.x1, ==, 500);
  g_assert_cmpfloat (doc_item (doc, 3)->box.y1, ==, 400);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "initial mass2.s = 0.1"));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "  \"the body\"\n  mass2 = "));
  assert_orthogonal (doc);
  assert_undo (doc, CHAIN);

  g_autoptr (DocModel) other = doc_new (test_library ());
  g_assert_true (doc_paste (other, text, (DocPoint){150, 150}, false, NULL, &error));
  assert_sound (other);
  g_assert_cmpuint (doc_n_items (other), ==, 2);
  g_assert_cmpuint (doc_n_wires (other), ==, 1);
  g_assert_false (doc_paste (other, "nonsense", (DocPoint){0, 0}, false, NULL, &error));
}

/* A partial analysis asks for nothing: the window shows what the command line runs. */
static void
test_partial_analysis (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component A\nend\ncomponent B\nend\npartial analysis P\n"
                "  extends TransientAnalysis(stop = 3)\n  model = A()\nend\n"
                "analysis Q\n  extends P\n  model = B()\nend\n");

  g_assert_cmpstr (doc_class (doc)->name, ==, "B");
  g_assert_true (doc_get_analysis (doc).exists);
}

static void
test_analysis (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  DocAnalysis analysis;

  analysis = doc_get_analysis (doc);
  g_assert_false (analysis.exists);
  analysis = (DocAnalysis){true, 5, 1e-7, NAN, NAN, NULL};
  g_assert_true (doc_set_analysis (doc, &analysis, NULL));
  assert_sound (doc);
  g_assert_true (g_str_has_suffix (
      doc_text (doc, NULL),
      "end\n\nanalysis ChainRun\n  extends TransientAnalysis(stop = 5, "
      "reltol = 1e-7)\n  model = Chain()\nend\n"));
  analysis.alg = "ndf";
  analysis.reltol = NAN;
  analysis.stop = 6;
  g_assert_true (doc_set_analysis (doc, &analysis, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "(stop = 6, alg = \"ndf\")"));
  analysis = doc_get_analysis (doc);
  g_assert_true (analysis.exists);
  g_assert_cmpfloat (analysis.stop, ==, 6);
  g_assert_true (isnan (analysis.reltol));
  g_assert_cmpstr (analysis.alg, ==, "ndf");
}

/* The file's line ends are those of new lines too. */
static void
test_crlf (void)
{
  g_autoptr (DocModel) doc = test_doc ("component A\r\nend\r\n");

  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){50, 50}, false,
           NULL);
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){250, 50}, false,
           NULL);
  g_assert_true (doc_connect (doc, "mass.flange_b", "fixed.flange", NULL, 0, NULL));
  assert_sound (doc);
  for (const char *c = doc_text (doc, NULL); *c != '\0'; c++)
    g_assert_true (*c != '\n' || c[-1] == '\r');
  while (doc_undo (doc))
    ;
  assert_text (doc, "component A\r\nend\r\n");
}

/* Everything on one line stays readable by the parser. */
static void
test_one_line_file (void)
{
  g_autoptr (DocModel) doc = test_doc ("component A end");

  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){50, 50}, false,
           NULL);
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){250, 50}, false,
           NULL);
  g_assert_true (doc_connect (doc, "mass.flange_b", "fixed.flange", NULL, 0, NULL));
  assert_sound (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_true (
      doc_delete_items (doc, (const char *const[]){"mass", "fixed"}, 2, NULL));
  assert_sound (doc);
  while (doc_undo (doc))
    ;
  assert_text (doc, "component A end");
}

static void
count (void *data, DocModel *doc)
{
  (*(uint32_t *) data)++;
}

/* Listeners hear of each change once, a group of changes included. */
static void
test_listeners (void)
{
  g_autoptr (DocModel) doc = test_doc (CHAIN);
  uint32_t n = 0;
  uint64_t revision = doc_revision (doc);

  doc_listen (doc, count, &n);
  doc_begin (doc, "Both");
  doc_move (doc, (const char *const[]){"mass"}, 1, 10, 0);
  doc_move (doc, (const char *const[]){"spring"}, 1, 0, 50);
  doc_end (doc);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (doc_revision (doc), ==, revision + 1);
  g_assert_cmpstr (doc_undo_label (doc), ==, "Both");
  g_assert_true (doc_undo (doc));
  g_assert_cmpuint (n, ==, 2);
  assert_text (doc, CHAIN);
  g_assert_cmpstr (doc_redo_label (doc), ==, "Both");
  g_assert_false (doc_move (doc, (const char *const[]){"mass"}, 1, 0, 0));
  g_assert_cmpuint (n, ==, 2);
  doc_unlisten (doc, count, &n);
  g_assert_true (doc_redo (doc));
  g_assert_cmpuint (n, ==, 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/edit/move-numbers", test_move_rewrites_numbers);
  g_test_add_func ("/doc/edit/move-bends", test_move_bends_the_wire);
  g_test_add_func ("/doc/edit/move-all", test_move_all);
  g_test_add_func ("/doc/edit/rotate-and-flip", test_rotate_and_flip);
  g_test_add_func ("/doc/edit/rotate-all", test_rotate_all);
  g_test_add_func ("/doc/edit/align", test_align);
  g_test_add_func ("/doc/edit/delete", test_delete);
  g_test_add_func ("/doc/edit/delete-all", test_delete_all);
  g_test_add_func ("/doc/edit/build", test_build);
  g_test_add_func ("/doc/edit/stated-default", test_stated_default);
  g_test_add_func ("/doc/edit/add-into-wire", test_add_into_wire);
  g_test_add_func ("/doc/edit/junction", test_junction);
  g_test_add_func ("/doc/edit/refusals", test_refusals);
  g_test_add_func ("/doc/edit/modifiers", test_modifiers);
  g_test_add_func ("/doc/edit/entry", test_entry);
  g_test_add_func ("/doc/edit/entry-of-list", test_entry_of_list);
  g_test_add_func ("/doc/edit/modifier-wins", test_modifier_wins_over_entry);
  g_test_add_func ("/doc/edit/enum-field", test_enum_field);
  g_test_add_func ("/doc/edit/rename", test_rename);
  g_test_add_func ("/doc/edit/rename-in-tests", test_rename_in_tests);
  g_test_add_func ("/doc/edit/rename-model", test_rename_model);
  g_test_add_func ("/doc/edit/rename-shown", test_rename_shown);
  g_test_add_func ("/doc/edit/comment-out", test_comment_out);
  g_test_add_func ("/doc/edit/comment-out-conditional", test_comment_out_conditional);
  g_test_add_func ("/doc/edit/notes", test_note_life);
  g_test_add_func ("/doc/edit/copy-and-paste", test_copy_and_paste);
  g_test_add_func ("/doc/edit/analysis", test_analysis);
  g_test_add_func ("/doc/edit/partial-analysis", test_partial_analysis);
  g_test_add_func ("/doc/edit/crlf", test_crlf);
  g_test_add_func ("/doc/edit/one-line", test_one_line_file);
  g_test_add_func ("/doc/edit/listeners", test_listeners);
  return g_test_run ();
}
