/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What labels say, and that they find a free side, the same for a row, and hide in
 * order where there is none. */
#include "test-labels.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>

#include "base/arena.h"
#include "lib/card.h"

static const double tiny = 1e-9;

/* A diagram of declarations and relations, each item at the place of that order. */
static DocModel *
diagram (const char *decls, const char *relations, const char *places)
{
  g_autofree char *text =
      g_strdup_printf ("component M\n%srelations\n%smetadata {\"_links\": {%s}}\nend\n",
                       decls, relations, places);
  DocModel *doc = test_doc (text);

  assert_sound (doc);
  return doc;
}

#define PLACE(name, x1, y1, x2, y2)                                                    \
  "\"" name "\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": " #x1               \
  ", \"y1\": " #y1 ", \"x2\": " #x2 ", \"y2\": " #y2 "}}}}"

static void
assert_line (const DocModel *doc, const char *item, const char *part, const char *text)
{
  g_assert_cmpstr (label_line (doc, item, part, 1).text, ==, text);
}

/* ---- texts ---- */

/* Values say what they are, with units, and in the order of the inspector; a default
 * that follows from another value is the number that it comes to. */
static void
test_texts (void)
{
  g_autoptr (DocModel) doc = diagram (
      "  sine = BlockComponents.Sources.Sine(amplitude = 1, frequency = 1) {^sine}\n"
      "  limit = BlockComponents.Nonlinear.Limiter(y_max = 2.5) {^limit}\n"
      "  mass = TranslationalComponents.Components.Mass(m = -3) {^mass}\n"
      "  lacks = TranslationalComponents.Components.Mass() {^lacks}\n",
      "",
      PLACE ("sine", 0, 0, 100, 100) ", " PLACE ("limit", 300, 0, 400, 100) ", " PLACE (
          "mass", 600, 0, 700, 100) ", " PLACE ("lacks", 900, 0, 1000, 100));

  assert_line (doc, "sine", "amplitude", "A = 1, f = 1\u2009Hz");
  assert_line (doc, "sine", "instance", "sine");
  assert_line (doc, "limit", "y_max", "y = \u22122.5 \u2026 2.5");
  assert_line (doc, "mass", "m", "m = \u22123\u2009kg");
  assert_line (doc, "lacks", "m", "m = ?");
  g_assert_false (label_line (doc, "lacks", "m", 1).is_given);
  g_assert_true (label_line (doc, "mass", "m", 1).is_given);
}

/* A direction in which no spring acts is not worth a line; a zero beside another value
 * is, and so is one that a source is given, and a body that has no mass. */
static void
test_idle (void)
{
  g_autoptr (DocModel) doc = diagram (
      "  strut = MultibodyComponents.PlanarMechanics.SpringDamper(c_x = 0, c_y = 2, "
      "d_x = 0.0) {^strut}\n"
      "  pulse = BlockComponents.Logical.Hysteresis() {^pulse}\n"
      "  level = BlockComponents.Sources.Constant(k = 0) {^level}\n"
      "  rod = MultibodyComponents.PlanarMechanics.BodyShape(m = 0) {^rod}\n",
      "",
      PLACE ("strut", 0, 0, 100, 100) ", " PLACE (
          "pulse", 300, 0, 400, 100) ", " PLACE ("level", 600, 0, 700,
                                                 100) ", " PLACE ("rod", 900, 0, 1000,
                                                                  100));

  assert_line (doc, "strut", "c_y", "c_y = 2\u2009N/m");
  assert_line (doc, "strut", "d_y", "d_y = 1\u2009N\u00b7s/m");
  assert_line (doc, "strut", "c_x", NULL);
  assert_line (doc, "strut", "d_x", NULL);
  assert_line (doc, "pulse", "uLow", "u = 0 \u2026 1");
  assert_line (doc, "level", "k", "k = 0");
  assert_line (doc, "rod", "m", "m = 0\u2009kg");
}

/* So it is whatever the default begins with; what cannot be known stands as written,
 * that of parameters which follow from each other included. */
