/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires that are shown as tags: the connects stay, and each end has a tag that hides
 * nothing. */
#include "doc/edit/edit.h"
#include "doc/view/hit.h"
#include "doc/view/label.h"
#include "doc/view/note.h"
#include "doc/wire/tag-extent.h"
#include "test-doc.h"
#include "test-picture.h"

#define B "BlockComponents."

/* A loop: reference - error - controller - plant and back, drawn below. */
static const char LOOP[] =
    "component Loop\n"
    "  reference = " B
    "Sources.Sine() {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, "
    "\"y1\": 0, \"x2\": 100, \"y2\": 100}}}}\n"
    "  error = " B
    "Math.Feedback() {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 200, "
    "\"y1\": 0, \"x2\": 300, \"y2\": 100}}}}\n"
    "  controller = " B
    "Math.Gain() {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 400, "
    "\"y1\": 0, \"x2\": 500, \"y2\": 100}}}}\n"
    "  plant = " B "Continuous.FirstOrder() {\"Dyad\": {\"placement\": {\"diagram\": "
    "{\"x1\": 600, \"y1\": 0, \"x2\": 700, \"y2\": 100}}}}\n"
    "  filter = " B "Continuous.FirstOrder() {\"Dyad\": {\"placement\": {\"diagram\": "
    "{\"x1\": 800, \"y1\": 0, \"x2\": 900, \"y2\": 100}}}}\n"
    "relations\n"
    "  connect(reference.y, error.u1) {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], "
    "\"E\": 2}]}}\n"
    "  connect(error.y, controller.u) {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], "
    "\"E\": 2}]}}\n"
    "  connect(controller.y, plant.u) {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], "
    "\"E\": 2}]}}\n"
    "  connect(plant.y, filter.u) {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], "
    "\"E\": 2}]}}\n"
    "  connect(plant.y, error.u2) # back\n"
    "end\n";

enum { REFERENCE, ERROR, CONTROL, FORWARD, BACK };

/* The text without what it says of drawings. */
static char *
equations_of (const DocModel *doc)
{
  g_autoptr (GRegex) meta = g_regex_new (" \\{\\^id[0-9]+\\}", 0, 0, NULL);
  const char *text = doc_text (doc, NULL);
  const char *end = strstr (text, "metadata");

  end = end != NULL ? end : g_strrstr (text, "end");
  return g_regex_replace (meta, text, end - text, 0, "", 0, NULL);
}

static bool
meet (DocRect a, DocRect b)
{
  return a.x1 < b.x2 && a.x2 > b.x1 && a.y1 < b.y2 && a.y2 > b.y1;
}

static void
assert_off_items (const DocModel *doc, DocRect tag)
{
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, i, 1, lines);

    g_assert_false (meet (tag, doc_item (doc, i)->box));
    for (uint32_t k = 0; k < n; k++)
      g_assert_false (meet (tag, lines[k].box));
  }
}

static void
assert_off_edge (DocRect tag, const DocWire *wire, uint32_t edge)
{
  const DocEdge *e = &wire->edges[edge];

  g_assert_false (wire->tag != NULL && meet (tag, wire->tags[edge]));
  for (uint32_t k = 0; k + 1 < e->n_points; k++) {
    const DocPoint a = e->points[k], b = e->points[k + 1];

    g_assert_false (meet (tag, (DocRect){fmin (a.x, b.x), fmin (a.y, b.y),
                                         fmax (a.x, b.x), fmax (a.y, b.y)}));
  }
}

/* No tag is on a body, a label, another tag or a line. */
static void
assert_clear (const DocModel *doc)
{
  for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
    const DocWire *wire = doc_wire (doc, w);

    for (uint32_t e = 0; wire->tag != NULL && e < wire->n_edges; e++) {
      assert_off_items (doc, wire->tags[e]);
      for (uint32_t v = 0; v < doc_n_wires (doc); v++)
        for (uint32_t f = 0; f < doc_wire (doc, v)->n_edges; f++)
          if (v != w || f != e)
            assert_off_edge (wire->tags[e], doc_wire (doc, v), f);
    }
  }
}

