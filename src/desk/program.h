/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/limit.h"
#include "figure/motion/motion.h"
#include "lib/index.h"
#include "sim/state.h"

/* What a diagram becomes: the model and its moving picture. Counted; made on any
 * thread, the picture is the main thread's.
 *
 * A *live* program is the same model with a puller at every port where a body can be
 * pulled. As long as no puller holds, its results are those of the plain program. */
typedef struct DeskProgram DeskProgram;

/* What pulls at a port, as the metadata of its connector says (data/library/README.md).
 * Texts live as long as the model. */
typedef struct {
  const char *class;      /* of the component that keeps a pull in the diagram */
  const char *base;       /* what that extends */
  const char *port;       /* of both */
  const char *mass;       /* member that says the inertia of a component */
  const char *coordinate; /* member of the port to which it is pulled, in a train */
  bool is_planar;         /* it is pulled to a place, not to a coordinate */
} DeskPullerKind;

/* The settable variables of a puller: stiffness, damping, the point that is held in the
 * axes of the frame, whether it holds, and its place; of a train its only coordinate.
 */
typedef struct {
  DeskPullerKind kind;
  uint32_t c, d;
  uint32_t point[2];
  uint32_t is_held;
  uint32_t puller[2];
} DeskPuller;

/* The component `entry` as its analysis runs it, which may be NULL. NULL with
 * diagnostics if the model is wrong. */
DeskProgram *desk_program_new (const LibIndex *index,
                               const LibEntry *entry,
                               const LibEntry *analysis,
                               const BaseLimits *limits,
                               BaseDiags *diags);
/* NULL if nothing in `plain`, made of the same two entries, can be pulled, or once
 * *stop_flag is set. */
DeskProgram *desk_program_new_live (const LibIndex *index,
                                    const LibEntry *entry,
                                    const LibEntry *analysis,
                                    const DeskProgram *plain,
                                    const int *stop_flag);
DeskProgram *desk_program_ref (DeskProgram *program);
void desk_program_unref (DeskProgram *program);

/* Never NULL; lives as long as the program. */
const SimModel *desk_program_model (const DeskProgram *program);
/* How the analysis runs it, or the defaults; what the command line runs, too. */
const SimOptions *desk_program_options (const DeskProgram *program);
FigureMotion *desk_program_motion (const DeskProgram *program); /* never NULL */
/* Another picture of the same model, for another thread; the caller's. */
FigureMotion *desk_program_draw_again (const DeskProgram *program);
/* The variable that is the only coordinate of a port of a train. */
uint32_t desk_program_port_coordinate (const DeskProgram *program, const char *port);
/* The puller at a port ("piston.frame_a"); false if there is none. */
bool desk_program_find_puller (const DeskProgram *program,
                               const char *port,
                               DeskPuller *puller);
/* False for the variables of pullers, which are nobody's results. */
bool desk_program_is_users (const char *variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskProgram, desk_program_unref)
