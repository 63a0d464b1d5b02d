/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doc/edit/patch.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "doc/edit/step.h"
#include "doc/error.h"

enum { DIGITS = 9 }; /* of coordinates */

typedef struct {
  char *key;
  char *json;
} Link;

struct DocPatch {
  DocModel *doc;
  GArray *changes;
  GPtrArray *decls;
  GPtrArray *relations;
  GArray *links;       /* Link, new entries of `_links` */
  GPtrArray *removed;  /* keys of `_links` */
  GPtrArray *metadata; /* members of a `metadata` that is not there yet */
  uint32_t next_key;   /* 0: not looked for yet */
};

static void
link_clear (void *data)
{
  Link *link = data;

  g_free (link->key);
  g_free (link->json);
}

DocPatch *
doc_patch_new (DocModel *doc, GError **error)
{
  if (!doc_can_edit (doc)) {
    doc_error_refuse (
        error,
        doc->class == NULL
            ? N_ ("There is no component to edit in this file")
            : N_ ("The text of this component has errors; correct them there first"));
    return NULL;
  }
  DocPatch *patch = g_new0 (DocPatch, 1);
  patch->doc = doc;
  patch->changes = doc_step_batch_new ();
  patch->decls = g_ptr_array_new_with_free_func (g_free);
  patch->relations = g_ptr_array_new_with_free_func (g_free);
  patch->links = g_array_new (FALSE, FALSE, sizeof (Link));
  g_array_set_clear_func (patch->links, link_clear);
  patch->removed = g_ptr_array_new_with_free_func (g_free);
  patch->metadata = g_ptr_array_new_with_free_func (g_free);
  return patch;
}

void
doc_patch_free (DocPatch *patch)
{
  if (patch == NULL)
    return;
  g_clear_pointer (&patch->changes, g_array_unref);
  g_ptr_array_unref (patch->decls);
  g_ptr_array_unref (patch->relations);
  g_array_unref (patch->links);
  g_ptr_array_unref (patch->removed);
  g_ptr_array_unref (patch->metadata);
  g_free (patch);
}

