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
  GPtrArray *favorite_names, *used_names; /* of classes, also of unknown ones */
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

static bool
is_at (GListStore *store, guint place, const DeskComponent *component)
{
  g_autoptr (DeskComponent) there = g_list_model_get_item (G_LIST_MODEL (store), place);

  return there == component;
}

static void show_names (DeskShelf *shelf, DeskSection *section, const GPtrArray *names);

static DeskSection *
find_title (GListModel *sections, const char *title)
{
  for (guint i = 0; i < g_list_model_get_n_items (sections); i++) {
    g_autoptr (DeskSection) section = g_list_model_get_item (sections, i);

    if (g_str_equal (desk_catalogue_section_title (section), title))
      return section; /* the list holds it */
  }
  return NULL;
}

/* The catalogue has other libraries: one of the same title stands where that stood, a
 * new one behind all. */
static void
follow (DeskShelf *shelf)
{
  GListModel *libraries = desk_catalogue_sections (shelf->catalogue);
  GListModel *shown = G_LIST_MODEL (shelf->sections);

  for (guint i = g_list_model_get_n_items (shown); i-- > 0;) {
    g_autoptr (DeskSection) old = g_list_model_get_item (shown, i);

    if (old == shelf->favorites || old == shelf->used ||
        g_list_store_find (G_LIST_STORE (libraries), old, NULL))
      continue;
    DeskSection *new = find_title (libraries, desk_catalogue_section_title (old));
    g_list_store_splice (shelf->sections, i, 1, (gpointer *) &new, new != NULL);
  }
  for (guint i = 0; i < g_list_model_get_n_items (libraries); i++) {
    g_autoptr (DeskSection) library = g_list_model_get_item (libraries, i);

    if (!g_list_store_find (shelf->sections, library, NULL))
      g_list_store_append (shelf->sections, library);
  }
  show_names (shelf, shelf->favorites, shelf->favorite_names);
  show_names (shelf, shelf->used, shelf->used_names);
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
  shelf->favorite_names = g_ptr_array_new_with_free_func (g_free);
  shelf->used_names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < g_list_model_get_n_items (libraries); i++) {
    g_autoptr (DeskSection) library = g_list_model_get_item (libraries, i);

    g_list_store_append (shelf->sections, library);
  }
  g_signal_connect_swapped (libraries, "items-changed", G_CALLBACK (follow), shelf);
  return shelf;
}

void
desk_shelf_free (DeskShelf *shelf)
{
  if (shelf == NULL)
    return;
  g_signal_handlers_disconnect_by_data (desk_catalogue_sections (shelf->catalogue),
                                        shelf);
  g_object_unref (shelf->sections);
  g_object_unref (shelf->favorites);
  g_object_unref (shelf->used);
  g_ptr_array_unref (shelf->favorite_names);
  g_ptr_array_unref (shelf->used_names);
  g_free (shelf);
}

GListModel *
desk_shelf_sections (DeskShelf *shelf)
{
  return G_LIST_MODEL (shelf->sections);
}

/* ---- what is remembered ---- */

/* Shows those of the names that the catalogue has. What stays is not touched, with the
 * rows that show it. */
static void
show_names (DeskShelf *shelf, DeskSection *section, const GPtrArray *names)
{
  GListStore *store = store_of (section);
  g_autoptr (GPtrArray) next = g_ptr_array_new ();
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (store)), n_same = 0;

  for (guint i = 0; i < names->len; i++) {
    DeskComponent *component = desk_catalogue_find (shelf->catalogue, names->pdata[i]);

    if (component != NULL)
      g_ptr_array_add (next, component);
  }
  /* The same in front, then behind; what is between them is replaced. */
  while (n_same < MIN (n_old, next->len) && is_at (store, n_same, next->pdata[n_same]))
    n_same++;
  guint n_next = next->len;
  while (MIN (n_old, n_next) > n_same &&
         is_at (store, n_old - 1, next->pdata[n_next - 1])) {
    n_old--;
    n_next--;
  }
  if (n_old > n_same || n_next > n_same)
    g_list_store_splice (store, n_same, n_old - n_same, next->pdata + n_same,
                         n_next - n_same);
  show (shelf, section);
}

