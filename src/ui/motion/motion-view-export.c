/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the moving picture to a file, as one instant or as an animation, on a worker
 * thread (GTask) with a picture of its own of the same view. The main thread only sets
 * the flag that ends it when the view goes. */
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "figure/motion/export.h"
#include "ui/motion/motion-view-private.h"
#include "ui/widgets/chooser.h"

/* Size of exported pictures in pixels, whatever the window's; the shape is the view's.
 */
#define WIDTH 960.0
#define FPS   25.0

/* What a worker thread needs; the picture is its own. */
typedef struct {
  FigureMotion *motion;
  RunTrace *trace;
  FigureExport export;
  bool *trails; /* or NULL */
  char *path;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  figure_motion_free (job->motion);
  run_trace_unref (job->trace);
  g_free (job->trails);
  g_free (job->path);
  g_free (job);
}

/* The main thread only asks whether anybody still waits. */
static bool
go_on (void *data, uint32_t frame, uint32_t n_frames)
{
  return !g_cancellable_is_cancelled (data);
}

static void
save (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Job *job = data;
  g_autoptr (GError) error = NULL;

  if (figure_export_save (job->motion, &job->export, job->path, go_on, cancellable,
                          &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

static void
saved (GObject *object, GAsyncResult *result, gpointer data)
{
  UiMotionView *self = UI_MOTION_VIEW (object);
  const Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *first = figure_export_first_file (job->path);
  const bool is_written = g_task_propagate_boolean (G_TASK (result), &error);

  if (self->studio == NULL)
    return;
  if (is_written)
    ui_chooser_tell_written (&self->studio->messages, job->path, first);
  else
    desk_message (&self->studio->messages, error->message);
}

/* The view as it is seen, larger. */
static FigureView
scaled_view (const FigureView *view)
{
  FigureView larger = *view;
  const double factor = WIDTH / view->width;

  larger.scale *= factor;
  larger.width = WIDTH;
  larger.height = round (view->height * factor);
  return larger;
}

static void
begin (UiMotionView *self, const char *path)
{
  Job *job = g_new0 (Job, 1);
  GCancellable *cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, cancellable, saved, NULL);
  double start, end;
  const double now = desk_timeline_shown (self->studio->timeline);
  const bool is_one =
      !base_file_has_ending (path, ".gif") && strchr (path, '%') == NULL;

  desk_timeline_span (self->studio->timeline, &start, &end);
  /* A picture of its own, since that of the view moves on. */
  job->motion = desk_program_draw_again (self->program);
  job->trace = run_trace_ref (self->trace);
  job->path = g_strdup (path);
  job->export = (FigureExport){
      .trace = job->trace,
      .start = is_one ? now : start,
      .stop = fmin (end, desk_timeline_reached (self->studio->timeline)),
      .speed = desk_timeline_speed (self->studio->timeline),
      .fps = FPS,
      .view = scaled_view (&self->view),
      .theme = figure_theme (false),
      .look = self->look,
  };
  job->trails = g_memdup2 (self->trails, self->n_trails * sizeof (bool));
  job->export.look.trails = job->trails;
  job->export.look.hovered = job->export.look.selected = FIGURE_NO_ELEMENT;
  job->export.look.grabbed = FIGURE_NO_ELEMENT;
  /* One export at a time can be given up. */
  g_task_set_task_data (task, job, job_free);
  g_clear_object (&self->export);
  self->export = cancellable;
  g_task_run_in_thread (task, save);
}

static void
on_chosen (gpointer data, const char *path)
{
  UiMotionView *self = data;

  if (path != NULL && self->trace != NULL)
    begin (self, path);
}

/* What is asked for: a title and the end of a name, which says how it is written. */
static const struct {
  const char *action;
  const char *title;
  const char *name;
} EXPORTS[] = {
    {"export-frame", N_ ("Export Picture"), "-picture.png"},
    {"export-frames", N_ ("Export All Frames"), "-frame-%04d.png"},
    {"export-film", N_ ("Export Animation"), ".gif"},
};

void
ui_motion_view_export (UiMotionView *self, const char *action)
{
  guint i = 0;

  if (self->trace == NULL) {
    desk_message (&self->studio->messages, _ ("There is no run to export"));
    return;
  }
  while (i + 1 < G_N_ELEMENTS (EXPORTS) && !g_str_equal (EXPORTS[i].action, action))
    i++;
  ui_chooser_export (GTK_WIDGET (self), self->studio->document->doc,
                     &(UiChooser){.title = _ (EXPORTS[i].title),
                                  .name = EXPORTS[i].name,
                                  .written = figure_export_first_file,
                                  .messages = &self->studio->messages},
                     on_chosen, self);
}
