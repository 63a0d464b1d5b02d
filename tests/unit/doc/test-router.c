/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the router promises: facts of geometry on small meshes and diagrams, and that
 * whatever is moved, turned, put in or pasted in the examples, the drawing can be read.
 */
#include "test-labels.h"
#include "test-picture.h"

#include "base/arena.h"
#include "doc/wire/mesh.h"

/* ---- the mesh ---- */

static const DocRect AROUND = {-500, -500, 500, 500};

/* The path to the right over lines every 10 units, with a price on a box. */
static double
price_past (DocRect box, double price, GArray *path)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  DocMesh *mesh = doc_mesh_new (arena, AROUND);
  uint64_t n_visited = 0;

  for (double at = -100; at <= 100; at += 10)
    doc_mesh_add_lines (mesh, (DocRect){at, at, at, at});
  doc_mesh_charge (mesh, box, true, true, price);
  doc_mesh_add_goal (mesh, (DocPoint){100, 0}, (DocPoint){1, 0});
  return doc_mesh_search (mesh, (DocPoint){-100, 0}, (DocPoint){1, 0}, path, &n_visited)
      .all;
}

/* Straight costs its length; a box in the way what going around it costs, or its own
 * price, if that is less. */
static void
test_price (void)
{
  const DocRect box = {-5, -35, 5, 35};
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (DocPoint));

  g_assert_cmpfloat (price_past (box, 0, path), ==, 200);
  g_assert_cmpuint (path->len, ==, 2);
  g_array_set_size (path, 0);
  g_assert_cmpfloat (price_past (box, 1e6, path), ==, 200 + 2 * 40 + 4 * 60);
  g_assert_cmpuint (path->len, ==, 6);
  g_array_set_size (path, 0);
  g_assert_cmpfloat (price_past (box, 100, path), <=, 400);
  g_assert_cmpuint (path->len, ==, 2);
}

/* The estimate that guides the search is never more than what a path costs, and has its
 * bends where neither coordinate is the same, in all directions. */
static void
test_least (void)
{
  static const DocPoint OUT[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 9; k++) {
      g_autoptr (BaseArena) arena = base_arena_new ();
      g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (DocPoint));
      DocMesh *mesh = doc_mesh_new (arena, AROUND);
      const DocPoint to = {10 * (k % 3 - 1), 10 * (k / 3 - 1)};
      uint64_t n_visited = 0;

      for (double at = -20; at <= 20; at += 5)
        doc_mesh_add_lines (mesh, (DocRect){at, at, at, at});
      doc_mesh_add_goal (mesh, to, OUT[i / 4]);
      const double found =
          doc_mesh_search (mesh, (DocPoint){0, 0}, OUT[i % 4], path, &n_visited).all;
      const double least =
          doc_mesh_least ((DocPoint){0, 0}, OUT[i % 4], to, OUT[i / 4]);

      if (k == 4)
        continue;
      g_assert_cmpfloat (least, <=, found);
      if (to.x != 0 && to.y != 0)
        g_assert_cmpfloat (20 + 60 * (path->len - 2), ==, least);
    }
}

/* ---- diagrams ---- */

/* Masses in a row at these places, and what is joined. */
static DocModel *
masses (const DocPoint *places, uint32_t n)
{
  DocModel *doc = doc_new (test_library ());

  for (uint32_t i = 0; i < n; i++)
    doc_add (doc, "TranslationalComponents.Components.Mass", places[i], false, NULL);
  return doc;
}

static const DocEdge *
joined (DocModel *doc, const char *from, const char *to)
{
  g_assert_true (doc_connect (doc, from, to, NULL, 0, NULL));
  const DocWire *wire = doc_wire (doc, doc_n_wires (doc) - 1);
  g_assert_cmpuint (wire->n_edges, ==, 1);
  return &wire->edges[0];
}

/* How near a stretch comes to a body that it does not end at. */
static bool
is_near (const DocModel *doc, const Segment *s)
{
  const double room = 9.5;

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const DocRect box = doc_item (doc, i)->box;
    bool is_end = false;

    for (uint32_t k = 0; k < s->wire->n_ends; k++)
      is_end |= s->wire->ends[k].item == i;
    if (!is_end && fmax (s->a.x, s->b.x) > box.x1 - room &&
        fmin (s->a.x, s->b.x) < box.x2 + room &&
        fmax (s->a.y, s->b.y) > box.y1 - room && fmin (s->a.y, s->b.y) < box.y2 + room)
      return true;
  }
  return false;
}