static DocPoint
middle_of (DocRect box)
{
  return (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};
}

static DocModel *
loop_with_tags (void)
{
  g_autoptr (DocModel) doc = test_doc (LOOP);

  g_assert_true (doc_set_tagged (doc, BACK, true, NULL));
  return g_steal_pointer (&doc);
}

/* One step there and one back; only the metadata of the connect changes. */
static void
test_show (void)
{
  g_autoptr (DocModel) doc = test_doc (LOOP);
  g_autofree char *before = equations_of (doc);

  g_assert_true (doc_set_tagged (doc, BACK, true, NULL));
  g_assert_false (doc_set_tagged (doc, BACK, true, NULL));
  const DocWire *wire = doc_wire (doc, BACK);
  g_assert_cmpstr (wire->tag, ==, "plant.y");
  g_assert_cmpuint (wire->n_edges, ==, 2);
  g_assert_false (wire->is_auto_routed);
  g_assert_null (strstr (doc_text (doc, NULL), "\"edges\": [{\"S\": 1, \"M\": [{"));
  g_autofree char *after = equations_of (doc);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (doc_undo_depth (doc), ==, 1);
  assert_clear (doc);
  /* and back: drawn as a wire, and written down. */
  g_assert_true (doc_set_tagged (doc, BACK, false, NULL));
  g_assert_null (doc_wire (doc, BACK)->tag);
  g_assert_false (doc_wire (doc, BACK)->is_auto_routed);
  g_assert_null (strstr (doc_text (doc, NULL), "tag"));
  g_assert_cmpuint (doc_undo_depth (doc), ==, 2);
  g_assert_true (doc_undo (doc) && doc_undo (doc));
  assert_text (doc, LOOP);
}

/* The tag at the source stands beside the wire that leaves it; where the next body is
 * near, it is turned. */
static void
test_places (void)
{
  g_autoptr (DocModel) doc = loop_with_tags ();
  const char *plant = "plant", *filter = "filter";

  assert_clear (doc);
  for (int x = 0; x > -80; x -= 10) {
    doc_move (doc, &filter, 1, -10, 0);
    assert_clear (doc);
    assert_orthogonal (doc);
  }
  for (int turn = 0; turn < 4; turn++) {
    doc_rotate (doc, &plant, 1, false);
    assert_clear (doc);
    assert_orthogonal (doc);
  }
}

/* A note that lies where a tag would stand is left legible. */
static void
test_beside_notes (void)
{
  g_autoptr (DocModel) doc = test_doc (LOOP);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (DocRect));
  const DocWire *wire;

  g_assert_true (doc_set_tagged (doc, BACK, true, NULL));
  wire = doc_wire (doc, BACK);
  g_array_append_vals (boxes, wire->tags, wire->n_edges);
  g_assert_true (doc_undo (doc));
  for (guint i = 0; i < boxes->len; i++)
    g_assert_true (
        doc_add_note (doc, middle_of (g_array_index (boxes, DocRect, i)), "A note"));
  g_assert_true (doc_set_tagged (doc, BACK, true, NULL));
  wire = doc_wire (doc, BACK);
  g_assert_cmpuint (wire->n_edges, ==, boxes->len);
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t n = 0; n < doc_n_notes (doc); n++)
      g_assert_false (meet (wire->tags[e], doc_note (doc, n)->box));
  assert_clear (doc);
}

/* A tag that several connects lead to is not one of them: it is not deleted, and
 * no connect changes. */
