/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must be known before there are equations: names, structural parameters, cases.
 * A structural value is computed when first asked for, on the syntax tree. Parameters
 * may depend on others over any distance: a stack of those under way stands for
 * recursion, each tried again once what it lacked is known. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "flat/value/value.h"

bool
flat_structure_path (const LangExpr *expr, FlatPath *path)
{
  const LangExpr *names[LIB_DEEPEST_NAME], *indexes[LIB_DEEPEST_NAME];
  uint32_t n = 0;

  do {
    expr = n == 0 ? expr : expr->args[0];
    indexes[n] = expr->kind == LANG_INDEX ? expr : NULL;
    expr = expr->kind == LANG_INDEX ? expr->args[0] : expr;
    if (expr->kind != LANG_NAME && expr->kind != LANG_MEMBER)
      return false;
    names[n++] = expr;
  } while (expr->kind == LANG_MEMBER && n < LIB_DEEPEST_NAME);
  path->n = n;
  for (uint32_t i = 0; i < n; i++) {
    path->parts[i] = names[n - 1 - i]->name;
    path->indexes[i] = indexes[n - 1 - i];
  }
  return expr->kind == LANG_NAME;
}

char *
flat_structure_name (const LangExpr *expr)
{
  const char *parts[LIB_DEEPEST_NAME + 1] = {0};
  uint32_t n = lib_constant_name_parts (expr, parts, LIB_DEEPEST_NAME);

  return n == 0 ? NULL : g_strjoinv (".", (char **) parts);
}

/* ---- through the tree ---- */

/* The element that `index` chooses of an array of instances, or NULL (reported). */
static FlatNode *
choose_element (const FlatScope *scope, const FlatNode *array, const LangExpr *index)
{
  uint32_t at = 0;

  if (index->n_args - 1 != array->shape.rank) {
    flat_report_at (scope, 307, index->span, "%s needs %u indexes", array->name,
                    array->shape.rank);
    return NULL;
  }
  for (uint32_t i = 0; i < array->shape.rank; i++) {
    uint32_t place;

    if (!flat_structure_index (scope, index->args[i + 1], array->shape.n[i], &place))
      return NULL;
    at = at * array->shape.n[i] + place;
  }
  return array->elements[at];
}

/* One part further: false if the walk ends at this child. */
static bool
step (const FlatScope *scope, FlatTarget *target, FlatNode *child, const FlatPath *path)
{
  const LangExpr *index = path->indexes[target->at - 1];
  bool is_array = child != NULL && child->elements != NULL;

  target->kind = FLAT_NAME_BROKEN;
  if (child == NULL)
    return false;
  if (child->presence == FLAT_ABSENT && target->absent == NULL)
    target->absent = child;
  if (index != NULL && is_array)
    child = choose_element (scope, child, index);
  else if (index != NULL && !(child->class->lib->is_signal && target->at == path->n))
    return flat_report_at (scope, 307, index->span, "%s is not an array", child->name);
  else if (is_array && target->at < path->n) {
    target->kind = FLAT_NAME_ARRAY;
  }
  if (child != NULL)
    target->node = child;
  return child != NULL && target->kind != FLAT_NAME_ARRAY;
}

FlatTarget
flat_structure_follow (const FlatScope *scope, FlatTarget target, const FlatPath *path)
{
  while (target.at < path->n) {
    const LibClass *class = target.node->class->lib;
    uint32_t at = lib_class_find (class, path->parts[target.at]);
    const LibMember *member = at == UINT32_MAX ? NULL : &class->members[at];

    if (member == NULL) {
      target.kind = FLAT_NAME_UNKNOWN;
      return target;
    }
    /* A value ends the path; an instance leads on. */
    target.at++;
    if (member->type != NULL) {
      target.kind = FLAT_NAME_VALUE;
      target.member = at;
      return target;
    }
    flat_instance_expand (scope->build, target.node);
    FlatNode *child =
        member->slot == UINT32_MAX ? NULL : target.node->subs[member->slot];
    if (!step (scope, &target, child, path))
      return target;
  }
  target.kind = FLAT_NAME_INSTANCE;
  return target;
}

FlatTarget
flat_structure_find (const FlatScope *scope, const FlatPath *path)
{
  return flat_structure_follow (scope, (FlatTarget){.node = scope->node}, path);
}

const FlatField *
flat_structure_field (const FlatNode *node, uint32_t member, const char *name)
{
  for (const FlatField *field = node->fields; field != NULL; field = field->next)
    if (field->member == member && field->decl->name == name)
      return field;
  return NULL;
}

