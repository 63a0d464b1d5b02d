/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says in the user's words why equations have no unique solution. The
 * Dulmage-Mendelsohn parts are taken of the model as written, x and its derivatives as
 * one unknown: only there does every equation still belong to a component, a port or a
 * wire. What holds a network of ports, and what to do if nothing does, its connector
 * says in its metadata ("messages", LANGUAGE §12); no domain is known here. */
#include "dae/index/singular.h"

#include <string.h>

#include "dae/incidence.h"

typedef struct {
  DaeBuild *work;
  GraphPattern pattern;
  const uint32_t *eq;  /* row: FlatModel.eqs */
  const uint32_t *var; /* column: FlatModel.vars */
  GraphPart *row_part;
  GraphPart *column_part;
  uint32_t *
      group; /* of rows, then columns: connected piece of the bad part, or GRAPH_NONE */
  uint32_t n_groups;
} Problem;

/* What one piece holds. */
typedef struct {
  BASE_VEC (uint32_t) components; /* instances with equations in it, by name */
  BASE_VEC (uint32_t) open_ports; /* ports that no wire reaches, by name */
  BASE_VEC (uint32_t) columns;    /* variables, by name */
  BASE_VEC (uint32_t) eqs;
} Piece;

static void
find_parts (Problem *p)
{
  const GraphPattern *g = &p->pattern;
  BaseArena *arena = p->work->scratch;
  uint32_t *row_of = dae_build_none (arena, g->n_columns);
  uint32_t *column_of = dae_build_none (arena, g->n_rows);

  graph_match (g, row_of, column_of);
  p->row_part = base_arena_array (arena, GraphPart, g->n_rows);
  p->column_part = base_arena_array (arena, GraphPart, g->n_columns);
  graph_dulmage_mendelsohn (g, row_of, column_of, p->row_part, p->column_part);
}

static void
find_groups (Problem *p, GraphPart part)
{
  const GraphPattern *g = &p->pattern;
  uint32_t n = g->n_rows + g->n_columns;
  bool *is_in = base_arena_array (p->work->scratch, bool, n);

  for (uint32_t r = 0; r < g->n_rows; r++)
    is_in[r] = p->row_part[r] == part;
  for (uint32_t c = 0; c < g->n_columns; c++)
    is_in[g->n_rows + c] = p->column_part[c] == part;
  p->group = base_arena_array (p->work->scratch, uint32_t, n);
  p->n_groups = graph_components (g, is_in, p->group);
}

typedef struct {
  DaeBuild *work;
  const uint32_t *place; /* FlatModel variable: column or DAE_NONE */
  uint32_t row;
  BASE_VEC (uint32_t) rows;
  BASE_VEC (uint32_t) columns;
} Reading;

static void
note_variable (void *data, ExprId e)
{
  Reading *reading = data;
  const ExprNode *node = expr_node (reading->work->pool, e);

  if (node->op != EXPR_VAR)
    return;
  uint32_t column =
      reading->place[expr_index (node->payload, reading->work->flat->n_vars)];
  if (column == DAE_NONE)
    return;
  base_vec_push (reading->work->scratch, reading->rows, reading->row);
  base_vec_push (reading->work->scratch, reading->columns, column);
}

/* The model as written. */
static Problem
read_flat (DaeBuild *work)
{
  const FlatModel *flat = work->flat;
  uint32_t *eq = base_arena_array (work->scratch, uint32_t, flat->n_eqs);
  uint32_t *var = base_arena_array (work->scratch, uint32_t, flat->n_vars);
  uint32_t *place = base_arena_array (work->scratch, uint32_t, flat->n_vars);
  Reading reading = {.work = work, .place = place};
  uint32_t n_columns = 0;

  for (uint32_t v = 0; v < flat->n_vars; v++) {
    place[v] = flat->vars[v].kind == FLAT_PARAMETER ? DAE_NONE : n_columns;
    if (place[v] != DAE_NONE)
      var[n_columns++] = v;
  }
  for (uint32_t e = 0; e < flat->n_eqs; e++) {
    if (flat->eqs[e].kind == FLAT_INITIAL || flat->eqs[e].kind == FLAT_GUESS)
      continue;
    eq[reading.row] = e;
    expr_walk_reset (work->walk);
    expr_walk (work->walk, flat->eqs[e].lhs, note_variable, &reading);
    expr_walk (work->walk, flat->eqs[e].rhs, note_variable, &reading);
    reading.row++;
  }
  return (Problem){.work = work,
                   .pattern = graph_pattern_new (work->scratch, reading.row, n_columns,
                                                 reading.rows.n, reading.rows.at,
                                                 reading.columns.at),
                   .eq = eq,
                   .var = var};
}

