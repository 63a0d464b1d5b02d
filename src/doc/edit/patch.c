/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replacements of spans of the text, gathered from the tree's places. What is added
 * follows the lines that it comes to: their indent, their kind of newline, the comment
 * behind the last of them; what is removed takes its lines, its commas and its metadata
 * along. Strings live in the arena of the view, as the places that they go to. */
#include "doc/edit/patch.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/vec.h"
#include "doc/edit/step.h"
#include "doc/error.h"
#include "lang/lexer.h"

enum { DIGITS = 9 }; /* of coordinates */

typedef struct {
  const char *key; /* NULL: a line of its own */
  const char *text;
} Entry;

typedef BASE_VEC (Entry) Entries;

struct DocPatch {
  DocModel *doc;
  const LangClass *class; /* that is changed */
  GArray *changes;
  Entries decls, parameters, relations;
  Entries links;       /* new entries of `_links` */
  GHashTable *added;   /* what was_added() was asked of */
  GHashTable *removed; /* values of `_links` */
  GHashTable *counts;  /* doc_patch_count_keys(); NULL: not asked yet */
  GHashTable *loops;   /* relation that is removed -> the loop around it */
  Entries metadata;    /* members of a `metadata` that is not there yet */
  uint32_t next_key;   /* 0: not looked for yet */
};

DocPatch *
doc_patch_new_in (DocModel *doc, const LangClass *class, GError **error)
{
  if (doc->ahead != NULL || class == NULL || class->is_broken) {
    doc_error_refuse (
        error,
        class == NULL
            ? N_ ("There is no component to edit in this file")
            : N_ ("The text of this component has errors; correct them there first"));
    return NULL;
  }
  DocPatch *patch = g_new0 (DocPatch, 1);
  patch->doc = doc;
  patch->class = class;
  patch->changes = doc_step_batch_new ();
  patch->added = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  patch->removed = g_hash_table_new (g_direct_hash, g_direct_equal);
  patch->loops = g_hash_table_new (g_direct_hash, g_direct_equal);
  return patch;
}

DocPatch *
doc_patch_new (DocModel *doc, GError **error)
{
  return doc_patch_new_in (doc, doc->class, error);
}

void
doc_patch_free (DocPatch *patch)
{
  if (patch == NULL)
    return;
  g_clear_pointer (&patch->changes, g_array_unref);
  g_hash_table_unref (patch->added);
  g_hash_table_unref (patch->removed);
  g_hash_table_unref (patch->loops);
  g_clear_pointer (&patch->counts, g_hash_table_unref);
  g_free (patch);
}

DocModel *
doc_patch_model (const DocPatch *patch)
{
  return patch->doc;
}

static const char *
keep (const DocPatch *patch, const char *text)
{
  return base_arena_strdup (patch->doc->arena, text);
}

static void
note (DocPatch *patch, Entries *entries, const char *key, const char *text)
{
  const Entry entry = {key == NULL ? NULL : keep (patch, key), keep (patch, text)};

  base_vec_push (patch->doc->arena, *entries, entry);
}

/* ---- the text ---- */

static const char *
text_of (const DocPatch *patch)
{
  return doc_text (patch->doc, NULL);
}

static const char *
newline_of (const DocPatch *patch)
{
  const char *text = text_of (patch), *newline = strchr (text, '\n');

  return newline != NULL && newline > text && newline[-1] == '\r' ? "\r\n" : "\n";
}

static uint32_t
line_begin (const DocPatch *patch, uint32_t at)
{
  return base_source_line_begin (lang_file_source (patch->doc->file), at);
}

/* The blanks that the line of `at` begins with. */
static char *
indent_of (const DocPatch *patch, uint32_t at)
{
  const char *line = text_of (patch) + line_begin (patch, at);

  return g_strndup (line, strspn (line, " \t"));
}

static bool
is_first_on_line (const DocPatch *patch, uint32_t at)
{
  const uint32_t begin = line_begin (patch, at);

  return begin + strspn (text_of (patch) + begin, " \t") == at;
}

