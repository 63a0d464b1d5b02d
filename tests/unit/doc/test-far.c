/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a text places far off, or makes very large: it lies within bounds, is found, and
 * costs no more than other things. */
#include "doc/model-private.h"
#include "test-doc.h"

#define MASS "TranslationalComponents.Components.Mass"

/* Two masses with these metadata of the first and of the wire between them, and these
 * members in the metadata of the definition. */
static DocModel *
two_masses (const char *first, const char *wire, const char *members)
{
  g_autofree char *text = g_strdup_printf (
      "component M\n"
      "  a = " MASS "(m = 1) {^a}\n"
      "  b = " MASS "(m = 1) {^b}\n"
      "relations\n"
      "  connect(a.flange_b, b.flange_a) {^w}\n"
      "metadata {%s\"_links\": {\n"
      "  \"a\": {\"Dyad\": {\"placement\": {\"diagram\": {%s}}}},\n"
      "  \"b\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 600, \"y1\": 0, "
      "\"x2\": 700, \"y2\": 100}}}},\n"
      "  \"w\": {\"Dyad\": {%s}}\n"
      "}}\nend\n",
      members, first, wire);

  return test_doc (text);
}

#define PLACE    "\"x1\": 0, \"y1\": 0, \"x2\": 100, \"y2\": 100"
#define STRAIGHT "\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]"

static bool
is_within (DocRect box)
{
  const double farthest = 2e8; /* of the middle 1e8 */

  return box.x1 >= -farthest && box.y1 >= -farthest && box.x2 <= farthest &&
         box.y2 <= farthest;
}

/* Wherever something is said to be, it is not beyond what is drawn. */
static void
test_bounds (void)
{
  static const char *const far[] = {"1e300", "-1e300", "1e17"};

  for (guint i = 0; i < 5 * G_N_ELEMENTS (far); i++) {
    const char *x = far[i / 5];
    g_autofree char *place =
        i % 5 == 0 ? g_strdup_printf ("\"x1\": 0, \"y1\": 0, \"x2\": 9, \"y2\": %s", x)
        : i % 5 == 1 ? g_strdup_printf (PLACE ", \"rot\": %s", x)
                     : g_strdup (PLACE);
    g_autofree char *edge = g_strdup_printf (
        i % 5 == 2
            ? "\"edges\": [{\"S\": 1, \"M\": [{\"x\": %s, \"y\": 50}], \"E\": 2}]"
        : i % 5 == 3
            ? "\"edges\": [{\"S\": 1, \"M\": [], \"E\": -1}, {\"S\": -1, \"M\": [], "
              "\"E\": 2}], \"junctions\": [{\"x\": 0, \"y\": %s}]"
            : STRAIGHT,
        x);
    g_autofree char *note = g_strdup_printf (
        i % 5 == 4 ? "\"Dyad\": {\"labels\": [{\"label\": \"a\", \"x\": %s, \"y\": %s, "
                     "\"rot\": %s, \"layer\": \"diagram\"}]}, "
                   : "",
        x, x, x);
    g_autoptr (DocModel) doc = two_masses (place, edge, note);

    g_assert_cmpuint (doc_n_wires (doc), ==, 1);
    g_assert_true (is_within (doc_bounds (doc)));
    for (uint32_t k = 0; k < doc_n_notes (doc); k++)
      g_assert_true (is_within (doc_note (doc, k)->box));
  }
}

/* So do ports, wherever their class has put them. */
static void
test_ports (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component M\n"
                "  a = Part() {\"Dyad\": {\"placement\": {\"diagram\": {" PLACE "}}}}\n"
                "  b = Part() {\"Dyad\": {\"placement\": {\"diagram\": {" PLACE "}}}}\n"
                "relations\n"
                "  connect(a.f, b.f)\n"
                "end\n"
                "component Part\n"
                "  f = Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": -1e300, "
                "\"y1\": 0, "
                "\"x2\": -1e250, \"y2\": 100}}}}\n"
                "end\n");

  g_assert_cmpstr (doc_class (doc)->name, ==, "M");
  g_assert_cmpuint (doc_item (doc, 0)->n_ports, ==, 1);
  g_assert_true (is_within (doc_item (doc, 0)->ports[0].box));
  g_assert_true (is_within (doc_bounds (doc)));
}

/* What is large is found all over, and does not fill the tables that find it. */
static void
test_large (void)
{
  static const char wide[] = "\"x1\": 0, \"y1\": 0, \"x2\": 1e6, \"y2\": 100";
  static const char square[] = "\"x1\": 0, \"y1\": 0, \"x2\": 1e5, \"y2\": 1e5";
  static const char around[] = "\"edges\": [{\"S\": 1, \"M\": [{\"x\": 0, \"y\": 200}, "
                               "{\"x\": 3e6, \"y\": 200}, "
                               "{\"x\": 3e6, \"y\": 50}], \"E\": 2}]";
  g_autoptr (DocModel) doc = two_masses (wide, around, "");
  g_autoptr (DocModel) other = two_masses (square, STRAIGHT, "");
  uint32_t n;

  g_assert_cmpint (doc_hit (doc, (DocPoint){9e5, 20}, 1).kind, ==, DOC_HIT_ITEM);
  g_assert_cmpint (doc_hit (doc, (DocPoint){2.9e6, 200}, 1).kind, ==, DOC_HIT_WIRE);
  g_assert_cmpuint (g_hash_table_size (other->item_grid->cells), <, 100);
  g_assert_cmpint (doc_hit (other, (DocPoint){9e4, 9e4}, 1).kind, ==, DOC_HIT_ITEM);
  /* Moved, deleted, and taken back. */
  const char *name = "a";
  g_assert_true (doc_move (other, &name, 1, 0, 1e6));
  g_assert_cmpint (doc_hit (other, (DocPoint){9e4, 9e4}, 1).kind, ==, DOC_HIT_NOTHING);
  g_assert_cmpint (doc_hit (other, (DocPoint){9e4, 1.09e6}, 1).kind, ==, DOC_HIT_ITEM);
  g_assert_true (doc_delete_items (other, &name, 1, NULL));
  g_assert_cmpint (doc_hit (other, (DocPoint){9e4, 1.09e6}, 1).kind, ==,
                   DOC_HIT_NOTHING);
  g_assert_true (doc_undo (other));
  g_assert_cmpint (doc_hit (other, (DocPoint){9e4, 1.09e6}, 1).kind, ==, DOC_HIT_ITEM);
  /* And in a part of the diagram as large as one likes. */
  g_assert_nonnull (doc_add (doc, MASS, (DocPoint){5e6, 5e6}, false, NULL));
  g_autofree uint32_t *items =
      doc_hit_items (doc, (DocRect){-1e8, -1e8, 1e8, 1e8}, true, &n);
  g_assert_cmpuint (n, ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/far/bounds", test_bounds);
  g_test_add_func ("/doc/far/ports", test_ports);
  g_test_add_func ("/doc/far/large", test_large);
  return g_test_run ();
}
