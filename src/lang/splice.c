/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads again what an edit of a text has touched, and takes the rest of the tree over.
 * The lexer has no memory, and between two elements of a definition the parser has none
 * but the place, so that reading begins anew behind an element that no edit touches and
 * has to come to the next such element where that stands now: if it does not, or
 * anything is reported, the text is read as a whole. An element is touched by what
 * changes in it, at its ends or between it and the one before; the one before it, which
 * looks ahead, is read again, too, and what stands on their lines. Members of `_links`
 * likewise, and then the attachments that they belong to. The regions read become
 * sources of their own (pieces.c). */
#include <string.h>

#include "base/name.h"
#include "lang/file-private.h"
#include "lang/parse.h"
#include "lang/pieces.h"
#include "lang/read/reader.h"

enum {
  AHEAD = LANG_FOREIGN_MOST, /* tokens behind the last element that its reading may look
                              * at */
  SOURCE_SIZE = 128          /* what a source takes beside its text, about */
};

typedef struct {
  LangFile *before;
  const BaseSource *source;
  const LangEdit *edits;
  uint32_t n_edits;
  uint32_t next;    /* the first edit that is not done yet */
  int64_t shift;    /* by the edits before that one */
  BaseArena *arena; /* of the new file */
  LangLinks *links; /* the same */
  GArray *regions;  /* LangRegion */
  GHashTable *keys; /* interned: members of `_links` that were read again or are gone */
  GHashTable *read; /* elements that were read again and are not shared yet */
  GArray *read_at;  /* guint: where these stand in their lists */
  LangNameCache *cache;
  BaseDiags *diags;
  bool changes_links; /* of all files that share the tree */
} Splice;

/* Declarations or relations of the file before. */
typedef struct {
  bool are_relations;
  const void *const *at;
  uint32_t n;
  uint32_t begin, end; /* where they stand: up to the word behind them */
} Elements;

/* Those of the new one, in its arena. */
typedef struct {
  uint32_t n;
  void **at;
  guint first_read, n_read; /* in `read_at` */
} Now;

/* Elements [from, to), or members, that are read again, and how much longer they are.
 */
typedef struct {
  uint32_t from, to;
  int64_t growth;
} Range;

static void *
keep (Splice *s, const void *data, size_t size)
{
  return base_arena_copy (s->arena, data, size, size);
}

/* ---- places in the text before ---- */

static BaseSpan
place (const Splice *s, BaseSpan span)
{
  return lang_file_span (s->before, span);
}

static const LangMeta *
meta_of (const Elements *list, uint32_t i)
{
  return list->are_relations ? &((const LangRelation *) list->at[i])->meta
                             : &((const LangDecl *) list->at[i])->meta;
}

static BaseSpan
span_of (const Elements *list, uint32_t i)
{
  return list->are_relations ? ((const LangRelation *) list->at[i])->span
                             : ((const LangDecl *) list->at[i])->span;
}

static uint32_t
end_of (const Splice *s, const Elements *list, uint32_t i)
{
  return lang_pieces_end (s->before->pieces, span_of (list, i));
}

/* Where the first token of an element stands, which may be its doc text. */
static uint32_t
token_of (const Splice *s, const Elements *list, uint32_t i)
{
  const BaseSpan doc = list->are_relations
                           ? ((const LangRelation *) list->at[i])->doc_span
                           : ((const LangDecl *) list->at[i])->doc_span;
  const bool is_token = base_source_text (doc.source)[doc.begin] == '"';

  return lang_pieces_begin (s->before->pieces, is_token ? doc : span_of (list, i));
}

/* Where the gap before an element begins. */
static uint32_t
gap_of (const Splice *s, const Elements *list, uint32_t i)
{
  return i > 0 ? end_of (s, list, i - 1) : list->begin;
}

static bool
is_first_on_line (const Splice *s, const Elements *list, uint32_t i)
{
  const uint32_t gap = gap_of (s, list, i), token = token_of (s, list, i);

  return memchr (base_source_text (s->before->source) + gap, '\n', token - gap) != NULL;
}

/* ---- what is touched ---- */

