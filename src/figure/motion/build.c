/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves in a model: goes through the instances that the compiler made, in the
 * order of the text, and collects the shapes of those that are to be seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "figure/motion/build-private.h"

void
figure_build_warn (FigureBuild *build, BaseSpan span, const char *format, ...)
{
  va_list args;

  if (build->diags == NULL)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  base_diags_add (build->diags, BASE_WARNING, 605, span, "%s", text);
}

/* ---- variables ---- */

/* "PATH.NAME", or NAME alone in the model itself. */
static char *
path_of (const char *path, const char *name)
{
  return g_strconcat (path, *path != '\0' ? "." : "", name, NULL);
}

/* Variables of one slot are read once. */
FigureValue
figure_build_variable (FigureBuild *build, const char *path, const char *name)
{
  g_autofree char *full =
      *path == '\0' ? g_strdup (name) : g_strjoin (".", path, name, NULL);
  uint32_t column = sim_model_find (build->model, full);

  if (column == UINT32_MAX)
    return (FigureValue){FIGURE_NONE, NAN};
  const SimVar *var = sim_model_var (build->model, column);
  gpointer key = GUINT_TO_POINTER (var->slot + 1);
  uint32_t known = GPOINTER_TO_UINT (g_hash_table_lookup (build->var_of_slot, key));
  if (known == 0) {
    base_vec_push (build->arena, build->vars, (FigureVar){.column = column});
    known = build->vars.n;
    g_hash_table_insert (build->var_of_slot, key, GUINT_TO_POINTER (known));
  }
  double sign = sim_model_var (build->model, build->vars.at[known - 1].column)->sign;
  return (FigureValue){known - 1, var->sign * sign};
}

static FigureInstance *
find_instance (const FigureBuild *build, const char *path)
{
  uint32_t known = GPOINTER_TO_UINT (g_hash_table_lookup (build->by_path, path));

  return known == 0 ? NULL : &build->instances[known - 1];
}

/* Notes for each instance what to show there: variables that are its own. */
static void
collect_variables (FigureBuild *build)
{
  for (uint32_t i = 0; i < sim_model_n_vars (build->model); i++) {
    const SimVar *var = sim_model_var (build->model, i);
    const char *dot = strrchr (var->name, '.');

    if (var->is_parameter || var->is_derived || dot == NULL)
      continue;
    g_autofree char *path = g_strndup (var->name, (gsize) (dot - var->name));
    FigureInstance *instance = find_instance (build, path);
    if (instance != NULL && instance->n_variables < FIGURE_VARIABLES_MOST)
      instance->variables[instance->n_variables++] = i;
  }
}

/* Its own variables, or, where it has none, those of the part inside that its last
 * shape hangs on: of the body in a rod. */
static void
take_variables (FigureBuild *build, FigurePart *part)
{
  FigureElement *element = &part->public;
  const FigureInstance *from = find_instance (build, element->path);
  const char *port = build->motion->spots[part->point].name;
  const char *dot = port != NULL ? strrchr (port, '.') : NULL;

  if (from->n_variables == 0 && dot != NULL) {
    g_autofree char *inner = g_strndup (port, (gsize) (dot - port));
    g_autofree char *path = path_of (element->path, inner);

    from = find_instance (build, path);
  }
  size_t size = from->n_variables * sizeof *from->variables;
  element->n_variables = from->n_variables;
  element->variables = base_arena_copy (build->arena, from->variables, size, size);
}

/* ---- places in the diagram ---- */

