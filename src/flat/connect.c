/* Connection sets (LANGUAGE §7). The connects of one component are merged into sets of
 * ports; each set gives one equation per potential and port but the first, and one sum
 * per flow. A port counts as *own* for the connects of its component and as *sub* for
 * those of the enclosing one. */
#include "flat/build.h"
#include "lib/match.h"

typedef struct {
  FlatNode *port;
  bool is_own;
  uint32_t root; /* union-find: a lower place of the same set, or itself */
  uint32_t set;  /* of the root: 1 + number among the owner's sets */
} Member;

/* The sets of one owner. */
typedef struct {
  FlatBuild *build;
  FlatNode *owner;
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

static uint32_t
place_of (Maker *maker, FlatNode *port)
{
  bool is_own = port->parent == maker->owner;
  uint32_t *place = is_own ? &port->inner_set : &port->outer_set;

  if (*place == 0) {
    const Member member = {.port = port, .is_own = is_own, .root = maker->members.n};

    base_vec_push (maker->build->arena, maker->members, member);
    *place = maker->members.n;
  }
  return *place - 1;
}

static bool
check_match (Maker *maker, const FlatConnect *connect, FlatNode *port)
{
  FlatNode *first = connect->ports[0];
  g_autofree char *reason = NULL;

  if (first->class == port->class ||
      lib_class_matches (first->class->lib, port->class->lib, &reason))
    return true;
  flat_report (maker->build, 401, connect->span, maker->owner, "%s", reason);
  base_diags_add_culprit (maker->build->diags, first->path);
  base_diags_add_culprit (maker->build->diags, port->path);
  return false;
}

static void
merge (Maker *maker, const FlatConnect *connect)
{
  uint32_t first = place_of (maker, connect->ports[0]);

  for (uint32_t i = 1; i < connect->n; i++) {
    uint32_t a = find_root (maker, first);
    uint32_t b = find_root (maker, place_of (maker, connect->ports[i]));

    if (!check_match (maker, connect, connect->ports[i]))
      continue;
    maker->members.at[MAX (a, b)].root = MIN (a, b);
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

  flat_eq_add (set->maker->build,
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
  return lib_class_find (set->ports[port]->port->class->lib, field->name);
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
    for (uint32_t i = 1; i < set->n; i++)
      add (set, FLAT_CONNECT_POTENTIAL, field_of (set, i, field, k),
           field_of (set, 0, field, k));
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
  if (source == UINT32_MAX)
    source = find_set_port (set, field);
  if (source == UINT32_MAX) {
    flat_report (build, 402, set->span, set->maker->owner,
                 "nothing drives the input %s%s%s", set->ports[0]->port->path,
                 field->name[0] == '\0' ? "" : ".", field->name);
    base_diags_set_hint (build->diags, "connect an output");
    return;
  }
  size = size_of (set, field);
  for (uint32_t i = 0; i < set->n; i++)
    for (uint32_t k = 0; i != source && k < size; k++)
      add (set, FLAT_CONNECT_SIGNAL, field_of (set, i, field, k),
           field_of (set, source, field, k));
}

static void
make_equations (const Set *set)
{
  const LibClass *class = set->ports[0]->port->class->lib;

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *field = &class->members[i];

    if (field->slot == UINT32_MAX ||
        (field->decl != NULL && field->decl->kind != LANG_FIELD))
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
                 (FlatSet){.owner = maker->owner->id, .n_ports = n, .ports = ids});
  return build->sets.n - 1;
}

static void
note_connects (Maker *maker,
               uint32_t first_set,
               uint32_t n,
               const FlatConnect *connects)
{
  FlatBuild *build = maker->build;

  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t i = 0; i < n; i++) {
      uint32_t place = find_root (maker, place_of (maker, connects[i].ports[0]));
      FlatSet *set = &build->sets.at[first_set + maker->members.at[place].set - 1];

      if (pass == 0)
        set->n_connects++;
      else
        ((BaseSpan *) set->connects)[set->n_connects++] = connects[i].span;
    }
    for (uint32_t i = first_set; pass == 0 && i < build->sets.n; i++) {
      FlatSet *set = &build->sets.at[i];

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
  for (uint32_t i = 0; i < groups.n; i++)
    make_equations (&(Set){.maker = maker,
                           .n = groups.first[i + 1] - groups.first[i],
                           .ports = groups.ports + groups.first[i],
                           .set = first_set + i,
                           .span = build->sets.at[first_set + i].connects[0]});
}

/* ---- open ports ---- */

static void
check_open_input (FlatBuild *build, FlatNode *port, uint32_t member)
{
  const LibMember *field = flat_node_member (port, member);
  FlatNode *part = port->parent;

  if (build->is_set[flat_node_var (port, member)])
    return;
  flat_report (build, 402, part->parent == NULL ? port->span : part->span, port,
               "the input %s%s%s is not connected", port->name,
               field->name[0] == '\0' ? "" : ".", field->name);
  base_diags_set_hint (build->diags, "connect an output to it, or set it: %s = …",
                       port->name);
}

/* A port that nothing is connected to carries no flow. */
static void
close_port (Maker *maker, FlatNode *port)
{
  const LibClass *class = port->class->lib;
  const Member member = {.port = port};
  const Member *ports[] = {&member};
  Set set = {
      .maker = maker, .n = 1, .ports = ports, .set = UINT32_MAX, .span = port->span};

  for (uint32_t i = 0; i < class->n_members; i++) {
    const LibMember *field = &class->members[i];

    if (field->field == LANG_FIELD_INPUT && field->slot != UINT32_MAX)
      check_open_input (maker->build, port, i);
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

  while ((port = flat_part_next (&walk)) != NULL)
    if (port->class->lib->is_connector && port->outer_set == 0)
      close_port (maker, port);
}

static void
close_ports (Maker *maker)
{
  FlatPartWalk walk = {.node = maker->owner};
  const FlatNode *part;

  if (maker->owner->parent == NULL && !maker->build->is_part)
    close_ports_of (maker, maker->owner);
  while ((part = flat_part_next (&walk)) != NULL)
    if (!part->class->lib->is_connector)
      close_ports_of (maker, part);
}

static bool
is_whole (const FlatBuild *build)
{
  for (uint32_t i = 0; i < build->nodes.n; i++)
    if (!build->nodes.at[i]->class->lib->is_sound || build->nodes.at[i]->is_vague)
      return false;
  return true;
}

void
flat_connects_build (FlatBuild *build)
{
  uint32_t at = 0;

  /* Where a part of the text is missing, ports seem open that are not. */
  if (!is_whole (build))
    return;
  for (uint32_t i = 0; i < build->nodes.n; i++) {
    Maker maker = {.build = build, .owner = build->nodes.at[i]};
    uint32_t first = at;

    if (maker.owner->class->lib->is_connector)
      continue;
    while (at < build->connects.n && build->connects.at[at].owner == maker.owner)
      at++;
    if (at > first)
      make_sets (&maker, at - first, build->connects.at + first);
    close_ports (&maker);
  }
}
