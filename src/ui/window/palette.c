/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palette of components: a GtkListView over the tree of DeskCatalogue, so that only
 * rows that are seen are widgets. A search filters the tree, the first hit is chosen by
 * Return; components are dragged to the canvas or added by a double click. */
#include "ui/window/palette.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "desk/describe.h"
#include "desk/shelf.h"
#include "desk/tool/offer.h"
#include "ui/widgets/control.h"
#include "ui/widgets/symbol-image.h"

static const int row_px = 32;
static const int drag_px = 64;

struct _UiPalette {
  GtkWidget parent_instance;

  DeskStudio *studio; /* outlives it */
  DeskCatalogue *catalogue;
  DeskShelf *shelf;
  DeskShelf *next;     /* what the shelf will hold when it is next filled */
  GSettings *settings; /* or NULL */
  FigureSymbols *symbols;
  GtkTreeListModel *tree;
  GtkWidget *box;
  GtkWidget *entry;
  GtkWidget *stack;
  GtkListView *list;
};

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (UiPalette, ui_palette, GTK_TYPE_WIDGET)

/* ---- rows ---- */

/* The row's object, without the wrapper of the tree. */
static GObject *
row_object (GtkListItem *item)
{
  GObject *object = gtk_list_item_get_item (item);

  return GTK_IS_TREE_LIST_ROW (object)
             ? gtk_tree_list_row_get_item (GTK_TREE_LIST_ROW (object))
             : g_object_ref (object);
}

static GdkContentProvider *
drag_prepare (GtkDragSource *source, double x, double y, GtkListItem *item)
{
  g_autoptr (GObject) object = row_object (item);

  return DESK_IS_COMPONENT (object)
             ? gdk_content_provider_new_typed (DESK_TYPE_COMPONENT, object)
             : NULL;
}

static void
drag_begin (GtkDragSource *source, GdkDrag *drag, GtkListItem *item)
{
  UiPalette *self = g_object_get_data (G_OBJECT (item), "palette");
  g_autoptr (GObject) object = row_object (item);
  const LibCard *card = desk_catalogue_component_card (DESK_COMPONENT (object));
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (self->symbols, card->icon, drag_px);

  gtk_drag_source_set_icon (source, symbol, drag_px / 2, drag_px / 2);
}

/* A row is an image, and a name with a star over its end. */
static GtkWidget *
label_of (GtkWidget *row)
{
  return gtk_overlay_get_child (GTK_OVERLAY (gtk_widget_get_last_child (row)));
}

static GtkWidget *
star_of (GtkWidget *row)
{
  return gtk_widget_get_last_child (gtk_widget_get_last_child (row));
}

/* ---- favorites and what was used lately ---- */

static const char favorites_key[] = "favorite-components";
static const char used_key[] = "recent-components";

static void
recall (UiPalette *self)
{
  if (self->settings == NULL)
    return;

  g_auto (GStrv) favorites = g_settings_get_strv (self->settings, favorites_key);
  g_auto (GStrv) used = g_settings_get_strv (self->settings, used_key);

  desk_shelf_set_favorites (self->shelf, (const char *const *) favorites);
  desk_shelf_set_used (self->shelf, (const char *const *) used);
  desk_shelf_set_used (self->next, (const char *const *) used);
}

static void
remember (UiPalette *self)
{
  if (self->settings == NULL)
    return;

  g_auto (GStrv) favorites = desk_shelf_favorites (self->shelf);
  g_auto (GStrv) used = desk_shelf_used (self->next);

  g_settings_set_strv (self->settings, favorites_key, (const char *const *) favorites);
  g_settings_set_strv (self->settings, used_key, (const char *const *) used);
}

static void
show_star (UiPalette *self, GtkWidget *star, DeskComponent *component)
{
  const bool is_favorite = desk_shelf_is_favorite (self->shelf, component);

  if (is_favorite)
    gtk_widget_add_css_class (star, "starred");
  else
    gtk_widget_remove_css_class (star, "starred");
  gtk_button_set_icon_name (GTK_BUTTON (star),
                            is_favorite ? "starred-symbolic" : "non-starred-symbolic");
  ui_control_set_label (star, is_favorite ? _ ("Remove from Favorites")
                                          : _ ("Add to Favorites"));
}

static void
star_clicked (GtkButton *star, GtkListItem *item)
{
  UiPalette *self = g_object_get_data (G_OBJECT (item), "palette");
  g_autoptr (GObject) object = row_object (item);

  if (!DESK_IS_COMPONENT (object))
    return;
  const guint n = g_list_model_get_n_items (desk_shelf_sections (self->shelf));

  desk_shelf_toggle_favorite (self->shelf, DESK_COMPONENT (object));
  show_star (self, GTK_WIDGET (star), DESK_COMPONENT (object));
  if (g_list_model_get_n_items (desk_shelf_sections (self->shelf)) > n) {
    g_autoptr (GtkTreeListRow) first =
        g_list_model_get_item (G_LIST_MODEL (self->tree), 0);

    gtk_tree_list_row_set_expanded (first, TRUE);
  }
  remember (self);
}

