/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening, saving and leaving: the questions that come between, each step waiting
 * for its answer (where to save, what of a file that another program has changed,
 * what of unsaved work). A step that needed an answer is carried out when the dialog
 * has gone, and none before what the user has asked for is in the diagram. */
#include <glib/gi18n.h>
#include <string.h>

#include "base/file.h"
#include "base/writer.h"
#include "doc/edit/edit.h"
#include "ui/widgets/chooser.h"
#include "ui/window/window-private.h"

/* A step of saving or leaving that waits for answers. */
typedef struct Step Step;
struct Step {
  UiWindow *window;           /* counted */
  bool closes;                /* then */
  bool overwrites;            /* what another program wrote */
  char *path;                 /* that was chosen, or NULL */
  void (*go_on) (Step *step); /* when all is in the diagram */
};

static Step *
step_new (UiWindow *window)
{
  Step *step = g_new0 (Step, 1);

  step->window = g_object_ref (window);
  return step;
}

static void
step_free (Step *step)
{
  g_object_unref (step->window);
  g_free (step->path);
  g_free (step);
}

static gboolean
go_on_soon (gpointer data)
{
  Step *step = data;

  step->go_on (step);
  return G_SOURCE_REMOVE;
}

static void
edits_changed (DeskDocument *document, GParamSpec *property, Step *step)
{
  if (desk_document_is_editing (document))
    return;
  g_signal_handlers_disconnect_by_data (document, step);
  g_idle_add (go_on_soon, step);
}

/* Whether what is edited apart is not in the diagram yet: it was asked for before this
 * step, which goes on there when it is. */
static bool
waits (Step *step, void (*go_on) (Step *step))
{
  DeskDocument *document = step->window->studio->document;

  if (!desk_document_is_editing (document))
    return false;
  step->go_on = go_on;
  g_signal_connect (document, "notify::editing", G_CALLBACK (edits_changed), step);
  return true;
}

static void save_then (Step *step);

static void
step_done (Step *step)
{
  if (step->closes) {
    step->window->may_close = true;
    gtk_window_close (GTK_WINDOW (step->window));
  }
  step_free (step);
}

/* ---- saving ---- */

static bool
save_to (UiWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) drawn = NULL; /* by its shape: why there is no SVG */

  doc_copy_icons (self->studio->document->doc, path, false, &drawn);
  desk_message_error (&self->studio->messages, drawn);
  if (!desk_document_save (self->studio->document, path, &error)) {
    ui_window_tell_next (self, &self->not_saved,
                         error != NULL ? error->message : _ ("The file was not saved"));
    return false;
  }
  ui_window_tell_next (self, &self->not_saved, NULL);
  if (self->journal != NULL)
    desk_journal_forget (self->journal);
  ui_application_add_recent (
      UI_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), path);
  ui_window_update_title (self);
  ui_window_update_actions (self);
  return true;
}

static void
save_as (Step *step)
{
  const DocModel *doc = step->window->studio->document->doc;

  if (waits (step, save_as))
    return;
  if (g_strcmp0 (step->path, doc_path (doc)) == 0)
    save_then (step);
  else if (save_to (step->window, step->path))
    step_done (step);
  else
    step_free (step);
}

static void
save_answered (gpointer data, const char *path)
{
  Step *step = data;

  g_free (step->path);
  step->path = g_strdup (path);
  if (path != NULL)
    save_as (step);
  else
    step_free (step);
}

static void
ask_where (Step *step)
{
  const DocModel *doc = step->window->studio->document->doc;
  const LangClass *class = doc_class (doc);
  g_autofree char *name =
      g_strconcat (class != NULL ? class->name : _ ("Diagram"), ".dyad", NULL);

  ui_chooser_ask (GTK_WIDGET (step->window),
                  &(UiChooser){.title = _ ("Save Diagram"),
                               .accept = _ ("_Save"),
                               .is_save = true,
                               .path = doc_path (doc),
                               .name = name,
                               .ending = ".dyad",
                               .filters = {{_ ("Dashpot diagrams"), "*.dyad"}}},
                  save_answered, step);
}

static gboolean
overwrite_soon (gpointer data)
{
  Step *step = data;

  step->overwrites = true;
  save_then (step);
  return G_SOURCE_REMOVE;
}

static gboolean
ask_where_soon (gpointer data)
{
  ask_where (data);
  return G_SOURCE_REMOVE;
}

