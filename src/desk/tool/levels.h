/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

/* Going into the parts of a diagram that it defines itself, and out again
 * (doc/level.h). */

/* Whether the selected item is such a part, and no other is selected. */
bool desk_levels_can_go_in (DeskStudio *studio);
/* Whether something is around the level shown. */
bool desk_levels_can_go_out (DeskStudio *studio);

/* Into the selected item; nothing if it is no such part. */
void desk_levels_go_in (DeskStudio *studio);
/* To the level around the one shown, or to any level around it; the part that one comes
 * out of is selected then. */
void desk_levels_go_out (DeskStudio *studio);
void desk_levels_go_to (DeskStudio *studio, const char *level);

/* Makes a part of what is selected, and the opposite; what came of it is selected. */
void desk_levels_group (DeskStudio *studio);
void desk_levels_ungroup (DeskStudio *studio);

/* The file that the selected item is defined in, if it is of a library of the user's
 * and no other item is selected; NULL. Borrowed. */
const char *desk_levels_file (DeskStudio *studio);
/* The file that a component of that name has, or will have, in My Library. Caller
 * frees. */
char *desk_levels_own_file (DeskStudio *studio, const char *name);
/* Saves the component of a subsystem there, in place of what the file holds; the
 * diagram then uses that one, in a step that is made apart. False and an error if it
 * cannot be saved. */
bool desk_levels_save (DeskStudio *studio,
                       const char *item,
                       const char *name,
                       GError **error);

/* The level that has the part which a diagnostic is about is shown. */
void desk_levels_show (DeskStudio *studio, const BaseDiag *diag);
