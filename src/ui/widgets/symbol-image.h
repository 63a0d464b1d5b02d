/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "doc/model.h"
#include "figure/diagram/diagram.h"

/* A component's symbol as a paintable of `size` pixels, light or dark as the window is:
 * for lists and as the picture under the pointer while dragging. `uri` may be NULL. The
 * symbols outlive the paintable. */
#define UI_TYPE_SYMBOL_IMAGE (ui_symbol_image_get_type ())
G_DECLARE_FINAL_TYPE (UiSymbolImage, ui_symbol_image, UI, SYMBOL_IMAGE, GObject)

GdkPaintable *ui_symbol_image_new (FigureSymbols *symbols, const char *uri, int size);

/* A whole diagram, fitted into the picture: for the gallery. Takes the diagram over. */
#define UI_TYPE_DIAGRAM_IMAGE (ui_diagram_image_get_type ())
G_DECLARE_FINAL_TYPE (UiDiagramImage, ui_diagram_image, UI, DIAGRAM_IMAGE, GObject)

GdkPaintable *ui_symbol_image_new_diagram (FigureSymbols *symbols, DocModel *doc);
