/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connection sets (LANGUAGE §7). The connects of one component are merged into sets of
 * ports; each set gives one equation per potential and port but the first, and one sum
 * per flow. A port counts as *own* for the connects of its component and as *sub* for
 * those of the enclosing one. */
#include <glib/gi18n-lib.h>

#include "flat/equation/connect.h"
#include "flat/equation/variable.h"
#include "lib/match.h"

typedef struct {
  FlatNode *port;
  uint32_t field; /* the member that is meant alone, or WHOLE */
  bool is_own;
  uint32_t root; /* union-find: a lower place of the same set, or itself */
  uint32_t set;  /* of the root: 1 + number among the owner's sets */
} Member;

enum { WHOLE = UINT32_MAX };

/* The sets of one owner. If one of its connects names a single field, all ports are
 * taken field by field, so that a field has one set however it is named. */
typedef struct {
  FlatBuild *build;
  FlatNode *owner;
  bool is_by_field;
  BASE_VEC (Member) members;
} Maker;

/* ---- merging ---- */

static uint32_t
find_root (Maker *maker, uint32_t at)
{
  Member *members = maker->members.at;

  while (members[at].root != at) {
    members[at].root = members[members[at].root].root;
    at = members[at].root;
  }
  return at;
}

/* 1 + the place that a port, or a field of it, has among the members of the component
 * itself or of the enclosing one; 0: none yet. */
static uint32_t *
slot_of (const Maker *maker, FlatNode *port, uint32_t field, bool is_own)
{
  if (field == WHOLE)
    return &port->sets[is_own];
  if (port->field_sets[is_own] == NULL)
    port->field_sets[is_own] =
        base_arena_array (maker->build->arena, uint32_t, port->class->lib->n_members);
  return &port->field_sets[is_own][field];
}

static uint32_t
place_of (Maker *maker, FlatNode *port, uint32_t field)
{
  bool is_own = port->parent == maker->owner;
  uint32_t *slot = slot_of (maker, port, field, is_own);

  if (*slot == 0) {
    const Member member = {
        .port = port, .field = field, .is_own = is_own, .root = maker->members.n};

    base_vec_push (maker->build->arena, maker->members, member);
    *slot = maker->members.n;
  }
  return *slot - 1;
}

/* ---- what a connect joins: whole ports, or one field of each after the other ---- */

static bool
is_joined (const LibMember *member)
{
  return member->slot != UINT32_MAX &&
         (member->decl == NULL || member->decl->kind == LANG_FIELD);
}

static uint32_t
count_pieces (const Maker *maker, const FlatConnect *connect)
{
  const LibClass *class = connect->ports[0]->class->lib;
  uint32_t n = 0;

  if (!maker->is_by_field || connect->fields != NULL)
    return 1;
  for (uint32_t i = 0; i < class->n_members; i++)
    n += is_joined (&class->members[i]);
  return n;
}

/* The field that piece `piece` means of port `i`. */
static uint32_t
field_of_piece (const Maker *maker,
                const FlatConnect *connect,
                uint32_t piece,
                uint32_t i)
{
  const LibClass *class = connect->ports[0]->class->lib;
  uint32_t at = 0;

  if (!maker->is_by_field)
    return WHOLE;
  if (connect->fields != NULL)
    return connect->fields[i];
  while (!is_joined (&class->members[at]) || piece-- > 0)
    at++;
  return lib_class_find (connect->ports[i]->class->lib, class->members[at].name);
}

/* A library may have a part that converts signals of one type to another; it is called
 * after them: BooleanToReal. */
