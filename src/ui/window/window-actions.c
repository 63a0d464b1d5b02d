/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The actions of a window, a function each, their keys, and when they are enabled; what
 * they do is in desk/tool/commands.h and the widgets. The list of commands offers the
 * same actions by name. */
#include <glib/gi18n.h>
#include <string.h>

#include "desk/tool/commands.h"
#include "desk/tool/icon.h"
#include "desk/tool/levels.h"
#include "ui/inspector/icon-window.h"
#include "ui/widgets/control.h"
#include "ui/widgets/picker.h"
#include "ui/window/window-private.h"

/* ---- one function per action ---- */

static void
act_redo (UiWindow *self)
{
  doc_redo (self->studio->document->doc);
}

static void
act_copy (UiWindow *self)
{
  g_autofree char *text = desk_commands_copy (self->studio);

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static void
act_delete (UiWindow *self)
{
  if (!ui_canvas_delete_branch (self->canvas))
    desk_commands_delete (self->studio);
}

static void
act_cut (UiWindow *self)
{
  act_copy (self);
  desk_commands_delete (self->studio);
}

/* They are what is selected. */
static void
show_copies (UiWindow *self)
{
  uint32_t n;
  const char *const *names = desk_selection_names (self->studio->selection, &n);

  ui_canvas_show_new (self->canvas, names, n);
}

static void
pasted (GObject *clipboard, GAsyncResult *result, gpointer data)
{
  g_autoptr (UiWindow) self = data;
  g_autofree char *text =
      gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);

  if (text != NULL &&
      desk_commands_paste (self->studio, text, ui_canvas_place (self->canvas)))
    show_copies (self);
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
  desk_commands_duplicate (self->studio);
  show_copies (self);
}

/* What is defined in a file of its own is shown in a window of its own. */
static void
act_go_in (UiWindow *self)
{
  const char *file = desk_levels_file (self->studio);

  if (file != NULL)
    ui_application_show_file (
        UI_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), file);
  else
    desk_levels_go_in (self->studio);
}

static void
act_icon (UiWindow *self)
{
  ui_icon_window_show (GTK_WINDOW (self), self->studio,
                       ui_application_symbols (UI_APPLICATION (
                           gtk_window_get_application (GTK_WINDOW (self)))),
                       desk_icon_component (self->studio));
}

static void
act_rotate (UiWindow *self)
{
  desk_commands_rotate (self->studio, false);
}

static void
act_rotate_back (UiWindow *self)
{
  desk_commands_rotate (self->studio, true);
}

static void
act_flip_horizontal (UiWindow *self)
{
  desk_commands_flip (self->studio, false);
}

