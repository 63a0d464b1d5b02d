/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar that says what another program did to the file that is open, and offers what
 * can be done about it (desk/disk.h). */
#include <glib/gi18n.h>

#include "ui/window/window-private.h"

enum { RELOAD = 1, OVERWRITE, SAVE_AS };

static void
state_changed (UiWindow *self)
{
  const DocDisk state = self->studio->disk->state;
  const bool is_gone = state == DOC_DISK_GONE;
  g_autofree char *title = doc_title (self->studio->document->doc);
  g_autofree char *text =
      g_strdup_printf (is_gone ? _ ("“%s” was deleted or moved by another program.")
                               : _ ("“%s” was changed by another program."),
                       title);

  if (is_gone) {
    ui_window_update_title (self);
    ui_window_keep_journal (self);
  }
  /* What is gone cannot be reloaded, and nothing is overwritten. */
  gtk_widget_set_visible (self->disk_reload, !is_gone);
  gtk_button_set_label (GTK_BUTTON (self->disk_overwrite),
                        is_gone ? _ ("_Save") : _ ("_Overwrite"));
  gtk_label_set_text (GTK_LABEL (self->disk_label), text);
  gtk_info_bar_set_revealed (self->disk_bar, state != DOC_DISK_SAME);
}

/* Each window with such a symbol is told so for itself. */
static void
symbols_changed (UiWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  FigureSymbols *symbols = ui_application_symbols (UI_APPLICATION (application));
  GHashTableIter iter;
  gpointer path;

  if (self->studio->disk->symbols == NULL)
    return;
  g_hash_table_iter_init (&iter, self->studio->disk->symbols);
  while (g_hash_table_iter_next (&iter, &path, NULL))
    figure_symbols_forget (symbols, path);
  ui_canvas_draw_anew (self->canvas);
}

void
ui_window_reload (UiWindow *self)
{
  if (!desk_disk_reload (self->studio->disk))
    return;
  ui_window_update_title (self);
  ui_window_keep_journal (self);
}

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
  desk_property_listen (self->studio->disk, "state", self, G_CALLBACK (state_changed));
  desk_property_listen (self->studio->disk, "symbols", self,
                        G_CALLBACK (symbols_changed));
}
