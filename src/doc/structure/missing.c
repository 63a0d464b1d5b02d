/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A class that is not known leaves its name, and the ports that connects name. Where
 * these are can be seen from the drawing of their wires, which begins there: before a
 * corner a wire runs level or upright, and a straight one comes from the other item. A
 * table of all ends by their items is made once per text, so that many missing classes
 * cost no more than one. */
#include "doc/structure/missing.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "doc/model-private.h"
#include "doc/structure/bundle.h"
#include "lib/offer/icon.h"

enum { LEFT, RIGHT, TOP, BOTTOM, N_SIDES };
static const double icon_side = 1000, port_half = 50;
static const double least_gap = 90; /* between ports that can be told apart */

typedef struct {
  const LangRelation *relation;
  const LangJson *meta; /* of its drawing */
  uint32_t number;      /* of the argument, from 1 on */
} End;

struct DocMissing {
  GHashTable *ends;  /* name of an item -> GArray of End */
  GHashTable *decls; /* name -> LangDecl */
};

/* The part of an end that names a port of an item, or NULL. */
static const LangExpr *
port_of (const LangExpr *expr)
{
  while (expr->kind == LANG_INDEX ||
         (expr->kind == LANG_MEMBER && expr->args[0]->kind != LANG_NAME))
    expr = expr->args[0];
  return expr->kind == LANG_MEMBER ? expr : NULL;
}

static void
add_ends (DocMissing *missing, const DocBundle *bundle)
{
  for (uint32_t k = 0; k < bundle->relation->n_args; k++) {
    const LangExpr *port = port_of (bundle->relation->args[k]);
    const End end = {bundle->relation, bundle->owner->meta.json, k + 1};

    if (port == NULL)
      continue;
    const gpointer item = (gpointer) port->args[0]->name;
    GArray *ends = g_hash_table_lookup (missing->ends, item);
    if (ends == NULL) {
      ends = g_array_new (FALSE, FALSE, sizeof (End));
      g_hash_table_insert (missing->ends, item, ends);
    }
    g_array_append_val (ends, end);
  }
}

static DocMissing *
find_all (const DocModel *doc)
{
  DocMissing *missing = g_new0 (DocMissing, 1);
  const LangClass *class = doc->class;

  missing->ends =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  missing->decls = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < doc->bundles->len; i++)
    add_ends (missing, &g_array_index (doc->bundles, DocBundle, i));
  for (uint32_t i = 0; i < class->n_decls; i++)
    g_hash_table_insert (missing->decls, (gpointer) class->decls[i]->name,
                         (gpointer) class->decls[i]);
  return missing;
}

void
doc_missing_free (DocMissing *missing)
{
  g_hash_table_unref (missing->ends);
  g_hash_table_unref (missing->decls);
  g_free (missing);
}

/* ---- where they are ---- */

static bool
place_of (const LangDecl *decl, DocPlace *place)
{
  return decl != NULL &&
         doc_place_read (lang_json_find (decl->meta.json, "Dyad/placement/diagram"),
                         place);
}

static bool
read_point (const LangJson *json, DocPoint *point)
{
  *point = (DocPoint){doc_coordinate (json, "x", NAN), doc_coordinate (json, "y", NAN)};
  return !isnan (point->x + point->y);
}

/* Where the drawing of an end's wire goes to first. */
static bool
find_next (const DocMissing *missing, const End *end, DocPoint *next)
{
  const LangJson *dyad = lang_json_get (end->meta, "Dyad");
  const LangJson *edges = lang_json_get (dyad, "edges");

  for (uint32_t i = 0; i < lang_json_length (edges); i++) {
    const LangJson *edge = edges->items[i], *corners = lang_json_get (edge, "M");
    const double from = lang_json_number (lang_json_get (edge, "S"), 0),
                 to = lang_json_number (lang_json_get (edge, "E"), 0);
    const uint32_t n = lang_json_length (corners);
    const double other = from == end->number ? to : from;

    if (from != end->number && to != end->number)
      continue;
    if (n > 0)
      return read_point (corners->items[from == end->number ? 0 : n - 1], next);
    const LangJson *junctions = lang_json_get (dyad, "junctions");
    if (other <= -1 && -other <= lang_json_length (junctions))
      return read_point (junctions->items[(uint32_t) -other - 1], next);
  }
  /* Straight to the other end. */
  const uint32_t k = end->number == 1 ? 1 : 0;
  const LangExpr *port =
      k < end->relation->n_args ? port_of (end->relation->args[k]) : NULL;
  DocPlace place;
  if (port == NULL ||
      !place_of (g_hash_table_lookup (missing->decls, port->args[0]->name), &place))
    return false;
  *next = (DocPoint){place.x, place.y};
  return true;
}

