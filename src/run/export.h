/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdio.h>

#include "run/trace.h"
#include "sim/model.h"

/* "a.b, c[1, 2].d" split at commas outside brackets to "a.b" and "c[1,2].d",
 * NULL-terminated. Caller frees. */
char **run_export_split_signals (const char *const *texts);

/* The variables of these names, *n of them; the caller frees. NULL and an error that
 * names the first unknown one, with names near to it. */
uint32_t *run_export_find_signals (const SimModel *model,
                                   const char *const *texts,
                                   uint32_t *n,
                                   GError **error);

/* All variables that a user would name (not is_derived), and the parameters, too, where
 * a file of that name has a place for them that takes no rows (.mat; NULL: none).
 * Caller frees. */
uint32_t *run_export_all_signals (const SimModel *model, const char *path, uint32_t *n);

/* Whether results are written under this name: one that ends in .csv, .mat or in
 * nothing, a pipe, a device. Else an error that says so, since another ending asks for
 * another format. */
bool run_export_check_name (const char *path, GError **error);

/* Columns of results. All of it is borrowed. */
typedef struct {
  const RunTrace *trace;
  const SimModel *model;
  const uint32_t *columns;
  uint32_t n_columns;
  bool has_units; /* CSV: a second header line, of the units; none is empty */
} RunTable;

/* As CSV: first column `time`, then signals by dotted name, one header line, numbers
 * that read back exactly, in SI units; two rows with the same time at an event. Ends
 * behind a whole row when *stop_flag (NULL: never; atomic) is set, which returns false.
 * What goes wrong with the stream is the caller's to ask for. */
bool run_export_rows (FILE *file, const RunTable *table, const int *stop_flag);

/* In a file, written atomically: as a MAT file (run/export-mat.h) if the name ends in
 * .mat, else as CSV. The name is checked. */
bool run_export_save (const RunTable *table, const char *path, GError **error);
