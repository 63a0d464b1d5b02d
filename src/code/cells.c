/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Straight code cut into cells: each instruction that writes a slot of the run, with
 * the intermediate results that it needs, is copied for itself. What moves between
 * events is time, states and what WATCH computes; an `if` whose condition stands still
 * hands that on from the branch it takes alone, so that a clock reads the time only
 * when it ticks. Two passes over the code, forwards. */
#include "code/cells.h"

#include <string.h>

#include "code/build/ir.h"

enum { MOST_GUARDS = 8, MOST_COPIES = 4, MOST_AT_LEAST = 1000, NONE = UINT32_MAX };

typedef struct {
  const CodeProgram *program;
  BaseArena *arena;
  bool *is_moving;       /* by slot: changes between events */
  bool *is_tracked;      /* by slot: changes at events only */
  uint32_t *discrete_of; /* by slot: of CodeProgram.discrete */
  uint32_t *made_by;     /* by intermediate slot: the last instruction that wrote it */
  const uint32_t *entry; /* the words of the entry in hand; by them: */
  bool *moves;           /* the instruction there reads what moves */
  uint32_t *maker;       /* of the operand there: instruction, or NONE for a slot */
  uint32_t *taken;       /* 1 + the last cell that needs the instruction */
  BASE_VEC (uint32_t) open;
  BASE_VEC (uint32_t) needed;
  BASE_VEC (CodeCell) cells;
  BASE_VEC (CodeGuard) guards;
  BASE_VEC (uint32_t) words;
} Cutting;

static uint32_t
length_of (const uint32_t *word)
{
  return 2 + code_ir_n_args ((CodeOp) word[0]);
}

/* ---- what moves ---- */

static void
mark_range (Cutting *c, uint32_t range)
{
  const uint32_t *words = c->program->words;

  for (uint32_t at = c->program->range_at[range]; words[at] != CODE_RETURN;
       at += length_of (words + at))
    if (words[at + 1] < c->program->n_kept)
      c->is_moving[words[at + 1]] = true;
}

static void
mark_moving (Cutting *c)
{
  const CodeProgram *p = c->program;
  const CodeSteps *watch = &p->sections[CODE_WATCH];

  c->is_moving[CODE_TIME] = true;
  for (uint32_t i = 0; i < p->n_states; i++)
    c->is_moving[p->first_state + i] = true;
  for (uint32_t i = 0; i < watch->n; i++) {
    const CodeStep *step = &watch->steps[i];

    mark_range (c, step->before);
    mark_range (c, step->inner_code);
    for (uint32_t k = 0; k < step->n; k++)
      c->is_moving[step->unknown[k]] = true;
  }
}

static bool
operand_moves (const Cutting *c, uint32_t at)
{
  return c->maker[at] != NONE ? c->moves[c->maker[at]] : c->is_moving[c->entry[at]];
}

/* ---- cells ---- */

static bool
is_if_of_still (const Cutting *c, uint32_t at)
{
  return c->entry[at] == CODE_IF && c->maker[at + 2] == NONE &&
         !c->is_moving[c->entry[at + 2]];
}

/* Under which conditions the cell moves that ends with this instruction. */
static void
find_guards (Cutting *c, CodeCell *cell, uint32_t last)
{
  const uint32_t *words = c->entry, first = c->guards.n;

  c->open.n = 0;
  base_vec_push (c->arena, c->open, last);
  while (c->open.n > 0 && !cell->is_moving) {
    uint32_t at = c->open.at[--c->open.n];

    if (!is_if_of_still (c, at) || c->guards.n - first > MOST_GUARDS) {
      cell->is_moving = true;
      break;
    }
    for (uint32_t k = 3; k <= 4; k++)
      if (!operand_moves (c, at + k))
        continue;
      else if (c->maker[at + k] != NONE && is_if_of_still (c, c->maker[at + k]))
        base_vec_push (c->arena, c->open, c->maker[at + k]);
      else
        base_vec_push (c->arena, c->guards, (CodeGuard){words[at + 2], k == 3});
  }
  cell->n_guards = cell->is_moving ? 0 : c->guards.n - first;
  c->guards.n = first + cell->n_guards;
}

