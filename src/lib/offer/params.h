/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/vec.h"
#include "lib/card.h"
#include "lib/class.h"
#include "lib/constant.h"

/* What card.c needs to know of one component's parameters; private to lib/. */
typedef struct {
  BaseArena *arena;
  const LibIndex *index;
  const LibClass *class;
  const LangDecl *instance; /* whose modifiers count, or NULL */
  const char *from;         /* the namespace of the names in them */
  uint32_t depth;
  BASE_VEC (const char *) asked; /* interned: the parameters whose values were needed */
} LibParams;

/* What an expression of the component is as far as that is known without the enclosing
 * diagram: for conditions and ranges. `from` is the namespace of its names; NULL is
 * LIB_UNKNOWN. */
LibValue lib_params_value (LibParams *params, const LangExpr *expr, const char *from);

/* The parameters as the inspector shows them. */
void lib_params_list (LibParams *params, LibCard *card);

/* What is known of a vector or matrix. */
LibTable lib_params_table (const LibParams *params, const LibMember *member);
