/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of the diagram the canvas shows: fitted, zoomed, moved to an item. The
 * arithmetic is in desk/tool/view.c; here it gets the size of the widget, and those who
 * listen are told. */
#include <math.h>

#include "base/number.h"
#include "desk/tool/commands.h"
#include "ui/canvas/canvas-private.h"

/* For what is fitted without being asked: symbols can still be told from each other. */
static const double least_legible = 0.3;
static const double fit_zoom = 1.25; /* a small diagram is not blown up beyond this */
static const double float_gap_px = 8;

/* Room is left between what is shown and what floats over it. */
static DeskViewRoom
room_of (UiCanvas *self)
{
  DeskViewRoom room = {.width = self->width, .height = self->height};
  GtkRequisition size;

  if (self->floating != NULL && gtk_widget_get_visible (self->floating)) {
    gtk_widget_get_preferred_size (self->floating, NULL, &size);
    room.corner_width = size.width + float_gap_px;
    room.corner_height = size.height + float_gap_px;
  }
  return room;
}

static DeskViewContent
all_of (UiCanvas *self)
{
  return (DeskViewContent){.doc = self->studio->document->doc};
}

/* Tells nobody. */
static void
fit (UiCanvas *self, DeskViewContent what)
{
  const DeskViewRoom room = room_of (self);

  desk_view_fit_content (&self->view, &what, &room, fit_zoom);
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

/* Those of these items that there are; caller frees. */
static uint32_t *
items_named (UiCanvas *self, const char *const *names, uint32_t n, uint32_t *n_there)
{
  uint32_t *items = g_new (uint32_t, n + 1);

  *n_there = 0;
  for (uint32_t i = 0; i < n; i++) {
    items[*n_there] = doc_find_item (self->studio->document->doc, names[i]);
    *n_there += items[*n_there] != UINT32_MAX;
  }
  return items;
}

void
ui_canvas_fit (UiCanvas *self, bool selection)
{
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);
  g_autofree uint32_t *items = items_named (self, names, n, &n);

  self->keeps_fit = !selection;
  self->is_chosen = selection;
  if (self->width <= 1)
    return;
  if (selection && n > 0)
    fit (self, (DeskViewContent){self->studio->document->doc, items, n});
  else
    fit (self, all_of (self));
  ui_canvas_view_changed (self);
}

/* ---- what stays in sight ---- */

/* Another view that shows it: moved, or else of a smaller zoom. False, and nothing is
 * changed, if that makes it too small. */
static bool
show (UiCanvas *self, DeskView *view, DeskViewContent what, double least_zoom)
{
  const DeskViewRoom room = room_of (self);
  DeskView fitted;

  if (desk_view_keep (view, &what, &room))
    return true;
  desk_view_fit_content (&fitted, &what, &room, view->zoom);
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
  if (self->width <= 1 && self->is_chosen) { /* chosen before there was a size */
    desk_view_center (
        &self->view,
        desk_view_to_diagram (&self->view, self->width / 2.0, self->height / 2.0),
        width, height);
    self->width = width;
    self->height = height;
    return true;
  }
  /* What is to be seen, from the view that does not know the new size. */
  keep_base (self);
  self->width = width;
  self->height = height;
  if (self->keeps_fit) {
    fit (self, all_of (self));
    return true;
  }
  self->view = self->base;
  g_autofree uint32_t *seen =
      items_seen (self, &self->base, self->base_width, self->base_height, &n);
  const bool is_whole = n == doc_n_items (doc);
  if (is_whole)
    show (self, &self->view, all_of (self), 0);
  else if (n > 0 &&
           (self->is_chosen || !show (self, &self->view, all_of (self), least_legible)))
    show (self, &self->view, (DeskViewContent){doc, seen, n}, 0);
  self->resized = self->view;
  return !is_same (&before, &self->view);
}

/* ---- as a text ---- */

/* The middle of what is seen, so that it does not depend on the size. */
char *
ui_canvas_view_to_text (UiCanvas *self)
{
  const DocPoint middle =
      desk_view_to_diagram (&self->view, self->width / 2.0, self->height / 2.0);
  char zoom[BASE_NUMBER_SIZE], x[BASE_NUMBER_SIZE], y[BASE_NUMBER_SIZE];

  return self->is_chosen ? g_strdup_printf ("%s %s %s %s", self->level,
                                            base_number_to_text (self->view.zoom, zoom),
                                            base_number_to_text (middle.x, x),
                                            base_number_to_text (middle.y, y))
                         : g_strdup (self->level);
}

bool
ui_canvas_view_from_text (UiCanvas *self, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", -1);

  if (!desk_document_show_level (self->studio->document, parts[0] ? parts[0] : ""))
    return false;
  if (g_strv_length (parts) < 4)
    return true;
  const double zoom = g_ascii_strtod (parts[1], NULL);
  const DocPoint middle = {g_ascii_strtod (parts[2], NULL),
                           g_ascii_strtod (parts[3], NULL)};
  if (!isfinite (zoom + middle.x + middle.y))
    return true;
  self->view.zoom = CLAMP (zoom, DESK_VIEW_MIN, DESK_VIEW_MAX);
  desk_view_center (&self->view, middle, self->width, self->height);
  ui_canvas_view_chosen (self);
  ui_canvas_view_changed (self);
  return true;
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

  if (box.x1 < seen.x1 || box.y1 < seen.y1 || box.x2 > seen.x2 || box.y2 > seen.y2)
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

  ui_canvas_reveal_box (self, (DocRect){at.x, at.y, at.x, at.y});
}

void
ui_canvas_show_new (UiCanvas *self, const char *const *names, uint32_t n)
{
  const DocModel *doc = self->studio->document->doc;
  const DeskView before = self->view;
  DeskView *view = &self->view;
  g_autofree uint32_t *items = items_named (self, names, n, &n);
  const DeskViewContent added = {doc, items, n};
  const DeskViewRoom room = room_of (self);

  if (n == 0 || self->width <= 1 || desk_view_shows (view, &added, &room))
    return;
  /* The whole diagram, all that is new, or the last of it. */
  if ((self->is_chosen || !show (self, view, all_of (self), least_legible)) &&
      !show (self, view, added, fmin (least_legible, view->zoom)))
    show (self, view, (DeskViewContent){doc, &items[n - 1], 1}, 0);
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
