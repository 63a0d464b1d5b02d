#pragma once

#include "figure/scene.h"

/* One-dimensional trains: parts on flanges slide along a line, parts on splines turn on
 * one, in the order that the diagram shows. Private to figure/. */

/* Joins the spots of trains to nodes and nodes to trains, after all tables are made. */
void figure_trains_build (FigureMechanism *mechanism, const SimModel *model);

/* Lays the trains out for the rows of the trace so far, below what is planar. */
void figure_trains_survey (FigureMechanism *mechanism);

/* Puts the spots of trains where the variables say. */
void figure_trains_pose (FigureMechanism *mechanism);
