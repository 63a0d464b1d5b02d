/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every edit leaves right behind itself: places that are written, wires that are
 * seen, dots where something is joined. */
#include <math.h>
#include <string.h>

#include "base/folder.h"
#include "doc/edit/edit.h"
#include "doc/view/hit.h"
#include "doc/wire/route.h"

static const char UNPLACED[] = "component M\n"
                               "  a = TranslationalComponents.Components.Mass(m = 1)\n"
                               "  b = TranslationalComponents.Components.Mass(m = 1)\n"
                               "  c = TranslationalComponents.Components.Mass(m = 1)\n"
                               "  d = TranslationalComponents.Components.Mass(m = 1)\n"
                               "relations\n"
                               "  connect(a.flange_b, b.flange_a)\n"
                               "  connect(b.flange_b, c.flange_a)\n"
                               "end\n";

/* Two masses, 500 apart, joined by a straight wire. */
static const char WIRE[] =
    "component M\n"
    "  a = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
    "  b = TranslationalComponents.Components.Mass(m = 1) {^b}\n"
    "relations\n"
    "  connect(a.flange_b, b.flange_a) {^w}\n"
    "metadata {\n"
    "  \"_links\": {\n"
    "    \"a\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, "
    "\"x2\": 100, \"y2\": 100, \"rot\": 0}}}},\n"
    "    \"b\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 600, \"y1\": 0, "
    "\"x2\": 700, \"y2\": 100, \"rot\": 0}}}},\n"
    "    \"w\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}}\n"
    "  }\n"
    "}\n"
    "end\n";

static LibIndex *library;

static DocModel *
open_text (const char *text)
{
  return doc_from_text (library, NULL, text, strlen (text));
}

static const DocItem *
item (const DocModel *doc, const char *name)
{
  const uint32_t i = doc_find_item (doc, name);

  g_assert_cmpuint (i, !=, UINT32_MAX);
  return doc_item (doc, i);
}

static void
assert_box (const DocModel *doc, const char *name, DocRect box)
{
  const DocRect now = item (doc, name)->box;

  g_assert_cmpfloat (now.x1, ==, box.x1);
  g_assert_cmpfloat (now.y1, ==, box.y1);
  g_assert_false (item (doc, name)->is_auto_placed);
}

/* The first edit of any kind writes the places that were shown; one undo takes all of
 * it back. */
static void
test_places_stay (void)
{
  const char *const gone[] = {"a"};

  for (int kind = 0; kind < 3; kind++) {
    g_autoptr (DocModel) doc = open_text (UNPLACED);
    const DocRect b = item (doc, "b")->box, c = item (doc, "c")->box;
    const DocRect d = item (doc, "d")->box;

    g_assert_true (item (doc, "d")->is_auto_placed);
    if (kind == 0)
      g_assert_true (doc_delete_items (doc, gone, 1, NULL));
    else if (kind == 1)
      g_assert_true (doc_rename (doc, "d", "e", NULL));
    else
      g_assert_nonnull (doc_add (doc, "TranslationalComponents.Components.Fixed",
                                 (DocPoint){2000, 2000}, false, NULL));
    assert_box (doc, "b", b);
    assert_box (doc, "c", c);
    assert_box (doc, kind == 1 ? "e" : "d", d);
    g_assert_true (doc_undo (doc));
    g_assert_cmpstr (doc_text (doc, NULL), ==, UNPLACED);
    g_assert_false (doc_can_undo (doc));
  }
}

/* A text that somebody types stays as it was typed. */
static void
test_text_stays (void)
{
  g_autoptr (DocModel) doc = open_text ("component M\nend\n");

  g_assert_true (doc_set_text (doc, UNPLACED, strlen (UNPLACED)));
  g_assert_cmpstr (doc_text (doc, NULL), ==, UNPLACED);
}

static bool
is_hidden (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t i = 0; i < doc_n_items (doc); i++)
      if (doc_hit_is_under_wire (doc, w, i))
        return true;
  return false;
}

/* What fits is put into the wire; what does not, or lies beside its middle, makes the
 * wire go around it. */
