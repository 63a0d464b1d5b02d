/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a model whose equations are too many or too few (Dulmage & Mendelsohn,
 * Coverings of bipartite graphs, 1958), cut into connected pieces, and what stands in
 * each. They are taken of the model as written, x and its derivatives as one unknown:
 * only there does every equation still belong to a component, a port or a wire. Lists
 * are in the order of names. Linear in the model for all pieces of one kind, and once
 * more for each that is read. */
#include "dae/index/piece.h"

#include <string.h>

#include "dae/incidence.h"

static DaePieces
pieces_of (DaeBuild *work,
           GraphPattern pattern,
           const uint32_t *eq,
           const uint32_t *var)
{
  BaseArena *arena = work->scratch;
  uint32_t *row_of = dae_build_none (arena, pattern.n_columns);
  uint32_t *column_of = dae_build_none (arena, pattern.n_rows);
  DaePieces p = {.work = work,
                 .pattern = pattern,
                 .eq = eq,
                 .var = var,
                 .row_part = base_arena_array (arena, GraphPart, pattern.n_rows),
                 .column_part = base_arena_array (arena, GraphPart, pattern.n_columns)};

  graph_match (&pattern, row_of, column_of);
  graph_dulmage_mendelsohn (&pattern, row_of, column_of, p.row_part, p.column_part);
  return p;
}

void
dae_pieces_take (DaePieces *p, GraphPart part)
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

DaePieces
dae_pieces_as_written (DaeBuild *work)
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
  /* Rows: all equations that hold during the run. */
  for (uint32_t e = 0; e < flat->n_eqs; e++) {
    if (flat->eqs[e].kind == FLAT_INITIAL || flat->eqs[e].kind == FLAT_GUESS)
      continue;
    eq[reading.row] = e;
    expr_walk_reset (work->walk);
    expr_walk (work->walk, flat->eqs[e].lhs, note_variable, &reading);
    expr_walk (work->walk, flat->eqs[e].rhs, note_variable, &reading);
    reading.row++;
  }
  return pieces_of (work,
                    graph_pattern_new (work->scratch, reading.row, n_columns,
                                       reading.rows.n, reading.rows.at,
                                       reading.columns.at),
                    eq, var);
}

DaePieces
dae_pieces_reduced (DaeBuild *work)
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
  return pieces_of (work, dae_incidence_pattern (work, n_rows, eq, n_columns, place),
                    flat_eq, var);
}

static int
compare_names (const void *a, const void *b, void *data)
{
  const FlatModel *flat = data;

  return strcmp (flat->vars[*(const uint32_t *) a].name,
                 flat->vars[*(const uint32_t *) b].name);
}

DaePiece
dae_piece_read (const DaePieces *p, uint32_t group)
{
  const FlatModel *flat = p->work->flat;
  BaseArena *arena = p->work->scratch;
  DaePiece piece = {0};

  for (uint32_t r = 0; r < p->pattern.n_rows; r++) {
    const FlatEq *eq = &flat->eqs[p->eq[r]];
    if (p->group[r] != group)
      continue;
    base_vec_push (arena, piece.eqs, p->eq[r]);
    if (eq->kind == FLAT_EQUATION || eq->kind == FLAT_BINDING)
      base_vec_push (arena, piece.components,
                     flat_model_component (flat, eq->instance));
    else if (eq->kind == FLAT_CONNECT_FLOW && eq->set < flat->n_sets &&
             flat->sets[eq->set].n_connects == 0)
      base_vec_push (arena, piece.open_ports, flat->sets[eq->set].ports[0]);
  }
  /* By name, each once. */
  piece.components.n =
      flat_model_sort_instances (flat, piece.components.n, piece.components.at);
  piece.open_ports.n =
      flat_model_sort_instances (flat, piece.open_ports.n, piece.open_ports.at);
  for (uint32_t c = 0; c < p->pattern.n_columns; c++)
    if (p->group[p->pattern.n_rows + c] == group)
      base_vec_push (arena, piece.columns, p->var[c]);
  if (piece.columns.n > 1)
    g_qsort_with_data (piece.columns.at, (gint) piece.columns.n, sizeof (uint32_t),
                       compare_names, (gpointer) flat);
  return piece;
}

/* By the flows of ports, otherwise by their potentials. */
static DaePieceEnds
find_ends (const DaePieces *p, const DaePiece *piece, bool is_flow)
{
  const FlatModel *flat = p->work->flat;
  BaseArena *scratch = p->work->scratch;
  g_autofree uint32_t *n_ports = g_new0 (uint32_t, flat->n_instances);
  g_autofree uint32_t *port_var = g_new0 (uint32_t, flat->n_instances);
  DaePieceEnds ends = {.is_flow = is_flow,
                       .component =
                           base_arena_array (scratch, uint32_t, piece->components.n),
                       .at = piece->columns.n > 0 ? piece->columns.at[0] : DAE_NONE};

  for (uint32_t k = piece->columns.n; k-- > 0;) {
    const FlatVar *var = &flat->vars[piece->columns.at[k]];
    uint32_t component = flat_model_component (flat, var->instance);
    if (is_flow ? !var->is_flow : !var->is_potential)
      continue;
    ends.at = piece->columns.at[k];
    n_ports[component]++;
    port_var[component] = piece->columns.at[k];
  }
  /* Who has one port in it. */
  for (uint32_t i = 0; i < piece->components.n; i++) {
    uint32_t component = piece->components.at[i];
    if (n_ports[component] != 1)
      continue;
    ends.at = ends.n == 0 ? port_var[component] : ends.at;
    ends.component[ends.n++] = component;
  }
  return ends;
}

DaePieceEnds
dae_piece_contest (const DaePieces *p, const DaePiece *piece)
{
  DaePieceEnds ends = find_ends (p, piece, false);

  return ends.n < 2 ? find_ends (p, piece, true) : ends;
}

uint32_t *
dae_piece_loop (const DaePieces *p, const DaePiece *piece)
{
  const FlatModel *flat = p->work->flat;
  uint32_t n = 0;
  uint32_t *ordered =
      base_arena_array (p->work->scratch, uint32_t, piece->components.n);
  g_autofree uint32_t *n_ports = g_new0 (uint32_t, flat->n_instances);

  for (uint32_t i = 1; i < flat->n_instances; i++)
    n_ports[flat->instances[i].parent] += lib_tree_is_connector (&flat->instances[i]);
  for (uint32_t pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < piece->components.n; i++)
      if ((n_ports[piece->components.at[i]] > 1) == (pass == 0))
        ordered[n++] = piece->components.at[i];
  return ordered;
}
