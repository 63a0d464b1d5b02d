/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/program.h"

/* What of the sections DYNAMIC and OUTPUT some slots follow from: who asks for little
 * evaluates little, to the same bits. Immutable. */

typedef struct {
  uint32_t before; /* as in CodeStep; 0: nothing of it is needed */
  uint32_t behind; /* what is needed of inner_code at the solution; 0: nothing */
  bool is_solved;  /* the block is needed */
} CodeSliceStep;

typedef struct {
  const CodeSliceStep *steps[CODE_N_SECTIONS]; /* one for each of the program's */
  const uint32_t *words;
} CodeSlice;

/* What the n wanted slots need of DYNAMIC up to `last`, one of the two. Blocks that
 * bind states are solved in any case, and with `is_whole` so are all. In the arena;
 * linear in the code. */
CodeSlice *code_slice_new (BaseArena *arena,
                           const CodeProgram *program,
                           CodeSection last,
                           bool is_whole,
                           const uint32_t *wanted,
                           uint32_t n);

/* Runs what a CodeSliceStep names. */
void code_slice_eval (const CodeSlice *slice, uint32_t code, double *slots);