/* A placement in thousandths of the square that `outer` maps. */
static FigureAffine
place (FigureAffine outer, const LangJson *placement)
{
  double x1 = lang_json_number (lang_json_get (placement, "x1"), 0) / 1000;
  double y1 = lang_json_number (lang_json_get (placement, "y1"), 0) / 1000;
  double x2 = lang_json_number (lang_json_get (placement, "x2"), 0) / 1000;
  double y2 = lang_json_number (lang_json_get (placement, "y2"), 0) / 1000;
  double rot = lang_json_number (lang_json_get (placement, "rot"), 0) * G_PI / 180;
  double c = cos (rot), s = sin (rot);
  double w = x2 - x1, h = y2 - y1;
  /* of the point (u, v) of the unit square, turned clockwise about the middle */
  FigureAffine in = {.xx = c * w, .xy = -s * h, .yx = s * w, .yy = c * h};

  in.x0 = (x1 + x2) / 2 - (in.xx + in.xy) / 2;
  in.y0 = (y1 + y2) / 2 - (in.yx + in.yy) / 2;
  return (FigureAffine){.xx = outer.xx * in.xx + outer.xy * in.yx,
                        .xy = outer.xx * in.xy + outer.xy * in.yy,
                        .yx = outer.yx * in.xx + outer.yy * in.yx,
                        .yy = outer.yx * in.xy + outer.yy * in.yy,
                        .x0 = outer.xx * in.x0 + outer.xy * in.y0 + outer.x0,
                        .y0 = outer.yx * in.x0 + outer.yy * in.y0 + outer.y0};
}

static FigurePoint
map (FigureAffine affine, double u, double v)
{
  return (FigurePoint){affine.xx * u + affine.xy * v + affine.x0,
                       affine.yx * u + affine.yy * v + affine.y0};
}

/* Where a port sits; without a placement, or inside of a part, at the left or right
 * side. */
static FigurePoint
port_in_diagram (const FigureBuild *build,
                 const FigureInstance *instance,
                 const LibInstance *port)
{
  const LangJson *meta = &build->instances[port->parent] == instance
                             ? lib_class_member_meta (instance->class, port->decl)
                             : NULL;
  const LangJson *icon = lang_json_find (meta, "Dyad/placement/icon");

  if (icon == NULL)
    return map (instance->in_diagram, g_str_has_suffix (port->name, "_a") ? 0 : 1, 0.5);
  FigureAffine at = place (instance->in_diagram, icon);
  return map (at, 0.5, 0.5);
}

/* ---- spots ---- */

uint32_t
figure_build_port (FigureBuild *build, const FigureInstance *instance, const char *port)
{
  g_autofree char *path = path_of (instance->path, port);
  const FigureInstance *found = find_instance (build, path);
  FigureValue none = {FIGURE_NONE, NAN};
  FigureSpot spot = {.offset = {none, none}};

  if (found == NULL)
    return FIGURE_NONE;
  for (uint32_t i = build->parts.n == 0
                        ? 0
                        : build->parts.at[build->parts.n - 1].first_spot +
                              build->parts.at[build->parts.n - 1].n_spots;
       i < build->spots.n; i++)
    if (build->spots.at[i].name != NULL &&
        strcmp (build->spots.at[i].name, port) == 0 &&
        !figure_value_is_given (build->spots.at[i].offset[0]))
      return i;
  spot.x = figure_build_variable (build, path, "x");
  spot.y = figure_build_variable (build, path, "y");
  spot.phi = figure_build_variable (build, path, "phi");
  if (figure_value_is_given (spot.x) && figure_value_is_given (spot.y) &&
      figure_value_is_given (spot.phi)) {
    spot.kind = FIGURE_SPOT_PLANAR;
  } else {
    spot.kind = figure_value_is_given (spot.phi) ? FIGURE_SPOT_TURN : FIGURE_SPOT_SLIDE;
    spot.x = spot.kind == FIGURE_SPOT_TURN ? spot.phi
                                           : figure_build_variable (build, path, "s");
    if (!figure_value_is_given (spot.x))
      return FIGURE_NONE;
    spot.port = (uint32_t) (found - build->instances);
    spot.drawn_at =
        port_in_diagram (build, instance, &build->tree->instances[spot.port]);
  }
  spot.name = base_arena_strdup (build->arena, port);
  base_vec_push (build->arena, build->spots, spot);
  return build->spots.n - 1;
}

const LibInstance *
figure_build_next_port (const FigureBuild *build,
                        const FigureInstance *instance,
                        uint32_t *at)
{
  const LibTree *tree = build->tree;
  uint32_t self = (uint32_t) (instance - build->instances);

  for (uint32_t i = MAX (self, *at) + 1; i < tree->instances[self].end; i++)
    if (tree->instances[i].parent == self &&
        lib_tree_is_connector (&tree->instances[i])) {
      *at = i;
      return &tree->instances[i];
    }
  return NULL;
}

