/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each edit leaves right behind itself, as a part of its own step: places and ways
 * of wires that were made up are written down, since they depend on everything else and
 * would jump with the next change, which had to find all of them again; wires that the
 * edit has put under a body are led around it; and those around what it has moved are
 * led anew where that is better, if they were drawn as well as they could be before: a
 * way that somebody has laid down is longer, or has more bends, and stays. */
#include "doc/edit/edit-private.h"

#include <string.h>

#include "doc/wire/edge.h"
#include "doc/wire/net.h"
#include "doc/wire/price.h"
#include "doc/wire/route.h"
#include "doc/wire/spread.h"
#include "doc/wire/tidy.h"
#include "doc/wire/ways.h"

enum { MAX_ROUNDS = 4 };

/* What is noted of a wire before a step: the program finds no better way for it, and
 * its lines stand in the middle of their channels. */
enum { LOOSE = 1, EVEN = 2, NOTED = 4 };

struct DocSettle {
  GHashTable *item_of; /* interned name -> index + 1; made when first asked */
  DocItem *items;      /* copies; the tree of their declarations may be gone */
  uint32_t n_items;
  DocWire *wires;
  uint32_t n_wires;
};

static uint32_t
count_ends (const DocWire *wires, uint32_t n_wires)
{
  uint32_t n = 0;

  for (uint32_t w = 0; w < n_wires; w++)
    n += wires[w].n_ends;
  return n;
}

/* Tables of drawings, by FNV-1a of the words of their points. */
static guint
drawing_hash (gconstpointer key)
{
  const DocDrawing *drawing = key;
  guint64 hash = G_GUINT64_CONSTANT (0xCBF29CE484222325);

  for (uint32_t e = 0; e < drawing->n_edges; e++)
    for (uint32_t k = 0; k < drawing->edges[e].n_points; k++) {
      guint64 words[2];

      memcpy (words, &drawing->edges[e].points[k], sizeof words);
      hash = (hash ^ words[0]) * G_GUINT64_CONSTANT (0x100000001B3);
      hash = (hash ^ (hash >> 32) ^ words[1]) * G_GUINT64_CONSTANT (0x100000001B3);
    }
  return (guint) (hash >> 32);
}

static gboolean
drawing_equal (gconstpointer left, gconstpointer right)
{
  const DocDrawing *a = left, *b = right;

  if (a->n_edges != b->n_edges)
    return FALSE;
  for (uint32_t e = 0; e < a->n_edges; e++)
    if (a->edges[e].n_points != b->edges[e].n_points ||
        memcmp (a->edges[e].points, b->edges[e].points,
                a->edges[e].n_points * sizeof (DocPoint)) != 0)
      return FALSE;
  return TRUE;
}

static DocDrawing
drawn_now (const DocModel *doc, uint32_t w)
{
  return (DocDrawing){doc->wires[w].edges, doc->wires[w].n_edges};
}

DocSettle *
doc_settle_note (const DocModel *doc)
{
  DocSettle *before = g_new0 (DocSettle, 1);

  *before = (DocSettle){
      .items = g_memdup2 (doc->items, doc->n_items * sizeof *doc->items),
      .n_items = doc->n_items,
      .wires = g_memdup2 (doc->wires, doc->n_wires * sizeof *doc->wires),
      .n_wires = doc->n_wires,
  };
  return before;
}

void
doc_settle_free (DocSettle *before)
{
  g_clear_pointer (&before->item_of, g_hash_table_unref);
  g_free (before->items);
  g_free (before->wires);
  g_free (before);
}

static guint
find_name (DocSettle *before, const char *name)
{
  if (before->item_of == NULL) {
    before->item_of = g_hash_table_new (g_direct_hash, g_direct_equal);
    for (uint32_t i = 0; i < before->n_items; i++)
      g_hash_table_insert (before->item_of, (gpointer) before->items[i].name,
                           GUINT_TO_POINTER (i + 1));
  }
  return GPOINTER_TO_UINT (g_hash_table_lookup (before->item_of, name));
}