static void
test_shared (void)
{
  g_autoptr (DocModel) doc = loop_with_tags ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_set_tagged (doc, FORWARD, true, NULL));
  g_autofree char *before = equations_of (doc);
  g_assert_cmpuint (doc_wire (doc, FORWARD)->n_edges, ==, 2);
  g_assert_cmpstr (
      doc_wire (doc, FORWARD)->ends[doc_wire (doc, FORWARD)->edges[0].from - 1].name,
      ==, "plant.y");
  g_assert_false (doc_delete_edge (doc, FORWARD, 0, &error));
  g_assert_nonnull (strstr (error->message, "Several wires"));
  g_autofree char *after = equations_of (doc);
  g_assert_cmpstr (after, ==, before);
  /* What is put before it leads to all of them, whether it was there before */
  const DocEdge *edge = &doc_wire (doc, FORWARD)->edges[0];
  const DocPoint at = edge->points[edge->n_points - 1];
  g_assert_nonnull (doc_add (doc, B "Math.Gain", (DocPoint){400, 600}, false, NULL));
  g_assert_true (doc_splice (doc, "gain", FORWARD, at.x - 400, at.y - 600));
  for (int is_added = 0; is_added < 2; is_added++) {
    g_autofree char *text = equations_of (doc);

    g_assert_nonnull (strstr (text, "connect(gain.y, filter.u)"));
    g_assert_nonnull (strstr (text, "connect(gain.y, error.u2) # back"));
    g_assert_nonnull (strstr (text, "connect(plant.y, gain.u)"));
    assert_sound (doc);
    g_assert_true (doc_undo (doc));
    /* or is taken from the palette; */
    if (!is_added)
      g_assert_true (doc_undo (doc));
    if (!is_added)
      g_assert_nonnull (doc_add (doc, B "Math.Gain", at, true, NULL));
  }
  /* and the tag at the other end is one connect's alone. */
  g_assert_true (doc_delete_edge (doc, FORWARD, 1, NULL));
  g_autofree char *text = equations_of (doc);
  g_assert_null (strstr (text, "filter.u"));
  g_assert_nonnull (strstr (text, "connect(plant.y, error.u2)"));
  assert_sound (doc);
}

/* All connects of a net have the name of its source, until somebody gives another. */
static void
test_names (void)
{
  g_autoptr (DocModel) doc = loop_with_tags ();
  g_autoptr (GError) error = NULL;

  g_assert_true (doc_set_tagged (doc, FORWARD, true, NULL));
  g_assert_cmpstr (doc_wire (doc, FORWARD)->tag, ==, "plant.y");
  g_assert_cmpuint (doc_wire (doc, FORWARD)->n_edges + doc_wire (doc, BACK)->n_edges,
                    ==, 3); /* plant.y has one */
  g_assert_true (doc_rename (doc, "plant", "motor", NULL));
  g_assert_cmpstr (doc_wire (doc, BACK)->tag, ==, "motor.y");
  g_assert_true (doc_set_tag (doc, BACK, " speed ", NULL));
  g_assert_cmpstr (doc_wire (doc, BACK)->tag, ==, "speed");
  g_assert_cmpstr (doc_wire (doc, FORWARD)->tag, ==, "speed");
  /* No other net gets it. */
  g_assert_true (doc_set_tagged (doc, CONTROL, true, NULL));
  g_assert_false (doc_set_tag (doc, CONTROL, "speed", &error));
  g_assert_cmpstr (error->message, ==, "another net has the tag speed already");
  g_assert_true (doc_set_tag (doc, CONTROL, "force \"u\"", NULL));
  g_assert_cmpstr (doc_wire (doc, CONTROL)->tag, ==, "force \"u\"");
  g_assert_true (doc_set_tag (doc, BACK, "", NULL));
  g_assert_cmpstr (doc_wire (doc, FORWARD)->tag, ==, "motor.y");
  /* One wire again, all of them. */
  g_assert_true (doc_set_tagged (doc, FORWARD, false, NULL));
  g_assert_null (doc_wire (doc, BACK)->tag);
  assert_sound (doc);
}

/* Copies are other nets. */
static void
test_copy (void)
{
  static const char *const both[] = {"plant", "error"};
  g_autoptr (DocModel) doc = loop_with_tags ();

  g_assert_true (doc_set_tag (doc, BACK, "speed", NULL));
  g_autofree char *text = doc_copy (doc, both, 2);
  g_assert_true (doc_paste (doc, text, (DocPoint){400, 500}, false, NULL, NULL));
  const DocWire *copy = doc_wire (doc, doc_n_wires (doc) - 1);
  g_assert_cmpstr (copy->tag, ==, "speed_2");
  g_assert_cmpstr (doc_wire (doc, BACK)->tag, ==, "speed");
  assert_clear (doc);
}