void
ui_palette_use (UiPalette *self, DeskComponent *component)
{
  desk_shelf_use (self->next, component);
  remember (self);
}

/* What was used meanwhile comes to the top only now: nothing moves under the pointer of
 * somebody who drags one component after the other out of the list. */
static void
shelve_used (UiPalette *self)
{
  g_auto (GStrv) used = desk_shelf_used (self->next);

  desk_shelf_set_used (self->shelf, (const char *const *) used);
}

static GtkWidget *
star_new (GtkListItem *item)
{
  GtkWidget *star = gtk_button_new ();

  gtk_widget_add_css_class (star, "flat");
  gtk_widget_add_css_class (star, "palette-star");
  gtk_widget_set_halign (star, GTK_ALIGN_END);
  gtk_widget_set_valign (star, GTK_ALIGN_CENTER);
  g_signal_connect (star, "clicked", G_CALLBACK (star_clicked), item);
  return star;
}

/* ---- more of the rows ---- */

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *image = gtk_picture_new ();
  GtkWidget *overlay = gtk_overlay_new (); /* the star takes no room from the name */
  GtkWidget *label = gtk_label_new (NULL);
  GtkDragSource *source = gtk_drag_source_new ();

  g_object_set_data (G_OBJECT (item), "palette", self);
  gtk_picture_set_can_shrink (GTK_PICTURE (image), FALSE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (overlay, TRUE);
  gtk_box_append (GTK_BOX (box), image);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), label);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), star_new (item));
  gtk_box_append (GTK_BOX (box), overlay);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  g_signal_connect (source, "prepare", G_CALLBACK (drag_prepare), item);
  g_signal_connect (source, "drag-begin", G_CALLBACK (drag_begin), item);
  gtk_widget_add_controller (expander, GTK_EVENT_CONTROLLER (source));
  gtk_list_item_set_child (item, expander);
}

static void
show_component (UiPalette *self, GtkWidget *row, DeskComponent *component)
{
  const LibCard *card = desk_catalogue_component_card (component);
  GtkWidget *image = gtk_widget_get_first_child (row);
  GtkWidget *label = label_of (row);
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (self->symbols, card->icon, row_px);
  g_autofree char *doc = desk_describe_doc (card->doc);
  g_autofree char *markup = g_markup_printf_escaped (
      "<b>%s</b>\n%s%s%s", card->title, doc, *doc != '\0' ? "\n" : "",
      desk_catalogue_component_class (component));

  gtk_picture_set_paintable (GTK_PICTURE (image), symbol);
  gtk_widget_set_visible (image, TRUE);
  gtk_widget_set_visible (star_of (row), TRUE);
  show_star (self, star_of (row), component);
  gtk_label_set_text (GTK_LABEL (label), card->title);
  gtk_widget_set_tooltip_markup (row, markup);
}

static void
show_section (GtkWidget *row, DeskSection *section, bool is_library)
{
  GtkWidget *image = gtk_widget_get_first_child (row);
  GtkWidget *label = label_of (row);

  gtk_widget_set_visible (image, FALSE);
  gtk_widget_set_visible (star_of (row), FALSE);
  gtk_widget_set_tooltip_text (row, NULL);
  gtk_label_set_text (GTK_LABEL (label), desk_catalogue_section_title (section));
  gtk_widget_add_css_class (label, is_library ? "heading" : "palette-category");
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *row = gtk_tree_expander_get_child (expander);
  GObject *wrapped = gtk_list_item_get_item (item);
  GtkTreeListRow *place =
      GTK_IS_TREE_LIST_ROW (wrapped) ? GTK_TREE_LIST_ROW (wrapped) : NULL;
  g_autoptr (GObject) object = row_object (item);

  /* Components need no indentation below their heading, names are long enough. */
  gtk_tree_expander_set_list_row (expander, DESK_IS_SECTION (object) ? place : NULL);
  if (DESK_IS_COMPONENT (object))
    show_component (self, row, DESK_COMPONENT (object));
  else
    show_section (row, DESK_SECTION (object), gtk_tree_list_row_get_depth (place) == 0);
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *row = gtk_tree_expander_get_child (expander);
  GtkWidget *label = label_of (row);

  gtk_widget_remove_css_class (label, "heading");
  gtk_widget_remove_css_class (label, "palette-category");
  gtk_tree_expander_set_list_row (expander, NULL);
}

/* ---- model ---- */

static GListModel *
children_of (gpointer object, gpointer data)
{
  return DESK_IS_SECTION (object)
             ? g_object_ref (desk_catalogue_section_children (object))
             : NULL;
}

static void
show_model (UiPalette *self, GListModel *model)
{
  g_autoptr (GtkSingleSelection) selection = gtk_single_selection_new (NULL);

  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, model);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

/* Open are the library that the diagram is made of and the first of its categories; all
 * libraries and the first category of the first one for a new diagram. What stands
 * above them is always open. */
