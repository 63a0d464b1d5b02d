/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "find-widget.h"
#include "window-fixture.h"

static guint
n_shown (GtkWidget *list)
{
  guint n = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    n += GTK_IS_LIST_BOX_ROW (row) && gtk_widget_get_child_visible (row);
  return n;
}

static bool
is_list_of (GtkWidget *widget, gconstpointer title)
{
  GtkWidget *pages = gtk_widget_get_ancestor (widget, GTK_TYPE_STACK);

  return GTK_IS_LIST_BOX (widget) && pages != NULL &&
         gtk_widget_is_ancestor (
             widget, gtk_stack_get_child_by_name (GTK_STACK (pages), title));
}

static void
search (UiTerms *terms, const char *text)
{
  GtkWidget *entry = find_type (GTK_WIDGET (terms), GTK_TYPE_SEARCH_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "search-changed");
  draw ();
}

/* F1 explains all terms where no component is chosen, those of a message where one is
 * asked about, until somebody searches; and it knows all keys. */
static void
test_terms (void)
{
  UiWindow *window = UI_WINDOW (ui_window_new (application));

  act (window, "win.help");
  g_assert_nonnull (window->terms);
  GtkWidget *list = find_widget (GTK_WIDGET (window->terms), is_list_of, "Terms");
  GtkWidget *keys = find_widget (GTK_WIDGET (window->terms), is_list_of, "Keys");
  const guint n = desk_glossary_n (window->studio->glossary);
  g_assert_cmpuint (n_shown (list), ==, n);
  g_assert_cmpuint (n_shown (keys), >, 50);
  g_signal_emit_by_name (window->problems, "asked",
                         "this equation is redundant; the model may lack a ground");
  draw ();
  g_assert_cmpuint (n_shown (list), ==, 3);
  search (window->terms, "damper");
  g_assert_cmpuint (n_shown (list), >=, 1);
  g_assert_cmpuint (n_shown (list), <, n / 2);
  g_assert_cmpuint (n_shown (keys), ==, 0);
  search (window->terms, "full screen");
  g_assert_cmpuint (n_shown (keys), ==, 1);
  GtkWidget *pages = gtk_widget_get_ancestor (list, GTK_TYPE_STACK);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (pages)), ==, "Keys");
  search (window->terms, "full");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (pages)), ==, "Keys");
  search (window->terms, "damper");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (pages)), ==, "Terms");
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  if (!begin_window_tests (argc, argv))
    return 0;
  g_test_add_func ("/ui/terms/search", test_terms);
  return run_window_tests ();
}