static bool
ends_line (const char *text, uint32_t at)
{
  return text[at] == '\0' || text[at] == '\n' || text[at] == '\r';
}

/* The end of the line if only a comment follows, else `at`. */
static uint32_t
behind_comment (const char *text, uint32_t at)
{
  uint32_t end = at + (uint32_t) strspn (text + at, " \t");

  if (text[end] == '#')
    end += (uint32_t) strcspn (text + end, "\n");
  if (!ends_line (text, end))
    return at;
  while (end > at && text[end - 1] == '\r')
    end--;
  return end;
}

/* ---- plain changes ---- */

/* Where a span of the tree stands. */
static BaseSpan
place (const DocPatch *patch, BaseSpan span)
{
  return lang_file_span (patch->doc->file, span);
}

void
doc_patch_replace_bytes (DocPatch *patch,
                         uint32_t begin,
                         uint32_t end,
                         const char *text)
{
  doc_step_batch_add (patch->changes, begin, end - begin, text, strlen (text));
}

void
doc_patch_replace (DocPatch *patch, BaseSpan span, const char *text)
{
  const BaseSpan at = place (patch, span);
  size_t length = strlen (text);

  if (length == at.end - at.begin &&
      memcmp (text_of (patch) + at.begin, text, length) == 0)
    return;
  doc_patch_replace_bytes (patch, at.begin, at.end, text);
}

void
doc_patch_insert (DocPatch *patch, uint32_t at, const char *text)
{
  doc_patch_replace_bytes (patch, at, at, text);
}

void
doc_patch_insert_before (DocPatch *patch, BaseSpan span, const char *text)
{
  doc_patch_insert (patch, place (patch, span).begin, text);
}

void
doc_patch_insert_behind (DocPatch *patch, BaseSpan span, const char *text)
{
  doc_patch_insert (patch, place (patch, span).end, text);
}

void
doc_patch_insert_line_before (DocPatch *patch, BaseSpan span, const char *text)
{
  const uint32_t at = place (patch, span).begin;
  g_autofree char *indent = indent_of (patch, at);
  g_autofree char *line = is_first_on_line (patch, at)
                              ? g_strconcat (text, newline_of (patch), indent, NULL)
                              : g_strconcat (text, " ", NULL);

  doc_patch_insert (patch, at, line);
}

BaseSpan
doc_patch_find_sign (const BaseSource *source, uint32_t at, LangTokenKind kind)
{
  LangNameCache cache = {0};
  LangLexer lexer = {.source = source,
                     .text = base_source_text (source),
                     .length = base_source_length (source),
                     .at = at,
                     .cache = &cache};
  LangToken token = lang_lexer_next (&lexer);

  while (token.kind != kind && token.kind != LANG_TOKEN_EOF)
    token = lang_lexer_next (&lexer);
  return (BaseSpan){source, token.begin, token.end};
}

void
doc_patch_wrap (DocPatch *patch,
                BaseSpan first,
                BaseSpan last,
                const char *head,
                const char *tail)
{
  g_autofree char *indent = indent_of (patch, place (patch, first).begin);
  g_autofree char *above = g_strconcat (head, newline_of (patch), indent, "  ", NULL);
  g_autofree char *below = g_strconcat (newline_of (patch), indent, tail, NULL);

  doc_patch_insert_before (patch, first, above);
  doc_patch_insert_behind (patch, last, below);
}

/* ---- keys of `_links` ---- */

static void
count_key (GHashTable *counts, const LangMeta *meta)
{
  if (meta->key == NULL)
    return;
  const guint before = GPOINTER_TO_UINT (g_hash_table_lookup (counts, meta->key));
  g_hash_table_insert (counts, (gpointer) meta->key, GUINT_TO_POINTER (before + 1));
}

/* Those of relations, and of what stands in loops. */
static void
count_keys (GHashTable *counts, const LangRelation *const *relations, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    count_key (counts, &relations[i]->meta);
    for (uint32_t b = 0; b < relations[i]->n_branches; b++)
      count_keys (counts, relations[i]->branches[b].relations,
                  relations[i]->branches[b].n);
  }
}