/* Where a wire to that point leaves the icon, in its coordinates. */
static DocPoint
leave (const DocPlace *place, DocPoint next)
{
  DocPoint p = doc_place_to_icon (place, next);
  const double half = icon_side / 2;

  if (fabs (p.x) >= fabs (p.y))
    return (DocPoint){half + copysign (half, p.x),
                      half + (fabs (p.y) < half ? p.y : 0)};
  return (DocPoint){half + (fabs (p.x) < half ? p.x : 0), half + copysign (half, p.y)};
}

/* On the right what is called so, or else every other one. */
static DocPoint
guess (const char *name, uint32_t number)
{
  const bool is_right = g_str_has_suffix (name, "_b") ||
                        (!g_str_has_suffix (name, "_a") && number % 2 == 1);

  return (DocPoint){is_right ? icon_side : 0, icon_side / 2};
}

static int
side_of (const LibPort *port)
{
  const double x = port->icon.x1 + port_half, y = port->icon.y1 + port_half;

  return x <= 0 ? LEFT : x >= icon_side ? RIGHT : y <= 0 ? TOP : BOTTOM;
}

static double
along (const LibPort *port, int side)
{
  return side == LEFT || side == RIGHT ? port->icon.y1 : port->icon.x1;
}

static int
by_place (gconstpointer a, gconstpointer b)
{
  const LibPort *left = *(LibPort *const *) a, *right = *(LibPort *const *) b;
  const double apart = along (left, side_of (left)) - along (right, side_of (right));

  return apart != 0 ? (apart > 0) - (apart < 0) : (left > right) - (left < right);
}

static void
put (LibPort *port, DocPoint at)
{
  port->icon = (LibPlacement){at.x - port_half, at.y - port_half, at.x + port_half,
                              at.y + port_half, 0};
}

/* Evenly over a side, if two ports there could not be told apart. */
static void
spread (LibPort *ports, uint32_t n, int side)
{
  g_autoptr (GPtrArray) there = g_ptr_array_new ();
  bool is_narrow = false;

  for (uint32_t i = 0; i < n; i++)
    if (side_of (&ports[i]) == side)
      g_ptr_array_add (there, &ports[i]);
  g_ptr_array_sort (there, by_place);
  for (guint i = 1; i < there->len; i++)
    is_narrow |=
        along (there->pdata[i], side) - along (there->pdata[i - 1], side) < least_gap;
  for (guint i = 0; is_narrow && i < there->len; i++) {
    const double at = icon_side * (i + 1) / (there->len + 1);
    const double edge = side == LEFT || side == TOP ? 0 : icon_side;
    const bool is_level = side == LEFT || side == RIGHT;

    put (there->pdata[i], is_level ? (DocPoint){edge, at} : (DocPoint){at, edge});
  }
}

/* ---- all ---- */

uint32_t
doc_missing_ports (DocModel *doc, const LangDecl *decl, const LibPort **ports)
{
  if (doc->missing == NULL)
    doc->missing = find_all (doc);
  const DocMissing *missing = doc->missing;
  const GArray *ends = g_hash_table_lookup (missing->ends, decl->name);
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  BASE_VEC (LibPort) found = {0};
  DocPlace place;
  const bool is_placed = place_of (decl, &place);

  /* Each once, where its first wire goes to, and then apart. */
  for (guint i = 0; ends != NULL && i < ends->len; i++) {
    const End *end = &g_array_index (ends, End, i);
    const char *name = port_of (end->relation->args[end->number - 1])->name;
    LibPort port = {.name = name, .class_name = "", .is_present = true};
    DocPoint next;

    if (!g_hash_table_add (known, (gpointer) name))
      continue;
    put (&port, is_placed && find_next (missing, end, &next) ? leave (&place, next)
                                                             : guess (name, found.n));
    base_vec_push (doc->arena, found, port);
  }
  for (int side = 0; side < N_SIDES; side++)
    spread (found.at, found.n, side);
  *ports = found.at;
  return found.n;
}

const char *
doc_missing_icon (BaseArena *arena, const LangDecl *decl)
{
  const LangName *name = &decl->class_name;
  const LibDrawing drawing = {LIB_SHAPE_MISSING, LIB_ICON_COLOR,
                              name->n > 0 ? name->parts[name->n - 1] : "?"};

  return lib_icon_from_drawing (arena, &drawing);
}
