/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of mat.c where the program is built without libmatio: every MAT file is
 * refused with a sentence that says so. */
#include <glib.h>
#include <glib/gi18n-lib.h>

#include "flat/table/datafile.h"

bool
flat_datafile_read_mat (const FlatDataFile *file, BaseMatrix *data, char **fault)
{
  *data = (BaseMatrix){0};
  *fault = g_strdup_printf (
      _ ("%s cannot be read: this program was built without libmatio"), file->path);
  return false;
}
