/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what mends a diagnostic from its number and the ports and parts that it names,
 * and does it by the ordinary edits. A part at a port goes where the end of a wire from
 * there would put it; one between two ports lies at the first place that no other part
 * covers. */
#include "desk/problem/mend.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "desk/problem/problems.h"
#include "doc/edit/edit.h"
#include "doc/level.h"
#include "doc/view/hit.h"

enum {
  UNKNOWN_NUMBER = 202,
  ASSUMED_NUMBER = 321,
  MISMATCH_NUMBER = 401,
  OPEN_INPUT_NUMBER = 402,
  TWO_SOURCES_NUMBER = 403,
  OUTER_NUMBER = 406,
  IDLE_NUMBER = 411,
  SINGULAR_NUMBER = 503
};

#define GAP  100.0 /* from a port to that of the part that is attached to it */
#define STEP 60.0  /* between places that are tried */
#define ROOM 60.0  /* around the middle of a new part */

void
desk_mend_free (DeskMend *mend)
{
  if (mend == NULL)
    return;
  g_free (mend->label);
  g_free (mend->item);
  g_free (mend->class_name);
  g_free (mend->ports[0]);
  g_free (mend->ports[1]);
  g_free (mend->target);
  g_free (mend->name);
  g_free (mend);
}

/* ---- ports by name ---- */

static const DocPort *
find_port (const DocModel *doc, const char *path)
{
  const char *dot = path != NULL ? strchr (path, '.') : NULL;
  const uint32_t item = dot != NULL ? doc_find_item_of (doc, path) : UINT32_MAX;

  for (uint32_t i = 0; item != UINT32_MAX && i < doc_item (doc, item)->n_ports; i++)
    if (strcmp (doc_item (doc, item)->ports[i].name, dot + 1) == 0)
      return &doc_item (doc, item)->ports[i];
  return NULL;
}

static const char *
mend_of (const DocPort *port, const char *key)
{
  const LibEntry *connector = port->port->connector;
  g_autofree char *path = g_strconcat ("Dyad/mend/", key, NULL);

  return connector != NULL
             ? lang_json_string (lang_json_find (connector->class->metadata, path),
                                 NULL)
             : NULL;
}

/* The part between a port and one of another connector, as either of them says. */
static const char *
converter (const DocPort *from, const DocPort *to)
{
  const DocPort *const ports[] = {from, to};

  for (guint i = 0; i < 2; i++) {
    const LibEntry *other = ports[1 - i]->port->connector;
    g_autofree char *key =
        other != NULL ? g_strconcat ("to/", other->class->name, NULL) : NULL;
    const char *class_name = key != NULL ? mend_of (ports[i], key) : NULL;

    if (class_name != NULL)
      return class_name;
  }
  return NULL;
}

/* ---- what is offered ---- */

static void
offer (GPtrArray *mends, DeskMend mend)
{
  g_ptr_array_add (mends, g_memdup2 (&mend, sizeof mend));
}

static const char *
last_part (const char *class_name)
{
  const char *dot = strrchr (class_name, '.');

  return dot != NULL ? dot + 1 : class_name;
}

static char *
assume_label (const DocModel *doc, const DocItem *item)
{
  const LibParam *only = NULL;
  uint32_t n = 0;

  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++)
    if (doc_lacks (doc, item->name, item->card->params[i].name)) {
      only = &item->card->params[i];
      n++;
    }
  if (n == 0)
    return NULL;
  if (n > 1)
    return g_strdup_printf (
        g_dngettext (NULL, "Assume %u Value", "Assume %u Values", n), n);
  g_autofree char *behind = base_unit_behind (" ", only->units);
  return g_strdup_printf (_ ("Assume %s%s"), only->assumed, behind);
}

static void
offer_assumption (GPtrArray *mends, const DocModel *doc, const DocItem *item)
{
  char *label = assume_label (doc, item);

  if (label != NULL)
    offer (mends, (DeskMend){.kind = DESK_MEND_ASSUME,
                             .label = label,
                             .item = g_strdup (item->name)});
}

/* What lacks numbers that nobody can assume. */
static void
offer_table (GPtrArray *mends, const DocModel *doc, const DocItem *item)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++) {
    const LibParam *param = &item->card->params[i];
    g_autofree char *given = doc_get_modifier (doc, item->name, param->name);

    if (param->kind == LIB_PARAM_ARRAY && param->table.n_dims == 2 && given == NULL)
      offer (mends, (DeskMend){.kind = DESK_MEND_FILL,
                               .label = g_strdup (_ ("Fill the Table…")),
                               .item = g_strdup (item->name),
                               .target = g_strdup (param->name)});
  }
}