/* The first element that ends at a place or behind it, or only behind it. */
static uint32_t
first_ending (const Splice *s, const Elements *list, uint32_t at, bool only_behind)
{
  uint32_t low = 0, high = list->n;

  while (low < high) {
    const uint32_t middle = (low + high) / 2, end = end_of (s, list, middle);

    if (end < at || (only_behind && end == at))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static Range
touched_elements (const Splice *s, const void *data, const LangEdit *edit)
{
  const Elements *list = data;
  uint32_t from = first_ending (s, list, edit->begin, false);
  uint32_t to = MIN (first_ending (s, list, edit->end, true) + 1, list->n);

  from = from > 0 ? from - 1 : 0;
  while (from > 0 && !is_first_on_line (s, list, from))
    from--;
  while (to < list->n && !is_first_on_line (s, list, to))
    to++;
  return (Range){from, to, (int64_t) edit->length - (edit->end - edit->begin)};
}

typedef Range (*Touched) (const Splice *s, const void *list, const LangEdit *edit);

/* The next range that is to be read, of the edits that end before `end`; false if there
 * is none. What touches the same elements is one range. */
static bool
next_range (Splice *s, const void *list, uint32_t end, Range *range, Touched touched)
{
  if (s->next == s->n_edits || s->edits[s->next].end >= end)
    return false;
  *range = touched (s, list, &s->edits[s->next++]);
  while (s->next < s->n_edits && s->edits[s->next].end < end) {
    const Range more = touched (s, list, &s->edits[s->next]);

    if (more.from > range->to)
      break;
    range->to = MAX (range->to, more.to);
    range->growth += more.growth;
    s->next++;
  }
  return true;
}

/* The text that stands in place of [begin, end) now, as a source, with `back` bytes
 * before it and `ahead` behind; NULL if it is no text. */
static const BaseSource *
take_region (Splice *s,
             uint32_t begin,
             uint32_t end,
             int64_t growth,
             uint32_t back,
             uint32_t ahead)
{
  const uint32_t at = (uint32_t) (begin + s->shift);
  const uint32_t length = (uint32_t) (end - begin + growth);
  const char *path = base_source_path (s->source);
  const char *text = base_source_text (s->source) + at;

  if (!g_utf8_validate_len (text, length, NULL))
    return NULL;
  const BaseSource *source = base_source_new (path, text - back, back + length + ahead);
  g_ptr_array_add (s->before->trees->sources, (gpointer) source);
  s->before->trees->n_read += SOURCE_SIZE + strlen (path) + base_source_length (source);
  const LangRegion region = {begin, end, source, back, length};
  g_array_append_val (s->regions, region);
  s->shift += growth;
  return source;
}

/* ---- elements ---- */

/* Reads elements up to the token at `stop`, those behind the name of the definition if
 * `is_behind_name`; false if they do not come to it. */
static bool
read_elements (LangReader *r,
               bool are_relations,
               bool is_behind_name,
               uint32_t stop,
               GPtrArray *now)
{
  const LangForeignPlace here =
      are_relations ? LANG_FOREIGN_RELATION : LANG_FOREIGN_DECLARATION;

  /* What belongs to the name, */
  lang_reader_advance (r);
  if (is_behind_name)
    lang_reader_skip_behind (r);
  /* and then one element after the other. */
  while (r->token.begin < stop) {
    if (lang_reader_at_divider (r) || lang_reader_at_definition (r) ||
        lang_read_foreign (r, here) != NULL)
      return false;
    void *element =
        are_relations ? (void *) lang_read_relation (r, false) : lang_read_decl (r);

    lang_reader_skip_behind (r);
    if (r->panic || element == NULL || base_diags_count (r->diags) > 0)
      return false;
    g_ptr_array_add (now, element);
  }
  return r->token.begin == stop && base_diags_count (r->diags) == 0;
}

/* Notes what was read; false if a branch of a relation has a key. */
static bool
note_read (Splice *s,
           const LangReader *r,
           const GPtrArray *now,
           guint from,
           bool are_relations)
{
  const Elements read = {are_relations, (const void *const *) now->pdata, now->len, 0,
                         0};
  guint n_keys = 0;

  for (guint i = from; i < now->len; i++) {
    n_keys += meta_of (&read, i)->key != NULL;
    g_hash_table_add (s->read, now->pdata[i]);
    g_array_append_val (s->read_at, i);
  }
  return n_keys == r->pending->len;
}

/* How long the text is that reading looks at from a place on, where a token stands that
 * it does not read. */
static uint32_t
seen_from (const Splice *s, uint32_t at)
{
  LangLexer lexer = {.source = s->source,
                     .text = base_source_text (s->source),
                     .length = (uint32_t) base_source_length (s->source),
                     .at = at,
                     .cache = s->cache};

  for (int i = 0; i <= AHEAD; i++)
    lang_lexer_next (&lexer);
  return lexer.at - at;
}

static bool
read_range (Splice *s, const Elements *list, const Range *range, GPtrArray *now)
{
  const bool is_last = range->to == list->n;
  const uint32_t begin = gap_of (s, list, range->from);
  const uint32_t end = is_last ? list->end : end_of (s, list, range->to - 1);
  const uint32_t next = is_last ? list->end : token_of (s, list, range->to);
  const uint32_t ahead =
      next - end + seen_from (s, (uint32_t) (next + s->shift + range->growth));
  const uint32_t behind = (uint32_t) (1 + end - begin + range->growth);
  const BaseSource *source = take_region (s, begin, end, range->growth, 1, ahead);
  const guint n_before = now->len;
  LangReader r;

  if (source == NULL)
    return false;
  lang_reader_init (&r, s->before->trees->arena, source, s->diags, s->cache);
  r.lexer.at = 1; /* not at the beginning of a line */
  const bool is_behind_name = !list->are_relations && range->from == 0;
  bool is_read = read_elements (&r, list->are_relations, is_behind_name,
                                behind + (next - end), now) &&
                 (is_last || r.last_end == behind) &&
                 note_read (s, &r, now, n_before, list->are_relations);
  lang_reader_clear (&r);
  return is_read;
}

static void
append (GPtrArray *now, const Elements *list, uint32_t from, uint32_t to)
{
  const guint n = now->len;

  g_ptr_array_set_size (now, (gint) (n + to - from));
  if (to > from)
    memcpy (now->pdata + n, list->at + from, (to - from) * sizeof *list->at);
}

/* Does the edits in a list; false if they cannot be done. Edits keep off the word
 * behind it. */
static bool
splice_elements (Splice *s, const Elements *list, Now *result)
{
  g_autoptr (GPtrArray) now = g_ptr_array_new ();
  uint32_t done = 0;
  Range range;

  *result = (Now){list->n, NULL, s->read_at->len, 0};
  if (s->next == s->n_edits || s->edits[s->next].end >= list->end) {
    result->at = keep (s, list->at, list->n * sizeof *list->at);
    return true;
  }
  while (next_range (s, list, list->end, &range, touched_elements)) {
    append (now, list, done, range.from);
    if (!read_range (s, list, &range, now))
      return false;
    done = range.to;
  }
  append (now, list, done, list->n);
  result->n = now->len;
  result->at = keep (s, now->pdata, now->len * sizeof *now->pdata);
  result->n_read = s->read_at->len - result->first_read;
  return true;
}

/* ---- `_links` ---- */

/* The members of `_links` of the file before, and where they stand in its braces. */
typedef struct {
  const LangJson *json;
  uint32_t begin, end;
} Links;

static uint32_t
end_of_member (const Splice *s, const Links *links, uint32_t i)
{
  return lang_pieces_end (s->before->pieces, links->json->items[i]->span);
}

static uint32_t
begin_of_member (const Splice *s, const Links *links, uint32_t i)
{
  return lang_pieces_begin (s->before->pieces, links->json->key_spans[i]);
}

static Range
touched_members (const Splice *s, const void *data, const LangEdit *edit)
{
  const Links *links = data;
  uint32_t low = 0, high = links->json->n;

  while (low < high) { /* the first that ends at the edit or behind it */
    const uint32_t middle = (low + high) / 2;

    if (end_of_member (s, links, middle) < edit->begin)
      low = middle + 1;
    else
      high = middle;
  }
  const uint32_t from = low;
  high = links->json->n;
  while (low < high) { /* the first that begins behind it */
    const uint32_t middle = (low + high) / 2;

    if (begin_of_member (s, links, middle) <= edit->end)
      low = middle + 1;
    else
      high = middle;
  }
  return (Range){from, low, (int64_t) edit->length - (edit->end - edit->begin)};
}

/* Members that were read again, and what has come into their place. */
typedef struct {
  uint32_t from, to;
  const LangJson *now;
} Members;

/* NULL if that is none. */
static const LangJson *
read_members (Splice *s, const Links *links, const Range *range)
{
  const LangJson *json = links->json;
  const bool has_before = range->from > 0, has_behind = range->to < json->n;
  const BaseSource *source = take_region (
      s, has_before ? end_of_member (s, links, range->from - 1) : links->begin,
      has_behind ? begin_of_member (s, links, range->to) : links->end, range->growth, 0,
      0);
  LangTrees *trees = s->before->trees;

  if (source == NULL)
    return NULL;
  const LangJson *read =
      lang_json_parse_members (trees->arena, source, has_before, has_behind);
  s->changes_links = true;
  for (uint32_t i = range->from; i < range->to; i++) {
    g_hash_table_remove (trees->links, json->keys[i]);
    g_hash_table_add (s->keys, (gpointer) base_name (json->keys[i]));
  }
  for (uint32_t i = 0; read != NULL && i < read->n; i++) {
    if (!g_hash_table_insert (trees->links, (gpointer) read->keys[i],
                              (gpointer) read->items[i]))
      return NULL; /* elsewhere, too */
    g_hash_table_add (s->keys, (gpointer) base_name (read->keys[i]));
  }
  return read;
}

/* Lists of members that are being filled. */
typedef struct {
  uint32_t n;
  const char **keys;
  BaseSpan *spans;
  const LangJson **items;
} Lists;

static void
append_members (Lists *lists, const LangJson *json, uint32_t from, uint32_t to)
{
  const size_t n = to - from;

  if (to <= from)
    return;
  memcpy (lists->keys + lists->n, json->keys + from, n * sizeof *json->keys);
  memcpy (lists->spans + lists->n, json->key_spans + from, n * sizeof *json->key_spans);
  memcpy (lists->items + lists->n, json->items + from, n * sizeof *json->items);
  lists->n += to - from;
}

/* An object with lists of its own. */
static const LangJson *
replace_members (BaseArena *arena, const LangJson *json, const GArray *all, uint32_t n)
{
  Lists lists = {0, base_arena_array (arena, const char *, n),
                 base_arena_array (arena, BaseSpan, n),
                 base_arena_array (arena, const LangJson *, n)};
  LangJson *copy = base_arena_copy (arena, json, sizeof *json, sizeof *json);
  uint32_t done = 0;

  for (guint i = 0; i < all->len; i++) {
    const Members *members = &g_array_index (all, Members, i);

    append_members (&lists, json, done, members->from);
    append_members (&lists, members->now, 0, members->now->n);
    done = members->to;
  }
  append_members (&lists, json, done, json->n);
  copy->n = n;
  copy->keys = lists.keys;
  copy->key_spans = lists.spans;
  copy->items = lists.items;
  return copy;
}

/* Does the edits in `_links`; what they are then, or NULL. */
static const LangJson *
splice_links (Splice *s, const LangJson *json)
{
  const BaseSpan span = place (s, json->span);
  const Links links = {json, span.begin + 1, span.end - 1};
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Members));
  uint32_t n = json->n;
  Range range;

  if (s->next == s->n_edits) {
    s->links = lang_file_links_ref (s->before->links);
    return json;
  }
  while (next_range (s, &links, links.end + 1, &range, touched_members)) {
    const Members members = {range.from, range.to, read_members (s, &links, &range)};

    if (members.now == NULL)
      return NULL;
    n += members.now->n - (range.to - range.from);
    g_array_append_val (all, members);
  }
  s->links = lang_file_links_new ();
  return replace_members (s->links->arena, json, all, n);
}

