/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Modifiers: led inwards part by part, the outermost wins (LANGUAGE §5). Each node
 * splits the list that it got by the member that a modifier names next, so that every
 * modifier moves once per level; what is asked of a member walks its short list. Values
 * of structs are taken apart into modifiers of their fields. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "flat/value/value.h"

FlatModWalk
flat_modify_walk (FlatNode *node, uint32_t member)
{
  return (FlatModWalk){.outer = node->mods == NULL ? NULL : node->mods[member],
                       .own = flat_node_member (node, member)->mods,
                       .node = node};
}

bool
flat_modify_next (FlatModWalk *walk, FlatMod *mod)
{
  if (walk->outer != NULL) {
    *mod = *walk->outer;
    mod->is_final = mod->is_final || mod->mod->is_final;
    walk->outer = walk->outer->next;
    return true;
  }
  if (walk->own == NULL)
    return false;
  *mod = (FlatMod){.mod = walk->own->mod,
                   .part = 1,
                   .is_final = walk->own->mod->is_final,
                   .view = {.node = walk->node, .from = walk->own->from}};
  walk->own = walk->own->next;
  return true;
}

/* ---- down the tree ---- */

typedef struct {
  FlatMod *first;
  FlatMod *last;
} List;

static void
append (FlatBuild *build, List *list, FlatMod mod)
{
  FlatMod *made = base_arena_copy (build->arena, &mod, sizeof mod, sizeof mod);

  made->next = NULL;
  if (list->last == NULL)
    list->first = made;
  else
    list->last->next = made;
  list->last = made;
}

static void
report_target (FlatBuild *build, const FlatMod *mod, const FlatNode *node)
{
  const LangName *target = &mod->mod->target;
  const char *name = target->n == 0 ? "" : target->parts[mod->part];
  const char *index = strchr (name, '[');

  /* Only a setting from outside can be written so. */
  if (index != NULL) {
    flat_report (build, 306, target->span, node,
                 "an array is set as a whole: %.*s, not %s", (int) (index - name), name,
                 name);
    return;
  }
  flat_report (build, 306, target->span, node, "%s has no member %s",
               node->class->lib->entry->class->name, name);
  bool is_value = mod->part + 1 == target->n && mod->mod->value != NULL;
  flat_report_hint_member (build, node->class->lib, name,
                           is_value ? LIB_PARAMETER : LIB_ANY_MEMBER);
}

/* Each modifier moves to the list of the member that it names; lists keep their order.
 */
static void
split_mods (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;
  FlatMod *reversed = NULL;

  for (FlatMod *mod = node->env, *next; mod != NULL; mod = next) {
    next = (FlatMod *) mod->next;
    mod->next = reversed;
    reversed = mod;
  }
  /* From the end, so that pushing gives the old order. */
  node->env = NULL;
  for (FlatMod *mod = reversed, *next; mod != NULL; mod = next) {
    uint32_t at = flat_mod_arrives (mod)
                      ? UINT32_MAX
                      : lib_class_find (class, mod->mod->target.parts[mod->part]);

    next = (FlatMod *) mod->next;
    if (at == UINT32_MAX) {
      if (class->is_sound)
        report_target (build, mod, node);
      continue;
    }
    mod->part++;
    mod->next = node->mods[at];
    node->mods[at] = mod;
  }
}

void
flat_modify_take (FlatBuild *build, FlatNode *node)
{
  if (node->env == NULL)
    return;
  node->mods =
      base_arena_array (build->arena, const FlatMod *, node->class->lib->n_members);
  if (node->class->lib->is_signal)
    node->mods[0] = node->env;
  else
    split_mods (build, node);
}

/* `name = value` behind the modifiers of a list, seen from where `mod` stands. */
static void
append_value (FlatBuild *build,
              List *list,
              const FlatMod *mod,
              const char *name,
              const LangExpr *value)
{
  const char **parts = base_arena_copy (build->arena, &name, sizeof name, sizeof name);
  const LangName target = {.n = 1, .parts = parts, .text = name, .span = value->span};

  append (build, list,
          (FlatMod){.mod = base_arena_keep (
                        build->arena, LangMod,
                        {.span = value->span, .target = target, .value = value}),
                    .is_final = mod->is_final,
                    .view = mod->view});
}

