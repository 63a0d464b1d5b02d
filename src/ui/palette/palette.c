/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palette of components: a GtkListView over the tree of DeskCatalogue, so that only
 * rows that are seen are widgets. A row is a heading, a component, or as many of them
 * side by side as there is room for (UiTiling), cut anew when the palette gets wider. A
 * search shows what it finds in the same form, and Return chooses the first. */
#include "ui/palette/palette.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "desk/tool/offer.h"
#include "lib/text.h"
#include "ui/palette/palette-private.h"
#include "ui/palette/tile.h"
#include "ui/widgets/control.h"

static const int tile_px = 76;    /* at least, with what is around it */
static const guint in_sight = 30; /* tiles that are shown without being asked for */

enum { CHOSEN, N_SIGNALS };
static guint signals[N_SIGNALS];

enum { PROP_IS_TILED = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (UiPalette, ui_palette, GTK_TYPE_WIDGET)

/* ---- rows ---- */

typedef UiPaletteRow Row;

/* The row's object, without the wrapper of the tree. */
static GObject *
row_object (gpointer wrapped)
{
  return GTK_IS_TREE_LIST_ROW (wrapped)
             ? gtk_tree_list_row_get_item (GTK_TREE_LIST_ROW (wrapped))
             : g_object_ref (wrapped);
}

static void
tile_chosen (UiPalette *self, UiTile *tile)
{
  g_signal_emit (self, signals[CHOSEN], 0, ui_tile_component (tile));
}

static GtkWidget *
tile_new (UiPalette *self, bool is_upright)
{
  GtkWidget *tile = ui_tile_new (self->symbols, is_upright);

  g_signal_connect_swapped (tile, "chosen", G_CALLBACK (tile_chosen), self);
  g_signal_connect_swapped (tile, "starred", G_CALLBACK (ui_palette_starred), self);
  return tile;
}

/* As many as there are columns, whatever is left to be shown. */
static void
show_tiles (Row *row)
{
  const guint n = ui_tiling_columns (row->palette->tiling);
  GtkWidget *tile = gtk_widget_get_first_child (row->tiles);

  for (guint i = 0; i < n || tile != NULL; i++) {
    g_autoptr (DeskComponent) component = g_list_model_get_item (row->slice, i);

    if (tile == NULL) {
      tile = tile_new (row->palette, true);
      gtk_box_append (GTK_BOX (row->tiles), tile);
    }
    ui_palette_show_component (row->palette, tile, component);
    gtk_widget_set_visible (tile, i < n);
    tile = gtk_widget_get_next_sibling (tile);
  }
}

static void
setup_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  Row *row = g_new0 (Row, 1);
  GtkWidget *label = gtk_label_new (NULL);

  row->palette = self;
  row->item = item;
  row->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  row->expander = gtk_tree_expander_new ();
  row->tiles = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (row->expander), label);
  gtk_box_set_homogeneous (GTK_BOX (row->tiles), TRUE);
  gtk_box_append (GTK_BOX (row->box), row->expander);
  gtk_box_append (GTK_BOX (row->box), row->tiles);
  g_object_set_data_full (G_OBJECT (row->box), "row", row, g_free);
  ui_palette_order_add_row (self, row);
  gtk_list_item_set_child (item, row->box);
}

static void
show_heading (Row *row, GtkTreeListRow *place, DeskSection *section)
{
  GtkWidget *label = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (row->expander));
  const bool is_top = gtk_tree_list_row_get_depth (place) == 0;

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander), place);
  gtk_label_set_text (GTK_LABEL (label),
                      lib_text (desk_catalogue_section_title (section)));
  gtk_widget_add_css_class (label, is_top ? "heading" : "palette-category");
}

