/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of places, in the order in which the parts of a run were made, which is the
 * same for all runs of a model. A copy is their contents one behind the other; an array
 * that grows has its length in front. Both directions cost one pass over the list. */
#include "sim/memory.h"

#include <string.h>

typedef enum { IN_PLACE, BEHIND_POINTER, GROWING } Kind;

typedef struct {
  Kind kind;
  void *at;
  size_t size; /* GROWING: unused */
} Kept;

typedef struct {
  void (*function) (void *object);
  void *object;
} Hook;

SimMemory *
sim_memory_new (void)
{
  SimMemory *memory = g_new (SimMemory, 1);

  memory->arena = base_arena_new ();
  memory->kept = g_array_new (FALSE, FALSE, sizeof (Kept));
  memory->hooks = g_array_new (FALSE, FALSE, sizeof (Hook));
  memory->owned = g_array_new (FALSE, FALSE, sizeof (Hook));
  return memory;
}

void
sim_memory_free (SimMemory *memory)
{
  for (guint i = memory->owned->len; i-- > 0;) {
    const Hook *hook = &g_array_index (memory->owned, Hook, i);
    hook->function (hook->object);
  }
  base_arena_free (memory->arena);
  g_array_unref (memory->owned);
  g_array_unref (memory->kept);
  g_array_unref (memory->hooks);
  g_free (memory);
}

static void
add (SimMemory *memory, Kept kept)
{
  if (kept.size > 0 || kept.kind == GROWING)
    g_array_append_val (memory->kept, kept);
}

void
sim_memory_keep (SimMemory *memory, void *place, size_t size)
{
  add (memory, (Kept){IN_PLACE, place, size});
}

void
sim_memory_keep_array (SimMemory *memory, void *pointer, size_t size)
{
  add (memory, (Kept){BEHIND_POINTER, pointer, size});
}

GArray *
sim_memory_growing (SimMemory *memory, size_t element_size)
{
  GArray *array = g_array_new (FALSE, FALSE, (guint) element_size);

  add (memory, (Kept){GROWING, array, 0});
  sim_memory_own (memory, array, (GDestroyNotify) g_array_unref);
  return array;
}

void
sim_memory_own (SimMemory *memory, void *object, GDestroyNotify free)
{
  Hook hook = {free, object};

  g_array_append_val (memory->owned, hook);
}

void
sim_memory_when_restored (SimMemory *memory,
                          void (*function) (void *object),
                          void *object)
{
  Hook hook = {function, object};

  g_array_append_val (memory->hooks, hook);
}

/* Where the bytes are now. */
static char *
bytes_of (const Kept *kept)
{
  char *bytes = kept->at;

  if (kept->kind == BEHIND_POINTER)
    memcpy (&bytes, kept->at, sizeof bytes);
  return kept->kind == GROWING ? ((GArray *) kept->at)->data : bytes;
}

static size_t
size_of (const Kept *kept)
{
  GArray *array = kept->at;

  return kept->kind == GROWING ? array->len * g_array_get_element_size (array)
                               : kept->size;
}

void *
sim_memory_save (const SimMemory *memory, size_t *size)
{
  *size = 0;
  for (guint i = 0; i < memory->kept->len; i++) {
    const Kept *kept = &g_array_index (memory->kept, Kept, i);
    *size += size_of (kept) + (kept->kind == GROWING ? sizeof (guint) : 0);
  }
  char *copy = g_malloc (*size), *to = copy;
  for (guint i = 0; i < memory->kept->len; i++) {
    const Kept *kept = &g_array_index (memory->kept, Kept, i);
    size_t n = size_of (kept);

    if (kept->kind == GROWING) {
      memcpy (to, &((GArray *) kept->at)->len, sizeof (guint));
      to += sizeof (guint);
    }
    if (n > 0)
      memcpy (to, bytes_of (kept), n);
    to += n;
  }
  return copy;
}

void
sim_memory_restore (const SimMemory *memory, const void *copy)
{
  const char *from = copy;

  for (guint i = 0; i < memory->kept->len; i++) {
    const Kept *kept = &g_array_index (memory->kept, Kept, i);

    if (kept->kind == GROWING) {
      guint length;
      memcpy (&length, from, sizeof length);
      from += sizeof length;
      g_array_set_size (kept->at, length);
    }
    size_t n = size_of (kept);
    if (n > 0)
      memcpy (bytes_of (kept), from, n);
    from += n;
  }
  for (guint i = 0; i < memory->hooks->len; i++) {
    const Hook *hook = &g_array_index (memory->hooks, Hook, i);
    hook->function (hook->object);
  }
}