/* The metadata with other `_links`. */
static const LangJson *
copy_metadata (Splice *s,
               const LangJson *metadata,
               const LangJson *was,
               const LangJson *links)
{
  LangJson *copy = base_arena_new0 (s->arena, LangJson);
  const LangJson **items = base_arena_array (s->arena, const LangJson *, metadata->n);

  *copy = *metadata;
  for (uint32_t i = 0; i < metadata->n; i++)
    items[i] = metadata->items[i] == was ? links : metadata->items[i];
  copy->items = items;
  return copy;
}

/* ---- attachments ---- */

/* What an element has under its key now, in a copy of it if it is shared. False if
 * there is nothing. */
static bool
attach (Splice *s, void **element, bool is_relation)
{
  const Elements one = {is_relation, (const void *const *) element, 1, 0, 0};
  const LangMeta *meta = meta_of (&one, 0);

  if (meta->key == NULL)
    return true;
  const LangJson *json = s->before->trees->links == NULL
                             ? NULL
                             : g_hash_table_lookup (s->before->trees->links, meta->key);
  if (json == meta->json)
    return json != NULL;
  const size_t size = is_relation ? sizeof (LangRelation) : sizeof (LangDecl);
  if (!g_hash_table_contains (s->read, *element))
    *element = base_arena_copy (s->before->trees->arena, *element, size, size);
  ((LangMeta *) meta_of (&one, 0))->json = json; /* of this file alone, so far */
  return json != NULL;
}

