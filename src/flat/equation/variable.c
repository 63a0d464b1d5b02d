/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables: names, attributes, values of parameters, bindings, start values. The first
 * of two rounds copies the pattern of each class and gives names; the second goes to
 * what is not the same in all instances: members whose pattern is not literal, and
 * those that a modifier reaches. Linear in the variables, with a small factor for the
 * first. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "flat/equation/variable.h"
#include "lib/text.h"

void
flat_variable_add_eq (FlatBuild *build, const FlatEq *eq, const FlatNode *counts)
{
  base_vec_push (build->arena, build->eqs, *eq);
  if (counts != NULL)
    build->balance[counts->id]++;
}

/* ---- what all instances of a class have in common ---- */

static const FlatEnum *
get_enum (FlatBuild *build, const LibEntry *entry)
{
  FlatEnum *made = g_hash_table_lookup (build->enums, entry);
  uint32_t n = entry->class->n_variants;
  const char **cases;

  if (made != NULL)
    return made;
  cases = base_arena_array (build->arena, const char *, n);
  for (uint32_t i = 0; i < n; i++)
    cases[i] = entry->class->variants[i].name;
  made = base_arena_keep (build->arena, FlatEnum,
                          {.name = entry->name, .n = n, .cases = cases});
  g_hash_table_insert (build->enums, (gpointer) entry, made);
  return made;
}

static FlatType
flat_type (const LibType *type)
{
  static const FlatType TYPES[] = {[LIB_TYPE_REAL] = FLAT_REAL,
                                   [LIB_TYPE_INTEGER] = FLAT_INTEGER,
                                   [LIB_TYPE_BOOLEAN] = FLAT_BOOLEAN,
                                   [LIB_TYPE_ENUM] = FLAT_ENUM,
                                   [LIB_TYPE_UNKNOWN] = FLAT_REAL};

  return TYPES[type->kind];
}

/* The value of an expression that needs no names, if it fits the type. What is infinite
 * stays as it is written: `Inf` is meant, a quotient by zero is not. */
static bool
literal (FlatBuild *build,
         const LangExpr *expr,
         const char *from,
         const LibType *type,
         ExprId *e)
{
  LibValue value = lib_constant (expr, build->index, from, NULL, NULL);
  bool fits = false;

  if (type->kind == LIB_TYPE_REAL)
    fits = value.kind == LIB_NUMBER && isfinite (value.number);
  else if (type->kind == LIB_TYPE_INTEGER)
    fits = value.kind == LIB_NUMBER && value.number == floor (value.number);
  else if (type->kind == LIB_TYPE_BOOLEAN)
    fits = value.kind == LIB_BOOLEAN;
  if (fits)
    *e = expr_number (build->pool, value.number);
  return fits;
}

/* Where a variable keeps an attribute from LIB_MIN to LIB_GUESS. */
static ExprId *
slot_of (FlatVar *var, LibAttribute attribute)
{
  ExprId *const slots[] = {[LIB_MIN] = &var->min,
                           [LIB_MAX] = &var->max,
                           [LIB_NOMINAL] = &var->nominal,
                           [LIB_GUESS] = &var->guess};

  return slots[attribute];
}

/* True of an attribute that is not given, or is a text. */
static bool
is_text (const LibAttributeValue *value)
{
  return value->expr == NULL || value->expr->kind == LANG_STRING;
}

/* Fills in the attributes of the type; true if all are literals. */
static bool
simple_attributes (FlatBuild *build, const LibMember *m, FlatVar *var)
{
  const LibAttributeValue *given = m->type->attributes;
  bool is_simple = given[LIB_INITIAL].expr == NULL && is_text (&given[LIB_UNITS]) &&
                   is_text (&given[LIB_DISPLAY_UNITS]);

  for (LibAttribute a = LIB_MIN; a <= LIB_STATE_PRIORITY; a++) {
    const LibAttributeValue *value = &given[a];
    ExprId e = EXPR_NONE;

    if (value->expr == NULL || a == LIB_INITIAL)
      continue;
    /* What is no literal is set for each instance. */
    if (!literal (build, value->expr, value->from, m->type, &e)) {
      is_simple = false;
    } else if (a == LIB_STATE_PRIORITY) {
      double priority = 0;

      expr_is_number (build->pool, e, &priority);
      var->state_priority = (int) CLAMP (priority, -1000000, 1000000);
    } else {
      *slot_of (var, a) = e;
      var->has_guess = var->has_guess || a == LIB_GUESS;
    }
  }
  return is_simple;
}

