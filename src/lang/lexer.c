/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads tokens by their first byte. Everything it knows is where it stands, so looking
 * ahead is reading on with a copy. Names are interned through a small cache, numbers
 * read without strtod() where they are short (base/number.c). */
#include "lang/lexer.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "base/number.h"
#include "base/unit.h"
#include "lang/foreign.h"

enum { EXPONENT_LIMIT = 99999 };

typedef enum { OTHER, LETTER, DIGIT, BLANK, HIGH } ByteClass;

static inline ByteClass
class_of (unsigned char byte)
{
  static const uint8_t CLASSES[256] = {
      ['a' ... 'z'] = LETTER, ['A' ... 'Z'] = LETTER, ['_'] = LETTER,
      ['0' ... '9'] = DIGIT,  [' '] = BLANK,          ['\t'] = BLANK,
      ['\r'] = BLANK,         [0x80 ... 0xFF] = HIGH,
  };

  return (ByteClass) CLASSES[byte];
}

void
lang_lexer_report (BaseDiags *diags,
                   uint32_t number,
                   BaseSpan span,
                   const char *message)
{
  if (base_diags_count (diags) < BASE_DIAGS_SHOWN)
    base_diags_add (diags, BASE_ERROR, number, span, "%s", message);
}

/* Reports unless only looking ahead. */
static void G_GNUC_PRINTF (5, 6) report (LangLexer *lexer,
                                         uint32_t number,
                                         uint32_t begin,
                                         uint32_t end,
                                         const char *format,
                                         ...)
{
  BaseSpan span = {lexer->source, begin, end};
  va_list args;

  if (lexer->diags == NULL)
    return;
  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  lang_lexer_report (lexer->diags, number, span, message);
  lexer->n_errors++;
}

/* ---- blanks and comments ---- */

static uint32_t
line_end (const LangLexer *lexer, uint32_t from)
{
  const char *found = memchr (lexer->text + from, '\n', lexer->length - from);

  return found == NULL ? lexer->length : (uint32_t) (found - lexer->text);
}

static uint32_t
without_return (const LangLexer *lexer, uint32_t begin, uint32_t end)
{
  return end > begin && lexer->text[end - 1] == '\r' ? end - 1 : end;
}

/* Moves to the next token; notes in `token` whether a line begins and which comment
 * stands directly above. */
static void
skip_blanks (LangLexer *lexer, LangToken *token)
{
  uint32_t lines = 0;
  bool at_line_start = lexer->at == 0;

  token->first_on_line = at_line_start;
  if (lexer->at == 0 && lexer->length >= 3 &&
      memcmp (lexer->text, "\xEF\xBB\xBF", 3) == 0)
    lexer->at = 3;
  for (; lexer->at < lexer->length; lexer->at++) {
    char byte = lexer->text[lexer->at];

    if (byte == '\n') {
      at_line_start = token->first_on_line = true;
      lines++;
    } else if (byte == '#') {
      uint32_t begin = lexer->at, end = line_end (lexer, begin);

      /* A comment on a line of its own goes on one directly above, or begins anew. */
      if (at_line_start && (token->comment_end == 0 || lines != 1))
        token->comment_begin = begin;
      if (at_line_start)
        token->comment_end = without_return (lexer, begin, end);
      lines = at_line_start ? 0 : lines;
      at_line_start = false;
      lexer->at = end - 1;
    } else if (class_of ((unsigned char) byte) != BLANK && byte != LANG_LEXER_MASK)
      break;
  }
  if (lines != 1)
    token->comment_begin = token->comment_end = 0;
}

char
lang_lexer_peek_byte (const LangLexer *lexer)
{
  LangLexer ahead = *lexer;
  LangToken token = {0};

  skip_blanks (&ahead, &token);
  return ahead.at < ahead.length ? ahead.text[ahead.at] : '\0';
}

/* ---- names ---- */

/* The length of the identifier character at `at`, 0 if there is none. */
static uint32_t
identifier_char (const LangLexer *lexer, uint32_t at, bool first)
{
  if (at >= lexer->length)
    return 0;
  switch (class_of ((unsigned char) lexer->text[at])) {
  case LETTER:
    return 1;
  case DIGIT:
    return first ? 0 : 1;
  case HIGH: {
    gunichar c = g_utf8_get_char (lexer->text + at);
    bool is_power = c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c < 0x2080);
    bool fits = first ? g_unichar_isalpha (c) : g_unichar_isalnum (c) && !is_power;

    return fits ? (uint32_t) g_unichar_to_utf8 (c, NULL) : 0;
  }
  case OTHER:
  case BLANK:
    return 0;
  }
  return 0;
}

