/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/limit.h"
#include "base/name.h"
#include "base/number.h"
#include "base/pages.h"
#include "base/vec.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#endif

/* Small, large and empty requests are zeroed, aligned and apart from each other. */
static void
test_arena_blocks (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  BASE_VEC (unsigned char *) parts = {0};
  static const size_t SIZES[] = {0, 1, 15, 16, 17, 5000, 3000000, 40, 9000000, 8};

  for (uint32_t k = 0; k < 200; k++) {
    size_t size = SIZES[k % G_N_ELEMENTS (SIZES)] / (k > 20 ? 1000 : 1) + 1;
    unsigned char *part = base_arena_alloc (arena, size);

    g_assert_cmpuint ((uintptr_t) part % 8, ==, 0);
    for (size_t i = 0; i < size; i++)
      g_assert_cmpuint (part[i], ==, 0);
    memset (part, (int) (k % 251 + 1), size);
    base_vec_push (arena, parts, part);
  }
  for (uint32_t k = 0; k < parts.n; k++)
    g_assert_cmpuint (parts.at[k][0], ==, k % 251 + 1);
}

/* What is handed out after clearing is zero again. */
static void
test_arena_clear (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();

  for (uint32_t round = 0; round < 3; round++) {
    for (size_t size = 1; size < 10000000; size = 3 * size + 7) {
      unsigned char *part = base_arena_alloc (arena, size);

      for (size_t i = 0; i < size; i++)
        g_assert_cmpuint (part[i], ==, 0);
      memset (part, 0xff, size);
    }
    base_arena_clear (arena);
    g_assert_cmpuint (base_arena_used (arena), ==, 0);
  }
}

static void
test_arena_text (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autofree char *longer = g_strnfill (1000, 'x');

  g_assert_cmpstr (base_arena_printf (arena, "%s[%d]", "a.b", 7), ==, "a.b[7]");
  g_assert_cmpstr (base_arena_printf (arena, "%s", longer), ==, longer);
  g_assert_cmpstr (base_arena_strndup (arena, "flange_a", 6), ==, "flange");
}

#ifdef __SANITIZE_ADDRESS__
/* Nothing but what was handed out can be touched: not the byte behind a piece, not the
 * rest of the block, not an array that has grown elsewhere. */
static void
test_arena_is_guarded (void)
{
  static const size_t SIZES[] = {0, 1, 7, 8, 9, 40, 5000, 3000000};
  g_autoptr (BaseArena) arena = base_arena_new ();

  for (size_t i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    char *piece = base_arena_alloc (arena, SIZES[i]),
         *next = base_arena_alloc (arena, 1);

    g_assert_null (__asan_region_is_poisoned (piece, SIZES[i]));
    g_assert_true (__asan_address_is_poisoned (piece + SIZES[i]));
    g_assert_true (__asan_address_is_poisoned (next + 1));
  }
  char *old = base_arena_alloc (arena, 24);
  char *grown = base_arena_grow (arena, old, 24, 48);
  g_assert_true (__asan_address_is_poisoned (old));
  g_assert_true (__asan_address_is_poisoned (old + 23));
  g_assert_null (__asan_region_is_poisoned (grown, 48));
}
#endif

/* Growing keeps what was pushed. */
static void
test_vec (void)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  BASE_VEC (uint32_t) vec = {0};

  for (uint32_t i = 0; i < 10000; i++)
    base_vec_push (arena, vec, i * i);
  g_assert_cmpuint (vec.n, ==, 10000);
  for (uint32_t i = 0; i < vec.n; i++)
    g_assert_cmpuint (vec.at[i], ==, i * i);
}

/* A large array that grows keeps its content, is zero behind it, leaves its neighbours
 * alone and, but where every move is to be noticed, nothing behind. */
static void
test_vec_large (void)
{
  enum { N = 3000000 };
  g_autoptr (BaseArena) arena = base_arena_new ();
  BASE_VEC (uint64_t) vec = {0}, other = {0};

  for (uint32_t i = 0; i < N; i++) {
    base_vec_push (arena, vec, i + (uint64_t) 1);
    base_vec_push (arena, other, ~(uint64_t) i);
  }
  for (uint32_t i = 0; i < N; i++) {
    g_assert_true (vec.at[i] == i + (uint64_t) 1);
    g_assert_true (other.at[i] == ~(uint64_t) i);
  }
  for (uint32_t i = N; i < vec.max; i++)
    g_assert_true (vec.at[i] == 0);
#if !defined(DASHPOT_PROVOKE) && !defined(__SANITIZE_ADDRESS__)
  g_assert_cmpuint (base_arena_used (arena), <, (vec.max + other.max) * 8 * 5 / 4);
#endif
}

