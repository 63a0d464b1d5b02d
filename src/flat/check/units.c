/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions of equations and modifiers (LANGUAGE §11), once per class: units belong to
 * declarations, so all instances agree. Numbers and values without units fit anything.
 */
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "flat/check/check.h"
#include "flat/value/value.h"

typedef struct {
  bool is_known; /* false: fits any */
  int power[BASE_UNIT_N_BASES];
} Dimension;

typedef struct {
  FlatBuild *build;
  FlatNode *node; /* the first instance of the class, for reports */
  const LibClass *class;
  const char *from;       /* the namespace of what is read */
  const FlatLocal *turns; /* names of the loops around it, without values */
  GHashTable *parsed;     /* units text -> Dimension */
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
    /* The first name that fits. */
    if (same) {
      g_string_append (text, NAMES[i]);
      return g_string_free (text, FALSE);
    }
  }
  /* None: powers of base units. */
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

  flat_report_warning (checker->build, 301, span, checker->node,
                       "the units differ: %s and %s", left, right);
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

static bool
is_turn (const Checker *checker, const char *name)
{
  const FlatLocal *turn = checker->turns;

  while (turn != NULL && turn->name != name)
    turn = turn->next;
  return turn != NULL;
}

/* All elements of an array have its unit, so indexes do not matter. */
static Dimension
of_name (Checker *checker, const LangExpr *expr)
{
  const LibMember *member;
  FlatPath path;

  if (!flat_structure_path (expr, &path) || is_turn (checker, path.parts[0]))
    return ANY;
  member = find_value (checker, path.parts, path.n);
  if (member != NULL)
    return parse (checker, member->type->units);
  return path.n == 1 && strcmp (path.parts[0], "time") == 0 ? parse (checker, "s")
                                                            : ANY;
}

/* ---- expressions ---- */

static Dimension
of_operator (Checker *checker, const LangExpr *expr)
{
  Dimension a = dimension_of (checker, expr->args[0]);
  Dimension b = dimension_of (checker, expr->args[1]);

  switch ((int) expr->op) {
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
  case LANG_OP_AND:
  case LANG_OP_OR:
    return ANY;
  }
  /* Sums and comparisons. */
  a = agree (checker, expr->span, a, b);
  return expr->op >= LANG_OP_EQ && expr->op <= LANG_OP_GE ? ANY : a;
}

enum { MOST_ARGUMENTS = 4 };

static Dimension
apply (Checker *checker, const LangExpr *call, FlatUnits rule, const Dimension *args)
{
  uint32_t n = MIN (call->n_args, MOST_ARGUMENTS);
  Dimension second = parse (checker, "s"), all = ANY;

  /* Arguments that must agree with each other, and those that are times. */
  for (uint32_t i = 1; i < n && (rule == FLAT_UNITS_SAME || rule == FLAT_UNITS_RATIO);
       i++)
    all = agree (checker, call->span, all, args[i]);
  for (uint32_t i = rule == FLAT_UNITS_DELAYED ? 2 : 1;
       i < n && (rule == FLAT_UNITS_DELAYED || rule == FLAT_UNITS_INSTANTS); i++)
    agree (checker, call->args[i]->span, args[i], second);
  switch (rule) {
  case FLAT_UNITS_PURE:
    agree (checker, call->span, args[1], ONE);
    return ONE;
  case FLAT_UNITS_RATIO:
    if (call->n_args == 2)
      agree (checker, call->span, args[1], ONE);
    return ONE;
  case FLAT_UNITS_COUNT:
    return ONE;
  case FLAT_UNITS_SAME:
    return all;
  case FLAT_UNITS_FIRST:
  case FLAT_UNITS_DELAYED:
    return args[1];
  case FLAT_UNITS_OF_SECOND:
    return args[2];
  case FLAT_UNITS_LATER_SAME:
    return agree (checker, call->span, args[2], args[3]);
  case FLAT_UNITS_PRODUCT:
    return product (args[1], args[2], 1);
  case FLAT_UNITS_ROOT:
    return power_of (args[1], 0.5);
  case FLAT_UNITS_RATE:
    return product (args[1], second, -1);
  case FLAT_UNITS_INSTANTS:
  case FLAT_UNITS_ANY:
    return ANY;
  }
  g_assert_not_reached ();
}

