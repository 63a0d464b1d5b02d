/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Items whose class is not known: they keep their name, their ports and their wires. */
#include "lib/offer/icon.h"
#include "test-doc.h"

static char *
example (const char *name)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", name, NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The same text with no library of that name. */
static char *
lose (const char *text, const char *library)
{
  g_auto (GStrv) parts = g_strsplit (text, library, -1);

  g_assert_cmpuint (g_strv_length (parts), >, 1);
  return g_strjoinv ("Lost.", parts);
}

/* Every wire reaches the ports that it reached, where they were. */
static void
test_places (void)
{
  g_autofree char *text = example ("two-mass-absorber.dyad");
  g_autofree char *lost_text = lose (text, "TranslationalComponents.");
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (DocModel) lost = test_doc (lost_text);
  uint32_t n_lost = 0;

  g_assert_cmpuint (doc_n_wires (lost), ==, doc_n_wires (doc));
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w), *now = doc_wire (lost, w);

    g_assert_cmpuint (now->n_edges, ==, wire->n_edges);
    for (uint32_t k = 0; k < wire->n_ends; k++) {
      const DocEnd *end = &now->ends[k], *was = &wire->ends[k];

      g_assert_cmpuint (end->item, !=, UINT32_MAX);
      const DocPoint at = doc_item (lost, end->item)->ports[end->port].at;
      const DocPoint before = doc_item (doc, was->item)->ports[was->port].at;
      g_assert_cmpfloat_with_epsilon (at.x, before.x, 1e-6);
      g_assert_cmpfloat_with_epsilon (at.y, before.y, 1e-6);
      n_lost += doc_item (lost, end->item)->card == NULL;
    }
  }
  g_assert_cmpuint (n_lost, >, 4);
  assert_text (lost, lost_text);
}

static const char TEXT[] = "component M\n"
                           "  a = Lost.Kind.Wheel()\n"
                           "  b = TranslationalComponents.Components.Mass(m = 1)\n"
                           "relations\n"
                           "  connect(a.hub, b.flange_a)\n"
                           "  connect(a.rim_b, a.sub[2].x, b.flange_b)\n"
                           "  connect(a.hub, b.flange_b)\n"
                           "metadata {\"Dyad\": {}}\n"
                           "end\n";

/* Each port once; the box has the name of the class. */
static void
test_ports (void)
{
  static const char *const NAMES[] = {"hub", "rim_b", "sub"};
  g_autoptr (DocModel) doc = test_doc (TEXT);
  const DocItem *item = doc_item (doc, doc_find_item (doc, "a"));
  LibDrawing drawing;

  g_assert_null (item->card);
  g_assert_cmpuint (item->n_ports, ==, G_N_ELEMENTS (NAMES));
  for (uint32_t i = 0; i < item->n_ports; i++) {
    g_assert_cmpstr (item->ports[i].name, ==, NAMES[i]);
    g_assert_null (item->ports[i].port->connector);
    for (uint32_t k = 0; k < i; k++)
      g_assert_false (item->ports[i].at.x == item->ports[k].at.x &&
                      item->ports[i].at.y == item->ports[k].at.y);
  }
  g_assert_true (lib_icon_to_drawing (item->icon, &drawing));
  g_assert_cmpint (drawing.shape, ==, LIB_SHAPE_MISSING);
  g_assert_cmpstr (drawing.text, ==, "Wheel");
}

/* It can be moved and taken away, and undo brings the text back; what needs its class
 * is refused. Its ports follow the connects. */
static void
test_edits (void)
{
  static const char *const NAMES[] = {"a"};
  g_autoptr (DocModel) doc = test_doc (TEXT);
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_move (doc, NAMES, 1, 50, 20));
  g_assert_true (doc_undo (doc));
  assert_text (doc, TEXT);
  g_autofree char *reason = doc_refusal (doc, "a.hub", "b.flange_b");
  g_assert_nonnull (reason);
  g_assert_null (doc_group (doc, NAMES, 1, &error));
  g_assert_nonnull (error);
  assert_text (doc, TEXT);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    if (doc_wire (doc, w)->n_ends == 3) {
      g_assert_true (doc_delete_wire (doc, w, NULL));
      break;
    }
  g_assert_cmpuint (doc_item (doc, doc_find_item (doc, "a"))->n_ports, ==, 1);
  g_assert_true (doc_delete_items (doc, NAMES, 1, NULL));
  g_assert_cmpuint (doc_n_items (doc), ==, 1);
  g_assert_true (doc_undo (doc) && doc_undo (doc));
  assert_text (doc, TEXT);
}

/* Drawings that name no end and no junction are taken for none. */
static void
test_bad_drawing (void)
{
  static const char *const ENDS[] = {"-0.5", "-1.5", "-2", "-1e10", "0", "7", "null"};

  for (guint i = 0; i < G_N_ELEMENTS (ENDS); i++) {
    g_autofree char *text = g_strdup_printf (
        "component M\n"
        "  a = Lost.Kind() {\"Dyad\": {\"placement\": {\"diagram\": "
        "{\"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200}}}}\n"
        "relations\n"
        "  connect(a.hub, a.rim) {\"Dyad\": {\"edges\": [{\"S\": 1, \"E\": %s}], "
        "\"junctions\": [{\"x\": 300, \"y\": 120}]}}\n"
        "end\n",
        ENDS[i]);
    g_autoptr (DocModel) doc = test_doc (text);

    g_assert_cmpuint (doc_item (doc, 0)->n_ports, ==, 2);
    assert_text (doc, text);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/missing/places", test_places);
  g_test_add_func ("/doc/missing/ports", test_ports);
  g_test_add_func ("/doc/missing/bad-drawing", test_bad_drawing);
  g_test_add_func ("/doc/missing/edits", test_edits);
  return g_test_run ();
}
