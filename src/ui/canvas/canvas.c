/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The widget of the diagram: its size, what the studio tells it, and where its things
 * are. Drawing, pointer and keys, the view and what opens over it have files of their
 * own. */
#include "ui/canvas/canvas.h"

#include <glib/gi18n.h>

#include "desk/describe.h"
#include "desk/problem/mend.h"
#include "doc/view/label.h"
#include "doc/wire/tag-extent.h"
#include "ui/canvas/canvas-private.h"
#include "ui/widgets/popover.h"

G_DEFINE_FINAL_TYPE (UiCanvas, ui_canvas, GTK_TYPE_WIDGET)

/* ---- what the studio tells ---- */

static void
collect_badges (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;

  g_array_set_size (self->badges, 0);
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const BaseDiag *diag =
        desk_problems_of (self->studio->problems, doc_item (doc, i)->name);

    /* Notes and automatic placing need no eye-catcher. */
    if (diag != NULL && diag->severity != BASE_NOTE && diag->number != 602)
      g_array_append_val (
          self->badges,
          ((UiCanvasBadge){i, desk_problems_severity (self->studio->problems, diag)}));
  }
}

static void
describe (UiCanvas *self)
{
  g_autofree char *text = desk_describe_selection (self->studio);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
doc_changed (UiCanvas *self)
{
  self->stamp++;
  self->keeps_fit = false; /* nothing may jump while somebody draws */
  desk_tool_refresh (self->tool);
  ui_canvas_preview (self, NULL);
  ui_canvas_stop_tooltip (self);
  collect_badges (self);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
doc_replaced (UiCanvas *self)
{
  g_hash_table_remove_all (self->views);
  self->level = self->studio->document->level;
  ui_canvas_stop_travel (self);
  g_clear_pointer (&self->frame, gsk_render_node_unref);
  desk_tool_cancel (self->tool);
  ui_canvas_drop_picture (self);
  doc_changed (self);
  ui_canvas_fit (self, false);
}

/* Each level keeps its view, which is the user's at once; the way there is only seen.
 */
static void
level_changed (UiCanvas *self)
{
  const UiCanvasView left = {self->view, self->is_chosen, self->width, self->height};
  const UiCanvasView *before;

  g_hash_table_replace (self->views, (gpointer) self->level,
                        g_memdup2 (&left, sizeof left));
  self->level = self->studio->document->level;
  before = g_hash_table_lookup (self->views, self->level);
  desk_tool_cancel (self->tool);
  ui_canvas_drop_picture (self);
  doc_changed (self);
  ui_canvas_travel (self, left.view);
  if (before == NULL || !before->is_chosen) {
    ui_canvas_fit (self, false);
    return;
  }
  self->view = before->view;
  self->view.x += (self->width - before->width) / 2.0;
  self->view.y += (self->height - before->height) / 2.0;
  ui_canvas_view_chosen (self);
  ui_canvas_view_changed (self);
}

static void
diags_changed (UiCanvas *self)
{
  collect_badges (self);
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
selection_changed (UiCanvas *self)
{
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- widget ---- */

/* Not while sizes are being given out: who listens may ask for another size. */
static gboolean
tell_view (gpointer data)
{
  UiCanvas *self = data;

  if (self->tool != NULL)
    ui_canvas_view_changed (self);
  return G_SOURCE_REMOVE;
}

static void
ui_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  UiCanvas *self = UI_CANVAS (widget);

  if (width != self->width || height != self->height) {
    ui_canvas_stop_tooltip (self); /* something else is under the pointer now */
    ui_canvas_stop_travel (self);
  }
  if (ui_canvas_view_resized (self, width, height))
    g_idle_add_full (G_PRIORITY_HIGH_IDLE, tell_view, g_object_ref (self),
                     g_object_unref);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child))
      ui_popover_present (GTK_POPOVER (child));
}

/* shape: GTK's own list of parameters */
static void
ui_canvas_measure (GtkWidget *widget,
                   GtkOrientation orientation,
                   int for_size,
                   int *minimum,
                   int *natural,
                   int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = 200;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 500;
}

static void
ui_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  UiCanvas *self = UI_CANVAS (widget);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);

  if (width <= 0 || height <= 0)
    return;
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  ui_canvas_draw_frame (self, snapshot);
  gtk_snapshot_pop (snapshot);
}

