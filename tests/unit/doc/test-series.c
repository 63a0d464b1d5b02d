/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts in series: taken out, and put into other wires. */
#include "test-doc.h"

#define T "TranslationalComponents.Components."
#define R "RotationalComponents.Components."

/* spring1 - mass1 - spring2 - mass2 in a row, and a gain between a sine and a force. */
static DocModel *
chain_new (void)
{
  static const char *const classes[] = {
      T "Spring", T "Mass", T "Spring", T "Mass", T "Damper",
  };
  g_autoptr (DocModel) doc = test_doc ("component M\nend\n");
  const char *last = doc_add (doc, classes[0], (DocPoint){0, 0}, true, NULL);

  for (guint i = 1; i < G_N_ELEMENTS (classes); i++)
    last = doc_add_beside (doc, classes[i], last, true, NULL);
  g_assert_cmpstr (last, ==, "damper");
  return g_steal_pointer (&doc);
}

static bool
is_joined (const DocModel *doc, const char *a, const char *b)
{
  g_autofree char *refusal = doc_refusal (doc, a, b);

  return refusal != NULL && strstr (refusal, "already") != NULL;
}

static void
assert_undo (DocModel *doc, const char *before)
{
  assert_sound (doc);
  assert_orthogonal (doc);
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
  g_assert_true (doc_redo (doc));
}

