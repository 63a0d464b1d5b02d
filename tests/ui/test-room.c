/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window is divided: for drawing, for watching, and who changes that. */
#include <string.h>

#include "base/folder.h"
#include "find-widget.h"
#include "window-fixture.h"

static UiWindow *
open_example (const char *name)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path = g_build_filename (folder, "examples", name, NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  settle (window->studio);
  draw ();
  return window;
}

static void
close_window (UiWindow *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* The page below the diagram, "" if there is none; its button says the same. */
static void
assert_below (UiWindow *window, const char *page)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (window), "below");
  const bool is_open = gtk_widget_get_visible (GTK_WIDGET (window->bottom_bin));

  g_assert_cmpstr (g_variant_get_string (state, NULL), ==, page);
  g_assert_cmpint (is_open, ==, *page != '\0');
  if (is_open)
    g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->bottom), ==, page);
}

static void
assert_watching (UiWindow *window, bool is_watching)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (window), "watch");

  g_assert_cmpint (g_variant_get_boolean (state), ==, is_watching);
}

static void
run_by (UiWindow *window, const char *how)
{
  DeskRuns *runs = window->studio->runs;

  if (how != NULL)
    act (window, how);
  else
    desk_runs_run (runs);
  settle (window->studio);
  while (runs->current == NULL || desk_runs_state (runs) == RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  draw ();
}

/* Nothing is arranged on a page that shows no diagram. */
static void
test_only_a_diagram (void)
{
  static const char *const names[] = {"watch", "below"};
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  GActionGroup *actions = G_ACTION_GROUP (window);

  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_false (g_action_group_get_action_enabled (actions, names[i]));
  act (window, "win.new");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_true (g_action_group_get_action_enabled (actions, names[i]));
  close_window (window);
}

/* A new diagram has most of the window to itself, and a bar below it. */
static void
test_room_to_draw (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  GtkWidget *canvas = GTK_WIDGET (window->canvas);

  gtk_window_present (GTK_WINDOW (window));
  act (window, "win.new");
  while (gtk_widget_get_width (canvas) < 700)
    g_main_context_iteration (NULL, TRUE);
  draw ();
  assert_below (window, "");
  assert_watching (window, false);
  g_assert_cmpint (gtk_widget_get_width (canvas), >=, 760);
  g_assert_cmpint (gtk_widget_get_height (canvas), >=, 740);
  g_assert_true (gtk_widget_get_mapped (window->bottom_bar));
  close_window (window);
}

static bool
is_shown (AdwBin *side)
{
  return gtk_widget_get_visible (GTK_WIDGET (side));
}

/* What is shown of the components, and what the settings say of them. */
static void
assert_palette (UiWindow *window, bool is_whole, bool is_rail, bool is_wanted)
{
  g_assert_cmpint (is_shown (window->palette_bin), ==, is_whole);
  g_assert_cmpint (is_shown (window->rail_bin), ==, is_rail);
  g_assert_cmpint (g_settings_get_boolean (window->settings, "palette-visible"), ==,
                   is_wanted);
}

/* A window of that width after a run that moves. */
static UiWindow *
open_moving (int width)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path = g_build_filename (folder, "examples", "four-bar.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_set_default_size (GTK_WINDOW (window), width, 700);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  settle (window->studio);
  run_by (window, "run.start");
  draw ();
  return window;
}

static void
assert_share (UiWindow *window, double share)
{
  const double all = gtk_widget_get_width (GTK_WIDGET (window->motion_paned));
  const double picture = gtk_widget_get_width (GTK_WIDGET (window->motion_bin));

  g_assert_cmpfloat_with_epsilon (picture / all, share, 0.02);
}

/* Plots and picture share a window of any width, and as they were parted last. */
static void
test_shares (void)
{
  UiWindow *window = open_moving (1024);
  const int all = gtk_widget_get_width (GTK_WIDGET (window->motion_paned));

  assert_share (window, 0.41);
  gtk_paned_set_position (window->motion_paned, all * 35 / 100);
  draw ();
  ui_window_remember_sizes (window);
  close_window (window);
  window = open_moving (1500);
  assert_share (window, 0.65);
  g_settings_reset (window->settings, "motion-share");
  close_window (window);
}

/* While a run is watched, the components are a rail, which is no answer to whether they
 * are wanted; those who do not want them see neither. */
static void
test_rail (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  assert_palette (window, true, false, true);
  act (window, "win.watch");
  assert_palette (window, false, true, true);
  act (window, "win.show-palette");
  assert_palette (window, true, false, true);
  act (window, "win.show-palette");
  assert_palette (window, false, true, true);
  g_signal_emit_by_name (window->rail, "opened", "Rotational");
  draw ();
  assert_palette (window, true, false, true);
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)),
                                         GTK_WIDGET (window->palette)));
  act (window, "win.watch");
  assert_palette (window, true, false, true);
  act (window, "win.show-palette");
  assert_palette (window, false, false, false);
  act (window, "win.watch");
  assert_palette (window, false, false, false);
  act (window, "win.watch");
  act (window, "win.show-palette");
  assert_palette (window, true, false, true);
  close_window (window);
}

