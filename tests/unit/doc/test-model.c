/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "test-doc.h"

/* ---- files ---- */

static GPtrArray *
diagram_files (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *models = g_test_build_filename (G_TEST_DIST, "models", NULL);
  g_autofree char *language = g_build_filename (models, "language", NULL);
  g_autofree char *seeds = g_build_filename (models, "seeds", NULL);
  g_autofree char *examples =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);

  for (const char *const *folder =
           (const char *const[]){models, language, seeds, examples, NULL};
       *folder != NULL; folder++) {
    g_autoptr (GDir) dir = g_dir_open (*folder, 0, NULL);

    g_assert_nonnull (dir);
    for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
      if (g_str_has_suffix (name, ".dyad"))
        g_ptr_array_add (files, g_build_filename (*folder, name, NULL));
  }
  g_assert_cmpuint (files->len, >, 20);
  return files;
}

/* Loading and saving without a change reproduces each file byte for byte. */
static void
test_load_and_save (void)
{
  g_autoptr (GPtrArray) files = diagram_files ();
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *copy = g_build_filename (folder, "copy.dyad", NULL);

  for (guint i = 0; i < files->len; i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (DocModel) doc = doc_load (test_library (), files->pdata[i], &error);

    g_assert_no_error (error);
    g_assert_false (doc_is_modified (doc));
    g_assert_true (doc_save (doc, copy, &error));
    g_autofree char *before = read_file (files->pdata[i]), *after = read_file (copy);
    g_assert_cmpstr (before, ==, after);
  }
  g_unlink (copy);
  g_rmdir (folder);
}

/* The drawings that come with the program are complete: every component is known and
 * placed, every wire reaches its ports at right angles. */
static void
test_drawings (void)
{
  g_autoptr (GPtrArray) files = diagram_files ();
  uint32_t n_wires = 0;

  for (guint i = 0; i < files->len; i++) {
    g_autoptr (DocModel) doc = doc_load (test_library (), files->pdata[i], NULL);

    if (strstr (files->pdata[i], "/models/language/") != NULL ||
        strstr (files->pdata[i], "/models/seeds/") != NULL)
      continue;
    g_test_message ("%s", (const char *) files->pdata[i]);
    assert_sound (doc);
    for (uint32_t k = 0; k < doc_n_items (doc); k++) {
      g_assert_nonnull (doc_item (doc, k)->card);
      g_assert_false (doc_item (doc, k)->is_auto_placed);
    }
    for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
      g_assert_false (doc_wire (doc, w)->is_auto_routed);
      for (uint32_t k = 0; k < doc_wire (doc, w)->n_ends; k++)
        g_assert_cmpuint (doc_wire (doc, w)->ends[k].item, <, doc_n_items (doc));
    }
    n_wires += doc_n_wires (doc);
    assert_orthogonal (doc);
  }
  g_assert_cmpuint (n_wires, >, 50);
}

