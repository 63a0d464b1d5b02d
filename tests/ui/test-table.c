/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of a table: its size is remembered, and it leaves the side panes free. */
#include "ui/inspector/table-window.h"

#include "find-widget.h"
#include "studio-fixture.h"
#include "ui/inspector/table-grid.h"

static GtkWidget *
open_table (Fixture *fixture, GtkWidget *parent)
{
  ui_table_window_show (GTK_WINDOW (parent), fixture->studio, "command", "table");
  g_autoptr (GList) all = gtk_window_list_toplevels ();

  for (GList *at = all; at != NULL; at = at->next)
    if (gtk_window_get_transient_for (at->data) == GTK_WINDOW (parent))
      return at->data;
  return NULL;
}

static GtkWidget *
parent_new (int width)
{
  GtkWidget *parent = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (parent), width, 700);
  gtk_window_present (GTK_WINDOW (parent));
  while (gtk_widget_get_width (parent) < width)
    g_main_context_iteration (NULL, TRUE);
  return parent;
}

static void
test_size (Fixture *fixture, gconstpointer data)
{
  GtkWidget *parent = parent_new (1360);
  GtkWidget *window = open_table (fixture, parent);
  int width, height;

  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, <=, 1360 - 2 * 330);
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 510);
  gtk_window_close (GTK_WINDOW (window));
  window = open_table (fixture, parent);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 720);
  g_assert_cmpint (height, ==, 510);
  gtk_window_destroy (GTK_WINDOW (parent));
}

/* The cell where the axes of a map meet says which axis stands below it, and nothing
 * can be typed there. */
static void
test_corner (Fixture *fixture, gconstpointer data)
{
  const char *text = "component A\n  command = BlockComponents.Tables.CombiTable2Ds("
                     "table = [0, 1; 2, 3])\nend\n";
  GtkWidget *parent = parent_new (600);

  desk_document_take (fixture->studio->document,
                      doc_from_text (fixture->library, NULL, text, strlen (text)));
  GtkWidget *window = open_table (fixture, parent);
  GtkWidget *entry = find_type (find_type (window, UI_TYPE_TABLE_GRID), GTK_TYPE_ENTRY);
  g_assert_false (gtk_editable_get_editable (GTK_EDITABLE (entry)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "u1 \u2193");
  gtk_window_destroy (GTK_WINDOW (parent));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/table/size", test_size},
      {"/ui/table/corner", test_corner},
  };

  if (!begin_tests (argc, argv))
    return 0;
  return run_tests ("lossy-hoist.dyad", TESTS, G_N_ELEMENTS (TESTS));
}
