/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A monitor wakes us; what counts is the content of the file, compared a moment later,
 * since programs that replace a file delete it first. */
#include "desk/disk.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/writer.h"

static const guint SETTLE_MS = 300;

G_DEFINE_FINAL_TYPE (DeskDisk, desk_disk, G_TYPE_OBJECT)

static void
note (DeskDisk *self, DocDisk state)
{
  if (state == DOC_DISK_GONE)
    doc_forget_saved (self->document->doc);
  self->state = state;
  g_object_notify (G_OBJECT (self), "state");
}

static gboolean
look (gpointer data)
{
  DeskDisk *self = data;

  self->timer = 0;
  note (self, doc_disk (self->document->doc));
  return G_SOURCE_REMOVE;
}

static void
on_change (DeskDisk *self)
{
  if (self->timer == 0)
    self->timer = g_timeout_add (SETTLE_MS, look, self);
}

/* `monitor` may be NULL: the system cannot watch it. */
static void
end_watch (gpointer monitor)
{
  if (monitor == NULL)
    return;
  g_file_monitor_cancel (monitor);
  g_object_unref (monitor);
}

static void
stop (DeskDisk *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_pointer (&self->monitor, end_watch);
  g_clear_pointer (&self->watched, g_free);
}

/* Another file, perhaps, and what is here stands there. */
static void
watch (DeskDisk *self)
{
  const char *path = doc_path (self->document->doc);
  g_autofree char *real = path != NULL ? realpath (path, NULL) : NULL;

  if (g_strcmp0 (real, self->watched) != 0) {
    g_autoptr (GFile) file = real != NULL ? g_file_new_for_path (real) : NULL;

    stop (self);
    self->watched = g_strdup (real);
    if (file != NULL)
      self->monitor =
          g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
    if (self->monitor != NULL)
      g_signal_connect_object (self->monitor, "changed", G_CALLBACK (on_change), self,
                               G_CONNECT_SWAPPED);
  }
  note (self, DOC_DISK_SAME);
}

/* ---- tables ---- */

static gboolean
read_again (gpointer data)
{
  DeskDisk *self = data;
  g_autoptr (GHashTable) changed = g_steal_pointer (&self->changed);
  GHashTableIter iter;
  gpointer path;

  self->tables_timer = 0;
  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &path, NULL)) {
    g_autofree char *name = g_path_get_basename (path);
    /* Translators: %s is the name of a file with a table. */
    g_autofree char *sentence = g_strdup_printf (_ ("%s was read again"), name);

    desk_message (self->messages, sentence);
  }
  desk_document_read_again (self->document);
  return G_SOURCE_REMOVE;
}

static void
on_table (DeskDisk *self, GFile *file)
{
  if (self->changed == NULL)
    self->changed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_hash_table_add (self->changed, g_file_get_path (file));
  g_clear_handle_id (&self->tables_timer, g_source_remove);
  self->tables_timer = g_timeout_add (SETTLE_MS, read_again, self);
}

static GFileMonitor *
watch_table (DeskDisk *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);

  if (monitor != NULL)
    g_signal_connect_object (monitor, "changed", G_CALLBACK (on_table), self,
                             G_CONNECT_SWAPPED);
  return monitor;
}

/* Those that were read last; what is watched already goes on. */
static void
watch_tables (DeskDisk *self)
{
  const GPtrArray *read = desk_compiler_read (self->document->compiler);
  GHashTable *before = self->tables;

  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, end_watch);
  for (guint i = 0; i < read->len; i++) {
    gpointer path, monitor;

    if (!g_hash_table_steal_extended (before, read->pdata[i], &path, &monitor)) {
      path = g_strdup (read->pdata[i]);
      monitor = watch_table (self, path);
    }
    g_hash_table_insert (self->tables, path, monitor);
  }
  g_hash_table_unref (before);
}

/* ---- what the user does about it ---- */

bool
desk_disk_reload (DeskDisk *self)
{
  g_autoptr (GError) error = NULL;
  const bool is_read = doc_reload (self->document->doc, &error);

  desk_message_error (self->messages, error);
  if (is_read)
    note (self, DOC_DISK_SAME);
  return is_read;
}

bool
desk_disk_keep_other (DeskDisk *self)
{
  const char *path = doc_path (self->document->doc);
  g_autofree char *copy = g_strconcat (path, "~", NULL);
  g_autofree char *name = g_path_get_basename (copy);
  g_autofree char *sentence =
      g_strdup_printf (_ ("The other program's version is kept as %s"), name);
  g_autoptr (GError) error = NULL;
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, &error);
  const bool is_kept = text != NULL && base_writer_save (copy, text, length, &error);

  desk_message (self->messages, is_kept ? sentence : error->message);
  return is_kept;
}

static void
desk_disk_finalize (GObject *object)
{
  DeskDisk *self = DESK_DISK (object);

  stop (self);
  g_clear_handle_id (&self->tables_timer, g_source_remove);
  g_hash_table_unref (self->tables);
  g_clear_pointer (&self->changed, g_hash_table_unref);
  G_OBJECT_CLASS (desk_disk_parent_class)->finalize (object);
}

static void
desk_disk_class_init (DeskDiskClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"state", G_TYPE_UINT, offsetof (DeskDisk, state)}};

  G_OBJECT_CLASS (class)->finalize = desk_disk_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_disk_init (DeskDisk *self)
{
  self->tables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, end_watch);
}

DeskDisk *
desk_disk_new (DeskDocument *document, const DeskMessages *messages)
{
  DeskDisk *self = g_object_new (DESK_TYPE_DISK, NULL);

  self->document = document;
  self->messages = messages;
  desk_property_listen (document, "doc", self, G_CALLBACK (watch));
  desk_property_listen (document, "path", self, G_CALLBACK (watch));
  desk_property_listen (document, "compiler", self, G_CALLBACK (watch_tables));
  return self;
}
