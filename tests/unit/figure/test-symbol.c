/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbols of components: found, kept, let go, and drawn where they belong. */
#include <cairo-svg.h>
#include <glib/gstdio.h>
#include <librsvg/rsvg.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "figure/diagram/foreign-svg.h"
#include "figure/diagram/symbol.h"

enum { SIZE = 64 };

/* Only its left upper quarter is black: whatever turns or mirrors it shows. */
static const char CORNER[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
    "<rect width='500' height='500'/></svg>";

/* The same, with an angle in the right lower quarter that is read from left to right:
 * only its right upper eighth is white. */
static const char MIXED[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
    "<g id='turning'><rect width='500' height='500'/></g>"
    "<g id='upright'><path d='M625 500V1000M500 875H1000' fill='none' stroke='black' "
    "stroke-width='250'/></g></svg>";

/* The same, with a quarter that is read, too, and goes elsewhere. */
static const char PARTED[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
    "<g id='turning'><rect x='500' width='250' height='500'/></g>"
    "<g id='upright'><rect width='500' height='500'/></g>"
    "<g id='upright2'><path d='M625 500V1000M500 875H1000' fill='none' stroke='black' "
    "stroke-width='250'/></g></svg>";

/* All of it is read so. */
static const char READ[] =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
    "<g id='upright'><rect width='500' height='500'/></g></svg>";

typedef struct {
  char *folder, *library, *file;
  FigureSymbols *symbols;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp (NULL, NULL);
  fixture->library = g_build_filename (fixture->folder, "Lib", NULL);
  fixture->file = g_build_filename (fixture->library, "Corner.svg", NULL);
  g_assert_cmpint (g_mkdir (fixture->library, 0700), ==, 0);
  g_assert_true (g_file_set_contents (fixture->file, CORNER, -1, NULL));
  fixture->symbols = figure_symbols_new (fixture->folder);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  figure_symbols_free (fixture->symbols);
  g_unlink (fixture->file);
  g_rmdir (fixture->library);
  g_rmdir (fixture->folder);
  g_free (fixture->file);
  g_free (fixture->library);
  g_free (fixture->folder);
}

/* How opaque a pixel is, 0 to 255. */
static int
alpha_at (cairo_surface_t *surface, int x, int y)
{
  uint32_t pixel;

  cairo_surface_flush (surface);
  memcpy (&pixel,
          cairo_image_surface_get_data (surface) +
              y * cairo_image_surface_get_stride (surface) + 4 * x,
          sizeof pixel);
  return (int) (pixel >> 24);
}

/* Which quarters are drawn in: left above, right above, left below, right below. */
static void
assert_quarters (cairo_surface_t *surface, const char *expected)
{
  char drawn[5] = "....";

  for (int i = 0; i < 4; i++)
    if (alpha_at (surface, SIZE / 4 + i % 2 * SIZE / 2, SIZE / 4 + i / 2 * SIZE / 2) >
        128)
      drawn[i] = '#';
  g_assert_cmpstr (drawn, ==, expected);
}

/* By library and name, or by its place. */
static void
test_found (Fixture *fixture, gconstpointer data)
{
  assert_quarters (
      figure_symbol (fixture->symbols, "dyad://Lib/Corner.svg", SIZE, false), "#...");
  assert_quarters (figure_symbol (fixture->symbols, fixture->file, SIZE, false),
                   "#...");
}

/* In place of one that is missing stands a frame: something at the edge, and nothing of
 * the symbol. */
static void
test_missing (Fixture *fixture, gconstpointer data)
{
  const char *const uris[] = {NULL, "dyad://Lib/None.svg", "/none.svg"};

  for (guint i = 0; i < G_N_ELEMENTS (uris); i++) {
    cairo_surface_t *surface = figure_symbol (fixture->symbols, uris[i], SIZE, false);
    int edge = 0;

    g_assert_cmpint (cairo_image_surface_get_width (surface), ==, SIZE);
    g_assert_cmpint (cairo_image_surface_get_height (surface), ==, SIZE);
    for (int x = 0; x < SIZE / 2; x++)
      edge = MAX (edge, alpha_at (surface, x, SIZE / 2));
    g_assert_cmpint (edge, >, 100);
  }
}

/* A file that has changed is read again once that is told. */
static void
test_changed (Fixture *fixture, gconstpointer data)
{
  FigureSymbols *symbols = fixture->symbols;

  assert_quarters (figure_symbol (symbols, fixture->file, SIZE, false), "#...");
  g_assert_true (g_file_set_contents (
      fixture->file,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"
      "<rect x='500' y='500' width='500' height='500'/></svg>",
      -1, NULL));
  assert_quarters (figure_symbol (symbols, fixture->file, SIZE, false), "#...");
  figure_symbols_forget (symbols, fixture->library); /* another one */
  assert_quarters (figure_symbol (symbols, fixture->file, SIZE, false), "#...");
  figure_symbols_forget (symbols, fixture->file);
  assert_quarters (figure_symbol (symbols, fixture->file, SIZE, false), "...#");
}

/* Kept by icon, size and theme until they are let go. */
static void
test_kept (Fixture *fixture, gconstpointer data)
{
  const char *const uri = "dyad://Lib/Corner.svg";
  cairo_surface_t *first = figure_symbol (fixture->symbols, uri, SIZE, false);

  g_assert_true (figure_symbol (fixture->symbols, uri, SIZE, false) == first);
  g_assert_true (figure_symbol (fixture->symbols, uri, SIZE + 1, false) != first);
  g_assert_true (figure_symbol (fixture->symbols, uri, SIZE, true) != first);
  figure_symbols_trim (fixture->symbols, 1 << 20);
  g_assert_true (figure_symbol (fixture->symbols, uri, SIZE, false) == first);
  cairo_surface_reference (first); /* so that its place is not taken again */
  figure_symbols_trim (fixture->symbols, 1000);
  g_assert_true (figure_symbol (fixture->symbols, uri, SIZE, false) != first);
  cairo_surface_destroy (first);
}

/* The symbol in the fixture's file, mirrored and turned by quarters of a turn. Caller
 * destroys. */
static cairo_surface_t *
draw_placed (Fixture *fixture, double mirror, int quarters)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, SIZE / 2, SIZE / 2);
  cairo_rotate (cr, quarters * G_PI / 2);
  cairo_scale (cr, mirror * SIZE, SIZE);
  cairo_translate (cr, -0.5, -0.5);
  figure_symbol_draw (fixture->symbols, cr, "dyad://Lib/Corner.svg", false, 1);
  cairo_destroy (cr);
  return surface;
}

/* Turned and mirrored as the picture is, from the cache and as a drawing. */
static void
test_turned (Fixture *fixture, gconstpointer data)
{
  static const struct {
    int quarters;
    double mirror;
    const char *drawn;
  } CASES[] = {{0, 1, "#..."},  {1, 1, ".#.."},  {2, 1, "...#"},
               {-1, 1, "..#."}, {0, -1, ".#.."}, {2, -1, "..#."}};

  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    cairo_surface_t *surface =
        draw_placed (fixture, CASES[i].mirror, CASES[i].quarters);

    assert_quarters (surface, CASES[i].drawn);
    cairo_surface_destroy (surface);
  }
}

