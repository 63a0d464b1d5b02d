/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "base/source.h"

/* Where the parts of a text stand that was edited: the tree of what no edit has touched
 * keeps its places in the text that it was read from, and what was read again has them
 * in a source of its own. */

/* Bytes [begin, end) of a source stand at `at` of the text. */
typedef struct {
  const BaseSource *source;
  uint32_t begin, end, at;
} LangPiece;

/* Bytes [begin, end) of the text before, in whose place `length` bytes of a source
 * stand, from `from` on. */
typedef struct {
  uint32_t begin, end;
  const BaseSource *source;
  uint32_t from, length;
} LangRegion;

/* Of a text that is one source. Both give LangPiece, which the caller frees. */
GArray *lang_pieces_new (const BaseSource *source);
/* Of a text in which n regions were replaced, that are in order and apart. */
GArray *lang_pieces_replace (const GArray *pieces,
                             const LangRegion *regions,
                             uint32_t n);

/* Where a span of what still stands in the text begins and ends there; what lies
 * between may have been replaced. Logarithmic in the number of pieces. */
uint32_t lang_pieces_begin (const GArray *pieces, BaseSpan span);
uint32_t lang_pieces_end (const GArray *pieces, BaseSpan span);