/* An enumeration whose cases have fields. */
static bool
has_fields (const LibType *type)
{
  const LangClass *class = type->kind == LIB_TYPE_ENUM ? type->entry->class : NULL;

  for (uint32_t i = 0; class != NULL && i < class->n_variants; i++)
    if (class->variants[i].n_fields > 0)
      return true;
  return false;
}

static FlatVar
make_pattern (FlatBuild *build, const LibMember *m, bool is_structural, bool *is_simple)
{
  const LangDecl *decl = m->decl;
  bool is_parameter = decl != NULL && decl->kind == LANG_PARAMETER;
  ExprId nominal = expr_number (build->pool, 1);
  FlatVar var = {.type = flat_type (m->type),
                 .kind = FLAT_CONTINUOUS,
                 .is_flow = m->field == LANG_FIELD_FLOW,
                 .is_potential = m->field == LANG_FIELD_POTENTIAL,
                 .is_signal =
                     m->field == LANG_FIELD_INPUT || m->field == LANG_FIELD_OUTPUT,
                 .value = EXPR_NONE,
                 .min = EXPR_NONE,
                 .max = EXPR_NONE,
                 .nominal = nominal,
                 .guess = expr_number (build->pool, m->type->kind == LIB_TYPE_ENUM),
                 .units = m->type->units,
                 .display_units = m->type->display_units};

  /* What the declaration says. */
  if (decl != NULL) {
    var.is_structural = is_structural;
    var.is_final = decl->is_final;
    var.doc = decl->doc;
    var.span = decl->span;
  }
  if (m->type->kind == LIB_TYPE_ENUM)
    var.enumeration = get_enum (build, m->type->entry);
  if (is_parameter)
    var.kind = FLAT_PARAMETER;
  else if (var.type != FLAT_REAL || (decl != NULL && decl->is_discrete))
    var.kind = FLAT_DISCRETE;
  var.set_at = var.span;
  /* Simple: each instance is a copy of the pattern. */
  *is_simple = simple_attributes (build, m, &var) && m->field != LANG_FIELD_STREAM &&
               !has_fields (m->type) && m->field != LANG_FIELD_PATH &&
               m->mods == NULL && m->type->n_dims == 0 &&
               (decl == NULL || decl->initial == NULL);
  if (is_parameter)
    *is_simple = *is_simple && !var.is_structural && m->value != NULL &&
                 literal (build, m->value, m->value_from, m->type, &var.value);
  else
    *is_simple = *is_simple && m->value == NULL;
  return var;
}

static void
make_patterns (FlatBuild *build, FlatClass *class)
{
  const LibClass *lib = class->lib;
  FlatVar *pattern = base_arena_array (build->arena, FlatVar, lib->n_values);
  bool *is_simple = base_arena_array (build->arena, bool, lib->n_values);

  class->has_only_simple = true;
  for (uint32_t i = 0; i < lib->n_members; i++) {
    const LibMember *m = &lib->members[i];

    if (m->type == NULL || m->slot == UINT32_MAX)
      continue;
    pattern[m->slot] = make_pattern (build, m, flat_class_is_structural (class, i),
                                     &is_simple[m->slot]);
    if (m->decl != NULL && lib_class_unset (lib, m->decl) != NULL)
      is_simple[m->slot] = false; /* it is told whether it has been set */
    class->has_only_simple = class->has_only_simple && is_simple[m->slot];
  }
  class->pattern = pattern;
  class->is_simple = is_simple;
}

/* ---- what is said of one member ---- */

/* A member with variables: parameter, variable or signal. */
typedef struct {
  FlatBuild *build;
  FlatNode *node;
  uint32_t member;
  const LibMember *m;
  uint32_t at; /* its first variable */
  uint32_t n;  /* its variables, one for each element */
} Item;