static uint32_t
n_near (const DocModel *doc)
{
  g_autoptr (GArray) segments = all_segments (doc);
  const Segment *all = (const Segment *) (const void *) segments->data;
  uint32_t n = 0;

  for (guint i = 0; i < segments->len; i++)
    n += is_near (doc, &all[i]);
  return n;
}

/* ---- channels ---- */

static DocModel *
parts (const char *const *classes, const DocPoint *places, uint32_t n)
{
  DocModel *doc = doc_new (test_library ());

  for (uint32_t i = 0; i < n; i++)
    doc_add (doc, classes[i], places[i], false, NULL);
  return doc;
}

static void
tidy_all (DocModel *doc)
{
  const uint32_t n = doc_n_wires (doc);
  g_autofree uint32_t *wires = g_new (uint32_t, n);

  for (uint32_t w = 0; w < n; w++)
    wires[w] = w;
  doc_tidy (doc, wires, n, NULL);
  g_assert_false (doc_tidy (doc, wires, n, NULL));
}

/* Where the plumb lines of a wire stand, each in its lines of `at`; their number. */
static uint32_t
plumb_lines (const DocWire *wire, double *at)
{
  uint32_t n = 0;

  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k + 1 < wire->edges[e].n_points; k++)
      if (wire->edges[e].points[k].x == wire->edges[e].points[k + 1].x)
        at[n++] = wire->edges[e].points[k].x;
  return n;
}

#define SPRING "TranslationalComponents.Components.Spring"
#define DAMPER "TranslationalComponents.Components.Damper"
#define FIXED  "TranslationalComponents.Components.Fixed"
#define MASS   "TranslationalComponents.Components.Mass"

/* Wires out of one port share their line, in whatever order they are drawn, and no lane
 * beside it. */
static void
test_shared_line (void)
{
  static const char *const classes[] = {MASS, MASS, MASS};
  static const DocPoint places[] = {{0, 0}, {0, 200}, {0, 400}};
  static const char *const ports[] = {"mass2.flange_b", "mass3.flange_b"};

  for (int first = 0; first < 2; first++) {
    g_autoptr (DocModel) doc = parts (classes, places, 3);
    double at[2];

    joined (doc, "mass.flange_b", ports[first]);
    joined (doc, "mass.flange_b", ports[!first]);
    tidy_all (doc);
    for (int w = 0; w < 2; w++)
      g_assert_cmpuint (plumb_lines (doc_wire (doc, (uint32_t) w), &at[w]), ==, 1);
    g_assert_cmpfloat (at[0], ==, at[1]);
  }
}

/* A damper below a spring: its wires go down in the middle of the gaps, as they are
 * drawn and after Tidy Wires, and where the gap is wide, at the same distance from the
 * bodies on both sides. */
static void
test_trunks (void)
{
  static const char *const classes[] = {MASS, SPRING, DAMPER, MASS};

  for (double gap = 80; gap <= 320; gap += 40) {
    const double pitch = 100 + gap;
    const DocPoint places[] = {{0, 0}, {pitch, 0}, {pitch, 200}, {2 * pitch, 0}};
    g_autoptr (DocModel) doc = parts (classes, places, 4);
    const double off = fmin (gap / 2, 50);

    joined (doc, "mass.flange_b", "spring.flange_a");
    joined (doc, "spring.flange_b", "mass2.flange_a");
    joined (doc, "damper.flange_a", "spring.flange_a");
    joined (doc, "damper.flange_b", "spring.flange_b");
    for (int tidied = 0; tidied < 2; tidied++) {
      double at[4];

      g_assert_cmpuint (plumb_lines (doc_wire (doc, 2), at), ==, 1);
      g_assert_cmpuint (plumb_lines (doc_wire (doc, 3), at + 1), ==, 1);
      g_assert_cmpfloat (at[0], ==, pitch - 50 - off);
      g_assert_cmpfloat (at[1], ==, pitch + 50 + off);
      tidy_all (doc);
    }
  }
}

static int
by_value (const void *left, const void *right)
{
  const double *a = left, *b = right;

  return (*a > *b) - (*a < *b);
}

/* Three wires in one channel stand at even distances, none of them crossing another,
 * in whatever order they are drawn. */
