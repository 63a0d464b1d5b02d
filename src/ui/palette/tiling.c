/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of tiles: GtkSliceListModels of the components of a heading, held for each
 * heading, so that a tree of them shows the same rows whenever it is opened. Only the
 * rows at the end come and go with the components; other columns cut all of them. */
#include "ui/palette/tiling.h"

#include <gtk/gtk.h>

struct _UiTiling {
  GObject parent_instance;

  guint n_columns;
  GHashTable *rows; /* DeskSection -> GListStore of its rows */
};

G_DEFINE_FINAL_TYPE (UiTiling, ui_tiling, G_TYPE_OBJECT)

/* As many rows as the components fill: each shows its slice of them. */
static void
fill (UiTiling *self, GListModel *components, GListStore *rows)
{
  const guint n_columns = self->n_columns;
  const guint n = (g_list_model_get_n_items (components) + n_columns - 1) / n_columns;

  while (g_list_model_get_n_items (G_LIST_MODEL (rows)) > n)
    g_list_store_remove (rows, g_list_model_get_n_items (G_LIST_MODEL (rows)) - 1);
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (rows)); i < n; i++) {
    g_autoptr (GtkSliceListModel) slice =
        gtk_slice_list_model_new (g_object_ref (components), i * n_columns, n_columns);

    g_list_store_append (rows, slice);
  }
}

GListModel *
ui_tiling_cut (UiTiling *self, GListModel *components)
{
  GListStore *rows = g_list_store_new (GTK_TYPE_SLICE_LIST_MODEL);

  fill (self, components, rows);
  return G_LIST_MODEL (rows);
}

/* Favorites come and go. */
static void
components_changed (GListModel *components,
                    guint at,
                    guint removed,
                    guint added,
                    UiTiling *self)
{
  GHashTableIter iter;
  gpointer section, rows;

  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &section, &rows))
    if (desk_catalogue_section_children (section) == components)
      fill (self, components, rows);
}

GListModel *
ui_tiling_rows (UiTiling *self, DeskSection *section)
{
  GListModel *components = desk_catalogue_section_children (section);
  GListModel *rows = g_hash_table_lookup (self->rows, section);

  if (rows == NULL) {
    rows = ui_tiling_cut (self, components);
    g_hash_table_insert (self->rows, g_object_ref (section), rows);
    g_signal_connect_object (components, "items-changed",
                             G_CALLBACK (components_changed), self, 0);
  }
  return g_object_ref (rows);
}

guint
ui_tiling_columns (UiTiling *self)
{
  return self->n_columns;
}

void
ui_tiling_set_columns (UiTiling *self, guint n_columns)
{
  GHashTableIter iter;
  gpointer section, rows;

  self->n_columns = n_columns;
  g_hash_table_iter_init (&iter, self->rows);
  while (g_hash_table_iter_next (&iter, &section, &rows)) {
    g_list_store_remove_all (rows);
    fill (self, desk_catalogue_section_children (section), rows);
  }
}

/* ---- object ---- */

static void
ui_tiling_finalize (GObject *object)
{
  g_hash_table_unref (UI_TILING (object)->rows);
  G_OBJECT_CLASS (ui_tiling_parent_class)->finalize (object);
}

static void
ui_tiling_class_init (UiTilingClass *class)
{
  G_OBJECT_CLASS (class)->finalize = ui_tiling_finalize;
}

static void
ui_tiling_init (UiTiling *self)
{
  self->rows = g_hash_table_new_full (NULL, NULL, g_object_unref, g_object_unref);
}

UiTiling *
ui_tiling_new (guint n_columns)
{
  UiTiling *self = g_object_new (UI_TYPE_TILING, NULL);

  self->n_columns = n_columns;
  return self;
}