GHashTable *
doc_patch_count_keys (const LangClass *class)
{
  GHashTable *counts = g_hash_table_new (g_direct_hash, g_direct_equal);

  for (uint32_t i = 0; class != NULL && i < class->n_decls; i++)
    count_key (counts, &class->decls[i]->meta);
  if (class != NULL)
    count_keys (counts, class->relations, class->n_relations);
  return counts;
}

bool
doc_patch_is_shared (DocPatch *patch, const LangMeta *meta)
{
  if (patch->counts == NULL)
    patch->counts = doc_patch_count_keys (patch->class);
  return meta->key != NULL &&
         GPOINTER_TO_UINT (g_hash_table_lookup (patch->counts, meta->key)) > 1;
}

/* ---- taking away ---- */

void
doc_patch_remove_element (DocPatch *patch,
                          BaseSpan doc,
                          BaseSpan span,
                          const LangMeta *meta)
{
  const char *text = text_of (patch);
  uint32_t begin = place (patch, doc).begin;
  uint32_t end = behind_comment (text, place (patch, span).end);

  if (is_first_on_line (patch, begin) && ends_line (text, end)) {
    begin = line_begin (patch, begin);
    end += text[end] == '\r';
    end += text[end] == '\n';
  } else
    end += (uint32_t) strspn (text + end, " \t");
  doc_patch_replace_bytes (patch, begin, end, "");
  if (meta->key != NULL && meta->json != NULL && !doc_patch_is_shared (patch, meta))
    g_hash_table_add (patch->removed, (gpointer) meta->json);
}

void
doc_patch_remove_from (DocPatch *patch,
                       const LangRelation *loop,
                       const LangRelation *relation)
{
  g_hash_table_insert (patch->loops, (gpointer) relation, (gpointer) loop);
}

static void
flush_loops (DocPatch *patch)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, patch->loops);
  while (g_hash_table_iter_next (&iter, NULL, &value)) {
    const LangRelation *loop = value;
    bool is_empty = true;

    for (uint32_t i = 0; i < loop->branches[0].n; i++)
      is_empty = is_empty &&
                 g_hash_table_contains (patch->loops, loop->branches[0].relations[i]);
    if (is_empty)
      doc_patch_remove_element (patch, loop->doc_span, loop->span, &loop->meta);
  }
}

void
doc_patch_remove_class (DocPatch *patch, const LangClass *class)
{
  const char *text = text_of (patch);
  uint32_t begin = place (patch, class->doc_span).begin;

  while (begin > 0 && g_ascii_isspace (text[begin - 1]))
    begin--;
  doc_patch_replace_bytes (patch, begin, place (patch, class->end_keyword).end, "");
}

void
doc_patch_remove_listed (DocPatch *patch,
                         const BaseSpan *spans,
                         const bool *removed,
                         uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    uint32_t first = i;

    if (!removed[i])
      continue;
    while (i + 1 < n && removed[i + 1])
      i++;
    if (i + 1 < n)
      doc_patch_replace_bytes (patch, place (patch, spans[first]).begin,
                               place (patch, spans[i + 1]).begin, "");
    else
      doc_patch_replace_bytes (patch,
                               first > 0 ? place (patch, spans[first - 1]).end
                                         : place (patch, spans[first]).begin,
                               place (patch, spans[i]).end, "");
  }
}

static void
remove_members (DocPatch *patch, const LangJson *container, const bool *removed)
{
  g_autofree BaseSpan *spans = g_new (BaseSpan, container->n);

  for (uint32_t i = 0; i < container->n; i++) {
    spans[i] = container->items[i]->span;
    if (container->kind == LANG_JSON_OBJECT)
      spans[i].begin = container->key_spans[i].begin;
  }
  doc_patch_remove_listed (patch, spans, removed, container->n);
}

void
doc_patch_remove_member (DocPatch *patch,
                         const LangJson *container,
                         const LangJson *member)
{
  g_autofree bool *removed = g_new (bool, container->n);

  for (uint32_t i = 0; i < container->n; i++)
    removed[i] = container->items[i] == member;
  remove_members (patch, container, removed);
}

