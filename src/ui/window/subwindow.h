/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Windows that belong to another one: preferences, About, help, the moving picture's
 * own. They are the application's, so that its keys work in them, too (Ctrl+Q, Ctrl+W),
 * and go with their parent. Questions, which are to be answered first, are none of
 * them. */
void ui_subwindow_attach (GtkWindow *window, GtkWindow *parent);

/* Undo, redo, save and run in it are those of the window it belongs to; other commands
 * of that would change what is selected there. */
void ui_subwindow_pass_on (GtkWindow *window);

/* Escape closes it, unless something in it takes that key. */
void ui_subwindow_close_by_escape (GtkWindow *window);
