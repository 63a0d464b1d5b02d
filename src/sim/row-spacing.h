/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/method/stepper.h"
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
  uint32_t n_late_in_grid; /* and into an interval of the grid */
  double late_until;       /* the end of that */
  double crossed;          /* when solutions crossed last; set by whoever knows */
  double fresh;            /* until then: */
  uint32_t n_probed;       /* doubts */
  uint32_t n_stuck;        /* in a row that closing in made no less */
  double spread;           /* of the last doubt */
  bool is_deep;            /* closing in on a cusp in it */
  double n_rows;
  double thin_since; /* rows have been further apart than wanted; NaN: never */
} SimRowSpacing;

/* Follows some variables, or all (NULL) that are real and have names of the user's.
 * Work space is in the memory of the rhs. */
void sim_row_spacing_init (SimRowSpacing *follow,
                           const SimRhs *rhs,
                           const uint32_t *variables,
                           uint32_t n,
                           const SimOptions *options);

/* A row stands here in any case, and what follows has nothing to do with what was. */
void sim_row_spacing_begin (SimRowSpacing *follow, double t, const double *slots);

/* The solution may bend or jump at the last point. */
void sim_row_spacing_restart (SimRowSpacing *follow);

/* The next row of the step in hand: at `end`, at which one stands anyway, or which is
 * the end of the step, or before it. Where solutions cross, beside that. */
double sim_row_spacing_next (const SimRowSpacing *follow,
                             const SimStepper *stepper,
                             double end);

/* Looks at the values in the slots. False if a row is needed before this point and can
 * still be had, within the step in hand; sim_row_spacing_next() then tells where. */
bool sim_row_spacing_look (SimRowSpacing *follow,
                           const SimStepper *stepper,
                           double t,
                           const double *slots);

/* After a look that was true: may a corner or cusp hide between the last point and this
 * one? Then points between them are to be probed, each after an evaluation at its time,
 * and sim_row_spacing_settles() is false if a row is needed before this point, as
 * above. */
bool sim_row_spacing_doubts (SimRowSpacing *follow,
                             const SimStepper *stepper,
                             double t);
double sim_row_spacing_probe_time (double from, double to, uint32_t k);
void sim_row_spacing_probe (SimRowSpacing *follow, uint32_t k, const double *slots);
bool sim_row_spacing_settles (SimRowSpacing *follow, double t);

/* After a look that says so: may one hide before the last point, which is a row of the
 * step in hand? Then points between it and the one before are to be probed, and
 * sim_row_spacing_takes_back() is true if that row must go, since others are needed
 * first.
 */
bool sim_row_spacing_looks_back (SimRowSpacing *follow, const SimStepper *stepper);
bool sim_row_spacing_takes_back (SimRowSpacing *follow);

/* After a look at the end of a step: is a row wanted there? */
bool sim_row_spacing_wants_row (const SimRowSpacing *follow, const SimStepper *stepper);

/* What was looked at last becomes a row, or only is remembered. */
void sim_row_spacing_accept (SimRowSpacing *follow, double t, bool is_row);
