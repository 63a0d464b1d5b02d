/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions, modifiers, declarations and relations as canonical text, with the least
 * parentheses by the levels of operators that the parser climbs. Recursion is as deep
 * as the text was nested, which the parser bounds. */
#include "lang/print.h"

#include <string.h>

#include "lang/lexer.h"
#include "lang/print-private.h"

/* ---- expressions ---- */

static const struct {
  const char *sign;
  LangLevel level;
} OPERATORS[] = {
    [LANG_OP_NONE] = {"", LANG_LOOSE},
#define OPERATOR(name, level, token, sign)                                             \
  [LANG_OP_##name] = {sign, LANG_##level##_LEVEL},
    LANG_OPERATORS (OPERATOR)
#undef OPERATOR
        [LANG_OP_NOT] = {"!", LANG_SIGN_LEVEL},
    [LANG_OP_NEG] = {"-", LANG_SIGN_LEVEL},
    [LANG_OP_PLUS] = {"+", LANG_SIGN_LEVEL},
};

static LangLevel
level_of (const LangExpr *expr)
{
  switch ((int) expr->kind) {
  case LANG_UNARY:
  case LANG_BINARY:
    return OPERATORS[expr->op].level;
  case LANG_IF:
    return LANG_LOOSE;
  case LANG_RANGE:
    return LANG_RANGE_LEVEL;
  default:
    return LANG_OPERAND;
  }
}

static void print_inner (GString *out, const LangExpr *expr);

/* Puts parentheses around what binds less than `least`. */
static void
print_within (GString *out, const LangExpr *expr, LangLevel least)
{
  bool parens = expr->in_parens || level_of (expr) < least;

  if (parens)
    g_string_append_c (out, '(');
  print_inner (out, expr);
  if (parens)
    g_string_append_c (out, ')');
}

static void
print_list (GString *out, const LangExpr *expr, uint32_t first, const char *separator)
{
  for (uint32_t i = first; i < expr->n_args; i++) {
    if (i > first)
      g_string_append (out, separator);
    if (expr->arg_names != NULL && expr->arg_names[i] != NULL)
      g_string_append_printf (out, "%s = ", expr->arg_names[i]);
    print_within (out, expr->args[i], LANG_LOOSE);
  }
}

static void
print_binary (GString *out, const LangExpr *expr)
{
  LangLevel level = OPERATORS[expr->op].level;
  bool is_power = level == LANG_POWER_LEVEL;

  print_within (out, expr->args[0], is_power ? LANG_OPERAND : level);
  g_string_append_printf (out, " %s ", OPERATORS[expr->op].sign);
  print_within (out, expr->args[1], is_power ? LANG_SIGN_LEVEL : level + 1);
}

static void
print_matrix (GString *out, const LangExpr *expr)
{
  g_string_append_c (out, '[');
  for (uint32_t i = 0; i < expr->n_args; i++) {
    g_string_append (out, i > 0 ? "; " : "");
    print_list (out, expr->args[i], 0, ", ");
  }
  g_string_append_c (out, ']');
}

static void
print_if (GString *out, const LangExpr *expr)
{
  const LangExpr *rest = expr;

  g_string_append (out, "if ");
  for (;;) {
    print_within (out, rest->args[0], LANG_LOOSE);
    g_string_append (out, " then ");
    print_within (out, rest->args[1], LANG_LOOSE);
    if (rest->args[2]->kind != LANG_IF || rest->args[2]->in_parens)
      break;
    g_string_append (out, " elseif ");
    rest = rest->args[2];
  }
  g_string_append (out, " else ");
  print_within (out, rest->args[2], LANG_LOOSE);
}

static void
print_brackets (GString *out,
                const LangExpr *expr,
                uint32_t first,
                const char *brackets)
{
  g_string_append_c (out, brackets[0]);
  print_list (out, expr, first, ", ");
  g_string_append_c (out, brackets[1]);
}

/* shape: one case per kind of expression */
static void
print_inner (GString *out, const LangExpr *expr)
{
  switch (expr->kind) {
  case LANG_NUMBER:
    lang_print_number (out, expr->name_span, expr->number);
    break;
  case LANG_STRING:
    lang_print_string (out, expr->name);
    break;
  case LANG_BOOL:
    g_string_append (out, expr->is_true ? "true" : "false");
    break;
  case LANG_NAME:
    g_string_append (out, expr->name);
    break;
  case LANG_MEMBER:
    print_within (out, expr->args[0], LANG_OPERAND);
    g_string_append_c (out, '.');
    g_string_append (out, expr->name);
    break;
  case LANG_CALL:
    print_within (out, expr->args[0], LANG_OPERAND);
    print_brackets (out, expr, 1, "()");
    break;
  case LANG_INDEX:
    print_within (out, expr->args[0], LANG_OPERAND);
    print_brackets (out, expr, 1, "[]");
    break;
  case LANG_UNARY:
    g_string_append (out, OPERATORS[expr->op].sign);
    print_within (out, expr->args[0], LANG_SIGN_LEVEL);
    break;
  case LANG_BINARY:
    print_binary (out, expr);
    break;
  case LANG_IF:
    print_if (out, expr);
    break;
  case LANG_RANGE:
    for (uint32_t i = 0; i < expr->n_args; i++) {
      g_string_append (out, i > 0 ? ":" : "");
      print_within (out, expr->args[i], LANG_SUM_LEVEL);
    }
    break;
  case LANG_COLON:
    g_string_append_c (out, ':');
    break;
  case LANG_ARRAY:
    print_brackets (out, expr, 0, "[]");
    break;
  case LANG_MATRIX:
    print_matrix (out, expr);
    break;
  case LANG_TRANSPOSE:
    print_within (out, expr->args[0], LANG_OPERAND);
    g_string_append_c (out, '\'');
    break;
  case LANG_FOR:
    g_string_append_c (out, '[');
    print_within (out, expr->args[0], LANG_LOOSE);
    g_string_append_printf (out, " for %s in ", expr->name);
    print_within (out, expr->args[1], LANG_LOOSE);
    g_string_append_c (out, ']');
    break;
  }
}

void
lang_print_expr (GString *out, const LangExpr *expr)
{
  print_within (out, expr, LANG_LOOSE);
}

/* ---- types and modifiers ---- */

static void
print_mods (GString *out, const LangMod *const *mods, uint32_t n)
{
  g_string_append_c (out, '(');
  for (uint32_t i = 0; i < n; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    lang_print_mod (out, mods[i]);
  }
  g_string_append_c (out, ')');
}

void
lang_print_mod (GString *out, const LangMod *mod)
{
  bool has_initial = mod->initial != NULL || mod->initial_missing;
  bool has_value = mod->value != NULL || mod->value_missing;

  if (mod->is_final)
    g_string_append (out, "final ");
  g_string_append (out, mod->target.text);
  if (mod->n_mods > 0)
    print_mods (out, mod->mods, mod->n_mods);
  if (has_value || has_initial)
    g_string_append (out, " =");
  if (mod->value_missing)
    g_string_append (out, " missing");
  else if (has_value) {
    g_string_append_c (out, ' ');
    lang_print_expr (out, mod->value);
  }
  if (mod->initial_missing)
    g_string_append (out, " initial missing");
  else if (has_initial) {
    g_string_append (out, " initial ");
    lang_print_expr (out, mod->initial);
  }
}

void
lang_print_type (GString *out, const LangType *type)
{
  if (type->is_function && type->span.source != NULL) {
    g_string_append_len (out, base_source_text (type->span.source) + type->span.begin,
                         type->span.end - type->span.begin);
    return;
  }
  g_string_append (out, type->name.text);
  for (uint32_t i = 0; i < type->n_dims; i++) {
    g_string_append (out, i > 0 ? ", " : "[");
    lang_print_expr (out, type->dims[i]);
  }
  if (type->n_dims > 0)
    g_string_append_c (out, ']');
  if (type->n_mods > 0)
    print_mods (out, type->mods, type->n_mods);
}

/* ---- declarations ---- */

/* Whether a """ text on lines of its own reads back as the same. */
static bool
fits_block (const char *doc, const char *block)
{
  g_autoptr (GString) text = g_string_new (NULL);
  LangLexer lexer = {.text = block, .length = (uint32_t) strlen (block)};
  LangToken token = {.kind = LANG_TOKEN_DOC, .end = lexer.length};

  if (strstr (doc, "\"\"\"") != NULL)
    return false;
  lang_lexer_string_text (&lexer, &token, text);
  return strcmp (text->str, doc) == 0;
}

void
lang_print_doc (GString *out, const char *doc, int indent)
{
  if (doc == NULL)
    return;
  lang_print_indent (out, indent);
  if (strchr (doc, '\n') != NULL) {
    g_autoptr (GString) block = g_string_new ("\"\"\"\n");
    g_auto (GStrv) lines = g_strsplit (doc, "\n", -1);

    for (uint32_t i = 0; lines[i] != NULL; i++) {
      if (lines[i][0] != '\0')
        lang_print_indent (block, indent);
      g_string_append_printf (block, "%s\n", lines[i]);
    }
    lang_print_indent (block, indent);
    g_string_append (block, "\"\"\"");
    if (fits_block (doc, block->str)) {
      g_string_append_printf (out, "%s\n", block->str);
      return;
    }
  }
  lang_print_string (out, doc);
  g_string_append_c (out, '\n');
}

static void
print_meta (GString *out, const LangMeta *meta, int indent)
{
  if (meta->key != NULL)
    g_string_append_printf (out, " {^%s}", meta->key);
  else if (meta->json != NULL) {
    g_string_append_c (out, ' ');
    lang_print_json (out, meta->json, indent);
  }
}

static void
print_target (GString *out, const LangDecl *decl, bool always_parens)
{
  g_string_append (out, decl->class_name.text);
  if (decl->n_mods > 0 || always_parens)
    print_mods (out, decl->mods, decl->n_mods);
}

static void
print_sub (GString *out, const LangDecl *decl)
{
  g_string_append (out, decl->name);
  if (decl->base_name.n > 0)
    g_string_append_printf (out, "::%s", decl->base_name.text);
  g_string_append (out, decl->n_for > 0 ? " = [" : " = ");
  print_target (out, decl, true);
  for (uint32_t i = 0; i < decl->n_for; i++) {
    g_string_append_printf (out, "%s%s in ", i > 0 ? ", " : " for ",
                            decl->for_names[i]);
    lang_print_expr (out, decl->for_ranges[i]);
  }
  if (decl->n_for > 0)
    g_string_append_c (out, ']');
  if (decl->condition != NULL) {
    g_string_append (out, " if ");
    lang_print_expr (out, decl->condition);
  }
}

static const char *
word_of (const LangDecl *decl)
{
  static const char *const FIELDS[] = {
      [LANG_FIELD_PLAIN] = "",         [LANG_FIELD_POTENTIAL] = "potential ",
      [LANG_FIELD_FLOW] = "flow ",     [LANG_FIELD_INPUT] = "input ",
      [LANG_FIELD_OUTPUT] = "output ", [LANG_FIELD_STREAM] = "stream ",
      [LANG_FIELD_PATH] = "path ",
  };

  switch (decl->kind) {
  case LANG_PARAMETER:
    return "parameter ";
  case LANG_VARIABLE:
    return decl->is_discrete ? "discrete variable " : "variable ";
  case LANG_PATH:
    return "path ";
  case LANG_FIELD:
    return FIELDS[decl->field];
  case LANG_LOCAL:
    return decl->is_argument ? "" : "local ";
  case LANG_EXTENDS:
  case LANG_OUTER:
  case LANG_SUB:
    return "";
  }
  return "";
}

void
lang_print_typed (GString *out, const LangDecl *decl)
{
  g_string_append_printf (out, "%s%s%s%s::", decl->is_final ? "final " : "",
                          decl->is_structural ? "structural " : "", word_of (decl),
                          decl->name);
  lang_print_type (out, &decl->type);
  if (decl->value != NULL || decl->initial != NULL)
    g_string_append (out, " =");
  if (decl->value != NULL) {
    g_string_append_c (out, ' ');
    lang_print_expr (out, decl->value);
  }
  if (decl->initial != NULL) {
    g_string_append (out, " initial ");
    lang_print_expr (out, decl->initial);
  }
}

void
lang_print_decl (GString *out, const LangDecl *decl, int indent)
{
  lang_print_doc (out, decl->doc, indent);
  lang_print_indent (out, indent);
  if (decl->kind == LANG_EXTENDS) {
    g_string_append (out, "extends ");
    print_target (out, decl, false);
  } else if (decl->kind == LANG_OUTER)
    g_string_append_printf (out, "outer %s::%s", decl->name, decl->class_name.text);
  else if (decl->kind == LANG_SUB)
    print_sub (out, decl);
  else
    lang_print_typed (out, decl);
  print_meta (out, &decl->meta, indent);
  g_string_append_c (out, '\n');
}

/* ---- relations ---- */

static void
print_equation (GString *out, const LangRelation *relation)
{
  lang_print_expr (out, relation->lhs);
  g_string_append (out, " = ");
  lang_print_expr (out, relation->rhs);
}

static void
print_statement (GString *out, const LangRelation *relation)
{
  g_string_append_c (out, '(');
  for (uint32_t i = 0; i < relation->n_args; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    lang_print_expr (out, relation->args[i]);
  }
  g_string_append_c (out, ')');
}

/* The word of the first branch is printed. */
static void
print_head (GString *out, const LangRelation *relation, uint32_t index)
{
  const LangBranch *branch = &relation->branches[index];

  if (branch->condition == NULL)
    g_string_append (out, "else");
  else if (index > 0)
    g_string_append (out, relation->kind == LANG_WHEN ? "elsewhen " : "elseif ");
  if (branch->condition != NULL)
    lang_print_expr (out, branch->condition);
}

static void
print_body (GString *out, const LangBranch *branch, int indent)
{
  g_string_append_c (out, '\n');
  for (uint32_t i = 0; i < branch->n; i++)
    lang_print_relation (out, branch->relations[i], indent);
}

static void
print_end (GString *out, int indent)
{
  lang_print_indent (out, indent);
  g_string_append (out, "end");
}

static void
print_conditional (GString *out, const LangRelation *relation, int indent)
{
  for (uint32_t i = 0; i < relation->n_branches; i++) {
    if (i > 0)
      lang_print_indent (out, indent);
    print_head (out, relation, i);
    print_body (out, &relation->branches[i], indent + 1);
  }
  print_end (out, indent);
}

static void
print_switch (GString *out, const LangRelation *relation, int indent)
{
  lang_print_expr (out, relation->lhs);
  g_string_append_c (out, '\n');
  for (uint32_t i = 0; i < relation->n_branches; i++) {
    const LangBranch *branch = &relation->branches[i];

    lang_print_indent (out, indent + 1);
    if (branch->case_name.n > 0)
      g_string_append_printf (out, "case %s", branch->case_name.text);
    else
      g_string_append (out, "default");
    print_body (out, branch, indent + 2);
  }
  print_end (out, indent);
}

static void
print_for (GString *out, const LangRelation *relation, int indent)
{
  g_string_append_printf (out, "%s in ", relation->name);
  lang_print_expr (out, relation->rhs);
  print_body (out, &relation->branches[0], indent + 1);
  print_end (out, indent);
}

void
lang_print_relation (GString *out, const LangRelation *relation, int indent)
{
  static const char *const WORDS[] = {
      [LANG_EQUATION] = "",
      [LANG_INITIAL] = "initial ",
      [LANG_GUESS] = "guess ",
      [LANG_CONNECT] = "connect",
      [LANG_CONTINUITY] = "continuity",
      [LANG_ASSERT] = "assert",
      [LANG_ANALYSIS_POINT] = "analysis_point",
      [LANG_IF_REL] = "if ",
      [LANG_SWITCH] = "switch ",
      [LANG_FOR_REL] = "for ",
      [LANG_WHEN] = "when ",
      [LANG_REINIT] = "reinit",
      [LANG_TERMINATE] = "terminate",
  };

  lang_print_doc (out, relation->doc, indent);
  lang_print_indent (out, indent);
  if (relation->kind == LANG_ANALYSIS_POINT)
    g_string_append_printf (out, "%s: ", relation->name);
  g_string_append (out, WORDS[relation->kind]);
  /* What stands behind the word. */
  switch (relation->kind) {
  case LANG_EQUATION:
  case LANG_INITIAL:
  case LANG_GUESS:
    print_equation (out, relation);
    break;
  case LANG_CONNECT:
  case LANG_CONTINUITY:
  case LANG_ASSERT:
  case LANG_ANALYSIS_POINT:
  case LANG_REINIT:
  case LANG_TERMINATE:
    print_statement (out, relation);
    break;
  case LANG_IF_REL:
  case LANG_WHEN:
    print_conditional (out, relation, indent);
    break;
  case LANG_SWITCH:
    print_switch (out, relation, indent);
    break;
  case LANG_FOR_REL:
    print_for (out, relation, indent);
    break;
  }
  print_meta (out, &relation->meta, indent);
  g_string_append_c (out, '\n');
}
