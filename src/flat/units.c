/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of equations and modifiers (LANGUAGE §11), once per class: units belong to
 * declarations, so all instances agree. Numbers and values without units fit anything.
 */
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "flat/build.h"

typedef struct {
  bool is_known; /* false: fits any */
  int power[BASE_UNIT_N_BASES];
} Dimension;

typedef struct {
  FlatBuild *build;
  FlatNode *node; /* the first instance of the class, for reports */
  const LibClass *class;
  GHashTable *parsed; /* units text -> Dimension */
} Checker;

static const Dimension ANY = {.is_known = false};
static const Dimension ONE = {.is_known = true};

static Dimension dimension_of (Checker *checker, const LangExpr *expr);

/* ---- dimensions ---- */

static Dimension
parse (Checker *checker, const char *units)
{
  Dimension *known = g_hash_table_lookup (checker->parsed, units);
  BaseUnit unit;

  if (known != NULL)
    return *known;
  known = base_arena_new0 (checker->build->arena, Dimension);
  known->is_known = units[0] != '\0' && base_unit_parse (units, &unit);
  for (int i = 0; known->is_known && i < BASE_UNIT_N_BASES; i++)
    known->power[i] = unit.power[i];
  g_hash_table_insert (checker->parsed, (gpointer) units, known);
  return *known;
}

static bool
fits (const Dimension *a, const Dimension *b)
{
  return !a->is_known || !b->is_known ||
         memcmp (a->power, b->power, sizeof a->power) == 0;
}

static Dimension
product (Dimension a, Dimension b, int sign)
{
  if (!a.is_known || !b.is_known)
    return ANY;
  for (int i = 0; i < BASE_UNIT_N_BASES; i++)
    a.power[i] += sign * b.power[i];
  return a;
}

static Dimension
power_of (Dimension a, double exponent)
{
  for (int i = 0; a.is_known && i < BASE_UNIT_N_BASES; i++) {
    double power = a.power[i] * exponent;

    if (power != floor (power) || fabs (power) > 1000)
      return ANY;
    a.power[i] = (int) power;
  }
  return a;
}

/* "N", "kg.m2/s3": a customary name if there is one. */
static char *
to_text (const Dimension *dimension)
{
  static const char *const NAMES[] = {
      "1",   "m",     "s",     "kg", "N",  "N.m", "m/s", "m/s2", "1/s", "1/s2",
      "N/m", "N.s/m", "kg.m2", "W",  "m2", "K",   "Pa",  "s/m",  "1/m"};
  static const char *const BASES[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < G_N_ELEMENTS (NAMES); i++) {
    BaseUnit unit;
    bool same = base_unit_parse (NAMES[i], &unit);

    for (int k = 0; k < BASE_UNIT_N_BASES; k++)
      same = same && unit.power[k] == dimension->power[k];
    if (same) {
      g_string_append (text, NAMES[i]);
      return g_string_free (text, FALSE);
    }
  }
  for (int k = 0; k < BASE_UNIT_N_BASES; k++)
    if (dimension->power[k] == 1)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "." : "", BASES[k]);
    else if (dimension->power[k] != 0)
      g_string_append_printf (text, "%s%s%d", text->len > 0 ? "." : "", BASES[k],
                              dimension->power[k]);
  return g_string_free (text, FALSE);
}

static void
warn (Checker *checker, BaseSpan span, const Dimension *a, const Dimension *b)
{
  g_autofree char *left = to_text (a);
  g_autofree char *right = to_text (b);

  g_autofree char *text = g_strdup_printf ("the units differ: %s and %s", left, right);
  flat_warn (checker->build, 301, span, checker->node, text);
}

/* What must be equal; the known one goes on. */
static Dimension
agree (Checker *checker, BaseSpan span, Dimension a, Dimension b)
{
  if (!fits (&a, &b)) {
    warn (checker, span, &a, &b);
    return ANY;
  }
  return a.is_known ? a : b;
}

/* ---- names ---- */

