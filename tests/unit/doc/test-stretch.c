/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/wire/stretch.h"

static void
assert_path (DocPoint *points, uint32_t n, const double *wanted, uint32_t n_wanted)
{
  g_assert_cmpuint (n, ==, n_wanted);
  for (uint32_t i = 0; i < n; i++) {
    g_assert_cmpfloat (points[i].x, ==, wanted[2 * i]);
    g_assert_cmpfloat (points[i].y, ==, wanted[2 * i + 1]);
  }
  g_free (points);
}

/* A straight wire gets a step when one end leaves the line. */
static void
test_straight_gets_a_step (void)
{
  const DocPoint p[] = {{0, 0}, {100, 0}};
  const double wanted[] = {0, 0, 50, 0, 50, 40, 100, 40};
  uint32_t n;
  DocPoint *out = doc_stretch (p, 2, (DocPoint){0, 0}, (DocPoint){0, 40}, &n);

  assert_path (out, n, wanted, 4);
}

/* A straight wire whose end moves along it stays straight. */
static void
test_straight_stays_straight (void)
{
  const DocPoint p[] = {{0, 0}, {100, 0}};
  const double wanted[] = {0, 0, 130, 0};
  uint32_t n;
  DocPoint *out = doc_stretch (p, 2, (DocPoint){0, 0}, (DocPoint){30, 0}, &n);

  assert_path (out, n, wanted, 2);
}

/* The corner beside the moved end follows; every segment stays horizontal or vertical.
 */
static void
test_corner_follows (void)
{
  const DocPoint p[] = {{0, 0}, {50, 0}, {50, 80}, {100, 80}};
  const double wanted[] = {0, 0, 50, 0, 50, 90, 120, 90};
  uint32_t n;
  DocPoint *out = doc_stretch (p, 4, (DocPoint){0, 0}, (DocPoint){20, 10}, &n);

  assert_path (out, n, wanted, 4);
}

/* A wire whose two ends move alike keeps its shape. */
static void
test_whole_moves (void)
{
  const DocPoint p[] = {{0, 0}, {50, 0}, {50, 80}};
  const double wanted[] = {10, 20, 60, 20, 60, 100};
  uint32_t n;
  DocPoint *out = doc_stretch (p, 3, (DocPoint){10, 20}, (DocPoint){10, 20}, &n);

  assert_path (out, n, wanted, 3);
}

/* A middle segment moves alone; a step that closes disappears. */
static void
test_bend_middle (void)
{
  const DocPoint p[] = {{0, 0}, {50, 0}, {50, 80}, {100, 80}};
  const double moved[] = {0, 0, 70, 0, 70, 80, 100, 80};
  uint32_t n;
  DocPoint *out = doc_stretch_bend (p, 4, 1, (DocPoint){20, 7}, &n);

  assert_path (out, n, moved, 4);
}

/* A segment at a port leaves a stub there and keeps right angles. */
static void
test_bend_at_port (void)
{
  const DocPoint p[] = {{0, 0}, {100, 0}};
  const double wanted[] = {0, 0, 10, 0, 10, 30, 90, 30, 90, 0, 100, 0};
  uint32_t n;
  DocPoint *out = doc_stretch_bend (p, 2, 0, (DocPoint){0, 30}, &n);

  assert_path (out, n, wanted, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/doc/stretch/straight-gets-a-step", test_straight_gets_a_step);
  g_test_add_func ("/doc/stretch/straight-stays", test_straight_stays_straight);
  g_test_add_func ("/doc/stretch/corner-follows", test_corner_follows);
  g_test_add_func ("/doc/stretch/whole-moves", test_whole_moves);
  g_test_add_func ("/doc/stretch/bend-middle", test_bend_middle);
  g_test_add_func ("/doc/stretch/bend-at-port", test_bend_at_port);
  return g_test_run ();
}
