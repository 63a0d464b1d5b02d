/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/program.h"

/* INSTANTS and DISCRETE cell by cell, as a spreadsheet: what one value is computed by,
 * and which cells read it. A cell whose operands have not changed still has its value,
 * to the bit, so an event costs what follows from what it changed. Immutable. */

/* While the slot is true (or not), what the cell gives follows from time, states or
 * other values that change between events. */
typedef struct {
  uint32_t slot;
  bool is_true;
} CodeGuard;

typedef struct {
  uint32_t slot;     /* that it writes */
  uint32_t discrete; /* of CodeProgram.discrete; INSTANTS: unused */
  uint32_t code;
  bool is_moving; /* follows from such values in any case */
  uint32_t n_guards;
  const CodeGuard *guards;
} CodeCell;

/* In order of computation. */
typedef struct {
  uint32_t n;
  uint32_t n_instants; /* the first ones: those of INSTANTS */
  const CodeCell *cells;
  const uint32_t *reader_start; /* by slot, n_kept + 1 */
  const uint32_t *readers;      /* cells, ascending for each slot */
  const uint32_t *words;
} CodeCells;

/* In the arena; NULL if cells have so much in common that one by one they would take
 * several times as much code. Linear in the code. */
const CodeCells *code_cells_new (BaseArena *arena, const CodeProgram *program);

/* Computes a cell. */
void code_cells_eval (const CodeCells *cells, uint32_t cell, double *slots);

/* Whether, as the slots stand, it has to be computed anew when time goes on. */
bool code_cells_is_moving (const CodeCells *cells, uint32_t cell, const double *slots);
