/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Most modifiers of an instance, as the mass of a body, decide nothing of what its card
 * says; each card tells which ones do (`decisive`). A class has a list of cards, and
 * with each what was written for these: few, unless a number of ports or the like is
 * changed again and again. */
#include "doc/view/cards.h"

#include <string.h>

#include "doc/model-private.h"

enum { DEEPEST_EXTENDS = 8 };

typedef struct {
  const LibCard *card;
  const char **values; /* of what is decisive, as written; NULL: no modifier */
} Kept;

struct DocCards {
  BaseArena *arena;
  GHashTable *of_class; /* LangClass -> GArray of Kept */
};

DocCards *
doc_cards_new (BaseArena *arena)
{
  DocCards *cards = g_new (DocCards, 1);

  *cards = (DocCards){arena, g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL,
                                                    (GDestroyNotify) g_array_unref)};
  return cards;
}

void
doc_cards_free (DocCards *cards)
{
  if (cards == NULL)
    return;
  g_hash_table_unref (cards->of_class);
  g_free (cards);
}

/* What an instance says of a parameter; no source if nothing. */
static BaseSpan
value_of (const LangDecl *decl, const char *name)
{
  for (uint32_t i = 0; i < decl->n_mods; i++) {
    const LangMod *mod = decl->mods[i];

    if (mod->target.n == 1 && mod->target.parts[0] == name && mod->value != NULL)
      return mod->value->span;
  }
  return (BaseSpan){0};
}

static bool
is_for (const Kept *kept, const LangDecl *decl)
{
  for (uint32_t i = 0; i < kept->card->n_decisive; i++) {
    const BaseSpan now = value_of (decl, kept->card->decisive[i]);
    const char *value = kept->values[i];

    if ((now.source == NULL) != (value == NULL))
      return false;
    if (value != NULL && (strlen (value) != now.end - now.begin ||
                          memcmp (value, base_source_text (now.source) + now.begin,
                                  now.end - now.begin) != 0))
      return false;
  }
  return true;
}

const LibCard *
doc_cards_get (DocCards *cards,
               const LibIndex *index,
               const LibEntry *entry,
               const LangDecl *decl,
               const char *from)
{
  GArray *list = g_hash_table_lookup (cards->of_class, entry->class);

  /* One that is there, */
  for (guint i = 0; list != NULL && i < list->len; i++) {
    const Kept *kept = &g_array_index (list, Kept, i);

    if (is_for (kept, decl))
      return kept->card;
  }
  /* or one more, */
  const LibCard *card = lib_card (cards->arena, index, entry, decl, from);
  if (card == NULL)
    return NULL;
  if (list == NULL) {
    list = g_array_new (FALSE, FALSE, sizeof (Kept));
    g_hash_table_insert (cards->of_class, (gpointer) entry->class, list);
  }
  /* with what it is for. */
  Kept kept = {card, base_arena_array (cards->arena, const char *, card->n_decisive)};
  for (uint32_t i = 0; i < card->n_decisive; i++) {
    const BaseSpan value = value_of (decl, card->decisive[i]);

    if (value.source != NULL)
      kept.values[i] = base_arena_strndup (
          cards->arena, base_source_text (value.source) + value.begin,
          value.end - value.begin);
  }
  g_array_append_val (list, kept);
  return card;
}

/* ---- of a diagram ---- */

/* Whether a definition is the component shown, or extends it: then it changes with each
 * edit. A chain of `extends` without end does, too. */
static bool
is_on_shown (const DocModel *doc, const LibEntry *entry, uint32_t depth)
{
  if (entry == NULL || entry->file != doc->file)
    return false;
  if (entry->class == doc->class || depth == DEEPEST_EXTENDS)
    return true;
  for (uint32_t i = 0; i < entry->class->n_decls; i++) {
    const LangDecl *decl = entry->class->decls[i];

    if (decl->kind == LANG_EXTENDS &&
        is_on_shown (doc,
                     lib_index_find (doc->index, doc->namespace, decl->class_name.text,
                                     LIB_COMPONENTS),
                     depth + 1))
      return true;
  }
  return false;
}

/* Other definitions of the file stay as long as the view, and so do their cards, with
 * the index that the view was built from. */
const LibCard *
doc_cards_find (DocModel *doc,
                BaseArena *arena,
                const LangDecl *decl,
                bool *is_of_shown)
{
  const LibEntry *entry = lib_index_find (doc->index, doc->namespace,
                                          decl->class_name.text, LIB_COMPONENTS);

  *is_of_shown = is_on_shown (doc, entry, 0);
  if (entry == NULL)
    return NULL;
  if (*is_of_shown)
    return lib_card (arena, doc->index, entry, decl, doc->namespace);
  if (entry->file != doc->file)
    return doc_cards_get (doc->cards, doc->library, entry, decl, "");
  const LibEntry *kept = lib_index_find (doc->view_index, doc->namespace,
                                         decl->class_name.text, LIB_COMPONENTS);
  return doc_cards_get (doc->own_cards, doc->view_index, kept, decl, doc->namespace);
}
