/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What alias elimination makes of small systems, to the letter. */
#include "dae-bench.h"

typedef struct {
  const char *name;
  const char *text; /* declarations and relations */
  const char *dump;
} Case;

static const Case CASES[] = {
    {"signs",
     "  variable w::Real\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  x = -y\n"
     "  -y = z\n"
     "  0 = z + w\n"
     "  sin(w) = time\n",
     "aliases\n"
     "  x = -w\n"
     "  y = w\n"
     "  z = -w\n"
     "derivatives\n"
     "equations\n"
     "  [3] sin(w) = time\n"},
    {"differences",
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  x - y = 0\n"
     "  0 = -y - z\n"
     "  x^3 + z = time\n",
     "aliases\n"
     "  y = x\n"
     "derivatives\n"
     "equations\n"
     "  [1] 0 = -(x + z)\n"
     "  [2] z + x^3 = time\n"},
    {"derivatives",
     "  variable v::Real\n"
     "  variable w::Real\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "relations\n"
     "  v = der(x)\n"
     "  w = der(y)\n"
     "  x = y\n"
     "  der(w) = -x\n",
     "aliases\n"
     "  w = v\n"
     "  y = x\n"
     "  der(x) = v\n"
     "derivatives\n"
     "  der(v) = der(w)\n"
     "  der(x) = v\n"
     "equations\n"
     "  [3] der(w) = -x\n"},
    {"opposite rates",
     "  variable v::Real\n"
     "  variable w::Real\n"
     "  variable x::Real\n"
     "relations\n"
     "  v = der(x)\n"
     "  w = -v\n"
     "  der(w) = x\n",
     "aliases\n"
     "  w = -v\n"
     "  der(x) = v\n"
     "derivatives\n"
     "  der(v) = der(v)\n"
     "  der(x) = v\n"
     "equations\n"
     "  [2] -der(v) = x\n"},
    {"own derivative",
     "  variable x::Real\n"
     "relations\n"
     "  x = der(x)\n",
     "aliases\n"
     "derivatives\n"
     "  der(x) = der(x)\n"
     "equations\n"
     "  [0] x = der(x)\n"},
    {"circle of rates",
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  y = der(x)\n"
     "  z = der(y)\n"
     "  z = x\n",
     "aliases\n"
     "  z = x\n"
     "  der(x) = y\n"
     "derivatives\n"
     "  der(x) = y\n"
     "  der(y) = der(y)\n"
     "equations\n"
     "  [1] x = der(y)\n"},
    {"circle behind",
     "  variable p::Real\n"
     "  variable q::Real\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "relations\n"
     "  y = der(x)\n"
     "  q = der(p)\n"
     "  q = x\n"
     "  p = y\n",
     "aliases\n"
     "  x = q\n"
     "  y = p\n"
     "  der(q) = p\n"
     "derivatives\n"
     "  der(p) = der(p)\n"
     "  der(q) = p\n"
     "equations\n"
     "  [1] q = der(p)\n"},
    {"constants",
     "  parameter k::Real = 3\n"
     "  variable w::Real\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  x = 2 * k\n"
     "  y = der(x)\n"
     "  z = -x\n"
     "  w = z + time\n",
     "aliases\n"
     "derivatives\n"
     "constants\n"
     "  [0] x = 2 * k\n"
     "  [1] y = 0\n"
     "  [2] z = -2 * k\n"
     "equations\n"
     "  [3] w = time + -2 * k\n"},
    {"constant behind",
     "  parameter k::Real = 3\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  -x = k\n"
     "  y = x\n"
     "  z = der(y) + y\n",
     "aliases\n"
     "derivatives\n"
     "  der(y) = der(y)\n"
     "constants\n"
     "  [0] x = -k\n"
     "  [1] y = -k\n"
     "  [2] z = -k\n"
     "  [3'] der(y) = 0\n"},
    {"two constants",
     "  variable x::Real\n"
     "  variable y::Real\n"
     "  variable z::Real\n"
     "relations\n"
     "  x = 1\n"
     "  y = 2\n"
     "  x + z = y\n",
     "aliases\n"
     "derivatives\n"
     "constants\n"
     "  [0] x = 1\n"
     "  [1] y = 2\n"
     "equations\n"
     "  [2] z + 1 = 2\n"},
    {"given rate",
     "  variable v::Real\n"
     "  variable x::Real\n"
     "relations\n"
     "  v = der(x)\n"
     "  v = 2\n",
     "aliases\n"
     "derivatives\n"
     "  der(x) = der(x)\n"
     "constants\n"
     "  [1] v = 2\n"
     "equations\n"
     "  [0] 2 = der(x)\n"},
    {"priority",
     "  variable x::Real\n"
     "  variable y::Real(statePriority = 5)\n"
     "  variable z::Real(statePriority = 9)\n"
     "relations\n"
     "  x = y\n"
     "  z = -y\n"
     "  der(x) = 1\n",
     "aliases\n"
     "  x = -z\n"
     "  y = -z\n"
     "derivatives\n"
     "  der(z) = der(z)\n"
     "equations\n"
     "  [2] -der(z) = 1\n"},
    {"der of sum",
     "  variable v::Real\n"
     "  variable x::Real\n"
     "  variable y::Real\n"
     "relations\n"
     "  v = der(x + 2 * y)\n"
     "  der(x) = 1\n"
     "  der(y) = time\n",
     "aliases\n"
     "derivatives\n"
     "  der(x) = der(x)\n"
     "  der(y) = der(y)\n"
     "equations\n"
     "  [0] v = der(x) + 2 * der(y)\n"
     "  [1] der(x) = 1\n"
     "  [2] der(y) = time\n"},
    {"initial",
     "  variable x::Real\n"
     "  variable y::Real\n"
     "relations\n"
     "  x = -y\n"
     "  der(y) = 1\n"
     "  initial x = 4\n",
     "aliases\n"
     "  y = -x\n"
     "derivatives\n"
     "  der(x) = der(x)\n"
     "equations\n"
     "  [1] -der(x) = 1\n"
     "initial equations\n"
     "  [2] x = 4\n"},
};

