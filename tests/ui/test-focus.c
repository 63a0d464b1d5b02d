/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the keys go while the window changes: what was typed is applied where it was
 * meant, and what has gone gets no keys; what is told covers no button. */
#include <adwaita.h>
#include <string.h>

#include "base/folder.h"
#include "find-widget.h"
#include "window-fixture.h"

static UiWindow *
open_oscillator (void)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path =
      g_build_filename (folder, "examples", "oscillator.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  settle (ui_window_studio (window));
  return window;
}

/* The first field of a component, with the focus. */
static GtkWidget *
begin_typing (UiWindow *window, const char *item, const char *typed)
{
  desk_selection_set (window->studio->selection, &item, 1);
  draw ();
  ui_inspector_focus (window->inspector);

  GtkWidget *entry =
      gtk_widget_get_ancestor (gtk_root_get_focus (GTK_ROOT (window)), GTK_TYPE_ENTRY);

  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), typed);
  return entry;
}

static void
assert_mass (UiWindow *window, const char *wanted)
{
  g_autofree char *value =
      doc_get_modifier (window->studio->document->doc, "mass", "m");

  g_assert_cmpstr (value, ==, wanted);
}

/* A command takes what is being typed into account: what is saved, and run, is what is
 * seen. */
static void
test_command_while_typing (void)
{
  static const char *const commands[] = {"win.fit", "run.start"};
  static const char *const typed[] = {"3", "4"};
  UiWindow *window = open_oscillator ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    begin_typing (window, "mass", typed[i]);
    act (window, commands[i]);
    assert_mass (window, typed[i]);
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* Whether Tab in a direction leaves `pane`, in which the focus is. */
static bool
leaves (UiWindow *window, GtkWidget *pane, GtkDirectionType direction)
{
  static const int most = 20;
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));

  g_assert_true (gtk_widget_is_ancestor (focus, pane));
  for (int i = 0; i < most; i++) {
    g_signal_emit_by_name (window, "move-focus", direction);
    focus = gtk_root_get_focus (GTK_ROOT (window));
    if (!gtk_widget_is_ancestor (focus, pane))
      return true;
  }
  return false;
}

