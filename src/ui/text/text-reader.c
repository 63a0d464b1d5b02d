/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text of a library is shown in the colours of the diagram's own, in a view that
 * cannot be edited, in a window of its own: what it says can be read and copied, and
 * changes nowhere. */
#include "ui/text/text-reader.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "ui/text/text-place.h"
#include "ui/text/text-style.h"
#include "ui/window/subwindow.h"

/* A view of the text with the caret at the place, which is selected. */
static GtkWidget *
view_new (const BaseSource *source, BaseSpan at)
{
  g_autoptr (GtkSourceBuffer) buffer = ui_text_style_buffer_new ();
  GtkTextBuffer *text = GTK_TEXT_BUFFER (buffer);
  GtkWidget *view = ui_text_style_view_new (buffer);
  GtkTextIter from, to;

  gtk_text_buffer_set_text (text, base_source_text (source),
                            (int) base_source_length (source));
  ui_text_place_find (source, at.begin, text, &from);
  ui_text_place_find (source, at.end, text, &to);
  gtk_text_buffer_select_range (text, &from, &to);
  gtk_text_view_set_editable (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Text of the library"), -1);
  return view;
}

void
ui_text_reader_show (GtkWindow *parent, const LangFile *file, BaseSpan at)
{
  const BaseSource *source = lang_file_source (file);
  g_autofree char *name = g_path_get_basename (base_source_path (source));
  GtkWidget *window = adw_window_new (), *scrolled = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *view = view_new (source, at);

  /* From the inside, */
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), view);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scrolled);
  adw_window_set_content (ADW_WINDOW (window), box);
  /* the window, and the place. */
  gtk_window_set_title (GTK_WINDOW (window), name);
  gtk_window_set_default_size (GTK_WINDOW (window), 820, 640);
  ui_subwindow_attach (GTK_WINDOW (window), parent);
  ui_subwindow_close_by_escape (GTK_WINDOW (window));
  gtk_text_view_scroll_to_mark (
      GTK_TEXT_VIEW (view),
      gtk_text_buffer_get_insert (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view))), 0.2,
      FALSE, 0, 0);
  gtk_widget_grab_focus (view);
  gtk_window_present (GTK_WINDOW (window));
}