/* Letters go where the symbol has them, and stay legible. */
static void
assert_upright (Fixture *fixture, const char *symbol)
{
  static const struct {
    double mirror;
    int quarters;
    int x, y; /* the quarter with the angle: its left upper corner */
  } CASES[] = {{1, 0, SIZE / 2, SIZE / 2},
               {-1, 0, 0, SIZE / 2},
               {1, 1, 0, SIZE / 2},
               {1, 2, 0, 0},
               {-1, 2, SIZE / 2, 0}};

  g_assert_true (g_file_set_contents (fixture->file, symbol, -1, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (CASES); i++) {
    cairo_surface_t *surface =
        draw_placed (fixture, CASES[i].mirror, CASES[i].quarters);
    const int near = SIZE / 8, far = 3 * SIZE / 8;

    g_assert_cmpint (alpha_at (surface, CASES[i].x + near, CASES[i].y + near), >, 200);
    g_assert_cmpint (alpha_at (surface, CASES[i].x + near, CASES[i].y + far), >, 200);
    g_assert_cmpint (alpha_at (surface, CASES[i].x + far, CASES[i].y + far), >, 200);
    g_assert_cmpint (alpha_at (surface, CASES[i].x + far, CASES[i].y + near), <, 50);
    cairo_surface_destroy (surface);
  }
}

static void
test_upright (Fixture *fixture, gconstpointer data)
{
  assert_upright (fixture, MIXED);
}

static void
test_parted (Fixture *fixture, gconstpointer data)
{
  assert_upright (fixture, PARTED);
}

static void
test_all_upright (Fixture *fixture, gconstpointer data)
{
  g_assert_true (g_file_set_contents (fixture->file, READ, -1, NULL));
  for (int quarters = 0; quarters < 4; quarters++) {
    cairo_surface_t *surface = draw_placed (fixture, -1, quarters);

    assert_quarters (surface, "#...");
    cairo_surface_destroy (surface);
  }
}

static cairo_status_t
write_bytes (void *closure, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (closure, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

/* In a file of vectors it is a drawing, in the same place. */
static void
test_vectors (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  cairo_surface_t *vectors =
      cairo_svg_surface_create_for_stream (write_bytes, bytes, SIZE, SIZE);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
  cairo_t *cr = cairo_create (vectors);
  const RsvgRectangle all = {0, 0, SIZE, SIZE};

  cairo_translate (cr, SIZE, 0);
  cairo_scale (cr, -SIZE, SIZE);
  figure_symbol_draw (fixture->symbols, cr, "dyad://Lib/Corner.svg", false, 1);
  cairo_destroy (cr);
  cairo_surface_finish (vectors);
  cairo_surface_destroy (vectors);
  g_autofree char *text = g_strndup ((const char *) bytes->data, bytes->len);
  g_assert_null (strstr (text, "<image"));
  RsvgHandle *handle = rsvg_handle_new_from_data (bytes->data, bytes->len, NULL);
  g_assert_nonnull (handle);
  cr = cairo_create (surface);
  g_assert_true (rsvg_handle_render_document (handle, cr, &all, NULL));
  cairo_destroy (cr);
  assert_quarters (surface, ".#..");
  cairo_surface_destroy (surface);
  g_object_unref (handle);
}

/* What is half opaque is seen half. */
static void
test_opacity (Fixture *fixture, gconstpointer data)
{
  for (int k = 0; k < 2; k++) {
    cairo_surface_t *surface =
        cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIZE, SIZE);
    cairo_t *cr = cairo_create (surface);

    if (k == 1) { /* upside down */
      cairo_translate (cr, SIZE, SIZE);
      cairo_rotate (cr, G_PI);
    }
    cairo_scale (cr, SIZE, SIZE);
    figure_symbol_draw (fixture->symbols, cr, "dyad://Lib/Corner.svg", false, 0.5);
    const int at = k == 0 ? SIZE / 4 : 3 * SIZE / 4;
    g_assert_cmpint (abs (alpha_at (surface, at, at) - 128), <=, 4);
    g_assert_cmpint (alpha_at (surface, SIZE - at, at), ==, 0);
    cairo_destroy (cr);
    cairo_surface_destroy (surface);
  }
}

/* Ink is met where it begins, or not at all. */
static void
test_gap (Fixture *fixture, gconstpointer data)
{
  const DocPoint up = {0, -1}, right = {1, 0};
  const char *uri = "dyad://Lib/Corner.svg";

  g_assert_cmpfloat_with_epsilon (
      figure_symbol_gap (fixture->symbols, uri, (DocPoint){0.25, 1}, up), 0.5, 0.02);
  g_assert_cmpfloat (figure_symbol_gap (fixture->symbols, uri, (DocPoint){0.75, 1}, up),
                     ==, 0);
  g_assert_cmpfloat (
      figure_symbol_gap (fixture->symbols, uri, (DocPoint){0, 0.25}, right), ==, 0);
}

/* A support, or a port for heat, that an instance lacks is no stub in the air: symbols
 * show nothing at the lower edge where such ports would be. One that is there has a
 * lead. */
static void
test_optional_ports (void)
{
  g_autofree char *icons = base_folder_icons (), *folder = base_folder_data ();
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) index = lib_index_load_all (folder, diags, NULL);
  g_autoptr (BaseArena) arena = base_arena_new ();
  FigureSymbols *symbols = figure_symbols_new (icons);
  uint32_t n = 0;

  for (uint32_t i = 0; i < lib_index_n_entries (index); i++) {
    const LibCard *card =
        lib_card (arena, index, lib_index_entry (index, i), NULL, NULL);

    for (uint32_t k = 0; card != NULL && k < card->n_ports; k++) {
      const LibPort *port = &card->ports[k];
      const DocPoint at = {(port->icon.x1 + port->icon.x2) / 2000, 1};

      if (!port->is_optional || lib_port_is_signal (port) || card->is_partial ||
          card->icon == NULL || (port->icon.y1 + port->icon.y2) / 2000 < 1)
        continue;
      n++;
      if (figure_symbol_gap (symbols, card->icon, at, (DocPoint){0, -1}) < 0.05)
        g_error ("%s shows its %s", card->entry->name, port->name);
    }
  }
  g_assert_cmpuint (n, >, 30);
  figure_symbols_free (symbols);
}

/* How many pixels of a picture are of that colour or near it. */
static int
count_color (cairo_surface_t *surface, uint32_t rgb)
{
  int n = 0;

  cairo_surface_flush (surface);
  for (int y = 0; y < SIZE; y++)
    for (int x = 0; x < SIZE; x++) {
      uint32_t pixel;
      int off = 0;

      memcpy (&pixel,
              cairo_image_surface_get_data (surface) +
                  y * cairo_image_surface_get_stride (surface) + 4 * x,
              sizeof pixel);
      for (int byte = 0; byte < 24; byte += 8)
        off += abs ((int) (pixel >> byte & 255) - (int) (rgb >> byte & 255));
      n += off < 24 && pixel >> 24 > 250;
    }
  return n;
}

/* A drawing has its outline in its colour, a soft fill and, if it is to have one, a
 * text, whatever that is; one of a missing class is not filled. */
static void
test_drawing (Fixture *fixture, gconstpointer data)
{
  static const char *const SHAPES[] = {"rounded", "box", "circle", "diamond",
                                       "triangle"};
  static const char *const TEXTS[] = {
      "Wheel Carrier", "<&>\001\002", "Ünder_score",
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"};

  for (guint i = 0; i < G_N_ELEMENTS (SHAPES); i++) {
    g_autofree char *empty = g_strdup_printf ("drawing:%s:#1f8f86:", SHAPES[i]);
    g_autofree char *blank = g_strdup_printf ("drawing:%s:#1f8f86: _ \t", SHAPES[i]);
    g_autofree char *text = g_strdup_printf ("drawing:%s:#1f8f86:M", SHAPES[i]);
    const int n =
        count_color (figure_symbol (fixture->symbols, empty, SIZE, false), 0xa5d2cf);

    g_assert_cmpint (n, >, SIZE * SIZE / 6);
    g_assert_cmpint (
        count_color (figure_symbol (fixture->symbols, blank, SIZE, false), 0xa5d2cf),
        ==, n);
    g_assert_cmpint (
        count_color (figure_symbol (fixture->symbols, text, SIZE, false), 0xa5d2cf), <,
        n);
    g_assert_cmpint (
        count_color (figure_symbol (fixture->symbols, empty, SIZE, false), 0x1f8f86), >,
        SIZE);
  }
  for (guint i = 0; i < G_N_ELEMENTS (TEXTS); i++) {
    g_autofree char *uri = g_strdup_printf ("drawing:box:#1f8f86:%s", TEXTS[i]);

    g_assert_cmpint (
        count_color (figure_symbol (fixture->symbols, uri, SIZE, false), 0xa5d2cf), >,
        SIZE * SIZE / 3);
  }
  cairo_surface_t *missing =
      figure_symbol (fixture->symbols, "drawing:missing:#848c96:", SIZE, false);
  g_assert_cmpint (alpha_at (missing, SIZE / 2, SIZE / 2), ==, 0);
}

/* In a box that is twice as high as wide the sides of a drawing are of one width. */
static void
test_stretched (Fixture *fixture, gconstpointer data)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 500, 1000);
  cairo_t *cr = cairo_create (surface);
  int across = 0, down = 0;

  cairo_scale (cr, 500, 1000);
  figure_symbol_draw (fixture->symbols, cr, "drawing:box:#000000:", false, 1);
  for (int i = 0; i < 250; i++) {
    uint32_t pixel[2];
    const unsigned char *bytes = cairo_image_surface_get_data (surface);
    const int stride = cairo_image_surface_get_stride (surface);

    cairo_surface_flush (surface);
    memcpy (&pixel[0], bytes + 500 * stride + 4 * i, sizeof pixel[0]);
    memcpy (&pixel[1], bytes + i * stride + 4 * 250, sizeof pixel[1]);
    across += pixel[0] == 0xff000000;
    down += pixel[1] == 0xff000000;
  }
  g_assert_cmpint (across, >, 15);
  g_assert_cmpint (abs (across - down), <=, 2);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

#define SVG_HEAD "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>"

/* What may take for ever to draw, or reads other files, is no icon. */
static void
test_foreign (Fixture *fixture, gconstpointer data)
{
  static const char *const BAD[] = {
      "",
      "<svg",
      "no markup",
      "\xff\xfe<svg/>",
      SVG_HEAD "<g></svg>",
      SVG_HEAD "<g id='a'/><use href='#a'/></svg>",
      SVG_HEAD "<image href='/etc/passwd'/></svg>",
      SVG_HEAD "<defs><filter id='f'/></defs></svg>",
      SVG_HEAD "<style>@import url(file:///etc/passwd);</style></svg>",
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/2000/svg'>"
      "<x:use/></svg>",
      "<svg xmlns='http://www.w3.org/2000/svg' "
      "xmlns:svg='http://www.w3.org/2000/svg'><svg:use/></svg>",
      SVG_HEAD "<path d='M0 0L900 0' stroke-dasharray='1 1'/></svg>",
      "<!DOCTYPE svg [<!ENTITY x SYSTEM '/etc/passwd'>]>" SVG_HEAD
      "<text>x</text></svg>",
      "<?xml version='1.0' encoding='UTF-7'?>" SVG_HEAD "</svg>"};
  static const char GOOD[] =
      "<?xml version='1.0' encoding='UTF-8' standalone='no'?><!-- drawn -->"
      "<svg viewBox='0 0 1000 1000' xmlns='http://www.w3.org/2000/svg' "
      "xmlns:svg='http://www.w3.org/2000/svg' xmlns:s='http://s.org/dtd'>"
      "<s:namedview id='base'/><metadata/><defs><linearGradient id='g'><stop/>"
      "</linearGradient></defs><svg:rect width='500' height='500'/>"
      "<rect x='500' width='500' height='500' fill='url(Other.svg#g) none'/></svg>";
  g_autofree char *path = g_build_filename (fixture->library, "Foreign.svg", NULL);
  g_autofree char *other = g_build_filename (fixture->library, "Other.svg", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (BAD); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_true (g_file_set_contents (path, BAD[i], -1, NULL));
    g_assert_null (figure_foreign_svg_read (path, &error));
    g_assert_nonnull (strstr (error->message, "Foreign.svg"));
  }
  /* Too many parts, too deep, too large. */
  static const char *const MANY[] = {"<g/>", "<g>", "<!-- 0123456789 -->"};
  static const int TIMES[] = {501, 60, 20000};
  for (guint i = 0; i < G_N_ELEMENTS (MANY); i++) {
    g_autoptr (GString) text = g_string_new (SVG_HEAD);
    g_autoptr (GError) error = NULL;

    for (int k = 0; k < TIMES[i]; k++)
      g_string_append (text, MANY[i]);
    g_string_append (text, "</svg>");
    g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
    g_assert_null (figure_foreign_svg_read (path, &error));
    g_assert_nonnull (error);
  }
  /* One that is good, and nothing of what it would have from elsewhere. */
  g_assert_true (g_file_set_contents (path, GOOD, -1, NULL));
  g_assert_true (g_file_set_contents (
      other,
      SVG_HEAD "<linearGradient id='g'><stop stop-color='red'/></linearGradient></svg>",
      -1, NULL));
  assert_quarters (figure_symbol (fixture->symbols, path, SIZE, false), "#...");
  g_assert_cmpint (g_unlink (path) | g_unlink (other), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, function)                                                            \
  g_test_add ("/figure/symbol/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("found", test_found);
  ADD ("missing", test_missing);
  ADD ("changed", test_changed);
  ADD ("kept", test_kept);
  ADD ("turned", test_turned);
  ADD ("upright", test_upright);
  ADD ("parted", test_parted);
  ADD ("all-upright", test_all_upright);
  ADD ("vectors", test_vectors);
  ADD ("opacity", test_opacity);
  ADD ("gap", test_gap);
  ADD ("drawing", test_drawing);
  ADD ("stretched", test_stretched);
  ADD ("foreign", test_foreign);
  g_test_add_func ("/figure/symbol/optional-ports", test_optional_ports);
  return g_test_run ();
}
