/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Classes of variables that are equal up to their sign, with the links "is the time
 * derivative of" between classes. A class has at most one derivative and one integral;
 * a class that has either is not merged with opposite sign. Private to dae/. */
typedef struct DaeAliasClasses DaeAliasClasses;

DaeAliasClasses *dae_alias_classes_new (DaeBuild *work);

/* The best member, and the sign of `variable` relative to it. */
uint32_t dae_alias_class_of (DaeAliasClasses *classes, uint32_t variable, double *sign);

/* The best member of the class that is its derivative; makes one if there is none.
 * DAE_NONE if the class is constant. */
uint32_t dae_alias_class_derivative (DaeAliasClasses *classes, uint32_t variable);

/* a = sign * b. False if the two must stay apart (they are the same, their derivatives
 * would tangle); nothing has happened then. */
bool dae_alias_class_merge (DaeAliasClasses *classes,
                            uint32_t a,
                            uint32_t b,
                            double sign);

/* variable = value, an expression of parameters; derivatives of it become 0. False if
 * the class has a value already or is itself a derivative. */
bool dae_alias_class_set_constant (DaeAliasClasses *classes,
                                   uint32_t variable,
                                   ExprId value);

/* The value of the best member, or EXPR_NONE. */
ExprId dae_alias_class_constant (DaeAliasClasses *classes, uint32_t variable);

/* Writes kinds, aliases, links, guesses and constants into work->vars and work->info.
 */
void dae_alias_classes_finish (DaeAliasClasses *classes);
