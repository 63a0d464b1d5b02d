/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Equal components as loops: in straight code, equal instructions whose operands stand
 * evenly spaced become one instruction that runs over all of them. Each computes what
 * it did, to the same bits; only the order of independent ones changes. */

/* The writer of ranges of one program, whose temporaries stand from `first_scratch` on.
 * What a loop computes for the instructions behind it goes to slots of its own, from
 * `first_own` on and below `end_own`. */
typedef struct CodeLoops CodeLoops;

CodeLoops *code_loops_new (uint32_t first_scratch,
                           uint32_t first_own,
                           uint32_t end_own);
void code_loops_free (CodeLoops *loops);

/* Writes the range that begins at `words`, up to its CODE_RETURN, with loops to `out`,
 * which is as long or the range itself, and returns how many words that took; 0 if the
 * range stays as it is, since most of it has no equals. Linear in its length. */
uint32_t code_loops_write (CodeLoops *loops, const uint32_t *words, uint32_t *out);

/* The first slot behind those that the ranges written so far need. */
uint32_t code_loops_end (const CodeLoops *loops);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CodeLoops, code_loops_free)
