/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "base/diag.h"
#include "lang/foreign.h"

/* "did you mean": collects the known names that are nearest to a misspelt one. */
typedef struct {
  const char *wanted;
  guint n;
  const char *names[3]; /* the best first */
  guint distances[3];
} LangNear;

/* Empties it. */
void lang_near_begin (LangNear *near, const char *wanted);

/* `key` is compared with the wanted name, `name` is what the message shows. Both must
 * outlive `near`. The same name offered twice counts once. */
void lang_near_offer (LangNear *near, const char *key, const char *name);

/* "Mass, Massless", or NULL if nothing is near; of names that differ in case only
 * nothing else is told. Caller frees. */
char *lang_near_to_text (const LangNear *near);

/* Completes the last report, that of a name that is not known: what stands for it here
 * if it is of another language, else "did you mean" with the names `near`, which is
 * freed; NULL: none. */
void lang_near_hint (BaseDiags *diags,
                     LangForeignPlace place,
                     const char *name,
                     char *near);
