/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a model and draws the moving picture of it: one frame, numbered frames, or a
 * GIF. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdio.h>

#include "base/number.h"
#include "base/writer.h"
#include "cli/job.h"
#include "cli/verb.h"
#include "figure/motion/export.h"

static const double SIZE_LEAST = 100, SIZE_MOST = 4000;

typedef struct {
  char *out;
  char *time;
  char *start;
  char *speed;
  char *fps;
  char **trails;
  char *free_body;
  int width;
  int height;
  gboolean is_dark;
  gboolean has_labels, has_forces, has_torques, has_velocities, has_grid, has_no_trails;
} Options;

/* ---- what to draw ---- */

/* The elements that are named, one flag each, or NULL with *is_sound false. */
static bool *
find_trails (const FigureMotion *motion, char **names, bool *is_sound)
{
  uint32_t n = figure_motion_n_elements (motion);
  g_autofree bool *chosen = g_new0 (bool, n + 1);

  *is_sound = true;
  if (names == NULL)
    return NULL;
  for (; *names != NULL; names++) {
    uint32_t element = figure_motion_find (motion, *names);

    if (element == FIGURE_NO_ELEMENT) {
      *is_sound = false;
      cli_options_usage ("--trail: nothing is drawn for `%s`", *names);
      return NULL;
    }
    chosen[element] = true;
  }
  return g_steal_pointer (&chosen);
}

static bool
read_times (const Options *options, FigureExport *export)
{
  double begin = export->start;
  char ends[2][BASE_NUMBER_SIZE];

  if (!cli_options_number ("--time", options->time, "s", &export->start) ||
      !cli_options_number ("--from", options->start, "s", &export->start) ||
      !cli_options_number ("--speed", options->speed, "", &export->speed) ||
      !cli_options_number ("--fps", options->fps, "", &export->fps))
    return false;
  if (export->start < begin || export->start > export->stop)
    cli_options_usage ("--%s: the run goes from %s s to %s s",
                       options->start != NULL ? "from" : "time",
                       base_number_to_text (begin, ends[0]),
                       base_number_to_text (export->stop, ends[1]));
  else if (!(export->speed > 0 && export->fps > 0 && isfinite (export->speed) &&
             export->fps <= 100))
    cli_options_usage (
        "--speed, --fps: greater than 0, and at most 100 frames a second");
  else
    return true;
  return false;
}

static FigureExport
describe (const Options *options, const RunTrace *trace)
{
  size_t n = run_trace_length (trace);
  FigureExport export = {.trace = trace,
                         .start = run_trace_time (trace, 0),
                         .stop = run_trace_time (trace, n - 1),
                         .speed = 1,
                         .fps = 25,
                         .view = {.width = options->width, .height = options->height},
                         .theme = figure_theme (options->is_dark),
                         .look = figure_motion_look_default (),
                         .is_free_body = options->free_body != NULL};

  export.look.has_labels = options->has_labels;
  export.look.has_forces = options->has_forces;
  export.look.has_torques = options->has_torques;
  export.look.has_velocities = options->has_velocities;
  export.look.has_grid = options->has_grid;
  export.look.has_trails = !options->has_no_trails;
  return export;
}

/* ---- the verb ---- */

static CliExit
draw (FigureMotion *motion, const RunTrace *trace, const Options *options)
{
  g_autoptr (GError) error = NULL;
  FigureExport export = describe (options, trace);
  bool is_sound;
  g_autofree bool *trails = find_trails (motion, options->trails, &is_sound);

  export.look.trails = trails;
  if (export.is_free_body) {
    export.element = figure_motion_find (motion, options->free_body);
    if (export.element == FIGURE_NO_ELEMENT)
      return cli_options_usage ("--free-body: nothing is drawn for `%s`",
                                options->free_body);
  }
  if (!is_sound || !read_times (options, &export))
    return CLI_USAGE;
  if (figure_export_n_frames (&export) == UINT32_MAX)
    return cli_options_usage ("--speed, --fps: that makes too many frames");
  return figure_export_save (motion, &export, options->out, NULL, NULL, &error)
             ? CLI_DONE
             : cli_options_usage ("%s", error->message);
}

