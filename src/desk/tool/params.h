/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* Parameters of several components at once. */

/* Those of the first component that all the others have, too: of the same name, kind,
 * unit, default and enumeration, in its order. A field of an enumeration belongs to
 * them if all are of one class. The parameters are the cards' and live until the next
 * edit; free the array with g_ptr_array_unref(). */
GPtrArray *desk_params_shared (const DocModel *doc,
                               const char *const *items,
                               uint32_t n);

/* Those that the component shown declares itself, in the order of the text, fields of
 * structs and enumerations left out; they live in the arena until the next edit. Free
 * the array with g_ptr_array_unref(). */
GPtrArray *desk_params_own (const DocModel *doc, BaseArena *arena);

/* Declares one as it is typed: "wheelbase = 2.5 m", "n = 3", "r = 2*wheelbase", "x".
 * Its type follows from the unit. Returns why it cannot be, which the caller frees, or
 * NULL. */
char *desk_params_declare (DocModel *doc, const char *line);

/* The modifier that all of them have: its text and what was typed for it, each NULL if
 * there is none; caller frees. False, and both are NULL, if they differ. */
bool desk_params_get (const DocModel *doc,
                      const char *const *items,
                      uint32_t n,
                      const char *target,
                      char **value,
                      char **entry);
