/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads types, modifiers and declarations by recursive descent. What a declaration is
 * shows in its first word, or, for parts, in `name =`; a name that no word precedes
 * gets a hint at the word that it probably lacks. */
#include "lang/read/reader.h"

#include "base/name.h"

static const LangMod *const *read_mods (LangReader *r, uint32_t *n);

/* ---- types ---- */

/* `func (…)::T` is kept as text only. */
static void
skip_function_type (LangReader *r)
{
  if (lang_reader_continues (r, LANG_TOKEN_LPAREN)) {
    uint32_t depth = 0;

    do {
      depth += r->token.kind == LANG_TOKEN_LPAREN;
      depth -= r->token.kind == LANG_TOKEN_RPAREN;
      lang_reader_advance (r);
    } while (depth > 0 && r->token.kind != LANG_TOKEN_EOF);
  }
  if (lang_reader_continues (r, LANG_TOKEN_DOUBLE_COLON)) {
    LangType result = {0};

    lang_reader_advance (r);
    lang_read_decl_type (r, &result);
  }
}

static void
read_type_mods (LangReader *r, LangType *type)
{
  if (r->panic || !lang_reader_continues (r, LANG_TOKEN_LPAREN))
    return;
  uint32_t n_before = type->n_mods, bottom = r->stack->len, n;
  const LangMod *const *before = type->mods;
  const LangMod *const *mods = read_mods (r, &n);

  if (r->panic)
    return;
  for (uint32_t i = 0; i < n_before; i++)
    lang_reader_push (r, before[i]);
  for (uint32_t i = 0; i < n; i++)
    lang_reader_push (r, mods[i]);
  type->mods = lang_reader_take (r, bottom, &type->n_mods);
}

bool
lang_read_decl_type (LangReader *r, LangType *type)
{
  uint32_t begin = r->token.begin;

  if (!lang_reader_enter (r))
    return false;
  if (lang_reader_qname (r, &type->name, false)) {
    type->is_function = type->name.text == base_name ("func") ||
                        type->name.text == base_name ("Native");
    if (type->name.text == base_name ("func"))
      skip_function_type (r);
    else {
      read_type_mods (r, type);
      if (!r->panic && lang_reader_continues (r, LANG_TOKEN_LBRACKET) &&
          lang_lexer_peek_byte (&r->lexer) != '{')
        lang_read_expr_dims (r, &type->dims, &type->n_dims);
      read_type_mods (r, type);
    }
  }
  type->span = lang_reader_span (r, begin);
  lang_reader_leave (r);
  return !r->panic;
}

/* ---- modifiers ---- */

static const LangExpr *
read_or_missing (LangReader *r, bool *is_missing)
{
  if (lang_reader_at_word (r, "missing")) {
    LangTokenKind next = lang_reader_peek (r).kind;

    if (next == LANG_TOKEN_COMMA || next == LANG_TOKEN_RPAREN ||
        next == LANG_TOKEN_INITIAL) {
      lang_reader_advance (r);
      *is_missing = true;
      return NULL;
    }
  }
  return lang_read_expr (r);
}

static LangMod *
read_mod (LangReader *r)
{
  LangMod *mod = base_arena_new0 (r->arena, LangMod);
  uint32_t begin = r->token.begin;

  mod->is_final = lang_reader_accept (r, LANG_TOKEN_FINAL);
  if (!lang_reader_qname (r, &mod->target, true))
    return NULL;
  if (lang_reader_at (r, LANG_TOKEN_LPAREN))
    mod->mods = read_mods (r, &mod->n_mods);
  if (lang_reader_accept (r, LANG_TOKEN_ASSIGN)) {
    if (!lang_reader_at (r, LANG_TOKEN_INITIAL) || lang_reader_at_initial_call (r))
      mod->value = read_or_missing (r, &mod->value_missing);
    if (!r->panic && lang_reader_at (r, LANG_TOKEN_INITIAL)) {
      lang_reader_advance (r);
      mod->initial = read_or_missing (r, &mod->initial_missing);
    }
  }
  mod->span = lang_reader_span (r, begin);
  return r->panic ? NULL : mod;
}

