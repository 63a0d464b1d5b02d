/* SPDX-License-Identifier: GPL-3.0-or-later */
/* monkey [--seed=N] [--actions=N] [--favour=ACT] [--log=FILE] [--replay=FILE]: random
 * acts in whole windows, in process, so that thousands a minute are possible. A seed
 * gives the same acts with the same numbers; each is written to the log before it is
 * done, and --replay does what a log says, which may be cut down by hand. What the
 * compiler and the runs do meanwhile on their threads is the only thing that differs.
 *
 * A fault is: a crash (the sanitizers' included), a message on the console that is
 * neither expected of GTK nor asked for, an act that keeps the main thread for longer
 * than `slow_s`, one that never returns (SIGALRM). Prints counts; the status is 1 if
 * there were faults. */
#include "tests/fuzz/monkey.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"

enum { N_DRAWN = 4, MAX_ITERATIONS = 30, STUCK_S = 600 };

static int seed = 1, n_actions = 300;
static char *log_name, *replay_name, *favourite;
static double slow_s = 2; /* CPU seconds of the main thread for one act */

static guint at_action, n_warnings, n_expected, n_slow;
static double slowest_s;

/* ---- messages ---- */

/* What GTK 4.8 itself says, whatever the program does, and why. */
static const struct {
  const char *text;
  const char *reason;
} expected[] = {
    {"without a current allocation",
     "a button that becomes visible while its parent is being laid out is drawn first"},
    {"gdk_monitor_get_geometry: assertion 'GDK_IS_MONITOR (monitor)' failed",
     "an open popover follows its window in the middle of a layout, when the new place "
     "of its parent and the old size may lie beyond the screen"},
    {"gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE (surface)' failed",
     "a tooltip that is due asks its window for the pointer after the window has gone"},
    {"_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE (surface)' failed",
     "the same"},
};

static GLogWriterOutput
heard (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  const char *message = "", *domain = "";

  for (gsize i = 0; i < n; i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      message = fields[i].value;
    else if (g_str_equal (fields[i].key, "GLIB_DOMAIN"))
      domain = fields[i].value;
  if (g_getenv ("MONKEY_TALK") != NULL && *domain == '\0')
    fprintf (stderr, "%u %s\n", at_action, message);
  if ((level & (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING |
                G_LOG_LEVEL_MESSAGE)) == 0)
    return G_LOG_WRITER_HANDLED;
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    if (strstr (message, expected[i].text) != NULL) {
      n_expected++;
      return G_LOG_WRITER_HANDLED;
    }
  n_warnings++;
  fprintf (stderr, "monkey: at action %u: %s: %s\n", at_action, domain, message);
  if (g_getenv ("MONKEY_ABORT") != NULL || (level & G_LOG_LEVEL_ERROR) != 0)
    abort ();
  return G_LOG_WRITER_HANDLED;
}

/* What G_DEBUG=fatal-criticals makes fatal ends us by a trap after it was heard,
 * without a word where it was expected: what is a fault is decided by heard() alone.
 * Tried with one that GTK may say. */
static void
listen (void)
{
  g_log_set_writer_func (heard, NULL, NULL);
  g_log_set_always_fatal (G_LOG_FATAL_MASK);
  g_log ("Gtk", G_LOG_LEVEL_CRITICAL, "%s", expected[0].text);
  g_assert_cmpuint (n_expected, ==, 1);
  n_expected = 0;
}

/* ---- acts ---- */

/* As much as all others together, if it is the favourite. */
static guint
weight_of (const MonkeyAct *act)
{
  return g_strcmp0 (act->name, favourite) == 0 ? 1000 : act->weight;
}

static const MonkeyAct *
draw_act (const MonkeyAct *table, guint32 number)
{
  guint total = 0;

  for (const MonkeyAct *one = table; one->name != NULL; one++)
    total += weight_of (one);
  number %= total;
  while (number >= weight_of (table))
    number -= weight_of (table++);
  return table;
}

static const MonkeyAct *
find_act (const char *name)
{
  for (const MonkeyAct *one = monkey_acts; one->name != NULL; one++)
    if (g_str_equal (one->name, name))
      return one;
  for (const MonkeyAct *one = monkey_answers; one->name != NULL; one++)
    if (g_str_equal (one->name, name))
      return one;
  return NULL;
}

static double
cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
settle (void)
{
  for (int i = 0; i < MAX_ITERATIONS && g_main_context_iteration (NULL, FALSE); i++)
    continue;
}

/* Where it hangs is shown by whoever looks at aborts: the sanitizers, a debugger. */
static void
stuck (int number)
{
  abort ();
}

static void
perform (Monkey *monkey, const MonkeyAct *act, MonkeyDraw draw, FILE *log)
{
  monkey_have_few_windows (monkey);

  const double before = cpu_s ();

  if (log != NULL) {
    fprintf (log, "%u %s %u %u %u %u\n", at_action, act->name, draw[0], draw[1],
             draw[2], draw[3]);
    fflush (log);
  }
  alarm (STUCK_S);
  act->act (monkey, draw);
  settle ();
  alarm (0);

  const double took = cpu_s () - before;

  slowest_s = MAX (slowest_s, took);
  if (took > slow_s) {
    n_slow++;
    fprintf (stderr, "monkey: action %u (%s) took %.1f s\n", at_action, act->name,
             took);
  }
}

static void
play (Monkey *monkey, FILE *log)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) seed);

  for (at_action = 1; at_action <= (guint) n_actions; at_action++) {
    const guint32 which = g_rand_int (rand) >> 1;
    guint32 draw[N_DRAWN];

    for (guint i = 0; i < N_DRAWN; i++)
      draw[i] = g_rand_int (rand) >> 1;
    perform (monkey,
             draw_act (monkey_dialog () != NULL ? monkey_answers : monkey_acts, which),
             draw, log);
  }
  at_action = (guint) n_actions;
}

