/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit of a diagram costs, in CPU time: the window waits for it, so a change
 * has 8 ms, with 10,000 components, too. Diagrams whose wires no text draws are routed
 * as a whole by each edit; they end at 2,000. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "doc/edit/edit.h"
#include "doc/view/hit.h"
#include "doc/view/label.h"

enum {
  N_REPEAT = 30,
  N_HITS = 1000,
  N_PASTED = 500,
  N_SEEN = 500,
  MOST_ROUTED = 2000,
  COLUMNS = 50,
  PITCH = 200
};

static const double budget_ms = 8;

static const char *
separator (uint32_t i)
{
  return i > 0 ? ",\n" : "";
}

/* A chain of masses and springs in rows: each wire with its drawing, or none with one
 * and no two components in line, so that each is routed whenever the diagram is read.
 */
static char *
chain_text (uint32_t n, bool is_drawn)
{
  GString *text = g_string_new ("component Chain\n");
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = PITCH * (i % COLUMNS), y = PITCH * (i / COLUMNS);
    y += is_drawn ? 0 : 30 * (i % 2);

    g_string_append_printf (text,
                            "  x%u = TranslationalComponents.Components.%s {^x%u}\n", i,
                            i % 2 == 0 ? "Mass(m = 1)" : "Spring(c = 1)", i);
    g_string_append_printf (links,
                            "%s\"x%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            separator (i), i, x, y, x + 100, y + 100);
    if (i == 0)
      continue;
    g_string_append_printf (relations, "  connect(x%u.flange_b, x%u.flange_a) {^w%u}\n",
                            i - 1, i, i);
    if (is_drawn)
      g_string_append_printf (links,
                              ",\n\"w%u\": {\"Dyad\": {\"edges\": "
                              "[{\"S\": 1, \"M\": [], \"E\": 2}]}}",
                              i);
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

static void
move_back_and_forth (DocModel *doc, uint32_t k)
{
  doc_move (doc, (const char *const[]){"x7"}, 1, k % 2 == 0 ? 10 : -10, 0);
}

static void
connect_or_undo (DocModel *doc, uint32_t k)
{
  if (k % 2 == 0)
    doc_connect (doc, "x0.flange_b", "x9.flange_a", NULL, 0, NULL);
  else
    doc_undo (doc);
}

static void
add_or_undo (DocModel *doc, uint32_t k)
{
  if (k % 2 == 0)
    doc_add (doc, "TranslationalComponents.Components.Damper", (DocPoint){-300, 0},
             false, NULL);
  else
    doc_undo (doc);
}

static void
set_back_and_forth (DocModel *doc, uint32_t k)
{
  doc_set_modifier (doc, "x8", "m", k % 2 == 0 ? "2" : "3", NULL, NULL);
}

/* A frame of a number that is dragged: the edit, and the labels of what is seen. */
static void
set_and_look (DocModel *doc, uint32_t k)
{
  DocLabelLine lines[DOC_LABELS_MOST];

  set_back_and_forth (doc, k);
  for (uint32_t i = 0; i < MIN (doc_n_items (doc), N_SEEN); i++)
    doc_label_lines (doc, i, 1, lines);
}

static void
delete_or_undo (DocModel *doc, uint32_t k)
{
  if (k % 2 == 0)
    doc_delete_items (doc, (const char *const[]){"x7"}, 1, NULL);
  else
    doc_undo (doc);
}

/* Of an edit and of the one that takes it back, the slower one. */
static double
best_of (DocModel *doc, void (*edit) (DocModel *doc, uint32_t k))
{
  double best[2] = {INFINITY, INFINITY};

  for (uint32_t k = 0; k < N_REPEAT; k++) {
    clock_t begin = clock ();

    edit (doc, k);
    best[k % 2] = MIN (best[k % 2], ms_since (begin));
  }
  return MAX (best[0], best[1]);
}

/* Some of the items, onto those that are there: new names, and wires that are led. */
static double
paste_and_undo (DocModel *doc)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (uint32_t i = 0; i < MIN (doc_n_items (doc), N_PASTED); i++)
    g_ptr_array_add (names, (gpointer) doc_item (doc, i)->name);
  g_autofree char *text =
      doc_copy (doc, (const char *const *) names->pdata, names->len);
  clock_t begin = clock ();
  g_assert_true (doc_paste (doc, text, (DocPoint){PITCH, PITCH}, NULL, NULL));
  const double took = ms_since (begin);
  doc_undo (doc);
  return took;
}

static double
hit_all_over (DocModel *doc)
{
  clock_t begin = clock ();

  for (uint32_t k = 0; k < N_HITS; k++)
    doc_hit (doc, (DocPoint){k * 10, k * 5}, 3);
  return ms_since (begin) / N_HITS * 1e3;
}

static void
print_routed (const LibIndex *library, uint32_t n)
{
  g_autofree char *text = chain_text (n, false);
  g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, strlen (text));

  printf (" %9.2f", best_of (doc, move_back_and_forth));
}

int
main (void)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *library = lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);

  g_assert_nonnull (library);
  printf ("%6s %8s %8s %8s %8s %8s %8s %8s %8s %8s %9s\n", "items", "load ms",
          "move ms", "set ms", "look ms", "wire ms", "add ms", "del ms", "hit us",
          "paste ms", "routed ms");
  static const uint32_t SIZES[] = {100, 300, 2000, 10000};
  for (uint32_t i = 0; i < G_N_ELEMENTS (SIZES); i++) {
    const uint32_t n = SIZES[i];
    g_autofree char *text = chain_text (n, true);
    clock_t begin = clock ();
    DocModel *doc = doc_from_text (library, NULL, text, strlen (text));
    const double load = ms_since (begin), move = best_of (doc, move_back_and_forth);

    g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, 0);
    printf ("%6u %8.1f %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f %8.1f", n, load, move,
            best_of (doc, set_back_and_forth), best_of (doc, set_and_look),
            best_of (doc, connect_or_undo), best_of (doc, add_or_undo),
            best_of (doc, delete_or_undo), hit_all_over (doc), paste_and_undo (doc));
    doc_free (doc);
    if (n <= MOST_ROUTED)
      print_routed (library, n);
    printf ("%s\n", move <= budget_ms ? "" : "  over the budget of 8 ms");
  }
  lib_index_unref (library);
  return 0;
}
