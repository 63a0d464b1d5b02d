/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter, directly threaded: each instruction jumps to the label of the next
 * one (Ertl & Gregg, The structure and performance of efficient interpreters, 2003).
 * Operands are slots; instructions and labels are expanded from the list in code/ops.h,
 * once for one target and once for many evenly spaced ones (code/loops.h). Those are
 * computed line by line: operands that do not stand side by side are copied into a
 * line, so that the compiler makes vector instructions of every loop. Nothing is
 * checked here: code_verify () holds what it relies on, and loops are made of
 * instructions that it has seen. */
#include "code/build/ir.h"

/* Elements of a line: ten of them stay in the cache of the first level. */
enum { LINE = 128 };

/* Not inlined: lines are rarely copied, and every loop would have it nine times. */
__attribute__ ((noinline)) static const double *
copy_line (const double *from, ptrdiff_t step, uint32_t n, double *copy)
{
  for (uint32_t k = 0; k < n; k++)
    copy[k] = from[k * step];
  return copy;
}

/* `n` values of an operand from place `first` on; `copy` holds them if they do not
 * stand side by side. `where` tells slot and spacing. */
static inline const double *
line_at (const double *s,
         const uint32_t *where,
         uint32_t first,
         uint32_t n,
         double *copy)
{
  const ptrdiff_t step = (int32_t) where[1];
  const double *from = s + where[0] + first * step;

  return step == 1 ? from : copy_line (from, step, n, copy);
}

__attribute__ ((noinline)) static void
put_line (double *to, ptrdiff_t step, uint32_t n, const double *line)
{
  for (uint32_t k = 0; k < n; k++)
    to[k * step] = line[k];
}

/* Operand k of a loop, and for as many as an instruction has. */
#define TAKE(x, k) const double *x = line_at (s, pc + 2 + 2 * (k), first, n, copies[k]);
#define TAKE_1     TAKE (a, 1)
#define TAKE_2     TAKE_1 TAKE (b, 2)
#define TAKE_3     TAKE_2 TAKE (c, 3)
#define TAKE_4     TAKE_3 TAKE (d, 4)
#define TAKE_5     TAKE_4 TAKE (e, 5)
#define TAKE_6     TAKE_5 TAKE (f, 6)
#define TAKE_7     TAKE_6 TAKE (g, 7)
#define TAKE_8     TAKE_7 TAKE (h, 8)
#define TAKE_9     TAKE_8 TAKE (i, 9)

/* shape: two labels per instruction */
static void
run (const uint32_t *pc, double *s)
{
  static const void *const labels[CODE_N_OPS + CODE_N_LOOP_OPS] = {
#define X(name, ...) [CODE_##name] = &&do_##name,
      CODE_OPS (X)
#undef X
#define X(name, ...) [CODE_N_OPS + CODE_##name] = &&loop_##name,
          CODE_LOOP_OPS (X)
#undef X
              [CODE_RETURN] = &&do_RETURN,
  };

  double copies[1 + CODE_MAX_ARGS][LINE];

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
#define A a[k]
#undef B
#define B b[k]
#undef C
#define C c[k]
#undef D
#define D d[k]
#undef E
#define E e[k]
#undef F
#define F f[k]
#undef G
#define G g[k]
#undef H
#define H h[k]
#undef I
#define I i[k]
#define X(name, text, n_args, value, ...)                                              \
  loop_##name:                                                                         \
  {                                                                                    \
    for (uint32_t first = 0, n; first < pc[1]; first += n) {                           \
      n = MIN (pc[1] - first, LINE);                                                   \
      TAKE_##n_args double *target = pc[3] == 1 ? s + pc[2] + first : copies[0];       \
      _Pragma ("GCC ivdep") for (uint32_t k = 0; k < n; k++) target[k] = (value);      \
      if (target == copies[0])                                                         \
        put_line (s + pc[2] + first * (ptrdiff_t) (int32_t) pc[3],                     \
                  (ptrdiff_t) (int32_t) pc[3], n, target);                             \
    }                                                                                  \
    pc += 4 + 2 * (n_args);                                                            \
    goto *labels[pc[0]];                                                               \
  }
  CODE_LOOP_OPS (X)
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
