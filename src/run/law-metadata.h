/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/class.h"

/* A law of a component that is a curve y = f(x), as its metadata names it ("law",
 * LANGUAGE §12): which of its variables these are. What f is stands in its relations.
 * Texts are those of the metadata. */
typedef struct {
  const char *x;
  const char *y;    /* a variable, or a vector of which each element has a curve */
  const char *from; /* expressions of parameters: what is worth to be seen; NULL: 0 */
  const char *to;   /* the same as `from` if it is one place */
  bool can_hold;    /* y is what it must be while x stands at 0 */
  const char *least, *greatest; /* y there; NULL: whatever */
  uint32_t n_with; /* equations that hold on the curve instead of those of `names` */
  const char *const *with_names;
  const char *const *with_values;
  uint32_t n_given; /* what else the law depends on, and its value until a run gives
                       one */
  const char *const *given_names;
  const double *given_values;
} RunLawMetadata;

/* The laws of a class, its own or inherited. Those whose metadata is not of that form
 * are left out. Returns how many, in `arena`. */
uint32_t run_law_metadata_list (BaseArena *arena,
                                const LibClass *class,
                                const RunLawMetadata **laws);
