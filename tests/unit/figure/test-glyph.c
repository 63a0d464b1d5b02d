/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signs of moving pictures: how far they reach, which way they point, what turns
 * with them, and how many teeth, spokes and windings there are. */
#include <math.h>
#include <string.h>

#include "figure/motion/glyph.h"

enum { SIDE = 240, MIDDLE = SIDE / 2 };

/* Lines are black, what is filled red, holes green. */
static const FigureInk INK = {{1, 0, 0}, {0, 0, 0}, {0, 1, 0}, 1.4};

typedef struct {
  FigurePoint a, b;
  double angle, half;
} Place;

typedef void (*Draw) (const FigureBrush *brush);

/* Those of two and more sizes. */
static void
box (const FigureBrush *brush)
{
  figure_glyph_box (brush, brush->a, (FigurePoint){60, 2 * brush->half}, brush->angle);
}

static void
tread (const FigureBrush *brush)
{
  figure_glyph_tread (brush, (FigurePoint){60, 2 * brush->half}, 7);
}

static void
gear (const FigureBrush *brush)
{
  figure_glyph_gear (brush,
                     &(FigureGear){brush->a, brush->half, 9, brush->angle, false});
}

static void
ring (const FigureBrush *brush)
{
  figure_glyph_gear (brush,
                     &(FigureGear){brush->a, brush->half, 24, brush->angle, true});
}

static void
wall (const FigureBrush *brush)
{
  figure_glyph_wall (brush, brush->a, brush->b, 2 * brush->half);
}

static void
belt (const FigureBrush *brush)
{
  figure_glyph_belt (brush, (double[]){brush->half, 0.6 * brush->half}, 0);
}

static void
arrow (const FigureBrush *brush)
{
  cairo_set_source_rgb (brush->cr, 0, 0, 0);
  figure_glyph_arrow (brush->cr, brush->a,
                      (FigurePoint){brush->b.x - brush->a.x, brush->b.y - brush->a.y},
                      brush->half / 5);
}

/* How far the signs reach: on the axis from a to b, whose length is 1, or from the
 * middle of what has one place only, in halves; across in halves. And what they look
 * like in a mirror on the axis or, after half a turn, about their middle. */
static const struct {
  const char *name;
  Draw draw;
  bool has_ends;
  double from, to, left, right; /* what is left of a to b is above on the surface */
  bool is_mirrored, is_turned;
} SIGNS[] = {
    {"body", figure_glyph_body, false, -1, 1, -1, 1, false, true},
    {"centre", figure_glyph_centre, false, -1, 1, -1, 1, false, true},
    {"pin", figure_glyph_pin, false, -1, 1, -1, 1, true, true},
    {"wheel", figure_glyph_wheel, false, -1, 1, -1, 1, true, false},
    {"disc", figure_glyph_disc, false, -1, 1, -1, 1, true, false},
    {"support", figure_glyph_support, false, -0.75, 0.75, 0, 1.05, false, false},
    {"box", box, false, -1.5, 1.5, -1, 1, true, true},
    {"tread", tread, false, -1.5, 1.5, -1, 1, true, false},
    {"bar", figure_glyph_bar, true, 0, 1, -1, 1, true, true},
    {"line", figure_glyph_line, true, 0, 1, 0, 0, true, false},
    {"spring", figure_glyph_spring, true, 0, 1, -1, 1, false, true},
    {"damper", figure_glyph_damper, true, 0, 1, -0.84, 0.84, true, false},
    {"spring-damper", figure_glyph_spring_damper, true, 0, 1, -1.8, 1.8, false, false},
    {"wall", wall, true, 0, 1, 0, 2, false, false},
    {"arrow", arrow, true, 0, 1, -0.38, 0.38, true, false},
    {"belt", belt, true, 0, 1, -1, 1, false, false},
    {"gear", gear, false, -1, 1, -1, 1, true, false},
    {"ring", ring, false, -1, 1, -1, 1, true, false},
};

