/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flat-bench.h"

/* What the elaboration of a model takes: not more than its size asks for, and never
 * more than it may. */

#define HEAD "component M\n  structural parameter n::Integer = @\n"
#define PART "component P\n  variable x::Real = time\nend\n"

/* @ is the size. */
static const char *const LINEAR[] = {
    HEAD "  parameter k::Real[:] = ones(n)\n  variable u::Real[n]\n  variable y::Real\n"
         "relations\n  for i in 1:n\n    u[i] = time\n  end\n"
         "  y = sum([k[i]*u[i] for i in 1:n])\nend\n",
    HEAD "  variable u::Real[n]\nrelations\n  u[1] = time\n  for i in 2:n\n"
         "    u[i] = u[i-1] + 1\n  end\nend\n",
    HEAD "  structural parameter k::Real[n] = [2*i for i in 1:n]\n"
         "  variable u::Real[n]\nrelations\n  for i in 1:n\n    u[i] = k[i]*time\n  "
         "end\nend\n",
    HEAD "  p = [P() for i in 1:n]\n  variable y::Real\nrelations\n"
         "  y = sum([p[i].x for i in 1:n])\nend\n" PART,
    HEAD
    "  u = [RealInput() for i in 1:n]\n  variable y::Real\nrelations\n"
    "  for i in 1:n\n    u[i] = i*time\n  end\n  y = sum([u[i] for i in 1:n])\nend\n",
    HEAD
    "  parameter k::Real[n] = fill(2, n)\n"
    "  variable u::Real[n](initial = [k[i] for i in 1:n], min = [-k[i] for i in 1:n])\n"
    "relations\n  for i in 1:n\n    der(u[i]) = -k[i]*u[i]\n  end\nend\n",
    HEAD "  parameter A::Real[2, n] = [[i + j for i in 1:n] for j in 1:2]\n"
         "  variable u::Real[n]\nrelations\n"
         "  for i in 1:n\n    u[i] = A[1, i] + A[2, n + 1 - i]\n  end\nend\n",
};

static size_t
measure (const char *model, const char *size)
{
  g_auto (GStrv) parts = g_strsplit (model, "@", -1);
  g_autofree char *text = g_strjoinv (size, parts);
  g_auto (FlatBench) bench = flat_bench_new (text, "Test", "M");

  flat_bench_check_good (&bench);
  return base_arena_used (bench.arena);
}

/* Growth from one size to the next, so that what does not depend on it cancels out. */
static void
test_linear (const void *data)
{
  size_t small = measure (data, "1000"), middle = measure (data, "2000"),
         large = measure (data, "4000");

  g_test_message ("%zu %zu %zu bytes", small, middle, large);
  g_assert_cmpuint (large - middle, <, 3 * (middle - small));
  g_assert_cmpuint (large, <, 4000 * 4096);
}

typedef struct {
  const char *declaration; /* the second line of M */
  uint32_t number;
  const char *says;
} Excess;

/* With 4 MiB for each. */
static const Excess EXCESSES[] = {
    {"variable x::Real[80,80] = A*A*A", 313, "x takes more than 4 MiB of memory"},
    {"variable x::Real[80] = A*A*b", 313, "x takes more than 4 MiB of memory"},
    {"parameter x::Real = sum([sum([i*j*c for i in 1:9999]) for j in 1:9999])", 313,
     "x takes more than 4 MiB of memory"},
    {"x = [P() for i in 1:100000]", 313, "x takes more than 4 MiB of memory"},
    {"parameter x::Real[:,:] = B*transpose(B)", 308, "is too large"},
    {"parameter x::Real[:,:] = [b1 for i in 1:100000]", 601, "has more than"},
    {"parameter x::Real[5000,5000] = identity(5000)", 601, "has more than"},
    {"parameter x::Real = sum(diagonal(b1))", 308, "is too large"},
};

