/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions: precedence climbing over one table of operators. */
#include "lang/reader.h"

#include "base/name.h"

typedef enum {
  NO_PRECEDENCE,
  OR_LEVEL,
  AND_LEVEL,
  NOT_LEVEL,
  COMPARISON_LEVEL,
  RANGE_LEVEL,
  SUM_LEVEL,
  PRODUCT_LEVEL,
  POWER_LEVEL
} Level;

typedef struct {
  Level level;
  LangOp op;
} Operator;

static const Operator BINARY[LANG_TOKEN_N_KINDS] = {
    [LANG_TOKEN_OR] = {OR_LEVEL, LANG_OP_OR},
    [LANG_TOKEN_OR_SIGN] = {OR_LEVEL, LANG_OP_OR},
    [LANG_TOKEN_AND] = {AND_LEVEL, LANG_OP_AND},
    [LANG_TOKEN_AND_SIGN] = {AND_LEVEL, LANG_OP_AND},
    [LANG_TOKEN_EQUAL] = {COMPARISON_LEVEL, LANG_OP_EQ},
    [LANG_TOKEN_NOT_EQUAL] = {COMPARISON_LEVEL, LANG_OP_NE},
    [LANG_TOKEN_LESS] = {COMPARISON_LEVEL, LANG_OP_LT},
    [LANG_TOKEN_LESS_EQUAL] = {COMPARISON_LEVEL, LANG_OP_LE},
    [LANG_TOKEN_GREATER] = {COMPARISON_LEVEL, LANG_OP_GT},
    [LANG_TOKEN_GREATER_EQUAL] = {COMPARISON_LEVEL, LANG_OP_GE},
    [LANG_TOKEN_COLON] = {RANGE_LEVEL, LANG_OP_NONE},
    [LANG_TOKEN_PLUS] = {SUM_LEVEL, LANG_OP_ADD},
    [LANG_TOKEN_MINUS] = {SUM_LEVEL, LANG_OP_SUB},
    [LANG_TOKEN_TIMES] = {PRODUCT_LEVEL, LANG_OP_MUL},
    [LANG_TOKEN_DIVIDE] = {PRODUCT_LEVEL, LANG_OP_DIV},
    [LANG_TOKEN_PERCENT] = {PRODUCT_LEVEL, LANG_OP_REM},
    [LANG_TOKEN_DOT_TIMES] = {PRODUCT_LEVEL, LANG_OP_DOT_MUL},
    [LANG_TOKEN_DOT_DIVIDE] = {PRODUCT_LEVEL, LANG_OP_DOT_DIV},
    [LANG_TOKEN_POWER] = {POWER_LEVEL, LANG_OP_POW},
    [LANG_TOKEN_DOT_POWER] = {POWER_LEVEL, LANG_OP_DOT_POW},
};

static const LangExpr *read_binary (LangReader *r, Level least);
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
  return expr;
}

/* A node over the given parts; NULL in panic. `height` is that of the tallest part. */
static LangExpr *
node_over (LangReader *r,
           LangExprKind kind,
           uint32_t begin,
           uint32_t height,
           uint32_t n_args,
           const LangExpr *const *args)
{
  if (r->panic)
    return NULL;
  LangExpr *expr = node_new (r, kind, begin);
  const LangExpr **copy = base_arena_array (r->arena, const LangExpr *, n_args);

  for (uint32_t i = 0; i < n_args; i++)
    copy[i] = args[i];
  expr->args = copy;
  expr->n_args = n_args;
  r->height = height + 1;
  if (r->height > LANG_MAX_HEIGHT) {
    lang_reader_fail (r, 151, expr->span,
                      "this expression has more than %d operators in a row",
                      LANG_MAX_HEIGHT);
    return NULL;
  }
  return expr;
}

/* ---- lists ---- */

/* Reads `item, item, …` up to `closing`, which is consumed; pushes them. The height is
 * that of the tallest. */
static bool
read_list (LangReader *r, LangTokenKind closing, bool colons)
{
  uint32_t height = 0;

  do {
    uint32_t begin = r->token.begin;
    LangTokenKind next =
        r->token.kind == LANG_TOKEN_COLON ? lang_reader_peek (r).kind : LANG_TOKEN_EOF;

    if (colons && (next == LANG_TOKEN_COMMA || next == closing)) {
      lang_reader_advance (r);
      lang_reader_push (r, node_new (r, LANG_COLON, begin));
    } else
      lang_reader_push (r, lang_read_expr (r));
    height = MAX (height, r->height);
  } while (lang_reader_accept (r, LANG_TOKEN_COMMA));
  r->height = height;
  return lang_reader_expect (r, closing);
}

