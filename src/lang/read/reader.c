/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all parts of the parser share: the next token, what was expected in its place,
 * lists as a stack of pointers, open blocks. After a fault nothing more is reported
 * until reading goes on at the next line that can begin an element (panic mode: Wirth
 * 1976, 5.9), so that one fault is one report. */
#include "lang/read/reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"
#include "lang/json.h"

enum { MAX_SHOWN = 40 }; /* bytes of a token that a message repeats */

void
lang_reader_init (LangReader *r,
                  BaseArena *arena,
                  const BaseSource *source,
                  BaseDiags *diags,
                  LangNameCache *cache)
{
  *r = (LangReader){
      .arena = arena,
      .source = source,
      .diags = diags,
      .lexer = {.source = source,
                .text = base_source_text (source),
                .length = (uint32_t) base_source_length (source),
                .diags = diags,
                .cache = cache},
      .stack = g_array_new (FALSE, FALSE, sizeof (const void *)),
      .pending = g_array_new (FALSE, FALSE, sizeof (LangPending)),
      .last_fault = UINT32_MAX,
      .word_then = base_name ("then"),
  };
}

void
lang_reader_clear (LangReader *r)
{
  g_array_unref (r->stack);
  g_array_unref (r->pending);
}

/* ---- tokens ---- */

void
lang_reader_advance (LangReader *r)
{
  r->before[0] = r->before[1];
  r->before[1] = r->token;
  r->last_end = r->token.end;
  r->expected[0] = r->expected[1] = 0;
  r->token = lang_lexer_next (&r->lexer);
}

void
lang_reader_open_bracket (LangReader *r)
{
  if (r->brackets < LANG_MAX_DEPTH)
    r->opened[r->brackets] = r->token.begin;
  r->brackets++;
  lang_reader_advance (r);
}

LangToken
lang_reader_peek (const LangReader *r)
{
  LangLexer ahead = r->lexer;

  ahead.diags = NULL;
  return lang_lexer_next (&ahead);
}

void
lang_reader_note_expected (LangReader *r, LangTokenKind kind)
{
  r->expected[kind / 64] |= 1ull << kind % 64;
}

bool
lang_reader_at (LangReader *r, LangTokenKind kind)
{
  lang_reader_note_expected (r, kind);
  return r->token.kind == kind;
}

bool
lang_reader_continues (LangReader *r, LangTokenKind kind)
{
  lang_reader_note_expected (r, kind);
  return r->token.kind == kind && (r->brackets > 0 || !r->token.first_on_line);
}

bool
lang_reader_at_word (const LangReader *r, const char *word)
{
  return r->token.kind == LANG_TOKEN_ID && strcmp (r->token.name, word) == 0;
}

bool
lang_reader_at_initial_call (const LangReader *r)
{
  LangLexer ahead = r->lexer;

  ahead.diags = NULL;
  return r->token.kind == LANG_TOKEN_INITIAL &&
         lang_lexer_next (&ahead).kind == LANG_TOKEN_LPAREN &&
         lang_lexer_next (&ahead).kind == LANG_TOKEN_RPAREN;
}

bool
lang_reader_accept (LangReader *r, LangTokenKind kind)
{
  if (r->panic || !lang_reader_at (r, kind))
    return false;
  lang_reader_advance (r);
  return true;
}

bool
lang_reader_expect (LangReader *r, LangTokenKind kind)
{
  if (lang_reader_accept (r, kind))
    return true;
  lang_reader_unexpected (r);
  return false;
}

bool
lang_reader_expect_on_line (LangReader *r, LangTokenKind kind)
{
  if (!r->panic && lang_reader_continues (r, kind)) {
    lang_reader_advance (r);
    return true;
  }
  if (!r->panic && r->token.kind == kind) {
    lang_reader_fail (r, 151, lang_reader_next_span (r),
                      N_ ("a line cannot start with %s"),
                      _ (lang_token_kind_label (kind)));
    lang_reader_hint (r, "put it at the end of the line before");
    r->last_fault = r->token.begin;
  }
  lang_reader_unexpected (r);
  return false;
}

/* Says so when a reserved word stands for a name, and moves over it where it clearly
 * does: an `end` must not close the component then. */
