/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order of groups and favorites: dragged one onto another, moved by keys, or by the
 * menu of a heading or a tile, which also holds what its star does, for whoever has no
 * pointer. All windows share it by the settings. */
#include <glib/gi18n.h>

#include "ui/palette/palette-private.h"
#include "ui/palette/tile.h"
#include "ui/widgets/control.h"
#include "ui/widgets/popover.h"

/* ---- favorites and what was used lately ---- */

static const char favorites_key[] = "favorite-components";
static const char used_key[] = "recent-components";

/* All windows have the same ones: each change is written at once, and what another
 * window wrote is read before the next. */
static void
recall (UiPalette *self, const char *key)
{
  if (self->settings == NULL)
    return;

  g_auto (GStrv) names = g_settings_get_strv (self->settings, key);

  if (key == favorites_key)
    desk_shelf_set_favorites (self->shelf, (const char *const *) names);
  else
    desk_shelf_set_used (self->shelf, (const char *const *) names);
}

/* Frees the names. */
static void
remember (UiPalette *self, const char *key, char **names)
{
  if (self->settings != NULL)
    g_settings_set_strv (self->settings, key, (const char *const *) names);
  g_strfreev (names);
}

void
ui_palette_show_component (UiPalette *self, GtkWidget *tile, DeskComponent *component)
{
  ui_tile_set (UI_TILE (tile), component,
               component != NULL && desk_shelf_is_favorite (self->shelf, component));
}

/* Of all tiles, since a component may be seen in several sections. */
static void
show_stars (UiPalette *self, GtkWidget *widget)
{
  if (UI_IS_TILE (widget)) {
    ui_palette_show_component (self, widget, ui_tile_component (UI_TILE (widget)));
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    show_stars (self, child);
}

void
ui_palette_favorites_changed (UiPalette *self)
{
  recall (self, favorites_key);
  show_stars (self, GTK_WIDGET (self->list));
}

static void
keep_favorites (UiPalette *self)
{
  remember (self, favorites_key, desk_shelf_favorites (self->shelf));
}

static void
toggle_favorite (UiPalette *self, DeskComponent *component)
{
  const guint n = g_list_model_get_n_items (desk_shelf_sections (self->shelf));

  g_object_ref (component); /* its row may go */
  desk_shelf_toggle_favorite (self->shelf, component);
  g_object_unref (component);
  if (g_list_model_get_n_items (desk_shelf_sections (self->shelf)) > n) {
    g_autoptr (GtkTreeListRow) first =
        g_list_model_get_item (G_LIST_MODEL (self->tree), 0);

    gtk_tree_list_row_set_expanded (first, TRUE);
  }
  keep_favorites (self);
  show_stars (self, GTK_WIDGET (self->list));
}

void
ui_palette_starred (UiPalette *self, UiTile *tile)
{
  toggle_favorite (self, ui_tile_component (tile));
}

void
ui_palette_use (UiPalette *self, DeskComponent *component)
{
  recall (self, used_key);
  desk_shelf_use (self->shelf, component);
  remember (self, used_key, desk_shelf_used (self->shelf));
}

/* ---- places ---- */

/* What stands at a place of the list; one of the two at most, unowned. */
typedef struct {
  DeskSection *section;     /* a library */
  DeskComponent *component; /* any */
  bool is_favorite;         /* it stands among the favorites */
} Place;

const UiPaletteRow *
ui_palette_row_around (GtkWidget *widget)
{
  const UiPaletteRow *row = NULL;

  for (; widget != NULL && row == NULL; widget = gtk_widget_get_parent (widget))
    row = g_object_get_data (G_OBJECT (widget), "row");
  return row;
}

/* The section of a row of the tree; unowned, it lives in the shelf. */
static DeskSection *
section_of (GtkTreeListRow *row)
{
  g_autoptr (GObject) object = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return DESK_IS_SECTION (object) ? DESK_SECTION (object) : NULL;
}

static bool
is_in_favorites (UiPalette *self, const UiPaletteRow *row)
{
  gpointer item = gtk_list_item_get_item (row->item);
  g_autoptr (GtkTreeListRow) above =
      GTK_IS_TREE_LIST_ROW (item) ? gtk_tree_list_row_get_parent (item) : NULL;

  return desk_shelf_is_favorites (self->shelf, section_of (above));
}

/* What a widget of the list shows. */
static Place
place_of (UiPalette *self, GtkWidget *widget)
{
  GtkWidget *tile =
      widget != NULL ? gtk_widget_get_ancestor (widget, UI_TYPE_TILE) : NULL;
  const UiPaletteRow *row = ui_palette_row_around (widget);
  Place place = {NULL, NULL, false};

  if (row == NULL && widget != NULL) /* beside what is in it */
    row = ui_palette_row_around (gtk_widget_get_first_child (widget));
  gpointer item = row != NULL ? gtk_list_item_get_item (row->item) : NULL;
  if (tile == NULL && row != NULL && row->part != NULL &&
      gtk_widget_get_visible (row->part))
    tile = row->part;
  if (tile != NULL) {
    place.component = ui_tile_component (UI_TILE (tile));
    place.is_favorite = row != NULL && is_in_favorites (self, row);
  } else if (GTK_IS_TREE_LIST_ROW (item))
    place.section = section_of (item);
  if (place.section != NULL && !desk_shelf_is_library (self->shelf, place.section))
    place.section = NULL;
  return place;
}

static Place
place_at (UiPalette *self, double x, double y)
{
  return place_of (self,
                   gtk_widget_pick (GTK_WIDGET (self->list), x, y, GTK_PICK_DEFAULT));
}

/* ---- changes ---- */

/* Headings that were open stay so when they are moved. */
static GHashTable *
list_open (UiPalette *self)
{
  GHashTable *open = g_hash_table_new (NULL, NULL);
  GListModel *model = G_LIST_MODEL (self->tree);

  for (guint i = 0; model != NULL && i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);

    if (gtk_tree_list_row_get_expanded (row))
      g_hash_table_add (open, section_of (row));
  }
  return open;
}