/* A tag is hit all over, and a port that is led to it joins the net. */
static void
test_join (void)
{
  g_autoptr (DocModel) doc = loop_with_tags ();
  const DocPoint at = middle_of (doc_wire (doc, BACK)->tags[1]);
  const DocHit hit = doc_hit (doc, (DocPoint){at.x, at.y + 8}, 0);

  g_assert_cmpint (hit.kind, ==, DOC_HIT_WIRE);
  g_assert_cmpuint (hit.wire, ==, BACK);
  g_assert_cmpuint (hit.edge, ==, 1);
  g_assert_cmpint (doc_hit (doc, at, 24).kind, ==, DOC_HIT_WIRE); /* near its port */
  g_assert_false (doc_move_segment (doc, BACK, 1, 0, 0, 20));
  g_assert_nonnull (doc_add (doc, B "Math.Gain", (DocPoint){250, 350}, false, NULL));
  g_assert_true (doc_connect_to_wire (doc, "gain.u", BACK, at, NULL, 0, NULL));
  g_assert_nonnull (
      strstr (doc_text (doc, NULL), "connect(plant.y, error.u2, gain.u)"));
  g_assert_cmpuint (doc_wire (doc, BACK)->n_edges, ==, 3);
  assert_clear (doc);
  /* Out again, by its tag. */
  g_assert_true (doc_delete_edge (doc, BACK, 2, NULL));
  g_assert_nonnull (strstr (doc_text (doc, NULL), "connect(plant.y, error.u2)"));
  g_assert_cmpuint (doc_wire (doc, BACK)->n_edges, ==, 2);
  assert_sound (doc);
}

/* What is put before a tag gets the tag. */
static void
test_splice (void)
{
  g_autoptr (DocModel) doc = loop_with_tags ();
  const DocEdge *edge = &doc_wire (doc, BACK)->edges[1];
  const DocPoint at = edge->points[edge->n_points - 1];

  g_assert_true (doc_set_tag (doc, BACK, "speed", NULL));
  g_assert_nonnull (doc_add (doc, B "Math.Gain", at, true, NULL));
  assert_sound (doc);
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text, "connect(error.u2, gain.y)"));
  g_assert_nonnull (strstr (text, "connect(plant.y, gain.u)"));
  uint32_t n = 0;
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    if (doc_wire (doc, w)->tag != NULL) {
      g_assert_cmpstr (doc_wire (doc, w)->tag, ==, "speed");
      g_assert_cmpstr (doc_wire (doc, w)->ends[1].name, ==, "gain.u");
      n++;
    }
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_wire (doc, BACK)->tag, ==, "speed");
}

/* Parts that go take their ends along; wires are led as if tags were bodies. */
static void
test_others (void)
{
  static const char *const part = "error";
  g_autoptr (DocModel) doc = loop_with_tags ();

  doc_tidy (doc, (const uint32_t[]){BACK, CONTROL}, 2, NULL);
  g_assert_cmpstr (doc_wire (doc, BACK)->tag, ==, "plant.y");
  g_assert_true (doc_delete_wire (doc, REFERENCE, NULL));
  const DocRect tag = doc_wire (doc, BACK - 1)->tags[1];
  const char *text = doc_text (doc, NULL);
  g_assert_nonnull (strstr (text, "connect(plant.y, error.u2)"));
  g_assert_nonnull (doc_add (doc, B "Math.Gain",
                             (DocPoint){tag.x1 - 100, (tag.y1 + tag.y2) / 2}, false,
                             NULL));
  g_assert_nonnull (doc_add (doc, B "Math.Gain",
                             (DocPoint){tag.x2 + 150, (tag.y1 + tag.y2) / 2}, false,
                             NULL));
  g_assert_true (doc_connect (doc, "gain.y", "gain2.u", NULL, 0, NULL));
  assert_clear (doc);
  g_assert_true (doc_delete_items (doc, &part, 1, NULL));
  g_assert_null (strstr (doc_text (doc, NULL), "error.u2"));
  assert_sound (doc);
}

