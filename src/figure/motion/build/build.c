/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves in a model: goes through the instances that the compiler made, in the
 * order of the text, and collects the shapes of those that are to be seen. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "figure/motion/build/build-private.h"

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
    FigureInstance *instance = figure_build_find (build, "", path);
    if (instance != NULL && instance->n_variables < FIGURE_VARIABLES_MOST)
      instance->variables[instance->n_variables++] = i;
  }
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
enter (FigureBuild *build, FigureInstance *child)
{
  const LibInstance *lib = child->lib;
  const FigureInstance *parent = &build->instances[lib->parent];

  child->class = lib_class_get (build->classes, lib->entry);
  cairo_matrix_init_scale (&child->in_diagram, 1000, 1000);
  if (lib->decl == NULL) {
    dress (build, child, NULL);
    return;
  }
  const LangJson *meta = lib_class_member_meta (parent->class, lib->decl);
  const LangJson *placement = lang_json_find (meta, "Dyad/placement/diagram");
  child->in_diagram = parent->in_diagram;
  if (placement != NULL)
    child->in_diagram = figure_build_place (&parent->in_diagram, placement);
  else if (lib->parent == 0) /* in a row, as they are declared */
    cairo_matrix_init (&child->in_diagram, 100, 0, 0, 100,
                       200.0 * (slot_of (parent->class, lib->decl) + 1), 0);
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
      enter (build, &build->instances[i]);
      visit (build, open, i);
    }
  close_before (build, open, build->tree->n_instances);
}

/* ---- the whole ---- */

/* Lower layers first, in a layer as they were read. */
static int
by_layer (const void *a, const void *b, gpointer data)
{
  const FigureShape *x = *(FigureShape *const *) a, *y = *(FigureShape *const *) b;

  return (int) figure_shape_info[x->kind].layer -
         (int) figure_shape_info[y->kind].layer;
}

static void
take_over (FigureBuild *build)
{
  FigureMotion *motion = build->motion;
  uint32_t n_solid = 0;

  motion->n_vars = build->vars.n;
  motion->vars = build->vars.at;
  motion->n_spots = build->spots.n;
  motion->spots = build->spots.at;
  motion->n_shapes = build->shapes.n;
  motion->shapes = build->shapes.at;
  motion->n_parts = build->parts.n;
  motion->parts = build->parts.at;
  /* Columns to be recorded, ascending. */
  motion->columns = base_arena_array (build->arena, uint32_t, motion->n_vars);
  for (uint32_t i = 0; i < motion->n_vars; i++)
    motion->columns[i] = motion->vars[i]->column;
  if (motion->n_vars > 1)
    qsort (motion->columns, motion->n_vars, sizeof (uint32_t), base_vec_by_number);
  for (uint32_t i = 0; i < motion->n_spots && !motion->has_planar; i++)
    motion->has_planar = motion->spots[i]->kind == FIGURE_SPOT_PLANAR;
  /* Solid parts take turns with the colours. */
  for (uint32_t i = 0; i < motion->n_parts; i++) {
    FigurePart *part = &motion->parts[i];

    part->color = n_solid;
    n_solid += figure_kind_info[part->public.kind].is_solid;
    g_hash_table_insert (motion->by_path, (gpointer) part->public.path,
                         GUINT_TO_POINTER (i + 1));
  }
}

static void
list_instances (FigureBuild *build)
{
  const LibTree *tree = build->tree;

  build->instances =
      base_arena_array (build->scratch, FigureInstance, tree->n_instances);
  for (uint32_t i = 0; i < tree->n_instances; i++) {
    build->instances[i].lib = &tree->instances[i];
    g_hash_table_insert (build->by_path, (gpointer) tree->instances[i].path,
                         &build->instances[i]);
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
  /* Instances and variables by name, then the shapes of each instance. */
  list_instances (&build);
  collect_variables (&build);
  walk (&build);
  take_over (&build);
  figure_train_build (&build);
  g_qsort_with_data (motion->shapes, (int) motion->n_shapes, sizeof *motion->shapes,
                     by_layer, NULL);
  motion->n_outlines = 2 * motion->n_shapes + motion->n_nodes;
  motion->outlines = base_arena_array (motion->arena, FigureOutline,
                                       (FIGURE_LOOKS + 1) * motion->n_outlines);
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
