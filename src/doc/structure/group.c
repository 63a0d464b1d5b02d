/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a component of some items. Its text is that of the clipboard with ports and
 * parameters before the items, and with the connects that join these ports to what was
 * at the cut wires inside. A net (what connects join) that is cut has one port, however
 * many wires of it are. Outside, a cut connect goes on with the port in place of what
 * it had inside; then the items are deleted as by hand. All of it is one step. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/name.h"
#include "doc/edit/edit-private.h"
#include "doc/edit/edit.h"
#include "doc/error.h"
#include "doc/level.h"
#include "doc/name/follow.h"
#include "lang/print.h"
#include "lang/walk.h"
#include "lib/class.h"

#define PORT_SIDE  40.0  /* of a port on its sheet */
#define PORT_AWAY  150.0 /* from what is inside to it */
#define PORT_APART 60.0  /* middles of ports on one side, at least */

enum { LEFT, RIGHT, TOP, BOTTOM };

/* A net that is cut. */
typedef struct {
  char *name; /* of the port */
  const LibPort *port;
  int side;
  double along;                 /* the side: where the wire comes from */
  GHashTable *outside, *inside; /* names of the ends that the port was joined to */
} Cut;

typedef struct {
  DocModel *doc;
  DocSelection *items;
  char *class_name;
  const char *name;      /* of the instance, interned */
  DocRect bounds;        /* of the items */
  GHashTable *nets;      /* name of an end -> name of one end of its net */
  GHashTable *cuts;      /* that one -> Cut */
  GPtrArray *order;      /* Cut, borrowed: as they are met */
  GHashTable *taken;     /* names in the new component */
  GPtrArray *parameters; /* LangDecl: of the component shown, that the items use */
  const LangExpr *callee;
  bool cuts_array;     /* a wire of several signals or parts */
  const char *refused; /* the name of something else that they use, or NULL */
} Group;

static void
cut_free (gpointer data)
{
  Cut *cut = data;

  g_free (cut->name);
  g_hash_table_unref (cut->outside);
  g_hash_table_unref (cut->inside);
  g_free (cut);
}

static bool
is_item (const Group *group, uint32_t item)
{
  return item != UINT32_MAX && group->items->position[item] != UINT32_MAX;
}

/* ---- nets ---- */

static const char *
net_of (const Group *group, const char *end)
{
  const char *next;

  while ((next = g_hash_table_lookup (group->nets, end)) != NULL && next != end)
    end = next;
  return end;
}

/* Nets by the names of their ends, so that elements of an array of ports differ. */
static void
find_nets (Group *group)
{
  const DocModel *doc = group->doc;

  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const char *first = net_of (group, base_name (doc->wires[w].ends[0].name));
      const char *end = net_of (group, base_name (doc->wires[w].ends[k].name));

      g_hash_table_insert (group->nets, (gpointer) end, (gpointer) first);
    }
}

/* ---- ports ---- */

/* Where the wire goes on to, seen from what is inside; else where its port looks to. */
static int
side_of (const Group *group, const DocPort *inside, const DocPort *outside)
{
  const DocRect *box = &group->bounds;

  if (outside != NULL && outside->at.x <= box->x1)
    return LEFT;
  if (outside != NULL && outside->at.x >= box->x2)
    return RIGHT;
  if (outside != NULL && outside->at.y <= box->y1)
    return TOP;
  if (outside != NULL && outside->at.y >= box->y2)
    return BOTTOM;
  return inside->outward.x < 0   ? LEFT
         : inside->outward.x > 0 ? RIGHT
         : inside->outward.y < 0 ? TOP
                                 : BOTTOM;
}

/* "mass_flange_b" for the port "mass.flange_b" inside, and for that of the last of
 * several masses. */
