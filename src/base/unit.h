/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Units: dimension, factor and offset to SI.
 *
 * A unit text is a product of symbols with integer powers, '.' or '*' or a blank
 * between factors, '/' before divisors: "N.m/rad", "kg.m2/s2", "m/s^2", "1". Symbols
 * are SI ones with prefixes and the customary ones of the catalogue ("mm", "rpm",
 * "deg", "kN", "in", "1/4 in" is a number and a unit). rad counts as 1.
 */
enum { BASE_UNIT_N_BASES = 7 };

typedef struct {
  int8_t power[BASE_UNIT_N_BASES]; /* m kg s A K mol cd */
  double factor;                   /* SI value = factor * value + offset */
  double offset;
} BaseUnit;

/* Reads a whole unit text. False if it is none; *unit is then unspecified. */
bool base_unit_parse (const char *text, BaseUnit *unit);

bool base_unit_same_dimension (const BaseUnit *a, const BaseUnit *b);

/* Reads "5 kN/mm", "1200 rpm", "1/4 in", "3.2": the value in SI units and the unit's
 * text (inside `text`; "" without one). A bare number counts in `default_unit` ("" =
 * SI). False if the text is no number with a unit of the dimension of `expected` ("" =
 * any). */
bool base_unit_parse_quantity (const char *text,
                               const char *expected,
                               const char *default_unit,
                               double *value);

/* The units a quantity of SI unit `units` may be shown in, best known first, the SI
 * unit itself included; NULL-terminated, static. Empty for units that are not customary
 * here. */
const char *const *base_unit_choices (const char *units);

/* Pretty form for labels: "N.m/rad" -> "N·m/rad", "m/s2" -> "m/s²". Caller frees. */
char *base_unit_to_label (const char *units);
