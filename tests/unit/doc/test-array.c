/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of parts as one icon: what the text says of their number, and the loops that
 * chain them. */
#include "doc/level.h"
#include "doc/structure/array.h"
#include "test-doc.h"
#include "test-same.h"

#define T "TranslationalComponents.Components."

/* A chain of masses between a wall and a spring, and the loop that makes it. */
static char *
train (const char *count, const char *loop)
{
  return g_strdup_printf ("component Train\n"
                          "  structural parameter n::Integer = 3\n"
                          "  wall = " T "Fixed()\n"
                          "  w = [" T "SpringDamper(c = 1, d = i) for i in %s]\n"
                          "  end_ = " T "Mass(m = 1)\n"
                          "relations\n"
                          "  connect(wall.flange, w[1].flange_a)\n"
                          "%s"
                          "  connect(w[n].flange_b, end_.flange_a)\n"
                          "end\n",
                          count, loop);
}

static const DocItem *
item_named (const DocModel *doc, const char *name)
{
  return doc_item (doc, doc_find_item (doc, name));
}

static const char LOOP[] = "  for i in 1:n - 1\n"
                           "    connect(w[i].flange_b, w[i + 1].flange_a)\n"
                           "  end\n";

static void
test_read (void)
{
  g_autofree char *text = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (text);
  const DocItem *w = item_named (doc, "w");

  assert_sound (doc);
  g_assert_null (item_named (doc, "wall")->array);
  g_assert_cmpstr (w->array->count, ==, "n");
  g_assert_true (w->array->is_plain);
  g_assert_cmpuint (w->array->n_links, ==, 1);
  g_assert_cmpstr (w->array->links[0].first, ==, "flange_a");
  g_assert_cmpstr (w->array->links[0].last, ==, "flange_b");
  /* The ports are the free ends, */
  for (uint32_t i = 0; i < w->n_ports; i++) {
    g_autofree char *name = doc_port_name (w, i);
    DocEnd end;

    g_assert_cmpstr (name, ==, i == 0 ? "w[1].flange_a" : "w[n].flange_b");
    g_assert_true (doc_find_port (doc, name, &end));
    g_assert_cmpuint (end.port, ==, i);
  }
  /* and wires lead to them. */
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
  for (uint32_t i = 0; i < 2; i++)
    g_assert_cmpuint (doc_wire (doc, i)->n_edges, ==, 1);
}

/* Loops that do not lead from the first to the last, or do more than that. */
static void
test_other_loops (void)
{
  static const char *const loops[] = {
      "",
      "  for i in 1:n\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n",
      "  for i in 2:n - 1\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n",
      "  for i in 1:1\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i + 2].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_a, w[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, v[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i + 1].flange_a)\n"
      "    connect(w[i].flange_b, wall.flange)\n  end\n",
      "  for i in 1:9\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (loops); i++) {
    const bool is_product = i + 1 == G_N_ELEMENTS (loops);
    g_autofree char *text = train (is_product ? "1:10 * n" : "1:n", loops[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    DocEnd end;

    g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 0);
    g_assert_false (doc_find_port (doc, "w[1].flange_a", &end));
    g_assert_true (doc_find_port (doc, "w.flange_a", &end));
  }
}

/* The same loop in other words, or by the value that a parameter has. */
static void
test_same_loops (void)
{
  static const char *const same[][2] = {
      {"1:n", "  for k in 1:n - 1\n    connect(w[k + 1].flange_a, w[k].flange_b)\n"
              "  end\n"},
      {"1:3", "  for i in 1:2\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n"},
      {"1:n", "  for i in 1:2\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n"},
      {"1:3", "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i + 1].flange_a)\n"
              "  end\n"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++) {
    g_autofree char *text = train (same[i][0], same[i][1]);
    g_autoptr (DocModel) doc = test_doc (text);

    g_assert_cmpstr (item_named (doc, "w")->array->links[0].first, ==, "flange_a");
  }
}

static void
test_other_arrays (void)
{
  g_autofree char *text = train ("2:n, j in 1:2", "");
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_cmpstr (item_named (doc, "w")->array->count, ==, "[2:n, 1:2]");
  g_assert_false (item_named (doc, "w")->array->is_plain);
}

/* Copied, pasted and deleted with its loop. */
static void
test_edits (void)
{
  static const char *const names[] = {"w"};
  g_autofree char *text = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (text);
  g_autofree char *copy = doc_copy (doc, names, 1);

  g_assert_true (doc_paste (doc, copy, (DocPoint){800, 800}, true, NULL, NULL));
  assert_same_doc (doc);
  g_assert_cmpuint (item_named (doc, "w2")->array->n_links, ==, 1);
  g_assert_true (doc_rename (doc, "w", "wagon", NULL));
  g_assert_cmpuint (item_named (doc, "wagon")->array->n_links, ==, 1);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "connect(wall.flange, wagon[1].fl"));
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, text);
  g_assert_true (doc_delete_items (doc, names, 1, NULL));
  assert_sound (doc);
  g_assert_null (strstr (doc_text (doc, NULL), "w["));
  g_assert_null (strstr (doc_text (doc, NULL), "for"));
  g_assert_true (doc_undo (doc));
  assert_text (doc, text);
}

