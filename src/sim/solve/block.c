/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a block is run on the slots: inner unknowns, residuals, then entries of
 * the matrix, which is sparse by column. */
#include "sim/solve/block.h"

#include <string.h>

void
sim_block_put (const SimBlock *block, const double *x)
{
  for (uint32_t i = 0; i < block->step->n; i++)
    block->slots[block->step->unknown[i]] = x[i];
}

bool
sim_block_evaluate (const SimBlock *block, const double *x, double *residual)
{
  const CodeStep *step = block->step;
  double sum = 0.0;

  sim_block_put (block, x);
  code_eval_range (block->program, step->inner_code, block->slots);
  code_eval_range (block->program, step->residual_code, block->slots);
  for (uint32_t i = 0; i < step->n; i++) {
    residual[i] = block->slots[step->residual[i]];
    sum += residual[i] * 0.0;
  }
  return sum == 0.0;
}

void
sim_block_differentiate (const SimBlock *block, double *entries)
{
  code_eval_range (block->program, block->step->jacobian_code, block->slots);
  for (uint32_t k = 0; k < block->step->n_entries; k++)
    entries[k] = block->slots[block->step->entry[k]];
}

void
sim_block_fill (const SimBlock *block, double *matrix)
{
  const CodeStep *step = block->step;

  code_eval_range (block->program, step->jacobian_code, block->slots);
  memset (matrix, 0, (size_t) step->n * step->n * sizeof *matrix);
  for (uint32_t c = 0; c < step->n; c++)
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++)
      matrix[(size_t) step->row[k] * step->n + c] = block->slots[step->entry[k]];
}
