/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole window, without hands: examples are opened, looked at, edited and run, and
 * nothing is left behind. */
#include <adwaita.h>
#include <string.h>

#include "base/folder.h"
#include "desk/tool/commands.h"
#include "doc/edit/edit.h"
#include "find-widget.h"
#include "ui/widgets/pane.h"
#include "ui/widgets/prompt.h"
#include "window-fixture.h"

static const char stop_time[] = "0.05"; /* s: enough for curves */

static void
wait_for_end (DeskStudio *studio)
{
  while (desk_runs_state (studio->runs) == RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
}

static char *
example_path (const char *name)
{
  g_autofree char *folder = base_folder_data ();

  return g_build_filename (folder, "examples", name, NULL);
}

static void
look_at_items (DeskStudio *studio)
{
  DocModel *doc = studio->document->doc;

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const char *name = doc_item (doc, i)->name;

    desk_selection_set (studio->selection, &name, 1);
    draw ();
  }
}

/* Each change can be taken back. */
static void
edit (UiWindow *window, DeskStudio *studio)
{
  static const char *const edits[] = {"win.rotate",        "win.flip-horizontal",
                                      "win.flip-vertical", "win.duplicate",
                                      "win.comment-out",   "win.copy",
                                      "win.paste",         "win.cut"};
  DocModel *doc = studio->document->doc;
  gsize length, length_now;
  g_autofree char *before = g_strdup (doc_text (doc, &length));

  act (window, "win.select-all");
  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    act (window, edits[i]);
  while (doc_undo (doc))
    draw ();

  const char *after = doc_text (doc, &length_now);

  g_assert_cmpmem (before, length, after, length_now);
}

static void
run_shortly (DeskStudio *studio)
{
  wait_for_model (studio);
  set_stop_time (studio, stop_time);
  wait_for_model (studio);
  desk_runs_run (studio->runs);
  wait_for_end (studio);
  draw ();
  g_assert_nonnull (studio->runs->current);
}

static void
test_example (gconstpointer data)
{
  const char *name = data;
  g_autofree char *path = example_path (name);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  draw ();
  look_at_items (studio);
  edit (window, studio);
  run_shortly (studio);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* `dashpot --run FILE`, as the first ./run does. */
static void
test_opened_running (void)
{
  g_autofree char *path = example_path ("oscillator.dyad");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_application_open (G_APPLICATION (application), &file, 1, "run");

  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  DeskStudio *studio = ui_window_studio (UI_WINDOW (window));

  while (studio->runs->current == NULL || desk_runs_state (studio->runs) == RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FINISHED);
  g_assert_cmpuint (doc_plot_n (desk_plots_at (studio->plots, 0)), >, 0);
  gtk_window_destroy (window);
  draw ();
}

static bool
has_text (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) &&
         strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL;
}

static GtkWindow *
about_window (void)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

    if (ADW_IS_ABOUT_WINDOW (window))
      return window;
  }
  return NULL;
}

/* Whose laws and names these are stands in About. */
static void
test_about (void)
{
  static const char *const texts[] = {
      "The Dashpot developers", "Dyad language",
      "Modelica Association",   "Deutsches Zentrum für Luft- und Raumfahrt",
      "2025 JuliaHub Inc.",     "GNU General Public License",
  };
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  g_action_group_activate_action (G_ACTION_GROUP (application), "about", NULL);
  draw ();

  GtkWindow *about = about_window ();

  g_assert_nonnull (about);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (find_widget (GTK_WIDGET (about), has_text, texts[i]) == NULL)
      g_error ("About does not say: %s", texts[i]);
  gtk_window_destroy (about);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* A window takes the moving picture's own window along while all are being closed; it
 * is closed first, having been used last. */
static void
test_quit (void)
{
  g_autofree char *path = example_path ("oscillator.dyad");
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  wait_for_model (studio);
  desk_runs_run (studio->runs);
  wait_for_end (studio);
  g_signal_emit_by_name (window->motion, "pop-out");
  draw ();
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_application_get_active_window (GTK_APPLICATION (application)) !=
         GTK_WINDOW (window))
    g_main_context_iteration (NULL, TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (application), "quit", NULL);
  draw ();
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application)));
}

