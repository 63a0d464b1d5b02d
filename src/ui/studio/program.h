/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion.h"
#include "lib/index.h"
#include "sim/state.h"

/* What a diagram becomes: the model and its moving picture. Counted; made on any
 * thread, the picture is the main thread's.
 *
 * A *live* program is the same model with a puller at every port where a body can be
 * pulled. As long as no puller holds, its results are those of the plain program. */
typedef struct UiProgram UiProgram;

/* What a port belongs to. */
typedef enum {
  UI_PORT_PLANAR, /* a frame */
  UI_PORT_SLIDES, /* a flange */
  UI_PORT_TURNS   /* a spline */
} UiPortKind;

/* The settable variables of a puller: stiffness, damping, the point that is held in the
 * axes of the frame, whether it holds, and its place; of a train its only coordinate.
 */
typedef struct {
  UiPortKind kind;
  uint32_t c, d;
  uint32_t point[2];
  uint32_t is_held;
  uint32_t puller[2];
} UiPuller;

/* The component `entry` as its analysis runs it, which may be NULL. NULL with
 * diagnostics if the model is wrong. */
UiProgram *ui_program_new (const LibIndex *index,
                           const LibEntry *entry,
                           const LibEntry *analysis,
                           const BaseLimits *limits,
                           BaseDiags *diags);
/* NULL if nothing in `plain`, made of the same two entries, can be pulled, or once
 * *stop_flag is set. */
UiProgram *ui_program_new_live (const LibIndex *index,
                                const LibEntry *entry,
                                const LibEntry *analysis,
                                const UiProgram *plain,
                                const int *stop_flag);
UiProgram *ui_program_ref (UiProgram *program);
void ui_program_unref (UiProgram *program);

const SimModel *ui_program_model (const UiProgram *program);
/* How the analysis runs it, or the defaults; what the command line runs, too. */
const SimOptions *ui_program_options (const UiProgram *program);
FigureMotion *ui_program_motion (const UiProgram *program); /* never NULL */
/* Another picture of the same model, for another thread; the caller's. */
FigureMotion *ui_program_draw_again (const UiProgram *program);
/* The variable that is the only coordinate of a port of a train. */
uint32_t ui_program_port_coordinate (const UiProgram *program, const char *port);
/* The puller at a port ("piston.frame_a"); false if there is none. */
bool ui_program_find_puller (const UiProgram *program,
                             const char *port,
                             UiPuller *puller);
/* False for the variables of pullers, which are nobody's results. */
bool ui_program_is_users (const char *variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiProgram, ui_program_unref)
