/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "doc/model.h"
#include "figure/diagram/symbol.h"
#include "figure/plot/plot.h"

/* A diagram on a Cairo surface: items with their symbols and labels, wires, notes. The
 * caller has set the transformation from diagram units to pixels; `zoom` is its scale
 * and decides what is too small to draw. Only what touches `clip` (diagram units) is
 * drawn. */
void figure_diagram_draw (cairo_t *cr,
                          const DocModel *doc,
                          FigureSymbols *symbols,
                          const FigureTheme *theme,
                          double zoom,
                          DocRect clip);

/* Parts, for a window that highlights them. */
void figure_item_draw (cairo_t *cr,
                       const DocModel *doc,
                       uint32_t item,
                       FigureSymbols *symbols,
                       const FigureTheme *theme,
                       double zoom);

/* One that is in no diagram, without labels. */
void figure_item_draw_alone (cairo_t *cr,
                             const DocItem *item,
                             FigureSymbols *symbols,
                             const FigureTheme *theme);

/* As far as the number of a wire that stands for several reaches from it. */
#define FIGURE_DIAGRAM_COUNT 250.0
/* One wire, `width` times as thick as usual, in the colour of what it joins. */
void figure_diagram_draw_wire (cairo_t *cr,
                               const DocModel *doc,
                               uint32_t wire,
                               const FigureTheme *theme,
                               double width,
                               double zoom);

/* Of a wire that is shown as tags, one with its line. */
void figure_diagram_draw_tag (cairo_t *cr,
                              const DocModel *doc,
                              uint32_t wire,
                              uint32_t edge,
                              const FigureTheme *theme,
                              double zoom);

/* Those that run under the item's body, again over it and marked: no wire is hidden. */
void figure_diagram_draw_wires_over (cairo_t *cr,
                                     const DocModel *doc,
                                     uint32_t item,
                                     const FigureTheme *theme,
                                     double zoom);

/* A path in the colour and style of a wire: for one that is being moved. */
void figure_diagram_draw_path (cairo_t *cr,
                               const DocWire *style,
                               const DocPoint *points,
                               uint32_t n,
                               const FigureTheme *theme,
                               double width);
void figure_diagram_draw_note (cairo_t *cr,
                               const DocModel *doc,
                               uint32_t note,
                               const FigureTheme *theme,
                               double zoom);

/* All that decides how a part is drawn at a zoom, and in a theme: what has the same
 * number is drawn alike, within the extent. */
typedef struct {
  uint64_t number;
  DocRect extent;
} FigurePartLook;

/* Of an item with its labels, but for the wires over it. */
FigurePartLook figure_diagram_item_look (const DocModel *doc,
                                         uint32_t item,
                                         double zoom);
/* At its usual width. */
FigurePartLook figure_diagram_wire_look (const DocModel *doc,
                                         uint32_t wire,
                                         double zoom);
/* The extent is generous: the room that a note takes is known about. */
FigurePartLook figure_diagram_note_look (const DocModel *doc,
                                         uint32_t note,
                                         double zoom);

/* The diagram as .png, .svg or .pdf, for a printed page: fitted to its bounds, at most
 * 160 mm wide and 240 mm high (more only where its names would not be seen any more),
 * its names of 7 points. */
bool figure_diagram_save (const DocModel *doc,
                          FigureSymbols *symbols,
                          const FigureTheme *theme,
                          const char *path,
                          GError **error);