static void
bind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  Row *row = g_object_get_data (G_OBJECT (gtk_list_item_get_child (item)), "row");
  GObject *wrapped = gtk_list_item_get_item (item);
  g_autoptr (GObject) object = row_object (wrapped);
  const bool is_tiles = G_IS_LIST_MODEL (object);
  const bool is_part = DESK_IS_COMPONENT (object);

  if (is_part && row->part == NULL) {
    row->part = tile_new (self, false);
    gtk_box_append (GTK_BOX (row->box), row->part);
  }
  gtk_widget_set_visible (row->expander, !is_part && !is_tiles);
  gtk_widget_set_visible (row->tiles, is_tiles);
  if (row->part != NULL)
    gtk_widget_set_visible (row->part, is_part);
  /* Tiles are chosen one by one. */
  gtk_list_item_set_activatable (item, !is_tiles);
  gtk_list_item_set_selectable (item, !is_tiles);
  if (is_tiles) {
    row->slice = G_LIST_MODEL (g_object_ref (object));
    g_signal_connect_swapped (row->slice, "items-changed", G_CALLBACK (show_tiles),
                              row);
    show_tiles (row);
    gtk_widget_add_css_class (gtk_widget_get_parent (row->box), "tiles");
  } else if (is_part)
    ui_palette_show_component (self, row->part, DESK_COMPONENT (object));
  else
    show_heading (row, GTK_TREE_LIST_ROW (wrapped), DESK_SECTION (object));
}

static void
unbind_row (GtkSignalListItemFactory *factory, GtkListItem *item, UiPalette *self)
{
  Row *row = g_object_get_data (G_OBJECT (gtk_list_item_get_child (item)), "row");
  GtkWidget *label = gtk_tree_expander_get_child (GTK_TREE_EXPANDER (row->expander));

  if (row->slice != NULL)
    g_signal_handlers_disconnect_by_data (row->slice, row);
  g_clear_object (&row->slice);
  gtk_widget_remove_css_class (gtk_widget_get_parent (row->box), "tiles");
  gtk_widget_remove_css_class (label, "heading");
  gtk_widget_remove_css_class (label, "palette-category");
  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (row->expander), NULL);
}

/* ---- model ---- */

static bool
has_parts (DeskSection *section)
{
  return g_list_model_get_item_type (desk_catalogue_section_children (section)) ==
         DESK_TYPE_COMPONENT;
}

static GListModel *
children_of (gpointer object, gpointer data)
{
  UiPalette *self = data;

  if (!DESK_IS_SECTION (object))
    return NULL;
  return self->is_tiled && has_parts (object)
             ? ui_tiling_rows (self->tiling, object)
             : g_object_ref (desk_catalogue_section_children (object));
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

/* Whether a heading of the second level is opened: of a list the first one, of tiles as
 * many as are in sight. */
static bool
is_wanted (UiPalette *self, DeskSection *category, guint *n_open)
{
  const guint n_before = *n_open;

  *n_open += g_list_model_get_n_items (desk_catalogue_section_children (category));
  return n_before < (self->is_tiled ? in_sight : 1);
}

/* Open are one library (that the diagram is made of) and the first of its categories;
 * all libraries and the first categories of the first one if there is none. What stands
 * above them is always open. */
static void
open_sections (UiPalette *self, const char *domain)
{
  GListModel *model = G_LIST_MODEL (self->tree);
  bool is_open = false;
  bool is_first = false;
  guint n_open = 0;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
    g_autoptr (GObject) object = gtk_tree_list_row_get_item (row);

    if (!DESK_IS_SECTION (object))
      continue;
    /* A library, or what stands above them; then its categories. */
    if (gtk_tree_list_row_get_depth (row) == 0) {
      const bool is_library = !has_parts (DESK_SECTION (object));

      is_first =
          is_library && !is_open &&
          (domain == NULL ||
           g_str_equal (desk_catalogue_section_title (DESK_SECTION (object)), domain));
      is_open = is_open || is_first;
      gtk_tree_list_row_set_expanded (row, !is_library || domain == NULL || is_first);
    } else
      gtk_tree_list_row_set_expanded (
          row, is_first && is_wanted (self, DESK_SECTION (object), &n_open));
  }
}

static void
doc_replaced (UiPalette *self)
{
  desk_shelf_show_used (self->shelf);
  open_sections (self, desk_offer_domain (self->studio));
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
    if (self->is_tiled) {
      g_autoptr (GListModel) rows = ui_tiling_cut (self->tiling, found);

      show_model (self, rows);
    } else
      show_model (self, found);
  }
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), page);
}