static void
offer_part (GPtrArray *mends,
            const DocItem *item,
            const char *path,
            const DocPort *port)
{
  const char *class_name = mend_of (port, "open");

  if (class_name != NULL)
    offer (mends,
           (DeskMend){.kind = DESK_MEND_ATTACH,
                      .label = g_strdup_printf (_ ("Add %s"), last_part (class_name)),
                      .item = g_strdup (item->name),
                      .class_name = g_strdup (class_name),
                      .ports = {g_strdup (path), NULL}});
}

static void
offer_removal (GPtrArray *mends, const char *name)
{
  offer (mends, (DeskMend){.kind = DESK_MEND_REMOVE,
                           .label = g_strdup_printf (_ ("Remove %s"), name),
                           .item = g_strdup (name)});
}

/* What ends a chain, as grounds and sources do: a part with wires at one port. */
static bool
is_end (const DocModel *doc, uint32_t item)
{
  uint32_t port = UINT32_MAX;

  for (uint32_t i = 0; i < doc_n_wires (doc); i++)
    for (uint32_t k = 0; k < doc_wire (doc, i)->n_ends; k++) {
      const DocEnd *end = &doc_wire (doc, i)->ends[k];

      if (end->item != item)
        continue;
      if (port != UINT32_MAX && port != end->port)
        return false;
      port = end->port;
    }
  return port != UINT32_MAX;
}

/* The parts that are named, each once, by their numbers. */
static GArray *
named_items (const DocModel *doc, const BaseDiag *diag)
{
  GArray *items = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (guint i = 0; i == 0 || diag->culprits[i - 1] != NULL; i++) {
    const char *path = i == 0 ? diag->path : diag->culprits[i - 1];
    const uint32_t item = path != NULL ? doc_find_item_of (doc, path) : UINT32_MAX;
    bool is_known = item == UINT32_MAX;

    for (guint k = 0; k < items->len; k++)
      is_known = is_known || g_array_index (items, uint32_t, k) == item;
    if (!is_known)
      g_array_append_val (items, item);
  }
  return items;
}

static bool
is_on_wire (const DocWire *wire, uint32_t item)
{
  bool is_on = false;

  for (uint32_t k = 0; k < wire->n_ends; k++)
    is_on = is_on || wire->ends[k].item == item;
  return is_on;
}

/* What one of them is wired to, the other one is, too. */
static bool
are_side_by_side (const DocModel *doc, uint32_t a, uint32_t b)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    if (is_on_wire (doc_wire (doc, i), a) != is_on_wire (doc_wire (doc, i), b))
      return false;
    n += is_on_wire (doc_wire (doc, i), a);
  }
  return n > 1;
}

/* So many parts are offered to be removed, at most. */
enum { MOST_REMOVALS = 5 };

/* Of parts that contradict each other any can go: the first ones that are named and end
 * a chain, otherwise two that are side by side. */
static void
offer_removals (GPtrArray *mends, const DocModel *doc, const BaseDiag *diag)
{
  g_autoptr (GArray) items = named_items (doc, diag);
  const uint32_t *at = (const uint32_t *) (const void *) items->data;
  uint32_t rivals[MOST_REMOVALS];
  uint32_t n = 0;

  for (guint i = 0; i < items->len && n < MOST_REMOVALS; i++)
    if (is_end (doc, at[i]))
      rivals[n++] = at[i];
  for (guint i = 0; i < items->len && n < 2; i++)
    for (guint k = i + 1; k < items->len && n < 2; k++)
      if (are_side_by_side (doc, at[i], at[k])) {
        rivals[0] = at[i];
        rivals[1] = at[k];
        n = 2;
      }
  for (uint32_t i = 0; n >= 2 && i < n; i++)
    offer_removal (mends, doc_item (doc, rivals[i])->name);
}

static void
offer_converter (GPtrArray *mends, const DocModel *doc, const BaseDiag *diag)
{
  const DocPort *from = find_port (doc, diag->culprits[0]);
  const DocPort *to = from != NULL ? find_port (doc, diag->culprits[1]) : NULL;
  const char *class_name = to != NULL ? converter (from, to) : NULL;

  if (class_name != NULL)
    offer (mends,
           (DeskMend){
               .kind = DESK_MEND_CONVERT,
               .label = g_strdup_printf (_ ("Insert %s"), last_part (class_name)),
               .class_name = g_strdup (class_name),
               .ports = {g_strdup (diag->culprits[0]), g_strdup (diag->culprits[1])}});
}

