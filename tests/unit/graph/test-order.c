/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/graph.h"

enum { N = 12 };

typedef struct {
  BaseArena *arena;
  GraphPattern pattern;
  uint32_t row_of[N]; /* row i is matched to column n - 1 - i */
} Square;

static void
square_random (Square *s, GRand *random, uint32_t n)
{
  uint32_t row[N * N], column[N * N], n_entries = 0;
  double density = g_rand_double_range (random, 0.0, 0.4);

  s->arena = base_arena_new ();
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t c = 0; c < n; c++)
      if (c == n - 1 - r || g_rand_double (random) < density) {
        row[n_entries] = r;
        column[n_entries++] = c;
      }
  s->pattern = graph_pattern_new (s->arena, n, n, n_entries, row, column);
  for (uint32_t r = 0; r < n; r++)
    s->row_of[n - 1 - r] = r;
}

/* reach[a][b]: row a needs row b, directly or through others (Warshall). */
static void
find_reach (const Square *s, bool reach[N][N])
{
  uint32_t n = s->pattern.n_rows;

  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = 0; b < n; b++)
      reach[a][b] = a == b;
  for (uint32_t r = 0; r < n; r++)
    for (uint32_t k = s->pattern.start[r]; k < s->pattern.start[r + 1]; k++)
      reach[r][s->row_of[s->pattern.column[k]]] = true;
  for (uint32_t via = 0; via < n; via++)
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++)
        reach[a][b] = reach[a][b] || (reach[a][via] && reach[via][b]);
}

static void
test_blocks_are_components_in_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (int trial = 0; trial < 500; trial++) {
    Square s;
    bool reach[N][N];
    uint32_t block_of[N] = {0};

    square_random (&s, random, (uint32_t) g_rand_int_range (random, 1, N + 1));
    GraphBlocks blocks = graph_blocks (s.arena, &s.pattern, s.row_of);
    g_assert_cmpuint (blocks.start[blocks.n], ==, s.pattern.n_rows);
    for (uint32_t b = 0; b < blocks.n; b++)
      for (uint32_t i = blocks.start[b]; i < blocks.start[b + 1]; i++) {
        block_of[blocks.row[i]] = b;
        g_assert_true (i == blocks.start[b] || blocks.row[i - 1] < blocks.row[i]);
      }
    find_reach (&s, reach);
    for (uint32_t a = 0; a < s.pattern.n_rows; a++)
      for (uint32_t b = 0; b < s.pattern.n_rows; b++) {
        g_assert_true ((block_of[a] == block_of[b]) == (reach[a][b] && reach[b][a]));
        g_assert_true (!reach[a][b] || block_of[b] <= block_of[a]);
      }
    base_arena_free (s.arena);
  }
}

/* A column that no row is matched to makes no row need another. */
static void
test_blocks_with_a_free_column (void)
{
  const uint32_t row[] = {0, 0, 0, 1, 1}, column[] = {0, 1, 2, 1, 2};
  const uint32_t row_of[] = {0, GRAPH_NONE, 1};
  g_autoptr (BaseArena) arena = base_arena_new ();
  GraphPattern p = graph_pattern_new (arena, 2, 3, 5, row, column);
  GraphBlocks blocks = graph_blocks (arena, &p, row_of);

  g_assert_cmpuint (blocks.n, ==, 2);
  g_assert_cmpuint (blocks.row[0], ==, 1);
  g_assert_cmpuint (blocks.row[1], ==, 0);
}

/* Each solved row may be solved for its column and needs only torn and earlier ones;
 * residual rows and tears are the rest. */
static void
check_tearing (const GraphPattern *p, const bool *can_solve, const GraphTearing *t)
{
  bool is_known[N] = {0}, is_used[N] = {0};

  g_assert_cmpuint (t->n_solved + t->n_tears, ==, p->n_rows);
  for (uint32_t i = 0; i < t->n_tears; i++) {
    g_assert_false (is_known[t->tear_column[i]]);
    is_known[t->tear_column[i]] = true;
    is_used[t->residual_row[i]] = true;
  }
  for (uint32_t i = 0; i < t->n_solved; i++) {
    bool is_found = false;
    g_assert_false (is_used[t->row[i]] || is_known[t->column[i]]);
    for (uint32_t k = p->start[t->row[i]]; k < p->start[t->row[i] + 1]; k++)
      if (p->column[k] == t->column[i])
        is_found = can_solve[k];
      else
        g_assert_true (is_known[p->column[k]]);
    g_assert_true (is_found);
    is_used[t->row[i]] = is_known[t->column[i]] = true;
  }
}