/* How a value is read. */
typedef struct {
  const char *fixed; /* what must be fixed during a run, or NULL */
  bool may_repeat;   /* one number for all elements */
  bool is_equation;  /* names of inputs count as set */
} Need;

/* A value that is fixed during a run; FLAT_ERROR after a report. */
static FlatValue
parameter_value (const FlatScope *scope,
                 const LangExpr *expr,
                 const LibType *type,
                 const char *what)
{
  FlatValue value = flat_translate_as (scope, expr, type);

  return value.kind == FLAT_VALUE_ERROR || value.change <= FLAT_PARAM
             ? value
             : flat_report_value (
                   scope, 307, expr->span,
                   "%s must be constant during a run: it may depend on parameters only",
                   what);
}

/* False if nothing is said, or after a report. */
static bool
read_value (const Item *item,
            const FlatBinding *binding,
            const Need *need,
            FlatValue *value)
{
  FlatScope scope = flat_view_scope (item->build, &binding->view, item->node);
  const LangExpr *expr = binding->expr;

  if (expr == NULL)
    return false;
  scope.is_equation = need->is_equation;
  *value = need->fixed != NULL
               ? parameter_value (&scope, expr, item->m->type, need->fixed)
               : flat_translate_as (&scope, expr, item->m->type);
  if (need->fixed == NULL && value->kind == FLAT_VALUE_INTEGER &&
      item->m->type->kind == LIB_TYPE_INTEGER &&
      !flat_translate_check_whole (&scope, value, expr->span))
    return false;
  return value->kind != FLAT_VALUE_ERROR &&
         flat_translate_has_shape (&scope, value,
                                   flat_node_shape (item->node, item->member),
                                   need->may_repeat, expr->span);
}

/* One equation for each element; `counts` as in flat_variable_add_eq (). */
static void
add_eqs (const Item *item,
         FlatEqKind kind,
         const FlatValue *value,
         BaseSpan span,
         const FlatNode *counts)
{
  for (uint32_t i = 0; i < item->n; i++)
    flat_variable_add_eq (item->build,
                          &(FlatEq){.kind = kind,
                                    .lhs = expr_var (item->build->pool, item->at + i),
                                    .rhs = flat_value_item (value, i),
                                    .instance = flat_node_owner (item->node)->id,
                                    .set = UINT32_MAX,
                                    .span = span},
                          counts);
}

static FlatBinding
attribute_of (const Item *item, LibAttribute attribute)
{
  return flat_modify_attribute (item->build, item->node, item->member, attribute);
}

static const char *
text_attribute (const Item *item, LibAttribute attribute, const char *otherwise)
{
  FlatBinding binding = attribute_of (item, attribute);

  if (binding.is_missing || (binding.expr == NULL && !binding.is_modified))
    return otherwise;
  if (binding.expr != NULL && binding.expr->kind == LANG_STRING)
    return binding.is_modified ? binding.expr->name : otherwise;
  flat_report (item->build, 307, binding.span, item->node,
               "%s must be a text in quotes", lib_type_attribute_name (attribute));
  return otherwise;
}

static void
set_priority (const Item *item, FlatVar *var)
{
  FlatBinding binding = attribute_of (item, LIB_STATE_PRIORITY);
  FlatScope scope = flat_view_scope (item->build, &binding.view, item->node);
  LibValue value;

  if (binding.expr == NULL)
    return;
  value = flat_structure_constant (&scope, binding.expr, NULL);
  if (value.kind == LIB_NUMBER)
    var->state_priority = (int) CLAMP (value.number, -1000000, 1000000);
  else
    flat_report_at (&scope, 308, binding.expr->span,
                    "statePriority must be a constant number");
}

static void
set_initial (const Item *item)
{
  FlatBinding binding = attribute_of (item, LIB_INITIAL);
  FlatValue value;

  if (item->build->vars[item->at].kind != FLAT_PARAMETER &&
      read_value (item, &binding, &(Need){.may_repeat = true}, &value))
    add_eqs (item, FLAT_INITIAL, &value, binding.span, NULL);
}