/* What an item was before: by its name or, if all are still there, by its number, since
 * it may have got another name. NULL: it is new. */
static const DocItem *
find (const DocModel *doc, DocSettle *before, uint32_t item)
{
  const char *name = doc->items[item].name;

  const uint32_t from_end = item + before->n_items - doc->n_items;

  if (item < before->n_items && before->items[item].name == name)
    return &before->items[item];
  if (from_end < before->n_items && before->items[from_end].name == name)
    return &before->items[from_end];
  const guint k = find_name (before, name);
  return k > 0                             ? &before->items[k - 1]
         : before->n_items == doc->n_items ? &before->items[item]
                                           : NULL;
}

DocPatch *
doc_settle_places (DocModel *doc, DocSettle *before)
{
  DocPatch *patch = NULL;

  for (uint32_t i = 0; doc_can_edit (doc) && i < doc->n_items; i++) {
    const DocItem *was = doc->items[i].is_auto_placed ? find (doc, before, i) : NULL;

    if (was == NULL)
      continue;
    const DocPlace place = doc_item_place (was);
    patch = patch != NULL ? patch : doc_patch_new (doc, NULL);
    doc_patch_set_place (patch, doc->items[i].decl, DOC_PATCH_IN_DIAGRAM, &place);
  }
  return patch;
}

/* ---- wires ---- */

static bool
is_same_place (const DocPlace *a, const DocPlace *b)
{
  return a->x == b->x && a->y == b->y && a->width == b->width &&
         a->height == b->height && a->rot == b->rot && a->flip_x == b->flip_x &&
         a->flip_y == b->flip_y;
}

static bool
is_moved (const DocModel *doc, DocSettle *before, uint32_t item)
{
  const DocItem *was = find (doc, before, item);

  if (was == NULL)
    return true;
  if (was->ports == doc->items[item].ports && was->card != NULL)
    return false; /* not read since */
  const DocPlace place = doc_item_place (&doc->items[item]), old = doc_item_place (was);
  return !is_same_place (&place, &old);
}

/* Marks the wires that lie around what was moved. */
static bool *
wires_around (const DocModel *doc, const GArray *moved)
{
  bool *is_around = g_new0 (bool, doc->n_wires + 1);

  for (guint i = 0; i < moved->len; i++) {
    const DocRect box = doc->items[g_array_index (moved, uint32_t, i)].box;
    g_autoptr (GArray) segments = doc_grid_segments (doc, doc_grown (box, DOC_LANE));

    for (guint k = 0; k < segments->len; k++)
      is_around[g_array_index (segments, DocSegment, k).wire] = true;
  }
  return is_around;
}

/* What a step has done. */
typedef struct {
  const GArray *moved;   /* uint32_t: items */
  const bool *is_around; /* per wire: lies around one of them */
  const uint8_t *leave;  /* per wire: what may be done with it, of LOOSE and EVEN */
  GHashTable *drawn;     /* drawings that were there before and may have changed */
  DocDrawing *was;       /* per wire: its own one, if that has not */
} Done;

/* Finds the drawings that the step has left: they are the same arrays, in order. */
static void
find_drawn (const DocModel *doc, const DocDrawing *before, uint32_t n, Done *done)
{
  const uint32_t least = MIN (n, doc->n_wires);
  uint32_t head = 0, tail = 0;

  done->was = g_new0 (DocDrawing, doc->n_wires + 1);
  done->drawn = g_hash_table_new (drawing_hash, drawing_equal);
  while (head < least && before[head].edges == doc->wires[head].edges)
    head++;
  while (tail < least - head &&
         before[n - 1 - tail].edges == doc->wires[doc->n_wires - 1 - tail].edges)
    tail++;
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const uint32_t old = w < doc->n_wires - tail ? w : w + n - doc->n_wires;
    const bool is_between = w >= head && w < doc->n_wires - tail;

    if (!is_between || (old < n && before[old].edges == doc->wires[w].edges))
      done->was[w] = before[old];
  }
  for (uint32_t old = head; old < n - tail; old++)
    if (old >= doc->n_wires - tail || done->was[old].edges == NULL)
      g_hash_table_add (done->drawn, (gpointer) &before[old]);
}

