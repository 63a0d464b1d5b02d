/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A GTask per file. The task holds what it needs, so that the owner may show something
 * else meanwhile, or drop it. */
#include "desk/opening.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/file.h"

static const size_t MOST_AT_ONCE = 30000; /* bytes: some 8 ms */

typedef struct {
  LibIndex *library;
  char *path;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  lib_index_unref (load->library);
  g_free (load->path);
  g_free (load);
}

static void
load (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Load *wanted = data;
  GError *error = NULL;
  DocModel *doc = doc_load (wanted->library, wanted->path, &error);

  if (doc != NULL)
    g_task_return_pointer (task, doc, (GDestroyNotify) doc_free);
  else
    g_task_return_error (task, error);
}

bool
desk_opening_is_slow (const char *path)
{
  size_t size;

  return base_file_check (path, DOC_TEXT_MOST, &size, NULL) && size > MOST_AT_ONCE;
}

void
desk_opening_begin (GObject *owner,
                    const LibIndex *library,
                    const char *path,
                    GCancellable *cancellable,
                    GAsyncReadyCallback done)
{
  g_autoptr (GTask) task = g_task_new (owner, cancellable, done, NULL);
  Load *wanted = g_new (Load, 1);

  *wanted = (Load){lib_index_ref (library), g_strdup (path)};
  g_task_set_task_data (task, wanted, load_free);
  g_task_run_in_thread (task, load);
}

DocModel *
desk_opening_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
desk_opening_path (GAsyncResult *result)
{
  return ((const Load *) g_task_get_task_data (G_TASK (result)))->path;
}

char *
desk_opening_failure (const char *path, const GError *error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *start = g_strconcat (shown, " ", NULL);
  g_autofree char *name = g_filename_display_basename (path);
  const bool is_named = g_str_has_prefix (error->message, start);
  const char *why = error->message + (is_named ? strlen (start) : 0);

  return g_strdup_printf (_ ("%s was not opened: %s"), name, why);
}