/* The instruction and those that make its operands, in order. */
static void
copy_code (Cutting *c, uint32_t last)
{
  const uint32_t *words = c->entry;

  c->open.n = c->needed.n = 0;
  base_vec_push (c->arena, c->open, last);
  while (c->open.n > 0) {
    uint32_t at = c->open.at[--c->open.n];

    if (c->taken[at] == c->cells.n + 1)
      continue;
    c->taken[at] = c->cells.n + 1;
    base_vec_push (c->arena, c->needed, at);
    for (uint32_t k = 2; k < length_of (words + at); k++)
      if (c->maker[at + k] != NONE)
        base_vec_push (c->arena, c->open, c->maker[at + k]);
  }
  qsort (c->needed.at, c->needed.n, sizeof *c->needed.at, base_vec_by_number);
  for (uint32_t i = 0; i < c->needed.n; i++)
    for (uint32_t k = 0; k < length_of (words + c->needed.at[i]); k++)
      base_vec_push (c->arena, c->words, words[c->needed.at[i] + k]);
  base_vec_push (c->arena, c->words, CODE_RETURN);
}

static void
add_cell (Cutting *c, uint32_t at)
{
  uint32_t slot = c->entry[at + 1];
  CodeCell cell = {.slot = slot, .discrete = c->discrete_of[slot], .code = c->words.n};

  if (c->moves[at])
    find_guards (c, &cell, at);
  copy_code (c, at);
  c->is_tracked[slot] = true;
  base_vec_push (c->arena, c->cells, cell);
}

/* Instruction by instruction: who made its operands, whether it moves. False if the
 * cells become too long. */
static bool
cut_entry (Cutting *c, CodeEntry entry)
{
  const CodeProgram *p = c->program;
  const uint32_t first = c->words.n;
  uint32_t n = 0;

  c->entry = p->words + p->range_at[code_entry_range (entry)];
  while (c->entry[n] != CODE_RETURN)
    n += length_of (c->entry + n);
  c->moves = base_arena_array (c->arena, bool, n);
  c->maker = base_arena_array (c->arena, uint32_t, n);
  c->taken = base_arena_array (c->arena, uint32_t, n);
  for (uint32_t at = 0; at < n; at += length_of (c->entry + at)) {
    uint32_t slot = c->entry[at + 1];

    c->moves[at] = c->entry[at] == CODE_DELAY;
    for (uint32_t k = at + 2; k < at + length_of (c->entry + at); k++) {
      bool is_slot = c->entry[k] < p->n_kept;

      c->maker[k] = is_slot ? NONE : c->made_by[c->entry[k] - p->n_kept];
      c->moves[at] |= operand_moves (c, k);
    }
    if (slot >= p->n_kept)
      c->made_by[slot - p->n_kept] = at;
    else
      add_cell (c, at);
    if (c->words.n - first > MOST_COPIES * n + MOST_AT_LEAST)
      return false;
  }
  return true;
}

/* ---- who reads what ---- */

typedef struct {
  const Cutting *cutting;
  uint32_t *last; /* by slot: 1 + its last reader */
  uint32_t *next; /* by slot: its readers are to be counted or listed there */
  uint32_t *readers;
} Reading;

static void
read_slot (Reading *r, uint32_t slot, uint32_t reader)
{
  if (slot >= r->cutting->program->n_kept || !r->cutting->is_tracked[slot] ||
      r->last[slot] == reader + 1)
    return;
  r->last[slot] = reader + 1;
  if (r->readers != NULL)
    r->readers[r->next[slot]] = reader;
  r->next[slot]++;
}

/* Cells, then crossings. */
static void
read_all (const Cutting *c, uint32_t *next, uint32_t *readers)
{
  const CodeProgram *p = c->program;
  Reading reading = {c, base_arena_array (c->arena, uint32_t, p->n_kept), next,
                     readers};

  for (uint32_t i = 0; i < c->cells.n; i++)
    for (const uint32_t *word = c->words.at + c->cells.at[i].code; *word != CODE_RETURN;
         word += length_of (word))
      for (uint32_t k = 2; k < length_of (word); k++)
        read_slot (&reading, word[k], i);
  for (uint32_t r = 0; r < p->n_crossings; r++) {
    const CodeCrossing *crossing = &p->crossings[r];

    if (crossing->kind == DAE_UNWATCHED)
      read_slot (&reading, crossing->indicator, c->cells.n + r);
    else if (crossing->is_moving)
      read_slot (&reading, crossing->rest, c->cells.n + r);
  }
}

