/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter, directly threaded: each instruction jumps to the label of the next
 * one (Ertl & Gregg, The structure and performance of efficient interpreters, 2003).
 * Operands are slots; instructions and labels are expanded from the list in code/ops.h:
 * once for one target, once for many evenly spaced ones (code/loops.h), and once for
 * many whose slots all stand side by side, of which the compiler makes vector
 * instructions. Nothing is checked here: code_verify () holds what it relies on, and
 * loops are made of instructions that it has seen. */
#include "code/build/ir.h"

/* Both kinds of loops return where the next instruction stands. They are apart from the
 * single instructions, which so keep what they need in registers. Slots and spacings
 * are numbers modulo 2^32, so spacings may be negative. */
#define A (s + pc[4])[k]
#define B (s + pc[6])[k]
#define C (s + pc[8])[k]
#define D (s + pc[10])[k]
#define E (s + pc[12])[k]
#define F (s + pc[14])[k]
#define G (s + pc[16])[k]
#define H (s + pc[18])[k]
#define I (s + pc[20])[k]

/* shape: a label per instruction */
__attribute__ ((noinline)) static const uint32_t *
run_side_by_side (const uint32_t *pc, double *s)
{
  static const void *const labels[CODE_N_OPS] = {
#define X(name, ...) [CODE_##name] = &&loop_##name,
      CODE_OPS (X)
#undef X
  };

  goto *labels[pc[0] - CODE_N_OPS];
#define X(name, text, n_args, value, ...)                                              \
  loop_##name : _Pragma ("GCC ivdep") for (size_t k = 0; k < pc[1];                    \
                                           k++) (s + pc[2])[k] = (value);              \
  return pc + 4 + 2 * (n_args);
  CODE_OPS (X)
#undef X
}

#undef A
#define A s[pc[4] + k * pc[5]]
#undef B
#define B s[pc[6] + k * pc[7]]
#undef C
#define C s[pc[8] + k * pc[9]]
#undef D
#define D s[pc[10] + k * pc[11]]
#undef E
#define E s[pc[12] + k * pc[13]]
#undef F
#define F s[pc[14] + k * pc[15]]
#undef G
#define G s[pc[16] + k * pc[17]]
#undef H
#define H s[pc[18] + k * pc[19]]
#undef I
#define I s[pc[20] + k * pc[21]]

/* shape: a label per instruction */
__attribute__ ((noinline)) static const uint32_t *
run_spaced (const uint32_t *pc, double *s)
{
  static const void *const labels[CODE_N_OPS] = {
#define X(name, ...) [CODE_##name] = &&loop_##name,
      CODE_OPS (X)
#undef X
  };

  goto *labels[pc[0] - 2 * CODE_N_OPS];
#define X(name, text, n_args, value, ...)                                              \
  loop_##name : for (uint32_t k = 0; k < pc[1]; k++) s[pc[2] + k * pc[3]] = (value);   \
  return pc + 4 + 2 * (n_args);
  CODE_OPS (X)
#undef X
}

#undef A
#define A s[pc[2]]
#undef B
#define B s[pc[3]]
#undef C
#define C s[pc[4]]
#undef D
#define D s[pc[5]]
#undef E
#define E s[pc[6]]
#undef F
#define F s[pc[7]]
#undef G
#define G s[pc[8]]
#undef H
#define H s[pc[9]]
#undef I
#define I s[pc[10]]

/* shape: a label per instruction */
static void
run (const uint32_t *pc, double *s)
{
  static const void *const labels[3 * CODE_N_OPS] = {
#define X(name, ...) [CODE_##name] = &&do_##name,
      CODE_OPS (X)
#undef X
          [CODE_RETURN] = &&do_RETURN,
#define X(name, ...)                                                                   \
  [CODE_N_OPS + CODE_##name] = &&do_SIDE_BY_SIDE,                                      \
                [2 * CODE_N_OPS + CODE_##name] = &&do_SPACED,
      CODE_OPS (X)
#undef X
  };

  goto *labels[pc[0]];
#define X(name, text, n_args, value, ...)                                              \
  do_##name : s[pc[1]] = (value);                                                      \
  pc += 2 + (n_args);                                                                  \
  goto *labels[pc[0]];
  CODE_OPS (X)
#undef X
do_SIDE_BY_SIDE:
  pc = run_side_by_side (pc, s);
  goto *labels[pc[0]];
do_SPACED:
  pc = run_spaced (pc, s);
  goto *labels[pc[0]];
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
  run (program->code[range], slots);
}

void
code_eval (const CodeProgram *program, CodeEntry entry, double *slots)
{
  run (program->code[code_entry_range (entry)], slots);
}
