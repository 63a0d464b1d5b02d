#include "dae-bench.h"

#define PM "MultibodyComponents.PlanarMechanics."

/* Entries of the matrix that the accelerations of a chain of pendulums need. */
static uint32_t
chain_entries (int n, uint32_t *n_tears)
{
  g_autoptr (GString) text =
      g_string_new ("component M\n  world = " PM "World()\n  fixed = " PM "Fixed()\n");

  for (int i = 1; i <= n; i++)
    g_string_append_printf (text,
                            "  pin%d = " PM "Revolute()\n"
                            "  rod%d = " PM "BodyShape(m = 1, I = 0.1)\n",
                            i, i);
  g_string_append (text, "relations\n  connect(fixed.frame_b, pin1.frame_a)\n");
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "  connect(pin%d.frame_b, rod%d.frame_a)\n", i, i);
  for (int i = 1; i < n; i++)
    g_string_append_printf (text, "  connect(rod%d.frame_b, pin%d.frame_a)\n", i,
                            i + 1);
  g_string_append (text, "end\n");
  g_auto (DaeBench) bench = dae_bench_new (text->str);
  g_assert_nonnull (bench.dae);
  const DaeBlock *block = dae_bench_block (&bench, "pin1.alpha");
  g_assert_cmpint (block->kind, ==, DAE_LINEAR);
  *n_tears = block->n_tears;
  return block->n_entries;
}

/* Few bodies: one acceleration each, a full matrix. Many: accelerations and forces, as
 * sparse as the chain. */
static void
test_chain_stays_sparse (void)
{
  uint32_t n_tears;

  g_assert_cmpuint (chain_entries (5, &n_tears), ==, 25);
  g_assert_cmpuint (n_tears, ==, 5);
  uint32_t n_50 = chain_entries (50, &n_tears);
  g_assert_cmpuint (n_tears, >, 50);
  g_assert_cmpuint (n_50, <, 10 * n_tears);
  uint32_t n_100 = chain_entries (100, &n_tears);
  g_assert_cmpuint (n_100, <, 2 * n_50 + n_50 / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dae/planar/chain-stays-sparse", test_chain_stays_sparse);
  return g_test_run ();
}