/* All parts of two arrays are joined, and so is the end of a chain. */
static void
test_joined (void)
{
  g_autofree char *loose = train ("1:n", ""), *chain = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (loose), chained = test_doc (chain);
  static const char *const names[] = {"w"};
  g_autofree char *copy = doc_copy (doc, names, 1);

  g_assert_true (doc_paste (doc, copy, (DocPoint){800, 800}, true, NULL, NULL));
  g_assert_true (doc_connect (doc, "w.flange_b", "w2.flange_a", NULL, 0, NULL));
  assert_sound (doc);
  g_assert_true (
      doc_connect (chained, "w[1].flange_a", "end_.flange_b", NULL, 0, NULL));
  assert_sound (chained);
}

/* A loop that is typed changes what the ports of the icon are. */
static void
test_typed (void)
{
  g_autofree char *text = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (text);
  const char *at = strstr (text, "i + 1");
  const uint32_t place = (uint32_t) (at - text) + 4;

  doc_type (doc, (DocTyped){place, place + 1, "2", 1}, false);
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 0);
  assert_same_doc (doc);
  doc_type (doc, (DocTyped){place, place + 1, "1", 1}, false);
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 1);
  assert_same_doc (doc);
}

/* ---- another number of parts ---- */

/* A mass between a wall and another one, named in an equation, a start value and a
 * plot. */
static const char LINE[] =
    "component Line\n"
    "  # how many\n"
    "  parameter n::Real = 4\n"
    "  wall = " T "Fixed() {^wall}\n"
    "  w = " T "SpringDamper(c = 2k, d = 5) {^w} # here\n"
    "  end_ = " T "Mass(m = 1)\n"
    "  variable f::Dyad.Force\n"
    "relations\n"
    "  connect(wall.flange, w.flange_a) {^id1}\n"
    "  connect(end_.flange_a, w.flange_b) {^id2}\n"
    "  initial w.s_rel = 0\n"
    "  f = 2 * w.f\n"
    "metadata {\n"
    "  \"Dyad\": {\"plots\": [[\"w.f\", \"wall.w.f\", \"f\"]]},\n"
    "  \"_links\": {\n"
    "    \"wall\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, "
    "\"x2\": 100, \"y2\": 100}}}},\n"
    "    \"w\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 200, \"y1\": 0, "
    "\"x2\": 300, \"y2\": 100}}}},\n"
    "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}}\n"
    "  }\n"
    "}\n"
    "end\n";

static void
assert_has (const DocModel *doc, const char *text)
{
  if (strstr (doc_text (doc, NULL), text) == NULL)
    g_error ("no “%s” in\n%s", text, doc_text (doc, NULL));
}

