/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Inside of the module: how wide a text is in the font of the labels, without asking
 * the painter's library for it. */
#define DOC_FONT_LINE 1.2 /* height of a line, in sizes of the font */

/* In sizes of the font. */
double doc_font_width (const char *text);
/* As much of a text as is no wider, with an ellipsis behind it if that is not all.
 * Caller frees. */
char *doc_font_cut (const char *text, double width);
