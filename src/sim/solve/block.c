/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a block is run on the slots: that of an elimination whose order was
 * chosen before, or inner unknowns, residuals, then entries of the matrix, which is
 * sparse by column. An elimination is judged by its pivots and multipliers. */
#include "sim/solve/block.h"

#include <math.h>
#include <string.h>

/* Pivots, in units of their rows and columns, are no rounding of others, and
 * multipliers, in units of their rows, not greater than of threshold pivoting with 0.01
 * (Duff, Erisman & Reid, Direct Methods for Sparse Matrices, 2017, 7.2). */
static const double PIVOT = 1e-9, MULTIPLIER = 100.0;

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
sim_block_spread (const SimBlock *block, double *matrix)
{
  const CodeStep *step = block->step;

  memset (matrix, 0, (size_t) step->n * step->n * sizeof *matrix);
  for (uint32_t c = 0; c < step->n; c++)
    for (uint32_t k = step->col_start[c]; k < step->col_start[c + 1]; k++)
      matrix[(size_t) step->row[k] * step->n + c] = block->slots[step->entry[k]];
}

void
sim_block_fill (const SimBlock *block, double *matrix)
{
  code_eval_range (block->program, block->step->jacobian_code, block->slots);
  sim_block_spread (block, matrix);
}

/* The sign of the determinant if the factors in the slots are good ones, else 0. */
static int
judge (const CodeStep *step, const double *slots)
{
  double least = INFINITY, greatest = 1.0, multiplier = 0.0;
  int sign = step->sign;

  for (uint32_t k = 0; k < step->pivots.n; k++) {
    const double pivot = slots[step->pivots.slot[k]] * step->pivots.unit[k];
    const double size = fabs (pivot);

    least = size < least ? size : least;
    greatest = size > greatest ? size : greatest;
    sign = pivot < 0.0 ? -sign : sign;
  }
  for (uint32_t k = 0; k < step->multipliers.n; k++) {
    const double size =
        fabs (slots[step->multipliers.slot[k]]) * step->multipliers.unit[k];

    multiplier = size > multiplier ? size : multiplier;
  }
  bool is_good =
      least >= PIVOT * greatest && multiplier <= MULTIPLIER && isfinite (greatest);
  return is_good ? sign : 0;
}

int
sim_block_solve (const SimBlock *block, double *x)
{
  const CodeStep *step = block->step;
  double rest = 0.0;

  if (step->solution_code == 0)
    return 0;
  code_eval_range (block->program, step->solution_code, block->slots);
  for (uint32_t i = 0; i < step->n; i++) {
    x[i] = block->slots[step->unknown[i]];
    rest += x[i] * 0.0;
  }
  return rest == 0.0 ? judge (step, block->slots) : 0;
}
