/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/value/value.h"

/* The mixed slope d2z/dxdy of Akima's surface through the map `data` (x in its first
 * column, y in its first row) at the point of row `row` and column `column`, both
 * counted from 0 within the grid; 0 where the map is a line. */
ExprId flat_akima_twist (ExprPool *pool,
                         const FlatValue *data,
                         uint32_t row,
                         uint32_t column);
