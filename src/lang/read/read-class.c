/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads definitions by recursive descent, a function for each kind. Declarations and
 * relations recover each by itself: after a fault reading goes on at the next line that
 * may begin one, so that one fault is one report. */
#include "lang/read/reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"

/* ---- lists of elements, each recovering by itself ---- */

typedef LangDecl *(*ReadDecl) (LangReader *r);

static bool
ends_declarations (const LangReader *r)
{
  LangTokenKind kind = r->token.kind;

  return kind == LANG_TOKEN_EOF || kind == LANG_TOKEN_END ||
         kind == LANG_TOKEN_METADATA || kind == LANG_TOKEN_RELATIONS ||
         lang_reader_at_definition (r);
}

/* What stands where a declaration is expected looks like a relation; a sign does if its
 * line has a `=` too. */
static bool
looks_like_relation (const LangReader *r)
{
  if (r->before[1].kind == LANG_TOKEN_ASSIGN)
    return false;
  switch ((int) r->token.kind) {
  case LANG_TOKEN_CONNECT:
  case LANG_TOKEN_INITIAL:
  case LANG_TOKEN_IF:
    return true;
  case LANG_TOKEN_DOT:
  case LANG_TOKEN_LPAREN:
  case LANG_TOKEN_PLUS:
  case LANG_TOKEN_MINUS:
  case LANG_TOKEN_TIMES:
  case LANG_TOKEN_DIVIDE:
    return !r->token.first_on_line || lang_reader_line_assigns (r);
  default:
    return false;
  }
}

static void
read_declarations (LangReader *r, LangClass *class, ReadDecl read)
{
  uint32_t bottom = r->stack->len;

  while (!ends_declarations (r)) {
    if (lang_read_foreign (r, LANG_FOREIGN_DECLARATION) != NULL)
      continue;
    uint32_t begin = r->token.begin, height = r->stack->len;
    const LangDecl *decl = read (r);

    lang_reader_skip_behind (r);
    if (!r->panic) {
      lang_reader_push (r, decl);
      continue;
    }
    if (class->kind == LANG_COMPONENT && looks_like_relation (r))
      lang_reader_hint (r, "equations and connects belong in the `relations` section");
    g_array_set_size (r->stack, height);
    lang_reader_recover (r, begin);
  }
  class->decls = lang_reader_take (r, bottom, &class->n_decls);
}

/* ---- blocks ---- */

static void
read_relations_part (LangReader *r, LangClass *class)
{
  uint32_t bottom = r->stack->len, begin = r->token.begin, n;

  class->relations_keyword = (BaseSpan){r->source, begin, begin};
  if (!lang_reader_accept (r, LANG_TOKEN_RELATIONS))
    return;
  class->relations_keyword = lang_reader_span (r, begin);
  const LangRelation *const *list = lang_read_relations (r, false, &n);
  while (r->token.kind != LANG_TOKEN_END && r->token.kind != LANG_TOKEN_METADATA &&
         r->token.kind != LANG_TOKEN_EOF && !lang_reader_at_definition (r)) {
    /* a stray `else`, `case` or second `relations` */
    uint32_t more, at = r->token.begin;

    lang_reader_note_expected (r, LANG_TOKEN_A_RELATION);
    lang_reader_note_expected (r, LANG_TOKEN_END);
    lang_reader_unexpected (r);
    lang_reader_recover (r, at);
    for (uint32_t i = 0; i < n; i++)
      lang_reader_push (r, list[i]);
    const LangRelation *const *rest = lang_read_relations (r, false, &more);
    for (uint32_t i = 0; i < more; i++)
      lang_reader_push (r, rest[i]);
    list = lang_reader_take (r, bottom, &n);
  }
  class->relations = list;
  class->n_relations = n;
}

static void
finish_block (LangReader *r, LangClass *class, const LangBlock *block)
{
  lang_read_meta_block (r, class);
  while (r->token.kind != LANG_TOKEN_END && r->token.kind != LANG_TOKEN_EOF &&
         !lang_reader_at_definition (r)) {
    uint32_t begin = r->token.begin;

    lang_reader_note_expected (r, LANG_TOKEN_END);
    lang_reader_unexpected (r);
    lang_reader_recover (r, begin);
  }
  class->end_keyword = lang_reader_close (r, block);
}

