/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes, trails, grid and scales of a moving picture, from what lies below to what
 * lies above, and how much of it they cover. */
#include "figure/motion/paint.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "base/unit.h"
#include "figure/motion/shape.h"
#include "figure/text.h"

static const double LINE_PX = 1.4;

/* A trail has at most so many points, all together so many, and looks at most at so
 * many rows for each of them. */
enum { TRAIL_POINTS = 800, TRAIL_POINTS_ALL = 6000, TRAIL_ROWS_EACH = 16 };
static const double TRAIL_STEP_PX = 2;
/* It fades away in so many steps. */
enum { TRAIL_FADES = 8 };

/* With more shapes than this, edges are drawn with a coarser raster, in half of the
 * time: each is small then. */
enum { SHAPES_MANY = 150 };

static const double GRID_PX = 70;
enum { GRID_MOST = 200 };

/* ---- colours ---- */

/* Bodies take turns with the colours of curves, the rest is grey. */
static FigureColor
color_of (const FigurePaint *paint, const FigureShape *shape)
{
  const FigurePart *part = &paint->motion->parts[shape->part];
  const FigureTheme *theme = paint->theme;

  if (shape->has_color)
    return shape->color;
  if (figure_kind_info[part->public.kind].is_solid)
    return figure_theme_curve_color (theme, part->color);
  return figure_theme_mix (theme->faint, theme->background, 0.35);
}

static FigureInk
ink_of (const FigurePaint *paint, const FigureShape *shape)
{
  const FigureTheme *theme = paint->theme;
  FigureColor base = color_of (paint, shape);
  FigureKind kind = figure_shape_info[shape->kind].kind;
  bool is_line = kind == FIGURE_SPRING && !shape->has_color;
  FigureInk ink = {.fill = figure_theme_mix (base, theme->background, 0.3),
                   .line = figure_theme_mix (base, theme->text, is_line ? 0.7 : 0.5),
                   .ground = theme->background,
                   .line_px = LINE_PX};

  if (kind == FIGURE_JOINT)
    ink.fill = figure_theme_mix (theme->background, theme->faint, 0.12);
  if (kind == FIGURE_GROUND)
    ink.fill = figure_theme_mix (theme->background, theme->faint, 0.3);
  if (shape->part == paint->look->selected) {
    ink.line = theme->accent;
    ink.line_px = 2 * LINE_PX;
  } else if (shape->part == paint->look->hovered) {
    ink.line = figure_theme_mix (ink.line, theme->accent, 0.6);
    ink.line_px = 1.5 * LINE_PX;
  }
  return ink;
}

/* ---- shapes ---- */

