/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/arena.h"

/* Arrays that grow in an arena. Growing doubles, so the total waste is at most the
 * final size, of large ones nothing. Read them as `vec.at[i]` for i < vec.n. A zeroed
 * one is empty.
 *
 *     BASE_VEC (double) samples = {0};
 *     base_vec_push (arena, samples, 1.5);
 */
#define BASE_VEC(type)                                                                 \
  struct {                                                                             \
    type *at;                                                                          \
    uint32_t n, max;                                                                   \
  }

/* How many it holds after the next growth; under provocation, while there are few,
 * hardly more than it must, so that it moves at nearly every one. */
#ifdef DASHPOT_PROVOKE
#define BASE_VEC_NEXT(max) ((max) < 256 ? (max) + (max) / 16 + 1 : 2 * (max))
#else
#define BASE_VEC_NEXT(max) ((max) == 0 ? 8 : 2 * (max))
#endif

#define base_vec_reserve(arena, vec, count)                                            \
  do {                                                                                 \
    uint32_t base_vec_want = (count);                                                  \
    if (base_vec_want > (vec).max) {                                                   \
      uint32_t base_vec_max = MAX (base_vec_want, BASE_VEC_NEXT ((vec).max));          \
      (vec).at = base_arena_grow ((arena), (vec).at, (vec).max * sizeof *(vec).at,     \
                                  base_vec_max * sizeof *(vec).at);                    \
      (vec).max = base_vec_max;                                                        \
    }                                                                                  \
  } while (0)

/* For qsort() and its like over uint32_t: the lower number first. */
static inline int
base_vec_by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return (x > y) - (x < y);
}

/* The value may be a compound literal, hence the variadic argument. */
#define base_vec_push(arena, vec, ...)                                                 \
  do {                                                                                 \
    base_vec_reserve ((arena), (vec), (vec).n + 1);                                    \
    (vec).at[(vec).n++] = (__VA_ARGS__);                                               \
  } while (0)

/* The same for one that is on the heap, where a longer copy leaves nothing behind.
 * g_free (vec.at) at the end. */
#define base_vec_push_heap(vec, ...)                                                   \
  do {                                                                                 \
    if ((vec).n == (vec).max) {                                                        \
      (vec).max = BASE_VEC_NEXT ((vec).max);                                           \
      (vec).at = g_realloc_n ((vec).at, (vec).max, sizeof *(vec).at);                  \
    }                                                                                  \
    (vec).at[(vec).n++] = (__VA_ARGS__);                                               \
  } while (0)