static void
open_sections (UiPalette *self)
{
  GListModel *model = G_LIST_MODEL (self->tree);
  const char *domain = desk_offer_domain (self->studio);
  bool is_open = false;
  bool is_first = false;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
    g_autoptr (GObject) object = gtk_tree_list_row_get_item (row);
    const guint depth = gtk_tree_list_row_get_depth (row);

    if (!DESK_IS_SECTION (object))
      continue;
    /* A library, or what stands above them; then its first category. */
    if (depth == 0) {
      const bool is_library =
          g_list_model_get_item_type (desk_catalogue_section_children (
              DESK_SECTION (object))) == DESK_TYPE_SECTION;

      is_first =
          is_library && !is_open &&
          (domain == NULL ||
           g_str_equal (desk_catalogue_section_title (DESK_SECTION (object)), domain));
      is_open = is_open || is_first;
      gtk_tree_list_row_set_expanded (row, !is_library || domain == NULL || is_first);
    } else {
      gtk_tree_list_row_set_expanded (row, is_first);
      is_first = false;
    }
  }
}

static void
doc_replaced (UiPalette *self)
{
  shelve_used (self);
  open_sections (self);
}

static void
search_changed (GtkEditable *entry, UiPalette *self)
{
  const char *text = gtk_editable_get_text (entry);
  const char *page = "list";

  if (*text == '\0')
    show_model (self, G_LIST_MODEL (self->tree));
  else {
    g_autoptr (GListModel) found =
        desk_offer_search (self->studio, self->catalogue, text);

    if (g_list_model_get_n_items (found) == 0)
      page = "empty";
    show_model (self, found);
  }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
}

/* ---- choosing ---- */

static void
choose (UiPalette *self, guint position)
{
  g_autoptr (GObject) wrapped = g_list_model_get_item (
      G_LIST_MODEL (gtk_list_view_get_model (self->list)), position);
  GtkTreeListRow *row =
      GTK_IS_TREE_LIST_ROW (wrapped) ? GTK_TREE_LIST_ROW (wrapped) : NULL;
  g_autoptr (GObject) object = row != NULL       ? gtk_tree_list_row_get_item (row)
                               : wrapped != NULL ? g_object_ref (wrapped)
                                                 : NULL;

  if (DESK_IS_COMPONENT (object))
    g_signal_emit (self, signals[CHOSEN], 0, object);
  else if (row != NULL)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

static void
row_activated (GtkListView *list, guint position, UiPalette *self)
{
  choose (self, position);
}

static void
search_activated (GtkSearchEntry *entry, UiPalette *self)
{
  if (*gtk_editable_get_text (GTK_EDITABLE (entry)) != '\0')
    choose (self, 0);
}

/* One click opens and closes a heading; components want a drag or a double-click. */
static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, UiPalette *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  GtkWidget *expander =
      at != NULL ? gtk_widget_get_ancestor (at, GTK_TYPE_TREE_EXPANDER) : NULL;

  if (expander == NULL && at != NULL)
    expander = gtk_widget_get_first_child (at);
  if (n_press != 1 || !GTK_IS_TREE_EXPANDER (expander) || GTK_IS_IMAGE (at))
    return;

  GtkTreeListRow *row = gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander));

  if (row != NULL && gtk_tree_list_row_is_expandable (row))
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
}

/* ---- widget ---- */

static void
ui_palette_dispose (GObject *object)
{
  UiPalette *self = UI_PALETTE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->tree);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->shelf, desk_shelf_free);
  g_clear_pointer (&self->next, desk_shelf_free);
  G_OBJECT_CLASS (ui_palette_parent_class)->dispose (object);
}

static void
ui_palette_class_init (UiPaletteClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_palette_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/palette.ui");
  gtk_widget_class_bind_template_child (widget_class, UiPalette, box);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, stack);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, search_activated);
  gtk_widget_class_bind_template_callback (widget_class, ui_control_stop_search);
  signals[CHOSEN] = g_signal_new ("chosen", UI_TYPE_PALETTE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, DESK_TYPE_COMPONENT);
}

static void
ui_palette_init (UiPalette *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));
}

GtkWidget *
ui_palette_new (DeskStudio *studio,
                DeskCatalogue *catalogue,
                FigureSymbols *symbols,
                GSettings *settings)
{
  UiPalette *self = g_object_new (UI_TYPE_PALETTE, NULL);

  self->studio = studio;
  self->catalogue = catalogue;
  self->symbols = symbols;
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  self->shelf = desk_shelf_new (catalogue);
  self->next = desk_shelf_new (catalogue);
  recall (self);
  self->tree =
      gtk_tree_list_model_new (g_object_ref (desk_shelf_sections (self->shelf)), FALSE,
                               FALSE, children_of, NULL, NULL);
  open_sections (self);
  show_model (self, G_LIST_MODEL (self->tree));
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  return GTK_WIDGET (self);
}

void
ui_palette_focus_search (UiPalette *self)
{
  gtk_widget_grab_focus (self->entry);
}
