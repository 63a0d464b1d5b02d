/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of arrays, from declarations or (`:`) from the value of a parameter. They must
 * be known before variables have numbers, so values are not translated: their size is
 * read from the text as far as that tells. Each is found when first asked for and kept;
 * a size under way that is asked for again depends on itself (E302). */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "flat/table/table.h"

enum { DEEPEST_SIZE = 32 };

char *
flat_shape_text (FlatShape shape)
{
  if (shape.rank == 0)
    return g_strdup (_ ("a scalar"));
  return shape.rank == 1
             ? g_strdup_printf (_ ("an array of size %u"), shape.n[0])
             : g_strdup_printf (_ ("an array of size %u × %u"), shape.n[0], shape.n[1]);
}

/* ---- sizes of values, as far as the text tells ---- */

static FlatShape
of_list (const FlatScope *scope, const LangExpr *expr)
{
  FlatShape first = FLAT_SCALAR;

  if (expr->n_args > 0)
    first = flat_shape_of (scope, expr->args[0]);
  return (FlatShape){.rank = 1 + MIN (first.rank, 1), .n = {expr->n_args, first.n[0]}};
}

static FlatShape
of_name (const FlatScope *scope, const LangExpr *expr)
{
  FlatTarget target;
  FlatPath path;
  const LibMember *member;

  if (scope->node == NULL || !flat_structure_path (expr, &path))
    return FLAT_SCALAR;
  target = flat_structure_find (scope, &path);
  if (target.kind == FLAT_NAME_INSTANCE && target.node->elements != NULL)
    return target.node->shape;
  if (target.kind != FLAT_NAME_VALUE || target.at < path.n)
    return FLAT_SCALAR;
  member = flat_node_member (target.node, target.member);
  if (member->slot == UINT32_MAX || member->type->n_dims == 0)
    return FLAT_SCALAR;
  return flat_shape_of_member (scope->build, target.node, target.member);
}

/* The number of elements of a:b or a:s:b, 0 if it is not known. */
static uint32_t
count_of (const FlatScope *scope, const LangExpr *range)
{
  double bounds[3] = {0}, step, n;

  for (uint32_t i = 0; i < range->n_args; i++) {
    LibValue value = flat_structure_constant (scope, range->args[i], NULL);

    if (value.kind != LIB_NUMBER)
      return 0;
    bounds[i] = value.number;
  }
  step = range->n_args == 3 ? bounds[1] : 1;
  n = floor ((bounds[range->n_args - 1] - bounds[0]) / step) + 1;
  return (uint32_t) CLAMP (n, 0, FLAT_MOST_ELEMENTS);
}

/* [e for i in r] */
static FlatShape
of_comprehension (const FlatScope *scope, const LangExpr *expr)
{
  bool is_range = expr->args[1]->kind == LANG_RANGE;
  FlatLocal local = flat_local_number (scope->build, scope->locals, expr->name, 1);
  FlatScope inner = *scope;
  FlatShape element;

  inner.locals = &local;
  element = flat_shape_of (&inner, expr->args[0]);
  return (FlatShape){
      .rank = 1 + MIN (element.rank, 1),
      .n = {is_range ? count_of (scope, expr->args[1]) : 0, element.n[0]}};
}

/* Operators keep the size of their array; products of two arrays are not told. */
static FlatShape
of_operator (const FlatScope *scope, const LangExpr *expr)
{
  FlatShape a = flat_shape_of (scope, expr->args[0]);
  FlatShape b = flat_shape_of (scope, expr->args[1]);

  if (a.rank > 0 && b.rank > 0 && expr->op == LANG_OP_MUL)
    return FLAT_SCALAR;
  return a.rank > 0 ? a : b;
}

static FlatShape
of_choice (const FlatScope *scope, const LangExpr *expr)
{
  LibValue condition = flat_structure_constant (scope, expr->args[0], NULL);

  if (condition.kind == LIB_BOOLEAN && condition.number == 0)
    return flat_shape_of (scope, expr->args[2]);
  return flat_shape_of (scope, expr->args[1]);
}

/* No rows for a file that could not be read, which was reported. */
static FlatShape
of_file (const FlatScope *scope, const LangExpr *call)
{
  FlatValue value = flat_table_file (scope, call);

  if (value.kind != FLAT_VALUE_ERROR)
    return value.shape;
  scope->build->is_vague = true;
  return (FlatShape){.rank = 2};
}

/* zeros(n), ones(n, m), fill(v, n, m) */
static FlatShape
of_call (const FlatScope *scope, const LangExpr *call)
{
  const char *name = call->args[0]->kind == LANG_NAME ? call->args[0]->name : "";
  uint32_t first = strcmp (name, "fill") == 0 ? 2 : 1;
  FlatShape shape = {.rank = call->n_args - MIN (first, call->n_args)};

  if (strcmp (name, "table_file") == 0)
    return of_file (scope, call);
  if (strcmp (name, "zeros") != 0 && strcmp (name, "ones") != 0 && first != 2)
    return FLAT_SCALAR;
  for (uint32_t i = 0; i < shape.rank && i < 2; i++) {
    LibValue size = flat_structure_constant (scope, call->args[first + i], NULL);

    if (size.kind != LIB_NUMBER)
      return FLAT_SCALAR;
    shape.n[i] = (uint32_t) CLAMP (size.number, 0, FLAT_MOST_ELEMENTS);
  }
  return shape;
}