static char *
port_name (Group *group, const char *end)
{
  const char *element = strstr (end, "].") != NULL ? strchr (end, '[') : NULL;
  g_autofree char *wanted = element != NULL
                                ? g_strdup_printf ("%.*s%s", (int) (element - end), end,
                                                   strstr (element, "].") + 1)
                                : g_strdup (end);

  for (char *c = wanted; *c != '\0'; c++)
    if (*c == '.' || *c == '[')
      *c = '_';
    else if (*c == ']')
      *c = '\0';
  char *name = g_strdup (wanted);
  for (uint32_t i = 2; !g_hash_table_add (group->taken, (gpointer) base_name (name));
       i++) {
    g_free (name);
    name = g_strdup_printf ("%s%u", wanted, i);
  }
  return name;
}

/* The cut of the net of a wire between items and others. What gives a signal inside
 * decides which connector its port is. */
static Cut *
find_cut (Group *group,
          const DocWire *wire,
          const DocEnd *inside,
          const DocEnd *outside)
{
  const DocModel *doc = group->doc;
  const DocPort *port = doc_end_port (doc, inside),
                *other = doc_end_port (doc, outside);
  const char *net = net_of (group, base_name (wire->ends[0].name));
  Cut *cut = g_hash_table_lookup (group->cuts, net);

  /* The first wire of the net says where its port is. */
  if (cut == NULL) {
    const int side = side_of (group, port, other);

    cut = g_new0 (Cut, 1);
    *cut = (Cut){port_name (group, inside->name),
                 port->port,
                 side,
                 side == LEFT || side == RIGHT ? port->at.y : port->at.x,
                 g_hash_table_new (NULL, NULL),
                 g_hash_table_new (NULL, NULL)};
    g_hash_table_insert (group->cuts, (gpointer) net, cut);
    g_ptr_array_add (group->order, cut);
  }
  if (port->port->is_output)
    cut->port = port->port;
  group->cuts_array |= wire->count != NULL ||
                       (port->port->size > 0 && strchr (inside->name, '[') == NULL);
  return cut;
}

static int
by_side (gconstpointer a, gconstpointer b)
{
  const Cut *left = *(Cut *const *) a, *right = *(Cut *const *) b;

  return left->side != right->side    ? left->side - right->side
         : left->along < right->along ? -1
                                      : left->along > right->along;
}

static uint32_t
count_side (const Group *group, int side)
{
  uint32_t n = 0;

  for (guint i = 0; i < group->order->len; i++)
    n += ((const Cut *) group->order->pdata[i])->side == side;
  return n;
}

/* How long a side is that has that many ports, so that they stand on the grid. */
static double
side_length (uint32_t n)
{
  return n <= 4 ? DOC_SIDE : 2 * DOC_GRID * (n + 1);
}

static DocRect
square_at (DocPoint at, double side)
{
  return (DocRect){at.x - side / 2, at.y - side / 2, at.x + side / 2, at.y + side / 2};
}

static void
print_box (GString *out, const char *key, DocRect box)
{
  g_string_append_printf (out,
                          "\"%s\": {\"x1\": %g, \"y1\": %g, \"x2\": %g, \"y2\": %g}",
                          key, box.x1, box.y1, box.x2, box.y2);
}

/* The k-th of n ports on a side: its declaration, placed on the sheet at `along`, and
 * on the symbol evenly. */
static void
write_port (GString *out, const Group *group, const Cut *cut, uint32_t k, uint32_t n)
{
  const bool is_level = cut->side == LEFT || cut->side == RIGHT;
  const bool is_first = cut->side == LEFT || cut->side == TOP;
  const DocRect *box = &group->bounds;
  const double length = side_length (n);
  const double at = doc_on_grid (length * (k + 1) / (n + 1)) / length * 1000;
  const double edge = is_first ? 0 : 1000;
  const double far = is_level ? (is_first ? box->x1 - PORT_AWAY : box->x2 + PORT_AWAY)
                              : (is_first ? box->y1 - PORT_AWAY : box->y2 + PORT_AWAY);
  const DocPoint icon = is_level ? (DocPoint){edge, at} : (DocPoint){at, edge};
  const DocPoint sheet = is_level ? (DocPoint){doc_on_grid (far), cut->along}
                                  : (DocPoint){cut->along, doc_on_grid (far)};
  const char *class_name = cut->port->class_name;

  g_string_append_printf (out, "  %s = %s() {\"Dyad\": {\"placement\": {", cut->name,
                          g_str_has_prefix (class_name, "Dyad.")
                              ? class_name + strlen ("Dyad.")
                              : class_name);
  print_box (out, "icon", square_at (icon, 100));
  g_string_append (out, ", ");
  print_box (out, "diagram", square_at (sheet, PORT_SIDE));
  g_string_append (out, "}}}\n");
}

