/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figure/diagram/symbol.h"
#include "lib/index.h"

/* The page that greets: a new diagram, a file, what was open lately, and the examples
 * with their pictures. Signals:
 *   "example" (char *)  the path of an example that was chosen
 *   "recent" (char *)   the path of a file that was open before
 */
#define UI_TYPE_GALLERY (ui_gallery_get_type ())
G_DECLARE_FINAL_TYPE (UiGallery, ui_gallery, UI, GALLERY, GtkWidget)

GtkWidget *ui_gallery_new (const LibIndex *library, FigureSymbols *symbols);
void ui_gallery_set_recent (UiGallery *self, const char *const *paths);
