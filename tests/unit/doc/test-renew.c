/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit leaves of the view is kept, and comes out as if all was read anew. */
#include "test-same.h"

/* n masses on each other, joined by lines that are plumb, and more relations. Caller
 * frees. */
static char *
tower (uint32_t n, const char *more)
{
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new ("metadata {\"_links\": {\n");
  GString *text = g_string_new ("component M\n");

  for (uint32_t i = 0; i < n; i++) {
    g_string_append_printf (
        text, "  m%u = TranslationalComponents.Components.Mass(m = 1) {^m%u}\n", i, i);
    g_string_append_printf (
        links,
        "\"m%u\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": "
        "0, \"y1\": %u, \"x2\": 100, \"y2\": %u, \"rot\": 90}}}},\n",
        i, 300 * i, 300 * i + 100);
    if (i == 0)
      continue;
    g_string_append_printf (relations, "  connect(m%u.flange_b, m%u.flange_a) {^w%u}\n",
                            i - 1, i, i);
    g_string_append_printf (
        links, "\"w%u\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}},\n",
        i);
  }
  g_string_append (relations, more);
  g_string_append_printf (text, "%s%s\"free\": {}}}\nend\n", relations->str,
                          links->str);
  return g_string_free (text, FALSE);
}

/* None of them can cross another one, so that nothing has asked yet what lies where. */
static void
test_plumb_wires (void)
{
  g_autofree char *text = tower (5, "");
  g_autoptr (DocModel) doc = test_doc (text);

  assert_sound (doc);
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  assert_same_doc (doc);
}

/* Whether an edit far from the first item has left what is known of it. */
static bool
is_kept (DocModel *doc)
{
  const DocPort *ports = doc_item (doc, 0)->ports;

  g_assert_true (doc_set_modifier (doc, "m4", "m", "2", NULL, NULL));
  const bool is_same = doc_item (doc, 0)->ports == ports;
  assert_same_doc (doc);
  return is_same;
}

/* A connect with an end that is not there has nothing to draw, or what joins the others
 * of its ends, and that is drawn in the text, or cannot be told there, as what shares
 * its metadata with another one: that is led anew by each edit, and nothing else is. */
static void
test_lost_ends (void)
{
  static const char *const CONNECTS[] = {
      "",
      "  connect(m0.flange_a, nobody.flange_a)\n",
      "  connect(nobody.flange_a, m0.flange_b, m1.flange_a) {\"Dyad\": {\"edges\": "
      "[{\"S\": 2, \"M\": [], \"E\": 3}]}}\n",
      "  connect(m0.flange_b, m1.flange_a, m2.nothing) {\"Dyad\": {\"edges\": "
      "[{\"S\": 1, \"M\": [], \"E\": -1}, {\"S\": -1, \"M\": [], \"E\": 2}, "
      "{\"S\": -1, \"M\": [], \"E\": 3}], \"junctions\": "
      "[{\"x\": 50, \"y\": 200}]}}\n",
      "  connect(m0.flange_b, m3.flange_a, nobody.nothing) {\"Dyad\": {\"edges\": "
      "[{\"S\": 1, \"M\": [], \"E\": 3}]}}\n",
      "  connect(m0.flange_b, m3.flange_a) {^free}\n"
      "  connect(m1.flange_b, m4.flange_a) {^free}\n",
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (CONNECTS); i++) {
    g_autofree char *text = tower (5, CONNECTS[i]);
    g_autoptr (DocModel) doc = test_doc (text);

    g_assert_true (is_kept (doc));
    g_assert_true (doc_wire (doc, doc_n_wires (doc) - 1)->is_auto_routed ==
                   (i == 1 || i > 3));
  }
}

/* Any edit anywhere leads them as they would be led if all was read, and tells of what
 * they cross. */
static void
test_led_anew (void)
{
  g_autofree char *text = tower (
      7, "  connect(m0.flange_b, m3.flange_a, nobody.nothing) {\"Dyad\": {\"edges\": "
         "[{\"S\": 1, \"M\": [], \"E\": 3}]}}\n"
         "  connect(m1.flange_b, m5.flange_a) {^free}\n"
         "  connect(m2.flange_b, m4.flange_a) {^free}\n");
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (uint32_t k = 0; k < 150; k++) {
    const uint32_t item =
        (uint32_t) g_rand_int_range (rand, 0, (int) doc_n_items (doc));
    const char *name = doc_item (doc, item)->name;
    const DocPoint at = {10 * g_rand_int_range (rand, -60, 60),
                         10 * g_rand_int_range (rand, -20, 240)};

    switch (g_rand_int_range (rand, 0, 6)) {
    case 0:
      doc_add (doc, "TranslationalComponents.Components.Damper", at, true, NULL);
      break;
    case 1:
      doc_undo (doc);
      break;
    case 2:
      if (doc_n_items (doc) > 7)
        doc_delete_items (doc, &name, 1, NULL);
      break;
    case 3:
      doc_set_modifier (doc, name, "m", k % 2 == 0 ? "2" : "3", NULL, NULL);
      break;
    default:
      doc_move (doc, &name, 1, at.x, at.y - 1000);
    }
    assert_same_doc (doc);
  }
  while (doc_undo (doc))
    assert_same_doc (doc);
  assert_text (doc, text);
}

/* The first edit writes down how the wires run that the program has led: from then on
 * they stay as they are, and so does the view. One undo takes all of it back. */