static gboolean
open_new (gpointer data)
{
  UiPalette *self = data;
  GListModel *model = G_LIST_MODEL (self->tree);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
    g_autoptr (GObject) object = gtk_tree_list_row_get_item (row);

    if (DESK_IS_SECTION (object) && gtk_tree_list_row_get_depth (row) == 0 &&
        has_parts (DESK_SECTION (object)))
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
  return G_SOURCE_REMOVE;
}

/* A library that is new, as the user's own, is open: once the tree has it. */
static void
libraries_changed (UiPalette *self)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, open_new, g_object_ref (self), g_object_unref);
}

/* ---- tiles or a list ---- */

static void
show_form (UiPalette *self)
{
  gtk_button_set_icon_name (GTK_BUTTON (self->form), self->is_tiled
                                                         ? "view-list-symbolic"
                                                         : "view-grid-symbolic");
  ui_control_set_label (self->form,
                        self->is_tiled ? _ ("Show as a list") : _ ("Show as tiles"));
}

static void
make_tree (UiPalette *self)
{
  g_clear_object (&self->tree);
  self->tree =
      gtk_tree_list_model_new (g_object_ref (desk_shelf_sections (self->shelf)), FALSE,
                               FALSE, children_of, self, NULL);
  open_sections (self, desk_offer_domain (self->studio));
  show_form (self);
  search_changed (GTK_EDITABLE (self->entry), self);
}

static void
form_clicked (GtkButton *button, UiPalette *self)
{
  g_object_set (self, "is-tiled", !self->is_tiled, NULL);
}

/* As many as there is room for. */
static guint
n_columns (UiPalette *self)
{
  GtkAdjustment *across = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->list));

  return MAX (1, (guint) gtk_adjustment_get_page_size (across) / (guint) tile_px);
}

static gboolean
cut_rows (gpointer data)
{
  UiPalette *self = data;

  self->cutting = 0;
  ui_tiling_set_columns (self->tiling, n_columns (self));
  search_changed (GTK_EDITABLE (self->entry), self);
  return G_SOURCE_REMOVE;
}

/* Not while sizes are being given out. */
static void
width_changed (UiPalette *self)
{
  if (self->cutting == 0 && n_columns (self) != ui_tiling_columns (self->tiling))
    self->cutting = g_idle_add_full (G_PRIORITY_HIGH_IDLE, cut_rows, self, NULL);
}

/* ---- keys ---- */

static UiTile *
focused_tile (UiPalette *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *tile =
      focus != NULL ? gtk_widget_get_ancestor (focus, UI_TYPE_TILE) : NULL;

  return tile != NULL && ui_tile_is_upright (UI_TILE (tile)) ? UI_TILE (tile) : NULL;
}

/* Those of a row of the list, which is made if it was not seen. */
static const Row *
row_at (UiPalette *self, guint position)
{
  GtkWidget *list = GTK_WIDGET (self->list);

  gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
  for (GtkWidget *child = gtk_widget_get_first_child (list); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *box = gtk_widget_get_first_child (child);
    const Row *row = box != NULL ? ui_palette_row_around (box) : NULL;

    if (row != NULL && gtk_list_item_get_position (row->item) == position)
      return row;
  }
  return NULL;
}

/* The tile of that column, or the last one that there is; a heading as a whole. */
static void
focus_column (const Row *row, guint column)
{
  GtkWidget *tile = gtk_widget_get_first_child (row->tiles);

  for (guint i = 0; i < column && row->slice != NULL; i++) {
    GtkWidget *next = gtk_widget_get_next_sibling (tile);

    if (next == NULL || !gtk_widget_get_child_visible (next))
      break;
    tile = next;
  }
  gtk_widget_grab_focus (row->slice != NULL ? tile : gtk_widget_get_parent (row->box));
}

static guint
column_of (GtkWidget *tile)
{
  guint column = 0;

  while ((tile = gtk_widget_get_prev_sibling (tile)) != NULL)
    column++;
  return column;
}