#ifndef __SANITIZE_ADDRESS__
/* Whether the mapping that a place lies in asks for huge pages. */
static bool
asks_for_huge_pages (const void *place)
{
  g_autofree char *text = NULL;
  bool is_inside = false;

  g_assert_true (g_file_get_contents ("/proc/self/smaps", &text, NULL, NULL));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    unsigned long from, to;

    if (sscanf (*line, "%lx-%lx ", &from, &to) == 2)
      is_inside = (uintptr_t) place >= from && (uintptr_t) place < to;
    else if (is_inside && g_str_has_prefix (*line, "VmFlags:"))
      return strstr (*line, " hg") != NULL;
  }
  return false;
}

/* Pieces below a huge page end in such pages; smaller ones than these may come from
 * what was left of the heap. */
static void
test_heap_is_wide (void)
{
  static const size_t SIZES[] = {500000, 1000000, 1500000};
  char *pieces[G_N_ELEMENTS (SIZES)];

  if (!g_file_test ("/sys/kernel/mm/transparent_hugepage", G_FILE_TEST_EXISTS)) {
    g_test_skip ("this kernel has no huge pages");
    return;
  }
  for (uint32_t i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    pieces[i] = g_malloc (SIZES[i]);
    memset (pieces[i], 1, SIZES[i]);
    g_assert_true (asks_for_huge_pages (pieces[i] + SIZES[i] - 1));
  }
  for (uint32_t i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    g_autoptr (BaseArena) arena = base_arena_new ();

    g_free (pieces[i]);
    pieces[i] = base_arena_alloc (arena, SIZES[i]);
    g_assert_true (asks_for_huge_pages (pieces[i] + SIZES[i] - 1));
  }
}
#endif

static void
test_names (void)
{
  g_assert_true (base_name ("flange_a") == base_name_n ("flange_a.s", 8));
  g_assert_false (base_name ("flange_a") == base_name ("flange_b"));
}

/* Every double comes back from its text, and what people type stays short. */
static void
test_number_text (void)
{
  char text[BASE_NUMBER_SIZE];
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  g_assert_cmpstr (base_number_to_text (0.1, text), ==, "0.1");
  g_assert_cmpstr (base_number_to_text (2000, text), ==, "2000");
  g_assert_cmpstr (base_number_to_text (NAN, text), ==, "nan");
  g_assert_cmpstr (base_number_to_text (-INFINITY, text), ==, "-inf");
  for (int i = 0; i < 20000; i++) {
    union {
      uint64_t bits;
      double value;
    } any = {((uint64_t) g_rand_int (rand) << 32) | g_rand_int (rand)};

    if (isfinite (any.value))
      g_assert_true (g_ascii_strtod (base_number_to_text (any.value, text), NULL) ==
                     any.value);
  }
}

static void
test_prefix (void)
{
  size_t length;

  g_assert_cmpfloat (base_number_prefix ("k", &length), ==, 1e3);
  g_assert_cmpuint (length, ==, 1);
  g_assert_cmpfloat (base_number_prefix ("\u00B5", &length), ==, 1e-6);
  g_assert_cmpuint (length, ==, 2);
  g_assert_cmpfloat (base_number_prefix ("x", &length), ==, 0);
}

/* Columns count characters, lines end in LF or CRLF. */
static void
test_source_places (void)
{
  static const char TEXT[] = "a\r\n\u03C0 = x\n";
  g_autoptr (BaseSource) source = base_source_new ("f.dyad", TEXT, sizeof TEXT - 1);
  uint32_t line, column;

  base_source_locate (source, 0, &line, &column);
  g_assert_cmpuint (line * 100 + column, ==, 101);
  base_source_locate (source, 8, &line, &column);
  g_assert_cmpuint (line * 100 + column, ==, 205);
  base_source_locate (source, 1000, &line, &column);
  g_assert_cmpuint (line * 100 + column, ==, 301);
}