static void
act_flip_vertical (UiWindow *self)
{
  desk_commands_flip (self->studio, true);
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

static void
act_diagram (UiWindow *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
act_plot_against (UiWindow *self)
{
  ui_window_show_below (self, "plots");
  ui_plots_open_against (self->plots);
}

static void
act_plot (UiWindow *self)
{
  desk_commands_plot (self->studio);
  ui_window_show_plotted (self);
}

static void
act_keep_plots (UiWindow *self)
{
  desk_plots_keep (self->studio->plots);
}

static void
act_keep_run (UiWindow *self)
{
  desk_runs_keep (self->studio->runs, self->studio->runs->current);
  ui_window_tell (self, _ ("The next runs are drawn beside these curves"));
}

static void
act_compare_runs (UiWindow *self)
{
  ui_window_show_below (self, "plots");
  desk_runs_keep (self->studio->runs, desk_runs_previous (self->studio->runs));
}

static void
act_let_runs_go (UiWindow *self)
{
  desk_runs_let_go (self->studio->runs);
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
act_inspect (UiWindow *self)
{
  gtk_widget_set_visible (self->panel_box, TRUE);
  adw_view_stack_set_visible_child_name (self->panel, "inspector");
  ui_inspector_focus (self->inspector);
}

/* What a command works on: without it, it is offered nowhere. */
typedef enum {
  NEEDS_NOTHING,
  NEEDS_EDITOR,   /* means nothing on the gallery page */
  NEEDS_CONTENT,  /* components or notes */
  NEEDS_ITEMS,    /* selected */
  NEEDS_NAME,     /* one item, or tags, selected */
  NEEDS_ONE,      /* item selected */
  NEEDS_LINKS,    /* one array, selected, that can be chained */
  NEEDS_CHAIN,    /* one that is, selected */
  NEEDS_SEVERAL,  /* items */
  NEEDS_INSIDE,   /* one item that the diagram defines, selected */
  NEEDS_OPENABLE, /* that, or a component of the user's own libraries */
  NEEDS_SYMBOL,   /* a component of the diagram's file, whose symbol is drawn */
  NEEDS_OUTSIDE,  /* something around the level shown */
  NEEDS_SERIES,   /* items between others that can be joined */
  NEEDS_WIRING,   /* components or a wire, selected */
  NEEDS_WIRE,     /* selected, and drawn */
  NEEDS_TAG,      /* selected */
  NEEDS_PART,     /* anything selected */
  NEEDS_CURVES,   /* something is plotted */
  NEEDS_RUN,
  NEEDS_PREVIOUS, /* run */
  NEEDS_KEPT,     /* run */
  NEEDS_MISSING,  /* a value that can be assumed */
  NEEDS_ASSUMED,
  NEEDS_UNDO,
  NEEDS_REDO,
} Need;

/* All commands, in the order of their list; own ones first. */
static const struct {
  const char *name;  /* of the window; with a prefix: done by others */
  const char *title; /* in the list of commands; NULL: not in it */
  Need needs;
  void (*act) (UiWindow *self); /* this, or one of the others */
  void (*of_studio) (DeskStudio *studio);
  void (*of_canvas) (UiCanvas *canvas);
  const char *words; /* that find it, besides its title; or NULL */
} actions[] = {
    {"new", N_ ("New Diagram"), NEEDS_NOTHING, ui_window_begin_diagram},
    {"open", N_ ("Open…"), NEEDS_NOTHING, ui_window_choose_file},
    {"cancel-opening", NULL, NEEDS_NOTHING, ui_window_cancel_opening},
    {"gallery", N_ ("Examples and Recent Files"), NEEDS_NOTHING, ui_window_leave},
    {"save", N_ ("Save"), NEEDS_EDITOR, ui_window_save},
    {"save-as", N_ ("Save As…"), NEEDS_EDITOR, ui_window_save_as},
    {"pack", N_ ("Pack Into One File…"), NEEDS_CONTENT, ui_window_pack,
     .words = N_ ("self-contained one file export")},
    {"export-picture", N_ ("Export Picture…"), NEEDS_CONTENT, ui_window_export_picture},
    {"undo", N_ ("Undo"), NEEDS_UNDO, .of_studio = desk_commands_undo},
    {"redo", N_ ("Redo"), NEEDS_REDO, act_redo},
    {"cut", N_ ("Cut"), NEEDS_ITEMS, act_cut},
    {"copy", N_ ("Copy"), NEEDS_ITEMS, act_copy},
    {"paste", N_ ("Paste"), NEEDS_EDITOR, act_paste},
    {"duplicate", N_ ("Duplicate"), NEEDS_ITEMS, act_duplicate},
    {"delete", N_ ("Delete"), NEEDS_PART, act_delete},
    {"delete-joined", N_ ("Delete and Join Behind"), NEEDS_ITEMS,
     .of_studio = desk_commands_delete_joined},
    {"take-out", NULL, NEEDS_SERIES, .of_studio = desk_commands_delete_joined},
    {"select-all", N_ ("Select All"), NEEDS_CONTENT,
     .of_studio = desk_commands_select_all},
    {"rotate", N_ ("Rotate"), NEEDS_ITEMS, act_rotate},
    {"rotate-back", N_ ("Rotate Back"), NEEDS_ITEMS, act_rotate_back},
    {"flip-horizontal", N_ ("Flip Left and Right"), NEEDS_ITEMS, act_flip_horizontal},
    {"flip-vertical", N_ ("Flip Up and Down"), NEEDS_ITEMS, act_flip_vertical},
    {"comment-out", N_ ("Comment Out"), NEEDS_ITEMS,
     .of_studio = desk_commands_toggle_commented},
    {"group", N_ ("Make Subsystem"), NEEDS_ITEMS, .of_studio = desk_levels_group,
     .words = N_ ("group component hierarchy")},
    {"ungroup", N_ ("Dissolve Subsystem"), NEEDS_INSIDE,
     .of_studio = desk_levels_ungroup, .words = N_ ("ungroup")},
    {"make-array", N_ ("Make an Array…"), NEEDS_ONE, .of_canvas = ui_canvas_open_count,
     .words = N_ ("several number of parts count repeat")},
    {"chain", N_ ("Chain"), NEEDS_LINKS, .of_studio = desk_commands_chain,
     .words = N_ ("array series join")},
    {"unchain", N_ ("Unchain"), NEEDS_CHAIN, .of_studio = desk_commands_unchain,
     .words = N_ ("array series part")},
    {"save-own", N_ ("Save to My Library…"), NEEDS_INSIDE,
     .of_canvas = ui_canvas_open_save, .words = N_ ("palette reuse component")},
    {"go-in", N_ ("Open Subsystem"), NEEDS_OPENABLE, act_go_in,
     .words = N_ ("inside level component")},
    {"icon", N_ ("Symbol…"), NEEDS_SYMBOL, act_icon,
     .words = N_ ("icon picture shape port svg draw")},
    {"go-out", N_ ("Leave Subsystem"), NEEDS_OUTSIDE, .of_studio = desk_levels_go_out,
     .words = N_ ("outside level parent up")},
    {"assume", N_ ("Assume Missing Values"), NEEDS_MISSING,
     .of_studio = desk_commands_assume},
    {"confirm", N_ ("Confirm Assumed Values"), NEEDS_ASSUMED,
     .of_studio = desk_commands_confirm},
    {"tidy", N_ ("Tidy Wires"), NEEDS_WIRING, .of_studio = desk_commands_tidy,
     .words = N_ ("arrange lay out route clean up")},
    {"show-as-tags", N_ ("Show as Tags"), NEEDS_WIRE,
     .of_studio = desk_commands_show_as_tags},
    {"show-as-wire", N_ ("Show as Wire"), NEEDS_TAG,
     .of_studio = desk_commands_show_as_wire},
    {"next-tag", N_ ("Next Tag of the Net"), NEEDS_TAG,
     .of_canvas = ui_canvas_next_tag},
    {"rename", N_ ("Rename…"), NEEDS_NAME, .of_canvas = ui_canvas_open_rename},
    {"insert", N_ ("Insert Component…"), NEEDS_EDITOR,
     .of_canvas = ui_canvas_open_insert},
    {"note", N_ ("Add Note…"), NEEDS_EDITOR, .of_canvas = ui_canvas_open_note},
    {"search", N_ ("Search Components"), NEEDS_EDITOR, act_search},
    {"find", N_ ("Find in the Diagram…"), NEEDS_CONTENT,
     .of_canvas = ui_canvas_open_find},
    {"connect", N_ ("Connect With…"), NEEDS_ITEMS, .of_canvas = ui_canvas_open_connect},
    {"inspect", N_ ("Parameters"), NEEDS_EDITOR, act_inspect},
    {"show-in-text", N_ ("Show in Text"), NEEDS_EDITOR, ui_window_show_in_text,
     .words = N_ ("definition declaration source code")},
    {"zoom-in", N_ ("Zoom In"), NEEDS_EDITOR, act_zoom_in},
    {"zoom-out", N_ ("Zoom Out"), NEEDS_EDITOR, act_zoom_out},
    {"zoom-reset", N_ ("Original Size"), NEEDS_EDITOR, act_zoom_reset},
    {"fit", N_ ("Show Everything"), NEEDS_CONTENT, act_fit},
    {"fit-selection", N_ ("Show Selection"), NEEDS_ITEMS, act_fit_selection},
    {"next-pane", N_ ("Next Pane"), NEEDS_EDITOR, ui_window_next_pane},
    {"previous-pane", N_ ("Previous Pane"), NEEDS_EDITOR, ui_window_previous_pane},
    {"diagram", N_ ("Back to the Diagram"), NEEDS_EDITOR, act_diagram},
    {"plot", N_ ("Plot"), NEEDS_ITEMS, act_plot, .words = N_ ("curve scope show")},
    {"plot-against", N_ ("Plot Against…"), NEEDS_CURVES, act_plot_against},
    {"keep-plots", N_ ("Keep These Plots in the Diagram"), NEEDS_CURVES,
     act_keep_plots},
    {"keep-run", N_ ("Keep This Run to Compare"), NEEDS_RUN, act_keep_run},
    {"compare-runs", N_ ("Compare with Previous Run"), NEEDS_PREVIOUS,
     act_compare_runs},
    {"let-runs-go", N_ ("Hide Compared Runs"), NEEDS_KEPT, act_let_runs_go},
    {"list-items", NULL, NEEDS_NOTHING, ui_window_list_places},
    {"fullscreen", N_ ("Full Screen"), NEEDS_NOTHING, act_fullscreen},
    {"help", N_ ("Help"), NEEDS_NOTHING, ui_window_show_help},
    {"run.start", N_ ("Run or Pause")},
    {"run.step", N_ ("One Step")},
    {"run.stop", N_ ("Stop")},
    {"run.repeat-runs", N_ ("Run after Each Edit"),
     .words = N_ ("automatic live repeat by itself")},
    {"win.align::left", N_ ("Align Left"), .words = N_ ("arrange line up")},
    {"win.align::center", N_ ("Align Centers"), .words = N_ ("arrange line up")},
    {"win.align::right", N_ ("Align Right"), .words = N_ ("arrange line up")},
    {"win.align::top", N_ ("Align Top"), .words = N_ ("arrange line up")},
    {"win.align::middle", N_ ("Align Middles"), .words = N_ ("arrange line up")},
    {"win.align::bottom", N_ ("Align Bottom"), .words = N_ ("arrange line up")},
    {"win.align::across", N_ ("Distribute Across"), .words = N_ ("arrange line up")},
    {"win.align::down", N_ ("Distribute Down"), .words = N_ ("arrange line up")},
    {"win.watch", N_ ("Draw or Watch")},
    {"win.show-text", N_ ("Show or Hide Text"), .words = N_ ("source code editor")},
    {"win.show-motion", N_ ("Show or Hide Moving Picture")},
    {"win.show-palette", N_ ("Show or Hide Components")},
    {"win.tile-palette", N_ ("Components as Tiles or as a List")},
    {"win.show-panel", N_ ("Show or Hide Side Panel")},
    {"win.show-help-overlay", N_ ("Keyboard Shortcuts")},
    {"app.preferences", N_ ("Preferences")},
    {"app.about", N_ ("About Dashpot")},
    {"app.quit", N_ ("Quit")},
};

static bool
is_own (guint action)
{
  return strchr (actions[action].name, '.') == NULL;
}

/* ---- the list of commands ---- */

static bool
is_enabled (UiWindow *self, const char *name)
{
  g_autofree char *own = g_strdup (strchr (name, '.') + 1);
  GActionGroup *group =
      g_str_has_prefix (name, "app.")
          ? G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (self)))
      : g_str_has_prefix (name, "run.") ? ui_run_bar_actions (self->run_bar)
                                        : G_ACTION_GROUP (self);

  own[strcspn (own, ":")] = '\0'; /* without what it is done to */
  return g_action_group_get_action_enabled (group, own);
}

static void
search_commands (void *data, const char *text, GPtrArray *rows)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++) {
    if (actions[i].title == NULL)
      continue;
    g_autofree char *name =
        g_strconcat (is_own (i) ? "win." : "", actions[i].name, NULL);
    g_autofree char *names =
        g_strjoin ("\n", _ (actions[i].title),
                   actions[i].words != NULL ? _ (actions[i].words) : NULL, NULL);
    g_autofree char *known = g_utf8_casefold (names, -1);

    if (strstr (known, folded) != NULL && is_enabled (data, name))
      ui_picker_add (rows, name, _ (actions[i].title), NULL, NULL);
  }
}