/* ---- metadata ---- */

/* `{"a": {"b": json}}` for the path "a/b"; `json` itself for "". */
static char *
nested (const char *path, const char *json)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1); /* none for "" */
  GString *text = g_string_new (NULL);
  uint32_t n = g_strv_length (keys);

  for (uint32_t i = 0; i < n; i++)
    g_string_append_printf (text, "{\"%s\": ", keys[i]);
  g_string_append (text, json);
  for (uint32_t i = 0; i < n; i++)
    g_string_append_c (text, '}');
  return g_string_free (text, FALSE);
}

/* Whether the patch has already added that member to an object (NULL: to `_links`), as
 * for another element with the same metadata: the first one stays. Notes it if not. */
static bool
was_added (DocPatch *patch, const LangJson *object, const char *key)
{
  return !g_hash_table_add (patch->added, g_strdup_printf ("%p %s", object, key));
}

/* Whether neither the text nor the patch has it in `_links`. */
static bool
is_free_key (DocPatch *patch, const char *key)
{
  g_autofree char *added = g_strdup_printf ("%p %s", NULL, key);

  return lang_file_link (patch->doc->file, patch->class, key) == NULL &&
         !g_hash_table_contains (patch->added, added);
}

void
doc_patch_append (DocPatch *patch,
                  const LangJson *container,
                  const char *key,
                  const char *json)
{
  bool is_object = container->kind == LANG_JSON_OBJECT;
  if (is_object && was_added (patch, container, key))
    return;
  g_autofree char *quoted = key == NULL ? NULL : lang_json_quote (key);
  g_autofree char *member =
      key == NULL ? g_strdup (json) : g_strdup_printf ("%s: %s", quoted, json);
  if (container->n == 0) {
    g_autofree char *all = g_strdup_printf (is_object ? "{%s}" : "[%s]", member);

    doc_patch_replace (patch, container->span, all);
    return;
  }
  /* Behind the last member, laid out as that is. */
  const uint32_t last = container->n - 1;
  const BaseSpan item = container->items[last]->span;
  const uint32_t begin =
      place (patch, is_object ? container->key_spans[last] : item).begin;
  g_autoptr (GString) out = g_string_new (",");
  if (is_first_on_line (patch, begin)) {
    g_autofree char *indent = indent_of (patch, begin);

    g_string_append_printf (out, "%s%s", newline_of (patch), indent);
  } else
    g_string_append_c (out, ' ');
  g_string_append (out, member);
  doc_patch_insert_behind (patch, item, out->str);
}

void
doc_patch_set_member (DocPatch *patch,
                      const LangJson *object,
                      const char *path,
                      const char *json)
{
  while (object->kind == LANG_JSON_OBJECT && *path != '\0') {
    const char *slash = strchr (path, '/');
    g_autofree char *key =
        slash == NULL ? g_strdup (path) : g_strndup (path, slash - path);
    const char *rest = slash == NULL ? "" : slash + 1;
    const LangJson *next = lang_json_get (object, key);

    if (next == NULL) {
      g_autofree char *value = nested (rest, json);

      doc_patch_append (patch, object, key, value);
      return;
    }
    object = next;
    path = rest;
  }
  g_autofree char *value = nested (path, json);
  doc_patch_replace (patch, object->span, value);
}

void
doc_patch_set_number (DocPatch *patch,
                      const LangJson *object,
                      const char *key,
                      double value)
{
  const LangJson *old = lang_json_get (object, key);
  char text[BASE_NUMBER_SIZE];

  if (old == NULL || old->kind != LANG_JSON_NUMBER || old->number != value)
    doc_patch_set_member (patch, object, key,
                          base_number_to_short_text (value, DIGITS, text));
}

void
doc_patch_set_meta (DocPatch *patch,
                    const LangMeta *meta,
                    const char *key,
                    const char *path,
                    const char *json)
{
  if (meta->json != NULL) {
    doc_patch_set_member (patch, meta->json, path, json);
    return;
  }
  g_autofree char *value = nested (path, json);
  if (meta->key != NULL) {
    doc_patch_add_link (patch, meta->key, value);
    return;
  }
  g_autofree char *fresh = doc_patch_free_key (patch, key);
  g_autofree char *mark = g_strdup_printf (" {^%s}", fresh);
  doc_patch_insert_before (patch, meta->span, mark);
  doc_patch_add_link (patch, fresh, value);
}