/* ---- values ---- */

typedef struct {
  FlatNode *node;
  uint32_t member;
} Asked;

typedef struct {
  FlatScope scope;
  const FlatFixed **fixed; /* or NULL */
  GArray *needed;          /* Asked: parameters whose values are not yet known */
  bool met_reported;       /* a value that is unknown for a reported reason */
} Query;

static const LibValue UNKNOWN = {.kind = LIB_UNKNOWN};

static bool
is_text (const LibMember *member)
{
  return member->type != NULL && member->type->kind == LIB_TYPE_STRING;
}

static bool
may_be_known (const FlatClass *class, uint32_t at)
{
  const LibMember *member = &class->lib->members[at];

  return member->decl != NULL && member->decl->kind == LANG_PARAMETER &&
         (flat_class_is_structural (class, at) || member->decl->is_final ||
          is_text (member));
}

/* Few members can be known, so each class numbers those that can. */
static void
number_constants (FlatBuild *build, FlatClass *class)
{
  class->constant_of = base_arena_array (build->arena, uint32_t, class->lib->n_members);
  for (uint32_t i = 0; i < class->lib->n_members; i++)
    if (may_be_known (class, i))
      class->constant_of[i] = class->n_constants++;
}

static FlatConstant *
constant_of (FlatBuild *build, FlatNode *node, uint32_t member)
{
  FlatClass *class = node->class;

  if (class->constant_of == NULL)
    number_constants (build, class);
  if (node->constants == NULL)
    node->constants = base_arena_array (build->arena, FlatConstant, class->n_constants);
  return &node->constants[class->constant_of[member]];
}

static void
note_fixed (Query *query, const FlatTarget *target)
{
  if (query->fixed != NULL &&
      flat_node_member (target->node, target->member)->type->kind == LIB_TYPE_ENUM)
    *query->fixed = base_arena_keep (
        query->scope.build->arena, FlatFixed,
        {.next = *query->fixed, .node = target->node, .member = target->member});
}

static LibValue
look_up (void *data, const char *const *parts, uint32_t n)
{
  Query *query = data;
  FlatBuild *build = query->scope.build;
  FlatTarget target;
  FlatConstant *constant;
  FlatPath path;

  for (const FlatLocal *local = query->scope.locals; n == 1 && local != NULL;
       local = local->next)
    if (local->name == parts[0])
      return local->constant;
  if (query->scope.node == NULL)
    return UNKNOWN;
  /* Loop variables before, members now. */
  path = (FlatPath){.n = n};
  memcpy (path.parts, parts, n * sizeof *parts);
  target = flat_structure_find (&query->scope, &path);
  if (target.kind != FLAT_NAME_VALUE || target.at < n ||
      !may_be_known (target.node->class, target.member))
    return UNKNOWN;
  note_fixed (query, &target);
  flat_instance_expand (build, target.node);
  constant = constant_of (build, target.node, target.member);
  /* Not known yet: it is solved before this is tried again. */
  if (constant->state != FLAT_KNOWN) {
    Asked asked = {.node = target.node, .member = target.member};

    g_array_append_val (query->needed, asked);
    return UNKNOWN;
  }
  query->met_reported = query->met_reported || constant->value.is_reported;
  return constant->value;
}

/* The element at these places (from 1) of a value that is written as a list, by `fill`
 * or as the name of a parameter with such a value. */
static LibValue
element_of (const FlatScope *scope, const LangExpr *expr, const double *at, uint32_t n)
{
  bool is_list = expr->kind == LANG_ARRAY || expr->kind == LANG_MATRIX;
  FlatBuild *build = scope->build;
  FlatTarget target;

  if (n == 0)
    return flat_structure_constant (scope, expr, NULL);
  if (is_list && at[0] >= 1 && at[0] <= expr->n_args && at[0] == floor (at[0]))
    return element_of (scope, expr->args[(uint32_t) at[0] - 1], at + 1, n - 1);
  if (expr->kind == LANG_CALL && expr->args[0]->kind == LANG_NAME &&
      strcmp (expr->args[0]->name, "fill") == 0 && expr->n_args == n + 2)
    return flat_structure_constant (scope, expr->args[1], NULL);
  if (is_list || !flat_structure_follow_name (scope, &expr, &target) ||
      !may_be_known (target.node->class, target.member))
    return UNKNOWN;
  FlatBinding binding = flat_modify_value (build, target.node, target.member);
  if (binding.expr == NULL || build->n_sizes_asked > FLAT_MOST_SIZES)
    return (LibValue){.is_reported = binding.expr == NULL}; /* E301 comes */
  FlatScope inner = flat_view_scope (build, &binding.view, target.node);
  build->n_sizes_asked++;
  LibValue value = element_of (&inner, binding.expr, at, n);
  build->n_sizes_asked--;
  return value;
}

