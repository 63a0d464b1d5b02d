/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of instances. Nodes are taken from a stack, so the order is that of the text
 * and nothing recurses over the depth of the model. A node is expanded when its turn
 * comes or when a structural value asks for something in it, and numbered in its turn:
 * linear in the instances and their members. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "flat/value/value.h"

/* Components inside one another. */
enum { DEEPEST = 200 };

static LangName
name_of (FlatBuild *build, const LangExpr *expr)
{
  const char *parts[LIB_DEEPEST_NAME];
  const LangExpr *callee = expr->kind == LANG_CALL ? expr->args[0] : expr;
  uint32_t n = lib_constant_name_parts (callee, parts, LIB_DEEPEST_NAME);
  g_autofree char *text = flat_structure_name (callee);

  return (LangName){.n = n,
                    .parts = base_arena_copy (build->arena, parts, n * sizeof *parts,
                                              (n + 1) * sizeof *parts),
                    .text = base_name (n == 0 ? "" : text),
                    .span = callee->span};
}

/* The class that replaces the declared one, or NULL (reported). */
static FlatClass *
replacement (FlatBuild *build,
             FlatNode *node,
             uint32_t member,
             const FlatBinding *binding)
{
  const LibMember *m = flat_node_member (node, member);
  LangName name = name_of (build, binding->expr);
  const LibEntry *entry;
  FlatClass *class;

  if (m->base == NULL || name.n == 0) {
    flat_report (build, 307, binding->span, node,
                 "%s cannot be replaced: it is not declared as `%s::Base = …`", m->name,
                 m->name);
    return NULL;
  }
  /* What stands in its place must extend its base. */
  entry = lib_class_lookup (build->index, binding->view.from, &name, LIB_COMPONENTS,
                            build->diags);
  if (entry == NULL)
    return NULL;
  class = flat_class_of (build, entry);
  if (!lib_class_extends (class->lib, m->base)) {
    flat_report (build, 307, name.span, node, "%s does not extend %s, as %s must",
                 name.text, m->base->class->name, m->name);
    return NULL;
  }
  return class;
}

static FlatClass *
class_of (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatClass **cached = &node->class->subs[m->slot];

  if (*cached == NULL && m->entry != NULL)
    *cached = flat_class_of (build, m->entry);
  if (*cached != NULL && !(*cached)->is_structural &&
      flat_node_is_structural (node, member))
    *cached = flat_class_structural (build, *cached);
  if (*cached != NULL && !(*cached)->lib->is_signal && m->decl->kind == LANG_SUB &&
      (m->mods != NULL || (node->mods != NULL && node->mods[member] != NULL))) {
    /* `part = Impl(c = 3)` */
    FlatBinding binding = flat_modify_value (build, node, member);

    if (binding.is_modified)
      return replacement (build, node, member, &binding);
  }
  return *cached;
}

/* ---- nodes ---- */

const char *
flat_instance_path (FlatBuild *build,
                    const FlatNode *parent,
                    const char *name,
                    uint32_t *length)
{
  size_t n_name = strlen (name), n_parent = parent->path_length;
  bool has_dot = n_parent > 0 && n_name > 0;
  char *path;

  *length = (uint32_t) (n_parent + has_dot + n_name);
  if (n_parent == 0)
    return name;
  path = base_arena_alloc (build->arena, *length + 1);
  memcpy (path, parent->path, n_parent);
  path[n_parent] = '.';
  memcpy (path + n_parent + has_dot, name, n_name + 1);
  return path;
}

FlatNode *
flat_instance_new (FlatBuild *build,
                   FlatNode *node,
                   const LibMember *member,
                   const char *name)
{
  FlatNode *child = base_arena_keep (build->arena, FlatNode,
                                     {.parent = node,
                                      .depth = node->depth + 1,
                                      .member = member,
                                      .name = name,
                                      .span = member->decl->span,
                                      .id = UINT32_MAX,
                                      .presence = FLAT_PRESENT});

  child->path = flat_instance_path (build, node, name, &child->path_length);
  return child;
}