/* The window does not close after reloading: there is something new to be seen. */
static void
conflict_answered (AdwMessageDialog *dialog, const char *response, Step *step)
{
  if (g_str_equal (response, "overwrite"))
    g_idle_add (overwrite_soon, step);
  else if (g_str_equal (response, "save-as"))
    g_idle_add (ask_where_soon, step);
  else {
    if (g_str_equal (response, "reload"))
      ui_window_reload (step->window);
    step_free (step);
  }
}

static void
ask_about_conflict (Step *step)
{
  g_autofree char *title = doc_title (step->window->studio->document->doc);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (step->window),
                                              _ ("The File Has Changed"), NULL);
  AdwMessageDialog *ask = ADW_MESSAGE_DIALOG (dialog);

  adw_message_dialog_format_body (
      ask,
      _ ("Another program has changed “%s” since you opened it. Reloading can be "
         "undone; overwriting keeps the other version beside yours."),
      title);
  adw_message_dialog_add_responses (ask, "cancel", _ ("_Cancel"), "reload",
                                    _ ("_Reload"), "overwrite", _ ("_Overwrite"),
                                    "save-as", _ ("Save _As…"), NULL);
  adw_message_dialog_set_response_appearance (ask, "overwrite",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ask, "save-as", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ask, "save-as");
  adw_message_dialog_set_close_response (ask, "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (conflict_answered), step);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
save_then (Step *step)
{
  const DocModel *doc = step->window->studio->document->doc;
  const char *path = doc_path (doc);

  if (waits (step, save_then))
    return;
  const bool is_in_conflict = path != NULL && doc_disk (doc) == DOC_DISK_CHANGED;
  if (path == NULL)
    ask_where (step);
  else if (is_in_conflict && !step->overwrites)
    ask_about_conflict (step);
  else if ((!is_in_conflict || desk_disk_keep_other (step->window->studio->disk)) &&
           save_to (step->window, path))
    step_done (step);
  else
    step_free (step);
}

void
ui_window_overwrite (UiWindow *self)
{
  Step *step = step_new (self);

  step->overwrites = true;
  save_then (step);
}

void
ui_window_save (UiWindow *self)
{
  save_then (step_new (self));
}

void
ui_window_save_as (UiWindow *self)
{
  ask_where (step_new (self));
}

/* ---- pictures ---- */

static void
picture_answered (gpointer data, const char *path)
{
  UiWindow *self = data;
  const FigureTheme theme = figure_theme (false);
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  if (figure_diagram_save (self->studio->document->doc,
                           ui_application_symbols (UI_APPLICATION (
                               gtk_window_get_application (GTK_WINDOW (self)))),
                           &theme, path, &error))
    ui_chooser_tell_written (&self->studio->messages, path, path);
  else
    ui_window_tell (self,
                    error != NULL ? error->message : _ ("No picture was written"));
}

void
ui_window_export_picture (UiWindow *self)
{
  ui_chooser_export (
      GTK_WIDGET (self), self->studio->document->doc,
      &(UiChooser){.title = _ ("Export Picture"),
                   .name = ".svg",
                   .messages = &self->studio->messages,
                   .filters = {{_ ("Pictures (SVG, PDF, PNG)"), "*.[sp][vdn][gf]"}}},
      picture_answered, self);
}

/* ---- packing ---- */

static void
pack_answered (gpointer data, const char *path)
{
  UiWindow *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text =
      path != NULL ? doc_pack (self->studio->document->doc, &error) : NULL;

  if (text != NULL && base_file_check_target (path, &error) &&
      doc_copy_icons (self->studio->document->doc, path, true, &error) &&
      base_writer_save (path, text, strlen (text), &error))
    ui_chooser_tell_written (&self->studio->messages, path, path);
  desk_message_error (&self->studio->messages, error);
}

void
ui_window_pack (UiWindow *self)
{
  ui_chooser_export (GTK_WIDGET (self), self->studio->document->doc,
                     &(UiChooser){.title = _ ("Pack Into One File"),
                                  .name = "-packed.dyad",
                                  .ending = ".dyad",
                                  .messages = &self->studio->messages,
                                  .filters = {{_ ("Diagrams"), "*.dyad"}}},
                     pack_answered, self);
}

/* ---- opening ---- */

bool
ui_window_has_file (UiWindow *self, const char *path)
{
  const char *shown = doc_path (self->studio->document->doc);
  g_autofree char *wanted = base_file_resolve (path);
  g_autofree char *here = shown != NULL ? base_file_resolve (shown) : NULL;

  return g_strcmp0 (wanted, here) == 0;
}

bool
ui_window_shows_file (UiWindow *self, const char *path)
{
  return desk_document_shows (self->studio->document, path);
}

void
ui_window_restore (UiWindow *self, const char *path, const char *text, const char *view)
{
  if (path == NULL || !desk_document_open (self->studio->document, path, NULL))
    desk_document_take (self->studio->document,
                        doc_new (self->studio->document->library));
  ui_window_show_editor (self);
  doc_set_text (self->studio->document->doc, text, strlen (text));
  ui_canvas_fit (self->canvas, false);
  if (view != NULL)
    ui_canvas_view_from_text (self->canvas, view);
  ui_window_keep_journal (self);
  if (self->journal != NULL)
    desk_journal_flush (self->journal);
}

UiWindow *
ui_window_for_next (UiWindow *self)
{
  GtkWidget *there = GTK_WIDGET (self);

  ui_window_tell_next (self, &self->not_opened, NULL);
  if (desk_studio_is_in_use (self->studio))
    there =
        ui_window_new (UI_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));
  gtk_window_present (GTK_WINDOW (there));
  return UI_WINDOW (there);
}