/* Inside brackets a new line is a blank and ':' a range. */
static bool
open_bracket (LangReader *r)
{
  bool no_range = r->no_range;

  lang_reader_advance (r);
  r->brackets++;
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
  uint32_t bottom = r->stack->len, n_pushed, height = r->height;
  bool no_range = open_bracket (r);

  lang_reader_push (r, callee);
  lang_reader_push (r, NULL);
  while (!r->panic && !lang_reader_at (r, LANG_TOKEN_RPAREN)) {
    const char *name = argument_name (r);

    lang_reader_push (r, lang_read_expr (r));
    lang_reader_push (r, name);
    height = MAX (height, r->height);
    if (!lang_reader_accept (r, LANG_TOKEN_COMMA))
      break;
  }
  lang_reader_expect (r, LANG_TOKEN_RPAREN);
  close_bracket (r, no_range);
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
  LangExpr *call = node_over (r, LANG_CALL, callee->span.begin, height, n, args);
  if (call != NULL)
    call->arg_names = names;
  return call;
}

static const LangExpr *
read_index (LangReader *r, const LangExpr *base)
{
  uint32_t bottom = r->stack->len, n, height = r->height;
  bool no_range = open_bracket (r);

  lang_reader_push (r, base);
  read_list (r, LANG_TOKEN_RBRACKET, true);
  close_bracket (r, no_range);
  const LangExpr *const *args = lang_reader_take (r, bottom, &n);
  return node_over (r, LANG_INDEX, base->span.begin, MAX (height, r->height), n, args);
}

static const LangExpr *
read_member (LangReader *r, const LangExpr *base)
{
  uint32_t height = r->height;
  BaseSpan span = {0};

  lang_reader_advance (r);
  const char *name = lang_reader_name (r, &span);
  LangExpr *member = node_over (r, LANG_MEMBER, base->span.begin, height, 1, &base);
  if (member != NULL) {
    member->name = name;
    member->name_span = span;
  }
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
      expr = node_over (r, LANG_TRANSPOSE, expr->span.begin, r->height, 1, &expr);
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
  r->height = 1;
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
  r->height = 1;
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
  uint32_t height = r->height;
  BaseSpan span = {0};

  lang_reader_advance (r);
  const char *name = lang_reader_name (r, &span);
  lang_reader_expect (r, LANG_TOKEN_IN);
  const LangExpr *range = lang_read_expr (r);
  lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  LangExpr *expr = node_over (r, LANG_FOR, begin, MAX (height, r->height), 2,
                              (const LangExpr *[]){element, range});
  if (expr != NULL) {
    expr->name = name;
    expr->name_span = span;
  }
  return expr;
}

/* The rest of `[a, b; c, d]`, the first element pushed. Rows are pushed behind
 * `bottom`. */
static const LangExpr *
read_rows (LangReader *r, uint32_t begin, uint32_t bottom)
{
  uint32_t row_begin = r->stack->len - 1, height = r->height, n;
  uint32_t row_at =
      ((const LangExpr *) g_array_index (r->stack, void *, row_begin))->span.begin;
  bool is_matrix = false, more = true;

  while (more && !r->panic) {
    uint32_t row_end = r->last_end;

    if (lang_reader_accept (r, LANG_TOKEN_COMMA)) {
      lang_reader_push (r, lang_read_expr (r));
      height = MAX (height, r->height);
      continue;
    }
    more = lang_reader_accept (r, LANG_TOKEN_SEMICOLON);
    is_matrix |= more;
    if (!is_matrix)
      break;
    const LangExpr *const *cells = lang_reader_take (r, row_begin, &n);
    LangExpr *row = node_over (r, LANG_ARRAY, row_at, height, n, cells);
    if (row != NULL)
      row->span.end = row_end;
    lang_reader_push (r, row);
    row_begin = r->stack->len;
    row_at = r->token.begin;
    if (more)
      lang_reader_push (r, lang_read_expr (r));
    height = MAX (height, r->height);
  }
  lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  const LangExpr *const *args = lang_reader_take (r, bottom, &n);
  return node_over (r, is_matrix ? LANG_MATRIX : LANG_ARRAY, begin, height, n, args);
}

