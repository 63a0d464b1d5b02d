/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole text to definitions: bytes that are no UTF-8 are masked first, so that all
 * places stay true; then one definition after the other is read, and what is none is
 * reported once and passed over. */
#include "lang/parse.h"

#include <string.h>

#include "base/name.h"
#include "lang/file-private.h"
#include "lang/pieces.h"
#include "lang/read/reader.h"

/* ---- encoding ---- */

/* Where the first byte stands that is not ASCII, or zero. */
static size_t
ascii_length (const char *text, size_t length)
{
  const uint64_t high = 0x8080808080808080u, ones = 0x0101010101010101u;
  uint64_t word;
  size_t at = 0;

  for (; at + sizeof word <= length; at += sizeof word) {
    memcpy (&word, text + at, sizeof word);
    /* The second part: a zero byte borrows from its highest bit. */
    if (((word | (word - ones)) & high) != 0)
      break;
  }
  while (at < length && (signed char) text[at] > 0)
    at++;
  return at;
}

/* Reports each run of bytes that is no UTF-8 and masks it, so that what is read stays
 * valid text and all places stay true. NULL if there is none. */
static char *
mask_bad_bytes (BaseArena *arena, const BaseSource *source, BaseDiags *diags)
{
  const char *text = base_source_text (source), *end;
  size_t length = base_source_length (source), from = ascii_length (text, length);
  char *masked = NULL;

  while (!g_utf8_validate_len (text + from, length - from, &end)) {
    uint32_t begin = (uint32_t) (end - text);
    bool is_nul = text[begin] == '\0';

    from = begin + 1;
    while (!is_nul && from < length && ((unsigned char) text[from] & 0xC0) == 0x80)
      from++;
    if (masked == NULL)
      masked = base_arena_strndup (arena, text, length);
    memset (masked + begin, LANG_LEXER_MASK, from - begin);
    BaseSpan span = {source, begin, (uint32_t) from};
    if (is_nul)
      lang_lexer_report (diags, 101, span, "a zero byte has no meaning here");
    else
      lang_lexer_report (diags, 104, span, "this is not UTF-8 text");
  }
  return masked;
}

/* ---- files ---- */

static void
skip_using (LangReader *r)
{
  uint32_t begin = r->token.begin;

  do
    lang_reader_advance (r);
  while (!r->token.first_on_line && r->token.kind != LANG_TOKEN_EOF);
  base_diags_add (r->diags, BASE_WARNING, 601, lang_reader_span (r, begin),
                  "`using` is ignored; names are found without it");
}

/* Whether a definition stands here, maybe behind its doc text. */
static bool
at_definition (const LangReader *r)
{
  LangReader ahead = *r;

  ahead.lexer.diags = NULL;
  while (ahead.token.kind == LANG_TOKEN_STRING || ahead.token.kind == LANG_TOKEN_DOC)
    ahead.token = lang_lexer_next (&ahead.lexer);
  return lang_reader_at_definition (&ahead);
}

static void
skip_to_definition (LangReader *r)
{
  lang_reader_note_expected (r, LANG_TOKEN_A_DEFINITION);
  lang_reader_unexpected (r);
  r->panic = false;
  while (r->token.kind == LANG_TOKEN_STRING || r->token.kind == LANG_TOKEN_DOC)
    lang_reader_advance (r);
  do
    lang_reader_advance (r);
  while (r->token.kind != LANG_TOKEN_EOF && r->token.kind != LANG_TOKEN_USING &&
         !at_definition (r));
}

static void
read_file (LangReader *r)
{
  lang_reader_advance (r);
  r->token.first_on_line = true;
  while (r->token.kind != LANG_TOKEN_EOF) {
    uint32_t height = r->stack->len;
    const LangForeign *foreign = lang_read_foreign (r, LANG_FOREIGN_DEFINITION);

    if (foreign != NULL && foreign->meant == LANG_TOKEN_EOF)
      continue;
    if (r->token.kind == LANG_TOKEN_USING)
      skip_using (r);
    else if (r->token.kind == LANG_TOKEN_END && r->n_heads > 0) {
      r->n_heads--;
      lang_reader_recover (r, r->token.begin);
    } else if (!at_definition (r))
      skip_to_definition (r);
    else {
      LangClass *class = lang_read_class (r);

      g_array_set_size (r->stack, height);
      if (class != NULL)
        class->is_broken |= foreign != NULL;
      if (class != NULL)
        lang_reader_push (r, class);
    }
    r->depth = r->brackets = r->n_cases = 0;
    r->no_range = false;
    r->block = NULL;
  }
}

static void
mark_broken (const LangFile *file, const BaseDiags *diags)
{
  for (uint32_t i = 0; i < base_diags_count (diags); i++) {
    const BaseDiag *diag = base_diags_get (diags, i);

    if (diag->number != 104 && diag->number != 101)
      continue;
    for (uint32_t k = 0; k < file->n_classes; k++) {
      LangClass *class = (LangClass *) file->classes[k];

      if (diag->begin >= class->span.begin && diag->begin < class->span.end)
        class->is_broken = true;
    }
  }
}

void
lang_file_index (LangFile *file)
{
  file->by_name = g_hash_table_new (g_direct_hash, g_direct_equal);
  for (uint32_t i = 0; i < file->n_classes; i++) {
    const LangClass *class = file->classes[i];
    const LangClass *known = g_hash_table_lookup (file->by_name, class->name);

    if (known == NULL ||
        (known->kind != LANG_COMPONENT && class->kind == LANG_COMPONENT))
      g_hash_table_replace (file->by_name, (char *) class->name, (void *) class);
  }
}

