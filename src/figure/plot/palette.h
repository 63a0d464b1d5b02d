/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Which colour each variable has in all plots of a window or a page: the first that is
 * free when it is plotted first, and it keeps that as long as it is plotted anywhere.
 */
typedef struct FigurePalette FigurePalette;

/* Nothing has a colour; the caller frees it. */
FigurePalette *figure_palette_new (void);
void figure_palette_free (FigurePalette *palette);

/* Plots are collected anew: colours of what figure_palette_index () is not asked for
 * before figure_palette_end () become free there. */
void figure_palette_begin (FigurePalette *palette);
void figure_palette_end (FigurePalette *palette);
/* The number of a variable's colour, for figure_theme_curve_color (). */
uint32_t figure_palette_index (FigurePalette *palette, const char *variable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FigurePalette, figure_palette_free)