/* Modifiers from the arguments of `part = Impl(c = 3)`. */
static void
append_arguments (FlatBuild *build,
                  List *list,
                  const FlatMod *mod,
                  const LangExpr *call)
{
  for (uint32_t i = 1; call->kind == LANG_CALL && i < call->n_args; i++) {
    if (call->arg_names[i] == NULL)
      flat_report (build, 151, call->args[i]->span, mod->view.node,
                   "expected name = value");
    else
      append_value (build, list, mod, call->arg_names[i], call->args[i]);
  }
}

static void
append_nested (FlatBuild *build, List *list, const FlatMod *mod)
{
  for (uint32_t i = 0; i < mod->mod->n_mods; i++)
    append (build, list,
            (FlatMod){.mod = mod->mod->mods[i],
                      .is_final = mod->is_final,
                      .view = mod->view});
}

/* A signal takes modifiers as they stand; those of its declaration are its attributes.
 */
static FlatMod *
signal_mods (FlatBuild *build, FlatNode *node, uint32_t member, const FlatLocal *locals)
{
  const LibMember *port = flat_node_member (node, member);
  FlatModWalk walk = flat_modify_walk (node, member);
  List list = {0};
  FlatMod mod;

  while (flat_modify_next (&walk, &mod))
    append (build, &list, mod);
  if (port->decl->n_mods > 0)
    append (build, &list,
            (FlatMod){.mod = base_arena_keep (build->arena, LangMod,
                                              {.span = port->decl->mods_span,
                                               .n_mods = port->decl->n_mods,
                                               .mods = port->decl->mods}),
                      .view = {node, port->from, locals}});
  return list.first;
}

FlatMod *
flat_modify_child (FlatBuild *build,
                   FlatNode *node,
                   uint32_t member,
                   bool is_signal,
                   const FlatLocal *locals)
{
  const LibMember *child = flat_node_member (node, member);
  FlatModWalk walk = flat_modify_walk (node, member);
  List list = {0};
  FlatMod mod;

  if (is_signal)
    return signal_mods (build, node, member, locals);
  while (flat_modify_next (&walk, &mod)) {
    if (!flat_mod_arrives (&mod)) {
      append (build, &list, mod);
      continue;
    }
    append_nested (build, &list, &mod);
    if (mod.mod->value != NULL) {
      append_arguments (build, &list, &mod, mod.mod->value);
      return list.first; /* another component: what was said of the first one is void */
    }
  }
  for (uint32_t i = 0; i < child->decl->n_mods; i++)
    append (
        build, &list,
        (FlatMod){.mod = child->decl->mods[i], .view = {node, child->from, locals}});
  return list.first;
}

/* ---- what wins ---- */

static void
report_final (FlatBuild *build, FlatNode *node, BaseSpan span, const char *name)
{
  flat_report (build, 305, span, node, "%s is final and cannot be changed", name);
}

/* ---- structs ---- */

/* The struct that a name means in its scope, NULL if it is none. */
static const LibEntry *
struct_of (FlatBuild *build, const FlatNode *scope, const FlatPath *path)
{
  const LibClass *class = scope == NULL ? NULL : scope->class->lib;

  for (uint32_t i = 0; class != NULL && i < path->n; i++) {
    uint32_t at = lib_class_find (class, path->parts[i]);
    const LibEntry *entry = at == UINT32_MAX ? NULL : class->members[at].entry;

    class = entry == NULL ? NULL : flat_class_of (build, entry)->lib;
  }
  return class == NULL ? NULL : class->entry;
}

/* True for the S of S (a = 1). */
static bool
names_struct (const FlatBuild *build,
              const LangExpr *callee,
              const char *from,
              const LibEntry *entry)
{
  g_autofree char *name = flat_structure_name (callee);
  const LibEntry *found;

  found = name == NULL ? NULL : lib_index_find (build->index, from, name, LIB_TYPES);
  return found != NULL && lib_type_target (build->index, found) == entry;
}

static const LangExpr *
field_of (FlatBuild *build, const LangExpr *whole, const char *name)
{
  return base_arena_keep (
      build->arena, LangExpr,
      {.kind = LANG_MEMBER,
       .span = whole->span,
       .name = name,
       .name_span = whole->span,
       .n_args = 1,
       .args = base_arena_copy (build->arena, &whole, sizeof whole, sizeof whole)});
}

