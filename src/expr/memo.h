/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Most expressions have no more nodes: for them nothing is allocated. */
enum { EXPR_MEMO_FEW = 12 };

/* A small map from expression to number for work on single expressions, where an array
 * over the whole pool would cost more than the work. Private to expr/. Zeroed = empty.
 */
typedef struct {
  uint64_t *entries; /* (key + 1) << 32 | value; 0 is free; NULL: all are in `few` */
  uint32_t mask;     /* size - 1, or 0 without entries */
  uint32_t n;
  uint64_t few[EXPR_MEMO_FEW]; /* the first n, in the order of their coming */
} ExprMemo;

void expr_memo_clear (ExprMemo *memo);
bool expr_memo_find (const ExprMemo *memo, uint32_t key, uint32_t *value);

/* The key must not be there yet. */
void expr_memo_add (ExprMemo *memo, uint32_t key, uint32_t value);

struct ExprPool;

/* The distinct nodes of one expression, arguments first, and the place of each. What is
 * memory is left out: below PRE, and the signal of a DELAY. It stays where it was
 * zeroed. */
typedef struct {
  uint32_t *at;
  uint32_t n, max;
  ExprMemo place;
  uint32_t few[EXPR_MEMO_FEW]; /* that `at` begins with */
} ExprNodes;

/* The first argument that counts now; all of them for other operators. */
uint32_t expr_memo_first_present (uint32_t op);
void expr_memo_collect_nodes (ExprNodes *nodes,
                              const struct ExprPool *pool,
                              uint32_t e);
void expr_memo_clear_nodes (ExprNodes *nodes);
