/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holds a finished program to what the interpreter relies on and does not check itself:
 * instructions and slots exist, a range reads no scratch slot that it has not written,
 * writes no constant and ends where the next begins; blocks and the matrix are in
 * order. Linear in the code. */
#include "code/build/ir.h"

#define CHECK(condition, ...)                                                          \
  do {                                                                                 \
    if (!(condition))                                                                  \
      g_error (__VA_ARGS__);                                                           \
  } while (0)

/* Scratch slots must be written in a range before they are read there. */
static void
verify_range (const CodeProgram *p,
              uint32_t range,
              const bool *is_number,
              uint32_t *stamp)
{
  uint32_t end = range + 1 < p->n_ranges ? p->range_at[range + 1] : p->n_words;

  uint32_t at = p->range_at[range];
  while (at < end && p->words[at] != CODE_RETURN) {
    CHECK (p->words[at] < CODE_N_OPS, "range %u: unknown instruction", range);
    uint32_t n_args = code_ir_n_args ((CodeOp) p->words[at]);
    uint32_t dst = p->words[at + 1];

    /* Operands exist and have a value. */
    for (uint32_t i = 0; i < n_args; i++) {
      uint32_t arg = p->words[at + 2 + i];
      CHECK (arg < p->n_slots, "range %u: no slot %u", range, arg);
      CHECK (arg < p->n_kept || stamp[arg] == range + 1,
             "range %u: slot %u is read before it is written", range, arg);
    }
    /* The target exists and may be written. */
    CHECK (dst < p->n_slots, "range %u: no slot %u", range, dst);
    CHECK (dst > CODE_INITIAL && !is_number[dst], "range %u: slot %u is constant",
           range, dst);
    stamp[dst] = range + 1;
    at += 2 + n_args;
  }
  CHECK (at + 1 == end, "range %u does not end where the next begins", range);
}

static void
verify_step (const CodeProgram *p, const CodeStep *step)
{
  CHECK (step->before < p->n_ranges && step->inner_code < p->n_ranges &&
             step->residual_code < p->n_ranges && step->jacobian_code < p->n_ranges &&
             step->solution_code < p->n_ranges,
         "step names a range that does not exist");
  for (uint32_t k = 0; k < step->n; k++)
    CHECK (step->unknown[k] < p->n_fixed && step->residual[k] < p->n_kept,
           "unknown %u of a block stands in no slot of its own", k);
  for (uint32_t k = 0; k < step->n_entries; k++)
    CHECK (step->row[k] < step->n && step->entry[k] < p->n_kept,
           "entry %u of a block is wrong", k);
  for (uint32_t k = 0; k < step->pivots.n; k++)
    CHECK (step->pivots.slot[k] < p->n_kept, "pivot %u of a block is wrong", k);
  for (uint32_t k = 0; k < step->multipliers.n; k++)
    CHECK (step->multipliers.slot[k] < p->n_kept, "multiplier %u of a block is wrong",
           k);
  CHECK (step->n == 0 || step->col_start[step->n] == step->n_entries,
         "columns of a block do not add up");
  CHECK (!step->is_constant || step->jacobian_code == 0,
         "a constant matrix needs code of its own");
}

static void
verify_matrix (const CodeProgram *p)
{
  const CodeMatrix *m = &p->matrix;

  CHECK (m->n >= p->n_states, "the matrix has too few columns");
  for (uint32_t c = 0; c < m->n; c++)
    for (uint32_t k = m->col_start[c]; k < m->col_start[c + 1]; k++) {
      CHECK (m->row[k] < m->n && m->value[k] < p->n_kept, "entry %u is wrong", k);
      CHECK (k == m->col_start[c] || m->row[k - 1] < m->row[k],
             "column %u is not in order", c);
    }
}

void
code_verify (const CodeProgram *p)
{
  g_autofree bool *is_number = g_new0 (bool, p->n_slots);
  g_autofree uint32_t *stamp = g_new0 (uint32_t, p->n_slots);

  for (uint32_t i = 0; i < p->n_numbers; i++)
    is_number[p->number_slot[i]] = true;
  for (uint32_t r = 0; r < p->n_ranges; r++)
    verify_range (p, r, is_number, stamp);
  for (uint32_t s = 0; s < CODE_N_SECTIONS; s++)
    for (uint32_t i = 0; i < p->sections[s].n; i++)
      verify_step (p, &p->sections[s].steps[i]);
  verify_matrix (p);
}
