/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the inspector says of an array of parts: how many there are, which can be
 * changed, and by which ports each is joined with the next one. Hidden for a single
 * part; follows the diagram by itself. */
#include <glib/gi18n.h>

#include "doc/edit/edit.h"
#include "ui/inspector/inspector-private.h"
#include "ui/widgets/control.h"

typedef struct {
  DeskStudio *studio;
  char *item;
  GtkWidget *count;
  GtkWidget *chain; /* row */
  GtkWidget *button;
} Array;

static void
array_free (gpointer data)
{
  Array *array = data;

  g_free (array->item);
  g_free (array);
}

static char *
set_count (void *data, const char *text)
{
  const Array *array = data;
  g_autoptr (GError) error = NULL;

  doc_set_count (array->studio->document->doc, array->item, text, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

/* "flange_b → flange_a, pipe_b → pipe_a" */
static char *
links_text (const DocArray *array)
{
  GString *text = g_string_new (NULL);

  for (uint32_t k = 0; k < array->n_links; k++)
    g_string_append_printf (text, "%s%s → %s", k > 0 ? ", " : "", array->links[k].last,
                            array->links[k].first);
  return g_string_free (text, FALSE);
}

static void
update (GtkWidget *group)
{
  Array *array = g_object_get_data (G_OBJECT (group), "array");
  const DocModel *doc = array->studio->document->doc;
  const uint32_t k = doc_find_item (doc, array->item);
  const DocArray *of = k != UINT32_MAX ? doc_item (doc, k)->array : NULL;

  gtk_widget_set_visible (group, of != NULL);
  if (of == NULL)
    return;
  /* Its number, and what can be done with its chain. */
  const bool is_chained = of->n_links > 0;
  g_autofree char *links = links_text (of);
  ui_inspector_name_set (array->count, of->count);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (array->chain),
                               is_chained ? links
                                          : _ ("No part is joined with the next"));
  gtk_button_set_label (GTK_BUTTON (array->button),
                        is_chained ? _ ("Unchain") : _ ("Chain"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (array->button),
                                  is_chained ? "win.unchain" : "win.chain");
}

static GtkWidget *
row_new (const char *title, const char *subtitle, GtkWidget *suffix)
{
  GtkWidget *row = adw_action_row_new ();

  gtk_widget_set_focusable (row, FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (suffix, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row, "field");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), suffix);
  return row;
}

GtkWidget *
ui_inspector_array_new (DeskStudio *studio, const char *item)
{
  GtkWidget *group = ui_inspector_group_new (_ ("Array"));
  Array *array = g_new0 (Array, 1);

  array->studio = studio;
  array->item = g_strdup (item);
  g_object_set_data_full (G_OBJECT (group), "array", array, array_free);
  array->count =
      ui_inspector_name_new (studio, _ ("Number of parts"), set_count, array);
  gtk_widget_remove_css_class (array->count, "flat");
  gtk_widget_remove_css_class (array->count, "name-entry");
  gtk_editable_set_width_chars (GTK_EDITABLE (array->count), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (array->count), 9);
  gtk_editable_set_alignment (GTK_EDITABLE (array->count), 1);
  array->button = gtk_button_new ();
  /* The number, with what is wrong with it below; the chain. */
  GtkWidget *row = row_new (_ ("Number of parts"),
                            _ ("A number or an expression of parameters; 1: a single "
                               "part again"),
                            array->count);
  array->chain = row_new (_ ("Chain of parts"), "", array->button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), array->chain);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group),
                             ui_inspector_name_problem (array->count));
  desk_property_listen (studio->document, "revision", group, G_CALLBACK (update));
  update (group);
  return group;
}
