/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/class.h"

/* Values that stand in for ones that nobody has given (LANGUAGE §13): an instance has
 * the modifier `m = 1` and in its metadata `"assumed": {"m": "1"}`. The mark holds as
 * long as the modifier is still that text; another value is somebody's own. */

/* The value of a target ("m", "p.x") of an instance if it is assumed, else NULL. */
const LangExpr *lib_assumed_value (const LangDecl *instance, const char *target);

/* Calls `tell` for each target of an instance whose value is assumed. */
void lib_assumed_each (const LangDecl *instance,
                       void (*tell) (void *data,
                                     const char *target,
                                     const LangExpr *value),
                       void *data);

/* What may stand in for a value of this type with these bounds (NaN: none), as text in
 * the language: 1, or the bound that is nearest to it, `false`, the first case. NULL
 * where no value is as good as another: names, arrays, structs. In `arena`. */
const char *lib_assumed_text (BaseArena *arena,
                              const LibType *type,
                              double min,
                              double max);
