/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects what palette, canvas and inspector show of a component from the members
 * that it has over inheritance and from metadata. */
#include "lib/card.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "lib/class.h"
#include "lib/match.h"
#include "lib/offer/icon.h"
#include "lib/offer/params.h"

/* ---- metadata ---- */

static bool
has_tag (const LibEntry *entry, const char *tag)
{
  const LangJson *tags = lang_json_find (entry->class->metadata, "Dyad/tags");

  for (uint32_t i = 0; tags != NULL && i < tags->n; i++)
    if (strcmp (lang_json_string (tags->items[i], ""), tag) == 0)
      return true;
  return false;
}

static bool
is_deprecated (const LibEntry *entry)
{
  const LangJson *mark = lang_json_find (entry->class->metadata, "Dyad/deprecated");

  return mark != NULL && mark->kind != LANG_JSON_NULL && mark->kind != LANG_JSON_FALSE;
}

/* ---- ports ---- */

static bool
is_placed (const LibPort *port)
{
  return port->icon.x1 != port->icon.x2 && port->icon.y1 != port->icon.y2;
}

/* Spreads the ports without a place evenly over their sides. */
static void
place_rest (uint32_t n, LibPort *ports)
{
  uint32_t count[2] = {0}, next[2] = {0};

  for (uint32_t i = 0; i < n; i++)
    count[ports[i].is_left] += !is_placed (&ports[i]);
  for (uint32_t i = 0; i < n; i++) {
    bool left = ports[i].is_left;

    if (is_placed (&ports[i]))
      continue;
    double x = left ? 0 : 1000, y = 1000.0 * ++next[left] / (count[left] + 1);
    ports[i].icon =
        (LibPlacement){.x1 = x - 50, .y1 = y - 50, .x2 = x + 50, .y2 = y + 50};
  }
}

/* What is written farther off lies there. */
static double
read_coordinate (const LangJson *json, const char *key)
{
  static const double farthest = 1e6; /* frames are 1000 wide */

  return CLAMP (lang_json_number (lang_json_get (json, key), 0), -farthest, farthest);
}

static LibPlacement
read_placement (const LangJson *json)
{
  return (LibPlacement){.x1 = read_coordinate (json, "x1"),
                        .y1 = read_coordinate (json, "y1"),
                        .x2 = read_coordinate (json, "x2"),
                        .y2 = read_coordinate (json, "y2"),
                        .rot = lang_json_number (lang_json_get (json, "rot"), 0)};
}

/* False only if the condition is known to be false. */
static bool
is_present (LibParams *params, const LibMember *member)
{
  LibValue value = lib_params_value (params, member->decl->condition, member->from);

  return value.kind != LIB_BOOLEAN || value.number != 0;
}

/* The number of elements of `[C() for i in 1:n]`, 0 for a single port. */
static uint32_t
size_of (LibParams *params, const LibMember *member)
{
  const LangDecl *decl = member->decl;
  double size = 1;

  for (uint32_t i = 0; i < decl->n_for; i++) {
    const LangExpr *range = decl->for_ranges[i];
    LibValue bounds[2] = {{.kind = LIB_UNKNOWN}, {.kind = LIB_UNKNOWN}};

    for (uint32_t k = 0; k < 2 && range->kind == LANG_RANGE && range->n_args == 2; k++)
      bounds[k] = lib_params_value (params, range->args[k], member->from);
    if (bounds[0].kind != LIB_NUMBER || bounds[1].kind != LIB_NUMBER)
      return 1;
    size *= MAX (0, floor (bounds[1].number - bounds[0].number) + 1);
  }
  return decl->n_for == 0 ? 0 : (uint32_t) CLAMP (size, 1, 10000);
}

