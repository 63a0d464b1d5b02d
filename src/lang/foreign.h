/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/token.h"

/* What people write who know other languages: words and signs that have no meaning
 * here, or another one, with what is to be written instead. */

/* Where they are looked for. */
typedef enum {
  LANG_FOREIGN_DEFINITION = 1, /* where one may begin */
  LANG_FOREIGN_DECLARATION = 2,
  LANG_FOREIGN_RELATION = 4,
  LANG_FOREIGN_HEAD = 256, /* behind that of a block */
  LANG_FOREIGN_FAULT = 8,  /* around a token that does not fit */
  LANG_FOREIGN_SIGN = 16,
  LANG_FOREIGN_VALUE = 32, /* names that are not known */
  LANG_FOREIGN_FUNCTION = 64,
  LANG_FOREIGN_MEMBER = 128
} LangForeignPlace;

/* What is passed over if nothing is meant that could be read instead. */
typedef enum {
  LANG_FOREIGN_WORDS,   /* what the pattern names */
  LANG_FOREIGN_LINE,    /* the rest of its line */
  LANG_FOREIGN_COMMENT, /* the text up to the end of the line, or up to its end mark */
  LANG_FOREIGN_BRACKETS,
  LANG_FOREIGN_SECTION, /* all up to its `end` */
  LANG_FOREIGN_OPENER   /* its line, and its `end` where that comes */
} LangForeignExtent;

typedef struct {
  unsigned places;
  const char *pattern;
  const char *hint; /* with a `%s` for each name of the pattern, the last one first */
  LangTokenKind meant; /* what it is here; LANG_TOKEN_EOF: nothing */
  LangForeignExtent extent;
} LangForeign;

enum { LANG_FOREIGN_MOST = 16 }; /* tokens that a pattern may take */

typedef struct {
  bool is_whole;    /* false: the next token decides */
  uint32_t n_taken; /* tokens, without those that are only looked at */
  struct {
    uint32_t begin, end; /* in the text */
  } names[2];            /* the last one first */
} LangForeignMatch;

/* What the tokens, which stand in `text`, begin with at such a place; NULL if that
 * is nothing foreign. */
const LangForeign *lang_foreign_find (LangForeignPlace place,
                                      const char *text,
                                      const LangToken *tokens,
                                      uint32_t n,
                                      LangForeignMatch *match);

/* The row of a single word or sign, or NULL. */
const LangForeign *lang_foreign_find_word (LangForeignPlace place,
                                           const char *word,
                                           uint32_t length);

/* What to write instead of a name that is not known, translated; NULL if it is of no
 * other language. */
const char *lang_foreign_hint (LangForeignPlace place, const char *name);