static CliExit
movie (CliJob *job, const char *path, const CliCommon *typed, const Options *options)
{
  g_autoptr (BaseDiags) diags = base_diags_new ();
  CliExit status = cli_job_load (job, typed, path);
  SimRunStats stats;
  uint32_t n;

  if (status != CLI_DONE)
    return status;
  g_autoptr (FigureMotion) motion = figure_motion_new (job->model, diags);
  cli_input_write_diags (diags, NULL);
  if (figure_motion_is_empty (motion))
    return cli_options_usage ("nothing in %s moves that could be drawn", path);
  const uint32_t *variables = figure_motion_variables (motion, &n);
  g_autoptr (RunRecorder) recorder = run_recorder_new (job->model, variables, n);
  status = cli_job_simulate (job, path, recorder, &stats);
  if (run_trace_length (run_recorder_trace (recorder)) == 0)
    return status;
  return cli_options_worse_exit (status,
                                 draw (motion, run_recorder_trace (recorder), options));
}

/* Before the run, which may last. */
static bool
is_sane (const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *first =
      options->out == NULL ? NULL : figure_export_first_file (options->out);

  if (options->out == NULL)
    cli_options_usage ("--output is missing");
  else if (!figure_export_check_name (options->out, &error) ||
           !base_writer_check (first, &error))
    cli_options_usage ("%s", error->message);
  else if (options->width < SIZE_LEAST || options->height < SIZE_LEAST ||
           options->width > SIZE_MOST || options->height > SIZE_MOST)
    cli_options_usage ("--width, --height: from %g to %g pixels", SIZE_LEAST,
                       SIZE_MOST);
  else
    return true;
  return false;
}

static void
clear (Options *options)
{
  char *const texts[] = {options->out,   options->time, options->start,
                         options->speed, options->fps,  options->free_body};

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    g_free (texts[i]);
  g_strfreev (options->trails);
}

CliExit
cli_verb_movie (const CliVerb *verb, int argc, char **argv)
{
  g_auto (CliCommon) typed = {0};
  g_auto (CliJob) job = {0};
  Options options = {.width = 800, .height = 600};
  CliExit status;
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options.out,
       N_ ("One frame: .png, .svg, .pdf; all: frame-%04d.png or .svg; animated: .gif"),
       "OUT"},
      {"time", 0, 0, G_OPTION_ARG_STRING, &options.time,
       N_ ("Time of a single frame (default: 0)"), "T"},
      {"from", 0, 0, G_OPTION_ARG_STRING, &options.start,
       N_ ("Start time of the animation"), "T"},
      {"speed", 0, 0, G_OPTION_ARG_STRING, &options.speed,
       N_ ("Simulated seconds per second of animation (default: 1)"), "X"},
      {"fps", 0, 0, G_OPTION_ARG_STRING, &options.fps,
       N_ ("Frames per second (default: 25)"), "N"},
      {"width", 0, 0, G_OPTION_ARG_INT, &options.width,
       N_ ("Width in pixels (default: 800)"), "W"},
      {"height", 0, 0, G_OPTION_ARG_INT, &options.height,
       N_ ("Height in pixels (default: 600)"), "H"},
      {"dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_ ("Use the dark theme"),
       NULL},
      {"labels", 0, 0, G_OPTION_ARG_NONE, &options.has_labels,
       N_ ("Show component names"), NULL},
      {"forces", 0, 0, G_OPTION_ARG_NONE, &options.has_forces,
       N_ ("Show forces as arrows"), NULL},
      {"torques", 0, 0, G_OPTION_ARG_NONE, &options.has_torques,
       N_ ("Show torques as arrows"), NULL},
      {"velocities", 0, 0, G_OPTION_ARG_NONE, &options.has_velocities,
       N_ ("Show velocities as arrows"), NULL},
      {"grid", 0, 0, G_OPTION_ARG_NONE, &options.has_grid, N_ ("Show a grid"), NULL},
      {"trail", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.trails,
       N_ ("Component that leaves a trail; may be repeated"), "NAME"},
      {"free-body", 0, 0, G_OPTION_ARG_STRING, &options.free_body,
       N_ ("Draw the free-body diagram of this component"), "NAME"},
      {"no-trails", 0, 0, G_OPTION_ARG_NONE, &options.has_no_trails,
       N_ ("Show no trails"), NULL},
      G_OPTION_ENTRY_NULL};

  if (cli_options_read (verb, entries, &typed, &argc, &argv, &status))
    status = is_sane (&options) ? movie (&job, argv[1], &typed, &options) : CLI_USAGE;
  clear (&options);
  return status;
}
