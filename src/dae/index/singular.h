/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "dae/build-private.h"

/* The equations of the model have no unique solution: reports E503, once per cause. */
void dae_singular_report (DaeBuild *work);

/* What constraints that depend on each other say together. */
typedef enum {
  DAE_SAYING_SAME,     /* they follow from each other */
  DAE_SAYING_OPPOSITE, /* no position meets them all */
  DAE_SAYING_MORE      /* something besides, or it cannot be told */
} DaeSaying;

/* E503: these constraints depend on each other; one alone holds nothing. */
void dae_singular_redundant (DaeBuild *work,
                             uint32_t n,
                             const uint32_t *eqs,
                             DaeSaying saying);
