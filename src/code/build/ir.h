/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "code/ops.h"
#include "code/program.h"

/* Code under construction: ranges of instructions over registers. A register below
 * n_fixed is a slot; the others are temporaries, each written by one instruction.
 * assemble.c gives them slots. */

enum { CODE_NONE = 0xffffffffu };

typedef struct {
  CodeOp op; /* CODE_N_OPS: removed */
  uint32_t dst;
  uint32_t first; /* operand, in CodeIr.args */
} CodeIns;

typedef struct {
  union {
    double number;
    struct {
      uint32_t range; /* where it is computed */
      uint32_t at;    /* by which instruction there */
    };
  };
  uint32_t n_uses;
  uint32_t home; /* fixed slot that it is computed into, or CODE_NONE */
  bool is_kept;  /* read outside of its range */
  bool is_number;
} CodeTemp;

typedef struct {
  BASE_VEC (CodeIns) ins;
} CodeRange;

typedef struct {
  BaseArena *arena;
  uint32_t n_fixed;
  BASE_VEC (CodeRange)
  ranges; /* 0 is empty, then the entries, then those of the steps */
  BASE_VEC (CodeTemp) temps;
  BASE_VEC (uint32_t) args;
} CodeIr;

CodeIr *code_ir_new (BaseArena *arena, uint32_t n_fixed);
uint32_t code_ir_add_range (CodeIr *ir);
uint32_t code_ir_n_args (CodeOp op);

/* The operands of an instruction, until the next one is made. */
static inline uint32_t *
code_ir_args (const CodeIr *ir, const CodeIns *ins)
{
  return ir->args.at + ins->first;
}

static inline uint32_t
code_entry_range (CodeEntry entry)
{
  return 1 + (uint32_t) entry;
}

/* Appends an instruction and returns the new temporary of its value. */
uint32_t code_ir_emit (CodeIr *ir, uint32_t range, CodeOp op, const uint32_t *args);

/* Appends an instruction that writes a fixed slot. */
void code_ir_emit_to (CodeIr *ir,
                      uint32_t range,
                      CodeOp op,
                      uint32_t slot,
                      const uint32_t *args);

/* A temporary that holds a number from the start. */
uint32_t code_ir_number (CodeIr *ir, double value);

/* Makes the instruction that computes `reg` write the fixed slot; false if `reg` is no
 * computed temporary or has such a slot already. */
bool code_ir_set_home (CodeIr *ir, uint32_t reg, uint32_t slot);

/* The register is read by others than instructions of its own range. */
void code_ir_keep (CodeIr *ir, uint32_t reg);

/* The temporary behind a register, or NULL for a fixed slot. */
CodeTemp *code_ir_temp (const CodeIr *ir, uint32_t reg);

/* Joins operations that are used once with their users. */
void code_fuse (CodeIr *ir);

/* Slots for temporaries, then words. */
typedef struct {
  uint32_t n_slots;
  uint32_t first_scratch; /* slots from here on hold nothing between ranges */
  uint32_t n_instructions;
  uint32_t n_words;
  uint32_t *words;    /* op, target, operands; in `arena` as the next */
  uint32_t *range_at; /* first word of each range */
  uint32_t *slot_of;  /* slot of each temporary */
} CodeAssembly;

CodeAssembly code_assemble (const CodeIr *ir, BaseArena *arena);
