/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names are completed as they are typed, asked anew at every key: the search takes well
 * below a millisecond, and what may stand at a place can change with each. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/text/text-complete.h"
#include "ui/text/text-place.h"
#include "ui/text/text-view-private.h"

static uint32_t
caret (UiTextView *self, GtkTextIter *at)
{
  gtk_text_buffer_get_iter_at_mark (self->text, at,
                                    gtk_text_buffer_get_insert (self->text));
  return self->shown != NULL ? ui_text_place_byte (self->shown, at) : 0;
}

/* Nothing that stands there whole already, and without a key nothing for a single
 * letter, unless that is behind a dot. */
static GPtrArray *
search_completions (void *data, bool is_asked, GdkRectangle *at)
{
  UiTextView *self = data;
  GtkTextView *view = GTK_TEXT_VIEW (self->view);
  const char *text = doc_text (self->studio->document->doc, NULL);
  GtkTextIter iter;
  uint32_t begin;
  double x, y;
  const uint32_t end = caret (self, &iter);
  GPtrArray *found = desk_text_complete (self->studio, self->catalogue, end, &begin);
  const uint32_t n = end - begin;

  /* What does not help, */
  for (guint i = found->len; i-- > 0;) {
    const DeskCompletion *completion = found->pdata[i];

    if (strlen (completion->text) == n &&
        strncmp (completion->text, text + begin, n) == 0)
      g_ptr_array_remove_index (found, i);
  }
  if (!is_asked && n < 2 && (begin == 0 || text[begin - 1] != '.'))
    g_ptr_array_set_size (found, 0);
  /* and where the word begins. */
  gtk_text_iter_backward_chars (&iter, (int) n);
  gtk_text_view_get_iter_location (view, &iter, at);
  gtk_text_view_buffer_to_window_coords (view, GTK_TEXT_WINDOW_WIDGET, at->x, at->y,
                                         &at->x, &at->y);
  gtk_widget_translate_coordinates (GTK_WIDGET (view), GTK_WIDGET (self), at->x, at->y,
                                    &x, &y);
  at->x = (int) x;
  at->y = (int) y;
  at->width = MAX (at->width, 1);
  return found;
}

static void
take_completion (void *data, const char *text)
{
  UiTextView *self = data;
  GtkTextIter from, to;
  uint32_t begin;

  if (self->shown == NULL) /* another text is being put in */
    return;
  g_ptr_array_unref (
      desk_text_complete (self->studio, self->catalogue, caret (self, &to), &begin));
  ui_text_place_find (self->shown, begin, self->text, &from);
  gtk_text_buffer_begin_user_action (self->text);
  gtk_text_buffer_delete (self->text, &from, &to);
  gtk_text_buffer_insert (self->text, &from, text, -1);
  gtk_text_buffer_end_user_action (self->text);
}

void
ui_text_view_add_completion (UiTextView *self, DeskCatalogue *catalogue)
{
  self->catalogue = catalogue;
  self->suggest = ui_suggest_new (GTK_WIDGET (self->view), GTK_WIDGET (self),
                                  &(UiSuggestions){.name = _ ("How the word may go on"),
                                                   .search = search_completions,
                                                   .take = take_completion,
                                                   .data = self});
}
