/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done in a window, as a table of acts with their weights: actions by name,
 * files that come, change and go, runs, the time line, and answers to dialogs. Hands
 * are in monkey-hands.c. While a dialog takes the input nothing else is done, as GTK
 * would not let it pass either. */
#include "tests/fuzz/monkey.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_WINDOWS = 3, N_FILES = 6, MAX_TEXT = 40000 };

/* ---- windows and dialogs ---- */

static bool
has_window (Monkey *monkey, UiWindow *window)
{
  return window != NULL && g_list_find (gtk_application_get_windows (
                                            GTK_APPLICATION (monkey->application)),
                                        window) != NULL;
}

UiWindow *
monkey_window (Monkey *monkey)
{
  GList *all = gtk_application_get_windows (GTK_APPLICATION (monkey->application));

  if (has_window (monkey, monkey->window))
    return monkey->window;
  memset (monkey->is_down, 0, sizeof monkey->is_down);
  monkey->window = NULL;
  for (; all != NULL && monkey->window == NULL; all = all->next)
    if (UI_IS_WINDOW (all->data))
      monkey->window = all->data;
  if (monkey->window == NULL) {
    monkey->window = UI_WINDOW (ui_window_new (monkey->application));
    gtk_window_present (GTK_WINDOW (monkey->window));
  }
  return monkey->window;
}

void
monkey_have_few_windows (Monkey *monkey)
{
  GtkWindow *oldest = NULL;
  guint n = 0;

  for (GList *all = gtk_application_get_windows (GTK_APPLICATION (monkey->application));
       all != NULL; all = all->next)
    if (UI_IS_WINDOW (all->data)) {
      oldest = all->data; /* the last is the one that had the focus longest ago */
      n++;
    }
  if (n > MAX_WINDOWS && monkey_dialog () == NULL)
    gtk_window_destroy (oldest);
}

GtkWindow *
monkey_dialog (void)
{
  g_autoptr (GListModel) all = g_object_ref (gtk_window_get_toplevels ());
  GtkWindow *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

    if (gtk_window_get_modal (window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
      found = window;
  }
  return found;
}

static char *
file_of (Monkey *monkey, guint32 number)
{
  static const char *const names[N_FILES] = {"a.dyad",      "b.dyad", "c d.dyad",
                                             "deep/e.dyad", "f.csv",  "link.dyad"};

  return g_build_filename (monkey->scratch, names[number % N_FILES], NULL);
}

static void
answer_chooser (Monkey *monkey, GtkWindow *dialog, MonkeyDraw draw)
{
  g_autofree char *path = file_of (monkey, draw[1]);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (dialog);
  GtkWidget *accept =
      gtk_dialog_get_widget_for_response (GTK_DIALOG (dialog), GTK_RESPONSE_ACCEPT);

  switch (draw[0] % 6) {
  case 0:
    gtk_dialog_response (GTK_DIALOG (dialog), GTK_RESPONSE_CANCEL);
    break;
  case 1:
    gtk_window_close (dialog);
    break;
  case 2:
    if (gtk_file_chooser_get_action (chooser) == GTK_FILE_CHOOSER_ACTION_SAVE)
      gtk_file_chooser_set_current_name (chooser, "new name.dyad");
    break;
  case 3:
    gtk_file_chooser_set_file (chooser, file, NULL);
    break;
  default: {
    g_autoptr (GFile) chosen = gtk_file_chooser_get_file (chooser);
    g_autofree char *name = chosen != NULL ? g_file_get_path (chosen) : NULL;

    if (name == NULL || !g_str_has_prefix (name, monkey->scratch))
      gtk_file_chooser_set_file (chooser, file, NULL);
    else if (accept != NULL)
      g_signal_emit_by_name (accept, "clicked");
  }
  }
}

static void
answer (Monkey *monkey, MonkeyDraw draw)
{
  GtkWindow *dialog = monkey_dialog ();

  if (dialog == NULL)
    return;
  if (GTK_IS_FILE_CHOOSER (dialog) && GTK_IS_DIALOG (dialog)) {
    answer_chooser (monkey, dialog, draw);
    return;
  }
  if (ADW_IS_MESSAGE_DIALOG (dialog) && draw[0] % 4 != 0)
    monkey_widget (monkey, draw);
  else
    gtk_window_close (dialog);
}

static void
close_extra (Monkey *monkey, MonkeyDraw draw)
{
  GtkWindow *top = GTK_WINDOW (monkey_window (monkey));
  g_autoptr (GListModel) all = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (all); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (all, i);

    if (!UI_IS_WINDOW (window) && window != top)
      gtk_window_close (window); /* help, preferences, the picture's own window */
  }
  if (draw[0] % 8 == 0)
    gtk_window_close (top);
}

