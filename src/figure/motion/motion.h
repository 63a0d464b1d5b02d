/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/diag.h"
#include "figure/plot/plot.h"
#include "sim/model.h"

/* The moving picture of a model: what its components look like in the plane, where they
 * are at an instant of a run, drawn on a Cairo surface.
 *
 * A component says in its metadata how it moves (key "motion", LANGUAGE §12); here is
 * no table of class names. Planar parts stand where their frames are. Parts on flanges
 * and splines make trains: masses that slide and discs that turn on a line, in the
 * order of the diagram, below what is planar.
 *
 * The picture has coordinates of its own, in metres, x to the right and y up; for
 * planar parts they are those of the world. A mechanism is worked out once per
 * compilation and used by one thread at a time; figure_motion_new() may run on any
 * thread. Posing and drawing allocate nothing of their own.
 */
typedef struct FigureMotion FigureMotion;

typedef struct {
  double x, y;
} FigurePoint;

/* x1 > x2: nothing there. */
typedef struct {
  double x1, y1, x2, y2;
} FigureRect;

/* What an element is; the toggles and the ways to grab differ. */
typedef enum {
  FIGURE_BODY,   /* planar, with a mass */
  FIGURE_LINK,   /* planar, rigid, without one */
  FIGURE_JOINT,  /* pin or slider */
  FIGURE_SPRING, /* spring, damper, both, a gap, planar or in a train */
  FIGURE_GROUND, /* what is fixed */
  FIGURE_WHEEL,  /* wheels and gears */
  FIGURE_SOURCE, /* a force, torque or motion from outside */
  FIGURE_MASS,   /* in a train: slides */
  FIGURE_ROTOR,  /* in a train: turns */
  FIGURE_OTHER
} FigureKind;

/* What one component shows. Strings live as long as the mechanism. */
typedef struct {
  const char *path;  /* of the instance: "engine.crank" */
  const char *label; /* its last part: "crank" */
  FigureKind kind;
  const char *port; /* where a force from outside may act: the path of a planar frame
                       ("engine.crank.frame_a") or, in a train, of a flange or spline;
                       NULL: it cannot be grabbed */
  uint32_t n_variables; /* what to show on hovering: variables of the SimModel */
  const uint32_t *variables;
} FigureElement;

#define FIGURE_NO_ELEMENT UINT32_MAX

/* The picture of a compiled model. Never NULL; empty if nothing in it moves. Bad
 * metadata is reported with its place (W605) and left out; `diags` may be NULL. Keeps
 * no reference to `model`. */
FigureMotion *figure_motion_new (const SimModel *model, BaseDiags *diags);
void figure_motion_free (FigureMotion *motion);

/* Its elements, by number; borrowed. */
bool figure_motion_is_empty (const FigureMotion *motion);
uint32_t figure_motion_n_elements (const FigureMotion *motion);
const FigureElement *figure_motion_element (const FigureMotion *motion,
                                            uint32_t element);
/* By path of the instance, or of one that is drawn by what contains it; else
 * FIGURE_NO_ELEMENT. */
uint32_t figure_motion_find (const FigureMotion *motion, const char *path);

/* The variables that a trace must have recorded, ascending, for a recorder that does
 * not record all. */
const uint32_t *figure_motion_variables (const FigureMotion *motion, uint32_t *n);

/* ---- an instant ---- */

/* Takes the pose at `time` (NaN: the last row). Times outside the run are led to its
 * ends. Keeps the trace, also for trails and scales; a trace of another run starts them
 * anew, one that has grown is looked at in its new rows only. False, and nothing to
 * draw, as long as the trace is NULL or has no rows. */
bool figure_motion_pose (FigureMotion *motion, const RunTrace *trace, double time);
double figure_motion_time (const FigureMotion *motion); /* NaN: no pose */

/* All places that the shapes reach over the trace so far, for auto-fit. Changes only
 * when the trace has grown. */
FigureRect figure_motion_bounds (const FigureMotion *motion);

/* ---- drawing ---- */

