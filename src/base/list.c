/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the elements of a vector or table in its text by brackets, commas and
 * semicolons alone: what stands between them need not be the language's ("100 mm"). One
 * pass over the text. */
#include "base/list.h"

#include <string.h>

typedef struct {
  const char *text;
  const char *at;
  BaseList *list;
} Reader;

static void
skip_comment (Reader *r)
{
  r->at += strcspn (r->at, "\n");
}

static void
skip_blanks (Reader *r)
{
  for (;; skip_comment (r)) {
    r->at += strspn (r->at, " \t\r\n");
    if (*r->at != '#')
      return;
  }
}

static bool
accept (Reader *r, char sign)
{
  skip_blanks (r);
  if (*r->at != sign)
    return false;
  r->at++;
  return true;
}

/* Up to the comma, semicolon or bracket that stands in no parentheses and no index;
 * blanks and comments before that are not its own. */
static bool
read_element (Reader *r)
{
  const char *begin, *end;
  int depth = 0;

  skip_blanks (r);
  begin = end = r->at;
  while (*r->at != '\0' && *r->at != '"') {
    if (*r->at == '#') {
      skip_comment (r);
      continue;
    }
    if (depth == 0 && strchr (",;]", *r->at) != NULL)
      break;
    depth += (*r->at == '(' || *r->at == '[') - (*r->at == ')' || *r->at == ']');
    r->at++;
    if (strchr (" \t\r\n", r->at[-1]) == NULL)
      end = r->at;
  }
  const BaseListSpan span = {(uint32_t) (begin - r->text), (uint32_t) (end - r->text)};
  g_array_append_val (r->list->elements, span);
  return end > begin && *r->at != '\0' && *r->at != '"' &&
         g_strstr_len (begin, end - begin, " for ") == NULL;
}

/* Elements with commas between them. */
static bool
read_row (Reader *r)
{
  const uint32_t first = r->list->elements->len;

  do
    if (!read_element (r))
      return false;
  while (accept (r, ','));
  const BaseListSpan *spans = (BaseListSpan *) (void *) r->list->elements->data;
  const BaseListRow row = {
      .span = {spans[first].begin, spans[r->list->elements->len - 1].end},
      .first = first,
      .n = r->list->elements->len - first,
  };
  g_array_append_val (r->list->rows, row);
  return true;
}

static bool
read_nested (Reader *r)
{
  r->list->form = BASE_LIST_NESTED;
  do {
    skip_blanks (r);
    const uint32_t begin = (uint32_t) (r->at - r->text);

    if (!accept (r, '[') || !read_row (r) || !accept (r, ']'))
      return false;
    g_array_index (r->list->rows, BaseListRow, r->list->rows->len - 1).span =
        (BaseListSpan){begin, (uint32_t) (r->at - r->text)};
  } while (accept (r, ','));
  return true;
}

/* A semicolon may also end the last row. */
static bool
read_rows (Reader *r)
{
  do {
    if (!read_row (r))
      return false;
    if (!accept (r, ';'))
      return true;
    r->list->form = BASE_LIST_ROWS;
    skip_blanks (r);
  } while (*r->at != ']');
  return true;
}

static bool
read_list (Reader *r)
{
  if (!accept (r, '['))
    return false;
  skip_blanks (r);
  if (*r->at != ']' && !(*r->at == '[' ? read_nested (r) : read_rows (r)))
    return false;
  if (!accept (r, ']'))
    return false;
  skip_blanks (r);
  return *r->at == '\0';
}

BaseList *
base_list_read (const char *text)
{
  g_autoptr (BaseList) list = g_new0 (BaseList, 1);
  Reader reader = {.text = text, .at = text, .list = list};

  list->elements = g_array_new (FALSE, FALSE, sizeof (BaseListSpan));
  list->rows = g_array_new (FALSE, FALSE, sizeof (BaseListRow));
  return read_list (&reader) ? g_steal_pointer (&list) : NULL;
}

void
base_list_free (BaseList *list)
{
  g_array_unref (list->elements);
  g_array_unref (list->rows);
  g_free (list);
}

char *
base_list_map (const char *text,
               char *(*replace) (void *data, const char *element, uint32_t column),
               void *data)
{
  g_autoptr (BaseList) list = base_list_read (text);
  g_autoptr (GString) out = g_string_new (NULL);
  uint32_t done = 0;

  if (list == NULL)
    return NULL;
  for (guint i = 0, r = 0; i < list->elements->len; i++) {
    const BaseListSpan span = g_array_index (list->elements, BaseListSpan, i);
    const BaseListRow *row = &g_array_index (list->rows, BaseListRow, r);
    const uint32_t column = list->form == BASE_LIST_VECTOR ? 0 : i - row->first;
    g_autofree char *element = g_strndup (text + span.begin, span.end - span.begin);
    g_autofree char *by = replace (data, element, column);

    if (by == NULL)
      return NULL;
    /* What stands between two elements is copied. */
    g_string_append_len (out, text + done, span.begin - done);
    g_string_append (out, by);
    done = span.end;
    r += i + 1 == row->first + row->n;
  }
  g_string_append (out, text + done);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