/* Definitions without `end` have it, empty, where they stop. */
static void
finish_line (LangReader *r, LangClass *class)
{
  uint32_t begin = r->token.begin;

  class->relations_keyword = lang_reader_here (r);
  if (r->panic)
    lang_reader_recover (r, begin);
  BaseSpan here = lang_reader_here (r);
  lang_read_meta_block (r, class);
  if (class->metadata == NULL && class->metadata_span.begin == class->metadata_span.end)
    class->metadata_span = here;
  class->end_keyword = lang_reader_here (r);
}

static void
read_component (LangReader *r, LangClass *class, const LangBlock *block)
{
  read_declarations (r, class, lang_read_decl);
  read_relations_part (r, class);
  finish_block (r, class, block);
}

static LangDecl *
read_struct_field (LangReader *r)
{
  return lang_read_decl_field (r, LANG_FIELD);
}

static void
read_struct (LangReader *r, LangClass *class, const LangBlock *block)
{
  read_declarations (r, class, read_struct_field);
  class->relations_keyword = (BaseSpan){r->source, r->token.begin, r->token.begin};
  finish_block (r, class, block);
}

static void
read_connector (LangReader *r, LangClass *class, const LangBlock *block)
{
  if (!lang_reader_continues (r, LANG_TOKEN_ASSIGN)) {
    read_declarations (r, class, lang_read_decl_connector_field);
    class->relations_keyword = (BaseSpan){r->source, r->token.begin, r->token.begin};
    finish_block (r, class, block);
    return;
  }
  r->block = block->outer;
  lang_reader_advance (r);
  bool is_input = lang_reader_at_word (r, "input");
  if (is_input || lang_reader_at_word (r, "output")) {
    class->signal = is_input ? LANG_FIELD_INPUT : LANG_FIELD_OUTPUT;
    lang_reader_advance (r);
    lang_read_decl_type (r, &class->alias);
  } else
    lang_reader_fail (r, 151, lang_reader_next_span (r),
                      N_ ("unexpected text; expected `input` or `output`"));
  finish_line (r, class);
}

/* ---- types ---- */

static void
read_type_alias (LangReader *r, LangClass *class)
{
  if (lang_reader_expect_on_line (r, LANG_TOKEN_ASSIGN))
    lang_read_decl_type (r, &class->alias);
  finish_line (r, class);
}

/* `( a::T = e, … )`, the bracket being the next token. */
static void
read_arguments (LangReader *r, LangDeclKind kind)
{
  lang_reader_open_bracket (r);
  while (!r->panic && !lang_reader_at (r, LANG_TOKEN_RPAREN)) {
    LangDecl *decl = lang_read_decl_field (r, kind);

    if (decl == NULL)
      break;
    decl->is_argument = kind == LANG_LOCAL;
    lang_reader_push (r, decl);
    if (!lang_reader_accept (r, LANG_TOKEN_COMMA))
      break;
  }
  lang_reader_expect (r, LANG_TOKEN_RPAREN);
  r->brackets -= !r->panic;
}

static LangVariant *
read_variant (LangReader *r)
{
  LangVariant *variant = base_arena_new0 (r->arena, LangVariant);
  uint32_t bottom = r->stack->len;
  BaseSpan doc_span;

  variant->doc = lang_reader_doc (r, &doc_span);
  uint32_t begin = r->token.begin;
  variant->name = lang_reader_name (r, NULL);
  if (!r->panic && lang_reader_continues (r, LANG_TOKEN_LPAREN))
    read_arguments (r, LANG_FIELD);
  variant->fields = lang_reader_take (r, bottom, &variant->n_fields);
  variant->span = lang_reader_span (r, begin);
  return r->panic ? NULL : variant;
}

static void
read_enum (LangReader *r, LangClass *class)
{
  uint32_t bottom = r->stack->len, n;

  lang_reader_expect_on_line (r, LANG_TOKEN_ASSIGN);
  lang_reader_accept (r, LANG_TOKEN_BAR);
  do
    lang_reader_push (r, r->panic ? NULL : read_variant (r));
  while (lang_reader_accept (r, LANG_TOKEN_BAR));
  const LangVariant *const *list = lang_reader_take (r, bottom, &n);
  LangVariant *variants = base_arena_array (r->arena, LangVariant, n);
  for (uint32_t i = 0; i < n; i++)
    if (list[i] != NULL)
      variants[class->n_variants++] = *list[i];
  class->variants = variants;
  finish_line (r, class);
}

/* ---- functions ---- */

