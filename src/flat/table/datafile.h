/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/csv.h"

/* Matrices of numbers in files: CSV, and MAT (versions 4 to 7.3) if the program was
 * built with libmatio. */

/* The largest file that is read at all. */
enum { FLAT_MOST_FILE_BYTES = 64 << 20 };

/* Which numbers are meant. */
typedef struct {
  const char *path;        /* ".mat" at its end: a MAT file, else CSV */
  const char *name;        /* of the matrix in a MAT file, "" for the first one */
  uint32_t n_header_lines; /* CSV: lines to leave out at the beginning */
  char delimiter;          /* CSV: between values; ' ': any number of blanks */
} FlatDataFile;

/* Reads at most FLAT_MOST_ELEMENTS numbers. False with a sentence without full stop in
 * `fault`, which the caller frees. */
bool flat_datafile_read (const FlatDataFile *file, BaseMatrix *data, char **fault);

/* The same for a MAT file. */
bool flat_datafile_read_mat (const FlatDataFile *file, BaseMatrix *data, char **fault);
