/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter, directly threaded: each instruction jumps to the label of the next
 * one (Ertl & Gregg, The structure and performance of efficient interpreters, 2003).
 * Operands are slots; instructions and labels are expanded from the list in code/ops.h.
 * Nothing is checked here: code_verify () holds what it relies on. */
#include "code/build/ir.h"

#define A s[pc[2]]
#define B s[pc[3]]
#define C s[pc[4]]
#define D s[pc[5]]
#define E s[pc[6]]
#define F s[pc[7]]
#define G s[pc[8]]
#define H s[pc[9]]
#define I s[pc[10]]

/* shape: one label per instruction */
static void
run (const uint32_t *pc, double *s)
{
  static const void *const labels[CODE_N_OPS] = {
#define X(name, text, n_args, value, ...) [CODE_##name] = &&do_##name,
      CODE_OPS (X)
#undef X
          [CODE_RETURN] = &&do_RETURN,
  };

  goto *labels[pc[0]];
#define X(name, text, n_args, value, ...)                                              \
  do_##name : s[pc[1]] = (value);                                                      \
  pc += 2 + (n_args);                                                                  \
  goto *labels[pc[0]];
  CODE_OPS (X)
#undef X
do_RETURN:
  return;
}

void
code_eval_words (const uint32_t *words, double *slots)
{
  run (words, slots);
}

void
code_eval_range (const CodeProgram *program, uint32_t range, double *slots)
{
  run (program->words + program->range_at[range], slots);
}

void
code_eval (const CodeProgram *program, CodeEntry entry, double *slots)
{
  run (program->words + program->range_at[code_entry_range (entry)], slots);
}