/* In a narrow window the palette is a rail as well; it takes the place of the side
 * panel only when it is asked for, and gives that back. */
static void
test_narrow_rail (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  gtk_window_set_default_size (GTK_WINDOW (window), 800, 700);
  while (!is_shown (window->rail_bin))
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 3; i++) {
    assert_palette (window, false, true, true);
    g_assert_true (gtk_widget_get_visible (window->panel_box));
    act (window, "win.watch");
  }
  act (window, "win.show-palette");
  assert_palette (window, true, false, true);
  g_assert_false (gtk_widget_get_visible (window->panel_box));
  act (window, "win.watch");
  act (window, "win.watch");
  assert_palette (window, false, true, true);
  g_assert_true (gtk_widget_get_visible (window->panel_box));
  g_assert_true (g_settings_get_boolean (window->settings, "panel-visible"));
  act (window, "win.watch");
  close_window (window);
}

/* Components that are not wanted any more, in another window, leave no rail here. */
static void
test_unwanted_rail (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  act (window, "win.watch");
  g_settings_set_boolean (window->settings, "palette-visible", FALSE);
  assert_palette (window, false, false, false);
  g_settings_reset (window->settings, "palette-visible");
  assert_palette (window, false, true, true);
  act (window, "win.watch");
  close_window (window);
}

/* Run is to watch; what only follows a number that is dragged changes nothing. */
static void
test_run_is_watched (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  run_by (window, NULL);
  assert_below (window, "");
  assert_watching (window, false);
  run_by (window, "run.start");
  assert_below (window, "plots");
  assert_watching (window, true);
  act (window, "win.watch");
  assert_below (window, "");
  assert_watching (window, false);
  run_by (window, NULL);
  assert_below (window, "");
  act (window, "win.watch");
  assert_below (window, "plots");
  act (window, "win.watch");
  desk_document_take (window->studio->document,
                      doc_new (window->studio->document->library));
  assert_below (window, "");
  assert_watching (window, false);
  close_window (window);
}

/* Before there is a run there is nothing to be seen of one, unless asked for. */
static void
test_nothing_to_watch (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  act (window, "win.watch");
  assert_watching (window, true);
  assert_below (window, "");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.below", "s", "plots");
  assert_below (window, "plots");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.below", "s", "problems");
  assert_below (window, "problems");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.below", "s", "problems");
  assert_below (window, "");
  assert_watching (window, true);
  act (window, "win.watch");
  close_window (window);
}

static const char wrong[] = "component M\n  variable x::Real = nope\nend\n";
static const char empty[] = "component M\nend\n";

static void
write_text (UiWindow *window, const char *text)
{
  doc_set_text (window->studio->document->doc, text, strlen (text));
}

/* A run that errors do not let begin shows them, and leaves the rest as it is. */
static void
test_refused_run (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = window->studio;

  ui_window_show_editor (window);
  write_text (window, wrong);
  settle (studio);
  assert_below (window, "");
  g_action_group_activate_action (ui_run_bar_actions (window->run_bar), "start", NULL);
  settle (studio);
  g_assert_null (studio->runs->current);
  assert_below (window, "problems");
  assert_watching (window, false);
  close_window (window);
}

/* A number that is dragged may pass where there is none: what is watched stays. */
static void
test_refused_on_the_way (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  run_by (window, "run.start");
  write_text (window, wrong);
  desk_runs_run (window->studio->runs);
  settle (window->studio);
  assert_below (window, "plots");
  act (window, "win.undo");
  run_by (window, NULL);
  assert_below (window, "plots");
  act (window, "win.watch");
  close_window (window);
}

/* A paused run does not go on with another model, nor is it watched then. */
static void
test_refused_after_a_pause (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  DeskStudio *studio = window->studio;

  desk_runs_set_speed (studio->runs, 0.1);
  desk_runs_run (studio->runs);
  while (desk_runs_state (studio->runs) != RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  desk_runs_pause (studio->runs);
  settle (studio);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_PAUSED);
  write_text (window, wrong);
  act (window, "run.start");
  settle (studio);
  assert_watching (window, false);
  assert_below (window, "problems");
  close_window (window);
}

/* A run that was asked for and came to nothing makes none that follows a watched one.
 */
static void
test_nothing_came_of_it (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  DeskStudio *studio = window->studio;

  run_by (window, NULL);
  write_text (window, empty);
  settle (studio);
  act (window, "run.start");
  act (window, "win.undo");
  run_by (window, NULL);
  assert_watching (window, false);
  /* Taken back while the diagram is compiled. */
  write_text (window, empty);
  act (window, "run.start");
  desk_runs_stop (studio->runs);
  act (window, "win.undo");
  run_by (window, NULL);
  assert_watching (window, false);
  close_window (window);
}

/* A diagram opens as it was left, whatever was done with others, and keeps its text. */
static void
test_remembered (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  run_by (window, "run.start");
  g_assert_false (doc_is_modified (window->studio->document->doc));
  close_window (window);
  window = open_example ("pendulum.dyad");
  assert_watching (window, false);
  close_window (window);
  window = open_example ("oscillator.dyad");
  assert_watching (window, true);
  assert_below (window, "");
  act (window, "win.watch");
  close_window (window);
  window = open_example ("oscillator.dyad");
  assert_watching (window, false);
  close_window (window);
}