static void
test_excess (const void *data)
{
  const Excess *excess = data;
  g_autofree char *text = g_strdup_printf (
      "component M\n  %s\n  parameter c::Real = 2\n  parameter A::Real[80,80] = "
      "ones(80,80)\n"
      "  parameter b::Real[80] = ones(80)\n  parameter b1::Real[60000] = zeros(60000)\n"
      "  parameter B::Real[60000,1] = zeros(60000, 1)\nend\n" PART,
      excess->declaration);
  const BaseLimits limits = {.array = 4 << 20};
  g_auto (FlatBench) bench = flat_bench_new_limited (text, "Test", "M", limits);
  const BaseDiag *diag = base_diags_get (bench.diags, 0);

  g_test_message ("%s", diag->message);
  g_assert_null (bench.flat);
  g_assert_cmpuint (diag->number, ==, excess->number);
  g_assert_cmpuint (diag->line, ==, 2);
  g_assert_nonnull (strstr (diag->message, excess->says));
  g_assert_cmpuint (base_arena_used (bench.arena), <, 64 << 20);
}

/* Products of numbers are made at once; those of expressions end before they take long,
 * though equal ones take no memory. */
static void
test_products (void)
{
  const char *numbers =
      "component M\n  parameter x::Real = (fill(1.5, 600, 600)*fill(2, "
      "600, 600))[3, 4]\nend\n";
  const char *expressions =
      "component M\n  parameter c::Real = 2\n"
      "  variable x::Real[500,500] = fill(c, 500, 500)*fill(2, 500, 500)\nend\n";
  g_auto (FlatBench) quick = flat_bench_new (numbers, "Test", "M");
  g_auto (FlatBench) slow = flat_bench_new (expressions, "Test", "M");
  double value;

  g_assert_nonnull (quick.flat);
  g_assert_true (expr_is_number (quick.flat->pool, quick.flat->vars[0].value, &value));
  g_assert_cmpfloat (value, ==, 1800);
  g_assert_null (slow.flat);
  const BaseDiag *diag = base_diags_get (slow.diags, 0);
  g_assert_cmpuint (diag->number, ==, 313);
  g_assert_cmpuint (diag->line, ==, 3);
  g_assert_nonnull (strstr (diag->message, "more than 10 million multiplications of"));
}

/* Many that are small each. */
static void
test_all_together (void)
{
  g_autoptr (GString) text = g_string_new ("component M\n");

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, "  variable x%d::Real = sin(%d*time)\n", i, i);
  g_string_append (text, "end\n");
  g_auto (FlatBench) bench =
      flat_bench_new_limited (text->str, "Test", "M", (BaseLimits){.memory = 4 << 20});

  g_assert_null (bench.flat);
  g_assert_cmpuint (base_diags_count (bench.diags), ==, 1); /* E313 */
  g_assert_cmpuint (base_diags_get (bench.diags, 0)->number, ==, 313);
  g_assert_nonnull (
      strstr (base_diags_get (bench.diags, 0)->message, "the model takes"));
}

/* Not what was elaborated when there was no more, but what is largest. */
static void
test_largest (void)
{
  g_autoptr (GString) text = g_string_new (
      "component A\n  parameter n::Integer = 1\n  variable big::Real[5000]\nrelations\n"
      "  for i in 1:5000\n    big[i] = sin(i*time)\n  end\nend\n"
      "component M\n  variable few::Real[9] = ones(9)\n  a = A()\n"
      "  b = [A() for i in 1:4]\n");

  for (int i = 0; i < 3000; i++)
    g_string_append_printf (text, "  variable x%d::Real = sin(%d*time)\n", i, i);
  g_string_append (text, "end\n");
  g_auto (FlatBench) bench =
      flat_bench_new_limited (text->str, "Test", "M", (BaseLimits){.memory = 4 << 20});
  const BaseDiag *diag = base_diags_get (bench.diags, 0);

  g_assert_null (bench.flat);
  g_assert_cmpuint (diag->number, ==, 313);
  g_assert_cmpuint (diag->line, ==, 3);
  g_assert_cmpstr (diag->path, ==, "a");
  g_assert_cmpstr (
      diag->message, ==,
      "the model takes more than 4 MiB of memory; the largest array in it, "
      "big, has 5000 elements");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (LINEAR); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/memory/linear/%zu", i);
    g_test_add_data_func (name, LINEAR[i], test_linear);
  }
  for (size_t i = 0; i < G_N_ELEMENTS (EXCESSES); i++) {
    g_autofree char *name = g_strdup_printf ("/flat/memory/excess/%zu", i);
    g_test_add_data_func (name, &EXCESSES[i], test_excess);
  }
  g_test_add_func ("/flat/memory/products", test_products);
  g_test_add_func ("/flat/memory/all-together", test_all_together);
  g_test_add_func ("/flat/memory/largest", test_largest);
  return g_test_run ();
}
