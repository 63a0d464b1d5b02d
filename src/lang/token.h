/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The words and signs of the language. One list gives the kinds and their texts. */

#define LANG_SIGNS(X)                                                                  \
  X (LPAREN, "(")                                                                      \
  X (RPAREN, ")")                                                                      \
  X (LBRACKET, "[")                                                                    \
  X (RBRACKET, "]")                                                                    \
  X (LBRACE, "{")                                                                      \
  X (RBRACE, "}")                                                                      \
  X (COMMA, ",")                                                                       \
  X (SEMICOLON, ";")                                                                   \
  X (DOUBLE_COLON, "::")                                                               \
  X (COLON, ":")                                                                       \
  X (ASSIGN, "=")                                                                      \
  X (QUESTION, "?")                                                                    \
  X (DOT, ".")                                                                         \
  X (APOSTROPHE, "'")                                                                  \
  X (BAR, "|")                                                                         \
  X (AT, "@")                                                                          \
  X (PLUS, "+")                                                                        \
  X (MINUS, "-")                                                                       \
  X (TIMES, "*")                                                                       \
  X (DIVIDE, "/")                                                                      \
  X (PERCENT, "%")                                                                     \
  X (POWER, "^")                                                                       \
  X (DOT_TIMES, ".*")                                                                  \
  X (DOT_DIVIDE, "./")                                                                 \
  X (DOT_POWER, ".^")                                                                  \
  X (EQUAL, "==")                                                                      \
  X (NOT_EQUAL, "!=")                                                                  \
  X (LESS, "<")                                                                        \
  X (LESS_EQUAL, "<=")                                                                 \
  X (GREATER, ">")                                                                     \
  X (GREATER_EQUAL, ">=")                                                              \
  X (AND_SIGN, "&&")                                                                   \
  X (OR_SIGN, "||")                                                                    \
  X (EXCLAMATION, "!")

#define LANG_WORDS(X)                                                                  \
  X (COMPONENT, "component")                                                           \
  X (CONNECTOR, "connector")                                                           \
  X (TYPE, "type")                                                                     \
  X (ENUM, "enum")                                                                     \
  X (STRUCT, "struct")                                                                 \
  X (ANALYSIS, "analysis")                                                             \
  X (EXTENDS, "extends")                                                               \
  X (PARAMETER, "parameter")                                                           \
  X (STRUCTURAL, "structural")                                                         \
  X (FINAL, "final")                                                                   \
  X (VARIABLE, "variable")                                                             \
  X (PATH, "path")                                                                     \
  X (RELATIONS, "relations")                                                           \
  X (INITIAL, "initial")                                                               \
  X (CONNECT, "connect")                                                               \
  X (IF, "if")                                                                         \
  X (ELSEIF, "elseif")                                                                 \
  X (ELSE, "else")                                                                     \
  X (SWITCH, "switch")                                                                 \
  X (CASE, "case")                                                                     \
  X (DEFAULT, "default")                                                               \
  X (FOR, "for")                                                                       \
  X (IN, "in")                                                                         \
  X (END, "end")                                                                       \
  X (METADATA, "metadata")                                                             \
  X (TRUE, "true")                                                                     \
  X (FALSE, "false")                                                                   \
  X (AND, "and")                                                                       \
  X (OR, "or")                                                                         \
  X (NOT, "not")                                                                       \
  X (USING, "using")                                                                   \
  X (WHEN, "when")                                                                     \
  X (ELSEWHEN, "elsewhen")

/* What may be expected where no single token can be named. */
#define LANG_EXPECTATIONS(X)                                                           \
  X (A_DEFINITION, N_ ("a definition"))                                                \
  X (A_DECLARATION, N_ ("a declaration"))                                              \
  X (A_RELATION, N_ ("a relation"))                                                    \
  X (AN_EXPRESSION, N_ ("an expression"))                                              \
  X (AN_OPERATOR, N_ ("an operator"))                                                  \
  X (A_LINE_END, N_ ("a new line"))                                                    \
  X (A_FIELD, N_ ("a field"))                                                          \
  X (THEN, "`then`")

typedef enum {
  LANG_TOKEN_EOF,
  LANG_TOKEN_BAD, /* reported already */
  LANG_TOKEN_ID,
  LANG_TOKEN_NUMBER,
  LANG_TOKEN_STRING, /* "…" */
  LANG_TOKEN_DOC,    /* """…""" */
#define LANG_TOKEN_KIND(name, text) LANG_TOKEN_##name,
  LANG_SIGNS (LANG_TOKEN_KIND) LANG_WORDS (LANG_TOKEN_KIND)
      LANG_EXPECTATIONS (LANG_TOKEN_KIND)
#undef LANG_TOKEN_KIND
          LANG_TOKEN_N_KINDS
} LangTokenKind;

typedef struct {
  LangTokenKind kind;
  uint32_t begin; /* bytes of the source */
  uint32_t end;
  bool first_on_line;
  uint32_t comment_begin; /* a block of '#' lines directly above; empty if none */
  uint32_t comment_end;
  double number;    /* LANG_TOKEN_NUMBER */
  const char *name; /* LANG_TOKEN_ID: interned */
} LangToken;

/* "`=`", "a name", "an expression": for messages. */
const char *lang_token_kind_label (LangTokenKind kind);

/* `partial`, `example`, `test`, `external`: may stand before a definition. */
bool lang_token_is_prefix (const char *name);

/* The reserved word that these bytes spell, or LANG_TOKEN_ID. */
LangTokenKind lang_token_word (const char *text, uint32_t length);
