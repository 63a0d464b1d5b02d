/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of the diagram the canvas shows: fitted, zoomed, moved to an item. The
 * arithmetic is in desk/tool/view.c; here it gets the size of the widget, and those who
 * listen are told. */
#include <math.h>

#include "desk/tool/commands.h"
#include "doc/view/label.h"
#include "ui/canvas/canvas-private.h"

static const double least_legible = 0.6; /* labels can still be read */
static const double fit_zoom = 1.25; /* a small diagram is not blown up beyond this */

/* Tells nobody. */
static void
fit_all (UiCanvas *self, int width, int height)
{
  desk_view_fit_diagram (&self->view, self->studio->document->doc, width, height,
                         fit_zoom);
}

void
ui_canvas_view_changed (UiCanvas *self)
{
  desk_tool_set_zoom (self->tool, self->view.zoom);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "view-changed");
}

DocRect
ui_canvas_seen (UiCanvas *self)
{
  return desk_view_visible (&self->view, gtk_widget_get_width (GTK_WIDGET (self)),
                            gtk_widget_get_height (GTK_WIDGET (self)));
}

double
ui_canvas_zoom (UiCanvas *self)
{
  return self->view.zoom;
}

void
ui_canvas_zoom_by (UiCanvas *self, double factor)
{
  const double by = factor > 0 ? factor : 1 / self->view.zoom;

  self->keeps_fit = false;
  desk_view_zoom_at (&self->view, by, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                     gtk_widget_get_height (GTK_WIDGET (self)) / 2.0);
  ui_canvas_view_changed (self);
}

void
ui_canvas_fit (UiCanvas *self, bool selection)
{
  const int width = gtk_widget_get_width (GTK_WIDGET (self));
  const int height = gtk_widget_get_height (GTK_WIDGET (self));

  self->keeps_fit = !selection;
  if (width <= 1)
    return;
  if (selection)
    desk_view_fit (&self->view,
                   desk_view_with_labels (desk_commands_bounds (self->studio)), width,
                   height, fit_zoom);
  else
    fit_all (self, width, height);
  ui_canvas_view_changed (self);
}

static bool
holds (DocRect outer, DocRect inner)
{
  return inner.x1 >= outer.x1 && inner.y1 >= outer.y1 && inner.x2 <= outer.x2 &&
         inner.y2 <= outer.y2;
}

/* Its components, and the labels as they are seen. */
static DocRect
whole_diagram (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  const DocRect items = desk_view_with_labels (doc_bounds (doc));
  const double scale = doc_label_scale (self->view.zoom);

  return scale > 0 ? doc_rect_join (items, doc_label_bounds (doc, scale)) : items;
}

bool
ui_canvas_view_resized (UiCanvas *self, int width, int height)
{
  const DocRect items = doc_bounds (self->studio->document->doc);
  const bool was_whole =
      height < self->height &&
      holds (desk_view_visible (&self->view, self->width, self->height), items);

  self->width = width;
  self->height = height;
  if (width <= 1)
    return false;
  if (was_whole && !self->keeps_fit) {
    const DocRect all = whole_diagram (self);

    if (holds (desk_view_visible (&self->view, width, height), all))
      return false;
    self->keeps_fit = !desk_view_keep (&self->view, all, width, height);
    if (!self->keeps_fit)
      return true;
  }
  if (self->keeps_fit)
    fit_all (self, width, height);
  return self->keeps_fit;
}

static void
show_point (UiCanvas *self, DocPoint at)
{
  desk_view_center (&self->view, at, gtk_widget_get_width (GTK_WIDGET (self)),
                    gtk_widget_get_height (GTK_WIDGET (self)));
  self->keeps_fit = false;
  ui_canvas_view_changed (self);
}

void
ui_canvas_reveal (UiCanvas *self, const char *name)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k = doc_find_item (doc, name);

  if (k == UINT32_MAX)
    return;

  const DocRect box = doc_item (doc, k)->box;
  const DocRect seen = ui_canvas_seen (self);

  if (!holds (seen, box))
    show_point (self, (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2});
}

void
ui_canvas_reveal_note (UiCanvas *self, uint32_t note)
{
  const DocPoint at = doc_note (self->studio->document->doc, note)->at;
  const DocRect seen = ui_canvas_seen (self);

  if (at.x < seen.x1 || at.y < seen.y1 || at.x > seen.x2 || at.y > seen.y2)
    show_point (self, at);
}

void
ui_canvas_show_new (UiCanvas *self, const char *name)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k = doc_find_item (doc, name);
  const DocRect seen = ui_canvas_seen (self);
  const DocRect box = desk_view_with_labels (doc_item (doc, k)->box);
  const DocRect all = desk_view_with_labels (doc_bounds (doc));
  const double zoom =
      fmin (gtk_widget_get_width (GTK_WIDGET (self)) / (all.x2 - all.x1),
            gtk_widget_get_height (GTK_WIDGET (self)) / (all.y2 - all.y1));

  if (holds (seen, box))
    return;
  if (zoom > least_legible && self->view.zoom > least_legible)
    ui_canvas_fit (self, false);
  else
    ui_canvas_reveal (self, name);
}

GdkRectangle
ui_canvas_pixel_box (UiCanvas *self, DocRect box)
{
  const DocPoint a = desk_view_to_pixel (&self->view, (DocPoint){box.x1, box.y1});
  const DocPoint b = desk_view_to_pixel (&self->view, (DocPoint){box.x2, box.y2});
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  const double x = CLAMP (a.x, 0, width - 2);
  const double y = CLAMP (a.y, 0, height - 2);

  return (GdkRectangle){(int) x, (int) y, (int) MAX (1, MIN (b.x, width) - x),
                        (int) MAX (1, MIN (b.y, height) - y)};
}
