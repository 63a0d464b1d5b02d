/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lang/token.h"

/* A name in a text that somebody types, and what stands around it: read from some lines
 * alone, which may have faults everywhere. */
typedef struct {
  const char *path;     /* interned: before the last dot, "mass.flange_a"; "" */
  const char *typed;    /* interned: the last part, as far as the place; "" */
  uint32_t begin;       /* its first byte */
  bool is_first;        /* of a statement */
  LangTokenKind before; /* the token in front of the name; LANG_TOKEN_EOF: none */
  LangTokenKind around; /* the innermost open bracket; LANG_TOKEN_EOF: none */
  const char *opener;   /* interned: the name in front of that; "" */
} DeskTextPlace;

/* At byte `at` of a text. False where no name can stand: in a string, a comment, a
 * number or its unit. */
bool desk_text_place_read (const char *text, uint32_t at, DeskTextPlace *place);

/* The byte behind the name that goes on at `at`. */
uint32_t desk_text_place_end (const char *text, uint32_t at);