static void
test_defaults (void)
{
  static const struct {
    const char *value, *text;
  } CASES[] = {
      {"2*m", "6"},          {"m*2", "6"},
      {"1/(m + 1)", "0.25"}, {"-m", "\u22123"},
      {"1k", "1k"},          {"1.50", "1.50"},
      {"-2e3", "\u22122e3"}, {"inflow*2", "10"},
      {"nanoGap", "7"},      {"infinity", "infinity"},
      {"1/zero", "1/zero"},  {"2*nobody", "2*nobody"},
      {"d10", "3072"},       {"sqrt(m + 1)", "2"},
      {"exp(1)", "exp(1)"},  {"ring1", "ring1"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autoptr (GString) text = g_string_new ("component Part\n"
                                             "  parameter m::Real = 3\n"
                                             "  parameter inflow::Real = 5\n"
                                             "  parameter nanoGap::Real = 7\n"
                                             "  parameter zero::Real = 0\n"
                                             "  parameter d0::Real = m\n");

    for (int k = 1; k <= 10; k++)
      g_string_append_printf (text, "  parameter d%d::Real = d%d + d%d\n", k, k - 1,
                              k - 1);
    for (int k = 1; k <= 2; k++) {
      g_string_append_printf (text, "  parameter ring%d::Real = ", k);
      for (int n = 0; n < 20; n++)
        g_string_append_printf (text, "%sring%d", n > 0 ? "+" : "", 3 - k);
      g_string_append (text, "\n");
    }
    g_string_append_printf (
        text,
        "  parameter k::Real = %s\n"
        "metadata {\"Dyad\": {\"labels\": [{\"label\": \"$(k)\", \"x\": 500, "
        "\"y\": -100}]}}\nend\n"
        "component M\n  part = Part() {^part}\nmetadata {\"_links\": {" PLACE (
            "part", 0, 0, 100, 100) "}}\nend\n",
        CASES[i].value);
    g_autoptr (DocModel) doc = test_doc (text->str);

    assert_line (doc, "part", "k", CASES[i].text);
  }
}

/* Lines are sorted as the inspector sorts what is in them, however the class has put
 * them. */
static void
test_order (void)
{
  static const char TEXT[] =
      "component Part\n  parameter a::Real = 1\n  parameter b::Real = 2\n"
      "metadata {\"Dyad\": {\"labels\": ["
      "{\"label\": \"b = $(b)\", \"x\": 500, \"y\": -260}, "
      "{\"label\": \"$(instance)\", \"x\": 500, \"y\": 1100}, "
      "{\"label\": \"a = $(a)\", \"x\": 500, \"y\": -100}]}}\nend\n"
      "component M\n  part = Part() {^part}\nmetadata {\"_links\": {" PLACE (
          "part", 0, 0, 100, 100) "}}\nend\n";
  g_autoptr (DocModel) doc = test_doc (TEXT);
  const DocLabelLine a = label_line (doc, "part", "a", 1);
  const DocLabelLine b = label_line (doc, "part", "b", 1);

  g_assert_cmpstr (a.text, ==, "a = 1");
  g_assert_cmpfloat (a.box.y2, <=, b.box.y1 + tiny);
  g_assert_cmpfloat (b.box.y2, <=, 0);
  g_assert_cmpfloat (label_line (doc, "part", "instance", 1).box.y1, >=, 100);
}

/* A name is what says the instance, not what has that word in it. */
static void
test_names (void)
{
  static const char *const LABELS[] = {"$(instance)", "instance_name",
                                       "this is $(instance)"};
  static const char *const SEEN[] = {"part", "part", "this is part"};

  for (guint i = 0; i < G_N_ELEMENTS (LABELS); i++) {
    g_autofree char *text = g_strdup_printf (
        "component Part\n  parameter n::Real = 2\nmetadata {\"Dyad\": {\"labels\": ["
        "{\"label\": \"$(n) instances\", \"x\": 500, \"y\": -100}, "
        "{\"label\": \"%s\", \"x\": 500, \"y\": 1100}]}}\nend\n"
        "component M\n  part = Part() {^part}\nmetadata {\"_links\": {" PLACE (
            "part", 0, 0, 100, 100) "}}\nend\n",
        LABELS[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    const DocLabelLine name = label_line (doc, "part", "instance", 1);
    const DocLabelLine value = label_line (doc, "part", "n", 1);

    g_assert_cmpstr (name.text, ==, SEEN[i]);
    g_assert_true (name.is_name);
    g_assert_cmpfloat (name.box.y1, >=, 100);
    g_assert_cmpstr (value.text, ==, "2 instances");
    g_assert_false (value.is_name);
    g_assert_cmpfloat (value.box.y2, <=, 0);
  }
}

static bool
says_what_it_is (const char *label)
{
  return !g_str_has_prefix (label, "$(") || strstr (label, "instance") != NULL ||
         strstr (label, "class") != NULL;
}

/* No component shows a bare number. */
static void
test_library_texts (void)
{
  const LibIndex *library = test_library ();
  g_autoptr (BaseArena) arena = base_arena_new ();
  uint32_t n_labels = 0;

  for (uint32_t i = 0; i < lib_index_n_entries (library); i++) {
    const LibCard *card =
        lib_card (arena, library, lib_index_entry (library, i), NULL, "");

    for (uint32_t k = 0; card != NULL && k < card->n_labels; k++, n_labels++)
      if (!says_what_it_is (card->labels[k].text))
        g_error ("%s shows %s", card->title, card->labels[k].text);
  }
  g_assert_cmpuint (n_labels, >, 100);
}

/* A long name ends with an ellipsis, and its box with the text; a short one is whole.
 */
static void
test_ellipsis (void)
{
  g_autoptr (DocModel) doc =
      diagram ("  aVeryLongNameThatNobodyWouldEverReadToItsEnd = "
               "TranslationalComponents.Components.Fixed() {^p}\n"
               "  short = TranslationalComponents.Components.Fixed() {^q}\n",
               "", PLACE ("p", 0, 0, 100, 100) ", " PLACE ("q", 500, 0, 600, 100));
  const DocLabelLine cut =
      label_line (doc, "aVeryLongNameThatNobodyWouldEverReadToItsEnd", "instance", 1);
  const DocLabelLine whole = label_line (doc, "short", "instance", 1);

  g_assert_true (g_str_has_prefix (cut.text, "aVeryLong"));
  g_assert_true (g_str_has_suffix (cut.text, "\u2026"));
  g_assert_cmpfloat (cut.box.x2 - cut.box.x1, <=, DOC_LABEL_WIDTH);
  g_assert_cmpfloat (cut.box.x2 - cut.box.x1, >, DOC_LABEL_WIDTH - 20);
  g_assert_cmpfloat (cut.parts[cut.n_parts - 1].end, ==, 1);
  g_assert_cmpstr (whole.text, ==, "short");
}

/* ---- sizes ---- */

/* Names have 11 pixels at least, wherever they are shown. */
static void
test_legible (void)
{
  for (double zoom = 0.05; zoom < 4; zoom *= 1.1) {
    const double scale = doc_label_scale (zoom);

    if (scale > 0)
      g_assert_cmpfloat (scale * zoom * DOC_LABEL_NAME, >=, 11 - tiny);
    g_assert_true (scale > 0 || zoom < 0.26);
    g_assert_true (scale >= 1 || scale == 0);
  }
  g_assert_cmpfloat (doc_label_scale (1.25), ==, 1);
}

/* Where the zoom makes the room small, values go before names, and what has gone does
 * not come back. */
static void
test_hiding (void)
{
  g_autoptr (DocModel) doc = doc_new (test_library ());
  uint32_t n_names = UINT32_MAX, n_values = UINT32_MAX, n_alone = 0;

  for (int i = 0; i < 12; i++)
    doc_add (doc, "TranslationalComponents.Components.SpringDamper",
             (DocPoint){140 * (i % 4), 170 * (i / 4)}, false, NULL);
  for (double scale = 1; scale <= 3.3; scale += 0.05) {
    uint32_t names = 0, values = 0;

    for (uint32_t i = 0; i < doc_n_items (doc); i++) {
      const char *name = doc_item (doc, i)->name;
      const bool has_name = label_line (doc, name, "instance", scale).text != NULL;
      const bool has_value = label_line (doc, name, "c", scale).text != NULL;

      g_assert_true (has_name || !has_value);
      names += has_name;
      values += has_value;
      n_alone += has_name && !has_value;
    }
    g_assert_cmpuint (names, <=, n_names);
    g_assert_cmpuint (values, <=, n_values);
    n_names = names;
    n_values = values;
  }
  g_assert_cmpuint (n_alone, >, 0);
  assert_labels_clear (doc);
}

/* ---- sides ---- */

static const char ROW[] = "  a = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
                          "  b = TranslationalComponents.Components.Mass(m = 1) {^b}\n"
                          "  c = TranslationalComponents.Components.Mass(m = 1) {^c}\n"
                          "  d = TranslationalComponents.Components.Mass(m = 1) {^d}\n"
                          "  e = TranslationalComponents.Components.Mass(m = 1) {^e}\n";

#define ROW_PLACES                                                                     \
  PLACE ("a", 0, 0, 100, 100)                                                          \
  ", " PLACE ("b", 200, 0, 300, 100) ", " PLACE ("c", 400, 0, 500, 100) ", "

static double
name_y (const DocModel *doc, const char *item)
{
  const DocLabelLine line = label_line (doc, item, "instance", 1);

  g_assert_nonnull (line.text);
  return line.box.y1;
}

/* The class has its way: names below, values above. */
static void
test_row (void)
{
  g_autoptr (DocModel) doc = diagram (
      ROW, "",
      ROW_PLACES PLACE ("d", 0, 600, 100, 700) ", " PLACE ("e", 300, 600, 400, 700));

  g_assert_cmpfloat (name_y (doc, "a"), >, 100);
  g_assert_cmpfloat (name_y (doc, "a"), ==, name_y (doc, "b"));
  g_assert_cmpfloat (label_line (doc, "b", "m", 1).box.y2, <, 0);
}

/* Where something stands right below two of a row, the names of all of it are above; a
 * wire that runs there does the same. */
static void
test_row_moves (void)
{
  g_autoptr (DocModel) doc = diagram (
      ROW, "",
      ROW_PLACES PLACE ("d", 200, 115, 300, 215) ", " PLACE ("e", 400, 115, 500, 215));

  g_assert_cmpfloat (name_y (doc, "b"), <, 0);
  g_assert_cmpfloat (name_y (doc, "a"), ==, name_y (doc, "b"));
  g_assert_cmpfloat (name_y (doc, "c"), ==, name_y (doc, "b"));
  assert_labels_clear (doc);
  /* The name stands on the values. */
  g_assert_cmpfloat (label_line (doc, "b", "instance", 1).box.y2, <=,
                     label_line (doc, "b", "m", 1).box.y1 + tiny);
}

/* A port that sits below keeps its way; with ports above and below the labels stand
 * beside the symbol. */
static void
test_ports (void)
{
  g_autoptr (DocModel) doc = diagram (
      "  torque = RotationalComponents.Sources.TorqueSource(useSupport = true) {^p}\n"
      "  mass = TranslationalComponents.Components.Mass(m = 1) {^q}\n",
      "", PLACE ("p", 0, 0, 100, 100) ", " PLACE ("q", 500, 0, 600, 100));
  const char *mass = "mass";

  g_assert_cmpfloat (label_line (doc, "torque", "instance", 1).box.y2, <, 0);
  g_assert_true (doc_rotate (doc, &mass, 1, false));
  g_assert_cmpfloat (label_line (doc, "mass", "instance", 1).box.x1, >, 600);
  g_assert_cmpfloat (label_line (doc, "mass", "m", 1).box.x1, >, 600);
}

/* A name upon its symbol takes no place beside it: where another body stands on the
 * side of the values, these go to the one that costs least. */
static void
test_name_upon_symbol (void)
{
  static const char DECLS[] = "  part = Part() {^a}\n"
                              "  b = TranslationalComponents.Components.Fixed() {^b}\n";
  static const char PART[] = "component Part\n  parameter k::Real = 1\n"
                             "metadata {\"Dyad\": {\"labels\": ["
                             "{\"label\": \"$(instance)\", \"x\": 500, \"y\": 500}, "
                             "{\"label\": \"k = $(k)\", \"x\": 1100, \"y\": 500}"
                             "]}}\nend\n";
  static const char PLACES[] =
      PLACE ("a", 0, 0, 100, 100) ", " PLACE ("b", 100, 0, 200, 100);
  g_autofree char *text = g_strdup_printf (
      "component M\n%smetadata {\"_links\": {%s}}\nend\n%s", DECLS, PLACES, PART);
  g_autoptr (DocModel) doc = test_doc (text);

  g_assert_cmpfloat (label_line (doc, "part", "k", 1).box.x2, <, 0);
}

/* ---- one drawing, one picture ---- */

/* Where everything stands, as text. Caller frees. */
static char *
picture_of (const DocModel *doc, bool is_reversed)
{
  const uint32_t n = doc_n_items (doc);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  GString *text = g_string_new (NULL);

  g_ptr_array_set_size (lines, (int) n);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t item = is_reversed ? n - 1 - i : i;
    DocLabelLine seen[DOC_LABELS_MOST];
    const uint32_t n_seen = doc_label_lines (doc, item, 1.4, seen);
    g_autoptr (GString) line = g_string_new (NULL);

    for (uint32_t k = 0; k < n_seen; k++)
      g_string_append_printf (line, "%s %g %g\n", seen[k].text, seen[k].box.x1,
                              seen[k].box.y1);
    lines->pdata[item] = g_strdup (line->str);
  }
  for (uint32_t i = 0; i < n; i++)
    g_string_append (text, lines->pdata[i]);
  return g_string_free (text, FALSE);
}

static GPtrArray *
examples (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("DASHPOT_DATADIR"), "examples", NULL);
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  g_assert_cmpuint (files->len, >=, 20);
  return files;
}

/* How many names beside symbols are not seen. */
static uint32_t
n_hidden_names (const DocModel *doc, double scale)
{
  uint32_t n_hidden = 0;

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (doc, i, scale, lines);

    n_hidden += n == 0 || !lines[0].is_name;
  }
  return n_hidden;
}