void
doc_patch_set_metadata (DocPatch *patch, const char *path, const char *json)
{
  if (patch->class->metadata != NULL) {
    doc_patch_set_member (patch, patch->class->metadata, path, json);
    return;
  }
  g_autofree char *object = nested (path, json);
  object[strlen (object) - 1] = '\0';
  note (patch, &patch->metadata, NULL, object + 1);
}

void
doc_patch_add_link (DocPatch *patch, const char *key, const char *json)
{
  if (!was_added (patch, NULL, key))
    note (patch, &patch->links, key, json);
}

/* `_links`, or NULL if it is no object. */
static const LangJson *
links_of (const DocPatch *patch)
{
  const LangJson *links = lang_json_get (patch->class->metadata, "_links");

  return links != NULL && links->kind == LANG_JSON_OBJECT ? links : NULL;
}

char *
doc_patch_free_key (DocPatch *patch, const char *wanted)
{
  const LangJson *links = links_of (patch);

  if (wanted != NULL && is_free_key (patch, wanted))
    return g_strdup (wanted);
  uint32_t next = MAX (patch->next_key, 1);
  for (uint32_t i = 0; patch->next_key == 0 && links != NULL && i < links->n; i++) {
    const unsigned long number = strncmp (links->keys[i], "id", 2) == 0
                                     ? strtoul (links->keys[i] + 2, NULL, 10)
                                     : 0;

    next = number >= next && number < G_MAXINT32 ? (uint32_t) number + 1 : next;
  }
  char *key = g_strdup_printf ("id%u", next);
  while (!is_free_key (patch, key)) {
    g_free (key);
    key = g_strdup_printf ("id%u", ++next);
  }
  patch->next_key = next + 1;
  return key;
}

/* ---- new elements ---- */

void
doc_patch_add_decl (DocPatch *patch, const char *text)
{
  note (patch, &patch->decls, NULL, text);
}

void
doc_patch_add_parameter (DocPatch *patch, const char *text)
{
  note (patch, &patch->parameters, NULL, text);
}

void
doc_patch_add_relation (DocPatch *patch, const char *text)
{
  note (patch, &patch->relations, NULL, text);
}

/* Lines of new elements behind an element, or behind what else is there. */
static void
insert_lines (DocPatch *patch, const Entries *lines, BaseSpan behind, bool is_element)
{
  const char *text = text_of (patch), *newline = newline_of (patch);
  const BaseSpan last = place (patch, behind);
  g_autofree char *indent = is_element && is_first_on_line (patch, last.begin)
                                ? indent_of (patch, last.begin)
                                : g_strdup ("  ");
  const uint32_t at = behind_comment (text, last.end);
  g_autoptr (GString) out = g_string_new (NULL);

  for (uint32_t i = 0; i < lines->n; i++)
    g_string_append_printf (out, "%s%s%s", newline, indent, lines->at[i].text);
  if (!ends_line (text, at))
    g_string_append (out, newline);
  doc_patch_insert (patch, at, out->str);
}

static void
flush_decls (DocPatch *patch)
{
  const LangClass *class = patch->class;
  const uint32_t n = class->n_decls;

  if (patch->decls.n > 0)
    insert_lines (patch, &patch->decls,
                  n > 0 ? class->decls[n - 1]->span : class->name_span, n > 0);
}

static void
flush_parameters (DocPatch *patch)
{
  const LangClass *class = patch->doc->class;
  BaseSpan behind = class->name_span;
  bool has_parameter = false, is_element = false;

  for (uint32_t i = 0; i < class->n_decls; i++) {
    const LangDecl *decl = class->decls[i];
    const bool is_parameter = decl->kind == LANG_PARAMETER;

    if (is_parameter || (decl->kind == LANG_EXTENDS && !has_parameter)) {
      behind = decl->span;
      is_element = true;
      has_parameter = has_parameter || is_parameter;
    }
  }
  if (patch->parameters.n > 0)
    insert_lines (patch, &patch->parameters, behind, is_element);
}

