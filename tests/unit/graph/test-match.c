/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph/graph.h"

#include <string.h>

/* Rows and columns of small graphs as bits. */
enum { MAX_SIZE = 7 };

typedef struct {
  BaseArena *arena;
  GraphPattern pattern;
  bool has[MAX_SIZE][MAX_SIZE];
  uint32_t row_of[MAX_SIZE];
  uint32_t column_of[MAX_SIZE];
} Small;

static void
small_random (Small *s, GRand *random, uint32_t n_rows, uint32_t n_columns)
{
  uint32_t row[2 * MAX_SIZE * MAX_SIZE], column[2 * MAX_SIZE * MAX_SIZE], n = 0;

  *s = (Small){.arena = base_arena_new ()};
  double density = g_rand_double_range (random, 0.1, 0.6);
  for (uint32_t r = n_rows; r-- > 0;)
    for (uint32_t c = n_columns; c-- > 0;)
      if (g_rand_double (random) < density) {
        s->has[r][c] = true;
        row[n] = row[n + 1] = r;
        column[n] = column[n + 1] = c;
        n += 1 + (uint32_t) g_rand_boolean (random);
      }
  s->pattern = graph_pattern_new (s->arena, n_rows, n_columns, n, row, column);
  for (uint32_t i = 0; i < MAX_SIZE; i++)
    s->row_of[i] = s->column_of[i] = GRAPH_NONE;
}

/* The largest number of rows from r on that fit into the free columns. */
static uint32_t
brute_force (const Small *s, uint32_t r, uint32_t free_columns)
{
  if (r == s->pattern.n_rows)
    return 0;
  uint32_t best = brute_force (s, r + 1, free_columns);
  for (uint32_t c = 0; c < s->pattern.n_columns; c++)
    if (s->has[r][c] && (free_columns >> c & 1) != 0)
      best = MAX (best, 1 + brute_force (s, r + 1, free_columns & ~(1u << c)));
  return best;
}

static void
check_matching (const Small *s, uint32_t size)
{
  uint32_t n = 0;

  for (uint32_t r = 0; r < s->pattern.n_rows; r++)
    if (s->column_of[r] != GRAPH_NONE) {
      g_assert_true (s->has[r][s->column_of[r]]);
      g_assert_cmpuint (s->row_of[s->column_of[r]], ==, r);
      n++;
    }
  g_assert_cmpuint (n, ==, size);
}

/* A pattern lists each entry once, columns ascending, and its transpose the same pairs.
 */
static void
test_pattern (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int trial = 0; trial < 200; trial++) {
    Small s;
    small_random (&s, random, (uint32_t) g_rand_int_range (random, 0, MAX_SIZE + 1),
                  (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1));
    GraphPattern t = graph_transpose (s.arena, &s.pattern);
    g_assert_cmpuint (t.start[t.n_rows], ==, s.pattern.start[s.pattern.n_rows]);
    for (uint32_t r = 0; r < s.pattern.n_rows; r++) {
      uint32_t k = s.pattern.start[r];
      for (uint32_t c = 0; c < s.pattern.n_columns; c++)
        if (s.has[r][c])
          g_assert_cmpuint (s.pattern.column[k++], ==, c);
      g_assert_cmpuint (k, ==, s.pattern.start[r + 1]);
    }
    for (uint32_t c = 0; c < t.n_rows; c++) {
      uint32_t k = t.start[c];
      for (uint32_t r = 0; r < t.n_columns; r++)
        if (s.has[r][c])
          g_assert_cmpuint (t.column[k++], ==, r);
      g_assert_cmpuint (k, ==, t.start[c + 1]);
    }
    base_arena_free (s.arena);
  }
}

static void
test_match_is_maximum (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (2);

  for (int trial = 0; trial < 500; trial++) {
    Small s;
    small_random (&s, random, (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1),
                  (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1));
    uint32_t size = graph_match (&s.pattern, s.row_of, s.column_of);
    g_assert_cmpuint (size, ==, brute_force (&s, 0, (1u << s.pattern.n_columns) - 1));
    check_matching (&s, size);
    g_assert_cmpuint (graph_match (&s.pattern, s.row_of, s.column_of), ==, size);
    check_matching (&s, size);
    base_arena_free (s.arena);
  }
}

/* Rows one after the other, each fitted in if that is possible at all, make a maximum
 * matching without the columns that are dead, and those alone stay so after a success.
 */
static void
test_augment_is_maximum (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (int trial = 0; trial < 500; trial++) {
    Small s;
    bool is_dead[MAX_SIZE] = {0}, was_dead[MAX_SIZE];
    uint32_t size = 0, alive = 0;

    small_random (&s, random, (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1),
                  (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1));
    for (uint32_t c = 0; c < s.pattern.n_columns; c++) {
      is_dead[c] = g_rand_double (random) < 0.2;
      alive |= (uint32_t) !is_dead[c] << c;
    }
    for (uint32_t r = 0; r < s.pattern.n_rows; r++) {
      memcpy (was_dead, is_dead, sizeof is_dead);
      bool fits = graph_augment (&s.pattern, r, s.row_of, s.column_of, is_dead);
      size += fits;
      check_matching (&s, size);
      for (uint32_t c = 0; c < s.pattern.n_columns; c++) {
        g_assert_true (is_dead[c] == was_dead[c] || (!fits && is_dead[c]));
        g_assert_true (s.row_of[c] == GRAPH_NONE || (alive >> c & 1) != 0);
      }
    }
    g_assert_cmpuint (size, ==, brute_force (&s, 0, alive));
    g_assert_cmpuint (graph_match (&s.pattern, s.row_of, s.column_of), ==,
                      brute_force (&s, 0, (1u << s.pattern.n_columns) - 1));
    base_arena_free (s.arena);
  }
}

