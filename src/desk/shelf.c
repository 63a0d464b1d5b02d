/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two sections of its own before those of the catalogue. A section is in the list only
 * while it has components, so that an empty heading is never seen. */
#include "desk/shelf.h"

#include <glib/gi18n.h>

static const guint most_used = 6;

struct DeskShelf {
  DeskCatalogue *catalogue;
  GListStore *sections;
  DeskSection *favorites, *used;
};

static GListStore *
store_of (DeskSection *section)
{
  return G_LIST_STORE (desk_catalogue_section_children (section));
}

static bool
is_empty (DeskSection *section)
{
  return g_list_model_get_n_items (desk_catalogue_section_children (section)) == 0;
}

/* Puts the section to its place, or takes it away, as it has components or not. */
static void
show (DeskShelf *shelf, DeskSection *section)
{
  guint at = 0;
  const bool is_shown = g_list_store_find (shelf->sections, section, &at);

  if (is_shown && is_empty (section))
    g_list_store_remove (shelf->sections, at);
  else if (!is_shown && !is_empty (section))
    g_list_store_insert (shelf->sections,
                         section == shelf->used && !is_empty (shelf->favorites),
                         section);
}

DeskShelf *
desk_shelf_new (DeskCatalogue *catalogue)
{
  DeskShelf *shelf = g_new0 (DeskShelf, 1);
  GListModel *libraries = desk_catalogue_sections (catalogue);

  shelf->catalogue = catalogue;
  shelf->sections = g_list_store_new (DESK_TYPE_SECTION);
  shelf->favorites = desk_catalogue_section_new (_ ("Favorites"));
  shelf->used = desk_catalogue_section_new (_ ("Recently used"));
  for (guint i = 0; i < g_list_model_get_n_items (libraries); i++) {
    g_autoptr (DeskSection) library = g_list_model_get_item (libraries, i);

    g_list_store_append (shelf->sections, library);
  }
  return shelf;
}

void
desk_shelf_free (DeskShelf *shelf)
{
  if (shelf == NULL)
    return;
  g_object_unref (shelf->sections);
  g_object_unref (shelf->favorites);
  g_object_unref (shelf->used);
  g_free (shelf);
}

GListModel *
desk_shelf_sections (DeskShelf *shelf)
{
  return G_LIST_MODEL (shelf->sections);
}

/* ---- what is remembered ---- */

static char **
names_of (DeskSection *section)
{
  GListModel *components = desk_catalogue_section_children (section);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (components); i++) {
    g_autoptr (DeskComponent) component = g_list_model_get_item (components, i);

    g_strv_builder_add (names, desk_catalogue_component_class (component));
  }
  return g_strv_builder_end (names);
}

/* What is the same stays as it is, with the rows that show it. */
static void
set_names (DeskShelf *shelf, DeskSection *section, const char *const *names)
{
  g_auto (GStrv) now = names_of (section);

  if (g_strv_equal ((const char *const *) now, names))
    return;
  g_list_store_remove_all (store_of (section));
  for (guint i = 0; names[i] != NULL; i++) {
    DeskComponent *component = desk_catalogue_find (shelf->catalogue, names[i]);

    if (component != NULL && !g_list_store_find (store_of (section), component, NULL))
      g_list_store_append (store_of (section), component);
  }
  show (shelf, section);
}

void
desk_shelf_set_favorites (DeskShelf *shelf, const char *const *names)
{
  set_names (shelf, shelf->favorites, names);
}

void
desk_shelf_set_used (DeskShelf *shelf, const char *const *names)
{
  set_names (shelf, shelf->used, names);
}

char **
desk_shelf_favorites (DeskShelf *shelf)
{
  return names_of (shelf->favorites);
}

char **
desk_shelf_used (DeskShelf *shelf)
{
  return names_of (shelf->used);
}

/* ---- changes ---- */

bool
desk_shelf_is_favorite (DeskShelf *shelf, DeskComponent *component)
{
  return g_list_store_find (store_of (shelf->favorites), component, NULL);
}

void
desk_shelf_toggle_favorite (DeskShelf *shelf, DeskComponent *component)
{
  GListStore *store = store_of (shelf->favorites);
  guint at;

  if (g_list_store_find (store, component, &at))
    g_list_store_remove (store, at);
  else
    g_list_store_append (store, component);
  show (shelf, shelf->favorites);
}

void
desk_shelf_use (DeskShelf *shelf, DeskComponent *component)
{
  GListStore *store = store_of (shelf->used);
  guint at;

  if (g_list_store_find (store, component, &at)) {
    if (at == 0)
      return;
    g_list_store_remove (store, at);
  }
  g_list_store_insert (store, 0, component);
  if (g_list_model_get_n_items (G_LIST_MODEL (store)) > most_used)
    g_list_store_remove (store, most_used);
  show (shelf, shelf->used);
}
