/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads equations, connects, statements like `assert (…)`, and the blocks around them:
 * if, when, for, switch. A block whose head is faulty is read to its `end` all the
 * same, so that no report follows from the first. */
#include "lang/read/reader.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/name.h"

/* ---- simple relations ---- */

/* `a == b` where an equation is meant: the sign is what is wrong. */
static bool
refuse_comparison (LangReader *r, const LangExpr *lhs)
{
  if (lhs->op != LANG_OP_EQ || lhs->in_parens ||
      lang_reader_continues (r, LANG_TOKEN_ASSIGN))
    return false;
  const char *sign = strstr (r->lexer.text + lhs->args[0]->span.end, "==");
  uint32_t at = (uint32_t) (sign - r->lexer.text);
  lang_reader_fail (r, 151, (BaseSpan){r->source, at, at + 2},
                    N_ ("unexpected `==`; expected `=`"));
  lang_reader_hint (r, "an equation is written with a single `=`");
  return true;
}

static void
read_equation (LangReader *r, LangRelation *relation)
{
  if (relation->kind == LANG_EQUATION && lang_reader_is_rest (r)) {
    lang_reader_unexpected (r);
    return;
  }
  lang_reader_note_expected (r, LANG_TOKEN_A_RELATION);
  relation->lhs = lang_read_expr (r);
  if (r->panic || refuse_comparison (r, relation->lhs))
    return;
  if (lang_reader_expect_on_line (r, LANG_TOKEN_ASSIGN))
    relation->rhs = lang_read_expr (r);
}

static void
read_arguments (LangReader *r, LangRelation *relation, uint32_t n, const char *what)
{
  uint32_t begin = r->token.begin;

  lang_reader_advance (r);
  relation->args = lang_read_expr_args (r, &relation->n_args);
  if (!r->panic && n > 0 && relation->n_args != n)
    lang_reader_fail (r, 151, lang_reader_span (r, begin), "%s", _ (what));
}

typedef struct {
  const char *word;
  LangRelationKind kind;
  bool only_in_when;
  uint32_t n_args; /* 0: any */
  const char *usage;
} Statement;

static const Statement STATEMENTS[] = {
    {"assert", LANG_ASSERT, false, 2, N_ ("`assert` takes a condition and a text")},
    {"continuity", LANG_CONTINUITY, false, 0, NULL},
    {"reinit", LANG_REINIT, true, 2, N_ ("`reinit` takes a state and its new value")},
    {"terminate", LANG_TERMINATE, true, 1, N_ ("`terminate` takes a text")},
};

/* The statement that `word (` begins here, or NULL. */
static const Statement *
find_statement (const LangReader *r)
{
  if (r->token.kind != LANG_TOKEN_ID)
    return NULL;
  for (uint32_t i = 0; i < G_N_ELEMENTS (STATEMENTS); i++)
    if (strcmp (r->token.name, STATEMENTS[i].word) == 0) {
      LangToken next = lang_reader_peek (r);

      if (next.kind == LANG_TOKEN_LPAREN && !next.first_on_line)
        return &STATEMENTS[i];
    }
  return NULL;
}

static void
read_statement (LangReader *r,
                LangRelation *relation,
                const Statement *statement,
                bool in_when)
{
  BaseSpan span = lang_reader_next_span (r);

  relation->kind = statement->kind;
  if (statement->only_in_when && !in_when) {
    lang_reader_report (r, 151, span,
                        "unexpected `%s`; it is allowed only directly inside a `when`",
                        statement->word);
  }
  read_arguments (r, relation, statement->n_args, statement->usage);
}

/* `guess x = e`; as a name `guess` is followed by a sign. */
static bool
at_guess (const LangReader *r)
{
  if (!lang_reader_at_word (r, "guess"))
    return false;
  LangToken next = lang_reader_peek (r);
  return next.kind == LANG_TOKEN_ID && !next.first_on_line;
}

/* `name : analysis_point (…)` */
static bool
at_analysis_point (const LangReader *r)
{
  LangLexer ahead = r->lexer;

  ahead.diags = NULL;
  if (r->token.kind != LANG_TOKEN_ID ||
      lang_lexer_next (&ahead).kind != LANG_TOKEN_COLON)
    return false;
  LangToken word = lang_lexer_next (&ahead);
  return word.kind == LANG_TOKEN_ID && strcmp (word.name, "analysis_point") == 0;
}

