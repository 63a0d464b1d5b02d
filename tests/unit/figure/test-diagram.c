/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a diagram shows of what its connectors say of themselves. */
#include "base/folder.h"
#include "doc/edit/edit.h"
#include "doc/view/label.h"
#include "figure/diagram/diagram.h"
#include "figure/text.h"

#include <glib/gstdio.h>
#include <string.h>

#define SIDE 200

/* Not in the colour of its ports. */
#define BLACK "metadata {\"Dyad\": {\"icon\": {\"stroke\": \"#000000\"}}}\n"

static const char TEXT[] =
    "connector Disc\n  potential v::Real\n  flow i::Real\nmetadata {\n"
    "  \"Dyad\": {\"path\": {\"stroke\": \"#ff0000\"}, \"port\": {\"shape\": "
    "\"disc\"}}\n"
    "}\nend\n"
    "connector Square\n  potential v::Real\n  flow i::Real\nmetadata {\n"
    "  \"Dyad\": {\"path\": {\"stroke\": \"#ff0000\", \"width\": 8}, \"port\": "
    "{\"open\": "
    "\"q*\"}}\n"
    "}\nend\n"
    "component OfDisc\n  p = Disc()\nrelations\n  p.v = 0\n" BLACK "end\n"
    "component OfSquare\n  p = Square()\nrelations\n  p.v = 0\n" BLACK "end\n"
    "component OfOpen\n  q1 = Square()\nrelations\n  q1.v = 0\n" BLACK "end\n"
    "component Model\n  disc = OfDisc() {^disc}\n  square = OfSquare() {^square}\n"
    "  open = OfOpen() {^square}\n  a = OfDisc()\n  b = OfDisc()\n  c = OfSquare()\n"
    "  d = OfOpen()\nrelations\n  connect(a.p, b.p)\n  connect(c.p, d.q1)\n"
    "  connect(c.p, d.q1) {\"Dyad\": {\"path\": {\"width\": 3}}}\n"
    "metadata {\"_links\": {\n"
    "  \"disc\": {\"Dyad\": {\"placement\": {\"icon\": "
    "{\"x1\": 50, \"y1\": 50, \"x2\": 150, \"y2\": 150}}}},\n"
    "  \"square\": {\"Dyad\": {\"placement\": {\"icon\": "
    "{\"x1\": 50, \"y1\": 50, \"x2\": 150, \"y2\": 150}}}}\n"
    "}}\nend\n";

/* The pixels of that colour where an item is drawn. */
static uint32_t
count (const DocModel *doc, uint32_t item, uint32_t color)
{
  FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  cairo_t *cr = cairo_create (surface);
  FigureSymbols *symbols = figure_symbols_new (".");

  figure_item_draw (cr, doc, item, symbols, &theme, 1);
  cairo_surface_flush (surface);
  const unsigned char *data = cairo_image_surface_get_data (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  uint32_t n = 0;
  for (int i = 0; i < SIDE * SIDE; i++) {
    uint32_t pixel;

    memcpy (&pixel, data + i / SIDE * stride + 4 * (i % SIDE), sizeof pixel);
    n += pixel == color;
  }
  figure_symbols_free (symbols);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* The pixels in the colour of its port. */
static uint32_t
draw (const DocModel *doc, uint32_t item)
{
  return count (doc, item, 0xffff0000);
}

static void
test_port_shape (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  DocModel *doc = doc_from_text (library, NULL, TEXT, strlen (TEXT));

  g_assert_cmpstr (doc_class (doc)->name, ==, "Model");
  uint32_t n_disc = draw (doc, 0), n_square = draw (doc, 1);
  g_assert_cmpuint (n_square, >, 100);
  g_assert_cmpuint (n_disc, >, n_square / 2);
  g_assert_cmpuint (n_disc, <, n_square * 9 / 10);
  g_assert_cmpuint (draw (doc, 2), <, n_square * 2 / 3);
  doc_free (doc);
}

/* A wire is as wide as the connect, or else the connector of its ports says. */
static void
test_wire_width (void)
{
  static const double WIDTHS[] = {2.5, 8, 3};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  DocModel *doc = doc_from_text (library, NULL, TEXT, strlen (TEXT));

  g_assert_cmpstr (doc_class (doc)->name, ==, "Model");
  for (uint32_t i = 0; i < G_N_ELEMENTS (WIDTHS); i++)
    g_assert_cmpfloat (doc_wire (doc, i)->width, ==, WIDTHS[i]);
  doc_free (doc);
}

/* The strongest pixel of a wire. */
static uint32_t
opacity (const DocModel *doc, uint32_t wire)
{
  const FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 600, 600);
  cairo_t *cr = cairo_create (surface);
  uint32_t most = 0;

  cairo_translate (cr, 100, 100);
  figure_diagram_draw_wire (cr, doc, wire, &theme, 5, 1);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  const uint8_t *data = cairo_image_surface_get_data (surface);
  for (uint32_t i = 3; i < 4 * 600 * 600; i += 4)
    most = MAX (most, data[i]);
  cairo_surface_destroy (surface);
  return most;
}

/* A wire to a part that is commented out is as pale as that. */
static void
test_commented_wire (void)
{
  static const char text[] =
      "component M\n  a = TranslationalComponents.Mass(m = 1)\n"
      "  b = TranslationalComponents.Mass(m = 1)\n"
      "  c = TranslationalComponents.Mass(m = 1) if false\nrelations\n"
      "  connect(a.flange_b, b.flange_a)\n  connect(b.flange_b, c.flange_a)\nend\n";
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, strlen (text));

  g_assert_cmpuint (opacity (doc, 0), ==, 255);
  g_assert_cmpuint (opacity (doc, 1), >, 40);
  g_assert_cmpuint (opacity (doc, 1), <, 120);
}

