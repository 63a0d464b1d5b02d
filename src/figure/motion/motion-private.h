/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <math.h>

#include "base/arena.h"
#include "figure/motion/motion.h"
#include "figure/plot/axis.h"

/* What a moving picture is made of; private to figure/.
 *
 * A value is a multiple of a variable of the trace. A spot is a place that moves: a
 * planar frame, or a point of a train. A shape hangs on one or two spots, a part is the
 * shapes of one component (what the window calls an element). motion/build/ makes all
 * of them once and nothing moves in memory afterwards, so they point at each other; a
 * pose changes what stands below "now" and, as the trace grows, what follows from
 * ranges.
 *
 * One-dimensional parts make trains: those on flanges slide along a line, those on
 * splines turn on one, in the order that the diagram shows. A node is a set of ports
 * that are joined, a link a shape between two nodes; what is linked makes a train. On
 * the line of a train a node stands at its coordinate (of what slides, so distances are
 * to scale) and an offset, which keeps parts apart that would lie in each other; links
 * side by side have lanes of their own. */

/* One variable that is read. */
typedef struct {
  uint32_t column;
  RunRange range;
  /* now */
  double value;
  double rate; /* per second, from the rows around the instant */
} FigureVar;

/* Zeroed: not given. */
typedef struct {
  const FigureVar *var;
  double factor;
} FigureValue;

/* What constants are multiples of; in no trace. */
extern const FigureVar figure_value_one;

typedef enum { FIGURE_SPOT_PLANAR, FIGURE_SPOT_SLIDE, FIGURE_SPOT_TURN } FigureSpotKind;

typedef struct FigureShape FigureShape;
typedef struct FigureLink FigureLink;
typedef struct FigureSpot FigureSpot;

typedef struct {
  FigureSpotKind kind;
  FigurePoint along, across; /* in the picture; lanes are numbered across */
  uint32_t n_nodes, n_links, n_lanes;
  struct FigureNode **nodes; /* along the line */
  FigureLink *links;         /* those that begin first before others */
  uint32_t n_rooms;
  struct FigureRoom *rooms; /* by the order of the node that they begin at */
  double *lane_at;     /* by lane: where it is across the line, metres of its own, */
  double *lane_half;   /* and half of what lies in it */
  bool is_shown;       /* beside what is planar only if something is solid */
  double drawn_across; /* its place in the diagram */
  uint32_t n_drawn;    /* ends that this is the mean of */
  double size;         /* metres of its coordinate: a mass of usual size is as long */
  double scale;        /* metres of the picture for one of its own */
  FigurePoint origin;
} FigureTrain;

typedef struct FigureNode {
  FigureTrain *train;
  uint32_t number;
  FigureValue coordinate;
  const FigureShape *held_by; /* the ground there, or NULL */
  double drawn;               /* along the line in the diagram */
  uint32_t n_drawn;           /* ends that this is the mean of */
  FigureLink *out;            /* links that begin here, while they are ordered */
  bool is_placed;             /* has a rank */
  uint32_t rank;              /* along the line */
  uint32_t low, high;         /* lanes of its links; low > high: none */
  bool is_end;                /* links end here, none begins */
  RunRange way;               /* of its coordinate in a survey */
  double at_start;
  double pad;        /* metres that a gear there takes on each side, */
  uint32_t pad_lane; /* in its lane */
  double offset;     /* along the line, metres */
} FigureNode;

struct FigureLink {
  const FigureShape *shape;
  FigureSpot *a, *b;     /* ends of the shape: of three two, and the others */
  FigureNode *from, *to; /* in the order of the line */
  FigureLink *next;      /* that begins where this does, while they are ordered */
  uint32_t lane;
};

/* What must lie between two nodes in a lane: a link, or a gap between what is not
 * joined there. */
typedef struct FigureRoom {
  FigureNode *from, *to;
  const FigureLink *link; /* NULL: a gap */
  uint32_t lane;
  double least; /* way from the first node to the last in a survey */
} FigureRoom;

struct FigureSpot {
  const char *name; /* of the port, from the part on; NULL: no port */
  FigureSpotKind kind;
  FigureValue x, y, phi; /* planar; of trains x is the coordinate */
  FigureValue offset[2]; /* planar: in the axes of the frame, else not given */
  uint32_t port;         /* its instance */
  FigurePoint drawn_at;  /* of trains: where the port is in the diagram */
  FigureNode *node;      /* of trains; NULL: it is in none */
  uint32_t lane;         /* of trains */
  double inset; /* of trains: from the node along the line, metres of its own */
  /* now */
  FigurePoint at;
  FigurePoint rate; /* m/s */
  double angle;     /* of its axes; of what turns in a train its phi */
};

/* The shapes: name and word in the metadata; the kind of element that it makes; its
 * layer (what is greater is drawn later); its ends; half its width, or its radius,
 * where nothing is given, as a share of the unit, and what that is at least on the
 * surface, in pixels; the room that it wants between its ends in a train, in sizes;
 * whether `radius` sets its half width; what draws it, in shape.c. */
