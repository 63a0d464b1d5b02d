/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys become steps by what they do and where, not by the clock: a step ends where a
 * word does, where the caret has moved, and with any other change. A text that the
 * diagram could not read in a moment is read in a fork of it, again for as long as
 * somebody types meanwhile, and once if it has faults. */
#include "desk/text/text.h"

#include <gio/gio.h>
#include <string.h>

#include "doc/level.h"

typedef enum { OTHER, LETTER, BLANK, ERASED } Kind;

struct _DeskText {
  GObject parent;

  DeskDocument *document;
  /* What was typed last. */
  Kind kind;
  uint32_t begin, end; /* what stands there now; of what is gone, begin = end */
  uint32_t action;
  uint64_t revision; /* of the diagram since */
  /* What is read apart. */
  bool is_reading;
  const BaseSource *read; /* last; counted, or NULL */
};

G_DEFINE_FINAL_TYPE (DeskText, desk_text, G_TYPE_OBJECT)

/* ---- steps ---- */

static Kind
kind_of (const DocTyped *typed)
{
  const uint32_t n_gone = typed->end - typed->begin;
  const bool is_one = typed->length > 0 &&
                      g_utf8_next_char (typed->text) == typed->text + typed->length;

  if (n_gone > 0)
    return typed->length == 0 && n_gone <= 4 ? ERASED : OTHER;
  if (!is_one)
    return OTHER;
  return g_ascii_isspace (*typed->text) ? BLANK : LETTER;
}

static bool
goes_on (const DeskText *self, const DocTyped *typed, Kind kind, uint32_t action)
{
  if (self->revision != doc_revision (self->document->doc))
    return false;
  if (action == self->action)
    return true;
  switch (kind) {
  case OTHER:
    return false;
  case ERASED:
    return self->kind == ERASED &&
           (typed->end == self->begin || typed->begin == self->begin);
  case LETTER:
    return self->kind == LETTER && typed->begin == self->end;
  case BLANK:
    return (self->kind == LETTER || self->kind == BLANK) && typed->begin == self->end;
  }
  return false;
}

bool
desk_text_type (DeskText *self, DocTyped typed, uint32_t action)
{
  const Kind kind = kind_of (&typed);

  if (!doc_type (self->document->doc, typed, goes_on (self, &typed, kind, action)))
    return false;
  self->kind = kind;
  self->action = action;
  self->begin = typed.begin;
  self->end = typed.begin + (uint32_t) typed.length;
  self->revision = doc_revision (self->document->doc);
  return true;
}

/* ---- places ---- */

static BaseSpan
span_of (const DocModel *doc, uint32_t i)
{
  return lang_file_span (doc_file (doc), doc_item (doc, i)->decl->span);
}

const char *
desk_text_item_at (const DeskText *self, uint32_t at)
{
  const DocModel *doc = self->document->doc;
  uint32_t low = 0, high = doc_n_items (doc);

  if (doc_is_ahead (doc))
    return NULL;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;

    if (span_of (doc, middle).end < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low < doc_n_items (doc) && span_of (doc, low).begin <= at
             ? doc_item (doc, low)->name
             : NULL;
}

bool
desk_text_find_item (const DeskText *self, const char *name, BaseSpan *span)
{
  const DocModel *doc = self->document->doc;
  const uint32_t i = doc_is_ahead (doc) ? UINT32_MAX : doc_find_item (doc, name);

  if (i != UINT32_MAX)
    *span = span_of (doc, i);
  return i != UINT32_MAX;
}

static bool
is_inside (const char *text, size_t at, size_t length)
{
  return at < length && (text[at] & 0xC0) == 0x80;
}

LangEdit
desk_text_difference (const BaseSource *before, const BaseSource *after)
{
  const char *a = base_source_text (before), *b = base_source_text (after);
  const size_t n = base_source_length (before), m = base_source_length (after);
  const size_t most = MIN (n, m), block = 4096;
  size_t head = 0, tail = 0;

  while (head + block <= most && memcmp (a + head, b + head, block) == 0)
    head += block;
  while (head < most && a[head] == b[head])
    head++;
  while (head > 0 && (is_inside (a, head, n) || is_inside (b, head, m)))
    head--;
  while (tail + block <= most - head &&
         memcmp (a + n - tail - block, b + m - tail - block, block) == 0)
    tail += block;
  while (tail < most - head && a[n - 1 - tail] == b[m - 1 - tail])
    tail++;
  while (tail > 0 && is_inside (a, n - tail, n))
    tail--;
  return (LangEdit){(uint32_t) head, (uint32_t) (n - tail),
                    (uint32_t) (m - tail - head)};
}

/* ---- reading apart ---- */

static void
free_fork (GTask *task, gpointer source, gpointer fork, GCancellable *cancellable)
{
  doc_free (fork);
}

static void
read_fork (GTask *task, gpointer source, gpointer fork, GCancellable *cancellable)
{
  doc_fork_read (fork);
}

static void read_ahead (DeskText *self);

/* What the diagram leaves goes on a thread, too: it may be large. */
static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (DeskText) self = data;
  DocModel *fork = g_task_get_task_data (G_TASK (result));
  g_autoptr (GTask) freeing = g_task_new (NULL, NULL, NULL, NULL);

  self->is_reading = false;
  doc_fork_join (self->document->doc, fork);
  g_task_set_task_data (freeing, fork, NULL);
  g_task_run_in_thread (freeing, free_fork);
  read_ahead (self);
}

static void
read_ahead (DeskText *self)
{
  const DocModel *doc = self->document->doc;

  if (self->is_reading || !doc_is_ahead (doc) || doc_source (doc) == self->read)
    return;
  g_autoptr (GTask) task = g_task_new (NULL, NULL, on_read, g_object_ref (self));
  base_source_unref ((BaseSource *) self->read);
  self->read = base_source_ref (doc_source (doc));
  self->is_reading = true;
  g_task_set_task_data (task, doc_fork (doc, doc_level (doc), NULL), NULL);
  g_task_run_in_thread (task, read_fork);
}

/* ---- object ---- */

static void
desk_text_finalize (GObject *object)
{
  DeskText *self = DESK_TEXT (object);

  base_source_unref ((BaseSource *) self->read);
  g_object_unref (self->document);
  G_OBJECT_CLASS (desk_text_parent_class)->finalize (object);
}

static void
desk_text_class_init (DeskTextClass *class)
{
  G_OBJECT_CLASS (class)->finalize = desk_text_finalize;
}

static void
desk_text_init (DeskText *self)
{
}

DeskText *
desk_text_new (DeskDocument *document)
{
  DeskText *self = g_object_new (DESK_TYPE_TEXT, NULL);

  self->document = g_object_ref (document);
  desk_property_listen (document, "revision", self, G_CALLBACK (read_ahead));
  return self;
}
