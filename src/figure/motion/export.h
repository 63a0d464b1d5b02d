/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion.h"

/* The moving picture as files: one frame, numbered frames, or an animation. */

typedef struct {
  const RunTrace *trace;
  double start, stop; /* of the trace, in seconds */
  double speed;       /* seconds of the run per second of the animation; 1: real time */
  double fps;         /* frames a second */
  FigureView view;    /* scale 0: fitted to all of the run; width and height count */
  FigureTheme theme;
  FigureLook look;
  bool is_free_body; /* only `element`, with what acts on it */
  uint32_t element;
} FigureExport;

/* The frames that figure_export_save() makes. */
uint32_t figure_export_n_frames (const FigureExport *export);

/* Called before each frame; false stops the export, which then leaves no animation and
 * what frames there are. */
typedef bool (*FigureProgress) (void *data, uint32_t frame, uint32_t n_frames);

/* The file of the first frame that figure_export_save() writes. Caller frees. */
char *figure_export_first_file (const char *path);

/* Whether figure_export_save() makes what the ending asks for; else an error that says
 * what it makes. */
bool figure_export_check_name (const char *path, GError **error);

/* By the ending of `path`: .png, .svg or .pdf is one frame, at `start`; with a
 * placeholder like %d or %04d in its name (.png and .svg) all frames, numbered from 1;
 * .gif an animation that runs for ever. Leaves the mechanism in the pose of the last
 * frame. `progress` may be NULL. */
bool figure_export_save (FigureMotion *motion,
                         const FigureExport *export,
                         const char *path,
                         FigureProgress progress,
                         void *data,
                         GError **error);