static void
other_window (Monkey *monkey, MonkeyDraw draw)
{
  GList *all = gtk_application_get_windows (GTK_APPLICATION (monkey->application));

  if (g_list_length (all) < MAX_WINDOWS && draw[0] % 4 == 0) {
    monkey->window = UI_WINDOW (ui_window_new (monkey->application));
    gtk_window_present (GTK_WINDOW (monkey->window));
    return;
  }

  gpointer one = g_list_nth_data (all, draw[1] % MAX (1, g_list_length (all)));

  if (one != NULL && UI_IS_WINDOW (one))
    monkey->window = one;
  memset (monkey->is_down, 0, sizeof monkey->is_down);
}

static void
resize (Monkey *monkey, MonkeyDraw draw)
{
  gtk_window_set_default_size (GTK_WINDOW (monkey_window (monkey)),
                               (int) (draw[0] % 1600), (int) (draw[1] % 1000));
}

/* ---- actions ---- */

static int
by_name (const void *a, const void *b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
act (Monkey *monkey, MonkeyDraw draw)
{
  static const char *const sides[] = {"left",   "center", "right",  "top",
                                      "middle", "bottom", "across", "down"};
  UiWindow *window = monkey_window (monkey);
  GActionGroup *group = G_ACTION_GROUP (window);
  g_auto (GStrv) names = g_action_group_list_actions (group);
  const guint n = g_strv_length (names);

  qsort (names, n, sizeof *names, by_name);

  const char *name = names[draw[0] % n];
  const GVariantType *type = g_action_group_get_action_parameter_type (group, name);

  if (!g_action_group_get_action_enabled (group, name))
    return;
  g_debug ("%s", name);
  if (type == NULL)
    g_action_group_activate_action (group, name, NULL);
  else if (g_str_equal (name, "align"))
    g_action_group_activate_action (
        group, name, g_variant_new_string (sides[draw[1] % G_N_ELEMENTS (sides)]));
}

/* What is done most often while a diagram is drawn. */
static void
edit (Monkey *monkey, MonkeyDraw draw)
{
  static const char *const names[] = {
      "win.undo",           "win.undo",   "win.redo",
      "win.delete",         "win.rotate", "win.duplicate",
      "win.copy",           "win.paste",  "win.cut",
      "win.select-all",     "win.tidy",   "win.comment-out",
      "win.flip-horizontal"};

  gtk_widget_activate_action (GTK_WIDGET (monkey_window (monkey)),
                              names[draw[0] % G_N_ELEMENTS (names)], NULL);
}

static void
act_elsewhere (Monkey *monkey, MonkeyDraw draw)
{
  static const char *const plots[] = {"plots.fit", "plots.add", "plots.clear",
                                      "plots.export-csv"};
  static const char *const motion[] = {"motion.fit", "motion.trail", "motion.pop-out",
                                       "motion.forces", "motion.export-frame"};
  static const char *const app[] = {"app.about", "app.preferences"};
  UiWindow *window = monkey_window (monkey);

  if (!ui_window_is_editing (window))
    return;
  switch (draw[0] % 5) {
  case 0:
    gtk_widget_activate_action (GTK_WIDGET (window), app[draw[1] % 2], NULL);
    break;
  case 1:
  case 2:
    gtk_widget_activate_action (GTK_WIDGET (window->plots),
                                plots[draw[1] % G_N_ELEMENTS (plots)], NULL);
    break;
  default:
    gtk_widget_activate_action (GTK_WIDGET (window->motion),
                                motion[draw[1] % G_N_ELEMENTS (motion)], NULL);
  }
}

static void
choose (Monkey *monkey, MonkeyDraw draw)
{
  DeskStudio *studio = monkey_window (monkey)->studio;
  DocModel *doc = studio->document->doc;
  const uint32_t n = doc_n_items (doc);

  if (draw[0] % 4 == 0 && doc_n_wires (doc) > 0)
    desk_selection_set_wire (studio->selection, draw[1] % doc_n_wires (doc));
  else if (n > 0) {
    const char *names[] = {doc_item (doc, draw[1] % n)->name,
                           doc_item (doc, draw[2] % n)->name};

    desk_selection_set (studio->selection, names,
                        draw[1] % n == draw[2] % n ? 1 : draw[3] % 3);
  }
}

/* ---- files ---- */

/* Cut short and put together again. */
static void
damage (GString *text, MonkeyDraw draw)
{
  if (text->len == 0)
    return;

  const gsize at = draw[2] % text->len, n = MIN (draw[3] % 60, text->len - at);

  if (draw[0] % 2 == 0)
    g_string_erase (text, (gssize) at, (gssize) n);
  else {
    g_autofree char *piece = g_strndup (text->str + at, n);

    g_string_insert (text, (gssize) (draw[1] % text->len), piece);
  }
}

static GString *
some_text (Monkey *monkey, MonkeyDraw draw)
{
  g_autofree char *text = NULL;
  gsize length = 0;

  if (!g_file_get_contents (monkey_one_of (monkey->examples, draw[1]), &text, &length,
                            NULL))
    return g_string_new (NULL);
  GString *all = g_string_new_len (text, (gssize) length);
  if (draw[0] % 3 == 0)
    damage (all, draw);
  return all;
}

/* Another program was at the folder. */
static void
disk (Monkey *monkey, MonkeyDraw draw)
{
  g_autofree char *path = file_of (monkey, draw[1]);
  g_autofree char *other = file_of (monkey, draw[2]);
  g_autoptr (GString) text = some_text (monkey, draw);
  g_autofree char *folder = g_path_get_dirname (path);

  switch (draw[0] % 8) {
  case 0:
    g_unlink (path);
    break;
  case 1:
    g_chmod (path, draw[3] % 2 ? 0400 : 0600);
    break;
  case 2:
    g_unlink (path);
    if (symlink (other, path) != 0)
      break;
    break;
  case 3:
    g_unlink (path);
    mkfifo (path, 0600);
    break;
  default:
    g_mkdir_with_parents (folder, 0700);
    g_unlink (path);
    g_file_set_contents (path, text->str, (gssize) text->len, NULL);
  }
}

static void
open (Monkey *monkey, MonkeyDraw draw)
{
  g_autofree char *path = file_of (monkey, draw[1]);

  gtk_widget_activate_action (
      GTK_WIDGET (monkey_window (monkey)), "win.open-path", "s",
      draw[0] % 3 == 0 ? path : monkey_one_of (monkey->examples, draw[1]));
}

/* A copy of an example, where there is nothing to lose. */
static void
example (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);

  if (doc_is_modified (window->studio->document->doc) && draw[0] % 3 != 0)
    return;
  if (desk_document_open_example (window->studio->document,
                                  monkey_one_of (monkey->examples, draw[1]), NULL))
    ui_window_show_editor (window);
}

