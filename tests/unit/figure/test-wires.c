/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the wires of the examples are drawn, each alone: along their edges, round their
 * corners, over what they cross, with dots, arrows and tags. */
#include <math.h>
#include <string.h>

#include "base/folder.h"
#include "doc/edit/edit.h"
#include "figure/diagram/diagram.h"

#define ZOOM   4.0
#define MARGIN 100.0

typedef struct {
  const DocModel *doc;
  const DocWire *wire;
  DocRect bounds;
  cairo_surface_t *surface;
} Drawn;

/* What there was of each kind to look at. */
typedef struct {
  uint32_t n_lines, n_corners, n_crossings, n_branches, n_arrows, n_plain_ends;
} Seen;

static Drawn
draw_wire (const DocModel *doc, uint32_t index)
{
  Drawn drawn = {.doc = doc, .wire = doc_wire (doc, index), .bounds = doc_bounds (doc)};
  const FigureTheme theme = figure_theme (false);

  drawn.bounds.x1 -= MARGIN;
  drawn.bounds.y1 -= MARGIN;
  drawn.surface = cairo_image_surface_create (
      CAIRO_FORMAT_A8, (int) (ZOOM * (drawn.bounds.x2 - drawn.bounds.x1 + MARGIN)),
      (int) (ZOOM * (drawn.bounds.y2 - drawn.bounds.y1 + MARGIN)));
  cairo_t *cr = cairo_create (drawn.surface);
  cairo_scale (cr, ZOOM, ZOOM);
  cairo_translate (cr, -drawn.bounds.x1, -drawn.bounds.y1);
  figure_diagram_draw_wire (cr, doc, index, &theme, drawn.wire->width, ZOOM);
  cairo_destroy (cr);
  cairo_surface_flush (drawn.surface);
  return drawn;
}

/* The cover of the pixel at a place of the diagram. */
static double
ink (const Drawn *drawn, double x, double y)
{
  const int px = (int) floor (ZOOM * (x - drawn->bounds.x1));
  const int py = (int) floor (ZOOM * (y - drawn->bounds.y1));

  return cairo_image_surface_get_data (
             drawn
                 ->surface)[py * cairo_image_surface_get_stride (drawn->surface) + px] /
         255.0;
}

static double
distance (DocPoint a, DocPoint b)
{
  return hypot (a.x - b.x, a.y - b.y);
}

/* Nothing but a straight line is within `room` of the point. */
static bool
is_plain (const DocWire *wire, DocPoint p, double room)
{
  uint32_t n_near = 0;

  for (uint32_t i = 0; i < wire->n_branches; i++)
    if (distance (wire->branches[i], p) < room)
      return false;
  for (uint32_t i = 0; i < wire->n_crossings; i++)
    if (distance (wire->crossings[i], p) < room)
      return false;
  for (uint32_t e = 0; e < wire->n_edges; e++)
    for (uint32_t k = 0; k < wire->edges[e].n_points; k++) {
      const DocPoint b = wire->edges[e].points[k];

      if (distance (b, p) < room)
        return false;
      if (k == 0)
        continue;
      const DocPoint a = wire->edges[e].points[k - 1];
      n_near += p.x > fmin (a.x, b.x) - room && p.x < fmax (a.x, b.x) + room &&
                p.y > fmin (a.y, b.y) - room && p.y < fmax (a.y, b.y) + room;
    }
  return n_near == 1;
}

/* A line is as wide as its wire, all along. */
static void
check_line (const Drawn *drawn, DocPoint a, DocPoint b, Seen *seen)
{
  const double length = distance (a, b), half = drawn->wire->width / 2;
  const double ux = (b.x - a.x) / length, uy = (b.y - a.y) / length;

  for (double way = 0; way < length; way += 1) {
    const DocPoint p = {a.x + way * ux, a.y + way * uy};

    if (!is_plain (drawn->wire, p, 12))
      continue;
    seen->n_lines++;
    for (int side = -1; side <= 1; side += 2) {
      const double in = side * (half - 0.4), out = side * (half + 0.6);

      g_assert_cmpfloat (ink (drawn, p.x - in * uy, p.y + in * ux), >, 0.9);
      g_assert_cmpfloat (ink (drawn, p.x - out * uy, p.y + out * ux), <, 0.1);
    }
  }
}

/* A corner is rounded: its middle lies within, and its outside is cut. */
static void
check_corner (const Drawn *drawn, DocPoint a, DocPoint p, DocPoint b, Seen *seen)
{
  const double la = distance (a, p), lb = distance (p, b),
               half = drawn->wire->width / 2;
  const DocPoint in = {(a.x - p.x) / la + (b.x - p.x) / lb,
                       (a.y - p.y) / la + (b.y - p.y) / lb};

  if (la < 12 || lb < 12 || fabs (in.x) < 0.5 || fabs (in.y) < 0.5 || half > 2)
    return;
  seen->n_corners++;
  g_assert_cmpfloat (ink (drawn, p.x + 0.6 * in.x, p.y + 0.6 * in.y), >, 0.9);
  g_assert_cmpfloat (ink (drawn, p.x - 0.9 * half * in.x, p.y - 0.9 * half * in.y), <,
                     0.1);
  g_assert_cmpfloat (ink (drawn, p.x + 5 * in.x, p.y + 5 * in.y), <, 0.1);
}