/* Whether a wire is drawn otherwise than before. */
static bool
is_new (const DocModel *doc, const Done *done, uint32_t wire)
{
  const DocDrawing now = drawn_now (doc, wire), was = done->was[wire];

  if (was.edges != NULL && (was.edges == now.edges || drawing_equal (&was, &now)))
    return false;
  return !g_hash_table_contains (done->drawn, &now);
}

/* The edges that the step has made faulty, per wire: of a wire that is drawn otherwise
 * than before those that have any fault, of the others those with one at what was
 * moved. NULL: none. */
static bool *
faulty_edges (const DocModel *doc, const Done *done, uint32_t wire)
{
  const DocWire *w = &doc->wires[wire];
  const bool is_drawn_anew = is_new (doc, done, wire);
  const guint n_moved = is_drawn_anew || !done->is_around[wire] ? 0 : done->moved->len;
  if (!is_drawn_anew && n_moved == 0)
    return NULL;
  g_autofree bool *edges = g_new0 (bool, w->n_edges + 1);
  bool any = false;

  for (uint32_t e = 0; e < w->n_edges; e++) {
    edges[e] = is_drawn_anew && doc_edge_faults (doc, wire, e) > 0;
    for (guint i = 0; i < n_moved && !edges[e]; i++)
      edges[e] = doc_edge_faults_at (doc, wire, e,
                                     g_array_index (done->moved, uint32_t, i)) > 0;
    any |= edges[e];
  }
  return any ? g_steal_pointer (&edges) : NULL;
}

/* ---- wires that may be led anew ---- */

static const double around = 40; /* a place, with its labels and lanes */

static void
note_leave (DocModel *doc, const char *ends, int leave)
{
  if (doc->loose == NULL)
    doc->loose = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!g_hash_table_contains (doc->loose, ends))
    g_hash_table_insert (doc->loose, g_strdup (ends), GINT_TO_POINTER (NOTED | leave));
}

static void
watch (DocModel *doc, DocRect place, const bool *but)
{
  g_autoptr (GArray) segments = doc_grid_segments (doc, place);
  const uint64_t limit = doc_route_limit_notes (doc);
  g_autoptr (GString) ends = g_string_new (NULL);
  uint32_t last = UINT32_MAX;

  for (guint i = 0; i < segments->len; i++) {
    const uint32_t w = g_array_index (segments, DocSegment, i).wire;
    const DocWire *wire = &doc->wires[w];

    if (w == last || wire->is_auto_routed || wire->tag != NULL ||
        (but != NULL && but[w]))
      continue;
    last = w;
    doc_net_print_ends (ends, wire);
    if (doc->loose == NULL || !g_hash_table_contains (doc->loose, ends->str))
      note_leave (doc, ends->str,
                  (doc_tidy_is_loose (doc, w) ? LOOSE : 0) |
                      (doc_spread_is_even (doc, w) ? EVEN : 0));
  }
  doc_route_limit_again (doc, limit);
}

void
doc_settle_watch (DocModel *doc, DocRect place, const bool *but)
{
  watch (doc, doc_grown (place, around), but);
}

void
doc_settle_expect (DocModel *doc,
                   const char *const *ends,
                   const DocPoint *points,
                   uint32_t n)
{
  g_autofree char *list = g_strjoinv (",", (char **) ends);
  g_autofree char *text = g_strconcat (list, ",", NULL);

  for (uint32_t k = 1; k + 2 < n; k++)
    watch (doc, doc_spread_channel (doc, doc_box (points[k], points[k + 1])), NULL);
  note_leave (doc, text, LOOSE | EVEN);
}

/* A bit of the first end: most wires have another one than those that are watched. */
static uint64_t
mark_of (const char *ends)
{
  uint32_t hash = 0;

  for (const char *c = ends; *c != '\0' && *c != ',' && c < ends + 8; c++)
    hash = 31 * hash + (unsigned char) *c;
  return UINT64_C (1) << hash % 64;
}