/* Gives a new instance its class and its modifiers. */
static FlatNode *
give_class (FlatBuild *build,
            FlatNode *child,
            uint32_t member,
            FlatClass *class,
            const FlatLocal *locals)
{
  FlatNode *node = child->parent;
  const LibMember *m = child->member;

  child->class = class;
  if (flat_node_is_struct (child))
    child->env = flat_modify_struct (build, child);
  else if (m->decl->n_mods > 0 || m->mods != NULL ||
           (node->mods != NULL && node->mods[member] != NULL))
    child->env = flat_modify_child (build, node, member, class->lib->is_signal, locals);
  return child;
}

/* ---- arrays: of instances, [C (…) for i in a:b, j in c:d], and of structs ---- */

const char *
flat_instance_element (FlatBuild *build, const char *name, FlatShape shape, uint32_t i)
{
  if (shape.rank == 1)
    return base_arena_printf (build->arena, "%s[%u]", name, i + 1);
  return base_arena_printf (build->arena, "%s[%u,%u]", name, i / shape.n[1] + 1,
                            i % shape.n[1] + 1);
}

/* The loops of an array of instances; false after a report. */
static bool
read_loops (FlatBuild *build,
            FlatNode *node,
            const LibMember *m,
            FlatShape *shape,
            double *from)
{
  FlatScope scope = {.build = build, .node = node, .from = m->from, .place = node};

  if (m->decl->n_for > 2)
    return flat_report (build, 601, m->decl->span, node,
                        "arrays have at most two dimensions");
  *shape = (FlatShape){.rank = m->decl->n_for, .n = {1, 1}};
  for (uint32_t i = 0; i < m->decl->n_for; i++) {
    const LangExpr *range = m->decl->for_ranges[i];
    double to;

    /* Ranges a:b, known before equations are. */
    if (range->kind != LANG_RANGE || range->n_args != 2)
      return flat_report (build, 308, range->span, node, "a range a:b is needed here");
    if (!flat_structure_number (&scope, range->args[0], &from[i]) ||
        !flat_structure_number (&scope, range->args[1], &to))
      return false;
    shape->n[i] = (uint32_t) CLAMP (to - from[i] + 1, 0, FLAT_MOST_ELEMENTS + 1.0);
  }
  return (uint64_t) shape->n[0] * shape->n[1] <= FLAT_MOST_ELEMENTS ||
         flat_report (build, 601, m->decl->span, node, "%s has more than %d elements",
                      m->name, FLAT_MOST_ELEMENTS);
}

static bool
report_sizes (FlatBuild *build,
              BaseSpan span,
              const FlatNode *node,
              FlatShape given,
              FlatShape needed)
{
  g_autofree char *have = flat_shape_text (given);
  g_autofree char *want = flat_shape_text (needed);

  return flat_report (build, 307, span, node, "%s stands where %s is needed", have,
                      want);
}

/* The sizes of an array of structs, as declared or, where that says `:`, from its
 * value. False after a report. */
static bool
read_sizes (FlatBuild *build, FlatNode *node, uint32_t member, FlatShape *shape)
{
  const LibMember *m = flat_node_member (node, member);
  FlatScope scope = {.build = build, .node = node, .from = m->from, .place = node};
  FlatBinding binding = flat_modify_value (build, node, member);
  FlatScope outer = flat_view_scope (build, &binding.view, node);
  FlatShape given =
      binding.expr == NULL ? FLAT_SCALAR : flat_shape_of (&outer, binding.expr);

  *shape = (FlatShape){.rank = m->array->n_dims, .n = {1, 1}};
  for (uint32_t i = 0; i < shape->rank; i++) {
    const LangExpr *dim = m->array->dims[i];
    double size = given.rank == shape->rank ? (double) given.n[i] : -1.0;

    /* `:` takes the size of the value. */
    if (dim->kind == LANG_COLON && size < 0) {
      if (binding.expr != NULL)
        flat_report (build, 308, binding.span, node, "the size of %s is unknown",
                     m->name);
      else
        flat_report_missing (build, node, m->decl);
      return false;
    }
    if (dim->kind != LANG_COLON && !flat_structure_number (&scope, dim, &size))
      return false;
    if (size < 0 || size > FLAT_MOST_ELEMENTS ||
        size * MAX (1, shape->n[0]) > FLAT_MOST_ELEMENTS)
      return flat_report (build, 308, dim->span, node, "%.0f is not a size of an array",
                          size);
    shape->n[i] = (uint32_t) size;
  }
  /* The value must have the declared size. */
  if (given.rank == shape->rank &&
      (given.n[0] != shape->n[0] || (given.rank > 1 && given.n[1] != shape->n[1])))
    return report_sizes (build, binding.span, node, given, *shape);
  return true;
}

