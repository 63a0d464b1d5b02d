/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays of parts as one icon: what the text says of their number, and the loops that
 * chain them. */
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
      "  for i in 1:2\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i + 2].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_a, w[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, v[i + 1].flange_a)\n  end\n",
      "  for i in 1:n - 1\n    connect(w[i].flange_b, w[i + 1].flange_a)\n"
      "    connect(w[i].flange_b, wall.flange)\n  end\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (loops); i++) {
    g_autofree char *text = train ("1:n", loops[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    DocEnd end;

    g_assert_cmpuint (item_named (doc, "w")->array->n_links, ==, 0);
    g_assert_false (doc_find_port (doc, "w[1].flange_a", &end));
    g_assert_true (doc_find_port (doc, "w.flange_a", &end));
  }
}

/* The same loop in other words. */
static void
test_same_loops (void)
{
  static const char *const same[][2] = {
      {"1:n", "  for k in 1:n - 1\n    connect(w[k + 1].flange_a, w[k].flange_b)\n"
              "  end\n"},
      {"1:3", "  for i in 1:2\n    connect(w[i].flange_b, w[i + 1].flange_a)\n  end\n"},
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

/* All parts of an array are not joined with a single one; those of two are, and so is
 * the end of a chain. */
static void
test_joined (void)
{
  g_autofree char *loose = train ("1:n", ""), *chain = train ("1:n", LOOP);
  g_autoptr (DocModel) doc = test_doc (loose), chained = test_doc (chain);
  static const char *const names[] = {"w"};
  g_autofree char *copy = doc_copy (doc, names, 1);
  g_autofree char *one = doc_refusal (doc, "w.flange_a", "end_.flange_b");
  g_autofree char *other = doc_refusal (doc, "end_.flange_b", "w.flange_a");

  g_assert_cmpstr (one, ==,
                   "w.flange_a stands for several parts and end_.flange_b for one: "
                   "join them in the text, by a loop");
  g_assert_cmpstr (other, ==, one);
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
  return g_test_run ();
}
