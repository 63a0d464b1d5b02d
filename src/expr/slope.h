/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "expr/pool.h"

/* The derivative rules of the operators. Private to expr/. `node` is a copy of the node
 * `e`: building expressions may move the original. */

/* The slope of the node by one of its arguments; 0 where it has none. Not for
 * choices. */
ExprId expr_slope (ExprPool *pool, ExprId e, const ExprNode *node, uint32_t argument);

/* Operators that pass on one of their arguments. Their derivative is a choice too,
 * never a product: what was not selected may have no finite slope. */
bool expr_slope_is_choice (ExprOp op);

/* The derivative of the node from those of its arguments. */
ExprId expr_slope_chain (ExprPool *pool,
                         ExprId e,
                         const ExprNode *node,
                         const ExprId *d);
