/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for a text in what the diagram shows and holds. A value is looked for as the
 * inspector shows it, "m = 10 kg", so that "10 kg" and "m = 10" both find it. Each
 * component is found once, for the best reason. */
#include "desk/tool/find.h"

#include <string.h>

#include "base/unit.h"
#include "desk/describe.h"
#include "desk/quantity.h"

static void
found_free (gpointer data)
{
  DeskFound *found = data;

  g_free (found->item);
  g_free (found->tag);
  g_free (found->title);
  g_free (found->detail);
  g_free (found->icon);
  g_free (found);
}

static bool
has (const char *text, const char *folded)
{
  g_autofree char *plain = text != NULL ? g_utf8_casefold (text, -1) : g_strdup ("");

  return strstr (plain, folded) != NULL;
}

/* "m = 10 kg", or NULL if nothing is set. Caller frees. */
static char *
value_text (const DocModel *doc, const DocItem *item, const LibParam *param)
{
  g_autofree char *value = doc_get_modifier (doc, item->name, param->name);

  if (value == NULL)
    return NULL;
  g_autofree char *entry = doc_get_entry (doc, item->name, param->name);
  g_autofree char *shown = desk_quantity_show (param, value, entry);
  g_autofree char *behind = base_unit_behind (" ", entry == NULL ? param->units : NULL);

  return g_strdup_printf ("%s = %s%s", param->name, shown, behind);
}

static char *
find_value (const DocModel *doc, const DocItem *item, const char *folded)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++) {
    char *text = value_text (doc, item, &item->card->params[i]);

    if (text != NULL && has (text, folded))
      return text;
    g_free (text);
  }
  return NULL;
}

/* What an item is found for, as the detail of its row; NULL: it is not. `pass` says
 * where to look. Caller frees. */
static char *
reason (const DocModel *doc, const DocItem *item, const char *folded, int pass)
{
  const char *class = item->card != NULL ? item->card->title : "";

  switch (pass) {
  case 0:
    return has (item->name, folded) || has (class, folded) ? g_strdup (class) : NULL;
  case 1:
    return find_value (doc, item, folded);
  default:
    return has (item->decl->doc, folded) ? desk_describe_doc (item->decl->doc) : NULL;
  }
}

typedef struct {
  const DocModel *doc;
  const char *folded; /* what is looked for */
  guint at_most;
  GHashTable *seen; /* names of components that are found */
  GPtrArray *found;
} Search;

static void
find_items (Search *search, int pass)
{
  for (uint32_t i = 0;
       i < doc_n_items (search->doc) && search->found->len < search->at_most; i++) {
    const DocItem *item = doc_item (search->doc, i);
    char *detail = g_hash_table_contains (search->seen, item->name)
                       ? NULL
                       : reason (search->doc, item, search->folded, pass);
    DeskFound *one;

    if (detail == NULL)
      continue;
    g_hash_table_add (search->seen, (gpointer) item->name);
    one = g_new (DeskFound, 1);
    *one = (DeskFound){.item = g_strdup (item->name),
                       .note = UINT32_MAX,
                       .title = g_strdup (item->name),
                       .detail = detail,
                       .icon = g_strdup (item->icon)};
    g_ptr_array_add (search->found, one);
  }
}

/* Each net once, however many connects it has. */
static void
find_tags (Search *search)
{
  const DocModel *doc = search->doc;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (uint32_t w = 0; *search->folded != '\0' && w < doc_n_wires (doc) &&
                       search->found->len < search->at_most;
       w++) {
    const DocWire *wire = doc_wire (doc, w);
    const char *tag = wire->tag;
    DeskFound *one;

    if (tag == NULL || wire->n_edges == 0 || !has (tag, search->folded) ||
        !g_hash_table_add (seen, (gpointer) tag))
      continue;
    one = g_new (DeskFound, 1);
    *one = (DeskFound){.tag = g_strdup (tag),
                       .note = UINT32_MAX,
                       .title = g_strdup (tag),
                       .detail = desk_describe_net (doc, w)};
    g_ptr_array_add (search->found, one);
  }
}

static void
find_notes (Search *search)
{
  const DocModel *doc = search->doc;

  for (uint32_t i = 0; *search->folded != '\0' && i < doc_n_notes (doc) &&
                       search->found->len < search->at_most;
       i++)
    if (has (doc_note (doc, i)->text, search->folded)) {
      DeskFound *one = g_new0 (DeskFound, 1);

      one->note = i;
      one->title = desk_describe_doc (doc_note (doc, i)->text);
      g_ptr_array_add (search->found, one);
    }
}

GPtrArray *
desk_find (DeskStudio *studio, const char *text, guint at_most)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (found_free);
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Search search = {studio->document->doc, folded, at_most, seen, found};

  find_items (&search, 0);
  find_tags (&search);
  find_items (&search, 1);
  find_items (&search, 2);
  find_notes (&search);
  return found;
}