static bool
does (GtkWidget *widget, gconstpointer action)
{
  return GTK_IS_ACTIONABLE (widget) &&
         g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) ==
             0;
}

/* Tooltips have the keys of the application and of the window, not their own. */
static void
test_keys_in_tooltips (void)
{
  static const char *const tips[][2] = {{"win.save", "Save (Ctrl+S)"},
                                        {"win.show-panel", "Side panel (F9)"},
                                        {"win.zoom-reset", "Original size (Ctrl+0)"},
                                        {"win.fit", "Show everything (F)"},
                                        {"motion.fit", "Fit the moving picture (F)"},
                                        {"win.undo", "Undo (Ctrl+Z)"}};
  UiWindow *window = open_example ("oscillator.dyad");

  for (guint i = 0; i < G_N_ELEMENTS (tips); i++) {
    GtkWidget *button = find_widget (GTK_WIDGET (window), does, tips[i][0]);

    g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, tips[i][1]);
  }
  close_window (window);
}

static GtkPopover *
open_list (UiWindow *window, const char *item)
{
  GtkWidget *child;

  desk_selection_set (window->studio->selection, &item, 1);
  act (window, "win.insert");
  child = gtk_widget_get_last_child (GTK_WIDGET (window->canvas));
  while (!gtk_widget_has_css_class (child, "picker"))
    child = gtk_widget_get_prev_sibling (child);
  return GTK_POPOVER (child);
}

static void
assert_list (UiWindow *window, const char *item, GtkPositionType side)
{
  GtkPopover *list = open_list (window, item);

  g_assert_cmpint (gtk_popover_get_position (list), ==, side);
  gtk_popover_popdown (list);
  draw ();
}

/* The list of quick insert opens on the side where it hides least. */
static void
test_list_hides_little (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  assert_list (window, "spring", GTK_POS_TOP); /* the damper is below */
  assert_list (window, "damper", GTK_POS_BOTTOM);
  close_window (window);
}

/* The button of the problems has its name beside the count in a small window, too. */
static void
test_problems_are_named (void)
{
  UiWindow *window = open_example ("oscillator.dyad");

  gtk_window_set_default_size (GTK_WINDOW (window), 1024, 700);
  gtk_label_set_text (GTK_LABEL (window->problems_count), "2");
  gtk_widget_set_visible (window->problems_count, TRUE);
  while (gtk_widget_get_width (GTK_WIDGET (window)) > 1024 ||
         gtk_widget_get_width (window->problems_count) == 0)
    g_main_context_iteration (NULL, TRUE);
  GtkWidget *name = gtk_widget_get_prev_sibling (window->problems_count);
  g_assert_nonnull (adw_squeezer_get_visible_child (ADW_SQUEEZER (name)));
  close_window (window);
}

/* What is told leaves the buttons of the zoom in reach. */
static void
test_toast (void)
{
  UiWindow *window = open_example ("oscillator.dyad");
  graphene_rect_t toast, zoom;

  ui_window_tell (window, "This is a long sentence that reaches to both sides of it");
  GtkWidget *shown =
      find_widget (GTK_WIDGET (window->toasts), is_named, "AdwToastWidget");
  g_assert_nonnull (shown);
  while (gtk_widget_get_height (shown) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (gtk_widget_compute_bounds (shown, GTK_WIDGET (window), &toast));
  g_assert_true (
      gtk_widget_compute_bounds (window->zoom_box, GTK_WIDGET (window), &zoom));
  g_assert_cmpfloat (toast.origin.y + toast.size.height, <=, zoom.origin.y);
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/room/only-a-diagram", test_only_a_diagram);
  g_test_add_func ("/ui/room/to-draw", test_room_to_draw);
  g_test_add_func ("/ui/room/shares", test_shares);
  g_test_add_func ("/ui/room/rail", test_rail);
  g_test_add_func ("/ui/room/narrow-rail", test_narrow_rail);
  g_test_add_func ("/ui/room/unwanted-rail", test_unwanted_rail);
  g_test_add_func ("/ui/room/run-is-watched", test_run_is_watched);
  g_test_add_func ("/ui/room/nothing-to-watch", test_nothing_to_watch);
  g_test_add_func ("/ui/room/refused-run", test_refused_run);
  g_test_add_func ("/ui/room/refused-on-the-way", test_refused_on_the_way);
  g_test_add_func ("/ui/room/refused-after-a-pause", test_refused_after_a_pause);
  g_test_add_func ("/ui/room/nothing-came-of-it", test_nothing_came_of_it);
  g_test_add_func ("/ui/room/remembered", test_remembered);
  g_test_add_func ("/ui/room/keys-in-tooltips", test_keys_in_tooltips);
  g_test_add_func ("/ui/room/list-hides-little", test_list_hides_little);
  g_test_add_func ("/ui/room/problems-are-named", test_problems_are_named);
  g_test_add_func ("/ui/room/toast", test_toast);
  return run_window_tests ();
}
