/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/delay.h"
#include "code/table.h"
#include "expr/ops.h"

/* Instructions: one list gives the enum, the names, the numbers of operands and the
 * evaluator.   X (NAME, "text", number of operands, value)
 * The value is written in terms of the operands A to I; `text` shows it in dumps with
 * the same letters. Booleans are 0 and 1. The first are those of expr/ops.h that
 * compute something, by the same names and with further columns. */

/* Instructions without an operator of their own. */
#define CODE_EXTRA_OPS(X)                                                              \
  X (MOVE, "A", 1, A)                                                                  \
  X (SQUARE, "A * A", 1, A *A)                                                         \
  X (EDGE, "A and not B", 2, A != 0.0 && B == 0.0)                                     \
  X (TABLE, "table A of B", 2, code_table_value (&A, B))                               \
  X (TABLE_SLOPE, "slope of table A of B", 2, code_table_slope (&A, B))                \
  X (TABLE_BEND, "bend of table A of B", 2, code_table_bend (&A, B))                   \
  X (TABLE_PREPARE, "prepare A", 1, code_table_prepare (&A))                           \
  X (DELAY, "A delayed by B at C", 3, code_delay_value (s, A, B, C))                   \
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
  EXPR_COMPUTED (X)                                                                    \
  CODE_EXTRA_OPS (X)                                                                   \
  CODE_FUSED_OPS (X)

enum { CODE_MAX_ARGS = 9 };

typedef enum {
#define X(name, ...) CODE_##name,
  CODE_OPS (X)
#undef X
      CODE_RETURN, /* ends a range; no target, no operands */
  CODE_N_OPS
} CodeOp;
