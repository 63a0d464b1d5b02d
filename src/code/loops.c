/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A schedule by levels: an instruction is of the first level behind all that it reads
 * from and all that must be over before it writes, so those of one level are
 * independent of each other. Sorted by level and operation, those whose slots are
 * evenly spaced become one loop (superword level parallelism: Larsen & Amarasinghe,
 * Exploiting superword level parallelism with multimedia instruction sets, PLDI 2000;
 * here between instances of classes and over any distance). A temporary that was one
 * slot for all instances becomes one slot for each of them. Code of which less than
 * half is in loops stays as it is: a schedule by levels is worse for the cache. */
#include "code/loops.h"

#include <string.h>

#include "base/vec.h"
#include "code/build/ir.h"

/* Shorter ones cost more than they save. Equal instances may take turns with others:
 * the next one is looked for among so many instructions. */
enum { SHORTEST_LOOP = 6, REACH = 8, SHORTEST_RANGE = 2 * SHORTEST_LOOP };

/* With an instruction's number: an operand that is the temporary it computes. */
#define OF 0x80000000u

typedef struct {
  CodeOp op;
  uint32_t level;
  uint32_t n_args;
  bool is_temporary; /* its target is, and gets a slot when it is written */
  bool is_written;
  uint32_t slot[1 + CODE_MAX_ARGS]; /* target, operands; those may be OF others */
} Ins;

/* What the instructions so far did with a slot. */
typedef struct {
  uint32_t range;  /* number of the range that this is of; of another: nothing yet */
  uint32_t writer; /* the last one + 1; 0: none */
  uint32_t after;  /* the least level of the next writer */
} Use;

struct CodeLoops {
  BaseArena *arena;
  uint32_t first_scratch, first_own, end_own;
  uint32_t next_own, end; /* of this range, and of all */
  uint32_t range;
  Use *uses; /* by slot */
  BASE_VEC (Ins) ins;
  BASE_VEC (uint32_t) order; /* of the instructions: by level, then operation */
  BASE_VEC (uint32_t) sorted;
  BASE_VEC (uint32_t) counts;
  BASE_VEC (uint32_t) members; /* of one loop, places in `order` */
  BASE_VEC (uint32_t) words;
  uint32_t n_in_loops;
};

CodeLoops *
code_loops_new (uint32_t first_scratch, uint32_t first_own, uint32_t end_own)
{
  CodeLoops *loops = g_new0 (CodeLoops, 1);

  loops->arena = base_arena_new ();
  loops->first_scratch = first_scratch;
  loops->first_own = loops->end = first_own;
  loops->end_own = end_own;
  loops->uses = base_arena_array (loops->arena, Use, first_own);
  return loops;
}

void
code_loops_free (CodeLoops *loops)
{
  if (loops == NULL)
    return;
  base_arena_free (loops->arena);
  g_free (loops);
}

uint32_t
code_loops_end (const CodeLoops *loops)
{
  return loops->end;
}

/* ---- levels ---- */

static Use *
use_of (CodeLoops *l, uint32_t slot)
{
  Use *use = &l->uses[slot];

  if (use->range != l->range)
    *use = (Use){.range = l->range};
  return use;
}

/* The level behind those that compute operands, and where what it writes is no longer
 * read. Temporaries are written anew for each use, so they bind no order. */
static void
add_ins (CodeLoops *l, const uint32_t *word)
{
  Ins ins = {.op = (CodeOp) word[0],
             .n_args = code_ir_n_args ((CodeOp) word[0]),
             .is_temporary = word[1] >= l->first_scratch};
  Use *target = use_of (l, word[1]);

  if (!ins.is_temporary)
    ins.level = target->after;
  for (uint32_t i = 1; i <= ins.n_args; i++) {
    uint32_t writer = use_of (l, word[1 + i])->writer;
    if (writer > 0)
      ins.level = MAX (ins.level, l->ins.at[writer - 1].level + 1);
  }
  ins.slot[0] = word[1];
  for (uint32_t i = 1; i <= ins.n_args; i++) {
    Use *use = use_of (l, word[1 + i]);
    use->after = MAX (use->after, ins.level + 1);
    ins.slot[i] = word[1 + i] < l->first_scratch ? word[1 + i] : OF | (use->writer - 1);
  }
  base_vec_push (l->arena, l->ins, ins);
  target->writer = l->ins.n;
  target->after = MAX (target->after, ins.level + 1);
}

/* False if the range cannot be scheduled: what prepares a table writes slots that are
 * none of its operands. */
static bool
read_range (CodeLoops *l, const uint32_t *words)
{
  uint32_t n_temporaries = 0;

  l->range++;
  l->ins.n = 0;
  while (*words != CODE_RETURN) {
    if (*words == CODE_TABLE_PREPARE)
      return false;
    n_temporaries += words[1] >= l->first_scratch;
    add_ins (l, words);
    words += 2 + code_ir_n_args ((CodeOp) *words);
  }
  return l->ins.n >= SHORTEST_RANGE && n_temporaries <= l->end_own - l->first_own;
}

/* Sorts `order` by a key below n_keys; equal ones stay in their order. */
static void
sort (CodeLoops *l, uint32_t n_keys, uint32_t (*key) (const Ins *ins))
{
  base_vec_reserve (l->arena, l->counts, n_keys + 1);
  base_vec_reserve (l->arena, l->sorted, l->order.n);
  memset (l->counts.at, 0, (n_keys + 1) * sizeof *l->counts.at);
  for (uint32_t i = 0; i < l->order.n; i++)
    l->counts.at[key (&l->ins.at[l->order.at[i]]) + 1]++;
  for (uint32_t k = 0; k < n_keys; k++)
    l->counts.at[k + 1] += l->counts.at[k];
  for (uint32_t i = 0; i < l->order.n; i++)
    l->sorted.at[l->counts.at[key (&l->ins.at[l->order.at[i]])]++] = l->order.at[i];
  memcpy (l->order.at, l->sorted.at, l->order.n * sizeof *l->order.at);
}