/* Its wires lead to the ends of a chain, and what else names it to the first one. */
static void
test_count (void)
{
  g_autoptr (DocModel) doc = test_doc (LINE);
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_set_modifier (doc, "end_", "m", "2", NULL, NULL)); /* is placed */
  g_autofree char *placed = g_strdup (doc_text (doc, NULL));
  g_assert_true (doc_set_count (doc, "w", " 10 ", &error));
  g_assert_no_error (error);
  assert_same_doc (doc);
  assert_has (doc,
              "  w = [" T "SpringDamper(c = 2k, d = 5) for i in 1:10] {^w} # here");
  assert_has (doc, "connect(wall.flange, w[1].flange_a) {^id1}");
  assert_has (doc, "connect(end_.flange_a, w[10].flange_b) {^id2}");
  assert_has (doc, "  for i in 1:9\n    connect(w[i].flange_b, w[i + 1].flange_a)\n"
                   "  end\n");
  assert_has (doc, "initial w[1].s_rel = 0\n  f = 2 * w[1].f\n");
  assert_has (doc, "[[\"w[1].f\", \"wall.w.f\", \"f\"]]");
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 1);
  for (uint32_t i = 0; i < 2; i++)
    g_assert_cmpuint (doc_wire (doc, i)->n_edges, ==, 1);
  /* Another number, one that follows a parameter, and one part again. */
  g_assert_true (doc_set_count (doc, "w", "12", NULL));
  assert_same_doc (doc);
  assert_has (doc, "w[12].flange_b");
  assert_has (doc, "for i in 1:11\n");
  g_assert_true (doc_set_count (doc, "w", "2*n", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  structural parameter n::Integer = 4\n");
  assert_has (doc, "for i in 1:2 * n]");
  assert_has (doc, "for i in 1:2 * n - 1\n");
  assert_has (doc, "w[2 * n].flange_b");
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 1);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_set_count (doc, "w", "1", NULL));
  assert_same_doc (doc);
  assert_text (doc, placed);
  while (doc_undo (doc))
    ;
  assert_text (doc, LINE);
}

/* A number is written as such, however it is typed; a name is none, even that of
 * infinity. */
static void
test_count_typed (void)
{
  static const struct {
    const char *typed, *count, *last;
  } cases[] = {{"3.0", "3", "2"},
               {"(3)", "3", "2"},
               {"2k", "2000", "1999"},
               {"inf", "inf", "inf - 1"},
               {"nan", "nan", "nan - 1"}};

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (DocModel) doc = test_doc (LINE);
    g_autofree char *loop = g_strdup_printf ("for i in 1:%s\n", cases[i].last);
    const DocParameter parameter = {.name = "x", .type = "Integer", .value = "3"};

    g_assert_true (doc_add_parameter (doc, &parameter, NULL));
    g_assert_false (doc_set_count (doc, "w", "(1)", NULL));
    g_assert_false (doc_set_count (doc, "w", "1.0", NULL));
    g_assert_false (doc_set_count (doc, "w", "10001", NULL));
    if (g_ascii_isalpha (*cases[i].typed))
      g_assert_true (doc_rename (doc, "x", cases[i].typed, NULL));
    g_assert_true (doc_set_count (doc, "w", cases[i].typed, NULL));
    assert_same_doc (doc);
    assert_has (doc, loop);
    g_assert_cmpstr (item_named (doc, "w")->array->count, ==, cases[i].count);
    g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 1);
  }
}

