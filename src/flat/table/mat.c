/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrices in MAT files, read by libmatio. It is loaded with the first such file, since
 * it brings HDF5, which most runs do not need; headers are looked at before
 * (mat-check.c). Numbers lie column by column in the file and row by row here. */
#include <dlfcn.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include <matio.h>
#include <string.h>

#include "base/file.h"
#include "flat/build-private.h"
#include "flat/table/datafile.h"
#include "flat/table/mat-check.h"

/* What is used of libmatio, which is loaded with the first MAT file. */
#define SYMBOLS(X)                                                                     \
  X (Mat_Open)                                                                         \
  X (Mat_Close)                                                                        \
  X (Mat_VarReadInfo)                                                                  \
  X (Mat_VarReadNextInfo)                                                              \
  X (Mat_VarReadDataAll)                                                               \
  X (Mat_VarFree)

static struct {
#define X(symbol) __typeof__ (symbol) *symbol;
  SYMBOLS (X)
#undef X
  FlatInflate inflate; /* of the zlib that libmatio brings; NULL without it */
} matio;

static bool
load_symbols (void *library)
{
  /* ISO C has no cast from an object to a function. */
#define X(symbol) *(void **) &matio.symbol = dlsym (library, #symbol);
  SYMBOLS (X)
#undef X
  *(void **) &matio.inflate = dlsym (library, "uncompress");
#define X(symbol) &&matio.symbol != NULL
  return true SYMBOLS (X);
#undef X
}

/* Compilations on several threads may ask for it at once. It stays. */
static bool
load_matio (void)
{
  static gsize state = 0; /* 1: there, 2: missing */

  if (g_once_init_enter (&state)) {
    void *library = dlopen (MATIO_LIBRARY, RTLD_LAZY | RTLD_LOCAL);

    g_once_init_leave (&state, library != NULL && load_symbols (library) ? 1 : 2);
  }
  return state == 1;
}

/* The i-th number as it lies in the file, NaN for what is no number. */
static double
number_at (const matvar_t *var, size_t i)
{
#define CASE(TYPE, type)                                                               \
  case MAT_T_##TYPE:                                                                   \
    return (double) ((const type *) var->data)[i];

  switch (var->data_type) {
    CASE (DOUBLE, double)
    CASE (SINGLE, float)
    CASE (INT8, mat_int8_t)
    CASE (UINT8, mat_uint8_t)
    CASE (INT16, mat_int16_t)
    CASE (UINT16, mat_uint16_t)
    CASE (INT32, mat_int32_t)
    CASE (UINT32, mat_uint32_t)
  default:
    return (double) NAN;
  }
#undef CASE
}

static bool
is_matrix (const matvar_t *var)
{
  return var->rank == 2 && !var->isComplex && var->class_type >= MAT_C_DOUBLE &&
         var->class_type <= MAT_C_UINT32 && var->dims[0] > 0 && var->dims[1] > 0;
}

/* The named matrix, or the first one, without its numbers; NULL if there is none. */
static matvar_t *
find_matrix (mat_t *mat, const char *name)
{
  matvar_t *var;

  if (name[0] != '\0')
    return matio.Mat_VarReadInfo (mat, name);
  while ((var = matio.Mat_VarReadNextInfo (mat)) != NULL && !is_matrix (var))
    matio.Mat_VarFree (var);
  return var;
}

/* By columns in the file, by rows here; false if something is no number. */
static bool
copy_items (const matvar_t *var, BaseMatrix *data)
{
  *data = (BaseMatrix){.n_rows = (uint32_t) var->dims[0],
                       .n_columns = (uint32_t) var->dims[1]};
  data->items = g_new (double, (size_t) data->n_rows * data->n_columns);
  for (uint32_t i = 0; i < data->n_rows; i++)
    for (uint32_t k = 0; k < data->n_columns; k++) {
      double value = number_at (var, (size_t) k * data->n_rows + i);

      data->items[(size_t) i * data->n_columns + k] = value;
      if (!isfinite (value)) {
        g_clear_pointer (&data->items, g_free);
        return false;
      }
    }
  return true;
}

static bool
read_matrix (mat_t *mat, const FlatDataFile *file, BaseMatrix *data, char **fault)
{
  matvar_t *var = find_matrix (mat, file->name);

  if (var == NULL)
    *fault = file->name[0] == '\0'
                 ? g_strdup_printf (_ ("%s has no matrix of numbers"), file->path)
                 : g_strdup_printf (_ ("%s has no matrix %s"), file->path, file->name);
  else if (!is_matrix (var))
    *fault = g_strdup_printf (_ ("%s in %s is not a matrix of real numbers"),
                              file->name, file->path);
  else if (var->dims[0] > FLAT_MOST_ELEMENTS ||
           var->dims[1] > FLAT_MOST_ELEMENTS / var->dims[0])
    *fault = g_strdup_printf (_ ("%s has more than %d numbers"), file->path,
                              FLAT_MOST_ELEMENTS);
  else if (matio.Mat_VarReadDataAll (mat, var) != 0 || var->data == NULL ||
           !copy_items (var, data))
    *fault = file->name[0] == '\0'
                 ? g_strdup_printf (_ ("the matrix in %s cannot be read as numbers"),
                                    file->path)
                 : g_strdup_printf (_ ("%s in %s cannot be read as numbers"),
                                    file->name, file->path);
  matio.Mat_VarFree (var);
  return *fault == NULL;
}

static bool
is_sound (const char *path, char **fault)
{
  g_autoptr (GError) error = NULL;
  size_t n_bytes;
  g_autofree char *bytes =
      base_file_read_bytes (path, FLAT_MOST_FILE_BYTES, &n_bytes, &error);

  if (bytes == NULL)
    *fault = g_strdup (error->message);
  else if (!flat_mat_check_is_sound ((const uint8_t *) bytes, n_bytes, matio.inflate))
    *fault = g_strdup_printf (_ ("%s is not a MAT file, or is damaged"), path);
  return *fault == NULL;
}

bool
flat_datafile_read_mat (const FlatDataFile *file, BaseMatrix *data, char **fault)
{
  bool is_read;

  *fault = NULL;
  if (!load_matio ()) {
    *fault = g_strdup_printf (_ ("%s cannot be read: %s is not installed"), file->path,
                              MATIO_LIBRARY);
    return false;
  }
  if (!is_sound (file->path, fault))
    return false;
  mat_t *mat = matio.Mat_Open (file->path, MAT_ACC_RDONLY);
  if (mat == NULL) {
    *fault = g_strdup_printf (_ ("%s is not a MAT file, or is damaged"), file->path);
    return false;
  }
  is_read = read_matrix (mat, file, data, fault);
  matio.Mat_Close (mat);
  return is_read;
}
