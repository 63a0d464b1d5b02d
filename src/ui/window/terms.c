/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two lists behind one search. The keys are read from the window of shortcuts
 * (ui/help-overlay.ui), so that they stand in one place. */
#include "ui/window/terms.h"

#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "ui/window/subwindow.h"

struct _UiTerms {
  AdwWindow parent_instance;

  const DeskGlossary *glossary;
  GPtrArray *named; /* terms of the message that is asked about, or NULL: all */
  GtkStack *pages;
  GtkEditable *search;
  GtkListBox *terms;
  GtkListBox *keys;
  GtkWidget *all; /* leads from these terms to all of them */
};

G_DEFINE_FINAL_TYPE (UiTerms, ui_terms, ADW_TYPE_WINDOW)

static GtkWidget *
text_new (const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static GtkWidget *
row_new (GtkWidget *child)
{
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_widget_add_css_class (child, "term-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), child);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  return row;
}

/* ---- terms ---- */

static void
add_term (UiTerms *self, const DeskTerm *term)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  g_autofree char *markup = desk_describe_doc_markup (term->text);
  GtkWidget *text = text_new (NULL, NULL);
  GtkWidget *row = row_new (box);

  gtk_label_set_markup (GTK_LABEL (text), markup);
  gtk_box_append (GTK_BOX (box), text_new (term->title, "heading"));
  gtk_box_append (GTK_BOX (box), text);
  g_object_set_data (G_OBJECT (row), "term", (gpointer) term);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  term->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  term->text, -1);
  gtk_list_box_append (self->terms, row);
}

static gboolean
is_term_shown (GtkListBoxRow *row, gpointer data)
{
  UiTerms *self = data;
  DeskTerm *term = g_object_get_data (G_OBJECT (row), "term");

  if (self->named != NULL)
    return g_ptr_array_find (self->named, term, NULL);
  return desk_glossary_matches (term, gtk_editable_get_text (self->search));
}

/* ---- keys ---- */

static char *
property_of (GtkWidget *widget, const char *name)
{
  char *value = NULL;

  g_object_get (widget, name, &value, NULL);
  return value;
}

static void
add_key (UiTerms *self, GtkWidget *shortcut, const char *group)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  g_autofree char *title = property_of (shortcut, "title");
  g_autofree char *keys = property_of (shortcut, "accelerator");
  GtkWidget *row = row_new (box);

  gtk_box_append (GTK_BOX (box), text_new (title, NULL));
  gtk_box_append (GTK_BOX (box), gtk_shortcut_label_new (keys));
  g_object_set_data_full (G_OBJECT (row), "title", g_steal_pointer (&title), g_free);
  g_object_set_data_full (G_OBJECT (row), "group", g_strdup (group), g_free);
  gtk_list_box_append (self->keys, row);
}

/* Those of a group, in order; what the window makes for its own search is in none. */
static void
add_keys (UiTerms *self, GtkWidget *widget, const char *group)
{
  g_autofree char *title =
      GTK_IS_SHORTCUTS_GROUP (widget) ? property_of (widget, "title") : NULL;

  if (GTK_IS_SHORTCUTS_SHORTCUT (widget) && group != NULL) {
    add_key (self, widget, group);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_keys (self, child, title != NULL ? title : group);
}

static gboolean
is_key_shown (GtkListBoxRow *row, gpointer data)
{
  UiTerms *self = data;
  const char *title = g_object_get_data (G_OBJECT (row), "title");
  g_autofree char *folded = g_utf8_casefold (title, -1);
  g_autofree char *typed = g_utf8_casefold (gtk_editable_get_text (self->search), -1);

  return strstr (folded, typed) != NULL;
}

static void
head_group (GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
  const char *group = g_object_get_data (G_OBJECT (row), "group");
  const char *last =
      before != NULL ? g_object_get_data (G_OBJECT (before), "group") : NULL;
  GtkWidget *head = NULL;

  if (g_strcmp0 (group, last) != 0) {
    head = text_new (group, "heading");
    gtk_widget_add_css_class (head, "term-head");
  }
  gtk_list_box_row_set_header (row, head);
}

/* ---- the window ---- */

static void
filter (UiTerms *self)
{
  gtk_widget_set_visible (self->all, self->named != NULL);
  gtk_list_box_invalidate_filter (self->terms);
  gtk_list_box_invalidate_filter (self->keys);
}

static void
ask_for_all (UiTerms *self)
{
  g_clear_pointer (&self->named, g_ptr_array_unref);
  filter (self);
}

static bool
has_rows (GtkListBox *list)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (gtk_widget_get_child_visible (GTK_WIDGET (row)))
      return true;
  return false;
}