static inline bool
is_word_byte (char byte)
{
  ByteClass class = class_of ((unsigned char) byte);

  return class == LETTER || class == DIGIT;
}

static const char *
intern (LangLexer *lexer, const char *text, uint32_t length)
{
  uint32_t hash = 2166136261u; /* FNV-1a */

  for (uint32_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) text[i]) * 16777619u;
  const char **slot = &lexer->cache->name[(hash ^ hash >> 16) % LANG_LEXER_CACHE];
  if (*slot == NULL || strncmp (*slot, text, length) != 0 || (*slot)[length] != '\0')
    *slot = base_name_n (text, length);
  return *slot;
}

static void
read_name (LangLexer *lexer, LangToken *token)
{
  for (uint32_t n; (n = identifier_char (lexer, lexer->at, false)) > 0;) {
    lexer->at += n;
    while (lexer->at < lexer->length && is_word_byte (lexer->text[lexer->at]))
      lexer->at++;
  }
  const char *text = lexer->text + token->begin;
  uint32_t length = lexer->at - token->begin;

  token->kind = lang_token_word (text, length);
  if (token->kind == LANG_TOKEN_ID)
    token->name = intern (lexer, text, length);
}

/* ---- numbers ---- */

static bool
digit_at (const LangLexer *lexer, uint32_t at)
{
  return at < lexer->length && class_of ((unsigned char) lexer->text[at]) == DIGIT;
}

static void
skip_digits (LangLexer *lexer)
{
  while (digit_at (lexer, lexer->at))
    lexer->at++;
}

static int
read_exponent (LangLexer *lexer)
{
  uint32_t at = lexer->at;
  int value = 0;

  if (at >= lexer->length || (lexer->text[at] | 0x20) != 'e')
    return 0;
  at++;
  bool negative = at < lexer->length && lexer->text[at] == '-';
  if (at < lexer->length && (lexer->text[at] == '-' || lexer->text[at] == '+'))
    at++;
  if (!digit_at (lexer, at))
    return 0;
  for (; digit_at (lexer, at); at++)
    value = MIN (value * 10 + (lexer->text[at] - '0'), EXPONENT_LIMIT);
  lexer->at = at;
  return negative ? -value : value;
}

static int
read_prefix (LangLexer *lexer)
{
  size_t length = 0;
  double factor = base_number_prefix (lexer->text + lexer->at, &length);

  if (factor == 0 || identifier_char (lexer, lexer->at + (uint32_t) length, false) > 0)
    return 0;
  lexer->at += (uint32_t) length;
  return (int) lround (log10 (factor));
}

/* A '.' behind digits belongs to the number unless it begins an element-wise operator.
 */
static bool
dot_belongs (const LangLexer *lexer)
{
  if (lexer->at >= lexer->length || lexer->text[lexer->at] != '.')
    return false;
  char next = lexer->at + 1 < lexer->length ? lexer->text[lexer->at + 1] : '\0';
  return next != '*' && next != '/' && next != '^';
}

/* Whether it is hardly the name of a variable. */
static bool
is_word (const char *name)
{
  return lang_foreign_find_word (LANG_FOREIGN_HEAD, name, (uint32_t) strlen (name)) !=
             NULL ||
         lang_token_word (name, (uint32_t) strlen (name)) != LANG_TOKEN_ID;
}

