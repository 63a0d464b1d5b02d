/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window runs is what the command line runs, settings of the analysis and
 * values that it gives the model included. The command line is the program that the
 * variable DASHPOT_CLI names. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "run/export.h"
#include "studio-fixture.h"

#define MODEL                                                                          \
  "component Bang\n"                                                                   \
  "  parameter k::Real = 3\n"                                                          \
  "  variable x::Real(initial = 1)\n"                                                  \
  "  variable y::Real(initial = 0)\n"                                                  \
  "relations\n"                                                                        \
  "  der(x) = y\n"                                                                     \
  "  der(y) = if x > 0 then -k else k * time\n"                                        \
  "end\n"

static const char *const FILES[] = {
    MODEL "analysis All\n"
          "  extends TransientAnalysis(start = 1, stop = 4, dtmax = 0.01,\n"
          "    IfLifting = false, saveat = 0.05, alg = \"rodas4\", reltol = 1e-5,\n"
          "    abstol = 1e-7)\n"
          "  parameter twice::Real = 4\n"
          "  model = Bang(k = twice / 2, x(initial = 2))\n"
          "end\n",
    MODEL "partial analysis Base\n"
          "  extends TransientAnalysis(start = -1, dtmax = 0.02)\n"
          "end\n"
          "analysis Derived\n"
          "  extends Base(stop = 2 * 1.5, IfLifting = false)\n"
          "  model = Bang()\n"
          "end\n",
    MODEL "analysis Rest\n"
          "  extends SteadyStateAnalysis()\n"
          "  model = Still()\n"
          "end\n"
          "component Still\n"
          "  variable x::Real(initial = 1)\n"
          "relations\n"
          "  der(x) = 4 - x\n"
          "end\n",
    MODEL,
};

static char *
path_of (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

static char *
from_command_line (const char *model, const char *csv)
{
  const char *program = g_getenv ("DASHPOT_CLI");
  const char *const argv[] = {program, "run", model, "-o", csv, NULL};
  g_autoptr (GError) error = NULL;
  char *text = NULL;
  int status;

  g_assert_nonnull (program);
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  return text;
}

static char *
from_window (DeskStudio *studio, const char *csv)
{
  const DeskRun *current = studio->runs->current;
  const SimModel *model = run_session_model (current->session);
  uint32_t n;
  g_autofree uint32_t *columns = run_export_all_signals (model, csv, &n);
  char *text = NULL;

  const RunTable table = {run_session_trace (current->session), model, columns, n,
                          false};
  g_assert_true (run_export_save (&table, csv, NULL));
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  return text;
}

static void
test_same_as_command_line (Fixture *fixture, gconstpointer data)
{
  g_autofree char *model = path_of ("dashpot-analysis.dyad");
  g_autofree char *csv = path_of ("dashpot-analysis.csv");

  for (size_t i = 0; i < G_N_ELEMENTS (FILES); i++) {
    g_assert_true (g_file_set_contents (model, FILES[i], -1, NULL));
    g_assert_true (desk_document_open (fixture->studio->document, model, NULL));
    settle (fixture->studio);
    run (fixture->studio);
    g_autofree char *wanted = from_command_line (model, csv);
    g_autofree char *got = from_window (fixture->studio, csv);
    g_assert_cmpstr (got, ==, wanted);
  }
  g_unlink (model);
  g_unlink (csv);
}

/* What the window shows of an analysis is what it runs, inherited settings included,
 * and what it sets takes effect. */
static void
test_shown_and_set (Fixture *fixture, gconstpointer data)
{
  g_autofree char *model = path_of ("dashpot-analysis-set.dyad");
  DeskStudio *studio = fixture->studio;

  for (size_t i = 1; i < G_N_ELEMENTS (FILES); i++) {
    g_assert_true (g_file_set_contents (model, FILES[i], -1, NULL));
    g_assert_true (desk_document_open (studio->document, model, NULL));
    settle (studio);
    if (i == 1)
      g_assert_cmpfloat (desk_settings (studio->document).stop, ==, 3);
    set_stop_time (studio, "5");
    g_assert_cmpfloat (desk_settings (studio->document).stop, ==, 5);
    settle (studio);
    run (studio);
    g_assert_cmpfloat (desk_timeline_reached (studio->timeline), ==, 5);
  }
  g_unlink (model);
}

int
main (int argc, char **argv)
{
  static const Test TESTS[] = {
      {"/desk/settings/same-as-command-line", test_same_as_command_line},
      {"/desk/settings/shown-and-set", test_shown_and_set},
  };

  g_test_init (&argc, &argv, NULL);
  return run_tests (NULL, TESTS, G_N_ELEMENTS (TESTS));
}
