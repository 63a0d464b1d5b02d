/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/edit/edit.h"
#include "doc/wire/net.h"

/* Inside of the module: how wires were led, to lead them so again. */

/* How it was led between ports that stood as they do now; the points are copies, in the
 * arena of the view. False if that is not known. */
bool doc_ways_find (const DocWays *ways,
                    const DocModel *doc,
                    uint32_t wire,
                    DocNet *net);
/* Knows from now on how these wires are drawn, and of no other. */
void doc_ways_note (DocWays *ways,
                    const DocModel *doc,
                    const uint32_t *wires,
                    uint32_t n);
