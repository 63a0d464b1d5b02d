/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file in canonical layout. Works on tokens, so that nothing written is lost: line
 * breaks inside elements, comments and the spelling of numbers stay; the tree only
 * tells where elements begin and how deep they are nested. */
#include "lang/print.h"

#include <string.h>

#include "lang/lexer.h"
#include "lang/print-private.h"

enum { MAX_BRACKETS = 512 };

/* Something that begins at a byte of the source. */
typedef struct {
  uint32_t at;
  int level;            /* of a line that begins here; -1: no line does */
  const LangJson *json; /* metadata that begins here */
} Mark;

typedef struct {
  const char *text;
  LangLexer lexer;
  GArray *marks; /* Mark, by place */
  uint32_t next_mark;
  GString *out;
  LangToken token;
  LangToken last; /* kind EOF before the first */
  bool last_is_sign;
  bool in_key; /* {^key} */
  int level;
  int case_level;
  uint32_t depth;                /* open brackets */
  uint8_t choices[MAX_BRACKETS]; /* `?` without ':' per depth */
} Formatter;

/* ---- marks ---- */

static void
mark (Formatter *f, uint32_t at, int level, const LangJson *json)
{
  Mark entry = {at, level, json};

  g_array_append_val (f->marks, entry);
}

static void
mark_doc (Formatter *f, const char *doc, BaseSpan span, int level)
{
  if (doc != NULL && f->text[span.begin] != '#')
    mark (f, span.begin, level, NULL);
}

static void
mark_meta (Formatter *f, const LangMeta *meta)
{
  if (meta->json != NULL && meta->key == NULL)
    mark (f, meta->json->span.begin, -1, meta->json);
}

/* The word of that length that stands before `at`. */
static uint32_t
word_before (const Formatter *f, uint32_t at, uint32_t length)
{
  while (at > length && g_ascii_isspace (f->text[at - 1]))
    at--;
  return at - length;
}

static void
mark_decl (Formatter *f, const LangDecl *decl)
{
  uint32_t begin = decl->span.begin;

  if (decl->kind == LANG_LOCAL && decl->is_argument)
    return;
  mark_doc (f, decl->doc, decl->doc_span, 1);
  mark (f, decl->kind == LANG_LOCAL ? word_before (f, begin, 5) : begin, 1, NULL);
  mark_meta (f, &decl->meta);
}

static void
mark_relation (Formatter *f, const LangRelation *relation, int level)
{
  int step = relation->kind == LANG_SWITCH ? 2 : 1;

  mark_doc (f, relation->doc, relation->doc_span, level);
  mark (f, relation->span.begin, level, NULL);
  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];

    if (branch->span.begin > relation->span.begin)
      mark (f, branch->span.begin, level + step - 1, NULL);
    for (uint32_t k = 0; k < branch->n; k++)
      mark_relation (f, branch->relations[k], level + step);
  }
  if (relation->n_branches > 0 || relation->kind == LANG_SWITCH)
    mark (f, word_before (f, relation->meta.span.begin, 3), level, NULL);
  mark_meta (f, &relation->meta);
}

static void
mark_class (Formatter *f, const LangClass *class)
{
  mark_doc (f, class->doc, class->doc_span, 0);
  mark (f, class->span.begin, 0, NULL);
  for (uint32_t i = 0; i < class->n_decls; i++)
    mark_decl (f, class->decls[i]);
  if (class->relations_keyword.end > class->relations_keyword.begin)
    mark (f, class->relations_keyword.begin, 0, NULL);
  for (uint32_t i = 0; i < class->n_relations; i++)
    mark_relation (f, class->relations[i], 1);
  bool has_end = class->end_keyword.end > class->end_keyword.begin;
  if (class->metadata != NULL) {
    if (has_end)
      mark (f, class->metadata_span.begin, 0, NULL);
    mark (f, class->metadata->span.begin, -1, class->metadata);
  }
  if (class->kind == LANG_FUNCTION && has_end && class->result != NULL)
    mark (f, word_before (f, class->result->span.begin, 6), 1, NULL);
  if (has_end)
    mark (f, class->end_keyword.begin, 0, NULL);
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const Mark *left = a, *right = b;

  return left->at < right->at ? -1 : left->at > right->at;
}

