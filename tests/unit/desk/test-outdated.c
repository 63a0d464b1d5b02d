/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results belong to the model on the screen: what an edit came behind is grey and says
 * so until a new run lands, or the edit is undone. */
#include <string.h>

#include "desk/describe.h"
#include "desk/plot/plot-view.h"
#include "studio-fixture.h"

static void
set (DeskStudio *studio, const char *item, const char *name, const char *value)
{
  g_autoptr (GError) error = NULL;

  doc_set_modifier (studio->document->doc, item, name, value, value, &error);
  g_assert_no_error (error);
  wait_for_model (studio);
}

static char *
hover (DeskStudio *studio, const char *item)
{
  DocHit hit = {.kind = DOC_HIT_ITEM,
                .item = doc_find_item (studio->document->doc, item)};

  return desk_describe_hit (studio, &hit);
}

/* An edit makes what is shown grey, says which it was, and its undoing or a new run
 * ends that. */
static void
test_edit_and_undo (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  guint n = 0;

  g_assert_null (studio->runs->outdated);
  run (studio);
  g_assert_null (studio->runs->outdated);
  g_signal_connect_swapped (studio->runs, "notify::outdated", G_CALLBACK (count), &n);
  set (studio, "spring", "c", "4000");
  g_assert_cmpstr (studio->runs->outdated, ==, "before spring.c = 4000 N/m");
  g_assert_cmpuint (n, >=, 1);
  set (studio, "mass", "m", "3");
  g_assert_cmpstr (studio->runs->outdated, ==, "before 2 changes");
  doc_undo (studio->document->doc);
  g_assert_cmpstr (studio->runs->outdated, ==, "before spring.c = 4000 N/m");
  doc_undo (studio->document->doc);
  g_assert_null (studio->runs->outdated);
  doc_redo (studio->document->doc);
  g_assert_nonnull (studio->runs->outdated);
  run (studio);
  g_assert_null (studio->runs->outdated);
}

/* Curves and values are the ones that are grey and say so. */
static void
test_curves_and_values (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DeskPlotView *view = desk_plot_view_new (studio);
  FigureTheme theme = figure_theme (false);
  double top;

  run (studio);
  for (int edited = 0; edited < 2; edited++) {
    if (edited)
      set (studio, "spring", "c", "4000");
    desk_plot_view_update (view, 400, 300, &theme);
    const FigurePlot *plot = desk_plot_view_plot (view, 0, &top);
    g_autofree char *text = hover (studio, "mass");
    g_assert_cmpuint (plot->n_curves, >, 0);
    for (uint32_t i = 0; i < plot->n_curves; i++) {
      const FigureColor *color = &plot->curves[i].color;
      g_assert_cmpint (color->r == color->g && color->g == color->b, ==, edited);
      g_assert_null (strstr (plot->curves[i].label, "4000"));
    }
    g_assert_cmpint (plot->note != NULL && strstr (plot->note, "4000") != NULL, ==,
                     edited);
    g_autofree char *legend = desk_plot_view_legend (view, top + 1);
    g_assert_nonnull (strstr (legend, plot->curves[0].label));
    g_assert_cmpint (strstr (legend, "before spring.c = 4000 N/m") != NULL, ==, edited);
    g_assert_null (desk_plot_view_legend (view, top + plot->height / 2));
    g_assert_nonnull (strstr (text, "s = "));
    g_assert_cmpint (strstr (text, "before spring.c = 4000 N/m") != NULL, ==, edited);
  }
  desk_plot_view_free (view);
}

/* An empty diagram is told to be one; it makes no run. */
static void
test_nothing_to_run (Fixture *fixture, gconstpointer data)
{
  static const char empty[] = "component Empty\nend\n";
  g_autofree char *said = NULL;

  fixture->studio->messages = (DeskMessages){keep_message, &said};
  doc_set_text (fixture->studio->document->doc, empty, strlen (empty));
  settle (fixture->studio);
  desk_runs_run (fixture->studio->runs);
  g_assert_nonnull (said);
  g_assert_nonnull (strstr (said, "nothing to simulate"));
  g_assert_null (fixture->studio->runs->current);
}

/* Backticks are for plain text. */
static void
test_sentences (Fixture *fixture, gconstpointer data)
{
  g_autofree char *text = desk_describe_sentence ("write `a` or `b`");

  g_assert_cmpstr (text, ==, "Write “a” or “b”");
}

/* What does not change the model's meaning leaves results alone. */
static void
test_places_do_not_count (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  DocModel *doc = studio->document->doc;
  const char *const names[] = {"mass", NULL};
  uint64_t revision;

  run (studio);
  revision = doc_revision (doc);
  g_assert_true (doc_move (doc, names, 1, 80, 40));
  g_assert_cmpuint (doc_revision (doc), >, revision);
  g_assert_null (studio->runs->outdated);
  revision = doc_revision (doc);
  desk_plots_add (studio->plots, 1, "mass.a");
  desk_plots_keep (studio->plots);
  g_assert_cmpuint (doc_revision (doc), >, revision);
  g_assert_null (studio->runs->outdated);
}

