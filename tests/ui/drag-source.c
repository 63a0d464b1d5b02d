/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drag-source FILE...: a small window that offers files for dragging, in the way of a
 * file manager: a list of URIs, nothing of GTK's own. Ends with its window. */
#include <gtk/gtk.h>
#include <stdio.h>

static gboolean is_open = TRUE;

static void
closed (void)
{
  is_open = FALSE;
}

static char *
uri_list (int n, char **paths)
{
  GString *list = g_string_new (NULL);

  for (int i = 0; i < n; i++) {
    g_autoptr (GFile) file = g_file_new_for_commandline_arg (paths[i]);
    g_autofree char *uri = g_file_get_uri (file);

    g_string_append_printf (list, "%s\r\n", uri);
  }
  return g_string_free (list, FALSE);
}

int
main (int argc, char **argv)
{
  if (!gtk_init_check ())
    return 77;

  g_autofree char *list = uri_list (argc - 1, argv + 1);
  g_autoptr (GBytes) bytes = g_bytes_new (list, strlen (list));
  GdkContentProvider *content =
      gdk_content_provider_new_for_bytes ("text/uri-list", bytes);
  GtkDragSource *source = gtk_drag_source_new ();
  GtkWidget *window = gtk_window_new ();
  GtkWidget *label = gtk_label_new ("A file");

  gtk_drag_source_set_content (source, content);
  g_object_unref (content);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));
  gtk_window_set_title (GTK_WINDOW (window), "Files");
  gtk_window_set_default_size (GTK_WINDOW (window), 160, 90);
  gtk_window_set_child (GTK_WINDOW (window), label);
  g_signal_connect (window, "destroy", closed, NULL);
  gtk_window_present (GTK_WINDOW (window));
  while (is_open)
    g_main_context_iteration (NULL, TRUE);
  return 0;
}