static void
write_ports (GString *out, Group *group)
{
  g_ptr_array_sort (group->order, by_side);
  for (guint i = 0, k = 0; i < group->order->len; i++, k++) {
    Cut *cut = group->order->pdata[i];
    const Cut *before = i > 0 ? group->order->pdata[i - 1] : NULL;

    if (before != NULL && before->side == cut->side)
      cut->along = fmax (cut->along, before->along + PORT_APART);
    else
      k = 0;
    write_port (out, group, cut, k, count_side (group, cut->side));
  }
}

/* ---- connects ---- */

/* The first end that is inside, or is not; NULL: there is none. */
static const DocEnd *
first_end (const Group *group, const DocWire *wire, bool is_inside)
{
  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (is_item (group, wire->ends[k].item) == is_inside)
      return &wire->ends[k];
  return NULL;
}

static bool
is_cut (const Group *group, const DocWire *wire)
{
  return first_end (group, wire, true) != NULL &&
         first_end (group, wire, false) != NULL;
}

static void
find_cuts (Group *group)
{
  for (uint32_t w = 0; w < group->doc->n_wires; w++) {
    const DocWire *wire = &group->doc->wires[w];

    for (uint32_t k = 0; is_cut (group, wire) && k < wire->n_ends; k++)
      if (is_item (group, wire->ends[k].item))
        find_cut (group, wire, &wire->ends[k], first_end (group, wire, false));
  }
}

/* The ends of a cut connect inside, with the port: those that it is not joined to yet.
 */
static void
write_inside (GString *out, const Group *group, const DocWire *wire, Cut *cut)
{
  g_autoptr (GString) ends = g_string_new (NULL);

  for (uint32_t k = 0; k < wire->n_ends; k++)
    if (is_item (group, wire->ends[k].item) &&
        g_hash_table_add (cut->inside, (gpointer) base_name (wire->ends[k].name)))
      g_string_append_printf (ends, ", %s", wire->ends[k].name);
  if (ends->len > 0)
    g_string_append_printf (out, "  connect(%s%s)\n", cut->name, ends->str);
}

/* Outside it goes on with the port in place of the first end inside; the others go with
 * their items. One that would join the port to what it is joined to already goes, too.
 */
static void
keep_outside (DocPatch *patch, const Group *group, const DocWire *wire, Cut *cut)
{
  g_autofree char *port = g_strconcat (group->name, ".", cut->name, NULL);
  const uint32_t first = (uint32_t) (first_end (group, wire, true) - wire->ends);
  bool is_new = false;

  for (uint32_t k = 0; k < wire->n_ends; k++)
    is_new |=
        !is_item (group, wire->ends[k].item) &&
        g_hash_table_add (cut->outside, (gpointer) base_name (wire->ends[k].name));
  if (is_new)
    doc_patch_replace (patch, wire->relation->args[first]->span, port);
}

static char *
connect_all (DocPatch *patch, const Group *group)
{
  GString *inside = g_string_new (NULL);

  for (uint32_t w = 0; w < group->doc->n_wires; w++) {
    const DocWire *wire = &group->doc->wires[w];

    if (!is_cut (group, wire))
      continue;
    Cut *cut = g_hash_table_lookup (group->cuts,
                                    net_of (group, base_name (wire->ends[0].name)));
    write_inside (inside, group, wire, cut);
    keep_outside (patch, group, wire, cut);
  }
  return g_string_free (inside, FALSE);
}

