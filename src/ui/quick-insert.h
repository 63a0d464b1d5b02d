#pragma once

#include <gtk/gtk.h>

#include "figure/symbol.h"
#include "ui/catalogue.h"

/* Type a few letters, press Enter: the component stands on the diagram. A popover over
 * the canvas; `chosen` gets the component. It destroys itself when closed. */
typedef void (*UiQuickInsertChosen) (void *data, UiComponent *component);

typedef struct {
  UiCatalogue *catalogue;
  FigureSymbols *symbols;
  UiQuickInsertChosen chosen;
  void *data;
} UiQuickInsert;

GtkWidget *ui_quick_insert_show (GtkWidget *parent,
                                 const GdkRectangle *at,
                                 const UiQuickInsert *what);