/* No label of an example lies on anything, and where they stand does not depend on who
 * asks first. All names are seen at the zoom of a small window. */
static void
test_examples (void)
{
  g_autoptr (GPtrArray) files = examples ();
  uint32_t n_hidden = 0;

  for (guint i = 0; i < files->len; i++) {
    g_autofree char *text = read_file (files->pdata[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    g_autoptr (DocModel) again = test_doc (text);
    g_autofree char *forth = picture_of (doc, false);
    g_autofree char *back = picture_of (again, true);

    assert_labels_clear (doc);
    g_assert_cmpstr (forth, ==, back);
    n_hidden += n_hidden_names (doc, 2.25);
  }
  g_assert_cmpuint (n_hidden, ==, 0);
}

/* A name without room for all of it at a small zoom is cut there, and hidden only where
 * that has no room either. */
static void
test_cut_name (void)
{
  static const char tall[] = "I\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI\nI";
  static const char name[] = "balancerOfTheEngine";
  g_autoptr (DocModel) doc = doc_new (test_library ());
  DocLabelLine lines[DOC_LABELS_MOST];

  doc_add (doc, "TranslationalComponents.Components.Mass", (DocPoint){0, 0}, false,
           NULL);
  g_assert_true (doc_rename (doc, "mass", name, NULL));
  doc_add_note (doc, (DocPoint){-118, 0}, tall);
  doc_add_note (doc, (DocPoint){118, 0}, tall);
  assert_labels_clear (doc);
  g_assert_cmpuint (doc_label_lines (doc, 0, 1.2, lines), >, 0);
  g_assert_cmpstr (lines[0].text, ==, name);
  g_assert_cmpuint (doc_label_lines (doc, 0, 2.2, lines), >, 0);
  g_assert_true (lines[0].is_name);
  g_assert_true (g_str_has_prefix (lines[0].text, "balan"));
  g_assert_true (g_str_has_suffix (lines[0].text, "\u2026"));
  doc_move_note (doc, 0, 45, 0);
  doc_move_note (doc, 1, -45, 0);
  g_assert_cmpuint (n_hidden_names (doc, 2.75), ==, 1);
}

/* What is edited elsewhere moves no label; back at its place, all is as before. */
static void
test_stable (void)
{
  g_autoptr (GPtrArray) files = examples ();
  const char *name = "somewhere";

  for (guint i = 0; i < files->len; i++) {
    g_autofree char *text = read_file (files->pdata[i]);
    g_autoptr (DocModel) doc = test_doc (text);
    g_autofree char *before = picture_of (doc, false);

    g_assert_true (doc_add (doc, "TranslationalComponents.Components.Mass",
                            (DocPoint){9000, 9000}, false, NULL));
    g_assert_true (
        doc_rename (doc, doc_item (doc, doc_n_items (doc) - 1)->name, name, NULL));
    g_autofree char *after = picture_of (doc, false);
    g_assert_true (g_str_has_prefix (after, before));
    doc_move (doc, &name, 1, -100, -100);
    g_autofree char *moved = picture_of (doc, false);
    g_assert_true (g_str_has_prefix (moved, before));
  }
}

static const char ASSUMED[] =
    "component Part\n  parameter aLongName::Length\nmetadata {\"Dyad\": {\"labels\": ["
    "{\"label\": \"aLongName = $(aLongName)\", \"x\": 500, \"y\": -100}]}}\nend\n"
    "component M\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
    "  long = Part(aLongName = 1.23456) {^b}\n"
    "metadata {\"_links\": {\"a\": {\"assumed\": {\"m\": \"1\"}, "
    "\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 0, \"x2\": 100, "
    "\"y2\": 100}}}}, \"b\": {\"assumed\": {\"aLongName\": \"1.23456\"}, "
    "\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 300, \"y1\": 0, \"x2\": 400, "
    "\"y2\": 100}}}}}}\nend\n";

/* Makes a catalogue of one message, in a folder that the caller frees and removes: the
 * tables of a .mo file, each with the lengths and places of two texts. */
static char *
catalogue (const char *message, const char *translated)
{
  enum { N = 2, HEAD = 7, TEXTS = 4 * (HEAD + 4 * N) };
  static const char about[] = "Content-Type: text/plain; charset=UTF-8\n";
  const char *const texts[2][N] = {{"", message}, {about, translated}};
  uint32_t words[HEAD + 4 * N] = {0x950412DE,         0, N,    4 * HEAD,
                                  4 * (HEAD + 2 * N), 0, TEXTS};
  g_autoptr (GString) all = g_string_new (NULL);

  for (int column = 0; column < 2; column++)
    for (int row = 0; row < N; row++) {
      uint32_t *entry = &words[HEAD + 2 * N * column + 2 * row];
      const gsize length = strlen (texts[column][row]);

      entry[0] = (uint32_t) length;
      entry[1] = (uint32_t) (TEXTS + all->len);
      g_string_append_len (all, texts[column][row], (gssize) length + 1);
    }
  g_string_prepend_len (all, (const char *) words, sizeof words);
  char *folder = g_dir_make_tmp (NULL, NULL);
  g_autofree char *inner = g_build_filename (folder, "xx", "LC_MESSAGES", NULL);
  g_autofree char *path = g_build_filename (inner, GETTEXT_PACKAGE ".mo", NULL);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, all->str, (gssize) all->len, NULL));
  return folder;
}

