/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which ports and fields the arguments of a connect name: each is led through the tree
 * (flat_structure_find ()) and must end at a port of the component or of a direct part.
 * Arrays of ports are connected element by element; parts that do not exist are left
 * out. What fits together is looked at by connect.c. */
#include <glib/gi18n-lib.h>

#include "flat/equation/connect.h"
#include "flat/equation/relation-private.h"

static bool
report_port (const FlatPlace *place,
             const LangExpr *arg,
             const FlatTarget *target,
             const FlatPath *path)
{
  FlatBuild *build = place->scope.build;
  FlatNode *about = place->scope.place;
  const char *part = path->parts[target->at == 0 ? 0 : target->at - 1];

  if (target->kind == FLAT_NAME_UNKNOWN && !target->node->class->lib->is_sound)
    return false;
  /* Not found, no port, an array, or a component. */
  if (target->kind == FLAT_NAME_UNKNOWN) {
    const char *missing = path->parts[target->at];

    if (target->at == 0)
      flat_report (build, 202, arg->span, about, "%s is unknown", missing);
    else
      flat_report (build, 202, arg->span, about, "%s has no port %s", part, missing);
    flat_report_hint_member (build, target->node->class->lib, missing, LIB_PART);
  } else if (target->kind == FLAT_NAME_VALUE) {
    bool is_field = target->node->class->lib->is_connector;

    flat_report (build, is_field ? 601 : 401, arg->span, about,
                 is_field ? N_ ("only whole fields of single ports can be connected, "
                                "not elements of %s")
                          : N_ ("%s is not a port"),
                 part);
  } else if (target->kind == FLAT_NAME_ARRAY) {
    flat_report (build, 307, arg->span, about, "%s needs an index", part);
  } else if (target->kind == FLAT_NAME_INSTANCE) {
    flat_report (build, 401, arg->span, about,
                 target->node->class->lib->is_connector
                     ? N_ ("only ports of this component and of its direct parts can "
                           "be connected")
                     : N_ ("%s is a component: name one of its ports"),
                 part);
  }
  return false;
}

/* Adds the port that `arg` names. False after a report. */
static bool
is_port_of (const FlatTarget *target, const FlatNode *owner)
{
  const FlatNode *port = target->node;

  return target->kind == FLAT_NAME_INSTANCE && port->class->lib->is_connector &&
         (port->parent == owner || port->parent->parent == owner);
}

/* A variable of such a port, itself and not an element of it. */
static bool
is_field_of (const FlatTarget *target, const FlatPath *path, const FlatNode *owner)
{
  const FlatNode *port = target->node;

  return target->kind == FLAT_NAME_VALUE && target->at == path->n &&
         path->indexes[path->n - 1] == NULL && port->class->lib->is_connector &&
         flat_node_member (port, target->member)->decl->kind == LANG_FIELD &&
         (port->parent == owner || port->parent->parent == owner);
}

/* `tank.outlet` of an array of tanks: an array of their ports. NULL after a report. */
static FlatNode *
slice_ports (const FlatPlace *place,
             const LangExpr *arg,
             const FlatTarget *target,
             const FlatPath *path)
{
  FlatBuild *build = place->scope.build;
  const FlatNode *array = target->node;
  FlatNode *slice = base_arena_new0 (build->arena, FlatNode);

  slice->class = array->class;
  slice->shape = array->shape;
  slice->n_elements = array->n_elements;
  slice->elements = base_arena_array (build->arena, FlatNode *, array->n_elements);
  for (uint32_t i = 0; i < array->n_elements; i++) {
    /* The rest of the path in each element. */
    FlatTarget element = *target;

    element.node = array->elements[i];
    element = flat_structure_follow (&place->scope, element, path);
    if (!is_port_of (&element, place->scope.node) || element.node->elements != NULL) {
      report_port (place, arg, &element, path);
      return NULL;
    }
    slice->elements[i] = element.node;
  }
  return slice;
}

/* The node that `arg` names: a port or an array of ports. NULL after a report. *field
 * is the member if a single field of the port is named, and left alone if not. */
static FlatNode *
find_port (const FlatPlace *place,
           const LangExpr *arg,
           bool *is_absent,
           uint32_t *field)
{
  FlatTarget target;
  FlatPath path;

  if (!flat_structure_path (arg, &path)) {
    flat_report_at (&place->scope, 401, arg->span, "connect takes ports");
    return NULL;
  }
  target = flat_structure_find (&place->scope, &path);
  *is_absent = target.absent != NULL;
  if (target.kind == FLAT_NAME_BROKEN)
    return NULL;
  /* Ports of all elements, a port, or a field of one. */
  if (target.kind == FLAT_NAME_ARRAY && !*is_absent)
    return slice_ports (place, arg, &target, &path);
  if (is_port_of (&target, place->scope.node) || *is_absent)
    return target.node;
  if (is_field_of (&target, &path, place->scope.node)) {
    *field = target.member;
    return target.node;
  }
  report_port (place, arg, &target, &path);
  return NULL;
}

