/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actions of one row, in a group of its own; what has to be asked for is one line, and
 * the edit of the diagram says what is wrong with it. A prompt holds copies, as the row
 * may be made anew meanwhile. */
#include "ui/inspector/field-menu.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "doc/edit/edit.h"
#include "ui/widgets/control.h"
#include "ui/widgets/popover.h"
#include "ui/widgets/prompt.h"

typedef struct {
  DeskStudio *studio;
  GtkWidget *row; /* not in copies */
  GtkWidget *over;
  GStrv items;
  char *target;
} Menu;

static Menu *
menu_new (const Menu *like)
{
  Menu *menu = g_memdup2 (like, sizeof *like);

  g_object_ref (menu->studio);
  menu->items = g_strdupv (like->items);
  menu->target = g_strdup (like->target);
  return menu;
}

static void
menu_free (gpointer data)
{
  Menu *menu = data;

  g_object_unref (menu->studio);
  g_strfreev (menu->items);
  g_free (menu->target);
  g_free (menu);
}

static DocModel *
doc_of (const Menu *menu)
{
  return menu->studio->document->doc;
}

static bool
is_own (const Menu *menu)
{
  return strcmp (menu->items[0], DOC_SELF) == 0;
}

/* ---- questions ---- */

static char *
made (void *data, const char *text)
{
  const Menu *menu = data;
  g_autofree char *name = g_strstrip (g_strdup (text));
  g_autoptr (GError) error = NULL;

  doc_make_parameter (doc_of (menu), (const char *const *) menu->items, menu->target,
                      name, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static char *
renamed (void *data, const char *text)
{
  const Menu *menu = data;
  g_autofree char *name = g_strstrip (g_strdup (text));
  g_autoptr (GError) error = NULL;

  doc_rename (doc_of (menu), menu->target, name, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static char *
described (void *data, const char *text)
{
  const Menu *menu = data;
  g_autoptr (GError) error = NULL;

  doc_describe_parameter (doc_of (menu), menu->target, text, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static GdkRectangle
place_of (GtkWidget *row, GtkWidget *within)
{
  graphene_rect_t bounds;

  if (!gtk_widget_compute_bounds (row, within, &bounds))
    return (GdkRectangle){0, 0, 1, 1};
  return (GdkRectangle){(int) bounds.origin.x, (int) bounds.origin.y,
                        (int) bounds.size.width, (int) bounds.size.height};
}

static void
ask (const Menu *menu, const char *title, const char *text, UiPromptAccept accept)
{
  const GdkRectangle at = place_of (menu->row, menu->over);

  ui_prompt_show (menu->over, &at,
                  &(UiPrompt){.title = title,
                              .text = text,
                              .accept = accept,
                              .data = menu_new (menu),
                              .free_data = menu_free});
}

/* ---- actions ---- */

static void
make_parameter (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Menu *menu = data;

  ui_control_finish_typing (menu->row);
  g_autofree char *name = doc_propose_parameter (
      doc_of (menu), (const char *const *) menu->items, menu->target);
  ask (menu, _ ("Name of the new parameter"), name, made);
}

static void
rename_it (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Menu *menu = data;

  ui_control_finish_typing (menu->row);
  ask (menu, _ ("Name"), menu->target, renamed);
}

static const char *
doc_text_of (const Menu *menu)
{
  const LangClass *class = doc_class (doc_of (menu));

  for (uint32_t i = 0; class != NULL && i < class->n_decls; i++)
    if (g_strcmp0 (class->decls[i]->name, menu->target) == 0)
      return class->decls[i]->doc;
  return NULL;
}

static void
describe (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Menu *menu = data;
  const char *text = doc_text_of (menu);

  ui_control_finish_typing (menu->row);
  ask (menu, _ ("What it is"), text != NULL ? text : "", described);
}

static void
remove_it (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Menu *menu = data;
  DeskStudio *studio = menu->studio;
  g_autoptr (GError) error = NULL;

  doc_remove_parameter (doc_of (menu), menu->target, &error);
  desk_message_error (&studio->messages, error);
}

/* ---- the menu ---- */

static const char *
name_of_menu (const Menu *menu)
{
  return is_own (menu) ? "parameter-menu" : "field-menu";
}

static void
pressed (GtkGestureClick *gesture, int n, double x, double y, gpointer data)
{
  const Menu *menu = data;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ui_popover_menu_once (name_of_menu (menu), menu->row,
                        (GdkRectangle){(int) x, (int) y, 1, 1});
}

static void
open_menu (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const Menu *menu = data;
  const GdkRectangle at = {gtk_widget_get_width (menu->row) / 2, 0, 1,
                           gtk_widget_get_height (menu->row)};

  ui_popover_menu_once (name_of_menu (menu), menu->row, at);
}

static void
add_button (const Menu *menu)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("view-more-symbolic");
  g_autofree char *label =
      g_strdup_printf (_ ("Rename, describe or remove %s"), menu->target);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ui_control_set_label (button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "field.menu");
  adw_action_row_add_suffix (ADW_ACTION_ROW (menu->row), button);
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_ENTRY (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_entry (child);
  return found;
}

/* An entry has a context menu of its own, which gets these rows, too. */
static void
add_menu (Menu *menu)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkWidget *entry = find_entry (menu->row);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed), menu);
  gtk_widget_add_controller (menu->row, GTK_EVENT_CONTROLLER (click));
  if (entry != NULL) {
    g_autoptr (GMenuModel) model = ui_popover_menu_model (name_of_menu (menu));

    gtk_entry_set_extra_menu (GTK_ENTRY (entry), model);
  } else if (is_own (menu))
    add_button (menu);
}

void
ui_field_menu_add (GtkWidget *row,
                   GtkWidget *over,
                   DeskStudio *studio,
                   const char *const *items,
                   const char *target)
{
  static const GActionEntry OF_PART[] = {{"make-parameter", make_parameter}};
  static const GActionEntry OF_DIAGRAM[] = {{"rename", rename_it},
                                            {"describe", describe},
                                            {"remove", remove_it},
                                            {"menu", open_menu}};
  static const UiShortcut PART_KEYS[] = {{"<Control>p", "field.make-parameter"}};
  static const UiShortcut DIAGRAM_KEYS[] = {{"F2", "field.rename"}};
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  Menu *menu = menu_new (&(Menu){.studio = studio,
                                 .row = row,
                                 .over = over,
                                 .items = (char **) items,
                                 .target = (char *) target});

  /* What there is to do, by menu and by keys. */
  if (is_own (menu))
    g_action_map_add_action_entries (G_ACTION_MAP (group), OF_DIAGRAM,
                                     G_N_ELEMENTS (OF_DIAGRAM), menu);
  else
    g_action_map_add_action_entries (G_ACTION_MAP (group), OF_PART,
                                     G_N_ELEMENTS (OF_PART), menu);
  gtk_widget_insert_action_group (row, "field", G_ACTION_GROUP (group));
  ui_control_add_shortcuts (row, is_own (menu) ? DIAGRAM_KEYS : PART_KEYS, 1);
  add_menu (menu);
  g_object_set_data_full (G_OBJECT (row), "field-menu", menu, menu_free);
}
