/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "lib/card.h"

/* A component that can be placed on the diagram, as list models want it. */
#define DESK_TYPE_COMPONENT (desk_component_get_type ())
G_DECLARE_FINAL_TYPE (DeskComponent, desk_component, DESK, COMPONENT, GObject)

/* What the library tells of it; both are borrowed from the catalogue. */
const LibCard *desk_catalogue_component_card (DeskComponent *self);
const char *desk_catalogue_component_class (DeskComponent *self); /* qualified name */

/* A heading: a library, or a category of it ("Sources"). */
#define DESK_TYPE_SECTION (desk_section_get_type ())
G_DECLARE_FINAL_TYPE (DeskSection, desk_section, DESK, SECTION, GObject)

/* As people read it; borrowed. */
const char *desk_catalogue_section_title (DeskSection *self);
/* What stands for a library where there is no room for its title: the icon of one of
 * its components, or NULL; borrowed. */
const char *desk_catalogue_section_symbol (DeskSection *self);
/* Sections or components; borrowed. */
GListModel *desk_catalogue_section_children (DeskSection *self);

/* An empty heading for components; the caller unrefs it. */
DeskSection *desk_catalogue_section_new (const char *title);

/* What the libraries offer: no partial ones, no aliases, no connectors. Keeps them. */
typedef struct DeskCatalogue DeskCatalogue;

/* Reads the cards of all components at once. NULL may be freed. */
DeskCatalogue *desk_catalogue_new (const LibIndex *library);
void desk_catalogue_free (DeskCatalogue *catalogue);

/* Only of libraries that are not in `below`; from any thread. */
DeskCatalogue *desk_catalogue_new_part (const LibIndex *library, const LibIndex *below);
/* Offers what is in the part behind all else, in place of an earlier part. */
void desk_catalogue_take_part (DeskCatalogue *catalogue, DeskCatalogue *part);

/* DeskSection of each library, with categories below; borrowed, changes with the part.
 */
GListModel *desk_catalogue_sections (DeskCatalogue *catalogue);

/* Components that fit what was typed, best first: every word must be found in the name,
 * in what else people call it, the search words, the category or the documentation;
 * case and accents do not count. An empty text gives none. New list model of
 * DeskComponent.
 */
GListModel *desk_catalogue_search (DeskCatalogue *catalogue, const char *text);

/* What else speaks for a component, in points (a name that is typed in full has 100);
 * less than 0: it is not offered. */
typedef int (*DeskCatalogueWeigh) (const LibCard *card, gpointer data);
/* The same with these points added; an empty text gives all that are offered. */
GListModel *desk_catalogue_rank (DeskCatalogue *catalogue,
                                 const char *text,
                                 DeskCatalogueWeigh weigh,
                                 gpointer data);

/* Is that the whole of what a component is called, "Atan2" or "PI-Regler"? Spaces
 * within a name do not count, nor do case and accents. */
bool desk_catalogue_has_name (DeskCatalogue *catalogue, const char *text);

/* What a library says of a word for which it has no component ("scope"), or NULL;
 * borrowed. */
const char *desk_catalogue_instead (DeskCatalogue *catalogue, const char *text);

/* By qualified name, or NULL; borrowed. */
DeskComponent *desk_catalogue_find (DeskCatalogue *catalogue, const char *class_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (DeskCatalogue, desk_catalogue_free)
