/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>
#include <stdbool.h>

/* A picture file by its ending: .png (1 unit = 1 px), .svg or .pdf (1 unit = 1/96
 * inch). `draw` gets a context whose units are pixels. The file is replaced atomically.
 */
typedef void (*FigureDraw) (cairo_t *cr, const void *data);

/* Whether the ending is one of these; else an error that says so. */
bool figure_output_check_name (const char *path, GError **error);

/* Draws a picture of that size in pixels to a file. The name is checked. */
bool figure_output_save (const char *path,
                         double width,
                         double height,
                         FigureDraw draw,
                         const void *data,
                         GError **error);
