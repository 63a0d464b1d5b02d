/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a window does with files: opening, saving, and what other programs do to them.
 */
#include <adwaita.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doc/edit/edit.h"
#include "ui/widgets/control.h"
#include "window-fixture.h"

#define THEIRS "component Theirs\nend\n"

static void
write_text (const char *path, const char *text)
{
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
assert_file (const char *path, const char *wanted)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, wanted);
}

static void
wait_for_bar (UiWindow *window)
{
  while (!gtk_info_bar_get_revealed (window->disk_bar))
    g_main_context_iteration (NULL, TRUE);
}

/* How far below the window's edge the palette begins. */
static double
palette_top (UiWindow *window)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (window->palette),
                                            GTK_WIDGET (window), &bounds));
  return bounds.origin.y;
}

/* The bar moves nothing under the pointer. */
static void
test_bar_moves_nothing (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  write_text (path, "component M\nend\n");
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  while (gtk_widget_get_height (GTK_WIDGET (window->palette)) == 0)
    g_main_context_iteration (NULL, TRUE);
  const double top = palette_top (window);
  write_text (path, THEIRS);
  wait_for_bar (window);
  while (gtk_widget_get_height (GTK_WIDGET (window->disk_bar)) < 20)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpfloat (palette_top (window), ==, top);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_rmdir (folder);
}

/* What is no news any more is not shown on: a file that was not opened, once another
 * one is; a number that was refused, once it is mended. */
static void
test_mended (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "no-such.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  GtkWidget *entry = g_object_ref_sink (gtk_entry_new ());
  guint n_gone = 0;

  gtk_window_present (GTK_WINDOW (window));
  g_assert_false (ui_window_open (window, path));
  const char *text = adw_toast_get_title (window->not_opened);
  g_assert_nonnull (strstr (text, "such.dyad was not opened: cannot be read"));
  g_assert_null (strstr (text + 1, "no-such"));
  g_signal_connect_swapped (window->not_opened, "dismissed", G_CALLBACK (count),
                            &n_gone);
  act (window, "win.new");
  g_assert_cmpuint (n_gone, ==, 1);
  g_assert_null (window->not_opened);
  gtk_widget_set_tooltip_text (entry, "Wrong");
  gtk_widget_add_css_class (entry, "error");
  desk_message (&window->studio->messages, "an older sentence");
  g_signal_connect_swapped (window->told, "dismissed", G_CALLBACK (count), &n_gone);
  ui_control_refuse (&window->studio->messages, entry);
  while (n_gone < 2) /* it does not keep the new one waiting */
    g_main_context_iteration (NULL, TRUE);
  g_signal_connect_swapped (window->refused, "dismissed", G_CALLBACK (count), &n_gone);
  gtk_widget_remove_css_class (entry, "error");
  while (n_gone < 3)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (entry);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
}

/* What cannot be read is missing in the diagram: a bar says so, and where. */
static void
test_broken (void)
{
  static const char broken[] =
      "component M\n"
      "  fixed = TranslationalComponents.Components.Fixed()\n"
      "  mass = TranslationalComponents.Components.Mass(m = 2kg)\n"
      "end\n";
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  write_text (path, broken);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  g_assert_true (gtk_info_bar_get_revealed (window->text_bar));
  const char *told = gtk_label_get_text (GTK_LABEL (window->text_label));
  g_assert_nonnull (strstr (told, "“m” cannot be read whole"));
  g_assert_nonnull (strstr (told, "Line 3: “2kg”"));
  gtk_info_bar_response (window->text_bar, 1);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->bottom), ==,
                   "problems");
  gtk_info_bar_response (window->text_bar, GTK_RESPONSE_CLOSE);
  g_assert_false (gtk_info_bar_get_revealed (window->text_bar));
  write_text (path, "component M\nend\n");
  ui_window_reload (window);
  g_assert_false (gtk_info_bar_get_revealed (window->text_bar));
  write_text (path, broken);
  ui_window_reload (window);
  g_assert_true (gtk_info_bar_get_revealed (window->text_bar));
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_rmdir (folder);
}