static void
hint_conversion (FlatBuild *build, const LibClass *a, const LibClass *b)
{
  static const char *const NAMES[] = {"Real", "Integer", "Boolean"};

  if (!a->is_signal || !b->is_signal)
    return;
  bool is_forward = a->members[0].field == LANG_FIELD_OUTPUT;
  const LibMember *from = is_forward ? &a->members[0] : &b->members[0];
  const LibMember *to = is_forward ? &b->members[0] : &a->members[0];
  if (from->type->kind >= G_N_ELEMENTS (NAMES) ||
      to->type->kind >= G_N_ELEMENTS (NAMES))
    return;
  g_autofree char *name =
      g_strconcat (NAMES[from->type->kind], "To", NAMES[to->type->kind], NULL);
  for (uint32_t i = 0; i < lib_index_n_entries (build->index); i++) {
    const LibEntry *entry = lib_index_entry (build->index, i);

    if (entry->class->kind == LANG_COMPONENT &&
        strcmp (entry->class->name, name) == 0) {
      base_diags_set_hint (build->diags, "%s converts the signal", entry->name);
      return;
    }
  }
}

static bool
check_match (Maker *maker, const FlatConnect *connect, uint32_t i)
{
  FlatNode *first = connect->ports[0], *port = connect->ports[i];
  g_autofree char *reason = NULL;

  if (connect->fields != NULL &&
      lib_match_fields (flat_node_member (first, connect->fields[0]),
                        flat_node_member (port, connect->fields[i])))
    return true;
  if (connect->fields != NULL)
    reason = g_strdup (_ ("the fields differ in kind, type or unit"));
  else if (first->class == port->class ||
           lib_match_classes (first->class->lib, port->class->lib, &reason))
    return true;
  flat_report (maker->build, 401, connect->span, maker->owner, "%s", reason);
  if (connect->fields == NULL)
    hint_conversion (maker->build, first->class->lib, port->class->lib);
  base_diags_add_culprit (maker->build->diags, first->path);
  base_diags_add_culprit (maker->build->diags, port->path);
  return false;
}

static void
merge (Maker *maker, const FlatConnect *connect)
{
  uint32_t n_pieces = count_pieces (maker, connect);

  for (uint32_t k = 0; k < n_pieces; k++)
    place_of (maker, connect->ports[0], field_of_piece (maker, connect, k, 0));
  for (uint32_t i = 1; i < connect->n; i++) {
    bool is_match = check_match (maker, connect, i);

    for (uint32_t k = 0; k < n_pieces; k++) {
      uint32_t field = field_of_piece (maker, connect, k, i);
      uint32_t first =
          place_of (maker, connect->ports[0], field_of_piece (maker, connect, k, 0));

      if (field == WHOLE && maker->is_by_field)
        continue; /* a mismatch, reported */
      uint32_t b = find_root (maker, place_of (maker, connect->ports[i], field));
      uint32_t a = find_root (maker, first);
      if (is_match)
        maker->members.at[MAX (a, b)].root = MIN (a, b);
    }
  }
}

/* ---- equations of one set ---- */

typedef struct {
  Maker *maker;
  uint32_t n;
  const Member **ports; /* in the order in which connects name them */
  uint32_t set;         /* in FlatModel.sets */
  BaseSpan span;
} Set;

static void
add (const Set *set, FlatEqKind kind, ExprId lhs, ExprId rhs)
{
  FlatNode *owner = set->maker->owner;

  flat_variable_add_eq (set->maker->build,
                        &(FlatEq){.kind = kind,
                                  .lhs = lhs,
                                  .rhs = rhs,
                                  .instance = owner->id,
                                  .set = set->set,
                                  .span = set->span},
                        owner);
}

/* The variable of the field of that name; ports of one set may order fields
 * differently. */
static uint32_t
member_of (const Set *set, uint32_t port, const LibMember *field)
{
  const Member *member = set->ports[port];

  return member->field != WHOLE
             ? member->field
             : lib_class_find (member->port->class->lib, field->name);
}

/* Its i-th element. */
static ExprId
field_of (const Set *set, uint32_t port, const LibMember *field, uint32_t i)
{
  uint32_t var = flat_node_var (set->ports[port]->port, member_of (set, port, field));

  return expr_var (set->maker->build->pool, var + i);
}