/* ---- what the items use ---- */

static const LangDecl *
find_decl (const LangClass *class, const char *name)
{
  for (uint32_t i = 0; i < class->n_decls; i++)
    if (class->decls[i]->name == name && class->decls[i]->kind != LANG_EXTENDS)
      return class->decls[i];
  return NULL;
}

/* Whether a name is inherited by the component shown. */
static bool
is_inherited (const DocModel *doc, const char *name)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, doc->index, NULL);
  const LibClass *class =
      lib_class_get (classes, lib_index_of_class (doc->index, doc->class));

  return class != NULL && lib_class_find (class, name) != UINT32_MAX;
}

static void
note_use (const LangExpr *expr, void *data)
{
  Group *group = data;

  if (expr->kind == LANG_CALL)
    group->callee = expr->args[0];
  if (expr->kind != LANG_NAME || expr == group->callee)
    return;
  const LangDecl *decl = find_decl (group->doc->class, expr->name);
  const uint32_t item = doc_find_item (group->doc, expr->name);
  if (decl == NULL ? is_inherited (group->doc, expr->name)
                   : decl->kind != LANG_PARAMETER && !is_item (group, item))
    group->refused = expr->name;
  else if (decl != NULL && decl->kind == LANG_PARAMETER &&
           !g_ptr_array_find (group->parameters, decl, NULL))
    g_ptr_array_add (group->parameters, (gpointer) decl);
}

static bool
find_uses (Group *group, GError **error)
{
  const LangClass *class = group->doc->class;

  for (uint32_t i = 0; i < group->items->n && group->refused == NULL; i++)
    lang_walk_decl (group->doc->items[group->items->items[i]].decl, note_use, group);
  for (uint32_t i = 0; i < class->n_relations && group->refused == NULL; i++)
    if (doc_is_copied (group->doc, group->items, class->relations[i]))
      lang_walk_relation (class->relations[i], note_use, group);
  return group->refused == NULL ||
         doc_error_refuse (error,
                           "The selected components use %s, which would stay outside",
                           group->refused);
}

static void
note_name (const LangExpr *expr, void *data)
{
  *(bool *) data |= expr->kind == LANG_NAME;
}

/* As it is declared outside, with its default if that is a number. */
static void
write_parameters (GString *out, Group *group)
{
  for (guint i = 0; i < group->parameters->len; i++) {
    LangDecl decl = *(const LangDecl *) group->parameters->pdata[i];
    bool has_names = false;

    lang_walk_expr (decl.value, note_name, &has_names);
    decl.value = has_names ? NULL : decl.value;
    decl.is_final = false; /* it is set from outside */
    decl.meta = (LangMeta){0};
    lang_print_decl (out, &decl, 1);
  }
}

static char *
modifiers_text (const Group *group)
{
  GString *out = g_string_new ("(");

  for (guint i = 0; i < group->parameters->len; i++) {
    const LangDecl *decl = group->parameters->pdata[i];

    g_string_append_printf (out, "%s%s = %s", i > 0 ? ", " : "", decl->name,
                            decl->name);
  }
  g_string_append_c (out, ')');
  return g_string_free (out, FALSE);
}

/* ---- what names the items ---- */

static bool
is_within (BaseSpan span, BaseSpan outer)
{
  return span.source == outer.source && span.begin >= outer.begin &&
         span.end <= outer.end;
}

/* Whether what stands there goes with the items, or is a connect, which is cut. */
static bool
is_taken_care_of (const Group *group, BaseSpan span)
{
  const LangClass *class = group->doc->class;

  for (uint32_t i = 0; i < group->items->n; i++)
    if (is_within (span, group->doc->items[group->items->items[i]].decl->span))
      return true;
  for (uint32_t i = 0; i < class->n_relations; i++)
    if (is_within (span, class->relations[i]->span))
      return class->relations[i]->kind == LANG_CONNECT ||
             doc_is_copied (group->doc, group->items, class->relations[i]);
  return false;
}

