/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other languages write where an element may begin or behind the head of a block:
 * it is looked up in the table of lang/foreign.h, reported once and passed over or read
 * as what it means here, so that nothing else follows from it. */
#include <glib/gi18n-lib.h>

#include "lang/read/reader.h"

/* What follows the section that begins with the next token, behind its `end`; NULL if
 * it has none, since that one belongs to the definition. */
static bool
find_section_end (const LangReader *r, uint32_t *end)
{
  LangReader ahead = *r;
  uint32_t depth = 1;

  ahead.lexer.diags = NULL;
  while (depth > 0 && ahead.token.kind != LANG_TOKEN_EOF) {
    lang_reader_advance (&ahead);
    depth += ahead.token.first_on_line &&
             (ahead.token.kind == LANG_TOKEN_IF || ahead.token.kind == LANG_TOKEN_FOR);
    depth -= ahead.token.kind == LANG_TOKEN_END;
  }
  *end = ahead.token.begin;
  lang_reader_advance (&ahead);
  return ahead.token.kind != LANG_TOKEN_EOF && !lang_reader_at_definition (&ahead);
}

static void
skip_brackets (LangReader *r)
{
  int depth = 0;

  do {
    lang_reader_advance (r);
    depth += lang_reader_bracket_change (r->token.kind);
  } while (depth > 0 && r->token.kind != LANG_TOKEN_EOF);
  lang_reader_advance (r);
  lang_reader_accept (r, LANG_TOKEN_SEMICOLON);
}

/* Moves over what a row names; false if its last token is to be read as what it means,
 * which then is the next one. */
static bool
skip_extent (LangReader *r, const LangForeign *foreign, uint32_t n_tokens, bool is_read)
{
  uint32_t begin = r->token.begin, end;
  LangForeignExtent extent = foreign->extent;

  if (extent == LANG_FOREIGN_SECTION && !find_section_end (r, &end))
    extent = LANG_FOREIGN_WORDS;
  switch (extent) {
  case LANG_FOREIGN_WORDS:
    for (uint32_t i = is_read; i < n_tokens; i++)
      lang_reader_advance (r);
    return !is_read;
  case LANG_FOREIGN_COMMENT:
    r->lexer.at = begin + (uint32_t) strcspn (r->lexer.text + begin, "\n");
    lang_reader_advance (r);
    return true;
  case LANG_FOREIGN_BRACKETS:
    skip_brackets (r);
    return true;
  case LANG_FOREIGN_SECTION:
    while (r->token.begin <= end && r->token.kind != LANG_TOKEN_EOF)
      lang_reader_advance (r);
    lang_reader_accept (r, LANG_TOKEN_SEMICOLON);
    return true;
  case LANG_FOREIGN_OPENER:
    r->n_heads++;
    /* fall through */
  case LANG_FOREIGN_LINE:
    lang_reader_recover (r, begin);
    return true;
  }
  return true;
}

/* Reads the next token again, now with reports of what is wrong in it. */
static void
judge_again (LangReader *r, BaseDiags *diags)
{
  LangToken seen = r->token;

  r->lexer.diags = diags;
  r->lexer.at = seen.begin;
  r->token = lang_lexer_next (&r->lexer);
  r->token.first_on_line = seen.first_on_line;
  r->token.comment_begin = seen.comment_begin;
  r->token.comment_end = seen.comment_end;
}

/* A format of the table with the names that its pattern found. */
static char *
fill (const char *format, ...)
{
  va_list names;

  va_start (names, format);
  char *text = g_strdup_vprintf (format, names);
  va_end (names);
  return text;
}

static void
report_foreign (LangReader *r,
                const LangForeign *foreign,
                const LangForeignMatch *match,
                uint32_t end)
{
  const char *text = r->lexer.text;
  uint32_t begin = r->token.begin;
  g_autofree char *name = g_strndup (text + match->names[0].begin,
                                     match->names[0].end - match->names[0].begin);
  g_autofree char *before = g_strndup (text + match->names[1].begin,
                                       match->names[1].end - match->names[1].begin);
  g_autofree char *hint = fill (_ (foreign->hint), name, before);

  r->last_fault = begin;
  lang_reader_report (r, 151, (BaseSpan){r->source, begin, end}, "unexpected `%.*s`",
                      (int) (end - begin), text + begin);
  lang_reader_hint (r, "%s", hint);
}

/* Looks on until a row is sure, or none is left; `end`: of what it takes. */
static const LangForeign *
find_foreign (const LangReader *r,
              LangForeignPlace place,
              LangForeignMatch *match,
              uint32_t *end)
{
  LangToken tokens[LANG_FOREIGN_MOST] = {r->token};
  LangLexer ahead = r->lexer;
  const LangForeign *foreign;
  uint32_t n = 1;

  if (r->last_fault == r->token.begin)
    return NULL; /* it is taken as what it means already */
  ahead.diags = NULL;
  while ((foreign = lang_foreign_find (place, r->lexer.text, tokens, n, match)) &&
         !match->is_whole && n < LANG_FOREIGN_MOST)
    tokens[n++] = lang_lexer_next (&ahead);
  *end = tokens[MAX (match->n_taken, 1) - 1].end;
  return foreign == NULL || !match->is_whole ? NULL : foreign;
}

const LangForeign *
lang_read_foreign (LangReader *r, LangForeignPlace place)
{
  BaseDiags *diags = r->lexer.diags;
  bool first_on_line = r->token.first_on_line;
  LangForeignMatch match;
  uint32_t end;
  const LangForeign *foreign = find_foreign (r, place, &match, &end);

  if (foreign == NULL)
    return NULL;
  report_foreign (r, foreign, &match, end);
  bool is_read =
      foreign->meant != LANG_TOKEN_EOF &&
      !(foreign->meant == LANG_TOKEN_RELATIONS && place == LANG_FOREIGN_RELATION);
  r->lexer.diags = NULL; /* what is passed over is not judged */
  bool is_passed = skip_extent (r, foreign, match.n_taken, is_read);
  judge_again (r, diags);
  if (!is_passed) {
    r->token.kind = foreign->meant;
    r->token.first_on_line = first_on_line;
  }
  return foreign;
}