static DocPoint
middle_of (const DocModel *doc, const char *name)
{
  const DocRect box = doc_item (doc, doc_find_item (doc, name))->box;

  return (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
}

/* What a part was between is joined; several go one after the other. */
static void
test_delete (void)
{
  g_autoptr (DocModel) doc = chain_new ();
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  static const char *const both[] = {"mass", "spring2"};

  g_assert_true (doc_is_in_series (doc, "mass"));
  g_assert_false (doc_is_in_series (doc, "spring"));
  g_assert_false (doc_is_in_series (doc, "damper"));
  g_assert_true (doc_delete_joined (doc, both, 2, NULL));
  g_assert_cmpuint (doc_n_items (doc), ==, 3);
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
  g_assert_true (is_joined (doc, "spring.flange_b", "mass2.flange_a"));
  assert_undo (doc, before);
}

/* A part that ends a train has nothing behind it. */
static void
test_refused (void)
{
  g_autoptr (DocModel) doc = chain_new ();
  g_autoptr (GError) error = NULL;
  const char *name = "spring";

  g_assert_false (doc_delete_joined (doc, &name, 1, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (doc_n_items (doc), ==, 5);
}

/* All that met at its ports stays joined. */
static void
test_branches (void)
{
  g_autoptr (DocModel) doc = chain_new ();
  const char *name = "mass";

  doc_add_beside (doc, T "Damper", "mass", true, NULL); /* at a port that is taken */
  g_assert_true (doc_delete_joined (doc, &name, 1, NULL));
  g_assert_true (is_joined (doc, "spring.flange_b", "spring2.flange_a"));
  g_assert_true (is_joined (doc, "damper2.flange_a", "spring.flange_b") ||
                 is_joined (doc, "damper2.flange_b", "spring.flange_b"));
  assert_sound (doc);
}

/* Of signals the one that gives is joined with those that take. */
static void
test_signals (void)
{
  g_autoptr (DocModel) doc = test_doc ("component M\nend\n");
  const char *name =
      doc_add (doc, "BlockComponents.Math.Gain", (DocPoint){0, 0}, true, NULL);

  doc_add_beside (doc, "BlockComponents.Sources.Sine", name, true, NULL);
  doc_add_beside (doc, "BlockComponents.Nonlinear.Limiter", name, true, NULL);
  g_assert_true (doc_is_in_series (doc, name));
  g_assert_true (doc_delete_joined (doc, &name, 1, NULL));
  g_assert_true (is_joined (doc, "sine.y", "limiter.u"));
}

/* A support is on no way through. */
static void
test_support (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component M\n"
                "  gear = RotationalComponents.Components.IdealGear(ratio = 2, "
                "useSupport = true)\n"
                "  a = RotationalComponents.Components.Inertia(J = 1)\n"
                "  b = RotationalComponents.Components.Fixed()\n"
                "relations\n"
                "  connect(a.spline_b, gear.spline_a)\n"
                "  connect(gear.support, b.spline)\n"
                "end\n");

  g_assert_false (doc_is_in_series (doc, "gear"));
}

static void
splice (DocModel *doc, const char *name, const char *a, const char *b)
{
  const DocPoint from = middle_of (doc, name);
  uint32_t wire = UINT32_MAX;

  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    if (g_str_equal (doc_wire (doc, w)->ends[0].name, a) &&
        g_str_equal (doc_wire (doc, w)->ends[1].name, b))
      wire = w;
  g_assert_cmpuint (wire, !=, UINT32_MAX);
  const DocPoint *points = doc_wire (doc, wire)->edges[0].points;
  const DocPoint to = {(points[0].x + points[1].x) / 2,
                       (points[0].y + points[1].y) / 2};
  g_assert_true (doc_can_splice (doc, name, wire));
  g_assert_true (doc_splice (doc, name, wire, to.x - from.x, to.y - from.y));
}

/* A wired part goes out of its place, which is closed, into another one. */
static void
test_splice (void)
{
  g_autoptr (DocModel) doc = chain_new ();
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  splice (doc, "mass", "spring2.flange_b", "mass2.flange_a");
  g_assert_true (is_joined (doc, "spring.flange_b", "spring2.flange_a"));
  g_assert_true (is_joined (doc, "spring2.flange_b", "mass.flange_a"));
  g_assert_true (is_joined (doc, "mass.flange_b", "mass2.flange_a"));
  g_assert_false (is_joined (doc, "spring2.flange_b", "mass2.flange_a"));
  g_assert_cmpuint (doc_n_wires (doc), ==, 4);
  assert_undo (doc, before);
}

/* So does one at the end of a train, which leaves nothing behind. */
static void
test_splice_end (void)
{
  g_autoptr (DocModel) doc = chain_new ();

  splice (doc, "damper", "spring.flange_b", "mass.flange_a");
  g_assert_true (is_joined (doc, "spring.flange_b", "damper.flange_a"));
  g_assert_true (is_joined (doc, "damper.flange_b", "mass.flange_a"));
  g_assert_cmpuint (doc_n_wires (doc), ==, 4);
  assert_sound (doc);
}

/* Into a wire of any length, which leaves none around the part: one between two parts,
 * drawn or not, and one with a branch. */
static void
test_splice_wide (void)
{
  for (int far = 300; far <= 700; far += 50)
    for (int shape = 0; shape < 3; shape++) {
      g_autoptr (DocModel) doc = test_doc ("component M\nend\n");
      const uint32_t n = shape == 2 ? 3 : 2;

      doc_add (doc, T "Mass", (DocPoint){0, 0}, false, NULL);
      doc_add (doc, T "Mass", (DocPoint){far, 0}, false, NULL);
      doc_add (doc, T "Damper", (DocPoint){0, 400}, false, NULL);
      doc_connect (doc, "mass.flange_b", "mass2.flange_a", NULL, 0, NULL);
      if (shape == 1) { /* as it is written by hand */
        const char *text = doc_text (doc, NULL);
        const char *key = strstr (text, ") {^id");

        g_assert_nonnull (key);
        g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (key + 1 - text),
                                                  text, strchr (key, '}') + 1);
        doc_set_text (doc, plain, strlen (plain));
        g_assert_true (doc_wire (doc, 0)->is_auto_routed);
      } else if (shape == 2) {
        doc_add (doc, T "Spring", (DocPoint){far, 300}, false, NULL);
        g_assert_true (doc_connect_to_wire (doc, "spring.flange_a", 0,
                                            (DocPoint){far - 80, 0}, NULL, 0, NULL));
      }
      const DocPoint from = middle_of (doc, "damper");
      g_autofree char *before = g_strdup (doc_text (doc, NULL));
      g_assert_true (doc_splice (doc, "damper", 0, far / 2 - 50 - from.x, -from.y));
      g_assert_cmpuint (doc_n_wires (doc), ==, 2);
      g_assert_cmpuint (doc_wire (doc, 0)->n_ends + doc_wire (doc, 1)->n_ends, ==,
                        n + 2);
      g_assert_true (is_joined (doc, "mass.flange_b", "damper.flange_a"));
      g_assert_true (is_joined (doc, "damper.flange_b", "mass2.flange_a"));
      g_assert_true (n == 2 || is_joined (doc, "damper.flange_b", "spring.flange_a"));
      g_assert_false (is_joined (doc, "mass.flange_b", "mass2.flange_a"));
      g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
      for (uint32_t i = 0; i < doc_n_items (doc); i++)
        for (uint32_t w = 0; w < 2; w++)
          g_assert_false (doc_hit_is_under_wire (doc, w, i));
      assert_undo (doc, before);
    }
}

#define PLACE(x1, y1, x2, y2)                                                          \
  "{\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": " #x1 ", \"y1\": " #y1            \
  ", \"x2\": " #x2 ", \"y2\": " #y2 "}}}}"
#define POINT(x, y) "{\"x\": " #x ", \"y\": " #y "}"

/* Two wires from one port to another, each with a way of its own, and a wire that the
 * damper is taken out of: into the one that it is put, and not into its twin. */
static void
test_twins (void)
{
  static const char TEXT[] =
      "component M\n"
      "  a = " T "Mass(m = 1) {^a}\n"
      "  b = " T "Mass(m = 1) {^b}\n"
      "  c = " T "Damper(d = 1) {^c}\n"
      "relations\n"
      "  connect(a.flange_a, c.flange_a) {^v}\n"
      "  connect(a.flange_b, b.flange_a) {^w1}\n"
      "  connect(a.flange_b, b.flange_a) {^w2}\n"
      "metadata {\"_links\": {\n"
      "  \"a\": " PLACE (
          0, 0, 100,
          100) ",\n"
               "  \"b\": " PLACE (
                   600, 0, 700,
                   100) ",\n"
                        "  \"c\": " PLACE (
                            0, 500, 100,
                            600) ",\n"
                                 "  \"v\": {}, \"w1\": {\"Dyad\": {\"edges\": [{\"S\": "
                                 "1, \"M\": [], \"E\": 2}]}},\n"
                                 "  \"w2\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": "
                                 "[" POINT (150, 50) ", " POINT (150, 300) ", " POINT (
                                     550, 300) ", " POINT (550, 50) "], \"E\": 2}]}}\n"
                                                                    "}}\nend\n";

  for (uint32_t wire = 1; wire <= 2; wire++) {
    g_autoptr (DocModel) doc = test_doc (TEXT);
    const double y = wire == 1 ? 50 : 300;

    g_assert_true (doc_splice (doc, "c", wire, 300, y - 550));
    assert_sound (doc);
    g_assert_cmpfloat (middle_of (doc, "c").y, ==, y);
    g_assert_true (is_joined (doc, "a.flange_b", "c.flange_a"));
    const char *kept = wire == 1 ? "{^w2}" : "{^w1}";
    const char *gone = wire == 1 ? "{^w1}" : "{^w2}";
    g_assert_nonnull (strstr (doc_text (doc, NULL), kept));
    g_assert_null (strstr (doc_text (doc, NULL), gone));
  }
}

/* Not into a wire of its own, and not into one of another kind. */
static void
test_no_splice (void)
{
  g_autoptr (DocModel) doc = chain_new ();

  g_assert_false (doc_can_splice (doc, "mass", 0));
  doc_add (doc, R "Inertia", (DocPoint){0, 400}, false, NULL);
  g_assert_false (doc_can_splice (doc, "inertia", 0));
  g_assert_false (doc_can_splice (doc, "inertia", 99));
}

/* The entry of `_links` of a part: where its left upper and right lower corners are. */
#define PART(name, x1, y1, x2, y2) "    \"" name "\": " PLACE (x1, y1, x2, y2)

/* Where parts stand too near for one more between them, what lies behind makes room: to
 * the right, or downwards, as one step. */
static void
test_room_in_wire (void)
{
  static const char TEXT[] =
      "component M\n"
      "  a = BlockComponents.Math.Gain(k = 1) {^a}\n"
      "  b = BlockComponents.Math.Gain(k = 2) {^b}\n"
      "  c = BlockComponents.Math.Gain(k = 3) {^c}\n"
      "  d = BlockComponents.Math.Gain(k = 4) {^d}\n"
      "relations\n"
      "  connect(a.y, b.u)\n"
      "  connect(a.y, c.u)\n"
      "metadata {\n"
      "  \"_links\": {\n" PART ("a", 50, 50, 150, 150) ",\n" PART (
          "b", 250, 50, 350, 150) ",\n" PART ("c", 250, 250, 350,
                                              350) ",\n" PART ("d", 50, 250, 150,
                                                               350) "\n"
                                                                    "  }\n"
                                                                    "}\n"
                                                                    "end\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);
  const char *name = doc_add (doc, "BlockComponents.Nonlinear.Limiter",
                              (DocPoint){240, 100}, true, NULL);

  g_assert_cmpstr (name, ==, "limiter");
  const DocItem *items[] = {doc_item (doc, doc_find_item (doc, "a")),
                            doc_item (doc, doc_find_item (doc, "limiter")),
                            doc_item (doc, doc_find_item (doc, "b"))};
  for (guint i = 0; i < G_N_ELEMENTS (items); i++) {
    g_assert_cmpfloat (items[i]->box.x1, ==, 50 + 200 * i);
    g_assert_cmpfloat (items[i]->box.y1, ==, 50);
  }
  g_assert_cmpfloat (doc_item (doc, doc_find_item (doc, "c"))->box.x1, ==, 450);
  g_assert_cmpfloat (doc_item (doc, doc_find_item (doc, "d"))->box.x1, ==, 50);
  assert_sound (doc);
  assert_orthogonal (doc);
  g_assert_true (doc_undo (doc));
  assert_text (doc, TEXT);
  g_assert_false (doc_can_undo (doc));
  /* What does not fit there makes none. */
  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){200, 100}, true,
           NULL);
  g_assert_cmpfloat (doc_item (doc, doc_find_item (doc, "b"))->box.x1, ==, 250);
}