/* What the loops of an array stand for at its element `i`. */
static const FlatLocal *
locals_of (FlatBuild *build,
           const LangDecl *decl,
           FlatShape shape,
           const double *from,
           uint32_t i)
{
  const uint32_t at[2] = {i / shape.n[1], i % shape.n[1]};
  const FlatLocal *locals = NULL;

  for (uint32_t k = 0; k < decl->n_for; k++)
    locals = flat_local_turn (build, locals, decl->for_names[k], from[k] + at[k]);
  return locals;
}

static FlatNode *
make_array (FlatBuild *build, FlatNode *node, uint32_t member, FlatClass *class)
{
  const LibMember *m = flat_node_member (node, member);
  FlatNode *array = flat_instance_new (build, node, m, m->name);
  double from[2];

  if (m->array != NULL ? !read_sizes (build, node, member, &array->shape)
                       : !read_loops (build, node, m, &array->shape, from)) {
    build->is_vague = build->is_vague || m->array != NULL;
    return NULL;
  }
  array->class = class;
  array->n_elements = flat_shape_count (array->shape);
  array->elements = base_arena_array (build->arena, FlatNode *, array->n_elements + 1);
  /* Elements with their indices, or with the loop variables as locals. */
  flat_budget_begin (build, node, m->name, m->decl->span);
  for (uint32_t i = 0; i < array->n_elements; i++) {
    if (flat_budget_is_spent (build))
      return NULL;
    FlatNode *child = flat_instance_new (
        build, node, m, flat_instance_element (build, m->name, array->shape, i));

    if (m->array != NULL) {
      child->element[0] = i / array->shape.n[1] + 1;
      child->element[1] = array->shape.rank > 1 ? i % array->shape.n[1] + 1 : 0;
    }
    give_class (build, child, member, class,
                m->array != NULL ? NULL
                                 : locals_of (build, m->decl, array->shape, from, i));
    array->elements[i] = child;
  }
  return array;
}

static FlatNode *
make_child (FlatBuild *build, FlatNode *node, uint32_t member)
{
  const LibMember *m = flat_node_member (node, member);
  FlatClass *class = class_of (build, node, member);
  FlatNode *child;

  if (class == NULL)
    return NULL;
  if (class->lib->entry->class->is_partial)
    flat_report (build, 203, m->decl->class_name.span, node,
                 N_ ("%s is partial: it can only be extended"),
                 class->lib->entry->class->name);
  child = m->array != NULL || m->decl->n_for > 0
              ? make_array (build, node, member, class)
              : give_class (build, flat_instance_new (build, node, m, m->name), member,
                            class, NULL);
  if (child != NULL && m->decl->condition != NULL)
    child->presence = FLAT_UNDECIDED;
  return child;
}

bool
flat_instance_all_are_whole (const FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++)
    if (!build->nodes.at[i]->class->lib->is_sound || build->nodes.at[i]->is_vague)
      return false;
  return true;
}

FlatNode *
flat_instance_part_next (FlatPartWalk *walk)
{
  const FlatNode *node = walk->node;

  while (walk->slot < node->class->lib->n_subs) {
    FlatNode *part = node->subs[walk->slot];

    if (part != NULL && part->elements != NULL && walk->element < part->n_elements) {
      part = part->elements[walk->element++];
    } else {
      walk->slot++;
      walk->element = 0;
      if (part == NULL || part->elements != NULL)
        continue;
    }
    if (part->id != UINT32_MAX && flat_node_owns (node, part))
      return part;
  }
  do
    walk->added = walk->added == NULL ? node->added : walk->added->next_added;
  while (walk->added != NULL && walk->added->id == UINT32_MAX);
  return (FlatNode *) walk->added;
}

static void
refuse (FlatBuild *build, const FlatNode *node, const LangDecl *decl)
{
  const char *what = decl->kind == LANG_PATH
                         ? N_ ("`path` is not supported")
                         : N_ ("this declaration is not allowed here");

  flat_report (build, 601, decl->span, node, "%s", _ (what));
}

