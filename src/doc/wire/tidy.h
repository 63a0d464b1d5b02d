/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/wire/ways.h"

/* Inside of the module: wires of the view drawn anew, in place of what is drawn. */

/* All of these, as if nobody had drawn them; but as `ways` (may be NULL) says where
 * that still leads there with nothing in its way. `is_hurried`: in the time of an edit.
 */
void doc_tidy_wires (DocModel *doc,
                     const uint32_t *wires,
                     uint32_t n,
                     const DocWays *ways,
                     bool is_hurried);

/* One, if the program finds a better way for it; else it stays, and false. */
bool doc_tidy_improve (DocModel *doc, uint32_t wire);

/* The marked edges of one, on the same terms. */
bool doc_tidy_lead (DocModel *doc, uint32_t wire, const bool *edges);

/* Whether the program finds no better way for a wire than the one it has: if it were
 * somebody else's, it would be longer or have more bends than it needs. Such a wire is
 * led anew when what it joins moves; any other one keeps its corners. */
bool doc_tidy_is_loose (DocModel *doc, uint32_t wire);
