/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses what is typed in one field together. Where a part has no port for the one
 * before it, that one is looked for by its name in the library of the new part, and so
 * is the one before that, until all of them can be joined; they are then taken back and
 * inserted anew, each with its own step of undo. What somebody chose by hand, what
 * hangs on a port or on a wire, and what has been edited since stays. */
#include "desk/tool/chain.h"

#include <glib/gi18n.h>

#include "doc/edit/edit.h"

typedef struct {
  DeskInsertion what; /* its text is owned */
  DocPoint at;
  const char *beside; /* what was selected, interned, or NULL */
  bool is_open;       /* may become something else */
} Link;

struct DeskChain {
  DeskStudio *studio;
  DeskCatalogue *catalogue;
  GArray *links;    /* of Link */
  GPtrArray *names; /* of these, interned */
  uint32_t depth;   /* of undo after the last one */
};

static void
link_clear (gpointer data)
{
  g_free ((char *) ((Link *) data)->what.text);
}

DeskChain *
desk_chain_new (DeskStudio *studio, DeskCatalogue *catalogue)
{
  DeskChain *chain = g_new0 (DeskChain, 1);

  chain->studio = studio;
  chain->catalogue = catalogue;
  chain->links = g_array_new (FALSE, FALSE, sizeof (Link));
  chain->names = g_ptr_array_new ();
  g_array_set_clear_func (chain->links, link_clear);
  return chain;
}

void
desk_chain_free (DeskChain *chain)
{
  if (chain == NULL)
    return;
  g_array_unref (chain->links);
  g_ptr_array_unref (chain->names);
  g_free (chain);
}

const char *const *
desk_chain_names (const DeskChain *chain, uint32_t *n)
{
  *n = chain->names->len;
  return (const char *const *) chain->names->pdata;
}

/* ---- what can be joined ---- */

static bool
ports_fit (const LibIndex *index, const LibPort *a, const LibPort *b)
{
  return a->is_present && b->is_present && !(a->is_held && b->is_held) &&
         (!lib_port_is_signal (a) || a->is_output != b->is_output) &&
         lib_card_match_ports (index, a, false, b, false, NULL);
}

static bool
cards_fit (const LibIndex *index, const LibCard *a, const LibCard *b)
{
  for (uint32_t i = 0; i < a->n_ports; i++)
    for (uint32_t k = 0; k < b->n_ports; k++)
      if (ports_fit (index, &a->ports[i], &b->ports[k]))
        return true;
  return false;
}

static bool
item_fits (const DeskChain *chain, const char *name, const LibCard *card)
{
  const DocModel *doc = chain->studio->document->doc;
  const uint32_t k = doc_find_item (doc, name);

  return k != UINT32_MAX && doc_item (doc, k)->card != NULL &&
         cards_fit (doc_index (doc), doc_item (doc, k)->card, card);
}

static const char *
selected (const DeskChain *chain)
{
  uint32_t n;
  const char *const *names = desk_selection_names (chain->studio->selection, &n);

  return n > 0 ? g_intern_string (names[n - 1]) : NULL;
}

/* What a library calls as this one is called, if that takes the values of the link. */
static DeskComponent *
namesake (const DeskChain *chain, const Link *link, const char *library)
{
  const LibCard *card = desk_catalogue_component_card (link->what.component);
  g_autoptr (GListModel) found = desk_catalogue_search (chain->catalogue, card->title);

  for (guint i = 0; i < g_list_model_get_n_items (found); i++) {
    g_autoptr (DeskComponent) other = g_list_model_get_item (found, i);
    const LibCard *its = desk_catalogue_component_card (other);
    g_autofree char *problem = NULL;

    if (!g_str_equal (its->title, card->title) || !g_str_equal (its->library, library))
      continue;
    g_free (desk_insert_preview (chain->catalogue, other, link->what.text, &problem));
    return problem == NULL ? other : NULL; /* the catalogue keeps it */
  }
  return NULL;
}