static void
remove_catalogue (char *folder)
{
  static const char *const within[] = {"xx/LC_MESSAGES/" GETTEXT_PACKAGE ".mo",
                                       "xx/LC_MESSAGES", "xx", "", NULL};

  for (guint i = 0; within[i] != NULL; i++) {
    g_autofree char *path = g_build_filename (folder, within[i], NULL);

    g_assert_cmpint (g_remove (path), ==, 0);
  }
  g_free (folder);
}

static void
assert_same_boxes (const DocModel *doc, const DocModel *other)
{
  DocRect one[DOC_LABEL_BOXES], two[DOC_LABEL_BOXES];

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const uint32_t n = doc_label_boxes (doc, i, one);

    g_assert_cmpuint (n, ==, DOC_LABEL_BOXES);
    g_assert_cmpuint (n, ==, doc_label_boxes (other, i, two));
    g_assert_cmpmem (one, sizeof one, two, sizeof two);
  }
}

/* Wires go around labels: what a language makes of their texts leaves their boxes as
 * they are. */
static void
test_languages (void)
{
  static const char *const words[] = {"?", "angenommen", "bis es jemand sagt"};
  g_autoptr (DocModel) plain = test_doc (ASSUMED);
  const DocRect box = label_line (plain, "mass", "m", 1).box;

  assert_line (plain, "mass", "m", "m = 1\u2009kg, assumed");
  setlocale (LC_MESSAGES, "C.UTF-8");
  g_setenv ("LANGUAGE", "xx", true);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    g_autoptr (DocModel) doc = test_doc (ASSUMED);
    g_autofree char *folder = catalogue ("assumed", words[i]);
    g_autofree char *text = g_strdup_printf ("m = 1\u2009kg, %s", words[i]);

    bindtextdomain (GETTEXT_PACKAGE, folder);
    const DocLabelLine line = label_line (doc, "mass", "m", 1);
    g_assert_cmpmem (&line.box, sizeof box, &box, sizeof box);
    g_assert_cmpstr (line.text, ==, text);
    assert_same_boxes (doc, plain);
    remove_catalogue (g_steal_pointer (&folder));
  }
  g_unsetenv ("LANGUAGE");
  setlocale (LC_MESSAGES, "C");
}