/* value[i] or value[i, j] */
static const LangExpr *
indexed (FlatBuild *build, const LangExpr *value, const uint32_t *at)
{
  const LangExpr **args = base_arena_array (build->arena, const LangExpr *, 3);

  args[0] = value;
  for (uint32_t i = 0; i < 2 && at[i] > 0; i++)
    args[i + 1] =
        base_arena_keep (build->arena, LangExpr,
                         {.kind = LANG_NUMBER, .number = at[i], .span = value->span});
  return base_arena_keep (build->arena, LangExpr,
                          {.kind = LANG_INDEX,
                           .span = value->span,
                           .args = args,
                           .n_args = at[1] > 0 ? 3 : 2});
}

/* Element `at` of [e for i in a:b], the name of the loop put before mod->locals. */
static const LangExpr *
comprehended (FlatBuild *build, FlatMod *mod, const LangExpr *value, uint32_t at)
{
  FlatScope scope = flat_view_scope (build, &mod->view, mod->view.node);
  const LangExpr *range = value->args[1];
  double from, step = 1;

  if (range->kind != LANG_RANGE ||
      !flat_structure_number (&scope, range->args[0], &from) ||
      (range->n_args == 3 && !flat_structure_number (&scope, range->args[1], &step)))
    return NULL;
  from += (at - 1) * step;
  mod->view.locals = flat_local_turn (build, mod->view.locals, value->name, from);
  return value->args[0];
}

/* What an array of structs says of its element `at`; NULL if it has none. */
static const LangExpr *
element_of (FlatBuild *build, FlatMod *mod, const LangExpr *value, const uint32_t *at)
{
  FlatPath path;

  if (value == NULL || at[0] == 0)
    return value;
  switch ((int) value->kind) {
  case LANG_ARRAY:
  case LANG_MATRIX:
    return at[0] > value->n_args ? NULL
                                 : element_of (build, mod, value->args[at[0] - 1],
                                               (uint32_t[]){at[1], 0});
  case LANG_FOR:
    value = comprehended (build, mod, value, at[0]);
    return element_of (build, mod, value, (uint32_t[]){at[1], 0});
  case LANG_CALL:
    if (value->n_args > 2 && value->args[0]->kind == LANG_NAME &&
        strcmp (value->args[0]->name, "fill") == 0)
      return value->args[1];
    return NULL;
  default:
    return flat_structure_path (value, &path) ? indexed (build, value, at) : NULL;
  }
}

/* What the value of the whole says of the fields; false after E307. */
static bool
append_struct (FlatBuild *build,
               List *list,
               const FlatMod *mod,
               const LangExpr *value,
               const FlatNode *node)
{
  const LibClass *class = node->class->lib;
  const LangExpr *whole = value;
  FlatMod element = *mod;
  FlatPath path;

  mod = &element;
  value = element_of (build, &element, whole, node->element);
  /* A constructor gives the fields by name, another struct its own. */
  if (value != NULL && value->kind == LANG_CALL &&
      names_struct (build, value->args[0], mod->view.from, class->entry)) {
    append_arguments (build, list, mod, value);
    return true;
  }
  if (value != NULL && flat_structure_path (value, &path) &&
      struct_of (build, mod->view.node, &path) == class->entry) {
    for (uint32_t i = 0; i < class->n_members; i++)
      append_value (build, list, mod, class->members[i].name,
                    field_of (build, value, class->members[i].name));
    return true;
  }
  return flat_report (build, 307, value == NULL ? whole->span : value->span,
                      node->parent, "%s needs %s(…) or the name of another %s here",
                      node->name, class->entry->class->name, class->entry->class->name);
}

FlatMod *
flat_modify_struct (FlatBuild *build, FlatNode *node)
{
  uint32_t member = lib_class_find (node->parent->class->lib, node->member->name);
  FlatModWalk walk = flat_modify_walk (node->parent, member);
  bool has_value = false;
  List list = {0};
  FlatMod mod;

  while (flat_modify_next (&walk, &mod)) {
    bool is_whole = flat_mod_arrives (&mod);

    if (node->member->decl->is_final || (has_value && is_whole && mod.is_final))
      report_final (build, node->parent, mod.mod->span, node->name);
    if (has_value)
      continue; /* what was said of the first value is void */
    if (!is_whole)
      append (build, &list, mod);
    else
      append_nested (build, &list, &mod);
    has_value = is_whole && (mod.mod->value != NULL || mod.mod->value_missing);
    if (has_value && mod.mod->value != NULL)
      node->is_void = !append_struct (build, &list, &mod, mod.mod->value, node);
  }
  if (!has_value && node->member->value != NULL) {
    mod = (FlatMod){.view = {.node = node->parent, .from = node->member->value_from}};
    node->is_void = !append_struct (build, &list, &mod, node->member->value, node);
  }
  return list.first;
}