static void
test_even (void)
{
  static const DocPoint places[] = {{0, 0},     {0, 150},   {0, 300},
                                    {300, 400}, {300, 550}, {300, 700}};
  static const int ORDERS[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}};

  for (guint order = 0; order < G_N_ELEMENTS (ORDERS); order++) {
    g_autoptr (DocModel) doc = masses (places, 6);

    for (int i = 0; i < 3; i++) {
      g_autofree char *from = g_strdup_printf ("mass%d.flange_b", ORDERS[order][i] + 1);
      g_autofree char *to = g_strdup_printf ("mass%d.flange_a", ORDERS[order][i] + 4);

      joined (doc, ORDERS[order][i] == 0 ? "mass.flange_b" : from, to);
    }
    for (int tidied = 0; tidied < 2; tidied++) {
      double at[3];

      for (uint32_t w = 0; w < 3; w++) {
        g_assert_cmpuint (plumb_lines (doc_wire (doc, w), &at[w]), ==, 1);
        g_assert_cmpuint (doc_wire (doc, w)->n_crossings, ==, 0);
      }
      qsort (at, 3, sizeof *at, by_value);
      for (int i = 0; i < 3; i++) /* of a channel from 50 to 250 */
        g_assert_cmpfloat (at[i], ==, 100 + 50 * i);
      tidy_all (doc);
    }
  }
}

/* A line that somebody has put elsewhere in its channel stays there, whatever comes
 * into it or moves at its ends; one that nobody has touched goes to the middle. */
static void
test_laid_aside (void)
{
  static const DocPoint places[] = {{0, 0}, {400, 300}, {-200, 600}};
  const char *const other = "mass3", *const end = "mass2";

  for (int is_laid = 0; is_laid < 2; is_laid++) {
    g_autoptr (DocModel) doc = masses (places, 3);
    double at;

    joined (doc, "mass.flange_b", "mass2.flange_a");
    if (is_laid)
      g_assert_true (doc_move_segment (doc, 0, 0, 1, 80, 0));
    doc_move (doc, &other, 1, 320, -440); /* to 70 to 170 */
    g_assert_cmpuint (plumb_lines (doc_wire (doc, 0), &at), ==, 1);
    g_assert_cmpfloat (at, ==, is_laid ? 280 : 260);
    doc_move (doc, &end, 1, 100, 40);
    plumb_lines (doc_wire (doc, 0), &at);
    g_assert_cmpfloat (at, ==, is_laid ? 280 : 310);
  }
}

/* ---- facts ---- */

/* Two wires between two columns of ports keep a lane of 10 and do not cross, whichever
 * is drawn first. */
static void
test_lanes (void)
{
  static const DocPoint places[] = {{0, 0}, {0, 200}, {400, 300}, {400, 500}};

  for (int order = 0; order < 2; order++) {
    g_autoptr (DocModel) doc = masses (places, 4);

    joined (doc, order ? "mass2.flange_b" : "mass.flange_b",
            order ? "mass4.flange_a" : "mass3.flange_a");
    joined (doc, order ? "mass.flange_b" : "mass2.flange_b",
            order ? "mass3.flange_a" : "mass4.flange_a");
    const DocEdge *a = &doc_wire (doc, 0)->edges[0], *b = &doc_wire (doc, 1)->edges[0];
    g_assert_cmpuint (a->n_points, ==, 4);
    g_assert_cmpuint (b->n_points, ==, 4);
    g_assert_cmpfloat (fabs (a->points[1].x - b->points[1].x), >=, 10);
    g_assert_cmpuint (doc_wire (doc, 0)->n_crossings, ==, 0);
    g_assert_cmpuint (doc_wire (doc, 1)->n_crossings, ==, 0);
  }
}

/* A level wire hops where it crosses another net, and that one does not. */
static void
test_crossing (void)
{
  static const DocPoint places[] = {{0, 0}, {400, 0}, {200, -200}, {200, 200}};
  const char *const turned[] = {"mass3", "mass4"};
  g_autoptr (DocModel) doc = masses (places, 4);

  doc_rotate (doc, &turned[0], 1, false);
  doc_rotate (doc, &turned[1], 1, false);
  joined (doc, "mass3.flange_b", "mass4.flange_a");
  joined (doc, "mass.flange_b", "mass2.flange_a");
  g_assert_cmpuint (doc_wire (doc, 0)->n_crossings, ==, 0);
  g_assert_cmpuint (doc_wire (doc, 1)->n_crossings, ==, 1);
  g_assert_cmpfloat (doc_wire (doc, 1)->crossings[0].x, ==, 200);
  g_assert_cmpfloat (doc_wire (doc, 1)->crossings[0].y, ==, 0);
}