/* The list goes from row to row; here the tiles of a row are told apart. To the side as
 * long as there is one, then on to the next row. */
static gboolean
key_pressed (GtkEventControllerKey *controller,
             guint key,
             guint code,
             GdkModifierType mods,
             UiPalette *self)
{
  GtkWidget *tile = GTK_WIDGET (focused_tile (self));
  const bool is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  const bool is_left = key == GDK_KEY_Left || key == GDK_KEY_KP_Left;
  const bool is_right = key == GDK_KEY_Right || key == GDK_KEY_KP_Right;
  const bool is_back = is_rtl ? is_right : is_left;
  const bool is_on = is_rtl ? is_left : is_right;
  const bool is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  const bool is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;

  if (ui_palette_order_key (self, key, mods))
    return GDK_EVENT_STOP;
  if (tile == NULL || !(is_back || is_on || is_up || is_down) ||
      (mods & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  /* In the row. */
  GtkWidget *beside = is_back ? gtk_widget_get_prev_sibling (tile)
                      : is_on ? gtk_widget_get_next_sibling (tile)
                              : NULL;
  if (beside != NULL && gtk_widget_get_mapped (beside)) {
    gtk_widget_grab_focus (beside);
    return GDK_EVENT_STOP;
  }
  /* The one before or behind it; -1 is none. */
  const guint position =
      gtk_list_item_get_position (ui_palette_row_around (tile)->item);
  const Row *next = row_at (self, is_up || is_back ? position - 1 : position + 1);
  if (next != NULL)
    focus_column (next, is_back ? ui_tiling_columns (self->tiling)
                        : is_on ? 0
                                : column_of (tile));
  return GDK_EVENT_STOP;
}

/* ---- choosing ---- */

static void
choose (UiPalette *self, guint position)
{
  g_autoptr (GObject) wrapped = g_list_model_get_item (
      G_LIST_MODEL (gtk_list_view_get_model (self->list)), position);
  g_autoptr (GObject) object = wrapped != NULL ? row_object (wrapped) : NULL;
  g_autoptr (GObject) first = G_IS_LIST_MODEL (object)
                                  ? g_list_model_get_item (G_LIST_MODEL (object), 0)
                                  : NULL;

  if (first != NULL || DESK_IS_COMPONENT (object))
    g_signal_emit (self, signals[CHOSEN], 0, first != NULL ? first : object);
  else if (GTK_IS_TREE_LIST_ROW (wrapped)) {
    GtkTreeListRow *row = GTK_TREE_LIST_ROW (wrapped);

    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  }
}

static void
row_activated (GtkListView *list, guint position, UiPalette *self)
{
  choose (self, position);
}

/* The entry tells of the last letters a little later. */
static void
search_activated (GtkSearchEntry *entry, UiPalette *self)
{
  search_changed (GTK_EDITABLE (entry), self);
  if (*gtk_editable_get_text (GTK_EDITABLE (entry)) != '\0')
    choose (self, 0);
}

/* One click opens and closes a heading; components want a drag or a double-click. */
static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, UiPalette *self)
{
  GtkWidget *at = gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT);
  const Row *row = at != NULL ? ui_palette_row_around (at) : NULL;

  if (row == NULL && at != NULL) /* beside what is in it */
    row = ui_palette_row_around (gtk_widget_get_first_child (at));
  if (n_press != 1 || row == NULL || GTK_IS_IMAGE (at)) /* the arrow does it itself */
    return;

  GtkTreeListRow *place =
      gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (row->expander));

  if (place != NULL && gtk_tree_list_row_is_expandable (place))
    gtk_tree_list_row_set_expanded (place, !gtk_tree_list_row_get_expanded (place));
}

/* ---- widget ---- */

static void
ui_palette_dispose (GObject *object)
{
  UiPalette *self = UI_PALETTE (object);

  g_clear_handle_id (&self->cutting, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->actions);
  g_clear_object (&self->section);
  g_clear_object (&self->component);
  g_clear_object (&self->tree);
  g_clear_object (&self->tiling);
  g_clear_object (&self->settings);
  g_clear_object (&self->studio);
  g_clear_pointer (&self->shelf, desk_shelf_free);
  G_OBJECT_CLASS (ui_palette_parent_class)->dispose (object);
}

