/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/catalogue.h"
#include "desk/studio.h"

/* How a name that somebody types may go on, from library and model. */

typedef struct {
  const char *label; /* interned: what is shown and compared with what was typed */
  char *text;        /* what replaces that */
  char *detail;      /* in words, or "" */
} DeskCompletion;

/* What may stand at byte `at` of the diagram's text, the best first; `begin` is set to
 * where the name begins that it replaces as far as `at`. Empty where no name can stand.
 * Free with g_ptr_array_unref(). */
GPtrArray *desk_text_complete (DeskStudio *studio,
                               DeskCatalogue *catalogue,
                               uint32_t at,
                               uint32_t *begin);
