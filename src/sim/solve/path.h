/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sim/memory.h"

/* The way that the solution of one nonlinear block goes through a run. Its equations
 * may have several solutions, as those of a linkage with its two assemblies: the one
 * that holds is the one that the last one leads to. Start iterates are taken from this
 * way, and never from points that were only tried, which may lie on another one. */
typedef struct SimPath SimPath;

/* Lives in the memory. `unknown` are slots, `nominal` their sizes; both must live as
 * long. */
SimPath *sim_path_new (SimMemory *memory,
                       uint32_t n,
                       const uint32_t *unknown,
                       const double *nominal);

/* Begins with the solution in `slots`; what was before leads nowhere. */
void sim_path_restart (SimPath *path, const double *slots);

/* The solution in `slots` is where an accepted step ended. */
void sim_path_accept (SimPath *path, const double *slots);

/* It is where the step in hand ends, unless an event ends it before: what lies between
 * is interpolated until the next `accept`, `restart` or `turn_back`. */
void sim_path_look_ahead (SimPath *path, const double *slots);
void sim_path_turn_back (SimPath *path, const double *slots);

/* Of that step, too: the solution in `slots` is close behind its beginning or before
 * its end and says the slope there; with both the way bends. It leads through the
 * solution in `slots` that was marked last. */
void sim_path_bend_last (SimPath *path, const double *slots);
void sim_path_bend_ahead (SimPath *path, const double *slots);
void sim_path_mark (SimPath *path, const double *slots);

/* In the first step nothing says yet where the way leads: the solution in `slots`,
 * close behind the first one, does. */
void sim_path_set_slope (SimPath *path, const double *slots);

/* Writes the start iterate for the time in `slots`. */
void sim_path_predict (const SimPath *path, double *slots);

/* False while nothing says yet where it leads. */
bool sim_path_leads (const SimPath *path);

/* By how much the solution in `slots` departs from where the way led, in parts of what
 * it may: it grows with the square of the step. */
double sim_path_departure (const SimPath *path, const double *slots);
