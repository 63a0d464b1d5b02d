/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/document.h"

/* What is selected in the diagram: instances by name, one wire, or one note. Shared by
 * all who show the diagram. Property "names": it is another selection. */
#define DESK_TYPE_SELECTION (desk_selection_get_type ())
G_DECLARE_FINAL_TYPE (DeskSelection, desk_selection, DESK, SELECTION, GObject)

/* Of a diagram that outlives it; empty. */
DeskSelection *desk_selection_new (DeskDocument *document);

/* Interned, NULL-terminated; borrowed until the next change. */
const char *const *desk_selection_names (const DeskSelection *self, uint32_t *n);
bool desk_selection_has (const DeskSelection *self, const char *name);
void desk_selection_set (DeskSelection *self, const char *const *names, uint32_t n);

/* By its index; UINT32_MAX: none. Wires are numbered anew by every change of the
 * diagram, so it lasts until then. */
uint32_t desk_selection_wire (const DeskSelection *self);
void desk_selection_set_wire (DeskSelection *self, uint32_t wire);

/* By its index, as long as there are so many; UINT32_MAX: none. */
uint32_t desk_selection_note (const DeskSelection *self);
void desk_selection_set_note (DeskSelection *self, uint32_t note);
