/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever refers to an element of a component goes with it when it is renamed, in the
 * component and elsewhere in the file, and nothing else does. */
#include "doc/level.h"
#include "test-doc.h"

static const char AXLE[] =
    "# Used twice.\n"
    "component Axle\n"
    "  \"From wheel to wheel\"\n"
    "  parameter wheelbase::Length = 2.5 {^wheelbase}\n"
    "  parameter n::Integer = 3\n"
    "  parameter half::Length = wheelbase / 2 # wheelbase\n"
    "  variable x::Real[3]\n"
    "  spring = TranslationalComponents.Components.Spring(c = 2 * wheelbase, "
    "s_rel0 = max(wheelbase, 1)) {^spring}\n"
    "relations\n"
    "  initial spring.s_rel = wheelbase - half\n"
    "  x[1] = sum([n * wheelbase for n in 1:3])\n"
    "  for n in 2:3\n"
    "    x[n] = n * wheelbase\n"
    "  end\n"
    "metadata {\n"
    "  \"_links\": {\"wheelbase\": {\"why\": \"wheelbase\"}, \"spring\": {\"Dyad\": "
    "{\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, \"y2\": "
    "100}}}}},\n"
    "  \"Dyad\": {\n"
    "    \"plots\": [{\"title\": \"wheelbase\", \"curves\": [\"wheelbase\", "
    "\"x[1]\", {\"variable\": \"spring.c\"}]}],\n"
    "    \"labels\": [{\"label\": \"wheelbase = $(wheelbase)\", \"x\": 0, \"y\": 0}],\n"
    "    \"motion\": [{\"shape\": \"wheelbase\", \"length\": \"0.5*wheelbase\"}],\n"
    "    \"tests\": {\"wheelbase\": {\"stop\": 1, \"params\": {\"wheelbase\": 3}}}\n"
    "  }\n"
    "}\n"
    "end\n"
    "\n"
    "component Wagon\n"
    "  parameter wheelbase::Length = 4\n"
    "  front = Axle(wheelbase = wheelbase)\n"
    "  rear = Axle(half = front.wheelbase, wheelbase(min = 1))\n"
    "relations\n"
    "  initial front.spring.s_rel = rear.wheelbase\n"
    "metadata {\"Dyad\": {\"plots\": [[\"wheelbase\", \"front.wheelbase\"]]}}\n"
    "end\n"
    "\n"
    "component LongAxle\n"
    "  extends Axle(wheelbase = 5)\n"
    "  parameter twice::Length = 2 * wheelbase\n"
    "end\n"
    "\n"
    "analysis AxleRun\n"
    "  extends TransientAnalysis(stop = 1)\n"
    "  model = Axle(wheelbase = 3)\n"
    "end\n"
    "\n"
    "component Train\n"
    "  wagon = Wagon(front.wheelbase = 7, wheelbase = 2)\n"
    "  last = LongAxle(wheelbase = 6)\n"
    "end\n";

static DocModel *
axle_new (void)
{
  DocModel *doc = test_doc (AXLE);

  g_assert_cmpstr (doc_class (doc)->name, ==, "Axle");
  assert_sound (doc);
  return doc;
}

/* The text with some lines changed. */
static void
assert_changed (const DocModel *doc, const char *const *changes)
{
  g_autoptr (GString) expected = g_string_new (AXLE);

  for (uint32_t i = 0; changes[i] != NULL; i += 2)
    g_assert_cmpuint (g_string_replace (expected, changes[i], changes[i + 1], 0), >, 0);
  assert_text (doc, expected->str);
}

/* Not the comments, titles, keys and what else is called so. */
static void
test_parameter (void)
{
  static const char *const CHANGES[] = {
      "parameter wheelbase::Length = 2.5 {^wheelbase}",
      "parameter w::Length = 2.5 {^w}",
      "= wheelbase / 2",
      "= w / 2",
      "c = 2 * wheelbase, s_rel0 = max(wheelbase, 1)",
      "c = 2 * w, s_rel0 = max(w, 1)",
      "= wheelbase - half",
      "= w - half",
      "n * wheelbase",
      "n * w",
      "\"_links\": {\"wheelbase\"",
      "\"_links\": {\"w\"",
      "[\"wheelbase\", \"x[1]\"",
      "[\"w\", \"x[1]\"",
      "$(wheelbase)",
      "$(w)",
      "0.5*wheelbase",
      "0.5*w",
      "\"params\": {\"wheelbase\"",
      "\"params\": {\"w\"",
      "Axle(wheelbase =",
      "Axle(w =",
      "front.wheelbase",
      "front.w",
      "rear.wheelbase",
      "rear.w",
      "wheelbase(min = 1)",
      "w(min = 1)",
      "2 * wheelbase\nend",
      "2 * w\nend",
      NULL};
  g_autoptr (DocModel) doc = axle_new ();

  g_assert_true (doc_rename (doc, "wheelbase", "w", NULL));
  assert_changed (doc, CHANGES);
  assert_sound (doc);
  g_assert_true (doc_rename (doc, "w", "wheelbase", NULL));
  assert_text (doc, AXLE);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, AXLE);
}

/* What an outer component says of a part of a part. */
static void
test_instance (void)
{
  static const char *const CHANGES[] = {"spring = Trans",
                                        "coil = Trans",
                                        "{^spring}",
                                        "{^coil}",
                                        "\"spring\": {\"Dyad",
                                        "\"coil\": {\"Dyad",
                                        "initial spring.",
                                        "initial coil.",
                                        "front.spring.",
                                        "front.coil.",
                                        "\"spring.c\"",
                                        "\"coil.c\"",
                                        NULL};
  g_autoptr (DocModel) doc = axle_new ();

  g_assert_true (doc_rename (doc, "spring", "coil", NULL));
  assert_changed (doc, CHANGES);
}

/* A loop has its name for itself. */
static void
test_loops (void)
{
  static const char *const CHANGES[] = {"parameter n::", "parameter k::", NULL};
  g_autoptr (DocModel) doc = axle_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_rename (doc, "n", "k", NULL));
  assert_changed (doc, CHANGES);
  g_assert_false (doc_rename (doc, "wheelbase", "n", &error));
  g_assert_cmpstr (error->message, ==, "A loop over n uses it already");
}

/* What is renamed is looked for once in each definition, however often that extends
 * itself: by all ways this would not end. */
static void
test_extends_itself (void)
{
  static const char self[] = "  extends A\n  extends A\n  extends A\n  extends A\n"
                             "  extends A\n  extends A\n  extends A\n  extends A\n";
  g_autofree char *text = g_strdup_printf (
      "component A\n%s  m = TranslationalComponents.Components.Mass()\n"
      "end\n"
      "component B\n  a = A()\n  variable x::Real\nrelations\n"
      "  x = a.a + a.m.s\nend\n",
      self);
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_true (doc_rename (doc, "a", "b", NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "  x = b.a + b.m.s\n"));
  g_assert_true (doc_level_show (doc, "b"));
  g_assert_true (doc_rename (doc, "m", "n", NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "  x = b.a + b.n.s\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/rename/parameter", test_parameter);
  g_test_add_func ("/doc/rename/instance", test_instance);
  g_test_add_func ("/doc/rename/loops", test_loops);
  g_test_add_func ("/doc/rename/extends-itself", test_extends_itself);
  return g_test_run ();
}
