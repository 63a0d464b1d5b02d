/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of tokens: what messages call them, and the words of the language. A word
 * is looked for by its first letter and length before its letters are compared; most
 * names fail at once. */
#include "lang/token.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  const char *text;
  uint32_t length;
  LangTokenKind kind;
} Word;

const char *
lang_token_kind_label (LangTokenKind kind)
{
  static const char *const LABELS[LANG_TOKEN_N_KINDS] = {
      [LANG_TOKEN_EOF] = N_ ("the end of the file"),
      [LANG_TOKEN_BAD] = N_ ("a bad character"),
      [LANG_TOKEN_ID] = N_ ("a name"),
      [LANG_TOKEN_NUMBER] = N_ ("a number"),
      [LANG_TOKEN_STRING] = N_ ("a string"),
      [LANG_TOKEN_DOC] = N_ ("a doc text"),
#define SIGN_LABEL(name, text)   [LANG_TOKEN_##name] = "`" text "`",
#define EXPECT_LABEL(name, text) [LANG_TOKEN_##name] = text,
      LANG_SIGNS (SIGN_LABEL) LANG_WORDS (SIGN_LABEL) LANG_EXPECTATIONS (EXPECT_LABEL)
#undef SIGN_LABEL
#undef EXPECT_LABEL
  };

  return LABELS[kind];
}

bool
lang_token_is_prefix (const char *name)
{
  return strcmp (name, "partial") == 0 || strcmp (name, "example") == 0 ||
         strcmp (name, "test") == 0 || strcmp (name, "external") == 0;
}

LangTokenKind
lang_token_word (const char *text, uint32_t length)
{
  static const Word WORDS[] = {
#define WORD(name, text) {text, sizeof text - 1, LANG_TOKEN_##name},
      LANG_WORDS (WORD)
#undef WORD
  };
  enum { LONGEST = 10 };

  if (length < 2 || length > LONGEST || text[0] < 'a' || text[0] > 'w')
    return LANG_TOKEN_ID;
  for (uint32_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
    if (WORDS[i].text[0] == text[0] && WORDS[i].length == length &&
        memcmp (WORDS[i].text, text, length) == 0)
      return WORDS[i].kind;
  return LANG_TOKEN_ID;
}