/* Those that were read, and those whose keys were. */
static bool
attach_all (Splice *s, const Now *now, bool are_relations)
{
  bool is_whole = true;

  for (guint i = 0; i < now->n_read; i++) {
    const guint at = g_array_index (s->read_at, guint, now->first_read + i);

    is_whole &= attach (s, &now->at[at], are_relations);
  }
  if (g_hash_table_size (s->keys) == 0)
    return is_whole;
  const Elements all = {are_relations, (const void *const *) now->at, now->n, 0, 0};
  for (uint32_t i = 0; i < now->n; i++)
    if (g_hash_table_contains (s->keys, meta_of (&all, i)->key))
      is_whole &= attach (s, &now->at[i], are_relations);
  return is_whole;
}

static bool
has_keys_inside (const LangRelation *relation)
{
  for (uint32_t i = 0; i < relation->n_branches; i++)
    for (uint32_t k = 0; k < relation->branches[i].n; k++)
      if (relation->branches[i].relations[k]->meta.key != NULL ||
          has_keys_inside (relation->branches[i].relations[k]))
        return true;
  return false;
}

/* ---- the definition ---- */

/* The definition that all edits lie in, or UINT32_MAX. */
static uint32_t
find_edited (const Splice *s)
{
  for (uint32_t i = 0; i < s->before->n_classes; i++) {
    const LangClass *class = s->before->classes[i];
    const BaseSpan span = place (s, class->span);

    if (class->kind == LANG_COMPONENT && span.begin < s->edits[0].begin &&
        s->edits[s->n_edits - 1].end < span.end)
      return i;
  }
  return UINT32_MAX;
}

