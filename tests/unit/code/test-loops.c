/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code with loops gives the bits that the code without gives, whatever depends on
 * whatever; equal instructions become loops, and hazards keep their order. */
#include "code/loops.h"

#include <math.h>
#include <string.h>

#include "code/build/ir.h"

enum { N_NAMED = 4000, N_SCRATCH = 20, N_OWN = 6000, MOST_WORDS = 70000 };

/* Instances of a class: few, or many. */
enum { FEW = 40, MANY = 400 };

typedef struct {
  uint32_t words[MOST_WORDS];
  uint32_t n;
} Code;

static void
add (Code *code, CodeOp op, uint32_t target, const uint32_t *args)
{
  code->words[code->n++] = op;
  code->words[code->n++] = target;
  for (uint32_t i = 0; i < code_ir_n_args (op); i++)
    code->words[code->n++] = args[i];
}

static void
fill (double *slots, GRand *rand)
{
  for (uint32_t i = 0; i < N_NAMED + N_SCRATCH + N_OWN; i++)
    slots[i] = g_rand_double_range (rand, -2.0, 2.0);
}

/* Runs it with and without loops; returns how many words it is with them. */
static uint32_t
compare (Code *code, GRand *rand)
{
  static uint32_t looped[MOST_WORDS];
  static double a[N_NAMED + N_SCRATCH + N_OWN], b[N_NAMED + N_SCRATCH + N_OWN];
  g_autoptr (CodeLoops) loops =
      code_loops_new (N_NAMED, N_NAMED + N_SCRATCH, N_NAMED + N_SCRATCH + N_OWN);

  code->words[code->n++] = CODE_RETURN;
  uint32_t n = code_loops_write (loops, code->words, looped);
  if (n == 0)
    return 0;
  g_assert_cmpuint (n, <=, code->n);
  g_assert_cmpuint (code_loops_end (loops), <=, N_NAMED + N_SCRATCH + N_OWN);
  fill (a, rand);
  memcpy (b, a, sizeof a);
  code_eval_words (code->words, a);
  code_eval_words (looped, b);
  g_assert_cmpmem (a, N_NAMED * sizeof *a, b, N_NAMED * sizeof *b);
  return n;
}

/* One instruction of a class: its slots in the first instance, and their spacing. */
typedef struct {
  CodeOp op;
  uint32_t first[1 + CODE_MAX_ARGS];
  uint32_t step[1 + CODE_MAX_ARGS];
} Member;

static Member
draw_member (GRand *rand, uint32_t n_before, uint32_t n)
{
  static const CodeOp OPS[] = {
      CODE_MOVE,    CODE_ADD,     CODE_SUB,
      CODE_MUL,     CODE_MUL_ADD, CODE_SUB_MUL_TWICE,
      CODE_SUM_ABS, CODE_NEG,     CODE_SUB_SUB_SUM_MUL_SUB_MUL};
  Member member = {.op = OPS[g_rand_int_range (rand, 0, G_N_ELEMENTS (OPS))]};

  /* Temporaries of its own instance, or variables anywhere, also those of others. */
  for (uint32_t i = 0; i <= CODE_MAX_ARGS; i++) {
    bool is_temporary = i == 0 ? g_rand_boolean (rand)
                               : n_before > 0 && g_rand_int_range (rand, 0, 3) == 0;
    member.step[i] = is_temporary ? 0 : (uint32_t) g_rand_int_range (rand, i == 0, 8);
    member.first[i] = (uint32_t) g_rand_int_range (rand, 2, N_NAMED - 8 * (int) n);
    if (is_temporary)
      member.first[i] = N_NAMED + (i == 0 ? n_before : n_before - 1);
  }
  return member;
}

/* n instances of a class of random instructions, one after the other; with `is_odd`
 * some have an operand that is none of theirs. */
static void
add_instances (Code *code, GRand *rand, uint32_t n, bool is_odd)
{
  Member members[4];
  uint32_t n_members = (uint32_t) g_rand_int_range (rand, 1, 5);

  for (uint32_t m = 0; m < n_members; m++) {
    members[m] = draw_member (rand, m, n);
    if (m > 0 && members[m - 1].first[0] < N_NAMED)
      for (uint32_t i = 1; i <= CODE_MAX_ARGS; i++)
        if (members[m].first[i] >= N_NAMED)
          members[m].first[i] = 3; /* the one before computes a variable */
  }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t m = 0; m < n_members; m++) {
      uint32_t slot[1 + CODE_MAX_ARGS];
      for (uint32_t i = 0; i <= CODE_MAX_ARGS; i++)
        slot[i] = members[m].first[i] + k * members[m].step[i];
      if (is_odd && g_rand_int_range (rand, 0, 30) == 0)
        slot[1] = (uint32_t) g_rand_int_range (rand, 0, N_NAMED);
      add (code, members[m].op, slot[0], slot + 1);
    }
}

