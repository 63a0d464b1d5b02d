/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/source.h"

#include <string.h>

struct BaseSource {
  gatomicrefcount n_refs;
  char *path;
  char *text;
  size_t length;
  uint32_t *line_start;
  uint32_t n_lines;
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

BaseSource *
base_source_new (const char *path, const char *text, size_t length)
{
  BaseSource *source = g_new0 (BaseSource, 1);

  g_assert (length < UINT32_MAX);
  g_atomic_ref_count_init (&source->n_refs);
  source->path = g_strdup (path);
  source->text = g_malloc (length + 1);
  memcpy (source->text, text, length);
  source->text[length] = '\0';
  source->length = length;
  find_lines (source);
  return source;
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

void
base_source_locate (const BaseSource *source,
                    uint32_t offset,
                    uint32_t *line,
                    uint32_t *column)
{
  uint32_t low = 0;
  uint32_t high = source->n_lines;

  offset = MIN (offset, (uint32_t) source->length);
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;

    if (source->line_start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  *line = low + 1;
  *column = 1;
  for (uint32_t i = source->line_start[low]; i < offset; i++)
    *column += ((unsigned char) source->text[i] & 0xC0) != 0x80;
}

BaseSpan
base_span_join (BaseSpan a, BaseSpan b)
{
  if (a.source == NULL)
    return b;
  if (b.source != a.source)
    return a;
  return (BaseSpan){a.source, MIN (a.begin, b.begin), MAX (a.end, b.end)};
}
