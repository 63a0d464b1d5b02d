/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires of arrays: each part joined with one of another array, or all with one. */
#include "doc/plot.h"
#include "test-doc.h"
#include "test-same.h"

#define T "TranslationalComponents.Components."
#define B "BlockComponents."

/* Two arrays of springs, one of three, and single parts. */
static char *
model (const char *relations)
{
  return g_strdup_printf ("component Line\n"
                          "  structural parameter n::Integer = 4\n"
                          "  w = [" T "SpringDamper(c = 1) for i in 1:n]\n"
                          "  v = [" T "SpringDamper(c = 1) for k in 1:4]\n"
                          "  u = [" T "SpringDamper(c = 1) for k in 1:3]\n"
                          "  wall = " T "Fixed()\n"
                          "  m = " T "Mass(m = 1)\n"
                          "  gain = " B "Math.Gain()\n"
                          "  gains = [" B "Math.Gain() for i in 1:3]\n"
                          "%s"
                          "end\n",
                          relations);
}

/* All drawn, and placed. */
static DocModel *
drawn (const char *relations)
{
  g_autofree char *text = model (relations);
  DocModel *doc = test_doc (text);

  g_assert_true (doc_set_modifier (doc, "m", "m", "2", NULL, NULL));
  assert_same_doc (doc);
  return doc;
}

static void
assert_has (const DocModel *doc, const char *text)
{
  if (strstr (doc_text (doc, NULL), text) == NULL)
    g_error ("no “%s” in\n%s", text, doc_text (doc, NULL));
}

static void
assert_not (const DocModel *doc, const char *text)
{
  if (strstr (doc_text (doc, NULL), text) != NULL)
    g_error ("“%s” in\n%s", text, doc_text (doc, NULL));
}

#define ALL  "  for i in 1:n\n    connect(w[i].flange_b, wall.flange)\n  end"
#define EACH "  for j in 1:n\n    connect(w[j].flange_a, v[j].flange_b)\n  end"

/* A loop is one wire, between the ports of the icons. */
static void
test_read (void)
{
  g_autofree char *text = model ("relations\n" ALL "\n" EACH "\n"
                                 "  connect(w.flange_a, m.flange_a)\n"
                                 "  connect(m.flange_b, wall.flange)\n");
  g_autoptr (DocModel) doc = test_doc (text);
  const DocWire *all = doc_wire (doc, 0), *single = doc_wire (doc, 3);

  assert_sound (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 4);
  for (uint32_t w = 0; w < 3; w++) {
    g_assert_cmpstr (doc_wire (doc, w)->count, ==, "n");
    g_assert_cmpuint (doc_wire (doc, w)->n_edges, >, 0);
    g_assert_cmpfloat (doc_wire (doc, w)->width, >, single->width);
  }
  g_assert_null (single->count);
  g_assert_cmpstr (all->ends[0].name, ==, "w.flange_b");
  g_assert_cmpstr (all->ends[1].name, ==, "wall.flange");
  g_assert_true (all->ends[0].item == doc_find_item (doc, "w"));
  g_assert_cmpstr (doc_wire (doc, 1)->ends[1].name, ==, "v.flange_b");
  /* by name, as before */
  DocEnd end;
  g_assert_true (doc_find_port (doc, all->ends[0].name, &end));
}

/* Several connects of one loop are as many wires; what is no wire of all parts is none.
 */
static void
test_loops (void)
{
  static const struct {
    const char *loop;
    uint32_t n_wires;
  } cases[] = {
      {"  for i in 1:n\n    connect(w[i].flange_b, wall.flange)\n"
       "    connect(w[i].flange_a, v[i].flange_b, m.flange_a)\n  end\n",
       2},
      {"  for i in 1:n\n    connect(w[i].flange_b, m.flange_a)\n"
       "    w[i].flange_a.f = 0\n  end\n",
       1},
      {"  for i in 1:4\n    connect(w[i].flange_b, m.flange_a)\n  end\n", 1},
      {"  for i in 2:n\n    connect(w[i].flange_b, m.flange_a)\n  end\n", 0},
      {"  for i in 1:3\n    connect(w[i].flange_b, m.flange_a)\n  end\n", 0},
      {"  for i in 1:n\n    connect(u[i].flange_b, m.flange_a)\n  end\n", 0},
      {"  for i in 1:n\n    connect(w[5 - i].flange_b, m.flange_a)\n  end\n", 0},
      {"  for i in 1:n\n    connect(w[i + 1].flange_b, w[i].flange_a)\n  end\n", 0},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *relations = g_strconcat ("relations\n", cases[i].loop, NULL);
    g_autoptr (DocModel) doc = drawn (relations);

    assert_has (doc, "m = 2");
    g_assert_cmpuint (doc_n_wires (doc), ==, cases[i].n_wires);
  }
}