void
lang_lexer_hint_name (const LangLexer *lexer,
                      uint32_t number_begin,
                      uint32_t number_end,
                      uint32_t name)
{
  const char *text = lexer->text;
  g_autofree char *number = g_strndup (text + number_begin, number_end - number_begin);
  uint32_t end = name, word = name;
  char digits[BASE_NUMBER_SIZE], cycles[BASE_NUMBER_SIZE];
  double value, angular;

  while (end < lexer->length && strchr (" \t\r\n,;()[]{}#=", text[end]) == NULL)
    end++;
  for (uint32_t n; (n = identifier_char (lexer, word, word == name)) > 0;)
    word += n;
  if (lexer->diags == NULL || word == name || strcmp (number, "0") == 0)
    return;
  /* A word of the language lacks its blank. */
  g_autofree char *factor = g_strndup (text + name, word - name);
  if (is_word (factor)) {
    if (name == number_end)
      base_diags_set_hint (lexer->diags, "write `%s %s`", number, factor);
    return;
  }
  /* A unit is told its SI value, anything else is a product. */
  g_autofree char *rest = g_strndup (text + name, end - name);
  g_autofree char *quantity = g_strconcat (number, " ", rest, NULL);
  bool is_rate = base_unit_parse_quantity (quantity, "Hz", "", &value) &&
                 base_unit_parse_quantity (quantity, "rad/s", "", &angular);
  if (is_rate && value != angular)
    base_diags_set_hint (lexer->diags,
                         "numbers are in SI units, without a unit: %s is `%s` "
                         "where rad/s is meant, `%s` where Hz is",
                         quantity, base_number_to_short_text (angular, 15, digits),
                         base_number_to_short_text (value, 15, cycles));
  else if (base_unit_parse_quantity (quantity, "", "", &value))
    base_diags_set_hint (lexer->diags,
                         "numbers are in SI units, without a unit: `%s` for %s; "
                         "if `%s` is a variable, write `%s*%s`",
                         base_number_to_short_text (value, 15, digits), quantity,
                         factor, number, factor);
  else
    base_diags_set_hint (lexer->diags, "a product is written `%s*%s`", number, factor);
}

static void
read_number (LangLexer *lexer, LangToken *token)
{
  skip_digits (lexer);
  bool bad = false;
  if (dot_belongs (lexer)) {
    lexer->at++;
    bad = !digit_at (lexer, lexer->at);
    skip_digits (lexer);
  }
  uint32_t n_digits = lexer->at - token->begin;
  int exponent = read_exponent (lexer);
  uint32_t number_end = lexer->at;
  exponent += read_prefix (lexer);

  while (dot_belongs (lexer) || identifier_char (lexer, lexer->at, false) > 0) {
    lexer->at += MAX (1, identifier_char (lexer, lexer->at, false));
    bad = true;
  }
  token->kind = LANG_TOKEN_NUMBER;
  const char *text = lexer->text + token->begin;
  int length = (int) (lexer->at - token->begin);
  if (bad) {
    report (lexer, 103, token->begin, lexer->at, "`%.*s` is not a number", length,
            text);
    lang_lexer_hint_name (lexer, token->begin, number_end, number_end);
    g_autofree char *rest =
        g_strndup (text + number_end - token->begin, lexer->at - number_end);
    if (is_word (rest))
      lexer->at = number_end; /* only the blank is missing */
    return;
  }
  token->number = base_number_read (text, n_digits, exponent);
  if (!isfinite (token->number))
    report (lexer, 103, token->begin, lexer->at, "the number `%.*s` is too large",
            length, text);
}

/* ---- strings ---- */

static void
check_escape (LangLexer *lexer)
{
  char next = lexer->at + 1 < lexer->length ? lexer->text[lexer->at + 1] : '\0';

  if (next != '\0' && strchr ("nt\\\"$", next) != NULL)
    return;
  report (lexer, 101, lexer->at, lexer->at + 1,
          "`\\` starts no known escape sequence; write `\\\\` for a backslash");
}

static void
read_string (LangLexer *lexer, LangToken *token)
{
  token->kind = LANG_TOKEN_STRING;
  for (lexer->at++; lexer->at < lexer->length; lexer->at++) {
    char byte = lexer->text[lexer->at];

    if (byte == '"') {
      lexer->at++;
      return;
    }
    if (byte == '\n')
      break;
    if (byte != '\\')
      continue;
    check_escape (lexer);
    if (lexer->at + 1 < lexer->length && lexer->text[lexer->at + 1] != '\n')
      lexer->at++;
  }
  lexer->at = without_return (lexer, token->begin, MIN (lexer->at, lexer->length));
  report (lexer, 102, token->begin, lexer->at, "this string is not closed on its line");
}

/* Where reading goes on after a doc text without end: the next line that looks like the
 * first of a definition. */
