/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/studio.h"
#include "ui/start/application.h"

/* One window works on one diagram. It keeps its own journal of unsaved work. */
#define UI_TYPE_WINDOW (ui_window_get_type ())
G_DECLARE_FINAL_TYPE (UiWindow, ui_window, UI, WINDOW, AdwApplicationWindow)

GtkWidget *ui_window_new (UiApplication *application);

DeskStudio *ui_window_studio (UiWindow *self);
/* True if nothing was opened or drawn in it yet: it may be used for a file. */
bool ui_window_is_fresh (UiWindow *self);
/* Opens a file, in a new window if this one has unsaved work or a run that goes on;
 * tells what is wrong with it, and changes no window then. What is large is read in the
 * background, with a way to cancel: true as soon as that has begun. */
bool ui_window_open (UiWindow *self, const char *path);
/* Runs the diagram, as soon as it is open. */
void ui_window_run (UiWindow *self);
/* Whether it shows this file and nothing of it is unsaved. */
bool ui_window_shows_file (UiWindow *self, const char *path);
/* The same, whatever was changed here since. */
bool ui_window_has_file (UiWindow *self, const char *path);

/* Takes over what a lost session left: the text is unsaved, `view` (NULL: all) what the
 * window showed. */
void ui_window_restore (UiWindow *self,
                        const char *path,
                        const char *text,
                        const char *view);
void ui_window_tell (UiWindow *self, const char *sentence);
