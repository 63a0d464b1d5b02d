/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <stdbool.h>
#include <stddef.h>

#include "doc/model.h"

/* Component symbols (SVG) as surfaces, cached by icon, size and theme. One cache serves
 * one thread; the window and the command line each have their own. */
typedef struct FigureSymbols FigureSymbols;

/* `icons_dir` holds one folder per library: dyad://Lib/File.svg is
 * icons_dir/Lib/File.svg. What else `uri` may be tells lib/offer/icon.h. */
FigureSymbols *figure_symbols_new (const char *icons_dir);
void figure_symbols_free (FigureSymbols *symbols);

/* The symbol at `size` device pixels square; a framed box when `uri` is NULL or
 * missing. Owned by the cache, valid until the next call of figure_symbols_trim() or
 * figure_symbols_forget(). */
cairo_surface_t *figure_symbol (FigureSymbols *symbols,
                                const char *uri,
                                int size,
                                bool is_dark);
/* The symbol over the unit square of the current transformation, which may turn and
 * mirror it; but what groups "upright" to "upright4" of the symbol hold is read from
 * left to right in any case. On a picture in pixels it comes from the cache, on its
 * pixel grid where it is upright; in a PDF or SVG it stays a drawing. */
void figure_symbol_draw (FigureSymbols *symbols,
                         cairo_t *cr,
                         const char *uri,
                         bool is_dark,
                         double opacity);

/* How far it is from a point of the unit square, in a direction along one of its axes,
 * to where the symbol has ink; 0 if it has none there. */
double figure_symbol_gap (FigureSymbols *symbols,
                          const char *uri,
                          DocPoint from,
                          DocPoint way);

/* Whether a file can be a symbol: an error, with the reason, if not. */
bool figure_symbol_check (const char *path, GError **error);

/* The file of a symbol has changed: it is read again when it is next asked for. */
void figure_symbols_forget (FigureSymbols *symbols, const char *uri);

/* Lets all surfaces go if they take more than that. */
void figure_symbols_trim (FigureSymbols *symbols, size_t max_bytes);