void
ui_window_begin_diagram (UiWindow *self)
{
  UiWindow *there = ui_window_for_next (self);

  desk_document_take (there->studio->document,
                      doc_new (there->studio->document->library));
  ui_window_show_editor (there);
}

void
ui_window_open_example (UiWindow *self, const char *path)
{
  UiWindow *there = ui_window_for_next (self);
  g_autoptr (GError) error = NULL;

  if (desk_document_open_example (there->studio->document, path, &error))
    ui_window_show_editor (there);
  else
    ui_window_tell (there, error->message);
}

void
ui_window_leave (UiWindow *self)
{
  ui_window_show_gallery (ui_window_for_next (self));
}

static void
open_answered (gpointer data, const char *path)
{
  if (path != NULL)
    ui_window_open (data, path);
}

void
ui_window_choose_file (UiWindow *self)
{
  ui_chooser_ask (GTK_WIDGET (self),
                  &(UiChooser){.title = _ ("Open Diagram"),
                               .accept = _ ("_Open"),
                               .beside = doc_path (self->studio->document->doc),
                               .filters = {{_ ("Dashpot diagrams"), "*.dyad"},
                                           {_ ("All files"), "*"}}},
                  open_answered, self);
}

/* ---- unsaved work ---- */

static gboolean
save_soon (gpointer step)
{
  save_then (step);
  return G_SOURCE_REMOVE;
}

static gboolean
discard_soon (gpointer data)
{
  Step *step = data;

  if (step->window->journal != NULL)
    desk_journal_forget (step->window->journal);
  step_done (step);
  return G_SOURCE_REMOVE;
}

/* Not at once: the window may go away, and the dialog that hangs on it still answers.
 */
static void
guard_answered (AdwMessageDialog *dialog, const char *response, Step *step)
{
  if (g_str_equal (response, "save"))
    g_idle_add (save_soon, step);
  else if (g_str_equal (response, "discard"))
    g_idle_add (discard_soon, step);
  else
    step_free (step);
}

void
ui_window_ask_to_close (UiWindow *self)
{
  g_autofree char *title = doc_title (self->studio->document->doc);
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (self), _ ("Save Changes?"), NULL);
  Step *step = step_new (self);

  step->closes = true;
  adw_message_dialog_format_body (
      ADW_MESSAGE_DIALOG (dialog),
      _ ("“%s” has unsaved changes. They are lost if you do not save them."), title);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel",
                                    _ ("_Cancel"), "discard", _ ("_Discard"), "save",
                                    _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (guard_answered), step);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
close_again (Step *step)
{
  UiWindow *self = step->window;

  self->is_closing = false;
  if (!waits (step, close_again)) {
    gtk_window_close (GTK_WINDOW (self));
    step_free (step);
  } else
    self->is_closing = true;
}

bool
ui_window_waits_to_close (UiWindow *self)
{
  if (!self->is_closing && desk_document_is_editing (self->studio->document))
    close_again (step_new (self));
  return self->is_closing;
}

void
ui_window_keep_journal (UiWindow *self)
{
  const DocModel *doc = self->studio->document->doc;

  if (self->journal == NULL)
    return;
  if (doc_is_modified (doc)) {
    gsize length;
    const char *text = doc_text (doc, &length);

    desk_journal_keep (self->journal, doc_path (doc), text);
    ui_window_keep_view (self);
  } else
    desk_journal_forget (self->journal);
}

void
ui_window_keep_view (UiWindow *self)
{
  if (self->journal == NULL || !doc_is_modified (self->studio->document->doc))
    return;
  g_autofree char *view = ui_canvas_view_to_text (self->canvas);
  desk_journal_keep_view (self->journal, view);
}
