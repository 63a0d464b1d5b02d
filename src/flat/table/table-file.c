/* SPDX-License-Identifier: GPL-3.0-or-later */
/* table_file (file, matrix, header lines, delimiter): constant matrices from files. The
 * name is followed to the literal that the user wrote, since it is relative to the file
 * of that. A file must lie beside the model, in a library, or where the user allows;
 * each is read once in a compilation, so that it cannot change meanwhile. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/file.h"
#include "flat/table/datafile.h"
#include "flat/table/table.h"

enum { DEEPEST_TEXT = 32 };

/* The literal of a text that is known before the run, NULL after a report. Parameters
 * are followed to what the user wrote, since file names are relative to the file in
 * which they stand. */
static const LangExpr *
read_text (const FlatScope *scope, const LangExpr *expr, const char *what)
{
  const LangExpr *first = expr;
  FlatScope at = *scope;
  FlatTarget target;

  for (uint32_t depth = 0; depth < DEEPEST_TEXT; depth++) {
    bool is_name = flat_structure_follow_name (&at, &expr, &target);

    if (expr != NULL && expr->kind == LANG_STRING)
      return expr;
    if (!is_name)
      break;
    FlatBinding binding = flat_modify_value (at.build, target.node, target.member);
    at = flat_view_scope (at.build, &binding.view, scope->place);
    expr = binding.expr;
  }
  flat_report_at (scope, 307, first->span, "%s must be a constant String", what);
  return NULL;
}

static char *
full_path (const LangExpr *name)
{
  g_autofree char *folder = NULL;

  if (g_path_is_absolute (name->name) || name->span.source == NULL)
    return g_strdup (name->name);
  folder = g_path_get_dirname (base_source_path (name->span.source));
  return strcmp (folder, ".") == 0 ? g_strdup (name->name)
                                   : g_build_filename (folder, name->name, NULL);
}

/* Beside the text as it was named, where names of tables begin, or, if that is a link,
 * beside what it means. */
static bool
is_beside (const char *resolved, const BaseSource *source)
{
  const char *text = source == NULL ? "" : base_source_path (source);

  if (!g_file_test (text, G_FILE_TEST_IS_REGULAR))
    return false;
  g_autofree char *given = g_path_get_dirname (text);
  g_autofree char *named = base_file_resolve (given);
  g_autofree char *file = base_file_resolve (text);
  g_autofree char *folder = g_path_get_dirname (file);
  return base_file_is_below (resolved, named) || base_file_is_below (resolved, folder);
}

/* Below the folder of the model or of the text that holds the name, unless that has
 * never been saved; below those of libraries, and what the user allows: a diagram from
 * elsewhere must not read whatever its reader can. Links have been followed. */
static bool
may_read (const FlatBuild *build, const LangExpr *name, const char *resolved)
{
  const LibEntry *model = build->root->class->lib->entry;
  const char *const *tables = build->limits.tables;

  if (is_beside (resolved, lang_file_source (model->file)) ||
      is_beside (resolved, name->span.source))
    return true;
  for (uint32_t i = 0; tables != NULL && tables[i] != NULL; i++) {
    g_autofree char *allowed = base_file_resolve (tables[i]);
    if (base_file_is_below (resolved, allowed))
      return true;
  }
  return lib_index_holds_file (build->index, resolved);
}

/* The path without links if the file may be read; else NULL after a report. */
static char *
allowed_path (const FlatScope *scope, const LangExpr *name)
{
  g_autofree char *path = full_path (name);
  char *resolved = base_file_resolve (path);

  if (may_read (scope->build, name, resolved))
    return resolved;
  flat_report_at (
      scope, 314, name->span,
      "%s is not read: it is outside the folder of the model and the libraries",
      resolved);
  base_diags_set_file_wanted (scope->build->diags, resolved);
  base_diags_set_hint (scope->build->diags,
                       "you can allow it (in dashpot-cli: --tables), or move the file");
  g_free (resolved);
  return NULL;
}