/* Each once. */
static void
set_names (GPtrArray *names, const char *const *all)
{
  g_ptr_array_set_size (names, 0);
  for (guint i = 0; all[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (names, all[i], g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (all[i]));
}

static char **
copy_names (const GPtrArray *names)
{
  g_autoptr (GStrvBuilder) copy = g_strv_builder_new ();

  for (guint i = 0; i < names->len; i++)
    g_strv_builder_add (copy, names->pdata[i]);
  return g_strv_builder_end (copy);
}

void
desk_shelf_set_favorites (DeskShelf *shelf, const char *const *names)
{
  set_names (shelf->favorite_names, names);
  show_names (shelf, shelf->favorites, shelf->favorite_names);
}

void
desk_shelf_set_used (DeskShelf *shelf, const char *const *names)
{
  set_names (shelf->used_names, names);
}

void
desk_shelf_show_used (DeskShelf *shelf)
{
  show_names (shelf, shelf->used, shelf->used_names);
}

char **
desk_shelf_favorites (DeskShelf *shelf)
{
  return copy_names (shelf->favorite_names);
}

char **
desk_shelf_used (DeskShelf *shelf)
{
  return copy_names (shelf->used_names);
}

/* ---- order ---- */

/* Of the first library; the sections above them come and go. */
static guint
first_library (DeskShelf *shelf)
{
  return g_list_model_get_n_items (G_LIST_MODEL (shelf->sections)) -
         g_list_model_get_n_items (desk_catalogue_sections (shelf->catalogue));
}

bool
desk_shelf_is_library (DeskShelf *shelf, DeskSection *section)
{
  guint at;

  return g_list_store_find (shelf->sections, section, &at) &&
         at >= first_library (shelf);
}

bool
desk_shelf_is_favorites (DeskShelf *shelf, DeskSection *section)
{
  return section == shelf->favorites;
}

/* Where a library stands in an order; behind all that it names if it does not. */
static guint
rank_of (DeskSection *section, const char *const *titles)
{
  guint rank = 0;

  while (titles[rank] != NULL &&
         !g_str_equal (titles[rank], desk_catalogue_section_title (section)))
    rank++;
  return rank;
}

/* As in the catalogue, but for those that are named. */
void
desk_shelf_set_order (DeskShelf *shelf, const char *const *titles)
{
  GListModel *libraries = desk_catalogue_sections (shelf->catalogue);
  const guint first = first_library (shelf),
              n_titles = g_strv_length ((char **) titles);
  guint n_placed = first;

  for (guint rank = 0; rank <= n_titles; rank++)
    for (guint i = 0; i < g_list_model_get_n_items (libraries); i++) {
      g_autoptr (DeskSection) library = g_list_model_get_item (libraries, i);
      guint at;

      if (rank_of (library, titles) != rank ||
          !g_list_store_find (shelf->sections, library, &at))
        continue;
      if (at != n_placed) {
        g_list_store_remove (shelf->sections, at);
        g_list_store_insert (shelf->sections, n_placed, library);
      }
      n_placed++;
    }
}

/* Nothing where they stand as in the catalogue. */
char **
desk_shelf_order (DeskShelf *shelf)
{
  GListModel *libraries = desk_catalogue_sections (shelf->catalogue);
  const guint first = first_library (shelf);
  g_autoptr (GStrvBuilder) titles = g_strv_builder_new ();
  bool is_own = false;

  for (guint i = 0; i < g_list_model_get_n_items (libraries); i++) {
    g_autoptr (DeskSection) usual = g_list_model_get_item (libraries, i);
    g_autoptr (DeskSection) here =
        g_list_model_get_item (G_LIST_MODEL (shelf->sections), first + i);

    is_own = is_own || usual != here;
    g_strv_builder_add (titles, desk_catalogue_section_title (here));
  }
  return is_own ? g_strv_builder_end (titles) : g_new0 (char *, 1);
}

bool
desk_shelf_move_library (DeskShelf *shelf, DeskSection *moved, DeskSection *to)
{
  guint at, place;

  if (!desk_shelf_is_library (shelf, moved) || !desk_shelf_is_library (shelf, to) ||
      moved == to)
    return false;
  g_list_store_find (shelf->sections, moved, &at);
  g_list_store_find (shelf->sections, to, &place);
  g_object_ref (moved);
  g_list_store_remove (shelf->sections, at);
  g_list_store_insert (shelf->sections, place, moved);
  g_object_unref (moved);
  return true;
}

DeskSection *
desk_shelf_library_beside (DeskShelf *shelf, DeskSection *section, int by)
{
  guint at;

  if (!desk_shelf_is_library (shelf, section))
    return NULL;
  g_list_store_find (shelf->sections, section, &at);
  return by < 0 && at == first_library (shelf)
             ? NULL
             : g_list_model_get_item (G_LIST_MODEL (shelf->sections), at + (guint) by);
}

/* ---- changes ---- */

static bool
find_name (const GPtrArray *names, DeskComponent *component, guint *at)
{
  return g_ptr_array_find_with_equal_func (
      (GPtrArray *) names, desk_catalogue_component_class (component), g_str_equal, at);
}

bool
desk_shelf_is_favorite (DeskShelf *shelf, DeskComponent *component)
{
  return find_name (shelf->favorite_names, component, NULL);
}

void
desk_shelf_toggle_favorite (DeskShelf *shelf, DeskComponent *component)
{
  GPtrArray *names = shelf->favorite_names;
  guint at;

  if (find_name (names, component, &at))
    g_ptr_array_remove_index (names, at);
  else
    g_ptr_array_add (names, g_strdup (desk_catalogue_component_class (component)));
  show_names (shelf, shelf->favorites, names);
}

bool
desk_shelf_move_favorite (DeskShelf *shelf, DeskComponent *moved, DeskComponent *to)
{
  GPtrArray *names = shelf->favorite_names;
  guint at, place;

  if (moved == to || !find_name (names, moved, &at) || !find_name (names, to, &place))
    return false;
  g_ptr_array_insert (names, (int) place, g_ptr_array_steal_index (names, at));
  show_names (shelf, shelf->favorites, names);
  return true;
}

DeskComponent *
desk_shelf_favorite_beside (DeskShelf *shelf, DeskComponent *component, int by)
{
  GListStore *store = store_of (shelf->favorites);
  guint at;

  if (!g_list_store_find (store, component, &at) || (by < 0 && at == 0))
    return NULL;
  return g_list_model_get_item (G_LIST_MODEL (store), at + (guint) by);
}

void
desk_shelf_use (DeskShelf *shelf, DeskComponent *component)
{
  GPtrArray *names = shelf->used_names;
  guint at;

  if (find_name (names, component, &at))
    g_ptr_array_remove_index (names, at);
  g_ptr_array_insert (names, 0, g_strdup (desk_catalogue_component_class (component)));
  if (names->len > most_used)
    g_ptr_array_set_size (names, most_used);
}
