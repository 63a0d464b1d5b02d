/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions between expressions and words: ranges of code over registers, of
 * which the first are slots of variables and the others temporaries, each written once.
 * Every use of a temporary is counted here, and noted where another range reads it;
 * assembling and fusing live on that. */
#include "code/build/ir.h"

static const uint8_t N_ARGS[CODE_N_OPS] = {
#define X(name, text, n_args, value, ...) [CODE_##name] = (n_args),
    CODE_OPS (X)
#undef X
};

CodeIr *
code_ir_new (BaseArena *arena, uint32_t n_fixed)
{
  CodeIr *ir = base_arena_new0 (arena, CodeIr);

  ir->arena = arena;
  ir->n_fixed = n_fixed;
  for (uint32_t i = 0; i < 1 + CODE_N_ENTRIES; i++)
    code_ir_add_range (ir);
  return ir;
}

uint32_t
code_ir_add_range (CodeIr *ir)
{
  base_vec_push (ir->arena, ir->ranges, (CodeRange){0});
  return ir->ranges.n - 1;
}

uint32_t
code_ir_n_args (CodeOp op)
{
  return N_ARGS[op];
}

CodeTemp *
code_ir_temp (const CodeIr *ir, uint32_t reg)
{
  return reg < ir->n_fixed ? NULL : &ir->temps.at[reg - ir->n_fixed];
}

static void
append (CodeIr *ir, uint32_t range, CodeOp op, uint32_t dst, const uint32_t *args)
{
  CodeIns ins = {.op = op, .dst = dst, .first = ir->args.n};

  for (uint32_t i = 0; i < N_ARGS[op]; i++) {
    CodeTemp *temp = code_ir_temp (ir, args[i]);

    base_vec_push (ir->arena, ir->args, args[i]);
    if (temp == NULL)
      continue;
    temp->n_uses++;
    temp->is_kept |= !temp->is_number && temp->range != range;
  }
  base_vec_push (ir->arena, ir->ranges.at[range].ins, ins);
}

uint32_t
code_ir_emit (CodeIr *ir, uint32_t range, CodeOp op, const uint32_t *args)
{
  uint32_t reg = ir->n_fixed + ir->temps.n;
  uint32_t at = ir->ranges.at[range].ins.n;

  base_vec_push (ir->arena, ir->temps,
                 (CodeTemp){.range = range, .at = at, .home = CODE_NONE});
  append (ir, range, op, reg, args);
  return reg;
}

void
code_ir_emit_to (CodeIr *ir,
                 uint32_t range,
                 CodeOp op,
                 uint32_t slot,
                 const uint32_t *args)
{
  g_assert (slot < ir->n_fixed);
  append (ir, range, op, slot, args);
}

uint32_t
code_ir_number (CodeIr *ir, double value)
{
  base_vec_push (
      ir->arena, ir->temps,
      (CodeTemp){
          .is_kept = true, .is_number = true, .number = value, .home = CODE_NONE});
  return ir->n_fixed + ir->temps.n - 1;
}

bool
code_ir_set_home (CodeIr *ir, uint32_t reg, uint32_t slot)
{
  CodeTemp *temp = code_ir_temp (ir, reg);

  if (temp == NULL || temp->is_number || temp->home != CODE_NONE)
    return false;
  temp->home = slot;
  return true;
}

void
code_ir_keep (CodeIr *ir, uint32_t reg)
{
  CodeTemp *temp = code_ir_temp (ir, reg);

  if (temp != NULL)
    temp->is_kept = true;
}