static void
explain_reserved (LangReader *r)
{
  if (r->token.kind < LANG_TOKEN_COMPONENT)
    return;
  lang_reader_hint (r, "%s is a reserved word and cannot be a name",
                    _ (lang_token_kind_label (r->token.kind)));
  LangTokenKind next = lang_reader_peek (r).kind;
  if (next == LANG_TOKEN_DOUBLE_COLON || next == LANG_TOKEN_ASSIGN)
    lang_reader_advance (r);
}

const char *
lang_reader_name (LangReader *r, BaseSpan *span)
{
  if (r->panic)
    return NULL;
  if (!lang_reader_at (r, LANG_TOKEN_ID)) {
    lang_reader_unexpected (r);
    explain_reserved (r);
    return NULL;
  }
  const char *name = r->token.name;
  if (span != NULL)
    *span = lang_reader_next_span (r);
  lang_reader_advance (r);
  return name;
}

static const char *
join (const char *const *parts, uint32_t n)
{
  g_autoptr (GString) text = g_string_new (parts[0]);

  for (uint32_t i = 1; i < n; i++) {
    g_string_append_c (text, '.');
    g_string_append (text, parts[i]);
  }
  return base_name_n (text->str, text->len);
}

bool
lang_reader_qname (LangReader *r, LangName *name, bool attribute)
{
  uint32_t bottom = r->stack->len, begin = r->token.begin;

  if (r->panic)
    return false;
  if (attribute && r->token.kind == LANG_TOKEN_INITIAL) {
    lang_reader_push (r, base_name ("initial"));
    lang_reader_advance (r);
  } else
    do
      lang_reader_push (r, lang_reader_name (r, NULL));
    while (!r->panic && lang_reader_continues (r, LANG_TOKEN_DOT) &&
           lang_reader_accept (r, LANG_TOKEN_DOT));
  name->parts = lang_reader_take (r, bottom, &name->n);
  name->span = lang_reader_span (r, begin);
  if (r->panic) {
    name->n = 0;
    return false;
  }
  name->text = name->n == 1 ? name->parts[0] : join (name->parts, name->n);
  return true;
}

BaseSpan
lang_reader_span (const LangReader *r, uint32_t begin)
{
  return (BaseSpan){r->source, begin, MAX (begin, r->last_end)};
}

BaseSpan
lang_reader_next_span (const LangReader *r)
{
  return (BaseSpan){r->source, r->token.begin, r->token.end};
}

BaseSpan
lang_reader_here (const LangReader *r)
{
  return (BaseSpan){r->source, r->last_end, r->last_end};
}

/* ---- faults ---- */

static void
describe_token (const LangReader *r, GString *out)
{
  const LangToken *token = &r->token;
  const char *text = r->lexer.text + token->begin;
  uint32_t length = token->end - token->begin;

  if (token->kind == LANG_TOKEN_EOF || token->kind == LANG_TOKEN_DOC) {
    const bool is_end = token->kind == LANG_TOKEN_EOF;

    g_string_append (out,
                     is_end ? _ (lang_token_kind_label (token->kind)) : _ ("doc text"));
    return;
  }
  bool cut = length > MAX_SHOWN;
  if (cut)
    length = (uint32_t) (g_utf8_find_prev_char (text, text + MAX_SHOWN) - text);
  g_string_append_printf (out, "`%.*s%s`", (int) length, text, cut ? "…" : "");
}

static bool
is_expected (const LangReader *r, LangTokenKind kind)
{
  return (r->expected[kind / 64] >> kind % 64 & 1) != 0;
}

static void
forget_expected (LangReader *r, LangTokenKind kind)
{
  r->expected[kind / 64] &= ~(1ull << kind % 64);
}

/* What begins a whole element stands for the tokens that begin its parts. */
static void
simplify_expected (LangReader *r)
{
  bool is_element = is_expected (r, LANG_TOKEN_A_RELATION) ||
                    is_expected (r, LANG_TOKEN_A_DECLARATION);

  if (is_element || is_expected (r, LANG_TOKEN_AN_EXPRESSION))
    forget_expected (r, LANG_TOKEN_NOT);
  if (is_element || is_expected (r, LANG_TOKEN_AN_OPERATOR)) {
    forget_expected (r, LANG_TOKEN_LBRACKET);
    forget_expected (r, LANG_TOKEN_LBRACE);
  }
  if (!is_element)
    return;
  forget_expected (r, LANG_TOKEN_AN_EXPRESSION);
  forget_expected (r, LANG_TOKEN_LPAREN);
  forget_expected (r, LANG_TOKEN_DOT);
}

