/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the stack of plots. All curves are one cached node, made anew when rows,
 * ranges, cursors or colours change; only the line of the time is drawn over it in each
 * frame of a replay. */
#include <glib/gi18n.h>
#include <math.h>

#include "figure/text.h"
#include "ui/plots/plots-private.h"
#include "ui/widgets/control.h"

/* In the middle. */
static void
draw_hint (cairo_t *cr,
           const FigureFrame *frame,
           const char *text,
           const FigureTheme *theme)
{
  cairo_set_source_rgb (cr, theme->faint.r, theme->faint.g, theme->faint.b);
  figure_text (cr, "Cantarell 11", (frame->left + frame->right) / 2,
               (frame->top + frame->bottom) / 2, (FigureAnchor){0.5, 0.5}, text);
}

static void
draw_plot (UiPlots *self, cairo_t *cr, uint32_t p, const FigureTheme *theme)
{
  double top;
  const FigurePlot *plot = desk_plot_view_plot (self->view, p, &top);
  const FigureFrame *frame = desk_plot_view_frame (self->view, p);

  cairo_save (cr);
  cairo_translate (cr, 0, top);
  /* Before a run there is nothing that axes could measure. */
  if (self->studio->runs->current == NULL) {
    draw_hint (cr, frame, _ ("The curves of the next run are drawn here"), theme);
  } else {
    figure_plot_draw (cr, plot, frame, theme);
    if (plot->n_curves == 0) {
      g_autofree char *hint = desk_plots_hint (self->studio->plots, p);

      draw_hint (cr, frame, hint, theme);
    }
  }
  cairo_restore (cr);
}

static void
draw_box (UiPlots *self, cairo_t *cr, const FigureTheme *theme)
{
  double top;
  const FigureFrame *frame = desk_plot_view_frame (self->view, self->plot);
  double x1 = fmin (self->from[0], self->to[0]), x2 = fmax (self->from[0], self->to[0]);
  double y1 = fmin (self->from[1], self->to[1]), y2 = fmax (self->from[1], self->to[1]);

  desk_plot_view_plot (self->view, self->plot, &top);
  if (self->part == DESK_PLOT_X_AXIS) {
    y1 = top + frame->top;
    y2 = top + frame->bottom;
  } else if (self->part == DESK_PLOT_Y_AXIS) {
    x1 = frame->left;
    x2 = frame->right;
  }
  cairo_rectangle (cr, floor (x1) + 0.5, floor (y1) + 0.5, round (x2 - x1),
                   round (y2 - y1));
  cairo_set_source_rgba (cr, theme->accent.r, theme->accent.g, theme->accent.b, 0.15);
  cairo_fill_preserve (cr);
  cairo_set_source_rgb (cr, theme->accent.r, theme->accent.g, theme->accent.b);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

void
ui_plots_update (UiPlots *self)
{
  const FigureTheme theme = ui_control_theme ();

  desk_plot_view_update (self->view, gtk_widget_get_width (GTK_WIDGET (self)),
                         gtk_widget_get_height (GTK_WIDGET (self)), &theme);
}

/* Where the name that is dragged would go, and the name at the pointer. */
static void
draw_moved (UiPlots *self, cairo_t *cr, const FigureTheme *theme)
{
  DeskPlotPlace place;
  const FigurePlot *plot = desk_plot_view_plot (self->view, self->plot, NULL);

  desk_plot_view_legend_place (self->view, self->to[0], self->to[1], &place);
  figure_theme_source (cr, theme->accent, 1);
  cairo_set_line_width (cr, 2);
  cairo_move_to (cr, place.mark[0], place.mark[1]);
  cairo_line_to (cr, place.mark[2], place.mark[3]);
  cairo_stroke (cr);
  if (self->named >= plot->n_curves)
    return;
  figure_theme_source (cr, plot->curves[self->named].color, 1);
  figure_text (cr, "Cantarell 9", self->to[0] + 12, self->to[1] + 12,
               (FigureAnchor){0, 0}, plot->curves[self->named].label);
}

/* Everything but the line of the time, which moves sixty times a second in a replay:
 * GTK paints again only what is new. */
static GskRenderNode *
curves_new (UiPlots *self)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const int height = gtk_widget_get_height (GTK_WIDGET (self));
  FigureTheme theme = ui_control_theme ();
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  ui_plots_update (self);
  self->n_rows_drawn = desk_plot_view_n_rows (self->view);
  ui_plots_hover (self);
  desk_measures_refresh (self->measures, self->view);
  for (uint32_t p = 0; p < desk_plot_view_n (self->view); p++)
    draw_plot (self, cr, p, &theme);
  if (self->is_dragging)
    draw_box (self, cr, &theme);
  if (self->is_moving_name)
    draw_moved (self, cr, &theme);
  cairo_destroy (cr);
  return gtk_snapshot_free_to_node (snapshot);
}

static void
draw_time (UiPlots *self, GtkSnapshot *snapshot)
{
  const double now = self->studio->timeline->time;
  FigureTheme theme = ui_control_theme ();
  const GdkRGBA color = {theme.faint.r, theme.faint.g, theme.faint.b, 1};

  for (uint32_t p = 0; p < desk_plot_view_n (self->view); p++) {
    double top;
    const FigureFrame *frame = desk_plot_view_frame (self->view, p);

    desk_plot_view_plot (self->view, p, &top);
    if (desk_plot_view_is_over_time (self->view, p) && now >= frame->x_min &&
        now <= frame->x_max)
      gtk_snapshot_append_color (
          snapshot, &color,
          &GRAPHENE_RECT_INIT (floor (figure_plot_frame_x (frame, now)),
                               top + frame->top, 1, frame->bottom - frame->top));
  }
}

void
ui_plots_hover (UiPlots *self)
{
  const double x = self->pointer[0], y = self->pointer[1];
  const uint32_t plot = desk_plot_view_at (self->view, y);

  self->is_hovering = self->has_pointer && !self->is_dragging &&
                      self->grabbed == UINT32_MAX && plot != UINT32_MAX &&
                      desk_plot_view_part (self->view, plot, x, y) == DESK_PLOT_AREA &&
                      desk_plot_view_point (self->view, plot, x, y, &self->point);
  self->hovered = plot;
}

/* What is under the pointer, over all of it. */
static void
draw_hovered (UiPlots *self, GtkSnapshot *snapshot)
{
  const FigureTheme theme = ui_control_theme ();
  double top;

  if (!self->is_hovering || self->hovered >= desk_plot_view_n (self->view))
    return;
  const FigurePlot *plot = desk_plot_view_plot (self->view, self->hovered, &top);
  if (self->point.curve >= plot->n_curves)
    return;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (GTK_WIDGET (self)),
                                     gtk_widget_get_height (GTK_WIDGET (self))));
  cairo_translate (cr, 0, top);
  figure_plot_draw_point (cr, plot, desk_plot_view_frame (self->view, self->hovered),
                          &theme, &self->point);
  cairo_destroy (cr);
}

void
ui_plots_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiPlots *self = UI_PLOTS (widget);

  if (self->curves == NULL)
    self->curves = curves_new (self);
  gtk_snapshot_append_node (snapshot, self->curves);
  draw_time (self, snapshot);
  draw_hovered (self, snapshot);
}

void
ui_plots_redraw (UiPlots *self)
{
  g_clear_pointer (&self->curves, gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
