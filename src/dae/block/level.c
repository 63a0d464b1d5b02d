/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order crossings can be settled at an event. A crossing depends on the blocks
 * that give its operands, and a block on the crossings that switch it. The strongly
 * connected parts of this graph (Tarjan 1972), in order, tell how many crossings at
 * most stand one behind the other up to each: its level. Crossings of one level that
 * are in no circle can be decided together once the levels before it are. */
#include "dae/block/level.h"

typedef struct {
  DaeBuild *work;
  uint32_t *solved_in; /* by variable: block, or DAE_NONE */
  uint32_t row;        /* block, or number of blocks + crossing */
  BASE_VEC (uint32_t) rows;
  BASE_VEC (uint32_t) columns;
} Reading;

static void
note_node (void *data, ExprId e)
{
  Reading *reading = data;
  DaeBuild *work = reading->work;
  const ExprNode *node = expr_node (work->pool, e);
  uint32_t column = DAE_NONE;

  if (node->op == EXPR_VAR)
    column = reading->solved_in[expr_index (node->payload, work->vars.n)];
  else if (node->op == EXPR_CROSSING)
    column = work->dynamic.n + expr_index (node->payload, work->crossings.n);
  if (column == DAE_NONE || column == reading->row)
    return;
  base_vec_push (work->scratch, reading->rows, reading->row);
  base_vec_push (work->scratch, reading->columns, column);
}

/* Pre-values and what is delayed stand while an event is settled. */
static void
read_all (Reading *reading)
{
  DaeBuild *work = reading->work;
  g_autoptr (ExprWalk) walk = expr_walk_new (work->pool);

  expr_walk_stop_at (walk, EXPR_PRE);
  expr_walk_stop_at (walk, EXPR_DELAY);
  for (uint32_t b = 0; b < work->dynamic.n; b++)
    for (uint32_t i = 0; i < work->dynamic.at[b].n; i++)
      reading->solved_in[work->dynamic.at[b].unknown[i]] = b;
  for (uint32_t b = 0; b < work->dynamic.n; b++) {
    reading->row = b;
    expr_walk_reset (walk);
    dae_system_walk (walk, &work->dynamic.at[b], note_node, reading);
  }
  for (uint32_t r = 0; r < work->crossings.n; r++) {
    reading->row = work->dynamic.n + r;
    expr_walk_reset (walk);
    expr_walk (walk, work->crossings.at[r].left, note_node, reading);
    expr_walk (walk, work->crossings.at[r].right, note_node, reading);
  }
}

/* Levels of the nodes, part by part. */
static void
find_levels (DaeBuild *work,
             const GraphPattern *pattern,
             const GraphBlocks *parts,
             uint32_t *level)
{
  uint32_t *part_of = base_arena_array (work->scratch, uint32_t, pattern->n_rows);

  for (uint32_t p = 0; p < parts->n; p++)
    for (uint32_t i = parts->start[p]; i < parts->start[p + 1]; i++)
      part_of[parts->row[i]] = p;
  for (uint32_t p = 0; p < parts->n; p++) {
    /* One more than the highest level that a part needs of others. */
    uint32_t most = 0;

    for (uint32_t i = parts->start[p]; i < parts->start[p + 1]; i++) {
      uint32_t row = parts->row[i];
      for (uint32_t k = pattern->start[row]; k < pattern->start[row + 1]; k++) {
        uint32_t column = pattern->column[k];
        uint32_t step = column >= work->dynamic.n ? 1 : 0;
        if (part_of[column] != p)
          most = MAX (most, level[column] + step);
      }
    }
    for (uint32_t i = parts->start[p]; i < parts->start[p + 1]; i++)
      level[parts->row[i]] = most;
  }
  /* Crossings keep theirs. */
  for (uint32_t p = 0; p < parts->n; p++)
    for (uint32_t i = parts->start[p]; i < parts->start[p + 1]; i++)
      if (parts->row[i] >= work->dynamic.n) {
        DaeCrossing *crossing = &work->crossings.at[parts->row[i] - work->dynamic.n];
        crossing->level = level[parts->row[i]];
        crossing->is_in_circle = parts->start[p + 1] - parts->start[p] > 1;
      }
}

void
dae_level_crossings (DaeBuild *work)
{
  uint32_t n = work->dynamic.n + work->crossings.n;
  uint32_t *row_of = base_arena_array (work->scratch, uint32_t, n);
  Reading reading = {.work = work};

  if (work->crossings.n == 0)
    return;
  reading.solved_in = dae_build_none (work->scratch, work->vars.n);
  read_all (&reading);
  for (uint32_t i = 0; i < n; i++) {
    row_of[i] = i;
    base_vec_push (work->scratch, reading.rows, i);
    base_vec_push (work->scratch, reading.columns, i);
  }
  GraphPattern pattern = graph_pattern_new (work->scratch, n, n, reading.rows.n,
                                            reading.rows.at, reading.columns.at);
  GraphBlocks parts = graph_blocks (work->scratch, &pattern, row_of);
  find_levels (work, &pattern, &parts, base_arena_array (work->scratch, uint32_t, n));
}
