/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows over the diagram what an edit would make of it, from a copy on which it was
 * made: new parts and their wires pale, what would go struck out, other changed parts
 * framed. Parts are told by their names and texts, wires by the text of their connect;
 * linear in both diagrams, once per frame while it is shown. */
#include <string.h>

#include "ui/canvas/canvas-private.h"
#include "ui/widgets/control.h"

#define PALE 0.65

static char *
text_of (BaseSpan span)
{
  return g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);
}

static bool
has_wire (const DocModel *doc, const DocWire *wire)
{
  g_autofree char *wanted = text_of (wire->relation->span);

  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    g_autofree char *text = text_of (doc_wire (doc, i)->relation->span);

    if (strcmp (text, wanted) == 0)
      return true;
  }
  return false;
}

static bool
is_changed (const DocItem *before, const DocItem *after)
{
  g_autofree char *old = text_of (before->decl->span);
  g_autofree char *new = text_of (after->decl->span);

  return strcmp (old, new) != 0 ||
         (before->decl->meta.json != NULL && after->decl->meta.json != NULL &&
          before->decl->meta.json->n != after->decl->meta.json->n);
}

static void
draw_new (UiCanvas *self, cairo_t *cr, const FigureTheme *theme)
{
  const DocModel *now = self->studio->document->doc;
  const DocModel *after = self->preview;

  for (uint32_t i = 0; i < doc_n_wires (after); i++)
    if (!has_wire (now, doc_wire (after, i)))
      figure_diagram_draw_wire (cr, after, i, theme, doc_wire (after, i)->width);
  for (uint32_t i = 0; i < doc_n_items (after); i++)
    if (doc_find_item (now, doc_item (after, i)->name) == UINT32_MAX)
      figure_item_draw (cr, after, i, self->symbols, theme, self->view.zoom);
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
  const DocModel *after = self->preview;

  cairo_set_line_width (cr, 3 / self->view.zoom);
  for (uint32_t i = 0; i < doc_n_items (now); i++) {
    const DocItem *item = doc_item (now, i);
    const uint32_t there = doc_find_item (after, item->name);
    const DocRect box = item->box;

    if (there == UINT32_MAX) {
      cairo_set_source_rgb (cr, 0.88, 0.11, 0.14);
      strike (cr, box);
    } else if (is_changed (item, doc_item (after, there))) {
      figure_theme_source (cr, theme->accent, 1);
      cairo_rectangle (cr, box.x1, box.y1, box.x2 - box.x1, box.y2 - box.y1);
      cairo_stroke (cr);
    }
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
  doc_free (self->preview);
  self->preview = after;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
