/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "base/source.h"

/* What is wrong with the user's model, and where.
 *
 * A pass adds diagnostics and goes on, so that one compilation reports many. Everything
 * is copied: diagnostics outlive the texts and arenas that they speak of.
 */
typedef enum { BASE_NOTE, BASE_WARNING, BASE_ERROR } BaseSeverity;

typedef struct {
  BaseSeverity severity;
  uint32_t number;   /* 401 for E401 and W401; notes count as W */
  bool is_of_run;    /* it ended a run: R501, not E501 */
  const char *file;  /* NULL if no text stands for it */
  uint32_t line;     /* 1-based; 0 without file */
  uint32_t column;   /* 1-based, in characters */
  uint32_t end_line; /* where the span ends (exclusive) */
  uint32_t end_column;
  uint32_t begin; /* the same span in bytes of the file */
  uint32_t end;
  const char *path;            /* instance path ("motor.flange") or NULL */
  const char *message;         /* one sentence, no full stop */
  const char *hint;            /* what would mend it, or NULL */
  const char *file_wanted;     /* E314: the file that may not be read; else NULL */
  const char *class_wanted;    /* W406: the component that is missing; else NULL */
  const char *const *culprits; /* further instance paths, NULL-terminated, never NULL */
} BaseDiag;

typedef struct BaseDiags BaseDiags;

/* So many errors are shown, and as many warnings; instead of the others stands how many
 * they are. */
enum { BASE_DIAGS_SHOWN = 200 };

/* Empty; the caller frees it. */
BaseDiags *base_diags_new (void);
/* For what will be appended to `diags`: it wants hints only as long as that does. */
BaseDiags *base_diags_new_for (const BaseDiags *diags);
void base_diags_free (BaseDiags *diags);

/* Adds one; the last added can be completed by the functions below. A diagnostic with
 * the same code, place, path and message as an earlier one is dropped. Where nobody
 * wants to hear of it, `diags` is NULL here and for hints. */
void base_diags_add (BaseDiags *diags,
                     BaseSeverity severity,
                     uint32_t number,
                     BaseSpan span,
                     const char *format,
                     ...) G_GNUC_PRINTF (5, 6);
/* As if a report had been added and dropped: what would complete it is dropped, too. */
void base_diags_drop (BaseDiags *diags);
void base_diags_set_path (BaseDiags *diags, const char *path);
void base_diags_set_hint (BaseDiags *diags, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
/* Whether a hint at the last would be seen: false if that was dropped or is beyond
 * those that are shown. What costs a search is asked for first. */
bool base_diags_wants_hint (const BaseDiags *diags);
void base_diags_set_file_wanted (BaseDiags *diags, const char *path);
void base_diags_set_class_wanted (BaseDiags *diags, const char *class_name);
/* It ended a run. */
void base_diags_set_of_run (BaseDiags *diags);
void base_diags_add_culprit (BaseDiags *diags, const char *path);

/* How many are kept, each of them by its index below that, in the order in which they
 * came (borrowed), and whether one of them is an error. */
uint32_t base_diags_count (const BaseDiags *diags);
const BaseDiag *base_diags_get (const BaseDiags *diags, uint32_t index);
bool base_diags_has_errors (const BaseDiags *diags);

/* The index of the first diagnostic of this number, or UINT32_MAX. */
uint32_t base_diags_find (const BaseDiags *diags, uint32_t number);

/* Copies all of `other` behind those of `diags`. */
void base_diags_append (BaseDiags *diags, const BaseDiags *other);
void base_diags_append_one (BaseDiags *diags, const BaseDiag *other);

/* "FILE:LINE:COL: error E401: sentence [path]\n  hint: ..." ending in a newline. */
char *base_diag_to_text (const BaseDiag *diag);

/* "E401", "W401", "R501" */
char *base_diag_code (const BaseDiag *diag);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BaseDiags, base_diags_free)
