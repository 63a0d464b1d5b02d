/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts together what a program needs that has a text and wants a model: the library,
 * the text on top of it, the choice of the model in it, and its compilation. */
#include "run/open.h"

#include <glib.h>
#include <glib/gi18n-lib.h>

#include "base/folder.h"
#include "lang/parse.h"
#include "lib/model.h"

LibIndex *
run_open_library (BaseDiags *diags, GError **error)
{
  g_autofree char *data = base_folder_data ();

  return lib_index_load_all (data, diags, error);
}

const LibEntry *
run_open_choose (const LibIndex *index,
                 const LangFile *file,
                 const char *wanted,
                 const LibEntry **component,
                 GError **error)
{
  const LibEntry *analysis;
  g_autofree char *candidates = NULL;
  const char *path = base_source_path (lang_file_source (file));
  const LibEntry *model = lib_model_find (index, file, wanted, &analysis, &candidates);
  const bool has_list = candidates != NULL && *candidates != '\0';

  if (component != NULL)
    *component = model;
  if (analysis != NULL || model != NULL)
    return analysis != NULL ? analysis : model;
  if (wanted != NULL && has_list)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                 _ ("there is no component or analysis `%s` in %s; there are %s"),
                 wanted, path, candidates);
  else if (wanted != NULL)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                 _ ("there is no component or analysis `%s` in %s"), wanted, path);
  else if (has_list)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                 _ ("%s holds several models, of which one must be named: %s"), path,
                 candidates);
  else
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 _ ("%s holds no component that could be simulated"), path);
  return NULL;
}

SimModel *
run_open_source (const LibIndex *library,
                 const BaseSource *source,
                 const char *wanted,
                 RunSettings *settings,
                 BaseDiags *diags,
                 GError **error)
{
  g_autoptr (LangFile) file = lang_parse (source, diags);
  g_autoptr (LibIndex) index = lib_index_put (library, file, NULL, diags);

  if (base_diags_has_errors (diags))
    return NULL;
  const RunTarget target = {.model =
                                run_open_choose (index, file, wanted, NULL, error)};
  return target.model != NULL ? run_compile (index, &target, settings, diags) : NULL;
}

SimModel *
run_open_file (const LibIndex *library,
               const char *path,
               const char *wanted,
               RunSettings *settings,
               BaseDiags *diags,
               GError **error)
{
  g_autoptr (BaseSource) source = base_source_read (path, error);

  return source != NULL
             ? run_open_source (library, source, wanted, settings, diags, error)
             : NULL;
}
