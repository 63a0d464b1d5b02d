#pragma once

#include "figure/mechanism.h"
#include "lib/index.h"

/* What a diagram becomes: the model and its moving picture. Counted; made on any
 * thread, the picture is the main thread's.
 *
 * A *live* program is the same model with a hand at every port where a body can be
 * pulled. As long as no hand holds, its results are those of the plain program. */
typedef struct UiProgram UiProgram;

/* The settable variables of a hand: stiffness, damping, the point that is held in the
 * axes of the port, whether it holds, and its place. */
typedef struct {
  uint32_t c, d;
  uint32_t point[2];
  uint32_t is_held;
  uint32_t hand[2];
} UiHand;

/* NULL with diagnostics if the model is wrong. */
UiProgram *ui_program_new (const LibIndex *index,
                           const LibEntry *entry,
                           BaseDiags *diags);
/* NULL if nothing in `plain`, made of the same entry, can be pulled. */
UiProgram *ui_program_new_live (const LibIndex *index,
                                const LibEntry *entry,
                                const UiProgram *plain);
UiProgram *ui_program_ref (UiProgram *program);
void ui_program_unref (UiProgram *program);

const SimModel *ui_program_model (const UiProgram *program);
FigureMechanism *ui_program_mechanism (const UiProgram *program); /* never NULL */
/* Another picture of the same model, for another thread; the caller's. */
FigureMechanism *ui_program_draw_again (const UiProgram *program);
/* The hand at a port ("piston.frame_a"); false if there is none. */
bool ui_program_find_hand (const UiProgram *program, const char *port, UiHand *hand);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiProgram, ui_program_unref)
