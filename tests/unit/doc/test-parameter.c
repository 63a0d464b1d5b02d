/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parameters of a component are declared, set, described, removed and made of values as
 * somebody would write them, and nothing else in the text changes. */
#include "test-same.h"

#define PLACED                                                                         \
  "{\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "      \
  "\"y2\": 100}}}"

static const char CAR[] =
    "# One axle.\n"
    "component Car\n"
    "  # of steel\n"
    "  spring = TranslationalComponents.Components.Spring(c = 5e6) {^spring} # stiff\n"
    "relations\n"
    "metadata {\n"
    "  \"_links\": {\"spring\": " PLACED ", \"entry\": {\"c\": \"5 kN/mm\"}}}\n"
    "}\n"
    "end\n";

static const char *const SPRING[] = {"spring", NULL};

/* `expected` is CAR with changes, in pairs. */
static void
assert_car (const DocModel *doc, const char *const *changes)
{
  g_autoptr (GString) expected = g_string_new (CAR);

  for (uint32_t i = 0; changes[i] != NULL; i += 2)
    g_assert_cmpuint (g_string_replace (expected, changes[i], changes[i + 1], 0), ==,
                      1);
  assert_text (doc, expected->str);
  assert_sound (doc);
  assert_same_doc (doc);
}

static void
assert_undo (DocModel *doc, const char *text)
{
  while (doc_undo (doc))
    ;
  assert_text (doc, text);
}

/* The first one stands before what the component is made of, the comment of that stays
 * with it; the second one behind the first. */
static void
test_add (void)
{
  g_autoptr (DocModel) doc = test_doc (CAR);

  g_assert_true (doc_add_parameter (doc,
                                    &(DocParameter){.name = "wheelbase",
                                                    .type = "Length",
                                                    .value = "2.5",
                                                    .entry = "2500 mm",
                                                    .doc = "From axle to \"axle\""},
                                    NULL));
  g_assert_true (doc_add_parameter (
      doc, &(DocParameter){.name = "n", .type = "Integer", .is_structural = true},
      NULL));
  assert_car (doc, (const char *const[]){
                       "Car\n",
                       "Car\n  \"From axle to \\\"axle\\\"\"\n"
                       "  parameter wheelbase::Length = 2.5 {^wheelbase}\n"
                       "  structural parameter n::Integer\n",
                       "mm\"}}}\n",
                       "mm\"}}, \"wheelbase\": {\"entry\": \"2500 mm\"}}\n", NULL});
  assert_undo (doc, CAR);
}

static void
assert_refused (DocModel *doc, const char *name, const char *value, const char *why)
{
  g_autoptr (GError) error = NULL;
  const DocParameter parameter = {.name = name, .type = "Real", .value = value};

  g_assert_false (doc_add_parameter (doc, &parameter, &error));
  g_assert_nonnull (strstr (error->message, why));
  assert_text (doc, CAR);
}

static void
test_refused (void)
{
  g_autoptr (DocModel) doc = test_doc (CAR);

  assert_refused (doc, "end", "1", "cannot be a name");
  assert_refused (doc, "spring", "1", "There is a spring already");
  assert_refused (doc, "c", "1 +", "This is not a value");
}

/* It is set as a value of a component is. */
static void
test_default (void)
{
  static const char TEXT[] =
      "component A\n  \"Mass\"\n  parameter m::Mass(min = 1) # kg\n"
      "end\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_null (doc_get_modifier (doc, DOC_SELF, "m"));
  g_assert_true (doc_set_modifier (doc, DOC_SELF, "m", "0.002", "2 g", NULL));
  assert_text (doc,
               "component A\n  \"Mass\"\n"
               "  parameter m::Mass(min = 1) = 0.002 {^m} # kg\n"
               "metadata {\n  \"_links\": {\n    \"m\": {\"entry\": \"2 g\"}\n  }\n}\n"
               "end\n");
  g_autofree char *value = doc_get_modifier (doc, DOC_SELF, "m");
  g_autofree char *entry = doc_get_entry (doc, DOC_SELF, "m");
  g_assert_cmpstr (value, ==, "0.002");
  g_assert_cmpstr (entry, ==, "2 g");
  assert_sound (doc);
  /* What was typed goes with the value. */
  g_assert_true (doc_set_modifier (doc, DOC_SELF, "m", "3", NULL, NULL));
  g_assert_null (doc_get_entry (doc, DOC_SELF, "m"));
  g_assert_true (doc_set_modifier (doc, DOC_SELF, "m", NULL, NULL, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "::Mass(min = 1) {^m} # kg"));
  g_assert_false (doc_set_modifier (doc, DOC_SELF, "x", "1", NULL, NULL));
  assert_undo (doc, TEXT);
}

