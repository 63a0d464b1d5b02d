/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palette of a window: tiles and lists, what is open, keys, favorites. */
#include <adwaita.h>

#include "base/folder.h"
#include "find-widget.h"
#include "ui/palette/palette.h"
#include "ui/palette/tile.h"
#include "window-fixture.h"

/* Until the palette has its width, so that its rows are cut. */
static UiWindow *
open_example (const char *name)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path = g_build_filename (folder, "examples", name, NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  settle (window->studio);
  while (gtk_widget_get_width (GTK_WIDGET (window->palette)) < 200)
    g_main_context_iteration (NULL, TRUE);
  draw ();
  return window;
}

static void
close_window (UiWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static GtkWidget *
list_of (UiWindow *window)
{
  return find_type (GTK_WIDGET (window->palette), GTK_TYPE_LIST_VIEW);
}

static bool
is_seen (GtkWidget *widget, gconstpointer list)
{
  graphene_rect_t place;

  return gtk_widget_get_mapped (widget) &&
         gtk_widget_compute_bounds (widget, (GtkWidget *) list, &place) &&
         place.origin.y >= 0 &&
         place.origin.y + place.size.height <=
             (float) gtk_widget_get_height ((GtkWidget *) list) + 1;
}

/* UiTile * in sight, of one form; the caller unrefs. */
static void
collect (GtkWidget *widget, GtkWidget *list, GPtrArray *tiles)
{
  if (UI_IS_TILE (widget) && is_seen (widget, list))
    g_ptr_array_add (tiles, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, list, tiles);
}

static GPtrArray *
tiles_in_sight (UiWindow *window)
{
  GPtrArray *tiles = g_ptr_array_new ();

  collect (list_of (window), list_of (window), tiles);
  return tiles;
}

static const LibCard *
card_of (gpointer tile)
{
  return desk_catalogue_component_card (ui_tile_component (tile));
}

/* Waits until it is laid out; what never is ends with the time of the test. */
static UiTile *
find_tile (UiWindow *window, const char *title)
{
  for (;;) {
    g_autoptr (GPtrArray) tiles = tiles_in_sight (window);

    for (guint i = 0; i < tiles->len; i++)
      if (g_str_equal (card_of (tiles->pdata[i])->title, title))
        return tiles->pdata[i];
    g_main_context_iteration (NULL, TRUE);
  }
}

static float
left_of (gpointer tile, UiWindow *window)
{
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (tile, list_of (window), &place));
  return place.origin.x;
}

/* Many parts are in sight at once, those of the diagram's domain, and stand in columns
 * to the last row. */
static void
test_tiles (void)
{
  UiWindow *window = open_example ("drive-train.dyad");
  g_autoptr (GPtrArray) tiles = tiles_in_sight (window);

  g_assert_cmpuint (tiles->len, >=, 27);
  for (guint i = 0; i < tiles->len; i++) {
    g_assert_true (ui_tile_is_upright (tiles->pdata[i]));
    g_assert_cmpstr (card_of (tiles->pdata[i])->library, ==, "RotationalComponents");
    g_assert_cmpfloat_with_epsilon (left_of (tiles->pdata[i], window),
                                    left_of (tiles->pdata[i % 3], window), 1);
  }
  close_window (window);
}

/* A row that is not full keeps its columns. */
static void
test_last_row (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  g_assert_cmpfloat_with_epsilon (
      left_of (find_tile (window, "SupportFriction"), window),
      left_of (find_tile (window, "Brake"), window), 1);
  g_assert_cmpfloat_with_epsilon (left_of (find_tile (window, "Vehicle"), window),
                                  left_of (find_tile (window, "Damper"), window), 1);
  close_window (window);
}