/* size (A, k), length (x), x[k]: what declarations and values tell without equations.
 */
static LibValue
look_up_call (void *data, const LangExpr *call)
{
  Query *query = data;
  double at[2];

  if (call->kind != LANG_INDEX)
    return flat_shape_constant_size (&query->scope, call);
  for (uint32_t i = 1; i < call->n_args; i++) {
    LibValue place = flat_structure_constant (&query->scope, call->args[i], NULL);

    if (place.kind != LIB_NUMBER || i > G_N_ELEMENTS (at))
      return UNKNOWN;
    at[i - 1] = place.number;
  }
  LibValue value = element_of (&query->scope, call->args[0], at, call->n_args - 1);
  query->met_reported = query->met_reported || value.is_reported;
  return value;
}

static LibValue
evaluate (Query *query, const LangExpr *expr)
{
  const LibEnvironment environment = {.index = query->scope.build->index,
                                      .from = query->scope.from,
                                      .lookup = look_up,
                                      .call = look_up_call,
                                      .data = query};

  query->met_reported = false;
  LibValue value = lib_constant_in (&environment, expr);
  value.is_reported = value.kind == LIB_UNKNOWN && query->met_reported;
  return value;
}

static void
report_cycle (FlatBuild *build, const Asked *asked, const GArray *stack)
{
  const LibMember *member = flat_node_member (asked->node, asked->member);

  for (guint i = 0; i < stack->len; i++) {
    const Asked *open = &g_array_index (stack, Asked, i);

    constant_of (build, open->node, open->member)->value.is_reported = true;
  }
  flat_report (build, 302, member->decl->name_span, asked->node,
               "the value of %s depends on itself", member->name);
}

static bool
find_variant (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_variants; i++)
    if (class->variants[i].name == name)
      return true;
  return false;
}

/* Reports `E.Case` where there is no such case, or no such E from here, with the names
 * that would do. */
static bool
refuse_case (FlatBuild *build, const Asked *asked, const FlatBinding *binding)
{
  const LangExpr *expr = binding->expr;
  const LangExpr *name = expr->kind == LANG_CALL ? expr->args[0] : expr;
  const LibType *type = flat_node_member (asked->node, asked->member)->type;
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_constant_name_parts (name, parts, LIB_DEEPEST_NAME);
  const LangClass *class = type->kind == LIB_TYPE_ENUM ? type->entry->class : NULL;
  g_autoptr (GString) cases = g_string_new (NULL);
  bool has_enum = n > 1 && lib_constant_names_enum (build->index, binding->view.from,
                                                    parts, n - 1),
       has_case;

  if (class == NULL || n == 0 || (n > 1 && !has_enum && parts[n - 2] != class->name))
    return false;
  /* The cases to be named: all, or the one that was meant. */
  has_case = find_variant (class, parts[n - 1]);
  for (uint32_t i = 0; i < class->n_variants; i++)
    if (!has_case || class->variants[i].name == parts[n - 1])
      g_string_append_printf (cases, "%s%s.%s", cases->len > 0 ? ", " : "",
                              lib_index_short_name (type->entry, binding->view.from),
                              class->variants[i].name);
  if (n == 1 && !has_case)
    return false;
  if (has_enum)
    flat_report (build, 202, name->span, asked->node, "%s has no case %s", parts[n - 2],
                 parts[n - 1]);
  else
    flat_report (build, 202, name->span, asked->node, "%s is unknown", parts[0]);
  base_diags_set_hint (
      build->diags, has_case ? N_ ("write %s") : N_ ("its cases are %s"), cases->str);
  return true;
}

/* A structural value must be known and of its type; what depends on it is then silent.
 */
