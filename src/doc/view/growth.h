/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model-private.h"

/* What is drawn larger at a small zoom, so that it can be read, as far as the things
 * around leave room for it. */
typedef struct {
  const DocModel *doc;
  DocPoint at;  /* stays where it is */
  DocRect box;  /* in the diagram's own size, around that point or beside it */
  double scale; /* at which it touches what was looked at so far */
} DocGrowth;

/* The scale, at least 1, at which text of a size in the diagram can be read at a zoom;
 * 0 where the zoom is so small that no text is. */
double doc_growth_wanted (double size, double zoom);

/* The box at the scale. */
DocRect doc_growth_box (const DocGrowth *growth);

/* Ends the growth short of an obstacle, */
void doc_growth_stop_at (DocGrowth *growth, DocRect obstacle);
/* of all bodies that meet a rectangle, with their labels as they are seen at a zoom, */
void doc_growth_stop_at_items (DocGrowth *growth, DocRect around, double zoom);
/* and where it would touch another one that grows alike. */
void doc_growth_stop_with (DocGrowth *growth, const DocGrowth *other);