static cairo_surface_t *
paint (Draw draw, Place place)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  const FigureBrush brush = {.cr = cairo_create (surface),
                             .ink = INK,
                             .a = place.a,
                             .b = place.b,
                             .angle = place.angle,
                             .half = place.half};

  /* As for all signs of a picture. */
  cairo_set_line_cap (brush.cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (brush.cr, CAIRO_LINE_JOIN_BEVEL);
  draw (&brush);
  g_assert_cmpint (cairo_status (brush.cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (brush.cr);
  cairo_surface_flush (surface);
  return surface;
}

static const unsigned char *
pixel (cairo_surface_t *surface, int x, int y)
{
  return cairo_image_surface_get_data (surface) +
         y * cairo_image_surface_get_stride (surface) + 4 * x;
}

static double
cover (cairo_surface_t *surface, int x, int y)
{
  return pixel (surface, x, y)[3] / 255.0;
}

/* How much of a pixel is line. */
static double
line_at (cairo_surface_t *surface, double x, double y)
{
  const unsigned char *p = pixel (surface, (int) floor (x), (int) floor (y));

  return (p[3] - fmax (p[1], p[2])) / 255.0;
}

/* Edges of the ink, to parts of a pixel by the cover of the outermost ones. */
static FigureRect
extents (cairo_surface_t *surface)
{
  FigureRect r = {SIDE, SIDE, 0, 0};

  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      const double c = cover (surface, x, y);

      if (c < 0.1)
        continue;
      r.x1 = fmin (r.x1, x + 1 - c);
      r.y1 = fmin (r.y1, y + 1 - c);
      r.x2 = fmax (r.x2, x + c);
      r.y2 = fmax (r.y2, y + c);
    }
  return r;
}

static void
test_reach (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SIGNS); i++)
    for (double half = 6; half <= 24; half += 9) {
      const double length = 90, slack = 0.5 * INK.line_px + 1;
      const Place place = {.a = {MIDDLE - length / 2, MIDDLE},
                           .b = {MIDDLE + length / 2, MIDDLE},
                           0,
                           half};
      const Place alone = {.a = {MIDDLE, MIDDLE}, .b = {MIDDLE, MIDDLE}, 0, half};
      const bool is_belt = SIGNS[i].draw == belt, has_ends = SIGNS[i].has_ends;
      const bool is_long = SIGNS[i].draw == box || SIGNS[i].draw == tread;
      /* What rounds the ends goes on by half the width. */
      const double before = is_belt || SIGNS[i].draw == figure_glyph_bar ? half : 0;
      const double behind = is_belt ? 0.6 * half : before;
      const double unit = is_long ? 20 : half;
      const double thick = is_belt ? 1.5 * INK.line_px : 0;
      /* Teeth reach over the pitch circle, and a ring has its rim around it. */
      const double teeth = SIGNS[i].draw == gear   ? 0.17 * half
                           : SIGNS[i].draw == ring ? 0.27 * half + 2
                                                   : 0;
      const double dash = SIGNS[i].draw == figure_glyph_line ? 4 : 0;
      cairo_surface_t *surface = paint (SIGNS[i].draw, has_ends ? place : alone);
      const FigureRect r = extents (surface);

      g_test_message ("%s, %g: %.1f to %.1f, %.1f to %.1f", SIGNS[i].name, half,
                      r.x1 - MIDDLE, r.x2 - MIDDLE, r.y1 - MIDDLE, r.y2 - MIDDLE);
      const double x1 = has_ends ? place.a.x - before : MIDDLE + SIGNS[i].from * unit;
      const double x2 = has_ends ? place.b.x + behind : MIDDLE + SIGNS[i].to * unit;
      g_assert_cmpfloat_with_epsilon (r.x1, x1, slack + thick + teeth);
      g_assert_cmpfloat_with_epsilon (r.x2, x2, slack + thick + teeth + dash);
      g_assert_cmpfloat_with_epsilon (r.y1, MIDDLE + SIGNS[i].left * half,
                                      slack + thick + teeth);
      g_assert_cmpfloat_with_epsilon (r.y2, MIDDLE + SIGNS[i].right * half,
                                      slack + thick + teeth);
      cairo_surface_destroy (surface);
    }
}

/* Turns a point a quarter clockwise about the middle of the surface, so many times. */
static FigurePoint
turn (FigurePoint p, int quarters)
{
  for (int i = 0; i < quarters; i++)
    p = (FigurePoint){SIDE - p.y, p.x};
  return p;
}

/* The mean difference of the pixels of a picture turned by quarters, or in a mirror on
 * the horizontal axis through the middle (-1), and of another one. */
