/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* Reads the equations and asserts of the FlatModel; adds nothing.
 *
 * Promises that pre(), edge() and change() are asked of discrete variables only, and
 * that start values of these follow from parameters: E601. */
void dae_check_supported (DaeBuild *work);
