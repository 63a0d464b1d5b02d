/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads JSON (RFC 8259) by recursive descent into nodes of the file's arena, each with
 * its place; numbers and strings without escapes are taken from the text in one go. A
 * library of JSON would lose the places that edits and messages need. */
#include "lang/json.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "lang/lexer.h"

enum { MAX_DEPTH = 200, FEW_KEYS = 8, OUTER_DEPTH = 2 /* of members of `_links` */ };

typedef struct {
  const LangJson *value;
  const char *key;
  BaseSpan key_span;
} Member;

typedef struct {
  BaseArena *arena;
  const BaseSource *source;
  BaseDiags *diags;
  const char *text;
  uint32_t length;
  uint32_t at;
  uint32_t depth;
  GArray *members; /* of the values that are being read, a stack */
  GString *string; /* work space */
} Reader;

/* ---- reading ---- */

static const LangJson *read_value (Reader *r);

static void *G_GNUC_PRINTF (4, 5)
    fail (Reader *r, uint32_t begin, uint32_t end, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_autofree char *message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  lang_lexer_report (r->diags, 153, (BaseSpan){r->source, begin, end}, message);
  r->at = begin;
  return NULL;
}

static void *
fail_here (Reader *r, const char *expected)
{
  const char *text = r->text + r->at;

  if (r->at >= r->length)
    return fail (r, r->at, r->at, "the metadata ends early; expected %s", _ (expected));
  int size = (unsigned char) *text < 0x80 ? 1 : (int) (g_utf8_next_char (text) - text);
  return fail (r, r->at, r->at + (uint32_t) size,
               "unexpected `%.*s` in the metadata; expected %s", size, text,
               _ (expected));
}

static char
next_byte (Reader *r)
{
  while (r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\n' ||
                               r->text[r->at] == '\t' || r->text[r->at] == '\r'))
    r->at++;
  return r->at < r->length ? r->text[r->at] : '\0';
}

static bool
accept (Reader *r, char byte)
{
  if (next_byte (r) != byte || r->at >= r->length)
    return false;
  r->at++;
  return true;
}

static LangJson *
value_new (Reader *r, LangJsonKind kind, uint32_t begin)
{
  LangJson *json = base_arena_new0 (r->arena, LangJson);

  json->kind = kind;
  json->span = (BaseSpan){r->source, begin, r->at};
  return json;
}

static bool
read_hex (Reader *r, gunichar *unit)
{
  *unit = 0;
  for (uint32_t i = 0; i < 4; i++, r->at++) {
    int digit = r->at < r->length ? g_ascii_xdigit_value (r->text[r->at]) : -1;

    if (digit < 0)
      return false;
    *unit = *unit << 4 | (gunichar) digit;
  }
  return true;
}

/* RFC 8259, section 7: characters above U+FFFF are a surrogate pair. */
static bool
read_unicode_escape (Reader *r)
{
  gunichar unit, low;

  if (!read_hex (r, &unit) || unit == 0)
    return false;
  if (unit >= 0xD800 && unit < 0xDC00) {
    if (r->length - r->at < 2 || memcmp (r->text + r->at, "\\u", 2) != 0)
      return false;
    r->at += 2;
    if (!read_hex (r, &low) || low < 0xDC00 || low > 0xDFFF)
      return false;
    unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  } else if (unit >= 0xDC00 && unit <= 0xDFFF)
    return false;
  g_string_append_unichar (r->string, unit);
  return true;
}

static bool
read_escape (Reader *r)
{
  static const char CODES[] = "\"\\/bfnrt", VALUES[] = "\"\\/\b\f\n\r\t";
  char code = r->at < r->length ? r->text[r->at] : '\0';
  const char *found = code == '\0' ? NULL : strchr (CODES, code);

  if (code != 'u' && found == NULL)
    return false;
  r->at++;
  if (code == 'u')
    return read_unicode_escape (r);
  g_string_append_c (r->string, VALUES[found - CODES]);
  return true;
}

/* The bytes up to the next one that ends a string or needs a second look. */
static uint32_t
plain_bytes (const Reader *r)
{
  uint32_t at = r->at;

  while (at < r->length && r->text[at] != '"' && r->text[at] != '\\' &&
         r->text[at] != '\n')
    at++;
  return at - r->at;
}

