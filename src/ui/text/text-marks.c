/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is wrong with the text, where it stands: underlined, with a mark at the line and
 * the sentence as its tooltip. Places are those of the text that was compiled, which is
 * what is shown unless somebody types: then what follows is told by the next
 * compilation, and marks move with the text until then. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "ui/text/text-place.h"
#include "ui/text/text-view-private.h"

static const char *const CATEGORIES[] = {"warning", "error"};

typedef struct {
  GtkTextMark *begin, *end; /* of the buffer */
  bool is_error;
  char *sentence;
} Mark;

static void
mark_free (gpointer data)
{
  Mark *mark = data;

  g_free (mark->sentence);
  g_free (mark);
}

static void
clear_marks (UiTextView *self)
{
  GtkTextIter from, to;

  for (guint i = 0; i < self->marks->len; i++) {
    Mark *mark = self->marks->pdata[i];

    gtk_text_buffer_delete_mark (self->text, mark->begin);
    gtk_text_buffer_delete_mark (self->text, mark->end);
  }
  g_ptr_array_set_size (self->marks, 0);
  gtk_text_buffer_get_bounds (self->text, &from, &to);
  for (guint i = 0; i < G_N_ELEMENTS (self->faults); i++)
    gtk_text_buffer_remove_tag (self->text, self->faults[i], &from, &to);
}

/* The sentence, and what would mend it. */
static char *
sentence_of (const BaseDiag *diag)
{
  g_autofree char *message = desk_describe_sentence (diag->message);
  g_autofree char *hint =
      diag->hint != NULL ? desk_describe_sentence (diag->hint) : NULL;

  return hint != NULL ? g_strdup_printf ("%s.\n%s.", message, hint)
                      : g_strdup_printf ("%s.", message);
}

static void
add_mark (UiTextView *self, const BaseDiag *diag, bool is_error)
{
  Mark *mark = g_new0 (Mark, 1);
  GtkTextIter from, to;

  ui_text_place_find (self->shown, diag->begin, self->text, &from);
  ui_text_place_find (self->shown, diag->end, self->text, &to);
  /* Something to be seen where nothing stands, and no more than the line. */
  if (gtk_text_iter_get_line (&to) != gtk_text_iter_get_line (&from)) {
    to = from;
    if (!gtk_text_iter_ends_line (&to))
      gtk_text_iter_forward_to_line_end (&to);
  }
  if (gtk_text_iter_equal (&from, &to) && !gtk_text_iter_forward_char (&to))
    gtk_text_iter_backward_char (&from);
  gtk_text_buffer_apply_tag (self->text, self->faults[is_error], &from, &to);
  *mark = (Mark){
      GTK_TEXT_MARK (gtk_source_buffer_create_source_mark (
          self->buffer, NULL, CATEGORIES[is_error], &from)),
      gtk_text_buffer_create_mark (self->text, NULL, &to, FALSE),
      is_error,
      sentence_of (diag),
  };
  g_ptr_array_add (self->marks, mark);
}

static void
problems_changed (UiTextView *self)
{
  const DeskProblems *problems = self->studio->problems;
  const DocModel *doc = self->studio->document->doc;

  if (!self->is_listening || self->shown != doc_source (doc) ||
      desk_compiler_is_busy (self->studio->document->compiler))
    return;
  clear_marks (self);
  for (uint32_t i = 0; i < base_diags_count (problems->diags); i++) {
    const BaseDiag *diag = base_diags_get (problems->diags, i);

    if (diag->file != NULL && diag->severity != BASE_NOTE &&
        strcmp (diag->file, base_source_path (self->shown)) == 0)
      add_mark (self, diag, desk_problems_severity (problems, diag) == BASE_ERROR);
  }
}

void
ui_text_view_renew_marks (UiTextView *self)
{
  problems_changed (self);
}

/* ---- tooltips ---- */

static void
add_sentence (GString *all, const Mark *mark)
{
  g_string_append_printf (all, "%s%s", all->len > 0 ? "\n" : "", mark->sentence);
}

