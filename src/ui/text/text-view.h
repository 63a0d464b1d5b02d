/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

#include <gtk/gtk.h>

/* The text of the diagram, to be read and written beside it: what is typed is in the
 * diagram at once, and what changes there is replaced here, where it stands. The
 * component whose declaration has the caret is selected, and those that are selected
 * are marked. While it is not seen nothing is done for it. */
#define UI_TYPE_TEXT_VIEW (ui_text_view_get_type ())
G_DECLARE_FINAL_TYPE (UiTextView, ui_text_view, UI, TEXT_VIEW, GtkWidget)

GtkWidget *ui_text_view_new (DeskStudio *studio);

/* Leads the caret to bytes of the text, and the keys to the caret. */
void ui_text_view_show (UiTextView *self, uint32_t begin, uint32_t end);
/* The same of the declaration of a component; false if it has none. */
bool ui_text_view_show_item (UiTextView *self, const char *name);
