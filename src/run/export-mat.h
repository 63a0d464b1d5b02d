/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "run/export.h"

/* A table as a MAT file of level 4, "Atrajectory" 1.1, numbers in SI units. What goes
 * wrong with the stream is the caller's to ask for. */
void run_export_mat (FILE *file, const RunTable *table);
