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

/* Whether a section is a library of the catalogue, or the one of the favorites. */
bool desk_shelf_is_library (DeskShelf *shelf, DeskSection *section);
bool desk_shelf_is_favorites (DeskShelf *shelf, DeskSection *section);

/* Sets what is remembered, newest first for what was used; NULL-terminated. Of the
 * libraries, by their titles, those that are not named come after the others. */
void desk_shelf_set_order (DeskShelf *shelf, const char *const *titles);
void desk_shelf_set_favorites (DeskShelf *shelf, const char *const *names);
void desk_shelf_set_used (DeskShelf *shelf, const char *const *names);

/* What is to be remembered; caller frees. */
char **desk_shelf_favorites (DeskShelf *shelf);
char **desk_shelf_used (DeskShelf *shelf);
char **desk_shelf_order (DeskShelf *shelf);

/* Whether it stands among the favorites. */
bool desk_shelf_is_favorite (DeskShelf *shelf, DeskComponent *component);
/* Adds it to the favorites, behind the others, or takes it out. */
void desk_shelf_toggle_favorite (DeskShelf *shelf, DeskComponent *component);

/* Puts a library, or a favorite, to the place of another one; those between them move
 * up or down. False if one of them is none. */
bool desk_shelf_move_library (DeskShelf *shelf, DeskSection *moved, DeskSection *to);
bool desk_shelf_move_favorite (DeskShelf *shelf,
                               DeskComponent *moved,
                               DeskComponent *to);
/* What a library, or a favorite, has before (-1) or behind it (1); NULL at the ends.
 * The caller unrefs it. */
DeskSection *desk_shelf_library_beside (DeskShelf *shelf, DeskSection *section, int by);
DeskComponent *desk_shelf_favorite_beside (DeskShelf *shelf,
                                           DeskComponent *component,
                                           int by);

/* It was put into a diagram. */
void desk_shelf_use (DeskShelf *shelf, DeskComponent *component);
/* Only now is what was used seen in its section: nothing moves under the pointer of
 * somebody who drags one component after the other out of the list. */
void desk_shelf_show_used (DeskShelf *shelf);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskShelf, desk_shelf_free)