static const LangMod *const *
read_mods (LangReader *r, uint32_t *n)
{
  uint32_t bottom = r->stack->len;

  *n = 0;
  if (!lang_reader_enter (r))
    return NULL;
  lang_reader_open_bracket (r);
  while (!r->panic && !lang_reader_at (r, LANG_TOKEN_RPAREN)) {
    lang_reader_push (r, read_mod (r));
    if (!lang_reader_accept (r, LANG_TOKEN_COMMA))
      break;
  }
  lang_reader_expect (r, LANG_TOKEN_RPAREN);
  r->brackets -= !r->panic;
  lang_reader_leave (r);
  return lang_reader_take (r, bottom, n);
}

/* ---- declarations ---- */

static LangDecl *
decl_new (LangReader *r)
{
  LangDecl *decl = base_arena_new0 (r->arena, LangDecl);

  decl->doc = lang_reader_doc (r, &decl->doc_span);
  decl->span = (BaseSpan){r->source, r->token.begin, r->token.begin};
  return decl;
}

static LangDecl *
decl_finish (LangReader *r, LangDecl *decl)
{
  decl->span = lang_reader_span (r, decl->span.begin);
  return r->panic ? NULL : decl;
}

static void
read_name_and_type (LangReader *r, LangDecl *decl)
{
  decl->name = lang_reader_name (r, &decl->name_span);
  if (lang_reader_expect_on_line (r, LANG_TOKEN_DOUBLE_COLON))
    lang_read_decl_type (r, &decl->type);
}

static void
read_value (LangReader *r, LangDecl *decl)
{
  if (r->panic || !lang_reader_continues (r, LANG_TOKEN_ASSIGN))
    return;
  lang_reader_advance (r);
  decl->value = lang_read_expr (r);
}

/* `= [expr] [initial expr]` */
static void
read_value_and_initial (LangReader *r, LangDecl *decl)
{
  if (r->panic || !lang_reader_continues (r, LANG_TOKEN_ASSIGN))
    return;
  lang_reader_advance (r);
  if (!lang_reader_at (r, LANG_TOKEN_INITIAL) || lang_reader_at_initial_call (r)) {
    decl->value = lang_read_expr (r);
    if (r->panic || !lang_reader_continues (r, LANG_TOKEN_INITIAL))
      return;
  }
  lang_reader_advance (r);
  decl->initial = lang_read_expr (r);
}

static void
read_parameter (LangReader *r, LangDecl *decl)
{
  decl->kind = LANG_PARAMETER;
  decl->is_final = lang_reader_accept (r, LANG_TOKEN_FINAL);
  decl->is_structural = lang_reader_accept (r, LANG_TOKEN_STRUCTURAL);
  lang_reader_expect (r, LANG_TOKEN_PARAMETER);
  read_name_and_type (r, decl);
  read_value (r, decl);
}

/* The component and its modifiers: `A.B (m = 1)`. */
static void
read_target (LangReader *r, LangDecl *decl)
{
  if (!lang_reader_qname (r, &decl->class_name, false))
    return;
  decl->mods_span = lang_reader_here (r);
  lang_reader_skip_clock (r);
  if (!lang_reader_continues (r, LANG_TOKEN_LPAREN))
    return;
  uint32_t begin = r->token.begin;
  decl->mods = read_mods (r, &decl->n_mods);
  decl->mods_span = lang_reader_span (r, begin);
}

