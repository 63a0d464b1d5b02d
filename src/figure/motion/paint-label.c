/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in the moving picture, never over a body or another name. A name takes the side
 * of its part that is free at most of the instants that were looked at in the run, so
 * that it goes with its part and does not jump; farther away a line leads to it. It is
 * not drawn while it has no room. Cost: names times outlines, and some places each. */
#include <math.h>

#include "figure/motion/outline.h"
#include "figure/motion/paint.h"
#include "figure/motion/shape.h"
#include "figure/text.h"

/* Names that fit are drawn until there are so many, or so many have been tried. */
enum { LABELS_MOST = 48, LABELS_TRIED = 96 };

/* With more around a name than this there is no room for it. */
enum { NEAR_MOST = 96 };

/* Looks in the run, and now. */
enum { LOOKS = FIGURE_LOOKS + 1 };

static const double GAP_PX = 4;

/* Places beside a part: along and across it in the half lengths of both, and how far
 * away, in heights of a name. The first that is free is taken. */
static const struct {
  double along, across, away;
} PLACES[] = {{0, 1, 0},      {0, -1, 0},      {0.5, 1, 0},   {-0.5, 1, 0},
              {0.5, -1, 0},   {-0.5, -1, 0},   {1, 0, 0},     {-1, 0, 0},
              {1, 1, 0},      {-1, 1, 0},      {1, -1, 0},    {-1, -1, 0},
              {0, 1, 1.2},    {0, -1, 1.2},    {0.5, 1, 1.2}, {-0.5, 1, 1.2},
              {0.5, -1, 1.2}, {-0.5, -1, 1.2}, {0, 1, 2.4},   {0, -1, 2.4}};

/* The first outline of a part at a look. */
typedef struct {
  FigurePoint middle, along, across;
  double length, half;
} Body;

typedef struct {
  FigurePoint middle, half; /* metres of the picture */
} Box;

typedef struct {
  const FigurePaint *paint;
  double metres; /* per pixel */
  uint32_t n, n_tried;
  Box boxes[LABELS_MOST][LOOKS];
  /* the name that is being placed */
  FigurePoint half; /* of it, metres */
  Body bodies[LOOKS];
  uint32_t n_near[LOOKS];
  const FigureOutline *near[LOOKS][NEAR_MOST];
} Labels;

/* Seen along it, what is across points upwards; false if there is nothing. */
static bool
body_of (const FigureOutline *outline, double metres, Body *body)
{
  const FigurePoint d = outline->along;
  const bool is_up = fabs (d.x) > 1e-9 ? d.x > 0 : d.y < 0;

  *body = (Body){.middle = outline->middle,
                 .along = d,
                 .across = is_up ? (FigurePoint){-d.y, d.x} : (FigurePoint){d.y, -d.x},
                 .length = outline->length,
                 .half = fmax (outline->half, outline->least_px * metres)};
  return !isnan (outline->half);
}

/* Moved into the picture, if that is wide enough and its body is there. */
static double
led_in (double middle, double half, double body, double view, double most)
{
  if (fabs (body - view) > most || half > most)
    return middle;
  return CLAMP (middle, view - most + half, view + most - half);
}

/* Where the name stands at a place of the body, all of it in the picture. */
static Box
box_at (const Labels *labels, const Body *body, size_t place)
{
  const FigureView *view = labels->paint->view;
  const double gap = GAP_PX * labels->metres;
  const FigurePoint half = labels->half, d = body->along, n = body->across;
  const double x = PLACES[place].along *
                   (body->length + half.x * fabs (d.x) + half.y * fabs (d.y) + gap);
  const double y =
      PLACES[place].across * (body->half + half.x * fabs (n.x) + half.y * fabs (n.y) +
                              gap + 2 * half.y * PLACES[place].away);
  const FigurePoint at = {body->middle.x + x * d.x + y * n.x,
                          body->middle.y + x * d.y + y * n.y};

  return (Box){
      {led_in (at.x, half.x, body->middle.x, view->x, view->width * labels->metres / 2),
       led_in (at.y, half.y, body->middle.y, view->y,
               view->height * labels->metres / 2)},
      half};
}

/* Collects what is near the body at a look; false if that is too much. */
static bool
look_around (Labels *labels, uint32_t look)
{
  const FigureMotion *motion = labels->paint->motion;
  const FigureOutline *outlines = &motion->outlines[look * motion->n_outlines];
  const Body *body = &labels->bodies[look];
  const double reach = body->length + body->half +
                       2 * (labels->half.x + labels->half.y) +
                       2 * labels->half.y * 2.4 + GAP_PX * labels->metres;

  labels->n_near[look] = 0;
  for (uint32_t i = 0; i < motion->n_outlines; i++) {
    const FigureOutline *o = &outlines[i];
    const double r = reach + o->length + o->half;

    if (!(fabs (o->middle.x - body->middle.x) < r) ||
        !(fabs (o->middle.y - body->middle.y) < r))
      continue;
    if (labels->n_near[look] == NEAR_MOST)
      return false;
    labels->near[look][labels->n_near[look]++] = o;
  }
  return true;
}

static bool
do_meet (const Box *a, const Box *b)
{
  return fabs (a->middle.x - b->middle.x) < a->half.x + b->half.x &&
         fabs (a->middle.y - b->middle.y) < a->half.y + b->half.y;
}

static bool
is_free (const Labels *labels, const Box *box, uint32_t look)
{
  for (uint32_t i = 0; i < labels->n; i++)
    if (do_meet (&labels->boxes[i][look], box))
      return false;
  for (uint32_t i = 0; i < labels->n_near[look]; i++)
    if (figure_outline_meets (labels->near[look][i], box->middle, box->half,
                              labels->metres))
      return false;
  return true;
}