/* How many connects the arguments make: arrays of ports are joined element by element.
 * UINT32_MAX if the sizes differ. */
static uint32_t
count_connects (uint32_t n, FlatNode *const *nodes)
{
  uint32_t size = nodes[0]->elements == NULL ? 1 : nodes[0]->n_elements;

  for (uint32_t i = 1; i < n; i++)
    if ((nodes[i]->elements == NULL) != (nodes[0]->elements == NULL) ||
        (nodes[i]->elements != NULL && nodes[i]->n_elements != size))
      return UINT32_MAX;
  return size;
}

/* False (reported) if the connect names the port before. */
static bool
check_once (const FlatPlace *place,
            const LangExpr *arg,
            uint32_t n,
            FlatNode *const *nodes,
            const uint32_t *fields,
            const FlatNode *port)
{
  for (uint32_t i = 0; i < n; i++)
    if (nodes[i] == port && fields[i] == fields[n])
      return flat_report_at (&place->scope, 401, arg->span, "%s is connected to itself",
                             port->name);
  return true;
}

/* A signal stands for its only field where other arguments are single fields. False
 * (reported) if another port does not. */
static bool
complete_fields (const FlatPlace *place,
                 const LangRelation *relation,
                 uint32_t n,
                 FlatNode *const *nodes,
                 uint32_t *fields)
{
  for (uint32_t i = 0; i < n; i++) {
    if (fields[i] != UINT32_MAX)
      continue;
    if (!nodes[i]->class->lib->is_signal || nodes[i]->elements != NULL)
      return flat_report_at (&place->scope, 401, relation->span,
                             "a single field cannot be connected to the whole port %s",
                             nodes[i]->name);
    fields[i] = 0;
  }
  return true;
}

/* One connect for each element of arrays, or one. */
static void
add_connects (const FlatPlace *place,
              const LangRelation *relation,
              uint32_t n,
              FlatNode **nodes,
              const uint32_t *fields)
{
  FlatBuild *build = place->scope.build;
  uint32_t size = count_connects (n, nodes);

  if (size == UINT32_MAX)
    flat_report_at (&place->scope, 401, relation->span,
                    "arrays of ports can be connected only if they have the same "
                    "number of elements");
  for (uint32_t i = 0; i < size && size != UINT32_MAX; i++) {
    FlatConnect connect = {.owner = place->scope.node,
                           .span = relation->span,
                           .n = n,
                           .ports = nodes,
                           .fields = fields};

    /* The i-th port of each array. */
    if (nodes[0]->elements != NULL) {
      connect.ports = base_arena_array (build->arena, FlatNode *, n);
      for (uint32_t k = 0; k < n; k++)
        connect.ports[k] = nodes[k]->elements[i];
    }
    base_vec_push (build->arena, build->connects, connect);
  }
}

void
flat_relation_connect (const FlatPlace *place, const LangRelation *relation)
{
  FlatBuild *build = place->scope.build;
  FlatNode **nodes = base_arena_array (build->arena, FlatNode *, relation->n_args);
  uint32_t *fields = base_arena_array (build->arena, uint32_t, relation->n_args + 1);
  bool has_fields = false;
  uint32_t n = 0;

  if (place->into != NULL) {
    flat_report_at (&place->scope, 404, relation->span,
                    "a connect cannot be conditional at run time");
    base_diags_set_hint (build->diags,
                         "make the condition depend on structural parameters only");
    return;
  }
  /* The ports; absent ones are left out. */
  for (uint32_t i = 0; i < relation->n_args; i++) {
    bool is_absent = false;

    fields[n] = UINT32_MAX;
    FlatNode *port = find_port (place, relation->args[i], &is_absent, &fields[n]);
    if (port == NULL || !check_once (place, relation->args[i], n, nodes, fields, port))
      return;
    has_fields = has_fields || fields[n] != UINT32_MAX;
    if (!is_absent)
      nodes[n++] = port;
  }
  if (relation->n_args == 1)
    flat_report_at (&place->scope, 401, relation->span,
                    "connect takes at least two ports");
  if (n > 0 && (!has_fields || complete_fields (place, relation, n, nodes, fields)))
    add_connects (place, relation, n, nodes, has_fields ? fields : NULL);
}