static const LibMember *
find_value (Checker *checker, const char *const *parts, uint32_t n)
{
  const LibClass *class = checker->class;

  for (uint32_t i = 0; i < n && class != NULL; i++) {
    uint32_t at = lib_class_find (class, parts[i]);
    const LibMember *member = at == UINT32_MAX ? NULL : &class->members[at];

    if (member == NULL || (member->type != NULL && i + 1 < n))
      return NULL;
    if (member->type != NULL)
      return member;
    class = member->entry == NULL
                ? NULL
                : lib_class_get (checker->build->classes, member->entry);
  }
  return class != NULL && class->is_signal ? &class->members[0] : NULL;
}

static Dimension
of_name (Checker *checker, const LangExpr *expr)
{
  const char *parts[LIB_DEEPEST_NAME];
  uint32_t n = lib_name_parts (expr, parts, LIB_DEEPEST_NAME);
  const LibMember *member = n == 0 ? NULL : find_value (checker, parts, n);

  if (member != NULL)
    return member->type->n_dims == 0 ? parse (checker, member->type->units) : ANY;
  return n == 1 && strcmp (parts[0], "time") == 0 ? parse (checker, "s") : ANY;
}

/* ---- expressions ---- */

static Dimension
of_operator (Checker *checker, const LangExpr *expr)
{
  Dimension a = dimension_of (checker, expr->args[0]);
  Dimension b = dimension_of (checker, expr->args[1]);

  switch (expr->op) {
  case LANG_OP_ADD:
  case LANG_OP_SUB:
  case LANG_OP_REM:
    return agree (checker, expr->span, a, b);
  case LANG_OP_MUL:
  case LANG_OP_DOT_MUL:
    return product (a, b, 1);
  case LANG_OP_DIV:
  case LANG_OP_DOT_DIV:
    return product (a, b, -1);
  case LANG_OP_POW:
  case LANG_OP_DOT_POW:
    return expr->args[1]->kind == LANG_NUMBER ? power_of (a, expr->args[1]->number)
                                              : ANY;
  case LANG_OP_EQ:
  case LANG_OP_NE:
  case LANG_OP_LT:
  case LANG_OP_LE:
  case LANG_OP_GT:
  case LANG_OP_GE:
    agree (checker, expr->span, a, b);
    return ANY;
  case LANG_OP_NONE:
  case LANG_OP_AND:
  case LANG_OP_OR:
  case LANG_OP_NOT:
  case LANG_OP_NEG:
  case LANG_OP_PLUS:
    return ANY;
  }
  g_assert_not_reached ();
}

/* How the dimension of a function follows from those of its arguments. */
typedef enum { PURE, SAME, OF_SECOND, LATER_SAME, ROOT, RATE, COUNT } Rule;

static const struct {
  const char *name;
  Rule rule;
} FUNCTIONS[] = {
    {"sin", PURE},         {"cos", PURE},          {"tan", PURE},   {"asin", PURE},
    {"acos", PURE},        {"sinh", PURE},         {"cosh", PURE},  {"tanh", PURE},
    {"exp", PURE},         {"log", PURE},          {"log10", PURE}, {"abs", SAME},
    {"min", SAME},         {"max", SAME},          {"clamp", SAME}, {"hypot", SAME},
    {"floor", SAME},       {"ceil", SAME},         {"round", SAME}, {"noevent", SAME},
    {"smooth", OF_SECOND}, {"ifelse", LATER_SAME}, {"sqrt", ROOT},  {"der", RATE},
    {"D", RATE},           {"sign", COUNT},
};

static Dimension
of_call (Checker *checker, const LangExpr *call)
{
  const char *name = call->args[0]->kind == LANG_NAME ? call->args[0]->name : "";
  Dimension args[4] = {ANY, ANY, ANY, ANY}, all = ANY;
  uint32_t n = MIN (call->n_args, G_N_ELEMENTS (args));
  size_t at = 0;

  for (uint32_t i = 1; i < n; i++)
    args[i] = dimension_of (checker, call->args[i]);
  while (at < G_N_ELEMENTS (FUNCTIONS) && strcmp (FUNCTIONS[at].name, name) != 0)
    at++;
  if (at == G_N_ELEMENTS (FUNCTIONS))
    return ANY;
  switch (FUNCTIONS[at].rule) {
  case PURE:
    agree (checker, call->span, args[1], ONE);
    return ONE;
  case COUNT:
    return ONE;
  case SAME:
    for (uint32_t i = 1; i < n; i++)
      all = agree (checker, call->span, all, args[i]);
    return all;
  case OF_SECOND:
    return args[2];
  case LATER_SAME:
    return agree (checker, call->span, args[2], args[3]);
  case ROOT:
    return power_of (args[1], 0.5);
  case RATE:
    return product (args[1], parse (checker, "s"), -1);
  }
  g_assert_not_reached ();
}

