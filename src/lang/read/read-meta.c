/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads attachments behind elements, `{…}` or `[{…}]` in JSON or `{^key}`, and the
 * `metadata` of definitions. Keys are resolved when the definition ends, in `_links` of
 * its metadata, which comes last. */
#include "lang/read/reader.h"

#include <glib/gi18n-lib.h>

#include "lang/json.h"

enum { FEW_LINKS = 8 };

/* The JSON value whose opening brace is the next token; NULL after a report, and
 * reading goes on behind it. */
static const LangJson *
read_json (LangReader *r)
{
  uint32_t begin = r->token.begin, at = begin;
  const LangJson *json =
      lang_json_parse (r->arena, r->source, r->lexer.text, &at, r->diags);

  if (json == NULL) {
    r->n_errors++;
    at = lang_json_skip (r->lexer.text, r->lexer.length, begin);
  }
  r->lexer.at = r->token.end = at;
  lang_reader_advance (r);
  return json;
}

static void
read_key (LangReader *r, LangMeta *meta, uint32_t begin)
{
  lang_reader_advance (r);
  lang_reader_advance (r);
  meta->key = lang_reader_name (r, NULL);
  lang_reader_expect (r, LANG_TOKEN_RBRACE);
  if (r->panic)
    return;
  LangPending pending = {meta, lang_reader_span (r, begin)};
  g_array_append_val (r->pending, pending);
}

void
lang_read_meta (LangReader *r, LangMeta *meta)
{
  uint32_t begin = r->token.begin;

  meta->span = lang_reader_here (r);
  if (r->panic)
    return;
  if (lang_reader_continues (r, LANG_TOKEN_LBRACE)) {
    if (lang_lexer_peek_byte (&r->lexer) == '^')
      read_key (r, meta, begin);
    else
      meta->json = read_json (r);
  } else if (lang_reader_continues (r, LANG_TOKEN_LBRACKET) &&
             lang_lexer_peek_byte (&r->lexer) == '{') {
    lang_reader_advance (r);
    meta->json = read_json (r);
    lang_reader_expect (r, LANG_TOKEN_RBRACKET);
  } else
    return;
  meta->span = lang_reader_span (r, begin);
}

static GHashTable *
index_of (const LangJson *object)
{
  GHashTable *index = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t i = 0; i < object->n; i++)
    if (!g_hash_table_contains (index, object->keys[i]))
      g_hash_table_insert (index, (char *) object->keys[i], (void *) object->items[i]);
  return index;
}

static void
resolve (LangReader *r, const LangJson *links)
{
  bool indexed =
      links != NULL && links->kind == LANG_JSON_OBJECT && links->n > FEW_LINKS;
  g_autoptr (GHashTable) index = indexed ? index_of (links) : NULL;

  for (uint32_t i = 0; i < r->pending->len; i++) {
    const LangPending *pending = &g_array_index (r->pending, LangPending, i);
    const char *key = pending->meta->key;

    pending->meta->json =
        indexed ? g_hash_table_lookup (index, key) : lang_json_get (links, key);
    if (pending->meta->json != NULL)
      continue;
    g_autofree char *message =
        g_strdup_printf (_ ("`_links` of this definition has no key \"%s\""), key);
    lang_lexer_report (r->diags, 154, pending->span, message);
  }
}

void
lang_read_meta_block (LangReader *r, LangClass *class)
{
  uint32_t begin = r->token.begin, n_errors = r->n_errors;

  class->metadata_span = (BaseSpan){r->source, begin, begin};
  if (lang_reader_accept (r, LANG_TOKEN_METADATA)) {
    if (lang_reader_at (r, LANG_TOKEN_LBRACE))
      class->metadata = read_json (r);
    else
      lang_reader_unexpected (r);
    class->metadata_span = lang_reader_span (r, begin);
    if (r->panic)
      lang_reader_recover (r, begin);
  }
  if (n_errors == r->n_errors)
    resolve (r, lang_json_get (class->metadata, "_links"));
  g_array_set_size (r->pending, 0);
}
