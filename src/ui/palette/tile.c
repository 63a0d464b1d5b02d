/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A component of the palette, as a tile or as a row. Long names of tiles go on in a
 * second line, at a capital. Tiles are made once and shown something else as the list
 * scrolls. */
#include "ui/palette/tile.h"

#include <glib/gi18n.h>

#include "desk/describe.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"

static const int symbol_px = 32;
static const int drag_px = 64;

struct _UiTile {
  GtkWidget parent_instance;

  FigureSymbols *symbols;
  DeskComponent *component; /* or NULL */
  bool is_upright;
  GtkWidget *overlay;
  GtkWidget *image;
  GtkWidget *label;
  GtkWidget *star;
  GtkEventController *pointer;
};

enum { CHOSEN, STARRED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiTile, ui_tile, GTK_TYPE_WIDGET)

/* ---- input ---- */

static GdkContentProvider *
drag_prepare (GtkDragSource *source, double x, double y, UiTile *self)
{
  return self->component != NULL
             ? gdk_content_provider_new_typed (DESK_TYPE_COMPONENT, self->component)
             : NULL;
}

static void
drag_begin (GtkDragSource *source, GdkDrag *drag, UiTile *self)
{
  const LibCard *card = desk_catalogue_component_card (self->component);
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (self->symbols, card->icon, drag_px);

  gtk_drag_source_set_icon (source, symbol, drag_px / 2, drag_px / 2);
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiTile *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (n_press == 2)
    g_signal_emit (self, signals[CHOSEN], 0);
}

static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType mods,
             UiTile *self)
{
  if (!gtk_widget_is_focus (GTK_WIDGET (self)) ||
      (key != GDK_KEY_Return && key != GDK_KEY_KP_Enter && key != GDK_KEY_space) ||
      (mods & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  g_signal_emit (self, signals[CHOSEN], 0);
  return GDK_EVENT_STOP;
}

static void
star_clicked (UiTile *self)
{
  g_signal_emit (self, signals[STARRED], 0);
}

/* ---- what it shows ---- */

/* A star that is not seen takes no clicks, taps and drags from the tile. */
static void
offer_star (UiTile *self)
{
  gtk_widget_set_can_target (self->star,
                             gtk_widget_has_css_class (self->star, "starred") ||
                                 gtk_event_controller_motion_contains_pointer (
                                     GTK_EVENT_CONTROLLER_MOTION (self->pointer)));
}

static void
show_star (UiTile *self, bool is_favorite)
{
  if (is_favorite)
    gtk_widget_add_css_class (self->star, "starred");
  else
    gtk_widget_remove_css_class (self->star, "starred");
  gtk_button_set_icon_name (GTK_BUTTON (self->star),
                            is_favorite ? "starred-symbolic" : "non-starred-symbolic");
  offer_star (self);
  if (self->component == NULL)
    return;
  g_autofree char *label = g_strdup_printf (
      is_favorite ? _ ("Remove %s from Favorites") : _ ("Add %s to Favorites"),
      desk_catalogue_component_card (self->component)->title);
  ui_control_set_label (self->star, label);
}

static void
show_component (UiTile *self)
{
  const LibCard *card = desk_catalogue_component_card (self->component);
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (self->symbols, card->icon, symbol_px);
  g_autofree char *doc = desk_describe_doc (card->doc);
  g_autofree char *name = desk_describe_title (card->title);
  g_autofree char *markup = g_markup_printf_escaped (
      "<b>%s</b>\n%s%s%s", card->title, doc, *doc != '\0' ? "\n" : "",
      desk_catalogue_component_class (self->component));

  gtk_image_set_from_paintable (GTK_IMAGE (self->image), symbol);
  gtk_label_set_text (GTK_LABEL (self->label), self->is_upright ? name : card->title);
  gtk_widget_set_tooltip_markup (GTK_WIDGET (self), markup);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->label),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, card->title, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  card->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, doc,
                                  -1);
}

void
ui_tile_set (UiTile *self, DeskComponent *component, bool is_favorite)
{
  gtk_widget_set_child_visible (GTK_WIDGET (self), component != NULL);
  if (g_set_object (&self->component, component) && component != NULL)
    show_component (self);
  show_star (self, is_favorite);
}