LibPort
lib_card_connector_port (const LibEntry *connector)
{
  const LangClass *class = connector->class;
  const LangJson *shape = lang_json_find (class->metadata, "Dyad/port/shape");
  const LangJson *stroke = lang_json_find (class->metadata, "Dyad/path/stroke");
  const LangJson *width = lang_json_find (class->metadata, "Dyad/path/width");

  return (LibPort){.name = "",
                   .class_name = connector->name,
                   .connector = connector,
                   .is_input = class->signal == LANG_FIELD_INPUT,
                   .is_left = class->signal == LANG_FIELD_INPUT,
                   .is_output = class->signal == LANG_FIELD_OUTPUT,
                   .is_present = true,
                   .stroke = lang_json_string (stroke, NULL),
                   .width = lang_json_number (width, 0),
                   .is_round = strcmp (lang_json_string (shape, ""), "disc") == 0,
                   .is_open = class->signal == LANG_FIELD_OUTPUT};
}

/* Does the connector say this of a port of that name? */
static bool
is_named (const LibPort *port, const char *key)
{
  const LangJson *names = lang_json_find (port->connector->class->metadata, key);

  return g_pattern_match_simple (lang_json_string (names, ""), port->name);
}

static LibPort
describe_port (LibParams *params, const LibMember *member)
{
  const LangJson *placement = lang_json_find (
      lib_class_member_meta (params->class, member->decl), "Dyad/placement/icon");
  LibPort port = lib_card_connector_port (member->entry);

  port.name = member->name;
  port.doc = member->decl->doc;
  port.icon = read_placement (placement);
  port.is_present = is_present (params, member);
  port.is_optional = member->decl->condition != NULL;
  port.is_open = port.is_open || is_named (&port, "Dyad/port/open");
  port.is_left = port.is_left || is_named (&port, "Dyad/port/left");
  port.is_held = lib_class_lists (params->class, "holds", port.name);
  port.size = size_of (params, member);
  return port;
}

/* What has a support, or another end, holds its port against that alone. */
static void
free_relative (uint32_t n, LibPort *ports)
{
  uint32_t n_bodies = 0;

  for (uint32_t i = 0; i < n; i++)
    n_bodies += ports[i].is_present && !lib_port_is_signal (&ports[i]);
  for (uint32_t i = 0; i < n; i++)
    ports[i].is_held = ports[i].is_held && n_bodies == 1;
}

static bool
is_port (const LibMember *member)
{
  return member->decl != NULL && member->decl->kind == LANG_SUB &&
         member->entry != NULL && member->entry->class->kind == LANG_CONNECTOR;
}

static void
list_ports (LibParams *params, LibCard *card)
{
  BASE_VEC (LibPort) ports = {0};

  for (uint32_t i = 0; i < params->class->n_members; i++)
    if (is_port (&params->class->members[i]))
      base_vec_push (params->arena, ports,
                     describe_port (params, &params->class->members[i]));
  place_rest (ports.n, ports.at);
  free_relative (ports.n, ports.at);
  card->n_ports = ports.n;
  card->ports = ports.at;
}

/* ---- the rest ---- */

static void
list_variables (LibParams *params, LibCard *card)
{
  BASE_VEC (LibVariable) variables = {0};

  for (uint32_t i = 0; i < params->class->n_members; i++) {
    const LibMember *member = &params->class->members[i];

    if (member->decl == NULL || member->decl->kind != LANG_VARIABLE)
      continue;
    base_vec_push (params->arena, variables,
                   (LibVariable){.name = member->name,
                                 .units = member->type->units,
                                 .display_units = member->type->display_units,
                                 .doc = member->decl->doc,
                                 .is_discrete = member->decl->is_discrete ||
                                                member->type->kind != LIB_TYPE_REAL});
  }
  card->n_variables = variables.n;
  card->variables = variables.at;
}

static void
list_labels (LibParams *params, LibCard *card)
{
  const LangJson *json = lib_class_meta (params->class, "Dyad", "labels");
  uint32_t n = lang_json_length (json);
  LibLabel *labels = base_arena_array (params->arena, LibLabel, n);

  for (uint32_t i = 0; i < n; i++) {
    const LangJson *item = json->items[i];

    labels[i] =
        (LibLabel){.text = lang_json_string (lang_json_get (item, "label"), ""),
                   .x = lang_json_number (lang_json_get (item, "x"), 500),
                   .y = lang_json_number (lang_json_get (item, "y"), 500),
                   .rot = lang_json_number (lang_json_get (item, "rot"), 0),
                   .layer = lang_json_string (lang_json_get (item, "layer"), "all")};
  }
  card->n_labels = n;
  card->labels = labels;
}