static double
difference (cairo_surface_t *one, int quarters, cairo_surface_t *other)
{
  double sum = 0;
  int n = 0;

  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      const FigurePoint p = {x + 0.5, y + 0.5};
      const FigurePoint q =
          quarters < 0 ? (FigurePoint){p.x, SIDE - p.y} : turn (p, quarters);
      const unsigned char *a = pixel (one, x, y),
                          *b = pixel (other, (int) q.x, (int) q.y);

      n += a[3] != 0 || b[3] != 0;
      for (int k = 0; k < 4; k++)
        sum += abs (a[k] - b[k]) / 255.0;
    }
  return sum / (4 * n);
}

/* A sign at another place, or turned, looks the same there. */
static void
test_turned (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SIGNS); i++)
    for (double half = 4; half <= 24; half += 10) {
      const Place place = {.a = {70, 95}, .b = {165, 130}, 0.3, half};
      cairo_surface_t *plain = paint (SIGNS[i].draw, place);

      for (int quarters = 1; quarters < 4; quarters++) {
        const Place other = {turn (place.a, quarters), turn (place.b, quarters),
                             place.angle + quarters * G_PI / 2, half};
        cairo_surface_t *turned = paint (SIGNS[i].draw, other);

        g_test_message ("%s, %g, %d: %.4f", SIGNS[i].name, half, quarters,
                        difference (plain, quarters, turned));
        g_assert_cmpfloat (difference (plain, quarters, turned), <, 0.02);
        cairo_surface_destroy (turned);
      }
      cairo_surface_destroy (plain);
    }
}

static void
test_symmetry (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (SIGNS); i++)
    for (double half = 12; half <= 24; half += 12) {
      const bool has_ends = SIGNS[i].has_ends;
      const Place place = {.a = {has_ends ? MIDDLE - 50 : MIDDLE, MIDDLE},
                           .b = {has_ends ? MIDDLE + 50 : MIDDLE, MIDDLE},
                           0,
                           half};
      cairo_surface_t *plain = paint (SIGNS[i].draw, place);

      g_test_message ("%s: %.4f, %.4f", SIGNS[i].name, difference (plain, -1, plain),
                      difference (plain, 2, plain));
      g_assert_true ((difference (plain, -1, plain) < 0.004) == SIGNS[i].is_mirrored);
      g_assert_true ((difference (plain, 2, plain) < 0.004) == SIGNS[i].is_turned);
      cairo_surface_destroy (plain);
    }
}

/* ---- what is in them ---- */

static const Place CENTRAL = {{MIDDLE, MIDDLE}, {MIDDLE, MIDDLE}, 0, 80};

/* Runs of pixels on a circle about the middle that are more line than not, and the
 * middle of the longest one. */
static int
n_runs (cairo_surface_t *surface,
        double radius,
        double (*at) (cairo_surface_t *, double, double),
        double *widest)
{
  enum { N = 3600 };
  bool is_ink[2 * N];
  int n = 0, longest = 0;

  for (int i = 0; i < 2 * N; i++)
    is_ink[i] = at (surface, MIDDLE + radius * cos (2 * G_PI * (i + 0.5) / N),
                    MIDDLE + radius * sin (2 * G_PI * (i + 0.5) / N)) > 0.5;
  for (int i = 0; i < N; i++) {
    int end = i + 1;

    if (is_ink[i] || !is_ink[i + 1])
      continue;
    n++;
    while (is_ink[end] && end - i < N)
      end++;
    if (end - i - 1 <= longest)
      continue;
    longest = end - i - 1;
    *widest = 2 * G_PI * (i + 1 + 0.5 * longest) / N;
  }
  return n;
}

static double
cover_at (cairo_surface_t *surface, double x, double y)
{
  return cover (surface, (int) floor (x), (int) floor (y));
}

static double
apart (double angle, double other)
{
  return fabs (remainder (angle - other, 2 * G_PI));
}

/* Five spokes, of which the thick one points where the wheel is turned to; a disc has a
 * wedge there. */
