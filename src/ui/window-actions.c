/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "ui/commands.h"
#include "ui/picker.h"
#include "ui/window-private.h"

/* ---- one function per action ---- */

static void
act_new (UiWindow *self)
{
  ui_window_go_on (self, UI_WINDOW_NEW, NULL);
}

static void
act_open (UiWindow *self)
{
  ui_window_go_on (self, UI_WINDOW_OPEN, NULL);
}

static void
act_gallery (UiWindow *self)
{
  ui_window_go_on (self, UI_WINDOW_LEAVE, NULL);
}

static void
act_undo (UiWindow *self)
{
  ui_commands_undo (self->studio);
}

static void
act_redo (UiWindow *self)
{
  ui_commands_redo (self->studio);
}

static void
act_copy (UiWindow *self)
{
  g_autofree char *text = ui_commands_copy (self->studio);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
act_delete (UiWindow *self)
{
  if (!ui_canvas_delete_part (self->canvas))
    ui_commands_delete (self->studio);
}

static void
act_cut (UiWindow *self)
{
  act_copy (self);
  ui_commands_delete (self->studio);
}

static void
pasted (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autofree char *text =
      gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  if (text != NULL)
    ui_commands_paste (self->studio, text, ui_canvas_place (self->canvas));
}

static void
act_paste (UiWindow *self)
{
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self)), NULL,
                                 pasted, g_object_ref (self));
}

static void
act_duplicate (UiWindow *self)
{
  ui_commands_duplicate (self->studio);
}

static void
act_select_all (UiWindow *self)
{
  ui_commands_select_all (self->studio);
}

static void
act_rotate (UiWindow *self)
{
  ui_commands_rotate (self->studio, false);
}

static void
act_rotate_back (UiWindow *self)
{
  ui_commands_rotate (self->studio, true);
}

static void
act_flip_horizontal (UiWindow *self)
{
  ui_commands_flip (self->studio, false);
}

static void
act_flip_vertical (UiWindow *self)
{
  ui_commands_flip (self->studio, true);
}

static void
act_comment_out (UiWindow *self)
{
  ui_commands_toggle_commented (self->studio);
}

static void
act_reroute (UiWindow *self)
{
  ui_commands_reroute (self->studio);
}

static void
act_rename (UiWindow *self)
{
  ui_canvas_open_rename (self->canvas);
}

static void
act_insert (UiWindow *self)
{
  ui_canvas_open_insert (self->canvas);
}

static void
act_note (UiWindow *self)
{
  ui_canvas_open_note (self->canvas);
}

static void
act_search (UiWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->palette_bin), TRUE);
  ui_palette_focus_search (self->palette);
}

static void
act_find (UiWindow *self)
{
  ui_canvas_open_find (self->canvas);
}

static void
act_connect (UiWindow *self)
{
  ui_canvas_open_connect (self->canvas);
}

static void
act_zoom_in (UiWindow *self)
{
  ui_canvas_zoom_by (self->canvas, 1.25);
}

static void
act_zoom_out (UiWindow *self)
{
  ui_canvas_zoom_by (self->canvas, 0.8);
}

static void
act_zoom_reset (UiWindow *self)
{
  ui_canvas_zoom_by (self->canvas, 0);
}

static void
act_fit (UiWindow *self)
{
  ui_canvas_fit (self->canvas, false);
}

static void
act_fit_selection (UiWindow *self)
{
  ui_canvas_fit (self->canvas, true);
}

static void
act_fullscreen (UiWindow *self)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (self)))
    gtk_window_unfullscreen (GTK_WINDOW (self));
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
}

static void
act_help (UiWindow *self)
{
  ui_window_show_help (self);
}

static void
act_inspect (UiWindow *self)
{
  gtk_widget_set_visible (self->panel_box, TRUE);
  adw_view_stack_set_visible_child_name (self->panel, "inspector");
  ui_inspector_focus (self->inspector);
}