static gboolean
query_tooltip (GtkWidget *view,
               int x,
               int y,
               gboolean is_by_keys,
               GtkTooltip *tooltip,
               UiTextView *self)
{
  g_autoptr (GString) all = g_string_new (NULL);
  GtkTextIter at, from, to;

  /* The place, */
  if (is_by_keys)
    gtk_text_buffer_get_iter_at_mark (self->text, &at,
                                      gtk_text_buffer_get_insert (self->text));
  else {
    gtk_text_view_window_to_buffer_coords (GTK_TEXT_VIEW (view), GTK_TEXT_WINDOW_TEXT,
                                           x, y, &x, &y);
    if (!gtk_text_view_get_iter_at_location (GTK_TEXT_VIEW (view), &at, x, y))
      return FALSE;
  }
  /* and what is said of it. */
  for (guint i = 0; i < self->marks->len; i++) {
    const Mark *mark = self->marks->pdata[i];

    gtk_text_buffer_get_iter_at_mark (self->text, &from, mark->begin);
    gtk_text_buffer_get_iter_at_mark (self->text, &to, mark->end);
    if (gtk_text_iter_compare (&from, &at) <= 0 && gtk_text_iter_compare (&at, &to) < 0)
      add_sentence (all, mark);
  }
  if (all->len > 0)
    gtk_tooltip_set_text (tooltip, all->str);
  return all->len > 0;
}

/* Of all on the line of a mark in the gutter. */
static char *
line_tooltip (GtkSourceMarkAttributes *attributes, GtkSourceMark *at, UiTextView *self)
{
  g_autoptr (GString) all = g_string_new (NULL);
  GtkTextIter here, from;

  gtk_text_buffer_get_iter_at_mark (self->text, &here, GTK_TEXT_MARK (at));
  for (guint i = 0; i < self->marks->len; i++) {
    const Mark *mark = self->marks->pdata[i];

    gtk_text_buffer_get_iter_at_mark (self->text, &from, mark->begin);
    if (gtk_text_iter_get_line (&from) == gtk_text_iter_get_line (&here) &&
        mark->is_error == g_str_equal (gtk_source_mark_get_category (at), "error"))
      add_sentence (all, mark);
  }
  return g_string_free (g_steal_pointer (&all), FALSE);
}

/* ---- set up ---- */

void
ui_text_view_add_marks (UiTextView *self)
{
  static const char *const ICONS[] = {"dialog-warning-symbolic",
                                      "dialog-error-symbolic"};
  static const char *const COLOURS[] = {"#e5a50a", "#e01b24"};

  /* How they look, */
  self->marks = g_ptr_array_new_with_free_func (mark_free);
  for (guint i = 0; i < G_N_ELEMENTS (ICONS); i++) {
    g_autoptr (GtkSourceMarkAttributes) attributes = gtk_source_mark_attributes_new ();
    GdkRGBA colour;

    gdk_rgba_parse (&colour, COLOURS[i]);
    self->faults[i] = gtk_text_buffer_create_tag (self->text, NULL, "underline",
                                                  PANGO_UNDERLINE_ERROR,
                                                  "underline-rgba", &colour, NULL);
    gtk_source_mark_attributes_set_icon_name (attributes, ICONS[i]);
    g_signal_connect_object (attributes, "query-tooltip-text",
                             G_CALLBACK (line_tooltip), self, 0);
    gtk_source_view_set_mark_attributes (self->view, CATEGORIES[i], attributes,
                                         (int) i);
  }
  /* and when. */
  gtk_source_view_set_show_line_marks (self->view, TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->view), TRUE);
  g_signal_connect_object (self->view, "query-tooltip", G_CALLBACK (query_tooltip),
                           self, 0);
  desk_property_listen (self->studio->problems, "diags", self,
                        G_CALLBACK (problems_changed));
}

void
ui_text_view_forget_marks (UiTextView *self)
{
  g_clear_pointer (&self->marks, g_ptr_array_unref);
}
