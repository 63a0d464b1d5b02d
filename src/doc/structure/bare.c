/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts a component around declarations and relations that came without one, as from a
 * mail or a book. Where `relations` is missing as well, it stands before the first
 * connect, and declarations that follow go above it. What comes of it is parsed: if it
 * has no part, or a fault, the text was something else. */
#include <string.h>

#include "doc/edit/edit.h"
#include "doc/model-private.h"
#include "lang/lexer.h"
#include "lang/parse.h"

static LangLexer
lexer_of (const char *text, LangNameCache *cache)
{
  return (LangLexer){.text = text, .length = (uint32_t) strlen (text), .cache = cache};
}

static bool
has_word (const char *text, LangTokenKind word)
{
  LangNameCache cache = {0};
  LangLexer lexer = lexer_of (text, &cache);
  LangToken token = lang_lexer_next (&lexer);

  while (token.kind != word && token.kind != LANG_TOKEN_EOF)
    token = lang_lexer_next (&lexer);
  return token.kind == word;
}

/* "{^mass}" refers to metadata that stayed where the text comes from. Caller frees. */
static char *
without_keys (const char *text)
{
  GString *out = g_string_new (NULL);
  LangNameCache cache = {0};
  LangLexer lexer = lexer_of (text, &cache);
  uint32_t from = 0;

  for (LangToken token; (token = lang_lexer_next (&lexer)).kind != LANG_TOKEN_EOF;) {
    LangLexer ahead = lexer;

    if (token.kind != LANG_TOKEN_LBRACE ||
        lang_lexer_next (&ahead).kind != LANG_TOKEN_POWER ||
        lang_lexer_next (&ahead).kind == LANG_TOKEN_EOF ||
        lang_lexer_next (&ahead).kind != LANG_TOKEN_RBRACE)
      continue;
    while (token.begin > from && strchr (" \t", text[token.begin - 1]) != NULL)
      token.begin--;
    g_string_append_len (out, text + from, token.begin - from);
    from = ahead.at;
    lexer = ahead;
  }
  return g_string_free (g_string_append (out, text + from), FALSE);
}

/* Of the line that a token is the first of, or of the comment above it. */
static uint32_t
beginning (const char *text, const LangToken *token)
{
  uint32_t at =
      token->comment_end > token->comment_begin ? token->comment_begin : token->begin;

  while (at > 0 && text[at - 1] != '\n')
    at--;
  return at;
}

static int
depth_of (LangTokenKind kind)
{
  return kind == LANG_TOKEN_LPAREN || kind == LANG_TOKEN_LBRACKET ||
                 kind == LANG_TOKEN_LBRACE
             ? 1
         : kind == LANG_TOKEN_RPAREN || kind == LANG_TOKEN_RBRACKET ||
                 kind == LANG_TOKEN_RBRACE
             ? -1
             : 0;
}

/* With connects, over several lines too, behind the rest; what stands above one goes
 * with it. */
static void
append_sorted (GString *out, const char *text)
{
  g_autoptr (GString) relations = g_string_new ("relations\n");
  LangNameCache cache = {0};
  LangLexer lexer = lexer_of (text, &cache);
  GString *into = out;
  bool is_doc = false;
  uint32_t from = 0;
  int depth = 0;

  for (LangToken token; (token = lang_lexer_next (&lexer)).kind != LANG_TOKEN_EOF;) {
    if (token.first_on_line && depth == 0) {
      const uint32_t begin = is_doc ? from : beginning (text, &token);

      g_string_append_len (into, text + from, begin - from);
      from = begin;
      into = token.kind == LANG_TOKEN_CONNECT ? relations : out;
      is_doc = token.kind == LANG_TOKEN_STRING || token.kind == LANG_TOKEN_DOC;
    }
    depth = MAX (depth + depth_of (token.kind), 0);
  }
  g_string_append (into, text + from);
  if (has_word (relations->str, LANG_TOKEN_CONNECT))
    g_string_append (out, relations->str);
}

static bool
has_parts (const char *text)
{
  g_autoptr (BaseSource) source = base_source_new ("", text, strlen (text));
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (LangFile) file = lang_parse (source, diags);

  if (!lang_file_is_sound (file) || lang_file_n_classes (file) != 1)
    return false;
  const LangClass *class = lang_file_class (file, 0);
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->kind == LANG_SUB)
      return true;
  return false;
}

char *
doc_wrap (const char *text, size_t length)
{
  if (length > DOC_PASTE_MOST)
    return NULL;
  g_autofree char *copy = g_strndup (text, length);
  g_autoptr (GString) out = g_string_new ("component " DOC_UNNAMED "\n");

  if (!g_utf8_validate (copy, -1, NULL))
    return NULL;
  g_strdelimit (copy, "\r", ' ');
  g_autofree char *lines = g_strconcat (g_strchomp (copy), "\n", NULL);
  g_autofree char *bare = has_word (lines, LANG_TOKEN_METADATA)
                              ? g_steal_pointer (&lines)
                              : without_keys (lines);
  if (has_word (bare, LANG_TOKEN_RELATIONS))
    g_string_append (out, bare);
  else
    append_sorted (out, bare);
  g_string_append (out, "end\n");
  return has_parts (out->str) ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}
