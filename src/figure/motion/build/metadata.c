/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads how a component moves from its metadata (LANGUAGE §12, "motion"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "figure/motion/build/build-private.h"

static const FigureShapeInfo INFOS[] = {
#define SHAPE_INFO(id, word, kind, layer, ends) [id] = {word, kind, layer, ends},
    FIGURE_SHAPES (SHAPE_INFO)
#undef SHAPE_INFO
};

static const char *const KEYS[] = {
    "shape",  "at",     "from",  "to",    "offset", "radius", "radius_b",
    "width",  "length", "angle", "mass",  "ratio",  "along",  "colour",
    "points", "weight", "trail", "while", "hidden",
};

static const FigureValue NOT_GIVEN = {FIGURE_NONE, NAN};

const FigureShapeInfo *
figure_metadata_shape (FigureShapeKind kind)
{
  return &INFOS[kind];
}

/* One shape while it is read. */
typedef struct {
  FigureBuild *build;
  const FigureInstance *instance;
  const LangJson *item;
  const LangJson *style; /* of the instance: stronger than the item; or NULL */
  bool is_first;         /* the one whose shape the instance may change */
  FigureShape shape;
} Reader;

static const LangJson *
get (const Reader *reader, const char *key)
{
  const LangJson *own = lang_json_get (reader->style, key);
  bool is_of_one = strcmp (key, "shape") == 0 || strcmp (key, "points") == 0;

  return own != NULL && (reader->is_first || !is_of_one)
             ? own
             : lang_json_get (reader->item, key);
}

/* ---- values ---- */

/* A number, or the name of a variable with or without a minus sign, or "NUMBER*NAME".
 */
static FigureValue
read_value (FigureBuild *build, const FigureInstance *instance, const LangJson *json)
{
  if (json == NULL)
    return NOT_GIVEN;
  if (json->kind == LANG_JSON_NUMBER)
    return (FigureValue){FIGURE_NONE, json->number};
  const char *text = lang_json_string (json, "");
  const char *star = strchr (text, '*');
  char *end = NULL;
  double factor = star != NULL ? g_ascii_strtod (text, &end) : text[0] == '-' ? -1 : 1;
  const char *name = star != NULL ? star + 1 : text + (text[0] == '-');
  FigureValue value = {FIGURE_NONE, NAN};

  if (end == star && isfinite (factor))
    value = figure_build_variable (build, instance->path, name);
  if (!figure_value_is_given (value))
    figure_build_warn (build, json->span, "%s has no number or variable `%s` to draw",
                       instance->class->entry->class->name, text);
  value.factor *= factor;
  return value;
}

static FigureValue
value_of (const Reader *reader, const char *key)
{
  return read_value (reader->build, reader->instance, get (reader, key));
}

/* `n` values of an array; false, and a report, if there are not so many. */
static bool
read_values (const Reader *reader, const char *key, uint32_t n, FigureValue *values)
{
  const LangJson *json = get (reader, key);

  for (uint32_t i = 0; i < n; i++)
    values[i] = NOT_GIVEN;
  if (json == NULL)
    return false;
  if (json->kind != LANG_JSON_ARRAY || json->n != n) {
    figure_build_warn (reader->build, json->span, "`%s` takes an array of %u values",
                       key, n);
    return false;
  }
  for (uint32_t i = 0; i < n; i++)
    values[i] = read_value (reader->build, reader->instance, json->items[i]);
  return true;
}

/* ---- places ---- */

/* [x, y] or [x, y, phi] in the picture. */
static uint32_t
read_fixed_spot (const Reader *reader, const LangJson *json)
{
  FigureSpot spot = {.kind = FIGURE_SPOT_PLANAR, .phi = {FIGURE_NONE, 0}};
  FigureValue *values[] = {&spot.x, &spot.y, &spot.phi};

  spot.offset[0] = spot.offset[1] = NOT_GIVEN;
  for (uint32_t i = 0; i < json->n; i++) {
    *values[i] = read_value (reader->build, reader->instance, json->items[i]);
    if (!figure_value_is_given (*values[i]))
      return FIGURE_NONE;
  }
  base_vec_push (reader->build->arena, reader->build->spots, spot);
  return reader->build->spots.n - 1;
}

/* False if the component has no such port at all: one that its condition removed is no
 * fault. */
static bool
is_known_port (const FigureInstance *instance, const char *port)
{
  g_auto (GStrv) parts = g_strsplit_set (port, ".[", 2);

  return lib_class_find (instance->class, base_name (parts[0])) != UINT32_MAX;
}

static uint32_t
read_spot (const Reader *reader, const char *key)
{
  const LangJson *json = get (reader, key);

  if (json == NULL) {
    figure_build_warn (reader->build, reader->item->span, "a `%s` needs `%s`",
                       INFOS[reader->shape.kind].word, key);
    return FIGURE_NONE;
  }
  if (json->kind == LANG_JSON_ARRAY && (json->n == 2 || json->n == 3))
    return read_fixed_spot (reader, json);
  const char *port = lang_json_string (json, NULL);
  if (port == NULL || !is_known_port (reader->instance, port)) {
    figure_build_warn (reader->build, json->span,
                       "`%s` takes a port of %s or [x, y, angle]", key,
                       reader->instance->class->entry->class->name);
    return FIGURE_NONE;
  }
  return figure_build_port (reader->build, reader->instance, port);
}

/* The spot moved by `offset` in its own axes. */
static uint32_t
with_offset (const Reader *reader, uint32_t at)
{
  FigureBuild *build = reader->build;
  FigureValue offset[2];

  if (at == FIGURE_NONE || !read_values (reader, "offset", 2, offset))
    return at;
  FigureSpot spot = build->spots.at[at];
  spot.offset[0] = offset[0];
  spot.offset[1] = offset[1];
  base_vec_push (build->arena, build->spots, spot);
  return build->spots.n - 1;
}

static bool
read_ends (Reader *reader)
{
  FigureShape *shape = &reader->shape;
  FigureBuild *build = reader->build;

  if (INFOS[shape->kind].n_ends == 2) {
    shape->a = read_spot (reader, "from");
    shape->b = read_spot (reader, "to");
    return shape->a != FIGURE_NONE && shape->b != FIGURE_NONE &&
           build->spots.at[shape->a].kind == build->spots.at[shape->b].kind;
  }
  if (get (reader, "at") == NULL &&
      (shape->kind == FIGURE_SHAPE_TERRAIN || shape->kind == FIGURE_SHAPE_POLYGON)) {
    base_vec_push (build->arena, build->spots,
                   (FigureSpot){.x = {FIGURE_NONE, 0},
                                .y = {FIGURE_NONE, 0},
                                .phi = {FIGURE_NONE, 0},
                                .offset = {NOT_GIVEN, NOT_GIVEN}});
    shape->a = build->spots.n - 1;
  } else {
    shape->a = with_offset (reader, read_spot (reader, "at"));
  }
  shape->b = shape->a;
  return shape->a != FIGURE_NONE;
}

static bool
read_points (Reader *reader)
{
  FigureShape *shape = &reader->shape;
  const LangJson *json = get (reader, "points");
  bool needs =
      shape->kind == FIGURE_SHAPE_TERRAIN || shape->kind == FIGURE_SHAPE_POLYGON;
  bool is_sound = json != NULL && json->kind == LANG_JSON_ARRAY && json->n >= 2;

  if (!needs)
    return true;
  FigurePoint *points =
      base_arena_array (reader->build->arena, FigurePoint, is_sound ? json->n : 0);
  for (uint32_t i = 0; is_sound && i < json->n; i++) {
    const LangJson *pair = json->items[i];

    is_sound = pair->kind == LANG_JSON_ARRAY && pair->n == 2;
    if (is_sound)
      points[i] = (FigurePoint){lang_json_number (pair->items[0], NAN),
                                lang_json_number (pair->items[1], NAN)};
    is_sound = is_sound && isfinite (points[i].x) && isfinite (points[i].y);
  }
  if (!is_sound)
    figure_build_warn (reader->build, json != NULL ? json->span : reader->item->span,
                       "`points` takes two or more [x, y] in metres");
  else
    shape->n_points = json->n;
  shape->points = points;
  return is_sound;
}

/* ---- one shape ---- */

static bool
read_kind (Reader *reader)
{
  const LangJson *json = get (reader, "shape");
  const char *word = lang_json_string (json, "");
  g_autoptr (GString) known = g_string_new (NULL);

  for (uint32_t i = 0; i < FIGURE_N_SHAPES; i++) {
    if (strcmp (INFOS[i].word, word) == 0) {
      reader->shape.kind = (FigureShapeKind) i;
      return true;
    }
    g_string_append_printf (known, "%s%s", i == 0 ? "" : ", ", INFOS[i].word);
  }
  figure_build_warn (reader->build, json != NULL ? json->span : reader->item->span,
                     "`motion` has no shape `%s`", word);
  if (reader->build->diags != NULL)
    base_diags_set_hint (reader->build->diags, "there are %s", known->str);
  return false;
}

static void
check_keys (const Reader *reader, const LangJson *json)
{
  for (uint32_t i = 0; json != NULL && i < json->n; i++) {
    bool is_known = false;

    for (uint32_t k = 0; k < G_N_ELEMENTS (KEYS) && !is_known; k++)
      is_known = strcmp (KEYS[k], json->keys[i]) == 0;
    if (!is_known)
      figure_build_warn (reader->build, json->key_spans[i],
                         "`motion` does not know the key `%s`", json->keys[i]);
  }
}

static void
read_looks (Reader *reader)
{
  FigureShape *shape = &reader->shape;
  const LangJson *color = get (reader, "colour");

  shape->radius = value_of (reader, "radius");
  shape->radius_b = value_of (reader, "radius_b");
  shape->width = value_of (reader, "width");
  shape->length = value_of (reader, "length");
  shape->angle = value_of (reader, "angle");
  shape->mass = value_of (reader, "mass");
  shape->ratio = value_of (reader, "ratio");
  shape->shown = value_of (reader, "while");
  shape->share = 1;
  read_values (reader, "along", 2, shape->along);
  shape->has_color =
      color != NULL &&
      figure_theme_color_parse (lang_json_string (color, NULL), &shape->color);
  if (color != NULL && !shape->has_color)
    figure_build_warn (reader->build, color->span, "`colour` takes \"#rrggbb\"");
}

/* Weight is a force at the place of the shape. */
static void
read_weight (Reader *reader)
{
  FigureValue f[2];

  if (!read_values (reader, "weight", 2, f) || !figure_value_is_given (f[0]) ||
      !figure_value_is_given (f[1]))
    return;
  base_vec_push (reader->build->arena, reader->build->ports,
                 (FigurePort){.name = "weight",
                              .spot = reader->shape.a,
                              .fx = f[0],
                              .fy = f[1],
                              .tau = {FIGURE_NONE, 0},
                              .is_weight = true});
}

/* Adds a shape to the part, false if it is hidden or cannot be drawn. */
static bool
read_shape (Reader *reader, FigurePart *part)
{
  reader->shape = (FigureShape){.part = reader->build->parts.n};
  if (reader->item->kind != LANG_JSON_OBJECT) {
    figure_build_warn (reader->build, reader->item->span,
                       "`motion` takes objects with a `shape`");
    return false;
  }
  check_keys (reader, reader->item);
  if (lang_json_bool (get (reader, "hidden"), false) || !read_kind (reader) ||
      !read_ends (reader) || !read_points (reader))
    return false;
  read_looks (reader);
  read_weight (reader);
  base_vec_push (reader->build->arena, reader->build->shapes, reader->shape);
  if (lang_json_bool (get (reader, "trail"), false)) {
    part->wants_trail = true;
    part->tip = reader->shape.b;
  }
  return true;
}

/* ---- the part ---- */

static bool
can_be_grabbed (FigureKind kind)
{
  return kind == FIGURE_BODY || kind == FIGURE_LINK || kind == FIGURE_WHEEL ||
         kind == FIGURE_MASS || kind == FIGURE_ROTOR;
}

/* The ports of the component with what acts there. */
static void
read_ports (FigureBuild *build, const FigureInstance *instance)
{
  const LibInstance *own;
  uint32_t at = 0;

  while ((own = figure_build_next_port (build, instance, &at)) != NULL) {
    uint32_t spot = figure_build_port (build, instance, own->name);

    if (spot == FIGURE_NONE)
      continue;
    bool is_planar = build->spots.at[spot].kind == FIGURE_SPOT_PLANAR;
    bool is_slide = build->spots.at[spot].kind == FIGURE_SPOT_SLIDE;
    FigurePort port = {
        .name = build->spots.at[spot].name,
        .spot = spot,
        .fx = figure_build_variable (build, own->path, is_planar ? "fx" : "f"),
        .fy = figure_build_variable (build, own->path, "fy"),
        .tau = figure_build_variable (build, own->path, "tau")};

    if (is_slide || is_planar ? figure_value_is_given (port.fx)
                              : figure_value_is_given (port.tau))
      base_vec_push (build->arena, build->ports, port);
  }
}

/* Adds the part, or forgets it again if it has no shapes. */
static bool
close_part (FigureBuild *build, const FigureInstance *instance, FigurePart *part)
{
  if (build->shapes.n == part->first_shape) {
    build->spots.n = part->first_spot;
    build->ports.n = part->first_port;
    return false;
  }
  const FigureShape *first = &build->shapes.at[part->first_shape];
  const char *dot = strrchr (instance->path, '.');
  FigureElement *element = &part->public;
  const char *port = build->spots.at[first->a].name;

  element->path = base_arena_strdup (build->arena, instance->path);
  element->label = *instance->path == '\0'
                       ? base_arena_strdup (build->arena, sim_model_name (build->model))
                       : element->path + (dot == NULL ? 0 : dot + 1 - instance->path);
  element->kind = INFOS[first->kind].kind;
  part->n_shapes = build->shapes.n - part->first_shape;
  for (uint32_t i = part->first_shape; i < build->shapes.n; i++)
    if (build->spots.at[build->shapes.at[i].a].kind == build->spots.at[first->a].kind)
      part->point = build->shapes.at[i].a;
  if (part->tip == FIGURE_NONE)
    part->tip = first->b;
  part->pull_point = FIGURE_NONE;
  if (can_be_grabbed (element->kind) && port != NULL) {
    part->pull_point = first->a;
    element->port = *instance->path == '\0' ? port
                                            : base_arena_printf (build->arena, "%s.%s",
                                                                 element->path, port);
  }
  read_ports (build, instance);
  part->n_ports = build->ports.n - part->first_port;
  part->n_spots = build->spots.n - part->first_spot;
  base_vec_push (build->arena, build->parts, *part);
  return true;
}

static FigurePart
open_part (const FigureBuild *build)
{
  return (FigurePart){.first_shape = build->shapes.n,
                      .first_spot = build->spots.n,
                      .first_port = build->ports.n,
                      .tip = FIGURE_NONE};
}

bool
figure_metadata_read (FigureBuild *build,
                      const FigureInstance *instance,
                      bool *has_parts)
{
  FigurePart part = open_part (build);
  Reader reader = {.build = build, .instance = instance, .style = instance->style};

  check_keys (&reader, instance->style);
  for (uint32_t i = 0; i < instance->motion->n; i++) {
    reader.item = instance->motion->items[i];
    reader.is_first = i == 0;
    if (strcmp (lang_json_string (lang_json_get (reader.item, "shape"), ""), "parts") ==
        0)
      *has_parts = true;
    else
      read_shape (&reader, &part);
  }
  return close_part (build, instance, &part);
}

bool
figure_metadata_guess (FigureBuild *build, const FigureInstance *instance)
{
  FigurePart part = open_part (build);
  uint32_t first = FIGURE_NONE, at = 0;
  const LibInstance *port;

  while ((port = figure_build_next_port (build, instance, &at)) != NULL) {
    uint32_t spot = figure_build_port (build, instance, port->name);

    if (spot == FIGURE_NONE)
      continue;
    if (first == FIGURE_NONE)
      first = spot;
    else if (build->spots.at[spot].kind == build->spots.at[first].kind)
      base_vec_push (build->arena, build->shapes,
                     (FigureShape){.kind = FIGURE_SHAPE_LINE,
                                   .part = build->parts.n,
                                   .a = first,
                                   .b = spot,
                                   .radius = NOT_GIVEN,
                                   .radius_b = NOT_GIVEN,
                                   .width = NOT_GIVEN,
                                   .length = NOT_GIVEN,
                                   .angle = NOT_GIVEN,
                                   .mass = NOT_GIVEN,
                                   .ratio = NOT_GIVEN,
                                   .shown = NOT_GIVEN,
                                   .along = {NOT_GIVEN, NOT_GIVEN},
                                   .share = 1});
  }
  return close_part (build, instance, &part);
}