static void
save (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  gtk_widget_activate_action (GTK_WIDGET (window),
                              draw[0] % 3 == 0 ? "win.save-as" : "win.save", NULL);
}

static void
paste (Monkey *monkey, MonkeyDraw draw)
{
  UiWindow *window = monkey_window (monkey);
  g_autoptr (GString) text = some_text (monkey, draw);

  while (draw[3] % 50 == 0 && text->len > 0 && text->len < MAX_TEXT)
    g_string_append_len (text, text->str, (gssize) text->len);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text->str);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.paste", NULL);
}

/* ---- runs and time ---- */

static void
run (Monkey *monkey, MonkeyDraw draw)
{
  DeskStudio *studio = monkey_window (monkey)->studio;
  static const char *const typed[] = {"0.1", "1 s", "-1", "10", ""};
  static const SimOption options[] = {SIM_OPTION_STOP, SIM_OPTION_RTOL,
                                      SIM_OPTION_INTERVAL};
  static const double speeds[] = {0, 0, 1, 0.1};

  switch (draw[0] % 8) {
  case 0:
  case 1:
  case 2:
    desk_runs_run (studio->runs);
    break;
  case 3:
    desk_runs_pause (studio->runs);
    break;
  case 4:
    desk_runs_resume (studio->runs);
    break;
  case 5:
    desk_runs_step (studio->runs);
    break;
  case 6:
    desk_runs_stop (studio->runs);
    break;
  case 7:
    g_free (
        desk_settings_set (studio->document, options[draw[1] % 3], typed[draw[1] % 5]));
    desk_runs_set_speed (studio->runs, speeds[draw[2] % 4]);
    break;
  }
}

