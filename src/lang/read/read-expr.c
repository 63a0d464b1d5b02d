/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads expressions by precedence climbing (Richards & Whitby-Strevens, BCPL: the
 * language and its compiler, 1979) over one table of operators; operands in brackets,
 * calls and `if` recur, to a bounded depth. */
#include "lang/read/reader.h"

#include "base/name.h"

typedef struct {
  LangLevel level; /* LANG_LOOSE: no operator */
  LangOp op;
} Operator;

static const Operator BINARY[LANG_TOKEN_N_KINDS] = {
#define OPERATOR(name, level, token, sign)                                             \
  [LANG_TOKEN_##token] = {LANG_##level##_LEVEL, LANG_OP_##name},
    LANG_OPERATORS (OPERATOR)
#undef OPERATOR
        [LANG_TOKEN_OR_SIGN] = {LANG_OR_LEVEL, LANG_OP_OR},
    [LANG_TOKEN_AND_SIGN] = {LANG_AND_LEVEL, LANG_OP_AND},
    [LANG_TOKEN_COLON] = {LANG_RANGE_LEVEL, LANG_OP_NONE},
};

static const LangExpr *read_binary (LangReader *r, LangLevel least);
static const LangExpr *read_unary (LangReader *r);

/* Whether an expression goes on with this sign. All of them are reported as "an
 * operator". */
static bool
goes_on (LangReader *r, LangTokenKind kind)
{
  lang_reader_note_expected (r, LANG_TOKEN_AN_OPERATOR);
  return r->token.kind == kind && (r->brackets > 0 || !r->token.first_on_line);
}

/* ---- nodes ---- */

static LangExpr *
node_new (LangReader *r, LangExprKind kind, uint32_t begin)
{
  LangExpr *expr = base_arena_new0 (r->arena, LangExpr);

  expr->kind = kind;
  expr->span = lang_reader_span (r, begin);
  expr->height = 1;
  return expr;
}

/* A node over the given parts; nobody looks at it in panic. */
static LangExpr *
node_over (LangReader *r,
           LangExprKind kind,
           uint32_t begin,
           uint32_t n_args,
           const LangExpr *const *args)
{
  LangExpr *expr = node_new (r, kind, begin);
  const LangExpr **copy = base_arena_array (r->arena, const LangExpr *, n_args);

  for (uint32_t i = 0; i < n_args; i++) {
    copy[i] = args[i];
    if (args[i] != NULL && args[i]->height >= expr->height)
      expr->height = (uint16_t) (args[i]->height + 1);
  }
  expr->args = copy;
  expr->n_args = n_args;
  if (expr->height > LANG_MAX_HEIGHT)
    lang_reader_fail (r, 151, expr->span,
                      "this expression has more than %d operators in a row",
                      LANG_MAX_HEIGHT);
  return expr;
}

/* ---- lists ---- */

/* Reads `item, item, …` up to `closing`, which is consumed; pushes them. */
static bool
read_list (LangReader *r, LangTokenKind closing, bool colons)
{
  do {
    uint32_t begin = r->token.begin;
    LangTokenKind next =
        r->token.kind == LANG_TOKEN_COLON ? lang_reader_peek (r).kind : LANG_TOKEN_EOF;

    if (colons && (next == LANG_TOKEN_COMMA || next == closing)) {
      lang_reader_advance (r);
      lang_reader_push (r, node_new (r, LANG_COLON, begin));
    } else
      lang_reader_push (r, lang_read_expr (r));
  } while (lang_reader_accept (r, LANG_TOKEN_COMMA));
  return lang_reader_expect (r, closing);
}

/* Inside brackets a new line is a blank and ':' a range. */
static bool
open_bracket (LangReader *r)
{
  bool no_range = r->no_range;

  lang_reader_open_bracket (r);
  r->no_range = false;
  return no_range;
}

/* In panic the count stays: recovery wants to know how deep the fault was. */
static void
close_bracket (LangReader *r, bool no_range)
{
  if (!r->panic)
    r->brackets--;
  r->no_range = no_range;
}

bool
lang_read_expr_dims (LangReader *r, const LangExpr *const **dims, uint32_t *n)
{
  uint32_t bottom = r->stack->len;
  bool no_range = open_bracket (r);

  read_list (r, LANG_TOKEN_RBRACKET, true);
  close_bracket (r, no_range);
  *dims = lang_reader_take (r, bottom, n);
  return !r->panic;
}

const LangExpr *const *
lang_read_expr_args (LangReader *r, uint32_t *n)
{
  uint32_t bottom = r->stack->len;

  if (!lang_reader_continues (r, LANG_TOKEN_LPAREN)) {
    lang_reader_unexpected (r);
    return NULL;
  }
  bool no_range = open_bracket (r);
  read_list (r, LANG_TOKEN_RPAREN, false);
  close_bracket (r, no_range);
  const LangExpr *const *args = lang_reader_take (r, bottom, n);
  return r->panic ? NULL : args;
}

/* ---- what stands behind a primary ---- */

static const char *
argument_name (LangReader *r)
{
  if (r->token.kind != LANG_TOKEN_ID || lang_reader_peek (r).kind != LANG_TOKEN_ASSIGN)
    return NULL;
  const char *name = r->token.name;
  lang_reader_advance (r);
  lang_reader_advance (r);
  return name;
}

/* `callee ( a, b, c = d )`; D (x) is der (x). */
static const LangExpr *
read_call (LangReader *r, const LangExpr *callee)
{
  uint32_t bottom = r->stack->len, n_pushed;
  bool no_range = open_bracket (r);

  lang_reader_push (r, callee);
  lang_reader_push (r, NULL);
  while (!r->panic && !lang_reader_at (r, LANG_TOKEN_RPAREN)) {
    const char *name = argument_name (r);

    lang_reader_push (r, lang_read_expr (r));
    lang_reader_push (r, name);
    if (!lang_reader_accept (r, LANG_TOKEN_COMMA))
      break;
  }
  lang_reader_expect (r, LANG_TOKEN_RPAREN);
  close_bracket (r, no_range);
  /* Arguments and their names were pushed in turn. */
  const void *const *pushed = lang_reader_take (r, bottom, &n_pushed);
  uint32_t n = n_pushed / 2;
  g_autofree const LangExpr **args = g_new (const LangExpr *, n);
  const char **names = base_arena_array (r->arena, const char *, n);
  for (uint32_t i = 0; i < n; i++) {
    args[i] = pushed[2 * i];
    names[i] = pushed[2 * i + 1];
  }
  if (n == 2 && callee->kind == LANG_NAME && callee->name == base_name ("D"))
    ((LangExpr *) callee)->name = base_name ("der");
  LangExpr *call = node_over (r, LANG_CALL, callee->span.begin, n, args);
  call->arg_names = names;
  return call;
}

static const LangExpr *
read_index (LangReader *r, const LangExpr *base)
{
  uint32_t bottom = r->stack->len, n;
  bool no_range = open_bracket (r);

  lang_reader_push (r, base);
  read_list (r, LANG_TOKEN_RBRACKET, true);
  close_bracket (r, no_range);
  const LangExpr *const *args = lang_reader_take (r, bottom, &n);
  return node_over (r, LANG_INDEX, base->span.begin, n, args);
}

static const LangExpr *
read_member (LangReader *r, const LangExpr *base)
{
  BaseSpan span = {0};

  lang_reader_advance (r);
  const char *name = lang_reader_name (r, &span);
  LangExpr *member = node_over (r, LANG_MEMBER, base->span.begin, 1, &base);
  member->name = name;
  member->name_span = span;
  return member;
}

static bool
is_callable (const LangExpr *expr)
{
  return !expr->in_parens && (expr->kind == LANG_NAME || expr->kind == LANG_MEMBER);
}

static const LangExpr *
read_postfix (LangReader *r, const LangExpr *expr)
{
  while (expr != NULL && !r->panic) {
    lang_reader_skip_clock (r);
    if (is_callable (expr) && goes_on (r, LANG_TOKEN_LPAREN))
      expr = read_call (r, expr);
    else if (goes_on (r, LANG_TOKEN_LBRACKET) &&
             lang_lexer_peek_byte (&r->lexer) != '{')
      expr = read_index (r, expr);
    else if (goes_on (r, LANG_TOKEN_DOT))
      expr = read_member (r, expr);
    else if (goes_on (r, LANG_TOKEN_APOSTROPHE)) {
      lang_reader_advance (r);
      expr = node_over (r, LANG_TRANSPOSE, expr->span.begin, 1, &expr);
    } else
      return expr;
  }
  return r->panic ? NULL : expr;
}

/* ---- primaries ---- */

static const LangExpr *
read_literal (LangReader *r)
{
  LangToken token = r->token;
  LangExpr *expr;

  lang_reader_advance (r);
  if (token.kind == LANG_TOKEN_NUMBER) {
    expr = node_new (r, LANG_NUMBER, token.begin);
    expr->number = token.number;
    expr->name_span = expr->span; /* without parentheses that may come around it */
  } else if (token.kind == LANG_TOKEN_STRING) {
    g_autoptr (GString) text = g_string_new (NULL);

    lang_lexer_string_text (&r->lexer, &token, text);
    expr = node_new (r, LANG_STRING, token.begin);
    expr->name = base_arena_strndup (r->arena, text->str, text->len);
  } else {
    expr = node_new (r, LANG_BOOL, token.begin);
    expr->is_true = token.kind == LANG_TOKEN_TRUE;
  }
  return expr;
}

static const LangExpr *
read_name (LangReader *r, const char *name)
{
  uint32_t begin = r->token.begin;

  lang_reader_advance (r);
  LangExpr *expr = node_new (r, LANG_NAME, begin);
  expr->name = name;
  expr->name_span = expr->span;
  return expr;
}

static const LangExpr *
read_parens (LangReader *r)
{
  uint32_t begin = r->token.begin;
  bool no_range = open_bracket (r);
  LangExpr *expr = (LangExpr *) lang_read_expr (r);

  lang_reader_expect (r, LANG_TOKEN_RPAREN);
  close_bracket (r, no_range);
  if (r->panic)
    return NULL;
  expr->in_parens = true;
  expr->span = lang_reader_span (r, begin);
  return expr;
}

/* `[e for i in r]`, the brackets open and e read. */
static const LangExpr *
read_comprehension (LangReader *r, uint32_t begin, const LangExpr *element)
{
  BaseSpan span = {0};

  lang_reader_advance (r);
  const char *name = lang_reader_name (r, &span);
  lang_reader_expect (r, LANG_TOKEN_IN);
  const LangExpr *range = lang_read_expr (r);
  lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  LangExpr *expr =
      node_over (r, LANG_FOR, begin, 2, (const LangExpr *[]){element, range});
  expr->name = name;
  expr->name_span = span;
  return expr;
}

/* The rest of `[a, b; c, d]`, the first element pushed. Rows are pushed behind
 * `bottom`. */
static const LangExpr *
read_rows (LangReader *r, uint32_t begin, uint32_t bottom)
{
  uint32_t row_begin = r->stack->len - 1, n;
  uint32_t row_at =
      ((const LangExpr *) g_array_index (r->stack, void *, row_begin))->span.begin;
  bool is_matrix = false, more = true;

  while (more && !r->panic) {
    uint32_t row_end = r->last_end;

    if (lang_reader_accept (r, LANG_TOKEN_COMMA)) {
      lang_reader_push (r, lang_read_expr (r));
      continue;
    }
    /* A semicolon, or the bracket behind one, ends a row. */
    more = lang_reader_accept (r, LANG_TOKEN_SEMICOLON);
    is_matrix |= more;
    if (!is_matrix)
      break;
    const LangExpr *const *cells = lang_reader_take (r, row_begin, &n);
    LangExpr *row = node_over (r, LANG_ARRAY, row_at, n, cells);
    row->span.end = row_end;
    lang_reader_push (r, row);
    row_begin = r->stack->len;
    row_at = r->token.begin;
    if (more)
      lang_reader_push (r, lang_read_expr (r));
  }
  lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  const LangExpr *const *args = lang_reader_take (r, bottom, &n);
  return node_over (r, is_matrix ? LANG_MATRIX : LANG_ARRAY, begin, n, args);
}

static const LangExpr *
read_array (LangReader *r)
{
  uint32_t begin = r->token.begin, bottom = r->stack->len;
  bool no_range = open_bracket (r);
  const LangExpr *expr = NULL;

  if (lang_reader_accept (r, LANG_TOKEN_RBRACKET))
    expr = node_over (r, LANG_ARRAY, begin, 0, NULL);
  else {
    const LangExpr *first = lang_read_expr (r);

    if (!r->panic && lang_reader_at (r, LANG_TOKEN_FOR))
      expr = read_comprehension (r, begin, first);
    else if (!r->panic) {
      lang_reader_push (r, first);
      expr = read_rows (r, begin, bottom);
    }
  }
  close_bracket (r, no_range);
  g_array_set_size (r->stack, bottom);
  return r->panic ? NULL : expr;
}

static const LangExpr *
read_primary (LangReader *r)
{
  switch ((int) r->token.kind) {
  case LANG_TOKEN_NUMBER:
  case LANG_TOKEN_STRING:
  case LANG_TOKEN_TRUE:
  case LANG_TOKEN_FALSE:
    return read_literal (r);
  case LANG_TOKEN_ID:
    return read_name (r, r->token.name);
  case LANG_TOKEN_INITIAL:
    if (lang_reader_at_initial_call (r))
      return read_name (r, base_name ("initial"));
    break;
  case LANG_TOKEN_LPAREN:
    return read_parens (r);
  case LANG_TOKEN_LBRACKET:
    return read_array (r);
  default:
    break;
  }
  lang_reader_note_expected (r, LANG_TOKEN_AN_EXPRESSION);
  lang_reader_unexpected (r);
  return NULL;
}

/* ---- operators ---- */

/* The left operand is NULL for a sign. */
static const LangExpr *
apply (LangReader *r,
       LangOp op,
       uint32_t begin,
       const LangExpr *left,
       const LangExpr *right)
{
  const LangExpr *const args[] = {left, right};
  LangExpr *expr = left == NULL ? node_over (r, LANG_UNARY, begin, 1, args + 1)
                                : node_over (r, LANG_BINARY, begin, 2, args);

  expr->op = op;
  return expr;
}

/* `a ^ b`, whose right side may carry a sign and associates to the right. */
static const LangExpr *
read_power (LangReader *r)
{
  const LangExpr *left = read_postfix (r, read_primary (r));

  if (left == NULL ||
      (!goes_on (r, LANG_TOKEN_POWER) && !goes_on (r, LANG_TOKEN_DOT_POWER)))
    return left;
  LangOp op = BINARY[r->token.kind].op;
  lang_reader_advance (r);
  if (!lang_reader_enter (r))
    return NULL;
  const LangExpr *right = read_unary (r);
  lang_reader_leave (r);
  return apply (r, op, left->span.begin, left, right);
}

static const LangExpr *
read_sign (LangReader *r, LangOp op, LangLevel operand)
{
  uint32_t begin = r->token.begin;

  if (!lang_reader_enter (r))
    return NULL;
  lang_reader_advance (r);
  const LangExpr *inner =
      operand == LANG_LOOSE ? read_unary (r) : read_binary (r, operand);
  lang_reader_leave (r);
  return apply (r, op, begin, NULL, inner);
}

static const LangExpr *
read_unary (LangReader *r)
{
  if (r->panic)
    return NULL;
  switch ((int) r->token.kind) {
  case LANG_TOKEN_MINUS:
    return read_sign (r, LANG_OP_NEG, LANG_LOOSE);
  case LANG_TOKEN_PLUS:
    return read_sign (r, LANG_OP_PLUS, LANG_LOOSE);
  case LANG_TOKEN_EXCLAMATION:
    return read_sign (r, LANG_OP_NOT, LANG_LOOSE);
  default:
    break;
  }
  return read_power (r);
}

/* The rest of `a:b` or `a:step:b`. */
static const LangExpr *
read_range (LangReader *r, const LangExpr *from)
{
  const LangExpr *args[3] = {from};
  uint32_t n = 1;

  while (n < 3 && !r->panic && goes_on (r, LANG_TOKEN_COLON)) {
    lang_reader_advance (r);
    args[n++] = read_binary (r, LANG_SUM_LEVEL);
  }
  return node_over (r, LANG_RANGE, from->span.begin, n, args);
}

/* The operator that goes on with an expression here, if it binds at least so strongly.
 */
static const Operator *
next_operator (LangReader *r, LangLevel least)
{
  const Operator *operator= & BINARY[r->token.kind];

  lang_reader_note_expected (r, LANG_TOKEN_AN_OPERATOR);
  if (operator->level == LANG_LOOSE || operator->level<
      least || (r->brackets == 0 && r->token.first_on_line) ||
      (operator->level == LANG_RANGE_LEVEL && r->no_range))
    return NULL;
  return operator;
}

static const LangExpr *
read_binary (LangReader *r, LangLevel least)
{
  const LangExpr *left = least <= LANG_NOT_LEVEL && lang_reader_at (r, LANG_TOKEN_NOT)
                             ? read_sign (r, LANG_OP_NOT, LANG_NOT_LEVEL)
                             : read_unary (r);
  const Operator *operator;

  while (!r->panic && (operator= next_operator (r, least)) != NULL) {
    if (operator->level == LANG_RANGE_LEVEL) {
      left = read_range (r, left);
      continue;
    }
    lang_reader_advance (r);
    const LangExpr *right = read_binary (r, (LangLevel) (operator->level + 1));
    left = apply (r, operator->op, left->span.begin, left, right);
  }
  return r->panic ? NULL : left;
}

/* ---- conditionals ---- */

/* `c ? a : b`, the condition read. */
static const LangExpr *
read_choice (LangReader *r, const LangExpr *condition)
{
  bool no_range = r->no_range;

  lang_reader_advance (r);
  r->no_range = true;
  const LangExpr *value = lang_read_expr (r);
  r->no_range = no_range;
  lang_reader_expect_on_line (r, LANG_TOKEN_COLON);
  const LangExpr *otherwise = lang_read_expr (r);
  return node_over (r, LANG_IF, condition->span.begin, 3,
                    (const LangExpr *[]){condition, value, otherwise});
}

static bool
expect_then (LangReader *r)
{
  if (r->panic)
    return false;
  if (r->token.kind == LANG_TOKEN_ID && r->token.name == r->word_then) {
    lang_reader_advance (r);
    return true;
  }
  lang_reader_note_expected (r, LANG_TOKEN_THEN);
  lang_reader_unexpected (r);
  return false;
}

/* `if c then a elseif d then b else e`, read as if (c, a, if (d, b, e)). */
static const LangExpr *
read_if (LangReader *r)
{
  uint32_t bottom = r->stack->len, n;

  r->n_choices++;
  do {
    lang_reader_push (r, GUINT_TO_POINTER (r->token.begin));
    lang_reader_advance (r);
    lang_reader_push (r, lang_read_expr (r));
    expect_then (r);
    lang_reader_push (r, lang_read_expr (r));
  } while (!r->panic && lang_reader_at (r, LANG_TOKEN_ELSEIF));
  r->n_choices -= lang_reader_expect (r, LANG_TOKEN_ELSE);
  const LangExpr *expr = lang_read_expr (r);
  const void *const *parts = lang_reader_take (r, bottom, &n);

  for (; n > 0 && !r->panic; n -= 3) {
    const void *const *part = parts + n - 3;

    expr = node_over (r, LANG_IF, GPOINTER_TO_UINT (part[0]), 3,
                      (const LangExpr *[]){part[1], part[2], expr});
  }
  return expr;
}

const LangExpr *
lang_read_expr (LangReader *r)
{
  if (!lang_reader_enter (r))
    return NULL;
  const LangExpr *expr =
      r->token.kind == LANG_TOKEN_IF ? read_if (r) : read_binary (r, LANG_OR_LEVEL);
  if (!r->panic && goes_on (r, LANG_TOKEN_QUESTION))
    expr = read_choice (r, expr);
  lang_reader_leave (r);
  return r->panic ? NULL : expr;
}