/* What was noted of each wire. */
static uint8_t *
find_leave (const DocModel *doc)
{
  uint8_t *leave = g_new0 (uint8_t, doc->n_wires + 1);
  uint64_t marks = 0;
  GHashTableIter iter;
  g_autoptr (GHashTable) first = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) ends = g_string_new (NULL);
  gpointer key, value;

  if (doc->loose == NULL || g_hash_table_size (doc->loose) == 0)
    return leave;
  g_hash_table_iter_init (&iter, doc->loose);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    marks |= mark_of (key);
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    if ((marks & mark_of (doc->wires[w].ends[0].name)) == 0)
      continue;
    doc_net_print_ends (ends, &doc->wires[w]);
    if (!g_hash_table_lookup_extended (doc->loose, ends->str, &key, &value))
      continue;
    /* Of several with these ends none. */
    const guint other = GPOINTER_TO_UINT (g_hash_table_lookup (first, key));
    leave[w] = other == 0 ? (uint8_t) (GPOINTER_TO_INT (value) & (LOOSE | EVEN)) : 0;
    if (other > 0)
      leave[other - 1] = 0;
    else
      g_hash_table_insert (first, key, GUINT_TO_POINTER (w + 1));
  }
  return leave;
}

/* Leads a wire of the view anew where it has to be or, unless only that is asked for,
 * may be. */
static bool
settle_wire (DocModel *doc, const Done *done, uint32_t w, bool only_faulty)
{
  const bool is_loose = done->leave[w] & LOOSE;

  if (doc->wires[w].is_auto_routed || doc->wires[w].tag != NULL)
    return false;
  if (is_loose && !only_faulty)
    return doc_tidy_improve (doc, w);
  g_autofree bool *edges = faulty_edges (doc, done, w);
  return edges != NULL &&
         (is_loose ? doc_tidy_improve (doc, w) : doc_tidy_lead (doc, w, edges));
}

DocDrawing *
doc_settle_drawings (const DocWire *wires, uint32_t n)
{
  DocDrawing *drawings = g_new (DocDrawing, n + 1);

  for (uint32_t w = 0; w < n; w++)
    drawings[w] = (DocDrawing){wires[w].edges, wires[w].n_edges};
  return drawings;
}

/* Marks the wires that end at what was moved. */
static bool *
wires_at (const DocModel *doc, const GArray *moved)
{
  g_autofree bool *is_moved = g_new0 (bool, doc->n_items + 1);
  bool *is_at = g_new0 (bool, doc->n_wires + 1);

  for (guint i = 0; i < moved->len; i++)
    is_moved[g_array_index (moved, uint32_t, i)] = true;
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++)
      is_at[w] |= doc->wires[w].ends[k].item != UINT32_MAX &&
                  is_moved[doc->wires[w].ends[k].item];
  return is_at;
}

/* Brings the lines of what may be led anew, and was even or has been led anew, to the
 * middle of their channels. */
static void
spread_lines (DocModel *doc, const uint8_t *leave, const bool *is_led, bool *is_changed)
{
  g_autofree uint32_t *wires = g_new (uint32_t, doc->n_wires + 1);
  uint32_t n = 0;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    if ((leave[w] & LOOSE) && (is_led[w] || (leave[w] & EVEN)) &&
        doc->wires[w].tag == NULL && !doc->wires[w].is_auto_routed)
      wires[n++] = w;
  g_autofree DocDrawing *was = doc_settle_drawings (doc->wires, doc->n_wires);
  doc_spread_wires (doc, wires, n);
  for (uint32_t i = 0; i < n; i++)
    is_changed[wires[i]] |= doc->wires[wires[i]].edges != was[wires[i]].edges;
}

/* One after the other, so that each sees where those before it were led, and again, so
 * that it sees the others, too. */
