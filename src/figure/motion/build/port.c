/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the metadata of a part name: variables, ports and where these are in the
 * diagram. A variable or a port becomes a value or a spot of the picture when it is
 * first asked for. */
#include <glib/gi18n-lib.h>
#include <math.h>
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

char *
figure_build_path (const char *path, const char *name)
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

FigureInstance *
figure_build_find (const FigureBuild *build, const char *path)
{
  uint32_t known = GPOINTER_TO_UINT (g_hash_table_lookup (build->by_path, path));

  return known == 0 ? NULL : &build->instances[known - 1];
}

/* ---- places in the diagram ---- */

FigureAffine
figure_build_place (FigureAffine outer, const LangJson *placement)
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
  FigureAffine at = figure_build_place (instance->in_diagram, icon);
  return map (at, 0.5, 0.5);
}

/* ---- spots ---- */

uint32_t
figure_build_port (FigureBuild *build, const FigureInstance *instance, const char *port)
{
  g_autofree char *path = figure_build_path (instance->path, port);
  const FigureInstance *found = figure_build_find (build, path);
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