static void
test_dropped_onto_wire (void)
{
  static const struct {
    const char *class_name;
    DocPoint at;
    uint32_t n_wires;
  } drops[] = {
      {"TranslationalComponents.Components.Spring", {350, 50}, 2},
      {"TranslationalComponents.Components.Spring", {350, 80}, 1},
      {"BlockComponents.Sources.Sine", {350, 50}, 1},
      {"TranslationalComponents.Components.Fixed", {350, 10}, 1},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (drops); i++) {
    g_autoptr (DocModel) doc = open_text (WIRE);

    g_assert_nonnull (doc_add (doc, drops[i].class_name, drops[i].at, true, NULL));
    g_assert_cmpuint (doc_n_wires (doc), ==, drops[i].n_wires);
    g_assert_false (is_hidden (doc));
    g_assert_true (doc_undo (doc));
    g_assert_cmpstr (doc_text (doc, NULL), ==, WIRE);
  }
}

static bool
is_covered (const DocItem *one, DocPoint at)
{
  return at.x > one->box.x1 && at.x < one->box.x2 && at.y > one->box.y1 &&
         at.y < one->box.y2;
}

/* What goes into a short wire between two components makes room there; what cannot goes
 * beside them, and over no port. */
static void
test_dropped_onto_short_wire (void)
{
  static const struct {
    const char *class_name;
    uint32_t n_wires;
  } drops[] = {{"TranslationalComponents.Components.Spring", 2},
               {"BlockComponents.Sources.Sine", 1}};
  const char *name = "b";

  for (uint32_t i = 0; i < G_N_ELEMENTS (drops); i++)
    for (int gap = 0; gap <= 80; gap += 20) {
      g_autoptr (DocModel) doc = open_text (WIRE);

      g_assert_true (doc_move (doc, &name, 1, gap - 500, 0));
      g_autofree char *before = g_strdup (doc_text (doc, NULL));
      const char *new =
          doc_add (doc, drops[i].class_name, (DocPoint){100 + gap / 2, 50}, true, NULL);
      const DocItem *one = item (doc, new);

      g_assert_cmpuint (doc_n_wires (doc), ==, gap == 0 ? 1 : drops[i].n_wires);
      g_assert_false (is_hidden (doc));
      for (uint32_t k = 0; k < doc_n_items (doc); k++)
        for (uint32_t p = 0; p < doc_item (doc, k)->n_ports; p++)
          g_assert_false (is_covered (one, doc_item (doc, k)->ports[p].at));
      g_assert_true (doc_undo (doc));
      g_assert_cmpstr (doc_text (doc, NULL), ==, before);
    }
}

/* A path that somebody has laid under a body stays as it is while the edits are
 * others'; once a component at its end is moved it is led like any other. */
static void
test_own_way (void)
{
  static const DocPoint corners[] = {{300, 50}, {300, 250}, {800, 250}, {800, 50}};
  const char *b = "b", *fixed = "fixed";
  g_autoptr (DocModel) doc = open_text (WIRE);

  g_assert_true (doc_delete_wire (doc, 0, NULL));
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){300, 200}, false,
           NULL);
  g_assert_true (doc_connect (doc, "a.flange_b", "b.flange_a", corners, 4, NULL));
  g_assert_true (is_hidden (doc));
  g_autofree DocPoint *was =
      g_memdup2 (doc_wire (doc, 0)->edges[0].points, 6 * sizeof (DocPoint));
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 6);
  doc_add (doc, "TranslationalComponents.Components.Spring", (DocPoint){300, 600}, true,
           NULL);
  g_assert_true (doc_rotate (doc, (const char *const[]){"spring"}, 1, true));
  g_assert_cmpmem (doc_wire (doc, 0)->edges[0].points, 6 * sizeof (DocPoint), was,
                   6 * sizeof (DocPoint));
  g_assert_true (doc_move (doc, &b, 1, 0, 10));
  g_assert_false (is_hidden (doc));
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_move (doc, &fixed, 1, 0, 10));
  g_assert_false (is_hidden (doc));
}

static void
test_moved_onto_wire (void)
{
  g_autoptr (DocModel) doc = open_text (WIRE);
  const char *name =
      doc_add (doc, "BlockComponents.Sources.Sine", (DocPoint){350, 400}, false, NULL);

  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_true (doc_move (doc, &name, 1, 0, -350));
  g_assert_false (is_hidden (doc));
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, >, 2);
}