/* What is left of it after aliases: here an equation that repeats others has lost all
 * its variables. */
static Problem
read_reduced (DaeBuild *work)
{
  uint32_t *eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  uint32_t *flat_eq = base_arena_array (work->scratch, uint32_t, work->eqs.n);
  uint32_t *var = base_arena_array (work->scratch, uint32_t, work->vars.n);
  uint32_t *place = dae_build_none (work->scratch, work->vars.n);
  uint32_t n_rows = 0, n_columns = 0;

  for (uint32_t e = 0; e < work->eqs.n; e++)
    if (work->eq_info.at[e].use == DAE_USE_MAIN &&
        work->eqs.at[e].n_differentiated == 0) {
      flat_eq[n_rows] = work->eqs.at[e].flat_eq;
      eq[n_rows++] = e;
    }
  for (uint32_t v = 0; v < work->vars.n; v++) {
    if (!dae_build_is_unknown (work, v) || work->vars.at[v].integral != DAE_NONE)
      continue;
    for (uint32_t d = v; d != DAE_NONE; d = work->vars.at[d].derivative)
      place[d] = n_columns;
    var[n_columns++] = work->vars.at[work->info.at[v].first].flat;
  }
  return (Problem){.work = work,
                   .pattern =
                       dae_incidence_pattern (work, n_rows, eq, n_columns, place),
                   .eq = flat_eq,
                   .var = var};
}

/* By name, so that the order of the text does not decide what is said. */
static int
compare_paths (const void *a, const void *b, void *data)
{
  const FlatModel *flat = data;

  return strcmp (flat->instances[*(const uint32_t *) a].path,
                 flat->instances[*(const uint32_t *) b].path);
}

static int
compare_names (const void *a, const void *b, void *data)
{
  const FlatModel *flat = data;

  return strcmp (flat->vars[*(const uint32_t *) a].name,
                 flat->vars[*(const uint32_t *) b].name);
}

/* Sorts instances by their paths and takes out what stands twice. Returns how many are
 * left. */
static uint32_t
sort_paths (const FlatModel *flat, uint32_t n, uint32_t *instances)
{
  uint32_t n_kept = 0;

  if (n > 1)
    g_qsort_with_data (instances, (gint) n, sizeof *instances, compare_paths,
                       (gpointer) flat);
  for (uint32_t i = 0; i < n; i++)
    if (n_kept == 0 || instances[n_kept - 1] != instances[i])
      instances[n_kept++] = instances[i];
  return n_kept;
}

static Piece
read_piece (const Problem *p, uint32_t group)
{
  const FlatModel *flat = p->work->flat;
  BaseArena *arena = p->work->scratch;
  Piece piece = {0};

  for (uint32_t r = 0; r < p->pattern.n_rows; r++) {
    const FlatEq *eq = &flat->eqs[p->eq[r]];
    if (p->group[r] != group)
      continue;
    base_vec_push (arena, piece.eqs, p->eq[r]);
    if (eq->kind == FLAT_EQUATION || eq->kind == FLAT_BINDING)
      base_vec_push (arena, piece.components, dae_build_component (flat, eq->instance));
    else if (eq->kind == FLAT_CONNECT_FLOW && eq->set < flat->n_sets &&
             flat->sets[eq->set].n_connects == 0)
      base_vec_push (arena, piece.open_ports, flat->sets[eq->set].ports[0]);
  }
  piece.components.n = sort_paths (flat, piece.components.n, piece.components.at);
  piece.open_ports.n = sort_paths (flat, piece.open_ports.n, piece.open_ports.at);
  for (uint32_t c = 0; c < p->pattern.n_columns; c++)
    if (p->group[p->pattern.n_rows + c] == group)
      base_vec_push (arena, piece.columns, p->var[c]);
  if (piece.columns.n > 1)
    g_qsort_with_data (piece.columns.at, (gint) piece.columns.n, sizeof (uint32_t),
                       compare_names, (gpointer) flat);
  return piece;
}

/* Components that hold the piece at one port only: where a chain ends. */
typedef struct {
  uint32_t n;
  uint32_t *component;
  uint32_t
      at; /* variable of the first one's port, else any of the piece, or DAE_NONE */
} Ends;