DeskComponent *
ui_tile_component (UiTile *self)
{
  return self->component;
}

bool
ui_tile_is_upright (UiTile *self)
{
  return self->is_upright;
}

/* ---- object ---- */

static void
ui_tile_dispose (GObject *object)
{
  UiTile *self = UI_TILE (object);

  g_clear_object (&self->component);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  G_OBJECT_CLASS (ui_tile_parent_class)->dispose (object);
}

/* shape: GTK's own signature
 * As wide as its column, whatever its height: GTK 4.8 takes an ellipsis for the least
 * width of a name in a given height, even of a narrower one. */
static void
measure (GtkWidget *widget,
         GtkOrientation orientation,
         int for_size,
         int *least,
         int *natural,
         int *least_baseline,
         int *natural_baseline)
{
  gtk_widget_measure (UI_TILE (widget)->overlay, orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, least,
                      natural, least_baseline, natural_baseline);
}

/* Names of two lines take the room that they need. */
static GtkSizeRequestMode
request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gtk_widget_allocate (UI_TILE (widget)->overlay, width, height, baseline, NULL);
}

static void
ui_tile_class_init (UiTileClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_tile_dispose;
  widget_class->get_request_mode = request_mode;
  widget_class->measure = measure;
  widget_class->size_allocate = size_allocate;
  gtk_widget_class_set_css_name (widget_class, "tile");
  signals[CHOSEN] = g_signal_new ("chosen", UI_TYPE_TILE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[STARRED] = g_signal_new ("starred", UI_TYPE_TILE, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
ui_tile_init (UiTile *self)
{
  GtkDragSource *source = gtk_drag_source_new ();

  self->overlay = gtk_overlay_new (); /* the star takes no room from the name */
  self->image = gtk_image_new ();
  self->label = gtk_label_new (NULL);
  self->star = gtk_button_new ();
  gtk_image_set_pixel_size (GTK_IMAGE (self->image), symbol_px);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->star, "flat");
  gtk_widget_add_css_class (self->star, "palette-star");
  gtk_widget_set_halign (self->star, GTK_ALIGN_END);
  g_signal_connect_swapped (self->star, "clicked", G_CALLBACK (star_clicked), self);
  self->pointer = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (self->pointer, "notify::contains-pointer",
                            G_CALLBACK (offer_star), self);
  gtk_widget_add_controller (GTK_WIDGET (self), self->pointer);
  offer_star (self);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->star);
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
  g_signal_connect (source, "prepare", G_CALLBACK (drag_prepare), self);
  g_signal_connect (source, "drag-begin", G_CALLBACK (drag_begin), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
}

/* A control of its own: focus, double-click, keys. */
static void
stand_upright (UiTile *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self), "upright");
  gtk_label_set_wrap (GTK_LABEL (self->label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->label), 2);
  gtk_label_set_width_chars (GTK_LABEL (self->label), 1); /* as wide as its column */
  gtk_label_set_justify (GTK_LABEL (self->label), GTK_JUSTIFY_CENTER);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), key);
}

GtkWidget *
ui_tile_new (FigureSymbols *symbols, bool is_upright)
{
  /* No button: it holds one, which assistive tools would not find there. */
  UiTile *self = g_object_new (
      UI_TYPE_TILE, "accessible-role",
      is_upright ? GTK_ACCESSIBLE_ROLE_LIST_ITEM : GTK_ACCESSIBLE_ROLE_WIDGET, NULL);
  GtkWidget *box =
      gtk_box_new (is_upright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL,
                   is_upright ? 2 : 10);

  self->symbols = symbols;
  self->is_upright = is_upright;
  gtk_widget_set_valign (self->star, is_upright ? GTK_ALIGN_START : GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (self->label), is_upright ? 0.5 : 0);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_box_append (GTK_BOX (box), self->image);
  gtk_box_append (GTK_BOX (box), self->label);
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), box);
  if (is_upright)
    stand_upright (self);
  return GTK_WIDGET (self);
}