/* What does not go into the wire that it is dropped on, or near to, stands beside it,
 * with room to its neighbours: by the pointer's rest, two parts may leave just its
 * width. */
static void
test_beside_wire (void)
{
  for (int off = -40; off <= 40; off += 20) {
    g_autoptr (DocModel) doc = doc_new (test_library ());

    doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){0, 0}, true,
             NULL);
    doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){200, 0}, true,
             NULL);
    g_assert_true (doc_connect (doc, "mass.flange_b", "mass2.flange_a", NULL, 0, NULL));
    doc_add (doc, "RotationalComponents.Sources.ConstantTorque", (DocPoint){100, off},
             true, NULL);
    const DocRect box = doc_item (doc, 2)->box;
    const DocWire *wire = doc_wire (doc, 0);
    g_assert_cmpuint (wire->edges[0].n_points, ==, 2);
    g_assert_cmpfloat (fmin (fabs (box.y1), fabs (box.y2)), >=, 20);
    g_assert_true (box.y1 > 0 || box.y2 < 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/series/delete", test_delete);
  g_test_add_func ("/doc/series/refused", test_refused);
  g_test_add_func ("/doc/series/branches", test_branches);
  g_test_add_func ("/doc/series/signals", test_signals);
  g_test_add_func ("/doc/series/support", test_support);
  g_test_add_func ("/doc/series/splice", test_splice);
  g_test_add_func ("/doc/series/splice-end", test_splice_end);
  g_test_add_func ("/doc/series/splice-wide", test_splice_wide);
  g_test_add_func ("/doc/series/twins", test_twins);
  g_test_add_func ("/doc/series/no-splice", test_no_splice);
  g_test_add_func ("/doc/series/room", test_room_in_wire);
  g_test_add_func ("/doc/series/beside-wire", test_beside_wire);
  return g_test_run ();
}