/* FLAT_SCALAR for what is no array or what cannot be told. */
FlatShape
flat_shape_of (const FlatScope *scope, const LangExpr *expr)
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
    return flat_shape_of (&inner, expr->args[0]);
  case LANG_BINARY:
    return of_operator (&inner, expr);
  case LANG_IF:
    return of_choice (&inner, expr);
  case LANG_RANGE:
    return (FlatShape){.rank = 1, .n = {count_of (&inner, expr)}};
  case LANG_FOR:
    return of_comprehension (&inner, expr);
  case LANG_NUMBER:
  case LANG_STRING:
  case LANG_BOOL:
  case LANG_INDEX:
  case LANG_COLON:
  case LANG_TRANSPOSE:
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
  FlatBinding binding = flat_modify_value (build, node, member);
  FlatScope scope = flat_view_scope (build, &binding.view, node);

  *shape = FLAT_SCALAR;
  if (is_parameter && binding.expr != NULL)
    *shape = flat_shape_of (&scope, binding.expr);
  return shape->rank == m->type->n_dims;
}

static bool
size_of_dim (const FlatScope *scope, const LangExpr *dim, uint32_t *n)
{
  double size;

  if (!flat_structure_number (scope, dim, &size))
    return false;
  *n = (uint32_t) CLAMP (size, 0, FLAT_MOST_ELEMENTS);
  if (size >= 0 && size <= FLAT_MOST_ELEMENTS)
    return true;
  return flat_report_at (scope, 308, dim->span, "%.0f is not a size of an array", size);
}

static FlatShape
shape_of_member (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatScope scope = {.build = build, .node = node, .from = m->from, .place = node};
  FlatShape shape = {.rank = m->type->n_dims}, of_value;

  for (uint32_t i = 0; i < shape.rank; i++) {
    if (m->type->dims[i]->kind != LANG_COLON) {
      if (!size_of_dim (&scope, m->type->dims[i], &shape.n[i])) {
        build->is_vague = true;
        return (FlatShape){.rank = shape.rank};
      }
      continue;
    }
    /* `:` takes the size of the value. */
    if (!size_of_value (build, node, member, &of_value)) {
      FlatBinding binding = flat_modify_value (build, node, member);

      build->is_vague = true;
      if (binding.expr != NULL)
        flat_report (build, 308, binding.span, node, "the size of %s is unknown",
                     m->name);
      return (FlatShape){.rank = shape.rank};
    }
    shape.n[i] = of_value.n[i];
  }
  if ((uint64_t) shape.n[0] * MAX (1, shape.n[1]) <= FLAT_MOST_ELEMENTS)
    return shape;
  build->is_vague = true;
  flat_report (build, 601, m->decl == NULL ? node->span : m->decl->span, node,
               "%s has more than %d elements", m->decl == NULL ? node->name : m->name,
               FLAT_MOST_ELEMENTS);
  return (FlatShape){.rank = shape.rank};
}

static void
make_room (FlatBuild *build, FlatNode *node)
{
  uint32_t n = node->class->lib->n_values + 1;

  if (node->shapes != NULL)
    return;
  node->shapes = base_arena_array (build->arena, FlatShape, n);
  node->shape_states = base_arena_array (build->arena, uint8_t, n);
}

FlatShape
flat_shape_of_member (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  uint8_t *state;

  if (m->slot == UINT32_MAX || m->type->n_dims == 0)
    return FLAT_SCALAR;
  flat_instance_expand (build, node);
  make_room (build, node);
  state = &node->shape_states[m->slot];
  if (*state == FLAT_KNOWN)
    return node->shapes[m->slot];
  if (*state == FLAT_ASKED || build->n_sizes_asked > FLAT_MOST_SIZES) {
    flat_report (build, 302, m->decl == NULL ? node->span : m->decl->name_span, node,
                 "the size of %s depends on itself", m->name);
    return (FlatShape){.rank = m->type->n_dims};
  }
  *state = FLAT_ASKED;
  build->n_sizes_asked++;
  node->shapes[m->slot] = shape_of_member (build, node, member);
  build->n_sizes_asked--;
  *state = FLAT_KNOWN;
  return node->shapes[m->slot];
}

const FlatShape *
flat_shape_of_nodes (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;
  uint32_t *offsets, at = 0;

  make_room (build, node);
  offsets = base_arena_array (build->arena, uint32_t, class->n_values + 1);
  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *m = &class->members[i];

    if (m->slot == UINT32_MAX || m->type == NULL)
      continue;
    offsets[m->slot] = at;
    at += flat_shape_count (flat_shape_of_member (build, node, i));
    /* Far more than a model may have; flat_instance_build_tree () reports it. */
    if (at > FLAT_MOST_VARIABLES)
      break;
  }
  offsets[class->n_values] = at;
  node->offsets = offsets;
  return node->shapes;
}

LibValue
flat_shape_constant_size (const FlatScope *scope, const LangExpr *call)
{
  const char *name = call->args[0]->kind == LANG_NAME ? call->args[0]->name : "";
  bool is_length = strcmp (name, "length") == 0 && call->n_args == 2;
  bool is_size = strcmp (name, "size") == 0 && call->n_args == 3;
  LibValue value = {.kind = LIB_UNKNOWN}, place;
  FlatShape shape;

  if (!is_length && !is_size)
    return value;
  shape = flat_shape_of (scope, call->args[1]);
  if (shape.rank == 0)
    return value;
  if (is_length)
    return (LibValue){.kind = LIB_NUMBER, .number = flat_shape_count (shape)};
  place = flat_structure_constant (scope, call->args[2], NULL);
  if (place.kind == LIB_NUMBER && place.number >= 1 && place.number <= shape.rank)
    value = (LibValue){.kind = LIB_NUMBER, .number = shape.n[(int) place.number - 1]};
  return value;
}