static bool
replay (Monkey *monkey, FILE *log)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (replay_name, &text, NULL, &error)) {
    fprintf (stderr, "monkey: %s\n", error->message);
    return false;
  }

  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++) {
    char name[32];
    guint32 draw[N_DRAWN];

    if (sscanf (lines[i], "%u %31s %u %u %u %u", &at_action, name, &draw[0], &draw[1],
                &draw[2], &draw[3]) != 6 ||
        find_act (name) == NULL)
      continue;
    perform (monkey, find_act (name), draw, log);
  }
  return true;
}

/* ---- what there is ---- */

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Copies in the scratch folder: they are opened where they stand, and saved. */
static GPtrArray *
copy_examples (const char *scratch)
{
  g_autofree char *data = base_folder_data ();
  g_autofree char *folder = g_build_filename (data, "examples", NULL);
  g_autofree char *copies = g_build_filename (scratch, "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *found = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  g_mkdir (copies, 0700);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *from = g_build_filename (folder, name, NULL);
    g_autofree char *to = g_build_filename (copies, name, NULL);
    g_autofree char *text = NULL;
    gsize length;

    if (g_file_get_contents (from, &text, &length, NULL))
      g_file_set_contents (to, text, (gssize) length, NULL);
    if (g_str_has_suffix (name, ".dyad"))
      g_ptr_array_add (found, g_steal_pointer (&to));
  }
  g_ptr_array_sort (found, compare);
  return found;
}

static void
add_classes (GListModel *list, GPtrArray *found)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (GObject) one = g_list_model_get_item (list, i);

    if (DESK_IS_SECTION (one))
      add_classes (desk_catalogue_section_children (DESK_SECTION (one)), found);
    else
      g_ptr_array_add (
          found, g_strdup (desk_catalogue_component_class (DESK_COMPONENT (one))));
  }
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR) &&
        !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
      remove_folder (path);
    else
      g_unlink (path);
  }
  g_rmdir (folder);
}

static void
set_up (Monkey *monkey)
{
  monkey->application = ui_application_new ();
  g_application_set_flags (G_APPLICATION (monkey->application),
                           G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (monkey->application), NULL, NULL);
  monkey->scratch = g_dir_make_tmp ("dashpot-monkey-XXXXXX", NULL);
  monkey->examples = copy_examples (monkey->scratch);
  monkey->classes = g_ptr_array_new_with_free_func (g_free);
  add_classes (
      desk_catalogue_sections (ui_application_library (monkey->application)->catalogue),
      monkey->classes);
  g_ptr_array_sort (monkey->classes, compare);
}

/* The windows go away, whatever is open in them. */
static void
tear_down (Monkey *monkey)
{
  GList *all;

  alarm (STUCK_S);
  while ((all = gtk_application_get_windows (GTK_APPLICATION (monkey->application))) !=
         NULL) {
    gtk_window_destroy (all->data);
    settle ();
  }
  settle ();
  g_clear_object (&monkey->application);
  remove_folder (monkey->scratch);
  g_free (monkey->scratch);
  g_ptr_array_unref (monkey->examples);
  g_ptr_array_unref (monkey->classes);
}

int
main (int argc, char **argv)
{
  static const GOptionEntry options[] = {
      {"seed", 0, 0, G_OPTION_ARG_INT, &seed, "Number that the acts follow from", "N"},
      {"actions", 0, 0, G_OPTION_ARG_INT, &n_actions, "How many", "N"},
      {"log", 0, 0, G_OPTION_ARG_FILENAME, &log_name, "Writes each act here", "FILE"},
      {"replay", 0, 0, G_OPTION_ARG_FILENAME, &replay_name, "Does what a log says",
       "FILE"},
      {"favour", 0, 0, G_OPTION_ARG_STRING, &favourite,
       "Does this act as often as all others together", "ACT"},
      {"slow", 0, 0, G_OPTION_ARG_DOUBLE, &slow_s, "CPU seconds that are a fault", "S"},
      {NULL}};
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  Monkey monkey = {0};

  g_option_context_add_main_entries (context, options, NULL);
  if (!g_option_context_parse (context, &argc, &argv, NULL))
    return 2;
  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  if (!gtk_init_check ())
    return puts ("monkey: no display"), 77;
  adw_init ();
  listen ();
  signal (SIGALRM, stuck);
  set_up (&monkey);

  FILE *log = log_name != NULL ? g_fopen (log_name, "w") : NULL;
  const bool is_done =
      replay_name != NULL ? replay (&monkey, log) : (play (&monkey, log), true);

  tear_down (&monkey);
  if (log != NULL)
    fclose (log);
  printf ("monkey: seed %d, %u actions, %u warnings (GTK's own: %u), %u slow, "
          "slowest %.2f s\n",
          seed, at_action, n_warnings, n_expected, n_slow, slowest_s);
  return is_done && n_warnings + n_slow == 0 ? 0 : 1;
}
