/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/catalogue.h"
#include "desk/studio.h"
#include "figure/diagram/symbol.h"

/* What can be placed on the diagram: favorites, what was used lately, libraries and
 * their categories to open and close, and a search over names, search words and
 * documentation, as tiles or as a list. Components are dragged out, or put into the
 * diagram by Enter or a double-click. Property "is-tiled" (kept in the settings).
 * Signal: "chosen" (DeskComponent)  to be added at a free place
 */
#define UI_TYPE_PALETTE (ui_palette_get_type ())
G_DECLARE_FINAL_TYPE (UiPalette, ui_palette, UI, PALETTE, GtkWidget)

/* For a studio, at whose domain it opens; remembers by the settings, which may be NULL.
 */
GtkWidget *ui_palette_new (DeskStudio *studio,
                           DeskCatalogue *catalogue,
                           FigureSymbols *symbols,
                           GSettings *settings);
/* The component was put into the diagram. */
void ui_palette_use (UiPalette *self, DeskComponent *component);
/* Opens it at a library, by its title, with the focus on its heading. */
void ui_palette_open (UiPalette *self, const char *library);
void ui_palette_focus_search (UiPalette *self);
