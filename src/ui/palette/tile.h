/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/catalogue.h"
#include "figure/diagram/symbol.h"

/* A component of the palette: its symbol, its name, and a star that makes it a
 * favorite. Upright it is a tile of a grid that takes the focus; else the content of a
 * row of a list, which has the focus itself. It can be dragged out as a DeskComponent.
 * Signals:
 *
 *   "chosen"   an upright one, by Return, Space or a double-click
 *   "starred"  the star was clicked */
#define UI_TYPE_TILE (ui_tile_get_type ())
G_DECLARE_FINAL_TYPE (UiTile, ui_tile, UI, TILE, GtkWidget)

/* Empty; the symbols outlive it. */
GtkWidget *ui_tile_new (FigureSymbols *symbols, bool is_upright);
/* What it shows; NULL: nothing, it only keeps its room. */
void ui_tile_set (UiTile *self, DeskComponent *component, bool is_favorite);
DeskComponent *ui_tile_component (UiTile *self); /* borrowed, or NULL */
bool ui_tile_is_upright (UiTile *self);
