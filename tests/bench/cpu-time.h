/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <time.h>

/* Milliseconds that this thread has computed, which, unlike the clock on the wall, do
 * not grow while others do. */
static inline double
cpu_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * (double) now.tv_sec + 1e-6 * (double) now.tv_nsec;
}
