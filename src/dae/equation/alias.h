/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads equations; rewrites all of them and the asserts. Adds variables for derivatives
 * that der() asks for, links of derivatives (DaeVar.derivative, .integral), kinds
 * DAE_ALIAS, and of the best member of each class DaeVarInfo.constant, .guess, .name.
 *
 * Promises that no expression holds der() or an alias, that equations are consumed
 * (DAE_USE_ALIAS, DAE_USE_CONSTANT) or say more than that two variables are equal, and
 * that each discrete variable has one equation z = e: E409. E504 where a derivative
 * does not exist. */
void dae_alias_remove (DaeBuild *work);
