/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/studio/studio.h"

/* What the menu and the keys do with the selection. Each is one undoable step; what is
 * refused is told by the studio's signal "message". All do nothing without a selection
 * that they could work on. */

bool ui_commands_has_items (UiStudio *studio);
bool ui_commands_has_any (UiStudio *studio); /* items or a wire */

void ui_commands_delete (UiStudio *studio);
void ui_commands_rotate (UiStudio *studio, bool counter_clockwise);
void ui_commands_flip (UiStudio *studio, bool vertically);
void ui_commands_nudge (UiStudio *studio, double dx, double dy);
void ui_commands_align (UiStudio *studio, DocAlign how);
void ui_commands_toggle_commented (UiStudio *studio);
void ui_commands_reroute (UiStudio *studio);
void ui_commands_select_all (UiStudio *studio);
/* The copy lies `by` beside the selection, and is selected then. */
void ui_commands_duplicate (UiStudio *studio, DocPoint by);

/* The selection as text, or NULL; caller frees. */
char *ui_commands_copy (UiStudio *studio);
void ui_commands_paste (UiStudio *studio, const char *text, DocPoint at);

/* Adds an instance of a class and selects it; its name (interned) or NULL. */
const char *ui_commands_add (UiStudio *studio, const char *class_name, DocPoint at);

/* The selected items' bounds; the whole diagram's if none is selected. */
DocRect ui_commands_bounds (UiStudio *studio);