static bool
is_junction (const DocModel *doc, const char *name, const char *port)
{
  const DocItem *one = item (doc, name);

  for (uint32_t p = 0; p < one->n_ports; p++)
    if (strcmp (one->ports[p].name, port) == 0)
      return one->ports[p].is_junction;
  g_assert_not_reached ();
}

/* Where two wires end at one port, and where two ports that lie on each other are
 * joined. */
static void
test_junctions (void)
{
  g_autoptr (DocModel) doc = open_text (WIRE);
  const char *name = "b";

  g_assert_false (is_junction (doc, "a", "flange_b"));
  g_assert_true (doc_move (doc, &name, 1, -500, 0));
  g_assert_true (is_junction (doc, "a", "flange_b"));
  g_assert_true (is_junction (doc, "b", "flange_a"));
  g_assert_true (doc_undo (doc));
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){350, 400}, false,
           NULL);
  g_assert_true (doc_connect (doc, "fixed.flange", "a.flange_b", NULL, 0, NULL));
  g_assert_true (is_junction (doc, "a", "flange_b"));
  g_assert_false (is_junction (doc, "b", "flange_a"));
}

/* The oscillator of the examples, as a person drops parts onto its wires. */
static DocModel *
open_oscillator (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *path = g_build_filename (data, "examples", "oscillator.dyad", NULL);
  DocModel *doc = doc_load (library, path, NULL);

  g_assert_nonnull (doc);
  return doc;
}

/* The vertical part of a wire is led around what is dropped onto it: the dot goes with
 * it, and none stays where nothing parts any more. */
static void
test_branches_move (void)
{
  g_autoptr (DocModel) doc = open_oscillator ();
  const DocWire *wire = doc_wire (doc, 0);

  g_assert_cmpuint (wire->n_branches, ==, 1);
  g_assert_cmpfloat (wire->branches[0].x, ==, wire->junctions[0].x);
  const DocPoint old = wire->branches[0];
  g_assert_nonnull (doc_add (doc, "TranslationalComponents.Components.Fixed",
                             (DocPoint){old.x, old.y + 100}, true, NULL));
  g_assert_false (is_hidden (doc));
  wire = doc_wire (doc, 0);
  g_assert_cmpuint (wire->n_branches, ==, 1);
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 1; k < wire->edges[e].n_points; k++) {
      const DocPoint a = wire->edges[e].points[k - 1], b = wire->edges[e].points[k];

      if (a.x == b.x && fmin (a.y, b.y) == old.y && a.y != b.y)
        g_assert_cmpfloat (wire->branches[0].x, ==, a.x);
    }
}

