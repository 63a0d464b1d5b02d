/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table of pieces, as editors keep it for their texts, here for places: in order of
 * their sources, so that a place is found by bisection. An edit goes through all of it
 * once, and merges what is new. */
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

/* What the regions leave of each piece, moved by those before it. */
static GArray *
cut (const GArray *pieces, const LangRegion *regions, uint32_t n, const int64_t *before)
{
  GArray *left = g_array_sized_new (FALSE, FALSE, sizeof (LangPiece), pieces->len + n);

  for (guint i = 0; i < pieces->len; i++) {
    const LangPiece *piece = &g_array_index (pieces, LangPiece, i);
    const uint32_t end = piece->at + (piece->end - piece->begin);
    uint32_t from = piece->at, k = count_before (regions, n, from);

    for (; k < n && regions[k].begin < end; k++) {
      keep (left, piece, from, MIN (regions[k].begin, end), before[k]);
      from = MAX (from, regions[k].end);
    }
    keep (left, piece, from, end, before[k]);
  }
  return left;
}

static int
by_place (gconstpointer left, gconstpointer right)
{
  const LangPiece *a = left, *b = right;

  return compare (a, b->source, b->begin);
}

/* What has come into their place, in order of the sources. */
static GArray *
pieces_of (const LangRegion *regions, uint32_t n, const int64_t *before)
{
  GArray *fresh = g_array_sized_new (FALSE, FALSE, sizeof (LangPiece), n);

  for (uint32_t k = 0; k < n; k++) {
    const LangPiece piece = {regions[k].source, regions[k].from,
                             regions[k].from + regions[k].length,
                             (uint32_t) (regions[k].begin + before[k])};

    g_array_append_val (fresh, piece);
  }
  g_array_sort (fresh, by_place);
  return fresh;
}

GArray *
lang_pieces_replace (const GArray *pieces, const LangRegion *regions, uint32_t n)
{
  g_autofree int64_t *before = shifts_of (regions, n);
  g_autoptr (GArray) left = cut (pieces, regions, n, before);
  g_autoptr (GArray) fresh = pieces_of (regions, n, before);
  GArray *now =
      g_array_sized_new (FALSE, FALSE, sizeof (LangPiece), left->len + fresh->len);
  guint i = 0;

  for (guint k = 0; k < fresh->len; k++) {
    const LangPiece *piece = &g_array_index (fresh, LangPiece, k);
    const guint from = i;

    i = MAX (i, count_up_to (left, piece->source, piece->begin));
    if (i > from)
      g_array_append_vals (now, &g_array_index (left, LangPiece, from), i - from);
    g_array_append_val (now, *piece);
  }
  if (left->len > i)
    g_array_append_vals (now, &g_array_index (left, LangPiece, i), left->len - i);
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
