/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Equations that have to be solved together, their unknowns by name, and the partial
 * derivatives of the residuals by rows; their order does not follow from that of the
 * text. Private to dae/. */
typedef struct {
  DaeBuild *work;
  uint32_t n;
  const uint32_t *eq;
  const uint32_t *unknown;
  GraphPattern pattern;
  const ExprId *partial; /* per entry of the pattern */
  const double *value;   /* of each, with the model's parameters (dae_build_sample) */
  bool is_linear;        /* no partial holds an unknown */
  bool is_constant;      /* they hold parameters only */
  bool varies;           /* some change between events */
} DaeLoop;

/* In work->scratch. */
DaeLoop dae_loop_new (DaeBuild *work,
                      uint32_t n,
                      const uint32_t *eq,
                      const uint32_t *unknown);

/* The entry of the pattern at that place. It must be there. */
uint32_t dae_loop_entry (const DaeLoop *loop, uint32_t row, uint32_t column);

/* Entries that stand by rows, by column. */
const DaeEntry *dae_loop_by_column (BaseArena *arena,
                                    uint32_t n_columns,
                                    uint32_t n,
                                    const DaeEntry *entries);

/* False if solving one unknown after the other, from the tears, blows rounding errors
 * up (it does along a ladder of springs), or puts one nonlinear law into another. */
bool dae_loop_is_stable (const DaeLoop *loop, const GraphTearing *torn);

/* The matrix of the torn system: total derivatives of the residuals by the tears, in
 * the order of DaeBlock.entries. False if it fills up so much that the sparse matrix of
 * the whole is better. */
bool dae_loop_reduce (const DaeLoop *loop,
                      const GraphTearing *torn,
                      uint32_t *n_entries,
                      const DaeEntry **entries);
