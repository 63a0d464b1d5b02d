/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions to words, with a slot for each temporary: numbers, and what other ranges
 * read, get one of their own; the rest share a scratch area, in which the slot that was
 * freed last is taken first, so that the area stays small and in the cache. A range is
 * straight code, so one pass that counts the uses that are still to come suffices;
 * linear in the instructions. */
#include "code/build/ir.h"

typedef struct {
  const CodeIr *ir;
  CodeAssembly *out;
  uint32_t *n_left; /* uses that are still to come */
  BASE_VEC (uint32_t) unused;
  uint32_t n_scratch;
} Allocation;

static uint32_t
slot_of (const Allocation *a, uint32_t reg)
{
  return reg < a->ir->n_fixed ? reg : a->out->slot_of[reg - a->ir->n_fixed];
}

static bool
is_scratch (const CodeTemp *temp)
{
  return temp != NULL && !temp->is_kept && temp->home == CODE_NONE;
}

/* Where a temporary stands that keeps a slot: by what computes it, so that those of
 * equal components stand side by side. */
typedef struct {
  uint32_t temp;
  uint32_t range;
  uint32_t level; /* behind the temporaries that it is computed from */
  CodeOp op;
  uint32_t operand; /* the first one that is no temporary */
} Place;

static int
compare_places (const void *a, const void *b)
{
  const Place *x = a, *y = b;
  const uint32_t keys[][2] = {{x->range, y->range},
                              {x->level, y->level},
                              {x->op, y->op},
                              {x->operand, y->operand},
                              {x->temp, y->temp}};

  for (uint32_t i = 0; i < G_N_ELEMENTS (keys); i++)
    if (keys[i][0] != keys[i][1])
      return keys[i][0] < keys[i][1] ? -1 : 1;
  return 0;
}

/* Temporaries stand in the order in which they are computed. */
static Place
place_of (const CodeIr *ir, uint32_t i, uint32_t *levels)
{
  const CodeTemp *temp = &ir->temps.at[i];
  Place place = {.temp = i, .operand = CODE_NONE};

  if (temp->is_number)
    return place;
  const CodeIns *ins = &ir->ranges.at[temp->range].ins.at[temp->at];
  const uint32_t *args = code_ir_args (ir, ins);
  place.range = temp->range;
  place.op = ins->op;
  for (uint32_t k = code_ir_n_args (ins->op); k-- > 0;) {
    if (args[k] < ir->n_fixed)
      place.operand = args[k];
    else
      place.level = MAX (place.level, 1 + levels[args[k] - ir->n_fixed]);
  }
  levels[i] = place.level;
  return place;
}

static void
place_kept (Allocation *a)
{
  const CodeIr *ir = a->ir;
  g_autofree uint32_t *levels = g_new0 (uint32_t, ir->temps.n);
  g_autofree Place *places = g_new (Place, ir->temps.n);
  uint32_t next = ir->n_fixed, n = 0;

  for (uint32_t i = 0; i < ir->temps.n; i++) {
    const CodeTemp *temp = &ir->temps.at[i];

    a->out->slot_of[i] = temp->home;
    a->n_left[i] = temp->n_uses;
    if (temp->home == CODE_NONE && temp->is_kept)
      places[n++] = place_of (ir, i, levels);
  }
  if (n > 0)
    qsort (places, n, sizeof *places, compare_places);
  for (uint32_t i = 0; i < n; i++)
    a->out->slot_of[places[i].temp] = next++;
  a->out->first_scratch = next;
}

static void
release (Allocation *a, uint32_t reg)
{
  if (is_scratch (code_ir_temp (a->ir, reg)) && --a->n_left[reg - a->ir->n_fixed] == 0)
    base_vec_push (a->ir->arena, a->unused, slot_of (a, reg));
}

static uint32_t
take (Allocation *a)
{
  return a->unused.n > 0 ? a->unused.at[--a->unused.n]
                         : a->out->first_scratch + a->n_scratch++;
}

/* Operands are read before the target is written, so it may take the slot of one. */
static uint32_t
encode (Allocation *a, const CodeIns *ins, uint32_t *words)
{
  uint32_t n_args = code_ir_n_args (ins->op);
  const uint32_t *args = code_ir_args (a->ir, ins);
  uint32_t arg[CODE_MAX_ARGS];

  for (uint32_t i = 0; i < n_args; i++)
    arg[i] = slot_of (a, args[i]);
  for (uint32_t i = 0; i < n_args; i++)
    release (a, args[i]);
  if (is_scratch (code_ir_temp (a->ir, ins->dst)))
    a->out->slot_of[ins->dst - a->ir->n_fixed] = take (a);
  words[0] = ins->op;
  words[1] = slot_of (a, ins->dst);
  for (uint32_t i = 0; i < n_args; i++)
    words[2 + i] = arg[i];
  return 2 + n_args;
}

static uint32_t
count_words (const CodeIr *ir)
{
  uint32_t n = ir->ranges.n;

  for (uint32_t r = 0; r < ir->ranges.n; r++)
    for (uint32_t i = 0; i < ir->ranges.at[r].ins.n; i++)
      if (ir->ranges.at[r].ins.at[i].op != CODE_N_OPS)
        n += 2 + code_ir_n_args (ir->ranges.at[r].ins.at[i].op);
  return n;
}

CodeAssembly
code_assemble (const CodeIr *ir, BaseArena *arena)
{
  CodeAssembly out = {
      .n_words = count_words (ir),
      .range_at = base_arena_array (arena, uint32_t, ir->ranges.n),
      .slot_of = base_arena_array (ir->arena, uint32_t, ir->temps.n),
  };
  Allocation a = {.ir = ir, .out = &out};
  uint32_t n = 0;

  out.words = base_arena_array (arena, uint32_t, out.n_words);
  a.n_left = base_arena_array (ir->arena, uint32_t, ir->temps.n);
  /* Temporaries that keep a slot first: scratch slots stand behind them. */
  place_kept (&a);
  for (uint32_t r = 0; r < ir->ranges.n; r++) {
    const CodeRange *range = &ir->ranges.at[r];

    /* Then the code, range by range, without what was fused away. */
    out.range_at[r] = n;
    for (uint32_t i = 0; i < range->ins.n; i++) {
      if (range->ins.at[i].op == CODE_N_OPS)
        continue;
      n += encode (&a, &range->ins.at[i], out.words + n);
      out.n_instructions++;
    }
    out.words[n++] = CODE_RETURN;
  }
  out.n_slots = out.first_scratch + a.n_scratch;
  return out;
}