/* A third port joins a wire where that is shortest, with one bend, and a dot is there;
 * mirrored, the drawing is the mirror image. */
static void
test_joins (void)
{
  static const char TEXT[] =
      "component M\n"
      "  a = TranslationalComponents.Components.Fixed() {^a}\n"
      "  b = TranslationalComponents.Components.Fixed() {^b}\n"
      "  c = TranslationalComponents.Components.Fixed() {^c}\n"
      "relations\n"
      "  connect(c.flange, a.flange, b.flange)\n"
      "metadata {\"_links\": {\"a\": {\"Dyad\": {\"placement\": {\"diagram\": "
      "{\"x1\": -300, \"y1\": 0, \"x2\": -200, \"y2\": 100}}}}, \"b\": {\"Dyad\": "
      "{\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": 0, \"x2\": 200, \"y2\": "
      "100}}}}, \"c\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": %d, \"y1\": "
      "300, "
      "\"x2\": %d, \"y2\": 400}}}}}}\nend\n";
  DocPoint dot[2];

  for (int side = 0; side < 2; side++) {
    g_autofree char *text = g_strdup_printf (TEXT, side ? 100 : -100, side ? 0 : 0);
    g_autoptr (DocModel) doc = test_doc (text);
    const DocWire *wire = doc_wire (doc, 0);

    g_assert_cmpuint (wire->n_edges, ==, 3);
    g_assert_cmpuint (wire->n_branches, ==, 1);
    dot[side] = wire->branches[0];
    for (uint32_t e = 0; e < 3; e++)
      g_assert_cmpuint (wire->edges[e].n_points, <=, 3);
  }
  g_assert_cmpfloat (dot[0].x, ==, -dot[1].x);
  g_assert_cmpfloat (dot[0].y, ==, dot[1].y);
}

/* A wire makes no bend for a label, which finds another side. */
static void
test_label_gives_way (void)
{
  static const DocPoint places[] = {{0, 0}, {300, -65}, {600, 0}};
  g_autoptr (DocModel) doc = masses (places, 3);

  joined (doc, "mass.flange_b", "mass3.flange_a");
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_cmpfloat (label_line (doc, "mass2", "instance", 1).box.y2, <,
                     doc_item (doc, 1)->box.y1);
  assert_labels_clear (doc);
}

/* But of ways that are as good otherwise it takes one that spares the label. */
static void
test_label_is_spared (void)
{
  static const DocPoint places[] = {{0, 0}, {400, 300}};
  g_autoptr (DocModel) doc = masses (places, 2);
  const DocEdge *edge = joined (doc, "mass.flange_b", "mass2.flange_a");
  const double middle = edge->points[1].x;

  g_assert_cmpuint (edge->n_points, ==, 4);
  g_assert_true (doc_undo (doc));
  doc_add (doc, "TranslationalComponents.Components.Fixed",
           (DocPoint){middle - 80, 140}, false, NULL);
  edge = joined (doc, "mass.flange_b", "mass2.flange_a");
  const DocRect name = label_line (doc, "fixed", "instance", 1).box;
  g_assert_cmpuint (edge->n_points, ==, 4);
  g_assert_cmpfloat (edge->points[1].x, >, name.x2);
  g_assert_cmpfloat (name.y1, >, doc_item (doc, 2)->box.y2);
}

/* A wire that the program drew is as short after a component was moved there and back
 * through any places; one with corners of its own keeps them. */
static void
test_loose (void)
{
  static const DocPoint places[] = {{0, 0}, {400, 0}};
  const char *name = "mass2";
  g_autoptr (DocModel) doc = masses (places, 2);

  joined (doc, "mass.flange_b", "mass2.flange_a");
  doc_move (doc, &name, 1, -300, 400);
  doc_rotate (doc, &name, 1, false);
  doc_move (doc, &name, 1, 300, -300);
  doc_rotate (doc, &name, 1, true);
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 4);
  doc_move (doc, &name, 1, 0, -100);
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_true (doc_move_segment (doc, 0, 0, 0, 0, -100));
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 6);
  doc_move (doc, &name, 1, 200, 0);
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 6);
  g_assert_cmpfloat (doc_wire (doc, 0)->edges[0].points[2].y, ==, -100);
}

