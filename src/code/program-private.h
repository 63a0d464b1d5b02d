/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "code/build/ir.h"

/* Signal, time and greatest time of a delay. */
enum { CODE_DELAY_TERMS = 3 };

/* The fields of a program, for the files of this folder. All arrays are in `arena`. */
struct CodeProgram {
  BaseArena *arena;
  uint32_t n_slots;
  uint32_t n_instructions;
  uint32_t n_words;
  uint32_t n_ranges;
  const uint32_t *words; /* op, target, operands */
  const uint32_t *range_at;

  uint32_t n_fixed;       /* slots from here on: numbers, intermediate results, */
  uint32_t first_scratch; /* and from here on what lives within one range */
  uint32_t n_numbers;     /* initial contents that are not 0 */
  const uint32_t *number_slot;
  const double *number;

  uint32_t n_vars;
  const uint32_t *slot_of; /* of each variable of the DaeSystem */
  const double *sign_of;
  uint32_t n_states;
  uint32_t first_state;
  uint32_t *rates;

  CodeSteps sections[CODE_N_SECTIONS];
  CodeMatrix matrix;
  uint32_t n_crossings;
  CodeCrossing *crossings;
  const uint32_t *crossing_watched; /* register of the condition of each */
  const uint32_t *crossing_times;   /* slope and rest of each time event */
  uint32_t n_discrete;
  CodeDiscrete *discrete;
  uint32_t n_actions;
  CodeAction *actions;
  const uint32_t *action_values;
  uint32_t n_checks;
  CodeCheck *checks;
  const uint32_t *check_sides; /* lhs and rhs of each check */
  uint32_t n_selections;
  CodeSelection *selections;
  uint32_t n_delays;
  CodeDelay *delays;
  const uint32_t *delay_terms; /* CODE_DELAY_TERMS of each */
  uint32_t n_poles;
  CodePole *poles;
  const uint32_t *pole_divisors; /* register of each */
  const uint32_t *pole_values;   /* of quotient and whether it matters, of each */
  uint32_t n_asserts;
  uint32_t *asserts;
};
