/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hash-consing: each node that is built is looked up by operator, payload, arguments
 * and the bits of its number, and appended only if it is new. Nodes stand in chunks
 * that never move; the hash table has open addressing with linear probing, at most half
 * full, and its entries are (hash << 32 | id + 1), so that a probe reads a node only
 * when it is almost surely the right one. Building a node costs a constant; cutting the
 * pool rebuilds the table. */
#include "expr/pool.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "expr/pool-private.h"

#define CHUNK_BITS  10
#define CHUNK_SIZE  (1u << CHUNK_BITS)
#define FIRST_TABLE 2048u
#define FREE_ENTRY  0u

struct ExprPool {
  BaseArena *arena;
  BASE_VEC (ExprNode *) chunks;
  uint32_t n;
  uint64_t *table;
  uint32_t mask;
  uint32_t n_hashed; /* all nodes but the leaves of variables */
  BASE_VEC (uint32_t)
  leaves; /* 1 + id of each variable's leaf, 0 if there is none yet */
};

static const struct {
  const char *text;
  uint8_t n_args;
  char result;
} OPERATORS[EXPR_N_OPS] = {
#define X(name, form, n_args, value, text, result)                                     \
  [EXPR_##name] = {text, n_args, #result[0]},
    EXPR_OPERATORS (X)
#undef X
};

static const uint8_t TRAITS[EXPR_N_OPS] = {
#define X(NAME, name, n_args, value, by_a, by_b, inverse, traits, ...)                 \
  [EXPR_##NAME] = traits,
    BASE_FUNCTIONS (X)
#undef X
};

ExprPool *
expr_pool_new (BaseArena *arena)
{
  ExprPool *pool = base_arena_new0 (arena, ExprPool);

  pool->arena = arena;
  pool->table = base_arena_array (arena, uint64_t, FIRST_TABLE);
  pool->mask = FIRST_TABLE - 1;
  return pool;
}

size_t
expr_pool_memory (const ExprPool *pool)
{
  return base_arena_used (pool->arena);
}

uint32_t
expr_pool_size (const ExprPool *pool)
{
  return pool->n;
}

void
expr_index_fail (ExprIndex index, uint32_t n)
{
  g_error ("an expression speaks of number %u of %u", index.at, n);
}

const ExprNode *
expr_node (const ExprPool *pool, ExprId e)
{
  if (G_UNLIKELY (e.at >= pool->n))
    g_error ("there is no expression %u among %u", e.at, pool->n);
  return &pool->chunks.at[e.at >> CHUNK_BITS][e.at & (CHUNK_SIZE - 1)];
}

ExprOp
expr_op (const ExprPool *pool, ExprId e)
{
  return expr_node (pool, e)->op;
}

uint32_t
expr_n_args (ExprOp op)
{
  return OPERATORS[op].n_args;
}

bool
expr_op_is_boolean (ExprOp op)
{
  return OPERATORS[op].result == 'B';
}

bool
expr_op_is (ExprOp op, uint32_t trait)
{
  return (TRAITS[op] & trait) != 0;
}

const char *
expr_op_text (ExprOp op)
{
  return OPERATORS[op].text;
}

bool
expr_is_number (const ExprPool *pool, ExprId e, double *value)
{
  const ExprNode *node = expr_node (pool, e);

  *value = node->number;
  return node->op == EXPR_NUMBER;
}

bool
expr_is_zero (const ExprPool *pool, ExprId e)
{
  double number;

  return expr_is_number (pool, e, &number) && number == 0.0;
}

static uint64_t
number_bits (double number)
{
  uint64_t bits;

  memcpy (&bits, &number, sizeof bits);
  return bits;
}

static uint32_t
hash_of (const ExprNode *node)
{
  uint64_t hash = node->op + ((uint64_t) node->payload.at << 32);

  hash = (hash ^ number_bits (node->number)) * 0x9e3779b97f4a7c15u;
  hash ^= hash >> 29;
  hash = (hash ^ ((uint64_t) node->args[0].at << 32 | node->args[1].at)) *
         0xbf58476d1ce4e5b9u;
  hash ^= hash >> 32;
  hash = (hash ^ node->args[2].at) * 0x94d049bb133111ebu;
  return (uint32_t) (hash >> 32);
}

static bool
is_same (const ExprNode *a, const ExprNode *b)
{
  return a->op == b->op && a->payload.at == b->payload.at &&
         expr_is (a->args[0], b->args[0]) && expr_is (a->args[1], b->args[1]) &&
         expr_is (a->args[2], b->args[2]) &&
         number_bits (a->number) == number_bits (b->number);
}

static void
enlarge_table (ExprPool *pool)
{
  uint32_t mask = 2 * pool->mask + 1;
  uint64_t *table = base_arena_array (pool->arena, uint64_t, (size_t) mask + 1);

  for (uint32_t i = 0; i <= pool->mask; i++) {
    uint64_t entry = pool->table[i];
    if (entry == FREE_ENTRY)
      continue;
    uint32_t at = (uint32_t) (entry >> 32) & mask;
    while (table[at] != FREE_ENTRY)
      at = (at + 1) & mask;
    table[at] = entry;
  }
  pool->table = table;
  pool->mask = mask;
}

static ExprId
append (ExprPool *pool, const ExprNode *node)
{
  if ((pool->n & (CHUNK_SIZE - 1)) == 0)
    base_vec_push (pool->arena, pool->chunks,
                   base_arena_array (pool->arena, ExprNode, CHUNK_SIZE));
  pool->chunks.at[pool->n >> CHUNK_BITS][pool->n & (CHUNK_SIZE - 1)] = *node;
  return (ExprId){pool->n++};
}

/* Leaves of variables are asked for most often: they are found by their number. */
static ExprId
leaf_of (ExprPool *pool, uint32_t variable)
{
  if (variable >= pool->leaves.n) {
    base_vec_reserve (pool->arena, pool->leaves, variable + 1);
    pool->leaves.n = variable + 1;
  }
  uint32_t *leaf = &pool->leaves.at[variable];
  if (*leaf == 0) {
    ExprNode node = {.op = EXPR_VAR,
                     .payload = {variable},
                     .args = {EXPR_NONE, EXPR_NONE, EXPR_NONE}};

    *leaf = append (pool, &node).at + 1;
  }
  return (ExprId){*leaf - 1};
}

ExprId
expr_intern (ExprPool *pool, const ExprNode *node)
{
  if (node->op == EXPR_VAR)
    return leaf_of (pool, node->payload.at);
  if (pool->n_hashed >= pool->mask / 2)
    enlarge_table (pool);

  uint32_t hash = hash_of (node);
  uint32_t i = hash & pool->mask;
  for (; pool->table[i] != FREE_ENTRY; i = (i + 1) & pool->mask) {
    ExprId old = {(uint32_t) pool->table[i] - 1};
    if (pool->table[i] >> 32 == hash && is_same (expr_node (pool, old), node))
      return old;
  }
  ExprId id = append (pool, node);
  pool->table[i] = (uint64_t) hash << 32 | (id.at + 1);
  pool->n_hashed++;
  return id;
}

void
expr_pool_cut (ExprPool *pool, uint32_t size)
{
  pool->n = MIN (pool->n, size);
  for (uint32_t v = 0; v < pool->leaves.n; v++)
    if (pool->leaves.at[v] > pool->n)
      pool->leaves.at[v] = 0;
  memset (pool->table, 0, ((size_t) pool->mask + 1) * sizeof *pool->table);
  pool->n_hashed = 0;
  for (uint32_t id = 0; id < pool->n; id++)
    if (expr_op (pool, (ExprId){id}) != EXPR_VAR) {
      uint32_t hash = hash_of (expr_node (pool, (ExprId){id}));
      uint32_t i = hash & pool->mask;

      while (pool->table[i] != FREE_ENTRY)
        i = (i + 1) & pool->mask;
      pool->table[i] = (uint64_t) hash << 32 | (id + 1);
      pool->n_hashed++;
    }
}

static uint32_t
bound_of (ExprOp op, const ExprBounds *bounds)
{
  switch ((int) op) {
  case EXPR_VAR:
    return bounds->n_vars;
  case EXPR_CROSSING:
    return bounds->n_crossings;
  case EXPR_TABLE:
  case EXPR_TABLE_DER:
  case EXPR_TABLE_BEND:
    return bounds->n_tables;
  case EXPR_DELAY:
    return bounds->n_delays;
  }
  return UINT32_MAX;
}

void
expr_pool_verify (const ExprPool *pool, const ExprBounds *bounds)
{
  for (uint32_t id = 0; id < pool->n; id++) {
    const ExprNode *node = expr_node (pool, (ExprId){id});
    uint32_t n = bound_of (node->op, bounds);

    if (node->payload.at >= n)
      g_error ("expression %u: there is no %s %u of %u", id, expr_op_text (node->op),
               node->payload.at, n);
    for (uint32_t i = 0; i < expr_n_args (node->op); i++)
      if (node->args[i].at >= id)
        g_error ("expression %u: its argument %u comes later", id, node->args[i].at);
  }
}

ExprId
expr_number (ExprPool *pool, double value)
{
  /* One zero and one NaN, so that equal values are one expression. */
  double canonical = isnan (value) ? (double) NAN : value + 0.0;
  ExprNode node = {.op = EXPR_NUMBER,
                   .args = {EXPR_NONE, EXPR_NONE, EXPR_NONE},
                   .number = canonical};

  return expr_intern (pool, &node);
}

ExprId
expr_bool (ExprPool *pool, bool value)
{
  return expr_number (pool, value ? 1.0 : 0.0);
}

ExprId
expr_leaf (ExprPool *pool, ExprOp op, uint32_t payload)
{
  ExprNode node = {
      .op = op, .payload = {payload}, .args = {EXPR_NONE, EXPR_NONE, EXPR_NONE}};

  g_assert (expr_n_args (op) == 0 && op != EXPR_NUMBER);
  return expr_intern (pool, &node);
}

ExprId
expr_var (ExprPool *pool, uint32_t variable)
{
  return leaf_of (pool, variable);
}

ExprId
expr_time (ExprPool *pool)
{
  return expr_leaf (pool, EXPR_TIME, 0);
}
