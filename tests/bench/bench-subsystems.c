/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model of subsystems in a whole window, the freight train of the gallery with its
 * 350 instances: opened, gone into and out of with the picture that leads there, a
 * value of a part edited, a part moved. A row for each: what the call takes, then the
 * worst that the main thread does at a time until all is at rest, in frames and between
 * them, all in CPU ms of the main thread. Budgets: 16 ms for the call, 8 ms for each of
 * the others. Needs a display. */
#include <adwaita.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "base/folder.h"
#include "desk/tool/commands.h"
#include "desk/tool/levels.h"
#include "doc/edit/edit.h"
#include "ui/start/application.h"
#include "ui/window/window-private.h"

#define N_TIMES 10

typedef struct {
  UiWindow *window;
  double frame_begin, in_frame; /* ms; of this turn of the loop */
  double call, between, frame;  /* the worst ones */
  int turn;
} Bench;

static double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

/* ---- frames and turns of the main loop ---- */

static void
on_before_paint (GdkFrameClock *clock, Bench *bench)
{
  bench->frame_begin = cpu_ms ();
}

static void
on_after_paint (GdkFrameClock *clock, Bench *bench)
{
  const double ms = cpu_ms () - bench->frame_begin;

  bench->in_frame += ms;
  bench->frame = fmax (bench->frame, ms);
}

static void
take_turn (Bench *bench)
{
  const double begin = cpu_ms ();

  bench->in_frame = 0;
  g_main_context_iteration (NULL, TRUE);
  bench->between = fmax (bench->between, cpu_ms () - begin - bench->in_frame);
}

static bool
is_busy (const UiWindow *window)
{
  const DeskStudio *studio = window->studio;

  return desk_document_is_compiling (studio->document) ||
         desk_document_is_editing (studio->document) ||
         desk_starts_is_busy (studio->starts) || desk_laws_is_busy (studio->laws) ||
         ui_canvas_is_drawing (window->canvas) ||
         ui_canvas_is_travelling (window->canvas);
}

static gboolean
once (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* Until nothing has been under way for some frames. */
static void
come_to_rest (Bench *bench)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench->window));
  gint64 since = gdk_frame_clock_get_frame_counter (clock);

  while (gdk_frame_clock_get_frame_counter (clock) < since + 5) {
    gtk_widget_add_tick_callback (GTK_WIDGET (bench->window), once, NULL, NULL);
    take_turn (bench);
    if (is_busy (bench->window))
      since = gdk_frame_clock_get_frame_counter (clock);
  }
}

/* ---- what a person does ---- */

static void
open_train (Bench *bench)
{
  g_autofree char *folder = base_folder_data ();
  g_autofree char *path =
      g_build_filename (folder, "examples", "freight-train.dyad", NULL);

  ui_window_open (bench->window, path);
  while (doc_n_items (bench->window->studio->document->doc) == 0)
    take_turn (bench);
}

static void
choose (Bench *bench, const char *name)
{
  desk_selection_set (bench->window->studio->selection, &name, 1);
}

static void
go_in (Bench *bench)
{
  choose (bench, "wagon");
  desk_levels_go_in (bench->window->studio);
}

static void
go_out (Bench *bench)
{
  desk_levels_go_out (bench->window->studio);
}

static void
select_part (Bench *bench)
{
  choose (bench, bench->turn % 2 == 0 ? "rear_bogie" : "front_bogie");
}

static void
set_value (Bench *bench)
{
  g_autoptr (GError) error = NULL;
  DocModel *doc = bench->window->studio->document->doc;

  if (!doc_set_modifier (doc, "body", "m", bench->turn % 2 == 0 ? "20000" : "21000",
                         NULL, &error))
    g_error ("%s", error->message);
}

static void
move_part (Bench *bench)
{
  desk_commands_nudge (bench->window->studio, bench->turn % 2 == 0 ? 10 : -10, 0);
}

/* ---- the table ---- */

static const char *
verdict (const Bench *bench)
{
  return bench->call <= 16 && bench->between <= 8 && bench->frame <= 8 ? "met"
                                                                       : "MISSED";
}

/* Each time `back` makes it ready for the next one; NULL: nothing. */
static void
time_act (Bench *bench,
          const char *name,
          void (*act) (Bench *bench),
          void (*back) (Bench *bench),
          int n)
{
  Bench worst = {0};

  for (bench->turn = 0; bench->turn < n; bench->turn++) {
    bench->between = bench->frame = 0;
    const double begin = cpu_ms ();

    act (bench);
    worst.call = fmax (worst.call, act == open_train ? 0 : cpu_ms () - begin);
    come_to_rest (bench);
    worst.between = fmax (worst.between, bench->between);
    worst.frame = fmax (worst.frame, bench->frame);
    if (back != NULL) {
      back (bench);
      come_to_rest (bench);
    }
  }
  printf ("%-24s %6.1f %10.1f %8.1f  %s\n", name, worst.call, worst.between,
          worst.frame, verdict (&worst));
}

static void
time_all (Bench *bench)
{
  printf ("freight train, CPU ms      call   between    frame\n");
  time_act (bench, "open", open_train, NULL, 1);
  time_act (bench, "go in", go_in, go_out, N_TIMES);
  time_act (bench, "go out", go_out, go_in, N_TIMES);
  go_in (bench);
  come_to_rest (bench);
  time_act (bench, "select a part inside", select_part, NULL, N_TIMES);
  time_act (bench, "edit a value inside", set_value, NULL, N_TIMES);
  time_act (bench, "move a part inside", move_part, NULL, N_TIMES);
  go_out (bench);
  come_to_rest (bench);
  choose (bench, "locomotive");
  come_to_rest (bench);
  time_act (bench, "move a subsystem", move_part, NULL, N_TIMES);
}

int
main (void)
{
  Bench bench = {0};

  gtk_disable_setlocale ();
  setlocale (LC_ALL, "C.UTF-8");
  if (!gtk_init_check ()) {
    puts ("no display: not measured");
    return 77;
  }
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  UiApplication *application = ui_application_new ();
  g_application_set_flags (G_APPLICATION (application),
                           g_application_get_flags (G_APPLICATION (application)) |
                               G_APPLICATION_NON_UNIQUE);
  if (!g_application_register (G_APPLICATION (application), NULL, NULL))
    g_error ("no application");
  bench.window = UI_WINDOW (ui_window_new (application));
  gtk_window_set_default_size (GTK_WINDOW (bench.window), 1600, 1000);
  gtk_window_present (GTK_WINDOW (bench.window));
  while (!gtk_widget_get_mapped (GTK_WIDGET (bench.window)))
    g_main_context_iteration (NULL, TRUE);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (bench.window));
  g_signal_connect (clock, "before-paint", G_CALLBACK (on_before_paint), &bench);
  g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &bench);
  time_all (&bench);
  g_signal_handlers_disconnect_by_data (clock, &bench);
  gtk_window_destroy (GTK_WINDOW (bench.window));
  g_object_unref (application);
  return 0;
}