/* What a level line crosses, it passes in an arc above. */
static void
check_crossings (const Drawn *drawn, Seen *seen)
{
  for (uint32_t i = 0; i < drawn->wire->n_crossings; i++) {
    const DocPoint p = drawn->wire->crossings[i];
    const double half = drawn->wire->width / 2;

    if (half > 2)
      continue;
    seen->n_crossings++;
    g_assert_cmpfloat (ink (drawn, p.x, p.y), <, 0.1);
    g_assert_cmpfloat (ink (drawn, p.x, p.y - 4), >, 0.9);
    g_assert_cmpfloat (ink (drawn, p.x, p.y + 4), <, 0.1);
    g_assert_cmpfloat (ink (drawn, p.x - 4, p.y), >, 0.5);
    g_assert_cmpfloat (ink (drawn, p.x + 4, p.y), >, 0.5);
  }
}

static void
check_branches (const Drawn *drawn, Seen *seen)
{
  for (uint32_t i = 0; i < drawn->wire->n_branches; i++)
    for (double angle = G_PI / 4; angle < 6; angle += G_PI / 2) {
      const DocPoint p = drawn->wire->branches[i];

      if (drawn->wire->width > 4)
        continue;
      seen->n_branches++;
      g_assert_cmpfloat (ink (drawn, p.x + 3 * cos (angle), p.y + 3 * sin (angle)), >,
                         0.9);
      g_assert_cmpfloat (ink (drawn, p.x + 4.2 * cos (angle), p.y + 4.2 * sin (angle)),
                         <, 0.1);
    }
}

/* A signal has an arrow where it goes in, and nowhere else. */
static void
check_end (const Drawn *drawn, int32_t end, DocPoint from, DocPoint tip, Seen *seen)
{
  const DocEnd *at = end > 0 ? &drawn->wire->ends[end - 1] : NULL;
  const double length = distance (from, tip);

  if (at == NULL || at->item == UINT32_MAX || length < 14 || drawn->wire->width > 3)
    return;
  const DocItem *item = doc_item (drawn->doc, at->item);
  const LibPort *port = item->ports[at->port].port;
  const bool is_sink = item->is_own_port ? port->is_output : port->is_input;
  const double ux = (tip.x - from.x) / length, uy = (tip.y - from.y) / length;
  const DocPoint back = {tip.x - 6 * ux, tip.y - 6 * uy};

  *(is_sink ? &seen->n_arrows : &seen->n_plain_ends) += 1;
  for (int side = -2; side <= 2; side += 4)
    g_assert_true ((ink (drawn, back.x - side * uy, back.y + side * ux) > 0.7) ==
                   is_sink);
  g_assert_cmpfloat (ink (drawn, tip.x - 8 * ux - 2.5 * uy, tip.y - 8 * uy + 2.5 * ux),
                     <, 0.1);
  g_assert_cmpfloat (ink (drawn, tip.x + 2.5 * ux, tip.y + 2.5 * uy), <, 0.1);
}

static void
check_wire (const DocModel *doc, uint32_t index, Seen *seen)
{
  Drawn drawn = draw_wire (doc, index);

  for (uint32_t e = 0; e < drawn.wire->n_edges; e++) {
    const DocEdge *edge = &drawn.wire->edges[e];
    const DocPoint *p = edge->points;

    for (uint32_t k = 1; k < edge->n_points; k++)
      check_line (&drawn, p[k - 1], p[k], seen);
    for (uint32_t k = 1; k + 1 < edge->n_points; k++)
      check_corner (&drawn, p[k - 1], p[k], p[k + 1], seen);
    check_end (&drawn, edge->from, p[1], p[0], seen);
    check_end (&drawn, edge->to, p[edge->n_points - 2], p[edge->n_points - 1], seen);
  }
  check_crossings (&drawn, seen);
  check_branches (&drawn, seen);
  cairo_surface_destroy (drawn.surface);
}

