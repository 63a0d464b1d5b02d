/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between the values of a plot and its pixels: four linear maps of its frame. The
 * vertical one turns the axis round, since pixels count downwards. */

#include "figure/plot/plot.h"

double
figure_plot_frame_x (const FigureFrame *frame, double value)
{
  return frame->left + (value - frame->x_min) / (frame->x_max - frame->x_min) *
                           (frame->right - frame->left);
}

double
figure_plot_frame_y (const FigureFrame *frame, double value)
{
  return frame->bottom - (value - frame->y_min) / (frame->y_max - frame->y_min) *
                             (frame->bottom - frame->top);
}

double
figure_plot_frame_time (const FigureFrame *frame, double x_px)
{
  return frame->x_min + (x_px - frame->left) / (frame->right - frame->left) *
                            (frame->x_max - frame->x_min);
}

double
figure_plot_frame_value (const FigureFrame *frame, double y_px)
{
  return frame->y_min + (frame->bottom - y_px) / (frame->bottom - frame->top) *
                            (frame->y_max - frame->y_min);
}
