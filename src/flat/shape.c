/* Sizes of arrays, from declarations or (`:`) from the value of a parameter. */
#include <math.h>
#include <string.h>

#include "flat/build.h"

enum { DEEPEST_SIZE = 32 };

static FlatShape shape_of (const FlatScope *scope, const LangExpr *expr);

/* ---- sizes of values, as far as the text tells ---- */

static FlatShape
of_list (const FlatScope *scope, const LangExpr *expr)
{
  FlatShape first = FLAT_SCALAR;

  if (expr->n_args > 0)
    first = shape_of (scope, expr->args[0]);
  return (FlatShape){.rank = 1 + MIN (first.rank, 1), .n = {expr->n_args, first.n[0]}};
}

static FlatShape
of_name (const FlatScope *scope, const LangExpr *expr)
{
  FlatTarget target;
  FlatPath path;
  const LibMember *member;

  if (scope->node == NULL || !flat_path_read (expr, &path))
    return FLAT_SCALAR;
  target = flat_name_find (scope, &path);
  if (target.kind != FLAT_NAME_VALUE || target.at < path.n)
    return FLAT_SCALAR;
  member = flat_node_member (target.node, target.member);
  if (member->slot == UINT32_MAX || member->type->n_dims == 0)
    return FLAT_SCALAR;
  return flat_node_shapes (scope->build, target.node)[member->slot];
}

/* zeros(n), ones(n, m), fill(v, n, m) */
static FlatShape
of_call (const FlatScope *scope, const LangExpr *call)
{
  const char *name = call->args[0]->kind == LANG_NAME ? call->args[0]->name : "";
  uint32_t first = strcmp (name, "fill") == 0 ? 2 : 1;
  FlatShape shape = {.rank = call->n_args - MIN (first, call->n_args)};

  if (strcmp (name, "zeros") != 0 && strcmp (name, "ones") != 0 && first != 2)
    return FLAT_SCALAR;
  for (uint32_t i = 0; i < shape.rank && i < 2; i++) {
    double size;

    if (!flat_known_number (scope, call->args[first + i], &size))
      return FLAT_SCALAR;
    shape.n[i] = (uint32_t) CLAMP (size, 0, FLAT_MOST_ELEMENTS);
  }
  return shape;
}

/* FLAT_SCALAR for what is no array or what cannot be told. */
static FlatShape
shape_of (const FlatScope *scope, const LangExpr *expr)
{
  FlatScope inner = *scope;

  if (++inner.depth > DEEPEST_SIZE)
    return FLAT_SCALAR;
  switch (expr->kind) {
  case LANG_ARRAY:
  case LANG_MATRIX:
    return of_list (&inner, expr);
  case LANG_NAME:
  case LANG_MEMBER:
    return of_name (&inner, expr);
  case LANG_CALL:
    return of_call (&inner, expr);
  case LANG_UNARY:
    return shape_of (&inner, expr->args[0]);
  case LANG_NUMBER:
  case LANG_STRING:
  case LANG_BOOL:
  case LANG_BINARY:
  case LANG_IF:
  case LANG_INDEX:
  case LANG_RANGE:
  case LANG_COLON:
  case LANG_TRANSPOSE:
  case LANG_FOR:
    return FLAT_SCALAR;
  }
  g_assert_not_reached ();
}

/* ---- sizes of members ---- */

static bool
size_of_value (FlatBuild *build, FlatNode *node, uint32_t member, FlatShape *shape)
{
  const LibMember *m = flat_node_member (node, member);
  bool is_parameter = m->decl != NULL && m->decl->kind == LANG_PARAMETER;
  FlatBinding binding = flat_binding_value (build, node, member);
  FlatScope scope = flat_scope_of (build, &binding, node);

  *shape = FLAT_SCALAR;
  if (is_parameter && binding.expr != NULL)
    *shape = shape_of (&scope, binding.expr);
  return shape->rank == m->type->n_dims;
}

static bool
size_of_dim (const FlatScope *scope, const LangExpr *dim, uint32_t *n)
{
  double size;

  if (!flat_known_number (scope, dim, &size))
    return false;
  *n = (uint32_t) CLAMP (size, 0, FLAT_MOST_ELEMENTS);
  if (size >= 0 && size <= FLAT_MOST_ELEMENTS)
    return true;
  flat_report (scope->build, 308, dim->span, scope->place,
               "%.0f is no size of an array", size);
  return false;
}

static FlatShape
shape_of_member (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatScope scope = {.build = build, .node = node, .from = m->from, .place = node};
  FlatShape shape = {.rank = m->type->n_dims}, of_value;

  for (uint32_t i = 0; i < shape.rank; i++) {
    if (m->type->dims[i]->kind != LANG_COLON) {
      if (!size_of_dim (&scope, m->type->dims[i], &shape.n[i]))
        return (FlatShape){.rank = shape.rank};
      continue;
    }
    if (!size_of_value (build, node, member, &of_value)) {
      FlatBinding binding = flat_binding_value (build, node, member);

      if (binding.expr != NULL)
        flat_report (build, 308, binding.span, node, "the size of %s is not known",
                     m->name);
      return (FlatShape){.rank = shape.rank};
    }
    shape.n[i] = of_value.n[i];
  }
  if ((uint64_t) shape.n[0] * MAX (1, shape.n[1]) <= FLAT_MOST_ELEMENTS)
    return shape;
  flat_report (build, 601, m->decl->span, node, "%s has more than %d elements", m->name,
               FLAT_MOST_ELEMENTS);
  return (FlatShape){.rank = shape.rank};
}

const FlatShape *
flat_node_shapes (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;
  FlatShape *shapes;
  uint32_t *offsets, at = 0;

  if (node->shapes != NULL)
    return node->shapes;
  shapes = base_arena_array (build->arena, FlatShape, class->n_values + 1);
  offsets = base_arena_array (build->arena, uint32_t, class->n_values + 1);
  /* Set first: a size that leads back to this node finds empty ones. */
  node->shapes = shapes;
  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *m = &class->members[i];

    if (m->slot == UINT32_MAX || m->type == NULL)
      continue;
    if (m->type->n_dims > 0)
      shapes[m->slot] = shape_of_member (build, node, i);
    offsets[m->slot] = at;
    at += flat_shape_count (shapes[m->slot]);
  }
  offsets[class->n_values] = at;
  node->offsets = offsets;
  return shapes;
}