/* What is opened or saved is among the recent files of the desktop, as ours. */
static void
test_recent (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  GtkRecentManager *manager = gtk_recent_manager_get_default ();
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  g_object_set (gtk_settings_get_default (), "gtk-recent-files-enabled", TRUE, NULL);
  write_text (path, "component M\nend\n");
  gtk_window_present (GTK_WINDOW (window));
  for (int i = 0; i < 2; i++) {
    if (i == 0)
      g_assert_true (ui_window_open (window, path));
    else
      act (window, "win.save");
    GtkRecentInfo *info = NULL;
    while ((info = gtk_recent_manager_lookup_item (manager, uri, NULL)) == NULL)
      g_main_context_iteration (NULL, TRUE);
    g_assert_cmpstr (gtk_recent_info_get_mime_type (info), ==, "application/x-dyad");
    g_assert_true (gtk_recent_info_has_application (info, "Dashpot"));
    gtk_recent_info_unref (info);
    g_assert_true (gtk_recent_manager_remove_item (manager, uri, NULL));
  }
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_rmdir (folder);
}

/* It is noticed at once and again before saving; neither version is lost, whatever is
 * chosen. */
static void
test_other_program (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  g_autofree char *kept = g_strconcat (path, "~", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DocModel *doc;

  write_text (path, "component M\nend\n");
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  doc = ui_window_studio (window)->document->doc;
  doc_add (doc, "TranslationalComponents.Components.Fixed", (DocPoint){0, 0}, false,
           NULL);
  g_autofree char *ours = g_strdup (doc_text (doc, NULL));

  write_text (path, THEIRS);
  wait_for_bar (window);
  act (window, "win.save");
  assert_file (path, THEIRS);
  answer ("cancel");
  assert_file (path, THEIRS);
  act (window, "win.save");
  answer ("overwrite");
  assert_file (path, ours);
  assert_file (kept, THEIRS);
  g_assert_false (doc_is_modified (doc));
  g_assert_false (gtk_info_bar_get_revealed (window->disk_bar));

  write_text (path, THEIRS);
  wait_for_bar (window);
  g_assert_true (gtk_widget_get_visible (window->disk_reload));
  gtk_info_bar_response (window->disk_bar, 1); /* Reload */
  g_assert_cmpstr (doc_text (doc, NULL), ==, THEIRS);
  g_assert_false (doc_is_modified (doc));
  g_assert_true (doc_undo (doc));
  g_assert_cmpstr (doc_text (doc, NULL), ==, ours);
  g_assert_true (doc_redo (doc));

  g_unlink (path);
  wait_for_bar (window);
  g_assert_true (doc_is_modified (doc));
  g_assert_false (gtk_widget_get_visible (window->disk_reload));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (window->disk_overwrite)), ==,
                   "_Save");
  gtk_info_bar_response (window->disk_bar, 2); /* which it is to do now */
  assert_file (path, THEIRS);
  g_assert_false (gtk_info_bar_get_revealed (window->disk_bar));
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_unlink (kept);
  g_rmdir (folder);
}

/* What cannot be read can be neither taken over nor kept: the bar stays until something
 * was done about it. */
static void
test_no_file_any_more (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  write_text (path, THEIRS);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  g_unlink (path);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  wait_for_bar (window);
  for (int response = 1; response <= 2; response++) { /* Reload, Overwrite */
    gtk_info_bar_response (window->disk_bar, response);
    g_assert_true (gtk_info_bar_get_revealed (window->disk_bar));
  }
  g_rmdir (path);
  gtk_info_bar_response (window->disk_bar, 2);
  g_assert_false (gtk_info_bar_get_revealed (window->disk_bar));
  assert_file (path, THEIRS);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_rmdir (folder);
}

static GtkFileChooser *
wait_for_chooser (void)
{
  for (;;) {
    GListModel *all = gtk_window_get_toplevels ();

    for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
      g_autoptr (GtkWidget) one = g_list_model_get_item (all, i);

      if (GTK_IS_FILE_CHOOSER (one) && gtk_widget_get_visible (one))
        return GTK_FILE_CHOOSER (one);
    }
    g_main_context_iteration (NULL, TRUE);
  }
}

/* The chooser goes to a folder when it has read it; until then it would save elsewhere.
 */
static bool
is_at (GtkFileChooser *chooser, const char *stem)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  return file != NULL && g_strcmp0 (g_file_peek_path (file), stem) == 0;
}

/* Types a name without an ending, and waits until it is saved or a question is asked.
 */