/* A network that nothing holds is named by its open port, a contradiction by the two
 * that it is between, first of all that are named. */
static void
offer_for_singular (GPtrArray *mends, const DocModel *doc, const BaseDiag *diag)
{
  const DocPort *port = find_port (doc, diag->path);

  if (port != NULL) {
    offer_part (mends, doc_item (doc, doc_find_item_of (doc, diag->path)), diag->path,
                port);
    return;
  }
  offer_removals (mends, doc, diag);
}

/* The value of an item that the report is about, if that is all of it: its type is the
 * one of the parameter; NULL otherwise. */
static const char *
find_target (const DocModel *doc, const DocItem *item, const char *name)
{
  for (uint32_t i = 0; item->card != NULL && i < item->card->n_params; i++) {
    g_autofree char *value =
        doc_get_modifier (doc, item->name, item->card->params[i].name);

    if (g_strcmp0 (value, name) == 0)
      return item->card->params[i].name;
  }
  return NULL;
}

/* A name that means nothing yet, where the component shown uses it. */
static void
offer_parameter (GPtrArray *mends, const DocModel *doc, const BaseDiag *diag)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  const BaseSpan shown = doc_class (doc) != NULL
                             ? lang_file_span (doc_file (doc), doc_class (doc)->span)
                             : (BaseSpan){0};
  const uint32_t at =
      diag->path != NULL ? doc_find_item_of (doc, diag->path) : UINT32_MAX;

  if (diag->begin < shown.begin || diag->end > shown.end || diag->end > length)
    return;
  g_autofree char *name = g_strndup (text + diag->begin, diag->end - diag->begin);
  if (!doc_name_is_free (doc, name))
    return;
  const DocItem *item = at != UINT32_MAX ? doc_item (doc, at) : NULL;
  const char *target = item != NULL ? find_target (doc, item, name) : NULL;
  offer (mends, (DeskMend){.kind = DESK_MEND_DECLARE,
                           .label = g_strdup_printf (_ ("Make %s a Parameter"), name),
                           .item = g_strdup (target != NULL ? item->name : NULL),
                           .target = g_strdup (target),
                           .name = g_strdup (name)});
}

/* What the model has none of, or one of two that it may have one of. */
static void
offer_for_outer (GPtrArray *mends, const DocModel *doc, const BaseDiag *diag)
{
  if (diag->class_wanted != NULL) {
    offer (mends, (DeskMend){.kind = DESK_MEND_ADD,
                             .label = g_strdup_printf (_ ("Add %s"),
                                                       last_part (diag->class_wanted)),
                             .class_name = g_strdup (diag->class_wanted)});
    return;
  }
  g_autoptr (GArray) items = named_items (doc, diag);
  for (guint i = 0; items->len == 2 && i < items->len; i++)
    offer_removal (mends, doc_item (doc, g_array_index (items, uint32_t, i))->name);
}

/* Mends of what is about the level shown. */
static GPtrArray *
mends_here (const DocModel *doc, const BaseDiag *diag)
{
  GPtrArray *mends = g_ptr_array_new_with_free_func ((GDestroyNotify) desk_mend_free);
  const uint32_t at =
      diag->path != NULL ? doc_find_item_of (doc, diag->path) : UINT32_MAX;
  const DocPort *port;

  /* What is about no part of the diagram, or about several. */
  if (doc_can_edit (doc) && diag->number == MISMATCH_NUMBER)
    offer_converter (mends, doc, diag);
  if (doc_can_edit (doc) && diag->number == OUTER_NUMBER)
    offer_for_outer (mends, doc, diag);
  if (doc_can_edit (doc) && diag->number == UNKNOWN_NUMBER)
    offer_parameter (mends, doc, diag);
  if (at == UINT32_MAX || !doc_can_edit (doc))
    return mends;
  /* What is about one. */
  const DocItem *item = doc_item (doc, at);
  if (desk_compiler_is_missing (diag)) {
    offer_assumption (mends, doc, item);
    if (mends->len == 0)
      offer_table (mends, doc, item);
  }
  switch (diag->number) {
  case ASSUMED_NUMBER:
    offer (mends, (DeskMend){.kind = DESK_MEND_CONFIRM,
                             .label = g_strdup (_ ("Confirm")),
                             .item = g_strdup (item->name)});
    break;
  case OPEN_INPUT_NUMBER:
    port = find_port (doc, diag->path);
    if (port != NULL)
      offer_part (mends, item, diag->path, port);
    break;
  case IDLE_NUMBER:
    port = find_port (doc, diag->path);
    if (port != NULL)
      offer_part (mends, item, diag->path, port);
    offer_removal (mends, item->name);
    break;
  case TWO_SOURCES_NUMBER:
    offer_removals (mends, doc, diag);
    break;
  case SINGULAR_NUMBER:
    offer_for_singular (mends, doc, diag);
    break;
  default:
    break;
  }
  return mends;
}