/* The loop's own number is 1 in a single part. */
static void
test_count_of_loop (void)
{
  g_autofree char *text = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_true (doc_set_count (doc, "w", "", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  w = " T "SpringDamper(c = 1, d = 1) {^w}\n");
  assert_has (doc, "connect(w.flange_b, end_.flange_a)");
  g_assert_null (strstr (doc_text (doc, NULL), "for"));
}

/* Brackets in comments are none. */
static void
test_count_among_comments (void)
{
  static const char text[] = "component Line\n"
                             "  w = [ # [1]\n"
                             "    " T "Mass(m = [1][1]) # ]\n"
                             "    for i in 1:(4) # ]\n"
                             "  ]\n"
                             "end\n";
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_true (doc_set_count (doc, "w", "1", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  w = # [1]\n    " T "Mass(m = [1][1]) {^w}\n");
}

/* All parts have a value, which a parameter can hold, unless it differs by the part. */
static void
test_values (void)
{
  static const char *const w[] = {"w", NULL};
  g_autofree char *text = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GError) error = NULL;

  g_assert_false (doc_make_parameter (doc, w, "d", "damping", &error));
  g_assert_cmpstr (error->message, ==, "d is another one in each part of w");
  assert_text (doc, text);
  g_assert_true (doc_make_parameter (doc, w, "c", "stiffness", NULL));
  assert_same_doc (doc);
  assert_has (doc, "= 1\n");
  assert_has (doc, "  w = [" T "SpringDamper(c = stiffness, d = i) for i in 1:n]");
}

static void
test_count_refused (void)
{
  static const struct {
    const char *item, *count, *line, *sentence;
  } cases[] = {
      {"w", "0", "",
       "“0” is no number of parts: a whole number from 1 to 10000, or an "
       "expression of parameters"},
      {"w", "2.5", "",
       "“2.5” is no number of parts: a whole number from 1 to 10000, or an "
       "expression of parameters"},
      {"w", "n > 2", "",
       "“n > 2” is no number of parts: a whole number from 1 to 10000, or "
       "an expression of parameters"},
      {"w", "5000 * n", "", "“5000 * n” is 20000: an array has at most 10000 parts"},
      {"w", "k + 1", "", "There is no parameter k in this component"},
      {"w", "c", "", "c is no whole number"},
      {"w", "1", "  initial w[2].s_rel = 0\n",
       "Line 10 of the text names parts of w in another way: change it there"},
      {"w", "7", "  for i in 1:4\n    w[i].flange_a.f = 0\n  end\n",
       "Line 11 of the text names parts of w in another way: change it there"},
      {"w", "7", "  connect(v.flange_a, w.flange_a)\n",
       "A wire joins w.flange_a of each part with one of another array, which has as "
       "many: take it away first"},
      {"inner", "7", "",
       "Another component of the file names inner: change its number "
       "in the text"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text =
        g_strdup_printf ("component Line\n"
                         "  parameter c::Real = 0.5\n"
                         "  structural parameter n::Integer = 4\n"
                         "  w = [" T "SpringDamper(c = 1) for i in 1:4]\n"
                         "  v = [" T "SpringDamper(c = 1) for i in 1:4]\n"
                         "  m = " T "Mass(m = 1)\n"
                         "  r = " T "Fixed()\n"
                         "  inner = " T "Fixed()\n"
                         "relations\n"
                         "%s"
                         "end\n"
                         "component Other\n"
                         "  line = Line()\n"
                         "  variable x::Real\n"
                         "relations\n"
                         "  x = line.inner.s\n"
                         "end\n",
                         cases[i].line);
    g_autoptr (DocModel) doc = test_doc (text);
    g_autoptr (GError) error = NULL;

    g_assert_true (doc_level_show (doc, "line"));
    if (doc_set_count (doc, cases[i].item, cases[i].count, &error))
      g_error ("%s: %s", cases[i].item, doc_text (doc, NULL));
    g_assert_cmpstr (error->message, ==, cases[i].sentence);
    assert_text (doc, text);
  }
}

/* No part goes that the text names. */
static void
test_count_too_few (void)
{
  static const char *const lines[] = {"  initial w[3].s = 0\n",
                                      "  connect(w[3].flange_a, wall.flange)\n"};

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autofree char *text = g_strdup_printf ("component Line\n"
                                             "  wall = " T "Fixed()\n"
                                             "  w = [" T "Mass(m = 1) for i in 1:4]\n"
                                             "relations\n%send\n",
                                             lines[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    g_autoptr (GError) error = NULL;

    g_assert_false (doc_set_count (doc, "w", "2", &error));
    g_assert_cmpstr (
        error->message, ==,
        "Line 5 of the text names parts of w in another way: change it there");
    assert_text (doc, text);
    g_assert_true (doc_set_count (doc, "w", "3", NULL));
    assert_same_doc (doc);
  }
}

/* ---- chained by hand ---- */

static void
test_chain (void)
{
  g_autofree char *text = train ("1:n", "");
  g_autoptr (DocModel) doc = test_doc (text);
  g_autofree char *chained = train ("1:n", LOOP);

  /* its wires are at single parts, which are no ports of the icon before */
  g_assert_true (doc_can_chain (doc, "w"));
  g_assert_true (doc_chain (doc, "w", NULL));
  assert_same_doc (doc);
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 1);
  g_assert_false (doc_can_chain (doc, "w"));
  for (uint32_t i = 0; i < 2; i++)
    g_assert_cmpuint (doc_wire (doc, i)->n_edges, ==, 1);
  /* Unchained it has no wires. */
  g_assert_true (doc_unchain (doc, "w", NULL));
  assert_same_doc (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, text);
}

/* A wire from a port of the icon to another one of it. */
static void
test_chain_by_wire (void)
{
  static const char WAGON[] =
      "component Wagon\n"
      "  flange_a = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": -50, "
      "\"y1\": 450, \"x2\": 50, \"y2\": 550}}}}\n"
      "  flange_b = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": 950, "
      "\"y1\": 450, \"x2\": 1050, \"y2\": 550}}}}\n"
      "  pipe_b = Dyad.RealInput() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": 950, "
      "\"y1\": 750, \"x2\": 1050, \"y2\": 850}}}}\n"
      "  pipe_a = Dyad.RealOutput() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": "
      "-50, "
      "\"y1\": 750, \"x2\": 50, \"y2\": 850}}}}\n"
      "end\n"
      "component Train\n"
      "  w = [Wagon() for i in 1:3]\n"
      "  v = [Wagon() for i in 1:3]\n"
      "end\n";
  g_autoptr (DocModel) doc = test_doc (WAGON);
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_connect (doc, "w.flange_b", "w.flange_a", NULL, 0, &error));
  g_assert_no_error (error);
  assert_same_doc (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  assert_has (doc, "relations\n  for i in 1:2\n"
                   "    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n");
  /* the other pair, on the same sides, into the same loop */
  g_assert_true (doc_chain (doc, "w", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  for i in 1:2\n    connect(w[i].pipe_b, w[i + 1].pipe_a)\n"
                   "    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n");
  g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 2);
  g_autofree char *again = doc_refusal (doc, "w[1].flange_a", "w[1].flange_a");
  g_assert_nonnull (again);
  /* Of each part of two arrays. */
  g_assert_true (doc_unchain (doc, "w", NULL));
  g_assert_true (doc_connect (doc, "w.flange_b", "v.flange_a", NULL, 0, NULL));
  g_assert_false (doc_chain (doc, "w", &error));
  g_assert_cmpstr (error->message, ==,
                   "A wire joins w.flange_b of each part; take it away, so that the "
                   "parts can be chained there");
  g_autofree char *joined = doc_refusal (doc, "v.flange_a", "v.flange_b");
  g_assert_nonnull (joined);
  while (doc_undo (doc))
    assert_same_doc (doc);
  assert_text (doc, WAGON);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/array/read", test_read);
  g_test_add_func ("/doc/array/other-loops", test_other_loops);
  g_test_add_func ("/doc/array/same-loops", test_same_loops);
  g_test_add_func ("/doc/array/other-arrays", test_other_arrays);
  g_test_add_func ("/doc/array/edits", test_edits);
  g_test_add_func ("/doc/array/joined", test_joined);
  g_test_add_func ("/doc/array/typed", test_typed);
  g_test_add_func ("/doc/array/count", test_count);
  g_test_add_func ("/doc/array/count-typed", test_count_typed);
  g_test_add_func ("/doc/array/count-of-loop", test_count_of_loop);
  g_test_add_func ("/doc/array/count-among-comments", test_count_among_comments);
  g_test_add_func ("/doc/array/values", test_values);
  g_test_add_func ("/doc/array/count-refused", test_count_refused);
  g_test_add_func ("/doc/array/count-too-few", test_count_too_few);
  g_test_add_func ("/doc/array/chain", test_chain);
  g_test_add_func ("/doc/array/chain-by-wire", test_chain_by_wire);
  return g_test_run ();
}
