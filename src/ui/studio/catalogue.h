/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "lib/card.h"

/* A component that can be placed on the diagram, as list models want it. */
#define UI_TYPE_COMPONENT (ui_component_get_type ())
G_DECLARE_FINAL_TYPE (UiComponent, ui_component, UI, COMPONENT, GObject)

const LibCard *ui_catalogue_component_card (UiComponent *self);
const char *ui_catalogue_component_class (UiComponent *self); /* qualified name */

/* A heading: a library, or a category of it ("Sources"). */
#define UI_TYPE_SECTION (ui_section_get_type ())
G_DECLARE_FINAL_TYPE (UiSection, ui_section, UI, SECTION, GObject)

const char *ui_catalogue_section_title (UiSection *self);
/* Sections or components; borrowed. */
GListModel *ui_catalogue_section_children (UiSection *self);

/* What the libraries offer: no partial ones, no aliases, no connectors. Made once;
 * keeps the library. */
typedef struct UiCatalogue UiCatalogue;

UiCatalogue *ui_catalogue_new (const LibIndex *library);
void ui_catalogue_free (UiCatalogue *catalogue);

/* UiSection of each library, with categories below; borrowed. */
GListModel *ui_catalogue_sections (UiCatalogue *catalogue);

/* Components that fit what was typed, best first: every word must be found in the name,
 * the search words, the category or the documentation. An empty text gives none. New
 * list model of UiComponent. */
GListModel *ui_catalogue_search (UiCatalogue *catalogue, const char *text);

/* By qualified name, or NULL; borrowed. */
UiComponent *ui_catalogue_find (UiCatalogue *catalogue, const char *class_name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (UiCatalogue, ui_catalogue_free)
