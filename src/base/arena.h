/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that is released at once.
 *
 * What one compilation makes lives in one arena and dies with it; nobody frees a part.
 * An arena belongs to one thread at a time. Running out of memory aborts, as in GLib.
 * Under the address sanitizer what was not handed out is poisoned: the rest of a block,
 * a zone behind each piece, and what was released by growing.
 */
typedef struct BaseArena BaseArena;

/* Empty; its first block comes with the first piece. Freeing it releases all that it
 * handed out; NULL is allowed. */
BaseArena *base_arena_new (void);
void base_arena_free (BaseArena *arena);

/* Releases all that it handed out, and keeps most of the memory for what comes. */
void base_arena_clear (BaseArena *arena);

/* Zeroed memory, aligned to 8 bytes. Size 0 gives a valid pointer. */
void *base_arena_alloc (BaseArena *arena, size_t size);

/* A copy of `old_size` bytes in a place of `size`. */
void *base_arena_copy (BaseArena *arena, const void *old, size_t old_size, size_t size);

/* The same for an array that is released with it; `old` was got with `old_size`. */
void *base_arena_grow (BaseArena *arena, void *old, size_t old_size, size_t size);

/* Copies with a zero byte behind them, in the arena: of a text, of its first `length`
 * bytes, of a printed one. */
char *base_arena_strdup (BaseArena *arena, const char *text);
char *base_arena_strndup (BaseArena *arena, const char *text, size_t length);
char *base_arena_printf (BaseArena *arena, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Bytes handed out so far, but for large arrays that have grown: their last size. */
size_t base_arena_used (const BaseArena *arena);

#define base_arena_new0(arena, type) ((type *) base_arena_alloc (arena, sizeof (type)))
#define base_arena_array(arena, type, n)                                               \
  ((type *) base_arena_alloc (arena, sizeof (type) * (size_t) (n)))

/* A value that lives in the arena: base_arena_keep (arena, BaseSpan, {.begin = 3}). */
#define base_arena_keep(arena, type, ...)                                              \
  ((type *) base_arena_copy ((arena), &(type) __VA_ARGS__, sizeof (type),              \
                             sizeof (type)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BaseArena, base_arena_free)
