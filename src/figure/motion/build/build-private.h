/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "figure/motion/motion-private.h"
#include "lib/class.h"

/* A mechanism while it is put together; private to figure/. */

/* The unit square of an icon to the diagram of the model: x' = xx*x + xy*y + x0. */
typedef struct {
  double xx, xy, yx, yy, x0, y0;
} FigureAffine;

/* Shown for one element on hovering. */
enum { FIGURE_VARIABLES_MOST = 12 };

/* What an instance of the model is to the picture. Only what is visited has a class. */
typedef struct {
  const char *path; /* "" for the model itself */
  uint32_t n_variables;
  uint32_t variables[FIGURE_VARIABLES_MOST]; /* its own, in their order */
  const LibClass *class;
  FigureAffine in_diagram;
  const LangJson *style;  /* {…} of the instance that changes its shapes, or NULL */
  const LangJson *motion; /* […] of the instance or its class, or NULL */
  bool has_parts;         /* the parts inside are visited too */
  uint32_t n_parts;       /* parts of the picture before its own */
} FigureInstance;

typedef struct {
  FigureMotion *motion;
  BaseArena *arena; /* of the mechanism */
  BaseArena *scratch;
  const LibTree *tree;
  FigureInstance *instances; /* as those of the tree */
  GHashTable *by_path;       /* path of an instance -> its number + 1 */
  LibClasses *classes;
  const SimModel *model;
  BaseDiags *diags;        /* or NULL */
  GHashTable *var_of_slot; /* slot -> var + 1 */
  BASE_VEC (FigureVar) vars;
  BASE_VEC (FigureSpot) spots;
  BASE_VEC (FigureShape) shapes;
  BASE_VEC (FigurePort) ports;
  BASE_VEC (FigurePart) parts;
} FigureBuild;

/* W605 at a place of the metadata. */
void figure_build_warn (FigureBuild *build, BaseSpan span, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* "PATH.NAME", or NAME alone in the model itself. Caller frees. */
char *figure_build_path (const char *path, const char *name);

/* The instance of that path, or NULL. */
FigureInstance *figure_build_find (const FigureBuild *build, const char *path);

/* A placement in thousandths of the square that `outer` maps. */
FigureAffine figure_build_place (FigureAffine outer, const LangJson *placement);

/* The variable PATH.NAME as a value; not given if there is none. */
FigureValue figure_build_variable (FigureBuild *build,
                                   const char *path,
                                   const char *name);

/* The spot of a port of the part that is being made (the last one, or the next), or
 * FIGURE_NONE if the port does not exist or does not move. */
uint32_t figure_build_port (FigureBuild *build,
                            const FigureInstance *instance,
                            const char *port);

/* The next port of an instance after *at, which begins at 0; NULL behind the last. */
const LibInstance *figure_build_next_port (const FigureBuild *build,
                                           const FigureInstance *instance,
                                           uint32_t *at);

/* Adds the trains, after all tables are made. */
void figure_trains_build (const FigureBuild *build);

/* Adds the part of an instance with the shapes that its metadata asks for; false if
 * there is none. *has_parts is set if the parts inside are to be shown too. */
bool figure_metadata_read (FigureBuild *build,
                           const FigureInstance *instance,
                           bool *has_parts);
/* A line between the ports of a component that says nothing, if it has two or more of a
 * kind that moves. */
bool figure_metadata_guess (FigureBuild *build, const FigureInstance *instance);