/* ---- blocks ---- */

/* What heads a branch, after its keyword; in panic goes on in the branch's first line.
 */
static bool
recover_head (LangReader *r, uint32_t begin)
{
  if (!r->panic && !r->token.first_on_line)
    lang_read_foreign (r, LANG_FOREIGN_HEAD);
  if (!r->panic)
    return true;
  lang_reader_recover (r, begin);
  return false;
}

static LangBranch *
branch_new (LangReader *r)
{
  LangBranch *branch = base_arena_new0 (r->arena, LangBranch);

  branch->span = lang_reader_next_span (r);
  return branch;
}

static void
branch_finish (LangReader *r, LangBranch *branch, bool in_when)
{
  branch->relations = lang_read_relations (r, in_when, &branch->n);
  branch->span = lang_reader_span (r, branch->span.begin);
  lang_reader_push (r, branch);
}

static void
take_branches (LangReader *r, LangRelation *relation, uint32_t bottom)
{
  uint32_t n;
  const LangBranch *const *list = lang_reader_take (r, bottom, &n);
  LangBranch *branches = base_arena_array (r->arena, LangBranch, n);

  for (uint32_t i = 0; i < n; i++)
    branches[i] = *list[i];
  relation->branches = branches;
  relation->n_branches = n;
}

/* `if c … elseif d … else … end`, `when c … elsewhen d … end`. False if a head is
 * faulty. */
static bool
read_conditional (LangReader *r, LangRelation *relation)
{
  bool is_when = r->token.kind == LANG_TOKEN_WHEN, sound = true, more;
  LangTokenKind again = is_when ? LANG_TOKEN_ELSEWHEN : LANG_TOKEN_ELSEIF;
  uint32_t bottom = r->stack->len;
  LangBlock block;

  relation->kind = is_when ? LANG_WHEN : LANG_IF_REL;
  lang_reader_open (r, &block, is_when ? "when" : "if", NULL);
  do {
    LangBranch *branch = branch_new (r);
    bool is_else = r->token.kind == LANG_TOKEN_ELSE;

    lang_reader_advance (r);
    if (is_else && r->token.kind == LANG_TOKEN_IF && !r->token.first_on_line)
      r->else_if = (BaseSpan){r->source, branch->span.begin, r->token.end};
    if (!is_else)
      branch->condition = lang_read_expr (r);
    sound &= recover_head (r, branch->span.begin);
    branch_finish (r, branch, is_when);
    more = !is_else &&
           (r->token.kind == again || (!is_when && r->token.kind == LANG_TOKEN_ELSE));
  } while (more);
  take_branches (r, relation, bottom);
  lang_reader_close (r, &block);
  return sound;
}

/* Whether the `end` here belongs to a case of the older form and not to the switch.
 * Between the cases of an outer switch both may be meant; then the layout decides. */
static bool
end_closes_case (const LangReader *r, const LangBlock *block)
{
  LangTokenKind next = lang_reader_peek (r).kind;

  if (next != LANG_TOKEN_CASE && next != LANG_TOKEN_DEFAULT)
    return false;
  if (r->n_cases == 0)
    return true;
  return r->token.first_on_line && block->first_on_line &&
         lang_reader_column (r, r->token.begin) >
             lang_reader_column (r, block->span.begin);
}

static bool
read_cases (LangReader *r, const LangBlock *block)
{
  bool sound = true, older_form = false;

  while (lang_reader_at (r, LANG_TOKEN_CASE) ||
         lang_reader_at (r, LANG_TOKEN_DEFAULT)) {
    LangBranch *branch = branch_new (r);
    bool is_case = r->token.kind == LANG_TOKEN_CASE;

    lang_reader_advance (r);
    if (is_case)
      lang_reader_qname (r, &branch->case_name, false);
    sound &= recover_head (r, branch->span.begin);
    r->n_cases++;
    branch_finish (r, branch, false);
    r->n_cases--;
    if (r->token.kind != LANG_TOKEN_END)
      continue;
    older_form = older_form || end_closes_case (r, block);
    if (!older_form)
      break;
    lang_reader_advance (r);
  }
  return sound;
}

