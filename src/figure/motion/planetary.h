/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figure/motion/glyph.h"

/* An epicyclic gear seen along its axis: sun, planets on their carrier, ring. Private
 * to figure/. */

/* The shafts in the order of the shape's ends. */
enum { FIGURE_PLANETARY_FROM, FIGURE_PLANETARY_TO, FIGURE_PLANETARY_BY };

/* What it is made of; radii as shares of that of the ring. A planet meshes with the sun
 * by its inner wheel and with the ring by its outer one, which are the same wheel
 * unless ring and sun are nearly alike: those of a differential. */
typedef struct {
  uint32_t sun, ring, carrier; /* which shaft is which */
  double sun_radius, inner_radius, outer_radius, orbit;
  uint32_t sun_teeth, inner_teeth, outer_teeth, ring_teeth;
  uint32_t n_planets;
} FigurePlanetary;

/* The gear whose shafts obey from + ratio*to = (1 + ratio)*by. The shaft whose turns
 * lie between those of the others is the carrier; of these the one with more teeth is
 * the ring. Ratios that cannot be drawn (0, -1, not finite, teeth of the ring over
 * those of the sun above 10) are led to some that can. */
FigurePlanetary figure_planetary (double ratio);

/* Where the middle of a tooth of a planet points: of its inner wheel, in mesh with the
 * sun, and of its outer one, in mesh with the ring. All angles turn the same way; that
 * of the planet is where it stands about the axis. */
double figure_planetary_inner (const FigurePlanetary *gear, double planet, double sun);
double figure_planetary_outer (const FigurePlanetary *gear, double planet, double ring);

/* A tooth of the ring points there where its shaft has the angle 0. */
double figure_planetary_ring_phase (const FigurePlanetary *gear);

void figure_planetary_draw (const FigureBrush *brush);