/* A wider palette has more columns. */
static void
test_columns (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  const float second = left_of (find_tile (window, "Damper"), window);

  gtk_paned_set_position (window->palette_paned, 340);
  while (gtk_widget_get_width (GTK_WIDGET (window->palette)) < 330)
    g_main_context_iteration (NULL, TRUE);
  draw ();
  g_assert_cmpfloat (left_of (find_tile (window, "Fixed"), window), >, 2.5f * second);
  gtk_paned_set_position (window->palette_paned, 250);
  while (gtk_widget_get_width (GTK_WIDGET (window->palette)) > 260)
    g_main_context_iteration (NULL, TRUE);
  draw ();
  g_assert_cmpfloat (left_of (find_tile (window, "Fixed"), window), <, second);
  close_window (window);
}

/* Whoever likes lists has them in all windows, and the next time. */
static void
test_list (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  UiWindow *other = open_example ("oscillator.dyad");

  act (window, "win.tile-palette");
  g_assert_false (ui_tile_is_upright (find_tile (window, "Mass")));
  g_assert_false (ui_tile_is_upright (find_tile (other, "Mass")));
  close_window (other);
  other = open_example ("oscillator.dyad");
  g_assert_false (ui_tile_is_upright (find_tile (other, "Mass")));
  act (other, "win.tile-palette");
  g_assert_true (ui_tile_is_upright (find_tile (window, "Mass")));
  close_window (other);
  close_window (window);
}

/* What somebody still holds of a closed window does not follow the settings. */
static void
test_closed_window (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  g_autoptr (GAction) action =
      g_object_ref (g_action_map_lookup_action (G_ACTION_MAP (window), "tile-palette"));
  GSettings *settings = ui_application_settings (application);

  close_window (window);
  g_settings_set_boolean (settings, "palette-tiles", FALSE);
  g_autoptr (GVariant) is_tiled = g_action_get_state (action);
  g_assert_true (g_variant_get_boolean (is_tiled));
  g_settings_reset (settings, "palette-tiles");
}

static GtkEventController *
keys_of (GtkWidget *widget)
{
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (GTK_IS_EVENT_CONTROLLER_KEY (one))
      return one;
  }
  g_error ("no keys");
}

static void
press (GtkWidget *widget, guint key)
{
  gboolean is_handled;

  g_signal_emit_by_name (keys_of (widget), "key-pressed", key, 0, 0, &is_handled);
  g_assert_true (is_handled);
  draw ();
}

/* The arrows go from tile to tile, and Return adds the one that they reach. */
static void
test_keys (void)
{
  static const struct {
    guint key;
    const char *title;
  } ways[] = {
      {GDK_KEY_Right, "Damper"}, {GDK_KEY_Down, "GeneralForceToPositionAdaptor"},
      {GDK_KEY_Left, "Fixed"},   {GDK_KEY_Left, "ElastoGap"},
      {GDK_KEY_Right, "Fixed"},  {GDK_KEY_Down, "InitializeFlange"},
      {GDK_KEY_Right, "Mass"},   {GDK_KEY_Up, "GeneralForceToPositionAdaptor"},
      {GDK_KEY_KP_Down, "Mass"},
  };
  UiWindow *window = open_example ("oscillator.dyad");
  const DocModel *doc = window->studio->document->doc;
  const uint32_t n = doc_n_items (doc);

  gtk_widget_grab_focus (GTK_WIDGET (find_tile (window, "Brake")));
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++) {
    press (list_of (window), ways[i].key);
    GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
    g_assert_true (UI_IS_TILE (focus));
    g_assert_cmpstr (card_of (focus)->title, ==, ways[i].title);
  }
  press (gtk_root_get_focus (GTK_ROOT (window)), GDK_KEY_Return);
  g_assert_cmpuint (doc_n_items (doc), ==, n + 1);
  g_assert_cmpuint (doc_find_item (doc, "mass2"), <, n + 1);
  close_window (window);
}

/* From right to left the tile at the left is the next one. */
static void
test_keys_from_right_to_left (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  gtk_widget_set_direction (GTK_WIDGET (window->palette), GTK_TEXT_DIR_RTL);
  gtk_widget_grab_focus (GTK_WIDGET (find_tile (window, "Brake")));
  press (list_of (window), GDK_KEY_Left);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) ==
                 GTK_WIDGET (find_tile (window, "Damper")));
  press (list_of (window), GDK_KEY_Right);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) ==
                 GTK_WIDGET (find_tile (window, "Brake")));
  close_window (window);
}