static void
test_missing_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (doc_load (test_library (), "/nowhere/at/all.dyad", &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

/* A letter is refused; a diagram with mistakes opens, so that they can be mended. */
static void
test_no_diagram (void)
{
  static const char text[] = "Dear reader,\nthis is no diagram.\n";
  g_autofree char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *letter = g_build_filename (folder, "letter.txt", NULL);
  g_autofree char *broken = g_build_filename (folder, "broken.dyad", NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (letter, text, -1, NULL);
  g_file_set_contents (broken, text, -1, NULL);
  g_assert_null (doc_load (test_library (), letter, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);

  g_autoptr (DocModel) doc = doc_load (test_library (), broken, NULL);

  g_assert_nonnull (doc);
  g_assert_true (base_diags_has_errors (doc_diags (doc)));
  g_clear_pointer (&doc, doc_free);
  g_clear_error (&error);
  g_file_set_contents (broken, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16, NULL);
  g_assert_null (doc_load (test_library (), broken, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  g_assert_nonnull (strstr (error->message, "broken.dyad is not UTF-8 text"));
  g_unlink (letter);
  g_unlink (broken);
  g_rmdir (folder);
}

/* A single field is joined at its port. */
static void
test_wire_of_fields (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component A\n  own = Flange()\n"
                "  wall = TranslationalComponents.Components.Fixed()\n"
                "relations\n  connect(wall.flange.f, own.f)\nend\n");
  const DocWire *wire = doc_wire (doc, 0);

  g_assert_cmpuint (wire->n_ends, ==, 2);
  for (uint32_t i = 0; i < 2; i++) {
    g_assert_cmpuint (wire->ends[i].item, ==, 1 - i);
    g_assert_cmpuint (wire->ends[i].port, ==, 0);
  }
  g_assert_cmpuint (wire->n_edges, >, 0);
}

/* A save that fails leaves the old file and the model as they are. */
static void
test_failed_save (void)
{
  g_autoptr (DocModel) doc = test_doc ("component A\nend\n");
  g_autoptr (GError) error = NULL;

  doc_set_text (doc, "component B\nend\n", 16);
  g_assert_false (doc_save (doc, "/nowhere/at/all.dyad", &error));
  g_assert_nonnull (error);
  g_assert_true (doc_is_modified (doc));
  g_assert_cmpstr (doc_path (doc), ==, "test.dyad");
}

/* Any bytes can be opened, undone to, and saved again. */
static void
test_any_bytes (void)
{
  static const char BYTES[] = "component A\n\0\xFF\xFE end";
  g_autoptr (DocModel) doc =
      doc_from_text (test_library (), NULL, BYTES, sizeof BYTES - 1);
  gsize length;

  g_assert_true (doc_set_text (doc, "", 0));
  g_assert_true (doc_undo (doc));
  const char *text = doc_text (doc, &length);
  g_assert_cmpmem (text, length, BYTES, sizeof BYTES - 1);
  g_assert_true (base_diags_has_errors (doc_diags (doc)));
}

/* ---- which component ---- */

static void
test_component_shown (void)
{
  static const struct {
    const char *text, *shown;
  } CASES[] = {
      {"component A\nend\ncomponent B\n  a = A()\nend\n", "B"},
      {"partial component P\nend\ncomponent B\nend\n", "B"},
      {"component A\nend\ncomponent B\nend\n", "A"},
      {"component A\nend\ncomponent B\nend\nanalysis R\n  extends "
       "TransientAnalysis(stop = "
       "1)\n  model = B()\nend\n",
       "B"},
      {"type T = Real\ncomponent C\nend\n", "C"},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (DocModel) doc = test_doc (CASES[i].text);

    g_assert_cmpstr (doc_class (doc)->name, ==, CASES[i].shown);
  }
  g_autoptr (DocModel) none = test_doc ("type T = Real\n");
  g_assert_null (doc_class (none));
  g_assert_false (doc_can_edit (none));
  g_assert_cmpuint (doc_n_items (none), ==, 0);
}

/* ---- views ---- */

/* x1 > x2 mirrors; the turn is clockwise about the centre. */
static void
test_ports_follow_placement (void)
{
  static const struct {
    const char *placement;
    double x, y, out_x, out_y; /* of flange_a, on the left of the icon */
  } CASES[] = {
      {"\"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200", 100, 150, -1, 0},
      {"\"x1\": 200, \"y1\": 100, \"x2\": 100, \"y2\": 200", 200, 150, 1, 0},
      {"\"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200, \"rot\": 90", 150, 100, 0,
       -1},
      {"\"x1\": 100, \"y1\": 100, \"x2\": 200, \"y2\": 200, \"rot\": -90", 150, 200, 0,
       1},
      {"\"x1\": 200, \"y1\": 100, \"x2\": 100, \"y2\": 200, \"rot\": 90", 150, 200, 0,
       1},
      {"\"x1\": 100, \"y1\": 200, \"x2\": 200, \"y2\": 100, \"rot\": 180", 200, 150, 1,
       0},
      {"\"x1\": 100, \"y1\": 100, \"x2\": 300, \"y2\": 200, \"rot\": 90", 200, 50, 0,
       -1},
  };

  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *text = g_strdup_printf (
        "component A\n  m = TranslationalComponents.Components.Mass() {\"Dyad\": "
        "{\"placement\": {\"diagram\": {%s}}}}\nend\n",
        CASES[i].placement);
    g_autoptr (DocModel) doc = test_doc (text);
    const DocPort *port = &doc_item (doc, 0)->ports[0];

    g_assert_cmpstr (port->name, ==, "flange_a");
    g_assert_cmpfloat (port->at.x, ==, CASES[i].x);
    g_assert_cmpfloat (port->at.y, ==, CASES[i].y);
    g_assert_cmpfloat (port->outward.x, ==, CASES[i].out_x);
    g_assert_cmpfloat (port->outward.y, ==, CASES[i].out_y);
  }
}

/* A port that is switched off is not there; the modifier brings it. */
static void
test_conditional_port (void)
{
  g_autoptr (DocModel) doc = test_doc (
      "component A\n  a = RotationalComponents.Sources.TorqueSource()\n"
      "  b = RotationalComponents.Sources.TorqueSource(useSupport = true)\nend\n");

  g_assert_cmpuint (doc_item (doc, 0)->n_ports + 1, ==, doc_item (doc, 1)->n_ports);
}

/* What has no place gets one of its own, beside its neighbours along the wires (W602).
 */
static void
test_layout (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component A\n"
                "  f = TranslationalComponents.Components.Fixed()\n"
                "  s = TranslationalComponents.Components.Spring()\n"
                "  m = TranslationalComponents.Components.Mass()\n"
                "  d = TranslationalComponents.Components.Damper()\n"
                "  lonely = TranslationalComponents.Components.Mass()\n"
                "  unknown = No.Such.Thing()\n"
                "relations\n"
                "  connect(f.flange, s.flange_a, d.flange_a)\n"
                "  connect(s.flange_b, m.flange_a)\n"
                "  connect(d.flange_b, m.flange_b)\n"
                "end\n");
  uint32_t found = base_diags_find (doc_diags (doc), 602);

  g_assert_cmpuint (found, !=, UINT32_MAX);
  g_assert_cmpuint (doc_n_items (doc), ==, 6);
  g_assert_null (doc_item (doc, 5)->card);
  for (uint32_t i = 0; i < 6; i++) {
    g_assert_true (doc_item (doc, i)->is_auto_placed);
    for (uint32_t k = 0; k < i; k++) {
      const DocRect *a = &doc_item (doc, i)->box, *b = &doc_item (doc, k)->box;

      g_assert_true (a->x2 <= b->x1 || b->x2 <= a->x1 || a->y2 <= b->y1 ||
                     b->y2 <= a->y1);
    }
  }
  g_assert_cmpfloat (doc_item (doc, 0)->box.y1, >, doc_item (doc, 1)->box.y1);
  g_assert_cmpfloat (doc_item (doc, 1)->box.x1, <, doc_item (doc, 2)->box.x1);
  assert_orthogonal (doc);

  /* moving one writes all places: the others stay where they were */
  DocRect spring = doc_item (doc, 1)->box;
  g_assert_true (doc_move (doc, (const char *const[]){"m"}, 1, 0, 500));
  g_assert_false (doc_item (doc, 2)->is_auto_placed);
  g_assert_false (doc_item (doc, 1)->is_auto_placed);
  g_assert_cmpfloat (doc_item (doc, 1)->box.x1, ==, spring.x1);
  g_assert_cmpfloat (doc_item (doc, 1)->box.y1, ==, spring.y1);
}

/* Connects that name nothing are shown as far as they go, and do not stop the rest. */
static void
test_broken_connects (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component A\n  m = TranslationalComponents.Components.Mass()\n"
                "  n = TranslationalComponents.Components.Mass()\nrelations\n"
                "  connect(m.flange_a, x.y)\n  connect(m.nothing, n.flange_a)\n"
                "  connect(m.flange_b, n.flange_a) {\"Dyad\": {\"edges\": [{\"S\": 7, "
                "\"M\": 3, \"E\": "
                "-2}]}}\nend\n");

  g_assert_cmpuint (doc_n_wires (doc), ==, 3);
  g_assert_cmpuint (doc_wire (doc, 0)->ends[0].item, ==, 0);
  g_assert_cmpuint (doc_wire (doc, 0)->ends[1].item, ==, UINT32_MAX);
  g_assert_cmpuint (doc_wire (doc, 1)->n_edges, ==, 0);
  g_assert_true (doc_wire (doc, 2)->is_auto_routed);
  g_assert_cmpuint (doc_wire (doc, 2)->n_edges, ==, 1);
  g_assert_true (doc_delete_wire (doc, 0, NULL));
  g_assert_cmpuint (doc_n_wires (doc), ==, 2);
}

/* ---- what lies under a point ---- */

static void
test_hit (void)
{
  g_autoptr (DocModel) doc = test_doc (
      "component A\n"
      "  m = TranslationalComponents.Components.Mass() {^m}\n"
      "  n = TranslationalComponents.Components.Mass() {^n}\n"
      "relations\n  connect(m.flange_b, n.flange_a) {^id1}\n"
      "metadata {\"Dyad\": {\"labels\": [{\"label\": \"icon\", \"x\": 0, \"y\": 0},\n"
      " {\"label\": \"note\", \"x\": 500, \"y\": 50, \"layer\": \"diagram\"}]},\n"
      "\"_links\": {\n"
      "\"m\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 100, \"y1\": 100, "
      "\"x2\": 200, "
      "\"y2\": 200}}}},\n"
      "\"n\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 400, \"y1\": 100, "
      "\"x2\": 500, "
      "\"y2\": 200}}}},\n"
      "\"id1\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [], \"E\": 2}]}}}}\nend\n");
  uint32_t n;

  DocHit hit = doc_hit (doc, (DocPoint){203, 151}, 2);
  g_assert_cmpint (hit.kind, ==, DOC_HIT_PORT);
  g_assert_cmpuint (hit.item, ==, 0);
  g_assert_cmpstr (doc_item (doc, 0)->ports[hit.port].name, ==, "flange_b");
  hit = doc_hit (doc, (DocPoint){450, 150}, 2);
  g_assert_cmpint (hit.kind, ==, DOC_HIT_ITEM);
  g_assert_cmpuint (hit.item, ==, 1);
  hit = doc_hit (doc, (DocPoint){300, 153}, 4);
  g_assert_cmpint (hit.kind, ==, DOC_HIT_WIRE);
  g_assert_cmpfloat (hit.nearest.y, ==, 150);
  g_assert_cmpint (doc_hit (doc, (DocPoint){300, 160}, 4).kind, ==, DOC_HIT_NOTHING);
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){500, 50}, 1).kind, ==, DOC_HIT_NOTE);
  g_assert_cmpint (doc_hit (doc, (DocPoint){1e9, -1e9}, 2).kind, ==, DOC_HIT_NOTHING);
  g_autofree uint32_t *all = doc_hit_items (doc, (DocRect){0, 0, 450, 300}, false, &n);
  g_assert_cmpuint (n, ==, 2);
  g_autofree uint32_t *whole = doc_hit_items (doc, (DocRect){0, 0, 450, 300}, true, &n);
  g_assert_cmpuint (n, ==, 1);
  g_autofree uint32_t *wires = doc_hit_wires (doc, (DocRect){290, 0, 310, 300}, &n);
  g_assert_cmpuint (n, ==, 1);
  g_autofree uint32_t *no_wires =
      doc_hit_wires (doc, (DocRect){290, 160, 310, 300}, &n);
  g_assert_cmpuint (n, ==, 0);
}