/* The content of a string, its opening quote at r->at; NULL after a report. */
static const char *
read_string (Reader *r)
{
  uint32_t begin = r->at++, n = plain_bytes (r);

  if (r->at + n < r->length && r->text[r->at + n] == '"') {
    r->at += n + 1;
    return base_arena_strndup (r->arena, r->text + begin + 1, n);
  }
  /* With escapes: piece by piece. */
  g_string_truncate (r->string, 0);
  while (r->at < r->length && r->text[r->at] != '"' && r->text[r->at] != '\n') {
    n = plain_bytes (r);
    g_string_append_len (r->string, r->text + r->at, n);
    r->at += n;
    if (r->at < r->length && r->text[r->at] == '\\') {
      uint32_t escape = r->at++;

      if (!read_escape (r))
        return fail (r, escape, MIN (escape + 2, r->length),
                     "unknown escape in a metadata string");
    }
  }
  if (r->at >= r->length || r->text[r->at] != '"')
    return fail (r, begin, r->at, "this metadata string is not closed on its line");
  r->at++;
  return base_arena_strndup (r->arena, r->string->str, r->string->len);
}

static void
skip_digits (Reader *r)
{
  while (r->at < r->length && g_ascii_isdigit (r->text[r->at]))
    r->at++;
}

static const LangJson *
read_number (Reader *r)
{
  uint32_t begin = r->at, first = begin + (r->text[r->at] == '-');

  r->at = first;
  /* Digits, fraction, exponent, as RFC 8259 has them. */
  bool bad = r->at >= r->length || !g_ascii_isdigit (r->text[r->at]);
  bad |= !bad && r->text[r->at] == '0' && g_ascii_isdigit (r->text[r->at + 1]);
  skip_digits (r);
  if (r->at < r->length && r->text[r->at] == '.') {
    bad |= !g_ascii_isdigit (r->text[++r->at]);
    skip_digits (r);
  }
  uint32_t n_digits = r->at - first;
  bool scaled = r->at < r->length && (r->text[r->at] | 0x20) == 'e';
  if (scaled) {
    r->at++;
    r->at += r->text[r->at] == '-' || r->text[r->at] == '+';
    bad |= !g_ascii_isdigit (r->text[r->at]);
    skip_digits (r);
  }
  double number = scaled ? g_ascii_strtod (r->text + first, NULL)
                         : base_number_read (r->text + first, n_digits, 0);
  if (bad || !isfinite (number))
    return fail (r, begin, MAX (r->at, begin + 1), "`%.*s` is not a number in metadata",
                 (int) MAX (r->at - begin, 1), r->text + begin);
  LangJson *json = value_new (r, LANG_JSON_NUMBER, begin);
  json->number = first > begin ? -number : number;
  return json;
}

static const LangJson *
read_word (Reader *r)
{
  static const char *const WORDS[] = {[LANG_JSON_NULL] = "null",
                                      [LANG_JSON_FALSE] = "false",
                                      [LANG_JSON_TRUE] = "true"};

  for (uint32_t kind = LANG_JSON_NULL; kind <= LANG_JSON_TRUE; kind++) {
    size_t size = strlen (WORDS[kind]);

    if (r->length - r->at < size || memcmp (r->text + r->at, WORDS[kind], size) != 0)
      continue;
    r->at += (uint32_t) size;
    return value_new (r, (LangJsonKind) kind, r->at - (uint32_t) size);
  }
  return fail_here (r, "a value");
}

/* An object's key and its colon. */
static bool
read_key (Reader *r, Member *member)
{
  if (next_byte (r) != '"') {
    fail_here (r, "a key in quotes");
    return false;
  }
  member->key_span = (BaseSpan){r->source, r->at, r->at};
  member->key = read_string (r);
  member->key_span.end = r->at;
  if (member->key == NULL)
    return false;
  if (accept (r, ':'))
    return true;
  fail_here (r, "`:`");
  return false;
}

static bool
read_member (Reader *r, bool keyed)
{
  Member member = {0};

  if (keyed && !read_key (r, &member))
    return false;
  next_byte (r);
  member.value = read_value (r);
  if (member.value == NULL)
    return false;
  g_array_append_val (r->members, member);
  return true;
}