/* "a, b or c"; NULL if nothing is. */
static char *
list_expected (const LangReader *r)
{
  int left =
      __builtin_popcountll (r->expected[0]) + __builtin_popcountll (r->expected[1]);
  char *list = NULL;

  for (uint32_t kind = 0; kind < LANG_TOKEN_N_KINDS; kind++) {
    if (!is_expected (r, (LangTokenKind) kind))
      continue;
    const char *label = _ (lang_token_kind_label ((LangTokenKind) kind));
    g_autofree char *before = list;

    list = before == NULL ? g_strdup (label)
           : --left == 1  ? g_strdup_printf (_ ("%s or %s"), before, label)
                          : g_strjoin (", ", before, label, NULL);
  }
  return list;
}

static void
report (LangReader *r, uint32_t number, BaseSpan span, const char *format, va_list args)
{
  g_autofree char *message = g_strdup_vprintf (_ (format), args);

  r->reported = base_diags_count (r->diags) < BASE_DIAGS_SHOWN;
  lang_lexer_report (r->diags, number, span, message);
  r->n_errors++;
}

void
lang_reader_hint (LangReader *r, const char *format, ...)
{
  va_list args;

  if (!r->reported)
    return;
  va_start (args, format);
  g_autofree char *hint = g_strdup_vprintf (_ (format), args);
  va_end (args);
  base_diags_set_hint (r->diags, "%s", hint);
  r->reported = false;
}

void
lang_reader_report (LangReader *r,
                    uint32_t number,
                    BaseSpan span,
                    const char *format,
                    ...)
{
  va_list args;

  va_start (args, format);
  report (r, number, span, format, args);
  va_end (args);
}

void
lang_reader_fail (LangReader *r,
                  uint32_t number,
                  BaseSpan span,
                  const char *format,
                  ...)
{
  va_list args;

  if (r->panic)
    return;
  va_start (args, format);
  report (r, number, span, format, args);
  va_end (args);
  r->panic = true;
}

int
lang_reader_bracket_change (LangTokenKind kind)
{
  if (kind == LANG_TOKEN_LPAREN || kind == LANG_TOKEN_LBRACKET ||
      kind == LANG_TOKEN_LBRACE)
    return 1;
  if (kind == LANG_TOKEN_RPAREN || kind == LANG_TOKEN_RBRACKET ||
      kind == LANG_TOKEN_RBRACE)
    return -1;
  return 0;
}

bool
lang_reader_line_assigns (const LangReader *r)
{
  LangLexer ahead = r->lexer;
  LangToken token = r->token;
  bool goes_on;
  int depth = 0;

  ahead.diags = NULL;
  do {
    if (token.kind == LANG_TOKEN_ASSIGN && depth == 0)
      return true;
    depth += lang_reader_bracket_change (token.kind);
    goes_on = token.kind >= LANG_TOKEN_PLUS && token.kind <= LANG_TOKEN_EXCLAMATION;
    token = lang_lexer_next (&ahead);
  } while (token.kind != LANG_TOKEN_EOF &&
           (depth > 0 || goes_on || !token.first_on_line));
  return false;
}

bool
lang_reader_is_rest (const LangReader *r)
{
  return !r->token.first_on_line && !lang_reader_line_assigns (r);
}

static bool
is_behind_number (const LangReader *r)
{
  return r->before[1].kind == LANG_TOKEN_NUMBER && r->token.kind == LANG_TOKEN_ID &&
         !r->token.first_on_line;
}

/* What the tokens around the one that does not fit mean in other languages. */
static void
hint_fault (LangReader *r)
{
  enum { BEFORE = G_N_ELEMENTS (r->before), N = BEFORE + 3 };
  LangToken tokens[N] = {r->before[0], r->before[1], r->token};
  LangLexer ahead = r->lexer;
  LangForeignMatch match;

  ahead.diags = NULL;
  for (uint32_t i = BEFORE + 1; i < N; i++)
    tokens[i] = lang_lexer_next (&ahead);
  for (uint32_t i = 0; i <= BEFORE && r->reported; i++) {
    const LangForeign *foreign = lang_foreign_find (LANG_FOREIGN_FAULT, r->lexer.text,
                                                    tokens + i, N - i, &match);

    if (foreign != NULL && match.is_whole && i + match.n_taken > BEFORE &&
        (i < BEFORE || match.n_taken == 1))
      lang_reader_hint (r, "%s", _ (foreign->hint));
  }
}

