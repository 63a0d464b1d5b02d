/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/studio.h"

/* The moving picture of the current run, at the time of the time line: zoom at the
 * pointer, pan, fit; arrows, trails and labels by choice; a click selects the
 * component, a drag pulls at it; a joint shows its free-body diagram.
 *
 * Signals: "moves-changed"  ui_motion_view_moves() is new
 *          "kept" (char *)  the pull became a component of this name
 *          "pop-out"        the button for a window of its own was pressed */
#define UI_TYPE_MOTION_VIEW (ui_motion_view_get_type ())
G_DECLARE_FINAL_TYPE (UiMotionView, ui_motion_view, UI, MOTION_VIEW, GtkWidget)

GtkWidget *ui_motion_view_new (DeskStudio *studio);

/* Is there anything to be shown, in the current run or, without one, in the diagram? */
bool ui_motion_view_moves (UiMotionView *self);
/* Is any of it planar? (Trains are looked at less, and are not replayed unasked.) */
bool ui_motion_view_is_planar (UiMotionView *self);

/* Which arrows and so on are shown, as a word for the settings: "labels trails". */
char *ui_motion_view_toggles (UiMotionView *self);
void ui_motion_view_set_toggles (UiMotionView *self, const char *toggles);

/* Shows all of it, and keeps doing so. */
void ui_motion_view_fit (UiMotionView *self);

/* Appends where the components are, in pixels of the picture, as members of a JSON
 * object: for tests. */
void ui_motion_view_places (UiMotionView *self, GString *json);
