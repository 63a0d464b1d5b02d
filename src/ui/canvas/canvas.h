/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/catalogue.h"
#include "desk/studio.h"
#include "figure/diagram/diagram.h"

/* The diagram: shows it, and turns pointer and keys into changes of it (DeskTool).
 *
 * Actions are the window's; the keys that mean something only here (R, H, V, Delete, …)
 * activate them. Signals:
 *   "edit-requested"  the user wants this parameter of the selection, or (NULL) all
 *                     (double-click)
 *   "used" (DeskComponent)  one was put into the diagram
 *   "view-changed"    zoom or place
 * Has no accessible children (GTK 4.8 cannot): its description follows the selection,
 * Tab walks over the items.
 */
#define UI_TYPE_CANVAS (ui_canvas_get_type ())
G_DECLARE_FINAL_TYPE (UiCanvas, ui_canvas, UI, CANVAS, GtkWidget)

GtkWidget *ui_canvas_new (DeskStudio *studio,
                          FigureSymbols *symbols,
                          DeskCatalogue *catalogue);

/* A widget floats over the lower right corner: whatever is fitted stays clear of it. */
void ui_canvas_set_floating (UiCanvas *self, GtkWidget *floating);

double ui_canvas_zoom (UiCanvas *self);
/* Whether more of the picture of the diagram comes with the next frames. */
bool ui_canvas_is_drawing (UiCanvas *self);
/* Whether it still shows the way from another level. */
bool ui_canvas_is_travelling (const UiCanvas *self);
/* About the middle; factor 0 means 100 %. */
void ui_canvas_zoom_by (UiCanvas *self, double factor);
void ui_canvas_fit (UiCanvas *self, bool selection);
/* Scrolls only if the item is not well in view. */
void ui_canvas_reveal (UiCanvas *self, const char *item);

/* The level shown and, if the user has chosen one, its view, as a line that brings both
 * back, whatever size the canvas has then; false if there is no such level. Caller
 * frees the line. */
char *ui_canvas_view_to_text (UiCanvas *self);
bool ui_canvas_view_from_text (UiCanvas *self, const char *line);

/* Symbols look otherwise than before. */
void ui_canvas_draw_anew (UiCanvas *self);

/* New items come into view, the last one at least: with all of the diagram if that
 * stays legible, and the user has not chosen another view. */
void ui_canvas_show_new (UiCanvas *self, const char *const *names, uint32_t n);

/* Says its keys in the tooltips of the controls in `around`, as ui_control_tell_keys().
 */
void ui_canvas_tell_keys (UiCanvas *self, GtkWidget *around);

/* Where a new thing goes that has no place of its own: under the pointer if it is on
 * the canvas, else the middle of what is seen. */
DocPoint ui_canvas_place (UiCanvas *self);

/* Adds a component at a free place and shows it. */
void ui_canvas_add (UiCanvas *self, DeskComponent *component);

/* Lists to choose from by typing: a component to insert, one to find, a port to join.
 */
void ui_canvas_open_insert (UiCanvas *self);
void ui_canvas_open_find (UiCanvas *self);
void ui_canvas_open_connect (UiCanvas *self);
void ui_canvas_open_rename (UiCanvas *self);
void ui_canvas_open_count (UiCanvas *self); /* of parts of the selected item */
void ui_canvas_open_save (UiCanvas *self);  /* of the selected subsystem's component */
void ui_canvas_open_note (UiCanvas *self);  /* the selected note, or a new one */
/* Shows what would become of the diagram, which it takes over, until the next call
 * (NULL: nothing) or the next edit. */
void ui_canvas_preview (UiCanvas *self, DocModel *after);
/* Goes on to the next tag with the name of the one that is selected. */
void ui_canvas_next_tag (UiCanvas *self);
/* The branch of a wire that was clicked: true if there was one. */
bool ui_canvas_delete_branch (UiCanvas *self);

/* What is where, in pixels of the canvas, as JSON, for tests and assistive tools.
 * Caller frees. */
char *ui_canvas_places (UiCanvas *self);
