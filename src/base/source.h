/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stddef.h>
#include <stdint.h>

/* One text that was read: a library file, a diagram, a listing typed in a test.
 * Immutable and counted, so spans may point into it from any thread. */
typedef struct BaseSource BaseSource;

/* Copies `text` (`length` bytes, any content; a zero byte is added behind it).
 * `path` is what messages show; it need not exist. */
BaseSource *base_source_new (const char *path, const char *text, size_t length);
/* The same of a text that it takes: allocated by GLib, with a zero byte behind it. */
BaseSource *base_source_new_take (const char *path, char *text, size_t length);
/* The text of a file of at most BASE_TEXT_MOST bytes; NULL and an error, as of
 * base_file_read(). */
BaseSource *base_source_read (const char *path, GError **error);
BaseSource *base_source_ref (const BaseSource *source);
void base_source_unref (BaseSource *source);

/* What it was made with: the path, the text with a zero byte behind it, and its length
 * in bytes without that. Borrowed. */
const char *base_source_path (const BaseSource *source);
const char *base_source_text (const BaseSource *source);
size_t base_source_length (const BaseSource *source);

/* 1-based line and column (in characters, not bytes) of a byte offset. */
void base_source_locate (const BaseSource *source,
                         uint32_t offset,
                         uint32_t *line,
                         uint32_t *column);

/* Where the line of a byte begins. */
uint32_t base_source_line_begin (const BaseSource *source, uint32_t offset);

/* Bytes [begin, end) of a source. `source` is NULL for what no text stands for. */
typedef struct {
  const BaseSource *source;
  uint32_t begin;
  uint32_t end;
} BaseSpan;

/* The least span that covers both. */
BaseSpan base_source_join (BaseSpan a, BaseSpan b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BaseSource, base_source_unref)