static void
follow_references (DocPatch *patch, const Group *group)
{
  g_autofree char *before = g_strconcat (group->name, ".", NULL);

  for (uint32_t i = 0; i < group->items->n; i++) {
    g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (BaseSpan));

    doc_follow_references (group->doc->class,
                           group->doc->items[group->items->items[i]].name, spans);
    for (guint k = 0; k < spans->len; k++) {
      const BaseSpan span = g_array_index (spans, BaseSpan, k);

      if (!is_taken_care_of (group, span))
        doc_patch_insert_before (patch, span, before);
    }
  }
}

/* Whether connects of the items stand in a loop or a condition. */
static bool
has_nested_connect (const Group *group, const LangRelation *relation)
{
  for (uint32_t b = 0; b < relation->n_branches; b++)
    for (uint32_t i = 0; i < relation->branches[b].n; i++) {
      const LangRelation *inner = relation->branches[b].relations[i];

      for (uint32_t k = 0; inner->kind == LANG_CONNECT && k < inner->n_args; k++) {
        const char *name = doc_root_name (inner->args[k]);

        if (name != NULL && is_item (group, doc_find_item (group->doc, name)))
          return true;
      }
      if (has_nested_connect (group, inner))
        return true;
    }
  return false;
}

typedef struct {
  DocPatch *patch;
  const char *before; /* "subsystem." */
} Follow;

static void
follow_outside (void *data, BaseSpan span)
{
  const Follow *follow = data;

  doc_patch_insert_before (follow->patch, span, follow->before);
}

/* In metadata, and in the other definitions of the file. */
static void
follow_elsewhere (DocPatch *patch, const Group *group)
{
  g_autofree char *before = g_strconcat (group->name, ".", NULL);
  Follow follow = {patch, before};

  for (uint32_t i = 0; i < group->items->n; i++) {
    const char *name = group->doc->items[group->items->items[i]].name;
    g_autofree char *path = g_strconcat (before, name, NULL);

    doc_follow_in_metadata (patch, name, path);
    doc_follow_outside (group->doc, name, follow_outside, &follow);
  }
}

/* ---- all ---- */

/* "Subsystem", or the next one that the file does not have. */
static char *
free_class_name (const DocModel *doc)
{
  char *name = g_strdup ("Subsystem");

  for (uint32_t i = 2;
       lib_index_find (doc->index, doc->namespace, name, LIB_COMPONENTS) != NULL ||
       lang_file_find (doc->file, name) != NULL;
       i++) {
    g_free (name);
    name = g_strdup_printf ("Subsystem%u", i);
  }
  return name;
}

static const char *
last_part (const LangName *name)
{
  return name->n > 0 ? name->parts[name->n - 1] : NULL;
}

/* Whether other components look for an instance of that class around them (`outer`), as
 * for a World. */
static bool
is_looked_for (const DocModel *doc, const LangDecl *decl)
{
  for (uint32_t i = 0; i < lib_index_n_entries (doc->index); i++) {
    const LangClass *class = lib_index_entry (doc->index, i)->class;

    for (uint32_t k = 0; k < class->n_decls; k++)
      if (class->decls[k]->kind == LANG_OUTER &&
          last_part (&class->decls[k]->class_name) == last_part (&decl->class_name))
        return true;
  }
  return false;
}

/* What others look for stays, and so do the ports of the component shown. */
static void
leave_ports (Group *group)
{
  DocSelection *items = group->items;
  uint32_t n = 0;

  for (uint32_t i = 0; i < items->n; i++) {
    const uint32_t item = items->items[i];
    const DocItem *of = &group->doc->items[item];
    const bool is_left = of->is_own_port || is_looked_for (group->doc, of->decl);

    items->position[item] = is_left ? UINT32_MAX : n;
    items->items[n] = item;
    items->places[n] = items->places[i];
    n += !is_left;
  }
  items->n = n;
}

