#include <glib/gi18n.h>

#include "ui/commands.h"
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
  if (!ui_canvas_delete_note (self->canvas))
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

/* What assistive tools and tests cannot see: where things are on the canvas. */
static void
act_list_items (UiWindow *self)
{
  const char *path = g_getenv ("DASHPOT_PLACES");
  g_autofree char *places = ui_canvas_places (self->canvas);

  if (path != NULL)
    g_file_set_contents (path, places, -1, NULL);
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
} actions[] = {
    {"new", act_new, false},
    {"open", act_open, false},
    {"gallery", act_gallery, false},
    {"save", ui_window_save, true},
    {"save-as", ui_window_save_as, true},
    {"export-picture", ui_window_export_picture, true},
    {"undo", act_undo, true},
    {"redo", act_redo, true},
    {"cut", act_cut, true},
    {"copy", act_copy, true},
    {"paste", act_paste, true},
    {"duplicate", act_duplicate, true},
    {"delete", act_delete, true},
    {"select-all", act_select_all, true},
    {"rotate", act_rotate, true},
    {"rotate-back", act_rotate_back, true},
    {"flip-horizontal", act_flip_horizontal, true},
    {"flip-vertical", act_flip_vertical, true},
    {"comment-out", act_comment_out, true},
    {"reroute", act_reroute, true},
    {"rename", act_rename, true},
    {"insert", act_insert, true},
    {"note", act_note, true},
    {"search", act_search, true},
    {"inspect", act_inspect, true},
    {"zoom-in", act_zoom_in, true},
    {"zoom-out", act_zoom_out, true},
    {"zoom-reset", act_zoom_reset, true},
    {"fit", act_fit, true},
    {"fit-selection", act_fit_selection, true},
    {"list-items", act_list_items, true},
    {"fullscreen", act_fullscreen, false},
    {"help", act_help, false},
};

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
    {"<Control>f", "win.search"},
    {"<Control>plus|<Control>equal|<Control>KP_Add", "win.zoom-in"},
    {"<Control>minus|<Control>KP_Subtract", "win.zoom-out"},
    {"<Control>0|<Control>KP_0", "win.zoom-reset"},
};

void
ui_window_add_actions (UiWindow *self)
{
  static const GActionEntry with_text[] = {
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
}
