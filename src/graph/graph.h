/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* Algorithms on rows (equations) and columns (unknowns) that are only numbers. Nothing
 * here recurses; all work is near-linear in the number of entries; results are
 * deterministic (ties go to the lower number). Results live in the arena. */

enum { GRAPH_NONE = 0xffffffffu };

/* Sparse pattern by rows: the columns of row r are column[start[r]] …
 * column[start[r+1]-1], ascending, each once. */
typedef struct {
  uint32_t n_rows;
  uint32_t n_columns;
  const uint32_t *start;
  const uint32_t *column;
} GraphPattern;

/* Sorts and removes repetitions; `row`/`column` are `n` entries in any order. */
GraphPattern graph_pattern_new (BaseArena *arena,
                                uint32_t n_rows,
                                uint32_t n_columns,
                                uint32_t n,
                                const uint32_t *row,
                                const uint32_t *column);
GraphPattern graph_transpose (BaseArena *arena, const GraphPattern *pattern);

/* Maximum matching (Hopcroft–Karp 1973 after a greedy start). row_of[c] and
 * column_of[r] are GRAPH_NONE where unmatched; both are filled on entry with a matching
 * to start from (all GRAPH_NONE if none). Returns its size. */
uint32_t graph_match (const GraphPattern *pattern,
                      uint32_t *row_of,
                      uint32_t *column_of);

/* One augmenting search from the free row r; true if r could be matched. Columns that
 * are set in is_dead[] are not used. A search that fails leaves the columns it has
 * reached dead: no later search can get anywhere through them, so many searches in a
 * row stay cheap. */
bool graph_augment (const GraphPattern *pattern,
                    uint32_t r,
                    uint32_t *row_of,
                    uint32_t *column_of,
                    bool *is_dead);

/* Strongly connected components (Tarjan 1972) of rows matched to columns: row r depends
 * on the rows matched to its other columns. Blocks in an order in which each needs only
 * earlier ones; rows of block b are row[start[b]] … row[start[b+1]-1], ascending. Every
 * row must be matched. */
typedef struct {
  uint32_t n;
  const uint32_t *start;
  const uint32_t *row;
} GraphBlocks;

/* `row_of` is a matching of all rows, as of graph_match(). */
GraphBlocks graph_blocks (BaseArena *arena,
                          const GraphPattern *pattern,
                          const uint32_t *row_of);

/* Dulmage–Mendelsohn coarse parts from a maximum matching (Pothen & Fan 1990). */
typedef enum { GRAPH_WELL, GRAPH_OVER, GRAPH_UNDER } GraphPart;

/* Fills row_part[] and column_part[]; the matching must be maximum. */
void graph_dulmage_mendelsohn (const GraphPattern *pattern,
                               const uint32_t *row_of,
                               const uint32_t *column_of,
                               GraphPart *row_part,
                               GraphPart *column_part);

/* Connected components of rows and columns of a (sub)graph; component[] per row,
 * columns behind rows (n_rows + n_columns entries), numbered by their lowest member.
 * Those with is_in[] false are left out (GRAPH_NONE); is_in may be NULL. Returns how
 * many. */
uint32_t graph_components (const GraphPattern *pattern,
                           const bool *is_in,
                           uint32_t *component);

/* Tearing of one strongly connected block (Cellier & Kofman 2006, section 7.8,
 * heuristics): picks tear columns so that the other columns can be solved one by one.
 * `can_solve` tells whether row k-th entry may be solved explicitly for its column
 * (aligned with pattern->column). Output: order of (row, column) pairs of the solved
 * ones, then the tear columns and the residual rows, both ascending. */
typedef struct {
  uint32_t n_solved;
  const uint32_t *row;    /* n_solved */
  const uint32_t *column; /* n_solved */
  uint32_t n_tears;
  const uint32_t *tear_column;
  const uint32_t *residual_row;
  uint64_t n_terms; /* pairs of a column, or residual row, and a tear it follows from */
  uint64_t n_entries; /* those of the residual rows: the matrix; see below */
} GraphTearing;

/* The pattern is square. */
GraphTearing graph_tear (BaseArena *arena,
                         const GraphPattern *pattern,
                         const bool *can_solve);

/* Leaves no solved column that follows from more than `limit` tears, through the rows
 * before it: such columns become tears, their rows residuals. The system of the tears
 * is then larger and as sparse as the pattern, where few tears fill it up (along a
 * chain each one reaches all that hangs on it). GRAPH_NONE changes nothing. Counts
 * n_terms and n_entries. False, and nothing is changed, where the terms would be more
 * than `max_terms`. */
bool graph_limit_tearing (BaseArena *arena,
                          const GraphPattern *pattern,
                          uint32_t limit,
                          uint64_t max_terms,
                          GraphTearing *torn);