static void
test_marks (void)
{
  for (double angle = 0; angle < 6; angle += 0.7) {
    Place place = CENTRAL;
    double mark;

    place.angle = angle;
    cairo_surface_t *wheel = paint (figure_glyph_wheel, place);
    g_assert_cmpint (n_runs (wheel, 0.45 * place.half, line_at, &mark), ==, 5);
    g_assert_cmpfloat (apart (mark, angle), <, 0.03);
    cairo_surface_t *disc = paint (figure_glyph_disc, place);
    g_assert_cmpint (n_runs (disc, 0.6 * place.half, line_at, &mark), ==, 1);
    g_assert_cmpfloat (apart (mark, angle), <, 0.03);
    /* Two quarters of a centre are dark: the first, from the angle on, and the third.
     */
    cairo_surface_t *centre = paint (figure_glyph_centre, place);
    g_test_message ("%g", angle);
    g_assert_cmpint (n_runs (centre, 0.6 * place.half, line_at, &mark), ==, 2);
    g_assert_cmpfloat (
        fmin (apart (mark, angle + G_PI / 4), apart (mark, angle + 5 * G_PI / 4)), <,
        0.03);
    cairo_surface_destroy (wheel);
    cairo_surface_destroy (disc);
    cairo_surface_destroy (centre);
  }
}

static double
no_cover_at (cairo_surface_t *surface, double x, double y)
{
  return 1 - cover_at (surface, x, y);
}

/* As many teeth as there are to be, the middle of one where the gear is turned to; half
 * of the pitch circle is teeth, which are wider at their roots. A ring is a gear
 * inside out. */
static void
test_teeth (void)
{
  for (uint32_t n = 7; n <= 40; n += 11)
    for (int is_ring = 0; is_ring < 2; is_ring++) {
      cairo_surface_t *surface =
          cairo_image_surface_create (CAIRO_FORMAT_ARGB32, SIDE, SIDE);
      const FigureGear gear = {{MIDDLE, MIDDLE}, 80, n, 0.4, is_ring};
      const FigureBrush brush = {.cr = cairo_create (surface), .ink = INK, .half = 80};
      double mark;
      int n_dark[3] = {0};

      figure_glyph_gear (&brush, &gear);
      cairo_destroy (brush.cr);
      cairo_surface_flush (surface);
      g_assert_cmpint (n_runs (surface, 80, cover_at, &mark), ==, (int) n);
      g_assert_cmpint (n_runs (surface, 80, no_cover_at, &mark), ==, (int) n);
      const double inside = is_ring ? -1 : 1, depth = 0.1 * 80 * 2 * G_PI / n;
      g_assert_cmpfloat (cover_at (surface, MIDDLE + (80 + inside * depth) * cos (0.4),
                                   MIDDLE + (80 + inside * depth) * sin (0.4)),
                         >, 0.9);
      g_assert_cmpfloat (cover_at (surface, MIDDLE + 80 * cos (0.4 + G_PI / n),
                                   MIDDLE + 80 * sin (0.4 + G_PI / n)),
                         <, 0.1);
      for (int i = 0; i < 3600; i++)
        for (int k = 0; k < 3; k++) {
          const double r = 80 + inside * depth * (k - 1), t = 2 * G_PI * i / 3600;

          n_dark[k] +=
              cover_at (surface, MIDDLE + r * cos (t), MIDDLE + r * sin (t)) > 0.5;
        }
      g_assert_cmpint (n_dark[0], >, n_dark[1]);
      g_assert_cmpint (n_dark[1], >, n_dark[2]);
      g_assert_cmpfloat_with_epsilon (n_dark[1] / 3600.0, 0.5, 0.18);
      /* A gear is solid inside, a ring is hollow. */
      g_assert_true ((cover_at (surface, MIDDLE + 40, MIDDLE) > 0.9) != is_ring);
      cairo_surface_destroy (surface);
    }
}

