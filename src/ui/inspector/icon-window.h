/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "desk/studio.h"
#include "figure/diagram/symbol.h"

/* A window for the symbol of a component of the diagram's file: its ports, shape, text
 * and colour, or the SVG that it is taken from. It is not modal, follows the diagram,
 * and closes when the component has gone. */
void ui_icon_window_show (GtkWindow *parent,
                          DeskStudio *studio,
                          FigureSymbols *symbols,
                          const char *component);
