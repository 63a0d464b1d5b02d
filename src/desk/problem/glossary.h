/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stdbool.h>

#include "lib/index.h"

/* What the words of messages mean: the terms of all libraries (`terms` in
 * library.json), in the user's language. `tests/checks/terms.py` holds it complete. */
typedef struct {
  const char *title; /* the first of its words */
  const char *text;  /* a few sentences, `code` between backticks */
  char **words;      /* that name it in a message, folded */
} DeskTerm;

typedef struct DeskGlossary DeskGlossary;

/* Of a library that outlives it. NULL may be freed. */
DeskGlossary *desk_glossary_new (const LibIndex *library);
void desk_glossary_free (DeskGlossary *glossary);

/* In the order of their titles, each by its index below the number; borrowed. */
uint32_t desk_glossary_n (const DeskGlossary *glossary);
const DeskTerm *desk_glossary_at (const DeskGlossary *glossary, uint32_t i);

/* The terms that a message names, in the order in which it does: const DeskTerm. Where
 * several begin at one place the longest word counts, and code names none. Caller
 * unrefs. */
GPtrArray *desk_glossary_named (const DeskGlossary *glossary, const char *message);

/* Whether a title, a word or the text has it, whatever the case; "" is in all. */
bool desk_glossary_matches (const DeskTerm *term, const char *text);