/* ---- the tree ---- */

static const LangJson *
array_or_null (const LangJson *json)
{
  return json != NULL && json->kind == LANG_JSON_ARRAY ? json : NULL;
}

/* The instance with what its own metadata says of its motion. */
static void
dress (FigureBuild *build, FigureInstance *child, const LangJson *meta)
{
  const LangJson *own = lang_json_find (meta, "Dyad/motion");
  const LangJson *of_class = lib_class_meta (child->class, "Dyad", "motion");

  child->motion =
      array_or_null (own != NULL && own->kind == LANG_JSON_ARRAY ? own : of_class);
  if (own != NULL && own->kind == LANG_JSON_OBJECT)
    child->style = own;
  else if (own != NULL && own->kind != LANG_JSON_ARRAY)
    figure_build_warn (build, own->span, "`motion` of a part takes {…} or […]");
  if (of_class != NULL && of_class->kind != LANG_JSON_ARRAY)
    figure_build_warn (build, of_class->span, "`motion` of a component takes […]");
}

static uint32_t
slot_of (const LibClass *class, const LangDecl *decl)
{
  return class->members[lib_class_find (class, base_name (decl->name))].slot;
}

/* A part of what shows its parts. What was added for an `outer` is in no diagram. */
static bool
is_seen (const FigureBuild *build, const LibInstance *instance)
{
  return instance->decl == NULL || (build->instances[instance->parent].has_parts &&
                                    instance->decl->kind == LANG_SUB &&
                                    instance->entry->class->kind == LANG_COMPONENT);
}

/* Its class, its place in the diagram and what its metadata says. */
static void
enter (FigureBuild *build, uint32_t i)
{
  const LibInstance *instance = &build->tree->instances[i];
  const FigureInstance *parent = &build->instances[instance->parent];
  FigureInstance *child = &build->instances[i];

  child->class = lib_class_get (build->classes, instance->entry);
  child->in_diagram = (FigureAffine){.xx = 1000, .yy = 1000};
  if (instance->decl == NULL) {
    child->motion = array_or_null (lib_class_meta (child->class, "Dyad", "motion"));
    return;
  }
  const LangJson *meta = lib_class_member_meta (parent->class, instance->decl);
  const LangJson *placement = lang_json_find (meta, "Dyad/placement/diagram");
  child->in_diagram = parent->in_diagram;
  if (placement != NULL)
    child->in_diagram = place (parent->in_diagram, placement);
  else if (instance->parent == 0) /* in a row, as they are declared */
    child->in_diagram =
        (FigureAffine){.xx = 100,
                       .yy = 100,
                       .x0 = 200.0 * (slot_of (parent->class, instance->decl) + 1)};
  dress (build, child, meta);
}

/* A component that shows something shows what is in it only if it says so; one that
 * says nothing shows its parts, or if they show nothing the line between its ports. */
static void
visit (FigureBuild *build, GArray *open, uint32_t i)
{
  FigureInstance *instance = &build->instances[i];
  bool has_parts = i == 0 || instance->motion == NULL;

  if (lang_json_bool (lang_json_get (instance->style, "hidden"), false))
    return;
  instance->n_parts = build->parts.n;
  if (instance->motion != NULL)
    figure_metadata_read (build, instance, &has_parts);
  else if (i != 0)
    g_array_append_val (open, i);
  instance->has_parts = has_parts;
}

/* What says nothing and ends before instance `next`. */
static void
close_before (FigureBuild *build, GArray *open, uint32_t next)
{
  for (; open->len > 0; g_array_set_size (open, open->len - 1)) {
    uint32_t i = g_array_index (open, uint32_t, open->len - 1);

    if (next < build->tree->instances[i].end)
      return;
    if (build->parts.n == build->instances[i].n_parts)
      figure_metadata_guess (build, &build->instances[i]);
  }
}