static void
do_command (void *data, const char *name)
{
  g_autofree char *action = NULL;
  g_autoptr (GVariant) target = NULL;

  if (g_action_parse_detailed_name (name, &action, &target, NULL))
    gtk_widget_activate_action_variant (GTK_WIDGET (data), action, target);
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
  UiWindow *self = data;

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name)) {
      if (actions[i].title != NULL)
        ui_control_finish_typing (GTK_WIDGET (self));
      if (actions[i].act != NULL)
        actions[i].act (self);
      else if (actions[i].of_studio != NULL)
        actions[i].of_studio (self->studio);
      else
        actions[i].of_canvas (self->canvas);
    }
}

static void
open_path (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ui_control_finish_typing (GTK_WIDGET (data));
  ui_window_open (data, g_variant_get_string (parameter, NULL));
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
      desk_commands_align (self->studio, i);
}

/* ---- keys ---- */

/* After the focused widget: an entry keeps its own Ctrl+Z. */
static const UiShortcut shortcuts[] = {
    {"<Control>z", "win.undo"},
    {"<Control><Shift>z|<Control>y", "win.redo"},
    {"<Control><Shift>p", "win.commands"},
    {"<Control>g", "win.group"},
    {"<Control><Shift>g", "win.ungroup"},
    {"<Control>Return|<Control>KP_Enter", "win.go-in"},
    {"<Alt>Up", "win.go-out"},
    {"<Control>m", "win.assume"},
    {"<Control><Shift>Return|<Control><Shift>KP_Enter", "win.confirm"},
    {"<Control>f", "win.find"},
    {"<Control><Shift>f", "win.search"},
    {"<Control>plus|<Control>equal|<Control>KP_Add", "win.zoom-in"},
    {"<Control>minus|<Control>KP_Subtract", "win.zoom-out"},
    {"<Control>0|<Control>KP_0", "win.zoom-reset"},
    {"Escape", "win.diagram"},
};

