/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the canvas has a tooltip and where. GTK waits only for the first one; here each
 * waits until the pointer has rested. None is shown over what was just edited or drawn
 * until the pointer has left the place, none over a menu or a list, and none beyond the
 * canvas to the left or right, where fields are. */
#include <math.h>

#include "desk/describe.h"
#include "desk/tool/view.h"
#include "ui/canvas/canvas-private.h"

static const guint rest_ms =
    400; /* before GTK waits, which it does for the first only */
static const double edited_px = 40; /* around the place of an edit */
static const int tip_away_px = 16;
static const int most_tip_px = 440;
static const int tip_border_px = 24; /* on both sides */

/* Of the canvas, or one that has the keys: the menu of the window may hang over it. */
static bool
has_popover (UiCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *popover =
      focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  if (popover != NULL && gtk_widget_get_mapped (popover))
    return true;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child))
      return true;
  return false;
}

/* What must not be covered: the item, or the place on a wire. */
static GdkRectangle
tip_area (UiCanvas *self, const DocHit *hit)
{
  const DocModel *doc = self->studio->document->doc;

  if (hit->kind == DOC_HIT_ITEM || hit->kind == DOC_HIT_PORT)
    return ui_canvas_pixel_box (self,
                                desk_view_with_labels (doc_item (doc, hit->item)->box));
  return (GdkRectangle){(int) self->pointer_x - tip_away_px,
                        (int) self->pointer_y - tip_away_px, 2 * tip_away_px,
                        2 * tip_away_px};
}

/* How wide the tooltip will be: GTK breaks its lines after 50 letters. */
static int
tip_width (UiCanvas *self, const char *markup)
{
  g_autoptr (PangoLayout) layout =
      gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  int width;

  pango_layout_set_markup (layout, markup, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return MIN (width, most_tip_px) + tip_border_px;
}

/* GTK centres the tooltip below the area: one as narrow as a line, so far from the
 * edges of the canvas that the tooltip stays within, and not over the fields beside it.
 */
void
ui_canvas_keep_tip_within (UiCanvas *self, GdkRectangle *area, const char *markup)
{
  const int all = gtk_widget_get_width (GTK_WIDGET (self));
  const int half = MIN (tip_width (self, markup), all) / 2;

  area->x = CLAMP (area->x + area->width / 2, half, all - half);
  area->width = 1;
}

/* Only over what the pointer has rested on since it was moved there: neither over what
 * was just edited or drawn, nor over a menu. */
static gboolean
query_tooltip (UiCanvas *self, int x, int y, gboolean keyboard, GtkTooltip *tooltip)
{
  const DocHit *hover = desk_tool_hover (self->tool);

  if (keyboard || !self->is_resting || desk_tool_mode (self->tool) != DESK_TOOL_IDLE ||
      has_popover (self))
    return FALSE;

  GdkRectangle area = tip_area (self, hover);
  g_autofree char *markup = desk_describe_hit (self->studio, hover);

  if (markup != NULL) {
    gtk_tooltip_set_markup (tooltip, markup);
    ui_canvas_keep_tip_within (self, &area, markup);
    gtk_tooltip_set_tip_area (tooltip, &area);
  }
  return markup != NULL;
}

static gboolean
rested (gpointer data)
{
  UiCanvas *self = data;

  self->rest = 0;
  self->is_resting = true;
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

void
ui_canvas_pointer_moved (UiCanvas *self)
{
  const bool is_away = hypot (self->pointer_x - self->edited_x,
                              self->pointer_y - self->edited_y) > edited_px;

  self->is_resting = false;
  g_clear_handle_id (&self->rest, g_source_remove);
  if (is_away) {
    self->edited_x = self->edited_y = -INFINITY;
    self->rest = g_timeout_add (rest_ms, rested, self);
  }
}

/* Nothing is told of the place until the pointer has left it. */
void
ui_canvas_stop_tooltip (UiCanvas *self)
{
  self->edited_x = self->pointer_x;
  self->edited_y = self->pointer_y;
  self->is_resting = false;
  g_clear_handle_id (&self->rest, g_source_remove);
  gtk_widget_trigger_tooltip_query (GTK_WIDGET (self));
}

void
ui_canvas_add_tooltip (UiCanvas *self)
{
  self->edited_x = self->edited_y = -INFINITY;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip), NULL);
}
