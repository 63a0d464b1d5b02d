/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

/* Animations in GIF 89a by giflib, which packs the frames. Here is what it lacks: up to
 * 256 colours that do for all frames, and of each frame only the rectangle that has
 * changed. Private to figure/. */
typedef struct FigureGif FigureGif;

FigureGif *figure_gif_new (uint32_t width, uint32_t height);
void figure_gif_free (FigureGif *gif);

/* Counts the colours of a picture (image surface in RGB24 or ARGB32, of the size
 * given). To be called for some pictures like those to come before the first is added.
 */
void figure_gif_learn (FigureGif *gif, cairo_surface_t *surface);

/* Adds a picture that is shown for so many seconds (in steps of 0.01). */
void figure_gif_add (FigureGif *gif, cairo_surface_t *surface, double seconds);

/* Ends the animation and writes it; the file is replaced atomically. */
bool figure_gif_save (FigureGif *gif, const char *path, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FigureGif, figure_gif_free)
