/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/class.h"

/* True if a wire may join ports of these two connectors: same fields, kinds and units
 * (LANGUAGE §7), but for the units of signals. On false *reason (may be NULL) gets a
 * sentence without full stop; caller frees. */
bool lib_match_classes (const LibClass *a, const LibClass *b, char **reason);

/* The same for a single field of each; names do not matter. */
bool lib_match_fields (const LibMember *a, const LibMember *b);
