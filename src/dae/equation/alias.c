/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds equations that only say x = y, x = -y or x = expression of parameters, puts the
 * best member of each class for the others, and writes der () of anything as variables
 * and expressions. New ones come to light by that, hence the rounds; what the last one
 * leaves stays an ordinary equation. */
#include "dae/equation/alias.h"

#include "dae/equation/alias-class.h"
#include "dae/equation/table.h"
#include "dae/index/jump.h"

enum { MAX_ROUNDS = 12 };

typedef struct {
  DaeBuild *work;
  DaeAliasClasses *classes;
  ExprMap *map;
  ExprDeriveTime *derive;
  uint32_t failed_at; /* culprit of a derivative that does not exist */
  bool has_failed;
} Images;

static ExprId
image_of_var (DaeBuild *work, DaeAliasClasses *classes, ExprId e)
{
  uint32_t v = expr_index (expr_node (work->pool, e)->payload, work->vars.n);
  double sign;

  if (work->vars.at[v].kind == DAE_PARAMETER || work->vars.at[v].kind == DAE_DISCRETE)
    return e;
  uint32_t root = dae_alias_class_of (classes, v, &sign);
  ExprId value = dae_alias_class_constant (classes, root);
  if (expr_is_none (value))
    value = expr_var (work->pool, root);
  return dae_build_signed (work, sign, value);
}

/* The derivative of a variable that stands in an image. */
static ExprId
rate_of (void *data, ExprPool *pool, uint32_t variable)
{
  Images *images = data;
  DaeVarKind kind = images->work->vars.at[variable].kind;

  if (kind == DAE_PARAMETER)
    return expr_number (pool, 0.0);
  if (kind == DAE_DISCRETE)
    return EXPR_NONE;
  uint32_t rate = dae_alias_class_derivative (images->classes, variable);
  return rate == DAE_NONE ? expr_number (pool, 0.0) : expr_var (pool, rate);
}

static bool
is_smooth (void *data, uint32_t table)
{
  Images *images = data;

  return dae_table_is_smooth (images->work, table);
}

static ExprId
image_of_der (Images *images, ExprId argument)
{
  uint32_t culprit = DAE_NONE;
  ExprId rate = expr_derive_time (images->derive, argument, &culprit);

  if (!expr_is_none (rate))
    return rate;
  images->has_failed = true;
  images->failed_at = culprit;
  return expr_number (images->work->pool, 0.0);
}

static ExprId
make_image (void *data, ExprPool *pool, ExprId e, const ExprNode *node, bool is_changed)
{
  Images *images = data;

  return node->op == EXPR_VAR   ? image_of_var (images->work, images->classes, e)
         : node->op == EXPR_DER ? image_of_der (images, node->args[0])
                                : EXPR_NONE;
}

/* As the classes are now. */
static Images *
images_new (DaeBuild *work, DaeAliasClasses *classes)
{
  Images *images = base_arena_new0 (work->scratch, Images);

  images->work = work;
  images->classes = classes;
  images->map = expr_map_new (work->pool, make_image, NULL, images);
  images->derive = expr_derive_time_new (work->pool, rate_of, is_smooth, images);
  return images;
}

static void
images_free (Images *images)
{
  expr_map_free (images->map);
  expr_derive_time_free (images->derive);
}

static void
replace (Images *images)
{
  DaeBuild *work = images->work;

  for (uint32_t e = 0; e < work->eqs.n; e++) {
    DaeUse use = work->eq_info.at[e].use;
    if (use == DAE_USE_ALIAS || use == DAE_USE_NONE)
      continue;
    images->has_failed = false;
    ExprId lhs = expr_map_apply (images->map, work->eqs.at[e].lhs);
    ExprId rhs = expr_map_apply (images->map, work->eqs.at[e].rhs);
    if (images->has_failed)
      dae_jump_not_differentiable (work, e, images->failed_at);
    /* The equation that gives a constant keeps its unknown. */
    if (use != DAE_USE_CONSTANT) {
      work->eqs.at[e].lhs = lhs;
      work->eqs.at[e].rhs = rhs;
    }
  }
}

/* x + y = 0 or x - y = 0 */
static bool
merge_pair (DaeBuild *work, DaeAliasClasses *classes, ExprId sum, ExprId zero)
{
  const ExprNode *node = expr_node (work->pool, sum);
  uint32_t a, b;
  double sign_a, sign_b;

  if ((node->op != EXPR_ADD && node->op != EXPR_SUB) ||
      !expr_is_zero (work->pool, zero) ||
      !dae_build_as_variable (work, node->args[0], &a, &sign_a) ||
      !dae_build_as_variable (work, node->args[1], &b, &sign_b))
    return false;
  return dae_alias_class_merge (
      classes, a, b, node->op == EXPR_ADD ? -sign_a * sign_b : sign_a * sign_b);
}

static bool
set_constant (DaeBuild *work,
              DaeAliasClasses *classes,
              uint32_t eq,
              uint32_t variable,
              ExprId value)
{
  if (dae_build_depends (work, value) != DAE_ON_PARAMETER ||
      !dae_alias_class_set_constant (classes, variable, value))
    return false;
  work->eq_info.at[eq].use = DAE_USE_CONSTANT;
  work->eq_info.at[eq].unknown = variable;
  work->eqs.at[eq].lhs = expr_var (work->pool, variable);
  work->eqs.at[eq].rhs = value;
  return true;
}

