/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtksourceview/gtksource.h>

/* How texts of the language look: coloured, in the colours of the window, with numbers
 * of lines. The caller owns the buffer, which has no history; the view floats. */
GtkSourceBuffer *ui_text_style_buffer_new (void);
GtkWidget *ui_text_style_view_new (GtkSourceBuffer *buffer);
