/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <librsvg/rsvg.h>

/* An SVG from somebody else as a symbol. It is read only if drawing it is known to take
 * little time and to need no other file: NULL and an error, a sentence that names the
 * file, otherwise. */
RsvgHandle *figure_foreign_svg_read (const char *path, GError **error);
