/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/arena.h"
#include "sim/build.h"

/* The fields of a model, for the files of this folder. All arrays are in `arena`. */

/* A crossing or an assert in the words of the user. */
typedef struct {
  BaseSpan place;    /* in the user's own file */
  const char *path;  /* of the component; "" is the model itself */
  const char *text;  /* "a < b", the assert's text; NULL: not in the user's words */
  bool is_domain;    /* an assert of the language: R507 */
  const char *parts; /* of equations solved together: "`crank`, `rod`", or NULL */
  uint32_t part;     /* the first of them, an instance */
  const char *units; /* of an equation between values of one unit, or NULL */
  bool is_loop;      /* an equation that closes a loop of the parts */
  bool is_signal;    /* one whose unknowns are signals */
} SimPhrase;

struct SimModel {
  int n_refs; /* atomic */
  BaseArena *arena;
  const char *name;
  BaseSpan place; /* of its declaration */
  CodeProgram *program;
  LibTree *tree;
  uint32_t n_vars;
  SimVar *vars;      /* as the variables of the DaeSystem */
  uint32_t *by_name; /* 1 + variable by the hash of its name; 0: none */
  uint32_t name_mask;
  const uint32_t *var_of_slot; /* the variable to name; UINT32_MAX: none */
  uint32_t n_named_slots;      /* slots that var_of_slot covers */
  const BaseSpan *places;      /* by variable: of the equation that gives its value */
  GPtrArray *sources;          /* that places are in; counted */
  const bool *has_guess;       /* by variable: someone wrote its start iterate */
  const double *state_nominal; /* by state */

  uint32_t n_eqs;
  const SimPhrase *eqs; /* by equation; text NULL where no message needs it */
  uint32_t n_crossings;
  const SimPhrase *crossings;
  uint32_t n_asserts;
  const SimPhrase *asserts;
  uint32_t n_actions;
  const SimPhrase *actions; /* of when clauses */
};

/* The component of a variable: "a.b" of "a.b.c" and of "der(a.b.c)", "" of "c". Caller
 * frees. */
char *sim_model_path (const char *name);

/* "mass.v", or NULL for a slot that holds no variable. */
const char *sim_model_slot_name (const SimModel *model, uint32_t slot);

/* Of the variable in a slot; 1 if there is none. */
double sim_model_slot_nominal (const SimModel *model, uint32_t slot);

/* Its SI unit; "" if there is none. */
const char *sim_model_slot_units (const SimModel *model, uint32_t slot);
