/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Vectors and tables as text, as the language writes them or with units as people do:
 * "[100 mm, x[2]]", "[a, b; c, d]", "[[a, b], [c, d]]". Says where their elements
 * stand, so that one can be replaced and all else stays as it is written; blanks and
 * comments are no part of an element. */

typedef enum {
  BASE_LIST_VECTOR, /* [a, b] */
  BASE_LIST_ROWS,   /* [a, b; c, d] */
  BASE_LIST_NESTED  /* [[a, b], [c, d]] */
} BaseListForm;

/* Bytes of the text. */
typedef struct {
  uint32_t begin, end;
} BaseListSpan;

typedef struct {
  BaseListSpan span; /* of nested ones with their brackets */
  uint32_t first, n; /* elements */
} BaseListRow;

typedef struct {
  BaseListForm form;
  GArray *elements; /* BaseListSpan, row by row */
  GArray *rows;     /* BaseListRow; a vector has one, an empty list none */
} BaseList;

/* NULL if the text is no such list: any other expression, also `[e for i in r]`, and
 * what has strings in it. */
BaseList *base_list_read (const char *text);
void base_list_free (BaseList *list);

/* The list with each element replaced by what `replace` makes of it (its own text, and
 * its place in its row, 0 in a vector; the result is freed). NULL, so that the whole is
 * left alone, if the text is no list or `replace` says so by NULL. Caller frees. */
char *base_list_map (const char *text,
                     char *(*replace) (void *data,
                                       const char *element,
                                       uint32_t column),
                     void *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BaseList, base_list_free)
