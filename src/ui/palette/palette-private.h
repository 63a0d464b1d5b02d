/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "desk/shelf.h"
#include "ui/palette/palette.h"
#include "ui/palette/tile.h"
#include "ui/palette/tiling.h"

/* What the files of the palette share. */

struct _UiPalette {
  GtkWidget parent_instance;

  DeskStudio *studio;
  DeskCatalogue *catalogue;
  DeskShelf *shelf;
  GSettings *settings; /* or NULL */
  FigureSymbols *symbols;
  bool is_tiled;
  UiTiling *tiling;
  GtkTreeListModel *tree;
  guint cutting; /* idle source, or 0 */
  GtkWidget *box;
  GtkWidget *entry;
  GtkWidget *form; /* the button that changes it */
  GtkWidget *stack;
  GtkListView *list;
  /* The menu of a heading or a tile, and what it was opened for. */
  GtkWidget *menu;
  GSimpleActionGroup *actions;
  DeskSection *section;     /* or NULL */
  DeskComponent *component; /* or NULL */
  bool is_among_favorites;  /* the component was, there */
};

/* The widgets of a row, of which one is seen. */
typedef struct {
  UiPalette *palette;
  GtkListItem *item;
  GtkWidget *box;
  GtkWidget *expander; /* with the label of a heading */
  GtkWidget *part;     /* UiTile: a component; NULL until it is needed */
  GtkWidget *tiles;    /* box of UiTile */
  GListModel *slice;   /* what these show, or NULL */
} UiPaletteRow;

/* The widgets of the row that a widget is in, or NULL. */
const UiPaletteRow *ui_palette_row_around (GtkWidget *widget);
/* Reads the order of the groups, as any window left it. */
void ui_palette_recall_order (UiPalette *self);
/* Lets groups and favorites be moved: by drag, by keys, by the menu. */
void ui_palette_order_init (UiPalette *self);
/* Alt with an arrow, and the keys of the menu; false for others. */
bool ui_palette_order_key (UiPalette *self, guint key, GdkModifierType state);
/* The heading of that row can be dragged. */
void ui_palette_order_add_row (UiPalette *self, UiPaletteRow *row);
/* Reads favorites, what was used, and the order, as any window left them. */
void ui_palette_recall (UiPalette *self);
/* Other windows have others; then all tiles show it. */
void ui_palette_favorites_changed (UiPalette *self);
/* The star of a tile was pressed: for all windows. */
void ui_palette_starred (UiPalette *self, UiTile *tile);
/* A tile shows the component, or nothing, and whether it is a favorite. */
void ui_palette_show_component (UiPalette *self,
                                GtkWidget *tile,
                                DeskComponent *component);