/* What an `outer` means belongs to somebody else. */
static void
refuse_outer_mods (FlatBuild *build, FlatNode *node, uint32_t member)
{
  FlatModWalk walk = flat_modify_walk (node, member);
  FlatMod mod;

  while (flat_modify_next (&walk, &mod)) {
    flat_report (build, 306, mod.mod->target.span, node,
                 "%s is declared `outer`: modify the instance that it refers to",
                 flat_node_member (node, member)->name);
  }
}

/* Behind the others, since they may be what is meant. */
static void
find_outers (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *m = &class->members[i];

    if (m->type != NULL || m->decl->kind != LANG_OUTER)
      continue;
    refuse_outer_mods (build, node, i);
    node->subs[m->slot] = flat_outer_find (build, node, i);
  }
}

void
flat_instance_expand (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;

  if (node->is_expanded)
    return;
  node->is_expanded = true;
  flat_modify_take (build, node);
  if (class->n_subs > 0)
    node->subs = base_arena_array (build->arena, FlatNode *, class->n_subs);
  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *m = &class->members[i];

    if (m->type != NULL)
      continue;
    if (m->decl->kind == LANG_SUB || m->decl->kind == LANG_PARAMETER)
      node->subs[m->slot] = make_child (build, node, i);
    else if (m->decl->kind != LANG_OUTER)
      refuse (build, node, m->decl);
  }
  if (class->n_subs > 0)
    find_outers (build, node);
}

/* ---- order, conditions, numbers ---- */

static FlatPresence
decide (FlatBuild *build, const FlatNode *node)
{
  const LangExpr *condition = node->member->decl->condition;
  FlatScope scope = {.build = build,
                     .node = node->parent,
                     .from = node->member->from,
                     .place = node->parent};
  LibValue value = flat_structure_constant (&scope, condition, NULL);

  if (value.kind == LIB_BOOLEAN)
    return value.number != 0 ? FLAT_PRESENT : FLAT_ABSENT;
  if (value.kind == LIB_UNKNOWN && value.is_reported)
    node->parent->is_vague = true;
  else if (value.kind == LIB_UNKNOWN &&
           !flat_translate_unknown_name (&scope, condition))
    flat_report (build, 308, condition->span, node->parent,
                 "the condition of %s must depend on structural parameters only",
                 node->name);
  else if (value.kind != LIB_UNKNOWN)
    flat_report (build, 307, condition->span, node->parent,
                 "the condition of %s must be Boolean", node->name);
  return FLAT_PRESENT;
}

FlatPresence
flat_instance_decide (FlatBuild *build, FlatNode *node)
{
  if (node->presence == FLAT_UNDECIDED)
    node->presence = decide (build, node);
  return node->presence;
}

/* True (and reported) if a component stands inside itself, or inside too many others:
 * names grow with each, and so does the work for all of them. */
static bool
is_too_deep (FlatBuild *build, const FlatNode *node)
{
  if (node->depth > DEEPEST) {
    flat_report (build, 304, node->member->decl->name_span, node->parent,
                 "components are nested more than %d levels deep here", DEEPEST);
    return true;
  }
  if (node->class->lib->is_connector)
    return false;
  for (const FlatNode *outer = node->parent; outer != NULL; outer = outer->parent)
    if (outer->class == node->class) {
      const LangDecl *decl = node->member->decl;

      flat_report (build, 304,
                   flat_node_is_struct (node) ? decl->type.span : decl->class_name.span,
                   node->parent, "%s contains itself",
                   node->class->lib->entry->class->name);
      return true;
    }
  return false;
}

static void
add_fields (FlatBuild *build, FlatNode *node, uint32_t member)
{
  LibValue value = flat_structure_parameter (build, node, member);
  const LangVariant *variant;

  if (value.kind != LIB_CASE)
    return;
  variant = &value.enumeration->class->variants[(uint32_t) value.number - 1];
  for (uint32_t i = 0; i < variant->n_fields; i++) {
    const LangDecl *decl = variant->fields[i];
    const char *from = value.enumeration->namespace;
    const LibType *type =
        lib_type (build->arena, build->index, &decl->type, from, build->diags);

    if (type->kind > LIB_TYPE_BOOLEAN || type->n_dims > 0)
      flat_report (build, 601, decl->span, node,
                   "fields of enumerations must be Real, Integer or Boolean");
    node->fields = base_arena_keep (build->arena, FlatField,
                                    {.next = node->fields,
                                     .member = member,
                                     .decl = decl,
                                     .from = from,
                                     .type = type,
                                     .var = build->n_vars++});
  }
}