static bool
is_framed (GdkPaintable *picture)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (picture, snapshot, 80, 80);
  g_autoptr (GskRenderNode) node = gtk_snapshot_free_to_node (snapshot);
  g_autoptr (GBytes) bytes = node != NULL ? gsk_render_node_serialize (node) : NULL;
  return bytes != NULL &&
         g_strstr_len (g_bytes_get_data (bytes, NULL),
                       (gssize) g_bytes_get_size (bytes), "border {") != NULL;
}

/* The tile that has the keys is seen to have them. */
static void
test_focus (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  GtkWidget *tile = GTK_WIDGET (find_tile (window, "Brake"));
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (tile);

  g_assert_false (is_framed (picture));
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
  gtk_widget_grab_focus (tile);
  while (!is_framed (picture))
    g_main_context_iteration (NULL, TRUE);
  close_window (window);
}

/* With modifiers they are keys of the window. */
static void
test_modifiers (void)
{
  static const struct {
    guint key;
    GdkModifierType mods;
  } keys[] = {
      {GDK_KEY_Return, GDK_CONTROL_MASK | GDK_SHIFT_MASK},
      {GDK_KEY_Return, GDK_ALT_MASK},
      {GDK_KEY_space, GDK_CONTROL_MASK},
      {GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK},
      {GDK_KEY_Down, GDK_ALT_MASK},
  };
  UiWindow *window = open_example ("oscillator.dyad");
  GtkWidget *tile = GTK_WIDGET (find_tile (window, "Brake"));

  gtk_widget_grab_focus (tile);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    GtkWidget *takers[] = {tile, list_of (window)};

    for (guint k = 0; k < G_N_ELEMENTS (takers); k++) {
      gboolean is_handled;

      g_signal_emit_by_name (keys_of (takers[k]), "key-pressed", keys[i].key, 0,
                             keys[i].mods, &is_handled);
      g_assert_false (is_handled);
    }
  }
  close_window (window);
}

/* Return in the search adds the first that is found, in either form. */
static void
test_search (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  const DocModel *doc = window->studio->document->doc;
  GtkWidget *search = find_type (GTK_WIDGET (window->palette), GTK_TYPE_SEARCH_ENTRY);

  for (int form = 0; form < 2; form++) {
    const uint32_t n = doc_n_items (doc);

    gtk_editable_set_text (GTK_EDITABLE (search), "rolling");
    g_signal_emit_by_name (search, "search-changed");
    draw ();
    find_tile (window, "RollingResistance");
    g_signal_emit_by_name (search, "activate");
    g_assert_cmpuint (doc_n_items (doc), ==, n + 1);
    gtk_editable_set_text (GTK_EDITABLE (search), "");
    g_signal_emit_by_name (search, "search-changed");
    act (window, "win.tile-palette");
  }
  close_window (window);
}

/* Also before the list has followed what was typed. */
static void
test_quick_search (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  const DocModel *doc = window->studio->document->doc;
  GtkWidget *search = find_type (GTK_WIDGET (window->palette), GTK_TYPE_SEARCH_ENTRY);
  const uint32_t n = doc_n_items (doc);

  gtk_editable_set_text (GTK_EDITABLE (search), "rolling");
  g_signal_emit_by_name (search, "activate");
  g_assert_cmpuint (doc_n_items (doc), ==, n + 1);
  close_window (window);
}

/* What is made a favorite stands at the top at once, also the first one of a new row.
 */
