/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/card.h"
#include "run/trace.h"

/* A vector or matrix as cells: what stands in the text of a modifier, and beside it
 * what was typed with units, with one cell, row or column changed and all else byte for
 * byte as it is written. A vector is one column of cells. Rows and columns count from
 * 0.
 *
 * What changes it returns NULL, or the sentence that says why it cannot be; then
 * nothing is changed. The caller frees the sentence. */
typedef struct DeskTable DeskTable;

/* Of a parameter whose modifier has this text, and what was typed for it (both may be
 * NULL: the default). Keeps nothing of the parameter's but interned names. */
DeskTable *desk_table_new (const LibParam *param, const char *value, const char *entry);
void desk_table_free (DeskTable *table);

/* The texts as they are now; borrowed. The second one is NULL where no cell was typed
 * with a unit; the first one, where nothing is given. */
const char *desk_table_value (const DeskTable *table);
const char *desk_table_entry (const DeskTable *table);
/* False where the value is no list of cells but computed; it then has no rows, and the
 * first one takes its place. */
bool desk_table_is_list (const DeskTable *table);

/* There are no rows where the value is no list, but always a column. */
uint32_t desk_table_n_rows (const DeskTable *table);
uint32_t desk_table_n_columns (const DeskTable *table);
/* Whether columns can be added and removed. */
bool desk_table_has_free_columns (const DeskTable *table);
/* What a column is called, "y[2]" or "" (in a map its value in the first row tells it
 * from others), and its unit as a label; the caller frees
 * both. */
char *desk_table_column_name (const DeskTable *table, uint32_t column);
char *desk_table_column_units (const DeskTable *table, uint32_t column);
/* Whether it is values over two axes, its first column and its first row, and whether a
 * cell is where they meet: that one means nothing, and cannot be set. */
bool desk_table_is_map (const DeskTable *table);
bool desk_table_is_corner (const DeskTable *table, uint32_t row, uint32_t column);
/* The axis of the rows (0) or columns (1) of a map with its unit, "u1 [rad]"; of other
 * tables, the heading of a column. The caller frees it. */
char *desk_table_heading (const DeskTable *table, uint32_t column);
/* What a cell shows; the caller frees it. Its value in SI units, NaN if it is an
 * expression whose value is not known. */
char *desk_table_cell (const DeskTable *table, uint32_t row, uint32_t column);
double desk_table_number (const DeskTable *table, uint32_t row, uint32_t column);
/* Finds the values of cells that are expressions, by the parameters of a component. */
void desk_table_evaluate (DeskTable *table,
                          const LibIndex *index,
                          const LibEntry *component);
/* Whether a cell is no plain number. */
bool desk_table_is_expression (const DeskTable *table, uint32_t row, uint32_t column);
/* Whether there is such a cell, and one whose value is not known. */
bool desk_table_has_expressions (const DeskTable *table);
bool desk_table_has_unknowns (const DeskTable *table);
/* The cell at a place in the value's text; false if there is none. */
bool desk_table_find_cell (const DeskTable *table,
                           uint32_t at,
                           uint32_t *row,
                           uint32_t *column);

/* Takes what was typed into a cell: a number, a quantity, an expression. */
char *desk_table_set (DeskTable *table,
                      uint32_t row,
                      uint32_t column,
                      const char *typed);
/* A new row before that one, or at the end, that goes on as the others do. */
void desk_table_add_row (DeskTable *table, uint32_t before);
/* There are two rows or more. */
void desk_table_remove_row (DeskTable *table, uint32_t row);
/* A new column, of the same values as the one before it, which there is; behind those
 * that have names. Returns which one it is. */
uint32_t desk_table_add_column (DeskTable *table, uint32_t before);
/* There are three columns or more. Refused where further columns would take over the
 * name and the unit of this one. */
char *desk_table_remove_column (DeskTable *table, uint32_t column);
/* Rows as spreadsheets and CSV files have them, separated by tabs, semicolons or
 * commas, below a heading or not. Put on the first cell, whole rows become the table;
 * elsewhere they go over what is there, and whole ones add to it. */
char *desk_table_paste (DeskTable *table,
                        uint32_t row,
                        uint32_t column,
                        const char *text);
/* Whether pasted text is more than one cell. */
bool desk_table_is_block (const char *text);

/* ---- the curve ---- */

/* Whether columns are to be drawn over the first one. */
bool desk_table_is_curve (const DeskTable *table);
/* How values run from row to row: a case of Smoothness, NULL where none is known. */
void desk_table_set_between (DeskTable *table, const char *smoothness);
/* Whether values hold until the next row. */
bool desk_table_is_stepped (const DeskTable *table);
/* The first row that is a point: that of a map is its grid. */
uint32_t desk_table_first_row (const DeskTable *table);
/* The points whose abscissa is known, column by column as in the table, and between
 * them the curve as a run has it. The caller unrefs it. */
RunTrace *desk_table_trace (const DeskTable *table);
/* Moves a point of a column that is drawn, its abscissa between those of its
 * neighbours, to numbers that are rounded to about these steps and keep the units of
 * their cells. What is an expression stays as it is: false where both are. */
bool desk_table_can_move (const DeskTable *table, uint32_t row, uint32_t column);
typedef struct {
  double x, y;
  double x_step, y_step; /* > 0 */
} DeskTableMove;
bool desk_table_move (DeskTable *table,
                      uint32_t row,
                      uint32_t column,
                      const DeskTableMove *to);

/* Whether the cell breaks a rule of the table, and the first sentence about that, or
 * NULL; the caller frees it. */
bool desk_table_is_faulty (const DeskTable *table, uint32_t row, uint32_t column);
char *desk_table_fault (const DeskTable *table);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskTable, desk_table_free)
