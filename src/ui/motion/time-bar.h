/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The time line: to the start, play, a slider over the span of the run, the time shown,
 * the speed of the replay. It has the frame clock that moves the replay. */
#define UI_TYPE_TIME_BAR (ui_time_bar_get_type ())
G_DECLARE_FINAL_TYPE (UiTimeBar, ui_time_bar, UI, TIME_BAR, GtkWidget)

GtkWidget *ui_time_bar_new (DeskStudio *studio);

/* The keys of all widgets that follow the time line: Space, the arrows with `,` and
 * `.`, Home, End. True if the key was one of them. */
bool ui_time_bar_key (DeskStudio *studio, guint key, GdkModifierType mods);