static const char **
item_names (const Group *group)
{
  const char **names = g_new0 (const char *, group->items->n + 1);

  for (uint32_t i = 0; i < group->items->n; i++)
    names[i] = group->doc->items[group->items->items[i]].name;
  return names;
}

/* Whether the type of a parameter depends on others. */
static bool
has_dependent_type (const LangDecl *decl)
{
  bool has_names = false;

  for (uint32_t i = 0; i < decl->type.n_dims; i++)
    lang_walk_expr (decl->type.dims[i], note_name, &has_names);
  lang_walk_mods (decl->type.mods, decl->type.n_mods, note_name, &has_names);
  return has_names;
}

static void
note_input (const LangExpr *expr, void *data)
{
  Group *group = data;

  if (expr->kind != LANG_MEMBER || expr->args[0]->kind != LANG_NAME)
    return;
  const uint32_t item = doc_find_item (group->doc, expr->args[0]->name);
  for (uint32_t i = 0; is_item (group, item) && i < group->doc->items[item].n_ports;
       i++)
    if (group->doc->items[item].ports[i].port->is_input &&
        strcmp (group->doc->items[item].ports[i].name, expr->name) == 0)
      group->refused = expr->args[0]->name;
}

/* The name of something that cannot go into a component of its own: a part with a wire
 * at a port that is not there or an input that an equation sets, a parameter whose type
 * is not known there. NULL: nothing. */
static const char *
find_obstacle (Group *group)
{
  const DocModel *doc = group->doc;

  group->refused = NULL;
  /* wires, parameters, equations */
  for (uint32_t w = 0; w < doc->n_wires; w++)
    for (uint32_t k = 0; k < doc->wires[w].n_ends; k++) {
      const char *name = doc_root_name (doc->wires[w].relation->args[k]);

      const DocPort *port = doc_end_port (doc, &doc->wires[w].ends[k]);

      if ((port == NULL || port->port->connector == NULL) && name != NULL &&
          is_item (group, doc_find_item (doc, name)))
        return name;
    }
  for (guint i = 0; i < group->parameters->len; i++)
    if (has_dependent_type (group->parameters->pdata[i]))
      return ((const LangDecl *) group->parameters->pdata[i])->name;
  for (uint32_t i = 0; i < doc->class->n_relations; i++)
    if (doc->class->relations[i]->kind != LANG_CONNECT &&
        !doc_is_copied (doc, group->items, doc->class->relations[i]))
      lang_walk_relation (doc->class->relations[i], note_input, group);
  return group->refused;
}

static bool
check (Group *group, GError **error)
{
  const DocModel *doc = group->doc;

  if (group->cuts_array)
    return doc_error_refuse (error, "A wire of several signals or parts would be cut");
  for (uint32_t i = 0; i < doc->class->n_relations; i++)
    if (has_nested_connect (group, doc->class->relations[i]) &&
        !doc_is_copied (doc, group->items, doc->class->relations[i]))
      return doc_error_refuse (error,
                               "Connections of the selected components stand in a "
                               "loop or a condition; group them in the text");
  if (!find_uses (group, error))
    return false;
  const char *obstacle = find_obstacle (group);
  return obstacle == NULL ||
         doc_error_refuse (error, "%s cannot go into a subsystem by itself", obstacle);
}

