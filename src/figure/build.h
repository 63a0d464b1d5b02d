/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "figure/scene.h"
#include "lib/class.h"

/* A mechanism while it is put together; private to figure/. */

/* The unit square of an icon to the diagram of the model: x' = xx*x + xy*y + x0. */
typedef struct {
  double xx, xy, yx, yy, x0, y0;
} FigureAffine;

/* One component of the tree of instances. */
typedef struct {
  const char *path; /* "" for the model itself */
  const LibClass *class;
  const LangDecl *decl; /* with the modifiers of the instance, or NULL */
  const char *from;     /* the namespace of the names in them */
  FigureAffine in_diagram;
  const LangJson *style;  /* {…} of the instance that changes its shapes, or NULL */
  const LangJson *motion; /* […] of the instance or its class, or NULL */
} FigureInstance;

typedef struct {
  FigureMechanism *mechanism;
  BaseArena *arena; /* of the mechanism */
  BaseArena *scratch;
  const LibIndex *index;
  LibClasses *classes;
  const SimModel *model;
  BaseDiags *diags;        /* or NULL */
  uint32_t *var_of;        /* per column; FIGURE_NONE */
  GHashTable *var_of_slot; /* slot -> var + 1 */
  GHashTable *variables;   /* path -> GArray of what to show there */
  GHashTable *sets;        /* path of a port -> its number + 1 */
  GArray *set_of; /* of each number: that of a port it is joined with, or its own */
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

/* The variable PATH.NAME as a value; not given if there is none. */
FigureValue figure_build_variable (FigureBuild *build,
                                   const char *path,
                                   const char *name);

/* The spot of a port of the part that is being made (the last one, or the next), or
 * FIGURE_NONE if the port does not exist or does not move. */
uint32_t figure_build_port (FigureBuild *build,
                            const FigureInstance *instance,
                            const char *port);

/* A number that all ports have which are joined with this one; FIGURE_NONE for a port
 * that no connect names. */
uint32_t figure_build_set (const FigureBuild *build, const char *path);

/* Joins the ports that the connects of an instance name. */
void figure_build_join (FigureBuild *build, const FigureInstance *instance);

/* Adds the trains, after all tables are made. */
void figure_trains_build (const FigureBuild *build);

/* True if the member is a connector. */
bool figure_build_is_port (const LibMember *member);

/* Adds the part of an instance with the shapes that its metadata asks for; false if
 * there is none. *has_parts is set if the parts inside are to be shown too. */
bool figure_motion_read (FigureBuild *build,
                         const FigureInstance *instance,
                         bool *has_parts);
/* A line between the ports of a component that says nothing, if it has two or more of a
 * kind that moves. */
bool figure_motion_guess (FigureBuild *build, const FigureInstance *instance);