static bool
read_members (Reader *r, bool keyed, char closing)
{
  if (accept (r, closing))
    return true;
  do
    if (!read_member (r, keyed))
      return false;
  while (accept (r, ','));
  if (accept (r, closing))
    return true;
  fail_here (r, closing == '}' ? N_ ("`,` or `}`") : N_ ("`,` or `]`"));
  return false;
}

static void
report_twice (Reader *r, const char *key, BaseSpan span)
{
  base_diags_add (r->diags, BASE_ERROR, 155, span, "duplicate key \"%s\"", key);
}

static void
check_keys (Reader *r, const LangJson *object)
{
  if (object->n <= FEW_KEYS) {
    for (uint32_t i = 1; i < object->n; i++)
      for (uint32_t k = 0; k < i; k++)
        if (strcmp (object->keys[i], object->keys[k]) == 0) {
          report_twice (r, object->keys[i], object->key_spans[i]);
          break;
        }
    return;
  }
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < object->n; i++)
    if (!g_hash_table_add (seen, (char *) object->keys[i]))
      report_twice (r, object->keys[i], object->key_spans[i]);
}

/* From the stack of members into arrays of its own. */
static void
take_members (Reader *r, LangJson *json, uint32_t first, bool keyed)
{
  json->n = r->members->len - first;
  const LangJson **items = base_arena_array (r->arena, const LangJson *, json->n);
  const char **keys = base_arena_array (r->arena, const char *, keyed ? json->n : 0);
  BaseSpan *spans = base_arena_array (r->arena, BaseSpan, keyed ? json->n : 0);
  for (uint32_t i = 0; i < json->n; i++) {
    const Member *member = &g_array_index (r->members, Member, first + i);

    items[i] = member->value;
    if (keyed) {
      keys[i] = member->key;
      spans[i] = member->key_span;
    }
  }
  g_array_set_size (r->members, first);
  json->items = items;
  json->keys = keyed ? keys : NULL;
  json->key_spans = keyed ? spans : NULL;
  if (keyed)
    check_keys (r, json);
}

static const LangJson *
read_collection (Reader *r, bool keyed)
{
  uint32_t begin = r->at++, first = r->members->len;

  if (!read_members (r, keyed, keyed ? '}' : ']'))
    return NULL;
  LangJson *json = value_new (r, keyed ? LANG_JSON_OBJECT : LANG_JSON_ARRAY, begin);
  take_members (r, json, first, keyed);
  return json;
}

static const LangJson *
read_value (Reader *r)
{
  char byte = next_byte (r);
  const LangJson *json;

  if (r->depth == MAX_DEPTH)
    return fail (r, r->at, r->at + 1, "metadata is nested deeper than %d levels",
                 MAX_DEPTH);
  r->depth++;
  if (byte == '{' || byte == '[')
    json = read_collection (r, byte == '{');
  else if (byte == '"') {
    LangJson *string = value_new (r, LANG_JSON_STRING, r->at);

    string->string = read_string (r);
    string->span.end = r->at;
    json = string->string == NULL ? NULL : string;
  } else if (byte == '-' || g_ascii_isdigit (byte))
    json = read_number (r);
  else
    json = read_word (r);
  r->depth--;
  return json;
}

const LangJson *
lang_json_parse (BaseArena *arena,
                 const BaseSource *source,
                 const char *text,
                 uint32_t *at,
                 BaseDiags *diags)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_autoptr (GString) string = g_string_new (NULL);
  Reader reader = {
      .arena = arena,
      .source = source,
      .diags = diags,
      .text = text,
      .length = (uint32_t) base_source_length (source),
      .at = *at,
      .members = members,
      .string = string,
  };
  const LangJson *json = read_value (&reader);

  *at = reader.at;
  return json;
}

/* Whether nothing but blanks is left. */
static bool
is_at_end (Reader *r)
{
  next_byte (r);
  return r->at >= r->length;
}

