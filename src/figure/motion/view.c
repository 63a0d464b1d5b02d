/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views of a moving picture: from metres in the picture to pixels and back, fitted to
 * what is to be seen, zoomed about a pixel. */
#include "figure/motion/motion.h"

#include <math.h>

/* Around what is shown, as a share of the picture. */
static const double MARGIN = 0.08;

/* Pixels per metre that a view may have. */
static const double SCALE_LEAST = 1e-9;
static const double SCALE_MOST = 1e9;

FigureView
figure_motion_view_fit (FigureRect bounds, double width, double height)
{
  FigureView view = {.scale = 100, .width = width, .height = height};
  double w = bounds.x2 - bounds.x1, h = bounds.y2 - bounds.y1;
  double space = 1 - 2 * MARGIN;

  if (!(w >= 0) || !(h >= 0))
    return view;
  view.x = (bounds.x1 + bounds.x2) / 2;
  view.y = (bounds.y1 + bounds.y2) / 2;
  if (w > 0 || h > 0)
    view.scale = fmin (w > 0 ? space * width / w : INFINITY,
                       h > 0 ? space * height / h : INFINITY);
  view.scale = CLAMP (view.scale, SCALE_LEAST, SCALE_MOST);
  return view;
}

FigurePoint
figure_motion_view_to_px (const FigureView *view, FigurePoint at)
{
  return (FigurePoint){view->width / 2 + (at.x - view->x) * view->scale,
                       view->height / 2 - (at.y - view->y) * view->scale};
}

FigurePoint
figure_motion_view_from_px (const FigureView *view, FigurePoint px)
{
  return (FigurePoint){view->x + (px.x - view->width / 2) / view->scale,
                       view->y - (px.y - view->height / 2) / view->scale};
}

FigureView
figure_motion_view_zoom (FigureView view, double factor, FigurePoint px)
{
  FigurePoint at = figure_motion_view_from_px (&view, px);

  view.scale = CLAMP (view.scale * factor, SCALE_LEAST, SCALE_MOST);
  view.x = at.x - (px.x - view.width / 2) / view.scale;
  view.y = at.y + (px.y - view.height / 2) / view.scale;
  return view;
}
