/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What it costs to lead wires: all of a diagram from nothing, and those around one
 * component that is moved, which the window waits for together with what each edit
 * costs, reading the text; the same where components stand so close that ways are long
 * looked for, with the states that the searches visit, and places for new ones are
 * rare; and where wires are shown as tags. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "doc/edit/edit.h"
#include "doc/wire/route.h"

enum { N_REPEAT = 10, COLUMNS = 40, PITCH = 220, CROWD_PITCH = 130 };

static const double all_budget_ms = 100; /* of 300 components */
static const double edit_budget_ms = 16; /* of 2000, and in any crowd */

/* Masses, springs and dampers in rows that are not quite in line. Each is joined with
 * the next, every third one also with one of the row below. */
static char *
text_of (uint32_t n, uint32_t columns, uint32_t pitch)
{
  static const char *const CLASSES[] = {"Mass(m = 1)", "Spring(c = 1)",
                                        "Damper(d = 1)"};
  GString *text = g_string_new ("component Net\n");
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t x = pitch * (i % columns) + 10 * (i % 3);
    const uint32_t y = pitch * (i / columns) + 10 * (i % 7);

    g_string_append_printf (text,
                            "  x%u = TranslationalComponents.Components.%s {^x%u}\n", i,
                            CLASSES[i % 3], i);
    g_string_append_printf (links,
                            "%s\"x%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            i > 0 ? ",\n" : "", i, x, y, x + 100, y + 100);
    if (i % columns > 0)
      g_string_append_printf (relations, "  connect(x%u.flange_b, x%u.flange_a)\n",
                              i - 1, i);
    if (i % 3 == 0 && i >= columns + 2)
      g_string_append_printf (relations, "  connect(x%u.flange_b, x%u.flange_b)\n",
                              i - columns - 2, i);
  }
  g_string_append_printf (text, "%smetadata {\"_links\": {%s}}\nend\n", relations->str,
                          links->str);
  return g_string_free (text, FALSE);
}

/* Of CPU time, in clock ticks: all of it is spent on one thread. */
static double
ms_since (clock_t begin)
{
  return (double) (clock () - begin) * 1e3 / CLOCKS_PER_SEC;
}

static double
read_again (const LibIndex *library, const DocModel *doc)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  const clock_t begin = clock ();
  DocModel *again = doc_from_text (library, NULL, text, length);
  const double took = ms_since (begin);

  doc_free (again);
  return took;
}

/* All wires anew, as Tidy Wires does it on a thread. Adds what the main thread has to
 * do. */
static double
lead_all (DocModel *doc, double *join)
{
  const uint32_t n = doc_n_wires (doc);
  g_autofree uint32_t *wires = g_new (uint32_t, n);
  DocModel *fork = doc_fork (doc, "", NULL);

  for (uint32_t w = 0; w < n; w++)
    wires[w] = w;
  doc_fork_read (fork);
  clock_t begin = clock ();
  doc_tidy (fork, wires, n, NULL);
  const double took = ms_since (begin);
  begin = clock ();
  g_assert_true (doc_fork_join (doc, fork));
  *join = ms_since (begin);
  doc_free (fork);
  return took;
}

/* A component in the middle goes up and down, so that its wires are led anew. */
static double
move_one (DocModel *doc, uint32_t n)
{
  g_autofree char *name = g_strdup_printf ("x%u", n / 2);
  double best = INFINITY;

  for (uint32_t k = 0; k < N_REPEAT; k++) {
    const clock_t begin = clock ();

    doc_move (doc, (const char *const *) &name, 1, 0, k % 2 == 0 ? 60 : -60);
    best = fmin (best, ms_since (begin));
  }
  return best;
}

/* A damper finds a place beside one in the middle. */
static double
add_one (DocModel *doc, uint32_t n)
{
  g_autofree char *name = g_strdup_printf ("x%u", n / 2);
  double best = INFINITY;

  for (uint32_t k = 0; k < N_REPEAT; k++) {
    const clock_t begin = clock ();

    doc_add_beside (doc, "TranslationalComponents.Components.Damper", name, true, NULL);
    best = fmin (best, ms_since (begin));
    doc_undo (doc);
  }
  return best;
}

