/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A diagram that is drawn piece by piece is the diagram. */
#include <string.h>

#include "base/folder.h"
#include "figure/diagram/diagram.h"

enum { TILE = 130, MARGIN = 60 };

/* Parts turned and mirrored, a branch, a note and a wire round a corner. */
static const char TEXT[] =
    "component M\n"
    "  mass = TranslationalComponents.Components.Mass(m = 1) {^mass}\n"
    "  spring = TranslationalComponents.Components.Spring(c = 1) {^spring}\n"
    "  damper = TranslationalComponents.Components.Damper(d = 1) {^damper}\n"
    "  fixed = TranslationalComponents.Components.Fixed() {^fixed}\n"
    "relations\n"
    "  connect(mass.flange_b, spring.flange_a, damper.flange_a)\n"
    "  connect(spring.flange_b, damper.flange_b, fixed.flange)\n"
    "metadata {\n"
    "  \"Dyad\": {\"labels\": [{\"label\": \"a note\", \"x\": 300, \"y\": 420, "
    "\"rot\": "
    "90, \"layer\": \"diagram\"}, {\"label\": \"and one more\", \"x\": 120, \"y\": 20, "
    "\"rot\": 0, \"layer\": \"diagram\"}]},\n"
    "  \"_links\": {\n"
    "    \"mass\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 0, \"y1\": 100, "
    "\"x2\": 100, \"y2\": 200, \"rot\": 180}}}},\n"
    "    \"spring\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 250, \"y1\": 0, "
    "\"x2\": 350, \"y2\": 100, \"rot\": 0}}}},\n"
    "    \"damper\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 250, \"y1\": "
    "230, "
    "\"x2\": 350, \"y2\": 330, \"rot\": 90}}}},\n"
    "    \"fixed\": {\"Dyad\": {\"placement\": {\"diagram\": {\"x1\": 500, \"y1\": "
    "100, "
    "\"x2\": 600, \"y2\": 200, \"rot\": 270}}}}\n"
    "  }\n"
    "}\nend\n";

typedef struct {
  LibIndex *library;
  DocModel *doc;
  FigureSymbols *symbols;
  FigureTheme theme;
  DocRect bounds; /* of the picture */
  int width, height;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();

  fixture->library = lib_index_load_all (folder, diags, NULL);
  fixture->doc = doc_from_text (fixture->library, NULL, TEXT, strlen (TEXT));
  fixture->symbols = figure_symbols_new ("no such folder");
  fixture->theme = figure_theme (false);
  fixture->bounds = doc_bounds (fixture->doc);
  fixture->bounds.x1 -= MARGIN;
  fixture->bounds.y1 -= MARGIN;
  fixture->width = (int) (fixture->bounds.x2 - fixture->bounds.x1) + MARGIN;
  fixture->height = (int) (fixture->bounds.y2 - fixture->bounds.y1) + MARGIN;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  figure_symbols_free (fixture->symbols);
  doc_free (fixture->doc);
  lib_index_unref (fixture->library);
}

static cairo_t *
begin (const Fixture *fixture)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, fixture->width, fixture->height);
  cairo_t *cr = cairo_create (surface);

  cairo_surface_destroy (surface);
  cairo_translate (cr, -fixture->bounds.x1, -fixture->bounds.y1);
  return cr;
}

static const uint32_t *
row_of (cairo_t *cr, int y)
{
  cairo_surface_t *surface = cairo_get_target (cr);

  cairo_surface_flush (surface);
  return (
      const uint32_t *) (const void *) (cairo_image_surface_get_data (surface) +
                                        y * cairo_image_surface_get_stride (surface));
}

