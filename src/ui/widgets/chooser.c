/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One way to ask for a file. The chooser of GTK 4.8 asks the disk about files in the
 * background and does not take these questions back when it is destroyed: an answer
 * that comes later finds widgets that are gone (g_file_equal() on something that is no
 * GFile, gtk_editable_get_text() on no entry). So it is hidden when it was answered,
 * and destroyed when the disk has had time enough. GTK asks before a file is replaced,
 * but knows only the name that was typed: where another one is written, we ask. */
#include "ui/widgets/chooser.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "base/file.h"

static const guint linger_s = 30; /* longer than a disk takes to answer */

typedef struct {
  GtkNativeDialog *native; /* counted */
  GtkWidget *asker;
  UiChooserAnswer answer;
  gpointer data;
  const char *ending;
  char *(*written) (const char *path);
  const DeskMessages *messages;
  char *path;         /* that waits for a yes */
  GtkWidget *confirm; /* the question, or NULL */
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
  if (asked->confirm != NULL) {
    g_signal_handlers_disconnect_by_data (asked->confirm, asked);
    gtk_window_destroy (GTK_WINDOW (asked->confirm));
  }
  asked->answer (asked->data, path);
  g_free (asked->path);
  g_free (asked);
}

/* ---- replacing ---- */

static void
confirmed (AdwMessageDialog *dialog, const char *response, Asked *asked)
{
  asked->confirm = NULL;
  if (g_str_equal (response, "replace"))
    finish (asked, asked->path);
  else
    gtk_native_dialog_show (asked->native);
}

static void
ask_to_replace (Asked *asked, const char *existing)
{
  g_autofree char *name = g_path_get_basename (existing);
  GtkWidget *dialog = adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (asked->asker)), _ ("Replace File?"), NULL);
  AdwMessageDialog *ask = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_format_body (
      ask, _ ("“%s” exists already. Replacing it overwrites its content."), name);
  adw_message_dialog_add_responses (ask, "cancel", _ ("_Cancel"), "replace",
                                    _ ("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (ask, "replace", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ask, "cancel");
  adw_message_dialog_set_close_response (ask, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (confirmed), asked);
  asked->confirm = dialog;
  gtk_window_present (GTK_WINDOW (dialog));
}

static char *
complete (const Asked *asked, const char *path)
{
  const bool has_ending = strrchr (path, '.') > strrchr (path, G_DIR_SEPARATOR);

  return g_strconcat (path, has_ending ? NULL : asked->ending, NULL);
}

static void
answered (GtkNativeDialog *native, int response, Asked *asked)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT
                               ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (native))
                               : NULL;
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;
  g_autoptr (GError) error = NULL;

  if (path == NULL) {
    finish (asked, NULL);
    return;
  }
  g_free (asked->path);
  asked->path = complete (asked, path);

  g_autofree char *written =
      asked->written != NULL ? asked->written (asked->path) : g_strdup (asked->path);

  if (asked->messages != NULL && !base_file_check_target (written, &error)) {
    desk_message (asked->messages, error->message);
    finish (asked, NULL);
  } else if (g_str_equal (written, path) || !g_file_test (written, G_FILE_TEST_EXISTS))
    finish (asked, asked->path);
  else
    ask_to_replace (asked, written);
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

  *asked = (Asked){.native = GTK_NATIVE_DIALOG (native),
                   .asker = asker,
                   .answer = answer,
                   .data = data,
                   .ending = what->ending,
                   .written = what->written,
                   .messages = what->messages};
  gtk_native_dialog_set_modal (asked->native, TRUE);
  /* Where it opens: at the file, else beside another one. */
  if (what->path != NULL) {
    g_autoptr (GFile) file = g_file_new_for_path (what->path);

    gtk_file_chooser_set_file (chooser, file, NULL);
  } else if (what->name != NULL)
    gtk_file_chooser_set_current_name (chooser, what->name);
  if (what->path == NULL && what->beside != NULL) {
    g_autoptr (GFile) file = g_file_new_for_path (what->beside);
    g_autoptr (GFile) folder = g_file_get_parent (file);

    gtk_file_chooser_set_current_folder (chooser, folder, NULL);
  }
  for (guint i = 0; i < G_N_ELEMENTS (what->filters); i++)
    if (what->filters[i].name != NULL)
      add_filter (chooser, what->filters[i].name, what->filters[i].pattern);
  /* The asker may go before there is an answer. */
  g_signal_connect (native, "response", G_CALLBACK (answered), asked);
  g_signal_connect (asker, "destroy", G_CALLBACK (asker_destroyed), asked);
  gtk_native_dialog_show (asked->native);
}

void
ui_chooser_export (GtkWidget *asker,
                   const DocModel *doc,
                   const UiChooser *what,
                   UiChooserAnswer answer,
                   gpointer data)
{
  g_autofree char *title = doc_title (doc);
  g_autofree char *name = g_strconcat (title, what->name, NULL);
  UiChooser asked = *what;

  asked.accept = _ ("_Export");
  asked.is_save = true;
  asked.beside = doc_path (doc);
  asked.name = name;
  ui_chooser_ask (asker, &asked, answer, data);
}

/* "~/models" */
static char *
folder_text (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const char *home = g_get_home_dir ();
  const size_t length = strlen (home);

  if (g_str_has_prefix (folder, home) && strchr ("/", folder[length]) != NULL)
    return g_strconcat ("~", folder + length, NULL);
  return g_steal_pointer (&folder);
}

void
ui_chooser_tell_written (const DeskMessages *messages,
                         const char *path,
                         const char *first)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder = folder_text (path);
  g_autofree char *text = NULL;
  const bool has_pixels =
      base_file_has_ending (first, ".png") || base_file_has_ending (first, ".gif");
  int width, height;

  if (has_pixels && gdk_pixbuf_get_file_info (first, &width, &height) != NULL)
    text = g_strdup_printf (_ ("%s (%d × %d pixels) is written to %s"), name, width,
                            height, folder);
  else
    text = g_strdup_printf (_ ("%s is written to %s"), name, folder);
  desk_message (messages, text);
}