static void
list_keywords (LibParams *params, LibCard *card)
{
  const LangJson *json = lib_class_meta (params->class, "Dyad", "keywords");
  uint32_t n = lang_json_length (json);
  const char **words = base_arena_array (params->arena, const char *, n);

  for (uint32_t i = 0; i < n; i++)
    words[i] = lang_json_string (json->items[i], "");
  card->n_keywords = n;
  card->keywords = words;
}

static void
name_card (LibParams *params, LibCard *card)
{
  const LibEntry *entry = card->entry;
  const char *dot = strchr (entry->namespace, '.');
  size_t length =
      dot == NULL ? strlen (entry->namespace) : (size_t) (dot - entry->namespace);

  card->title = entry->class->name;
  card->library = base_arena_strndup (params->arena, entry->namespace, length);
  card->category = dot == NULL ? "" : dot + 1;
  card->doc = entry->class->doc;
  card->icon = lib_icon (params->arena, params->index, params->class, card->ports,
                         card->n_ports);
  card->is_partial = entry->class->is_partial;
  card->is_alias = has_tag (entry, "alias");
  card->is_deprecated = is_deprecated (entry);
}

const LibCard *
lib_card (BaseArena *arena,
          const LibIndex *index,
          const LibEntry *entry,
          const LangDecl *decl,
          const char *from)
{
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, NULL);
  LibParams params = {.arena = arena,
                      .index = index,
                      .instance = decl,
                      .from = from == NULL ? "" : from};
  LibCard *card;

  if (entry->class->kind != LANG_COMPONENT && entry->class->kind != LANG_CONNECTOR)
    return NULL;
  params.class = lib_class_get (classes, entry);
  card = base_arena_new0 (arena, LibCard);
  card->entry = entry;
  /* Part by part of the card. */
  list_ports (&params, card);
  name_card (&params, card);
  lib_params_list (&params, card);
  list_variables (&params, card);
  list_labels (&params, card);
  list_keywords (&params, card);
  card->n_decisive = params.asked.n;
  card->decisive = params.asked.at;
  return card;
}

/* ---- wires ---- */

/* An output of a part feeds a wire, and so does an input of the diagram itself. */
static bool
is_source (const LibPort *port, bool is_own)
{
  return is_own ? port->is_input : port->is_output;
}

bool
lib_card_match_ports (const LibIndex *index,
                      const LibPort *a,
                      bool a_own,
                      const LibPort *b,
                      bool b_own,
                      char **reason)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, NULL);

  if (a->connector == NULL || b->connector == NULL) {
    if (reason != NULL)
      *reason = g_strdup (_ ("One of them is a port of a component that is not known"));
    return false;
  }
  if (!lib_match_classes (lib_class_get (classes, a->connector),
                          lib_class_get (classes, b->connector), reason))
    return false;
  if (!is_source (a, a_own) || !is_source (b, b_own))
    return true;
  if (reason != NULL)
    *reason = g_strdup_printf (_ ("%s and %s are both outputs"), a->name, b->name);
  return false;
}

void
lib_card_evaluate (const LibIndex *index,
                   const LibEntry *component,
                   const LangExpr *const *exprs,
                   uint32_t n,
                   double *values)
{
  g_autoptr (BaseArena) arena = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (arena, index, NULL);
  LibParams params = {
      .arena = arena,
      .index = index,
      .class = lib_class_get (classes, component),
      .from = component->namespace,
  };

  for (uint32_t i = 0; i < n; i++) {
    const LibValue value = params.class != NULL
                               ? lib_params_value (&params, exprs[i], params.from)
                               : (LibValue){.kind = LIB_UNKNOWN};

    values[i] = value.kind == LIB_NUMBER ? value.number : NAN;
  }
}
