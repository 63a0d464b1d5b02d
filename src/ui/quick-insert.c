#include "ui/quick-insert.h"

#include <glib/gi18n.h>

#include "ui/symbol-image.h"

static const guint most_rows = 8;
static const int symbol_px = 28;

typedef struct {
  UiQuickInsert what;
  GtkPopover *popover;
  GtkListBox *list;
  GtkWidget *empty;
} Insert;

static GtkWidget *
row_new (Insert *insert, UiComponent *component)
{
  const LibCard *card = ui_component_card (component);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (insert->what.symbols, card->icon, symbol_px);
  GtkWidget *image = gtk_picture_new_for_paintable (symbol);
  GtkWidget *title = gtk_label_new (card->title);
  g_autofree char *where_text =
      g_strconcat (card->library, " › ", card->category, NULL);
  GtkWidget *where = gtk_label_new (where_text);

  gtk_picture_set_can_shrink (GTK_PICTURE (image), FALSE);
  gtk_widget_add_css_class (where, "dim-label");
  gtk_widget_add_css_class (where, "caption");
  gtk_widget_set_hexpand (title, TRUE);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_box_append (GTK_BOX (box), image);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), where);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "component", g_object_ref (component),
                          g_object_unref);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  card->title, -1);
  return row;
}

static void
choose (Insert *insert, GtkListBoxRow *row)
{
  if (row == NULL)
    return;

  g_autoptr (UiComponent) component =
      g_object_ref (g_object_get_data (G_OBJECT (row), "component"));
  const UiQuickInsert what = insert->what;

  gtk_popover_popdown (insert->popover);
  what.chosen (what.data, component);
}

static void
search_changed (GtkEditable *entry, Insert *insert)
{
  const char *text = gtk_editable_get_text (entry);
  g_autoptr (GListModel) found = ui_catalogue_search (insert->what.catalogue, text);
  const guint n = MIN (g_list_model_get_n_items (found), most_rows);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (insert->list))) != NULL)
    gtk_list_box_remove (insert->list, row);
  for (guint i = 0; i < n; i++) {
    g_autoptr (UiComponent) component = g_list_model_get_item (found, i);

    gtk_list_box_append (insert->list, row_new (insert, component));
  }
  gtk_list_box_select_row (insert->list,
                           gtk_list_box_get_row_at_index (insert->list, 0));
  gtk_widget_set_visible (GTK_WIDGET (insert->list), n > 0);
  gtk_widget_set_visible (insert->empty, n == 0);
  gtk_label_set_text (GTK_LABEL (insert->empty),
                      *text != '\0' ? _ ("No component of that name")
                                    : _ ("Type what you need: mass, spring, sine…"));
}

static void
move_choice (Insert *insert, int by)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (insert->list);
  const int at = row != NULL ? gtk_list_box_row_get_index (row) + by : 0;
  GtkListBoxRow *next = gtk_list_box_get_row_at_index (insert->list, MAX (at, 0));

  if (next != NULL)
    gtk_list_box_select_row (insert->list, next);
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType state,
             Insert *insert)
{
  switch (key) {
  case GDK_KEY_Down:
    move_choice (insert, 1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Up:
    move_choice (insert, -1);
    return GDK_EVENT_STOP;
  case GDK_KEY_Return:
  case GDK_KEY_KP_Enter:
    choose (insert, gtk_list_box_get_selected_row (insert->list));
    return GDK_EVENT_STOP;
  default:
    return GDK_EVENT_PROPAGATE;
  }
}

static gboolean
unparent (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

static void
closed (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent, g_object_ref (popover),
                   g_object_unref);
}

static GtkWidget *
content_new (Insert *insert, GtkWidget *entry)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();

  insert->list = GTK_LIST_BOX (list);
  insert->empty = gtk_label_new (NULL);
  gtk_widget_add_css_class (list, "insert-list");
  gtk_widget_set_can_focus (list, FALSE);
  gtk_widget_add_css_class (insert->empty, "dim-label");
  gtk_widget_set_margin_top (insert->empty, 12);
  gtk_widget_set_margin_bottom (insert->empty, 12);
  gtk_widget_set_size_request (box, 380, -1);
  g_signal_connect_swapped (list, "row-activated", G_CALLBACK (choose), insert);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), insert->empty);
  return box;
}

GtkWidget *
ui_quick_insert_show (GtkWidget *parent,
                      const GdkRectangle *at,
                      const UiQuickInsert *what)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_search_entry_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  Insert *insert = g_new0 (Insert, 1);

  insert->what = *what;
  insert->popover = GTK_POPOVER (popover);
  gtk_popover_set_child (GTK_POPOVER (popover), content_new (insert, entry));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), at);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (popover, "quick-insert");
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Insert a component by name"), -1);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed), insert);
  gtk_widget_add_controller (popover, keys);
  g_signal_connect (entry, "changed", G_CALLBACK (search_changed), insert);
  g_signal_connect_swapped (entry, "stop-search", G_CALLBACK (gtk_popover_popdown),
                            popover);
  g_object_set_data_full (G_OBJECT (popover), "insert", insert, g_free);
  g_signal_connect (popover, "closed", G_CALLBACK (closed), NULL);
  gtk_widget_set_parent (popover, parent);
  search_changed (GTK_EDITABLE (entry), insert);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_grab_focus (entry);
  return popover;
}