/* The port of the component itself lies in the middle of its own body: the tag stands
 * beyond that, and beside what comes then. */
static void
test_own_port (void)
{
  static const DocPoint places[] = {{0, 0}, {160, 0}, {0, 160}};

  for (guint i = 0; i < G_N_ELEMENTS (places); i++) {
    g_autoptr (DocModel) doc = doc_new (test_library ());

    doc_add (doc, "Dyad.Flange", (DocPoint){0, 0}, false, NULL);
    doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){600, 300},
             false, NULL);
    if (i > 0)
      doc_add (doc, B "Sources.Sine", places[i], false, NULL);
    g_assert_true (doc_connect (doc, "flange", "mass.flange_a", NULL, 0, NULL));
    g_assert_true (doc_set_tagged (doc, 0, true, NULL));
    assert_clear (doc);
  }
}

/* What no version of ours has written is taken as it is. */
static void
test_foreign (void)
{
  static const char TEXT[] =
      "component M\n"
      "  a = " B "Math.Gain()\n  b = " B "Math.Gain()\n  c = " B "Math.Gain()\n"
      "relations\n"
      "  connect(a.y, b.u) {\"Dyad\": {\"tag\": \"s\"}}\n"
      "  connect(b.y, c.u) {\"Dyad\": {\"tag\": \"s\"}}\n"
      "  connect(c.y, a.u) {\"Dyad\": {\"tag\": 3, \"tags\": [\"x\"]}}\n"
      "  connect(c.y, gone.u) {\"Dyad\": {\"tag\": \"\"}}\n"
      "end\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);

  g_assert_cmpstr (doc_wire (doc, 0)->tag, ==, "s");
  g_assert_cmpstr (doc_wire (doc, 1)->tag, ==, "s_2");
  g_assert_null (doc_wire (doc, 2)->tag);
  g_assert_cmpstr (doc_wire (doc, 3)->tag, ==, "c.y");
  g_assert_cmpuint (doc_wire (doc, 3)->n_edges, ==, 1);
  assert_clear (doc);
}

/* Two blocks far from each other, one tag each. */
static DocModel *
far_apart (void)
{
  DocModel *doc = doc_from_text (test_library (), NULL, LOOP, strlen (LOOP));
  const char *names[] = {"error", "controller", "filter"};

  g_assert_true (doc_delete_items (doc, names, 3, NULL));
  g_assert_true (doc_connect (doc, "reference.y", "plant.u", NULL, 0, NULL));
  g_assert_true (doc_set_tagged (doc, 0, true, NULL));
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 2);
  return doc;
}

static const double text_size = DOC_LABEL_VALUE;

/* Where there is room a name has 11 pixels, the tag stays at the end of its line, and
 * is pointed at where it is seen. */
static void
test_legible (void)
{
  g_autoptr (DocModel) doc = far_apart ();

  for (double zoom = 0.4; zoom < 2; zoom += 0.05) {
    const DocWire *wire = doc_wire (doc, 0);
    const double scale = doc_tag_extent_scale (doc, 0, 0, zoom);
    const DocPoint foot = doc_wire_tag_foot (wire, 0);
    const DocRect own = wire->tags[0], seen = doc_tag_extent (doc, 0, 0, zoom);
    const DocPoint inside = {seen.x2 - 1, foot.y}, beyond = {seen.x2 + 1, foot.y};

    g_assert_cmpfloat (fabs (text_size * zoom * scale - fmax (text_size * zoom, 11)), <,
                       1e-9);
    g_assert_cmpfloat (fabs (own.x1 - seen.x1), <, 1e-9);
    g_assert_cmpfloat (fabs ((seen.y1 + seen.y2) / 2 - foot.y), <, 1e-9);
    g_assert_cmpint (doc_hit_tag (doc, inside, zoom).kind, ==, DOC_HIT_WIRE);
    g_assert_cmpint (doc_hit_tag (doc, beyond, zoom).kind, ==, DOC_HIT_NOTHING);
  }
}

