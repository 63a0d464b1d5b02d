/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/arena.h"
#include "figure/motion/motion.h"

/* What a mechanism is made of; private to figure/.
 *
 * A value is a number or a variable of the trace. A spot is a place that moves: a
 * planar frame, or a point of a train. A shape hangs on one or two spots, a part is the
 * shapes of one component (what the window calls an element). All tables are made once;
 * a pose changes what stands below "now" and, as the trace grows, what follows from
 * ranges. */

#define FIGURE_NONE UINT32_MAX

typedef struct {
  uint32_t var;  /* of `vars`, or FIGURE_NONE: a constant */
  double factor; /* of the variable, or the constant; NaN: not given */
} FigureValue;

/* One variable that is read. */
typedef struct {
  uint32_t column;
  RunRange range;
  /* now */
  double value;
  double rate; /* per second, from the rows around the instant */
} FigureVar;

typedef enum { FIGURE_SPOT_PLANAR, FIGURE_SPOT_SLIDE, FIGURE_SPOT_TURN } FigureSpotKind;

typedef struct {
  const char *name; /* of the port, from the part on; NULL: no port */
  FigureSpotKind kind;
  FigureValue x, y, phi; /* planar; of trains x is s or phi */
  FigureValue offset[2]; /* planar: in the axes of the frame, else not given */
  uint32_t port;         /* of trains: its instance */
  FigurePoint drawn_at;  /* of trains: where the port is in the diagram */
  uint32_t node;         /* of trains */
  double lane;           /* of trains: across the line, see train.h */
  double inset; /* of trains: from the node along the line, metres of its own */
  /* now */
  FigurePoint at;
  FigurePoint rate; /* m/s */
  double angle;     /* of its axes; of what turns in a train its phi */
} FigureSpot;

/* The shapes: word in the metadata, the kind of element that it makes, its layer (what
 * is greater is drawn later), its ends. */
#define FIGURE_SHAPES(SHAPE)                                                           \
  SHAPE (FIGURE_SHAPE_BODY, "body", FIGURE_BODY, 6, 1)                                 \
  SHAPE (FIGURE_SHAPE_CENTRE, "centre", FIGURE_BODY, 6, 1)                             \
  SHAPE (FIGURE_SHAPE_BOX, "box", FIGURE_BODY, 5, 1)                                   \
  SHAPE (FIGURE_SHAPE_BAR, "bar", FIGURE_BODY, 4, 2)                                   \
  SHAPE (FIGURE_SHAPE_ROD, "rod", FIGURE_LINK, 4, 2)                                   \
  SHAPE (FIGURE_SHAPE_LINE, "line", FIGURE_OTHER, 2, 2)                                \
  SHAPE (FIGURE_SHAPE_PIN, "pin", FIGURE_JOINT, 7, 1)                                  \
  SHAPE (FIGURE_SHAPE_SLIDER, "slider", FIGURE_JOINT, 3, 2)                            \
  SHAPE (FIGURE_SHAPE_SPRING, "spring", FIGURE_SPRING, 3, 2)                           \
  SHAPE (FIGURE_SHAPE_DAMPER, "damper", FIGURE_SPRING, 3, 2)                           \
  SHAPE (FIGURE_SHAPE_SPRING_DAMPER, "spring-damper", FIGURE_SPRING, 3, 2)             \
  SHAPE (FIGURE_SHAPE_GAP, "gap", FIGURE_SPRING, 3, 2)                                 \
  SHAPE (FIGURE_SHAPE_CLUTCH, "clutch", FIGURE_SPRING, 3, 2)                           \
  SHAPE (FIGURE_SHAPE_BRAKE, "brake", FIGURE_SPRING, 3, 2)                             \
  SHAPE (FIGURE_SHAPE_GROUND, "ground", FIGURE_GROUND, 1, 1)                           \
  SHAPE (FIGURE_SHAPE_ORIGIN, "origin", FIGURE_GROUND, 0, 1)                           \
  SHAPE (FIGURE_SHAPE_FLOOR, "floor", FIGURE_GROUND, 0, 1)                             \
  SHAPE (FIGURE_SHAPE_TERRAIN, "terrain", FIGURE_GROUND, 0, 1)                         \
  SHAPE (FIGURE_SHAPE_POLYGON, "polygon", FIGURE_BODY, 4, 1)                           \
  SHAPE (FIGURE_SHAPE_WHEEL, "wheel", FIGURE_WHEEL, 3, 1)                              \
  SHAPE (FIGURE_SHAPE_TREAD, "tread", FIGURE_WHEEL, 3, 1)                              \
  SHAPE (FIGURE_SHAPE_GEAR, "gear", FIGURE_WHEEL, 2, 1)                                \
  SHAPE (FIGURE_SHAPE_RING, "ring", FIGURE_WHEEL, 2, 2)                                \
  SHAPE (FIGURE_SHAPE_BELT, "belt", FIGURE_WHEEL, 2, 2)                                \
  SHAPE (FIGURE_SHAPE_GEARS, "gears", FIGURE_WHEEL, 4, 2)                              \
  SHAPE (FIGURE_SHAPE_FORCE, "force", FIGURE_SOURCE, 7, 1)                             \
  SHAPE (FIGURE_SHAPE_MASS, "mass", FIGURE_MASS, 5, 2)                                 \
  SHAPE (FIGURE_SHAPE_DISC, "disc", FIGURE_ROTOR, 5, 2)

