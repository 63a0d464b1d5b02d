/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps from expression ids to numbers for work on single expressions: open addressing
 * with linear probing and multiplicative hashing (Knuth, The art of computer
 * programming, volume 3, section 6.4), at most half full. The nodes of an expression
 * are collected in post-order with an explicit stack, since expressions may be deeper
 * than the C stack. */
#include "expr/memo.h"

#include <glib.h>

#include "base/vec.h"
#include "expr/pool.h"

static uint32_t
slot_of (const ExprMemo *memo, uint32_t key)
{
  uint32_t i = (key * 2654435761u) >> 7 & memo->mask;

  while (memo->entries[i] != 0 && memo->entries[i] >> 32 != (uint64_t) key + 1)
    i = (i + 1) & memo->mask;
  return i;
}

static uint64_t
entry (uint32_t key, uint32_t value)
{
  return ((uint64_t) key + 1) << 32 | value;
}

static void
enlarge (ExprMemo *memo)
{
  uint64_t *old = memo->entries;
  uint32_t n_old = old == NULL ? 0 : memo->mask + 1;
  uint32_t size = MAX (32, 2 * n_old);

  memo->entries = g_new0 (uint64_t, size);
  memo->mask = size - 1;
  for (uint32_t i = 0; i < n_old; i++)
    if (old[i] != 0)
      memo->entries[slot_of (memo, (uint32_t) ((old[i] >> 32) - 1))] = old[i];
  g_free (old);
}

void
expr_memo_clear (ExprMemo *memo)
{
  g_free (memo->entries);
  *memo = (ExprMemo){0};
}

bool
expr_memo_find (const ExprMemo *memo, uint32_t key, uint32_t *value)
{
  if (memo->n == 0)
    return false;
  uint64_t found = memo->entries[slot_of (memo, key)];
  *value = (uint32_t) found;
  return found != 0;
}

void
expr_memo_add (ExprMemo *memo, uint32_t key, uint32_t value)
{
  if (memo->entries == NULL || 2 * memo->n >= memo->mask)
    enlarge (memo);
  memo->entries[slot_of (memo, key)] = entry (key, value);
  memo->n++;
}

uint32_t
expr_memo_first_present (uint32_t op)
{
  return op == EXPR_PRE || op == EXPR_DELAY ? 1 : 0;
}

void
expr_memo_collect_nodes (ExprNodes *nodes, const ExprPool *pool, uint32_t e)
{
  BASE_VEC (uint32_t) stack = {0};
  uint32_t place;

  base_vec_push_heap (stack, e);
  while (stack.n > 0) {
    uint32_t id = stack.at[stack.n - 1], n_before = stack.n;
    const ExprNode *node = expr_node (pool, (ExprId){id});

    if (expr_memo_find (&nodes->place, id, &place)) {
      stack.n--;
      continue;
    }
    for (uint32_t i = expr_n_args (node->op); i-- > expr_memo_first_present (node->op);)
      if (!expr_memo_find (&nodes->place, node->args[i].at, &place))
        base_vec_push_heap (stack, node->args[i].at);
    if (stack.n > n_before)
      continue;
    stack.n--;
    expr_memo_add (&nodes->place, id, nodes->n);
    base_vec_push_heap (*nodes, id);
  }
  g_free (stack.at);
}

void
expr_memo_clear_nodes (ExprNodes *nodes)
{
  g_free (nodes->at);
  expr_memo_clear (&nodes->place);
  *nodes = (ExprNodes){0};
}