static void
read_function_body (LangReader *r, LangClass *class, const LangBlock *block)
{
  uint32_t begin = r->token.begin;

  while (!r->panic && lang_reader_at_word (r, "local")) {
    lang_reader_advance (r);
    const LangDecl *decl = lang_read_decl_field (r, LANG_LOCAL);
    if (decl != NULL)
      lang_reader_push (r, decl);
  }
  if (!r->panic && !lang_reader_at_word (r, "return"))
    lang_reader_fail (r, 151, lang_reader_next_span (r),
                      N_ ("unexpected text; expected `local` or `return`"));
  if (!r->panic) {
    lang_reader_advance (r);
    class->result = lang_read_expr (r);
  }
  if (r->panic) {
    lang_reader_recover (r, begin);
    while (!ends_declarations (r))
      lang_reader_advance (r);
  }
  class->end_keyword = lang_reader_close (r, block);
}

static void
read_function (LangReader *r, LangClass *class, const LangBlock *block)
{
  uint32_t bottom = r->stack->len;

  if (lang_reader_continues (r, LANG_TOKEN_LPAREN))
    read_arguments (r, LANG_LOCAL);
  else
    lang_reader_unexpected (r);
  if (lang_reader_expect_on_line (r, LANG_TOKEN_DOUBLE_COLON))
    lang_read_decl_type (r, &class->alias);
  if (!r->panic && lang_reader_continues (r, LANG_TOKEN_ASSIGN)) {
    r->block = block->outer;
    lang_reader_advance (r);
    class->result = lang_read_expr (r);
    finish_line (r, class);
  } else
    read_function_body (r, class, block);
  class->relations_keyword = class->metadata_span = class->end_keyword;
  class->relations_keyword.end = class->metadata_span.end = class->end_keyword.begin;
  class->decls = lang_reader_take (r, bottom, &class->n_decls);
}

/* ---- all ---- */

static void
read_prefixes (LangReader *r, LangClass *class)
{
  for (; r->token.kind == LANG_TOKEN_ID; lang_reader_advance (r)) {
    if (lang_reader_at_word (r, "partial"))
      class->is_partial = true;
    else if (lang_reader_at_word (r, "example"))
      class->is_example = true;
    else if (lang_reader_at_word (r, "test"))
      class->is_test = true;
    else if (lang_reader_at_word (r, "external"))
      class->is_external = true;
    else
      return;
  }
}

/* The words of both stand in one order. */
static LangClassKind
kind_of (const LangReader *r)
{
  LangTokenKind kind = r->token.kind;

  if (kind == LANG_TOKEN_ID)
    return LANG_FUNCTION;
  return kind >= LANG_TOKEN_COMPONENT && kind <= LANG_TOKEN_ANALYSIS
             ? (LangClassKind) (kind - LANG_TOKEN_COMPONENT)
             : LANG_COMPONENT;
}

static void
read_body (LangReader *r, LangClass *class, const LangBlock *block)
{
  switch (class->kind) {
  case LANG_COMPONENT:
  case LANG_ANALYSIS:
    read_component (r, class, block);
    break;
  case LANG_CONNECTOR:
    read_connector (r, class, block);
    break;
  case LANG_STRUCT:
    read_struct (r, class, block);
    break;
  case LANG_FUNCTION:
    read_function (r, class, block);
    break;
  case LANG_TYPE:
    r->block = block->outer;
    read_type_alias (r, class);
    break;
  case LANG_ENUM:
    r->block = block->outer;
    read_enum (r, class);
    break;
  }
}

LangClass *
lang_read_class (LangReader *r)
{
  LangClass *class = base_arena_new0 (r->arena, LangClass);
  uint32_t n_errors = r->n_errors, n_lexical = r->lexer.n_errors;
  LangBlock block;

  class->doc = lang_reader_doc (r, &class->doc_span);
  uint32_t begin = r->token.begin;
  r->suspect.word = NULL;
  r->else_if.begin = 0;
  read_prefixes (r, class);
  class->kind = kind_of (r);
  lang_reader_open (r, &block, lang_class_word (class->kind), NULL);
  block.span.begin = begin;
  lang_reader_advance (r);
  class->name = lang_reader_name (r, &class->name_span);
  if (class->name == NULL)
    lang_reader_recover (r, begin);
  block.name = class->name;
  block.span.end = r->last_end;
  lang_reader_skip_behind (r);
  read_body (r, class, &block);
  class->span = lang_reader_span (r, begin);
  class->is_broken = r->n_errors > n_errors || r->lexer.n_errors > n_lexical;
  return class->name == NULL ? NULL : class;
}
