/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves in a model: walks the tree of instances and collects the shapes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "figure/build.h"
#include "lib/constant.h"
#include "lib/model.h"

/* Shown for one element on hovering. */
enum { VARIABLES_MOST = 12 };

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

bool
figure_build_is_port (const LibMember *member)
{
  return member->decl != NULL && member->decl->kind == LANG_SUB &&
         member->entry != NULL && member->entry->class->kind == LANG_CONNECTOR &&
         member->decl->n_for == 0;
}

/* ---- variables ---- */

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

/* The list of a path, and with it those of all paths that contain it. */
static GArray *
list_of (FigureBuild *build, const char *path)
{
  GArray *list = g_hash_table_lookup (build->variables, path);

  if (list != NULL)
    return list;
  list = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  g_hash_table_insert (build->variables, g_strdup (path), list);
  g_autofree char *outer = g_strdup (path);
  for (char *dot = strrchr (outer, '.'); dot != NULL; dot = strrchr (outer, '.')) {
    *dot = '\0';
    if (g_hash_table_contains (build->variables, outer))
      break;
    g_hash_table_insert (build->variables, g_strdup (outer),
                         g_array_new (FALSE, FALSE, sizeof (uint32_t)));
  }
  return list;
}

/* Notes for each path what to show there: variables that are its own, in their order.
 */
static void
collect_variables (FigureBuild *build)
{
  for (uint32_t i = 0; i < sim_model_n_vars (build->model); i++) {
    const SimVar *var = sim_model_var (build->model, i);
    const char *dot = strrchr (var->name, '.');

    if (var->is_parameter || var->is_derived || dot == NULL)
      continue;
    g_autofree char *path = g_strndup (var->name, (gsize) (dot - var->name));
    GArray *list = list_of (build, path);
    if (list->len < VARIABLES_MOST)
      g_array_append_val (list, i);
  }
}

/* Its own variables, or, where it has none, those of the part inside that its last
 * shape hangs on: of the body in a rod. */
static void
take_variables (FigureBuild *build, FigurePart *part)
{
  FigureElement *element = &part->public;
  const GArray *list = g_hash_table_lookup (build->variables, element->path);
  const char *port = build->mechanism->spots[part->point].name;
  const char *dot = port != NULL ? strrchr (port, '.') : NULL;

  if ((list == NULL || list->len == 0) && dot != NULL) {
    g_autofree char *inner =
        g_strdup_printf ("%s.%.*s", element->path, (int) (dot - port), port);

    list = g_hash_table_lookup (build->variables, inner);
  }
  if (list == NULL || list->len == 0)
    return;
  uint32_t *copy = base_arena_array (build->arena, uint32_t, list->len);
  memcpy (copy, list->data, list->len * sizeof *copy);
  element->n_variables = list->len;
  element->variables = copy;
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

/* Where a port sits; without a placement at the left or right side. */
static FigurePoint
port_in_diagram (const FigureInstance *instance, const char *port)
{
  uint32_t member = lib_class_find (instance->class, base_name (port));
  const LangDecl *decl =
      member != UINT32_MAX ? instance->class->members[member].decl : NULL;
  const LangJson *meta =
      decl != NULL ? lib_class_member_meta (instance->class, decl) : NULL;
  const LangJson *icon = lang_json_find (meta, "Dyad/placement/icon");

  if (icon == NULL)
    return map (instance->in_diagram, g_str_has_suffix (port, "_a") ? 0 : 1, 0.5);
  FigureAffine at = place (instance->in_diagram, icon);
  return map (at, 0.5, 0.5);
}

/* ---- spots ---- */

char *
figure_build_path (const char *path, const char *name)
{
  return g_strconcat (path, *path != '\0' ? "." : "", name, NULL);
}

uint32_t
figure_build_port (FigureBuild *build, const FigureInstance *instance, const char *port)
{
  g_autofree char *path = figure_build_path (instance->path, port);
  FigureValue none = {FIGURE_NONE, NAN};
  FigureSpot spot = {.offset = {none, none}};

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
    spot.drawn_at = port_in_diagram (instance, port);
    spot.path = base_arena_strdup (build->arena, path);
  }
  spot.name = base_arena_strdup (build->arena, port);
  base_vec_push (build->arena, build->spots, spot);
  return build->spots.n - 1;
}

/* ---- the tree ---- */

/* A step of the walk: an instance to visit, or, with `class` NULL, the end of one whose
 * parts have been visited. */
typedef struct {
  FigureInstance instance;
  uint32_t n_parts; /* at the end: before its own */
  bool is_end;
} Step;