GPtrArray *
desk_mends (const DocModel *doc, const BaseDiag *diag)
{
  const guint n = g_strv_length ((char **) diag->culprits);
  g_autofree const char **culprits = g_new0 (const char *, n + 1);
  BaseDiag here = *diag;

  here.path = diag->path != NULL ? doc_level_local (doc, diag->path) : NULL;
  here.culprits = culprits;
  for (guint i = 0, k = 0; i < n; i++) {
    culprits[k] = doc_level_local (doc, diag->culprits[i]);
    k += culprits[k] != NULL;
  }
  return mends_here (doc, &here);
}

/* ---- doing it ---- */

static bool
is_free (const DocModel *doc, DocPoint at)
{
  const DocRect room = {at.x - ROOM, at.y - ROOM, at.x + ROOM, at.y + ROOM};
  uint32_t n;
  g_autofree uint32_t *items = doc_hit_items (doc, room, false, &n);

  return n == 0;
}

/* The nearest free place in rings around a point. */
static DocPoint
free_place (const DocModel *doc, DocPoint at)
{
  static const int farthest = 12;

  at = (DocPoint){10 * round (at.x / 10), 10 * round (at.y / 10)};
  for (int ring = 0; ring <= farthest; ring++)
    for (int i = -ring; i <= ring; i++)
      for (int k = -ring; k <= ring; k++) {
        const DocPoint place = {at.x + i * STEP, at.y + k * STEP};

        if (MAX (abs (i), abs (k)) == ring && is_free (doc, place))
          return place;
      }
  return at;
}

/* Joins a port to the first one of a new part that fits. */
static bool
join (DocModel *doc, const char *port, const char *part, GError **error)
{
  const DocItem *item = doc_item (doc, doc_find_item (doc, part));

  for (uint32_t i = 0; i < item->n_ports; i++) {
    g_autofree char *name = doc_port_name (item, i);
    g_autofree char *refusal = doc_refusal (doc, port, name);

    if (refusal == NULL)
      return doc_connect (doc, port, name, NULL, 0, error);
  }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("%s does not fit %s"), part,
               port);
  return false;
}

static bool
attach (const DeskMend *mend, DocModel *doc, GError **error)
{
  const DocPort *port = find_port (doc, mend->ports[0]);

  if (port == NULL)
    return false;
  const DocPoint end = {port->at.x + GAP * port->outward.x,
                        port->at.y + GAP * port->outward.y};
  return doc_add_at_end (doc, mend->class_name, mend->ports[0], end,
                         &(DocCorners){NULL, 0}, error) != NULL;
}

/* In the lower left corner, as the origin of a drawing, or as near to it as there is
 * room: where it is seen before it is there. */
static bool
add_alone (const DeskMend *mend, DocModel *doc, GError **error)
{
  const DocRect all = doc_bounds (doc);
  const DocPoint corner = {all.x1 + ROOM, all.y2 - ROOM};

  return doc_add (doc, mend->class_name, free_place (doc, corner), false, error) !=
         NULL;
}

/* The wire between just these two ports, or UINT32_MAX. */
static uint32_t
find_wire (const DocModel *doc, char *const ports[2])
{
  for (uint32_t i = 0; i < doc_n_wires (doc); i++) {
    const DocWire *wire = doc_wire (doc, i);

    if (wire->n_ends != 2)
      continue;
    for (uint32_t first = 0; first < 2; first++)
      if (strcmp (wire->ends[first].name, ports[0]) == 0 &&
          strcmp (wire->ends[1 - first].name, ports[1]) == 0)
        return i;
  }
  return UINT32_MAX;
}

static bool
convert (const DeskMend *mend, DocModel *doc, GError **error)
{
  const DocPort *from = find_port (doc, mend->ports[0]);
  const DocPort *to = find_port (doc, mend->ports[1]);
  const uint32_t wire = find_wire (doc, mend->ports);

  if (from == NULL || to == NULL || wire == UINT32_MAX)
    return false;
  const DocPoint between = {(from->at.x + to->at.x) / 2, (from->at.y + to->at.y) / 2};
  if (!doc_delete_wire (doc, wire, error))
    return false;
  const char *part =
      doc_add (doc, mend->class_name, free_place (doc, between), false, error);
  return part != NULL && join (doc, mend->ports[0], part, error) &&
         join (doc, mend->ports[1], part, error);
}

