/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/rhs.h"
#include "sim/state.h"

/* Where rows must stand so that straight lines between them show the solution: between
 * two rows no variable that is followed leaves its line by more than a 1000th of the
 * range of its values so far. Deviations that are small beside the tolerances are the
 * method's and do not count. Private to this folder. */
enum { SIM_FOLLOW_PROBES = 3 };

typedef struct {
  uint32_t n;
  uint32_t *slot;  /* of what is followed */
  double *floor;   /* deviations that do not count */
  double relative; /* nor do those of this part of the greatest value */
  double *least;   /* so far */
  double *greatest;
  double *now; /* values at the last points that were looked at */
  double *last;
  double *before;
  double *second; /* divided differences there */
  double *new_second;
  double *probe[SIM_FOLLOW_PROBES];
  double grid; /* rows that stand anyway are so far apart */
  double stop;
  double max_rows;

  /* Kept (SimMemory), as are the vectors from `least` on. */
  double t_last;
  double t_before;
  uint32_t n_known;    /* of last, before, and the one before them */
  double off;          /* the point at hand, from the parabola through those before */
  uint32_t n_doubtful; /* points from here on that are in doubt */
  bool is_sure;        /* between the last two points nothing hides… */
  bool will_be_sure;   /* …nor between the last one and that at hand */
  double bend;         /* at the last point: what a line over one second is off… */
                       /* …in parts of what is allowed; it grows with the square */
  double row;          /* time of the last row */
  double row_before;   /* and of the one before it */
  double spacing;      /* wanted of rows; 0: not known */
  double step_looked;  /* end of the step that was looked into last */
  uint32_t n_late;     /* looks into it that came too late */
  double fresh;        /* until then: */
  uint32_t n_probed;   /* doubts */
  uint32_t n_stuck;    /* in a row that closing in made no less */
  double spread;       /* of the last doubt */
  bool is_deep;        /* closing in on a cusp in it */
  double n_rows;
  double thin_since; /* rows have been further apart than wanted; NaN: never */
} SimFollow;

/* Follows some variables, or all (NULL) that are real and have names of the user's.
 * Work space is in the memory of the rhs. */
void sim_follow_init (SimFollow *follow,
                      const SimRhs *rhs,
                      const uint32_t *variables,
                      uint32_t n,
                      const SimOptions *options);

/* A row stands here in any case, and what follows has nothing to do with what was. */
void sim_follow_begin (SimFollow *follow, double t, const double *slots);

/* The solution may bend or jump at the last point. */
void sim_follow_restart (SimFollow *follow);

/* The next row of the step in hand, at most `end`, at which one stands anyway, or which
 * is the end of the step. */
double sim_follow_next (const SimFollow *follow, const SimStepper *stepper, double end);

/* Looks at the values in the slots. False if a row is needed before this point and can
 * still be had, within the step in hand; sim_follow_next() then tells where. */
bool sim_follow_look (SimFollow *follow,
                      const SimStepper *stepper,
                      double t,
                      const double *slots);

/* After a look that was true: may a corner or cusp hide between the last point and this
 * one? Then points between them are to be probed, each after an evaluation at its time,
 * and sim_follow_settles() is false if a row is needed before this point, as above. */
bool sim_follow_doubts (SimFollow *follow, const SimStepper *stepper, double t);
double sim_follow_probe_time (double from, double to, uint32_t k);
void sim_follow_probe (SimFollow *follow, uint32_t k, const double *slots);
bool sim_follow_settles (SimFollow *follow, double t);

/* After a look that says so: may one hide before the last point, which is a row of the
 * step in hand? Then points between it and the one before are to be probed, and
 * sim_follow_takes_back() is true if that row must go, since others are needed first.
 */
bool sim_follow_looks_back (SimFollow *follow, const SimStepper *stepper);
bool sim_follow_takes_back (SimFollow *follow);

/* After a look at the end of a step: is a row wanted there? */
bool sim_follow_wants_row (const SimFollow *follow, const SimStepper *stepper);

/* What was looked at last becomes a row, or only is remembered. */
void sim_follow_accept (SimFollow *follow, double t, bool is_row);
