/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weighs components by the diagram: by how much of it is of their domain (the share of
 * their connector among the ports of the diagram), and by whether they have a port that
 * the selected component, or the wire that is drawn, can take. Whether two connectors
 * match is asked once for each pair, since there are few of them and many ports. */
#include "desk/tool/offer.h"

#include <string.h>

#include "doc/edit/edit.h"

/* Of two that are called what is typed, the one that can be joined with the selection
 * comes first, whatever the diagram is of: by more than its domain and the difference
 * between a name and what else people say. */
static const int of_domain = 20;    /* points at most for the share of the diagram */
static const int of_signals = 10;   /* for blocks, which belong to any domain */
static const int of_selection = 26; /* that can take a port of it */
static const int of_library = 20;   /* of the part that the wire comes from */

/* Where a wire of signals is drawn, and nothing is typed, what most people put there
 * comes first, and then what needs no signal itself. */
static const int of_usual = 60;
static const int of_source = 20;

/* What is known of a port of the item. */
typedef struct {
  bool is_asked;   /* something is looked for that can be joined there */
  bool has_signal; /* and takes no other */
  bool is_held;    /* and nothing that holds too can be joined there */
} Port;

typedef struct {
  const DocModel *doc;
  GHashTable *counts;   /* connector -> how many ports of the diagram are of it */
  guint most;           /* of these */
  const DocItem *item;  /* what it is to be joined with, or NULL */
  uint32_t port;        /* of that; UINT32_MAX: any that has no wire */
  bool must_fit;        /* what cannot be joined is not offered */
  bool is_signal;       /* the port is of signals */
  bool is_empty;        /* nothing is typed */
  GArray *ports;        /* of Port: those of the item */
  GHashTable *verdicts; /* "connector connector" -> may they be joined? 1 or 2 */
} Diagram;

static void
count_ports (Diagram *diagram)
{
  for (uint32_t i = 0; i < doc_n_items (diagram->doc); i++) {
    const DocItem *item = doc_item (diagram->doc, i);

    for (uint32_t k = 0; k < item->n_ports; k++) {
      const LibPort *port = item->ports[k].port;
      const gpointer key = (gpointer) port->connector;
      const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (diagram->counts, key)) + 1;

      if (lib_port_is_signal (port))
        continue;
      g_hash_table_insert (diagram->counts, key, GUINT_TO_POINTER (n));
      diagram->most = MAX (diagram->most, n);
    }
  }
}

/* ---- does it fit? ---- */

static bool
can_join (Diagram *diagram, uint32_t port, const LibPort *to)
{
  const LibPort *from = diagram->item->ports[port].port;
  g_autofree char *key = g_strdup_printf ("%s %s", from->class_name, to->class_name);
  gpointer known = g_hash_table_lookup (diagram->verdicts, key);

  if (known == NULL) {
    const bool is_fit = lib_card_match_ports (
        doc_index (diagram->doc), from, diagram->item->is_own_port, to, false, NULL);

    known = GINT_TO_POINTER (is_fit ? 1 : 2);
    g_hash_table_insert (diagram->verdicts, g_steal_pointer (&key), known);
  }
  return GPOINTER_TO_INT (known) == 1;
}

static bool
flows (const Port *from, const LibPort *to)
{
  if (!lib_port_is_signal (to))
    return !to->is_held || !from->is_held;
  return from->has_signal ? to->is_input : to->is_output;
}

/* Notes what stands at the ports of the item. What can be joined with it as it is has a
 * port for one that has no wire; what is typed may branch off where one ends. */
static void
note_ports (Diagram *diagram, bool may_branch)
{
  const uint32_t n = diagram->item != NULL ? diagram->item->n_ports : 0;

  g_array_set_size (diagram->ports, n);
  for (uint32_t i = 0; i < n; i++) {
    g_autofree char *name = doc_port_name (diagram->item, i);

    g_array_index (diagram->ports, Port, i) =
        (Port){.is_asked = diagram->port == UINT32_MAX || diagram->port == i,
               .has_signal = doc_has_signal (diagram->doc, name),
               .is_held = doc_is_held (diagram->doc, name)};
  }
  for (uint32_t w = 0; w < doc_n_wires (diagram->doc) && !may_branch; w++)
    for (uint32_t k = 0; k < doc_wire (diagram->doc, w)->n_ends; k++) {
      const DocEnd *end = &doc_wire (diagram->doc, w)->ends[k];

      if (end->item != UINT32_MAX &&
          doc_item (diagram->doc, end->item) == diagram->item)
        g_array_index (diagram->ports, Port, end->port).is_asked = false;
    }
}

/* Can it be joined with the item there? */
static bool
fits (Diagram *diagram, const LibCard *card)
{
  for (uint32_t i = 0; i < diagram->ports->len; i++) {
    const Port *port = &g_array_index (diagram->ports, Port, i);

    for (uint32_t k = 0; k < card->n_ports; k++)
      if (port->is_asked && card->ports[k].is_present &&
          flows (port, &card->ports[k]) && can_join (diagram, i, &card->ports[k]))
        return true;
  }
  return false;
}