/* What was selected in a picture that has gone draws no trail. */
static void
test_trail_of_nothing (void)
{
  static const char broken[] = "component A\n  x = Nothing()\nend\n";
  const char *selected = "crank";
  g_autofree char *path = example_path ("slider-crank.dyad");
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  desk_selection_set (studio->selection, &selected, 1);
  run_shortly (studio);
  g_signal_emit_by_name (window->motion, "pop-out");
  for (int i = 0; i < 2; i++) {
    draw ();
    gtk_widget_activate_action (GTK_WIDGET (window->motion), "motion.trail", NULL);
    doc_set_text (studio->document->doc, broken, strlen (broken));
    wait_for_model (studio);
    desk_document_take (studio->document, doc_new (studio->document->library));
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static void
close_all (void)
{
  while (n_windows () > 0) {
    gtk_window_destroy (
        gtk_application_get_windows (GTK_APPLICATION (application))->data);
    draw ();
  }
}

/* Unsaved work stays where it is whatever is shown next, and a file that cannot be read
 * opens no window. */
static void
test_beside_unsaved_work (void)
{
  g_autofree char *path = example_path ("oscillator.dyad");
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DocModel *doc;

  gtk_window_present (GTK_WINDOW (window));
  ui_window_open_example (window, path);
  ui_window_open (window, path);
  g_assert_cmpuint (n_windows (), ==, 1);
  doc = ui_window_studio (window)->document->doc;
  g_assert_true (doc_move (doc, &(const char *){"mass"}, 1, 80, 40));
  g_autofree char *text = g_strdup (doc_text (doc, NULL));

  g_assert_false (ui_window_open (window, "/dev/null"));
  g_assert_cmpuint (n_windows (), ==, 1);
  ui_window_open (window, path);
  g_assert_cmpuint (n_windows (), ==, 2);
  ui_window_open_example (window, path);
  g_assert_cmpuint (n_windows (), ==, 3);
  act (window, "win.new");
  g_assert_cmpuint (n_windows (), ==, 4);
  act (window, "win.gallery");
  g_assert_cmpuint (n_windows (), ==, 5);
  g_assert_true (ui_window_studio (window)->document->doc == doc);
  g_assert_cmpstr (doc_text (doc, NULL), ==, text);
  close_all ();
}

/* A run that is paused has an end to come, which another file would take from it. */
static void
test_beside_a_paused_run (void)
{
  g_autofree char *path = example_path ("oscillator.dyad");
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  wait_for_model (studio);
  desk_runs_set_speed (studio->runs, 0.1);
  desk_runs_run (studio->runs);
  while (desk_runs_state (studio->runs) != RUN_RUNNING)
    g_main_context_iteration (NULL, TRUE);
  desk_runs_pause (studio->runs);
  while (desk_runs_state (studio->runs) != RUN_PAUSED)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ui_window_open (window, path));
  g_assert_cmpuint (n_windows (), ==, 2);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_PAUSED);
  desk_runs_stop (studio->runs);
  wait_for_end (studio);
  close_all ();
}

static GtkWindow *
preferences (void)
{
  GtkWindow *found = NULL;
  guint n = 0;

  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (application));
       link != NULL; link = link->next)
    if (ADW_IS_PREFERENCES_WINDOW (link->data)) {
      found = link->data;
      n++;
    }
  g_assert_cmpuint (n, <=, 1);
  return found;
}

/* There is one window of preferences, however often it is asked for. */
static void
test_preferences (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  for (int i = 0; i < 2; i++) {
    act (window, "app.preferences");
    g_assert_nonnull (preferences ());
  }
  close_all ();
}

/* One that has been closed may live on while something is still read for it. */
static void
test_closed (void)
{
  g_autofree char *path = example_path ("oscillator.dyad");
  GtkWidget *window = g_object_ref (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_application_add_recent (application, "/dev/null");
  ui_application_add_recent (application, path);
  draw ();
  g_object_unref (window);
}

/* GTK holds the actions of a window a while longer than the window: once it is closed,
 * what happens in the others, or in the settings, does not reach its sides. */
static void
test_sides_of_closed (void)
{
  static const char *const keys[] = {"panel-visible", "palette-visible"};
  GSettings *settings = ui_application_settings (application);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++) {
    UiWindow *window = UI_WINDOW (ui_window_new (application));
    g_autoptr (GtkWidget) side =
        g_object_ref (i == 0 ? window->panel_box : GTK_WIDGET (window->palette_bin));
    const bool is_shown = gtk_widget_get_visible (side);

    gtk_window_present (GTK_WINDOW (window));
    draw ();
    g_assert_cmpint (g_settings_get_boolean (settings, keys[i]), ==, is_shown);
    gtk_window_destroy (GTK_WINDOW (window));
    draw ();
    g_settings_set_boolean (settings, keys[i], !is_shown);
    g_assert_cmpint (gtk_widget_get_visible (side), ==, is_shown);
    g_settings_set_boolean (settings, keys[i], is_shown);
  }
}

/* ---- variables ---- */

