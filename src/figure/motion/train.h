/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/motion-private.h"

/* One-dimensional trains: parts on flanges slide along a line, parts on splines turn on
 * one, in the order that the diagram shows. Private to figure/.
 *
 * A node is a set of ports that are joined, a link a shape between two nodes. What is
 * linked makes a train. On the line of a train a node stands at its coordinate (of what
 * slides, so distances are to scale) and an offset, which keeps parts apart that would
 * lie in each other; links side by side have lanes of their own. */
typedef struct {
  FigureValue coordinate;
  uint32_t train;
  double drawn;       /* along the line in the diagram */
  double pad;         /* metres that a gear there takes on each side, */
  uint32_t pad_lane;  /* in its lane */
  double offset;      /* along the line, metres */
  uint32_t low, high; /* lanes of its links; low > high: none */
  uint32_t held_by;   /* the part that is ground there, or FIGURE_NONE */
  bool is_end;        /* links end here, none begins */
} FigureNode;

typedef struct {
  uint32_t shape;
  uint32_t from, to; /* nodes, in the order of the line */
  uint32_t lane;
} FigureLink;

typedef struct {
  FigureSpotKind kind;
  FigurePoint along, across;    /* in the picture; lanes are numbered across */
  double drawn_across;          /* its place in the diagram */
  uint32_t first_node, n_nodes; /* of `order` */
  uint32_t first_link, n_links;
  uint32_t n_lanes;
  bool is_shown; /* beside what is planar only if something in it is solid */
  double size;   /* metres of its coordinate: a mass of usual size is as long */
  double scale;  /* metres of the picture for one of its own */
  FigurePoint origin;
} FigureTrain;

struct FigureTrains {
  uint32_t n_nodes, n_links, n;
  FigureNode *nodes;
  uint32_t *order;   /* nodes, train by train along the line */
  FigureLink *links; /* train by train, those that begin first before others */
  FigureTrain *trains;
};

/* Forgets how far things went: for a trace of another run. */
void figure_trains_reset (FigureMotion *motion);

/* Lays the trains out for the rows of the trace so far, below what is planar. Changes
 * the variables' values. */
void figure_trains_survey (FigureMotion *motion);

/* Puts the spots of trains where the variables say. */
void figure_trains_pose (FigureMotion *motion);

/* All that the trains reach over the trace. */
FigureRect figure_trains_bounds (const FigureMotion *motion);

/* Where a node is now, in a lane. */
FigurePoint figure_trains_place (const FigureMotion *motion,
                                 const FigureNode *node,
                                 double lane);
