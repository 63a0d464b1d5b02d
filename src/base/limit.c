/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits that nobody chose: half of the memory of the machine for a compilation, and
 * as much for one array as a slip in its size must not exceed. */
#include "base/limit.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <unistd.h>

#define USUAL_ARRAY ((size_t) 1 << 30)

/* Where the machine does not say how much it has. */
#define USUAL_MEMORY ((size_t) 2 << 30)

size_t
base_limits_memory (const BaseLimits *limits)
{
  long n_pages = sysconf (_SC_PHYS_PAGES), page = sysconf (_SC_PAGESIZE);

  if (limits->memory > 0)
    return limits->memory;
  return n_pages > 0 && page > 0 ? (size_t) n_pages / 2 * (size_t) page : USUAL_MEMORY;
}

size_t
base_limits_array (const BaseLimits *limits)
{
  return limits->array > 0 ? limits->array : USUAL_ARRAY;
}

bool
base_limits_is_stopped (const BaseLimits *limits)
{
  return limits->stop_flag != NULL && g_atomic_int_get (limits->stop_flag) != 0;
}

char *
base_limits_size_text (size_t bytes)
{
  if (bytes < 1024)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u byte", "%u bytes", bytes),
                            (unsigned) bytes);

  static const char *const UNITS[] = {"KiB", "MiB", "GiB"};
  double size = ldexp ((double) bytes, -10);
  size_t unit = 0;

  for (; size >= 1024 && unit + 1 < G_N_ELEMENTS (UNITS); unit++)
    size /= 1024;
  return g_strdup_printf ("%.3g %s", size, UNITS[unit]);
}
