/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/studio.h"

/* A component of the diagram, a net shown as tags, or a note, in which a text was
 * found, on any level. */
typedef struct {
  char *level;   /* where it is; that of the component nearest to the model, but the one
                    shown if that shows the component */
  char *item;    /* its name, or NULL */
  char *tag;     /* what stands in the tags of a net, or NULL */
  uint32_t note; /* by its index, or UINT32_MAX */
  char *title;   /* the name; the note's text; on another level with the way there */
  char *detail;  /* its class, or the value in which the text was found: "m = 10 kg";
                    what a net joins */
  char *icon;    /* its symbol, or NULL */
} DeskFound;

/* Where a text occurs in names, classes, tags, values and their units, documentation
 * and notes of the diagram, whatever the case: the component of that name first, then
 * names that begin so, other names and classes, tags, values, and the rest; of these
 * first what is on the level shown. What is in a component with several instances is
 * found once. At most so many; an empty text finds all components. New array of
 * DeskFound. */
GPtrArray *desk_find (DeskStudio *studio, const char *text, guint at_most);
