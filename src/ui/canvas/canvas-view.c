/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of the diagram the canvas shows: fitted, zoomed, moved to an item. The
 * arithmetic is in desk/tool/view.c; here it gets the size of the widget, and those who
 * listen are told. */
#include <math.h>

#include "desk/tool/commands.h"
#include "doc/view/label.h"
#include "doc/view/note.h"
#include "ui/canvas/canvas-private.h"

/* For what is fitted without being asked: symbols can still be told from each other. */
static const double least_legible = 0.3;
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
  desk_tool_moved_under (
      self->tool, desk_view_to_diagram (&self->view, self->pointer_x, self->pointer_y));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "view-changed");
}

void
ui_canvas_view_chosen (UiCanvas *self)
{
  self->keeps_fit = false;
  self->is_chosen = true;
}

DocRect
ui_canvas_seen (UiCanvas *self)
{
  return desk_view_visible (&self->view, self->width, self->height);
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

  ui_canvas_view_chosen (self);
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
  self->is_chosen = selection;
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

/* ---- what stays in sight ---- */

DocRect
ui_canvas_item_bounds (UiCanvas *self, uint32_t item, double zoom)
{
  const DocModel *doc = self->studio->document->doc;
  const double scale = doc_label_scale (zoom);
  DocRect all = doc_item (doc, item)->box;
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t n = scale > 0 ? doc_label_lines (doc, item, scale, lines) : 0;

  for (uint32_t i = 0; i < n; i++)
    all = doc_rect_join (all, lines[i].box);
  return all;
}

/* These items, with their labels as they are seen at that zoom, and room around them.
 */
static DocRect
items_with_labels (UiCanvas *self, const uint32_t *items, uint32_t n, double zoom)
{
  const DocModel *doc = self->studio->document->doc;
  DocRect all = {0, 0, 0, 0};

  for (uint32_t i = 0; i < n; i++) {
    const DocRect box =
        doc_rect_join (desk_view_with_labels (doc_item (doc, items[i])->box),
                       ui_canvas_item_bounds (self, items[i], zoom));

    all = i > 0 ? doc_rect_join (all, box) : box;
  }
  return all;
}

/* Another view that shows all of the diagram: moved, or else of a smaller zoom. False,
 * and nothing is changed, if that makes it too small. */
static bool
show_all (UiCanvas *self, DeskView *view, double least_zoom)
{
  const DocModel *doc = self->studio->document->doc;
  const DocRect items = desk_view_with_labels (doc_bounds (doc));
  DeskView fitted = *view;

  if (desk_view_keep (
          view, doc_rect_join (items, doc_note_bounds_with_labels (doc, view->zoom)),
          self->width, self->height))
    return true;
  desk_view_fit_diagram (&fitted, doc, self->width, self->height, view->zoom);
  if (fitted.zoom < least_zoom)
    return false;
  *view = fitted;
  return true;
}

/* As above, for some items of it. */
static bool
show_items (UiCanvas *self,
            DeskView *view,
            const uint32_t *items,
            uint32_t n,
            double least_zoom)
{
  DeskView fitted = *view;

  if (n == 0 || desk_view_keep (view, items_with_labels (self, items, n, view->zoom),
                                self->width, self->height))
    return true;
  /* Twice, since labels are of another size then. */
  for (int pass = 0; pass < 2; pass++)
    desk_view_fit (&fitted, items_with_labels (self, items, n, fitted.zoom),
                   self->width, self->height, view->zoom);
  if (fitted.zoom < least_zoom)
    return false;
  *view = fitted;
  return true;
}

static bool
is_same (const DeskView *a, const DeskView *b)
{
  return a->zoom == b->zoom && a->x == b->x && a->y == b->y;
}

/* The items that are seen in a view; caller frees. */
static uint32_t *
items_seen (UiCanvas *self, const DeskView *view, int width, int height, uint32_t *n)
{
  return doc_hit_items (self->studio->document->doc,
                        desk_view_visible (view, width, height), true, n);
}

/* The view that the next sizes start from: the last one that somebody or an edit asked
 * for, so that one which was moved for another size comes back. */
static void
keep_base (UiCanvas *self)
{
  const uint32_t n_items = doc_n_items (self->studio->document->doc);

  if (is_same (&self->view, &self->resized) && n_items == self->base_items)
    return;
  self->base = self->view;
  self->base_width = self->width;
  self->base_height = self->height;
  self->base_items = n_items;
}

bool
ui_canvas_view_resized (UiCanvas *self, int width, int height)
{
  const DeskView before = self->view;
  const DocModel *doc = self->studio->document->doc;
  uint32_t n;

  if (width <= 1 || desk_tool_mode (self->tool) != DESK_TOOL_IDLE) {
    self->width = width;
    self->height = height;
    return false;
  }
  /* What is to be seen, from the view that does not know the new size. */
  keep_base (self);
  self->width = width;
  self->height = height;
  if (self->keeps_fit) {
    fit_all (self, width, height);
    return true;
  }
  self->view = self->base;
  g_autofree uint32_t *seen =
      items_seen (self, &self->base, self->base_width, self->base_height, &n);
  const bool is_whole = n == doc_n_items (doc);
  if (is_whole || self->is_chosen || !show_all (self, &self->view, least_legible))
    is_whole ? show_all (self, &self->view, 0)
             : show_items (self, &self->view, seen, n, 0);
  self->resized = self->view;
  return !is_same (&before, &self->view);
}

/* ---- what is looked for ---- */

static void
show_point (UiCanvas *self, DocPoint at)
{
  desk_view_center (&self->view, at, gtk_widget_get_width (GTK_WIDGET (self)),
                    gtk_widget_get_height (GTK_WIDGET (self)));
  ui_canvas_view_chosen (self);
  ui_canvas_view_changed (self);
}

void
ui_canvas_reveal_box (UiCanvas *self, DocRect box)
{
  const DocRect seen = ui_canvas_seen (self);

  if (!holds (seen, box))
    show_point (self, (DocPoint){(box.x1 + box.x2) / 2, (box.y1 + box.y2) / 2});
}

void
ui_canvas_reveal (UiCanvas *self, const char *name)
{
  const DocModel *doc = self->studio->document->doc;
  const uint32_t k = doc_find_item (doc, name);

  if (k != UINT32_MAX)
    ui_canvas_reveal_box (self, doc_item (doc, k)->box);
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
ui_canvas_show_new (UiCanvas *self, const char *const *names, uint32_t n)
{
  const DocModel *doc = self->studio->document->doc;
  g_autofree uint32_t *items = g_new (uint32_t, n + 1);
  const DeskView before = self->view;
  DeskView *view = &self->view;
  uint32_t n_there = 0;

  for (uint32_t i = 0; i < n; i++) {
    items[n_there] = doc_find_item (doc, names[i]);
    n_there += items[n_there] != UINT32_MAX;
  }
  if (n_there == 0 || self->width <= 1 ||
      holds (ui_canvas_seen (self),
             items_with_labels (self, items, n_there, view->zoom)))
    return;
  /* The whole diagram, all that is new, or the last of it. */
  if ((self->is_chosen || !show_all (self, view, least_legible)) &&
      !show_items (self, view, items, n_there, fmin (least_legible, view->zoom)))
    show_items (self, view, &items[n_there - 1], 1, 0);
  self->keeps_fit = false;
  if (!is_same (&before, view))
    ui_canvas_view_changed (self);
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