static const struct {
  const char *name;
  void (*act) (UiWindow *self);
  bool needs_editor; /* means nothing on the gallery page */
  const char *title; /* in the list of commands; NULL: not in it */
} actions[] = {
    {"new", act_new, false, N_ ("New Diagram")},
    {"open", act_open, false, N_ ("Open…")},
    {"cancel-opening", ui_window_cancel_opening, false, NULL},
    {"gallery", act_gallery, false, N_ ("Examples and Recent Files")},
    {"save", ui_window_save, true, N_ ("Save")},
    {"save-as", ui_window_save_as, true, N_ ("Save As…")},
    {"export-picture", ui_window_export_picture, true, N_ ("Export Picture…")},
    {"undo", act_undo, true, N_ ("Undo")},
    {"redo", act_redo, true, N_ ("Redo")},
    {"cut", act_cut, true, N_ ("Cut")},
    {"copy", act_copy, true, N_ ("Copy")},
    {"paste", act_paste, true, N_ ("Paste")},
    {"duplicate", act_duplicate, true, N_ ("Duplicate")},
    {"delete", act_delete, true, N_ ("Delete")},
    {"select-all", act_select_all, true, N_ ("Select All")},
    {"rotate", act_rotate, true, N_ ("Rotate")},
    {"rotate-back", act_rotate_back, true, N_ ("Rotate Back")},
    {"flip-horizontal", act_flip_horizontal, true, N_ ("Flip Left and Right")},
    {"flip-vertical", act_flip_vertical, true, N_ ("Flip Up and Down")},
    {"comment-out", act_comment_out, true, N_ ("Comment Out")},
    {"reroute", act_reroute, true, N_ ("Route Wires Again")},
    {"rename", act_rename, true, N_ ("Rename…")},
    {"insert", act_insert, true, N_ ("Insert Component…")},
    {"note", act_note, true, N_ ("Add Note…")},
    {"search", act_search, true, N_ ("Search Components")},
    {"find", act_find, true, N_ ("Find in the Diagram…")},
    {"connect", act_connect, true, N_ ("Connect With…")},
    {"inspect", act_inspect, true, N_ ("Parameters")},
    {"zoom-in", act_zoom_in, true, N_ ("Zoom In")},
    {"zoom-out", act_zoom_out, true, N_ ("Zoom Out")},
    {"zoom-reset", act_zoom_reset, true, N_ ("Original Size")},
    {"fit", act_fit, true, N_ ("Show Everything")},
    {"fit-selection", act_fit_selection, true, N_ ("Show Selection")},
    {"list-items", ui_window_list_places, false, NULL},
    {"fullscreen", act_fullscreen, false, N_ ("Full Screen")},
    {"help", act_help, false, N_ ("Help")},
};

/* ---- the list of commands ---- */

static void
search_commands (void *data, const char *text, GPtrArray *rows)
{
  GActionGroup *group = G_ACTION_GROUP (data);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    const char *title = actions[i].title != NULL ? _ (actions[i].title) : "";
    g_autofree char *folded_title = g_utf8_casefold (title, -1);

    if (actions[i].title != NULL && strstr (folded_title, folded) != NULL &&
        g_action_group_get_action_enabled (group, actions[i].name))
      ui_picker_add (rows, actions[i].name, title, NULL, NULL);
  }
}

static void
do_command (void *data, const char *name)
{
  g_action_group_activate_action (G_ACTION_GROUP (data), name, NULL);
}

static void
list_commands (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  GtkWidget *over = GTK_WIDGET (((UiWindow *) data)->canvas);
  const GdkRectangle at = {gtk_widget_get_width (over) / 2, 0, 1, 1};

  if (ui_window_is_editing (data))
    ui_picker_show (over, &at,
                    &(UiPicker){.name = _ ("Command"),
                                .nothing = _ ("No command of that name"),
                                .search = search_commands,
                                .chosen = do_command,
                                .data = data});
}

static void
activated (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const char *name = g_action_get_name (G_ACTION (action));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name))
      actions[i].act (data);
}

