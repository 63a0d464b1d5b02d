/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The mathematical functions of the language, one row each. Whatever a module knows of
 * a function it takes from here: `lib` its value in constants, `flat` how it is called
 * and what its units are, `expr` its operator, derivative, inverse and symmetries,
 * `code` its instruction.
 *
 *   X (NAME, "name", number of arguments, value, slope by the first argument,
 *      slope by the second, inverse, traits, what it gives, units)
 *
 * value    a C expression of the doubles A and B
 * slope    the derivative as an expression of the arguments a and b and of the value f,
 *          written with the macros of expr/slope.c; ZERO where it vanishes between the
 *          jumps or kinks
 * inverse  the argument that gives the value y, if there is one formula for all y that
 *          the function takes (expr/isolate.c); otherwise EXPR_NONE
 * traits   a sum of EXPR_ODD, EXPR_EVEN, EXPR_POSITIVE, EXPR_SYMMETRIC, EXPR_JUMPS, see
 *          expr/ops.h
 * gives    REAL; SAME: a number of the kind of its arguments; WHOLE: an Integer
 * units    PURE: pure numbers give one; SAME: equal units give the same; RATIO: equal
 *          units give a pure number; ROOT: gives the root of its unit; COUNT: any unit
 *          gives a pure number */
#define BASE_FUNCTIONS(X)                                                              \
  X (SIN, "sin", 1, sin (A), UN (COS, a), ZERO, EXPR_NONE, EXPR_ODD, REAL, PURE)       \
  X (COS, "cos", 1, cos (A), UN (NEG, UN (SIN, a)), ZERO, EXPR_NONE, EXPR_EVEN, REAL,  \
     PURE)                                                                             \
  X (TAN, "tan", 1, tan (A), BIN (ADD, BIN (MUL, f, f), ONE), ZERO, EXPR_NONE,         \
     EXPR_ODD, REAL, PURE)                                                             \
  X (ASIN, "asin", 1, asin (A),                                                        \
     BIN (DIV, ONE, UN (SQRT, BIN (SUB, ONE, BIN (MUL, a, a)))), ZERO, EXPR_NONE,      \
     EXPR_ODD, REAL, PURE)                                                             \
  X (ACOS, "acos", 1, acos (A),                                                        \
     UN (NEG, BIN (DIV, ONE, UN (SQRT, BIN (SUB, ONE, BIN (MUL, a, a))))), ZERO,       \
     EXPR_NONE, 0, REAL, PURE)                                                         \
  X (ATAN, "atan", 1, atan (A), BIN (DIV, ONE, BIN (ADD, BIN (MUL, a, a), ONE)), ZERO, \
     EXPR_NONE, EXPR_ODD, REAL, RATIO)                                                 \
  X (ATAN2, "atan2", 2, atan2 (A, B), BIN (DIV, b, SUM_OF_SQUARES (a, b)),             \
     UN (NEG, BIN (DIV, a, SUM_OF_SQUARES (a, b))), EXPR_NONE, 0, REAL, RATIO)         \
  X (SINH, "sinh", 1, sinh (A), UN (COSH, a), ZERO, UN (ASINH, y), EXPR_ODD, REAL,     \
     PURE)                                                                             \
  X (COSH, "cosh", 1, cosh (A), UN (SINH, a), ZERO, EXPR_NONE,                         \
     EXPR_EVEN | EXPR_POSITIVE, REAL, PURE)                                            \
  X (TANH, "tanh", 1, tanh (A), BIN (SUB, ONE, BIN (MUL, f, f)), ZERO, EXPR_NONE,      \
     EXPR_ODD, REAL, PURE)                                                             \
  X (ASINH, "asinh", 1, asinh (A), BIN (DIV, ONE, BIN (HYPOT, a, ONE)), ZERO,          \
     UN (SINH, y), EXPR_ODD, REAL, PURE)                                               \
  X (EXP, "exp", 1, exp (A), f, ZERO, UN (LOG, y), EXPR_POSITIVE, REAL, PURE)          \
  X (LOG, "log", 1, log (A), BIN (DIV, ONE, a), ZERO, UN (EXP, y), 0, REAL, PURE)      \
  X (LOG10, "log10", 1, log10 (A), BIN (DIV, NUM (1.0 / G_LN10), a), ZERO,             \
     BIN (POW, NUM (10.0), y), 0, REAL, PURE)                                          \
  X (SQRT, "sqrt", 1, sqrt (A), BIN (DIV, NUM (0.5), f), ZERO, EXPR_NONE,              \
     EXPR_POSITIVE, REAL, ROOT)                                                        \
  X (HYPOT, "hypot", 2, hypot (A, B), BIN (DIV, a, f), BIN (DIV, b, f), EXPR_NONE,     \
     EXPR_POSITIVE | EXPR_SYMMETRIC, REAL, SAME)                                       \
  X (ABS, "abs", 1, fabs (A), UN (NOEVENT, UN (SIGN, a)), ZERO, EXPR_NONE,             \
     EXPR_EVEN | EXPR_POSITIVE, SAME, SAME)                                            \
  X (MIN, "min", 2, A < B ? A : B, ZERO, ZERO, EXPR_NONE, EXPR_SYMMETRIC, SAME,        \
     SAME) /* a selection, see expr/slope.h */                                         \
  X (MAX, "max", 2, A > B ? A : B, ZERO, ZERO, EXPR_NONE, EXPR_SYMMETRIC, SAME,        \
     SAME) /* a selection */                                                           \
  X (SIGN, "sign", 1, (A > 0.0) - (A < 0.0), ZERO, ZERO, EXPR_NONE, EXPR_JUMPS, WHOLE, \
     COUNT)                                                                            \
  X (FLOOR, "floor", 1, floor (A), ZERO, ZERO, EXPR_NONE, EXPR_JUMPS, WHOLE, SAME)     \
  X (CEIL, "ceil", 1, ceil (A), ZERO, ZERO, EXPR_NONE, EXPR_JUMPS, WHOLE, SAME)        \
  X (ROUND, "round", 1, floor (A) + (A - floor (A) >= 0.5), ZERO, ZERO, EXPR_NONE,     \
     EXPR_JUMPS, WHOLE, SAME) /* A + 0.5 is rounded itself beyond 2^52 */              \
  X (DIV_INT, "div", 2, trunc (A / B), ZERO, ZERO, EXPR_NONE, EXPR_JUMPS, SAME, RATIO) \
  X (MOD, "mod", 2, A - floor (A / B) * B, ONE, BIN (DIV, BIN (SUB, f, a), b),         \
     EXPR_NONE, EXPR_JUMPS, SAME, SAME)                                                \
  X (REM, "rem", 2, fmod (A, B), ONE, BIN (DIV, BIN (SUB, f, a), b), EXPR_NONE,        \
     EXPR_JUMPS, SAME, SAME)

typedef enum {
#define X(NAME, name, n_args, value, slope_a, slope_b, inverse, traits, gives, units)  \
  BASE_##NAME,
  BASE_FUNCTIONS (X)
#undef X
      BASE_N_FUNCTIONS
} BaseFunction;

/* The function of that name and number of arguments (`atan` of two is `atan2`);
 * BASE_N_FUNCTIONS if there is none. */
BaseFunction base_function_find (const char *name, uint32_t n_args);

/* As the language writes it. */
const char *base_function_name (BaseFunction function);

/* 1 or 2. */
uint32_t base_function_n_args (BaseFunction function);

/* Its value, which is not finite where the function is not defined. `b` counts for
 * functions of two arguments only. */
double base_function_value (BaseFunction function, double a, double b);