/* Makes it the definition that is edited: all keys of its `_links`. */
static bool
open_class (LangTrees *trees, uint32_t number, const LangClass *class)
{
  const LangJson *links = lang_json_get (class->metadata, "_links");

  if (trees->edited != UINT32_MAX)
    return trees->edited == number;
  trees->edited = number;
  trees->links = g_hash_table_new (g_str_hash, g_str_equal);
  for (uint32_t i = 0; links != NULL && i < links->n; i++)
    if (links->kind == LANG_JSON_OBJECT)
      g_hash_table_insert (trees->links, (gpointer) links->keys[i],
                           (gpointer) links->items[i]);
  for (uint32_t i = 0; i < class->n_relations; i++)
    if (has_keys_inside (class->relations[i]))
      return trees->is_plain = false;
  return true;
}

const LangJson *
lang_file_link (LangFile *file, const LangClass *class, const char *key)
{
  uint32_t i = 0;

  while (i < file->n_classes && file->classes[i] != class)
    i++;
  if (file->trees->newest != file || !open_class (file->trees, i, class))
    return lang_json_get (lang_json_get (class->metadata, "_links"), key);
  return g_hash_table_lookup (file->trees->links, key);
}

/* Whether the next edit keeps off the word that ends at `begin`. */
static bool
is_off (const Splice *s, uint32_t begin)
{
  if (s->next == s->n_edits || s->edits[s->next].begin > begin)
    return true;
  const char *text = base_source_text (s->source);
  const char byte = text[s->edits[s->next].begin + s->shift];

  return s->edits[s->next].begin == begin && (byte == ' ' || byte == '\n');
}