/* The number of the loop follows a parameter. */
static void
test_value (void)
{
  g_autoptr (DocModel) doc = drawn ("relations\n  for i in 1:4\n"
                                    "    connect(w[i].flange_b, m.flange_a)\n  end\n");

  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  const char *text = doc_text (doc, NULL);
  const uint32_t at = (uint32_t) (strstr (text, "= 4") - text) + 2;
  doc_type (doc, (DocTyped){at, at + 1, "5", 1}, false);
  g_assert_cmpuint (doc_n_wires (doc), ==, 0);
  assert_same_doc (doc);
  g_assert_true (doc_undo (doc));
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  assert_same_doc (doc);
}

static void
assert_joined (const char *from, const char *to, const char *connects)
{
  g_autoptr (DocModel) doc = drawn ("");
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_connect (doc, from, to, NULL, 0, &error));
  g_assert_no_error (error);
  assert_same_doc (doc);
  assert_orthogonal (doc);
  assert_has (doc, connects);
  g_assert_cmpuint (doc_n_wires (doc), ==, 1);
  g_assert_false (doc_wire (doc, 0)->is_auto_routed);
  g_assert_nonnull (doc_wire (doc, 0)->count);
  g_autofree char *again = doc_refusal (doc, from, to);
  g_assert_nonnull (again);
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  assert_same_doc (doc);
  assert_not (doc, "for i in 1:n\n");
  assert_not (doc, "id1");
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

static void
test_joined (void)
{
  static const char all[] =
      "relations\n  for i in 1:n\n    connect(w[i].flange_b, wall.flange)\n"
      "  end {^id1}\n";

  assert_joined ("w.flange_b", "wall.flange", all);
  assert_joined ("wall.flange", "w.flange_b",
                 "  for i in 1:n\n    connect(wall.flange, w[i].flange_b)\n"
                 "  end {^id1}\n");
  assert_joined ("w.flange_b", "v.flange_a",
                 "  connect(w.flange_b, v.flange_a) {^id1}\n");
  assert_joined ("gain.y", "gains.u",
                 "  for i in 1:3\n    connect(gain.y, gains[i].u)\n  end {^id1}\n");
}

static void
test_refused (void)
{
  static const char *const cases[][3] = {
      {"w.flange_b", "u.flange_a",
       "w.flange_b stands for n parts and u.flange_a for 3: as many can be joined, or "
       "all with one"},
      {"gains.y", "gain.u", "gains.y gives 3 signals, and gain.u takes one"},
      {"gain.u", "gains.y", "gains.y gives 3 signals, and gain.u takes one"},
  };
  g_autoptr (DocModel) doc = drawn ("");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *refusal = doc_refusal (doc, cases[i][0], cases[i][1]);

    g_assert_cmpstr (refusal, ==, cases[i][2]);
    g_assert_false (doc_connect (doc, cases[i][0], cases[i][1], NULL, 0, NULL));
  }
}

