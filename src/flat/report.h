/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "flat/build-private.h"
#include "lib/class.h"

/* Diagnostics at a place, about an instance (NULL: none), and the budget of memory and
 * work, which any pass may exceed. */

/* Is it a text that the user wrote? */
bool flat_report_is_users (const FlatBuild *build, const BaseSource *source);

/* Where the user sees it: what stands in a library is shown at the part, in the text of
 * the user, that brought it in. */
BaseSpan flat_report_place (const FlatBuild *build,
                            const FlatNode *node,
                            BaseSpan span);

/* Adds a diagnostic, whose format is translated. False, so that a test can end with its
 * report. Macros, since arguments cannot be handed on: */
typedef struct {
  BaseSeverity severity;
  uint32_t number;
} FlatCode;

bool flat_report_as (FlatBuild *build,
                     FlatCode code,
                     BaseSpan span,
                     const FlatNode *node,
                     const char *format,
                     ...) G_GNUC_PRINTF (5, 6);
#define flat_report(build, number, ...)                                                \
  flat_report_as ((build), (FlatCode){BASE_ERROR, (number)}, __VA_ARGS__)
#define flat_report_warning(build, number, ...)                                        \
  flat_report_as ((build), (FlatCode){BASE_WARNING, (number)}, __VA_ARGS__)
#define flat_report_note(build, number, ...)                                           \
  flat_report_as ((build), (FlatCode){BASE_NOTE, (number)}, __VA_ARGS__)
/* An error in an expression of the scope: false, or the value of what is wrong. */
#define flat_report_at(scope, number, span, ...)                                       \
  flat_report ((scope)->build, number, span, (scope)->place, __VA_ARGS__)
#define flat_report_value(...) (flat_report_at (__VA_ARGS__), FLAT_ERROR)

/* E301 for a parameter of `node`; a part that stands alone may lack its value. */
void flat_report_missing (FlatBuild *build, FlatNode *node, const LangDecl *parameter);
/* How to set a parameter, in the words of the window, and of a text. */
void flat_report_hint_to_set (FlatBuild *build,
                              const FlatNode *owner,
                              const char *parameter);
/* What to write for a name that was just reported, or what is near it among the members
 * of a class. */
void flat_report_hint_member (FlatBuild *build,
                              const LibClass *class,
                              const char *name,
                              LibMemberKind kind);

/* ---- memory and work (budget.c) ---- */

/* What is elaborated from now on, in case it takes too much. */
void flat_budget_begin (FlatBuild *build,
                        const FlatNode *node,
                        const char *name,
                        BaseSpan span);

/* True if that takes more than it may, or all together more than the compilation may
 * (E313, once). Whatever goes on element by element asks, and ends. */
bool flat_budget_is_spent (FlatBuild *build);

/* The same before so many multiplications, of numbers or of expressions, are made: they
 * cost time without memory. */
bool flat_budget_takes (FlatBuild *build, uint64_t n_products, bool are_numbers);
