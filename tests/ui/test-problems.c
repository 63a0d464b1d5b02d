/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "studio-fixture.h"
#include "ui/problems.h"

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
  g_assert_true (ui_studio_open (o->base.studio, o->diagram, NULL));
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
  if (GTK_IS_BUTTON (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_button (child);
    if (found != NULL)
      return found;
  }
  return NULL;
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
  UiStudio *studio = o->base.studio;
  GtkWidget *window = gtk_window_new ();
  GtkWidget *problems = ui_problems_new (studio);

  gtk_window_set_child (GTK_WINDOW (window), problems);
  g_assert_null (ui_studio_model (studio));
  g_assert_cmpuint (base_diags_find (ui_studio_diags (studio), 314), !=, UINT32_MAX);
  g_assert_nonnull (find_button (problems));
  answer (find_button (problems), "cancel");
  settle (studio);
  g_assert_null (ui_studio_model (studio));

  answer (find_button (problems), "allow");
  settle (studio);
  g_assert_nonnull (ui_studio_model (studio));
  g_assert_null (find_button (problems));

  g_assert_true (ui_studio_open (studio, o->diagram, NULL));
  settle (studio);
  g_assert_null (ui_studio_model (studio));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!begin_tests (argc, argv))
    return 0;
  g_test_add ("/ui/problems/reading-is-asked-for", Outside, NULL, outside_set_up,
              test_reading_is_asked_for, outside_tear_down);
  return g_test_run ();
}