static void
test_case (const void *data)
{
  const Case *c = data;
  g_autofree char *text = g_strdup_printf ("component M\n%send\n", c->text);
  g_autoptr (GString) dump = g_string_new (NULL);
  g_auto (DaeBench) bench = dae_bench_new (text);

  dae_bench_dump (text, "alias", dump);
  g_assert_cmpstr (dump->str, ==, c->dump);
}

/* A class is told by its first name, and the guess written for the first of equal rank
 * goes with the sign of its variable. */
static void
test_guesses (void)
{
  g_auto (DaeBench) bench =
      dae_bench_new ("component M\n"
                     "  variable c::Real(statePriority = 5)\n"
                     "  variable b::Real(guess = 3)\n"
                     "  variable a::Real(guess = -2)\n"
                     "relations\n  c = -b\n  a = -b\n  der(c) = 1\nend\n");
  const DaeStart *start = &bench.dae->start;
  const DaeEq *fixed = &bench.dae->eqs[bench.dae->n_eqs - 1];
  double value = 0.0;

  g_assert_cmpuint (start->n_fixed, ==, 1);
  g_assert_cmpuint (start->fixed[0], ==, dae_bench_var (&bench, "c"));
  g_assert_true (expr_is_number (bench.dae->pool, fixed->rhs, &value));
  g_assert_cmpfloat (value, ==, -2.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (uint32_t i = 0; i < G_N_ELEMENTS (CASES); i++) {
    g_autofree char *name = g_strdup_printf ("/dae/alias/%s", CASES[i].name);

    g_test_add_data_func (name, &CASES[i], test_case);
  }
  g_test_add_func ("/dae/alias/guesses", test_guesses);
  return g_test_run ();
}
