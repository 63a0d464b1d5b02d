/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Tables of numbers as text: one row per line, all of one length. Blank lines do not
 * count. */

typedef struct {
  const char *path;        /* for messages */
  uint32_t n_header_lines; /* to leave out at the beginning */
  char delimiter;          /* between values; ' ': any number of blanks */
  bool only_finite;        /* `inf` and `nan` are no numbers */
  uint32_t most;           /* numbers that are read */
} BaseCsvForm;

typedef struct {
  uint32_t n_rows;
  uint32_t n_columns;
  double *items; /* row by row; free with g_free() */
} BaseMatrix;

/* False with a sentence without full stop in `fault`, which the caller frees; it says
 * where, but quotes nothing. The text has a zero behind it. */
bool base_csv_read (const BaseCsvForm *form,
                    const char *text,
                    BaseMatrix *table,
                    char **fault);

/* The names in the first line, separated by commas; in quotes where they hold one.
 * NULL-terminated; caller frees. */
char **base_csv_names (const char *text);
