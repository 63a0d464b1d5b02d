/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening a file. What is small is read at once; what may take longer than a tenth of a
 * second is read on a thread (desk/opening.h), while a page says so and offers to
 * cancel. The diagram that was open stays until the other is there. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "desk/opening.h"
#include "doc/edit/edit.h"
#include "ui/window/window-private.h"

static void
tell_failure (UiWindow *self, const char *path, const GError *error)
{
  g_autofree char *sentence = desk_opening_failure (path, error);

  ui_window_tell_next (self, &self->not_opened, sentence);
}

static void
show (UiWindow *self, DocModel *doc)
{
  UiApplication *application =
      UI_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));

  if (application != NULL)
    ui_application_add_recent (application, doc_path (doc));
  desk_document_take (self->studio->document, doc);
  ui_window_show_editor (self);
}

static void
loaded (GObject *window, GAsyncResult *result, gpointer data)
{
  UiWindow *self = UI_WINDOW (window);
  const bool is_ours = self->loading == g_task_get_cancellable (G_TASK (result));
  const bool runs = self->runs_when_open;
  g_autoptr (GError) error = NULL;
  g_autoptr (DocModel) doc = desk_opening_finish (result, &error);

  if (!is_ours)
    return; /* cancelled, or the window went */
  if (doc == NULL) {
    ui_window_cancel_opening (self);
    tell_failure (self, desk_opening_path (result), error);
    return;
  }
  show (self, g_steal_pointer (&doc));
  if (runs)
    ui_window_run (self);
}

static void
begin (UiWindow *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = g_strdup_printf (_ ("Reading %s"), name);

  self->returns_to_editor = ui_window_is_editing (self);
  ui_window_show_page (self, "loading");
  gtk_label_set_text (GTK_LABEL (self->loading_label), text);
  self->loading = g_cancellable_new ();
  desk_opening_begin (G_OBJECT (self), self->studio->document->library, path,
                      self->loading, loaded);
}

/* ---- */

bool
ui_window_open (UiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (desk_opening_is_slow (path)) {
    begin (ui_window_for_next (self), path);
    return true;
  }
  DocModel *doc = doc_load (self->studio->document->library, path, &error);
  if (doc == NULL) {
    tell_failure (self, path, error);
    return false;
  }
  show (ui_window_for_next (self), doc);
  return true;
}

void
ui_window_run (UiWindow *self)
{
  if (self->loading != NULL)
    self->runs_when_open = true;
  else {
    ui_window_watch_next (self);
    desk_runs_run (self->studio->runs);
  }
}

void
ui_window_cancel_opening (UiWindow *self)
{
  if (self->loading != NULL)
    ui_window_show_page (self, self->returns_to_editor ? "editor" : "gallery");
}

/* ---- what cannot be read ---- */

static const BaseDiag *
first_error (const BaseDiags *diags)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++)
    if (base_diags_get (diags, i)->severity == BASE_ERROR)
      return base_diags_get (diags, i);
  return NULL;
}

/* The diagram shows what was understood, so the rest would be missing without a word.
 * What was closed stays so until something else is wrong. */
void
ui_window_update_text_bar (UiWindow *self)
{
  const DocModel *doc = self->studio->document->doc;
  const BaseDiag *error =
      lang_file_is_sound (doc_file (doc)) ? NULL : first_error (doc_diags (doc));
  g_autofree char *title = doc_title (doc);
  g_autofree char *what =
      error != NULL ? desk_describe_sentence (error->message) : NULL;
  g_autofree char *text =
      error == NULL
          ? g_strdup ("")
          : g_strdup_printf (_ ("“%s” cannot be read whole: parts of it may be "
                                "missing or wrong here. Line %u: %s."),
                             title, error->line, what);

  if (strcmp (gtk_label_get_text (GTK_LABEL (self->text_label)), text) == 0)
    return;
  gtk_label_set_text (GTK_LABEL (self->text_label), text);
  gtk_info_bar_set_revealed (self->text_bar, error != NULL);
}

enum { SHOW_PROBLEMS = 1 };

static void
responded (GtkInfoBar *bar, int response, UiWindow *self)
{
  if (response == SHOW_PROBLEMS)
    ui_window_show_problems (self);
  else
    gtk_info_bar_set_revealed (bar, FALSE);
}

void
ui_window_add_text_bar (UiWindow *self)
{
  gtk_info_bar_add_button (self->text_bar, _ ("Show _Problems"), SHOW_PROBLEMS);
  g_signal_connect (self->text_bar, "response", G_CALLBACK (responded), self);
}