/* As any wire: bent, renamed, copied, shown as tags, and parted. */
static void
test_edits (void)
{
  static const char *const copied[] = {"w", "wall"};
  g_autoptr (DocModel) doc = drawn ("relations\n" ALL "\n");
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  const DocWire *wire = doc_wire (doc, 0);

  assert_has (doc, "  end {^id1}\n");
  g_assert_true (doc_move_segment (doc, 0, 0, wire->edges[0].n_points / 2 - 1, 30, 30));
  assert_same_doc (doc);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_rename (doc, "w", "wagon", NULL));
  assert_same_doc (doc);
  assert_has (doc, "connect(wagon[i].flange_b, wall.flange)");
  g_assert_cmpstr (doc_wire (doc, 0)->ends[0].name, ==, "wagon.flange_b");
  g_assert_true (doc_undo (doc));
  g_autofree char *copy = doc_copy (doc, copied, 2);
  g_assert_true (doc_paste (doc, copy, (DocPoint){2000, 2000}, true, NULL, NULL));
  assert_same_doc (doc);
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
  g_assert_cmpstr (doc_wire (doc, 1)->ends[0].name, ==, "w2.flange_b");
  g_assert_false (doc_wire (doc, 1)->is_auto_routed);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_set_tagged (doc, 0, true, NULL));
  assert_same_doc (doc);
  g_assert_cmpstr (doc_wire (doc, 0)->tag, ==, "w.flange_b");
  g_assert_true (doc_set_tagged (doc, 0, false, NULL));
  assert_same_doc (doc);
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 1);
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* One more end puts a wire into a loop, and without it the loop is gone. */
static void
test_more_ends (void)
{
  static const char *const m[] = {"m"}, *const w[] = {"w"}, *const v[] = {"v"};
  g_autoptr (DocModel) doc = drawn ("relations\n"
                                    "  # here\n"
                                    "  connect(m.flange_a, wall.flange) # there\n");
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  const DocPoint at = doc_wire (doc, 0)->edges[0].points[0];

  g_assert_true (doc_connect_to_wire (doc, "w.flange_a", 0, at, NULL, 0, NULL));
  assert_same_doc (doc);
  assert_has (doc,
              "  for i in 1:n\n    connect(m.flange_a, wall.flange, w[i].flange_a)\n"
              "  end {^id1} # there\n");
  g_assert_true (doc_connect_to_wire (doc, "v.flange_a", 0, at, NULL, 0, NULL));
  assert_same_doc (doc);
  assert_has (doc, "connect(m.flange_a, wall.flange, w[i].flange_a, v[i].flange_a)");
  g_assert_true (doc_delete_items (doc, w, 1, NULL));
  assert_same_doc (doc);
  assert_has (doc, "connect(m.flange_a, wall.flange, v[i].flange_a)");
  g_assert_true (doc_delete_items (doc, v, 1, NULL));
  assert_same_doc (doc);
  assert_has (doc, "  # here\n  connect(m.flange_a, wall.flange) {^id1} # there\n");
  g_assert_true (doc_delete_items (doc, m, 1, NULL));
  assert_not (doc, "connect");
  while (doc_undo_depth (doc) > 1)
    g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* A loop of several connects goes with the last of them. */
static void
test_shared_loop (void)
{
  g_autoptr (DocModel) doc =
      drawn ("relations\n  for i in 1:n\n    connect(w[i].flange_b, wall.flange)\n"
             "    connect(w[i].flange_a, v[i].flange_b)\n  end\n");
  static const char *const w[] = {"w"};
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  assert_has (doc, "connect(w[i].flange_b, wall.flange) {^id1}\n");
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  assert_same_doc (doc);
  assert_has (doc, "  for i in 1:n\n    connect(w[i].flange_a, v[i].flange_b) {^id2}\n"
                   "  end\n");
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  assert_not (doc, "for i in 1:n\n");
  assert_not (doc, "id2");
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
  g_assert_true (doc_delete_items (doc, w, 1, NULL));
  assert_same_doc (doc);
  assert_not (doc, "for i in 1:n\n");
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* ---- another number of parts ---- */

/* A third port joins all parts, and one part again to the byte. */
static void
test_third_port (void)
{
  g_autoptr (DocModel) doc = drawn ("  x = " T "SpringDamper(c = 1)\n"
                                    "  y = " T "Mass(m = 1)\n"
                                    "relations\n"
                                    "  connect(wall.flange, y.flange_a) # all\n"
                                    "  connect(gain.y, gains[1].u)\n");
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  g_assert_true (doc_set_count (doc, "wall", "n", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  for i in 1:n\n    connect(wall[i].flange, y.flange_a)\n"
                   "  end {^id1} # all\n");
  g_assert_cmpstr (doc_wire (doc, 0)->count, ==, "n");
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 1);
  /* as many at the other end: each with its own */
  g_assert_true (doc_set_count (doc, "y", "n", NULL));
  assert_same_doc (doc);
  assert_has (doc, "connect(wall[i].flange, y[i].flange_a)");
  g_autoptr (GError) error = NULL;
  g_assert_false (doc_set_count (doc, "y", "5", &error));
  g_assert_cmpstr (error->message, ==,
                   "A wire joins y.flange_a of each part with one of another array, "
                   "which has as many: take it away first");
  g_assert_true (doc_set_count (doc, "y", "1", NULL));
  assert_has (doc, "connect(wall[i].flange, y.flange_a)");
  /* another number, and one */
  g_assert_true (doc_set_count (doc, "wall", "7", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  for i in 1:7\n    connect(wall[i]");
  g_assert_true (doc_set_count (doc, "wall", "1", NULL));
  assert_text (doc, before);
}

/* Signals of several parts do not go into one input, whichever was made several. */
static void
test_counts_refused (void)
{
  static const struct {
    const char *relations, *item, *count, *sentence;
  } cases[] = {
      {"  sine = " B "Sources.Sine()\nrelations\n  connect(sine.y, s.u1)\n", "sine",
       "3", "sine.y gives 3 signals, and s.u1 takes one"},
      {"relations\n  connect(gains.y, others.u)\n", "others", "1",
       "gains.y gives 3 signals, and others.u takes one"},
      {"relations\n  for i in 1:3\n    connect(u[i].flange_a, wall.flange)\n  end\n",
       "wall", "4",
       "A wire joins wall.flange with each of 3 parts, which cannot be 4 at this end"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *relations = g_strconcat ("  s = " B "Math.Add()\n  others = [" B
                                              "Math.Gain() for i in 1:3]\n",
                                              cases[i].relations, NULL);
    g_autoptr (DocModel) doc = drawn (relations);
    g_autofree char *before = g_strdup (doc_text (doc, NULL));
    g_autoptr (GError) error = NULL;

    if (doc_set_count (doc, cases[i].item, cases[i].count, &error))
      g_error ("%s", doc_text (doc, NULL));
    g_assert_cmpstr (error->message, ==, cases[i].sentence);
    assert_text (doc, before);
  }
}

/* One of two arrays becomes one part. */
static void
test_one_of_two (void)
{
  g_autoptr (DocModel) doc = drawn ("relations\n  connect(w.flange_b, v.flange_a)\n");
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  g_assert_true (doc_set_count (doc, "v", "1", NULL));
  assert_same_doc (doc);
  assert_has (doc, "  for i in 1:n\n    connect(w[i].flange_b, v.flange_a)\n"
                   "  end {^id1}\n");
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* The last part by its number is the free end, as long as there are so many. */
static void
test_last_by_number (void)
{
  g_autoptr (DocModel) doc = drawn ("relations\n"
                                    "  for i in 1:n - 1\n"
                                    "    connect(w[i].flange_b, w[i + 1].flange_a)\n"
                                    "  end\n"
                                    "  connect(w[4].flange_b, m.flange_a)\n");

  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 1);
  g_assert_null (doc_wire (doc, 0)->count);
  g_assert_true (doc_wire (doc, 0)->ends[0].item == doc_find_item (doc, "w"));
  g_assert_true (doc_set_count (doc, "w", "6", NULL));
  assert_same_doc (doc);
  assert_has (doc, "connect(w[6].flange_b, m.flange_a)");
}

/* Curves of parts that are not there any more go, in the same step. */
static void
test_curves (void)
{
  g_autoptr (DocModel) doc =
      drawn ("metadata {\"Dyad\": {\"plots\": [[\"u[1].f\", \"u[3].f\", \"m.s\"], "
             "[\"u[3].f\"]]}}\n");
  const guint depth = doc_undo_depth (doc);

  g_assert_true (doc_set_count (doc, "u", "2", NULL));
  g_autoptr (GPtrArray) plots = doc_plots_of (doc_class (doc));
  g_assert_cmpuint (plots->len, ==, 1);
  g_assert_cmpuint (doc_plot_n (plots->pdata[0]), ==, 2);
  g_assert_cmpuint (doc_plot_find (plots->pdata[0], "u[1].f"), ==, 0);
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);
  assert_same_doc (doc);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/bundle/read", test_read);
  g_test_add_func ("/doc/bundle/loops", test_loops);
  g_test_add_func ("/doc/bundle/value", test_value);
  g_test_add_func ("/doc/bundle/joined", test_joined);
  g_test_add_func ("/doc/bundle/refused", test_refused);
  g_test_add_func ("/doc/bundle/edits", test_edits);
  g_test_add_func ("/doc/bundle/more-ends", test_more_ends);
  g_test_add_func ("/doc/bundle/shared-loop", test_shared_loop);
  g_test_add_func ("/doc/bundle/third-port", test_third_port);
  g_test_add_func ("/doc/bundle/counts-refused", test_counts_refused);
  g_test_add_func ("/doc/bundle/one-of-two", test_one_of_two);
  g_test_add_func ("/doc/bundle/last-by-number", test_last_by_number);
  g_test_add_func ("/doc/bundle/curves", test_curves);
  return g_test_run ();
}