/* What was typed for a default and says something else is told. */
static void
test_doubted (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component A\n  parameter m::Mass = 3 {\"entry\": \"2 g\"}\n"
                "  parameter s::Length = 0.002 {\"entry\": \"2 mm\"}\nend\n");

  g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, 1);
  g_assert_cmpuint (base_diags_get (doc_diags (doc), 0)->number, ==, 604);
  g_assert_null (doc_get_entry (doc, DOC_SELF, "m"));
}

static void
test_describe (void)
{
  static const char TEXT[] = "component A\n  parameter m::Mass = 1\nend\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_true (doc_describe_parameter (doc, "m", "With load", NULL));
  assert_text (doc, "component A\n  \"With load\"\n  parameter m::Mass = 1\nend\n");
  g_assert_true (doc_describe_parameter (doc, "m", "Empty", NULL));
  assert_text (doc, "component A\n  \"Empty\"\n  parameter m::Mass = 1\nend\n");
  g_assert_true (doc_describe_parameter (doc, "m", "", NULL));
  assert_text (doc, TEXT);
  assert_undo (doc, TEXT);
}

/* What was typed goes to the parameter, and back when that is removed. */
static void
test_make (void)
{
  g_autoptr (DocModel) doc = test_doc (CAR);
  g_autofree char *name = doc_propose_parameter (doc, SPRING, "c");

  g_assert_cmpstr (name, ==, "spring_c");
  g_assert_true (doc_make_parameter (doc, SPRING, "c", name, NULL));
  g_assert_cmpuint (doc_undo_depth (doc), ==, 1);
  g_assert_nonnull (
      strstr (doc_text (doc, NULL),
              "  parameter spring_c::TranslationalSpringConstant(min = 0) = "
              "5e6 {^spring_c}\n  # of steel\n"));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "Spring(c = spring_c) {^spring}"));
  assert_sound (doc);
  assert_same_doc (doc);
  g_autofree char *entry = doc_get_entry (doc, DOC_SELF, "spring_c");
  g_assert_cmpstr (entry, ==, "5 kN/mm");
  g_assert_null (doc_get_entry (doc, "spring", "c"));
  g_assert_true (doc_remove_parameter (doc, "spring_c", NULL));
  g_assert_cmpuint (doc_undo_depth (doc), ==, 2);
  g_autofree char *value = doc_get_modifier (doc, "spring", "c");
  g_autofree char *typed = doc_get_entry (doc, "spring", "c");
  g_assert_cmpstr (value, ==, "5e6");
  g_assert_cmpstr (typed, ==, "5 kN/mm");
  assert_undo (doc, CAR);
}

static void
assert_made (const char *instance, const char *target, const char *declaration)
{
  g_autofree char *text = g_strdup_printf ("component A\n  a = %s\nend\n", instance);
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GError) error = NULL;

  doc_make_parameter (doc, (const char *const[]){"a", NULL}, target, "p", &error);
  g_assert_no_error (error);
  if (strstr (doc_text (doc, NULL), declaration) == NULL)
    g_error ("%s, and not %s", doc_text (doc, NULL), declaration);
  assert_sound (doc);
  assert_undo (doc, text);
}

/* Type, bounds, size and what is structural are those of the field. */
static void
test_types (void)
{
  assert_made ("RotationalComponents.Components.Inertia(J = 2)", "J",
               "parameter p::MomentOfInertia(min = 0) = 2\n");
  assert_made ("TranslationalComponents.Components.Mass(m = 1, s(initial = 0.5))",
               "s(initial)", "parameter p::Length = 0.5\n");
  assert_made ("BlockComponents.Math.Gain(k = 2)", "k", "parameter p::Real");
  assert_made ("BlockComponents.Sources.TimeTable(table = [0, 1; 2, 3])", "table",
               "[:, 2] = [0, 1; 2, 3]\n");
  assert_made ("TranslationalComponents.Components.Fixed()", "s0", "parameter p::");
  assert_made ("RotationalComponents.Sources.Position(ref_type = "
               "RotationalComponents.Sources.ReferenceType.Exact)",
               "ref_type",
               "structural parameter p::RotationalComponents.Sources.ReferenceType = "
               "RotationalComponents.Sources.ReferenceType.Exact\n");
}

