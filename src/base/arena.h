/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that is released at once.
 *
 * What one compilation makes lives in one arena and dies with it; nobody frees a part.
 * An arena belongs to one thread at a time. Running out of memory aborts, as in GLib.
 */
typedef struct BaseArena BaseArena;

BaseArena *base_arena_new (void);
void base_arena_free (BaseArena *arena);

/* Zeroed memory, aligned to 8 bytes. Size 0 gives a valid pointer. */
void *base_arena_alloc (BaseArena *arena, size_t size);

/* A longer copy of the array `old`; the old one stays valid until the arena dies. */
void *base_arena_grow (BaseArena *arena, const void *old, size_t old_size, size_t size);

char *base_arena_strdup (BaseArena *arena, const char *text);
char *base_arena_strndup (BaseArena *arena, const char *text, size_t length);
char *base_arena_printf (BaseArena *arena, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* Bytes handed out so far. */
size_t base_arena_used (const BaseArena *arena);

#define base_arena_new0(arena, type) ((type *) base_arena_alloc (arena, sizeof (type)))
#define base_arena_array(arena, type, n)                                               \
  ((type *) base_arena_alloc (arena, sizeof (type) * (size_t) (n)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BaseArena, base_arena_free)