static bool
mend_within (const DeskMend *mend, DocModel *doc, GError **error)
{
  const char *const *item = (const char *const *) &mend->item;
  const char *const items[] = {mend->item, NULL};

  /* Values, parts, names. */
  switch (mend->kind) {
  case DESK_MEND_ASSUME:
    return doc_assume (doc, item, 1, error);
  case DESK_MEND_CONFIRM:
    return doc_confirm (doc, item, 1, error);
  case DESK_MEND_ATTACH:
    return attach (mend, doc, error);
  case DESK_MEND_ADD:
    return add_alone (mend, doc, error);
  case DESK_MEND_REMOVE:
    return doc_delete_items (doc, item, 1, error);
  case DESK_MEND_CONVERT:
    return convert (mend, doc, error);
  case DESK_MEND_DECLARE:
    return mend->target != NULL
               ? doc_make_parameter (doc, items, mend->target, mend->name, error)
               : doc_add_parameter (
                     doc, &(DocParameter){.name = mend->name, .type = "Real"}, error);
  case DESK_MEND_FILL:
    break;
  }
  return false;
}

bool
desk_mend_do (const DeskMend *mend, DocModel *doc, GError **error)
{
  doc_begin (doc, mend->label);
  const bool is_done = mend_within (mend, doc, error);
  if (is_done) {
    doc_end (doc);
    return true;
  }
  doc_cancel (doc);
  if (error != NULL && *error == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                         _ ("the diagram has changed since"));
  return false;
}

DocModel *
desk_mend_preview (const DeskMend *mend, const DocModel *doc, const LibIndex *library)
{
  gsize length;
  const char *text = doc_text (doc, &length);
  DocModel *after = doc_from_text (library, doc_path (doc), text, length);

  if (desk_mend_do (mend, after, NULL))
    return after;
  doc_free (after);
  return NULL;
}

/* ---- what it changes ---- */

static char *
text_of (BaseSpan span)
{
  return g_strndup (base_source_text (span.source) + span.begin, span.end - span.begin);
}

static bool
is_changed (const DocItem *before, const DocItem *after)
{
  const LangJson *old = before->decl->meta.json, *new = after->decl->meta.json;
  g_autofree char *old_text = text_of (before->decl->span);
  g_autofree char *new_text = text_of (after->decl->span);

  return strcmp (old_text, new_text) != 0 ||
         (old != NULL && new != NULL && old->n != new->n);
}

DeskMendChanges *
desk_mend_compare (const DocModel *before, const DocModel *after)
{
  DeskMendChanges *changes = g_new (DeskMendChanges, 1);
  g_autoptr (GHashTable) wires =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  *changes = (DeskMendChanges){g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                               g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                               g_array_new (FALSE, FALSE, sizeof (uint32_t)),
                               g_array_new (FALSE, FALSE, sizeof (uint32_t))};
  for (uint32_t i = 0; i < doc_n_wires (before); i++)
    g_hash_table_add (wires, text_of (doc_wire (before, i)->relation->span));
  for (uint32_t i = 0; i < doc_n_wires (after); i++) {
    g_autofree char *text = text_of (doc_wire (after, i)->relation->span);

    if (!g_hash_table_contains (wires, text))
      g_array_append_val (changes->new_wires, i);
  }
  for (uint32_t i = 0; i < doc_n_items (after); i++)
    if (doc_find_item (before, doc_item (after, i)->name) == UINT32_MAX)
      g_array_append_val (changes->new_items, i);
  for (uint32_t i = 0; i < doc_n_items (before); i++) {
    const uint32_t there = doc_find_item (after, doc_item (before, i)->name);

    if (there == UINT32_MAX)
      g_array_append_val (changes->lost_items, i);
    else if (is_changed (doc_item (before, i), doc_item (after, there)))
      g_array_append_val (changes->changed_items, i);
  }
  return changes;
}

void
desk_mend_changes_free (DeskMendChanges *changes)
{
  if (changes == NULL)
    return;
  g_array_unref (changes->new_wires);
  g_array_unref (changes->new_items);
  g_array_unref (changes->lost_items);
  g_array_unref (changes->changed_items);
  g_free (changes);
}