static uint32_t
next_definition (const LangLexer *lexer, uint32_t from)
{
  static const char *const STARTS[] = {"component ", "connector ", "partial ",
                                       "example ",   "analysis ",  "struct "};

  for (uint32_t at = line_end (lexer, from); at < lexer->length;
       at = line_end (lexer, at)) {
    at++;
    for (uint32_t i = 0; i < G_N_ELEMENTS (STARTS); i++)
      if (lexer->length - at > strlen (STARTS[i]) &&
          memcmp (lexer->text + at, STARTS[i], strlen (STARTS[i])) == 0)
        return at;
  }
  return lexer->length;
}

static void
read_doc (LangLexer *lexer, LangToken *token)
{
  const char *end = memmem (lexer->text + token->begin + 3,
                            lexer->length - token->begin - 3, "\"\"\"", 3);

  token->kind = LANG_TOKEN_DOC;
  if (end != NULL) {
    lexer->at = (uint32_t) (end - lexer->text) + 3;
    return;
  }
  token->kind = LANG_TOKEN_BAD;
  lexer->at = next_definition (lexer, token->begin);
  report (lexer, 102, token->begin, token->begin + 3,
          "this doc text has no closing `\"\"\"`");
}

/* ---- signs ---- */

/* The longest sign that stands here. */
static bool
read_sign (LangLexer *lexer, LangToken *token)
{
  static const struct {
    char text[3];
    uint8_t kind;
  } SIGNS[] = {
#define SIGN(name, text) {text, LANG_TOKEN_##name},
      LANG_SIGNS (SIGN)
#undef SIGN
  };
  char first = lexer->text[lexer->at];
  char next = lexer->at + 1 < lexer->length ? lexer->text[lexer->at + 1] : '\0';
  uint32_t length = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (SIGNS) && length < 2; i++)
    if (SIGNS[i].text[0] == first &&
        (SIGNS[i].text[1] == '\0' || SIGNS[i].text[1] == next)) {
      token->kind = (LangTokenKind) SIGNS[i].kind;
      length = SIGNS[i].text[1] == '\0' ? 1 : 2;
    }
  lexer->at += length;
  return length > 0;
}

/* Reads or passes over a sign of another language; false if none stands here. */
static bool
read_foreign (LangLexer *lexer, LangToken *token, uint32_t length)
{
  const char *text = lexer->text + lexer->at;
  const LangForeign *foreign =
      length > lexer->length - lexer->at
          ? NULL
          : lang_foreign_find_word (LANG_FOREIGN_SIGN, text, length);

  if (foreign == NULL)
    return false;
  lexer->at += length;
  report (lexer, 151, token->begin, lexer->at, N_ ("unexpected `%.*s`"), (int) length,
          text);
  if (lexer->diags != NULL)
    base_diags_set_hint (lexer->diags, "%s", _ (foreign->hint));
  token->kind = foreign->meant;
  if (foreign->extent != LANG_FOREIGN_COMMENT)
    return true;
  const char *end =
      memmem (lexer->text + lexer->at, lexer->length - lexer->at, "*/", 2);
  lexer->at = text[1] == '/' ? line_end (lexer, lexer->at)
              : end == NULL  ? lexer->length
                             : (uint32_t) (end - lexer->text) + 2;
  return true;
}

/* One of two bytes that begins like one of ours; the text ends with a zero. */
static bool
may_be_foreign (const char *text)
{
  return memchr (":*<~./", text[0], 6) != NULL && memchr ("=*>+-/", text[1], 6) != NULL;
}

static void
read_bad (LangLexer *lexer, LangToken *token)
{
  const char *text = lexer->text + lexer->at;
  int size = (unsigned char) *text < 0x80 ? 1 : (int) (g_utf8_next_char (text) - text);

  if (read_foreign (lexer, token, (uint32_t) size))
    return;
  token->kind = LANG_TOKEN_BAD;
  lexer->at += (uint32_t) size;
  if ((unsigned char) *text < 0x20 || *text == 0x7F)
    report (lexer, 101, token->begin, lexer->at,
            "the control character 0x%02X has no meaning here", (unsigned) *text);
  else
    report (lexer, 101, token->begin, lexer->at,
            "the character `%.*s` has no meaning here", size, text);
}

