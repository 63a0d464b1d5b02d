/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"

/* Pass 3: relations.
 *
 * Reads     The tree, the variables, the relations of each class.
 * Adds      eqs of the kinds FLAT_EQUATION, FLAT_INITIAL and FLAT_GUESS, asserts,
 * whens; connects, in the order of their owners; to vars the guesses of relations, to
 * is_set the inputs that equations name, to balance what is determined;
 *           FlatNode.is_faulty.
 * Promises  A condition that is known has left one branch; of any other the equations
 * of all branches are merged. Ports of a connect are present nodes, no arrays. Reports
 * E202, E307 to E310, E401, E404, E405, E407, E408, E410, E601. */
void flat_relations_build (FlatBuild *build);