/* `is_flow`: by the flows of ports, otherwise by their potentials. */
static Ends
find_ends (const Problem *p, const Piece *piece, bool is_flow)
{
  const FlatModel *flat = p->work->flat;
  BaseArena *scratch = p->work->scratch;
  g_autofree uint32_t *n_ports = g_new0 (uint32_t, flat->n_instances);
  g_autofree uint32_t *port_var = g_new0 (uint32_t, flat->n_instances);
  Ends ends = {.component = base_arena_array (scratch, uint32_t, piece->components.n),
               .at = piece->columns.n > 0 ? piece->columns.at[0] : DAE_NONE};

  for (uint32_t k = piece->columns.n; k-- > 0;) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    uint32_t component = dae_build_component (flat, var->instance);
    if (is_flow ? !var->is_flow : !var->is_potential)
      continue;
    ends.at = piece->columns.at[k];
    n_ports[component]++;
    port_var[component] = piece->columns.at[k];
  }
  for (uint32_t i = 0; i < piece->components.n; i++) {
    uint32_t component = piece->components.at[i];
    if (n_ports[component] != 1)
      continue;
    ends.at = ends.n == 0 ? port_var[component] : ends.at;
    ends.component[ends.n++] = component;
  }
  return ends;
}

enum { MAX_NAMED = 4 };

static void
append_names (GString *out,
              const FlatModel *flat,
              uint32_t n,
              const uint32_t *instances)
{
  uint32_t n_named = n > MAX_NAMED ? MAX_NAMED - 1 : n;

  for (uint32_t i = 0; i < n_named; i++) {
    const char *path = flat->instances[instances[i]].path;
    const char *joint = i == 0 ? "" : i + 1 == n ? " and " : ", ";
    if (*path == '\0')
      g_string_append_printf (out, "%sthe equations of the model", joint);
    else
      g_string_append_printf (out, "%s`%s`", joint, path);
  }
  if (n_named < n)
    g_string_append_printf (out, " and %u more", n - n_named);
}

static void
add_culprits (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;

  for (uint32_t i = 0; i < piece->open_ports.n; i++)
    base_diags_add_culprit (p->work->diags,
                            flat->instances[piece->open_ports.at[i]].path);
  for (uint32_t i = 0; i < piece->components.n; i++)
    if (piece->components.at[i] != 0)
      base_diags_add_culprit (p->work->diags,
                              flat->instances[piece->components.at[i]].path);
}

/* What the connector's metadata says under "messages", or NULL; also where the instance
 * is no connector. */
static const char *
message_of (const FlatModel *flat, uint32_t port, const char *key)
{
  g_autofree char *path = g_strconcat ("messages/", key, NULL);

  return lib_tree_connector_text (&flat->instances[port], path);
}

/* The same of the first port of a component that says it. */
static const char *
message_of_ports (const FlatModel *flat, uint32_t component, const char *key)
{
  const char *text = NULL;

  for (uint32_t i = component; i < flat->instances[component].end && text == NULL; i++)
    text = message_of (flat, i, key);
  return text;
}

/* What it says of one of its fields: "twice/x", "idle/tau/lack" (`part` or NULL). */
static const char *
message_of_variable (const FlatModel *flat,
                     uint32_t variable,
                     const char *key,
                     const char *part)
{
  const FlatVar *var = &flat->vars[variable];
  const char *dot = strrchr (var->name, '.');
  g_autofree char *path =
      g_strjoin ("/", key, dot == NULL ? var->name : dot + 1, part, NULL);

  return message_of (flat, var->instance, path);
}

/* What to connect to an open port: ports of some names take other parts than the rest.
 */
static const char *
partner_of (const FlatModel *flat, uint32_t port)
{
  g_autofree char *own = g_strconcat ("connect/", flat->instances[port].name, NULL);
  const char *partner = message_of (flat, port, own);

  if (partner == NULL)
    partner = message_of (flat, port, "connect/default");
  return partner != NULL ? partner : "something";
}

static const char *
lack_of (const FlatModel *flat, uint32_t port)
{
  const char *lack = message_of (flat, port, "lack");

  return lack != NULL ? lack : "nothing determines";
}

/* The components that own the open ports, as text. */
static char *
name_owners (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t *owners = base_arena_array (p->work->scratch, uint32_t, piece->open_ports.n);
  GString *text = g_string_new (NULL);
  uint32_t n = 0;

  for (uint32_t i = 0; i < piece->open_ports.n; i++) {
    uint32_t owner = dae_build_component (flat, piece->open_ports.at[i]);
    if (n == 0 || owners[n - 1] != owner)
      owners[n++] = owner;
  }
  append_names (text, flat, n, owners);
  return g_string_free (text, FALSE);
}

