/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "desk/catalogue.h"
#include "desk/studio.h"

/* The text of the diagram, to be read and written beside it: what is typed is in the
 * diagram at once, and what changes there is replaced here, where it stands. The
 * component whose declaration has the caret is selected, and those that are selected
 * are marked. Who goes into a subsystem sees its definition. While it is not seen
 * nothing is done for it. */
#define UI_TYPE_TEXT_VIEW (ui_text_view_get_type ())
G_DECLARE_FINAL_TYPE (UiTextView, ui_text_view, UI, TEXT_VIEW, GtkWidget)

/* Borrows the catalogue. */
GtkWidget *ui_text_view_new (DeskStudio *studio, DeskCatalogue *catalogue);

/* Leads the caret to bytes of the text, and the keys to the caret. */
void ui_text_view_show (UiTextView *self, uint32_t begin, uint32_t end);
/* The same of the declaration of a component; false if it has none. */
bool ui_text_view_show_item (UiTextView *self, const char *name);
/* The first line that is seen, from 1 on. */
int ui_text_view_first_line (UiTextView *self);
/* Where a problem stands is seen, and selected; it gets the keys, too, if only the text
 * can mend it. */
void ui_text_view_show_problem (UiTextView *self, const BaseDiag *diag);
/* Leads to where the name at the caret is declared: in this text, or in that of a
 * library, in a window of its own. False if nothing is known of it. */
bool ui_text_view_show_target (UiTextView *self);