/* The number of elements of a field, 0 (reported) if the ports differ in it. */
static uint32_t
size_of (const Set *set, const LibMember *field)
{
  FlatShape first = flat_node_shape (set->ports[0]->port, member_of (set, 0, field));

  for (uint32_t i = 1; i < set->n; i++)
    if (!flat_shape_equal (
            first, flat_node_shape (set->ports[i]->port, member_of (set, i, field)))) {
      flat_report (set->maker->build, 401, set->span, set->maker->owner,
                   "the fields %s of these ports differ in size", field->name);
      return 0;
    }
  return flat_shape_count (first);
}

static void
equate (const Set *set, const LibMember *field)
{
  uint32_t size = size_of (set, field);

  for (uint32_t k = 0; k < size; k++)
    for (uint32_t i = 1; i < set->n; i++) {
      ExprId own = field_of (set, i, field, k);
      add (set, FLAT_CONNECT_POTENTIAL, own, field_of (set, 0, field, k));
    }
}

static void
balance (const Set *set, const LibMember *field)
{
  ExprPool *pool = set->maker->build->pool;
  uint32_t size = size_of (set, field);

  for (uint32_t k = 0; k < size; k++) {
    ExprId sum = expr_number (pool, 0);

    for (uint32_t i = 0; i < set->n; i++)
      sum = expr_binary (pool, set->ports[i]->is_own ? EXPR_SUB : EXPR_ADD, sum,
                         field_of (set, i, field, k));
    add (set, FLAT_CONNECT_FLOW, sum, expr_number (pool, 0));
  }
}

/* ---- signals ---- */

/* Elements of an input that nothing drives. */
static void
note_open (FlatBuild *build, uint32_t first, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    base_vec_push (build->arena, build->open_inputs, first + i);
}

static bool
is_source (const Set *set, uint32_t port, const LibMember *field)
{
  const Member *member = set->ports[port];
  const LibClass *class = member->port->class->lib;
  bool is_input =
      class->members[member_of (set, port, field)].field == LANG_FIELD_INPUT;

  return member->is_own ? is_input : !is_input;
}

/* An input that an equation or a modifier sets may feed the others. */
static uint32_t
find_set_port (const Set *set, const LibMember *field)
{
  for (uint32_t i = 0; i < set->n; i++)
    if (set->maker->build
            ->is_set[flat_node_var (set->ports[i]->port, member_of (set, i, field))])
      return i;
  return UINT32_MAX;
}

static void
report_sources (const Set *set, uint32_t first, uint32_t second)
{
  FlatBuild *build = set->maker->build;
  const char *a = set->ports[first]->port->path;
  const char *b = set->ports[second]->port->path;

  flat_report (build, 403, set->span, set->maker->owner,
               "two sources drive one signal: %s and %s", a, b);
  base_diags_set_path (build->diags, a);
  base_diags_add_culprit (build->diags, a);
  base_diags_add_culprit (build->diags, b);
}

static void
drive (const Set *set, const LibMember *field)
{
  FlatBuild *build = set->maker->build;
  uint32_t source = UINT32_MAX, size;

  for (uint32_t i = 0; i < set->n; i++) {
    if (!is_source (set, i, field))
      continue;
    if (source != UINT32_MAX) {
      report_sources (set, source, i);
      return;
    }
    source = i;
  }
  /* No output drives: an input that is set by a relation may. */
  if (source == UINT32_MAX)
    source = find_set_port (set, field);
  if (source == UINT32_MAX && set->maker->owner->is_faulty)
    return;
  if (source == UINT32_MAX) {
    flat_report (build, 402, set->span, set->maker->owner,
                 "nothing drives the input %s%s%s", set->ports[0]->port->path,
                 field->name[0] == '\0' ? "" : ".", field->name);
    base_diags_set_hint (build->diags, "connect an output");
    size = size_of (set, field);
    for (uint32_t i = 0; i < set->n; i++)
      note_open (build, flat_node_var (set->ports[i]->port, member_of (set, i, field)),
                 size);
    return;
  }
  /* All others equal the source. */
  size = size_of (set, field);
  for (uint32_t i = 0; i < set->n; i++)
    for (uint32_t k = 0; i != source && k < size; k++) {
      ExprId own = field_of (set, i, field, k);
      add (set, FLAT_CONNECT_SIGNAL, own, field_of (set, source, field, k));
    }
}

