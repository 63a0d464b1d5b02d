/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding, deleting and commenting out components. One that is dropped makes way to the
 * nearest free place, which is looked for in growing squares, and goes into the wire
 * under it by the two ports that make the way shortest. Where a straight wire is too
 * short for that the diagram is pulled apart there, so that nothing meets. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/view/hit.h"

static const double wire_reach = 25; /* from its centre to the wire that it goes into */
static const double margin = 20;     /* around it, where it has to make way */
static const double gap = 100;       /* between the ports of two parts in line */

enum { MAX_AWAY = 100 }; /* DOC_GRID units that it makes way */

/* ---- adding ---- */

/* `SpringDamper` gives "springDamper", `PID` gives "pid". */
static char *
name_from_class (const char *class_name)
{
  const char *dot = strrchr (class_name, '.');
  char *name = g_strdup (dot == NULL ? class_name : dot + 1);

  for (char *c = name; g_ascii_isupper (*c); c++) {
    if (c > name && g_ascii_islower (c[1]))
      break;
    *c = g_ascii_tolower (*c);
  }
  return name;
}

char *
doc_free_name (const DocModel *doc, const char *wanted, GHashTable *taken)
{
  g_autofree char *name = g_strdup (wanted);
  const gpointer next = taken != NULL ? g_hash_table_lookup (taken, wanted) : NULL;
  const uint32_t first = doc_name_is_valid (wanted) ? 2 : 1;
  uint32_t i = MAX (GPOINTER_TO_UINT (next), first);

  for (; (taken != NULL && g_hash_table_contains (taken, name)) ||
         !doc_name_is_free (doc, name);
       i++) {
    g_free (name);
    name = g_strdup_printf ("%s%u", wanted, i);
  }
  if (taken != NULL) {
    g_hash_table_insert (taken, (gpointer) base_name (wanted), GUINT_TO_POINTER (i));
    g_hash_table_insert (taken, (gpointer) base_name (name), NULL);
  }
  return g_steal_pointer (&name);
}

/* An own port also stands on the component's icon: on the side it is on in the diagram.
 */
static char *
icon_of_port (const DocModel *doc, const LibEntry *entry, DocPoint at)
{
  static const int ROWS[] = {450, 250, 650, 50, 850};
  DocRect bounds = doc_bounds (doc);
  bool is_left =
      entry->class->signal == LANG_FIELD_INPUT ||
      (entry->class->signal != LANG_FIELD_OUTPUT && at.x < (bounds.x1 + bounds.x2) / 2);
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc->n_items; i++) {
    const LangJson *icon =
        lang_json_find (doc->items[i].decl->meta.json, "Dyad/placement/icon");

    n += doc->items[i].is_own_port &&
         (lang_json_number (lang_json_get (icon, "x1"), 0) < 500) == is_left;
  }
  int x = is_left ? -50 : 950, y = ROWS[n % G_N_ELEMENTS (ROWS)];
  return g_strdup_printf (
      "\"icon\": {\"x1\": %d, \"y1\": %d, \"x2\": %d, \"y2\": %d}, ", x, y, x + 100,
      y + 100);
}

static bool
is_free (const DocModel *doc, DocPoint at, double room, bool of_wires)
{
  const double half = DOC_SIDE / 2 + room;
  const DocRect box = {at.x - half, at.y - half, at.x + half, at.y + half};
  g_autoptr (GArray) items = doc_grid_items (doc, box);
  g_autoptr (GArray) segments = of_wires ? doc_grid_segments (doc, box) : NULL;

  return items->len == 0 && (segments == NULL || segments->len == 0);
}

/* Where a new component goes that was dropped there: so near that no other one lies
 * under it, and no wire either where asked, by squares around the place; there if the
 * diagram is full. */
static DocPoint
free_place (const DocModel *doc, DocPoint at, bool of_wires)
{
  DocPoint best = at;
  double least = is_free (doc, at, 0, of_wires) ? 0 : INFINITY;

  for (int r = 1; r <= MAX_AWAY && r * DOC_GRID < least; r++)
    for (int x = -r; x <= r; x++)
      for (int y = -r; y <= r; y += abs (x) == r ? 1 : 2 * r) {
        const DocPoint p = {at.x + DOC_GRID * x, at.y + DOC_GRID * y};

        if (hypot (DOC_GRID * x, DOC_GRID * y) >= least ||
            !is_free (doc, p, margin, of_wires))
          continue;
        least = hypot (DOC_GRID * x, DOC_GRID * y);
        best = p;
      }
  return best;
}

typedef struct {
  uint32_t first, second;
  double length;
} Pair;