/* The other arguments; false after a report. */
static bool
read_settings (const FlatScope *scope, const LangExpr *call, FlatDataFile *file)
{
  double n_lines = 0;
  const LangExpr *text;

  if (call->n_args > 2) {
    text = read_text (scope, call->args[2], _ ("the name of the matrix"));
    if (text == NULL)
      return false;
    file->name = text->name;
  }
  /* Header lines, then the delimiter. */
  if (call->n_args > 3 && !flat_structure_number (scope, call->args[3], &n_lines))
    return false;
  if (n_lines < 0)
    return flat_report_at (scope, 307, call->args[3]->span,
                           "the number of header lines must not be negative");
  file->n_header_lines = (uint32_t) MIN (n_lines, UINT32_MAX);
  if (call->n_args <= 4)
    return true;
  text = read_text (scope, call->args[4], _ ("the delimiter"));
  if (text == NULL)
    return false;
  file->delimiter = text->name[0];
  if (strlen (text->name) == 1 &&
      strchr ("0123456789.+-eE\"\r\n", text->name[0]) == NULL)
    return true;
  return flat_report_at (scope, 307, text->span,
                         "the delimiter must be one character that no number has");
}

/* Whoever wants to know hears of files that cannot be read, too: they may appear. */
static void
note_file (const FlatBuild *build, const char *path)
{
  GPtrArray *read = build->limits.read;

  if (read != NULL && !g_ptr_array_find_with_equal_func (read, path, g_str_equal, NULL))
    g_ptr_array_add (read, g_strdup (path));
}

static FlatValue
load (const FlatScope *scope, const FlatDataFile *file, BaseSpan span)
{
  FlatBuild *build = scope->build;
  FlatValue value = {.kind = FLAT_VALUE_REAL, .change = FLAT_FIXED};
  g_autofree char *fault = NULL;
  BaseMatrix data;
  ExprId *items;

  if (!flat_datafile_read (file, &data, &fault)) {
    flat_report_at (scope, 312, span, "%s", fault);
    return FLAT_ERROR;
  }
  value.shape = (FlatShape){.rank = 2, .n = {data.n_rows, data.n_columns}};
  items = base_arena_array (build->arena, ExprId, flat_shape_count (value.shape));
  for (uint32_t i = 0; i < flat_shape_count (value.shape); i++)
    items[i] = expr_number (build->pool, data.items[i]);
  g_free (data.items);
  value.items = items;
  return value;
}

/* Each file is read once in a compilation, so that it cannot change meanwhile. */
static FlatValue
load_once (const FlatScope *scope, const FlatDataFile *file, BaseSpan span)
{
  FlatBuild *build = scope->build;
  const char *key =
      base_arena_printf (build->arena, "%s\n%s\n%u%c", file->path, file->name,
                         file->n_header_lines, file->delimiter);
  FlatValue *known = g_hash_table_lookup (build->data_files, key);

  if (known != NULL)
    return *known;
  known = base_arena_new0 (build->arena, FlatValue);
  *known = load (scope, file, span);
  if (known->kind != FLAT_VALUE_ERROR)
    g_hash_table_insert (build->data_files, (gpointer) key, known);
  return *known;
}

static FlatValue
report_missing (const FlatScope *scope, const LangExpr *call)
{
  FlatBuild *build = scope->build;

  if (call->args[1]->kind ==
      LANG_STRING) /* no user of the component can give another */
    flat_report_at (scope, 312, call->args[1]->span, "the name of the file is empty");
  else if (build->is_part && scope->place == build->root)
    build->is_incomplete = true;
  else
    flat_report_at (scope, 301, call->span,
                    "neither a table nor the name of a file is given");
  return FLAT_ERROR;
}

FlatValue
flat_table_file (const FlatScope *scope, const LangExpr *call)
{
  FlatDataFile file = {.name = "", .delimiter = ','};
  g_autofree char *path = NULL;
  const LangExpr *name;

  if (call->n_args < 2 || call->n_args > 5)
    return flat_report_value (scope, 307, call->span,
                              "table_file does not take %u arguments",
                              call->n_args - 1);
  name = read_text (scope, call->args[1], _ ("the name of the file"));
  if (name == NULL || !read_settings (scope, call, &file))
    return FLAT_ERROR;
  if (name->name[0] == '\0')
    return report_missing (scope, call);
  path = allowed_path (scope, name);
  if (path == NULL)
    return FLAT_ERROR;
  note_file (scope->build, path);
  file.path = path;
  return load_once (scope, &file, name->span);
}
