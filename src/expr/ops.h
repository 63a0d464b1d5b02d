/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "base/function.h"

/* The operators of expressions: one list gives the enum, the names, the arities and the
 * values. The macro that a list is applied to must be called X:
 *   X (NAME, "form", number of arguments, value, "text", result)
 * form    how dumps of code show it, with the operands A, B, C
 * value   a C expression of the doubles A, B and C; Booleans are 0 and 1
 * text    how dumps of expressions show it
 * result  R real, B boolean
 * `expr/slope.c` has the derivatives. */

/* Those that compute a value from values alone; `code` has an instruction for each. */
#define EXPR_COMPUTED(X)                                                               \
  X (ADD, "A + B", 2, A + B, "+", R)                                                   \
  X (SUB, "A - B", 2, A - B, "-", R)                                                   \
  X (MUL, "A * B", 2, A *B, "*", R)                                                    \
  X (DIV, "A / B", 2, A / B, "/", R)                                                   \
  X (POW, "pow (A, B)", 2, pow (A, B), "^", R)                                         \
  X (NEG, "-A", 1, -A, "neg", R)                                                       \
  BASE_FUNCTIONS (EXPR_FUNCTION)                                                       \
  X (LT, "A < B", 2, A < B, "<", B)                                                    \
  X (LE, "A <= B", 2, A <= B, "<=", B)                                                 \
  X (GT, "A > B", 2, A > B, ">", B)                                                    \
  X (GE, "A >= B", 2, A >= B, ">=", B)                                                 \
  X (EQ, "A == B", 2, A == B, "==", B) /* discrete operands */                         \
  X (NE, "A != B", 2, A != B, "!=", B)                                                 \
  X (AND, "A and B", 2, A != 0.0 && B != 0.0, "and", B)                                \
  X (OR, "A or B", 2, A != 0.0 || B != 0.0, "or", B)                                   \
  X (NOT, "not A", 1, A == 0.0, "not", B)                                              \
  X (IF, "A ? B : C", 3, A != 0.0 ? B : C, "if", R) /* condition, value, otherwise */

#define EXPR_FUNCTION(NAME, name, n_args, value, ...)                                  \
  X (NAME, name EXPR_ARGUMENTS_##n_args, n_args, value, name, R)
#define EXPR_ARGUMENTS_1 " (A)"
#define EXPR_ARGUMENTS_2 " (A, B)"

#define EXPR_OPERATORS(X)                                                              \
  X (NUMBER, "", 0, NAN, "number", R)                                                  \
  X (VAR, "", 0, NAN, "var", R) /* payload: variable */                                \
  X (TIME, "", 0, NAN, "time", R)                                                      \
  EXPR_COMPUTED (X)                                                                    \
  X (NOEVENT, "", 1, A, "noevent", R) /* crossings inside make no events */            \
  X (SMOOTH, "", 1, A, "smooth", R)   /* payload: order */                             \
  X (DER, "", 1, NAN, "der", R) /* d/dt of any expression; gone after dae/index */     \
  X (PRE, "", 1, NAN, "pre", R)                                                        \
  X (EDGE, "", 1, NAN, "edge", B)                                                      \
  X (CHANGE, "", 1, NAN, "change", B)                                                  \
  X (INITIAL, "", 0, NAN, "initial()", B)                                              \
  X (SAMPLE, "", 2, NAN, "sample", B) /* start, interval */                            \
  X (CROSSING, "", 0, NAN, "crossing",                                                 \
     B) /* payload: crossing of the DaeSystem, after dae/event */                      \
  X (TABLE, "", 1, NAN, "table", R) /* payload: table and its settings; argument */    \
  X (TABLE_DER, "", 1, NAN, "table'", R)   /* slope of the same table */               \
  X (TABLE_BEND, "", 1, NAN, "table''", R) /* slope of that slope */                   \
  X (DELAY, "", 2, NAN, "delay", R)        /* payload: delay; signal, time */

typedef enum {
#define X(name, ...) EXPR_##name,
  EXPR_OPERATORS (X)
#undef X
      EXPR_N_OPS
} ExprOp;

/* What is known of functions besides: f (-x) = -f (x), f (-x) = f (x), never negative,
 * f (x, y) = f (y, x), and constant or linear between jumps, which are events. */
enum {
  EXPR_ODD = 1,
  EXPR_EVEN = 2,
  EXPR_POSITIVE = 4,
  EXPR_SYMMETRIC = 8,
  EXPR_JUMPS = 16
};
