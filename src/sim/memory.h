/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/arena.h"

/* The memory of one run, and what of it outlives a step.
 *
 * Each part of a run says, where it makes its fields and arrays, which of them it reads
 * again before it writes them: these are *kept*. Everything else is work space. A save
 * copies what is kept, a restore puts it back, into the same run or into another one
 * that was made of the same model with the same method. Kept bytes hold no pointers;
 * an array is kept by the variable that points to it, so arrays may change places.
 *
 * Structures have what is kept at their end, so that a field which is added there is
 * kept without a second list (tests/unit/run/test-restore.c goes through all models).
 */
typedef struct {
  BaseArena *arena; /* for work space and constants of the run */
  /* What follows is of memory.c alone. */
  GArray *kept;
  GArray *hooks; /* after a restore */
  GArray *owned; /* at the end */
} SimMemory;

SimMemory *sim_memory_new (void);
void sim_memory_free (SimMemory *memory);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SimMemory, sim_memory_free)

/* Keeps `size` bytes at a place that stays. */
void sim_memory_keep (SimMemory *memory, void *place, size_t size);

/* Keeps what *pointer points to at the time; `pointer` is the address of a pointer. */
void sim_memory_keep_array (SimMemory *memory, void *pointer, size_t size);

/* A new array that grows, kept and freed with the memory. */
GArray *sim_memory_growing (SimMemory *memory, size_t element_size);

/* Frees the object with the memory, the last one first. */
void sim_memory_own (SimMemory *memory, void *object, GDestroyNotify free);

/* Called after a restore, in this order: what follows from kept values is found anew.
 */
void sim_memory_when_restored (SimMemory *memory,
                               void (*function) (void *object),
                               void *object);

/* All fields of a structure from this one on. */
#define sim_memory_keep_from(memory, object, field)                                    \
  sim_memory_keep (memory, &(object)->field,                                           \
                   (size_t) ((char *) ((object) + 1) - (char *) &(object)->field))

/* A new array in the arena, of zeros, that is kept: `pointer` is set to it. */
#define sim_memory_array(memory, pointer, n)                                           \
  (*(pointer) = base_arena_alloc (memory->arena, sizeof **(pointer) * (size_t) (n)),   \
   sim_memory_keep_array (memory, pointer, sizeof **(pointer) * (size_t) (n)))

/* A copy of all that is kept; g_free() it. */
void *sim_memory_save (const SimMemory *memory, size_t *size);
void sim_memory_restore (const SimMemory *memory, const void *copy);