static void
save_as (UiWindow *window, const char *path)
{
  const DocModel *doc = ui_window_studio (window)->document->doc;
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".dyad"));
  g_autofree char *name = g_path_get_basename (stem);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  act (window, "win.save-as");

  GtkFileChooser *chooser = wait_for_chooser ();

  g_assert_true (gtk_file_chooser_set_current_folder (chooser, file, NULL));
  gtk_file_chooser_set_current_name (chooser, name);
  while (!is_at (chooser, stem))
    g_main_context_iteration (NULL, TRUE);
  gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
  while (find_dialog () == NULL && g_strcmp0 (doc_path (doc), path) != 0)
    g_main_context_iteration (NULL, TRUE);
}

/* A name is completed before it is asked whether its file may be replaced. */
static void
test_save_as_asks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *theirs = g_build_filename (folder, "theirs.dyad", NULL);
  g_autofree char *ours = g_build_filename (folder, "ours.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  write_text (theirs, THEIRS);
  gtk_window_present (GTK_WINDOW (window));
  act (window, "win.new");
  save_as (window, theirs);
  assert_file (theirs, THEIRS);
  answer ("cancel");
  assert_file (theirs, THEIRS);
  gtk_dialog_response (GTK_DIALOG (wait_for_chooser ()), GTK_RESPONSE_CANCEL);
  draw ();
  save_as (window, ours);
  save_as (window, theirs);
  answer ("replace");

  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (theirs, &text, NULL, NULL));
  g_assert_cmpstr (text, !=, THEIRS);
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (theirs);
  g_unlink (ours);
  g_rmdir (folder);
}

/* GTK asks before it answers with the name of what exists. */
static void
agree_to_replace (void)
{
  GListModel *all = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (all); i-- > 0;) {
    g_autoptr (GtkWidget) one = g_list_model_get_item (all, i);

    if (GTK_IS_MESSAGE_DIALOG (one) && gtk_widget_get_visible (one))
      gtk_dialog_response (GTK_DIALOG (one), GTK_RESPONSE_ACCEPT);
  }
}

/* What is made of a diagram and its run is written to no pipe: that would wait for the
 * other end. */
static void
test_export_to_pipe (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe.png", NULL);
  g_autofree char *path = g_build_filename (folder, "model.dyad", NULL);
  g_autofree char *sentence = NULL;
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);
  const struct {
    gpointer widget;
    const char *action;
  } exports[] = {{window, "win.export-picture"},
                 {window->plots, "plots.export-picture"},
                 {window->plots, "plots.export-csv"}};

  write_text (path, "component M\n  m = TranslationalComponents.Components.Mass(m = 1, "
                    "s(initial = 0), v(initial = 1))\nrelations\nend\n");
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  run (studio);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);

  const DeskMessages messages = studio->messages;

  studio->messages = (DeskMessages){keep_message, &sentence};
  for (guint i = 0; i < G_N_ELEMENTS (exports); i++) {
    gtk_widget_activate_action (exports[i].widget, exports[i].action, NULL);

    GtkFileChooser *chooser = wait_for_chooser ();

    gtk_file_chooser_set_current_name (chooser, "pipe.png");
    while (!is_at (chooser, pipe))
      g_main_context_iteration (NULL, TRUE);
    g_clear_pointer (&sentence, g_free);
    gtk_dialog_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT);
    while (sentence == NULL) {
      agree_to_replace ();
      g_main_context_iteration (NULL, TRUE);
    }
    g_assert_nonnull (strstr (sentence, "is not a regular file"));
    draw ();
  }
  studio->messages = messages;
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (pipe);
  g_unlink (path);
  g_rmdir (folder);
}