/* Seven windings between straight ends, whatever the length is and however fine. */
static void
test_windings (void)
{
  for (double half = 4; half <= 20; half += 4)
    for (double length = 120; length <= 220; length += 50) {
      const double x1 = MIDDLE - length / 2, x2 = MIDDLE + length / 2;
      cairo_surface_t *surface =
          paint (figure_glyph_spring, (Place){{x1, MIDDLE}, {x2, MIDDLE}, 0, half});
      int n[2] = {0};

      for (int below = 0; below < 2; below++) {
        int last = -SIDE;

        for (int x = 0; x < SIDE; x++) {
          if (cover_at (surface, x, MIDDLE + (below ? 0.9 : -0.9) * half) <= 0.3)
            continue;
          n[below] += x > last + 6;
          last = x;
        }
      }
      /* Each winding has a crest on either side. */
      g_test_message ("%g, %g: %d, %d", half, length, n[0], n[1]);
      g_assert_cmpint (n[0], ==, 7);
      g_assert_cmpint (n[1], ==, 7);
      for (double share = 0.01; share < 0.09; share += 0.02) {
        g_assert_cmpfloat (cover_at (surface, x1 + share * length, MIDDLE), >, 0.4);
        g_assert_cmpfloat (cover_at (surface, x2 - share * length, MIDDLE), >, 0.4);
        g_assert_cmpfloat (cover_at (surface, x1 + share * length, MIDDLE + 3), ==, 0);
        g_assert_cmpfloat (cover_at (surface, x2 - share * length, MIDDLE - 3), ==, 0);
      }
      cairo_surface_destroy (surface);
    }
}

/* The piston is a line across within the pot, which is closed towards a and open
 * towards b, and the farther the ends are apart the farther out it is. */
static void
test_piston (void)
{
  double last = 0;

  for (double length = 60; length <= 220; length += 20) {
    const double x1 = MIDDLE - length / 2, half = 12;
    cairo_surface_t *surface = paint (
        figure_glyph_damper, (Place){{x1, MIDDLE}, {x1 + length, MIDDLE}, 0, half});
    double across[8];
    int n = 0;

    for (int x = (int) x1; x < x1 + length; x++) {
      const bool is_line = line_at (surface, x, MIDDLE + 0.4 * half) > 0.4;

      if (is_line && n < 8 && (n == 0 || x > across[n - 1] + 2))
        across[n++] = x;
    }
    g_assert_cmpint (n, ==, 2);
    const double out = (across[1] - across[0]) / fmin (0.45 * length, 4.4 * half);
    g_test_message ("%g: %.2f", length, out);
    g_assert_cmpfloat (out, >=, last - 0.03);
    g_assert_true (out > 0.15 && out < 0.85);
    last = out;
    cairo_surface_destroy (surface);
  }
  g_assert_cmpfloat (last, >, 0.5);
}

/* ---- what moves along ---- */

/* The mean difference of the lines in a strip of two pictures, one moved to the right.
 */
static double
moved (cairo_surface_t *one,
       cairo_surface_t *other,
       int way,
       double y,
       int from,
       int to)
{
  double sum = 0;

  for (int x = from; x < to; x++)
    sum += fabs (line_at (one, x, y) - line_at (other, x + way, y));
  return sum / (to - from);
}

static double belt_way;

static void
moving_belt (const FigureBrush *brush)
{
  figure_glyph_belt (brush, (double[]){brush->half, brush->half}, belt_way);
}

/* A belt lies on both wheels as their common tangents and goes with what turns
 * clockwise on the surface: above from a to b. */
static void
test_belt (void)
{
  const Place place = {{60, MIDDLE}, {180, MIDDLE}, 0, 30};
  cairo_surface_t *still = paint (moving_belt, place);

  for (belt_way = 1; belt_way < 9; belt_way += 2) {
    cairo_surface_t *on = paint (moving_belt, place);
    const int way = (int) belt_way;

    g_assert_cmpfloat (moved (still, on, way, MIDDLE - 30, 70, 165), <, 0.05);
    g_assert_cmpfloat (moved (on, still, way, MIDDLE + 30, 70, 165), <, 0.05);
    g_assert_cmpfloat (moved (still, on, 0, MIDDLE - 30, 70, 165), >, 0.05);
    cairo_surface_destroy (on);
  }
  belt_way = 0;
  cairo_surface_destroy (still);
  /* Of wheels of two sizes: all of it is as far from their centres as it may be. */
  cairo_surface_t *uneven = paint (belt, place);
  const double lean = acos ((30.0 - 18.0) / 120.0);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++) {
      const double dx = x + 0.5 - 60, dy = fabs (y + 0.5 - MIDDLE);
      const double along = dx * sin (lean) - dy * cos (lean);
      const double beside = dx * cos (lean) + dy * sin (lean);
      const double away = along < 0                  ? hypot (dx, dy) - 30
                          : along > 120 * sin (lean) ? hypot (dx - 120, dy) - 18
                                                     : beside - 30;

      if (fabs (away) > 3.2)
        g_assert_cmpfloat (cover (uneven, x, y), <, 0.1);
      if (fabs (away) < 1.2)
        g_assert_cmpfloat (cover (uneven, x, y), >, 0.9);
    }
  cairo_surface_destroy (uneven);
}