/* A token, or what is passed over instead of one: then its kind is that of the end. */
static void
read_token (LangLexer *lexer, LangToken *token)
{
  const char *text = lexer->text + lexer->at;

  if (identifier_char (lexer, lexer->at, true) > 0)
    read_name (lexer, token);
  else if (digit_at (lexer, lexer->at) ||
           (*text == '.' && digit_at (lexer, lexer->at + 1)))
    read_number (lexer, token);
  else if (lexer->length - lexer->at >= 3 && memcmp (text, "\"\"\"", 3) == 0)
    read_doc (lexer, token);
  else if (*text == '"')
    read_string (lexer, token);
  else if ((!may_be_foreign (text) || !read_foreign (lexer, token, 2)) &&
           !read_sign (lexer, token))
    read_bad (lexer, token);
}

LangToken
lang_lexer_next (LangLexer *lexer)
{
  LangToken token = {.kind = LANG_TOKEN_EOF};
  bool first_on_line = false;

  do {
    skip_blanks (lexer, &token);
    first_on_line |= token.first_on_line;
    token.begin = token.end = lexer->at;
    if (lexer->at >= lexer->length)
      break;
    read_token (lexer, &token);
  } while (token.kind == LANG_TOKEN_EOF);
  token.end = lexer->at;
  token.first_on_line = first_on_line;
  return token;
}

/* ---- the content of texts ---- */

static void
unescape (const char *text, uint32_t length, GString *out)
{
  for (uint32_t i = 0; i < length; i++) {
    if (text[i] != '\\' || i + 1 == length) {
      g_string_append_c (out, text[i]);
      continue;
    }
    char next = text[++i];
    if (next == 'n')
      g_string_append_c (out, '\n');
    else if (next == 't')
      g_string_append_c (out, '\t');
    else if (next == '\\' || next == '"' || next == '$')
      g_string_append_c (out, next);
    else
      g_string_append_printf (out, "\\%c", next);
  }
}

static bool
is_blank_line (const char *line)
{
  return line[strspn (line, " \t\r")] == '\0';
}

/* The blanks that all lines but the first begin with (those without text do not count).
 */
static size_t
common_indent (char *const *lines)
{
  size_t indent = SIZE_MAX;

  for (uint32_t i = 1; lines[0] != NULL && lines[i] != NULL; i++)
    if (!is_blank_line (lines[i]))
      indent = MIN (indent, strspn (lines[i], " \t"));
  return indent == SIZE_MAX ? 0 : indent;
}

static void
dedent (const char *text, uint32_t length, GString *out)
{
  g_autofree char *copy = g_strndup (text, length);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  size_t indent = common_indent (lines), start = out->len;

  for (uint32_t i = 0; lines[i] != NULL; i++) {
    const char *line = lines[i];

    if (i == 0 && is_blank_line (line))
      continue;
    if (out->len > start)
      g_string_append_c (out, '\n');
    g_strchomp (lines[i]);
    g_string_append (out, i > 0 && strlen (line) >= indent ? line + indent : line);
  }
  while (out->len > start && g_ascii_isspace (out->str[out->len - 1]))
    g_string_truncate (out, out->len - 1);
}

void
lang_lexer_string_text (const LangLexer *lexer, const LangToken *token, GString *out)
{
  const char *text = lexer->text + token->begin;
  uint32_t length = token->end - token->begin;
  uint32_t quotes = token->kind == LANG_TOKEN_DOC ? 3 : 1;
  uint32_t closing =
      length >= 2 * quotes && memcmp (text + length - quotes, "\"\"\"", quotes) == 0
          ? quotes
          : 0;

  if (token->kind == LANG_TOKEN_DOC)
    dedent (text + quotes, length - quotes - closing, out);
  else
    unescape (text + quotes, length - quotes - closing, out);
}

void
lang_lexer_comment_text (const LangLexer *lexer,
                         uint32_t begin,
                         uint32_t end,
                         GString *out)
{
  g_autofree char *copy = g_strndup (lexer->text + begin, end - begin);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);

  for (uint32_t i = 0; lines[i] != NULL; i++) {
    const char *line = g_strchomp (g_strchug (lines[i]));

    if (i > 0)
      g_string_append_c (out, '\n');
    line += *line == '#';
    line += *line == ' ';
    g_string_append (out, line);
  }
}
