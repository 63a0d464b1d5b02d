/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"

/* An orthogonal path from a port to a port (or a free point: outward {0, 0}) through
 * the corners, leaving ports outward and keeping clear of items where a short way does.
 * The points, ends included; caller frees. */
DocPoint *doc_route (const DocModel *doc,
                     DocPoint from,
                     DocPoint from_outward,
                     DocPoint to,
                     DocPoint to_outward,
                     const DocPoint *corners,
                     uint32_t n_corners,
                     uint32_t *n_points);