/* Over rows use over columns only, under columns stand in under rows only, and the
 * excess of each part is what the matching left over. */
static void
test_parts_are_block_triangular (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (int trial = 0; trial < 500; trial++) {
    Small s;
    const GraphPart untouched = (GraphPart) 77;
    GraphPart row[MAX_SIZE + 1], column[MAX_SIZE + 1];
    int excess[3] = {0};

    small_random (&s, random, (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1),
                  (uint32_t) g_rand_int_range (random, 1, MAX_SIZE + 1));
    uint32_t size = graph_match (&s.pattern, s.row_of, s.column_of);
    row[s.pattern.n_rows] = column[s.pattern.n_columns] = untouched;
    graph_dulmage_mendelsohn (&s.pattern, s.row_of, s.column_of, row, column);
    for (uint32_t r = 0; r < s.pattern.n_rows; r++) {
      excess[row[r]]++;
      for (uint32_t c = 0; c < s.pattern.n_columns; c++)
        if (s.has[r][c]) {
          g_assert_true (row[r] != GRAPH_OVER || column[c] == GRAPH_OVER);
          g_assert_true (column[c] != GRAPH_UNDER || row[r] == GRAPH_UNDER);
        }
    }
    for (uint32_t c = 0; c < s.pattern.n_columns; c++)
      excess[column[c]]--;
    g_assert_true (row[s.pattern.n_rows] == untouched &&
                   column[s.pattern.n_columns] == untouched);
    g_assert_cmpint (excess[GRAPH_WELL], ==, 0);
    g_assert_cmpint (excess[GRAPH_OVER], ==, (int) (s.pattern.n_rows - size));
    g_assert_cmpint (-excess[GRAPH_UNDER], ==, (int) (s.pattern.n_columns - size));
    base_arena_free (s.arena);
  }
}

/* Neighbours share their component; numbers ascend with the lowest member. */
static void
test_components (void)
{
  const uint32_t row[] = {0, 0, 1, 2, 3}, column[] = {0, 2, 1, 1, 3};
  const bool is_in[] = {true, true, true, false, true, true, true, true};
  g_autoptr (BaseArena) arena = base_arena_new ();
  GraphPattern p = graph_pattern_new (arena, 4, 4, 5, row, column);
  uint32_t component[8];

  g_assert_cmpuint (graph_components (&p, NULL, component), ==, 3);
  const uint32_t all[] = {0, 1, 1, 2, 0, 1, 0, 2};
  for (uint32_t i = 0; i < 8; i++)
    g_assert_cmpuint (component[i], ==, all[i]);
  g_assert_cmpuint (graph_components (&p, is_in, component), ==, 3);
  g_assert_cmpuint (component[3], ==, GRAPH_NONE);
  g_assert_cmpuint (component[7], ==, 2);
}

/* A long chain that a greedy start gets entirely wrong needs one long path. */
static void
test_match_long_path (void)
{
  enum { N = 200000 };
  g_autoptr (BaseArena) arena = base_arena_new ();
  uint32_t *row = base_arena_array (arena, uint32_t, 2 * N);
  uint32_t *column = base_arena_array (arena, uint32_t, 2 * N);
  uint32_t *row_of = base_arena_array (arena, uint32_t, N);
  uint32_t *column_of = base_arena_array (arena, uint32_t, N);
  uint32_t n = 0;

  for (uint32_t i = 0; i + 1 < N; i++) {
    row[n] = i, column[n++] = i;
    row[n] = i, column[n++] = i + 1;
  }
  row[n] = N - 1, column[n++] = 0;
  GraphPattern p = graph_pattern_new (arena, N, N, n, row, column);
  for (uint32_t i = 0; i < N; i++)
    row_of[i] = column_of[i] = GRAPH_NONE;
  g_assert_cmpuint (graph_match (&p, row_of, column_of), ==, N);
  for (uint32_t i = 0; i + 1 < N; i++)
    g_assert_cmpuint (column_of[i], ==, i + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph/pattern", test_pattern);
  g_test_add_func ("/graph/match/is-maximum", test_match_is_maximum);
  g_test_add_func ("/graph/augment/is-maximum", test_augment_is_maximum);
  g_test_add_func ("/graph/match/long-path", test_match_long_path);
  g_test_add_func ("/graph/parts/are-block-triangular",
                   test_parts_are_block_triangular);
  g_test_add_func ("/graph/components", test_components);
  return g_test_run ();
}
