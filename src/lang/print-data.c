/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, strings and metadata as canonical text: what elements hold that is no
 * expression. An object or array stands on one line where that ends before LINE_WIDTH,
 * else one member per line. To know, it is written on one line first: so a text costs
 * its length times its depth. */
#include <string.h>

#include "base/number.h"
#include "lang/print-private.h"
#include "lang/print.h"

enum { LINE_WIDTH = 100 };

void
lang_print_indent (GString *out, int indent)
{
  g_string_append_printf (out, "%*s", 2 * indent, "");
}

/* As written in the source if there is one: `2k` stays. */
void
lang_print_number (GString *out, BaseSpan span, double number)
{
  char text[BASE_NUMBER_SIZE];

  if (span.source != NULL && span.end > span.begin)
    g_string_append_len (out, base_source_text (span.source) + span.begin,
                         span.end - span.begin);
  else
    g_string_append (out, base_number_to_text (number, text));
}

void
lang_print_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c++)
    switch (*c) {
    case '\n':
      g_string_append (out, "\\n");
      break;
    case '\t':
      g_string_append (out, "\\t");
      break;
    case '"':
    case '\\':
      g_string_append_c (out, '\\');
      /* fall through */
    default:
      g_string_append_c (out, *c);
    }
  g_string_append_c (out, '"');
}

void
lang_print_json_line (GString *out, const LangJson *json)
{
  bool is_object = json->kind == LANG_JSON_OBJECT;

  switch (json->kind) {
  case LANG_JSON_NULL:
    g_string_append (out, "null");
    break;
  case LANG_JSON_FALSE:
    g_string_append (out, "false");
    break;
  case LANG_JSON_TRUE:
    g_string_append (out, "true");
    break;
  case LANG_JSON_NUMBER:
    lang_print_number (out, json->span, json->number);
    break;
  case LANG_JSON_STRING: {
    g_autofree char *quoted = lang_json_quote (json->string);

    g_string_append (out, quoted);
    break;
  }
  case LANG_JSON_ARRAY:
  case LANG_JSON_OBJECT:
    g_string_append_c (out, is_object ? '{' : '[');
    for (uint32_t i = 0; i < json->n; i++) {
      g_autofree char *key = is_object ? lang_json_quote (json->keys[i]) : NULL;

      g_string_append_printf (out, "%s%s%s", i > 0 ? ", " : "", is_object ? key : "",
                              is_object ? ": " : "");
      lang_print_json_line (out, json->items[i]);
    }
    g_string_append_c (out, is_object ? '}' : ']');
    break;
  }
}

static size_t
line_length (const GString *out)
{
  const char *newline = g_strrstr_len (out->str, (gssize) out->len, "\n");

  return newline == NULL ? out->len : (size_t) (out->str + out->len - newline - 1);
}

static void
print_key (GString *out, const LangJson *json, uint32_t index)
{
  g_autofree char *key =
      json->kind == LANG_JSON_OBJECT ? lang_json_quote (json->keys[index]) : NULL;

  if (key != NULL)
    g_string_append_printf (out, "%s: ", key);
}

/* An element's metadata is one line in `_links`, so that a move is a change of one
 * line. */
static bool
is_links (const LangJson *json, uint32_t index)
{
  return json->kind == LANG_JSON_OBJECT && strcmp (json->keys[index], "_links") == 0;
}

static void
print_broken (GString *out, const LangJson *json, int indent, bool flat_members)
{
  bool is_object = json->kind == LANG_JSON_OBJECT;

  g_string_append_c (out, is_object ? '{' : '[');
  for (uint32_t i = 0; i < json->n; i++) {
    const LangJson *item = json->items[i];

    g_string_append (out, i > 0 ? ",\n" : "\n");
    lang_print_indent (out, indent + 1);
    print_key (out, json, i);
    if (is_links (json, i) && item->kind == LANG_JSON_OBJECT && item->n > 0)
      print_broken (out, item, indent + 1, true);
    else if (flat_members)
      lang_print_json_line (out, item);
    else
      lang_print_json (out, item, indent + 1);
  }
  g_string_append_c (out, '\n');
  lang_print_indent (out, indent);
  g_string_append_c (out, is_object ? '}' : ']');
}

void
lang_print_json (GString *out, const LangJson *json, int indent)
{
  g_autoptr (GString) flat = g_string_new (NULL);

  lang_print_json_line (flat, json);
  if (json->n == 0 || line_length (out) + flat->len <= LINE_WIDTH)
    g_string_append (out, flat->str);
  else
    print_broken (out, json, indent, false);
}
