/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps from expression ids to numbers for work on single expressions: a list while they
 * are few, then open addressing with linear probing and multiplicative hashing (Knuth,
 * The art of computer programming, volume 3, section 6.4), at most half full. The nodes
 * of an expression are collected in post-order with an explicit stack, since
 * expressions may be deeper than the C stack. */
#include "expr/memo.h"

#include <glib.h>
#include <string.h>

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
  bool is_list = memo->entries == NULL;
  uint64_t *old = is_list ? memo->few : memo->entries;
  uint32_t n_old = is_list ? memo->n : memo->mask + 1;
  uint32_t size = is_list ? 64 : 2 * n_old;

  memo->entries = g_new0 (uint64_t, size);
  memo->mask = size - 1;
  for (uint32_t i = 0; i < n_old; i++)
    if (old[i] != 0)
      memo->entries[slot_of (memo, (uint32_t) ((old[i] >> 32) - 1))] = old[i];
  if (!is_list)
    g_free (old);
}

void
expr_memo_clear (ExprMemo *memo)
{
  g_free (memo->entries);
  memo->entries = NULL;
  memo->mask = memo->n = 0;
}

bool
expr_memo_find (const ExprMemo *memo, uint32_t key, uint32_t *value)
{
  uint64_t found = 0;

  if (memo->entries != NULL)
    found = memo->entries[slot_of (memo, key)];
  else
    for (uint32_t i = 0; i < memo->n && found == 0; i++)
      found = memo->few[i] >> 32 == (uint64_t) key + 1 ? memo->few[i] : 0;
  *value = (uint32_t) found;
  return found != 0;
}

void
expr_memo_add (ExprMemo *memo, uint32_t key, uint32_t value)
{
  if (memo->entries == NULL && memo->n < EXPR_MEMO_FEW) {
    memo->few[memo->n++] = entry (key, value);
    return;
  }
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

/* Appends to an array that begins in `few`, which holds `n_few`. */
static void
push (uint32_t **at, uint32_t *n, uint32_t *max, uint32_t *few, uint32_t id)
{
  if (*n == *max) {
    uint32_t *longer = g_new (uint32_t, 2 * *max);

    memcpy (longer, *at, *n * sizeof *longer);
    if (*at != few)
      g_free (*at);
    *at = longer;
    *max *= 2;
  }
  (*at)[(*n)++] = id;
}

void
expr_memo_collect_nodes (ExprNodes *nodes, const ExprPool *pool, uint32_t e)
{
  enum { FEW = 64 };
  uint32_t few[FEW], *stack = few, n_stack = 0, max_stack = FEW, place;

  if (nodes->at == NULL) {
    nodes->at = nodes->few;
    nodes->max = EXPR_MEMO_FEW;
  }
  push (&stack, &n_stack, &max_stack, few, e);
  while (n_stack > 0) {
    uint32_t id = stack[n_stack - 1], n_before = n_stack;
    const ExprNode *node = expr_node (pool, (ExprId){id});

    if (expr_memo_find (&nodes->place, id, &place)) {
      n_stack--;
      continue;
    }
    /* Arguments that are not there yet go first. */
    for (uint32_t i = expr_n_args (node->op); i-- > expr_memo_first_present (node->op);)
      if (!expr_memo_find (&nodes->place, node->args[i].at, &place))
        push (&stack, &n_stack, &max_stack, few, node->args[i].at);
    if (n_stack > n_before)
      continue;
    /* Then the node. */
    n_stack--;
    expr_memo_add (&nodes->place, id, nodes->n);
    push (&nodes->at, &nodes->n, &nodes->max, nodes->few, id);
  }
  if (stack != few)
    g_free (stack);
}

void
expr_memo_clear_nodes (ExprNodes *nodes)
{
  if (nodes->at != nodes->few)
    g_free (nodes->at);
  nodes->at = NULL;
  nodes->n = nodes->max = 0;
  expr_memo_clear (&nodes->place);
}