static void
number_node (FlatBuild *build, FlatNode *node)
{
  const LibClass *class = node->class->lib;

  node->id = build->nodes.n;
  base_vec_push (build->arena, build->nodes, node);
  node->first_var = build->n_vars;
  if (node->class->has_arrays)
    flat_shape_of_nodes (build, node);
  build->n_vars +=
      node->offsets == NULL ? class->n_values : node->offsets[class->n_values];
  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *m = &class->members[i];

    if (m->slot != UINT32_MAX && m->type != NULL && m->type->kind == LIB_TYPE_ENUM &&
        flat_node_is_structural (node, i))
      add_fields (build, node, i);
  }
}

static void
visit (FlatBuild *build, GPtrArray *stack)
{
  FlatNode *node = g_ptr_array_steal_index (stack, stack->len - 1);

  flat_budget_begin (build, node, node == build->root ? _ ("the model") : node->name,
                     node->span);
  if (flat_instance_decide (build, node) == FLAT_ABSENT || is_too_deep (build, node))
    return;
  for (uint32_t i = node->n_elements; i-- > 0;)
    g_ptr_array_add (stack, node->elements[i]);
  if (node->elements != NULL)
    return;
  flat_instance_expand (build, node);
  number_node (build, node);
  for (uint32_t i = node->class->lib->n_subs; i-- > 0;)
    if (flat_node_owns (node, node->subs[i]))
      g_ptr_array_add (stack, node->subs[i]);
}

/* `--set a.b=e` as a modifier of the model. */
static const LangMod *
make_setting (FlatBuild *build, const char *name, const LangExpr *value)
{
  g_auto (GStrv) texts = g_strsplit (name, ".", -1);
  uint32_t n = g_strv_length (texts);
  const char **parts = base_arena_array (build->arena, const char *, n);

  for (uint32_t i = 0; i < n; i++)
    parts[i] = base_name (texts[i]);
  return base_arena_keep (build->arena, LangMod,
                          {.span = value->span,
                           .target = {.n = n,
                                      .parts = parts,
                                      .text = base_name (name),
                                      .span = value->span},
                           .value = value});
}

static FlatMod *
root_mods (FlatBuild *build, const FlatRoot *root)
{
  FlatMod *mods =
      base_arena_array (build->arena, FlatMod, (size_t) root->n_sets + root->n_mods);
  uint32_t n = 0;

  /* The last setting of a name is the outermost. */
  for (uint32_t i = root->n_sets; i-- > 0;)
    mods[n++].mod = make_setting (build, root->set_names[i], root->set_values[i]);
  for (uint32_t i = 0; i < root->n_mods; i++)
    mods[n++].mod = root->mods[i];
  for (uint32_t i = 0; i < n; i++) {
    mods[i].view.from = root->from == NULL ? "" : root->from;
    mods[i].is_setting = i < root->n_sets;
    mods[i].next = i + 1 < n ? &mods[i + 1] : NULL;
  }
  return n == 0 ? NULL : mods;
}

bool
flat_instance_build_tree (FlatBuild *build, const FlatRoot *root)
{
  g_autoptr (GPtrArray) stack = g_ptr_array_new ();
  FlatNode *node = base_arena_keep (build->arena, FlatNode,
                                    {.class = flat_class_of (build, root->model),
                                     .name = "",
                                     .path = "",
                                     .span = root->model->class->name_span,
                                     .presence = FLAT_PRESENT,
                                     .env = root_mods (build, root)});

  build->root = node;
  build->stack = stack;
  g_ptr_array_add (stack, node);
  /* Instances on a stack: a model may be deeper than that of C. */
  while (stack->len > 0 && build->nodes.n < FLAT_MOST_INSTANCES &&
         build->n_vars <= FLAT_MOST_VARIABLES && !flat_budget_is_spent (build))
    visit (build, stack);
  build->stack = NULL;
  if (build->is_spent)
    return false;
  if (stack->len == 0 && build->n_vars <= FLAT_MOST_VARIABLES)
    return true;
  return flat_report (build, 601, node->span, NULL,
                      "the model has more than %d parts or %d variables",
                      FLAT_MOST_INSTANCES, FLAT_MOST_VARIABLES);
}