/* A wire that is not drawn goes around labels as one that is led anew: those that give
 * way to a note included. */
static void
test_note (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component M\n"
                "  a = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
                "  b = TranslationalComponents.Components.Mass(m = 1) {^b}\n"
                "relations\n"
                "  connect(a.flange_a, b.flange_a)\n"
                "metadata {\"Dyad\": {\"labels\": [{\"label\": \"note\", \"x\": 50, "
                "\"y\": -20, \"layer\": \"diagram\"}]}, \"_links\": {"
                "\"a\": {\"Dyad\": {\"placement\": {\"diagram\": "
                "{\"x1\": 0, \"y1\": 0, \"x2\": 100, \"y2\": 100}}}}, "
                "\"b\": {\"Dyad\": {\"placement\": {\"diagram\": "
                "{\"x1\": 300, \"y1\": 0, \"x2\": 400, \"y2\": 100}}}}}}\nend\n");
  const uint32_t wire = 0, n = doc_wire (doc, 0)->edges[0].n_points;
  g_autofree DocPoint *points =
      g_memdup2 (doc_wire (doc, 0)->edges[0].points, n * sizeof *points);

  doc_tidy (doc, &wire, 1, NULL);
  g_assert_cmpmem (points, n * sizeof *points, doc_wire (doc, 0)->edges[0].points,
                   doc_wire (doc, 0)->edges[0].n_points * sizeof *points);
}

/* Tidying is one step of undo, and nothing the second time. */
static void
test_tidy (void)
{
  static const DocPoint places[] = {{0, 0}, {400, 0}, {800, 200}};
  g_autoptr (DocModel) doc = masses (places, 3);
  const uint32_t wires[] = {0, 1};

  joined (doc, "mass.flange_b", "mass2.flange_a");
  joined (doc, "mass2.flange_b", "mass3.flange_a");
  g_assert_true (doc_move_segment (doc, 0, 0, 0, 0, -100));
  g_assert_true (doc_move_segment (doc, 1, 0, 1, 50, 0));
  g_autofree char *before = g_strdup (doc_text (doc, NULL));
  const uint32_t depth = doc_undo_depth (doc);

  g_assert_true (doc_tidy (doc, wires, 2, NULL));
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);
  g_assert_cmpuint (doc_wire (doc, 0)->edges[0].n_points, ==, 2);
  g_assert_cmpuint (doc_wire (doc, 1)->edges[0].n_points, ==, 4);
  g_assert_false (doc_tidy (doc, wires, 2, NULL));
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
}

/* ---- random edits of the examples ---- */

typedef struct {
  DocModel *doc;
  GRand *rand;
} Run;

static int
below (Run *run, uint32_t n)
{
  return g_rand_int_range (run->rand, 0, (gint32) n);
}

static const char *
some_item (Run *run)
{
  return doc_item (run->doc, (uint32_t) below (run, doc_n_items (run->doc)))->name;
}

/* The middle of a stretch of some wire. */
static DocPoint
some_place (Run *run)
{
  const DocWire *wire =
      doc_wire (run->doc, (uint32_t) below (run, doc_n_wires (run->doc)));
  const DocEdge *edge = &wire->edges[below (run, wire->n_edges)];
  const int k = below (run, edge->n_points - 1);
  const DocPoint a = edge->points[k], b = edge->points[k + 1];

  return (DocPoint){10 * round ((a.x + b.x) / 20), 10 * round ((a.y + b.y) / 20)};
}

static void
paste_some (Run *run)
{
  const char *names[] = {some_item (run), some_item (run), some_item (run)};
  const DocRect all = doc_bounds (run->doc);
  const int width = (int) (all.x2 - all.x1) / 10 + 40;
  const int height = (int) (all.y2 - all.y1) / 10 + 40;
  const DocPoint at = {all.x1 - 200 + 10 * below (run, (uint32_t) width),
                       all.y1 - 200 + 10 * below (run, (uint32_t) height)};
  g_autofree char *text = doc_copy (run->doc, names, 1 + (uint32_t) below (run, 3));

  doc_paste (run->doc, text, at, false, NULL, NULL);
}

