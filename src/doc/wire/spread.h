/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* Inside of the module: where in its channel a line of a wire stands. */

/* Puts the lines of these wires that are free to go sideways into the middle between
 * what they pass, parallel ones at even distances, in the order and with the crossings
 * that they have. A line that makes its wire longer there goes no farther than a bend
 * is worth. */
void doc_spread_wires (DocModel *doc, const uint32_t *wires, uint32_t n);

/* Whether that would leave a wire as it is drawn. */
bool doc_spread_is_even (const DocModel *doc, uint32_t wire);

/* What lies beside a line, as far as to the next bodies on both sides. `line`: a box
 * without width or height. */
DocRect doc_spread_channel (const DocModel *doc, DocRect line);

/* What a wire that is so pays for standing in the middle, in units of length. */
double doc_spread_price (const DocModel *doc, uint32_t wire);
