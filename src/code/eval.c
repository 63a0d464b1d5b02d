/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter, directly threaded: each instruction jumps to the label of the next
 * one (Ertl & Gregg, The structure and performance of efficient interpreters, 2003).
 * Operands are slots; instructions and labels are expanded from the list in code/ops.h,
 * once for one target and once for the loop over evenly spaced ones (code/loops.h).
 * Nothing is checked here: code_verify () holds what it relies on, and loops are made
 * of instructions that it has seen. */
#include "code/build/ir.h"

/* Operand k of a loop: where it stands in the first pass, and how far it goes on. */
#define STAND(x, k)                                                                    \
  double *x = s + pc[2 + 2 * (k)];                                                     \
  const ptrdiff_t x##_step = (int32_t) pc[3 + 2 * (k)];
#define GO_ON(x) x += x##_step;

/* For as many operands as an instruction has. */
#define STAND_1 STAND (a, 1)
#define STAND_2 STAND_1 STAND (b, 2)
#define STAND_3 STAND_2 STAND (c, 3)
#define STAND_4 STAND_3 STAND (d, 4)
#define STAND_5 STAND_4 STAND (e, 5)
#define STAND_6 STAND_5 STAND (f, 6)
#define STAND_7 STAND_6 STAND (g, 7)
#define STAND_8 STAND_7 STAND (h, 8)
#define STAND_9 STAND_8 STAND (i, 9)
#define GO_ON_1 GO_ON (a)
#define GO_ON_2 GO_ON_1 GO_ON (b)
#define GO_ON_3 GO_ON_2 GO_ON (c)
#define GO_ON_4 GO_ON_3 GO_ON (d)
#define GO_ON_5 GO_ON_4 GO_ON (e)
#define GO_ON_6 GO_ON_5 GO_ON (f)
#define GO_ON_7 GO_ON_6 GO_ON (g)
#define GO_ON_8 GO_ON_7 GO_ON (h)
#define GO_ON_9 GO_ON_8 GO_ON (i)

/* shape: two labels per instruction */
static void
run (const uint32_t *pc, double *s)
{
  static const void *const labels[2 * CODE_N_OPS] = {
#define X(name, text, n_args, value, ...)                                              \
  [CODE_##name] = &&do_##name, [CODE_N_OPS + CODE_##name] = &&loop_##name,
      CODE_OPS (X)
#undef X
          [CODE_RETURN] = &&do_RETURN,
  };

  goto *labels[pc[0]];
#define A s[pc[2]]
#define B s[pc[3]]
#define C s[pc[4]]
#define D s[pc[5]]
#define E s[pc[6]]
#define F s[pc[7]]
#define G s[pc[8]]
#define H s[pc[9]]
#define I s[pc[10]]
#define X(name, text, n_args, value, ...)                                              \
  do_##name : s[pc[1]] = (value);                                                      \
  pc += 2 + (n_args);                                                                  \
  goto *labels[pc[0]];
  CODE_OPS (X)
#undef X
do_RETURN:
  return;

#undef A
#define A (*a)
#undef B
#define B (*b)
#undef C
#define C (*c)
#undef D
#define D (*d)
#undef E
#define E (*e)
#undef F
#define F (*f)
#undef G
#define G (*g)
#undef H
#define H (*h)
#undef I
#define I (*i)
#define X(name, text, n_args, value, ...)                                              \
  loop_##name:                                                                         \
  {                                                                                    \
    STAND (target, 0)                                                                  \
    STAND_##n_args for (uint32_t n = pc[1]; n > 0; n--)                                \
    {                                                                                  \
      *target = (value);                                                               \
      GO_ON (target)                                                                   \
      GO_ON_##n_args                                                                   \
    }                                                                                  \
    pc += 4 + 2 * (n_args);                                                            \
    goto *labels[pc[0]];                                                               \
  }
  CODE_OPS (X)
#undef X
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