static uint32_t
op_of (const Ins *ins)
{
  return ins->op;
}

static uint32_t
level_of (const Ins *ins)
{
  return ins->level;
}

static void
sort_ins (CodeLoops *l)
{
  uint32_t n_levels = 0;

  l->order.n = 0;
  for (uint32_t i = 0; i < l->ins.n; i++) {
    base_vec_push (l->arena, l->order, i);
    n_levels = MAX (n_levels, l->ins.at[i].level + 1);
  }
  sort (l, CODE_N_OPS, op_of);
  sort (l, n_levels, level_of);
}

/* ---- loops ---- */

static Ins *
at_place (const CodeLoops *l, uint32_t place)
{
  return &l->ins.at[l->order.at[place]];
}

/* Do the three stand evenly spaced? Where temporaries go to is still free. */
static bool
are_spaced (const Ins *a, const Ins *b, const Ins *c)
{
  if (a->is_temporary != b->is_temporary || b->is_temporary != c->is_temporary)
    return false;
  for (uint32_t i = a->is_temporary; i <= a->n_args; i++)
    if (c->slot[i] - b->slot[i] != b->slot[i] - a->slot[i])
      return false;
  return true;
}

/* The next place, before `end`, that goes on with the last two members; or `end`. */
static uint32_t
next_member (const CodeLoops *l, uint32_t end)
{
  uint32_t last = l->members.at[l->members.n - 1];
  const Ins *a = at_place (l, l->members.at[l->members.n - 2]);

  for (uint32_t place = last + 1; place < end && place <= last + REACH; place++)
    if (!at_place (l, place)->is_written &&
        are_spaced (a, at_place (l, last), at_place (l, place)))
      return place;
  return end;
}

/* The longest loop that begins with these two places. */
static void
collect_members (CodeLoops *l, uint32_t first, uint32_t second, uint32_t end)
{
  l->members.n = 0;
  base_vec_push (l->arena, l->members, first);
  for (uint32_t place = second; place < end; place = next_member (l, end))
    base_vec_push (l->arena, l->members, place);
}

static void
write_word (CodeLoops *l, uint32_t word)
{
  base_vec_push (l->arena, l->words, word);
}

static void
write_alone (CodeLoops *l, Ins *ins)
{
  ins->is_written = true;
  if (ins->is_temporary)
    ins->slot[0] = l->next_own++;
  write_word (l, ins->op);
  for (uint32_t i = 0; i <= ins->n_args; i++)
    write_word (l, ins->slot[i]);
}

static bool
is_side_by_side (const Ins *first, const Ins *second)
{
  for (uint32_t i = 0; i <= first->n_args; i++)
    if (second->slot[i] - first->slot[i] != 1)
      return false;
  return true;
}

/* Operation, how often, then the slot and its spacing of target and operands. */
static void
write_loop (CodeLoops *l)
{
  const Ins *first = at_place (l, l->members.at[0]);
  const Ins *second = at_place (l, l->members.at[1]);

  l->n_in_loops += l->members.n;
  for (uint32_t i = 0; i < l->members.n; i++) {
    Ins *ins = at_place (l, l->members.at[i]);
    ins->is_written = true;
    if (ins->is_temporary)
      ins->slot[0] = l->next_own++;
  }
  write_word (l, CODE_N_OPS + first->op +
                     (is_side_by_side (first, second) ? 0 : CODE_N_OPS));
  write_word (l, l->members.n);
  for (uint32_t i = 0; i <= first->n_args; i++) {
    write_word (l, first->slot[i]);
    write_word (l, second->slot[i] - first->slot[i]);
  }
}

/* Places from `begin` to `end` are of one level and operation. */
static void
write_group (CodeLoops *l, uint32_t begin, uint32_t end)
{
  /* The temporaries they read have their slots by now. */
  for (uint32_t place = begin; place < end; place++) {
    Ins *ins = at_place (l, place);
    for (uint32_t i = 1; i <= ins->n_args; i++)
      if ((ins->slot[i] & OF) != 0)
        ins->slot[i] = l->ins.at[ins->slot[i] & ~OF].slot[0];
  }
  for (uint32_t place = begin; place < end; place++) {
    if (at_place (l, place)->is_written)
      continue;
    l->members.n = 0;
    for (uint32_t k = 1; k <= REACH && l->members.n < SHORTEST_LOOP; k++)
      if (place + k < end && !at_place (l, place + k)->is_written)
        collect_members (l, place, place + k, end);
    if (l->members.n >= SHORTEST_LOOP)
      write_loop (l);
    else
      write_alone (l, at_place (l, place));
  }
}

uint32_t
code_loops_write (CodeLoops *loops, const uint32_t *words, uint32_t *out)
{
  if (!read_range (loops, words))
    return 0;
  sort_ins (loops);
  loops->next_own = loops->first_own;
  loops->n_in_loops = loops->words.n = 0;
  /* Group by group. */
  for (uint32_t end, begin = 0; begin < loops->order.n; begin = end) {
    const Ins *first = at_place (loops, begin);
    for (end = begin + 1; end < loops->order.n; end++)
      if (at_place (loops, end)->level != first->level ||
          at_place (loops, end)->op != first->op)
        break;
    write_group (loops, begin, end);
  }
  if (2 * loops->n_in_loops < loops->ins.n)
    return 0;
  write_word (loops, CODE_RETURN);
  memcpy (out, loops->words.at, loops->words.n * sizeof *out);
  loops->end = MAX (loops->end, loops->next_own);
  return loops->words.n;
}