/* A section that is not there yet, on lines of its own. */
static void
insert_section (DocPatch *patch, uint32_t at, const char *section)
{
  g_autofree char *text =
      g_strdup_printf ("%s%s%s", is_first_on_line (patch, at) ? "" : newline_of (patch),
                       section, newline_of (patch));

  doc_patch_insert (patch, at, text);
}

static void
flush_relations (DocPatch *patch)
{
  const LangClass *class = patch->class;
  const BaseSpan keyword = class->relations_keyword;
  const uint32_t n = class->n_relations;

  if (patch->relations.n == 0)
    return;
  if (n > 0 || keyword.end > keyword.begin) {
    insert_lines (patch, &patch->relations,
                  n > 0 ? class->relations[n - 1]->span : keyword, n > 0);
    return;
  }
  g_autoptr (GString) out = g_string_new ("relations");
  for (uint32_t i = 0; i < patch->relations.n; i++)
    g_string_append_printf (out, "%s  %s", newline_of (patch),
                            patch->relations.at[i].text);
  insert_section (patch, place (patch, keyword).begin, out->str);
}

/* ---- `_links` ---- */

static void
flush_removed_links (DocPatch *patch, const LangJson *links)
{
  if (g_hash_table_size (patch->removed) == 0 || links == NULL)
    return;
  g_autofree bool *removed = g_new0 (bool, links->n);
  uint32_t n = 0;

  for (uint32_t i = 0; i < links->n; i++)
    n += removed[i] = g_hash_table_contains (patch->removed, links->items[i]);
  if (n == links->n && n > 0)
    doc_patch_replace (patch, links->span, "{}");
  else
    remove_members (patch, links, removed);
}

static void
flush_new_links (DocPatch *patch, const LangJson *links)
{
  const LangJson *metadata = patch->class->metadata;
  const Entries *new = &patch->links;

  for (uint32_t i = 0; links != NULL && links->n > 0 && i < new->n; i++)
    doc_patch_append (patch, links, new->at[i].key, new->at[i].text);
  if (new->n == 0 || (links != NULL && links->n > 0))
    return;
  g_autofree char *indent =
      metadata == NULL ? g_strdup ("")
                       : indent_of (patch, place (patch, metadata->span).begin);
  g_autoptr (GString) out = g_string_new ("{");
  for (uint32_t i = 0; i < new->n; i++) {
    g_autofree char *key = lang_json_quote (new->at[i].key);

    g_string_append_printf (out, "%s%s%s    %s: %s", i > 0 ? "," : "",
                            newline_of (patch), indent, key, new->at[i].text);
  }
  g_string_append_printf (out, "%s%s  }", newline_of (patch), indent);
  doc_patch_set_metadata (patch, "_links", out->str);
}

static void
flush_metadata (DocPatch *patch)
{
  const char *newline = newline_of (patch);
  g_autoptr (GString) out = g_string_new ("metadata {");

  if (patch->metadata.n == 0)
    return;
  for (uint32_t i = 0; i < patch->metadata.n; i++)
    g_string_append_printf (out, "%s%s  %s", i > 0 ? "," : "", newline,
                            patch->metadata.at[i].text);
  g_string_append_printf (out, "%s}", newline);
  insert_section (patch, place (patch, patch->class->metadata_span).begin, out->str);
}

/* ---- the end ---- */

GArray *
doc_patch_finish (DocPatch *patch)
{
  const LangJson *links = links_of (patch);

  flush_loops (patch);
  flush_parameters (patch);
  flush_decls (patch);
  flush_relations (patch);
  flush_removed_links (patch, links);
  flush_new_links (patch, links);
  flush_metadata (patch);
  doc_step_batch_sort (patch->changes);
  GArray *batch = patch->changes->len > 0 ? g_steal_pointer (&patch->changes) : NULL;
  doc_patch_free (patch);
  return batch;
}