static const LangExpr *
read_array (LangReader *r)
{
  uint32_t begin = r->token.begin, bottom = r->stack->len;
  bool no_range = open_bracket (r);
  const LangExpr *expr = NULL;

  if (lang_reader_accept (r, LANG_TOKEN_RBRACKET))
    expr = node_over (r, LANG_ARRAY, begin, 0, 0, NULL);
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

/* `a ^ b`, whose right side may carry a sign and associates to the right. */
static const LangExpr *
read_power (LangReader *r)
{
  const LangExpr *left = read_postfix (r, read_primary (r));
  uint32_t height = r->height;

  if (left == NULL ||
      (!goes_on (r, LANG_TOKEN_POWER) && !goes_on (r, LANG_TOKEN_DOT_POWER)))
    return left;
  LangOp op = BINARY[r->token.kind].op;
  lang_reader_advance (r);
  if (!lang_reader_enter (r))
    return NULL;
  const LangExpr *right = read_unary (r);
  lang_reader_leave (r);
  LangExpr *expr = node_over (r, LANG_BINARY, left->span.begin, MAX (height, r->height),
                              2, (const LangExpr *[]){left, right});
  if (expr != NULL)
    expr->op = op;
  return expr;
}

static const LangExpr *
read_sign (LangReader *r, LangOp op, Level operand)
{
  uint32_t begin = r->token.begin;

  if (!lang_reader_enter (r))
    return NULL;
  lang_reader_advance (r);
  const LangExpr *inner =
      operand == NO_PRECEDENCE ? read_unary (r) : read_binary (r, operand);
  lang_reader_leave (r);
  LangExpr *expr = node_over (r, LANG_UNARY, begin, r->height, 1, &inner);
  if (expr != NULL)
    expr->op = op;
  return expr;
}

static const LangExpr *
read_unary (LangReader *r)
{
  if (r->panic)
    return NULL;
  switch ((int) r->token.kind) {
  case LANG_TOKEN_MINUS:
    return read_sign (r, LANG_OP_NEG, NO_PRECEDENCE);
  case LANG_TOKEN_PLUS:
    return read_sign (r, LANG_OP_PLUS, NO_PRECEDENCE);
  case LANG_TOKEN_EXCLAMATION:
    return read_sign (r, LANG_OP_NOT, NO_PRECEDENCE);
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
  uint32_t n = 1, height = r->height;

  while (n < 3 && !r->panic && goes_on (r, LANG_TOKEN_COLON)) {
    lang_reader_advance (r);
    args[n++] = read_binary (r, SUM_LEVEL);
    height = MAX (height, r->height);
  }
  return node_over (r, LANG_RANGE, from->span.begin, height, n, args);
}

/* The operator that goes on with an expression here, if it binds at least so strongly.
 */
static const Operator *
next_operator (LangReader *r, Level least)
{
  const Operator *operator= & BINARY[r->token.kind];

  lang_reader_note_expected (r, LANG_TOKEN_AN_OPERATOR);
  if (operator->level == NO_PRECEDENCE || operator->level<
      least || (r->brackets == 0 && r->token.first_on_line) ||
      (operator->level == RANGE_LEVEL && r->no_range))
    return NULL;
  return operator;
}

static const LangExpr *
read_binary (LangReader *r, Level least)
{
  const LangExpr *left = least <= NOT_LEVEL && lang_reader_at (r, LANG_TOKEN_NOT)
                             ? read_sign (r, LANG_OP_NOT, NOT_LEVEL)
                             : read_unary (r);
  const Operator *operator;

  while (!r->panic && (operator= next_operator (r, least)) != NULL) {
    uint32_t height = r->height;

    if (operator->level == RANGE_LEVEL) {
      left = read_range (r, left);
      continue;
    }
    lang_reader_advance (r);
    const LangExpr *right = read_binary (r, (Level) (operator->level + 1));
    LangExpr *expr =
        r->panic ? NULL
                 : node_over (r, LANG_BINARY, left->span.begin, MAX (height, r->height),
                              2, (const LangExpr *[]){left, right});
    if (expr != NULL)
      expr->op = operator->op;
    left = expr;
  }
  return r->panic ? NULL : left;
}

/* ---- conditionals ---- */

/* `c ? a : b`, the condition read. */
static const LangExpr *
read_choice (LangReader *r, const LangExpr *condition)
{
  uint32_t height = r->height;
  bool no_range = r->no_range;

  lang_reader_advance (r);
  r->no_range = true;
  const LangExpr *value = lang_read_expr (r);
  r->no_range = no_range;
  height = MAX (height, r->height);
  lang_reader_expect_on_line (r, LANG_TOKEN_COLON);
  const LangExpr *otherwise = lang_read_expr (r);
  return r->panic
             ? NULL
             : node_over (r, LANG_IF, condition->span.begin, MAX (height, r->height), 3,
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
  uint32_t bottom = r->stack->len, n, begin;

  do {
    begin = r->token.begin;
    lang_reader_advance (r);
    lang_reader_push (r, GUINT_TO_POINTER (begin));
    lang_reader_push (r, lang_read_expr (r));
    lang_reader_push (r, GUINT_TO_POINTER (r->height));
    expect_then (r);
    lang_reader_push (r, lang_read_expr (r));
    lang_reader_push (r, GUINT_TO_POINTER (r->height));
  } while (!r->panic && lang_reader_at (r, LANG_TOKEN_ELSEIF));
  lang_reader_expect (r, LANG_TOKEN_ELSE);
  const LangExpr *expr = lang_read_expr (r);
  const void *const *parts = lang_reader_take (r, bottom, &n);

  for (; n > 0 && !r->panic; n -= 5) {
    const void *const *part = parts + n - 5;
    uint32_t height = MAX (GPOINTER_TO_UINT (part[2]), GPOINTER_TO_UINT (part[4]));

    expr = node_over (r, LANG_IF, GPOINTER_TO_UINT (part[0]), MAX (height, r->height),
                      3, (const LangExpr *[]){part[1], part[3], expr});
  }
  return r->panic ? NULL : expr;
}

const LangExpr *
lang_read_expr (LangReader *r)
{
  if (!lang_reader_enter (r))
    return NULL;
  const LangExpr *expr =
      r->token.kind == LANG_TOKEN_IF ? read_if (r) : read_binary (r, OR_LEVEL);
  if (expr != NULL && goes_on (r, LANG_TOKEN_QUESTION))
    expr = read_choice (r, expr);
  lang_reader_leave (r);
  return r->panic ? NULL : expr;
}
