/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The language is a resource of the program, its colours are files of the data folder:
 * GtkSourceView 5.6 finds schemes among resources, and does not read them there. */
#include "ui/text/text-style.h"

#include <adwaita.h>

#include "base/folder.h"
#include "ui/widgets/control.h"

static void
theme_changed (GtkSourceBuffer *buffer)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  const bool is_dark = adw_style_manager_get_dark (style);
  const char *name = adw_style_manager_get_high_contrast (style)
                         ? (is_dark ? "dashpot-hc-dark" : "dashpot-hc")
                         : (is_dark ? "dashpot-dark" : "dashpot");
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  gtk_source_buffer_set_style_scheme (
      buffer, gtk_source_style_scheme_manager_get_scheme (schemes, name));
}

/* Has to be known before the first language is asked for. */
static GtkSourceLanguage *
find_language (void)
{
  static const char specs[] = "resource:///org/dashpot/Dashpot/language-specs/";
  g_autofree char *data = base_folder_data ();
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkSourceStyleSchemeManager *schemes = gtk_source_style_scheme_manager_get_default ();

  if (!g_strv_contains (gtk_source_language_manager_get_search_path (languages),
                        specs)) {
    g_autofree char *styles = g_build_filename (data, "text", NULL);

    gtk_source_language_manager_append_search_path (languages, specs);
    gtk_source_style_scheme_manager_append_search_path (schemes, styles);
  }
  return gtk_source_language_manager_get_language (languages, "dashpot");
}

GtkSourceBuffer *
ui_text_style_buffer_new (void)
{
  GtkSourceBuffer *buffer = gtk_source_buffer_new_with_language (find_language ());

  gtk_text_buffer_set_enable_undo (GTK_TEXT_BUFFER (buffer), FALSE);
  theme_changed (buffer);
  ui_control_follow_theme (buffer, G_CALLBACK (theme_changed));
  return buffer;
}

GtkWidget *
ui_text_style_view_new (GtkSourceBuffer *buffer)
{
  GtkWidget *view = gtk_source_view_new_with_buffer (buffer);

  gtk_source_view_set_show_line_numbers (GTK_SOURCE_VIEW (view), TRUE);
  gtk_source_view_set_tab_width (GTK_SOURCE_VIEW (view), 2);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (view), TRUE);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 6);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (view), 60);
  return view;
}
