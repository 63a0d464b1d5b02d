/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Goes through a text line by line: in the usual layout a line that begins with a
 * letter begins a definition or divides one. */
#include "lib/scan.h"

#include <glib.h>
#include <string.h>

#include "base/name.h"

static const char *const FLAGS[] = {"partial", "example", "test", "external"};
static const char *const INNER[] = {"end", "relations", "metadata"};

typedef struct {
  const char *at;
  const char *end; /* of the line */
} Line;

static bool
is_word_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

/* The length of the word that the line goes on with, after blanks. */
static size_t
next_word (Line *line)
{
  const char *at;

  while (line->at < line->end && (*line->at == ' ' || *line->at == '\t'))
    line->at++;
  for (at = line->at; at < line->end && is_word_byte (*at); at++)
    ;
  return (size_t) (at - line->at);
}

static bool
is_word (const Line *line, size_t length, const char *word)
{
  return strlen (word) == length && memcmp (line->at, word, length) == 0;
}

static bool
is_one_of (const Line *line, size_t length, const char *const *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (is_word (line, length, words[i]))
      return true;
  return false;
}

/* A line that begins with a letter. */
static bool
scan_word (Line line, LibScanFound found, void *data)
{
  size_t length = next_word (&line);

  if (is_one_of (&line, length, INNER, G_N_ELEMENTS (INNER)))
    return true;
  while (is_one_of (&line, length, FLAGS, G_N_ELEMENTS (FLAGS))) {
    line.at += length;
    length = next_word (&line);
  }
  for (LangClassKind kind = 0; kind <= LANG_FUNCTION; kind++)
    if (is_word (&line, length, lang_class_word (kind))) {
      line.at += length;
      length = next_word (&line);
      if (length == 0 || g_ascii_isdigit (*line.at))
        return false;
      found (data, kind, base_name_n (line.at, length));
      return true;
    }
  return false;
}

/* The next three quotes of the line, or NULL. For so few bytes memmem() is slow. */
static const char *
find_quotes (const char *at, const char *end)
{
  while ((at = memchr (at, '"', (size_t) (end - at))) != NULL)
    if (at[1] == '"' && at[2] == '"')
      return at;
    else
      at++;
  return NULL;
}

/* Documentation between three quotes: switches *is_doc; false if it cannot be told. */
static bool
follow_quotes (const Line *line, bool *is_doc)
{
  const char *at = line->at;

  for (;;) {
    const char *quotes = find_quotes (at, line->end);

    if (quotes == NULL)
      return true;
    if (!*is_doc && memchr (at, '#', (size_t) (quotes - at)) != NULL)
      return false;
    *is_doc = !*is_doc;
    at = quotes + 3;
  }
}

bool
lib_scan (const char *text, LibScanFound found, void *data)
{
  bool is_doc = false;

  for (Line line = {.at = text}; *line.at != '\0';) {
    bool was_doc = is_doc;
    char first = *line.at;

    line.end = line.at + strcspn (line.at, "\n");
    if (!follow_quotes (&line, &is_doc))
      return false;
    if (!was_doc && is_word_byte (first)) {
      if (!scan_word (line, found, data))
        return false;
    } else if (!was_doc && strchr (" \t\r\n#\"{}[]()", first) == NULL) {
      return false;
    }
    line.at = *line.end == '\n' ? line.end + 1 : line.end;
  }
  return !is_doc;
}
