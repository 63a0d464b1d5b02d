/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plots show, in numbers, for tests: their frames in pixels of the widget,
 * their ranges and their curves, as one member of a JSON object. */
#include <math.h>

#include "base/number.h"
#include "lang/json.h"
#include "ui/plots/plots-private.h"

/* JSON has no NaN. */
static void
append_number (GString *json, double value)
{
  char text[BASE_NUMBER_SIZE];

  g_string_append (json, isfinite (value) ? base_number_to_text (value, text) : "null");
}

static void
append_numbers (GString *json, const char *key, const double *values, uint32_t n)
{
  g_string_append_printf (json, "\"%s\": [", key);
  for (uint32_t i = 0; i < n; i++) {
    g_string_append (json, i > 0 ? ", " : "");
    append_number (json, values[i]);
  }
  g_string_append (json, "], ");
}

static void
append_curve (GString *json, const DeskPlotView *view, uint32_t p, uint32_t i)
{
  double top, box[4];
  const FigurePlot *plot = desk_plot_view_plot (view, p, &top);
  const FigureCurve *curve = &plot->curves[i];
  g_autofree char *label = lang_json_quote (curve->label);

  g_string_append (json, i > 0 ? ", {" : "{");
  if (figure_plot_legend_box (plot, desk_plot_view_frame (view, p), i, box))
    append_numbers (json, "name",
                    (double[]){box[0], top + box[1], box[2], top + box[3]}, 4);
  append_numbers (json, "color",
                  (double[]){curve->color.r, curve->color.g, curve->color.b}, 3);
  g_string_append_printf (json, "\"label\": %s, \"hidden\": %s}", label,
                          curve->is_hidden ? "true" : "false");
}

static void
append_plot (GString *json, const DeskPlotView *view, uint32_t p)
{
  const FigureFrame *frame = desk_plot_view_frame (view, p);
  double top;
  const FigurePlot *plot = desk_plot_view_plot (view, p, &top);

  g_string_append (json, p > 0 ? ", {" : "{");
  append_numbers (
      json, "area",
      (double[]){frame->left, top + frame->top, frame->right, top + frame->bottom}, 4);
  append_numbers (json, "x", (double[]){frame->x_min, frame->x_max}, 2);
  append_numbers (json, "y", (double[]){frame->y_min, frame->y_max}, 2);
  append_numbers (json, "cursors",
                  (double[]){plot->has_cursor[0] ? plot->cursor[0] : NAN,
                             plot->has_cursor[1] ? plot->cursor[1] : NAN},
                  2);
  g_string_append (json, "\"curves\": [");
  for (uint32_t i = 0; i < plot->n_curves; i++)
    append_curve (json, view, p, i);
  g_string_append (json, "]}");
}

/* What is told of the curve under the pointer. */
static void
append_hovered (GString *json, const UiPlots *self, uint32_t p)
{
  const FigurePlot *plot = desk_plot_view_plot (self->view, p, NULL);

  if (!self->is_hovering || self->hovered != p || self->point.curve >= plot->n_curves)
    return;
  g_autofree char *text = figure_plot_point_text (plot, &self->point);
  g_autofree char *quoted = lang_json_quote (text);
  g_string_truncate (json, json->len - 1);
  g_string_append_printf (json, ", \"hovered\": %s}", quoted);
}

void
ui_plots_places (UiPlots *self, GString *json)
{
  g_string_append (json, "[");
  for (uint32_t p = 0; p < desk_plot_view_n (self->view); p++) {
    append_plot (json, self->view, p);
    append_hovered (json, self, p);
  }
  g_string_append (json, "]");
}