/* A wire between ports that lie on each other has no length. */
static void
test_no_way (void)
{
  uint32_t n;
  g_autoptr (DocModel) doc = open_text (WIRE);
  const DocRouteEnd from = {{300, 50}, {1, 0}, UINT32_MAX};
  const DocRouteEnd to = {{300, 50}, {-1, 0}, UINT32_MAX};
  g_autofree DocPoint *points = doc_route (doc, &from, &to, NULL, 0, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpfloat (points[0].x, ==, points[1].x);
  g_assert_cmpfloat (points[0].y, ==, points[1].y);
  g_assert_nonnull (doc_add (doc, "TranslationalComponents.Components.Spring",
                             (DocPoint){550, 50}, true, NULL));
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
  const DocEdge *edge = &doc_wire (doc, 1)->edges[0];
  g_assert_cmpuint (edge->n_points, ==, 2);
  g_assert_cmpfloat (edge->points[0].x, ==, edge->points[1].x);
}

/* A slider crank that was never drawn: two wires had one line in common. */
static const char CRANK[] =
    "component M\n"
    " world = MultibodyComponents.PlanarMechanics.World(g=0)\n"
    " fx = MultibodyComponents.PlanarMechanics.Fixed()\n"
    " j = MultibodyComponents.PlanarMechanics.Revolute(useFlange=true, "
    "phi(guess=0.0))\n"
    " cr = MultibodyComponents.PlanarMechanics.BodyShape(r=[0.1,0], m=1, I=0.01)\n"
    " j2 = MultibodyComponents.PlanarMechanics.Revolute()\n"
    " rod = MultibodyComponents.PlanarMechanics.BodyShape(r=[0.3,0], m=1, I=0.01)\n"
    " j3 = MultibodyComponents.PlanarMechanics.Revolute()\n"
    " sl = MultibodyComponents.PlanarMechanics.Prismatic(r=[1,0], s(guess=0.4))\n"
    " pis = MultibodyComponents.PlanarMechanics.Body(m=1, I=0.01)\n"
    " d = RotationalComponents.Sources.ConstantSpeed(w_fixed=10, phi(initial=0))\n"
    "relations\n"
    " connect(fx.frame_b, j.frame_a, sl.frame_a)\n"
    " connect(j.frame_b, cr.frame_a)\n"
    " connect(cr.frame_b, j2.frame_a)\n"
    " connect(j2.frame_b, rod.frame_a)\n"
    " connect(rod.frame_b, j3.frame_a)\n"
    " connect(j3.frame_b, sl.frame_b, pis.frame_a)\n"
    " connect(d.spline, j.flange_a)\n"
    "end\n";

/* Whether two segments lie along each other. */
static bool
is_along (DocPoint a, DocPoint b, DocPoint c, DocPoint d)
{
  return (a.x == b.x && c.x == d.x && a.x == c.x &&
          fmin (fmax (a.y, b.y), fmax (c.y, d.y)) >
              fmax (fmin (a.y, b.y), fmin (c.y, d.y))) ||
         (a.y == b.y && c.y == d.y && a.y == c.y &&
          fmin (fmax (a.x, b.x), fmax (c.x, d.x)) >
              fmax (fmin (a.x, b.x), fmin (c.x, d.x)));
}

static bool
edges_lie_along (const DocEdge *a, const DocEdge *b)
{
  for (uint32_t i = 1; i < a->n_points; i++)
    for (uint32_t k = 1; k < b->n_points; k++)
      if (is_along (a->points[i - 1], a->points[i], b->points[k - 1], b->points[k]))
        return true;
  return false;
}

static void
assert_apart (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    for (uint32_t v = 0; v < w; v++) {
      const DocWire *a = doc_wire (doc, w), *b = doc_wire (doc, v);

      for (uint32_t e = 0; a->net != b->net && e < a->n_edges; e++)
        for (uint32_t f = 0; f < b->n_edges; f++)
          g_assert_false (edges_lie_along (&a->edges[e], &b->edges[f]));
    }
}

/* Two nets never look like one. */
static void
test_apart (void)
{
  g_autoptr (DocModel) doc = open_text (CRANK);

  g_assert_true (doc_wire (doc, 6)->is_auto_routed);
  assert_apart (doc);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    doc_tidy (doc, &w, 1, NULL);
  assert_apart (doc);
  g_assert_false (is_hidden (doc));
}

/* Wires of one net may share a line; it is no longer one net once the end that they
 * have in common is taken from one of them. */
static void
test_parted (void)
{
  g_autoptr (DocModel) doc = open_text (WIRE);

  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){900, 300}, false,
           NULL);
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){300, 300}, false,
           NULL);
  g_assert_true (doc_connect (doc, "a.flange_b", "mass.flange_a", NULL, 0, NULL));
  g_assert_true (edges_lie_along (doc_wire (doc, 0)->edges, doc_wire (doc, 1)->edges));
  g_assert_true (
      doc_connect_to_wire (doc, "fixed.flange", 1, (DocPoint){300, 50}, NULL, 0, NULL));
  g_assert_cmpint (doc_wire (doc, 1)->edges[0].from, ==, 1);
  g_assert_true (doc_delete_edge (doc, 1, 0, NULL));
  g_assert_cmpuint (doc_wire (doc, 1)->n_ends, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->net, !=, doc_wire (doc, 0)->net);
  assert_apart (doc);
}

/* Masses in rows that lie over each other, each joined with the one two rows below it.
 */
static char *
pile_text (uint32_t side)
{
  GString *text = g_string_new ("component Pile\n");
  g_autoptr (GString) links = g_string_new (NULL);
  const uint32_t n = side * side;

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t x = 60 * (i % side), y = 70 * (i / side);

    g_string_append_printf (
        text, "  x%u = TranslationalComponents.Components.Mass(m = 1) {^x%u}\n", i, i);
    g_string_append_printf (links,
                            "%s\"x%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            i > 0 ? ",\n" : "", i, x, y, x + 100, y + 100);
  }
  g_string_append (text, "relations\n");
  for (uint32_t i = 2 * side; i < n; i++)
    g_string_append_printf (text, "  connect(x%u.flange_b, x%u.flange_a)\n",
                            i - 2 * side, i);
  g_string_append_printf (text, "metadata {\"_links\": {%s}}\nend\n", links->str);
  return g_string_free (text, FALSE);
}