static void
edit (Run *run)
{
  static const char *const CLASSES[] = {
      "TranslationalComponents.Components.Spring",
      "RotationalComponents.Components.Damper",
      "BlockComponents.Math.Gain",
      "MultibodyComponents.PlanarMechanics.Revolute",
      "TranslationalComponents.Components.Fixed",
  };
  const char *names[2] = {some_item (run), some_item (run)};
  const uint32_t n = 1 + (uint32_t) below (run, 2);

  switch (below (run, 8)) {
  case 0:
  case 1:
    doc_rotate (run->doc, names, n, below (run, 2) == 0);
    break;
  case 2:
    doc_flip (run->doc, names, n, below (run, 2) == 0);
    break;
  case 3:
    doc_add (run->doc, CLASSES[below (run, G_N_ELEMENTS (CLASSES))], some_place (run),
             true, NULL);
    break;
  case 4:
    paste_some (run);
    break;
  default:
    doc_move (run->doc, names, n, 10 * below (run, 61) - 300,
              10 * below (run, 61) - 300);
  }
}

/* What the wires join. Caller frees. */
static char *
connects (const DocModel *doc, uint32_t n_wires)
{
  GString *text = g_string_new (NULL);

  for (uint32_t w = 0; w < n_wires; w++)
    for (uint32_t k = 0; k < doc_wire (doc, w)->n_ends; k++)
      g_string_append_printf (text, "%s%s", doc_wire (doc, w)->ends[k].name,
                              k + 1 < doc_wire (doc, w)->n_ends ? ", " : "\n");
  return g_string_free (text, FALSE);
}

static void
check (Run *run, const char *before)
{
  DocModel *doc = run->doc;
  g_autofree char *after = g_strdup (doc_text (doc, NULL));

  assert_sound (doc);
  assert_orthogonal (doc);
  assert_true_picture (doc);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    assert_branches (doc, doc_wire (doc, w));
    for (uint32_t e = 0; e < doc_wire (doc, w)->n_edges; e++)
      assert_tidy (doc, &doc_wire (doc, w)->edges[e]);
  }
  g_assert_cmpuint (n_near (doc), ==, 0);
  assert_labels_clear (doc);
  g_assert_true (doc_undo (doc));
  assert_text (doc, before);
  g_assert_true (doc_redo (doc));
  assert_text (doc, after);
}

/* A diagram whose components have room keeps it readable through any edit. */
static void
edit_at_random (const char *text, uint32_t seed)
{
  g_autoptr (DocModel) doc = test_doc (text);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Run run = {doc, rand};

  for (int i = 0; i < 20; i++) {
    g_autofree char *before = g_strdup (doc_text (doc, NULL));
    const uint32_t n_items = doc_n_items (doc), n_wires = doc_n_wires (doc);
    g_autofree char *joined_before = connects (doc, n_wires);

    edit (&run);
    if (strcmp (before, doc_text (doc, NULL)) == 0)
      continue;
    g_autofree char *joined_now = connects (doc, MIN (n_wires, doc_n_wires (doc)));
    if (doc_n_items (doc) != n_items + 1) /* not put into a wire */
      g_assert_cmpstr (joined_now, ==, joined_before);
    if (is_roomy (doc)) {
      check (&run, before);
      continue;
    }
    g_assert_true (doc_undo (doc));
    assert_text (doc, before);
  }
}

static void
test_examples (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL) {
    g_autofree char *file = g_build_filename (path, name, NULL);

    if (!g_str_has_suffix (name, ".dyad"))
      continue;
    g_autofree char *text = read_file (file);
    g_test_message ("%s", name);
    for (uint32_t seed = 1; seed <= 8; seed++)
      edit_at_random (text, seed);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/router/price", test_price);
  g_test_add_func ("/doc/router/least", test_least);
  g_test_add_func ("/doc/router/lanes", test_lanes);
  g_test_add_func ("/doc/router/crossing", test_crossing);
  g_test_add_func ("/doc/router/joins", test_joins);
  g_test_add_func ("/doc/router/label-gives-way", test_label_gives_way);
  g_test_add_func ("/doc/router/label-is-spared", test_label_is_spared);
  g_test_add_func ("/doc/router/loose", test_loose);
  g_test_add_func ("/doc/router/note", test_note);
  g_test_add_func ("/doc/router/tidy", test_tidy);
  g_test_add_func ("/doc/router/shared-line", test_shared_line);
  g_test_add_func ("/doc/router/trunks", test_trunks);
  g_test_add_func ("/doc/router/even", test_even);
  g_test_add_func ("/doc/router/laid-aside", test_laid_aside);
  g_test_add_func ("/doc/router/examples", test_examples);
  return g_test_run ();
}