static double roll;

static void
rolling (const FigureBrush *brush)
{
  figure_glyph_tread (brush, (FigurePoint){90, 2 * brush->half}, roll);
}

/* The pattern of a tread moves along as the wheel rolls, and comes again after a pitch,
 * a sixth of its length. */
static void
test_tread (void)
{
  const Place place = {CENTRAL.a, CENTRAL.a, 0, 20};
  cairo_surface_t *still = paint (rolling, place);

  for (roll = 2; roll <= 30; roll += 2) {
    cairo_surface_t *on = paint (rolling, place);
    const int way = (int) roll % 15;

    g_assert_cmpfloat (moved (still, on, way, MIDDLE + 8, 85, 140 - way), <, 0.05);
    if (way > 1 && way < 14)
      g_assert_cmpfloat (moved (still, on, 0, MIDDLE + 8, 85, 140), >, 0.05);
    cairo_surface_destroy (on);
  }
  roll = 0;
  cairo_surface_destroy (still);
}

static double turning;

static void
turn_arrow (const FigureBrush *brush)
{
  cairo_set_line_cap (brush->cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_source_rgb (brush->cr, 0, 0, 0);
  figure_glyph_turn (brush->cr, brush->a, brush->half, turning, 3);
}

/* The arrow of a torque is an arc about its place, as long to the left as to the right
 * of the top, with its head at the end that it turns to. */
static void
test_turn (void)
{
  for (turning = -4.95; turning < 5; turning += 0.9) {
    cairo_surface_t *surface = paint (turn_arrow, CENTRAL);
    const double end = -G_PI / 2 + turning / 2, begin = -G_PI / 2 - turning / 2;
    double widest[2] = {0}, first = INFINITY, last = -INFINITY;

    for (int y = 0; y < SIDE; y++)
      for (int x = 0; x < SIDE; x++) {
        const double dx = x + 0.5 - MIDDLE, dy = y + 0.5 - MIDDLE;
        const double from_top = remainder (atan2 (dy, dx) + G_PI / 2, 2 * G_PI);

        if (cover (surface, x, y) < 0.5)
          continue;
        g_assert_cmpfloat_with_epsilon (hypot (dx, dy), 80, 7);
        first = fmin (first, from_top);
        last = fmax (last, from_top);
        for (int k = 0; k < 2; k++)
          if (apart (atan2 (dy, dx), k == 0 ? begin : end) < 0.25)
            widest[k] = fmax (widest[k], fabs (hypot (dx, dy) - 80));
      }
    g_test_message ("%g: %.2f to %.2f, %.1f and %.1f", turning, first, last, widest[0],
                    widest[1]);
    g_assert_cmpfloat_with_epsilon (first, -fabs (turning) / 2, 0.05);
    g_assert_cmpfloat_with_epsilon (last, fabs (turning) / 2, 0.05);
    g_assert_cmpfloat (widest[1], >, widest[0] + 1.5);
    cairo_surface_destroy (surface);
  }
  /* No way to turn, or nowhere: no arrow. */
  turning = 0;
  cairo_surface_t *none = paint (turn_arrow, CENTRAL);
  g_assert_cmpfloat (extents (none).x2, ==, 0);
  cairo_surface_destroy (none);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure/glyph/reach", test_reach);
  g_test_add_func ("/figure/glyph/turned", test_turned);
  g_test_add_func ("/figure/glyph/symmetry", test_symmetry);
  g_test_add_func ("/figure/glyph/marks", test_marks);
  g_test_add_func ("/figure/glyph/teeth", test_teeth);
  g_test_add_func ("/figure/glyph/windings", test_windings);
  g_test_add_func ("/figure/glyph/piston", test_piston);
  g_test_add_func ("/figure/glyph/belt", test_belt);
  g_test_add_func ("/figure/glyph/tread", test_tread);
  g_test_add_func ("/figure/glyph/turn", test_turn);
  return g_test_run ();
}
