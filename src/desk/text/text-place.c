/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tokens from the begin of a line some kilobytes before, so that it costs the
 * same in a text of any length, and keeps the brackets that are open with the names in
 * front of them. A statement whose begin is further off is taken for several. */
#include "desk/text/text-place.h"

#include <string.h>

#include "base/name.h"
#include "lang/lexer.h"

enum { MOST_BACK = 8 << 10, MOST_OPEN = 32 };

typedef struct {
  LangTokenKind kind;
  uint32_t begin, end; /* the name in front of it */
} Open;

typedef struct {
  const char *text;     /* of the lines read */
  uint32_t begin, end;  /* the name read last, with its dots and indices; none: equal */
  LangTokenKind before; /* that name */
  bool is_first;
  LangToken last;
  uint32_t n_open;
  Open open[MOST_OPEN];
} Reader;

static bool
is_name_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

static bool
is_word (const Reader *r, const LangToken *token)
{
  return token->kind == LANG_TOKEN_ID ||
         (token->kind >= LANG_TOKEN_COMPONENT && is_name_byte (r->text[token->begin]));
}

/* What a statement cannot end with, so that the next line goes on with it. */
static bool
goes_on (LangTokenKind kind)
{
  return (kind >= LANG_TOKEN_PLUS && kind <= LANG_TOKEN_OR_SIGN) ||
         kind == LANG_TOKEN_COMMA || kind == LANG_TOKEN_ASSIGN ||
         kind == LANG_TOKEN_DOUBLE_COLON || kind == LANG_TOKEN_DOT;
}

static void
begin_name (Reader *r, const LangToken *token)
{
  r->begin = token->begin;
  r->before = r->last.kind;
  r->is_first = r->n_open == 0 && token->first_on_line && !goes_on (r->last.kind);
}

static void
take (Reader *r, const LangToken *token)
{
  const bool is_after_dot = r->last.kind == LANG_TOKEN_DOT && r->last.end == r->end;

  switch (token->kind) {
  case LANG_TOKEN_LPAREN:
  case LANG_TOKEN_LBRACKET:
  case LANG_TOKEN_LBRACE:
    if (r->n_open < MOST_OPEN)
      r->open[r->n_open++] = (Open){token->kind, r->begin, r->end};
    r->begin = r->end = token->end;
    break;
  case LANG_TOKEN_RPAREN:
  case LANG_TOKEN_RBRACKET:
  case LANG_TOKEN_RBRACE:
    r->begin = r->end = token->end;
    if (r->n_open > 0)
      r->n_open--;
    else
      break;
    /* An index belongs to the name: car[2].flange. */
    if (token->kind == LANG_TOKEN_RBRACKET &&
        r->open[r->n_open].kind == LANG_TOKEN_LBRACKET)
      r->begin = r->open[r->n_open].begin;
    break;
  case LANG_TOKEN_DOT:
    if (r->begin < r->end && r->last.end == token->begin)
      r->end = token->end;
    break;
  default:
    if (!is_word (r, token))
      r->begin = token->end;
    else if (!is_after_dot || r->begin == r->end)
      begin_name (r, token);
    r->end = token->end;
  }
  r->last = *token;
}

/* "car.flange" of "car[2].flange". */
static const char *
name_of (const Reader *r, uint32_t begin, uint32_t end)
{
  g_autoptr (GString) name = g_string_new (NULL);
  int depth = 0;

  for (uint32_t i = begin; i < end; i++) {
    depth += r->text[i] == '[';
    if (depth == 0)
      g_string_append_c (name, r->text[i]);
    depth -= r->text[i] == ']';
  }
  return base_name (name->str);
}

static void
describe (const Reader *r, uint32_t length, DeskTextPlace *place)
{
  const bool is_there = r->begin < r->end && r->end == length &&
                        (is_word (r, &r->last) || r->last.kind == LANG_TOKEN_DOT);
  const char *whole = is_there ? name_of (r, r->begin, r->end) : "";
  const char *dot = strrchr (whole, '.');
  const char *typed = dot != NULL ? base_name (dot + 1) : whole;
  const Open *open = r->n_open > 0 ? &r->open[r->n_open - 1] : NULL;

  *place = (DeskTextPlace){
      .path = dot != NULL ? base_name_n (whole, (size_t) (dot - whole)) : "",
      .typed = typed,
      .begin = length - (uint32_t) strlen (typed),
      .is_first = is_there && r->is_first,
      .before = is_there ? r->before : r->last.kind,
      .around = open != NULL ? open->kind : LANG_TOKEN_EOF,
      .opener = open != NULL && open->begin < open->end
                    ? name_of (r, open->begin, open->end)
                    : "",
  };
}

/* In a number, a string or a comment. */
static bool
is_no_name (const Reader *r, uint32_t length)
{
  const LangTokenKind kind = r->last.kind;
  const char *rest = r->text + r->last.end, *line = strrchr (rest, '\n');

  if (r->last.end == length && (kind == LANG_TOKEN_NUMBER || kind == LANG_TOKEN_BAD ||
                                kind == LANG_TOKEN_STRING || kind == LANG_TOKEN_DOC))
    return true;
  return strchr (line != NULL ? line : rest, '#') != NULL;
}

bool
desk_text_place_read (const char *text, uint32_t at, DeskTextPlace *place)
{
  uint32_t from = at > MOST_BACK ? at - MOST_BACK : 0;
  LangNameCache cache = {0};

  while (from > 0 && from < at && text[from - 1] != '\n')
    from++;
  g_autoptr (BaseSource) lines = base_source_new ("", text + from, at - from);
  LangLexer lexer = {.source = lines,
                     .text = base_source_text (lines),
                     .length = at - from,
                     .cache = &cache};
  Reader r = {.text = lexer.text, .last = {.kind = LANG_TOKEN_EOF}};

  for (LangToken token; (token = lang_lexer_next (&lexer)).kind != LANG_TOKEN_EOF;)
    take (&r, &token);
  describe (&r, lexer.length, place);
  place->begin += from;
  return place->before != LANG_TOKEN_NUMBER && !is_no_name (&r, lexer.length);
}

uint32_t
desk_text_place_end (const char *text, uint32_t at)
{
  while (is_name_byte (text[at]))
    at++;
  return at;
}
