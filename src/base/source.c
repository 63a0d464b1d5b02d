/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines are found by bisection of where they start, columns by counting characters
 * from the nearest of the places where that was done before; both tables are made when
 * somebody asks for the first time, which is for a message. */
#include "base/source.h"

#include <string.h>

#include "base/file.h"

/* Characters are counted up to each STRIDE-th byte once, so that a place in a line of
 * megabytes is found as fast as any other. */
enum { STRIDE = 256 };

struct BaseSource {
  gatomicrefcount n_refs;
  char *path;
  char *text;
  size_t length;
  gsize is_counted; /* atomic: what follows is there */
  uint32_t *line_start;
  uint32_t n_lines;
  uint32_t *n_characters; /* before byte k * STRIDE */
};

static const char *
next_line (const char *at, const char *end)
{
  const char *found = memchr (at, '\n', (size_t) (end - at));

  return found == NULL ? NULL : found + 1;
}

static void
find_lines (BaseSource *source)
{
  const char *end = source->text + source->length;
  uint32_t n = 0;

  for (const char *at = source->text; at != NULL; at = next_line (at, end))
    n++;
  source->line_start = g_new (uint32_t, n);
  for (const char *at = source->text; at != NULL; at = next_line (at, end))
    source->line_start[source->n_lines++] = (uint32_t) (at - source->text);
}

/* Characters that begin in the bytes [from, to). */
static uint32_t
count (const BaseSource *source, uint32_t from, uint32_t to)
{
  uint32_t n = 0;

  for (uint32_t i = from; i < to; i++)
    n += ((unsigned char) source->text[i] & 0xC0) != 0x80;
  return n;
}

static void
count_characters (BaseSource *source)
{
  uint32_t n = (uint32_t) source->length / STRIDE;

  source->n_characters = g_new (uint32_t, n + 1);
  source->n_characters[0] = 0;
  for (uint32_t k = 0; k < n; k++)
    source->n_characters[k + 1] =
        source->n_characters[k] + count (source, k * STRIDE, (k + 1) * STRIDE);
}

static uint32_t
characters_before (const BaseSource *source, uint32_t offset)
{
  uint32_t k = offset / STRIDE;

  return source->n_characters[k] + count (source, k * STRIDE, offset);
}

BaseSource *
base_source_new_take (const char *path, char *text, size_t length)
{
  BaseSource *source = g_new0 (BaseSource, 1);

  g_assert (length < UINT32_MAX);
  g_atomic_ref_count_init (&source->n_refs);
  source->path = g_strdup (path);
  source->text = text;
  source->length = length;
  return source;
}

BaseSource *
base_source_new (const char *path, const char *text, size_t length)
{
  char *copy = g_malloc (length + 1);

  memcpy (copy, text, length);
  copy[length] = '\0';
  return base_source_new_take (path, copy, length);
}

BaseSource *
base_source_read (const char *path, GError **error)
{
  size_t length;
  g_autofree char *text = base_file_read (path, BASE_TEXT_MOST, &length, error);

  return text != NULL ? base_source_new (path, text, length) : NULL;
}

BaseSource *
base_source_ref (const BaseSource *source)
{
  BaseSource *counted = (BaseSource *) source;

  g_atomic_ref_count_inc (&counted->n_refs);
  return counted;
}

void
base_source_unref (BaseSource *source)
{
  if (source == NULL || !g_atomic_ref_count_dec (&source->n_refs))
    return;
  g_free (source->path);
  g_free (source->text);
  g_free (source->line_start);
  g_free (source->n_characters);
  g_free (source);
}

const char *
base_source_path (const BaseSource *source)
{
  return source->path;
}

const char *
base_source_text (const BaseSource *source)
{
  return source->text;
}

size_t
base_source_length (const BaseSource *source)
{
  return source->length;
}

static uint32_t
find_line (const BaseSource *source, uint32_t offset)
{
  uint32_t low = 0;
  uint32_t high = source->n_lines;

  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;

    if (source->line_start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

void
base_source_locate (const BaseSource *source,
                    uint32_t offset,
                    uint32_t *line,
                    uint32_t *column)
{
  BaseSource *self = (BaseSource *) source; /* tables, no change of the text */

  if (g_once_init_enter (&self->is_counted)) {
    find_lines (self);
    count_characters (self);
    g_once_init_leave (&self->is_counted, 1);
  }
  uint32_t at = MIN (offset, (uint32_t) source->length);
  uint32_t found = find_line (source, at);
  uint32_t begin = source->line_start[found];

  *line = found + 1;
  *column = characters_before (source, at) - characters_before (source, begin) + 1;
}

uint32_t
base_source_line_begin (const BaseSource *source, uint32_t offset)
{
  const char *newline = memrchr (source->text, '\n', offset);

  return newline == NULL ? 0 : (uint32_t) (newline + 1 - source->text);
}

BaseSpan
base_source_join (BaseSpan a, BaseSpan b)
{
  if (a.source == NULL)
    return b;
  if (b.source != a.source)
    return a;
  return (BaseSpan){a.source, MIN (a.begin, b.begin), MAX (a.end, b.end)};
}
