/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols of components of the file: what is said of them is said once and no more, the
 * rest of the text stays, ports keep clear of each other, and wires follow them. */
#include "doc/level.h"
#include "test-doc.h"
#include "test-same.h"

#define T "TranslationalComponents.Components."

/* Two instances in the model, and one more in another component. */
static const char TEXT[] =
    "# top\n"
    "component Car\n"
    "  front = Axle() {^front}\n"
    "  rear = Axle() {^rear}\n"
    "  body = " T "Mass(m = 1) {^body}\n"
    "relations\n"
    "  connect(front.right, body.flange_a) {^id1}\n"
    "  connect(rear.left, body.flange_b) {^id2}\n"
    "metadata {\n"
    "  \"_links\": {\n"
    "    \"front\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, \"y1\": "
    "100, "
    "\"x2\": 200, \"y2\": 200}}}},\n"
    "    \"rear\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": 300, "
    "\"x2\": 600, \"y2\": 400}}}},\n"
    "    \"body\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": 200, "
    "\"x2\": 400, \"y2\": 300}}}},\n"
    "    \"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [{\"x\": 250, \"y\": 150}, "
    "{\"x\": 250, \"y\": 250}], \"E\": 2}], \"renderStyle\": \"standard\"}},\n"
    "    \"id2\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [{\"x\": 450, \"y\": 350}, "
    "{\"x\": 450, \"y\": 250}], \"E\": 2}], \"renderStyle\": \"standard\"}}\n"
    "  }\n"
    "}\n"
    "end # of the car\n"
    "\n"
    "component Axle\n"
    "  left = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": -50, "
    "\"y1\": 450, \"x2\": 50, \"y2\": 550}, \"diagram\": {\"x1\": 0, \"y1\": 80, "
    "\"x2\": 40, \"y2\": 120}}}}\n"
    "  right = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": 950, "
    "\"y1\": 450, \"x2\": 1050, \"y2\": 550}, \"diagram\": {\"x1\": 400, \"y1\": 80, "
    "\"x2\": 440, \"y2\": 120}}}}\n"
    "  hub = " T "Spring(c = 1) {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 150, "
    "\"y1\": 50, \"x2\": 250, \"y2\": 150}}}}\n"
    "relations\n"
    "  connect(left, hub.flange_a)\n"
    "  connect(hub.flange_b, right)\n"
    "end\n"
    "\n"
    "component Trailer extends Axle()\n"
    "end\n"
    "\n"
    "component Train\n"
    "  first = Axle() {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, "
    "\"x2\": 100, \"y2\": 100}}}}\n"
    "  last = Trailer() {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 200, \"y1\": "
    "0, \"x2\": 300, \"y2\": 100}}}}\n"
    "relations\n"
    "  connect(first.right, last.left) {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], "
    "\"E\": 2}]}}\n"
    "end\n";

static DocIcon
icon_of (const DocModel *doc, const char *component)
{
  return doc_get_icon (lang_file_find (doc_file (doc), component));
}

static bool
set (DocModel *doc, DocIcon icon)
{
  g_autoptr (GError) error = NULL;
  const bool is_changed = doc_set_icon (doc, "Axle", &icon, &error);

  g_assert_no_error (error);
  return is_changed;
}

static void
assert_drawn (const DocModel *doc, LibShape shape, const char *text, const char *stroke)
{
  LibDrawing drawing;
  const uint32_t item = doc_find_item (doc, "front");

  g_assert_true (lib_icon_to_drawing (doc_item (doc, item)->icon, &drawing));
  g_assert_cmpint (drawing.shape, ==, shape);
  g_assert_cmpstr (drawing.text, ==, text);
  if (stroke != NULL)
    g_assert_cmpstr (drawing.stroke, ==, stroke);
}

/* Each value is written by itself and seen at once; without them the text is as it was,
 * and so it is after undo. */
static void
test_said (void)
{
  g_autoptr (DocModel) doc = test_doc (TEXT);
  static const char metadata[] =
      "metadata {\n  \"Dyad\": {\"icon\": {\"shape\": \"circle\"}}\n}\n";

  assert_drawn (doc, LIB_SHAPE_ROUNDED, "Axle", NULL);
  g_assert_false (set (doc, (DocIcon){0}));
  assert_text (doc, TEXT);
  g_assert_true (set (doc, (DocIcon){.shape = LIB_SHAPE_CIRCLE}));
  g_assert_nonnull (strstr (doc_text (doc, NULL), metadata));
  g_assert_cmpuint (strlen (doc_text (doc, NULL)), ==,
                    strlen (TEXT) + strlen (metadata));
  assert_drawn (doc, LIB_SHAPE_CIRCLE, "Axle", NULL);
  /* All of it, then one after the other back to what it is by itself. */
  DocIcon icon = {LIB_SHAPE_CIRCLE, "a \"b\"", "#ff0000", NULL};
  g_assert_true (set (doc, icon));
  g_assert_false (set (doc, icon));
  g_assert_nonnull (
      strstr (doc_text (doc, NULL),
              "{\"icon\": {\"shape\": \"circle\", \"text\": \"a \\\"b\\\"\", "
              "\"stroke\": \"#ff0000\"}}"));
  assert_drawn (doc, LIB_SHAPE_CIRCLE, "a \"b\"", "#ff0000");
  icon.shape = LIB_SHAPE_ROUNDED;
  g_assert_true (set (doc, icon));
  icon.stroke = NULL;
  g_assert_true (set (doc, icon));
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "{\"icon\": {\"text\": \"a \\\"b\\\"\"}}"));
  icon.text = "";
  g_assert_true (set (doc, icon));
  assert_drawn (doc, LIB_SHAPE_ROUNDED, "", NULL);
  icon.text = NULL;
  g_assert_true (set (doc, icon));
  assert_text (doc, TEXT);
  while (doc_undo (doc))
    assert_same_doc (doc);
  assert_text (doc, TEXT);
}