/* ---- paths ---- */

static bool
crosses (DocPoint a, DocPoint b, const DocRect *box)
{
  return fmax (a.x, b.x) > box->x1 && fmin (a.x, b.x) < box->x2 &&
         fmax (a.y, b.y) > box->y1 && fmin (a.y, b.y) < box->y2;
}

/* From every side to every side: right angles, out of the ports, around what is
 * between. */
static void
test_route (void)
{
  static const DocPoint OUT[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  g_autoptr (DocModel) doc = doc_new (test_library ());

  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){300, 300}, false,
           NULL);
  const DocRect box = doc_item (doc, 0)->box;
  for (uint32_t i = 0; i < 16; i++)
    for (int dy = -200; dy <= 200; dy += 40) {
      DocPoint a = {100, 300}, b = {500, 300 + dy};
      uint32_t n;
      const DocRouteEnd from = {a, OUT[i % 4], UINT32_MAX};
      const DocRouteEnd to = {b, OUT[i / 4], UINT32_MAX};
      g_autofree DocPoint *p = doc_route (doc, &from, &to, NULL, 0, &n);

      g_assert_cmpuint (n, >=, 2);
      g_assert_true (p[0].x == a.x && p[0].y == a.y);
      g_assert_true (p[n - 1].x == b.x && p[n - 1].y == b.y);
      g_assert_cmpfloat ((p[1].x - a.x) * OUT[i % 4].x + (p[1].y - a.y) * OUT[i % 4].y,
                         >, 0);
      g_assert_cmpfloat (
          (p[n - 2].x - b.x) * OUT[i / 4].x + (p[n - 2].y - b.y) * OUT[i / 4].y, >, 0);
      for (uint32_t k = 0; k + 1 < n; k++) {
        g_assert_true ((p[k].x == p[k + 1].x) != (p[k].y == p[k + 1].y));
        g_assert_false (crosses (p[k], p[k + 1], &box));
      }
    }
}

