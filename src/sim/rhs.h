/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/slice.h"
#include "sim/memory.h"
#include "sim/ode.h"
#include "sim/solve/newton.h"
#include "sim/solve/reduced.h"
#include "sim/solve/sparse.h"

/* So many slots, one behind the other. */
typedef struct {
  uint32_t slot;
  uint32_t n;
} SimSlotRun;

/* The equations of one run: walks the steps of a section, solves its implicit blocks,
 * and offers the dynamics to the integrators. */
typedef struct {
  SimMemory *memory;
  BaseArena *arena; /* of it: work space, cleared */
  const SimModel *model;
  const CodeProgram *program;
  double *slots;                        /* of the run */
  SimOde ode;                           /* data is this SimRhs */
  SimNewton **solvers[CODE_N_SECTIONS]; /* by step, NULL where there is no block */
  SimNewton **blocks;                   /* all of them, those of the start first */
  uint32_t n_blocks;
  uint32_t n_start;
  uint32_t n_runs;
  SimSlotRun *runs;       /* of the slots of the rates */
  const CodeSlice *rates; /* what they need of DYNAMIC; NULL: all */
  const CodeSlice *asked; /* what rows are asked for; NULL: all */
  const uint32_t *asked_slots;
  uint32_t n_asked;
  const int *stop_flag;  /* of the start, or NULL; atomic */
  bool chooses;          /* states, while it runs */
  bool has_paths;        /* nonlinear blocks are followed… */
  bool has_output_paths; /* …and some of them are solved for the rows alone */
  bool is_continuous;    /* see sim_rhs_crossing_is_followed() */
  SimSparse *matrix;     /* of CodeMatrix */
  SimReduced *reduced;   /* the states alone; NULL for large models */
  double *work;          /* as long as the matrix */
  double *iterates;      /* by slot: what linear blocks start from; kept */
  bool
      is_aside; /* what is evaluated is for a row: nothing that follows depends on it */

  /* Kept (SimMemory). */
  SimFailure failure; /* of the last failure */
  bool is_new;        /* no step was accepted since the ways of blocks began */
  bool is_frozen;     /* time stands still for the equations */
  bool is_reduced;    /* the last factors are of `reduced` */
  double departure;   /* greatest of a block from where its way led, since time last
                         went back: above 1 it may have got onto another one */
  double t_tried;     /* of the last evaluation */
} SimRhs;

/* ode.dense works for up to SIM_REDUCED_MOST states. The slots are kept. ode.rhs gives
 * rates as sim_rhs_evaluate_rates() does. */
void sim_rhs_init (SimRhs *rhs, const SimModel *model, double *slots);

/* The rates that were evaluated last, by state. */
void sim_rhs_take_rates (const SimRhs *rhs, double *rates);

/* DYNAMIC at a time and states, any failure is SIM_BAD_VALUE. */
SimStatus sim_rhs_evaluate (SimRhs *rhs, double t, const double *y);

/* The same for the rates alone, as ode.rhs does: what else DYNAMIC gives is undefined,
 * until sim_rhs_complete() evaluates it at the same point. */
SimStatus sim_rhs_evaluate_rates (SimRhs *rhs, double t, const double *y);
void sim_rhs_complete (SimRhs *rhs);

/* Rows are asked for these slots and no others, from here on, once. */
void sim_rhs_ask (SimRhs *rhs, const uint32_t *slots, uint32_t n);

/* What a row is asked for, at a time and states, or behind DYNAMIC at those in the
 * slots; SIM_BAD_VALUE if one of them is not finite. Leaves no trace in what is solved
 * later. */
SimStatus sim_rhs_evaluate_row (SimRhs *rhs, double t, const double *y);
SimStatus sim_rhs_evaluate_row_rest (SimRhs *rhs);

/* Evaluates a section at the time and states that stand in the slots. */
SimStatus sim_rhs_walk (SimRhs *rhs, CodeSection section);

/* As above, but goes on behind a block that cannot be solved, which keeps its values.
 * Returns what was wrong first. */
SimStatus sim_rhs_walk_on (SimRhs *rhs, CodeSection section);

/* As above, with each solution off by about its rounding, in one of several patterns;
 * leaves no trace in what is solved later. */
void sim_rhs_walk_blurred (SimRhs *rhs, CodeSection section, uint32_t pattern);

/* What the block of step `last` needs, for as far as it can be solved. */
void sim_rhs_walk_before (SimRhs *rhs, CodeSection section, uint32_t last);

/* SIM_BAD_VALUE if a variable is not finite; OUTPUT was evaluated. Parameters may be
 * infinite. */
SimStatus sim_rhs_check (SimRhs *rhs);

/* The greatest residual of constraints on position and velocity, each in its SI unit,
 * at the variables in the slots; 0 if there are none that are iterated. */
double sim_rhs_residual (SimRhs *rhs);

/* Puts time, unless it is frozen, and states into the slots. */
void sim_rhs_put (SimRhs *rhs, double t, const double *y);

/* Instants closer than this part of their size (or of one second) are the same. */
#define SIM_TIME_NOISE 1e-15

/* The value of a crossing by the sign of its indicator; time events: before and from
 * their time on. */
bool sim_rhs_crossing_holds_at (const CodeCrossing *crossing, const double *slots);

/* Without events (LANGUAGE 14) a crossing follows its operands at all times, unless a
 * discrete variable depends on it. */
bool sim_rhs_crossing_is_followed (const SimRhs *rhs, const CodeCrossing *crossing);

/* The slots hold new parameters: everything that follows from them alone. */
void sim_rhs_update_parameters (SimRhs *rhs);

/* A step to here was accepted: the ways of nonlinear blocks lead on from it, and
 * DYNAMIC stands in the slots if states may be chosen anew. Or what follows is another
 * branch. */
SimStatus sim_rhs_accept (SimRhs *rhs, double t, const double *y);
void sim_rhs_restart (SimRhs *rhs);

/* DYNAMIC and, if nonlinear blocks are solved there, OUTPUT. */
SimStatus sim_rhs_evaluate_paths (SimRhs *rhs, double t, const double *y);

/* Forgets the solution ahead. */
void sim_rhs_turn_back (SimRhs *rhs);

/* For all nonlinear blocks, whatever section they are solved in. */
void sim_rhs_each_path (SimRhs *rhs,
                        void (*function) (SimPath *path, const double *slots));

uint64_t sim_rhs_n_newton (const SimRhs *rhs);
