/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"

/* Instead of the passes 4 and 5 where FlatRoot.slice asks for a few variables alone.
 *
 * Reads     The tree, variables and relations.
 * Changes   eqs, which are one for each variable that the wanted ones follow from;
 * vars: all others are parameters that nobody reads; asserts, those about parameters;
 * whens, none. Promises  Each equation is `variable = expression` of parameters, time
 * and variables of which the same is true. Where that cannot be,
 * FlatBuild.is_incomplete is set. */
void flat_slice_build (FlatBuild *build, const FlatRoot *root);
