/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for words in the text: all places are marked, Return leads to the next one and
 * Shift+Return to the one before, around both ends. */
#include <glib/gi18n.h>

#include "ui/text/text-view-private.h"
#include "ui/widgets/control.h"

static GtkSourceSearchSettings *
settings_of (UiTextView *self)
{
  return gtk_source_search_context_get_settings (self->search);
}

static void
show_found (UiTextView *self, GtkTextIter *from, GtkTextIter *to)
{
  gtk_text_buffer_select_range (self->text, from, to);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view),
                                gtk_text_buffer_get_insert (self->text), 0.1, FALSE, 0,
                                0);
}

static void
search_next (UiTextView *self)
{
  GtkTextIter at, from, to;
  gboolean is_around;

  gtk_text_buffer_get_selection_bounds (self->text, NULL, &at);
  if (gtk_source_search_context_forward (self->search, &at, &from, &to, &is_around))
    show_found (self, &from, &to);
}

static void
search_previous (UiTextView *self)
{
  GtkTextIter at, from, to;
  gboolean is_around;

  gtk_text_buffer_get_selection_bounds (self->text, &at, NULL);
  if (gtk_source_search_context_backward (self->search, &at, &from, &to, &is_around))
    show_found (self, &from, &to);
}

/* From the begin of what is found already, so that more letters stay there. */
static void
changed (GtkEditable *entry, UiTextView *self)
{
  GtkTextIter at, from, to;
  gboolean is_around;

  gtk_source_search_settings_set_search_text (settings_of (self),
                                              gtk_editable_get_text (entry));
  gtk_text_buffer_get_selection_bounds (self->text, &at, NULL);
  const bool is_found =
      gtk_source_search_context_forward (self->search, &at, &from, &to, &is_around);
  if (is_found)
    show_found (self, &from, &to);
  if (is_found || *gtk_editable_get_text (entry) == '\0')
    gtk_widget_remove_css_class (GTK_WIDGET (entry), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (entry), "error");
}

static void
mode_changed (UiTextView *self)
{
  const gboolean is_open = gtk_search_bar_get_search_mode (self->search_bar);

  gtk_source_search_context_set_highlight (self->search, is_open);
  if (!is_open)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* What is selected, within a line, is what is looked for. */
void
ui_text_view_open_search (UiTextView *self)
{
  GtkTextIter from, to;

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  if (gtk_text_buffer_get_selection_bounds (self->text, &from, &to) &&
      gtk_text_iter_get_line (&from) == gtk_text_iter_get_line (&to)) {
    g_autofree char *word = gtk_text_iter_get_text (&from, &to);

    gtk_editable_set_text (self->search_entry, word);
  }
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
  gtk_editable_select_region (self->search_entry, 0, -1);
}

GtkWidget *
ui_text_view_add_search (UiTextView *self)
{
  GtkWidget *bar = gtk_search_bar_new (), *entry = gtk_search_entry_new ();
  g_autoptr (GtkSourceSearchSettings) settings = gtk_source_search_settings_new ();

  /* What is looked for, */
  gtk_source_search_settings_set_wrap_around (settings, TRUE);
  self->search = gtk_source_search_context_new (self->buffer, settings);
  gtk_source_search_context_set_highlight (self->search, FALSE);
  self->search_bar = GTK_SEARCH_BAR (bar);
  self->search_entry = GTK_EDITABLE (entry);
  /* where it is typed, */
  gtk_search_bar_set_child (self->search_bar, entry);
  gtk_search_bar_connect_entry (self->search_bar, self->search_entry);
  ui_control_set_label (entry, _ ("Find in the text"));
  gtk_editable_set_width_chars (self->search_entry, 24);
  /* and keys. */
  g_signal_connect (entry, "changed", G_CALLBACK (changed), self);
  g_signal_connect_swapped (entry, "activate", G_CALLBACK (search_next), self);
  g_signal_connect_swapped (entry, "next-match", G_CALLBACK (search_next), self);
  g_signal_connect_swapped (entry, "previous-match", G_CALLBACK (search_previous),
                            self);
  g_signal_connect_swapped (bar, "notify::search-mode-enabled",
                            G_CALLBACK (mode_changed), self);
  return bar;
}