static const Mark *
find_mark (Formatter *f, uint32_t at)
{
  const Mark *marks = (const Mark *) (const void *) f->marks->data;

  while (f->next_mark < f->marks->len && marks[f->next_mark].at < at)
    f->next_mark++;
  return f->next_mark < f->marks->len && marks[f->next_mark].at == at
             ? &marks[f->next_mark]
             : NULL;
}

/* ---- spaces inside a line ---- */

static bool
is_any_of (LangTokenKind kind, const LangTokenKind *kinds, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (kinds[i] == kind)
      return true;
  return false;
}

/* Whether an operand ends with this token, so that a sign behind it has two sides. */
static bool
ends_operand (const LangToken *token)
{
  static const LangTokenKind KINDS[] = {
      LANG_TOKEN_NUMBER, LANG_TOKEN_STRING, LANG_TOKEN_RPAREN, LANG_TOKEN_RBRACKET,
      LANG_TOKEN_TRUE,   LANG_TOKEN_FALSE,  LANG_TOKEN_RBRACE, LANG_TOKEN_APOSTROPHE,
  };

  if (token->kind == LANG_TOKEN_ID)
    return strcmp (token->name, "then") != 0 && strcmp (token->name, "return") != 0;
  return is_any_of (token->kind, KINDS, G_N_ELEMENTS (KINDS));
}

static bool
is_one_sided (const Formatter *f)
{
  LangTokenKind kind = f->token.kind;

  if (kind == LANG_TOKEN_EXCLAMATION)
    return true;
  return (kind == LANG_TOKEN_MINUS || kind == LANG_TOKEN_PLUS) &&
         !ends_operand (&f->last);
}

static bool
is_choice (const Formatter *f)
{
  return f->depth < MAX_BRACKETS && f->choices[f->depth] > 0;
}

/* Whether the `(` or `[` here is a call or an index. */
static bool
belongs_to_operand (const Formatter *f)
{
  if (f->token.kind == LANG_TOKEN_LBRACKET && lang_lexer_peek_byte (&f->lexer) == '{')
    return false;
  if (f->last.kind == LANG_TOKEN_CONNECT)
    return true;
  if (f->last.kind == LANG_TOKEN_INITIAL)
    return lang_lexer_peek_byte (&f->lexer) == ')' || f->depth > 0;
  return f->last.kind != LANG_TOKEN_NUMBER && ends_operand (&f->last);
}

static bool
wants_space (const Formatter *f)
{
  static const LangTokenKind NONE_BEFORE[] = {
      LANG_TOKEN_RPAREN,       LANG_TOKEN_RBRACKET, LANG_TOKEN_COMMA,
      LANG_TOKEN_SEMICOLON,    LANG_TOKEN_DOT,      LANG_TOKEN_APOSTROPHE,
      LANG_TOKEN_DOUBLE_COLON,
  };
  static const LangTokenKind NONE_BEHIND[] = {
      LANG_TOKEN_LPAREN,
      LANG_TOKEN_LBRACKET,
      LANG_TOKEN_DOT,
      LANG_TOKEN_DOUBLE_COLON,
  };
  LangTokenKind kind = f->token.kind, last = f->last.kind;

  if (f->in_key)
    return kind == LANG_TOKEN_LBRACE;
  if (f->last_is_sign || is_any_of (kind, NONE_BEFORE, G_N_ELEMENTS (NONE_BEFORE)) ||
      is_any_of (last, NONE_BEHIND, G_N_ELEMENTS (NONE_BEHIND)))
    return false;
  /* Brackets stand close to what they belong to, `:` stands free in a choice only. */
  if (kind == LANG_TOKEN_LPAREN || kind == LANG_TOKEN_LBRACKET)
    return !belongs_to_operand (f);
  if (kind == LANG_TOKEN_COLON)
    return is_choice (f);
  if (last == LANG_TOKEN_COLON)
    return is_choice (f) ||
           (kind == LANG_TOKEN_ID && strcmp (f->token.name, "analysis_point") == 0);
  return true;
}

