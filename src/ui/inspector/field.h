/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/studio.h"

/* One parameter, or one start value, of an instance, or of several at once, as a row:
 * its name, what it means, what it is and in which unit. Enter or leaving the field
 * applies; what cannot be taken stays in the field with the reason below. */
#define UI_TYPE_FIELD (ui_field_get_type ())
G_DECLARE_FINAL_TYPE (UiField, ui_field, UI, FIELD, AdwActionRow)

/* `items` (NULL-terminated, one at least) have the parameter; what differs between them
 * is shown as such, what is typed goes to all. `param->name` is the target of the
 * modifier ("c", "s(initial)"); `title` (NULL: the same) what the row is called. Copies
 * what it needs. */
GtkWidget *ui_field_new (DeskStudio *studio,
                         const char *const *items,
                         const LibParam *param,
                         const char *title);

/* Shows what the diagram says now; does not disturb somebody who is typing. */
void ui_field_update (UiField *self);
void ui_field_focus (UiField *self);
/* What it is a field for. Borrowed. */
const char *ui_field_name (UiField *self);
