/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory is cut from blocks that double in size up to LAST_SMALL, and from then on are
 * so large that the system gives huge pages for them, as they are touched. A large
 * piece has a block of its own, so that growing it copies nothing and leaves nothing
 * behind. Under AddressSanitizer pieces lie apart and what is not in use is poisoned,
 * so that writing past one is seen. */
#include "base/arena.h"

#include <stdbool.h>
#include <string.h>

#include "base/pages.h"

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
#define LAST_SMALL          ((size_t) 32 * 1024)
#define LAST_BLOCK          ((size_t) 64 * 1024)
#define spoil(memory, size) ((size) > 0 ? memset ((memory), 0xcb, (size)) : NULL)
#else
#define FIRST_BLOCK         ((size_t) 16 * 1024)
#define LAST_SMALL          ((size_t) 512 * 1024)
#define LAST_BLOCK          ((size_t) 16 * 1024 * 1024)
#define spoil(memory, size) ((void) (memory), (void) (size))
#endif

/* Blocks of 2 MiB and more come by pages, unless somebody watches. */
#if defined(DASHPOT_PROVOKE) || defined(__SANITIZE_ADDRESS__)
#define HAS_PAGES false
#else
#define HAS_PAGES true
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
  Block *large;  /* of one piece each */
  Block *spare;  /* what base_arena_clear() left */
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

/* It must not waste the rest of the block that is being filled. */
static bool
is_large (size_t whole)
{
  return whole >= LAST_BLOCK / 8;
}

/* Below, the heap has huge pages (pages.h), and a mapping of its own none. */
static bool
comes_by_pages (size_t size)
{
  return HAS_PAGES && is_large (size);
}

static Block *
block_new (size_t size)
{
  bool is_by_pages = comes_by_pages (size);
  size_t whole = sizeof (Block) + size;
  Block *block = is_by_pages ? base_pages_new (whole) : g_malloc (whole);

  *block = (Block){.size = size, .clean = is_by_pages ? size : 0};
  ASAN_POISON_MEMORY_REGION (block->data, size);
  return block;
}

static void
block_free (Block *block)
{
  ASAN_UNPOISON_MEMORY_REGION (block->data, block->size);
  spoil (block->data, block->size);
  if (comes_by_pages (block->size))
    base_pages_free (block, sizeof (Block) + block->size);
  else
    g_free (block);
}

static void
free_all (Block *first)
{
  for (Block *block = first, *next; block != NULL; block = next) {
    next = block->next;
    block_free (block);
  }
}

void
base_arena_free (BaseArena *arena)
{
  if (arena == NULL)
    return;
  free_all (arena->blocks);
  free_all (arena->large);
  free_all (arena->spare);
  g_free (arena);
}

/* Blocks are zero again where they were used; the longest stands first. */
void
base_arena_clear (BaseArena *arena)
{
  Block **end = &arena->blocks;

  free_all (arena->large);
  arena->large = NULL;
  for (; *end != NULL; end = &(*end)->next) {
    Block *block = *end;

    ASAN_UNPOISON_MEMORY_REGION (block->data, block->used);
    memset (block->data, 0, block->used);
    ASAN_POISON_MEMORY_REGION (block->data, block->used);
    block->used = 0;
  }
  *end = arena->spare;
  arena->spare = arena->blocks;
  arena->blocks = NULL;
  arena->used = 0;
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

static size_t
rounded (size_t size)
{
  size_t whole = ((size + ALIGNMENT - 1) & ~(ALIGNMENT - 1)) + ZONE;

  g_assert (whole >= size);
  return whole;
}

/* One that was left and is long enough, or a new one. */
static Block *
next_block (BaseArena *arena, size_t whole)
{
  Block *block = arena->spare;

  if (block != NULL && block->size >= whole) {
    arena->spare = block->next;
    return block;
  }
  block = block_new (MAX (arena->next_size - sizeof (Block), whole));
  arena->next_size = arena->next_size < LAST_SMALL ? 2 * arena->next_size : LAST_BLOCK;
  return block;
}

/* The block that a piece of this size begins in. */
static Block *
block_for (BaseArena *arena, size_t whole)
{
  Block *block = arena->blocks;

  if (is_large (whole)) {
    block = block_new (whole);
    block->next = arena->large;
    arena->large = block;
  } else if (block == NULL || block->size - block->used < whole) {
    block = next_block (arena, whole);
    block->next = arena->blocks;
    arena->blocks = block;
  }
  return block;
}

void *
base_arena_alloc (BaseArena *arena, size_t size)
{
  size_t whole = rounded (size);
  Block *block = block_for (arena, whole);
  void *memory = block->data + block->used;

  block->used += whole;
  if (block->used > block->clean)
    clean_up_to (block, block->used);
  ASAN_UNPOISON_MEMORY_REGION (memory, size);
  arena->used += whole;
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

/* A large piece of whole pages to a longer one. */
static void *
move_pages (BaseArena *arena, void *old, size_t size)
{
  Block **link = &arena->large;

  while ((*link)->data != old)
    link = &(*link)->next;
  Block *block =
      base_pages_grow (*link, sizeof (Block) + (*link)->size, sizeof (Block) + size);
  arena->used += size - block->size;
  block->size = block->used = block->clean = size;
  *link = block;
  return block->data;
}

void *
base_arena_grow (BaseArena *arena, void *old, size_t old_size, size_t size)
{
  if (old_size > 0 && is_large (rounded (old_size)) && HAS_PAGES)
    return move_pages (arena, old, rounded (size));
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
