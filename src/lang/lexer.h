/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "lang/token.h"

/* Reads tokens from a source, one at a time and without memory of its own, so that a
 * copy of the struct looks ahead without consequence. */

enum { LANG_LEXER_CACHE = 1024 };

/* Interned names by hash: spares the global table most of the time. */
typedef struct {
  const char *name[LANG_LEXER_CACHE];
} LangNameCache;

typedef struct {
  const BaseSource *source;
  const char
      *text; /* the source's text, or a copy with the bytes of bad UTF-8 masked */
  uint32_t length;
  uint32_t at;      /* the next byte */
  BaseDiags *diags; /* NULL: looking ahead, report nothing */
  LangNameCache *cache;
  uint32_t n_errors;
} LangLexer;

/* The byte that masks bad UTF-8; it stands for nothing. */
enum { LANG_LEXER_MASK = 0x1A };

/* Reports an error of one file; those beyond BASE_DIAGS_SHOWN are dropped. A place
 * costs time in proportion to its line, so that a damaged file of one line would take
 * for ever. */
void lang_lexer_report (BaseDiags *diags,
                        uint32_t number,
                        BaseSpan span,
                        const char *message);

/* The next token; at the end LANG_TOKEN_EOF, as often as it is asked for. What is no
 * token is reported and given as LANG_TOKEN_BAD. */
LangToken lang_lexer_next (LangLexer *lexer);

/* Completes the last report, that of a name at `name` behind a number: what stands for
 * the unit or the product that was meant, or the blank before a word like `then`. */
void lang_lexer_hint_name (const LangLexer *lexer,
                           uint32_t number_begin,
                           uint32_t number_end,
                           uint32_t name);

/* Moves over blanks and comments; returns the next byte, 0 at the end. */
char lang_lexer_peek_byte (const LangLexer *lexer);

/* The text of a "…" token after escapes, of a doc token without its common indentation.
 * `out` is appended to. */
void lang_lexer_string_text (const LangLexer *lexer,
                             const LangToken *token,
                             GString *out);

/* The text of a block of '#' lines without the marks. */
void lang_lexer_comment_text (const LangLexer *lexer,
                              uint32_t begin,
                              uint32_t end,
                              GString *out);
