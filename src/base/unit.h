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

/* What a dimension does not tell: powers of symbols. */
typedef struct {
  int8_t angle;  /* rad, deg, rev, rpm */
  int8_t cycles; /* Hz */
  int8_t energy; /* J, Wh, W */
} BaseUnitSense;

typedef struct {
  int8_t power[BASE_UNIT_N_BASES]; /* m kg s A K mol cd */
  double factor;                   /* SI value = factor * value + offset */
  double offset;
  BaseUnitSense sense;
} BaseUnit;

/* Whether a value in one unit can stand where another one is wanted. Units of one
 * dimension mean different things (SI Brochure, 9th ed. 2019, 2.3.4 and 5.4.8):
 *
 *   wanted          typed             is
 *   Hz              rad/s, rpm, …     converted: 10 rad/s is 1.59155 Hz
 *   rad/s           Hz                converted: 60 Hz is 376.991 rad/s
 *   Hz, 1/s         1/s, 1/min, Hz    the same
 *   1/s, 1          rad/s, deg, …     the same, rad counts as 1
 *   rad/s, rad/m    1/s, 1/m          ambiguous: radians or turns
 *   N.m             J, W.s            refused: an energy is no torque
 *   J               N.m               the same
 *   N.m             N.m/rad           refused: it is per angle
 *   N.m/rad         N.m               the same
 *   K               degC, degF        converted with its offset
 *   W/K, K/s, …     W/degC, degC/s    the same: differences have no offset
 */
typedef enum {
  BASE_UNIT_FITS,
  BASE_UNIT_UNKNOWN, /* no number with a unit at all */
  BASE_UNIT_OTHER_DIMENSION,
  BASE_UNIT_AMBIGUOUS,
  BASE_UNIT_ENERGY,
  BASE_UNIT_PER_ANGLE
} BaseUnitFit;

/* Reads a whole unit text. False if it is none; *unit is then unspecified. */
bool base_unit_parse (const char *text, BaseUnit *unit);

/* The same powers of the base units, whatever their factors, offsets and senses are. */
bool base_unit_same_dimension (const BaseUnit *a, const BaseUnit *b);

/* By the table above; SI value of `wanted` = factor * SI value of `typed`. */
BaseUnitFit base_unit_fit (const BaseUnit *typed,
                           const BaseUnit *wanted,
                           double *factor);

/* How a value of SI unit `units` is shown in `shown`: value = factor * what is shown +
 * offset. False if it cannot be. */
bool base_unit_scale (const char *units,
                      const char *shown,
                      double *factor,
                      double *offset);

/* Reads "5 kN/mm", "1200 rpm", "1/4 in", "3.2": the value in the SI unit `expected` (""
 * = any). A bare number counts in `default_unit` ("" = SI). *value counts only if it
 * fits. */
BaseUnitFit base_unit_read_quantity (const char *text,
                                     const char *expected,
                                     const char *default_unit,
                                     double *value);

/* The same where the reason does not matter. */
bool base_unit_parse_quantity (const char *text,
                               const char *expected,
                               const char *default_unit,
                               double *value);

/* What may have been meant by a quantity whose unit is not known, as a label: "12 Nm·s"
 * for "12 Nms" where N.m.s/rad is expected. NULL if nothing near fits; caller frees. */
char *base_unit_suggest (const char *text, const char *expected);

/* The units a quantity of SI unit `units` may be shown in, best known first, the SI
 * unit itself included; NULL-terminated, static. Empty for units that are not customary
 * here. */
const char *const *base_unit_choices (const char *units);

/* Pretty form for labels: "N.m/rad" -> "N·m/rad", "m/s2" -> "m/s²". Caller frees. */
char *base_unit_to_label (const char *units);

/* What stands behind a number: a space (none before °) and that label; "" for NULL, ""
 * and "1". Caller frees. */
char *base_unit_behind (const char *space, const char *units);

/* A number of at most so many digits with its unit, as people read it: "−0.5 N·m".
 * Caller frees. */
char *base_unit_quantity_to_text (double value, int digits, const char *units);