/* A body that reaches farther than numbers are exact, over the port of a wire that has
 * yet to be drawn. */
static void
test_boundless (void)
{
  static const char *const ENDS[] = {"1e17", "1.2e17", "1e300", "-1e17"};

  for (guint i = 0; i < G_N_ELEMENTS (ENDS); i++) {
    g_autofree char *text = g_strdup_printf (
        "component M\n"
        "  a = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
        "  b = TranslationalComponents.Components.Mass(m = 1)\n"
        "  c = TranslationalComponents.Components.Mass(m = 1) {^c}\n"
        "relations\n"
        "  connect(a.flange_b, b.flange_a)\n"
        "metadata {\"_links\": {\n"
        "  \"a\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, "
        "\"x2\": 100, \"y2\": 100}}}},\n"
        "  \"c\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": -100, \"y1\": -50, "
        "\"x2\": %s, \"y2\": 50}}}}\n"
        "}}\nend\n",
        ENDS[i]);
    g_autoptr (DocModel) doc = open_text (text);

    g_assert_cmpuint (doc_n_wires (doc), ==, 1);
    g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 1);
    g_assert_cmpfloat (fabs (item (doc, "c")->box.x2), <=, 1e8);
    g_assert_cmpfloat (fabs (item (doc, "c")->box.x1), <=, 1e8);
  }
}

/* A wire to a port in a pile has to run under bodies, and finds that out without having
 * been everywhere else before. */
static void
test_pile (void)
{
  g_autofree char *text = pile_text (10);
  g_autoptr (DocModel) doc = open_text (text);

  g_assert_cmpuint (doc_n_wires (doc), ==, 80);
  g_assert_cmpuint (doc_route_effort (doc) / doc_n_wires (doc), <, 9000);
}

/* Nor does an edit of drawn wires in a pile look for ways until it has been everywhere:
 * beyond a limit they are led straight, and one search goes past it. */
static void
test_edit_of_a_pile (void)
{
  g_autofree char *text = pile_text (10);
  g_autoptr (DocModel) doc = open_text (text);
  const char *half[50];
  uint32_t all[80];

  for (uint32_t i = 0; i < 80; i++)
    all[i] = i;
  for (uint32_t i = 0; i < 50; i++)
    half[i] = g_intern_string (doc_item (doc, 2 * i)->name);
  doc_tidy (doc, all, 80, NULL);
  gsize size;
  g_autofree char *drawn = g_strdup (doc_text (doc, &size));
  const uint64_t before = doc_route_effort (doc);
  g_assert_true (doc_move (doc, half, 50, 30, 40));
  g_assert_cmpuint (doc_route_effort (doc) - before, <, 60000);
  doc_undo (doc);
  g_assert_cmpstr (doc_text (doc, &size), ==, drawn);
}

/* The first edit writes down how wires run that the text says nothing of: as they were
 * seen, and without a search but for those that it has to do with. */
static void
test_first_edit (void)
{
  enum { N = 40 };
  GString *text = g_string_new ("component M\n");
  g_autoptr (GString) rest = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (int i = 0; i < N; i++) {
    const int x = 220 * (i % 8), y = 220 * (i / 8) + 30 * (i % 2);

    g_string_append_printf (
        text, "  m%d = TranslationalComponents.Components.Mass(m = 1) {^m%d}\n", i, i);
    if (i > 0)
      g_string_append_printf (rest, "  connect(m%d.flange_b, m%d.flange_a)\n", i - 1,
                              i);
    g_string_append_printf (links,
                            "%s\"m%d\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %d, \"y1\": %d, \"x2\": %d, \"y2\": %d}}}}",
                            i > 0 ? ",\n" : "", i, x, y, x + 100, y + 100);
  }
  g_string_append_printf (text, "%smetadata {\"_links\": {%s}}\nend\n", rest->str,
                          links->str);
  g_autofree char *all = g_string_free (text, FALSE);
  g_autoptr (DocModel) doc = open_text (all);
  const uint64_t effort = doc_route_effort (doc);
  const double seen = doc_wire_bounds (doc_wire (doc, 7)).y2;

  g_assert_cmpuint (effort, >, 0);
  g_assert_true (doc_move (doc, (const char *const[]){"m39"}, 1, 300, 0));
  g_assert_false (doc_wire (doc, 7)->is_auto_routed);
  g_assert_cmpfloat (doc_wire_bounds (doc_wire (doc, 7)).y2, ==, seen);
  g_assert_cmpuint (doc_route_effort (doc) - effort, <, effort / 4);
}