static void
make_equations (const Set *set)
{
  const LibClass *class = set->ports[0]->port->class->lib;
  uint32_t only = set->ports[0]->field;

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *field = &class->members[i];

    if (!is_joined (field) || (only != WHOLE && i != only))
      continue;
    if (field->field == LANG_FIELD_FLOW)
      balance (set, field);
    else if (field->field == LANG_FIELD_POTENTIAL)
      equate (set, field);
    else if (field->field == LANG_FIELD_INPUT || field->field == LANG_FIELD_OUTPUT)
      drive (set, field);
  }
}

/* ---- the sets of one owner ---- */

/* Lists members by set: sets in the order of their first port, ports in that of naming.
 */
typedef struct {
  uint32_t n;
  uint32_t *first; /* n + 1 */
  const Member **ports;
} Groups;

static Groups
group_members (Maker *maker)
{
  BaseArena *arena = maker->build->arena;
  uint32_t n_members = maker->members.n;
  uint32_t *count = g_new0 (uint32_t, n_members + 1);
  Groups groups = {.ports = base_arena_array (arena, const Member *, n_members)};

  for (uint32_t i = 0; i < n_members; i++) {
    Member *root = &maker->members.at[find_root (maker, i)];

    if (root->set == 0)
      root->set = ++groups.n;
    count[root->set - 1]++;
  }
  /* Counting sort by the set of each root. */
  groups.first = base_arena_array (arena, uint32_t, groups.n + 1);
  for (uint32_t i = 0; i < groups.n; i++) {
    groups.first[i + 1] = groups.first[i] + count[i];
    count[i] = 0;
  }
  for (uint32_t i = 0; i < n_members; i++) {
    uint32_t set = maker->members.at[find_root (maker, i)].set - 1;

    groups.ports[groups.first[set] + count[set]++] = &maker->members.at[i];
  }
  g_free (count);
  return groups;
}

static uint32_t
add_set (Maker *maker, uint32_t n, const Member *const *ports)
{
  FlatBuild *build = maker->build;
  uint32_t *ids = base_arena_array (build->arena, uint32_t, n);

  for (uint32_t i = 0; i < n; i++)
    ids[i] = ports[i]->port->id;
  base_vec_push (build->arena, build->sets,
                 (LibSet){.owner = maker->owner->id, .n_ports = n, .ports = ids});
  return build->sets.n - 1;
}

static LibSet *
set_of_piece (Maker *maker,
              uint32_t first_set,
              const FlatConnect *connect,
              uint32_t piece)
{
  uint32_t field = field_of_piece (maker, connect, piece, 0);
  uint32_t root = find_root (maker, place_of (maker, connect->ports[0], field));

  return &maker->build->sets.at[first_set + maker->members.at[root].set - 1];
}

static void
note_connects (Maker *maker,
               uint32_t first_set,
               uint32_t n,
               const FlatConnect *connects)
{
  FlatBuild *build = maker->build;

  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < n; i++)
      for (uint32_t k = 0; k < count_pieces (maker, &connects[i]); k++) {
        LibSet *set = set_of_piece (maker, first_set, &connects[i], k);

        if (pass == 0)
          set->n_connects++;
        else
          ((BaseSpan *) set->connects)[set->n_connects++] = connects[i].span;
      }
    for (uint32_t i = first_set; pass == 0 && i < build->sets.n; i++) {
      LibSet *set = &build->sets.at[i];

      set->connects = base_arena_array (build->arena, BaseSpan, set->n_connects);
      set->n_connects = 0;
    }
  }
}