void
figure_paint_shapes (const FigurePaint *paint, uint32_t part)
{
  const FigureMotion *motion = paint->motion;

  cairo_set_line_cap (paint->cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (paint->cr, CAIRO_LINE_JOIN_BEVEL);
  for (uint32_t i = 0; i < motion->n_shapes; i++) {
    const FigureShape *shape = motion->shapes[i];

    if ((part != FIGURE_NO_ELEMENT && shape->part != part) ||
        !figure_shape_is_placed (shape))
      continue;
    FigureInk ink = ink_of (paint, shape);
    figure_shape_draw (paint->cr, shape, paint->view, &ink);
  }
}

/* ---- trains ---- */

/* Ground at a node: a wall across its lanes from a to b, hatched on the side away from
 * its parts. */
static void
draw_wall (const FigurePaint *paint,
           const FigureNode *node,
           FigurePoint a,
           FigurePoint b)
{
  FigureBrush brush = {.cr = paint->cr, .ink = ink_of (paint, node->held_by)};
  FigurePoint along = node->train->along, across = node->train->across;
  double size = node->train->size * node->train->scale * paint->view->scale;
  double dx = 0.4 * size * across.x, dy = -0.4 * size * across.y;
  double right = across.x * along.y - across.y * along.x;
  FigurePoint ends[] = {{a.x - dx, a.y - dy}, {b.x + dx, b.y + dy}};
  int first = (right > 0) == node->is_end;

  figure_glyph_wall (&brush, ends[first], ends[1 - first], fmax (0.18 * size, 5));
}

static FigurePoint
node_px (const FigurePaint *paint, const FigureNode *node, uint32_t lane)
{
  return figure_motion_view_to_px (paint->view, figure_train_place (node, lane));
}

static void
draw_nodes (const FigurePaint *paint)
{
  const FigureTheme *theme = paint->theme;

  for (uint32_t i = 0; i < paint->motion->n_nodes; i++) {
    const FigureNode *node = paint->motion->nodes[i];
    FigurePoint a = node_px (paint, node, node->low);
    FigurePoint b = node_px (paint, node, node->high);

    if (!isfinite (a.x) || !isfinite (a.y) || !node->train->is_shown)
      continue;
    if (node->held_by != NULL) {
      draw_wall (paint, node, a, b);
    } else if (node->low < node->high) {
      cairo_move_to (paint->cr, a.x, a.y);
      cairo_line_to (paint->cr, b.x, b.y);
      figure_theme_source (paint->cr, figure_theme_mix (theme->faint, theme->text, 0.5),
                           1);
      cairo_set_line_width (paint->cr, 2 * LINE_PX);
      cairo_stroke (paint->cr);
    }
  }
}

/* ---- trails ---- */

static double
value_in_row (const FigureMotion *motion, FigureValue value, size_t row)
{
  if (value.var == &figure_value_one)
    return value.factor;
  return value.factor * run_trace_value (motion->trace, value.var->column, row);
}

static FigurePoint
place_in_row (const FigureMotion *motion, const FigureSpot *spot, size_t row)
{
  FigurePoint at = {value_in_row (motion, spot->x, row),
                    value_in_row (motion, spot->y, row)};

  if (!figure_value_is_given (spot->offset[0]))
    return at;
  FigurePoint away =
      figure_point_turned ((FigurePoint){value_in_row (motion, spot->offset[0], row),
                                         value_in_row (motion, spot->offset[1], row)},
                           value_in_row (motion, spot->phi, row));
  return (FigurePoint){at.x + away.x, at.y + away.y};
}

/* Points on the surface from now back in time, each a step away from the last. */
static uint32_t
collect_trail (const FigurePaint *paint,
               const FigureSpot *spot,
               uint32_t most,
               FigurePoint *points)
{
  const FigureMotion *motion = paint->motion;
  size_t row = run_trace_row_at (motion->trace, motion->time);
  uint32_t n = 0;

  points[n++] = figure_motion_view_to_px (paint->view, spot->at);
  for (uint32_t looks = 0; n < most && looks < most * TRAIL_ROWS_EACH; looks++) {
    FigurePoint px =
        figure_motion_view_to_px (paint->view, place_in_row (motion, spot, row));

    if (hypot (px.x - points[n - 1].x, px.y - points[n - 1].y) >= TRAIL_STEP_PX)
      points[n++] = px;
    if (row-- == 0)
      break;
  }
  return n;
}

static void
draw_trail (const FigurePaint *paint, const FigurePart *part, uint32_t most)
{
  FigurePoint points[TRAIL_POINTS];
  const FigureSpot *spot = part->tip;
  FigureColor color = color_of (paint, part->shape);
  uint32_t n;

  if (spot->kind != FIGURE_SPOT_PLANAR || !isfinite (spot->at.x))
    return;
  n = collect_trail (paint, spot, MIN (most, TRAIL_POINTS), points);
  cairo_set_line_width (paint->cr, 1.5);
  for (uint32_t k = 0; k < TRAIL_FADES; k++) {
    uint32_t begin = (n - 1) * k / TRAIL_FADES, end = (n - 1) * (k + 1) / TRAIL_FADES;

    if (begin == end)
      continue;
    cairo_move_to (paint->cr, points[begin].x, points[begin].y);
    for (uint32_t i = begin + 1; i <= end; i++)
      cairo_line_to (paint->cr, points[i].x, points[i].y);
    figure_theme_source (paint->cr, color, 0.75 * (1 - (double) k / TRAIL_FADES));
    cairo_stroke (paint->cr);
  }
}

/* Those that are chosen, else those that ask for one, else the last body. */
static void
draw_trails (const FigurePaint *paint)
{
  const FigureMotion *motion = paint->motion;
  const bool *chosen = paint->look->trails;
  uint32_t last = FIGURE_NO_ELEMENT, n = 0;

  for (uint32_t i = 0; i < motion->n_parts; i++) {
    n += chosen != NULL ? chosen[i] : motion->parts[i].wants_trail;
    last = motion->parts[i].public.kind == FIGURE_BODY ? i : last;
  }
  for (uint32_t i = 0; i < motion->n_parts; i++)
    if (chosen != NULL ? chosen[i] : n > 0 ? motion->parts[i].wants_trail : i == last)
      draw_trail (paint, &motion->parts[i], MAX (TRAIL_POINTS_ALL / MAX (n, 1), 2));
}

/* ---- grid and scales ---- */

static void
draw_grid (const FigurePaint *paint)
{
  const FigureView *view = paint->view;
  double step = figure_axis_round_up (GRID_PX / view->scale);
  FigurePoint low = figure_motion_view_from_px (view, (FigurePoint){0, view->height});
  double n = fmin (fmax (view->width, view->height) / GRID_PX + 1, GRID_MOST);

  for (int i = 0; i < n; i++) {
    FigurePoint px = figure_motion_view_to_px (
        view, (FigurePoint){(ceil (low.x / step) + i) * step,
                            (ceil (low.y / step) + i) * step});

    cairo_move_to (paint->cr, floor (px.x) + 0.5, 0);
    cairo_line_to (paint->cr, floor (px.x) + 0.5, view->height);
    cairo_move_to (paint->cr, 0, floor (px.y) + 0.5);
    cairo_line_to (paint->cr, view->width, floor (px.y) + 0.5);
  }
  cairo_set_line_width (paint->cr, 1);
  figure_theme_source (paint->cr, paint->theme->grid, 0.6);
  cairo_stroke (paint->cr);
}

char *
figure_paint_quantity (double value, const char *units, int digits)
{
  static const struct {
    double factor;
    const char *prefix;
  } PREFIXES[] = {{1e9, "G"}, {1e6, "M"},  {1e3, "k"},
                  {1e-2, ""}, {1e-3, "m"}, {1e-6, "µ"}};
  char number[BASE_NUMBER_SIZE], text[BASE_MINUS_SIZE];
  g_autofree char *label = base_unit_to_label (units);
  size_t i = 0;

  while (i + 1 < G_N_ELEMENTS (PREFIXES) && fabs (value) < PREFIXES[i].factor)
    i++;
  double factor = PREFIXES[i].factor == 1e-2 || value == 0 ? 1 : PREFIXES[i].factor;
  base_number_to_short_text (value / factor, digits, number);
  return g_strdup_printf ("%s %s%s", base_number_with_minus (number, text),
                          value == 0 ? "" : PREFIXES[i].prefix, label);
}

/* With "20 cm", "2 m", "5 km" above it; the room that it takes. */
static double
draw_scale_bar (const FigurePaint *paint, FigurePoint at)
{
  double length = figure_axis_round_up (0.6 * GRID_PX / paint->view->scale);
  double px = length * paint->view->scale;
  bool is_cm = length >= 0.01 && length < 1;
  g_autofree char *text =
      figure_paint_quantity (is_cm ? length * 100 : length, is_cm ? "cm" : "m", 3);

  figure_theme_source (paint->cr, paint->theme->faint, 1);
  cairo_set_line_width (paint->cr, 1.5);
  cairo_move_to (paint->cr, at.x, at.y - 4);
  cairo_line_to (paint->cr, at.x, at.y);
  cairo_line_to (paint->cr, at.x + px, at.y);
  cairo_line_to (paint->cr, at.x + px, at.y - 4);
  cairo_stroke (paint->cr);
  figure_text (paint->cr, FIGURE_PAINT_FONT, at.x + px / 2, at.y - 5,
               (FigureAnchor){0.5, 1}, text);
  return px + 26;
}

/* What an arrow of about this length means. */
static double
draw_legend (const FigurePaint *paint, FigureArrow arrow, FigurePoint at)
{
  static const char *const UNITS[] = {[FIGURE_ARROW_FORCE] = "N",
                                      [FIGURE_ARROW_TORQUE] = "N.m",
                                      [FIGURE_ARROW_VELOCITY] = "m/s"};
  double scale = paint->motion->scales[arrow];
  double shown = scale > 0 ? figure_axis_round_up (scale * 24 / paint->view->scale) : 0;

  if (!(shown > 0))
    return 0;
  g_autofree char *text = figure_paint_quantity (shown, UNITS[arrow], 3);
  double px = shown / scale * paint->view->scale, width, height;
  figure_paint_arrow_source (paint, arrow);
  if (arrow == FIGURE_ARROW_TORQUE)
    figure_glyph_turn (paint->cr, (FigurePoint){at.x + 9, at.y}, 9,
                       -fmin (px / 9, 1.5 * G_PI), FIGURE_PAINT_ARROW_PX);
  else
    figure_glyph_arrow (paint->cr, at, (FigurePoint){px, 0}, FIGURE_PAINT_ARROW_PX);
  px = arrow == FIGURE_ARROW_TORQUE ? 18 : px;
  figure_theme_source (paint->cr, paint->theme->faint, 1);
  figure_text (paint->cr, FIGURE_PAINT_FONT, at.x + px + 6, at.y,
               (FigureAnchor){0, 0.5}, text);
  figure_text_size (paint->cr, FIGURE_PAINT_FONT, text, &width, &height);
  return px + width + 26;
}

/* What only turns has no lengths that could be measured. */
static bool
has_lengths (const FigureMotion *motion)
{
  for (uint32_t i = 0; i < motion->n_spots; i++)
    if (motion->spots[i]->kind == FIGURE_SPOT_PLANAR ||
        (motion->spots[i]->kind == FIGURE_SPOT_SLIDE && motion->spots[i]->node != NULL))
      return true;
  return false;
}

static void
draw_scales (const FigurePaint *paint)
{
  const FigureLook *look = paint->look;
  const bool is_shown[] = {look->has_forces, look->has_torques, look->has_velocities};
  FigurePoint at = {14, paint->view->height - 14};

  if (has_lengths (paint->motion))
    at.x += draw_scale_bar (paint, at);
  at.y -= 4;
  for (FigureArrow arrow = 0; arrow < FIGURE_N_ARROWS; arrow++)
    if (is_shown[arrow])
      at.x += draw_legend (paint, arrow, at);
}

/* ---- the whole ---- */

static void
draw_pull (const FigurePaint *paint)
{
  const FigureTheme *theme = paint->theme;
  const FigureLook *look = paint->look;
  FigurePoint at = figure_motion_point (paint->motion, look->grabbed, look->pull_point);
  FigureBrush brush = {
      .cr = paint->cr,
      .ink = {theme->accent, theme->accent, theme->background, LINE_PX},
      .a = figure_motion_view_to_px (paint->view, at),
      .b = figure_motion_view_to_px (paint->view, look->puller),
      .half = 4.5};

  if (!isfinite (brush.a.x) || !isfinite (brush.a.y))
    return;
  if (hypot (brush.b.x - brush.a.x, brush.b.y - brush.a.y) > 1)
    figure_glyph_spring (&brush);
  brush.half = 4;
  figure_glyph_pin (&brush);
  brush.a = brush.b;
  figure_glyph_pin (&brush);
}

FigureLook
figure_motion_look_default (void)
{
  return (FigureLook){.has_trails = true,
                      .has_scale = true,
                      .selected = FIGURE_NO_ELEMENT,
                      .hovered = FIGURE_NO_ELEMENT,
                      .grabbed = FIGURE_NO_ELEMENT};
}

static void
draw_instant (const FigurePaint *paint)
{
  const FigureLook *look = paint->look;

  if (isnan (paint->motion->time))
    return;
  if (look->has_trails)
    draw_trails (paint);
  draw_nodes (paint);
  figure_paint_shapes (paint, FIGURE_NO_ELEMENT);
  figure_paint_arrows (paint);
  figure_paint_labels (paint);
  if (look->grabbed != FIGURE_NO_ELEMENT)
    draw_pull (paint);
  if (look->has_scale)
    draw_scales (paint);
}

void
figure_motion_draw (const FigureMotion *motion,
                    cairo_t *cr,
                    const FigureView *view,
                    const FigureTheme *theme,
                    const FigureLook *look)
{
  FigurePaint paint = {
      .cr = cr, .motion = motion, .view = view, .theme = theme, .look = look};

  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, view->width, view->height);
  cairo_clip (cr);
  figure_theme_source (cr, theme->background, 1);
  cairo_paint (cr);
  if (motion->n_shapes > SHAPES_MANY)
    cairo_set_antialias (cr, CAIRO_ANTIALIAS_FAST);
  if (look->has_grid)
    draw_grid (&paint);
  draw_instant (&paint);
  cairo_restore (cr);
}

