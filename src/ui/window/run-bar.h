/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* Play, pause, step, stop; stop time, solver, tolerance, speed; time reached and state.
 * The actions live in the group "run" (run.start, run.stop, run.pause, run.step,
 * run.repeat-runs), which the window inserts: ui_run_bar_actions(). Signal: "asked" the
 * user starts a run, or lets one go on. */
#define UI_TYPE_RUN_BAR (ui_run_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiRunBar, ui_run_bar, UI, RUN_BAR, GtkWidget)

/* `settings` keep whether runs repeat themselves; NULL: they do not. */
GtkWidget *ui_run_bar_new (DeskStudio *studio, GSettings *settings);
GActionGroup *ui_run_bar_actions (UiRunBar *self); /* borrowed */