/* `[A.B (m = i) for i in 1:n]` */
static void
read_instance_array (LangReader *r, LangDecl *decl)
{
  uint32_t bottom = r->stack->len, n;

  lang_reader_open_bracket (r);
  read_target (r, decl);
  if (!r->panic && !lang_reader_at (r, LANG_TOKEN_FOR))
    lang_reader_unexpected (r);
  while (lang_reader_accept (r, LANG_TOKEN_FOR)) {
    do {
      lang_reader_push (r, lang_reader_name (r, NULL));
      lang_reader_expect (r, LANG_TOKEN_IN);
      lang_reader_push (r, lang_read_expr (r));
      lang_reader_accept (r, LANG_TOKEN_COMMA);
    } while (!r->panic && lang_reader_at (r, LANG_TOKEN_ID));
  }
  lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  /* Names and ranges were pushed in turn. */
  const void *const *parts = lang_reader_take (r, bottom, &n);
  decl->n_for = n / 2;
  const char **names = base_arena_array (r->arena, const char *, n / 2);
  const LangExpr **ranges = base_arena_array (r->arena, const LangExpr *, n / 2);
  for (uint32_t i = 0; i < n / 2; i++) {
    names[i] = parts[2 * i];
    ranges[i] = parts[2 * i + 1];
  }
  decl->for_names = names;
  decl->for_ranges = ranges;
  r->brackets -= !r->panic;
}

/* A value where a part is declared: its first word was forgotten. */
static void
hint_first_word (LangReader *r, const LangDecl *decl)
{
  const char *type = decl->base_name.n > 0 ? decl->base_name.text : "Real";

  if (decl->base_name.n > 0)
    lang_reader_hint (r, "write `variable %s::%s`, or `parameter %s::%s = …`",
                      decl->name, type, decl->name, type);
  else
    lang_reader_hint (r,
                      "a constant is written `parameter %s::%s = …`; equations belong "
                      "in the `relations` section",
                      decl->name, type);
}

/* `name [::Base] =` */
static void
read_sub_head (LangReader *r, LangDecl *decl)
{
  decl->name = lang_reader_name (r, &decl->name_span);
  if (!r->panic && lang_reader_continues (r, LANG_TOKEN_DOUBLE_COLON)) {
    lang_reader_advance (r);
    lang_reader_qname (r, &decl->base_name, false);
  }
  if (r->panic || lang_reader_continues (r, LANG_TOKEN_ASSIGN)) {
    lang_reader_accept (r, LANG_TOKEN_ASSIGN);
    return;
  }
  if (decl->base_name.n > 0 && r->token.first_on_line) {
    lang_reader_fail (r, 151, lang_reader_span (r, decl->span.begin),
                      "`%s::%s` declares neither a variable nor a part", decl->name,
                      decl->base_name.text);
    hint_first_word (r, decl);
    return;
  }
  lang_reader_expect_on_line (r, LANG_TOKEN_ASSIGN);
  if (decl->base_name.n > 0)
    hint_first_word (r, decl);
}

static void
read_sub (LangReader *r, LangDecl *decl)
{
  decl->kind = LANG_SUB;
  read_sub_head (r, decl);
  if (!r->panic && !lang_reader_at (r, LANG_TOKEN_ID) &&
      !lang_reader_at (r, LANG_TOKEN_LBRACKET)) {
    lang_reader_unexpected (r);
    hint_first_word (r, decl);
  }
  if (!r->panic && lang_reader_at (r, LANG_TOKEN_LBRACKET))
    read_instance_array (r, decl);
  else
    read_target (r, decl);
  if (!r->panic && lang_reader_continues (r, LANG_TOKEN_IF)) {
    lang_reader_advance (r);
    decl->condition = lang_read_expr (r);
  }
}

static void
read_outer (LangReader *r, LangDecl *decl)
{
  decl->kind = LANG_OUTER;
  lang_reader_advance (r);
  decl->name = lang_reader_name (r, &decl->name_span);
  if (lang_reader_expect_on_line (r, LANG_TOKEN_DOUBLE_COLON))
    lang_reader_qname (r, &decl->class_name, false);
  decl->mods_span = lang_reader_here (r);
}

