/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires that are not joined, or not cut, as most are. */
#include "test-doc.h"

/* `n` components in a row, joined by one connect with this drawing. */
static DocModel *
joined (int n, const char *drawing)
{
  g_autoptr (GString) text = g_string_new ("component A\n");
  g_autoptr (GString) links = g_string_new (NULL), ends = g_string_new (NULL);

  for (int i = 0; i < n; i++) {
    g_string_append_printf (
        text, "  f%d = TranslationalComponents.Components.Fixed() {^f%d}\n", i, i);
    g_string_append_printf (
        links,
        "\"f%d\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": "
        "%d, \"y1\": 0, \"x2\": %d, \"y2\": 100}}}}, ",
        i, 200 * i, 200 * i + 100);
    g_string_append_printf (ends, "%sf%d.flange", i > 0 ? ", " : "", i);
  }
  g_string_append_printf (
      text,
      "relations\n  connect(%s) {^w}\nmetadata {\"_links\": {%s\"w\": "
      "{\"Dyad\": %s}}}\nend\n",
      ends->str, links->str, drawing);
  DocModel *doc = test_doc (text->str);
  assert_sound (doc);
  g_assert_false (doc_wire (doc, 0)->is_auto_routed);
  return doc;
}

/* A net of three pairs is cut between two of its junctions: one pair goes. */
static void
test_delete_edge_between_junctions (void)
{
  g_autoptr (DocModel) doc = joined (
      6,
      "{\"edges\": [{\"S\": 1, \"M\": [], \"E\": -2}, {\"S\": 2, \"M\": [], \"E\": "
      "-2}, "
      "{\"S\": 3, \"M\": [], \"E\": -3}, {\"S\": 4, \"M\": [], \"E\": -3}, "
      "{\"S\": 5, \"M\": [], \"E\": -4}, {\"S\": 6, \"M\": [], \"E\": -4}, "
      "{\"S\": -1, \"M\": [], \"E\": -2}, {\"S\": -1, \"M\": [], \"E\": -3}, "
      "{\"S\": -1, \"M\": [], \"E\": -4}], \"junctions\": [{\"x\": 550, \"y\": 400}, "
      "{\"x\": 150, \"y\": 300}, {\"x\": 550, \"y\": 300}, {\"x\": 950, \"y\": 300}]}");

  g_assert_true (doc_delete_edge (doc, 0, 6, NULL));
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (
      strstr (text, "connect(f2.flange, f3.flange, f4.flange, f5.flange) {^w}"));
  g_assert_nonnull (strstr (text, "connect(f0.flange, f1.flange) {"));
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
}

/* A junction that only a path to itself meets goes with the next change of the net. */
static void
test_ring (void)
{
  g_autoptr (DocModel) doc = joined (
      3, "{\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}, {\"S\": 2, \"M\": [], "
         "\"E\": 3}, {\"S\": -1, \"M\": [{\"x\": 50, \"y\": 350}, {\"x\": 100, "
         "\"y\": 350}], \"E\": -1}], \"junctions\": [{\"x\": 50, \"y\": 300}]}");

  g_assert_true (doc_delete_items (doc, (const char *const[]){"f2"}, 1, NULL));
  g_assert_cmpuint (doc_wire (doc, 0)->n_ends, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 1);
  g_assert_cmpuint (doc_wire (doc, 0)->n_junctions, ==, 0);
}

/* A signal has one source. */
static void
test_second_source_is_refused (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  g_autoptr (GError) error = NULL;

  doc_add (doc, "BlockComponents.Sources.Sine", (DocPoint){100, 100}, false, NULL);
  doc_add (doc, "BlockComponents.Sources.Step", (DocPoint){100, 300}, false, NULL);
  doc_add (doc, "BlockComponents.Math.Gain", (DocPoint){400, 100}, false, NULL);
  g_assert_true (doc_connect (doc, "sine.y", "gain.u", NULL, 0, &error));
  g_assert_no_error (error);
  g_assert_false (doc_connect (doc, "step.y", "gain.u", NULL, 0, &error));
  g_assert_nonnull (error);
}

/* A wire to an array port takes its first free element. */
static void
test_array_port (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  g_autoptr (GError) error = NULL;

  doc_add (doc, "BlockComponents.Sources.CombiTimeTable", (DocPoint){100, 100}, false,
           NULL);
  doc_set_modifier (doc, "combiTimeTable", "table", "[[0, 1, 2], [1, 2, 3]]", NULL,
                    NULL);
  doc_add (doc, "BlockComponents.Math.Gain", (DocPoint){400, 100}, false, NULL);
  doc_add (doc, "BlockComponents.Math.Gain", (DocPoint){400, 300}, false, NULL);
  g_assert_true (doc_connect (doc, "combiTimeTable.y", "gain.u", NULL, 0, &error));
  g_assert_no_error (error);
  g_assert_true (doc_connect (doc, "gain2.u", "combiTimeTable.y", NULL, 0, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (doc_wire (doc, 0)->ends[0].name, ==, "combiTimeTable.y[1]");
  g_assert_cmpstr (doc_wire (doc, 1)->ends[1].name, ==, "combiTimeTable.y[2]");
  g_assert_cmpuint (doc_wire (doc, 1)->ends[1].item, ==, 0);
  assert_sound (doc);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/wire/delete-edge-between-junctions",
                   test_delete_edge_between_junctions);
  g_test_add_func ("/doc/wire/ring", test_ring);
  g_test_add_func ("/doc/wire/second-source", test_second_source_is_refused);
  g_test_add_func ("/doc/wire/array-port", test_array_port);
  return g_test_run ();
}
