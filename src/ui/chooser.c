/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to ask for a file. The chooser of GTK 4.8 asks the disk about files in the
 * background and does not take these questions back when it is destroyed: an answer
 * that comes later finds widgets that are gone (g_file_equal() on something that is no
 * GFile, gtk_editable_get_text() on no entry). So it is hidden when it was answered,
 * and destroyed when the disk has had time enough. */
#include "ui/chooser.h"

#include <glib/gi18n.h>

static const guint linger_s = 30; /* longer than a disk takes to answer */

typedef struct {
  GtkNativeDialog *native; /* counted */
  GtkWidget *asker;
  UiChooserAnswer answer;
  gpointer data;
} Asked;

static gboolean
let_go (gpointer native)
{
  gtk_native_dialog_destroy (native);
  return G_SOURCE_REMOVE;
}

static void
finish (Asked *asked, const char *path)
{
  g_signal_handlers_disconnect_by_data (asked->native, asked);
  g_signal_handlers_disconnect_by_data (asked->asker, asked);
  gtk_native_dialog_hide (asked->native);
  g_timeout_add_seconds_full (G_PRIORITY_LOW, linger_s, let_go, asked->native,
                              g_object_unref);
  asked->answer (asked->data, path);
  g_free (asked);
}

static void
answered (GtkNativeDialog *native, int response, Asked *asked)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (native))
                               : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  finish (asked, path);
}

static void
asker_destroyed (GtkWidget *asker, Asked *asked)
{
  finish (asked, NULL);
}

static void
add_filter (GtkFileChooser *chooser, const char *name, const char *pattern)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_chooser_add_filter (chooser, filter);
}

void
ui_chooser_ask (GtkWidget *asker,
                const UiChooser *what,
                UiChooserAnswer answer,
                gpointer data)
{
  GtkFileChooserNative *native = gtk_file_chooser_native_new (
      what->title, GTK_WINDOW (gtk_widget_get_root (asker)),
      what->is_save ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN,
      what->accept, _ ("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);
  Asked *asked = g_new (Asked, 1);

  *asked = (Asked){GTK_NATIVE_DIALOG (native), asker, answer, data};
  gtk_native_dialog_set_modal (asked->native, TRUE);
  if (what->path != NULL) {
    g_autoptr (GFile) file = g_file_new_for_path (what->path);

    gtk_file_chooser_set_file (chooser, file, NULL);
  } else if (what->name != NULL)
    gtk_file_chooser_set_current_name (chooser, what->name);
  for (guint i = 0; i < G_N_ELEMENTS (what->filters); i++)
    if (what->filters[i].name != NULL)
      add_filter (chooser, what->filters[i].name, what->filters[i].pattern);
  g_signal_connect (native, "response", G_CALLBACK (answered), asked);
  g_signal_connect (asker, "destroy", G_CALLBACK (asker_destroyed), asked);
  gtk_native_dialog_show (asked->native);
}
