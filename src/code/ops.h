/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "code/delay.h"
#include "code/table.h"

/* Instructions: one list gives the enum, the names, the numbers of operands and the
 * evaluator.   X (NAME, "text", number of operands, value)
 * The value is written in terms of the operands A to I; `text` shows it in dumps with
 * the same letters. Booleans are 0 and 1. */

/* One for each operator of expr/ops.h that computes something, by the same name. */
#define CODE_PLAIN_OPS(X)                                                              \
  X (ADD, "A + B", 2, A + B)                                                           \
  X (SUB, "A - B", 2, A - B)                                                           \
  X (MUL, "A * B", 2, A *B)                                                            \
  X (DIV, "A / B", 2, A / B)                                                           \
  X (POW, "pow (A, B)", 2, pow (A, B))                                                 \
  X (NEG, "-A", 1, -A)                                                                 \
  X (SIN, "sin (A)", 1, sin (A))                                                       \
  X (COS, "cos (A)", 1, cos (A))                                                       \
  X (TAN, "tan (A)", 1, tan (A))                                                       \
  X (ASIN, "asin (A)", 1, asin (A))                                                    \
  X (ACOS, "acos (A)", 1, acos (A))                                                    \
  X (ATAN, "atan (A)", 1, atan (A))                                                    \
  X (ATAN2, "atan2 (A, B)", 2, atan2 (A, B))                                           \
  X (SINH, "sinh (A)", 1, sinh (A))                                                    \
  X (COSH, "cosh (A)", 1, cosh (A))                                                    \
  X (TANH, "tanh (A)", 1, tanh (A))                                                    \
  X (EXP, "exp (A)", 1, exp (A))                                                       \
  X (LOG, "log (A)", 1, log (A))                                                       \
  X (LOG10, "log10 (A)", 1, log10 (A))                                                 \
  X (SQRT, "sqrt (A)", 1, sqrt (A))                                                    \
  X (HYPOT, "hypot (A, B)", 2, hypot (A, B))                                           \
  X (ABS, "abs (A)", 1, fabs (A))                                                      \
  X (MIN, "min (A, B)", 2, A < B ? A : B)                                              \
  X (MAX, "max (A, B)", 2, A > B ? A : B)                                              \
  X (SIGN, "sign (A)", 1, (A > 0.0) - (A < 0.0))                                       \
  X (FLOOR, "floor (A)", 1, floor (A))                                                 \
  X (DIV_INT, "div (A, B)", 2, trunc (A / B))                                          \
  X (MOD, "mod (A, B)", 2, A - floor (A / B) * B)                                      \
  X (REM, "rem (A, B)", 2, fmod (A, B))                                                \
  X (LT, "A < B", 2, A < B)                                                            \
  X (LE, "A <= B", 2, A <= B)                                                          \
  X (GT, "A > B", 2, A > B)                                                            \
  X (GE, "A >= B", 2, A >= B)                                                          \
  X (EQ, "A == B", 2, A == B)                                                          \
  X (NE, "A != B", 2, A != B)                                                          \
  X (AND, "A and B", 2, A != 0.0 && B != 0.0)                                          \
  X (OR, "A or B", 2, A != 0.0 || B != 0.0)                                            \
  X (NOT, "not A", 1, A == 0.0)                                                        \
  X (IF, "A ? B : C", 3, A != 0.0 ? B : C)

/* Instructions without an operator of their own. */
#define CODE_EXTRA_OPS(X)                                                              \
  X (MOVE, "A", 1, A)                                                                  \
  X (SQUARE, "A * A", 1, A *A)                                                         \
  X (EDGE, "A and not B", 2, A != 0.0 && B == 0.0)                                     \
  X (TABLE, "table A of B", 2, code_table_value (&A, B))                               \
  X (TABLE_SLOPE, "slope of table A of B", 2, code_table_slope (&A, B))                \
  X (TABLE_BEND, "bend of table A of B", 2, code_table_bend (&A, B))                   \
  X (TABLE_PREPARE, "prepare A", 1, code_table_prepare (&A))                           \
  X (DELAY, "A delayed by B at C", 3, code_delay_value (&A, B, C))                     \
  X (SUM_ABS, "abs (A) + abs (B)", 2, fabs (A) + fabs (B))

/* Two and more operations in one instruction, with the same roundings as one by one. An
 * operation that is fused into its user gives the first operands, the user's others
 * follow (fuse.c has the table of what becomes what). */