static void
walk (FigureBuild *build)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (uint32_t));

  for (uint32_t i = 0; i < build->tree->n_instances; i++)
    if (is_seen (build, &build->tree->instances[i])) {
      close_before (build, open, i);
      enter (build, i);
      visit (build, open, i);
    }
  close_before (build, open, build->tree->n_instances);
}

/* ---- the whole ---- */

/* Lower layers first, in a layer as they were read. */
static void
sort_shapes (FigureMotion *motion)
{
  uint32_t n = 0;

  motion->order = base_arena_array (motion->arena, uint32_t, motion->n_shapes);
  for (uint32_t layer = 0; layer < FIGURE_N_LAYERS; layer++)
    for (uint32_t i = 0; i < motion->n_shapes; i++)
      if (figure_metadata_shape (motion->shapes[i].kind)->layer == layer)
        motion->order[n++] = i;
}

/* What is solid takes turns with the colours. */
static void
color_parts (FigureMotion *motion)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < motion->n_parts; i++) {
    FigureKind kind = motion->parts[i].public.kind;

    motion->parts[i].color = n;
    n += kind == FIGURE_BODY || kind == FIGURE_MASS || kind == FIGURE_ROTOR ||
         kind == FIGURE_WHEEL;
  }
}

static void
take_over (FigureBuild *build)
{
  FigureMotion *motion = build->motion;

  motion->n_vars = build->vars.n;
  motion->vars = build->vars.at;
  motion->n_spots = build->spots.n;
  motion->spots = build->spots.at;
  motion->n_shapes = build->shapes.n;
  motion->shapes = build->shapes.at;
  motion->n_ports = build->ports.n;
  motion->ports = build->ports.at;
  motion->n_parts = build->parts.n;
  motion->parts = build->parts.at;
  motion->n_columns = build->vars.n;
  motion->columns = base_arena_array (build->arena, uint32_t, build->vars.n);
  for (uint32_t i = 0; i < build->vars.n; i++)
    motion->columns[i] = build->vars.at[i].column;
  qsort (motion->columns, motion->n_columns, sizeof (uint32_t), base_vec_by_number);
  for (uint32_t i = 0; i < motion->n_spots; i++)
    motion->has_planar =
        motion->has_planar || motion->spots[i].kind == FIGURE_SPOT_PLANAR;
  for (uint32_t i = 0; i < motion->n_parts; i++) {
    take_variables (build, &motion->parts[i]);
    g_hash_table_insert (motion->by_path, (gpointer) motion->parts[i].public.path,
                         GUINT_TO_POINTER (i + 1));
  }
  sort_shapes (motion);
  color_parts (motion);
}

static void
list_instances (FigureBuild *build)
{
  const LibTree *tree = build->tree;

  build->instances =
      base_arena_array (build->scratch, FigureInstance, tree->n_instances);
  for (uint32_t i = 0; i < tree->n_instances; i++) {
    build->instances[i].path = tree->instances[i].path;
    g_hash_table_insert (build->by_path, (gpointer) tree->instances[i].path,
                         GUINT_TO_POINTER (i + 1));
  }
}

FigureMotion *
figure_motion_new (const SimModel *model, BaseDiags *diags)
{
  const LibTree *tree = sim_model_tree (model);
  g_autoptr (BaseArena) scratch = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (scratch, tree->index, NULL);
  g_autoptr (GHashTable) by_path = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) var_of_slot = g_hash_table_new (NULL, NULL);
  FigureMotion *motion = g_new0 (FigureMotion, 1);
  FigureBuild build = {.motion = motion,
                       .scratch = scratch,
                       .tree = tree,
                       .by_path = by_path,
                       .classes = classes,
                       .model = model,
                       .diags = diags,
                       .var_of_slot = var_of_slot};

  motion->arena = build.arena = base_arena_new ();
  motion->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  motion->time = NAN;
  list_instances (&build);
  collect_variables (&build);
  walk (&build);
  take_over (&build);
  figure_trains_build (&build);
  return motion;
}

void
figure_motion_free (FigureMotion *motion)
{
  if (motion == NULL)
    return;
  run_trace_unref (motion->trace);
  g_hash_table_unref (motion->by_path);
  base_arena_free (motion->arena);
  g_free (motion);
}