static void
track_brackets (Formatter *f)
{
  LangTokenKind kind = f->token.kind;

  if (f->last.kind == LANG_TOKEN_COLON && is_choice (f))
    f->choices[f->depth]--;
  if (kind == LANG_TOKEN_LPAREN || kind == LANG_TOKEN_LBRACKET) {
    if (++f->depth < MAX_BRACKETS)
      f->choices[f->depth] = 0;
  } else if ((kind == LANG_TOKEN_RPAREN || kind == LANG_TOKEN_RBRACKET) && f->depth > 0)
    f->depth--;
  else if (kind == LANG_TOKEN_QUESTION && f->depth < MAX_BRACKETS)
    f->choices[f->depth]++;
}

/* ---- lines and comments ---- */

static void
new_line (Formatter *f, uint32_t n_lines, int level)
{
  if (f->out->len > 0)
    g_string_append (f->out, n_lines > 1 ? "\n\n" : "\n");
  lang_print_indent (f->out, level);
}

static bool
is_divider (LangTokenKind kind)
{
  static const LangTokenKind KINDS[] = {
      LANG_TOKEN_END,      LANG_TOKEN_ELSE,      LANG_TOKEN_ELSEIF, LANG_TOKEN_ELSEWHEN,
      LANG_TOKEN_METADATA, LANG_TOKEN_RELATIONS, LANG_TOKEN_CASE,   LANG_TOKEN_DEFAULT,
  };

  return is_any_of (kind, KINDS, G_N_ELEMENTS (KINDS));
}

/* Writes the comments between two tokens. Returns the line breaks behind the last one.
 */
static uint32_t
print_comments (Formatter *f, uint32_t begin, uint32_t end, int level)
{
  uint32_t n_lines = 0;

  for (uint32_t at = begin; at < end; at++) {
    const char *stop = memchr (f->text + at, '\n', end - at);
    uint32_t line_end = stop == NULL ? end : (uint32_t) (stop - f->text);

    n_lines += f->text[at] == '\n';
    if (f->text[at] != '#')
      continue;
    if (n_lines > 0 || f->out->len == 0)
      new_line (f, n_lines, level);
    else
      g_string_append (f->out, "  ");
    g_autofree char *comment = g_strndup (f->text + at, line_end - at);
    g_string_append (f->out, g_strchomp (comment));
    n_lines = 0;
    at = line_end - 1;
  }
  return n_lines;
}

/* The text of the token, without the returns of a text file with CRLF. */
static void
print_token (Formatter *f, const Mark *here)
{
  if (here != NULL && here->json != NULL) {
    lang_print_json (f->out, here->json, f->level);
    f->lexer.at = f->token.end = here->json->span.end;
    f->token.kind = LANG_TOKEN_RBRACE;
    return;
  }
  for (uint32_t at = f->token.begin; at < f->token.end; at++)
    if (f->text[at] != '\r' || f->text[at + 1] != '\n')
      g_string_append_c (f->out, f->text[at]);
}

static bool
goes_on_doc (const Formatter *f)
{
  bool is_text = f->token.kind == LANG_TOKEN_STRING || f->token.kind == LANG_TOKEN_DOC;

  return is_text &&
         (f->last.kind == LANG_TOKEN_DOC || f->last.kind == LANG_TOKEN_STRING);
}

