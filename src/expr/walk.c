/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Visits, and rewrites, expressions in post-order over shared nodes with an explicit
 * stack, each distinct node once. Marks and images are arrays over the pool, which the
 * system maps in only where they are touched; a pass number in the marks makes
 * forgetting them free. */
#include <glib.h>

#include "base/vec.h"
#include "expr/pool.h"

/* A zeroed array that is longer than `n_old`, with the old content. */
static void
grow (uint32_t **array, uint32_t *n_old, uint32_t n)
{
  uint32_t *longer = g_new0 (uint32_t, n);

  for (uint32_t i = 0; i < *n_old; i++)
    longer[i] = (*array)[i];
  g_free (*array);
  *array = longer;
  *n_old = n;
}

struct ExprWalk {
  const ExprPool *pool;
  uint32_t *mark; /* pass of the last visit */
  uint32_t n_marks;
  uint32_t pass;
  bool is_end[EXPR_N_OPS];
  BASE_VEC (uint32_t) stack;
};

ExprWalk *
expr_walk_new (const ExprPool *pool)
{
  ExprWalk *walk = g_new0 (ExprWalk, 1);

  walk->pool = pool;
  walk->pass = 1;
  return walk;
}

void
expr_walk_free (ExprWalk *walk)
{
  if (walk == NULL)
    return;
  g_free (walk->mark);
  g_free (walk->stack.at);
  g_free (walk);
}

void
expr_walk_reset (ExprWalk *walk)
{
  walk->pass++;
}

void
expr_walk_stop_at (ExprWalk *walk, ExprOp op)
{
  walk->is_end[op] = true;
}

void
expr_walk (ExprWalk *walk, ExprId e, ExprVisit visit, void *data)
{
  if (e.at >= walk->n_marks)
    grow (&walk->mark, &walk->n_marks, MAX (e.at + 1, 2 * walk->n_marks));
  if (walk->mark[e.at] == walk->pass)
    return;
  base_vec_push_heap (walk->stack, e.at);
  while (walk->stack.n > 0) {
    uint32_t id = walk->stack.at[walk->stack.n - 1];
    const ExprNode *node = expr_node (walk->pool, (ExprId){id});
    uint32_t n_before = walk->stack.n;

    if (walk->mark[id] == walk->pass) {
      walk->stack.n--;
      continue;
    }
    /* Arguments that were not visited go first. */
    for (uint32_t i = walk->is_end[node->op] ? 0 : expr_n_args (node->op); i-- > 0;)
      if (walk->mark[node->args[i].at] != walk->pass)
        base_vec_push_heap (walk->stack, node->args[i].at);
    if (walk->stack.n > n_before)
      continue;
    walk->stack.n--;
    walk->mark[id] = walk->pass;
    visit (data, (ExprId){id});
  }
}

struct ExprMap {
  ExprPool *pool;
  ExprMake make;
  ExprEnd is_end;
  void *data;
  uint32_t *image; /* id + 1 of what stands for it, 0 while unknown */
  uint32_t n_images;
  BASE_VEC (uint32_t) stack;
};

ExprMap *
expr_map_new (ExprPool *pool, ExprMake make, ExprEnd is_end, void *data)
{
  ExprMap *map = g_new0 (ExprMap, 1);

  map->pool = pool;
  map->make = make;
  map->is_end = is_end;
  map->data = data;
  return map;
}

void
expr_map_free (ExprMap *map)
{
  if (map == NULL)
    return;
  g_free (map->image);
  g_free (map->stack.at);
  g_free (map);
}

static bool
ends_at (const ExprMap *map, const ExprNode *node)
{
  return map->is_end != NULL && map->is_end (node);
}

ExprId
expr_map_find (const ExprMap *map, ExprId e)
{
  return e.at < map->n_images ? (ExprId){map->image[e.at] - 1} : EXPR_NONE;
}

void
expr_map_set (ExprMap *map, ExprId e, ExprId image)
{
  if (e.at >= map->n_images)
    grow (&map->image, &map->n_images,
          MAX (expr_pool_size (map->pool), MAX (e.at + 1, 2 * map->n_images)));
  map->image[e.at] = image.at + 1;
}

/* The arguments have their images. */
static ExprId
image_of (ExprMap *map, ExprId e)
{
  ExprNode node = *expr_node (map->pool, e);
  bool is_changed = false;

  if (ends_at (map, &node))
    return e;
  for (uint32_t i = 0; i < expr_n_args (node.op); i++) {
    ExprId image = expr_map_find (map, node.args[i]);
    is_changed = is_changed || !expr_is (image, node.args[i]);
    node.args[i] = image;
  }
  ExprId image = map->make (map->data, map->pool, e, &node, is_changed);
  if (!expr_is_none (image))
    return image;
  return is_changed ? expr_make (map->pool, node.op, node.payload.at, node.args) : e;
}

ExprId
expr_map_apply (ExprMap *map, ExprId e)
{
  if (expr_is_none (e))
    return e;
  base_vec_push_heap (map->stack, e.at);
  while (map->stack.n > 0) {
    ExprId top = {map->stack.at[map->stack.n - 1]};
    const ExprNode *node = expr_node (map->pool, top);
    uint32_t n_before = map->stack.n;

    if (expr_is_none (expr_map_find (map, top)) && !ends_at (map, node))
      for (uint32_t i = expr_n_args (node->op); i-- > 0;)
        if (expr_is_none (expr_map_find (map, node->args[i])))
          base_vec_push_heap (map->stack, node->args[i].at);
    if (map->stack.n > n_before)
      continue;
    map->stack.n--;
    if (expr_is_none (expr_map_find (map, top)))
      expr_map_set (map, top, image_of (map, top));
  }
  return expr_map_find (map, e);
}