/* What only the other page has is shown there. */
static void
searched (UiTerms *self)
{
  ask_for_all (self);
  if (has_rows (self->terms) != has_rows (self->keys))
    gtk_stack_set_visible_child_name (self->pages, has_rows (self->terms) ? _ ("Terms")
                                                                          : _ ("Keys"));
}

static gboolean
close_by_key (GtkWidget *window, GVariant *args, gpointer data)
{
  gtk_window_close (GTK_WINDOW (window));
  return TRUE;
}

static GtkListBox *
page_new (UiTerms *self,
          const char *title,
          GtkListBoxFilterFunc is_shown,
          GtkWidget *below)
{
  GtkWidget *list = gtk_list_box_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  /* The list and what stands in it where nothing does. */
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_set_filter_func (GTK_LIST_BOX (list), is_shown, self, NULL);
  gtk_list_box_set_placeholder (GTK_LIST_BOX (list),
                                text_new (_ ("Nothing Found"), "dim-label"));
  gtk_widget_add_css_class (list, "terms");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  /* The page around it. */
  gtk_box_append (GTK_BOX (box), list);
  if (below != NULL)
    gtk_box_append (GTK_BOX (box), below);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), box);
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_stack_add_titled (self->pages, scrolled, title, title);
  return GTK_LIST_BOX (list);
}

static void
ui_terms_finalize (GObject *object)
{
  g_clear_pointer (&UI_TERMS (object)->named, g_ptr_array_unref);
  G_OBJECT_CLASS (ui_terms_parent_class)->finalize (object);
}

static void
ui_terms_class_init (UiTermsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ui_terms_finalize;
  gtk_widget_class_add_binding (GTK_WIDGET_CLASS (class), GDK_KEY_Escape, 0,
                                close_by_key, NULL);
}

static void
ui_terms_init (UiTerms *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *switcher = gtk_stack_switcher_new ();

  /* The pages, and what leads from one to the other. */
  self->search = GTK_EDITABLE (gtk_search_entry_new ());
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search),
                                           GTK_WIDGET (self));
  self->pages = GTK_STACK (gtk_stack_new ());
  self->all = gtk_button_new_with_label (_ ("All Terms"));
  gtk_widget_set_halign (self->all, GTK_ALIGN_CENTER);
  self->terms = page_new (self, _ ("Terms"), is_term_shown, self->all);
  self->keys = page_new (self, _ ("Keys"), is_key_shown, NULL);
  gtk_list_box_set_header_func (self->keys, head_group, NULL, NULL);
  gtk_stack_switcher_set_stack (GTK_STACK_SWITCHER (switcher), self->pages);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), switcher);
  /* From top to bottom. */
  gtk_widget_add_css_class (GTK_WIDGET (self->search), "term-search");
  g_object_set (self->search, "placeholder-text", _ ("Search terms and keys"), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search terms and keys"), -1);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->search));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->pages));
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), _ ("Help"));
  gtk_window_set_default_size (GTK_WINDOW (self), 520, 640);
  gtk_window_set_hide_on_close (GTK_WINDOW (self), TRUE);
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (searched),
                            self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (gtk_window_close),
                            self);
  g_signal_connect_swapped (self->all, "clicked", G_CALLBACK (ask_for_all), self);
}

UiTerms *
ui_terms_new (GtkApplicationWindow *parent, const DeskGlossary *glossary)
{
  UiTerms *self = g_object_new (UI_TYPE_TERMS, NULL);

  self->glossary = glossary;
  for (uint32_t i = 0; i < desk_glossary_n (glossary); i++)
    add_term (self, desk_glossary_at (glossary, i));
  add_keys (self, GTK_WIDGET (gtk_application_window_get_help_overlay (parent)), NULL);
  ui_subwindow_attach (GTK_WINDOW (self), GTK_WINDOW (parent));
  return self;
}

void
ui_terms_show (UiTerms *self, const char *message)
{
  gtk_editable_set_text (self->search, "");
  ask_for_all (self);
  if (message != NULL)
    self->named = desk_glossary_named (self->glossary, message);
  filter (self);
  gtk_stack_set_visible_child_name (self->pages, _ ("Terms"));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}