static void
scrub (Monkey *monkey, MonkeyDraw draw)
{
  DeskStudio *studio = monkey_window (monkey)->studio;
  double start, end;

  switch (draw[0] % 5) {
  case 0:
    desk_timeline_set_playing (studio->timeline, draw[1] % 2);
    break;
  case 1:
    desk_timeline_move (studio->timeline, draw[1] % 41 - 20.0);
    break;
  case 2:
    desk_timeline_go_on (studio->timeline);
    break;
  default:
    if (desk_timeline_span (studio->timeline, &start, &end))
      desk_timeline_set_time (studio->timeline,
                              start + (end - start) * (draw[1] % 1001) / 1000);
  }
}

static void
plot (Monkey *monkey, MonkeyDraw draw)
{
  DeskStudio *studio = monkey_window (monkey)->studio;
  const SimModel *model = desk_document_model (studio->document);
  uint32_t n = desk_plots_n (studio->plots);

  if (model == NULL || sim_model_n_vars (model) == 0)
    return;

  const char *name = sim_model_var (model, draw[1] % sim_model_n_vars (model))->name;
  const DocPlot *shown = desk_plots_at (studio->plots, draw[2] % n);

  if (doc_plot_n (shown) > 4)
    desk_plots_remove (studio->plots, draw[2] % n, doc_plot_curve (shown, 0)->variable);
  else
    desk_plots_add (studio->plots, MIN (draw[2] % (n + 1), 3u), name);
}

static void
wait (Monkey *monkey, MonkeyDraw draw)
{
  const gint64 until = g_get_monotonic_time () + draw[0] % 60 * 1000;
  DeskStudio *studio = monkey_window (monkey)->studio;
  const gint64 longest = until + (draw[1] % 3 == 0 ? G_TIME_SPAN_SECOND : 0);

  while (g_get_monotonic_time () < until ||
         (desk_document_is_compiling (studio->document) &&
          g_get_monotonic_time () < longest))
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (500);
}

/* ---- the tables ---- */

const MonkeyAct monkey_acts[] = {
    {"press", 240, monkey_press},
    {"hover", 60, monkey_hover},
    {"wheel", 30, monkey_wheel},
    {"key", 60, monkey_key},
    {"drop", 50, monkey_drop},
    {"widget", 120, monkey_widget},
    {"field", 80, monkey_field},
    {"focus", 60, monkey_focus},
    {"act", 60, act},
    {"edit", 90, edit},
    {"elsewhere", 12, act_elsewhere},
    {"choose", 50, choose},
    {"disk", 20, disk},
    {"open", 8, open},
    {"example", 12, example},
    {"save", 12, save},
    {"paste", 12, paste},
    {"run", 50, run},
    {"scrub", 40, scrub},
    {"plot", 25, plot},
    {"wait", 20, wait},
    {"resize", 4, resize},
    {"window", 4, other_window},
    {"close", 4, close_extra},
    {NULL, 0, NULL},
};

const MonkeyAct monkey_answers[] = {
    {"answer", 6, answer}, {"widget", 2, monkey_widget},
    {"wait", 1, wait},     {"disk", 1, disk},
    {NULL, 0, NULL},
};
