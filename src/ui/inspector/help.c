/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window with the help of a component: its symbol, doc text, ports and parameters,
 * all from its card, so that a new component of a library has its page without a line
 * here. */
#include "ui/inspector/help.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "base/unit.h"
#include "lib/text.h"
#include "ui/inspector/inspector-private.h"
#include "ui/widgets/symbol-image.h"
#include "ui/window/subwindow.h"

static const int symbol_px = 96;

static void
add_row (GtkWidget *group, const char *name, const char *what, const char *end)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *text = lib_text_doc (what);
  GtkWidget *label = gtk_label_new (end);

  g_object_set (row, "use-markup", FALSE, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), name);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), text);
  gtk_widget_add_css_class (label, "dim-label");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static GtkWidget *
ports_new (const LibCard *card)
{
  GtkWidget *group = ui_inspector_group_new (_ ("Ports"));

  for (uint32_t i = 0; i < card->n_ports; i++)
    add_row (group, card->ports[i].name, card->ports[i].doc, card->ports[i].class_name);
  gtk_widget_set_visible (group, card->n_ports > 0);
  return group;
}

static GtkWidget *
parameters_new (const LibCard *card)
{
  GtkWidget *group = ui_inspector_group_new (_ ("Parameters"));

  for (uint32_t i = 0; i < card->n_params; i++) {
    const LibParam *param = &card->params[i];
    g_autofree char *behind = base_unit_behind (" ", param->units);
    g_autofree char *end = g_strconcat (
        param->value != NULL ? param->value : _ ("required"), behind, NULL);

    add_row (group, param->name, param->doc, end);
  }
  gtk_widget_set_visible (group, card->n_params > 0);
  return group;
}

static GtkWidget *
content_new (const LibCard *card, FigureSymbols *symbols)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *clamp = adw_clamp_new ();
  GtkWidget *title = gtk_label_new (card->title);
  g_autoptr (GdkPaintable) symbol =
      ui_symbol_image_new (symbols, card->icon, symbol_px);
  GtkWidget *head;

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "title-1");
  head = ui_inspector_title_new (symbol, title, card->entry->name);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), ui_inspector_doc_new (card->doc));
  gtk_box_append (GTK_BOX (box), ports_new (card));
  gtk_box_append (GTK_BOX (box), parameters_new (card));
  gtk_widget_add_css_class (box, "help-page");
  adw_clamp_set_child (ADW_CLAMP (clamp), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), clamp);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

void
ui_help_show (GtkWindow *parent, const LibCard *card, FigureSymbols *symbols)
{
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), content_new (card, symbols));
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), card->title);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 680);
  ui_subwindow_attach (GTK_WINDOW (window), parent);
  ui_subwindow_close_by_escape (GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (window));
}