static void
test_tearing_can_be_solved_in_order (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (int trial = 0; trial < 1000; trial++) {
    Square s;
    bool can_solve[N * N];
    double share = g_rand_double (random);

    square_random (&s, random, (uint32_t) g_rand_int_range (random, 1, N + 1));
    for (uint32_t k = 0; k < s.pattern.start[s.pattern.n_rows]; k++)
      can_solve[k] = g_rand_double (random) < share;
    GraphTearing t = graph_tear (s.arena, &s.pattern, can_solve);
    check_tearing (&s.pattern, can_solve, &t);
    base_arena_free (s.arena);
  }
}

/* A ring of n rows, each with two neighbours, falls apart with one tear. */
static void
test_tearing_of_a_ring (void)
{
  uint32_t row[2 * N], column[2 * N];
  bool can_solve[2 * N];
  g_autoptr (BaseArena) arena = base_arena_new ();

  for (uint32_t i = 0; i < N; i++) {
    row[2 * i] = row[2 * i + 1] = i;
    column[2 * i] = i;
    column[2 * i + 1] = (i + 1) % N;
    can_solve[2 * i] = can_solve[2 * i + 1] = true;
  }
  GraphPattern p = graph_pattern_new (arena, N, N, 2 * N, row, column);
  GraphTearing t = graph_tear (arena, &p, can_solve);
  check_tearing (&p, can_solve, &t);
  g_assert_cmpuint (t.n_tears, ==, 1);
}

enum { HUBS = 6, MOST_LEAVES = 5 };

/* Hubs with leaves. The row of a leaf has the leaf and its hub, and is solved for the
 * leaf; the row of a hub has the hub, its leaves and the next hub, and is solved for
 * the hub, or for the next one, where leads[] says so. Columns and rows of hubs come
 * first. */
typedef struct {
  uint32_t n_leaves[HUBS];
  bool leads[HUBS];
  uint32_t row[HUBS * (3 * MOST_LEAVES + 2)], column[HUBS * (3 * MOST_LEAVES + 2)];
  uint32_t n, n_rows;
} Hubs;

static void
hubs_random (Hubs *h, GRand *random)
{
  h->n = 0;
  h->n_rows = HUBS;
  for (uint32_t k = 0; k < HUBS; k++) {
    h->n_leaves[k] = (uint32_t) g_rand_int_range (random, 1, MOST_LEAVES + 1);
    h->leads[k] = g_rand_boolean (random);
    h->row[h->n] = k, h->column[h->n++] = k;
    h->row[h->n] = k, h->column[h->n++] = (k + 1) % HUBS;
    for (uint32_t i = 0; i < h->n_leaves[k]; i++) {
      uint32_t leaf = h->n_rows++;
      h->row[h->n] = k, h->column[h->n++] = leaf;
      h->row[h->n] = leaf, h->column[h->n++] = leaf;
      h->row[h->n] = leaf, h->column[h->n++] = k;
    }
  }
}

static bool
hubs_can_solve (const Hubs *h, uint32_t r, uint32_t c)
{
  return r >= HUBS ? c == r : c == r || (c == (r + 1) % HUBS && h->leads[r]);
}

/* The hub with most leaves first, of equal ones the first; whatever it leads to is
 * known. */
static uint32_t
hubs_expect (const Hubs *h, bool is_torn[HUBS])
{
  bool is_known[HUBS] = {0};
  uint32_t n = 0;

  for (;; n++) {
    uint32_t best = HUBS;
    for (uint32_t k = 0; k < HUBS; k++)
      if (!is_known[k] && (best == HUBS || h->n_leaves[k] > h->n_leaves[best]))
        best = k;
    if (best == HUBS)
      return n;
    is_torn[best] = is_known[best] = true;
    for (uint32_t k = best; h->leads[k] && !is_known[(k + 1) % HUBS];
         k = (k + 1) % HUBS)
      is_known[(k + 1) % HUBS] = true;
  }
}

/* The column is torn that leaves most rows with one unknown. */
static void
test_tears_what_solves_most (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (int trial = 0; trial < 300; trial++) {
    g_autoptr (BaseArena) arena = base_arena_new ();
    bool can_solve[HUBS * (3 * MOST_LEAVES + 2)], is_torn[HUBS] = {0};
    Hubs h;

    hubs_random (&h, random);
    GraphPattern p =
        graph_pattern_new (arena, h.n_rows, h.n_rows, h.n, h.row, h.column);
    for (uint32_t r = 0; r < h.n_rows; r++)
      for (uint32_t k = p.start[r]; k < p.start[r + 1]; k++)
        can_solve[k] = hubs_can_solve (&h, r, p.column[k]);
    GraphTearing t = graph_tear (arena, &p, can_solve);
    g_assert_cmpuint (t.n_tears, ==, hubs_expect (&h, is_torn));
    g_assert_cmpuint (t.n_terms + t.n_entries, ==, 0); /* not yet counted */
    for (uint32_t i = 0; i < t.n_tears; i++)
      g_assert_true (t.tear_column[i] < HUBS && is_torn[t.tear_column[i]]);
  }
}

