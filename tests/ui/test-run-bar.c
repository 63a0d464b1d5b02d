/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bar of a run. */
#include <adwaita.h>

#include "find-widget.h"
#include "studio-fixture.h"
#include "ui/window/run-bar.h"

/* A stop time that cannot be one stays in the bar, and nothing runs with another one in
 * silence; one that was typed is taken though Enter was not pressed. */
static void
test_stop_time_of_the_bar (Fixture *fixture, gconstpointer data)
{
  DeskStudio *studio = fixture->studio;
  GtkWidget *bar = g_object_ref_sink (ui_run_bar_new (studio, NULL));
  GActionGroup *actions = ui_run_bar_actions (UI_RUN_BAR (bar));
  GtkEditable *entry = GTK_EDITABLE (find_type (bar, GTK_TYPE_ENTRY));
  guint n_told = 0;

  studio->messages = (DeskMessages){count_message, &n_told};
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "5 s");
  gtk_editable_set_text (entry, "0 s");
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (n_told, ==, 1);
  doc_set_modifier (studio->document->doc, "mass", "m", "3", NULL, NULL);
  settle (studio);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "0 s");
  g_action_group_activate_action (actions, "start", NULL);
  settle (studio);
  g_assert_null (studio->runs->current);
  gtk_editable_set_text (entry, "250 ms");
  g_action_group_activate_action (actions, "start", NULL);
  settle (studio);
  g_assert_cmpfloat (desk_timeline_reached (studio->timeline), ==, 0.25);
  g_assert_cmpstr (gtk_editable_get_text (entry), ==, "0.25 s");
  g_object_unref (bar);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/ui/run-bar/stop-time", test_stop_time_of_the_bar},
  };

  if (!begin_tests (argc, argv))
    return 0;
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