/* A function of the user: as its arguments and its result are declared. */
static Dimension
of_function (Checker *checker, const LangExpr *call, const Dimension *args)
{
  FlatBuild *build = checker->build;
  g_autofree char *name = flat_structure_name (call->args[0]);
  const LibEntry *entry =
      name == NULL ? NULL
                   : lib_index_find (build->index, checker->from, name, LIB_FUNCTIONS);
  uint32_t place = 1;

  if (entry == NULL)
    return ANY;
  for (uint32_t i = 0; i < entry->class->n_decls; i++) {
    const LangDecl *decl = entry->class->decls[i];

    if (!decl->is_argument || place >= MIN (call->n_args, MOST_ARGUMENTS) ||
        call->arg_names[place] != NULL)
      continue;
    const LibType *type =
        lib_type (build->arena, build->index, &decl->type, entry->namespace, NULL);
    agree (checker, call->args[place]->span, args[place], parse (checker, type->units));
    place++;
  }
  const LibType *result = lib_type (build->arena, build->index, &entry->class->alias,
                                    entry->namespace, NULL);
  return parse (checker, result->units);
}

static Dimension
of_call (Checker *checker, const LangExpr *call)
{
  const char *name = call->args[0]->kind == LANG_NAME ? call->args[0]->name : "";
  Dimension args[MOST_ARGUMENTS] = {ANY, ANY, ANY, ANY};
  FlatUnits units;

  for (uint32_t i = 1; i < MIN (call->n_args, MOST_ARGUMENTS); i++)
    args[i] = dimension_of (checker, call->args[i]);
  return flat_call_units (name, call->n_args - 1, &units)
             ? apply (checker, call, units, args)
             : of_function (checker, call, args);
}

/* What all elements have; a table's columns may differ. */
static Dimension
of_list (Checker *checker, const LangExpr *list)
{
  Dimension all = ANY;
  bool is_one = true;

  for (uint32_t i = 0; i < list->n_args; i++) {
    Dimension element = dimension_of (checker, list->args[i]);

    is_one = is_one && element.is_known && fits (&all, &element);
    all = element;
  }
  return is_one ? all : ANY;
}

static Dimension
of_comprehension (Checker *checker, const LangExpr *expr)
{
  const FlatLocal turn = {.next = checker->turns, .name = expr->name};
  Checker inside = *checker;

  inside.turns = &turn;
  return dimension_of (&inside, expr->args[0]);
}

static Dimension
of_choice (Checker *checker, const LangExpr *expr)
{
  dimension_of (checker, expr->args[0]);
  Dimension yes = dimension_of (checker, expr->args[1]);
  return agree (checker, expr->span, yes, dimension_of (checker, expr->args[2]));
}

static Dimension
dimension_of (Checker *checker, const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NAME:
  case LANG_MEMBER:
    return of_name (checker, expr);
  case LANG_INDEX: {
    FlatPath path;

    return flat_structure_path (expr, &path) ? of_name (checker, expr)
                                             : dimension_of (checker, expr->args[0]);
  }
  case LANG_ARRAY:
  case LANG_MATRIX:
    return of_list (checker, expr);
  case LANG_FOR:
    return of_comprehension (checker, expr);
  case LANG_BINARY:
    return of_operator (checker, expr);
  case LANG_UNARY:
  case LANG_TRANSPOSE:
    return dimension_of (checker, expr->args[0]);
  case LANG_CALL:
    return of_call (checker, expr);
  case LANG_IF:
    return of_choice (checker, expr);
  case LANG_NUMBER:
  case LANG_STRING:
  case LANG_BOOL:
  case LANG_RANGE:
  case LANG_COLON:
    return ANY;
  }
  g_assert_not_reached ();
}

/* ---- what is checked ---- */

/* The value against what it is for, a list element by element. */
static void
check_against (Checker *checker, BaseSpan span, const LangExpr *value, Dimension wanted)
{
  if (value->kind == LANG_NUMBER) /* most values are, and they fit */
    return;
  if (value->kind != LANG_ARRAY && value->kind != LANG_MATRIX) {
    agree (checker, span, wanted, dimension_of (checker, value));
    return;
  }
  for (uint32_t i = 0; i < value->n_args; i++)
    check_against (checker, value->args[i]->span, value->args[i], wanted);
}

static void check_relation (Checker *checker, const LangRelation *relation);

static void
check_branches (Checker *checker, const LangRelation *relation)
{
  const FlatLocal turn = {.next = checker->turns, .name = relation->name};
  Checker inside = *checker;

  if (relation->kind == LANG_FOR_REL)
    inside.turns = &turn;
  for (uint32_t k = 0; k < relation->n_branches; k++) {
    const LangBranch *branch = &relation->branches[k];

    if (branch->condition != NULL)
      dimension_of (&inside, branch->condition);
    for (uint32_t i = 0; i < branch->n; i++)
      check_relation (&inside, branch->relations[i]);
  }
}

