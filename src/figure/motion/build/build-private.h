/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "figure/motion/motion-private.h"
#include "lib/class.h"

/* A moving picture while it is put together; private to figure/.
 *
 * build.c goes through the instances of the model; for those that are seen metadata.c
 * reads shapes, which ask port.c for variables and ports. train.c then orders what lies
 * on lines. Afterwards nothing is added and all pointers stay. */

/* Shown for one element on hovering. */
enum { FIGURE_VARIABLES_MOST = 12 };

/* What an instance of the model is to the picture. Only what is visited has a class. */
typedef struct {
  const LibInstance *lib;
  uint32_t n_variables;
  uint32_t variables[FIGURE_VARIABLES_MOST]; /* its own, in their order */
  const LibClass *class;
  cairo_matrix_t in_diagram; /* from the unit square of its icon */
  const LangJson *style;  /* {…} of the instance that changes its shapes, or NULL */
  const LangJson *motion; /* […] of the instance or its class, or NULL */
  bool has_parts;         /* the parts inside are visited too */
  uint32_t n_parts;       /* parts of the picture before its own */
} FigureInstance;

typedef struct {
  FigureMotion *motion;
  BaseArena *arena; /* of the picture */
  BaseArena *scratch;
  const LibTree *tree;
  FigureInstance *instances; /* as those of the tree */
  GHashTable *by_path;       /* path of an instance -> FigureInstance */
  LibClasses *classes;
  const SimModel *model;
  BaseDiags *diags;        /* or NULL */
  GHashTable *var_of_slot; /* slot -> FigureVar */
  BASE_VEC (FigureVar *) vars;
  BASE_VEC (FigureSpot *) spots;
  BASE_VEC (FigureShape *) shapes;
  BASE_VEC (FigurePart) parts;
  /* the part that is being made */
  uint32_t first_spot, first_shape;
  BASE_VEC (FigurePort) ports;
} FigureBuild;

/* W605 at a place of the metadata. */
void figure_build_warn (FigureBuild *build, BaseSpan span, const char *format, ...)
    G_GNUC_PRINTF (3, 4);

/* The instance PATH.NAME, or NULL. */
FigureInstance *figure_build_find (const FigureBuild *build,
                                   const char *path,
                                   const char *name);

/* A placement in thousandths of the square that `outer` maps. */
cairo_matrix_t figure_build_place (const cairo_matrix_t *outer,
                                   const LangJson *placement);

/* The variable PATH.NAME as a value; not given if there is none. */
FigureValue figure_build_variable (FigureBuild *build,
                                   const char *path,
                                   const char *name);

/* What the connector of a port says of its motion below `key`: "at", the coordinates
 * that are drawn, or "load", what acts along them; one for what slides or turns, three
 * (x, y, angle) for what is planar. False if it says nothing, or not well (W605). */
bool figure_build_connector (FigureBuild *build,
                             const LibInstance *port,
                             const char *key,
                             FigureSpotKind *kind,
                             FigureValue values[3]);

/* Adds a spot to the part that is being made. */
FigureSpot *figure_build_spot (FigureBuild *build, FigureSpot spot);

/* The spot of a port of the part that is being made, or NULL if the port does not exist
 * or does not move. */
FigureSpot *figure_build_port (FigureBuild *build,
                               const FigureInstance *instance,
                               const char *port);

/* The next port of an instance after *at, which begins at 0; NULL behind the last. */
const LibInstance *figure_build_next_port (const FigureBuild *build,
                                           const FigureInstance *instance,
                                           uint32_t *at);

/* Adds the trains, after all tables are made. */
void figure_train_build (const FigureBuild *build);

/* Gives the links of a train their lanes, and lists what needs room beside what. The
 * nodes are in order, the links too; low and high of the nodes are still empty. */
void figure_lane_assign (FigureTrain *train, BaseArena *arena, BaseArena *scratch);

/* Adds the part of an instance with the shapes that its metadata asks for, if any.
 * *has_parts is set if the parts inside are to be shown too. */
void figure_metadata_read (FigureBuild *build,
                           const FigureInstance *instance,
                           bool *has_parts);
/* A line between the ports of a component that says nothing, if it has two or more of a
 * kind that moves. */
void figure_metadata_guess (FigureBuild *build, const FigureInstance *instance);