static guint
n_rows (GtkWidget *list)
{
  GtkSelectionModel *model = gtk_list_view_get_model (GTK_LIST_VIEW (list));

  return model != NULL ? g_list_model_get_n_items (G_LIST_MODEL (model)) : 0;
}

static void
assert_variables_shown (UiWindow *window, const char *page)
{
  GtkWidget *list = find_type (GTK_WIDGET (window->browser), GTK_TYPE_LIST_VIEW);
  GtkWidget *stack = gtk_widget_get_ancestor (list, GTK_TYPE_STACK);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, page);
}

/* The list of variables costs nothing while nobody looks, is of the present model when
 * somebody does, and says so when there is nothing to list. */
static void
test_variables (void)
{
  static const char nothing[] = "component Nothing\nend\n";
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path =
      g_build_filename (folder, "examples", "oscillator.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);
  GtkWidget *list = find_type (GTK_WIDGET (window->browser), GTK_TYPE_LIST_VIEW);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  wait_for_model (studio);
  g_assert_cmpuint (n_rows (list), ==, 0);
  adw_view_stack_set_visible_child_name (window->panel, "variables");
  draw ();
  const guint n = n_rows (list);
  g_assert_cmpuint (n, ==, 4);
  doc_add (studio->document->doc, "TranslationalComponents.Components.Fixed",
           (DocPoint){0, 0}, false, NULL);
  wait_for_model (studio);
  g_assert_cmpuint (n_rows (list), ==, n + 1);
  assert_variables_shown (window, "list");
  GtkWidget *search = find_type (GTK_WIDGET (window->browser), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (search), "nosuchname");
  g_signal_emit_by_name (search, "search-changed");
  assert_variables_shown (window, "nothing");
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  g_signal_emit_by_name (search, "search-changed");
  assert_variables_shown (window, "list");
  doc_set_text (studio->document->doc, nothing, strlen (nothing));
  wait_for_model (studio);
  assert_variables_shown (window, "empty");
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* Does it tick the variable of its row? */
static bool
is_check_of (GtkWidget *widget, gconstpointer variable)
{
  GtkWidget *name = gtk_widget_get_next_sibling (widget);

  return GTK_IS_CHECK_BUTTON (widget) &&
         g_str_equal (gtk_label_get_text (GTK_LABEL (name)), variable);
}

static void
tick (UiWindow *window, const char *variable)
{
  GtkWidget *browser = GTK_WIDGET (window->browser);
  GtkWidget *search = find_type (browser, GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (search), variable);
  g_signal_emit_by_name (search, "search-changed");
  draw ();

  GtkWidget *check = find_widget (browser, is_check_of, variable);

  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
}

static void
assert_plotted (DeskStudio *studio, uint32_t plot, uint32_t n, const char *last)
{
  const DocPlot *shown = desk_plots_at (studio->plots, plot);

  g_assert_cmpuint (doc_plot_n (shown), ==, n);
  g_assert_cmpstr (doc_plot_curve (shown, n - 1)->variable, ==, last);
}

static bool
is_seen (UiWindow *window, uint32_t plot)
{
  GtkWidget *plots = GTK_WIDGET (window->plots);
  GtkScrolledWindow *scrolled =
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (plots, GTK_TYPE_SCROLLED_WINDOW));
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment (scrolled);
  const double each = gtk_widget_get_height (plots) /
                      (double) desk_plots_n (ui_window_studio (window)->plots);
  const double top = gtk_adjustment_get_value (place);
  int least;

  gtk_widget_measure (plots, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  return gtk_widget_get_height (plots) >= least && top <= plot * each + 1 &&
         top + gtk_adjustment_get_page_size (place) >= (plot + 1) * each - 1;
}

/* Whether a plot comes into view within some frames, or stays there. */
static bool
is_shown (UiWindow *window, uint32_t plot, bool at_once)
{
  const gint64 end =
      g_get_monotonic_time () + (at_once ? G_TIME_SPAN_SECOND / 5 : G_TIME_SPAN_MINUTE);

  while (g_get_monotonic_time () < end && is_seen (window, plot) == at_once)
    g_main_context_iteration (NULL, FALSE);
  return is_seen (window, plot);
}

/* A ticked variable goes where its unit is, or gets a plot of its own, and is seen
 * there; the window does not grow with them. */
static void
test_ticked_variable (void)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path =
      g_build_filename (folder, "examples", "oscillator.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);
  int before, after;

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  wait_for_model (studio);
  desk_runs_run (studio->runs);
  wait_for_end (studio);
  adw_view_stack_set_visible_child_name (window->panel, "variables");
  draw ();
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &before, NULL,
                      NULL, NULL);
  g_assert_cmpuint (desk_plots_n (studio->plots), ==, 2);
  assert_plotted (studio, 0, 1, "mass.s");
  assert_plotted (studio, 1, 1, "mass.v");
  tick (window, "mass.a");
  assert_plotted (studio, 2, 1, "mass.a");
  g_assert_true (is_shown (window, 2, false));
  tick (window, "spring.s_rel");
  assert_plotted (studio, 0, 2, "spring.s_rel");
  g_assert_true (is_shown (window, 0, false));
  gtk_widget_grab_focus (GTK_WIDGET (window->plots));
  g_assert_true (is_shown (window, 0, true));
  tick (window, "spring.f");
  assert_plotted (studio, 3, 1, "spring.f");
  tick (window, "damper.f");
  assert_plotted (studio, 3, 2, "damper.f");
  desk_plots_clear (studio->plots, 0);
  desk_plots_append (studio->plots);
  tick (window, "mass.s");
  assert_plotted (studio, 3, 1, "mass.s");
  g_assert_cmpuint (desk_plots_n (studio->plots), ==, 4);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, -1, &after, NULL,
                      NULL, NULL);
  g_assert_cmpint (after, ==, before);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static void
assert_narrow (UiWindow *window)
{
  int least;

  gtk_widget_measure (GTK_WIDGET (window->toasts), GTK_ORIENTATION_HORIZONTAL, -1,
                      &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 720);
}

/* Half of a small screen holds each page, and the editor with all that it has, undo and
 * redo above all. */
static void
test_narrow (void)
{
  g_autofree char *path = example_path ("slider-crank.dyad");
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_set_default_size (GTK_WINDOW (window), 720, 700);
  gtk_window_present (GTK_WINDOW (window));
  draw ();
  assert_narrow (window);
  g_assert_true (ui_window_open (window, path));
  run_shortly (window->studio);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->motion_bin)));
  assert_narrow (window);
  g_assert_true (gtk_widget_get_mapped (window->undo_button));
  g_assert_true (gtk_widget_get_mapped (window->redo_button));
  act (window, "win.watch");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->bottom_bin)));
  assert_narrow (window);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* Nor is a width remembered that its setting does not take. */
