/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sim/event/agenda.h"
#include "sim/event/open.h"
#include "sim/method/stepper.h"
#include "sim/rhs.h"

/* Crossings and discrete variables of one run (LANGUAGE 9).
 *
 * A watched crossing is contradicted when its difference has the other sign by more
 * than its margin: the rounding noise of its operands, or, from its own event until it
 * has left it, a small band around zero. */
#define SIM_DIFFERENCE_NOISE 1e-15 /* rounding, as part of |left| + |right| */
#define SIM_EVENT_BAND       1e-12 /* that band, as part of the greatest |difference| */
#define SIM_WIDEST_BAND      1e-9  /* of what turns to and fro without end */

/* Events of one crossing that a reinit is to undo, as that of the floor under a ball.
 */
typedef struct {
  bool is_due;     /* after the last one the crossing was to turn back */
  double time;     /* of the last one */
  double interval; /* in front of it; 0: none */
  double ratio;    /* of that to the interval before; 1: not less */
} SimBounce;

/* How often a crossing turned lately, for R504. */
typedef struct {
  uint32_t n; /* since `from` */
  double from;
} SimFlips;

typedef struct {
  double margin;
  double scale; /* greatest finite |difference| seen */
  double band;  /* as part of it: SIM_EVENT_BAND to SIM_WIDEST_BAND */
  double blur;  /* what rounding makes of it, once that turned it to and fro */
  bool is_armed;
  bool is_watched;   /* the crossing matters while discrete variables stand */
  bool has_turned;   /* in the present event */
  uint32_t n_turns;  /* in the present inner iteration */
  uint32_t n_within; /* events since it last left its band */
  SimFlips flips;
  SimBounce bounce;
} SimWatch;

/* Crossings that follow from as many others (DaeCrossing). */
typedef struct {
  uint32_t n_crossings;
  uint32_t n_passes; /* of the present inner iteration that turned one of them alone */
} SimLevel;

typedef struct {
  SimRhs *rhs;
  const CodeProgram *program;
  double *slots;
  uint32_t n_crossings;
  const CodeCrossing *crossings;
  uint32_t n_watched;
  uint32_t *watched;  /* crossing of each watch */
  uint32_t *watch_of; /* by relation; UINT32_MAX: not watched */
  SimWatch *watches;
  uint32_t n_live;
  uint32_t *live; /* those that are watched now, ascending */
  uint32_t n_levels;
  SimLevel *levels;
  uint32_t *considered;   /* crossings, in the present pass */
  uint32_t *contradicted; /* of these */
  double *start;          /* differences where the step began */
  double *earlier;        /* at three points in order of time */
  double *before;
  double *now;
  double *next;        /* at the look behind them */
  double *probe;       /* and at another one */
  double *y;           /* states of a probe */
  double *sharp;       /* slots, while they are blurred; NULL until then */
  double *rates;       /* of an event */
  double sample_max;   /* no two looks at the differences are further apart */
  SimAgenda agenda[2]; /* time events to come: others, and those that are apart */
  uint32_t *place_of;  /* by relation: there; UINT32_MAX: none */
  uint32_t *timed[2];  /* relation of each place */
  SimOpen open;
  bool settles_all; /* at each event, not only what is open */
  bool is_sparse;   /* this event settles what is open */
  SimFlips *ticks;  /* by relation: those of sample () */
  uint32_t n_discrete;
  const CodeDiscrete *discrete;
  uint32_t n_actions;
  const CodeAction *actions;
  double *action_value; /* of each that fires, before any is done */
  double *old_discrete; /* values before the present pass of the inner iteration */
  double *old_drivers;  /* before the event */

  /* Kept (SimMemory), as are watches, ticks, the time events, and the differences
   * between which a step is looked at. */
  bool is_settled;           /* but for what is open; not kept */
  double t_earlier;          /* between steps: of `earlier`; NaN: not known */
  double t_before;           /* and of `before` */
  double spacing;            /* of looks; 0: not known */
  double least;              /* smaller differences are not looked into */
  bool has_reinit;           /* in the present event */
  bool is_turned;            /* in front of it (sim_events_turn) */
  uint32_t termination;      /* action that ended the run; UINT32_MAX: none */
  uint32_t crossing_changed; /* last; UINT32_MAX: none */
  uint32_t slot_changed;     /* of the discrete variable; UINT32_MAX: none */
  double far;                /* where the first contradiction was seen for certain */
} SimEvents;

/* `sample_max` as below. `is_continuous` as sim_rhs_crossing_is_followed()
 * says. */
void sim_events_init (SimEvents *events,
                      SimRhs *rhs,
                      double sample_max,
                      bool is_continuous);

/* Discrete variables, crossings or parameters are no longer those that the last event
 * left: the next one settles everything. */
void sim_events_unsettle (SimEvents *events);

/* Lists the watches that are watched. */
void sim_events_list_live (SimEvents *events);

/* Behind an event: the first time event after `t`, of those that are apart
 * (CodeCrossing) or of the others, or infinity. */
double sim_events_next_time (SimEvents *events, double t, bool is_apart);

/* A difference that was seen; the band is a part of the greatest finite one. */
void sim_events_note_size (SimWatch *watch, double difference);

/* Half the width of the band in which a crossing counts as still at its event. */
double sim_events_band (const SimWatch *watch);

/* Takes the values of all crossings and discrete variables from the variables in the
 * slots, as they are; for the start. */
void sim_events_guess (SimEvents *events);

/* The event iteration at the time and states in the slots, which reinit may change:
 * re-evaluates variables, crossings and discrete variables until nothing changes, does
 * what when clauses say, and begins anew until no discrete variable differs from its
 * pre-value. */
SimStatus sim_events_settle (SimEvents *events);

/* Its inner iteration alone, on the start system and with the pre-values of the start.
 */
SimStatus sim_events_settle_start (SimEvents *events);

/* SIM_CHATTERING if one crossing keeps changing so often that the run gets nowhere,
 * SIM_CROWDED if it is that of a sample (); span is the length of the run. */
SimStatus sim_events_count (SimEvents *events, double span);

/* No step gets beyond the one before: takes crossings whose difference is as good as
 * zero there as contradicted. False if there is none. */
bool sim_events_turn (SimEvents *events);

/* The run goes on from the time and states in the slots. */
void sim_events_restart (SimEvents *events);

/* The same, where the rates are those from before (sim_events_has_driven). */
void sim_events_go_on (SimEvents *events);

/* Whether since sim_events_settle() began anything changed that the rates read, a state
 * included. */
bool sim_events_has_driven (const SimEvents *events);

/* Looks for the first contradiction in the step that was just taken, on its
 * interpolant: about at *to, if there is one. */
SimStatus sim_events_find (SimEvents *events,
                           SimStepper *stepper,
                           bool *found,
                           double *to);

/* Shortens the step to the right end of a bracket of 1e-12 max (1, |t|) around the
 * first contradiction. *found is false if there is none on the solution itself; the
 * step then ends as far on as one was seen. */
SimStatus sim_events_locate (SimEvents *events,
                             SimStepper *stepper,
                             double to,
                             bool *found);

/* Finds the crossings of the event in the slots whose difference a reinit sends back to
 * where it came from: they must turn back. */
void sim_events_expect_return (SimEvents *events);

/* SIM_ZENO if the difference of such a crossing has left its band on the other side: it
 * turned back and again within the band, and so on without end. */
SimStatus sim_events_check_return (SimEvents *events,
                                   uint32_t watch,
                                   double difference);

/* The step was accepted as it is: what follows begins with its end. */
SimStatus sim_events_accept (SimEvents *events, const SimStepper *stepper);