static void
read_variable (LangReader *r, LangDecl *decl)
{
  decl->kind = LANG_VARIABLE;
  lang_reader_expect (r, LANG_TOKEN_VARIABLE);
  read_name_and_type (r, decl);
  read_value_and_initial (r, decl);
}

static void
read_by_first_word (LangReader *r, LangDecl *decl)
{
  LangTokenKind next = LANG_TOKEN_EOF;

  switch ((int) r->token.kind) {
  case LANG_TOKEN_EXTENDS:
    decl->kind = LANG_EXTENDS;
    lang_reader_advance (r);
    read_target (r, decl);
    return;
  case LANG_TOKEN_FINAL:
  case LANG_TOKEN_STRUCTURAL:
  case LANG_TOKEN_PARAMETER:
    read_parameter (r, decl);
    return;
  case LANG_TOKEN_VARIABLE:
    read_variable (r, decl);
    return;
  case LANG_TOKEN_PATH:
    decl->kind = LANG_PATH;
    lang_reader_advance (r);
    read_name_and_type (r, decl);
    read_value (r, decl);
    return;
  case LANG_TOKEN_ID:
    /* `discrete` and `outer` are words only before such a token. */
    next = lang_reader_peek (r).kind;
    if (next == LANG_TOKEN_VARIABLE && lang_reader_at_word (r, "discrete")) {
      decl->is_discrete = true;
      lang_reader_advance (r);
      read_variable (r, decl);
    } else if (next == LANG_TOKEN_ID && lang_reader_at_word (r, "outer"))
      read_outer (r, decl);
    else if (lang_reader_is_rest (r))
      lang_reader_unexpected (r);
    else
      read_sub (r, decl);
    return;
  default:
    lang_reader_note_expected (r, LANG_TOKEN_A_DECLARATION);
    lang_reader_unexpected (r);
  }
}

LangDecl *
lang_read_decl (LangReader *r)
{
  LangDecl *decl = decl_new (r);

  read_by_first_word (r, decl);
  lang_read_meta (r, &decl->meta);
  return decl_finish (r, decl);
}

LangDecl *
lang_read_decl_field (LangReader *r, LangDeclKind kind)
{
  LangDecl *decl = decl_new (r);

  decl->kind = kind;
  read_name_and_type (r, decl);
  read_value (r, decl);
  decl->meta.span = lang_reader_here (r);
  return decl_finish (r, decl);
}

static LangFieldKind
field_kind (const LangReader *r)
{
  static const char *const WORDS[] = {
      [LANG_FIELD_POTENTIAL] = "potential", [LANG_FIELD_FLOW] = "flow",
      [LANG_FIELD_INPUT] = "input",         [LANG_FIELD_OUTPUT] = "output",
      [LANG_FIELD_STREAM] = "stream",
  };

  if (r->token.kind == LANG_TOKEN_PATH)
    return LANG_FIELD_PATH;
  for (uint32_t kind = LANG_FIELD_POTENTIAL; kind <= LANG_FIELD_STREAM; kind++)
    if (lang_reader_at_word (r, WORDS[kind]))
      return (LangFieldKind) kind;
  return LANG_FIELD_PLAIN;
}

LangDecl *
lang_read_decl_connector_field (LangReader *r)
{
  LangDecl *decl = decl_new (r);

  decl->field = field_kind (r);
  if (decl->field != LANG_FIELD_PLAIN) {
    decl->kind = LANG_FIELD;
    lang_reader_advance (r);
    read_name_and_type (r, decl);
  } else if (r->token.kind == LANG_TOKEN_FINAL ||
             r->token.kind == LANG_TOKEN_STRUCTURAL ||
             r->token.kind == LANG_TOKEN_PARAMETER)
    read_parameter (r, decl);
  else {
    lang_reader_note_expected (r, LANG_TOKEN_A_FIELD);
    lang_reader_unexpected (r);
  }
  lang_read_meta (r, &decl->meta);
  return decl_finish (r, decl);
}