/* A file is one value more; what else the metadata holds stays, known or not. */
static void
test_file (void)
{
  static const char kept[] =
      "component Axle\nmetadata {\"free\": 1, \"Dyad\": {\"icon\": "
      "{\"shape\": \"box\", \"other\": 2}}}\nend\n"
      "component M\n  front = Axle()\nend\n";
  g_autoptr (DocModel) doc = test_doc (kept);

  g_assert_true (set (doc, (DocIcon){.shape = LIB_SHAPE_BOX, .file = "axle.svg"}));
  g_assert_cmpstr (icon_of (doc, "Axle").file, ==, "axle.svg");
  g_assert_true (set (doc, (DocIcon){.shape = LIB_SHAPE_ROUNDED}));
  g_assert_null (icon_of (doc, "Axle").file);
  g_assert_nonnull (strstr (doc_text (doc, NULL), "{\"icon\": {\"other\": 2}}"));
  g_assert_true (doc_undo (doc));
  g_assert_true (doc_undo (doc));
  assert_text (doc, kept);
}

/* What extends another is drawn as that unless it says otherwise: so it says it. */
static void
test_inherited (void)
{
  g_autoptr (DocModel) doc = test_doc (TEXT);
  g_autoptr (GError) error = NULL;

  set (doc, (DocIcon){.shape = LIB_SHAPE_DIAMOND});
  doc_set_icon (doc, "Trailer", &(DocIcon){.shape = LIB_SHAPE_ROUNDED}, &error);
  g_assert_no_error (error);
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "{\"icon\": {\"shape\": \"rounded\"}}"));
  g_assert_false (doc_move_port (doc, "Trailer", "left", (DocPoint){0, 100}, &error));
  g_assert_cmpstr (error->message, ==,
                   "left is no port that this component declares itself");
}

static const LibCard *
card_of (const DocModel *doc, const char *item)
{
  return doc_item (doc, doc_find_item (doc, item))->card;
}

static DocPoint
find_place (const LibCard *card, double x, double y, double way_x, double way_y)
{
  DocPoint place = {-1, -1};

  doc_find_port_place (card, "left", (DocPoint){x, y}, (DocPoint){way_x, way_y},
                       &place);
  return place;
}

static void
assert_place (DocPoint place, double x, double y)
{
  g_assert_cmpfloat (place.x, ==, x);
  g_assert_cmpfloat (place.y, ==, y);
}

/* On the grid of an edge, beside others, and step by step around a corner. */
static void
test_places (void)
{
  g_autoptr (DocModel) doc = test_doc (TEXT);
  const LibCard *card = card_of (doc, "front");

  assert_place (find_place (card, 320, 60, 0, 0), 300, 0);
  assert_place (find_place (card, 0, 0, 0, 0), 0, 100);
  assert_place (find_place (card, 990, 490, 0, 0), 1000, 400); /* `right` is there */
  assert_place (find_place (card, 0, 500, 0, -1), 0, 400);
  assert_place (find_place (card, 0, 500, 0, 1), 0, 600);
  assert_place (find_place (card, 0, 500, 1, 0), 100, 0);
  assert_place (find_place (card, 0, 500, -1, 0), -1, -1);
}

static DocPoint
port_at (const DocModel *doc, const char *name)
{
  DocEnd end;

  g_assert_true (doc_find_port (doc, name, &end));
  return doc_item (doc, end.item)->ports[end.port].at;
}

/* Every wire ends at its ports, at right angles. */
static void
assert_led (const DocModel *doc)
{
  assert_orthogonal (doc);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    g_assert_cmpuint (wire->n_edges, ==, 1);
    for (uint32_t k = 0; k < 2; k++) {
      const DocEdge *edge = &wire->edges[0];
      const DocPoint p = edge->points[k == 0 ? 0 : edge->n_points - 1];
      const DocEnd *end = &wire->ends[(k == 0 ? edge->from : edge->to) - 1];
      const DocPoint at = doc_item (doc, end->item)->ports[end->port].at;

      assert_place (p, at.x, at.y);
    }
  }
}

/* The port moves on every instance, its wires with it, also where they are not shown;
 * the other wire stays as it was drawn. */