/* The definition with all edits done, or NULL. */
static const LangClass *
splice_class (Splice *s, const LangClass *before)
{
  const BaseSpan keyword = place (s, before->relations_keyword);
  const BaseSpan metadata = place (s, before->metadata_span);
  const LangJson *links = lang_json_get (before->metadata, "_links");
  LangClass *class = base_arena_copy (s->arena, before, sizeof *class, sizeof *class);

  /* Declarations, */
  const Elements decls = {false, (const void *const *) before->decls, before->n_decls,
                          place (s, before->name_span).end, keyword.begin};
  if (!is_off (s, decls.begin))
    return NULL;
  Now new_decls, new_relations;
  if (!splice_elements (s, &decls, &new_decls))
    return NULL;
  /* relations, */
  const Elements relations = {true, (const void *const *) before->relations,
                              before->n_relations, keyword.end, metadata.begin};
  if (!is_off (s, relations.begin) || !splice_elements (s, &relations, &new_relations))
    return NULL;
  /* the metadata behind their keys, */
  if (links != NULL && links->kind == LANG_JSON_OBJECT) {
    const BaseSpan span = place (s, links->span);

    if (s->next < s->n_edits && s->edits[s->next].begin <= span.begin)
      return NULL;
    const LangJson *now = splice_links (s, links);
    if (now == NULL)
      return NULL;
    class->metadata = copy_metadata (s, before->metadata, links, now);
  } else if (before->metadata != NULL)
    class->metadata = copy_metadata (s, before->metadata, NULL, NULL);
  /* and nothing else. */
  if (s->next < s->n_edits || !attach_all (s, &new_decls, false) ||
      !attach_all (s, &new_relations, true))
    return NULL;
  class->n_decls = new_decls.n;
  class->decls = (const LangDecl *const *) new_decls.at;
  class->n_relations = new_relations.n;
  class->relations = (const LangRelation *const *) new_relations.at;
  return class;
}

static LangFile *
splice_file (Splice *s, uint32_t edited)
{
  const LangFile *before = s->before;
  const LangClass *class = splice_class (s, before->classes[edited]);

  if (class == NULL)
    return NULL;
  /* What is shared, and where it stands now, */
  LangFile *file = g_new0 (LangFile, 1);
  g_atomic_ref_count_init (&file->n_refs);
  g_atomic_ref_count_inc (&before->trees->n_refs);
  file->trees = before->trees;
  file->trees->newest = file;
  file->arena = g_steal_pointer (&s->arena);
  file->links = g_steal_pointer (&s->links);
  file->source = base_source_ref (s->source);
  file->pieces = lang_pieces_replace (
      before->pieces, (const LangRegion *) (void *) s->regions->data, s->regions->len);
  /* and the definitions. */
  const LangClass **classes =
      base_arena_array (file->arena, const LangClass *, before->n_classes);
  for (uint32_t i = 0; i < before->n_classes; i++)
    classes[i] = i == edited ? class : before->classes[i];
  file->classes = classes;
  file->n_classes = before->n_classes;
  lang_file_index (file);
  file->is_sound = true;
  return file;
}

LangFile *
lang_parse_edit (LangFile *before,
                 const BaseSource *source,
                 const LangEdit *edits,
                 uint32_t n)
{
  LangTrees *trees = before->trees;
  Splice s = {.before = before, .source = source, .edits = edits, .n_edits = n};

  /* Only the newest file is edited, until what was read again takes as much memory as
   * the text did. */
  if (n == 0 || trees->newest != before || !trees->is_plain ||
      trees->n_read + base_arena_used (trees->arena) > 2 * trees->n_whole ||
      before->pieces->len > LANG_PIECES_MOST)
    return NULL;
  const uint32_t edited = find_edited (&s);
  if (edited == UINT32_MAX || !open_class (trees, edited, before->classes[edited]))
    return NULL;
  g_autofree LangNameCache *cache = g_new0 (LangNameCache, 1);
  g_autoptr (BaseDiags) diags = base_diags_new ();
  g_autoptr (GHashTable) keys = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autoptr (GHashTable) read = g_hash_table_new (g_direct_hash, g_direct_equal);
  g_autoptr (GArray) regions = g_array_new (FALSE, FALSE, sizeof (LangRegion));
  g_autoptr (GArray) read_at = g_array_new (FALSE, FALSE, sizeof (guint));
  s.arena = base_arena_new ();
  s.cache = cache;
  s.diags = diags;
  s.keys = keys;
  s.read = read;
  s.read_at = read_at;
  s.regions = regions;
  LangFile *file = splice_file (&s, edited);
  if (file == NULL && s.changes_links)
    trees->newest = NULL; /* they may be half done */
  base_arena_free (s.arena);
  lang_file_links_unref (s.links);
  return file;
}