/* Words that begin an element and cannot stand inside one. */
static bool
is_starter (LangTokenKind kind)
{
  switch ((int) kind) {
  case LANG_TOKEN_EXTENDS:
  case LANG_TOKEN_PARAMETER:
  case LANG_TOKEN_STRUCTURAL:
  case LANG_TOKEN_VARIABLE:
  case LANG_TOKEN_CONNECT:
  case LANG_TOKEN_SWITCH:
  case LANG_TOKEN_WHEN:
    return true;
  default:
    return false;
  }
}

/* Whether the line that begins with the next token looks like the inside of brackets:
 * it closes more than it opens, or goes on in the next line. */
static bool
line_is_inside (const LangReader *r)
{
  LangLexer ahead = r->lexer;
  LangToken token = r->token;
  LangTokenKind last = token.kind;
  int change = 0;

  ahead.diags = NULL;
  do {
    change += lang_reader_bracket_change (token.kind);
    last = token.kind;
    token = lang_lexer_next (&ahead);
  } while (!token.first_on_line && token.kind != LANG_TOKEN_EOF);
  return change < 0 || last == LANG_TOKEN_COMMA;
}

/* Whether the next token begins an element though a bracket was not closed before it.
 */
static bool
is_bracket_open (const LangReader *r)
{
  if (r->brackets == 0 ||
      r->opened[MIN (r->brackets, LANG_MAX_DEPTH) - 1] == UINT32_MAX)
    return false;
  return lang_reader_at_divider (r) || is_starter (r->token.kind) ||
         (r->token.first_on_line && !line_is_inside (r) &&
          lang_reader_line_assigns (r));
}

void
lang_reader_unexpected (LangReader *r)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (r->panic)
    return;
  r->reported = false;
  if (r->token.kind == LANG_TOKEN_BAD || r->last_fault == r->token.begin) {
    r->panic = true;
    return;
  }
  r->last_fault = r->token.begin;
  if (is_bracket_open (r)) {
    uint32_t at = r->opened[MIN (r->brackets, LANG_MAX_DEPTH) - 1];

    lang_reader_fail (r, 151, (BaseSpan){r->source, at, at + 1},
                      N_ ("this `%c` is not closed"), r->lexer.text[at]);
    return;
  }
  describe_token (r, text);
  simplify_expected (r);
  if (r->brackets > 0 && r->opened[0] == UINT32_MAX) /* an expression, no file */
    r->expected[0] &= ~(1ull << LANG_TOKEN_EOF);
  g_autofree char *expected = list_expected (r);
  if (expected != NULL)
    lang_reader_fail (r, 151, lang_reader_next_span (r),
                      N_ ("unexpected %s; expected %s"), text->str, expected);
  else
    lang_reader_fail (r, 151, lang_reader_next_span (r), N_ ("unexpected %s"),
                      text->str);
  hint_fault (r);
  if (r->brackets == 0 && lang_reader_bracket_change (r->token.kind) < 0)
    lang_reader_hint (r, "no bracket is open here");
  if (r->reported && is_behind_number (r)) {
    lang_lexer_hint_name (&r->lexer, r->before[1].begin, r->last_end, r->token.begin);
    r->reported = false;
  }
}

/* ---- going on after a fault ---- */

bool
lang_reader_at_divider (const LangReader *r)
{
  switch ((int) r->token.kind) {
  case LANG_TOKEN_EOF:
  case LANG_TOKEN_END:
  case LANG_TOKEN_ELSE:
  case LANG_TOKEN_ELSEIF:
  case LANG_TOKEN_ELSEWHEN:
  case LANG_TOKEN_CASE:
  case LANG_TOKEN_DEFAULT:
  case LANG_TOKEN_METADATA:
  case LANG_TOKEN_RELATIONS:
    return true;
  default:
    return false;
  }
}

