/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A binary heap in an array of any type, the least by `compare` first. What compares as
 * equal comes out in no particular order, so `compare` decides ties. O(log n) each. */
void base_heap_push (GArray *heap, gconstpointer entry, GCompareFunc compare);
/* Moves the least to `entry`; the heap is not empty. */
void base_heap_pop (GArray *heap, gpointer entry, GCompareFunc compare);