static int
by_length (gconstpointer a, gconstpointer b)
{
  const Pair *left = a, *right = b;

  return left->length < right->length ? -1 : left->length > right->length;
}

/* Puts a new component into the wire that it lies on, by the two ports that make the
 * shortest way. Between ports that lie on each other there is no way. */
static void
insert_into (DocModel *doc, const char *name, uint32_t wire, uint32_t edge)
{
  const DocItem *item = doc_item (doc, doc_find_item (doc, name));
  const DocEdge *e = &doc->wires[wire].edges[edge];
  DocPoint a = e->points[0], b = e->points[e->n_points - 1];
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));

  for (uint32_t i = 0; i < item->n_ports; i++)
    for (uint32_t k = 0; k < item->n_ports; k++) {
      DocPoint p = item->ports[i].at, q = item->ports[k].at;
      Pair pair = {i, k, hypot (p.x - a.x, p.y - a.y) + hypot (q.x - b.x, q.y - b.y)};

      if (i != k)
        g_array_append_val (pairs, pair);
    }
  /* The shortest way whose ports fit. */
  g_array_sort (pairs, by_length);
  for (guint i = 0; i < pairs->len && (a.x != b.x || a.y != b.y); i++) {
    const Pair *pair = &g_array_index (pairs, Pair, i);
    g_autofree char *p = g_strdup_printf ("%s.%s", name, item->ports[pair->first].name);
    g_autofree char *q =
        g_strdup_printf ("%s.%s", name, item->ports[pair->second].name);

    if (doc_insert_into_wire (doc, wire, edge, p, q))
      return;
  }
}

static bool
can_end (const DocModel *doc, const DocWire *wire, const LibPort *port)
{
  for (uint32_t k = 0; k < wire->n_ends && port->is_present; k++) {
    const DocEnd *end = &wire->ends[k];

    if (end->item != UINT32_MAX &&
        lib_card_match_ports (doc->index, doc_end_port (doc, end)->port,
                              doc->items[end->item].is_own_port, port, false, NULL))
      return true;
  }
  return false;
}

/* Whether a part has two ports by which it can go into a wire. */
static bool
goes_into (const DocModel *doc, const DocWire *wire, const LibCard *card)
{
  uint32_t n_before = 0, n_behind = 0, n_ports = 0;

  for (uint32_t k = 0; card != NULL && k < card->n_ports; k++)
    if (can_end (doc, wire, &card->ports[k])) {
      n_before += !card->ports[k].is_output;
      n_behind += !card->ports[k].is_input;
      n_ports++;
    }
  return n_before > 0 && n_behind > 0 && n_ports > 1 && wire->count == NULL;
}

/* Moves whatever lies beyond a line across the diagram, away from it. */
static void
pull_apart (DocModel *doc, DocPoint line, DocPoint by)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (uint32_t i = 0; i < doc->n_items; i++) {
    const DocPlace place = doc_item_place (&doc->items[i]);

    if (by.x > 0 ? place.x > line.x : place.y > line.y)
      g_ptr_array_add (names, (gpointer) doc->items[i].name);
  }
  doc_move (doc, (const char *const *) names->pdata, names->len, by.x, by.y);
  for (uint32_t i = 0; i < doc->n_notes; i++) {
    const DocRect *box = &doc->notes[i].box;

    if (by.x > 0 ? (box->x1 + box->x2) / 2 > line.x : (box->y1 + box->y2) / 2 > line.y)
      doc_move_note (doc, i, by.x, by.y);
  }
}

/* Makes room for a part in a straight edge that is too short for it; where its middle
 * is then. */
static DocPoint
make_room (DocModel *doc, const DocEdge *edge, DocPoint at)
{
  const DocPoint p = edge->points[0], q = edge->points[edge->n_points - 1];
  const DocPoint first = {MIN (p.x, q.x), MIN (p.y, q.y)};
  const double length = hypot (q.x - p.x, q.y - p.y), room = DOC_SIDE + 2 * gap;
  const bool is_level = p.y == q.y;

  if (edge->n_points > 2 || (!is_level && p.x != q.x) || length == 0 ||
      length >= DOC_SIDE + gap)
    return at;
  pull_apart (doc, (DocPoint){(p.x + q.x) / 2, (p.y + q.y) / 2},
              is_level ? (DocPoint){room - length, 0} : (DocPoint){0, room - length});
  return is_level ? (DocPoint){first.x + room / 2, first.y}
                  : (DocPoint){first.x, first.y + room / 2};
}

