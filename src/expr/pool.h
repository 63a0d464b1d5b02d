/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "expr/ops.h"

/* Expressions as shared values.
 *
 * Equal expressions are stored once, so ExprId equality is structural equality, and a
 * pass over a pool in increasing id visits arguments before their users. Building
 * simplifies locally (constants folded, x+0, x*1, x-x, --x, commutative arguments
 * ordered by id, …) without changing the value where it is defined and finite, apart
 * from rounding (x/x is 1, 0/x is 0). Booleans are the numbers 0 and 1. A pool belongs
 * to one thread. Nothing recurses over expression depth.
 */
typedef struct ExprPool ExprPool;

typedef struct {
  uint32_t at;
} ExprId;

#define EXPR_NONE ((ExprId){UINT32_MAX})

static inline bool
expr_is (ExprId a, ExprId b)
{
  return a.at == b.at;
}

static inline bool
expr_is_none (ExprId a)
{
  return a.at == UINT32_MAX;
}

/* Which variable, crossing, table or delay a node stands for: no index of an array
 * until expr_index() has held it against the length. */
typedef struct {
  uint32_t at;
} ExprIndex;

typedef struct {
  ExprOp op;
  ExprIndex payload; /* VAR: variable; CROSSING, TABLE, DELAY, SMOOTH: see ops.h */
  ExprId args[3];    /* EXPR_NONE beyond the arity */
  double number;     /* NUMBER */
} ExprNode;

/* The index as a number, which must be less than n. Aborts otherwise: a table is
 * written or read beyond its end by no expression, whatever went wrong before. */
G_NORETURN void expr_index_fail (ExprIndex index, uint32_t n);

static inline uint32_t
expr_index (ExprIndex index, uint32_t n)
{
  if (G_UNLIKELY (index.at >= n))
    expr_index_fail (index, n);
  return index.at;
}

/* The pool's memory is in `arena`, its hash table too. */
ExprPool *expr_pool_new (BaseArena *arena);
uint32_t expr_pool_size (const ExprPool *pool);

/* Bytes that this arena has handed out, to whomever. */
size_t expr_pool_memory (const ExprPool *pool);

/* Forgets all expressions from the id `size` on. Whoever remembers something by
 * expression forgets it, too: their ids will stand for others. */
void expr_pool_cut (ExprPool *pool, uint32_t size);

/* How many of each kind expressions may speak of. */
typedef struct {
  uint32_t n_vars;
  uint32_t n_crossings;
  uint32_t n_tables;
  uint32_t n_delays;
} ExprBounds;

/* Every expression of the pool keeps within the bounds, and its arguments came before
 * it; aborts with a message on a violation. */
void expr_pool_verify (const ExprPool *pool, const ExprBounds *bounds);

/* Valid until the next expression is built. */
const ExprNode *expr_node (const ExprPool *pool, ExprId e);
ExprOp expr_op (const ExprPool *pool, ExprId e);
uint32_t expr_n_args (ExprOp op);
bool expr_op_is_boolean (ExprOp op);
bool expr_op_is (ExprOp op,
                 uint32_t trait); /* EXPR_ODD, ...; false but for functions */
const char *expr_op_text (ExprOp op);
bool expr_is_number (const ExprPool *pool, ExprId e, double *value);
bool expr_is_zero (const ExprPool *pool, ExprId e);

/* Each gives the expression of that value or operator, simplified, which may be one
 * that there was. Arguments must be of the same pool. */
ExprId expr_number (ExprPool *pool, double value);
ExprId expr_bool (ExprPool *pool, bool value);
ExprId expr_var (ExprPool *pool, uint32_t variable);
ExprId expr_time (ExprPool *pool);
ExprId expr_leaf (ExprPool *pool, ExprOp op, uint32_t payload); /* INITIAL, CROSSING */
ExprId expr_unary (ExprPool *pool, ExprOp op, ExprId a);
ExprId expr_binary (ExprPool *pool, ExprOp op, ExprId a, ExprId b);
ExprId expr_if (ExprPool *pool, ExprId condition, ExprId value, ExprId otherwise);
/* Any operator with its payload, simplified like the others. */
ExprId expr_make (ExprPool *pool, ExprOp op, uint32_t payload, const ExprId *args);

/* Rewrites expressions, arguments first, each distinct one once. `make` says what
 * stands for e, or EXPR_NONE: the same operator on the new arguments. `node` is e with
 * these, of which some are others if it `is_changed`. Where `is_end` (may be NULL) is
 * true of a node, it stays with all below it. One memo serves many calls: make it once
 * per substitution. */
typedef ExprId (*ExprMake) (void *data,
                            ExprPool *pool,
                            ExprId e,
                            const ExprNode *node,
                            bool is_changed);
typedef bool (*ExprEnd) (const ExprNode *node);
typedef struct ExprMap ExprMap;

/* The pool and `data` outlive it; the caller frees it, NULL too. */
ExprMap *expr_map_new (ExprPool *pool, ExprMake make, ExprEnd is_end, void *data);
void expr_map_free (ExprMap *map);
/* EXPR_NONE stands for itself. */
ExprId expr_map_apply (ExprMap *map, ExprId e);
/* What stands for e so far, or EXPR_NONE; and what shall. */
ExprId expr_map_find (const ExprMap *map, ExprId e);
void expr_map_set (ExprMap *map, ExprId e, ExprId image);

/* Calls `visit` once for each distinct node of `e`, arguments first. Marks are kept in
 * `walk`, so that several expressions can be walked as one: create it once. */
typedef void (*ExprVisit) (void *data, ExprId e);
typedef struct ExprWalk ExprWalk;

/* The pool outlives it; the caller frees it, NULL too. */
ExprWalk *expr_walk_new (const ExprPool *pool);
void expr_walk_free (ExprWalk *walk);
void expr_walk_reset (ExprWalk *walk); /* forget marks */
/* From now on nodes of this operator are visited, but nothing below them. */
void expr_walk_stop_at (ExprWalk *walk, ExprOp op);
void expr_walk (ExprWalk *walk, ExprId e, ExprVisit visit, void *data);

/* Text for messages and dumps, infix with the least parentheses; `name` gives
 * variables' names (NULL: "v12"). */
typedef const char *(*ExprName) (const void *data, uint32_t variable);
void expr_print (GString *out,
                 const ExprPool *pool,
                 ExprId e,
                 ExprName name,
                 const void *data);

/* Plain evaluation with a value per variable, for constants and tests (the run uses
 * `code`). Unknown leaves (PRE, DELAY, …) give NaN. */
typedef double (*ExprValue) (const void *data, uint32_t variable);
double expr_eval (const ExprPool *pool,
                  ExprId e,
                  double time,
                  ExprValue value,
                  const void *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprMap, expr_map_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprWalk, expr_walk_free)