/* The component that a modifier puts in the place of a part, or what is declared. */
static const LibEntry *
entry_of (FigureBuild *build, const FigureInstance *instance, const LibMember *member)
{
  const LangExpr *value = NULL;
  const char *from = instance->from;
  const char *parts[LIB_DEEPEST_NAME];

  for (uint32_t i = 0; instance->decl != NULL && i < instance->decl->n_mods; i++) {
    const LangMod *mod = instance->decl->mods[i];

    if (mod->target.n == 1 && mod->target.parts[0] == member->name)
      value = mod->value;
  }
  for (const LibMod *mod = member->mods; value == NULL && mod != NULL; mod = mod->next)
    if (mod->mod->target.n == 1) {
      value = mod->mod->value;
      from = mod->from;
    }
  uint32_t n = value == NULL
                   ? 0
                   : lib_name_parts (value->kind == LANG_CALL ? value->args[0] : value,
                                     parts, LIB_DEEPEST_NAME);
  if (n == 0)
    return member->entry;
  g_autoptr (GString) name = g_string_new (parts[0]);
  for (uint32_t i = 1; i < n; i++)
    g_string_append_printf (name, ".%s", parts[i]);
  const LibEntry *other =
      lib_index_find (build->index, from, name->str, LIB_COMPONENTS);
  return other != NULL ? other : member->entry;
}

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

static bool
is_component (const LibMember *member)
{
  return member->decl != NULL && member->decl->kind == LANG_SUB &&
         member->entry != NULL && member->entry->class->kind == LANG_COMPONENT;
}

static void
push_child (FigureBuild *build,
            GArray *steps,
            const FigureInstance *parent,
            const LibMember *member,
            const char *name)
{
  const LangJson *meta = lib_class_member_meta (parent->class, member->decl);
  const LangJson *placement = lang_json_find (meta, "Dyad/placement/diagram");
  Step step = {.instance = {.decl = member->decl, .from = member->from}};
  FigureInstance *child = &step.instance;

  child->path = *parent->path == '\0'
                    ? base_arena_strdup (build->scratch, name)
                    : base_arena_printf (build->scratch, "%s.%s", parent->path, name);
  child->class = lib_class_get (build->classes, entry_of (build, parent, member));
  if (child->class == NULL)
    return;
  child->in_diagram = parent->in_diagram;
  if (placement != NULL)
    child->in_diagram = place (parent->in_diagram, placement);
  else if (*parent->path == '\0') /* in a row, as they are declared */
    child->in_diagram =
        (FigureAffine){.xx = 100, .yy = 100, .x0 = 200.0 * (member->slot + 1)};
  dress (build, child, meta);
  g_array_append_val (steps, step);
}

/* Elements of an array of components: c[1], c[2], … as far as the model has them. */
static void
push_elements (FigureBuild *build,
               GArray *steps,
               const FigureInstance *parent,
               const LibMember *member)
{
  bool has_two = member->decl->n_for == 2;

  for (uint32_t i = 1; i != 0; i++) {
    uint32_t k = 1;

    for (; k != 0; k++) {
      g_autofree char *name = has_two
                                  ? g_strdup_printf ("%s[%u,%u]", member->name, i, k)
                                  : g_strdup_printf ("%s[%u]", member->name, i);
      g_autofree char *path = figure_build_path (parent->path, name);

      if (!g_hash_table_contains (build->variables, path))
        break;
      push_child (build, steps, parent, member, name);
      if (!has_two) {
        k = 2;
        break;
      }
    }
    if (k == 1)
      return;
  }
}

/* The parts inside, so that the first is taken from the stack first. */
static void
push_children (FigureBuild *build, GArray *steps, const FigureInstance *parent)
{
  guint first = steps->len;

  for (uint32_t i = 0; i < parent->class->n_members; i++) {
    const LibMember *member = &parent->class->members[i];

    if (!is_component (member))
      continue;
    if (member->decl->n_for == 0)
      push_child (build, steps, parent, member, member->name);
    else
      push_elements (build, steps, parent, member);
  }
  for (guint i = first, k = steps->len; i + 1 < k; i++) {
    Step *a = &g_array_index (steps, Step, i), *b = &g_array_index (steps, Step, --k);
    Step swap = *a;

    *a = *b;
    *b = swap;
  }
}

/* A component that shows something shows what is in it only if it says so; one that
 * says nothing shows its parts, or if they show nothing the line between its ports. */
static void
visit (FigureBuild *build, GArray *steps, const FigureInstance *instance)
{
  bool is_root = *instance->path == '\0';
  bool has_parts = is_root || instance->motion == NULL;
  Step end = {.instance = *instance, .n_parts = build->parts.n, .is_end = true};

  if (lang_json_bool (lang_json_get (instance->style, "hidden"), false))
    return;
  if (instance->motion != NULL)
    figure_motion_read (build, instance, &has_parts);
  if (!has_parts)
    return;
  figure_build_join (build, instance);
  if (instance->motion == NULL && !is_root)
    g_array_append_val (steps, end);
  push_children (build, steps, instance);
}

