/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"
#include "desk/table/table.h"

/* The table of one parameter of one component while it is edited: the cells of what the
 * diagram says, and the one of them that is current. Each change is one step of undo.
 * Fields are for reading. Properties:
 *
 *   "table" the cells are new; NULL: there is no such parameter any more, or the
 *           diagram is another one
 *   "place" another cell is current
 *   "problems" what is wrong with the diagram is known anew
 */
#define DESK_TYPE_TABLE_EDIT (desk_table_edit_get_type ())
G_DECLARE_FINAL_TYPE (DeskTableEdit, desk_table_edit, DESK, TABLE_EDIT, GObject)

struct _DeskTableEdit {
  GObject parent;

  DeskStudio *studio;
  char *item, *target;
  DeskTable *table;
  uint32_t row, column; /* the current cell; 0, 0 where there are none */
  GPtrArray *problems;  /* BaseDiag: those of this table */

  bool is_taken; /* a point is; the document is held */
  uint64_t step; /* of undo, that this is; 0: not yet */
  bool is_over;  /* it was another diagram's */
};

/* The caller unrefs it. */
DeskTableEdit *desk_table_edit_new (DeskStudio *studio,
                                    const char *item,
                                    const char *target);

/* Makes a cell current, or the nearest one that there is. */
void desk_table_edit_go (DeskTableEdit *self, int64_t row, int64_t column);

/* As those of desk_table_, at the current cell: NULL, or the sentence that says why
 * not; the caller frees it. What is added becomes current. */
char *desk_table_edit_set (DeskTableEdit *self, const char *typed);
char *desk_table_edit_paste (DeskTableEdit *self, const char *text);
char *desk_table_edit_add_row (DeskTableEdit *self);
char *desk_table_edit_remove_row (DeskTableEdit *self);
char *desk_table_edit_add_column (DeskTableEdit *self);
char *desk_table_edit_remove_column (DeskTableEdit *self);
/* Whether there is a row, or a column, that can be removed. */
bool desk_table_edit_can_remove_row (const DeskTableEdit *self);
bool desk_table_edit_can_remove_column (const DeskTableEdit *self);

/* What is wrong with a cell, as the compiler says it, or with the table as a whole or
 * any of its cells; NULL if nothing is. */
const BaseDiag *desk_table_edit_cell_problem (const DeskTableEdit *self,
                                              uint32_t row,
                                              uint32_t column);
const BaseDiag *desk_table_edit_problem (const DeskTableEdit *self);

/* A point is taken, moved and let go; all of it is one step, and a run that was shown
 * follows. Until then nothing is put into the diagram that was made apart. A table that
 * goes, or gets other rows or columns, lets go of the point, which then stays. */
void desk_table_edit_take (DeskTableEdit *self, uint32_t row, uint32_t column);
void desk_table_edit_move (DeskTableEdit *self, const DeskTableMove *to);
void desk_table_edit_let_go (DeskTableEdit *self);