/* Takes the equation out if it is of one of the forms. */
static bool
consume (DaeBuild *work, DaeAliasClasses *classes, uint32_t eq)
{
  ExprId lhs = work->eqs.at[eq].lhs, rhs = work->eqs.at[eq].rhs;
  uint32_t a, b;
  double sign_a, sign_b;
  bool is_a = dae_build_as_variable (work, lhs, &a, &sign_a);
  bool is_b = dae_build_as_variable (work, rhs, &b, &sign_b);

  if ((is_a && is_b && dae_alias_class_merge (classes, a, b, sign_a * sign_b)) ||
      merge_pair (work, classes, lhs, rhs) || merge_pair (work, classes, rhs, lhs)) {
    work->eq_info.at[eq].use = DAE_USE_ALIAS;
    return true;
  }
  if (is_a && !is_b)
    return set_constant (work, classes, eq, a, dae_build_signed (work, sign_a, rhs));
  if (is_b && !is_a)
    return set_constant (work, classes, eq, b, dae_build_signed (work, sign_b, lhs));
  return false;
}

/* A discrete variable's equation has it alone on one side. */
static void
find_discrete (DaeBuild *work)
{
  g_autofree bool *is_given = g_new0 (bool, work->vars.n);

  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_DISCRETE)
      is_given[work->eq_info.at[e].unknown] = true;
  /* Left sides go first. */
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t e = 0; e < work->eqs.n; e++) {
      DaeEq *eq = &work->eqs.at[e];
      const ExprNode *node = expr_node (work->pool, pass == 0 ? eq->lhs : eq->rhs);
      if (work->eq_info.at[e].use != DAE_USE_MAIN || node->op != EXPR_VAR ||
          dae_leaf (work, node)->kind != DAE_DISCRETE || is_given[node->payload.at])
        continue;
      is_given[node->payload.at] = true;
      work->eq_info.at[e].use = DAE_USE_DISCRETE;
      work->eq_info.at[e].unknown = node->payload.at;
      *eq = pass == 0 ? *eq : (DaeEq){eq->rhs, eq->lhs, eq->flat_eq, 0};
    }
  for (uint32_t v = 0; v < work->flat->n_vars; v++)
    if (work->vars.at[v].kind == DAE_DISCRETE && !is_given[v]) {
      const FlatVar *var = &work->flat->vars[v];
      base_diags_add (
          work->diags, BASE_ERROR, 409,
          flat_model_user_span (work->flat, var->instance, var->span),
          "the discrete variable `%s` is not determined by an equation `%s = …`",
          var->name, var->name);
      base_diags_set_path (work->diags, work->flat->instances[var->instance].path);
    }
}

/* Derivatives of constants are zero; the equation that says so is new. */
static void
add_zero_rates (DaeBuild *work)
{
  uint32_t n_eqs = work->eqs.n;
  ExprId zero = expr_number (work->pool, 0.0);

  for (uint32_t e = 0; e < n_eqs; e++) {
    if (work->eq_info.at[e].use != DAE_USE_CONSTANT)
      continue;
    uint32_t v = dae_build_representative (work, work->eq_info.at[e].unknown),
             order = 1;
    work->eq_info.at[e].unknown = v;
    work->eqs.at[e].lhs = expr_var (work->pool, v);
    work->eqs.at[e].rhs = work->info.at[v].constant;
    for (v = work->vars.at[v].derivative; v != DAE_NONE;
         v = work->vars.at[v].derivative)
      dae_build_add_eq (
          work,
          (DaeEq){expr_var (work->pool, v), zero, work->eqs.at[e].flat_eq, order++},
          (DaeEqInfo){.use = DAE_USE_CONSTANT, .unknown = v});
  }
}

static void
map_asserts (DaeBuild *work, Images *images)
{
  FlatModel *flat = work->flat;
  FlatAssert *asserts = base_arena_array (work->arena, FlatAssert, flat->n_asserts);

  for (uint32_t i = 0; i < flat->n_asserts; i++) {
    asserts[i] = flat->asserts[i];
    images->has_failed = false;
    asserts[i].condition = expr_map_apply (images->map, flat->asserts[i].condition);
    if (images->has_failed)
      base_diags_add (
          work->diags, BASE_ERROR, 504,
          flat_model_user_span (work->flat, asserts[i].instance, asserts[i].span),
          "the condition needs a derivative that does not exist");
  }
  flat->asserts = asserts;
}

void
dae_alias_remove (DaeBuild *work)
{
  DaeAliasClasses *classes = dae_alias_classes_new (work);
  bool is_changed = true;

  find_discrete (work);
  for (uint32_t round = 0; is_changed; round++) {
    is_changed = round == 0;
    for (uint32_t e = 0; e < work->eqs.n && round < MAX_ROUNDS; e++)
      if (work->eq_info.at[e].use == DAE_USE_MAIN && consume (work, classes, e))
        is_changed = true;
    if (!is_changed)
      break;
    Images *images = images_new (work, classes);
    replace (images);
    images_free (images);
  }
  Images *images = images_new (work, classes);
  map_asserts (work, images);
  images_free (images);
  dae_alias_classes_finish (classes);
  add_zero_rates (work);
}