static void
set_attribute (const Item *item, LibAttribute attribute)
{
  const Need need = {.fixed = lib_type_attribute_name (attribute), .may_repeat = true};
  FlatBinding binding = attribute_of (item, attribute);
  FlatValue value;

  if (!read_value (item, &binding, &need, &value))
    return;
  for (uint32_t i = 0; i < item->n; i++) {
    FlatVar *var = &item->build->vars[item->at + i];

    *slot_of (var, attribute) = flat_value_item (&value, i);
    if (attribute != LIB_GUESS)
      continue;
    var->has_guess = true;
    var->guess_by = binding.view.node->id;
  }
}

static void
set_attributes (const Item *item)
{
  FlatVar *var = &item->build->vars[item->at];

  if (item->n == 0)
    return;
  for (LibAttribute a = LIB_MIN; a <= LIB_GUESS; a++)
    set_attribute (item, a);
  var->units = text_attribute (item, LIB_UNITS, var->units);
  var->display_units = text_attribute (item, LIB_DISPLAY_UNITS, var->display_units);
  set_priority (item, var);
  for (uint32_t i = 1; i < item->n; i++) {
    var[i].units = var->units;
    var[i].display_units = var->display_units;
    var[i].state_priority = var->state_priority;
  }
  set_initial (item);
}

/* ---- values ---- */

static void
set_structural (const Item *item)
{
  FlatBuild *build = item->build;
  FlatNode *node = item->node;
  FlatBinding binding = flat_modify_value (build, node, item->member);
  LibValue value = flat_structure_parameter (build, node, item->member);
  FlatScope scope = flat_view_scope (build, &binding.view, node);

  node->is_vague = node->is_vague || value.kind == LIB_UNKNOWN;
  build->vars[item->at].set_at = binding.span;
  if (binding.expr == NULL) {
    flat_report_missing (build, node, item->m->decl);
    return;
  }
  if (value.kind == LIB_UNKNOWN)
    return;
  /* The type is checked as for any value; the number is the one found before. */
  if (flat_translate_as (&scope, binding.expr, item->m->type).kind != FLAT_VALUE_ERROR)
    build->vars[item->at].value = expr_number (build->pool, value.number);
}

static bool
is_added (const FlatBuild *build, const FlatNode *node)
{
  for (const FlatNode *part = build->root->added; part != NULL; part = part->next_added)
    if (part == node)
      return true;
  return false;
}

/* W320, once: a parameter that the diagram should state has its default. What stands in
 * for the World of a part alone is no diagram's. */
static void
note_unset (FlatBuild *build, FlatNode *node, const LibMember *m)
{
  FlatNode *owner = flat_node_owner (node);
  const char *reason = lib_class_unset (owner->class->lib, m->decl);

  if (reason == NULL || owner->parent == NULL ||
      (build->is_part && is_added (build, owner)) ||
      base_diags_find (build->diags, 320) != UINT32_MAX)
    return;
  flat_report_note (build, 320, owner->span, owner, "%s", lib_text (reason));
  if (is_added (build, owner))
    base_diags_set_hint (build->diags, "add a component %s to set its values",
                         owner->class->lib->entry->class->name);
  else
    flat_report_hint_to_set (build, owner, m->name);
}

static void
set_parameter (const Item *item)
{
  FlatBuild *build = item->build;
  const LibMember *m = item->m;
  FlatBinding binding = flat_modify_value (build, item->node, item->member);
  FlatValue value;

  if (binding.expr == NULL)
    flat_report_missing (build, item->node, m->decl);
  else if (!binding.is_modified)
    note_unset (build, item->node, m);
  if (!read_value (item, &binding, &(Need){.fixed = m->name}, &value))
    return;
  if (flat_node_is_structural (item->node, item->member) && value.change > FLAT_FIXED) {
    flat_report (
        build, 308, binding.expr->span, item->node,
        "%s is structural, so its value may depend on structural parameters only",
        m->name);
    return;
  }
  for (uint32_t i = 0; i < item->n; i++) {
    build->vars[item->at + i].set_at = binding.span;
    build->vars[item->at + i].value = flat_value_item (&value, i);
  }
}

/* `variable x = e`, or a modifier that gives, replaces or drops e. What a modifier
 * changes in the count of equations is counted where the modifier stands. */
