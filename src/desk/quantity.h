/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/card.h"
#include "sim/model.h"

/* Between what a person types into a field and what the text of the diagram holds. */

typedef struct {
  char *value;   /* for the modifier, in the language; NULL: back to the default */
  char *entry;   /* as typed, if it has a unit of its own; else NULL */
  char *problem; /* a sentence that says why it cannot be taken; else NULL */
} DeskQuantity;

/* Frees the three texts, each of which may be NULL. */
void desk_quantity_clear (DeskQuantity *quantity);

/* Reads a field for a parameter: "5 kN/mm", "1/4 in", "2k", "m1 + 1", "true", a string
 * without quotes. A bare number counts in the parameter's own unit. "5m" in a field for
 * lengths is five metres; elsewhere it is 0.005, as in the language.
 * Elements of a vector or table may have units, too: "[100 mm, 0]". A decimal comma
 * counts as a point in a field for one number. */
DeskQuantity desk_quantity_read (const LibParam *param, const char *text);

/* An element of a vector or matrix as a parameter of its own: a number in the unit of
 * its column. */
LibParam desk_quantity_element (const LibParam *param, uint32_t column);

/* Makes the decimal comma of a number a point. False, and nothing is done, if the comma
 * may as well stand between thousands: "1,000". */
bool desk_quantity_point (char *typed);

/* What a field shows for a modifier and the text that was typed for it (either may be
 * NULL). A number whose SI letter would read as a unit is written out. Caller frees. */
char *desk_quantity_show (const LibParam *param, const char *value, const char *entry);

/* The range of values that a parameter may have: "≥ 0 kg", "0 … 1"; NULL if it is not
 * bounded. Caller frees. */
char *desk_quantity_range (const LibParam *param);

/* The units that are customary for it, its own included: "N·m, N·mm, kN·m"; NULL if
 * there are none. Caller frees. */
char *desk_quantity_choices (const LibParam *param);

/* A text that holds a number, with a unit or not, counted up by so many steps of its
 * third digit (of one where it must be whole), the unit kept: "2 kN/m" by 15 gives
 * "2.15 kN/m". NULL if it is no number. Caller frees. */
char *desk_quantity_scrub (const LibParam *param, const char *text, double steps);

/* The case that a text names: "Lib.ReferenceType.Filtered(f_crit = 3)" -> "Filtered".
 * Caller frees. */
char *desk_quantity_case (const char *value);

/* The units in which people read a variable, and how its values are shown in them:
 * factor * SI value + offset. */
const char *desk_quantity_scale (const SimVar *var, double *factor, double *offset);

/* Appends "name = value unit" as people read it; a dash for what is not known. */
void desk_quantity_append (GString *out,
                           const SimVar *var,
                           const char *name,
                           double value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DeskQuantity, desk_quantity_clear)