/* What places labels knows how wide they are: their font draws them no wider, and
 * hardly narrower. */
static void
test_label_width (void)
{
  static const char *const TEXTS[] = {"springDamper1",
                                      "A = 1, f = 1\u2009Hz",
                                      "d = 0.5\u2009N\u00B7m\u00B7s/rad",
                                      "tau_nominal = \u221210",
                                      "J = 2\u2009kg\u00B7m\u00B2",
                                      "WAVES & ~{rpm}"};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  for (uint32_t i = 0; i < G_N_ELEMENTS (TEXTS); i++) {
    g_autofree char *text = g_strdup_printf (
        "component Part\nmetadata {\"Dyad\": {\"labels\": [{\"label\": \"%s\", \"x\": "
        "500, \"y\": -100}]}}\nend\ncomponent M\n  p = Part()\nend\n",
        TEXTS[i]);
    g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, strlen (text));
    DocLabelLine lines[DOC_LABELS_MOST];
    double width, height;

    g_assert_cmpuint (doc_label_lines (doc, 0, 1, lines), ==, 2);
    g_assert_cmpstr (lines[1].text, ==, TEXTS[i]);
    figure_text_size (cr, DOC_LABEL_FONT " 9", TEXTS[i], &width, &height);
    g_assert_cmpfloat (width, <=, 1.01 * (lines[1].box.x2 - lines[1].box.x1));
    g_assert_cmpfloat (width, >=, 0.99 * (lines[1].box.x2 - lines[1].box.x1));
    g_assert_cmpfloat (height, <=, 1.1 * (lines[1].box.y2 - lines[1].box.y1));
  }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Each line of a part's labels fills its box, whatever the zoom is. */