static void
open_again (UiPalette *self, GHashTable *open)
{
  GListModel *model = G_LIST_MODEL (self->tree);

  for (guint i = 0; model != NULL && i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);

    if (g_hash_table_contains (open, section_of (row)))
      gtk_tree_list_row_set_expanded (row, TRUE);
  }
}

static void
keep_order (UiPalette *self)
{
  g_auto (GStrv) titles = desk_shelf_order (self->shelf);

  if (self->settings != NULL)
    g_settings_set_strv (self->settings, "library-order", (const char *const *) titles);
}

void
ui_palette_recall_order (UiPalette *self)
{
  g_auto (GStrv) titles = self->settings != NULL
                              ? g_settings_get_strv (self->settings, "library-order")
                              : g_new0 (char *, 1);
  g_auto (GStrv) shown = desk_shelf_order (self->shelf);
  g_autoptr (GHashTable) open = list_open (self);

  if (g_strv_equal ((const char *const *) titles, (const char *const *) shown))
    return;
  desk_shelf_set_order (self->shelf, (const char *const *) titles);
  open_again (self, open);
}

static bool
move_section (UiPalette *self, DeskSection *moved, DeskSection *to)
{
  g_autoptr (GHashTable) open = list_open (self);

  if (to == NULL || !desk_shelf_move_library (self->shelf, moved, to))
    return false;
  open_again (self, open);
  keep_order (self);
  return true;
}

static bool
move_favorite (UiPalette *self, DeskComponent *moved, DeskComponent *to)
{
  if (to == NULL || !desk_shelf_move_favorite (self->shelf, moved, to))
    return false;
  keep_favorites (self);
  return true;
}

/* By one place; false where there is none. */
static bool
move_by (UiPalette *self, const Place *place, int by)
{
  if (place->section != NULL) {
    g_autoptr (DeskSection) beside =
        desk_shelf_library_beside (self->shelf, place->section, by);

    return move_section (self, place->section, beside);
  }
  if (!place->is_favorite)
    return false;
  g_autoptr (DeskComponent) beside =
      desk_shelf_favorite_beside (self->shelf, place->component, by);
  return move_favorite (self, place->component, beside);
}

