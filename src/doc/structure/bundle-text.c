/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wires of arrays in the text: which ends may be joined, how connects of them are
 * written, put into loops and taken out again. A connect needs a loop if some of its
 * ends are of all parts and others of one. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/structure/array.h"
#include "doc/structure/bundle.h"
#include "doc/structure/chain.h"

/* ---- ends ---- */

/* The elements of an array port that an end names as a whole, or 0. */
static uint32_t
elements_of (const DocModel *doc, const DocEnd *end)
{
  const char *port = strrchr (end->name, ']');

  return end->item != UINT32_MAX && (port == NULL || port[1] != '\0')
             ? doc_end_port (doc, end)->port->size
             : 0;
}

/* An end with the number of a loop, where it stands for several parts. Caller frees. */
static char *
element_text (const DocModel *doc, const char *name, const char *i)
{
  DocEnd end = {.name = name};

  if (!doc_find_port (doc, name, &end))
    return g_strdup (name);
  const size_t n = strlen (doc->items[end.item].name);
  return doc_bundle_parts (doc, &end) != NULL
             ? g_strdup_printf ("%.*s[%s]%s", (int) n, name, i, name + n)
         : elements_of (doc, &end) > 0 ? g_strdup_printf ("%s[%s]", name, i)
                                       : g_strdup (name);
}

/* ---- what may be joined ---- */

static char *
differ (const char *a, const char *n_a, const char *b, const char *n_b)
{
  return g_strdup_printf (_ ("%s stands for %s parts and %s for %s: as many can be "
                             "joined, or all with one"),
                          a, n_a, b, n_b);
}

/* Several parts with one port, or with the elements of an array port. */
static char *
refuse_one (const DocModel *doc, const DocEnd *several, const DocEnd *one)
{
  const DocArray *array = doc->items[several->item].array;
  const LibPort *port = doc_end_port (doc, several)->port;
  const uint32_t n = elements_of (doc, one);
  g_autofree char *elements = g_strdup_printf ("%u", n);

  if (n > 0)
    return array->number == n
               ? NULL
               : differ (several->name, array->count, one->name, elements);
  if (!array->is_plain)
    return g_strdup_printf (_ ("The parts of %s are not numbered from 1 on"),
                            doc->items[several->item].name);
  return lib_port_is_signal (port) && doc_gives (doc, several)
             ? g_strdup_printf (_ ("%s gives %s signals, and %s takes one"),
                                several->name, array->count, one->name)
             : NULL;
}

char *
doc_bundle_refusal (const DocModel *doc, const DocEnd *a, const DocEnd *b)
{
  const char *left = doc_bundle_parts (doc, a), *right = doc_bundle_parts (doc, b);

  if (left == NULL)
    return refuse_one (doc, b, a);
  if (right == NULL)
    return refuse_one (doc, a, b);
  return strcmp (left, right) == 0 ||
                 doc->items[a->item].array->number == doc->items[b->item].array->number
             ? NULL
             : differ (a->name, left, b->name, right);
}

/* ---- writing ---- */

/* Whether connects of these ends are one for each part, as some ends are of all parts
 * and others are not: the number of parts, or NULL. */
static const char *
mixed_count (const DocModel *doc, const char *const *ends)
{
  const char *count = NULL;
  bool has_single = false;

  for (; *ends != NULL; ends++) {
    DocEnd end = {.name = *ends};

    if (!doc_find_port (doc, *ends, &end))
      continue;
    const char *parts = doc_bundle_parts (doc, &end);
    count = count != NULL ? count : parts;
    has_single |= parts == NULL && elements_of (doc, &end) == 0;
  }
  return has_single ? count : NULL;
}

void
doc_bundle_add (DocPatch *patch, const char *const *ends, const char *key)
{
  const DocModel *doc = doc_patch_model (patch);
  const char *count = mixed_count (doc, ends);
  g_autofree char *i = count != NULL ? doc_chain_variable (doc) : NULL;
  g_autoptr (GString) text = g_string_new (count != NULL ? "  connect(" : "connect(");

  for (uint32_t k = 0; ends[k] != NULL; k++) {
    g_autofree char *end =
        count != NULL ? element_text (doc, ends[k], i) : g_strdup (ends[k]);

    g_string_append_printf (text, "%s%s", k > 0 ? ", " : "", end);
  }
  if (count == NULL) {
    g_string_append_printf (text, ") {^%s}", key);
    doc_patch_add_relation (patch, text->str);
    return;
  }
  /* The loop around it, with the metadata. */
  g_autofree char *head = g_strdup_printf ("for %s in 1:%s", i, count);
  g_autofree char *tail = g_strdup_printf ("end {^%s}", key);
  g_string_append_c (text, ')');
  doc_patch_add_relation (patch, head);
  doc_patch_add_relation (patch, text->str);
  doc_patch_add_relation (patch, tail);
}