/* "(g = 9.81)": the defaults that a diagram states, "()" if there are none. */
static char *
stated_defaults (DocModel *doc, const LibEntry *entry)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const LibCard *card = lib_card (arena, doc->index, entry, NULL, "");
  g_autoptr (GString) out = g_string_new ("(");

  for (uint32_t i = 0; card != NULL && i < card->n_params; i++)
    if (card->params[i].is_stated && card->params[i].value != NULL)
      g_string_append_printf (out, "%s%s = %s", out->len > 1 ? ", " : "",
                              card->params[i].name, card->params[i].value);
  g_string_append_c (out, ')');
  return g_string_free (g_steal_pointer (&out), FALSE);
}

bool
doc_addition_read (const DocModel *doc,
                   const char *class_name,
                   DocAddition *addition,
                   GError **error)
{
  const LibEntry *entry =
      lib_index_find (doc->index, doc->namespace, class_name, LIB_COMPONENTS);

  if (entry == NULL)
    return doc_error_refuse (error, "There is no component %s", class_name);
  if (entry->class == doc->class)
    return doc_error_refuse (error, "A component cannot contain itself");
  g_autofree char *wanted = name_from_class (class_name);
  g_autofree char *name = doc_free_name (doc, wanted, NULL);
  *addition = (DocAddition){entry, class_name, base_name (name)};
  return true;
}

bool
doc_addition_begin (DocModel *doc,
                    const DocAddition *addition,
                    const DocPlace *place,
                    GError **error)
{
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* Text of the declaration, with its place under a key of `_links`. */
  const bool is_port = addition->entry->class->kind == LANG_CONNECTOR;
  g_autofree char *diagram = doc_patch_place_text (place);
  g_autofree char *icon =
      is_port ? icon_of_port (doc, addition->entry, (DocPoint){place->x, place->y})
              : g_strdup ("");
  g_autofree char *json = g_strdup_printf (
      "{\"Dyad\": {\"placement\": {%s\"diagram\": %s}}}", icon, diagram);
  g_autofree char *key = doc_patch_free_key (patch, addition->name);
  g_autofree char *mods = stated_defaults (doc, addition->entry);
  g_autofree char *text = g_strdup_printf ("%s = %s%s {^%s}", addition->name,
                                           addition->class_name, mods, key);
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), addition->name);

  doc_patch_add_decl (patch, text);
  doc_patch_add_link (patch, key, json);
  /* One step of undo, which the caller ends. */
  doc_begin (doc, label);
  doc_settle_watch (doc, doc_place_box (place), NULL);
  doc_apply (patch, "%s", label);
  return true;
}

const char *
doc_add (DocModel *doc,
         const char *class_name,
         DocPoint at,
         bool into_wire,
         GError **error)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  const DocHit hit = doc_hit_wire (doc, at, wire_reach);
  const bool is_on_wire = into_wire && hit.kind == DOC_HIT_WIRE;
  bool fits = false;
  DocAddition addition;

  if (!doc_addition_read (doc, class_name, &addition, error))
    return NULL;
  g_autofree char *label = g_strdup_printf (_ ("Add %s"), addition.name);
  /* Room, the part, its wires. */
  doc_begin (doc, label);
  if (is_on_wire && doc_can_edit (doc) && doc->wires[hit.wire].tag == NULL)
    fits = goes_into (doc, &doc->wires[hit.wire],
                      lib_card (arena, doc->index, addition.entry, NULL, ""));
  if (fits)
    at = make_room (doc, &doc->wires[hit.wire].edges[hit.edge], at);
  at = into_wire ? free_place (doc, at, !fits) : at;
  const DocPlace place = {.x = at.x, .y = at.y, .width = DOC_SIDE, .height = DOC_SIDE};
  const bool is_added = doc_addition_begin (doc, &addition, &place, error);
  if (is_added && is_on_wire)
    insert_into (doc, addition.name, hit.wire, hit.edge);
  if (is_added)
    doc_end (doc);
  doc_end (doc);
  return is_added ? addition.name : NULL;
}

/* ---- deleting ---- */

static bool
is_selected (const DocModel *doc, const DocSelection *selection, const LangExpr *expr)
{
  const char *name = doc_root_name (expr);
  const uint32_t item = name == NULL ? UINT32_MAX : doc_find_item (doc, name);

  return item < doc->n_items && selection->position[item] != UINT32_MAX;
}

/* Also an end at a port that is not there. */
static bool
is_end_selected (const DocModel *doc,
                 const DocSelection *selection,
                 const DocWire *wire,
                 uint32_t end)
{
  const uint32_t item = wire->ends[end].item;

  return item != UINT32_MAX ? selection->position[item] != UINT32_MAX
                            : is_selected (doc, selection, wire->relation->args[end]);
}