static void
find_readers (const Cutting *c, BaseArena *arena, CodeCells *cells)
{
  const uint32_t n = c->program->n_kept;
  uint32_t *start = base_arena_array (arena, uint32_t, n + 1);

  read_all (c, start + 1, NULL);
  for (uint32_t slot = 0; slot < n; slot++)
    start[slot + 1] += start[slot];
  uint32_t *readers = base_arena_array (arena, uint32_t, start[n]);
  read_all (c, base_arena_copy (c->arena, start, n * sizeof *start, n * sizeof *start),
            readers);
  cells->reader_start = start;
  cells->readers = readers;
}

/* ---- all ---- */

static void
track (Cutting *c)
{
  const CodeProgram *p = c->program;

  for (uint32_t i = 0; i < p->n_discrete; i++) {
    c->is_tracked[p->discrete[i].slot] = c->is_tracked[p->discrete[i].pre] = true;
    c->discrete_of[p->discrete[i].slot] = i;
  }
  for (uint32_t r = 0; r < p->n_crossings; r++) {
    const CodeCrossing *crossing = &p->crossings[r];

    c->is_tracked[crossing->slot] = true;
    if (crossing->kind == DAE_UNWATCHED)
      c->is_tracked[crossing->indicator] = true;
    else if (crossing->is_moving)
      c->is_tracked[crossing->rest] = true;
  }
}

static CodeCells *
copy_cells (const Cutting *c, BaseArena *arena, uint32_t n_instants)
{
  CodeCells *cells = base_arena_new0 (arena, CodeCells);
  const CodeGuard *guards = base_arena_copy (
      arena, c->guards.at, c->guards.n * sizeof *guards, c->guards.n * sizeof *guards);

  for (uint32_t i = 0; i < c->cells.n; i++) {
    c->cells.at[i].guards = guards;
    guards += c->cells.at[i].n_guards;
  }
  cells->n = c->cells.n;
  cells->n_instants = n_instants;
  cells->cells = base_arena_copy (arena, c->cells.at, c->cells.n * sizeof (CodeCell),
                                  c->cells.n * sizeof (CodeCell));
  cells->words = base_arena_copy (arena, c->words.at, c->words.n * sizeof (uint32_t),
                                  c->words.n * sizeof (uint32_t));
  find_readers (c, arena, cells);
  return cells;
}

const CodeCells *
code_cells_new (BaseArena *arena, const CodeProgram *program)
{
  g_autoptr (BaseArena) work = base_arena_new ();
  const uint32_t n = program->n_kept;
  Cutting c = {.program = program,
               .arena = work,
               .is_moving = base_arena_array (work, bool, n),
               .is_tracked = base_arena_array (work, bool, n),
               .discrete_of = base_arena_array (work, uint32_t, n),
               .made_by = base_arena_array (work, uint32_t, program->n_slots - n)};

  track (&c);
  mark_moving (&c);
  if (!cut_entry (&c, CODE_INSTANTS))
    return NULL;
  const uint32_t n_instants = c.cells.n;
  return cut_entry (&c, CODE_DISCRETE) ? copy_cells (&c, arena, n_instants) : NULL;
}

void
code_cells_eval (const CodeCells *cells, uint32_t cell, double *slots)
{
  code_eval_words (cells->words + cells->cells[cell].code, slots);
}

bool
code_cells_is_moving (const CodeCells *cells, uint32_t cell, const double *slots)
{
  const CodeCell *at = &cells->cells[cell];

  for (uint32_t i = 0; i < at->n_guards; i++)
    if ((slots[at->guards[i].slot] != 0.0) == at->guards[i].is_true)
      return true;
  return at->is_moving;
}
