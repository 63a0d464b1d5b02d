/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* The settings of all windows, which the caller unrefs; NULL if their schema is not
 * installed: nothing is remembered then. */
GSettings *ui_remember_settings (void);

/* The window opens as large as it was closed last, by a setting "(ii)" (a literal) that
 * is 0, 0 until then; first with the given size. */
void ui_remember_size (GtkWindow *window, const char *key, int width, int height);