#define CODE_FUSED_OPS(X)                                                              \
  X (ADD_ADD, "(A + B) + C", 3, (A + B) + C)                                           \
  X (SUB_ADD, "(A - B) + C", 3, (A - B) + C)                                           \
  X (MUL_ADD, "A * B + C", 3, A *B + C)                                                \
  X (ADD_SUB, "(A + B) - C", 3, (A + B) - C)                                           \
  X (SUB_SUB, "(A - B) - C", 3, (A - B) - C)                                           \
  X (MUL_SUB, "A * B - C", 3, A *B - C)                                                \
  X (ADD_RSUB, "C - (A + B)", 3, C - (A + B))                                          \
  X (SUB_RSUB, "C - (A - B)", 3, C - (A - B))                                          \
  X (MUL_RSUB, "C - A * B", 3, C - A * B)                                              \
  X (ADD_MUL, "(A + B) * C", 3, (A + B) * C)                                           \
  X (SUB_MUL, "(A - B) * C", 3, (A - B) * C)                                           \
  X (MUL_MUL, "(A * B) * C", 3, (A * B) * C)                                           \
  X (ADD_DIV, "(A + B) / C", 3, (A + B) / C)                                           \
  X (SUB_DIV, "(A - B) / C", 3, (A - B) / C)                                           \
  X (MUL_DIV, "(A * B) / C", 3, (A * B) / C)                                           \
  X (MUL_NEG, "-(A * B)", 2, -(A * B))                                                 \
  X (MUL_ADD_MUL, "A * B + C * D", 4, A *B + C * D)                                    \
  X (MUL_SUB_MUL, "A * B - C * D", 4, A *B - C * D)                                    \
  X (MUL_RSUB_MUL, "C * D - A * B", 4, C *D - A * B)                                   \
  X (SUB_MUL_ADD, "(A - B) * C + D", 4, (A - B) * C + D)                               \
  X (SUB_MUL_SUB, "(A - B) * C - D", 4, (A - B) * C - D)                               \
  X (SUB_MUL_RSUB, "D - (A - B) * C", 4, D - (A - B) * C)                              \
  X (SUB_SUB_MUL, "((A - B) - C) * D", 4, ((A - B) - C) * D)                           \
  X (SUB_SUB_DIV, "((A - B) - C) / D", 4, ((A - B) - C) / D)                           \
  X (ADD_ADD_DIV, "((A + B) + C) / D", 4, ((A + B) + C) / D)                           \
  X (ADD_SUB_DIV, "((A + B) - C) / D", 4, ((A + B) - C) / D)                           \
  X (SUB_ADD_DIV, "((A - B) + C) / D", 4, ((A - B) + C) / D)                           \
  X (ADD_ADD_SUB, "((A + B) + C) - D", 4, ((A + B) + C) - D)                           \
  X (ADD_SUB_SUB, "((A + B) - C) - D", 4, ((A + B) - C) - D)                           \
  X (SUB_SUB_SUM, "(C - D) - (A + B)", 4, (C - D) - (A + B))                           \
  X (SUB_SUB_SUM_SUB, "((C - D) - (A + B)) - E", 5, ((C - D) - (A + B)) - E)           \
  X (SUB_SUB_SUM_MUL, "(((C - D) - (A + B)) - E) * F", 6,                              \
     (((C - D) - (A + B)) - E) * F)                                                    \
  X (ADD_SUB_SUB_DIV, "(((A + B) - C) - D) / E", 5, (((A + B) - C) - D) / E)           \
  X (SUB_MUL_ADD_MUL, "(A - B) * C + D * E", 5, (A - B) * C + D * E)                   \
  X (SUB_MUL_TWICE, "(A - B) * C + (D - E) * F", 6, (A - B) * C + (D - E) * F)         \
  X (SUB_SUB_MUL_SUB_MUL, "((A - B) - C) * D + (E - F) * G", 7,                        \
     ((A - B) - C) * D + (E - F) * G)                                                  \
  X (SUB_SUB_SUM_MUL_SUB_MUL, "(((C - D) - (A + B)) - E) * F + (G - H) * I", 9,        \
     (((C - D) - (A + B)) - E) * F + (G - H) * I)

#define CODE_OPS(X)                                                                    \
  CODE_PLAIN_OPS (X)                                                                   \
  CODE_EXTRA_OPS (X)                                                                   \
  CODE_FUSED_OPS (X)

enum { CODE_MAX_ARGS = 9 };

typedef enum {
#define X(name, text, n_args, value) CODE_##name,
  CODE_OPS (X)
#undef X
      CODE_RETURN, /* ends a range; no target, no operands */
  CODE_N_OPS
} CodeOp;
