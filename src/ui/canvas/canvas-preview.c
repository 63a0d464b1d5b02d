/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows over the diagram what an edit would make of it, from a copy on which it was
 * made: new parts and their wires pale, what would go struck out, other changed parts
 * framed. What that is, is found once; a frame costs what it draws. */
#include "desk/problem/mend.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/control.h"

#define PALE 0.65

static void
draw_new (UiCanvas *self, cairo_t *cr, const FigureTheme *theme)
{
  const DocModel *after = self->preview;
  const GArray *wires = self->preview_changes->new_wires;
  const GArray *items = self->preview_changes->new_items;

  for (guint i = 0; i < wires->len; i++) {
    const uint32_t wire = g_array_index (wires, uint32_t, i);

    figure_diagram_draw_wire (cr, after, wire, theme, doc_wire (after, wire)->width,
                              self->view.zoom);
  }
  for (guint i = 0; i < items->len; i++)
    figure_item_draw (cr, after, g_array_index (items, uint32_t, i), self->symbols,
                      theme, self->view.zoom);
}

static void
strike (cairo_t *cr, DocRect box)
{
  cairo_move_to (cr, box.x1, box.y1);
  cairo_line_to (cr, box.x2, box.y2);
  cairo_move_to (cr, box.x1, box.y2);
  cairo_line_to (cr, box.x2, box.y1);
  cairo_stroke (cr);
}

static void
mark_old (UiCanvas *self, cairo_t *cr, const FigureTheme *theme)
{
  const DocModel *now = self->studio->document->doc;
  const GArray *lost = self->preview_changes->lost_items;
  const GArray *changed = self->preview_changes->changed_items;

  cairo_set_line_width (cr, 3 / self->view.zoom);
  figure_theme_source (cr, theme->loss, 1);
  for (guint i = 0; i < lost->len; i++)
    strike (cr, doc_item (now, g_array_index (lost, uint32_t, i))->box);
  figure_theme_source (cr, theme->accent, 1);
  for (guint i = 0; i < changed->len; i++) {
    const DocRect box = doc_item (now, g_array_index (changed, uint32_t, i))->box;

    cairo_rectangle (cr, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1);
    cairo_stroke (cr);
  }
}

void
ui_canvas_draw_preview (UiCanvas *self, GtkSnapshot *snapshot, const FigureTheme *theme)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->preview == NULL)
    return;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                     (float) gtk_widget_get_height (widget)));
  cairo_translate (cr, self->view.x, self->view.y);
  cairo_scale (cr, self->view.zoom, self->view.zoom);
  cairo_push_group (cr);
  draw_new (self, cr, theme);
  cairo_pop_group_to_source (cr);
  cairo_paint_with_alpha (cr, PALE);
  mark_old (self, cr, theme);
  cairo_destroy (cr);
}

void
ui_canvas_preview (UiCanvas *self, DocModel *after)
{
  if (after == self->preview)
    return;
  g_clear_pointer (&self->preview_changes, desk_mend_changes_free);
  doc_free (self->preview);
  self->preview = after;
  if (after != NULL)
    self->preview_changes = desk_mend_compare (self->studio->document->doc, after);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