static void
report_open (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t port = piece->open_ports.at[0];
  g_autoptr (GString) ports = g_string_new (NULL);
  g_autofree char *held = name_owners (p, piece);
  bool is_one = piece->open_ports.n == 1;

  append_names (ports, flat, piece->open_ports.n, piece->open_ports.at);
  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  dae_build_user_span (p->work, port, flat->instances[port].span),
                  "%s %s connected to nothing, so %s %s", ports->str,
                  is_one ? "is" : "are", lack_of (flat, port), held);
  base_diags_set_path (p->work->diags, flat->instances[port].path);
  base_diags_set_hint (p->work->diags, "connect %s to `%s`", partner_of (flat, port),
                       flat->instances[port].path);
  add_culprits (p, piece);
}

/* Joints and rods that close a loop; what only holds one end of it comes last. */
static uint32_t *
order_loop (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t n = piece->components.n, n_first = 0, n_last = 0;
  uint32_t *ordered = base_arena_array (p->work->scratch, uint32_t, n);
  g_autofree uint32_t *n_ports = g_new0 (uint32_t, flat->n_instances);

  for (uint32_t i = 1; i < flat->n_instances; i++)
    n_ports[flat->instances[i].parent] += lib_tree_is_connector (&flat->instances[i]);
  for (uint32_t i = 0; i < n; i++)
    n_first += n_ports[piece->components.at[i]] > 1;
  n_last = n_first;
  n_first = 0;
  for (uint32_t i = 0; i < n; i++) {
    bool is_first = n_ports[piece->components.at[i]] > 1;
    ordered[is_first ? n_first++ : n_last++] = piece->components.at[i];
  }
  return ordered;
}

/* A closed loop of rigid parts, or two in line with nothing between that has mass. */
static char *
tell_loop (const Problem *p, const Piece *piece, uint32_t at)
{
  const FlatModel *flat = p->work->flat;
  const char *what = message_of_variable (flat, at, "twice", NULL);
  g_autoptr (GString) names = g_string_new (NULL);

  append_names (names, flat, piece->components.n, order_loop (p, piece));
  if (what != NULL)
    return g_strdup_printf ("%s hold the same %s twice, `%s`", names->str, what,
                            flat->vars[at].name);
  return g_strdup_printf (
      "%s %s: %s, `%s`", message_of_variable (flat, at, "idle", "lack"), names->str,
      message_of_variable (flat, at, "idle", "effect"), flat->vars[at].name);
}

/* True if the connector has words for a loop that goes through this variable. */
static bool
is_loop (const Problem *p, const Piece *piece, uint32_t at)
{
  const FlatModel *flat = p->work->flat;

  if (at == DAE_NONE || piece->components.n < 2)
    return false;
  return message_of_variable (flat, at, "twice", NULL) != NULL ||
         (message_of_variable (flat, at, "idle", "lack") != NULL &&
          message_of_variable (flat, at, "idle", "effect") != NULL);
}

/* The sentence about what is determined more than once. */
static char *
tell_contest (const Problem *p, const Piece *piece, const Ends *ends, bool is_flow)
{
  const FlatModel *flat = p->work->flat;
  g_autoptr (GString) names = g_string_new (NULL);
  bool has_ends = ends->n >= 2;

  if (ends->at == DAE_NONE)
    return g_strdup ("this equation is redundant; the model may lack a ground");
  append_names (names, flat, has_ends ? ends->n : piece->components.n,
                has_ends ? ends->component : piece->components.at);
  const char *at = flat->vars[ends->at].name;
  if (has_ends && is_flow)
    return g_strdup_printf ("%s meet where nothing takes up the difference of `%s`",
                            names->str, at);
  if (has_ends && ends->n == 2)
    return g_strdup_printf ("%s both determine `%s`", names->str, at);
  bool is_plural = piece->components.n != 1 || piece->components.at[0] == 0;
  return g_strdup_printf ("%s %s `%s` more than once", names->str,
                          is_plural ? "determine" : "determines", at);
}