static void
test_labels (void)
{
  static const char text[] =
      "component M\n  mass = TranslationalComponents.Components.Mass(m = 12.5)\n"
      "  spring = TranslationalComponents.Components.Spring(c = 300)\nend\n";
  static const double ZOOMS[] = {0.5, 1, 2};
  const FigureTheme theme = figure_theme (false);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library =
      lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);
  g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, strlen (text));
  FigureSymbols *symbols = figure_symbols_new (".");

  for (uint32_t item = 0; item < doc_n_items (doc); item++)
    for (size_t k = 0; k < G_N_ELEMENTS (ZOOMS); k++) {
      enum { WIDE = 1200 };
      DocLabelLine lines[DOC_LABELS_MOST];
      const double zoom = ZOOMS[k];
      const uint32_t n = doc_label_lines (doc, item, doc_label_scale (zoom), lines);
      const DocRect box = doc_item (doc, item)->box;
      cairo_surface_t *surface =
          cairo_image_surface_create (CAIRO_FORMAT_A8, WIDE, WIDE);
      cairo_t *cr = cairo_create (surface);

      cairo_scale (cr, zoom, zoom);
      cairo_translate (cr, 250 - box.x1, 250 - box.y1);
      figure_item_draw (cr, doc, item, symbols, &theme, zoom);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      g_assert_cmpuint (n, >=, 2);
      for (uint32_t i = 0; i < n; i++) {
        const DocRect at = lines[i].box;
        const int x1 = (int) (zoom * (at.x1 + 250 - box.x1)),
                  x2 = (int) (zoom * (at.x2 + 250 - box.x1));
        const int y1 = (int) (zoom * (at.y1 + 250 - box.y1)),
                  y2 = (int) (zoom * (at.y2 + 250 - box.y1));
        int first = x2, last = x1;

        for (int y = y1; y < y2; y++)
          for (int x = x1; x < x2; x++)
            if (cairo_image_surface_get_data (
                    surface)[y * cairo_image_surface_get_stride (surface) + x] > 60) {
              first = MIN (first, x);
              last = MAX (last, x);
            }
        g_assert_cmpint (first - x1, <=, 2 + (x2 - x1) / 10);
        g_assert_cmpint (x2 - last, <=, 2 + (x2 - x1) / 10);
      }
      cairo_surface_destroy (surface);
    }
  figure_symbols_free (symbols);
}

/* Two parts of a library that is text and symbols alone. */
static const char CIRCUIT[] =
    "component Circuit\n"
    "  resistor = ElectricalComponents.Components.Resistor(R = 2) {^resistor}\n"
    "  capacitor = ElectricalComponents.Components.Capacitor(C = 1) {^capacitor}\n"
    "relations\n"
    "  connect(resistor.n, capacitor.p)\n"
    "metadata {\"_links\": {\n"
    "  \"resistor\": {\"Dyad\": {\"placement\": {\"diagram\": "
    "{\"x1\": 50, \"y1\": 50, \"x2\": 150, \"y2\": 150}}}},\n"
    "  \"capacitor\": {\"Dyad\": {\"placement\": {\"diagram\": "
    "{\"x1\": 250, \"y1\": 50, \"x2\": 350, \"y2\": 150}}}}\n"
    "}}\nend\n";

static LibIndex *
electrical_library (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *dyad = g_build_filename (data, "library", "Dyad", NULL);
  g_autofree char *electrical = g_test_build_filename (
      G_TEST_DIST, "models", "electrical", "ElectricalComponents", NULL);
  const char *const folders[] = {dyad, electrical, NULL};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *library = lib_index_load (folders, diags, NULL);

  g_assert_nonnull (library);
  g_assert_false (base_diags_has_errors (diags));
  return library;
}

/* The symbol of a resistor has its colour within, and not only a grey frame; its wires
 * and the open port at its end look as its connector says. */
static void
test_other_domain (void)
{
  g_autoptr (LibIndex) library = electrical_library ();
  DocModel *doc = doc_from_text (library, NULL, CIRCUIT, strlen (CIRCUIT));

  g_assert_cmpstr (doc_class (doc)->name, ==, "Circuit");
  const DocItem *resistor = doc_item (doc, doc_find_item (doc, "resistor"));
  const DocWire *wire = doc_wire (doc, 0);
  g_assert_cmpuint (count (doc, doc_find_item (doc, "resistor"), 0xffb9d6e6), >, 1000);
  g_assert_cmpstr (wire->stroke, ==, "#2a6f97");
  g_assert_cmpfloat (wire->width, ==, 2);
  g_assert_cmpuint (resistor->n_ports, ==, 2);
  for (uint32_t i = 0; i < 2; i++) {
    const LibPort *port = resistor->ports[i].port;

    g_assert_true (port->is_round);
    g_assert_cmpint (port->is_open, ==, g_str_equal (port->name, "n"));
  }
  doc_free (doc);
}

