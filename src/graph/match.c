/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maximum matching (Hopcroft & Karp, An n^5/2 algorithm for maximum matchings in
 * bipartite graphs, 1973) after a greedy start. Phases: breadth-first layers from the
 * free rows, then disjoint shortest augmenting paths by depth-first search inside the
 * layers; O(entries * sqrt (rows)). Single augmentations keep the columns that failed
 * as dead, so that many of them together visit each column once. */
#include "graph/graph.h"

typedef struct {
  const GraphPattern *pattern;
  uint32_t *row_of;
  uint32_t *column_of;
  uint32_t *level; /* of rows; GRAPH_NONE: not reached */
  uint32_t *next;  /* next entry of a row to try in this phase */
  uint32_t *queue; /* rows; stack of the depth-first search */
  uint32_t n_matched;
} Matcher;

static void
match_greedily (Matcher *m)
{
  const GraphPattern *p = m->pattern;

  for (uint32_t r = 0; r < p->n_rows; r++)
    for (uint32_t k = p->start[r]; k < p->start[r + 1] && m->column_of[r] == GRAPH_NONE;
         k++)
      if (m->row_of[p->column[k]] == GRAPH_NONE) {
        m->row_of[p->column[k]] = r;
        m->column_of[r] = p->column[k];
        m->n_matched++;
      }
}

/* Layers of rows; false if no free column can be reached. */
static bool
find_layers (Matcher *m)
{
  const GraphPattern *p = m->pattern;
  uint32_t n = 0;
  bool is_reached = false;

  for (uint32_t r = 0; r < p->n_rows; r++) {
    /* Layer 0: the free rows. */
    m->next[r] = p->start[r];
    m->level[r] = m->column_of[r] == GRAPH_NONE ? 0 : GRAPH_NONE;
    if (m->level[r] == 0)
      m->queue[n++] = r;
  }
  for (uint32_t i = 0; i < n; i++) {
    /* Breadth first along matched columns. */
    uint32_t r = m->queue[i];
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++) {
      uint32_t other = m->row_of[p->column[k]];
      if (other == GRAPH_NONE) {
        is_reached = true;
      } else if (m->level[other] == GRAPH_NONE) {
        m->level[other] = m->level[r] + 1;
        m->queue[n++] = other;
      }
    }
  }
  return is_reached;
}

/* The stack holds a path of rows; next[] of each is the entry that it takes. */
static void
flip_path (Matcher *m, const uint32_t *stack, uint32_t depth)
{
  for (uint32_t i = 0; i < depth; i++) {
    uint32_t c = m->pattern->column[m->next[stack[i]]];
    m->row_of[c] = stack[i];
    m->column_of[stack[i]] = c;
  }
  m->n_matched++;
}

static bool
augment_from (Matcher *m, uint32_t root)
{
  const GraphPattern *p = m->pattern;
  uint32_t *stack = m->queue;
  uint32_t depth = 1;

  stack[0] = root;
  while (depth > 0) {
    uint32_t r = stack[depth - 1];
    /* Dead end: one row back, which tries its next entry. */
    if (m->next[r] == p->start[r + 1]) {
      m->level[r] = GRAPH_NONE;
      depth--;
      if (depth > 0)
        m->next[stack[depth - 1]]++;
      continue;
    }
    uint32_t other = m->row_of[p->column[m->next[r]]];
    /* A free column ends the path. */
    if (other == GRAPH_NONE) {
      flip_path (m, stack, depth);
      for (uint32_t i = 0; i < depth; i++)
        m->level[stack[i]] = GRAPH_NONE;
      return true;
    }
    /* Else deeper by one layer, or the next entry. */
    if (m->level[other] != GRAPH_NONE && m->level[other] == m->level[r] + 1)
      stack[depth++] = other;
    else
      m->next[r]++;
  }
  return false;
}

uint32_t
graph_match (const GraphPattern *pattern, uint32_t *row_of, uint32_t *column_of)
{
  g_autofree uint32_t *work = g_new (uint32_t, 3 * (size_t) pattern->n_rows);
  Matcher m = {.pattern = pattern,
               .row_of = row_of,
               .column_of = column_of,
               .level = work,
               .next = work + pattern->n_rows,
               .queue = work + 2 * (size_t) pattern->n_rows};

  for (uint32_t r = 0; r < pattern->n_rows; r++)
    m.n_matched += column_of[r] != GRAPH_NONE;
  match_greedily (&m);
  while (m.n_matched < MIN (pattern->n_rows, pattern->n_columns) && find_layers (&m))
    for (uint32_t r = 0; r < pattern->n_rows; r++)
      if (column_of[r] == GRAPH_NONE)
        augment_from (&m, r);
  return m.n_matched;
}

typedef struct {
  uint32_t row;
  uint32_t next; /* entry to try */
} Frame;

bool
graph_augment (const GraphPattern *pattern,
               uint32_t r,
               uint32_t *row_of,
               uint32_t *column_of,
               bool *is_dead)
{
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  Frame first = {r, pattern->start[r]};
  bool is_found = false;

  g_array_append_val (path, first);
  while (path->len > 0 && !is_found) {
    /* Depth first, each column once. */
    Frame *top = &g_array_index (path, Frame, path->len - 1);
    if (top->next == pattern->start[top->row + 1]) {
      g_array_set_size (path, path->len - 1);
      continue;
    }
    uint32_t c = pattern->column[top->next++];
    if (is_dead[c])
      continue;
    is_dead[c] = true;
    g_array_append_val (reached, c);
    if (row_of[c] == GRAPH_NONE) {
      is_found = true;
    } else {
      Frame below = {row_of[c], pattern->start[row_of[c]]};
      g_array_append_val (path, below);
    }
  }
  for (uint32_t i = 0; i < path->len; i++) {
    /* The path that was found is flipped. */
    const Frame *frame = &g_array_index (path, Frame, i);
    uint32_t c = pattern->column[frame->next - 1];
    row_of[c] = frame->row;
    column_of[frame->row] = c;
  }
  /* A search that succeeds leaves nothing dead. */
  for (uint32_t i = 0; i < reached->len && is_found; i++)
    is_dead[g_array_index (reached, uint32_t, i)] = false;
  return is_found;
}