/* What the connector proposes against a contest, or NULL. */
static const char *
hint_at (const FlatModel *flat, const Ends *ends, bool is_flow, bool is_loop)
{
  if (is_loop)
    return message_of_variable (flat, ends->at, "twice", NULL) != NULL
               ? message_of (flat, flat->vars[ends->at].instance, "loop")
               : message_of_variable (flat, ends->at, "idle", "hint");
  if (ends->at == DAE_NONE)
    return NULL;
  return message_of (flat, flat->vars[ends->at].instance,
                     ends->n < 2 ? "give"
                     : is_flow   ? "meet"
                                 : "clash");
}

/* An equation of the component, or where it is declared. */
static BaseSpan
span_of (const Problem *p, const Piece *piece, uint32_t component)
{
  const FlatModel *flat = p->work->flat;

  for (uint32_t i = 0; i < piece->eqs.n; i++) {
    const FlatEq *eq = &flat->eqs[piece->eqs.at[i]];
    if (dae_build_component (flat, eq->instance) == component)
      return dae_build_user_span (p->work, component, eq->span);
  }
  return dae_build_user_span (p->work, component, flat->instances[component].span);
}

static void
report_contest (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;
  Ends ends = find_ends (p, piece, false);
  bool is_flow = ends.n < 2;
  if (is_flow)
    ends = find_ends (p, piece, true);
  bool is_closed = ends.n < 2 && is_loop (p, piece, ends.at);
  uint32_t owner = is_closed                 ? order_loop (p, piece)[0]
                   : ends.n >= 2             ? ends.component[0]
                   : piece->components.n > 0 ? piece->components.at[0]
                                             : 0;
  g_autofree char *sentence = is_closed ? tell_loop (p, piece, ends.at)
                                        : tell_contest (p, piece, &ends, is_flow);

  base_diags_add (p->work->diags, BASE_ERROR, 503, span_of (p, piece, owner), "%s",
                  sentence);
  base_diags_set_path (p->work->diags, flat->instances[owner].path);
  const char *hint = hint_at (flat, &ends, is_flow, is_closed);
  if (hint != NULL)
    base_diags_set_hint (p->work->diags, "%s", hint);
  add_culprits (p, piece);
}

/* The variable to name: one that is no connector's, if there is one. */
static uint32_t
best_column (const FlatModel *flat, const Piece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    if (!var->is_potential && !var->is_flow && !var->is_signal)
      return piece->columns.at[k];
  }
  return piece->columns.at[0];
}

static void
report_undetermined (const Problem *p, const Piece *piece)
{
  const FlatModel *flat = p->work->flat;
  const FlatVar *var = &flat->vars[best_column (flat, piece)];

  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  dae_build_user_span (p->work, var->instance, var->span),
                  piece->columns.n == 1 ? "nothing determines `%s`"
                                        : "too few equations determine `%s`",
                  var->name);
  base_diags_set_path (p->work->diags,
                       flat->instances[dae_build_component (flat, var->instance)].path);
  for (uint32_t k = 0; k < piece->columns.n; k++)
    base_diags_add_culprit (p->work->diags, flat->vars[piece->columns.at[k]].name);
}

enum { MAX_REPORTS = 10 };

/* A port's variable that nothing determines is the other side of a contest: the force
 * between two drives. */
static bool
has_port_variable (const FlatModel *flat, const Piece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    if (var->is_potential || var->is_flow)
      return true;
  }
  return false;
}

/* The first potential of the piece whose connector names a reference, or DAE_NONE. */
static uint32_t
find_potential (const FlatModel *flat, const Piece *piece)
{
  for (uint32_t k = 0; k < piece->columns.n; k++) {
    uint32_t v = piece->columns.at[k];
    if (flat->vars[v].is_potential &&
        message_of (flat, flat->vars[v].instance, "reference") != NULL)
      return v;
  }
  return DAE_NONE;
}

static void
report_floating (const Problem *p, const Piece *piece, uint32_t potential)
{
  const FlatModel *flat = p->work->flat;
  uint32_t port = flat->vars[potential].instance;
  g_autoptr (GString) names = g_string_new (NULL);

  append_names (names, flat, piece->components.n, piece->components.at);
  base_diags_add (p->work->diags, BASE_ERROR, 503,
                  dae_build_user_span (p->work, port, flat->instances[port].span),
                  "%s %s, so `%s` may have any value", lack_of (flat, port), names->str,
                  flat->vars[potential].name);
  base_diags_set_path (p->work->diags, flat->instances[port].path);
  base_diags_set_hint (p->work->diags, "connect %s to `%s`",
                       message_of (flat, port, "reference"),
                       flat->instances[port].path);
  add_culprits (p, piece);
}