static void
check_relation (Checker *checker, const LangRelation *relation)
{
  if (relation->kind == LANG_EQUATION || relation->kind == LANG_INITIAL ||
      relation->kind == LANG_GUESS)
    check_against (checker, relation->span, relation->rhs,
                   dimension_of (checker, relation->lhs));
  else if (relation->kind == LANG_REINIT && relation->n_args == 2)
    check_against (checker, relation->span, relation->args[1],
                   dimension_of (checker, relation->args[0]));
  else if (relation->kind == LANG_ASSERT && relation->n_args > 0)
    dimension_of (checker, relation->args[0]);
  else
    check_branches (checker, relation);
}

static void
check_value (Checker *checker, const LangExpr *value, const LibType *type)
{
  if (value != NULL && type != NULL)
    check_against (checker, value->span, value,
                   type->kind == LIB_TYPE_REAL ? parse (checker, type->units) : ANY);
}

/* Attributes of a value that have its unit. */
static void
check_attribute (Checker *checker,
                 const char *name,
                 const LangExpr *value,
                 const LibType *type)
{
  LibAttribute a = lib_type_attribute_find (name);

  if (a == LIB_MIN || a == LIB_MAX || a == LIB_NOMINAL || a == LIB_GUESS ||
      a == LIB_INITIAL)
    check_value (checker, value, type);
}

static void check_mod (Checker *checker, const LibClass *class, const LangMod *mod);

/* What stands in the parentheses of a modifier. */
static void
check_inner_mods (Checker *checker, const LibMember *member, const LangMod *mod)
{
  const LibClass *class = member->entry == NULL
                              ? NULL
                              : lib_class_get (checker->build->classes, member->entry);

  for (uint32_t i = 0; i < mod->n_mods; i++)
    if (member->type == NULL)
      check_mod (checker, class, mod->mods[i]);
    else if (mod->mods[i]->target.n == 1)
      check_attribute (checker, mod->mods[i]->target.parts[0], mod->mods[i]->value,
                       member->type);
}

static void
check_mod (Checker *checker, const LibClass *class, const LangMod *mod)
{
  Checker inside = *checker;
  uint32_t at = class == NULL || mod->target.n == 0
                    ? UINT32_MAX
                    : lib_class_find (class, mod->target.parts[0]);
  const LibMember *member = at == UINT32_MAX ? NULL : &class->members[at];

  if (member == NULL)
    return;
  if (mod->target.n == 1 && mod->n_mods > 0)
    check_inner_mods (checker, member, mod);
  inside.class = class;
  member = find_value (&inside, mod->target.parts, mod->target.n);
  if (member == NULL)
    return;
  check_value (checker, mod->value, member->type);
  check_value (checker, mod->initial, member->type);
}

/* A text that is no unit would fit anything. */
static void
check_text (Checker *checker, const LibMember *member)
{
  const char *units = member->type->units;
  Dimension dimension = parse (checker, units);

  if (units[0] == '\0' || dimension.is_known)
    return;
  flat_report_warning (checker->build, 301, member->type->attributes[LIB_UNITS].span,
                       checker->node, "unknown unit \"%s\"", units);
}

static void
check_member (Checker *checker, const LibMember *member)
{
  Checker inside = *checker;

  check_text (checker, member);
  inside.from = member->value_from;
  check_value (&inside, member->value, member->type);
  if (member->decl == NULL)
    return;
  inside.from = member->from;
  check_value (&inside, member->decl->initial, member->type);
  for (uint32_t i = 0; i < member->decl->type.n_mods; i++) {
    const LangMod *mod = member->decl->type.mods[i];

    if (mod->target.n == 1)
      check_attribute (&inside, mod->target.parts[0], mod->value, member->type);
  }
}

static void
check_class (Checker *checker)
{
  const LibClass *class = checker->class;

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *member = &class->members[i];

    if (member->type != NULL)
      check_member (checker, member);
    checker->from = member->from;
    for (uint32_t k = 0;
         member->entry != NULL && member->decl != NULL && k < member->decl->n_mods; k++)
      check_mod (checker, lib_class_get (checker->build->classes, member->entry),
                 member->decl->mods[k]);
  }
  for (uint32_t i = 0; i < class->n_relations; i++) {
    checker->from = class->relations[i].from;
    check_relation (checker, class->relations[i].relation);
  }
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
