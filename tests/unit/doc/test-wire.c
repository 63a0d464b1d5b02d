/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires that are not joined, or not cut, as most are. */
#include "doc/model-private.h"
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

/* A bus with a tooth for each component has a branch at each but the outer two, and the
 * view has room for these, not for all that there were before each. */
static void
test_bus (void)
{
  enum { N = 2000 };
  g_autoptr (GString) edges = g_string_new (NULL), junctions = g_string_new (NULL);

  for (int i = 0; i < N; i++) {
    g_string_append_printf (edges, "{\"S\": %d, \"M\": [], \"E\": %d}, ", i + 1,
                            -i - 1);
    if (i > 0)
      g_string_append_printf (edges, "{\"S\": %d, \"M\": [], \"E\": %d}, ", -i, -i - 1);
    g_string_append_printf (junctions, "%s{\"x\": %d, \"y\": -100}", i > 0 ? ", " : "",
                            200 * i + 50);
  }
  g_string_truncate (edges, edges->len - strlen (", "));
  g_autofree char *drawing = g_strdup_printf ("{\"edges\": [%s], \"junctions\": [%s]}",
                                              edges->str, junctions->str);
  g_autoptr (DocModel) doc = joined (N, drawing);
  const DocWire *wire = doc_wire (doc, 0);

  g_assert_cmpuint (wire->n_branches, ==, N - 2);
  for (uint32_t i = 0; i < N - 2; i++) {
    g_assert_cmpfloat (wire->branches[i].x, ==, 200 * (i + 1) + 50);
    g_assert_cmpfloat (wire->branches[i].y, ==, -100);
  }
  g_assert_cmpuint (base_arena_used (doc->arena), <, 1000 * N);
}

/* Segments lie on each other, cross, and end on each other and on an oblique one; each
 * place where three ways part has one dot. */
static void
test_branches (void)
{
  static const char *const DRAWINGS[] = {
      /* a cross, and a stretch that lies on an arm of it */
      "{\"edges\": [{\"S\": 1, \"M\": [{\"x\": 50, \"y\": -100}], \"E\": -1}, "
      "{\"S\": -1, \"M\": [{\"x\": 450, \"y\": -100}], \"E\": 3}, "
      "{\"S\": 2, \"M\": [{\"x\": 250, \"y\": -200}, {\"x\": 150, \"y\": -200}, "
      "{\"x\": 150, \"y\": -100}], \"E\": -1}], "
      "\"junctions\": [{\"x\": 200, \"y\": -100}]}",
      /* two that an oblique one joins in a corner */
      "{\"edges\": [{\"S\": 1, \"M\": [{\"x\": 50, \"y\": -100}], \"E\": -1}, "
      "{\"S\": 2, \"M\": [], \"E\": -1}, {\"S\": 3, \"M\": [], \"E\": -1}], "
      "\"junctions\": [{\"x\": 250, \"y\": -100}]}",
  };
  static const DocPoint FOUND[][2] = {{{150, -100}, {250, -100}}, {{250, -100}}};

  for (guint i = 0; i < G_N_ELEMENTS (DRAWINGS); i++) {
    g_autoptr (DocModel) doc = joined (3, DRAWINGS[i]);
    const DocWire *wire = doc_wire (doc, 0);

    g_assert_cmpuint (wire->n_branches, ==, 2 - i);
    for (uint32_t k = 0; k < wire->n_branches; k++) {
      g_assert_cmpfloat (wire->branches[k].x, ==, FOUND[i][k].x);
      g_assert_cmpfloat (wire->branches[k].y, ==, FOUND[i][k].y);
    }
  }
}

/* A port that lies on another one of the net joins it where the two ways part, with no
 * point twice. */
static void
test_on_a_port (void)
{
  g_autoptr (DocModel) doc = joined (
      3, "{\"edges\": [{\"S\": 1, \"M\": [{\"x\": 50, \"y\": -100}], \"E\": -1}, "
         "{\"S\": -1, \"M\": [{\"x\": 450, \"y\": -100}], \"E\": 3}, "
         "{\"S\": 2, \"M\": [], \"E\": -1}], "
         "\"junctions\": [{\"x\": 250, \"y\": -100}]}");
  const DocPoint at = doc_item (doc, 0)->ports[0].at;

  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){50, 50}, false,
           NULL);
  g_assert_true (doc_is_same (doc_item (doc, 3)->ports[0].at, at));
  g_assert_true (doc_connect_to_wire (doc, "fixed.flange", 0, (DocPoint){200, -100},
                                      NULL, 0, NULL));
  for (uint32_t e = 0; e < doc_wire (doc, 0)->n_edges; e++) {
    const DocEdge *edge = &doc_wire (doc, 0)->edges[e];

    for (uint32_t k = 0; k + 1 < edge->n_points; k++)
      g_assert_false (doc_is_same (edge->points[k], edge->points[k + 1]));
  }
  assert_sound (doc);
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
  g_test_add_func ("/doc/wire/bus", test_bus);
  g_test_add_func ("/doc/wire/branches", test_branches);
  g_test_add_func ("/doc/wire/on-a-port", test_on_a_port);
  return g_test_run ();
}
