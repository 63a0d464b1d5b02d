/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other programs do to the file that is open. A monitor wakes us; what counts is
 * the content, compared a moment later (programs that replace a file delete it first)
 * and once more before saving. A bar offers what can be done about it; either way the
 * other version is kept: by undo after reloading, in a file NAME~ after overwriting. */
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "doc/edit/edit.h"
#include "ui/window/window-private.h"

static const guint settle_ms = 300;

enum { RELOAD = 1, OVERWRITE, SAVE_AS };

/* Takes the text. What is gone cannot be reloaded, and nothing is overwritten. */
static void
show_bar (UiWindow *self, bool is_gone, char *text)
{
  gtk_widget_set_visible (self->disk_reload, !is_gone);
  gtk_button_set_label (GTK_BUTTON (self->disk_overwrite),
                        is_gone ? _ ("_Save") : _ ("_Overwrite"));
  gtk_label_set_text (GTK_LABEL (self->disk_label), text);
  g_free (text);
  gtk_info_bar_set_revealed (self->disk_bar, TRUE);
}

static gboolean
look (gpointer data)
{
  UiWindow *self = data;
  DocModel *doc = self->studio->document->doc;
  g_autofree char *title = doc_title (doc);

  self->disk_timer = 0;
  switch (doc_disk (doc)) {
  case DOC_DISK_SAME:
    gtk_info_bar_set_revealed (self->disk_bar, FALSE);
    break;
  case DOC_DISK_CHANGED:
    show_bar (self, false,
              g_strdup_printf (_ ("“%s” was changed by another program."), title));
    break;
  case DOC_DISK_GONE:
    doc_forget_saved (doc);
    ui_window_update_title (self);
    ui_window_keep_journal (self);
    show_bar (
        self, true,
        g_strdup_printf (_ ("“%s” was deleted or moved by another program."), title));
    break;
  }
  return G_SOURCE_REMOVE;
}

static void
disk_changed (UiWindow *self)
{
  if (self->disk_timer == 0)
    self->disk_timer = g_timeout_add (settle_ms, look, self);
}

void
ui_window_watch_file (UiWindow *self)
{
  const char *path = doc_path (self->studio->document->doc);
  g_autofree char *real = path != NULL ? realpath (path, NULL) : NULL;
  g_autoptr (GFile) file = real != NULL ? g_file_new_for_path (real) : NULL;

  if (g_strcmp0 (real, self->watched) == 0)
    return;
  ui_window_stop_watching (self);
  gtk_info_bar_set_revealed (self->disk_bar, FALSE);
  if (file == NULL)
    return;
  self->watched = g_strdup (real);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (disk_changed), self,
                             G_CONNECT_SWAPPED);
}

void
ui_window_stop_watching (UiWindow *self)
{
  g_clear_handle_id (&self->disk_timer, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->watched, g_free);
}

void
ui_window_reload (UiWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!doc_reload (self->studio->document->doc, &error)) {
    ui_window_tell (self, error->message);
    return;
  }
  gtk_info_bar_set_revealed (self->disk_bar, FALSE);
  ui_window_update_title (self);
  ui_window_keep_journal (self);
}

bool
ui_window_keep_other_version (UiWindow *self)
{
  const char *path = doc_path (self->studio->document->doc);
  g_autofree char *copy = g_strconcat (path, "~", NULL);
  g_autofree char *name = g_path_get_basename (copy);
  g_autofree char *sentence =
      g_strdup_printf (_ ("The other program's version is kept as %s"), name);
  g_autoptr (GError) error = NULL;
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, &error);
  const bool is_kept = text != NULL && base_writer_save (copy, text, length, &error);

  ui_window_tell (self, is_kept ? sentence : error->message);
  return is_kept;
}

/* ---- the bar ---- */

/* What succeeds hides the bar; as long as nothing has, the two versions differ. */
static void
responded (GtkInfoBar *bar, int response, UiWindow *self)
{
  if (response == RELOAD)
    ui_window_reload (self);
  else if (response == OVERWRITE)
    ui_window_overwrite (self);
  else if (response == SAVE_AS)
    ui_window_save_as (self);
  else
    gtk_info_bar_set_revealed (bar, FALSE);
}

void
ui_window_add_disk_bar (UiWindow *self)
{
  self->disk_reload = gtk_info_bar_add_button (self->disk_bar, _ ("_Reload"), RELOAD);
  self->disk_overwrite =
      gtk_info_bar_add_button (self->disk_bar, _ ("_Overwrite"), OVERWRITE);
  gtk_info_bar_add_button (self->disk_bar, _ ("Save _As…"), SAVE_AS);
  g_signal_connect (self->disk_bar, "response", G_CALLBACK (responded), self);
  ui_window_watch_file (self);
}