/* The component and its instance, and what is said of the items outside of it. */
static void
write_all (DocPatch *patch, Group *group)
{
  const DocModel *doc = group->doc;
  g_autoptr (GString) decls = g_string_new (NULL);
  const DocPlace place = {
      .x = doc_on_grid ((group->bounds.x1 + group->bounds.x2) / 2),
      .y = doc_on_grid ((group->bounds.y1 + group->bounds.y2) / 2),
      .width = side_length (MAX (count_side (group, TOP), count_side (group, BOTTOM))),
      .height =
          side_length (MAX (count_side (group, LEFT), count_side (group, RIGHT)))};

  write_parameters (decls, group);
  write_ports (decls, group);
  g_autofree char *relations = connect_all (patch, group);
  g_autofree char *text =
      doc_copy_as (doc, group->items, group->class_name, decls->str, relations);
  g_autoptr (GString) class = g_string_new ("\n\n");
  g_string_append_len (class, text, (gssize) strlen (text) - 1);
  if (strstr (doc_text (doc, NULL), "\r\n") != NULL) {
    g_string_replace (class, "\r", "", 0);
    g_string_replace (class, "\n", "\r\n", 0);
  }
  doc_patch_insert_behind (patch, doc->class->end_keyword, class->str);
  /* The instance. */
  g_autofree char *mods = modifiers_text (group);
  g_autofree char *diagram = doc_patch_place_text (&place);
  g_autofree char *json =
      g_strdup_printf ("{\"Dyad\": {\"placement\": {\"diagram\": %s}}}", diagram);
  g_autofree char *key = doc_patch_free_key (patch, group->name);
  g_autofree char *decl =
      g_strdup_printf ("%s = %s%s {^%s}", group->name, group->class_name, mods, key);
  doc_patch_add_decl (patch, decl);
  doc_patch_add_link (patch, key, json);
  follow_references (patch, group);
  follow_elsewhere (patch, group);
}

static void
make (Group *group, DocPatch *patch)
{
  DocModel *doc = group->doc;
  g_autofree const char **names = item_names (group);
  const uint32_t n = group->items->n;
  g_autofree char *before = g_strdup (doc_text (doc, NULL));

  doc_begin (doc, _ ("Group"));
  write_all (patch, group);
  doc_apply (patch, "Group");
  doc_delete_items (doc, names, n, NULL);
  doc_tidy_items (doc, &group->name, 1);
  doc_end (doc);
  doc_ungroup_remember (doc, group->name, before);
}

static void
clear (Group *group)
{
  doc_selection_free (group->items);
  g_free (group->class_name);
  g_hash_table_unref (group->nets);
  g_hash_table_unref (group->cuts);
  g_ptr_array_unref (group->order);
  g_hash_table_unref (group->taken);
  g_ptr_array_unref (group->parameters);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Group, clear)

const char *
doc_group (DocModel *doc, const char *const *names, uint32_t n, GError **error)
{
  g_auto (Group) group = {
      .doc = doc,
      .items = doc_selection_new (doc, names, n),
      .nets = g_hash_table_new (NULL, NULL),
      .cuts = g_hash_table_new_full (NULL, NULL, NULL, cut_free),
      .order = g_ptr_array_new (),
      .taken = g_hash_table_new (NULL, NULL),
      .parameters = g_ptr_array_new (),
  };
  g_autoptr (DocPatch) patch = doc_patch_new (doc, error);

  if (patch == NULL)
    return NULL;
  leave_ports (&group);
  if (group.items->n == 0) {
    doc_error_refuse (error, "Select the components that are to be grouped");
    return NULL;
  }
  /* Names, and what is cut. */
  g_autofree const char **kept = item_names (&group);
  g_autofree char *wanted = doc_free_name (doc, "subsystem", NULL);
  group.class_name = free_class_name (doc);
  group.name = base_name (wanted);
  group.bounds = doc_items_bounds (doc, kept, group.items->n);
  for (uint32_t i = 0; i < group.items->n; i++)
    g_hash_table_add (group.taken, (gpointer) kept[i]);
  for (uint32_t i = 0; i < doc->class->n_decls; i++)
    if (doc->class->decls[i]->kind == LANG_PARAMETER)
      g_hash_table_add (group.taken, (gpointer) doc->class->decls[i]->name);
  find_nets (&group);
  find_cuts (&group);
  if (!check (&group, error))
    return NULL;
  make (&group, g_steal_pointer (&patch));
  return group.name;
}
