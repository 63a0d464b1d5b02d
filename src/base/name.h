/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Interned identifiers: equal texts are the same pointer, so `==` compares them.
 *
 * Only identifiers that stand in sources are interned (a bounded set, kept for ever).
 * The dotted names of a flattened model are ordinary strings in the compilation's
 * arena.
 */
const char *base_name (const char *text);
const char *base_name_n (const char *text, size_t length);
