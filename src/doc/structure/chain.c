/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains the parts of an array, each with the next one, by the loop that
 * structure/array.h knows: by the ports that a way through a part leads between, or by
 * two that a wire was drawn between. All links of an array stand in one loop. */
#include "doc/structure/chain.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "doc/edit/edit-private.h"
#include "doc/error.h"
#include "doc/structure/array.h"

/* ---- which ports ---- */

bool
doc_is_way (const DocPort *a, const DocPort *b)
{
  const bool is_opposite =
      a->outward.x == -b->outward.x && a->outward.y == -b->outward.y;

  if (!is_opposite || lib_port_is_signal (a->port) != lib_port_is_signal (b->port))
    return false;
  if (lib_port_is_signal (a->port))
    return a->port->is_input == b->port->is_output;
  return a->port->connector == b->port->connector;
}

bool
doc_has_wire (const DocModel *doc, uint32_t item, uint32_t port)
{
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      if (doc->wires[w].ends[k].item == item && doc->wires[w].ends[k].port == port)
        return true;
  return false;
}

/* Which of two ports is free at the first part: the one on the side where others are,
 * the input, or the one that is declared first. */
static DocChained
link_between (const DocPort *a, const DocPort *b, const DocPort *like)
{
  const bool is_side_known =
      like != NULL &&
      (like->outward.x * a->outward.x + like->outward.y * a->outward.y != 0);
  const bool is_first =
      is_side_known ? doc_is_same (like->outward, a->outward) : !a->port->is_output;

  return is_first ? (DocChained){a->name, b->name} : (DocChained){b->name, a->name};
}

static const DocPort *
port_named (const DocItem *item, const char *name)
{
  for (uint32_t i = 0; i < item->n_ports; i++)
    if (strcmp (item->ports[i].name, name) == 0)
      return &item->ports[i];
  return NULL;
}

/* A port that is free at the first part already, or NULL. */
static const DocPort *
first_of (const DocItem *item)
{
  return item->array != NULL && item->array->n_links > 0
             ? port_named (item, item->array->links[0].first)
             : NULL;
}

static bool
can_pass (const DocPort *a, const DocPort *b)
{
  return a->port->size == 0 && b->port->size == 0 && doc_is_way (a, b);
}

GArray *
doc_chain_links (const DocItem *item)
{
  GArray *links = g_array_new (FALSE, FALSE, sizeof (DocChained));
  g_autofree bool *is_used = g_new0 (bool, item->n_ports + 1);
  const DocPort *like = first_of (item);

  for (uint32_t i = 0; i < item->n_ports; i++)
    is_used[i] = doc_array_element (item->array, item->ports[i].name) != NULL;
  /* bodies before signals */
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < item->n_ports; i++)
      for (uint32_t k = i + 1; k < item->n_ports; k++) {
        const DocPort *a = &item->ports[i], *b = &item->ports[k];

        if (is_used[i] || is_used[k] || !can_pass (a, b) ||
            lib_port_is_signal (a->port) != (pass == 1))
          continue;
        const DocChained link = link_between (a, b, like);
        is_used[i] = is_used[k] = true;
        like = like != NULL ? like : port_named (item, link.first);
        g_array_append_val (links, link);
      }
  return links;
}

/* ---- the loop ---- */

char *
doc_chain_last (const char *count)
{
  const double number = doc_array_number (count);

  return isnan (number) ? g_strdup_printf ("%s - 1", count)
                        : g_strdup_printf ("%.0f", number - 1);
}

char *
doc_chain_variable (const DocModel *doc)
{
  char *name = g_strdup ("i");

  for (uint32_t k = 2; !doc_name_is_free (doc, name); k++) {
    g_free (name);
    name = g_strdup_printf ("i%u", k);
  }
  return name;
}

static char *
link_text (const char *name, const char *i, DocChained link)
{
  return g_strdup_printf ("connect(%s[%s].%s, %s[%s + 1].%s)", name, i, link.last, name,
                          i, link.first);
}