/* Corners that the user clicked are passed in order. */
static void
test_route_through_corners (void)
{
  const DocPoint corners[] = {{200, 100}, {200, 400}};
  g_autoptr (DocModel) doc = doc_new (test_library ());
  uint32_t n;
  const DocRouteEnd from = {{100, 100}, {1, 0}, UINT32_MAX};
  const DocRouteEnd to = {{300, 400}, {-1, 0}, UINT32_MAX};
  g_autofree DocPoint *p = doc_route (doc, &from, &to, corners, 2, &n);

  g_assert_cmpuint (n, ==, 4);
  g_assert_true (p[1].x == 200 && p[1].y == 100 && p[2].x == 200 && p[2].y == 400);
}

static void
count (void *data, DocModel *doc)
{
  (*(uint32_t *) data)++;
}

/* A setting that is changed leaves what else stands in an analysis as it was written;
 * one without any takes its first. */
static void
test_setting_beside_others (void)
{
  static const char *const CASES[][2] = {
      {"(stop = 2.0)", "(stop = 2.0, reltol = 1e-7)"},
      {"()", "(stop = 2, reltol = 1e-7)"},
      {"", "(stop = 2, reltol = 1e-7)"},
  };

  for (size_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    static const char FORMAT[] = "component A\nend\nanalysis R\n  extends "
                                 "TransientAnalysis%s\n  model = A()\nend\n";
    g_autofree char *before = g_strdup_printf (FORMAT, CASES[i][0]);
    g_autofree char *after = g_strdup_printf (FORMAT, CASES[i][1]);
    g_autoptr (DocModel) doc = test_doc (before);
    DocAnalysis analysis = doc_get_analysis (doc);

    analysis.stop = 2;
    analysis.reltol = 1e-7;
    g_assert_true (doc_set_analysis (doc, &analysis, NULL));
    assert_text (doc, after);
  }
}

