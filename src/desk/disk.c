/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Three watches: of the file, whose content is compared with what was read or written
 * last, of the files with tables, and of those with symbols: of all levels that were
 * shown, as what draws them keeps them, too. */
#include "desk/disk.h"

#include <glib/gi18n.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/name.h"
#include "base/writer.h"

G_DEFINE_FINAL_TYPE (DeskDisk, desk_disk, G_TYPE_OBJECT)

static void
note (DeskDisk *self, DocDisk state)
{
  if (state == DOC_DISK_GONE)
    doc_forget_saved (self->document->doc);
  self->state = state;
  g_object_notify (G_OBJECT (self), "state");
}

static void
look (gpointer data, GHashTable *changed)
{
  DeskDisk *self = data;

  note (self, doc_disk (self->document->doc));
}

/* Another file, perhaps, and what is here stands there. */
static void
watch (DeskDisk *self)
{
  const char *path = doc_path (self->document->doc);
  g_autofree char *real = path != NULL ? realpath (path, NULL) : NULL;

  desk_watch_set (self->file, (const char *const[]){real}, real != NULL ? 1 : 0);
  note (self, DOC_DISK_SAME);
}

/* ---- tables ---- */

static void
read_again (gpointer data, GHashTable *changed)
{
  DeskDisk *self = data;
  GHashTableIter iter;
  gpointer path;

  g_hash_table_iter_init (&iter, changed);
  while (g_hash_table_iter_next (&iter, &path, NULL)) {
    g_autofree char *name = g_path_get_basename (path);
    /* Translators: %s is the name of a file with a table. */
    g_autofree char *sentence = g_strdup_printf (_ ("%s was read again"), name);

    desk_message (self->messages, sentence);
  }
  desk_document_read_again (self->document);
}

/* Those that were read last. */
static void
watch_tables (DeskDisk *self)
{
  const GPtrArray *read = desk_compiler_read (self->document->compiler);

  desk_watch_set (self->tables, (const char *const *) read->pdata, read->len);
}

/* ---- symbols ---- */

static void
draw_again (gpointer data, GHashTable *changed)
{
  DeskDisk *self = data;

  self->symbols = changed;
  g_object_notify (G_OBJECT (self), "symbols");
  self->symbols = NULL;
}

static void
watch_symbols (DeskDisk *self)
{
  const DocModel *doc = self->document->doc;

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const char *icon = doc_item (doc, i)->icon;

    if (icon == NULL || !g_path_is_absolute (icon))
      continue;
    const char *path = base_name (icon);
    if (!g_ptr_array_find (self->shown, path, NULL))
      g_ptr_array_add (self->shown, (gpointer) path);
  }
  desk_watch_set (self->pictures, (const char *const *) self->shown->pdata,
                  self->shown->len);
}

static void
watch_other_symbols (DeskDisk *self)
{
  g_ptr_array_set_size (self->shown, 0);
  watch_symbols (self);
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

  desk_watch_free (self->file);
  desk_watch_free (self->tables);
  desk_watch_free (self->pictures);
  g_ptr_array_unref (self->shown);
  G_OBJECT_CLASS (desk_disk_parent_class)->finalize (object);
}

static void
desk_disk_class_init (DeskDiskClass *class)
{
  static const DeskProperty PROPERTIES[] = {
      {"state", G_TYPE_UINT, offsetof (DeskDisk, state)},
      {"symbols", G_TYPE_POINTER, offsetof (DeskDisk, symbols)}};

  G_OBJECT_CLASS (class)->finalize = desk_disk_finalize;
  desk_property_install (class, PROPERTIES, G_N_ELEMENTS (PROPERTIES));
}

static void
desk_disk_init (DeskDisk *self)
{
  self->file = desk_watch_new (look, self);
  self->tables = desk_watch_new (read_again, self);
  self->pictures = desk_watch_new (draw_again, self);
  self->shown = g_ptr_array_new ();
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
  desk_property_listen (document, "doc", self, G_CALLBACK (watch_other_symbols));
  desk_property_listen (document, "level", self, G_CALLBACK (watch_symbols));
  desk_property_listen (document, "revision", self, G_CALLBACK (watch_symbols));
  return self;
}