void
lang_reader_skip_clock (LangReader *r)
{
  uint32_t begin = r->token.begin;
  int depth = 0;

  if (r->panic || r->token.kind != LANG_TOKEN_AT)
    return;
  do {
    lang_reader_advance (r);
    depth += lang_reader_bracket_change (r->token.kind);
  } while (depth > 0 && !lang_reader_at_divider (r));
  if (lang_reader_bracket_change (r->token.kind) < 0)
    lang_reader_advance (r);
  lang_reader_report (r, 601, lang_reader_span (r, begin), "clocks are not supported");
}

/* Reports the next token, which has no meaning here, and moves over it. */
static void
refuse_token (LangReader *r, const char *hint)
{
  g_autoptr (GString) text = g_string_new (NULL);

  describe_token (r, text);
  lang_reader_report (r, 151, lang_reader_next_span (r), "unexpected %s", text->str);
  lang_reader_hint (r, "%s", _ (hint));
  lang_reader_advance (r);
}

void
lang_reader_skip_behind (LangReader *r)
{
  for (bool more = true; more && !r->panic;) {
    bool is_doc = r->token.kind == LANG_TOKEN_STRING || r->token.kind == LANG_TOKEN_DOC;

    if (r->token.kind == LANG_TOKEN_SEMICOLON && r->has_semicolons)
      lang_reader_advance (r);
    else if (r->token.kind == LANG_TOKEN_SEMICOLON) {
      r->has_semicolons = true;
      refuse_token (r, "remove it, and any other: a line end is enough");
    } else if (is_doc && !r->token.first_on_line && lang_reader_peek (r).first_on_line)
      refuse_token (r, "move the doc text to the line above what it describes");
    else
      more = false;
  }
}

/* Whether the `else` here belongs to one of the if-expressions that were left. */
static bool
is_of_choice (const LangReader *r, uint32_t *n_choices)
{
  bool is_else = r->token.kind == LANG_TOKEN_ELSE;

  if (*n_choices == 0 || (!is_else && r->token.kind != LANG_TOKEN_ELSEIF))
    return false;
  *n_choices -= is_else;
  return true;
}

void
lang_reader_recover (LangReader *r, uint32_t begin)
{
  int depth = (int) r->brackets;
  uint32_t n_choices = r->n_choices;

  r->brackets = r->n_choices = 0;
  r->no_range = false;
  r->panic = false;
  r->expected[0] = r->expected[1] = 0;
  /* Reading goes on where a line begins anew, */
  if (r->token.first_on_line && r->token.begin != begin &&
      (depth <= 0 || !line_is_inside (r)))
    return;
  if (r->token.begin == begin) {
    depth += lang_reader_bracket_change (r->token.kind);
    lang_reader_advance (r);
  }
  /* outside of all brackets that the fault left open. */
  while (!lang_reader_at_divider (r) || is_of_choice (r, &n_choices)) {
    if (r->token.first_on_line &&
        (depth <= 0 || is_starter (r->token.kind) || lang_reader_at_definition (r) ||
         !line_is_inside (r)))
      break;
    if (r->token.kind == LANG_TOKEN_LBRACE)
      r->lexer.at = lang_json_skip (r->lexer.text, r->lexer.length, r->token.begin);
    else
      depth += lang_reader_bracket_change (r->token.kind);
    lang_reader_advance (r);
  }
}

bool
lang_reader_enter (LangReader *r)
{
  if (r->panic)
    return false;
  if (r->depth >= LANG_MAX_DEPTH) {
    lang_reader_fail (r, 151, lang_reader_next_span (r),
                      N_ ("this is nested deeper than %d levels"), LANG_MAX_DEPTH);
    return false;
  }
  r->depth++;
  return true;
}

void
lang_reader_leave (LangReader *r)
{
  r->depth--;
}

/* ---- blocks ---- */

void
lang_reader_open (LangReader *r, LangBlock *block, const char *word, const char *name)
{
  *block = (LangBlock){
      .outer = r->block,
      .word = word,
      .name = name,
      .span = lang_reader_next_span (r),
      .first_on_line = r->token.first_on_line,
  };
  r->block = block;
}

uint32_t
lang_reader_column (const LangReader *r, uint32_t offset)
{
  return offset - base_source_line_begin (r->source, offset);
}