static void
walk (FigureBuild *build, const FigureInstance *root)
{
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  Step first = {.instance = *root};

  g_array_append_val (steps, first);
  while (steps->len > 0) {
    Step step = g_array_index (steps, Step, steps->len - 1);

    g_array_set_size (steps, steps->len - 1);
    if (!step.is_end)
      visit (build, steps, &step.instance);
    else if (build->parts.n == step.n_parts)
      figure_motion_guess (build, &step.instance);
  }
}

/* ---- the whole ---- */

static int
by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;

  return (x > y) - (x < y);
}

/* Lower layers first, in a layer as they were read. */
static void
sort_shapes (FigureMechanism *mechanism)
{
  uint32_t n = 0;

  mechanism->order = base_arena_array (mechanism->arena, uint32_t, mechanism->n_shapes);
  for (uint32_t layer = 0; layer < FIGURE_N_LAYERS; layer++)
    for (uint32_t i = 0; i < mechanism->n_shapes; i++)
      if (figure_shape_info (mechanism->shapes[i].kind)->layer == layer)
        mechanism->order[n++] = i;
}

/* What is solid takes turns with the colours. */
static void
color_parts (FigureMechanism *mechanism)
{
  uint32_t n = 0;

  for (uint32_t i = 0; i < mechanism->n_parts; i++) {
    FigureKind kind = mechanism->parts[i].public.kind;

    mechanism->parts[i].color = n;
    n += kind == FIGURE_BODY || kind == FIGURE_MASS || kind == FIGURE_ROTOR ||
         kind == FIGURE_WHEEL;
  }
}

static void
take_over (FigureBuild *build)
{
  FigureMechanism *mechanism = build->mechanism;

  mechanism->n_vars = build->vars.n;
  mechanism->vars = build->vars.at;
  mechanism->n_spots = build->spots.n;
  mechanism->spots = build->spots.at;
  mechanism->n_shapes = build->shapes.n;
  mechanism->shapes = build->shapes.at;
  mechanism->n_ports = build->ports.n;
  mechanism->ports = build->ports.at;
  mechanism->n_parts = build->parts.n;
  mechanism->parts = build->parts.at;
  mechanism->n_columns = build->vars.n;
  mechanism->columns = base_arena_array (build->arena, uint32_t, build->vars.n);
  for (uint32_t i = 0; i < build->vars.n; i++)
    mechanism->columns[i] = build->vars.at[i].column;
  qsort (mechanism->columns, mechanism->n_columns, sizeof (uint32_t), by_number);
  for (uint32_t i = 0; i < mechanism->n_spots; i++)
    mechanism->has_planar =
        mechanism->has_planar || mechanism->spots[i].kind == FIGURE_SPOT_PLANAR;
  for (uint32_t i = 0; i < mechanism->n_parts; i++) {
    take_variables (build, &mechanism->parts[i]);
    g_hash_table_insert (mechanism->by_path, (gpointer) mechanism->parts[i].public.path,
                         GUINT_TO_POINTER (i + 1));
  }
  sort_shapes (mechanism);
  color_parts (mechanism);
}

static void
free_list (gpointer list)
{
  g_array_unref (list);
}

FigureMechanism *
figure_mechanism_new (const LibIndex *index,
                      const LibEntry *root,
                      const SimModel *model,
                      BaseDiags *diags)
{
  g_autoptr (BaseArena) scratch = base_arena_new ();
  g_autoptr (LibClasses) classes = lib_classes_new (scratch, index, NULL);
  FigureMechanism *mechanism = g_new0 (FigureMechanism, 1);
  FigureBuild build = {.mechanism = mechanism,
                       .scratch = scratch,
                       .index = index,
                       .classes = classes,
                       .model = model,
                       .diags = diags};
  FigureInstance first = {.path = "", .in_diagram = {.xx = 1000, .yy = 1000}};

  mechanism->arena = build.arena = base_arena_new ();
  mechanism->by_path = g_hash_table_new (g_str_hash, g_str_equal);
  mechanism->time = NAN;
  build.var_of_slot = g_hash_table_new (NULL, NULL);
  build.variables = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_list);
  build.sets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  build.set_of = g_array_new (FALSE, FALSE, sizeof (uint32_t));
  collect_variables (&build);
  const LibEntry *component = lib_model_of (index, root);
  first.class = component == NULL ? NULL : lib_class_get (classes, component);
  if (first.class != NULL) {
    first.from = first.class->entry->namespace;
    first.motion = array_or_null (lib_class_meta (first.class, "Dyad", "motion"));
    walk (&build, &first);
  }
  take_over (&build);
  figure_trains_build (&build);
  g_hash_table_unref (build.var_of_slot);
  g_hash_table_unref (build.variables);
  g_hash_table_unref (build.sets);
  g_array_unref (build.set_of);
  return mechanism;
}

void
figure_mechanism_free (FigureMechanism *mechanism)
{
  if (mechanism == NULL)
    return;
  run_trace_unref (mechanism->trace);
  g_hash_table_unref (mechanism->by_path);
  base_arena_free (mechanism->arena);
  g_free (mechanism);
}
