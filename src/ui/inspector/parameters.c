/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows are made anew when the diagram declares other parameters, or the same ones
 * otherwise; other values only update them, so that the focus and what is being typed
 * stay. */
#include "ui/inspector/parameters.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "desk/describe.h"
#include "desk/tool/params.h"
#include "doc/edit/edit.h"
#include "ui/inspector/field-menu.h"
#include "ui/inspector/field.h"
#include "ui/widgets/control.h"

typedef struct {
  DeskStudio *studio;
  GtkListBox *list;
  GtkWidget *entry;   /* of a new one */
  GtkWidget *problem; /* label below it */
  GPtrArray *fields;  /* UiField, borrowed from the list */
  char *declared;     /* what the rows were made from */
} Parameters;

static void
parameters_free (gpointer data)
{
  Parameters *self = data;

  g_ptr_array_unref (self->fields);
  g_object_unref (self->studio);
  g_free (self->declared);
  g_free (self);
}

/* All that is declared but the values. */
static char *
declared (const DocModel *doc)
{
  const LangClass *class = doc_class (doc);
  GString *text = g_string_new (NULL);

  for (uint32_t i = 0; class != NULL && i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];

    if (decl->kind == LANG_PARAMETER)
      g_string_append_printf (text, "%d%s:%.*s\n%s\n", decl->is_final, decl->name,
                              (int) (decl->type.span.end - decl->type.span.begin),
                              base_source_text (decl->type.span.source) +
                                  decl->type.span.begin,
                              decl->doc != NULL ? decl->doc : "");
  }
  return g_string_free (text, FALSE);
}

static void
remove_rows (Parameters *self)
{
  for (guint i = 0; i < self->fields->len; i++) {
    ui_control_release_focus (self->fields->pdata[i]);
    gtk_list_box_remove (self->list, self->fields->pdata[i]);
  }
  g_ptr_array_set_size (self->fields, 0);
}

/* There is no default behind the value of a parameter that one goes back to. */
static void
add_row (Parameters *self, const LibParam *param)
{
  static const char *const ITEMS[] = {DOC_SELF, NULL};
  LibParam own = *param;

  own.value = NULL;
  GtkWidget *field = ui_field_new (self->studio, ITEMS, &own, NULL);
  ui_field_menu_add (field, GTK_WIDGET (self->list), self->studio, ITEMS, own.name);
  gtk_list_box_insert (self->list, field, (int) self->fields->len);
  g_ptr_array_add (self->fields, field);
}

static void
update (GtkWidget *widget)
{
  Parameters *self = g_object_get_data (G_OBJECT (widget), "parameters");
  const DocModel *doc = self->studio->document->doc;
  g_autofree char *now = declared (doc);

  if (g_strcmp0 (now, self->declared) == 0) {
    for (guint i = 0; i < self->fields->len; i++)
      ui_field_update (self->fields->pdata[i]);
    return;
  }
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (GPtrArray) params = desk_params_own (doc, arena);
  remove_rows (self);
  for (guint i = 0; i < params->len; i++)
    add_row (self, params->pdata[i]);
  g_free (self->declared);
  self->declared = g_steal_pointer (&now);
}

/* ---- a new one ---- */

static void
show_problem (Parameters *self, const char *problem)
{
  g_autofree char *sentence = problem != NULL ? desk_describe_sentence (problem) : NULL;

  ui_control_show_problem (self->entry, sentence);
  gtk_label_set_text (GTK_LABEL (self->problem), sentence != NULL ? sentence : "");
  gtk_widget_set_visible (self->problem, sentence != NULL);
}

/* What cannot be taken stays, with the reason below; else the line is ready for the
 * next one. */
static void
declare (Parameters *self)
{
  g_autofree char *line =
      g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
  g_autofree char *problem = NULL;

  if (*line != '\0')
    problem = desk_params_declare (self->studio->document->doc, line);
  show_problem (self, problem);
  if (problem != NULL)
    return;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  ui_control_settle (self->entry);
}

static GtkWidget *
new_row_new (Parameters *self)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);

  self->entry = gtk_entry_new ();
  self->problem = gtk_label_new (NULL);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_widget_add_css_class (row, "field");
  gtk_widget_add_css_class (row, "field-new");
  gtk_widget_add_css_class (self->problem, "caption");
  gtk_widget_add_css_class (self->problem, "error");
  gtk_label_set_wrap (GTK_LABEL (self->problem), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->problem), 0);
  gtk_widget_set_visible (self->problem, FALSE);
  /* Return takes what stands there, and so does the sign before it. */
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("New: name = 2.5 m"));
  gtk_entry_set_icon_from_icon_name (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_PRIMARY,
                                     "list-add-symbolic");
  gtk_entry_set_icon_tooltip_text (GTK_ENTRY (self->entry), GTK_ENTRY_ICON_PRIMARY,
                                   _ ("Add this parameter"));
  gtk_widget_set_tooltip_text (
      self->entry,
      _ ("A name and a value with its unit, and Return. The name can then stand in any "
         "field of the diagram."));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("New parameter"),
                                  -1);
  ui_control_add_undo (self->entry);
  ui_control_settle (self->entry);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (declare), self);
  g_signal_connect_swapped (self->entry, "icon-release", G_CALLBACK (declare), self);
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->problem);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  return row;
}

GtkWidget *
ui_parameters_new (DeskStudio *studio)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *list = gtk_list_box_new ();
  Parameters *self = g_new0 (Parameters, 1);

  self->studio = g_object_ref (studio);
  self->list = GTK_LIST_BOX (list);
  self->fields = g_ptr_array_new ();
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (self->list, new_row_new (self));
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _ ("Parameters"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), list);
  g_object_set_data_full (G_OBJECT (group), "parameters", self, parameters_free);
  desk_property_listen (studio->document, "revision", group, G_CALLBACK (update));
  update (group);
  return group;
}
