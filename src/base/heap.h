/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* A binary heap (Williams 1964, children of i at 2i + 1 and 2i + 2) in an array of any
 * type, whose size is given with each call, the least by `compare` first. What compares
 * as equal comes out in no particular order, so `compare` decides ties. O(log n) each:
 * what moves up or down is written once, at the place where it stays. Inline, so that
 * the compiler knows size and order. */
static inline void
base_heap_push (GArray *heap, gconstpointer entry, gsize size, GCompareFunc compare)
{
  guint i = heap->len;

  g_array_set_size (heap, i + 1);
  char *at = heap->data;
  for (; i > 0 && compare (entry, at + (i - 1) / 2 * size) < 0; i = (i - 1) / 2)
    memcpy (at + i * size, at + (i - 1) / 2 * size, size);
  memcpy (at + i * size, entry, size);
}

/* Moves the least to `entry`; the heap is not empty. */
static inline void
base_heap_pop (GArray *heap, gpointer entry, gsize size, GCompareFunc compare)
{
  const guint n = heap->len - 1;
  char *at = heap->data;
  guint i = 0;

  memcpy (entry, at, size);
  for (guint child = 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && compare (at + (child + 1) * size, at + child * size) < 0)
      child++;
    if (compare (at + child * size, at + n * size) >= 0)
      break;
    memcpy (at + i * size, at + child * size, size);
    i = child;
  }
  memmove (at + i * size, at + n * size, size);
  g_array_set_size (heap, n);
}