static void
test_favorites (void)
{
  static const char *const titles[] = {"Brake", "Damper", "Fixed", "Mass"};
  UiWindow *window = open_example ("oscillator.dyad");
  GSettings *settings = ui_application_settings (application);

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++) {
    g_signal_emit_by_name (find_tile (window, titles[i]), "starred");
    draw ();
  }
  GListModel *rows =
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list_of (window))));
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, 1 + i / 3);
    g_autoptr (GListModel) parts = gtk_tree_list_row_get_item (row);
    g_autoptr (DeskComponent) component = g_list_model_get_item (parts, i % 3);

    g_assert_cmpstr (desk_catalogue_component_card (component)->title, ==, titles[i]);
  }
  g_settings_reset (settings, "favorite-components");
  close_window (window);
}

static bool
is_starred (UiWindow *window, const char *title)
{
  GtkWidget *star = find_type (GTK_WIDGET (find_tile (window, title)), GTK_TYPE_BUTTON);

  return g_str_equal (gtk_button_get_icon_name (GTK_BUTTON (star)), "starred-symbolic");
}

/* A star that is not seen is no target; one that is stays one. It says of what it is.
 */
static void
test_hidden_star (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  UiTile *tile = find_tile (window, "Brake");
  GtkWidget *star = find_type (GTK_WIDGET (tile), GTK_TYPE_BUTTON);

  g_assert_false (gtk_widget_get_can_target (star));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (star), ==, "Add Brake to Favorites");
  ui_tile_set (tile, ui_tile_component (tile), true);
  g_assert_true (gtk_widget_get_can_target (star));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (star), ==,
                   "Remove Brake from Favorites");
  ui_tile_set (tile, ui_tile_component (tile), false);
  g_assert_false (gtk_widget_get_can_target (star));
  close_window (window);
}

/* A name of any length has a width in any height that GTK can lay out: it warns of a
 * natural width below the least one. */
static void
test_widths (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  GtkWidget *tile = GTK_WIDGET (find_tile (window, "Brake"));
  GtkWidget *label = find_type (tile, GTK_TYPE_LABEL);
  static const char *const names[] = {"",    "i",       "Sin",
                                      "Ill", "Sin Cos", "Absolute Sensor"};
  int least, natural;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    gtk_label_set_text (GTK_LABEL (label), names[i]);
    for (int height = -1; height < 80; height++)
      gtk_widget_measure (tile, GTK_ORIENTATION_HORIZONTAL, height, &least, &natural,
                          NULL, NULL);
  }
  close_window (window);
}

/* All windows show the same favorites, and none loses those of another. */
static void
test_two_windows (void)
{
  UiWindow *windows[] = {open_example ("oscillator.dyad"),
                         open_example ("oscillator.dyad")};
  static const char *const titles[] = {"Brake", "Damper"};
  GSettings *settings = ui_application_settings (application);

  for (guint i = 0; i < 2; i++) {
    g_signal_emit_by_name (find_tile (windows[i], titles[i]), "starred");
    draw ();
  }
  g_auto (GStrv) names = g_settings_get_strv (settings, "favorite-components");
  g_assert_cmpuint (g_strv_length (names), ==, 2);
  for (guint i = 0; i < 4; i++)
    g_assert_true (is_starred (windows[i / 2], titles[i % 2]));
  ui_palette_use (windows[0]->palette,
                  ui_tile_component (find_tile (windows[0], "Brake")));
  ui_palette_use (windows[1]->palette,
                  ui_tile_component (find_tile (windows[1], "Mass")));
  g_auto (GStrv) used = g_settings_get_strv (settings, "recent-components");
  g_assert_cmpuint (g_strv_length (used), ==, 2);
  g_settings_reset (settings, "favorite-components");
  g_settings_reset (settings, "recent-components");
  g_assert_false (is_starred (windows[0], "Brake"));
  for (guint i = 0; i < 2; i++)
    close_window (windows[i]);
}