void
ui_palette_recall (UiPalette *self)
{
  recall (self, favorites_key);
  recall (self, used_key);
  ui_palette_recall_order (self);
}

/* ---- drag ---- */

static GdkContentProvider *
heading_dragged (GtkDragSource *source, double x, double y, UiPaletteRow *row)
{
  GtkWidget *expander = row->expander;
  const Place place = place_of (row->palette, expander);
  g_autoptr (GdkPaintable) icon = gtk_widget_paintable_new (expander);

  if (place.section == NULL)
    return NULL;
  gtk_drag_source_set_icon (source, icon, (int) x, (int) y);
  return gdk_content_provider_new_typed (DESK_TYPE_SECTION, place.section);
}

void
ui_palette_order_add_row (UiPalette *self, UiPaletteRow *row)
{
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
  g_signal_connect (source, "prepare", G_CALLBACK (heading_dragged), row);
  gtk_widget_add_controller (row->expander, GTK_EVENT_CONTROLLER (source));
}

/* Headings go onto headings, favorites onto favorites. */
static bool
fits (UiPalette *self, const GValue *value, const Place *place)
{
  if (value == NULL)
    return true; /* not here yet */
  if (G_VALUE_HOLDS (value, DESK_TYPE_SECTION))
    return place->section != NULL;
  return place->is_favorite && G_VALUE_HOLDS (value, DESK_TYPE_COMPONENT) &&
         desk_shelf_is_favorite (self->shelf, g_value_get_object (value));
}

static GdkDragAction
drag_over (GtkDropTarget *target, double x, double y, UiPalette *self)
{
  const Place place = place_at (self, x, y);
  const GValue *value = gtk_drop_target_get_value (target);
  GdkDrop *drop = gtk_drop_target_get_current_drop (target);

  if (!fits (self, value, &place))
    return 0;
  return gdk_drop_get_actions (drop) & GDK_ACTION_MOVE ? GDK_ACTION_MOVE
                                                       : GDK_ACTION_COPY;
}

static gboolean
dropped (GtkDropTarget *target,
         const GValue *value,
         double x,
         double y,
         UiPalette *self)
{
  const Place place = place_at (self, x, y);

  if (!fits (self, value, &place))
    return FALSE;
  return place.section != NULL
             ? move_section (self, g_value_get_object (value), place.section)
             : move_favorite (self, g_value_get_object (value), place.component);
}

/* ---- the menu ---- */

static Place
place_of_menu (UiPalette *self)
{
  const bool is_favorite = self->component != NULL && self->is_among_favorites;

  return (Place){self->section, self->component, is_favorite};
}

static void
star (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiPalette *self = data;

  toggle_favorite (self, self->component);
}

static void
move_up (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Place place = place_of_menu (data);

  move_by (data, &place, -1);
}

static void
move_down (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Place place = place_of_menu (data);

  move_by (data, &place, 1);
}

static void
reset_order (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  UiPalette *self = data;
  const char *const none[] = {NULL};
  g_autoptr (GHashTable) open = list_open (self);

  desk_shelf_set_order (self->shelf, none);
  open_again (self, open);
  keep_order (self);
}

/* What can be done with what the menu is for. */
static void
enable_actions (UiPalette *self)
{
  GActionMap *map = G_ACTION_MAP (self->actions);
  const Place place = place_of_menu (self);
  g_auto (GStrv) order = desk_shelf_order (self->shelf);
  const bool is_starred =
      self->component != NULL && desk_shelf_is_favorite (self->shelf, self->component);
  static const char *const moves[] = {"move-up", "move-down"};

  ui_control_enable (map, "star", self->component != NULL && !is_starred);
  ui_control_enable (map, "unstar", is_starred);
  for (int k = 0; k < 2; k++) {
    const int by = 2 * k - 1;
    g_autoptr (GObject) beside =
        place.section != NULL
            ? (GObject *) desk_shelf_library_beside (self->shelf, place.section, by)
        : place.is_favorite
            ? (GObject *) desk_shelf_favorite_beside (self->shelf, place.component, by)
            : NULL;

    ui_control_enable (map, moves[k], beside != NULL);
  }
  ui_control_enable (map, "reset-order", order[0] != NULL);
}

