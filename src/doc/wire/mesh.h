/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/arena.h"
#include "doc/model.h"

/* Inside of the module: horizontal and vertical lines, with a price on each step from
 * one to the next, and the cheapest path on them. Pure geometry. First come all lines,
 * then the prices and goals, then one search. A path costs its length, its bends and
 * the prices of its steps. */
typedef struct DocMesh DocMesh;

/* Lines beyond `around` are left out. Lives in the arena. */
DocMesh *doc_mesh_new (BaseArena *arena, DocRect around);

/* ---- lines ---- */

/* Those through the sides of a box; NAN: none. */
void doc_mesh_add_lines (DocMesh *mesh, DocRect box);
/* Beside each line that one of the segments lies on a lane, and one beside a lane that
 * is taken as well. `segments`: boxes without width or height. */
void doc_mesh_add_lanes (DocMesh *mesh, const DocRect *segments, uint32_t n);

/* ---- prices ---- */

/* Of each step inside of a box, that is level, plumb, or either. */
void doc_mesh_charge (DocMesh *mesh, DocRect box, bool level, bool plumb, double price);
/* Of each step along a segment, nearer than `reach`, and of crossing it. */
void doc_mesh_charge_along (DocMesh *mesh, DocRect segment, double reach, double price);
void doc_mesh_charge_across (DocMesh *mesh, DocRect segment, double price);
/* Straight ahead from a point, as far as `far`, nothing costs anything. */
void doc_mesh_free_way (DocMesh *mesh, DocPoint from, DocPoint ahead, double far);
/* A path shall not bend, nor join what it is led onto, straight ahead of a point and
 * nearer than `far`. */
void doc_mesh_keep_straight (DocMesh *mesh, DocPoint from, DocPoint ahead, double far);
/* Of paths of the same price those that run nearer to this place are preferred. */
void doc_mesh_prefer (DocMesh *mesh, DocPoint middle);

/* ---- paths ---- */

/* A place where the path may end: a point, which it reaches in the direction `ahead`
 * ({0, 0}: in any); or anywhere on a segment. */
void doc_mesh_add_goal (DocMesh *mesh, DocPoint at, DocPoint ahead);
void doc_mesh_add_goal_line (DocMesh *mesh, DocRect segment);

/* What a path costs, INFINITY if there is none, and the part of it that is paid for
 * steps of DOC_PRICE_NEAR and more. */
typedef struct {
  double all, faults;
} DocMeshPrice;

/* Appends the cheapest path from a point, which it leaves in the direction `ahead` ({0,
 * 0}: in any), to one of the goals: DocPoint, corners and ends. Adds to `n_visited` how
 * many states it has looked at, those that it only laid out counted as a part. */
DocMeshPrice doc_mesh_search (DocMesh *mesh,
                              DocPoint from,
                              DocPoint ahead,
                              GArray *path,
                              uint64_t *n_visited);

/* What a path from one point to another costs at least which leaves and reaches them in
 * these directions. */
double doc_mesh_least (DocPoint from, DocPoint ahead, DocPoint to, DocPoint arrive);
