/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GtkColumnView of rows that are only numbers: their texts are asked from
 * DeskMeasures when a row is bound, and written anew into the bound labels whenever
 * that has measured again, so that rows keep their selection while a cursor is dragged.
 */
#include "ui/plots/measure-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/widgets/control.h"

#define MOST_HEIGHT 132 /* px: more rows are scrolled to */

enum { NAME = -1 };

struct _UiMeasureView {
  GtkWidget parent;

  DeskMeasures *measures;
  GtkWidget *box;
  GtkWidget *head;
  GtkStringList *rows; /* of "", as many as there are */
  GPtrArray *bound;    /* GtkListItem, borrowed */
};

G_DEFINE_FINAL_TYPE (UiMeasureView, ui_measure_view, GTK_TYPE_WIDGET)

/* ---- cells ---- */

static int
kind_of (GtkListItemFactory *factory)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (factory), "kind"));
}

static void
show_cell (UiMeasureView *self, GtkListItem *item)
{
  const int kind = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "kind"));
  const guint row = gtk_list_item_get_position (item);
  GtkLabel *label = GTK_LABEL (gtk_list_item_get_child (item));

  if (row >= self->measures->all->len)
    return;
  const DeskMeasure *measure = self->measures->all->pdata[row];
  if (kind == NAME) {
    const FigureColor *color = &measure->color;
    g_autofree char *name = g_markup_printf_escaped (
        "<span color=\"#%02x%02x%02x\">\u25AC</span>\u2002%s",
        (unsigned) lround (255 * color->r), (unsigned) lround (255 * color->g),
        (unsigned) lround (255 * color->b), measure->label);

    gtk_label_set_markup (label, name);
  } else {
    g_autofree char *text =
        desk_measures_text (self->measures, row, (DeskMeasureKind) kind);

    gtk_label_set_text (label, text);
  }
}

static void
on_setup (GtkListItemFactory *factory, GtkListItem *item, UiMeasureView *self)
{
  const int kind = kind_of (factory);
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), kind == NAME ? 0 : 1);
  if (kind != NAME)
    gtk_widget_add_css_class (label, "numeric");
  if (kind != NAME)
    gtk_widget_set_tooltip_text (label, desk_measures_help ((DeskMeasureKind) kind));
  g_object_set_data (G_OBJECT (item), "kind", GINT_TO_POINTER (kind));
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkListItemFactory *factory, GtkListItem *item, UiMeasureView *self)
{
  g_ptr_array_add (self->bound, item);
  show_cell (self, item);
}

static void
on_unbind (GtkListItemFactory *factory, GtkListItem *item, UiMeasureView *self)
{
  if (self->bound != NULL)
    g_ptr_array_remove_fast (self->bound, item);
}

static void
add_column (UiMeasureView *self, GtkWidget *table, int kind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  const char *title =
      kind == NAME ? _ ("Curve") : desk_measures_title ((DeskMeasureKind) kind);
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);

  g_object_set_data (G_OBJECT (factory), "kind", GINT_TO_POINTER (kind));
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (on_unbind), self, 0);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, kind == NAME);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (table), column);
}

/* ---- showing ---- */

static void
on_measured (UiMeasureView *self)
{
  static const char *const NEW_ROWS[] = {"", NULL};
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  const guint wanted = self->measures->all->len;
  g_autofree char *head = desk_measures_head (self->measures);

  if (wanted < n)
    gtk_string_list_splice (self->rows, wanted, n - wanted, NULL);
  for (guint i = n; i < wanted; i++)
    gtk_string_list_splice (self->rows, i, 0, NEW_ROWS);
  for (guint i = 0; i < self->bound->len; i++)
    show_cell (self, self->bound->pdata[i]);
  gtk_label_set_text (GTK_LABEL (self->head), head);
  gtk_widget_set_visible (GTK_WIDGET (self), wanted > 0);
}

void
ui_measure_view_copy (UiMeasureView *self)
{
  g_autofree char *text = desk_measures_to_text (self->measures);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType mods,
        UiMeasureView *self)
{
  if (key == GDK_KEY_c && mods & GDK_CONTROL_MASK)
    ui_measure_view_copy (self);
  else if (key == GDK_KEY_Escape)
    g_signal_emit_by_name (self, "left");
  else
    return GDK_EVENT_PROPAGATE;
  return GDK_EVENT_STOP;
}

/* ---- object ---- */

static void
add_head (UiMeasureView *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *copy = gtk_button_new_from_icon_name ("edit-copy-symbolic");

  self->head = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->head), 0);
  gtk_label_set_selectable (GTK_LABEL (self->head), TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (self->head), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (self->head, TRUE);
  gtk_widget_add_css_class (self->head, "numeric");
  gtk_widget_add_css_class (copy, "flat");
  ui_control_set_label (copy, _ ("Copy the table"));
  g_signal_connect_swapped (copy, "clicked", G_CALLBACK (ui_measure_view_copy), self);
  gtk_box_append (GTK_BOX (row), self->head);
  gtk_box_append (GTK_BOX (row), copy);
  gtk_box_append (GTK_BOX (self->box), row);
}

static void
add_table (UiMeasureView *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (
      gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (self->rows))));
  GtkWidget *table = gtk_column_view_new (selection);
  GtkEventController *keys = gtk_event_controller_key_new ();

  /* A column for the names, and one for each thing that is measured. */
  gtk_column_view_set_show_column_separators (GTK_COLUMN_VIEW (table), TRUE);
  gtk_widget_add_css_class (table, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Measured between the cursors"), -1);
  for (int kind = NAME; kind < DESK_MEASURE_N; kind++)
    add_column (self, table, kind);
  /* As high as its rows, up to a limit. */
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled),
                                                    TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled),
                                              MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), table);
  gtk_box_append (GTK_BOX (self->box), scrolled);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (self->box, keys);
}

static void
ui_measure_view_dispose (GObject *object)
{
  UiMeasureView *self = UI_MEASURE_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->bound, g_ptr_array_unref);
  g_clear_object (&self->rows);
  g_clear_object (&self->measures);
  G_OBJECT_CLASS (ui_measure_view_parent_class)->dispose (object);
}

static void
ui_measure_view_class_init (UiMeasureViewClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_measure_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "measures");
  g_signal_new ("left", G_TYPE_FROM_CLASS (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                NULL, G_TYPE_NONE, 0);
}

static void
ui_measure_view_init (UiMeasureView *self)
{
  self->rows = gtk_string_list_new (NULL);
  self->bound = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

GtkWidget *
ui_measure_view_new (DeskMeasures *measures)
{
  UiMeasureView *self = g_object_new (UI_TYPE_MEASURE_VIEW, NULL);

  self->measures = g_object_ref (measures);
  add_head (self);
  add_table (self);
  desk_property_listen (measures, "all", self, G_CALLBACK (on_measured));
  return GTK_WIDGET (self);
}