static void
report_open (LangReader *r, const LangBlock *block)
{
  uint32_t line, character;

  if (r->else_if.begin > block->span.begin) {
    lang_reader_report (r, 152, r->else_if, "this `else if` has no `end` of its own");
    lang_reader_hint (r, "write `elseif`");
    return;
  }
  base_source_locate (r->source, block->span.begin, &line, &character);
  lang_reader_report (r, 152, block->span, "`%s%s%s` of line %u has no `end`",
                      block->word, block->name == NULL ? "" : " ",
                      block->name == NULL ? "" : block->name, line);
}

/* `end when` and nothing more on the line, `end Pendulum`. */
static bool
repeats_head (const LangReader *r, const LangBlock *block)
{
  if (r->token.first_on_line)
    return false;
  if (r->token.kind == LANG_TOKEN_ID)
    return r->token.name == block->name;
  LangToken next = lang_reader_peek (r);
  return r->token.kind ==
             lang_token_word (block->word, (uint32_t) strlen (block->word)) &&
         (next.first_on_line || next.kind == LANG_TOKEN_EOF ||
          next.kind == LANG_TOKEN_SEMICOLON);
}

BaseSpan
lang_reader_close (LangReader *r, const LangBlock *block)
{
  BaseSpan span = lang_reader_here (r);

  r->block = block->outer;
  if (r->token.kind != LANG_TOKEN_END) {
    report_open (r, r->suspect.word != NULL ? &r->suspect : block);
    r->suspect.word = NULL;
    return span;
  }
  if (r->token.first_on_line && block->first_on_line && r->suspect.word == NULL &&
      lang_reader_column (r, r->token.begin) <
          lang_reader_column (r, block->span.begin))
    r->suspect = *block;
  lang_reader_advance (r);
  BaseSpan end = {r->source, r->last_end - 3, r->last_end};
  if (repeats_head (r, block)) {
    refuse_token (r, N_ ("write `end` alone"));
    lang_reader_accept (r, LANG_TOKEN_SEMICOLON);
  }
  if (!r->token.first_on_line)
    lang_reader_skip_behind (r);
  return end;
}

bool
lang_reader_at_definition (const LangReader *r)
{
  LangLexer ahead = r->lexer;
  LangToken token = r->token;
  bool has_prefix = false;

  ahead.diags = NULL;
  if (lang_reader_at_word (r, "function"))
    return lang_lexer_next (&ahead).kind == LANG_TOKEN_ID;
  while (token.kind == LANG_TOKEN_ID && lang_token_is_prefix (token.name)) {
    has_prefix = true;
    token = lang_lexer_next (&ahead);
  }
  if (has_prefix)
    return token.kind == LANG_TOKEN_COMPONENT || token.kind == LANG_TOKEN_ANALYSIS;
  return token.kind >= LANG_TOKEN_COMPONENT && token.kind <= LANG_TOKEN_ANALYSIS;
}

/* ---- lists ---- */

void
lang_reader_push (LangReader *r, const void *node)
{
  g_array_append_val (r->stack, node);
}

const void *
lang_reader_take (LangReader *r, uint32_t bottom, uint32_t *n)
{
  *n = r->stack->len - bottom;
  const void **list = base_arena_array (r->arena, const void *, *n);

  if (*n > 0)
    memcpy (list, &g_array_index (r->stack, const void *, bottom),
            *n * sizeof (const void *));
  g_array_set_size (r->stack, bottom);
  return list;
}

/* ---- doc texts ---- */

const char *
lang_reader_doc (LangReader *r, BaseSpan *span)
{
  g_autoptr (GString) text = NULL;
  uint32_t begin = r->token.begin;

  *span = (BaseSpan){r->source, begin, begin};
  if (r->token.kind != LANG_TOKEN_STRING && r->token.kind != LANG_TOKEN_DOC) {
    if (r->token.comment_end == 0)
      return NULL;
    text = g_string_new (NULL);
    *span = (BaseSpan){r->source, r->token.comment_begin, r->token.comment_end};
    lang_lexer_comment_text (&r->lexer, span->begin, span->end, text);
    return base_arena_strndup (r->arena, text->str, text->len);
  }
  text = g_string_new (NULL);
  while (r->token.kind == LANG_TOKEN_STRING || r->token.kind == LANG_TOKEN_DOC) {
    if (text->len > 0)
      g_string_append_c (text, '\n');
    lang_lexer_string_text (&r->lexer, &r->token, text);
    lang_reader_advance (r);
  }
  *span = lang_reader_span (r, begin);
  return base_arena_strndup (r->arena, text->str, text->len);
}