static Dimension
dimension_of (Checker *checker, const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NAME:
  case LANG_MEMBER:
    return of_name (checker, expr);
  case LANG_BINARY:
    return of_operator (checker, expr);
  case LANG_UNARY:
    return dimension_of (checker, expr->args[0]);
  case LANG_CALL:
    return of_call (checker, expr);
  case LANG_IF:
    dimension_of (checker, expr->args[0]);
    return agree (checker, expr->span, dimension_of (checker, expr->args[1]),
                  dimension_of (checker, expr->args[2]));
  case LANG_NUMBER:
  case LANG_STRING:
  case LANG_BOOL:
  case LANG_INDEX:
  case LANG_RANGE:
  case LANG_COLON:
  case LANG_ARRAY:
  case LANG_MATRIX:
  case LANG_TRANSPOSE:
  case LANG_FOR:
    return ANY;
  }
  g_assert_not_reached ();
}

/* ---- what is checked ---- */

static void
check_relations (Checker *checker, uint32_t n, const LangRelation *const *relations)
{
  for (uint32_t i = 0; i < n; i++) {
    const LangRelation *relation = relations[i];

    if (relation->kind == LANG_EQUATION || relation->kind == LANG_INITIAL ||
        relation->kind == LANG_GUESS)
      agree (checker, relation->span, dimension_of (checker, relation->lhs),
             dimension_of (checker, relation->rhs));
    for (uint32_t k = 0; k < relation->n_branches; k++)
      check_relations (checker, relation->branches[k].n,
                       relation->branches[k].relations);
  }
}

static void
check_value (Checker *checker, const LangExpr *value, const LibType *type)
{
  /* Most values are plain numbers, which fit. */
  if (value == NULL || value->kind == LANG_NUMBER || type == NULL ||
      type->kind != LIB_TYPE_REAL || type->n_dims > 0)
    return;
  agree (checker, value->span, dimension_of (checker, value),
         parse (checker, type->units));
}

static void
check_mod (Checker *checker, const LibClass *class, const LangMod *mod)
{
  Checker inside = *checker;
  const LibMember *member;

  if (class == NULL || mod->target.n == 0 || mod->value == NULL ||
      mod->value->kind == LANG_NUMBER)
    return;
  inside.class = class;
  member = find_value (&inside, mod->target.parts, mod->target.n);
  if (member != NULL)
    check_value (checker, mod->value, member->type);
}

/* A text that is no unit would fit anything. */
static void
check_text (Checker *checker, const LibMember *member)
{
  const char *units = member->type->units;
  Dimension dimension = parse (checker, units);

  if (units[0] == '\0' || dimension.is_known)
    return;
  g_autofree char *text = g_strdup_printf ("\"%s\" is not known as a unit", units);
  flat_warn (checker->build, 301, member->type->attributes[LIB_UNITS].span,
             checker->node, text);
}

static void
check_class (Checker *checker)
{
  const LibClass *class = checker->class;

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *member = &class->members[i];

    if (member->type != NULL) {
      check_text (checker, member);
      check_value (checker, member->value, member->type);
    }
    for (uint32_t k = 0;
         member->entry != NULL && member->decl != NULL && k < member->decl->n_mods; k++)
      check_mod (checker, lib_class_get (checker->build->classes, member->entry),
                 member->decl->mods[k]);
  }
  for (uint32_t i = 0; i < class->n_relations; i++)
    check_relations (checker, 1, &class->relations[i].relation);
}

void
flat_units_check (FlatBuild *build)
{
  g_autoptr (GHashTable) parsed = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t i = 0; i < build->nodes.n; i++) {
    FlatNode *node = build->nodes.at[i];
    Checker checker = {
        .build = build, .node = node, .class = node->class->lib, .parsed = parsed};

    if (node->class->is_checked)
      continue;
    node->class->is_checked = true;
    check_class (&checker);
  }
}
