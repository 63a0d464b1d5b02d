/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What those who read a finished system ask of it: the expressions of a block, explicit
 * assignments first, then the residuals of its tears. */

#include "dae/system.h"

void
dae_system_walk (ExprWalk *walk, const DaeBlock *block, ExprVisit visit, void *data)
{
  for (uint32_t k = 0; k < block->n - block->n_tears; k++)
    expr_walk (walk, block->inner[k], visit, data);
  for (uint32_t k = 0; k < block->n_tears; k++)
    expr_walk (walk, block->residual[k], visit, data);
}