/* Picture to pixels: what lies at (x, y) is drawn in the middle. */
typedef struct {
  double x, y;
  double scale;         /* pixels per metre */
  double width, height; /* pixels */
} FigureView;

/* A view that shows `bounds` with a margin. */
FigureView figure_motion_view_fit (FigureRect bounds, double width, double height);
FigurePoint figure_motion_view_to_px (const FigureView *view, FigurePoint at);
FigurePoint figure_motion_view_from_px (const FigureView *view, FigurePoint px);
/* Zooms by a factor about a pixel, which stays where it is. */
FigureView figure_motion_view_zoom (FigureView view, double factor, FigurePoint px);

typedef struct {
  bool has_labels;
  bool has_forces;
  bool has_torques;
  bool has_velocities;
  bool has_trails; /* of the elements in `trails`, or where that is NULL, of those that
                      ask for one or, if none does, of what hangs last */
  const bool *trails; /* one for each element, or NULL */
  bool has_grid;
  bool has_scale;    /* scale bar and legend of the arrows */
  uint32_t selected; /* an element or FIGURE_NO_ELEMENT */
  uint32_t hovered;
  uint32_t grabbed;       /* drawn with a spring from the point `grip` to `hand` */
  FigurePoint pull_point; /* in the axes of the grabbed element's port */
  FigurePoint puller;     /* in the picture */
} FigureLook;

/* Shapes, labels, trails and scales as a picture shows them by default: nothing
 * selected, hovered or grabbed. */
FigureLook figure_motion_look_default (void);

/* Draws ground and all on the surface that `view` describes. */
void figure_motion_draw (const FigureMotion *motion,
                         cairo_t *cr,
                         const FigureView *view,
                         const FigureTheme *theme,
                         const FigureLook *look);

/* How much of a rectangle of pixels is drawn upon, the grid aside: 0 to 1. */
double figure_motion_covered (const FigureMotion *motion,
                              const FigureView *view,
                              const FigureLook *look,
                              FigureRect px);

/* ---- pointing ---- */

typedef struct {
  uint32_t element;  /* FIGURE_NO_ELEMENT: nothing there */
  FigurePoint local; /* the point that was hit, in the axes of the element's port (in
                        trains: from the port, in the axes of the picture) */
} FigureHit;

/* What is drawn at a pixel, joints before bodies before the rest; `tolerance` in
 * pixels. `pulls`: among elements with a port, so that a hand that reaches for a pin
 * takes the body. */
FigureHit figure_motion_hit (const FigureMotion *motion,
                             const FigureView *view,
                             FigurePoint px,
                             double tolerance,
                             bool pulls);
/* Where a point fixed to an element is now, in the picture. */
FigurePoint figure_motion_point (const FigureMotion *motion,
                                 uint32_t element,
                                 FigurePoint local);
/* The way that pulling the point (dx, dy) away from it means at the element's port, if
 * the port is one of a train: metres along the line of what slides, radians for what
 * turns about its middle. */
double figure_motion_pull (const FigureMotion *motion,
                           uint32_t element,
                           FigurePoint local,
                           FigurePoint puller);

/* ---- free bodies ---- */

/* What acts on an element at one of its ports, or its weight, in the axes of the
 * picture. */
typedef struct {
  const char *name; /* "frame_a", "weight" */
  FigurePoint at;   /* in the picture */
  double fx, fy;    /* N */
  double tau;       /* N.m, counter-clockwise */
} FigureLoad;

enum { FIGURE_LOADS_MAX = 8 };

/* The forces and torques on an element at the instant of the pose; returns how many.
 * For a body their sum is its mass times its acceleration. */
uint32_t figure_motion_free_body (const FigureMotion *motion,
                                  uint32_t element,
                                  FigureLoad loads[FIGURE_LOADS_MAX]);

/* The element alone with these loads as arrows and their values, fitted into width and
 * height. */
void figure_motion_draw_free_body (const FigureMotion *motion,
                                   cairo_t *cr,
                                   uint32_t element,
                                   FigurePoint size_px,
                                   const FigureTheme *theme);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FigureMotion, figure_motion_free)
