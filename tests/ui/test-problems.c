/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "find-widget.h"
#include "studio-fixture.h"
#include "ui/window/problems.h"

/* A diagram in a folder of its own that reads a table beside that folder. */
typedef struct {
  Fixture base;
  char *folder;
  char *table;
  char *diagram;
} Outside;

static void
outside_set_up (Outside *o, gconstpointer data)
{
  set_up (&o->base, NULL);
  o->folder = g_dir_make_tmp ("dashpot-XXXXXX", NULL);
  o->table = g_strconcat (o->folder, ".csv", NULL);
  o->diagram = g_build_filename (o->folder, "reader.dyad", NULL);
  g_autofree char *text = g_strdup_printf (
      "component Reader\n  parameter t::Real[:,:] = table_file(\"%s\")\n"
      "  variable x::Real = t[1, 2]\nend\n",
      o->table);
  g_assert_true (g_file_set_contents (o->table, "1,2\n", -1, NULL));
  g_assert_true (g_file_set_contents (o->diagram, text, -1, NULL));
  g_assert_true (desk_document_open (o->base.studio->document, o->diagram, NULL));
  settle (o->base.studio);
}

static void
outside_tear_down (Outside *o, gconstpointer data)
{
  tear_down (&o->base, NULL);
  g_remove (o->table);
  g_remove (o->diagram);
  g_rmdir (o->folder);
  g_free (o->table);
  g_free (o->diagram);
  g_free (o->folder);
}

static GtkWidget *
find_button (GtkWidget *widget)
{
  return find_type (widget, GTK_TYPE_BUTTON);
}

/* The dialog of the button, answered. */
static void
answer (GtkWidget *button, const char *response)
{
  g_signal_emit_by_name (button, "clicked");
  g_autoptr (GList) windows = gtk_window_list_toplevels ();
  for (GList *at = windows; at != NULL; at = at->next)
    if (ADW_IS_MESSAGE_DIALOG (at->data)) {
      adw_message_dialog_response (at->data, response);
      return;
    }
  g_assert_not_reached ();
}

/* A problem offers to read the file; that is done once the user says so, for this
 * diagram alone. */
static void
test_reading_is_asked_for (Outside *o, gconstpointer data)
{
  DeskStudio *studio = o->base.studio;
  GtkWidget *window = gtk_window_new ();
  GtkWidget *problems = ui_problems_new (studio);

  gtk_window_set_child (GTK_WINDOW (window), problems);
  g_assert_null (desk_document_model (studio->document));
  g_assert_cmpuint (base_diags_find (studio->problems->diags, 314), !=, UINT32_MAX);
  g_assert_nonnull (find_button (problems));
  answer (find_button (problems), "cancel");
  settle (studio);
  g_assert_null (desk_document_model (studio->document));

  answer (find_button (problems), "allow");
  settle (studio);
  g_assert_nonnull (desk_document_model (studio->document));
  g_assert_null (find_button (problems));

  g_assert_true (desk_document_open (studio->document, o->diagram, NULL));
  settle (studio);
  g_assert_null (desk_document_model (studio->document));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Of each severity the first are listed, then how many more there are; all count. */
static void
test_many (Fixture *f, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("component Many\n");
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("dashpot-XXXXXX.dyad", &path, NULL);
  GtkWidget *window = gtk_window_new ();

  g_close (file, NULL);
  for (int i = 0; i < 250; i++)
    g_string_append_printf (text, "  variable x%d::Real = nope%d\n", i, i);
  g_string_append (text, "end\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  g_assert_true (desk_document_open (f->studio->document, path, NULL));
  settle (f->studio);
  GtkWidget *problems = ui_problems_new (f->studio);
  gtk_window_set_child (GTK_WINDOW (window), problems);
  GtkListBox *list = GTK_LIST_BOX (find_type (problems, GTK_TYPE_LIST_BOX));
  GtkListBoxRow *last = gtk_list_box_get_row_at_index (list, 200);

  g_assert_cmpuint (ui_problems_count (UI_PROBLEMS (problems)), ==, 250);
  g_assert_nonnull (last);
  g_assert_null (gtk_list_box_get_row_at_index (list, 201));
  g_assert_cmpstr (gtk_label_get_text (GTK_LABEL (gtk_list_box_row_get_child (last))),
                   ==, "and 50 more errors");
  gtk_window_destroy (GTK_WINDOW (window));
  g_remove (path);
}

static void
show_text (DeskStudio *studio, const char *text)
{
  doc_set_text (studio->document->doc, text, strlen (text));
  settle (studio);
}

/* The list is made anew with each compilation; who walks through it with keys stays
 * where they were, and no row that has gone keeps the focus. */
static void
test_focus_stays (Fixture *f, gconstpointer data)
{
  static const char two[] =
      "component M\n  variable x::Real = nope\n  variable y::Real = nope\nend\n";
  static const char other_two[] =
      "component M\n  variable u::Real = nope\n  variable v::Real = nope\nend\n";
  static const char none[] = "component M\nend\n";
  GtkWidget *window = gtk_window_new ();
  GtkWidget *problems = ui_problems_new (f->studio);
  GtkListBox *list = GTK_LIST_BOX (find_type (problems, GTK_TYPE_LIST_BOX));

  gtk_window_set_child (GTK_WINDOW (window), problems);
  show_text (f->studio, two);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (list, 1)));
  show_text (f->studio, other_two);
  g_assert_true (
      gtk_widget_is_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (list, 1))));

  show_text (f->studio, none);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (focus == NULL || gtk_widget_get_root (focus) == GTK_ROOT (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!begin_tests (argc, argv))
    return 0;
  g_test_add ("/ui/problems/reading-is-asked-for", Outside, NULL, outside_set_up,
              test_reading_is_asked_for, outside_tear_down);
  g_test_add ("/ui/problems/many", Fixture, NULL, set_up, test_many, tear_down);
  g_test_add ("/ui/problems/focus-stays", Fixture, NULL, set_up, test_focus_stays,
              tear_down);
  return g_test_run ();
}
