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
  g_autofree char *unit = base_unit_to_label (param->units != NULL ? param->units : "");
  const bool has_unit = entry == NULL && *unit != '\0' && strcmp (unit, "1") != 0;

  return g_strdup_printf ("%s = %s%s%s", param->name, shown, has_unit ? " " : "",
                          has_unit ? unit : "");
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

static void
find_items (const DocModel *doc, const char *folded, guint at_most, GPtrArray *found)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (int pass = 0; pass < 3; pass++)
    for (uint32_t i = 0; i < doc_n_items (doc) && found->len < at_most; i++) {
      const DocItem *item = doc_item (doc, i);
      char *detail = g_hash_table_contains (seen, item->name)
                         ? NULL
                         : reason (doc, item, folded, pass);
      DeskFound *one;

      if (detail == NULL)
        continue;
      g_hash_table_add (seen, (gpointer) item->name);
      one = g_new (DeskFound, 1);
      *one =
          (DeskFound){.item = g_strdup (item->name),
                      .note = UINT32_MAX,
                      .title = g_strdup (item->name),
                      .detail = detail,
                      .icon = item->card != NULL ? g_strdup (item->card->icon) : NULL};
      g_ptr_array_add (found, one);
    }
}

static void
find_notes (const DocModel *doc, const char *folded, guint at_most, GPtrArray *found)
{
  for (uint32_t i = 0; *folded != '\0' && i < doc_n_notes (doc) && found->len < at_most;
       i++)
    if (has (doc_note (doc, i)->text, folded)) {
      DeskFound *one = g_new0 (DeskFound, 1);

      one->note = i;
      one->title = desk_describe_doc (doc_note (doc, i)->text);
      g_ptr_array_add (found, one);
    }
}

GPtrArray *
desk_find (DeskStudio *studio, const char *text, guint at_most)
{
  GPtrArray *found = g_ptr_array_new_with_free_func (found_free);
  g_autofree char *folded = g_utf8_casefold (text, -1);

  find_items (studio->document->doc, folded, at_most, found);
  find_notes (studio->document->doc, folded, at_most, found);
  return found;
}