static LangTrees *
trees_new (const LangFile *newest, const BaseSource *source)
{
  LangTrees *trees = g_new0 (LangTrees, 1);

  g_atomic_ref_count_init (&trees->n_refs);
  trees->arena = base_arena_new ();
  trees->sources = g_ptr_array_new_with_free_func ((GDestroyNotify) base_source_unref);
  g_ptr_array_add (trees->sources, base_source_ref (source));
  trees->newest = newest;
  trees->edited = UINT32_MAX;
  return trees;
}

LangFile *
lang_parse (const BaseSource *source, BaseDiags *diags)
{
  LangFile *file = g_new0 (LangFile, 1);
  g_autofree LangNameCache *cache = g_new0 (LangNameCache, 1);
  g_autoptr (BaseDiags) own = base_diags_new ();
  LangReader reader;

  g_atomic_ref_count_init (&file->n_refs);
  file->trees = trees_new (file, source);
  file->source = base_source_ref (source);
  file->pieces = lang_pieces_new (source);
  /* Bytes that are no UTF-8 are masked and reported, the rest is read. */
  char *masked = mask_bad_bytes (file->trees->arena, source, own);
  lang_reader_init (&reader, file->trees->arena, source, own, cache);
  if (masked != NULL)
    reader.lexer.text = masked;
  read_file (&reader);
  file->classes = lang_reader_take (&reader, 0, &file->n_classes);
  lang_reader_clear (&reader);
  if (masked != NULL)
    mark_broken (file, own);
  lang_file_index (file);
  file->trees->n_read = base_source_length (source);
  file->trees->n_whole = file->trees->n_read + base_arena_used (file->trees->arena);
  file->trees->is_plain = base_diags_count (own) == 0;
  /* A file with more errors than are shown is not trusted. */
  bool is_full = base_diags_count (own) == BASE_DIAGS_SHOWN;
  file->is_sound = !base_diags_has_errors (own) && !is_full;
  if (is_full)
    base_diags_add (own, BASE_NOTE, 151, lang_reader_here (&reader),
                    "further errors of this file are not listed");
  base_diags_append (diags, own);
  return file;
}

const LangExpr *
lang_parse_expression (BaseArena *arena, const BaseSource *source, BaseDiags *diags)
{
  g_autofree LangNameCache *cache = g_new0 (LangNameCache, 1);
  g_autoptr (BaseDiags) own = base_diags_new ();
  LangReader reader;

  char *masked = mask_bad_bytes (arena, source, own);
  lang_reader_init (&reader, arena, source, own, cache);
  if (masked != NULL)
    reader.lexer.text = masked;
  reader.brackets = 1;
  reader.opened[0] = UINT32_MAX;
  lang_reader_advance (&reader);
  const LangExpr *expr = lang_read_expr (&reader);
  if (!reader.panic)
    lang_reader_expect (&reader, LANG_TOKEN_EOF);
  lang_reader_clear (&reader);
  bool sound = !base_diags_has_errors (own);
  base_diags_append (diags, own);
  return sound ? expr : NULL;
}

LangFile *
lang_file_ref (const LangFile *file)
{
  LangFile *counted = (LangFile *) file;

  g_atomic_ref_count_inc (&counted->n_refs);
  return counted;
}

LangLinks *
lang_file_links_new (void)
{
  LangLinks *links = g_new0 (LangLinks, 1);

  g_atomic_ref_count_init (&links->n_refs);
  links->arena = base_arena_new ();
  return links;
}

LangLinks *
lang_file_links_ref (LangLinks *links)
{
  if (links != NULL)
    g_atomic_ref_count_inc (&links->n_refs);
  return links;
}

void
lang_file_links_unref (LangLinks *links)
{
  if (links == NULL || !g_atomic_ref_count_dec (&links->n_refs))
    return;
  base_arena_free (links->arena);
  g_free (links);
}

static void
trees_unref (LangTrees *trees)
{
  if (!g_atomic_ref_count_dec (&trees->n_refs))
    return;
  g_clear_pointer (&trees->links, g_hash_table_unref);
  g_ptr_array_unref (trees->sources);
  base_arena_free (trees->arena);
  g_free (trees);
}

void
lang_file_unref (LangFile *file)
{
  if (file == NULL || !g_atomic_ref_count_dec (&file->n_refs))
    return;
  g_hash_table_unref (file->by_name);
  g_array_unref (file->pieces);
  base_arena_free (file->arena);
  lang_file_links_unref (file->links);
  trees_unref (file->trees);
  base_source_unref ((BaseSource *) file->source);
  g_free (file);
}

BaseSpan
lang_file_span (const LangFile *file, BaseSpan span)
{
  return (BaseSpan){file->source, lang_pieces_begin (file->pieces, span),
                    lang_pieces_end (file->pieces, span)};
}

const BaseSource *
lang_file_source (const LangFile *file)
{
  return file->source;
}

uint32_t
lang_file_n_classes (const LangFile *file)
{
  return file->n_classes;
}

const LangClass *
lang_file_class (const LangFile *file, uint32_t index)
{
  g_assert (index < file->n_classes);
  return file->classes[index];
}

const LangClass *
lang_file_find (const LangFile *file, const char *name)
{
  return g_hash_table_lookup (file->by_name, base_name (name));
}

bool
lang_file_is_sound (const LangFile *file)
{
  return file->is_sound;
}