static void
make_sets (Maker *maker, uint32_t n, const FlatConnect *connects)
{
  FlatBuild *build = maker->build;
  uint32_t first_set = build->sets.n;
  Groups groups;

  for (uint32_t i = 0; i < n; i++)
    merge (maker, &connects[i]);
  groups = group_members (maker);
  for (uint32_t i = 0; i < groups.n; i++)
    add_set (maker, groups.first[i + 1] - groups.first[i],
             groups.ports + groups.first[i]);
  note_connects (maker, first_set, n, connects);
  for (uint32_t i = 0; i < groups.n; i++) {
    const LibSet *set = &build->sets.at[first_set + i];

    /* None: what should have joined them is a mismatch, which was reported. */
    if (set->n_connects > 0)
      make_equations (&(Set){.maker = maker,
                             .n = groups.first[i + 1] - groups.first[i],
                             .ports = groups.ports + groups.first[i],
                             .set = first_set + i,
                             .span = set->connects[0]});
  }
}

/* ---- open ports ---- */

static void
check_open_input (const Maker *maker, FlatNode *port, uint32_t member)
{
  FlatBuild *build = maker->build;
  const LibMember *field = flat_node_member (port, member);
  FlatNode *part = port->parent;

  const FlatShape shape = flat_node_shape (port, member);

  if (maker->owner->is_faulty || build->is_set[flat_node_var (port, member)])
    return;
  note_open (build, flat_node_var (port, member), flat_shape_count (shape));
  flat_report (build, 402, part->parent == NULL ? port->span : part->span, port,
               "the input %s%s%s is not connected", port->name,
               field->name[0] == '\0' ? "" : ".", field->name);
  base_diags_set_hint (build->diags, "connect an output to it, or set it: %s = …",
                       port->name);
}

/* Whether a connect of the enclosing component names this field alone. */
static bool
is_named (const FlatNode *port, uint32_t field)
{
  return port->field_sets[0] != NULL && port->field_sets[0][field] != 0;
}

/* A port, or a field, that nothing is connected to carries no flow. */
static void
close_port (Maker *maker, FlatNode *port)
{
  const LibClass *class = port->class->lib;
  const Member member = {.port = port, .field = WHOLE};
  const Member *ports[] = {&member};
  Set set = {
      .maker = maker, .n = 1, .ports = ports, .set = UINT32_MAX, .span = port->span};

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *field = &class->members[i];

    if (is_named (port, i))
      continue;
    if (field->field == LANG_FIELD_INPUT && field->slot != UINT32_MAX)
      check_open_input (maker, port, i);
    if (field->field != LANG_FIELD_FLOW || field->slot == UINT32_MAX)
      continue;
    if (set.set == UINT32_MAX)
      set.set = add_set (maker, 1, ports);
    balance (&set, field);
  }
}

static void
close_ports_of (Maker *maker, const FlatNode *part)
{
  FlatPartWalk walk = {.node = part};
  FlatNode *port;

  while ((port = flat_instance_part_next (&walk)) != NULL)
    if (port->class->lib->is_connector && port->sets[0] == 0)
      close_port (maker, port);
}

static void
close_ports (Maker *maker)
{
  FlatPartWalk walk = {.node = maker->owner};
  const FlatNode *part;

  if (maker->owner->parent == NULL && !maker->build->is_part)
    close_ports_of (maker, maker->owner);
  while ((part = flat_instance_part_next (&walk)) != NULL)
    if (!part->class->lib->is_connector)
      close_ports_of (maker, part);
}

void
flat_connects_build (FlatBuild *build)
{
  uint32_t at = 0;

  /* Where a part of the text is missing, ports seem open that are not. */
  if (!flat_instance_all_are_whole (build))
    return;
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    Maker maker = {.build = build, .owner = build->nodes.at[i]};
    uint32_t first = at;

    if (maker.owner->class->lib->is_connector)
      continue;
    for (; at < build->connects.n && build->connects.at[at].owner == maker.owner; at++)
      maker.is_by_field = maker.is_by_field || build->connects.at[at].fields != NULL;
    if (at > first)
      make_sets (&maker, at - first, build->connects.at + first);
    close_ports (&maker);
  }
}