/* ---- pointing ---- */

/* Each value in a line is found under the point where it is written. */
static void
test_at (void)
{
  g_autoptr (DocModel) doc = diagram (
      "  sine = BlockComponents.Sources.Sine(amplitude = 1, frequency = 1) {^sine}\n",
      "", PLACE ("sine", 0, 0, 100, 100));
  const DocLabelLine line = label_line (doc, "sine", "amplitude", 1);
  const double y = (line.box.y1 + line.box.y2) / 2;
  const char *name = NULL;

  g_assert_cmpuint (line.n_parts, ==, 2);
  g_assert_cmpuint (doc_label_at (doc, (DocPoint){line.box.x1 + 3, y}, 1, &name), ==,
                    0);
  g_assert_cmpstr (name, ==, "amplitude");
  g_assert_cmpuint (doc_label_at (doc, (DocPoint){line.box.x2 - 3, y}, 1, &name), ==,
                    0);
  g_assert_cmpstr (name, ==, "frequency");
  g_assert_cmpuint (doc_label_at (doc, (DocPoint){line.box.x2 + 3, y}, 1, &name), ==,
                    UINT32_MAX);
  g_assert_cmpuint (doc_label_at (doc, (DocPoint){50, 50}, 1, &name), ==, UINT32_MAX);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/label/texts", test_texts);
  g_test_add_func ("/doc/label/idle", test_idle);
  g_test_add_func ("/doc/label/defaults", test_defaults);
  g_test_add_func ("/doc/label/order", test_order);
  g_test_add_func ("/doc/label/names", test_names);
  g_test_add_func ("/doc/label/library-texts", test_library_texts);
  g_test_add_func ("/doc/label/ellipsis", test_ellipsis);
  g_test_add_func ("/doc/label/legible", test_legible);
  g_test_add_func ("/doc/label/hiding", test_hiding);
  g_test_add_func ("/doc/label/row", test_row);
  g_test_add_func ("/doc/label/row-moves", test_row_moves);
  g_test_add_func ("/doc/label/cut-name", test_cut_name);
  g_test_add_func ("/doc/label/ports", test_ports);
  g_test_add_func ("/doc/label/name-upon-symbol", test_name_upon_symbol);
  g_test_add_func ("/doc/label/examples", test_examples);
  g_test_add_func ("/doc/label/stable", test_stable);
  g_test_add_func ("/doc/label/languages", test_languages);
  g_test_add_func ("/doc/label/at", test_at);
  return g_test_run ();
}
