/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells of changes of files and folders, after a moment without any: one GFileMonitor
 * for each path, and one timer for all that every change begins anew. */
#include "desk/watch.h"

#include <gio/gio.h>

static const guint SETTLE_MS = 250;

struct DeskWatch {
  DeskWatchFunc function;
  gpointer data;
  GHashTable *monitors; /* by path: GFileMonitor, or NULL */
  GHashTable *changed;  /* paths, owned */
  guint timer;
};

static GHashTable *
monitors_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static gboolean
tell (gpointer data)
{
  DeskWatch *self = data;
  g_autoptr (GHashTable) changed = self->changed;

  self->timer = 0;
  self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->function (self->data, changed);
  return G_SOURCE_REMOVE;
}

/* A file that replaces ours has another name before: what counts is who saw it. */
static void
on_change (GFileMonitor *monitor,
           GFile *file,
           GFile *other,
           GFileMonitorEvent event,
           DeskWatch *self)
{
  const char *path = g_object_get_data (G_OBJECT (monitor), "path");

  g_hash_table_add (self->changed, g_strdup (path));
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (SETTLE_MS, tell, self);
}

static GFileMonitor *
begin (DeskWatch *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor == NULL)
    return NULL;
  g_object_set_data_full (G_OBJECT (monitor), "path", g_strdup (path), g_free);
  g_signal_connect (monitor, "changed", G_CALLBACK (on_change), self);
  return monitor;
}

/* Somebody else may hold it for a while. */
static void
end (DeskWatch *self, GFileMonitor *monitor)
{
  if (monitor == NULL)
    return;
  g_signal_handlers_disconnect_by_data (monitor, self);
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static void
end_all (DeskWatch *self, GHashTable *monitors)
{
  GHashTableIter iter;
  gpointer monitor;

  g_hash_table_iter_init (&iter, monitors);
  while (g_hash_table_iter_next (&iter, NULL, &monitor))
    end (self, monitor);
  g_hash_table_unref (monitors);
}

bool
desk_watch_set (DeskWatch *self, const char *const *paths, guint n)
{
  GHashTable *before = self->monitors;
  bool is_new = false;

  self->monitors = monitors_new ();
  for (guint i = 0; i < n; i++) {
    gpointer path, monitor;

    if (g_hash_table_contains (self->monitors, paths[i]))
      continue;
    if (!g_hash_table_steal_extended (before, paths[i], &path, &monitor)) {
      path = g_strdup (paths[i]);
      monitor = begin (self, path);
      is_new = true;
    }
    g_hash_table_insert (self->monitors, path, monitor);
  }
  end_all (self, before);
  return is_new;
}

DeskWatch *
desk_watch_new (DeskWatchFunc changed, gpointer data)
{
  DeskWatch *self = g_new0 (DeskWatch, 1);

  self->function = changed;
  self->data = data;
  self->monitors = monitors_new ();
  self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
desk_watch_free (DeskWatch *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  end_all (self, self->monitors);
  g_hash_table_unref (self->changed);
  g_free (self);
}
