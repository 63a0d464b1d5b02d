/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the shapes of a component from "motion" in its metadata (LANGUAGE §12): kind,
 * place, values, looks. A value is a number, a variable of the component, or a product
 * of both, looked up once here, so that a frame reads slots only. What is wrong is
 * reported as a warning of the library's author, and the shape left out. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "figure/motion/build/build-private.h"

/* The keys, and those that give a size where it goes. */
static const struct {
  const char *key;
  size_t size; /* 0: none */
} KEYS[] = {
    {"radius", offsetof (FigureShape, radius)},
    {"radius_b", offsetof (FigureShape, radius_b)},
    {"width", offsetof (FigureShape, width)},
    {"length", offsetof (FigureShape, length)},
    {"angle", offsetof (FigureShape, angle)},
    {"mass", offsetof (FigureShape, mass)},
    {"ratio", offsetof (FigureShape, ratio)},
    {"while", offsetof (FigureShape, shown)},
    {"shape", 0},
    {"at", 0},
    {"from", 0},
    {"to", 0},
    {"by", 0},
    {"offset", 0},
    {"along", 0},
    {"colour", 0},
    {"points", 0},
    {"weight", 0},
    {"trail", 0},
    {"hidden", 0},
};

/* One shape while it is read. */
typedef struct {
  FigureBuild *build;
  const FigureInstance *instance;
  const LangJson *item;
  const LangJson *style; /* of the instance: stronger than the item; or NULL */
  bool is_first;         /* the one whose shape the instance may change */
  FigureShape *shape;
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
read_value (const Reader *reader, const LangJson *json)
{
  const FigureInstance *instance = reader->instance;

  if (json == NULL)
    return (FigureValue){0};
  if (json->kind == LANG_JSON_NUMBER)
    return (FigureValue){&figure_value_one, json->number};
  const char *text = lang_json_string (json, "");
  const char *star = strchr (text, '*');
  char *end = NULL;
  double factor = star != NULL ? g_ascii_strtod (text, &end) : text[0] == '-' ? -1 : 1;
  const char *name = star != NULL ? star + 1 : text + (text[0] == '-');
  FigureValue value = {0};

  if (end == star && isfinite (factor))
    value = figure_build_variable (reader->build, instance->lib->path, name);
  if (!figure_value_is_given (value))
    figure_build_warn (reader->build, json->span,
                       "%s has no number or variable `%s` to draw",
                       instance->class->entry->class->name, text);
  value.factor *= factor;
  return value;
}

/* `n` values of an array; false, and a report, if there are not so many. */
static bool
read_values (const Reader *reader, const char *key, uint32_t n, FigureValue *values)
{
  const LangJson *json = get (reader, key);

  if (json == NULL)
    return false;
  if (json->kind != LANG_JSON_ARRAY || json->n != n) {
    figure_build_warn (reader->build, json->span, "`%s` takes an array of %u values",
                       key, n);
    return false;
  }
  for (uint32_t i = 0; i < n; i++)
    values[i] = read_value (reader, json->items[i]);
  return true;
}

/* ---- places ---- */

/* [x, y] or [x, y, phi] in the picture; NULL if one of them is not known. */
static FigureSpot *
read_fixed_spot (const Reader *reader, const LangJson *json)
{
  FigureValue values[3] = {[2] = {&figure_value_one, 0}};

  for (uint32_t i = 0; i < json->n; i++) {
    values[i] = read_value (reader, json->items[i]);
    if (!figure_value_is_given (values[i]))
      return NULL;
  }
  return figure_build_spot (
      reader->build, (FigureSpot){.x = values[0], .y = values[1], .phi = values[2]});
}

/* False if the component has no such port at all: one that its condition removed is no
 * fault. */
static bool
is_known_port (const FigureInstance *instance, const char *port)
{
  g_auto (GStrv) parts = g_strsplit_set (port, ".[", 2);

  return lib_class_find (instance->class, base_name (parts[0])) != UINT32_MAX;
}

static FigureSpot *
read_spot (const Reader *reader, const char *key)
{
  const LangJson *json = get (reader, key);

  if (json == NULL) {
    figure_build_warn (reader->build, reader->item->span, "a `%s` needs `%s`",
                       figure_shape_info[reader->shape->kind].word, key);
    return NULL;
  }
  if (json->kind == LANG_JSON_ARRAY && (json->n == 2 || json->n == 3))
    return read_fixed_spot (reader, json);
  const char *port = lang_json_string (json, NULL);
  if (port == NULL || !is_known_port (reader->instance, port)) {
    figure_build_warn (reader->build, json->span,
                       "`%s` takes a port of %s or [x, y, angle]", key,
                       reader->instance->class->entry->class->name);
    return NULL;
  }
  return figure_build_port (reader->build, reader->instance, port);
}

/* At a place, moved by `offset` in its axes; what has points may stand at the origin.
 */
static FigureSpot *
read_place (const Reader *reader, bool has_points)
{
  static const FigureValue ZERO = {&figure_value_one, 0};
  FigureValue offset[2];

  if (has_points && get (reader, "at") == NULL)
    return figure_build_spot (reader->build,
                              (FigureSpot){.x = ZERO, .y = ZERO, .phi = ZERO});
  FigureSpot *at = read_spot (reader, "at");
  if (at == NULL || !read_values (reader, "offset", 2, offset))
    return at;
  FigureSpot spot = *at;
  spot.offset[0] = offset[0];
  spot.offset[1] = offset[1];
  return figure_build_spot (reader->build, spot);
}

static bool
read_ends (Reader *reader, bool has_points)
{
  FigureShape *shape = reader->shape;

  if (figure_shape_info[shape->kind].n_ends == 1) {
    shape->a = shape->b = read_place (reader, has_points);
    return shape->a != NULL;
  }
  shape->a = read_spot (reader, "from");
  shape->b = read_spot (reader, "to");
  if (shape->a == NULL || shape->b == NULL || shape->a->kind != shape->b->kind)
    return false;
  if (figure_shape_info[shape->kind].n_ends < 3)
    return true;
  shape->c = read_spot (reader, "by");
  return shape->c != NULL && shape->c->kind == FIGURE_SPOT_TURN &&
         shape->a->kind == FIGURE_SPOT_TURN;
}

static bool
read_points (Reader *reader)
{
  const LangJson *json = get (reader, "points");
  bool is_sound = json != NULL && json->kind == LANG_JSON_ARRAY && json->n >= 2;
  uint32_t n = is_sound ? json->n : 0;
  FigurePoint *points = base_arena_array (reader->build->arena, FigurePoint, n);

  for (uint32_t i = 0; is_sound && i < n; i++) {
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
  reader->shape->n_points = n;
  reader->shape->points = points;
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
    if (strcmp (figure_shape_info[i].word, word) == 0) {
      reader->shape->kind = (FigureShapeKind) i;
      return true;
    }
    g_string_append_printf (known, "%s%s", i == 0 ? "" : ", ",
                            figure_shape_info[i].word);
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
      is_known = strcmp (KEYS[k].key, json->keys[i]) == 0;
    if (!is_known)
      figure_build_warn (reader->build, json->key_spans[i],
                         "`motion` does not know the key `%s`", json->keys[i]);
  }
}

static void
read_looks (Reader *reader)
{
  FigureShape *shape = reader->shape;
  const LangJson *color = get (reader, "colour");

  for (uint32_t i = 0; i < G_N_ELEMENTS (KEYS); i++)
    if (KEYS[i].size != 0)
      G_STRUCT_MEMBER (FigureValue, shape, KEYS[i].size) =
          read_value (reader, get (reader, KEYS[i].key));
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

  if (read_values (reader, "weight", 2, f) && figure_value_is_given (f[0]) &&
      figure_value_is_given (f[1]))
    base_vec_push (reader->build->arena, reader->build->ports,
                   (FigurePort){.name = "weight",
                                .spot = reader->shape->a,
                                .fx = f[0],
                                .fy = f[1],
                                .is_weight = true});
}

static FigureShape *
shape_new (FigureBuild *build, FigureShapeKind kind)
{
  FigureShape *shape = base_arena_new0 (build->arena, FigureShape);

  *shape = (FigureShape){.kind = kind, .part = build->parts.n, .share = 1};
  return shape;
}

/* Adds a shape to the part, unless it is hidden or cannot be drawn. */
static void
read_shape (Reader *reader, FigurePart *part)
{
  FigureShape *shape = reader->shape = shape_new (reader->build, 0);

  if (reader->item->kind != LANG_JSON_OBJECT) {
    figure_build_warn (reader->build, reader->item->span,
                       "`motion` takes objects with a `shape`");
    return;
  }
  check_keys (reader, reader->item);
  if (lang_json_bool (get (reader, "hidden"), false) || !read_kind (reader))
    return;
  bool has_points =
      shape->kind == FIGURE_SHAPE_TERRAIN || shape->kind == FIGURE_SHAPE_POLYGON;
  if (!read_ends (reader, has_points) || (has_points && !read_points (reader)))
    return;
  read_looks (reader);
  read_weight (reader);
  base_vec_push (reader->build->arena, reader->build->shapes, shape);
  if (lang_json_bool (get (reader, "trail"), false)) {
    part->wants_trail = true;
    part->tip = shape->b;
  }
}

/* ---- the part ---- */

/* The ports of the component with what acts there. */
static void
read_ports (FigureBuild *build, const FigureInstance *instance)
{
  const LibInstance *own;
  uint32_t at = 0;

  while ((own = figure_build_next_port (build, instance, &at)) != NULL) {
    const FigureSpot *spot = figure_build_port (build, instance, own->name);

    FigureSpotKind kind;
    FigureValue load[3] = {0};

    if (spot == NULL || !figure_build_connector (build, own, "load", &kind, load))
      continue;
    FigurePort port = {.name = spot->name, .spot = spot};
    *(kind == FIGURE_SPOT_TURN ? &port.tau : &port.fx) = load[0];
    if (kind == FIGURE_SPOT_PLANAR) {
      port.fy = load[1];
      port.tau = load[2];
    }
    base_vec_push (build->arena, build->ports, port);
  }
}

/* What to show of it: its own variables, or, where it has none, those of the part
 * inside that its last shape hangs on: of the body in a rod. */
static void
take_variables (FigureBuild *build, const FigureInstance *instance, FigurePart *part)
{
  const char *dot = part->point->name != NULL ? strrchr (part->point->name, '.') : NULL;

  if (instance->n_variables == 0 && dot != NULL) {
    g_autofree char *inner =
        g_strndup (part->point->name, (gsize) (dot - part->point->name));

    instance = figure_build_find (build, instance->lib->path, inner);
  }
  size_t size = instance->n_variables * sizeof *instance->variables;
  part->public.n_variables = instance->n_variables;
  part->public.variables =
      base_arena_copy (build->arena, instance->variables, size, size);
}

/* What the window is told of the part. */
static void
name_part (FigureBuild *build, const FigureInstance *instance, FigurePart *part)
{
  FigureElement *element = &part->public;
  const char *path = base_arena_strdup (build->arena, instance->lib->path);
  const char *dot = strrchr (path, '.'), *port = part->shape->a->name;

  element->path = path;
  element->label = dot != NULL ? dot + 1 : path;
  if (*path == '\0')
    element->label = base_arena_strdup (build->arena, sim_model_name (build->model));
  element->kind = figure_shape_info[part->shape->kind].kind;
  if (figure_kind_info[element->kind].is_pulled && port != NULL)
    element->port =
        *path == '\0' ? port : base_arena_printf (build->arena, "%s.%s", path, port);
}

static FigurePart
open_part (FigureBuild *build)
{
  build->first_shape = build->shapes.n;
  build->first_spot = build->spots.n;
  build->ports.n = 0;
  return (FigurePart){0};
}

/* Adds the part, or forgets it again if it has no shapes. */
static void
close_part (FigureBuild *build, const FigureInstance *instance, FigurePart *part)
{
  if (build->shapes.n == build->first_shape) {
    build->spots.n = build->first_spot;
    return;
  }
  part->shape = build->shapes.at[build->first_shape];
  for (uint32_t i = build->first_shape; i < build->shapes.n; i++)
    if (build->shapes.at[i]->a->kind == part->shape->a->kind)
      part->point = build->shapes.at[i]->a;
  if (part->tip == NULL)
    part->tip = part->shape->b;
  name_part (build, instance, part);
  part->handle = part->public.port != NULL ? part->shape->a : part->point;
  take_variables (build, instance, part);
  read_ports (build, instance);
  size_t size = build->ports.n * sizeof *build->ports.at;
  part->n_ports = build->ports.n;
  part->ports = base_arena_copy (build->arena, build->ports.at, size, size);
  part->n_spots = build->spots.n - build->first_spot;
  size = part->n_spots * sizeof *part->spots;
  part->spots =
      base_arena_copy (build->arena, build->spots.at + build->first_spot, size, size);
  base_vec_push (build->arena, build->parts, *part);
}

void
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
  close_part (build, instance, &part);
}

void
figure_metadata_guess (FigureBuild *build, const FigureInstance *instance)
{
  FigurePart part = open_part (build);
  FigureSpot *first = NULL;
  uint32_t at = 0;
  const LibInstance *port;

  while ((port = figure_build_next_port (build, instance, &at)) != NULL) {
    FigureSpot *spot = figure_build_port (build, instance, port->name);

    if (first == NULL) {
      first = spot;
    } else if (spot != NULL && spot->kind == first->kind) {
      FigureShape *line = shape_new (build, FIGURE_SHAPE_LINE);

      line->a = first;
      line->b = spot;
      base_vec_push (build->arena, build->shapes, line);
    }
  }
  close_part (build, instance, &part);
}
