/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time line: one time for everything that shows a run, and its replay. */
#include <math.h>
#include <string.h>

#include "desk/describe.h"
#include "studio-fixture.h"

/* The time stays inside of what the run has reached; its end is "follow the end". */
static void
test_time_is_led (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double start, end;

  g_assert_false (desk_timeline_span (studio->timeline, &start, &end));
  run (studio);
  g_assert_true (desk_timeline_span (studio->timeline, &start, &end));
  g_assert_cmpfloat (start, ==, 0);
  g_assert_cmpfloat_with_epsilon (end, desk_settings (studio->document).stop, 1e-9);
  g_assert_true (isnan (studio->timeline->time));
  g_assert_cmpfloat (desk_timeline_shown (studio->timeline), ==, end);
  desk_timeline_set_time (studio->timeline, -3);
  g_assert_cmpfloat (studio->timeline->time, ==, start);
  desk_timeline_set_time (studio->timeline, end / 2);
  g_assert_cmpfloat (desk_timeline_shown (studio->timeline), ==, end / 2);
  desk_timeline_set_time (studio->timeline, end + 1);
  g_assert_true (isnan (studio->timeline->time));
  desk_timeline_set_time (studio->timeline, end / 2);
  run (studio); /* a new run is shown where it is */
  g_assert_true (isnan (studio->timeline->time));
}

/* Whoever looks at an instant goes on doing so while edits repeat the run; one that it
 * does not reach any more is its end. */
static void
test_time_stays (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double start, end;

  run (studio);
  desk_timeline_span (studio->timeline, &start, &end);
  desk_timeline_set_time (studio->timeline, end / 2);
  desk_runs_keep (studio->runs, studio->runs->current);
  g_assert_cmpfloat (studio->timeline->time, ==, end / 2);
  desk_runs_repeat (studio->runs);
  g_assert_cmpfloat (studio->timeline->time, ==, end / 2);
  settle (studio);
  g_assert_cmpuint (studio->runs->n_made, ==, 2);
  g_assert_cmpfloat (studio->timeline->time, ==, end / 2);
  set_stop_time (studio, "0.25");
  desk_runs_repeat (studio->runs);
  while (desk_runs_is_about_to_repeat (studio->runs))
    g_main_context_iteration (NULL, TRUE);
  settle (studio);
  g_assert_true (isnan (studio->timeline->time));
}

/* The replay begins at the start, goes on by its speed and ends at the end. */
static void
test_replay (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double start, end;
  guint n = 0;

  run (studio);
  desk_timeline_span (studio->timeline, &start, &end);
  g_signal_connect_swapped (studio->timeline, "notify::time", G_CALLBACK (count), &n);
  desk_timeline_set_speed (studio->timeline, 0.5);
  desk_timeline_set_playing (studio->timeline, true);
  g_assert_true (studio->timeline->is_playing);
  g_assert_cmpfloat (studio->timeline->time, ==, start);
  desk_timeline_play_on (studio->timeline, 0.5);
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, start + 0.25, 1e-12);
  desk_timeline_set_playing (studio->timeline, false);
  desk_timeline_play_on (studio->timeline, 0.5);
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, start + 0.25, 1e-12);
  desk_timeline_set_playing (studio->timeline, true); /* goes on where it was */
  desk_timeline_play_on (studio->timeline, 0.5);
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, start + 0.5, 1e-12);
  desk_timeline_play_on (studio->timeline, 4 * (end - start));
  g_assert_true (isnan (studio->timeline->time));
  g_assert_false (studio->timeline->is_playing);
  g_assert_cmpuint (n, ==, 4);
}

/* A run of a millisecond is shown slowly, one of an hour quickly, without being asked.
 */
static void
test_replay_speed (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  set_stop_time (studio, "12");
  run (studio);
  g_assert_cmpfloat (desk_timeline_speed (studio->timeline), ==, 1);
  set_stop_time (studio, "1e-3");
  run (studio);
  g_assert_cmpfloat_with_epsilon (desk_timeline_speed (studio->timeline), 1e-4, 1e-18);
  desk_timeline_set_speed (studio->timeline, 2);
  g_assert_cmpfloat (desk_timeline_speed (studio->timeline), ==, 2);
  desk_document_take (studio->document, doc_new (studio->document->library));
  g_assert_cmpfloat (desk_timeline_speed (studio->timeline), ==, 1);
}

/* What is under the pointer on the diagram has its values at that time, too. */
static void
test_values (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;

  g_autofree char *nothing = desk_describe_values (studio, "mass", 9);
  g_assert_cmpstr (nothing, ==, "");
  run (studio);
  desk_timeline_set_time (studio->timeline, 0);
  g_autofree char *start = desk_describe_values (studio, "mass", 9);
  desk_timeline_set_time (studio->timeline, 0.5);
  g_autofree char *later = desk_describe_values (studio, "mass", 9);
  g_autofree char *port = desk_describe_values (studio, "mass.flange_a", 9);
  g_autofree char *first = desk_describe_values (studio, "mass", 1);
  g_assert_nonnull (strstr (start, "\ns = "));
  g_assert_null (strstr (start, "flange"));
  g_assert_null (strstr (start, "\nm = ")); /* parameters stand on the diagram */
  g_assert_cmpstr (start, !=, later);
  g_assert_nonnull (strstr (port, "\nf = "));
  g_assert_null (strchr (first + 1, '\n'));
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/timeline/time-is-led", test_time_is_led},
      {"/desk/timeline/time-stays", test_time_stays},
      {"/desk/timeline/replay", test_replay},
      {"/desk/timeline/replay-speed", test_replay_speed},
      {"/desk/timeline/values", test_values},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
