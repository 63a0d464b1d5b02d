/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the metadata of a part name: variables, ports and where these are in the
 * diagram. A variable or a port becomes a value or a spot of the picture when it is
 * first asked for. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "figure/motion/build/build-private.h"

void
figure_build_warn (FigureBuild *build, BaseSpan span, const char *format, ...)
{
  va_list args;

  if (build->diags == NULL)
    return;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (_ (format), args);
  va_end (args);
  base_diags_add (build->diags, BASE_WARNING, 605, span, "%s", text);
}

/* ---- variables ---- */

/* "PATH.NAME", or NAME alone in the model itself. Caller frees. */
static char *
path_of (const char *path, const char *name)
{
  return g_strconcat (path, *path != '\0' ? "." : "", name, NULL);
}

/* Variables of one slot are read once. */
FigureValue
figure_build_variable (FigureBuild *build, const char *path, const char *name)
{
  g_autofree char *full = path_of (path, name);
  uint32_t column = sim_model_find (build->model, full);

  if (column == UINT32_MAX)
    return (FigureValue){0};
  const SimVar *var = sim_model_var (build->model, column);
  FigureVar *known =
      g_hash_table_lookup (build->var_of_slot, GUINT_TO_POINTER (var->slot));
  if (known == NULL) {
    known = base_arena_new0 (build->arena, FigureVar);
    known->column = column;
    base_vec_push (build->arena, build->vars, known);
    g_hash_table_insert (build->var_of_slot, GUINT_TO_POINTER (var->slot), known);
  }
  return (FigureValue){known,
                       var->sign * sim_model_var (build->model, known->column)->sign};
}

FigureInstance *
figure_build_find (const FigureBuild *build, const char *path, const char *name)
{
  g_autofree char *full = path_of (path, name);

  return g_hash_table_lookup (build->by_path, full);
}

/* ---- places in the diagram ---- */

cairo_matrix_t
figure_build_place (const cairo_matrix_t *outer, const LangJson *placement)
{
  double x1 = lang_json_number (lang_json_get (placement, "x1"), 0) / 1000;
  double y1 = lang_json_number (lang_json_get (placement, "y1"), 0) / 1000;
  double x2 = lang_json_number (lang_json_get (placement, "x2"), 0) / 1000;
  double y2 = lang_json_number (lang_json_get (placement, "y2"), 0) / 1000;
  double rot = lang_json_number (lang_json_get (placement, "rot"), 0) * G_PI / 180;
  cairo_matrix_t m;

  cairo_matrix_init_translate (&m, (x1 + x2) / 2, (y1 + y2) / 2);
  cairo_matrix_rotate (&m, rot);
  cairo_matrix_scale (&m, x2 - x1, y2 - y1);
  cairo_matrix_translate (&m, -0.5, -0.5);
  cairo_matrix_multiply (&m, &m, outer);
  return m;
}

const LibInstance *
figure_build_next_port (const FigureBuild *build,
                        const FigureInstance *instance,
                        uint32_t *at)
{
  uint32_t self = (uint32_t) (instance - build->instances);

  for (*at = MAX (self, *at) + 1; *at < instance->lib->end; ++*at)
    if (build->tree->instances[*at].parent == self &&
        lib_tree_is_connector (&build->tree->instances[*at]))
      return &build->tree->instances[*at];
  return NULL;
}

/* Where a port sits; without a placement, or inside of a part, at the left side if it
 * is the first of its owner, else at the right. */
static FigurePoint
port_in_diagram (const FigureBuild *build,
                 const FigureInstance *instance,
                 const LibInstance *port)
{
  const FigureInstance *owner = &build->instances[port->parent];
  const LangJson *meta =
      owner == instance ? lib_class_member_meta (instance->class, port->decl) : NULL;
  const LangJson *icon = lang_json_find (meta, "Dyad/placement/icon");
  cairo_matrix_t place = instance->in_diagram;
  uint32_t first = 0;
  FigurePoint at = {figure_build_next_port (build, owner, &first) == port ? 0 : 1, 0.5};

  if (icon != NULL) {
    place = figure_build_place (&instance->in_diagram, icon);
    at.x = 0.5;
  }
  cairo_matrix_transform_point (&place, &at.x, &at.y);
  return at;
}

/* ---- spots ---- */

/* The ways in which a connector may say that its ports move. */
static const struct {
  const char *word;
  FigureSpotKind kind;
  uint32_t n_fields;
} MOVES[] = {{"plane", FIGURE_SPOT_PLANAR, 3},
             {"slide", FIGURE_SPOT_SLIDE, 1},
             {"turn", FIGURE_SPOT_TURN, 1}};

bool
figure_build_connector (FigureBuild *build,
                        const LibInstance *port,
                        const char *key,
                        FigureSpotKind *kind,
                        FigureValue values[3])
{
  const LibClass *class = lib_class_get (build->classes, port->entry);
  const LangJson *json =
      lib_tree_is_connector (port) ? lib_class_meta (class, "Dyad", "motion") : NULL;
  const LangJson *fields = lang_json_get (json, key);
  const char *moves = lang_json_string (lang_json_get (json, "moves"), "");
  uint32_t way = 0, n = 0;

  if (json == NULL)
    return false;
  while (way < G_N_ELEMENTS (MOVES) && strcmp (MOVES[way].word, moves) != 0)
    way++;
  /* As many fields as that way of moving has. */
  if (way < G_N_ELEMENTS (MOVES) && fields != NULL && fields->kind == LANG_JSON_ARRAY &&
      fields->n == MOVES[way].n_fields) {
    *kind = MOVES[way].kind;
    for (; n < fields->n; n++) {
      values[n] = figure_build_variable (build, port->path,
                                         lang_json_string (fields->items[n], ""));
      if (!figure_value_is_given (values[n]))
        break;
    }
  }
  if (n > 0 && n == MOVES[way].n_fields)
    return true;
  figure_build_warn (build, json->span,
                     "`motion` of a connector takes `moves`, \"slide\", \"turn\" or "
                     "\"plane\", and in `at` and `load` one of its fields each, or "
                     "three");
  return false;
}

FigureSpot *
figure_build_spot (FigureBuild *build, FigureSpot spot)
{
  FigureSpot *added = base_arena_new0 (build->arena, FigureSpot);

  *added = spot;
  base_vec_push (build->arena, build->spots, added);
  return added;
}

FigureSpot *
figure_build_port (FigureBuild *build, const FigureInstance *instance, const char *port)
{
  const FigureInstance *found = figure_build_find (build, instance->lib->path, port);

  if (found == NULL)
    return NULL;
  for (uint32_t i = build->first_spot; i < build->spots.n; i++)
    if (g_strcmp0 (build->spots.at[i]->name, port) == 0 &&
        !figure_value_is_given (build->spots.at[i]->offset[0]))
      return build->spots.at[i];
  FigureValue at[3] = {0};
  FigureSpot spot = {.port = (uint32_t) (found - build->instances)};
  if (!figure_build_connector (build, found->lib, "at", &spot.kind, at))
    return NULL;
  spot.x = at[0];
  spot.y = at[1];
  spot.phi = at[2];
  if (spot.kind != FIGURE_SPOT_PLANAR)
    spot.drawn_at = port_in_diagram (build, instance, found->lib);
  spot.name = base_arena_strdup (build->arena, port);
  return figure_build_spot (build, spot);
}