#define FIGURE_SHAPES(SHAPE)                                                           \
  SHAPE (BODY, "body", BODY, 6, 1, 0.1, 4, 0, 1, figure_glyph_body)                    \
  SHAPE (CENTRE, "centre", BODY, 6, 1, 0.033, 2.5, 0, 1, figure_glyph_centre)          \
  SHAPE (BOX, "box", BODY, 5, 1, 0.12, 4, 0, 1, draw_box)                              \
  SHAPE (BAR, "bar", BODY, 4, 2, 0.045, 2.5, 1, 0, figure_glyph_bar)                   \
  SHAPE (ROD, "rod", LINK, 4, 2, 0.03, 1.5, 0.8, 0, figure_glyph_bar)                  \
  SHAPE (LINE, "line", OTHER, 2, 2, 0.02, 1, 1, 0, figure_glyph_line)                  \
  SHAPE (PIN, "pin", JOINT, 7, 1, 0.035, 3, 0, 1, figure_glyph_pin)                    \
  SHAPE (SLIDER, "slider", JOINT, 3, 2, 0.08, 4, 1, 0, draw_slider)                    \
  SHAPE (SPRING, "spring", SPRING, 3, 2, 0.07, 4, 1.4, 0, figure_glyph_spring)         \
  SHAPE (DAMPER, "damper", SPRING, 3, 2, 0.07, 4, 1.4, 0, figure_glyph_damper)         \
  SHAPE (SPRING_DAMPER, "spring-damper", SPRING, 3, 2, 0.1, 6, 1.5, 0,                 \
         figure_glyph_spring_damper)                                                   \
  SHAPE (GAP, "gap", SPRING, 3, 2, 0.09, 4, 0.6, 0, draw_gap)                          \
  SHAPE (CLUTCH, "clutch", SPRING, 3, 2, 0.16, 6, 0.8, 0, draw_clutch)                 \
  SHAPE (BRAKE, "brake", SPRING, 3, 2, 0.16, 6, 1, 0, draw_brake)                      \
  SHAPE (GROUND, "ground", GROUND, 1, 1, 0.14, 6, 0, 1, draw_ground)                   \
  SHAPE (ORIGIN, "origin", GROUND, 0, 1, 0.1, 8, 0, 1, draw_origin)                    \
  SHAPE (FLOOR, "floor", GROUND, 0, 1, 0.06, 4, 0, 1, draw_floor)                      \
  SHAPE (TERRAIN, "terrain", GROUND, 0, 1, 0.06, 4, 0, 1, draw_terrain)                \
  SHAPE (POLYGON, "polygon", BODY, 4, 1, 0.05, 3, 0, 1, draw_polygon)                  \
  SHAPE (WHEEL, "wheel", WHEEL, 3, 1, 0.25, 4, 0, 1, figure_glyph_wheel)               \
  SHAPE (TREAD, "tread", WHEEL, 3, 1, 0.2, 5, 0, 1, draw_tread)                        \
  SHAPE (GEAR, "gear", WHEEL, 2, 1, 0.3, 5, 0, 1, draw_gear)                           \
  SHAPE (RING, "ring", WHEEL, 2, 2, 0.3, 5, 1.5, 1, draw_gears)                        \
  SHAPE (BELT, "belt", WHEEL, 2, 2, 0.25, 4, 1.6, 1, draw_belt)                        \
  SHAPE (GEARS, "gears", WHEEL, 4, 2, 0.3, 5, 1.5, 1, draw_gears)                      \
  SHAPE (PLANETARY, "planetary", WHEEL, 4, 3, 0.42, 8, 0.95, 0, figure_planetary_draw) \
  SHAPE (FORCE, "force", SOURCE, 7, 1, 0.03, 3, 0, 1, draw_nothing)                    \
  SHAPE (MASS, "mass", MASS, 5, 2, 0.2, 6, 1, 0, draw_mass)                            \
  SHAPE (DISC, "disc", ROTOR, 5, 2, 0.25, 6, 1.2, 1, draw_disc)

typedef enum {
#define SHAPE_ID(id, ...) FIGURE_SHAPE_##id,
  FIGURE_SHAPES (SHAPE_ID)
#undef SHAPE_ID
      FIGURE_N_SHAPES
} FigureShapeKind;

enum { FIGURE_N_LAYERS = 8 };

typedef struct {
  const char *word;
  FigureKind kind;
  uint32_t layer, n_ends;
  double half, least_px, room;
  bool has_radius;
} FigureShapeInfo;

extern const FigureShapeInfo figure_shape_info[FIGURE_N_SHAPES];

/* What an element of a kind is to the picture. */
typedef struct {
  int hit_rank;   /* of what lies under a pixel the least is hit */
  int label_rank; /* the least is labelled first; 0: never */
  bool is_solid;  /* takes turns with the colours */
  bool is_pulled; /* a hand may pull at it */
} FigureKindInfo;

extern const FigureKindInfo figure_kind_info[];

