/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The operators of expressions: one list gives the enum, the names and the arities.
 *   X (NAME, "text", number of arguments, result)    result: R real, B boolean
 * `code/ops.h` has the evaluator of each, `expr/derive.c` the derivative. */
#define EXPR_OPERATORS(X)                                                              \
  X (NUMBER, "number", 0, R)                                                           \
  X (VAR, "var", 0, R) /* payload: variable */                                         \
  X (TIME, "time", 0, R)                                                               \
  X (ADD, "+", 2, R)                                                                   \
  X (SUB, "-", 2, R)                                                                   \
  X (MUL, "*", 2, R)                                                                   \
  X (DIV, "/", 2, R)                                                                   \
  X (POW, "^", 2, R)                                                                   \
  X (NEG, "neg", 1, R)                                                                 \
  X (SIN, "sin", 1, R)                                                                 \
  X (COS, "cos", 1, R)                                                                 \
  X (TAN, "tan", 1, R)                                                                 \
  X (ASIN, "asin", 1, R)                                                               \
  X (ACOS, "acos", 1, R)                                                               \
  X (ATAN, "atan", 1, R)                                                               \
  X (ATAN2, "atan2", 2, R)                                                             \
  X (SINH, "sinh", 1, R)                                                               \
  X (COSH, "cosh", 1, R)                                                               \
  X (TANH, "tanh", 1, R)                                                               \
  X (EXP, "exp", 1, R)                                                                 \
  X (LOG, "log", 1, R)                                                                 \
  X (LOG10, "log10", 1, R)                                                             \
  X (SQRT, "sqrt", 1, R)                                                               \
  X (HYPOT, "hypot", 2, R)                                                             \
  X (ABS, "abs", 1, R)                                                                 \
  X (MIN, "min", 2, R)                                                                 \
  X (MAX, "max", 2, R)                                                                 \
  X (SIGN, "sign", 1, R)   /* makes events */                                          \
  X (FLOOR, "floor", 1, R) /* makes events; ceil, round are built from it */           \
  X (DIV_INT, "div", 2, R) /* makes events; truncates */                               \
  X (MOD, "mod", 2, R)     /* makes events; sign of the divisor */                     \
  X (REM, "rem", 2, R)     /* makes events; sign of the dividend */                    \
  X (LT, "<", 2, B)                                                                    \
  X (LE, "<=", 2, B)                                                                   \
  X (GT, ">", 2, B)                                                                    \
  X (GE, ">=", 2, B)                                                                   \
  X (EQ, "==", 2, B) /* discrete operands */                                           \
  X (NE, "!=", 2, B)                                                                   \
  X (AND, "and", 2, B)                                                                 \
  X (OR, "or", 2, B)                                                                   \
  X (NOT, "not", 1, B)                                                                 \
  X (IF, "if", 3, R)           /* condition, value, otherwise */                       \
  X (NOEVENT, "noevent", 1, R) /* relations inside make no events */                   \
  X (SMOOTH, "smooth", 1, R)   /* payload: order */                                    \
  X (DER, "der", 1, R)         /* d/dt of any expression; gone after dae/index */      \
  X (PRE, "pre", 1, R)                                                                 \
  X (EDGE, "edge", 1, B)                                                               \
  X (CHANGE, "change", 1, B)                                                           \
  X (INITIAL, "initial()", 0, B)                                                       \
  X (SAMPLE, "sample", 2, B) /* start, interval */                                     \
  X (RELATION, "relation", 0,                                                          \
     B)                    /* payload: relation of the DaeSystem, after dae/event */   \
  X (TABLE, "table", 1, R) /* payload: table and its settings; argument */             \
  X (TABLE_DER, "table'", 1, R)   /* slope of the same table */                        \
  X (TABLE_BEND, "table''", 1, R) /* slope of that slope */                            \
  X (DELAY, "delay", 2, R)        /* payload: delay; signal, time */

typedef enum {
#define X(name, text, n_args, result) EXPR_##name,
  EXPR_OPERATORS (X)
#undef X
      EXPR_N_OPS
} ExprOp;