/* ---- points ---- */

static int
domain_points (const Diagram *diagram, const LibCard *card)
{
  bool is_body = false;
  guint most = 0;

  for (uint32_t i = 0; i < card->n_ports; i++) {
    const LibPort *port = &card->ports[i];
    const guint n =
        GPOINTER_TO_UINT (g_hash_table_lookup (diagram->counts, port->connector));

    if (lib_port_is_signal (port) || !port->is_present)
      continue;
    is_body = true;
    most = MAX (most, n);
  }
  if (!is_body)
    return of_signals;
  return diagram->most > 0 ? (int) (of_domain * most / diagram->most) : 0;
}

/* For blocks, by the order in which their library gives them words. */
static int
usual_points (const Diagram *diagram, const LibCard *card)
{
  const LibAbout *about = lib_index_about (doc_index (diagram->doc), card->library);
  const LangJson *words = about != NULL ? about->words : NULL;
  const bool is_table = words != NULL && words->kind == LANG_JSON_OBJECT;
  int points = of_source;

  for (uint32_t i = 0; i < card->n_ports; i++) {
    const LibPort *port = &card->ports[i];

    if (port->is_present && !lib_port_is_signal (port))
      return 0;
    if (port->is_present && port->is_input)
      points = 0;
  }
  for (uint32_t i = 0; is_table && i < words->n; i++)
    if (g_str_equal (words->keys[i], card->title))
      points += MAX (of_usual - 2 * (int) i, 0);
  return points;
}

static int
weigh (const LibCard *card, gpointer data)
{
  Diagram *diagram = data;
  const bool is_fit = fits (diagram, card);
  int points = domain_points (diagram, card);

  if (is_fit)
    points += of_selection;
  else if (diagram->must_fit)
    return -1;
  if (diagram->is_signal)
    points += diagram->is_empty ? usual_points (diagram, card) : 0;
  else if (diagram->must_fit && diagram->item->card != NULL &&
           g_strcmp0 (diagram->item->card->library, card->library) == 0)
    points += of_library;
  return points;
}

static GListModel *
rank (Diagram *diagram, DeskCatalogue *catalogue, const char *text)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) verdicts =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) ports = g_array_new (FALSE, FALSE, sizeof (Port));

  diagram->is_empty = text[strspn (text, " ")] == '\0';
  diagram->ports = ports;
  diagram->counts = counts;
  diagram->verdicts = verdicts;
  count_ports (diagram);
  note_ports (diagram, !diagram->is_empty || diagram->port != UINT32_MAX);
  return desk_catalogue_rank (catalogue, text, weigh, diagram);
}

GListModel *
desk_offer_search (DeskStudio *studio, DeskCatalogue *catalogue, const char *text)
{
  const DocModel *doc = studio->document->doc;
  uint32_t n;
  const char *const *names = desk_selection_names (studio->selection, &n);
  const uint32_t item = n > 0 ? doc_find_item (doc, names[n - 1]) : UINT32_MAX;
  const bool is_empty = text[strspn (text, " ")] == '\0';

  if (is_empty && item == UINT32_MAX)
    return desk_catalogue_search (catalogue, text);
  return rank (&(Diagram){.doc = doc,
                          .item = item != UINT32_MAX ? doc_item (doc, item) : NULL,
                          .port = UINT32_MAX,
                          .must_fit = is_empty},
               catalogue, text);
}

GListModel *
desk_offer_at_port (DeskStudio *studio,
                    DeskCatalogue *catalogue,
                    const char *port,
                    const char *text)
{
  const DocModel *doc = studio->document->doc;
  DocEnd end;

  if (!doc_find_port (doc, port, &end))
    return G_LIST_MODEL (g_list_store_new (DESK_TYPE_COMPONENT));
  return rank (&(Diagram){.doc = doc,
                          .item = doc_item (doc, end.item),
                          .port = end.port,
                          .is_signal = lib_port_is_signal (
                              doc_item (doc, end.item)->ports[end.port].port),
                          .must_fit = true},
               catalogue, text);
}

/* ---- the domain ---- */

static bool
is_block (const DocItem *item)
{
  for (uint32_t i = 0; i < item->n_ports; i++)
    if (!lib_port_is_signal (item->ports[i].port))
      return false;
  return true;
}

const char *
desk_offer_domain (DeskStudio *studio)
{
  const DocModel *doc = studio->document->doc;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  const char *best = NULL;
  guint most = 0;

  for (uint32_t i = 0; i < doc_n_items (doc); i++) {
    const DocItem *item = doc_item (doc, i);
    const char *library = item->card != NULL ? item->card->library : "";
    const guint weight = is_block (item) ? 1 : doc_n_items (doc);
    const guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, library)) + weight;

    g_hash_table_insert (counts, (gpointer) library, GUINT_TO_POINTER (n));
    if (*library != '\0' && n > most) {
      most = n;
      best = library;
    }
  }
  const LibAbout *about = best != NULL ? lib_index_about (doc_index (doc), best) : NULL;
  return about != NULL ? about->title : NULL;
}
