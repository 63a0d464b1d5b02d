/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interned names: one table of strings behind a lock, for all threads, never emptied,
 * so that equal names are equal pointers for as long as the program runs. */
#include "base/name.h"

#include <string.h>

/* The one table behind all names. GLib's own g_intern_string () leaks its index each
 * time that grows, which adds up to memory quadratic in the number of names. */
static GMutex guard;
static GStringChunk *names;

const char *
base_name (const char *text)
{
  g_mutex_lock (&guard);
  if (!names)
    names = g_string_chunk_new (1 << 16);
  const char *name = g_string_chunk_insert_const (names, text);
  g_mutex_unlock (&guard);
  return name;
}

const char *
base_name_n (const char *text, size_t length)
{
  char small[128];

  if (length < sizeof small) {
    memcpy (small, text, length);
    small[length] = '\0';
    return base_name (small);
  }
  g_autofree char *copy = g_strndup (text, length);
  return base_name (copy);
}