/* Gives the ends of several parts the number of a loop, but not those of an item. */
static void
number_ends (DocPatch *patch, const DocWire *wire, const DocItem *but, const char *i)
{
  const DocModel *doc = doc_patch_model (patch);
  g_autofree char *index = g_strdup_printf ("[%s]", i);

  for (uint32_t k = 0; k < wire->n_ends; k++) {
    const LangExpr *end = wire->relation->args[k], *root = end;

    if (wire->ends[k].item == UINT32_MAX || &doc->items[wire->ends[k].item] == but)
      continue;
    while (root->kind == LANG_MEMBER)
      root = root->args[0];
    if (doc_bundle_parts (doc, &wire->ends[k]) != NULL)
      doc_patch_insert_behind (patch, root->span, index);
    else if (elements_of (doc, &wire->ends[k]) > 0)
      doc_patch_insert_behind (patch, end->span, index);
  }
}

void
doc_bundle_append (DocPatch *patch, const DocWire *wire, const char *end)
{
  const DocModel *doc = doc_patch_model (patch);
  g_autofree const char **ends = g_new0 (const char *, wire->n_ends + 2);
  g_autofree char *i = NULL;

  for (uint32_t k = 0; k < wire->n_ends; k++)
    ends[k] = wire->ends[k].name;
  ends[wire->n_ends] = end;
  /* Into the loop that it needs now, or has. */
  const char *count = wire->loop == NULL ? mixed_count (doc, ends) : NULL;
  if (count != NULL) {
    i = doc_chain_variable (doc);
    doc_bundle_wrap (patch, wire->relation, i, count);
    number_ends (patch, wire, NULL, i);
  } else if (wire->loop != NULL)
    i = g_strdup (wire->loop->name);
  g_autofree char *name = i != NULL ? element_text (doc, end, i) : g_strdup (end);
  g_autofree char *argument = g_strdup_printf (", %s", name);
  doc_patch_insert_behind (patch, wire->relation->args[wire->n_ends - 1]->span,
                           argument);
}

void
doc_bundle_remove (DocPatch *patch, const DocWire *wire)
{
  const LangRelation *relation = wire->relation;

  doc_patch_remove_element (patch, relation->doc_span, relation->span, &relation->meta);
  if (wire->loop != NULL)
    doc_patch_remove_from (patch, wire->loop, relation);
}

void
doc_bundle_wrap (DocPatch *patch,
                 const LangRelation *connect,
                 const char *i,
                 const char *count)
{
  const BaseSpan close = doc_patch_find_sign (
      connect->span.source, connect->args[connect->n_args - 1]->span.end,
      LANG_TOKEN_RPAREN);
  g_autofree char *head = g_strdup_printf ("for %s in 1:%s", i, count);

  doc_patch_wrap (patch, connect->span, close, head, "end");
}

void
doc_bundle_number (DocPatch *patch, const DocWire *wire, const DocItem *one)
{
  const DocModel *doc = doc_patch_model (patch);
  g_autofree char *i = doc_chain_variable (doc);
  const char *count = NULL;

  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (wire->ends[k].item != UINT32_MAX && &doc->items[wire->ends[k].item] != one &&
        count == NULL)
      count = doc_bundle_parts (doc, &wire->ends[k]);
  if (count == NULL)
    return;
  doc_bundle_wrap (patch, wire->relation, i, count);
  number_ends (patch, wire, one, i);
}

static bool
is_blank (const BaseSource *source, uint32_t begin, uint32_t end)
{
  return begin + strspn (base_source_text (source) + begin, " \t\r\n") >= end;
}

void
doc_bundle_unwrap (DocPatch *patch, const DocWire *wire)
{
  const LangRelation *loop = wire->loop, *connect = wire->relation;
  const BaseSource *source = loop->span.source;
  const LangBranch *body = &loop->branches[0];
  const uint32_t first = body->relations[0]->span.begin,
                 last = body->relations[body->n - 1]->span.end;
  BaseSpan head = loop->span, tail = doc_patch_find_sign (source, last, LANG_TOKEN_END);

  /* Up to the connects, and from there to `end`, but not comments. */
  head.end =
      is_blank (source, loop->rhs->span.end, first) ? first : loop->rhs->span.end;
  tail.begin = is_blank (source, last, tail.begin) ? last : tail.begin;
  if (wire->owner == connect && loop->meta.span.end > tail.end)
    tail.end = loop->meta.span.end;
  doc_patch_replace (patch, head, "");
  doc_patch_replace (patch, tail, "");
}