DocModel *
doc_patch_model (const DocPatch *patch)
{
  return patch->doc;
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
line_begin (const char *text, uint32_t at)
{
  while (at > 0 && text[at - 1] != '\n')
    at--;
  return at;
}

static bool
is_first_on_line (const char *text, uint32_t at)
{
  uint32_t begin = line_begin (text, at);

  return begin + strspn (text + begin, " \t") == at;
}

/* The blanks that the line of `at` begins with. */
static char *
indent_of (const char *text, uint32_t at)
{
  uint32_t begin = line_begin (text, at);

  return g_strndup (text + begin, strspn (text + begin, " \t"));
}

/* The end of the line if only a comment follows, else `at`. */
static uint32_t
behind_comment (const char *text, uint32_t at)
{
  uint32_t end = at + (uint32_t) strspn (text + at, " \t");

  if (text[end] == '#')
    end += (uint32_t) strcspn (text + end, "\n");
  if (text[end] != '\0' && text[end] != '\n' && text[end] != '\r')
    return at;
  while (end > at && text[end - 1] == '\r')
    end--;
  return end;
}

static bool
ends_line (const char *text, uint32_t at)
{
  return text[at] == '\0' || text[at] == '\n' || text[at] == '\r';
}

/* ---- plain changes ---- */

static void
change (DocPatch *patch, uint32_t begin, uint32_t end, const char *text)
{
  doc_step_batch_add (patch->changes, begin, end - begin, text, strlen (text));
}

void
doc_patch_replace (DocPatch *patch, BaseSpan span, const char *text)
{
  size_t length = strlen (text);

  if (length == span.end - span.begin &&
      memcmp (text_of (patch) + span.begin, text, length) == 0)
    return;
  change (patch, span.begin, span.end, text);
}

void
doc_patch_insert (DocPatch *patch, uint32_t at, const char *text)
{
  change (patch, at, at, text);
}

void
doc_patch_remove_element (DocPatch *patch, BaseSpan doc, bool has_doc, BaseSpan span)
{
  const char *text = text_of (patch);
  uint32_t begin = has_doc ? doc.begin : span.begin;
  uint32_t end = behind_comment (text, span.end);

  if (is_first_on_line (text, begin) && ends_line (text, end)) {
    begin = line_begin (text, begin);
    end += text[end] == '\r';
    end += text[end] == '\n';
  } else
    end += (uint32_t) strspn (text + end, " \t");
  change (patch, begin, end, "");
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
      change (patch, spans[first].begin, spans[i + 1].begin, "");
    else
      change (patch, first > 0 ? spans[first - 1].end : spans[first].begin,
              spans[i].end, "");
  }
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

void
doc_patch_append (DocPatch *patch,
                  const LangJson *container,
                  const char *key,
                  const char *json)
{
  const char *text = text_of (patch);
  bool is_object = container->kind == LANG_JSON_OBJECT;
  g_autofree char *quoted = key == NULL ? NULL : lang_json_quote (key);
  g_autofree char *member =
      key == NULL ? g_strdup (json) : g_strdup_printf ("%s: %s", quoted, json);
  if (container->n == 0) {
    g_autofree char *all = g_strdup_printf (is_object ? "{%s}" : "[%s]", member);

    doc_patch_replace (patch, container->span, all);
    return;
  }
  uint32_t last = container->n - 1, end = container->items[last]->span.end;
  uint32_t begin =
      is_object ? container->key_spans[last].begin : container->items[last]->span.begin;
  g_autoptr (GString) out = g_string_new (",");
  if (is_first_on_line (text, begin)) {
    g_autofree char *indent = indent_of (text, begin);

    g_string_append_printf (out, "%s%s", newline_of (patch), indent);
  } else
    g_string_append_c (out, ' ');
  g_string_append (out, member);
  doc_patch_insert (patch, end, out->str);
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
  const LangJson *links = lang_json_get (patch->doc->class->metadata, "_links");
  g_autofree char *fresh = lang_json_get (links, key) != NULL || *key == '\0'
                               ? doc_patch_free_key (patch)
                               : g_strdup (key);
  g_autofree char *mark = g_strdup_printf (" {^%s}", fresh);
  doc_patch_insert (patch, meta->span.begin, mark);
  doc_patch_add_link (patch, fresh, value);
}

void
doc_patch_set_metadata (DocPatch *patch, const char *path, const char *json)
{
  const char *slash = strchr (path, '/');

  if (patch->doc->class->metadata != NULL) {
    doc_patch_set_member (patch, patch->doc->class->metadata, path, json);
    return;
  }
  g_autofree char *key =
      slash == NULL ? g_strdup (path) : g_strndup (path, slash - path);
  g_autofree char *value = nested (slash == NULL ? "" : slash + 1, json);
  g_ptr_array_add (patch->metadata, g_strdup_printf ("\"%s\": %s", key, value));
}

void
doc_patch_add_link (DocPatch *patch, const char *key, const char *json)
{
  Link link = {g_strdup (key), g_strdup (json)};

  g_array_append_val (patch->links, link);
}

void
doc_patch_remove_link (DocPatch *patch, const char *key)
{
  g_ptr_array_add (patch->removed, g_strdup (key));
}

char *
doc_patch_free_key (DocPatch *patch)
{
  const LangJson *links = lang_json_get (patch->doc->class->metadata, "_links");
  uint32_t n = links != NULL && links->kind == LANG_JSON_OBJECT ? links->n : 0;

  if (patch->next_key == 0) {
    patch->next_key = 1;
    for (uint32_t i = 0; i < n; i++) {
      unsigned long number = strncmp (links->keys[i], "id", 2) == 0
                                 ? strtoul (links->keys[i] + 2, NULL, 10)
                                 : 0;

      if (number >= patch->next_key && number < G_MAXINT32)
        patch->next_key = (uint32_t) number + 1;
    }
  }
  return g_strdup_printf ("id%u", patch->next_key++);
}

/* ---- new elements ---- */

void
doc_patch_add_decl (DocPatch *patch, const char *text)
{
  g_ptr_array_add (patch->decls, g_strdup (text));
}

void
doc_patch_add_relation (DocPatch *patch, const char *text)
{
  g_ptr_array_add (patch->relations, g_strdup (text));
}

/* Lines of new elements behind what ends at `anchor`, which began at `first`. */
static void
insert_lines (DocPatch *patch, const GPtrArray *lines, uint32_t first, uint32_t anchor)
{
  const char *text = text_of (patch), *newline = newline_of (patch);
  g_autofree char *indent = first < anchor && is_first_on_line (text, first)
                                ? indent_of (text, first)
                                : g_strdup ("  ");
  uint32_t at = behind_comment (text, anchor);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf (out, "%s%s%s", newline, indent,
                            (const char *) lines->pdata[i]);
  if (!ends_line (text, at))
    g_string_append (out, newline);
  doc_patch_insert (patch, at, out->str);
}

static void
flush_decls (DocPatch *patch)
{
  const LangClass *class = patch->doc->class;

  if (patch->decls->len == 0)
    return;
  if (class->n_decls > 0) {
    BaseSpan last = class->decls[class->n_decls - 1]->span;

    insert_lines (patch, patch->decls, last.begin, last.end);
  } else
    insert_lines (patch, patch->decls, class->name_span.end, class->name_span.end);
}

static void
flush_relations (DocPatch *patch)
{
  const LangClass *class = patch->doc->class;
  BaseSpan keyword = class->relations_keyword;
  const char *text = text_of (patch), *newline = newline_of (patch);

  if (patch->relations->len == 0)
    return;
  if (class->n_relations > 0) {
    BaseSpan last = class->relations[class->n_relations - 1]->span;

    insert_lines (patch, patch->relations, last.begin, last.end);
    return;
  }
  if (keyword.end > keyword.begin) {
    insert_lines (patch, patch->relations, keyword.end, keyword.end);
    return;
  }
  g_autoptr (GString) out = g_string_new (NULL);
  if (!is_first_on_line (text, keyword.begin))
    g_string_append (out, newline);
  g_string_append_printf (out, "relations%s", newline);
  for (guint i = 0; i < patch->relations->len; i++)
    g_string_append_printf (out, "  %s%s", (const char *) patch->relations->pdata[i],
                            newline);
  doc_patch_insert (patch, keyword.begin, out->str);
}

/* ---- `_links` ---- */

/* The new entries, each on a line of its own. */
static void
print_links (const DocPatch *patch, const char *indent, GString *out)
{
  for (guint i = 0; i < patch->links->len; i++) {
    const Link *link = &g_array_index (patch->links, Link, i);
    g_autofree char *quoted = lang_json_quote (link->key);

    g_string_append_printf (out, "%s%s%s%s: %s", i > 0 ? "," : "", newline_of (patch),
                            indent, quoted, link->json);
  }
}

static void
flush_removed_links (DocPatch *patch, const LangJson *links)
{
  if (patch->removed->len == 0 || links == NULL || links->kind != LANG_JSON_OBJECT)
    return;
  g_autofree bool *removed = g_new0 (bool, links->n + 1);
  g_autofree BaseSpan *spans = g_new (BaseSpan, links->n + 1);
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
  uint32_t n = 0;

  for (guint i = 0; i < patch->removed->len; i++)
    g_hash_table_add (keys, patch->removed->pdata[i]);
  for (uint32_t i = 0; i < links->n; i++) {
    removed[i] = g_hash_table_contains (keys, links->keys[i]);
    spans[i] = links->key_spans[i];
    spans[i].end = links->items[i]->span.end;
    n += removed[i];
  }
  if (n == links->n && n > 0)
    doc_patch_replace (patch, links->span, "{}");
  else
    doc_patch_remove_listed (patch, spans, removed, links->n);
}

static void
flush_new_links (DocPatch *patch, const LangJson *links)
{
  const char *text = text_of (patch), *newline = newline_of (patch);
  const LangJson *metadata = patch->doc->class->metadata;

  if (patch->links->len == 0)
    return;
  if (links != NULL && links->n > 0) {
    for (guint i = 0; i < patch->links->len; i++) {
      const Link *link = &g_array_index (patch->links, Link, i);

      doc_patch_append (patch, links, link->key, link->json);
    }
    return;
  }
  g_autofree char *outer =
      metadata == NULL ? g_strdup ("") : indent_of (text, metadata->span.begin);
  g_autofree char *indent = g_strdup_printf ("%s    ", outer);
  g_autoptr (GString) out = g_string_new ("{");
  print_links (patch, indent, out);
  g_string_append_printf (out, "%s%s  }", newline, outer);
  if (links != NULL)
    doc_patch_replace (patch, links->span, out->str);
  else if (metadata == NULL)
    g_ptr_array_add (patch->metadata, g_strdup_printf ("\"_links\": %s", out->str));
  else if (metadata->n > 0)
    doc_patch_append (patch, metadata, "_links", out->str);
  else {
    g_autofree char *all = g_strdup_printf ("{%s%s  \"_links\": %s%s%s}", newline,
                                            outer, out->str, newline, outer);

    doc_patch_replace (patch, metadata->span, all);
  }
}

static void
flush_metadata (DocPatch *patch)
{
  const char *text = text_of (patch), *newline = newline_of (patch);
  uint32_t at = patch->doc->class->metadata_span.begin;

  if (patch->metadata->len == 0)
    return;
  g_autoptr (GString) out = g_string_new (NULL);
  if (!is_first_on_line (text, at))
    g_string_append (out, newline);
  g_string_append (out, "metadata {");
  for (guint i = 0; i < patch->metadata->len; i++)
    g_string_append_printf (out, "%s%s  %s", i > 0 ? "," : "", newline,
                            (const char *) patch->metadata->pdata[i]);
  g_string_append_printf (out, "%s}%s", newline, newline);
  doc_patch_insert (patch, at, out->str);
}

/* ---- applying ---- */

GArray *
doc_patch_finish (DocPatch *patch)
{
  const LangJson *links = lang_json_get (patch->doc->class->metadata, "_links");

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