static void
set_binding (const Item *item)
{
  FlatBuild *build = item->build;
  FlatBinding binding = flat_modify_value (build, item->node, item->member);
  FlatNode *owner = flat_node_owner (item->node);
  FlatNode *setter = binding.view.node == NULL ? build->root : binding.view.node;
  bool is_declared = item->m->value != NULL;
  FlatValue value;

  if (binding.is_missing && is_declared) {
    build->balance[owner->id] += (int32_t) item->n;
    build->balance[setter->id] -= (int32_t) item->n;
  }
  if (!read_value (item, &binding, &(Need){.is_equation = true}, &value))
    return;
  for (uint32_t i = 0; i < item->n; i++) {
    build->is_set[item->at + i] = true;
    build->vars[item->at + i].set_at = binding.span;
  }
  add_eqs (item, FLAT_BINDING, &value, binding.span, is_declared ? owner : setter);
}

static void
set_all (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  const Item item = {.build = build,
                     .node = node,
                     .member = member,
                     .m = m,
                     .at = flat_node_var (node, member),
                     .n = flat_shape_count (flat_node_shape (node, member))};

  if (m->field == LANG_FIELD_STREAM || m->field == LANG_FIELD_PATH) {
    flat_report (build, 601, m->decl->span, node,
                 m->field == LANG_FIELD_STREAM ? N_ ("stream fields are not supported")
                                               : N_ ("path fields are not supported"));
    return;
  }
  if (m->mods != NULL || (node->mods != NULL && node->mods[member] != NULL))
    flat_modify_check (build, node, member);
  /* Attributes, then the value by what the member is. */
  set_attributes (&item);
  if (m->decl == NULL || m->decl->kind != LANG_PARAMETER)
    set_binding (&item);
  else if (flat_node_is_structural (node, member) && m->type->n_dims == 0)
    set_structural (&item);
  else
    set_parameter (&item);
}

/* ---- fields of enum parameters ---- */

static ExprId
field_value (FlatBuild *build, FlatNode *node, const FlatField *field, BaseSpan *set_at)
{
  const LangDecl *decl = field->decl;
  FlatBinding whole = flat_modify_value (build, node, field->member);
  FlatBinding binding = flat_modify_field (build, node, field->member, decl, NULL);
  FlatScope scope = flat_view_scope (build, &whole.view, node);
  FlatTarget target;

  /* The whole may be another parameter: its field. */
  if (binding.expr == NULL &&
      flat_structure_follow_name (&scope, &whole.expr, &target)) {
    const FlatField *source =
        flat_structure_field (target.node, target.member, decl->name);

    *set_at = whole.span;
    return source == NULL ? EXPR_NONE : expr_var (build->pool, source->var);
  }
  /* Else a field of its value, else the default. */
  if (binding.expr == NULL) {
    LibValue value = flat_structure_parameter (build, node, field->member);

    binding = flat_modify_field (build, node, field->member, decl, value.expr);
  }
  if (binding.expr == NULL)
    binding = (FlatBinding){
        .expr = decl->value, .view = {.from = field->from}, .span = decl->span};
  *set_at = binding.span;
  scope = flat_view_scope (build, &binding.view, node);
  if (binding.expr != NULL)
    return parameter_value (&scope, binding.expr, field->type, decl->name).e;
  flat_report_missing (build, node, decl);
  return EXPR_NONE;
}

static void
fill_field (FlatBuild *build, FlatNode *node, const FlatField *field)
{
  const LibMember *parameter = flat_node_member (node, field->member);
  LibMember like = {.name = field->decl->name,
                    .decl = field->decl,
                    .from = field->from,
                    .value_from = field->from,
                    .type = field->type};
  FlatVar *var = &build->vars[field->var];
  bool is_simple;

  *var = make_pattern (build, &like, false, &is_simple);
  var->kind = FLAT_PARAMETER;
  var->instance = node->id;
  var->name = base_arena_printf (build->arena, "%s%s%s.%s", node->path,
                                 node->path_length > 0 ? "." : "", parameter->name,
                                 field->decl->name);
  ExprId value = field_value (build, node, field, &var->set_at);
  var->value = value;
}