static void
test_wide_palette (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  const int before = g_settings_get_int (window->settings, "palette-width");

  ui_window_show_editor (window);
  gtk_widget_hide (window->panel_box);
  gtk_window_set_default_size (GTK_WINDOW (window), 1580, 800);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (window->palette_paned)) < 1500)
    g_main_context_iteration (NULL, TRUE);
  draw ();
  gtk_paned_set_position (window->palette_paned, 1100);
  g_assert_cmpint (ui_pane_size (window->palette_paned), ==, 1100);
  ui_window_remember_sizes (window);
  g_assert_cmpint (g_settings_get_int (window->settings, "palette-width"), ==, before);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static void
assert_enabled (UiWindow *window, const char *names, bool is_enabled)
{
  g_auto (GStrv) list = g_strsplit (names, " ", -1);

  for (guint i = 0; list[i] != NULL; i++)
    g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window),
                                                      list[i]) == is_enabled);
}

/* Commands are offered while there is something that they could work on. */
static void
test_commands_that_fit (void)
{
  static const char of_items[] = "cut copy duplicate rotate rename connect delete";
  static const char of_content[] = "select-all fit find export-picture";
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);
  DocModel *doc = studio->document->doc;

  ui_window_show_editor (window);
  assert_enabled (window, of_items, false);
  assert_enabled (window, of_content, false);
  assert_enabled (window, "undo redo tidy", false);
  assert_enabled (window, "paste insert save", true);
  g_assert_true (doc_add_note (doc, (DocPoint){0, 0}, "text"));
  assert_enabled (window, of_content, true);
  assert_enabled (window, "delete", false);
  desk_selection_set_note (studio->selection, 0);
  assert_enabled (window, "delete", true);
  act (window, "win.delete");
  g_assert_cmpuint (doc_n_notes (doc), ==, 0);
  assert_enabled (window, "delete", false);
  g_assert_nonnull (desk_commands_add (
      studio, "TranslationalComponents.Components.Fixed", (DocPoint){0, 0}));
  assert_enabled (window, of_items, true);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* ---- popovers ---- */

static void
note_gone (gpointer data, GObject *object)
{
  *(bool *) data = true;
}

/* What GTK keeps of a popover that has closed has no surface: a crash at a later
 * layout. The focus goes back to the canvas. */
