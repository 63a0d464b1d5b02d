/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>

/* Memory by whole pages, for what is large: it costs nothing until it is touched, is
 * zero then, grows without being copied, and goes back to the system at once. From
 * 2 MiB on it asks for huge pages, of which one saves 512 faults. Running out of memory
 * aborts, as in GLib. Any thread may use it. */

/* Aligned to a page, and to 2 MiB if it is as long as that. */
void *base_pages_new (size_t size);

/* The same content in a place of `size` >= old_size, zero behind it; `old`, which is
 * gone, was got with `old_size`. */
void *base_pages_grow (void *old, size_t old_size, size_t size);

/* What malloc() hands out from here on is in huge pages too, but for the first 384 KiB:
 * 64 MiB of pieces below 2 MiB. What small models touch, of the program's text as well,
 * is made present. To be called once, at the begin of main(). */
void base_pages_widen_heap (void);

/* Back to the system; they were got with `size`. */
void base_pages_free (void *pages, size_t size);