static double
share_drawn (cairo_surface_t *surface)
{
  const int width = cairo_image_surface_get_width (surface);
  const int height = cairo_image_surface_get_height (surface);
  const int stride = cairo_image_surface_get_stride (surface);
  const unsigned char *alpha = cairo_image_surface_get_data (surface);
  int n = 0;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      n += alpha[y * stride + x] != 0;
  return (double) n / (width * height);
}

/* What is drawn is asked by drawing it, on a surface of that size. */
double
figure_motion_covered (const FigureMotion *motion,
                       const FigureView *view,
                       const FigureLook *look,
                       FigureRect px)
{
  const FigureTheme theme = figure_theme (false);
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_A8, (int) fmax (ceil (px.x2 - px.x1), 1),
                                  (int) fmax (ceil (px.y2 - px.y1), 1));
  const FigurePaint paint = {.cr = cairo_create (surface),
                             .motion = motion,
                             .view = view,
                             .theme = &theme,
                             .look = look};

  cairo_translate (paint.cr, -px.x1, -px.y1);
  cairo_set_antialias (paint.cr, CAIRO_ANTIALIAS_FAST);
  draw_instant (&paint);
  cairo_destroy (paint.cr);
  cairo_surface_flush (surface);
  const double share = share_drawn (surface);
  cairo_surface_destroy (surface);
  return share;
}