/* The links that have to become something else so that a component can be joined with
 * the last one, which are put into `others`; the number of the first, that of all links
 * if nothing has to, UINT32_MAX if that does not help. */
static uint32_t
first_to_change (const DeskChain *chain, const LibCard *card, DeskComponent **others)
{
  const LibIndex *index = doc_index (chain->studio->document->doc);
  const char *before = selected (chain);
  uint32_t i = chain->links->len;

  if (before == NULL || item_fits (chain, before, card))
    return i;
  if (doc_undo_depth (chain->studio->document->doc) != chain->depth)
    return UINT32_MAX;
  for (const LibCard *next = card; i > 0 && before == chain->names->pdata[i - 1];) {
    const Link *link = &g_array_index (chain->links, Link, --i);

    others[i] = link->is_open ? namesake (chain, link, card->library) : NULL;
    if (others[i] == NULL ||
        !cards_fit (index, desk_catalogue_component_card (others[i]), next))
      return UINT32_MAX;
    next = desk_catalogue_component_card (others[i]);
    before = link->beside;
    if (before == NULL || item_fits (chain, before, next))
      return i;
  }
  return UINT32_MAX;
}

char *
desk_chain_refusal (const DeskChain *chain, DeskComponent *component)
{
  const LibCard *card = desk_catalogue_component_card (component);
  const uint32_t n = chain->links->len;
  g_autofree DeskComponent **others = g_new (DeskComponent *, n + 1);

  if (n == 0 || selected (chain) != chain->names->pdata[n - 1] ||
      first_to_change (chain, card, others) != UINT32_MAX)
    return NULL;
  return g_strdup_printf (_ ("%s cannot be joined with %s; Shift+Return inserts it "
                             "without a wire"),
                          card->title, selected (chain));
}

/* ---- inserting ---- */

static void
insert_anew (DeskChain *chain, uint32_t first, DeskComponent **others)
{
  DocModel *doc = chain->studio->document->doc;

  for (uint32_t i = first; i < chain->links->len; i++)
    doc_undo (doc);
  for (uint32_t i = first; i < chain->links->len; i++) {
    Link *link = &g_array_index (chain->links, Link, i);

    if (i > first)
      link->beside = chain->names->pdata[i - 1];
    desk_selection_set (chain->studio->selection, &link->beside, link->beside != NULL);
    link->what.component = others[i];
    const char *name =
        desk_insert (chain->studio, chain->catalogue, &link->what, link->at);
    if (name != NULL)
      chain->names->pdata[i] = (gpointer) g_intern_string (name);
  }
}

const char *
desk_chain_insert (DeskChain *chain,
                   const DeskInsertion *what,
                   DocPoint at,
                   const DeskInsertEnd *end)
{
  const LibCard *card = desk_catalogue_component_card (what->component);
  const bool is_free = end == NULL && what->from == NULL && !what->is_alone;
  const uint32_t n = chain->links->len;
  g_autofree DeskComponent **others = g_new (DeskComponent *, n + 1);
  const uint32_t first = is_free ? first_to_change (chain, card, others) : n;

  /* What it follows, the part itself, and what is known of it. */
  if (first < n)
    insert_anew (chain, first, others);
  const char *beside = selected (chain);
  const char *name =
      end != NULL ? desk_insert_at_end (chain->studio, chain->catalogue, what, end)
                  : desk_insert (chain->studio, chain->catalogue, what, at);
  if (name == NULL)
    return NULL;
  g_array_append_val (chain->links, ((Link){*what, at, beside, is_free}));
  Link *last = &g_array_index (chain->links, Link, n);
  last->what.text = g_strdup (what->text);
  last->is_open = is_free && !what->is_chosen;
  g_ptr_array_add (chain->names, (gpointer) g_intern_string (name));
  chain->depth = doc_undo_depth (chain->studio->document->doc);
  return name;
}
