/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices in files: by the ending of the name, MAT (libmatio) or text. The size is
 * asked before anything is read, so that neither a device nor an immense file is. */
#include "flat/table/datafile.h"

#include "base/file.h"
#include "flat/build-private.h"

static bool
read_csv (const FlatDataFile *file, BaseMatrix *data, char **fault)
{
  const BaseCsvForm form = {.path = file->path,
                            .n_header_lines = file->n_header_lines,
                            .delimiter = file->delimiter,
                            .only_finite = true,
                            .most = FLAT_MOST_ELEMENTS};
  g_autoptr (GError) error = NULL;
  size_t length;
  g_autofree char *text =
      base_file_read (file->path, FLAT_MOST_FILE_BYTES, &length, &error);

  if (text == NULL) {
    *fault = g_strdup (error->message);
    return false;
  }
  return base_csv_read (&form, text, data, fault);
}

bool
flat_datafile_read (const FlatDataFile *file, BaseMatrix *data, char **fault)
{
  g_autoptr (GError) error = NULL;
  size_t size;

  if (!base_file_check (file->path, FLAT_MOST_FILE_BYTES, &size, &error)) {
    *fault = g_strdup (error->message);
    return false;
  }
  return base_file_has_ending (file->path, ".mat")
             ? flat_datafile_read_mat (file, data, fault)
             : read_csv (file, data, fault);
}