static void
test_port (void)
{
  g_autoptr (DocModel) doc = test_doc (TEXT);
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_move_port (doc, "Axle", "right", (DocPoint){300, 0}, &error));
  g_assert_no_error (error);
  g_assert_false (doc_move_port (doc, "Axle", "right", (DocPoint){300, 0}, &error));
  g_assert_no_error (error);
  assert_place (port_at (doc, "front.right"), 130, 100);
  assert_place (port_at (doc, "rear.right"), 530, 300);
  assert_led (doc);
  g_assert_false (doc_wire (doc, 0)->is_auto_routed);
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text, "\"icon\": {\"x1\": 250, \"y1\": -50, \"x2\": 350, "
                                  "\"y2\": 50}, \"diagram\": {\"x1\": 400"));
  g_assert_nonnull (
      strstr (text, "{\"x\": 450, \"y\": 350}, {\"x\": 450, \"y\": 250}"));
  g_assert_nonnull (strstr (text, "connect(first.right, last.left) {\"Dyad\": {}}"));
  assert_same_doc (doc);
  g_assert_true (doc_undo (doc));
  assert_text (doc, TEXT);
  assert_led (doc);
}

/* A port without a place on the sheet stays where it is seen there. */
static void
test_sheet (void)
{
  static const char text[] =
      "component Axle\n"
      "  left = Dyad.Flange() {\"Dyad\": {\"placement\": {\"icon\": {\"x1\": -50, "
      "\"y1\": 450, \"x2\": 50, \"y2\": 550}}}}\n"
      "  right = Dyad.Flange()\n"
      "end\n";
  static const char *const PORTS[] = {"left", "right"};
  g_autoptr (DocModel) doc = test_doc (text);

  for (guint i = 0; i < G_N_ELEMENTS (PORTS); i++) {
    const DocPoint was = port_at (doc, PORTS[i]);

    g_assert_true (
        doc_move_port (doc, "Axle", PORTS[i], (DocPoint){100.0 * (i + 1), 0}, NULL));
    assert_place (port_at (doc, PORTS[i]), was.x, was.y);
  }
  g_assert_true (doc_undo (doc) && doc_undo (doc));
  assert_text (doc, text);
}

/* ---- any sequence ---- */

static void
change (DocModel *doc, GRand *rand)
{
  static const char *const TEXTS[] = {NULL, "", "x", "two\nlines", "\"", "ü", "]}"};
  static const char *const STROKES[] = {NULL, "#000000", "#c0ffee"};
  static const char *const FILES[] = {NULL, "a.svg", "icons/b.svg"};
  static const char *const PORTS[] = {"left", "right"};
  static const char *const LEVELS[] = {"", "front", "rear"};
  const char *port = PORTS[g_rand_int_range (rand, 0, 2)];
  const DocPoint at = {g_rand_int_range (rand, 0, 1001),
                       g_rand_int_range (rand, 0, 1001)};
  g_autoptr (DocModel) model = test_doc (doc_text (doc, NULL));
  DocPoint place;

  switch (g_rand_int_range (rand, 0, 6)) {
  case 0:
  case 1:
    set (doc, (DocIcon){(LibShape) g_rand_int_range (rand, 0, LIB_N_SHAPES),
                        TEXTS[g_rand_int_range (rand, 0, G_N_ELEMENTS (TEXTS))],
                        STROKES[g_rand_int_range (rand, 0, G_N_ELEMENTS (STROKES))],
                        FILES[g_rand_int_range (rand, 0, G_N_ELEMENTS (FILES))]});
    break;
  case 2:
  case 3:
    g_assert_true (doc_find_port_place (card_of (model, "front"), port, at,
                                        (DocPoint){0, 0}, &place));
    doc_move_port (doc, "Axle", port, place, NULL);
    break;
  case 4:
    doc_level_show (doc, LEVELS[g_rand_int_range (rand, 0, 3)]);
    break;
  default:
    doc_move (doc, (const char *const[]){"front"}, 1, 10, 20);
  }
}

static void
test_random (void)
{
  for (uint32_t seed = 1; seed <= 20; seed++) {
    g_autoptr (DocModel) doc = test_doc (TEXT);
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

    for (uint32_t i = 0; i < 30; i++) {
      change (doc, rand);
      assert_sound (doc);
      assert_same_doc (doc);
      assert_orthogonal (doc);
    }
    g_autofree char *last = g_strdup (doc_text (doc, NULL));
    uint32_t n = 0;
    while (doc_undo (doc))
      n++;
    assert_text (doc, TEXT);
    while (n-- > 0)
      g_assert_true (doc_redo (doc));
    assert_text (doc, last);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/icon/said", test_said);
  g_test_add_func ("/doc/icon/file", test_file);
  g_test_add_func ("/doc/icon/inherited", test_inherited);
  g_test_add_func ("/doc/icon/places", test_places);
  g_test_add_func ("/doc/icon/port", test_port);
  g_test_add_func ("/doc/icon/sheet", test_sheet);
  g_test_add_func ("/doc/icon/random", test_random);
  return g_test_run ();
}
