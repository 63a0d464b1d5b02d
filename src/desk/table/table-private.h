/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/list.h"
#include "desk/quantity.h"
#include "desk/table/table.h"

/* What the files of the table share. */

struct DeskTable {
  LibParam param; /* without strings that are not interned */
  char *value;    /* or NULL */
  char *entry;    /* as long, or NULL */
  BaseList *values, *entries;
  char *between; /* a case of Smoothness, or NULL */
  uint32_t n_rows, n_columns;
  double *numbers; /* of all cells, row by row */
  uint32_t n_expressions;
  GHashTable *known; /* text of an expression -> double, its value; or NULL */
};

/* Both texts of one cell or of several; `entry` is like `value` where nothing was typed
 * with a unit. */
typedef struct {
  char *value;
  char *entry;
} DeskTableCell;

void desk_table_cell_clear (DeskTableCell *cell);
/* What was typed for a cell of that column; NULL, or the sentence. */
char *desk_table_cell_read (const DeskTable *table,
                            uint32_t column,
                            const char *typed,
                            DeskTableCell *cell);
/* The number of a text of the language: "2k"; NaN for anything else. */
double desk_table_number_of (const char *value);

/* Replaces cells, those of `cells` whose value is not NULL; row by row, as many as
 * there are in so many rows from `row` on. False, and nothing is changed, if something
 * else than these cells would come of it. */
bool desk_table_replace (DeskTable *table,
                         uint32_t row,
                         uint32_t n_rows,
                         const DeskTableCell *cells);
/* Puts rows before another one, or at the end. */
void desk_table_insert (DeskTable *table,
                        uint32_t before,
                        uint32_t n_rows,
                        const DeskTableCell *cells);
/* Makes the table of these rows alone. */
void desk_table_make (DeskTable *table,
                      uint32_t n_rows,
                      uint32_t n_columns,
                      const DeskTableCell *cells);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DeskTableCell, desk_table_cell_clear)