/* The first of its keys, as the user's language calls it. */
static char *
key_of (UiWindow *self, const char *action)
{
  guint i = 0;

  while (!g_str_equal (shortcuts[i].action, action))
    i++;
  return ui_control_key_to_text (shortcuts[i].keys);
}

/* Those of the application, and its own. */
static void
tell_keys (UiWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  g_auto (GStrv) names = gtk_application_list_action_descriptions (application);

  for (guint i = 0; names[i] != NULL; i++) {
    g_auto (GStrv) keys = gtk_application_get_accels_for_action (application, names[i]);
    const UiShortcut shortcut = {keys[0], names[i]};

    ui_control_tell_keys (GTK_WIDGET (self), &shortcut, 1);
  }
  ui_control_tell_keys (GTK_WIDGET (self), shortcuts, G_N_ELEMENTS (shortcuts));
  ui_canvas_tell_keys (self->canvas, GTK_WIDGET (self));
}

void
ui_window_add_actions (UiWindow *self)
{
  static const GActionEntry with_text[] = {
      {.name = "commands", .activate = list_commands},
      {.name = "open-path", .activate = open_path, .parameter_type = "s"},
      {.name = "align", .activate = align, .parameter_type = "s"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions) && is_own (i); i++) {
    g_autoptr (GSimpleAction) action = g_simple_action_new (actions[i].name, NULL);

    g_signal_connect_object (action, "activate", G_CALLBACK (activated), self, 0);
    g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
  }
  g_action_map_add_action_entries (G_ACTION_MAP (self), with_text,
                                   G_N_ELEMENTS (with_text), self);
  ui_control_add_shortcuts (GTK_WIDGET (self), shortcuts, G_N_ELEMENTS (shortcuts));
  tell_keys (self);
  ui_control_keep_menus_clear (GTK_WIDGET (self));
}