/* ---- what wins, of values and attributes ---- */

/* What a modifier says: VALUE stands for that of the member beside its attributes. */
static const LibAttribute VALUE = LIB_N_ATTRIBUTES;

typedef struct {
  const LangExpr *expr;
  bool is_missing;
  bool is_final;
  BaseSpan span;
} Said;

/* A setting from outside gives parameters and inputs their value, other variables a
 * start value. */
static bool
is_start_value (const FlatMod *mod, const LibMember *member)
{
  bool is_parameter = member->decl != NULL && member->decl->kind == LANG_PARAMETER;

  return mod->is_setting && flat_mod_arrives (mod) && !is_parameter &&
         member->type != NULL && member->field != LANG_FIELD_INPUT;
}

static bool
says_value (const FlatMod *mod, const LangMod *m, Said *said)
{
  *said = (Said){m->value, m->value_missing, mod->is_final, m->span};
  return m->value != NULL || m->value_missing;
}

static bool
says_attribute (const FlatMod *mod, LibAttribute attribute, Said *said)
{
  const char *name = lib_type_attribute_name (attribute);
  const LangMod *m = mod->mod;

  if (!flat_mod_arrives (mod)) {
    says_value (mod, m, said);
    return mod->part + 1 == m->target.n &&
           strcmp (m->target.parts[mod->part], name) == 0;
  }
  if (attribute == LIB_INITIAL && (m->initial != NULL || m->initial_missing)) {
    *said = (Said){m->initial, m->initial_missing, false, m->span};
    return true;
  }
  for (uint32_t i = 0; i < m->n_mods; i++)
    if (strcmp (m->mods[i]->target.text, name) == 0) {
      says_value (mod, m->mods[i], said);
      said->is_final = mod->is_final || m->mods[i]->is_final;
      return true;
    }
  return false;
}

/* True if the modifier says anything of it. A replacement of a part is a value, too,
 * but cannot be missing. */
static bool
says (const FlatMod *mod, const LibMember *m, LibAttribute attribute, Said *said)
{
  bool is_start = is_start_value (mod, m);

  if (attribute != VALUE && !(is_start && attribute == LIB_INITIAL))
    return says_attribute (mod, attribute, said);
  return flat_mod_arrives (mod) && is_start == (attribute == LIB_INITIAL) &&
         says_value (mod, mod->mod, said) && (said->expr != NULL || m->type != NULL);
}

/* What the outermost modifier says, or what is declared; E305 if an inner one or the
 * declaration is final. */
static FlatBinding
outermost (FlatBuild *build,
           FlatNode *node,
           uint32_t member,
           LibAttribute attribute,
           const FlatBinding *declared,
           bool is_final)
{
  const LibMember *m = flat_node_member (node, member);
  const char *name = attribute == VALUE ? m->name : lib_type_attribute_name (attribute);
  FlatModWalk walk = flat_modify_walk (node, member);
  FlatBinding binding = *declared;
  FlatMod mod;
  Said said;

  while (flat_modify_next (&walk, &mod)) {
    if (!says (&mod, m, attribute, &said))
      continue;
    /* The first one met is the outermost; one further in may forbid it. */
    if (binding.is_modified && said.is_final)
      report_final (build, node, binding.span, name);
    if (!binding.is_modified)
      binding = (FlatBinding){.expr = said.expr,
                              .view = mod.view,
                              .span = said.span,
                              .is_modified = true,
                              .is_missing = said.is_missing};
  }
  if (binding.is_modified && is_final)
    report_final (build, node, binding.span, name);
  return binding;
}

FlatBinding
flat_modify_value (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  const FlatBinding declared = {.expr = m->value,
                                .view = {.node = node, .from = m->value_from},
                                .span = m->decl == NULL ? node->span : m->decl->span};

  return outermost (build, node, member, VALUE, &declared,
                    m->decl != NULL && m->decl->is_final);
}