/* A value that follows the pointer is told with each move and is one step of undo. */
static void
test_begin_anew (void)
{
  static const char text[] = "component M\n"
                             "  m = TranslationalComponents.Components.Mass(m = 1)\n"
                             "end\n";
  g_autoptr (DocModel) doc = test_doc (text);
  const uint32_t depth = doc_undo_depth (doc);
  uint32_t n_told = 0;
  uint64_t step = 0;

  doc_listen (doc, count, &n_told);
  for (int i = 2; i < 6; i++) {
    g_autofree char *value = g_strdup_printf ("%d", i);

    doc_begin_anew (doc, &step, "Drag value");
    g_assert_true (doc_set_modifier (doc, "m", "m", value, NULL, NULL));
    doc_end (doc);
  }

  g_autofree char *value = doc_get_modifier (doc, "m", "m");

  g_assert_cmpstr (value, ==, "5");
  g_assert_cmpuint (n_told, ==, 4);
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth + 1);

  /* Nothing set: what was taken back is told, too. */
  doc_begin_anew (doc, &step, "Drag value");
  doc_end (doc);
  g_assert_cmpuint (n_told, ==, 5);
  g_assert_cmpuint (doc_undo_depth (doc), ==, depth);

  gsize length;

  g_assert_cmpstr (doc_text (doc, &length), ==, text);
  doc_unlisten (doc, count, &n_told);
}

