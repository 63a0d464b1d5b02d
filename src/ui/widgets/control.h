/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

#include "desk/message.h"
#include "figure/plot/plot.h"

/* Says what a control does, to those who hover and to those who listen. */
void ui_control_set_label (GtkWidget *control, const char *label);

/* The colours of pictures, light or dark as the window is, and of as much contrast. */
FigureTheme ui_control_theme (void);
/* Calls `changed (self)` when they change. */
void ui_control_follow_theme (gpointer self, GCallback changed);

/* Enables one action of several. */
void ui_control_enable (GActionMap *actions, const char *name, bool is_enabled);

/* Fills a list of speeds: what 0 means, then factors; 1 is real time. */
void ui_control_list_speeds (GtkWidget *drop,
                             const char *zero,
                             const double *speeds,
                             guint n);

/* To be called before a widget is removed, or what is below it: the focus leaves it for
 * the next one above that can have it, and what was typed there is applied. GTK 4.8
 * leaves the focus where it was until the next frame, so that keys still reach a widget
 * that has gone from the window, and its handlers run when nobody expects them. */
void ui_control_release_focus (GtkWidget *going);
/* The `focus` of a class with one child and a `grab_focus` of its own: Tab goes on from
 * where it is, and out at both ends. That of GTK 4.8 calls `grab_focus` when Shift+Tab
 * leaves the child, and so leads back into it for ever. */
gboolean ui_control_focus_child (GtkWidget *widget, GtkDirectionType direction);

/* Escape in the search of a pane: what is typed goes, and if nothing is, the focus goes
 * back to the diagram. */
void ui_control_stop_search (GtkEditable *entry);

/* Keys ("<Control>z|<Control>y") that activate an action while the focus is in a
 * widget that takes no such keys itself. */
typedef struct {
  const char *keys;
  const char *action;
} UiShortcut;
void ui_control_add_shortcuts (GtkWidget *widget, const UiShortcut *list, guint n);

/* The first of such keys, as the user's language calls it: "Ctrl+Z". Caller frees. */
char *ui_control_key_to_text (const char *keys);
/* Puts it behind the tooltip: "Undo (Ctrl+Z)". */
void ui_control_tell_key (GtkWidget *control, const char *keys);
/* The same for all controls in a widget whose action is in the list. */
void ui_control_tell_keys (GtkWidget *widget, const UiShortcut *list, guint n);

/* No tooltip lies over the menu of a button in the widget while that is open. */
void ui_control_keep_menus_clear (GtkWidget *widget);

/* Undo in an entry whose text is applied when it is activated: Ctrl+Z takes back what
 * was typed since ui_control_settle() was called last, and from there on steps of the
 * diagram. Escape brings back what holds. */
void ui_control_add_undo (GtkWidget *entry);

/* What the entry shows is what holds, or became so. */
void ui_control_settle (GtkWidget *entry);

/* That, borrowed until it is settled again; NULL if it is no such entry. */
char *ui_control_held (GtkWidget *entry);
/* Whether it shows something else. */
bool ui_control_is_typed_in (GtkWidget *entry);

/* The entry with the focus if somebody is typing there, or NULL. */
GtkWidget *ui_control_typed_in (GtkRoot *root);
/* Applies what is being typed, before a command that has to do with all of it. */
void ui_control_finish_typing (GtkWidget *widget);

/* What holds is `text` now. What somebody is typing, or has typed in vain, stays as
 * long as that is nothing new. */
void ui_control_show_text (GtkWidget *entry, const char *text);

/* Why what was typed cannot be taken: in red, with the reason as its tooltip; NULL: it
 * is taken, and the tooltip is the old one. */
void ui_control_show_problem (GtkWidget *control, const char *problem);
/* Tells the user that reason, until the control is no longer red. */
void ui_control_refuse (const DeskMessages *messages, GtkWidget *control);