const LangJson *
lang_json_parse_members (BaseArena *arena,
                         const BaseSource *source,
                         bool has_before,
                         bool has_behind)
{
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (Member));
  g_autoptr (GString) string = g_string_new (NULL);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  Reader reader = {
      .arena = arena,
      .source = source,
      .diags = diags,
      .text = base_source_text (source),
      .length = (uint32_t) base_source_length (source),
      .depth = OUTER_DEPTH,
      .members = members,
      .string = string,
  };
  bool is_open = !has_before; /* for another one, without a comma */

  while (!is_at_end (&reader)) {
    if (is_open ? !read_member (&reader, true) : !accept (&reader, ','))
      return NULL;
    is_open = !is_open;
  }
  LangJson *json = value_new (&reader, LANG_JSON_OBJECT, 0);
  take_members (&reader, json, 0, true);
  const bool is_empty = json->n == 0 && !has_before;
  return (is_open == has_behind || is_empty) && base_diags_count (diags) == 0 ? json
                                                                              : NULL;
}

/* Metadata never begins a line with a bare word other than these. */
static bool
word_at (const char *text, uint32_t length, uint32_t at)
{
  if (at >= length || !g_ascii_islower (text[at]))
    return false;
  for (const char *const *word = (const char *const[]){"true", "false", "null", NULL};
       *word != NULL; word++)
    if (g_str_has_prefix (text + at, *word))
      return false;
  return true;
}

static uint32_t
skip_string (const char *text, uint32_t length, uint32_t at)
{
  for (at++; at < length && text[at] != '"' && text[at] != '\n'; at++)
    at += text[at] == '\\' && at + 1 < length;
  return MIN (at, length);
}

uint32_t
lang_json_skip (const char *text, uint32_t length, uint32_t begin)
{
  int depth = 0;
  bool at_line_start = false;

  for (uint32_t at = begin; at < length; at++) {
    char byte = text[at];

    if (at_line_start && word_at (text, length, at))
      return at;
    at_line_start = byte == '\n' || (at_line_start && g_ascii_isspace (byte));
    if (byte == '"')
      at = skip_string (text, length, at);
    at_line_start |= at < length && text[at] == '\n';
    depth += byte == '{' || byte == '[';
    depth -= byte == '}' || byte == ']';
    if (depth == 0 && (byte == '}' || byte == ']'))
      return at + 1;
  }
  return length;
}

/* ---- looking up ---- */

const LangJson *
lang_json_get (const LangJson *json, const char *key)
{
  if (json == NULL || json->kind != LANG_JSON_OBJECT)
    return NULL;
  for (uint32_t i = 0; i < json->n; i++)
    if (strcmp (json->keys[i], key) == 0)
      return json->items[i];
  return NULL;
}

const LangJson *
lang_json_find (const LangJson *json, const char *path)
{
  char key[64];

  while (json != NULL && *path != '\0') {
    size_t length = strcspn (path, "/");

    if (length >= sizeof key)
      return NULL;
    memcpy (key, path, length);
    key[length] = '\0';
    json = lang_json_get (json, key);
    path += length + (path[length] == '/');
  }
  return json;
}

uint32_t
lang_json_length (const LangJson *json)
{
  return json != NULL && json->kind == LANG_JSON_ARRAY ? json->n : 0;
}

double
lang_json_number (const LangJson *json, double otherwise)
{
  return json != NULL && json->kind == LANG_JSON_NUMBER ? json->number : otherwise;
}

const char *
lang_json_string (const LangJson *json, const char *otherwise)
{
  return json != NULL && json->kind == LANG_JSON_STRING ? json->string : otherwise;
}

bool
lang_json_bool (const LangJson *json, bool otherwise)
{
  if (json == NULL || (json->kind != LANG_JSON_TRUE && json->kind != LANG_JSON_FALSE))
    return otherwise;
  return json->kind == LANG_JSON_TRUE;
}

char *
lang_json_quote (const char *text)
{
  GString *out = g_string_new ("\"");

  for (const char *c = text; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\')
      g_string_append_printf (out, "\\%c", *c);
    else if (*c == '\n')
      g_string_append (out, "\\n");
    else if (*c == '\t')
      g_string_append (out, "\\t");
    else if ((unsigned char) *c < 0x20)
      g_string_append_printf (out, "\\u%04x", (unsigned) *c);
    else
      g_string_append_c (out, *c);
  }
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}
