/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rail of the palette: a column of buttons that scrolls where the window is low.
 * What they do is up to the window, which knows the palette. */
#include "ui/palette/rail.h"

#include <glib/gi18n.h>

#include "lib/text.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"

static const int symbol_px = 28;

struct _UiRail {
  GtkWidget parent_instance;

  GtkWidget *scrolled;
  GListModel *libraries; /* of the catalogue */
  FigureSymbols *symbols;
};

enum { OPENED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiRail, ui_rail, GTK_TYPE_WIDGET)

static void
clicked (GtkButton *button, UiRail *self)
{
  g_signal_emit (self, signals[OPENED], 0,
                 g_object_get_data (G_OBJECT (button), "title"));
}

static void
append (UiRail *self, GtkBox *box, GtkWidget *image, const char *label)
{
  GtkWidget *button = gtk_button_new ();

  gtk_button_set_child (GTK_BUTTON (button), image);
  gtk_widget_add_css_class (button, "flat");
  ui_control_set_label (button, label);
  g_signal_connect (button, "clicked", G_CALLBACK (clicked), self);
  gtk_box_append (box, button);
}

static void
ui_rail_dispose (GObject *object)
{
  g_clear_pointer (&UI_RAIL (object)->scrolled, gtk_widget_unparent);
  G_OBJECT_CLASS (ui_rail_parent_class)->dispose (object);
}

static void
ui_rail_class_init (UiRailClass *class)
{
  G_OBJECT_CLASS (class)->dispose = ui_rail_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class),
                                            GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (class), "rail");
  signals[OPENED] = g_signal_new ("opened", UI_TYPE_RAIL, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
ui_rail_init (UiRail *self)
{
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled),
                                  GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

/* Its buttons are made anew when there are other libraries. */
static void
fill (UiRail *self)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 6));

  append (self, box, gtk_image_new_from_icon_name ("system-search-symbolic"),
          _ ("Search components"));
  for (guint i = 0; i < g_list_model_get_n_items (self->libraries); i++) {
    g_autoptr (DeskSection) library = g_list_model_get_item (self->libraries, i);
    const char *title = desk_catalogue_section_title (library);
    g_autoptr (GdkPaintable) symbol = ui_symbol_image_new (
        self->symbols, desk_catalogue_section_symbol (library), symbol_px);
    GtkWidget *image = gtk_image_new_from_paintable (symbol);

    gtk_image_set_pixel_size (GTK_IMAGE (image), symbol_px);
    append (self, box, image, lib_text (title));
    g_object_set_data_full (G_OBJECT (gtk_widget_get_last_child (GTK_WIDGET (box))),
                            "title", g_strdup (title), g_free);
  }
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled),
                                 GTK_WIDGET (box));
}

GtkWidget *
ui_rail_new (DeskCatalogue *catalogue, FigureSymbols *symbols)
{
  UiRail *self = g_object_new (UI_TYPE_RAIL, NULL);

  self->libraries = desk_catalogue_sections (catalogue);
  self->symbols = symbols;
  fill (self);
  g_signal_connect_object (self->libraries, "items-changed", G_CALLBACK (fill), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
