/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory is cut from blocks that double in size up to LAST_BLOCK. Under
 * AddressSanitizer pieces lie apart and what is not in use is poisoned, so that
 * writing past one is seen. */
#include "base/arena.h"

#include <string.h>

/* Pieces of an arena are apart from each other only where somebody watches. */
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define ZONE ((size_t) 16)
#else
#define ZONE                                  ((size_t) 0)
#define ASAN_POISON_MEMORY_REGION(at, size)   ((void) (at), (void) (size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void) (at), (void) (size))
#endif

/* Under provocation blocks are so small that what is asked for together is not next to
 * each other, and what is released is overwritten, so that whoever still reads it
 * notices (as ltests.h of Lua does, R. Ierusalimschy). */
#ifdef DASHPOT_PROVOKE
#define FIRST_BLOCK         ((size_t) 64)
#define LAST_BLOCK          ((size_t) 64 * 1024)
#define spoil(memory, size) ((size) > 0 ? memset ((memory), 0xcb, (size)) : NULL)
#else
#define FIRST_BLOCK         ((size_t) 16 * 1024)
#define LAST_BLOCK          ((size_t) 4 * 1024 * 1024)
#define spoil(memory, size) ((void) (memory), (void) (size))
#endif
#define ALIGNMENT  ((size_t) 8)
#define CLEAN_STEP ((size_t) 4 * 1024)

typedef struct Block {
  struct Block *next;
  size_t size;
  size_t used;
  size_t clean; /* bytes that are zero or in use */
  char data[];
} Block;

struct BaseArena {
  Block *blocks; /* the first one is being filled */
  size_t next_size;
  size_t used;
};

BaseArena *
base_arena_new (void)
{
  BaseArena *arena = g_new0 (BaseArena, 1);

  arena->next_size = FIRST_BLOCK;
  return arena;
}

void
base_arena_free (BaseArena *arena)
{
  if (arena == NULL)
    return;
  for (Block *block = arena->blocks, *next; block != NULL; block = next) {
    next = block->next;
    ASAN_UNPOISON_MEMORY_REGION (block->data, block->size);
    spoil (block->data, block->size);
    g_free (block);
  }
  g_free (arena);
}

static Block *
block_new (BaseArena *arena, size_t at_least)
{
  size_t size = MAX (arena->next_size, at_least);
  Block *block = g_malloc (sizeof (Block) + size);

  *block = (Block){.size = size};
  ASAN_POISON_MEMORY_REGION (block->data, size);
  arena->next_size = MIN (2 * arena->next_size, LAST_BLOCK);
  return block;
}

/* Memory is cleared shortly before it is used, while it is on its way to the cache. */
static void
clean_up_to (Block *block, size_t end)
{
  size_t target = MIN (MAX (end, block->clean + CLEAN_STEP), block->size);

  ASAN_UNPOISON_MEMORY_REGION (block->data + block->clean, target - block->clean);
  memset (block->data + block->clean, 0, target - block->clean);
  ASAN_POISON_MEMORY_REGION (block->data + block->clean, target - block->clean);
  block->clean = target;
}

void *
base_arena_alloc (BaseArena *arena, size_t size)
{
  size_t rounded = ((size + ALIGNMENT - 1) & ~(ALIGNMENT - 1)) + ZONE;
  Block *block = arena->blocks;

  g_assert (rounded >= size);
  if (block == NULL || block->size - block->used < rounded) {
    Block *fresh = block_new (arena, rounded);

    /* A large request must not waste the rest of the block that is being filled. */
    if (block != NULL && rounded > LAST_BLOCK / 4) {
      fresh->next = block->next;
      block->next = fresh;
    } else {
      fresh->next = block;
      arena->blocks = fresh;
    }
    block = fresh;
  }
  void *memory = block->data + block->used;
  block->used += rounded;
  if (block->used > block->clean)
    clean_up_to (block, block->used);
  ASAN_UNPOISON_MEMORY_REGION (memory, size);
  arena->used += rounded;
  return memory;
}

void *
base_arena_copy (BaseArena *arena, const void *old, size_t old_size, size_t size)
{
  void *memory = base_arena_alloc (arena, size);

  if (old_size > 0)
    memcpy (memory, old, old_size);
  return memory;
}

void *
base_arena_grow (BaseArena *arena, void *old, size_t old_size, size_t size)
{
  void *memory = base_arena_copy (arena, old, old_size, size);

  spoil (old, old_size);
  ASAN_POISON_MEMORY_REGION (old, old_size);
  return memory;
}

char *
base_arena_strndup (BaseArena *arena, const char *text, size_t length)
{
  char *copy = base_arena_alloc (arena, length + 1);

  memcpy (copy, text, length);
  return copy;
}

char *
base_arena_strdup (BaseArena *arena, const char *text)
{
  return base_arena_strndup (arena, text, strlen (text));
}

char *
base_arena_printf (BaseArena *arena, const char *format, ...)
{
  char small[256];
  va_list args;

  va_start (args, format);
  int length = g_vsnprintf (small, sizeof small, format, args);
  va_end (args);
  g_assert (length >= 0);
  if ((size_t) length < sizeof small)
    return base_arena_strndup (arena, small, (size_t) length);
  char *text = base_arena_alloc (arena, (size_t) length + 1);
  va_start (args, format);
  g_vsnprintf (text, (gulong) length + 1, format, args);
  va_end (args);
  return text;
}

size_t
base_arena_used (const BaseArena *arena)
{
  return arena->used;
}