static void
print_crowd (const LibIndex *library, uint32_t side)
{
  const uint32_t n = side * side;
  g_autofree char *text = text_of (n, side, CROWD_PITCH);
  DocModel *doc = doc_from_text (library, NULL, text, strlen (text));
  const uint32_t n_wires = doc_n_wires (doc);
  double join;
  const double all = lead_all (doc, &join);
  const uint64_t effort = doc_route_effort (doc);
  const double move = move_one (doc, n);
  const double states = (double) (doc_route_effort (doc) - effort) / N_REPEAT;
  const double add = add_one (doc, n);
  printf ("%6u %6u %9.1f %9.2f %9.0f %9.2f %9.2f%s\n", n, n_wires, all, join, states,
          move, add,
          fmax (move, add) > edit_budget_ms ? "  over the budget of 16 ms" : "");
  doc_free (doc);
}

/* Blocks so close that tags hardly find a place; every second one leads to the next. */
static char *
tags_text (uint32_t n, uint32_t pitch)
{
  GString *text = g_string_new ("component Tags\n");
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++) {
    const uint32_t x = pitch * (i % COLUMNS), y = pitch * (i / COLUMNS);

    g_string_append_printf (text, "  x%u = BlockComponents.Math.Gain(k = 1) {^x%u}\n",
                            i, i);
    g_string_append_printf (links,
                            "%s\"x%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            i > 0 ? ",\n" : "", i, x, y, x + 100, y + 100);
    if (i % 2 == 0)
      continue;
    g_string_append_printf (relations, "  connect(x%u.y, x%u.u) {^w%u}\n", i - 1, i, i);
    g_string_append_printf (links, ",\n\"w%u\": {\"Dyad\": {\"tag\": \"\"}}", i);
  }
  g_string_append_printf (text, "%smetadata {\"_links\": {%s}}\nend\n", relations->str,
                          links->str);
  return g_string_free (text, FALSE);
}

static void
print_tags (const LibIndex *library, uint32_t pitch)
{
  const uint32_t n = 300;
  g_autofree char *text = tags_text (n, pitch);
  DocModel *doc = doc_from_text (library, NULL, text, strlen (text));
  const double move = move_one (doc, n);

  printf ("%6u %6u %9.2f%s\n", n, pitch, move,
          move > edit_budget_ms ? "  over the budget of 16 ms" : "");
  doc_free (doc);
}

int
main (void)
{
  static const uint32_t SIZES[] = {100, 300, 2000};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *library = lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);

  g_assert_nonnull (library);
  printf ("%6s %6s %9s %9s %9s %9s %9s\n", "items", "wires", "all ms", "join ms",
          "states", "move ms", "read ms");
  for (uint32_t i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    const uint32_t n = SIZES[i];
    g_autofree char *text = text_of (n, COLUMNS, PITCH);
    DocModel *doc = doc_from_text (library, NULL, text, strlen (text));
    const uint32_t n_wires = doc_n_wires (doc);
    const uint64_t effort = doc_route_effort (doc);
    double join;
    const double all = lead_all (doc, &join), read = read_again (library, doc);
    const double move = move_one (doc, n);
    printf ("%6u %6u %9.1f %9.2f %9.0f %9.2f %9.2f%s%s\n", n, n_wires, all, join,
            (double) effort / n_wires, move, read,
            n == 300 && all > all_budget_ms ? "  over the budget of 100 ms" : "",
            n == 2000 && move > edit_budget_ms ? "  over the budget of 16 ms" : "");
    doc_free (doc);
  }
  printf ("\ncrowded\n%6s %6s %9s %9s %9s %9s %9s\n", "items", "wires", "all ms",
          "join ms", "states", "move ms", "add ms");
  for (uint32_t side = 4; side <= 16; side += 4)
    print_crowd (library, side);
  printf ("\ntags\n%6s %6s %9s\n", "tags", "pitch", "move ms");
  print_tags (library, CROWD_PITCH);
  print_tags (library, PITCH);
  lib_index_unref (library);
  return 0;
}