void
doc_settle_view (DocModel *doc,
                 const GArray *moved,
                 const DocDrawing *before,
                 uint32_t n_before,
                 bool *is_changed)
{
  g_autofree bool *is_around = wires_around (doc, moved);
  g_autofree bool *in_flux = wires_at (doc, moved);
  g_autofree uint8_t *leave = find_leave (doc);
  g_autofree bool *is_led = g_new0 (bool, doc->n_wires + 1);
  Done done = {.moved = moved, .is_around = is_around, .leave = leave};
  const uint64_t limit = doc_route_limit_step (doc);
  bool again = true;

  /* What was drawn so before, with labels as if wires to what was moved were gone, */
  doc_labels_place_again (doc, in_flux);
  find_drawn (doc, before, n_before, &done);
  /* and what that leaves to be led; first, while there is time, what cannot stay. */
  for (int round = 0; round < MAX_ROUNDS && (again || round < 2); round++) {
    again = false;
    for (uint32_t w = 0; w < doc->n_wires; w++)
      if ((round < 2 || !doc_route_is_spent (doc)) &&
          settle_wire (doc, &done, w, round == 0))
        again = is_led[w] = is_changed[w] = true;
  }
  spread_lines (doc, leave, is_led, is_changed);
  g_free (done.was);
  g_hash_table_unref (done.drawn);
  doc_labels_place_again (doc, NULL);
  doc_route_limit_again (doc, limit);
}

/* Whether the text has room for how the wire runs: it says nothing of it, not even
 * something that cannot be read as long as an end is lost, and no other element shares
 * its metadata. */
static bool
can_tell_way (const DocWire *wire, GHashTable *counts)
{
  const LangMeta *meta = &wire->owner->meta;
  const LangJson *dyad = lang_json_get (meta->json, "Dyad");

  return lang_json_get (dyad, "edges") == NULL &&
         (meta->key == NULL ||
          GPOINTER_TO_UINT (g_hash_table_lookup (counts, meta->key)) == 1);
}

/* Marks the wires that are drawn although the text does not say how; their number. */
static uint32_t
mark_routed (const DocModel *doc, bool *is_marked)
{
  g_autoptr (GHashTable) counts = NULL; /* made if it is needed */
  uint32_t n = 0;

  for (uint32_t w = 0; w < doc->n_wires; w++) {
    if (!doc->wires[w].is_auto_routed || doc->wires[w].n_edges == 0)
      continue;
    counts = counts != NULL ? counts : doc_patch_count_keys (doc->class);
    is_marked[w] = can_tell_way (&doc->wires[w], counts);
    n += is_marked[w];
  }
  return n;
}

DocWays *
doc_settle_ways (const DocModel *doc)
{
  g_autofree bool *is_routed = g_new0 (bool, doc->n_wires + 1);
  g_autofree uint32_t *wires = g_new (uint32_t, doc->n_wires + 1);
  const uint32_t n_routed = doc_can_edit (doc) ? mark_routed (doc, is_routed) : 0;
  uint32_t n = 0;

  if (n_routed == 0)
    return NULL;
  for (uint32_t w = 0; w < doc->n_wires; w++)
    if (is_routed[w])
      wires[n++] = w;
  DocWays *ways = doc_ways_new ();
  doc_ways_note (ways, doc, wires, n);
  return ways;
}

DocPatch *
doc_settle_wires (DocModel *doc, DocSettle *before)
{
  g_autoptr (GArray) moved = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t i = 0; i < doc->n_items; i++)
    if (is_moved (doc, before, i))
      g_array_append_val (moved, i);
  g_autofree bool *is_changed = g_new0 (bool, doc->n_wires + 1);
  const uint32_t n_routed = mark_routed (doc, is_changed);
  if (moved->len == 0 && n_routed == 0 && doc->loose == NULL &&
      count_ends (doc->wires, doc->n_wires) >=
          count_ends (before->wires, before->n_wires))
    return NULL;
  /* What was drawn so before stays, if nothing has moved there. */
  g_autofree DocDrawing *drawn = doc_settle_drawings (before->wires, before->n_wires);
  DocPatch *patch = doc_patch_new (doc, NULL);
  if (patch == NULL)
    return NULL;
  doc_settle_view (doc, moved, drawn, before->n_wires, is_changed);
  doc_patch_set_drawings (patch, is_changed);
  return patch;
}