/* "Undo: Move mass (Ctrl+Z)" */
static void
say_what (UiWindow *self, GtkWidget *button, const char *verb, const char *what)
{
  const char *action = gtk_actionable_get_action_name (GTK_ACTIONABLE (button));
  g_autofree char *keys = key_of (self, action);
  g_autofree char *text = what != NULL
                              ? g_strdup_printf ("%s: %s (%s)", verb, what, keys)
                              : g_strdup_printf ("%s (%s)", verb, keys);

  gtk_widget_set_tooltip_text (button, text);
}

static bool
can_be_kept (const DeskRun *run)
{
  return run != NULL && !run->is_kept;
}

static bool
fits (UiWindow *self, Need need)
{
  DeskStudio *studio = self->studio;
  const DocModel *doc = studio->document->doc;

  if (need != NEEDS_NOTHING && !ui_window_is_editing (self))
    return false;
  switch (need) {
  case NEEDS_NOTHING:
  case NEEDS_EDITOR:
    break;
  case NEEDS_CONTENT:
    return doc_n_items (doc) + doc_n_notes (doc) > 0;
  case NEEDS_ITEMS:
    return desk_commands_has_items (studio);
  case NEEDS_ONE:
  case NEEDS_NAME:
    return desk_commands_has_one (studio) ||
           (need == NEEDS_NAME && desk_commands_has_tag (studio));
  case NEEDS_LINKS:
  case NEEDS_CHAIN:
    return desk_commands_can_chain (studio, need == NEEDS_LINKS);
  case NEEDS_SEVERAL:
    return desk_commands_has_items (studio) && !desk_commands_has_one (studio);
  case NEEDS_INSIDE:
  case NEEDS_OPENABLE:
    return desk_levels_can_go_in (studio) ||
           (need == NEEDS_OPENABLE && desk_levels_file (studio) != NULL);
  case NEEDS_SYMBOL:
    return desk_icon_component (studio) != NULL;
  case NEEDS_OUTSIDE:
    return desk_levels_can_go_out (studio);
  case NEEDS_SERIES:
    return desk_commands_has_series (studio);
  case NEEDS_WIRING:
    return desk_commands_has_any (studio);
  case NEEDS_WIRE:
    return desk_commands_has_wire (studio);
  case NEEDS_TAG:
    return desk_commands_has_tag (studio);
  case NEEDS_PART:
    return desk_commands_can_delete (studio);
  case NEEDS_CURVES:
    return desk_plots_has_curves (studio->plots);
  case NEEDS_RUN:
    return can_be_kept (studio->runs->current);
  case NEEDS_PREVIOUS:
    return can_be_kept (desk_runs_previous (studio->runs));
  case NEEDS_KEPT:
    return desk_runs_has_kept (studio->runs);
  case NEEDS_MISSING:
  case NEEDS_ASSUMED:
    return (need == NEEDS_MISSING ? doc_n_missing (doc) : doc_n_assumed (doc)) > 0;
  case NEEDS_UNDO:
    return desk_commands_undo_label (studio) != NULL;
  case NEEDS_REDO:
    return doc_can_redo (doc);
  }
  return true;
}

void
ui_window_update_actions (UiWindow *self)
{
  GActionMap *map = G_ACTION_MAP (self);
  const DocModel *doc = self->studio->document->doc;

  for (guint i = 0; i < G_N_ELEMENTS (actions) && is_own (i); i++)
    ui_control_enable (map, actions[i].name, fits (self, actions[i].needs));
  ui_control_enable (map, "align", fits (self, NEEDS_SEVERAL));
  ui_control_enable (map, "watch", fits (self, NEEDS_EDITOR));
  ui_control_enable (map, "below", fits (self, NEEDS_EDITOR));
  say_what (self, self->undo_button, _ ("Undo"),
            desk_commands_undo_label (self->studio));
  say_what (self, self->redo_button, _ ("Redo"), doc_redo_label (doc));
}
