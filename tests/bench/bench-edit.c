/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an edit of a diagram costs, in CPU time: the window waits for it, so a change
 * has 8 ms, with 10,000 components, too. Each kind of edit is made again and again, for
 * 1 s at most: told are the median, and the worst one, which has read the whole text or
 * made the whole view. Diagrams whose wires no text draws are routed as a whole when
 * they are read, and written down by the first edit; they end at 2,000. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "doc/edit/edit.h"
#include "doc/view/hit.h"
#include "doc/view/label.h"

enum {
  MOST_EDITS = 4000, /* of a kind */
  N_HITS = 1000,
  N_PASTED = 500,
  N_SEEN = 500,
  MOST_ROUTED = 2000,
  COLUMNS = 50,
  PITCH = 200
};

static const double budget_ms = 8, longest_ms = 1000;

static const char *
separator (uint32_t i)
{
  return i > 0 ? ",\n" : "";
}

typedef enum {
  LIBRARY,  /* components of the library, all wires drawn */
  OWN,      /* components of the same file */
  ONE_LOST, /* the text cannot draw the last wire, as an end of it is not there */
  ALL_OPEN, /* nor any, and no two components are in line */
  N_KINDS
} Kind;

static const char *const KINDS[N_KINDS] = {"library", "own", "one lost", "all open"};

static const char OWN_CLASSES[] =
    "component Body\n  extends TranslationalComponents.Components.Mass()\nend\n"
    "component Bond\n  extends TranslationalComponents.Components.Spring()\nend\n";

static void
append_part (GString *text, uint32_t i, Kind kind)
{
  static const char *const CLASSES[2][2] = {{"Bond", "Body"}, {"Spring", "Mass"}};

  g_string_append_printf (text, "  x%u = %s%s(%s = 1) {^x%u}\n", i,
                          kind == OWN ? "" : "TranslationalComponents.Components.",
                          CLASSES[kind != OWN][i % 2 == 0], i % 2 == 0 ? "m" : "c", i);
}

/* A chain of masses and springs in rows. */
static char *
chain_text (uint32_t n, Kind kind)
{
  GString *text = g_string_new ("component Chain\n");
  g_autoptr (GString) relations = g_string_new ("relations\n");
  g_autoptr (GString) links = g_string_new (NULL);

  for (uint32_t i = 0; i < n; i++) {
    uint32_t x = PITCH * (i % COLUMNS), y = PITCH * (i / COLUMNS);
    y += kind == ALL_OPEN ? 30 * (i % 2) : 0;

    append_part (text, i, kind);
    g_string_append_printf (links,
                            "%s\"x%u\": {\"Dyad\": {\"placement\": {\"diagram\": "
                            "{\"x1\": %u, \"y1\": %u, \"x2\": %u, \"y2\": %u}}}}",
                            separator (i), i, x, y, x + 100, y + 100);
    if (i == 0)
      continue;
    const bool is_lost = kind == ONE_LOST && i + 1 == n;
    g_string_append_printf (relations, "  connect(x%u.flange_b, x%u.flange_a%s)", i - 1,
                            i, is_lost ? ", gone.flange" : "");
    if (kind < ALL_OPEN) {
      g_string_append_printf (relations, " {^w%u}", i);
      g_string_append_printf (links,
                              ",\n\"w%u\": {\"Dyad\": {\"edges\": "
                              "[{\"S\": 1, \"M\": [], \"E\": %u}]}}",
                              i, is_lost ? 3 : 2);
    }
    g_string_append_c (relations, '\n');
  }
  g_string_append_printf (text, "%smetadata {\"_links\": {%s}}\nend\n%s",
                          relations->str, links->str, kind == OWN ? OWN_CLASSES : "");
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

static int
by_size (gconstpointer left, gconstpointer right)
{
  const double *a = left, *b = right;

  return (*a > *b) - (*a < *b);
}

/* Of an edit and of the one that takes it back, the slower one: its median, which it
 * returns, and the worst of both. Prints them. */
static double
measure (DocModel *doc, void (*edit) (DocModel *doc, uint32_t k))
{
  double median = 0, worst = 0, sum = 0;
  GArray *took[2];

  for (int i = 0; i < 2; i++)
    took[i] = g_array_new (FALSE, FALSE, sizeof (double));
  for (uint32_t k = 0; k < MOST_EDITS && sum < longest_ms; k++) {
    clock_t begin = clock ();

    edit (doc, k);
    const double ms = ms_since (begin);
    g_array_append_val (took[k % 2], ms);
    sum += ms;
  }
  if (took[0]->len > took[1]->len) /* the last one has not been taken back */
    edit (doc, took[0]->len + took[1]->len);
  for (int i = 0; i < 2; i++) {
    g_array_sort (took[i], by_size);
    for (guint k = 0; k < took[i]->len; k++)
      worst = fmax (worst, g_array_index (took[i], double, k));
    if (took[i]->len > 0)
      median = fmax (median, g_array_index (took[i], double, took[i]->len / 2));
    g_array_unref (took[i]);
  }
  printf (" %6.2f %6.1f", median, worst);
  return median;
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
  g_assert_true (doc_paste (doc, text, (DocPoint){PITCH, PITCH}, false, NULL, NULL));
  const double took = ms_since (begin);
  doc_undo (doc);
  return took;
}

/* Every other item, so that as many places of the text change. */
static double
move_half (DocModel *doc)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (uint32_t i = 0; i < doc_n_items (doc); i += 2)
    g_ptr_array_add (names, (gpointer) doc_item (doc, i)->name);
  clock_t begin = clock ();
  doc_move (doc, (const char *const *) names->pdata, names->len, 0, 10);
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
print_costs (const LibIndex *library, uint32_t n, Kind kind)
{
  g_autofree char *text = chain_text (n, kind);
  clock_t begin = clock ();
  g_autoptr (DocModel) doc = doc_from_text (library, NULL, text, strlen (text));

  printf ("%6u %-8s %7.1f", n, KINDS[kind], ms_since (begin));
  g_assert_cmpuint (base_diags_count (doc_diags (doc)), ==, 0);
  const double move = measure (doc, move_back_and_forth);
  measure (doc, set_back_and_forth);
  measure (doc, connect_or_undo);
  measure (doc, add_or_undo);
  measure (doc, delete_or_undo);
  measure (doc, set_and_look);
  printf (" %6.2f", hit_all_over (doc));
  printf (" %7.1f", paste_and_undo (doc));
  printf (" %7.1f%s\n", move_half (doc),
          move <= budget_ms ? "" : "  over the budget of 8 ms");
}

int
main (void)
{
  static const char *const EDITS[] = {"move", "set", "wire", "add", "delete", "look"};
  static const uint32_t SIZES[] = {100, 300, 2000, 10000};
  g_autoptr (BaseDiags) diags = base_diags_new ();
  LibIndex *library = lib_index_load_all (g_getenv ("DASHPOT_DATADIR"), diags, NULL);

  g_assert_nonnull (library);
  printf ("median and worst in ms, hit in us\n%6s %-8s %7s", "items", "kind", "load");
  for (uint32_t i = 0; i < G_N_ELEMENTS (EDITS); i++)
    printf (" %6s %6s", EDITS[i], "");
  printf (" %6s %7s %7s\n", "hit", "paste", "half");
  for (uint32_t i = 0; i < G_N_ELEMENTS (SIZES); i++)
    for (Kind kind = 0; kind < N_KINDS; kind++)
      if (kind != ALL_OPEN || SIZES[i] <= MOST_ROUTED)
        print_costs (library, SIZES[i], kind);
  lib_index_unref (library);
  return 0;
}
