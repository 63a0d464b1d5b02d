/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/heap.h"

#include "base/vec.h"

/* What goes in in any order, some of it while other comes out, comes out by size. */
static void
test_order (void)
{
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  uint32_t least = 0;

  for (uint32_t round = 0; round < 200; round++) {
    for (int i = g_rand_int_range (rand, 0, 9); i > 0; i--) {
      const uint32_t value = least + (uint32_t) g_rand_int_range (rand, 0, 50);

      base_heap_push (heap, &value, sizeof value, base_vec_by_number);
    }
    for (int i = g_rand_int_range (rand, 0, 9); i > 0 && heap->len > 0; i--) {
      const uint32_t before = least, n = heap->len;

      base_heap_pop (heap, &least, sizeof least, base_vec_by_number);
      g_assert_cmpuint (least, >=, before);
      g_assert_cmpuint (heap->len, ==, n - 1);
      for (guint k = 0; k < heap->len; k++)
        g_assert_cmpuint (g_array_index (heap, uint32_t, k), >=, least);
    }
  }
}

/* Nothing is lost and nothing is made. */
static void
test_contents (void)
{
  g_autoptr (GArray) heap = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t i = 0; i < 100; i++)
    base_heap_push (heap, &(uint32_t){i * 37 % 100}, sizeof (uint32_t),
                    base_vec_by_number);
  for (uint32_t i = 0; i < 100; i++) {
    uint32_t value;

    base_heap_pop (heap, &value, sizeof value, base_vec_by_number);
    g_assert_cmpuint (value, ==, i);
  }
  g_assert_cmpuint (heap->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/heap/order", test_order);
  g_test_add_func ("/base/heap/contents", test_contents);
  return g_test_run ();
}
