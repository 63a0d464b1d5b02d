/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growth of a box about a point. A box scaled by s reaches what is d away from the
 * point on an axis if s times its own reach to that side is d; both axes have to be
 * reached before two boxes meet, so that each obstacle gives the larger of two
 * quotients. */
#include "doc/view/growth.h"

#include <math.h>

#include "doc/view/label-choose.h"
#include "doc/view/label.h"

static const double least_px = 11;     /* that can be read */
static const double least_zoom = 0.25; /* below it texts are dust */

double
doc_growth_wanted (double size, double zoom)
{
  return zoom < least_zoom ? 0 : fmax (1, least_px / size / zoom);
}

DocRect
doc_growth_box (const DocGrowth *growth)
{
  const DocPoint at = growth->at;
  const DocRect *box = &growth->box;
  const double s = growth->scale;

  return (DocRect){at.x + s * (box->x1 - at.x), at.y + s * (box->y1 - at.y),
                   at.x + s * (box->x2 - at.x), at.y + s * (box->y2 - at.y)};
}

/* The scale at which a reach covers a distance. */
static double
scale_for (double distance, double reach)
{
  return distance <= 0 ? 0 : distance / reach;
}

/* From a point to an interval, by what reaches to each side. */
static double
scale_up_to (double at, double reach_down, double reach_up, double low, double high)
{
  return fmax (scale_for (low - at, reach_up), scale_for (at - high, reach_down));
}

void
doc_growth_stop_at (DocGrowth *growth, DocRect obstacle)
{
  const DocPoint at = growth->at;
  const DocRect *box = &growth->box;
  const DocRect wall = doc_grown (obstacle, DOC_LABEL_RIM);

  growth->scale = fmin (
      growth->scale,
      fmax (scale_up_to (at.x, at.x - box->x1, box->x2 - at.x, wall.x1, wall.x2),
            scale_up_to (at.y, at.y - box->y1, box->y2 - at.y, wall.y1, wall.y2)));
}

void
doc_growth_stop_at_items (DocGrowth *growth, DocRect around, double zoom)
{
  const double scale = doc_label_scale (zoom);
  g_autoptr (GArray) items =
      doc_grid_items (growth->doc, doc_grown (around, doc_label_reach (scale)));

  for (guint i = 0; i < items->len; i++) {
    const uint32_t item = g_array_index (items, uint32_t, i);
    DocLabelLine lines[DOC_LABELS_MOST];
    const uint32_t n = doc_label_lines (growth->doc, item, scale, lines);

    doc_growth_stop_at (growth, growth->doc->items[item].box);
    for (uint32_t k = 0; k < n; k++)
      doc_growth_stop_at (growth, lines[k].box);
  }
}

void
doc_growth_stop_with (DocGrowth *growth, const DocGrowth *other)
{
  const DocPoint a = growth->at, b = other->at;
  const DocRect *mine = &growth->box, *its = &other->box;

  growth->scale = fmin (growth->scale,
                        fmax (scale_up_to (a.x, a.x - mine->x1 + its->x2 - b.x,
                                           mine->x2 - a.x + b.x - its->x1, b.x, b.x),
                              scale_up_to (a.y, a.y - mine->y1 + its->y2 - b.y,
                                           mine->y2 - a.y + b.y - its->y1, b.y, b.y)));
}