static void
test_random (void)
{
  uint32_t n_looped = 0;

  for (uint32_t seed = 0; seed < 400; seed++) {
    g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
    g_autofree Code *code = g_new0 (Code, 1);

    for (int k = 0; k < 6; k++) {
      int most = k == 0 && seed % 8 == 0 ? MANY : FEW;
      add_instances (code, rand, (uint32_t) g_rand_int_range (rand, 1, most), seed % 2);
    }
    n_looped += compare (code, rand) > 0;
  }
  g_assert_cmpuint (n_looped, >, 100);
}

/* A class of three instructions with a temporary, instance by instance, as it stands
 * between others that have no equals. */
static void
test_instances (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree Code *code = g_new0 (Code, 1);

  for (uint32_t k = 0; k < 30; k++) {
    uint32_t force = 10 + 10 * k;
    add (code, CODE_SUB, N_NAMED, (uint32_t[]){force + 2, force + 1});
    add (code, CODE_MUL, force, (uint32_t[]){N_NAMED, 5});
    add (code, CODE_SUB_DIV, force + 5, (uint32_t[]){force, force + 3, force + 4});
    if (k == 7)
      add (code, CODE_ADD, 350, (uint32_t[]){force, 360});
  }
  uint32_t n = compare (code, rand);
  /* Three loops, the one that stands alone, the end. */
  g_assert_cmpuint (n, ==, (4 + 2 * 2) + (4 + 2 * 2) + (4 + 2 * 3) + 4 + 1);
}

/* Each reads what the one before wrote, or overwrites what it read. */
static void
test_recursion (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree Code *chain = g_new0 (Code, 1);
  g_autofree Code *shift = g_new0 (Code, 1);

  for (uint32_t k = 0; k < 50; k++) {
    add (chain, CODE_MUL, 11 + k, (uint32_t[]){10 + k, 200 + k});
    add (shift, CODE_MOVE, 10 + k, (uint32_t[]){11 + k});
  }
  g_assert_cmpuint (compare (chain, rand), ==, 0);
  g_assert_cmpuint (compare (shift, rand), ==, 0);
}

/* All are written twice, and what reads the first values stands between. */
static void
test_overwritten (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autofree Code *code = g_new0 (Code, 1);

  for (uint32_t k = 0; k < 20; k++)
    add (code, CODE_ADD, 10 + k, (uint32_t[]){100 + k, 150 + k});
  for (uint32_t k = 0; k < 20; k++)
    add (code, CODE_SQUARE, 200 + k, (uint32_t[]){10 + k});
  for (uint32_t k = 0; k < 20; k++)
    add (code, CODE_ADD, 10 + k, (uint32_t[]){300 + k, 350 + k});
  g_assert_cmpuint (compare (code, rand), ==, 8 + 6 + 8 + 1);
}

/* Code that writes slots which are no operands is left alone, as is code without
 * equals, and what would need more slots than there are. */
static void
test_refused (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (CodeLoops) small =
      code_loops_new (N_NAMED, N_NAMED + N_SCRATCH, N_NAMED + N_SCRATCH + 19);
  g_autofree Code *code = g_new0 (Code, 1);
  g_autofree Code *table = g_new0 (Code, 1);
  uint32_t out[200];

  for (uint32_t k = 0; k < 20; k++) {
    add (code, CODE_SQUARE, N_NAMED, (uint32_t[]){10 + k});
    add (code, CODE_NEG, 100 + k, (uint32_t[]){N_NAMED});
    add (table, CODE_SQUARE, 200 + k, (uint32_t[]){10 + k});
  }
  add (table, CODE_TABLE_PREPARE, 300, (uint32_t[]){310});
  code->words[code->n] = CODE_RETURN;
  g_assert_cmpuint (code_loops_write (small, code->words, out), ==, 0);
  g_assert_cmpuint (code_loops_end (small), ==, N_NAMED + N_SCRATCH);
  g_assert_cmpuint (compare (code, rand), >, 0);
  g_assert_cmpuint (compare (table, rand), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/code/loops/random", test_random);
  g_test_add_func ("/code/loops/instances", test_instances);
  g_test_add_func ("/code/loops/recursion", test_recursion);
  g_test_add_func ("/code/loops/overwritten", test_overwritten);
  g_test_add_func ("/code/loops/refused", test_refused);
  return g_test_run ();
}
