/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/limit.h"
#include "lib/index.h"
#include "run/trace.h"
#include "sim/model.h"

/* The laws of a component y = f(x) that its metadata names (LANGUAGE §12 `law`), as
 * curves: its own relations, with the values that it has in a diagram, are run with x
 * in place of the time. What jumps is an event of that run. May be used on any thread.
 */

/* One law, compiled. Names are those of variables below the component: "f", "y[1]". */
typedef struct {
  const SimModel *model; /* a part is enough: nothing else of the diagram is in it */
  const char *x;
  uint32_t n_y;
  const char *const *y;
  uint32_t n_given; /* what the law depends on besides x and the parameters */
  const char *const *given;
  const double *given_values;      /* until a run gives others */
  const uint32_t *given_variables; /* of the model */
  const uint32_t *variables;       /* of the model: x, then all y */
  bool can_hold;
  uint32_t from, to, least, greatest; /* variables: the range, and what y can hold,
                                         UINT32_MAX without a limit */
} RunLaw;

/* One of the two sides of which is not the limit of the other. */
typedef struct {
  double x;
  uint32_t curve; /* of RunLaw.y */
  double before, after;
} RunLawJump;

/* Of the law with certain values of what is given. */
typedef struct {
  double from, to; /* of x */
  RunTrace
      *trace; /* column 0: x, 1 + k: y[k]; not a number between the sides of a jump */
  uint32_t n_jumps;
  const RunLawJump *jumps;
  bool can_hold; /* y may be anything within `hold` while x is 0 */
  RunRange hold; /* a side without a limit is infinite */
} RunLawCurve;

/* Whether its metadata names any. */
bool run_law_is_named (const LibIndex *index, const LibEntry *component);

/* The laws of the component `name` of a diagram, RunLaw each; those that its relations
 * do not give are left out, and `why` (may be NULL) tells of the first of them, in a
 * sentence without a full stop; else it is NULL. Never NULL; both are owned by the
 * caller, as the models are by the laws. */
GPtrArray *run_laws_new (const LibIndex *index,
                         const LibEntry *diagram,
                         const char *name,
                         const BaseLimits *limits,
                         char **why);
void run_law_free (RunLaw *law);

/* The curve with these values of what is given (NULL: those of the metadata), over what
 * the metadata says is of interest and, if `visited` is not NULL, all of that. NULL if
 * it cannot be computed, and `why` (may be NULL) tells why as above; or once *stop_flag
 * (may be NULL; atomic) is set. Caller frees. */
RunLawCurve *run_law_draw (const RunLaw *law,
                           const double *given,
                           const RunRange *visited,
                           const int *stop_flag,
                           char **why);
void run_law_curve_free (RunLawCurve *curve);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunLaw, run_law_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (RunLawCurve, run_law_curve_free)
