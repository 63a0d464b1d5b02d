/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys and slider of the time line. */
#include <adwaita.h>
#include <math.h>

#include "find-widget.h"
#include "studio-fixture.h"
#include "ui/motion/time-bar.h"

static void
test_keys (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  double frame = 1.0 / DESK_TIMELINE_FPS, start, end;

  run (studio);
  desk_timeline_span (studio->timeline, &start, &end);
  desk_timeline_set_speed (studio->timeline, 1);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_Left, 0));
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, end - frame, 1e-9);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_comma, GDK_SHIFT_MASK));
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, end - 11 * frame, 1e-9);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_period, 0));
  g_assert_cmpfloat_with_epsilon (studio->timeline->time, end - 10 * frame, 1e-9);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_Home, 0));
  g_assert_cmpfloat (studio->timeline->time, ==, start);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_space, 0));
  g_assert_true (studio->timeline->is_playing);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_space, 0));
  g_assert_false (studio->timeline->is_playing);
  g_assert_true (ui_time_bar_key (studio, GDK_KEY_End, 0));
  g_assert_true (isnan (studio->timeline->time));
  g_assert_false (ui_time_bar_key (studio, GDK_KEY_a, 0));
  g_assert_false (ui_time_bar_key (studio, GDK_KEY_Left, GDK_ALT_MASK));
}

/* The slider stands where the time is, and moves it. */
static void
test_slider (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  g_autoptr (GtkWidget) bar = g_object_ref_sink (ui_time_bar_new (studio));
  GtkRange *slider = GTK_RANGE (find_type (bar, GTK_TYPE_RANGE));
  gboolean is_handled;
  double start, end;

  run (studio);
  desk_timeline_span (studio->timeline, &start, &end);
  g_assert_cmpfloat (gtk_range_get_value (slider), ==, end);
  desk_timeline_set_time (studio->timeline, 1.25);
  g_assert_cmpfloat (gtk_range_get_value (slider), ==, 1.25);
  g_signal_emit_by_name (slider, "change-value", GTK_SCROLL_JUMP, 0.75, &is_handled);
  g_assert_cmpfloat (studio->timeline->time, ==, 0.75);
  g_assert_cmpfloat (gtk_range_get_value (slider), ==, 0.75);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/time/keys", test_keys},
      {"/ui/time/slider", test_slider},
  };

  if (!begin_tests (argc, argv))
    return 0;
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