/* A diagram of n components that nothing joins. */
static char *
large_file (const char *folder, int n)
{
  char *path = g_build_filename (folder, "large.dyad", NULL);
  g_autoptr (GString) text = g_string_new ("component Large\n");

  for (int i = 0; i < n; i++)
    g_string_append_printf (
        text, "  m%d = TranslationalComponents.Components.Mass(m = 1)\n", i);
  g_string_append (text, "relations\nend\n");
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

/* What is large is read in the background; what was cancelled does not come; a pipe and
 * what is too large are refused with a sentence. */
static void
test_opening (void)
{
  enum { N = 3000 };
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = large_file (folder, N);
  g_autofree char *pipe = g_build_filename (folder, "pipe.dyad", NULL);
  UiWindow *window = UI_WINDOW (ui_window_new (application));
  DeskStudio *studio = ui_window_studio (window);

  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  g_assert_cmpuint (doc_n_items (studio->document->doc), ==, 0);
  while (doc_n_items (studio->document->doc) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (doc_n_items (studio->document->doc), ==, N);

  act (window, "win.new");
  g_assert_true (ui_window_open (window, path));
  act (window, "win.cancel-opening");
  for (gint64 end = g_get_monotonic_time () + G_TIME_SPAN_SECOND;
       g_get_monotonic_time () < end;)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (doc_n_items (studio->document->doc), ==, 0);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_false (ui_window_open (window, pipe));
  g_assert_cmpint (truncate (path, (off_t) DOC_TEXT_MOST + 1), ==, 0);
  g_assert_false (ui_window_open (window, path));
  gtk_window_destroy (GTK_WINDOW (window));
  draw ();
  g_unlink (path);
  g_unlink (pipe);
  g_rmdir (folder);
}

/* A saved diagram of a wire that takes a way round, and that has just been asked to be
 * led anew. */
static UiWindow *
open_and_tidy (const char *path)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  write_text (path, "component M\n"
                    "  a = TranslationalComponents.Components.Mass(m = 1) {^a}\n"
                    "  b = TranslationalComponents.Components.Mass(m = 1) {^b}\n"
                    "relations\n  connect(a.flange_b, b.flange_a) {^w}\n"
                    "metadata {\"_links\": {\n"
                    "\"a\": {\"Dyad\": {\"placement\": {\"diagram\": "
                    "{\"x1\": 0, \"y1\": 0, \"x2\": 100, \"y2\": 100}}}},\n"
                    "\"b\": {\"Dyad\": {\"placement\": {\"diagram\": "
                    "{\"x1\": 400, \"y1\": 0, \"x2\": 500, \"y2\": 100}}}},\n"
                    "\"w\": {\"Dyad\": {\"edges\": [{\"S\": 1, \"M\": [{\"x\": 200, "
                    "\"y\": 50}, {\"x\": 200, \"y\": 300}, {\"x\": 300, \"y\": 300}, "
                    "{\"x\": 300, \"y\": 50}], \"E\": 2}]}}}}\nend\n");
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (ui_window_open (window, path));
  desk_selection_set_wire (window->studio->selection, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.tidy", NULL));
  g_assert_true (desk_document_is_editing (window->studio->document));
  return window;
}

static bool
is_tidy (const UiWindow *window)
{
  const DocWire *wire = doc_wire (window->studio->document->doc, 0);

  return wire->n_edges == 1 && wire->edges[0].n_points == 2;
}

/* What the user has asked for is saved, though it takes longer than to ask for that. */
static void
test_saved_with_edits (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  UiWindow *window = open_and_tidy (path);
  g_autofree char *text = NULL;

  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "undo"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL));
  while (desk_document_is_editing (window->studio->document) ||
         doc_is_modified (window->studio->document->doc))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_tidy (window));
  assert_file (path, doc_text (window->studio->document->doc, NULL));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (path);
  g_rmdir (folder);
}

/* Nor does closing lose it: the window waits for it, and asks. */
static void
test_closed_with_edits (void)
{
  g_autofree char *folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "m.dyad", NULL);
  UiWindow *window = open_and_tidy (path);

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_close (GTK_WINDOW (window));
  gtk_window_close (GTK_WINDOW (window));
  while (find_dialog () == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_tidy (window));
  answer ("save");
  while (window != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (find_dialog ());
  g_autoptr (DocModel) saved =
      doc_load (ui_application_library (application)->index, path, NULL);
  g_assert_cmpuint (doc_wire (saved, 0)->edges[0].n_points, ==, 2);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/files/opening", test_opening);
  g_test_add_func ("/ui/files/saved-with-edits", test_saved_with_edits);
  g_test_add_func ("/ui/files/closed-with-edits", test_closed_with_edits);
  g_test_add_func ("/ui/files/other-program", test_other_program);
  g_test_add_func ("/ui/files/bar-moves-nothing", test_bar_moves_nothing);
  g_test_add_func ("/ui/files/no-file-any-more", test_no_file_any_more);
  g_test_add_func ("/ui/files/broken", test_broken);
  g_test_add_func ("/ui/files/mended", test_mended);
  g_test_add_func ("/ui/files/recent", test_recent);
  g_test_add_func ("/ui/files/save-as-asks", test_save_as_asks);
  g_test_add_func ("/ui/files/export-to-pipe", test_export_to_pipe);
  return run_window_tests ();
}
