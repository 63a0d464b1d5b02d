/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdint.h>

/* Numbers below 1e-308 as zeros. A disturbance that has not yet come to the far end of
 * a large model leaves values there that no one can see, and on most processors each
 * operation with one of them costs a hundred others: a chain of 10,000 masses takes six
 * times as long. Belongs to the thread; nests. */
typedef uint64_t SimDenormals;

#if defined(__SSE2__)
#include <xmmintrin.h>

static inline SimDenormals
sim_denormals_begin (void)
{
  const unsigned flush_results = 0x8000, flush_operands = 0x0040;
  unsigned before = _mm_getcsr ();

  _mm_setcsr (before | flush_results | flush_operands);
  return before;
}

static inline void
sim_denormals_end (SimDenormals before)
{
  _mm_setcsr ((unsigned) before);
}

#elif defined(__aarch64__)

static inline SimDenormals
sim_denormals_begin (void)
{
  const uint64_t flush_to_zero = UINT64_C (1) << 24;
  uint64_t before;

  __asm__ volatile("mrs %0, fpcr" : "=r"(before));
  __asm__ volatile("msr fpcr, %0" : : "r"(before | flush_to_zero));
  return before;
}

static inline void
sim_denormals_end (SimDenormals before)
{
  __asm__ volatile("msr fpcr, %0" : : "r"(before));
}

#else

static inline SimDenormals
sim_denormals_begin (void)
{
  return 0;
}

static inline void
sim_denormals_end (SimDenormals before)
{
}

#endif
