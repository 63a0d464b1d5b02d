/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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
} LibParams;

/* The value of a parameter as far as it is known without the enclosing diagram: for
 * conditions and ranges. A LibLookup; `data` is the LibParams. */
LibValue lib_params_look_up (void *data, const char *const *parts, uint32_t n_parts);

/* The parameters as the inspector shows them. */
void lib_params_list (LibParams *params, LibCard *card);