static bool
read_switch (LangReader *r, LangRelation *relation)
{
  uint32_t bottom = r->stack->len, begin = r->token.begin;
  LangBlock block;

  relation->kind = LANG_SWITCH;
  lang_reader_open (r, &block, "switch", NULL);
  lang_reader_advance (r);
  relation->lhs = lang_read_expr (r);
  bool sound = recover_head (r, begin);
  sound &= read_cases (r, &block);
  take_branches (r, relation, bottom);
  lang_reader_close (r, &block);
  return sound;
}

static bool
read_for (LangReader *r, LangRelation *relation)
{
  uint32_t bottom = r->stack->len, begin = r->token.begin;
  LangBranch *branch = branch_new (r);
  LangBlock block;

  relation->kind = LANG_FOR_REL;
  lang_reader_open (r, &block, "for", NULL);
  lang_reader_advance (r);
  relation->name = lang_reader_name (r, NULL);
  lang_reader_expect (r, LANG_TOKEN_IN);
  relation->rhs = lang_read_expr (r);
  bool sound = recover_head (r, begin);
  branch_finish (r, branch, false);
  take_branches (r, relation, bottom);
  lang_reader_close (r, &block);
  return sound;
}

/* ---- all ---- */

static bool
read_block (LangReader *r, LangRelation *relation)
{
  bool sound = false;

  if (!lang_reader_enter (r))
    return false;
  if (r->token.kind == LANG_TOKEN_SWITCH)
    sound = read_switch (r, relation);
  else if (r->token.kind == LANG_TOKEN_FOR)
    sound = read_for (r, relation);
  else
    sound = read_conditional (r, relation);
  lang_reader_leave (r);
  return sound;
}

static void
read_marked_equation (LangReader *r, LangRelation *relation, LangRelationKind kind)
{
  relation->kind = kind;
  lang_reader_advance (r);
  read_equation (r, relation);
}

static void
read_analysis_point (LangReader *r, LangRelation *relation)
{
  relation->kind = LANG_ANALYSIS_POINT;
  relation->name = lang_reader_name (r, NULL);
  lang_reader_expect (r, LANG_TOKEN_COLON);
  read_arguments (r, relation, 0, NULL);
}

LangRelation *
lang_read_relation (LangReader *r, bool in_when)
{
  LangRelation *relation = base_arena_new0 (r->arena, LangRelation);
  bool sound = true;
  const Statement *statement;

  relation->doc = lang_reader_doc (r, &relation->doc_span);
  uint32_t begin = r->token.begin;
  /* By the first word; what has none is an equation. */
  switch ((int) r->token.kind) {
  case LANG_TOKEN_IF:
  case LANG_TOKEN_WHEN:
  case LANG_TOKEN_SWITCH:
  case LANG_TOKEN_FOR:
    sound = read_block (r, relation);
    break;
  case LANG_TOKEN_CONNECT:
    relation->kind = LANG_CONNECT;
    read_arguments (r, relation, 0, NULL);
    break;
  case LANG_TOKEN_INITIAL:
    if (lang_reader_at_initial_call (r))
      read_equation (r, relation);
    else
      read_marked_equation (r, relation, LANG_INITIAL);
    break;
  default:
    if ((statement = find_statement (r)) != NULL)
      read_statement (r, relation, statement, in_when);
    else if (at_guess (r))
      read_marked_equation (r, relation, LANG_GUESS);
    else if (at_analysis_point (r))
      read_analysis_point (r, relation);
    else
      read_equation (r, relation);
  }
  lang_read_meta (r, &relation->meta);
  relation->span = lang_reader_span (r, begin);
  return sound && !r->panic ? relation : NULL;
}

const LangRelation *const *
lang_read_relations (LangReader *r, bool in_when, uint32_t *n)
{
  uint32_t bottom = r->stack->len;

  while (!lang_reader_at_divider (r) && !lang_reader_at_definition (r)) {
    if (lang_read_foreign (r, LANG_FOREIGN_RELATION) != NULL)
      continue;
    uint32_t begin = r->token.begin, height = r->stack->len;
    const LangRelation *relation = lang_read_relation (r, in_when);

    lang_reader_skip_behind (r);

    if (r->panic) {
      g_array_set_size (r->stack, height);
      lang_reader_recover (r, begin);
    } else if (relation != NULL)
      lang_reader_push (r, relation);
  }
  return lang_reader_take (r, bottom, n);
}
