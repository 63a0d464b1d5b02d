/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

/* What the menu and the keys do with the selection. Each is one undoable step; what is
 * refused is told by its messages. All do nothing without a selection
 * that they could work on. Leading wires, which may take long, is made apart
 * (desk_document_edit ()). */

/* Whether there is something to work on: items; items or a wire. */
bool desk_commands_has_items (DeskStudio *studio);
bool desk_commands_has_one (DeskStudio *studio); /* item, and no other */
/* Items between others that can be joined, for a menu: of many only some are looked at.
 */
bool desk_commands_has_series (DeskStudio *studio);
bool desk_commands_has_any (DeskStudio *studio);    /* items or a wire */
bool desk_commands_can_delete (DeskStudio *studio); /* any of that, or a note */

/* On the selected items, on the wire where that makes sense: delete (of a wire the
 * branch that was clicked), turn by 90°, mirror, move by diagram units, align at least
 * two, comment all out (in again, if all are out), lead the selected wire, or those of
 * the items, anew. */
void desk_commands_delete (DeskStudio *studio);
/* Deletes the items and joins what is behind them, or tells which is not in series. */
void desk_commands_delete_joined (DeskStudio *studio);
/* Plots the first variables of each, where they belong, or tells why it cannot. */
void desk_commands_plot (DeskStudio *studio);
void desk_commands_rotate (DeskStudio *studio, bool counter_clockwise);
void desk_commands_flip (DeskStudio *studio, bool vertically);
void desk_commands_nudge (DeskStudio *studio, double dx, double dy);
void desk_commands_align (DeskStudio *studio, DocAlign how);
void desk_commands_toggle_commented (DeskStudio *studio);
void desk_commands_tidy (DeskStudio *studio);
/* Shows the selected wire as tags, or as a wire again; it stays selected. */
bool desk_commands_has_wire (DeskStudio *studio); /* that is drawn */
bool desk_commands_has_tag (DeskStudio *studio);
void desk_commands_show_as_tags (DeskStudio *studio);
void desk_commands_show_as_wire (DeskStudio *studio);
/* What the tags of the net of that end say, refused with a sentence (caller frees). The
 * selection stays. */
char *desk_commands_rename_tag (DeskStudio *studio, const char *end, const char *name);
/* Chains the parts of the selected array by the ports that face each other, or parts
 * them. */
bool desk_commands_can_chain (DeskStudio *studio, bool is_chained);
void desk_commands_chain (DeskStudio *studio);
void desk_commands_unchain (DeskStudio *studio);
/* Takes back what was asked for last: what is still being made, if nothing has changed
 * since it was asked for. The label says what it would be; NULL: nothing. */
void desk_commands_undo (DeskStudio *studio);
const char *desk_commands_undo_label (DeskStudio *studio);
void desk_commands_select_all (DeskStudio *studio);
/* The copy lies beside the selection, where it covers nothing, or just there; it is
 * selected then. */
void desk_commands_duplicate (DeskStudio *studio);
void desk_commands_duplicate_to (DeskStudio *studio, DocPoint by);

/* Of the whole diagram: takes values for all that are missing, and confirms those that
 * were taken. */
void desk_commands_assume (DeskStudio *studio);
void desk_commands_confirm (DeskStudio *studio);

/* The selection as text, or NULL; caller frees. */
char *desk_commands_copy (DeskStudio *studio);
/* There, or where it covers nothing near that, and selected; false if there is nothing
 * to paste. */
bool desk_commands_paste (DeskStudio *studio, const char *text, DocPoint at);

/* Adds an instance of a class and selects it; its name (interned) or NULL. */
const char *desk_commands_add (DeskStudio *studio, const char *class_name, DocPoint at);

/* The selected items' bounds; the whole diagram's if none is selected. */
DocRect desk_commands_bounds (DeskStudio *studio);