/* ---- all ---- */

static void
fill_member (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatVar *var = &build->vars[flat_node_var (node, member)];
  FlatShape shape = flat_node_shape (node, member);
  uint32_t length;
  const char *name = flat_instance_path (build, node, m->name, &length);

  for (uint32_t i = 0; i < flat_shape_count (shape); i++) {
    var[i] = node->class->pattern[m->slot];
    var[i].name =
        shape.rank == 0 ? name : flat_instance_element (build, name, shape, i);
    var[i].instance = var[i].guess_by = node->id;
    if (flat_node_is_struct (node))
      var[i].is_final = node->member->decl->is_final;
    if (m->decl == NULL) {
      var[i].span = var[i].set_at = node->span;
      var[i].doc = node->member == NULL ? NULL : node->member->decl->doc;
    }
  }
}

static void
fill_node (FlatBuild *build, FlatNode *node)
{
  const LibClass *lib = node->class->lib;

  if (node->class->pattern == NULL)
    make_patterns (build, node->class);
  for (uint32_t i = 0; i < lib->n_members; i++)
    if (lib->members[i].type != NULL && lib->members[i].slot != UINT32_MAX)
      fill_member (build, node, i);
}

/* Strings have no variable; what is said of them must still make sense. The one member
 * of a signal has no declaration. */
static void
check_string (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  BaseSpan span = m->decl == NULL ? node->span : m->decl->type.span;
  FlatBinding binding;

  if (m->type->kind == LIB_TYPE_STRUCT)
    flat_report (build, 601, span, node,
                 "only a parameter may hold a struct, and a single one");
  if (m->type->kind != LIB_TYPE_STRING)
    return;
  flat_modify_check (build, node, member);
  binding = flat_modify_value (build, node, member);
  if (m->decl == NULL || m->decl->kind != LANG_PARAMETER)
    flat_report (build, 601, span, node, "only parameters may be texts");
  else if (binding.expr == NULL)
    flat_report_missing (build, node, m->decl);
  else {
    FlatScope scope = flat_view_scope (build, &binding.view, node);

    flat_translate_as (&scope, binding.expr, m->type);
  }
}

static void
set_node (FlatBuild *build, FlatNode *node)
{
  const LibClass *lib = node->class->lib;

  if (node->class->has_only_simple && node->mods == NULL &&
      lib->n_values == lib->n_members)
    return;
  for (uint32_t i = 0; i < lib->n_members; i++) {
    const LibMember *m = &lib->members[i];

    if (m->type == NULL)
      continue;
    flat_budget_begin (build, node, m->name,
                       m->decl == NULL ? node->span : m->decl->span);
    /* Strings have no variable. */
    if (m->slot == UINT32_MAX) {
      check_string (build, node, i);
      continue;
    }
    if (has_fields (m->type) && !flat_node_is_structural (node, i)) {
      flat_report (
          build, 601, m->decl == NULL ? node->span : m->decl->name_span, node,
          "an enumeration whose cases have fields needs a structural parameter");
      node->is_vague = true;
    }
    /* What the pattern of the class does not say already. */
    if (!node->class->is_simple[m->slot] ||
        (node->mods != NULL && node->mods[i] != NULL))
      set_all (build, node, i);
  }
  for (const FlatField *field = node->fields; field != NULL; field = field->next)
    fill_field (build, node, field);
}

void
flat_variable_build (FlatBuild *build)
{
  build->vars = base_arena_array (build->arena, FlatVar, build->n_vars);
  build->is_set = base_arena_array (build->arena, bool, build->n_vars);
  build->guess_rank = base_arena_array (build->arena, uint32_t, build->n_vars);
  build->balance = base_arena_array (build->arena, int32_t, build->nodes.n);
  /* There will be hardly more equations than variables. */
  base_vec_reserve (build->arena, build->eqs, build->n_vars + 64);
  for (uint32_t i = 0; i < build->nodes.n; i++)
    fill_node (build, build->nodes.at[i]);
  for (uint32_t i = 0; i < build->nodes.n; i++)
    set_node (build, build->nodes.at[i]);
}