static void
check_structural (FlatBuild *build,
                  const Asked *asked,
                  const FlatBinding *binding,
                  LibValue *value)
{
  const LibMember *m = flat_node_member (asked->node, asked->member);
  FlatValue found = {.kind = FLAT_VALUE_STRING, .enumeration = value->enumeration};

  if (!flat_node_is_structural (asked->node, asked->member) || m->type->n_dims > 0 ||
      binding->expr == NULL || m->type->kind == LIB_TYPE_UNKNOWN)
    return;
  FlatScope scope = flat_view_scope (build, &binding->view, asked->node);
  if (value->kind == LIB_UNKNOWN && !value->is_reported &&
      !refuse_case (build, asked, binding) &&
      !flat_translate_unknown_name (&scope, binding->expr))
    flat_report (
        build, 308, binding->expr->span, asked->node,
        "%s is structural, so its value may depend on structural parameters only",
        m->name);
  /* Known: is it of the type? */
  if (value->kind == LIB_NUMBER)
    found.kind =
        value->number == floor (value->number) ? FLAT_VALUE_INTEGER : FLAT_VALUE_REAL;
  else if (value->kind != LIB_TEXT)
    found.kind = value->kind == LIB_BOOLEAN ? FLAT_VALUE_BOOLEAN : FLAT_VALUE_ENUM;
  if (value->kind == LIB_UNKNOWN ||
      !flat_translate_check_type (&scope, &found, m->type, binding->expr->span)) {
    *value = (LibValue){.kind = LIB_UNKNOWN, .is_reported = true};
    asked->node->is_vague = true;
  }
}

/* Tries to compute one parameter; what it lacks is left in query->needed. */
static void
attempt (Query *query, const Asked *asked)
{
  FlatBuild *build = query->scope.build;
  FlatConstant *constant = constant_of (build, asked->node, asked->member);
  FlatBinding binding = flat_modify_value (build, asked->node, asked->member);

  constant->state = FLAT_ASKED;
  query->scope = flat_view_scope (build, &binding.view, asked->node);
  g_array_set_size (query->needed, 0);
  constant->value = UNKNOWN;
  if (binding.expr != NULL)
    constant->value = evaluate (query, binding.expr);
  else if (flat_node_is_structural (asked->node, asked->member)) {
    /* E301, which comes with the variables. */
    constant->value.is_reported = true;
    asked->node->is_vague = true;
  }
  if (query->needed->len == 0)
    check_structural (build, asked, &binding, &constant->value);
}

/* Parameters may depend on others over any distance: a stack of those under way, each
 * tried again when what it needed is known. */
static void
solve (FlatBuild *build, Asked first)
{
  g_autoptr (GArray) needed = g_array_new (FALSE, FALSE, sizeof (Asked));
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Asked));
  Query query = {.scope = {.build = build}, .needed = needed};

  g_array_append_val (stack, first);
  while (stack->len > 0) {
    Asked top = g_array_index (stack, Asked, stack->len - 1);
    FlatConstant *constant = constant_of (build, top.node, top.member);
    uint32_t n_open = 0;

    if (constant->state != FLAT_KNOWN)
      attempt (&query, &top);
    for (uint32_t i = 0; constant->state != FLAT_KNOWN && i < needed->len; i++) {
      Asked other = g_array_index (needed, Asked, i);

      /* Asked for already below: a cycle. */
      if (constant_of (build, other.node, other.member)->state == FLAT_ASKED) {
        report_cycle (build, &other, stack);
        constant->state = FLAT_KNOWN;
        n_open = 0;
        break;
      }
      g_array_append_val (stack, other);
      n_open++;
    }
    if (n_open == 0) {
      constant->state = FLAT_KNOWN;
      g_array_set_size (stack, stack->len - 1);
    }
  }
}

LibValue
flat_structure_parameter (FlatBuild *build, FlatNode *node, uint32_t member)
{
  FlatConstant *constant = constant_of (build, node, member);

  flat_instance_expand (build, node);
  if (constant->state != FLAT_KNOWN)
    solve (build, (Asked){.node = node, .member = member});
  return constant->value;
}

LibValue
flat_structure_constant (const FlatScope *scope,
                         const LangExpr *expr,
                         const FlatFixed **fixed)
{
  g_autoptr (GArray) needed = NULL;
  Query query = {.scope = *scope, .fixed = fixed};
  LibValue value;

  query.scope.depth = 0; /* of sizes, from here on */
  if (expr->kind == LANG_BOOL)
    return (LibValue){.kind = LIB_BOOLEAN, .number = expr->is_true};
  needed = g_array_new (FALSE, FALSE, sizeof (Asked));
  query.needed = needed;
  for (;;) {
    value = evaluate (&query, expr);
    if (needed->len == 0)
      return value;
    for (uint32_t i = 0; i < needed->len; i++)
      solve (scope->build, g_array_index (needed, Asked, i));
    g_array_set_size (needed, 0);
  }
}

/* ---- cases handed through ---- */