static void
ui_palette_get_property (GObject *object, guint id, GValue *value, GParamSpec *property)
{
  g_value_set_boolean (value, UI_PALETTE (object)->is_tiled);
}

static void
ui_palette_set_property (GObject *object,
                         guint id,
                         const GValue *value,
                         GParamSpec *property)
{
  UiPalette *self = UI_PALETTE (object);

  if (g_value_get_boolean (value) == self->is_tiled)
    return;
  self->is_tiled = !self->is_tiled;
  make_tree (self);
  g_object_notify_by_pspec (object, property);
}

static void
ui_palette_class_init (UiPaletteClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = ui_palette_dispose;
  G_OBJECT_CLASS (class)->get_property = ui_palette_get_property;
  G_OBJECT_CLASS (class)->set_property = ui_palette_set_property;
  properties[PROP_IS_TILED] = g_param_spec_boolean (
      "is-tiled", NULL, NULL, TRUE,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
  /* Its parts. */
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dashpot/Dashpot/palette.ui");
  gtk_widget_class_bind_template_child (widget_class, UiPalette, box);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, entry);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, form);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, stack);
  gtk_widget_class_bind_template_child (widget_class, UiPalette, list);
  gtk_widget_class_bind_template_callback (widget_class, form_clicked);
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
  GtkEventController *key = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->is_tiled = true;
  self->tiling = ui_tiling_new (3);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_row), self);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_row), self);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_row), self);
  gtk_list_view_set_factory (self->list, factory);
  g_signal_connect (click, "released", G_CALLBACK (clicked), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), key);
  ui_palette_order_init (self);
}

GtkWidget *
ui_palette_new (DeskStudio *studio,
                DeskCatalogue *catalogue,
                FigureSymbols *symbols,
                GSettings *settings)
{
  UiPalette *self = g_object_new (UI_TYPE_PALETTE, NULL);

  self->studio = g_object_ref (studio);
  self->catalogue = catalogue;
  self->symbols = symbols;
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  self->shelf = desk_shelf_new (catalogue);
  ui_palette_recall (self);
  desk_shelf_show_used (self->shelf);
  make_tree (self);
  /* What it follows. */
  g_signal_connect_object (gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->list)),
                           "notify::page-size", G_CALLBACK (width_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (desk_catalogue_sections (catalogue), "items-changed",
                           G_CALLBACK (libraries_changed), self, G_CONNECT_SWAPPED);
  if (settings != NULL) {
    g_settings_bind (settings, "palette-tiles", self, "is-tiled",
                     G_SETTINGS_BIND_DEFAULT);
    g_signal_connect_object (settings, "changed::favorite-components",
                             G_CALLBACK (ui_palette_favorites_changed), self,
                             G_CONNECT_SWAPPED);
    g_signal_connect_object (settings, "changed::library-order",
                             G_CALLBACK (ui_palette_recall_order), self,
                             G_CONNECT_SWAPPED);
  }
  desk_property_listen (studio->document, "doc", self, G_CALLBACK (doc_replaced));
  return GTK_WIDGET (self);
}

void
ui_palette_focus_search (UiPalette *self)
{
  gtk_widget_grab_focus (self->entry);
}

void
ui_palette_open (UiPalette *self, const char *library)
{
  GListModel *model = G_LIST_MODEL (self->tree);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  search_changed (GTK_EDITABLE (self->entry), self);
  open_sections (self, library);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) place = g_list_model_get_item (model, i);
    g_autoptr (GObject) object = gtk_tree_list_row_get_item (place);
    const Row *row = NULL;

    if (DESK_IS_SECTION (object) &&
        g_str_equal (desk_catalogue_section_title (DESK_SECTION (object)), library))
      row = row_at (self, i);
    if (row != NULL)
      focus_column (row, 0);
  }
}
