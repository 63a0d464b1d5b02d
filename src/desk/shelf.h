/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/catalogue.h"

/* The sections of a palette: what its user likes and what was used lately above the
 * libraries, each only if there is something in it. Components are remembered by their
 * qualified names; those that no library has are not shown, and stay for the day on
 * which one has them again. */
typedef struct DeskShelf DeskShelf;

/* Of a catalogue that outlives it. NULL may be freed. */
DeskShelf *desk_shelf_new (DeskCatalogue *catalogue);
void desk_shelf_free (DeskShelf *shelf);

/* DeskSection, as desk_catalogue_sections() gives them; borrowed, changes. */
GListModel *desk_shelf_sections (DeskShelf *shelf);

/* Sets what is remembered, newest first for what was used; NULL-terminated. */
void desk_shelf_set_favorites (DeskShelf *shelf, const char *const *names);
void desk_shelf_set_used (DeskShelf *shelf, const char *const *names);

/* What is to be remembered; caller frees. */
char **desk_shelf_favorites (DeskShelf *shelf);
char **desk_shelf_used (DeskShelf *shelf);

/* Whether it stands among the favorites. */
bool desk_shelf_is_favorite (DeskShelf *shelf, DeskComponent *component);
/* Adds it to the favorites, behind the others, or takes it out. */
void desk_shelf_toggle_favorite (DeskShelf *shelf, DeskComponent *component);

/* It was put into a diagram. */
void desk_shelf_use (DeskShelf *shelf, DeskComponent *component);
/* Only now is what was used seen in its section: nothing moves under the pointer of
 * somebody who drags one component after the other out of the list. */
void desk_shelf_show_used (DeskShelf *shelf);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskShelf, desk_shelf_free)