/* What else is done, or undone, while a value follows the pointer stays so. */
static void
test_begin_anew_upon_others (void)
{
  g_autoptr (DocModel) doc =
      test_doc ("component M\n"
                "  m = TranslationalComponents.Components.Mass(m = 1)\n"
                "  n = TranslationalComponents.Components.Mass(m = 1)\nend\n");
  uint64_t step = 0;

  for (int i = 2; i < 8; i++) {
    g_autofree char *value = g_strdup_printf ("%d", i);

    doc_begin_anew (doc, &step, "Drag value");
    g_assert_true (doc_set_modifier (doc, "m", "m", value, NULL, NULL));
    doc_end (doc);
    if (i == 3)
      g_assert_true (doc_set_modifier (doc, "n", "m", "9", NULL, NULL));
    if (i == 5)
      g_assert_true (doc_undo (doc));
  }
  g_autofree char *value = doc_get_modifier (doc, "m", "m");
  g_autofree char *other = doc_get_modifier (doc, "n", "m");
  g_assert_cmpstr (value, ==, "7");
  g_assert_cmpstr (other, ==, "9");
  g_assert_cmpuint (doc_undo_depth (doc), ==, 3);
  doc_undo (doc);
  g_autofree char *dragged = doc_get_modifier (doc, "m", "m");
  g_assert_cmpstr (dragged, ==, "3");
}

/* What hangs together by one connect, the only one, is laid out in a row. */
static void
test_layout_of_a_pair (void)
{
  g_autoptr (DocModel) doc = test_doc (
      "component A\n  fixed = TranslationalComponents.Components.Fixed()\n"
      "  left = TranslationalComponents.Components.Mass(m = 1)\n"
      "  other = TranslationalComponents.Components.Mass(m = 1)\n"
      "  right = TranslationalComponents.Components.Spring(c = 1)\nrelations\n"
      "  connect(left.flange_b, right.flange_a)\nend\n");
  const DocRect left = doc_item (doc, doc_find_item (doc, "left"))->box;
  const DocRect right = doc_item (doc, doc_find_item (doc, "right"))->box;

  g_assert_cmpfloat (left.y1, ==, right.y1);
  g_assert_cmpfloat (left.x2, <, right.x1);
}