static void
wait_for (DeskStudio *studio, RunSessionState state)
{
  while (desk_runs_state (studio->runs) != state)
    g_main_context_iteration (NULL, FALSE);
}

/* Run begins anew where the model of a paused run was edited, and goes on where not. */
static void
test_paused_run (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  desk_runs_set_speed (studio->runs, 0.01);
  desk_runs_run (studio->runs);
  wait_for (studio, RUN_RUNNING);
  desk_runs_pause (studio->runs);
  wait_for (studio, RUN_PAUSED);
  const DeskRun *paused = studio->runs->current;
  set (studio, "spring", "c", "4000");
  desk_runs_resume (studio->runs);
  desk_runs_step (studio->runs);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_PAUSED);
  doc_undo (studio->document->doc);
  desk_runs_run (studio->runs);
  wait_for (studio, RUN_RUNNING);
  g_assert_true (studio->runs->current == paused);
  desk_runs_pause (studio->runs);
  wait_for (studio, RUN_PAUSED);
  uint32_t number = paused->number;
  desk_runs_set_speed (studio->runs, 0);
  doc_redo (studio->document->doc);
  desk_timeline_go_on (studio->timeline); /* what the space bar does */
  settle (studio);
  g_assert_cmpint (desk_runs_state (studio->runs), ==, RUN_FINISHED);
  g_assert_cmpuint (studio->runs->current->number, ==, number + 1);
  g_assert_null (studio->runs->outdated);
}

/* A run that nothing interrupts shows how far it is, and values are numbers at all
 * times. */
static void
test_clock_moves (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double reached = 0;
  guint n_moves = 0;

  set_stop_time (studio, "1e5");
  set (studio, "damper", "d", "0"); /* else it comes to rest, and long steps */
  desk_runs_run (studio->runs);
  while (desk_runs_state (studio->runs) == RUN_RUNNING && n_moves < 5) {
    g_autofree char *text = hover (studio, "mass");
    double now = desk_timeline_reached (studio->timeline);

    g_assert_cmpfloat (now, >=, reached);
    g_assert_null (strstr (text, "nan"));
    n_moves += now > reached;
    reached = now;
    g_main_context_iteration (NULL, FALSE);
  }
  g_assert_cmpuint (n_moves, ==, 5);
  g_assert_cmpfloat (reached, <, 1e5);
  desk_runs_stop (studio->runs);
}

/* What other programs write: the component shown goes, and comes back beside the one
 * that is shown since. */
static void
show_other (DocModel *doc, const char *other)
{
  gsize length;
  g_autofree char *both = g_strdup (doc_text (doc, &length));

  g_assert_true (doc_set_text (doc, other, strlen (other)));
  g_assert_true (doc_set_text (doc, both, length));
}

/* Results of one component of a file are none of another one's, whatever that is called
 * by then. */
static void
test_other_component (Fixture *fixture, gconstpointer data)
{
  static const char A[] = "component A\n  variable x::Real(initial = 1)\nrelations\n"
                          "  der(x) = -x\nend\n";
  static const char B[] = "component B\n  variable x::Real(initial = 2)\nrelations\n"
                          "  der(x) = -x\nend\n";
  g_autofree char *both = g_strconcat (A, B, NULL);
  DeskStudio *studio = fixture->studio;
  DocModel *doc = doc_from_text (fixture->library, NULL, both, strlen (both));

  desk_document_take (studio->document, doc);
  g_assert_cmpstr (doc_class (doc)->name, ==, "A");
  settle (studio);
  run (studio);
  g_assert_null (studio->runs->outdated);
  show_other (doc, B);
  settle (studio);
  g_assert_cmpstr (studio->runs->outdated, ==, "of A");
  g_assert_true (doc_undo (doc) && doc_undo (doc));
  g_assert_true (doc_rename_model (doc, "C", NULL));
  settle (studio);
  g_assert_null (studio->runs->outdated);
  show_other (doc, B);
  g_assert_cmpstr (studio->runs->outdated, ==, "of A");
  settle (studio);
  run (studio);
  g_assert_null (studio->runs->outdated);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/outdated/edit-and-undo", test_edit_and_undo},
      {"/desk/outdated/curves-and-values", test_curves_and_values},
      {"/desk/outdated/places-do-not-count", test_places_do_not_count},
      {"/desk/outdated/paused-run", test_paused_run},
      {"/desk/outdated/other-component", test_other_component},
      {"/desk/outdated/clock-moves", test_clock_moves},
      {"/desk/outdated/nothing-to-run", test_nothing_to_run},
      {"/desk/outdated/sentences", test_sentences},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
