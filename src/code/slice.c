/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backwards through straight code, from the slots that are wanted: an instruction is
 * kept if its target is needed behind it, and then needs its operands in front of it
 * (Muchnick, Advanced Compiler Design and Implementation, 1997, 14.1.3). A block that
 * is solved needs whatever its residuals and entries need. Linear in the code. */
#include "code/slice.h"

#include <string.h>

#include "code/build/ir.h"
#include "code/loops.h"

typedef struct {
  const CodeProgram *program;
  bool *is_live;    /* by slot */
  bool *is_kept;    /* by word: an instruction begins there */
  uint32_t *starts; /* of the instructions of one range */
  CodeLoops *loops;
  CodeSlice *slice;
} Slicing;

static uint32_t
list_instructions (Slicing *s, uint32_t range)
{
  const uint32_t *words = s->program->words;
  uint32_t n = 0;

  for (uint32_t at = s->program->range_at[range]; words[at] != CODE_RETURN;
       at += 2 + code_ir_n_args ((CodeOp) words[at]))
    s->starts[n++] = at;
  return n;
}

/* Backwards through a range, of which all is kept, or what is needed. */
static void
go_back (Slicing *s, uint32_t range, bool is_whole)
{
  for (uint32_t i = list_instructions (s, range); i-- > 0;) {
    const uint32_t *word = s->program->words + s->starts[i];
    uint32_t n_args = code_ir_n_args ((CodeOp) word[0]);

    if (!is_whole && !s->is_live[word[1]])
      continue;
    s->is_kept[s->starts[i]] |= !is_whole;
    s->is_live[word[1]] = false;
    for (uint32_t k = 0; k < n_args; k++)
      s->is_live[word[2 + k]] = true;
  }
}

/* Does anything behind need what the block gives? */
static bool
is_needed (Slicing *s, const CodeStep *step)
{
  for (uint32_t k = 0; k < step->n; k++)
    if (s->is_live[step->unknown[k]])
      return true;
  for (uint32_t i = list_instructions (s, step->inner_code); i-- > 0;)
    if (s->is_live[s->program->words[s->starts[i] + 1]])
      return true;
  return false;
}

static void
go_back_block (Slicing *s, const CodeStep *step)
{
  go_back (s, step->inner_code, false);
  for (uint32_t k = 0; k < step->n; k++)
    s->is_live[step->unknown[k]] = false;
  for (uint32_t k = 0; k < step->n; k++)
    s->is_live[step->residual[k]] = true;
  for (uint32_t k = 0; k < step->n_entries; k++)
    s->is_live[step->entry[k]] = true;
  go_back (s, step->jacobian_code, true);
  go_back (s, step->residual_code, true);
  go_back (s, step->inner_code, true);
  go_back (s, step->solution_code, true);
}

/* What was kept of a range, in order or in loops; 0 if that is nothing. The first word
 * is none. */
static uint32_t
copy_range (Slicing *s, uint32_t range, uint32_t *words, uint32_t *n)
{
  uint32_t begin = *n, n_instructions = list_instructions (s, range);

  for (uint32_t i = 0; i < n_instructions; i++) {
    const uint32_t *word = s->program->words + s->starts[i];
    uint32_t length = 2 + code_ir_n_args ((CodeOp) word[0]);

    if (!s->is_kept[s->starts[i]])
      continue;
    memcpy (words + *n, word, length * sizeof *words);
    *n += length;
  }
  if (*n == begin)
    return 0;
  words[(*n)++] = CODE_RETURN;
  uint32_t n_looped = code_loops_write (s->loops, words + begin, words + begin);
  if (n_looped > 0)
    *n = begin + n_looped;
  return begin;
}

static uint32_t
count_words (const Slicing *s)
{
  const CodeProgram *p = s->program;
  uint32_t n = 1 + p->n_ranges;

  for (uint32_t at = 0; at < p->n_words; at++)
    if (s->is_kept[at])
      n += 2 + code_ir_n_args ((CodeOp) p->words[at]);
  return n;
}

/* Marks what is needed of each step, the last one first. */
static void
mark_section (Slicing *s, CodeSection section, CodeSliceStep *steps, bool is_whole)
{
  const CodeSteps *all = &s->program->sections[section];

  for (uint32_t i = all->n; i-- > 0;) {
    const CodeStep *step = &all->steps[i];

    steps[i].is_solved =
        step->n > 0 && (is_whole || step->is_constraint || is_needed (s, step));
    if (steps[i].is_solved)
      go_back_block (s, step);
    go_back (s, step->before, false);
  }
}

static void
copy_code (Slicing *s, BaseArena *arena, CodeSection last, CodeSliceStep **steps)
{
  uint32_t *words = base_arena_array (arena, uint32_t, count_words (s));
  uint32_t n = 1;

  for (CodeSection section = CODE_DYNAMIC; section <= last; section++)
    for (uint32_t i = 0; i < s->program->sections[section].n; i++) {
      const CodeStep *step = &s->program->sections[section].steps[i];
      CodeSliceStep *part = &steps[section][i];

      part->before = copy_range (s, step->before, words, &n);
      if (part->is_solved)
        part->behind = copy_range (s, step->inner_code, words, &n);
    }
  s->slice->words = words;
}

CodeSlice *
code_slice_new (BaseArena *arena,
                const CodeProgram *program,
                CodeSection last,
                bool is_whole,
                const uint32_t *wanted,
                uint32_t n)
{
  g_autofree bool *is_live = g_new0 (bool, program->n_slots);
  g_autofree bool *is_kept = g_new0 (bool, program->n_words);
  g_autofree uint32_t *starts = g_new (uint32_t, program->n_words);
  CodeSlice *slice = base_arena_new0 (arena, CodeSlice);
  g_autoptr (CodeLoops) loops =
      code_loops_new (program->n_kept, program->first_looped, program->n_slots);
  Slicing s = {program, is_live, is_kept, starts, loops, slice};
  CodeSliceStep *steps[CODE_N_SECTIONS] = {NULL};

  g_assert (last == CODE_DYNAMIC || last == CODE_OUTPUT);
  for (uint32_t i = 0; i < n; i++)
    is_live[wanted[i]] = true;
  /* Backwards what is needed, then forwards a copy of that. */
  for (CodeSection section = last; section >= CODE_DYNAMIC; section--) {
    steps[section] =
        base_arena_array (arena, CodeSliceStep, program->sections[section].n);
    slice->steps[section] = steps[section];
    mark_section (&s, section, steps[section], is_whole);
  }
  copy_code (&s, arena, last, steps);
  return slice;
}

void
code_slice_eval (const CodeSlice *slice, uint32_t code, double *slots)
{
  code_eval_words (slice->words + code, slots);
}