void
doc_chain_write (DocPatch *patch,
                 const char *name,
                 const char *count,
                 const GArray *links)
{
  g_autofree char *i = doc_chain_variable (doc_patch_model (patch));
  g_autofree char *last = doc_chain_last (count);
  g_autofree char *head = g_strdup_printf ("for %s in 1:%s", i, last);

  doc_patch_add_relation (patch, head);
  for (guint k = 0; k < links->len; k++) {
    g_autofree char *link = link_text (name, i, g_array_index (links, DocChained, k));
    g_autofree char *line = g_strconcat ("  ", link, NULL);

    doc_patch_add_relation (patch, line);
  }
  doc_patch_add_relation (patch, "end");
}

/* Into the loop that is there, or into a new one. */
static bool
add_links (DocModel *doc, const DocItem *item, const GArray *links, GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);
  const LangRelation *loop = item->array->loop;

  if (patch == NULL)
    return false;
  if (loop == NULL)
    doc_chain_write (patch, item->name, item->array->count, links);
  for (guint k = 0; loop != NULL && k < links->len; k++) {
    g_autofree char *link =
        link_text (item->name, loop->name, g_array_index (links, DocChained, k));

    doc_patch_insert_line_before (patch, loop->branches[0].relations[0]->span, link);
  }
  return doc_apply (patch, "Chain %s", item->name);
}

/* ---- edits ---- */

/* Why its parts cannot be chained, or chained further. */
static bool
check (const DocItem *item, GError **error)
{
  const DocArray *array = item->array;

  if (array == NULL)
    return doc_error_refuse (error, "%s is a single part", item->name);
  if (!array->is_plain)
    return doc_error_refuse (error, "The parts of %s are not numbered from 1 on",
                             item->name);
  return array->loop == NULL || array->n_links > 0 ||
         doc_error_refuse (error, "A loop in the text joins parts of %s already",
                           item->name);
}

static bool
check_port (const DocModel *doc, uint32_t item, const char *name, GError **error)
{
  const DocItem *of = &doc->items[item];
  const uint32_t port = (uint32_t) (port_named (of, name) - of->ports);

  return !doc_has_wire (doc, item, port) ||
         doc_error_refuse (error,
                           "A wire joins %s.%s of each part; take it away, so that "
                           "the parts can be chained there",
                           of->name, name);
}

static bool
check_link (const DocModel *doc, uint32_t item, DocChained link, GError **error)
{
  return check_port (doc, item, link.first, error) &&
         check_port (doc, item, link.last, error);
}

bool
doc_can_chain (const DocModel *doc, const char *name)
{
  const uint32_t item = doc_find_item (doc, name);

  if (item == UINT32_MAX || !check (&doc->items[item], NULL))
    return false;
  g_autoptr (GArray) links = doc_chain_links (&doc->items[item]);
  return links->len > 0;
}

bool
doc_chain (DocModel *doc, const char *name, GError **error)
{
  const uint32_t item = doc_find_item (doc, name);

  if (item == UINT32_MAX || !check (&doc->items[item], error))
    return false;
  g_autoptr (GArray) links = doc_chain_links (&doc->items[item]);
  if (links->len == 0)
    return doc_error_refuse (error,
                             "%s has no two ports of one kind on opposite sides that "
                             "could be chained",
                             name);
  for (guint k = 0; k < links->len; k++)
    if (!check_link (doc, item, g_array_index (links, DocChained, k), error))
      return false;
  return add_links (doc, &doc->items[item], links, error);
}

char *
doc_chain_refusal (const DocModel *doc, const DocEnd *a, const DocEnd *b)
{
  const DocItem *item = &doc->items[a->item];
  const DocChained link = {doc_end_port (doc, a)->name, doc_end_port (doc, b)->name};
  g_autoptr (GError) error = NULL;

  return check (item, &error) && check_link (doc, a->item, link, &error)
             ? NULL
             : g_strdup (error->message);
}

bool
doc_chain_by (DocModel *doc, const DocEnd *a, const DocEnd *b, GError **error)
{
  const DocItem *item = &doc->items[a->item];
  const bool is_in_order = a->port < b->port;
  const DocChained link =
      link_between (&item->ports[is_in_order ? a->port : b->port],
                    &item->ports[is_in_order ? b->port : a->port], first_of (item));
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (DocChained));

  g_array_append_val (links, link);
  return add_links (doc, item, links, error);
}