/* Its value takes its place. */
static void
test_remove (void)
{
  static const char TEXT[] = "component A\n"
                             "  \"Load\"\n"
                             "  parameter a::Real = 1 + 2 # kg\n"
                             "  parameter b::Real = 2 * a\n"
                             "  parameter c::Real\n"
                             "  variable x::Real\n"
                             "relations\n"
                             "  x = a * b + c\n"
                             "end\n";
  static const char OTHER[] = "\ncomponent B\n  part = A(b = 3)\nend\n"
                              "\nanalysis ARun\n  extends TransientAnalysis(stop = 1)\n"
                              "  model = A()\nend\n";
  g_autofree char *both = g_strconcat (TEXT, OTHER, NULL);
  g_autoptr (DocModel) doc = test_doc (TEXT), shared = test_doc (both);
  g_autoptr (GError) error = NULL, outside = NULL;

  g_assert_true (doc_remove_parameter (doc, "a", NULL));
  assert_text (doc, "component A\n"
                    "  parameter b::Real = 2 * (1 + 2)\n"
                    "  parameter c::Real\n"
                    "  variable x::Real\n"
                    "relations\n"
                    "  x = (1 + 2) * b + c\n"
                    "end\n");
  g_assert_false (doc_remove_parameter (doc, "c", &error));
  g_assert_nonnull (strstr (error->message, "no value that could stand"));
  assert_undo (doc, TEXT);
  g_assert_cmpstr (doc_class (shared)->name, ==, "A");
  g_assert_false (doc_remove_parameter (shared, "b", &outside));
  g_assert_nonnull (strstr (outside->message, "Other components"));
}

/* ---- any sequence ---- */

static const char *const FIELDS[][2] = {{"spring", "c"},
                                        {"spring", "s_rel0"},
                                        {"mass", "m"},
                                        {"damper", "d"}};

static void
do_some (DocModel *doc, GRand *rand)
{
  const char *const *field = FIELDS[g_rand_int_range (rand, 0, G_N_ELEMENTS (FIELDS))];
  const char *const items[] = {field[0], NULL};
  const char *const names[] = {"p", "q", "r", "mass", "end"};
  const char *name = names[g_rand_int_range (rand, 0, G_N_ELEMENTS (names))];
  const char *other = names[g_rand_int_range (rand, 0, 3)];

  switch (g_rand_int_range (rand, 0, 6)) {
  case 0:
    doc_make_parameter (doc, items, field[1], name, NULL);
    break;
  case 1:
    doc_rename (doc, other, name, NULL);
    break;
  case 2:
    doc_remove_parameter (doc, other, NULL);
    break;
  case 3:
    doc_set_modifier (doc, DOC_SELF, other, "2", "2000 mm", NULL);
    break;
  case 4:
    doc_describe_parameter (doc, other, name, NULL);
    break;
  default:
    doc_undo (doc);
    break;
  }
}

static void
test_random (void)
{
  static const char TEXT[] =
      "component A\n"
      "  spring = TranslationalComponents.Components.Spring(c = 10) {^a}\n"
      "  mass = TranslationalComponents.Components.Mass(m = 1)\n"
      "  # A comment.\n"
      "  damper = TranslationalComponents.Components.Damper(d = 2) {^c}\n"
      "relations\n"
      "  connect(spring.flange_b, mass.flange_a)\n"
      "metadata {\n"
      "  \"_links\": {\"a\": {\"entry\": {\"c\": \"10 N/m\"}}, \"c\": {}}\n"
      "}\n"
      "end\n";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (uint32_t run = 0; run < 20; run++) {
    g_autoptr (DocModel) doc = test_doc (TEXT);

    for (uint32_t i = 0; i < 40; i++) {
      do_some (doc, rand);
      assert_sound (doc);
      g_assert_nonnull (strstr (doc_text (doc, NULL), "  # A comment.\n"));
    }
    assert_same_doc (doc);
    assert_undo (doc, TEXT);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/parameter/add", test_add);
  g_test_add_func ("/doc/parameter/refused", test_refused);
  g_test_add_func ("/doc/parameter/default", test_default);
  g_test_add_func ("/doc/parameter/doubted", test_doubted);
  g_test_add_func ("/doc/parameter/describe", test_describe);
  g_test_add_func ("/doc/parameter/make", test_make);
  g_test_add_func ("/doc/parameter/types", test_types);
  g_test_add_func ("/doc/parameter/remove", test_remove);
  g_test_add_func ("/doc/parameter/random", test_random);
  return g_test_run ();
}
