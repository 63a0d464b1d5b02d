/* Matrices in MAT files. */
#include <math.h>

#include <matio.h>

#include "flat/build.h"
#include "flat/datafile.h"

/* The i-th number as it lies in the file, NaN for what is no number. */
static double
number_at (const matvar_t *var, size_t i)
{
  switch (var->data_type) {
  case MAT_T_DOUBLE:
    return ((const double *) var->data)[i];
  case MAT_T_SINGLE:
    return (double) ((const float *) var->data)[i];
  case MAT_T_INT8:
    return ((const mat_int8_t *) var->data)[i];
  case MAT_T_UINT8:
    return ((const mat_uint8_t *) var->data)[i];
  case MAT_T_INT16:
    return ((const mat_int16_t *) var->data)[i];
  case MAT_T_UINT16:
    return ((const mat_uint16_t *) var->data)[i];
  case MAT_T_INT32:
    return ((const mat_int32_t *) var->data)[i];
  case MAT_T_UINT32:
    return ((const mat_uint32_t *) var->data)[i];
  default:
    return (double) NAN;
  }
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
    return Mat_VarReadInfo (mat, name);
  while ((var = Mat_VarReadNextInfo (mat)) != NULL && !is_matrix (var))
    Mat_VarFree (var);
  return var;
}

/* By columns in the file, by rows here; false if something is no number. */
static bool
copy_items (const matvar_t *var, FlatData *data)
{
  *data = (FlatData){.n_rows = (uint32_t) var->dims[0],
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
read_matrix (mat_t *mat, const FlatDataFile *file, FlatData *data, char **fault)
{
  matvar_t *var = find_matrix (mat, file->name);

  if (var == NULL)
    *fault = g_strdup_printf ("%s has no matrix %s", file->path,
                              file->name[0] == '\0' ? "of numbers" : file->name);
  else if (!is_matrix (var))
    *fault = g_strdup_printf ("%s in %s is no matrix of real numbers", var->name,
                              file->path);
  else if (var->dims[0] > FLAT_MOST_ELEMENTS ||
           var->dims[1] > FLAT_MOST_ELEMENTS / var->dims[0])
    *fault =
        g_strdup_printf ("%s has more than %d numbers", file->path, FLAT_MOST_ELEMENTS);
  else if (Mat_VarReadDataAll (mat, var) != 0 || var->data == NULL ||
           !copy_items (var, data))
    *fault =
        g_strdup_printf ("%s in %s cannot be read as numbers", var->name, file->path);
  Mat_VarFree (var);
  return *fault == NULL;
}

bool
flat_mat_read (const FlatDataFile *file, FlatData *data, char **fault)
{
  mat_t *mat = Mat_Open (file->path, MAT_ACC_RDONLY);
  bool is_read;

  *fault = NULL;
  if (mat == NULL) {
    *fault = g_strdup_printf ("%s is no MAT file", file->path);
    return false;
  }
  is_read = read_matrix (mat, file, data, fault);
  Mat_Close (mat);
  return is_read;
}