/* Whether something is drawn in a part of a diagram. */
static bool
is_drawn (const DocModel *doc, DocRect part)
{
  const FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, (int) (part.x2 - part.x1), (int) (part.y2 - part.y1));
  cairo_t *cr = cairo_create (surface);
  bool any = false;

  cairo_translate (cr, -part.x1, -part.y1);
  for (uint32_t w = 0; w < doc_n_wires (doc); w++)
    figure_diagram_draw_wire (cr, doc, w, &theme, 2, 1);
  cairo_surface_flush (surface);
  const unsigned char *pixels = cairo_image_surface_get_data (surface);
  const int n = cairo_image_surface_get_stride (surface) *
                cairo_image_surface_get_height (surface);
  for (int i = 0; i < n; i++)
    any |= pixels[i] != 0;
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return any;
}

/* A wire that is shown as tags is drawn at its ends and nowhere in between; what stands
 * in the tags is a part of its look. */
static void
test_tags (void)
{
  g_autoptr (LibIndex) library = electrical_library ();
  g_autoptr (DocModel) doc = doc_from_text (library, NULL, CIRCUIT, strlen (CIRCUIT));
  const char *right = "capacitor";

  g_assert_true (doc_move (doc, &right, 1, 400, 0));
  g_assert_true (is_drawn (doc, (DocRect){390, 90, 410, 110}));
  g_assert_true (doc_set_tagged (doc, 0, true, NULL));
  g_assert_false (is_drawn (doc, (DocRect){390, 90, 410, 110}));
  g_assert_cmpuint (doc_wire (doc, 0)->n_edges, ==, 2);
  for (uint32_t e = 0; e < 2; e++)
    g_assert_true (is_drawn (doc, doc_wire (doc, 0)->tags[e]));
  const uint64_t look = figure_diagram_wire_look (doc, 0, 1).number;
  g_assert_true (doc_set_tag (doc, 0, "u", NULL));
  g_assert_cmpuint (figure_diagram_wire_look (doc, 0, 1).number, !=, look);
}

/* A saved picture fits on a page, whatever the size of the diagram: the widest there
 * fill its width, so that their texts stay of the size that is read. */
static void
test_page (void)
{
  static const uint32_t SIZES[] = {1, 6, 12};
  const double most = 160 / 25.4 * 300 + 1; /* dots */
  g_autoptr (LibIndex) library = electrical_library ();
  FigureSymbols *symbols = figure_symbols_new (".");
  const FigureTheme theme = figure_theme (false);
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "page.png", NULL);
  int before = 0;

  for (guint i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    g_autoptr (DocModel) doc = doc_new (library);

    for (uint32_t k = 0; k < SIZES[i]; k++)
      doc_add (doc, "ElectricalComponents.Components.Capacitor",
               (DocPoint){200 * k, 200 * (k % 2)}, false, NULL);
    g_assert_cmpuint (doc_n_items (doc), ==, SIZES[i]);
    g_assert_true (figure_diagram_save (doc, symbols, &theme, path, NULL));
    cairo_surface_t *page = cairo_image_surface_create_from_png (path);
    const int width = cairo_image_surface_get_width (page);
    g_assert_cmpint (width, >, 100);
    g_assert_cmpint (width, <=, (int) most);
    g_assert_cmpint (width, >=, before);
    before = width;
    cairo_surface_destroy (page);
  }
  g_assert_cmpint (before, >, (int) (0.95 * most));
  g_remove (path);
  g_rmdir (folder);
  figure_symbols_free (symbols);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/diagram/port-shape", test_port_shape);
  g_test_add_func ("/figure/diagram/wire-width", test_wire_width);
  g_test_add_func ("/figure/diagram/commented-wire", test_commented_wire);
  g_test_add_func ("/figure/diagram/label-width", test_label_width);
  g_test_add_func ("/figure/diagram/labels", test_labels);
  g_test_add_func ("/figure/diagram/other-domain", test_other_domain);
  g_test_add_func ("/figure/diagram/tags", test_tags);
  g_test_add_func ("/figure/diagram/page", test_page);
  return g_test_run ();
}