static void
remove_ends (DocPatch *patch, const DocModel *doc, const DocSelection *selection)
{
  for (uint32_t w = 0; w < doc->n_wires; w++) {
    const DocWire *wire = &doc->wires[w];
    bool is_at = false;

    for (uint32_t k = 0; k < wire->n_ends && !is_at; k++)
      is_at = is_end_selected (doc, selection, wire, k);
    if (!is_at)
      continue;
    g_autofree bool *gone = g_new (bool, wire->n_ends);
    for (uint32_t k = 0; k < wire->n_ends; k++)
      gone[k] = is_end_selected (doc, selection, wire, k);
    doc_patch_remove_ends (patch, doc, wire, gone);
  }
}

/* Start values of what is deleted go with it. */
static void
remove_start_values (DocPatch *patch,
                     const DocModel *doc,
                     const DocSelection *selection)
{
  for (uint32_t i = 0; i < doc->class->n_relations; i++) {
    const LangRelation *relation = doc->class->relations[i];

    if ((relation->kind == LANG_INITIAL || relation->kind == LANG_GUESS) &&
        is_selected (doc, selection, relation->lhs))
      doc_patch_remove_element (patch, relation->doc_span, relation->span,
                                &relation->meta);
  }
}

bool
doc_delete_items (DocModel *doc, const char *const *names, uint32_t n, GError **error)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);

  if (selection->n == 0)
    return false;
  DocPatch *patch = doc_patch_new (doc, error);
  if (patch == NULL)
    return false;
  /* Declarations, then the ends of wires at them. */
  for (uint32_t i = 0; i < selection->n; i++) {
    const DocItem *item = &doc->items[selection->items[i]];
    const LangDecl *decl = item->decl;
    const LangRelation *loop = item->array != NULL ? item->array->loop : NULL;

    doc_patch_remove_element (patch, decl->doc_span, decl->span, &decl->meta);
    if (loop != NULL)
      doc_patch_remove_element (patch, loop->doc_span, loop->span, &loop->meta);
  }
  remove_ends (patch, doc, selection);
  remove_start_values (patch, doc, selection);
  if (selection->n == 1)
    return doc_apply (patch, "Delete %s", names[0]);
  return doc_apply (patch, "Delete %u components", selection->n);
}

/* ---- commenting out ---- */

/* Where `if …` stands or would stand: behind the component and its modifiers. */
static BaseSpan
condition_place (const LangDecl *decl)
{
  const char *text = base_source_text (decl->span.source);
  uint32_t at = decl->meta.span.begin;

  while (at > decl->span.begin && g_ascii_isspace (text[at - 1]))
    at--;
  return (BaseSpan){decl->span.source, decl->span.begin, at};
}

static void
uncomment (DocPatch *patch, const LangDecl *decl)
{
  const LangExpr *condition = decl->condition;
  const char *text = base_source_text (decl->span.source);

  if (condition->kind == LANG_BINARY) { /* false and (c) */
    const LangExpr *rest = condition->args[1];
    bool parens = rest->in_parens;
    BaseSpan head = condition->span, tail = condition->span;

    head.end = rest->span.begin + parens;
    tail.begin = tail.end - parens;
    doc_patch_replace (patch, head, "");
    if (parens)
      doc_patch_replace (patch, tail, "");
    return;
  }
  uint32_t begin = condition->span.begin;
  while (begin > decl->span.begin && g_ascii_isspace (text[begin - 1]))
    begin--;
  begin -= 2; /* if */
  while (begin > decl->span.begin && g_ascii_isspace (text[begin - 1]))
    begin--;
  doc_patch_replace (
      patch, (BaseSpan){condition->span.source, begin, condition->span.end}, "");
}

bool
doc_set_commented (DocModel *doc, const char *const *names, uint32_t n, bool commented)
{
  g_autoptr (DocSelection) selection = doc_selection_new (doc, names, n);
  DocPatch *patch = doc_patch_new (doc, NULL);

  if (patch == NULL)
    return false;
  for (uint32_t i = 0; i < selection->n; i++) {
    const DocItem *item = &doc->items[selection->items[i]];

    if (item->is_commented == commented)
      continue;
    /* A condition `false`, or one that is `false and` what it was. */
    if (!commented)
      uncomment (patch, item->decl);
    else if (item->decl->condition == NULL)
      doc_patch_insert_behind (patch, condition_place (item->decl), " if false");
    else {
      BaseSpan span = item->decl->condition->span;

      doc_patch_insert_before (
          patch, span, item->decl->condition->in_parens ? "false and " : "false and (");
      if (!item->decl->condition->in_parens)
        doc_patch_insert_behind (patch, span, ")");
    }
  }
  return doc_apply (patch, commented ? N_ ("Comment out") : N_ ("Comment in"));
}