typedef enum {
#define SHAPE_ID(id, word, kind, layer, ends) id,
  FIGURE_SHAPES (SHAPE_ID)
#undef SHAPE_ID
      FIGURE_N_SHAPES
} FigureShapeKind;

enum { FIGURE_N_LAYERS = 8 };

typedef struct {
  const char *word;
  FigureKind kind;
  uint32_t layer;
  uint32_t n_ends;
} FigureShapeInfo;

const FigureShapeInfo *figure_metadata_shape (FigureShapeKind kind);

typedef struct {
  FigureShapeKind kind;
  uint32_t part;
  uint32_t a, b; /* spots; b is a where there is one end only */
  FigureValue radius, radius_b, width, length, angle, mass, ratio;
  FigureValue along[2]; /* a direction, in the axes of the picture */
  FigureValue shown;    /* only while this is true */
  FigureColor color;
  bool has_color;
  uint32_t n_points;
  const FigurePoint *points; /* terrain, polygon: in the axes of the spot */
  double share;              /* of the default size, 0.5 to 1, by mass */
  double unit;               /* metres that default sizes are shares of */
} FigureShape;

/* What acts on a part at a port, or its weight. */
typedef struct {
  const char *name;
  uint32_t spot;
  FigureValue fx, fy, tau; /* of trains fx is along the line */
  bool is_weight;
} FigurePort;

typedef struct {
  FigureElement public;
  uint32_t first_shape, n_shapes;
  uint32_t first_spot, n_spots;
  uint32_t first_port, n_ports;
  uint32_t pull_point; /* the spot of public.port, or FIGURE_NONE */
  uint32_t point;      /* the spot of velocities */
  uint32_t tip;        /* the spot of trails */
  bool wants_trail;
  uint32_t color; /* of the palette */
} FigurePart;

/* Units for an arrow of one metre of the picture; 0: nothing to show. */
typedef struct {
  double force, torque, velocity;
} FigureScales;

typedef struct FigureTrains FigureTrains;

struct FigureMotion {
  BaseArena *arena;
  uint32_t n_vars, n_spots, n_shapes, n_ports, n_parts, n_columns;
  FigureVar *vars;
  FigureSpot *spots;
  FigureShape *shapes;
  uint32_t *order; /* the shapes as they are drawn */
  FigurePort *ports;
  FigurePart *parts;
  uint32_t *columns;   /* of vars, ascending */
  GHashTable *by_path; /* -> part + 1 */
  FigureTrains *trains;
  bool has_planar;

  RunTrace *trace;
  size_t n_seen;      /* rows that ranges and bounds know */
  size_t next_survey; /* length of the trace at which scales and trains are revised */
  double time;        /* NaN: no pose */
  double unit;        /* metres: a part of usual size is about as long */
  double arrow;       /* metres: an arrow of usual strength is about as long */
  FigureRect planar_bounds;
  FigureRect bounds;
  FigureScales scales;
};

/* The force at a port in the axes of the picture. */
FigurePoint figure_motion_port_force (const FigureMotion *motion,
                                      const FigurePort *port);

/* ---- values ---- */

static inline bool
figure_value_is_given (FigureValue value)
{
  return value.var != FIGURE_NONE || value.factor == value.factor;
}

static inline double
figure_value (const FigureMotion *motion, FigureValue value)
{
  return value.var == FIGURE_NONE ? value.factor
                                  : value.factor * motion->vars[value.var].value;
}

static inline double
figure_value_or (const FigureMotion *motion, FigureValue value, double otherwise)
{
  double given = figure_value (motion, value);

  return given == given ? given : otherwise;
}

static inline double
figure_value_rate (const FigureMotion *motion, FigureValue value)
{
  return value.var == FIGURE_NONE ? 0 : value.factor * motion->vars[value.var].rate;
}