/* Tile by tile, of each only what touches it, it is the same picture. */
static void
test_tiles (Fixture *fixture, gconstpointer data)
{
  cairo_t *whole = begin (fixture), *tiled = begin (fixture);
  const DocRect all = {-1e6, -1e6, 1e6, 1e6};
  int n_drawn = 0;

  g_assert_cmpuint (doc_n_items (fixture->doc), ==, 4);
  g_assert_cmpuint (doc_n_notes (fixture->doc), ==, 2);
  figure_diagram_draw (whole, fixture->doc, fixture->symbols, &fixture->theme, 1, all);
  for (int y = 0; y < fixture->height; y += TILE)
    for (int x = 0; x < fixture->width; x += TILE) {
      const double left = fixture->bounds.x1 + x, top = fixture->bounds.y1 + y;

      cairo_save (tiled);
      cairo_rectangle (tiled, left, top, TILE, TILE);
      cairo_clip (tiled);
      figure_diagram_draw (tiled, fixture->doc, fixture->symbols, &fixture->theme, 1,
                           (DocRect){left, top, left + TILE, top + TILE});
      cairo_restore (tiled);
    }
  for (int y = 0; y < fixture->height; y++) {
    g_assert_cmpmem (row_of (whole, y), 4 * (size_t) fixture->width, row_of (tiled, y),
                     4 * (size_t) fixture->width);
    for (int x = 0; x < fixture->width; x++)
      n_drawn += row_of (whole, y)[x] != 0;
  }
  g_assert_cmpint (n_drawn, >, 1000);
  /* No wire is missing. */
  for (uint32_t i = 0; i < doc_n_wires (fixture->doc); i++) {
    cairo_t *wire = begin (fixture);

    figure_diagram_draw_wire (wire, fixture->doc, i, &fixture->theme,
                              doc_wire (fixture->doc, i)->width, 1);
    for (int y = 0; y < fixture->height; y++)
      for (int x = 0; x < fixture->width; x++)
        g_assert_true (row_of (wire, y)[x] == 0 || row_of (whole, y)[x] != 0);
    cairo_destroy (wire);
  }
  cairo_destroy (whole);
  cairo_destroy (tiled);
}

/* All that was drawn lies within the extent, and something was. */
static void
assert_within (const Fixture *fixture, cairo_t *cr, DocRect extent)
{
  int n_drawn = 0;

  for (int y = 0; y < fixture->height; y++)
    for (int x = 0; x < fixture->width; x++) {
      const double left = fixture->bounds.x1 + x, top = fixture->bounds.y1 + y;

      if (row_of (cr, y)[x] == 0)
        continue;
      n_drawn++;
      g_assert_cmpfloat (left + 1, >=, extent.x1);
      g_assert_cmpfloat (left, <=, extent.x2);
      g_assert_cmpfloat (top + 1, >=, extent.y1);
      g_assert_cmpfloat (top, <=, extent.y2);
    }
  g_assert_cmpint (n_drawn, >, 20);
}

/* Each part says how far it reaches, and leaves the surface as it was. */
static void
test_extents (Fixture *fixture, gconstpointer data)
{
  const DocModel *doc = fixture->doc;
  const uint32_t n[] = {doc_n_items (doc), doc_n_wires (doc), doc_n_notes (doc)};

  for (int kind = 0; kind < 3; kind++)
    for (uint32_t i = 0; i < n[kind]; i++) {
      cairo_t *cr = begin (fixture);
      FigurePartLook look;
      cairo_matrix_t before, after;

      cairo_get_matrix (cr, &before);
      if (kind == 0) {
        look = figure_diagram_item_look (doc, i, 1);
        figure_item_draw (cr, doc, i, fixture->symbols, &fixture->theme, 1);
      } else if (kind == 1) {
        look = figure_diagram_wire_look (doc, i, 1);
        figure_diagram_draw_wire (cr, doc, i, &fixture->theme, doc_wire (doc, i)->width,
                                  1);
      } else {
        look = figure_diagram_note_look (doc, i, 1);
        figure_diagram_draw_note (cr, doc, i, &fixture->theme, 1);
      }
      cairo_get_matrix (cr, &after);
      g_assert_cmpmem (&before, sizeof before, &after, sizeof after);
      assert_within (fixture, cr, look.extent);
      cairo_destroy (cr);
    }
}

/* Colours are six digits behind a sign; nothing else is one. */
static void
test_colors (void)
{
  static const char *const WRONG[] = {NULL,      "",    "#",        "#12345",
                                      "ff00001", "red", "12345678", "#ff00zz"};
  FigureColor color;

  g_assert_true (figure_theme_color_parse ("#ff0033", &color));
  g_assert_cmpfloat (color.r, ==, 1);
  g_assert_cmpfloat (color.g, ==, 0);
  g_assert_cmpfloat_with_epsilon (color.b, 0.2, 1e-12);
  g_assert_true (figure_theme_color_parse ("#00336680", &color));
  g_assert_cmpfloat_with_epsilon (color.b, 0.4, 1e-12);
  for (guint i = 0; i < G_N_ELEMENTS (WRONG); i++)
    g_assert_false (figure_theme_color_parse (WRONG[i], &color));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/figure/tiles/tiles", Fixture, NULL, set_up, test_tiles, tear_down);
  g_test_add ("/figure/tiles/extents", Fixture, NULL, set_up, test_extents, tear_down);
  g_test_add_func ("/figure/tiles/colors", test_colors);
  return g_test_run ();
}