FlatBinding
flat_modify_attribute (FlatBuild *build,
                       FlatNode *node,
                       uint32_t member,
                       LibAttribute attribute)
{
  const LibMember *m = flat_node_member (node, member);
  const LibAttributeValue *of_type = &m->type->attributes[attribute];
  FlatBinding declared = {.expr = of_type->expr,
                          .view = {.node = node, .from = of_type->from},
                          .span = of_type->span};

  if (attribute == LIB_INITIAL && m->decl != NULL && m->decl->initial != NULL)
    declared = (FlatBinding){.expr = m->decl->initial,
                             .view = {.node = node, .from = m->from},
                             .span = m->decl->initial->span};
  return outermost (build, node, member, attribute, &declared, of_type->is_final);
}

/* The argument of `E.Case(f = e)` for the field. */
static const LangExpr *
case_argument (const LangExpr *call, const char *name)
{
  if (call != NULL && call->kind == LANG_CALL)
    for (uint32_t i = 1; i < call->n_args; i++)
      if (call->arg_names[i] == name)
        return call->args[i];
  return NULL;
}

FlatBinding
flat_modify_field (FlatBuild *build,
                   FlatNode *node,
                   uint32_t member,
                   const LangDecl *field,
                   const LangExpr *call)
{
  FlatModWalk walk = flat_modify_walk (node, member);
  FlatMod mod;

  while (flat_modify_next (&walk, &mod)) {
    const LangMod *m = mod.mod;
    FlatBinding binding = {.view = mod.view, .span = m->span, .is_modified = true};

    if (!flat_mod_arrives (&mod)) {
      if (m->target.parts[mod.part] != field->name)
        continue;
      binding.expr = m->value;
      return binding;
    }
    for (uint32_t i = 0; i < m->n_mods; i++)
      if (m->mods[i]->target.n == 1 && m->mods[i]->target.parts[0] == field->name) {
        binding.expr = m->mods[i]->value;
        return binding;
      }
    if (m->value != NULL)
      break; /* the value of the whole names its fields itself */
  }
  FlatBinding whole = flat_modify_value (build, node, member);
  whole.expr = case_argument (call, field->name);
  return whole;
}

/* ---- modifiers that mean nothing ---- */

static bool
has_field (const LibType *type, const char *name)
{
  const LangClass *class = type->kind == LIB_TYPE_ENUM ? type->entry->class : NULL;

  for (uint32_t i = 0; class != NULL && i < class->n_variants; i++)
    for (uint32_t k = 0; k < class->variants[i].n_fields; k++)
      if (class->variants[i].fields[k]->name == name)
        return true;
  return false;
}

static void
check_attribute (FlatBuild *build,
                 FlatNode *node,
                 uint32_t member,
                 const LangName *name)
{
  const LibMember *m = flat_node_member (node, member);
  LibAttribute a =
      lib_type_attribute_find (name->n == 0 ? "" : name->parts[name->n - 1]);
  bool is_parameter = m->decl != NULL && m->decl->kind == LANG_PARAMETER;
  bool fits = a < LIB_N_ATTRIBUTES && lib_type_attribute_fits (a, m->type->kind) &&
              !(is_parameter && a == LIB_INITIAL);

  if (!fits && name->n > 0 && has_field (m->type, name->parts[name->n - 1])) {
    if (flat_structure_field (node, member, name->parts[name->n - 1]) == NULL)
      flat_report (build, 407, name->span, node,
                   N_ ("%s has no field %s in its present case"), m->name,
                   name->parts[name->n - 1]);
    return;
  }
  if (fits)
    return;
  const char *wanted = name->n == 0 ? "" : name->parts[name->n - 1];
  flat_report (build, 306, name->span, node, "%s has no attribute or field %s", m->name,
               wanted);
  lib_type_hint_attribute (build->diags, wanted);
}

void
flat_modify_check (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  bool is_parameter = m->decl != NULL && m->decl->kind == LANG_PARAMETER;
  FlatModWalk walk = flat_modify_walk (node, member);
  FlatMod mod;

  while (flat_modify_next (&walk, &mod)) {
    const LangMod *said = mod.mod;

    if (!flat_mod_arrives (&mod)) {
      if (mod.part + 1 == said->target.n)
        check_attribute (build, node, member, &said->target);
      else
        flat_report (build, 306, said->target.span, node, "%s has no parts", m->name);
      continue;
    }
    for (uint32_t i = 0; i < said->n_mods; i++)
      check_attribute (build, node, member, &said->mods[i]->target);
    if (is_parameter && said->initial != NULL)
      flat_report (build, 306, said->span, node,
                   "the parameter %s has no initial value", m->name);
  }
}