/* At a point of the list. */
static void
open_menu (UiPalette *self, Place place, graphene_point_t at)
{
  graphene_point_t here;

  if ((place.section == NULL && place.component == NULL) ||
      !gtk_widget_compute_point (GTK_WIDGET (self->list), GTK_WIDGET (self), &at,
                                 &here))
    return;
  g_set_object (&self->section, place.section);
  g_set_object (&self->component, place.component);
  self->is_among_favorites = place.is_favorite;
  enable_actions (self);
  if (self->menu == NULL)
    self->menu = ui_popover_menu_new ("palette-menu", GTK_WIDGET (self));
  ui_popover_popup_menu (self->menu, (GdkRectangle){(int) here.x, (int) here.y, 1, 1});
}

static void
pressed (GtkGestureClick *gesture, int n_press, double x, double y, UiPalette *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, place_at (self, x, y), GRAPHENE_POINT_INIT ((float) x, (float) y));
}

/* A finger has no other button. */
static void
held (GtkGestureLongPress *gesture, double x, double y, UiPalette *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  open_menu (self, place_at (self, x, y), GRAPHENE_POINT_INIT ((float) x, (float) y));
}

/* ---- keys ---- */

static GtkWidget *
focus_of (UiPalette *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root != NULL ? gtk_root_get_focus (root) : NULL;
}

static void
open_menu_by_key (UiPalette *self)
{
  GtkWidget *focus = focus_of (self);
  graphene_rect_t area;

  if (focus != NULL &&
      gtk_widget_compute_bounds (focus, GTK_WIDGET (self->list), &area))
    open_menu (
        self, place_of (self, focus),
        GRAPHENE_POINT_INIT (area.origin.x + 12, area.origin.y + area.size.height / 2));
}

bool
ui_palette_order_key (UiPalette *self, guint key, GdkModifierType state)
{
  const GdkModifierType mods = state & gtk_accelerator_get_default_mod_mask ();
  const bool is_up = key == GDK_KEY_Up || key == GDK_KEY_KP_Up;
  const bool is_down = key == GDK_KEY_Down || key == GDK_KEY_KP_Down;

  if (key == GDK_KEY_Menu || (key == GDK_KEY_F10 && mods == GDK_SHIFT_MASK)) {
    open_menu_by_key (self);
    return true;
  }
  if (mods != GDK_ALT_MASK || !(is_up || is_down))
    return false;
  const Place place = place_of (self, focus_of (self));
  if (place.section == NULL && !place.is_favorite)
    return false;
  if (!move_by (self, &place, is_up ? -1 : 1))
    gtk_widget_error_bell (GTK_WIDGET (self));
  return true;
}

/* ---- init ---- */

void
ui_palette_order_init (UiPalette *self)
{
  static const GActionEntry ACTIONS[] = {{"star", star},
                                         {"unstar", star},
                                         {"move-up", move_up},
                                         {"move-down", move_down},
                                         {"reset-order", reset_order}};
  GType types[] = {DESK_TYPE_SECTION, DESK_TYPE_COMPONENT};
  GtkDropTarget *drop =
      gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_MOVE | GDK_ACTION_COPY);
  GtkGesture *click = gtk_gesture_click_new (), *hold = gtk_gesture_long_press_new ();
  GtkWidget *list = GTK_WIDGET (self->list);

  /* The menu. */
  self->actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), ACTIONS,
                                   G_N_ELEMENTS (ACTIONS), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "palette",
                                  G_ACTION_GROUP (self->actions));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), self);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (hold), TRUE);
  g_signal_connect (hold, "pressed", G_CALLBACK (held), self);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (hold));
  /* Drops. */
  gtk_drop_target_set_gtypes (drop, types, G_N_ELEMENTS (types));
  gtk_drop_target_set_preload (drop, TRUE);
  g_signal_connect (drop, "motion", G_CALLBACK (drag_over), self);
  g_signal_connect (drop, "drop", G_CALLBACK (dropped), self);
  gtk_widget_add_controller (list, GTK_EVENT_CONTROLLER (drop));
}