static void
open_path (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_window_go_on (data, UI_WINDOW_LOAD, g_variant_get_string (parameter, NULL));
}

static void
align (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  static const char *const names[] = {
      [DOC_ALIGN_LEFT] = "left",     [DOC_ALIGN_CENTER] = "center",
      [DOC_ALIGN_RIGHT] = "right",   [DOC_ALIGN_TOP] = "top",
      [DOC_ALIGN_MIDDLE] = "middle", [DOC_ALIGN_BOTTOM] = "bottom",
      [DOC_DISTRIBUTE_X] = "across", [DOC_DISTRIBUTE_Y] = "down",
  };
  const char *how = g_variant_get_string (parameter, NULL);
  UiWindow *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], how))
      ui_commands_align (self->studio, i);
}

/* ---- keys ---- */

/* After the focused widget: an entry keeps its own Ctrl+Z. */
static const struct {
  const char *keys;
  const char *action;
} shortcuts[] = {
    {"<Control>z", "win.undo"},
    {"<Control><Shift>z|<Control>y", "win.redo"},
    {"<Control><Shift>p", "win.commands"},
    {"<Control>f", "win.find"},
    {"<Control><Shift>f", "win.search"},
    {"<Control>plus|<Control>equal|<Control>KP_Add", "win.zoom-in"},
    {"<Control>minus|<Control>KP_Subtract", "win.zoom-out"},
    {"<Control>0|<Control>KP_0", "win.zoom-reset"},
};

void
ui_window_add_actions (UiWindow *self)
{
  static const GActionEntry with_text[] = {
      {.name = "commands", .activate = list_commands},
      {.name = "open-path", .activate = open_path, .parameter_type = "s"},
      {.name = "align", .activate = align, .parameter_type = "s"},
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    g_autoptr (GSimpleAction) action = g_simple_action_new (actions[i].name, NULL);

    g_signal_connect_object (action, "activate", G_CALLBACK (activated), self, 0);
    g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  }
  g_action_map_add_action_entries (G_ACTION_MAP (self), with_text,
                                   G_N_ELEMENTS (with_text), self);
  for (guint i = 0; i < G_N_ELEMENTS (shortcuts); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (controller),
        gtk_shortcut_new (gtk_shortcut_trigger_parse_string (shortcuts[i].keys),
                          gtk_named_action_new (shortcuts[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

static void
enable (UiWindow *self, const char *name, bool is_enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), is_enabled);
}

/* "Undo: Move mass (Ctrl+Z)" */
static void
say_what (GtkWidget *button, const char *verb, const char *what, const char *keys)
{
  g_autofree char *text = what != NULL
                              ? g_strdup_printf ("%s: %s (%s)", verb, what, keys)
                              : g_strdup_printf ("%s (%s)", verb, keys);

  gtk_widget_set_tooltip_text (button, text);
}

void
ui_window_update_actions (UiWindow *self)
{
  static const char *const of_items[] = {
      "cut",           "copy",        "duplicate",
      "rotate",        "rotate-back", "flip-horizontal",
      "flip-vertical", "comment-out", "rename"};
  const DocModel *doc = ui_studio_doc (self->studio);
  const bool is_editing = ui_window_is_editing (self);
  const bool has_items = is_editing && ui_commands_has_items (self->studio);
  const bool has_any = is_editing && ui_commands_has_any (self->studio);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    enable (self, actions[i].name, is_editing || !actions[i].needs_editor);
  for (guint i = 0; i < G_N_ELEMENTS (of_items); i++)
    enable (self, of_items[i], has_items);
  enable (self, "reroute", has_any);
  enable (self, "align", has_items);
  enable (self, "undo", is_editing && doc_can_undo (doc));
  enable (self, "redo", is_editing && doc_can_redo (doc));
  enable (self, "fit-selection", has_items);
  say_what (self->undo_button, _ ("Undo"), doc_undo_label (doc), "Ctrl+Z");
  say_what (self->redo_button, _ ("Redo"), doc_redo_label (doc), "Ctrl+Shift+Z");
}