static void
test_popovers (void)
{
  static const char *const asking[] = {"win.find", "win.insert", "win.commands"};
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  GtkWidget *canvas = GTK_WIDGET (window->canvas);

  gtk_window_present (GTK_WINDOW (window));
  ui_window_show_editor (window);
  desk_commands_add (window->studio, "TranslationalComponents.Components.Fixed",
                     (DocPoint){0, 0});
  draw ();
  for (guint i = 0; i < G_N_ELEMENTS (asking); i++) {
    bool is_gone = false;

    act (window, asking[i]);

    GtkWidget *popover = gtk_widget_get_last_child (canvas);

    g_assert_true (GTK_IS_POPOVER (popover));
    g_object_weak_ref (G_OBJECT (popover), note_gone, &is_gone);
    gtk_popover_popdown (GTK_POPOVER (popover));
    draw ();
    g_assert_true (is_gone);
    g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) == canvas);
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static char *
refuse (void *data, const char *text)
{
  return g_strdup (text);
}

static char *
text_in (GtkWidget *entry)
{
  char *text;

  if (GTK_IS_TEXT_VIEW (entry))
    g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (entry)), "text", &text,
                  NULL);
  else
    text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
  return text;
}

/* Undo takes back what was typed, and not the text that there was to begin with. */
static void
test_prompt_undo (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  const GdkRectangle at = {10, 10, 1, 1};

  gtk_window_present (GTK_WINDOW (window));
  ui_window_show_editor (window);
  draw ();
  for (int has_lines = 0; has_lines < 2; has_lines++) {
    GtkWidget *popover = ui_prompt_show (GTK_WIDGET (window->canvas), &at,
                                         &(UiPrompt){.title = "Text",
                                                     .text = "first",
                                                     .has_lines = has_lines,
                                                     .accept = refuse});
    GtkWidget *entry = gtk_root_get_focus (GTK_ROOT (window));

    g_assert_true (has_lines ? GTK_IS_TEXT_VIEW (entry) : GTK_IS_TEXT (entry));
    gtk_widget_activate_action (entry, "text.undo", NULL);
    g_autofree char *text = text_in (entry);
    g_assert_cmpstr (text, ==, "first");
    gtk_popover_popdown (GTK_POPOVER (popover));
    draw ();
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* What a popover points to stays within the canvas when that shrinks. */
static void
test_popover_within (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  GtkWidget *canvas = GTK_WIDGET (window->canvas);
  GtkPopover *popover = GTK_POPOVER (gtk_popover_new ());
  GdkRectangle at = {1000, 10, 20, 20};

  gtk_window_present (GTK_WINDOW (window));
  ui_window_show_editor (window);
  draw ();
  gtk_widget_set_parent (GTK_WIDGET (popover), canvas);
  gtk_popover_set_pointing_to (popover, &at);
  gtk_widget_allocate (canvas, 300, 200, -1, NULL);
  g_assert_true (gtk_popover_get_pointing_to (popover, &at));
  g_assert_cmpint (at.x, ==, 299);
  g_assert_cmpint (at.y, ==, 10);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_data_func ("/ui/window/oscillator", "oscillator.dyad", test_example);
  g_test_add_data_func ("/ui/window/position-servo", "position-servo.dyad",
                        test_example);
  g_test_add_data_func ("/ui/window/slider-crank", "slider-crank.dyad", test_example);
  g_test_add_func ("/ui/window/opened-running", test_opened_running);
  g_test_add_func ("/ui/window/about", test_about);
  g_test_add_func ("/ui/window/trail-of-nothing", test_trail_of_nothing);
  g_test_add_func ("/ui/window/closed", test_closed);
  g_test_add_func ("/ui/window/sides-of-closed", test_sides_of_closed);
  g_test_add_func ("/ui/window/beside-unsaved-work", test_beside_unsaved_work);
  g_test_add_func ("/ui/window/beside-a-paused-run", test_beside_a_paused_run);
  g_test_add_func ("/ui/window/preferences", test_preferences);
  g_test_add_func ("/ui/window/variables", test_variables);
  g_test_add_func ("/ui/window/ticked-variable", test_ticked_variable);
  g_test_add_func ("/ui/window/narrow", test_narrow);
  g_test_add_func ("/ui/window/wide-palette", test_wide_palette);
  g_test_add_func ("/ui/window/commands-that-fit", test_commands_that_fit);
  g_test_add_func ("/ui/window/popovers", test_popovers);
  g_test_add_func ("/ui/window/prompt-undo", test_prompt_undo);
  g_test_add_func ("/ui/window/popover-within", test_popover_within);
  g_test_add_func ("/ui/window/quit", test_quit);
  return run_window_tests ();
}
