/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"

/* Pass 5: what can be said of the whole.
 *
 * Reads     What all other passes added.
 * Adds      FlatTable.jumps; to balance the unknowns; FlatVar.units where there are
 *           none and an equation gives them. Nothing else.
 * Promises  Parameters depend on no circle and lie within their ranges; each discrete
 *           variable is determined once; each component has as many equations as
 *           unknowns. The last two are looked at only if nothing was reported before.
 */

/* W301: units, once per class. */
void flat_units_check (FlatBuild *build);
/* W321: values that stand in for ones that nobody has given. */
void flat_check_assumed (FlatBuild *build);
/* E302, E311, E503, E601, W311: values of parameters, what they break. */
void flat_check_parameters (FlatBuild *build);
/* E409: discrete variables. */
void flat_check_discrete (FlatBuild *build);
/* Gives numbers to what only lacks a value or a signal, so that the rest can be looked
 * at: FlatBuild.is_sketch. False, and nothing is done, if more is wrong. */
bool flat_sketch_complete (FlatBuild *build);
/* A signal that comes into a part from outside is no unknown of it. */
bool flat_check_is_given (const FlatBuild *build, const FlatVar *var);
/* E501: equations and unknowns of each component. */
void flat_check_balance (FlatBuild *build);
/* Gives variables without units those of what they are equal to or added to, unless two
 * that differ come together. Parameters stay as they are. */
void flat_infer_units (FlatBuild *build);