static void
test_routed_once (void)
{
  g_autofree char *text = tower (5, "  connect(m0.flange_a, m3.flange_a)\n");
  g_autoptr (DocModel) doc = test_doc (text);
  const uint32_t last = doc_n_wires (doc) - 1;

  g_assert_true (doc_wire (doc, last)->is_auto_routed);
  const uint32_t n_points = doc_wire (doc, last)->edges[0].n_points;
  g_assert_true (is_kept (doc));
  g_assert_false (doc_wire (doc, last)->is_auto_routed);
  g_assert_cmpuint (doc_wire (doc, last)->edges[0].n_points, ==, n_points);
  const DocPort *ports = doc_item (doc, 0)->ports;
  g_assert_true (doc_set_modifier (doc, "m4", "m", "3", NULL, NULL));
  g_assert_true (doc_item (doc, 0)->ports == ports);
  g_assert_true (doc_undo (doc) && doc_undo (doc));
  assert_text (doc, text);
}

/* A value that decides nothing of what is drawn makes no card of its own. */
static void
test_cards (void)
{
  g_autofree char *text = tower (5, "");
  g_autoptr (DocModel) doc = test_doc (text);
  const LibCard *card = doc_item (doc, 0)->card;

  g_assert_true (doc_set_modifier (doc, "m4", "m", "20", NULL, NULL));
  g_assert_true (doc_item (doc, 4)->card == card);
  assert_same_doc (doc);
}

/* Parts of a component that stands in the same file stay, too, unless it is the one
 * that is edited, or has its members. */
static void
test_own_classes (void)
{
  static const char OWN[] =
      "component Base\n  flange = Dyad.Flange()\n  parameter p::Real = 1\nend\n"
      "component Part\n  extends Base()\n  other = Dyad.Flange()\nend\n"
      "component Whole\n  extends M()\nend\n";
  g_autofree char *tower_text = tower (5, "  connect(own.flange, m0.flange_a)\n");
  g_autoptr (GString) text = g_string_new (tower_text);

  g_string_replace (text, "  m1 = ", "  own = Part(p = 2)\n  m1 = ", 1);
  g_string_replace (text,
                    "  m3 = ", "  bad = Whole()\n  port = Dyad.Flange()\n  m3 = ", 1);
  g_string_append (text, OWN);
  g_autoptr (DocModel) doc = test_doc (text->str);
  g_assert_true (doc_move (doc, (const char *const[]){"own"}, 1, 10, 0));
  const DocItem own = *doc_item (doc, doc_find_item (doc, "own"));
  g_assert_cmpuint (own.n_ports, ==, 2);
  g_assert_true (is_kept (doc));
  g_assert_true (doc_item (doc, doc_find_item (doc, "own"))->ports == own.ports);
  for (int k = 0; k < 3; k++) {
    g_assert_nonnull (
        doc_add (doc, "Dyad.Flange", (DocPoint){-500, 300 * k}, true, NULL));
    assert_same_doc (
        doc); /* what has the members of this component has that port now */
  }
}

/* A fault that lies in no element, but between two definitions, is told at its place
 * after each edit, and hinders none. */
static void
test_twins (void)
{
  g_autofree char *first = tower (5, "");
  g_autofree char *text =
      g_strconcat (first, "component T\nend\ncomponent T\nend\n", NULL);
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, 1);
  g_assert_true (is_kept (doc));
  g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, 1);
}

static char *
crowd (uint32_t n_columns, uint32_t n_rows)
{
  GString *text = g_string_new ("component M\n");
  g_autoptr (GString) links = g_string_new ("metadata {\"_links\": {\n");

  for (uint32_t i = 0; i < n_columns * n_rows; i++) {
    const uint32_t x = 160 * (i % n_columns) + 53 * i % 60;
    const uint32_t y = 140 * (i / n_columns) + (i % 3 == 0 ? 31 * i % 40 : 0);

    g_string_append_printf (
        text, "  m%u = TranslationalComponents.Components.Mass(m = 1) {^m%u}\n", i, i);
    g_string_append_printf (
        links,
        "\"m%u\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": %u, \"y1\": "
        "%u, \"x2\": %u, \"y2\": %u}}}},\n",
        i, x, y, x + 100, y + 100);
  }
  g_string_append_printf (text, "%s\"free\": {}}}\nend\n", links->str);
  return g_string_free (text, FALSE);
}

/* A label that grows or shrinks makes others give way, and these others; texts that are
 * known are not made again for it. */
static void
test_labels_in_a_crowd (void)
{
  static const char *const VALUES[] = {"1", "1234.5", "2.5k", "123456.75", "7"};
  g_autofree char *text = crowd (8, 6);
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  DocLabelLine lines[DOC_LABELS_MOST];

  for (uint32_t k = 0; k < 60; k++) {
    g_autofree char *name = g_strdup_printf ("m%u", g_rand_int_range (rand, 0, 48));
    const char *value = VALUES[g_rand_int_range (rand, 0, G_N_ELEMENTS (VALUES))];

    doc_set_modifier (doc, name, "m", value, NULL, NULL);
    assert_same_doc (doc);
  }
  g_assert_cmpuint (doc_label_lines (doc, 0, 1, lines), >, 0);
  const char *known = lines[0].text;
  g_assert_true (doc_set_modifier (doc, "m47", "m", "33", NULL, NULL));
  doc_label_lines (doc, 0, 1, lines);
  g_assert_true (lines[0].text == known);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/renew/plumb-wires", test_plumb_wires);
  g_test_add_func ("/doc/renew/lost-ends", test_lost_ends);
  g_test_add_func ("/doc/renew/led-anew", test_led_anew);
  g_test_add_func ("/doc/renew/routed-once", test_routed_once);
  g_test_add_func ("/doc/renew/cards", test_cards);
  g_test_add_func ("/doc/renew/own-classes", test_own_classes);
  g_test_add_func ("/doc/renew/labels-in-a-crowd", test_labels_in_a_crowd);
  g_test_add_func ("/doc/renew/twins", test_twins);
  return g_test_run ();
}
