/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "lib/card.h"
#include "lib/class.h"

/* What stands for a component in a diagram. Its metadata names an SVG (`icons`) or says
 * how a simple one is drawn (`icon`); without either it is drawn by default. All of
 * that is one text, LibCard.icon, that whoever draws it knows it by. */

typedef enum {
  LIB_SHAPE_ROUNDED, /* by default */
  LIB_SHAPE_BOX,
  LIB_SHAPE_CIRCLE,
  LIB_SHAPE_DIAMOND,
  LIB_SHAPE_TRIANGLE,
  LIB_N_SHAPES,
  LIB_SHAPE_MISSING = LIB_N_SHAPES /* of a class that is not known */
} LibShape;

#define LIB_ICON_COLOR "#848c96" /* of what belongs to no domain */

typedef struct {
  LibShape shape;
  char stroke[8];   /* "#rrggbb" */
  const char *text; /* inside of it; "": none */
} LibDrawing;

/* As metadata says it: "rounded"; and back, NULL or an unknown one is
 * LIB_SHAPE_ROUNDED. */
const char *lib_icon_shape_name (LibShape shape);
LibShape lib_icon_shape (const char *name);
/* Whether it is written as "#rrggbb"; NULL is not. */
bool lib_icon_is_color (const char *text);

/* Of a component with these ports: "dyad://Lib/file.svg", the absolute path of an SVG
 * that lies in the sub-folder icons of that library or beside the file that names it,
 * or the text of a drawing. In `arena`. A file that is not there counts as none. */
const char *lib_icon (BaseArena *arena,
                      const LibIndex *index,
                      const LibClass *class,
                      const LibPort *ports,
                      uint32_t n_ports);

/* A drawing as such a text, and back, with its text borrowed from that; false: it is
 * none. */
const char *lib_icon_from_drawing (BaseArena *arena, const LibDrawing *drawing);
bool lib_icon_to_drawing (const char *icon, LibDrawing *drawing);

/* How large an SVG of the user's may be, in bytes. */
#define LIB_ICON_MOST ((size_t) 256 << 10)

/* The SVG that a definition names for itself, as it is written there ("wheel.svg"),
 * borrowed; NULL: none beside its file. It goes where the file goes. */
const char *lib_icon_beside (const LangClass *class);
/* Where such a file lies, seen from the one that names it. Caller frees. */
char *lib_icon_path (const char *file, const char *name);