struct FigureShape {
  FigureShapeKind kind;
  uint32_t part;
  FigureSpot *a, *b; /* the same where there is one end only */
  FigureSpot *c;     /* a third, between them in a train; or NULL */
  FigureValue radius, radius_b, width, length, angle, mass, ratio;
  FigureValue along[2]; /* a direction, in the axes of the picture */
  FigureValue shown;    /* only while this is true */
  FigureColor color;
  bool has_color;
  uint32_t n_points;
  const FigurePoint *points; /* terrain, polygon: in the axes of the spot */
  double share;              /* of the default size, 0.5 to 1, by mass */
  double unit;               /* metres that default sizes are shares of */
};

/* What acts on a part at a port, or its weight. */
typedef struct {
  const char *name;
  const FigureSpot *spot;
  FigureValue fx, fy, tau; /* of trains fx is along the line */
  bool is_weight;
} FigurePort;

typedef struct {
  FigureElement public;
  const FigureShape *shape; /* the first */
  uint32_t n_spots, n_ports;
  FigureSpot *const *spots;
  const FigurePort *ports;
  const FigureSpot *handle; /* what points of it are told from: of public.port if any */
  const FigureSpot *point;  /* of velocities */
  const FigureSpot *tip;    /* of trails */
  bool wants_trail;
  uint32_t color; /* of the palette */
} FigurePart;

/* The arrows of a picture. */
typedef enum {
  FIGURE_ARROW_FORCE,
  FIGURE_ARROW_TORQUE,
  FIGURE_ARROW_VELOCITY,
  FIGURE_N_ARROWS
} FigureArrow;

/* A box that something in the picture covers, in metres: from its middle `length` to
 * both sides along, `half` across, in pixels at least `least_px`. NAN: nothing. */
typedef struct {
  FigurePoint middle, along;
  double length, half, least_px;
} FigureOutline;

/* Instants of the run at which is looked what the picture covers. */
enum { FIGURE_LOOKS = 8 };

struct FigureMotion {
  BaseArena *arena;
  uint32_t n_vars, n_spots, n_shapes, n_parts, n_nodes, n_trains;
  FigureVar **vars;
  FigureSpot **spots;
  FigureShape **shapes; /* as they are drawn */
  FigurePart *parts;
  FigureNode **nodes;
  FigureTrain *trains;
  uint32_t *columns;   /* of vars, ascending */
  GHashTable *by_path; /* -> part + 1 */
  bool has_planar;
  uint32_t n_outlines; /* of each look in the run, and of now behind them */
  FigureOutline *outlines;

  RunTrace *trace;
  size_t n_seen;      /* rows that ranges and bounds know */
  size_t next_survey; /* length of the trace at which scales and trains are revised */
  double time;        /* NaN: no pose */
  double unit;        /* metres: a part of usual size is about as long */
  double arrow;       /* metres: an arrow of usual strength is about as long */
  FigureRect planar_bounds;
  FigureRect bounds;
  /* units for an arrow of one metre of the picture; 0: nothing to show */
  double scales[FIGURE_N_ARROWS];
};

/* The force at a port in the axes of the picture. */
FigurePoint figure_motion_port_force (const FigurePort *port);

/* ---- trains ---- */

/* Lays the trains out for the rows of the trace so far, below what is planar. Changes
 * the variables' values. */
void figure_train_survey (FigureMotion *motion);

/* Puts the spots of trains where the variables say. */
void figure_train_pose (FigureMotion *motion);

/* All that the trains reach over the trace. */
FigureRect figure_train_bounds (const FigureMotion *motion);

/* Where a node is now, in a lane. */
FigurePoint figure_train_place (const FigureNode *node, uint32_t lane);

/* ---- values ---- */

/* Reads all variables at time t, which lies between that of `row` and of the next. */
void figure_value_read (FigureMotion *motion, size_t row, double t);

/* Number of rows that a survey looks at, spread over the trace. */
enum { FIGURE_SURVEY_ROWS = 32 };
/* Reads them at the k-th of these rows. */
void figure_value_look (FigureMotion *motion, uint32_t k);

/* A rectangle that holds both; one of them may be empty. */
FigureRect figure_value_rect_join (FigureRect a, FigureRect b);
FigureRect figure_value_rect_empty (void);

static inline bool
figure_value_is_given (FigureValue value)
{
  return value.var != NULL;
}

static inline double
figure_value (FigureValue value)
{
  return value.var == NULL ? NAN : value.factor * value.var->value;
}

static inline double
figure_value_or (FigureValue value, double otherwise)
{
  double given = figure_value (value);

  return given == given ? given : otherwise;
}

static inline double
figure_value_rate (FigureValue value)
{
  return value.var == NULL ? 0 : value.factor * value.var->rate;
}

/* A vector turned counter-clockwise. */
static inline FigurePoint
figure_point_turned (FigurePoint p, double angle)
{
  double c = cos (angle), s = sin (angle);

  return (FigurePoint){c * p.x - s * p.y, s * p.x + c * p.y};
}
