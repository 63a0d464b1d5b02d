/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recalculation in order of computation, the open cells in a heap: those behind the one
 * in hand that it opens are met in the same pass, as if all were computed, those before
 * it in the next. A cell costs its code and O(log n). */
#include "sim/event/open.h"

#include <math.h>
#include <string.h>

#include "base/heap.h"
#include "base/vec.h"

static GArray *
list_new (SimMemory *memory, uint32_t n)
{
  GArray *list = g_array_sized_new (FALSE, FALSE, sizeof (uint32_t), n);

  sim_memory_own (memory, list, (GDestroyNotify) g_array_unref);
  return list;
}

bool
sim_open_init (SimOpen *open, SimMemory *memory, const CodeProgram *program)
{
  const CodeCells *cells = code_cells_new (memory->arena, program);

  if (cells == NULL)
    return false;
  *open = (SimOpen){.cells = cells, .program = program, .current = UINT32_MAX};
  open->is_open =
      base_arena_array (memory->arena, bool, cells->n + program->n_crossings);
  open->is_touched = base_arena_array (memory->arena, bool, program->n_discrete);
  open->instants = list_new (memory, cells->n_instants);
  open->discrete = list_new (memory, cells->n - cells->n_instants);
  open->later = list_new (memory, cells->n - cells->n_instants);
  open->crossings = list_new (memory, program->n_crossings);
  open->touched = list_new (memory, program->n_discrete);
  return true;
}

static void
open_cell (SimOpen *open, uint32_t cell)
{
  if (open->is_open[cell])
    return;
  open->is_open[cell] = true;
  if (cell < open->cells->n_instants)
    base_heap_push (open->instants, &cell, sizeof cell, base_vec_by_number);
  else if (open->current != UINT32_MAX && cell <= open->current)
    g_array_append_val (open->later, cell);
  else
    base_heap_push (open->discrete, &cell, sizeof cell, base_vec_by_number);
}

void
sim_open_crossing (SimOpen *open, uint32_t crossing)
{
  bool *is_open = &open->is_open[open->cells->n + crossing];

  if (!*is_open)
    g_array_append_val (open->crossings, crossing);
  *is_open = true;
}

void
sim_open_close_crossing (SimOpen *open, uint32_t crossing)
{
  open->is_open[open->cells->n + crossing] = false;
}

void
sim_open_begin (SimOpen *open, double *slots)
{
  GArray *const lists[] = {open->instants, open->discrete, open->later, open->crossings,
                           open->touched};

  open->slots = slots;
  for (size_t i = 0; i < G_N_ELEMENTS (lists); i++)
    g_array_set_size (lists[i], 0);
  memset (open->is_open, 0, open->cells->n + open->program->n_crossings);
  memset (open->is_touched, 0, open->program->n_discrete);
  for (uint32_t i = 0; i < open->cells->n; i++)
    if (code_cells_is_moving (open->cells, i, slots))
      open_cell (open, i);
}

static void
open_readers (SimOpen *open, uint32_t slot)
{
  const CodeCells *cells = open->cells;

  for (uint32_t k = cells->reader_start[slot]; k < cells->reader_start[slot + 1]; k++)
    if (cells->readers[k] < cells->n)
      open_cell (open, cells->readers[k]);
    else
      sim_open_crossing (open, cells->readers[k] - cells->n);
}

void
sim_open_set (SimOpen *open, uint32_t slot, double value)
{
  if (memcmp (&open->slots[slot], &value, sizeof value) == 0)
    return;
  open->slots[slot] = value;
  open_readers (open, slot);
}

/* The next open cell of a heap, computed; *has_changed if its value has. */
static uint32_t
compute_next (SimOpen *open, GArray *heap, double *old)
{
  uint32_t cell;

  base_heap_pop (heap, &cell, sizeof cell, base_vec_by_number);
  open->is_open[cell] = false;
  open->n_computed++;
  *old = open->slots[open->cells->cells[cell].slot];
  code_cells_eval (open->cells, cell, open->slots);
  return cell;
}

static bool
has_changed (const SimOpen *open, uint32_t cell, double old)
{
  return memcmp (&open->slots[open->cells->cells[cell].slot], &old, sizeof old) != 0;
}

/* To the bit what all of the entry gives? */
static void
verify (SimOpen *open, CodeEntry entry)
{
#ifdef DASHPOT_VERIFY
  const CodeProgram *p = open->program;
  g_autofree double *found = g_memdup2 (open->slots, p->n_kept * sizeof (double));

  code_eval (p, entry, open->slots);
  for (uint32_t i = 0; i < open->cells->n; i++)
    if (has_changed (open, i, found[open->cells->cells[i].slot]))
      g_error ("cell %u at %g was not computed", i, open->slots[CODE_TIME]);
#endif
}

void
sim_open_find_instants (SimOpen *open)
{
  double old;

  while (open->instants->len > 0) {
    uint32_t cell = compute_next (open, open->instants, &old);

    if (has_changed (open, cell, old))
      open_readers (open, open->cells->cells[cell].slot);
  }
  verify (open, CODE_INSTANTS);
}

static void
touch (SimOpen *open, uint32_t variable)
{
  if (!open->is_touched[variable])
    g_array_append_val (open->touched, variable);
  open->is_touched[variable] = true;
}

uint32_t
sim_open_find_discrete (SimOpen *open)
{
  const CodeCell *cells = open->cells->cells;
  uint32_t last = UINT32_MAX;
  double old;

  while (open->discrete->len > 0) {
    uint32_t cell = open->current = compute_next (open, open->discrete, &old);
    uint32_t variable = cells[cell].discrete;
    double value = open->slots[cells[cell].slot];

    if (has_changed (open, cell, old)) {
      open_readers (open, cells[cell].slot);
      touch (open, variable);
      if (!(isnan (old) && isnan (value)) && old != value)
        last = last == UINT32_MAX ? variable : MAX (last, variable);
    }
    if (code_cells_is_moving (open->cells, cell, open->slots))
      open_cell (open, cell);
  }
  /* The next pass has what this one opened behind itself. */
  open->current = UINT32_MAX;
  for (guint i = 0; i < open->later->len; i++)
    base_heap_push (open->discrete, &g_array_index (open->later, uint32_t, i),
                    sizeof (uint32_t), base_vec_by_number);
  g_array_set_size (open->later, 0);
  verify (open, CODE_DISCRETE);
  return last;
}

void
sim_open_end_pass (SimOpen *open)
{
  for (guint i = 0; i < open->touched->len; i++)
    open->is_touched[g_array_index (open->touched, uint32_t, i)] = false;
  g_array_set_size (open->touched, 0);
}