/* A note is hit on all of its longest line, and not beside it. */
static void
test_hit_of_a_note (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());

  g_assert_true (
      doc_add_note (doc, (DocPoint){500, 500}, "of\na line of very many letters"));
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){590, 500}, 1).kind, ==, DOC_HIT_NOTE);
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){410, 500}, 1).kind, ==, DOC_HIT_NOTE);
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){650, 500}, 1).kind, ==,
                   DOC_HIT_NOTHING);
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){500, 560}, 1).kind, ==,
                   DOC_HIT_NOTHING);
}

/* Of many notes the one is found that lies there, as they are moved, changed and taken
 * away, and edits elsewhere leave them as they are. */
static void
test_hit_among_notes (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  enum { N = 20 };

  for (int i = 0; i < N; i++)
    g_assert_true (doc_add_note (doc, (DocPoint){300 * i, 0}, "a note"));
  const char *name = doc_add (doc, "TranslationalComponents.Components.Mass",
                              (DocPoint){0, 300}, false, NULL);
  const DocNote *notes = doc_note (doc, 0);
  g_assert_true (doc_move (doc, &name, 1, 100, 0));
  g_assert_true (doc_note (doc, 0) == notes);
  for (uint32_t i = 0; i < N; i++) {
    const DocPoint at = {300 * i, 0}, to = {300 * i, 1000};
    const DocHit hit = doc_hit_note (doc, at, 1);

    g_assert_cmpint (hit.kind, ==, DOC_HIT_NOTE);
    g_assert_cmpuint (hit.note, ==, i);
    g_assert_true (doc_move_note (doc, i, 0, 1000));
    g_assert_cmpint (doc_hit_note (doc, at, 1).kind, ==, DOC_HIT_NOTHING);
    g_assert_cmpuint (doc_hit_note (doc, to, 1).note, ==, i);
  }
  g_assert_true (doc_set_note (doc, 5, NULL));
  g_assert_cmpint (doc_hit_note (doc, (DocPoint){1500, 1000}, 1).kind, ==,
                   DOC_HIT_NOTHING);
  g_assert_cmpuint (doc_hit_note (doc, (DocPoint){1800, 1000}, 1).note, ==, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/model/load-and-save", test_load_and_save);
  g_test_add_func ("/doc/model/drawings", test_drawings);
  g_test_add_func ("/doc/model/missing-file", test_missing_file);
  g_test_add_func ("/doc/model/no-diagram", test_no_diagram);
  g_test_add_func ("/doc/model/wire-of-fields", test_wire_of_fields);
  g_test_add_func ("/doc/model/failed-save", test_failed_save);
  g_test_add_func ("/doc/model/any-bytes", test_any_bytes);
  g_test_add_func ("/doc/model/component-shown", test_component_shown);
  g_test_add_func ("/doc/model/ports-follow-placement", test_ports_follow_placement);
  g_test_add_func ("/doc/model/conditional-port", test_conditional_port);
  g_test_add_func ("/doc/model/layout", test_layout);
  g_test_add_func ("/doc/model/broken-connects", test_broken_connects);
  g_test_add_func ("/doc/model/hit", test_hit);
  g_test_add_func ("/doc/model/route", test_route);
  g_test_add_func ("/doc/model/route-corners", test_route_through_corners);
  g_test_add_func ("/doc/model/setting-beside-others", test_setting_beside_others);
  g_test_add_func ("/doc/model/begin-anew", test_begin_anew);
  g_test_add_func ("/doc/model/begin-anew-upon-others", test_begin_anew_upon_others);
  g_test_add_func ("/doc/model/layout-of-a-pair", test_layout_of_a_pair);
  g_test_add_func ("/doc/model/hit-of-a-note", test_hit_of_a_note);
  g_test_add_func ("/doc/model/hit-among-notes", test_hit_among_notes);
  return g_test_run ();
}
