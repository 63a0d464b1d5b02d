/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run/trace.h"

/* Results read from a CSV file as `run` writes it. */
typedef struct {
  RunTrace *trace;
  uint32_t n;
  char **names; /* in the header, `time` first; NULL-terminated */
} CliTable;

/* False and an error that names the line if it is no such table. */
bool cli_table_read (CliTable *table, const char *path, GError **error);
void cli_table_clear (CliTable *table);

/* The column of that name, or UINT32_MAX. */
uint32_t cli_table_find (const CliTable *table, const char *name);