/* Of two wires from one port to another, one was laid down by hand: it stays, although
 * the other one, which lies where something was moved, could be led anew. */
static void
test_twins (void)
{
  static const char twin[] = "  connect(a.flange_b, b.flange_a) {^v}\nmetadata {";
  static const char drawn[] =
      "\"v\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [{\"x\": 150, \"y\": 50}, "
      "{\"x\": 150, \"y\": 300}, {\"x\": 550, \"y\": 300}, {\"x\": 550, \"y\": 50}], "
      "\"E\": 2}]}},\n    \"w\":";
  g_auto (GStrv) head = g_strsplit (WIRE, "metadata {", 2);
  g_auto (GStrv) tail = g_strsplit (head[1], "\"w\":", 2);
  g_autofree char *text = g_strconcat (head[0], twin, tail[0], drawn, tail[1], NULL);
  g_autoptr (DocModel) doc = open_text (text);
  const char *name = doc_add (doc, "TranslationalComponents.Components.Mass",
                              (DocPoint){350, 130}, false, NULL);

  g_assert_true (doc_move (doc, &name, 1, 0, 700));
  g_assert_nonnull (strstr (doc_text (doc, NULL), drawn));
}

/* A wire of which the text says nothing yet is led to where its component has gone. */
static void
test_first_move (void)
{
  g_auto (GStrv) parts =
      g_strsplit (WIRE, "\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]", 2);
  g_autofree char *text = g_strjoinv ("", parts);
  g_autoptr (DocModel) doc = open_text (text);

  g_assert_true (doc_wire (doc, 0)->is_auto_routed);
  g_assert_true (doc_move (doc, (const char *const[]){"a"}, 1, 0, -100));
  g_assert_false (doc_wire (doc, 0)->is_auto_routed);
  const DocEdge *edge = &doc_wire (doc, 0)->edges[0];
  for (uint32_t k = 0; k + 1 < edge->n_points; k++)
    g_assert_true (edge->points[k].x == edge->points[k + 1].x ||
                   edge->points[k].y == edge->points[k + 1].y);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  g_test_init (&argc, &argv, NULL);
  library = lib_index_load_all (data, diags, NULL);
  g_assert_nonnull (library);
  g_test_add_func ("/doc/settle/places-stay", test_places_stay);
  g_test_add_func ("/doc/settle/text-stays", test_text_stays);
  g_test_add_func ("/doc/settle/dropped-onto-wire", test_dropped_onto_wire);
  g_test_add_func ("/doc/settle/dropped-onto-short-wire", test_dropped_onto_short_wire);
  g_test_add_func ("/doc/settle/own-way", test_own_way);
  g_test_add_func ("/doc/settle/moved-onto-wire", test_moved_onto_wire);
  g_test_add_func ("/doc/settle/junctions", test_junctions);
  g_test_add_func ("/doc/settle/branches-move", test_branches_move);
  g_test_add_func ("/doc/settle/no-way", test_no_way);
  g_test_add_func ("/doc/settle/boundless", test_boundless);
  g_test_add_func ("/doc/settle/pile", test_pile);
  g_test_add_func ("/doc/settle/edit-of-a-pile", test_edit_of_a_pile);
  g_test_add_func ("/doc/settle/first-edit", test_first_edit);
  g_test_add_func ("/doc/settle/first-move", test_first_move);
  g_test_add_func ("/doc/settle/apart", test_apart);
  g_test_add_func ("/doc/settle/parted", test_parted);
  g_test_add_func ("/doc/settle/twins", test_twins);

  const int status = g_test_run ();

  lib_index_unref (library);
  return status;
}