static void
test_diags (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (BaseDiags) all = base_diags_new ();
  BaseSource *source = base_source_new ("m.dyad", "one\ntwo three\n", 14);
  BaseSpan span = {source, 8, 13};

  for (int i = 0; i < 2; i++) {
    base_diags_add (diags, BASE_WARNING, 502, (BaseSpan){0}, "one note");
    base_diags_add (diags, BASE_ERROR, 401, span, "`%s` does not fit", "three");
    base_diags_set_path (diags, "a.b");
    base_diags_set_hint (diags, "try %d", 3);
    base_diags_add_culprit (diags, "a");
    base_diags_add_culprit (diags, "c");
  }
  base_source_unref (source); /* diagnostics outlive the text */
  base_diags_append (all, diags);
  g_assert_cmpuint (base_diags_count (all), ==, 2);
  g_assert_true (base_diags_has_errors (all));
  const BaseDiag *diag = base_diags_get (all, base_diags_find (all, 401));
  g_autofree char *text = base_diag_to_text (diag);
  g_assert_cmpstr (
      text, ==,
      "m.dyad:2:5: error E401: `three` does not fit [a.b, a, c]\n  hint: try 3\n");
  g_assert_cmpstr (diag->culprits[0], ==, "a");
  g_assert_cmpstr (diag->culprits[1], ==, "c");
  g_assert_null (diag->culprits[2]);
  g_assert_cmpuint (base_diags_find (all, 999), ==, UINT32_MAX);
}

static void
add_numbered (BaseDiags *diags, BaseSeverity severity, int n)
{
  for (int i = 0; i < n; i++)
    base_diags_add (diags, severity, 401, (BaseSpan){0}, "number %d", i);
}

/* A hint is wanted for what will be shown: so many errors, warnings aside, those of the
 * list that it will be appended to included, and nothing that was said before. */
static void
test_hints_wanted (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();

  add_numbered (diags, BASE_WARNING, 2 * BASE_DIAGS_SHOWN);
  g_assert_false (base_diags_has_errors (diags));
  add_numbered (diags, BASE_ERROR, BASE_DIAGS_SHOWN);
  g_assert_true (base_diags_wants_hint (diags));
  add_numbered (diags, BASE_ERROR, 1);
  g_assert_false (base_diags_wants_hint (diags));
  g_autoptr (BaseDiags) more = base_diags_new_for (diags);
  base_diags_add (more, BASE_ERROR, 402, (BaseSpan){0}, "another");
  g_assert_false (base_diags_wants_hint (more));
  base_diags_add (diags, BASE_ERROR, 403, (BaseSpan){0}, "one beyond");
  g_assert_false (base_diags_wants_hint (diags));
}

/* A limit that somebody chose holds; else a compilation may take half of the memory of
 * the machine. */
static void
test_limits (void)
{
  const size_t machine =
      (size_t) sysconf (_SC_PHYS_PAGES) * (size_t) sysconf (_SC_PAGESIZE);
  const size_t half = base_limits_memory (&(BaseLimits){0});

  g_assert_cmpuint (half, <=, machine / 2);
  g_assert_cmpuint (half, >, machine / 2 - 65536);
  g_assert_cmpuint (base_limits_memory (&(BaseLimits){.memory = 12345}), ==, 12345);
  g_assert_cmpuint (base_limits_array (&(BaseLimits){.array = 777}), ==, 777);
  g_assert_cmpuint (base_limits_array (&(BaseLimits){0}), ==, (size_t) 1 << 30);
}

int
main (int argc, char **argv)
{
  base_pages_widen_heap ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/arena/blocks", test_arena_blocks);
  g_test_add_func ("/base/arena/clear", test_arena_clear);
  g_test_add_func ("/base/arena/text", test_arena_text);
#ifdef __SANITIZE_ADDRESS__
  g_test_add_func ("/base/arena/is-guarded", test_arena_is_guarded);
#endif
  g_test_add_func ("/base/vec", test_vec);
  g_test_add_func ("/base/vec/large", test_vec_large);
#ifndef __SANITIZE_ADDRESS__
  g_test_add_func ("/base/heap/is-wide", test_heap_is_wide);
#endif
  g_test_add_func ("/base/names", test_names);
  g_test_add_func ("/base/number/text", test_number_text);
  g_test_add_func ("/base/number/prefix", test_prefix);
  g_test_add_func ("/base/source/places", test_source_places);
  g_test_add_func ("/base/diags", test_diags);
  g_test_add_func ("/base/diags/hints-wanted", test_hints_wanted);
  g_test_add_func ("/base/limits", test_limits);
  return g_test_run ();
}
