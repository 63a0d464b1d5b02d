/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The heap of Williams (1964), children of i at 2i + 1 and 2i + 2: what moves up or
 * down is written once, at the place where it stays. */
#include "base/heap.h"

#include <string.h>

static gpointer
at (const GArray *heap, guint i)
{
  return heap->data + (gsize) i * g_array_get_element_size ((GArray *) heap);
}

void
base_heap_push (GArray *heap, gconstpointer entry, GCompareFunc compare)
{
  const gsize size = g_array_get_element_size (heap);
  guint i = heap->len;

  g_array_set_size (heap, i + 1);
  for (; i > 0 && compare (entry, at (heap, (i - 1) / 2)) < 0; i = (i - 1) / 2)
    memcpy (at (heap, i), at (heap, (i - 1) / 2), size);
  memcpy (at (heap, i), entry, size);
}

void
base_heap_pop (GArray *heap, gpointer entry, GCompareFunc compare)
{
  const gsize size = g_array_get_element_size (heap);
  const guint n = heap->len - 1;
  gconstpointer last = at (heap, n);
  guint i = 0;

  memcpy (entry, at (heap, 0), size);
  for (guint child = 1; child < n; child = 2 * i + 1) {
    if (child + 1 < n && compare (at (heap, child + 1), at (heap, child)) < 0)
      child++;
    if (compare (at (heap, child), last) >= 0)
      break;
    memcpy (at (heap, i), at (heap, child), size);
    i = child;
  }
  memmove (at (heap, i), last, size);
  g_array_set_size (heap, n);
}
