/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"

/* Where the variables of the diagram will begin, known before any run: as soon as a
 * diagram without errors is compiled, its start values are solved on a thread of their
 * own, one model at a time, the newest. An edit drops them, and ends what is under way
 * for it. Property:
 *
 *   "values" they are known, or no longer */
#define DESK_TYPE_STARTS (desk_starts_get_type ())
G_DECLARE_FINAL_TYPE (DeskStarts, desk_starts, DESK, STARTS, GObject)

/* Of a document, which outlives it; the caller unrefs it. */
DeskStarts *desk_starts_new (DeskDocument *document);

/* What a variable ("mass.s") will begin with; NaN if that is not known, or it has no
 * value. */
double desk_starts_value (const DeskStarts *self, const char *variable);

/* That in words, with its unit, and why it is so: "0.12 rad, solved" from equations,
 * "0 m, default" or "1 m, guess" where nothing else says where it begins. NULL if it is
 * not known; caller frees. */
char *desk_starts_to_text (const DeskStarts *self, const char *variable);

/* What a part on whose level one is (doc/level.h) has for a parameter of its own, as a
 * number; NULL: nothing is known of it, it is the model, or the item is not DOC_SELF.
 * Caller frees. */
char *desk_starts_given (const DeskStarts *self, const char *item, const char *name);

/* Ends what is being solved, as nobody asks any more. */
void desk_starts_stop (DeskStarts *self);

/* Something is being solved, or waits for it. */
bool desk_starts_is_busy (const DeskStarts *self);