/* At how many looks in the run a place is taken; stops at `most`. */
static uint32_t
times_taken (const Labels *labels, size_t place, uint32_t most)
{
  uint32_t n = 0;

  for (uint32_t look = 0; look < FIGURE_LOOKS && n < most; look++) {
    const Box box = box_at (labels, &labels->bodies[look], place);

    n += !is_free (labels, &box, look);
  }
  return n;
}

/* The place that is free most often; *n_taken is how often it is not. */
static size_t
choose_place (const Labels *labels, uint32_t *n_taken)
{
  size_t best = 0;

  *n_taken = FIGURE_LOOKS + 1;
  for (size_t place = 0; place < G_N_ELEMENTS (PLACES) && *n_taken > 0; place++) {
    const uint32_t n = times_taken (labels, place, *n_taken);

    if (n < *n_taken) {
      *n_taken = n;
      best = place;
    }
  }
  return best;
}

static void
draw (const Labels *labels, const char *text, const Box *box, size_t place)
{
  const FigurePaint *paint = labels->paint;
  const Body *body = &labels->bodies[FIGURE_LOOKS];
  const FigurePoint at = figure_motion_view_to_px (
      paint->view,
      (FigurePoint){box->middle.x - box->half.x, box->middle.y + box->half.y});
  const double width = 2 * box->half.x / labels->metres;
  const double height = 2 * box->half.y / labels->metres;

  /* The line to the part, then the name over it. */
  if (PLACES[place].away > 0) {
    const double side = PLACES[place].across * body->half;
    const FigurePoint end = figure_motion_view_to_px (
        paint->view, (FigurePoint){body->middle.x + side * body->across.x,
                                   body->middle.y + side * body->across.y});

    cairo_move_to (paint->cr, at.x + width / 2, at.y + height / 2);
    cairo_line_to (paint->cr, end.x, end.y);
    cairo_set_line_width (paint->cr, 1);
    figure_theme_source (paint->cr, paint->theme->faint, 0.8);
    cairo_stroke (paint->cr);
  }
  figure_theme_source (paint->cr, paint->theme->background, 0.8);
  cairo_rectangle (paint->cr, at.x - 2, at.y, width + 4, height);
  cairo_fill (paint->cr);
  figure_theme_source (paint->cr, paint->theme->text, 1);
  figure_text (paint->cr, FIGURE_PAINT_FONT, at.x, at.y, (FigureAnchor){0, 0}, text);
}

/* The bodies of a part at all looks; those where it is not there are as it is now.
 * False if it is not seen now. */
static bool
find_bodies (Labels *labels, const FigurePart *part)
{
  const FigureMotion *motion = labels->paint->motion;
  const FigureView *view = labels->paint->view;
  uint32_t shape = 0;

  while (motion->shapes[shape] != part->shape)
    shape++;
  for (uint32_t look = LOOKS; look-- > 0;) {
    const FigureOutline *outlines = &motion->outlines[look * motion->n_outlines];

    if (!body_of (&outlines[2 * shape], labels->metres, &labels->bodies[look])) {
      if (look == FIGURE_LOOKS)
        return false;
      labels->bodies[look] = labels->bodies[FIGURE_LOOKS];
    }
  }
  const FigurePoint px =
      figure_motion_view_to_px (view, labels->bodies[FIGURE_LOOKS].middle);
  return px.x >= 0 && px.y >= 0 && px.x <= view->width && px.y <= view->height;
}

/* `must`: also where it has no room. */
static void
place_label (Labels *labels, const FigurePart *part, bool must)
{
  double width, height;
  uint32_t n_taken;
  bool has_room = true;

  if (labels->n == LABELS_MOST || labels->n_tried == LABELS_TRIED ||
      !find_bodies (labels, part))
    return;
  labels->n_tried++;
  /* How large it is, and what is around. */
  figure_text_size (labels->paint->cr, FIGURE_PAINT_FONT, part->public.label, &width,
                    &height);
  labels->half = (FigurePoint){width * labels->metres / 2, height * labels->metres / 2};
  for (uint32_t look = LOOKS; look-- > 0 && has_room;)
    has_room = look_around (labels, look);
  if (!has_room && !must)
    return;
  /* Its place in the run, where it stays while it is not drawn, too. */
  const size_t place = choose_place (labels, &n_taken);
  if (n_taken >= FIGURE_LOOKS && !must)
    return;
  const Box now = box_at (labels, &labels->bodies[FIGURE_LOOKS], place);
  if (must || is_free (labels, &now, FIGURE_LOOKS))
    draw (labels, part->public.label, &now, place);
  for (uint32_t look = 0; look < LOOKS; look++)
    labels->boxes[labels->n][look] = box_at (labels, &labels->bodies[look], place);
  labels->n++;
}

/* What matters most comes first, in an order that does not depend on the pointer. */
void
figure_paint_labels (const FigurePaint *paint)
{
  const FigureMotion *motion = paint->motion;
  const FigureLook *look = paint->look;
  Labels labels = {.paint = paint, .metres = 1 / paint->view->scale};

  for (int rank = 1; rank < 5; rank++)
    for (uint32_t i = 0; i < motion->n_parts; i++) {
      const FigurePart *part = &motion->parts[i];
      const int own = figure_kind_info[part->public.kind].label_rank;
      const bool must = i == look->selected || i == look->hovered;

      if (*part->public.path == '\0' || rank != (own == 0 ? 4 : own))
        continue; /* the model itself has no name there */
      if (must || (look->has_labels && own != 0))
        place_label (&labels, part, must);
    }
}
