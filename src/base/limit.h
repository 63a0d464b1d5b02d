/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>

/* What a compilation may take and touch. A zeroed one: half of the machine's memory,
 * and no folder but those of the model and the libraries. */
typedef struct {
  size_t memory;             /* bytes; 0: half of the machine's */
  size_t array;              /* bytes for one declaration or relation; 0: 1 GiB */
  const char *const *tables; /* NULL-terminated, or NULL: further folders, or files,
                              * that tables may be read from */
  GPtrArray *read;           /* NULL, or gets the paths of the files that tables were
                              * looked for in, owned texts, each once */
  const int *stop_flag;      /* NULL, or ends the compilation with E313 once it is set
                              * (atomic): nobody waits for it any more */
} BaseLimits;

/* Whether it is set. */
bool base_limits_is_stopped (const BaseLimits *limits);

/* The bytes that are meant. */
size_t base_limits_memory (const BaseLimits *limits);
size_t base_limits_array (const BaseLimits *limits);

/* "1.5 GiB", "300 MiB", "1 byte". Caller frees. */
char *base_limits_size_text (size_t bytes);