static void
ui_canvas_dispose (GObject *object)
{
  UiCanvas *self = UI_CANVAS (object);
  GtkWidget *child;

  ui_canvas_stop_tooltip (self);
  ui_canvas_stop_travel (self);
  g_clear_pointer (&self->frame, gsk_render_node_unref);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->tool, desk_tool_free);
  g_clear_pointer (&self->badges, g_array_unref);
  g_clear_pointer (&self->views, g_hash_table_unref);
  g_clear_pointer (&self->preview_changes, desk_mend_changes_free);
  g_clear_pointer (&self->preview, doc_free);
  ui_canvas_drop_picture (self);
  g_clear_object (&self->ghost);
  g_clear_object (&self->floating);
  g_clear_object (&self->studio);
  G_OBJECT_CLASS (ui_canvas_parent_class)->dispose (object);
}

static void
ui_canvas_class_init (UiCanvasClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_canvas_dispose;
  widget_class->size_allocate = ui_canvas_size_allocate;
  widget_class->measure = ui_canvas_measure;
  widget_class->snapshot = ui_canvas_snapshot;
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  g_signal_new ("edit-requested", UI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  g_signal_new ("used", UI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, DESK_TYPE_COMPONENT);
  g_signal_new ("view-changed", UI_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
}

static void
ui_canvas_init (UiCanvas *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->view = (DeskView){.zoom = 1};
  ui_canvas_add_tooltip (self);
  ui_canvas_add_travel (self);
  self->views = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->badges = g_array_new (FALSE, FALSE, sizeof (UiCanvasBadge));
  gtk_widget_set_focusable (widget, TRUE);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_widget_set_vexpand (widget, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Diagram"), -1);
}

GtkWidget *
ui_canvas_new (DeskStudio *studio, FigureSymbols *symbols, DeskCatalogue *catalogue)
{
  UiCanvas *self = g_object_new (UI_TYPE_CANVAS, NULL);

  self->studio = g_object_ref (studio);
  self->symbols = symbols;
  self->catalogue = catalogue;
  self->tool = desk_tool_new (studio);
  self->level = studio->document->level;
  self->keeps_fit = true;
  ui_canvas_add_controllers (self);
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  desk_property_listen (studio->document, "revision", self, G_CALLBACK (doc_changed));
  desk_property_listen (studio->document, "level", self, G_CALLBACK (level_changed));
  desk_property_listen (studio->problems, "diags", self, G_CALLBACK (diags_changed));
  /* A tooltip that is open shows values of this time. */
  desk_property_listen (studio->timeline, "time", self,
                        G_CALLBACK (gtk_widget_trigger_tooltip_query));
  desk_property_listen (studio->selection, "names", self,
                        G_CALLBACK (selection_changed));
  collect_badges (self);
  describe (self);
  return GTK_WIDGET (self);
}

void
ui_canvas_draw_anew (UiCanvas *self)
{
  self->stamp++;
  ui_canvas_drop_picture (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
ui_canvas_set_floating (UiCanvas *self, GtkWidget *floating)
{
  g_set_object (&self->floating, floating);
}

/* ---- places ---- */

static void
append_text (GString *out, const char *key, const char *text)
{
  g_autofree char *escaped = g_strescape (text, NULL);

  g_string_append_printf (out, "\"%s\": \"%s\"", key, escaped);
}

static void
append_labels (UiCanvas *self, GString *out, uint32_t item)
{
  const char *between = "";
  DocLabelLine lines[DOC_LABELS_MOST];
  const uint32_t n = doc_label_lines (self->studio->document->doc, item,
                                      doc_label_scale (self->view.zoom), lines);

  g_string_append (out, "\"labels\": {");
  for (uint32_t i = 0; i < n; i++) {
    const DocRect *box = &lines[i].box;
    double begin = 0; /* of a part */

    for (uint32_t k = 0; k < lines[i].n_parts; k++) {
      const DocLabelPart *part = &lines[i].parts[k];
      const double middle = (begin + part->end) / 2;
      const DocPoint at = desk_view_to_pixel (
          &self->view,
          (DocPoint){box->x1 + middle * (box->x2 - box->x1), (box->y1 + box->y2) / 2});

      g_string_append_printf (out, "%s\"%s\": [%.0f, %.0f]", between, part->name, at.x,
                              at.y);
      between = ", ";
      begin = part->end;
    }
  }
  g_string_append (out, "}");
}

static void
append_item (UiCanvas *self, GString *out, uint32_t index)
{
  const DocItem *item = doc_item (self->studio->document->doc, index);
  const DocPoint a =
      desk_view_to_pixel (&self->view, (DocPoint){item->box.x1, item->box.y1});
  const DocPoint b =
      desk_view_to_pixel (&self->view, (DocPoint){item->box.x2, item->box.y2});

  g_string_append (out, "{");
  append_text (out, "name", item->name);
  g_string_append_printf (out, ", \"x\": %.0f, \"y\": %.0f, ", a.x, a.y);
  g_string_append_printf (out, "\"width\": %.0f, \"height\": %.0f, ", b.x - a.x,
                          b.y - a.y);
  g_string_append (out, "\"ports\": {");
  for (uint32_t i = 0; i < item->n_ports; i++) {
    const DocPoint at = desk_view_to_pixel (&self->view, item->ports[i].at);

    g_string_append_printf (out, "%s\"%s\": [%.0f, %.0f]", i > 0 ? ", " : "",
                            item->ports[i].name, at.x, at.y);
  }
  g_string_append (out, "}, ");
  append_labels (self, out, index);
  g_string_append (out, "}");
}

static void
append_wire (UiCanvas *self, GString *out, uint32_t index)
{
  const DocModel *doc = self->studio->document->doc;
  const DocWire *wire = doc_wire (doc, index);

  /* What it joins, its paths, and its tags. */
  g_string_append (out, "{\"ends\": [");
  for (uint32_t i = 0; i < wire->n_ends; i++)
    g_string_append_printf (out, "%s\"%s\"", i > 0 ? ", " : "", wire->ends[i].name);
  g_string_append (out, "], \"edges\": [");
  for (uint32_t i = 0; i < wire->n_edges; i++) {
    g_string_append (out, i > 0 ? ", [" : "[");
    for (uint32_t k = 0; k < wire->edges[i].n_points; k++) {
      const DocPoint at = desk_view_to_pixel (&self->view, wire->edges[i].points[k]);

      g_string_append_printf (out, "%s[%.0f, %.0f]", k > 0 ? ", " : "", at.x, at.y);
    }
    g_string_append (out, "]");
  }
  g_string_append (out, "], \"tags\": [");
  for (uint32_t i = 0; wire->tag != NULL && i < wire->n_edges; i++) {
    const GdkRectangle box =
        ui_canvas_pixel_box (self, doc_tag_extent (doc, index, i, self->view.zoom));

    g_string_append_printf (out, "%s[%d, %d, %d, %d]", i > 0 ? ", " : "", box.x, box.y,
                            box.x + box.width, box.y + box.height);
  }
  g_string_append (out, "], ");
  append_text (out, "tag", wire->tag != NULL ? wire->tag : "");
  g_string_append (out, "}");
}

char *
ui_canvas_places (UiCanvas *self)
{
  const DocModel *doc = self->studio->document->doc;
  GString *out = g_string_new ("{");

  g_string_append_printf (out, "\"percent\": %.0f, \"width\": %d, \"height\": %d",
                          100 * self->view.zoom,
                          gtk_widget_get_width (GTK_WIDGET (self)),
                          gtk_widget_get_height (GTK_WIDGET (self)));
  g_string_append (out, ", \"items\": [");
  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    g_string_append (out, i > 0 ? ",\n" : "\n");
    append_item (self, out, i);
  }
  g_string_append (out, "], \"wires\": [");
  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    g_string_append (out, i > 0 ? ",\n" : "\n");
    append_wire (self, out, i);
  }
  g_string_append (out, "], \"notes\": [");
  for (uint32_t i = 0; i < doc_n_notes (doc); i++) {
    const DocPoint at = desk_view_to_pixel (&self->view, doc_note (doc, i)->at);

    g_string_append (out, i > 0 ? ",\n{" : "\n{");
    append_text (out, "text", doc_note (doc, i)->text);
    g_string_append_printf (out, ", \"x\": %.0f, \"y\": %.0f}", at.x, at.y);
  }
  g_string_append (out, "]}\n");
  return g_string_free (out, FALSE);
}