/* The level at which the token begins a line, or -1 if it need not. */
static int
line_level (Formatter *f, const Mark *here)
{
  if (here != NULL && here->level >= 0)
    return here->level;
  if (f->token.kind == LANG_TOKEN_USING)
    return 0;
  if (f->token.kind == LANG_TOKEN_END)
    return f->case_level;
  return goes_on_doc (f) ? f->level : -1;
}

/* Of a line inside an element: one step further in, two for the name behind the doc
 * text of an enum's case, none for a closing bracket. */
static int
inner_level (const Formatter *f)
{
  bool is_documented =
      f->last.kind == LANG_TOKEN_STRING || f->last.kind == LANG_TOKEN_DOC;

  if (f->token.kind == LANG_TOKEN_RPAREN || f->token.kind == LANG_TOKEN_RBRACKET)
    return f->level;
  return is_documented && f->token.kind == LANG_TOKEN_ID ? f->level + 2 : f->level + 1;
}

static void
format_token (Formatter *f)
{
  const Mark *here = find_mark (f, f->token.begin);
  int level = line_level (f, here);
  int comment_level = level < 0 ? f->level + 1 : level + is_divider (f->token.kind);
  bool opens_key = f->token.kind == LANG_TOKEN_LBRACE && here == NULL;

  f->in_key |= opens_key;
  if (f->token.kind == LANG_TOKEN_EOF)
    comment_level = 0;
  /* Comments between the last token and this one. */
  size_t before = f->out->len;
  uint32_t n_lines = print_comments (f, f->last.end, f->token.begin, comment_level);
  bool commented = f->out->len > before;
  if (f->token.kind == LANG_TOKEN_EOF)
    return;
  /* A new line where an element begins, or where the text had a comment. */
  if (level >= 0)
    f->level = level;
  if (level >= 0 || n_lines > 0 || commented)
    new_line (f, n_lines, level >= 0 ? f->level : inner_level (f));
  else if (f->out->len > 0 && wants_space (f))
    g_string_append_c (f->out, ' ');
  f->last_is_sign = level < 0 ? is_one_sided (f)
                              : f->token.kind == LANG_TOKEN_MINUS ||
                                    f->token.kind == LANG_TOKEN_PLUS ||
                                    f->token.kind == LANG_TOKEN_EXCLAMATION;
  if (f->token.kind == LANG_TOKEN_CASE || f->token.kind == LANG_TOKEN_DEFAULT)
    f->case_level = f->level;
  track_brackets (f);
  print_token (f, here);
  if (f->token.kind == LANG_TOKEN_RBRACE)
    f->in_key = false;
}

/* A file keeps its kind of line ends. */
static char *
with_line_ends (GString *out, const char *source)
{
  const char *newline = strchr (source, '\n');

  if (newline != NULL && newline > source && newline[-1] == '\r')
    g_string_replace (out, "\n", "\r\n", 0);
  return g_string_free (out, FALSE);
}

char *
lang_format (const LangFile *file)
{
  const BaseSource *source = lang_file_source (file);
  g_autofree LangNameCache *cache = g_new0 (LangNameCache, 1);
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  Formatter f = {
      .text = base_source_text (source),
      .lexer = {.source = source,
                .text = base_source_text (source),
                .length = (uint32_t) base_source_length (source),
                .cache = cache},
      .marks = marks,
      .out = g_string_new (NULL),
  };

  if (!lang_file_is_sound (file)) {
    g_string_free (f.out, TRUE);
    return NULL;
  }
  /* Where elements begin, in the order of the text; then token by token. */
  for (uint32_t i = 0; i < lang_file_n_classes (file); i++)
    mark_class (&f, lang_file_class (file, i));
  g_array_sort (marks, by_place);
  do {
    f.token = lang_lexer_next (&f.lexer);
    format_token (&f);
    f.last = f.token;
  } while (f.token.kind != LANG_TOKEN_EOF);
  if (f.out->len > 0)
    g_string_append_c (f.out, '\n');
  return with_line_ends (f.out, f.text);
}