/* Names of two lines have room for both, above the next row. */
static void
test_long_names (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  g_autoptr (GPtrArray) tiles = tiles_in_sight (window);
  guint n_long = 0;

  for (guint i = 0; i < tiles->len; i++) {
    GtkWidget *label = find_type (tiles->pdata[i], GTK_TYPE_LABEL);
    graphene_rect_t place;

    g_assert_true (gtk_widget_compute_bounds (label, tiles->pdata[i], &place));
    n_long +=
        pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))) > 1;
    g_assert_cmpfloat (place.origin.y + place.size.height, <=,
                       gtk_widget_get_height (tiles->pdata[i]));
  }
  g_assert_cmpuint (n_long, >, 3);
  close_window (window);
}

static bool
is_heading (GtkWidget *widget, gconstpointer title)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "heading") &&
         g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), title);
}

/* The heading at that place among those of the first level. */
static const char *
title_at (UiWindow *window, guint position)
{
  GListModel *model =
      G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list_of (window))));

  for (guint i = 0, n = 0; i < g_list_model_get_n_items (model); i++) {
    g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
    g_autoptr (GObject) object = gtk_tree_list_row_get_item (row);

    if (gtk_tree_list_row_get_depth (row) == 0 && n++ == position)
      return desk_catalogue_section_title (DESK_SECTION (object));
  }
  return NULL;
}

static gboolean
press_alt (UiWindow *window, guint key)
{
  gboolean is_taken = FALSE;
  g_autoptr (GListModel) all = gtk_widget_observe_controllers (list_of (window));

  for (guint i = 0; i < g_list_model_get_n_items (all) && !is_taken; i++) {
    g_autoptr (GtkEventController) one = g_list_model_get_item (all, i);

    if (GTK_IS_EVENT_CONTROLLER_KEY (one))
      g_signal_emit_by_name (one, "key-pressed", key, 0, GDK_ALT_MASK, &is_taken);
  }
  draw ();
  return is_taken;
}

/* Alt with an arrow moves a group, in all windows; what was open stays open. */
static void
test_order (void)
{
  UiWindow *windows[] = {open_example ("oscillator.dyad"),
                         open_example ("oscillator.dyad")};
  GSettings *settings = ui_application_settings (application);
  GtkWidget *heading = find_widget (list_of (windows[0]), is_heading, "Translational");

  g_assert_cmpstr (title_at (windows[0], 0), ==, "Translational");
  while (gtk_widget_get_parent (heading) != list_of (windows[0]))
    heading = gtk_widget_get_parent (heading);
  gtk_widget_grab_focus (heading);
  draw ();
  g_assert_true (press_alt (windows[0], GDK_KEY_Down));
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpstr (title_at (windows[i], 0), ==, "Rotational");
    g_assert_cmpstr (title_at (windows[i], 1), ==, "Translational");
    find_tile (windows[i], "Brake"); /* its group is open still */
  }
  g_settings_reset (settings, "library-order");
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpstr (title_at (windows[i], 0), ==, "Translational");
    close_window (windows[i]);
  }
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/palette/tiles", test_tiles);
  g_test_add_func ("/ui/palette/long-names", test_long_names);
  g_test_add_func ("/ui/palette/last-row", test_last_row);
  g_test_add_func ("/ui/palette/columns", test_columns);
  g_test_add_func ("/ui/palette/list", test_list);
  g_test_add_func ("/ui/palette/closed-window", test_closed_window);
  g_test_add_func ("/ui/palette/keys", test_keys);
  g_test_add_func ("/ui/palette/keys-from-right-to-left", test_keys_from_right_to_left);
  g_test_add_func ("/ui/palette/focus", test_focus);
  g_test_add_func ("/ui/palette/modifiers", test_modifiers);
  g_test_add_func ("/ui/palette/search", test_search);
  g_test_add_func ("/ui/palette/quick-search", test_quick_search);
  g_test_add_func ("/ui/palette/favorites", test_favorites);
  g_test_add_func ("/ui/palette/hidden-star", test_hidden_star);
  g_test_add_func ("/ui/palette/widths", test_widths);
  g_test_add_func ("/ui/palette/two-windows", test_two_windows);
  g_test_add_func ("/ui/palette/order", test_order);
  return run_window_tests ();
}