/* Tab leaves a pane at both ends, wherever in it the focus was led. */
static void
test_no_trap (void)
{
  UiWindow *window = open_oscillator ();
  const char *mass = "mass";

  desk_selection_set (window->studio->selection, &mass, 1);
  gtk_widget_set_visible (GTK_WIDGET (window->motion_bin), TRUE);
  gtk_widget_set_visible (GTK_WIDGET (window->bottom_bin), TRUE);
  draw ();

  GtkWidget *panes[] = {GTK_WIDGET (window->inspector), GTK_WIDGET (window->motion)};

  for (guint i = 0; i < G_N_ELEMENTS (panes); i++) {
    g_assert_true (gtk_widget_grab_focus (panes[i]));
    g_assert_true (leaves (window, panes[i], GTK_DIR_TAB_BACKWARD));
    g_assert_true (gtk_widget_grab_focus (panes[i]));
    g_assert_true (leaves (window, panes[i], GTK_DIR_TAB_FORWARD));
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* The message that is shown now: it goes by itself after a few seconds. */
static GtkWidget *
find_message (UiWindow *window)
{
  return find_widget (GTK_WIDGET (window->toasts), is_named, "AdwToastWidget");
}

/* The focus goes from a field that was refused, and is right now, to the message that
 * said so: that may not go before it has come. */
static void
test_message_gets_focus (void)
{
  UiWindow *window = open_oscillator ();
  GtkWidget *entry = begin_typing (window, "mass", "3 s");
  GtkWidget *toast, *button;

  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  while ((toast = find_message (window)) == NULL)
    g_main_context_iteration (NULL, TRUE);
  button = find_type (toast, GTK_TYPE_BUTTON);
  gtk_widget_grab_focus (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), "3");
  gtk_widget_grab_focus (button);
  draw ();
  assert_mass (window, "3");
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* A message leaves the bar with the time in reach. A long one is shown for minutes. */
static void
test_message_above_bar (void)
{
  UiWindow *window = open_oscillator ();
  graphene_rect_t message, bar;

  g_autofree char *sentence = g_strnfill (5000, 'x');
  ui_window_tell (window, sentence);
  draw ();
  GtkWidget *toast = find_message (window);
  g_assert_nonnull (toast);
  g_assert_true (gtk_widget_compute_bounds (toast, GTK_WIDGET (window), &message));
  g_assert_true (
      gtk_widget_compute_bounds (window->bottom_bar, GTK_WIDGET (window), &bar));
  g_assert_cmpfloat (message.origin.y + message.size.height, <=, bar.origin.y);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* A row of the variables goes while its check has the focus. */
static void
test_check_goes (void)
{
  UiWindow *window = open_oscillator ();
  DeskStudio *studio = window->studio;
  const char *item = "mass";

  adw_view_stack_set_visible_child_name (window->panel, "variables");
  desk_selection_set (studio->selection, &item, 1);
  draw ();

  GtkWidget *list = find_type (GTK_WIDGET (window->browser), GTK_TYPE_LIST_VIEW);
  GtkWidget *check = NULL;
  guint n_plotted = 0;

  for (GtkWidget *row = gtk_widget_get_last_child (list); row != NULL && check == NULL;
       row = gtk_widget_get_prev_sibling (row)) {
    check = find_type (row, GTK_TYPE_CHECK_BUTTON);
    if (check != NULL && !gtk_widget_get_mapped (check))
      check = NULL;
  }
  g_assert_nonnull (check);
  gtk_widget_grab_focus (check);
  g_object_ref (check);
  desk_document_take (studio->document, doc_new (studio->document->library));
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) != check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  for (uint32_t p = 0; p < desk_plots_n (studio->plots); p++)
    n_plotted += doc_plot_n (desk_plots_at (studio->plots, p));
  g_assert_cmpuint (n_plotted, ==, 0);
  g_object_unref (check);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

static bool
is_text_view (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_TEXT_VIEW (widget);
}

static bool
is_button (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_BUTTON (widget);
}

/* Types into the prompt that is open over the canvas, and applies it. */
static void
apply (UiWindow *window, const char *text)
{
  GtkWidget *prompt = gtk_widget_get_last_child (GTK_WIDGET (window->canvas));
  GtkWidget *view = find_widget (prompt, is_text_view, NULL);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text, -1);
  g_signal_emit_by_name (find_widget (prompt, is_button, NULL), "clicked");
  draw ();
}

/* A prompt is about the note that it was opened for, whatever is selected by then; if
 * that has gone nothing typed is lost. */
static void
test_asked_note (void)
{
  UiWindow *window = open_oscillator ();
  DocModel *doc = window->studio->document->doc;
  const uint32_t n = doc_n_notes (doc);

  g_assert_true (doc_add_note (doc, (DocPoint){0, -300}, "one"));
  g_assert_true (doc_add_note (doc, (DocPoint){0, -400}, "two"));
  desk_selection_set_note (window->studio->selection, n);
  ui_canvas_open_note (window->canvas);
  desk_selection_set_note (window->studio->selection, n + 1);
  apply (window, "first");
  g_assert_cmpstr (doc_note (doc, n)->text, ==, "first");
  g_assert_cmpstr (doc_note (doc, n + 1)->text, ==, "two");
  ui_canvas_open_note (window->canvas);
  g_assert_true (doc_set_note (doc, n + 1, NULL));
  apply (window, "second");
  g_assert_cmpuint (doc_n_notes (doc), ==, n + 2);
  g_assert_cmpstr (doc_note (doc, n)->text, ==, "first");
  g_assert_cmpstr (doc_note (doc, n + 1)->text, ==, "second");
  g_assert_cmpfloat (doc_note (doc, n + 1)->at.y, ==, -400);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_func ("/ui/focus/command-while-typing", test_command_while_typing);
  g_test_add_func ("/ui/focus/no-trap", test_no_trap);
  g_test_add_func ("/ui/focus/message-gets-focus", test_message_gets_focus);
  g_test_add_func ("/ui/focus/message-above-bar", test_message_above_bar);
  g_test_add_func ("/ui/focus/check-goes", test_check_goes);
  g_test_add_func ("/ui/focus/asked-note", test_asked_note);
  return run_window_tests ();
}
