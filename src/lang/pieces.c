/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of pieces, as editors keep it for their texts, here for places: in order of
 * their sources, so that a place is found by bisection. An edit goes through all of it
 * once. */
#include "lang/pieces.h"

/* Which of two places stands first in the table. */
static int
compare (const LangPiece *piece, const BaseSource *source, uint32_t begin)
{
  const uintptr_t a = (uintptr_t) piece->source, b = (uintptr_t) source;

  if (a != b)
    return a < b ? -1 : 1;
  return (piece->begin > begin) - (piece->begin < begin);
}

/* The number of pieces that do not stand behind a place. */
static guint
count_up_to (const GArray *pieces, const BaseSource *source, uint32_t begin)
{
  guint low = 0, high = pieces->len;

  while (low < high) {
    const guint middle = (low + high) / 2;

    if (compare (&g_array_index (pieces, LangPiece, middle), source, begin) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

GArray *
lang_pieces_new (const BaseSource *source)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (LangPiece));
  const LangPiece whole = {source, 0, (uint32_t) base_source_length (source), 0};

  g_array_append_val (pieces, whole);
  return pieces;
}

/* How far what stands behind the regions goes: before[k] of those before the k-th. */
static int64_t *
shifts_of (const LangRegion *regions, uint32_t n)
{
  int64_t *before = g_new (int64_t, n + 1);

  before[0] = 0;
  for (uint32_t k = 0; k < n; k++)
    before[k + 1] = before[k] + regions[k].length - (regions[k].end - regions[k].begin);
  return before;
}

/* The number of regions that end at a place or before it. */
static uint32_t
count_before (const LangRegion *regions, uint32_t n, uint32_t at)
{
  uint32_t low = 0;

  while (low < n) {
    const uint32_t middle = (low + n) / 2;

    if (regions[middle].end <= at)
      low = middle + 1;
    else
      n = middle;
  }
  return low;
}

/* What of a piece stays, from `from` to `to` of the text before. */
static void
keep (GArray *pieces, const LangPiece *piece, uint32_t from, uint32_t to, int64_t shift)
{
  const LangPiece part = {piece->source, piece->begin + (from - piece->at),
                          piece->begin + (to - piece->at), (uint32_t) (from + shift)};

  if (from < to)
    g_array_append_val (pieces, part);
}

GArray *
lang_pieces_replace (const GArray *pieces, const LangRegion *regions, uint32_t n)
{
  GArray *now = g_array_sized_new (FALSE, FALSE, sizeof (LangPiece), pieces->len + 2);
  g_autofree int64_t *before = shifts_of (regions, n);

  /* What the regions leave of each piece, moved by those before it, */
  for (guint i = 0; i < pieces->len; i++) {
    const LangPiece *piece = &g_array_index (pieces, LangPiece, i);
    const uint32_t end = piece->at + (piece->end - piece->begin);
    uint32_t from = piece->at, k = count_before (regions, n, from);

    for (; k < n && regions[k].begin < end; k++) {
      keep (now, piece, from, MIN (regions[k].begin, end), before[k]);
      from = MAX (from, regions[k].end);
    }
    keep (now, piece, from, end, before[k]);
  }
  /* and what has come into their place. */
  for (uint32_t k = 0; k < n; k++) {
    const LangRegion *region = &regions[k];
    const LangPiece piece = {region->source, region->from,
                             region->from + region->length,
                             (uint32_t) (region->begin + before[k])};

    g_array_insert_val (now, count_up_to (now, piece.source, 0), piece);
  }
  return now;
}

static uint32_t
place_of (const GArray *pieces, const BaseSource *source, uint32_t offset)
{
  const guint n = count_up_to (pieces, source, offset);
  g_assert (n > 0);
  const LangPiece *piece = &g_array_index (pieces, LangPiece, n - 1);

  g_assert (piece->source == source && offset <= piece->end);
  return piece->at + (offset - piece->begin);
}

uint32_t
lang_pieces_begin (const GArray *pieces, BaseSpan span)
{
  return place_of (pieces, span.source, span.begin);
}

uint32_t
lang_pieces_end (const GArray *pieces, BaseSpan span)
{
  return span.end > span.begin ? place_of (pieces, span.source, span.end - 1) + 1
                               : place_of (pieces, span.source, span.begin);
}