bool
flat_structure_follow_name (const FlatScope *scope,
                            const LangExpr **expr,
                            FlatTarget *target)
{
  FlatPath path;

  while (*expr != NULL && (*expr)->kind == LANG_IF) {
    LibValue condition = flat_structure_constant (scope, (*expr)->args[0], NULL);

    *expr = condition.kind != LIB_BOOLEAN ? NULL
            : condition.number != 0       ? (*expr)->args[1]
                                          : (*expr)->args[2];
  }
  if (*expr == NULL || scope->node == NULL || !flat_structure_path (*expr, &path))
    return false;
  *target = flat_structure_find (scope, &path);
  return target->kind == FLAT_NAME_VALUE && target->at == path.n;
}

/* ---- numbers ---- */

/* The parameter in the expression that is not structural, or NULL. */
static const LibMember *
find_plain (const FlatScope *scope, const LangExpr *expr)
{
  const LibMember *found = NULL;
  FlatPath path;

  if (expr->kind == LANG_FOR || scope->node == NULL)
    return NULL; /* has names of its own */
  if (flat_structure_path (expr, &path)) {
    FlatTarget target = flat_structure_find (scope, &path);
    bool is_value = target.kind == FLAT_NAME_VALUE && target.at == path.n;
    const LibMember *m =
        is_value ? flat_node_member (target.node, target.member) : NULL;

    return m != NULL && m->decl != NULL && m->decl->kind == LANG_PARAMETER &&
                   !may_be_known (target.node->class, target.member)
               ? m
               : NULL;
  }
  for (uint32_t i = expr->kind == LANG_CALL; i < expr->n_args && found == NULL; i++)
    found = find_plain (scope, expr->args[i]);
  return found;
}

bool
flat_structure_refuse (const FlatScope *scope, const LangExpr *expr, const char *why)
{
  const LibMember *plain = find_plain (scope, expr);

  flat_report_at (scope, 308, expr->span, "%s", _ (why));
  if (plain != NULL)
    base_diags_set_hint (scope->build->diags,
                         "declare %s as `structural parameter %s::%s`", plain->name,
                         plain->name, plain->type->name);
  return false;
}

bool
flat_structure_number (const FlatScope *scope, const LangExpr *expr, double *number)
{
  LibValue known = flat_structure_constant (scope, expr, NULL);
  FlatValue value;

  if (known.kind == LIB_UNKNOWN && !known.is_reported && scope->build->vars != NULL) {
    /* Sizes of arrays and the like, which the syntax tree alone does not tell. */
    value = flat_translate (scope, expr);
    if (value.kind == FLAT_VALUE_ERROR)
      return false;
    if (value.shape.rank == 0 && flat_value_is_number (&value) &&
        expr_is_number (scope->build->pool, value.e, &known.number))
      known.kind = LIB_NUMBER;
  }
  *number = known.number;
  if (known.kind == LIB_NUMBER && known.number == floor (known.number))
    return true;
  if (known.is_reported) {
    scope->build->is_vague = true;
    return false;
  }
  if (known.kind == LIB_UNKNOWN && flat_translate_unknown_name (scope, expr))
    return false;
  if (scope->build->is_vague)
    return false;
  if (known.kind != LIB_UNKNOWN)
    return flat_report_at (scope, 307, expr->span, "an Integer is required here");
  return flat_structure_refuse (
      scope, expr, N_ ("an Integer that is known before the run is required here"));
}

bool
flat_structure_index (const FlatScope *scope,
                      const LangExpr *expr,
                      uint32_t size,
                      uint32_t *at)
{
  double number;

  if (!flat_structure_number (scope, expr, &number))
    return false;
  *at = (uint32_t) CLAMP (number, 0, UINT32_MAX) - 1;
  if (number >= 1 && number <= size)
    return true;
  return !scope->build->is_vague &&
         flat_report_at (scope, 310, expr->span, "the index %.0f is outside 1 … %u",
                         number, size);
}

bool
flat_structure_range (const FlatScope *scope, const LangExpr *range, FlatRange *numbers)
{
  double bounds[3] = {0}, step, n;

  for (uint32_t i = 0; i < range->n_args; i++)
    if (!flat_structure_number (scope, range->args[i], &bounds[i]))
      return false;
  step = range->n_args == 3 ? bounds[1] : 1;
  n = floor ((bounds[range->n_args - 1] - bounds[0]) / step) + 1;
  if (step == 0 || !(n <= FLAT_MOST_ELEMENTS))
    return flat_report_at (scope, 308, range->span,
                           "this range is infinite or too long");
  *numbers =
      (FlatRange){.from = bounds[0], .step = step, .n = n < 0 ? 0 : (uint32_t) n};
  return true;
}