static void
assert_grown_clear (const DocModel *doc, uint32_t w, uint32_t e, double zoom)
{
  const DocRect box = doc_tag_extent (doc, w, e, zoom);

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, i, doc_label_scale (zoom), lines);

    g_assert_false (meet (box, doc_item (doc, i)->box));
    for (uint32_t k = 0; k < n; k++)
      g_assert_false (meet (box, lines[k].box));
  }
  for (uint32_t i = 0; i < doc_n_notes (doc); i++)
    g_assert_false (meet (box, doc_note_extent (doc, i, zoom)));
  for (uint32_t v = 0; v < doc_n_wires (doc); v++)
    for (uint32_t f = 0;
         doc_wire (doc, v)->tag != NULL && f < doc_wire (doc, v)->n_edges; f++)
      if (v != w || f != e) {
        /* Of two that touch, rounding decides. */
        DocRect other = doc_tag_extent (doc, v, f, zoom);

        other = (DocRect){other.x1 + 1e-6, other.y1 + 1e-6, other.x2 - 1e-6,
                          other.y2 - 1e-6};
        g_assert_false (meet (box, other));
      } else
        g_assert_cmpfloat (box.x1, <, box.x2);
}

/* What has grown hides nothing, wherever the blocks and a note are, and is within what
 * is said to be filled. */
static void
test_grown_hides_nothing (void)
{
  static const char *const names[] = {"reference", "error", "controller", "plant",
                                      "filter"};
  g_autoptr (GRand) dice = g_rand_new_with_seed (12);
  g_autoptr (DocModel) doc = loop_with_tags ();
  uint32_t n_grown = 0;

  g_assert_true (doc_add_note (doc, (DocPoint){450, -60}, "A title"));
  for (int round = 0; round < 60; round++) {
    const char *name = names[g_rand_int_range (dice, 0, G_N_ELEMENTS (names))];
    const double dx = 10 * g_rand_int_range (dice, -12, 12);
    const double dy = 10 * g_rand_int_range (dice, -12, 12);

    doc_move (doc, &name, 1, dx, dy);
    for (double zoom = 0.3; zoom < 0.9; zoom += 0.2) {
      const DocRect bounds = doc_note_bounds_with_labels (doc, zoom);

      for (uint32_t w = 0; w < doc_n_wires (doc); w++)
        for (uint32_t e = 0;
             doc_wire (doc, w)->tag != NULL && e < doc_wire (doc, w)->n_edges; e++) {
          const DocRect box = doc_tag_extent (doc, w, e, zoom);

          g_assert_true (box.x1 >= bounds.x1 && box.x2 <= bounds.x2 &&
                         box.y1 >= bounds.y1 && box.y2 <= bounds.y2);
          if (doc_tag_extent_scale (doc, w, e, zoom) <= 1)
            continue;
          n_grown++;
          assert_grown_clear (doc, w, e, zoom);
        }
    }
  }
  g_assert_cmpuint (n_grown, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/tag/show", test_show);
  g_test_add_func ("/doc/tag/places", test_places);
  g_test_add_func ("/doc/tag/names", test_names);
  g_test_add_func ("/doc/tag/beside-notes", test_beside_notes);
  g_test_add_func ("/doc/tag/shared", test_shared);
  g_test_add_func ("/doc/tag/copy", test_copy);
  g_test_add_func ("/doc/tag/join", test_join);
  g_test_add_func ("/doc/tag/splice", test_splice);
  g_test_add_func ("/doc/tag/others", test_others);
  g_test_add_func ("/doc/tag/own-port", test_own_port);
  g_test_add_func ("/doc/tag/foreign", test_foreign);
  g_test_add_func ("/doc/tag/legible", test_legible);
  g_test_add_func ("/doc/tag/grown-hides-nothing", test_grown_hides_nothing);
  return g_test_run ();
}