static void
test_examples (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "examples", NULL);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library = lib_index_load_all (data, diags, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  Seen seen = {0};

  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir)) {
    g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
    gsize length;

    if (!g_str_has_suffix (name, ".dyad"))
      continue;
    g_assert_true (g_file_get_contents (path, &text, &length, NULL));
    g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, length);
    for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
      g_test_message ("%s, wire %u", name, w);
      check_wire (doc, w, &seen);
    }
  }
  g_test_message ("%u lines, %u corners, %u crossings, %u branches, %u arrows, %u ends",
                  seen.n_lines, seen.n_corners, seen.n_crossings, seen.n_branches,
                  seen.n_arrows, seen.n_plain_ends);
  g_assert_cmpuint (seen.n_lines, >, 10000);
  g_assert_cmpuint (seen.n_corners, >, 20);
  g_assert_cmpuint (seen.n_crossings, >, 3);
  g_assert_cmpuint (seen.n_branches, >, 20);
  g_assert_cmpuint (seen.n_arrows, >, 10);
  g_assert_cmpuint (seen.n_plain_ends, >, 100);
}

/* ---- tags ---- */

/* The outline of a tag on its box, with a point where its signal goes: away from an
 * output, back into an input, and nowhere without one. */
static void
check_tag (const Drawn *drawn, uint32_t number, uint32_t *n_pointed, uint32_t *n_plain)
{
  const DocWire *wire = drawn->wire;
  const DocEdge *edge = &wire->edges[number];
  const DocEnd *end = &wire->ends[edge->from - 1];
  const DocItem *item = doc_item (drawn->doc, end->item);
  const LibPort *port = item->ports[end->port].port;
  const bool is_sink = item->is_own_port ? port->is_output : port->is_input;
  const DocPoint a = edge->points[edge->n_points - 2],
                 b = edge->points[edge->n_points - 1];
  const double sense = is_sink ? -1 : wire->is_signal ? 1 : 0;
  const DocPoint way = {sense * ((b.x > a.x) - (b.x < a.x)),
                        sense * ((b.y > a.y) - (b.y < a.y))};
  const DocRect box = wire->tags[number];
  const DocPoint middle = {(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2};

  *(sense == 0 ? n_plain : n_pointed) += 1;
  for (int corner = 0; corner < 4; corner++) {
    const double x = corner % 2 == 0 ? box.x1 : box.x2,
                 y = corner < 2 ? box.y1 : box.y2;
    const double dx = x > middle.x ? 1 : -1, dy = y > middle.y ? 1 : -1;
    const bool is_at_point = (way.x != 0 && way.x == dx) || (way.y != 0 && way.y == dy);

    g_assert_true ((ink (drawn, x - 0.25 * dx, y - 0.25 * dy) > 0.5) == !is_at_point);
  }
  /* Around it is its rim, half of it outside. */
  for (int side = -1; side <= 1; side += 2) {
    const double x = side < 0 ? box.x1 : box.x2, y = side < 0 ? box.y1 : box.y2;

    if (way.y == 0) {
      g_assert_cmpfloat (ink (drawn, middle.x + 8, y + 0.4 * side), >, 0.9);
      g_assert_cmpfloat (ink (drawn, middle.x + 8, y + 1.2 * side), <, 0.1);
    }
    if (way.x == 0)
      g_assert_cmpfloat (ink (drawn, x + 0.4 * side, middle.y), >, 0.9);
  }
  /* All that is within has a ground of its own. */
  g_assert_cmpfloat (ink (drawn, middle.x, middle.y), >, 0.9);
  g_assert_cmpfloat (ink (drawn, middle.x, box.y1 + 1), >, 0.9);
  g_assert_cmpfloat (ink (drawn, middle.x, box.y2 - 1), >, 0.9);
  g_assert_cmpfloat (ink (drawn, box.x1 + 1.3, middle.y), >, 0.9);
  g_assert_cmpfloat (ink (drawn, box.x2 - 1.3, middle.y), >, 0.9);
}

static void
test_tags (void)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "examples", NULL);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LibIndex) library = lib_index_load_all (data, diags, NULL);
  static const char *const NAMES[] = {"position-servo.dyad", "forced-motion.dyad",
                                      "oscillator.dyad"};
  uint32_t n_pointed = 0, n_plain = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    g_autofree char *path = g_build_filename (folder, NAMES[i], NULL), *text = NULL;
    gsize length;

    g_assert_true (g_file_get_contents (path, &text, &length, NULL));
    g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, length);
    for (uint32_t w = 0; w < doc_n_wires (doc); w++) {
      if (!doc_set_tagged (doc, w, true, NULL))
        continue;
      g_test_message ("%s, wire %u", NAMES[i], w);
      Drawn drawn = draw_wire (doc, w);
      for (uint32_t e = 0; e < drawn.wire->n_edges; e++)
        check_tag (&drawn, e, &n_pointed, &n_plain);
      cairo_surface_destroy (drawn.surface);
    }
  }
  g_test_message ("%u and %u", n_pointed, n_plain);
  g_assert_cmpuint (n_pointed, >, 5);
  g_assert_cmpuint (n_plain, >, 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/wires/examples", test_examples);
  g_test_add_func ("/figure/wires/tags", test_tags);
  return g_test_run ();
}