/* depends[c][t]: column c follows from tear t, through the rows of a tearing. */
static void
find_depends (const GraphPattern *p, const GraphTearing *t, bool depends[N][N])
{
  for (uint32_t c = 0; c < N; c++)
    for (uint32_t i = 0; i < N; i++)
      depends[c][i] = false;
  for (uint32_t i = 0; i < t->n_tears; i++)
    depends[t->tear_column[i]][t->tear_column[i]] = true;
  for (uint32_t i = 0; i < t->n_solved; i++)
    for (uint32_t k = p->start[t->row[i]]; k < p->start[t->row[i] + 1]; k++)
      for (uint32_t c = 0; c < N; c++)
        if (p->column[k] != t->column[i])
          depends[t->column[i]][c] |= depends[p->column[k]][c];
}

/* Terms of the solved columns, then entries of the residual rows. */
static void
check_terms (const GraphPattern *p, const GraphTearing *t, uint32_t limit)
{
  bool depends[N][N];
  uint64_t n_terms = t->n_tears, n_entries = 0;

  find_depends (p, t, depends);
  for (uint32_t i = 0; i < t->n_solved; i++) {
    uint32_t n = 0;
    for (uint32_t c = 0; c < N; c++)
      n += depends[t->column[i]][c];
    g_assert_cmpuint (n, <=, limit);
    n_terms += n;
  }
  for (uint32_t i = 0; i < t->n_tears; i++) {
    bool is_in[N] = {0};
    uint32_t r = t->residual_row[i];
    for (uint32_t k = p->start[r]; k < p->start[r + 1]; k++)
      for (uint32_t c = 0; c < N; c++)
        is_in[c] |= depends[p->column[k]][c];
    for (uint32_t c = 0; c < N; c++)
      n_entries += is_in[c];
  }
  g_assert_cmpuint (t->n_entries, ==, n_entries);
  g_assert_cmpuint (t->n_terms, ==, n_terms + n_entries);
}

static void
test_limited_tearing (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);

  for (int trial = 0; trial < 1000; trial++) {
    Square s;
    bool can_solve[N * N];
    uint32_t limit = (uint32_t) g_rand_int_range (random, 1, 4);

    square_random (&s, random, (uint32_t) g_rand_int_range (random, 1, N + 1));
    for (uint32_t k = 0; k < s.pattern.start[s.pattern.n_rows]; k++)
      can_solve[k] = g_rand_boolean (random);
    GraphTearing t = graph_tear (s.arena, &s.pattern, can_solve), few = t, more = t;
    g_assert_true (
        graph_limit_tearing (s.arena, &s.pattern, GRAPH_NONE, UINT64_MAX, &few));
    g_assert_cmpuint (few.n_tears, ==, t.n_tears);
    check_terms (&s.pattern, &few, N);
    g_assert_true (graph_limit_tearing (s.arena, &s.pattern, limit, UINT64_MAX, &more));
    check_tearing (&s.pattern, can_solve, &more);
    check_terms (&s.pattern, &more, limit);
    g_assert_false (more.n_terms > 0 && graph_limit_tearing (s.arena, &s.pattern, limit,
                                                             more.n_terms - 1, &t));
    g_assert_cmpuint (t.n_tears, ==, few.n_tears);
    base_arena_free (s.arena);
  }
}

/* Without anything solvable all columns are torn. */
static void
test_tearing_without_solvable (void)
{
  const uint32_t row[] = {0, 0, 1, 1}, column[] = {0, 1, 0, 1};
  const bool can_solve[4] = {0};
  g_autoptr (BaseArena) arena = base_arena_new ();
  GraphPattern p = graph_pattern_new (arena, 2, 2, 4, row, column);
  GraphTearing t = graph_tear (arena, &p, can_solve);

  g_assert_cmpuint (t.n_tears, ==, 2);
  g_assert_cmpuint (t.residual_row[1], ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/blocks/are-components-in-order",
                   test_blocks_are_components_in_order);
  g_test_add_func ("/graph/blocks/with-a-free-column", test_blocks_with_a_free_column);
  g_test_add_func ("/graph/tear/can-be-solved-in-order",
                   test_tearing_can_be_solved_in_order);
  g_test_add_func ("/graph/tear/ring", test_tearing_of_a_ring);
  g_test_add_func ("/graph/tear/what-solves-most", test_tears_what_solves_most);
  g_test_add_func ("/graph/tear/limited", test_limited_tearing);
  g_test_add_func ("/graph/tear/without-solvable", test_tearing_without_solvable);
  return g_test_run ();
}
