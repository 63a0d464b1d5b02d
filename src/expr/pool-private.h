/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "expr/pool.h"

/* Between pool.c and simplify.c. */

/* Stores the node as it is, or finds its equal. */
ExprId expr_intern (ExprPool *pool, const ExprNode *node);

/* The value of an operator for numbers; NaN for operators without one. */
double expr_apply (ExprOp op, const double *args);