/* Networks without a reference: their flows balance by themselves, so that an equation
 * is left that says nothing, and an offset that all potentials share is free. Returns
 * how many were reported. */
static uint32_t
report_networks (Problem *p)
{
  uint32_t n = 0;

  find_groups (p, GRAPH_UNDER);
  for (uint32_t g = 0; g < p->n_groups && n < MAX_REPORTS; g++) {
    Piece piece = read_piece (p, g);
    uint32_t potential = find_potential (p->work->flat, &piece);
    if (potential == DAE_NONE || piece.components.n == 0)
      continue;
    report_floating (p, &piece, potential);
    n++;
  }
  return n;
}

/* Does the over-determined part hold an equation without unknowns? */
static bool
has_empty_piece (const Problem *p)
{
  for (uint32_t g = 0; g < p->n_groups; g++) {
    Piece piece = read_piece (p, g);
    if (piece.columns.n == 0 && piece.open_ports.n == 0)
      return true;
  }
  return false;
}

static bool
report_parts (Problem *p)
{
  find_parts (p);
  find_groups (p, GRAPH_OVER);
  uint32_t n_networks = has_empty_piece (p) ? report_networks (p) : 0;
  find_groups (p, GRAPH_OVER);
  uint32_t n_over = p->n_groups;
  for (uint32_t g = 0; g < MIN (n_over, MAX_REPORTS); g++) {
    Piece piece = read_piece (p, g);
    if (piece.columns.n == 0 && piece.open_ports.n == 0 && n_networks > 0)
      continue;
    if (piece.open_ports.n > 0)
      report_open (p, &piece);
    else
      report_contest (p, &piece);
  }
  find_groups (p, GRAPH_UNDER);
  for (uint32_t g = 0; g < MIN (p->n_groups, MAX_REPORTS); g++) {
    Piece piece = read_piece (p, g);
    if (n_over == 0 || !has_port_variable (p->work->flat, &piece))
      report_undetermined (p, &piece);
  }
  return n_over > 0 || p->n_groups > 0;
}

void
dae_singular_report (DaeBuild *work)
{
  Problem as_written = read_flat (work);

  if (report_parts (&as_written))
    return;
  Problem reduced = read_reduced (work);
  if (!report_parts (&reduced))
    base_diags_add (work->diags, BASE_ERROR, 503, work->flat->instances[0].span,
                    "the equations of the model are structurally singular");
}

/* What is wrong with a constraint alone, and with several. */
static const char *const SAYINGS[][2] = {
    [DAE_SAYING_SAME] = {"its constraint is met by any",
                         "the constraints follow from each other"},
    [DAE_SAYING_OPPOSITE] = {"its constraint is met by none",
                             "the constraints contradict each other"},
    [DAE_SAYING_MORE] = {"its constraint does not contain it",
                         "the constraints depend on each other"},
};

void
dae_singular_redundant (DaeBuild *work,
                        uint32_t n,
                        const uint32_t *eqs,
                        DaeSaying saying)
{
  const FlatModel *flat = work->flat;
  uint32_t *owners = base_arena_array (work->scratch, uint32_t, n);
  g_autoptr (GString) names = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++)
    owners[i] = dae_build_component (flat, dae_build_flat_eq (work, eqs[i])->instance);
  uint32_t n_owners = sort_paths (flat, n, owners);
  append_names (names, flat, n_owners, owners);
  const char *same = message_of_ports (flat, owners[0], "same");
  const char *give = message_of_ports (flat, owners[0], "give");
  const char *const end = n_owners == 1 && owners[0] != 0 ? "s" : "";
  const char *const what = same != NULL ? same : "quantity";
  BaseSpan span =
      dae_build_user_span (work, owners[0], flat->instances[owners[0]].span);
  if (n == 1)
    base_diags_add (work->diags, BASE_ERROR, 503, span,
                    "%s hold%s no %s: with these parameters %s", names->str, end, what,
                    SAYINGS[saying][0]);
  else
    base_diags_add (work->diags, BASE_ERROR, 503, span,
                    "%s hold%s the same %s twice: with these parameters %s", names->str,
                    end, what, SAYINGS[saying][1]);
  base_diags_set_path (work->diags, flat->instances[owners[0]].path);
  base_diags_set_hint (work->diags, "%s",
                       n == 1         ? "remove it, or change its parameters"
                       : give != NULL ? give
                                      : "remove one of them");
  for (uint32_t i = 0; i < n_owners; i++)
    base_diags_add_culprit (work->diags, flat->instances[owners[i]].path);
}
